//! The virtual machine of a script: creation, loading, calls.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, VmState};

use crate::error::{Cause, ScriptError};
use crate::iteration;
use crate::library::{Dice, Printed, furnish, libraries, take_raised};
use crate::meter::{Meter, StopFlag, Until};
use crate::{plain, work};

/// The most bytes of a table that is raised as an error and told by its parts.
const MAX_PARTS: usize = 300;

/// The limits of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Units of fuel for compiling and for loading the script.
    pub load: u64,
    /// Units of fuel for each call of one of its functions.
    pub call: u64,
    /// Bytes of memory that the virtual machine may hold.
    pub memory: usize,
    /// Bytes that the source text may have.
    pub source: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { load: 100_000_000, call: 10_000_000, memory: 16 << 20, source: 1 << 20 }
    }
}

/// The fuel of a machine, for functions of the host.
#[derive(Clone, Debug)]
pub struct Fuel(Arc<Meter>);

impl Fuel {
    /// Takes units of fuel from the call that is running; one pays for about eight values.
    ///
    /// # Errors
    /// Returns an error, which the function must pass on, if there is not enough.
    pub fn take(&self, units: usize) -> mlua::Result<()> {
        self.0.take(i64::try_from(units).unwrap_or(i64::MAX)).map(|_| ()).map_err(mlua::Error::external)
    }
}

/// A virtual machine for one script.
#[derive(Debug)]
pub struct Vm {
    lua: Lua,
    name: String,
    limits: Limits,
    pub(crate) meter: Arc<Meter>,
    dice: Arc<Dice>,
    printed: Printed,
    stop: StopFlag,
}

impl Vm {
    /// Creates a virtual machine for the script that error messages call `name`. This takes about 50 µs and 200 KiB.
    ///
    /// # Errors
    /// Returns [`Cause::Memory`] if the limit is too small for the libraries.
    pub fn new(name: &str, limits: Limits) -> Result<Vm, ScriptError> {
        let stop = StopFlag::default();
        let meter = Arc::new(Meter::new(limits.memory, stop.clone()));
        let (dice, printed) = (Arc::new(Dice::default()), Arc::new(Mutex::new(String::new())));
        let made = Vm::furnished(limits, &meter, &dice, &printed);
        let lua = made.map_err(|error| ScriptError::read(name, &error, None, false))?;
        Ok(Vm { lua, name: name.into(), limits, meter, dice, printed, stop })
    }

    fn furnished(limits: Limits, meter: &Arc<Meter>, dice: &Arc<Dice>, printed: &Printed) -> mlua::Result<Lua> {
        // Luau's own pcall: nothing here panics, and wrapping it costs calls and stack.
        let lua = Lua::new_with(libraries(), LuaOptions::new().catch_rust_panics(false))?;
        lua.gc_stop();
        lua.set_memory_limit(limits.memory)?;
        meter.fill(limits.load);
        furnish(&lua, meter, dice, printed)?;
        lua.sandbox(true)?;
        let meter = Arc::clone(meter);
        lua.set_interrupt(move |lua| meter.tick(lua).map(|()| VmState::Continue).map_err(mlua::Error::external));
        Ok(lua)
    }

    /// Returns the underlying `mlua` state, with which the host creates values and functions.
    #[must_use]
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// Returns the name of the script, as error messages use it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the flag that stops the running script.
    #[must_use]
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Sets the cancellation flag and the deadline that end the script, in place of those set before. They are checked
    /// every few thousand units of fuel, counted across calls.
    pub fn watch(&self, until: &Until) {
        self.meter.watch(until);
    }

    /// Returns the units of fuel used by the last call.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.meter.used()
    }

    /// Seeds the generator behind `math.random`.
    pub fn seed(&self, seed: u64) {
        self.dice.seed(seed);
    }

    /// Takes the text that the script printed since the last call of this method; at most 64 KiB are kept.
    #[must_use]
    pub fn printed(&self) -> String {
        std::mem::take(&mut *self.printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Compiles a source text to a function without running it.
    ///
    /// # Errors
    /// Returns [`Cause::Syntax`] if the text is not valid Luau or longer than [`Limits::source`], and
    /// [`Cause::Memory`] if the function does not fit.
    pub fn compile(&self, source: &str) -> Result<Function, ScriptError> {
        if source.len() > self.limits.source {
            let message = format!("the text is longer than {} bytes", self.limits.source);
            return Err(ScriptError::new(Cause::Syntax, &self.name, message));
        }
        let compiler = Compiler::new()
            .set_optimization_level(2)
            .set_debug_level(1)
            .set_disabled_builtins(work::REPLACED.iter().copied());
        let function = |source: &str| {
            let chunk = self.lua.load(source).set_name(format!("={}", self.name)).set_mode(ChunkMode::Text);
            self.run(self.limits.load, || chunk.set_compiler(compiler.clone()).into_function())
        };
        match iteration::checked(source) {
            Cow::Borrowed(source) => function(source),
            // Syntax errors are reported for the text as its author wrote it.
            Cow::Owned(rewritten) => function(&rewritten).or_else(|error| match error.cause {
                Cause::Syntax => function(source),
                _ => Err(error),
            }),
        }
    }

    /// Compiles and runs a source text under [`Limits::load`] and returns its results.
    ///
    /// # Errors
    /// Returns an error if the text does not compile, if the script raises an error or exceeds a limit, or if its
    /// results do not convert to `R`.
    pub fn load<R: FromLuaMulti>(&self, source: &str) -> Result<R, ScriptError> {
        let main = self.compile(source)?;
        self.run(self.limits.load, || main.call(()))
    }

    /// Calls a function of the script under [`Limits::call`] and returns its results.
    ///
    /// # Errors
    /// Returns an error if the script raises an error or exceeds a limit, or if its results do not convert to `R`.
    pub fn call<R: FromLuaMulti>(&self, function: &Function, arguments: impl IntoLuaMulti) -> Result<R, ScriptError> {
        self.run(self.limits.call, || function.call(arguments))
    }

    /// Calls functions one after another, all of them together under [`Limits::call`]; their results are dropped.
    ///
    /// # Errors
    /// Returns the error of the first call that fails; those after it are not made.
    pub fn call_all<A: IntoLuaMulti>(&self, calls: impl IntoIterator<Item = (Function, A)>) -> Result<(), ScriptError> {
        self.run(self.limits.call, || {
            calls.into_iter().try_for_each(|(function, arguments)| function.call::<()>(arguments))
        })
    }

    /// Returns what the host's own functions take fuel from, for work that grows with what a script asks for.
    #[must_use]
    pub fn fuel(&self) -> Fuel {
        Fuel(Arc::clone(&self.meter))
    }

    /// Makes the script's globals read-only, so that it can keep state only in values that the host gives it.
    pub fn freeze(&self) {
        self.lua.globals().set_readonly(true);
    }

    /// Runs `work` with `fuel` units. A script that caught the error of exhausted fuel fails nevertheless.
    pub(crate) fn run<R>(&self, fuel: u64, work: impl FnOnce() -> mlua::Result<R>) -> Result<R, ScriptError> {
        self.meter.fill(fuel);
        let done = self.meter.collect(&self.lua, self.lua.used_memory()).map_err(mlua::Error::external);
        self.meter.forget_peak();
        let done = done.and_then(|()| work());
        let starved = done.is_err() && self.meter.is_starved(&self.lua);
        if done.is_err() {
            self.meter.collect_soon();
        }
        let ended = self.meter.ended().map(|ended| {
            let error = ScriptError::new(ended.cause(), &self.name, ended.to_string());
            ScriptError { line: self.meter.line(), ..error }
        });
        match (done, ended) {
            (Ok(result), None) => Ok(result),
            (Ok(_), Some(ended)) => Err(ended),
            (Err(error), ended) => Err(self.with_parts(ScriptError::read(&self.name, &error, ended, starved))),
        }
    }

    /// The error with the parts of the table that was raised, where it is one of plain values.
    fn with_parts(&self, error: ScriptError) -> ScriptError {
        if error.message != "table" {
            return error;
        }
        let parts = take_raised(&self.lua).and_then(|raised| self.pack(&raised).ok());
        let parts = parts.filter(|parts| parts.len() <= MAX_PARTS).map(|parts| plain::text(&parts));
        ScriptError { message: parts.unwrap_or(error.message), ..error }
    }

    /// The units of fuel for a call.
    pub(crate) fn call_fuel(&self) -> u64 {
        self.limits.call
    }
}
