//! Times the elimination of a random dense matrix over GF(2), one line for each path:
//! `cargo run --release -p menagerie-engines --example dense_bench -- [n] [runs]`.

use engines::clock;
use engines::gf2::{Factored, Matrix, Path};
use engines::{Context, Halt};
use testkit::random::Random;

fn main() -> Result<(), Halt> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().unwrap_or(0));
    let n = arguments.next().filter(|&n| n > 0).unwrap_or(10_000);
    let runs = arguments.next().filter(|&runs| runs > 0).unwrap_or(5);
    for path in Path::available() {
        let mut best = f64::INFINITY;
        let mut rank = 0;
        for run in 0..runs {
            let (seconds, found) = time(n, run as u64, path)?;
            (best, rank) = (best.min(seconds), found);
        }
        println!("dense n={n} path={} runs={runs} rank={rank} seconds={best:.4}", path.name());
    }
    Ok(())
}

/// Seconds for one elimination, and the rank.
fn time(n: usize, seed: u64, path: Path) -> Result<(f64, usize), Halt> {
    let cx = Context::default();
    // A generator that is linear over GF(2) would give a tiny rank.
    let mut random = Random::new(seed);
    let mut matrix = Matrix::zero(n, n, &cx)?;
    matrix.fill(|_, _| random.next_u64());
    let begun = clock::now();
    let factored = Factored::by_path(matrix, path, &cx)?;
    Ok((begun.elapsed().as_secs_f64(), factored.rank()))
}
