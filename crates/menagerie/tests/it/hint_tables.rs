//! The files of `map --states`, `--graph` and `--save`, and the readers of hint tables that the documentation prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::cli::{file, folder, menagerie};

/// Levels of every family that has hint tables, with states that are lost, goals that go on, and many different
/// moves.
const LEVELS: &[&str] = &["@first-steps#7", "@doors#1", "@jugs", "@hanoi", "@peg-solitaire"];

/// The states, the moves and the hint table of a level.
struct Files {
    states: Vec<Value>,
    /// From, move, to.
    moves: Vec<(usize, String, usize)>,
    table: PathBuf,
}

fn files(dir: &Path, level: &str) -> Files {
    let path = |name: &str| dir.join(name).to_str().unwrap().to_owned();
    let (states, graph, table) = (path("states.jsonl"), path("moves.csv"), path("table.hints"));
    let said = menagerie(&["map", level, "--states", &states, "--graph", &graph, "--save", &table, "--json"]);
    assert_eq!(said.status, 0, "{said:?}");
    let lines = fs::read_to_string(&states).unwrap();
    let moves = fs::read_to_string(&graph).unwrap();
    let edge = |line: &str| {
        let (from, rest) = line.split_once(',').unwrap();
        let (name, to) = rest.rsplit_once(',').unwrap();
        (from.parse().unwrap(), name.trim_matches('"').to_owned(), to.parse().unwrap())
    };
    Files {
        states: lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        moves: moves.lines().skip(1).map(edge).collect(),
        table: table.into(),
    }
}

#[test]
fn distances_follow_from_the_moves_and_the_counts_of_the_map_from_the_distances() {
    let dir = folder("states");
    for level in LEVELS {
        let Files { states, moves, .. } = files(&dir, level);
        let goal = |state: &Value| (state["distance"] == json!(0)).then_some(0_u64);
        let mut left: Vec<Option<u64>> = states.iter().map(goal).collect();
        for distance in 0.. {
            let next: Vec<usize> =
                moves.iter().filter(|it| left[it.0].is_none() && left[it.2] == Some(distance)).map(|it| it.0).collect();
            next.iter().for_each(|&state| left[state] = Some(distance + 1));
            if next.is_empty() {
                break;
            }
        }
        let names = |from: usize, is_one: &dyn Fn(Option<u64>) -> bool| -> Vec<&str> {
            moves.iter().filter(|it| it.0 == from && is_one(left[it.2])).map(|it| &*it.1).collect()
        };
        for (number, state) in states.iter().enumerate() {
            let own = left[number];
            assert_eq!((&state["number"], &state["lost"]), (&json!(number), &json!(own.is_none())), "{level}");
            assert_eq!(state.get("distance").and_then(Value::as_u64), own, "{level}: {state}");
            let best = names(number, &|after| own > Some(0) && after.map(|after| after + 1) == own);
            let losing = names(number, &|after| own.is_some() && after.is_none());
            assert_eq!((&state["best"], &state["losing"]), (&json!(best), &json!(losing)), "{level}: {state}");
        }
        let counts = menagerie(&["map", level, "--json"]).json()["answer"]["distances"].clone();
        let count = |distance: u64| left.iter().filter(|left| **left == Some(distance)).count();
        let own: Vec<usize> = (0..counts.as_array().unwrap().len() as u64).map(count).collect();
        assert_eq!(counts, json!(own), "{level}");
    }
}

#[test]
fn states_go_to_standard_output_in_both_forms_and_hold_the_same() {
    let csv = menagerie(&["map", "@first-steps#1", "--states", "-", "--quiet"]);
    let rows = "number,state,distance,lost,best,losing\n\
                0,\"#####\n#@$.#\n#####\nTitle: One Push\n; 1 move and 1 push.\n\",1,false,right,\n\
                1,\"#####\n# @*#\n#####\nTitle: One Push\n; 1 move and 1 push.\n\",0,false,,\n";
    assert_eq!((csv.status, csv.out.as_str()), (0, rows));
    let lines = menagerie(&["map", "@first-steps#1", "--states", "-", "--states-form", "jsonl", "--quiet"]);
    let first: Value = serde_json::from_str(lines.out.lines().next().unwrap()).unwrap();
    let text = "#####\n#@$.#\n#####\nTitle: One Push\n; 1 move and 1 push.\n";
    let expected = json!({ "number": 0, "state": text, "distance": 1, "lost": false, "best": ["right"], "losing": [] });
    assert_eq!((first, lines.out.lines().count()), (expected, 2));
    let graph = menagerie(&["map", "@first-steps#1", "--graph", "-", "--quiet"]);
    assert_eq!(graph.out, "from,move,to\n0,right,1\n");
}

#[test]
fn what_cannot_be_written_is_refused_and_what_is_unfinished_leaves_no_file() {
    let dir = folder("states-refused");
    let out = dir.join("states.csv");
    let out = out.to_str().unwrap();
    let several = menagerie(&["map", "@first-steps", "--states", out]);
    assert_eq!(several.status, 2, "{several:?}");
    assert!(
        several.err.contains("--save, --states and --graph take the answer of one level; expected FILE#N"),
        "{several:?}"
    );
    assert_eq!(menagerie(&["map", "@flipper", "--states", out, "--graph", out]).status, 2);
    assert_eq!(menagerie(&["map", "@flipper", "--states-form", "csv"]).status, 2);
    for (level, memory, said) in [
        ("@first-steps#8", "1MiB", "and there are more states"),
        ("@eight", "1MiB", "the list of states needs about"),
        ("@lights-out-5x5", "1MiB", "the list of 2^23 boards needs about"),
    ] {
        let short = menagerie(&["map", level, "--states", out, "--memory", memory, "--quiet"]);
        assert_eq!(short.status, 12, "{short:?}");
        assert!((short.out.clone() + &short.err).contains(said), "{short:?}");
        assert!(short.err.contains("nothing was written with --states"), "{short:?}");
    }
    let few = menagerie(&["map", "@first-steps#8", "--save", out, "--nodes", "1000"]);
    assert_eq!((few.status, fs::read_dir(&dir).unwrap().count()), (12, 0), "{few:?}");
}

#[test]
fn hints_from_a_table_are_those_of_a_search_and_a_table_that_does_not_fit_is_refused() {
    let dir = folder("hint-tables");
    let Files { table, .. } = files(&dir, "@first-steps#2");
    let table = table.to_str().unwrap();
    for line in ["", "down", "right;right", "right;down", "down;down"] {
        let read = menagerie(&["hint", "@first-steps#2", "--moves", line, "--map", table, "--json"]);
        let searched = menagerie(&["hint", "@first-steps#2", "--moves", line, "--json"]);
        assert_eq!(read.status, searched.status, "{line}: {read:?} {searched:?}");
        if read.status == 0 {
            assert_eq!(read.json()["answer"], searched.json()["answer"], "{line}");
            assert_eq!(read.json()["method"], json!("a hint table of 100 records"));
        }
    }
    let another = menagerie(&["hint", "@first-steps#3", "--map", table]);
    assert!(another.status == 1 && another.err.contains("table of another level"), "{another:?}");
    let of_pebbles = menagerie(&["hint", "@eight", "--map", table]);
    assert!(of_pebbles.status == 1 && of_pebbles.err.contains("not a saved map"), "{of_pebbles:?}");
    let mut bytes = fs::read(table).unwrap();
    bytes[500] ^= 1;
    let damaged = file(&dir, "damaged.hints", bytes);
    let said = menagerie(&["hint", "@first-steps#2", "--map", &damaged]);
    assert!(said.status == 1 && said.err.contains("it is damaged: its checksum does not hold"), "{said:?}");
}

/// A block of code that the documentation prints.
fn printed(language: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hint-tables.md");
    let text = fs::read_to_string(docs).unwrap();
    let (_, block) = text.split_once(&format!("```{language}\n")).unwrap();
    block.split_once("```").unwrap().0.to_owned()
}

/// The states of a level with what a reader should say of each: `over` where there is no record, else what is known.
fn expected(states: &[Value], has_goals: bool) -> Vec<(String, String)> {
    let line = |state: &Value| {
        let best: Vec<&str> = state["best"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let said = match state["distance"].as_u64() {
            Some(0) if !has_goals => "over".to_owned(),
            Some(distance) => format!("{distance} {}", best.join(";")),
            None => "lost".to_owned(),
        };
        (state["state"].as_str().unwrap().to_owned(), said)
    };
    states.iter().map(line).collect()
}

/// What a reader says of each state, and the most bytes that one took.
fn compare(dir: &Path, level: &str, read: impl Fn(&Path, &str) -> String) {
    let Files { states, moves, table } = files(dir, level);
    let goes_on = moves.iter().any(|it| states[it.0]["distance"] == json!(0));
    // Moves of a list stand in the order in which they are first met, those of a row in that of the state.
    let sorted = |said: &str| {
        let (distance, best) = said.split_once(' ').unwrap_or((said, ""));
        let mut best: Vec<&str> = best.split(';').collect();
        best.sort_unstable();
        format!("{distance} {}", best.join(";"))
    };
    let expected = expected(&states, goes_on);
    let asked: Vec<&String> = expected.iter().map(|(state, _)| state).collect();
    let said = read(&table, &serde_json::to_string(&asked).unwrap());
    let mut lines = said.lines();
    for ((state, right), line) in expected.iter().zip(&mut lines) {
        assert_eq!(sorted(line), sorted(right), "{level}: {state}");
    }
    let most: u64 = lines.next().unwrap().parse().unwrap();
    let bytes = fs::metadata(&table).unwrap().len();
    // Half of the records, then half of those, and so on.
    assert!(most <= 20 * 16 && (bytes < 1000 || most < bytes / 4), "{level}: {most} of {bytes} bytes");
}

/// Asks a reader of all states, which are on standard input as a JSON list.
const IN_NODE: &str = r#"
import { open } from "node:fs/promises";
import { openHintTable } from "./reader.mjs";
const file = await open(process.argv[2]);
let read = 0;
const table = await openHintTable(async (at, length) => {
    read += length;
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
});
let text = "", most = 0;
for await (const piece of process.stdin) text += piece;
for (const state of JSON.parse(text)) {
    read = 0;
    const hint = await table.find(state);
    most = Math.max(most, read);
    console.log(hint === null ? "over" : hint.lost ? "lost" : `${hint.distance} ${hint.best.join(";")}`);
}
console.log(most);
"#;

fn run(command: &mut Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, input.as_bytes()));
    let said = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(said.status.success(), "{said:?}");
    String::from_utf8(said.stdout).unwrap()
}

#[test]
fn the_printed_reader_in_javascript_finds_every_state() {
    let dir = folder("hints-in-javascript");
    let reader = printed("js");
    assert!(reader.lines().count() <= 44, "{} lines", reader.lines().count());
    fs::write(dir.join("reader.mjs"), reader).unwrap();
    fs::write(dir.join("main.mjs"), IN_NODE).unwrap();
    for level in LEVELS {
        compare(&dir, level, |table, states| run(Command::new("node").arg(dir.join("main.mjs")).arg(table), states));
    }
}

/// The files that an app hands to a reader, a table and the text of a state as `run` prints it, and the hint there.
fn asked_by_an_app(dir: &Path) -> (PathBuf, PathBuf, Value) {
    let (table, state) = (dir.join("table.hints"), dir.join("state.txt"));
    menagerie(&["map", "@first-steps#2", "--save", &table.to_string_lossy(), "--quiet"]);
    let level = menagerie(&["run", "@first-steps#2", "down", "--json"]).json()["answer"]["level"].clone();
    fs::write(&state, level.as_str().unwrap()).unwrap();
    let hint = menagerie(&["hint", "@first-steps#2", "--moves", "down", "--json"]).json()["answer"].clone();
    (table, state, hint)
}

#[test]
fn the_printed_example_for_node_answers_the_text_that_run_prints() {
    let dir = folder("hints-in-node");
    fs::write(dir.join("reader.mjs"), printed("js")).unwrap();
    fs::write(dir.join("find.mjs"), printed("mjs")).unwrap();
    let (table, state, hint) = asked_by_an_app(&dir);
    let said = run(Command::new("node").arg(dir.join("find.mjs")).arg(table).arg(state), "");
    let expected = json!({ "lost": false, "distance": hint["moves_left"], "best": hint["best"] });
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap(), expected);
}

#[test]
fn the_printed_example_in_csharp_answers_the_text_that_run_prints() {
    let (Some(mcs), Some(mono)) = (testkit::data::program("mcs"), testkit::data::program("mono")) else { return };
    let dir = folder("hints-example-in-csharp");
    fs::write(dir.join("HintTable.cs"), printed("csharp")).unwrap();
    fs::write(dir.join("Find.cs"), printed("cs")).unwrap();
    let sources = ["-langversion:6", "-out:find.exe", "HintTable.cs", "Find.cs"];
    assert!(Command::new(mcs).args(sources).current_dir(&dir).status().unwrap().success());
    let (table, state, hint) = asked_by_an_app(&dir);
    let said = run(Command::new(&mono).arg(dir.join("find.exe")).arg(table).arg(state), "");
    let best: Vec<&str> = hint["best"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(said.trim_end(), format!("{} {}", hint["moves_left"], best.join("; ")));
}

/// Asks a reader of all states, which are lines of a file with `\n` for line ends.
const IN_CSHARP: &str = r#"
public static class Ask {
    sealed class Counted : System.IO.FileStream {
        public long Bytes;
        public Counted(string path) : base(path, System.IO.FileMode.Open, System.IO.FileAccess.Read) {}
        public override int Read(byte[] bytes, int at, int length) {
            Bytes += length;
            return base.Read(bytes, at, length);
        }
    }

    public static void Main(string[] arguments) {
        Counted file = new Counted(arguments[0]);
        HintTable table = new HintTable(file);
        long most = 0;
        foreach (string line in System.IO.File.ReadLines(arguments[1])) {
            string state = line.Replace("\\n", "\n");
            file.Bytes = 0;
            HintTable.Hint hint = table.Find(state);
            most = System.Math.Max(most, file.Bytes);
            string said = hint == null ? "over" : hint.Lost ? "lost" : hint.Distance + " " + string.Join(";", hint.Best);
            System.Console.WriteLine(said);
        }
        System.Console.WriteLine(most);
    }
}
"#;

#[test]
fn the_printed_reader_in_csharp_finds_every_state() {
    let (Some(mcs), Some(mono)) = (testkit::data::program("mcs"), testkit::data::program("mono")) else { return };
    let dir = folder("hints-in-csharp");
    fs::write(dir.join("Reader.cs"), printed("csharp") + IN_CSHARP).unwrap();
    let built = Command::new(mcs).args(["-langversion:6", "-out:ask.exe", "Reader.cs"]).current_dir(&dir).status();
    assert!(built.unwrap().success());
    for level in LEVELS {
        compare(&dir, level, |table, states| {
            let states: Vec<String> = serde_json::from_str(states).unwrap();
            let lines: String = states.iter().map(|state| state.replace('\n', "\\n") + "\n").collect();
            let list = file(&dir, "states.txt", lines);
            run(Command::new(&mono).arg(dir.join("ask.exe")).arg(table).arg(list), "")
        });
    }
}
