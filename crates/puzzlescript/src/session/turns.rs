//! One turn, what its commands do, and the chain of turns that follows.

use crate::engine::{Input, Played, RuntimeMessage, Stop};
use crate::game::Command;

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

/// What a turn belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// An input, a tick, or `again`.
    Play,
    /// The tick at the start of a level.
    LevelStart,
    /// The tick after a restart.
    Restart,
}

impl<'g> Session<'g> {
    /// Plays a turn and carries out its commands.
    pub(super) fn turn(&mut self, input: Option<Input>, phase: Phase) -> Result<(), Stop> {
        self.again = Again::No;
        self.context.record.clear();
        let Some(engine) = &mut self.engine else { return Ok(()) };
        self.turns += 1;
        match engine.turn(input, &mut self.context) {
            Ok(Played::Done) => self.finish(input.is_some(), phase),
            Ok(Played::Refused) => {
                engine.take_back();
                self.log_turn();
                Ok(())
            }
            Err(stop) => {
                engine.take_back();
                self.context.record.clear();
                Err(stop)
            }
        }
    }

    /// Carries out what a turn queued and what its board calls for.
    #[inline]
    fn finish(&mut self, has_input: bool, phase: Phase) -> Result<(), Stop> {
        self.log_turn();
        let Some(engine) = &mut self.engine else { return Ok(()) };
        let commands = &self.context.record.commands;
        if commands.has(&Command::Cancel) {
            engine.take_back();
            self.show_commands();
            self.play_event("cancel");
            return Ok(());
        }
        if commands.has(&Command::Restart) {
            return self.restart_by_command(phase);
        }
        let changed = engine.is_changed();
        if changed && has_input {
            self.history.push_backup(engine.as_ref());
        }
        let Self { context, sounds, game, .. } = self;
        if !context.record.sounds.is_empty() {
            context.record.sounds.for_each_seed(&game.sounds, |seed| sounds.push(seed));
        }
        if !self.context.record.commands.is_empty() {
            self.show_commands();
        }
        if self.view == View::Board && phase == Phase::Play && self.is_won() {
            self.win()?;
        }
        if self.view == View::Won || self.context.record.commands.is_empty() {
            return Ok(());
        }
        self.save_checkpoint();
        if changed && self.context.record.commands.has(&Command::Again) {
            self.again = self.dry_run()?;
        }
        Ok(())
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

    fn save_checkpoint(&mut self) {
        if let Some(engine) = self.engine.as_ref().filter(|_| self.context.record.commands.has(&Command::Checkpoint)) {
            engine.save(&mut self.history.restart);
        }
    }

    /// Carries out a `restart` command. In the tick of a restart it does nothing more than to leave an undo state.
    fn restart_by_command(&mut self, phase: Phase) -> Result<(), Stop> {
        self.show_commands();
        if phase == Phase::LevelStart {
            let line = self.context.record.commands.iter().find(|(command, _)| *command == &Command::Restart);
            self.context.say(RuntimeMessage::restart_at_start(line.map_or(0, |(_, line)| line)))?;
        }
        if let Some(engine) = &self.engine {
            self.history.push_backup(engine.as_ref());
        }
        if phase == Phase::Restart { Ok(()) } else { self.go_to_restart_target() }
    }

    /// Goes to the restart target, with the tick that a level begins with, and an empty queue.
    pub(super) fn go_to_restart_target(&mut self) -> Result<(), Stop> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        engine.restore(&self.history.restart);
        self.again = Again::No;
        self.play_event("restart");
        if self.game.prelude.run_rules_on_level_start {
            self.turn(None, Phase::Restart)?;
        }
        self.context.record.commands.clear();
        Ok(())
    }

    /// Plays a turn without input to see whether it would do anything, and takes it back.
    ///
    /// It leaves traces as in the reference: random numbers are drawn, a checkpoint is made if the board stays as it
    /// is, and a queued restart leaves an undo state.
    fn dry_run(&mut self) -> Result<Again, Stop> {
        let Some(engine) = &mut self.engine else { return Ok(Again::No) };
        let (drawn, said) = (self.context.random.drawn(), self.context.messages.len());
        let had_movement = engine.has_movement();
        std::mem::swap(&mut self.context.record, &mut self.ahead);
        self.context.record.clear();
        let played = engine.turn(None, &mut self.context);
        std::mem::swap(&mut self.context.record, &mut self.ahead);
        if let Err(stop) = played {
            engine.take_back();
            return Err(stop);
        }
        let is_repeatable = (drawn, said) == (self.context.random.drawn(), self.context.messages.len());
        Ok(self.judge_dry_run(is_repeatable && !had_movement))
    }

    /// Whether a turn follows, from what its dry run left.
    fn judge_dry_run(&mut self, is_repeatable: bool) -> Again {
        let Some(engine) = &mut self.engine else { return Again::No };
        let commands = &self.ahead.commands;
        if commands.has(&Command::Cancel) {
            engine.take_back();
            let is_due = commands.len() > 1;
            self.play_event("cancel");
            return if is_due { Again::Due } else { Again::No };
        }
        if commands.has(&Command::Restart) {
            self.history.push_backup(engine.as_ref());
            engine.take_back();
            return Again::Due;
        }
        if engine.is_changed() {
            if is_repeatable && !self.options.stepwise {
                return Again::Ahead;
            }
            engine.exchange();
            return if is_repeatable { Again::Kept } else { Again::Due };
        }
        if commands.has(&Command::Win) {
            return Again::Due;
        }
        if commands.has(&Command::Checkpoint) {
            engine.save(&mut self.history.restart);
        }
        Again::No
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
        self.finish(false, Phase::Play)
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
