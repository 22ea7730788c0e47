//! Every way to complete a program under way by one token or two, for hints near its end.
//!
//! Plain enumeration with the exact tally: closing braces wherever they may stand, each action, and a loop over a
//! single action. No count is missed: a loop over a turn repeats itself after four, one over a hop stays where it is
//! once the longest straight way is behind it. More tokens are for the synthesis.

use engines::{Context, Halt};

use super::program::{Action, Matched, Token, may_follow};
use super::rules::Board;
use super::tally::tally;

/// The programs with the fewest further tokens, two at most, that complete the board; each loop with the smallest
/// count that does. Empty where two are not enough.
///
/// # Errors
/// A limit; one unit of work is one program run.
pub(super) fn completions(board: &Board, begun: &[Token], cx: &Context<'_>) -> Result<Vec<Vec<Token>>, Halt> {
    let mut near = Near { board, cx, found: Vec::new() };
    for more in 1..=2 {
        near.goes_on(&mut begun.to_vec(), more)?;
        if !near.found.is_empty() {
            break;
        }
    }
    Ok(near.found)
}

struct Near<'n> {
    board: &'n Board,
    cx: &'n Context<'n>,
    found: Vec<Vec<Token>>,
}

impl Near<'_> {
    /// Every way to go on by exactly this number of tokens, behind any number of closing braces.
    fn goes_on(&mut self, tokens: &mut Vec<Token>, more: usize) -> Result<(), Halt> {
        let before = tokens.len();
        loop {
            for action in Action::ALL.map(Token::Act) {
                if may_follow(tokens, action).is_ok() {
                    tokens.push(action);
                    if more > 1 {
                        self.goes_on(tokens, more - 1)?;
                    } else {
                        self.run(tokens)?;
                    }
                    tokens.pop();
                }
            }
            if more == 2 {
                self.loops(tokens)?;
            }
            if may_follow(tokens, Token::Close).is_err() {
                tokens.truncate(before);
                return Ok(());
            }
            tokens.push(Token::Close);
        }
    }

    /// A loop over a single action: with the smallest count that completes the board, and for ever.
    fn loops(&mut self, tokens: &[Token]) -> Result<(), Halt> {
        let runs = |near: &mut Self, count, action| {
            if may_follow(tokens, Token::Open(count)).is_err() {
                return Ok(false);
            }
            near.run(&[tokens, &[Token::Open(count), Token::Act(action)]].concat())
        };
        for action in Action::ALL {
            let most = if action == Action::Hop { straight(self.board) } else { 3 };
            runs(self, None, action)?;
            for count in 2..=most {
                if runs(self, Some(count), action)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Notes the program, its loops closed, if it completes the board.
    fn run(&mut self, tokens: &[Token]) -> Result<bool, Halt> {
        self.cx.spend(1)?;
        let program = Matched::closing(tokens);
        let completes = tally(self.board, &program).complete;
        if completes {
            self.found.push(program.tokens().to_vec());
        }
        Ok(completes)
    }
}

/// No straight way of the board is longer.
fn straight(board: &Board) -> u64 {
    let most = board.squares.iter().map(|square| square.place.0.max(square.place.1)).max();
    most.unwrap_or(0) as u64
}
