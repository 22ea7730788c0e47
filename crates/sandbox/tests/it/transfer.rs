//! What passing values in and out costs: bounded in size, in proportion to its bytes, and paid for by fuel.
use sandbox::mlua::{Function, Value};
use sandbox::{Cause, Limits, Records, Vm, plain};
use testkit::growth::assert_linear;

fn vm() -> Vm {
    Vm::new("script", Limits { call: 200_000, memory: 64 << 20, ..Limits::default() }).unwrap()
}

/// A table whose numbers stand in its hash part, because they came from the last to the first.
fn backwards(count: usize) -> (Vm, Value) {
    let vm = vm();
    let value =
        vm.load(&format!("local t = {{}} for i = {count}, 1, -1 do t[i] = i % 60 end t.x = 1 return t")).unwrap();
    (vm, value)
}

#[test]
fn a_list_that_was_filled_backwards_is_encoded_in_proportion_and_as_any_other() {
    let (vm, value) = backwards(300);
    let forwards: Value = vm.load("local t = { x = 1 } for i = 1, 300 do t[i] = i % 60 end return t").unwrap();
    assert_eq!(vm.pack(&value).unwrap(), vm.pack(&forwards).unwrap());
    assert_linear("a list filled backwards", 20_000, backwards, |(vm, value)| assert!(vm.pack(value).is_ok()));
}

#[test]
fn a_small_value_that_is_large_when_it_is_written_out_is_refused() {
    let vm = vm();
    for leaf in ["{}", "1", "{ a = {} }"] {
        let doubled = format!("local t = {leaf} for i = 1, 28 do t = {{ t, t }} end return t");
        let error = vm.pack(&vm.load(&doubled).unwrap()).unwrap_err();
        assert_eq!(error.cause, Cause::Fault, "{leaf}");
        assert!(error.message.contains("more than four million bytes"), "{leaf}: {error}");
    }
    let many = "local t = string.rep('x', 1e6) return function() return { { to = t }, { to = t }, { to = t }, { to = t }, { to = t } } end";
    let function: Function = vm.load(many).unwrap();
    let error = vm.ask_records(&function, &[], ["to"], &mut Records::default()).unwrap_err();
    assert!(error.message.contains("more than four million bytes"), "{error}");
}

#[test]
fn large_values_are_paid_for_as_they_pass() {
    let vm = vm();
    let mut argument = Vec::new();
    plain::push_text(&mut argument, &vec![b'x'; 1 << 20]);
    let used = |script: &str, argument: &[u8]| {
        let function: Function = vm.load(script).unwrap();
        vm.call_packed(&function, argument, &mut Vec::new()).unwrap();
        let alone = vm.used();
        let records: Function = vm
            .load(&format!("local f = (function() {script} end)() return function(s) return {{ {{ to = f(s) }} }} end"))
            .unwrap();
        vm.ask_records(&records, argument, ["to"], &mut Records::default()).unwrap();
        (alone, vm.used())
    };
    let fuel = (1 << 20) / 64;
    let (alone, listed) = used("return function(s) return 1 end", &argument);
    assert!((fuel..fuel + 100).contains(&alone) && (fuel..fuel + 100).contains(&listed), "{alone} {listed}");
    let (alone, listed) = used("return function(s) return s end", &argument);
    assert!((2 * fuel..2 * fuel + 100).contains(&alone) && (2 * fuel..2 * fuel + 100).contains(&listed));
    // A value that is too dear to pass.
    plain::push_text(&mut argument, b"");
    let poor = Vm::new("script", Limits { call: 1000, ..Limits::default() }).unwrap();
    let function: Function = poor.load("return function(s) return 1 end").unwrap();
    assert_eq!(poor.call_packed(&function, &argument, &mut Vec::new()).unwrap_err().cause, Cause::Fuel);
}
