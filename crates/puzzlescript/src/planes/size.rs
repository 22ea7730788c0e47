//! The sizes of a level in words, known at compile time for the common ones.

use crate::game::{Game, Level};

/// How many words things take: `W` for a plane, `O` for the objects of a cell, `M` for its movements. A parameter of 0
/// means that the number is only known at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size<const W: usize, const O: usize, const M: usize> {
    plane: usize,
    objects: usize,
    movements: usize,
}

/// Movements of so many layers share a word, five bits each.
pub(super) const LAYERS_PER_WORD: usize = 12;

impl<const W: usize, const O: usize, const M: usize> Size<W, O, M> {
    pub(super) fn new(words: (usize, usize, usize)) -> Self {
        let (plane, objects, movements) = words;
        debug_assert!(W == 0 || W == plane && (O == 0 || O == objects) && (M == 0 || M == movements));
        Self { plane, objects, movements }
    }

    /// Words of a plane that hold cells.
    #[inline(always)]
    pub(super) fn plane(self) -> usize {
        if W == 0 { self.plane } else { W }
    }

    /// Words from one plane to the next. But for `W` = 1 a plane ends in an empty word, so that a shifted word can
    /// always be read from two neighbours.
    #[inline(always)]
    pub(super) fn stride(self) -> usize {
        if W == 1 { 1 } else { self.plane() + 1 }
    }

    /// Words of the objects of a cell.
    #[inline(always)]
    pub(super) fn objects(self) -> usize {
        if O == 0 { self.objects } else { O }
    }

    /// Words of the movements of a cell.
    #[inline(always)]
    pub(super) fn movements(self) -> usize {
        if M == 0 { self.movements } else { M }
    }

    /// Words of a cell pattern, and of a replacement: two sets of objects and two of movements.
    #[inline(always)]
    pub(super) fn cell(self) -> usize {
        2 * self.objects() + 2 * self.movements()
    }

    /// The number of the plane of a movement, by its word and bit. The planes of objects come first.
    #[inline(always)]
    pub(super) fn movement_plane(self, word: usize, bit: usize) -> usize {
        (self.objects() + word) * 64 + bit
    }

    /// The number of planes.
    pub(super) fn planes(self) -> usize {
        (self.objects() + self.movements()) * 64
    }
}

/// The words that the planes, objects and movements of a level take.
pub(super) fn words(game: &Game, level: &Level) -> (usize, usize, usize) {
    let plane = (level.width * level.height).div_ceil(64).max(1);
    let objects = game.objects.len().div_ceil(64).max(1);
    let movements = game.layers.len().div_ceil(LAYERS_PER_WORD).max(1);
    (plane, objects, movements)
}

/// The word that holds the movement of a layer, and the place of its lowest bit there.
#[inline(always)]
pub(super) fn movement_place(layer: usize) -> (usize, usize) {
    (layer / LAYERS_PER_WORD, layer % LAYERS_PER_WORD * 5)
}
