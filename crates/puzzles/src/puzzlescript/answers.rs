//! Which questions a game answers: those of the kit for state spaces, unless chance decides or there is no goal.

use ::puzzlescript::game::{Command, Game};

use super::chance::Chance;

/// Why a game answers no question, if it does not.
pub(super) fn silence(game: &Game, chance: &Chance) -> Option<String> {
    if let Chance::Matters(line) = chance {
        return Some(format!("chance decides in this game (rule in line {line}), so there is no exact answer"));
    }
    let rules = game.early.iter().chain(&game.late).flat_map(|group| &group.rules);
    let can_win = !game.win.is_empty() || rules.into_iter().any(|rule| rule.commands.contains(&Command::Win));
    (!can_win).then(|| "this game has no win condition and no rule that wins, so there is no goal".to_owned())
}
