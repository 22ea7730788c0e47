//! New boards that need an exact number of presses: as many different presses are drawn at random until no fewer do.

use engines::Context;

use super::cells::Cells;
use super::coset::Coset;
use super::rules::{Moves, Near, Puzzle};
use super::system::{Solved, System};
use super::text;
use crate::document::Head;
use crate::family::GenerateOptions;
use crate::problem::AskError;
use crate::random::Random;
use crate::words::plural;

/// The board where none is named.
const BOARD: &str = "5x5";
/// Boards drawn before generation gives up.
const DRAWS: u32 = 5000;
/// The most rows or columns of a generated board.
const MOST: usize = 100;

/// A board `RxC`, perhaps with a neighbourhood other than `plus` (`"5x5 king"`), or the board of a level that comes
/// with the family by its name (`"flipper"`), whose fewest presses equal the difficulty. Without a difficulty: a
/// board of random presses on half the cells, or any position of a shipped board that can be solved and is not solved
/// yet.
pub(super) fn generate(wish: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &wish.template {
        return Err(AskError::NotOffered(format!("toggle has no template '{template}'")));
    }
    let name = wish.board.as_deref().unwrap_or(BOARD);
    let (mut puzzle, shipped) = match shipped(name)? {
        Some(puzzle) => (puzzle, true),
        None => (dark(name)?, false),
    };
    let most = most_presses(&puzzle);
    let wished = wish.difficulty.map(|wished| usize::try_from(wished).unwrap_or(usize::MAX));
    let mut random = Random(wish.seed);
    for draw in 0..DRAWS {
        if wished.is_some_and(|wished| wished > most) {
            break;
        }
        cx.report("boards", draw.into(), Some(DRAWS.into()), None);
        let presses = match wished {
            Some(wished) => wished,
            None if shipped => (0..most).filter(|_| random.below(2) == 1).count(),
            None => puzzle.cells() / 2,
        };
        let start = pressed(&puzzle, presses, &mut random);
        let fewest = fewest(&puzzle, &start, cx)?;
        let Some((moves, optimal)) = fewest else { continue };
        let fits = match wished {
            Some(wished) => optimal && moves == wished as u64,
            None => !shipped || moves > 0,
        };
        if fits {
            puzzle.head.par = optimal.then_some(moves);
            return Ok(text::print(&puzzle, &start));
        }
    }
    let board = if shipped { format!("'{name}'") } else { format!("{} x {}", puzzle.rows, puzzle.columns) };
    let presses = plural(wished.unwrap_or(0) as u64, "press", "presses");
    Err(AskError::NotOffered(format!("no board of {board} was found that needs {presses}; expected fewer")))
}

/// The board of a level that comes with the family, at its goal.
fn shipped(name: &str) -> Result<Option<Puzzle>, AskError> {
    let named = name.strip_prefix('@').unwrap_or(name);
    let Some(level) = super::INFO.levels.iter().find(|level| level.name == named) else { return Ok(None) };
    let puzzle = text::parse(&level.text.as_bytes().to_vec(), &Context::default());
    let puzzle = puzzle.map_err(|problems| AskError::NotOffered(format!("'{name}' is not valid: {problems}")))?;
    Ok(Some(Puzzle { head: Head::default(), start: puzzle.goal.clone(), ..puzzle }))
}

/// The board `RxC` of this name, all 0.
fn dark(name: &str) -> Result<Puzzle, AskError> {
    let wrong = || {
        let names: Vec<&str> = super::INFO.levels.iter().map(|level| level.name).collect();
        let expected = format!(
            "expected ROWSxCOLUMNS up to {MOST}, and plus, torus, king or row+column; or the board of a level: {}",
            names.join(", ")
        );
        AskError::NotOffered(format!("'{name}' is no board of toggle; {expected}"))
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

/// The most presses that can be needed: each move so often that once more would bring nothing new.
fn most_presses(puzzle: &Puzzle) -> usize {
    puzzle.move_count() * (usize::from(puzzle.modulus) - 1)
}

/// Returns the board from which the given number of random presses leads to the goal.
fn pressed(puzzle: &Puzzle, presses: usize, random: &mut Random) -> Cells {
    let back = usize::from(puzzle.modulus) - 1;
    let most = most_presses(puzzle);
    let mut order: Vec<usize> = (0..most).map(|at| at / back).collect();
    let mut board = puzzle.start.clone();
    for at in 0..presses.min(most) {
        order.swap(at, at + random.below(most - at));
        (0..back).for_each(|_| puzzle.press(&mut board, order[at]));
    }
    board
}

/// The fewest presses from `start` to the goal, and whether they are proven fewest.
fn fewest(puzzle: &Puzzle, start: &Cells, cx: &Context<'_>) -> Result<Option<(u64, bool)>, AskError> {
    let system = System::new(puzzle, cx)?;
    let Solved::Presses(solution) = system.solve(puzzle, &puzzle.goal.minus(start), cx)? else { return Ok(None) };
    let fewest = Coset::new(&system, solution, cx).fewest(cx);
    cx.spend(0)?;
    Ok(Some((fewest.presses.weight(), fewest.optimal)))
}
