//! Levels for which no proof ends.

#![allow(dead_code, clippy::unwrap_used)] // each test file uses a part

use testkit::random::Random;

/// Tiles on a grid of 5 × 5.
pub(crate) const TILES: &str = r#"title = "24 tiles"
board = "grid 5x5"
plates = ["-", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24"]
pebbles = ["14", "5", "9", "2", "18", "8", "23", "19", "12", "17", "15", "-", "10", "20", "4", "6", "11", "21", "1", "7", "24", "3", "16", "22", "13"]
"#;

/// Ten boxes.
pub(crate) const BOXES: &str = "\
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

/// Numbers without end, none of which is the one wanted.
pub(crate) const NUMBERS: &str = r#"return {
    name = "Far",
    start = 1,
    moves = function(n) return { { name = "double", to = 2 * n % 1000000000039 }, { name = "add", to = n * 3 % 1000000000039 + 1 }, { name = "sub", to = (n * 7 + 5) % 1000000000039 } } end,
    solved = function(n) return n == -1 end,
}
"#;

/// Corridors for which no short program is known.
pub(crate) const MAZE: &str = "\
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

/// Crates that vanish in rows of three.
pub(crate) const ROWS: &str = "\
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

#################
#...............#
#.b..b..b....b..#
#..b..b...b.....#
#.b.....b...b...#
#....p..b.....b.#
#.b...b....b....#
#...............#
#################
";

/// A 61 × 61 plus-shaped board with random presses made: 40 quiet patterns, too many to prove the fewest presses.
pub(crate) fn plus_board() -> String {
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
