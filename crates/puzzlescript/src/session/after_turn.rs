//! What follows a turn, in one table: the [`Step`]s that are carried out, in their order, by what the turn left and
//! what it belongs to.
//!
//! The table is that of the language's reference implementation (`increpare/PuzzleScript`), whose order shows in play:
//! a `restart` is carried out before the win conditions are looked at, so that going back to a board that meets them
//! wins, and the rest of the queue is gone by then.

use crate::engine::{CommandQueue, Played};
use crate::game::Command;

/// What a turn belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// An input, a tick, or `again`.
    Play,
    /// The tick at the start of a level.
    LevelStart,
    /// The tick after a restart.
    RestartTick,
    /// A tick that is tried, to see whether a turn follows by `again`.
    DryRun,
}

/// What a turn left that decides how it is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The game requires that the player moves, and no player did.
    Refused,
    /// `cancel` is queued.
    Cancel,
    /// `restart` is queued.
    Restart,
    /// Neither is.
    Plain,
}

/// What is done after a turn. A step that speaks of a command does nothing where it is not queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The board of before the turn is the board again.
    TakeBack,
    /// The sound effects are played and the text is shown, if there is one.
    Show,
    /// The sound of `cancel` is played.
    SoundCancel,
    /// A message says that a level begins with a restart.
    Report,
    /// The board of before the turn becomes an undo state.
    PushUndo,
    /// The board of before the turn becomes an undo state if the turn had an input and changed the board.
    PushUndoIfPlayed,
    /// The restart target becomes the board, the tick that a level begins with follows, and the queue is emptied. After
    /// an input the board of before the turn becomes an undo state once more, if the board differs: the tick may have
    /// left one in between.
    Restart,
    /// The sounds of movements and replacements are played.
    Sound,
    /// Unless a text is shown: if `win` is queued, or the win conditions hold, the level is won. The steps behind are
    /// left out then, unless a text follows the level.
    Win,
    /// `checkpoint` makes the board the restart target.
    Checkpoint,
    /// `again`, if the turn changed the board: a dry run tells whether a turn follows.
    Again,
    /// Of a dry run: a turn follows.
    Follow,
    /// Of a dry run: a turn follows if other commands are queued beside `cancel`.
    FollowIfOthers,
    /// Of a dry run: a turn follows if this one changed the board. The steps behind are left out then.
    FollowIfChanged,
    /// Of a dry run: a turn follows if `win` is queued. The steps behind are left out then.
    FollowIfWin,
}

impl Outcome {
    /// What the turn left.
    #[inline]
    pub(super) fn of(played: Played, commands: &CommandQueue<'_>) -> Outcome {
        if played == Played::Refused {
            Outcome::Refused
        } else if commands.has(&Command::Cancel) {
            Outcome::Cancel
        } else if commands.has(&Command::Restart) {
            Outcome::Restart
        } else {
            Outcome::Plain
        }
    }

    /// The table: what follows such a turn, in this order.
    #[inline]
    pub(super) const fn steps(self, phase: Phase) -> &'static [Step] {
        use Step::*;
        match (self, phase) {
            (Self::Refused, _) => &[TakeBack],
            (Self::Cancel, Phase::DryRun) => &[TakeBack, SoundCancel, FollowIfOthers],
            (Self::Cancel, _) => &[TakeBack, Show, SoundCancel],
            (Self::Restart, Phase::Play) => &[Show, PushUndo, Restart, Sound, Win],
            (Self::Restart, Phase::LevelStart) => &[Report, Show, PushUndo, Restart, Sound],
            // A restart does not begin within another one: the tick goes on with the rest of its queue.
            (Self::Restart, Phase::RestartTick) => &[Show, PushUndo, Sound, Checkpoint, Again],
            (Self::Restart, Phase::DryRun) => &[PushUndo, TakeBack, Follow],
            (Self::Plain, Phase::Play) => &[PushUndoIfPlayed, Sound, Show, Win, Checkpoint, Again],
            (Self::Plain, Phase::LevelStart | Phase::RestartTick) => &[Sound, Show, Checkpoint, Again],
            (Self::Plain, Phase::DryRun) => &[FollowIfChanged, FollowIfWin, Checkpoint],
        }
    }
}
