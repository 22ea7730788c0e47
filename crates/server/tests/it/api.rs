//! The API without a socket: what it answers, and every status of `docs/http.md`.

use std::sync::Arc;
use std::time::Duration;

use crate::test_server::{ONE_LIGHT, TestServer};
use async_trait::async_trait;
use axum::body::{Body, Bytes};
use engines::Context;
use puzzles::{Family, FamilyInfo, Level, LoadError, Source};
use serde_json::{Value, json};
use server::api::rights::Access;
use server::queue::{Bounds, Depth, Enqueued, Heartbeat, Job, JobQueue, JobRequest, Lease, QueueError};
use server::{Origin, Policy};
use tasks::{Limits, Outcome, ProgressUpdate};
use testkit::router::{from, request};

fn light() -> Value {
    json!({"family": "toggle", "level": ONE_LIGHT})
}

fn with(mut body: Value, name: &str, value: Value) -> Value {
    body[name] = value;
    body
}

/// A level that takes longer than anybody waits.
fn endless() -> Value {
    let level = "return { name = 'endless', start = 0, moves = function(n) return { { name = 'a', to = n + 1 }, { name = 'b', to = n + 2 } } end,\n\
        solved = function(n) return false end }\n";
    json!({"family": "script", "level": level, "options": {"nodes": 1_000_000_000u64}})
}

#[tokio::test]
async fn questions_are_answered() {
    let server = TestServer::new(Policy::default());
    let answer = server.post("/api/v1/ask", &light()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/json"));
    assert_eq!(answer.json()["verdict"], "found");
    let hint = server.post("/api/v1/hint", &with(light(), "moves", json!(["1"]))).await.json();
    assert_eq!(hint["question"], "hint");
    assert!(!hint["answer"]["best"].as_array().unwrap().is_empty());
    let asked = server.post("/api/v1/ask", &with(light(), "question", json!("hint"))).await.json();
    assert_eq!(asked["question"], "hint");
    let limited = with(light(), "options", json!({"time": "2s", "memory": "1MiB", "nodes": 1000, "all": true}));
    assert_eq!(server.post("/api/v1/ask", &limited).await.json()["asked"], json!({"all": true}));
    let check = server.post("/api/v1/check", &with(light(), "level", json!("board = 3"))).await.json();
    assert_eq!(check["answer"]["valid"], false);
    assert_eq!(check["answer"]["problems"][0]["line"], 1);
    let play = server.post("/api/v1/play", &with(light(), "moves", json!(["5"]))).await.json();
    assert_eq!((&play["moves"], &play["legal_total"], &play["over"]), (&json!(["5"]), &json!(9), &json!(false)));
    let solved = server.post("/api/v1/ask", &light()).await.json();
    let drawn = server.post("/api/v1/picture", &with(light(), "answer", solved)).await.json();
    assert!(drawn["svg"].as_str().unwrap().starts_with("<svg"));
    assert!(drawn["picture"]["frames"].is_array());
}

#[tokio::test]
async fn a_position_is_said_in_words_with_its_goal_and_rules() {
    let server = TestServer::new(Policy::default());
    let play = server.post("/api/v1/play", &with(light(), "moves", json!(["5"]))).await.json();
    let line = &play["board"]["lines"][0];
    assert_eq!(line["name"], "row 1");
    assert_eq!(play["board"]["places"].as_array().unwrap().len(), 9);
    assert_eq!(play["board"]["places"][4]["name"], "row 2, column 2");
    assert_eq!(play["board"]["places"][4]["at"], json!([1.0, 1.0]));
    assert_eq!(play["changes"].as_object().unwrap().len(), 9);
    assert!(play.get("said").is_none(), "a press is said as it is written");
    assert_eq!(play["changes"]["5"][0], json!({"at": [1.0, 0.0], "name": "row 1, column 2", "words": "flips"}));
    assert!(play["goal"].as_str().unwrap().starts_with("every light is off"), "{}", play["goal"]);
    assert!(play["details"][0].as_str().unwrap().starts_with("Move n flips cell n"), "{}", play["details"]);
    let drawn = server.post("/api/v1/picture", &light()).await.json();
    assert_eq!((&drawn["goal"], &drawn["rules"]), (&play["goal"], &play["rules"]));
    let roles: Vec<&str> =
        drawn["picture"]["legend"].as_array().unwrap().iter().map(|entry| entry[0].as_str().unwrap()).collect();
    assert_eq!(roles, ["ground", "piece0"], "only what is drawn is explained");
}

#[tokio::test]
async fn one_level_of_a_text_of_several_is_chosen_by_its_number() {
    let server = TestServer::new(Policy::default());
    let level = |title: &str, start: &str| {
        format!("title = \"{title}\"\nboard = \"1x2\"\nmoves = [\"10\", \"01\"]\nstart = \"{start}\"\n")
    };
    let file = format!("{}---\n{}", level("one", "10"), level("two", "11"));
    let body = |more: Value| {
        let mut body = json!({"family": "toggle", "level": file});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let listed = server.post("/api/v1/levels", &body(json!({}))).await.json();
    let entries = json!([{"number": 1, "title": "one", "line": 1}, {"number": 2, "title": "two", "line": 6}]);
    assert_eq!(listed["levels"], entries);
    let second = server.post("/api/v1/levels", &body(json!({"number": 2}))).await.json();
    let text = second["levels"][0]["text"].as_str().unwrap().to_owned();
    let plain = server.post("/api/v1/ask", &json!({"family": "toggle", "level": text})).await.json();
    assert_eq!(plain["answer"]["moves"], 2);
    for (path, more) in [
        ("check", json!({})),
        ("picture", json!({})),
        ("play", json!({"moves": ["1"]})),
        ("hint", json!({})),
        ("ask", json!({})),
    ] {
        let path = format!("/api/v1/{path}");
        let mut chosen = more.clone();
        chosen["number"] = json!(2);
        let said = server.post(&path, &body(chosen.clone())).await;
        assert_eq!(said.status, 200, "{path}");
        chosen["number"] = json!(3);
        for (refused, expected) in [(more, "1 (one), 2 (two)"), (chosen, "from 1 to 2")] {
            let said = server.post(&path, &body(refused)).await;
            assert_eq!((said.status.as_u16(), &said.json()["type"]), (422, &json!("/api#no-such-level")), "{path}");
            assert!(said.json()["detail"].as_str().unwrap().contains(expected), "{path}");
        }
    }
}

#[tokio::test]
async fn a_family_lists_the_choices_that_it_has_where_all_together_take_any_text() {
    let listed = TestServer::new(Policy::default()).get("/api/v1/families").await.json();
    let rule = |row: &Value| row["name"] == "rule";
    let shared = listed["options"].as_array().unwrap().iter().find(|row| rule(row)).unwrap();
    assert_eq!((&shared["value"], shared.get("choices")), (&json!("text"), None));
    let mut own: Vec<(&str, &Value, &Value)> = Vec::new();
    for family in listed["families"].as_array().unwrap() {
        for row in family["own_options"].as_array().unwrap() {
            assert!(!listed["options"].as_array().unwrap().contains(row), "{row} is declared as all together are");
            if row["value"] == "choice" {
                assert!(rule(row), "{row}");
                own.push((family["family"].as_str().unwrap(), &row["choices"], &row["default"]));
            }
        }
    }
    let expected = [
        ("wall", &json!(["live", "free"]), &json!("the level's own")),
        ("puzzlescript", &json!(["play", "tests"]), &json!("play")),
    ];
    assert_eq!(own, expected);
}

#[tokio::test]
async fn what_there_is_is_listed() {
    let server = TestServer::new(Policy::default());
    let families = server.get("/api/v1/families").await.json();
    let levels = server.get("/api/v1/levels").await.json();
    let named: usize =
        families["families"].as_array().unwrap().iter().map(|info| info["levels"].as_array().unwrap().len()).sum();
    // The levels of a collection are listed one by one.
    let file = |level: &Value| level["name"].as_str().unwrap().split('#').next().unwrap().to_owned();
    let mut files: Vec<_> =
        levels["levels"].as_array().unwrap().iter().map(|one| (one["family"].to_string(), file(one))).collect();
    files.dedup();
    assert_eq!(files.len(), named);
    for level in levels["levels"].as_array().unwrap() {
        let check = server.post("/api/v1/check", &json!({"family": level["family"], "level": level["text"]})).await;
        assert_eq!(check.json()["answer"]["valid"], true, "{level}");
        assert!(level["title"].as_str().is_some_and(|title| title.len() > 2), "a title for people: {level}");
    }
    assert_eq!(server.get("/health").await.json(), json!({"status": "ok"}));
    assert!(server.get("/api/v1/worlds").await.json()["worlds"].is_array());
}

/// A move of a tile is said by the tile's label, and is played as it is said.
#[tokio::test]
async fn play_says_moves_by_the_labels_of_their_pieces() {
    let server = TestServer::new(Policy::default());
    let eight =
        json!({"family": "pebble", "level": "board = \"grid 3x3\"\nplates = \"12345678-\"\npebbles = \"8672543-1\"\n"});
    let play = server.post("/api/v1/play", &eight).await.json();
    assert_eq!(play["said"], json!({"4": "slide 5 down", "6": "slide 3 right", "8": "slide 1 left"}));
    let moved = |text: &str| with(eight.clone(), "moves", json!([text]));
    let (by_label, by_place) =
        (server.post("/api/v1/play", &moved("slide 5 down")).await, server.post("/api/v1/play", &moved("4")).await);
    assert_eq!(by_label.json()["level"], by_place.json()["level"]);
}

/// A result is null while a game goes on, and for the role played when it is over.
#[tokio::test]
async fn play_says_how_a_game_ended() {
    let server = TestServer::new(Policy::default());
    let levels = server.get("/api/v1/levels").await.json();
    let level = |name: &str| {
        let found = levels["levels"].as_array().unwrap().iter().find(|level| level["name"] == name).unwrap();
        json!({"family": found["family"], "level": found["text"]})
    };
    for (name, moves, role, solved, result) in [
        ("flipper", json!(["1"]), None, false, Value::Null),
        (
            "flipper",
            json!(["5", "5", "1", "3", "4"]),
            None,
            true,
            json!({"kind": "won", "value": 5, "unit": "presses"}),
        ),
        ("seed", json!(["6 left"]), None, false, json!({"kind": "lost"})),
        ("two-rows", json!(["gap 3"]), Some("eel"), true, json!({"kind": "ended", "value": 7, "unit": "cost"})),
    ] {
        let mut body = with(level(name), "moves", moves);
        if let Some(role) = role {
            body = with(body, "role", json!(role));
        }
        let position = server.post("/api/v1/play", &body).await.json();
        assert_eq!((&position["result"], &position["solved"]), (&result, &json!(solved)), "{name}: {position}");
        assert!(position.as_object().unwrap().contains_key("result"), "null, not absent: {position}");
    }
    let mut lemmo = level("seed");
    lemmo["family"] = json!("lemmo");
    let ends = server.post("/api/v1/ask", &with(lemmo, "question", json!("reach"))).await.json();
    assert_eq!(ends["answer"]["starts"].as_array().map(Vec::len), Some(24), "{ends}");
}

#[tokio::test]
async fn a_job_is_made_at_once_where_that_is_preferred() {
    let server = TestServer::new(Policy::default());
    let made = server.post_with("/api/v1/ask", &[("prefer", "respond-async")], &light()).await;
    assert_eq!(made.status.as_u16(), 202);
    assert_eq!(made.header("preference-applied"), "respond-async");
    let (location, id) = (made.location(), made.json()["id"].as_str().unwrap().to_owned());
    assert_eq!(made.header("location"), format!("jobs/{id}"), "it holds under a path too");
    let events = server.get(&format!("{location}/events")).await;
    assert_eq!(events.header("content-type"), "text/event-stream");
    assert!(events.header("cache-control").contains("no-transform"));
    assert!(events.text().ends_with("event: end\ndata: {}\n\n"), "{}", events.text());
    let job = server.get(&location).await.json();
    assert_eq!((&job["state"], &job["error"]), (&json!("done"), &Value::Null));
    assert_eq!(job["result"]["verdict"], "found");
    assert_eq!(server.request("DELETE", &location, &[], "").await.json()["state"], "done");
    let waited = server.post_with("/api/v1/ask", &[("prefer", "wait=5")], &light()).await;
    assert_eq!((waited.status.as_u16(), waited.header("preference-applied")), (200, "wait=5"));
}

#[tokio::test]
async fn a_job_that_is_given_up_is_cancelled() {
    let server = TestServer::new(Policy::default());
    let made = server.post_with("/api/v1/ask", &[("prefer", "respond-async")], &endless()).await;
    let location = made.location();
    let given_up = server.request("DELETE", &location, &[], "").await;
    assert_eq!((given_up.status.as_u16(), &given_up.json()["state"]), (200, &json!("cancelled")));
    assert_eq!(server.get(&location).await.json()["state"], "cancelled");
    let events = server.get(&format!("{location}/events")).await.text();
    assert!(events.contains("\"cancelled\"") && events.contains("event: end"), "{events}");
}

#[tokio::test]
async fn bodies_that_cannot_be_understood_are_400() {
    let server = TestServer::new(Policy::default());
    let json = [("content-type", "application/json")];
    let broken = server.request("POST", "/api/v1/ask", &json, "{\n  \"family\": }").await.problem(400, "bad-request");
    assert_eq!((&broken["line"], &broken["column"]), (&json!(2), &json!(13)));
    for (path, body) in [
        ("ask", with(light(), "colour", json!("red"))),
        ("ask", with(light(), "options", json!({"speed": 3}))),
        ("ask", with(light(), "options", json!({"time": "soon"}))),
        ("ask", with(light(), "options", json!({"time": 5}))),
        ("ask", with(light(), "options", json!({"memory": "-1"}))),
        ("ask", with(light(), "options", json!({"nodes": -1}))),
        ("ask", with(light(), "options", json!({"all": 3}))),
        ("ask", with(light(), "question", json!("why"))),
        ("ask", with(light(), "moves", json!("1"))),
        ("hint", with(light(), "question", json!("hint"))),
        ("check", with(light(), "moves", json!([]))),
        ("play", json!({"family": "toggle"})),
        ("play", json!([])),
        ("picture", with(light(), "level", json!(null))),
    ] {
        server.post(&format!("/api/v1/{path}"), &body).await.problem(400, "bad-request");
    }
    let twice = format!("{{\"family\": \"toggle\", \"family\": \"toggle\", \"level\": {}}}", json!(ONE_LIGHT));
    server.request("POST", "/api/v1/check", &json, twice).await.problem(400, "bad-request");
    let deep = "[".repeat(100_000);
    server.request("POST", "/api/v1/check", &json, deep).await.problem(400, "bad-request");
    server
        .request("POST", "/api/v1/check", &json, Bytes::from_static(b"{\"family\": \"\xff\"}"))
        .await
        .problem(400, "bad-request");
}

#[tokio::test]
async fn what_is_not_there_is_404() {
    let server = TestServer::new(Policy::default());
    server.post("/api/v1/ask", &with(light(), "family", json!("chess"))).await.problem(404, "unknown-family");
    server.post("/api/v1/check", &with(light(), "family", json!("chess"))).await.problem(404, "unknown-family");
    for path in [
        "/api/v1/jobs/none",
        "/api/v1/jobs/none/events",
        "/api/v1/nothing",
        "/nothing",
        "/../Cargo.toml",
        "/api/v2/ask",
    ] {
        server.get(path).await.problem(404, "not-found");
    }
    server.request("DELETE", "/api/v1/jobs/%00", &[], "").await.problem(404, "not-found");
    server.get(&format!("/api/v1/jobs/{}", "a".repeat(5000))).await.problem(404, "not-found");
    assert_eq!(server.get("/api/v1/worlds/atlantis/log").await.status.as_u16(), 404);
}

#[tokio::test]
async fn methods_and_forms_that_are_not_there_are_405_406_and_415() {
    let server = TestServer::new(Policy::default());
    let put = server.request("PUT", "/api/v1/ask", &[], "").await;
    put.problem(405, "method-not-allowed");
    assert_eq!(put.header("allow"), "POST");
    let posted = server.request("POST", "/health", &[], "").await;
    posted.problem(405, "method-not-allowed");
    assert_eq!(posted.header("allow"), "GET,HEAD");
    let gets = ["families", "levels", "jobs/none"].map(|path| ("GET", path));
    let posts = ["check", "picture", "play", "hint", "ask"].map(|path| ("POST", path));
    for (method, path) in gets.into_iter().chain(posts).chain([("DELETE", "jobs/none")]) {
        let asked = server.request(method, &format!("/api/v1/{path}"), &[("accept", "text/html")], "").await;
        asked.problem(406, "not-acceptable");
    }
    let events = [("accept", "application/json")];
    server.request("GET", "/api/v1/jobs/none/events", &events, "").await.problem(406, "not-acceptable");
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        let sent = server.request("POST", "/api/v1/ask", &[("content-type", kind)], light().to_string()).await;
        sent.problem(415, "media-type");
    }
    server.request("POST", "/api/v1/ask", &[], light().to_string()).await.problem(415, "media-type");
    let kind = [("content-type", "application/json; charset=utf-8")];
    assert_eq!(server.request("POST", "/api/v1/ask", &kind, light().to_string()).await.status.as_u16(), 200);
}

/// A script says for how many it is; only those who can play it are named.
#[tokio::test]
async fn a_position_names_who_can_play_there() {
    let server = TestServer::new(Policy::default());
    let listed = server.get("/api/v1/levels").await.json();
    let levels = listed["levels"].as_array().unwrap();
    for (name, roles) in [
        ("jugs", json!(["player"])),
        ("nim", json!(["player", "first", "second"])),
        ("two-rows", json!(["rabbit", "builder", "eel"])),
    ] {
        let level = levels.iter().find(|level| level["name"] == name).unwrap();
        let mut body = json!({"family": level["family"], "level": level["text"]});
        let position = server.post("/api/v1/play", &body).await.json();
        assert_eq!(position["roles"], roles, "{name}");
        body["role"] = json!("second");
        assert_eq!(server.post("/api/v1/play", &body).await.status.as_u16(), if name == "nim" { 200 } else { 422 });
    }
}

#[tokio::test]
async fn head_and_options_are_right() {
    let server = TestServer::new(Policy::default());
    let head = server.request("HEAD", "/health", &[], "").await;
    assert_eq!((head.status.as_u16(), head.body.len(), head.header("content-length")), (200, 0, "15"));
    let options = server.request("OPTIONS", "/api/v1/ask", &[], "").await;
    assert_eq!((options.status.as_u16(), options.header("allow"), options.body.len()), (204, "POST,OPTIONS", 0));
    let options = server.request("OPTIONS", "/api/v1/jobs/x", &[], "").await;
    assert!(options.header("allow").contains("GET") && options.header("allow").contains("DELETE"));
}

#[tokio::test]
async fn slow_and_large_bodies_are_408_and_413() {
    let policy =
        Policy { body_time: Duration::from_millis(50), body_bytes: 2000, level_bytes: 1000, ..Policy::default() };
    let server = TestServer::new(policy);
    let json = [("content-type", "application/json")];
    let slow = Body::from_stream(futures_util::stream::pending::<Result<Bytes, std::io::Error>>());
    server.request("POST", "/api/v1/ask", &json, slow).await.problem(408, "too-slow");
    server.request("POST", "/api/v1/ask", &json, vec![b' '; 2001]).await.problem(413, "too-large");
    let chunks = futures_util::stream::iter((0..3).map(|_| Ok::<_, std::io::Error>(Bytes::from(vec![b' '; 1000]))));
    server.request("POST", "/api/v1/ask", &json, Body::from_stream(chunks)).await.problem(413, "too-large");
    let lying = [("content-type", "application/json"), ("content-length", "99999999999999999999")];
    assert_eq!(server.request("POST", "/api/v1/ask", &lying, "{}").await.status.as_u16(), 400);
    server.post("/api/v1/ask", &with(light(), "level", json!("#".repeat(1001)))).await.problem(413, "too-large");
    server.post("/api/v1/check", &with(light(), "level", json!("#".repeat(1001)))).await.problem(413, "too-large");
    assert_eq!(server.post("/api/v1/ask", &light()).await.status.as_u16(), 200);
}

#[tokio::test]
async fn what_the_level_does_not_allow_is_422() {
    let server = TestServer::new(Policy::default());
    let invalid = server.post("/api/v1/ask", &with(light(), "level", json!("board = \"3x3\"\nmoves = 7\n"))).await;
    let problem = invalid.problem(422, "invalid-level");
    assert_eq!(problem["problems"][0]["line"], 2, "{problem}");
    server.post("/api/v1/ask", &with(light(), "question", json!("improve"))).await.problem(422, "not-offered");
    server.post("/api/v1/hint", &with(light(), "options", json!({"count": true}))).await.problem(422, "not-offered");
    server.post("/api/v1/hint", &with(light(), "role", json!("eel"))).await.problem(422, "not-offered");
    server.post("/api/v1/play", &with(light(), "moves", json!(["99"]))).await.problem(422, "illegal-move");
    server.post("/api/v1/picture", &with(light(), "answer", json!({}))).await.problem(422, "invalid-answer");
    let failing = "return { name = 'x', start = 0, moves = function(n) return if n == 0 then { { name = 'on', to = 1 } } else error('no') end, solved = function() return false end }";
    let body = json!({"family": "script", "level": failing});
    server.post_with("/api/v1/ask", &[("prefer", "wait=30")], &body).await.problem(422, "script-failed");
    let looping = json!({"family": "script", "level": "while true do end"});
    server.post_with("/api/v1/ask", &[("prefer", "wait=30")], &looping).await.problem(422, "exceeded");
}

#[tokio::test]
async fn too_much_at_once_is_429() {
    let slow = Policy { rate: 0.5, local: false, ..Policy::default() };
    let server = TestServer::new(slow);
    let get = || from([10, 0, 0, 1], request("GET", "/health", &[], ""));
    for _ in 0..2 {
        assert_eq!(server.send(get()).await.status.as_u16(), 200);
    }
    let refused = server.send(get()).await;
    refused.problem(429, "too-many");
    assert!((1..=2).contains(&refused.header("retry-after").parse::<u64>().unwrap()));
    assert_eq!(server.send(from([127, 0, 0, 1], request("GET", "/health", &[], ""))).await.status.as_u16(), 200);
    let bounds = Bounds { open_jobs: 2, ..Bounds::default() };
    let server = TestServer::with(script::families(), Policy::default(), bounds);
    let at_once = [("prefer", "respond-async")];
    for n in 1..=2 {
        let job = with(endless(), "options", json!({"nodes": 1_000_000_000u64 + n}));
        assert_eq!(server.post_with("/api/v1/ask", &at_once, &job).await.status.as_u16(), 202);
    }
    let refused = server.post_with("/api/v1/ask", &at_once, &endless()).await;
    refused.problem(429, "too-many");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
}

/// A server with one token.
fn owned(token: &str) -> Access {
    Access { owner: Some(token.into()), ..Access::default() }
}

#[tokio::test]
async fn who_may_not_ask_is_401_or_403() {
    let origins = vec![Origin::parse("https://game.example").unwrap()];
    let server = TestServer::new(Policy { origins: origins.clone(), ..Policy::default() });
    let asked = |origin: &'static str| {
        let server = &server;
        async move { server.post_with("/api/v1/ask", &[("origin", origin)], &light()).await }
    };
    for own in ["http://127.0.0.1:4663", "http://127.0.0.1:4663/"] {
        let heard = asked(own).await;
        assert_eq!((heard.status.as_u16(), heard.header("access-control-allow-origin")), (200, ""));
    }
    let allowed = asked("https://game.example").await;
    assert_eq!(allowed.status.as_u16(), 200);
    assert_eq!(allowed.header("access-control-allow-origin"), "https://game.example");
    assert!(allowed.header("access-control-expose-headers").contains("Location"));
    for foreign in
        ["https://evil.example", "null", "http://127.0.0.1:1", "http://game.example", "https://game.example.evil"]
    {
        let heard = asked(foreign).await;
        heard.problem(403, "forbidden");
        assert_eq!(heard.header("access-control-allow-origin"), "");
    }
    for (host, status) in [("localhost:1", 200), ("[::1]:4663", 200), ("game.example", 200), ("evil.example", 403)] {
        assert_eq!(server.request("GET", "/health", &[("host", host)], "").await.status.as_u16(), status, "{host}");
    }
    // What is refused is told what helps.
    let named = server.request("GET", "/health", &[("host", "evil.example")], "").await.problem(403, "forbidden");
    let helps = [
        (named["detail"].clone(), "--allow-origin https://evil.example"),
        (asked("https://evil.example").await.json()["detail"].clone(), "--allow-origin https://evil.example"),
        (asked("null").await.json()["detail"].clone(), "serve the page over HTTP"),
    ];
    for (detail, words) in helps {
        assert!(detail.as_str().unwrap().contains(words), "{detail}");
    }
    let mut nameless = request("GET", "/health", &[], "");
    nameless.headers_mut().remove("host");
    server.send(nameless).await.problem(400, "bad-request");
    let upgrade = [("origin", "https://evil.example"), ("connection", "upgrade"), ("upgrade", "websocket")];
    server.request("GET", "/api/v1/worlds/savanna/live", &upgrade, "").await.problem(403, "forbidden");
}

#[tokio::test]
async fn a_header_that_decides_who_may_ask_comes_once() {
    let origins = vec![Origin::parse("https://game.example").unwrap()];
    let server = TestServer::new(Policy { origins, access: owned("secret"), ..Policy::default() });
    let bearer = ("authorization", "Bearer secret");
    let allowed = ("origin", "https://game.example");
    assert_eq!(server.request("GET", "/api/v1/families", &[bearer, allowed], "").await.status.as_u16(), 200);
    for twice in [
        [bearer, allowed, ("origin", "https://evil.example")],
        [bearer, ("origin", "https://evil.example"), allowed],
        [bearer, allowed, allowed],
        [bearer, bearer, allowed],
        [bearer, ("authorization", "Bearer wrong"), allowed],
        [bearer, ("host", "localhost"), ("host", "localhost")],
    ] {
        let heard = server.request("GET", "/api/v1/families", &twice, "").await;
        heard.problem(400, "bad-request");
        assert_eq!(heard.header("access-control-allow-origin"), "", "{twice:?}");
    }
    let upgrade = [("connection", "upgrade"), ("upgrade", "websocket"), allowed, ("origin", "https://evil.example")];
    server.request("GET", "/api/v1/worlds/savanna/live", &upgrade, "").await.problem(400, "bad-request");
}

#[tokio::test]
async fn a_list_is_no_object() {
    let server = TestServer::new(Policy::default());
    let answer = server.post("/api/v1/ask", &light()).await.json();
    let drawn = |answer: Value| json!({"family": "toggle", "level": ONE_LIGHT, "answer": answer});
    assert_eq!(server.post("/api/v1/picture", &drawn(answer.clone())).await.status.as_u16(), 200);
    let limits = json!([null, null, 1000, null, null, null, false, false, false]);
    for (path, body) in [
        ("check", json!(["toggle", ONE_LIGHT])),
        ("picture", json!(["toggle", ONE_LIGHT, [], null, null])),
        ("play", json!(["toggle", ONE_LIGHT, [], null])),
        ("hint", json!(["toggle", ONE_LIGHT, [], null, {}])),
        ("ask", json!(["toggle", ONE_LIGHT, "solve", [], null, {}])),
        ("ask", json!({"family": "toggle", "level": ONE_LIGHT, "options": limits})),
        ("hint", json!({"family": "toggle", "level": ONE_LIGHT, "options": []})),
    ] {
        let problem = server.post(&format!("/api/v1/{path}"), &body).await.problem(400, "bad-request");
        assert!(problem["detail"].as_str().unwrap().contains("sequence"), "{path}: {problem}");
    }
    for part in ["asked", "spent", "answer"] {
        let mut listed = answer.clone();
        listed[part] = listed[part].as_object().unwrap().values().cloned().collect();
        let heard = server.post("/api/v1/picture", &drawn(listed)).await;
        assert_eq!(heard.status.as_u16(), 422, "{part}: {}", heard.text());
    }
}

#[tokio::test]
async fn preflights_are_answered_for_allowed_origins_alone() {
    let origins = vec![Origin::parse("https://game.example").unwrap()];
    let server = TestServer::new(Policy { origins, access: owned("secret"), ..Policy::default() });
    let flight = |origin| {
        [
            ("origin", origin),
            ("access-control-request-method", "POST"),
            ("access-control-request-private-network", "true"),
        ]
    };
    let heard = server.request("OPTIONS", "/api/v1/ask", &flight("https://game.example"), "").await;
    assert_eq!(heard.status.as_u16(), 204);
    assert_eq!(heard.header("access-control-allow-origin"), "https://game.example");
    assert!(heard.header("access-control-allow-headers").contains("Prefer"));
    assert_eq!(heard.header("access-control-allow-private-network"), "true");
    let refused = server.request("OPTIONS", "/api/v1/ask", &flight("https://evil.example"), "").await;
    refused.problem(403, "forbidden");
    assert_eq!(refused.header("access-control-allow-methods"), "");
}

#[tokio::test]
async fn who_guesses_is_counted() {
    let origins = vec![Origin::parse("https://game.example").unwrap()];
    let policy = Policy { access: owned("s3cret"), local: false, rate: 0.5, origins, ..Policy::default() };
    let server = TestServer::new(policy);
    let guess = |headers: &[(&str, &str)]| from([10, 0, 0, 1], request("GET", "/api/v1/families", headers, ""));
    server.send(guess(&[("authorization", "Bearer a")])).await.problem(401, "unauthorized");
    server.send(guess(&[("origin", "https://evil.example")])).await.problem(403, "forbidden");
    server.send(guess(&[("authorization", "Bearer b")])).await.problem(429, "too-many");
    server.send(guess(&[("origin", "https://evil.example")])).await.problem(429, "too-many");
    let allowed = server.send(guess(&[("origin", "https://game.example")])).await;
    allowed.problem(429, "too-many");
    assert_eq!(allowed.header("access-control-allow-origin"), "https://game.example");
}

#[tokio::test]
async fn every_error_can_be_read_by_who_takes_gzip() {
    let server = TestServer::new(Policy::default());
    let refused = server.request("GET", "/api/v1/jobs/%ff", &[("accept-encoding", "gzip")], "").await;
    assert_eq!(refused.status.as_u16(), 400);
    let plain = refused.header("content-encoding") != "gzip";
    assert_eq!(plain, serde_json::from_slice::<Value>(&refused.body).is_ok(), "{:?}", refused.headers);
    assert_eq!(refused.body.starts_with(&[0x1f, 0x8b]), !plain);
}

#[tokio::test]
async fn what_is_too_deep_or_too_long_is_said() {
    let server = TestServer::new(Policy::default());
    let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
    let body = format!("{{\"family\": \"toggle\", \"level\": {}, \"answer\": {deep}}}", json!(ONE_LIGHT));
    let json = [("content-type", "application/json")];
    server.request("POST", "/api/v1/picture", &json, body).await.problem(422, "invalid-answer");
    let many = with(light(), "moves", json!(vec!["1"; 100_001]));
    for path in ["/api/v1/play", "/api/v1/picture", "/api/v1/hint", "/api/v1/ask"] {
        server.post(path, &many).await.problem(413, "too-large");
    }
}

#[tokio::test]
async fn a_token_opens_the_api() {
    let server = TestServer::new(Policy { access: owned("s3cret"), local: false, ..Policy::default() });
    let refused = server.post("/api/v1/ask", &light()).await;
    refused.problem(401, "unauthorized");
    assert_eq!(refused.header("www-authenticate"), "Bearer");
    for wrong in ["Bearer s3cre", "Bearer s3cret2", "Basic s3cret", "s3cret", "Bearer"] {
        server.post_with("/api/v1/ask", &[("authorization", wrong)], &light()).await.problem(401, "unauthorized");
    }
    for right in [("authorization", "Bearer s3cret"), ("cookie", "a=b; menagerie-token=s3cret")] {
        assert_eq!(server.post_with("/api/v1/ask", &[right], &light()).await.status.as_u16(), 200);
    }
    for path in ["/metrics", "/api/v1/worlds", "/api/v1/openapi.json"] {
        server.get(path).await.problem(401, "unauthorized");
    }
    for public in ["/health", "/roles.css", "/sprites.svg", "/api/"] {
        assert_eq!(server.get(public).await.status.as_u16(), 200, "{public}");
    }
    let signed_in = server.get("/?token=s3cret").await;
    assert_eq!((signed_in.status.as_u16(), signed_in.header("location")), (303, "./"));
    let cookie = signed_in.header("set-cookie");
    assert!(cookie.starts_with("menagerie-token=s3cret;") && cookie.contains("HttpOnly") && cookie.contains("Strict"));
    assert_eq!(server.get("/?token=wrong").await.header("set-cookie"), "");
}

#[tokio::test]
async fn answers_protect_whoever_reads_them() {
    let server = TestServer::new(Policy::default());
    for path in ["/", "/api", "/api/v1/families", "/nothing", "/metrics"] {
        let heard = server.get(path).await;
        let policy = heard.header("content-security-policy").to_owned();
        let scripts = "script-src 'self' 'wasm-unsafe-eval';";
        assert!(policy.contains("default-src 'self'") && policy.contains(scripts), "{path}: {policy}");
        assert_eq!(policy.matches("unsafe").count(), 1, "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(heard.header(name), value, "{path}");
        }
        assert_eq!(heard.header("x-request-id").len(), 16);
    }
    let named = server.request("GET", "/health", &[("x-request-id", "abc-1")], "").await;
    assert_eq!(named.header("x-request-id"), "abc-1");
    let made_up = server.request("GET", "/health", &[("x-request-id", "a b\"c")], "").await;
    assert_eq!(made_up.header("x-request-id").len(), 16);
}

#[tokio::test]
async fn files_are_kept_by_their_tag_and_compressed() {
    let server = TestServer::new(Policy::default());
    // What the page of a folder names is relative to the folder.
    let folder = server.get("/api").await;
    assert_eq!((folder.status.as_u16(), folder.header("location")), (308, "api/"));
    assert_eq!(server.get("/example?server=http://a.b").await.header("location"), "example/?server=http://a.b");
    let file = server.get("/api/").await;
    assert_eq!(file.header("content-type"), "text/html; charset=utf-8");
    let again = server.request("GET", "/api/", &[("if-none-match", file.header("etag"))], "").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let gzip = server.request("GET", "/api/v1/families", &[("accept-encoding", "gzip")], "").await;
    assert_eq!(gzip.header("content-encoding"), "gzip");
    assert!(gzip.body.len() < server.get("/api/v1/families").await.body.len() / 2);
    let roles = server.get("/roles.css").await.text();
    for variable in
        ["--ground:", "--piece7:", "--highlight:", "--goal-ink:", "[data-theme=dark]", "prefers-color-scheme:dark"]
    {
        assert!(roles.contains(variable), "{variable}");
    }
}

#[tokio::test]
async fn figures_are_counted_by_route_and_status() {
    let server = TestServer::new(Policy::default());
    server.post("/api/v1/ask", &light()).await;
    server.get("/api/v1/jobs/a").await;
    server.get("/api/v1/jobs/b").await;
    server.request("BREW", "/coffee", &[], "").await;
    let text = server.get("/metrics").await.text();
    for line in [
        "menagerie_requests_total{route=\"/api/v1/ask\",method=\"POST\",status=\"200\"} 1",
        "menagerie_requests_total{route=\"/api/v1/jobs/{id}\",method=\"GET\",status=\"404\"} 2",
        "menagerie_request_seconds_count{route=\"/api/v1/ask\",method=\"POST\"} 1",
        "menagerie_desk_runs 0",
        "menagerie_runs{state=\"queued\"} 0",
        "menagerie_queue_up 1",
        "menagerie_requests_running 1",
    ] {
        assert!(text.lines().any(|one| one == line), "{line}\n{text}");
    }
    assert!(text.contains("menagerie_resident_bytes"));
    let job = server.post_with("/api/v1/ask", &[("prefer", "wait=1")], &endless()).await;
    assert_eq!(job.status.as_u16(), 202);
    let text = server.get("/metrics").await.text();
    for line in ["menagerie_desk_runs 1", "menagerie_runs{state=\"running\"} 1"] {
        assert!(text.lines().any(|one| one == line), "{line}\n{text}");
    }
    server.request("DELETE", &job.location(), &[], "").await;
    while !server.get("/metrics").await.text().contains("menagerie_desk_runs 0") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A family with a bug.
struct Fragile;

impl Family for Fragile {
    fn info(&self) -> &'static FamilyInfo {
        const INFO: FamilyInfo = FamilyInfo { name: "fragile", extension: "fragile", ..FamilyInfo::BLANK };
        &INFO
    }

    fn load(&self, _: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        panic!("a bug")
    }
}

#[tokio::test]
async fn a_bug_is_500_and_the_server_goes_on() {
    let server = TestServer::with(&[&Fragile], Policy::default(), Bounds::default());
    for path in ["check", "play", "ask"] {
        let body = json!({"family": "fragile", "level": ""});
        server.post(&format!("/api/v1/{path}"), &body).await.problem(500, "internal");
    }
    assert_eq!(server.get("/health").await.status.as_u16(), 200);
}

/// A queue that cannot be reached.
struct Away;

type Reached<T> = Result<T, QueueError>;

fn away<T>() -> Reached<T> {
    Err(QueueError::Unreachable("it is away".into()))
}

#[async_trait]
impl JobQueue for Away {
    async fn push(&self, _: &JobRequest) -> Reached<Enqueued> {
        away()
    }
    async fn job(&self, _: &str) -> Reached<Option<Job>> {
        away()
    }
    async fn watch(&self, _: &Job, _: Duration) -> Reached<Option<Job>> {
        away()
    }
    async fn cancel(&self, _: &str) -> Reached<Option<Job>> {
        away()
    }
    async fn lease(&self, _: &str, _: bool, _: Duration) -> Reached<Option<Lease>> {
        away()
    }
    async fn heartbeat(&self, _: &Lease, _: Option<&ProgressUpdate>) -> Reached<Heartbeat> {
        away()
    }
    async fn finish(&self, _: &Lease, _: &Outcome) -> Reached<bool> {
        away()
    }
    async fn release(&self, _: &Lease) -> Reached<()> {
        away()
    }
    async fn answer(&self, _: &str, _: &Limits) -> Reached<Option<Outcome>> {
        away()
    }
    async fn depth(&self) -> Reached<Depth> {
        away()
    }
}

#[tokio::test]
async fn a_queue_that_is_away_is_503_and_hints_go_on() {
    let server = TestServer::over(script::families(), Policy::default(), Arc::new(Away));
    let refused = server.post_with("/api/v1/ask", &[("prefer", "respond-async")], &light()).await;
    refused.problem(503, "unavailable");
    assert_eq!(refused.header("retry-after"), "5");
    server.get("/api/v1/jobs/a").await.problem(503, "unavailable");
    assert_eq!(server.post("/api/v1/hint", &light()).await.status.as_u16(), 200);
    assert_eq!(server.post("/api/v1/ask", &light()).await.status.as_u16(), 200);
    assert!(server.get("/metrics").await.text().contains("menagerie_queue_up 0"));
}
