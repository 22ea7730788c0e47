//! Where an error is: its line is one of the author's text, also where a function of the library fails.
use sandbox::mlua::{Function, Value};
use sandbox::{Limits, Records, ScriptError, Vm};

/// Calls that fail inside of a function of the library.
const WRONG: &[&str] = &[
    "string.find('a', '[')",
    "string.find(nil, 'a')",
    "string.find('a', nil)",
    "string.find(string.rep('a', 2000), '[')",
    "string.find(string.rep('a', 2000), nil)",
    "string.match('a', '%')",
    "string.match(string.rep('a', 2000), '%')",
    "string.match(nil, 'a')",
    "string.gsub('a', '[', 'b')",
    "string.gsub(string.rep('a', 2000), '[', 'b')",
    "string.gsub('a', 'a', true)",
    "string.gsub(string.rep('a', 2000), 'a', true)",
    "string.gsub('a', 'a', function() return {} end)",
    "string.gmatch('a', '[')()",
    "string.gmatch(string.rep('a', 2000), '[')()",
    "string.gmatch(nil, 'a')",
    "for word in string.gmatch('a', '[') do end",
    "string.split(nil, ',')",
    "string.split('a,b', {})",
    "string.split(string.rep('a', 200), {})",
    "('a,b'):split(1, 2):x()",
    "table.move(nil, 1, 2, 3)",
    "table.move({}, 1, 2)",
    "table.move({}, nil, 2, 3)",
    "table.move({}, 1, 2, 3, 4)",
    "table.move({}, 1, 2, 3, table.freeze({}))",
    "string.rep(nil, 3)",
    "string.sub(nil, 3)",
    "string.byte(nil, 1, 2)",
    "string.format('%d', 'x')",
    "string.format('%y', 1)",
    "string.pack('y', 1)",
    "string.unpack('i4', 'a')",
    "table.concat({ {} })",
    "table.concat(nil)",
    "table.insert(nil, 1)",
    "table.insert({}, 5, 1, 2)",
    "table.remove(nil)",
    "table.remove(nil, 1)",
    "table.sort({ 1, 'a' })",
    "table.sort(nil)",
    "table.sort({ 3, 2, 1 }, function(a, b) return a.x < b end)",
    "table.unpack(nil)",
    "table.find(nil, 1)",
    "table.foreach(nil, print)",
    "table.foreach({ 1 }, nil)",
    "table.foreachi({ 1 }, nil)",
    "table.clear(nil)",
    "table.maxn(nil)",
    "math.random(3, 1)",
    "math.random('x')",
    "math.floor(nil)",
    "utf8.len(nil)",
    "utf8.codepoint('a', 9, 9)",
    "buffer.fill(nil, 0, 0)",
    "buffer.readstring(nil, 0, 1)",
    "next(nil)",
    "next({}, 'x')",
    "pairs(nil)",
    "for _, one in pairs(nil) do end",
    "for _, one in nil do end",
    "for _, one in { [{}] = 1 } do end",
    "for _, one in pairs({ [{}] = 1 }) do end",
    "next({ [{}] = 1 })",
    "tonumber('a', 99)",
    "setmetatable(1, {})",
    "print(setmetatable({}, { __tostring = function() error('no') end }))",
    "error('no', 2)",
    "error('no', 0)",
    "error({})",
    "assert(false)",
    "coroutine.resume(nil)",
    "coroutine.wrap(function() string.find('a', '[') end)()",
    "select(0)",
    "vector.create('x')",
    "string.find(1, {})",
    "xpcall()",
    "pcall()",
];

/// The line, and whether text or trace names this crate's own texts, of the error of `code` in the third line of a
/// function that is called in each way.
fn errors(code: &str) -> Vec<(&'static str, Result<(), ScriptError>)> {
    let text = format!("local function ask()\n\n  {code}\nend\n\nreturn function()\n\n  ask()\n  return {{}}\nend");
    let vm = Vm::new("user.luau", Limits::default()).unwrap();
    let ask: Function = vm.load(&text).unwrap();
    let argument = vm.pack(&Value::Number(1.0)).unwrap();
    let (mut out, mut records) = (Vec::new(), Records::default());
    vec![
        ("call", vm.call(&ask, ())),
        ("call_packed", vm.call_packed(&ask, &argument, &mut out)),
        ("ask_records", vm.ask_records(&ask, &argument, ["name", "to"], &mut records)),
        ("load", vm.load(&format!("local function ask()\n\n  {code}\nend\n\nask()"))),
    ]
}

#[test]
fn an_error_inside_a_function_of_the_library_has_the_line_of_its_call() {
    let mut wrong = Vec::new();
    for code in WRONG {
        for (way, done) in errors(code) {
            let Err(error) = done else {
                wrong.push(format!("{way} {code}: no error"));
                continue;
            };
            let inner = error.trace.iter().any(|step| !step.starts_with("user.luau:"));
            if error.line != Some(3) || inner || error.message.contains("prelude") {
                wrong.push(format!("{way} {code}: {error:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
