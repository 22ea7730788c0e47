//! Texts that ask for too much are refused with a problem of their own before much work or memory is spent.

use puzzlescript::compiler::{Code, CompileLimits, Compiled, Stopped, compile};

/// A game with a section of our own in place of the usual one.
fn game(objects: &str, legend: &str, layers: &str, rules: &str, levels: &str) -> String {
    format!(
        "OBJECTS\nbackground\nblue\n\nplayer\nred\n\n{objects}\nLEGEND\n. = background\np = player\n{legend}\nSOUNDS\n\
         COLLISIONLAYERS\nbackground\nplayer\n{layers}\nRULES\n{rules}\nWINCONDITIONS\nLEVELS\n{levels}\n"
    )
}

fn compiled(source: &str) -> Compiled {
    compile(source, &CompileLimits::default())
}

/// The codes of the problems, each once.
fn codes(compiled: &Compiled) -> Vec<Code> {
    let mut codes: Vec<Code> = compiled.problems.iter().map(|problem| problem.code).collect();
    codes.dedup();
    codes
}

fn is_refused(source: &str, code: Code) {
    let compiled = compiled(source);
    assert_eq!((codes(&compiled).last(), compiled.stopped), (Some(&code), Some(Stopped::Limit)));
    assert!(compiled.game.is_none());
}

/// `count` objects of a layer of their own, and their names.
fn objects(count: usize) -> (String, Vec<String>) {
    let names: Vec<String> = (0..count).map(|number| format!("thing{number}")).collect();
    (names.iter().map(|name| format!("{name}\nred\n\n")).collect(), names)
}

#[test]
fn a_plain_game_compiles() {
    let compiled = compiled(&game("", "", "", "[ > player | ] -> [ > player | ]", ".p."));
    assert_eq!((codes(&compiled), compiled.errors), (vec![], 0));
    assert!(compiled.game.is_some());
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    is_refused(&" ".repeat(5 << 20), Code::TooLong);
}

#[test]
fn movements_that_multiply_are_refused() {
    let row = ["moving player"; 12].join(" | ");
    is_refused(&game("", "", "", &format!("[ {row} ] -> [ {row} ]"), ".p."), Code::TooManyRules);
}

#[test]
fn properties_that_multiply_are_refused() {
    let (declared, names) = objects(60);
    let legend = format!("any = {}\n", names.join(" or "));
    let row = ["any"; 8].join(" | ");
    let rule = format!("[ {row} ] -> [ {} ]", ["player"; 8].join(" | "));
    is_refused(
        &game(
            &declared,
            &legend.replace("any =", "all_things ="),
            &names.join("\n"),
            &rule.replace("any", "all_things"),
            ".p.",
        ),
        Code::TooManyRules,
    );
}

#[test]
fn aggregates_that_double_are_refused() {
    let (declared, names) = objects(2);
    let doubled = |number: usize| format!("a{} = a{number} and a{number} and thing0\n", number + 1);
    let legend = format!("a0 = thing0 and thing1\n{}", (0..60).map(doubled).collect::<String>());
    is_refused(&game(&declared, &legend, &names.join("\n"), "", ".p."), Code::TooMuchWork);
}

#[test]
fn an_aggregate_that_contains_itself_ends() {
    // Names behind an object's name are synonyms of it, so that `wall` is part of itself through `3`.
    let declared = "wall\nblue\n\nlink\nred\n\n3 wall\nred\n\nlink2\nred\n\n";
    let legend = "4 = wall and link\nlink2 = 4\n3 = wall and link2 and link\n";
    let source = game(declared, legend, "wall\nlink", "[ link2 ] -> [ 3 ]", ".p.");
    let compiled = compiled(&source);
    assert!(compiled.game.is_some() || compiled.stopped.is_some());
}

#[test]
fn one_rule_of_many_directions_is_refused() {
    let rule = format!("{}[ player | ] -> [ | player ]", "up ".repeat(300_000));
    is_refused(&game("", "", "", &rule, ".p."), Code::TooManyRules);
}

#[test]
fn many_rule_lines_are_refused() {
    is_refused(&game("", "", "", &"[]->[]\n".repeat(250_000), ".p."), Code::TooManyRules);
}

#[test]
fn a_cell_of_many_objects_is_refused() {
    let rule = format!("[ {} ] -> [ ]", "player ".repeat(100_000));
    is_refused(&game("", "", "", &rule, ".p."), Code::TooMuchWork);
}

#[test]
fn a_level_that_is_too_large_is_refused() {
    let row = format!("{}\n", ".".repeat(1001));
    is_refused(&game("", "", "", "", &row.repeat(1000)), Code::TooManyCells);
    // Rows after the first count as long as the first.
    is_refused(&game("", "", "", "", &format!("{}\n{}", ".".repeat(20_000), ".\n".repeat(60))), Code::TooManyCells);
}

#[test]
fn a_board_of_a_million_cells_compiles() {
    let row = format!("{}\n", "p".repeat(1000));
    let compiled = compiled(&game("", "", "", "[ player ] -> [ player ]", &row.repeat(1000)));
    assert_eq!((codes(&compiled), compiled.errors), (vec![], 0));
}

#[test]
fn many_layers_compile_and_too_many_are_refused() {
    let (declared, names) = objects(900);
    let many = compiled(&game(
        &declared,
        "",
        &names.join("\n"),
        "[ > player | thing899 ] -> [ > player | > thing899 ]",
        ".p.",
    ));
    assert_eq!((codes(&many), many.game.expect("a game").layers.len()), (vec![], 902));
    let (declared, names) = objects(1100);
    is_refused(&game(&declared, "", &names.join("\n"), "", ".p."), Code::TooManyLayers);
}

#[test]
fn a_rule_that_matches_a_hundred_thousand_ways_is_compiled() {
    let (declared, names) = objects(300);
    let legend = format!("some_thing = {}\n", names.join(" or "));
    let rule = "right [ some_thing | some_thing ] -> [ | ]";
    let compiled = compiled(&game(&declared, &legend, &names.join("\n"), rule, ".p."));
    assert_eq!(codes(&compiled), vec![]);
    assert_eq!(compiled.game.expect("a game").early[0].rules.len(), 90_000);
}

#[test]
fn junk_ends_soon() {
    let texts = [
        "(".repeat(1 << 20),
        ")".repeat(1 << 20),
        "[".repeat(1 << 20),
        "! (a)".repeat(1 << 18),
        "title ".repeat(1 << 18),
        "=\n".repeat(1 << 20),
        format!("OBJECTS\n{}", "a b c\n".repeat(1 << 18)),
        format!("OBJECTS\nLEGEND\n{}", "a = b\n".repeat(1 << 18)),
        game("", "", "", &format!("[ player ] -> [ player ]{}", " player".repeat(1 << 18)), ".p."),
        game("", "", "", &format!("[ player ] -> [ player ]{}", " again".repeat(1 << 18)), ".p."),
        game("", "", "", &"startloop\nendloop\n".repeat(1 << 16), ".p."),
        game("", &format!("a = {}", "player or ".repeat(1 << 16)), "", "", ".p."),
        game("", "", &"player\n".repeat(1 << 16), "", ".p."),
        game("", "", "", "", &"message a\n".repeat(1 << 18)),
        game("", "", "", "", &"\u{1f600}".repeat(1 << 18)),
    ];
    for text in texts {
        let compiled = compiled(&text);
        assert!(compiled.problems.len() <= 102);
    }
}

#[test]
fn no_prefix_of_a_game_panics() {
    let source = game(
        "crate\nbrown\n00000\n0.0.0\n00000\n0.0.0\n00000\n\n",
        "c = crate\nboth = player and crate\neither = player or crate\n",
        "crate",
        "startloop\n[ > player | ... | no crate ] [ either ] -> [ < player | ... | crate ] [ random either ] again\nendloop\nlate rigid [ both ] -> cancel\n+ [ moving either ] -> message (x)",
        "message Hello\n\n.pc\n..",
    );
    for end in (0..source.len()).filter(|&end| source.is_char_boundary(end)) {
        let _ = compiled(&source[..end]);
        let _ = compiled(&source[end..]);
    }
}
