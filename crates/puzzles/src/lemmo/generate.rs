//! New maps: drawn at random until the best removal gains the difficulty asked for; where none is asked for, the one of
//! many draws whose best removal gains most.

use engines::Context;

use super::edits::{Best, best_removals};
use super::ladder::Ladder;
use super::rules::{Map, words_for};
use super::{INFO, Level, text};
use crate::family::GenerateOptions;
use crate::problem::AskError;
pub(super) use crate::random::Random;
use crate::rows::{Header, MOST_LINES, MOST_TILES};

/// Maps drawn before generation gives up.
const TRIES: usize = 10_000;
/// Maps drawn where no difficulty is asked for.
const KEPT: usize = 300;
const BOARD: &str = "6x16";

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

/// A map whose best removal gains exactly the difficulty asked for; where none is, the most of [`KEPT`] draws.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("lemmo has no template '{template}'")));
    }
    let (rows, columns) = size(options.board.as_deref().unwrap_or(BOARD))?;
    let _claimed = cx.reserve(rows as u64 * words_for(columns) as u64 * 8 + Ladder::bytes_of(rows, columns))?;
    let wanted = options.difficulty.map(|wanted| i64::try_from(wanted).unwrap_or(i64::MAX));
    let (mut random, mut best) = (Random(options.seed), None);
    for _ in 0..wanted.map_or(KEPT, |_| TRIES) {
        let share = 2 + random.below(4);
        let map = random_map(rows, columns, share, &mut random);
        cx.spend((rows * columns) as u64)?;
        let gain = gain(&map, cx)?;
        if wanted.is_none_or(|wanted| wanted == gain) && best.as_ref().is_none_or(|(most, _)| gain > *most) {
            best = Some((gain, map));
            if wanted.is_some() {
                break;
            }
        }
    }
    let wanted = options.difficulty.unwrap_or(0);
    let none = format!("no map of {rows} by {columns} was found on which the best removal gains {wanted}");
    let (_, map) =
        best.ok_or(AskError::NotOffered(format!("{none}; expected another difficulty or a larger board")))?;
    Ok(text::print(&Level { header: Header::default(), map }))
}

fn gain(map: &Map, cx: &Context<'_>) -> Result<i64, AskError> {
    let ladder = Ladder::climb(map, cx)?;
    let mut best = Best::keeping(0);
    best_removals(map, &ladder, cx, &mut best)?;
    Ok(best.gain)
}

fn size(board: &str) -> Result<(usize, usize), AskError> {
    let wrong = || {
        let expected = format!("expected ROWSxCOLUMNS, such as {BOARD}, at most {MOST_LINES} of each");
        AskError::NotOffered(format!("'{board}' is no board of {}; {expected}", INFO.name))
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
