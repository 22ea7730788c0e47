//! The way through the levels and the texts between them.

use crate::board::Board;
use crate::engine::Stop;
use crate::game::{Game, Level, Rule, Stage};
use crate::random::Generator;

use super::after_turn::Phase;
use super::turns::Again;
use super::{Ruleset, Session, View};

impl<'g> Session<'g> {
    /// Loads a level, or shows the text between levels, at an index from 0; beyond the last one, the title.
    ///
    /// # Errors
    ///
    /// When a limit ends the turns that a level begins with.
    pub fn load(&mut self, stage: usize) -> Result<(), Stop> {
        self.begin_input();
        self.settle_ahead();
        self.load_stage(stage)?;
        self.follow_chain()
    }

    fn load_stage(&mut self, stage: usize) -> Result<(), Stop> {
        let Some(content) = self.game.stages.get(stage) else {
            self.view = View::Title;
            self.play_event("titlescreen");
            return Ok(());
        };
        self.stage = stage;
        self.again = Again::No;
        self.context.random = self.generator();
        match content {
            Stage::Message { text, .. } => {
                // The board of the level before stays in play: the tests of the reference go on in it.
                self.view = View::Interlude(text);
                self.play_event("showmessage");
                Ok(())
            }
            Stage::Level(level) => {
                self.load_level(level)?;
                self.view = View::Board;
                self.context.record.clear();
                self.play_event("startlevel");
                let has_tick = self.game.prelude.run_rules_on_level_start;
                if has_tick { self.turn(None, Phase::LevelStart) } else { Ok(()) }
            }
        }
    }

    /// Makes the start of a level the board, in the same engine if it is the level of before.
    fn load_level(&mut self, level: &'g Level) -> Result<(), Stop> {
        let known = self.engine.take().filter(|_| self.engine_stage == self.stage);
        let most = self.most_undo_states(level)?;
        let mut engine = match known {
            Some(engine) => engine,
            None => {
                self.context.set_work_of_node(work_of_node(self.game, level));
                let loaded = self.options.engine.load(self.game, level, &self.interrupt);
                loaded.map_err(|_| Stop::Interrupted)?
            }
        };
        engine.restore(&Board::new(self.game, level));
        self.history.begin(engine.as_ref(), most);
        (self.engine, self.engine_stage) = (Some(engine), self.stage);
        Ok(())
    }

    /// How many undo states of a level fit into the memory that is allowed.
    fn most_undo_states(&self, level: &Level) -> Result<usize, Stop> {
        let engine = self.options.engine.bytes(self.game, level);
        let rest = self.options.limits.memory.checked_sub(engine).ok_or(Stop::MemoryLimit)?;
        let board = level.cells.len() * Board::stride_of(self.game) * size_of::<u64>();
        Ok(self.options.limits.undo.min(rest / board.max(1)))
    }

    /// The generator of the stage that is being loaded. The reference makes all but the first unpredictable.
    fn generator(&mut self) -> Generator {
        self.loaded += 1;
        let seed = &self.options.seed;
        if self.loaded == 1 { Generator::new(seed) } else { Generator::new(&format!("{seed}#{}", self.loaded)) }
    }

    /// Ends a level. No turn follows by `again`.
    pub(super) fn win(&mut self) -> Result<(), Stop> {
        self.settle_ahead();
        self.play_event("endlevel");
        if self.options.ruleset == Ruleset::Tests {
            return self.load_stage(self.stage + 1);
        }
        self.view = View::Won;
        Ok(())
    }

    /// Goes on from a won level or a text between levels.
    ///
    /// # Errors
    ///
    /// When a limit ends the turns that a level begins with.
    pub fn next_stage(&mut self) -> Result<(), Stop> {
        self.load(self.stage + 1)
    }

    /// Closes the text of a `message` command. The win conditions, which waited for it, are looked at now, and a chain
    /// goes on.
    ///
    /// # Errors
    ///
    /// When a limit ends the chain.
    pub fn close_message(&mut self) -> Result<(), Stop> {
        self.begin_input();
        if !matches!(self.view, View::Message(_)) {
            return Ok(());
        }
        self.view = View::Board;
        self.play_event("closemessage");
        if self.engine.as_ref().is_some_and(|engine| engine.is_won()) {
            return self.win();
        }
        self.follow_chain()
    }
}

/// The most work of the try of a rule, in words of planes: the cells of the longest rule times the words of a plane.
fn work_of_node(game: &Game, level: &Level) -> u64 {
    let rules = game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules);
    let cells = |rule: &Rule| rule.rows.iter().flat_map(|row| &row.runs).map(Vec::len).sum::<usize>();
    let longest = rules.map(cells).max().unwrap_or(0).max(1);
    (longest as u64).saturating_mul(level.cells.len().div_ceil(64) as u64)
}
