//! Which questions a game answers: those of the kit for state spaces, unless chance decides or there is no goal.
//!
//! Boards are searched as packed keys.

use ::puzzlescript::compiler::DialectNote;
use ::puzzlescript::engine::Stop;
use engines::packed::complete_graph;
use engines::{Context, Halt, Outcome};

use super::chance::Chance;
use super::failure::Failure;
use super::layout::MANY;
use super::level::Level;
use super::packed::{Failed, PackedBoards};
use super::rules::{BoardRules, State};
use super::spoken;
use frame::answer::Reply;
use frame::problem::AskError;
use frame::query::Query;
use frame::space::{self, Built, Distances, StateSpace};

/// Why the levels of a game answer no question, if they do not.
pub(super) fn silence(level: &Level) -> Option<String> {
    if let Some(DialectNote { line, feature, dialects, .. }) = &level.file.dialect {
        let why = "what it changes in play is not known here, so there is no exact answer";
        return Some(format!("line {line} uses {feature}, which {dialects} has: {why}"));
    }
    if let Chance::Matters(line) = &level.chance {
        return Some(format!("chance decides in this game (rule in line {line}), so there is no exact answer"));
    }
    let can_win = !level.game.win.is_empty() || spoken::wins_by_rule(&level.game);
    (!can_win).then(|| "this game has no win condition and no rule that wins, so there is no goal".to_owned())
}

/// The answer to a question about a state by packed keys; `None` leaves it to the kit.
pub(super) fn by_keys(
    rules: &BoardRules,
    state: &State,
    query: &Query,
    cx: &Context<'_>,
) -> Option<Result<Reply, AskError>> {
    if state.won {
        return None;
    }
    let ask = |boards: &PackedBoards<'_>, key: &[u32]| space::answer_packed(boards, key, query, cx);
    search(rules, state, cx, ask).map_err(|failure| rules.failure(&failure)).transpose()
}

/// The distances of all boards of a level, by packed keys; `None` leaves it to the kit.
pub(super) fn distances(rules: &BoardRules, cx: &Context<'_>) -> Option<Built<Distances<State>>> {
    if rules.start.won {
        return None;
    }
    let build = |boards: &PackedBoards<'_>, key: &[u32]| {
        Ok(match complete_graph(boards, key, cx)? {
            Outcome::Found(graph) => Ok(boards.distances(graph.release())),
            Outcome::Unfinished { halt, .. } => Err(halt),
            Outcome::Impossible(_) => Err(Halt::Nodes),
        })
    };
    Some(search(rules, &rules.start, cx, build).map_err(|failure| rules.failure(&failure)))
}

/// Searches from a state, anew where a board holds objects that keys took to be absent.
pub(super) fn search<T>(
    rules: &BoardRules,
    state: &State,
    cx: &Context<'_>,
    run: impl Fn(&PackedBoards<'_>, &[u32]) -> Result<T, Failed>,
) -> Result<T, Failure> {
    loop {
        let (boards, begun) = (PackedBoards::new(rules)?, cx.spent().nodes);
        // What is prepared is memory of the question too.
        let Ok(_prepared) = cx.reserve(rules.bytes() as u64) else { return Err(Failure::Turn(Stop::MemoryLimit)) };
        match boards.key(state).and_then(|key| run(&boards, &key)) {
            Ok(result) => return Ok(result),
            Err(Failed::Rules(failure)) => return Err(failure),
            // To begin anew after long searches more than once would cost too much.
            Err(Failed::Met(met)) => rules.admit(Some(&met).filter(|_| cx.spent().nodes - begun < MANY))?,
        }
    }
}
