//! Metrics as the text that Prometheus reads, and those of work that both servers and workers do.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::header;
use axum::response::{IntoResponse, Response};
use tasks::Outcome;
use tokio::time::timeout;

use crate::queue::{Depth, JobQueue};

/// The time within which a queue answers; one that hangs is as good as one that is away.
const QUEUE_ANSWERS: Duration = Duration::from_millis(500);

/// Counts one thing under way until it is dropped.
pub(crate) struct Running<'a>(&'a AtomicU64);

impl<'a> Running<'a> {
    pub(crate) fn new(count: &'a AtomicU64) -> Running<'a> {
        count.fetch_add(1, Ordering::Relaxed);
        Running(count)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The work on jobs that a process took from its queue.
#[derive(Debug, Default)]
pub(crate) struct JobMeters {
    running: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
    micros: AtomicU64,
}

impl JobMeters {
    /// Does the work of a job and counts it.
    pub(crate) fn count(&self, work: impl FnOnce() -> Outcome) -> Outcome {
        let (begun, _running) = (Instant::now(), Running::new(&self.running));
        let outcome = work();
        let ended = if matches!(outcome, Outcome::Done { .. }) { &self.done } else { &self.failed };
        ended.fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.micros.fetch_add(micros, Ordering::Relaxed);
        outcome
    }

    pub(crate) fn write(&self, out: &mut String) {
        let (done, failed) = (self.done.load(Ordering::Relaxed), self.failed.load(Ordering::Relaxed));
        head(
            out,
            "menagerie_jobs_worked_total",
            "counter",
            "Jobs of the queue that this process worked on, by their end.",
        );
        let _ = writeln!(out, "menagerie_jobs_worked_total{{ended=\"done\"}} {done}");
        let _ = writeln!(out, "menagerie_jobs_worked_total{{ended=\"failed\"}} {failed}");
        let seconds = Duration::from_micros(self.micros.load(Ordering::Relaxed)).as_secs_f64();
        head(out, "menagerie_jobs_worked_seconds_total", "counter", "Time of that work.");
        let _ = writeln!(out, "menagerie_jobs_worked_seconds_total {seconds}");
        let running = self.running.load(Ordering::Relaxed);
        gauge(out, "menagerie_jobs_running", "Jobs of the queue that this process works on.", running);
    }
}

/// Writes the lines that describe a metric.
pub(crate) fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// Writes a metric that goes up and down.
pub(crate) fn gauge(out: &mut String, name: &str, help: &str, value: u64) {
    head(out, name, "gauge", help);
    let _ = writeln!(out, "{name} {value}");
}

/// The number of runs in a queue; `None` where it cannot be reached, or does not answer in time.
async fn depth(queue: &dyn JobQueue) -> Option<Depth> {
    timeout(QUEUE_ANSWERS, queue.depth()).await.ok().and_then(Result::ok)
}

/// Why a process cannot work with a queue now, if it cannot.
pub(crate) async fn obstacle(queue: &dyn JobQueue) -> Option<String> {
    match timeout(QUEUE_ANSWERS, queue.admits()).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("the queue does not answer".to_owned()),
    }
}

/// Writes what a queue holds, and which processes share it.
pub(crate) async fn write_queue(out: &mut String, queue: &dyn JobQueue) {
    let depth = depth(queue).await;
    gauge(out, "menagerie_queue_up", "Whether the queue can be reached.", depth.is_some().into());
    let Some(Depth { queued, running }) = depth else { return };
    head(out, "menagerie_runs", "gauge", "Runs in the queue, by state.");
    let _ = writeln!(out, "menagerie_runs{{state=\"queued\"}} {queued}");
    let _ = writeln!(out, "menagerie_runs{{state=\"running\"}} {running}");
    let Ok(Ok(mut processes)) = timeout(QUEUE_ANSWERS, queue.processes()).await else { return };
    processes.sort_by(|one, other| (one.role, &one.version).cmp(&(other.role, &other.version)));
    let kinds = processes.chunk_by(|one, other| (one.role, &one.version) == (other.role, &other.version));
    let (mut counts, mut slots) = (String::new(), String::new());
    for kind in kinds {
        let labels = format!("role=\"{}\",version=\"{}\"", kind[0].role.name(), kind[0].version);
        let _ = writeln!(counts, "menagerie_processes{{{labels}}} {}", kind.len());
        let places: usize = kind.iter().map(|process| process.slots).sum();
        let _ = writeln!(slots, "menagerie_slots{{{labels}}} {places}");
    }
    head(out, "menagerie_processes", "gauge", "Processes that share the queue.");
    out.push_str(&counts);
    head(out, "menagerie_slots", "gauge", "Jobs that they can work on at once.");
    out.push_str(&slots);
}

/// Writes the resident memory of this process, if the system reports it.
pub(crate) fn write_memory(out: &mut String) {
    if let Some(bytes) = resident_bytes() {
        gauge(out, "menagerie_resident_bytes", "Memory of this process.", bytes);
    }
}

/// The response with these metrics.
pub(crate) fn response(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
}
