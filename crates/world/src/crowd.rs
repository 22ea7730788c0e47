//! How crowded a world is: counts of rectangles that overlap, by sweeping a line over them (J. L. Bentley, 1977).
//!
//! The physics does work, and holds memory, for each pair of bodies that are close to each other, and pairs can grow
//! with the square of the number of bodies. So a world is refused whose bodies overlap too often at the start, or whose
//! ground is so piled up that too many could touch it at once; both take time `n log n` here.

use crate::map::Area;
use crate::point::Point;

/// Returns the number of pairs of rectangles that overlap or touch.
pub(crate) fn overlaps(rectangles: &[Area]) -> u64 {
    let lows = sorted(rectangles.iter().map(|one| one.low.y));
    let highs = sorted(rectangles.iter().map(|one| one.high.y));
    let (mut begun, mut ended) = (Counts::new(lows.len()), Counts::new(highs.len()));
    let (mut present, mut pairs) = (0, 0);
    for (at, begins) in events(rectangles) {
        let Area { low, high } = rectangles[at];
        if begins {
            let below = ended.before(highs.partition_point(|&other| other < low.y));
            let above = present - begun.before(lows.partition_point(|&other| other <= high.y));
            pairs += present - below - above;
            present += 1;
            begun.add(rank(&lows, low.y), 1);
            ended.add(rank(&highs, high.y), 1);
        } else {
            present -= 1;
            begun.add(rank(&lows, low.y), u64::MAX);
            ended.add(rank(&highs, high.y), u64::MAX);
        }
    }
    pairs
}

/// Returns the largest number of rectangles that hold one point, and such a point.
pub(crate) fn deepest(rectangles: &[Area]) -> (u64, Point) {
    let lows = sorted(rectangles.iter().map(|one| one.low.y));
    let mut depths = Depths::new(lows.len());
    let mut best = (0, Point::default());
    for (at, begins) in events(rectangles) {
        let Area { low, high } = rectangles[at];
        let (from, to) = (rank(&lows, low.y), lows.partition_point(|&other| other <= high.y));
        depths.add(from, to, if begins { 1 } else { -1 });
        if begins {
            let (depth, place) = depths.most();
            if depth > best.0 {
                best = (depth, Point::new(low.x, lows[place]));
            }
        }
    }
    (u64::try_from(best.0).unwrap_or(0), best.1)
}

/// The left and right edges of rectangles from left to right: the index of each, and whether it begins there. Of equal
/// edges those that begin come first, so that touching counts as overlapping.
fn events(rectangles: &[Area]) -> impl Iterator<Item = (usize, bool)> {
    let begin = rectangles.iter().enumerate().map(|(at, one)| (one.low.x, false, at));
    let end = rectangles.iter().enumerate().map(|(at, one)| (one.high.x, true, at));
    let mut all: Vec<(f32, bool, usize)> = begin.chain(end).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    all.into_iter().map(|(_, ends, at)| (at, !ends))
}

fn sorted(values: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.dedup();
    values
}

/// The index of a value that is among the sorted ones.
fn rank(sorted: &[f32], value: f32) -> usize {
    sorted.partition_point(|&other| other < value)
}

/// Counts at places, with their sums up to a place (a Fenwick tree).
struct Counts(Vec<u64>);

impl Counts {
    fn new(places: usize) -> Counts {
        Counts(vec![0; places + 1])
    }

    /// Adds to the count at a place, modulo 2^64: `u64::MAX` takes one away.
    fn add(&mut self, place: usize, count: u64) {
        let mut at = place + 1;
        while let Some(sum) = self.0.get_mut(at) {
            *sum = sum.wrapping_add(count);
            at += at & at.wrapping_neg();
        }
    }

    /// The sum of the counts at the first `places` places.
    fn before(&self, places: usize) -> u64 {
        let (mut at, mut sum) = (places, 0_u64);
        while at > 0 {
            sum = sum.wrapping_add(self.0[at]);
            at &= at - 1;
        }
        sum
    }
}

/// Depths at places, with the greatest of all: a tree whose inner nodes hold what was added to all places below them.
struct Depths {
    leaves: usize,
    added: Vec<i64>,
    /// The greatest depth below each node, without what was added above it.
    most: Vec<i64>,
}

impl Depths {
    fn new(places: usize) -> Depths {
        let leaves = places.next_power_of_two().max(1);
        Depths { leaves, added: vec![0; 2 * leaves], most: vec![0; 2 * leaves] }
    }

    /// Adds to the depths of the places `from..to`.
    fn add(&mut self, from: usize, to: usize, depth: i64) {
        self.add_below(1, (0, self.leaves), (from, to), depth);
    }

    fn add_below(&mut self, node: usize, (first, end): (usize, usize), (from, to): (usize, usize), depth: i64) {
        if to <= first || end <= from {
            return;
        }
        if from <= first && end <= to {
            self.added[node] += depth;
            self.most[node] += depth;
            return;
        }
        let middle = usize::midpoint(first, end);
        self.add_below(2 * node, (first, middle), (from, to), depth);
        self.add_below(2 * node + 1, (middle, end), (from, to), depth);
        self.most[node] = self.most[2 * node].max(self.most[2 * node + 1]) + self.added[node];
    }

    /// The greatest depth and its first place.
    fn most(&self) -> (i64, usize) {
        let mut node = 1;
        while node < self.leaves {
            node = if self.most[2 * node] >= self.most[2 * node + 1] { 2 * node } else { 2 * node + 1 };
        }
        (self.most[1], node - self.leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

    fn rectangles(random: &mut Random) -> Vec<Area> {
        let count = random.below(40);
        let mut side = |below: usize| f32::from(u8::try_from(random.below(below)).unwrap_or(0));
        (0..count)
            .map(|_| {
                let low = Point::new(side(30), side(30));
                Area { low, high: low + Point::new(side(9), side(9)) }
            })
            .collect()
    }

    fn meet(one: &Area, other: &Area) -> bool {
        one.low.x <= other.high.x && other.low.x <= one.high.x && one.low.y <= other.high.y && other.low.y <= one.high.y
    }

    #[test]
    fn sweeping_agrees_with_comparing_all() {
        let mut random = Random::new(41);
        let mut most = 0;
        for _ in 0..500 {
            let all = rectangles(&mut random);
            let pairs =
                all.iter().enumerate().map(|(at, one)| all[..at].iter().filter(|other| meet(one, other)).count());
            assert_eq!(overlaps(&all), pairs.sum::<usize>() as u64);
            // The deepest point is a corner of the left and lower edges of two of them.
            let corners = all.iter().flat_map(|a| all.iter().map(|b| Point::new(a.low.x, b.low.y)));
            let depth = |at: Point| all.iter().filter(|one| one.holds(at)).count() as u64;
            let (found, at) = deepest(&all);
            assert_eq!(found, corners.map(depth).max().unwrap_or(0));
            assert!(all.is_empty() || depth(at) == found);
            most = most.max(found);
        }
        assert!(most > 5);
    }
}
