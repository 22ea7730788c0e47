//! The states of a search with the move by which each was first reached: eight bytes a state beside the visited set.

use super::budgeted_vec::BudgetedVec;
use super::outcome::{CutIn, Path, PathIn, rules};
use super::space::Space;
use super::states::States;
use crate::{Context, Halt};

/// How a state was reached.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// The number of the state before; [`ROOT`] for those where the search began.
    pub(super) parent: u32,
    /// The number of the move between them.
    pub(super) via: u32,
}

/// The parent of a state where the search began.
pub(super) const ROOT: u32 = u32::MAX;

/// Moves with the states that they lead to, as a space lists them.
pub(super) type Successors<S> = Vec<(<S as Space>::Move, <S as Space>::State)>;

/// Interned states and moves, and a tree over the states.
pub(super) struct Tree<'c, S: Space> {
    pub(super) states: States<'c, S::State>,
    pub(super) moves: States<'c, S::Move>,
    links: BudgetedVec<'c, Link>,
}

impl<'c, S: Space> Tree<'c, S> {
    pub(super) fn new(cx: &'c Context<'c>) -> Self {
        Tree { states: States::new(cx), moves: States::new(cx), links: BudgetedVec::new(cx) }
    }

    pub(super) fn len(&self) -> u32 {
        self.states.len() as u32
    }

    /// Adds a state where the search begins.
    pub(super) fn plant(&mut self, space: &S, state: S::State) -> Result<u32, Halt> {
        let (id, new) = self.states.intern(state, |state| space.heap_bytes(state))?;
        if new {
            self.links.push(Link { parent: ROOT, via: 0 })?;
        }
        Ok(id)
    }

    /// Adds `state`, reached from `parent`; gives its number if it is new.
    #[inline]
    pub(super) fn reach(&mut self, space: &S, parent: u32, step: (S::Move, S::State)) -> Result<Option<u32>, Halt> {
        let (id, new) = self.states.intern(step.1, |state| space.heap_bytes(state))?;
        if !new {
            return Ok(None);
        }
        let via = self.name(step.0)?;
        self.attach(Link { parent, via })?;
        Ok(Some(id))
    }

    /// Links the state that was interned last.
    #[inline]
    pub(super) fn attach(&mut self, link: Link) -> Result<(), Halt> {
        self.links.push(link)
    }

    /// The number of a move.
    #[inline]
    pub(super) fn name(&mut self, step: S::Move) -> Result<u32, Halt> {
        Ok(self.moves.intern(step, |_| 0)?.0)
    }

    pub(super) fn link(&self, id: u32) -> Link {
        *self.links.get(id as usize)
    }

    pub(super) fn relink(&mut self, id: u32, link: Link) {
        *self.links.get_mut(id as usize) = link;
    }

    /// Asks the rules for the moves of state `id`, in place of what `out` held.
    #[inline]
    pub(super) fn expand(&self, space: &S, id: u32, out: &mut Successors<S>) -> Result<(), CutIn<S>> {
        out.clear();
        space.successors(self.states.get(id), out).map_err(rules(space))
    }

    /// The numbers of the states from `id` back to where the search began.
    pub(super) fn ancestry(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(id), |&id| Some(self.link(id).parent).filter(|&parent| parent != ROOT))
    }

    /// The path from where the search began to `id`.
    pub(super) fn path(&self, id: u32) -> PathIn<S> {
        let mut ids: Vec<u32> = self.ancestry(id).collect();
        ids.reverse();
        Path {
            moves: ids[1..].iter().map(|&id| self.moves.get(self.link(id).via).clone()).collect(),
            states: ids.iter().map(|&id| self.states.get(id).clone()).collect(),
        }
    }
}
