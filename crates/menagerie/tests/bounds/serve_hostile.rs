//! Forty hostile scripts and twenty hostile PuzzleScript games through the API: the server keeps within its memory and
//! goes on answering.
#![cfg(target_os = "linux")]
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::server::{LONG, Server};

/// The program under test.
const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");

/// Bytes that the server itself may hold more than before.
const ROOM: u64 = 96 << 20;

/// Bytes that the server may hold more for a game: boards of a million cells, and the rules of ten thousand lines.
const GAME_ROOM: u64 = 1 << 30;

/// What scripts do while they are loaded.
const LOADING: &[&str] = &[
    "while true do end",
    "repeat until false",
    "for i = 1, math.huge do end",
    "local function f() return f() end return f()",
    "local function f() return 1 + f() end return f()",
    "local t = {} while true do t[#t + 1] = #t end",
    "local s = 'x' while true do s = s .. s end",
    "local s = string.rep('x', 2 ^ 40)",
    "local s = string.rep(string.rep('x', 1e6), 1e6)",
    "local t = table.create(2 ^ 30, 0)",
    "local t = {} while true do t = { t, t } end",
    "local s = string.rep('a', 100000) return string.find(s, string.rep('a?', 5000) .. string.rep('a', 5000))",
    "local s = string.rep('a', 30000) return string.find(s, '.-.-.-.-.-.-.-b')",
    "local s = string.rep('a', 1e6) while true do string.gsub(s, '.', '%0%0%0') end",
    "while true do pcall(function() while true do end end) end",
    "while true do pcall(error, {}) end",
    "local function f() return pcall(f) end return f()",
    "local function f() xpcall(error, f) end f()",
    "xpcall(error, function() error('again') end) while true do xpcall(error, function() while true do end end) end",
    "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x",
    "local t t = setmetatable({}, { __index = function(_, k) return t[k .. 'x'] end }) return t.x",
    "local t t = setmetatable({}, { __eq = function(a, b) return a == b end }) return t == setmetatable({}, getmetatable(t))",
    "local t = setmetatable({}, { __concat = function(a, b) return a .. b end }) return t .. t",
    "local t = setmetatable({}, { __tostring = function(t) return tostring(t) end }) return tostring(t)",
    "local t = setmetatable({}, { __call = function(t) return t() end }) return t()",
    "coroutine.wrap(function() while true do coroutine.yield() end end)() while true do coroutine.wrap(function() end)() end",
    "local function f() return coroutine.wrap(f)() end return f()",
    "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(function() end) end",
    "table.sort(table.create(100000, 1), function() return true end) while true do end",
    "local t = table.create(1e5, 'x') while true do table.concat(t) end",
    "return string.format('%99999999d', 1)",
    "local b = buffer.create(2 ^ 30)",
    "return table.unpack(table.create(1e6, 1))",
    "os.execute('true')",
    "return require('x')",
];

/// Rules that only fail when they are asked.
const ASKED: &[&str] = &[
    "moves = function(s) while true do end end",
    "moves = function(s) local t = {} for i = 1, 1e7 do t[i] = { name = 'm' .. i, to = s + i } end return t end",
    "moves = function(s) return { { name = 'on', to = s + 1 }, { name = 'two', to = s * 2 } } end",
    "moves = function(s) return { { name = 'deep', to = { s } } } end",
    "moves = function(s) return { { name = string.rep('m', 1e7), to = s } } end",
    "moves = function(s) return { { name = 'big', to = string.rep('s', 3e6) .. s } } end",
    "moves = function(s) error(setmetatable({}, { __tostring = function() while true do end end })) end",
];

fn script(rules: &str) -> String {
    format!("return {{ name = 'x', start = 1, {rules}, solved = function() return false end }}")
}

#[test]
fn forty_hostile_scripts_leave_the_server_answering() {
    let server = Server::start(MENAGERIE, &[]);
    let scripts: Vec<String> =
        LOADING.iter().map(|&text| text.to_owned()).chain(ASKED.iter().map(|rules| script(rules))).collect();
    assert!(scripts.len() >= 40);
    server.hint();
    let before = server.resident();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(text) = scripts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    attack(&server, text);
                    assert!(server.get("/health").0 == 200);
                }
            });
        }
    });
    server.hint();
    let after = server.peak();
    println!("hostile: scripts={} resident before={before} peak={after}", scripts.len());
    assert!(after < before + ROOM, "{before} bytes before, {after} at most");
    server.wait_for(Duration::from_secs(60), "no child is left", || server.children().is_empty());
}

/// A game of these rules with the player in the first cell of such a board, and twenty objects of a layer each.
fn game(rules: &str, width: usize, height: usize, fill: char) -> String {
    let names: Vec<String> = (0..20).map(|number| format!("o{number}")).collect();
    let objects: String = names.iter().map(|name| format!("{name}\nred\n\n")).collect();
    let mut rows = vec![fill.to_string().repeat(width); height];
    rows[0].replace_range(..1, "p");
    format!(
        "title x\nrun_rules_on_level_start\n\nOBJECTS\nbackground\nblue\n\nplayer\nred\n\na\nred\n\nb\nred\n\n{objects}\
         LEGEND\n. = background\np = player\nq = a\nany = {}\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nplayer, a, b\n{}\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\nNo a\n\nLEVELS\n\n{}\n",
        names.join(" or "),
        names.join("\n"),
        rows.join("\n")
    )
}

/// Rules that never settle, that go on for ever, and lines that become very many rules.
fn hostile_games() -> Vec<String> {
    let cells = |cell: &str, count: usize| vec![cell; count].join(" | ");
    let line = |cell: &str, count: usize| format!("[ {0} ] -> [ {0} ]", cells(cell, count));
    let many: String = (0..100_000).map(|number| format!("[ o{} | a ] -> [ a | ]\n", number % 20)).collect();
    let mut rules: Vec<String> = [
        "[ a ] -> [ b ]\n+ [ b ] -> [ a ]",
        "[ | no a ] -> [ | a ] again",
        "[ no player ] -> [ random any ] again",
        "[ stationary player ] -> [ randomdir player ] again",
        "startloop\n[ a ] -> [ b ]\n[ b ] -> [ a ]\nendloop",
        "[ a ] -> [ b ] again\nlate [ b ] -> [ a ] again",
        "[ a | ... | a | ... | a ] -> [ b | ... | a | ... | b ]\n+ [ b ] -> [ a ]",
        "[ player ] -> restart",
    ]
    .map(str::to_owned)
    .to_vec();
    rules.extend([line("moving player", 12), line("any", 8), line("horizontal any", 7), many]);
    let small = rules.iter().map(|rules| game(rules, 12, 12, 'q'));
    let large = rules[..6].iter().map(|rules| game(rules, 1000, 1000, 'q'));
    small.chain(large).chain([game("", 3000, 3000, '.'), "p\n".repeat(500_000)]).collect()
}

#[test]
fn twenty_hostile_games_leave_the_server_answering() {
    let server = Server::start(MENAGERIE, &[]);
    let games = hostile_games();
    assert!(games.len() >= 20);
    server.hint();
    let before = server.resident();
    for text in &games {
        let shown = text.lines().skip(60).take(8).collect::<Vec<_>>().join("\n");
        let level = json!({"family": "puzzlescript", "level": text});
        let (status, checked) = server.post("/api/v1/check", &level);
        assert!(matches!(status, 200 | 413 | 422), "{shown}: {status} {checked}");
        let mut played = level.clone();
        played["moves"] = json!(["right", "action", "left"]);
        let (status, played) = server.post("/api/v1/play", &played);
        assert!(matches!(status, 200 | 413 | 422), "{shown}: {status} {played}");
        let mut solve = level;
        (solve["question"], solve["options"]) = (json!("solve"), json!({"nodes": 50, "memory": "64MiB"}));
        let (status, answer) = server.post("/api/v1/ask", &solve);
        if status == 202 {
            let over = server.over(answer["id"].as_str().unwrap());
            assert!(over["error"].is_null() || over["error"]["status"] == 422, "{shown}: {over}");
        } else {
            assert!(matches!(status, 200 | 413 | 422), "{shown}: {status} {answer}");
        }
        assert!(server.get("/health").0 == 200);
    }
    server.hint();
    let peak = server.peak();
    println!("hostile: games={} resident before={before} peak={peak}", games.len());
    assert!(peak < before + GAME_ROOM, "{before} bytes before, {peak} at most");
}

#[test]
fn a_server_that_dies_takes_its_children_along() {
    let server = Server::start(MENAGERIE, &[]);
    let endless =
        script("moves = function(s) return { { name = 'on', to = s + 1 }, { name = 'two', to = s * 2 } } end");
    let body = json!({"family": "script", "level": endless, "question": "solve"});
    let (status, job) = server.post_with("/api/v1/ask", &body, "Prefer: respond-async\r\n");
    assert_eq!(status, 202, "{job}");
    server.wait_for(LONG, "the script runs", || !server.children().is_empty());
    let children = server.children();
    let runs = |child: &String| {
        let status = std::fs::read_to_string(format!("/proc/{child}/status")).unwrap_or_default();
        status.lines().any(|line| line.starts_with("State:") && !line.contains('Z') && !line.contains('X'))
    };
    let begun = std::time::Instant::now();
    assert!(children.iter().any(runs), "{children:?} died before their server did");
    let data = server.kill();
    while children.iter().any(runs) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{children:?} go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::fs::remove_dir_all(data).unwrap();
}

/// Checks it, plays it, asks it: whatever comes is an answer, a failure that is the script's, or a job that ends.
fn attack(server: &Server, text: &str) {
    let body = json!({"family": "script", "level": text, "options": {"time": "2s", "memory": "64MiB"}});
    let (status, checked) = server.post("/api/v1/check", &json!({"family": "script", "level": text}));
    assert!(matches!(status, 200 | 422), "{text}: {status} {checked}");
    let (status, played) = server.post("/api/v1/play", &json!({"family": "script", "level": text}));
    assert!(matches!(status, 200 | 422), "{text}: {status} {played}");
    let mut solve = body;
    solve["question"] = json!("solve");
    let (status, answer) = server.post("/api/v1/ask", &solve);
    match status {
        202 => {
            let over = server.over(answer["id"].as_str().unwrap());
            assert!(over["error"].is_null() || over["error"]["status"] == 422, "{text}: {over}");
        }
        200 => assert_ne!(answer["verdict"], Value::Null, "{text}: {answer}"),
        _ => assert_eq!(status, 422, "{text}: {answer}"),
    }
}
