//! The independent checker: tile by tile, with nothing but the rules.
//!
//! It makes a table of the outcome of every state, checks each entry against the rules' own step from it
//! (walks end, so a table that agrees with every step is right), then pushes all starts down through the
//! states and weighs every edit by who stands at its tile first. The first best removal is also carried out, and
//! the changed map's table made afresh. It costs about fifty times what asking costs, and a byte a tile.

mod argument;
mod arrivals;
mod reach;
mod standing;
mod table;
mod weights;

use engines::Context;
use serde::Serialize;
use serde_json::Value;

use super::body::{ARRIVALS, At, Count, Facing, Hint, Improve, OutcomeTable, Reach, Removals, Solve, TilePlace};
use super::moves::{Choice, choices};
use super::rules::{FACINGS, Lemmo, Map, Tile};
use frame::answer::{Reply, Verdict};
use frame::options::Options;
use frame::phrases::plural;
use frame::problem::{CheckError, Checked, ensure};
use frame::query::{Query, QuestionKind};
use frame::solution::Exhausted;
use table::Table;
use weights::{Highest, Weights};

/// Listed where not all are asked for, by the contract.
const LISTED: usize = 1000;
/// Tiles of the largest map whose answer lists every gain, by the contract.
const MAX_GAINS: usize = 1_000_000;

/// Checks a reply about a map; `started` is the one start, once it is chosen.
pub(super) fn check(
    map: &Map,
    started: Option<Lemmo>,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let states = 2 * map.rows() as u64 * map.columns() as u64;
    let found = reply.verdict == Some(Verdict::Found);
    let supported = found && query.kind != QuestionKind::HINT;
    let is_lost = reply.verdict == Some(Verdict::Impossible) && query.kind == QuestionKind::HINT;
    let expected = "a table supports what was found but hints, and states that a hint finds nothing";
    ensure(reply.proof.is_some() == (supported || is_lost), expected)?;
    if supported {
        ensure(reply.proof_of::<OutcomeTable>()?.size == states, format!("the table has {states} entries"))?;
    }
    let _claimed = cx.reserve(states / 2 + 64 * map.columns() as u64)?;
    let table = Table::build(map, cx)?;
    table.agrees_with_every_step(map, cx)?;
    let mut case = Case { map, table, options: &query.options, cx, checked: Checked::default() };
    case.checked.done(format!("the outcomes of all {states} states agree with every step"), &["proof"]);
    if found {
        case.checked.compare(&["verdict"]);
    }
    match (reply.verdict, query.kind) {
        (Some(Verdict::Unfinished), QuestionKind::REACH | QuestionKind::HINT) => {
            expect("at_least", reply.bound()?, 0)?;
            case.checked.compare(&["answer.at_least"]);
        }
        (Some(Verdict::Unfinished), _) => case.bound(reply.bound()?)?,
        (Some(Verdict::Found), QuestionKind::SOLVE) => case.solve(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::COUNT) => case.count(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::IMPROVE) => case.improve(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::REACH) => case.reach(reply.body_of()?)?,
        (Some(Verdict::Found), QuestionKind::HINT) => case.hint(reply.body_of()?, started)?,
        (Some(Verdict::Impossible), QuestionKind::HINT) => case.lost(reply.proof_of()?, started)?,
        _ => return Err(CheckError::no_answer()),
    }
    Ok(case.checked)
}

/// Checks a hint for the digger: what every removal gains, and with it the best choices.
pub(super) fn digger_hint(
    map: &Map,
    choice: Option<Choice>,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let _claimed = cx.reserve(map.rows() as u64 * map.columns() as u64 + 64 * map.columns() as u64)?;
    let table = Table::build(map, cx)?;
    table.agrees_with_every_step(map, cx)?;
    let gains = Weights::of(map, &table, &Options::default(), cx)?.gains;
    let gain = |choice: Choice| match choice {
        Choice::Keep => Some(0),
        Choice::Remove(row, column) => gains.get(row)?.get(column).copied().flatten(),
    };
    let most = choices(map).into_iter().filter_map(gain).max().unwrap_or(0);
    let is_best = |choice: &Choice| gain(*choice) == Some(most);
    let mut checked = Checked::default();
    match reply.verdict {
        Some(Verdict::Found) => {
            ensure(reply.proof.is_none(), "a hint that finds something has no proof")?;
            let body: &Hint = reply.body_of()?;
            let best = match choice {
                None => choices(map).into_iter().filter(is_best).map(Choice::text).collect(),
                Some(choice) => {
                    ensure(is_best(&choice), "another choice was better")?;
                    Vec::new()
                }
            };
            expect("best", &body.best, &best)?;
            expect("moves_left", body.moves_left, Some(u64::from(choice.is_none())))?;
            expect("wins", body.wins, Some(table.wins(map).saturating_add_signed(most)))?;
            expect("starts", body.starts, None)?;
            let fields = ["answer.best", "answer.moves_left", "answer.wins", "answer.starts"];
            checked.done("the gain of every removal", &fields);
            checked.compare(&["verdict"]);
        }
        Some(Verdict::Impossible) => {
            ensure(choice.is_some_and(|choice| !is_best(&choice)), "the best choice was made, or is still there")?;
            expect("states", reply.proof_of::<Exhausted>()?.states, 1)?;
            ensure(reply.proof_of::<Exhausted>()?.reduced.is_none(), "no state is left out")?;
            checked.done("that another choice was better", &["verdict", "proof"]);
        }
        _ => return Err(CheckError::no_answer()),
    }
    Ok(checked)
}

/// One answer being checked.
struct Case<'a> {
    map: &'a Map,
    table: Table,
    options: &'a Options,
    cx: &'a Context<'a>,
    checked: Checked,
}

impl Case<'_> {
    fn weights(&self) -> Result<Weights, CheckError> {
        Weights::of(self.map, &self.table, self.options, self.cx)
    }

    fn solve(&mut self, body: &Solve) -> Result<(), CheckError> {
        let wins = self.table.wins(self.map);
        expect("starts", body.starts, self.map.starts())?;
        expect("wins", body.wins, wins)?;
        self.removals(&self.weights()?.removals, wins, &body.best)?;
        self.checked.done("the gain of every removal", &["answer.starts", "answer.wins", "answer.best"]);
        if !body.best.removals.is_empty() {
            self.checked.done("the first best removal, carried out", &[]);
        }
        if let Some(explanation) = &body.explanation {
            argument::argument(self.map, &self.table, explanation, body.best.removals.first(), self.cx)?;
            let words = "where each tile leads by the explanation, and what its removal changes";
            self.checked.done(words, &["answer.explanation"]);
        }
        Ok(())
    }

    fn count(&mut self, body: &Count) -> Result<(), CheckError> {
        expect("starts", body.starts, self.map.starts())?;
        expect("wins", body.wins, self.table.wins(self.map))?;
        match At::asked(self.options)? {
            Some(at) => arrivals::at_tile(self.map, at, body, self.cx)?,
            None => expect("arrivals", body.arrivals, None)?,
        }
        let is_every = self.options.is_on(&ARRIVALS);
        if is_every {
            arrivals::everywhere(self.map, body, &self.weights()?, body.wins, self.cx)?;
            let fields = ["answer.tiles", "answer.tiles_left_out"];
            self.checked.done("the arrivals at every tile, and who wins without its block", &fields);
        }
        self.checked.done("the counts", &["answer.starts", "answer.wins", "answer.arrivals"]);
        let fields = ["answer.from", "answer.arriving"];
        match (&body.from, body.arrivals) {
            (Some(_), _) => self.checked.done("who arrives, and from where", &fields),
            // Answers of earlier versions do not say it.
            (None, Some(_)) => self.checked.left_out("who arrives, which is not in the answer", &fields),
            (None, None) => {}
        }
        Ok(())
    }

    fn improve(&mut self, body: &Improve) -> Result<(), CheckError> {
        let wins = self.table.wins(self.map);
        expect("wins", body.wins, wins)?;
        let weights = self.weights()?;
        self.removals(&weights.removals, wins, &body.best)?;
        let addition = &body.best_addition;
        expect("best_addition.wins", addition.wins, weights.additions.wins(wins))?;
        expect("additions_total", addition.additions_total, weights.additions.total)?;
        expect("additions", &addition.additions, &weights.additions.places)?;
        if let Some(first) = addition.additions.first() {
            self.carried_out(first, addition.wins)?;
        }
        // Answers of earlier versions did not list them.
        if body.top.is_empty() && !weights.top.is_empty() {
            self.checked.left_out("the edits that gain most, which are not in the answer", &["answer.top"]);
        } else {
            expect("top", &body.top, &weights.top)?;
            self.checked.done("the edits that gain most", &["answer.top"]);
        }
        self.gains(body, &weights)?;
        let compared = ["answer.wins", "answer.best", "answer.best_addition", "answer.gains"];
        self.checked.done("the gain of every removal and every addition", &compared);
        Ok(())
    }

    fn gains(&self, body: &Improve, weights: &Weights) -> Result<(), CheckError> {
        let listed = self.map.rows() * self.map.columns() <= MAX_GAINS;
        let only_there = format!("gains belong in the answer up to {MAX_GAINS} tiles, and not above");
        ensure(body.gains.is_some() == listed, only_there)?;
        body.gains.as_ref().map_or(Ok(()), |gains| expect("gains", gains, &weights.gains))
    }

    fn removals(&self, found: &Highest, wins: u64, best: &Removals) -> Result<(), CheckError> {
        expect("best.wins", best.wins, found.wins(wins))?;
        expect("removals_total", best.removals_total, found.total)?;
        // With a sink the full list was written there, and the answer holds its beginning.
        let beginning = &found.places[..found.places.len().min(LISTED)];
        if best.removals != beginning {
            expect("removals", &best.removals, &found.places)?;
        }
        best.removals.first().map_or(Ok(()), |first| self.carried_out(first, best.wins))
    }

    /// Makes one edit and counts the winning starts again.
    fn carried_out(&self, place: &TilePlace, wins: u64) -> Result<(), CheckError> {
        let (map, cx) = (self.map, self.cx);
        let _claimed = cx.reserve(map.rows() as u64 * map.columns() as u64 * 5 / 4)?;
        let changed = map.changed(place.row as usize - 1, place.column as usize - 1);
        let table = Table::build(&changed, cx)?;
        table.agrees_with_every_step(&changed, cx)?;
        expect("wins after the first edit", wins, table.wins(&changed))
    }

    fn reach(&mut self, body: &Reach) -> Result<(), CheckError> {
        reach::reach(self.map, |start| self.table.wins_at(start), body, self.cx)?;
        let compared = ["answer.starts_total", "answer.wins", "answer.starts"];
        self.checked.done("where every start ends, by the end of every state", &compared);
        Ok(())
    }

    fn hint(&mut self, body: &Hint, started: Option<Lemmo>) -> Result<(), CheckError> {
        let best = if started.is_some() { Vec::new() } else { self.table.winning_starts(self.map) };
        expect("best", &body.best, &best)?;
        let left = match started {
            Some(start) => self.table.wins_at(start).then_some(0),
            None => (!best.is_empty()).then_some(1),
        };
        if body.moves_left.is_none() {
            // Older answers do not say it, and were the same where nothing wins.
            self.checked.left_out("the moves left, which are not in the answer", &["verdict", "answer.moves_left"]);
        } else {
            expect("moves_left", body.moves_left, left)?;
            self.checked.compare(&["answer.moves_left"]);
        }
        let starts = if started.is_some() { None } else { Some(self.map.starts()) };
        self.checked.done("every winning start", &["answer.best"]);
        if body.starts.is_none() && starts.is_some() {
            // Older answers do not say it.
            self.checked.left_out("the number of starts, which is not in the answer", &["answer.starts"]);
            return Ok(());
        }
        expect("starts", body.starts, starts)?;
        self.checked.compare(&["answer.starts"]);
        Ok(())
    }

    /// That no start wins, or that the one start did not.
    fn lost(&mut self, proof: &Exhausted, started: Option<Lemmo>) -> Result<(), CheckError> {
        let wins = started.map_or_else(|| self.table.wins(self.map) > 0, |start| self.table.wins_at(start));
        ensure(!wins, if started.is_some() { "Lemmo has won" } else { "a start wins" })?;
        expect("states", proof.states, if started.is_some() { 1 } else { 1 + self.map.starts() })?;
        ensure(proof.reduced.is_none(), "no state is left out")?;
        let words =
            if started.is_some() { "that the start that was chosen does not win" } else { "that no start wins" };
        self.checked.done(words, &["verdict", "proof"]);
        Ok(())
    }

    /// That a removal lets at least this number of starts win.
    fn bound(&mut self, at_least: u64) -> Result<(), CheckError> {
        let most = self.weights()?.removals.wins(self.table.wins(self.map));
        ensure(at_least <= most, format!("at_least is {at_least}, but no more than {most} win"))?;
        self.checked.done("the bound", &["answer.at_least"]);
        Ok(())
    }
}

/// Compares a part of the answer with what is right.
///
/// # Errors
/// Names the part, with both values.
fn expect<T: PartialEq + Serialize>(name: &str, claimed: T, found: T) -> Result<(), CheckError> {
    if claimed == found {
        return Ok(());
    }
    let json = |value: &T| serde_json::to_value(value).unwrap_or_default();
    Err(CheckError::wrong(difference(name, &json(&found), &json(&claimed))))
}

/// Where a value differs from what is right: of lists the first entry that does, whole.
fn difference(name: &str, found: &Value, claimed: &Value) -> String {
    if let (Value::Array(right), Value::Array(said)) = (found, claimed) {
        if right.len() != said.len() {
            let entries = |list: &[Value]| plural(list.len(), "entry", "entries");
            return format!("{name} has {}, not {}", entries(right), entries(said));
        }
        let mut entries = (1..).zip(right.iter().zip(said));
        if let Some((number, (right, said))) = entries.find(|(_, (right, said))| right != said) {
            return difference(&format!("entry {number} of {name}"), right, said);
        }
    }
    format!("{name} is {found}, not {claimed}")
}

/// Whether a walk along the row ends at this tile.
fn is_opening(map: &Map, row: usize, column: usize) -> bool {
    map.tile(row, column) != Tile::Block
}

/// Which of two entries belongs to a facing.
fn side(facing: Facing) -> usize {
    if facing == Facing::Left { 0 } else { 1 }
}

/// A state in words: `row 3, column 4, looking left`.
fn place(Lemmo { row, column, facing }: Lemmo) -> String {
    format!("row {}, column {}, looking {}", row + 1, column + 1, facing.name())
}

/// Every state of a row, by column, left before right.
fn states(row: usize, columns: usize) -> impl Iterator<Item = Lemmo> {
    (0..columns).flat_map(move |column| FACINGS.map(|facing| Lemmo { row, column, facing }))
}
