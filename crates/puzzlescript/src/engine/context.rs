//! What a turn needs and leaves besides the board.

use std::fmt;

use crate::engine::{CommandQueue, TurnSounds};
use crate::interrupt::Interrupt;
use crate::random::Generator;

/// The message that the reference implementation gives up at, counted from the start of compilation.
const MAX_MESSAGES: usize = 100;

/// The lines of rules that are recorded of a turn: rules that do not settle change something millions of times.
const MAX_APPLIED: usize = 100_000;

/// The work between two looks at the interrupt, in words of planes that are read.
const WORK_OF_LOOK: u64 = 1 << 18;

/// Why a turn ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget of nodes for one input was used up.
    NodeLimit,
    /// A chain of `again` is longer than allowed.
    ChainLimit,
    /// The level needs more memory than allowed, and was not loaded.
    MemoryLimit,
    /// There was a 101st message: the reference implementation throws an exception here.
    MessageLimit,
    /// The caller's [`Interrupt`] came.
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NodeLimit => "the turn tries more rules than the budget allows",
            Self::ChainLimit => "the chain of 'again' is longer than allowed",
            Self::MemoryLimit => "the level needs more memory than allowed",
            Self::MessageLimit => "there are more than 100 messages",
            Self::Interrupted => "the turn was interrupted",
        })
    }
}

impl std::error::Error for Stop {}

/// A message that is said while a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuntimeMessage {
    /// The name of its code in the compiler's catalogue of problems, such as `endless-loop`.
    pub name: &'static str,
    /// The line of the rule that it speaks of.
    pub line: u32,
}

impl RuntimeMessage {
    /// A group still changed something after 200 rounds.
    pub(crate) fn endless_group(line: u32) -> Self {
        Self { name: "endless-rule-group", line }
    }

    /// A loop still changed something after 200 rounds.
    pub(crate) fn endless_loop(line: u32) -> Self {
        Self { name: "endless-loop", line }
    }

    /// A `restart` in the tick at a level's start is ignored.
    pub(crate) fn restart_at_start(line: u32) -> Self {
        Self { name: "restart-at-level-start", line }
    }
}

/// What one turn leaves besides the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnRecord<'g> {
    /// Commands of the rules that matched.
    pub commands: CommandQueue<'g>,
    /// What can be heard.
    pub sounds: TurnSounds,
    /// The lines of the rules that changed something, in order, at most 100,000; recorded if it is there.
    pub applied: Option<Vec<u32>>,
}

impl TurnRecord<'_> {
    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.commands.clear();
        self.sounds.clear();
        if let Some(lines) = &mut self.applied {
            lines.clear();
        }
    }
}

/// The generator, the budget, and what the rules of a turn leave besides the board.
#[derive(Clone, Debug)]
pub struct TurnContext<'g> {
    /// The random numbers of the level.
    pub random: Generator,
    /// What the turn leaves. The caller clears it before a turn.
    pub record: TurnRecord<'g>,
    /// What was said so far, oldest first.
    pub messages: Vec<RuntimeMessage>,
    /// How many messages the compiler gave before.
    said_before: usize,
    /// How many nodes may be visited before the interrupt is looked at: a node is the try of a rule, or a match that is
    /// applied.
    nodes: u64,
    /// How many nodes may be visited after those.
    rest: u64,
    interrupt: Interrupt,
    /// The nodes between two looks at the interrupt.
    pace: u64,
    /// The work that is left of [`WORK_OF_LOOK`], for what takes no nodes.
    work: u64,
}

impl<'g> TurnContext<'g> {
    /// The context of a session whose compiler gave so many messages.
    #[must_use]
    pub fn new(random: Generator, said_before: usize) -> Self {
        Self {
            random,
            record: TurnRecord::default(),
            messages: Vec::new(),
            said_before,
            nodes: 0,
            rest: u64::MAX,
            interrupt: Interrupt::default(),
            pace: WORK_OF_LOOK,
            work: WORK_OF_LOOK,
        }
    }

    /// Allows so many nodes from now on.
    pub fn set_budget(&mut self, nodes: u64) {
        self.nodes = nodes.min(self.pace);
        self.rest = nodes - self.nodes;
    }

    /// Ends turns with [`Stop::Interrupted`] once this interrupt comes.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Looks at the interrupt as often as a node that takes so much work at most requires, in words of planes that are
    /// read.
    pub fn set_work_of_node(&mut self, words: u64) {
        self.pace = (WORK_OF_LOOK / words.max(1)).max(1);
        self.set_budget(self.nodes());
    }

    /// The nodes that are left.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes + self.rest
    }

    /// Counts nodes against the budget.
    #[inline]
    pub(crate) fn spend(&mut self, nodes: u64) -> Result<(), Stop> {
        if nodes <= self.nodes {
            self.nodes -= nodes;
            return Ok(());
        }
        self.spend_and_look(nodes)
    }

    /// Counts nodes, and looks at the interrupt.
    #[cold]
    fn spend_and_look(&mut self, nodes: u64) -> Result<(), Stop> {
        let left = self.nodes().checked_sub(nodes).ok_or(Stop::NodeLimit)?;
        self.set_budget(left);
        self.look()
    }

    /// Counts work that takes no nodes: it is not limited, but it can be interrupted.
    #[inline]
    pub(crate) fn work(&mut self, words: u64) -> Result<(), Stop> {
        if words <= self.work {
            self.work -= words;
            return Ok(());
        }
        self.work = WORK_OF_LOOK;
        self.look()
    }

    fn look(&self) -> Result<(), Stop> {
        self.interrupt.check().map_err(|_| Stop::Interrupted)
    }

    /// Records that a rule of this line changed something.
    pub(crate) fn note_applied(&mut self, line: u32) {
        if let Some(lines) = self.record.applied.as_mut().filter(|lines| lines.len() < MAX_APPLIED) {
            lines.push(line);
        }
    }

    /// Says a message.
    pub(crate) fn say(&mut self, message: RuntimeMessage) -> Result<(), Stop> {
        if self.said_before + self.messages.len() >= MAX_MESSAGES {
            return Err(Stop::MessageLimit);
        }
        self.messages.push(message);
        Ok(())
    }
}
