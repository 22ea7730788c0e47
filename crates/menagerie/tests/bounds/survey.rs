//! Surveys of files and folders: the table, what stands after a kill, and the workers of a shared queue. Published
//! games are data beside the project (`testkit::data`).
//!
//! `./test` surveys a few of them; the campaign `surveys` all demos and a hundred games of the corpus.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::cli::{CliOutput, MENAGERIE, fed, file, folder, menagerie};
use serde_json::{Value, json};
use testkit::data;
use testkit::redis::RedisServer;
use testkit::server::{LONG, Process, Server};

const ONE: &str = "title = \"one\"\nboard = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";
const TWO: &str = "board = \"1x2\"\nmoves = [\"10\", \"01\"]\nstart = \"11\"\n";
const NEVER: &str = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"10\"\n";
/// Eighty moves, too many for the nodes that tests allow.
const FIFTEEN: &str = r#"board = "grid 4x4"
plates = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "-"]
pebbles = ["-", "12", "9", "13", "15", "11", "10", "14", "3", "7", "2", "5", "4", "8", "6", "1"]
"#;

/// The columns of a table about `solve`: those of every table, then those that answers declare, by their names.
const HEADER: &str = "file,level,sha256,family,question,verdict,value,unit,optimal,at_least,moves,nodes,seconds,\
    bytes,error,unchanged,title,author,solution,method,confirmed_by,confirmed_at_least,proof,answer_value,box_changes,\
    box_lines,cost,distance,fewest_moves,fewest_pushes,fewest_solutions,nullity,player_lines,positions_drawn,\
    positions_lost,positions_won,pushes,pushing_sessions,rank,rule,solutions,starts,\
    tokens,walk,wins";

/// A folder of levels that are solved, impossible, unfinished, and not valid.
fn levels(name: &str) -> String {
    let folder = folder(name);
    std::fs::create_dir_all(folder.join("levels/deep/.hidden")).unwrap();
    let folder = folder.join("levels");
    file(&folder, "b.toggle", format!("{ONE}---\n{TWO}---\n{NEVER}---\nboard = 7\n"));
    file(&folder, "deep/a, \"quoted\".pebble", FIFTEEN);
    file(&folder, "deep/broken.lemmo", "no level at all");
    file(&folder, "deep/.hidden/x.toggle", ONE);
    file(&folder, "notes.txt", "no level");
    folder.to_str().unwrap().to_owned()
}

fn lines(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A table without what differs between two runs of the same survey.
fn lasting(path: &Path) -> Vec<Value> {
    let mut rows = lines(path);
    for row in &mut rows {
        row.as_object_mut().unwrap().retain(|column, _| column != "seconds" && column != "bytes");
        if let Some(Value::Object(spent)) = row.pointer_mut("/answer/spent") {
            spent.retain(|cost, _| cost == "nodes");
        }
    }
    rows
}

#[test]
fn every_level_has_a_row_whatever_becomes_of_it() {
    let levels = levels("survey_rows");
    let out = Path::new(&levels).with_file_name("table.jsonl");
    let said = menagerie(&["survey", &levels, "--nodes", "20000", "--jsonl", out.to_str().unwrap()]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(
        said.out.starts_with("5 levels of 3 files: 2 found (2 proven best), 1 impossible, 1 unfinished, 2 errors\n"),
        "{said:?}"
    );
    let rows = lines(&out);
    let short = |row: &Value| {
        let name = row["file"].as_str().unwrap().strip_prefix(&levels).unwrap().to_owned();
        (name, row["level"].clone(), row["verdict"].clone(), row["value"].clone(), row["error"].is_string())
    };
    let expected = [
        ("/b.toggle", json!(1), json!("found"), json!(1), false),
        ("/b.toggle", json!(2), json!("found"), json!(2), false),
        ("/b.toggle", json!(3), json!("impossible"), json!(null), false),
        ("/b.toggle", json!(4), json!(null), json!(null), true),
        ("/deep/a, \"quoted\".pebble", json!(1), json!("unfinished"), json!(null), false),
        ("/deep/broken.lemmo", json!(null), json!(null), json!(null), true),
    ];
    assert_eq!(
        rows.iter().map(short).collect::<Vec<_>>(),
        expected.map(|(name, level, verdict, moves, failed)| (name.to_owned(), level, verdict, moves, failed))
    );
    // What the verb solve says of the same levels.
    for row in rows.iter().filter(|row| row["error"].is_null()) {
        let name = format!("{}#{}", row["file"].as_str().unwrap(), row["level"]);
        let answer = menagerie(&["solve", &name, "--nodes", "20000", "--json", "--no-cache", "--threads", "1"]).json();
        assert_eq!(answer["verdict"], row["verdict"]);
        assert_eq!((&answer["spent"]["nodes"], &answer["family"]), (&row["nodes"], &row["family"]), "{name}");
        assert_eq!(answer["answer"]["at_least"], row["at_least"], "{name}");
    }
    assert_eq!(rows[4]["sha256"].as_str().unwrap(), hash(&Path::new(&levels).join("deep/a, \"quoted\".pebble")));
    assert!(!out.with_extension("jsonl.partial").exists());
}

/// The SHA-256 of a file, by another program.
fn hash(path: &Path) -> String {
    let said = Command::new("sha256sum").arg(path).output().unwrap();
    // An escaped name has a backslash before the line.
    let line = String::from_utf8(said.stdout).unwrap();
    line.trim_start_matches('\\').split(' ').next().unwrap().to_owned()
}

#[test]
fn a_lemmo_level_has_both_of_its_authors_numbers_as_columns() {
    let names = "family,unchanged,value,optimal,starts,wins,rank";
    let survey = |names: &str| menagerie(&["survey", "@seed.lemmo", "--csv", "-", "--columns", names, "--quiet"]);
    let said = survey(names);
    assert!(said.out.starts_with(&format!("{names}\nlemmo,20,24,true,24,20,\n")), "{said:?}");
    let unknown = survey("file,wert");
    assert!(
        unknown.status == 2 && unknown.err.contains("no column 'wert'; expected some of file, level,"),
        "{unknown:?}"
    );
}

#[test]
fn fields_that_are_marked_are_columns() {
    let table = |arguments: &[&str]| -> Vec<Value> {
        let said = menagerie(&[&["survey", "--jsonl", "-", "--quiet"], arguments].concat());
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let rows = table(&["@flipper", "@first-steps#1"]);
    let answer = menagerie(&["solve", "@flipper", "--json"]).json()["answer"].clone();
    assert_eq!((&rows[1]["rank"], &rows[1]["nullity"]), (&answer["rank"], &answer["nullity"]), "{}", rows[1]);
    assert!(answer["rank"].is_u64() && rows[0]["rank"].is_null(), "{}", rows[0]);
    // The states of a map are not those that the work took.
    let map = menagerie(&["map", "@eight", "--json", "--no-cache"]).json()["answer"].clone();
    let rows = table(&["@eight", "--question", "map"]);
    assert_eq!(rows[0]["states"], map["states"]);
    assert_eq!((&rows[0]["largest"], &rows[0]["mean"]), (&map["largest"], &map["mean"]));
    // A list has no cell: the best starts under the live rule.
    let rows = table(&["@serpent", "--rule", "live"]);
    assert_eq!(
        (&rows[0]["rule"], &rows[0]["starts"], &rows[0]["cost"]),
        (&json!("live"), &json!(null), &rows[0]["value"])
    );
}

#[test]
fn a_count_has_the_number_that_was_asked_for() {
    for (more, expected) in [(&["--at", "2,5,left"][..], "found,17,"), (&[], "found,20,")] {
        let said =
            menagerie(&[&["survey", "@arrivals", "--question", "count", "--csv", "-", "--quiet"], more].concat());
        assert!(said.out.contains(&format!(",lemmo,count,{expected}")), "{said:?}");
    }
}

#[test]
fn a_table_is_csv_or_goes_to_standard_output() {
    let levels = levels("survey_csv");
    let said = menagerie(&["survey", &levels, "--nodes", "20000", "--csv", "-"]);
    assert!(said.status == 0 && said.err.contains("5 levels of 3 files"), "{said:?}");
    let rows: Vec<&str> = said.out.lines().collect();
    assert_eq!((rows[0], rows.len()), (HEADER, 7));
    assert!(rows[1].contains("/b.toggle,1,") && rows[1].contains(",toggle,solve,found,1,presses,true,"), "{}", rows[1]);
    assert!(rows[5].contains("/deep/a, \"\"quoted\"\".pebble\",1,"), "{}", rows[5]);
}

#[test]
fn a_survey_takes_files_choices_and_standard_input() {
    let levels = levels("survey_paths");
    let (file, choice) = (format!("{levels}/b.toggle"), format!("{levels}/b.toggle#2"));
    // A level that is named twice is asked once.
    for (paths, count) in [(vec![&*file], 4), (vec![&*choice], 1), (vec![&choice, &file, &choice], 4)] {
        let said = menagerie(&[&["survey", "--json", "--nodes", "20000"], &*paths].concat());
        assert_eq!((&said.json()["totals"]["levels"], &said.json()["totals"]["files"]), (&json!(count), &json!(1)));
    }
    let said = fed(&["survey", "-", "--family", "toggle", "--csv", "-"], format!("{ONE}---\n{TWO}").as_bytes());
    assert!(said.out.contains("\n-,2,"), "{said:?}");
    let said = menagerie(&["survey", "@flipper", "--question", "hint", "--csv", "-"]);
    assert!(said.out.contains("@flipper,1,") && said.out.contains(",toggle,hint,found,"), "{said:?}");
    let said = menagerie(&["survey", &format!("{levels}/deep"), "--family", "toggle", "--csv", "-"]);
    assert_eq!(said.out.matches(",toggle,").count(), 2, "{said:?}");
}

#[test]
fn what_cannot_be_surveyed_is_refused_at_once() {
    let levels = levels("survey_refused");
    let empty = folder("survey_empty");
    let missing = format!("{levels}/nothing.toggle");
    for (arguments, status, expected) in [
        (vec![&*missing], 1, "nothing.toggle: "),
        (vec![empty.to_str().unwrap()], 2, "holds no file of levels"),
        (vec![&*levels, "--question", "run"], 2, "possible values: solve"),
        (vec![&*levels, "--csv", "a", "--jsonl", "b"], 2, "cannot be used with"),
        (vec![&*levels, "--csv", &*levels], 1, "is a directory"),
        (vec![&*levels, "--redis", "redis://127.0.0.1:1", "--threads", "2"], 2, "cannot be used with"),
        (vec![&*levels, "--redis", "redis://127.0.0.1:1"], 1, "cannot be reached"),
        (vec![&*levels, "--redis", "nonsense"], 1, "address of Redis"),
    ] {
        let said = menagerie(&[&["survey"], &*arguments].concat());
        assert_eq!(said.status, status, "{said:?}");
        assert!(said.err.to_lowercase().contains(&expected.to_lowercase()), "{said:?}");
    }
    // An option that a family does not have is the row's error.
    let said = menagerie(&["survey", &format!("{levels}/b.toggle#1"), "--within", "3", "--csv", "-"]);
    assert!(said.status == 0 && said.out.contains("within"), "{said:?}");
}

#[test]
fn faces_that_open_no_files_say_so() {
    let said = menagerie(&["repl", "--eval", "survey('games')"]);
    assert!(said.status == 1 && said.err.contains("on the command line: menagerie survey PATH"), "{said:?}");
    let help = menagerie(&["repl", "--eval", "help('survey')"]);
    assert!(help.out.contains("a verb of the command line, not of the prompt"), "{help:?}");
    let server = Server::start(MENAGERIE.path(), &[]);
    let (status, said) = server.post("/api/v1/ask", &json!({"family": "toggle", "level": ONE, "question": "survey"}));
    assert!(
        status == 400 && said["detail"].as_str().unwrap().contains("there is no question 'survey'"),
        "{status} {said}"
    );
    let said = fed(&["play", "--plain", "@flipper"], b"survey games\nquit\n");
    assert!(said.status == 0 && said.out.contains("'survey games' cannot be played"), "{said:?}");
}

#[test]
fn an_unfinished_table_is_taken_up_where_key_and_header_agree() {
    let levels = levels("survey_partial");
    let out = Path::new(&levels).with_file_name("table.jsonl");
    let partial = out.with_file_name("table.jsonl.partial");
    let survey = |more: &[&str]| menagerie(&[&["survey", &levels, "--jsonl", out.to_str().unwrap()], more].concat());
    assert_eq!(survey(&["--nodes", "20000"]).status, 0);
    let whole = lines(&out);
    let declared: Vec<&str> = HEADER.split(',').skip_while(|name| *name != "proof").skip(1).collect();
    let header = format!(
        r#"{{"survey":"solve","asked":{{}},"limits":{{"nodes":20000,"bytes":1073741824,"millis":31536000000}},"version":"{}","columns":{},"whole":true}}"#,
        env!("CARGO_PKG_VERSION"),
        json!(declared)
    );
    // A row whose text tells it from one that was asked again.
    let mut marked = whole[1].clone();
    marked["nodes"] = json!(77);
    let torn = &whole[0].to_string()[..50];
    std::fs::write(&partial, format!("{header}\n{}\n{torn}", ordered(&marked))).unwrap();
    let said = survey(&["--nodes", "20000"]);
    assert!(said.status == 0 && said.err.contains("1 row is finished"), "{said:?}");
    assert_eq!(lines(&out)[1]["nodes"], 77);
    assert_eq!((lines(&out).len(), partial.exists()), (6, false));
    // A level whose text has changed, and other limits, are asked.
    std::fs::write(
        &partial,
        format!("{header}\n{}\n", ordered(&marked).replace(marked["sha256"].as_str().unwrap(), "0")),
    )
    .unwrap();
    assert_eq!(survey(&["--nodes", "20000"]).status, 0);
    assert_eq!(lines(&out)[1]["nodes"], whole[1]["nodes"]);
    std::fs::write(&partial, format!("{header}\n{}\n", ordered(&marked))).unwrap();
    let said = survey(&["--nodes", "20001"]);
    assert!(said.status == 0 && said.err.contains("the survey starts anew"), "{said:?}");
    assert_eq!(lines(&out)[1]["nodes"], whole[1]["nodes"]);
    // Another's file stays as it is.
    std::fs::write(&partial, "my notes\n").unwrap();
    let said = survey(&["--nodes", "20000"]);
    assert!(said.status == 1 && said.err.contains("not the file of an unfinished survey"), "{said:?}");
    assert_eq!(std::fs::read_to_string(&partial).unwrap(), "my notes\n");
}

#[cfg(unix)]
#[test]
fn an_interrupted_survey_keeps_its_rows_and_no_other_writes_beside_it() {
    let levels = levels("survey_interrupted");
    let out = Path::new(&levels).with_file_name("table.jsonl");
    let arguments = ["survey", &levels, "--threads", "1", "--jsonl", out.to_str().unwrap()];
    let child = MENAGERIE.command(arguments).spawn().unwrap();
    let (partial, begun) = (out.with_file_name("table.jsonl.partial"), Instant::now());
    // The next level is the one that takes long.
    while finished(&partial).len() < 3 {
        assert!(begun.elapsed() < LONG, "no three rows");
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = menagerie(&arguments);
    assert!(second.status == 1 && second.err.contains("another survey writes to this file"), "{second:?}");
    std::thread::sleep(Duration::from_millis(200));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let said = child.wait_with_output().unwrap();
    let err = String::from_utf8(said.stderr).unwrap();
    assert!(killed.success() && said.status.code() == Some(12) && said.stdout.is_empty(), "{err}");
    assert!(err.contains("interrupted after 4 of 5 levels; the same command goes on from the finished rows"), "{err}");
    assert!(!out.exists() && finished(&partial).len() == 3);
}

/// A row as the program writes it: the columns in their order.
fn ordered(row: &Value) -> String {
    let cells = HEADER.split(',').map(|name| format!("\"{name}\":{}", row[name]));
    format!("{{{}}}", cells.collect::<Vec<_>>().join(","))
}

/// So many demos and games of the corpus, as files; `None` where they are missing.
fn games(folder: &Path) -> Option<()> {
    let (demos, corpus) = (data::lines("puzzlescript/demos.jsonl.gz")?, data::lines("puzzlescript/corpus.jsonl.gz")?);
    let most = testkit::campaign::cases(12).end as usize;
    let demos = demos.iter().take(most).map(|game| ("demo", game));
    let games = demos.chain(corpus.iter().take(most).map(|game| ("corpus", game)));
    for (number, (set, game)) in games.enumerate() {
        file(folder, &format!("{set}-{number:03}.puzzlescript"), game["source"].as_str().unwrap());
    }
    Some(())
}

/// The folder of the published games, and the table of a survey of them that nothing disturbs; `None` where they are
/// missing.
fn undisturbed() -> Option<&'static (PathBuf, Vec<Value>)> {
    static TABLE: OnceLock<Option<(PathBuf, Vec<Value>)>> = OnceLock::new();
    let survey = || {
        // Each test may run in a process of its own.
        let folder = folder(&format!("survey_games_{}", std::process::id()));
        let (levels, table) = (folder.join("games"), folder.join("table.jsonl"));
        std::fs::create_dir(&levels).unwrap();
        games(&levels)?;
        run(&of_games(&levels, &table));
        Some((levels, lasting(&table)))
    };
    TABLE.get_or_init(survey).as_ref()
}

/// The arguments of a survey of published games, with limits by nodes under which it takes about a minute.
fn of_games(games: &Path, out: &Path) -> Vec<String> {
    ["survey", games.to_str().unwrap(), "--nodes", "2000", "--memory", "256MiB", "--jsonl", out.to_str().unwrap()]
        .map(str::to_owned)
        .into()
}

/// Runs a survey to its end.
fn run(arguments: &[String]) -> CliOutput {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = menagerie(&arguments);
    assert_eq!(said.status, 0, "{said:?}");
    said
}

/// The rows of a journal, its last line only where it is whole.
fn finished(partial: &Path) -> BTreeMap<(String, u64), Value> {
    let text = std::fs::read_to_string(partial).unwrap_or_default();
    let rows = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).skip(1);
    let rows: Vec<Value> = rows.map(|row| serde_json::from_str(row).unwrap()).collect();
    rows.into_iter()
        .map(|row| ((row["file"].as_str().unwrap().to_owned(), row["level"].as_u64().unwrap()), row))
        .collect()
}

/// Ten kills, at tenths of the levels.
#[test]
fn a_survey_that_is_killed_ten_times_ends_with_the_table_of_an_undisturbed_one() {
    let Some((levels, rows)) = undisturbed() else { return };
    assert!(rows.len() > 60, "{} rows", rows.len());
    let folder = folder("survey_killed");
    let killed = folder.join("killed.jsonl");
    let partial = folder.join("killed.jsonl.partial");
    let mut kept = BTreeMap::new();
    for kill in 1..=10 {
        let mut child =
            MENAGERIE.command(of_games(levels, &killed)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let goal = rows.len() * kill / 12;
        while finished(&partial).len() < goal {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!killed.exists());
        let now = finished(&partial);
        // What was finished before was neither lost nor asked again: its seconds are the same.
        assert!(kept.iter().all(|(level, row)| now.get(level) == Some(row)));
        kept = now;
    }
    run(&of_games(levels, &killed));
    assert!(!partial.exists());
    assert_eq!(lasting(&killed), *rows);
    let last: BTreeMap<_, _> = lines(&killed)
        .into_iter()
        .map(|row| ((row["file"].as_str().unwrap().to_owned(), row["level"].as_u64().unwrap_or(0)), row))
        .collect();
    assert!(kept.iter().all(|(level, row)| last[level] == *row));
}

fn worker(redis: &RedisServer) -> Process {
    let mut command = MENAGERIE.command(["worker", "--slots", "1", "--no-cache", "--redis", &redis.address()]);
    Process::start(command.stderr(Stdio::null()))
}

#[test]
fn two_workers_of_which_one_is_killed_give_the_table_of_this_machine() {
    let Some((levels, rows)) = undisturbed() else { return };
    let folder = folder("survey_workers");
    let shared = folder.join("shared.jsonl");
    let redis = RedisServer::start(&[]);
    let (mut first, second) = (worker(&redis), worker(&redis));
    let mut arguments = of_games(levels, &shared);
    arguments.extend(["--redis".into(), redis.address()]);
    let child = MENAGERIE.command(&arguments).spawn().unwrap();
    let (partial, begun) = (folder.join("shared.jsonl.partial"), Instant::now());
    while finished(&partial).len() < rows.len() / 5 {
        assert!(begun.elapsed() < LONG, "not a fifth of the rows");
        std::thread::sleep(Duration::from_millis(5));
    }
    first.kill();
    let said = child.wait_with_output().unwrap();
    assert!(said.status.success(), "{said:?}");
    drop(second);
    assert_eq!(lasting(&shared), *rows);
}
