//! Texts that a player types as a move and that are more, or no move.

use puzzles::questions::QUESTIONS;
use puzzles::{Events, IllegalMove, QuestionKind, Record};

use crate::input::moves;

/// Plays a text that lists several moves, as options and saves have them: all, or none. `None` where it lists none.
pub(super) fn play_several(record: &mut Record, text: &str) -> Option<Result<(), IllegalMove>> {
    let listed = moves(text).ok().filter(|listed| listed.len() > 1 || text.trim_start().starts_with('['))?;
    Some(record.play_all(&listed))
}

/// What is said where an input changes nothing: the texts with which the game answers it, if there are any.
pub(super) fn nothing(events: &Events) -> String {
    if events.messages.is_empty() { "Nothing changes.".to_owned() } else { events.messages.join(" ") }
}

/// Where to ask a question whose name was typed as a move; `None` for any other text.
pub(super) fn asked_as_move(record: &Record, text: &str) -> Option<String> {
    let name = text.trim().to_lowercase();
    // Where moves compose a program, `run` is one of them.
    if record.position().program().is_some() && name == QuestionKind::RUN.name() {
        return None;
    }
    let own = record.level().info().all_questions().map(|spec| spec.row);
    let row = QUESTIONS.iter().copied().chain(own).find(|row| row.name() == name)?;
    Some(format!("'{name}' is a question and no move; the command `menagerie {} FILE` asks it.", row.name()))
}
