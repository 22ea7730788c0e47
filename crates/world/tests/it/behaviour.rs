//! What animals do, with the shipped scripts, and what happens to scripts that fail.

use crate::world_builder::{PLAYER, WorldBuilder, builder, element, luau, run, shipped, touch};
use world::World;

const MONKEY: &str =
    "[kinds.monkey]\neats = [\"banana\"]\nscript = \"monkey.luau\"\n[kinds.banana]\nnature = \"item\"\nradius = 0.2";

fn yard(chicken: &str) -> WorldBuilder {
    let kinds = "[kinds.fox]\nspeed = 3.0\neats = [\"chicken\"]\nscript = \"fox.luau\"\n\
                 [kinds.chicken]\nspeed = 2.6\nscript = \"chicken.luau\"";
    let scene = builder(60.0, 10.0).ground(0.0, 0.0, 60.0, 1.0).put("fox", 5.0, 1.4).put("chicken", 15.0, 1.4);
    scene.toml(kinds).script("fox.luau", &luau("fox.luau")).script("chicken.luau", chicken)
}

/// Steps until an element is gone.
fn lives(world: &mut World, id: usize, most: u64) -> u64 {
    while element(world, id).alive && world.steps() < most {
        world.step();
    }
    world.steps()
}

#[test]
fn a_monkey_reaches_and_eats_a_banana_on_the_ground_and_one_up_a_ladder() {
    let scene = builder(30.0, 12.0).ground(0.0, 0.0, 30.0, 1.0).ladder(19.5, 1.0, 1.0, 6.0);
    let scene = scene.put("monkey", 5.0, 1.4).put("banana", 12.0, 1.5).put("banana", 20.0, 6.0);
    let mut world = scene.toml(MONKEY).script("monkey.luau", &luau("monkey.luau")).build();
    assert!(lives(&mut world, 2, 1000) < 300);
    assert!(lives(&mut world, 3, 2000) < 900);
    let monkey = element(&world, 1);
    assert_eq!(monkey.eaten, 2);
    world.step();
    assert_eq!(element(&world, 1).said.unwrap().0, "I ate 2");
}

#[test]
fn a_monkey_does_not_reach_what_hangs_in_the_air() {
    let scene = builder(30.0, 12.0).ground(0.0, 0.0, 30.0, 1.0).put("monkey", 5.0, 1.4).put("banana", 12.0, 6.0);
    let mut world = scene.toml(MONKEY).script("monkey.luau", &luau("monkey.luau")).build();
    run(&mut world, 1000);
    let monkey = element(&world, 1);
    assert!(element(&world, 2).alive && (monkey.at.x - 12.0).abs() < 0.1 && monkey.at.y < 1.5);
}

#[test]
fn a_fox_catches_a_chicken_and_one_that_flees_lives_longer() {
    let idle = "function process(element)\nend";
    let stays = lives(&mut yard(idle).build(), 2, 20_000);
    let flees = lives(&mut yard(&luau("chicken.luau")).build(), 2, 20_000);
    assert!(stays < 300 && flees > 2 * stays && flees < 20_000, "{stays} {flees}");
}

#[test]
fn a_patroller_stays_on_its_platform_for_100_000_steps() {
    let scene = builder(30.0, 12.0).ground(0.0, 0.0, 30.0, 1.0).oneway(8.0, 5.0, 8.0, 0.4).put("guard", 12.0, 5.8);
    let scene = scene.toml("[kinds.guard]\nspeed = 2.0\nscript = \"patrol.luau\"");
    let mut world = scene.script("patrol.luau", &luau("patrol.luau")).build();
    run(&mut world, 60);
    let (mut least, mut most) = (f32::MAX, f32::MIN);
    for _ in 0..100_000 {
        world.step();
        let guard = element(&world, 1);
        assert!(guard.touch.ground && guard.at.y > 5.7, "{guard:?}");
        (least, most) = (least.min(guard.at.x), most.max(guard.at.x));
    }
    assert!(least > 8.0 && least < 9.0 && most > 15.0 && most < 16.0, "{least} {most}");
}

#[test]
fn the_shipped_worlds_are_lively_and_without_errors() {
    for name in ["savanna", "farmyard", "tower"] {
        let mut world = shipped(name);
        let before = world.elements();
        run(&mut world, 1200);
        assert_eq!(world.failures(), [], "{name}");
        let after = world.elements();
        let moved = before.iter().zip(&after).filter(|(a, b)| (a.at - b.at).length() > 1.0).count();
        assert!(moved >= 5, "{name}: {moved}");
        let eaten: u32 = after.iter().map(|element| element.eaten).sum();
        assert!(name == "tower" || eaten > 0, "{name}");
        assert!(after.iter().all(|element| element.at.y > 0.0), "{name}");
    }
}

#[test]
fn squirrels_of_the_tower_climb_and_fall() {
    let mut world = shipped("tower");
    let (mut climbs, mut falls) = (0, 0);
    for _ in 0..1500 {
        world.step();
        let elements = world.elements();
        climbs += elements.iter().filter(|element| element.touch.ladder && element.velocity.y > 2.0).count();
        falls += elements.iter().filter(|element| element.velocity.y < -8.0).count();
    }
    assert!(climbs > 1000 && falls > 100, "{climbs} {falls}");
}

fn herd(script: &str, count: u16) -> WorldBuilder {
    let mut scene = builder(60.0, 10.0).ground(0.0, 0.0, 60.0, 1.0).put("player", 1.0, 1.5);
    for at in 0..count {
        scene = scene.put("cow", 3.0 + 2.0 * f32::from(at), 1.4);
    }
    scene.toml(PLAYER).toml("[kinds.cow]\nscript = \"cow.luau\"").script("cow.luau", script)
}

#[test]
fn a_failing_script_stops_only_its_own_element_and_shows_file_and_line() {
    let cases = [
        ("error(\"lost\")", "lost", Some(3)),
        ("local x = nil + 1", "arithmetic", Some(3)),
        ("while true do end", "fuel", Some(3)),
        ("local t = {} while true do t[#t + 1] = string.rep(\"x\", 1000) .. #t end", "", None),
        ("element.memory.x = {} element.memory.x.y = function() end", "plain", None),
        ("for i = 1, 4000 do element.memory[i] = i end", "bytes", None),
        ("element.memory.x = element", "plain", None),
        ("game.setTarget(game.nearest(element, \"cow\"), 1, 1)", "steers only", Some(3)),
        ("game.setTarget(element, 0/0, 1)", "setTarget", Some(3)),
        ("game.nearest(element, \"unicorn\")", "no kind", Some(3)),
        ("element.kind = \"lion\"", "cannot be set", Some(3)),
        ("shared = 1", "readonly table; globals do not last: keep it in element.memory", Some(3)),
        ("game.say = nil", "readonly", Some(3)),
        ("string.rep = nil", "readonly", Some(3)),
        ("local function f() return f() + 1 end f()", "", None),
    ];
    for (code, part, line) in cases {
        let text = format!(
            "function process(element)\n  if element.id == 3 then\n    {code}\n  end\n  game.setTarget(element, element.position.x + 1, 1)\nend"
        );
        let mut world = herd(&text, 4).build();
        run(&mut world, 15);
        let failures = world.failures();
        assert_eq!(failures.len(), 1, "{code}: {failures:?}");
        let failure = &failures[0];
        assert_eq!((failure.element, failure.step, failure.script.as_str()), (3, 0, "cow.luau"), "{code}");
        assert!(failure.message.contains(part), "{code}: {}", failure.message);
        assert!(line.is_none() || failure.line == line, "{code}: {failure:?}");
        for id in [2, 4, 5] {
            assert!(element(&world, id).target.is_some() && element(&world, id).velocity.x > 1.0, "{code} {id}");
        }
        assert!(element(&world, 3).target.is_none() && element(&world, 3).velocity.x.abs() < 0.1, "{code}");
    }
}

#[test]
fn a_call_that_fails_leaves_no_trace() {
    let text = "function process(element)\n game.setTarget(element, 9, 9)\n game.say(element, \"hm\")\n element.memory = { 1 }\n error(\"no\")\nend";
    let mut world = herd(text, 2).build();
    run(&mut world, 3);
    assert_eq!(world.failures().len(), 2);
    let cow = element(&world, 2);
    assert!(cow.target.is_none() && cow.said.is_none() && cow.memory.is_empty());
}

#[test]
fn nothing_lasts_but_memory() {
    let text = "local calls, kept = 0, {}\nfunction process(element)\n calls += 1\n kept[#kept + 1] = element.id\n \
                element.memory = { calls = calls, kept = #kept, times = ((element.memory or {}).times or 0) + 1 }\nend";
    let mut world = herd(text, 1).build();
    run(&mut world, 10);
    assert_eq!(world::memory_text(&element(&world, 2).memory), "{ kept = 1, calls = 1, times = 10 }");
}

#[test]
fn elements_as_table_keys_are_in_the_order_of_their_numbers() {
    let text = "function process(element)\n local seen = {}\n local near = element\n for i = 1, 3 do\n  seen[near] = i\n  near = game.nearest(near, \"cow\")\n end\n \
                local order = {}\n for key in seen do order[#order + 1] = key.id end\n element.memory = order\n \
                assert(game.nearest(element, \"cow\") == game.nearest(element, \"cow\"))\nend";
    let run_once = || {
        let mut world = herd(text, 5).build();
        run(&mut world, 5);
        assert_eq!(world.failures(), []);
        world.hash()
    };
    assert_eq!(run_once(), run_once());
}

#[test]
fn a_reloaded_script_acts_at_once_and_frees_what_it_had_stopped() {
    let mut world = herd("function process(element)\n error(\"bad\")\nend", 3).build();
    run(&mut world, 5);
    assert_eq!(world.failures().len(), 3);
    let error = world.reload("cow.luau", "function process(element)\n x = = 1\nend").unwrap_err();
    assert_eq!((error.script.as_str(), error.line), ("cow.luau", Some(2)));
    assert!(world.reload("cow.luau", "local nothing = 1").unwrap_err().message.contains("process"));
    assert!(world.reload("other.luau", "").is_err());
    assert_eq!(world.failures().len(), 3);
    world.reload("cow.luau", "function process(element)\n game.setTarget(element, 50, 1)\nend").unwrap();
    assert_eq!(world.failures(), []);
    run(&mut world, 20);
    assert!(element(&world, 2).velocity.x > 1.0);
}

#[test]
fn the_user_steers_in_a_view_that_has_scrolled() {
    let mut world = herd("function process(element)\nend", 0).build();
    let mut camera = world::Camera { centre: world::Point::default(), scale: 40.0, pixels: (800.0, 400.0) };
    camera.follow(element(&world, 1).at, 60.0, 10.0);
    camera.scroll(200.0, 0.0);
    let at = camera.to_world(300.0, 340.0);
    touch(&mut world, at.x, at.y);
    run(&mut world, 400);
    assert!((element(&world, 1).at.x - at.x).abs() < 0.05 && (at.x - 12.5).abs() < 1e-3);
}

/// Two cows walk towards each other, meet, and part again; each prints what it is told.
const MEETS: &str = "function touched(element, other)
  print('touches ' .. other.kind .. ' ' .. other.id)
  element.memory = { met = element.position, at = game.time() }
end
function parted(element, other)
  print('parts from ' .. other.id)
end
function process(element)
  local away = element.memory.met ~= nil
  local right = (element.id == 1) ~= away
  game.setTarget(element, element.position.x + (if right then 5 else -5), 1)
end";

/// What elements print, with the step.
fn printed(world: &World) -> Vec<String> {
    let printed = world.events(0).into_iter().filter(|event| event.event == world::Verb::Prints);
    printed.map(|event| event.to_string()).collect()
}

#[test]
fn a_script_is_told_when_a_contact_begins_and_when_it_ends() {
    let scene = builder(30.0, 10.0).ground(0.0, 0.0, 30.0, 1.0).put("cow", 10.0, 1.4).put("cow", 16.0, 1.4);
    let scene = scene.toml("[kinds.cow]\nscript = \"cow.luau\"").script("cow.luau", MEETS);
    let mut world = scene.build();
    let (mut met, mut gap) = (None, f32::MAX);
    for _ in 0..240 {
        world.step();
        let [one, other] = [1, 2].map(|id| element(&world, id).at);
        gap = gap.min(other.x - one.x);
        if met.is_none() && world.last_event() > 0 {
            met = Some(world.steps());
            // The contact is told of in the step after the one in which the bodies came together.
            assert!((gap - 2.0 * world.kinds()[0].1.radius).abs() < 0.05, "{gap}");
        }
    }
    let told: Vec<String> = printed(&world).iter().map(|line| line.split_once(", ").unwrap().1.to_owned()).collect();
    let expected = [
        "cow 1 prints: touches cow 2",
        "cow 2 prints: touches cow 1",
        "cow 1 prints: parts from 2",
        "cow 2 prints: parts from 1",
    ];
    assert_eq!(told, expected);
    // A vector in the memory is the vector that it was.
    let memory = world::memory_text(&element(&world, 1).memory);
    assert!(memory.contains("met = vector.create(1"), "{memory}");

    // A world that is resumed while they touch goes on as the one that was not saved.
    let met = met.unwrap();
    for save_at in met - 2..met + 3 {
        let mut first = scene.build();
        run(&mut first, save_at);
        let mut second = scene.build();
        second.resume(&first.save().unwrap()).unwrap();
        let seen = first.last_event();
        let begun = second.last_event();
        run(&mut first, 200);
        run(&mut second, 200);
        assert_eq!(first.hash(), second.hash(), "saved at {save_at}");
        let words = |world: &World, after| world.events(after).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(words(&first, seen), words(&second, begun), "saved at {save_at}");
    }
}

#[test]
fn contacts_and_process_share_the_fuel_of_an_element() {
    let spends = |part: &str| format!("function {part}(element)\n  for i = 1, 60000 do end\nend\n");
    let text = |parts: &[&str]| {
        let idle = if parts.contains(&"process") { "" } else { "function process(element)\nend\n" };
        parts.iter().map(|part| spends(part)).collect::<String>() + idle
    };
    let failed = |parts: &[&str]| {
        let scene = builder(30.0, 10.0).ground(0.0, 0.0, 30.0, 1.0).put("cow", 10.0, 1.4).put("cow", 10.5, 1.4);
        let scene = scene.toml("[kinds.cow]\nscript = \"cow.luau\"").script("cow.luau", &text(parts));
        let mut world = scene.build();
        run(&mut world, 30);
        world.failures().len()
    };
    assert_eq!((failed(&["touched"]), failed(&["process"]), failed(&["touched", "process"])), (0, 0, 2));
}

#[test]
fn all_living_elements_of_a_kind_are_listed_in_the_order_of_their_ids() {
    let text = "function process(element)
  local ids = {}
  for _, banana in game.all('banana') do table.insert(ids, banana.id) end
  print(table.concat(ids, ' '))
end";
    let scene = builder(30.0, 12.0).ground(0.0, 0.0, 30.0, 1.0).put("banana", 20.0, 1.4).put("banana", 5.2, 1.4);
    let mut world =
        scene.put("monkey", 5.0, 1.4).put("banana", 1.0, 1.4).toml(MONKEY).script("monkey.luau", text).build();
    run(&mut world, 2);
    let lines = printed(&world);
    // The monkey eats the banana that it touches before its script runs.
    assert_eq!(lines, ["step 0, monkey 3 prints: 1 4", "step 1, monkey 3 prints: 1 4"]);
    world.reload("monkey.luau", "function process(element)\n  game.all('lion')\nend").unwrap();
    run(&mut world, 1);
    let failure = &world.failures()[0];
    let said = "game.all: kind is 'lion', which is no kind of this world";
    assert_eq!((failure.line, failure.message.as_str()), (Some(2), said));
    // A list of many costs more than the call.
    let mut scene = builder(60.0, 10.0).ground(0.0, 0.0, 60.0, 1.0).put("cow", 3.0, 1.4);
    for _ in 0..800 {
        scene = scene.put("banana", 30.0, 5.0);
    }
    let kinds = "[limits]\nfuel = 1000\n[kinds.cow]\nscript = \"cow.luau\"\n[kinds.banana]\nnature = \"item\"";
    let asks = |kind: &str| format!("function process(element)\n  for i = 1, 20 do game.all('{kind}') end\nend");
    let mut few = scene.toml(kinds).script("cow.luau", &asks("cow")).build();
    run(&mut few, 1);
    assert_eq!(few.failures(), []);
    few.reload("cow.luau", &asks("banana")).unwrap();
    run(&mut few, 1);
    assert!(few.failures()[0].message.contains("fuel"), "{:?}", few.failures());
}
