//! The global environment of a script: Luau's libraries without the clock, addresses of values and access to the host.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mlua::{Lua, LuaString, MultiValue, StdLib, Value};
use std::sync::Mutex;

use crate::iteration;
use crate::meter::Meter;
use crate::work;

/// Bytes of printed text that are kept.
const MAX_PRINTED: usize = 64 << 10;

/// The libraries that scripts have: none with access to the clock, files or the machine itself.
pub(crate) fn libraries() -> StdLib {
    StdLib::COROUTINE
        | StdLib::TABLE
        | StdLib::STRING
        | StdLib::UTF8
        | StdLib::BIT
        | StdLib::MATH
        | StdLib::BUFFER
        | StdLib::VECTOR
}

/// Globals that are removed: they access the host, compile text, change a function's environment, or show the state of
/// the garbage collector.
const GONE: &[&str] =
    &["require", "loadstring", "collectgarbage", "gcinfo", "getfenv", "setfenv", "newproxy", "os", "io", "debug"];

/// Replacements of library functions that show addresses, draw random numbers or catch errors.
const PRELUDE: &str = include_str!("prelude.luau");
/// Replacements of library functions whose work no interrupt counts.
const CHARGED: &str = include_str!("charged.luau");

/// The random number generator behind `math.random`.
#[derive(Debug, Default)]
pub(crate) struct Dice(AtomicU64);

impl Dice {
    pub(crate) fn seed(&self, seed: u64) {
        self.0.store(seed, Ordering::Relaxed);
    }

    /// SplitMix64 (Steele, Lea, Flood 2014).
    fn next(&self) -> u64 {
        let state = self.0.load(Ordering::Relaxed).wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.0.store(state, Ordering::Relaxed);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next number, uniform in `[0, 1)`.
    #[allow(clippy::cast_precision_loss)] // 53 bits are what a number holds
    fn share(&self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Text that a script printed.
pub(crate) type Printed = Arc<Mutex<String>>;

/// Prepares the global environment of a new machine.
pub(crate) fn furnish(lua: &Lua, meter: &Arc<Meter>, dice: &Arc<Dice>, printed: &Printed) -> mlua::Result<()> {
    let globals = lua.globals();
    for name in GONE {
        globals.raw_set(*name, Value::Nil)?;
    }
    work::keep_known(&globals)?;
    let charge = charge(lua, meter)?;
    let charged = (charge.clone(), weigh(lua, meter)?, sweep(lua, meter)?, search(lua)?, is_native(lua)?);
    own_chunk(lua, CHARGED).call::<()>(charged)?;
    let (share, printline, keys) = (random(lua, dice)?, printer(lua, printed)?, iteration::keys_of(lua)?);
    own_chunk(lua, PRELUDE).call::<()>((charge, share, printline, keys, keep_raised(lua)?))
}

/// Where a machine keeps the last table that its script raised as an error.
const RAISED: &str = "raised";

/// Creates the Luau function that keeps a table which is raised as an error.
fn keep_raised(lua: &Lua) -> mlua::Result<mlua::Function> {
    lua.create_function(|lua, raised: mlua::Table| lua.set_named_registry_value(RAISED, raised))
}

/// Takes the last table that was raised as an error.
pub(crate) fn take_raised(lua: &Lua) -> Option<Value> {
    let raised = lua.named_registry_value(RAISED).ok()?;
    lua.unset_named_registry_value(RAISED).ok()?;
    Some(raised)
}

/// A chunk of this crate's own Luau source; errors never name it.
fn own_chunk<'t>(lua: &Lua, text: &'t str) -> mlua::chunk::Chunk<'t> {
    let compiler = mlua::chunk::Compiler::new().set_optimization_level(2).set_debug_level(1);
    lua.load(text).set_name("=prelude").set_compiler(compiler)
}

/// Creates the Luau function that takes units of fuel.
fn charge(lua: &Lua, meter: &Arc<Meter>) -> mlua::Result<mlua::Function> {
    let meter = Arc::clone(meter);
    lua.create_function(move |_, units: f64| {
        #[allow(clippy::cast_possible_truncation)] // the cast saturates
        meter.take(units as i64).map(|_| ()).map_err(mlua::Error::external)
    })
}

/// Creates the Luau function that adds units, which may be negative, to the cost of each interrupt.
fn weigh(lua: &Lua, meter: &Arc<Meter>) -> mlua::Result<mlua::Function> {
    let meter = Arc::clone(meter);
    lua.create_function(move |_, units: f64| {
        #[allow(clippy::cast_possible_truncation)] // the cast saturates
        meter.weigh(units as i64);
        Ok(())
    })
}

/// Creates the Luau function that charges for visiting all memory in use once.
fn sweep(lua: &Lua, meter: &Arc<Meter>) -> mlua::Result<mlua::Function> {
    let meter = Arc::clone(meter);
    lua.create_function(move |lua, ()| meter.sweep(lua).map_err(mlua::Error::external))
}

/// Creates the Luau function that finds the first position of one string in another at or after a position, counted
/// from 1. It takes linear time, unlike Luau's own search.
fn search(lua: &Lua) -> mlua::Result<mlua::Function> {
    lua.create_function(|_, (text, sought, from): (LuaString, LuaString, usize)| {
        let text = text.as_bytes();
        let rest = text.get(from.saturating_sub(1)..).unwrap_or_default();
        Ok(memchr::memmem::find(rest, &sought.as_bytes()).map(|at| at + from))
    })
}

/// Creates the Luau function that tells whether a value is a native function, whose calls are not counted as steps.
fn is_native(lua: &Lua) -> mlua::Result<mlua::Function> {
    lua.create_function(|_, value: Value| Ok(value.as_function().is_some_and(|function| function.info().what == "C")))
}

fn random(lua: &Lua, dice: &Arc<Dice>) -> mlua::Result<mlua::Function> {
    let dice = Arc::clone(dice);
    lua.create_function(move |_, ()| Ok(dice.share()))
}

/// Creates the Luau function that appends lines to the printed text.
fn printer(lua: &Lua, printed: &Printed) -> mlua::Result<mlua::Function> {
    let printed = Arc::clone(printed);
    lua.create_function(move |_, lines: MultiValue| {
        let mut text = printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for line in lines.iter().filter_map(Value::as_string) {
            if text.len() + line.as_bytes().len() < MAX_PRINTED {
                text.push_str(&line.to_string_lossy());
                text.push('\n');
            }
        }
        Ok(())
    })
}
