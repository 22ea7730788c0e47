//! A family whose questions take as long as a test wants.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use engines::Context;
use picture::{Frame, Picture};
use puzzles::answer::Reached;
use puzzles::{
    Answer, AskError, Body, CheckError, Checked, Family, FamilyInfo, IllegalMove, Level, LoadError, Position, Question,
    QuestionKind, QuestionSpec, Role, Source, Status,
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

const INFO: FamilyInfo = FamilyInfo {
    name: "slow",
    extension: "slow",
    about: "",
    rules: "",
    source: "",
    answers: QUESTIONS,
    roles: &["player"],
    levels: &[],
};
const QUESTIONS: &[QuestionSpec] =
    &[QuestionSpec::new(QuestionKind::Solve, &[]), QuestionSpec::new(QuestionKind::Hint, &[])];

struct Slow;

impl Family for Slow {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Waits(puzzles::source::text(&*text, 1000)?)))
    }
}

struct Waits(String);

impl Level for Waits {
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

    fn play(self: Arc<Self>, _: Role) -> Box<dyn Position> {
        Box::new(Still)
    }

    fn questions(&self) -> &[QuestionSpec] {
        QUESTIONS
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        change(&self.0, |seen| seen.starts += 1);
        while !seen(&self.0).released {
            if let Err(halt) = cx.spend(1) {
                change(&self.0, |seen| seen.stops += 1);
                return Err(halt.into());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Answer::found(INFO.name, question, "patience", Body::Reached(Reached { reachable: true })))
    }

    fn explain(&self, _: &Question, _: &Answer) -> Picture {
        self.picture()
    }

    fn check(&self, _: &Question, _: &Answer, _: &Context<'_>) -> Result<Checked, CheckError> {
        Ok(Checked::default())
    }
}

struct Still;

impl Position for Still {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(std::iter::empty())
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        Err(IllegalMove::new(text, "nothing moves here"))
    }

    fn status(&self) -> Status {
        Status::default()
    }

    fn picture(&self) -> Picture {
        Picture::still("slow", "", Frame::default())
    }

    fn level(&self) -> String {
        String::new()
    }
}
