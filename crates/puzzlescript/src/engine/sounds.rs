//! What can be heard of a turn.

use crate::game::{ChangeSound, MoveSound, ObjectSet, Sounds};

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

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.blocked.clear();
        self.clear_changes();
    }

    /// Forgets everything but blocked movements, as a turn does that starts over without a rigid group.
    pub fn clear_changes(&mut self) {
        self.moved.clear();
        self.created = ObjectSet::new();
        self.destroyed = ObjectSet::new();
    }

    /// The seeds in the order in which they are heard.
    pub fn seeds<'g>(&self, sounds: &'g Sounds) -> impl Iterator<Item = &'g str> {
        let moves = |declared: &'g [MoveSound], heard: &[u16]| -> Vec<&'g str> {
            heard.iter().map(|&at| declared[usize::from(at)].seed.as_str()).collect()
        };
        let changes = |declared: &'g [ChangeSound], objects: &ObjectSet| -> Vec<&'g str> {
            declared.iter().filter(|sound| sound.objects.intersects(objects)).map(|sound| sound.seed.as_str()).collect()
        };
        let (blocked, moved) = (moves(&sounds.blocked, &self.blocked), moves(&sounds.moved, &self.moved));
        let created = changes(&sounds.created, &self.created);
        let destroyed = changes(&sounds.destroyed, &self.destroyed);
        blocked.into_iter().chain(moved).chain(created).chain(destroyed)
    }
}

fn add(heard: &mut Vec<u16>, declared: &[MoveSound], declaration: usize) {
    let seed = |at: usize| declared[at].seed.as_str();
    if !heard.iter().any(|&at| seed(usize::from(at)) == seed(declaration)) {
        heard.push(declaration as u16);
    }
}
