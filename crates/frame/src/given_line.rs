//! A line of moves that an option of a question gives, which must win from the position that the question is about.

use std::sync::Arc;

use engines::Context;

use crate::family::Level;
use crate::options::{MOVES, OptionSpec, OptionValue};
use crate::phrases::plural;
use crate::problem::AskError;
use crate::question::Question;
use crate::record::position;

/// The moves of an option, played after those before the question.
pub(crate) struct GivenLine {
    /// The single moves before the question.
    pub(crate) before: Vec<String>,
    /// The single moves of the option.
    pub(crate) moves: Vec<String>,
}

impl GivenLine {
    /// Plays the moves of this option; `whose` names them in words.
    ///
    /// # Errors
    /// A move that cannot be played, with its place in the option's list, or moves that do not win.
    pub(crate) fn play(
        level: &Arc<dyn Level>,
        question: &Question,
        option: &OptionSpec,
        whose: &str,
        cx: &Context<'_>,
    ) -> Result<GivenLine, AskError> {
        let before = position(level, question, cx)?.moves().to_vec();
        let first = before.len();
        let all = [question.asked.moves(), question.asked.list(option)].concat();
        let played = position(level, &after(question, all), cx).map_err(|error| match error {
            AskError::Illegal { index, illegal } if index >= first => {
                AskError::Illegal { index: index - first, illegal }
            }
            other => other,
        })?;
        let moves = played.moves()[first..].to_vec();
        let status = played.position().status();
        if status.solved {
            return Ok(GivenLine { before, moves });
        }
        let (made, words) = (plural(moves.len(), "move", "moves"), status.words.trim_end_matches('.'));
        Err(AskError::NotOffered(format!("{whose} do not win: after {made}: {words}")))
    }
}

/// The question after other moves.
pub(crate) fn after(question: &Question, moves: Vec<String>) -> Question {
    Question { kind: question.kind, asked: question.asked.clone().with(&MOVES, OptionValue::List(moves)) }
}
