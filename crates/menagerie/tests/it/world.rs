//! `menagerie world` as a user runs it; each run is a process of its own, with its own layout of addresses.
use std::fs;

use crate::cli::{folder, menagerie};
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
    let empty = fs::read_to_string(path("empty.log")).unwrap();
    // As one writes it by hand: without hashes. The last line of a log is its end.
    let end = empty.trim_end().rfind('\n').unwrap() + 1;
    let inputs = "{\"step\":10,\"input\":{\"touch\":{\"x\":30.0,\"y\":1.5}}}\n{\"step\":90,\"input\":\"release\"}\n";
    let touched = format!("{}{inputs}{{\"step\":120}}\n", &empty[..end]);
    fs::write(path("in.log"), &touched).unwrap();
    let still = run(&["@savanna", "--steps", "120"]);
    let played = run(&["@savanna", "--steps", "120", "--replay", &path("in.log"), "--record", &path("out.log")]);
    assert_ne!(still["hash"], played["hash"]);
    let out = fs::read_to_string(path("out.log")).unwrap();
    let inputs: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        inputs.iter().map(|line| &line["step"]).collect::<Vec<_>>(),
        [&Value::Null, &0.into(), &0.into(), &10.into(), &90.into(), &120.into()]
    );
    // The log says how long the run is.
    assert_eq!(run(&["@savanna", "--replay", &path("out.log")])["hash"], played["hash"]);
    assert_eq!(run(&["@savanna", "--steps", "120", "--replay", &path("out.log")])["hash"], played["hash"]);
    let again = run(&["@savanna", "--replay", &path("out.log"), "--record", &path("again.log")]);
    assert_eq!((&again["steps"], fs::read_to_string(path("again.log")).unwrap()), (&120.into(), out.clone()));
    let refused = |name: &str, log: &str, more: &[&str], words: &str| {
        fs::write(path(name), log).unwrap();
        let log = path(name);
        let said = menagerie(&[&["world", "run", "@savanna", "--replay", &log], more].concat());
        assert!(said.status == 3 && said.err.contains(words), "{said:?}");
    };
    let whole: Vec<&str> = out.lines().collect();
    let unsorted = [whole[0], whole[1], whole[2], whole[4], whole[3], whole[5]].join("\n");
    refused("unsorted.log", &unsorted, &[], "line 5 of the log: step 10 comes after step 90");
    refused("edited.log", &out.replace("30.0", "29.0"), &[], "line 5 of the log: after 90 steps the hash is ");
    refused(
        "left.log",
        &out,
        &["--steps", "50"],
        "line 5 of the log: an input comes after 90 steps, but the run ends after 50",
    );
    fs::write(path("bad.log"), "nothing").unwrap();
    assert_eq!(menagerie(&["world", "run", "@savanna", "--replay", &path("bad.log")]).status, 3);
}

#[test]
fn pictures_words_and_limits() {
    let folder = folder("world-show");
    let svg = folder.join("strip.svg").display().to_string();
    run(&["@farmyard", "--steps", "60", "--svg", &svg]);
    let drawn = fs::read_to_string(&svg).unwrap();
    assert_eq!(drawn.matches("<g transform").count(), 6, "a group for each frame");
    assert!(drawn.contains("step 60") && drawn.ends_with("</svg>\n"));
    let shown = menagerie(&["world", "show", "@tower"]);
    assert!(shown.status == 0 && shown.out.contains("40 squirrels, steered by squirrel.luau"), "{shown:?}");
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
    refused("map = \"bad.tmx\"\n", "bad.tmx:1:13: ");
    refused("map = \"my.tmj\"\n", "class 'cat' is no kind; expected a kind");
    refused("map = \"my.tmj\"\n[kinds.cat]\nscript = \"cat.luau\"\n", "cat.luau:2:1: ");
    refused("map = \"my.tmj\"\n[kinds.cat]\neats = [\"dog\"]\n", "no kind of this world");
    refused("map = \"my.tmj\"\n[kinds.cat]\nradius = -1\n", "expected a radius");
    fs::write(path("cat.luau"), "function process(element)\n    error(\"hiss\")\nend").unwrap();
    fs::write(&world, "map = \"my.tmj\"\n[kinds.cat]\nscript = \"cat.luau\"\n").unwrap();
    let errors = run(&[&world, "--steps", "2"])["errors"].clone();
    assert_eq!((errors[0]["script"].clone(), errors[0]["line"].clone()), ("cat.luau".into(), 2.into()));
}

/// A world of two cats and a fish whose script prints; the path of its definition.
fn cats(name: &str) -> String {
    let folder = folder(name);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write(
        "cat.luau",
        "function process(element)\n    if game.time() == 0 then print(\"I am\", element.id) end\n    \
         if element.id == 1 then game.setTarget(element, 19, 1) end\nend\n",
    );
    write(
        "cats.tmx",
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"10\" tilewidth=\"1\" tileheight=\"1\">\
         <objectgroup name=\"ground\"><object x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>\n\
         <objectgroup name=\"clouds\"/>\
         <objectgroup name=\"objects\"><object type=\"cat\" name=\"Tom, \u{201c}the cat\u{201d}\" x=\"3\" y=\"8.6\"><point/></object>\
         <object type=\"cat\" x=\"9\" y=\"8.6\"><point/></object><object type=\"fish\" x=\"6\" y=\"8.6\"><point/></object></objectgroup></map>",
    );
    write(
        "cats.world.toml",
        "title = \"Cats\"\nmap = \"cats.tmx\"\n[[ends]]\nwhen = { none_left = \"fish\" }\nresult = \"won\"\nsays = \"no fish is left\"\n\
         [kinds.cat]\neats = [\"fish\"]\nscript = \"cat.luau\"\n[kinds.fish]\nnature = \"item\"\nradius = 0.2\n",
    );
    folder.join("cats.world.toml").display().to_string()
}

#[test]
fn a_run_says_who_is_where_what_was_printed_who_was_eaten_and_how_it_ended() {
    let world = cats("world-events");
    let said = menagerie(&["world", "run", &world, "--steps", "600"]);
    assert_eq!(said.status, 0, "{said:?}");
    for wanted in [
        "it ended after step ",
        ", won: no fish is left\n",
        "What happened:\n  step 0, cat 1 prints: I am 1\n  step 0, cat 2 prints: I am 2\n",
        ", cat 1 eats: fish 3\n",
        "Who is where, in metres:\n  cat 1 'Tom, \u{201c}the cat\u{201d}' at x ",
        ", ate 1\n  cat 2 at x 9.00, y 1.40\n  fish 3 was eaten\n",
    ] {
        assert!(said.out.contains(wanted), "{wanted:?} in {}", said.out);
    }
    assert!(said.err.contains("cats.tmx:2:1: layer 'clouds' is not read"), "{}", said.err);
    let answer = run(&[&world, "--steps", "600"]);
    assert_eq!((&answer["result"]["kind"], &answer["result"]["step"]), (&"won".into(), &answer["step"]));
    assert_eq!(answer["events"][1]["text"], "I am 2");
    assert_eq!((&answer["elements"][2]["fate"], &answer["elements"][0]["eaten"]), (&"was eaten".into(), &1.into()));
    assert_eq!((&answer["unread"][0]["line"], &answer["events_left_out"]), (&2.into(), &0.into()));
    let shown = menagerie(&["world", "show", &world]);
    assert!(shown.out.contains("it is won when no fish is left\n"), "{shown:?}");
}

#[test]
fn a_trace_has_a_row_an_animal_and_step() {
    let world = cats("world-trace");
    let folder = folder("world-trace-out");
    let path = folder.join("trace.csv").display().to_string();
    let answer = run(&[&world, "--steps", "40", "--trace", &path]);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("step,element,kind,name,x,y,turn,target_x,target_y,facing,eaten,says,stopped,memory")
    );
    let rows: Vec<&str> = lines.collect();
    assert_eq!(rows.len(), 2 * 41, "the fish has no row");
    assert!(rows[0].starts_with("0,1,cat,\"Tom, \u{201c}the cat\u{201d}\",3,1.39"), "{}", rows[0]);
    assert!(rows.iter().all(|row| row.ends_with(",false,")), "nothing is kept");
    let last: Vec<&str> = rows[81].split(',').collect();
    assert_eq!((last[0], last[1], last[4].parse().ok()), ("40", "2", answer["elements"][1]["x"].as_f64()));
    // What a script keeps is the last field.
    let keeps = "function process(element)\n  element.memory = { count = (element.memory.count or 0) + 1, say = \"a, b\" }\nend";
    fs::write(std::path::Path::new(&world).with_file_name("cat.luau"), keeps).unwrap();
    run(&[&world, "--steps", "40", "--trace", &path]);
    let text = fs::read_to_string(&path).unwrap();
    let kept: Vec<&str> = text.lines().filter(|row| row.ends_with("}\"")).collect();
    assert_eq!(kept.len(), 2 * 40);
    assert!(kept[79].ends_with(",false,\"{ say = \"\"a, b\"\", count = 40 }\""), "{}", kept[79]);
    let nowhere = menagerie(&["world", "run", &world, "--trace", "/nowhere/trace.csv"]);
    assert!(nowhere.status == 1 && nowhere.err.contains("trace.csv"), "{nowhere:?}");
}

/// The status of a run is words about the animals, and says when there is nothing left to do.
#[test]
fn a_run_says_what_is_going_on_and_when_it_has_run_dry() {
    let world = cats("world-status");
    let said = menagerie(&["world", "run", &world, "--steps", "0"]).out;
    assert!(said.lines().nth(1) == Some("2 cats, 1 fish"), "{said}");
    let ended = menagerie(&["world", "run", &world, "--steps", "600"]).out;
    assert!(
        ended.lines().nth(1).unwrap().starts_with("2 cats, no fish is left; cats ate 1; it ended after step "),
        "{ended}"
    );
    // Without a goal the world goes on, and has nothing left to do.
    let text = fs::read_to_string(&world).unwrap();
    let (head, kinds) = (text.split("[[ends]]").next().unwrap(), text.split("[kinds.cat]").nth(1).unwrap());
    fs::write(&world, format!("{head}[kinds.cat]{kinds}")).unwrap();
    let endless = run(&[&world, "--steps", "600"]);
    assert_eq!((&endless["dry"], &endless["result"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(endless["words"], "2 cats, no fish is left; cats ate 1; nothing is left to eat");
    assert_eq!(run(&[&world, "--steps", "0"])["dry"], false);
}

#[test]
fn a_map_in_the_place_of_a_world_file_is_told_what_it_needs() {
    let said = menagerie(&["world", "run", "maps/valley.tmx"]);
    assert_eq!(said.status, 2, "{said:?}");
    for words in [
        "maps/valley.tmx: this is a map",
        "such as maps/valley.world.toml",
        "map = \"valley.tmx\"",
        "nature = \"player\"",
    ] {
        assert!(said.err.contains(words), "{words} in {}", said.err);
    }
}
