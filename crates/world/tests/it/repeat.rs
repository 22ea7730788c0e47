//! A run that is repeated is equal to the first one: hashes, snapshots, logs.

use crate::world_builder::{run, shipped, touch};
use testkit::random::Random;
use world::{BadLog, Input, SHIPPED, World};

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
    assert_eq!(hashes, include_str!("hashes.txt"), "if the worlds were meant to change, update tests/it/hashes.txt");
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
            450 => world.reload("monkey.luau", &crate::world_builder::luau("monkey.luau")).unwrap(),
            _ => {}
        }
        world.step();
    }
    let text = world.log_text();
    let mut again = shipped("savanna");
    let log = again.read_log(text.as_bytes()).unwrap();
    assert_eq!(log.len(), 6);
    for _ in 0..600 {
        again.replay(&log).unwrap();
        again.step();
    }
    again.replay(&log).unwrap();
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
    assert_eq!(saved[..18], *b"menagerie-world 3\n");
    let error = world.resume(&before).unwrap_err().to_string();
    assert_eq!(error, "the snapshot is of version 1, from which worlds go on differently; expected version 3");
    let log = world.log_text();
    assert!(log.starts_with("{\"log\":3,") && world.read_log(log.as_bytes()).is_ok(), "{log}");
    for (version, said) in [("", "1"), ("\"log\":2,", "2"), ("\"log\":4,", "4")] {
        let other = log.replacen("\"log\":3,", version, 1);
        let error = world.read_log(other.as_bytes()).unwrap_err().to_string();
        assert_eq!(error, format!("the log is of version {said}, whose inputs lead elsewhere; expected version 3"));
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
    let json = crate::world_builder::builder(20.0, 10.0)
        .ground(0.0, 0.0, 20.0, 1.0)
        .oneway(4.0, 3.0, 6.0, 0.5)
        .ladder(6.0, 1.0, 1.0, 3.0);
    let json = json.put("player", 3.0, 1.5).toml(crate::world_builder::PLAYER);
    let tmx = "<?xml version=\"1.0\"?><map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"10\" \
        tilewidth=\"1\" tileheight=\"1\" infinite=\"0\">\
        <objectgroup id=\"1\" name=\"ground\"><object id=\"1\" x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>\
        <objectgroup id=\"2\" name=\"platforms\"><object id=\"2\" x=\"4\" y=\"6.5\" width=\"6\" height=\"0.5\"><properties>\
        <property name=\"oneway\" type=\"bool\" value=\"true\"/></properties></object></objectgroup>\
        <objectgroup id=\"3\" name=\"ladders\"><object id=\"3\" x=\"6\" y=\"6\" width=\"1\" height=\"3\"/></objectgroup>\
        <objectgroup id=\"4\" name=\"objects\"><object id=\"4\" type=\"player\" x=\"3\" y=\"8.5\"><point/></object></objectgroup></map>";
    let toml = format!("map = \"map.tmx\"\n{}", crate::world_builder::PLAYER);
    let world =
        World::load("t.world.toml", &|name: &str| Ok(if name == "map.tmx" { tmx.into() } else { toml.clone().into() }));
    assert_eq!(world.unwrap().map(), json.build().map());
}

/// Does a run again from its log, with the scripts as they are now; returns the hash at the end.
fn replayed(world: &mut World, text: &str) -> Result<u64, BadLog> {
    let log = world.read_log(text.as_bytes())?;
    for _ in 0..log.end().unwrap_or(600) {
        world.replay(&log)?;
        world.step();
    }
    world.replay(&log)?;
    world.has_taken(&log)?;
    Ok(world.hash())
}

/// A world of a player and an animal whose script goes to `goal`, and its log after some steps and a reload.
fn walker(goal: u32) -> World {
    let script = format!("function process(element)\n    game.setTarget(element, {goal}, 1.5)\nend\n");
    let world = crate::world_builder::builder(20.0, 10.0).ground(0.0, 0.0, 20.0, 1.0).put("player", 3.0, 1.5);
    let toml = format!("{}\n[kinds.cat]\nscript = \"cat.luau\"\n", crate::world_builder::PLAYER);
    world.put("cat", 9.0, 1.5).toml(&toml).script("cat.luau", &script).build()
}

/// A walker's log: a touch, and what an editor wrote to the file of the script meanwhile.
fn walked() -> (u64, String) {
    let mut world = walker(4);
    for _ in 0..200 {
        match world.steps() {
            73 => touch(&mut world, 9.0, 1.5),
            120 => world.reload("cat.luau", "function process(element)\n    game.setTarget(element)\nend\n").unwrap(),
            _ => {}
        }
        world.step();
    }
    (world.hash(), world.log_text())
}

#[test]
fn a_log_holds_the_texts_with_which_the_run_began() {
    let (hash, text) = walked();
    assert_eq!(text.lines().count(), 5, "{text}");
    // The file of the script has changed since.
    assert_eq!(replayed(&mut walker(15), &text).unwrap(), hash);
    assert_eq!(replayed(&mut walker(4), &text).unwrap(), hash);
    // What is replaced before the first step is what the run began with.
    let mut world = walker(15);
    world.reload("cat.luau", walker(4).scripts().next().unwrap().1).unwrap();
    assert_eq!(world.log_text(), walker(4).log_text());
    // A log of a run that is replayed is the same log.
    let mut again = walker(15);
    replayed(&mut again, &text).unwrap();
    assert_eq!(again.log_text(), text);
}

#[test]
fn a_log_that_is_written_by_hand_is_done_with_the_files_as_they_are() {
    let text = "{\"log\": 3}\n{\"step\": 73, \"input\": {\"touch\": {\"x\": 9.0, \"y\": 1.5}}}\n{\"step\": 200}\n";
    for goal in [4, 15] {
        let mut world = walker(goal);
        run(&mut world, 73);
        touch(&mut world, 9.0, 1.5);
        run(&mut world, 127);
        let mut again = walker(goal);
        assert_eq!(replayed(&mut again, text).unwrap(), world.hash());
        assert_eq!(again.log_text(), world.log_text());
    }
    for (begun, found) in
        [("", "unknown field `step`"), ("{\"log\": \"3\"}\n", "invalid type"), ("hello\n", "expected value")]
    {
        let said = walker(4).read_log((begun.to_owned() + &text[11..]).as_bytes()).unwrap_err().to_string();
        let expected = "; expected the line with which a log begins, such as {\"log\": 3}";
        let begins = said.starts_with("line 1 of the log: ") && said.contains(found);
        assert!(begins && said.ends_with(expected), "{said}");
    }
}

#[test]
fn a_log_that_leads_elsewhere_is_refused_with_its_line() {
    let (_, text) = walked();
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: usize, other: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = other;
        lines.join("\n")
    };
    let refused = |text: &str| replayed(&mut walker(4), text).unwrap_err().to_string();
    let expect = |text: &str, line: usize, words: &str| {
        let said = refused(text);
        assert!(said.starts_with(&format!("line {line} of the log: ")) && said.contains(words), "{said}");
    };
    // Edited: another place of the touch, another text at the start, another step.
    expect(&with(3, &lines[2].replace("9.0", "8.0")), 4, "a line above was edited");
    expect(&with(2, &lines[1].replace(", 4,", ", 5,")), 3, "a line above was edited");
    expect(&with(3, &lines[2].replace("73", "74")), 3, "a line above was edited");
    expect(&with(4, &lines[3].replace("setTarget(element)", "setTarget(element, 1, 1)")), 5, "a line above was edited");
    // Out of order, left over, cut off, unknown, not loading.
    expect(&[lines[0], lines[1], lines[3], lines[2], lines[4]].join("\n"), 4, "step 73 comes after step 120");
    expect(&(text.clone() + lines[3]), 6, "after the line of the end");
    expect(&lines[..4].join("\n"), 5, "it was cut off");
    expect(&[lines[0], lines[2], lines[3], lines[4]].join("\n"), 2, "no text of the script cat.luau");
    expect(&with(3, "{\"step\":73,\"input\":\"jump\"}"), 3, "unknown variant `jump`");
    expect(&with(3, "{\"step\":73,\"input\":\"release\",\"by\":1}"), 3, "unknown field `by`");
    expect(&with(3, "{\"step\":73}"), 4, "after the line of the end");
    let reload = |text: &str| format!("{{\"step\":120,\"input\":{{\"reload\":{{\"script\":\"{text}\"}}}}}}");
    expect(&with(4, &reload("cat.luau\",\"text\":\"function process(")), 4, "the script does not load: cat.luau:1");
    expect(&with(4, &reload("dog.luau\",\"text\":\"")), 4, "no script of this name");
    let log = walker(4).read_log(text.as_bytes()).unwrap();
    assert_eq!(
        log.reached_by(100).unwrap_err().to_string(),
        "line 4 of the log: an input comes after 120 steps, but the run ends after 100; expected a run to step 120 at least"
    );
    assert!(log.reached_by(120).is_ok());
}

#[test]
fn a_log_of_other_files_names_the_file() {
    let (_, text) = walked();
    let other = |toml: &str, width: f32| {
        let world = crate::world_builder::builder(20.0, 10.0).ground(0.0, 0.0, width, 1.0).put("player", 3.0, 1.5);
        let toml = format!("{}\n[kinds.cat]\nscript = \"cat.luau\"\n{toml}", crate::world_builder::PLAYER);
        let world = world.put("cat", 9.0, 1.5).toml(&toml).script("cat.luau", "function process() end").build();
        world.read_log(text.as_bytes()).map(|log| log.len()).map_err(|error| error.to_string())
    };
    let changed =
        |file: &str| Err(format!("the file {file} has changed since the log was recorded; expected it as it was then"));
    assert_eq!(other("", 20.0), Ok(2));
    assert_eq!(other("", 19.0), changed("map.tmj"));
    assert_eq!(other("speed = 2.0", 20.0), changed("test.world.toml"));
    assert_eq!(other("speed = 2.0", 19.0), Err(BadLog::Other.to_string()));
}

/// Logs of the first version hold no texts: they are read, unless a new text shows that the file was changed since.
#[test]
fn a_run_from_a_snapshot_has_a_log_of_its_own() {
    let mut world = walker(4);
    run(&mut world, 50);
    world.reload("cat.luau", "function process(element)\n    local t = nil\n    t.x = 1\nend\n").unwrap();
    run(&mut world, 10);
    let saved = world.save().unwrap();
    world.resume(&saved).unwrap();
    run(&mut world, 30);
    touch(&mut world, 9.0, 1.5);
    run(&mut world, 30);
    let text = world.log_text();
    let mut again = walker(4);
    let log = again.read_log(text.as_bytes()).unwrap();
    assert!(again.replay(&log).unwrap_err().to_string().contains("expected to be resumed there"));
    again.resume(&saved).unwrap();
    for _ in 0..60 {
        again.replay(&log).unwrap();
        again.step();
    }
    again.replay(&log).unwrap();
    assert_eq!((again.hash(), again.failures().len()), (world.hash(), 1));
}
