//! Levels for which no proof ends, for tests of what is known until then.

use crate::random::Random;

/// Tiles on a grid of 5 × 5 (`pebble`).
pub const TILES: &str = r#"
board = "grid 5x5"
plates = [
    "1", "2", "3", "4", "5",
    "6", "7", "8", "9", "10",
    "11", "12", "13", "14", "15",
    "16", "17", "18", "19", "20",
    "21", "22", "23", "24", "-",
]
pebbles = [
    "8", "15", "3", "19", "22",
    "1", "24", "11", "6", "13",
    "20", "4", "17", "-", "9",
    "2", "23", "14", "10", "5",
    "21", "7", "18", "16", "12",
]
"#;

/// Ten boxes (`sokoban`).
pub const BOXES: &str = "\
############
#     #    #
# $ $ #....#
#  $  #....#
# $ $   ..@#
# $$$ #    #
# $ $ #    #
#     #    #
############
";

/// Numbers without end, none of which is the one wanted (`script`).
pub const NUMBERS: &str = r#"return {
    name = "Far",
    start = 1,
    moves = function(n) return { { name = "double", to = 2 * n % 1000000000039 }, { name = "add", to = n * 3 % 1000000000039 + 1 }, { name = "sub", to = (n * 7 + 5) % 1000000000039 } } end,
    solved = function(n) return n == -1 end,
}
"#;

/// Corridors for which no short program is known (`bunny`).
pub const MAZE: &str = "\
S#### ### ### ###
    # # # #   # #
##### # ### ### #
#     #   # #   #
### # ### # ### #
  # # # #     # #
# # ### ####### #
# # #           #
### # ##### ### #
#   # #     # # #
### ### ##### ###
  # #   #       #
### # ### ### ###
#   # #   # # #
# ### # # # # # #
#     # # # # # #
####### ### #####
";

/// The text of a game whose crates vanish in rows of three, with one level (`puzzlescript`). No lower bound follows
/// from its rules.
#[must_use]
pub fn rows_of_three(level: &str) -> String {
    format!("{ROWS_OF_THREE}{level}")
}

/// The game without its level.
const ROWS_OF_THREE: &str = "\
title Rows of three

========
OBJECTS
========

Background
black

Wall
gray

Player
blue

Crate
orange

=======
LEGEND
=======

. = Background
# = Wall
p = Player
b = Crate

=======
SOUNDS
=======

================
COLLISIONLAYERS
================

Background
Player, Wall, Crate

======
RULES
======

[ > Player | Crate ] -> [ > Player | > Crate ]
late right [ Crate | Crate | Crate ] -> [ | | ]
late down [ Crate | Crate | Crate ] -> [ | | ]

==============
WINCONDITIONS
==============

No Crate

=======
LEVELS
=======

";

/// A 61 × 61 plus-shaped board with random presses made: 40 quiet patterns, too many to prove the fewest presses
/// (`toggle`).
#[must_use]
pub fn plus_board() -> String {
    let (side, mut random) = (61_usize, Random::new(9));
    let mut lights = vec![false; side * side];
    for cell in 0..side * side {
        if random.one_in(2) {
            continue;
        }
        let (row, column) = (cell / side, cell % side);
        let near = |other: &usize| {
            let (r, c) = (other / side, other % side);
            r.abs_diff(row) + c.abs_diff(column) <= 1
        };
        (0..side * side).filter(near).for_each(|other| lights[other] = !lights[other]);
    }
    let start: String = lights.iter().map(|&light| if light { '1' } else { '0' }).collect();
    format!("board = \"61x61\"\nmoves = \"plus\"\nstart = \"{start}\"\n")
}
