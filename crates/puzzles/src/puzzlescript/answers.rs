//! Which questions a game answers: those of the kit for state spaces, unless chance decides or there is no goal.

use ::puzzlescript::game::Game;

use super::chance::Chance;
use super::spoken;

/// Why a game answers no question, if it does not.
pub(super) fn silence(game: &Game, chance: &Chance) -> Option<String> {
    if let Chance::Matters(line) = chance {
        return Some(format!("chance decides in this game (rule in line {line}), so there is no exact answer"));
    }
    let can_win = !game.win.is_empty() || spoken::wins_by_rule(game);
    (!can_win).then(|| "this game has no win condition and no rule that wins, so there is no goal".to_owned())
}
