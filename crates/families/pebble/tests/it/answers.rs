//! Pebbles: known answers, and agreement with breadth-first search on random small graphs.

use std::sync::Arc;

use frame::checked;
use testkit::pebbles::{self, Known};

use engines::Context;
use num_bigint::BigUint;
use puzzles::answer::AtLeast;
use puzzles::options::{ALL, COUNT, MOVES, WITHIN};
use puzzles::pebble::Pebble;
use puzzles::pebble::body::{Count, EXACTLY, Exchange, Hint, MATCHING, Needed, Solution, WITHOUT};
use puzzles::solution::Map;
use puzzles::value::BigCount;
use puzzles::{
    Answer, AnyBody, CheckError, Family, GenerateOptions, Level, OptionSpec, OptionValue, Options, Problem, Question,
    QuestionKind, Record, Role, Verdict, words,
};
use testkit::random::Random;

pub(crate) fn load(text: &str) -> Arc<dyn Level> {
    checked::load(&Pebble, text)
}

pub(crate) fn problems(text: &str) -> Vec<Problem> {
    checked::problems(&Pebble, text)
}

pub(crate) fn shipped(name: &str) -> Arc<dyn Level> {
    checked::shipped(&Pebble, name)
}

fn numbered(option: &OptionSpec, value: u64) -> Options {
    Options::default().with(option, OptionValue::Number(value))
}

fn solve(level: &Arc<dyn Level>) -> Option<Solution> {
    let answer = checked::answer(level, QuestionKind::SOLVE, Options::default().switched(&COUNT).switched(&ALL));
    match answer.body_as::<Solution>() {
        Some(body) => Some(body.clone()),
        None if answer.verdict == Some(Verdict::Impossible) => None,
        None => panic!("{answer:?}"),
    }
}

fn hint(level: &Arc<dyn Level>) -> Hint {
    checked::answer(level, QuestionKind::HINT, Options::default()).body_as::<Hint>().unwrap().clone()
}

/// A random level in a form of its own: the hole is `-`.
struct Small {
    edges: Vec<[usize; 2]>,
    plates: Vec<char>,
    pebbles: Vec<char>,
}

impl Small {
    /// A sparse graph, a cycle or θ₀ with more hanging from it, or anything; few colours or many.
    fn random(random: &mut Random) -> Small {
        let places = 2 + random.below(6) + random.below(2);
        let mut edges: Vec<[usize; 2]> = match random.below(5) {
            2 if places >= 5 => (0..2).flat_map(|a| (2..5).map(move |b| [a, b])).collect(),
            0 => (0..places.min(5)).map(|at| [at, (at + 1) % places.min(5)]).collect(),
            1 if places >= 7 => vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [6, 0], [6, 3]],
            _ => Vec::new(),
        };
        let grown = !edges.is_empty();
        let first = edges.iter().flatten().max().map_or(1, |last| last + 1);
        for at in first..places {
            if random.below(12) > 0 {
                edges.push([random.below(at), at]);
            }
        }
        let more = if grown { 0 } else { [0, 0, 0, 1, 2, 4][random.below(6)] };
        edges.extend((0..more).map(|_| [random.below(places), random.below(places)]));
        edges.retain(|[a, b]| a != b);
        if edges.is_empty() {
            edges.push([0, 1]);
        }
        let mut names: Vec<usize> = (0..places).collect();
        random.shuffle(&mut names);
        edges.iter_mut().flatten().for_each(|place| *place = names[*place]);
        let kinds = [1, 2, 3, 26, 26, 26][random.below(6)];
        let mut plates: Vec<char> = (1..places)
            .map(|at| char::from(b'a' + u8::try_from(if kinds == 26 { at } else { random.below(kinds) }).unwrap()))
            .collect();
        plates.push('-');
        random.shuffle(&mut plates);
        let mut small = Small { edges, pebbles: plates.clone(), plates };
        match random.below(3) {
            0 => random.shuffle(&mut small.pebbles),
            1 => small.scramble(random),
            _ => {
                small.scramble(random);
                let (a, b) = (random.below(places), random.below(places));
                if small.pebbles[a] != '-' && small.pebbles[b] != '-' {
                    small.pebbles.swap(a, b);
                }
            }
        }
        small
    }

    fn scramble(&mut self, random: &mut Random) {
        for _ in 0..60 {
            let next = self.neighbours(&self.pebbles);
            if let Some((_, state)) = next.get(random.below(next.len().max(1))) {
                self.pebbles = state.clone();
            }
        }
    }

    fn text(&self) -> String {
        let (plates, pebbles): (String, String) = (self.plates.iter().collect(), self.pebbles.iter().collect());
        format!("edges = {:?}\nplates = \"{plates}\"\npebbles = \"{pebbles}\"\n", self.edges)
    }

    fn neighbours(&self, state: &[char]) -> Vec<(usize, Vec<char>)> {
        pebbles::neighbours(&self.edges, state)
    }

    fn brute(&self) -> Known {
        pebbles::brute(&self.edges, vec![self.plates.clone()])
    }
}

#[test]
fn random_graphs_agree_with_breadth_first_search() {
    let (mut random, mut kinds) = (Random::new(4663), [0; 5]);
    for _ in 0..1500 {
        let small = Small::random(&mut random);
        let (text, level, known) = (small.text(), load(&small.text()), small.brute());
        let reach = checked::answer(&level, QuestionKind::REACH, Options::default());
        match known.get(&small.pebbles) {
            None => {
                let Some(exchange) = reach.proof_as::<Exchange>() else { panic!("{text}\n{reach:?}") };
                kinds[kind(exchange)] += 1;
                damaged(&level, &reach);
                assert_eq!(solve(&level), None, "{text}");
            }
            Some(&(distance, lines)) => {
                maps(&known, &level);
                assert_eq!(reach.verdict, Some(Verdict::Found), "{text}");
                agrees(&small, &known, (distance, lines), &level);
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 5), "every kind of certificate occurs: {kinds:?}");
}

fn agrees(small: &Small, known: &Known, (distance, lines): (u64, u128), level: &Arc<dyn Level>) {
    let text = small.text();
    let body = solve(level).unwrap();
    assert_eq!((body.moves, body.optimal), (distance, true), "{text}");
    assert_eq!(body.solutions, Some(BigCount(BigUint::from(lines))), "{text}");
    assert_eq!(body.all_complete, Some(lines <= 10_000), "{text}");
    let nearer = |(_, next): &(usize, Vec<char>)| known[next].0 + 1 == distance;
    let best: Vec<String> =
        small.neighbours(&small.pebbles).iter().filter(|next| nearer(next)).map(|(from, _)| from.to_string()).collect();
    let own = hint(level);
    assert_eq!((own.best, own.moves_left), (best, distance), "{text}");
}

/// The map counts what brute force counts.
fn maps(known: &Known, level: &Arc<dyn Level>) {
    let answer = checked::answer(level, QuestionKind::MAP, Options::default());
    let map = answer.body_as::<Map>().unwrap();
    let mut distances = vec![0_u64; usize::try_from(map.largest).unwrap() + 1];
    known.values().for_each(|&(distance, _)| distances[usize::try_from(distance).unwrap()] += 1);
    assert_eq!(map.distances, distances.iter().map(|&count| BigCount(BigUint::from(count))).collect::<Vec<_>>());
}

fn kind(exchange: &Exchange) -> usize {
    match exchange {
        Exchange::Region { gate: None, .. } => 0,
        Exchange::Region { .. } => 1,
        Exchange::Cycle { .. } => 2,
        Exchange::Orders { .. } => 3,
        Exchange::Parity { .. } => 4,
    }
}

/// Each number of a certificate is raised in turn: most of them must then be refused (a path may have another way, a
/// region may stay one).
fn damaged(level: &Arc<dyn Level>, answer: &Answer) {
    let value = serde_json::to_value(answer).unwrap();
    let (mut tried, mut refused) = (0, 0);
    for key in ["places", "sides", "permutation", "gate", "orders"] {
        for place in 0..value["proof"][key].as_array().map_or(1, Vec::len) {
            let mut changed = value.clone();
            let spot = &mut changed["proof"][key];
            let spot = if spot.is_array() { &mut spot[place] } else { spot };
            let Some(number) = spot.as_u64() else { continue };
            *spot = (number + 1).into();
            let Ok(changed) = Answer::from_value(Pebble.info(), changed).map(Answer::without_told) else { continue };
            tried += 1;
            refused +=
                u32::from(matches!(puzzles::check(level, &changed, &Context::default()), Err(CheckError::Wrong(_))));
        }
    }
    assert!(refused > 0 && refused * 2 >= tried, "{refused} of {tried} refused: {value}");
}

#[test]
fn random_levels_obey_the_laws() {
    let mut random = Random::new(11);
    let texts: Vec<String> = (0..40).map(|_| Small::random(&mut random).text()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    puzzles::laws::check_texts(&Pebble, &texts, None);
}

#[test]
fn the_published_board_needs_sixteen_moves() {
    let level = shipped("seed");
    let body = solve(&level).unwrap();
    assert_eq!((body.moves, body.optimal, body.all_complete), (16, true, Some(true)));
    assert_eq!(body.solutions, Some(BigCount(BigUint::from(12_u8))));
    assert_eq!(body.all.unwrap().len(), 12);
    let hint = hint(&level);
    assert_eq!((hint.best, hint.moves_left), (vec!["3".into(), "4".into(), "10".into()], 16));
}

/// The tiles 14 and 15 exchanged: impossible within a hundred units of work, with the permutation as the reason.
#[test]
fn an_odd_fifteen_puzzle_is_not_searched_for() {
    let text = "board = \"grid 4x4\"\nplates = \"123456789abcdef-\"\npebbles = \"123456789abcdfe-\"\n";
    let level = load(text);
    let question = Question::plain(QuestionKind::SOLVE);
    let answer = puzzles::ask(&level, &question, &Context::with_nodes(100)).unwrap();
    assert_eq!(answer.verdict, Some(Verdict::Impossible));
    let Some(Exchange::Parity { permutation, sides, .. }) = answer.proof_as() else { panic!("{answer:?}") };
    assert_eq!(permutation[12..], [12, 14, 13]);
    assert_eq!(sides[..5], [0, 1, 0, 1, 1]);
    puzzles::check(&level, &answer, &Context::with_nodes(100)).unwrap();
    let equal = load(&text.replace(['e', 'f'], "e"));
    assert_eq!(checked::answer(&equal, QuestionKind::REACH, Options::default()).verdict, Some(Verdict::Found));
}

#[test]
fn problems_are_placed_and_listed_together() {
    let places = |text: &str| -> Vec<(u64, u64)> { problems(text).iter().map(|one| (one.line, one.column)).collect() };
    assert_eq!(places(""), [(1, 1), (1, 1), (1, 1)]);
    assert_eq!(
        places("bord = 1\nboard = \"cube\"\nplates = 3\npebbles = [\"a\", \"\"]\n"),
        [(1, 1), (2, 9), (3, 10), (4, 17)]
    );
    assert_eq!(places("board = \"grid 1x3\"\nplates = \"ab-\"\npebbles = \"-aa\"\n"), [(3, 14)]);
    assert_eq!(places("board = \"grid 1x3\"\nplates = \"ab-\"\npebbles = \"--a\"\n"), [(3, 13)]);
    assert_eq!(places("board = \"grid 1x3\"\nplates = \"abc\"\npebbles = \"-aa\"\n"), [(2, 13)]);
    assert_eq!(places("board = \"grid 1x3\"\nplates = \"ab\"\npebbles = \"-a\"\n"), [(2, 10), (3, 11)]);
    assert_eq!(
        places("edges = [[0, 1], [1, 1], [0, 3], [0], 7]\nplates = \"-ab\"\npebbles = \"-ab\"\n"),
        [(1, 22), (1, 30), (1, 34), (1, 39)]
    );
    assert_eq!(places("edges = [[0, 1]]\nlines = [[0, 1]]\nplates = \"-a\"\npebbles = \"-a\"\n").len(), 1);
    assert_eq!(places("board = \"grid 16x16\"\nplates = \"-\"\npebbles = \"-\"\n"), [(1, 9)]);
    assert_eq!(places(&format!("lines = [[0, 1]]\nplates = \"-{}\"\npebbles = \"-\"\n", "a".repeat(255))), [(2, 10)]);
}

#[test]
fn names_blanks_and_the_home_are_understood() {
    let named =
        load("board = \"grid 1x3\"\nplates = [\"home\", \"red\", \"blue\"]\npebbles = [\"red\", \"blue\", \"-\"]\n");
    assert_eq!(solve(&named).unwrap().solution, ["1", "0"]);
    assert!(named.text().contains("plates = [\"home\", \"red\", \"blue\"]"));
    let spaced = load("lines = [[0, 1], [1, 2]]\nplates = \" - r\\n b\"\npebbles = \"r b -\"\n");
    assert!(
        spaced.text().ends_with("lines = [[0, 1], [1, 2]]\nplates = \"-rb\"\npebbles = \"rb-\"\n"),
        "{}",
        spaced.text()
    );
    assert!(
        load("board = \"grid 1x1\"\nplates = \"W\"\npebbles = \"-\"\n")
            .picture()
            .description
            .contains("the hole is at home at row 1, column 1")
    );
}

/// The most positions: 255 on a line that all pebbles leap along, one of them out of place.
#[test]
fn two_hundred_and_fifty_five_positions_are_answered() {
    let line: Vec<u8> = (0..255).collect();
    let names = |list: &[u8]| {
        list.iter()
            .map(|n| if *n == 0 { "\"-\"".into() } else { format!("\"p{n}\"") })
            .collect::<Vec<String>>()
            .join(", ")
    };
    let mut pebbles = line.clone();
    pebbles.swap(0, 254);
    pebbles.swap(254, 7);
    let level = load(&format!("lines = [{line:?}]\nplates = [{}]\npebbles = [{}]\n", names(&line), names(&pebbles)));
    assert_eq!(solve(&level).unwrap().solution, ["254", "0"]);
    assert!(!level.picture().frames.is_empty());
}

/// The published program, line for line: a tree of nodes, and for each turn and number of matching pebbles the nodes
/// that lead there. `memo` stands for the decorator.
#[allow(unreachable_pub)]
mod published {
    use std::collections::HashMap;
    use std::rc::Rc;

    pub struct Node {
        parent: Option<Rc<Node>>,
        pub position: u8,
    }

    impl Node {
        /// The original position of the pebble that is at `at` now.
        fn original_position(&self, at: u8) -> u8 {
            let Some(parent) = &self.parent else { return at };
            let before = match at {
                at if at == self.position => parent.position,
                at if at == parent.position => self.position,
                at => at,
            };
            parent.original_position(before)
        }

        pub fn series(&self) -> Vec<String> {
            let Some(parent) = &self.parent else { return Vec::new() };
            let mut series = parent.series();
            series.push(self.position.to_string());
            series
        }
    }

    pub struct Board {
        pub plates: Vec<char>,
        pub pebbles: Vec<char>,
        pub allowed: Vec<Vec<u8>>,
        pub memo: HashMap<(u32, i64), Vec<Rc<Node>>>,
    }

    impl Board {
        fn at_start(&self) -> i64 {
            self.plates.iter().zip(&self.pebbles).filter(|(plate, pebble)| plate == pebble).count() as i64
        }

        pub fn matching_nodes(&mut self, turn: u32, matching: i64) -> Vec<Rc<Node>> {
            if turn == 0 {
                let hole = self.pebbles.iter().position(|&pebble| pebble == '-').unwrap() as u8;
                let root = (matching == self.at_start()).then(|| Rc::new(Node { parent: None, position: hole }));
                return root.into_iter().collect();
            }
            if let Some(known) = self.memo.get(&(turn, matching)) {
                return known.clone();
            }
            let mut result = Vec::new();
            for change in [-1, 0, 1] {
                for before in self.matching_nodes(turn - 1, matching + change) {
                    for &position in &self.allowed[usize::from(before.position)] {
                        let colour = self.pebbles[usize::from(before.original_position(position))];
                        let old = i64::from(self.plates[usize::from(position)] == colour);
                        let new = i64::from(self.plates[usize::from(before.position)] == colour);
                        if old - new == change {
                            result.push(Rc::new(Node { parent: Some(Rc::clone(&before)), position }));
                        }
                    }
                }
            }
            self.memo.insert((turn, matching), result.clone());
            result
        }

        /// As published: the number returned is one more than the moves of the solutions beside it.
        pub fn optimal_moves(&mut self, stop_at: u32) -> (u32, Vec<Rc<Node>>) {
            let pebbles = self.pebbles.iter().filter(|&&pebble| pebble != '-').count() as i64;
            let (mut number, mut result) = (0, Vec::new());
            while result.is_empty() && number <= stop_at {
                result = self.matching_nodes(number, pebbles);
                number += 1;
            }
            (number, result)
        }
    }
}

fn published_board(pebbles: &str) -> published::Board {
    let allowed = [
        vec![1, 2, 3, 4, 5, 6, 9, 10, 12, 14],
        vec![0, 2, 3, 4, 6, 8, 10, 13],
        vec![0, 1, 4, 5, 7, 9, 11, 14],
        vec![0, 1, 4, 5, 6, 7, 10, 12],
        vec![0, 1, 2, 3, 5, 7, 8, 11, 12, 13],
        vec![0, 2, 3, 4, 8, 9, 12, 14],
        vec![0, 1, 3, 7, 8, 9, 10, 11],
        vec![2, 3, 4, 6, 8, 9, 11, 12],
        vec![1, 4, 5, 6, 7, 9, 12, 13],
        vec![0, 2, 5, 6, 7, 8, 13, 14],
        vec![0, 1, 3, 6, 11, 12, 13, 14],
        vec![2, 4, 6, 7, 10, 12, 13, 14],
        vec![0, 3, 4, 5, 7, 8, 10, 11, 13, 14],
        vec![1, 4, 8, 9, 10, 11, 12, 14],
        vec![0, 2, 5, 9, 10, 11, 12, 13],
    ];
    let plates = "WCBRBOGYGPCORPY".chars().collect();
    published::Board { plates, pebbles: pebbles.chars().collect(), allowed: allowed.to_vec(), memo: Default::default() }
}

fn count_of(answer: &Answer) -> Count {
    answer.body_as::<Count>().unwrap_or_else(|| panic!("{answer:?}")).clone()
}

fn series(level: &Arc<dyn Level>, exactly: u64, matching: u64, all: bool) -> Count {
    let asked = numbered(&EXACTLY, exactly).with(&MATCHING, OptionValue::Number(matching));
    let asked = if all { asked.switched(&ALL) } else { asked };
    count_of(&checked::answer(level, QuestionKind::COUNT, asked))
}

fn compare(level: &Arc<dyn Level>, oracle: &mut published::Board, moves: std::ops::RangeInclusive<u64>) {
    let pebbles = oracle.pebbles.len() as u64 - 1;
    for exactly in moves {
        for matching in 0..=pebbles {
            let own = series(level, exactly, matching, true);
            let mut theirs: Vec<Vec<u8>> = Vec::new();
            for node in oracle.matching_nodes(exactly as u32, matching as i64) {
                theirs.push(node.series().iter().map(|text| text.parse().unwrap()).collect());
            }
            theirs.sort();
            assert_eq!(own.series, BigCount(theirs.len().into()), "{exactly} moves, {matching} matching");
            let listed: Vec<Vec<u8>> =
                own.all.unwrap().iter().map(|line| line.iter().map(|text| text.parse().unwrap()).collect()).collect();
            assert_eq!(own.all_complete, Some(theirs.len() <= 10_000));
            theirs.truncate(10_000);
            assert_eq!(listed, theirs, "{exactly} moves, {matching} matching");
        }
    }
}

/// The published program finds twelve solutions of sixteen moves, and returns 17 for their length: it counts on once
/// more after it has found them. The true length is reported here.
#[test]
fn the_published_functions_have_answers() {
    let level = shipped("seed");
    let mut oracle = published_board("-PCBRYOGYGBCORP");
    let (number, solutions) = oracle.optimal_moves(20);
    assert_eq!((number, solutions.len(), solutions[0].series().len()), (17, 12, 16));
    assert_eq!(solve(&level).unwrap().moves, 16);
    let own = series(&level, 16, 14, true);
    let mut theirs: Vec<Vec<String>> = solutions.iter().map(|node| node.series()).collect();
    let mut listed = own.all.unwrap();
    theirs.sort();
    listed.sort();
    assert_eq!((own.series, own.all_complete, listed), (BigCount(12_u8.into()), Some(true), theirs));
    assert_eq!(series(&level, 15, 14, false).series, BigCount(0_u8.into()));
    compare(&level, &mut published_board("-PCBRYOGYGBCORP"), 0..=4);
    // Another board, and after moves played before.
    compare(&shipped("easy"), &mut published_board("YC-RBPGYGOCORPB"), 0..=3);
    // Without a length: the fewest moves that solve it.
    let fewest = count_of(&checked::answer(&level, QuestionKind::COUNT, Options::default()));
    assert_eq!((fewest.exactly, fewest.series), (16, BigCount(12_u8.into())));
    assert_eq!(
        checked::answer(&shipped("fourteen-fifteen"), QuestionKind::COUNT, Options::default()).verdict,
        Some(Verdict::Impossible)
    );
    let played = numbered(&EXACTLY, 15).with(&MOVES, OptionValue::List(vec!["3".into()]));
    let after = count_of(&checked::answer(&level, QuestionKind::COUNT, played));
    assert_eq!((after.matching, after.series, after.all), (14, BigCount(1_u8.into()), None));
}

#[test]
fn series_on_random_graphs_are_those_of_the_published_program() {
    let mut random = Random::new(99);
    for _ in 0..60 {
        let mut small = Small::random(&mut random);
        small.scramble(&mut random);
        let level = load(&small.text());
        let links = |place: usize| -> Vec<u8> {
            let mut marked: Vec<char> = vec!['x'; small.plates.len()];
            marked[place] = '-';
            small.neighbours(&marked).iter().map(|(from, _)| *from as u8).collect()
        };
        let allowed: Vec<Vec<u8>> = (0..small.plates.len()).map(links).collect();
        // There the hole counts as matching on a plate '-'; here it never does.
        let plates = small.plates.iter().map(|&plate| if plate == '-' { '_' } else { plate }).collect();
        let mut oracle = published::Board { plates, pebbles: small.pebbles.clone(), allowed, memo: Default::default() };
        compare(&level, &mut oracle, 0..=5);
    }
}

#[test]
fn counts_are_exact_however_large_and_refused_where_they_mean_nothing() {
    // Two places and one pebble: one series of any length.
    let swap = load("edges = [[0, 1]]\nplates = \"A-\"\npebbles = \"-A\"\n");
    assert_eq!(series(&swap, 401, 1, true).series, BigCount(1_u8.into()));
    assert_eq!(
        series(&swap, 400, 1, true),
        Count {
            exactly: 400,
            matching: 1,
            series: BigCount(0_u8.into()),
            all: Some(Vec::new()),
            all_complete: Some(true),
        }
    );
    // All pebbles alike on a complete graph of four: each of the three moves always leads on.
    let alike = load("lines = [[0, 1, 2, 3]]\nplates = \"AAA-\"\npebbles = \"AA-A\"\n");
    let large = series(&alike, 100, 3, false).series.0 + series(&alike, 100, 2, false).series.0;
    assert_eq!(large, num_bigint::BigUint::from(3_u8).pow(100));
    let refused = |asked: Options| {
        let question = Question { kind: QuestionKind::COUNT, asked };
        puzzles::ask(&alike, &question, &Context::default()).unwrap_err().to_string()
    };
    assert!(refused(numbered(&MATCHING, 2)).contains("'exactly'"));
    let many = refused(numbered(&EXACTLY, 2).with(&MATCHING, OptionValue::Number(4)));
    assert!(many.contains("from 0 to 3"), "{many}");
    // A limit leaves the number open, and is no error.
    let asked = numbered(&EXACTLY, 12).with(&MATCHING, OptionValue::Number(5));
    let question = Question { kind: QuestionKind::COUNT, asked };
    let cut = puzzles::ask(&shipped("seed"), &question, &Context::with_nodes(2_000)).unwrap();
    assert_eq!(cut.verdict, Some(Verdict::Unfinished));
    let long = Question { kind: QuestionKind::COUNT, asked: numbered(&EXACTLY, u64::MAX) };
    let cut = puzzles::ask(&alike, &long, &Context::with_nodes(2_000)).unwrap();
    assert_eq!(cut.verdict, Some(Verdict::Unfinished));
}

/// "No solution of at most so many moves" is no proof that there is none: the verdict is *unfinished* with a bound that
/// is proven, and more time cannot change it.
#[test]
fn within_says_whether_there_is_a_solution_so_short() {
    let level = shipped("seed");
    let within =
        |level: &Arc<dyn Level>, most: u64| checked::answer(level, QuestionKind::SOLVE, numbered(&WITHIN, most));
    let found = within(&level, 16);
    assert_eq!(found.verdict, Some(Verdict::Found));
    assert!(found.body_as::<Solution>().is_some_and(|body| body.moves == 16 && body.optimal));
    for most in [0, 9, 15] {
        let longer = within(&level, most);
        assert_eq!(longer.verdict, Some(Verdict::Unfinished), "{most}");
        let Some((asked, at_least)) = longer.longer_than_asked() else { panic!("{longer:?}") };
        assert!(asked == most && at_least > most && at_least <= 16);
        assert!(longer.is_conclusive());
        assert_eq!(words::verdict(&longer), "none so short, proven");
        let said = &words::lines(&longer)[0];
        assert!(said.starts_with(&format!("no solution has {most} moves or fewer")), "{said}");
        let caption = &puzzles::explain(&level, &longer, &Context::default()).frames[0].caption;
        assert!(caption.starts_with(&format!("{said}. The pebbles now")), "{caption}");
        let checked = puzzles::check(&level, &longer, &Context::default()).unwrap();
        assert!(checked.not_rechecked.is_empty() && !checked.rechecked.is_empty(), "{checked:?}");
    }
    // A claim that is too great is caught.
    let mut wrong = within(&level, 15);
    (wrong.asked, wrong.body) = (numbered(&WITHIN, 16), Some(AnyBody::new(AtLeast { at_least: 17 })));
    assert!(puzzles::check(&level, &wrong, &Context::default()).is_err());
    // So is a solution that is too long.
    let mut long = within(&level, 16);
    long.asked = numbered(&WITHIN, 15);
    assert!(puzzles::check(&level, &long, &Context::default()).is_err());
    // A limit that strikes before decides nothing.
    let question = Question { kind: QuestionKind::SOLVE, asked: numbered(&WITHIN, 24) };
    let cut = puzzles::ask(&shipped("hardest"), &question, &Context::with_nodes(3)).unwrap();
    assert_eq!((cut.verdict, cut.longer_than_asked(), cut.is_conclusive()), (Some(Verdict::Unfinished), None, false));
    // What can never be solved is impossible within any number of moves.
    assert_eq!(within(&shipped("fourteen-fifteen"), 3).verdict, Some(Verdict::Impossible));
    // The true length is the least number within which there is a solution, on every small board.
    let mut random = Random::new(7);
    for _ in 0..40 {
        let mut small = Small::random(&mut random);
        small.scramble(&mut random);
        let level = load(&small.text());
        let Some(moves) = solve(&level).map(|body| body.moves) else { continue };
        for most in moves.saturating_sub(2)..=moves + 1 {
            let verdict = within(&level, most).verdict;
            assert_eq!(verdict == Some(Verdict::Found), most >= moves, "{most} of {moves}");
        }
    }
}

fn play(level: &Arc<dyn Level>) -> Record {
    Record::new(Arc::clone(level), Role("player"))
}

#[test]
fn tiles_with_names_of_their_own_are_slid_by_name() {
    let level = shipped("fifteen");
    let mut by_position = play(&level);
    let mut by_tile = play(&level);
    // The hole is at 6; tile 1 lies at 5, and position 5 is not where tile 5 lies.
    by_position.play("5").unwrap();
    by_tile.play("slide 1").unwrap();
    assert_eq!(by_position.position().level_text(), by_tile.position().level_text());
    for (text, why) in [
        ("slide 13", "linked to the hole"),
        ("slide 16", "no pebble"),
        ("slide -", "no pebble"),
        ("slide", "expected"),
        ("slide ", "expected"),
        ("16", "expected"),
    ] {
        let refused = by_tile.play(text).unwrap_err().to_string();
        assert!(refused.contains(why) || refused.contains("linked to the hole"), "{text}: {refused}");
    }
    assert!(by_tile.play("0").unwrap_err().to_string().contains("slide 1 left"));
    assert!(play(&level).position().status().words.contains("; moves: slide 14 down, slide 1 right, slide 7 left"));
    // Solutions, hints and films name the tile.
    let body = solve(&shipped("eight")).unwrap();
    let tiles = body.tiles.clone().unwrap();
    assert_eq!((tiles.len() as u64, body.moves), (31, 31));
    let mut replayed = play(&shipped("eight"));
    tiles.iter().for_each(|tile| replayed.play(&format!("slide {tile}")).unwrap());
    assert!(replayed.position().status().solved);
    let answer = checked::answer(&shipped("eight"), QuestionKind::HINT, Options::default());
    let hint = answer.body_as::<Hint>().unwrap();
    assert_eq!(hint.tiles.as_ref().map(Vec::len), Some(hint.best.len()));
    let said = &words::lines(&answer)[0];
    let first = format!("best now: slide {} ", hint.tiles.as_ref().unwrap()[0]);
    assert!(said.starts_with(&first), "{said}");
    // Answers saved before name no tiles and hold; a wrong name does not.
    let edited = |edit: &dyn Fn(&mut Option<Vec<String>>)| {
        let mut answer = answer.clone();
        let mut hint = hint.clone();
        edit(&mut hint.tiles);
        answer.body = Some(AnyBody::new(hint));
        puzzles::check(&shipped("eight"), &answer, &Context::default()).is_ok()
    };
    assert!(edited(&|_| {}) && edited(&|tiles| *tiles = None));
    assert!(!edited(&|tiles| tiles.as_mut().unwrap()[0] = "9".into()));
    // Pebbles in pairs have no names of their own: the position says which one moves.
    let seed = shipped("seed");
    assert!(solve(&seed).unwrap().tiles.is_none());
    assert!(play(&seed).play("slide P").unwrap_err().to_string().contains("2 pebbles have this name"));
    assert!(!play(&seed).position().status().words.contains("slide"));
}

#[test]
fn coordinates_are_read_drawn_and_written_again() {
    let text =
        "lines = [[0, 1, 2]]\ncoordinates = [[0, 1.5], [2.25, 0], [4, 1e0]]\nplates = \"AB-\"\npebbles = \"A-B\"\n";
    let level = load(text);
    let canonical = level.text();
    assert!(canonical.contains("coordinates = [[0, 1.5], [2.25, 0], [4, 1]]\n"), "{canonical}");
    assert_eq!(load(&canonical).text(), canonical);
    let drawn: Vec<[f32; 2]> = level.picture().frames[0].pieces.iter().map(|piece| piece.at.into()).collect();
    assert_eq!(drawn, [[0.0, 1.5], [2.25, 0.0], [4.0, 1.0]]);
    // Only how it is drawn differs.
    let plain = load("lines = [[0, 1, 2]]\nplates = \"AB-\"\npebbles = \"A-B\"\n");
    assert_eq!(solve(&plain).unwrap(), solve(&level).unwrap());
    for (coordinates, place, word) in [
        ("7", (2, 15), "not a list"),
        ("[[0, 0], [2, 0]]", (2, 15), "2 pairs of coordinates"),
        ("[[0, 0], [2, 0], [4]]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], [4, 0, 1]]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], [4, -1]]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], [4, 1e9]]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], [nan, 1]]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], [inf, 1]]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], \"4, 1\"]", (2, 32), "coordinates of a position"),
        ("[[0, 0], [2, 0], [2.5, 0.5]]", (2, 32), "over each other"),
    ] {
        let text = format!("lines = [[0, 1, 2]]\ncoordinates = {coordinates}\nplates = \"AB-\"\npebbles = \"A-B\"\n");
        let found = problems(&text);
        assert_eq!((found[0].line, found[0].column), place, "{coordinates}: {found:?}");
        assert!(found[0].message.contains(word), "{coordinates}: {found:?}");
    }
    let beside = problems("board = \"grid 1x2\"\ncoordinates = [[0, 0], [2, 0]]\nplates = \"A-\"\npebbles = \"-A\"\n");
    assert!(beside[0].expected.contains("lines, edges or allowed_moves"), "{beside:?}");
}

/// The lines of the hexagram are straight, and the Petersen graph is a pentagon around a star.
#[test]
fn shipped_graphs_look_like_what_they_are() {
    let points = |name: &str| -> Vec<(f32, f32)> {
        let frame = shipped(name).picture().frames.remove(0);
        frame.pieces.iter().map(|piece| (piece.at.x, piece.at.y)).collect()
    };
    let star = points("hexagram");
    for [a, b, c] in [[0, 1, 2], [2, 3, 4], [4, 5, 0], [0, 6, 3], [1, 6, 4], [2, 6, 5]] {
        let [a, b, c] = [star[a], star[b], star[c]];
        let across = (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
        assert!(across.abs() < 0.1, "{a:?} {b:?} {c:?}");
    }
    let graph = points("petersen");
    let far = |from: usize, to: usize| (graph[from].0 - graph[to].0).hypot(graph[from].1 - graph[to].1);
    let alike = |lengths: Vec<f32>| lengths.iter().all(|length| (length - lengths[0]).abs() < 0.05);
    assert!(alike((0..5).map(|place| far(place, (place + 1) % 5)).collect()), "the pentagon");
    assert!(alike((0..5).map(|place| far(place, place + 5)).collect()), "the spokes");
    assert!(alike((0..5).map(|place| far(place + 5, (place + 2) % 5 + 5)).collect()), "the star");
    assert!(far(0, 5) > 1.0 && far(5, 6) < far(0, 1));
}

#[test]
fn positions_are_names_of_places_on_both_boards() {
    let picture = shipped("seed").picture();
    let texts: Vec<&str> = picture.names.iter().map(|name| name.text.as_str()).collect();
    let numbers: Vec<String> = (0..15).chain(0..15).map(|place: u8| place.to_string()).collect();
    assert_eq!(texts, numbers);
    let plain = picture::text::picture(&picture, false);
    let numbered = picture::text::picture(&picture.with_names(), false);
    assert!(!plain.contains("14") && numbered.contains(" 10 11 12 13 14"), "{numbered}");
}

/// A file in memory.
struct InMemory(std::sync::Mutex<Vec<u8>>);

impl engines::Sink for InMemory {
    fn open(&self) -> std::io::Result<Box<dyn std::io::Write + Send + '_>> {
        Ok(Box::new(Appending(&self.0)))
    }
}

impl engines::MapFile for InMemory {
    fn open(&self) -> std::io::Result<engines::Stored> {
        Ok(Box::new(self.0.lock().unwrap().clone()))
    }
}

struct Appending<'f>(&'f std::sync::Mutex<Vec<u8>>);

impl std::io::Write for Appending<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A map is saved where the context has a place for it, and not in the place for other large results; hints and new
/// levels are then read from it.
#[test]
fn maps_are_saved_and_read_by_name() {
    let text = "board = \"grid 2x3\"\nplates = \"12345-\"\npebbles = \"-54321\"\n";
    let level = load(text);
    let (map, out) = (InMemory(Vec::new().into()), InMemory(Vec::new().into()));
    let question = Question::plain(QuestionKind::MAP);
    let plain = puzzles::ask(&level, &question, &Context::default().sink(&out)).unwrap();
    let saved = puzzles::ask(&level, &question, &Context::default().sink(&out).saving_map(&map)).unwrap();
    let distances = |answer: &Answer| answer.body_as::<Map>().unwrap().distances.clone();
    assert_eq!((distances(&plain), plain.method.as_str()), (distances(&saved), "breadth-first search from the goal"));
    assert!(saved.method.starts_with("bit planes"), "{}", saved.method);
    assert!(out.0.lock().unwrap().is_empty() && !map.0.lock().unwrap().is_empty());
    let cx = Context::default().reading_map(&map);
    let read = puzzles::ask(&level, &Question::plain(QuestionKind::HINT), &cx).unwrap();
    assert_eq!((read.method.as_str(), read.body_as::<Hint>()), ("a saved map", Some(&hint(&level))));
    let options = puzzles::GenerateOptions {
        board: Some("grid 2x3".into()),
        difficulty: Some(21),
        ..puzzles::GenerateOptions::default()
    };
    let made = load(&puzzles::generate(&Pebble, &options, &cx).unwrap());
    assert_eq!(solve(&made).unwrap().moves, 21);
    let refused = puzzles::ask(&shipped("easy"), &Question::plain(QuestionKind::HINT), &cx).unwrap_err();
    assert!(refused.to_string().starts_with("the map is not used"));
}

/// What stands on a place does not belong there: a solution without a pebble that comes to it is impossible at once.
/// Every place of small boards is compared with a search through all arrangements.
#[test]
fn a_place_with_a_wrong_pebble_cannot_be_done_without() {
    let asked = |level: &Arc<dyn Level>, place: usize| {
        let options = Options::default().with(&WITHOUT, OptionValue::Text(place.to_string()));
        checked::answer(level, QuestionKind::SHORTCUT, options)
    };
    for (name, place) in [("easy", 5), ("seed", 4)] {
        let level = shipped(name);
        let answer = asked(&level, place);
        assert_eq!((answer.verdict, answer.spent.nodes), (Some(Verdict::Impossible), 0), "{name}: {answer:?}");
        assert!(words::lines(&answer).join(" ").contains(&format!("must come to position {place}")), "{answer:?}");
        let Ok(false) = check_moved(&level, answer) else { panic!("{name}: the check takes another position") };
    }
    // The hole may end where a wrong pebble stands, which then only leaves.
    let level = load("board = \"grid 1x2\"\nplates = \"-A\"\npebbles = \"A-\"\n");
    assert_eq!(asked(&level, 0).verdict, Some(Verdict::Found));
    assert_eq!(asked(&level, 1).verdict, Some(Verdict::Impossible));
}

/// Whether the certificate is accepted for another position than its own.
fn check_moved(level: &Arc<dyn Level>, mut answer: Answer) -> Result<bool, CheckError> {
    let Needed::Needed { place } = *answer.proof_as::<Needed>().ok_or_else(CheckError::no_answer)?;
    answer.proof = Some(AnyBody::new(Needed::Needed { place: place + 1 }));
    Ok(puzzles::check(level, &answer, &Context::default()).is_ok())
}

/// A new level on the board of another one: its plates and links, and the distance that was asked for.
#[test]
fn new_levels_are_drawn_on_the_board_of_a_level() {
    let new = |board: &str, difficulty| {
        let options =
            GenerateOptions { board: Some(board.into()), difficulty: Some(difficulty), seed: 5, template: None };
        puzzles::generate(&Pebble, &options, &Context::default())
    };
    let own = "title = \"Mine\"\nboard = \"grid 2x3\"\nplates = \"AABBC-\"\npebbles = \"BAACB-\"\n";
    let text = new(own, 7).unwrap();
    assert!(text.contains("title = \"Mine\"") && text.contains("par = 7"), "{text}");
    assert_eq!(solve(&load(&text)).unwrap().moves, 7, "{text}");
    let named = new("@hexagram", 3).unwrap();
    assert_eq!(solve(&load(&named)).unwrap().moves, 3, "{named}");
    let homes = "board = \"grid 1x3\"\nplates = \"AAB\"\npebbles = \"A-B\"\n";
    assert!(new(homes, 1).unwrap_err().to_string().contains("several plates"));
    assert!(new("cube", 1).unwrap_err().to_string().contains("own.pebble"));
}
