//! Control characters in what scripts, worlds, levels, files and their names supply: none reaches standard output or
//! standard error as it is.

use crate::terminal;

use crate::cli::{CliOutput, fed, file, folder, menagerie};
use picture::printable::is_hidden;
use serde_json::Value;

/// Clears the screen, in two ways; names the window; turns the direction of writing.
const HOSTILE: &str = "\u{1b}[2J\u{9b}2J\u{1b}]0t\u{7}\r\u{202e}";
/// The hostile characters as a Luau string escapes them.
const ESCAPED: &str = r"\27[2J\u{9b}2J\27]0t\7\r\u{202e}";

/// A game of one player whose every text is hostile, as far as control characters are not refused in it.
fn hostile_script() -> String {
    let text = r#"
return {
    name = "name X",
    goal = "goal \u{202e}",
    rules = "rules \u{202e}",
    about = "about X",
    start = 3,
    moves = function(state)
        if state == 0 then return {} end
        return { { name = "one \u{202e}", to = state - 1 }, { name = "stay \u{202e}", to = state } }
    end,
    solved = function(state) return state == 0 end,
    say = function(state) return "heap \u{202e}: " .. state end,
    legend = { block = "wall", piece0 = "\u{202e}box" },
    draw = function(state)
        return {
            cells = { { x = 0, y = 0, role = "block", label = "X" }, { x = 1, y = 0, role = "ground", label = "\27\27\27" } },
            pieces = { { x = 1, y = 0, role = "piece0", label = "\27[31m" } },
            caption = "caption X " .. state,
        }
    end,
}
"#;
    text.replace('X', ESCAPED)
}

/// Neither standard output nor standard error holds a hidden character.
fn harmless(what: &str, said: &CliOutput) {
    for (stream, text) in [("output", &said.out), ("error", &said.err)] {
        assert!(!text.contains(is_hidden), "{what}: standard {stream}: {text:?}");
    }
}

/// As [`harmless`], and one of the two shows the hostile text in caret notation.
fn shows(what: &str, said: &CliOutput) {
    harmless(what, said);
    assert!(said.out.contains("^[[2J") || said.err.contains("^[[2J"), "{what}: {said:?}");
}

#[test]
fn texts_of_a_script_are_written_out_on_every_verb() {
    let folder = folder("hidden-script");
    let level = file(&folder, "hostile.luau", hostile_script());
    let name = "one \u{202e}";
    let moves = serde_json::to_string(&[name]).unwrap();
    for arguments in [
        vec!["show", &level],
        vec!["solve", &level],
        vec!["count", &level],
        vec!["hint", &level],
        vec!["run", &level, &moves],
        vec!["map", &level],
        vec!["check", &level, "--par"],
        vec!["hint", &level, "--moves", &moves],
    ] {
        harmless(&arguments.join(" "), &menagerie(&arguments));
    }
    shows("show", &menagerie(&["show", &level]));
    shows("solve", &menagerie(&["solve", &level]));
    shows("a move that is not known", &menagerie(&["run", &level, HOSTILE]));
    let game =
        "look\nlook move 1\nmoves\nhint\nhint\n1\nsolution\nrules\nlook heap\u{1b}[2J\nreplay\nsave \u{1b}[2J/x\nq\n";
    shows("play", &fed(&["play", &level, "--plain"], game.as_bytes()));
    let prompt = format!(
        "level = load({level:?})\nprint(level)\nlevel:solve()\nprint(\"{ESCAPED}\")\n\"{ESCAPED}\"\n{{[\"{ESCAPED}\"]=1}}\nlevel:rules()\nerror(\"{ESCAPED}\")\n"
    );
    shows("repl", &fed(&["repl"], prompt.as_bytes()));
}

#[test]
fn json_keeps_the_texts_and_escapes_them() {
    let folder = folder("hidden-json");
    let level = file(&folder, "hostile.luau", hostile_script());
    for question in ["show", "solve", "hint"] {
        let said = menagerie(&[question, &level, "--json"]);
        harmless(question, &said);
        let text = Value::to_string(&said.json());
        // Read again, the texts are as the script gave them.
        assert!(text.contains('\u{202e}'), "{question}: {text:?}");
    }
}

#[test]
fn errors_and_names_of_files_are_written_out() {
    let folder = folder("hidden-errors");
    for (name, text) in [
        ("fails.luau", format!("error(\"{ESCAPED}\")")),
        ("syntax.luau", format!("return {HOSTILE}")),
        ("wrong.toggle", format!("board = \"{HOSTILE}\"\n")),
        ("wrong.lemmo", format!("#.{HOSTILE}\n")),
        ("wrong.pebble", format!("{HOSTILE} = 1\n")),
        ("wrong.wall", HOSTILE.to_owned()),
        ("wrong.bunny", HOSTILE.to_owned()),
        ("a\u{1b}[2J.lemmo", "nothing".to_owned()),
    ] {
        let level = file(&folder, name, text);
        let said = menagerie(&["solve", &level]);
        assert_ne!(said.status, 0, "{said:?}");
        harmless(name, &said);
    }
    // The library that reads the command line takes escape sequences out of what it quotes.
    harmless("an option", &menagerie(&["solve", "@seed.lemmo", "--at", HOSTILE]));
    harmless("an unknown option", &menagerie(&["solve", "@seed.lemmo", "--\u{9b}2J\u{1b}[2J"]));
    shows("a file that is not there", &menagerie(&["show", "\u{1b}[2J.lemmo"]));
    let answer = file(&folder, "answer.json", "{\"\u{9b}2J\"");
    harmless("an answer", &menagerie(&["verify", "@seed.lemmo", &answer]));
}

#[test]
fn texts_of_a_world_are_written_out() {
    let folder = folder("hidden-world");
    let map = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"10\" tilewidth=\"1\" tileheight=\"1\">\
        <objectgroup name=\"ground\"><object x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>\n\
        <objectgroup name=\"objects\"><object type=\"cat\" name=\"Tom &#x9b;2J&#x202e;\" x=\"3\" y=\"8.6\"><point/></object>\
        <object type=\"cat\" x=\"9\" y=\"8.6\"><point/></object></objectgroup></map>";
    file(&folder, "my.tmx", map);
    file(
        &folder,
        "cat.luau",
        format!(
            "print(\"{ESCAPED}\")\nfunction process(element)\n game.say(element, \"{ESCAPED}\")\n\
             if element.id == 2 then error(\"{ESCAPED}\") end\nend"
        ),
    );
    let world = file(
        &folder,
        "my.world.toml",
        "title = \"t \\u001b[2J\\u009b\"\nmap = \"my.tmx\"\n[kinds.cat]\nscript = \"cat.luau\"\n",
    );
    shows("world run", &menagerie(&["world", "run", &world, "--steps", "3"]));
    shows("world show", &menagerie(&["world", "show", &world]));
    harmless("world run --json", &menagerie(&["world", "run", &world, "--steps", "3", "--json"]));
}

/// The sequences of [`HOSTILE`] that the program itself never writes.
#[cfg(unix)]
fn obeyed(written: &str) -> bool {
    written.contains("\u{1b}]0t") || written.contains("\u{9b}") || written.contains("\u{202e}")
}

#[test]
#[cfg(unix)]
fn a_terminal_gets_none_of_them() {
    let folder = folder("hidden-terminal");
    let level = file(&folder, "hostile.luau", hostile_script());
    for (arguments, shown) in [
        (vec!["show", &level], "caption ^[[2J"),
        (vec!["solve", &level, "--csv", "-"], "one <U+202E>"),
        (vec!["world", "run", "@tower", "--\u{9b}2J"], "<U+009B>2J"),
    ] {
        let mut terminal = terminal::TestTerminal::new(terminal::binary(), &arguments, (100, 40), &folder);
        terminal.end();
        terminal.until(shown);
        assert!(!obeyed(&terminal.written()), "{arguments:?}: {:?}", terminal.written());
    }
    let mut terminal = terminal::TestTerminal::new(terminal::binary(), &["play", &level], (100, 40), &folder);
    terminal.until("Best possible: ");
    for told in ["It can be solved", "It takes less than", "Best now"] {
        terminal.keys("h");
        terminal.until(told);
    }
    terminal.keys("?");
    terminal.keys("\u{1b}");
    terminal.keys("q");
    terminal.end();
    assert!(!obeyed(&terminal.written()), "{:?}", terminal.written());
}
