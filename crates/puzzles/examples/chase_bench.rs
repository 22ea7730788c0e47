//! Times a neighbourhood board: `chase_bench ROWS COLUMNS [NEIGHBOURHOOD [RUNS [MODULUS]]]`, one line, the
//! best run. A run is everything once the board is in memory: preparing the neighbourhood, solving in place.

use std::error::Error;

use engines::clock;
use engines::{Context, Halt};
use puzzles::toggle::structured::{Board, Field, Gf2, Gfp, Neighbourhood, Outcome, Structured};

/// A board of pseudo-random cells.
fn board<F: Field>(field: &F, rows: usize, columns: usize) -> Board<F::Word> {
    let (mut board, mut random) = (field.board(rows, columns), testkit::random::Random::new(1));
    for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
        field.set(board.row_mut(i), j, random.below(field.modulus()));
    }
    board
}

struct Run {
    seconds: f64,
    prepared: f64,
    nullity: usize,
    verdict: &'static str,
}

fn run<F: Field>(field: &F, kind: Neighbourhood, goal: Board<F::Word>) -> Result<Run, Halt> {
    let (cx, begun) = (Context::default(), clock::now());
    let system = Structured::new(field.clone(), kind, goal.rows(), goal.columns(), &cx)?;
    let prepared = begun.elapsed().as_secs_f64();
    let outcome = system.solve(goal, &cx)?;
    let seconds = begun.elapsed().as_secs_f64();
    let verdict = if matches!(outcome, Outcome::Presses(_)) { "found" } else { "impossible" };
    Ok(Run { seconds, prepared, nullity: system.nullity(), verdict })
}

fn best<F: Field>(field: &F, kind: Neighbourhood, size: (usize, usize), runs: usize) -> Result<Run, Box<dyn Error>> {
    let goal = board(field, size.0, size.1);
    let runs = (0..runs).map(|_| run(field, kind, goal.clone())).collect::<Result<Vec<_>, _>>()?;
    runs.into_iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds)).ok_or_else(|| "no runs".into())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: usize| args.get(at).map_or(Ok(default), |text| text.parse());
    let (rows, columns, runs, modulus) = (number(0, 1000)?, number(1, 1000)?, number(3, 11)?, number(4, 2)?);
    let name = args.get(2).map_or("plus", String::as_str);
    let kind = match name {
        "plus" => Neighbourhood::Plus,
        "torus" => Neighbourhood::Torus,
        "king" => Neighbourhood::King,
        "row+column" => Neighbourhood::RowColumn,
        _ => return Err("expected plus, torus, king or row+column".into()),
    };
    let Run { seconds, prepared, nullity, verdict } = if modulus == 2 {
        best(&Gf2, kind, (rows, columns), runs)?
    } else {
        best(&Gfp::new(u8::try_from(modulus)?).ok_or("not a prime")?, kind, (rows, columns), runs)?
    };
    println!(
        "chase {name} m={rows} n={columns} seconds={seconds:.6} prepared={prepared:.6} modulus={modulus} \
         nullity={nullity} verdict={verdict} runs={runs}"
    );
    Ok(())
}
