//! Scripts that do not end while they are loaded, on every verb that reads one: `--time`, Ctrl-C and SIGTERM end them.
#![cfg(unix)]
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli;

use crate::cli::{CliOutput, fed, file, folder, menagerie};
use serde_json::json;
use testkit::server::Server;

/// The time allowed in these tests, and what a run may take beyond it on the busiest machine. A machine with nothing
/// else to do needs a tenth of a second.
const TIME: &str = "300ms";
const LATE: Duration = Duration::from_secs(20);

/// What never ends, by what it does.
const ENDLESS: &[(&str, &str)] = &[
    ("a loop", "while true do end"),
    ("caught loops", "while true do pcall(function() while true do end end) end"),
    ("a buffer filled", "local b = buffer.create(1e6) for i = 1, 1e9 do buffer.fill(b, 0, i % 256) end"),
    ("a backtracking pattern", "return ('a'):rep(1e5):find(('.-'):rep(20) .. 'b')"),
];

/// All of them: one for each way in which a function is called.
fn every_script() -> Vec<(String, String)> {
    let calls = [
        "table.insert(t, 1, 1) table.remove(t)",
        "table.remove(t, 1) table.insert(t, 1)",
        "table.find(t, 2)",
        "table.clear(e)",
        "table.maxn(e)",
        "table.concat(t)",
        "table.clone(t)",
        "table.move(t, 1, 60000, 1)",
        "table.sort(t)",
        "table.unpack(t)",
        "table.foreach(t, getmetatable)",
        "table.foreachi(t, getmetatable)",
        "table.create(60000, 1)",
        "table.pack(unpack(t))",
        "math.max(unpack(t))",
        "select(-1, unpack(t))",
        "assert(unpack(t))",
        "bit32.bor(unpack(t))",
        "utf8.char(unpack(t))",
        "string.char(unpack(t))",
        "string.sub(s, 2)",
        "string.byte(s, 1, 60000)",
        "string.lower(s)",
        "string.upper(s)",
        "string.reverse(s)",
        "string.rep(s, 2)",
        "string.format('%s', s)",
        "string.find(s, 'ab', 1, true)",
        "string.find(s, '.-b')",
        "string.find(s, '%b()')",
        "string.match(s, '(a*)%1b')",
        "string.gsub(s, 'a', 'b')",
        "string.gmatch(s, '.*')()",
        "string.split(s, 'b')",
        "string.split(s, 'ba')",
        "string.pack('z', s)",
        "string.packsize((' '):rep(60000))",
        "string.unpack('c999999', s)",
        "tonumber(s)",
        "tostring(s)",
        "utf8.len(s)",
        "utf8.codepoint(s, 1, 60000)",
        "utf8.offset(s, 900000)",
        "buffer.fill(b, 0, 1)",
        "buffer.copy(b, 0, b)",
        "buffer.tostring(b)",
        "buffer.fromstring(s)",
        "buffer.readstring(b, 0, 1e6)",
        "buffer.writestring(b, 0, s)",
        "coroutine.wrap(function() coroutine.yield(unpack(t)) end)()",
        "pcall(error, s)",
        "print(s)",
        "local _ = s .. 'b'",
        "local _ = s < s2",
        "local _ = #t",
        "next(e)",
        "for _ in pairs(e) do end",
    ];
    let setup = "local s, b, t, e = ('a'):rep(1e6), buffer.create(1e6), table.create(6e4, 1), table.create(6e4)\n\
                 local s2 = s .. 'b'\n";
    let loops = calls.map(|call| (call.to_owned(), format!("{setup}while true do {call} end")));
    let named = ENDLESS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    named.chain(loops).chain(every_function()).collect()
}

/// A script for each function that a script can reach: called for ever with whatever might make it work long.
fn every_function() -> Vec<(String, String)> {
    let list = "local names = {} for name, value in pairs(_G) do \
        if type(value) == 'function' then table.insert(names, name) end \
        for inner, value in pairs(if type(value) == 'table' and value ~= _G then value else {}) do \
        if type(value) == 'function' then table.insert(names, name .. '.' .. inner) end end end \
        local half = #names // 2 \
        return { name = 'names', start = 0, moves = function() return {} end, solved = function() return true end, \
        goal = table.concat(names, ' ', 1, half), rules = table.concat(names, ' ', half + 1) }";
    let shown = menagerie(&["show", &file(&folder("hostile-names"), "names.luau", list), "--json"]).json();
    let names = ["goal", "rules"].map(|half| shown["answer"][half].as_str().unwrap().to_owned()).join(" ");
    let setup = "local s, t, b = ('a'):rep(1e5), table.create(3e4, 1), buffer.create(1e5)\n";
    let calls =
        ["", ", s", ", t", ", b", ", s, 1, -1", ", t, 1, 30000", ", t, 1, 1", ", s, s, s", ", b, 0, b", ", 1e6, t"];
    let script = |name: &str| {
        let calls: String = calls.iter().map(|rest| format!("pcall(f{rest}) ")).collect();
        (name.to_owned(), format!("{setup}local f = {name}\nwhile true do {calls}end"))
    };
    names.split(' ').map(script).collect()
}

/// Every verb that reads a level, with this file in its place.
fn verbs(level: &str) -> Vec<Vec<String>> {
    let eval = format!("load({level:?})");
    [
        &["show", level] as &[&str],
        &["play", "--plain", level],
        &["check", level],
        &["check", "--par", level],
        &["solve", level],
        &["solve", level, level],
        &["count", level],
        &["reach", level],
        &["map", level],
        &["hint", level],
        &["run", level, "on"],
        &["verify", level, "-"],
        &["repl", level],
        &["repl", "--eval", &eval],
    ]
    .iter()
    .map(|verb| verb.iter().map(|&part| part.to_owned()).collect())
    .collect()
}

/// Runs a verb under a limit of time; what it said, and how long it took.
fn timed(arguments: &[String]) -> (CliOutput, Duration) {
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(["--time", TIME]);
    let begun = Instant::now();
    (fed(&arguments, b""), begun.elapsed())
}

/// The words of the deadline, and of the limits that may strike before it.
const LATE_WORDS: &[&str] = &["the time allowed is over"];
const LIMIT_WORDS: &[&str] =
    &["the time allowed is over", "used up its fuel", "not enough memory", "more than 16 MiB are printed at once"];

/// What is wrong with the end of a run that should end with one of these words, if anything is.
fn flaw(name: &str, arguments: &[String], (said, took): &(CliOutput, Duration), words: &[&str]) -> Option<String> {
    let ended = words.iter().any(|words| said.err.contains(words));
    let right = ended && *took < LATE && !said.err.contains("bug") && matches!(said.status, 1 | 12);
    (!right).then(|| format!("{name}: {} took {took:?}: {said:?}", arguments.join(" ")))
}

#[test]
fn time_ends_a_script_that_loads_on_every_verb() {
    let folder = folder("hostile-time");
    let mut wrong = Vec::new();
    let level = file(&folder, "loop.luau", ENDLESS[0].1);
    for arguments in verbs(&level) {
        wrong.extend(flaw("a loop", &arguments, &timed(&arguments), LATE_WORDS));
    }
    for (name, text) in ENDLESS {
        let level = file(&folder, "one.luau", text);
        let arguments = ["solve".to_owned(), level];
        wrong.extend(flaw(name, &arguments, &timed(&arguments), LIMIT_WORDS));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "two hundred scripts on every verb: a quarter of an hour"]
fn time_ends_every_script_on_every_verb() {
    let folder = folder("hostile-every");
    let mut wrong = Vec::new();
    let scripts = every_script();
    assert!(scripts.len() >= 200, "{}", scripts.len());
    for (name, text) in &scripts {
        let level = file(&folder, "one.luau", text);
        for arguments in verbs(&level) {
            wrong.extend(flaw(name, &arguments, &timed(&arguments), LIMIT_WORDS));
        }
    }
    println!("{} scripts", scripts.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A world of forty animals that do `text`: together they have fuel for more than the time allowed.
fn world(folder: &std::path::Path, text: &str) -> String {
    let cats = vec![json!({"type": "cat", "x": 2, "y": 2, "point": true}); 40];
    let layers = json!([{"name": "objects", "objects": cats}]);
    let map = json!({"width": 9, "height": 9, "tilewidth": 1, "tileheight": 1, "layers": layers});
    file(folder, "my.tmj", map.to_string());
    file(folder, "cat.luau", text);
    file(folder, "my.world.toml", "map = \"my.tmj\"\n[limits]\nfuel = 10000000\n[kinds.cat]\nscript = \"cat.luau\"\n")
}

#[test]
fn time_ends_the_scripts_of_a_world_while_they_load_and_within_a_step() {
    let folder = folder("hostile-world");
    for text in ["while true do end", "function process(element) while true do end end"] {
        let world = world(&folder, text);
        for verb in [&["world", "run", &world, "--steps", "3"] as &[&str], &["world", "show", &world]] {
            let arguments: Vec<String> = verb.iter().map(|&part| part.to_owned()).collect();
            let ended = timed(&arguments);
            let said = &ended.0;
            // A world is shown before its first step.
            if verb[1] == "show" && text.starts_with("function") {
                assert_eq!(said.status, 0, "{said:?}");
                continue;
            }
            // A script that loads ends by its fuel on a machine that is quick enough.
            if text.starts_with("while") && said.status == 3 {
                assert!(said.err.contains("used up its fuel"), "{said:?}");
                continue;
            }
            assert_eq!(flaw("a world", &arguments, &ended, LATE_WORDS), None);
            assert_eq!(said.status, 12, "{said:?}");
        }
    }
}

#[test]
fn a_save_with_a_hostile_level_ends_in_time() {
    let folder = folder("hostile-save");
    let save = "menagerie save 1\nfamily: script\nname:\nrole: player\nmoves:\nundone:\nlevel:\nwhile true do end\n";
    let save = file(&folder, "one.save", save);
    let arguments = ["play", "--plain", "--resume", &save].map(str::to_owned);
    let ended = timed(&arguments);
    assert_eq!(flaw("a save", &arguments, &ended, LATE_WORDS), None);
    assert_eq!(ended.0.status, 12);
}

/// Sends a signal to a run that is loading, and waits for its end.
fn signalled(signal: &str, arguments: &[&str]) -> CliOutput {
    let child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    busy(child.id());
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    CliOutput {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Waits until a process has computed for a tenth of a second: it is past its own beginning then.
fn busy(process: u32) {
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<u64>().ok()).unwrap_or(10)
    };
    while ticks() < 10 {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn signals_end_a_script_that_loads() {
    let folder = folder("hostile-signal");
    let level = file(&folder, "loop.luau", ENDLESS[0].1);
    let eval = format!("load({level:?})");
    for signal in ["-INT", "-TERM"] {
        for arguments in
            [&["show", &level] as &[&str], &["solve", &level], &["play", "--plain", &level], &["check", &level]]
        {
            let said = signalled(signal, arguments);
            assert!(said.err.contains("ended from outside") && said.status == 12, "{signal} {arguments:?}: {said:?}");
        }
    }
    let said = signalled("-INT", &["repl", "--eval", &eval]);
    assert!(said.err.contains("ended from outside"), "{said:?}");
}

/// Over HTTP the script runs in a process of its own, under the job's time.
#[test]
fn time_ends_a_script_that_loads_behind_the_server() {
    let server = Server::start(cli::MENAGERIE.path(), &["--slots", "1"]);
    let body = json!({"family": "script", "level": ENDLESS[0].1, "question": "solve", "options": {"time": "300ms"}});
    let (status, mut answer) = server.post("/api/v1/ask", &body);
    if status == 202 {
        answer = server.over(answer["id"].as_str().unwrap());
    }
    assert!(answer.to_string().contains("the time allowed is over"), "{status}: {answer}");
}
