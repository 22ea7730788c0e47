//! Which questions a game answers: those of the kit for state spaces, unless chance decides or there is no goal.

use ::puzzlescript::game::{Command, Game};
use engines::Context;

use super::chance::Chance;
use super::rules::{BoardRules, State};
use crate::answer::{Reply, Verdict};
use crate::problem::AskError;
use crate::question::Query;
use crate::space;

/// Answers a question about a board.
pub(super) fn ask(rules: &BoardRules, state: &State, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
    let mut reply = space::answer(rules, state, query, cx)?;
    for remark in rules.remarks() {
        // The method of an unfinished reply ends with the reason why the work stopped.
        reply.method = match reply.verdict {
            Some(Verdict::Unfinished) => format!("{remark}; {}", reply.method),
            _ => format!("{}; {remark}", reply.method),
        };
    }
    Ok(reply)
}

/// Why a game answers no question, if it does not.
pub(super) fn silence(game: &Game, chance: &Chance) -> Option<String> {
    if let Chance::Matters(line) = chance {
        return Some(format!("chance decides in this game (rule in line {line}), so there is no exact answer"));
    }
    let rules = game.early.iter().chain(&game.late).flat_map(|group| &group.rules);
    let can_win = !game.win.is_empty() || rules.into_iter().any(|rule| rule.commands.contains(&Command::Win));
    (!can_win).then(|| "this game has no win condition and no rule that wins, so there is no goal".to_owned())
}
