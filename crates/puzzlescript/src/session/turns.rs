//! One turn, what follows it by the [table](super::after_turn), and the chain of turns that follows.

use std::ops::ControlFlow;

use crate::engine::{Input, Played, RuntimeMessage, Stop};
use crate::game::Command;

use super::after_turn::{Outcome, Phase, Step};
use super::{Ruleset, Session, View};

/// Whether a turn follows without an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// None.
    No,
    /// One is to be played.
    Due,
    /// The dry run was kept: its board is the engine's backup.
    Kept,
    /// The dry run was kept, and the engine is on its board already.
    Ahead,
}

/// A turn that was played, as far as what follows depends on it.
#[derive(Clone, Copy)]
struct Turn {
    has_input: bool,
    phase: Phase,
    /// Of a dry run: what follows it if it changed the board.
    if_changed: Again,
}

impl<'g> Session<'g> {
    /// Plays a turn and carries out what follows it.
    pub(super) fn turn(&mut self, input: Option<Input>, phase: Phase) -> Result<(), Stop> {
        self.again = Again::No;
        self.context.record.clear();
        let Some(engine) = &mut self.engine else { return Ok(()) };
        self.turns += 1;
        match engine.turn(input, &mut self.context) {
            Ok(played) => {
                let outcome = Outcome::of(played, &self.context.record.commands);
                self.log_turn();
                self.follow(outcome, Turn { has_input: input.is_some(), phase, if_changed: Again::No })
            }
            Err(stop) => {
                engine.take_back();
                self.context.record.clear();
                Err(stop)
            }
        }
    }

    /// Carries out what follows a turn.
    #[inline]
    fn follow(&mut self, outcome: Outcome, turn: Turn) -> Result<(), Stop> {
        for step in outcome.steps(turn.phase) {
            if self.carry_out(*step, turn)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Carries out a step after a turn. Breaks where the steps behind are left out.
    #[inline]
    fn carry_out(&mut self, step: Step, turn: Turn) -> Result<ControlFlow<()>, Stop> {
        let Some(engine) = &mut self.engine else { return Ok(ControlFlow::Break(())) };
        let commands = &self.context.record.commands;
        match step {
            Step::TakeBack => engine.take_back(),
            Step::Show => self.show_commands(),
            Step::SoundCancel => self.play_event("cancel"),
            Step::Report => self.report_restart()?,
            Step::PushUndo => self.history.push_backup(engine.as_ref()),
            Step::PushUndoIfPlayed => {
                if turn.has_input && self.history.keeps_states() && engine.is_changed() {
                    self.history.push_backup(engine.as_ref());
                }
            }
            Step::Restart => self.restart_by_command(turn)?,
            Step::Sound => self.sound(),
            Step::Win => return self.win_if_due(),
            Step::Checkpoint => {
                if commands.has(&Command::Checkpoint) {
                    engine.save(&mut self.history.restart);
                }
            }
            Step::Again => {
                if commands.has(&Command::Again) && engine.is_changed() {
                    self.dry_run(turn.phase)?;
                }
            }
            Step::Follow => self.again = Again::Due,
            Step::FollowIfOthers => {
                if commands.len() > 1 {
                    self.again = Again::Due;
                }
            }
            Step::FollowIfChanged => {
                if engine.is_changed() {
                    self.again = turn.if_changed;
                    if turn.if_changed != Again::Ahead {
                        engine.exchange();
                    }
                    return Ok(ControlFlow::Break(()));
                }
            }
            Step::FollowIfWin => {
                if commands.has(&Command::Win) {
                    self.again = Again::Due;
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the turn to what is recorded of the input.
    #[inline]
    fn log_turn(&mut self) {
        let Some(log) = &mut self.log else { return };
        log.applied.extend(self.context.record.applied.iter().flatten());
        for (command, _) in self.context.record.commands.iter() {
            if !log.commands.contains(&command) {
                log.commands.push(command);
            }
        }
    }

    /// Plays the sounds of movements and replacements.
    #[inline]
    fn sound(&mut self) {
        let Self { context, sounds, game, .. } = self;
        if !context.record.sounds.is_empty() {
            context.record.sounds.for_each_seed(&game.sounds, |seed| sounds.push(seed));
        }
    }

    /// Wins if `win` is queued or the win conditions hold, unless a text is shown. Goes on where a text follows the
    /// level, on whose board the tests of the reference go on.
    #[inline]
    fn win_if_due(&mut self) -> Result<ControlFlow<()>, Stop> {
        if self.view != View::Board || !self.is_won() {
            return Ok(ControlFlow::Continue(()));
        }
        self.win()?;
        let is_over = matches!(self.view, View::Won | View::Board);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn report_restart(&mut self) -> Result<(), Stop> {
        let line = self.context.record.commands.iter().find(|(command, _)| *command == &Command::Restart);
        self.context.say(RuntimeMessage::restart_at_start(line.map_or(0, |(_, line)| line)))
    }

    #[inline]
    fn is_won(&self) -> bool {
        self.context.record.commands.has(&Command::Win) || self.engine.as_ref().is_some_and(|engine| engine.is_won())
    }

    /// Plays queued sound effects and shows a queued text. The tests of the reference show none.
    fn show_commands(&mut self) {
        for (command, _) in self.context.record.commands.iter() {
            if let Command::Sfx(number) = command {
                let events = &self.game.sounds.events;
                let seed = events.iter().find(|(name, _)| name.strip_prefix("sfx") == Some(&number.to_string()));
                self.effects.extend(seed.map(|(_, seed)| seed.as_str()));
            }
        }
        let text = self.context.record.commands.message().filter(|_| self.options.ruleset == Ruleset::Play);
        if let Some(text) = text {
            self.view = View::Message(text);
            self.play_event("showmessage");
        }
    }

    /// Carries out a `restart` command, whose turn has left an undo state.
    fn restart_by_command(&mut self, turn: Turn) -> Result<(), Stop> {
        let before = self.history.last().filter(|_| turn.has_input).cloned();
        self.go_to_restart_target()?;
        if let (Some(engine), Some(before)) = (&self.engine, before) {
            self.history.push_if_other(engine.as_ref(), &before);
        }
        Ok(())
    }

    /// Goes to the restart target, with the tick that a level begins with, and an empty queue.
    pub(super) fn go_to_restart_target(&mut self) -> Result<(), Stop> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        engine.restore(&self.history.restart);
        self.again = Again::No;
        self.play_event("restart");
        if self.game.prelude.run_rules_on_level_start {
            self.turn(None, Phase::RestartTick)?;
        }
        self.context.record.commands.clear();
        Ok(())
    }

    /// Plays a turn without input, after one of this phase, to see whether it would do anything, and takes it back.
    ///
    /// It leaves traces as in the reference: random numbers are drawn, a checkpoint is made if the board stays as it
    /// is, and a queued restart leaves an undo state.
    fn dry_run(&mut self, phase: Phase) -> Result<(), Stop> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        let (drawn, said) = (self.context.random.drawn(), self.context.messages.len());
        let had_movement = engine.has_movement();
        std::mem::swap(&mut self.context.record, &mut self.ahead);
        self.context.record.clear();
        let followed = match engine.turn(None, &mut self.context) {
            Ok(played) => {
                let is_silent = (drawn, said) == (self.context.random.drawn(), self.context.messages.len());
                let outcome = Outcome::of(played, &self.context.record.commands);
                let if_changed = self.kept(is_silent && !had_movement, phase);
                self.follow(outcome, Turn { has_input: false, phase: Phase::DryRun, if_changed })
            }
            Err(stop) => {
                engine.take_back();
                Err(stop)
            }
        };
        std::mem::swap(&mut self.context.record, &mut self.ahead);
        followed
    }

    /// What becomes of a dry run that changed the board, after a turn of this phase. The engine stays on its board only
    /// where nobody looks at the board before the turn itself.
    fn kept(&self, is_repeatable: bool, phase: Phase) -> Again {
        match is_repeatable {
            false => Again::Due,
            true if self.options.stepwise || phase == Phase::RestartTick || self.view != View::Board => Again::Kept,
            true => Again::Ahead,
        }
    }

    /// Plays the turn that follows by `again`.
    pub(super) fn again_turn(&mut self) -> Result<(), Stop> {
        let again = std::mem::replace(&mut self.again, Again::No);
        if again == Again::Due {
            return self.turn(None, Phase::Play);
        }
        if let Some(engine) = self.engine.as_mut().filter(|_| again == Again::Kept) {
            engine.exchange();
        }
        self.turns += 1;
        std::mem::swap(&mut self.context.record, &mut self.ahead);
        self.log_turn();
        let outcome = Outcome::of(Played::Done, &self.context.record.commands);
        self.follow(outcome, Turn { has_input: false, phase: Phase::Play, if_changed: Again::No })
    }

    /// Plays the turns that follow by `again`, if the session does not go stepwise.
    pub(super) fn follow_chain(&mut self) -> Result<(), Stop> {
        let mut length = 0;
        while !self.options.stepwise && self.is_again_due() {
            length += 1;
            if length > self.options.limits.chain {
                self.settle_ahead();
                return Err(Stop::ChainLimit);
            }
            self.again_turn()?;
        }
        Ok(())
    }

    /// Gives up the turn that would follow, and takes its board back.
    pub(super) fn settle_ahead(&mut self) {
        if let Some(engine) = self.engine.as_mut().filter(|_| self.again == Again::Ahead) {
            engine.take_back();
        }
        self.again = Again::No;
    }
}

impl<'g> Session<'g> {
    /// Takes back the last input that changed the board, unless the game forbids it.
    pub fn undo(&mut self) {
        self.begin_input();
        if self.game.prelude.noundo || self.options.ruleset == Ruleset::Play && self.view != View::Board {
            return;
        }
        self.context.record.clear();
        self.undo_once();
        self.play_event("undo");
    }

    fn undo_once(&mut self) {
        self.settle_ahead();
        if let Some(engine) = &mut self.engine {
            self.history.undo(engine.as_mut());
        }
    }

    /// Goes back to the start of the level or its last checkpoint, unless the game forbids it.
    ///
    /// # Errors
    ///
    /// When a limit ends it, as for [`Session::press`].
    pub fn restart(&mut self) -> Result<(), Stop> {
        self.begin_input();
        if self.game.prelude.norestart || self.options.ruleset == Ruleset::Play && self.view != View::Board {
            return Ok(());
        }
        self.context.record.clear();
        if self.again != Again::No && !self.game.prelude.noundo {
            self.undo_once();
        }
        self.settle_ahead();
        if let Some(engine) = &self.engine {
            self.history.push_board(engine.as_ref());
        }
        self.go_to_restart_target()?;
        self.follow_chain()
    }
}
