//! Hostile scripts by the hundred: every function that a script can reach, called for ever with whatever might make it
//! work long. Each ends by its fuel or its memory.
use std::time::{Duration, Instant};

use sandbox::{Cause, Limits, Vm};

const LIMITS: Limits = Limits { load: 30_000, call: 30_000, memory: 8 << 20, source: 1 << 20 };
/// A hundred times what the slowest takes; without charges many took longer than this.
const LONG: Duration = Duration::from_secs(20);

/// Arguments that functions meet, whether they want them or not.
const ARGUMENTS: &[&str] = &[
    "",
    "text",
    "list",
    "data",
    "text, 1, -1",
    "list, 1, 30000",
    "list, 1, 1",
    "text, '(.-)(.-)(.-)b'",
    "text, text, text",
    "data, 0, 1",
    "data, 0, data",
    "list, rawequal",
    "1e6, list",
    "'1e5', '7'",
    "vector.one, vector.one",
    "rawequal, text",
];

/// The names of all functions that a script can reach.
fn functions() -> Vec<String> {
    let vm = Vm::new("walk", Limits::default()).unwrap();
    let names: String = vm
        .load(
            "local names = {}
            for name, value in pairs(_G) do
                if type(value) == 'function' then table.insert(names, name) end
                for inner, value in pairs(if type(value) == 'table' and value ~= _G then value else {}) do
                    if type(value) == 'function' then table.insert(names, name .. '.' .. inner) end
                end
            end
            table.sort(names)
            return table.concat(names, ' ')",
        )
        .unwrap();
    names.split(' ').map(str::to_owned).collect()
}

fn script(function: &str, arguments: &str) -> String {
    let comma = if arguments.is_empty() { "" } else { ", " };
    format!(
        "local text, list, data = ('a'):rep(1e5), table.create(30000, 1), buffer.create(1e5)\n\
         local tried = {function}\n\
         while true do pcall(tried{comma}{arguments}) end"
    )
}

#[test]
fn every_function_ends_by_its_fuel_or_its_memory() {
    let functions = functions();
    assert!(functions.len() >= 140, "{functions:?}");
    let mut wrong = Vec::new();
    for function in &functions {
        for arguments in ARGUMENTS {
            let (vm, begun) = (Vm::new("hostile", LIMITS).unwrap(), Instant::now());
            let ended = vm.load::<()>(&script(function, arguments));
            let limit = ended.as_ref().is_err_and(|error| matches!(error.cause, Cause::Fuel | Cause::Memory));
            if !limit || begun.elapsed() > LONG {
                wrong.push(format!("{function}({arguments}): {ended:?} after {:?}", begun.elapsed()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
