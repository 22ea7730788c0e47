//! Points of the language that look like mistakes, and that games rely on; each with a text of our own.

use puzzlescript::compiler::{Code, CompileLimits, Compiled, StageSource, compile};
use puzzlescript::game::{Command, Game, Stage};

/// The parts of a small game that a test fills.
#[derive(Default)]
struct Text<'t> {
    prelude: &'t str,
    legend: &'t str,
    sounds: &'t str,
    rules: &'t str,
    levels: &'t str,
}

impl Text<'_> {
    /// Compiles a game with a background, a gem, and in one layer player, wall and crate.
    fn compile(&self) -> Compiled {
        let Text { prelude, legend, sounds, rules, levels } = self;
        let levels = if levels.is_empty() { ".p." } else { levels };
        let source = format!(
            "{prelude}\nOBJECTS\nBackground\nblue\n\nGem\nred\n\nPlayer\nwhite\n\nWall\ngray\n\nCrate\nbrown\n\nLEGEND\n\
             . = Background\np = Player\n# = Wall\nc = Crate\n{legend}\nSOUNDS\n{sounds}\nCOLLISIONLAYERS\nBackground\nGem\n\
             Player, Wall, Crate\nRULES\n{rules}\nWINCONDITIONS\nLEVELS\n\n{levels}\n"
        );
        compile(&source, &CompileLimits::default())
    }

    fn game(&self) -> Game {
        let compiled = self.compile();
        compiled.game.unwrap_or_else(|| panic!("no game: {:?}", compiled.problems))
    }
}

/// The texts of the early rules that a section makes.
fn rules(rules: &str, legend: &str) -> Vec<String> {
    let game = Text { rules, legend, ..Text::default() }.game();
    game.early.iter().flat_map(|group| &group.rules).map(|rule| rule.text.clone()).collect()
}

fn codes(compiled: &Compiled) -> Vec<Code> {
    compiled.problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn rules_up_and_left_are_reversed() {
    assert_eq!(
        rules("[ > Player | Crate ] -> [ > Player | > Crate ]", ""),
        [
            "DOWN [ crate | up player ] -> [ up crate | up player ]",
            "DOWN [ down player | crate ] -> [ down player | down crate ]",
            "RIGHT [ crate | left player ] -> [ left crate | left player ]",
            "RIGHT [ right player | crate ] -> [ right player | right crate ]",
        ]
    );
}

#[test]
fn rules_with_an_ellipsis_keep_their_direction() {
    assert_eq!(
        rules("left [ Player | ... | Crate ] -> [ Player | ... | ]", ""),
        ["LEFT [ player | ... | crate ] -> [ player | ... | ]"]
    );
}

#[test]
fn the_last_of_equal_rules_stays_and_decides_the_order() {
    let made = rules("right [ horizontal Player | vertical Crate ] -> [ Player | Crate ]", "");
    let movements: Vec<&str> = made.iter().map(|text| text.split(" -> ").next().unwrap_or_default()).collect();
    assert_eq!(
        movements,
        [
            "RIGHT [ left player | up crate ]",
            "RIGHT [ right player | up crate ]",
            "RIGHT [ left player | down crate ]",
            "RIGHT [ right player | down crate ]",
        ]
    );
}

#[test]
fn a_property_of_one_layer_stays_unless_the_right_side_needs_it() {
    let solid = "Solid = Wall or Crate";
    let stays = "right [ > Player | Solid ] -> [ > Player | > Solid ]";
    assert_eq!(rules(stays, solid), ["RIGHT [ right player | solid ] -> [ right player | right solid ]"]);
    assert_eq!(rules("right [ > Player | Solid ] -> [ > Solid | Player ]", solid).len(), 2);
    assert_eq!(rules("right [ Thing | Thing ] -> [ | ]", "Thing = Gem or Crate").len(), 4);
}

#[test]
fn what_a_rule_spawns_stands_still_unless_its_layer_is_known() {
    assert_eq!(rules("[ Player ] -> [ Player Gem ]", ""), ["[ player ] -> [ player stationary gem ]"]);
    assert_eq!(rules("[ Player no Gem ] -> [ Player Gem ]", ""), ["[ player no gem ] -> [ player gem ]"]);
}

#[test]
fn one_direction_is_enough_for_single_cells() {
    assert_eq!(rules("[ moving Player ] -> [ ]", "").len(), 5);
    assert_eq!(rules("[ > Player ] -> [ ]", "").len(), 4);
}

#[test]
fn equal_rules_that_differ_in_direction_alone_are_one_rule() {
    assert_eq!(rules("[ Player | Player ] -> [ | ]", "").len(), 2);
    assert_eq!(rules("left right [ Player ] [ Crate ] -> [ ] [ ]", "").len(), 1);
}

#[test]
fn a_line_with_a_comment_alone_is_not_blank_but_one_with_a_space_behind_is() {
    let levels = |levels| {
        let stages = Text { levels, ..Text::default() }.compile().parsed.levels;
        stages.iter().filter(|stage| matches!(stage, StageSource::Level { .. })).count()
    };
    assert_eq!((levels("...\n(x)\n.p."), levels("...\n(x) \n.p."), levels("...\n\n.p.")), (1, 2, 2));
}

#[test]
fn messages_keep_their_case_unless_a_comment_comes_before() {
    let text = |levels| match &(Text { levels, ..Text::default() }).game().stages[0] {
        Stage::Message { text, .. } => text.clone(),
        Stage::Level(_) => panic!("a level"),
    };
    assert_eq!((text("message Hello (You)"), text("(x) message Hello")), ("Hello (You)".into(), "hello".into()));
}

#[test]
fn the_text_of_a_message_command_is_the_rest_of_the_line() {
    let source = Text { rules: "[ Player ] -> sfx3 message Go [on", sounds: "sfx3 123", ..Text::default() };
    let game = source.game();
    assert_eq!(game.early[0].rules[0].commands, [Command::Sfx(3), Command::Message("Go [on".into())]);
}

#[test]
fn a_name_of_a_section_is_swallowed_inside_a_line() {
    let compiled = Text { legend: "x = sounds", ..Text::default() }.compile();
    assert_eq!(codes(&compiled), [Code::UnfinishedLegendEntry]);
}

#[test]
fn short_rows_repeat_their_last_character() {
    let compiled = Text { levels: "####\n#p\n####", ..Text::default() }.compile();
    assert_eq!(codes(&compiled), [Code::UnequalLevelRows]);
    let game = compiled.game.expect("a game");
    let Stage::Level(level) = &game.stages[0] else { panic!("a message") };
    let row: Vec<u32> = (0..4).map(|x| level.cells[x * 3 + 1]).collect();
    assert_eq!((row[1], row[2], row[3]), (row[1], row[1], row[1]));
}

#[test]
fn every_cell_receives_a_background() {
    let game = Text { levels: "p.c", ..Text::default() }.game();
    let Stage::Level(level) = &game.stages[0] else { panic!("a message") };
    assert!(level.contents.iter().all(|content| content.contains(game.background)));
}

#[test]
fn overlaps_are_reported_when_no_rule_of_the_line_is_left() {
    let compiled = Text { rules: "[ Player Wall ] -> [ Player ]", ..Text::default() }.compile();
    assert_eq!(codes(&compiled), [Code::RuleNeverApplies]);
    let solid = Text { rules: "[ Player Thing ] -> [ Player ]", legend: "Thing = Gem or Wall", ..Text::default() };
    assert_eq!(codes(&solid.compile()), []);
}

#[test]
fn loops_point_back_and_marks_must_alternate() {
    let game =
        Text { rules: "startloop\n[ Player ] -> [ Player ]\n[ Crate ] -> [ ]\nendloop", ..Text::default() }.game();
    assert_eq!(game.early.iter().map(|group| group.loop_to).collect::<Vec<_>>(), [None, Some(0)]);
    let compiled = Text { rules: "startloop\n[ Player ] -> [ ]\nstartloop", ..Text::default() }.compile();
    assert_eq!(codes(&compiled), [Code::NestedLoop]);
}

#[test]
fn problems_name_line_and_column() {
    let compiled = Text { rules: "[ Player ] -> [ Plaier ]", ..Text::default() }.compile();
    let places: Vec<(Code, Option<u32>)> =
        compiled.problems.iter().map(|problem| (problem.code, problem.column)).collect();
    assert_eq!(places, [(Code::UndeclaredRuleWord, Some(17)), (Code::UnexpectedRuleWord, Some(17))]);
}

#[test]
fn a_relative_word_outside_brackets_is_an_error_that_leaves_a_game() {
    let compiled = Text { rules: "> [ Player ] -> [ ]", ..Text::default() }.compile();
    assert!(codes(&compiled).contains(&Code::RelativeRuleDirection) && compiled.game.is_some());
}

#[test]
fn settings_are_read_with_their_intervals_and_sizes() {
    let prelude = "title A Day\nagain_interval .25\nflickscreen 8x6\nhomepage https://example.org\nnoundo";
    let game = Text { prelude, ..Text::default() }.game();
    assert_eq!(game.prelude.title.as_deref(), Some("A Day"));
    assert_eq!(game.prelude.homepage.as_deref(), Some("example.org"));
    assert_eq!((game.prelude.again_interval, game.prelude.noundo), (Some(0.25), true));
    assert_eq!((game.prelude.screen.flick, game.prelude.screen.zoom), (Some((8, 6)), None));
}
