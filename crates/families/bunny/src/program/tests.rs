//! Programs are read, printed and closed; faults have their place.

use super::*;

#[test]
fn programs_are_read_and_printed() {
    for (text, canonical, cost) in [
        ("", "", 0),
        ("LOOP{F LOOP(7){F L}}", "LOOP{F LOOP(7){F L}}", 5),
        (" FLR\nLOOP ( 12 ) { LL }R", "F L R LOOP(12){L L} R", 7),
        ("LLOOP{F}", "L LOOP{F}", 3),
        ("F, F,LOOP(2){F, R}, L,", "F F LOOP(2){F R} L", 6),
        ("LOOP(0){F L} F", "LOOP(0){F L} F", 4),
        ("LOOP( 00 ){F}", "LOOP(0){F}", 2),
    ] {
        let program = parse(text).unwrap();
        assert_eq!((print(program.tokens()).as_str(), program.cost()), (canonical, cost));
        assert_eq!(parse(canonical).unwrap(), program);
    }
}

#[test]
fn faults_have_their_place() {
    let thirty = "LOOP(123456789012345678901234567890){F}";
    for (text, place, word) in [
        ("F LOOP{F", (1, 3, 2), "not closed"),
        ("F LOOP{F LOOP(2){L}", (1, 3, 2), "not closed"),
        ("LOOP(3){ }", (1, 10, 1), "empty"),
        ("LOOP(0){}", (1, 9, 1), "empty"),
        (thirty, (1, 6, 1), "30 digits"),
        ("F\n F }", (2, 4, 2), "closes no loop"),
        ("F X", (1, 3, 2), "'X'"),
        ("F,, F", (1, 3, 2), "','"),
        ("LOOP{, F}", (1, 6, 2), "','"),
        ("LOOP", (1, 5, 1), "ends"),
        ("LO", (1, 3, 1), "ends"),
        ("LOOP(){F}", (1, 6, 1), "')'"),
        ("LOOP(-1){F}", (1, 6, 1), "'-'"),
        ("LOOP(2 F", (1, 8, 1), "'F'"),
        ("é", (1, 1, 1), "'é'"),
    ] {
        let fault = parse(text).unwrap_err();
        assert_eq!((fault.line, fault.column, fault.token), place, "{text}: {fault}");
        assert!(fault.message.contains(word), "{text}: {fault}");
    }
    assert!(parse(&"LOOP{".repeat(101)).unwrap_err().message.contains("in each other"));
    assert!(parse(&"F".repeat(10_001)).unwrap_err().message.contains("too long"));
}

#[test]
fn the_notation_of_python_is_read() {
    for (text, canonical) in [
        ("['F', 'F']", "F F"),
        ("[loop(17, [loop(3, ['F']), 'R'])]", "LOOP(17){LOOP(3){F} R}"),
        ("loop(17, ['F', loop(7, ['F', 'L'])])", "LOOP(17){F LOOP(7){F L}}"),
        (" [ \"F\",\n  loop( 4 , [ 'R' , ] ) ] ", "F LOOP(4){R}"),
        ("[loop(0, ['F']), 'L']", "LOOP(0){F} L"),
        ("[Loop(3, ['F']), 'L']", "LOOP(3){F} L"),
        ("[]", ""),
    ] {
        let program = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(print(program.tokens()), canonical, "{text}");
    }
    for (text, place, word) in [
        ("['F'", (1, 5, 2), "the program ends"),
        ("['F' 'L']", (1, 6, 2), "''"),
        ("['X']", (1, 3, 1), "'X'"),
        ("['FF']", (1, 4, 1), "'F'"),
        ("['F']]", (1, 6, 2), "']'"),
        ("[loop(3, [])]", (1, 11, 1), "empty"),
        ("[\nloop(-3, ['F'])]", (2, 6, 1), "'-'"),
        ("[loop(3 ['F'])]", (1, 9, 1), "'['"),
        ("[lo", (1, 4, 1), "ends"),
    ] {
        let fault = parse(text).unwrap_err();
        assert_eq!((fault.line, fault.column, fault.token), place, "{text}: {fault}");
        assert!(fault.message.contains(word), "{text}: {fault}");
    }
    let deep = format!("[{}'F'{}]", "loop(2, [".repeat(5000), "])".repeat(5000));
    assert!(parse(&deep).unwrap_err().message.contains("in each other"));
    assert!(parse(&format!("[{}]", "'F',".repeat(10_001))).unwrap_err().message.contains("too long"));
}

#[test]
fn loops_that_never_act_are_told() {
    let bodies = |text: &str| {
        let program = parse(text).unwrap();
        let opens = (0..program.tokens().len()).filter(|&at| matches!(program.tokens()[at], Token::Open(_)));
        opens.map(|at| program.body(at)).collect::<Vec<_>>()
    };
    assert_eq!(bodies("LOOP(2){F}"), [LoopBody::Acts]);
    assert_eq!(bodies("LOOP(0){F}"), [LoopBody::Idles]);
    assert_eq!(bodies("LOOP(0){LOOP{F}}"), [LoopBody::Idles, LoopBody::Acts]);
    assert_eq!(bodies("LOOP{LOOP(0){F}}"), [LoopBody::Hangs, LoopBody::Idles]);
    assert_eq!(bodies("LOOP(3){LOOP{LOOP(0){F}} F}"), [LoopBody::Hangs, LoopBody::Hangs, LoopBody::Idles]);
    assert_eq!(bodies("LOOP(3){F LOOP{LOOP(0){F}}}"), [LoopBody::Acts, LoopBody::Hangs, LoopBody::Idles]);
}

#[test]
fn open_loops_are_closed() {
    let closed = |text: &str| print(Matched::closing(&pieces(text).unwrap()).tokens());
    assert_eq!(closed("F LOOP{L LOOP(2){"), "F LOOP{L}");
    assert_eq!(closed("LOOP{"), "");
}
