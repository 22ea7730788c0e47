//! The cost class of each library function that a script can reach.
//!
//! Interrupts count calls, loops and steps of pattern matching, but not the work inside a library function. Every
//! function is therefore listed here with what its work grows with, and one that is not listed is removed, so that a
//! newer Luau adds none unnoticed. `charged.luau` replaces those that must be charged.

use mlua::{Table, Value};

/// What the work of a function grows with, beyond a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Nothing: a few machine words, or a number read from a text.
    Constant,
    /// The number of its arguments or results, which are on the stack already.
    Values,
    /// The memory that it allocates; collecting that is charged.
    Allocated,
    /// What it reads or moves without allocating: charged by size in `charged.luau`.
    Charged,
    /// The steps of a pattern, or the calls of a function: interrupts count them.
    Steps,
}

use Work::{Allocated, Charged, Constant, Steps, Values};

/// Library, class, functions. The library of the globals has no name; one in parentheses is the metatable of a value.
const CLASSES: &[(&str, Work, &str)] = &[
    ("", Constant, "error getmetatable ipairs next pairs rawequal rawget rawlen rawset setmetatable type typeof"),
    ("", Values, "assert select"),
    ("", Allocated, "print tostring"),
    ("", Charged, "_ordered pcall xpcall tonumber unpack"),
    ("bit32", Constant, "arshift bnot byteswap countlz countrz extract lrotate lshift replace rrotate rshift"),
    ("bit32", Values, "band bor btest bxor"),
    ("buffer", Constant, "len readbits readf32 readf64 readi16 readi32 readi8 readu16 readu32 readu8"),
    ("buffer", Constant, "writebits writef32 writef64 writei16 writei32 writei8 writeu16 writeu32 writeu8"),
    ("buffer", Allocated, "create fromstring"),
    ("buffer", Charged, "copy fill readstring tostring writestring"),
    ("coroutine", Constant, "close isyieldable running status"),
    ("coroutine", Values, "yield"),
    ("coroutine", Allocated, "create wrap"),
    ("coroutine", Charged, "resume"),
    ("math", Constant, "abs acos asin atan atan2 ceil clamp cos cosh deg exp floor fmod frexp isfinite isinf isnan"),
    ("math", Constant, "ldexp lerp log log10 map modf noise pow rad random round sign sin sinh sqrt tan tanh"),
    ("math", Values, "max min"),
    ("string", Constant, "len"),
    ("string", Values, "char"),
    ("string", Allocated, "format lower rep reverse upper"),
    ("string", Charged, "byte pack packsize split sub unpack"),
    ("string", Steps, "find gmatch gsub match"),
    ("table", Constant, "freeze getn isfrozen"),
    ("table", Values, "pack"),
    ("table", Allocated, "clone create"),
    ("table", Charged, "clear concat find insert maxn move remove unpack"),
    ("table", Steps, "foreach foreachi sort"),
    ("utf8", Constant, "codes"),
    ("utf8", Values, "char"),
    ("utf8", Charged, "codepoint len offset"),
    ("vector", Constant, "abs angle ceil clamp create cross dot floor lerp magnitude max min normalize sign"),
    ("(vector)", Constant, "__index"),
];

/// Functions that the compiler must not inline: its inlined versions would charge nothing.
pub(crate) const REPLACED: &[&str] = &["string.sub", "table.unpack", "tonumber", "unpack"];

/// The class of a function.
pub(crate) fn class(library: &str, function: &str) -> Option<Work> {
    let of = |&(name, work, functions): &(&str, Work, &str)| {
        (name == library && functions.split(' ').any(|known| known == function)).then_some(work)
    };
    CLASSES.iter().find_map(of)
}

/// Removes every library function that has no class.
pub(crate) fn keep_known(globals: &Table) -> mlua::Result<()> {
    keep_known_of(globals, "")?;
    let libraries: Vec<(String, Value)> = globals.pairs().collect::<mlua::Result<_>>()?;
    for (name, value) in libraries {
        if let Some(library) = value.as_table().filter(|_| name != "_G") {
            keep_known_of(library, &name)?;
        }
    }
    Ok(())
}

fn keep_known_of(library: &Table, name: &str) -> mlua::Result<()> {
    let entries: Vec<(String, Value)> = library.pairs().collect::<mlua::Result<_>>()?;
    for (function, value) in entries {
        if value.is_function() && class(name, &function).is_none() {
            library.raw_set(function, Value::Nil)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Limits, Vm};

    /// Every function that a script finds by walking from the globals and from the metatables of plain values, each by
    /// the first name that leads there.
    const WALK: &str = r#"
        local names, seen = {}, {}
        local function walk(value, name)
            if seen[value] then return end
            if type(value) == "function" then
                seen[value] = true
                table.insert(names, name)
            elseif type(value) == "table" then
                seen[value] = true
                for key, inner in pairs(value) do walk(inner, if name == "" then key else name .. "." .. key) end
            end
        end
        walk(_G, "")
        walk(getmetatable(""), "(string)")
        walk(getmetatable(vector.one) or {}, "(vector)")
        return table.concat(names, " ")
    "#;

    /// The libraries as Luau brings them, unchanged.
    fn brought() -> BTreeSet<String> {
        let lua = mlua::Lua::new_with(crate::library::libraries(), mlua::LuaOptions::new()).unwrap();
        let names: String = lua.load(WALK).eval().unwrap();
        names.split(' ').map(str::to_owned).collect()
    }

    fn reachable() -> BTreeSet<String> {
        let names: String = Vm::new("walk", Limits::default()).unwrap().load(WALK).unwrap();
        names.split(' ').map(str::to_owned).collect()
    }

    fn classified() -> BTreeSet<String> {
        let full =
            |library: &str, name: &str| if library.is_empty() { name.into() } else { format!("{library}.{name}") };
        CLASSES.iter().flat_map(|(library, _, names)| names.split(' ').map(move |name| full(library, name))).collect()
    }

    #[test]
    fn every_reachable_function_is_classified_and_every_class_names_one() {
        let mut reachable = reachable();
        // One function under two names.
        reachable.extend(["unpack".to_owned(), "table.unpack".to_owned()]);
        assert_eq!(reachable, classified());
    }

    /// What Luau brings and a script does not find: a newer Luau adds to it, and someone must choose.
    #[test]
    fn what_is_taken_away_is_known() {
        let gone: Vec<String> = brought().difference(&classified()).cloned().collect();
        assert_eq!(
            gone,
            ["collectgarbage", "gcinfo", "getfenv", "loadstring", "math.randomseed", "newproxy", "require", "setfenv"],
            "classify what is new in `work.rs`, or name it here"
        );
    }

    #[test]
    fn no_function_has_two_classes() {
        let named: Vec<&str> = CLASSES.iter().flat_map(|(_, _, names)| names.split(' ')).collect();
        let total: usize = CLASSES.iter().map(|(_, _, names)| names.split(' ').count()).sum();
        assert_eq!((named.len(), classified().len()), (total, total));
    }
}
