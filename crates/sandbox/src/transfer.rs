//! Conversion between Luau's stack and canonical bytes, the inner loop of every search over a script.
//!
//! One protected call passes the argument, runs the function and encodes its result, without creating a handle for each
//! part as the safe interface of `mlua` does (about 50 ns each).
#![allow(unsafe_code)]

use std::os::raw::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Function, Value};

use crate::error::{Cause, ScriptError};
use crate::plain::{self, END, Item, TABLE};
use crate::vm::Vm;

/// The largest depth of nested tables; a table that contains itself exceeds it.
const MAX_DEPTH: usize = 32;
/// The most bytes of one encoded value.
const MAX_BYTES: usize = 4 << 20;
/// Bytes of encoded values that one unit of fuel pays for.
const TRANSFERRED: usize = 64;

/// The name of nil in error messages.
const NIL: &str = "nil";

/// Why a value is not plain: what was found, and the keys that lead there, innermost first.
struct Refused {
    found: &'static str,
    path: Vec<String>,
}

impl Vm {
    /// Calls `function` under [`Limits::call`](crate::Limits::call) with the encoded plain value `argument` and appends
    /// its encoded result to `out`.
    ///
    /// # Errors
    /// Returns an error if the script raises an error or exceeds a limit, or if its result is not a plain value.
    pub fn call_packed(&self, function: &Function, argument: &[u8], out: &mut Vec<u8>) -> Result<(), ScriptError> {
        let mut written = Ok(());
        let before = out.len();
        let work = || {
            self.charge_for(argument.len())?;
            // SAFETY: the closure leaves the stack balanced (it empties its own frame), and only values of its own
            // frame are read. Errors raised inside unwind to the protected call; nothing with a destructor is lost.
            unsafe {
                self.lua().exec_raw::<()>(function, |state| {
                    push(state, argument);
                    ffi::lua_call(state, 1, 1);
                    written = Writer { state, out, pairs: Vec::new() }.value(ffi::lua_gettop(state), 0);
                    ffi::lua_settop(state, 0);
                })?;
            }
            self.charge_for(out.len() - before)
        };
        self.run(self.call_fuel(), work)?;
        written.map_err(|refused| self.refusal(&refused))
    }

    /// Calls `function` with the encoded plain value `argument`, whose result must be a list of tables, and replaces
    /// `out` by the values of `fields` in each of them. Other fields are ignored. This is twice as fast as
    /// [`Vm::call_packed`] followed by decoding the list.
    ///
    /// # Errors
    /// Returns an error if the script raises an error or exceeds a limit, or if its result is not such a list.
    pub fn ask_records<const N: usize>(
        &self,
        function: &Function,
        argument: &[u8],
        fields: [&str; N],
        out: &mut Records<N>,
    ) -> Result<(), ScriptError> {
        out.bytes.clear();
        out.ends.clear();
        let mut written = Ok(());
        let work = || {
            self.charge_for(argument.len())?;
            // SAFETY: as in `ask`.
            unsafe {
                self.lua().exec_raw::<()>(function, |state| {
                    push(state, argument);
                    ffi::lua_call(state, 1, 1);
                    written = records(state, fields, out);
                    ffi::lua_settop(state, 0);
                })?;
            }
            self.charge_for(out.bytes.len())
        };
        self.run(self.call_fuel(), work)?;
        written.map_err(|refused| match refused.path.len() {
            0 | 1 => self.misshapen(&refused, fields),
            2 if refused.found == NIL => self.misshapen(&refused, fields),
            _ => self.refusal(&refused),
        })
    }

    /// Charges for encoding or decoding as many bytes, which no interrupt counts.
    fn charge_for(&self, bytes: usize) -> mlua::Result<()> {
        let units = i64::try_from(bytes / TRANSFERRED).unwrap_or(i64::MAX);
        self.meter.take(units).map(|_| ()).map_err(mlua::Error::external)
    }

    /// Encodes a plain value as canonical bytes.
    ///
    /// # Errors
    /// Returns an error if the value is not plain.
    pub fn pack(&self, value: &Value) -> Result<Vec<u8>, ScriptError> {
        let (mut out, mut written) = (Vec::new(), Ok(()));
        // SAFETY: as in `ask`; the value is the only thing in the frame.
        let done = unsafe {
            self.lua().exec_raw::<()>(value, |state| {
                written = Writer { state, out: &mut out, pairs: Vec::new() }.value(1, 0);
                ffi::lua_settop(state, 0);
            })
        };
        done.map_err(|error| ScriptError::read(self.name(), &error, None, false))?;
        written.map(|()| out).map_err(|refused| self.refusal(&refused))
    }

    /// Decodes bytes that [`Vm::pack`] or [`Vm::call_packed`] encoded; invalid bytes give nil.
    ///
    /// # Errors
    /// Returns [`Cause::Memory`] if the value does not fit into the machine's memory.
    pub fn unpack(&self, bytes: &[u8]) -> Result<Value, ScriptError> {
        // SAFETY: the closure pushes exactly one value onto its own frame, which is the result.
        let done = unsafe { self.lua().exec_raw((), |state| _ = push(state, bytes)) };
        done.map_err(|error| ScriptError::read(self.name(), &error, None, false))
    }

    fn refusal(&self, refused: &Refused) -> ScriptError {
        self.unexpected(refused, "plain values: booleans, numbers, strings, vectors, tables of those")
    }

    /// The error of a value that should be a list of tables with these fields.
    fn misshapen<const N: usize>(&self, refused: &Refused, fields: [&str; N]) -> ScriptError {
        let fields: Vec<String> = fields.iter().map(|field| format!("{field} = ...")).collect();
        self.unexpected(refused, &format!("a list of {{ {} }}", fields.join(", ")))
    }

    fn unexpected(&self, refused: &Refused, expected: &str) -> ScriptError {
        let path: Vec<&str> = refused.path.iter().rev().map(String::as_str).collect();
        let at = if path.is_empty() { String::new() } else { format!(" at {}", path.join(".")) };
        ScriptError::new(Cause::Fault, self.name(), format!("there is {}{at}; expected {expected}", refused.found))
    }
}

/// A list of records with `N` encoded plain values each, the output of [`Vm::ask_records`].
#[derive(Clone, Debug, Default)]
pub struct Records<const N: usize> {
    bytes: Vec<u8>,
    /// The end of each value in `bytes`.
    ends: Vec<usize>,
}

impl<const N: usize> Records<N> {
    /// Iterates over the records in order; each value is in canonical bytes.
    pub fn iter(&self) -> impl Iterator<Item = [&[u8]; N]> {
        let mut begun = 0;
        self.ends.chunks_exact(N).map(move |ends| {
            std::array::from_fn(|field| {
                let value = &self.bytes[begun..ends[field]];
                begun = ends[field];
                value
            })
        })
    }
}

/// Encodes the fields of the list at index 1, the only value of its frame.
///
/// # Safety
/// `state` must be live, inside a protected call.
unsafe fn records<const N: usize>(
    state: *mut lua_State,
    fields: [&str; N],
    out: &mut Records<N>,
) -> Result<(), Refused> {
    let record = N as c_int + 2;
    // SAFETY: room is made first; the keys stand at 2 …, the record above them, its field on top.
    unsafe {
        if ffi::lua_type(state, 1) != ffi::LUA_TTABLE {
            return Err(refused(type_name(ffi::lua_type(state, 1))));
        }
        ffi::lua_rawcheckstack(state, record + 4);
        for field in fields {
            ffi::lua_pushlstring(state, field.as_ptr().cast(), field.len());
        }
        let mut writer = Writer { state, out: &mut out.bytes, pairs: Vec::new() };
        for index in 1.. {
            ffi::lua_rawgeti_(state, 1, index);
            let inside = |mut refused: Refused, path: &[&str]| {
                refused.path.extend(path.iter().rev().map(|&key| key.to_owned()));
                refused.path.push(index.to_string());
                refused
            };
            match ffi::lua_type(state, record) {
                ffi::LUA_TTABLE => {}
                ffi::LUA_TNIL => return counted(state, index - 1),
                other => return Err(inside(refused(type_name(other)), &[])),
            }
            for (key, field) in (2..).zip(fields) {
                ffi::lua_pushvalue(state, key);
                ffi::lua_rawget(state, record);
                writer.value(record + 1, 1).map_err(|refused| inside(refused, &[field]))?;
                out.ends.push(writer.out.len());
                ffi::lua_settop(state, record);
            }
            ffi::lua_settop(state, record - 1);
        }
    }
    Ok(())
}

/// Checks that the table at index 1 has exactly `items` keys; a list with a hole has more.
///
/// # Safety
/// `state` must be live, inside a protected call, with a table at index 1.
unsafe fn counted(state: *mut lua_State, items: c_int) -> Result<(), Refused> {
    // SAFETY: a table stands at 1, and room for key and value was made.
    unsafe {
        let (top, mut place, mut keys) = (ffi::lua_gettop(state), 0, 0);
        loop {
            place = ffi::lua_rawiter(state, 1, place);
            if place < 0 {
                break;
            }
            keys += 1;
            ffi::lua_settop(state, top);
        }
        if keys == items { Ok(()) } else { Err(refused("a list with holes or other keys")) }
    }
}

/// Encodes values of a Luau stack.
struct Writer<'a> {
    state: *mut lua_State,
    out: &'a mut Vec<u8>,
    /// For each pair of the tables being encoded: the start of the key, of the value, and the end, in `out`.
    pairs: Vec<(usize, usize, usize)>,
}

impl Writer<'_> {
    /// Appends the value at the absolute index `at`.
    ///
    /// # Safety
    /// `state` must be live, and `at` an index of its current frame.
    unsafe fn value(&mut self, at: c_int, depth: usize) -> Result<(), Refused> {
        // SAFETY: the index is valid by the contract; each reader fits the type just asked for.
        unsafe {
            match ffi::lua_type(self.state, at) {
                ffi::LUA_TBOOLEAN => plain::push_bool(self.out, ffi::lua_toboolean(self.state, at) != 0),
                ffi::LUA_TNUMBER => {
                    let number = ffi::lua_tonumberx(self.state, at, std::ptr::null_mut());
                    if number.is_nan() {
                        return Err(refused("a number that is none (NaN)"));
                    }
                    plain::push_number(self.out, number);
                }
                ffi::LUA_TSTRING => {
                    let mut length = 0;
                    let text = ffi::lua_tolstring(self.state, at, &raw mut length);
                    plain::push_text(self.out, std::slice::from_raw_parts(text.cast(), length));
                }
                ffi::LUA_TVECTOR => {
                    let parts = std::slice::from_raw_parts(ffi::lua_tovector(self.state, at), 3);
                    if parts.iter().any(|part| part.is_nan()) {
                        return Err(refused("a vector with a part that is no number (NaN)"));
                    }
                    plain::push_vector(self.out, [parts[0], parts[1], parts[2]]);
                }
                ffi::LUA_TTABLE => self.table(at, depth)?,
                other => return Err(refused(type_name(other))),
            }
        }
        if self.out.len() > MAX_BYTES { Err(refused("more than four million bytes")) } else { Ok(()) }
    }

    /// Appends the table at the absolute index `at`.
    ///
    /// # Safety
    /// `state` must be live, and `at` an index of its current frame that holds a table.
    unsafe fn table(&mut self, at: c_int, depth: usize) -> Result<(), Refused> {
        // SAFETY: room for key and value is made first; `lua_rawiter` pushes both, and `top` points at the value.
        unsafe {
            if depth == MAX_DEPTH || ffi::lua_checkstack(self.state, 4) == 0 {
                return Err(refused("tables nested too deep (or a table inside itself)"));
            }
            self.out.push(TABLE);
            let (base, mut next, mut place) = (self.pairs.len(), 1.0, 0);
            let mut numeric = false;
            let top = ffi::lua_gettop(self.state) + 2;
            loop {
                place = ffi::lua_rawiter(self.state, at, place);
                if place < 0 {
                    break;
                }
                let number = ffi::lua_type(self.state, top - 1) == ffi::LUA_TNUMBER;
                numeric |= number;
                let follows = number && ffi::lua_tonumberx(self.state, top - 1, std::ptr::null_mut()) == next;
                let written = if follows && self.pairs.len() == base {
                    next += 1.0;
                    self.value(top, depth + 1)
                } else {
                    self.pair(top, depth)
                };
                written.map_err(|refused| self.inside(top - 1, refused))?;
                ffi::lua_settop(self.state, top - 2);
            }
            self.order(base, next, numeric);
            Ok(())
        }
    }

    /// Appends the key at `top - 1` and the value at `top`.
    ///
    /// # Safety
    /// `state` must be live, and `top` and `top - 1` indices of its current frame.
    unsafe fn pair(&mut self, top: c_int, depth: usize) -> Result<(), Refused> {
        // SAFETY: both indices are of the current frame by the contract.
        unsafe {
            let start = self.out.len();
            if ffi::lua_type(self.state, top - 1) == ffi::LUA_TTABLE {
                return Err(refused("a table as a key"));
            }
            self.value(top - 1, depth + 1)?;
            let middle = self.out.len();
            self.value(top, depth + 1)?;
            self.pairs.push((start, middle, self.out.len()));
            Ok(())
        }
    }

    /// Sorts the pairs since `base` by their keys, and moves those that continue the items to the front.
    fn order(&mut self, base: usize, mut next: f64, numeric: bool) {
        let pairs = &mut self.pairs[base..];
        let Some(&(first, ..)) = pairs.first() else {
            self.out.extend([END, END]);
            return;
        };
        let key = |pair: &(usize, usize, usize)| &self.out[pair.0..pair.1];
        if !numeric && pairs.windows(2).all(|two| key(&two[0]) < key(&two[1])) {
            self.out.insert(first, END);
        } else {
            pairs.sort_unstable_by(|one, other| key(one).cmp(key(other)));
            let written = self.out.split_off(first);
            let value = |pair: &(usize, usize, usize)| &written[pair.1 - first..pair.2 - first];
            let number = |pair: &(usize, usize, usize)| match plain::read(&written[pair.0 - first..]) {
                Some((Item::Number(number), _)) => Some(number),
                _ => None,
            };
            let mut numbers: Vec<(f64, usize)> = match numeric {
                true => (0..).zip(pairs.iter()).filter_map(|(at, pair)| Some((number(pair)?, at))).collect(),
                false => Vec::new(),
            };
            numbers.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
            let mut items = vec![false; pairs.len()];
            for (number, at) in numbers {
                if number == next {
                    self.out.extend_from_slice(value(&pairs[at]));
                    items[at] = true;
                    next += 1.0;
                } else if number > next {
                    break;
                }
            }
            self.out.push(END);
            for pair in pairs.iter().zip(items).filter(|(_, item)| !item).map(|(pair, _)| pair) {
                self.out.extend_from_slice(&written[pair.0 - first..pair.2 - first]);
            }
        }
        self.out.push(END);
        self.pairs.truncate(base);
    }

    /// Adds the key at `at` to the path of an error.
    ///
    /// # Safety
    /// `state` must be live, and `at` an index of its current frame.
    unsafe fn inside(&mut self, at: c_int, mut refused: Refused) -> Refused {
        let mut out = Vec::new();
        let mut keys = Writer { state: self.state, out: &mut out, pairs: Vec::new() };
        // SAFETY: the index is valid by the contract; a key that is a table is not encoded, so there is no recursion.
        let simple = unsafe { ffi::lua_type(self.state, at) != ffi::LUA_TTABLE && keys.value(at, 0).is_ok() };
        let key = match plain::read(&out) {
            Some((Item::Text(name), _)) => String::from_utf8_lossy(name).into_owned(),
            _ => plain::text(&out),
        };
        refused.path.push(if simple { key } else { "?".into() });
        refused
    }
}

fn refused(found: &'static str) -> Refused {
    Refused { found, path: Vec::new() }
}

fn type_name(kind: c_int) -> &'static str {
    match kind {
        ffi::LUA_TNIL | ffi::LUA_TNONE => NIL,
        ffi::LUA_TBOOLEAN => "a boolean",
        ffi::LUA_TNUMBER => "a number",
        ffi::LUA_TSTRING => "a string",
        ffi::LUA_TFUNCTION => "a function",
        ffi::LUA_TTHREAD => "a coroutine",
        ffi::LUA_TBUFFER => "a buffer",
        ffi::LUA_TVECTOR => "a vector",
        ffi::LUA_TINTEGER => "a 64-bit integer",
        _ => "a foreign value",
    }
}

/// Pushes the first value of `bytes` (nil if there is none) and returns the bytes after it.
///
/// # Safety
/// `state` must be live, inside a protected call.
unsafe fn push(state: *mut lua_State, bytes: &[u8]) -> &[u8] {
    // SAFETY: room for a table, a key and a value is made first; strings are copied by Luau.
    unsafe {
        ffi::lua_rawcheckstack(state, 4);
        match plain::read_head(bytes) {
            Some((Item::Bool(value), rest)) => {
                ffi::lua_pushboolean(state, c_int::from(value));
                rest
            }
            Some((Item::Number(number), rest)) => {
                ffi::lua_pushnumber(state, number);
                rest
            }
            Some((Item::Text(text), rest)) => {
                ffi::lua_pushlstring(state, text.as_ptr().cast(), text.len());
                rest
            }
            Some((Item::Vector([x, y, z]), rest)) => {
                ffi::lua_pushvector(state, x, y, z);
                rest
            }
            Some((Item::Table(_), rest)) => push_table(state, rest),
            None => {
                ffi::lua_pushnil(state);
                &[]
            }
        }
    }
}

/// Pushes the table whose parts begin with `bytes` and returns the bytes after it.
///
/// # Safety
/// `state` must be live, inside a protected call.
unsafe fn push_table(state: *mut lua_State, bytes: &[u8]) -> &[u8] {
    let (items, pairs) = plain::sizes(bytes);
    let mut rest = bytes;
    // SAFETY: the table stands below what is pushed after it; sizes are hints only.
    unsafe {
        ffi::lua_createtable(state, items, pairs);
        for index in 1..=items {
            rest = push(state, rest);
            ffi::lua_rawseti_(state, -2, index);
        }
        rest = rest.get(1..).unwrap_or_default();
        for _ in 0..pairs {
            rest = push(state, rest);
            rest = push(state, rest);
            ffi::lua_rawset(state, -3);
        }
    }
    rest.get(1..).unwrap_or_default()
}
