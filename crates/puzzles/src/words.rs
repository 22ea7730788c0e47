//! Answers in words: one definition for every face that speaks to people.

mod wall;

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::answer::{
    Answer, Body, BunnyRun, BunnySolve, Edit, EditKind, Exchange, GameSolution, GameValue, Hint, HintUnproven,
    LemmoCount, LemmoImprove, LemmoReach, LemmoSolve, Map, PebbleCount, ProgramLength, Proof, Removals, Run, Solution,
    StartEnd, Tile, ToggleReach, ToggleSolve, Verdict,
};
use crate::play::{NOBODY, PLAYER};
use crate::result::{GameResult, ResultKind, Unit};
use crate::run_end::{RunEnd, Standing};
pub(crate) use wall::pair as wall_pair;

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
        (Some(Verdict::Unfinished), _) if answer.longer_than_asked().is_some() => "none so short, proven",
        (Some(Verdict::Unfinished), _) => "unfinished",
    }
}

/// The number that a level's `par` states, where it is proven.
#[must_use]
pub fn proven(answer: &Answer) -> Option<u64> {
    let proven = answer.body.as_ref().and_then(Body::optimal) == Some(true);
    value(answer).filter(|_| proven)
}

/// What a solution is worth, proven best or not: its presses, moves, tokens or cost, or the most wins.
#[must_use]
pub fn value(answer: &Answer) -> Option<u64> {
    match answer.body.as_ref()? {
        Body::ToggleSolve(solve) => Some(solve.moves),
        Body::BunnySolve(solve) => Some(solve.tokens),
        Body::Solution(solution) => Some(solution.moves),
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
    said(answer, true)
}

/// The answer in words beside its histogram, whose numbers they do not say again.
#[must_use]
pub fn lines_beside_histogram(answer: &Answer) -> Vec<String> {
    said(answer, false)
}

/// The answer in words, with the numbers of a histogram or without them.
fn said(answer: &Answer, numbers: bool) -> Vec<String> {
    let mut lines = match (&answer.body, answer.longer_than_asked()) {
        (_, Some((within, at_least))) => vec![format!(
            "no solution has {} or fewer: every one has {at_least} or more",
            plural(within, "move", "moves")
        )],
        (None, None) => Vec::new(),
        (Some(Body::Run(run)), None) => run_lines(run, answer.asked.role.as_deref()),
        (Some(Body::Map(map)), None) => map_lines(map, numbers),
        (Some(body), None) => body_lines(body),
    };
    lines.extend(reason(answer).map(|reason| format!("No solution exists: {reason}")));
    lines
}

/// Why there is no solution, where that is the answer.
#[must_use]
pub fn reason(answer: &Answer) -> Option<String> {
    let proof = answer.proof.as_ref().filter(|_| answer.verdict == Some(Verdict::Impossible));
    proof.map(proof_line)
}

/// A part of an answer in words, as in `wins 24, removals (row 3, column 4)`: for what a check finds wrong.
#[must_use]
pub fn data(value: &impl Serialize) -> String {
    fn words(value: &Value, inside: bool) -> String {
        let parts: Vec<String> = match value {
            Value::Null => return "absent".into(),
            Value::Bool(value) => return if *value { "true".into() } else { "false".into() },
            Value::Number(number) => return number.to_string(),
            Value::String(text) => return text.clone(),
            Value::Array(items) => items.iter().map(|item| words(item, true)).collect(),
            Value::Object(fields) => fields.iter().map(|(key, item)| format!("{key} {}", words(item, true))).collect(),
        };
        let text = if parts.is_empty() { "none".into() } else { parts.join(", ") };
        if inside { format!("({text})") } else { text }
    }
    serde_json::to_value(value).map_or_else(|error| error.to_string(), |value| words(&value, false))
}

fn body_lines(body: &Body) -> Vec<String> {
    match body {
        Body::AtLeast(bound) => vec![format!("at least {}, as far as it was proven", bound.at_least)],
        Body::Run(run) => run_lines(run, None),
        Body::Hint(hint) => hint_lines(hint),
        Body::HintUnproven(hint) => vec![unproven(hint)],
        Body::BunnyRun(run) => bunny_run(run),
        Body::BunnySolve(solve) => bunny_solve(solve),
        Body::LemmoSolve(solve) => lemmo_solve(solve),
        Body::LemmoCount(count) => lemmo_count(count),
        Body::LemmoReach(reach) => lemmo_reach(reach),
        Body::LemmoImprove(improve) => lemmo_improve(improve),
        Body::WallSolve(solve) => wall::solve(solve),
        Body::WallLive(live) => wall::live(live),
        Body::ToggleSolve(solve) => toggle_solve(solve),
        Body::ToggleReach(reach) => toggle_reach(reach),
        Body::Solution(solution) => solution_lines(solution),
        Body::PebbleCount(count) => pebble_count(count),
        Body::Reached(_) => vec!["the goal can be reached".into()],
        Body::Map(map) => map_lines(map, true),
        Body::Value(value) => value_lines(value),
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    listed(items, ", ")
}

/// The first items with this between them, and how many there are where some are left out.
fn listed<T: ToString>(items: &[T], between: &str) -> String {
    let mut text = items.iter().take(MOST_LISTED).map(ToString::to_string).collect::<Vec<_>>().join(between);
    if items.len() > MOST_LISTED {
        text.push_str(&format!("{between}… ({} in all)", items.len()));
    }
    text
}

/// A count with its noun: `1 move`, `2 moves`. Every count that a person reads is written by this function.
#[must_use]
pub fn plural<N: PartialEq + From<u8> + Display>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// A text with a capital letter at its beginning.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn run_lines(run: &Run, role: Option<&str>) -> Vec<String> {
    let after = format!("after {}", plural(run.moves, "move", "moves"));
    let paid = run.cost.map(|cost| format!(", paid {cost}")).unwrap_or_default();
    let first = match (run_result(run), run.winner.as_deref()) {
        (None, _) => format!("not over {after}{paid}"),
        (Some(_), Some(NOBODY)) => format!("a draw {after}"),
        (Some(result), Some(winner)) if result.kind == ResultKind::Lost && role.is_some_and(|role| role != PLAYER) => {
            format!("lost to the {winner} player {after}")
        }
        (Some(_), Some(winner)) => format!("won by the {winner} player {after}"),
        // What was paid, or how many moves were made, is in the result's own words.
        (Some(result), None) => match result.amount() {
            Some((_, Unit::Cost)) => format!("{} {after}", result.words()),
            Some(_) => result.words(),
            None => format!("{} {after}{paid}", result.words()),
        },
    };
    std::iter::once(first).chain(run.words.clone()).collect()
}

/// The result of a run; for an answer of an older version what its other fields say.
fn run_result(run: &Run) -> Option<GameResult> {
    let kind = if run.solved { ResultKind::Won } else { ResultKind::Lost };
    run.result.unwrap_or_else(|| (run.solved || run.over).then(|| GameResult::plain(kind)))
}

/// What a game for two is worth, as `a win in 9 moves for the side to move`.
#[must_use]
pub fn worth(value: GameValue, distance: Option<u64>) -> String {
    let value = match value {
        GameValue::Win => "a win",
        GameValue::Loss => "a loss",
        GameValue::Draw => "a draw",
    };
    let distance = distance.map(|moves| format!(" in {}", plural(moves, "move", "moves"))).unwrap_or_default();
    format!("{value}{distance} for the side to move")
}

/// The best moves of a hint, each with the tile that it slides where tiles have names of their own: `7 (slide 5)`.
#[must_use]
pub fn best_moves(hint: &Hint) -> Vec<String> {
    let tiles = hint.tiles.iter().flatten().map(Some).chain(std::iter::repeat(None));
    let said = |(best, tile): (&String, Option<&String>)| match tile {
        Some(tile) => format!("{best} (slide {tile})"),
        None => best.clone(),
    };
    hint.best.iter().zip(tiles).map(said).collect()
}

fn hint_lines(hint: &Hint) -> Vec<String> {
    let left = match (hint.moves_left, hint.cost_left, hint.tokens) {
        (Some(moves), ..) => format!(" ({} left)", plural(moves, "move", "moves")),
        (_, Some(cost), _) => format!(" ({cost} still to pay)"),
        (.., Some(tokens)) => format!(" ({})", plural(tokens, "token", "tokens")),
        _ => hint.value.map(|value| format!(" ({})", worth(value, hint.distance))).unwrap_or_default(),
    };
    match hint.best.is_empty() {
        true => vec![format!("nothing to do{left}")],
        false => vec![format!("best now: {}{left}", list(&best_moves(hint)))],
    }
}

/// A hint that is not proven best, as `leads to the goal: right (in 23 moves; fewer than 12 are proven not to suffice)`.
fn unproven(hint: &HintUnproven) -> String {
    let within = plural(hint.at_most, "move", "moves");
    let bound = format!("fewer than {} are proven not to suffice", hint.at_least);
    format!("leads to the goal: {} (in {within}, not proven best; {bound})", list(&hint.best))
}

fn tiles(tiles: &[Tile]) -> String {
    let places: Vec<String> = tiles.iter().map(|tile| format!("row {}, column {}", tile.row, tile.column)).collect();
    listed(&places, "; ")
}

fn bunny_run(run: &BunnyRun) -> Vec<String> {
    let end = if run.complete { "complete".into() } else { plural(run.left, "square is left", "squares are left") };
    let (hops, tries) = (plural(run.hops.0.clone(), "hop", "hops"), plural(run.tries.0.clone(), "try", "tries"));
    let first = format!("{}: {end} after {hops}, {tries}", plural(run.tokens, "token", "tokens"));
    let place = |end: &RunEnd| match end {
        RunEnd::Standing(end) => Some(format!("the bunny ends at {}", standing(end))),
        _ => None,
    };
    std::iter::once(first).chain(run.end.as_ref().and_then(place)).collect()
}

/// A place with a facing, as `row 1, column 2, facing east`.
fn standing(end: &Standing) -> String {
    format!("row {}, column {}, facing {}", end.row, end.column, end.facing)
}

fn bunny_solve(solve: &BunnySolve) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", plural(solve.tokens, "token", "tokens"), solve.program)];
    if let Some(excluded) = &solve.excluded {
        let fewer = plural(excluded.tokens, "token or fewer completes", "tokens or fewer completes");
        lines.push(format!("no program of {fewer} the board, whatever its loop counts"));
        lines.extend(program_lengths(excluded.lengths.as_deref().unwrap_or_default()));
    }
    lines.extend(solve.walk.map(|walk| format!("a walk without loops has {}", plural(walk, "token", "tokens"))));
    if let Some(all) = &solve.all {
        let complete = if solve.all_complete == Some(true) { "every" } else { "some of the" };
        lines.push(format!("{complete} shortest program up to domination, {} listed:", all.len()));
        lines.extend(all.iter().take(MOST_LISTED).map(|program| format!("  {program}")));
    }
    lines
}

/// The table of the lengths that are excluded: how many programs each stands for, and what that took.
fn program_lengths(rows: &[ProgramLength]) -> Vec<String> {
    let row = |row: &ProgramLength| {
        let programs = plural(row.programs.0.clone(), "program", "programs");
        let run = plural(row.compositions, "composition", "compositions");
        format!("  length {}: {programs}, loop counts aside; excluded by {run}", row.tokens)
    };
    rows.iter().map(row).collect()
}

/// `20 of 24 starts reach a treasure`.
fn winning(wins: u64, starts: u64) -> String {
    let starts = plural(starts, "start", "starts");
    plural(wins, &format!("of {starts} reaches a treasure"), &format!("of {starts} reach a treasure"))
}

fn lemmo_solve(solve: &LemmoSolve) -> Vec<String> {
    vec![winning(solve.wins, solve.starts), removals(&solve.best, solve.wins)]
}

fn removals(best: &Removals, wins: u64) -> String {
    if best.wins == wins {
        return "no removal of one block helps".into();
    }
    let which = plural(best.removals_total, "removal does", "removals do");
    format!("at best {} after removing one block; {which}: {}", best.wins, tiles(&best.removals))
}

fn lemmo_count(count: &LemmoCount) -> Vec<String> {
    let mut lines = vec![winning(count.wins, count.starts)];
    let stand =
        |arrivals| plural(arrivals, "start stands there, facing that way", "starts stand there, facing that way");
    lines.extend(count.arrivals.map(stand));
    lines
}

fn lemmo_reach(reach: &LemmoReach) -> Vec<String> {
    let mut lines = vec![winning(reach.wins, reach.starts_total)];
    let Some(starts) = &reach.starts else {
        lines.push("there are too many starts to list here; --out FILE takes them all".into());
        return lines;
    };
    let mut ending: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    starts.iter().for_each(|start| *ending.entry((start.row, start.column_end)).or_default() += 1);
    let together = |(&(row, column), &count): (&(u32, u32), &u64)| {
        format!("{} at row {row}, column {column}", plural(count, "start ends", "starts end"))
    };
    lines.extend(ending.iter().take(MOST_LISTED).map(together));
    let end = |start: &StartEnd| {
        let StartEnd { column, facing, row, column_end, wins } = start;
        let fate = if *wins { "wins" } else { "is lost" };
        format!("  from column {column} looking {}, it {fate} at row {row}, column {column_end}", facing.name())
    };
    lines.extend(starts.iter().take(MOST_LISTED).map(end));
    if starts.len() > MOST_LISTED {
        lines.push(format!("  … ({} in all)", starts.len()));
    }
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
    let wins = plural(improve.wins, "start reaches a treasure", "starts reach a treasure");
    let mut lines = vec![wins, removals(&improve.best, improve.wins), adding];
    if !improve.top.is_empty() {
        lines.push(format!(
            "the best {}, by how many more starts win:",
            plural(improve.top.len() as u64, "edit", "edits")
        ));
        lines.extend(improve.top.iter().map(edit));
    }
    lines
}

fn edit(edit: &Edit) -> String {
    let what = match edit.edit {
        EditKind::Remove => "remove the block",
        EditKind::Add => "add a block",
    };
    format!("  {:+}  {what} at row {}, column {}", edit.gain, edit.row, edit.column)
}

/// What is proven where the best is not known.
fn suffices_not(at_least: Option<u64>) -> String {
    format!("fewer than {} are proven not to suffice", at_least.unwrap_or(0))
}

fn toggle_solve(solve: &ToggleSolve) -> Vec<String> {
    let what = plural(solve.moves, "press", "presses");
    let mut lines = vec![match &solve.presses {
        Some(presses) if presses.is_empty() => "nothing to press".into(),
        Some(presses) => format!("{what}: {}", list(presses)),
        None => what,
    }];
    if !solve.optimal {
        lines.push(suffices_not(solve.at_least));
    }
    lines.push(format!("rank {}, nullity {}", solve.rank, solve.nullity));
    lines.extend(solve.solutions.as_ref().map(|count| plural(count.0.clone(), "solution in all", "solutions in all")));
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
    lines.extend(solution.tiles.as_ref().map(|tiles| format!("the tiles that slide: {}", list(tiles))));
    if !solution.optimal {
        lines.push(suffices_not(solution.at_least));
    }
    lines.extend(
        solution.solutions.as_ref().map(|count| plural(count.0.clone(), "shortest solution", "shortest solutions")),
    );
    if let Some(all) = &solution.all {
        let complete = if solution.all_complete == Some(true) { "every" } else { "some of the" };
        lines.push(format!("{complete} shortest solution, {} listed:", all.len()));
        lines.extend(all.iter().take(MOST_LISTED).map(|line| format!("  {}", list(line))));
    }
    lines
}

fn pebble_count(count: &PebbleCount) -> Vec<String> {
    let moves = plural(count.exactly, "move", "moves");
    let pebbles = plural(count.matching, "pebble on its plate", "pebbles on their plates");
    let one = format!("way to make exactly {moves} leaves exactly {pebbles}");
    let many = format!("ways to make exactly {moves} leave exactly {pebbles}");
    let mut lines = vec![plural(count.series.0.clone(), &one, &many)];
    if let Some(all) = &count.all {
        let complete = if count.all_complete == Some(true) { "every one" } else { "the first" };
        lines.push(format!("{complete}, {} listed:", all.len()));
        lines.extend(all.iter().take(MOST_LISTED).map(|series| format!("  {}", list(series))));
    }
    lines
}

fn value_lines(game: &GameSolution) -> Vec<String> {
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
        Proof::Table { size } | Proof::Values { size, .. } => {
            format!("by a table of {}", plural(*size, "entry", "entries"))
        }
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
            format!(
                "the pebbles on positions {} take {}, none of them right",
                list(places),
                plural(*orders, "order", "orders")
            )
        }
        Exchange::Parity { places, .. } => {
            format!("the pebbles on positions {} take even permutations only, and need an odd one", list(places))
        }
    }
}

fn map_lines(map: &Map, numbers: bool) -> Vec<String> {
    let states = plural(map.states.0.clone(), "state", "states");
    let farthest = plural(map.largest, "move", "moves");
    let states = format!("{states}, the farthest {farthest} away, {} on average", map.mean);
    let mut lines = vec![states];
    let layers =
        (0..).zip(&map.distances).map(|(distance, count): (u32, _)| format!("distance {distance}: {}", count.0));
    lines.extend(layers.filter(|_| numbers));
    lines.push(format!("hardest levels, {} in the answer:", map.hardest.len()));
    lines
        .extend(map.hardest.iter().take(MOST_HARDEST).map(|text| format!("  {}", text.trim_end().replace('\n', "; "))));
    lines
}
