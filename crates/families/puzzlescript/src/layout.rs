//! How the boards of a level are packed into keys, and the lower bounds that read them.
//!
//! Helper objects that rules put on the board and take away within a turn would take most of a key, and the analysis of
//! the rules cannot always tell that they are gone at its end. So objects that are not on the board at the start are
//! taken to be [absent](Omitted::absent) where that makes keys much shorter; a search that meets one begins anew with
//! keys that tell of it.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, PoisonError};

use ::puzzlescript::board::Board;
use ::puzzlescript::changes::{self, Changes};
use ::puzzlescript::engine::Stop;
use ::puzzlescript::game::{Game, ObjectId, ObjectSet, Stage};
use ::puzzlescript::packing::{Omitted, Packing};

use super::bounds::{Bounds, Restarted};
use super::cosmetic::{Cosmetic, simplified};
use super::effort::{Effort, Limits};
use super::failure::Failure;
use super::level::Level;

/// Keys of at most so many words tell of all objects.
const MAX_COMPLETE_KEY: usize = 6;
/// The states after which a search that meets an absent object takes none to be absent any more.
pub(super) const MANY: u64 = 100_000;

/// How boards are packed, and the bounds of packed boards.
pub(super) struct Layout {
    pub(super) packing: Packing,
    pub(super) bounds: Bounds,
    pub(super) omitted: Omitted,
    /// Whether some boards that differ have the same key.
    pub(super) merges: bool,
    /// The bytes of the tables.
    bytes: usize,
}

/// What is known of a level before it is searched, and the layout of its keys.
pub(super) struct Analysis {
    changes: Changes,
    /// What keys do not tell of.
    cosmetic: Cosmetic,
    /// The game that is searched.
    pub(super) simplified: Arc<Game>,
    /// What a restart leads to, if it is always the same.
    restart: Option<Restarted>,
    layout: Mutex<Arc<Layout>>,
    /// The memory that was allowed, and whether something was left out for want of it.
    allowed: usize,
    is_cut: bool,
}

impl Analysis {
    /// Analyses a level that begins with this board; `restart` is what a restart leads to, if it is always the same.
    /// What takes more effort or memory than is left is not found.
    ///
    /// # Errors
    /// The time was over.
    pub(super) fn of(
        level: &Level,
        cosmetic: Cosmetic,
        (start, restart): (&Board, Option<Restarted>),
        limits: &Limits,
        effort: &Effort,
    ) -> Result<Analysis, Failure> {
        let Stage::Level(board) = &level.game.stages[0] else { unreachable!("a level has a board") };
        let of_changes = changes::Limits { bytes: effort.bytes() / 2, interrupt: limits.interrupt() };
        let changes = Changes::of(&level.game, board, &of_changes).map_err(|_| Failure::INTERRUPTED)?;
        effort.take(changes.bytes());
        let mut present = ObjectSet::new();
        (0..start.width * start.height).for_each(|cell| present.union_with(&start.objects(cell)));
        let ids = (0..level.game.objects.len()).map(|id| ObjectId(id as u16));
        let absent = ids.filter(|id| !present.contains(*id)).collect();
        let layout = Layout::of(level, &changes, &cosmetic, &absent, restart.as_ref(), effort)?;
        let simplified = Arc::new(simplified(&level.game, &cosmetic, effort));
        effort.end().map_err(|_| Failure::INTERRUPTED)?;
        let is_cut = effort.was_refused() || changes.is_unknown();
        let (layout, allowed) = (Mutex::new(Arc::new(layout)), limits.analysis);
        Ok(Analysis { simplified, changes, cosmetic, restart, layout, allowed, is_cut })
    }

    /// Whether it is what would be found within these limits, or as good.
    pub(super) fn suits(&self, limits: &Limits) -> bool {
        self.bytes() <= limits.analysis && !(self.is_cut && limits.analysis > self.allowed)
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.changes.bytes() + self.layout().bytes
    }

    /// Whether one of these objects may come to a cell or leave one.
    pub(super) fn may_change(&self, objects: &ObjectSet) -> bool {
        objects.iter().any(|id| self.changes.may_change(id))
    }

    /// The layout of keys.
    pub(super) fn layout(&self) -> Arc<Layout> {
        Arc::clone(&self.layout.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes keys record the objects that a board was met with, or all objects.
    ///
    /// # Errors
    /// The time was over.
    pub(super) fn admit(&self, level: &Level, met: Option<&ObjectSet>, effort: &Effort) -> Result<(), Failure> {
        effort.take(self.changes.bytes());
        let mut absent = ObjectSet::new();
        if let Some(met) = met {
            absent = self.layout().omitted.absent.clone();
            absent.subtract(met);
        }
        let layout = Layout::of(level, &self.changes, &self.cosmetic, &absent, self.restart.as_ref(), effort)?;
        *self.layout.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(layout);
        Ok(())
    }
}

impl Layout {
    fn of(
        level: &Level,
        changes: &Changes,
        cosmetic: &Cosmetic,
        absent: &ObjectSet,
        restart: Option<&Restarted>,
        effort: &Effort,
    ) -> Result<Layout, Failure> {
        let before = effort.bytes();
        let game = &level.game;
        let all = Omitted {
            ignored: cosmetic.ignored.clone(),
            interchangeable: cosmetic.interchangeable.clone(),
            absent: ObjectSet::new(),
            is_crowded: game.is_crowded,
        };
        let some = Omitted { absent: absent.clone(), ..all.clone() };
        if Packing::most_bytes(game, changes) > before {
            return Err(Failure::Turn(Stop::MemoryLimit));
        }
        let (long, short) = (Packing::new(game, changes, &all), Packing::new(game, changes, &some));
        let is_worth_it = long.words() > MAX_COMPLETE_KEY && 3 * short.words() <= 2 * long.words();
        let (packing, omitted) = if is_worth_it { (short, some) } else { (long, all) };
        let Stage::Level(board) = &game.stages[0] else { unreachable!("a level has a board") };
        let merges = cosmetic.ignored.iter().any(|id| changes.may_change(id))
            || cosmetic.interchangeable.iter().any(|&(one, two)| changes.may_change(one) && changes.may_change(two));
        effort.take(packing.bytes());
        let bounds = Bounds::of(game, board, changes, &packing, restart, effort);
        effort.end().map_err(|_| Failure::INTERRUPTED)?;
        Ok(Layout { bounds, packing, omitted, merges, bytes: before - effort.bytes() })
    }
}
