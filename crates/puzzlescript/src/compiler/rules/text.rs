//! A rule in words.

use super::expand::{Draft, Span};
use super::line::RuleLine;
use crate::compiler::parsed::Parsed;
use crate::game::{Command, Direction};

/// The words of an expanded rule: flags, the direction where it matters, rows, commands.
pub(super) fn text(draft: &Draft, line: &RuleLine, parsed: &Parsed) -> String {
    let mut text = String::new();
    for (is_set, word) in [(line.late, "LATE "), (line.random, "RANDOM "), (line.rigid, "RIGID ")] {
        text.push_str(if is_set { word } else { "" });
    }
    if line.is_directed() {
        text.push_str(match draft.direction {
            Direction::Up => "UP ",
            Direction::Down => "DOWN ",
            Direction::Left => "LEFT ",
            Direction::Right => "RIGHT ",
        });
    }
    side(&mut text, draft, parsed, |(left, _)| left);
    text.push_str("->");
    if draft.shape.has_right {
        text.push(' ');
        side(&mut text, draft, parsed, |(_, right)| right);
        text.pop();
    }
    if !line.commands.is_empty() {
        text.push(' ');
        line.commands.iter().for_each(|command| push_command(&mut text, command));
    }
    text
}

/// Appends the rows of one side, with a blank behind each.
fn side(text: &mut String, draft: &Draft, parsed: &Parsed, chosen: impl Fn((Span, Span)) -> Span) {
    for row in &draft.shape.rows {
        text.push_str("[ ");
        for (at, &cell) in row.cells.iter().enumerate() {
            text.push_str(if at > 0 { "| " } else { "" });
            for item in draft.cell(chosen(cell)) {
                if !item.movement.as_str().is_empty() {
                    text.push_str(item.movement.as_str());
                    text.push(' ');
                }
                if !item.is_ellipsis() {
                    text.push_str(parsed.name(item.name));
                    text.push(' ');
                }
            }
        }
        text.push_str("] ");
    }
}

fn push_command(text: &mut String, command: &Command) {
    match command {
        Command::Cancel => text.push_str("cancel"),
        Command::Checkpoint => text.push_str("checkpoint"),
        Command::Restart => text.push_str("restart"),
        Command::Win => text.push_str("win"),
        Command::Again => text.push_str("again"),
        Command::Message(message) => text.extend(["(message, ", message, ")"]),
        Command::Sfx(number) => text.push_str(&format!("sfx{number}")),
    }
}
