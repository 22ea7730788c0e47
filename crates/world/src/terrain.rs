//! The ground near a character, and the path of the character's centre over it.
//!
//! The centre of a disc that rests on convex pieces of ground lies on the upper edge of their Minkowski sums with the
//! disc (Lozano-Pérez, 1983): above an edge on the parallel at the distance of the radius, above a corner on an arc.
//! A character that walks follows this line by the length of its step, so that it keeps its speed along slopes and does
//! not take off at crests. Each look at a place costs the corners of the pieces near the character. Only additions,
//! multiplications, divisions and square roots are used, which give the same bits on every computer.

use crate::point::Point;

/// The upward part of a normal from which ground carries: a slope of 60 degrees, with a margin for rounding.
pub(crate) const CARRIES: f32 = 0.499;
/// A disc within this vertical distance of the ground, in metres, counts as resting on it.
pub(crate) const NEAR: f32 = 0.05;
/// How many metres ground may rise or fall beside a path of one metre: more than a slope of 60 degrees does.
const STEEPEST: f32 = 2.0;
/// The number of looks in which the length of a step along the ground is found.
const LOOKS: usize = 3;

/// The pieces of ground near a character.
#[derive(Debug, Default)]
pub(crate) struct Terrain {
    pieces: Vec<Piece>,
    /// The corners of all pieces, counterclockwise.
    corners: Vec<Point>,
}

/// A convex piece of ground.
#[derive(Debug)]
struct Piece {
    /// Its corners in [`Terrain::corners`].
    corners: std::ops::Range<usize>,
    velocity: Point,
    tag: u32,
}

/// A place where a disc rests on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footing {
    /// The height of the centre of the disc, in metres.
    pub(crate) y: f32,
    /// The unit vector that points away from the ground.
    pub(crate) normal: Point,
    /// The velocity of the ground in the next step, in metres a second.
    pub(crate) velocity: Point,
    /// The tag of the piece of ground.
    pub(crate) tag: u32,
    /// Whether the disc rests on a corner, and not on an edge.
    pub(crate) corner: bool,
}

impl Terrain {
    /// Removes all pieces.
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.corners.clear();
    }

    /// Adds a convex piece with these corners, counterclockwise, that moves with `velocity` in the next step.
    pub(crate) fn add(&mut self, corners: impl Iterator<Item = Point>, velocity: Point, tag: u32) {
        let from = self.corners.len();
        self.corners.extend(corners);
        self.pieces.push(Piece { corners: from..self.corners.len(), velocity, tag });
    }

    /// Returns the highest place above `x` where a disc rests with its centre between the heights `low` and `high`.
    /// What is too steep to carry is a wall, on which nothing rests.
    pub(crate) fn rest(&self, radius: f32, x: f32, low: f32, high: f32) -> Option<Footing> {
        let mut best: Option<Footing> = None;
        for piece in &self.pieces {
            let Some((y, normal, corner)) = rest_on(&self.corners[piece.corners.clone()], radius, x) else { continue };
            let better = best.is_none_or(|best| y > best.y || (y == best.y && piece.tag < best.tag));
            if better && normal.y > CARRIES && (low..=high).contains(&y) {
                best = Some(Footing { y, normal, velocity: piece.velocity, tag: piece.tag, corner });
            }
        }
        best
    }

    /// Whether ground that carries lies under the centre `at` of a disc, by at most `slack` metres lower than where the
    /// disc would touch it. It does not under a disc that hangs on the edge of a platform.
    pub(crate) fn is_under(&self, radius: f32, at: Point, slack: f32) -> bool {
        self.pieces.iter().any(|piece| {
            let surface =
                edges(&self.corners[piece.corners.clone()]).find(|edge| (edge.left.x..=edge.right.x).contains(&at.x));
            surface.is_some_and(|edge| {
                let normal = edge.normal();
                let height = edge.left.y + (at.x - edge.left.x) * edge.rise();
                normal.y > CARRIES && height < at.y && at.y - height <= radius / normal.y + slack
            })
        })
    }

    /// Returns the displacement of a disc that rests at `from` above `x` and walks `way` metres along the ground, to
    /// the right if `way` is positive. Returns `None` if the ground ends, at the edge of a platform.
    pub(crate) fn follow(&self, radius: f32, x: f32, from: &Footing, way: f32) -> Option<Point> {
        let (length, reach) = (way.abs(), way.abs() * STEEPEST + NEAR / 2.0);
        let mut aside = way * from.normal.y;
        let mut path = Point::default();
        for look in 1..=LOOKS {
            let next = self.rest(radius, x + aside, from.y - reach, from.y + reach)?;
            if look == LOOKS && next.corner && next.normal.x * way > 0.0 {
                let at = Point::new(x + aside, next.y);
                self.is_under(radius, at, reach).then_some(())?;
            }
            path = Point::new(aside, next.y - from.y);
            aside *= length / path.length().max(f32::MIN_POSITIVE);
        }
        Some(path.capped(length))
    }
}

/// An edge at the top of a piece, from left to right.
struct Edge {
    left: Point,
    right: Point,
}

impl Edge {
    /// Metres upwards for each metre to the right.
    fn rise(&self) -> f32 {
        (self.right.y - self.left.y) / (self.right.x - self.left.x)
    }

    fn normal(&self) -> Point {
        let along = self.right - self.left;
        Point::new(-along.y, along.x) * (1.0 / along.length())
    }
}

/// The edges at the top of a convex polygon whose corners are given counterclockwise.
fn edges(corners: &[Point]) -> impl Iterator<Item = Edge> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).filter(|(from, to)| to.x < from.x).map(|(&right, &left)| Edge { left, right })
}

/// The height at which the centre of a disc above `x` rests on a convex polygon, the normal there, and whether it rests
/// on a corner.
fn rest_on(corners: &[Point], radius: f32, x: f32) -> Option<(f32, Point, bool)> {
    let mut best: Option<(f32, Point, bool)> = None;
    let mut see = |y: f32, normal: Point, corner: bool| {
        if best.is_none_or(|best| y > best.0) {
            best = Some((y, normal, corner));
        }
    };
    for edge in edges(corners) {
        let normal = edge.normal();
        let foot = x - radius * normal.x;
        if (edge.left.x..=edge.right.x).contains(&foot) {
            see(edge.left.y + (foot - edge.left.x) * edge.rise() + radius * normal.y, normal, false);
        }
    }
    for corner in corners {
        let aside = x - corner.x;
        let square = radius * radius - aside * aside;
        if square > 0.0 {
            let up = square.sqrt();
            see(corner.y + up, Point::new(aside / radius, up / radius), true);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terrain(pieces: &[&[(f32, f32)]]) -> Terrain {
        let mut terrain = Terrain::default();
        for (tag, piece) in (0..).zip(pieces) {
            terrain.add(piece.iter().map(|&(x, y)| Point::new(x, y)), Point::default(), tag);
        }
        terrain
    }

    /// The distance of a point to the outline of a polygon.
    fn distance(corners: &[(f32, f32)], at: Point) -> f32 {
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        let each = ends.map(|(&(a, b), &(c, d))| {
            let (along, away) = (Point::new(c - a, d - b), at - Point::new(a, b));
            let share = (away.x * along.x + away.y * along.y) / (along.x * along.x + along.y * along.y);
            (away - along * share.clamp(0.0, 1.0)).length()
        });
        each.fold(f32::MAX, f32::min)
    }

    const HILL: [(f32, f32); 4] = [(0.0, 0.0), (12.0, 0.0), (8.0, 4.0), (3.0, 4.0)];

    #[test]
    fn a_disc_rests_at_its_radius_from_the_ground() {
        let ground = terrain(&[&HILL]);
        for tenth in -4_i16..124 {
            let x = f32::from(tenth) / 10.0;
            let found = ground.rest(0.5, x, -1.0, 9.0);
            let Some(rest) = found else {
                // The left side rises by 53 degrees; beyond the lower corners there are walls, and nothing.
                assert!(!(-0.3..=12.3).contains(&x), "{x}");
                continue;
            };
            let away = distance(&HILL, Point::new(x, rest.y));
            assert!((away - 0.5).abs() < 1e-5, "{x}: {rest:?} {away}");
            let foot = Point::new(x, rest.y) - rest.normal * 0.5;
            assert!(distance(&HILL, foot) < 1e-5 && (rest.normal.length() - 1.0).abs() < 1e-6, "{x}: {rest:?}");
        }
    }

    #[test]
    fn a_path_has_the_length_of_the_way_over_slopes_crests_and_feet() {
        let ground = terrain(&[&[(-9.0, -1.0), (20.0, -1.0), (20.0, 0.0), (-9.0, 0.0)], &HILL]);
        for way in [0.01_f32, 0.067, 0.2] {
            let (mut x, mut y, mut gone) = (-3.0, 0.5, 0.0);
            while x < 15.0 {
                let from = ground.rest(0.5, x, y - 0.01, y + 0.01).expect("it rests");
                let path = ground.follow(0.5, x, &from, way).expect("the ground goes on");
                assert!((path.length() - way).abs() < way * 0.02, "{x}: {path:?}");
                (x, y, gone) = (x + path.x, from.y + path.y, gone + path.length());
                assert!(gone < 30.0);
            }
            // Up 5 metres, 5 along the top, down 5.66, and the level parts; arcs and feet change a little.
            assert!((gone - (3.0 + 5.0 + 5.0 + 5.657 + 3.0)).abs() < 0.7, "{gone}");
        }
    }

    #[test]
    fn ground_ends_at_the_edge_of_a_platform_and_at_a_steep_face() {
        let edge = [(0.0, 0.0), (5.0, 0.0), (5.0, 2.0), (0.0, 2.0)];
        let cliff = [(0.0, 0.0), (5.5, 0.0), (5.0, 2.0), (0.0, 2.0)];
        let slope = [(0.0, 0.0), (7.0, 0.0), (5.0, 2.0), (0.0, 2.0)];
        for (shape, ends) in [(edge, true), (cliff, true), (slope, false)] {
            let ground = terrain(&[&shape]);
            let from = ground.rest(0.5, 4.98, 2.0, 3.0).expect("it rests");
            assert_eq!(ground.follow(0.5, 4.98, &from, 0.067).is_none(), ends, "{shape:?}");
            assert!(ground.follow(0.5, 4.98, &from, -0.067).is_some());
        }
    }
}
