//! Shapes: every way to put a body of some size together from stored effects and loops whose counts are left open.
//!
//! Effects are stored up to size K. A longer body is cut after K tokens where a part ends there: a stored effect of
//! size K, then a body of the rest. Otherwise a loop straddles the cut: a stored effect (or nothing) before it, the
//! loop with any count, a body of the rest behind it. So each body, up to domination, has exactly one shape.

/// A slot of a shape; a loop is followed by the slots of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Any stored effect of this size.
    Any(usize),
    /// A loop over the next so many slots.
    Loop(usize),
}

/// Slots in order.
pub(super) type Shape = Vec<Slot>;

/// The shapes of loop bodies of a size, with effects stored up to size `stored`. A body that is a single loop is
/// left out: a loop of a loop is the inner loop with another count.
pub(super) fn bodies(size: usize, stored: usize) -> Vec<Shape> {
    sequences(size, stored, false)
}

fn sequences(size: usize, stored: usize, single_loop: bool) -> Vec<Shape> {
    if size == 0 {
        return vec![Vec::new()];
    }
    if size <= stored {
        return vec![vec![Slot::Any(size)]];
    }
    let mut shapes = Vec::new();
    for rest in sequences(size - stored, stored, true) {
        shapes.push([vec![Slot::Any(stored)], rest].concat());
    }
    for before in 0..stored {
        for body in stored - before..size - before {
            let after = size - before - 1 - body;
            if before + after == 0 && !single_loop {
                continue;
            }
            straddling(before, body, after, stored, &mut shapes);
        }
    }
    shapes
}

fn straddling(before: usize, body: usize, after: usize, stored: usize, shapes: &mut Vec<Shape>) {
    let head: Shape = if before == 0 { Vec::new() } else { vec![Slot::Any(before)] };
    for inner in sequences(body, stored, false) {
        for rest in sequences(after, stored, true) {
            shapes.push([head.clone(), vec![Slot::Loop(inner.len())], inner.clone(), rest].concat());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(shape: &[Slot]) -> usize {
        let one = |slot: &Slot| match slot {
            Slot::Any(size) => *size,
            Slot::Loop(_) => 1,
        };
        shape.iter().map(one).sum()
    }

    #[test]
    fn every_shape_has_the_size_asked_for_and_none_comes_twice() {
        for stored in 1..5 {
            for size in 1..9 {
                let shapes = bodies(size, stored);
                assert!(shapes.iter().all(|shape| tokens(shape) == size));
                let alike = |shape: &Shape| shapes.iter().filter(|other| *other == shape).count();
                assert!(shapes.iter().all(|shape| alike(shape) == 1), "{size} {stored}");
            }
        }
    }

    /// With effects of one action each, the shapes are the trees of actions and loops without a loop that is alone
    /// in a loop.
    #[test]
    fn shapes_of_single_actions_are_all_trees() {
        let counts: Vec<usize> = (1..6).map(|size| bodies(size, 1).len()).collect();
        assert_eq!(counts, [1, 1, 3, 7, 19]);
    }
}
