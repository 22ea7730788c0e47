//! A server of worlds alone, and its viewers.
#![allow(dead_code)] // each test uses its part

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use server::live::{RoomLimits, Worlds, router};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The longest time that a state may take to come, on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// A server with its own worlds.
pub(crate) struct WorldServer {
    pub(crate) at: SocketAddr,
    pub(crate) worlds: Arc<Worlds>,
}

pub(crate) async fn world_server(folder: Option<PathBuf>) -> WorldServer {
    world_server_within(folder, RoomLimits::default()).await
}

/// A server whose rooms have these limits.
pub(crate) async fn world_server_within(folder: Option<PathBuf>, limits: RoomLimits) -> WorldServer {
    let worlds = Worlds::new(folder, limits);
    let app = router(Arc::clone(&worlds)).split_for_parts().0;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    WorldServer { at, worlds }
}

impl WorldServer {
    /// A request, with its status and body.
    pub(crate) async fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.at).await.unwrap();
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {length}");
        stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await.unwrap();
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response).await;
        let response = String::from_utf8(response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    pub(crate) fn live(&self, name: &str) -> String {
        let (name, query) =
            name.split_once('?').map_or((name, String::new()), |(name, query)| (name, format!("?{query}")));
        format!("ws://{}/api/v1/worlds/{name}/live{query}", self.at)
    }

    pub(crate) async fn connect(&self, name: &str) -> Viewer {
        let (socket, _) = connect_async(self.live(name)).await.unwrap();
        let mut viewer = Viewer { socket, setting: Value::Null, now: Value::Null };
        viewer.until(|now| now["step"].is_u64()).await;
        viewer
    }
}

/// A viewer of a world over its socket.
pub(crate) struct Viewer {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) setting: Value,
    pub(crate) now: Value,
}

impl Viewer {
    pub(crate) async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Receives one text.
    pub(crate) async fn receive(&mut self) {
        let message = timeout(TIMEOUT, self.socket.next()).await.unwrap().unwrap().unwrap();
        if let Message::Text(text) = message {
            let state: Value = serde_json::from_str(&text).unwrap();
            let place = if state["backdrop"].is_object() { &mut self.setting } else { &mut self.now };
            *place = state;
        }
    }

    /// Receives moments until one is as wanted.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        let waiting = async {
            while !wanted(&self.now) {
                self.receive().await;
            }
        };
        timeout(TIMEOUT, waiting).await.expect("the state did not come");
    }

    pub(crate) fn step(&self) -> u64 {
        step(&self.now)
    }
}

pub(crate) fn step(now: &Value) -> u64 {
    now["step"].as_u64().unwrap()
}
