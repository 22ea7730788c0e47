//! New maps of several kinds, drawn at random; with a difficulty, until the best removal gains exactly that much.
//!
//! Where no difficulty is asked for, the first map is kept on which some starts win and a removal helps; where no map
//! drawn is like that, the first on which a removal helps, else the first of all. Maps of a difficulty are drawn up to
//! a number of tiles in all; then a map of two parts is built ([`built`]), whose best removal gains what was asked for
//! by its construction. So maps of 1000 × 1000 with any difficulty take a few draws.

use engines::Context;

use super::edits::{Best, best_removals};
use super::ladder::Ladder;
use super::rules::{Map, words_for};
use super::{INFO, Level, text};
use frame::family::GenerateOptions;
use frame::problem::AskError;
use frame::random::Random;
use frame::rows::{Header, MAX_LINES, MAX_TILES};

/// The most maps drawn for a difficulty, and the most tiles of all of them.
const TRIES: usize = 10_000;
const TILES: usize = 8 << 20;
/// The most maps drawn where no difficulty is asked for.
const PLAIN_TRIES: usize = 100;
const BOARD: &str = "6x16";

/// What maps are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MapKind {
    /// Few to some spaces, another share on each map.
    Plain,
    /// Half of the tiles are spaces.
    Half,
    /// One space on each floor.
    Sparse,
    /// Blocks and spaces in turn, each floor shifted anew.
    Comb,
    /// The right half mirrors the left one, so that best removals come in pairs.
    Ties,
    /// One space on each floor, near one edge and the other in turn: walks go along nearly every floor.
    Long,
}

/// The kinds by their names behind the size.
const KINDS: [(&str, MapKind); 5] = [
    ("half", MapKind::Half),
    ("sparse", MapKind::Sparse),
    ("comb", MapKind::Comb),
    ("ties", MapKind::Ties),
    ("long", MapKind::Long),
];

/// What is drawn: so many rows and columns of this kind.
#[derive(Clone, Copy, Debug)]
struct Board {
    rows: usize,
    columns: usize,
    kind: MapKind,
}

/// Tiles of a map, a row after the other: true is an opening.
struct Drawing {
    columns: usize,
    openings: Vec<bool>,
    treasures: Vec<bool>,
}

impl Drawing {
    fn map(&self) -> Map {
        let words = words_for(self.columns);
        let packed = |row: &[bool]| -> Vec<u64> {
            let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
            let mut packed: Vec<u64> = row.chunks(64).map(word).collect();
            packed.resize(words, 0);
            packed
        };
        let openings: Vec<u64> = self.openings.chunks(self.columns).flat_map(packed).collect();
        let ground = &self.openings[self.openings.len() - self.columns..];
        let treasures: Vec<bool> = ground.iter().zip(&self.treasures).map(|(open, wins)| *open && *wins).collect();
        Map::from_bits(self.columns, openings, packed(&treasures))
    }

    fn put(&mut self, row: usize, column: usize, is_open: bool) {
        self.openings[row * self.columns + column] = is_open;
    }

    /// Spaces in all rows from this one on, down to a treasure or a drain.
    fn shaft(&mut self, rows: std::ops::Range<usize>, column: usize, wins: bool) {
        rows.for_each(|row| self.put(row, column, true));
        self.treasures[column] = wins;
    }
}

/// Draws a map.
fn drawn(board: Board, random: &mut Random) -> Drawing {
    let Board { rows, columns, kind } = board;
    let share = if kind == MapKind::Half { 8 } else { 2 + random.below(4) };
    let period = 2 + random.below(3);
    let starts_left = random.below(2);
    let mut openings = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        // With one end of all walks no removal would help.
        let is_single = matches!(kind, MapKind::Sparse | MapKind::Long);
        let kind = if row + 1 == rows && is_single { MapKind::Plain } else { kind };
        let sure = random.below(columns);
        let phase = random.below(period);
        let far = random.below(columns.div_ceil(8));
        let far = if (row + starts_left).is_multiple_of(2) { far } else { columns - 1 - far };
        openings.extend((0..columns).map(|column| match kind {
            MapKind::Plain | MapKind::Half => column == sure || random.below(16) < share,
            MapKind::Sparse => column == sure,
            MapKind::Comb => (column + phase).is_multiple_of(period) || columns <= period && column == sure,
            MapKind::Ties => {
                let half = column.min(columns - 1 - column);
                half == sure.min(columns - 1 - sure) || column == half && random.below(16) < share
            }
            MapKind::Long => column == far,
        }));
    }
    let treasures = (0..columns).map(|_| random.below(2) == 0).collect();
    let mut drawing = Drawing { columns, openings, treasures };
    if kind == MapKind::Ties {
        mirror(&mut drawing);
    }
    drawing
}

/// Makes the right half of each row the mirror of the left one.
fn mirror(drawing: &mut Drawing) {
    let columns = drawing.columns;
    for row in drawing.openings.chunks_mut(columns).chain([&mut drawing.treasures[..]]) {
        (0..columns / 2).for_each(|column| row[columns - 1 - column] = row[column]);
    }
}

/// A map whose best removal gains exactly `gain`, 1 at least, by its construction; `None` where the map is too small.
///
/// A column of spaces is a wall: nobody walks across, and a removal touches but those who start between two of them. At
/// the left edge `width` blocks of the highest floor lie beside a shaft to a drain, so that all who start on them are
/// lost: facing right they walk there, facing left they turn first. To the block at column `k` from the edge come first
/// `width - k + 1` of them facing left and `2·k - 1` facing right, `width + k` in all, and below one of these blocks a
/// shaft leads to a treasure: `k` is `gain - width`. Below the blocks before it fewer than `gain` can fall, and below
/// the one behind it, if there is one, those who face right walk into the drain. In the rest of the map the panels
/// between two shafts are so narrow that twice their columns are no more than `gain`.
fn built(board: Board, gain: usize, random: &mut Random) -> Option<Drawing> {
    let Board { rows, columns, .. } = board;
    let width = gain.div_ceil(2);
    let least_columns = if gain == 1 { 3 } else { width.checked_add(1)? };
    if gain == 0 || rows < 2 || columns < least_columns {
        return None;
    }
    let mut drawing = drawn(board, random);
    if gain == 1 {
        // One block between a drain and a treasure, and a treasure below it. All others win whatever is removed.
        drawing.treasures.fill(true);
        drawing.put(0, 1, false);
        drawing.shaft(0..rows, 0, false);
        drawing.shaft(1..rows, 1, true);
        drawing.shaft(0..rows, 2, true);
        return Some(drawing);
    }
    (0..width).for_each(|column| drawing.put(0, column, false));
    let under = gain - width - 1;
    drawing.shaft(1..rows, under, true);
    if under + 1 < width {
        drawing.put(1, under + 1, false);
    }
    drawing.shaft(0..rows, width, false);
    let mut column = width + 1;
    while column < columns {
        column += 1 + random.below(gain / 2);
        if column < columns {
            drawing.shaft(0..rows, column, random.below(2) == 0);
            column += 1;
        }
    }
    Some(drawing)
}

/// A map of the board asked for; its best removal gains exactly the difficulty, where one is asked for.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("lemmo has no template '{template}'")));
    }
    let name = options.board.as_deref().unwrap_or(BOARD);
    let board = board_of(name)?;
    let Board { rows, columns, .. } = board;
    let bytes = 2 * rows as u64 * columns as u64 + rows as u64 * words_for(columns) as u64 * 8;
    let _claimed = cx.reserve(bytes + Ladder::bytes_of(rows, columns))?;
    let mut random = Random(options.seed);
    let found = match options.difficulty {
        None => ordinary(board, &mut random, cx)?,
        Some(wanted) => as_hard(board, wanted, &mut random, cx)?,
    };
    let Some(Rated { map, wins, best }) = found else {
        let wanted = options.difficulty.unwrap_or(0);
        let none = format!("no map {name} was found on which the best removal gains {wanted}");
        return Err(AskError::NotFound(format!("{none}; expected another difficulty, kind or size")));
    };
    let lines = vec![format!("; title: {name}, seed {}", options.seed), format!("; par: {wins} {best}")];
    Ok(text::print(&Level { header: Header { lines }, map }))
}

/// A map with the number of starts that win, and that do after the best removal.
struct Rated {
    map: Map,
    wins: u64,
    best: u64,
}

impl Rated {
    fn of(map: Map, cx: &Context<'_>) -> Result<Rated, AskError> {
        cx.spend((map.rows() * map.columns()) as u64)?;
        let ladder = Ladder::climb(&map, cx)?;
        let wins = ladder.top().wins(map.columns());
        let mut best = Best::keeping(0);
        best_removals(&map, &ladder, cx, &mut best)?;
        drop(ladder);
        Ok(Rated { wins, best: wins.saturating_add_signed(best.gain), map })
    }

    fn gain(&self) -> u64 {
        self.best - self.wins
    }
}

/// The first map on which a start wins and a removal helps; else the first on which a removal helps, else the first.
fn ordinary(board: Board, random: &mut Random, cx: &Context<'_>) -> Result<Option<Rated>, AskError> {
    let mut kept: Option<Rated> = None;
    for _ in 0..draws(board, PLAIN_TRIES) {
        let rated = Rated::of(drawn(board, random).map(), cx)?;
        if rated.wins > 0 && rated.gain() > 0 {
            return Ok(Some(rated));
        }
        if kept.as_ref().is_none_or(|kept| kept.gain() == 0 && rated.gain() > 0) {
            kept = Some(rated);
        }
    }
    Ok(kept)
}

/// How many maps are drawn, at least one.
fn draws(board: Board, most: usize) -> usize {
    (TILES / (board.rows * board.columns)).clamp(1, most)
}

/// A map whose best removal gains exactly so much: among maps drawn, else one that is built where the kind allows.
fn as_hard(board: Board, wanted: u64, random: &mut Random, cx: &Context<'_>) -> Result<Option<Rated>, AskError> {
    for _ in 0..draws(board, TRIES) {
        let rated = Rated::of(drawn(board, random).map(), cx)?;
        if rated.gain() == wanted {
            return Ok(Some(rated));
        }
    }
    if !matches!(board.kind, MapKind::Plain | MapKind::Half) {
        return Ok(None);
    }
    let built = usize::try_from(wanted).ok().and_then(|wanted| built(board, wanted, random));
    let rated = built.map(|drawing| Rated::of(drawing.map(), cx)).transpose()?;
    Ok(rated.filter(|rated| rated.gain() == wanted))
}

/// Reads `ROWSxCOLUMNS`, perhaps with a kind behind it.
fn board_of(name: &str) -> Result<Board, AskError> {
    let wrong = || {
        let kinds = KINDS.map(|(name, _)| name).join(", ");
        let expected =
            format!("expected ROWSxCOLUMNS, such as {BOARD}, at most {MAX_LINES} of each, and perhaps one of");
        AskError::NotOffered(format!("'{name}' is no board of {}; {expected} {kinds} behind it", INFO.name))
    };
    let mut words = name.split_whitespace();
    let (Some(size), kind, None) = (words.next(), words.next(), words.next()) else { return Err(wrong()) };
    let known = |word: &str| KINDS.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind).ok_or_else(wrong);
    let kind = kind.map_or(Ok(MapKind::Plain), known)?;
    let (rows, columns) = size.split_once('x').ok_or_else(wrong)?;
    let read =
        |text: &str| text.parse::<u64>().ok().filter(|number| (1..=MAX_LINES).contains(number)).ok_or_else(wrong);
    let (rows, columns) = (read(rows)?, read(columns)?);
    if rows * columns > MAX_TILES {
        return Err(wrong());
    }
    Ok(Board { rows: rows as usize, columns: columns as usize, kind })
}

#[cfg(test)]
mod tests {
    use super::super::oracle;
    use super::*;

    #[test]
    fn a_built_map_gains_what_was_asked_for_by_recounting_every_edit() {
        let mut random = Random(5);
        for (rows, columns) in [(2, 3), (3, 5), (4, 9), (6, 16)] {
            for gain in 1..2 * columns - 1 {
                let board = Board { rows, columns, kind: MapKind::Plain };
                for _ in 0..6 {
                    let map = built(board, gain, &mut random).unwrap().map();
                    let ladder = Ladder::climb(&map, &Context::default()).unwrap();
                    assert_eq!(ladder.top().wins(columns), oracle::wins(&map));
                    let gains = oracle::gains(&map);
                    let block = |row: usize, column: usize| map.tile(row, column) == super::super::rules::Tile::Block;
                    let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
                    let removals = tiles.filter(|&(row, column)| block(row, column));
                    let most = removals.filter_map(|(row, column)| gains[row][column]).max().unwrap_or(0);
                    assert_eq!(most, gain as i64, "{map:?}");
                }
            }
        }
    }

    #[test]
    fn long_walks_visit_most_tiles_of_every_floor() {
        let mut random = Random(6);
        let map = drawn(Board { rows: 40, columns: 64, kind: MapKind::Long }, &mut random).map();
        let steps: usize = oracle::starts(&map).map(|start| start.walk(&map).count()).sum();
        // At least three quarters of the tiles for each of the starts, but those of the first and the last floor.
        assert!(steps > 128 * 38 * 48, "{steps}");
        let plain = drawn(Board { rows: 40, columns: 64, kind: MapKind::Plain }, &mut random).map();
        let others: usize = oracle::starts(&plain).map(|start| start.walk(&plain).count()).sum();
        assert!(steps > 4 * others, "{steps} {others}");
    }
}
