//! New boards of an exact distance: drawn from a saved map where one is named, else found by a random walk whose every
//! step is solved, and which mostly goes towards the distance asked for.

use std::sync::Arc;

use engines::Context;
use engines::motion::{Board, Layout};

use super::answers::chart;
use super::rules::Puzzle;
use super::shape::BoardShape;
use super::solvers::Distances;
use super::text;
use frame::document::Head;
use frame::family::GenerateOptions;
use frame::problem::AskError;
use frame::random::Random;

/// The board where none is named.
const BOARD: &str = "panguru";
/// The plates of the published board.
const PANGURU: &str = "WCBRBOGYGPCORPY";
/// Steps of a walk before generation gives up.
const STEPS: u32 = 20_000;
/// One step in this many may lead away from the distance asked for.
const ASTRAY: usize = 8;
/// Moves from the goal to a random position, for each place.
const SCRAMBLE: usize = 40;

/// The text of a new level with its par.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("pebble has no template '{template}'")));
    }
    let name = options.board.as_deref().unwrap_or(BOARD);
    let puzzle = match given(name) {
        Some(text) => at_its_goal(text)?,
        None => blank(name)?,
    };
    let mut random = Random(options.seed);
    let wanted = options.difficulty.map(|wanted| u32::try_from(wanted).unwrap_or(u32::MAX));
    let (start, distance) = match (chart::named(&puzzle.board, cx)?, wanted) {
        (Some(map), Some(distance)) => {
            let start = map.at_distance(distance, options.seed).map_err(chart::damaged)?;
            let none = || {
                let why = "the map has no such state; expected another difficulty";
                AskError::NotOffered(format!("no board of difficulty {distance}: {why}"))
            };
            (start.ok_or_else(none)?, distance)
        }
        (Some(map), None) => {
            let start = scrambled(&puzzle.board, &mut random);
            let distance = map.distance(&start).map_err(chart::damaged)?;
            (start, distance.unwrap_or(0))
        }
        (None, wanted) => walked(&puzzle.board, wanted, &mut random, cx)?,
    };
    let head = Head { par: Some(distance.to_string()), title: puzzle.head.title.clone(), ..Head::default() };
    let level = Puzzle { head, start: start.clone(), ..Arc::unwrap_or_clone(puzzle) };
    Ok(text::print(&level, &start))
}

/// The text of the level whose board is meant: that of one that comes with the family by its name, or a text of several
/// lines itself.
fn given(board: &str) -> Option<&str> {
    if board.trim_end().contains('\n') {
        return Some(board);
    }
    let called = board.trim().trim_start_matches('@');
    super::INFO.levels.iter().find(|level| level.name == called).map(|level| level.text)
}

/// The level of a text, whose start is not used.
fn at_its_goal(text: &str) -> Result<Arc<Puzzle>, AskError> {
    let puzzle = text::parse(&text.as_bytes().to_vec(), &Context::default())
        .map_err(|problems| AskError::NotOffered(problems.to_string()))?;
    if puzzle.has_homes() {
        let why = "the hole may end on several plates there; expected a board with one home of the hole";
        return Err(AskError::NotOffered(format!("no start is drawn for this board, since {why}")));
    }
    Ok(Arc::new(puzzle))
}

/// The solved board of this name: Panguru with the published plates, a grid with its tiles in reading order.
fn blank(name: &str) -> Result<Arc<Puzzle>, AskError> {
    let wrong = || {
        AskError::NotOffered(format!(
            "'{name}' is no board; expected panguru, grid RxC, a level that comes with pebble, or a file such as own.pebble"
        ))
    };
    let shape = text::named(name).ok_or_else(wrong)?;
    let plates: Vec<String> = match shape {
        BoardShape::Panguru => PANGURU.chars().map(String::from).collect(),
        _ => (1..shape.places().ok_or_else(wrong)?).map(|tile| tile.to_string()).chain(["-".into()]).collect(),
    };
    let home = if matches!(shape, BoardShape::Panguru) { 0 } else { plates.len() - 1 };
    let listed = |list: &[String]| list.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let mut pebbles = plates.clone();
    pebbles[home] = "-".into();
    let level = format!("board = \"{name}\"\nplates = [{}]\npebbles = [{}]\n", listed(&plates), listed(&pebbles));
    text::parse(&level.as_bytes(), &Context::default())
        .map(Arc::new)
        .map_err(|problems| AskError::NotOffered(problems.to_string()))
}

/// A position after many random moves from the goal.
fn scrambled(board: &Board, random: &mut Random) -> Layout {
    let mut here = board.goal();
    for _ in 0..SCRAMBLE * board.places() {
        step(board, &mut here, random);
    }
    here
}

/// A random move, where there is one.
fn step(board: &Board, here: &mut Layout, random: &mut Random) {
    let links = board.links(here.blank());
    if !links.is_empty() {
        here.slide(links[random.below(links.len())]);
    }
}

/// A walk to the distance asked for, or to any where none is: its end and its exact distance.
fn walked(
    board: &Board,
    wanted: Option<u32>,
    random: &mut Random,
    cx: &Context<'_>,
) -> Result<(Layout, u32), AskError> {
    let mut distances = Distances::of(board);
    let Some(wanted) = wanted else {
        let here = scrambled(board, random);
        let distance = distances.least(&here, cx)?;
        return Ok((here, distance));
    };
    let (mut here, mut distance) = (board.goal(), 0);
    for steps in 0..STEPS {
        if distance == wanted {
            return Ok((here, distance));
        }
        cx.spend(1)?;
        cx.report("boards", steps.into(), Some(STEPS.into()), None);
        let mut next = here.clone();
        step(board, &mut next, random);
        let after = distances.least(&next, cx)?;
        if after.abs_diff(wanted) < distance.abs_diff(wanted) || random.below(ASTRAY) == 0 {
            (here, distance) = (next, after);
        }
    }
    Err(AskError::NotFound(format!("a long walk met no board of difficulty {wanted}; expected another difficulty")))
}
