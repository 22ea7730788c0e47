//! Conditions that few games meet: which problems a text of our own gives, in which order.

use puzzlescript::compiler::{Code, CompileLimits, Compiled, compile};

/// Compiles a small game whose sections a test extends.
fn compiled(prelude: &str, legend: &str, sounds: &str, layers: &str, rules: &str) -> Compiled {
    let source = format!(
        "{prelude}\nOBJECTS\nBackground\nblue\n\nPlayer\nwhite\n\nWall\ngray\n\nGem\nred\n\nLEGEND\n. = Background\n\
         p = Player\n{legend}\nSOUNDS\n{sounds}\nCOLLISIONLAYERS\nBackground\nPlayer, Wall\nGem\n{layers}\nRULES\n{rules}\n\
         WINCONDITIONS\nLEVELS\n\n.p.\n"
    );
    compile(&source, &CompileLimits::default())
}

fn codes(compiled: &Compiled) -> Vec<&'static str> {
    compiled.problems.iter().map(|problem| problem.code.as_str()).collect()
}

/// The codes of the problems that lines of the prelude give.
fn of_prelude(prelude: &str) -> Vec<&'static str> {
    codes(&compiled(prelude, "", "", "", ""))
}

/// The codes of the problems that rules give.
fn of_rules(rules: &str) -> Vec<&'static str> {
    codes(&compiled("", "Solid = Wall or Player\nThing = Gem or Wall", "", "", rules))
}

#[test]
fn text_behind_comments_of_the_prelude() {
    assert_eq!(of_prelude("title a (b) c"), ["text-after-prelude-comment"]);
    // What follows the comment is taken for the missing value.
    assert_eq!(of_prelude("title (b) c"), ["missing-setting-value"]);
    assert_eq!(of_prelude("title (b) c (d) e"), ["missing-setting-value", "text-after-prelude-comment"]);
    // Behind a flag words are read without a problem, and anything else is one.
    assert_eq!(of_prelude("noundo (b) c (d) e"), Vec::<&str>::new());
    assert_eq!(of_prelude("noundo (b) c (d) !"), ["unreadable-prelude-line"]);
    assert_eq!(of_prelude("noundo c"), ["flag-with-value"]);
}

#[test]
fn junk_of_the_prelude() {
    assert_eq!(of_prelude("unknown words here"), ["unknown-setting"]);
    assert_eq!(of_prelude("unknown, words"), ["unknown-setting", "unreadable-prelude-line"]);
    assert_eq!(of_prelude("-- words"), ["unreadable-prelude-line"]);
}

#[test]
fn screens_that_are_no_sizes() {
    assert_eq!(of_prelude("flickscreen 5"), ["missing-screen-numbers"]);
    assert_eq!(of_prelude("flickscreen 5x6x7"), ["missing-screen-numbers"]);
    assert_eq!(of_prelude("flickscreen ax5"), ["invalid-screen-number", "invalid-screen-size"]);
    assert_eq!(of_prelude("zoomscreen 5x"), ["invalid-screen-number", "invalid-screen-size"]);
    assert_eq!(
        of_prelude("zoomscreen 0x-5"),
        ["screen-number-not-positive", "screen-number-not-positive", "screen-size-not-positive"]
    );
    assert_eq!(
        of_prelude("flickscreen 0x5\nzoomscreen 5 by 5"),
        ["screen-number-not-positive", "screen-size-not-positive", "missing-screen-numbers"]
    );
    assert_eq!(
        of_prelude("flickscreen 5.5xinfinity"),
        ["invalid-screen-number", "invalid-screen-number", "invalid-screen-size"]
    );
}

#[test]
fn sides_of_screens_are_numbers_of_32_bits() {
    assert_eq!(of_prelude("flickscreen 99999999999x5"), ["invalid-screen-number", "invalid-screen-size"]);
    assert_eq!(of_prelude("flickscreen 2147483648x5"), ["invalid-screen-number", "invalid-screen-size"]);
    assert_eq!(of_prelude("flickscreen -99999999999x5"), ["invalid-screen-number", "invalid-screen-size"]);
    let screen = |value: &str| {
        let compiled = compiled(&format!("flickscreen {value}"), "", "", "", "");
        (codes(&compiled), compiled.game.expect("a game").prelude.screen.flick)
    };
    assert_eq!(screen("2147483647X+5"), (Vec::new(), Some((2_147_483_647, 5))));
    assert_eq!(screen("99999999999x5"), (vec!["invalid-screen-number", "invalid-screen-size"], None));
    // The reference looks at the value, and then takes the digits at the beginning.
    assert_eq!(screen("1e1x5.0"), (Vec::new(), Some((1, 5))));
    assert_eq!(screen(".5e1x5"), (vec!["screen-number-without-digit", "invalid-screen-size"], None));
}

#[test]
fn both_screens_are_kept() {
    let game = compiled("zoomscreen 4x3\nflickscreen 8 x 6", "", "", "", "").game.expect("a game");
    assert_eq!((game.prelude.screen.flick, game.prelude.screen.zoom), (Some((8, 6)), Some((4, 3))));
}

#[test]
fn colours_of_the_prelude() {
    assert_eq!(
        of_prelude("text_color pinkish\nbackground_color #12"),
        ["invalid-text-colour", "invalid-background-colour"]
    );
    assert_eq!(of_prelude("text_color transparent\nbackground_color #12f"), Vec::<&str>::new());
    assert_eq!(of_prelude("color_palette 15"), ["unknown-palette"]);
    assert_eq!(of_prelude("color_palette 14"), Vec::<&str>::new());
}

#[test]
fn a_movement_word_behind_an_ellipsis_ends_no_row() {
    assert_eq!(of_rules("[ Player | ... > ] -> [ Player | ... ]")[0], "trailing-ellipsis");
    assert_eq!(of_rules("[ Player | > ] -> [ Player | ]")[0], "movement-without-object");
    assert_eq!(of_rules("[ Player | > ... ] -> [ Player | ]")[0], "movement-without-object");
}

#[test]
fn rules_that_join_no_group() {
    assert_eq!(of_rules("+ [ Player ] -> [ ]"), ["no-group-to-join"]);
    assert_eq!(of_rules("late + [ Player ] -> [ ]"), ["no-group-to-join", "misplaced-plus"]);
    assert_eq!(of_rules("[ Player ] -> [ ]\n+ + [ Player ] -> [ ]"), ["second-plus"]);
    assert_eq!(of_rules("[ Player ] -> [ ]\n+ late [ Player ] -> [ ]"), ["mixed-late-group"]);
    assert_eq!(of_rules("[ Player ] -> [ ]\n+ random [ Player ] -> [ ]"), ["random-in-joined-rule"]);
}

#[test]
fn words_in_wrong_places_of_a_rule() {
    assert_eq!(of_rules("[ Player ] | [ Gem ] -> [ ] [ ]"), ["bar-outside-brackets"]);
    assert_eq!(of_rules("[ Player ] ... -> [ ]"), ["ellipsis-outside-brackets"]);
    assert_eq!(of_rules("[ Player again ] -> [ ]"), ["command-before-arrow"]);
    assert_eq!(of_rules("[ Player ] -> again [ ]"), ["command-before-bracket"]);
    assert_eq!(of_rules("late rigid [ Player ] -> [ ]"), ["late-rigid-rule"]);
    assert_eq!(
        of_rules("[ > ] -> [ > ]"),
        ["movement-without-object", "bracket-in-unfinished-cell", "row-without-cell"]
    );
}

#[test]
fn overlaps_are_listed_without_and_when_there_are_two() {
    let ditto = |rule: &str| {
        let compiled = compiled("", "Solid = Wall or Player", "", "", rule);
        let problem = compiled.problems.into_iter().find(|problem| problem.code == Code::RuleNeverApplies);
        problem.expect("an overlap").filled("{A}/{B}{ditto}")
    };
    assert_eq!(ditto("[ Player Wall ] -> [ Gem ]"), "WALL/PLAYER");
    let two = "[ Player Wall ] -> [ Gem ]\n+ [ Wall Player ] -> [ Gem ]";
    let compiled = compiled("", "", "", "", two);
    let texts: Vec<String> = compiled.problems.iter().map(|problem| problem.filled("{A}/{B}{ditto}")).collect();
    assert_eq!(texts, ["WALL/PLAYER", "WALL/PLAYER (ditto for PLAYER/WALL)"]);
}

#[test]
fn random_spawns() {
    assert_eq!(of_rules("[ Player ] -> [ Player random Gem ]"), ["random-single-object"]);
    assert_eq!(of_rules("[ Player ] -> [ Player random Solid ]"), ["random-may-share-layer"]);
    assert_eq!(of_rules("[ random Solid ] -> [ ]"), ["random-on-left"]);
    assert_eq!(of_rules("[ Player ] -> [ random Solid Player ]"), ["cell-shares-layer"]);
}

#[test]
fn ellipses_in_wrong_places() {
    assert_eq!(of_rules("[ ... | Player ] -> [ ... | Player ]"), ["ellipsis-at-row-edge"]);
    assert_eq!(of_rules("[ Player | ... ... | Gem ] -> [ Player | ... | Gem ]"), ["crowded-ellipsis"]);
    assert_eq!(of_rules("[ Player | ... | Gem ] -> [ Player | Gem | Gem ]"), ["ellipsis-on-left-alone"]);
    assert_eq!(of_rules("[ Player | Gem | Gem ] -> [ Player | ... | Gem ]"), ["ellipsis-on-right-alone"]);
    assert_eq!(of_rules("[ Player | ... | ... | Gem ] -> [ Player | ... | ... | Gem ]"), ["repeated-ellipsis"]);
}

#[test]
fn loops_in_the_middle_of_a_group() {
    assert_eq!(of_rules("[ Player ] -> [ ]\nstartloop\n+ [ Gem ] -> [ ]\nendloop"), ["loop-inside-group"]);
    assert_eq!(of_rules("endloop"), ["endloop-outside-loop", "unclosed-loop"]);
    assert_eq!(of_rules("startloop"), ["unclosed-loop"]);
}

#[test]
fn sounds_that_break_off() {
    let of_sounds = |sounds| compiled("", "Both = Player and Gem", sounds, "", "");
    assert_eq!(codes(&of_sounds("sfx0")), ["incomplete-sound"]);
    assert_eq!(codes(&of_sounds("player")), ["incomplete-sound"]);
    let moved = of_sounds("player move");
    assert_eq!(codes(&moved), ["sound-ends-without-seed"]);
    assert_eq!(moved.game.expect("a game").sounds.moved[0].seed, "move");
    assert_eq!(codes(&of_sounds("player move up")), ["sound-ends-without-seed"]);
    assert_eq!(codes(&of_sounds("sfx0 ?")), ["sound-event-without-seed"]);
    assert_eq!(codes(&of_sounds("both create 5")), ["sound-of-aggregate"]);
    assert_eq!(codes(&of_sounds("sfx0 1\nsfx0 2")), ["duplicate-sound-event"]);
}

#[test]
fn a_layer_names_the_word_that_is_not_declared() {
    let compiled = compiled("", "Later = Gone\nAll_of = Gem or Gone", "", "later\nall_of", "");
    let problems = compiled.problems.iter().filter(|problem| problem.code == Code::UndeclaredLayerName);
    let texts: Vec<String> = problems.map(|problem| problem.filled("{NAME}")).collect();
    assert_eq!(texts, ["LATER", "ALL_OF"]);
}

#[test]
fn keys_that_stand_for_several_objects() {
    let source = "OBJECTS\nBackground\nblue\n\nPlayer\nwhite\n\nLEGEND\n. = Background\np = Player\n? = Player or Background\n\
        SOUNDS\nCOLLISIONLAYERS\nBackground\nPlayer\nRULES\nWINCONDITIONS\nLEVELS\n\n.p.\n.?.\n";
    let compiled = compile(source, &CompileLimits::default());
    let places: Vec<_> = compiled.problems.iter().map(|problem| (problem.code.as_str(), problem.line)).collect();
    assert_eq!(places, [("undeclared-level-key", Some(21)), ("property-in-level", Some(21))]);
}

#[test]
fn objects_without_a_place_or_a_look() {
    let source = "OBJECTS\nBackground\n\nPlayer\nwhite red #0 blu\n00000\n0?000\n\nRed\n2\n\nLEGEND\nSOUNDS\nCOLLISIONLAYERS\n\
        Player\nRULES\nWINCONDITIONS\nLEVELS\n\nmessage hi\nmessagehi\n";
    let found = compile(source, &CompileLimits::default());
    assert_eq!(
        codes(&found),
        [
            "unknown-object-colour",
            "invalid-pixel",
            "unknown-object-colour",
            "message-without-blank",
            "object-without-colour",
            "sprite-not-five-by-five",
            "object-without-colour",
            "object-without-layer",
            "object-without-layer"
        ]
    );
}

#[test]
fn names_of_objects_that_are_taken() {
    let source = "OBJECTS\nBackground b\nblue\n\nb\nred\n\nBackground\nred\n\nmove\nred\n\n,\nPlayer ,\nred\n\nLEGEND\nSOUNDS\n\
        COLLISIONLAYERS\nBackground, player\nBackground\nRULES\nWINCONDITIONS\nalls player\nall\nsome player\nno ?\nLEVELS\n";
    let found = compile(source, &CompileLimits::default());
    assert_eq!(
        codes(&found)[..6],
        [
            "object-name-in-use",
            "duplicate-object",
            "object-name-is-keyword",
            "invalid-object-name",
            "shared-background-layer",
            "object-in-several-layers"
        ]
    );
}

#[test]
fn a_text_without_errors_is_in_no_other_dialect() {
    let rule = "[ @a ] -> [ ]";
    assert!(compiled("", "@a = Gem", "", "", rule).dialect.is_empty());
    assert_eq!(compiled("", "", "", "", rule).dialect.iter().map(|note| note.line).collect::<Vec<_>>(), [27]);
    let note = compiled("sprite_size 8", "", "", "", "").dialect.remove(0);
    let text =
        "1: this line uses the setting `sprite_size`, which PuzzleScript Plus or Next has; expected PuzzleScript";
    assert_eq!(note.to_string(), text);
}

#[test]
fn titles_that_do_not_fit() {
    let long = |words: usize| vec!["a".repeat(30); words].join(" ");
    assert_eq!(of_prelude(&format!("title {}", long(5))), Vec::<&str>::new());
    assert_eq!(of_prelude(&format!("title {}", long(6))), ["title-too-long"]);
    assert_eq!(of_prelude(&format!("title {}\nnoaction", long(6))), Vec::<&str>::new());
    assert_eq!(of_prelude(&format!("title {}\nnoundo", long(6))), ["title-too-long"]);
    assert_eq!(of_prelude(&format!("title {}\nauthor {}", long(2), long(5))), ["author-too-long"]);
    assert_eq!(of_prelude(&format!("title {}\nauthor {}", long(5), long(2))), ["title-too-long", "author-too-long"]);
}

/// The codes of the problems that lines of the legend give, with their lines behind the line `p = Player`.
fn of_legend(legend: &str) -> Vec<(&'static str, Option<u32>)> {
    let compiled = compiled("", legend, "", "", "");
    compiled.problems.iter().map(|problem| (problem.code.as_str(), problem.line.map(|line| line - 17))).collect()
}

#[test]
fn an_aggregate_of_properties() {
    let (said, joined) = (|line| ("property-in-aggregate", Some(line)), ("mixed-legend-kinds", None));
    let properties = "Solid = Wall or Player\nThing = Gem or Wall\n";
    assert_eq!(of_legend(&format!("{properties}Both = Solid and Gem")), [said(3), joined]);
    // A line says it once, the dictionary for each of its properties.
    assert_eq!(of_legend(&format!("{properties}Both = Solid and Thing")), [said(3), joined, joined]);
    // So does every line that reaches a property through another aggregate, or through a synonym.
    let through =
        format!("{properties}Both = Solid and Gem\nMore = Background and Both\nStone = Thing\nLast = Gem and Stone");
    assert_eq!(of_legend(&through), [said(3), said(4), said(6), joined, joined, joined]);
    let names = compiled("", &through, "", "", "").problems;
    let names: Vec<String> = names.iter().skip(3).map(|problem| problem.filled("{NAME} {OTHER}")).collect();
    assert_eq!(names, ["BOTH SOLID", "MORE SOLID", "LAST THING"]);
}

#[test]
fn entries_that_contain_each_other_come_to_an_end() {
    let aggregates = "a = b and Gem\nb = a and Wall\nc = a and b";
    let properties = "q = r or Gem\nr = q or Wall\ns = q or r or t\nt = Gem and Wall\nu = s or Wall";
    for legend in [aggregates, properties] {
        let compiled = compiled("", legend, "", "", "");
        assert_eq!(compiled.problems[0].code.as_str(), "undeclared-legend-name", "{:?}", compiled.problems);
        assert!(compiled.game.is_some());
    }
    assert!(of_legend(properties).contains(&("aggregate-in-property", Some(5))));
}

#[test]
fn a_background_of_objects_that_do_not_exist() {
    let source = |legend: &str, layers: &str, level: &str| {
        let source = format!(
            "OBJECTS\nFloor\nblue\n\nPlayer\nwhite\n\nLEGEND\np = Player\n. = Floor\n{legend}\nSOUNDS\n\
             COLLISIONLAYERS\n{layers}\nFloor\nPlayer\nRULES\nWINCONDITIONS\nLEVELS\n\n{level}\n"
        );
        compile(&source, &CompileLimits::default())
    };
    let of = |legend: &str, layers: &str| codes(&source(legend, layers, "p."));
    // The first member is the background. What is not declared has no layer.
    assert_eq!(
        of("Background = x or y", "Background"),
        ["undeclared-legend-name", "undeclared-legend-name", "undeclared-layer-name", "background-without-layer"]
    );
    assert_eq!(
        of("Background = x or y", ""),
        ["undeclared-legend-name", "undeclared-legend-name", "background-without-layer"]
    );
    assert_eq!(of("Background = x", ""), ["undeclared-legend-name", "background-without-layer"]);
    assert_eq!(
        of("Background = x or Floor", ""),
        ["undeclared-legend-name", "background-in-several-layers", "background-without-layer"]
    );
    assert_eq!(of("Background = Floor or x", ""), ["undeclared-legend-name"]);
    // Cells need a background only where there are some.
    assert_eq!(
        codes(&source("Background = x or y", "", "message hello")),
        ["undeclared-legend-name", "undeclared-legend-name"]
    );
    let found = source("Background = x or y", "Background", "p.");
    let values: Vec<String> = found.problems.iter().map(|problem| problem.filled("{NAME}")).collect();
    assert_eq!(values[..3], ["X", "Y", "BACKGROUND"]);
    assert_eq!(found.errors, 4);
}

#[test]
fn a_player_of_objects_that_do_not_exist() {
    let of = |legend: &str| {
        let source = format!(
            "OBJECTS\nBackground\nblue\n\nGem\nwhite\n\nLEGEND\n. = Background\n{legend}\nSOUNDS\n\
             COLLISIONLAYERS\nBackground\nGem\nRULES\nWINCONDITIONS\nLEVELS\n\n.\n"
        );
        codes(&compile(&source, &CompileLimits::default()))
    };
    assert_eq!(of("Player = x or y"), ["undeclared-legend-name", "undeclared-legend-name", "undeclared-name"]);
    assert_eq!(of("Player = x and y"), ["undeclared-legend-name", "undeclared-legend-name", "undeclared-name"]);
    assert_eq!(of("Player = x"), ["undeclared-legend-name", "undeclared-name"]);
    assert_eq!(of("Player = Gem or x"), ["undeclared-legend-name"]);
    assert_eq!(of("Player = Gem and x"), ["undeclared-legend-name"]);
}
