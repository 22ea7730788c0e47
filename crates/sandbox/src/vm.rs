//! The machine: made, loaded, called, emptied of garbage.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{FromLuaMulti, Function, IntoLuaMulti, Lua, LuaOptions, VmState};

use crate::error::{Cause, ScriptError};
use crate::iteration;
use crate::library::{Dice, Printed, furnish, libraries};
use crate::meter::{Meter, StopFlag, Until};
use crate::work;

/// What a script may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Fuel for loading, in interrupts.
    pub load: u64,
    /// Fuel for each call.
    pub call: u64,
    /// Bytes that the machine may hold.
    pub memory: usize,
    /// Bytes of source.
    pub source: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { load: 100_000_000, call: 10_000_000, memory: 16 << 20, source: 1 << 20 }
    }
}

/// One machine for one script.
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
    /// A machine for the script that errors call `name`. It costs about 50 µs and 200 KiB.
    ///
    /// # Errors
    /// [`Cause::Memory`] where the limit does not even hold the libraries.
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

    /// The bare machine, for values made by the host.
    #[must_use]
    pub fn lua(&self) -> &Lua {
        &self.lua
    }

    /// The script's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The flag that stops it.
    #[must_use]
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Sets what ends the script from outside, until something else is set. It is looked at after every few thousand
    /// units of fuel, many short calls counted together.
    pub fn watch(&self, until: &Until) {
        self.meter.watch(until);
    }

    /// Fuel used by the last call.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.meter.used()
    }

    /// Sets what `math.random` gives from now on.
    pub fn seed(&self, seed: u64) {
        self.dice.seed(seed);
    }

    /// Takes the text printed so far.
    #[must_use]
    pub fn printed(&self) -> String {
        std::mem::take(&mut *self.printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Compiles a text without running it.
    ///
    /// # Errors
    /// A text that is no Luau, or too long.
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
            // A text that is wrong is told of in its author's words.
            Cow::Owned(rewritten) => function(&rewritten).or_else(|error| match error.cause {
                Cause::Syntax => function(source),
                _ => Err(error),
            }),
        }
    }

    /// Compiles and runs a text under the load limit and gives what it returns.
    ///
    /// # Errors
    /// Whatever the script does wrong.
    pub fn load<R: FromLuaMulti>(&self, source: &str) -> Result<R, ScriptError> {
        let main = self.compile(source)?;
        self.run(self.limits.load, || main.call(()))
    }

    /// Calls a function of the script under the call limit.
    ///
    /// # Errors
    /// Whatever the script does wrong.
    pub fn call<R: FromLuaMulti>(&self, function: &Function, arguments: impl IntoLuaMulti) -> Result<R, ScriptError> {
        self.run(self.limits.call, || function.call(arguments))
    }

    /// Makes the script's globals read-only: what it wants to keep, it keeps in what the host gives it.
    pub fn freeze(&self) {
        self.lua.globals().set_readonly(true);
    }

    /// Runs `work` with `fuel`. A script that caught the end of its fuel has failed all the same.
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
            (Err(error), ended) => Err(ScriptError::read(&self.name, &error, ended, starved)),
        }
    }

    /// Fuel for a call.
    pub(crate) fn call_fuel(&self) -> u64 {
        self.limits.call
    }
}
