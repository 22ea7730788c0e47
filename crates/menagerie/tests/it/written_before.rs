//! What an older version has written is read by this one: queues with jobs under way, saved games, stored answers, logs
//! and snapshots of a world. `tests/fixtures/README.md` says how the files were made.

#![cfg(target_os = "linux")]
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli;

use crate::cli::{Said, fed, file, folder, menagerie};
use rusqlite::Connection;
use serde_json::{Value, json};
use testkit::server::Server;

/// The exit status of `verify` for an answer that does not hold.
const REFUSED: i32 = 4;
/// The exit status for a file that cannot be read as what it should be.
const INVALID: i32 = 3;
/// At most this many numbers of an answer are damaged, one at a time.
const DAMAGED: usize = 6;

/// Numbers that no check covers: bounds where a limit struck, and the size of a search (`docs/json.md`).
const UNCHECKED: &[&str] = &["at_least", "at_most", "compositions", "walk"];
/// Any cell is a certificate for this board, so that another cell is one too.
const MANY_CERTIFICATES: &str = "king-unsolvable.solve.json";

fn fixture(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1").join(part)
}

/// The files of a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths.sort();
    paths
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn verify(level: &str, answer: &str) -> Said {
    menagerie(&["verify", level, answer, "--partly"])
}

/// The JSON pointers of all numbers in a value.
fn numbers(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(at.to_owned()),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, item)| numbers(item, &format!("{at}/{index}"), found));
        }
        Value::Object(object) => object.iter().for_each(|(name, item)| numbers(item, &format!("{at}/{name}"), found)),
        _ => {}
    }
}

/// The pointers of the numbers in an answer and its proof, at most [`DAMAGED`] of them, evenly spread.
fn damageable(answer: &Value) -> Vec<String> {
    let mut found = Vec::new();
    ["answer", "proof"].iter().for_each(|part| numbers(&answer[part], &format!("/{part}"), &mut found));
    found.retain(|at| !UNCHECKED.contains(&at.rsplit('/').next().unwrap()));
    let step = found.len().div_ceil(DAMAGED).max(1);
    found.into_iter().step_by(step).collect()
}

/// The answer with one more in this place.
fn damaged(answer: &Value, at: &str) -> Value {
    let mut damaged = answer.clone();
    let number = damaged.pointer_mut(at).unwrap();
    *number = match number.as_i64() {
        Some(whole) => (whole + 1).into(),
        None => (number.as_f64().unwrap() + 1.0).into(),
    };
    damaged
}

/// A stored answer holds, and none of its numbers can be changed.
fn holds_and_resists(folder: &Path, level: &str, path: &Path) {
    let said = verify(level, text(path));
    assert_eq!(said.status, 0, "{}: {said:?}", path.display());
    if path.ends_with(MANY_CERTIFICATES) {
        return;
    }
    let answer: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let places = damageable(&answer);
    let mut lies: Vec<Value> = places.iter().map(|at| damaged(&answer, at)).collect();
    if lies.is_empty() {
        // Nothing in it is a number that is checked: it claims more than it can show.
        lies.push(answer.clone());
        lies[0]["verdict"] = "impossible".into();
    }
    for (index, lie) in lies.iter().enumerate() {
        let said = verify(level, &file(folder, "damaged.json", lie.to_string()));
        // An answer of another verdict has another form.
        let refused = if places.is_empty() { vec![REFUSED, INVALID] } else { vec![REFUSED] };
        assert!(refused.contains(&said.status), "{} at {:?}: {said:?}", path.display(), places.get(index));
    }
}

/// Checks every stored answer of a family.
fn family_holds(family: &str) {
    let own = folder(&format!("written-answers-{family}"));
    let kept = fixture("answers").join(family);
    let answers = files(&kept, "json");
    assert!(answers.len() >= 10, "{family}: {}", answers.len());
    for path in answers {
        let name = path.file_name().unwrap().to_str().unwrap();
        let extension = if family == "script" { "luau" } else { family };
        let level = kept.join(name.split('.').next().unwrap()).with_extension(extension);
        holds_and_resists(&own, text(&level), &path);
    }
}

/// One test for each family, so that they run beside each other.
macro_rules! families {
    ($($family:ident)*) => {
        /// Stored answers of each family hold, and damaged ones do not.
        mod stored_answers {
            $(#[test]
            fn $family() {
                super::family_holds(stringify!($family));
            })*
        }
    };
}
families!(toggle pebble lemmo wall bunny script);

/// A save's head: the value after a name.
fn field<'a>(save: &'a str, name: &str) -> &'a str {
    save.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).unwrap_or_default()
}

#[test]
fn saves_open_at_their_position() {
    let own = folder("written-saves");
    let saves = files(&fixture("saves"), "save");
    assert_eq!(saves.len(), 8);
    for path in saves {
        let save = fs::read_to_string(&path).unwrap();
        let again = own.join("again.save");
        let said = fed(
            &["play", "--plain", "--resume", text(&path)],
            format!("save {}\nundo\nredo\nquit\n", again.display()).as_bytes(),
        );
        assert_eq!(said.status, 0, "{}: {said:?}", path.display());
        // Version 2 names the level, which is that of the file here.
        let (family, stem) = (field(&save, "family"), path.file_stem().unwrap().to_str().unwrap());
        let head = format!("menagerie save 1\nfamily: {family}\n");
        let now = save.replacen(&head, &format!("menagerie save 2\nfamily: {family}\nname: {stem}\n"), 1);
        assert_eq!(fs::read_to_string(&again).unwrap(), now, "{}", path.display());
        // The same moves lead there on the same level.
        let (family, role) = (field(&save, "family"), field(&save, "role"));
        let level = file(&own, &format!("level.{family}"), save.split_once("level:\n").unwrap().1);
        let moves: Vec<&str> = field(&save, "moves").split("; ").collect();
        let list = serde_json::to_string(&moves).unwrap();
        let now = menagerie(&["run", &level, &list, "--as", role, "--family", family, "--json"]).json();
        let words = now["answer"]["words"].as_str().unwrap_or_default();
        assert!(family == "bunny" || (!words.is_empty() && said.out.contains(words)), "{words}: {said:?}");
        let count = format!("\n{} move", moves.len());
        assert!(said.out.contains(&count), "{count}: {said:?}");
        // The version that wrote the save said where it leads.
        let stored = path.with_extension("json");
        let held = menagerie(&["verify", &level, text(&stored), "--family", family, "--partly"]);
        assert_eq!(held.status, 0, "{}: {held:?}", stored.display());
        let then: Value = serde_json::from_str(&fs::read_to_string(&stored).unwrap()).unwrap();
        for name in ["end", "level", "over", "solved", "moves", "complete", "tokens"] {
            assert_eq!(now["answer"][name], then["answer"][name], "{}: {name}", path.display());
        }
    }
}

/// A file of the run by the present version of the rules of worlds.
fn third(part: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v3/world").join(part)
}

/// The hash at the end of a run of the farmyard.
fn world(arguments: &[&str]) -> Value {
    let definition = third("farmyard.world.toml");
    let said = menagerie(&[&["world", "run", text(&definition), "--json", "--quiet"], arguments].concat());
    assert_eq!(said.status, 0, "{said:?}");
    said.json()["answer"]["hash"].clone()
}

#[test]
fn a_log_replays_to_its_hash_and_a_snapshot_goes_on() {
    let own = folder("written-world");
    let (log, save) = (third("farmyard.log"), third("farmyard.save"));
    let expected: Value = serde_json::from_str(&fs::read_to_string(third("farmyard.json")).unwrap()).unwrap();
    let again = own.join("again.log");
    let steps = expected["steps"].to_string();
    let hash = world(&["--steps", &steps, "--replay", text(&log), "--record", text(&again)]);
    assert_eq!(hash, expected["hash"]);
    assert_eq!(fs::read_to_string(&again).unwrap(), fs::read_to_string(&log).unwrap());
    assert_ne!(world(&["--steps", &steps]), hash, "the log changes the run");
    assert_eq!(world(&["--steps", "100", "--resume", text(&save)]), expected["hash_after_100_more"]);
    // Another place or moment of a touch leads elsewhere, and is noticed.
    let kept = fs::read_to_string(&log).unwrap();
    for (whole, other) in
        [("\"x\":34.0", "\"x\":20.0"), ("\"step\":90", "\"step\":91"), ("\"step\":120", "\"step\":121")]
    {
        let changed = kept.replacen(whole, other, 1);
        assert_ne!(changed, kept, "{whole}");
        let definition = third("farmyard.world.toml");
        let run = ["world", "run", text(&definition), "--steps", &steps, "--replay", &file(&own, "other.log", changed)];
        let refused = menagerie(&run);
        assert!(refused.status == INVALID && refused.err.contains("a line above was edited"), "{whole}: {refused:?}");
    }
    let foreign = file(&own, "foreign.log", kept.replacen("\"world\":\"", "\"world\":\"f", 1));
    assert_eq!(menagerie(&["world", "run", "@farmyard", "--replay", &foreign]).status, INVALID);
}

#[test]
fn logs_and_snapshots_by_older_rules_are_refused_by_their_version() {
    for version in [1, 2] {
        let of = |part: &str| {
            let folder = format!("tests/fixtures/v{version}/world");
            Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(part)
        };
        for (option, part, said) in [
            (
                "--replay",
                "farmyard.log",
                format!("the log is of version {version}, whose inputs lead elsewhere; expected"),
            ),
            ("--resume", "farmyard.save", format!("the snapshot is of version {version}, from which worlds go on")),
        ] {
            let refused = menagerie(&["world", "run", text(&of("farmyard.world.toml")), option, text(&of(part))]);
            assert!(refused.status == INVALID && refused.err.contains(&said), "{refused:?}");
        }
    }
}

/// A job as the version that wrote the queue saw it.
struct Kept {
    id: String,
    state: String,
    /// Where it was asked: `/ask` or `/hint`.
    path: String,
    /// The request.
    body: Value,
    /// The answer of a job that was over.
    result: Value,
}

/// Copies the queue; what had ended is as old as a moment, since jobs that are over are kept for a day.
fn queue(data: &Path) -> Vec<Kept> {
    let path = data.join("queue.sqlite");
    fs::copy(fixture("queue/queue.sqlite"), &path).unwrap();
    let file = Connection::open(&path).unwrap();
    file.execute_batch(
        "UPDATE runs SET over = CAST(strftime('%s', 'now') AS INTEGER) WHERE over IS NOT NULL;
         UPDATE answers SET since = CAST(strftime('%s', 'now') AS INTEGER);",
    )
    .unwrap();
    // The level of a run that is not over; what is over has only its answer.
    let level = |id: &str| -> Value {
        let sql = "SELECT task FROM jobs JOIN runs ON runs.id = jobs.run WHERE jobs.id = ?1";
        let task: String = file.query_row(sql, [id], |row| row.get(0)).unwrap();
        serde_json::from_str::<Value>(&task).unwrap()["level"].clone()
    };
    let read = |line: &str| {
        let job: Value = serde_json::from_str(line).unwrap();
        let own = |name: &str| job[name].as_str().unwrap().to_owned();
        let mut body = job["body"].clone();
        if body.get("level").is_none() {
            body["level"] = level(&own("id"));
        }
        Kept { id: own("id"), state: own("state"), path: own("path"), body, result: job["result"].clone() }
    };
    fs::read_to_string(fixture("queue/jobs.jsonl")).unwrap().lines().map(read).collect()
}

/// Whether an answer is to what was asked through the API.
fn answers_what_was_asked(job: &Kept, answer: &Value) {
    let kind = if job.path == "/hint" { "hint" } else { job.body["question"].as_str().unwrap() };
    assert_eq!((&answer["family"], &answer["question"]), (&job.body["family"], &kind.into()), "{}", job.id);
    let mut asked = job.body["options"].as_object().cloned().unwrap_or_default();
    asked.retain(|name, _| !["nodes", "time", "memory"].contains(&name.as_str()));
    for name in ["moves", "role"] {
        asked.extend(job.body.get(name).map(|value| (name.to_owned(), value.clone())));
    }
    assert_eq!(answer["asked"], Value::Object(asked), "{}", job.id);
}

#[test]
fn jobs_under_way_are_finished_and_those_that_are_over_are_kept() {
    let data = folder("written-queue");
    let jobs = queue(&data);
    let count = |state: &str| jobs.iter().filter(|job| job.state == state).count();
    assert_eq!(["done", "running", "queued", "cancelled"].map(count), [3, 2, 22, 1]);
    let server = Server::start_in(cli::MENAGERIE.path(), &data, &["--slots", "1"]);
    for job in &jobs {
        let over = server.over(&job.id);
        if job.state == "cancelled" {
            assert_eq!(over["state"], "cancelled", "{over}");
            continue;
        }
        assert_eq!((&over["state"], &over["error"]), (&"done".into(), &Value::Null), "{}: {over}", job.id);
        if job.state == "done" {
            assert_eq!(over["result"], job.result, "{}", job.id);
        }
        answers_what_was_asked(job, &over["result"]);
        let family = job.body["family"].as_str().unwrap();
        let level = file(&data, &format!("level.{family}"), job.body["level"].as_str().unwrap());
        let answer = file(&data, "answer.json", over["result"].to_string());
        let said = menagerie(&["verify", &level, &answer, "--family", family, "--partly"]);
        assert_eq!(said.status, 0, "{}: {said:?}", over["result"]);
    }
    // An answer that was final is given again, seconds and all, to whoever asks the same.
    let done = jobs.iter().find(|job| job.state == "done").unwrap();
    let (status, answer) = server.post("/api/v1/ask", &done.body);
    assert_eq!((status, &answer), (200, &done.result));
    let (status, job) = server.post_with(
        "/api/v1/ask",
        &json!({"family": "toggle", "level": done.body["level"], "options": {"count": true}}),
        "Prefer: wait=30\r\n",
    );
    assert_eq!((status, &job["verdict"]), (200, &"found".into()), "{job}");
}
