//! New boards that need an exact number of presses: as many different presses are drawn at random until no fewer do.

use engines::Context;

use super::cells::Cells;
use super::coset::Coset;
use super::rules::{Moves, Near, Puzzle};
use super::system::{Solved, System};
use super::text;
use crate::document::Head;
use crate::family::Wish;
use crate::problem::Refusal;
use crate::random::Random;

/// The board where none is named.
const BOARD: &str = "5x5";
/// Boards drawn before a wish is given up.
const DRAWS: u32 = 5000;
/// The most rows or columns of a generated board.
const MOST: usize = 100;

/// A board `RxC`, perhaps with a neighbourhood other than `plus` (`"5x5 king"`), whose fewest presses are the
/// difficulty; of random presses on half the cells where none is wished.
pub(super) fn generate(wish: &Wish, cx: &Context<'_>) -> Result<String, Refusal> {
    if let Some(template) = &wish.template {
        return Err(Refusal::NotOffered(format!("toggle has no template '{template}'")));
    }
    let mut puzzle = dark(wish.board.as_deref().unwrap_or(BOARD))?;
    let cells = puzzle.cells();
    let presses = wish.difficulty.map_or(cells / 2, |wished| usize::try_from(wished).unwrap_or(usize::MAX));
    let mut random = Random(wish.seed);
    for draw in 0..DRAWS {
        if presses > cells {
            break;
        }
        cx.report("boards", draw.into(), Some(DRAWS.into()), None);
        let start = pressed(&puzzle, presses, &mut random);
        let fewest = fewest(&puzzle, &start, cx)?;
        let Some((moves, optimal)) = fewest else { continue };
        if wish.difficulty.is_none() || (optimal && moves == presses as u64) {
            puzzle.head.par = optimal.then_some(moves);
            return Ok(text::print(&puzzle, &start));
        }
    }
    let board = format!("{} x {}", puzzle.rows, puzzle.columns);
    Err(Refusal::NotOffered(format!("no board of {board} was found that needs {presses} presses; expected fewer")))
}

/// The board of this name, all 0.
fn dark(name: &str) -> Result<Puzzle, Refusal> {
    let wrong = || {
        let expected = format!("expected ROWSxCOLUMNS up to {MOST}, and plus, torus, king or row+column");
        Refusal::NotOffered(format!("'{name}' is no board of toggle; {expected}"))
    };
    let (size, near) = name.split_once(' ').unwrap_or((name, Near::Plus.name()));
    let near = Near::NAMES.iter().find(|(known, _)| *known == near).ok_or_else(wrong)?.1;
    let (rows, columns) = size.split_once('x').ok_or_else(wrong)?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MOST).contains(side)).ok_or_else(wrong);
    let (rows, columns) = (side(rows)?, side(columns)?);
    let still = Cells::uniform(2, rows * columns, 0);
    let (start, goal) = (still.clone(), still);
    Ok(Puzzle { head: Head::default(), rows, columns, modulus: 2, moves: Moves::Near(near), start, goal })
}

/// The board after so many different presses.
fn pressed(puzzle: &Puzzle, presses: usize, random: &mut Random) -> Cells {
    let mut order: Vec<usize> = (0..puzzle.cells()).collect();
    let mut board = puzzle.start.clone();
    for at in 0..presses.min(order.len()) {
        order.swap(at, at + random.below(puzzle.cells() - at));
        puzzle.press(&mut board, order[at]);
    }
    board
}

/// The fewest presses from `start` to all 0, and whether they are proven fewest.
fn fewest(puzzle: &Puzzle, start: &Cells, cx: &Context<'_>) -> Result<Option<(u64, bool)>, Refusal> {
    let system = System::new(puzzle, cx)?;
    let Solved::Presses(solution) = system.solve(puzzle, &puzzle.goal.minus(start), cx)? else { return Ok(None) };
    let fewest = Coset::new(&system, solution, cx).fewest(cx);
    cx.spend(0)?;
    Ok(Some((fewest.presses.weight(), fewest.optimal)))
}
