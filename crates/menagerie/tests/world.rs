//! `menagerie world` as a user runs it; each run is a process of its own, with its own layout of addresses.
#![allow(clippy::unwrap_used)]

mod desk;

use std::fs;

use desk::{folder, menagerie};
use serde_json::Value;

fn run(arguments: &[&str]) -> Value {
    let said = menagerie(&[&["world", "run", "--json", "--quiet"], arguments].concat());
    assert_eq!(said.status, 0, "{said:?}");
    said.json()["answer"].clone()
}

#[test]
fn two_processes_agree_and_a_saved_run_goes_on_as_one() {
    let folder = folder("world-save");
    let save = folder.join("half.save").display().to_string();
    for name in ["@savanna", "@farmyard", "@tower"] {
        let whole = run(&[name, "--steps", "400"]);
        assert_eq!((whole["steps"].clone(), whole["errors"].clone()), (400.into(), Value::Array(vec![])));
        assert_eq!(run(&[name, "--steps", "400"])["hash"], whole["hash"]);
        let half = run(&[name, "--steps", "150", "--save", &save]);
        assert_ne!(half["hash"], whole["hash"]);
        let rest = run(&[name, "--steps", "250", "--resume", &save]);
        assert_eq!((rest["steps"].clone(), rest["step"].clone()), (250.into(), 400.into()));
        assert_eq!(rest["hash"], whole["hash"], "{name}");
    }
    let foreign = menagerie(&["world", "run", "@savanna", "--resume", &save]);
    assert_eq!(foreign.status, 3, "{foreign:?}");
}

#[test]
fn a_log_replays_and_is_recorded_again() {
    let folder = folder("world-log");
    let path = |name: &str| folder.join(name).display().to_string();
    run(&["@savanna", "--steps", "1", "--record", &path("empty.log")]);
    let head = fs::read_to_string(path("empty.log")).unwrap();
    let touched =
        head + "{\"step\":10,\"input\":{\"touch\":{\"x\":30.0,\"y\":1.5}}}\n{\"step\":90,\"input\":\"release\"}\n";
    fs::write(path("in.log"), &touched).unwrap();
    let still = run(&["@savanna", "--steps", "120"]);
    let played = run(&["@savanna", "--steps", "120", "--replay", &path("in.log"), "--record", &path("out.log")]);
    assert_ne!(still["hash"], played["hash"]);
    assert_eq!(fs::read_to_string(path("out.log")).unwrap(), touched);
    assert_eq!(run(&["@savanna", "--steps", "120", "--replay", &path("out.log")])["hash"], played["hash"]);
    fs::write(path("bad.log"), "nothing").unwrap();
    assert_eq!(menagerie(&["world", "run", "@savanna", "--replay", &path("bad.log")]).status, 3);
}

#[test]
fn pictures_words_and_limits() {
    let folder = folder("world-show");
    let svg = folder.join("strip.svg").display().to_string();
    run(&["@farmyard", "--steps", "60", "--svg", &svg]);
    let drawn = fs::read_to_string(&svg).unwrap();
    assert_eq!(drawn.matches("<g ").count(), 6);
    assert!(drawn.contains("step 60") && drawn.ends_with("</svg>\n"));
    let shown = menagerie(&["world", "show", "@tower"]);
    assert!(shown.status == 0 && shown.out.contains("40 × squirrel, steered by squirrel.luau"), "{shown:?}");
    let cut = menagerie(&["world", "run", "@tower", "--nodes", "25", "--json"]);
    assert_eq!((cut.status, cut.json()["answer"]["steps"].clone()), (12, 25.into()));
    assert_eq!(menagerie(&["world", "show", "@moon"]).status, 2);
    assert_eq!(menagerie(&["world", "show", "nowhere.world.toml"]).status, 1);
}

#[cfg(feature = "raster")]
#[test]
fn a_film_of_a_run_is_bounded() {
    let folder = folder("world-film");
    let path = folder.join("run.gif").display().to_string();
    for (steps, images) in [("60", 11), ("1200", 121)] {
        run(&["@tower", "--steps", steps, "--gif", &path]);
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"GIF89a") && bytes.len() < 8 << 20, "{} bytes", bytes.len());
        let [width, height] = [6, 8].map(|at| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]])));
        assert!((250_000..270_000).contains(&(width * height)), "{width} x {height}");
        assert_eq!(bytes.windows(3).filter(|part| part == b"\x21\xf9\x04").count(), images);
    }
}

#[test]
fn wrong_files_are_refused_with_file_and_line() {
    let folder = folder("world-wrong");
    let path = |name: &str| folder.join(name).display().to_string();
    let world = path("my.world.toml");
    let refused = |text: &str, part: &str| {
        fs::write(&world, text).unwrap();
        let said = menagerie(&["world", "run", &world]);
        assert!(said.status == 3 && said.err.contains(part), "{part}: {said:?}");
    };
    fs::write(path("my.tmj"), "{\"width\":4,\"height\":4,\"tilewidth\":8,\"tileheight\":8,\n\"layers\":[{\"name\":\"objects\",\"objects\":[{\"class\":\"cat\",\"x\":8,\"y\":8}]}]}").unwrap();
    fs::write(path("cat.luau"), "\nfunction process(element) x = = 1 end").unwrap();
    fs::write(path("bad.tmj"), "{\n  \"width\": nine\n}").unwrap();
    fs::write(path("bad.tmx"), "<map><layer></map>").unwrap();
    refused("map = \"my.tmj\"\nseed = \"one\"\n", "my.world.toml:2:8: ");
    refused("title = \"x\"\n", "missing field `map`");
    refused("map = \"my.tmj\"\nmop = 1\n", "my.world.toml:2:1: ");
    refused("map = \"none.tmj\"\n", "none.tmj:1:1: ");
    refused("map = \"../my.tmj\"\n", "expected a name without");
    refused("map = \"bad.tmj\"\n", "bad.tmj:2:");
    refused("map = \"bad.tmx\"\n", "bad.tmx:1:1: ");
    refused("map = \"my.tmj\"\n", "class 'cat'; expected a kind");
    refused("map = \"my.tmj\"\n[kinds.cat]\nscript = \"cat.luau\"\n", "cat.luau:2:1: ");
    refused("map = \"my.tmj\"\n[kinds.cat]\neats = [\"dog\"]\n", "no kind of this world");
    refused("map = \"my.tmj\"\n[kinds.cat]\nradius = -1\n", "expected a radius");
    fs::write(path("cat.luau"), "function process(element)\n    error(\"hiss\")\nend").unwrap();
    fs::write(&world, "map = \"my.tmj\"\n[kinds.cat]\nscript = \"cat.luau\"\n").unwrap();
    let errors = run(&[&world, "--steps", "2"])["errors"].clone();
    assert_eq!((errors[0]["script"].clone(), errors[0]["line"].clone()), ("cat.luau".into(), 2.into()));
}
