//! What those who watch a run are told: lines of scripts, sayings, meals, falls, failures and ends.

use crate::world_builder::{PLAYER, WorldBuilder, builder, element, luau, run, touch};
use world::{Event, ResultKind, Verb, World};

const CAT: &str =
    "[kinds.cat]\neats = [\"fish\"]\nscript = \"cat.luau\"\n[kinds.fish]\nnature = \"item\"\nradius = 0.2";

fn cats(script: &str) -> WorldBuilder {
    let scene = builder(30.0, 12.0).ground(0.0, 0.0, 25.0, 1.0).put("cat", 5.0, 1.4).put("cat", 9.0, 1.4);
    scene.put("fish", 5.2, 1.4).put("fish", 20.0, 1.5).toml(CAT).script("cat.luau", script)
}

fn lines(world: &World) -> Vec<String> {
    world.events(0).iter().map(Event::to_string).collect()
}

const TALKS: &str = "print(\"loaded\")\nfunction process(element)\n print(\"at\", element.id, {})\n log(\"twice\\nsaid\")\n \
    game.say(element, \"miaow\")\nend";

#[test]
fn what_scripts_print_and_say_is_told_with_step_and_animal() {
    let mut world = cats(TALKS).build();
    run(&mut world, 2);
    let wanted = [
        "step 0, cat.luau prints: loaded",
        "step 0, cat 1 eats: fish 3",
        "step 0, cat 1 says: miaow",
        "step 0, cat 1 prints: at 1 table",
        "step 0, cat 1 prints: twice",
        "step 0, cat 1 prints: said",
        "step 0, cat 2 says: miaow",
        "step 0, cat 2 prints: at 2 table",
    ];
    assert_eq!(lines(&world)[..8], wanted);
    // The saying goes on in step 1 and is not told again; the text's own lines are told when it is loaded.
    let second: Vec<Event> = world.events(0).into_iter().filter(|event| event.step == 1).collect();
    assert!(second.iter().all(|event| event.event == Verb::Prints) && second.len() == 6, "{second:?}");
    assert_eq!(world.events(world.last_event() - 1).len(), 1);
}

#[test]
fn neither_hash_nor_snapshot_knows_of_events() {
    let quiet = "function process(element)\n game.say(element, \"miaow\")\nend";
    let (mut loud, mut still) = (cats(TALKS).build(), cats(quiet).build());
    for world in [&mut loud, &mut still] {
        run(world, 30);
    }
    assert_eq!(loud.hash(), still.hash());
    let saved = loud.save().unwrap();
    assert_eq!(saved.len(), still.save().unwrap().len() + TALKS.len() - quiet.len());
    let mut again = cats(TALKS).build();
    again.resume(&saved).unwrap();
    assert_eq!((again.hash(), again.save().unwrap()), (loud.hash(), saved));
}

#[test]
fn failures_falls_and_what_was_printed_before_a_failure_are_told() {
    let fails = "function process(element)\n game.say(element, \"no trace\")\n print(\"before\")\n if element.id == 2 then error(\"hiss\") end\n \
                 game.setTarget(element, 29, 1)\nend";
    let mut world = cats(fails).build();
    run(&mut world, 1);
    let told = lines(&world);
    assert!(told.contains(&"step 0, cat 2 prints: before".into()), "{told:?}");
    assert!(told.contains(&"step 0, cat 2 stops: cat.luau:4: hiss".into()), "{told:?}");
    assert!(!told.contains(&"step 0, cat 2 says: no trace".into()), "{told:?}");
    world.reload("cat.luau", "function process(element)\n game.setTarget(element, 29, 1)\nend").unwrap();
    run(&mut world, 900);
    assert!(lines(&world).iter().any(|line| line.ends_with("cat 1 falls: out of the world")), "{:?}", lines(&world));
    assert!(element(&world, 1).fell() && !element(&world, 4).fell());
}

#[test]
fn a_script_that_prints_without_end_is_bounded_in_each_step_and_in_all() {
    let endless = "function process(element)\n for i = 1, 1000 do print(string.rep(\"x\", 1000)) end\nend";
    let mut world = cats(endless).build();
    run(&mut world, 400);
    let events = world.events(0);
    assert_eq!(world.failures(), []);
    assert!(events.len() <= 4096 && world.events_left_out() > 10_000, "{} {}", events.len(), world.events_left_out());
    assert!(events.iter().all(|event| event.text.len() <= 200));
    assert!(events.iter().filter(|event| event.step == 399).count() <= 32);
}

#[test]
fn a_call_with_a_wrong_argument_is_told_with_call_and_argument() {
    for (code, message) in [
        ("game.setTarget(element, \"left\", 1)", "game.setTarget: x is a string; expected a number"),
        ("game.setTarget(element, 1, {})", "game.setTarget: y is a table; expected a number"),
        ("game.setTarget(nil, 1, 1)", "game.setTarget: element is nil; expected an element"),
        ("game.setTarget(element, 0/0, 1)", "game.setTarget: x and y must be numbers of metres within the world"),
        ("game.nearest(element)", "game.nearest: kind is nil; expected a string"),
        ("game.nearest(element, \"unicorn\")", "game.nearest: kind is 'unicorn', which is no kind of this world"),
        ("game.nearest(\"me\", \"cat\")", "game.nearest: element is a string; expected an element"),
        ("game.random(1, {})", "game.random: high is a table; expected a number"),
        ("game.random(3, 1)", "game.random: low is above high; expected a whole number between them"),
        ("game.platform()", "game.platform: element is nil; expected an element"),
        ("game.say(element, print)", "game.say: text is a function; expected a string"),
        ("local x = element[{}]", "element: the name of a field is a table; expected a string"),
        ("element[{}] = 1", "element: the name of a field is a table; expected a string"),
    ] {
        let mut world = cats(&format!("function process(element)\n {code}\nend")).build();
        run(&mut world, 1);
        let failures = world.failures();
        assert_eq!((failures[0].message.as_str(), failures[0].line), (message, Some(2)), "{code}");
    }
}

#[test]
fn a_world_ends_at_its_goal_and_takes_no_more_steps() {
    let goal = "[[ends]]\nwhen = { none_left = \"fish\" }\nresult = \"won\"\nsays = \"no fish is left\"\n";
    let fetch = luau("monkey.luau").replace("banana", "fish");
    let mut world = cats(&fetch).toml(goal).build();
    assert_eq!(world.goals(), ["won when no fish is left"]);
    run(&mut world, 2000);
    let outcome = world.outcome().unwrap().clone();
    assert_eq!((outcome.kind, outcome.words()), (ResultKind::Won, "won: no fish is left".into()));
    assert!(outcome.step < 600 && world.steps() == outcome.step, "{outcome:?} {}", world.steps());
    assert_eq!(
        lines(&world).last().unwrap(),
        &format!("step {}, the world ends: won: no fish is left", outcome.step - 1)
    );
    let (hash, saved) = (world.hash(), world.save().unwrap());
    touch(&mut world, 3.0, 3.0);
    run(&mut world, 10);
    assert_eq!((world.hash(), world.log().len()), (hash, 0));
    let mut again = cats(&fetch).toml(goal).build();
    again.resume(&saved).unwrap();
    assert_eq!(again.outcome(), Some(&outcome));
}

#[test]
fn goals_are_about_places_meals_and_steps_and_the_first_that_is_reached_counts() {
    let scene = |ends: &str| {
        let scene = builder(40.0, 12.0).ground(0.0, 0.0, 40.0, 1.0).put("player", 5.0, 1.5);
        scene.toml(PLAYER).toml(ends)
    };
    let ends = "[[ends]]\nwhen = { player_at = [9.0, 1.5], within = 0.3 }\nresult = \"won\"\n[[ends]]\nwhen = { steps = 300 }\nresult = \"lost\"";
    let mut walks = scene(ends).build();
    touch(&mut walks, 9.0, 1.5);
    run(&mut walks, 400);
    assert_eq!(walks.outcome().map(|outcome| outcome.kind), Some(ResultKind::Won));
    assert!((element(&walks, 1).at.x - 9.0).abs() < 0.31);
    let mut waits = scene(ends).build();
    run(&mut waits, 400);
    assert_eq!(waits.outcome().map(|outcome| (outcome.kind, outcome.step)), Some((ResultKind::Lost, 300)));
    for (ends, part) in [
        ("[[ends]]\nwhen = {}", "no condition"),
        ("[[ends]]\nwhen = { none_left = \"fish\" }", "no kind of this world"),
        ("[[ends]]\nwhen = { steps = 0 }", "at least 1"),
        ("[[ends]]\nwhen = { steps = -1 }", "a whole number"),
        ("[[ends]]\nwhen = { within = 1.0 }", "player_at with it"),
        ("[[ends]]\nwhen = { player_at = [nan, 1.0] }", "a place in metres"),
        ("[[ends]]\nwhen = { moon = 1 }", "unknown field `moon`"),
        ("[kinds.fish]\nnature = \"item\"\n[[ends]]\nwhen = { none_left = \"fish\" }", "the map has none"),
    ] {
        let problem = scene(ends).load().err().unwrap_or_else(|| panic!("{ends}: it loads"));
        assert!(problem.message.contains(part) && !problem.message.contains("u64"), "{ends}: {problem}");
    }
}
