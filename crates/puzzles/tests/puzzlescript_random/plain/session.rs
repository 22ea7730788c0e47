//! What follows a turn: cancel, restart, undo states, texts, winning, checkpoints, and the turns of `again`.

use std::collections::HashSet;

use puzzlescript::game::{Command, Game, Stage};

use super::board::Board;
use super::chance::Chance;
use super::turn::{INPUTS, Outcome, Rules, Shared, Stop, World};

/// Where the language's implementation plays otherwise in its tests than for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruleset {
    /// A text is closed before the win conditions are looked at; a won level stays.
    Play,
    /// Texts are not shown, and a won level is followed by the next at once.
    Tests,
}

/// What is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screen {
    /// The board.
    Board,
    /// A text of a rule.
    Text,
    /// A text between levels, or the title.
    Between,
    /// The board, won.
    Won,
}

/// What a turn belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Play,
    LevelStart,
    Restart,
}

/// How an input with all that follows it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The player may go on.
    Open,
    /// The level is won.
    Won,
    /// The turns that follow repeat for ever.
    Endless,
}

/// A game being played.
pub(crate) struct Session<'g> {
    pub(crate) rules: Rules<'g>,
    ruleset: Ruleset,
    world: World,
    /// The board that a restart leads to.
    pub(crate) restart: Board,
    undo: Vec<Board>,
    is_again_due: bool,
    pub(crate) screen: Screen,
    stage: usize,
    shared: Shared,
}

impl<'g> Session<'g> {
    /// A session of a game in which no level is loaded yet.
    pub(crate) fn new(game: &'g Game, ruleset: Ruleset, seed: &str) -> Session<'g> {
        let empty = Board { width: 0, height: 0, cells: Vec::new() };
        Session {
            rules: Rules::of(game),
            ruleset,
            world: World::still(empty.clone(), game.layers.len()),
            restart: empty,
            undo: Vec::new(),
            is_again_due: false,
            screen: Screen::Between,
            stage: 0,
            shared: Shared { chance: Chance::new(seed), said: 0, work: 0 },
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> &Board {
        &self.world.board
    }

    /// How often rules were cut off before they settled.
    pub(crate) fn said(&self) -> usize {
        self.shared.said
    }

    /// Loads a stage, and plays the turns that it begins with.
    pub(crate) fn load(&mut self, stage: usize) -> Result<End, Stop> {
        self.shared.work = 0;
        self.stage = stage;
        self.load_stage()?;
        self.follow()
    }

    /// Plays an input (the number of one in [`INPUTS`]) or a tick, with the turns that follow.
    pub(crate) fn press(&mut self, input: Option<usize>) -> Result<End, Stop> {
        self.shared.work = 0;
        if self.ruleset == Ruleset::Play && (self.rules.game.prelude.noaction && input == Some(4)) {
            return Ok(End::Open);
        }
        self.turn(input.map(|input| INPUTS[input]), Phase::Play)?;
        self.follow()
    }

    /// The player asks for a restart.
    pub(crate) fn restart(&mut self) -> Result<End, Stop> {
        self.shared.work = 0;
        if self.rules.game.prelude.norestart {
            return Ok(End::Open);
        }
        self.undo.push(self.world.board.clone());
        self.go_back()?;
        self.follow()
    }

    /// The player takes an input back.
    pub(crate) fn undo(&mut self) {
        if self.rules.game.prelude.noundo {
            return;
        }
        while let Some(board) = self.undo.pop() {
            if board != self.world.board {
                self.set(board);
                break;
            }
        }
    }

    /// Puts a board in play, and the one that a restart leads to.
    pub(crate) fn resume(&mut self, board: &Board, restart: &Board) {
        self.set(board.clone());
        self.restart = restart.clone();
        self.undo.clear();
        (self.is_again_due, self.screen, self.shared.said) = (false, Screen::Board, 0);
    }

    fn set(&mut self, board: Board) {
        self.world = World::still(board, self.rules.layers.len());
        self.is_again_due = false;
    }

    fn load_stage(&mut self) -> Result<(), Stop> {
        self.is_again_due = false;
        let Some(Stage::Level(level)) = self.rules.game.stages.get(self.stage) else {
            // The board of the level before stays in play.
            self.screen = Screen::Between;
            return Ok(());
        };
        self.set(Board::of(level));
        self.restart = self.world.board.clone();
        self.undo.clear();
        self.screen = Screen::Board;
        if self.rules.game.prelude.run_rules_on_level_start { self.turn(None, Phase::LevelStart) } else { Ok(()) }
    }

    fn turn(&mut self, input: Option<u8>, phase: Phase) -> Result<(), Stop> {
        self.is_again_due = false;
        let before = self.world.board.clone();
        let Outcome { queue, is_refused } = self.rules.turn(&mut self.world, input, &mut self.shared)?;
        if is_refused {
            self.set(before);
            return Ok(());
        }
        self.finish(&before, queue, input.is_some(), phase)
    }

    /// Carries out what a turn queued.
    fn finish(&mut self, before: &Board, mut queue: Vec<Command>, has_input: bool, phase: Phase) -> Result<(), Stop> {
        if queue.contains(&Command::Cancel) {
            self.show(&queue);
            self.set(before.clone());
            return Ok(());
        }
        if queue.contains(&Command::Restart) {
            self.show(&queue);
            self.undo.push(before.clone());
            if phase == Phase::LevelStart {
                self.shared.said += 1;
            }
            // A restart within a restart is none, but what else was queued is carried out.
            if phase != Phase::Restart {
                self.go_back()?;
                queue.clear();
            }
        }
        let has_changed = self.world.board != *before;
        if has_changed && has_input {
            self.undo.push(before.clone());
        }
        self.show(&queue);
        let wins = queue.contains(&Command::Win) || self.rules.is_won(&self.world.board);
        if wins && self.screen == Screen::Board && phase == Phase::Play {
            self.is_again_due = false;
            if self.ruleset == Ruleset::Play {
                self.screen = Screen::Won;
                return Ok(());
            }
            self.stage += 1;
            self.load_stage()?;
            if self.screen == Screen::Board {
                queue.clear();
            }
        }
        if queue.contains(&Command::Checkpoint) {
            self.restart = self.world.board.clone();
        }
        if queue.contains(&Command::Again) && has_changed {
            self.is_again_due = self.would_do_something()?;
        }
        Ok(())
    }

    /// Shows a text, if one is queued.
    fn show(&mut self, queue: &[Command]) {
        let has_text = queue.iter().any(|command| matches!(command, Command::Message(_)));
        if has_text && self.ruleset == Ruleset::Play {
            self.screen = Screen::Text;
        }
    }

    /// Goes to the restart target, with the tick that a level begins with.
    fn go_back(&mut self) -> Result<(), Stop> {
        self.set(self.restart.clone());
        if self.rules.game.prelude.run_rules_on_level_start { self.turn(None, Phase::Restart) } else { Ok(()) }
    }

    /// Plays a tick to see whether it would do something, and takes it back.
    fn would_do_something(&mut self) -> Result<bool, Stop> {
        let before = self.world.board.clone();
        let Outcome { queue, .. } = self.rules.turn(&mut self.world, None, &mut self.shared)?;
        let has_changed = self.world.board != before;
        if queue.contains(&Command::Cancel) {
            self.set(before);
            return Ok(queue.len() > 1);
        }
        if queue.contains(&Command::Restart) {
            self.undo.push(before.clone());
        }
        if has_changed {
            self.set(before);
        }
        if has_changed || queue.contains(&Command::Restart) || queue.contains(&Command::Win) {
            return Ok(true);
        }
        if queue.contains(&Command::Checkpoint) {
            self.restart = self.world.board.clone();
        }
        Ok(false)
    }

    /// Closes texts and plays the turns that follow, as far as they go.
    fn follow(&mut self) -> Result<End, Stop> {
        let mut known = HashSet::new();
        loop {
            match self.screen {
                Screen::Text => {
                    self.screen = Screen::Board;
                    if self.rules.is_won(&self.world.board) {
                        (self.screen, self.is_again_due) = (Screen::Won, false);
                    }
                }
                Screen::Won => return Ok(End::Won),
                Screen::Between if self.ruleset == Ruleset::Play => return Ok(End::Won),
                Screen::Board | Screen::Between if !self.is_again_due => return Ok(End::Open),
                Screen::Board | Screen::Between => {
                    let chance = self.shared.chance.drawn;
                    if !known.insert((self.world.board.clone(), self.restart.clone(), chance)) {
                        return Ok(End::Endless);
                    }
                    self.is_again_due = false;
                    self.turn(None, Phase::Play)?;
                }
            }
        }
    }
}
