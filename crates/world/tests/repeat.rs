//! The same run is the same run: hashes, snapshots, logs.
#![allow(clippy::unwrap_used)]

mod world_builder;

use testkit::random::Random;
use world::{Input, SHIPPED, World};
use world_builder::{run, shipped, touch};

/// What a user did in the savanna, before which step.
fn user(world: &mut World) {
    match world.steps() {
        20 => touch(world, 30.0, 1.5),
        200 => touch(world, 4.0, 8.0),
        420 => world.input(Input::Release).unwrap(),
        500 => touch(world, 70.0, 3.0),
        _ => {}
    }
}

fn played(name: &str, steps: u64) -> World {
    let mut world = shipped(name);
    for _ in 0..steps {
        user(&mut world);
        world.step();
    }
    world
}

#[test]
fn twice_the_same_and_different_worlds_and_lengths_differ() {
    let mut seen = std::collections::BTreeSet::new();
    for shipped in SHIPPED {
        let hash = played(shipped.name, 600).hash();
        assert_eq!(hash, played(shipped.name, 600).hash(), "{}", shipped.name);
        assert!(seen.insert(hash) && seen.insert(played(shipped.name, 599).hash()));
    }
}

/// The hashes do not depend on the build: tests run in debug, the binary in release.
#[test]
fn the_hashes_are_those_written_down() {
    let hashes = hashes();
    assert_eq!(hashes, include_str!("hashes.txt"), "if the worlds were meant to change, update tests/hashes.txt");
}

fn hashes() -> String {
    SHIPPED.iter().map(|shipped| format!("{} {:016x}\n", shipped.name, played(shipped.name, 600).hash())).collect()
}

#[test]
fn resumed_at_twenty_random_steps_it_is_the_same_run() {
    for name in ["savanna", "farmyard", "tower"] {
        let whole = played(name, 700).hash();
        let mut random = Random::new(12345);
        let mut at: Vec<u64> = (0..20).map(|_| random.below(690)).collect();
        at.sort_unstable();
        let mut world = shipped(name);
        for stop in at {
            while world.steps() < stop {
                user(&mut world);
                world.step();
            }
            let saved = world.save().unwrap();
            let hash = world.hash();
            world = shipped(name);
            world.resume(&saved).unwrap();
            assert_eq!(world.hash(), hash);
            assert_eq!(world.save().unwrap(), saved);
        }
        while world.steps() < 700 {
            user(&mut world);
            world.step();
        }
        assert_eq!(world.hash(), whole, "{name}");
    }
}

#[test]
fn a_log_replays_with_reloaded_scripts() {
    let mut world = shipped("savanna");
    let lazy = "function process(element)\n    game.say(element, \"tired\")\n    game.setTarget(element)\nend\n";
    for _ in 0..600 {
        user(&mut world);
        match world.steps() {
            300 => world.reload("monkey.luau", lazy).unwrap(),
            310 => assert!(world.reload("monkey.luau", "function process(").is_err()),
            450 => world.reload("monkey.luau", &world_builder::luau("monkey.luau")).unwrap(),
            _ => {}
        }
        world.step();
    }
    let text = world.log_text();
    let mut again = shipped("savanna");
    let log = again.read_log(text.as_bytes()).unwrap();
    assert_eq!(log.len(), 6);
    for _ in 0..600 {
        again.replay(&log);
        again.step();
    }
    assert_eq!(again.hash(), world.hash());
    assert_ne!(again.hash(), played("savanna", 600).hash());
    assert_eq!(again.log_text(), text);
    assert!(shipped("tower").read_log(text.as_bytes()).is_err());
    assert!(again.read_log("{".as_bytes()).is_err() && again.read_log("".as_bytes()).is_err());
}

#[test]
fn damaged_and_foreign_snapshots_are_refused() {
    let mut world = played("savanna", 50);
    let saved = world.save().unwrap();
    let hash = world.hash();
    for cut in [0, 5, 17, 20, 26, 27, saved.len() / 2, saved.len() - 1] {
        assert!(world.resume(&saved[..cut]).is_err());
    }
    let mut flipped = saved.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    assert!(world.resume(&flipped).is_err());
    assert!(shipped("tower").resume(&saved).is_err());
    assert_eq!(world.hash(), hash);
    run(&mut world, 10);
    world.resume(&saved).unwrap();
    assert_eq!(world.hash(), hash);
}

#[test]
fn logs_and_snapshots_of_before_are_refused_by_their_version() {
    let mut world = played("savanna", 50);
    let saved = world.save().unwrap();
    let before = [b"menagerie-world 1\n".as_slice(), &saved[18..]].concat();
    assert_eq!(saved[..18], *b"menagerie-world 2\n");
    let error = world.resume(&before).unwrap_err().to_string();
    assert_eq!(error, "the snapshot is of version 1, from which worlds go on differently; expected version 2");
    let log = world.log_text();
    assert!(log.contains("\",\"version\":2}\n") && world.read_log(log.as_bytes()).is_ok(), "{log}");
    for (version, said) in [("", "1"), (",\"version\":1", "1"), (",\"version\":3", "3")] {
        let other = log.replacen(",\"version\":2", version, 1);
        let error = world.read_log(other.as_bytes()).unwrap_err().to_string();
        assert_eq!(error, format!("the log is of version {said}, whose inputs lead elsewhere; expected version 2"));
    }
}

#[test]
fn a_world_can_live_in_a_thread_of_its_own() {
    let here = played("farmyard", 100).hash();
    let there = std::thread::spawn(|| {
        let mut world = played("farmyard", 60);
        for _ in 0..40 {
            user(&mut world);
            world.step();
        }
        world
    });
    assert_eq!(there.join().unwrap().hash(), here);
}

#[test]
fn both_forms_of_a_map_give_the_same_world() {
    let json = world_builder::builder(20.0, 10.0)
        .ground(0.0, 0.0, 20.0, 1.0)
        .oneway(4.0, 3.0, 6.0, 0.5)
        .ladder(6.0, 1.0, 1.0, 3.0);
    let json = json.put("player", 3.0, 1.5).toml(world_builder::PLAYER);
    let tmx = "<?xml version=\"1.0\"?><map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"10\" \
        tilewidth=\"1\" tileheight=\"1\" infinite=\"0\">\
        <objectgroup id=\"1\" name=\"ground\"><object id=\"1\" x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>\
        <objectgroup id=\"2\" name=\"platforms\"><object id=\"2\" x=\"4\" y=\"6.5\" width=\"6\" height=\"0.5\"><properties>\
        <property name=\"oneway\" type=\"bool\" value=\"true\"/></properties></object></objectgroup>\
        <objectgroup id=\"3\" name=\"ladders\"><object id=\"3\" x=\"6\" y=\"6\" width=\"1\" height=\"3\"/></objectgroup>\
        <objectgroup id=\"4\" name=\"objects\"><object id=\"4\" type=\"player\" x=\"3\" y=\"8.5\"><point/></object></objectgroup></map>";
    let toml = format!("map = \"map.tmx\"\n{}", world_builder::PLAYER);
    let world =
        World::load("t.world.toml", &|name: &str| Ok(if name == "map.tmx" { tmx.into() } else { toml.clone().into() }));
    assert_eq!(world.unwrap().map(), json.build().map());
}
