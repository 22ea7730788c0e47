//! The live world over a real socket: it moves, obeys, takes scripts, and repeats without a viewer.

use std::fs;
use std::path::{Path, PathBuf};

use crate::world_server::{TIMEOUT, Viewer, step, world_server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use world::{World, shipped_file};

const LAZY: &str = "function process(element)\n    game.say(element, \"tired\")\n    game.setTarget(element)\nend\n";
const MONKEY: &str = "/api/v1/worlds/savanna/scripts/monkey.luau";

/// The player's number, from the setting.
fn player(viewer: &Viewer) -> u64 {
    let kinds = viewer.setting["backdrop"]["kinds"].as_array().unwrap();
    let kind = kinds.iter().position(|kind| kind["player"] == true).unwrap();
    let all = viewer.setting["elements"].as_array().unwrap();
    all.iter().find(|element| element[2] == kind).unwrap()[0].as_u64().unwrap()
}

fn tired(now: &Value) -> bool {
    now["says"].as_object().unwrap().values().any(|response| response == "tired")
}

/// Where the body with this number is, across.
fn across(now: &Value, id: u64) -> f64 {
    let bodies = now["bodies"].as_array().unwrap();
    bodies.iter().find(|body| body[0] == id).unwrap()[1].as_f64().unwrap()
}

fn shipped_text(file: &str) -> String {
    String::from_utf8(shipped_file(file).unwrap()).unwrap()
}

/// The shipped savanna in a folder of its own.
fn own_savanna(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-live-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for file in ["savanna.tmx", "monkey.luau", "patrol.luau"] {
        fs::write(folder.join(file), shipped_text(file)).unwrap();
    }
    fs::write(folder.join("mine.world.toml"), shipped_text("savanna.world.toml")).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn it_moves_and_the_player_goes_where_one_touches() {
    let world_server = world_server(None).await;
    // Monkeys that want nothing are in nobody's way.
    assert_eq!(world_server.request("PUT", MONKEY, LAZY).await.0, 200);
    let mut viewer = world_server.connect("savanna").await;
    assert_eq!(viewer.setting["backdrop"]["title"], "The savanna");
    let player = player(&viewer);
    let first = viewer.step();
    viewer.until(|now| step(now) > first + 30).await;
    viewer.say(json!({"touch": {"x": 8.5, "y": 1.5}})).await;
    viewer.until(|now| now["target"] == json!([8.5, 1.5])).await;
    viewer.until(|now| (across(now, player) - 8.5).abs() < 0.3).await;
    viewer.say(json!({"release": true})).await;
    viewer.until(|now| now["target"].is_null()).await;
    let list: Value = serde_json::from_str(&world_server.request("GET", "/api/v1/worlds", "").await.1).unwrap();
    let list = list["worlds"].as_array().unwrap();
    let names: Vec<&str> = list.iter().map(|each| each["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["farmyard", "savanna", "tower"]);
    assert!(list[1]["viewers"] == 1 && step(&list[1]) > 30 && list[0]["viewers"] == 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_in_a_room_replays_without_one() {
    let world_server = world_server(None).await;
    let mut viewer = world_server.connect("savanna").await;
    let mut other = world_server.connect("savanna").await;
    viewer.say(json!({"touch": {"x": 14.0, "y": 1.5}})).await;
    viewer.until(|now| step(now) > 40).await;
    other.say(json!({"speed": 4})).await;
    other.say(json!({"touch": {"x": 3.0, "y": 5.0}})).await;
    viewer.until(|now| now["target"] == json!([3.0, 5.0])).await;
    assert_eq!(world_server.request("PUT", MONKEY, LAZY).await.0, 200);
    viewer.until(|now| step(now) > 200).await;
    viewer.say(json!({"pause": true})).await;
    viewer.until(|now| now["paused"] == true).await;
    let end = viewer.step() + 5;
    viewer.say(json!({"step": 5})).await;
    viewer.until(|now| step(now) == end).await;
    other.until(|now| step(now) == end).await;
    assert_eq!(viewer.now["hash"], other.now["hash"]);
    let log = world_server.request("GET", "/api/v1/worlds/savanna/log", "").await.1;
    // The world, two texts at the start, three inputs, the end.
    assert_eq!(log.lines().count(), 7, "{log}");
    let mut again = World::load("savanna.world.toml", &shipped_file).unwrap();
    let entries = again.read_log(log.as_bytes()).unwrap();
    for _ in 0..end {
        again.replay(&entries).unwrap();
        again.step();
    }
    again.replay(&entries).unwrap();
    assert_eq!(viewer.now["hash"], format!("{:016x}", again.hash()));
    let status = again.status();
    assert_eq!((&viewer.now["words"], &viewer.now["dry"]), (&json!(status.words), &json!(status.is_dry)));
}

/// Does a run again with the files as they are now; returns the step and the hash at which it ends.
fn replayed(folder: &Path, name: &str, log: &str) -> (u64, String) {
    let mut world = World::load(name, &|file: &str| fs::read(folder.join(file))).unwrap();
    let log = world.read_log(log.as_bytes()).unwrap();
    while world.steps() < log.end().unwrap() {
        world.replay(&log).unwrap();
        world.step();
    }
    world.replay(&log).unwrap();
    (world.steps(), format!("{:016x}", world.hash()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_replays_though_scripts_were_written_on_disk_and_the_server_has_ended() {
    let folder = own_savanna("whole");
    let world_server = world_server(Some(folder.clone())).await;
    let mut viewer = world_server.connect("mine").await;
    assert_eq!(viewer.setting["file"], "mine.world.toml");
    let paused = async |viewer: &mut Viewer| {
        viewer.say(json!({"pause": true})).await;
        viewer.until(|now| now["paused"] == true).await;
        let log = world_server.request("GET", "/api/v1/worlds/mine/log", "").await.1;
        viewer.say(json!({"pause": false})).await;
        (log, (viewer.step(), viewer.now["hash"].as_str().unwrap().to_owned()))
    };
    viewer.say(json!({"touch": {"x": 14.0, "y": 1.5}})).await;
    viewer.until(|now| step(now) > 40).await;
    viewer.say(json!({"speed": 4})).await;
    fs::write(folder.join("monkey.luau"), LAZY).unwrap();
    viewer.until(tired).await;
    let first = paused(&mut viewer).await;
    // Anew with what is on the disk now, and with what a viewer puts in, at other speeds.
    viewer.say(json!({"restart": true})).await;
    viewer.until(|now| step(now) < first.1.0).await;
    viewer.say(json!({"speed": 0.5})).await;
    viewer.until(|now| step(now) > 20).await;
    let shouts = LAZY.replace("tired", "wide awake");
    assert_eq!(world_server.request("PUT", "/api/v1/worlds/mine/scripts/monkey.luau", &shouts).await.0, 200);
    viewer.say(json!({"touch": {"x": 3.0, "y": 1.5}})).await;
    let now = viewer.step();
    viewer.until(|moment| step(moment) > now + 10).await;
    let second = paused(&mut viewer).await;
    world_server.worlds.close();
    fs::write(folder.join("monkey.luau"), "function process() end -- other than ever\n").unwrap();
    for (log, end) in [first, second] {
        assert_eq!(replayed(&folder, "mine.world.toml", &log), end, "{log}");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A world of two thousand bananas and nobody else: each moment of it is large.
fn orchard() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-live-{}-orchard", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let banana =
        |at: usize| format!("{{\"type\":\"banana\",\"x\":{}.125,\"y\":{}.375,\"point\":true}}", at % 90, at / 90);
    let bananas: Vec<String> = (0..2000).map(banana).collect();
    let layer = format!("{{\"name\":\"objects\",\"objects\":[{}]}}", bananas.join(","));
    let map = format!("{{\"width\":90,\"height\":30,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{layer}]}}");
    fs::write(folder.join("orchard.tmj"), map).unwrap();
    let toml = "map = \"orchard.tmj\"\n[kinds.banana]\nnature = \"item\"\n";
    fs::write(folder.join("orchard.world.toml"), toml).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_that_does_not_read_slows_nobody() {
    let folder = orchard();
    let world_server = world_server(Some(folder.clone())).await;
    let mut lazy = world_server.connect("orchard").await;
    let mut keen = world_server.connect("orchard").await;
    keen.say(json!({"speed": 8})).await;
    // More than the buffers between the two ends hold.
    let (mut moments, first) = (0, keen.step());
    while moments < 300 {
        keen.receive().await;
        moments += 1;
    }
    let goal = keen.step();
    assert!(goal - first > 2 * moments, "the world goes on: {goal} steps in {moments} moments");
    let mut taken = 0;
    while lazy.step() < goal {
        lazy.receive().await;
        taken += 1;
    }
    assert!(taken < moments, "{taken} of {moments} moments: none was dropped");
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_acts_at_once_or_is_refused_with_its_place() {
    let world_server = world_server(None).await;
    let mut viewer = world_server.connect("savanna").await;
    let shipped = shipped_text("monkey.luau");
    assert_eq!(world_server.request("GET", MONKEY, "").await, (200, shipped.clone()));
    let (status, response) =
        world_server.request("PUT", MONKEY, "function process(element)\n    local x = = 1\nend\n").await;
    let response: Value = serde_json::from_str(&response).unwrap();
    assert_eq!(
        (status, &response["problems"][0]["line"], &response["problems"][0]["column"]),
        (422, &2.into(), &5.into())
    );
    assert_eq!(world_server.request("GET", MONKEY, "").await.1, shipped);
    assert_eq!(world_server.request("PUT", MONKEY, LAZY).await.0, 200);
    viewer.until(tired).await;
    assert_eq!(viewer.setting["scripts"]["monkey.luau"], LAZY);
    assert_eq!(viewer.setting["originals"], json!({"monkey.luau": shipped}));
    let failing = "function process(element)\n    local t = nil\n    return t.x\nend\n";
    assert_eq!(world_server.request("PUT", MONKEY, failing).await.0, 200);
    viewer.until(|now| now["failures"] != json!([])).await;
    let failure = viewer.now["failures"][0].clone();
    assert_eq!(
        (&failure["script"], &failure["line"], &failure["count"]),
        (&"monkey.luau".into(), &3.into(), &4.into())
    );
    assert_eq!(world_server.request("PUT", MONKEY, &shipped).await.0, 200);
    viewer.until(|now| now["failures"] == json!([])).await;
    assert_eq!(viewer.setting["originals"], json!({}));
    let before = viewer.step();
    viewer.say(json!({"restart": true})).await;
    viewer.until(|now| step(now) < before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_or_too_large_is_refused() {
    let world_server = world_server(None).await;
    assert_eq!(world_server.request("GET", "/api/v1/worlds/savanna/scripts/none.luau", "").await.0, 404);
    assert_eq!(world_server.request("PUT", "/api/v1/worlds/savanna/scripts/none.luau", LAZY).await.0, 404);
    assert_eq!(world_server.request("PUT", MONKEY, &"-".repeat(300 << 10)).await.0, 413);
    assert_eq!(world_server.request("GET", "/api/v1/worlds/moon/log", "").await.0, 404);
    assert!(matches!(world_server.request("GET", "/api/v1/worlds/savanna/live", "").await.0, 400 | 426));
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_a_folder_act_when_they_are_written() {
    let folder = own_savanna("files");
    let world_server = world_server(Some(folder.clone())).await;
    let mut viewer = world_server.connect("mine").await;
    fs::write(folder.join("monkey.luau"), LAZY).unwrap();
    viewer.until(tired).await;
    fs::write(folder.join("monkey.luau"), "\nfunction process(").unwrap();
    viewer.until(|now| now["problem"]["file"] == "monkey.luau").await;
    assert_eq!(viewer.now["problem"]["line"], 2);
    fs::write(folder.join("monkey.luau"), format!("{LAZY}-- again\n")).unwrap();
    viewer.until(|now| now["problem"].is_null()).await;
    let before = viewer.step();
    let toml = shipped_text("savanna.world.toml");
    fs::write(folder.join("mine.world.toml"), toml.replace("The savanna", "Another one")).unwrap();
    viewer.until(|now| step(now) < before).await;
    assert_eq!(viewer.setting["backdrop"]["title"], "Another one");
    let foreign = ["..%2Fmine/log", "mine/scripts/..%2Fsecret.luau", "mine/scripts/mine.world.toml"];
    for foreign in foreign.map(|path| format!("/api/v1/worlds/{path}")) {
        assert_eq!(world_server.request("GET", &foreign, "").await.0, 404, "{foreign}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_words_end_a_socket_and_closing_ends_all() {
    let world_server = world_server(None).await;
    let mut steady = world_server.connect("farmyard").await;
    for wrong in ["no json", "{\"fly\":1}", "{\"touch\":{\"x\":1e99,\"y\":0}}", &"x".repeat(100_000)] {
        let mut viewer = world_server.connect("farmyard").await;
        let _ = viewer.socket.send(Message::text(wrong.to_owned())).await;
        let ended = async { while let Some(Ok(_)) = viewer.socket.next().await {} };
        timeout(TIMEOUT, ended).await.unwrap();
    }
    steady.until(|now| now["viewers"] == 1).await;
    let mut more = Vec::new();
    for _ in 1..64 {
        more.push(connect_async(world_server.live("farmyard")).await.unwrap());
    }
    assert!(connect_async(world_server.live("farmyard")).await.is_err());
    drop(more);
    world_server.worlds.close();
    let ended = async {
        loop {
            if let Message::Close(frame) = steady.socket.next().await.unwrap().unwrap() {
                return frame.unwrap().code;
            }
        }
    };
    assert_eq!(u16::from(timeout(TIMEOUT, ended).await.unwrap()), 1001);
}

/// A folder with one world of a cat that talks, on a map with this layer.
fn talking(name: &str, layer: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-live-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let script = "function process(element)\n    if element.memory.said == nil then\n        element.memory.said = true\n        \
                  print(\"here\", element.id)\n        log(\"and there\")\n    end\nend\n";
    fs::write(folder.join("cat.luau"), script).unwrap();
    fs::write(
        folder.join("cat.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>",
    )
    .unwrap();
    let toml = "map = \"cats.tmx\"\n[[ends]]\nwhen = { steps = 40 }\nresult = \"won\"\nsays = \"time is up\"\n\
                [kinds.cat]\nscript = \"cat.luau\"\nappearance = \"cat.svg\"\ntorso = { width = 0.5, height = 0.8 }\n";
    fs::write(folder.join("cats.world.toml"), toml).unwrap();
    fs::write(folder.join("cats.tmx"), cats(layer)).unwrap();
    folder
}

fn cats(layer: &str) -> String {
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"10\" tilewidth=\"1\" tileheight=\"1\">{layer}\
         <objectgroup name=\"objects\"><object type=\"cat\" x=\"3\" y=\"8\"><point/></object>\
         <object type=\"cat\" x=\"9\" y=\"8\"><point/></object></objectgroup></map>"
    )
}

const FLOOR: &str = "<objectgroup name=\"ground\"><object x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>";

/// The lines of a moment's events, as the program prints them.
fn told(events: &Value) -> Vec<String> {
    let word = |part: &Value| part.as_str().unwrap().to_owned();
    let line = |event: &Value| {
        let id = event[2].as_u64().filter(|&id| id > 0).map_or(String::new(), |id| format!(" {id}"));
        format!("step {}, {}{id} {}: {}", event[1], word(&event[3]), word(&event[4]), word(&event[5]))
    };
    events.as_array().unwrap().iter().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_scripts_print_and_how_it_ends_reaches_the_socket_as_a_run_tells_it() {
    let folder = talking("events", FLOOR);
    let world_server = world_server(Some(folder.clone())).await;
    let mut viewer = world_server.connect("cats").await;
    viewer.until(|now| !now["result"].is_null()).await;
    let mut world = World::load("cats.world.toml", &|name: &str| fs::read(folder.join(name))).unwrap();
    while world.outcome().is_none() {
        world.step();
    }
    let lines: Vec<String> = world.events(0).iter().map(ToString::to_string).collect();
    assert_eq!(told(&viewer.now["events"]), lines);
    assert_eq!(lines[0], "step 0, cat 1 prints: here\t1".replace('\t', " "));
    assert_eq!(lines.last().unwrap(), "step 39, the world ends: won: time is up");
    assert_eq!(viewer.now["result"], json!({"kind": "won", "step": 40, "text": "time is up"}));
    assert_eq!(viewer.now["hash"], format!("{:016x}", world.hash()));
    assert_eq!(viewer.setting["goals"], json!(["won when step 40 is reached"]));
    let kind = &viewer.setting["backdrop"]["kinds"][0];
    assert!(kind["appearance"].as_str().unwrap().starts_with("data:image/svg+xml;base64,") && kind["animal"] == true);
    assert_eq!(
        (&kind["torso"]["x"], kind["torso"]["y"].as_f64().map(|y| (y * 10.0).round())),
        (&0.5.into(), Some(8.0))
    );
    assert_eq!(viewer.now["torsos"].as_object().unwrap().len(), 2);
    let kept = world_server.request("GET", "/api/v1/worlds/cats/events", "").await.1;
    let first: Value = serde_json::from_str(kept.lines().next().unwrap()).unwrap();
    assert_eq!((&first["element"], &first["event"], &first["text"]), (&1.into(), &"prints".into(), &"here 1".into()));
    let (status, kept) = world_server.request("GET", "/api/v1/worlds/cats/elements/2/memory", "").await;
    let kept: Value = serde_json::from_str(&kept).unwrap();
    let expected = json!({"step": 40, "element": 2, "kind": "cat", "memory": "{ said = true }"});
    assert_eq!((status, kept), (200, expected));
    for none in ["0", "3", "-1", "cat"] {
        let (status, response) =
            world_server.request("GET", &format!("/api/v1/worlds/cats/elements/{none}/memory"), "").await;
        assert!(status == 404 && response.contains(&format!("this world has no element '{none}'")), "{response}");
    }
    viewer.say(json!({"restart": true})).await;
    viewer.until(|now| now["result"].is_null()).await;
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_map_is_shown_with_its_place_and_the_old_one_lives_on() {
    let folder = talking("malformed", FLOOR);
    let toml = fs::read_to_string(folder.join("cats.world.toml")).unwrap();
    fs::write(folder.join("cats.world.toml"), toml.replace("steps = 40", "steps = 1000000")).unwrap();
    let world_server = world_server(Some(folder.clone())).await;
    let mut viewer = world_server.connect("cats").await;
    viewer.until(|now| step(now) > 5).await;
    let short = "\n<layer name=\"ground\" width=\"2\" height=\"1\">\n <data encoding=\"csv\">0</data></layer>";
    fs::write(folder.join("cats.tmx"), cats(short)).unwrap();
    viewer.until(|now| now["problem"]["file"] == "cats.tmx").await;
    assert_eq!((&viewer.now["problem"]["line"], &viewer.now["problem"]["column"]), (&3.into(), &2.into()));
    assert!(viewer.now["problem"]["message"].as_str().unwrap().contains("data for 1 of its tiles; expected 2"));
    let before = viewer.step();
    viewer.until(|now| step(now) > before + 20).await;
    fs::write(folder.join("cats.tmx"), cats(&format!("{FLOOR}<imagelayer name=\"sky\"/>"))).unwrap();
    viewer.until(|now| now["problem"].is_null() && step(now) < before).await;
    assert_eq!(viewer.setting["unread"][0]["message"], "layer 'sky' is an image, which is not read");
    fs::remove_dir_all(folder).unwrap();
}

/// A browser does not tell a page why a socket was refused; the page asks again without one.
#[tokio::test(flavor = "multi_thread")]
async fn a_world_that_does_not_open_says_why() {
    let folder = talking(
        "shut",
        &FLOOR.replace(
            "</objectgroup>",
            "</objectgroup>\n<objectgroup name=\"objects\">\n<object id=\"7\" type=\"dog\"/></objectgroup>",
        ),
    );
    let world_server = world_server(Some(folder.clone())).await;
    let response = async |name: &str| {
        let (status, response) = world_server.request("GET", &format!("/api/v1/worlds/{name}/live"), "").await;
        let detail = serde_json::from_str::<Value>(&response)
            .map_or(response, |response| response["detail"].as_str().unwrap().to_owned());
        (status, detail)
    };
    let (status, why) = response("cats").await;
    assert_eq!(
        (status, why.as_str()),
        (
            422,
            "cats.tmx:3:1: layer 'objects', object 7: its class 'dog' is no kind; expected a kind of cats.world.toml: cat"
        )
    );
    assert_eq!(response("moon").await, (404, "there is no world 'moon'".to_owned()));
    // One that opens asks for a socket.
    assert_eq!(response("tower").await.0, 400);
    let mut viewers = Vec::new();
    for _ in 0..64 {
        viewers.push(connect_async(world_server.live("tower")).await.unwrap());
    }
    assert_eq!(
        response("tower").await,
        (503, "64 viewers look at this world already, which is the most; try again later".to_owned())
    );
    fs::remove_dir_all(folder).unwrap();
}
