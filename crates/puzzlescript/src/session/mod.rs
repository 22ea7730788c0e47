//! A game being played: turns, what follows a turn, and the way through the levels.
//!
//! After every turn the queued commands are carried out as a [table](after_turn) says, in the order of the language's
//! reference implementation (`increpare/PuzzleScript`). A turn follows by `again` only if it would do something, which
//! a *dry run* finds out; when that drew no random number and said nothing, it is kept and *is* the next turn. A
//! session does not know which engine plays its turns.

mod after_turn;
mod history;
mod stages;
mod turns;

use crate::board::Board;
use crate::engine::{Engine, Input, RuntimeMessage, Stop, TurnContext, TurnRecord};
use crate::game::{Command, Game, Level};
use crate::interrupt::{Interrupt, Interrupted};
use crate::masks::MaskEngine;
use crate::packing::Packing;
use crate::planes;
use crate::random::Generator;

use after_turn::Phase;
use history::History;
use turns::Again;

/// Which engine plays the turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The plain engine.
    Masks,
    /// The fast engine; in a program that only plays (`--cfg rules_only`) it is the plain one, which is smaller.
    #[default]
    Planes,
}

impl EngineKind {
    /// The engine of this kind at the start of a level.
    ///
    /// # Errors
    ///
    /// The interrupt came.
    pub fn load<'g>(
        self,
        game: &'g Game,
        level: &Level,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn Engine<'g> + 'g>, Interrupted> {
        match self {
            Self::Masks => Ok(Box::new(MaskEngine::new(game, level))),
            Self::Planes if cfg!(rules_only) => Self::Masks.load(game, level, interrupt),
            Self::Planes => planes::load(game, level, interrupt),
        }
    }

    /// An estimate of the bytes that the engine of this kind takes for a level.
    #[must_use]
    pub fn bytes(self, game: &Game, level: &Level) -> usize {
        match self {
            Self::Masks => MaskEngine::bytes(game, level),
            Self::Planes if cfg!(rules_only) => MaskEngine::bytes(game, level),
            Self::Planes => planes::bytes(game, level),
        }
    }
}

/// Where the reference implementation plays otherwise in its tests than for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ruleset {
    /// A `message` shows its text before the win conditions are looked at, and a won level waits for
    /// [`Session::next_stage`].
    #[default]
    Play,
    /// A `message` does nothing, and a win loads the next level at once.
    Tests,
}

/// What bounds a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many nodes an input with its chain may visit: tries of rules, and matches that are applied.
    pub nodes: u64,
    /// How many turns may follow an input by `again`.
    pub chain: usize,
    /// How many undo states are kept; older ones are dropped.
    pub undo: usize,
    /// How many bytes a level and its undo states may take, by a rough estimate.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 20_000_000, chain: 1000, undo: 1000, memory: 1 << 30 }
    }
}

/// How a game is played.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The engine.
    pub engine: EngineKind,
    /// The rules of play or those of the reference's tests.
    pub ruleset: Ruleset,
    /// Whether [`Session::continue_chain`] plays the turns that follow by `again` one at a time, for pictures between
    /// them. Otherwise an input plays them all.
    pub stepwise: bool,
    /// The seed of the first level's random numbers. Later levels derive theirs from it.
    pub seed: String,
    /// The limits.
    pub limits: Limits,
    /// How many messages the compiler gave: the reference implementation stops at the 101st of compiler and play.
    pub messages_before: usize,
    /// Whether [`Session::log`] records what the rules of an input did.
    pub log: bool,
}

/// What a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View<'g> {
    /// The board.
    Board,
    /// The text of a `message` command over the board, until [`Session::close_message`].
    Message(&'g str),
    /// A text between levels, until [`Session::next_stage`].
    Interlude(&'g str),
    /// The board, won, until [`Session::next_stage`].
    Won,
    /// The title, after the last level.
    Title,
}

/// What the rules did since the last input began, dry runs left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log<'g> {
    /// The lines of the rules that changed something, in order. A random group has the line of its first rule.
    pub applied: Vec<u32>,
    /// The commands that were queued, each once.
    pub commands: Vec<&'g Command>,
}

/// A game being played.
pub struct Session<'g> {
    game: &'g Game,
    options: Options,
    /// The engine of the last level that was loaded.
    engine: Option<Box<dyn Engine<'g> + 'g>>,
    context: TurnContext<'g>,
    interrupt: Interrupt,
    /// The record of the dry run that is kept as the next turn.
    ahead: TurnRecord<'g>,
    again: Again,
    history: History,
    stage: usize,
    /// The index of the level that the engine is for.
    engine_stage: usize,
    /// How often a level or a text was loaded.
    loaded: usize,
    view: View<'g>,
    sounds: Vec<&'g str>,
    effects: Vec<&'g str>,
    turns: usize,
    log: Option<Log<'g>>,
}

impl<'g> Session<'g> {
    /// A session without a level; [`Session::load`] comes next.
    #[must_use]
    pub fn new(game: &'g Game, options: Options) -> Self {
        let mut context = TurnContext::new(Generator::new(&options.seed), options.messages_before);
        let log = options.log.then(Log::default);
        context.record.applied = options.log.then(Vec::new);
        Self {
            game,
            engine: None,
            ahead: context.record.clone(),
            context,
            interrupt: Interrupt::default(),
            again: Again::No,
            history: History::default(),
            options,
            stage: 0,
            engine_stage: 0,
            loaded: 0,
            view: View::Title,
            sounds: Vec::new(),
            effects: Vec::new(),
            turns: 0,
            log,
        }
    }

    /// Plays an input: a turn and, unless the session goes stepwise, the chain that follows it.
    ///
    /// # Errors
    ///
    /// When a limit ends it. The turn that met the limit is taken back, and nothing follows it.
    pub fn press(&mut self, input: Input) -> Result<(), Stop> {
        self.play(Some(input))
    }

    /// Plays a turn without input, as a game in real time does at every interval.
    ///
    /// # Errors
    ///
    /// When a limit ends it, as for [`Session::press`].
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.play(None)
    }

    /// Ends inputs, and loading, with [`Stop::Interrupted`] once this interrupt comes.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.context.set_interrupt(interrupt.clone());
        self.interrupt = interrupt;
    }

    fn play(&mut self, input: Option<Input>) -> Result<(), Stop> {
        self.begin_input();
        let is_ignored = self.game.prelude.noaction && input == Some(Input::Action);
        if self.options.ruleset == Ruleset::Play && (self.view != View::Board || is_ignored) {
            return Ok(());
        }
        self.settle_ahead();
        self.turn(input, Phase::Play)?;
        self.follow_chain()
    }

    /// Plays the next turn of a chain, if one is due.
    ///
    /// # Errors
    ///
    /// When a limit ends it, as for [`Session::press`].
    pub fn continue_chain(&mut self) -> Result<(), Stop> {
        self.begin_input();
        if self.is_again_due() { self.again_turn() } else { Ok(()) }
    }

    /// Whether a turn follows by `again`.
    #[must_use]
    pub fn is_again_due(&self) -> bool {
        self.again != Again::No && (self.options.ruleset == Ruleset::Tests || self.view == View::Board)
    }

    /// Forgets what the last input left for the ear, and renews the budget.
    fn begin_input(&mut self) {
        self.turns = 0;
        self.sounds.clear();
        self.effects.clear();
        if let Some(log) = &mut self.log {
            log.applied.clear();
            log.commands.clear();
        }
        self.context.set_budget(self.options.limits.nodes);
    }

    /// Plays the event's sound, which the reference implementation does not record.
    fn play_event(&mut self, event: &str) {
        let seed = self.game.sounds.events.iter().find(|(name, _)| name == event);
        self.effects.extend(seed.map(|(_, seed)| seed.as_str()));
    }

    /// Puts a board of the level that was loaded last in play, with the board that a restart leads to. There are no
    /// undo states then, nothing follows by `again`, and movement that was left from the last turn is forgotten.
    pub fn resume(&mut self, board: &Board, restart: &Board) {
        self.begin_input();
        self.again = Again::No;
        self.context.record.clear();
        self.context.messages.clear();
        if let Some(engine) = &mut self.engine {
            engine.restore(board);
            self.history.resume(restart);
            self.view = View::Board;
        }
    }

    /// Puts the board of a key in play, as [`Session::resume`] does. The board that a restart leads to stays.
    #[inline]
    pub fn unpack(&mut self, packing: &Packing, key: &[u32]) {
        self.begin_input();
        self.again = Again::No;
        self.context.record.clear();
        self.context.messages.clear();
        if let Some(engine) = &mut self.engine {
            engine.unpack(packing, key);
            self.view = View::Board;
        }
    }

    /// Packs the board into a key of zeros. Returns whether the board has a key; see [`Packing::pack`].
    #[inline]
    pub fn pack(&self, packing: &Packing, key: &mut [u32]) -> bool {
        self.engine.as_ref().is_none_or(|engine| engine.pack(packing, key))
    }

    /// Makes a board of the level the one that a restart leads to.
    pub fn set_restart_target(&mut self, board: &Board) {
        self.history.restart.clone_from(board);
    }

    /// The board that a restart leads to: that of the level's start or of its last checkpoint.
    #[must_use]
    pub fn restart_target(&self) -> &Board {
        &self.history.restart
    }

    /// What is shown.
    #[must_use]
    pub fn view(&self) -> View<'g> {
        self.view
    }

    /// The index of the level or message, from 0.
    #[must_use]
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// The engine of the level that is played, or was played before the text that is shown.
    #[must_use]
    pub fn engine(&self) -> Option<&(dyn Engine<'g> + 'g)> {
        self.engine.as_deref()
    }

    /// A copy of the board; an empty one as long as no level was loaded.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::default();
        if let Some(engine) = &self.engine {
            engine.save(&mut board);
        }
        board
    }

    /// The random numbers of the level.
    #[must_use]
    pub fn random(&self) -> &Generator {
        &self.context.random
    }

    /// What the last turn left besides the board.
    #[must_use]
    pub fn record(&self) -> &TurnRecord<'g> {
        &self.context.record
    }

    /// What the rules did since the last input began, if the options ask for it.
    #[must_use]
    pub fn log(&self) -> Option<&Log<'g>> {
        self.log.as_ref()
    }

    /// What was said since the session began.
    #[must_use]
    pub fn messages(&self) -> &[RuntimeMessage] {
        &self.context.messages
    }

    /// The seeds of movements and replacements that were heard since the last input began.
    #[must_use]
    pub fn sounds(&self) -> &[&'g str] {
        &self.sounds
    }

    /// The seeds of events and sound effects that were heard since the last input began.
    #[must_use]
    pub fn effects(&self) -> &[&'g str] {
        &self.effects
    }

    /// How many nodes were visited since the last input began.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.options.limits.nodes - self.context.nodes()
    }

    /// How many turns were played since the last input began, without undo, restart and dry runs.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns
    }
}
