//! Questions answered on threads of their own, so that the face never waits. Cancelling asks the work to stop and
//! forgets its answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engines::{CancellationToken, Progress, Report};
use puzzles::phrases::plural;
use puzzles::{Answer, AskError, Level, MoveLimits, Question};

use super::event::{Event, Ticket};
use crate::cli_context::CliContext;
use crate::limits::Allowance;
use crate::store::DiskStore;

/// Time between two reports of progress.
const REPORTS: Duration = Duration::from_millis(100);

/// The limits of one question.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    allowance: Allowance,
    time: Option<Duration>,
    disk_store: Arc<DiskStore>,
}

impl Limits {
    /// As the command line says.
    pub(crate) fn new(cli: &CliContext<'_>) -> Limits {
        let allowance = Allowance::new(cli.common, None);
        Limits { allowance, time: cli.common.time, disk_store: Arc::clone(&cli.disk_store) }
    }

    /// Returns these limits with this limit on time where the command line has none.
    pub(crate) fn or_within(&self, time: Duration) -> Limits {
        Limits { time: self.time.or(Some(time)), ..self.clone() }
    }

    /// The limits of a move, which `stop` ends too.
    pub(crate) fn of_moves(&self, stop: CancellationToken) -> MoveLimits {
        MoveLimits { stop, time: self.time, bytes: Some(self.allowance.bytes()) }
    }

    /// Answers a question; blocks.
    pub(crate) fn answer(
        &self,
        level: &Arc<dyn Level>,
        question: &Question,
        stop: CancellationToken,
        progress: &dyn Progress,
    ) -> Result<Box<Answer>, AskError> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let cx = self.allowance.context(deadline).stop(stop).progress(progress).store(&*self.disk_store);
        puzzles::ask(level, question, &cx).map(Box::new)
    }
}

/// The questions that are being worked on.
pub(crate) struct Worker {
    limits: Limits,
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    running: Vec<(Ticket, CancellationToken)>,
}

impl Worker {
    pub(crate) fn new(limits: Limits) -> Worker {
        let (sender, receiver) = channel();
        Worker { limits, sender, receiver, running: Vec::new() }
    }

    /// Begins to work on a question.
    pub(crate) fn submit(&mut self, ticket: Ticket, level: Arc<dyn Level>, question: Question) {
        let (stop, sender, limits) = (CancellationToken::default(), self.sender.clone(), self.limits.clone());
        self.running.push((ticket, stop.clone()));
        std::thread::spawn(move || {
            let progress = ProgressSender { ticket, sender: sender.clone(), last: Mutex::new(Instant::now()) };
            let work = || limits.answer(&level, &question, stop, &progress);
            let answer = catch_unwind(AssertUnwindSafe(work))
                .unwrap_or_else(|_| Err(AskError::NotOffered("a bug in menagerie ended the search".into())));
            // Sending fails if the player has closed.
            let _ = sender.send(Event::Answered(ticket, answer));
        });
    }

    /// Asks the work to stop.
    pub(crate) fn cancel(&mut self, ticket: Ticket) {
        self.running.retain(|(running, stop)| {
            if *running == ticket {
                stop.cancel();
            }
            *running != ticket
        });
    }

    /// Returns the events since the last call, except those of cancelled questions.
    pub(crate) fn news(&mut self) -> Vec<Event> {
        let mut news: Vec<Event> = self.receiver.try_iter().collect();
        news.retain(|event| match event {
            Event::Answered(ticket, _) | Event::Progress(ticket, _) => {
                self.running.iter().any(|(running, _)| running == ticket)
            }
            _ => true,
        });
        for event in &news {
            if let Event::Answered(ticket, _) = event {
                self.running.retain(|(running, _)| running != ticket);
            }
        }
        news
    }

    /// Whether something is being worked on.
    pub(crate) fn busy(&self) -> bool {
        !self.running.is_empty()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.running.iter().for_each(|(_, stop)| stop.cancel());
    }
}

/// Sends progress to the face, not too often.
struct ProgressSender {
    ticket: Ticket,
    sender: Sender<Event>,
    last: Mutex<Instant>,
}

impl Progress for ProgressSender {
    fn report(&self, report: Report<'_>) {
        let Ok(mut last) = self.last.try_lock() else { return };
        if last.elapsed() < REPORTS {
            return;
        }
        *last = Instant::now();
        let bound = report.at_least.map(|bound| format!(", at least {bound}")).unwrap_or_default();
        let said = format!("{}: {}{bound}", report.stage, plural(report.nodes, "node", "nodes"));
        let _ = self.sender.send(Event::Progress(self.ticket, said));
    }
}
