//! A board in words: how far each win condition is.

use ::puzzlescript::board::Board;
use ::puzzlescript::game::{Command, Game, ObjectSet, Quantifier, Term, WinCondition};

/// The position in one sentence.
pub(super) fn words(game: &Game, board: &Board) -> String {
    let said: Vec<String> = game.win.iter().map(|condition| condition_words(game, board, condition)).collect();
    match said.is_empty() {
        false => said.join("; "),
        true if wins_by_rule(game) => "a rule says when it is won".to_owned(),
        true => "there is no win condition".to_owned(),
    }
}

/// Whether some rule wins a level.
pub(super) fn wins_by_rule(game: &Game) -> bool {
    let mut rules = game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules);
    rules.any(|rule| rule.commands.contains(&Command::Win))
}

fn condition_words(game: &Game, board: &Board, condition: &WinCondition) -> String {
    let cells = || (0..board.width * board.height).map(|cell| board.objects(cell));
    let what = cells().filter(|cell| holds(cell, &condition.what)).count();
    let is_both =
        |cell: &ObjectSet| holds(cell, &condition.what) && condition.on.as_ref().is_none_or(|on| holds(cell, on));
    let both = cells().filter(is_both).count();
    let name = name(game, &condition.what);
    let on = condition.on.as_ref().map_or(String::new(), |on| format!(" on {}", self::name(game, on)));
    match condition.quantifier {
        Quantifier::All => format!("{name}{on}: {both} of {what}"),
        Quantifier::Some => format!("{name}{on}: {both}, one is wanted"),
        Quantifier::No => format!("{name}{on}: {both}, none is wanted"),
    }
}

fn holds(cell: &ObjectSet, term: &Term) -> bool {
    if term.all { term.objects.is_subset(cell) } else { term.objects.intersects(cell) }
}

/// The longest of the names that mean these objects: short ones are the characters of levels.
pub(super) fn name(game: &Game, term: &Term) -> String {
    let names = game.names.iter().filter(|(_, meaning)| meaning == term).map(|(name, _)| name);
    let longest = names.max_by_key(|name| name.chars().count());
    longest.cloned().unwrap_or_else(|| "something".to_owned())
}

/// The names of the objects of a cell, from the top.
pub(super) fn objects(game: &Game, cell: &ObjectSet) -> Vec<String> {
    let ids: Vec<_> = cell.iter().filter(|id| *id != game.background).collect();
    let names = ids.iter().rev().filter_map(|id| game.objects[usize::from(id.0)].as_ref());
    names.map(|object| object.name.clone()).collect()
}
