//! Tables as CSV and in pictures, of every family's answers and at any size; the best edits; the guide to the JSON.
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cli;

use crate::cli::{file, folder, menagerie};
use serde_json::Value;

/// Asks with `--csv` and gives the lines of the file.
fn csv(name: &str, arguments: &[&str]) -> Vec<String> {
    let path = folder(&format!("csv-{name}")).join("table.csv");
    let said = menagerie(&[arguments, &["--quiet", "--csv", path.to_str().unwrap()]].concat());
    assert!([0, 10].contains(&said.status), "{arguments:?}: {said:?}");
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_map_is_a_table_of_distances() {
    let lines = csv("map", &["map", "@eight"]);
    let answer = menagerie(&["map", "@eight", "--json"]).json()["answer"].clone();
    let counts: Vec<Value> = answer["distances"].as_array().unwrap().clone();
    let expected: Vec<String> =
        counts.iter().enumerate().map(|(distance, count)| format!("{distance},{count}")).collect();
    assert_eq!(lines[0], "distance,count");
    assert_eq!(lines[1..], expected);
}

#[test]
fn gains_are_a_table_of_every_edit() {
    let lines = csv("gains", &["improve", "@seed.lemmo"]);
    let answer = menagerie(&["improve", "@seed.lemmo", "--json"]).json()["answer"].clone();
    let map = ["#####.###.##", "###.#####.##", "#.####.#####"];
    let mut expected = vec!["row,column,edit,gain".to_owned()];
    for (row, tiles) in (1..).zip(map) {
        for (column, tile) in (1..).zip(tiles.chars()) {
            let gain = &answer["gains"][row - 1_usize][column - 1_usize];
            let edit = if tile == '#' { "remove" } else { "add" };
            expected.extend(gain.as_i64().map(|gain| format!("{row},{column},{edit},{gain}")));
        }
    }
    assert_eq!(lines, expected);
}

#[test]
fn gains_of_a_map_too_large_for_an_answer_are_written_as_they_are_found() {
    let dir = folder("csv-large");
    let (rows, columns) = (1001, 1000);
    let floor = |row: usize| -> String {
        (0..columns).map(|at| if (at + row).is_multiple_of(7) { '.' } else { '#' }).collect()
    };
    let mut text: String = (1..rows).map(|row| floor(row) + "\n").collect();
    text.push_str(&"$@".repeat(columns / 2));
    let level = file(&dir, "large.lemmo", text + "\n");
    let (table, plain) = (dir.join("gains.csv"), dir.join("gains.txt"));
    let named = ["--csv", table.to_str().unwrap(), "--out", plain.to_str().unwrap()];
    let said = menagerie(&[&["improve", &level, "--json"][..], &named].concat());
    let answer = said.json()["answer"].clone();
    assert_eq!((said.status, answer["gains"].clone()), (0, Value::Null), "{:?}", said.err);
    let table = fs::read_to_string(table).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("row,column,edit,gain"));
    let mut best = i64::MIN;
    let mut count = 0;
    let plain = fs::read_to_string(plain).unwrap();
    let gains = plain.lines().flat_map(|line| line.split(',')).filter(|gain| !gain.is_empty());
    for (line, gain) in lines.zip(gains) {
        let (_, own) = line.rsplit_once(',').unwrap();
        assert_eq!(own, gain, "{line}");
        best = best.max(own.parse().unwrap());
        count += 1;
    }
    assert_eq!(count, (rows - 1) * columns);
    assert_eq!(answer["top"][0]["gain"], best);
}

#[test]
fn every_kind_of_answer_has_a_table() {
    let tables: [(&str, &[&str], &[&str]); 17] = [
        ("presses", &["solve", "@flipper"], &["press,times", "1,1"]),
        ("sets", &["solve", "@lights-out-5x5", "--all"], &["set,press", "1,1"]),
        ("parity", &["solve", "@one-light"], &["cell,weight"]),
        ("quiet", &["reach", "@flipper"], &["kind,number,press", "cell,1,5", "cell,1,6"]),
        ("removals", &["solve", "@seed.lemmo"], &["row,column,gain", "3,4,4"]),
        ("count", &["count", "@seed.lemmo", "--at", "2,5,left"], &["starts,wins,arrivals", "24,20,4"]),
        ("starts", &["reach", "@seed.lemmo"], &["column,facing,row,column_end,wins", "1,left,4,"]),
        ("gaps", &["solve", "@serpent"], &["row,gap"]),
        ("path", &["solve", "@serpent", "--path"], &["step,row,column"]),
        ("live", &["solve", "@live"], &["start,cost"]),
        ("region", &["solve", "@cul-de-sac"], &["row,column"]),
        ("moves", &["solve", "@easy.pebble"], &["step,move"]),
        ("reach", &["reach", "@eight"], &["reachable", "true"]),
        ("hint", &["hint", "@seed.pebble"], &["move,moves_left", "3,16", "4,16", "10,16"]),
        ("program", &["solve", "@bunny-02"], &["program,tokens"]),
        ("run", &["run", "@flipper", "1;2"], &["over,solved,moves"]),
        ("lines", &["solve", "@jugs.luau", "--all"], &["solution,step,move", "1,1,fill the 5-litre jug"]),
    ];
    for (name, arguments, begin) in tables {
        let lines = csv(name, arguments);
        assert!(lines.len() > 1, "{name}: {lines:?}");
        // A later version may add columns after those that are there.
        assert!(lines[0].starts_with(begin[0]), "{name}: {lines:?}");
        for (line, begin) in lines[1..].iter().zip(&begin[1..]) {
            assert!(line.starts_with(begin), "{name}: {line}");
        }
    }
}

#[test]
fn several_files_are_a_row_each() {
    let dir = folder("csv-several");
    let bad = file(&dir, "bad.lemmo", "");
    let path = dir.join("table.csv");
    let files = ["@flipper", "@one-light", "@seed.lemmo", bad.as_str()];
    let said = menagerie(&[&["solve"], &files[..], &["--csv", path.to_str().unwrap()]].concat());
    assert_eq!(said.status, 3, "{said:?}");
    let text = fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "file,family,question,verdict,optimal,value,unit,answer,solution,nodes,seconds,score,error");
    assert!(lines[1].starts_with("@flipper,toggle,solve,found,true,"), "{text}");
    assert!(lines[2].starts_with("@one-light,toggle,solve,impossible,,,"), "{text}");
    assert!(
        lines[3].starts_with(
            "@seed.lemmo,lemmo,solve,found,true,24,wins,\"20 of 24 starts reach a treasure; at best 24 after removing one block"
        ),
        "{text}"
    );
    assert!(lines[4].starts_with(&format!("{bad},,,,,,,,,,,,")) && text.contains("bad.lemmo:1:1: "), "{text}");
}

#[test]
fn an_unfinished_answer_leaves_the_table_of_yesterday() {
    let path = folder("csv-unfinished").join("table.csv");
    fs::write(&path, "yesterday").unwrap();
    let said = menagerie(&["map", "@eight", "--nodes", "10", "--csv", path.to_str().unwrap()]);
    assert_eq!(said.status, 12, "{said:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "yesterday");
    assert!(said.err.contains("--csv"), "{said:?}");
}

#[test]
fn improve_tells_the_ten_best_edits_and_draws_the_gains() {
    let said = menagerie(&["improve", "@seed.lemmo"]);
    for line in ["the best 4 edits, by how many more starts win:", "  +4  add a block at row 1, column 6"] {
        assert!(said.out.lines().any(|one| one.trim() == line.trim()), "{line}: {}", said.out);
    }
    assert!(said.out.contains("-20"), "the gains are drawn: {}", said.out);
    let top = menagerie(&["improve", "@seed.lemmo", "--json"]).json()["answer"]["top"].clone();
    let first: Value = serde_json::from_str(r#"{"row": 1, "column": 6, "edit": "add", "gain": 4}"#).unwrap();
    assert_eq!((top.as_array().unwrap().len(), &top[0]), (4, &first));
}

#[test]
fn the_gains_of_a_wide_map_are_drawn_with_a_character_a_tile() {
    let dir = folder("wide-heat");
    let rows = ["#".repeat(30) + "." + &"#".repeat(39), "$".to_owned() + &"@".repeat(69)];
    let level = file(&dir, "wide.lemmo", rows.join("\n") + "\n");
    let said = menagerie(&["improve", &level]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("ninths of the greatest"), "{}", said.out);
    assert_eq!(said.out.lines().next().unwrap().chars().count(), 64, "{}", said.out);
}

/// Every question that got pictures with this table, by family.
const DRAWN: &[&[&str]] = &[
    &["map", "@eight"],
    &["map", "@jugs.luau"],
    &["count", "@seed.lemmo", "--at", "2,5,left"],
    &["count", "@jugs.luau"],
    &["reach", "@eight"],
    &["reach", "@seed.lemmo"],
    &["reach", "@flipper"],
    &["reach", "@jugs.luau"],
];

fn drawn(folder: &Path, arguments: &[&str], kind: &str) -> Vec<u8> {
    let path = folder.join(format!("{}.{kind}", arguments.join("-").replace(['@', ',', ' '], "")));
    let said = menagerie(&[arguments, &["--quiet", &format!("--{kind}"), path.to_str().unwrap()]].concat());
    assert_eq!(said.status, 0, "{arguments:?}: {said:?}");
    fs::read(path).unwrap()
}

#[test]
fn maps_counts_and_reaches_are_drawn() {
    let folder = folder("drawn");
    for arguments in DRAWN {
        let svg = String::from_utf8(drawn(&folder, arguments, "svg")).unwrap();
        roxmltree::Document::parse(&svg).unwrap();
        #[cfg(feature = "raster")]
        {
            assert!(drawn(&folder, arguments, "png").starts_with(b"\x89PNG\r\n"));
            assert!(drawn(&folder, arguments, "gif").starts_with(b"GIF89a"));
        }
    }
    let histogram = String::from_utf8(drawn(&folder, &["map", "@eight"], "svg")).unwrap();
    assert_eq!(histogram.matches("<rect class=\"path\"").count(), 32, "a bar for each distance");
    assert!(histogram.contains(">24047<") && histogram.contains("181440 states"));
    let singles = String::from_utf8(drawn(&folder, &["reach", "@flipper"], "svg")).unwrap();
    assert!(singles.contains(">5, 6, 8, 9<"), "the presses that change cell 1 alone");
}

#[test]
fn a_map_is_a_histogram_on_a_terminal_too() {
    let said = menagerie(&["map", "@eight"]);
    let longest = said.out.lines().find(|line| line.contains("24047  ")).unwrap();
    assert_eq!(longest.matches('█').count(), 40, "{}", said.out);
}

#[test]
fn a_world_is_shown_as_svg_png_and_gif() {
    let folder = folder("world-drawn");
    assert!(drawn(&folder, &["world", "show", "@savanna"], "svg").starts_with(b"<svg"));
    #[cfg(feature = "raster")]
    {
        assert!(drawn(&folder, &["world", "show", "@savanna"], "png").starts_with(b"\x89PNG\r\n"));
        assert!(drawn(&folder, &["world", "show", "@savanna"], "gif").starts_with(b"GIF89a"));
        assert!(drawn(&folder, &["world", "run", "@tower", "--steps", "30"], "png").starts_with(b"\x89PNG\r\n"));
    }
}

/// Width and height of an SVG document.
fn size(svg: &[u8]) -> (f64, f64) {
    let text = String::from_utf8(svg.to_vec()).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let side = |name| document.root_element().attribute(name).unwrap().parse().unwrap();
    (side("width"), side("height"))
}

#[test]
fn long_film_strips_are_pages() {
    let folder = folder("strips");
    for arguments in [
        &["solve", "@hanoi.luau"][..],
        &["run", "@bunny-04", "LOOP{F R F L}"],
        &["solve", "@bunny-12"],
        &["world", "run", "@savanna", "--steps", "60"],
        &["world", "run", "@tower", "--steps", "60"],
    ] {
        let (width, height) = size(&drawn(&folder, arguments, "svg"));
        let proportion = height / width;
        assert!((0.4..1.75).contains(&proportion), "{arguments:?}: {width} x {height}");
    }
}

/// The commands of the guide that end in `jq`, each with what it prints.
fn examples(guide: &str) -> Vec<(String, String)> {
    let blocks = guide.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut examples: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => examples.push((command.to_owned(), String::new())),
            (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
            (None, None) => {}
        }
    }
    examples
}

#[test]
fn the_guide_to_the_json_prints_what_it_says() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md")).unwrap();
    let examples = examples(&guide);
    assert!(examples.len() >= 5, "{examples:?}");
    if !Command::new("jq").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("not tested: jq is not installed");
        return;
    }
    let own = Path::new(env!("CARGO_BIN_EXE_menagerie")).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
    for (command, output) in examples {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("PATH", &path).env("MENAGERIE_CACHE", cli::cache());
        let said = shell.output().unwrap();
        assert_eq!(
            String::from_utf8(said.stdout).unwrap(),
            output,
            "{command}: {}",
            String::from_utf8_lossy(&said.stderr)
        );
    }
}
