//! Accepts connections within limits, and shuts down in order.
//!
//! axum's own `serve` limits neither the number of connections nor the time for sending a request's head or receiving a
//! response, so connections are accepted here and passed to hyper. At shutdown no connection is accepted any more,
//! running requests are answered, streams of events end, and waiting questions become jobs.
//!
//! A client may send many requests at once over one connection (pipelining) and read no response. Requests of one
//! connection are answered one after the other, each after all other work that is ready, so that other connections wait
//! for at most one request of each; responses that are not read fill a buffer of [`UNSENT`] bytes, and until it has
//! room again no further request of that connection is read.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
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

use crate::api::ShutdownSignal;
use crate::metrics::Running;

/// The response to a connection above the limit of open connections.
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
/// The pause after an error of the listener, for example when no file descriptor is left.
const ERROR_BACKOFF: Duration = Duration::from_millis(100);

/// The most bytes of responses that are buffered for a client that does not read, and of a request's head.
const UNSENT: usize = 128 << 10;

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most open connections.
    pub connections: usize,
    /// The longest time for a request's head, and between requests of one connection.
    pub head_time: Duration,
    /// The longest time in which a client may receive nothing of a response.
    pub write_time: Duration,
    /// The longest time that running requests are given at shutdown.
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

/// Accepts connections and answers their requests by `router` until `shutdown` is signalled, then waits for running
/// requests within [`Bounds::end_time`]. `open` counts the open connections.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    open: Arc<AtomicU64>,
    bounds: Bounds,
    shutdown: ShutdownSignal,
) {
    let room = Arc::new(Semaphore::new(bounds.connections));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shutdown.wait() => break,
        };
        match accepted {
            Ok((stream, peer)) => match Arc::clone(&room).try_acquire_owned() {
                Ok(place) => connect(stream, peer, &router, &open, bounds, (&shutdown, place)),
                Err(_) => drop(tokio::spawn(refuse(stream))),
            },
            Err(error) => {
                tracing::warn!(%error, "no connection could be accepted");
                tokio::time::sleep(ERROR_BACKOFF).await;
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
    open: &Arc<AtomicU64>,
    bounds: Bounds,
    (shutdown, place): (&ShutdownSignal, OwnedSemaphorePermit),
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
    let (open, shutdown) = (Arc::clone(open), shutdown.clone());
    tokio::spawn(async move {
        let _open = Running::new(&open);
        let mut connection = pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = shutdown.wait() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%peer, %error, "a connection broke off");
        }
        drop(place);
    });
}

/// Answers a request after yielding once to all other tasks that are ready.
async fn behind_others(request: Request, next: Next) -> Response {
    tokio::task::yield_now().await;
    next.run(request).await
}

async fn refuse(mut stream: TcpStream) {
    let _ = stream.write_all(NO_ROOM).await;
    let _ = stream.shutdown().await;
}
