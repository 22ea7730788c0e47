//! Random small games in which rules queue commands of every kind.

use testkit::random::Random;

/// What may stand in a cell of a rule, each with the same layers mentioned on both sides.
const ITEMS: [&str; 9] =
    ["Player", "> Player", "action Player", "A", "stationary A", "moving A", "Mark", "no Mark", "A Mark"];
/// What may come of it.
/// The last one puts two objects of a layer into a cell, a mistake with which a game runs.
const THEN: [&str; 9] = ["Player", "> Player", "A", "> A", "B", "Mark", "Player Mark", "", "A Player"];
const COMMANDS: [&str; 8] = ["cancel", "restart", "checkpoint", "win", "again", "again", "message Look", "sfx1"];
const WIN: [&str; 7] =
    ["no A", "no Mark", "some Mark on Flag", "some Player on Flag", "all Flag on A", "no B", "some Mark"];
const FLAGS: [&str; 5] = ["run_rules_on_level_start", "noundo", "norestart", "require_player_movement", "noaction"];

/// The text of a random game; texts are not always without mistakes, but nearly always games.
pub(crate) fn text(random: &mut Random) -> String {
    let object = |name: &str| format!("{name}\nred\n\n");
    let objects: String = ["Background", "Flag", "Mark", "Player", "A", "B"].map(object).concat();
    let flags: String = FLAGS.iter().filter(|_| random.one_in(3)).map(|flag| format!("{flag}\n")).collect();
    let lines = |random: &mut Random, count: usize, line: &dyn Fn(&mut Random) -> String| -> String {
        (0..count).map(|_| line(random) + "\n").collect()
    };
    let (rules, conditions, levels) = (1 + random.below(5_usize), random.below(3), 1 + random.below(3));
    let rules = lines(random, rules, &rule);
    let win = lines(random, conditions, &|random| (*random.pick(&WIN)).to_owned());
    let levels = lines(random, levels, &level);
    format!(
        "title Random\n{flags}\nOBJECTS\n\n{objects}\nLEGEND\n\n. = Background\nP = Player\nF = Flag\nM = Mark\nQ = Player and Flag\n\
         C = A and Flag\n\nSOUNDS\n\nA create 1\nB create 2\nMark destroy 3\nPlayer move 4\nPlayer cantmove 5\nsfx1 6\n\n\
         COLLISIONLAYERS\n\nBackground\nFlag\nMark\nPlayer, A, B\n\nRULES\n\n{rules}\nWINCONDITIONS\n\n{win}\nLEVELS\n\n\
         {levels}"
    )
}

fn rule(random: &mut Random) -> String {
    let late = if random.one_in(3) { "late " } else { "" };
    let cells = 1 + random.below(2_usize);
    let mut row = |items: &[&str]| {
        let cells: Vec<&str> = (0..cells).map(|_| *random.pick(items)).collect();
        format!("[ {} ]", cells.join(" | "))
    };
    let (left, right) = (row(&ITEMS), row(&THEN));
    // Movements in late rules are mistakes.
    let plain = |row: String| if late.is_empty() { row } else { row.replace(['>'], "").replace("action ", "") };
    let (left, mut right) = (plain(left).replace("moving ", ""), plain(right));
    let mut commands: Vec<&str> = Vec::new();
    while commands.len() < 2 && random.one_in(2) {
        commands.push(*random.pick(&COMMANDS));
    }
    // A text takes the rest of its line.
    commands.sort_by_key(|command| command.starts_with("message"));
    if !commands.is_empty() && random.one_in(2) {
        right.clear();
    }
    format!("{late}{left} -> {right} {}", commands.join(" "))
}

fn level(random: &mut Random) -> String {
    let (width, height) = (2 + random.below(3_usize), 1 + random.below(2_usize));
    let (x, y) = (random.below(width), random.below(height));
    let row = |at: usize, random: &mut Random| -> String {
        let glyph = |column: usize, random: &mut Random| match (column, at) == (x, y) {
            true => *random.pick(&["P", "P", "P", "Q"]),
            false => *random.pick(&[".", ".", "A", "B", "F", "M", "C"]),
        };
        (0..width).map(|column| glyph(column, random)).collect::<String>() + "\n"
    };
    let rows: String = (0..height).map(|at| row(at, random)).collect();
    if random.one_in(4) { format!("message Between\n\n{rows}") } else { rows }
}
