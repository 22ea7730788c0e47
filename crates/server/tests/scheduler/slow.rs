//! A family whose questions take as long as a test wants.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use engines::Context;
use picture::{Frame, Picture};
use puzzles::answer::Reached;
use puzzles::{
    Answer, Body, Card, Checked, Family, Flaw, Illegal, Kind, Level, Offer, Play, Problems, Question, Refusal, Role,
    Source, Status,
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

const CARD: Card = Card {
    name: "slow",
    extension: "slow",
    about: "",
    rules: "",
    source: "",
    answers: OFFERS,
    roles: &["player"],
    levels: &[],
};
const OFFERS: &[Offer] = &[Offer::new(Kind::Solve, &[]), Offer::new(Kind::Hint, &[])];

struct Slow;

impl Family for Slow {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn load(&self, text: Arc<dyn Source>) -> Result<Arc<dyn Level>, Problems> {
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

    fn play(self: Arc<Self>, _: Role) -> Box<dyn Play> {
        Box::new(Still)
    }

    fn offers(&self) -> &[Offer] {
        OFFERS
    }

    fn ask(&self, question: &Question, cx: &Context<'_>) -> Result<Answer, Refusal> {
        change(&self.0, |seen| seen.starts += 1);
        while !seen(&self.0).released {
            if let Err(halt) = cx.spend(1) {
                change(&self.0, |seen| seen.stops += 1);
                return Err(halt.into());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Answer::found(CARD.name, question, "patience", Body::Reached(Reached { reachable: true })))
    }

    fn explain(&self, _: &Question, _: &Answer) -> Picture {
        self.picture()
    }

    fn check(&self, _: &Question, _: &Answer, _: &Context<'_>) -> Result<Checked, Flaw> {
        Ok(Checked::default())
    }
}

struct Still;

impl Play for Still {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(std::iter::empty())
    }

    fn make(&mut self, text: &str) -> Result<(), Illegal> {
        Err(Illegal::new(text, "nothing moves here"))
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
