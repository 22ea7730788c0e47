//! What the library costs: however a function is called, the bytes and values that it touches are bounded by the fuel
//! that it takes. The counts are the script's own; no clock is read.
use sandbox::mlua::Value;
use sandbox::{Cause, Limits, Vm};

const FUEL: u64 = 300_000;
const LIMITS: Limits = Limits { load: FUEL, call: FUEL, memory: 16 << 20, source: 1 << 20 };
/// Bytes or values that one unit of fuel may pay for, at most: filling a buffer is the cheapest.
const MAX_FOR_ONE: f64 = 1024.0;

/// Names that every script has: a text and a buffer of a million bytes, a text of characters of two bytes, a list and
/// a table that were emptied, a list of sixty thousand numbers. They stay below what memory in use makes each step
/// dearer.
const SETUP: &[(&str, &str)] = &[
    ("text", "string.rep('a', 1e6)"),
    ("number", "string.rep('1', 1e6)"),
    ("open", "string.rep('(', 1e6)"),
    ("wide", "string.rep('\\u{e9}', 4e5)"),
    ("zero", "string.rep('a', 1e6) .. '\\0'"),
    ("data", "buffer.create(1e6)"),
    ("list", "table.create(6e4, 1)"),
    ("emptied", "table.create(6e4)"),
    ("empties", "table.create(6e4, '')"),
    ("ramp", "table.create(6e4) for at = 1, 6e4 do ramp[at] = at end"),
];

/// Library function or operator, what it is called with again and again, and the bytes or values touched each time.
const CALLS: &[(&str, &str, f64)] = &[
    ("string.sub", "string.sub(text, 2)", 1e6),
    ("string.sub", "text:sub(-999999, -1)", 1e6),
    ("string.byte", "string.byte(text, 1, 60000)", 6e4),
    ("string.byte", "text:byte(-60000, -1)", 6e4),
    ("string.lower", "string.lower(text)", 1e6),
    ("string.upper", "string.upper(text)", 1e6),
    ("string.reverse", "string.reverse(text)", 1e6),
    ("string.rep", "string.rep('xy', 5e5)", 1e6),
    ("string.format", "string.format('%s', text)", 1e6),
    ("string.format", "string.format('%q', text)", 1e6),
    ("string.format", "string.format('%*', text)", 1e6),
    ("string.find", "string.find(text, 'ab', 1, true)", 1e6),
    ("string.find", "string.find(text, 'b')", 1e6),
    ("string.find", "string.find(text, '.*')", 1e6),
    ("string.find", "string.find(text, 'a+')", 1e6),
    ("string.find", "string.find(text, '(a+)')", 2e6),
    ("string.find", "pcall(string.find, open, '^%b()')", 1e6),
    ("string.match", "string.match(text, '.+')", 1e6),
    ("string.match", "string.match(text, '((((a+))))')", 5e6),
    ("string.match", "string.match(text, '^(a-)%1$', 999999)", 1.0),
    ("string.gmatch", "string.gmatch(text, '.+')()", 1e6),
    ("string.gsub", "string.gsub(text, '^b', '')", 1e6),
    ("string.gsub", "string.gsub(text, 'a+', 'b')", 1e6),
    ("string.gsub", "string.gsub(text, '(a+)', '%1')", 2e6),
    ("string.split", "string.split(text, 'b')", 1e6),
    ("string.split", "string.split(text, 'ba')", 1e6),
    ("string.pack", "string.pack('z', text)", 1e6),
    ("string.pack", "string.pack(string.rep(' ', 6e4))", 6e4),
    ("string.packsize", "string.packsize(string.rep(' ', 6e4))", 6e4),
    ("string.unpack", "string.unpack('z', zero)", 1e6),
    ("string.unpack", "string.unpack('c999999', text)", 1e6),
    ("tonumber", "tonumber(number)", 1e6),
    ("tonumber", "tonumber(text)", 1.0),
    ("utf8.len", "utf8.len(wide)", 8e5),
    ("utf8.codepoint", "utf8.codepoint(wide, 1, 60000)", 6e4),
    ("utf8.offset", "utf8.offset(wide, 3e5)", 6e5),
    ("table.insert", "table.insert(list, 1, 1) table.remove(list)", 6e4),
    ("table.remove", "table.remove(list, 1) table.insert(list, 1)", 6e4),
    ("table.concat", "table.concat(empties)", 6e4),
    ("table.concat", "table.concat(list, text, 1, 2)", 1e6),
    ("table.find", "table.find(list, 2)", 6e4),
    ("table.find", "table.find(list, 2, 100)", 5e4),
    ("table.clear", "table.clear(emptied)", 6e4),
    ("table.maxn", "table.maxn(emptied)", 6e4),
    ("table.move", "table.move(list, 1, 60000, 1)", 6e4),
    ("table.clone", "table.clone(list)", 6e4),
    ("table.create", "table.create(6e4, 1)", 6e4),
    ("table.pack", "table.pack(unpack(list))", 6e4),
    ("table.unpack", "table.unpack(list)", 6e4),
    ("unpack", "unpack(list)", 6e4),
    ("table.sort", "table.sort(list)", 6e4),
    ("table.sort", "table.sort(ramp, rawequal)", 6e4),
    ("table.foreach", "table.foreach(list, getmetatable)", 6e4),
    ("table.foreachi", "table.foreachi(list, getmetatable)", 6e4),
    ("math.max", "math.max(unpack(list))", 6e4),
    ("math.min", "math.min(unpack(list))", 6e4),
    ("select", "select(-1, unpack(list))", 6e4),
    ("assert", "assert(unpack(list))", 6e4),
    ("bit32.band", "bit32.band(unpack(list))", 6e4),
    ("string.char", "string.char(unpack(list))", 6e4),
    ("utf8.char", "utf8.char(unpack(list))", 6e4),
    ("buffer.fill", "buffer.fill(data, 0, 1)", 1e6),
    ("buffer.fill", "buffer.fill(data, 0, 1, 1e6)", 1e6),
    ("buffer.fill", "buffer.fill(data, 0, 1, '1000000')", 1e6),
    ("buffer.copy", "buffer.copy(data, 0, data)", 1e6),
    ("buffer.copy", "buffer.copy(data, 1, data, 0, 999999)", 1e6),
    ("buffer.tostring", "buffer.tostring(data)", 1e6),
    ("buffer.readstring", "buffer.readstring(data, 0, 1e6)", 1e6),
    ("buffer.writestring", "buffer.writestring(data, 0, text)", 1e6),
    ("buffer.fromstring", "buffer.fromstring(text)", 1e6),
    ("buffer.create", "buffer.create(1e6)", 1e6),
    ("print", "print(text)", 1e6),
    ("..", "local _ = text .. 'b'", 1e6),
];

/// A script that calls for ever and counts.
fn script(call: &str) -> String {
    let used = |name: &str| call.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == name);
    let setup = SETUP.iter().filter(|(name, _)| used(name)).map(|(name, value)| format!("local {name} = {value}\n"));
    format!("{}calls = 0\nwhile true do {call} calls += 1 end", setup.collect::<String>())
}

#[test]
fn what_a_call_touches_is_paid_for() {
    let mut wrong = Vec::new();
    for (name, call, touched) in CALLS {
        let vm = Vm::new("costs", LIMITS).unwrap();
        let error = vm.load::<Value>(&script(call)).unwrap_err();
        let calls: f64 = vm.lua().globals().get("calls").unwrap_or(0.0);
        let for_one = calls * touched / FUEL as f64;
        if !matches!(error.cause, Cause::Fuel | Cause::Memory) || for_one > MAX_FOR_ONE {
            wrong.push(format!("{name}: {call}: {calls} calls, {for_one:.0} for one unit; {error:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Small work stays cheap: one call in a loop takes some twenty units, the tables that it makes included.
#[test]
fn small_calls_stay_cheap() {
    let vm = Vm::new("costs", LIMITS).unwrap();
    for call in [
        "local _ = ('abc'):sub(1, 2)",
        "local _ = ('abc'):byte(2)",
        "local _ = ('a,b'):split(',')",
        "local _ = ('abc'):find('b', 1, true)",
        "local _ = ('abc'):match('^(.)b')",
        "local _ = ('abc'):gsub('b', 'c')",
        "local t = { 1, 2, 3 } table.insert(t, 1, 0) table.remove(t, 1)",
        "local _ = table.find({ 1, 2, 3 }, 3)",
        "local _ = table.concat({ 1, 2, 3 }, ',')",
        "local _ = math.max(unpack({ 1, 2, 3 }))",
        "local _ = tonumber('12')",
    ] {
        vm.load::<()>(&format!("for _ = 1, 1000 do {call} end")).unwrap();
        assert!(vm.used() < 40_000, "{call}: {} units for 1000", vm.used());
    }
}

/// What is replaced answers as what it replaces, for texts and lists short and long.
#[test]
fn charged_functions_answer_as_before() {
    let vm = Vm::new("costs", Limits::default()).unwrap();
    let said: String = vm
        .load(
            r###"
            local long = ("ab"):rep(2000) .. "c,d;;e"
            local out = {}
            local function say(...)
                local said = { select("#", ...), ... }
                for at, value in said do said[at] = tostring(value) end
                table.insert(out, table.concat(said, " "))
            end
            say(long:find("c")) say(long:find("c", -3)) say(long:find("c,d", 1, true)) say(long:find("bc(.)"))
            say(long:find("x")) say(long:find("", 9999)) say(long:find("", 4007)) say(long:match("c.d"))
            say(long:match("()c()")) say(long:match("x")) say(select(2, long:gsub("ab", "x"))) say(#long:gsub("%l", "%0%0"))
            say(#long:split(";;")) say(long:split(";;")[2]) say(#long:split("")) say(#("a"):split("ab"))
            say(long:sub(-3)) say(long:sub(4001, 4003)) say(long:byte(4001, 4003)) say(utf8.len(long)) say(utf8.offset(long, 4001))
            local steps = 0 for _ in long:gmatch("ab") do steps += 1 end say(steps)
            say(tonumber("ff", 16)) say(string.unpack("z", "abc\0d")) say(table.find({ 5, 6 }, 6)) say((table.remove({ 1, 2, 3 }, 2)))
            say(select("#", table.remove({}))) say(pcall(table.insert, {}, 1, 2, 3))
            return table.concat(out, "|")
            "###,
        )
        .unwrap();
    assert_eq!(
        said,
        "2 4001 4001|1|2 4001 4003|3 4000 4002 ,|1|1|2 4007 4006|1 c,d|2 4001 4002|1|1 2000|1 8009|1 2|1 e|\
         1 4006|1 1|1 ;;e|1 c,d|3 99 44 100|1 4006|1 4001|1 2000|1 255|2 abc 5|1 2|1 2|1 0|\
         2 false wrong number of arguments to 'insert'"
    );
}
