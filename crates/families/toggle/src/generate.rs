//! New boards that need an exact number of presses: as many different presses are drawn at random until no fewer do.

use engines::Context;

use super::answers::farthest;
use super::cells::Cells;
use super::coset::Coset;
use super::rules::{MAX_MODULUS, Moves, Near, Puzzle, is_modulus};
use super::system::{Solved, System};
use super::text;
use frame::document::Head;
use frame::family::GenerateOptions;
use frame::phrases::plural;
use frame::problem::AskError;
use frame::random::Random;

/// The board where none is named.
const BOARD: &str = "5x5";
/// Boards drawn before generation gives up.
const DRAWS: u32 = 5000;
/// The most rows or columns of a generated board.
const MAX: usize = 100;
/// The work that is spent on the farthest board where none of the difficulty was found.
const MAPPED: u64 = 1 << 24;
/// The most patterns that are drawn for a board.
const MAX_PATTERNS: usize = 100;

/// A board `RxC`, perhaps with a neighbourhood other than `plus` (`"5x5 king"`) or a number of patterns drawn at random
/// (`"3x3 9 patterns"`), perhaps with a modulus (`"4x4 modulo 3"`); or the board of a level that comes with the family
/// by its name (`"flipper"`, `"flipper modulo 3"`), or of any level by its text. Its fewest presses equal the
/// difficulty. Without a difficulty: a board of random presses on half the cells, or any position of a given level that
/// can be solved and is not solved yet. The level has a title with the seed, and the fewest presses as par where they
/// are proven.
pub(super) fn generate(wish: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &wish.template {
        return Err(AskError::NotOffered(format!("toggle has no template '{template}'")));
    }
    let name = wish.board.as_deref().unwrap_or(BOARD);
    let mut plan = match given(name)? {
        Some(given) => given,
        None => plan(name)?,
    };
    let wished = wish.difficulty.map(|wished| usize::try_from(wished).unwrap_or(usize::MAX));
    let mut random = Random(wish.seed);
    for draw in 0..DRAWS {
        plan.draw(&mut random);
        let puzzle = &mut plan.puzzle;
        let most = most_presses(puzzle);
        if wished.is_some_and(|wished| wished > most) {
            return Err(not_found(&plan, wished, &format!("expected at most {most}, since more bring nothing new")));
        }
        cx.report("boards", draw.into(), Some(DRAWS.into()), None);
        let presses = match wished {
            Some(wished) => wished,
            None if plan.is_given => (0..most).filter(|_| random.below(2) == 1).count(),
            None => puzzle.cells() / 2,
        };
        let start = pressed(puzzle, presses, &mut random);
        let fewest = fewest(puzzle, &start, cx)?;
        let Some((moves, optimal)) = fewest else { continue };
        let fits = match wished {
            Some(wished) => optimal && moves == wished as u64,
            None => !plan.is_given || moves > 0,
        };
        if fits {
            puzzle.head.par = optimal.then(|| moves.to_string());
            // A title stands above the unsolved puzzle: it does not tell the answer.
            puzzle.head.title = Some(format!("{}, seed {}", plan.name, wish.seed));
            return Ok(text::print(puzzle, &start));
        }
    }
    // Where the moves are given, a map says how far any board is from its goal.
    let is_drawn = plan.patterns > 0;
    let farthest = if is_drawn { None } else { farthest(&plan.puzzle, &cx.at_most(MAPPED)) };
    let expected = match farthest.filter(|&farthest| wished.is_some_and(|wished| wished as u64 > farthest)) {
        Some(farthest) => format!("expected at most {farthest}, since no board of these moves needs more"),
        None => "expected fewer, or another seed, with which one may be found".to_owned(),
    };
    Err(not_found(&plan, wished, &expected))
}

/// That no board was drawn that needs as many presses as wished, and what may be wished in its place.
fn not_found(plan: &Plan, wished: Option<usize>, expected: &str) -> AskError {
    let board = if plan.is_given { format!("'{}'", plan.name) } else { plan.name.clone() };
    let presses = plural(wished.unwrap_or(0) as u64, "press", "presses");
    AskError::NotFound(format!("no board of {board} was found that needs {presses}; {expected}"))
}

/// What boards are drawn.
struct Plan {
    /// The board at its goal; with no moves yet where patterns are drawn.
    puzzle: Puzzle,
    /// How many patterns are drawn anew for each board; 0 where the moves are given.
    patterns: usize,
    /// The board in words, as a title says it.
    name: String,
    /// Whether it is the board of a level.
    is_given: bool,
}

impl Plan {
    /// Draws the patterns, if any are to be drawn: about a third of the cells, at least one, each raised by a random
    /// value.
    fn draw(&mut self, random: &mut Random) {
        if self.patterns == 0 {
            return;
        }
        let (cells, modulus) = (self.puzzle.cells(), self.puzzle.modulus);
        let mut pattern = || {
            let mut pattern = Cells::uniform(modulus, cells, 0);
            let mut value = || u8::try_from(1 + random.below(usize::from(modulus) - 1)).unwrap_or(1);
            let first = value();
            let others: Vec<(usize, u8)> = (0..cells).map(|cell| (cell, value())).collect();
            pattern.add(random.below(cells), first);
            for (cell, value) in others {
                if random.below(3) == 0 && pattern.get(cell) == 0 {
                    pattern.add(cell, value);
                }
            }
            pattern
        };
        self.puzzle.moves = Moves::Patterns((0..self.patterns).map(|_| pattern()).collect());
    }
}

/// The board of a level, at its goal: of one that comes with the family by its name, perhaps with another modulus, or
/// of any by its text, which has several lines.
fn given(board: &str) -> Result<Option<Plan>, AskError> {
    if board.trim_end().contains('\n') {
        return own(board).map(Some);
    }
    let called = board.trim().trim_start_matches('@');
    let (named, modulus) = match called.rsplit_once(" modulo ").or_else(|| called.rsplit_once(" mod ")) {
        Some((named, modulus)) => (named, Some(modulus)),
        None => (called, None),
    };
    let Some(level) = super::INFO.levels.iter().find(|level| level.name == named) else { return Ok(None) };
    let (_, mut puzzle) = at_its_goal(level.text)?;
    if let Some(modulus) = modulus {
        let known = modulus.parse().ok().filter(|&modulus| is_modulus(modulus));
        let wrong = || AskError::NotOffered(format!("'modulo {modulus}': expected a prime up to {MAX_MODULUS}"));
        puzzle = counted(puzzle, known.ok_or_else(wrong)?)?;
    }
    Ok(Some(Plan { puzzle, patterns: 0, name: called.to_owned(), is_given: true }))
}

/// The board of a level by its text.
fn own(text: &str) -> Result<Plan, AskError> {
    let (title, puzzle) = at_its_goal(text)?;
    let (rows, columns) = (puzzle.rows, puzzle.columns);
    if rows.max(columns) > MAX {
        let message = format!("the board has {rows} x {columns} cells; expected at most {MAX} rows and columns");
        return Err(AskError::NotOffered(message));
    }
    let name = title.unwrap_or_else(|| format!("{rows} x {columns}"));
    Ok(Plan { puzzle, patterns: 0, name, is_given: true })
}

/// The title of the level of a text, and the level at its goal, without what its author says of it.
fn at_its_goal(text: &str) -> Result<(Option<String>, Puzzle), AskError> {
    let puzzle = text::parse(&text.as_bytes().to_vec(), &Context::default());
    let puzzle = puzzle.map_err(|problems| AskError::NotOffered(format!("the level is not valid: {problems}")))?;
    let (title, start) = (puzzle.head.title.clone(), puzzle.goal.clone());
    Ok((title, Puzzle { head: Head::default(), start, ..puzzle }))
}

/// Returns a level of the same board and moves whose cells count modulo another number.
fn counted(puzzle: Puzzle, modulus: u8) -> Result<Puzzle, AskError> {
    let converted = |cells: &Cells| -> Result<Cells, AskError> {
        let values: Vec<u8> = (0..cells.len()).map(|at| cells.get(at)).collect();
        match values.iter().find(|&&value| value >= modulus) {
            None => Ok(Cells::from_values(modulus, &values)),
            Some(value) => Err(AskError::NotOffered(format!("the level has a {value}; expected a modulus above it"))),
        }
    };
    let goal = converted(&puzzle.goal)?;
    let moves = match &puzzle.moves {
        Moves::Patterns(patterns) => Moves::Patterns(patterns.iter().map(converted).collect::<Result<_, _>>()?),
        near @ Moves::Near(_) => near.clone(),
    };
    Ok(Puzzle { modulus, moves, start: goal.clone(), goal, ..puzzle })
}

/// The board `RxC` with these moves and this modulus, all 0.
fn plan(name: &str) -> Result<Plan, AskError> {
    let wrong = || {
        let names: Vec<&str> = super::INFO.levels.iter().map(|level| level.name).collect();
        let expected = format!(
            "expected ROWSxCOLUMNS up to {MAX}; plus, torus, king, row+column or a number of patterns, such as 9 \
             patterns; and modulo a prime up to {MAX_MODULUS}, such as modulo 3; or the board of a level, by its file \
             or one of these names, perhaps with a modulus behind it: {}",
            names.join(", ")
        );
        AskError::NotOffered(format!("'{name}' is no board of toggle; {expected}"))
    };
    let (size, rest) = name.trim().split_once(' ').unwrap_or((name.trim(), ""));
    let (rows, columns) = size.split_once('x').ok_or_else(wrong)?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MAX).contains(side)).ok_or_else(wrong);
    let (rows, columns) = (side(rows)?, side(columns)?);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (moves, modulus) = match words.as_slice() {
        [moves @ .., "modulo" | "mod", modulus] => {
            (moves, modulus.parse().ok().filter(|&modulus| is_modulus(modulus)).ok_or_else(wrong)?)
        }
        moves => (moves, 2),
    };
    let (near, patterns) = match moves {
        [] => (Near::Plus, 0),
        [count, "pattern" | "patterns"] => {
            let count = count.parse::<usize>().ok().filter(|count| (1..=MAX_PATTERNS).contains(count));
            (Near::Plus, count.ok_or_else(wrong)?)
        }
        [near] => (Near::NAMES.iter().find(|(known, _)| known == near).ok_or_else(wrong)?.1, 0),
        _ => return Err(wrong()),
    };
    let drawn = plural(patterns as u64, "pattern", "patterns");
    let moves = if patterns == 0 { near.name() } else { drawn.as_str() };
    let counts = if modulus == 2 { String::new() } else { format!(" modulo {modulus}") };
    let name = format!("{rows} x {columns} {moves}{counts}");
    let still = Cells::uniform(modulus, rows * columns, 0);
    let (start, goal) = (still.clone(), still);
    let puzzle = Puzzle { head: Head::default(), rows, columns, modulus, moves: Moves::Near(near), start, goal };
    Ok(Plan { puzzle, patterns, name, is_given: false })
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
