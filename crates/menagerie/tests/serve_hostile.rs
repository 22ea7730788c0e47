//! Forty hostile scripts through the API: the server keeps within its memory and goes on answering.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use testkit::server::{LONG, Server};

/// The program under test.
const MENAGERIE: &str = env!("CARGO_BIN_EXE_menagerie");

/// Bytes that the server itself may hold more than before.
const ROOM: u64 = 96 << 20;

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
