//! The independent checker: tile by tile, with nothing but the rules.
//!
//! It makes a table of the outcome of every state, checks each entry against the rules' own step from it
//! (walks end, so a table that agrees with every step is right), then pushes all starts down through the
//! states and weighs every edit by who stands at its tile first. The first best removal is also carried out, and
//! the changed map's table made afresh. It costs about fifty times what asking costs, and a byte a tile.

use engines::Context;
use serde::Serialize;

use super::check_reach;
use super::rules::{FACINGS, Lemmo, Map, Next, Tile};
use crate::answer::{
    Additions, Answer, Body, Edit, EditKind, LemmoImprove, LemmoSolve, Proof, Removals, Tile as Place,
};
use crate::parts;
use crate::problem::{CheckError, Checked};
use crate::question::{At, Facing, Question, QuestionKind};
use crate::words::data;

/// Listed where not all are asked for, by the contract.
const LISTED: usize = 1000;
/// Maps of up to so many tiles list every gain, by the contract.
const MOST_GAINS: usize = 1_000_000;

pub(super) fn check(map: &Map, question: &Question, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
    parts::check(question, answer)?;
    let states = 2 * map.rows() as u64 * map.columns() as u64;
    if let Some(proof) = &answer.proof
        && *proof != (Proof::Table { size: states })
    {
        return Err(CheckError::wrong(format!("the table has {states} entries")));
    }
    let _claimed = cx.reserve(states / 2 + 64 * map.columns() as u64)?;
    let table = Table::build(map, cx)?;
    table.agrees_with_every_step(map, cx)?;
    let mut rechecked = vec![format!("the outcomes of all {states} states agree with every step")];
    match &answer.body {
        Some(Body::LemmoSolve(claim)) => solve(map, &table, question, claim, cx, &mut rechecked)?,
        Some(Body::LemmoImprove(claim)) => improve(map, &table, question, claim, cx, &mut rechecked)?,
        Some(Body::LemmoCount(claim)) => {
            expect("starts", claim.starts, map.starts())?;
            expect("wins", claim.wins, table.wins(map))?;
            let arrivals = question.asked.at.map(|at| arrivals(map, at, cx)).transpose()?;
            expect("arrivals", claim.arrivals, arrivals)?;
            rechecked.push("the counts".into());
        }
        Some(Body::Hint(claim)) => {
            let played = !question.asked.moves.is_empty();
            let best = if played { Vec::new() } else { table.winning_starts(map) };
            expect("best", &claim.best, &best)?;
            expect(
                "moves_left, cost_left and tokens",
                (claim.moves_left, claim.cost_left, claim.tokens),
                (None, None, None),
            )?;
            rechecked.push("every winning start".into());
        }
        Some(Body::LemmoReach(claim)) => {
            check_reach::reach(map, |start| table.wins_at(start), claim, cx)?;
            rechecked.push("where every start ends, by the end of every state".into());
        }
        Some(Body::AtLeast(claim)) if question.kind == QuestionKind::Reach => {
            expect("at_least", claim.at_least, 0)?;
        }
        Some(Body::AtLeast(claim)) => {
            let most = Weights::of(map, &table, question, cx)?.removals.wins(table.wins(map));
            if claim.at_least > most {
                return Err(CheckError::wrong(format!("at_least is {}, but no more than {most} win", claim.at_least)));
            }
            rechecked.push("the bound".into());
        }
        _ => return Err(CheckError::wrong("no answer to this question")),
    }
    Ok(Checked { rechecked, not_rechecked: Vec::new() })
}

pub(super) fn expect<T: PartialEq + Serialize>(name: &str, claimed: T, found: T) -> Result<(), CheckError> {
    let short = |value: &T| data(value).chars().take(80).collect::<String>();
    if claimed == found {
        return Ok(());
    }
    Err(CheckError::wrong(format!("{name} is {}, not {}", short(&found), short(&claimed))))
}

fn solve(
    map: &Map,
    table: &Table,
    question: &Question,
    claim: &LemmoSolve,
    cx: &Context<'_>,
    rechecked: &mut Vec<String>,
) -> Result<(), CheckError> {
    let wins = table.wins(map);
    expect("starts", claim.starts, map.starts())?;
    expect("wins", claim.wins, wins)?;
    let weights = Weights::of(map, table, question, cx)?;
    removals(map, &weights.removals, wins, &claim.best, cx)?;
    rechecked.push("the gain of every removal".into());
    if !claim.best.removals.is_empty() {
        rechecked.push("the first best removal, carried out".into());
    }
    Ok(())
}

fn improve(
    map: &Map,
    table: &Table,
    question: &Question,
    claim: &LemmoImprove,
    cx: &Context<'_>,
    rechecked: &mut Vec<String>,
) -> Result<(), CheckError> {
    let wins = table.wins(map);
    expect("wins", claim.wins, wins)?;
    let weights = Weights::of(map, table, question, cx)?;
    removals(map, &weights.removals, wins, &claim.best, cx)?;
    let Additions { wins: most, additions, additions_total } = &claim.best_addition;
    expect("best_addition.wins", *most, weights.additions.wins(wins))?;
    expect("additions_total", *additions_total, weights.additions.total)?;
    expect("additions", additions, &weights.additions.places)?;
    if let Some(first) = additions.first() {
        carried_out(map, first, *most, cx)?;
    }
    // Answers of earlier versions did not list them.
    if !claim.top.is_empty() {
        expect("top", &claim.top, &weights.top)?;
        rechecked.push("the edits that gain most".into());
    }
    match (&claim.gains, map.rows() * map.columns() <= MOST_GAINS) {
        (Some(gains), true) => expect("gains", gains, &weights.gains)?,
        (None, false) => {}
        _ => {
            return Err(CheckError::wrong(format!(
                "gains belong in the answer up to {MOST_GAINS} tiles, and not above"
            )));
        }
    }
    rechecked.push("the gain of every removal and every addition".into());
    Ok(())
}

fn removals(map: &Map, found: &Highest, wins: u64, claim: &Removals, cx: &Context<'_>) -> Result<(), CheckError> {
    expect("best.wins", claim.wins, found.wins(wins))?;
    expect("removals_total", claim.removals_total, found.total)?;
    // With a sink the full list went there, and the answer keeps its beginning.
    let beginning = &found.places[..found.places.len().min(LISTED)];
    if claim.removals != beginning {
        expect("removals", &claim.removals, &found.places)?;
    }
    match claim.removals.first() {
        Some(first) => carried_out(map, first, claim.wins, cx),
        None => Ok(()),
    }
}

/// Makes one edit and counts afresh.
fn carried_out(map: &Map, place: &Place, wins: u64, cx: &Context<'_>) -> Result<(), CheckError> {
    let _claimed = cx.reserve((map.rows() * map.columns()) as u64 * 5 / 4)?;
    let changed = map.changed(place.row as usize - 1, place.column as usize - 1);
    let table = Table::build(&changed, cx)?;
    table.agrees_with_every_step(&changed, cx)?;
    expect("wins after the first edit", wins, table.wins(&changed))
}

/// The outcome of every state: bit 0 looking left, bit 1 looking right, a byte a tile.
struct Table {
    columns: usize,
    bytes: Vec<u8>,
}

pub(super) fn is_opening(map: &Map, row: usize, column: usize) -> bool {
    map.tile(row, column) != Tile::Block
}

fn side(facing: Facing) -> usize {
    if facing == Facing::Left { 0 } else { 1 }
}

impl Table {
    fn build(map: &Map, cx: &Context<'_>) -> Result<Table, CheckError> {
        let columns = map.columns();
        let mut table = Table { columns, bytes: vec![0; map.rows() * columns] };
        for row in (0..map.rows()).rev() {
            table.fill(map, row);
            cx.spend(columns as u64)?;
        }
        Ok(table)
    }

    fn wins_at(&self, lemmo: Lemmo) -> bool {
        self.bytes[lemmo.row * self.columns + lemmo.column] >> side(lemmo.facing) & 1 == 1
    }

    fn set(&mut self, lemmo: Lemmo, wins: bool) {
        self.bytes[lemmo.row * self.columns + lemmo.column] |= u8::from(wins) << side(lemmo.facing);
    }

    /// What one step from a state leads to, by the entries that are there.
    fn after_step(&self, lemmo: Lemmo, map: &Map) -> bool {
        match lemmo.step(map) {
            Next::On(next) => self.wins_at(next),
            Next::Won => true,
            Next::Lost => false,
        }
    }

    /// Fills a row: where Lemmo would turn, the walk back to the row's outermost opening goes first.
    fn fill(&mut self, map: &Map, row: usize) {
        let columns = self.columns;
        let mut fill = |column, facing| {
            let lemmo = Lemmo { row, column, facing };
            let wins = self.after_step(lemmo, map);
            self.set(lemmo, wins);
        };
        let opening = |column: &usize| is_opening(map, row, *column);
        let first = (0..columns).find(opening).unwrap_or(0);
        let last = (0..columns).rfind(opening).unwrap_or(0);
        (0..=first).rev().for_each(|column| fill(column, Facing::Right));
        (last..columns).for_each(|column| fill(column, Facing::Left));
        (0..last).for_each(|column| fill(column, Facing::Left));
        (first + 1..columns).rev().for_each(|column| fill(column, Facing::Right));
    }

    /// The certificate: each entry equals that of the state after one step.
    fn agrees_with_every_step(&self, map: &Map, cx: &Context<'_>) -> Result<(), CheckError> {
        for row in 0..map.rows() {
            for lemmo in states(row, self.columns) {
                if self.wins_at(lemmo) != self.after_step(lemmo, map) {
                    return Err(CheckError::wrong(format!("the table disagrees with a step at {}", place(lemmo))));
                }
            }
            cx.spend(self.columns as u64)?;
        }
        Ok(())
    }

    fn wins(&self, map: &Map) -> u64 {
        states(0, map.columns()).filter(|&start| self.wins_at(start)).count() as u64
    }

    fn winning_starts(&self, map: &Map) -> Vec<String> {
        let text = |start: Lemmo| format!("{} {}", start.column + 1, start.facing.name());
        states(0, map.columns()).filter(|&start| self.wins_at(start)).map(text).collect()
    }

    fn difference(&self, after: Lemmo, before: Lemmo) -> i64 {
        i64::from(self.wins_at(after)) - i64::from(self.wins_at(before))
    }
}

/// A state in words: `row 3, column 4, looking left`.
pub(super) fn place(Lemmo { row, column, facing }: Lemmo) -> String {
    format!("row {}, column {}, looking {}", row + 1, column + 1, facing.name())
}

pub(super) fn states(row: usize, columns: usize) -> impl Iterator<Item = Lemmo> {
    (0..columns).flat_map(move |column| FACINGS.map(|facing| Lemmo { row, column, facing }))
}

/// How many starts ever stand at each column of a row, looking left and right.
#[derive(Clone)]
struct Standing {
    stand: Vec<[u32; 2]>,
}

impl Standing {
    fn at_top(map: &Map) -> Standing {
        let mut standing = Standing { stand: vec![[1, 1]; map.columns()] };
        standing.spread(map, 0);
        standing
    }

    /// Who stands in the row below: those that fall.
    fn fall(&mut self, map: &Map, row: usize) {
        for (column, stand) in self.stand.iter_mut().enumerate() {
            if !is_opening(map, row, column) {
                *stand = [0, 0];
            }
        }
        self.spread(map, row + 1);
    }

    /// From those who arrive to those who ever stand: each block passes its walkers on to its neighbour. Walkers
    /// who turn at the right edge are passed on last, as far as the last opening.
    fn spread(&mut self, map: &Map, row: usize) {
        let (columns, stand) = (self.stand.len(), &mut self.stand);
        let block = |column: usize| !is_opening(map, row, column);
        for column in (1..columns).rev().filter(|&column| block(column)) {
            stand[column - 1][0] += stand[column][0];
        }
        stand[0][1] += if block(0) { stand[0][0] } else { 0 };
        for column in (1..columns).filter(|&column| block(column - 1)) {
            stand[column][1] += stand[column - 1][1];
        }
        let turned = if block(columns - 1) { stand[columns - 1][1] } else { 0 };
        let last = (0..columns).rfind(|&column| !block(column)).unwrap_or(0);
        (last..columns).filter(|_| turned > 0).for_each(|column| stand[column][0] += turned);
    }

    /// How many stand there first looking left, and first looking right.
    fn first(&self, column: usize, edges: (usize, usize)) -> [i64; 2] {
        let [left, right] = self.stand[column].map(i64::from);
        match column {
            _ if column < edges.0 => [left, right - left],
            _ if column > edges.1 => [left - right, right],
            _ => [left, right],
        }
    }
}

fn arrivals(map: &Map, at: At, cx: &Context<'_>) -> Result<u64, CheckError> {
    if !(1..=map.rows()).contains(&(at.row as usize)) {
        return Err(CheckError::wrong("no such row"));
    }
    let mut standing = Standing::at_top(map);
    for row in 1..at.row as usize {
        standing.fall(map, row - 1);
        cx.spend(map.columns() as u64)?;
    }
    let stand = standing.stand.get((at.column as usize).wrapping_sub(1));
    stand.map(|stand| u64::from(stand[side(at.facing)])).ok_or_else(|| CheckError::wrong("no such column"))
}

/// The highest gain above zero, with the first `kept` of its places in reading order.
struct Highest {
    gain: i64,
    total: u64,
    places: Vec<Place>,
    kept: usize,
}

impl Highest {
    fn keeping(kept: usize) -> Highest {
        Highest { gain: 0, total: 0, places: Vec::new(), kept }
    }

    fn offer(&mut self, gain: i64, row: usize, column: usize) {
        if gain > self.gain {
            *self = Highest { gain, ..Highest::keeping(self.kept) };
        }
        if gain == self.gain && gain > 0 {
            self.total += 1;
            if self.places.len() == self.kept {
                return;
            }
            self.places.push(Place { row: row as u32 + 1, column: column as u32 + 1 });
        }
    }

    fn wins(&self, wins: u64) -> u64 {
        wins.saturating_add_signed(self.gain)
    }
}

/// What every edit gains.
struct Weights {
    removals: Highest,
    additions: Highest,
    /// The ten edits that gain most.
    top: Vec<Edit>,
    /// Of every tile, where the map is not too large for that.
    gains: Vec<Vec<Option<i64>>>,
}

impl Weights {
    fn of(map: &Map, table: &Table, question: &Question, cx: &Context<'_>) -> Result<Weights, CheckError> {
        let listed = if question.asked.all { usize::MAX } else { LISTED };
        let highest = || Highest::keeping(listed);
        let mut weights = Weights { removals: highest(), additions: highest(), top: Vec::new(), gains: Vec::new() };
        let mut standing = Standing::at_top(map);
        let kept = map.rows() * map.columns() <= MOST_GAINS;
        for row in 0..map.ground() {
            let gains = weights.row(map, table, &standing, row);
            weights.rank(map, row, &gains);
            if kept {
                weights.gains.push(gains);
            }
            standing.fall(map, row);
            cx.spend(map.columns() as u64)?;
        }
        if kept {
            weights.gains.push(vec![None; map.columns()]);
        }
        Ok(weights)
    }

    /// Puts the edits of one row among the best.
    fn rank(&mut self, map: &Map, row: usize, gains: &[Option<i64>]) {
        let edits = (1..).zip(gains).filter_map(|(column, gain)| {
            let edit = if is_opening(map, row, column as usize - 1) { EditKind::Add } else { EditKind::Remove };
            Some(Edit { row: row as u32 + 1, column, edit, gain: gain.filter(|&gain| gain > 0)? })
        });
        self.top.extend(edits);
        self.top.sort_by_key(|edit| (-edit.gain, edit.row, edit.column));
        self.top.truncate(10);
    }

    fn row(&mut self, map: &Map, table: &Table, standing: &Standing, row: usize) -> Vec<Option<i64>> {
        let columns = map.columns();
        let openings: Vec<usize> = (0..columns).filter(|&column| is_opening(map, row, column)).collect();
        let edges = (openings[0], openings[openings.len() - 1]);
        let gain = |column: usize, order: Option<usize>| {
            let weigh = |facing: Facing| {
                let here = Lemmo { row, column, facing };
                let fallen = Lemmo { row: row + 1, ..here };
                let difference = match order {
                    None => table.difference(fallen, here),
                    Some(order) => table.difference(past(order, &openings, row, facing), fallen),
                };
                standing.first(column, edges)[side(facing)] * difference
            };
            FACINGS.map(weigh).iter().sum::<i64>()
        };
        let mut order = 0;
        (0..columns)
            .map(|column| {
                let opening = is_opening(map, row, column);
                let value = match opening {
                    false => Some(gain(column, None)),
                    true if openings.len() == 1 => None,
                    true => Some(gain(column, Some(order))),
                };
                order += usize::from(opening);
                let highest = if opening { &mut self.additions } else { &mut self.removals };
                highest.offer(value.unwrap_or(0), row, column);
                value
            })
            .collect()
    }
}

/// Where Lemmo falls from a row in whose opening number `order` a block was put: through the next opening, or at
/// an edge, turned around, through the one on the other side.
fn past(order: usize, openings: &[usize], row: usize, facing: Facing) -> Lemmo {
    let (next, facing) = match facing {
        Facing::Left if order == 0 => (1, Facing::Right),
        Facing::Left => (order - 1, Facing::Left),
        Facing::Right if order + 1 == openings.len() => (order - 1, Facing::Left),
        Facing::Right => (order + 1, Facing::Right),
    };
    Lemmo { row: row + 1, column: openings[next], facing }
}
