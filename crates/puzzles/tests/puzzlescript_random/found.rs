//! Games about which an answer was wrong once, made small.

use crate::compare::{self, Tally};

/// What is common to the games but the rules, win conditions and levels.
const OBJECTS: &str = "title Found\n\nOBJECTS\n\nBackground\nblue\n\nTarget\nred\n\nPlayer\nwhite\n\nGem\ngreen\n\n\
    Speck\nyellow\n\nMark\ngray\n\nSpot\ngray\n\nLEGEND\n\n. = Background\no = Target\np = Player\ng = Gem\n* = Player and Target\n\nSOUNDS\n\n\
    COLLISIONLAYERS\n\nBackground\nTarget\nMark\nSpot\nPlayer, Gem, Speck\n\n";

/// The games: what was wrong, settings, rules, win condition, level.
const FOUND: [(&str, &str, &str, &str, &str); 4] = [
    (
        "a level whose first turns never end was searched as if inputs were taken",
        "run_rules_on_level_start\n",
        "[ moving Player ] -> win\n[ Player Mark ] -> [ Player Spot ] again\n[ Player no Mark no Spot ] -> [ Player Mark ] again\nlate [ Spot ] -> [ ]",
        "some Player on Target",
        "p.o",
    ),
    (
        "the checkpoint of a turn that wins behind a text was the target of the next input's restart",
        "",
        "late [ Player ] -> checkpoint message Here\n[ action Player ] -> restart",
        "all Player on Target",
        ".o.\np..",
    ),
    (
        "an object that is put beside one drawn at random in its layer was lost",
        "",
        "[ > Player no Speck ] -> [ Gem random Speck ]",
        "some Gem on Target",
        "*..",
    ),
    (
        "two of the hardest positions read alike: their rows did not say where the background is gone",
        "",
        "[ > Player Background ] -> [ > Player ]\nlate [ Player no Spot ] -> [ Player Spot ]",
        "some Player on Target",
        "p.o",
    ),
];

#[test]
fn games_found_before_are_answered_as_by_a_plain_search() {
    for (what, settings, rules, win, level) in FOUND {
        let text = format!("{settings}{OBJECTS}RULES\n\n{rules}\n\nWINCONDITIONS\n\n{win}\n\nLEVELS\n\n{level}\n");
        let mut tally = Tally::default();
        if let Err(mismatch) = compare::game(&text, 0, &mut tally) {
            panic!("{what}: {mismatch}");
        }
        assert!(tally.games == 1 && tally.played + tally.answers > 0, "{what}: not compared");
    }
}
