//! Levels that are one level twice: the same text but for titles and the like, or a board turned or mirrored where the
//! rules allow that; and levels of one title.

use std::collections::HashMap;

use puzzles::Problem;

use super::level::Finding;

/// Adds a warning to each level that is another one again, or has the title of another one of its file.
pub(super) fn note(findings: &mut [Finding]) {
    let (mut boards, mut titles) = (HashMap::new(), HashMap::new());
    for at in 0..findings.len() {
        let finding = &findings[at];
        let Some(input) = &finding.input else { continue };
        let line = input.line();
        let board = finding.identity.clone().map(|board| (finding.family, board));
        let title = finding.title.clone().map(|title| (input.file().to_owned(), title));
        let first = board.map(|board| *boards.entry(board).or_insert(at)).filter(|&first| first != at);
        let named = title.map(|title| *titles.entry(title).or_insert(at)).filter(|&first| first != at);
        let again = first.map(|first| format!("the level is that of {} again", findings[first].name));
        let alike = named.filter(|&named| Some(named) != first);
        let alike = alike.map(|named| format!("the title is that of {} too", findings[named].name));
        let again = again.map(|message| Problem::warning(line, 1, message, "each level once"));
        let alike = alike.map(|message| Problem::warning(line, 1, message, "a title of its own for each level"));
        let warnings: Vec<Problem> = again.into_iter().chain(alike).collect();
        findings[at].validity.add(warnings);
    }
}
