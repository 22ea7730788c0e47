//! What the prompt sees: levels, engines' small tools and help, as Luau values in one machine.
//!
//! The machine is a [`sandbox`] with nothing frozen and no fuel to speak of: whoever types may wait, and asks to stop
//! when it takes too long. Vectors over GF(2) are texts or lists of 0 and 1, so that every step can be read (`gf2` is
//! written in Luau: `prelude.luau`). A level is played in place; its questions go through the same door as everywhere,
//! and take the same options: the table of `puzzles`.

mod level;
mod load;
mod options;

use std::sync::{Arc, Mutex, PoisonError};

use engines::{Budget, CancellationToken};
use puzzles::{Family, Source, options::declared};
use sandbox::mlua::{self, Function, MultiValue, Value};
pub use sandbox::{Cause, ScriptError};
use sandbox::{Limits, StopFlag, Vm};

use level::Opened;

/// The name under which errors speak of what was typed.
const NAME: &str = "input";
const PRELUDE: &str = include_str!("prelude.luau");

/// Bytes that one text may print.
const MOST_PRINTED: usize = 16 << 20;

/// What was printed and not yet taken.
type Printed = Arc<Mutex<String>>;

/// Finds a level's family and text by the name that the user gave it.
pub type Find = dyn Fn(&str) -> Result<(&'static dyn Family, Arc<dyn Source>), String> + Send + Sync;

/// The flags that end what is running: one for the script, one for the engine below it.
#[derive(Clone, Debug)]
pub struct Interrupt {
    script: StopFlag,
    engine: CancellationToken,
}

impl Interrupt {
    /// Tells what is running to stop.
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

/// A prompt: texts go in, what they print and give comes out.
#[derive(Debug)]
pub struct Prompt {
    vm: Vm,
    interrupt: Interrupt,
    printed: Printed,
    pretty: Function,
    complete: Function,
}

impl Prompt {
    /// A prompt whose `load` finds levels by `find`, or takes the text of a level of one of these families; each
    /// question about a level has this budget.
    ///
    /// # Errors
    /// Where the machine cannot be made.
    pub fn new(
        families: &'static [&'static dyn Family],
        find: Box<Find>,
        budget: Budget,
    ) -> Result<Prompt, ScriptError> {
        let plenty = u64::MAX / 4;
        let vm = Vm::new(NAME, Limits { load: plenty, call: plenty, memory: 512 << 20, source: 16 << 20 })?;
        let interrupt = Interrupt { script: vm.stop().clone(), engine: CancellationToken::default() };
        let printed = Printed::default();
        let load = loader(&vm, families, find, budget, &interrupt);
        let made = load.and_then(|load| furnish(&vm, families, load, &printed));
        let (pretty, complete) = made.map_err(|error| crate::machine::fault(error.to_string()))?;
        Ok(Prompt { vm, interrupt, printed, pretty, complete })
    }

    /// What ends a call that takes too long, from another thread.
    #[must_use]
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Runs a text and gives what it printed, and what it gave, if anything, in readable form.
    ///
    /// # Errors
    /// The output so far, and what went wrong.
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

    /// Runs a file's text; what it returns is `result` from then on.
    ///
    /// # Errors
    /// As [`Prompt::run`].
    pub fn run_file(&self, text: &str) -> Result<String, (String, ScriptError)> {
        self.interrupt.release();
        let ran = self.vm.load::<Value>(text).and_then(|value| {
            self.vm.lua().globals().raw_set("result", value).map_err(|error| crate::machine::fault(error.to_string()))
        });
        let printed = self.printed();
        ran.map(|()| printed.clone()).map_err(|error| (printed, error))
    }

    /// Takes what was printed so far.
    fn printed(&self) -> String {
        std::mem::take(&mut *self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// An expression, or else statements.
    fn compiled(&self, text: &str) -> Result<Function, ScriptError> {
        self.vm.compile(&format!("return {text}")).or_else(|_| self.vm.compile(text))
    }

    /// Whether a text breaks off before its end, so that more lines are wanted.
    #[must_use]
    pub fn is_incomplete(&self, text: &str) -> bool {
        let (expression, statements) = (self.vm.compile(&format!("return {text}")), self.vm.compile(text));
        match (expression, statements) {
            (Err(one), Err(other)) => one.is_incomplete() || other.is_incomplete(),
            _ => false,
        }
    }

    /// The byte where the name at the end of `text` begins, and the names that it may become.
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

/// The function `load`.
fn loader(
    vm: &Vm,
    families: &'static [&'static dyn Family],
    find: Box<Find>,
    budget: Budget,
    interrupt: &Interrupt,
) -> mlua::Result<Function> {
    let interrupt = interrupt.clone();
    vm.lua().create_function(move |_, (what, more): (Value, Value)| {
        let found = load::found(families, &*find, &what, &more);
        found.and_then(|found| Opened::open(found, budget, interrupt.clone())).map_err(mlua::Error::runtime)
    })
}

/// The function that takes a line that is printed.
fn printer(vm: &Vm, printed: &Printed) -> mlua::Result<Function> {
    let printed = Arc::clone(printed);
    vm.lua().create_function(move |_, line: mlua::LuaString| {
        let mut text = printed.lock().unwrap_or_else(PoisonError::into_inner);
        if text.len() + line.as_bytes().len() >= MOST_PRINTED {
            return Err(mlua::Error::runtime(format!("more than {} MiB are printed at once", MOST_PRINTED >> 20)));
        }
        text.push_str(&line.to_string_lossy());
        text.push('\n');
        Ok(())
    })
}

/// Puts levels, tools and help into the machine; gives the functions that show values and complete names.
fn furnish(
    vm: &Vm,
    families: &[&'static dyn Family],
    load: Function,
    printed: &Printed,
) -> mlua::Result<(Function, Function)> {
    let lua = vm.lua();
    let names = lua.create_table()?;
    for (index, (name, about)) in (1..).zip(level::METHODS) {
        names.raw_set(index, lua.create_sequence_from([*name, *about])?)?;
    }
    let options = lua.create_table()?;
    for (index, option) in (1..).zip(declared(families)) {
        options.raw_set(index, lua.create_sequence_from([option.name, option.help])?)?;
    }
    // Errors tell of places in what was typed, not in here.
    let made = lua.load(PRELUDE).set_name("=prelude").into_function()?;
    vm.call::<(Function, Function)>(&made, (load, printer(vm, printed)?, names, options, lua.globals()))
        .map_err(|error| mlua::Error::runtime(error.to_string()))
}
