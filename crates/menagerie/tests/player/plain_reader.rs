//! Every family and every shipped script played to its end with `play --plain` by programs that read nothing but its
//! words: no hint, no picture, no file.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use crate::cli::menagerie;
use crate::reader::Reader;

/// The names of the shipped levels of a family, such as `@flipper.toggle`.
fn shipped(family: &str) -> Vec<String> {
    let list = menagerie(&["list", "--json"]).json();
    let family = list["families"].as_array().unwrap().iter().find(|one| one["family"] == family).unwrap().clone();
    let extension = family["extension"].as_str().unwrap().to_owned();
    let levels = family["levels"].as_array().unwrap().iter();
    levels.map(|level| format!("@{}.{extension}", level["name"].as_str().unwrap())).collect()
}

/// The number after `words`.
fn number_after(text: &str, words: &str) -> Option<usize> {
    let rest = text.split(words).nth(1)?;
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}

mod toggle {
    use super::*;

    /// What is to be added to each cell, what each move adds, and the modulus, all from words.
    fn system(reader: &mut Reader) -> (Vec<usize>, Vec<Vec<usize>>, usize) {
        let rules = reader.tell("rules").to_owned();
        let modulus = number_after(&rules, "Cells count modulo ").unwrap_or(2);
        let lights = [("Goal: every light is off", 0), ("Goal: every light is on", 1)];
        let light = lights.into_iter().find(|(said, _)| rules.contains(said)).map(|(_, value)| value);
        let everywhere = light.or_else(|| number_after(&rules, "Goal: every cell shows "));
        let rows = reader.rows();
        let columns = rows[0].len();
        let missing = |words: &String| {
            let shown: usize = words.split(' ').next().unwrap().parse().unwrap();
            let goal = everywhere.or_else(|| number_after(words, "(goal ")).unwrap_or(shown);
            (goal + modulus - shown) % modulus
        };
        let wanted: Vec<usize> = rows.iter().flat_map(|row| row.values()).map(missing).collect();
        reader.tell("look");
        let moves = reader.moves();
        let cells = wanted.len();
        let patterns = moves.iter().map(|text| {
            let said = reader.tell(&format!("look move {text}")).to_owned();
            let by = number_after(&said, " adds ").unwrap_or(1);
            let mut pattern = vec![0; cells];
            for place in said.split("row ").skip(1) {
                let row: usize = place.split(',').next().unwrap().parse().unwrap();
                pattern[(row - 1) * columns + number_after(place, "column ").unwrap() - 1] = by;
            }
            pattern
        });
        (wanted, patterns.collect(), modulus)
    }

    /// How often each move is made, by elimination modulo a prime.
    fn solve(wanted: &[usize], patterns: &[Vec<usize>], modulus: usize) -> Option<Vec<usize>> {
        let width = patterns.len();
        let mut rows: Vec<Vec<usize>> = (0..wanted.len())
            .map(|cell| patterns.iter().map(|pattern| pattern[cell]).chain([wanted[cell]]).collect())
            .collect();
        let (mut pivots, mut next) = (vec![None; width], 0);
        for column in 0..width {
            let Some(pivot) = (next..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
            rows.swap(next, pivot);
            let inverse = (1..modulus).find(|by| by * rows[next][column] % modulus == 1).unwrap();
            rows[next].iter_mut().for_each(|value| *value = *value * inverse % modulus);
            let line = rows[next].clone();
            for (_, other) in rows.iter_mut().enumerate().filter(|(row, _)| *row != next) {
                let factor = other[column];
                other
                    .iter_mut()
                    .zip(&line)
                    .for_each(|(value, by)| *value = (*value + modulus * modulus - factor * by) % modulus);
            }
            pivots[column] = Some(next);
            next += 1;
        }
        let consistent = rows[next..].iter().all(|row| row[width] == 0);
        consistent.then(|| pivots.iter().map(|pivot| pivot.map_or(0, |row| rows[row][width])).collect())
    }

    #[test]
    fn every_level_is_solved_from_its_rows_and_the_words_of_its_moves() {
        for level in shipped("toggle") {
            let mut reader = Reader::open(&level, &[]);
            let (wanted, patterns, modulus) = system(&mut reader);
            let Some(presses) = solve(&wanted, &patterns, modulus) else {
                assert!(reader.opening.contains("it cannot be solved, proven"), "{level}: {}", reader.opening);
                reader.leave();
                continue;
            };
            for (text, count) in (1..).zip(presses) {
                (0..count).for_each(|_| {
                    reader.tell(&text.to_string());
                });
            }
            assert!(reader.has_won(), "{level}: {}", reader.last);
            reader.leave();
        }
    }
}

mod lemmo {
    use super::*;

    /// Where a walk from above the first row ends, as the rules say; `None` where the words show a part of the map
    /// only.
    fn wins(rows: &[BTreeMap<usize, String>], start: usize, left: bool) -> bool {
        let (mut row, mut column, mut left) = (0, start, left);
        loop {
            match rows[row][&column].as_str() {
                "treasure" => return true,
                "drain" => return false,
                "space" => row += 1,
                "block" => {
                    let next = if left { column.checked_sub(1) } else { Some(column + 1) };
                    match next.filter(|next| rows[row].contains_key(next)) {
                        Some(next) => column = next,
                        None => left = !left,
                    }
                }
                other => panic!("what is '{other}'?"),
            }
        }
    }

    #[test]
    fn every_level_is_walked_as_its_rows_foretell() {
        for level in shipped("lemmo") {
            let mut reader = Reader::open(&level, &[]);
            let whole = !reader.opening.contains("(shown:");
            let rows = if whole { reader.rows() } else { Vec::new() };
            reader.tell("look");
            let starts = reader.moves();
            let foretold = starts.iter().filter(|_| whole).find(|text| {
                let (column, facing) = text.split_once(' ').unwrap();
                wins(&rows, column.parse().unwrap(), facing == "left")
            });
            let played = foretold.or(starts.first()).unwrap().clone();
            let said = reader.tell(&played).to_owned();
            assert!(reader.is_over(), "{level}: {said}");
            assert_eq!(foretold.is_some(), said.contains("Lemmo wins"), "{level}, {played}: {said}");
            assert!(reader.rows().iter().flat_map(|row| row.values()).any(|words| words.starts_with("Lemmo looking ")));
            reader.leave();
        }
    }
}

mod wall {
    use super::*;

    /// What it costs to enter a cell, and whether a wall is below it.
    fn cell(words: &str) -> (Option<usize>, bool) {
        let (words, wall) = match words.strip_suffix(" with a wall below") {
            Some(words) => (words, true),
            None => (words, false),
        };
        (words.strip_prefix("Rabbit on ").unwrap_or(words).parse().ok(), wall)
    }

    /// The cheapest way from the first cell to the last row, as moves, with its cost.
    fn cheapest(rows: &[BTreeMap<usize, String>]) -> Option<(usize, Vec<&'static str>)> {
        let at = |(row, column): (usize, usize)| Some(cell(rows.get(row)?.get(&column)?));
        let mut best: BTreeMap<(usize, usize), (usize, Vec<&str>)> =
            BTreeMap::from([((0, 1), (at((0, 1))?.0?, Vec::new()))]);
        let mut changed = VecDeque::from([(0, 1)]);
        while let Some((row, column)) = changed.pop_front() {
            let (paid, way) = best[&(row, column)].clone();
            if row + 1 == rows.len() {
                continue;
            }
            let down = (!at((row, column))?.1).then_some(("down", (row + 1, column)));
            let left = (column > 1).then(|| ("left", (row, column - 1)));
            for (step, to) in down.into_iter().chain(left).chain([("right", (row, column + 1))]) {
                let Some((Some(cost), _)) = at(to) else { continue };
                if best.get(&to).is_none_or(|(known, _)| paid + cost < *known) {
                    let way = way.iter().copied().chain([step]).collect();
                    best.insert(to, (paid + cost, way));
                    changed.push_back(to);
                }
            }
        }
        best.into_iter().filter(|((row, _), _)| row + 1 == rows.len()).map(|(_, way)| way).min_by_key(|way| way.0)
    }

    #[test]
    fn rabbit_takes_the_cheapest_way_that_the_rows_tell() {
        for level in shipped("wall").into_iter().filter(|level| level != "@live.wall") {
            let mut reader = Reader::open(&level, &["--as", "rabbit"]);
            let rows = reader.rows();
            let Some((cost, way)) = cheapest(&rows) else {
                assert_eq!(level, "@cul-de-sac.wall");
                reader.leave();
                continue;
            };
            way.iter().for_each(|step| {
                reader.tell(step);
            });
            assert!(reader.is_over() && reader.last.contains(&format!("has paid {cost}")), "{level}: {}", reader.last);
            reader.leave();
        }
    }

    #[test]
    fn eel_and_the_live_game_come_to_their_end() {
        for (level, role) in [("@serpent.wall", "eel"), ("@live.wall", "eel"), ("@live.wall", "rabbit")] {
            let mut reader = Reader::open(level, &["--as", role]);
            let mut played = 0;
            while !reader.is_over() {
                let moves = reader.moves();
                let wanted = ["down", "right"].into_iter().find(|wanted| moves.iter().any(|text| text == wanted));
                let text = wanted.map_or_else(|| moves[0].clone(), str::to_owned);
                reader.tell(&text);
                played += 1;
                assert!(played < 60, "{level} as {role}: {}", reader.last);
            }
            assert!(reader.last.contains("the last row is reached"), "{level} as {role}: {}", reader.last);
            reader.leave();
        }
    }
}

mod pebble {
    use super::*;

    /// Of each position its pebble, `-` for the hole, its plate, `-` for the hole's home, and the linked positions.
    type Board = Vec<(String, String, Vec<usize>)>;

    fn board(reader: &mut Reader) -> Board {
        let look = reader.tell("look").to_owned();
        let mut board = Board::new();
        for line in look.lines() {
            if let Some((_, words)) = line.trim().strip_prefix("position ").and_then(|rest| rest.split_once(": ")) {
                let (standing, links) = words.split_once(", linked to ").unwrap();
                let links = links.split(", ").map(|number| number.parse().unwrap()).collect();
                let (pebble, plate) = on(standing);
                board.push((pebble, plate, links));
            }
        }
        if board.is_empty() {
            let rows = reader.rows();
            let columns = rows[0].len();
            for (place, words) in rows.iter().flat_map(|row| row.values()).enumerate() {
                let (pebble, plate) = on(words);
                let (row, column) = (place / columns, place % columns);
                let near = [
                    (row.wrapping_sub(1), column),
                    (row + 1, column),
                    (row, column.wrapping_sub(1)),
                    (row, column + 1),
                ];
                let links = near.into_iter().filter(|near| near.0 < rows.len() && near.1 < columns);
                board.push((pebble, plate, links.map(|(row, column)| row * columns + column).collect()));
            }
        }
        board
    }

    fn on(words: &str) -> (String, String) {
        let (pebble, plate) = words.split_once(" on ").unwrap_or_else(|| panic!("{words}"));
        let name =
            |words: &str, kinds: [&str; 2]| kinds.iter().find_map(|kind| words.strip_prefix(kind)).map(str::to_owned);
        let pebble = name(pebble, ["pebble ", "tile "]).unwrap_or("-".into());
        let home = plate.contains("home of the hole");
        (pebble, if home { "-".into() } else { name(plate, ["plate ", "place "]).unwrap() })
    }

    /// The moves to the goal, breadth first.
    fn solve(board: &Board) -> Vec<usize> {
        let number = |name: &String| u8::try_from(board.iter().position(|place| place.1 == *name).unwrap()).unwrap();
        let start: Vec<u8> = board.iter().map(|place| number(&place.0)).collect();
        let goal: Vec<u8> = board.iter().map(|place| number(&place.1)).collect();
        let hole = number(&"-".to_owned());
        let mut before: HashMap<Vec<u8>, (Vec<u8>, usize)> = HashMap::from([(start.clone(), (Vec::new(), 0))]);
        let mut next = VecDeque::from([start.clone()]);
        while let Some(here) = next.pop_front() {
            if here == goal {
                break;
            }
            let blank = here.iter().position(|&pebble| pebble == hole).unwrap();
            for &from in &board[blank].2 {
                let mut to = here.clone();
                to.swap(blank, from);
                if !before.contains_key(&to) {
                    before.insert(to.clone(), (here.clone(), from));
                    next.push_back(to);
                }
            }
        }
        let (mut way, mut here) = (Vec::new(), goal);
        while here != start {
            let (earlier, from) = before[&here].clone();
            way.push(from);
            here = earlier;
        }
        way.reverse();
        way
    }

    #[test]
    fn triangle_grid_and_lines_are_solved_from_their_positions() {
        for (level, best) in [("@easy.pebble", 5), ("@eight.pebble", 31), ("@hexagram.pebble", 0)] {
            let mut reader = Reader::open(level, &[]);
            let way = solve(&board(&mut reader));
            assert!(best == 0 || way.len() == best, "{level}: {way:?}");
            way.iter().for_each(|place| {
                reader.tell(&place.to_string());
            });
            assert!(reader.has_won(), "{level}: {}", reader.last);
            reader.leave();
        }
    }
}

mod bunny {
    use super::*;

    const WAYS: [(&str, (isize, isize)); 4] =
        [("east", (0, 1)), ("south", (1, 0)), ("west", (0, -1)), ("north", (-1, 0))];

    /// A program that walks from the bunny to the nearest square that is to be marked, again and again.
    fn program(rows: &[BTreeMap<usize, String>]) -> String {
        let (mut squares, mut bunny, mut facing) = (BTreeMap::new(), (0, 0), 0);
        for (row, columns) in (1..).zip(rows) {
            for (&column, words) in columns {
                let at = (row, isize::try_from(column).unwrap());
                squares.insert(at, !words.ends_with("to be marked"));
                if let Some(words) = words.strip_prefix("bunny facing ") {
                    bunny = at;
                    facing = WAYS.iter().position(|way| words.starts_with(way.0)).unwrap();
                }
            }
        }
        let mut program = String::new();
        while squares.values().any(|marked| !marked) {
            for way in nearest(&squares, bunny) {
                program.push_str(["", "R", "RR", "L"][(way + 4 - facing) % 4]);
                program.push('F');
                facing = way;
                bunny = (bunny.0 + WAYS[way].1.0, bunny.1 + WAYS[way].1.1);
                squares.insert(bunny, true);
            }
        }
        program
    }

    fn nearest(squares: &BTreeMap<(isize, isize), bool>, from: (isize, isize)) -> Vec<usize> {
        let (mut next, mut seen) = (VecDeque::from([(from, Vec::new())]), HashSet::from([from]));
        while let Some((at, way)) = next.pop_front() {
            if !squares[&at] {
                return way;
            }
            for (number, (_, (down, right))) in WAYS.iter().enumerate() {
                let to = (at.0 + down, at.1 + right);
                if squares.contains_key(&to) && seen.insert(to) {
                    next.push_back((to, way.iter().copied().chain([number]).collect()));
                }
            }
        }
        panic!("every square can be reached");
    }

    #[test]
    fn every_board_of_the_contest_is_walked_over() {
        for level in shipped("bunny").into_iter().filter(|level| level.starts_with("@bunny-") || level == "@hook.bunny")
        {
            let mut reader = Reader::open(&level, &[]);
            let rows = reader.rows();
            let written = program(&rows);
            reader.tell(&written);
            reader.tell("run");
            assert!(reader.has_won(), "{level}, {written}: {}", reader.last);
            reader.leave();
        }
    }
}

mod script {
    use super::*;

    /// Tries every move, depth first, and takes it back where the words are those of a position seen before.
    fn explore(level: &str) {
        let mut reader = Reader::open(level, &[]);
        let mut seen = HashSet::new();
        let mut untried = vec![position(&mut reader, &mut seen).unwrap()];
        while let Some(moves) = untried.last_mut() {
            let Some(text) = moves.pop() else {
                untried.pop();
                reader.tell("undo");
                continue;
            };
            reader.tell(&text);
            if reader.has_won() {
                return reader.leave();
            }
            match position(&mut reader, &mut seen) {
                Some(moves) => untried.push(moves),
                None => {
                    reader.tell("undo");
                }
            }
        }
        panic!("{level}: no end in {} positions", seen.len());
    }

    /// The moves of a position that is new by its words.
    fn position(reader: &mut Reader, seen: &mut HashSet<String>) -> Option<Vec<String>> {
        let look = reader.tell("look").to_owned();
        let words = look.split_once(": ").unwrap().1.to_owned();
        assert!(!words.contains('{') && !words.contains('"'), "{words}");
        let moves = reader.moves();
        (seen.insert(words) && !reader.is_over()).then_some(moves)
    }

    #[test]
    fn every_script_for_one_is_explored_to_its_goal() {
        for level in shipped("script").into_iter().filter(|level| level != "@nim.luau") {
            explore(&level);
        }
    }

    fn heaps(reader: &mut Reader) -> Vec<usize> {
        let look = reader.tell("look").to_owned();
        (1..=3).map(|heap| number_after(&look, &format!("heap {heap}: ")).unwrap()).collect()
    }

    #[test]
    fn nim_is_won_by_the_sums_of_its_heaps() {
        let mut reader = Reader::open("@nim.luau", &["--as", "first"]);
        loop {
            let heaps = heaps(&mut reader);
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let (number, taken) =
                (1..).zip(&heaps).find_map(|(number, heap)| Some((number, heap.checked_sub(heap ^ sum)?))).unwrap();
            reader.tell(&format!("take {taken} from heap {number}"));
            if reader.is_over() {
                break;
            }
        }
        assert!(reader.last.contains("the first player has won") || reader.has_won(), "{}", reader.last);
        reader.leave();
    }
}
