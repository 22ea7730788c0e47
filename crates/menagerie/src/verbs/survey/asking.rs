//! Asking the levels of a survey: on the cores of this machine, or by the workers of a shared queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use engines::Context;
use puzzles::rows::MAX_BYTES;
use puzzles::{Answer, FamilyInfo, Options, Question, source};
use server::batch::{self, Event};
use server::task::{Failure, Limits, Operation, Outcome, Reason, Task};

use super::corpus::{Corpus, Loaded, Loader, Place, Unloaded};
use super::row::Row;
use super::table::Table;
use crate::cli_context::CliContext;

/// The error of a level whose work panicked.
const BUG: &str = "a bug in menagerie ended the work";

/// Levels, what they are asked, and where the answers go.
pub(super) struct SurveyedLevels<'a> {
    pub(super) cli: &'a CliContext<'a>,
    pub(super) corpus: &'a Corpus,
    pub(super) question: &'a Question,
    pub(super) limits: Limits,
    pub(super) table: &'a Table,
}

impl SurveyedLevels<'_> {
    /// Asks the levels in this process, each on one thread.
    pub(super) fn here(&self) -> anyhow::Result<()> {
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let work = || {
            if let Err(error) = self.ask_each(&next) {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                // The other threads need not go on.
                next.store(usize::MAX / 2, Ordering::Relaxed);
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.cli.common.threads.map_or(cores, usize::from).min(self.corpus.places.len());
        std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
        failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn ask_each(&self, next: &AtomicUsize) -> anyhow::Result<()> {
        let mut loader = Loader::new(self.cli, self.corpus);
        while let Some(&place) = self.corpus.places.get(next.fetch_add(1, Ordering::Relaxed)) {
            if self.cli.stop.is_cancelled() {
                break;
            }
            let Some((row, loaded)) = self.load(&mut loader, place)? else { continue };
            let row = self.table.answered(row, self.answer(&loaded));
            // An answer that the user interrupted is no row.
            if !self.cli.stop.is_cancelled() {
                self.table.add(row)?;
            }
        }
        Ok(())
    }

    /// Asks a level. A panic becomes a failure of this level alone.
    fn answer(&self, loaded: &Loaded) -> Result<Answer, Failure> {
        let asked = AssertUnwindSafe(|| puzzles::ask(&loaded.level, self.question, &self.context()));
        match catch_unwind(asked) {
            Ok(answer) => answer.map_err(Failure::from),
            Err(_) => Err(Failure::new(Reason::Internal, BUG)),
        }
    }

    fn context(&self) -> Context<'_> {
        Context::new(self.limits.budget()).stop(self.cli.stop.clone())
    }

    /// Loads a level that is to be asked, with the row that its answer completes. A finished row, or that of a level
    /// that cannot be loaded, goes to the table.
    fn load(&self, loader: &mut Loader<'_>, place: Place) -> anyhow::Result<Option<(Row, Loaded)>> {
        let loaded = catch_unwind(AssertUnwindSafe(|| loader.load(place, &self.context())));
        let (file, level) = loader.name(place);
        let row =
            Row { file: file.to_owned(), level: Some(level), question: Some(self.question.kind), ..Row::default() };
        let loaded = loaded.unwrap_or_else(|_| {
            loader.close();
            Err(Unloaded { family: None, error: BUG.into() })
        });
        let named = |family: &FamilyInfo| Some(family.name.to_owned());
        match loaded {
            Err(Unloaded { family, error }) => {
                let family = family.and_then(|family| named(family.info()));
                self.table.add(Row { family, error: Some(error), ..row })?;
                Ok(None)
            }
            Ok(loaded) => {
                let Loaded { level, sha256, title, .. } = &loaded;
                let (sha256, family, claims) = (Some(sha256.clone()), named(level.info()), level.claims());
                let par = claims.par.filter(|_| self.table.chose("par"));
                let text = self.table.chose("text").then(|| level.text());
                let row = Row { sha256, family, title: title.clone(), author: claims.author, par, text, ..row };
                Ok((!self.table.take_finished(&row)).then_some((row, loaded)))
            }
        }
    }

    /// Lets the workers that share the Redis at this address answer.
    pub(super) fn by_workers(&self, redis: &str) -> anyhow::Result<()> {
        let (mut loader, mut failed) = (Loader::new(self.cli, self.corpus), None);
        let mut places = self.corpus.places.iter();
        let stop = &self.cli.stop;
        let collected = Mutex::new(None);
        let next = std::iter::from_fn(|| {
            loop {
                match self.task(&mut loader, *places.next()?) {
                    Ok(Some(task)) => return Some(task),
                    Ok(None) => {}
                    Err(error) => {
                        failed = Some(error);
                        return None;
                    }
                }
            }
        });
        let on = |event| {
            let row = match event {
                Event::Done(row, outcome) => self.completed(row, outcome),
                Event::NoWorker => {
                    // The address may hold a password.
                    let start = "start one with: menagerie worker --redis URL";
                    return self.table.say(&format!("the levels wait, and no worker takes them; {start}"));
                }
                Event::Unreachable(error) => return self.table.say(&format!("{error}; waiting for it")),
            };
            if let Err(error) = self.table.add(row) {
                *collected.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                stop.cancel();
            }
        };
        batch::run(redis, next, stop, on).context("--redis")?;
        failed.or(collected.into_inner().unwrap_or_else(PoisonError::into_inner)).map_or(Ok(()), Err)
    }

    /// The task of a level that is to be asked, with its row.
    fn task(&self, loader: &mut Loader<'_>, place: Place) -> anyhow::Result<Option<(Row, Task)>> {
        let Some((row, loaded)) = self.load(loader, place)? else { return Ok(None) };
        let level = match source::text(&*loaded.source, MAX_BYTES) {
            Ok(level) => level,
            Err(error) => {
                self.table.add(Row { error: Some(error.to_string()), ..row })?;
                return Ok(None);
            }
        };
        let Question { kind, asked } = self.question;
        let operation = Operation::Ask { question: *kind, asked: Options::clone(asked), picture: false };
        let family = loaded.level.info().name.to_owned();
        Ok(Some((row, Task { family, level, operation, limits: self.limits })))
    }

    fn completed(&self, row: Row, outcome: Outcome) -> Row {
        let unread = |why: String| Failure::new(Reason::Internal, format!("the worker's answer cannot be read: {why}"));
        let asked = match outcome {
            Outcome::Failed(failure) => Err(failure),
            Outcome::Done { result, .. } => {
                let family = self.cli.families.iter().find(|family| Some(family.info().name) == row.family.as_deref());
                let read = family.ok_or_else(|| unread("its family is not known".into()));
                read.and_then(|family| Answer::read(family.info(), result.as_str()).map_err(unread))
            }
        };
        self.table.answered(row, asked)
    }
}
