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
    assert_eq!(of_prelude("title a (b) c"), ["P07"]);
    // What follows the comment is taken for the missing value.
    assert_eq!(of_prelude("title (b) c"), ["P03"]);
    assert_eq!(of_prelude("title (b) c (d) e"), ["P03", "P07"]);
    // Behind a flag words are read without a problem, and anything else is one.
    assert_eq!(of_prelude("noundo (b) c (d) e"), Vec::<&str>::new());
    assert_eq!(of_prelude("noundo (b) c (d) !"), ["P06"]);
    assert_eq!(of_prelude("noundo c"), ["P04"]);
}

#[test]
fn junk_of_the_prelude() {
    assert_eq!(of_prelude("unknown words here"), ["P05"]);
    assert_eq!(of_prelude("unknown, words"), ["P05", "P06"]);
    assert_eq!(of_prelude("-- words"), ["P06"]);
}

#[test]
fn screens_that_are_no_sizes() {
    assert_eq!(of_prelude("flickscreen 5"), ["F04"]);
    assert_eq!(of_prelude("flickscreen 5x6x7"), ["F04"]);
    assert_eq!(of_prelude("flickscreen ax5"), ["F01", "F05"]);
    assert_eq!(of_prelude("zoomscreen 5x"), ["F01", "F05"]);
    assert_eq!(of_prelude("zoomscreen 0x-5"), ["F03", "F03", "F06"]);
    assert_eq!(of_prelude("flickscreen 0x5\nzoomscreen 5 by 5"), ["F03", "F06", "F04"]);
    assert_eq!(of_prelude("flickscreen 5.5xinfinity"), ["F01", "F01", "F05"]);
}

#[test]
fn sides_of_screens_are_numbers_of_32_bits() {
    assert_eq!(of_prelude("flickscreen 99999999999x5"), ["F01", "F05"]);
    assert_eq!(of_prelude("flickscreen 2147483648x5"), ["F01", "F05"]);
    assert_eq!(of_prelude("flickscreen -99999999999x5"), ["F01", "F05"]);
    let screen = |value: &str| {
        let compiled = compiled(&format!("flickscreen {value}"), "", "", "", "");
        (codes(&compiled), compiled.game.expect("a game").prelude.screen.flick)
    };
    assert_eq!(screen("2147483647X+5"), (Vec::new(), Some((2_147_483_647, 5))));
    assert_eq!(screen("99999999999x5"), (vec!["F01", "F05"], None));
    // The reference looks at the value, and then takes the digits at the beginning.
    assert_eq!(screen("1e1x5.0"), (Vec::new(), Some((1, 5))));
    assert_eq!(screen(".5e1x5"), (vec!["F02", "F05"], None));
}

#[test]
fn both_screens_are_kept() {
    let game = compiled("zoomscreen 4x3\nflickscreen 8 x 6", "", "", "", "").game.expect("a game");
    assert_eq!((game.prelude.screen.flick, game.prelude.screen.zoom), (Some((8, 6)), Some((4, 3))));
}

#[test]
fn colours_of_the_prelude() {
    assert_eq!(of_prelude("text_color pinkish\nbackground_color #12"), ["F07", "F08"]);
    assert_eq!(of_prelude("text_color transparent\nbackground_color #12f"), Vec::<&str>::new());
    assert_eq!(of_prelude("color_palette 15"), ["G02"]);
    assert_eq!(of_prelude("color_palette 14"), Vec::<&str>::new());
}

#[test]
fn a_movement_word_behind_an_ellipsis_ends_no_row() {
    assert_eq!(of_rules("[ Player | ... > ] -> [ Player | ... ]")[0], "T18");
    assert_eq!(of_rules("[ Player | > ] -> [ Player | ]")[0], "T16");
    assert_eq!(of_rules("[ Player | > ... ] -> [ Player | ]")[0], "T16");
}

#[test]
fn rules_that_join_no_group() {
    assert_eq!(of_rules("+ [ Player ] -> [ ]"), ["T04"]);
    assert_eq!(of_rules("late + [ Player ] -> [ ]"), ["T04", "T05"]);
    assert_eq!(of_rules("[ Player ] -> [ ]\n+ + [ Player ] -> [ ]"), ["T06"]);
    assert_eq!(of_rules("[ Player ] -> [ ]\n+ late [ Player ] -> [ ]"), ["T19"]);
    assert_eq!(of_rules("[ Player ] -> [ ]\n+ random [ Player ] -> [ ]"), ["T08"]);
}

#[test]
fn words_in_wrong_places_of_a_rule() {
    assert_eq!(of_rules("[ Player ] | [ Gem ] -> [ ] [ ]"), ["T15"]);
    assert_eq!(of_rules("[ Player ] ... -> [ ]"), ["T26"]);
    assert_eq!(of_rules("[ Player again ] -> [ ]"), ["T27"]);
    assert_eq!(of_rules("[ Player ] -> again [ ]"), ["T28"]);
    assert_eq!(of_rules("late rigid [ Player ] -> [ ]"), ["T31"]);
    assert_eq!(of_rules("[ > ] -> [ > ]"), ["T16", "T11", "T34"]);
}

#[test]
fn overlaps_are_listed_without_and_when_there_are_two() {
    let ditto = |rule: &str| {
        let compiled = compiled("", "Solid = Wall or Player", "", "", rule);
        let problem = compiled.problems.into_iter().find(|problem| problem.code == Code::Q03);
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
    assert_eq!(of_rules("[ Player ] -> [ Player random Gem ]"), ["K08"]);
    assert_eq!(of_rules("[ Player ] -> [ Player random Solid ]"), ["K09"]);
    assert_eq!(of_rules("[ random Solid ] -> [ ]"), ["K04"]);
    assert_eq!(of_rules("[ Player ] -> [ random Solid Player ]"), ["K11"]);
}

#[test]
fn ellipses_in_wrong_places() {
    assert_eq!(of_rules("[ ... | Player ] -> [ ... | Player ]"), ["K02"]);
    assert_eq!(of_rules("[ Player | ... ... | Gem ] -> [ Player | ... | Gem ]"), ["K01"]);
    assert_eq!(of_rules("[ Player | ... | Gem ] -> [ Player | Gem | Gem ]"), ["K03"]);
    assert_eq!(of_rules("[ Player | Gem | Gem ] -> [ Player | ... | Gem ]"), ["K07"]);
    assert_eq!(of_rules("[ Player | ... | ... | Gem ] -> [ Player | ... | ... | Gem ]"), ["Q02"]);
}

#[test]
fn loops_in_the_middle_of_a_group() {
    assert_eq!(of_rules("[ Player ] -> [ ]\nstartloop\n+ [ Gem ] -> [ ]\nendloop"), ["I01"]);
    assert_eq!(of_rules("endloop"), ["I02", "I04"]);
    assert_eq!(of_rules("startloop"), ["I04"]);
}

#[test]
fn sounds_that_break_off() {
    let of_sounds = |sounds| compiled("", "Both = Player and Gem", sounds, "", "");
    assert_eq!(codes(&of_sounds("sfx0")), ["A01"]);
    assert_eq!(codes(&of_sounds("player")), ["A01"]);
    let moved = of_sounds("player move");
    assert_eq!(codes(&moved), ["A02"]);
    assert_eq!(moved.game.expect("a game").sounds.moved[0].seed, "move");
    assert_eq!(codes(&of_sounds("player move up")), ["A02"]);
    assert_eq!(codes(&of_sounds("sfx0 ?")), ["S03"]);
    assert_eq!(codes(&of_sounds("both create 5")), ["A08"]);
    assert_eq!(codes(&of_sounds("sfx0 1\nsfx0 2")), ["A05"]);
}

#[test]
fn a_layer_names_the_word_that_is_not_declared() {
    let compiled = compiled("", "Later = Gone\nAll_of = Gem or Gone", "", "later\nall_of", "");
    let problems = compiled.problems.iter().filter(|problem| problem.code == Code::C03);
    let texts: Vec<String> = problems.map(|problem| problem.filled("{NAME}")).collect();
    assert_eq!(texts, ["LATER", "ALL_OF"]);
}

#[test]
fn keys_that_stand_for_several_objects() {
    let source = "OBJECTS\nBackground\nblue\n\nPlayer\nwhite\n\nLEGEND\n. = Background\np = Player\n? = Player or Background\n\
        SOUNDS\nCOLLISIONLAYERS\nBackground\nPlayer\nRULES\nWINCONDITIONS\nLEVELS\n\n.p.\n.?.\n";
    let compiled = compile(source, &CompileLimits::default());
    let places: Vec<_> = compiled.problems.iter().map(|problem| (problem.code.as_str(), problem.line)).collect();
    assert_eq!(places, [("V04", Some(21)), ("M02", Some(21))]);
}

#[test]
fn objects_without_a_place_or_a_look() {
    let source = "OBJECTS\nBackground\n\nPlayer\nwhite red #0 blu\n00000\n0?000\n\nRed\n2\n\nLEGEND\nSOUNDS\nCOLLISIONLAYERS\n\
        Player\nRULES\nWINCONDITIONS\nLEVELS\n\nmessage hi\nmessagehi\n";
    let found = compile(source, &CompileLimits::default());
    assert_eq!(codes(&found), ["O05", "O06", "O05", "V01", "G05", "G06", "G05", "G15", "G15"]);
}

#[test]
fn names_of_objects_that_are_taken() {
    let source = "OBJECTS\nBackground b\nblue\n\nb\nred\n\nBackground\nred\n\nmove\nred\n\n,\nPlayer ,\nred\n\nLEGEND\nSOUNDS\n\
        COLLISIONLAYERS\nBackground, player\nBackground\nRULES\nWINCONDITIONS\nalls player\nall\nsome player\nno ?\nLEVELS\n";
    let found = compile(source, &CompileLimits::default());
    assert_eq!(codes(&found)[..6], ["O03", "O02", "O04", "O01", "C04", "C06"]);
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
    assert_eq!(of_prelude(&format!("title {}", long(6))), ["Z05"]);
    assert_eq!(of_prelude(&format!("title {}\nnoaction", long(6))), Vec::<&str>::new());
    assert_eq!(of_prelude(&format!("title {}\nnoundo", long(6))), ["Z05"]);
    assert_eq!(of_prelude(&format!("title {}\nauthor {}", long(2), long(5))), ["Z06"]);
    assert_eq!(of_prelude(&format!("title {}\nauthor {}", long(5), long(2))), ["Z05", "Z06"]);
}

/// The codes of the problems that lines of the legend give, with their lines behind the line `p = Player`.
fn of_legend(legend: &str) -> Vec<(&'static str, Option<u32>)> {
    let compiled = compiled("", legend, "", "", "");
    compiled.problems.iter().map(|problem| (problem.code.as_str(), problem.line.map(|line| line - 17))).collect()
}

#[test]
fn an_aggregate_of_properties() {
    let (said, joined) = (|line| ("L08", Some(line)), ("G01", None));
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
        assert_eq!(compiled.problems[0].code.as_str(), "L01", "{:?}", compiled.problems);
        assert!(compiled.game.is_some());
    }
    assert!(of_legend(properties).contains(&("L09", Some(5))));
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
    assert_eq!(of("Background = x or y", "Background"), ["L01", "L01", "C03", "M04"]);
    assert_eq!(of("Background = x or y", ""), ["L01", "L01", "M04"]);
    assert_eq!(of("Background = x", ""), ["L01", "M04"]);
    assert_eq!(of("Background = x or Floor", ""), ["L01", "G11", "M04"]);
    assert_eq!(of("Background = Floor or x", ""), ["L01"]);
    // Cells need a background only where there are some.
    assert_eq!(codes(&source("Background = x or y", "", "message hello")), ["L01", "L01"]);
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
    assert_eq!(of("Player = x or y"), ["L01", "L01", "G14"]);
    assert_eq!(of("Player = x and y"), ["L01", "L01", "G14"]);
    assert_eq!(of("Player = x"), ["L01", "G14"]);
    assert_eq!(of("Player = Gem or x"), ["L01"]);
    assert_eq!(of("Player = Gem and x"), ["L01"]);
}
