//! The fast engine: one bit for each cell and object.
//!
//! For every object there is a *plane*, the set of cells that hold it, as bits column by column; likewise for every bit
//! of movement of every layer. A rule looks at all cells at once: the plane of its matches is an AND of shifted planes.
//! Four things keep most rules from being looked at: a rule that needs an object or a movement which is nowhere on the
//! board is passed over; a rule that failed sleeps until a plane changes in its favour; groups in which all rules sleep
//! are skipped; and a rule that [settles](settling) is not tried again before another one has changed something. Planes
//! as the representation of such games, and the order of matches that has to come out, are described for the language's
//! reference implementation (`increpare/PuzzleScript`), which looks at cells one by one; the [plain
//! engine](crate::masks) works that way, and is the better one to read and to judge this one by.
//!
//! The number of words is a constant for the common sizes of levels, so the compiler unrolls the loops over them.

mod apply;
mod bits;
mod bytes;
mod groups;
mod lines;
mod matches;
mod movement;
mod program;
mod rigid;
mod rows;
mod sets;
mod settling;
mod size;
mod starved;
mod state;
mod terms;
mod unions;

use crate::board::Board;
use crate::engine::{Engine, Input, Played, Stop, TurnContext};
use crate::game::{Game, LayerId, Level, ObjectId, ObjectSet};
use crate::interrupt::{Interrupt, Interrupted};
use crate::packing::Packing;

pub use bytes::bytes;

use bits::bits;
use lines::Lines;
use matches::Matches;
use program::{Program, object_words};
use rigid::Rigid;
use size::{Size, movement_place};
use state::State;
use terms::{Goal, TermPlanes, goals};

/// The start of a level in an engine of its size.
///
/// # Errors
///
/// The interrupt came.
pub fn load<'g>(game: &'g Game, level: &Level, interrupt: &Interrupt) -> Result<Box<dyn Engine<'g> + 'g>, Interrupted> {
    Ok(match size::words(game, level) {
        (1, 1, 1) => Box::new(PlaneEngine::<1, 1, 1>::new(game, level, interrupt)?),
        (2, 1, 1) => Box::new(PlaneEngine::<2, 1, 1>::new(game, level, interrupt)?),
        #[cfg(not(target_family = "wasm"))]
        (3, 1, 1) => Box::new(PlaneEngine::<3, 1, 1>::new(game, level, interrupt)?),
        #[cfg(not(target_family = "wasm"))]
        (4, 1, 1) => Box::new(PlaneEngine::<4, 1, 1>::new(game, level, interrupt)?),
        (_, 1, 1) => Box::new(PlaneEngine::<0, 1, 1>::new(game, level, interrupt)?),
        #[cfg(not(target_family = "wasm"))]
        (2, 1, 2) => Box::new(PlaneEngine::<2, 1, 2>::new(game, level, interrupt)?),
        #[cfg(not(target_family = "wasm"))]
        (3, 1, 2) => Box::new(PlaneEngine::<3, 1, 2>::new(game, level, interrupt)?),
        #[cfg(not(target_family = "wasm"))]
        (_, 1, 2) => Box::new(PlaneEngine::<0, 1, 2>::new(game, level, interrupt)?),
        #[cfg(not(target_family = "wasm"))]
        (_, 2, 2) => Box::new(PlaneEngine::<0, 2, 2>::new(game, level, interrupt)?),
        _ => return load_unsized(game, level, interrupt),
    })
}

/// The start of a level in the engine that takes every size, as tests use it.
///
/// # Errors
///
/// The interrupt came.
#[doc(hidden)]
pub fn load_unsized<'g>(
    game: &'g Game,
    level: &Level,
    interrupt: &Interrupt,
) -> Result<Box<dyn Engine<'g> + 'g>, Interrupted> {
    Ok(Box::new(PlaneEngine::<0, 0, 0>::new(game, level, interrupt)?))
}

/// A level being played.
#[derive(Clone, Debug)]
struct PlaneEngine<'g, const W: usize, const O: usize, const M: usize> {
    program: Program<'g>,
    state: State<W, O, M>,
    rigid: Rigid,
    goals: Vec<Goal>,
    /// Whether the board is won.
    won: bool,
    player: TermPlanes,
    /// The plane of all cells of the board.
    board: Vec<u64>,
    lines: Lines,
    matches: Matches,
    /// The player's cells at the start of the turn, if the player must move.
    players: Vec<u32>,
    /// Rules of a random group that match: number, number of the first row's matches, tuples.
    candidates: Vec<(usize, usize, usize)>,
    /// A plane to be reused.
    reach: Vec<u64>,
    /// The key that was unpacked last; empty if none was.
    key: Vec<u32>,
    /// The objects of all cells as they were unpacked.
    unpacked: Vec<u64>,
}

impl<'g, const W: usize, const O: usize, const M: usize> PlaneEngine<'g, W, O, M> {
    fn new(game: &'g Game, level: &Level, interrupt: &Interrupt) -> Result<Self, Interrupted> {
        let size = Size::new(size::words(game, level));
        let program = Program::new(game, level, size, interrupt)?;
        let mut state = State::new(size, level.cells.len(), program.rules.len(), program.watch.unions.len());
        for (cell, &content) in level.cells.iter().enumerate() {
            let objects = object_words(&level.contents[content as usize], size.objects());
            for (word, &objects) in objects.iter().enumerate() {
                state.write_objects(cell, word, objects, &program.watch);
            }
        }
        state.journal.clear();
        let engine = Self {
            rigid: Rigid::new(game.rigid_groups, level.cells.len(), size.movements()),
            goals: goals(game, size.stride()),
            player: TermPlanes::new(&game.player, size.stride()),
            board: all_cells(level.cells.len()),
            lines: Lines::new(level.width, level.height),
            matches: Matches::new(size.plane()),
            players: Vec::new(),
            candidates: Vec::new(),
            reach: Vec::new(),
            key: Vec::new(),
            unpacked: Vec::new(),
            won: false,
            program,
            state,
        };
        Ok(engine.judged())
    }

    /// Returns the engine after it has looked at the win conditions.
    fn judged(mut self) -> Self {
        self.judge();
        self
    }

    /// Looks at the win conditions.
    fn judge(&mut self) {
        let Self { goals, state, board, .. } = self;
        self.won = !goals.is_empty() && goals.iter().all(|goal| goal.holds(&state.planes, board));
    }

    /// Gives a cell the objects of a key.
    fn read_cell(&mut self, packing: &Packing, key: &[u32], cell: usize) {
        let words = self.state.size.objects();
        packing.read(key, cell, &mut self.unpacked[cell * words..][..words]);
        self.write_unpacked(cell);
    }

    /// Gives a cell the objects that were unpacked.
    fn write_unpacked(&mut self, cell: usize) {
        let words = self.state.size.objects();
        for word in 0..words {
            self.state.write_objects(cell, word, self.unpacked[cell * words + word], &self.program.watch);
        }
    }

    /// Begins anew on the board as it was written.
    fn forget_turn(&mut self) {
        self.state.journal.clear();
        self.state.clear_movement(&self.program.watch);
        self.rigid.clear_marks();
        self.judge();
    }

    /// Whether one of the cells that held the player holds none of its objects any more.
    fn has_player_moved(&self) -> bool {
        let has_player = |cell: usize| {
            let words = self.program.player.iter().zip(self.state.cell_objects(cell));
            words.into_iter().any(|(player, objects)| player & objects != 0)
        };
        self.players.iter().any(|&cell| !has_player(cell as usize))
    }

    fn copy_board(&self, into: &mut Board) {
        (into.width, into.height) = (self.program.rows.width, self.program.rows.height);
        into.stride = self.state.size.objects();
        into.words.clear();
        into.words.extend_from_slice(&self.state.objects);
    }
}

/// The plane of all cells of a board.
fn all_cells(cells: usize) -> Vec<u64> {
    let mut plane = vec![u64::MAX; cells.div_ceil(64).max(1)];
    let last = plane.len() - 1;
    plane[last] = if cells.is_multiple_of(64) && cells > 0 { u64::MAX } else { (1 << (cells % 64)) - 1 };
    plane
}

impl<'g, const W: usize, const O: usize, const M: usize> Engine<'g> for PlaneEngine<'g, W, O, M> {
    fn turn(&mut self, input: Option<Input>, context: &mut TurnContext<'g>) -> Result<Played, Stop> {
        self.state.journal.clear();
        self.players.clear();
        if let Some(input) = input {
            self.push_player(input.movement());
        }
        self.play_rounds(context)?;
        if !self.state.journal.cells.is_empty() {
            self.judge();
        }
        Ok(if !self.players.is_empty() && !self.has_player_moved() { Played::Refused } else { Played::Done })
    }

    fn is_changed(&self) -> bool {
        self.state.is_changed()
    }

    fn has_movement(&self) -> bool {
        self.state.has_movement()
    }

    fn exchange(&mut self) {
        self.state.exchange(&self.program.watch);
        self.state.clear_movement(&self.program.watch);
        self.rigid.clear_marks();
        self.judge();
    }

    fn is_won(&self) -> bool {
        self.won
    }

    fn save(&self, into: &mut Board) {
        self.copy_board(into);
    }

    fn save_backup(&self, into: &mut Board) {
        self.copy_board(into);
        let words = self.state.size.objects();
        for (&cell, saved) in self.state.journal.cells.iter().zip(self.state.journal.saved.chunks_exact(words)) {
            into.words[cell as usize * words..][..words].copy_from_slice(saved);
        }
    }

    fn restore(&mut self, from: &Board) {
        let words = self.state.size.objects();
        for (at, &new) in from.words.iter().enumerate() {
            self.state.write_objects(at / words, at % words, new, &self.program.watch);
        }
        self.forget_turn();
    }

    /// Copies the key that was unpacked last, and packs the cells that have changed since.
    fn pack(&self, packing: &Packing, key: &mut [u32]) -> bool {
        let mut fits = true;
        if self.key.is_empty() {
            let words = self.state.objects.chunks_exact(self.state.size.objects());
            words.enumerate().for_each(|(cell, objects)| fits &= packing.write(cell, objects, key));
            return fits;
        }
        key.copy_from_slice(&self.key);
        for cell in self.state.journal.touched().iter().map(|&cell| cell as usize) {
            let objects = self.state.cell_objects(cell);
            if *objects != self.unpacked[cell * objects.len()..][..objects.len()] {
                fits &= packing.write(cell, objects, key);
            }
        }
        fits
    }

    /// Writes the cells that were written since a key was unpacked last, and those in which the keys differ.
    fn unpack(&mut self, packing: &Packing, key: &[u32]) {
        if self.key.is_empty() {
            self.unpacked.clone_from(&self.state.objects);
            let cells = self.program.rows.width * self.program.rows.height;
            (0..cells).for_each(|cell| self.read_cell(packing, key, cell));
            self.key = key.to_vec();
        }
        for at in 0..self.state.journal.touched().len() {
            self.write_unpacked(self.state.journal.touched()[at] as usize);
        }
        for (word, &new) in key.iter().enumerate() {
            for bit in bits(u64::from(self.key[word] ^ new)) {
                self.read_cell(packing, key, packing.cell_of(word, bit as u32));
            }
        }
        self.key.copy_from_slice(key);
        self.forget_turn();
        self.state.journal.forget_touched();
    }

    fn objects(&self, cell: usize) -> ObjectSet {
        let words = self.state.cell_objects(cell).iter().enumerate();
        words.flat_map(|(at, &word)| bits(word).map(move |bit| ObjectId((at * 64 + bit) as u16))).collect()
    }

    fn movement(&self, cell: usize, layer: LayerId) -> u8 {
        let (word, shift) = movement_place(usize::from(layer.0));
        (self.state.cell_movements(cell)[word] >> shift & 31) as u8
    }
}
