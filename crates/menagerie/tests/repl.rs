//! The prompt: from options, in a pipe, and on a terminal.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod desk;

use desk::{fed, file, folder, menagerie};

const ELIMINATE: &str = "gf2.eliminate(load(\"@flipper\"):moves())";
const SINGLE: &str = "cell 1: 5 6 8 9\ncell 2: 2 4 6 7 9\ncell 3: 4 5 7 8\ncell 4: 2 3 4 8 9\ncell 5: 1 3 5 7 9\n\
    cell 6: 1 2 6 7 8\ncell 7: 2 3 5 6\ncell 8: 1 3 4 6 8\ncell 9: 1 2 4 5\n";

#[test]
fn the_single_cell_table_comes_out_of_a_pipe() {
    let said = menagerie(&["repl", "--eval", ELIMINATE]);
    assert_eq!((said.status, said.out.as_str(), said.err.as_str()), (0, SINGLE, ""));
    let said = fed(&["repl"], format!("flipper = load('@flipper')\n{ELIMINATE}\n").as_bytes());
    assert_eq!((said.status, said.out.as_str()), (0, SINGLE));
}

#[test]
fn elimination_shows_both_tables() {
    let said = menagerie(&["repl", "--eval", "gf2.eliminate(load('@flipper'):moves(), { trace = true })"]);
    assert!(said.out.contains("cell 1: by 110110000  1\n"), "{said:?}");
    let (appended, cancelled) = said.out.split_once("names that occur twice cancelled:\n").unwrap();
    let appended = appended.split_once("names appended:\n").unwrap().1;
    assert!(appended.starts_with("cell 1: 1 3 2 1 9 8"), "{appended}");
    assert_eq!(cancelled, SINGLE);
}

#[test]
fn vectors_are_added_by_hand() {
    for (text, shown) in [
        ("gf2.xor('101', '110')", "011\n"),
        ("m = load('@flipper'):moves() print(m[8].bits, #m)", "000000111\t9\n"),
        ("gf2.combine(gf2.combine(m[1], m[2]), m[1]).names", "{ \"2\" }\n"),
        ("gf2.find(m, 9).names[1]", "5\n"),
        ("select(2, gf2.find(m, 9))", "5\n"),
        ("gf2.find({}, 1)", "nil\n"),
    ] {
        let said = menagerie(&["repl", "--eval", "m = load('@flipper'):moves()", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (0, shown), "{text}: {said:?}");
    }
    let said = menagerie(&["repl", "--eval", "gf2.xor('1', '10')"]);
    assert_eq!(said.status, 1);
    assert!(said.err.contains("1 and 2 places"), "{said:?}");
}

#[test]
fn levels_are_played_and_asked() {
    let said =
        menagerie(&["repl", "@flipper", "--eval", "level:press(8):play({ 6, 9, 5 }):text():match('start.-\\n')"]);
    assert_eq!(said.status, 0, "{said:?}");
    for (text, shown) in [
        ("level:solve().presses", "{ 1, 3, 4 }\n"),
        ("level:hint().moves_left", "3\n"),
        ("level:press(1):hint().moves_left", "2\n"),
        ("level:press(1):undo():hint().best", "{ \"1\", \"3\", \"4\" }\n"),
        ("level:ask('reach').rank", "9\n"),
    ] {
        let said = menagerie(&["repl", "@flipper", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (0, shown), "{text}: {said:?}");
    }
    let said = menagerie(&["repl", "@nim", "--eval", "level:solve()"]);
    assert!(said.out.contains("a win in 11 moves"), "{said:?}");
    for wrong in ["level:press(10)", "level:ask('dance')", "load('@nothing')", "level.x.y"] {
        let said = menagerie(&["repl", "@flipper", "--eval", wrong]);
        assert!(said.status == 1 && said.err.starts_with("input:"), "{wrong}: {said:?}");
    }
}

#[test]
fn a_script_runs_first_and_standard_input_stops_at_an_error() {
    let script = file(&folder("repl"), "first.luau", "function twice(x) return 2 * x end print('ready') return 7");
    let said = menagerie(&["repl", &script, "--eval", "twice(result)"]);
    assert_eq!((said.status, said.out.as_str()), (0, "ready\n14\n"));
    let said = fed(&["repl"], b"for i = 1, 2 do\nprint(i)\nend\nerror('no')\nprint('never')\n");
    assert_eq!((said.status, said.out.as_str()), (1, "1\n2\n"));
    assert!(said.err.contains("no"), "{said:?}");
    let said = fed(&["repl"], b"1 +\n2\nt = {\n1,\n}\n#t");
    assert_eq!((said.status, said.out.as_str()), (0, "3\n1\n"));
    assert_eq!(menagerie(&["repl", "/nowhere.luau"]).status, 1);
    assert_eq!(menagerie(&["repl", "--eval", "while true do"]).status, 1);
}

#[test]
fn limits_hold_at_the_prompt() {
    let said = menagerie(&["repl", "--time", "200ms", "--eval", "print('begun') while true do end"]);
    assert_eq!((said.status, said.out.as_str()), (12, "begun\n"), "{said:?}");
    assert!(said.err.contains("the time allowed is over"), "{said:?}");
    assert_eq!(menagerie(&["repl", "--time", "60s", "--eval", "1 + 1"]).out, "2\n");
    let said = menagerie(&["repl", "--nodes", "3", "--eval", "load('@hanoi'):solve()"]);
    assert!(said.out.starts_with("unfinished"), "{said:?}");
}

#[test]
fn help_is_there_for_every_function() {
    let said = menagerie(&["repl", "--eval", "help()"]);
    for name in ["load(", "gf2.xor(", "gf2.eliminate(", "level:solve(", "level:press("] {
        assert!(said.out.contains(name), "{name}: {said:?}");
    }
    for name in ["gf2.find", "\"gf2.find\"", "load", "\"level:solve\"", "gf2", "help"] {
        let said = menagerie(&["repl", "--eval", &format!("help({name})")]);
        assert!(!said.out.contains("no help"), "{name}: {said:?}");
    }
}

#[cfg(unix)]
mod terminal {
    use std::process::Command;

    use rexpect::session::{PtySession, spawn_command};

    fn prompt(name: &str) -> PtySession {
        let mut command = Command::new(env!("CARGO_BIN_EXE_menagerie"));
        command.arg("repl").env("MENAGERIE_CACHE", super::folder(name)).env("TERM", "xterm");
        let mut session = spawn_command(command, Some(30_000)).unwrap();
        session.exp_string("Ctrl-D leaves.").unwrap();
        session.exp_string("> ").unwrap();
        session
    }

    #[test]
    fn lines_are_run_and_errors_are_told() {
        let mut session = prompt("typing");
        session.send_line("6 * 7").unwrap();
        session.exp_string("42").unwrap();
        session.send_line("x = nil + 1").unwrap();
        session.exp_string("attempt to perform arithmetic").unwrap();
        session.send_line("load('@flipper'):solve()").unwrap();
        session.exp_string("3 presses: 1, 3, 4").unwrap();
        session.send_control('d').unwrap();
        session.exp_eof().unwrap();
    }

    #[test]
    fn names_and_methods_are_completed() {
        let mut session = prompt("completion");
        session.send("gf2.eli\t").unwrap();
        session.flush().unwrap();
        session.exp_string("gf2.eliminate").unwrap();
        session.send_line("({ { names = { 'a' }, bits = '1' } })").unwrap();
        session.exp_string("cell 1: a").unwrap();
        session.send_line("f = load('@flipper') print('rea' .. 'dy')").unwrap();
        // What is typed before the prompt is there would be lost.
        session.exp_string("ready").unwrap();
        session.exp_string("> ").unwrap();
        session.send("f:sol\t").unwrap();
        session.flush().unwrap();
        session.exp_string("f:solve").unwrap();
        session.send_line("()").unwrap();
        session.exp_string("1, 3, 4").unwrap();
        session.send_control('d').unwrap();
        session.exp_eof().unwrap();
    }

    #[test]
    fn an_unfinished_line_goes_on() {
        let mut session = prompt("lines");
        session.send_line("for i = 1, 2 do").unwrap();
        session.send_line("print('line', i)").unwrap();
        session.send_line("end").unwrap();
        session.exp_string("line\t1").or_else(|_| session.exp_string("line    1")).unwrap();
        session.send_control('d').unwrap();
        session.exp_eof().unwrap();
    }

    #[test]
    fn an_interrupt_ends_the_call_and_not_the_prompt() {
        let mut session = prompt("interrupt");
        session.send_line("print('begun') while true do end").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        session.send_control('c').unwrap();
        session.exp_string("stopped by the user").unwrap();
        session.exp_string("> ").unwrap();
        session.send_line("'still ' .. 'here'").unwrap();
        session.exp_string("still here").unwrap();
        session.send_control('d').unwrap();
        session.exp_eof().unwrap();
    }

    #[test]
    fn history_outlives_the_session() {
        let mut session = prompt("history");
        session.send_line("'remember ' .. 'me'").unwrap();
        session.exp_string("remember me").unwrap();
        session.send_control('d').unwrap();
        session.exp_eof().unwrap();
        let kept = std::fs::read_to_string(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("history/history"));
        assert!(kept.unwrap().contains("remember "));
    }
}
