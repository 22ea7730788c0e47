//! One viewer: a WebSocket that sends settings and moments, and receives messages.
//!
//! Sending and receiving run in one task, so that a viewer that does not read lags by at most the message being sent:
//! the `watch` channels hold only the newest. A viewer that receives nothing for [`PATIENCE`] is disconnected.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{interval, timeout};

use super::message::ViewerMessage;
use super::room::{Command, Room, ViewerPermit};

/// The longest time for sending one message.
const PATIENCE: Duration = Duration::from_secs(20);
/// The interval between two pings, which detect a viewer that is gone.
const PINGED: Duration = Duration::from_secs(15);

/// Why a viewer's socket ends.
enum End {
    /// The viewer is gone, or does not read.
    Gone,
    /// The viewer sent an invalid message.
    Wrong(String),
    /// The room was closed.
    Closed,
}

/// Serves a viewer until it disconnects or the room is closed.
pub(crate) async fn serve(mut socket: WebSocket, room: Arc<Room>, seat: ViewerPermit) {
    let (settings, moments) = (room.settings.clone(), room.moments.clone());
    let commands = room.commands.clone();
    // The room must be able to end while this viewer is connected.
    drop(room);
    let weak = commands.downgrade();
    let looked = commands.send(Command::Look).await;
    drop(commands);
    let end = match looked {
        Ok(()) => look(&mut socket, settings, moments, &weak).await,
        Err(_) => End::Closed,
    };
    drop(seat);
    let (code, reason) = match end {
        End::Gone => return,
        End::Wrong(reason) => (close_code::POLICY, reason),
        End::Closed => (close_code::AWAY, "the world ends".into()),
    };
    let reason: String = reason.chars().take(60).collect();
    let last = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let _ = timeout(PATIENCE, socket.send(last)).await;
}

type Commands = tokio::sync::mpsc::WeakSender<Command>;

async fn look(
    socket: &mut WebSocket,
    mut settings: watch::Receiver<Utf8Bytes>,
    mut moments: watch::Receiver<Utf8Bytes>,
    commands: &Commands,
) -> End {
    settings.mark_changed();
    moments.mark_changed();
    let mut pings = interval(PINGED);
    loop {
        let said = tokio::select! {
            biased;
            heard = socket.recv() => match heard {
                Some(Ok(message)) => hear(message, commands).await,
                _ => Err(End::Gone),
            },
            changed = settings.changed() => match changed {
                Ok(()) => Ok(Some(Message::Text(settings.borrow_and_update().clone()))),
                Err(_) => Err(End::Closed),
            },
            changed = moments.changed() => match changed {
                Ok(()) => Ok(Some(Message::Text(moments.borrow_and_update().clone()))),
                Err(_) => Err(End::Closed),
            },
            _ = pings.tick() => Ok(Some(Message::Ping(Default::default()))),
        };
        let message = match said {
            Ok(Some(message)) => message,
            Ok(None) => continue,
            Err(end) => return end,
        };
        if !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(()))) {
            return End::Gone;
        }
    }
}

/// Forwards a message of the client to the room.
async fn hear(message: Message, commands: &Commands) -> Result<Option<Message>, End> {
    let text = match message {
        Message::Text(text) => text,
        Message::Ping(_) | Message::Pong(_) => return Ok(None),
        Message::Close(_) => return Err(End::Gone),
        Message::Binary(_) => return Err(End::Wrong("expected text, not binary".into())),
    };
    let message = ViewerMessage::read(&text).map_err(End::Wrong)?;
    let commands = commands.upgrade().ok_or(End::Closed)?;
    commands.send(Command::Viewer(message)).await.map_err(|_| End::Closed)?;
    Ok(None)
}
