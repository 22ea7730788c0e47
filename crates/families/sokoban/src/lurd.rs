//! Solutions as Sokoban tools write them: `lurd` for moves, `LURD` for pushes, run lengths before letters or groups.

use super::rules::{Board, Direction, State};
use frame::problem::{IllegalMove, Problem};

/// The maximum number of single moves that a solution may expand to.
pub const MAX_MOVES: usize = 1 << 20;
/// The maximum nesting depth of groups.
pub const MAX_DEPTH: usize = 64;

const EXPECTED: &str = "l, u, r, d, L, U, R, D, or a move's name; a count before a letter or a group (…)";

/// Expands a solution into single moves: letters in either case, names of moves, counts before letters and groups
/// such as `3r2U2(lu)`; blanks, line ends and commas are ignored. Whether a letter is a capital says nothing here:
/// the board decides what is a push.
///
/// # Errors
/// Returns the first problem with its place in `text`: an unknown character, a count without a move, a group that is
/// not
/// closed, or more than [`MAX_MOVES`] moves.
pub fn expand(text: &str) -> Result<Vec<Direction>, Problem> {
    let mut expansion = Expansion::default();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let named = Direction::ALL.into_iter().find(|direction| starts_with(rest, direction.name()));
        let taken = named.map_or(character.len_utf8(), |direction| direction.name().len());
        let done = match named {
            Some(direction) => expansion.repeat_move(direction),
            None => expansion.character(character),
        };
        done.map_err(|(message, expected)| problem(text, text.len() - rest.len(), message, expected))?;
        rest = &rest[taken..];
    }
    expansion.finish().map_err(|(message, expected)| problem(text, text.trim_end().len(), message, expected))
}

/// Writes moves from `state` in the notation of Sokoban tools: capitals are pushes.
///
/// # Errors
/// A move is not legal.
pub fn lurd(board: &Board, state: &State, moves: &[Direction]) -> Result<String, IllegalMove> {
    let mut state = state.clone();
    let mut out = String::with_capacity(moves.len());
    for direction in moves {
        let blocked = |blocked: super::rules::Blocked| IllegalMove::new(direction.name(), blocked.reason());
        let (next, pushed) = board.step(&state, *direction).map_err(blocked)?;
        let letter = direction.letter();
        out.push(if pushed { letter.to_ascii_uppercase() } else { letter });
        state = next;
    }
    Ok(out)
}

/// Whether a text begins with the name of a move. The second letter of every name (p, o, e, i) is no move, so that a
/// name is never taken for letters.
fn starts_with(text: &str, name: &str) -> bool {
    text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

fn problem(text: &str, at: usize, message: String, expected: &str) -> Problem {
    let before = &text[..at];
    let line = before.matches('\n').count() as u64 + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u64 + 1;
    Problem::error(line, column, message, expected)
}

/// What was read so far.
#[derive(Default)]
struct Expansion {
    moves: Vec<Direction>,
    /// The count that waits for a letter or a group.
    count: Option<usize>,
    /// For each open group, where its moves begin and how often it is repeated.
    groups: Vec<(usize, usize)>,
}

/// A message and what was expected instead.
type Wrong = (String, &'static str);

impl Expansion {
    fn character(&mut self, character: char) -> Result<(), Wrong> {
        if let Some(digit) = character.to_digit(10) {
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
            self.count = Some(count);
            return Ok(());
        }
        match character {
            '(' if self.groups.len() == MAX_DEPTH => {
                Err(("groups are nested too deeply".to_owned(), "64 levels at most"))
            }
            '(' => {
                let count = self.take_count()?;
                self.groups.push((self.moves.len(), count));
                Ok(())
            }
            ')' => self.close(),
            character if character.is_whitespace() || character == ',' => self.no_count(),
            character => match Direction::from_letter(character) {
                Some(direction) => self.repeat_move(direction),
                None => Err((format!("'{}' is not a move", character.escape_debug()), EXPECTED)),
            },
        }
    }

    /// The count before a letter or a group; 1 where there is none.
    fn take_count(&mut self) -> Result<usize, Wrong> {
        match self.count.take() {
            Some(0) => Err(("a count of 0".to_owned(), "a count of at least 1")),
            count => Ok(count.unwrap_or(1)),
        }
    }

    fn no_count(&self) -> Result<(), Wrong> {
        self.count.map_or(Ok(()), |_| Err(("a count without a move".to_owned(), "a letter or a group after the count")))
    }

    fn repeat_move(&mut self, direction: Direction) -> Result<(), Wrong> {
        let count = self.take_count()?;
        self.ensure_room(Some(count))?;
        self.moves.extend(std::iter::repeat_n(direction, count));
        Ok(())
    }

    fn close(&mut self) -> Result<(), Wrong> {
        self.no_count()?;
        let Some((from, count)) = self.groups.pop() else {
            return Err(("')' without '('".to_owned(), EXPECTED));
        };
        let group = self.moves.len() - from;
        if group == 0 {
            return Ok(());
        }
        self.ensure_room(group.checked_mul(count - 1))?;
        for _ in 1..count {
            self.moves.extend_from_within(from..from + group);
        }
        Ok(())
    }

    /// `more` is `None` where the number of moves is too large to be said.
    fn ensure_room(&self, more: Option<usize>) -> Result<(), Wrong> {
        let fits = more.is_some_and(|more| more <= MAX_MOVES - self.moves.len());
        if fits { Ok(()) } else { Err(("too many moves".to_owned(), "at most 1,048,576 moves")) }
    }

    fn finish(self) -> Result<Vec<Direction>, Wrong> {
        self.no_count()?;
        if self.groups.is_empty() { Ok(self.moves) } else { Err(("a group is not closed".to_owned(), "')'")) }
    }
}
