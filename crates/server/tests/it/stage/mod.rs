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

/// So long may a state take to come, on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A server with its own worlds.
pub(crate) struct Stage {
    pub(crate) at: SocketAddr,
    pub(crate) worlds: Arc<Worlds>,
}

pub(crate) async fn stage(folder: Option<PathBuf>) -> Stage {
    stage_within(folder, RoomLimits::default()).await
}

/// A server whose rooms have these limits.
pub(crate) async fn stage_within(folder: Option<PathBuf>, limits: RoomLimits) -> Stage {
    let worlds = Worlds::new(folder, limits);
    let app = router(Arc::clone(&worlds)).split_for_parts().0;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    Stage { at, worlds }
}

impl Stage {
    /// A request, with its status and body.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.at).await.unwrap();
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: {length}");
        stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).await.unwrap();
        let mut said = Vec::new();
        let _ = stream.read_to_end(&mut said).await;
        let said = String::from_utf8(said).unwrap();
        let (head, body) = said.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    pub(crate) fn live(&self, name: &str) -> String {
        let (name, query) =
            name.split_once('?').map_or((name, String::new()), |(name, query)| (name, format!("?{query}")));
        format!("ws://{}/api/v1/worlds/{name}/live{query}", self.at)
    }

    pub(crate) async fn look(&self, name: &str) -> Viewer {
        let (socket, _) = connect_async(self.live(name)).await.unwrap();
        let mut viewer = Viewer { socket, setting: Value::Null, now: Value::Null };
        viewer.until(|now| now["step"].is_u64()).await;
        viewer
    }
}

/// Somebody who looks.
pub(crate) struct Viewer {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) setting: Value,
    pub(crate) now: Value,
}

impl Viewer {
    pub(crate) async fn say(&mut self, wish: Value) {
        self.socket.send(Message::text(wish.to_string())).await.unwrap();
    }

    /// Takes one text.
    pub(crate) async fn hear(&mut self) {
        let message = timeout(PATIENCE, self.socket.next()).await.unwrap().unwrap().unwrap();
        if let Message::Text(text) = message {
            let said: Value = serde_json::from_str(&text).unwrap();
            let place = if said["backdrop"].is_object() { &mut self.setting } else { &mut self.now };
            *place = said;
        }
    }

    /// Takes moments until one is as wanted.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Value) -> bool) {
        let look = async {
            while !wanted(&self.now) {
                self.hear().await;
            }
        };
        timeout(PATIENCE, look).await.expect("the state did not come");
    }

    pub(crate) fn step(&self) -> u64 {
        step(&self.now)
    }
}

pub(crate) fn step(now: &Value) -> u64 {
    now["step"].as_u64().unwrap()
}
