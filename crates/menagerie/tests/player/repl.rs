//! The prompt: from options, in a pipe, and on a terminal.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cli::{fed, file, folder, menagerie};

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

/// The session of the author of Flipper, command by command, with what each printed.
fn session() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prompt/flipper-session.txt");
    let written = std::fs::read_to_string(&path).unwrap();
    let mut commands: Vec<String> = Vec::new();
    for line in written.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            commands.push(command.to_owned());
        } else if let (Some(more), Some(last)) = (line.strip_prefix(">> "), commands.last_mut()) {
            *last += &format!("\n{more}");
        }
    }
    let said = fed(&["repl"], (commands.join("\nprint('----')\n") + "\n").as_bytes());
    assert_eq!((said.status, said.err.as_str()), (0, ""));
    let session: Vec<(String, String)> =
        commands.into_iter().zip(said.out.split("----\n").map(str::to_owned)).collect();
    let prompts = |command: &str| command.replace('\n', "\n>> ");
    let now: String = session.iter().map(|(command, said)| format!("> {}\n{said}", prompts(command))).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(now, written);
    }
    session
}

/// The rows of a table in Lisp, `((1 0) (1 2))`: digits, and names.
fn lisp_rows(text: &str) -> Vec<(String, Vec<String>)> {
    let row = |line: &str| {
        let (digits, names) = line.trim_start_matches("((").trim_end_matches("))").split_once(") (").unwrap();
        (digits.replace(' ', ""), names.split(' ').map(str::to_owned).collect())
    };
    text.lines().filter(|line| !line.is_empty()).map(row).collect()
}

/// The rows of a table as the prompt prints it: `10  1 2`.
fn rows(text: &str) -> Vec<(String, Vec<String>)> {
    let row = |line: &str| {
        let (digits, names) = line.split_once("  ")?;
        let digits = Some(digits).filter(|digits| digits.bytes().all(|digit| matches!(digit, b'0' | b'1')));
        Some((digits?.to_owned(), names.split(' ').map(str::to_owned).collect()))
    };
    text.lines().filter_map(row).collect()
}

fn printed_by<'s>(session: &'s [(String, String)], command: &str) -> &'s str {
    &session.iter().find(|(known, _)| known.starts_with(command)).unwrap().1
}

#[test]
fn the_session_of_flippers_author_comes_out_digit_for_digit() {
    let session = session();
    // Expression 94: after each of nine rounds all nine rows, names appended.
    let expected = include_str!("../prompt/expression-94.lisp");
    let printed = printed_by(&session, "gf2.eliminate(c_moves, { with = gf2.append, rounds = true })");
    assert_eq!(rows(printed), lisp_rows(expected));
    assert_eq!(rows(printed).len(), 81);
    assert_eq!(printed.matches("\n\n").count(), 9, "an empty line after each round: {printed}");
    // The last round by hand, and the row that the text quotes.
    let last = printed_by(&session, "foo = c_moves for i = 1, 9 do local out, bar = round(foo, i) table.insert");
    assert_eq!(rows(last), lisp_rows(expected)[72..]);
    assert!(last.ends_with("000000001  1 2 3 1 4 3 1 5\n"), "{last}");
    // Expression 88: the row taken put first, which went wrong.
    let wrong = printed_by(&session, "foo = c_moves for i = 1, 9 do local out, bar = round(foo, i) foo = {");
    assert!(wrong.starts_with("000000001  1 2 1 2 1 1 4 1 2 1 2 1 2 1 1 5\n"), "{wrong}");
    // Expression 103: names that occur twice are gone, and what is left are sets.
    let as_sets = |rows: Vec<(String, Vec<String>)>| -> Vec<(String, BTreeSet<String>)> {
        rows.into_iter().map(|(digits, names)| (digits, names.into_iter().collect())).collect()
    };
    let cancelled = rows(printed_by(&session, "single = gf2.eliminate(c_moves"));
    assert_eq!(as_sets(cancelled[72..].to_vec()), as_sets(lisp_rows(include_str!("../prompt/expression-103.lisp"))));
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
        ("select(2, gf2.find(m, function(move) return move.names[1] == '5' end))", "5\n"),
        ("gf2.find(m, function() return false end)", "nil\n"),
        ("load('@flipper'):press(1):press(3):made()", "{ \"1\", \"3\" }\n"),
        ("gf2.xor({1, 0, 1}, {1, 1, 0})", "{ 0, 1, 1 }\n"),
        ("gf2.xor(\"'(1 0 1)\", \"'(1 1 0)\")", "011\n"),
        ("gf2.combine(\"((1 0 1) (1 2))\", \"((1 1 0) 2)\")", "011  1\n"),
        ("gf2.eliminate(\"((1 1 0) 1) ((0 1 1) 2) ((0 0 1) 3)\")[1].names", "{ 1, 2, 3 }\n"),
        ("gf2.eliminate({ { 1, 1, 0 }, { 0, 1, 1 }, { 0, 0, 1 } })[1].names", "{ 1, 2, 3 }\n"),
        ("gf2.xor({1, 0, 1}, '110')", "011\n"),
        ("gf2.append({ names = { 1 }, bits = { 1, 0 } }, { names = { 2 }, bits = { 1, 1 } })", "01  1 2\n"),
        ("print(gf2.combine(m[1], m[2]))", "001110000  1 2\n"),
        ("print({ m[1], m[8] })", "110110000  1\n000000111  8\n"),
        ("print({ answer = { 4, 2 } }, nil, 7)", "{ answer = { 4, 2 } }\tnil\t7\n"),
        ("gf2.combine(gf2.eliminate(m)[1], gf2.eliminate(m)[2])", "110000000  2 4 5 7 8\n"),
        ("#gf2.eliminate(m).rows", "9\n"),
        // On 2 x 2 a press flips its cell and its neighbours; of two equal moves none changes a cell alone.
        (
            "gf2.eliminate({ { names = { 'a' }, bits = '11' }, { names = { 'b' }, bits = '11' } })",
            "cell 1: not alone\ncell 2: not alone\n",
        ),
    ] {
        let said = menagerie(&["repl", "--eval", "m = load('@flipper'):moves()", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (0, shown), "{text}: {said:?}");
    }
    for (text, refusal) in [
        ("gf2.xor('1', '10')", "1 and 2 places"),
        ("gf2.xor({1, 2}, {0, 1})", "place 2 is 2; modulo 2 a vector has 0 and 1"),
        ("gf2.append('1', '0')", "a named vector is"),
        ("gf2.eliminate({}, { trace = true })", "no option 'trace'; eliminate takes with and rounds"),
        ("gf2.eliminate({}, { rounds = 'yes' })", "'rounds' takes a boolean, not yes"),
    ] {
        let said = menagerie(&["repl", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{text}");
        assert!(said.err.contains(refusal), "{text}: {said:?}");
    }
}

#[test]
fn vectors_modulo_a_prime_are_added_and_eliminated_row_by_row() {
    for (text, shown) in [
        ("gf(3).add('120', '111')", "201\n"),
        ("gf(13).add('1 12', { 1, 1 })", "2 0\n"),
        ("gf(3).add({ 1, 2 }, { 2, 2 })", "{ 0, 1 }\n"),
        ("gf(3).scale('120', 2)", "210\n"),
        ("gf(3).cancel({ 2, 1, 2, 2, 1 })", "{ 1, 1 }\n"),
        ("gf(5).combine({ names = { 1 }, bits = '10' }, { names = { 2, 1 }, bits = '11' }, 4)", "01  2\n"),
        ("gf(2) == gf2, gf(65521) ~= nil", "true\ttrue\n"),
        // Modulo 3 a press of Lights Out counts up to twice; what a move adds says the modulus.
        ("load('@three-colours'):moves()[1].modulus", "3\n"),
        // 2a + b and a + 2b, both places once: three times the first makes it 1 where 2 times 3 is 1.
        (
            "gf(5).eliminate({ { names = { 'a' }, bits = '21' }, { names = { 'b' }, bits = '12' } }, { rounds = true })",
            "04  a a b\n13  a a a\n\n10  a a a a b b b\n01  a a a b b b b\n\n\
             cell 1: a a a a b b b\ncell 2: a a a b b b b\n",
        ),
        (
            "gf(3).kernel({ { names = { 'a' }, bits = '12' }, { names = { 'b' }, bits = '21' } })",
            "the kernel has dimension 1; a basis of it, presses that together change nothing:\nquiet pattern 1: a b\n",
        ),
        (
            "gf2.kernel(load('@flipper'):moves())",
            "the kernel has dimension 0: no presses but none at all change nothing\n",
        ),
    ] {
        let said = menagerie(&["repl", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (0, shown), "{text}: {said:?}");
    }
    for (text, refusal) in [
        ("gf(6)", "6 is 2 times 3 and no prime: 2 has no inverse modulo 6"),
        ("gf(1)", "gf takes a prime from 2 to 65521, not 1"),
        ("gf('3')", "gf takes a prime"),
        ("gf(3).kernel(load('@flipper'):moves())", "this vector counts modulo 2, not 3; expected gf(2)"),
        ("gf2.find(load('@flipper'):moves(), 0)", "there is no cell 0; the vectors have cells 1 to 9"),
        ("gf(3).add('120', '130')", "place 2 is 3; modulo 3 a vector has numbers from 0 to 2"),
        (
            "m = load('@three-colours'):moves() gf2.xor(m[1], m[2])",
            "this vector counts modulo 3, not 2; expected gf(3)",
        ),
    ] {
        let said = menagerie(&["repl", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{text}");
        assert!(said.err.contains(refusal), "{text}: {said:?}");
    }
}

/// Adds up moves by their numbers, cell by cell, and compares with what `reach` says of the level: another method than
/// the elimination that is tested.
const ADDED_UP: &str = "\
function sum(m, names)
    local total = {}
    for _, name in names do
        local values = m[tonumber(name)].bits
        for cell = 1, #values do
            total[cell] = ((total[cell] or 0) + tonumber(values:sub(cell, cell))) % p
        end
    end
    return table.concat(total)
end
function agrees(level)
    local m, reach = level:moves(), level:reach()
    local table_of_cells, kernel = gf(p).eliminate(m), gf(p).kernel(m)
    local zero = string.rep('0', #m[1].bits)
    for _, row in kernel do
        if #row.names == 0 or sum(m, row.names) ~= zero then return 'a pattern is not quiet' end
    end
    for cell = 1, #zero do
        local alone, row = zero:sub(1, cell - 1) .. '1' .. zero:sub(cell + 1), table_of_cells[cell]
        if row and sum(m, row.names) ~= alone then return `cell {cell} is not changed alone` end
        if row and not reach.single[cell] then return `cell {cell} cannot be changed alone` end
    end
    return if #kernel == reach.nullity then 'agrees' else 'another dimension'
end";

#[test]
fn kernels_and_single_cells_at_the_prompt_agree_with_plain_sums_of_moves() {
    for (modulus, board, kernel) in
        [(2, "5x5", 2), (2, "4x4", 4), (3, "4x4", 2), (3, "2x3", 1), (5, "3x3", 0), (7, "4x4", 2), (3, "5x5", 3)]
    {
        let level = format!(
            "load{{ text = 'board = \"{board}\"\\nmodulus = {modulus}\\nmoves = \"plus\"\\n', family = 'toggle' }}"
        );
        let run = [
            format!("p = {modulus}"),
            ADDED_UP.to_owned(),
            format!("agrees({level})"),
            format!("#gf(p).kernel({level}:moves())"),
        ];
        let mut arguments = vec!["repl"];
        run.iter().for_each(|text| arguments.extend(["--eval", text]));
        let said = menagerie(&arguments);
        assert_eq!(said.out, format!("agrees\n{kernel}\n"), "{board} modulo {modulus}: {said:?}");
    }
}

#[test]
fn a_level_starts_from_a_board_that_is_typed() {
    for (file, text, shown) in [
        ("@flipper", "level:at('100 000 000'):solve().presses", "{ 5, 6, 8, 9 }\n"),
        ("@flipper", "level:at({ 1, 0, 0, 0, 0, 0, 0, 0, 0 }):hint().moves_left", "4\n"),
        ("@flipper", "level:at('all 0'):solve().moves", "0\n"),
        // The vector of a move is the board that the move alone makes of all 0.
        ("@flipper", "level:at(level:moves()[3]):solve().presses", "{ 3 }\n"),
        // Of the level's own start nothing is left: neither its title nor what was played.
        ("@flipper", "level:press(1):at('all 1'):text():match('start.-\\n')", "start = \"all 1\"\n\n"),
        ("@flipper", "level:at('all 1'):text():match('title')", "nil\n"),
        (
            "@three-colours",
            "level:at('2222222222222222'):solve().moves == level:solve{ start = '2222222222222222' }.moves",
            "true\n",
        ),
    ] {
        let said = menagerie(&["repl", file, "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (0, shown), "{file} {text}: {said:?}");
    }
    for (file, text, refusal) in [
        ("@flipper", "level:at('101')", "the start is not a board; expected all 0, all 1, or 9 digits below 2"),
        ("@flipper", "level:at(101)", "a board is a text or a list of numbers, not the number 101"),
        ("@flipper", "level:at()", "a board is a text"),
        ("@easy", "level:at('101')", "starts from no board that is typed"),
    ] {
        let said = menagerie(&["repl", file, "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{file} {text}");
        assert!(said.err.contains(refusal), "{file} {text}: {said:?}");
    }
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
fn a_function_of_vectors_says_what_it_expects() {
    for wrong in ["gf2.cancel('1 2 3 1')", "gf2.cancel()", "gf2.cancel({ names = { 1 }, bits = '1' })"] {
        let said = menagerie(&["repl", "--eval", wrong]);
        assert!(said.err.contains("cancel takes a list of names, such as { 1, 2, 3, 1 }"), "{wrong}: {said:?}");
    }
}

#[test]
fn questions_at_the_prompt_take_their_options() {
    for (file, text, shown) in [
        ("@flipper", "level:solve({ goal = 'all 1' }).presses", "{ 1, 2, 3, 5, 6, 8 }\n"),
        ("@flipper", "level:ask('solve', { goal = 'all 1' }).presses", "{ 1, 2, 3, 5, 6, 8 }\n"),
        ("@flipper", "level:solve().presses", "{ 1, 3, 4 }\n"),
        ("@flipper", "level:press(1):solve{ moves = { 3 } }.presses", "{ 4 }\n"),
        ("@flipper", "level:solve{ count = true }.solutions", "1\n"),
        ("@flipper", "level:run{ '1', '3', 4 }.solved", "true\n"),
        ("@flipper", "level:press(1):run('3; 4').moves", "3\n"),
        ("@arrivals", "level:count{ at = '2,5,left' }.arrivals ~= nil", "true\n"),
        ("@arrivals", "level:count().arrivals", "nil\n"),
        ("@bunny-03", "level:run('LOOP{F F R}').complete", "true\n"),
        ("@seed.lemmo", "level:run('6 left')['end'].facing", "left\n"),
        ("@seed.lemmo", "level:run('6 left')['end'].row", "4\n"),
        ("@seed.lemmo", "level:judge('6 left').positions[2].proof.kind", "exhausted\n"),
        ("@live", "level:hint().cost_left == level:hint{ role = 'rabbit' }.cost_left", "true\n"),
        ("@live", "level:as('eel'):moves()[1].names[1] ~= level:moves()[1].names[1]", "true\n"),
        ("@nim", "level:as('second'):hint().best == nil", "false\n"),
        (
            "@flipper",
            "print(select(2, pcall(function() return level:run('10') end)))",
            "move 1: '10' cannot be played: expected a number from 1 to 9\n",
        ),
    ] {
        let said = menagerie(&["repl", file, "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (0, shown), "{file} {text}: {said:?}");
    }
    for (text, refusal) in [
        ("level:ask('count', { at = '2,5,left' })", "toggle does not answer 'count'"),
        (
            "level:solve{ gaol = 'all 1' }",
            "there is no option 'gaol'; this question takes moves, start, goal, count, all",
        ),
        ("level:solve{ path = true }", "'solve' knows no option 'path' in toggle"),
        ("level:solve{ all = 'yes' }", "'all' takes true or false, not the text 'yes'"),
        ("level:solve{ goal = 1 }", "'goal' takes a text, not the number 1"),
        ("level:solve('all 1')", "options are a table such as { all = true }, not the text 'all 1'"),
        ("level:solve{ 'all' }", "an option has a name, and the number 1 is none"),
        ("level:solve({}, 1)", "'solve' takes one table of options"),
        ("level:solve{ role = 'player', as = 'player' }", "'role' is given twice"),
        ("level:as('eel')", "nobody plays 'eel' here; expected player"),
        ("level:run('10')", "'10' cannot be played: expected a number from 1 to 9"),
        ("level:play({ move = 1 })", "this table has other keys"),
    ] {
        let said = menagerie(&["repl", "@flipper", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{text}");
        assert!(said.err.contains(refusal), "{text}: {said:?}");
    }
}

/// The loop of `docs/levels.md` over the lines of several participants: one solves, one does not, one is refused.
#[test]
fn participants_are_scored_by_the_loop_of_the_guide() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/levels.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let (_, behind) = guide.split_once("```lua\nlines = ").unwrap();
    let (code, _) = behind.split_once("```").unwrap();
    let said = menagerie(&["repl", "@flipper", "--eval", &format!("lines = {code}")]);
    assert_eq!((said.status, said.out.as_str()), (0, "Ada\t3\nBo\tunsolved\nCy\tunsolved\n"), "{said:?}");
    let walks = code.replace("\"1; 3; 4\"", "\"1 left\"").replace("\"1; 3\"", "\"6 left\"");
    let said = menagerie(&["repl", "@seed.lemmo", "--eval", &format!("lines = {walks}")]);
    assert_eq!((said.status, said.out.as_str()), (0, "Ada\twon\nBo\tlost\nCy\tunsolved\n"), "{said:?}");
}

#[test]
fn only_moves_that_are_vectors_have_bits() {
    for (file, has) in
        [("@flipper", true), ("@crosses", true), ("@three-colours", true), ("@easy", false), ("@live", false)]
    {
        let said = menagerie(&["repl", file, "--eval", "level:moves()[1].bits ~= nil"]);
        assert_eq!(said.out, format!("{has}\n"), "{file}: {said:?}");
    }
    // What a move changes does not depend on where the board stands.
    let said = menagerie(&["repl", "@flipper", "--eval", "level:press(1):moves()[8].bits"]);
    assert_eq!(said.out, "000000111\n");
    assert_eq!(menagerie(&["repl", "@hanoi", "--eval", "#level:moves()"]).status, 0);
}

#[test]
fn a_level_is_loaded_from_its_text() {
    let light =
        "level = load{ family = 'toggle', text = [[\nboard = \"3x3\"\nmoves = \"plus\"\nstart = \"100000000\"\n]] }";
    let said = menagerie(&["repl", "--eval", light, "--eval", "level:solve().presses"]);
    assert_eq!((said.status, said.out.as_str()), (0, "{ 1, 3, 6, 7, 8 }\n"), "{said:?}");
    for (text, refusal) in [
        ("load{ family = 'toggle' }", "load needs the level's text"),
        ("load{ text = 'x' }", "the text is of no format known here"),
        ("load{ family = 'frog', text = 'x' }", "no family 'frog'; expected one of toggle"),
        ("load{ family = 'toggle', text = 'x', goal = 1 }", "load knows family and text, not the text 'goal'"),
        ("load('board = 1\\nmoves = 2')", "has several lines; expected load("),
        ("load('@flipper', 'toggle')", "load takes one thing"),
        ("load(7)", "load takes a name or a table, not the number 7"),
        ("load{ family = 'toggle', text = 'board = 3' }", "; expected"),
    ] {
        let said = menagerie(&["repl", "--eval", text]);
        assert_eq!((said.status, said.out.as_str()), (1, ""), "{text}");
        assert!(said.err.contains(refusal), "{text}: {said:?}");
    }
}

/// A process with pipes instead of a terminal: a signal ends it, whether it waits or runs.
#[cfg(unix)]
#[test]
fn signals_end_the_prompt_in_a_pipe() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    for (signal, status) in [("-TERM", 143), ("-HUP", 129)] {
        for (input, stopped) in [("print('begun')\n", false), ("for i = 1, 1e12 do end\n", true)] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_menagerie"))
                .arg("repl")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            // Standard input stays open: without the signal it would wait for more.
            let mut held = child.stdin.take().unwrap();
            held.write_all(input.as_bytes()).unwrap();
            std::thread::sleep(std::time::Duration::from_secs(2));
            assert!(child.try_wait().unwrap().is_none(), "{input}");
            assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
            assert_eq!(child.wait().unwrap().code(), Some(status), "{signal} {input}");
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert_eq!(said.contains("ended from outside"), stopped, "{signal} {input}: {said}");
        }
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

/// Among given walls the way on is known, with no walls said Eel may still build.
#[test]
fn moves_are_run_with_options_behind_them() {
    let run = |options: &str| {
        let text = "load{ family = 'wall', text = '09\\n09\\n' }";
        menagerie(&["repl", "--eval", &format!("tostring({text}:run({{}}, {options}))")])
    };
    let (open, walled) = (run("{ rule = 'free' }"), run("{ rule = 'free', walls = '1,1' }"));
    assert_eq!((open.status, walled.status), (0, 0), "{open:?} {walled:?}");
    assert_ne!(open.out, walled.out);
    assert!(run("{ wall = '1,1' }").err.contains("'wall'"), "an unknown option is told");
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
    for name in [
        "load(",
        "gf2.xor(",
        "gf2.eliminate(",
        "gf2.kernel(",
        "gf(p)",
        "level:at(",
        "level:solve{",
        "level:run(",
        "level:press(",
    ] {
        assert!(said.out.contains(name), "{name}: {said:?}");
    }
    for name in ["gf", "gf(3).scale", "gf2.find", "\"gf2.find\"", "load", "\"level:solve\"", "gf2", "help"] {
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

    /// Types a line and waits for its answer and the next prompt: a key typed before the prompt is there may be lost.
    fn expect_answer(session: &mut PtySession, line: &str, answer: &str) {
        session.send_line(line).unwrap();
        session.exp_string(answer).unwrap();
        session.exp_string("> ").unwrap();
    }

    fn leave(mut session: PtySession) {
        session.send_control('d').unwrap();
        session.exp_eof().unwrap();
    }

    #[test]
    fn lines_are_run_and_errors_are_told() {
        let mut session = prompt("typing");
        expect_answer(&mut session, "6 * 7", "42");
        expect_answer(&mut session, "x = nil + 1", "attempt to perform arithmetic");
        expect_answer(&mut session, "load('@flipper'):solve()", "3 presses: 1, 3, 4");
        leave(session);
    }

    #[test]
    fn names_and_methods_are_completed() {
        let mut session = prompt("completion");
        session.send("gf2.eli\t").unwrap();
        session.flush().unwrap();
        session.exp_string("gf2.eliminate").unwrap();
        expect_answer(&mut session, "({ { names = { 'a' }, bits = '1' } })", "cell 1: a");
        expect_answer(&mut session, "f = load('@flipper') print('rea' .. 'dy')", "ready");
        session.send("f:sol\t").unwrap();
        session.flush().unwrap();
        session.exp_string("f:solve").unwrap();
        expect_answer(&mut session, "()", "1, 3, 4");
        leave(session);
    }

    #[test]
    fn an_unfinished_line_goes_on() {
        let mut session = prompt("lines");
        session.send_line("for i = 1, 2 do").unwrap();
        session.send_line("print('line', i)").unwrap();
        expect_answer(&mut session, "end", "line\t1");
        leave(session);
    }

    #[test]
    fn an_interrupt_ends_the_call_and_not_the_prompt() {
        let mut session = prompt("interrupt");
        session.send_line("print('begun') while true do end").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        session.send_control('c').unwrap();
        session.exp_string("ended from outside").unwrap();
        session.exp_string("> ").unwrap();
        expect_answer(&mut session, "'still ' .. 'here'", "still here");
        leave(session);
    }

    #[test]
    fn signals_end_the_prompt_and_leave_the_terminal_as_it_was() {
        use rexpect::process::{Signal, WaitStatus};
        for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
            for running in [false, true] {
                let mut session = prompt("signals");
                expect_answer(&mut session, "'kept ' .. 'line'", "kept line");
                if running {
                    session.send_line("print('begun') while true do end").unwrap();
                }
                std::thread::sleep(std::time::Duration::from_secs(1));
                session.process_mut().signal(signal).unwrap();
                // The editor gives the terminal back; a call that runs says that it was stopped.
                session.exp_string(if running { "ended from outside" } else { "\x1b[?2004l" }).unwrap();
                session.exp_eof().unwrap();
                let ended = session.process().wait().unwrap();
                assert!(
                    matches!(ended, WaitStatus::Exited(_, code) if code == status),
                    "{signal} {running}: {ended:?}"
                );
                let history = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("signals/history");
                assert!(std::fs::read_to_string(history).unwrap().contains("'kept '"), "{signal} {running}");
            }
        }
    }

    #[test]
    fn history_outlives_the_session() {
        let mut session = prompt("history");
        expect_answer(&mut session, "'remember ' .. 'me'", "remember me");
        leave(session);
        let kept = std::fs::read_to_string(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("history/history"));
        assert!(kept.unwrap().contains("remember "));
    }
}
