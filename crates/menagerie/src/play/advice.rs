//! Hints that climb: whether it can be won, between which numbers of moves, where to look, the move. Each is a question
//! of its own (`reveal` 1 to 4), so that nothing of a later one is known before it is asked for.

use std::collections::HashSet;

use picture::{Overlay, Point, Spoken};
use puzzles::judge::Judgement;
use puzzles::judge::reveal::PartialHint;
use puzzles::phrases::capitalised;
use puzzles::{Answer, AskError, Body, Verdict, body};

use super::judged::way_back;
use super::targets::Target;

/// The step that names the best moves.
pub(crate) const LAST: u64 = 4;

/// The help given at one position.
#[derive(Debug, Default)]
pub(crate) struct Advice {
    /// The step that was told last; 0 before the first.
    step: u64,
    /// What it said, a line each.
    said: Vec<String>,
    /// The names of places to look at.
    places: Vec<String>,
    /// The best moves, once they are told.
    best: Vec<String>,
    /// The number of moves at the position to go back to, where this one is lost and that is known.
    back_to: Option<u64>,
    /// Whether it is not known how the position stands: then no step before the last one says more.
    is_unknown: bool,
}

/// What follows from a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Learned {
    /// It is told.
    Told,
    /// It says no more than the one before: the next one is to be asked for.
    Nothing,
    /// The position is lost, or no win for the side to move.
    Lost,
}

impl Advice {
    /// The step to ask for next; `None` once all is told.
    pub(crate) fn next(&self) -> Option<u64> {
        match self.step {
            LAST => None,
            _ if self.is_unknown => Some(LAST),
            step => Some(step + 1),
        }
    }

    /// Takes the answer to the hint of a step.
    pub(crate) fn learn(&mut self, step: u64, answer: &Result<Box<Answer>, AskError>) -> Learned {
        let answer = match answer {
            Err(refusal) => {
                self.said = vec![format!("No hint: {refusal}.")];
                return Learned::Told;
            }
            Ok(answer) => answer,
        };
        self.step = step;
        match answer.body_as::<PartialHint>() {
            Some(hint) => self.learn_part(hint, answer.stopped()),
            None => self.learn_best(best_of(answer)),
        }
    }

    fn learn_part(&mut self, hint: &PartialHint, stopped: Option<&str>) -> Learned {
        self.places = hint.places.iter().flatten().flatten().cloned().collect();
        self.is_unknown = hint.can_win.is_none();
        let mut said = hint.words();
        said.extend(stopped.filter(|_| self.is_unknown).map(|why| format!("{}.", capitalised(why))));
        if self.step > 1 && said.iter().all(|line| self.said.contains(line)) {
            return Learned::Nothing;
        }
        self.said = said;
        if self.step == 1 && hint.can_win == Some(false) { Learned::Lost } else { Learned::Told }
    }

    fn learn_best(&mut self, best: Result<body::Advice, String>) -> Learned {
        self.places.clear();
        match best {
            Err(why) => self.said = vec![why],
            Ok(advice) => {
                let now = advice.named().map(|now| format!("Best now: {now}."));
                self.said = std::iter::once(advice.standing).chain(now).collect();
                self.best = advice.best;
            }
        }
        Learned::Told
    }

    /// Adds where to go back to from a lost position.
    pub(crate) fn learn_way_back(&mut self, judged: &Judgement) {
        let lost_from_the_start = judged.positions.first().filter(|first| first.can_win == Some(Some(false)));
        self.back_to = judged.back_to;
        match judged.back_to {
            Some(back) => self.said.push(way_back(back)),
            None => self.said.extend(lost_from_the_start.map(|first| {
                let has_winner = first.cost_left.is_none();
                let what = if has_winner { "It could not be won" } else { "The end could not be reached" };
                format!("{what} from the start.")
            })),
        }
    }

    /// The number of moves at the position to go back to, where this one is lost and that is known.
    pub(crate) fn back_to(&self) -> Option<u64> {
        self.back_to
    }

    /// What is told, a line each.
    pub(crate) fn lines(&self) -> &[String] {
        &self.said
    }

    /// What is shown: squares around the places to look at, rings around the best moves.
    pub(crate) fn marks(&self, targets: &[Target], board: &Spoken) -> Vec<Overlay> {
        let label = String::new;
        let looked = self.places.iter().filter_map(|name| board.place(name));
        let squares = looked.map(|place| Overlay::Square { at: place.at, label: label() });
        squares.chain(places(&self.best, targets).map(|at| Overlay::Ring { at, label: label() })).collect()
    }
}

/// The first best move of a hint, or why there is none.
pub(crate) fn first_best(answer: &Result<Box<Answer>, AskError>) -> Result<String, String> {
    let best = answer.as_ref().map_err(|refusal| format!("No hint: {refusal}."))?;
    best_of(best)?.best.into_iter().next().ok_or_else(|| "Nothing is known.".into())
}

/// What the best moves are, or why none is named.
fn best_of(answer: &Answer) -> Result<body::Advice, String> {
    let standing = answer.told().standing.map_or("Nothing is known.".into(), |standing| standing.words);
    match answer.body.as_ref().and_then(|body| body.advice()) {
        Some(advice) if !advice.best.is_empty() => Ok(advice),
        // Without a move made there is nothing to take back.
        _ if answer.verdict == Some(Verdict::Impossible) && !answer.asked.moves().is_empty() => {
            Err(format!("{standing} Undo, or restart."))
        }
        _ => Err(standing),
    }
}

fn places<'t>(best: &'t [String], targets: &'t [Target]) -> impl Iterator<Item = Point> + 't {
    let best: HashSet<&String> = best.iter().collect();
    targets.iter().filter(move |target| best.contains(&target.text)).filter_map(|target| target.at)
}
