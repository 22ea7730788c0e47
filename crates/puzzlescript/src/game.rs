//! A compiled game: what the compiler yields and what the engines run.
//!
//! Every name of the text is resolved: objects are numbered in drawing order, layers from 0, and a rule line is
//! expanded into rules that look for objects and movements in one direction. Cells of rules that are equal are stored
//! once, in [`Game::cells`]; rules refer to them by their index, so that an engine packs each cell for a level once.

pub(crate) mod crowding;
mod object_set;

use std::sync::Arc;

pub use object_set::ObjectSet;

/// The number of an object: its place in the collision layers, and its place in the order of drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u16);

/// The number of a collision layer, from 0 in the order of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerId(pub u16);

/// The bits of movement of one layer in one cell.
pub mod movement {
    /// Towards row 0.
    pub const UP: u8 = 1;
    /// Away from row 0.
    pub const DOWN: u8 = 2;
    /// Towards column 0.
    pub const LEFT: u8 = 4;
    /// Away from column 0.
    pub const RIGHT: u8 = 8;
    /// The action key: a movement that moves nothing.
    pub const ACTION: u8 = 16;
    /// All five bits.
    pub const ALL: u8 = 31;
}

/// Bits of [`movement`] by layer, ascending, each layer once and with at least one bit.
pub type Movements = Vec<(LayerId, u8)>;

/// A compiled game. A clone shares all that is large.
#[derive(Clone, Debug)]
pub struct Game {
    /// Title, author, settings.
    pub prelude: Prelude,
    /// The objects by id. An object that the text lists in two layers leaves an empty place at its first id.
    pub objects: Arc<Vec<Option<Object>>>,
    /// The ids of each layer, ascending.
    pub layers: Vec<Vec<ObjectId>>,
    /// What every name of the text that can stand in a level, a win condition or a rule means.
    pub names: Arc<Vec<(String, Term)>>,
    /// The names of one UTF-16 unit that a level may be written in, with the objects that each puts into its cell.
    pub glyphs: Arc<Vec<(String, ObjectSet)>>,
    /// The object that every cell without an object of its layer receives.
    pub background: ObjectId,
    /// What an input moves.
    pub player: Term,
    /// The distinct cells of all rules.
    pub cells: Arc<Vec<Cell>>,
    /// The groups that run before movements are resolved.
    pub early: Arc<Vec<Group>>,
    /// The groups that run after movements were resolved.
    pub late: Arc<Vec<Group>>,
    /// How many groups are rigid.
    pub rigid_groups: usize,
    /// All of these must hold for a win. None: the game is won by a `win` command alone.
    pub win: Vec<WinCondition>,
    /// What makes a sound.
    pub sounds: Arc<Sounds>,
    /// Levels and messages in the order of the text.
    pub stages: Arc<Vec<Stage>>,
    /// Whether a cell may come to hold two objects of one layer, which rules with a mistake can bring about.
    pub is_crowded: bool,
}

impl Game {
    /// Returns the index of the first of these contents of cells that has two objects of one layer.
    pub fn first_crowded(&self, mut contents: impl Iterator<Item = ObjectSet>) -> Option<usize> {
        let layers = crowding::Layers::of(self);
        contents.position(|content| layers.hold_two(&content))
    }

    /// Returns about how many bytes the game takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let set = size_of::<ObjectSet>() + self.objects.len() / 8;
        let rules = self.early.iter().chain(self.late.iter()).flat_map(|group| &group.rules);
        let runs =
            |rule: &Rule| rule.rows.iter().flat_map(|row| &row.runs).map(|run| 24 + 4 * run.len()).sum::<usize>();
        let rules: usize = rules.map(|rule| size_of::<Rule>() + rule.text.len() + runs(rule)).sum();
        let cell = |cell: &Cell| size_of::<Cell>() + (6 + cell.any.len()) * set;
        let cells: usize = self.cells.iter().map(cell).sum();
        let stage = |stage: &Stage| match stage {
            Stage::Level(level) => 4 * level.cells.len() + set * level.contents.len(),
            Stage::Message { text, .. } => text.len(),
        };
        let stages: usize = self.stages.iter().map(|it| size_of::<Stage>() + stage(it)).sum();
        let names = (self.names.len() + self.glyphs.len() + self.objects.len()) * (set + size_of::<Object>());
        rules + cells + stages + names
    }
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name, in lower case.
    pub name: String,
    /// The layer that holds it.
    pub layer: LayerId,
    /// Its colours as `#rrggbb` or `transparent`.
    pub colors: Vec<String>,
    /// Five rows of five indices into `colors`; −1 is transparent.
    pub sprite: Vec<Vec<i8>>,
}

/// Objects that a name stands for, of which a cell must hold any or all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// The members.
    pub objects: ObjectSet,
    /// Whether a cell must hold all members (an aggregate, `and`), not any.
    pub all: bool,
}

impl Term {
    /// Whether a cell with these objects, as bits by id, is one that the term speaks of.
    #[must_use]
    pub fn holds(&self, cell: &[u64]) -> bool {
        let mut pairs = self.objects.words().iter().enumerate().map(|(at, term)| (term, cell.get(at).unwrap_or(&0)));
        if self.all { pairs.all(|(term, cell)| term & !cell == 0) } else { pairs.any(|(term, cell)| term & cell != 0) }
    }
}

/// A cell pattern of a rule with its replacement. It matches a cell that holds every object of `all`, none of `none`,
/// at least one of each set of `any`, every movement of `moving` and no movement of `still`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Objects that must all be there.
    pub all: ObjectSet,
    /// Objects that must not be there.
    pub none: ObjectSet,
    /// Sets of which one member each must be there.
    pub any: Vec<ObjectSet>,
    /// Movements that must all be there.
    pub moving: Movements,
    /// Movements that must not be there.
    pub still: Movements,
    /// What becomes of the cell. `None`: it stays as it is.
    pub then: Option<Replacement>,
}

/// What a rule does to a cell: objects := (objects ∖ clear) ∪ set; movements := (movements ∖ move_clear ∖ all bits of
/// move_replaced) ∪ move_set; then a random object, then random movements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Replacement {
    /// Objects that go.
    pub clear: ObjectSet,
    /// Objects that come.
    pub set: ObjectSet,
    /// Movements that go.
    pub move_clear: Movements,
    /// Movements that come.
    pub move_set: Movements,
    /// Layers that lose all movement first, ascending.
    pub move_replaced: Vec<LayerId>,
    /// One of these objects, drawn at random, replaces what its layer holds.
    pub random: ObjectSet,
    /// Layers that receive a movement drawn at random, ascending.
    pub random_dir: Vec<LayerId>,
}

/// The direction in which the cells of a row follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Away from row 0.
    Down,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
}

/// A row of cells, the content of one pair of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Runs of adjacent cells, as indices into [`Game::cells`]. Between two runs stood `...`: any number of cells, also
    /// none, may lie between them.
    pub runs: Vec<Vec<u32>>,
}

/// A rule after expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The line of the text that it comes from, from 1.
    pub line: u32,
    /// The rule in the words of the language, with all names resolved.
    pub text: String,
    /// The direction in which its rows are looked for.
    pub direction: Direction,
    /// Whether movements that it sets and that cannot be made undo its group.
    pub rigid: bool,
    /// Whether it has no right side, only commands.
    pub commands_only: bool,
    /// The rows, all of which must match.
    pub rows: Vec<Row>,
    /// What is queued when it matches.
    pub commands: Vec<Command>,
}

/// Rules that run together until none of them changes anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The rules in order.
    pub rules: Vec<Rule>,
    /// Whether one application is drawn at random in place of running the rules in order.
    pub random: bool,
    /// The number of this rigid group, from 0.
    pub rigid: Option<u8>,
    /// The group of the same list to go back to when something has changed (the end of a loop).
    pub loop_to: Option<usize>,
}

/// A command of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Take the turn back.
    Cancel,
    /// Make this board the one that a restart leads to.
    Checkpoint,
    /// Go back to the start of the level or the last checkpoint.
    Restart,
    /// Win the level.
    Win,
    /// Run a turn without input after this one.
    Again,
    /// Show a text.
    Message(String),
    /// Play sound effect 0 to 10.
    Sfx(u8),
}

/// How many cells a win condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// `all X on Y`: every cell with X has Y.
    All,
    /// `some X on Y`: a cell has both.
    Some,
    /// `no X on Y`: no cell has both.
    No,
}

/// A win condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinCondition {
    /// Its line in the text, from 1.
    pub line: u32,
    /// All, some or no.
    pub quantifier: Quantifier,
    /// The first operand.
    pub what: Term,
    /// The second operand. `None`: any object, so every cell.
    pub on: Option<Term>,
}

impl WinCondition {
    /// Returns how many of these cells, each given by its objects as bits by id, keep the condition from holding, and 1
    /// where it is `some` and does not hold: 0 where it holds.
    pub fn unmet<'c>(&self, mut cells: impl Iterator<Item = &'c [u64]>) -> usize {
        let both = |cell: &&[u64]| self.what.holds(cell) && self.on.as_ref().is_none_or(|on| on.holds(cell));
        match self.quantifier {
            Quantifier::All => cells.filter(|cell| self.what.holds(cell) && !both(cell)).count(),
            Quantifier::No => cells.filter(both).count(),
            Quantifier::Some => usize::from(!cells.any(|cell| both(&cell))),
        }
    }
}

/// What makes a sound. A seed is the text of the declaration, in most files a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sounds {
    /// Seeds by event: `undo`, `startlevel`, `sfx0`…
    pub events: Vec<(String, String)>,
    /// Layers that moved.
    pub moved: Vec<MoveSound>,
    /// Movements that could not be made.
    pub blocked: Vec<MoveSound>,
    /// Objects that a replacement made.
    pub created: Vec<ChangeSound>,
    /// Objects that a replacement removed.
    pub destroyed: Vec<ChangeSound>,
}

/// The sound of an object that moves, or that cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSound {
    /// The object.
    pub object: ObjectId,
    /// Bits of [`movement`] that make the sound.
    pub directions: u8,
    /// The seed.
    pub seed: String,
}

/// The sound of objects that come or go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeSound {
    /// Any of these objects makes the sound.
    pub objects: ObjectSet,
    /// The seed.
    pub seed: String,
}

/// A level, or a message between levels. Both are counted by indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A text to be shown.
    Message {
        /// The line that it stands on, from 1.
        line: u32,
        /// The text.
        text: String,
    },
    /// A level to be played.
    Level(Level),
}

/// A level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The line of its first row, from 1.
    pub line: u32,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The different contents of cells.
    pub contents: Vec<ObjectSet>,
    /// An index into `contents` for each cell, column by column: the cell of column x and row y is at x·height + y.
    pub cells: Vec<u32>,
}

impl Level {
    /// Whether the level at its start, before any turn, meets these win conditions, of which there is at least one.
    #[must_use]
    pub fn meets(&self, win: &[WinCondition]) -> bool {
        let is_met = |condition: &WinCondition| condition.unmet(self.contents.iter().map(ObjectSet::words)) == 0;
        !win.is_empty() && win.iter().all(is_met)
    }
}

/// What stands before the objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prelude {
    /// The title as the author spells it.
    pub title: Option<String>,
    /// The author as spelt in the text.
    pub author: Option<String>,
    /// The author's address in the web, as spelt in the text.
    pub homepage: Option<String>,
    /// The colour around the board, as `#rrggbb`.
    pub background_color: String,
    /// The colour of texts, as `#rrggbb`.
    pub text_color: String,
    /// Seconds between the turns of a chain of `again`.
    pub again_interval: Option<f64>,
    /// Seconds between the repeats of a key that is held.
    pub key_repeat_interval: Option<f64>,
    /// Seconds between the ticks of a game in real time.
    pub realtime_interval: Option<f64>,
    /// How much of the board is shown.
    pub screen: Screen,
    /// A level begins with a tick.
    pub run_rules_on_level_start: bool,
    /// The action key does not repeat.
    pub norepeat_action: bool,
    /// A turn in which no player moved is taken back.
    pub require_player_movement: bool,
    /// Movement keys do not repeat faster when held.
    pub throttle_movement: bool,
    /// There is no undo.
    pub noundo: bool,
    /// There is no action key.
    pub noaction: bool,
    /// There is no restart by the player.
    pub norestart: bool,
    /// Draw with lines between rows of pixels.
    pub scanline: bool,
}

/// How much of the board is shown: all of it, unless a setting says otherwise. A text can give both settings;
/// then the pages of `flick` are shown, and `zoom` has no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The page of so many columns and rows that holds the player (`flickscreen`).
    pub flick: Option<(usize, usize)>,
    /// A window of so many columns and rows around the player (`zoomscreen`).
    pub zoom: Option<(usize, usize)>,
}
