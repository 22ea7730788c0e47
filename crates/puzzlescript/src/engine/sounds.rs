//! What can be heard of a turn.

use crate::game::{MoveSound, ObjectSet, Sounds};

/// The sounds of a turn's movements and replacements, as an engine notes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnSounds {
    /// Declarations in [`Sounds::blocked`] that were heard, each seed once.
    blocked: Vec<u16>,
    /// Declarations in [`Sounds::moved`] that were heard, each seed once.
    moved: Vec<u16>,
    /// Objects that a replacement made.
    pub(crate) created: ObjectSet,
    /// Objects that a replacement removed.
    pub(crate) destroyed: ObjectSet,
}

impl TurnSounds {
    /// Notes that the movement of a declaration could not be made.
    pub fn add_blocked(&mut self, sounds: &Sounds, declaration: usize) {
        add(&mut self.blocked, &sounds.blocked, declaration);
    }

    /// Notes that the movement of a declaration was made.
    pub fn add_moved(&mut self, sounds: &Sounds, declaration: usize) {
        add(&mut self.moved, &sounds.moved, declaration);
    }

    /// Whether nothing was noted.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocked.is_empty() && self.moved.is_empty() && self.created.is_empty() && self.destroyed.is_empty()
    }

    /// Forgets everything.
    #[inline]
    pub(crate) fn clear(&mut self) {
        if !self.is_empty() {
            self.blocked.clear();
            self.clear_changes();
        }
    }

    /// Forgets everything but blocked movements, as a turn does that starts over without a rigid group.
    pub fn clear_changes(&mut self) {
        self.moved.clear();
        self.created = ObjectSet::new();
        self.destroyed = ObjectSet::new();
    }

    /// Calls a function with every seed, in the order in which they are heard.
    pub fn for_each_seed<'g>(&self, sounds: &'g Sounds, mut hear: impl FnMut(&'g str)) {
        if self.is_empty() {
            return;
        }
        self.blocked.iter().for_each(|&at| hear(&sounds.blocked[usize::from(at)].seed));
        self.moved.iter().for_each(|&at| hear(&sounds.moved[usize::from(at)].seed));
        for (declared, objects) in [(&sounds.created, &self.created), (&sounds.destroyed, &self.destroyed)] {
            declared.iter().filter(|sound| sound.objects.intersects(objects)).for_each(|sound| hear(&sound.seed));
        }
    }
}

fn add(heard: &mut Vec<u16>, declared: &[MoveSound], declaration: usize) {
    let seed = |at: usize| declared[at].seed.as_str();
    if !heard.iter().any(|&at| seed(usize::from(at)) == seed(declaration)) {
        heard.push(declaration as u16);
    }
}
