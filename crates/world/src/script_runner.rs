//! One script and its virtual machine, which runs it for each element that it steers.
//!
//! A machine keeps no state between steps. At the start of each step the script runs again in a fresh environment,
//! which is then frozen, and its `process(element)` is called for the elements in the order of their ids. An element
//! keeps state only in `element.memory`, which leaves the machine as plain bytes. Random numbers follow from the seed,
//! the step and the element. So a step depends only on the state of the world, and a resumed world continues exactly.
//!
//! A call may run out of fuel or memory because of garbage that earlier calls left: the machine is then created again
//! and the call repeated once. If it fails again, the script stops for that element.

use sandbox::mlua::{Function, LightUserData, Lua, Table, Value, Variadic};
use sandbox::{Cause, Limits, ScriptError, Until, Vm};

use crate::definition::ScriptLimits;
use crate::element::Failure;
use crate::event::Who;
use crate::game::{MEMORY, furnish, handle};
use crate::point::Point;
use crate::scene::{Scene, Shared};

/// The fuel for loading a script, as a multiple of the fuel of a call.
const LOADING: u64 = 20;
/// Bytes in use above which garbage is collected between steps: less than what makes the machine itself collect.
const UNTIDY: usize = 700 << 10;

/// A script and its virtual machine.
pub(crate) struct ScriptRunner {
    pub(crate) name: String,
    pub(crate) text: String,
    limits: ScriptLimits,
    /// The flag and the deadline that end the script.
    until: Until,
    machine: Machine,
    /// The script's functions in the environment of this step.
    functions: Option<Functions>,
}

/// The functions of a script that are called.
struct Functions {
    process: Function,
    /// Are told of each contact with another element, when it begins and when it ends.
    touched: Option<Function>,
    parted: Option<Function>,
}

struct Machine {
    vm: Vm,
    main: Function,
}

/// The seed of the world and the number of the step, from which the random numbers of a call follow.
#[derive(Clone, Copy)]
pub(crate) struct StepSeed {
    pub(crate) seed: u64,
    pub(crate) step: u64,
}

impl ScriptRunner {
    /// Loads a script and runs its text once; `until` ends this and all later calls.
    pub(crate) fn load(
        name: &str,
        text: &str,
        limits: ScriptLimits,
        until: &Until,
        shared: &Shared,
    ) -> Result<ScriptRunner, ScriptError> {
        let machine = Machine::new(name, text, limits, until, shared)?;
        let mut runner = ScriptRunner {
            name: name.into(),
            text: text.into(),
            limits,
            until: until.clone(),
            machine,
            functions: None,
        };
        let printed = runner.start(StepSeed { seed: 0, step: 0 })?;
        let who = Who { element: None, kind: name.into() };
        let mut scene = shared.lock();
        let step = scene.step;
        scene.journal.print(step, &who, &printed);
        drop(scene);
        Ok(runner)
    }

    /// Sets the flag and the deadline that end this and all later calls.
    pub(crate) fn watch(&mut self, until: &Until) {
        self.until = until.clone();
        self.machine.vm.watch(until);
    }

    /// Runs the text for a new step.
    pub(crate) fn begin(&mut self, step_seed: StepSeed, shared: &Shared) -> Result<(), ScriptError> {
        self.machine.tidy();
        let begun = self.start(step_seed).map(|_| ());
        if begun.as_ref().is_err_and(exhausted) { self.rebuild(step_seed, shared) } else { begun }
    }

    /// Whether the script is told of contacts in this step.
    pub(crate) fn is_told_of_contacts(&self) -> bool {
        self.functions.as_ref().is_some_and(|functions| functions.touched.is_some() || functions.parted.is_some())
    }

    /// Runs the text in a fresh environment and returns what it printed.
    fn start(&mut self, step_seed: StepSeed) -> Result<String, ScriptError> {
        self.machine.vm.seed(mix(step_seed, u64::MAX));
        self.functions = None;
        let fresh = self.machine.fresh();
        let printed = self.machine.vm.printed();
        self.functions = Some(fresh?);
        Ok(printed)
    }

    /// Runs the script for the element at index `place` and returns the previous state of what it may have changed. If
    /// the script fails, that state is restored.
    pub(crate) fn process(
        &mut self,
        place: usize,
        step_seed: StepSeed,
        shared: &Shared,
    ) -> Result<Before, ScriptError> {
        let before = open(place, shared);
        let mut result = self.call(place, step_seed, shared);
        let mut printed = self.machine.vm.printed();
        if result.as_ref().is_err_and(exhausted) {
            restore(place, &before, shared);
            result = self.rebuild(step_seed, shared).and_then(|()| self.call(place, step_seed, shared));
            printed = self.machine.vm.printed();
            if result.as_ref().is_err_and(|error| error.cause == Cause::Memory) {
                result = self.rebuild(step_seed, shared).and(result);
            }
        }
        if result.is_err() {
            restore(place, &before, shared);
        }
        if !printed.is_empty() {
            let mut scene = shared.lock();
            let who = scene.who(place);
            scene.journal.print(step_seed.step, &who, &printed);
        }
        result.map(|()| before)
    }

    fn call(&self, place: usize, step_seed: StepSeed, shared: &Shared) -> Result<(), ScriptError> {
        let Some(functions) = &self.functions else {
            return Err(ScriptError::new(Cause::Fault, &self.name, "the script has not begun"));
        };
        let vm = &self.machine.vm;
        vm.seed(mix(step_seed, place as u64));
        let changes = std::mem::take(&mut shared.lock().elements[place].contact_changes);
        let called = vm.call_all(functions.calls(place, &changes));
        shared.lock().elements[place].contact_changes = changes;
        called.map_err(kept_elsewhere)?;
        let mut scene = shared.lock();
        if scene.opened {
            let value: Value = vm.lua().named_registry_value(MEMORY).unwrap_or(Value::Nil);
            scene.elements[place].memory = self.pack(&value)?;
        }
        Ok(())
    }

    fn pack(&self, value: &Value) -> Result<Vec<u8>, ScriptError> {
        if value.is_nil() {
            return Ok(Vec::new());
        }
        let bytes = self.machine.vm.pack(value)?;
        let most = self.limits.element;
        if bytes.len() > most {
            let message = format!("element.memory takes {} bytes; at most {most} are kept", bytes.len());
            return Err(ScriptError::new(Cause::Fault, &self.name, message));
        }
        Ok(bytes)
    }

    fn rebuild(&mut self, step_seed: StepSeed, shared: &Shared) -> Result<(), ScriptError> {
        self.functions = None;
        self.machine = Machine::new(&self.name, &self.text, self.limits, &self.until, shared)?;
        self.start(step_seed).map(|_| ())
    }
}

impl Functions {
    /// The calls for the element at index `place`: what it is told of its contacts, then `process`.
    fn calls(&self, place: usize, changes: &[(u32, bool)]) -> Vec<(Function, Variadic<LightUserData>)> {
        let told = changes.iter().filter_map(|&(other, began)| {
            let function = if began { &self.touched } else { &self.parted };
            Some((function.clone()?, Variadic::from_iter([handle(place), handle(other as usize)])))
        });
        told.chain(std::iter::once((self.process.clone(), Variadic::from_iter([handle(place)])))).collect()
    }
}

/// Adds to the error of a script that sets a global where it may keep something.
fn kept_elsewhere(error: ScriptError) -> ScriptError {
    if error.message != "attempt to modify a readonly table" {
        return error;
    }
    ScriptError { message: error.message + "; globals do not last: keep it in element.memory", ..error }
}

/// Whether the caller's flag or deadline ended a call, which is no fault of the script.
pub(crate) fn interrupted(error: &ScriptError) -> bool {
    matches!(error.cause, Cause::Stopped | Cause::Time)
}

/// Whether a call ran out of fuel or memory.
fn exhausted(error: &ScriptError) -> bool {
    matches!(error.cause, Cause::Fuel | Cause::Memory)
}

impl Machine {
    /// Collects garbage between steps, without charging a script for it.
    fn tidy(&self) {
        let lua = self.vm.lua();
        if lua.used_memory() > UNTIDY {
            let _ = lua.gc_collect();
            lua.gc_stop();
        }
    }

    fn new(
        name: &str,
        text: &str,
        limits: ScriptLimits,
        until: &Until,
        shared: &Shared,
    ) -> Result<Machine, ScriptError> {
        let load = limits.fuel.saturating_mul(LOADING);
        let vm = Vm::new(name, Limits { load, call: limits.fuel, memory: limits.memory, source: 1 << 18 })?;
        vm.watch(until);
        furnish(&vm, shared).map_err(|error| ScriptError::new(Cause::Memory, name, error.to_string()))?;
        vm.freeze();
        let main = vm.compile(text)?;
        Ok(Machine { vm, main })
    }

    /// Runs the script in a fresh environment and returns its functions.
    fn fresh(&self) -> Result<Functions, ScriptError> {
        let failed = |message: String| ScriptError::new(Cause::Fault, self.vm.name(), message);
        let environment = environment(self.vm.lua()).map_err(|error| failed(error.to_string()))?;
        self.main.set_environment(environment.clone()).map_err(|error| failed(error.to_string()))?;
        self.vm.call::<()>(&self.main, ())?;
        environment.set_readonly(true);
        let function = |name: &str| -> Option<Function> { environment.raw_get(name).unwrap_or_default() };
        let process = function("process").ok_or_else(|| failed("there is no function process(element)".into()))?;
        Ok(Functions { process, touched: function("touched"), parted: function("parted") })
    }
}

/// Creates an empty table through which the frozen globals are visible.
fn environment(lua: &Lua) -> sandbox::mlua::Result<Table> {
    let environment = lua.create_table()?;
    let behind = lua.create_table()?;
    behind.raw_set("__index", lua.globals())?;
    behind.raw_set("__metatable", "locked")?;
    environment.set_metatable(Some(behind))?;
    environment.set_safeenv(true);
    Ok(environment)
}

/// The state of an element before a call, as far as the call may change it.
#[derive(Debug)]
pub(crate) struct Before {
    target: Option<Point>,
    memory: Vec<u8>,
    said: Option<(String, u64)>,
    /// The number of the next event.
    event: u64,
}

/// Makes the element at index `place` the current one and returns its state.
fn open(place: usize, shared: &Shared) -> Before {
    let mut scene = shared.lock();
    (scene.current, scene.opened) = (place, false);
    before(place, &scene)
}

/// The present state of what a call for the element at index `place` may change.
pub(crate) fn before(place: usize, scene: &Scene) -> Before {
    let element = &scene.elements[place];
    Before {
        target: element.target,
        memory: element.memory.clone(),
        said: element.said.clone(),
        event: scene.journal.next(),
    }
}

/// Undoes the changes and the events of a call.
pub(crate) fn restore(place: usize, before: &Before, shared: &Shared) {
    let mut scene = shared.lock();
    scene.opened = false;
    scene.journal.forget(before.event);
    let element = &mut scene.elements[place];
    element.target = before.target;
    element.memory.clone_from(&before.memory);
    element.said.clone_from(&before.said);
}

pub(crate) fn failure(place: usize, step: u64, error: ScriptError, shared: &Shared) -> Box<Failure> {
    let scene = shared.lock();
    Box::new(Failure {
        element: u32::try_from(place + 1).unwrap_or(u32::MAX),
        kind: scene.kinds[scene.elements[place].kind].0.clone(),
        step,
        script: error.script,
        line: error.line,
        message: error.message,
        trace: error.trace,
    })
}

/// Mixes the seed, the step and the index of an element into a seed, with the finaliser of SplitMix64.
fn mix(step_seed: StepSeed, place: u64) -> u64 {
    [step_seed.step, place].into_iter().fold(step_seed.seed, |state, number| {
        let mixed = (state ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}
