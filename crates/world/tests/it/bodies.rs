//! Bodies of legs and a torso, the controllers that drift and turn as on a rope, and what kinds look like.

use crate::world_builder::{PLAYER, builder, element, run, touch};
use world::{Point, Screenshot, World, film};

const LEGGED: &str = "[kinds.player]\nnature = \"player\"\nradius = 0.25\nspeed = 4.0\neats = [\"fish\"]\ntorso = { width = 0.6, height = 1.0 }\n\
    [kinds.fish]\nnature = \"item\"\nradius = 0.1";

fn torso(world: &World) -> Point {
    world.view().bodies[0].torso.unwrap()
}

#[test]
fn a_body_of_legs_walks_and_carries_its_torso_upright() {
    let scene = builder(40.0, 12.0).ground(0.0, 0.0, 40.0, 1.0).put("player", 5.0, 3.0);
    let mut world = scene.put("fish", 12.0, 2.1).put("fish", 9.0, 3.2).toml(LEGGED).build();
    run(&mut world, 120);
    let rest = element(&world, 1);
    assert!(rest.touch.ground && (rest.at.y - 1.25).abs() < 0.03, "{rest:?}");
    assert!((torso(&world) - rest.at - Point::new(0.0, 0.5)).length() < 0.08, "{:?}", torso(&world));
    touch(&mut world, 20.0, 1.25);
    run(&mut world, 60);
    let (walking, turn) = (element(&world, 1), world.view().bodies[0].turn);
    assert!((walking.velocity.x - 4.0).abs() < 0.3, "{walking:?}");
    run(&mut world, 1);
    let rolled = world.view().bodies[0].turn;
    assert!(rolled.y * turn.x - rolled.x * turn.y < -0.1, "the legs roll forward: {turn:?} {rolled:?}");
    run(&mut world, 400);
    let there = element(&world, 1);
    assert!((there.at.x - 20.0).abs() < 0.1 && there.velocity.length() < 0.1, "{there:?}");
    assert!((torso(&world) - there.at - Point::new(0.0, 0.5)).length() < 0.08);
    // The fish at the height of the head is eaten, the one above it is not.
    assert_eq!((there.eaten, element(&world, 3).alive), (1, true));
}

#[test]
fn legs_spring_climb_and_survive_a_snapshot_bit_for_bit() {
    let scene = || {
        let scene =
            builder(20.0, 12.0).ground(0.0, 0.0, 20.0, 1.0).oneway(4.0, 5.0, 10.0, 0.4).ladder(8.0, 1.0, 1.0, 6.0);
        scene.put("player", 3.0, 3.0).toml(LEGGED).build()
    };
    let mut world = scene();
    let mut least = f32::MAX;
    for _ in 0..60 {
        world.step();
        least = least.min(torso(&world).y - element(&world, 1).at.y);
    }
    assert!(least < 0.49, "the landing presses the spring: {least}");
    touch(&mut world, 8.5, 6.5);
    run(&mut world, 100);
    let (saved, hash) = (world.save().unwrap(), world.hash());
    let mut again = scene();
    again.resume(&saved).unwrap();
    assert_eq!(again.hash(), hash);
    for world in [&mut world, &mut again] {
        run(world, 300);
    }
    assert_eq!(world.hash(), again.hash());
    let player = element(&world, 1);
    assert!((player.at - Point::new(8.5, 6.5)).length() < 0.15, "{player:?}");
    assert_eq!(format!("{:016x}", world.hash()), "a0319949fe302923");
}

fn high(controller: &str) -> World {
    let scene = builder(40.0, 30.0).ground(0.0, 0.0, 40.0, 1.0).put("player", 5.0, 25.0);
    let mut world = scene.toml(&format!("controller = \"{controller}\"")).toml(PLAYER).build();
    touch(&mut world, 12.0, 20.0);
    world
}

#[test]
fn a_drifting_character_sinks_slowly_where_another_falls() {
    let (mut drifts, mut falls) = (high("drift"), high("always"));
    for world in [&mut drifts, &mut falls] {
        run(world, 120);
    }
    let (drifting, falling) = (element(&drifts, 1), element(&falls, 1));
    assert!(falling.at.y < 10.0, "{falling:?}");
    assert!(drifting.at.y > 22.0 && drifting.at.y < 24.5 && drifting.at.x > 10.0, "{drifting:?}");
    run(&mut drifts, 600);
    assert!((element(&drifts, 1).at.x - 12.0).abs() < 0.1, "it gets there sideways");
    touch(&mut drifts, 12.0, 29.0);
    let before = element(&drifts, 1).at.y;
    run(&mut drifts, 60);
    assert!(element(&drifts, 1).at.y < before, "it does not fly up");
}

#[test]
fn on_the_rope_it_speeds_to_the_target_and_turns_around_it_at_a_small_radius() {
    let mut world = high("rope");
    let target = Point::new(12.0, 20.0);
    run(&mut world, 120);
    let (mut angle, mut before) = (0.0_f32, element(&world, 1).at - target);
    let (mut nearest, mut farthest) = (f32::MAX, 0.0_f32);
    for _ in 0..300 {
        world.step();
        let away = element(&world, 1).at - target;
        angle += (before.x * away.y - before.y * away.x).atan2(before.x * away.x + before.y * away.y);
        (nearest, farthest) = (nearest.min(away.length()), farthest.max(away.length()));
        before = away;
    }
    assert!(farthest < 1.0 && nearest > 0.2, "{nearest} to {farthest}");
    assert!(angle.abs() > 4.0 * std::f32::consts::TAU, "it turns {angle}");
}

#[test]
fn controllers_and_torsos_that_make_no_sense_are_refused() {
    for (toml, part) in [
        ("controller = \"swim\"\n", "expected one of"),
        ("[kinds.box]\nnature = \"crate\"\ntorso = { width = 1.0, height = 1.0 }", "has a torso"),
        ("[kinds.cat]\ntorso = { width = 0.0, height = 1.0 }", "a torso with a width"),
        ("[kinds.cat]\nappearance = \"cat.gif\"", "expected a file .svg or .png"),
        ("[kinds.cat]\nappearance = \"bad.svg\"", "<script> is not allowed"),
        ("[kinds.cat]\nappearance = \"none.svg\"", "entity not found"),
    ] {
        let scene = builder(9.0, 9.0).toml(toml).script("cat.gif", "GIF89a");
        let scene = scene.script("bad.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<script/></svg>");
        let problem = scene.load().err().unwrap_or_else(|| panic!("{toml}: it loads"));
        assert!(problem.message.contains(part), "{toml}: {problem}");
        assert!(part != "<script> is not allowed" || (problem.line, problem.column) == (2, 1), "{problem}");
    }
}

#[test]
fn kinds_look_like_their_pictures_and_only_animals_have_eyes() {
    let kinds = "[kinds.cat]\nappearance = \"cat.svg\"\n[kinds.dog]\n[kinds.moon]\nnature = \"item\"\nradius = 0.9\n[kinds.box]\nnature = \"crate\"";
    let scene = builder(20.0, 9.0).ground(0.0, 0.0, 20.0, 1.0).put("cat", 3.0, 1.4);
    let picture =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle r=\"4\" cx=\"4\" cy=\"4\"/></svg>";
    let world = scene.put("cat", 5.0, 1.4).put("dog", 7.0, 1.4).put("moon", 9.0, 6.0).put("box", 12.0, 2.0);
    let world = world.toml(kinds).script("cat.svg", picture).build();
    let drawn = film(&world.backdrop(), &[Screenshot { view: world.view(), caption: String::new() }]);
    assert_eq!((drawn.matches("<image ").count(), drawn.matches("<use ").count()), (1, 2), "once, and used twice");
    assert!(drawn.contains("data:image/svg+xml;base64,") && drawn.contains("<title>cat 2</title>"));
    // Two white and two dark discs for the dog, one disc for the dog itself and one for the moon.
    assert_eq!(drawn.matches("<circle ").count(), 6, "{drawn}");
}
