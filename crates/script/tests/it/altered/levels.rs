//! The levels of the campaign: those that come with each family, and small random ones.

use std::sync::Arc;

use engines::{Budget, Context};
use puzzles::{Family, GenerateOptions, Level, Record, Role};
use testkit::random::Random;

/// The most bytes of a level's text.
const MAX_BYTES: usize = 20_000;
/// Random levels of each family that has a maker here.
const MADE: u64 = 24;
/// Levels of each family that makes its own.
const GENERATED: u64 = 4;

/// One level, with the name of its family.
pub(crate) struct Sample {
    pub(crate) family: &'static str,
    pub(crate) level: Arc<dyn Level>,
}

/// Every family: those that are listed, and the least that a family can be.
pub(crate) fn families() -> Vec<&'static dyn Family> {
    script::families().iter().copied().chain([&puzzles::blank::Blank as &dyn Family]).collect()
}

/// The levels of each family.
pub(crate) fn samples() -> Vec<Sample> {
    families().into_iter().flat_map(of_family).collect()
}

fn of_family(family: &'static dyn Family) -> Vec<Sample> {
    let (name, cx) = (family.info().name, Context::default());
    let mut levels: Vec<Arc<dyn Level>> = Vec::new();
    for file in family.info().levels.iter().filter(|file| file.text.len() <= MAX_BYTES) {
        let open = family.open(Arc::new(file.text.as_bytes().to_vec()), &cx).unwrap();
        levels.extend((0..open.entries().len()).map(|index| open.level(index, &cx).unwrap()));
    }
    levels.extend((0..GENERATED).filter_map(|seed| generated(family, seed)));
    let mut random = Random::new(name.len() as u64);
    let made = (0..MADE).filter_map(|number| made(name, number, &mut random));
    levels.extend(made.filter_map(|text| family.load(Arc::new(text.into_bytes()), &cx).ok()));
    levels.into_iter().map(|level| Sample { family: name, level }).collect()
}

/// A level that the family makes itself, if it makes any.
fn generated(family: &dyn Family, seed: u64) -> Option<Arc<dyn Level>> {
    let cx = Context::new(Budget { nodes: Some(200_000), ..Budget::default() });
    let text = puzzles::generate(family, &GenerateOptions { seed, ..GenerateOptions::default() }, &cx).ok()?;
    family.load(Arc::new(text.into_bytes()), &cx).ok()
}

/// Some legal moves from the start of a level.
pub(crate) fn line(level: &Arc<dyn Level>, random: &mut Random) -> Vec<String> {
    let mut game = Record::new(Arc::clone(level), Role(level.roles()[0]));
    for _ in 0..random.below(5) {
        let moves: Vec<String> = game.position().moves().take(40).collect();
        if moves.is_empty() {
            break;
        }
        game.play(random.pick::<String>(&moves)).unwrap();
    }
    game.moves().to_vec()
}

/// The text of a small random level.
fn made(family: &str, number: u64, random: &mut Random) -> Option<String> {
    Some(match family {
        "toggle" => toggle(number, random),
        "pebble" => pebble(number, random),
        "lemmo" => lemmo(random),
        "wall" => wall(number, random),
        "bunny" => bunny(random),
        "sokoban" => sokoban(random),
        "puzzlescript" => puzzlescript(number, random),
        "script" => script(number, random),
        _ => return None,
    })
}

fn rows(rows: usize, columns: usize, signs: &[char], random: &mut Random) -> Vec<String> {
    (0..rows).map(|_| (0..columns).map(|_| *random.pick(signs)).collect()).collect()
}

fn toggle(number: u64, random: &mut Random) -> String {
    let modulus = [2, 2, 3, 5][number as usize % 4];
    let digits = |random: &mut Random| (0..6).map(|_| random.below(modulus).to_string()).collect::<String>();
    let moves: Vec<String> = (0..random.below(5) + 3).map(|_| format!("\"{}\"", digits(random))).collect();
    let modulus = if modulus == 2 { String::new() } else { format!("modulus = {modulus}\n") };
    format!("board = \"2x3\"\n{modulus}moves = [{}]\nstart = \"{}\"\n", moves.join(", "), digits(random))
}

/// Every second one has five different pebbles, so that half of all boards cannot be solved; every third one a path, on
/// which the order of the pebbles stays.
fn pebble(number: u64, random: &mut Random) -> String {
    let fifth = if number.is_multiple_of(2) { "3" } else { "5" };
    let mut names: Vec<String> = ["-", "1", "2", "3", fifth, "4"].map(|name| format!("\"{name}\"")).to_vec();
    let plates = names.join(", ");
    random.shuffle(&mut names);
    let board = ["grid 2x3", "grid 2x3", "grid 1x6"][number as usize % 3];
    format!("board = \"{board}\"\nplates = [{plates}]\npebbles = [{}]\n", names.join(", "))
}

fn lemmo(random: &mut Random) -> String {
    let (floors, columns) = (random.below(5) + 1, random.below(6) + 2);
    let mut map = rows(floors, columns, &['#', '.'], random);
    map.extend(rows(1, columns, &['$', '@'], random));
    map.join("\n") + "\n"
}

/// Every third one is played live.
fn wall(number: u64, random: &mut Random) -> String {
    let live = number.is_multiple_of(3);
    let signs: &[char] = if live { &['0', '1', '5', '9'] } else { &['0', '1', '5', '9', 'x'] };
    let (count, columns) = (random.below(4) + 2, random.below(4) + 2);
    let mut map = rows(count, columns, signs, random);
    map[0].replace_range(0..1, "3");
    format!("{}{}\n", if live { "; rule: live\n" } else { "" }, map.join("\n"))
}

fn bunny(random: &mut Random) -> String {
    let (count, columns) = (random.below(2) + 1, random.below(4) + 2);
    let mut map = rows(count, columns, &['#', '#', '#', ' '], random);
    map[0].replace_range(0..1, "S");
    map.join("\n") + "\n"
}

/// A room with one or two boxes, and walls in it.
fn sokoban(random: &mut Random) -> String {
    let (height, width) = (random.below(2) + 3, random.below(3) + 3);
    let mut floor: Vec<Vec<char>> = vec![vec![' '; width]; height];
    let boxes = random.below(2) + 1;
    let mut free: Vec<(usize, usize)> = (0..height).flat_map(|row| (0..width).map(move |at| (row, at))).collect();
    random.shuffle(&mut free);
    let signs = ["@".to_owned(), "$".repeat(boxes), ".".repeat(boxes), "##".into()].concat();
    for (sign, (row, at)) in signs.chars().zip(free) {
        floor[row][at] = sign;
    }
    let border = "#".repeat(width + 2);
    let inside = floor.iter().map(|row| format!("#{}#\n", row.iter().collect::<String>()));
    format!("{border}\n{}{border}\n", inside.collect::<String>())
}

/// Crates to be pushed onto targets; in every third game they melt on ice that they cross, so that dead ends differ.
fn puzzlescript(number: u64, random: &mut Random) -> String {
    let rules = [
        "[ > Player | Crate ] -> [ > Player | > Crate ]",
        "[ > Player | Crate ] -> [ > Player | > Crate ]\n[ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "[ > Player | Crate ] -> [ > Player | > Crate ]\nlate [ Crate Ice ] -> [ Ice ]",
    ][number as usize % 3];
    let (height, width) = (random.below(2) + 2, random.below(2) + 3);
    let mut signs: Vec<char> = format!("P*@i#{}", ".".repeat(height * width)).chars().take(height * width).collect();
    random.shuffle(&mut signs);
    let border = "#".repeat(width + 2);
    let inside = signs.chunks(width).map(|row| format!("#{}#\n", row.iter().collect::<String>()));
    format!(
        "title Made\n\n=======\nOBJECTS\n=======\n\nBackground\ngreen\n\nTarget\nblue\n\nIce\nwhite\n\nWall\nbrown\n\n\
        Player\nblack\n\nCrate\norange\n\n=======\nLEGEND\n=======\n\n. = Background\n# = Wall\nP = Player\n* = Crate\n@ = Target\n\
        i = Ice\n\n=======\nSOUNDS\n=======\n\n================\nCOLLISIONLAYERS\n================\n\nBackground\nTarget, Ice\n\
        Player, Wall, Crate\n\n======\nRULES\n======\n\n{rules}\n\n==============\nWINCONDITIONS\n==============\n\n\
        All Target on Crate\n\n=======\nLEVELS\n=======\n\n{border}\n{}{border}\n",
        inside.collect::<String>()
    )
}

/// A graph of states with random moves; every third one is a game for two that ends where nothing can be moved.
fn script(number: u64, random: &mut Random) -> String {
    let states = random.below(12_usize) + 4;
    let edges = (0..states).map(|state| {
        let next: Vec<String> = (0..random.below(4)).map(|_| (random.below(states) + 1).to_string()).collect();
        // A state in seven leads nowhere.
        if state % 7 == 6 { "{}".to_owned() } else { format!("{{{}}}", next.join(", ")) }
    });
    let edges = edges.collect::<Vec<_>>().join(", ");
    let goal = random.below(states) + 1;
    let ends = if number.is_multiple_of(3) {
        "players = 2,".to_owned()
    } else {
        format!("solved = function(state) return state == {goal} end,")
    };
    format!(
        "local edges = {{{edges}}}\nreturn {{\n  name = \"graph {number}\", start = 1, {ends}\n  moves = function(state)\n    \
        local list, seen = {{}}, {{}}\n    for _, to in ipairs(edges[state]) do\n      if not seen[to] then\n        \
        seen[to] = true\n        list[#list + 1] = {{name = \"to \" .. to, to = to}}\n      end\n    end\n    \
        return list\n  end,\n}}\n"
    )
}
