//! New maps: drawn at random until the best removal gains what is wished.

use engines::Context;

use super::edits::{Best, best_removals};
use super::ladder::Ladder;
use super::rules::{Map, words_for};
use super::{CARD, Tower, text};
use crate::family::Wish;
use crate::problem::Refusal;
use crate::rows::{Header, MOST_LINES, MOST_TILES};

/// Maps drawn before a wish is given up.
const TRIES: usize = 10_000;
const BOARD: &str = "6x16";

/// SplitMix64 (Steele, Lea and Flood 2014): small, and the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// A map of `rows` by `columns`; of 16 tiles about `share` are openings, at least one a row.
pub(super) fn random_map(rows: usize, columns: usize, share: usize, random: &mut Random) -> Map {
    let words = words_for(columns);
    let mut openings = vec![0_u64; rows * words];
    for row in openings.chunks_mut(words) {
        let sure = random.below(columns);
        for column in (0..columns).filter(|&column| random.below(16) < share || column == sure) {
            row[column / 64] |= 1 << (column % 64);
        }
    }
    let treasures = openings[(rows - 1) * words..].iter().map(|openings| openings & random.next()).collect();
    Map::from_bits(columns, openings, treasures)
}

/// A map whose best removal gains at least the difficulty; of any gain above zero where none is wished.
pub(super) fn generate(wish: &Wish, cx: &Context<'_>) -> Result<String, Refusal> {
    if let Some(template) = &wish.template {
        return Err(Refusal::NotOffered(format!("lemmo has no template '{template}'")));
    }
    let (rows, columns) = size(wish.board.as_deref().unwrap_or(BOARD))?;
    let _claimed = cx.reserve((rows * words_for(columns) * 8) as u64 + Ladder::bytes_of(rows, columns))?;
    let least = i64::try_from(wish.difficulty.unwrap_or(1)).unwrap_or(i64::MAX);
    let mut random = Random(wish.seed);
    for _ in 0..TRIES {
        let share = 2 + random.below(4);
        let map = random_map(rows, columns, share, &mut random);
        cx.spend((rows * columns) as u64)?;
        if gain(&map, cx)? >= least || (wish.difficulty.is_none() && rows == 1) {
            return Ok(text::print(&Tower { header: Header::default(), map }));
        }
    }
    let wished = format!("no map of {rows} by {columns} was found on which a removal gains {least}");
    Err(Refusal::NotOffered(format!("{wished}; expected a smaller difficulty or a larger board")))
}

fn gain(map: &Map, cx: &Context<'_>) -> Result<i64, Refusal> {
    let ladder = Ladder::climb(map, cx)?;
    let mut best = Best::keeping(0);
    best_removals(map, &ladder, cx, &mut best)?;
    Ok(best.gain)
}

fn size(board: &str) -> Result<(usize, usize), Refusal> {
    let wrong = || {
        let expected = format!("expected ROWSxCOLUMNS, such as {BOARD}, at most {MOST_LINES} of each");
        Refusal::NotOffered(format!("'{board}' is no board of {}; {expected}", CARD.name))
    };
    let (rows, columns) = board.split_once('x').ok_or_else(wrong)?;
    let read =
        |text: &str| text.parse::<u64>().ok().filter(|number| (1..=MOST_LINES).contains(number)).ok_or_else(wrong);
    let (rows, columns) = (read(rows)?, read(columns)?);
    if rows * columns > MOST_TILES {
        return Err(wrong());
    }
    Ok((rows as usize, columns as usize))
}
