//! Pebbles: known answers, and agreement with breadth-first search on random small graphs.

#![allow(clippy::unwrap_used)] // in functions that tests share

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use engines::Context;
use num_bigint::BigUint;
use puzzles::answer::{Exchange, Hint, Solution, Whole};
use puzzles::pebble::Pebble;
use puzzles::{Answer, Asked, Body, Family, Flaw, Kind, Level, Problem, Problems, Proof, Question, Verdict};

fn load(text: &str) -> Arc<dyn Level> {
    Pebble.load(Arc::new(text.as_bytes().to_vec())).unwrap_or_else(|problems| panic!("{problems}\n{text}"))
}

fn problems(text: &str) -> Vec<Problem> {
    match Pebble.load(Arc::new(text.as_bytes().to_vec())) {
        Err(Problems::Invalid(problems)) => problems,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("accepted: {text}"),
    }
}

/// Asks and has the answer checked.
fn ask(level: &Arc<dyn Level>, kind: Kind, asked: Asked) -> Answer {
    let question = Question { kind, asked };
    let answer = level.ask(&question, &Context::default()).unwrap();
    level.check(&question, &answer, &Context::default()).unwrap_or_else(|flaw| panic!("{flaw}\n{answer:?}"));
    answer
}

fn solve(level: &Arc<dyn Level>) -> Option<Solution> {
    let answer = ask(level, Kind::Solve, Asked { count: true, all: true, ..Asked::default() });
    match answer.body {
        Some(Body::Solution(body)) => Some(body),
        None if answer.verdict == Some(Verdict::Impossible) => None,
        other => panic!("{other:?}"),
    }
}

fn shipped(name: &str) -> Arc<dyn Level> {
    load(Pebble.card().levels.iter().find(|level| level.name == name).unwrap().text)
}

/// A small generator of pseudo-random numbers (xorshift64*), so that the tests are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % sides
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        (1..items.len()).for_each(|at| items.swap(at, self.roll(at + 1)));
    }
}

/// A random level in a form of its own: the hole is `-`.
struct Small {
    edges: Vec<[usize; 2]>,
    plates: Vec<char>,
    pebbles: Vec<char>,
}

impl Small {
    /// A sparse graph, a cycle or θ₀ with more hanging from it, or anything; few colours or many.
    fn random(dice: &mut Dice) -> Small {
        let places = 2 + dice.roll(6) + dice.roll(2);
        let mut edges: Vec<[usize; 2]> = match dice.roll(5) {
            2 if places >= 5 => (0..2).flat_map(|a| (2..5).map(move |b| [a, b])).collect(),
            0 => (0..places.min(5)).map(|at| [at, (at + 1) % places.min(5)]).collect(),
            1 if places >= 7 => vec![[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [6, 0], [6, 3]],
            _ => Vec::new(),
        };
        let grown = !edges.is_empty();
        let first = edges.iter().flatten().max().map_or(1, |last| last + 1);
        for at in first..places {
            if dice.roll(12) > 0 {
                edges.push([dice.roll(at), at]);
            }
        }
        let more = if grown { 0 } else { [0, 0, 0, 1, 2, 4][dice.roll(6)] };
        edges.extend((0..more).map(|_| [dice.roll(places), dice.roll(places)]));
        edges.retain(|[a, b]| a != b);
        if edges.is_empty() {
            edges.push([0, 1]);
        }
        let mut names: Vec<usize> = (0..places).collect();
        dice.shuffle(&mut names);
        edges.iter_mut().flatten().for_each(|place| *place = names[*place]);
        let kinds = [1, 2, 3, 26, 26, 26][dice.roll(6)];
        let mut plates: Vec<char> = (1..places)
            .map(|at| char::from(b'a' + u8::try_from(if kinds == 26 { at } else { dice.roll(kinds) }).unwrap()))
            .collect();
        plates.push('-');
        dice.shuffle(&mut plates);
        let mut small = Small { edges, pebbles: plates.clone(), plates };
        match dice.roll(3) {
            0 => dice.shuffle(&mut small.pebbles),
            1 => small.scramble(dice),
            _ => {
                small.scramble(dice);
                let (a, b) = (dice.roll(places), dice.roll(places));
                if small.pebbles[a] != '-' && small.pebbles[b] != '-' {
                    small.pebbles.swap(a, b);
                }
            }
        }
        small
    }

    fn scramble(&mut self, dice: &mut Dice) {
        for _ in 0..60 {
            let next = self.neighbours(&self.pebbles);
            if let Some((_, state)) = next.get(dice.roll(next.len().max(1))) {
                self.pebbles = state.clone();
            }
        }
    }

    fn text(&self) -> String {
        let (plates, pebbles): (String, String) = (self.plates.iter().collect(), self.pebbles.iter().collect());
        format!("edges = {:?}\nplates = \"{plates}\"\npebbles = \"{pebbles}\"\n", self.edges)
    }

    fn neighbours(&self, state: &[char]) -> Vec<(usize, Vec<char>)> {
        let hole = state.iter().position(|&pebble| pebble == '-').unwrap();
        let ends = self.edges.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).filter(|edge| edge[0] == hole);
        let mut from: Vec<usize> = ends.map(|edge| edge[1]).collect();
        from.sort_unstable();
        from.dedup();
        let moved = |from: usize| {
            let mut next = state.to_vec();
            next.swap(from, hole);
            (from, next)
        };
        from.into_iter().map(moved).collect()
    }

    /// The distance to the goal of every state from which it can be reached, with the number of shortest lines.
    fn brute(&self) -> HashMap<Vec<char>, (u64, u128)> {
        let mut known = HashMap::from([(self.plates.clone(), (0, 1))]);
        let mut queue = VecDeque::from([self.plates.clone()]);
        while let Some(state) = queue.pop_front() {
            let (distance, lines) = known[&state];
            for (_, next) in self.neighbours(&state) {
                match known.get_mut(&next) {
                    Some(seen) if seen.0 == distance + 1 => seen.1 += lines,
                    Some(_) => {}
                    None => {
                        known.insert(next.clone(), (distance + 1, lines));
                        queue.push_back(next);
                    }
                }
            }
        }
        known
    }
}

#[test]
fn random_graphs_agree_with_breadth_first_search() {
    let (mut dice, mut kinds) = (Dice(4663), [0; 5]);
    for _ in 0..1500 {
        let small = Small::random(&mut dice);
        let (text, level, known) = (small.text(), load(&small.text()), small.brute());
        let reach = ask(&level, Kind::Reach, Asked::default());
        match known.get(&small.pebbles) {
            None => {
                let Some(Proof::Exchange(exchange)) = &reach.proof else { panic!("{text}\n{reach:?}") };
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

fn agrees(
    small: &Small,
    known: &HashMap<Vec<char>, (u64, u128)>,
    (distance, lines): (u64, u128),
    level: &Arc<dyn Level>,
) {
    let text = small.text();
    let body = solve(level).unwrap();
    assert_eq!((body.moves, body.optimal), (distance, true), "{text}");
    assert_eq!(body.solutions, Some(Whole(BigUint::from(lines))), "{text}");
    assert_eq!(body.all_complete, Some(lines <= 10_000), "{text}");
    let nearer = |(_, next): &(usize, Vec<char>)| known[next].0 + 1 == distance;
    let best: Vec<String> =
        small.neighbours(&small.pebbles).iter().filter(|next| nearer(next)).map(|(from, _)| from.to_string()).collect();
    let Some(Body::Hint(Hint { best: own, moves_left, .. })) = ask(level, Kind::Hint, Asked::default()).body else {
        panic!("no hint: {text}")
    };
    assert_eq!((own, moves_left), (best, Some(distance)), "{text}");
}

/// The map counts what brute force counts.
fn maps(known: &HashMap<Vec<char>, (u64, u128)>, level: &Arc<dyn Level>) {
    let Some(Body::Map(map)) = ask(level, Kind::Map, Asked::default()).body else { panic!("no map") };
    let mut distances = vec![0_u64; usize::try_from(map.largest).unwrap() + 1];
    known.values().for_each(|&(distance, _)| distances[usize::try_from(distance).unwrap()] += 1);
    assert_eq!(map.distances, distances.iter().map(|&count| Whole(BigUint::from(count))).collect::<Vec<_>>());
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
    let question = answer.asked_question();
    let value = serde_json::to_value(answer).unwrap();
    let (mut tried, mut refused) = (0, 0);
    for key in ["places", "sides", "permutation", "gate", "orders"] {
        for place in 0..value["proof"][key].as_array().map_or(1, Vec::len) {
            let mut changed = value.clone();
            let spot = &mut changed["proof"][key];
            let spot = if spot.is_array() { &mut spot[place] } else { spot };
            let Some(number) = spot.as_u64() else { continue };
            *spot = (number + 1).into();
            let Ok(changed) = serde_json::from_value::<Answer>(changed) else { continue };
            tried += 1;
            refused += u32::from(matches!(level.check(&question, &changed, &Context::default()), Err(Flaw::Wrong(_))));
        }
    }
    assert!(refused > 0 && refused * 2 >= tried, "{refused} of {tried} refused: {value}");
}

#[test]
fn random_levels_obey_the_laws() {
    let mut dice = Dice(11);
    let texts: Vec<String> = (0..40).map(|_| Small::random(&mut dice).text()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    puzzles::laws::check(&Pebble, &texts).unwrap();
}

#[test]
fn the_published_board_needs_sixteen_moves() {
    let level = shipped("seed");
    let body = solve(&level).unwrap();
    assert_eq!((body.moves, body.optimal, body.all_complete), (16, true, Some(true)));
    assert_eq!(body.solutions, Some(Whole(BigUint::from(12_u8))));
    assert_eq!(body.all.unwrap().len(), 12);
    let Some(Body::Hint(hint)) = ask(&level, Kind::Hint, Asked::default()).body else { panic!("no hint") };
    assert_eq!((hint.best, hint.moves_left), (vec!["3".into(), "4".into(), "10".into()], Some(16)));
}

/// The tiles 14 and 15 exchanged: impossible within a hundred units of work, with the permutation as the reason.
#[test]
fn an_odd_fifteen_puzzle_is_not_searched_for() {
    let text = "board = \"grid 4x4\"\nplates = \"123456789abcdef-\"\npebbles = \"123456789abcdfe-\"\n";
    let level = load(text);
    let question = Question::plain(Kind::Solve);
    let answer = level.ask(&question, &Context::with_nodes(100)).unwrap();
    assert_eq!(answer.verdict, Some(Verdict::Impossible));
    let Some(Proof::Exchange(Exchange::Parity { permutation, sides, .. })) = &answer.proof else {
        panic!("{answer:?}")
    };
    assert_eq!(permutation[12..], [12, 14, 13]);
    assert_eq!(sides[..5], [0, 1, 0, 1, 1]);
    level.check(&question, &answer, &Context::with_nodes(100)).unwrap();
    let equal = load(&text.replace(['e', 'f'], "e"));
    assert_eq!(ask(&equal, Kind::Reach, Asked::default()).verdict, Some(Verdict::Found));
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
        load("board = \"grid 1x1\"\nplates = \"W\"\npebbles = \"-\"\n").picture().description.contains("its home is 0")
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
