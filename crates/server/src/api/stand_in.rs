//! A desk that answers at once and keeps nothing, until there is one with jobs.

use std::sync::Arc;
use std::time::Duration;

use engines::{Context, Stop};
use picture::Picture;
use puzzles::{Answer, Family, Kind, Level, Problems, Question, Record, Refusal};
use serde_json::{Value, json};

use crate::queue::{Depth, Job, QueueError};
use crate::task::{Deed, Failure, Outcome, Reason, Task};

/// How a question is answered.
pub enum Reply {
    /// Within its wait.
    Done(Outcome),
    /// Later.
    Job(Job),
}

/// Answers questions.
pub struct Desk {
    families: &'static [&'static dyn Family],
}

impl Desk {
    /// A desk.
    #[must_use]
    pub fn new(families: &'static [&'static dyn Family]) -> Arc<Desk> {
        Arc::new(Desk { families })
    }

    /// Performs a short task.
    pub async fn perform(&self, task: Task) -> Outcome {
        let families = self.families;
        let work = tokio::task::spawn_blocking(move || done(families, &task));
        match work.await {
            Ok(Ok((result, last_word))) => Outcome::Done { result, last_word },
            Ok(Err(failure)) => Outcome::Failed(failure),
            Err(error) => Outcome::Failed(failed(Reason::Internal, error)),
        }
    }

    /// Asks.
    ///
    /// # Errors
    /// None here.
    pub async fn ask(&self, _: &str, task: Task, _: Duration) -> Result<Reply, QueueError> {
        Ok(Reply::Done(self.perform(task).await))
    }

    /// A job.
    ///
    /// # Errors
    /// None here.
    pub async fn job(&self, _: &str) -> Result<Option<Job>, QueueError> {
        Ok(None)
    }

    /// A job as soon as it changes.
    ///
    /// # Errors
    /// None here.
    pub async fn watch(&self, _: &Job, _: Duration) -> Result<Option<Job>, QueueError> {
        Ok(None)
    }

    /// Gives a job up.
    ///
    /// # Errors
    /// None here.
    pub async fn cancel(&self, _: &str) -> Result<Option<Job>, QueueError> {
        Ok(None)
    }

    /// How much waits.
    ///
    /// # Errors
    /// None here.
    pub async fn depth(&self) -> Result<Depth, QueueError> {
        Ok(Depth::default())
    }

    /// Ends.
    pub async fn shutdown(&self) {}
}

fn failed(reason: Reason, error: impl ToString) -> Failure {
    Failure { reason, message: error.to_string(), problems: Vec::new() }
}

fn refused(refusal: Refusal) -> Failure {
    let reason = match &refusal {
        Refusal::NotOffered(_) => Reason::NotOffered,
        Refusal::Illegal { .. } => Reason::IllegalMove,
        Refusal::Halted(_) => Reason::Exceeded,
        Refusal::Rules(_) => Reason::ScriptFailed,
        Refusal::Broken(_) => Reason::Internal,
    };
    failed(reason, refusal)
}

fn done(families: &[&'static dyn Family], task: &Task) -> Result<(Value, bool), Failure> {
    let family = families.iter().find(|family| family.card().name == task.family);
    let family = *family.ok_or_else(|| failed(Reason::UnknownFamily, format!("no family '{}'", task.family)))?;
    let loaded = family.load(Arc::new(task.level.clone().into_bytes()));
    if matches!(task.deed, Deed::Check) {
        return checked(family, loaded.map(drop)).map(|value| (value, true));
    }
    let level = loaded.map_err(|problems| match problems {
        Problems::Invalid(list) => {
            Failure { problems: list.clone(), ..failed(Reason::InvalidLevel, Problems::Invalid(list)) }
        }
        Problems::Exceeded(why) => failed(Reason::Exceeded, why),
        Problems::Unreadable(error) => failed(Reason::Internal, error),
    })?;
    perform(family, level, task).map_err(refused)
}

fn checked(family: &dyn Family, loaded: Result<(), Problems>) -> Result<Value, Failure> {
    let problems = match loaded {
        Ok(()) => Vec::new(),
        Err(Problems::Invalid(list)) => list,
        Err(other) => return Err(failed(Reason::Exceeded, other)),
    };
    let answer = json!({"valid": problems.is_empty(), "problems": problems});
    Ok(json!({"schema": 1, "family": family.card().name, "question": "check", "verdict": null, "answer": answer}))
}

fn perform(family: &dyn Family, level: Arc<dyn Level>, task: &Task) -> Result<(Value, bool), Refusal> {
    let card = family.card();
    let value = match &task.deed {
        Deed::Check => Value::Null,
        Deed::Ask { question, asked } => {
            let cx = Context::new(task.limits.budget()).stop(Stop::default()).threads(1);
            let question = Question { kind: *question, asked: asked.clone() };
            json!(puzzles::ask(card, &level, &question, &cx)?)
        }
        Deed::Picture { moves, role, answer } => {
            let role = card.role(role.as_deref())?;
            let answer = answer.clone().and_then(|value| serde_json::from_value::<Answer>(value).ok());
            drawn(&match answer {
                Some(answer) => level.explain(&answer.asked_question(), &answer),
                None => Record::replay(level, role, moves)?.play().picture(),
            })
        }
        Deed::Play { moves, role } => {
            let record = Record::replay(level, card.role(role.as_deref())?, moves)?;
            let play = record.play();
            let status = play.status();
            let legal: Vec<String> = play.moves().take(1000).collect();
            json!({"picture": play.picture(), "moves": record.moves(), "over": status.over, "solved": status.solved,
                "cost": status.cost, "words": status.words, "level": play.level(), "legal": legal,
                "legal_total": play.moves().take(100_000).count(), "roles": card.roles})
        }
    };
    Ok((value, matches!(task.deed, Deed::Ask { question: Kind::Hint, .. })))
}

fn drawn(picture: &Picture) -> Value {
    let (title, description, svg) = (&picture.title, &picture.description, picture::svg::picture(picture));
    json!({"title": title, "description": description, "svg": svg, "picture": picture})
}
