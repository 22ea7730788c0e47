//! A script as a puzzle: its definition, its machine, and a second one that gives another opinion.

use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ::picture::Role;
use engines::search::Ending;
use engines::{Context, Halt};
use puzzles::AskError;
use sandbox::{Cause, ScriptError, Until};

use crate::machine::{Machine, Name, State, fault};
use crate::picture::drawn;

/// One state in so many gets a second opinion.
const SAMPLE: u64 = 100;

/// What a script says besides its functions.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) start: State,
    pub(crate) two_players: bool,
    pub(crate) par: Option<u64>,
    /// What a character of a drawn text means.
    pub(crate) roles: Vec<(char, crate::picture::Look)>,
    /// What a role is called.
    pub(crate) legend: Vec<(Role, String)>,
    /// What is to be reached, and how it is played, in words.
    pub(crate) goal: Option<String>,
    pub(crate) rules: Option<String>,
}

/// A loaded script with its virtual machines, shared by all questions about it.
#[derive(Debug)]
pub(crate) struct LoadedScript {
    pub(crate) source: String,
    pub(crate) definition: Definition,
    machine: Mutex<Machine>,
    /// The same script in a second virtual machine, created when it is first needed, to detect scripts that keep state.
    second: OnceLock<Mutex<Machine>>,
}

/// A loaded script in the hands of one caller, whose flag and deadline end each of its calls.
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

/// What ends a script's calls where they are made for this context.
pub(crate) fn until(cx: &Context<'_>) -> Until {
    Until { stop: cx.stop_flag().flag().into(), deadline: cx.budget().deadline }
}

impl Puzzle {
    pub(crate) fn new(source: String, definition: Definition, machine: Machine, until: Until) -> Puzzle {
        let loaded = LoadedScript { source, definition, machine: Mutex::new(machine), second: OnceLock::new() };
        Puzzle { loaded: Arc::new(loaded), until }
    }

    /// The same script for a caller with these limits.
    pub(crate) fn limited(&self, cx: &Context<'_>) -> Arc<Puzzle> {
        Arc::new(Puzzle { loaded: Arc::clone(&self.loaded), until: until(cx) })
    }

    /// The same script in a virtual machine that has run nothing yet.
    pub(crate) fn reloaded(&self) -> Result<Puzzle, ScriptError> {
        Ok(Puzzle::new(self.source.clone(), self.definition.clone(), self.fresh()?, self.until.clone()))
    }

    /// Asks the rules for everything that they say of the start, so that a script that fails there is no puzzle.
    pub(crate) fn begin(&self) -> Result<(), ScriptError> {
        let start = &self.definition.start;
        let over = self.ended(start)?;
        if !(over && self.definition.two_players) {
            self.machine().moves(start, &mut Vec::new())?;
        }
        if self.machine().has_bound() {
            self.machine().bound(start)?;
        }
        if self.machine().has_say() {
            self.machine().said(start)?;
        }
        drawn(self, start).map(|_| ())
    }

    /// The machine; one caller at a time.
    pub(crate) fn machine(&self) -> MutexGuard<'_, Machine> {
        self.watched(&self.machine)
    }

    fn watched<'m>(&self, machine: &'m Mutex<Machine>) -> MutexGuard<'m, Machine> {
        let machine = machine.lock().unwrap_or_else(PoisonError::into_inner);
        machine.vm.watch(&self.until);
        machine
    }

    /// A machine that has seen nothing of what the first one has.
    pub(crate) fn second(&self) -> Result<MutexGuard<'_, Machine>, ScriptError> {
        if let Some(machine) = self.second.get() {
            return Ok(self.watched(machine));
        }
        // A machine that a limit kept from loading is tried again by the next caller.
        let made = self.fresh()?;
        Ok(self.watched(self.second.get_or_init(|| Mutex::new(made))))
    }

    /// A machine of the caller's own that has seen nothing yet.
    pub(crate) fn fresh(&self) -> Result<Machine, ScriptError> {
        self.machine().fresh(&self.source, &self.until)
    }

    /// Adds every move of a state; one state in a hundred is asked for in the second machine too.
    pub(crate) fn step_from(&self, state: &State, out: &mut Vec<(Name, State)>) -> Result<(), ScriptError> {
        self.machine().moves(state, out)?;
        if state.digest().is_multiple_of(SAMPLE) { self.ask_again(state) } else { Ok(()) }
    }

    /// Asks both machines for a state's moves: a script that remembers, or rolls dice of its own, is caught here.
    pub(crate) fn ask_again(&self, state: &State) -> Result<(), ScriptError> {
        let one = self.machine().raw_moves(state)?.to_vec();
        let same = self.second()?.raw_moves(state)? == one.as_slice();
        if same { Ok(()) } else { Err(unsteady("moves", state)) }
    }

    /// Whether a state is a goal; a game for two has none.
    pub(crate) fn solved(&self, state: &State) -> Result<bool, ScriptError> {
        self.machine().solved(state)
    }

    /// Asks both machines for everything that the script says of the states of an answer.
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

    /// How the game has ended for the side to move, if the script says so.
    pub(crate) fn outcome(&self, state: &State) -> Result<Option<Ending>, ScriptError> {
        self.machine().outcome(state)
    }

    /// Whether the script gives a lower bound.
    pub(crate) fn has_bound(&self) -> bool {
        self.machine().has_bound()
    }

    /// Whether the rules end the game here, moves or not.
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

/// What a script's error means to the asker: a limit, or rules that fail.
pub(crate) fn refusal(error: &ScriptError) -> AskError {
    match halt(error) {
        Some(halt) => AskError::Halted(halt),
        None => AskError::Rules(error.with_trace()),
    }
}
