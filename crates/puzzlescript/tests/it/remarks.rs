//! What authors are told: a text with one mistake gives one remark, with the nearest declared name.

use puzzlescript::compiler::{CompileLimits, Effect, Remark, Severity, compile, compile_without_presentation};
use puzzlescript::interrupt::Interrupt;

const GAME: &str = "\
title T

OBJECTS
Background
black

Wall
brown

Player
green
.....
.000.
.000.
.000.
.....

Crate
orange

Target
blue

LEGEND
. = Background
# = Wall
P = Player
* = Crate
O = Target
@ = Crate and Target
Solid = Wall or Crate

SOUNDS
sfx0 123
Crate move 123

COLLISIONLAYERS
Background
Target
Player, Wall, Crate

RULES
[ > Player | Crate ] -> [ > Player | > Crate ] again
late [ Player Target ] -> [ Player Target ] sfx0

WINCONDITIONS
all Target on Crate

LEVELS

#####
#P*O#
#####
";

fn remarks(text: &str) -> Vec<Remark> {
    compile(text, &CompileLimits::default()).remarks(text)
}

/// A remark as place and message.
fn words(remark: &Remark) -> String {
    let place = |place: Option<u32>| place.map_or("-".to_owned(), |place| place.to_string());
    format!("{}:{} {}", place(remark.line), place(remark.column), remark.message)
}

#[test]
fn one_mistake_is_one_error() {
    assert_eq!(remarks(GAME), []);
    let cases = [
        ("orange", "oragne", "19:1 \"oragne\" is not a colour of the object CRATE (did you mean orange?)"),
        ("# = Wall", "# = Wal", "26:5 WAL is not declared (did you mean Wall?)"),
        ("Crate and Target", "Crate and Targt", "30:15 TARGT is not declared (did you mean Target?)"),
        ("Crate move", "Crat move", "35:1 \"crat\" is not declared (did you mean Crate?)"),
        ("move 123", "moev 123", "35:7 the object has no sound verb (did you mean move?)"),
        ("Background\nTarget\n", "Background\nTarge\n", "39:1 TARGE is not declared (did you mean Target?)"),
        ("Wall, Crate", "Wal, Crate", "40:9 WAL is not declared (did you mean Wall?)"),
        ("Wall, Crate", "Wall", "18:1 CRATE is in no collision layer"),
        (
            "| Crate ] ->",
            "| Crat ] ->",
            "43:14 \"crat\" is not declared and is no word of a rule (did you mean Crate?)",
        ),
        ("> Crate ]", "> Crat ]", "43:40 \"crat\" is not declared and is no word of a rule (did you mean Crate?)"),
        ("again", "agian", "43:48 \"agian\" is not declared and is no word of a rule (did you mean again?)"),
        ("late [", "laet [", "44:1 \"laet\" is not declared and is no word of a rule (did you mean late?)"),
        ("Crate ] -> [ >", "Crate ] [ >", "43:1 this rule has no arrow"),
        ("-> [ > Player |", "-> [ > Player Player |", "43:36 PLAYER is repeated in one cell"),
        ("on Crate", "on Crat", "47:15 \"CRAT\" is not declared (did you mean Crate?)"),
        ("all Target", "som Target", "47:1 a win condition begins with \"SOM\" (did you mean some?)"),
        ("#P*O#", "#P*O?", "52:5 ? is not declared as a key of levels"),
        (".000.\n.....", ".0x0.\n.....", "15:3 the sprite of PLAYER holds something that is no pixel"),
        ("title T", "tilte T", "1:1 the prelude knows no setting that begins like this (did you mean title?)"),
    ];
    for (right, wrong, expected) in cases {
        assert!(GAME.contains(right), "{right}");
        let found = remarks(&GAME.replacen(right, wrong, 1));
        assert_eq!(found.iter().map(words).collect::<Vec<_>>(), [expected], "{wrong}");
        assert_eq!(found[0].severity, Severity::Error, "{wrong}");
    }
}

#[test]
fn legend_entries_that_mean_nothing_are_one_error() {
    let contains = "an aggregate (`and`) contains a property (`or`)";
    let cases = [
        ("Solid = Wall or Crate", "Solid = Wall or Crate\nBoth = Solid and Target", format!("32:14 {contains}")),
        // An aggregate that contains the wrong one says nothing new, and neither does its character in a level.
        (
            "Solid = Wall or Crate",
            "Solid = Wall or Crate\nk = Solid and Target\nMore = Background and k",
            format!("32:11 {contains}"),
        ),
    ];
    for (right, wrong, expected) in &cases {
        let text =
            GAME.replacen(right, wrong, 1).replace("#P*O#", if wrong.contains("k =") { "#P*k#" } else { "#P*O#" });
        assert_eq!(remarks(&text).iter().map(words).collect::<Vec<_>>(), [expected.as_str()], "{wrong}");
    }
    let background =
        GAME.replace("Background\nblack\n\n", "").replace(". = Background\n", "Background = Florr or Sky\n");
    let places: Vec<String> = remarks(&background).iter().map(words).collect();
    let not_declared = "is not declared";
    assert_eq!(places, [format!("22:14 FLORR {not_declared}"), format!("22:23 SKY {not_declared}")]);
}

#[test]
fn screens_are_told_once_with_their_value() {
    for (value, expected) in [
        ("99999999999x5", "\"99999999999\" is no whole number that a screen can have"),
        ("5x", "\"5x\" is not a size"),
        ("x", "\"x\" is not a size"),
        ("0x5", "\"0\" is not positive"),
        ("5 by 5", "these are not two numbers"),
    ] {
        let found = remarks(&GAME.replace("title T", &format!("title T\nzoomscreen {value}")));
        assert_eq!(found.iter().map(words).collect::<Vec<_>>(), [format!("2:12 {expected}")]);
        assert_eq!(found[0].severity, Severity::Warning);
    }
}

#[test]
fn a_command_of_another_dialect_is_told_once_with_its_line() {
    let told = "this line uses the command `undo`, which PuzzleScript Plus or Next has: what it changes in play is not known here";
    let rule = "late [ Player Target ] -> [ Player Target ] sfx0";
    for command in ["[ > Player | Wall ] -> undo", "[ > Player | Wall ] -> [ | ]UNDO", "[ Player ] -> [ undo ]"] {
        let text = GAME.replace(rule, command);
        assert_eq!(remarks(&text).iter().map(words).collect::<Vec<_>>(), [format!("44:1 {told}")], "{command}");
        let found = compile(&text, &CompileLimits::default());
        assert_eq!(found.other_play().map(|note| note.line), Some(44));
    }
    // What is misspelt beside it is told too.
    let found = remarks(&GAME.replace(rule, "[ > Player | Crat ] -> undo"));
    let slip = "44:14 \"crat\" is not declared and is no word of a rule (did you mean Crate?)";
    assert_eq!(found.iter().map(words).collect::<Vec<_>>(), [format!("44:1 {told}"), slip.to_owned()]);
}

#[test]
fn tags_are_told_once() {
    let told = "this line uses the section `tags`, which Pattern:Script or PuzzleScript Next has: what it changes in play is not known here";
    let tagged = GAME
        .replace("title T\n", "title T\n\n====\nTAGS\n====\n\nkind = a b\n")
        .replace("Crate\norange", "Crate:kind\norange")
        .replace("* = Crate\n", "* = Crate:a\n");
    let errors = |text: &str| -> Vec<String> {
        remarks(text).iter().filter(|remark| remark.severity == Severity::Error).map(words).collect()
    };
    assert_eq!(errors(&tagged), [format!("4:1 {told}")]);
    // Behind the heading OBJECTS too, where nothing is called so.
    let behind = GAME.replace("Background\nblack\n", "Background\nblack\n\nTAGS\n\nkind = a b\n");
    assert_eq!(errors(&behind), [format!("7:1 {told}")]);
}

#[test]
fn different_mistakes_of_one_line_are_told_apart() {
    let text = GAME.replace("[ > Player | Crate ] ->", "[ Plaier | Crat ] ->").replace("#P*O#", "#?*!#");
    let found = remarks(&text);
    let places: Vec<_> = found.iter().map(|remark| (remark.line, remark.column)).collect();
    // The first is what the reference counts: it finds most of them twice.
    assert_eq!(
        places,
        [(None, None), (Some(43), Some(3)), (Some(43), Some(12)), (Some(52), Some(2)), (Some(52), Some(4))]
    );
    assert_eq!(words(&found[0]), "-:- PuzzleScript counts 7 errors in this text and does not start it");
    assert_eq!(found[0].severity, Severity::Warning);
    assert!(!compile(&text, &CompileLimits::default()).starts());
}

#[test]
fn a_character_of_two_units_is_told_whole_and_once_a_line() {
    let found = remarks(&GAME.replace("#P*O#", "#P🧱🧱🤺#"));
    let errors = found.iter().filter(|remark| remark.severity == Severity::Error);
    let expected = ["52:3 🧱 is not declared as a key of levels", "52:5 🤺 is not declared as a key of levels"];
    assert_eq!(errors.map(words).collect::<Vec<_>>(), expected, "{found:?}");
}

#[test]
fn a_misspelt_heading_is_one_error() {
    for (right, wrong, line) in [
        ("OBJECTS", "OBEJCTS", 3),
        ("LEGEND", "LEEGND", 24),
        ("SOUNDS", "SONUDS", 33),
        ("COLLISIONLAYERS", "CollisionLayer", 37),
        ("RULES", "RUELS", 42),
        ("WINCONDITIONS", "WINCONDITION", 46),
        ("LEVELS", "LEVLES", 49),
    ] {
        let found = remarks(&GAME.replace(&format!("\n{right}\n"), &format!("\n{wrong}\n")));
        let errors: Vec<String> = found.iter().filter(|remark| remark.severity == Severity::Error).map(words).collect();
        let expected =
            format!("{line}:1 \"{wrong}\" is no heading (did you mean {right}?), and what follows is not read");
        assert_eq!(errors, [expected], "{found:?}");
    }
    // The errors before it are told with it; an object that is called nearly as a heading is none.
    let both = GAME.replace("orange", "oragne").replace("\nRULES", "\nRUELS");
    assert_eq!(remarks(&both).iter().filter(|remark| remark.severity == Severity::Error).count(), 2);
    let object = GAME.replace("Target", "Level").replace("LEVELS\n", "").replace("all ", "al ");
    assert!(remarks(&object).iter().all(|remark| !remark.message.contains("heading")), "{:?}", remarks(&object));
}

#[test]
fn what_other_dialects_add_for_the_looks_is_left_out_and_told() {
    let settings = [
        "smoothscreen 5x5",
        "tween_length 0.1",
        "level_select",
        "title_color red",
        "custom_font x",
        "skip_title_screen",
    ];
    let text = GAME
        .replace("title T", &format!("title T\n{}", settings.join("\n")))
        .replace("#####\n#P", "level One\n\n#####\n#P");
    let compiled = compile_without_presentation(&text, &CompileLimits::default(), &Interrupt::default());
    assert!(compiled.starts() && compiled.other_play().is_none(), "{:?}", compiled.problems);
    let found = compiled.remarks(&text);
    assert_eq!(found.len(), settings.len() + 1, "{found:?}");
    assert!(found.iter().all(|remark| remark.severity == Severity::Warning));
    let expected = "2:1 this line uses the setting `smoothscreen`, which PuzzleScript Plus or Next has: it changes no rule, and is ignored";
    assert_eq!(words(&found[0]), expected);
    // As the reference reads it, the text has too many errors.
    assert!(!compile(&text, &CompileLimits::default()).starts());
}

#[test]
fn what_other_dialects_change_in_play_is_told_in_place_of_what_follows() {
    let section = GAME.replace("title T\n", "title T\n\n====\nTAGS\n====\n\nkind = a b\n\n");
    let rule = GAME.replace("late [ Player Target ] -> [ Player Target ] sfx0", "global [ Player ] -> [ Player ]");
    for (text, line, feature) in [
        (section, 4, "the section `tags`"),
        (GAME.replace("title T", "title T\nmouse_left Player"), 2, "the setting `mouse_left`"),
        (GAME.replace("title T", "title T\ncase_sensitive"), 2, "the setting `case_sensitive`"),
        (rule, 44, "the rule prefix `global`"),
    ] {
        let compiled = compile_without_presentation(&text, &CompileLimits::default(), &Interrupt::default());
        let note = compiled.other_play().expect("a feature of another dialect");
        assert_eq!((note.line, &*note.feature, note.effect), (line, feature, Effect::Play));
        let found = compiled.remarks(&text);
        assert_eq!(
            found.iter().map(|remark| (remark.severity, remark.line)).collect::<Vec<_>>(),
            [(Severity::Error, Some(line))],
            "{found:?}"
        );
    }
}

#[test]
fn a_text_without_levels_is_told_at_the_heading() {
    let (head, _) = GAME.split_once("LEVELS").expect("the heading");
    let found = remarks(&format!("{head}LEVELS\n"));
    assert_eq!(found.iter().map(words).collect::<Vec<_>>(), ["49:1 there is no level"]);
}
