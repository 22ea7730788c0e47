//! A session of one level: an input with the texts and the chain of turns that follow it.
//!
//! A chain that comes back to a board goes on for ever, and the player is locked out. Such a chain is found by
//! comparing each board with one from an earlier turn whose number is a power of two (Brent, 1980); the cost is one
//! copy or comparison of the board for each turn.

use std::sync::Arc;

use ::puzzlescript::board::Board;
use ::puzzlescript::engine::{Input, Stop};
use ::puzzlescript::game::{Command, Game, Stage};
use ::puzzlescript::interrupt::Interrupt;
use ::puzzlescript::packing::Packing;
use ::puzzlescript::session::{EngineKind, Limits, Options, Ruleset, Session, View};
use self_cell::self_cell;

/// The maximum number of turns that follow an input by `again`.
pub(super) const MAX_TURNS: usize = 100_000;
/// The maximum number of nodes of an input with all turns that follow it, for a board of one word of cells: a node is
/// the try of a rule, which takes time in proportion to the words of a board.
const MAX_NODES: u64 = 20_000_000;
/// That number for the largest boards.
const MIN_NODES: u64 = 200_000;
/// The maximum number of boards that are kept of a chain, to be drawn.
const MAX_BOARDS: usize = 60;
/// The maximum number of lines of rules that are kept of an input.
const MAX_FIRED: usize = 1000;
/// The maximum number of sounds that are kept of an input.
const MAX_SOUNDS: usize = 60;
/// The turns of a chain that are not compared: nearly all chains are shorter.
const UNCOMPARED_TURNS: usize = 8;

self_cell! {
    struct Owner {
        owner: Arc<Game>,
        #[not_covariant]
        dependent: Session,
    }
}

/// The game of one level, played from its first stage.
pub(super) struct Playing {
    session: Owner,
    /// Whether effects tell what could be seen and heard on the way.
    is_watched: bool,
    /// The nodes that an input may take.
    nodes: u64,
}

/// How an input left the level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    /// The player may go on.
    #[default]
    Open,
    /// The level is won.
    Won,
    /// The turns that follow never end.
    Endless,
}

/// What an input did.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    pub(super) ending: Ending,
    /// The boards after each turn but the last, oldest first, if it was watched.
    pub(super) boards: Vec<Board>,
    /// The seeds of the sounds, if it was watched.
    pub(super) sounds: Vec<String>,
    /// The lines of the rules that changed something, if it was watched; several in a row once.
    pub(super) fired: Vec<u32>,
    /// The texts that were shown.
    pub(super) texts: Vec<String>,
    /// Whether a group or loop of rules was cut off before it settled.
    pub(super) unsettled: bool,
}

/// How a session plays.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) engine: EngineKind,
    pub(super) ruleset: Ruleset,
    pub(super) seed: String,
}

impl Effect {
    /// Notes what was heard and which rules changed something in the last turn; a session that is not watched records
    /// no rules, and nobody hears it.
    fn watch(&mut self, session: &Session<'_>) {
        let Some(log) = session.log() else { return };
        let room = MAX_FIRED.saturating_sub(self.fired.len());
        self.fired.extend(log.applied.iter().take(room));
        self.fired.dedup();
        let heard = session.sounds().iter().chain(session.effects()).map(|&seed| seed.to_owned());
        self.sounds.extend(heard.take(MAX_SOUNDS.saturating_sub(self.sounds.len())));
    }
}

impl Playing {
    /// Loads the first stage of a game, which must be a level, with the turns that it begins with. `is_watched` asks
    /// for what can be seen and heard on the way, which costs time.
    ///
    /// The session takes at most so many bytes, and ends once the interrupt comes; see [`Playing::set_interrupt`].
    ///
    /// # Errors
    /// A limit of the session was reached.
    pub(super) fn start(
        game: Arc<Game>,
        settings: &Settings,
        is_watched: bool,
        (bytes, interrupt): (usize, Interrupt),
    ) -> Result<(Playing, Effect), Stop> {
        let options = options(&game, settings, is_watched, bytes);
        let nodes = options.limits.nodes;
        let session = Owner::new(game, |game| Session::new(game, options));
        let mut playing = Playing { nodes, session, is_watched };
        playing.set_interrupt(interrupt);
        let effect = playing.play(|session| session.load(0))?;
        Ok((playing, effect))
    }

    /// Whether a restart to the start of a game's first stage may win at once: the first tick leads to a board that
    /// meets the win conditions, or goes back itself, in which it differs from that of a restart. Where that takes more
    /// than these bytes or is interrupted, it may.
    pub(super) fn restart_may_win(game: &Game, settings: &Settings, (bytes, interrupt): (usize, Interrupt)) -> bool {
        let mut session = Session::new(game, options(game, settings, true, bytes));
        session.set_interrupt(interrupt);
        let is_loaded = session.load(0).is_ok();
        let goes_back = session.log().is_some_and(|log| log.commands.contains(&&Command::Restart));
        !is_loaded || goes_back || session.engine().is_some_and(|engine| engine.is_won())
    }

    /// Ends inputs once this interrupt comes.
    pub(super) fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.session.with_dependent_mut(|_, session| session.set_interrupt(interrupt));
    }

    /// Plays an input, or a tick.
    ///
    /// # Errors
    /// A limit of the session was reached. The turn that met it is taken back.
    pub(super) fn press(&mut self, input: Option<Input>) -> Result<Effect, Stop> {
        self.play(|session| match input {
            Some(input) => session.press(input),
            None => session.tick(),
        })
    }

    /// Goes back to the start of the level, or to the last checkpoint.
    ///
    /// # Errors
    /// A limit of the session was reached.
    pub(super) fn restart(&mut self) -> Result<Effect, Stop> {
        self.play(|session| session.restart())
    }

    /// Puts a board in play, with the board that a restart leads to.
    pub(super) fn resume(&mut self, board: &Board, restart: &Board) {
        self.session.with_dependent_mut(|_, session| session.resume(board, restart));
    }

    /// Puts the board of a key in play. The board that a restart leads to stays.
    pub(super) fn unpack(&mut self, packing: &Packing, key: &[u32]) {
        self.session.with_dependent_mut(|_, session| session.unpack(packing, key));
    }

    /// Packs the board into a key of zeros. Returns whether it has a key.
    pub(super) fn pack(&self, packing: &Packing, key: &mut [u32]) -> bool {
        self.session.with_dependent(|_, session| session.pack(packing, key))
    }

    /// Makes a board the one that a restart leads to.
    pub(super) fn set_restart_target(&mut self, board: &Board) {
        self.session.with_dependent_mut(|_, session| session.set_restart_target(board));
    }

    /// The board.
    pub(super) fn board(&self) -> Board {
        self.session.with_dependent(|_, session| session.board())
    }

    /// The board that a restart leads to.
    pub(super) fn restart_target(&self) -> Board {
        self.session.with_dependent(|_, session| session.restart_target().clone())
    }

    fn play(
        &mut self,
        first: impl for<'s, 'g> FnOnce(&'s mut Session<'g>) -> Result<(), Stop>,
    ) -> Result<Effect, Stop> {
        let (nodes, is_watched) = (self.nodes, self.is_watched);
        self.session.with_dependent_mut(|_, session| {
            let said = session.messages().len();
            let mut effect = Effect::default();
            first(session)?;
            effect.ending = follow(session, nodes, is_watched, &mut effect)?;
            effect.unsettled = session.messages().len() > said;
            Ok(effect)
        })
    }
}

/// Closes the texts and plays the turns that follow an input.
fn follow(session: &mut Session<'_>, most: u64, is_watched: bool, effect: &mut Effect) -> Result<Ending, Stop> {
    let (mut turns, mut nodes) = (0, session.nodes());
    let mut earlier = None;
    effect.watch(session);
    loop {
        match session.view() {
            View::Message(text) => {
                effect.texts.push(text.to_owned());
                session.close_message()?;
            }
            View::Won | View::Interlude(_) | View::Title => return Ok(Ending::Won),
            View::Board if !session.is_again_due() => return Ok(Ending::Open),
            View::Board => {
                turns += 1;
                if turns > MAX_TURNS {
                    return Err(Stop::ChainLimit);
                }
                if turns > UNCOMPARED_TURNS {
                    let now = (session.board(), session.restart_target().clone(), session.random().drawn());
                    if earlier.as_ref() == Some(&now) {
                        return Ok(Ending::Endless);
                    }
                    if turns.is_power_of_two() {
                        earlier = Some(now);
                    }
                }
                if is_watched && effect.boards.len() < MAX_BOARDS {
                    effect.boards.push(session.board());
                }
                session.continue_chain()?;
                effect.watch(session);
                nodes += session.nodes();
                if nodes > most {
                    return Err(Stop::NodeLimit);
                }
            }
        }
    }
}

/// How a session of a game plays in so many bytes; `is_watched` asks for what can be seen and heard on the way.
fn options(game: &Game, settings: &Settings, is_watched: bool, bytes: usize) -> Options {
    let words = game.stages.iter().map(words).max().unwrap_or(1);
    let nodes = (MAX_NODES / words).max(MIN_NODES);
    Options {
        engine: settings.engine,
        ruleset: settings.ruleset,
        stepwise: true,
        seed: settings.seed.clone(),
        limits: Limits { nodes, undo: 0, chain: MAX_TURNS, memory: bytes.min(Limits::default().memory) },
        messages_before: 0,
        log: is_watched,
    }
}

/// The words of 64 cells of a level.
fn words(stage: &Stage) -> u64 {
    match stage {
        Stage::Level(level) => (level.cells.len() as u64).div_ceil(64).max(1),
        Stage::Message { .. } => 1,
    }
}
