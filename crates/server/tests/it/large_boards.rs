//! The whole way of a move (loading, playing, the legal moves, the picture, the board in words, the clickable places,
//! the status, the JSON) takes time that grows with the cells of the board, in every family with a grid.

use engines::Context;
use tasks::{Limits, Operation, Outcome, PictureSize, Task, perform};
use testkit::growth::assert_linear;

/// The columns of every board.
const COLUMNS: usize = 100;
/// The rows of the small boards; the large ones have eight times as many.
const ROWS: usize = 12;

/// A room of this many rows with a wall around it: the player in a corner, a box and a goal in every third row.
fn room(rows: usize) -> String {
    let row = |row: usize| match row {
        0 => "#".repeat(COLUMNS),
        _ if row + 1 == rows => "#".repeat(COLUMNS),
        1 => format!("#@{}#", " ".repeat(COLUMNS - 3)),
        _ if row.is_multiple_of(3) => format!("#  $ .{}#", " # ".repeat((COLUMNS - 7) / 3)),
        _ => format!("#{}#", " ".repeat(COLUMNS - 2)),
    };
    (0..rows).map(|index| row(index) + "\n").collect()
}

/// The room as a script: drawn as text, by a walker whose state is a place.
fn drawn_as_text(rows: usize) -> String {
    let room = room(rows);
    format!(
        "local rows = string.split([[\n{room}]], '\\n')
         return {{ name = 'room', start = {{ 2, 2 }}, solved = function(s) return s[1] == 1 end,
             moves = function(s) return {{ {{ name = 'right', to = {{ s[1], s[2] + 1 }} }}, {{ name = 'left', to = {{ s[1], s[2] - 1 }} }} }} end,
             draw = function(s)
                 local out = table.clone(rows)
                 out[s[1]] = out[s[1]]:sub(1, s[2] - 1) .. '@' .. out[s[1]]:sub(s[2] + 1)
                 return table.concat(out, '\\n')
             end,
             roles = {{ ['#'] = 'block', [' '] = 'ground', ['.'] = 'goal', ['@'] = 'actor on ground', ['$'] = 'piece0 as crate on ground' }} }}"
    )
}

/// A script whose board is its state, drawn as cells and pieces.
fn drawn_as_places(rows: usize) -> String {
    format!(
        "local start = table.create({rows} * {COLUMNS}, 1)
         return {{ name = 'cells', start = start, solved = function(s) return s[1] == 9 end,
             moves = function(s) local to = table.clone(s) to[1] += 1 return {{ {{ name = 'right', to = to }}, {{ name = 'left', to = s }} }} end,
             draw = function(s)
                 local cells, pieces = {{}}, {{}}
                 for at, value in s do
                     local x, y = at % {COLUMNS}, at // {COLUMNS}
                     cells[at] = {{ x = x, y = y, label = tostring(value) }}
                     if at % 2 == 0 then table.insert(pieces, {{ x = x, y = y, role = 'piece0', label = 'a' }}) end
                 end
                 return {{ cells = cells, pieces = pieces }}
             end }}"
    )
}

/// A script with a move for each cell, named by its place or by a word of its piece.
fn clicked(rows: usize) -> String {
    format!(
        "return {{ name = 'clicks', start = 0, solved = function(s) return s == 9 end,
             moves = function(s)
                 local out = {{ {{ name = 'right', to = s + 1 }}, {{ name = 'left', to = s }} }}
                 for row = 1, {rows} do for column = 1, {COLUMNS} / 2 do
                     table.insert(out, {{ name = row .. ',' .. column, to = s }})
                     table.insert(out, {{ name = 'take the counter ' .. row * {COLUMNS} + column, to = s }})
                 end end
                 return out
             end,
             draw = function(s) return (('@'):rep({COLUMNS}) .. '\\n'):rep({rows}) end,
             legend = {{ piece0 = 'counter' }}, roles = {{ ['@'] = 'piece0 on ground' }} }}"
    )
}

fn puzzlescript(rows: usize) -> String {
    let rows = room(rows).replace(['@', '$', '.', ' '], "_").replacen('_', "P", 1);
    format!(
        "title room\n\nOBJECTS\n\nBackground _\nblack\n\nWall #\ngrey\n\nPlayer P\nblue\n\nCrate C\nred\n\nLEGEND\n\n\
         SOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nPlayer, Wall, Crate\n\nRULES\n\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\n\
         WINCONDITIONS\n\nSome Crate\n\nLEVELS\n\n{rows}\n"
    )
}

fn wall(rows: usize) -> String {
    format!("{}\n", "7".repeat(COLUMNS)).repeat(rows)
}

fn lemmo(rows: usize) -> String {
    format!("{}{}\n", format!("{}\n", ".#".repeat(COLUMNS / 2)).repeat(rows - 1), "$#".repeat(COLUMNS / 2))
}

fn toggle(rows: usize) -> String {
    format!("board = \"{rows}x{COLUMNS}\"\nmoves = \"plus\"\nstart = \"{}\"\n", "1".repeat(rows * COLUMNS))
}

fn played(family: &str, level: String, moves: &[&str]) -> Task {
    let moves = moves.iter().map(|&text| text.to_owned()).collect();
    let limits = Limits { nodes: None, bytes: 1 << 30, millis: 600_000 };
    Task { family: family.to_owned(), level, operation: Operation::Play { moves, role: None, picture: true }, limits }
}

#[test]
fn a_move_takes_time_that_grows_with_the_cells() {
    let walk: &[&str] = &["right", "left", "right"];
    type Case<'c> = (&'c str, fn(usize) -> String, &'c [&'c str]);
    let cases: &[Case<'_>] = &[
        ("script", drawn_as_text, walk),
        ("script", drawn_as_places, walk),
        ("script", clicked, walk),
        ("sokoban", room, walk),
        ("puzzlescript", puzzlescript, walk),
        ("toggle", toggle, &["1", "2", "1"]),
        ("wall", wall, &[]),
        ("lemmo", lemmo, &[]),
    ];
    for (family, level, moves) in cases {
        let task = |rows| played(family, level(rows), moves);
        assert_linear(family, ROWS, task, |task| {
            match perform(script::families(), task, PictureSize::Whole, &Context::default()) {
                Outcome::Done { result, .. } => {
                    assert!(result.as_str().contains("row 8"), "{family}: {}", result.as_str())
                }
                Outcome::Failed(failure) => panic!("{family}: {failure:?}"),
            }
        });
    }
}
