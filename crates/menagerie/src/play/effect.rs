//! Describes in words what a move changes.

use puzzles::Position;
use puzzles::position::MAX_CHANGES;

/// Places that are named.
const MAX_NAMED: usize = 40;

/// What a move would change, in a sentence, or why that is not told.
pub(crate) fn effect(position: &dyn Position, text: &str) -> String {
    let Some(changes) = position.changes(text) else {
        let legal = position.moves().any(|legal| legal == text);
        return match legal {
            true => "What a move changes is told beforehand only where it is the same in every position.".into(),
            false => format!("'{text}' is no move here."),
        };
    };
    let Some(first) = changes.first() else { return format!("Move {text} changes nothing.") };
    let alike = changes.iter().all(|place| place.words == first.words);
    let name = |place: &picture::spoken::Place| match alike {
        true => place.name.clone(),
        false => format!("{} {}", place.name, place.words),
    };
    let named: Vec<String> = changes.iter().take(MAX_NAMED).map(name).collect();
    let more = match changes.len() {
        0..=MAX_NAMED => String::new(),
        count if count > MAX_CHANGES => format!("; … more than {MAX_CHANGES} places"),
        count => format!("; … {count} places in all"),
    };
    let verb = if alike { first.words.as_str() } else { "changes" };
    format!("Move {text} {verb}: {}{more}.", named.join("; "))
}
