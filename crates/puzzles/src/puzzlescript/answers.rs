//! Which questions a game answers: those of the kit for state spaces, unless chance decides or there is no goal.
//!
//! Boards are searched as packed keys, but for games in which a restart leads to a board that rules have set.

use ::puzzlescript::game::Game;

use engines::Context;

use super::chance::Chance;
use super::packed::PackedBoards;
use super::rules::{BoardRules, State};
use super::spoken;
use crate::answer::Reply;
use crate::problem::AskError;
use crate::question::Query;
use crate::space::{self, Rules};

/// Why a game answers no question, if it does not.
pub(super) fn silence(game: &Game, chance: &Chance) -> Option<String> {
    if let Chance::Matters(line) = chance {
        return Some(format!("chance decides in this game (rule in line {line}), so there is no exact answer"));
    }
    let can_win = !game.win.is_empty() || spoken::wins_by_rule(game);
    (!can_win).then(|| "this game has no win condition and no rule that wins, so there is no goal".to_owned())
}

/// The answer to a question about a state by packed keys; `None` leaves it to the kit.
pub(super) fn by_keys(
    rules: &BoardRules,
    state: &State,
    query: &Query,
    cx: &Context<'_>,
) -> Option<Result<Reply, AskError>> {
    let boards = PackedBoards::new(rules).filter(|_| !state.won)?;
    space::ask_packed(&boards, &boards.key(state), query, cx).map_err(|failure| rules.failure(&failure)).transpose()
}
