//! Boards of a level as short keys: for each cell and collision layer the number of the object there.
//!
//! A layer holds one object a cell, so where k objects can come or go a cell takes the bits of the numbers 0 (none) to
//! k. Where a cell may hold several of a layer, each object has a bit of its own. A board that a key cannot say has
//! none. What stays on every board of the level (see [`changes`](crate::changes)) is left out, and what the caller
//! declares [`Omitted`]. Bits lie layer by layer, the lowest bits of all cells first.

use crate::board::Board;
use crate::changes::Changes;
use crate::game::{Game, LayerId, ObjectId, ObjectSet};

/// The place of a cell that a layer has no bits for.
const NOWHERE: u32 = u32::MAX;

/// What keys leave out beside what stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Omitted {
    /// Objects that no key tells of.
    pub ignored: ObjectSet,
    /// Pairs of objects of one layer that keys do not tell apart.
    pub interchangeable: Vec<(ObjectId, ObjectId)>,
    /// Objects that boards are assumed not to hold. A board that holds one has no key.
    pub absent: ObjectSet,
    /// Whether cells may hold several objects of one layer. Where they are assumed not to, a board with such a cell has
    /// no key.
    pub is_crowded: bool,
}

/// The objects of a layer that come and go.
#[derive(Clone, Debug)]
struct PackedLayer {
    /// The words of a cell that hold objects of the layer, with those.
    masks: Vec<(usize, u64)>,
    /// An object of each number, from 1.
    objects: Vec<ObjectId>,
    /// The bits of a number.
    bits: u32,
    /// The place of each cell among those that have bits, or [`NOWHERE`].
    places: Vec<u32>,
    /// How many cells have bits.
    cells: u32,
    /// The first bit in the key.
    start: u32,
}

/// How the boards of a level are packed.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    layers: Vec<PackedLayer>,
    /// The number of each object in its layer.
    numbers: Vec<u32>,
    /// The cell of each bit.
    cells: Vec<u32>,
    words: usize,
    /// The words of a cell that hold objects of [`Omitted::absent`], with those objects.
    absent: Vec<(usize, u64)>,
}

/// Which numbers of which layers are looked for; see [`Packing::finder`].
#[derive(Clone, Debug)]
pub struct Finder {
    layers: Vec<(usize, Vec<u32>)>,
}

impl Packing {
    /// The packing of a level of which this is known.
    #[must_use]
    pub fn new(game: &Game, changes: &Changes, omitted: &Omitted) -> Packing {
        let absent = nonzero(&omitted.absent);
        let mut packing = Packing { numbers: vec![0; game.objects.len()], absent, ..Packing::default() };
        for layer in 0..game.layers.len() {
            packing.add_layer(game, LayerId(layer as u16), changes, omitted);
        }
        packing.words = packing.cells.len().div_ceil(32).max(1);
        packing
    }

    fn add_layer(&mut self, game: &Game, layer: LayerId, changes: &Changes, omitted: &Omitted) {
        let ids = game.layers[usize::from(layer.0)].iter().copied();
        let is_told = |id: &ObjectId| !omitted.ignored.contains(*id) && !omitted.absent.contains(*id);
        let told: Vec<ObjectId> = ids.filter(is_told).filter(|id| changes.may_change(*id)).collect();
        let apart = if omitted.is_crowded { 1 } else { told.len().max(1) };
        told.chunks(apart).for_each(|told| self.add_objects(told, changes, omitted));
    }

    /// Adds objects of a layer of which a cell holds one.
    fn add_objects(&mut self, told: &[ObjectId], changes: &Changes, omitted: &Omitted) {
        let mut objects: Vec<ObjectId> = Vec::new();
        for &id in told {
            let is_interchangeable = |other: &&ObjectId| {
                omitted.interchangeable.iter().any(|&pair| pair == (**other, id) || pair == (id, **other))
            };
            let number = told.iter().find(is_interchangeable).map_or(0, |other| self.numbers[usize::from(other.0)]);
            self.numbers[usize::from(id.0)] = if number > 0 {
                number
            } else {
                objects.push(id);
                objects.len() as u32
            };
        }
        let bits = usize::BITS - objects.len().leading_zeros();
        let start = self.cells.len() as u32;
        let mut places = vec![NOWHERE; changes.cells()];
        let changes_here = |cell: &usize| told.iter().any(|&id| changes.may_be(id, *cell) && !changes.stays(id, *cell));
        let cells: Vec<usize> = (0..changes.cells()).filter(changes_here).collect();
        for (place, &cell) in (0..).zip(&cells) {
            places[cell] = place;
        }
        (0..bits).for_each(|_| self.cells.extend(cells.iter().map(|&cell| cell as u32)));
        let masks = nonzero(&told.iter().copied().collect());
        self.layers.push(PackedLayer { masks, objects, bits, places, cells: cells.len() as u32, start });
    }

    /// Returns the most bytes that a packing of a level takes of which this is known.
    #[must_use]
    pub fn most_bytes(game: &Game, changes: &Changes) -> usize {
        let layers = game.layers.iter().filter(|ids| ids.iter().any(|id| changes.may_change(*id)));
        let of_layer = |ids: &Vec<ObjectId>| 1 + (usize::BITS - ids.len().leading_zeros()) as usize;
        layers.map(of_layer).sum::<usize>().saturating_mul(size_of::<u32>() * changes.cells())
    }

    /// Returns the bytes that the packing takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let places: usize = self.layers.iter().map(|layer| layer.places.len()).sum();
        (places + self.cells.len() + self.numbers.len()) * size_of::<u32>()
    }

    /// Returns the number of 32-bit words of a key.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// The cell of a bit.
    #[inline]
    pub(crate) fn cell_of(&self, word: usize, bit: u32) -> usize {
        self.cells[word * 32 + bit as usize] as usize
    }

    /// Writes a cell with these objects into a key. Returns whether the key says them: false if one is in
    /// [`Omitted::absent`], or if several are of one layer.
    #[inline]
    pub(crate) fn write(&self, cell: usize, objects: &[u64], key: &mut [u32]) -> bool {
        let mut fits = self.absent.iter().all(|&(word, mask)| objects[word] & mask == 0);
        for layer in &self.layers {
            let place = layer.places[cell];
            if place == NOWHERE {
                continue;
            }
            let mut number = 0;
            for &(word, mask) in &layer.masks {
                let there = objects[word] & mask;
                if there != 0 {
                    fits &= number == 0 && there.is_power_of_two();
                    number = self.numbers[word * 64 + there.trailing_zeros() as usize];
                }
            }
            for bit in 0..layer.bits {
                let at = layer.start + bit * layer.cells + place;
                let (word, shift) = (at as usize / 32, at % 32);
                key[word] = key[word] & !(1 << shift) | (number >> bit & 1) << shift;
            }
        }
        fits
    }

    /// Gives a cell the objects that a key says; the others stay.
    #[inline]
    pub(crate) fn read(&self, key: &[u32], cell: usize, objects: &mut [u64]) {
        self.absent.iter().for_each(|&(word, mask)| objects[word] &= !mask);
        for layer in &self.layers {
            let place = layer.places[cell];
            if place == NOWHERE {
                continue;
            }
            let mut number = 0;
            for bit in 0..layer.bits {
                let at = layer.start + bit * layer.cells + place;
                number |= (key[at as usize / 32] >> (at % 32) & 1) << bit;
            }
            layer.masks.iter().for_each(|&(word, mask)| objects[word] &= !mask);
            if let Some(id) = (number as usize).checked_sub(1).and_then(|index| layer.objects.get(index)) {
                objects[usize::from(id.0) / 64] |= 1 << (id.0 % 64);
            }
        }
    }

    /// How objects are found in keys.
    #[must_use]
    pub fn finder(&self, objects: &ObjectSet) -> Finder {
        let wanted = |layer: &PackedLayer| -> Vec<u32> {
            (1..).zip(&layer.objects).filter(|(_, id)| objects.contains(**id)).map(|(number, _)| number).collect()
        };
        let layers = self.layers.iter().map(wanted).enumerate();
        Finder { layers: layers.filter(|(_, wanted)| !wanted.is_empty()).collect() }
    }

    /// Calls `found` for each cell that holds one of the objects, layer by layer; cells where one stays are left out.
    #[inline]
    pub fn find(&self, finder: &Finder, key: &[u32], mut found: impl FnMut(usize)) {
        for (layer, wanted) in &finder.layers {
            let layer = &self.layers[*layer];
            for first in (0..layer.cells).step_by(32) {
                let mut here = 0;
                for number in wanted {
                    let agrees = |bit: u32| {
                        let bits = window(key, layer.start + bit * layer.cells + first);
                        if number >> bit & 1 == 1 { bits } else { !bits }
                    };
                    here |= (0..layer.bits).fold(u32::MAX, |all, bit| all & agrees(bit));
                }
                let left = layer.cells - first;
                here &= if left < 32 { (1 << left) - 1 } else { u32::MAX };
                while here != 0 {
                    let place = first + here.trailing_zeros();
                    found(self.cells[(layer.start + place) as usize] as usize);
                    here &= here - 1;
                }
            }
        }
    }

    /// Packs a board into a key. Returns whether the key represents the board: false if it holds an object of
    /// [`Omitted::absent`], or in one cell several of one layer where [`Omitted::is_crowded`] is not set.
    pub fn pack(&self, board: &Board, key: &mut [u32]) -> bool {
        let cells = board.cells().enumerate();
        cells.fold(true, |fits, (cell, objects)| self.write(cell, objects, key) && fits)
    }

    /// Gives a board of the level the objects of a key.
    pub fn unpack(&self, key: &[u32], board: &mut Board) {
        for (cell, objects) in board.words.chunks_exact_mut(board.stride.max(1)).enumerate() {
            self.read(key, cell, objects);
        }
    }
}

/// The 32 bits of a key from this one on, zeros behind its end.
#[inline]
fn window(key: &[u32], at: u32) -> u32 {
    let (word, shift) = (at as usize / 32, at % 32);
    let next = key.get(word + 1).copied().unwrap_or(0);
    ((u64::from(next) << 32 | u64::from(key[word])) >> shift) as u32
}

/// The words of a set that are not zero, with their places.
fn nonzero(set: &ObjectSet) -> Vec<(usize, u64)> {
    set.words().iter().copied().enumerate().filter(|(_, word)| *word != 0).collect()
}
