//! The server's life: listening, connections within bounds, and an end in order.
//!
//! axum's own `serve` has neither a bound on connections nor on the time for a request's head or for taking a
//! response, so connections are accepted here and given to hyper. At the end no connection is accepted any more,
//! running requests are answered, streams of events end, and questions that wait become jobs.
//!
//! A client may send many requests at once over one connection (pipelining) and read no response. Requests of one
//! connection are answered one after the other, each behind whatever else is ready, so that other connections wait for
//! at most one request of each; responses that are not taken fill a buffer of [`UNSENT`] bytes, and until there is room
//! again no further request of that connection is read.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::api::{App, ShutdownSignal};

/// The response to a connection above the limit of open connections.
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
/// After an error of the listener (no file is left to open) it is asked again after this long.
const PAUSE: Duration = Duration::from_millis(100);

/// Bytes of responses that one connection holds for a client that does not read, and of a request's head.
const UNSENT: usize = 128 << 10;

/// Bounds of connections.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Open at once.
    pub connections: usize,
    /// The longest time for a request's head, and between requests of one connection.
    pub head_time: Duration,
    /// The longest time in which a client takes nothing of what it is sent.
    pub write_time: Duration,
    /// The longest time that running requests get at the end.
    pub end_time: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            connections: 1024,
            head_time: Duration::from_secs(20),
            write_time: Duration::from_secs(30),
            end_time: Duration::from_secs(35),
        }
    }
}

/// Answers until `closing` says that the server ends, and then ends in order.
pub async fn serve(listener: TcpListener, router: Router, state: Arc<App>, bounds: Bounds, closing: ShutdownSignal) {
    let room = Arc::new(Semaphore::new(bounds.connections));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closing.wait() => break,
        };
        match accepted {
            Ok((stream, peer)) => match Arc::clone(&room).try_acquire_owned() {
                Ok(place) => connect(stream, peer, &router, &state, bounds, (&closing, place)),
                Err(_) => drop(tokio::spawn(refuse(stream))),
            },
            Err(error) => {
                tracing::warn!(%error, "no connection could be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    let all = u32::try_from(bounds.connections).unwrap_or(u32::MAX);
    if tokio::time::timeout(bounds.end_time, room.acquire_many(all)).await.is_err() {
        tracing::warn!("some requests were cut off");
    }
}

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    router: &Router,
    state: &Arc<App>,
    bounds: Bounds,
    (closing, place): (&ShutdownSignal, OwnedSemaphorePermit),
) {
    let _ = stream.set_nodelay(true);
    let router = router.clone().layer(Extension(ConnectInfo(peer))).layer(from_fn(behind_others));
    let service = TowerToHyperService::new(router);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(bounds.write_time));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head_time)
        .max_buf_size(UNSENT)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
        .with_upgrades();
    let (state, closing) = (Arc::clone(state), closing.clone());
    tokio::spawn(async move {
        state.connections().fetch_add(1, Ordering::Relaxed);
        let mut connection = pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = closing.wait() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%peer, %error, "a connection broke off");
        }
        state.connections().fetch_sub(1, Ordering::Relaxed);
        drop(place);
    });
}

/// Answers a request after everything else that is ready was given a turn.
async fn behind_others(request: Request, next: Next) -> Response {
    tokio::task::yield_now().await;
    next.run(request).await
}

async fn refuse(mut stream: TcpStream) {
    let _ = stream.write_all(NO_ROOM).await;
    let _ = stream.shutdown().await;
}
