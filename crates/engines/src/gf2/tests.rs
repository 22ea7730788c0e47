//! Every path over odd shapes and ranks, against the definition and against each other.

use super::{Answer, Bits, Factored, Matrix, Path};
use crate::{Budget, Context, Halt};
use testkit::random::Random;

/// A random matrix whose rows repeat after `distinct`.
fn matrix<'c>(rows: usize, columns: usize, distinct: usize, thin: u32, cx: &'c Context<'_>) -> Matrix<'c> {
    let mut random = Random::new((rows * 131_071 + columns * 8191 + distinct + 1) as u64);
    let mut matrix = Matrix::zero(rows, columns, cx).unwrap();
    matrix.fill(|_, _| (0..thin).fold(u64::MAX, |word, _| word & random.next_u64()));
    for row in distinct..rows {
        for column in 0..columns {
            let repeated = matrix.get(row % distinct.max(1), column) && distinct > 0;
            matrix.set(row, column, repeated);
        }
    }
    matrix
}

/// Rank by the schoolbook method.
fn plain_rank(matrix: &Matrix<'_>) -> usize {
    let mut rows: Vec<Bits> = (0..matrix.rows())
        .map(|row| Bits::from_ones(matrix.columns(), (0..matrix.columns()).filter(|&column| matrix.get(row, column))))
        .collect();
    let mut rank = 0;
    for column in 0..matrix.columns() {
        let Some(found) = (rank..rows.len()).find(|&row| rows[row].get(column)) else { continue };
        rows.swap(rank, found);
        let pivot = rows[rank].clone();
        rows[rank + 1..].iter_mut().filter(|row| row.get(column)).for_each(|row| row.add(&pivot));
        rank += 1;
    }
    rank
}

const SHAPES: [(usize, usize); 16] = [
    (1, 1),
    (1, 64),
    (7, 200),
    (63, 63),
    (64, 64),
    (65, 129),
    (127, 65),
    (128, 511),
    (200, 7),
    (511, 513),
    (513, 512),
    (300, 1100),
    (1100, 300),
    (640, 700),
    (512, 1030),
    (1037, 1021),
];

fn for_every_matrix(check: impl Fn(&dyn Fn() -> Matrix<'static>, &'static Context<'static>)) {
    let cx: &'static Context<'static> = Box::leak(Box::default());
    for (rows, columns) in SHAPES {
        for distinct in [rows, rows * 2 / 3, 5.min(rows), 0] {
            for thin in [1, 5] {
                check(&|| matrix(rows, columns, distinct, thin, cx), cx);
            }
        }
    }
}

#[test]
fn every_path_finds_the_rank_and_the_same_factors() {
    for_every_matrix(|make, cx| {
        let plain = Factored::by_path(make(), Path::Plain, cx).unwrap();
        assert_eq!(plain.rank(), plain_rank(&make()));
        for path in Path::available() {
            let other = Factored::by_path(make(), path, cx).unwrap();
            assert_eq!(other.order, plain.order, "{path:?} {} x {}", plain.rows(), plain.columns());
            for w in 0..plain.matrix.word_columns() {
                assert_eq!(other.matrix.word(w), plain.matrix.word(w), "{path:?} {} word {w}", plain.rows());
            }
        }
    });
}

#[test]
fn solutions_solve_and_certificates_refute() {
    for_every_matrix(|make, cx| {
        let original = make();
        let factored = Factored::new(make(), cx).unwrap();
        let mut random = Random::new(99);
        let x = Bits::from_ones(
            original.columns(),
            (0..original.columns()).filter(|_| random.next_u64().is_multiple_of(2)),
        );
        let image = original.times(&x);
        let Answer::Solution(found) = factored.solve(&image, cx).unwrap() else { panic!("an image is solvable") };
        assert_eq!(original.times(&found), image);
        for row in [0, original.rows() / 2, original.rows() - 1] {
            let mut b = image.clone();
            b.flip(row);
            match factored.solve(&b, cx).unwrap() {
                Answer::Solution(x) => assert_eq!(original.times(&x), b),
                Answer::Inconsistent(y) => {
                    assert_eq!(original.times_from_left(&y).weight(), 0);
                    assert!(y.dot(&b));
                }
            }
        }
    });
}

#[test]
fn the_kernel_is_a_basis() {
    for_every_matrix(|make, cx| {
        let original = make();
        let factored = Factored::new(make(), cx).unwrap();
        let (kernel, free) = (factored.kernel(cx).unwrap(), factored.free_columns());
        assert_eq!((kernel.len(), free.len()), (factored.nullity(), factored.nullity()));
        for (nth, vector) in kernel.iter().enumerate().step_by(1 + kernel.len() / 20) {
            assert_eq!(original.times(vector).weight(), 0);
            assert!(free.iter().enumerate().all(|(other, &column)| vector.get(column) == (other == nth)));
        }
    });
}

#[test]
fn a_regular_matrix_has_all_unit_solutions() {
    let cx = Context::default();
    let plus = |cell: usize| {
        let (row, column) = (cell / 7, cell % 7);
        (0..49_usize).filter(move |&other| (other / 7).abs_diff(row) + (other % 7).abs_diff(column) <= 1)
    };
    let make = || Matrix::from_columns(49, 49, (0..49).map(plus), &cx).unwrap();
    let factored = Factored::new(make(), &cx).unwrap();
    assert_eq!(factored.nullity(), 0);
    for (row, x) in factored.unit_solutions(&cx).unwrap().into_iter().enumerate() {
        assert_eq!(make().times(&x.unwrap()), Bits::from_ones(49, [row]));
    }
}

#[test]
fn plus_boards_have_their_known_nullities() {
    let cx = Context::default();
    let known = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16];
    for (n, nullity) in (1_usize..).zip(known) {
        let plus =
            |cell: usize| (0..n * n).filter(move |o| (o / n).abs_diff(cell / n) + (o % n).abs_diff(cell % n) <= 1);
        let matrix = Matrix::from_columns(n * n, n * n, (0..n * n).map(plus), &cx).unwrap();
        assert_eq!(Factored::new(matrix, &cx).unwrap().nullity(), nullity, "{n}");
    }
}

#[test]
fn limits_end_the_work() {
    let cx = Context::default();
    let few = Context::with_nodes(10);
    assert_eq!(Factored::new(matrix(600, 600, 600, 1, &cx), &few).unwrap_err(), Halt::Nodes);
    let little = Context::new(Budget { bytes: Some(1000), ..Budget::default() });
    let factored = Factored::new(matrix(64, 600, 64, 1, &cx), &cx).unwrap();
    assert_eq!(factored.kernel(&little).unwrap_err(), Halt::Bytes);
}
