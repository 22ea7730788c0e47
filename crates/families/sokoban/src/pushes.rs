//! Pushes on a board, for searches for fewest pushes: the squares that the player can reach, pushes with the walks to
//! them, and the squares from which no box can reach a goal.

use std::collections::VecDeque;

use super::rules::{Board, Direction, Square, State};

/// A push of one box by one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    /// The square of the box before the push.
    pub square: u16,
    /// The direction in which the box moves.
    pub direction: Direction,
}

/// The squares that the player can reach without a push, with a shortest walk to each.
#[derive(Clone, Debug)]
pub struct Reach {
    player: usize,
    /// The last move of a shortest walk to the square.
    last: Vec<Option<Direction>>,
}

impl Reach {
    /// Whether the player can walk to this square.
    #[must_use]
    pub fn contains(&self, square: usize) -> bool {
        square == self.player || self.last[square].is_some()
    }

    /// Returns the first reachable square in reading order, which identifies the player's whole component.
    #[must_use]
    pub fn first(&self) -> usize {
        let found = self.last.iter().position(Option::is_some).unwrap_or(self.player);
        found.min(self.player)
    }
}

impl Board {
    /// Returns the squares that the player can reach without a push.
    #[must_use]
    pub fn reach(&self, state: &State) -> Reach {
        let player = state.player();
        let mut last = vec![None; self.squares().len()];
        let mut queue = VecDeque::from([player]);
        while let Some(square) = queue.pop_front() {
            for direction in Direction::ALL {
                let Some(next) = self.open_neighbour(square, direction) else { continue };
                if next != player && last[next].is_none() && !state.has_box(next) {
                    last[next] = Some(direction);
                    queue.push_back(next);
                }
            }
        }
        Reach { player, last }
    }

    /// Returns the state with the player moved to the first reachable square: equal for states that differ only by a
    /// walk.
    #[must_use]
    pub fn normalised(&self, state: &State) -> State {
        State::new(self.reach(state).first() as u16, state.boxes().to_vec())
    }

    /// Returns every push that is possible after some walk.
    #[must_use]
    pub fn pushes(&self, state: &State) -> Vec<Push> {
        let reach = self.reach(state);
        let all = state.boxes().iter().flat_map(|&square| Direction::ALL.map(|direction| Push { square, direction }));
        all.filter(|push| self.push_squares(state, *push).is_some_and(|(stand, _)| reach.contains(stand))).collect()
    }

    /// Where the player stands before a push, and where the box is after it, if both squares are free.
    fn push_squares(&self, state: &State, push: Push) -> Option<(usize, usize)> {
        let square = usize::from(push.square);
        let stand = self.open_neighbour(square, push.direction.opposite())?;
        let to = self.open_neighbour(square, push.direction)?;
        (!state.has_box(stand) && !state.has_box(to)).then_some((stand, to))
    }

    /// Returns the state after a push, with the player where the box was; `None` where a square is not free. It does
    /// not check that the player can walk to the box: [`Board::pushes`] lists only such pushes.
    #[must_use]
    pub fn push(&self, state: &State, push: Push) -> Option<State> {
        let square = usize::from(push.square);
        let (_, to) = self.push_squares(state, push).filter(|_| state.has_box(square))?;
        Some(state.moved(square, square, to))
    }

    /// Returns the single moves of a push, a shortest walk first, and the state after them; `None` where it is not
    /// possible.
    #[must_use]
    pub fn walk_and_push(&self, state: &State, push: Push) -> Option<(Vec<Direction>, State)> {
        let (stand, _) = self.push_squares(state, push)?;
        let next = self.push(state, push)?;
        let reach = self.reach(state);
        if !reach.contains(stand) {
            return None;
        }
        let mut moves = vec![push.direction];
        let mut square = stand;
        while let Some(direction) = reach.last[square] {
            moves.push(direction);
            square = self.neighbour(square, direction.opposite())?;
        }
        moves.reverse();
        Some((moves, next))
    }

    /// Returns the number of single moves of pushes one after another, with a shortest walk before each; `None` where
    /// one of them is not possible.
    pub(super) fn walked(&self, state: &State, pushes: &[Push]) -> Option<usize> {
        let (mut state, mut moves) = (state.clone(), 0);
        for push in pushes {
            let (walk, next) = self.walk_and_push(&state, *push)?;
            (state, moves) = (next, moves + walk.len());
        }
        Some(moves)
    }

    /// Returns for every square whether a lone box there could be pushed to a goal. A box on any other square makes
    /// the level
    /// unsolvable for good, so that a search may leave such states out.
    #[must_use]
    pub fn live_squares(&self) -> Vec<bool> {
        let is_goal = |&square: &usize| self.square(square) == Square::Goal;
        let mut queue: Vec<usize> = (0..self.squares().len()).filter(is_goal).collect();
        let mut live = vec![false; self.squares().len()];
        queue.iter().for_each(|&square| live[square] = true);
        while let Some(square) = queue.pop() {
            for direction in Direction::ALL {
                // The player pulls the box one square and stands one square farther.
                let Some(to) = self.open_neighbour(square, direction) else { continue };
                if !live[to] && self.open_neighbour(to, direction).is_some() {
                    live[to] = true;
                    queue.push(to);
                }
            }
        }
        live
    }
}
