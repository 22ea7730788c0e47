//! Win conditions, and the player's cells, on planes.

use crate::game::{Game, Quantifier, Term};

use super::PlaneEngine;
use super::state::bits;

/// A win condition.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    quantifier: Quantifier,
    what: Term,
    on: Option<Term>,
}

/// The win conditions of a game.
pub(super) fn goals(game: &Game) -> Vec<Goal> {
    let goal = |condition: &crate::game::WinCondition| Goal {
        quantifier: condition.quantifier,
        what: condition.what.clone(),
        on: condition.on.clone(),
    };
    game.win.iter().map(goal).collect()
}

impl<'g, const W: usize, const O: usize, const M: usize> PlaneEngine<'g, W, O, M> {
    /// A word of the plane of cells that a term speaks of.
    #[inline]
    pub(super) fn term_word(&self, term: &Term, word: usize) -> u64 {
        let stride = self.state.size.stride();
        let ids = term.objects.words().iter().enumerate();
        let planes = ids.flat_map(|(at, &ids)| bits(ids).map(move |bit| (at * 64 + bit) * stride + word));
        if !term.all {
            return planes.fold(0, |cells, at| cells | self.state.planes[at]);
        }
        let count = self.state.cells() - word * 64;
        let here = if count < 64 { (1 << count) - 1 } else { u64::MAX };
        planes.fold(here, |cells, at| cells & self.state.planes[at])
    }

    /// Whether a win condition holds.
    pub(super) fn is_reached(&self, goal: &Goal) -> bool {
        let mut words = (0..self.state.size.plane()).map(|word| {
            let what = self.term_word(&goal.what, word);
            let on = || goal.on.as_ref().map_or(u64::MAX, |on| self.term_word(on, word));
            match goal.quantifier {
                _ if what == 0 => 0,
                Quantifier::All => what & !on(),
                Quantifier::Some | Quantifier::No => what & on(),
            }
        });
        match goal.quantifier {
            Quantifier::Some => words.any(|word| word != 0),
            Quantifier::All | Quantifier::No => words.all(|word| word == 0),
        }
    }
}
