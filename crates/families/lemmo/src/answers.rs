//! Answers questions about Lemmo: outcomes from the first floor up, walkers from the top down.

use std::io::{self, Write};

use engines::{Context, Halt};

use super::argument::explanation;
use super::arrivals::{Arrived, arrivals_at, every_arrival};
use super::body::{
    ARRIVALS, Additions, At, Count, Edit, EditKind, Facing, Hint, Improve, OutcomeTable, Removals, Solve, TilePlace,
};
use super::edits::{Best, Listing, Place, best_removals, every_gain};
use super::ladder::Ladder;
use super::moves::{Choice, move_text};
use super::reach;
use super::rules::{FACINGS, Lemmo, Map, bit};
use frame::answer::Reply;
use frame::options::{ALL, EXPLAIN, Options};
use frame::problem::AskError;
use frame::query::{Query, QuestionKind};
use frame::run::from_one;
use frame::solution::Exhausted;
use frame::table::Csv;

/// Best edits that are listed, unless all are asked for.
const LISTED: usize = 1000;
/// The maximum number of tiles of a map whose gains are part of the answer; those of a larger map go only to the sinks.
const MAX_GAINS: usize = 1_000_000;
/// The maximum number of edits of both kinds that are listed with their gains.
const TOP: usize = 10;
/// The number of buffered bytes at which they are written to the sink.
const PIECE: usize = 64 << 10;

const ONE_PASS: &str = "outcomes of each row from the first floor up";
const TWO_PASSES: &str = "outcomes of each row from the first floor up, walkers from the top down";

/// Answers a question about a map; `started` is the one start, once it is chosen.
pub(super) fn answer(map: &Map, started: Option<Lemmo>, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
    let at = At::asked(&query.options)?;
    let _claimed = cx.reserve(working_bytes(map))?;
    match query.kind {
        QuestionKind::SOLVE => solve(map, &query.options, cx),
        QuestionKind::COUNT => count(map, at, query.options.is_on(&ARRIVALS), cx),
        QuestionKind::IMPROVE => improve(map, &query.options, cx),
        QuestionKind::REACH => reach::reach(map, cx),
        QuestionKind::HINT => hint(map, started, cx),
        kind => Err(AskError::NotOffered(format!("lemmo does not answer '{kind}'"))),
    }
}

/// Bytes of the ladder, of the walkers, and of the counts and gains of one row.
fn working_bytes(map: &Map) -> u64 {
    Ladder::bytes_of(map.rows(), map.columns()) + 40 * map.columns() as u64
}

fn tile((row, column): Place) -> TilePlace {
    TilePlace { row: from_one(row), column: from_one(column) }
}

/// The sum of a number of starts and what an edit gains.
fn with_gain(wins: u64, best: &Best) -> u64 {
    wins.saturating_add_signed(best.gain)
}

fn solve(map: &Map, options: &Options, cx: &Context<'_>) -> Result<Reply, AskError> {
    let ladder = Ladder::climb(map, cx)?;
    let wins = ladder.top().wins(map.columns());
    let mut best = Best::keeping(LISTED);
    if wins < map.starts()
        && let Err(halt) = best_removals(map, &ladder, cx, &mut best)
    {
        return Ok(Reply::unfinished(halt.to_string(), with_gain(wins, &best)));
    }
    let mut removals: Vec<TilePlace> = best.places.iter().copied().map(tile).collect();
    if options.is_on(&ALL) && best.total > 0 {
        list_all(map, &ladder, &best, &mut removals, cx)?;
    }
    let first = best.places.first().copied();
    let argued = options.is_on(&EXPLAIN).then(|| explanation(map, first, cx)).transpose();
    let explanation = match argued {
        Ok(explanation) => explanation,
        Err(halt) => return Ok(Reply::unfinished(halt.to_string(), with_gain(wins, &best))),
    };
    let best = Removals { wins: with_gain(wins, &best), removals, removals_total: best.total };
    let body = Solve { starts: map.starts(), wins, best, explanation };
    Ok(Reply::found(TWO_PASSES, body).with_proof(OutcomeTable::of(map.states())))
}

/// Writes every best removal to the context's sink, as a line `ROW,COLUMN`, and to its table sink; puts them into the
/// answer where there is neither.
fn list_all(
    map: &Map,
    ladder: &Ladder<'_>,
    best: &Best,
    removals: &mut Vec<TilePlace>,
    cx: &Context<'_>,
) -> Result<(), AskError> {
    let few = best.total <= LISTED as u64;
    if !few && cx.out().or(cx.table_out()).is_none() {
        let _claimed = reserve_tiles(best.total, cx)?;
        removals.clear();
        let each = |place| removals.push(tile(place));
        best_removals(map, ladder, cx, &mut Listing { gain: best.gain, each })?;
    }
    if let Some(sink) = cx.out() {
        let mut out = io::BufWriter::with_capacity(PIECE, sink.open()?);
        each_removal(map, ladder, best, cx, |row, column| writeln!(out, "{row},{column}"))?;
        out.flush()?;
    }
    if let Some(sink) = cx.table_out().filter(|_| !few) {
        let mut out = sink.open()?;
        let mut csv = Csv::new(&mut *out, &["row", "column", "gain"])?;
        let gain = best.gain.to_string();
        each_removal(map, ladder, best, cx, |row, column| csv.row([&row.to_string(), &column.to_string(), &gain]))?;
        csv.finish()?;
    }
    Ok(())
}

/// Hands every best removal to `write`, row and column from 1, until that fails.
fn each_removal(
    map: &Map,
    ladder: &Ladder<'_>,
    best: &Best,
    cx: &Context<'_>,
    mut write: impl FnMut(usize, usize) -> io::Result<()>,
) -> Result<(), AskError> {
    let mut written = Ok(());
    let each = |(row, column): Place| {
        if written.is_ok() {
            written = write(row + 1, column + 1);
        }
    };
    best_removals(map, ladder, cx, &mut Listing { gain: best.gain, each })?;
    Ok(written?)
}

fn reserve_tiles<'c>(number: u64, cx: &'c Context<'_>) -> Result<engines::Reservation<'c>, Halt> {
    cx.reserve(number.saturating_mul(size_of::<TilePlace>() as u64))
}

fn count(map: &Map, at: Option<At>, is_every: bool, cx: &Context<'_>) -> Result<Reply, AskError> {
    if at.is_some() && is_every {
        return Err(AskError::NotOffered(
            "'at' counts the arrivals at one tile and 'arrivals' those at every tile; expected one of them".into(),
        ));
    }
    let ladder = Ladder::climb(map, cx)?;
    let wins = ladder.top().wins(map.columns());
    let mut body = Count { starts: map.starts(), wins, ..Count::default() };
    if let Some(at) = at {
        let Arrived { arrivals, from, arriving } = arrivals_at(map, at, cx)?;
        (body.arrivals, body.from, body.arriving) = (Some(arrivals), Some(from), arriving);
    }
    if is_every {
        body.tiles = every_arrival(map, &ladder, cx)?;
        body.tiles_left_out = body.tiles.is_none().then(|| map.rows() as u64 * map.columns() as u64);
    }
    let method = if at.is_some() || is_every { TWO_PASSES } else { ONE_PASS };
    Ok(Reply::found(method, body).with_proof(OutcomeTable::of(map.states())))
}

fn hint(map: &Map, started: Option<Lemmo>, cx: &Context<'_>) -> Result<Reply, AskError> {
    if let Some(start) = started {
        let over = Hint { moves_left: Some(0), ..Hint::default() };
        let walk = "the walk, which is over";
        return Ok(if start.wins(map) {
            Reply::found(walk, over)
        } else {
            Reply::impossible(walk, Exhausted::over(1))
        });
    }
    let ladder = Ladder::climb(map, cx)?;
    let wins = |column, facing| match facing {
        Facing::Left => ladder.top().wins_left(column),
        Facing::Right => ladder.top().wins_right(column),
    };
    let starts = (0..map.columns()).flat_map(|column| FACINGS.map(|facing| (column, facing)));
    let winning = starts.filter(|&(column, facing)| wins(column, facing));
    let best: Vec<String> = winning.map(|(column, facing)| move_text(column, facing)).collect();
    if best.is_empty() {
        return Ok(Reply::impossible(ONE_PASS, all_starts(map)));
    }
    Ok(Reply::found(ONE_PASS, Hint { best, starts: Some(map.starts()), moves_left: Some(1), wins: None }))
}

/// The best choices of the digger: the removals with the highest gain and, where none helps, keeping every block, and
/// those that harm nothing. Once another choice was made, it is lost.
pub(super) fn digger_hint(map: &Map, choice: Option<Choice>, cx: &Context<'_>) -> Result<Reply, AskError> {
    let _claimed = cx.reserve(working_bytes(map))?;
    let ladder = Ladder::climb(map, cx)?;
    let (mut most, mut best) = (0, vec![Choice::Keep]);
    every_gain(map, &ladder, cx, |row, gains| {
        let openings = map.openings(row);
        let removals = gains.iter().enumerate().filter(|&(column, _)| !bit(openings, column));
        for (column, gain) in removals.filter_map(|(column, gain)| Some((column, (*gain)?))) {
            if gain > most {
                best.clear();
            }
            most = most.max(gain);
            if gain == most {
                best.push(Choice::Remove(row, column));
            }
        }
        Ok::<(), Halt>(())
    })?;
    let wins = ladder.top().wins(map.columns()).saturating_add_signed(most);
    let hint = |best: Vec<String>, left| Hint { best, moves_left: Some(left), wins: Some(wins), ..Hint::default() };
    Ok(match choice {
        None => Reply::found(TWO_PASSES, hint(best.into_iter().map(Choice::text).collect(), 1)),
        Some(choice) if best.contains(&choice) => Reply::found(TWO_PASSES, hint(Vec::new(), 0)),
        Some(_) => Reply::impossible(TWO_PASSES, Exhausted::over(1)),
    })
}

/// The certificate that no start wins: the position before the start, and that after each.
pub(super) fn all_starts(map: &Map) -> Exhausted {
    Exhausted::over(1 + map.starts())
}

/// The edits that gain most, the best first.
#[derive(Default)]
struct Top(Vec<Edit>);

impl Top {
    /// Takes one edit in reading order.
    fn offer(&mut self, gain: i64, place: Place, edit: EditKind) {
        let full = self.0.len() == TOP;
        if gain <= 0 || (full && self.0.last().is_some_and(|last| last.gain >= gain)) {
            return;
        }
        let at = self.0.partition_point(|better| better.gain >= gain);
        let TilePlace { row, column } = tile(place);
        self.0.insert(at, Edit { row, column, edit, gain });
        self.0.truncate(TOP);
    }
}

/// The best edits of both kinds.
struct Edits {
    removals: Best,
    additions: Best,
    top: Top,
}

impl Edits {
    fn keeping(kept: usize) -> Edits {
        Edits { removals: Best::keeping(kept), additions: Best::keeping(kept), top: Top::default() }
    }

    fn take(&mut self, map: &Map, row: usize, gains: &[Option<i64>]) {
        let openings = map.openings(row);
        for (column, gain) in gains.iter().enumerate() {
            let (gain, place) = (gain.unwrap_or(0), (row, column));
            let best = match kind_of(openings, column) {
                EditKind::Add => &mut self.additions,
                EditKind::Remove => &mut self.removals,
            };
            best.offer(gain, place);
            self.top.offer(gain, place, kind_of(openings, column));
        }
    }
}

/// What an edit does to a column of a row with these openings.
fn kind_of(openings: &[u64], column: usize) -> EditKind {
    if bit(openings, column) { EditKind::Add } else { EditKind::Remove }
}

fn improve(map: &Map, options: &Options, cx: &Context<'_>) -> Result<Reply, AskError> {
    let ladder = Ladder::climb(map, cx)?;
    let wins = ladder.top().wins(map.columns());
    let mut edits = Edits::keeping(LISTED);
    let gains = all_gains(map, &ladder, &mut edits, cx)?;
    if options.is_on(&ALL) {
        let total = edits.removals.total + edits.additions.total;
        let _claimed = reserve_tiles(2 * total, cx)?;
        edits = Edits::keeping(usize::MAX);
        every_gain(map, &ladder, cx, |row, gains| {
            edits.take(map, row, gains);
            Ok::<(), Halt>(())
        })?;
    }
    let Edits { removals, additions, top } = edits;
    let tiles = |best: &Best| best.places.iter().copied().map(tile).collect();
    let body = Improve {
        wins,
        best: Removals { wins: with_gain(wins, &removals), removals: tiles(&removals), removals_total: removals.total },
        best_addition: Additions {
            wins: with_gain(wins, &additions),
            additions: tiles(&additions),
            additions_total: additions.total,
        },
        top: top.0,
        gains,
    };
    Ok(Reply::found(TWO_PASSES, body).with_proof(OutcomeTable::of(map.states())))
}

/// Computes every gain: writes rows of text to the context's sink and rows of a table to its table sink, where there
/// are such, and returns all gains where the map is not too large.
fn all_gains(
    map: &Map,
    ladder: &Ladder<'_>,
    edits: &mut Edits,
    cx: &Context<'_>,
) -> Result<Option<Vec<Vec<Option<i64>>>>, AskError> {
    let tiles = map.rows() * map.columns();
    let kept = tiles <= MAX_GAINS;
    let _claimed = cx.reserve(if kept { 16 * tiles as u64 } else { 0 })?;
    let mut table = Vec::new();
    let mut out = cx.out().map(|sink| sink.open()).transpose()?;
    let mut piece = Vec::new();
    let mut table_out = cx.table_out().map(|sink| sink.open()).transpose()?;
    let mut csv = table_out.as_mut().map(|out| Csv::new(&mut **out, Edit::COLUMNS)).transpose()?;
    let mut row_done = |gains: &[Option<i64>]| -> io::Result<()> {
        if kept {
            table.push(gains.to_vec());
        }
        let Some(out) = &mut out else { return Ok(()) };
        write_row(gains, &mut piece);
        if piece.len() >= PIECE {
            out.write_all(&piece)?;
            piece.clear();
        }
        Ok(())
    };
    every_gain(map, ladder, cx, |row, gains| {
        edits.take(map, row, gains);
        csv.as_mut().map_or(Ok(()), |csv| write_gains(csv, map.openings(row), row, gains)).map_err(AskError::Broken)?;
        row_done(gains).map_err(AskError::Broken)
    })?;
    row_done(&vec![None; map.columns()])?;
    if let Some(out) = &mut out {
        out.write_all(&piece)?;
        out.flush()?;
    }
    csv.map_or(Ok(()), Csv::finish)?;
    Ok(kept.then_some(table))
}

/// Writes the gains of one row, from 0; edits that are not allowed have no row in the table.
fn write_gains(csv: &mut Csv<'_>, openings: &[u64], row: usize, gains: &[Option<i64>]) -> io::Result<()> {
    let row = (row + 1).to_string();
    for (column, gain) in gains.iter().enumerate().filter_map(|(column, gain)| Some((column, (*gain)?))) {
        csv.row([
            &row,
            (column + 1).to_string().as_str(),
            kind_of(openings, column).name(),
            gain.to_string().as_str(),
        ])?;
    }
    Ok(())
}

/// Appends one row of gains as text: numbers with commas between, nothing where the edit is not allowed.
fn write_row(gains: &[Option<i64>], text: &mut Vec<u8>) {
    for (index, gain) in gains.iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        match gain {
            None => {}
            Some(0) => text.push(b'0'),
            Some(gain) => text.extend_from_slice(gain.to_string().as_bytes()),
        }
    }
    text.push(b'\n');
}
