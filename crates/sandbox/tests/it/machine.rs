//! What a well-behaved script may rely on, and the plain values that pass in and out.
use proptest::prelude::*;
use sandbox::mlua::{Function, Value};
use sandbox::{Cause, Limits, Vm, plain};

fn vm() -> Vm {
    Vm::new("script", Limits::default()).unwrap()
}

/// The bytes of what an expression gives.
fn bytes(vm: &Vm, expression: &str) -> Vec<u8> {
    vm.pack(&vm.load::<Value>(&format!("return {expression}")).unwrap()).unwrap()
}

#[test]
fn errors_name_script_and_line() {
    let error = vm().load::<()>("local x = 1\nlocal function f()\n  error('no')\nend\nf()").unwrap_err();
    assert_eq!((error.cause, error.line, error.message.as_str()), (Cause::Fault, Some(3), "no"));
    assert!(!error.trace.is_empty(), "{error:?}");
    let error = vm().load::<()>("local x =\n\nlocal y").unwrap_err();
    assert_eq!((error.cause, error.line), (Cause::Syntax, Some(3)));
    let error = vm().load::<()>("\nlocal n = 0\nwhile true do\n n += 1 end").unwrap_err();
    assert_eq!((error.cause, error.line.is_some()), (Cause::Fuel, true), "{error:?}");
    // What runs in a function of the library counts for the line that calls it.
    let costly = "local x = 1\nstring.find(string.rep('a', 10000), '.-.-.-.-b$')";
    let error = vm().load::<()>(costly).unwrap_err();
    assert_eq!((error.cause, error.line), (Cause::Fuel, Some(2)), "{error:?}");
    assert!(vm().load::<()>("for i = 1, 3 do").unwrap_err().is_incomplete());
    assert!(!vm().load::<()>("for i = = 3 do").unwrap_err().is_incomplete());
    assert!(
        !vm().load::<()>("return s = 1; s").unwrap_err().is_incomplete(),
        "the end was expected, and did not come too early"
    );
}

#[test]
fn printed_text_is_captured() {
    let vm = vm();
    vm.load::<()>("print('a', 1, {}, nil) print()").unwrap();
    assert_eq!(vm.printed(), "a\t1\ttable\tnil\n\n");
    assert_eq!(vm.printed(), "");
}

#[test]
fn random_numbers_follow_from_the_seed() {
    let vm = vm();
    let roll: Function =
        vm.load("return function() return math.random(6), math.random(), math.random(-3, 3) end").unwrap();
    let rolls = |seed| {
        vm.seed(seed);
        vm.call::<(i64, f64, i64)>(&roll, ()).unwrap()
    };
    let first = rolls(1);
    assert_eq!(first, rolls(1));
    assert!((0..20).any(|seed| rolls(seed) != first));
    assert!((0..200).all(|seed| matches!(rolls(seed), (1..=6, share, -3..=3) if (0.0..1.0).contains(&share))));
}

#[test]
fn frozen_globals_stay() {
    let vm = vm();
    let set: Function = vm.load("x = 1 return function() x = 2 end").unwrap();
    vm.freeze();
    assert!(vm.call::<()>(&set, ()).unwrap_err().message.contains("readonly"));
}

#[test]
fn a_stopped_script_ends() {
    let vm = vm();
    vm.stop().cancel();
    assert_eq!(vm.load::<()>("while true do end").unwrap_err().cause, Cause::Stopped);
    vm.stop().clear();
    assert!(vm.load::<()>("return").is_ok());
}

#[test]
fn much_garbage_is_collected() {
    let vm = vm();
    let make: Function = vm.load("return function() local t for i = 1, 2000 do t = { i, { i } } end end").unwrap();
    for _ in 0..500 {
        vm.call::<()>(&make, ()).unwrap();
    }
    assert!(vm.lua().used_memory() < 4 << 20);
}

#[test]
fn equal_values_have_equal_bytes() {
    let vm = vm();
    let same = [
        ("{ 1, 2, 3 }", "(function() local t = {} t[3] = 3 t[1] = 1 t[2] = 2 return t end)()"),
        ("{ a = 1, b = 2 }", "{ b = 2, a = 1 }"),
        ("{ 1, 2, x = 0 }", "(function() local t = { x = 0, [2] = 2 } t[1] = 1 return t end)()"),
        ("{ [1] = 1, [3] = 3 }", "{ 1, nil, 3 }"),
        ("0", "-0"),
        ("{}", "table.create(5)"),
        ("{ a = nil }", "{}"),
    ];
    for (one, two) in same {
        assert_eq!(bytes(&vm, one), bytes(&vm, two), "{one} and {two}");
    }
    let other =
        ["{}", "{ 1 }", "{ 1, 2 }", "{ { 1 }, 2 }", "{ '1' }", "{ x = 1 }", "{ ['1'] = 1 }", "{ true }", "{ [0] = 1 }"];
    for (at, one) in other.iter().enumerate() {
        assert!(other[at + 1..].iter().all(|two| bytes(&vm, one) != bytes(&vm, two)), "{one}");
    }
}

#[test]
fn what_is_not_plain_is_refused_with_its_place() {
    let vm = vm();
    let refused = |expression: &str| vm.pack(&vm.load::<Value>(&format!("return {expression}")).unwrap()).unwrap_err();
    assert!(
        refused("{ a = { 1, print } }").message.contains("a function at a.2"),
        "{}",
        refused("{ a = { 1, print } }")
    );
    assert!(refused("0 / 0").message.contains("NaN"));
    assert!(refused("{ [{}] = 1 }").message.contains("key"));
    assert!(refused("(function() local t = {} t.t = t return t end)()").message.contains("nested"));
    assert!(
        refused("(function() local t = 1 for i = 1, 30 do t = { t, t } end return t end)()")
            .message
            .contains("million")
    );
    assert!(refused("buffer.create(4)").message.contains("buffer"));
}

#[test]
fn values_read_as_luau() {
    let vm = vm();
    for text in [
        "{ 1, { \"a\\\"b\" }, left = \"MWGC\", [0] = true }",
        "{}",
        "-1.5",
        "\"\\x00é\"",
        "{ [\"end\"] = 1 }",
        "math.huge",
    ] {
        let packed = bytes(&vm, text);
        assert_eq!(bytes(&vm, &plain::text(&packed)), packed, "{text}");
    }
    assert_eq!(plain::text(&bytes(&vm, "{ right = \"\", left = \"MWGC\" }")), "{ left = \"MWGC\", right = \"\" }");
}

/// Text of a random plain value.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|value| value.to_string()),
        (-1000..1000_i64).prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| format!("{}", number as f64)),
        any::<f64>().prop_filter("a number", |number| number.is_finite()).prop_map(|number| format!("{number:e}")),
        "[a-z]{0,3}".prop_map(|text| format!("'{text}'")),
        (120..140_usize).prop_map(|length| format!("('x'):rep({length})")),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        let items = prop::collection::vec(inner.clone(), 0..5);
        let pairs = prop::collection::vec(("[a-e]|[0-9]|1[0-9]{2}", inner), 0..5);
        (items, pairs).prop_map(|(items, pairs)| {
            let key = |key: &str| if key.parse::<u8>().is_ok() { format!("[{key}]") } else { key.to_owned() };
            let pairs = pairs.iter().map(|(name, value)| format!("{} = {value}", key(name)));
            format!("{{ {} }}", items.into_iter().chain(pairs).collect::<Vec<_>>().join(", "))
        })
    })
}

proptest! {
    #[test]
    fn plain_values_come_back(text in value()) {
        let vm = vm();
        let packed = bytes(&vm, &text);
        prop_assert_eq!(plain::read(&packed).unwrap().1.len(), 0);
        let back = vm.unpack(&packed).unwrap();
        prop_assert_eq!(&vm.pack(&back).unwrap(), &packed);
        let same: Function = vm.load("return function(value) return value end").unwrap();
        let mut asked = Vec::new();
        vm.call_packed(&same, &packed, &mut asked).unwrap();
        prop_assert_eq!(&asked, &packed);
        prop_assert_eq!(bytes(&vm, &plain::text(&packed)), packed);
    }

    #[test]
    fn bytes_that_are_no_value_harm_nothing(garbage in prop::collection::vec(any::<u8>(), 0..40)) {
        let vm = vm();
        let _ = plain::text(&garbage);
        prop_assert!(vm.unpack(&garbage).is_ok());
    }
}

fn failure(source: &str) -> String {
    let vm = Vm::new("script", Limits::default()).unwrap();
    vm.load::<mlua::MultiValue>(source).unwrap_err().with_trace()
}

#[test]
fn a_table_that_is_raised_is_told_by_its_parts() {
    let failure = |source: &str| vm().load::<()>(source).unwrap_err();
    let error = failure("local x = 1\nerror({ code = 3, why = 'no way' })");
    assert_eq!((error.line, error.message.as_str()), (Some(2), r#"{ why = "no way", code = 3 }"#));
    assert_eq!(failure("error({})").message, "{}");
    assert_eq!(failure("pcall(error, { 1 })\nlocal ok, why = pcall(error, { 2 })\nerror(why)").message, "{ 2 }");
    // What is no plain value, or large, is a table.
    assert_eq!(failure("error({ print })").message, "table");
    assert_eq!(failure("error({ string.rep('a', 1000) })").message, "table");
    // Caught, it is what was raised; a text has the place where it was raised.
    let caught = "local t = {}\nlocal ok, why = pcall(error, t)\nassert(why == t)\nlocal ok, why = pcall(function() error('no') end)\nreturn why";
    assert_eq!(vm().load::<String>(caught).unwrap(), "script:4: no");
    assert_eq!(vm().load::<String>("local ok, why = pcall(function() error('no', 0) end)\nreturn why").unwrap(), "no");
}

#[test]
fn no_error_shows_an_address() {
    for source in [
        "error({})",
        "error(print)",
        "error(function() end)",
        "error(coroutine.create(print))",
        "error(buffer.create(3))",
        "error(setmetatable({}, { __tostring = function() return tostring(print) end }))",
        "error(tostring({}) .. tostring(print))",
        "error(string.format('%s %*', {}, print))",
        "error(`{print} {{}} {coroutine.create(print)}`)",
        "local t = {} t[{}] = 1 for k in t do end",
        "return #nil, {} .. print",
        "assert(false, {})",
        "coroutine.wrap(function() error({}) end)()",
    ] {
        let failure = failure(source);
        assert!(!failure.contains("0x"), "{source}: {failure}");
        assert_eq!(failure, self::failure(source), "{source}");
    }
    assert!(failure("error('at 0x10 and table 0x20')").contains("at 0x10 and table 0x20"));
}

#[test]
fn tables_with_keys_that_hash_by_address_are_not_walked() {
    let keys = ["{}", "print", "function() end", "coroutine.create(print)", "buffer.create(1)"];
    let walks = [
        "for k in t do end",
        "for k, v in pairs(t) do end",
        "for k, v in next, t do end",
        "for k in (if true then t else nil) do end",
        "local f, s = pairs(t) f(s)",
        "next(t)",
        "table.foreach(t, print)",
        "local walk = function(t) for k in t do end end walk(t)",
        "for i in coroutine.wrap(function() for k in t do coroutine.yield(1) end end) do end",
        "print(`{(function() for k in t do return k end end)()}`)",
    ];
    for key in keys {
        for walk in walks {
            let failure = failure(&format!("local t = {{}} t[{key}] = 3\n{walk}"));
            assert!(failure.contains("there is no order in which to walk a table with a"), "{key} {walk}: {failure}");
            assert!(failure.starts_with("script:2:"), "{key} {walk}: {failure}");
        }
    }
}

#[test]
fn other_loops_run_as_ever() {
    let vm = Vm::new("script", Limits::default()).unwrap();
    let sum: String = vm
        .load(
            "local out = {}
            local function note(...) table.insert(out, table.concat({ ... }, '=')) end
            for k, v in { 1, 2, x = 3 } do note(k, v) end
            for k, v in pairs({ 4, y = 5 }) do note(k, v) end
            for k, v in ipairs({ 6 }) do note(k, v) end
            for k, v in next, { 7 } do note(k, v) end
            for k, v in next, { 'a', 'b', 'c' }, 1 do note(k, v) end
            for k, v in setmetatable({ 8 }, { __index = {} }) do note(k, v) end
            local keyed = setmetatable({ [print] = 1 }, { __iter = function() return next, { 9 } end })
            for k, v in keyed do note(k, v) end
            for k in string.gmatch('ab', '.') do note(k) end
            for v in coroutine.wrap(function() coroutine.yield('y') end) do note(v) end
            for value in function(s, c) return if c < 2 then c + 1 else nil end, nil, 0 do note(value) end
            for k, v in pairs({ [true] = 1, [vector.one] = 2 }) do note(tostring(k), v) end
            return table.concat(out, ' ')",
        )
        .unwrap();
    let walked = "1=1 2=2 x=3 1=4 y=5 1=6 1=7 2=b 3=c 1=8 1=9 a b y 1 2";
    assert!(sum.starts_with(walked), "{sum}");
    assert!(sum.ends_with("true=1 1, 1, 1=2") || sum.ends_with("1, 1, 1=2 true=1"), "{sum}");
    assert!(failure("for k in nil do end").contains("attempt to iterate over a nil value"));
    assert!(failure("for k in pairs(nil) do end").contains("table expected"));
    assert!(failure("for k in do end").starts_with("script:1: Expected identifier when parsing expression"));
}

#[test]
fn vectors_are_plain_values_and_come_back_as_they_were() {
    let vm = vm();
    let same: Function = vm.load("return function(a, b) return a == b end").unwrap();
    for (made, shown) in [
        ("vector.create(1.5, -2)", "vector.create(1.5, -2)"),
        ("vector.create(0.1, 2e9, 3)", "vector.create(0.1, 2000000000, 3)"),
        ("vector.create(-0, 0, -0)", "vector.create(0, 0)"),
        ("vector.create(-math.huge, 0)", "vector.create(-math.huge, 0)"),
        ("{ at = vector.one, vector.zero }", "{ vector.create(0, 0), at = vector.create(1, 1, 1) }"),
        ("{ [vector.create(1, 2)] = true }", "{ [vector.create(1, 2)] = true }"),
    ] {
        let packed = bytes(&vm, made);
        assert_eq!(plain::text(&packed), shown, "{made}");
        // What is shown makes the value anew, and what is read back is packed to the same bytes.
        assert_eq!(bytes(&vm, shown), packed, "{made}");
        assert_eq!(vm.pack(&vm.unpack(&packed).unwrap()).unwrap(), packed, "{made}");
        assert!(plain::read(&packed[..packed.len() - 1]).is_none(), "{made}: cut off");
        if made.starts_with("vector") {
            let value: Value = vm.load(&format!("return {made}")).unwrap();
            assert!(vm.call::<bool>(&same, (value, vm.unpack(&packed).unwrap())).unwrap(), "{made}");
        }
    }
    let none = vm.pack(&vm.load::<Value>("return { at = vector.create(0/0, 1) }").unwrap()).unwrap_err();
    assert!(none.message.contains("a vector with a part that is no number (NaN) at at"), "{none}");
}
