//! Answers in words: one definition for every face that speaks to people.

use crate::answer::{
    Answer, Body, BunnyRun, BunnySolve, Exchange, GameValue, Hint, LemmoCount, LemmoImprove, LemmoSolve, Map, Proof,
    Removals, Run, Solution, Tile, ToggleReach, ToggleSolve, Verdict, WallLive, WallSolve, Worth,
};

use crate::play::NOBODY;

/// Items of a list that are written out.
const MOST_LISTED: usize = 40;
/// Hardest levels of a map that are written out.
const MOST_HARDEST: usize = 10;

/// The verdict in a few words: how the answer is known.
#[must_use]
pub fn verdict(answer: &Answer) -> &'static str {
    match (answer.verdict, answer.body.as_ref().and_then(Body::optimal)) {
        (None, _) => "played",
        (Some(Verdict::Found), Some(false)) => "found, not proven best",
        (Some(Verdict::Found), Some(true)) => "found, proven best",
        (Some(Verdict::Found), None) => "found, exact",
        (Some(Verdict::Impossible), _) => "impossible, proven",
        (Some(Verdict::Unfinished), _) => "unfinished",
    }
}

/// The number that a level's `par` states, where it is proven: moves, cost, or the most wins.
#[must_use]
pub fn proven(answer: &Answer) -> Option<u64> {
    let body = answer.body.as_ref()?;
    match body {
        Body::ToggleSolve(solve) => solve.optimal.then_some(solve.moves),
        Body::BunnySolve(solve) => solve.optimal.then_some(solve.tokens),
        Body::Solution(solution) => solution.optimal.then_some(solution.moves),
        Body::WallSolve(solve) => Some(solve.cost),
        Body::WallLive(solve) => Some(solve.cost),
        Body::LemmoSolve(solve) => Some(solve.best.wins),
        _ => None,
    }
}

/// The score of a solution in a contest, proven best or not: the tokens of a program.
#[must_use]
pub fn score(answer: &Answer) -> Option<u64> {
    match answer.body.as_ref()? {
        Body::BunnySolve(solve) => Some(solve.tokens),
        _ => None,
    }
}

/// The answer in words, a line each; the first says the most.
#[must_use]
pub fn lines(answer: &Answer) -> Vec<String> {
    let mut lines = match &answer.body {
        None => Vec::new(),
        Some(body) => body_lines(body),
    };
    if let (Some(Verdict::Impossible), Some(proof)) = (answer.verdict, &answer.proof) {
        lines.push(proof_line(proof));
    }
    lines
}

fn body_lines(body: &Body) -> Vec<String> {
    match body {
        Body::AtLeast(bound) => vec![format!("at least {}, as far as it was proven", bound.at_least)],
        Body::Run(run) => run_lines(run),
        Body::Hint(hint) => hint_lines(hint),
        Body::BunnyRun(run) => bunny_run(run),
        Body::BunnySolve(solve) => bunny_solve(solve),
        Body::LemmoSolve(solve) => lemmo_solve(solve),
        Body::LemmoCount(count) => lemmo_count(count),
        Body::LemmoImprove(improve) => lemmo_improve(improve),
        Body::WallSolve(solve) => wall_solve(solve),
        Body::WallLive(live) => wall_live(live),
        Body::ToggleSolve(solve) => toggle_solve(solve),
        Body::ToggleReach(reach) => toggle_reach(reach),
        Body::Solution(solution) => solution_lines(solution),
        Body::Reached(_) => vec!["the goal can be reached".into()],
        Body::Map(map) => map_lines(map),
        Body::Value(value) => value_lines(value),
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    let mut text = items.iter().take(MOST_LISTED).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if items.len() > MOST_LISTED {
        text.push_str(&format!(", … ({} in all)", items.len()));
    }
    text
}

/// `1 move`, `2 moves`.
#[must_use]
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn run_lines(run: &Run) -> Vec<String> {
    let state = match (run.winner.as_deref(), run.solved, run.over) {
        (Some(NOBODY), ..) => "a draw".to_owned(),
        (Some(winner), ..) => format!("won by the {winner} player"),
        (None, true, _) => "solved".into(),
        (None, false, true) => "over, not solved".into(),
        (None, false, false) => "not over".into(),
    };
    let cost = run.cost.map(|cost| format!(", paid {cost}")).unwrap_or_default();
    vec![format!("{state} after {}{cost}", plural(run.moves, "move", "moves"))]
}

/// What a game for two is worth, as `a win in 9 moves for the side to move`.
#[must_use]
pub fn worth(value: Worth, distance: Option<u64>) -> String {
    let value = match value {
        Worth::Win => "a win",
        Worth::Loss => "a loss",
        Worth::Draw => "a draw",
    };
    let distance = distance.map(|moves| format!(" in {}", plural(moves, "move", "moves"))).unwrap_or_default();
    format!("{value}{distance} for the side to move")
}

fn hint_lines(hint: &Hint) -> Vec<String> {
    let left = match (hint.moves_left, hint.cost_left, hint.tokens) {
        (Some(moves), ..) => format!(" ({} left)", plural(moves, "move", "moves")),
        (_, Some(cost), _) => format!(" (cost left {cost})"),
        (.., Some(tokens)) => format!(" ({tokens} tokens)"),
        _ => hint.value.map(|value| format!(" ({})", worth(value, hint.distance))).unwrap_or_default(),
    };
    match hint.best.is_empty() {
        true => vec![format!("nothing to do{left}")],
        false => vec![format!("best now: {}{left}", list(&hint.best))],
    }
}

fn tiles(tiles: &[Tile]) -> String {
    list(&tiles.iter().map(|tile| format!("row {} column {}", tile.row, tile.column)).collect::<Vec<_>>())
}

fn bunny_run(run: &BunnyRun) -> Vec<String> {
    let end = if run.complete { "complete".into() } else { plural(run.left, "square is left", "squares are left") };
    vec![format!("{}: {end} after {} hops, {} tries", plural(run.tokens, "token", "tokens"), run.hops.0, run.tries.0)]
}

fn bunny_solve(solve: &BunnySolve) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", plural(solve.tokens, "token", "tokens"), solve.program)];
    if let Some(excluded) = &solve.excluded {
        let fewer = plural(excluded.tokens, "token or fewer completes", "tokens or fewer completes");
        lines.push(format!("no program of {fewer} the board, whatever its loop counts"));
    }
    lines.extend(solve.walk.map(|walk| format!("a walk without loops has {}", plural(walk, "token", "tokens"))));
    if let Some(all) = &solve.all {
        let complete = if solve.all_complete == Some(true) { "every" } else { "some of the" };
        lines.push(format!("{complete} shortest program up to domination, {} listed:", all.len()));
        lines.extend(all.iter().take(MOST_LISTED).map(|program| format!("  {program}")));
    }
    lines
}

fn lemmo_solve(solve: &LemmoSolve) -> Vec<String> {
    vec![format!("{} of {} starts reach a treasure", solve.wins, solve.starts), removals(&solve.best, solve.wins)]
}

fn removals(best: &Removals, wins: u64) -> String {
    if best.wins == wins {
        return "no removal of one block helps".into();
    }
    let which = plural(best.removals_total, "removal does", "removals do");
    format!("at best {} after removing one block; {which}: {}", best.wins, tiles(&best.removals))
}

fn lemmo_count(count: &LemmoCount) -> Vec<String> {
    let mut lines = vec![format!("{} of {} starts reach a treasure", count.wins, count.starts)];
    lines.extend(count.arrivals.map(|arrivals| format!("{arrivals} starts stand there, facing that way")));
    lines
}

fn lemmo_improve(improve: &LemmoImprove) -> Vec<String> {
    let addition = &improve.best_addition;
    let adding = if addition.wins == improve.wins {
        "no addition of one block helps".into()
    } else {
        let which = plural(addition.additions_total, "addition does", "additions do");
        format!("at best {} after adding one block; {which}: {}", addition.wins, tiles(&addition.additions))
    };
    vec![format!("{} starts reach a treasure", improve.wins), removals(&improve.best, improve.wins), adding]
}

fn wall_solve(solve: &WallSolve) -> Vec<String> {
    let mut lines = vec![format!("the value is {}", solve.cost)];
    if !solve.gaps.is_empty() {
        lines.push(format!("the open column below each row: {}", list(&solve.gaps)));
    }
    if let Some(path) = &solve.path {
        let cells: Vec<String> = path.iter().map(|[row, column]| format!("({row}, {column})")).collect();
        lines.push(format!("the path: {}", list(&cells)));
    }
    lines
}

fn wall_live(live: &WallLive) -> Vec<String> {
    vec![format!("the value under the live rule is {}; best starts: column {}", live.cost, list(&live.starts))]
}

fn toggle_solve(solve: &ToggleSolve) -> Vec<String> {
    let what = plural(solve.moves, "press", "presses");
    let mut lines = vec![match &solve.presses {
        Some(presses) if presses.is_empty() => "nothing to press".into(),
        Some(presses) => format!("{what}: {}", list(presses)),
        None => what,
    }];
    if !solve.optimal {
        lines.push(format!("fewer than {} are proven not to suffice", solve.at_least.unwrap_or(0)));
    }
    lines.push(format!("rank {}, nullity {}", solve.rank, solve.nullity));
    lines.extend(solve.solutions.as_ref().map(|count| format!("{} solutions in all", count.0)));
    if let Some(all) = &solve.all {
        let complete = if solve.all_complete == Some(true) { "every" } else { "some of the" };
        lines.push(format!("{complete} fewest set, {} listed:", all.len()));
        lines.extend(all.iter().take(MOST_LISTED).map(|set| format!("  {}", list(set))));
    }
    lines
}

fn toggle_reach(reach: &ToggleReach) -> Vec<String> {
    let every = if reach.all_reachable { "every position can" } else { "not every position can" };
    let mut lines = vec![format!("{every} be reached: rank {}, nullity {}", reach.rank, reach.nullity)];
    for pattern in reach.quiet.iter().flatten().take(MOST_LISTED) {
        lines.push(format!("quiet pattern: {}", list(pattern)));
    }
    for (cell, presses) in (1..).zip(reach.single.iter().flatten()).take(MOST_LISTED) {
        let how = presses.as_ref().map_or("cannot be changed alone".into(), |presses| list(presses));
        lines.push(format!("cell {cell} alone: {how}"));
    }
    lines
}

fn solution_lines(solution: &Solution) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", plural(solution.moves, "move", "moves"), list(&solution.solution))];
    if !solution.optimal {
        lines.push(format!("fewer than {} are proven not to suffice", solution.at_least.unwrap_or(0)));
    }
    lines.extend(solution.solutions.as_ref().map(|count| format!("{} shortest solutions", count.0)));
    if let Some(all) = &solution.all {
        let complete = if solution.all_complete == Some(true) { "every" } else { "some of the" };
        lines.push(format!("{complete} shortest solution, {} listed:", all.len()));
        lines.extend(all.iter().take(MOST_LISTED).map(|line| format!("  {}", list(line))));
    }
    lines
}

fn value_lines(game: &GameValue) -> Vec<String> {
    let mut lines = vec![worth(game.value, game.distance)];
    if !game.best.is_empty() {
        lines.push(format!("best now: {}", list(&game.best)));
    }
    lines
}

fn proof_line(proof: &Proof) -> String {
    match proof {
        Proof::Parity(parity) => match &parity.cells {
            Some(cells) => {
                format!("no move changes the weight of these cells, but start and goal differ: {}", list(cells))
            }
            None => "no move changes the weight of a set of cells, but start and goal differ in it".into(),
        },
        Proof::Region { cells } => format!("only {} can be reached", plural(cells.len() as u64, "cell", "cells")),
        Proof::Squares { cells } => {
            let places: Vec<String> = cells.iter().map(|[row, column]| format!("({row}, {column})")).collect();
            format!("{} cannot be reached: {}", plural(cells.len() as u64, "square", "squares"), list(&places))
        }
        Proof::Table { size } => format!("by a table of {size} entries"),
        Proof::Exhausted { states } => {
            format!("no goal is among all {} that can be reached", plural(*states, "state", "states"))
        }
        Proof::Exchange(exchange) => exchange_line(exchange),
    }
}

fn exchange_line(exchange: &Exchange) -> String {
    match exchange {
        Exchange::Region { gate: None, places, .. } => {
            format!("the hole only gets to positions {}, but others are wrong", list(places))
        }
        Exchange::Region { places, .. } => {
            format!(
                "the pebbles on positions {} stay among themselves, but other colours are wanted there",
                list(places)
            )
        }
        Exchange::Cycle { places, .. } => {
            format!("the pebbles on positions {} only rotate, and no rotation is right", list(places))
        }
        Exchange::Orders { places, orders, .. } => {
            format!("the pebbles on positions {} take {orders} orders, none of them right", list(places))
        }
        Exchange::Parity { places, .. } => {
            format!("the pebbles on positions {} take even permutations only, and need an odd one", list(places))
        }
    }
}

fn map_lines(map: &Map) -> Vec<String> {
    let states = format!("{} states, the farthest {} moves away, {} on average", map.states.0, map.largest, map.mean);
    let mut lines = vec![states];
    let layers =
        (0..).zip(&map.distances).map(|(distance, count): (u32, _)| format!("distance {distance}: {}", count.0));
    lines.extend(layers);
    lines.push(format!("hardest levels, {} in the answer:", map.hardest.len()));
    lines
        .extend(map.hardest.iter().take(MOST_HARDEST).map(|text| format!("  {}", text.trim_end().replace('\n', "; "))));
    lines
}
