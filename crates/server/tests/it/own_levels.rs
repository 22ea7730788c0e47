//! The operator's levels: asked about by name, alone where the public may ask no others, and prepared at the start.

use std::sync::Arc;
use std::time::Duration;

use engines::MemoryStore;
use puzzles::{Family, Options, QuestionKind};
use serde_json::{Value, json};
use server::Policy;
use server::api::rights::{Access, Tokens};
use server::named::NamedLevels;
use server::queue::Bounds;
use server::queue::sqlite::SqliteQueue;
use server::scheduler::{Reply, Scheduler, SchedulerConfig};
use server::work::CacheBytes;
use tasks::{Limits, Operation, Outcome, Task};

use crate::test_server::{ONE_LIGHT as LIGHT, TestServer};

const TWO: &str = "#####\n#@$.#\n#####\nTitle: near\n\n######\n#@ $.#\n######\nTitle: far\n";
const COUNTER: &str = "return { name = 'counter', start = 0, solved = function(s) return s == 3 end,
    moves = function(s) return { { name = 'add', to = s + 1 } } end }";

fn family(name: &str) -> &'static dyn Family {
    *script::families().iter().find(|family| family.info().name == name).unwrap()
}

fn own() -> NamedLevels {
    let mut levels = NamedLevels::shipped(script::families());
    levels.add("warehouse/two", family("sokoban"), TWO.into()).unwrap();
    levels.add("light", family("toggle"), LIGHT.into()).unwrap();
    levels.add("counter", family("script"), COUNTER.into()).unwrap();
    levels
}

fn server(policy: Policy) -> TestServer {
    let folder = std::env::temp_dir().join(format!("menagerie-own-levels-{}-{:p}", std::process::id(), &policy));
    let queue = Arc::new(SqliteQueue::open(&folder, Bounds::default()).unwrap());
    TestServer::knowing(own(), script::families(), policy, queue)
}

async fn asked(server: &TestServer, route: &str, body: Value) -> (u16, Value) {
    let heard = server.post(&format!("/api/v1/{route}"), &body).await;
    (heard.status.as_u16(), heard.json())
}

#[tokio::test]
async fn levels_are_asked_about_by_name() {
    let server = server(Policy::default());
    let (status, far) = asked(&server, "hint", json!({"level": "@warehouse/two", "number": 2})).await;
    assert_eq!((status, &far["family"], &far["answer"]["moves_left"]), (200, &json!("sokoban"), &json!(2)), "{far}");
    let (status, whole) = asked(&server, "levels", json!({"level": "@warehouse/two"})).await;
    assert_eq!((status, whole["levels"].as_array().unwrap().len()), (200, 2), "{whole}");
    let (status, play) = asked(&server, "play", json!({"level": "@flipper", "family": "toggle"})).await;
    assert_eq!((status, play["over"].as_bool()), (200, Some(false)), "shipped levels have names, too");
    let (status, what) = asked(&server, "recognise", json!({"level": "@light"})).await;
    assert_eq!((status, &what["families"]), (200, &json!(["toggle"])), "{what}");
    for (body, status, detail) in [
        (json!({"level": "@nothing"}), 404, "there is no level '@nothing'"),
        (json!({"level": "@light", "family": "pebble"}), 400, "is of the family toggle, not 'pebble'"),
        (json!({"level": "@warehouse/two"}), 422, "1 (near), 2 (far)"),
        (json!({"level": "@warehouse/two", "number": 3}), 422, "from 1 to 2"),
    ] {
        let (found, problem) = asked(&server, "hint", body.clone()).await;
        assert!(found == status && problem["detail"].as_str().unwrap().contains(detail), "{body}: {problem}");
    }
    let listed = server.get("/api/v1/levels").await.json();
    let own = json!([{"name": "@counter", "family": "script", "levels": [null]},
        {"name": "@light", "family": "toggle", "levels": [null]},
        {"name": "@warehouse/two", "family": "sokoban", "levels": ["near", "far"]}]);
    assert_eq!(listed["own"], own);
    assert!(listed["levels"].as_array().unwrap().len() > 10);
}

#[tokio::test]
async fn the_public_asks_about_these_levels_alone_where_it_may_send_none() {
    let tokens = Tokens::read("[public]\nrights = [\"hint\", \"play\", \"check\"]\n").unwrap();
    let server = server(Policy { access: Access { tokens: Some(tokens), ..Access::default() }, ..Policy::default() });
    for route in ["hint", "play", "check", "levels"] {
        assert_eq!(asked(&server, route, json!({"level": "@light"})).await.0, 200, "{route}");
        for other in
            [json!({"level": LIGHT}), json!({"level": LIGHT, "family": "toggle"}), json!({"level": "@flipper"})]
        {
            let (status, problem) = asked(&server, route, other).await;
            assert_eq!(status, 401, "{route}");
            assert!(problem["detail"].as_str().unwrap().contains("needs the right 'texts'"), "{problem}");
        }
    }
    assert_eq!(asked(&server, "recognise", json!({"level": LIGHT})).await.0, 401);
    let (status, counted) = asked(&server, "hint", json!({"level": "@counter"})).await;
    assert_eq!((status, &counted["answer"]["best"]), (200, &json!(["add"])), "a program of the operator's is trusted");
}

/// The server is ready when the first hint of each level is known, and then gives it without any work.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_hints_are_prepared() {
    let server = server(Policy::default());
    assert_eq!(server.get("/ready").await.status.as_u16(), 503);
    server.scheduler.prepare().await;
    assert_eq!(server.get("/ready").await.status.as_u16(), 200);
    let prepared = server.scheduler.preparation();
    assert_eq!((prepared.levels, prepared.tried, prepared.known), (4, 4, 4));
    let metrics = server.get("/metrics").await.text();
    assert!(metrics.contains("menagerie_levels 4\n") && metrics.contains("menagerie_levels_prepared 4\n"), "{metrics}");
    let first = asked(&server, "hint", json!({"level": "@warehouse/two", "number": 1})).await.1;
    let again = asked(&server, "hint", json!({"level": "@warehouse/two", "number": 1})).await.1;
    assert_eq!(first["spent"], again["spent"], "the answer that was kept, with what it took");
}

/// The answer to a hint after moves, from a scheduler with this store that has prepared its levels.
async fn prepared_hint(store: &Arc<MemoryStore>, folder: &str, moves: &[&str]) -> Value {
    let folder = std::env::temp_dir().join(format!("menagerie-prepared-{}-{folder}", std::process::id()));
    let limits = Limits { nodes: None, bytes: 1 << 30, millis: 60_000 };
    let scheduler = Scheduler::new(SchedulerConfig {
        families: script::families(),
        store: Arc::clone(store) as _,
        map: None,
        queue: Arc::new(SqliteQueue::open(&folder, Bounds::default()).unwrap()),
        slots: 1,
        most: limits,
        child: None,
        cpu: None,
        cache: CacheBytes::default(),
        name: "scheduler".into(),
        named: Arc::new(own()),
    });
    scheduler.prepare().await;
    let asked = Options::after(&moves.iter().map(ToString::to_string).collect::<Vec<_>>());
    let operation = Operation::Ask { question: QuestionKind::HINT, asked, picture: false };
    let task = Task { family: "toggle".into(), level: LIGHT.into(), operation, limits };
    let reply = scheduler.submit("ann", task, Duration::from_secs(30)).await.unwrap();
    let _ = std::fs::remove_dir_all(folder);
    let Reply::Done(Outcome::Done { result, .. }) = reply else { panic!("{reply:?}") };
    result.value()
}

/// The hints of a level along its line are stored, and the next start takes them from there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prepared_hints_outlive_a_server() {
    let store = Arc::new(MemoryStore::default());
    let first = prepared_hint(&store, "first", &[]).await;
    assert_eq!(store.0.lock().unwrap().len(), 4, "one entry a level");
    let best = first["answer"]["best"][0].as_str().unwrap();
    let (before, after) = (prepared_hint(&store, "a", &[best]).await, prepared_hint(&store, "b", &[best]).await);
    assert_eq!(before, after, "the same answer, with the time that it took once");
    // What is damaged is computed again.
    for bytes in store.0.lock().unwrap().values_mut() {
        bytes[10] ^= 1;
    }
    let again = prepared_hint(&store, "c", &[best]).await;
    assert_eq!(again["answer"], after["answer"]);
}

/// A drawing of 30,000 shapes is cut, and its description says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_picture_is_cut() {
    let server = server(Policy::default());
    let level = "local start = table.create(20000, 1)
        return { name = 'cells', start = start, solved = function(s) return s[1] == 9 end,
            moves = function(s) return { { name = 'wait', to = s } } end,
            draw = function(s)
                local cells = {}
                for at in s do cells[at] = { x = at % 200, y = at // 200, label = 'a label of the cell' } end
                return { cells = cells }
            end }";
    let (status, play) = asked(&server, "play", json!({"family": "script", "level": level})).await;
    assert_eq!(status, 200, "{play}");
    let (shapes, description) = (play["picture"].to_string(), play["picture"]["description"].as_str().unwrap());
    assert!(shapes.len() <= 1_000_000 && shapes.len() > 300_000, "{}", shapes.len());
    assert!(description.contains("Only the upper left part is drawn"), "{description}");
    let (_, drawn) = asked(&server, "picture", json!({"family": "script", "level": level})).await;
    assert!(drawn["svg"].as_str().unwrap().len() <= 1_000_000, "{}", drawn["svg"].as_str().unwrap().len());
}
