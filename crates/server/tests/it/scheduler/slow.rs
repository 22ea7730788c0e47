//! A family whose questions take as long as a test wants.

use puzzles::questions;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use engines::Context;
use picture::{Frame, Picture};
use puzzles::solution::Reached;
use puzzles::{
    Analysis, AskError, CheckError, Checked, Family, FamilyInfo, IllegalMove, Level, LoadError, Position, Query,
    QuestionSpec, Reply, Role, Shape, Source, Status, linked,
};

/// What happened to the levels, by their texts.
static SEEN: LazyLock<Mutex<HashMap<String, Seen>>> = LazyLock::new(Mutex::default);

/// What happened to one level, and whether its questions may end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) starts: u32,
    pub(crate) stops: u32,
    pub(crate) pictures: u32,
    pub(crate) released: bool,
}

pub(crate) fn seen(level: &str) -> Seen {
    SEEN.lock().unwrap().get(level).copied().unwrap_or_default()
}

fn change(level: &str, change: impl FnOnce(&mut Seen)) {
    change(SEEN.lock().unwrap().entry(level.to_owned()).or_default());
}

/// Lets every question about a level end.
pub(crate) fn release(level: &str) {
    change(level, |seen| seen.released = true);
}

/// The only family of these tests.
pub(crate) static FAMILIES: [&dyn Family; 1] = [&Slow];

const INFO: FamilyInfo = FamilyInfo { name: "slow", extension: "slow", questions: QUESTIONS, ..FamilyInfo::BLANK };
const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[], &[Shape::of::<Reached>()]),
    QuestionSpec::new(questions::HINT, &[], &[Shape::of::<Reached>()]),
];

struct Slow;

impl Family for Slow {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Waits(puzzles::source::text(&*text, 1000)?)))
    }
}

struct Waits(String);

impl Level for Waits {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        self.0.clone()
    }

    /// The only work that looks at no limit.
    fn picture(&self) -> Picture {
        change(&self.0, |seen| seen.pictures += 1);
        while self.0.contains("drawn") && !seen(&self.0).released {
            std::thread::sleep(Duration::from_millis(1));
        }
        Picture::still("slow", "", Frame::default())
    }

    fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Still(self))
    }
}

struct Still(Arc<Waits>);

impl Position for Still {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(std::iter::empty())
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        Err(IllegalMove::new(text, "nothing moves here"))
    }

    fn status(&self) -> Status {
        Status::default()
    }

    fn picture(&self) -> Picture {
        Picture::still("slow", "", Frame::default())
    }

    fn level_text(&self) -> String {
        String::new()
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Still {
    fn ask(&self, _: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let level = &self.0.0;
        change(level, |seen| seen.starts += 1);
        while !seen(level).released {
            if let Err(halt) = cx.spend(1) {
                change(level, |seen| seen.stops += 1);
                return Err(halt.into());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Reply::found("patience", Reached { reachable: true }))
    }

    fn check(&self, _: &Query, _: &Reply, _: &Context<'_>) -> Result<Checked, CheckError> {
        Ok(Checked::default())
    }

    fn explain(&self, _: &Query, _: &Reply, _: &Context<'_>) -> Picture {
        self.0.picture()
    }
}
