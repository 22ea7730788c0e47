//! The boards of a level, and what each input leads to.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ::puzzlescript::board::Board;
use ::puzzlescript::engine::Input;
use ::puzzlescript::game::{Command, Game, ObjectSet, Stage};

use super::bounds::Restarted;
use super::chance::Chance;
use super::cosmetic::Cosmetic;
use super::effort::{Effort, Limits};
use super::failure::Failure;
use super::layout::Analysis;
use super::level::Level;
use super::playing::{Effect, Ending, Playing, Settings};
use frame::phrases::plural;

/// The move that goes back to the start of the level or to the last checkpoint.
pub(super) const RESTART: &str = "restart";

/// A move: the number of an input in [`Move::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Move(u8);

impl Move {
    /// The inputs with their texts and letters. A tick is the last.
    const ALL: [(&'static str, char, Option<Input>); 6] = [
        ("up", 'u', Some(Input::Up)),
        ("left", 'l', Some(Input::Left)),
        ("down", 'd', Some(Input::Down)),
        ("right", 'r', Some(Input::Right)),
        ("action", 'x', Some(Input::Action)),
        ("wait", 't', None),
    ];
    /// A tick of a game in real time.
    pub(super) const TICK: Move = Move(5);

    /// Whether a game takes this move, though it may ignore it.
    pub(super) fn is_known(self, game: &Game) -> bool {
        self.input().is_some() || game.prelude.realtime_interval.is_some()
    }

    /// The moves of a game: there is no action if the game ignores it, and a tick in real time alone.
    pub(super) fn of(game: &Game) -> impl Iterator<Item = Move> + use<> {
        let (has_action, has_ticks) = (!game.prelude.noaction, game.prelude.realtime_interval.is_some());
        let is_there = move |number: &u8| match number {
            4 => has_action,
            5 => has_ticks,
            _ => true,
        };
        (0..6).filter(is_there).map(Move)
    }

    /// The text of the move.
    pub(super) fn name(self) -> &'static str {
        Self::ALL[usize::from(self.0)].0
    }

    /// The input; `None` for a tick.
    pub(super) fn input(self) -> Option<Input> {
        Self::ALL[usize::from(self.0)].2
    }

    /// The move with this text or letter, whether the game has it or not.
    pub(super) fn parse(text: &str) -> Option<Move> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        let is_it = |(name, short, _): &&(&str, char, Option<Input>)| {
            name.eq_ignore_ascii_case(text) || letter.is_some_and(|letter| letter.to_ascii_lowercase() == *short)
        };
        let place = Self::ALL.iter().position(|row| is_it(&row))?;
        Some(Move(place as u8))
    }
}

/// The most sessions of a level that wait for work.
const MAX_IDLE: usize = 8;

/// A board of a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The objects of the cells, without decorations if chance decides about those.
    pub(super) words: Box<[u64]>,
    /// The objects of the board that a restart leads to, if rules can both set that board and go back to it.
    pub(super) restart: Option<Box<[u64]>>,
    pub(super) won: bool,
}

/// The rules of a level as one engine plays them.
pub(super) struct BoardRules {
    pub(super) level: Arc<Level>,
    /// The game of the level without its sounds, which nobody hears in a search.
    game: Arc<Game>,
    pub(super) settings: Settings,
    /// The limits of the question that is asked with these rules.
    pub(super) limits: Limits,
    pub(super) start: State,
    /// Whether the turns that the level begins with never end, so that the player's turn never comes.
    is_locked: bool,
    /// The objects of the board that a restart leads to from the start, before the tick that follows it.
    restart: Box<[u64]>,
    /// Whether states hold the board that a restart leads to.
    pub(super) has_targets: bool,
    analysis: Arc<Mutex<Option<Arc<Analysis>>>>,
    /// The bytes of a session, as estimated.
    session_bytes: usize,
    /// Sessions of the level that wait for work.
    idle: Arc<Mutex<Vec<Playing>>>,
    /// How many inputs led to turns that never end.
    endless: AtomicU64,
    /// How many inputs led to rules that did not settle.
    unsettled: AtomicU64,
}

impl BoardRules {
    /// The rules of a level from its start.
    ///
    /// # Errors
    /// A limit was reached in the turns that the level begins with.
    pub(super) fn new(level: Arc<Level>, settings: Settings, limits: Limits) -> Result<BoardRules, Failure> {
        let game = Arc::new(Game { sounds: Arc::default(), ..Game::clone(&level.game) });
        let bounds = (limits.session, limits.interrupt());
        let (playing, effect) = Playing::start(Arc::clone(&game), &settings, false, bounds).map_err(Failure::Turn)?;
        let session_bytes = match &game.stages[0] {
            Stage::Level(level) => settings.engine.bytes(&game, level),
            Stage::Message { .. } => 0,
        };
        let nothing = State { words: Box::default(), restart: None, won: false };
        let has_targets = has_command(&level.game, &Command::Checkpoint) && has_command(&level.game, &Command::Restart);
        let mut rules = BoardRules {
            level,
            game,
            settings,
            limits,
            start: nothing,
            is_locked: effect.ending == Ending::Endless,
            restart: Box::default(),
            has_targets,
            analysis: Arc::default(),
            session_bytes,
            idle: Arc::default(),
            endless: AtomicU64::new(0),
            unsettled: AtomicU64::new(0),
        };
        rules.start = rules.state(&playing, effect.ending);
        rules.restart = rules.words(playing.restart_target());
        rules.put_back(playing);
        Ok(rules)
    }

    /// Returns these rules within other limits, with nothing counted yet.
    pub(super) fn anew(&self, limits: Limits) -> BoardRules {
        BoardRules {
            level: Arc::clone(&self.level),
            game: Arc::clone(&self.game),
            settings: self.settings.clone(),
            limits,
            start: self.start.clone(),
            is_locked: self.is_locked,
            restart: self.restart.clone(),
            has_targets: self.has_targets,
            analysis: Arc::clone(&self.analysis),
            session_bytes: self.session_bytes,
            idle: Arc::clone(&self.idle),
            endless: AtomicU64::new(0),
            unsettled: AtomicU64::new(0),
        }
    }

    /// The state of a session.
    pub(super) fn state(&self, playing: &Playing, ending: Ending) -> State {
        let restart = self.has_targets.then(|| self.words(playing.restart_target()));
        State { words: self.words(playing.board()), restart, won: ending == Ending::Won }
    }

    fn words(&self, mut board: Board) -> Box<[u64]> {
        if let Chance::DecidesDecoration(decorations) = &self.level.chance {
            let mask = decorations.words();
            for cell in board.words.chunks_exact_mut(board.stride) {
                cell.iter_mut().zip(mask).for_each(|(word, decoration)| *word &= !decoration);
            }
        }
        board.words.into_boxed_slice()
    }

    /// A board of a state as it is written: where decorations are left out, cells without a background show the usual
    /// one.
    pub(super) fn written(&self, mut board: Board) -> Board {
        let layer = self.level.file.background_layer();
        if matches!(&self.level.chance, Chance::DecidesDecoration(decorations) if decorations.intersects(&layer)) {
            let (background, mask) = (usize::from(self.level.game.background.0), layer.words());
            for cell in board.words.chunks_exact_mut(board.stride) {
                if cell.iter().zip(mask).all(|(word, layer)| word & layer == 0) {
                    cell[background / 64] |= 1 << (background % 64);
                }
            }
        }
        board
    }

    /// The board of a state.
    pub(super) fn board(&self, state: &State) -> Board {
        self.with_words(&state.words)
    }

    pub(super) fn with_words(&self, words: &[u64]) -> Board {
        let (width, height) = self.level.size();
        Board { width, height, stride: Board::stride_of(&self.level.game), words: words.to_vec() }
    }

    /// The board that a restart leads to from a state, before the tick that follows it.
    pub(super) fn restart_of(&self, state: &State) -> Board {
        self.with_words(state.restart.as_deref().unwrap_or(&self.restart))
    }

    pub(super) fn session(&self) -> Result<Playing, Failure> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let interrupt = self.limits.interrupt();
        match idle {
            Some(mut playing) => {
                playing.set_interrupt(interrupt);
                Ok(playing)
            }
            None => {
                let bounds = (self.limits.session, interrupt);
                Ok(Playing::start(Arc::clone(&self.game), &self.settings, false, bounds).map_err(Failure::Turn)?.0)
            }
        }
    }

    /// A session of the game without rules that change nothing that matters, for a thread of a search.
    pub(super) fn simplified_session(&self) -> Result<Playing, Failure> {
        let (simplified, bounds) =
            (Arc::clone(&self.analysis()?.simplified), (self.limits.worker, self.limits.interrupt()));
        Ok(Playing::start(simplified, &self.settings, false, bounds).map_err(Failure::Turn)?.0)
    }

    pub(super) fn put_back(&self, playing: Playing) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE {
            idle.push(playing);
        }
    }

    /// The bytes of what is kept for further questions: states, what is prepared for searches, sessions that wait.
    pub(super) fn bytes(&self) -> usize {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).len();
        let analysis = self.analysis.lock().unwrap_or_else(PoisonError::into_inner);
        let analysis = analysis.as_ref().map_or(0, |analysis| analysis.bytes());
        size_of_val(&*self.start.words) + analysis + idle * self.session_bytes
    }

    /// Plays a move on a state in this session. `None` where the turns that follow never end.
    pub(super) fn after(&self, playing: &mut Playing, state: &State, step: Move) -> Result<Option<State>, Failure> {
        playing.resume(&self.board(state), &self.restart_of(state));
        let ending = self.pressed(playing, step)?;
        Ok((ending != Ending::Endless).then(|| self.state(playing, ending)))
    }

    /// Plays a move, and counts inputs that are to be told of.
    pub(super) fn pressed(&self, playing: &mut Playing, step: Move) -> Result<Ending, Failure> {
        if self.is_locked {
            self.endless.fetch_add(1, Ordering::Relaxed);
            return Ok(Ending::Endless);
        }
        let Effect { ending, unsettled, .. } = playing.press(step.input()).map_err(Failure::Turn)?;
        if unsettled {
            self.unsettled.fetch_add(1, Ordering::Relaxed);
        }
        if ending == Ending::Endless {
            self.endless.fetch_add(1, Ordering::Relaxed);
        }
        Ok(ending)
    }

    /// What searches of packed boards know of the level; it is prepared where that was not done before.
    ///
    /// # Errors
    /// The time was over before.
    pub(super) fn analysis(&self) -> Result<Arc<Analysis>, Failure> {
        let lock = || self.analysis.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().as_ref().filter(|known| known.suits(&self.limits)) {
            return Ok(Arc::clone(known));
        }
        let effort = Effort::new(&self.limits);
        let cosmetic = Cosmetic::of(&self.level.game, &self.level.chance, &effort);
        let analysis = Arc::new(self.analysed(cosmetic, &effort)?);
        *lock() = Some(Arc::clone(&analysis));
        Ok(analysis)
    }

    fn analysed(&self, cosmetic: Cosmetic, effort: &Effort) -> Result<Analysis, Failure> {
        let start = self.board(&self.start);
        let restart = (!self.has_targets).then(|| {
            let bounds = (self.limits.session, self.limits.interrupt());
            let may_win = Playing::restart_may_win(&self.game, &self.settings, bounds);
            Restarted { board: start.clone(), may_win }
        });
        Analysis::of(&self.level, cosmetic, (&start, restart), &self.limits, effort)
    }

    /// Returns these rules with keys that tell all boards apart.
    #[cfg(test)]
    pub(super) fn telling_all(&self) -> BoardRules {
        let analysis = self.analysed(Cosmetic::default(), &Effort::new(&self.limits)).expect("time enough");
        BoardRules { analysis: Arc::new(Mutex::new(Some(Arc::new(analysis)))), ..self.anew(self.limits.clone()) }
    }

    /// Makes keys record the objects that a board was met with, or all objects. Resets the counters, since the search
    /// begins anew.
    ///
    /// # Errors
    /// The time was over.
    pub(super) fn admit(&self, met: Option<&ObjectSet>) -> Result<(), Failure> {
        self.analysis()?.admit(&self.level, met, &Effort::new(&self.limits))?;
        self.endless.store(0, Ordering::Relaxed);
        self.unsettled.store(0, Ordering::Relaxed);
        Ok(())
    }

    /// The names of the moves that change a state or win, without those whose turns take more than the limits allow.
    pub(super) fn changing(&self, state: &State) -> Result<Vec<String>, Failure> {
        let mut playing = self.session()?;
        let changes = |step: &Move| matches!(self.after(&mut playing, state, *step), Ok(Some(next)) if next != *state);
        let names = Move::of(&self.level.game).filter(changes).map(|step| step.name().to_owned()).collect();
        self.put_back(playing);
        Ok(names)
    }

    /// What is to be said of the inputs that were tried, behind the method of an answer.
    pub(super) fn counted(&self) -> Vec<String> {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let (endless, unsettled) = (count(&self.endless), count(&self.unsettled));
        let said = |count: u64, one: &str, more: &str| (count > 0).then(|| plural(count, one, more));
        [
            said(
                endless,
                "input was left out, since the turns that follow never end",
                "inputs were left out, since the turns that follow never end",
            ),
            said(
                unsettled,
                "input met rules that do not settle within 200 rounds",
                "inputs met rules that do not settle within 200 rounds",
            ),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

fn has_command(game: &Game, command: &Command) -> bool {
    let rules = game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules);
    rules.into_iter().any(|rule| rule.commands.contains(command))
}
