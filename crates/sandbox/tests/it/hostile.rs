//! Scripts that mean harm: each ends with a clear error inside its fuel and memory, and gets the same verdict twice.
use sandbox::{Cause, Limits, Vm};

const LIMITS: Limits = Limits { load: 2_000_000, call: 1_000_000, memory: 8 << 20, source: 1 << 20 };

/// What a script ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    With(Cause),
    /// With one of the two: which of them only depends on how fast it grows.
    FuelOrMemory,
    /// It did no harm, and says this.
    Saying(&'static str),
}

use Ends::{FuelOrMemory, Saying, With};

const FUEL: Ends = With(Cause::Fuel);
const MEMORY: Ends = With(Cause::Memory);
const FAULT: Ends = With(Cause::Fault);

/// Name, script, end.
const SCRIPTS: &[(&str, &str, Ends)] = &[
    // Loops in every guise.
    ("while", "while true do end", FUEL),
    ("repeat", "repeat until false", FUEL),
    ("for", "for i = 1, math.huge do end", FUEL),
    ("for backwards", "for i = 1, -math.huge, -1 do end", FUEL),
    ("goto by continue", "local i = 0 while i < 1 do continue end", FUEL),
    ("tail calls", "local function f() return f() end f()", FAULT),
    ("generic for", "for _ in function() return 1 end do end", FUEL),
    ("growing while iterating", "local t = {1} for i, v in ipairs(t) do t[i + 1] = v end", FuelOrMemory),
    (
        "empty loop over a huge table",
        "local t = {} for i = 1, 1e5 do t['k' .. i] = 1 end for i = 1, 1e5 do t['k' .. i] = nil end while true do next(t) end",
        FUEL,
    ),
    // Errors caught.
    ("pcall around a loop", "while true do pcall(function() while true do end end) end", FUEL),
    ("pcall that goes on", "pcall(function() while true do end end) return 1", FUEL),
    (
        "xpcall with a handler that loops",
        "xpcall(function() while true do end end, function() while true do end end)",
        FUEL,
    ),
    ("pcall in pcall", "local function f() pcall(f) while true do end end f()", FUEL),
    (
        "pcall around memory",
        "while true do pcall(function() local t = {} while true do t[#t + 1] = {} end end) end",
        FuelOrMemory,
    ),
    (
        "error objects",
        "local function f() error(setmetatable({}, { __tostring = function() while true do end end })) end f()",
        FUEL,
    ),
    // Coroutines.
    ("coroutine that loops", "coroutine.wrap(function() while true do end end)()", FUEL),
    ("coroutines without end", "while true do coroutine.wrap(function() coroutine.yield() end)() end", FUEL),
    (
        "coroutine kept for ever",
        "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
        FuelOrMemory,
    ),
    ("coroutine in coroutine", "local function f() coroutine.wrap(f)() end f()", FAULT),
    ("yield from the main part", "coroutine.yield()", FAULT),
    (
        "pcall inside a coroutine",
        "local c = coroutine.wrap(function() while true do pcall(coroutine.yield) end end) while true do c() end",
        FUEL,
    ),
    // Metamethods.
    (
        "__index that recurs",
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(s, k) return s[k] end return t.x",
        FAULT,
    ),
    (
        "__index chain in a ring",
        "local a, b = {}, {} setmetatable(a, { __index = b }) setmetatable(b, { __index = a }) return a.x",
        FAULT,
    ),
    (
        "__eq that loops",
        "local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m)",
        FUEL,
    ),
    ("__len that loops", "return #setmetatable({}, { __len = function() while true do end end })", FUEL),
    ("__concat that loops", "return setmetatable({}, { __concat = function() while true do end end }) .. 'x'", FUEL),
    (
        "__call that calls itself",
        "local t = setmetatable({}, {}) getmetatable(t).__call = function(s) return s() end t()",
        FAULT,
    ),
    (
        "__iter that loops",
        "for _ in setmetatable({}, { __iter = function() return function() return 1 end end }) do end",
        FUEL,
    ),
    (
        "__lt in a sort",
        "local m = { __lt = function() while true do end end } table.sort({ setmetatable({}, m), setmetatable({}, m) })",
        FUEL,
    ),
    // Callbacks of the library.
    ("gsub callback", "('x'):rep(10):gsub('x', function() while true do end end)", FUEL),
    ("sort callback", "table.sort({ 3, 2, 1 }, function() while true do end end)", FUEL),
    (
        "sort with a lying order",
        "local t = {} for i = 1, 1000 do t[i] = i end while true do pcall(table.sort, t, function() return true end) end",
        FUEL,
    ),
    ("table.foreach callback", "table.foreach({ 1 }, function() while true do end end)", FUEL),
    // Huge strings.
    ("string.rep", "return ('x'):rep(1e9)", MEMORY),
    ("string.rep again and again", "while true do local s = ('x'):rep(1e6) end", FuelOrMemory),
    ("doubling", "local s = 'x' while true do s = s .. s end", MEMORY),
    ("appending to a long string", "local s = ('x'):rep(2e6) while true do local t = s .. 'y' end", FuelOrMemory),
    (
        "string.find on megabytes",
        "local s = ('a'):rep(2e6) return tostring(s:find(('a'):rep(1e6) .. 'b', 1, true))",
        Saying("nil"),
    ),
    ("string.find again and again", "local s = ('a'):rep(1e6) while true do s:find('aaaaaaab', 1, true) end", FUEL),
    ("backtracking pattern", "return ('a'):rep(1e4):find(('.-'):rep(20) .. 'b')", FUEL),
    ("nested captures", "return ('a'):rep(1e5):match(('(a*)'):rep(30) .. 'b')", FUEL),
    ("gmatch over a long string", "local n = 0 for _ in ('a'):rep(3e6):gmatch('') do n += 1 end return n", FUEL),
    ("string.format", "return ('%99999999d'):format(1)", FAULT),
    ("string.split", "return #('a'):rep(4e6):split('')", MEMORY),
    (
        "table.concat of a long string",
        "local t, s = {}, ('x'):rep(1e5) for i = 1, 1e4 do t[i] = s end return table.concat(t)",
        MEMORY,
    ),
    // Tables.
    ("table bomb", "local t = {} while true do t = { t, t } end", FuelOrMemory),
    ("table.create", "return table.create(1e9, 0)", FAULT),
    ("table.move over nothing", "table.move({}, 1, 2e9, 1, {})", FUEL),
    ("table.unpack", "return table.unpack({}, 1, 1e8)", FUEL),
    (
        "inserting at the front",
        "local t = table.create(2e5, 0) while true do table.insert(t, 1, 0) table.remove(t) end",
        FUEL,
    ),
    ("buffer bomb", "local t = {} while true do t[#t + 1] = buffer.create(1e5) end", MEMORY),
    ("buffer too large", "return buffer.create(1e9)", MEMORY),
    // Deep recursion.
    ("recursion", "local function f() return 1 + f() end f()", FAULT),
    ("recursion through pcall", "local function f() return pcall(f) and f() end f()", FuelOrMemory),
    ("recursion through gsub", "local function f() return ('x'):gsub('x', f) end f()", FAULT),
    (
        "recursion through tostring",
        "local m = {} m.__tostring = function(s) return tostring(s) end return tostring(setmetatable({}, m))",
        FAULT,
    ),
    // Errors that only look like a limit.
    ("the words of the memory limit", "error('not enough memory')", FAULT),
    ("the words without a place", "error('not enough memory', 0)", FAULT),
    ("the words from a coroutine", "coroutine.wrap(function() error('not enough memory', 0) end)()", FAULT),
    (
        "the memory limit in a coroutine",
        "coroutine.wrap(function() local t = {} while true do t[#t + 1] = ('x'):rep(1e5) .. #t end end)()",
        MEMORY,
    ),
    // Tampering.
    ("writing to string", "string.rep = nil", FAULT),
    ("string's metatable", "getmetatable('').__index = {}", FAULT),
    ("the metatable of vectors", "getmetatable(vector.one).kept = 1", FAULT),
    ("writing to math", "math.random = function() return 4 end", FAULT),
    ("rawset on a library", "rawset(table, 'sort', nil)", FAULT),
    ("a library's metatable", "setmetatable(string, {})", FAULT),
    ("unfreezing", "table.clear(string)", FAULT),
    // Ways out.
    ("io", "return io.open('/etc/passwd')", FAULT),
    ("os.execute", "os.execute('true')", FAULT),
    ("os.clock", "return os.clock()", FAULT),
    ("require", "require('x')", FAULT),
    ("loadstring", "loadstring('return 1')()", FAULT),
    ("load of bytes", "load('\\27Lua')", FAULT),
    ("dofile", "dofile('/etc/passwd')", FAULT),
    ("debug", "return debug.getinfo(1)", FAULT),
    ("setfenv", "setfenv(1, {})", FAULT),
    ("collectgarbage", "collectgarbage('stop')", FAULT),
    ("package", "return package.loadlib('x', 'y')", FAULT),
    ("newproxy", "newproxy(true)", FAULT),
    ("addresses", "return tostring({}) .. tostring(print) .. string.format('%s', {})", Saying("tablefunctiontable")),
];

/// What came of a script: cause and message, or what it said.
fn verdict(script: &str) -> Result<String, (Cause, String, Option<u64>)> {
    let vm = Vm::new("hostile", LIMITS).unwrap();
    let said = vm.load::<sandbox::mlua::Value>(script).map(|value| value.to_string().unwrap_or_default());
    assert!(vm.lua().used_memory() <= LIMITS.memory);
    said.map_err(|error| (error.cause, error.message, error.line))
}

/// Deep recursion under a small memory limit has ended whole processes elsewhere (mlua issue 488).
#[test]
fn deep_recursion_under_a_small_memory_limit_is_an_error() {
    for kib in [220, 256, 300, 400, 512, 768, 1024] {
        let vm = Vm::new("deep", Limits { memory: kib << 10, ..LIMITS });
        let Ok(vm) = vm else { continue };
        for script in [
            "local function f(a, b, c) return 1 + f(c, a, b) end f()",
            "local t = {} t[1] = t while true do t = { t, t[1] } end",
        ] {
            let error = vm.load::<()>(script).unwrap_err();
            assert!(matches!(error.cause, Cause::Memory | Cause::Fault), "{kib}: {error:?}");
        }
        assert!(
            vm.load::<i32>("return 7").is_ok_and(|seven| seven == 7) || kib < 300,
            "{kib}: the machine is of no more use"
        );
    }
}

#[test]
fn hostile_scripts_end_with_a_clear_error_and_the_same_one_twice() {
    let mut wrong = Vec::new();
    for (name, script, ends) in SCRIPTS {
        let first = verdict(script);
        let right = match (ends, &first) {
            (With(cause), Err((found, message, _))) => cause == found && !message.is_empty(),
            (FuelOrMemory, Err((found, ..))) => matches!(found, Cause::Fuel | Cause::Memory),
            (Saying(text), Ok(said)) => said == text,
            _ => false,
        };
        if !right || verdict(script) != first {
            wrong.push(format!("{name}: {first:?}, expected {ends:?}"));
        }
    }
    assert!(SCRIPTS.len() >= 40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
