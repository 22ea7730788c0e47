//! One viewer: a WebSocket that sends settings and moments, and receives messages.
//!
//! Sending and receiving run in one task, so that a viewer that does not read lags by at most the message being sent:
//! the `watch` channels hold only the newest. A viewer that receives nothing for [`SEND_TIMEOUT`], or answers no ping
//! for [`SILENCE`], is disconnected. Every other end is a close frame with its reason.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep, timeout};

use super::message::ViewerMessage;
use super::room::{Command, Room, ViewerPermit};

/// The most bytes of one message of a viewer.
pub(crate) const MAX_MESSAGE_LENGTH: usize = 4 << 10;
/// The longest time for sending one message.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// The interval between two pings, which detect a viewer that is gone.
const PINGED: Duration = Duration::from_secs(15);
/// The longest time without any message of a viewer: browsers answer each ping.
const SILENCE: Duration = Duration::from_secs(40);
/// The time in which a viewer receives the last frame before its connection is cut off.
const FAREWELL: Duration = Duration::from_secs(2);
/// The most bytes of the reason in a close frame.
const MAX_REASON: usize = 120;

/// Why a viewer's socket ends.
enum End {
    /// The viewer is gone, or does not read.
    Gone,
    /// The viewer sent an invalid message.
    Wrong(String),
    /// The viewer sent a message that is too long. If it was not read to its end, nothing after it can be read either.
    TooLong { unread: bool },
    /// The room was closed.
    Closed,
}

/// Serves a viewer until it disconnects or the room is closed.
pub(crate) async fn serve(mut socket: WebSocket, room: Arc<Room>, permit: ViewerPermit) {
    let (settings, moments) = (room.settings.clone(), room.moments.clone());
    let commands = room.commands.clone();
    // The room must be able to end while this viewer is connected.
    drop(room);
    let weak = commands.downgrade();
    let woken = commands.send(Command::Wake).await;
    drop(commands);
    let end = match woken {
        Ok(()) => stream(&mut socket, settings, moments, &weak).await,
        Err(_) => End::Closed,
    };
    drop(permit);
    let unread = matches!(end, End::TooLong { unread: true });
    let (code, reason) = match end {
        End::Gone => return,
        End::Wrong(reason) => (close_code::POLICY, reason),
        End::TooLong { .. } => {
            (close_code::SIZE, format!("the message is too long; expected at most {MAX_MESSAGE_LENGTH} bytes"))
        }
        End::Closed => (close_code::AWAY, "the world ends".into()),
    };
    let last = Message::Close(Some(CloseFrame { code, reason: shortened(reason).into() }));
    // A connection that is cut off while bytes of it are unread may lose the last frame.
    match timeout(SEND_TIMEOUT, socket.send(last)).await {
        Err(_) => {}
        Ok(_) if unread => sleep(FAREWELL).await,
        Ok(_) => drop(timeout(FAREWELL, left(&mut socket)).await),
    }
}

/// Returns when the viewer has closed its side.
async fn left(socket: &mut WebSocket) {
    while let Some(Ok(_)) = socket.recv().await {}
}

/// The beginning of a text that fits into a close frame.
fn shortened(mut text: String) -> String {
    let end = text.floor_char_boundary(MAX_REASON);
    text.truncate(end);
    text
}

type Commands = tokio::sync::mpsc::WeakSender<Command>;

async fn stream(
    socket: &mut WebSocket,
    mut settings: watch::Receiver<Utf8Bytes>,
    mut moments: watch::Receiver<Utf8Bytes>,
    commands: &Commands,
) -> End {
    settings.mark_changed();
    moments.mark_changed();
    let (mut pings, mut received_at) = (interval(PINGED), Instant::now());
    loop {
        let event = tokio::select! {
            biased;
            received = socket.recv() => {
                received_at = Instant::now();
                match received {
                    Some(Ok(message)) => forward(message, commands).await,
                    Some(Err(error)) => Err(failed(error)),
                    None => Err(End::Gone),
                }
            }
            changed = settings.changed() => match changed {
                Ok(()) => Ok(Some(Message::Text(settings.borrow_and_update().clone()))),
                Err(_) => Err(End::Closed),
            },
            changed = moments.changed() => match changed {
                Ok(()) => Ok(Some(Message::Text(moments.borrow_and_update().clone()))),
                Err(_) => Err(End::Closed),
            },
            _ = pings.tick() => match received_at.elapsed() < SILENCE {
                true => Ok(Some(Message::Ping(Default::default()))),
                false => Err(End::Gone),
            },
        };
        let message = match event {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(end) => return end,
        };
        if !matches!(timeout(SEND_TIMEOUT, socket.send(message)).await, Ok(Ok(()))) {
            return End::Gone;
        }
    }
}

/// The end of a socket from which no message could be read.
fn failed(error: axum::Error) -> End {
    use tungstenite::Error;
    match error.into_inner().downcast_ref() {
        Some(Error::Capacity(_)) => End::TooLong { unread: true },
        _ => End::Gone,
    }
}

/// Forwards a message of the client to the room.
async fn forward(message: Message, commands: &Commands) -> Result<Option<Message>, End> {
    let text = match message {
        Message::Text(text) => text,
        Message::Ping(_) | Message::Pong(_) => return Ok(None),
        Message::Close(_) => return Err(End::Gone),
        Message::Binary(_) => return Err(End::Wrong("expected text, not binary".into())),
    };
    if text.len() > MAX_MESSAGE_LENGTH {
        return Err(End::TooLong { unread: false });
    }
    let message = ViewerMessage::read(&text).map_err(End::Wrong)?;
    let commands = commands.upgrade().ok_or(End::Closed)?;
    commands.send(Command::Viewer(message)).await.map_err(|_| End::Closed)?;
    Ok(None)
}
