//! A loaded script: its definition, its virtual machine, and a second one that checks that the script is deterministic.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ::picture::ColourRole;
use engines::search::Ending;
use engines::{Context, Halt};
use puzzles::AskError;
use sandbox::{Cause, ScriptError, Until};

use crate::last_scene::LastScene;
use crate::look::Look;
use crate::machine::{Machine, Name, State, fault};

/// One state in this many is checked in the second machine.
const SAMPLE: u64 = 100;

/// The entries of a script's table that are not functions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) start: State,
    pub(crate) two_players: bool,
    /// Whether the moves from a state that is solved count in maps and distances.
    pub(crate) goes_on: bool,
    pub(crate) par: Option<u64>,
    /// The solution that the author intends: moves separated by `;`.
    pub(crate) intended: Option<String>,
    /// How each character of a drawn grid looks, sorted by the characters.
    pub(crate) roles: Vec<(char, Look)>,
    /// The names of roles.
    pub(crate) legend: Vec<(ColourRole, String)>,
    /// The goal and the rules in words.
    pub(crate) goal: Option<String>,
    pub(crate) rules: Option<String>,
}

/// A loaded script with its virtual machines, shared by all questions about it.
#[derive(Debug)]
pub(crate) struct LoadedScript {
    pub(crate) source: String,
    pub(crate) definition: Definition,
    machine: Mutex<Machine>,
    /// A second virtual machine with this script, created when it is first needed, which detects scripts that keep
    /// state.
    second: OnceLock<Mutex<Machine>>,
    pub(crate) last_scene: LastScene,
}

/// A loaded script for one caller, whose flag and deadline end each call.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    loaded: Arc<LoadedScript>,
    until: Until,
}

impl Deref for Puzzle {
    type Target = LoadedScript;

    fn deref(&self) -> &LoadedScript {
        &self.loaded
    }
}

/// The flag and the deadline of a context, for the calls of a script.
pub(crate) fn until(cx: &Context<'_>) -> Until {
    Until { stop: cx.stop_flag().flag().into(), deadline: cx.budget().deadline }
}

impl Puzzle {
    pub(crate) fn new(source: String, definition: Definition, machine: Machine, until: Until) -> Puzzle {
        let (second, last_scene) = (OnceLock::new(), LastScene::default());
        let loaded = LoadedScript { source, definition, machine: Mutex::new(machine), second, last_scene };
        Puzzle { loaded: Arc::new(loaded), until }
    }

    /// Returns this script for a caller with the limits of `cx`.
    pub(crate) fn limited(&self, cx: &Context<'_>) -> Arc<Puzzle> {
        Arc::new(Puzzle { loaded: Arc::clone(&self.loaded), until: until(cx) })
    }

    /// Loads this script again in a new virtual machine.
    pub(crate) fn reloaded(&self) -> Result<Puzzle, ScriptError> {
        Ok(Puzzle::new(self.source.clone(), self.definition.clone(), self.fresh()?, self.until.clone()))
    }

    /// Calls every function of the script for the start, so that loading rejects a script that fails there.
    pub(crate) fn begin(&self) -> Result<(), ScriptError> {
        let start = &self.definition.start;
        let over = self.ended(start)?;
        if !(over && self.definition.two_players) {
            self.machine().moves(start, &mut Vec::new())?;
        }
        if self.machine().has_bound() {
            self.machine().bound(start)?;
        }
        self.checked_scene(start).map(|_| ())
    }

    /// Puts a sentence about a state after the name of the script.
    pub(crate) fn described(&self, sentence: &str) -> String {
        format!("{}: {sentence}", self.definition.name)
    }

    /// Locks the machine for one caller.
    pub(crate) fn machine(&self) -> MutexGuard<'_, Machine> {
        self.watched(&self.machine)
    }

    fn watched<'m>(&self, machine: &'m Mutex<Machine>) -> MutexGuard<'m, Machine> {
        let machine = machine.lock().unwrap_or_else(PoisonError::into_inner);
        machine.vm.watch(&self.until);
        machine
    }

    /// Locks the second machine, which is created by the first call.
    pub(crate) fn second(&self) -> Result<MutexGuard<'_, Machine>, ScriptError> {
        if let Some(machine) = self.second.get() {
            return Ok(self.watched(machine));
        }
        // If a limit prevents the machine from loading, the next caller tries again.
        let made = self.fresh()?;
        Ok(self.watched(self.second.get_or_init(|| Mutex::new(made))))
    }

    /// Loads the script in a new machine that belongs to the caller.
    pub(crate) fn fresh(&self) -> Result<Machine, ScriptError> {
        self.machine().fresh(&self.source, &self.until)
    }

    /// Appends every move of a state to `out`; one state in a hundred is checked in the second machine.
    pub(crate) fn step_from(&self, state: &State, out: &mut Vec<(Name, State)>) -> Result<(), ScriptError> {
        self.machine().moves(state, out)?;
        if state.digest().is_multiple_of(SAMPLE) { self.ask_again(state) } else { Ok(()) }
    }

    /// The names of the moves of a state; none where the script fails.
    pub(crate) fn move_names(&self, state: &State) -> Vec<String> {
        let mut steps = Vec::new();
        let mut machine = self.machine();
        if machine.moves(state, &mut steps).is_err() {
            return Vec::new();
        }
        steps.iter().map(|(name, _)| machine.names.text(*name).to_owned()).collect()
    }

    /// Compares the moves of a state in both machines, which detects a script that keeps state.
    pub(crate) fn ask_again(&self, state: &State) -> Result<(), ScriptError> {
        let one = self.machine().raw_moves(state)?.to_vec();
        let same = self.second()?.raw_moves(state)? == one.as_slice();
        if same { Ok(()) } else { Err(unsteady("moves", state)) }
    }

    /// Whether a state is a goal; must not be called for a game for two.
    pub(crate) fn solved(&self, state: &State) -> Result<bool, ScriptError> {
        self.machine().solved(state)
    }

    /// Compares the moves and the outcome of the states of an answer in both machines.
    pub(crate) fn ask_both(&self, states: &mut dyn Iterator<Item = &State>) -> Result<(), ScriptError> {
        for state in states {
            self.ask_again(state)?;
            let differs = if self.definition.two_players {
                self.outcome(state)? != self.second()?.outcome(state)?
            } else {
                self.solved(state)? != self.second()?.solved(state)?
            };
            if differs {
                return Err(unsteady(if self.definition.two_players { "outcome" } else { "solved" }, state));
            }
        }
        Ok(())
    }

    /// How the game has ended for the side to move, or `None` if the script does not end it.
    pub(crate) fn outcome(&self, state: &State) -> Result<Option<Ending>, ScriptError> {
        self.machine().outcome(state)
    }

    /// Whether the script ends the puzzle or game at this state: solved, or with an outcome.
    pub(crate) fn ended(&self, state: &State) -> Result<bool, ScriptError> {
        if self.definition.two_players { Ok(self.outcome(state)?.is_some()) } else { self.solved(state) }
    }
}

pub(crate) fn unsteady(function: &str, state: &State) -> ScriptError {
    fault(format!("{function} gives two different answers for {}; expected the same one every time", state.inline()))
}

/// The limit behind a script's error, if it is one.
pub(crate) fn halt(error: &ScriptError) -> Option<Halt> {
    match error.cause {
        Cause::Fuel => Some(Halt::Nodes),
        Cause::Memory => Some(Halt::Bytes),
        Cause::Stopped => Some(Halt::Stopped),
        Cause::Time => Some(Halt::Time),
        Cause::Syntax | Cause::Fault => None,
    }
}

/// Converts a script's error to that of a question: a limit, or rules that fail.
pub(crate) fn refusal(error: &ScriptError) -> AskError {
    match halt(error) {
        Some(halt) => AskError::Halted(halt),
        None => AskError::Rules(error.with_trace()),
    }
}
