//! One script in one virtual machine, with a typed method for each of its functions.

use std::collections::HashMap;
use std::sync::Arc;

use sandbox::mlua::{Function, Table, Value};
use sandbox::plain::{self, Item};
use sandbox::{Cause, Limits, Records, ScriptError, Until, Vm};
use smallvec::SmallVec;

/// The name of the script in error messages.
pub(crate) const NAME: &str = "script";

/// The most characters of a move's name.
const MAX_NAME: usize = 200;
/// Bytes, approximately, that a name takes besides its text.
const ENTRY: usize = 72;
/// The most characters of a state within a message.
const MAX_INLINE: usize = 200;

/// A state of the puzzle: a plain value in canonical bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State(pub(crate) SmallVec<[u8; 24]>);

impl State {
    pub(crate) fn new(bytes: &[u8]) -> State {
        State(SmallVec::from_slice(bytes))
    }

    /// The bytes that the state holds on the heap.
    pub(crate) fn heap(&self) -> usize {
        if self.0.spilled() { self.0.capacity() } else { 0 }
    }

    /// The state as a Luau expression, for answers that are read by programs.
    pub(crate) fn text(&self) -> String {
        plain::text(&self.0)
    }

    /// The state in words, for people.
    pub(crate) fn words(&self) -> String {
        crate::words::words(&self.0)
    }

    /// The state in words within a sentence: a table in parentheses; a long one is cut.
    pub(crate) fn inline(&self) -> String {
        crate::words::cut(crate::words::part(&self.0), MAX_INLINE)
    }

    /// A hash that is the same on every computer and in every release: it seeds the random numbers and selects the
    /// states that are checked in a second machine.
    pub(crate) fn digest(&self) -> u64 {
        let mut digest = self.0.len() as u64;
        for chunk in self.0.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            digest = (digest.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        digest ^ (digest >> 32)
    }
}

/// A move: the index of its name in a [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name(u32);

/// The names of moves, each stored once.
#[derive(Debug)]
pub(crate) struct Names {
    numbers: HashMap<Arc<str>, Name>,
    texts: Vec<Arc<str>>,
    /// Bytes that further names may hold.
    room: usize,
}

/// Why a name is not added to [`Names`].
enum Unnamed {
    /// The text is no name for a move.
    Wrong(String),
    /// The names would hold more bytes than they may.
    Full,
}

impl Names {
    /// Creates an empty collection for names of at most `room` bytes in all.
    fn new(room: usize) -> Names {
        Names { numbers: HashMap::new(), texts: Vec::new(), room }
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }

    /// Returns the index of a name and adds new ones. `like` is a guess that is compared first: in most puzzles the
    /// moves of all states come in nearly the same order.
    fn number(&mut self, bytes: &[u8], like: Option<Name>) -> Result<Name, Unnamed> {
        if let Some(like) = like.filter(|&like| self.text(like).as_bytes() == bytes) {
            return Ok(like);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| Unnamed::Wrong("a move's name is not UTF-8".to_owned()))?;
        if let Some(&name) = self.numbers.get(text) {
            return Ok(name);
        }
        let plain =
            !text.is_empty() && text.trim() == text && text.chars().all(|sign| sign != ';' && !sign.is_control());
        if !plain || text.chars().count() > MAX_NAME {
            let what = "expected one line without ';', no blanks around, at most 200 characters";
            let shown: String = text.escape_debug().take(40).collect();
            return Err(Unnamed::Wrong(format!("'{shown}' is no name for a move; {what}")));
        }
        self.add(text)
    }

    fn add(&mut self, text: &str) -> Result<Name, Unnamed> {
        self.room = self.room.checked_sub(text.len() + ENTRY).ok_or(Unnamed::Full)?;
        let name = Name(u32::try_from(self.texts.len()).map_err(|_| Unnamed::Full)?);
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, name);
        Ok(name)
    }
}

/// The functions of a script.
#[derive(Debug)]
struct Functions {
    moves: Function,
    solved: Option<Function>,
    bound: Option<Function>,
    outcome: Option<Function>,
    draw: Option<Function>,
    say: Option<Function>,
}

/// A loaded script in its virtual machine.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) vm: Vm,
    /// Bytes that the virtual machine may hold.
    memory: usize,
    pub(crate) names: Names,
    functions: Functions,
    /// Buffers that calls reuse: the last encoded result, the last moves, and the names of the last moves in order.
    answer: Vec<u8>,
    steps: Records<2>,
    guesses: Vec<Name>,
}

type Moves = Vec<(Name, State)>;

impl Machine {
    /// Loads a script in a machine of `memory` bytes and returns the machine with the table that the script returns;
    /// `until` ends it early.
    pub(crate) fn load(source: &str, memory: usize, until: &Until) -> Result<(Machine, Table), ScriptError> {
        let vm = Vm::new(NAME, Limits { memory, ..Limits::default() })?;
        vm.watch(until);
        let value: Value = vm.load(source)?;
        let Value::Table(table) = value else {
            let found = value.type_name();
            return Err(fault(format!(
                "the script returns {found}; expected a table with name, start, moves and solved"
            )));
        };
        vm.freeze();
        let function = |key: &str| match table.raw_get::<Value>(key) {
            Ok(Value::Function(function)) => Ok(Some(function)),
            Ok(Value::Nil) => Ok(None),
            _ => Err(fault(format!("'{key}' is no function; expected function(state)"))),
        };
        let functions = Functions {
            moves: function("moves")?.ok_or_else(|| fault("'moves' is missing; expected function(state)"))?,
            solved: function("solved")?,
            bound: function("lower_bound")?,
            outcome: function("outcome")?,
            draw: function("draw")?,
            say: function("say")?,
        };
        // What the host keeps for a script is bounded as the script's own memory is.
        let (names, steps) = (Names::new(memory), Records::default());
        let machine = Machine { vm, memory, names, functions, answer: Vec::new(), steps, guesses: Vec::new() };
        Ok((machine, table))
    }

    /// Loads the script again in a new virtual machine, where a script that keeps state gives other results.
    pub(crate) fn fresh(&self, source: &str, until: &Until) -> Result<Machine, ScriptError> {
        Machine::load(source, self.memory, until).map(|(machine, _)| machine)
    }

    pub(crate) fn has_solved(&self) -> bool {
        self.functions.solved.is_some()
    }

    pub(crate) fn has_bound(&self) -> bool {
        self.functions.bound.is_some()
    }

    pub(crate) fn has_draw(&self) -> bool {
        self.functions.draw.is_some()
    }

    pub(crate) fn has_say(&self) -> bool {
        self.functions.say.is_some()
    }

    /// Calls a function of the script, if it exists, and leaves its encoded result in `self.answer`.
    fn call(&mut self, function: impl Fn(&Functions) -> Option<&Function>, state: &State) -> Result<(), ScriptError> {
        self.answer.clear();
        let Some(function) = function(&self.functions) else { return Ok(()) };
        self.vm.seed(state.digest());
        self.vm.call_packed(function, &state.0, &mut self.answer)
    }

    /// The encoded result of `moves`.
    pub(crate) fn raw_moves(&mut self, state: &State) -> Result<&[u8], ScriptError> {
        self.call(|functions| Some(&functions.moves), state)?;
        Ok(&self.answer)
    }

    /// Appends every move of a state to `out`.
    pub(crate) fn moves(&mut self, state: &State, out: &mut Moves) -> Result<(), ScriptError> {
        self.add_moves(state, out).map_err(|error| placed(error, Some(&self.functions.moves)))
    }

    fn add_moves(&mut self, state: &State, out: &mut Moves) -> Result<(), ScriptError> {
        let told = |message: String| fault(format!("moves of {}: {message}", state.inline()));
        self.vm.seed(state.digest());
        let asked = self.vm.ask_records(&self.functions.moves, &state.0, ["name", "to"], &mut self.steps);
        asked.map_err(
            |error| if error.line.is_none() && error.cause == Cause::Fault { told(error.message) } else { error },
        )?;
        let first = out.len();
        self.read_moves(out).map_err(|why| match why {
            Unnamed::Wrong(why) => told(why),
            Unnamed::Full => {
                let message = format!("the names of its moves take more than {} bytes", self.memory);
                ScriptError::new(Cause::Memory, NAME, message)
            }
        })?;
        twice(&out[first..]).map_or(Ok(()), |name| {
            let name = self.names.text(name);
            Err(fault(format!(
                "two moves of {} are named '{name}'; expected a name of its own for each",
                state.inline()
            )))
        })
    }

    fn read_moves(&mut self, out: &mut Moves) -> Result<(), Unnamed> {
        for (index, [name, to]) in self.steps.iter().enumerate() {
            let Some((Item::Text(name), _)) = plain::read(name) else {
                return Err(Unnamed::Wrong("a move's name is no text".into()));
            };
            let name = self.names.number(name, self.guesses.get(index).copied())?;
            match self.guesses.get_mut(index) {
                Some(guess) => *guess = name,
                None => self.guesses.push(name),
            }
            out.push((name, State::new(to)));
        }
        Ok(())
    }

    /// Whether a state is a goal.
    pub(crate) fn solved(&mut self, state: &State) -> Result<bool, ScriptError> {
        self.call(|functions| functions.solved.as_ref(), state)?;
        match plain::read(&self.answer) {
            Some((Item::Bool(solved), _)) => Ok(solved),
            other => Err(placed(wrong("solved", state, other, "true or false"), self.functions.solved.as_ref())),
        }
    }

    /// The script's lower bound on the number of moves to a goal; infinity if no goal can be reached.
    pub(crate) fn bound(&mut self, state: &State) -> Result<f64, ScriptError> {
        self.call(|functions| functions.bound.as_ref(), state)?;
        match plain::read(&self.answer) {
            Some((Item::Number(bound), _)) if bound >= 0.0 => Ok(bound),
            other => {
                Err(placed(wrong("lower_bound", state, other, "a number, 0 or more"), self.functions.bound.as_ref()))
            }
        }
    }

    /// How the game has ended for the side to move, or `None` if `outcome` does not end it at this state.
    pub(crate) fn outcome(&mut self, state: &State) -> Result<Option<engines::search::Ending>, ScriptError> {
        use engines::search::Ending;
        let Some(outcome) = self.functions.outcome.clone() else { return Ok(None) };
        self.vm.seed(state.digest());
        let bytes = self.vm.unpack(&state.0)?;
        let value: Value = self.vm.call(&outcome, bytes)?;
        let text = value.as_string().map(|text| text.to_string_lossy());
        match (value, text.as_deref()) {
            (Value::Nil, _) => Ok(None),
            (_, Some("win")) => Ok(Some(Ending::Win)),
            (_, Some("loss")) => Ok(Some(Ending::Loss)),
            (_, Some("draw")) => Ok(Some(Ending::Draw)),
            (value, _) => {
                let expected = "nil, or \"win\", \"loss\" or \"draw\" for the side to move";
                let message = format!("outcome of {} is {}; expected {expected}", state.inline(), value.type_name());
                Err(placed(fault(message), Some(&outcome)))
            }
        }
    }

    /// An error about the result of `draw`, at the line where the function is defined.
    pub(crate) fn misdrawn(&self, message: impl Into<String>) -> ScriptError {
        placed(fault(message), self.functions.draw.as_ref())
    }

    /// The result of `say`: lines of text.
    pub(crate) fn state_words(&mut self, state: &State) -> Result<String, ScriptError> {
        self.call(|functions| functions.say.as_ref(), state)?;
        let expected = "a text of one line or more, without control characters";
        match plain::read(&self.answer) {
            Some((Item::Text(bytes), _)) => std::str::from_utf8(bytes)
                .ok()
                .filter(|text| {
                    !text.trim().is_empty() && !text.contains(|sign: char| sign.is_control() && sign != '\n')
                })
                .map(str::to_owned)
                .ok_or_else(|| {
                    fault(format!("say of {} is no text to be read out; expected {expected}", state.inline()))
                }),
            other => Err(wrong("say", state, other, expected)),
        }
        .map_err(|error| placed(error, self.functions.say.as_ref()))
    }

    /// The encoded result of `draw`.
    pub(crate) fn drawn(&mut self, state: &State) -> Result<&[u8], ScriptError> {
        self.call(|functions| functions.draw.as_ref(), state)?;
        Ok(&self.answer)
    }
}

/// An error of the script without a line.
pub(crate) fn fault(message: impl Into<String>) -> ScriptError {
    ScriptError::new(Cause::Fault, NAME, message)
}

/// Gives an error without a line the line where the responsible function is defined.
fn placed(error: ScriptError, function: Option<&Function>) -> ScriptError {
    if error.line.is_some() || error.cause != Cause::Fault {
        return error;
    }
    let line = function.and_then(|function| function.info().line_defined);
    ScriptError { line: line.map(|line| line as u64), ..error }
}

fn wrong(function: &str, state: &State, found: Option<(Item<'_>, &[u8])>, expected: &str) -> ScriptError {
    let found = found.map_or("nil".into(), |(item, _)| kind(&item));
    fault(format!("{function} of {} is {found}; expected {expected}", state.inline()))
}

fn kind(item: &Item<'_>) -> String {
    match item {
        Item::Bool(value) => value.to_string(),
        Item::Number(number) => number.to_string(),
        Item::Text(_) => "a string".into(),
        Item::Vector(_) => "a vector".into(),
        Item::Table(_) => "a table".into(),
    }
}

/// Returns a name that occurs twice in a list of moves.
fn twice(moves: &[(Name, State)]) -> Option<Name> {
    if moves.len() > 32 {
        let mut names: Vec<Name> = moves.iter().map(|step| step.0).collect();
        names.sort_unstable_by_key(|name| name.0);
        return names.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
    }
    let again = |at: usize| moves[..at].iter().any(|step| step.0 == moves[at].0);
    (1..moves.len()).find(|&at| again(at)).map(|at| moves[at].0)
}
