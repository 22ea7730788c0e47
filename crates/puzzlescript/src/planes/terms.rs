//! Win conditions and the player on planes.

use crate::game::{Game, Quantifier, Term};

/// The planes of a term, by the words where they begin.
#[derive(Clone, Debug)]
pub(super) enum TermPlanes {
    /// A cell must hold the one member.
    One(u32),
    /// A cell must hold one of the members.
    Any(Vec<u32>),
    /// A cell must hold all members.
    All(Vec<u32>),
}

impl TermPlanes {
    pub(super) fn new(term: &Term, stride: usize) -> Self {
        let starts: Vec<u32> = term.objects.iter().map(|id| (usize::from(id.0) * stride) as u32).collect();
        match starts[..] {
            [start] => Self::One(start),
            _ if term.all => Self::All(starts),
            _ => Self::Any(starts),
        }
    }

    /// A word of the plane of cells that the term speaks of, out of the cells given.
    #[inline]
    pub(super) fn word(&self, planes: &[u64], word: usize, cells: u64) -> u64 {
        let plane = |&start: &u32| planes[start as usize + word];
        match self {
            Self::One(start) => cells & plane(start),
            Self::Any(starts) => cells & starts.iter().fold(0, |any, start| any | plane(start)),
            Self::All(starts) => starts.iter().fold(cells, |cells, start| cells & plane(start)),
        }
    }
}

/// A win condition.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    quantifier: Quantifier,
    what: TermPlanes,
    on: Option<TermPlanes>,
}

/// The win conditions of a game.
pub(super) fn goals(game: &Game, stride: usize) -> Vec<Goal> {
    let goal = |condition: &crate::game::WinCondition| Goal {
        quantifier: condition.quantifier,
        what: TermPlanes::new(&condition.what, stride),
        on: condition.on.as_ref().map(|on| TermPlanes::new(on, stride)),
    };
    game.win.iter().map(goal).collect()
}

impl Goal {
    /// Whether the condition holds on a board of these cells.
    pub(super) fn holds(&self, planes: &[u64], board: &[u64]) -> bool {
        for (word, &cells) in board.iter().enumerate() {
            let what = self.what.word(planes, word, cells);
            if what == 0 {
                continue;
            }
            let both = self.on.as_ref().map_or(what, |on| on.word(planes, word, what));
            match self.quantifier {
                Quantifier::All if both != what => return false,
                Quantifier::No if both != 0 => return false,
                Quantifier::Some if both != 0 => return true,
                _ => {}
            }
        }
        self.quantifier != Quantifier::Some
    }
}
