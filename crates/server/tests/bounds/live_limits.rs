//! What rooms of the live world do with too much: long texts, scripts that never end, links that lead out, very many
//! worlds, viewers that are gone.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::world_server::{TIMEOUT, Viewer, step, world_server, world_server_within};
use futures_util::{SinkExt, Stream, StreamExt};
use serde_json::{Value, json};
use server::live::RoomLimits;
use testkit::campaign;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

/// A fresh folder with a world `busy` of this many cats, whose script is `text`.
fn busy(name: &str, cats: usize, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("menagerie-live-limits-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut objects = String::new();
    for at in 0..cats {
        let _ = write!(objects, "<object type=\"cat\" x=\"{at}\" y=\"8\"/>");
    }
    let map = format!(
        "<map width=\"1000\" height=\"10\" tilewidth=\"1\" tileheight=\"1\">\
         <objectgroup name=\"ground\"><object x=\"0\" y=\"9\" width=\"1000\" height=\"1\"/></objectgroup>\
         <objectgroup name=\"objects\">{objects}</objectgroup></map>"
    );
    fs::write(folder.join("busy.tmx"), map).unwrap();
    fs::write(folder.join("busy.luau"), text).unwrap();
    fs::write(
        folder.join("busy.world.toml"),
        "map = \"busy.tmx\"\n[limits]\nfuel = 10000000\n[kinds.cat]\nscript = \"busy.luau\"\n",
    )
    .unwrap();
    folder
}

/// The code and the reason with which a socket closes.
async fn closed<E: std::fmt::Debug>(mut socket: impl Stream<Item = Result<Message, E>> + Unpin) -> (u16, String) {
    let last = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(Some(frame)))) => return (frame.code.into(), frame.reason.to_string()),
                Some(Ok(_)) => {}
                other => panic!("no close frame: {other:?}"),
            }
        }
    };
    timeout(TIMEOUT, last).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_too_long_closes_the_socket_with_the_reason() {
    let world_server = world_server(None).await;
    for length in [4097, 60_000, 200_000, 3 << 20] {
        let (mut to, from) = world_server.connect("tower").await.socket.split();
        let text = format!("{{\"touch\": \"{}\"}}", "x".repeat(length));
        // As a browser does: it hears while it sends, and the server may close before it has read everything.
        let (response, _) = tokio::join!(closed(from), to.send(Message::text(text)));
        assert_eq!(response, (1009, "the message is too long; expected at most 4096 bytes".to_owned()), "{length}");
    }
    let mut viewer = world_server.connect("tower").await;
    viewer.say(json!({"speed": "fast"})).await;
    let (code, reason) = closed(viewer.socket).await;
    assert!(code == 1008 && reason.contains("expected f32"), "{code} {reason}");
    // Others go on.
    let mut other = world_server.connect("tower").await;
    let now = other.step();
    other.until(|moment| step(moment) > now + 10).await;
}

/// Three hundred cats whose scripts take a good part of a second each for one step.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_takes_too_long_stops_the_world_which_goes_on_with_another_script() {
    let folder = busy("slow", 300, "function process() while true do end end");
    let world_server = world_server(Some(folder.clone())).await;
    let mut viewer = world_server.connect("busy").await;
    viewer.until(|now| now["problem"].is_object()).await;
    let problem = &viewer.now["problem"];
    assert_eq!((&problem["file"], &viewer.now["step"]), (&json!("busy.luau"), &json!(0)));
    assert!(
        problem["message"].as_str().unwrap().starts_with("the scripts of one step take longer than 2 s"),
        "{problem}"
    );
    // Standing still, it answers at once.
    let begun = Instant::now();
    assert_eq!(world_server.request("GET", "/api/v1/worlds/busy/log", "").await.0, 200);
    assert!(begun.elapsed() < Duration::from_secs(10));
    let script = "/api/v1/worlds/busy/scripts/busy.luau";
    assert_eq!(world_server.request("PUT", script, "function process() end").await.0, 200);
    viewer.until(|now| now["problem"].is_null() && step(now) > 5).await;
    let log = world_server.request("GET", "/api/v1/worlds/busy/log", "").await.1;
    assert!(log.lines().nth(1).unwrap().starts_with("{\"step\":0,"), "{log}");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn links_out_of_the_folder_show_nothing() {
    use std::os::unix::fs::symlink;
    let folder = busy("links", 1, "function process() end");
    let secret = folder.with_extension("secret");
    fs::write(&secret, "the secret of the house\n").unwrap();
    let toml = fs::read_to_string(folder.join("busy.world.toml")).unwrap();
    for (name, from, to) in
        [("script", "busy.luau", "out"), ("map", "busy.tmx", "out.tmx"), ("above", "busy.luau", "../x")]
    {
        fs::write(folder.join(format!("{name}.world.toml")), toml.replace(from, to)).unwrap();
    }
    for link in ["out", "out.tmx", "linked.world.toml"] {
        symlink(&secret, folder.join(link)).unwrap();
    }
    let world_server = world_server(Some(folder.clone())).await;
    for name in ["script", "map", "above", "linked"] {
        let (status, response) = world_server.request("GET", &format!("/api/v1/worlds/{name}/log"), "").await;
        assert!(status == 422 && !response.contains("secret of"), "{name}: {status} {response}");
    }
    let listed = world_server.request("GET", "/api/v1/worlds", "").await.1;
    assert!(listed.contains("leads out of the world's folder") && !listed.contains("secret of"), "{listed}");
    assert_eq!(world_server.request("GET", "/api/v1/worlds/busy/log", "").await.0, 200);
    assert_eq!(world_server.request("GET", "/api/v1/worlds/..%2Fbusy/log", "").await.0, 404);
    fs::remove_dir_all(folder).unwrap();
    fs::remove_file(secret).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_worlds_are_listed_in_part_and_opened_by_name() {
    let folder = busy("many", 1, "function process() end");
    let toml = fs::read_to_string(folder.join("busy.world.toml")).unwrap();
    for at in 0..3000 {
        fs::write(folder.join(format!("w{at:04}.world.toml")), format!("title = \"World {at}\"\n{toml}")).unwrap();
    }
    let world_server = world_server(Some(folder.clone())).await;
    let list = async || -> Vec<Value> {
        let response = world_server.request("GET", "/api/v1/worlds", "").await.1;
        serde_json::from_str::<Value>(&response).unwrap()["worlds"].as_array().unwrap().clone()
    };
    let listed = list().await;
    assert_eq!(listed.len(), 1000 + 3);
    assert_eq!(listed.iter().find(|world| world["name"] == "w0007").unwrap()["title"], "World 7");
    // Rooms that nobody looks at make room for others.
    for at in (0..3000).step_by(60) {
        assert_eq!(world_server.request("GET", &format!("/api/v1/worlds/w{at:04}/log"), "").await.0, 200, "{at}");
    }
    fs::write(folder.join("w0007.world.toml"), format!("title = \"Another title\"\n{toml}")).unwrap();
    assert_eq!(list().await.iter().find(|world| world["name"] == "w0007").unwrap()["title"], "Another title");
    fs::remove_dir_all(folder).unwrap();
}

/// Requests for a world that takes long to load, or fails to, do not hold up those for others.
#[tokio::test(flavor = "multi_thread")]
async fn a_world_that_loads_slowly_holds_up_nobody() {
    let folder = busy("loading", 1, "while true do end");
    let world_server = world_server(Some(folder.clone())).await;
    let slow =
        futures_util::future::join_all((0..30).map(|_| world_server.request("GET", "/api/v1/worlds/busy/log", "")));
    let others = async {
        for _ in 0..20 {
            assert_eq!(world_server.request("GET", "/api/v1/worlds", "").await.0, 200);
            assert_eq!(world_server.request("GET", "/api/v1/worlds/tower/events", "").await.0, 200);
        }
        Instant::now()
    };
    let slow = async { (slow.await, Instant::now()) };
    let ((refused, last), others) = timeout(TIMEOUT, async { tokio::join!(slow, others) }).await.unwrap();
    assert!(refused.iter().all(|(status, response)| *status == 422 && response.contains("fuel")), "{refused:?}");
    assert!(others < last, "the others waited for the slow world");
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_and_pictures_of_worlds_open_no_room() {
    let world_server = world_server_within(None, RoomLimits { rooms: 1, ..RoomLimits::default() }).await;
    let mut viewer = world_server.connect("tower").await;
    viewer.until(|now| step(now) > 10).await;
    let picture = async |name: &str| -> Value {
        let (status, response) = world_server.request("GET", &format!("/api/v1/worlds/{name}/picture"), "").await;
        assert_eq!(status, 200, "{response}");
        serde_json::from_str(&response).unwrap()
    };
    // The only room is taken: a picture needs none.
    for _ in 0..2 {
        let savanna = picture("savanna").await;
        assert_eq!((&savanna["setting"]["world"], &savanna["moment"]["step"]), (&json!("savanna"), &json!(0)));
    }
    assert!(step(&picture("tower").await["moment"]) > 10, "a world with a room is shown as it stands");
    let (status, response) = world_server.request("GET", "/api/v1/worlds/savanna/log", "").await;
    assert!(status == 503 && response.contains("all 1 rooms of worlds are in use"), "{status} {response}");
    assert_eq!(world_server.request("GET", "/api/v1/worlds", "").await.0, 200);
    assert_eq!(world_server.request("GET", "/api/v1/worlds/moon/picture", "").await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_rooms_without_viewers_one_with_changed_scripts_ends_last() {
    let world_server = world_server_within(None, RoomLimits { rooms: 2, ..RoomLimits::default() }).await;
    let chicken = "/api/v1/worlds/farmyard/scripts/chicken.luau";
    let text = "function process() end -- worked on\n";
    assert_eq!(world_server.request("PUT", chicken, text).await.0, 200);
    for other in ["savanna", "tower", "savanna"] {
        assert_eq!(world_server.request("GET", &format!("/api/v1/worlds/{other}/log"), "").await.0, 200);
        assert_eq!(world_server.request("GET", chicken, "").await, (200, text.to_owned()), "after {other}");
    }
    // Where there is no other, it ends too.
    let _viewer = world_server.connect("savanna").await;
    assert_eq!(world_server.request("GET", "/api/v1/worlds/tower/log", "").await.0, 200);
    assert_ne!(world_server.request("GET", chicken, "").await.1, text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_room_is_one_of_its_own() {
    let world_server = world_server(None).await;
    let (own, key) = ("/api/v1/worlds/tower/scripts/squirrel.luau", "0123456789abcdef0123456789abcdef");
    let text = "function process() end -- for me alone\n";
    assert_eq!(world_server.request("PUT", &format!("{own}?room={key}"), text).await.0, 200);
    assert_eq!(world_server.request("GET", &format!("{own}?room={key}"), "").await.1, text);
    assert_ne!(world_server.request("GET", own, "").await.1, text);
    assert_ne!(world_server.request("GET", &format!("{own}?room={}", key.replace('0', "f")), "").await.1, text);
    for guessable in ["", "mine", "0123456789abcdef01234", "0123456789abcdef%0A0123456789"] {
        let (status, response) = world_server.request("GET", &format!("{own}?room={guessable}"), "").await;
        assert!(
            status == 400 && response.contains("expected the key of a private room"),
            "{guessable}: {status} {response}"
        );
    }
    // The list shows the room of all.
    let mut viewer = world_server.connect(&format!("tower?room={key}")).await;
    viewer.until(|now| step(now) > 5).await;
    let list: Value = serde_json::from_str(&world_server.request("GET", "/api/v1/worlds", "").await.1).unwrap();
    assert_eq!(list["worlds"][2]["viewers"], 0);
}

/// The step of the last text that a viewer takes until `end`. The others are not parsed, so that viewers take little of
/// the machine.
async fn newest(viewer: &mut Viewer, end: Instant) -> u64 {
    let mut last = None;
    while let Ok(heard) = timeout(end.saturating_duration_since(Instant::now()), viewer.socket.next()).await {
        last = Some(heard.unwrap().unwrap());
    }
    step(&serde_json::from_str(last.unwrap().to_text().unwrap()).unwrap())
}

/// Rooms of the shipped worlds, private ones from the second round on, each with one viewer, keep their pace beside
/// each other. In the campaign `rooms` as many rooms as wished run for ten seconds at sixty steps a second; else each
/// of four makes sixty steps, however long a busy machine takes for them.
#[tokio::test(flavor = "multi_thread")]
async fn rooms_beside_each_other_keep_their_pace() {
    let (by_hand, rooms) = (campaign::by_hand(), campaign::cases(4));
    let world_server = world_server(None).await;
    let mut viewers = Vec::new();
    for room in rooms {
        let shipped = world::SHIPPED;
        let at = usize::try_from(room).unwrap();
        let name = shipped[at % shipped.len()].name;
        let key = if at < shipped.len() { String::new() } else { format!("?room={at:024}") };
        viewers.push((format!("{name}{key}"), world_server.connect(&format!("{name}{key}")).await));
    }
    let count = viewers.len();
    let begun = Instant::now();
    let tasks = viewers.into_iter().map(|(name, mut viewer)| {
        tokio::spawn(async move {
            if by_hand {
                // In the first second it takes what has come while the others entered.
                let first = newest(&mut viewer, begun + Duration::from_secs(1)).await;
                let last = newest(&mut viewer, begun + Duration::from_secs(11)).await;
                return (name, last - first);
            }
            let first = viewer.step();
            viewer.until(|now| step(now) >= first + 60).await;
            (name, viewer.step() - first)
        })
    });
    let tasks: Vec<_> = tasks.collect();
    let mut least = u64::MAX;
    for task in tasks {
        let (name, steps) = task.await.unwrap();
        if by_hand {
            println!("{name}: {steps} steps in 10 s");
        }
        least = least.min(steps);
    }
    println!("{count} rooms: at least {least} steps");
    assert!(least >= if by_hand { 595 } else { 60 }, "{count} rooms: {least} steps");
}
