//! Loops over tables in an order that does not depend on addresses.
//!
//! Luau walks the keys of a table in the order of their hashes. Strings, numbers and booleans hash by content; tables,
//! functions, coroutines and buffers hash by address, so that a loop over such keys runs differently in every process,
//! and with it a world's hash. Luau has no hook there, so the source is rewritten before it is compiled:
//! `for KEY, VALUE in LIST do` becomes `for KEY, VALUE in _ordered(LIST) do`. The function `_ordered` of the prelude
//! refuses tables with such keys and returns its arguments, so that Luau's fast loop still applies; `next` and `pairs`
//! refuse them too. Insertions stay on the line of the loop, so that line numbers in errors are right.
//!
//! One pass over the tokens with a stack of open constructs finds the `do` that ends a list; the list may contain
//! functions with blocks of their own. An unbalanced text is left unchanged; the compiler reports its error.
#![allow(unsafe_code)]

use std::borrow::Cow;
use std::os::raw::c_int;

use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua};

/// The name of the Luau function that checks the table of a loop.
pub(crate) const ORDERED: &str = "_ordered";

/// Types of keys that hash by address. Elements of a world are light userdata: they hash by their number.
const BY_ADDRESS: [(c_int, &[u8]); 5] = [
    (ffi::LUA_TTABLE, b"table"),
    (ffi::LUA_TFUNCTION, b"function"),
    (ffi::LUA_TTHREAD, b"coroutine"),
    (ffi::LUA_TBUFFER, b"buffer"),
    (ffi::LUA_TUSERDATA, b"foreign value"),
];

/// Creates a Luau function for the prelude, which calls it with one table and does not pass it to scripts. It returns
/// the number of keys up to the first that hashes by address, and the type of that key, if there is one.
pub(crate) fn keys_of(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: `keys` keeps to the protocol of a C function, and its callers to its arguments.
    unsafe { lua.create_c_function(keys) }
}

/// The C function behind [`keys_of`].
///
/// # Safety
/// It must be called by Luau with a table at index 1.
unsafe extern "C-unwind" fn keys(state: *mut lua_State) -> c_int {
    let (mut at, mut count) = (0, 0);
    // SAFETY: `lua_rawiter` pushes a key and a value, which are taken off again; nothing here has a destructor.
    unsafe {
        loop {
            at = ffi::lua_rawiter(state, 1, at);
            if at < 0 {
                ffi::lua_pushinteger(state, count);
                return 1;
            }
            count += 1;
            let found = ffi::lua_type(state, -2);
            ffi::lua_settop(state, -3);
            if let Some((_, name)) = BY_ADDRESS.iter().find(|(kind, _)| *kind == found) {
                ffi::lua_pushinteger(state, count);
                ffi::lua_pushlstring_(state, name.as_ptr().cast(), name.len());
                return 2;
            }
        }
    }
}

/// A syntactic construct that is open at a point of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// `(`, `[` or `{`.
    Group,
    /// `{` of a table constructor, where `;` separates expressions.
    Table,
    /// An expression inside an interpolated string.
    Interpolation,
    /// Anything that `end` closes, except a conditional statement.
    Block,
    /// `repeat`, until `until`.
    Repeat,
    /// `if` as a statement, until `end`.
    IfStatement,
    /// `if` as an expression, until `else`.
    IfExpression,
    /// `while`, until `do`.
    While,
    /// `for`, until `in` or `=`.
    For,
    /// `for NAME =`, until `do`.
    Numeric,
    /// `for NAMES in`, until `do`.
    List,
}

/// Rewrites the loops of a source text so that [`ORDERED`] checks their tables.
pub(crate) fn checked(source: &str) -> Cow<'_, str> {
    let mut rewriter = Rewriter { source, at: 0, open: Vec::new(), operand: false, out: String::new(), copied: 0 };
    match rewriter.run() {
        Some(()) if rewriter.copied > 0 => {
            rewriter.copy_to(source.len());
            Cow::Owned(rewriter.out)
        }
        _ => Cow::Borrowed(source),
    }
}

struct Rewriter<'s> {
    source: &'s str,
    at: usize,
    open: Vec<Open>,
    /// Whether an expression is expected next, so that `if` begins one.
    operand: bool,
    out: String,
    /// Bytes of the source that `out` holds.
    copied: usize,
}

impl<'s> Rewriter<'s> {
    /// `None` where the text is not balanced.
    fn run(&mut self) -> Option<()> {
        while let Some(byte) = self.peek(0) {
            match byte {
                _ if byte.is_ascii_whitespace() => self.at += 1,
                b'-' if self.peek(1) == Some(b'-') => self.comment()?,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word()?,
                b'0'..=b'9' => self.number(),
                b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
                b'"' | b'\'' => self.string(byte)?,
                b'`' => {
                    self.at += 1;
                    self.interpolated()?;
                }
                b'[' if self.long_bracket(self.at).is_some() => self.long()?,
                _ => self.symbol(byte)?,
            }
        }
        self.open.is_empty().then_some(())
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.source.as_bytes().get(self.at + ahead).copied()
    }

    fn copy_to(&mut self, end: usize) {
        self.out.push_str(&self.source[self.copied..end]);
        self.copied = end;
    }

    /// Inserts `text` at the current position.
    fn insert(&mut self, text: &str) {
        self.copy_to(self.at);
        self.out.push_str(text);
    }

    fn comment(&mut self) -> Option<()> {
        if self.peek(2) == Some(b'[') && self.long_bracket(self.at + 2).is_some() {
            self.at += 2;
            let operand = self.operand;
            self.long()?;
            self.operand = operand;
            return Some(());
        }
        self.at = self.source[self.at..].find('\n').map_or(self.source.len(), |end| self.at + end);
        Some(())
    }

    /// The number of `=` in the long bracket that opens at byte `at`.
    fn long_bracket(&self, at: usize) -> Option<usize> {
        let rest = self.source.as_bytes().get(at + 1..)?;
        let level = rest.iter().take_while(|&&byte| byte == b'=').count();
        (rest.get(level) == Some(&b'[')).then_some(level)
    }

    fn long(&mut self) -> Option<()> {
        let level = self.long_bracket(self.at)?;
        let close = format!("]{}]", "=".repeat(level));
        let begin = self.at + level + 2;
        self.at = begin + self.source[begin..].find(&close)? + close.len();
        self.operand = false;
        Some(())
    }

    fn string(&mut self, quote: u8) -> Option<()> {
        self.at += 1;
        loop {
            match self.peek(0)? {
                b'\\' => self.at += 2,
                byte if byte == quote => break,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.operand = false;
        Some(())
    }

    /// Skips the rest of an interpolated string, up to its end or its next expression.
    fn interpolated(&mut self) -> Option<()> {
        loop {
            match self.peek(0)? {
                b'\\' => self.at += 2,
                b'`' => {
                    self.at += 1;
                    self.operand = false;
                    return Some(());
                }
                b'{' => {
                    self.at += 1;
                    self.open.push(Open::Interpolation);
                    self.operand = true;
                    return Some(());
                }
                _ => self.at += 1,
            }
        }
    }

    fn number(&mut self) {
        while let Some(byte) = self.peek(0) {
            let signed = matches!(byte, b'+' | b'-') && matches!(self.source.as_bytes()[self.at - 1], b'e' | b'E');
            let hexadecimal = signed && self.number_is_hexadecimal();
            if !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || (signed && !hexadecimal)) {
                break;
            }
            // `1..2` joins two numbers.
            if byte == b'.' && self.peek(1) == Some(b'.') {
                break;
            }
            self.at += 1;
        }
        self.operand = false;
    }

    /// Whether the number that ends here is hexadecimal, so that an `e` before it is a digit.
    fn number_is_hexadecimal(&self) -> bool {
        let digits = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let before = &self.source.as_bytes()[..self.at];
        let length = before.iter().rev().take_while(|byte| digits(byte)).count();
        matches!(&before[before.len() - length..], [b'0', b'x' | b'X', ..])
    }

    fn symbol(&mut self, byte: u8) -> Option<()> {
        self.at += 1;
        match byte {
            b'(' | b'[' => self.push(Open::Group, true),
            b'{' => self.push(Open::Table, true),
            b')' | b']' => self.close(&[Open::Group]),
            b'}' if self.open.last() == Some(&Open::Interpolation) => {
                self.open.pop();
                self.interpolated()
            }
            b'}' => self.close(&[Open::Table]),
            b';' => {
                self.operand = self.open.last() == Some(&Open::Table);
                Some(())
            }
            b'=' if self.open.last() == Some(&Open::For) => {
                self.open.pop();
                self.push(Open::Numeric, true)
            }
            // After any operator or comma; a type's colon, arrow or bar is never followed by `if`.
            _ => {
                self.operand = byte != b'.' || self.source.as_bytes()[..self.at].ends_with(b"..");
                Some(())
            }
        }
    }

    fn word(&mut self) -> Option<()> {
        let rest = &self.source[self.at..];
        let length = rest.find(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_')).unwrap_or(rest.len());
        let word = &rest[..length];
        let operand = std::mem::replace(&mut self.operand, false);
        let end = self.at + length;
        match word {
            "function" => self.push_at(end, Open::Block, false),
            "while" => self.push_at(end, Open::While, true),
            "for" => self.push_at(end, Open::For, false),
            "repeat" => self.push_at(end, Open::Repeat, false),
            "if" if operand => self.push_at(end, Open::IfExpression, true),
            "if" => self.push_at(end, Open::IfStatement, true),
            "then" => {
                self.at = end;
                self.operand = self.open.last() == Some(&Open::IfExpression);
                Some(())
            }
            "elseif" => {
                self.at = end;
                self.operand = true;
                Some(())
            }
            "else" => {
                self.at = end;
                if self.open.last() == Some(&Open::IfExpression) {
                    self.open.pop();
                    self.operand = true;
                }
                Some(())
            }
            "in" => self.list(end),
            "do" if operand && self.open.last() == Some(&Open::List) => None,
            "do" => self.block(end),
            "end" => {
                self.at = end;
                self.close(&[Open::Block, Open::IfStatement])
            }
            "until" => {
                self.at = end;
                self.close(&[Open::Repeat])?;
                self.operand = true;
                Some(())
            }
            _ => {
                self.at = end;
                self.operand = matches!(word, "and" | "or" | "not" | "return");
                Some(())
            }
        }
    }

    fn push(&mut self, open: Open, operand: bool) -> Option<()> {
        self.open.push(open);
        self.operand = operand;
        Some(())
    }

    fn push_at(&mut self, end: usize, open: Open, operand: bool) -> Option<()> {
        self.at = end;
        self.push(open, operand)
    }

    fn close(&mut self, expected: &[Open]) -> Option<()> {
        self.operand = false;
        self.open.pop().filter(|open| expected.contains(open)).map(|_| ())
    }

    /// Handles `in`, after which the list of a loop begins.
    fn list(&mut self, end: usize) -> Option<()> {
        self.close(&[Open::For])?;
        self.at = end;
        self.insert(&format!(" {ORDERED}("));
        self.push(Open::List, true)
    }

    /// Handles `do`, which begins the body of a loop or a block.
    fn block(&mut self, end: usize) -> Option<()> {
        match self.open.last() {
            Some(Open::List) => {
                self.insert(") ");
                self.open.pop();
            }
            Some(Open::While | Open::Numeric) => {
                self.open.pop();
            }
            _ => {}
        }
        self.push_at(end, Open::Block, false)
    }
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn the_lists_of_loops_are_checked_and_nothing_else_changes() {
        let cases = [
            ("for k, v in t do end", "for k, v in _ordered( t ) do end"),
            ("for k in pairs(t) do f(k) end", "for k in _ordered( pairs(t) ) do f(k) end"),
            ("for i = 1, #t do end", "for i = 1, #t do end"),
            ("while x do end do end repeat until for_in", "while x do end do end repeat until for_in"),
            ("for _, v in (if a then b else c) do end", "for _, v in _ordered( (if a then b else c) ) do end"),
            (
                "for v in if a then b elseif d then e else c do end",
                "for v in _ordered( if a then b elseif d then e else c ) do end",
            ),
            (
                "for v in coroutine.wrap(function() for x in y do if x then z() end end end) do end",
                "for v in _ordered( coroutine.wrap(function() for x in _ordered( y ) do if x then z() end end end) ) do end",
            ),
            (
                "x = `for {f(function() for a in b do end end)} in` for c in d do end",
                "x = `for {f(function() for a in _ordered( b ) do end end)} in` for c in _ordered( d ) do end",
            ),
            ("-- for a in b do\nfor a in b do end", "-- for a in b do\nfor a in _ordered( b ) do end"),
            (
                "--[==[ for a in b do ]] ]==] x = [[for a in b do]]",
                "--[==[ for a in b do ]] ]==] x = [[for a in b do]]",
            ),
            ("x = 'for \\' in do' y = \"in\"", "x = 'for \\' in do' y = \"in\""),
            (
                "local n: {[string]: number} = {} for a: string, b in n do end",
                "local n: {[string]: number} = {} for a: string, b in _ordered( n ) do end",
            ),
            ("if a then b() end for c in d do end", "if a then b() end for c in _ordered( d ) do end"),
            (
                "x = if a then if b then 1 else 2 else 3 for c in d do end",
                "x = if a then if b then 1 else 2 else 3 for c in _ordered( d ) do end",
            ),
            (
                "if a then if b then c() end else d() end for c in d do end",
                "if a then if b then c() end else d() end for c in _ordered( d ) do end",
            ),
            (
                "t = { 1; if a then b else c; f = function() end } for c in d do end",
                "t = { 1; if a then b else c; f = function() end } for c in _ordered( d ) do end",
            ),
            (
                "x = 0xe+1 y = 1e+5 z = 1 ..2 if a then b() end for c in d do end",
                "x = 0xe+1 y = 1e+5 z = 1 ..2 if a then b() end for c in _ordered( d ) do end",
            ),
            ("for a in b --[[ x ]]\ndo end", "for a in _ordered( b --[[ x ]]\n) do end"),
            ("for a in b -- x\ndo end", "for a in _ordered( b -- x\n) do end"),
        ];
        for (source, expected) in cases {
            assert_eq!(checked(source), expected);
        }
        assert_eq!(checked("x = 'é\\é' é for a in b do end"), "x = 'é\\é' é for a in _ordered( b ) do end");
        for unbalanced in
            ["for a in do end", "for a in b do", "end for a in b do end", "'", "`{", "[[", "for a in b do end )"]
        {
            assert_eq!(checked(unbalanced), unbalanced);
        }
    }
}
