//! The complete map of a board's states, by the engine that needs less memory: breadth-first search over states
//! written down one by one, or bit planes over all arrangements. Which states there are follows from the blocks of the
//! graph, so that the need is known before anything is built.

use std::convert::Infallible;
use std::io::{self, Write};

use engines::map::{self, Damaged, Options, size};
use engines::motion::{Board, Layout};
use engines::search::{self, Outcome, Space};
use engines::{Context, Halt};
use num_bigint::BigUint;

use super::super::rules::Puzzle;
use super::super::solvable::Parts;
use super::super::solvers::contradiction;
use super::super::text;
use frame::answer::Reply;
use frame::problem::AskError;
use frame::solution::{MAX_HARDEST, Map, mean};
use frame::space::{self, Written};
use frame::value::BigCount;

/// Spaces that are written down in this many bytes are, whatever bit planes would need.
const FEW_BYTES: u128 = 16 << 20;
/// The method of states that are written down one by one.
const FROM_THE_GOAL: &str = "breadth-first search from the goal";

/// The saved map that the user named, if one was named and this is its board.
pub(in super::super) fn named(board: &Board, cx: &Context<'_>) -> Result<Option<map::Map>, AskError> {
    let Some(file) = cx.map_file() else { return Ok(None) };
    match map::Map::open(board, file.open()?) {
        Err(Damaged::Foreign | Damaged::Board) if file.is_offered() => Ok(None),
        opened => opened.map(Some).map_err(damaged),
    }
}

/// A map that cannot be used.
pub(in super::super) fn damaged(damaged: Damaged) -> AskError {
    AskError::Broken(io::Error::new(io::ErrorKind::InvalidData, format!("the map is not used: {damaged}")))
}

/// The refusal of a saved map where the hole may end on several plates.
pub(in super::super) fn of_one_home() -> AskError {
    AskError::NotOffered("a saved map is of a board with one home of the hole; expected the question without it".into())
}

/// States by distance from the goal, and how they were counted.
struct Counted {
    distances: Vec<u64>,
    hardest: Vec<Layout>,
    method: String,
}

/// Why there is no map.
enum Cut {
    /// A limit struck: how far the map is, and what it was, in words.
    Unfinished(u64, String),
    Refused(AskError),
}

impl Cut {
    fn reply(self) -> Result<Reply, AskError> {
        match self {
            Cut::Unfinished(at_least, method) => Ok(Reply::unfinished(method, at_least)),
            Cut::Refused(refusal) => Err(refusal),
        }
    }
}

impl From<io::Error> for Cut {
    fn from(error: io::Error) -> Cut {
        Cut::Refused(error.into())
    }
}

/// Maps every state, and saves the map where the user wants that.
pub(super) fn map(puzzle: &Puzzle, cx: &Context<'_>) -> Result<Reply, AskError> {
    if puzzle.has_homes() && cx.map_sink().is_some() {
        return Err(of_one_home());
    }
    if let Err(cut) = list(puzzle, cx) {
        return cut.reply();
    }
    let counted = match puzzle.has_homes() || by_lists(&puzzle.board, cx) {
        true => listed(puzzle, cx),
        false => planes(&puzzle.board, cx),
    };
    match counted {
        Ok(counted) => {
            let body = body(puzzle, &counted);
            Ok(Reply::found(counted.method, body))
        }
        Err(cut) => cut.reply(),
    }
}

/// Whether to write the states down one by one; only bit planes can be saved.
fn by_lists(board: &Board, cx: &Context<'_>) -> bool {
    let Some(bytes) = listed_bytes(board) else { return false };
    cx.map_sink().is_none() && (bytes <= FEW_BYTES || bytes <= u128::from(map::plan(board).bytes))
}

/// Bytes that the search engine needs for the states.
fn listed_bytes(board: &Board) -> Option<u128> {
    let each = size_of::<Layout>() + board.places() + 32;
    Parts::of(board).states(board)?.checked_mul(each as u128)
}

fn listed(puzzle: &Puzzle, cx: &Context<'_>) -> Result<Counted, Cut> {
    let method = FROM_THE_GOAL;
    let bytes = puzzle.boards().try_fold(0_u128, |sum, board| sum.checked_add(listed_bytes(board)?));
    let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(u64::MAX);
    if cx.reserve(bytes).is_err() {
        return Err(Cut::Unfinished(0, format!("{method}; {}: the map needs {} of memory", Halt::Bytes, size(bytes))));
    }
    match search::census(&Moves(puzzle), &None, MAX_HARDEST, cx) {
        Ok(Outcome::Found(mut census)) => {
            // The first is not a state, but where every goal comes from.
            census.distances.remove(0);
            let hardest = census.farthest.into_iter().flatten().collect();
            Ok(Counted { distances: census.distances, hardest, method: method.into() })
        }
        Ok(Outcome::Unfinished { halt, at_least, .. }) => {
            Err(Cut::Unfinished(at_least.saturating_sub(1), format!("{method}; {halt}")))
        }
        Ok(Outcome::Impossible(_)) | Err(_) => Err(Cut::Refused(contradiction())),
    }
}

/// Writes the states to the files that are wanted. How many there are is known before, so that too many are not begun.
fn list(puzzle: &Puzzle, cx: &Context<'_>) -> Result<(), Cut> {
    if cx.states_out().is_none() {
        return Ok(());
    }
    let bytes = puzzle.boards().try_fold(0_u128, |sum, board| sum.checked_add(written_bytes(board)?));
    let bytes = bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(u64::MAX);
    if cx.reserve(bytes).is_err() {
        let why = format!("{}: the list of states needs about {} of memory", Halt::Bytes, size(bytes));
        return Err(Cut::Unfinished(0, format!("{FROM_THE_GOAL}; {why}")));
    }
    let text = |state: &Option<Layout>| state.as_ref().map_or(String::new(), |state| text::print_bare(puzzle, state));
    let moves = Moves(puzzle);
    let name = |place: &u8| place.to_string();
    let written = Written { space: &moves, start: &None, text: &text, name: &name, with_start: false };
    match space::write_states(&written, cx).map_err(Cut::Refused)? {
        Some(why) => Err(Cut::Unfinished(0, format!("{FROM_THE_GOAL}; {why}"))),
        None => Ok(()),
    }
}

/// Bytes that the search engine needs for the states with their moves and distances.
fn written_bytes(board: &Board) -> Option<u128> {
    let links: usize = (0..board.places()).map(|place| board.links(place as u8).len()).sum();
    let each = size_of::<Layout>() + board.places() + 50 + 12 * links.div_ceil(board.places());
    Parts::of(board).states(board)?.checked_mul(each as u128)
}

fn planes(board: &Board, cx: &Context<'_>) -> Result<Counted, Cut> {
    let options = Options { checkpoints: cx.map_sink().is_some(), ..Options::default() };
    let method = format!("bit planes, {}", options.path.name());
    let map = match map::build(board, options, cx) {
        map::Outcome::Found(map) => map,
        map::Outcome::Unfinished { halt, at_least, partial } => {
            let partial = partial.map_or(String::new(), |partial| format!(": {partial}"));
            return Err(Cut::Unfinished(at_least, format!("{method}; {halt}{partial}")));
        }
    };
    if let Some(sink) = cx.map_sink() {
        let mut out = sink.open()?;
        map.write(&mut out)?;
        out.flush()?;
    }
    let census = map.into_census();
    Ok(Counted { distances: census.distances, hardest: census.hardest, method })
}

fn body(puzzle: &Puzzle, counted: &Counted) -> Map {
    let distances: Vec<BigCount> = counted.distances.iter().map(|&count| BigCount(BigUint::from(count))).collect();
    Map {
        states: BigCount(distances.iter().map(|count| &count.0).sum()),
        largest: (distances.len() as u64).saturating_sub(1),
        mean: mean(&distances, 6),
        distances,
        hardest: counted.hardest.iter().map(|layout| text::print_bare(puzzle, layout)).collect(),
        unit: None,
        dead_ends: None,
    }
}

/// The moves of a level as a space, with a beginning that leads to every goal; moves go both ways, so that they count
/// the moves to the nearest goal.
struct Moves<'p>(&'p Puzzle);

impl Space for Moves<'_> {
    type State = Option<Layout>;
    type Move = u8;
    type Error = Infallible;

    fn successors(&self, state: &Option<Layout>, out: &mut Vec<(u8, Option<Layout>)>) -> Result<(), Infallible> {
        let Some(state) = state else {
            out.extend(self.0.boards().map(|board| (board.home(), Some(board.goal()))));
            return Ok(());
        };
        out.extend(self.0.board.links(state.blank()).iter().map(|&place| {
            let mut next = state.clone();
            next.slide(place);
            (place, Some(next))
        }));
        Ok(())
    }

    fn is_goal(&self, state: &Option<Layout>) -> Result<bool, Infallible> {
        Ok(state.as_ref().is_some_and(|state| self.0.is_solved(state)))
    }

    fn heap_bytes(&self, state: &Option<Layout>) -> usize {
        state.as_ref().map_or(0, |state| state.colours().len())
    }
}
