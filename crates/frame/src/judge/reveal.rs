//! Hints that tell no more than is asked for: whether the position can be won, then a range for what is left, then
//! where to look, and only at last the best moves.
//!
//! What a lower step tells says nothing of a higher one. The ranges are the same for all distances in them, and grow
//! with the distance. The moves are divided into groups by where they change the board, whichever are best, and the
//! places of a group with a best move are told; a group of best moves alone is told only where there are no others.
//! Where one of several places is chosen, such as a start, each move changes them all: then a move is where its own
//! place is.

use std::collections::HashSet;
use std::sync::Arc;

use engines::{Context, NoProgress};
use picture::Picture;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::evaluation;

use crate::answer::{Answer, Reply, Verdict};
use crate::answerer::{Answerer, ByFamily, Posed, draw_position};
use crate::body::{AnyBody, Body};
use crate::evaluation::Evaluation;
use crate::family::Level;
use crate::options::{Options, REVEAL, WHOLE_HINT, step_of};
use crate::phrases;
use crate::position;
use crate::problem::{AskError, CheckError, Checked, ensure};
use crate::program::Frames;
use crate::query::{Query, QuestionKind};
use crate::question::{Question, is_told_in_part};
use crate::record::Record;
use crate::result::given;
use crate::table::Table;
use crate::unit::Unit;

/// The most moves of a position that are divided into groups.
const MAX_MOVES: usize = 64;
/// The most groups of moves.
const MAX_GROUPS: usize = 4;

/// The method of every hint that is told in part: how a distance was found may tell of it.
const METHOD: &str = "told in part";
/// The method of a hint that is told in part where not everything was found out: which limit ended the work may tell of
/// a distance, too.
const METHOD_UNFINISHED: &str = "told in part; the limits did not suffice for more";

/// The answer to a hint with `reveal` 1, 2 or 3, which names no move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PartialHint {
    /// Whether the position can still be won, in a game for two whether the side to move can force a win; null where
    /// that is not known.
    #[schemars(extend("x-column" = true))]
    pub can_win: Option<bool>,
    /// True where the goal is reached; absent elsewhere, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<bool>,
    /// Two numbers between which the number of moves left, or the cost left, lies: above the first and below the
    /// second. Null where no way leads to the goal, none is known, or nothing is left to do; absent in the first step.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub between: Option<Option<[u64; 2]>>,
    /// What the numbers of `between` count, where that is a cost; absent elsewhere, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// Where each move ends the game, how many of them win, in words that name none: `20 of 24 starts win`. Absent in
    /// other games, in the first step, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
    /// Always true: the hint is of a game that is won, for two or by each of its moves; absent for puzzles, which are
    /// solved, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<bool>,
    /// Names of places of the board that some of the moves change, best ones and others, in reading order; null where
    /// no best move is known, empty where no move changes a place. Absent in the first two steps.
    #[serde(rename = "where", default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub places: Option<Option<Vec<String>>>,
}

impl PartialHint {
    /// Whether the JSON of a hint has this form; for [`crate::Shape::when`].
    #[must_use]
    pub fn fits(value: &serde_json::Value) -> bool {
        value.get("can_win").is_some()
    }
}

impl Body for PartialHint {
    fn words(&self) -> Vec<String> {
        // A game that is played for a value has no winner, and a puzzle is solved.
        let is_game = self.game == Some(true);
        let is_of_price = self.unit == Some(Unit::COST);
        let first = match (self.can_win, is_of_price) {
            (_, true) if self.reached == Some(true) => "The end is reached: nothing is left to do.",
            (_, false) if self.reached == Some(true) => "The goal is reached: nothing is left to do.",
            (Some(true), false) if is_game => "It can be won.",
            (Some(true), false) => "It can be solved.",
            (Some(true), true) => "The end can be reached.",
            (Some(false), false) if is_game => "It cannot be won from here.",
            (Some(false), false) => "It cannot be solved from here.",
            (Some(false), true) => "The end cannot be reached from here.",
            (None, false) if is_game => "Whether it can be won is not known.",
            (None, false) => "Whether it can be solved is not known.",
            (None, true) => "Whether the end can be reached is not known.",
        };
        let between = self.between.flatten().filter(|_| self.share.is_none());
        let takes = if is_of_price { "It costs" } else { "It takes" };
        let counted = self.unit.as_ref().filter(|unit| !unit.is_amount()).map(|unit| format!(" {}", unit.name()));
        let counted = counted.unwrap_or_default();
        let between = between.map(|[low, high]| match low {
            0 => format!("{takes} less than {high}{counted}."),
            _ => format!("{takes} more than {low} and less than {high}{counted}."),
        });
        let share = self.share.iter().map(|share| format!("{share}."));
        let places = self.places.iter().flatten().filter(|places| !places.is_empty());
        let places =
            places.map(|places| format!("Look at {}: a best move is among those there.", phrases::named(places, "; ")));
        std::iter::once(first.to_owned()).chain(between).chain(share).chain(places).collect()
    }

    fn table(&self) -> Table<'_> {
        let known = self.can_win.map(|can_win| can_win.to_string()).unwrap_or_default();
        let mut cells = vec![("can_win", known)];
        if let Some(between) = self.between {
            let [low, high] = between.map_or_else(Default::default, |bounds| bounds.map(|bound| bound.to_string()));
            cells.extend([("more_than", low), ("less_than", high)]);
        }
        if let Some(places) = &self.places {
            cells.push(("where", places.as_deref().unwrap_or_default().join("; ")));
        }
        Table::of_one(cells)
    }

    fn stands_unfinished(&self) -> bool {
        true
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        let step = step_of(&query.options);
        ensure(step.is_some(), "this much was not asked for")?;
        let is_second = step.is_some_and(|step| step >= 2);
        ensure(self.between.is_some() == is_second, "a range is told from step 2 on")?;
        let is_left = self.between.flatten().is_some();
        ensure(!(is_left && self.reached == Some(true)), "a range is told where nothing is left to do")?;
        ensure(self.share.is_none() || is_second, "how many moves win is told from step 2 on")?;
        ensure(self.places.is_some() == (step == Some(3)), "places are told in step 3")
    }
}

/// Whether what stands so is won or lost, as games for two are and games whose moves end them; puzzles are solved.
fn is_game(standing: &Evaluation) -> bool {
    standing.is_for_two || standing.share.is_some()
}

/// Checks the number of a step.
///
/// # Errors
/// There is no such step.
pub(crate) fn known(options: &Options) -> Result<(), AskError> {
    match options.number(&REVEAL) {
        Some(step) if !(1..=WHOLE_HINT).contains(&step) => {
            Err(AskError::NotOffered(format!("'reveal' is a number from 1 to {WHOLE_HINT}, not {step}")))
        }
        _ => Ok(()),
    }
}

/// Answers hints that name no move.
pub(crate) struct PartialHints;

impl Answerer for PartialHints {
    fn answers(&self, question: &Question) -> bool {
        is_told_in_part(question.kind, &question.asked)
    }

    fn ask(&self, Posed { level, question, cx }: Posed<'_>) -> Result<Reply, AskError> {
        let step = step_of(&question.asked).unwrap_or(WHOLE_HINT);
        answer(level, question, step, cx)
    }

    fn check(&self, asked: Posed<'_>, reply: &Reply) -> Result<Checked, CheckError> {
        // One that states nothing is like any other hint.
        if reply.states_nothing() {
            return ByFamily.check(asked, reply);
        }
        let Posed { level, question, cx } = asked;
        check(level, question, step_of(&question.asked).unwrap_or(WHOLE_HINT), reply, cx)
    }

    fn draw(&self, asked: Posed<'_>, _: &Answer, _: Frames) -> Result<Picture, AskError> {
        draw_position(asked)
    }
}

/// Gives the hint that a question asks for, which names no move.
///
/// # Errors
/// A move that cannot be played, an option whose value means nothing, or rules that fail.
fn answer(level: &Arc<dyn Level>, question: &Question, step: u64, cx: &Context<'_>) -> Result<Reply, AskError> {
    super::keeping(cx, |cx| {
        // What is reported on the way tells of the distance.
        let quiet = cx.part(1).progress(&NoProgress);
        let record = crate::record::position(level, question, &quiet)?;
        let game = Game { record: &record, options: question.asked.of_position().without(&REVEAL), cx: &quiet };
        let standing = game.standing();
        let hint = standing.and_then(|standing| Ok((game.told(&standing, step)?, standing)));
        cx.absorb(&quiet);
        let (hint, standing) = hint?;
        // The position may be known where the search for its best moves did not end.
        let lacks_places = hint.places == Some(None) && game.has_best(&standing);
        let is_told = standing.is_decided() && !lacks_places || step == 1 && standing.can_win.is_some();
        let (verdict, method) =
            if is_told { (Verdict::Found, METHOD) } else { (Verdict::Unfinished, METHOD_UNFINISHED) };
        Ok(Reply::with_body(verdict, method, AnyBody::new(hint)))
    })
}

/// Checks a hint that names no move: the position is judged again by code that shares nothing with what found it.
///
/// # Errors
/// Says what is wrong with the hint, or why it could not be checked.
fn check(
    level: &Arc<dyn Level>,
    question: &Question,
    step: u64,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    super::keeping(cx, |cx| {
        let hint: &PartialHint = reply.body_of()?;
        ensure(reply.proof.is_none(), "a hint that is told in part has no proof")?;
        let record = crate::record::position(level, question, cx)?;
        let game = Game { record: &record, options: question.asked.of_position().without(&REVEAL), cx };
        ensure(
            (reply.verdict == Some(Verdict::Found)) == game.is_whole(hint, step)?,
            match reply.verdict {
                Some(Verdict::Found) => "a part of the hint is missing",
                _ => "no part of the hint is missing, so that it is not unfinished",
            },
        )?;
        let again = super::check::again(record.level(), record.position(), &game.options, cx)?.unwrap_or_default();
        let mut checked = Checked::default();
        checked.compare(&["verdict"]);
        game.stands(hint, &again, &mut checked)?;
        if step == 3 {
            game.changes(hint, &mut checked)?;
        }
        Ok(checked)
    })
}

/// The range of a distance or cost: the same for all in it.
#[must_use]
pub fn range(left: u64) -> [u64; 2] {
    match left {
        0..4 => [0, 4],
        _ => {
            let low = 1 << left.ilog2();
            [low - 1, low.saturating_mul(2)]
        }
    }
}

/// The position that a hint is about.
struct Game<'a> {
    record: &'a Record,
    /// The options of the hint that change what is asked.
    options: Options,
    cx: &'a Context<'a>,
}

impl Game<'_> {
    /// How the position stands: with no more work than for a hint that tells all, but for distances of few states.
    fn standing(&self) -> Result<Evaluation, AskError> {
        let position = self.record.position();
        if let Some(failure) = position.failure() {
            return Err(failure);
        }
        super::tabulate(position, &self.options, super::FEW_STATES, self.cx)?;
        let by_hint = || evaluation::by_hint(position, self.record.level().questions(), &self.options, self.cx);
        evaluation::known(position, &self.options, self.cx).unwrap_or_else(by_hint)
    }

    fn told(&self, standing: &Evaluation, step: u64) -> Result<PartialHint, AskError> {
        let left = standing.left.filter(|_| self.has_best(standing) && standing.can_win == Some(true));
        let places = if step == 3 { Some(self.places(standing)?) } else { None };
        let (between, share) = ((step >= 2).then(|| left.map(range)), standing.share.clone().filter(|_| step >= 2));
        let reached = self.is_reached(standing.can_win, standing.is_for_two).then_some(true);
        let (can_win, unit, game) = (standing.can_win, standing.costs.clone(), is_game(standing).then_some(true));
        Ok(PartialHint { can_win, reached, between, unit, share, game, places })
    }

    /// Whether the goal is reached where it stands so, which is not said in games for two.
    fn is_reached(&self, can_win: Option<bool>, is_for_two: bool) -> bool {
        can_win == Some(true) && !is_for_two && self.record.position().status().solved
    }

    /// Whether the position has best moves, known or not: where the goal is reached none is, though a game may go on.
    fn has_best(&self, standing: &Evaluation) -> bool {
        let is_lost = standing.can_win == Some(false) && !standing.is_for_two;
        let is_reached = self.is_reached(standing.can_win, standing.is_for_two);
        !is_lost && !is_reached && self.record.position().moves().next().is_some()
    }

    /// Whether the hint tells all of its step, by what it says of the position itself.
    ///
    /// # Errors
    /// It tells a range or places where there are none.
    fn is_whole(&self, hint: &PartialHint, step: u64) -> Result<bool, CheckError> {
        let is_for_two = position::evaluator_of(self.record.position()).is_some_and(|own| own.side_to_move().is_some());
        let has_best = self.has_best(&Evaluation { can_win: hint.can_win, is_for_two, ..Evaluation::default() });
        let (between, places) = (hint.between.flatten().is_some(), hint.places.iter().flatten().next().is_some());
        let has_range = has_best && hint.can_win == Some(true);
        ensure(has_range || !between, "a range is told where a way to the goal is left")?;
        ensure(has_best || !places, "places are told where a move is best")?;
        Ok(hint.can_win.is_some() && (step < 2 || between == has_range) && (step < 3 || places == has_best))
    }

    /// Compares what the hint says of the position with what was found again.
    fn stands(&self, hint: &PartialHint, again: &Evaluation, checked: &mut Checked) -> Result<(), CheckError> {
        let is_reached = self.is_reached(hint.can_win, again.is_for_two);
        ensure(hint.reached.is_none_or(|reached| reached && is_reached), "the goal is not reached")?;
        checked.compare(&["answer.reached"]);
        match (hint.can_win, again.can_win) {
            (Some(claimed), Some(found)) => {
                ensure(claimed == found, "the position stands otherwise")?;
                checked.done("whether the position can be won", &["answer.can_win"]);
            }
            (Some(_), None) => checked.left_out("whether the position can be won", &["answer.can_win"]),
            (None, _) => checked.compare(&["answer.can_win"]),
        }
        match (hint.between.flatten(), again.left) {
            (Some(claimed), Some(left)) => {
                ensure(claimed == range(left), "what is left is in another range")?;
                checked.done("the range of what is left", &["answer.between"]);
            }
            (Some(_), None) => checked.left_out("the range of what is left", &["answer.between"]),
            (None, _) => checked.compare(&["answer.between"]),
        }
        match (&hint.unit, &again.costs) {
            (Some(claimed), Some(found)) => {
                ensure(claimed == found, "what is left is counted in something else")?;
                checked.compare(&["answer.unit"]);
            }
            // What is not there to be reached has no unit.
            (Some(_), None) => checked.left_out("what is counted", &["answer.unit"]),
            (None, _) => {}
        }
        // Answers of older versions do not say that they are of a game.
        ensure(
            hint.game.is_none_or(|game| game && (is_game(again) || !again.is_decided())),
            "it is no game, but a puzzle",
        )?;
        checked.compare(&["answer.game"]);
        match (&hint.share, &again.share) {
            (Some(claimed), Some(found)) => {
                ensure(claimed == found, "not so many moves win")?;
                checked.done("how many moves win", &["answer.share"]);
            }
            (Some(_), None) => checked.left_out("how many moves win", &["answer.share"]),
            (None, _) => {}
        }
        Ok(())
    }

    /// Compares the places of the hint with those that its confirmed best moves and others change.
    fn changes(&self, hint: &PartialHint, checked: &mut Checked) -> Result<(), CheckError> {
        const WHERE: &[&str] = &["answer.where"];
        let Some(claimed) = hint.places.iter().flatten().next() else {
            checked.compare(WHERE);
            return Ok(());
        };
        let hint = super::check::confirmed_hint(self.record.position(), &self.options, self.cx)?;
        let best = hint.and_then(|reply| reply.body?.advice()).map(|advice| advice.best);
        let own = best.and_then(|best| self.places_of(&best));
        if own.as_ref() == Some(claimed) {
            checked.done("where to look", WHERE);
            return Ok(());
        }
        // Limits decide how many of the best moves are found.
        if let Some(all) = self.all_places() {
            ensure(claimed.iter().all(|place| all.contains(place)), "no move changes one of the places")?;
        }
        checked.left_out("where to look", WHERE);
        Ok(())
    }

    /// Names of places that some moves change, with a best move among them; `None` where none is known.
    fn places(&self, standing: &Evaluation) -> Result<Option<Vec<String>>, AskError> {
        if !self.has_best(standing) {
            return Ok(None);
        }
        let best = match standing.ways.is_empty() {
            true if standing.is_decided() => self.best()?,
            _ => standing.ways.iter().flat_map(|way| way.first().cloned()).collect(),
        };
        Ok(self.places_of(&best))
    }

    /// Names of places that some moves change, with one of these best moves among them; `None` where none are given.
    fn places_of(&self, best: &[String]) -> Option<Vec<String>> {
        // Such moves change the program; of the board they only take back what a run of it has shown.
        if self.record.position().program().is_some() {
            return Some(Vec::new());
        }
        let moves = self.moves(best.first()?)?;
        if let Some(chosen) = self.choices(&moves) {
            return Some(few_places(&chosen, best));
        }
        let groups = grouped(moves, MAX_GROUPS);
        let holds = |group: &[Changing], wanted: bool| group.iter().any(|step| best.contains(&step.text) == wanted);
        let has_others = groups.iter().any(|group| holds(group, false));
        let fits = |group: &&Vec<Changing>| holds(group, true) && (holds(group, false) || !has_others);
        let told: Vec<&Changing> = match groups.iter().find(fits) {
            Some(group) => group.iter().collect(),
            None => groups.iter().flatten().collect(),
        };
        Some(names(told))
    }

    /// The moves by the places that stand for them on the board, where each of them changes the places of all, as the
    /// choice of a start does; `None` for other moves.
    fn choices(&self, moves: &[Changing]) -> Option<Vec<Changing>> {
        let (picture, spoken) = (self.record.position().picture(), self.record.position().spoken());
        let frame = picture.frames.last()?;
        let acts = frame.cells.iter().map(|cell| (&cell.act, cell.at));
        let acts: Vec<_> = acts.chain(frame.pieces.iter().map(|piece| (&piece.act, piece.at))).collect();
        let place = |text: &String| {
            let at = acts.iter().find(|(act, _)| act.as_ref() == Some(text))?.1;
            let (number, place) = spoken.places.iter().enumerate().find(|(_, place)| place.at == at)?;
            Some((number, place.name.clone()))
        };
        let own: Vec<(usize, String)> = moves.iter().map(|step| place(&step.text)).collect::<Option<_>>()?;
        let is_choice = moves.len() > 1 && moves.iter().all(|step| own.iter().all(|place| step.places.contains(place)));
        let chosen = moves.iter().zip(own);
        is_choice.then(|| chosen.map(|(step, own)| Changing { places: vec![own], text: step.text.clone() }).collect())
    }

    /// Names of all places that a move changes; `None` where there are too many moves, or a limit struck.
    fn all_places(&self) -> Option<HashSet<String>> {
        let mut moves = self.record.position().moves();
        let (first, is_long) = (moves.next(), moves.nth(MAX_MOVES - 1).is_some());
        let moves = first.filter(|_| !is_long).and_then(|first| self.moves(&first))?;
        Some(moves.into_iter().flat_map(|step| step.places).map(|(_, name)| name).collect())
    }

    /// The best moves.
    fn best(&self) -> Result<Vec<String>, AskError> {
        let position = self.record.position();
        if let Some(best) = position::evaluator_of(position).and_then(|own| own.best_moves(&self.options, self.cx)) {
            return best;
        }
        let query = Query { kind: QuestionKind::HINT, options: self.options.clone() };
        let reply = match position::analysis_of(position)?.ask(&query, self.cx) {
            Err(AskError::Halted(_)) => return Ok(Vec::new()),
            other => other?,
        };
        Ok(reply.body.and_then(|body| body.advice()).map(|advice| advice.best).unwrap_or_default())
    }

    /// The first moves of the position, and a best one, with the places that they change; `None` where a limit struck.
    fn moves(&self, best: &str) -> Option<Vec<Changing>> {
        let position = self.record.position();
        let mut texts: Vec<String> = position.moves().take(MAX_MOVES).collect();
        if !texts.iter().any(|text| text == best) {
            texts.push(best.to_owned());
        }
        let before = position.spoken();
        let number = |name: &str| before.places.iter().position(|place| place.name == name).unwrap_or(usize::MAX);
        let changed = |text: &String| -> Option<Vec<(usize, String)>> {
            if let Some(places) = position.changes(text) {
                return Some(places.into_iter().map(|place| (number(&place.name), place.name)).collect());
            }
            let played = [self.record.moves(), std::slice::from_ref(text)].concat();
            let level = Arc::clone(self.record.level());
            let next = Record::replay(level, self.record.role(), &played, self.cx).ok()?;
            let after = next.position().spoken();
            let differs = |(at, place): (usize, &picture::spoken::Place)| {
                let same = after.place(&place.name).is_some_and(|other| other.words == place.words);
                (!same).then(|| (at, place.name.clone()))
            };
            Some(before.places.iter().enumerate().filter_map(differs).collect())
        };
        texts.into_iter().map(|text| Some(Changing { places: changed(&text)?, text })).collect()
    }
}

/// The names of the places of moves, in reading order, each once.
fn names<'a>(moves: impl IntoIterator<Item = &'a Changing>) -> Vec<String> {
    let mut names: Vec<(usize, String)> = moves.into_iter().flat_map(|step| step.places.iter().cloned()).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|(_, name)| name).collect()
}

/// The places of few choices that lie together, with a best one and another among them; where all are best, of the
/// first few.
fn few_places(choices: &[Changing], best: &[String]) -> Vec<String> {
    let holds = |group: &[Changing], wanted: bool| group.iter().any(|step| best.contains(&step.text) == wanted);
    let has_others = holds(choices, false);
    let mut most = choices.len() / 2;
    while most > 1 {
        let groups = grouped(choices.to_vec(), most);
        let fits = |group: &&Vec<Changing>| holds(group, true) && (holds(group, false) || !has_others);
        if let Some(group) = groups.iter().find(fits) {
            return names(group);
        }
        most /= 2;
    }
    names(choices)
}

/// A move with the places that it changes, in reading order.
#[derive(Clone)]
struct Changing {
    places: Vec<(usize, String)>,
    text: String,
}

/// Divides moves into at most so many groups, each of at least two, by the first place that they change, whichever are
/// best.
fn grouped(mut moves: Vec<Changing>, most: usize) -> Vec<Vec<Changing>> {
    moves.sort_by_key(|step| step.places.iter().map(|place| place.0).min());
    let groups = (moves.len() / 2).clamp(1, most);
    let mut rest = moves;
    let mut found = Vec::with_capacity(groups);
    for left in (1..=groups).rev() {
        let tail = rest.split_off(rest.len() / left);
        found.push(std::mem::replace(&mut rest, tail));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_many_distances_and_never_the_number_as_a_bound() {
        for left in (1..3000).chain([u64::from(u32::MAX), 1 << 62]) {
            let [low, high] = range(left);
            assert!(low < left && left < high && high >= low + 4, "{left}");
            assert!((low + 1..high).take(3).all(|other| range(other) == [low, high]), "{left}");
        }
        assert_eq!(range(0), range(3));
    }
}
