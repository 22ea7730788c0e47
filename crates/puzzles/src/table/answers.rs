//! The table of each kind of answer. Rows, columns, cells and presses count from 1, as in the answers; lists come
//! before single numbers, which stand in a table of one row.

use super::Table;
use crate::answer::{
    Answer, Body, BunnyRun, BunnySolve, Edit, Exchange, GameSolution, GameValue, Hint, HintUnproven, LemmoCount,
    LemmoImprove, LemmoSolve, Map, Parity, PebbleCount, Proof, Run, Solution, StartEnd, ToggleReach, ToggleSolve,
    WallLive, WallSolve,
};

/// The table of an answer: of its body, or of the certificate where there is no solution.
#[must_use]
pub fn of(answer: &Answer) -> Table<'_> {
    match (&answer.body, &answer.proof) {
        (Some(body), _) => of_body(body),
        (None, Some(proof)) => of_proof(proof),
        (None, None) => Table::new(["verdict"], std::iter::empty()),
    }
}

fn of_body(body: &Body) -> Table<'_> {
    match body {
        Body::AtLeast(bound) => Table::of_one(vec![("at_least", bound.at_least.to_string())]),
        Body::Run(run) => of_run(run),
        Body::Hint(hint) => of_hint(hint),
        Body::HintUnproven(hint) => of_unproven(hint),
        Body::BunnyRun(run) => of_bunny_run(run),
        Body::BunnySolve(solve) => of_bunny(solve),
        Body::LemmoSolve(solve) => of_lemmo_solve(solve),
        Body::LemmoCount(count) => of_lemmo_count(count),
        Body::LemmoReach(reach) => {
            let rows = reach.starts.iter().flatten().map(|start| start.row().to_vec());
            Table::new(StartEnd::COLUMNS, rows)
        }
        Body::LemmoImprove(improve) => of_improve(improve),
        Body::WallSolve(solve) => of_wall(solve),
        Body::WallLive(live) => of_wall_live(live),
        Body::ToggleSolve(solve) => of_toggle(solve),
        Body::ToggleReach(reach) => of_toggle_reach(reach),
        Body::Solution(solution) => of_solution(solution),
        Body::PebbleCount(count) => of_pebble_count(count),
        Body::Reached(reached) => Table::of_one(vec![("reachable", reached.reachable.to_string())]),
        Body::Map(map) => of_map(map),
        Body::Value(value) => of_value(value),
    }
}

/// A row for each series listed, else one with their number.
fn of_pebble_count(count: &PebbleCount) -> Table<'_> {
    match &count.all {
        Some(all) => {
            let rows = (1_u64..).zip(all);
            Table::new(["series", "moves"], rows.map(|(number, moves)| vec![number.to_string(), moves.join(" ")]))
        }
        None => Table::of_one(vec![
            ("exactly", count.exactly.to_string()),
            ("matching", count.matching.to_string()),
            ("series", count.series.0.to_string()),
        ]),
    }
}

/// A number that may be absent; an absent one is an empty cell.
fn maybe<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn of_map(map: &Map) -> Table<'_> {
    let rows = map.distances.iter().enumerate();
    Table::new(["distance", "count"], rows.map(|(distance, count)| vec![distance.to_string(), count.0.to_string()]))
}

fn of_run(run: &Run) -> Table<'_> {
    let mut cells =
        vec![("over", run.over.to_string()), ("solved", run.solved.to_string()), ("moves", run.moves.to_string())];
    cells.extend(run.cost.map(|cost| ("cost", cost.to_string())));
    cells.extend(run.winner.clone().map(|winner| ("winner", winner)));
    Table::of_one(cells)
}

fn worth(value: GameValue) -> &'static str {
    match value {
        GameValue::Win => "win",
        GameValue::Loss => "loss",
        GameValue::Draw => "draw",
    }
}

fn of_value(value: &GameSolution) -> Table<'_> {
    let about = (worth(value.value).to_owned(), maybe(value.distance));
    let best = value.best.iter();
    Table::new(
        ["move", "value", "distance"],
        best.map(move |text| vec![text.clone(), about.0.clone(), about.1.clone()]),
    )
}

/// A row for each best move, with what is left after all of them.
fn of_hint(hint: &Hint) -> Table<'_> {
    let about: Vec<(&'static str, String)> = [
        hint.moves_left.map(|left| ("moves_left", left.to_string())),
        hint.cost_left.map(|left| ("cost_left", left.to_string())),
        hint.tokens.map(|tokens| ("tokens", tokens.to_string())),
        hint.value.map(|value| ("value", worth(value).to_owned())),
        hint.distance.map(|distance| ("distance", distance.to_string())),
    ]
    .into_iter()
    .flatten()
    .collect();
    let with_programs = !hint.programs.is_empty();
    let mut header = vec!["move"];
    header.extend(with_programs.then_some("program"));
    header.extend(about.iter().map(|(name, _)| *name));
    let rows = hint.best.iter().enumerate().map(move |(index, text)| {
        let mut row = vec![text.clone()];
        row.extend(with_programs.then(|| hint.programs.get(index).cloned().unwrap_or_default()));
        row.extend(about.iter().map(|(_, value)| value.clone()));
        row
    });
    Table::new(header, rows)
}

/// A row for each move to begin with, with the bounds of what is left.
fn of_unproven(hint: &HintUnproven) -> Table<'_> {
    let bounds = (hint.at_least.to_string(), hint.at_most.to_string());
    let best = hint.best.iter();
    Table::new(
        ["move", "at_least", "at_most"],
        best.map(move |text| vec![text.clone(), bounds.0.clone(), bounds.1.clone()]),
    )
}

fn of_bunny_run(run: &BunnyRun) -> Table<'_> {
    Table::of_one(vec![
        ("complete", run.complete.to_string()),
        ("tokens", run.tokens.to_string()),
        ("hops", run.hops.0.to_string()),
        ("tries", run.tries.0.to_string()),
        ("left", run.left.to_string()),
    ])
}

fn of_bunny(solve: &BunnySolve) -> Table<'_> {
    let programs = solve.all.as_deref().unwrap_or(std::slice::from_ref(&solve.program));
    Table::new(["program", "tokens"], programs.iter().map(|program| vec![program.clone(), solve.tokens.to_string()]))
}

/// A row for each best removal.
fn of_lemmo_solve(solve: &LemmoSolve) -> Table<'_> {
    let gain = solve.best.wins.saturating_sub(solve.wins).to_string();
    let rows =
        solve.best.removals.iter().map(move |tile| vec![tile.row.to_string(), tile.column.to_string(), gain.clone()]);
    Table::new(["row", "column", "gain"], rows)
}

fn of_lemmo_count(count: &LemmoCount) -> Table<'_> {
    let mut cells = vec![("starts", count.starts.to_string()), ("wins", count.wins.to_string())];
    cells.extend(count.arrivals.map(|arrivals| ("arrivals", arrivals.to_string())));
    Table::of_one(cells)
}

/// The edits that gain most. The gain of every edit is written while the question is answered, since the answer of a
/// large map holds none of them.
fn of_improve(improve: &LemmoImprove) -> Table<'_> {
    let row = |edit: &Edit| {
        vec![edit.row.to_string(), edit.column.to_string(), edit.edit.name().to_owned(), edit.gain.to_string()]
    };
    Table::new(["row", "column", "edit", "gain"], improve.top.iter().map(row))
}

/// The cells of the path, where it was asked for; else the gap below each row.
fn of_wall(solve: &WallSolve) -> Table<'_> {
    match &solve.path {
        Some(path) => {
            let rows = (1_u64..).zip(path);
            Table::new(
                ["step", "row", "column"],
                rows.map(|(step, [row, column])| vec![step.to_string(), row.to_string(), column.to_string()]),
            )
        }
        None => {
            let rows = (1_u64..).zip(&solve.gaps);
            Table::new(["row", "gap"], rows.map(|(row, gap)| vec![row.to_string(), gap.to_string()]))
        }
    }
}

fn of_wall_live(live: &WallLive) -> Table<'_> {
    let rows = live.starts.iter().map(|start| vec![start.to_string(), live.cost.to_string()]);
    Table::new(["start", "cost"], rows)
}

/// Lists of things, each with the number of its list from 1.
fn numbered<'a, T: ToString + 'a>(
    header: [&'static str; 2],
    lists: impl Iterator<Item = &'a Vec<T>> + 'a,
) -> Table<'a> {
    let rows = (1_u64..)
        .zip(lists)
        .flat_map(|(number, list)| list.iter().map(move |item| vec![number.to_string(), item.to_string()]));
    Table::new(header, rows)
}

/// The presses with the times that each is pressed, or every fewest set.
fn of_toggle(solve: &ToggleSolve) -> Table<'_> {
    if let Some(all) = &solve.all {
        return numbered(["set", "press"], all.iter());
    }
    let runs = solve.presses.as_deref().unwrap_or_default().chunk_by(|one, other| one == other);
    Table::new(["press", "times"], runs.map(|run| vec![run[0].to_string(), run.len().to_string()]))
}

/// The quiet patterns, then the presses that change each cell alone; a cell that cannot be changed alone has one row
/// without a press.
fn of_toggle_reach(reach: &ToggleReach) -> Table<'_> {
    let row = |kind: &str, number: u64, press: String| vec![kind.to_owned(), number.to_string(), press];
    let quiet = (1..)
        .zip(reach.quiet.iter().flatten())
        .flat_map(move |(number, presses)| presses.iter().map(move |press| row("quiet", number, press.to_string())));
    let single = (1..).zip(reach.single.iter().flatten()).flat_map(move |(cell, presses)| {
        let listed = presses.iter().flatten().map(ToString::to_string);
        let none = if presses.as_ref().is_none_or(Vec::is_empty) { Some(String::new()) } else { None };
        listed.chain(none).map(move |press| row("cell", cell, press))
    });
    Table::new(["kind", "number", "press"], quiet.chain(single))
}

/// The moves of the solution, or of every shortest one.
fn of_solution(solution: &Solution) -> Table<'_> {
    let moves = |list: &[String]| -> Vec<Vec<String>> {
        (1_u64..).zip(list).map(|(step, text)| vec![step.to_string(), text.clone()]).collect()
    };
    match &solution.all {
        None => Table::new(["step", "move"], moves(&solution.solution).into_iter()),
        Some(all) => {
            let rows = (1_u64..).zip(all).flat_map(move |(number, list)| {
                moves(list).into_iter().map(move |row| std::iter::once(number.to_string()).chain(row).collect())
            });
            Table::new(["solution", "step", "move"], rows)
        }
    }
}

fn of_proof(proof: &Proof) -> Table<'_> {
    match proof {
        Proof::Parity(parity) => of_parity(parity),
        Proof::Region { cells } | Proof::Squares { cells } => {
            Table::new(["row", "column"], cells.iter().map(|cell| cell.iter().map(ToString::to_string).collect()))
        }
        Proof::Table { size } | Proof::Values { size, .. } => Table::of_one(vec![("size", size.to_string())]),
        Proof::Exhausted { states } => Table::of_one(vec![("states", states.to_string())]),
        Proof::Exchange(
            Exchange::Region { places, .. }
            | Exchange::Cycle { places, .. }
            | Exchange::Orders { places, .. }
            | Exchange::Parity { places, .. },
        ) => Table::new(["position"], places.iter().map(|place| vec![place.to_string()])),
    }
}

/// The cells of a weighing with their weights, or its first rows as digits.
fn of_parity(parity: &Parity) -> Table<'_> {
    let weight = |index: usize| parity.weights.as_ref().map_or(Some(1), |weights| weights.get(index).copied());
    match (&parity.cells, &parity.rows) {
        (Some(cells), _) => {
            let rows = cells.iter().enumerate();
            Table::new(["cell", "weight"], rows.map(move |(index, cell)| vec![cell.to_string(), maybe(weight(index))]))
        }
        (None, rows) => {
            let rows = (1_u64..).zip(rows.iter().flatten());
            Table::new(["row", "weights"], rows.map(|(row, digits)| vec![row.to_string(), digits.clone()]))
        }
    }
}
