//! Search for near elements of one kind: they are sorted by `x` and searched outwards.
//!
//! A world is wide and low, so that a search along `x` ends after a few neighbours: it stops when the distance in `x`
//! alone exceeds the best found. The order hardly changes from step to step, which makes sorting cheap. Of several
//! elements at the same distance the lowest index counts.

use crate::point::Point;

/// The elements of one kind by their index in the world's list, sorted by `x`.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpatialIndex {
    places: Vec<(Point, u32)>,
    fresh: bool,
}

impl SpatialIndex {
    pub(crate) fn with(ids: impl Iterator<Item = u32>) -> SpatialIndex {
        SpatialIndex { places: ids.map(|id| (Point::default(), id)).collect(), fresh: false }
    }

    /// Returns the elements in the order of their indices; some may have been removed from the world since the last
    /// refresh.
    pub(crate) fn ids(&self) -> Vec<u32> {
        let mut ids: Vec<u32> = self.places.iter().map(|place| place.1).collect();
        ids.sort_unstable();
        ids
    }

    /// Marks the index as out of date, because elements moved.
    pub(crate) fn stale(&mut self) {
        self.fresh = false;
    }

    /// Updates the positions if the index is out of date. Elements for which `place` returns `None` are removed for
    /// good.
    pub(crate) fn refresh(&mut self, place: impl Fn(u32) -> Option<Point>) {
        if self.fresh {
            return;
        }
        self.places.retain_mut(|(at, id)| match place(*id) {
            Some(now) => {
                *at = now;
                true
            }
            None => false,
        });
        self.places.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.1.cmp(&b.1)));
        self.fresh = true;
    }

    /// Returns the element nearest to `from` other than `own`.
    pub(crate) fn nearest(&self, from: Point, own: u32) -> Option<u32> {
        let middle = self.places.partition_point(|place| place.0.x < from.x);
        let mut best = (f32::INFINITY, u32::MAX);
        let mut right = self.places[middle..].iter();
        let mut left = self.places[..middle].iter().rev();
        let (mut on_right, mut on_left) = (true, true);
        while on_right || on_left {
            on_right = on_right && better(right.next(), from, own, &mut best);
            on_left = on_left && better(left.next(), from, own, &mut best);
        }
        (best.1 != u32::MAX).then_some(best.1)
    }

    /// Returns the elements within `reach` of `from`, in the order of their indices.
    pub(crate) fn within(&self, from: Point, reach: f32) -> Vec<u32> {
        let start = self.places.partition_point(|place| place.0.x < from.x - reach);
        let near = self.places[start..].iter().take_while(|place| place.0.x <= from.x + reach);
        let mut found: Vec<u32> =
            near.filter(|place| (place.0 - from).length() <= reach).map(|place| place.1).collect();
        found.sort_unstable();
        found
    }
}

/// Compares a candidate with the best found; returns whether farther elements on its side may still be nearer.
fn better(place: Option<&(Point, u32)>, from: Point, own: u32, best: &mut (f32, u32)) -> bool {
    let Some(&(at, id)) = place else {
        return false;
    };
    let away = at - from;
    if away.x * away.x > best.0 {
        return false;
    }
    let candidate = (away.x * away.x + away.y * away.y, id);
    if id != own && candidate < *best {
        *best = candidate;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_agrees_with_looking_at_all() {
        let mut random = testkit::random::Random::new(7);
        let mut draw = |below: u16| f32::from(random.below(below)) / 4.0;
        for count in [0_u32, 1, 2, 63, 64, 65, 300] {
            let points: Vec<Point> = (0..count).map(|_| Point::new(draw(200), draw(40))).collect();
            let mut rank = SpatialIndex::with(0..count);
            rank.refresh(|id| Some(points[id as usize]));
            for own in 0..count.max(1) {
                let from = Point::new(draw(240) - 5.0, draw(40));
                let far = |id: u32| {
                    let away = points[id as usize] - from;
                    away.x * away.x + away.y * away.y
                };
                let plain =
                    (0..count).filter(|&id| id != own).min_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
                assert_eq!(rank.nearest(from, own), plain);
                let around: Vec<u32> = (0..count).filter(|&id| (points[id as usize] - from).length() <= 3.0).collect();
                assert_eq!(rank.within(from, 3.0), around);
            }
        }
    }
}
