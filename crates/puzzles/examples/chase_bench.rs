//! Times a neighbourhood board: `chase_bench ROWS COLUMNS [NEIGHBOURHOOD [RUNS]]`, one line, the best run.
//!
//! A run is everything once the board is in memory: preparing the neighbourhood, and solving in place.

use std::time::Instant;

use engines::Context;
use puzzles::toggle::structured::{Field, Gf2, Neighbourhood, Outcome, Structured};

/// A board of pseudo-random cells (splitmix64).
fn board(rows: usize, columns: usize) -> puzzles::toggle::structured::Board<u64> {
    let (mut board, mut seed) = (Gf2.board(rows, columns), 1u64);
    for i in 0..rows {
        for word in board.row_mut(i) {
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            *word = mixed ^ mixed >> 27;
        }
        (columns..64 * columns.div_ceil(64)).for_each(|at| Gf2.set(board.row_mut(i), at, 0));
    }
    board
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: usize| args.get(at).map_or(Ok(default), |text| text.parse());
    let (rows, columns, runs) = (number(0, 1000)?, number(1, 1000)?, number(3, 11)?);
    let name = args.get(2).map_or("plus", String::as_str);
    let neighbourhood = match name {
        "plus" => Neighbourhood::Plus,
        "torus" => Neighbourhood::Torus,


        _ => return Err("expected plus, torus, king or row+column".into()),
    };
    let goal = board(rows, columns);
    let mut best = (f64::INFINITY, f64::INFINITY, 0, "");
    for _ in 0..runs {
        let goal = goal.clone();
        let begun = Instant::now();
        let cx = Context::default();
        let system = Structured::new(Gf2, neighbourhood, rows, columns, &cx)?;
        let prepared = begun.elapsed().as_secs_f64();
        let outcome = system.solve(goal, &cx)?;
        let seconds = begun.elapsed().as_secs_f64();
        let verdict = if matches!(outcome, Outcome::Presses(_)) { "found" } else { "impossible" };
        if seconds < best.0 {
            best = (seconds, prepared, system.nullity(), verdict);
        }
    }
    let (seconds, prepared, nullity, verdict) = best;
    println!(
        "chase {name} m={rows} n={columns} seconds={seconds:.6} prepared={prepared:.6} nullity={nullity} \
         verdict={verdict} runs={runs}"
    );
    Ok(())
}
