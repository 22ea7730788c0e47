//! Luau puzzles that mean harm: in what they do while they load, in each of their functions, in what they return, in
//! their text.

/// Name, what comes before the puzzle's table, and fields that replace those of a plain counter.
type Puzzle = (&'static str, &'static str, &'static str);

/// What a script does while it loads.
const LOADING: &[Puzzle] = &[
    ("loads for ever", "while true do end", ""),
    ("loads for ever, caught", "while true do pcall(function() while true do end end) end", ""),
    ("a handler that loops", "xpcall(error, function() while true do end end)", ""),
    (
        "coroutines for ever",
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
        "",
    ),
    (
        "coroutines kept",
        "local t = {} while true do t[#t + 1] = coroutine.create(function() coroutine.yield(t) end) end",
        "",
    ),
    ("a text doubled", "local s = 'x' while true do s = s .. s end", ""),
    ("texts again and again", "while true do local s = ('x'):rep(1e6) end", ""),
    ("tables doubled", "local t = {} while true do t = { t, t } end", ""),
    ("buffers", "local t = {} for i = 1, 1e9 do t[i] = buffer.create(1e6) end", ""),
    ("a buffer filled", "local b = buffer.create(4e6) for i = 1, 1e9 do buffer.fill(b, 0, i % 256) end", ""),
    ("a pattern that backtracks", "local _ = ('a'):rep(1e5):find(('.-'):rep(20) .. 'b')", ""),
    ("captures repeated", "local _ = ('a'):rep(2e5):match(('(a*)'):rep(30) .. '%1b')", ""),
    ("balanced brackets", "local s = ('('):rep(1e6) for i = 1, 1e6 do s:find('%b()', i) end", ""),
    ("gsub that grows", "local s = 'x' while true do s = s:gsub('x', function() return 'xx' end) end", ""),
    (
        "a sort that lies",
        "local t = {} for i = 1, 1e5 do t[i] = i end while true do pcall(table.sort, t, function() return true end) end",
        "",
    ),
    ("recursion", "local function f(a, b) return 1 + f(b, a) end f(1, 2)", ""),
    ("recursion through pcall", "local function f() pcall(f) pcall(f) end f()", ""),
    (
        "__index of itself",
        "local t = setmetatable({}, {}) getmetatable(t).__index = function(s, k) return s[k] end local _ = t.x",
        "",
    ),
    (
        "__eq that recurs",
        "local m = {} m.__eq = function(a, b) return setmetatable({}, m) == setmetatable({}, m) end local _ = setmetatable({}, m) == setmetatable({}, m)",
        "",
    ),
    (
        "__lt, __le and __concat",
        "local m = {} m.__lt = function(a, b) return a <= b end m.__le = function(a, b) return a < b end m.__concat = function(a, b) return a < b end local _ = setmetatable({}, m) .. setmetatable({}, m)",
        "",
    ),
    (
        "__iter for ever",
        "for _ in setmetatable({}, { __iter = function() return function() return 1 end end }) do end",
        "",
    ),
    (
        "an error that says itself for ever",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "",
    ),
    ("an error of eight million characters", "error(('x'):rep(7e6))", ""),
    ("an error of many lines", "error(('script:1: x\\n'):rep(3e5))", ""),
    ("an error of addresses", "error(('table: 0x1f '):rep(4e5))", ""),
    ("an error that is nothing", "error()", ""),
    ("an error that is a function", "error(function() end)", ""),
    ("prints for ever", "while true do print(('x'):rep(1e5)) end", ""),
    ("a format that is wide", "local t = {} for i = 1, 1e7 do t[1] = ('%99.99f'):format(1e300) end", ""),
    ("texts joined", "local t = table.create(1e4, ('x'):rep(1e5)) local _ = table.concat(t)", ""),
    ("texts split", "while true do local _ = ('a b'):rep(1e6):split(' ') end", ""),
    ("bytes packed", "while true do local _ = string.unpack('z', string.pack('z', ('x'):rep(1e6))) end", ""),
    ("characters counted", "local s = ('é'):rep(1e6) while true do utf8.len(s) utf8.offset(s, 9e5) end", ""),
    (
        "a front that is inserted",
        "local t = table.create(2e5, 0) while true do table.insert(t, 1, 0) table.remove(t) end",
        "",
    ),
    ("many results", "while true do local _ = select('#', unpack(table.create(5000, 1))) end", ""),
    ("weak tables", "local t = setmetatable({}, { __mode = 'kv' }) for i = 1, 1e9 do t[{}] = {} end", ""),
];

/// What a script returns, and its words.
const RETURNED: &[Puzzle] = &[
    ("a name of a million characters", "", "name = ('x'):rep(1e6)"),
    ("a start that is no number", "", "start = 0 / 0"),
    ("a start inside itself", "local t = {} t[1] = t", "start = t"),
    ("a start that is small and written out large", "local t = {} for i = 1, 30 do t = { t, t } end", "start = t"),
    (
        "a start of four million bytes",
        "",
        "start = ('x'):rep(4e6 - 100), moves = function(s) return { { name = 'a', to = s } } end, solved = function() return false end",
    ),
    (
        "a start filled backwards",
        "local t = {} for i = 2e5, 1, -1 do t[i] = 1 end",
        "start = t, moves = function(s) return { { name = 'a', to = s } } end, solved = function() return false end",
    ),
    (
        "a start of fractions",
        "local t = {} for i = 1, 5e4 do t[i + 0.5] = i end",
        "start = t, moves = function(s) return { { name = 'a', to = s } } end, solved = function() return false end",
    ),
    (
        "a start 31 deep",
        "local t = { ('x'):rep(1e5) } for i = 1, 30 do t = { a = t, b = i } end",
        "start = t, moves = function(s) return { { name = 'a', to = s } } end, solved = function() return false end",
    ),
    (
        "keys that are tables",
        "local m = { __tostring = function() while true do end end }",
        "[setmetatable({}, m)] = 1",
    ),
    (
        "a hundred thousand characters with looks",
        "local r = {} for i = 1000, 1e5 do if i < 55296 or i > 57343 then r[utf8.char(i)] = 'block' end end",
        "roles = r, draw = function(s) return ('x'):rep(100) end",
    ),
    (
        "a hundred thousand names of one role",
        "local r = {} for i = 1, 1e5 do r[(' '):rep(i % 300) .. 'block' .. (' '):rep(i // 300)] = 'wall' end",
        "legend = r",
    ),
    ("a goal of a million characters", "", "goal = ('x '):rep(5e5)"),
    ("an intended solution that is long", "", "intended = ('add; '):rep(1e5)"),
    ("a par that is infinite", "", "par = 1 / 0"),
];

/// What the function `moves` does.
const MOVES: &[Puzzle] = &[
    ("moves for ever at the start", "", "moves = function() while true do end end"),
    ("moves for ever later", "", "moves = function(s) while s > 5 do end return { { name = 'add', to = s + 1 } } end"),
    ("moves that yield", "", "moves = function() coroutine.yield() end"),
    (
        "moves in a coroutine that loops",
        "",
        "moves = coroutine.wrap(function() while true do while true do end end end)",
    ),
    (
        "a state that doubles",
        "",
        "start = 'x', moves = function(s) return { { name = 'a', to = s .. s }, { name = 'b', to = s } } end, solved = function() return false end",
    ),
    (
        "a state that grows",
        "",
        "start = '', moves = function(s) return { { name = 'a', to = s .. 'a' }, { name = 'b', to = s .. 'b' } } end, solved = function() return false end",
    ),
    (
        "states without end",
        "",
        "moves = function(s) local out = {} for i = 1, 100 do out[i] = { name = 'add ' .. i, to = s * 100 + i } end return out end, solved = function() return false end",
    ),
    (
        "a hundred thousand moves",
        "",
        "moves = function(s) local out = {} for i = 1, 1e5 do out[i] = { name = tostring(i), to = s + i } end return out end, solved = function() return false end",
    ),
    (
        "moves to one large state",
        "local big = ('x'):rep(1e6)",
        "start = '', moves = function(s) local out = {} for i = 1, 1000 do out[i] = { name = tostring(i), to = big } end return out end, solved = function() return false end",
    ),
    (
        "names of their own for each state",
        "",
        "moves = function(s) local out = {} for i = 1, 20 do out[i] = { name = ('%0200d'):format(s * 20 + i), to = s * 20 + i } end return out end, solved = function() return false end",
    ),
    (
        "a name of a million characters in each move",
        "",
        "moves = function(s) return { { name = ('n'):rep(1e6), to = s + 1 } } end",
    ),
    (
        "names that are none",
        "",
        "moves = function(s) return { { name = ({ '', ' a', 'a;b', 'a\\nb', '\\xff', 7, {}, 'ok' })[s + 1], to = s + 1 } } end",
    ),
    (
        "names that are equal",
        "",
        "moves = function(s) local out = {} for i = 1, 5e4 do out[i] = { name = 'same', to = i } end return out end",
    ),
    (
        "a list with holes",
        "",
        "moves = function(s) return { [1] = { name = 'a', to = 1 }, [3] = { name = 'b', to = 2 } } end",
    ),
    (
        "a list with a metatable",
        "",
        "moves = function(s) return setmetatable({}, { __index = function(t, i) return { name = 'n' .. i, to = i } end, __len = function() while true do end end }) end",
    ),
    ("a move to its own list", "", "moves = function(s) local t = {} t[1] = { name = 'a', to = t } return t end"),
    (
        "a move to no number",
        "",
        "moves = function(s) return { { name = 'a', to = if s < 5 then s + 1 else 0 / 0 } } end",
    ),
    (
        "errors of odd kinds",
        "",
        "moves = function(s) if s > 2 then error(({ {}, print, ('x'):rep(5e6), setmetatable({}, { __tostring = function() while true do end end }) })[s - 2]) end return { { name = 'a', to = s + 1 } } end",
    ),
    (
        "moves that keep count",
        "local n = 0",
        "moves = function(s) n += 1 return { { name = 'a' .. n, to = s + n } } end",
    ),
    (
        "moves by chance",
        "",
        "moves = function(s) return { { name = 'a', to = s + math.random(1e9) } } end, solved = function() return false end",
    ),
    (
        "a million characters copied for each move",
        "local base = ('x'):rep(1e6)",
        "moves = function(s) local t = base .. s return { { name = 'a', to = (s + #t) % 1e7 } } end, solved = function() return false end",
    ),
    (
        "a state of a megabyte with one change",
        "",
        "start = ('x'):rep(1e6), moves = function(s) local out = {} for i = 1, 3 do out[i] = { name = 'm' .. i, to = s:sub(2) .. i } end return out end, solved = function() return false end",
    ),
    (
        "a state of sixty thousand numbers",
        "local t = table.create(6e4, 0)",
        "start = t, moves = function(s) local out = {} for i = 1, 3 do local c = table.clone(s) c[i] += 1 out[i] = { name = 'm' .. i, to = c } end return out end, solved = function() return false end",
    ),
    (
        "a state of keys",
        "local t = {} for i = 1, 2e4 do t['k' .. i] = i end",
        "start = t, moves = function(s) local c = table.clone(s) c.k1 += 1 return { { name = 'a', to = c } } end, solved = function() return false end",
    ),
    (
        "a state that is written out large later",
        "",
        "start = {}, moves = function(s) return { { name = 'a', to = { s, s } } } end, solved = function() return false end",
    ),
    (
        "moves that change what they are given",
        "",
        "start = { 0 }, moves = function(s) s[1] += 1 return { { name = 'a', to = s } } end, solved = function(s) return s[1] == 9 end",
    ),
    (
        "moves that print",
        "",
        "moves = function(s) for i = 1, 1e4 do print(('x'):rep(1000)) end return { { name = 'a', to = s + 1 } } end",
    ),
    (
        "moves that cost nearly all fuel",
        "",
        "moves = function(s) for i = 1, 9e6 do end return { { name = 'a', to = s + 1 } } end, solved = function() return false end",
    ),
    (
        "moves that hold nearly all memory",
        "",
        "moves = function(s) local t = {} for i = 1, 60 do t[i] = ('x'):rep(1e5) .. i end return { { name = 'a', to = s + 1 } } end, solved = function() return false end",
    ),
];

/// What the functions `solved`, `lower_bound` and `outcome` do.
const ENDS: &[Puzzle] = &[
    ("solved for ever", "", "solved = function() while true do end end"),
    ("solved for ever later", "", "solved = function(s) while s > 3 do end return false end"),
    ("solved with a table", "", "solved = function(s) return {} end"),
    ("solved that takes long", "", "solved = function(s) for i = 1, 1e6 do end return s == 1e6 end"),
    ("a bound for ever", "", "lower_bound = function(s) while s > 0 do end return 1 end"),
    ("a bound that is no number", "", "lower_bound = function(s) return 0 / 0 end"),
    ("a bound that is huge", "", "lower_bound = function(s) return 1e308 * (s + 1) end"),
    (
        "a bound that leads astray",
        "",
        "lower_bound = function(s) return s * 1000 end, moves = function(s) return { { name = 'a', to = s + 1 }, { name = 'b', to = s * 2 + 1 } } end",
    ),
    ("a game for two without end", "", "players = 2, solved = nil"),
    (
        "a game for two with an outcome for ever",
        "",
        "players = 2, solved = nil, outcome = function(s) while s > 2 do end end",
    ),
    (
        "a game for two of many moves",
        "",
        "players = 2, solved = nil, moves = function(s) local out = {} for i = 1, 300 do out[i] = { name = 'm' .. i, to = s * 300 + i } end return out end",
    ),
    (
        "an outcome of another kind",
        "",
        "players = 2, solved = nil, outcome = function(s) return setmetatable({}, { __tostring = function() while true do end end }) end",
    ),
];

/// What the functions `draw` and `say` do.
const SHOWN: &[Puzzle] = &[
    ("draws for ever", "", "draw = function() while true do end end"),
    ("draws for ever later", "", "draw = function(s) while s > 2 do end return 'x' end"),
    ("draws a line of a million characters", "", "draw = function(s) return ('x'):rep(1e6) end"),
    ("draws a board as large as is drawn", "", "draw = function(s) return (('x'):rep(256) .. '\\n'):rep(256) end"),
    ("draws a column", "", "draw = function(s) return ('x\\n'):rep(65536) end"),
    ("draws empty lines", "", "draw = function(s) return ('\\n'):rep(4e6) end"),
    (
        "draws far away",
        "",
        "draw = function(s) local t = {} for i = 1, 2e4 do t[i] = { x = i * 49.7, y = i * -31.3 } end return { cells = t } end",
    ),
    (
        "draws everything at one place",
        "",
        "draw = function(s) local t = {} for i = 1, 2e4 do t[i] = { x = 0, y = 0, label = 'a' .. i } end return { cells = t } end",
    ),
    (
        "draws many actors",
        "",
        "draw = function(s) local t = {} for i = 1, 3e4 do t[i] = { x = i % 170, y = i // 170, role = 'actor', label = 'a' } end return { pieces = t } end",
    ),
    (
        "draws a label of a million characters",
        "",
        "draw = function(s) return { cells = { { x = 0, y = 0, label = ('l'):rep(1e6), move = ('m'):rep(1e6) } }, caption = ('c '):rep(5e5) } end",
    ),
    ("draws no numbers", "", "draw = function(s) return { cells = { { x = 0 / 0, y = 1 / 0 } } } end"),
    ("draws what fails later", "", "draw = function(s) if s > 3 then error(('x'):rep(1e6)) end return 'x' end"),
    ("draws bytes that are no text", "", "draw = function(s) return ('\\xff\\xfe\\n'):rep(1e4) end"),
    (
        "draws pieces that moves speak of",
        "",
        "draw = function(s) return ('@'):rep(5e4) end, roles = { ['@'] = 'piece0 on ground' }, legend = { piece0 = 'counter' }, moves = function(s) local out = {} for i = 1, 1e4 do out[i] = { name = 'take ' .. i .. ' of many words counter' .. i, to = s + i } end return out end",
    ),
    ("says for ever", "", "say = function() while true do end end"),
    ("says a million characters", "", "say = function() return ('x'):rep(1e6) end"),
    ("says a hundred thousand lines", "", "say = function() return ('row 1: x\\n'):rep(1e5) end"),
    ("says what no terminal should see", "", "say = function() return '\\27[2J\\7' end"),
];

/// Texts that mean harm to whoever reads or compiles them.
fn texts() -> Vec<(&'static str, String)> {
    let chain = |begin: &str, middle: &str, times: usize, end: &str| format!("{begin}{}{end}", middle.repeat(times));
    vec![
        (
            "a table with a metatable",
            "local f = function() while true do end end return setmetatable({ name = 'hostile', start = 0, moves = f }, \
             { __index = f, __iter = f, __len = f, __tostring = f })"
                .to_owned(),
        ),
        ("a sum of half a million", chain("return ", "1+", 500_000, "1")),
        ("a sum of names", chain("local a = 1 return ", "a+", 500_000, "a")),
        ("open brackets", chain("return ", "(", 1_000_000, "1")),
        ("tables in tables", chain("return ", "{", 500_000, &"}".repeat(500_000))),
        ("functions in functions", chain("", "return function() ", 25_000, &"end ".repeat(25_000))),
        ("loops in loops", chain("", "for a in b do ", 50_000, &"end ".repeat(50_000))),
        ("loops to be unrolled", chain("", "for i = 1, 8 do ", 40, &format!("local _ = i {}", "end ".repeat(40)))),
        ("functions to be inlined", {
            let doubled = |index: usize| format!("local function f{}(x) return f{index}(x) + f{index}(x) end ", index + 1);
            let all: String = (0..60).map(doubled).collect();
            format!("local function f0(x) return x + x end {all} return f60(1)")
        }),
        ("conditions one after the other", chain("local a = 1 if a == 0 then ", "elseif a == 2 then ", 40_000, "end")),
        ("many locals", chain("", "local a = 1 ", 80_000, "")),
        ("many constants", (0..60_000).fold("local t = {".to_owned(), |text, n| text + &format!("x{n}={n},")) + "}"),
        ("texts in texts", chain("return ", "`{", 300_000, "1")),
        ("a comment of a million characters", chain("-- ", "x", 1_000_000, "")),
        ("a long bracket without end", chain("return [", "=", 1_000_000, "[")),
        ("a mistake in the last of a million lines", chain("", "\n", 1_000_000, "x y")),
        ("a mistake at the end of a long line", chain("", "; ", 500_000, "x y")),
        ("letters without sense", chain("", "x", 1_000_000, "")),
        ("types", chain("local a: ", "{", 300_000, "")),
        ("strings escaped", chain("return '", "\\u{10FFFF}", 100_000, "'")),
        ("a name chain", chain("return a", ".a", 500_000, "")),
        ("calls in a chain", chain("return a", "()", 500_000, "")),
        ("unary operators", chain("return ", "not ", 250_000, "1")),
        ("powers", chain("return 2", "^2", 500_000, "")),
        ("joins", chain("return 'a'", "..'a'", 200_000, "")),
    ]
}

/// Every hostile script: its name and its text.
pub(crate) fn scripts() -> Vec<(&'static str, String)> {
    let puzzle = |&(name, before, fields): &Puzzle| {
        let plain = "name = 'hostile', start = 0, moves = function(s) return { { name = 'add', to = s + 1 } } end, \
                     solved = function(s) return s == 50 end";
        (name, format!("{before}\nreturn {{ {plain}, {fields} }}\n"))
    };
    let puzzles = [LOADING, RETURNED, MOVES, ENDS, SHOWN].into_iter().flatten().map(puzzle);
    puzzles.chain(texts()).collect()
}
