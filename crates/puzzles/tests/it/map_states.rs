//! The states that `map --states` lists against plain searches of small levels, state by state, and hints from the hint
//! tables of the same levels. Those of PuzzleScript are in `puzzlescript_random`, those of scripts beside the scripts.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;
use std::sync::Arc;

use engines::{Budget, Context, MapFile, StateRow, Stored};
use puzzles::pebble::Pebble;
use puzzles::sokoban::Sokoban;
use puzzles::solution::{Exhausted, Hint};
use puzzles::toggle::Toggle;
use puzzles::{Answer, AskError, Family, Level, Question, QuestionKind, Verdict};
use testkit::random::Random;

use crate::map_files::{self, Bytes, Rows, mapped, tabled};
use frame::checked;
use testkit::pebbles;

/// The moves of a state with the states after them.
pub(crate) type Steps<K> = Vec<(String, K)>;

/// A level as a plain search knows it: every state with its distance and its moves.
pub(crate) struct Plain<K> {
    pub(crate) states: BTreeMap<K, (Option<u64>, Steps<K>)>,
    /// The state of a row's text.
    pub(crate) state: Box<dyn Fn(&str) -> K>,
}

impl<K: Ord + Clone> Plain<K> {
    /// Every state that can be reached, with its distance to the nearest goal.
    fn search(
        starts: Vec<K>,
        steps: impl Fn(&K) -> Steps<K>,
        is_goal: impl Fn(&K) -> bool,
        state: impl Fn(&str) -> K + 'static,
    ) -> Plain<K> {
        let (mut states, mut queue) = (BTreeMap::new(), VecDeque::from(starts));
        while let Some(next) = queue.pop_front() {
            if !states.contains_key(&next) {
                let steps = steps(&next);
                queue.extend(steps.iter().map(|step| step.1.clone()));
                states.insert(next.clone(), (is_goal(&next).then_some(0), steps));
            }
        }
        for distance in 0.. {
            let nearer = |steps: &Steps<K>| steps.iter().any(|step| states[&step.1].0 == Some(distance));
            let next = states.iter().filter(|(_, (left, steps))| left.is_none() && nearer(steps));
            let next: Vec<K> = next.map(|(state, _)| state.clone()).collect();
            if next.is_empty() {
                break;
            }
            next.iter().for_each(|state| states.get_mut(state).unwrap().0 = Some(distance + 1));
        }
        Plain { states, state: Box::new(state) }
    }
}

/// Compares the rows of a level with a plain search.
pub(crate) fn listed<K: Ord + Debug>(rows: &[StateRow], plain: &Plain<K>, what: &str) {
    assert_eq!(rows.len(), plain.states.len(), "{what}");
    let states: Vec<K> = rows.iter().map(|row| (plain.state)(&row.text)).collect();
    let names = |steps: Vec<&(String, K)>| steps.into_iter().map(|step| step.0.clone()).collect::<Vec<String>>();
    for (row, state) in rows.iter().zip(&states) {
        let (left, steps) = plain.states.get(state).unwrap_or_else(|| panic!("{what}: {state:?}"));
        assert_eq!(row.distance.map(u64::from), *left, "{what}: {state:?}");
        let moves: Vec<(&str, &K)> = row.moves.iter().map(|step| (&*step.name, &states[step.to as usize])).collect();
        assert_eq!(moves, steps.iter().map(|(name, to)| (&**name, to)).collect::<Vec<_>>(), "{what}: {state:?}");
        let after = |step: &&(String, K)| plain.states[&step.1].0;
        let best = steps.iter().filter(|step| *left > Some(0) && after(step).is_some_and(|it| Some(it + 1) == *left));
        assert_eq!(row.best().map(|step| step.name.to_string()).collect::<Vec<_>>(), names(best.collect()), "{what}");
        let losing = steps.iter().filter(|step| left.is_some() && after(step).is_none());
        let own: Vec<String> = row.losing().map(|step| step.name.to_string()).collect();
        assert_eq!(own, names(losing.collect()), "{what}: {state:?}");
    }
}

/// Compares the hint of each state, reached by a line, from the table and by a search; returns their number.
pub(crate) fn hints(level: &Arc<dyn Level>, rows: &[StateRow], table: &Bytes) -> usize {
    let mut lines: Vec<Option<Vec<String>>> = vec![None; rows.len()];
    lines[0] = Some(Vec::new());
    // Rows stand in breadth-first order, so that each has its line before its moves are looked at.
    for row in rows {
        let line = lines[row.number as usize].clone().expect("a line");
        for step in &row.moves {
            lines[step.to as usize].get_or_insert_with(|| [&line[..], &[step.name.to_string()]].concat());
        }
    }
    let over = |row: &&StateRow| row.distance == Some(0);
    // Beyond a goal no game goes on.
    let goes_on = rows.iter().any(|row| over(&row) && !row.moves.is_empty());
    let asked = rows.iter().zip(&lines).filter(|(row, _)| !goes_on && !over(row));
    let compare = |(row, line): (&StateRow, &Option<Vec<String>>)| {
        let line = line.as_deref().unwrap();
        let hint = tabled(level, line, table).expect("a hint");
        let question = Question::after(QuestionKind::HINT, line);
        let searched = puzzles::ask(level, &question, &Context::default()).expect("a hint");
        same_hint(&hint, &searched, row);
        puzzles::check(level, &hint, &Context::default()).expect("a true hint");
    };
    asked.map(compare).count()
}

fn same_hint(table: &Answer, searched: &Answer, row: &StateRow) {
    assert_eq!((table.verdict, table.body_as::<Hint>()), (searched.verdict, searched.body_as::<Hint>()), "{row:?}");
    assert!(table.method.contains("hint table"), "{}", table.method);
    match row.distance {
        Some(left) => assert_eq!(table.body_as::<Hint>().map(|hint| hint.moves_left), Some(left.into())),
        None => assert!(table.verdict == Some(Verdict::Impossible) && table.proof_as::<Exhausted>().is_some()),
    }
}

/// The row of a text that begins so, without the quotation marks.
fn value(text: &str, key: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{key} = "))).unwrap();
    line.trim_matches('"').to_owned()
}

#[test]
fn boards_of_toggles_are_those_of_a_plain_search() {
    let mut random = Random::new(4611);
    for case in 0..60 {
        let (modulus, most) = *random.pick(&[(2_u8, 6_usize), (3, 4), (5, 3)]);
        let cells = 1 + random.below(most);
        let digits = |random: &mut Random| (0..cells).map(|_| random.below(modulus)).collect::<Vec<u8>>();
        let moves: Vec<Vec<u8>> = (0..1 + random.below(5_usize)).map(|_| digits(&mut random)).collect();
        let goal = digits(&mut random);
        let text = |cells: &[u8]| cells.iter().map(ToString::to_string).collect::<String>();
        let listing: Vec<String> = moves.iter().map(|pattern| format!("\"{}\"", text(pattern))).collect();
        let start = text(&digits(&mut random));
        let file = format!(
            "board = \"1x{cells}\"\nmodulus = {modulus}\nmoves = [{}]\nstart = \"{start}\"\ngoal = \"{}\"\n",
            listing.join(", "),
            text(&goal)
        );
        let press = |board: &Vec<u8>, pattern: &Vec<u8>| -> Vec<u8> {
            board.iter().zip(pattern).map(|(cell, added)| (cell + added) % modulus).collect()
        };
        let steps = |board: &Vec<u8>| {
            (1..).zip(&moves).map(|(number, pattern)| (i32::to_string(&number), press(board, pattern))).collect()
        };
        let state = |text: &str| value(text, "start").bytes().map(|digit| digit - b'0').collect();
        let plain = Plain::search(vec![goal.clone()], steps, |board| *board == goal, state);
        if moves.iter().any(|pattern| pattern.iter().all(|&value| value == 0)) {
            continue;
        }
        let (_, rows) = map_files::listed(&checked::load(&Toggle, &file));
        listed(&rows, &plain, &format!("case {case}: {file}"));
    }
}

#[test]
fn arrangements_of_pebbles_are_those_of_a_plain_search() {
    let (mut random, mut with_homes) = (Random::new(4612), 0);
    for case in 0..60 {
        let places = 3 + random.below(4_usize);
        let mut edges: Vec<[usize; 2]> = (1..places).map(|place| [random.below(place), place]).collect();
        let more = [0, places - 1];
        if random.one_in(2) && !edges.contains(&more) {
            edges.push(more);
        }
        let mut plates: Vec<char> =
            (0..places).map(|place| *random.pick(&['a', 'b', (b'c' + place as u8) as char])).collect();
        let mut pebbles = plates.clone();
        let hole = random.below(places);
        pebbles[hole] = '-';
        // Without a plate of its own the hole may end on any plate of that colour.
        if random.one_in(2) {
            plates[hole] = '-';
        }
        random.shuffle(&mut pebbles);
        let extra = plates.iter().find(|&&plate| count(&plates, plate) > count(&pebbles, plate));
        let homes = (0..places).filter(|&place| Some(&plates[place]) == extra || plates[place] == '-');
        let goals: Vec<Vec<char>> = homes
            .map(|place| {
                let mut goal = plates.clone();
                goal[place] = '-';
                goal
            })
            .collect();
        with_homes += usize::from(goals.len() > 1);
        let line = |names: &[char]| names.iter().collect::<String>();
        let file = format!("edges = {edges:?}\nplates = \"{}\"\npebbles = \"{}\"\n", line(&plates), line(&pebbles));
        let steps = |state: &Vec<char>| {
            let next = pebbles::neighbours(&edges, state);
            next.into_iter().map(|(place, next)| (place.to_string(), next)).collect()
        };
        let state = |text: &str| value(text, "pebbles").chars().collect();
        let plain = Plain::search(goals.clone(), steps, |state| goals.contains(state), state);
        let (_, rows) = map_files::listed(&checked::load(&Pebble, &file));
        listed(&rows, &plain, &format!("case {case}: {file}"));
    }
    assert!(with_homes > 5, "{with_homes}");
}

fn count(names: &[char], name: char) -> usize {
    names.iter().filter(|&&other| other == name).count()
}

/// A room with walls around it, some inside, and a few boxes.
fn room(random: &mut Random) -> String {
    let (rows, columns) = (2 + random.below(3_usize), 2 + random.below(3_usize));
    let mut squares: Vec<usize> = (0..rows * columns).collect();
    random.shuffle(&mut squares);
    let boxes = if squares.len() > 8 { 1 + random.below(2) } else { 1 };
    let mut cells = vec![' '; rows * columns];
    for &square in &squares[boxes..2 * boxes] {
        cells[square] = '.';
    }
    for &square in &squares[..boxes] {
        cells[square] = '$';
    }
    cells[squares[2 * boxes]] = '@';
    if random.one_in(2) && squares.len() > 2 * boxes + 1 {
        cells[squares[2 * boxes + 1]] = '#';
    }
    let wall = "#".repeat(columns + 2);
    let inner: String = cells.chunks(columns).map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
    format!("{wall}\n{inner}{wall}\n")
}

/// Each way in which the player can go from here, by rules that know characters alone.
fn steps_of_room(text: &str) -> Steps<String> {
    let mut rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let find = |rows: &Vec<Vec<char>>| {
        let places = (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (y, x)));
        places.into_iter().find(|&(y, x)| "@+".contains(rows[y][x])).unwrap()
    };
    if !text.contains('$') {
        return Vec::new();
    }
    let (y, x) = find(&rows);
    rows[y][x] = if rows[y][x] == '+' { '.' } else { ' ' };
    let ways = [("up", -1_isize, 0_isize), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)];
    let mut steps = Vec::new();
    for (name, dy, dx) in ways {
        let at = |far: isize| (y.wrapping_add_signed(dy * far), x.wrapping_add_signed(dx * far));
        let (to, beyond) = (at(1), at(2));
        let mut next = rows.clone();
        let here = next[to.0][to.1];
        if "$*".contains(here) {
            let behind = next[beyond.0][beyond.1];
            if !" .".contains(behind) {
                continue;
            }
            next[beyond.0][beyond.1] = if behind == '.' { '*' } else { '$' };
        } else if here == '#' {
            continue;
        }
        next[to.0][to.1] = if "*.".contains(here) { '+' } else { '@' };
        let text: String = next.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        steps.push((name.to_owned(), text));
    }
    steps
}

#[test]
fn states_of_sokoban_are_those_of_a_plain_search_and_hints_from_a_table_those_of_a_search() {
    let (mut random, mut hinted, mut lost) = (Random::new(4613), 0, 0);
    for case in 0..60 {
        let text = room(&mut random);
        let level = checked::load(&Sokoban, &text);
        let plain =
            Plain::search(vec![text.clone()], |text| steps_of_room(text), |text| !text.contains('$'), str::to_owned);
        let (_, rows, table) = mapped(&level);
        listed(&rows, &plain, &format!("case {case}: {text}"));
        lost += rows.iter().filter(|row| row.is_lost()).count();
        if rows.len() < 300 {
            hinted += hints(&level, &rows, &table);
        }
    }
    assert!(hinted > 1000 && lost > 1000, "{hinted} hints, {lost} states lost");
}

/// The table of a shipped level, and the level.
fn shipped() -> (Arc<dyn Level>, Bytes) {
    let collection = Sokoban.open(Arc::new(puzzles::sokoban::FIRST_STEPS.as_bytes().to_vec()), &Context::default());
    let level = collection.unwrap().level(1, &Context::default()).unwrap();
    let (_, _, table) = mapped(&level);
    (level, table)
}

fn refused(level: &Arc<dyn Level>, bytes: Vec<u8>) -> String {
    match tabled(level, &[], &Bytes::of(bytes)) {
        Err(error @ AskError::Broken(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_with_a_damaged_byte_of_another_level_or_version_is_refused() {
    let (level, table) = shipped();
    let bytes = table.to_vec();
    // 100 states that are not solved, ten bytes each: a key, a distance, and a bit for each of four directions.
    assert_eq!((&bytes[..8], bytes.len() > 1000 + 68 + 32), (&b"hinttabl"[..], true));
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(refused(&level, damaged).starts_with("the hint table is not used: "), "byte {at}");
    }
    for length in [0, 7, 8, 40, 68, bytes.len() - 1] {
        refused(&level, bytes[..length].to_vec());
    }
    refused(&level, [&bytes[..], b"x"].concat());
    let mut other = bytes.clone();
    other[8] = 2;
    assert!(refused(&level, other).ends_with("a table of version 2; expected 1"));
    let another = checked::load(&Sokoban, "#####\n#@$.#\n#####\n");
    assert!(refused(&another, bytes).ends_with("it is the table of another level, or of other rules"));
}

/// A table that a server offers to questions about any level.
struct Offered(Bytes);

impl MapFile for Offered {
    fn open(&self) -> std::io::Result<Stored> {
        MapFile::open(&self.0)
    }

    fn is_offered(&self) -> bool {
        true
    }
}

#[test]
fn a_table_that_is_offered_to_all_levels_is_passed_over_by_others() {
    let (level, table) = shipped();
    let another = checked::load(&Sokoban, "#####\n#@$.#\n#####\n");
    let offered = Offered(table);
    let hint = |level| {
        let cx = Context::default().reading_map(&offered);
        puzzles::ask(level, &Question::plain(QuestionKind::HINT), &cx).unwrap().method
    };
    assert!(hint(&level).starts_with("a hint table"));
    assert!(!hint(&another).contains("table of"), "{}", hint(&another));
    let pebbles = checked::shipped(&Pebble, "eight");
    assert!(hint(&pebbles) != "a saved map");
}

#[test]
fn states_that_do_not_fit_in_memory_are_counted_in_the_answer() {
    let (level, _) = shipped();
    let said = |bytes: u64| {
        let (rows, table) = (Rows::default(), Bytes::default());
        let budget = Budget { bytes: Some(bytes), ..Budget::default() };
        let cx = Context::new(budget).state_sink(&rows).saving_map(&table);
        let answer = puzzles::ask(&level, &Question::plain(QuestionKind::MAP), &cx).unwrap();
        (answer.verdict == Some(Verdict::Unfinished)).then(|| answer.method.clone())
    };
    // As much memory as is missing is found by doubling: each phase says what it lacks.
    let lacking: Vec<String> = (8..30).map_while(|bits| said(1 << bits)).collect();
    assert!(lacking.iter().all(|why| why.starts_with("the memory allowed does not suffice: ")), "{lacking:?}");
    assert!(lacking.iter().any(|why| why.contains("and there are more states")), "{lacking:?}");
    assert_eq!(said(1 << 30), None);
}
