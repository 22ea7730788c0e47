//! The interactive prompt: levels, linear algebra and help as Luau values in one virtual machine.
//!
//! The machine is a [`sandbox`] whose globals may be written and whose fuel is practically unlimited: the user
//! interrupts what takes too long. Vectors over GF(2), or modulo another prime, are strings or lists of numbers, so
//! that every step can be read (`gf2` and `gf` are written in Luau: `prelude.luau`). A level value holds the position
//! that is played; its methods ask the questions of the crate `puzzles` with their options.

mod level;
mod load;
mod options;

use std::sync::{Arc, Mutex, PoisonError};

use engines::{Budget, CancellationToken};
use puzzles::{Family, Source, declared::declared};
use sandbox::mlua::{self, Function, MultiValue, Value};
pub use sandbox::{Cause, ScriptError};
use sandbox::{Limits, StopFlag, Vm};

use level::{Opened, Terms};

/// The name of the typed text in error messages.
const NAME: &str = "input";
const PRELUDE: &str = include_str!("prelude.luau");

/// The most bytes that one input may print.
const MAX_PRINTED: usize = 16 << 20;

/// Printed text that has not been taken yet.
type Printed = Arc<Mutex<String>>;

/// The bytes that a prompt may hold for what its inputs make, whatever is allowed.
const MIN_MEMORY: usize = 16 << 20;
/// The most bytes that a prompt holds for what its inputs make, also where more is allowed.
const MAX_MEMORY: usize = 512 << 20;

/// A function that finds the family and the source of a level by its name or file; its error is a message for the user.
pub type Find = dyn Fn(&str) -> Result<(&'static dyn Family, Arc<dyn Source>), String> + Send + Sync;

/// A handle that interrupts a running [`Prompt`] from another thread: it stops the script and the engine that it calls.
#[derive(Clone, Debug)]
pub struct Interrupt {
    script: StopFlag,
    engine: CancellationToken,
}

impl Interrupt {
    /// Stops the running input.
    pub fn cancel(&self) {
        self.script.cancel();
        self.engine.cancel();
    }

    fn engine(&self) -> CancellationToken {
        self.engine.clone()
    }

    fn release(&self) {
        self.script.clear();
        self.engine.clear();
    }
}

/// An interactive prompt, which evaluates Luau inputs and returns their output.
#[derive(Debug)]
pub struct Prompt {
    vm: Vm,
    interrupt: Interrupt,
    printed: Printed,
    pretty: Function,
    complete: Function,
}

impl Prompt {
    /// Creates a prompt. Its function `load` finds levels by `find`, or takes the text of a level of one of `families`;
    /// `budget` limits each question about a level; its bytes limit what the inputs make, too: at least 16 MiB and at
    /// most 512 MiB.
    ///
    /// # Errors
    /// Returns an error if the virtual machine cannot be created.
    pub fn new(
        families: &'static [&'static dyn Family],
        find: Box<Find>,
        budget: Budget,
    ) -> Result<Prompt, ScriptError> {
        let plenty = u64::MAX / 4;
        let allowed = budget.bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(MAX_MEMORY);
        let memory = allowed.clamp(MIN_MEMORY, MAX_MEMORY);
        let vm = Vm::new(NAME, Limits { load: plenty, call: plenty, memory, source: 16 << 20 })?;
        let interrupt = Interrupt { script: vm.stop().clone(), engine: CancellationToken::default() };
        let printed = Printed::default();
        let load = loader(&vm, families, find, budget, &interrupt);
        let made = load.and_then(|load| furnish(&vm, families, load, &printed));
        let (pretty, complete) = made.map_err(|error| crate::machine::fault(error.to_string()))?;
        Ok(Prompt { vm, interrupt, printed, pretty, complete })
    }

    /// Returns the handle that interrupts a running input from another thread.
    #[must_use]
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Runs an input, an expression or statements, and returns what it printed followed by its readable result, if any.
    ///
    /// # Errors
    /// Returns the output so far with the error of the script.
    pub fn run(&self, text: &str) -> Result<String, (String, ScriptError)> {
        self.interrupt.release();
        let ran = self.compiled(text).and_then(|chunk| self.vm.call::<MultiValue>(&chunk, ()));
        let shown = ran.and_then(|values| match values.is_empty() {
            true => Ok(String::new()),
            false => self.vm.call::<String>(&self.pretty, values),
        });
        let printed = self.printed();
        match shown {
            Ok(shown) if shown.is_empty() => Ok(printed),
            Ok(shown) => Ok(format!("{printed}{shown}\n")),
            Err(error) => Err((printed, error)),
        }
    }

    /// Runs the text of a file, assigns the value that it returns to the global `result`, and returns what it printed.
    ///
    /// # Errors
    /// Returns the output so far with the error of the script.
    pub fn run_file(&self, text: &str) -> Result<String, (String, ScriptError)> {
        self.interrupt.release();
        let ran = self.vm.load::<Value>(text).and_then(|value| {
            self.vm.lua().globals().raw_set("result", value).map_err(|error| crate::machine::fault(error.to_string()))
        });
        let printed = self.printed();
        ran.map(|()| printed.clone()).map_err(|error| (printed, error))
    }

    /// Takes the text printed so far.
    fn printed(&self) -> String {
        std::mem::take(&mut *self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Compiles an input as an expression, or else as statements.
    fn compiled(&self, text: &str) -> Result<Function, ScriptError> {
        self.vm.compile(&format!("return {text}")).or_else(|_| self.vm.compile(text))
    }

    /// Whether an input ends too early to be complete, so that more lines should be read.
    #[must_use]
    pub fn is_incomplete(&self, text: &str) -> bool {
        let (expression, statements) = (self.vm.compile(&format!("return {text}")), self.vm.compile(text));
        match (expression, statements) {
            (Err(one), Err(other)) => one.is_incomplete() || other.is_incomplete(),
            _ => false,
        }
    }

    /// Returns the byte offset at which the name at the end of `text` begins, and the names that complete it.
    #[must_use]
    pub fn completions(&self, text: &str) -> (usize, Vec<String>) {
        let path = |sign: char| sign.is_alphanumeric() || "_.:".contains(sign);
        let begin =
            text.rfind(|sign| !path(sign)).map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        let typed = &text[begin..];
        let last = typed.rfind(['.', ':']).map_or(0, |at| at + 1);
        self.interrupt.release();
        let found = self.vm.call::<Vec<String>>(&self.complete, typed).unwrap_or_default();
        (begin + last, found)
    }
}

/// Creates the Luau function `load`.
fn loader(
    vm: &Vm,
    families: &'static [&'static dyn Family],
    find: Box<Find>,
    budget: Budget,
    interrupt: &Interrupt,
) -> mlua::Result<Function> {
    let terms = Terms { families, budget, interrupt: interrupt.clone() };
    vm.lua().create_function(move |_, (what, more): (Value, Value)| {
        let found = load::found(families, &*find, &what, &more);
        found.and_then(|found| Opened::open(found, terms.clone())).map_err(mlua::Error::runtime)
    })
}

/// Creates the Luau function that appends a line to the printed text.
fn printer(vm: &Vm, printed: &Printed) -> mlua::Result<Function> {
    let printed = Arc::clone(printed);
    vm.lua().create_function(move |_, line: mlua::LuaString| {
        let mut text = printed.lock().unwrap_or_else(PoisonError::into_inner);
        if text.len() + line.as_bytes().len() >= MAX_PRINTED {
            return Err(mlua::Error::runtime(format!("more than {} MiB are printed at once", MAX_PRINTED >> 20)));
        }
        text.push_str(&line.to_string_lossy());
        text.push('\n');
        Ok(())
    })
}

/// Defines `load`, the tools and the help in the machine; returns the functions that format values and complete names.
fn furnish(
    vm: &Vm,
    families: &[&'static dyn Family],
    load: Function,
    printed: &Printed,
) -> mlua::Result<(Function, Function)> {
    let lua = vm.lua();
    let names = lua.create_table()?;
    for (index, (name, about)) in (1..).zip(level::methods(families)) {
        names.raw_set(index, lua.create_sequence_from([name, about.as_str()])?)?;
    }
    let options = lua.create_table()?;
    for (index, option) in (1..).zip(declared(families)) {
        options.raw_set(index, lua.create_sequence_from([option.name, option.help])?)?;
    }
    // Errors name lines of the input, not of the prelude.
    let made = lua.load(PRELUDE).set_name("=prelude").into_function()?;
    vm.call::<(Function, Function)>(&made, (load, printer(vm, printed)?, names, options, lua.globals()))
        .map_err(|error| mlua::Error::runtime(error.to_string()))
}
