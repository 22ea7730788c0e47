//! The pairs of bodies that may come close to each other: those of the start are counted, and those of the ground with
//! itself and with elements are bounded for every later step.
//!
//! Pieces of ground never touch each other in the physics, but it looks at each pair of rectangles that overlap.
//! Wherever an element of half width `r` is, it touches no more pieces of ground than the greatest number of their
//! rectangles, enlarged by `r`, that hold one point; a platform that moves counts with its whole way. Elements are
//! grouped by size in powers of two. How many elements come close to each other later is not known beforehand, because
//! bodies push each other apart: a step that finds too many ends the world (see `World::step`).

use std::collections::BTreeMap;

use crate::ceilings::{MAX_CONTACTS, MAX_OVERLAPS};
use crate::crowd::{deepest, overlaps};
use crate::definition::{BodyKind, Kind};
use crate::map::{Area, Map, Placed, Solid, around};
use crate::physics::Outline;
use crate::point::Point;
use crate::problem::Problem;
use crate::world::area;

/// How far beyond their edges the physics looks for contacts, in metres.
const MARGIN: f32 = 0.05;

/// Returns the most contacts that a world may have in its first step, and with its ground later.
///
/// # Errors
/// Returns a problem if these are more than [`MAX_CONTACTS`], or pieces of ground overlap more often than
/// [`MAX_OVERLAPS`].
pub(crate) fn bounded(file: &str, map: &Map, kinds: &[(String, Kind)], of: &[usize]) -> Result<u64, Problem> {
    let solids: Vec<Area> = map.solids.iter().flat_map(pieces).map(|piece| wider(piece, MARGIN)).collect();
    let ways: Vec<Area> =
        map.solids.iter().flat_map(|solid| pieces(solid).into_iter().map(|piece| way(solid, piece))).collect();
    piled(file, &ways)?;
    let bodies: Vec<Area> =
        map.objects.iter().zip(of).flat_map(|(placed, &kind)| parts(placed, &kinds[kind].1)).collect();
    let all: Vec<Area> = solids.iter().chain(&bodies).copied().collect();
    let first = overlaps(&all) - overlaps(&solids);
    if first > MAX_CONTACTS {
        let (depth, at) = deepest(&bodies);
        let message = format!(
            "the elements are too crowded: they overlap with each other and with the ground at {first} places, {depth} \
             lie over one another near {}; expected at most {MAX_CONTACTS}",
            place_words(at)
        );
        return Err(Problem::of(file, message));
    }
    Ok(first.max(later(file, &ways, &bodies)?))
}

/// Returns a problem if pieces of ground overlap too often.
fn piled(file: &str, ways: &[Area]) -> Result<(), Problem> {
    let pairs = overlaps(ways);
    if pairs <= MAX_OVERLAPS {
        return Ok(());
    }
    let message = format!(
        "the ground is too crowded: its pieces overlap at {pairs} places, the ways of platforms counted whole; expected \
         at most {MAX_OVERLAPS}"
    );
    Err(Problem::of(file, message))
}

/// The most contacts of elements with the ground in any step.
fn later(file: &str, ways: &[Area], bodies: &[Area]) -> Result<u64, Problem> {
    let mut classes: BTreeMap<i32, u64> = BTreeMap::new();
    for body in bodies {
        let half = (body.high.x - body.low.x).max(body.high.y - body.low.y) / 2.0;
        #[allow(clippy::cast_possible_truncation)] // a logarithm
        let class = half.max(f32::MIN_POSITIVE).log2().ceil() as i32;
        *classes.entry(class).or_default() += 1;
    }
    let mut most = 0;
    for (class, count) in classes {
        let reach = 2.0_f32.powi(class);
        let (depth, at) = deepest(&ways.iter().map(|&way| wider(way, reach)).collect::<Vec<_>>());
        most += depth * count;
        if most > MAX_CONTACTS {
            let message = format!(
                "the ground is too crowded: {depth} pieces lie near {}, where {count} elements may come to; expected at \
                 most {MAX_CONTACTS} contacts",
                place_words(at)
            );
            return Err(Problem::of(file, message));
        }
    }
    Ok(most)
}

/// The rectangles around the bodies of an element.
fn parts(placed: &Placed, kind: &Kind) -> Vec<Area> {
    let around = |at: Point, half: Point| wider(Area { low: at - half, high: at + half }, MARGIN);
    let disc = Point::new(kind.radius, kind.radius);
    match (kind.nature, kind.torso) {
        (BodyKind::Item, _) => Vec::new(),
        (BodyKind::Crate, _) => {
            let half = placed.size.unwrap_or(disc * 2.0).length() / 2.0;
            vec![around(placed.at, Point::new(half, half))]
        }
        (_, None) => vec![around(placed.at, disc)],
        (_, Some(torso)) => {
            let half = Point::new(torso.width / 2.0, torso.height / 2.0);
            vec![around(placed.at, disc), around(placed.at + Point::new(0.0, half.y), half)]
        }
    }
}

/// The rectangles around the pieces of a solid at the start.
fn pieces(solid: &Solid) -> Vec<Area> {
    let Outline::Pieces { pieces, .. } = &solid.outline else { return vec![area(solid, 0)] };
    let around = pieces.iter().map(|piece| around(piece));
    around.map(|(low, high)| Area { low: solid.at + low, high: solid.at + high }).collect()
}

/// The rectangle around everywhere that a piece of a solid comes to.
fn way(solid: &Solid, piece: Area) -> Area {
    let Area { low, high } = wider(piece, MARGIN);
    let by = solid.route.map_or(Point::default(), |route| route.by);
    Area { low: low + Point::new(by.x.min(0.0), by.y.min(0.0)), high: high + Point::new(by.x.max(0.0), by.y.max(0.0)) }
}

fn wider(Area { low, high }: Area, by: f32) -> Area {
    let by = Point::new(by, by);
    Area { low: low - by, high: high + by }
}

fn place_words(at: Point) -> String {
    format!("x {:.1}, y {:.1}", at.x, at.y)
}
