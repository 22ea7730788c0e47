//! Ground of any outline as convex pieces: the trapezoidal decomposition of a polygon (Chazelle and Incerpi, 1984), and
//! the band below a line.
//!
//! The cuts are vertical, so that every upper side of a piece lies on the polygon's own outline: a character that
//! follows the ground ([`crate::terrain`]) meets no slope that is not drawn. Cuts in other directions, which give fewer
//! pieces, would be slopes inside the ground, and a collider of triangles or of a line has no inside that pushes out
//! what gets into it. The polygon is cut at the x of each corner into slabs, and pieces between the same two sides are
//! joined across slabs: n² log n for n corners, and hardly more pieces than corners.

use crate::point::Point;

/// The thickness of the ground below a line, in metres.
pub(crate) const BAND: f32 = 0.25;
/// The sine of the angle to the vertical below which a side counts as a wall, whose band lies beside it.
const UPRIGHT: f32 = 0.1;

/// Returns two sides of a polygon that cross or touch without being neighbours, or that lie on each other, by the
/// indices of their first corners. Costs the square of the number of corners.
pub(crate) fn crossing(corners: &[(f32, f32)]) -> Option<(usize, usize)> {
    let count = corners.len();
    let side = |at: usize| (wide(corners[at]), wide(corners[(at + 1) % count]));
    (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).find(|&(one, other)| {
        let ((a, b), (c, d)) = (side(one), side(other));
        let neighbours = other == one + 1 || (one, other) == (0, count - 1);
        if neighbours {
            // They share a corner, and lie on each other if the outline turns back there.
            let (from, corner, to) = if other == one + 1 { (a, b, d) } else { (c, d, b) };
            let along = (from.0 - corner.0) * (to.0 - corner.0) + (from.1 - corner.1) * (to.1 - corner.1);
            return turn(from, corner, to) == 0.0 && along > 0.0;
        }
        let apart = |axis: fn((f64, f64)) -> f64| {
            axis(a).max(axis(b)) < axis(c).min(axis(d)) || axis(c).max(axis(d)) < axis(a).min(axis(b))
        };
        if apart(|at| at.0) || apart(|at| at.1) {
            return false;
        }
        let beside = |from, to, one, other| turn(from, to, one) * turn(from, to, other) > 0.0;
        !beside(a, b, c, d) && !beside(c, d, a, b)
    })
}

fn wide((x, y): (f32, f32)) -> (f64, f64) {
    (f64::from(x), f64::from(y))
}

/// Twice the area of a triangle, positive if its corners go round counterclockwise where y grows upwards.
fn turn(a: (f64, f64), b: (f64, f64), c: (f64, f64)) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The corners without those that repeat the one before, in a ring if `closed`.
pub(crate) fn distinct<T: Copy + PartialEq>(corners: &[T], closed: bool) -> Vec<T> {
    let mut kept: Vec<T> = corners.to_vec();
    kept.dedup();
    while closed && kept.len() > 1 && kept.first() == kept.last() {
        kept.pop();
    }
    kept
}

/// A side of a polygon that is not vertical, from left to right.
struct Side {
    left: Point,
    right: Point,
}

impl Side {
    /// The height at `x`, exactly that of an end of the side at the end.
    fn at(&self, x: f32) -> f32 {
        if x <= self.left.x {
            return self.left.y;
        }
        if x >= self.right.x {
            return self.right.y;
        }
        let share = f64::from(x - self.left.x) / f64::from(self.right.x - self.left.x);
        #[allow(clippy::cast_possible_truncation)] // between two heights
        let y = (f64::from(self.left.y) + share * f64::from(self.right.y - self.left.y)) as f32;
        y
    }
}

/// A piece that the slabs so far have made: its lower and upper side, and where it begins and ends.
struct Span {
    low: usize,
    high: usize,
    from: f32,
    to: f32,
}

/// Cuts a polygon that does not cross itself into trapezoids and triangles with vertical sides, whose corners go round
/// counterclockwise where y grows upwards.
pub(crate) fn trapezoids(corners: &[Point]) -> Vec<Vec<Point>> {
    let next = corners.iter().cycle().skip(1);
    let sides: Vec<Side> = corners
        .iter()
        .zip(next)
        .filter(|(from, to)| from.x != to.x)
        .map(|(&from, &to)| if from.x < to.x { Side { left: from, right: to } } else { Side { left: to, right: from } })
        .collect();
    let mut cuts: Vec<f32> = corners.iter().map(|corner| corner.x).collect();
    cuts.sort_by(f32::total_cmp);
    cuts.dedup();
    let (mut open, mut closed): (Vec<Span>, Vec<Span>) = (Vec::new(), Vec::new());
    for (&from, &to) in cuts.iter().zip(cuts.iter().skip(1)) {
        let middle = |side: &Side| f64::from(side.at(from)) + f64::from(side.at(to));
        let mut across: Vec<usize> =
            (0..sides.len()).filter(|&at| sides[at].left.x <= from && sides[at].right.x >= to).collect();
        across.sort_by(|&one, &other| middle(&sides[one]).total_cmp(&middle(&sides[other])));
        let now = across.chunks_exact(2).map(|pair| {
            let before = open.iter().find(|span| (span.low, span.high) == (pair[0], pair[1]));
            Span { low: pair[0], high: pair[1], from: before.map_or(from, |span| span.from), to }
        });
        let now: Vec<Span> = now.collect();
        let goes_on = |span: &Span| now.iter().any(|other| (other.low, other.high) == (span.low, span.high));
        closed.extend(open.into_iter().filter(|span| !goes_on(span)));
        open = now;
    }
    closed.extend(open);
    let piece = |Span { low, high, from, to }: &Span| {
        let (low, high) = (&sides[*low], &sides[*high]);
        let corner = |side: &Side, x: f32| Point::new(x, side.at(x));
        distinct(&[corner(low, *from), corner(low, *to), corner(high, *to), corner(high, *from)], true)
    };
    closed.iter().map(piece).collect()
}

/// The ground along a line: below it or, where it is upright or leads back under itself, at its right hand as one goes
/// from its left end to its right end. One piece a side; the upper sides are those of the line.
pub(crate) fn band(line: &[Point]) -> Vec<Vec<Point>> {
    let mut line = line.to_vec();
    if let (Some(first), Some(last)) = (line.first(), line.last())
        && last.x < first.x
    {
        line.reverse();
    }
    let pairs = line.iter().zip(line.iter().skip(1));
    pairs
        .map(|(&from, &to)| {
            let along = (to - from) * (1.0 / (to - from).length());
            let aside = if along.x.abs() < UPRIGHT {
                Point::new(if along.y > 0.0 { BAND } else { -BAND }, 0.0)
            } else {
                Point::new(0.0, -BAND / along.x)
            };
            vec![from, from + aside, to + aside, to]
        })
        .collect()
}

/// Whether the upper side of each piece goes on beyond its left and beyond its right end, in another piece that has the
/// same corner. What lies below such a corner is inside the ground, and no wall.
pub(crate) fn seams(pieces: &[Vec<Point>]) -> Vec<(bool, bool)> {
    let highest = |one: Point, other: Point| if other.y > one.y { other } else { one };
    let ends = |piece: &Vec<Point>| {
        piece.iter().fold((piece[0], piece[0]), |(left, right), &at| {
            let end = |end: Point, beyond: bool| match beyond {
                true => at,
                false if at.x == end.x => highest(end, at),
                false => end,
            };
            (end(left, at.x < left.x), end(right, at.x > right.x))
        })
    };
    let ends: Vec<(Point, Point)> = pieces.iter().map(ends).collect();
    let meets = |at: Point, end: fn(&(Point, Point)) -> Point| ends.iter().any(|other| end(other) == at);
    ends.iter().map(|&(left, right)| (meets(left, |other| other.1), meets(right, |other| other.0))).collect()
}

#[cfg(test)]
mod tests {
    use testkit::random::Random;

    use super::*;

    /// Whether a polygon contains a point, by the number of its sides above it.
    fn contains(corners: &[Point], at: Point) -> bool {
        let next = corners.iter().cycle().skip(1);
        let above = corners
            .iter()
            .zip(next)
            .filter(|(a, b)| (a.x <= at.x) != (b.x <= at.x) && a.y + (at.x - a.x) / (b.x - a.x) * (b.y - a.y) > at.y);
        above.count() % 2 == 1
    }

    fn area(corners: &[Point]) -> f32 {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a.x * b.y - a.y * b.x).sum::<f32>() / 2.0
    }

    /// A polygon of random corners around a point, in the order of their angles, so that it does not cross itself.
    fn star(random: &mut Random) -> Vec<Point> {
        let count = 3 + random.below(20);
        let corner = |at: u64, random: &mut Random| {
            let (sine, cosine) = (at as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
            let far = 1.0 + random.below(9) as f32;
            Point::new((cosine * far * 4.0).round() / 4.0, sine * far)
        };
        (0..count).map(|at| corner(at, random)).collect()
    }

    fn pairs(corners: &[Point]) -> Vec<(f32, f32)> {
        corners.iter().map(|at| (at.x, at.y)).collect()
    }

    #[test]
    fn the_pieces_of_a_polygon_cover_it_once_and_their_upper_sides_are_its_own() {
        let mut random = Random::new(7);
        let mut tried = 0;
        while tried < 400 {
            let corners = star(&mut random);
            if crossing(&pairs(&corners)).is_some() {
                continue;
            }
            tried += 1;
            let pieces = trapezoids(&corners);
            assert!(pieces.len() <= 2 * corners.len() && pieces.iter().all(|piece| (3..=4).contains(&piece.len())));
            let whole: f32 = pieces.iter().map(|piece| area(piece)).sum();
            assert!((whole - area(&corners).abs()).abs() < 1e-3 * whole, "{corners:?}: {whole}");
            for _ in 0..100 {
                let at =
                    Point::new(random.below(2000) as f32 / 100.0 - 9.987, random.below(2000) as f32 / 100.0 - 9.991);
                let within = pieces.iter().filter(|piece| contains(piece, at)).count();
                assert_eq!(within, usize::from(contains(&corners, at)), "{corners:?} {at:?}");
            }
            for piece in &pieces {
                for (from, to) in piece.iter().zip(piece.iter().cycle().skip(1)).filter(|(from, to)| to.x < from.x) {
                    let above = (*from + *to) * 0.5 + Point::new(0.0, 1e-3);
                    let thin = (from.x - to.x) < 0.01;
                    assert!(thin || !contains(&corners, above), "{corners:?}: {from:?} to {to:?} lies inside");
                }
            }
        }
    }

    #[test]
    fn polygons_that_cross_or_touch_themselves_are_told_from_others() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        let valley = [(0.0, 0.0), (9.0, 0.0), (9.0, 5.0), (5.0, 1.0), (0.0, 5.0)];
        assert_eq!((crossing(&square), crossing(&valley)), (None, None));
        let bow = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)];
        let pinched = [(0.0, 0.0), (9.0, 0.0), (9.0, 5.0), (5.0, 0.0), (0.0, 5.0)];
        let spike = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (4.0, 9.0), (4.0, 4.0), (0.0, 4.0)];
        let back = [(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (0.0, 4.0)];
        for (name, corners) in [("bow", &bow[..]), ("pinched", &pinched), ("spike", &spike), ("back", &back)] {
            assert!(crossing(corners).is_some(), "{name}");
        }
        assert_eq!(crossing(&bow), Some((0, 2)));
    }

    #[test]
    fn a_seam_is_where_the_ground_goes_on_at_the_same_height() {
        // A flat, a slope, and a step up: the corner above the step is none.
        let line = [(0.0, 1.0), (2.0, 1.0), (4.0, 3.0), (4.0, 5.0), (6.0, 5.0)].map(|(x, y)| Point::new(x, y));
        let expected = [(false, true), (true, false), (false, false), (false, false)];
        assert_eq!(seams(&band(&line)), expected);
        let mut corners = line.to_vec();
        corners.extend([Point::new(6.0, 0.0), Point::new(0.0, 0.0)]);
        let pieces = trapezoids(&corners);
        assert_eq!(pieces.len(), 3, "{pieces:?}");
        let seams = seams(&pieces);
        let step = pieces.iter().position(|piece| piece.iter().all(|at| at.x >= 4.0)).expect("the step");
        assert_eq!(seams[step], (false, false));
        assert_eq!(seams.iter().filter(|&&seam| seam == (false, true)).count(), 1);
        assert_eq!(seams.iter().filter(|&&seam| seam == (true, false)).count(), 1);
    }

    #[test]
    fn the_ground_of_a_line_lies_below_it_whichever_end_was_drawn_first() {
        let line = [(0.0, 1.0), (2.0, 1.0), (2.0, 3.0), (6.0, 5.0)].map(|(x, y)| Point::new(x, y));
        let mut back = line;
        back.reverse();
        let pieces = band(&line);
        assert_eq!(pieces.len(), 3);
        for pieces in [&pieces, &band(&back)] {
            assert!(pieces.iter().any(|piece| contains(piece, Point::new(1.0, 0.9))));
            assert!(pieces.iter().any(|piece| contains(piece, Point::new(2.1, 2.0))));
            assert!(pieces.iter().any(|piece| contains(piece, Point::new(4.0, 3.9))));
            assert!(pieces.iter().all(|piece| area(piece) > 0.0), "{pieces:?}");
            for above in [Point::new(1.0, 1.1), Point::new(1.9, 2.0), Point::new(4.0, 4.1)] {
                assert!(!pieces.iter().any(|piece| contains(piece, above)), "{above:?}");
            }
        }
    }
}
