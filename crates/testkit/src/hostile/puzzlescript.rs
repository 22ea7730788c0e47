//! Games of PuzzleScript: long rules, huge boards, names that multiply, turns that go on.

use std::fmt::Write;

use super::HostileText;

/// The parts of a game that differ from text to text.
struct Game {
    prelude: String,
    objects: String,
    legend: String,
    sounds: String,
    layers: String,
    rules: String,
    win: String,
    levels: String,
}

impl Game {
    /// A game in which a player pushes crates onto marks, on a small board.
    fn new() -> Game {
        Game {
            prelude: "title Hostile\n".into(),
            objects: objects(["background", "player", "crate", "wall", "mark"]),
            legend: ". = background\np = player\n* = crate\n# = wall\no = mark\n".into(),
            sounds: String::new(),
            layers: "background\nmark\nplayer, crate, wall\n".into(),
            rules: "[ > player | crate ] -> [ > player | > crate ]\n".into(),
            win: "all mark on crate\n".into(),
            levels: "p*.o\n....\n".into(),
        }
    }

    fn prelude(self, prelude: &str) -> Game {
        Game { prelude: self.prelude + prelude, ..self }
    }

    fn rules(self, rules: impl Into<String>) -> Game {
        Game { rules: rules.into(), ..self }
    }

    fn win(self, win: impl Into<String>) -> Game {
        Game { win: win.into(), ..self }
    }

    fn level(self, levels: impl Into<String>) -> Game {
        Game { levels: levels.into(), ..self }
    }

    /// Adds objects `n0`, `n1`, …, each in a layer of its own or all in one.
    fn more(self, count: usize, in_one_layer: bool) -> Game {
        let names = names("n", count);
        let layers = names.join(if in_one_layer { ", " } else { "\n" }) + "\n";
        let objects = self.objects + &objects(names.iter().map(String::as_str));
        Game { objects, layers: self.layers + &layers, ..self }
    }

    fn legend(self, entries: &str) -> Game {
        Game { legend: self.legend + entries, ..self }
    }

    fn text(self) -> String {
        let Game { prelude, objects, legend, sounds, layers, rules, win, levels } = self;
        format!(
            "{prelude}\nOBJECTS\n\n{objects}LEGEND\n\n{legend}\nSOUNDS\n\n{sounds}\nCOLLISIONLAYERS\n\n{layers}\n\
             RULES\n\n{rules}\nWINCONDITIONS\n\n{win}\nLEVELS\n\n{levels}"
        )
    }
}

/// Returns a small game that is not hostile: crates to push, as the others have them.
#[must_use]
pub fn small_game() -> String {
    Game::new().text()
}

fn objects<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().fold(String::new(), |mut text, name| {
        let _ = write!(text, "{name}\nblue\n\n");
        text
    })
}

fn names(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{prefix}{number}")).collect()
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

/// A rule of one row that replaces cells by themselves.
fn row(cells: &[String]) -> String {
    let cells = cells.join(" | ");
    format!("[ {cells} ] -> [ {cells} ]\n")
}

/// A board with the player in its first cell and a mark in its last.
fn board(width: usize, height: usize, fill: char) -> String {
    let mut rows = vec![fill.to_string().repeat(width); height];
    rows[0].replace_range(..1, "p");
    rows[height - 1].replace_range(width - 1.., "o");
    rows.join("\n") + "\n"
}

/// Returns a game with so many kinds of crates, all in one cell, each of which has to come to every thing of its kind;
/// all kinds of things lie in every cell of a board of this size. Bounds for it are large tables.
#[must_use]
pub fn errands(pairs: usize, side: usize) -> String {
    let (things, crates) = (names("t", pairs), names("c", pairs));
    let game = Game::new();
    let all: Vec<&str> = things.iter().chain(&crates).map(String::as_str).collect();
    let (every, any) = (things.join(" and "), crates.join(" or "));
    let mut levels = board(side, side, '.');
    levels.replace_range(1..2, "*");
    Game {
        objects: game.objects.clone() + &objects(all),
        legend: format!(
            ". = background and {every}\np = player and {every}\n* = {}\no = mark and {every}\ncrates = {any}\n",
            crates.join(" and ")
        ),
        layers: format!("background\n{}\nplayer, crate, wall, mark\n{}\n", things.join("\n"), crates.join("\n")),
        rules: "[ > player | crates ] -> [ > player | > crates ]\n".into(),
        win: lines(pairs, |number| format!("all t{number} on c{number}")),
        levels,
        ..game
    }
    .text()
}

/// Counters of one bit a cell that go on by `again` for two to the power of their number of turns.
fn counter(bits: usize) -> String {
    let rules = "late [ player | no crate ] -> [ player | crate ] again\n\
        late right [ player | crate ] -> [ player | mark ] again\n\
        late right [ mark | crate ] -> [ | mark ] again\nlate right [ mark | no crate ] -> [ | crate ] again\n";
    Game::new().rules(rules).level(format!("p{}\n", ".".repeat(bits))).text()
}

/// All games.
pub(super) fn texts() -> Vec<HostileText> {
    let text = HostileText::new("puzzlescript", "ps", "right");
    vec![
        text("a rule of 2,000 cells", || Game::new().rules(row(&vec!["crate".into(); 2000])).text()),
        text("a rule of 20,000 cells", || Game::new().rules(row(&vec!["crate".into(); 20_000])).text()),
        text("a rule of 2,000 cells on a board of 2,500 columns", || {
            Game::new().rules(row(&vec!["crate".into(); 2000])).level(board(2500, 3, '*')).text()
        }),
        text("a rule of 3,000 different cells on a board as wide", || {
            let cells: Vec<String> = (0..3000).map(|number| format!("n{} no n{}", number % 60, number / 60)).collect();
            Game::new().more(60, false).rules("right ".to_owned() + &row(&cells)).level(board(3000, 1, '.')).text()
        }),
        text("a board of 1,000 by 400 cells", || Game::new().level(board(1000, 400, '.')).text()),
        text("a board of 1,000 by 1,000 crates", || Game::new().level(board(1000, 1000, '*')).text()),
        text("a board of a million columns", || Game::new().level(board(1_000_000, 1, '.')).text()),
        text("a board of a million rows", || Game::new().level(board(1, 1_000_000, '.')).text()),
        text("what creeps over 1,000 by 400 cells", || {
            let rules = "[ > player | crate ] -> [ > player | > crate ]\nlate [ mark | no mark ] -> [ mark | mark ] again\n\
                late down [ wall | ] -> [ | wall ]\n";
            Game::new().rules(rules).level(board(1000, 400, '.')).text()
        }),
        text("10,000 objects in one layer", || Game::new().more(9_900, true).text()),
        text("990 layers of an object each on a board of 100 by 100", || {
            Game::new().more(990, false).level(board(100, 100, '.')).text()
        }),
        text("9,000 legend entries in a chain", || {
            Game::new()
                .legend(&lines(9_000, |n| if n == 0 { "e0 = crate".into() } else { format!("e{n} = e{}", n - 1) }))
                .text()
        }),
        text("properties that double", || {
            let entry = |n: usize| {
                if n == 0 { "e0 = crate or wall".into() } else { format!("e{n} = e{} or e{}", n - 1, n - 1) }
            };
            Game::new().legend(&lines(60, entry)).rules("[ > player | e59 ] -> [ > player | > e59 ]\n").text()
        }),
        text("aggregates that double", || {
            let entry =
                |n: usize| if n == 0 { "e0 = n0 and n1".into() } else { format!("e{n} = e{} and e{}", n - 1, n - 1) };
            Game::new().more(2, false).legend(&lines(60, entry)).text()
        }),
        text("properties of properties", || {
            let entry = |n: usize| format!("e{n} = {}", names("n", 500).join(" or "));
            Game::new().more(500, true).legend(&lines(200, entry)).rules("[ e0 | e1 ] -> [ e1 | e0 ]\n").text()
        }),
        text("eight cells of a property of twenty objects", || {
            let any = format!("any = {}\n", names("n", 20).join(" or "));
            Game::new().more(20, false).legend(&any).rules(row(&vec!["any".into(); 8])).text()
        }),
        text("ten movements of a property each", || {
            let any = format!("any = {}\n", names("n", 20).join(" or "));
            Game::new().more(20, true).legend(&any).rules(row(&vec!["moving any".into(); 10])).text()
        }),
        text("twelve cells with any movement", || Game::new().rules(row(&vec!["moving crate".into(); 12])).text()),
        text("100,000 lines of rules", || {
            Game::new()
                .more(300, true)
                .rules(lines(100_000, |n| format!("[ n{} | crate ] -> [ crate | ]", n % 300)))
                .text()
        }),
        text("100,000 rules in one group", || {
            let rules = "right [ crate | wall ] -> [ crate | wall ]\n".to_owned()
                + &lines(100_000, |n| format!("+ right [ n{} | crate ] -> [ crate | ]", n % 300));
            Game::new().more(300, true).rules(rules).text()
        }),
        text("20,000 loops one after the other", || {
            Game::new().rules(lines(20_000, |_| "startloop\n[ crate ] -> [ crate ]\nendloop".into())).text()
        }),
        text("rules that never settle on 300 by 300 cells", || {
            let rules = "startloop\n[ crate ] -> [ wall ]\n+ [ wall ] -> [ crate ]\n[ mark ] -> []\n[ no mark ] -> [ mark ]\nendloop\n";
            Game::new().rules(rules).level(board(300, 300, '*')).text()
        }),
        text("a message of a million characters", || {
            Game::new().level(format!("message {}\n\np*.o\n....\n", "word ".repeat(200_000))).text()
        }),
        text("a rule's message of a million characters", || {
            Game::new()
                .rules(format!("[ > player | crate ] -> [ > player | > crate ] message {}\n", "word ".repeat(200_000)))
                .text()
        }),
        text("50,000 levels", || Game::new().level("p*.o\n....\n\n".repeat(50_000)).text()),
        text("3,000 levels of a game with many rules", || {
            Game::new()
                .more(200, true)
                .rules(lines(3000, |n| format!("[ n{} | crate ] -> [ crate | ]", n % 200)))
                .level("p*.o\n....\n\n".repeat(3000))
                .text()
        }),
        text("100,000 messages", || Game::new().level("message on\n\n".repeat(100_000) + "p*.o\n....\n").text()),
        text("a rule of 200 rows", || {
            Game::new().rules(format!("{0} -> {0}\n", "[ no mark ]".repeat(200))).level(board(20, 20, '*')).text()
        }),
        text("rows that match everywhere together", || {
            let rules = format!("{0} -> {0}\n", "[ crate ][ no mark ][ crate | crate ][ no wall ][ no wall | ]");
            Game::new().rules(rules).level(board(60, 60, '*')).text()
        }),
        text("rows with ellipses", || {
            let rules = "[ crate | ... | crate | ... | crate ][ crate | ... | crate ] -> [ crate | ... | wall | ... | crate ][ wall | ... | crate ]\n\
                + [ wall ] -> [ crate ]\n";
            Game::new().rules(rules).level(board(80, 80, '*')).text()
        }),
        text("a chain of turns that takes exponential time", || counter(60)),
        text("a chain of turns on 500 by 500 cells", || {
            Game::new().rules("late right [ crate | no crate ] -> [ | crate ] again\nlate right [ player | no crate ] -> [ player | crate ] again\n").level(board(500, 500, '.')).text()
        }),
        text("an object of 100,000 colours", || {
            let game = Game::new();
            let object = format!("gaudy\n{}\n00000\n00000\n00000\n00000\n00000\n\n", "#123456 ".repeat(100_000));
            Game { objects: game.objects.clone() + &object, layers: game.layers.clone() + "gaudy\n", ..game }.text()
        }),
        text("3,000 objects of ten colours and all glyphs on a board", || {
            let game = Game::new();
            let many = names("n", 800);
            let sprite =
                "blue red green white black pink yellow orange purple brown\n01234\n56789\n01234\n56789\n01234\n\n";
            let objects: String = many.iter().map(|name| format!("{name}\n{sprite}")).collect();
            let sign = |n: usize| char::from_u32(0x4e00 + n as u32).unwrap_or('?');
            let legend = lines(800, |n| format!("{} = n{n}", sign(n)));
            let rows: Vec<String> =
                (0..400).map(|y| (0..400).map(|x| sign((x * 7 + y * 13) % 800)).collect()).collect();
            let levels = rows.join("\n") + "\n" + &"p".repeat(400) + "\n";
            let game = Game {
                objects: game.objects.clone() + &objects,
                layers: format!("{}{}\n", game.layers, many.join(", ")),
                ..game
            };
            game.legend(&legend).level(levels).text()
        }),
        text("5,000 win conditions", || {
            Game::new().win("all mark on crate\nsome player on mark\nno wall on mark\n".repeat(1700)).text()
        }),
        text("10,000 sounds", || Game { sounds: lines(10_000, |n| format!("crate move {n}")), ..Game::new() }.text()),
        text("a line of a million characters in the rules", || Game::new().rules("x".repeat(1_000_000)).text()),
        text("a name of a million characters", || {
            let game = Game::new();
            Game { objects: game.objects.clone() + &"n".repeat(1_000_000) + "\nblue\n\n", ..game }.text()
        }),
        text("a legend entry of a million characters", || {
            Game::new().legend(&format!("z = {}\n", "crate or ".repeat(110_000) + "wall")).text()
        }),
        text("half a million open parentheses", || Game::new().rules("( ".repeat(500_000)).text()),
        text("100,000 mistakes", || Game::new().rules("[ nobody ] -> [ nothing ]\n".repeat(100_000)).text()),
        text("forty errands on 45 by 45 cells", || errands(40, 45)),
        text("nine errands on 200 by 200 cells", || errands(9, 200)),
        text("sixty rules that win on 150 by 150 cells", || {
            let rules = "[ > player | crate ] -> [ > player | > crate ]\n".to_owned()
                + &lines(60, |n| format!("late [ player | n{n} | crate ] -> win"));
            Game::new().more(60, false).rules(rules).win("").level(board(150, 150, '.')).text()
        }),
        text("chance on 300 by 300 cells", || {
            Game::new()
                .rules("random [ no crate ] -> [ crate ]\n[ crate ] -> [ randomdir crate ]\n")
                .level(board(300, 300, '.'))
                .text()
        }),
        text("rigid rules on 200 by 200 cells", || {
            let rules = "rigid [ > player | crate ] -> [ > player | > crate ]\n+ rigid [ > crate | crate ] -> [ > crate | > crate ]\n";
            Game::new().rules(rules.repeat(20)).level(board(200, 200, '*')).text()
        }),
        text("checkpoints on 200 by 200 cells", || {
            Game::new()
                .rules("[ > player | crate ] -> [ > player | > crate ] checkpoint\n[ action player ] -> restart\n")
                .level(board(200, 200, '.'))
                .text()
        }),
        text("a player in every one of 300 by 300 cells", || {
            Game::new().level(("p".repeat(300) + "\n").repeat(300)).text()
        }),
        text("a screen of a billion cells", || {
            Game::new().prelude("flickscreen 99999x99999\nzoomscreen 99999x99999\n").text()
        }),
    ]
}
