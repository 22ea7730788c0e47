//! The bunny against known answers, every program with bounded counts, and the plain rules.

mod generated;
mod hints;
mod told;

use std::collections::BTreeSet;

use engines::{Budget, Context};
use puzzles::bunny::Bunny;
use puzzles::bunny::body::{Hint, ProgramLength, Run, Solve, Squares};
use puzzles::options::ALL;
use puzzles::{
    Answer, AnyBody, AskError, BigCount, BodyType, Family, Options, Question, QuestionKind, Record, Role, Verdict, ask,
    check, words,
};
use testkit::campaign::cases;
use testkit::random::Random;

use crate::load;
use frame::checked;

/// Boards at random.
trait RandomBoard {
    /// A connected board grown from its start; some squares are marked already.
    fn board(&mut self, rows: usize, columns: usize, squares: usize) -> String;
}

impl RandomBoard for Random {
    fn board(&mut self, rows: usize, columns: usize, squares: usize) -> String {
        let start = (self.below(rows), self.below(columns));
        let mut cells = vec![start];
        while cells.len() < squares {
            let (row, column) = cells[self.below(cells.len())];
            let (down, right) = [(1, 2), (2, 1), (1, 0), (0, 1)][self.below(4)];
            let place = ((row + down).wrapping_sub(1), (column + right).wrapping_sub(1));
            if place.0 < rows && place.1 < columns && !cells.contains(&place) {
                cells.push(place);
            }
        }
        let mut character = |place| match () {
            () if place == start => 'S',
            () if !cells.contains(&place) => ' ',
            () => {
                if self.below(9) == 0 {
                    'O'
                } else {
                    '#'
                }
            }
        };
        let lines: Vec<String> =
            (0..rows).map(|row| (0..columns).map(|column| character((row, column))).collect::<String>()).collect();
        let filled = |line: &&String| !line.trim().is_empty();
        let first = lines.iter().position(|line| filled(&line)).unwrap();
        lines[first..].iter().take_while(filled).map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

fn shipped(name: &str) -> &'static str {
    Bunny.info().levels.iter().find(|level| level.name == name).unwrap().text
}

fn after(kind: QuestionKind, moves: &[&str]) -> Question {
    Question::after(kind, &moves.iter().map(|&text| text.to_owned()).collect::<Vec<_>>())
}

fn asked_in(text: &str, question: &Question, cx: &Context<'_>) -> Answer {
    let level = load(text);
    let answer = ask(&level, question, cx).unwrap();
    check(&level, &answer, &Context::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    answer
}

fn asked(text: &str, question: &Question) -> Answer {
    asked_in(text, question, &Context::default())
}

fn body<T: BodyType>(answer: &Answer) -> T {
    answer.body_as::<T>().unwrap_or_else(|| panic!("{answer:?}")).clone()
}

fn solved(text: &str) -> Solve {
    body(&asked(text, &Question::plain(QuestionKind::SOLVE)))
}

fn every() -> Question {
    Question { kind: QuestionKind::SOLVE, asked: Options::default().switched(&ALL) }
}

fn all(text: &str) -> Solve {
    body(&asked(text, &every()))
}

fn run(text: &str, program: &str) -> Run {
    body(&ask(&load(text), &after(QuestionKind::RUN, &[program]), &Context::default()).unwrap())
}

fn hint(text: &str, moves: &[&str]) -> Hint {
    body(&asked(text, &after(QuestionKind::HINT, moves)))
}

const TWELVE: [u64; 12] = [2, 4, 4, 5, 5, 4, 7, 7, 6, 6, 6, 8];

#[test]
fn the_twelve_boards_need_64_tokens() {
    let cx = Context::new(Budget { bytes: Some(1 << 30), ..Budget::default() });
    for (number, tokens) in (1..).zip(TWELVE) {
        let text = shipped(&format!("bunny-{number:02}"));
        let answer: Solve = body(&asked_in(text, &Question::plain(QuestionKind::SOLVE), &cx));
        assert_eq!((answer.tokens, answer.optimal), (tokens, true), "board {number}");
        let excluded = answer.excluded.unwrap();
        assert_eq!((excluded.tokens, excluded.loop_counts.as_str()), (tokens - 1, "all"));
        assert!(load(text).claims().par == Some(tokens.to_string()));
    }
    assert_eq!(TWELVE.iter().sum::<u64>(), 64);
}

#[test]
fn the_new_levels_rise_and_hold_their_par() {
    let levels = Bunny.info().levels.iter().filter(|level| !level.name.starts_with("bunny-"));
    let tokens: Vec<u64> = levels
        .map(|level| {
            let answer = solved(level.text);
            assert_eq!(load(level.text).claims().par, Some(answer.tokens.to_string()));
            assert!(answer.optimal);
            answer.tokens
        })
        .collect();
    assert_eq!(tokens, [3, 5, 6, 7, 8, 9]);
}

/// `cargo test --release -p menagerie-puzzles --test it bunny ten_tokens -- --ignored`: some ten seconds.
#[test]
#[ignore = "some ten seconds in release"]
fn ten_tokens_are_proven_with_one_thread_and_two() {
    let text = include_str!("../../../cases/ten.bunny");
    let one = asked(text, &Question::plain(QuestionKind::SOLVE));
    let two = asked_in(text, &Question::plain(QuestionKind::SOLVE), &Context::default().threads(2));
    assert_eq!(one.body, two.body);
    assert_eq!(body::<Solve>(&one).tokens, 10);
}

/// Ten boards of 400 squares: within these nodes, seconds on one thread, a valid program and a bound of 7 at least.
#[test]
fn boards_of_400_squares_have_a_program_and_a_bound() {
    for number in 1..=10 {
        let path = format!("{}/cases/large-{number:02}.bunny", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let bytes = 256 << 20;
        let cx = Context::new(Budget { nodes: Some(150_000), bytes: Some(bytes), ..Budget::default() });
        let answer: Solve = body(&asked_in(&text, &Question::plain(QuestionKind::SOLVE), &cx));
        assert!(answer.at_least.unwrap_or(answer.tokens) >= 7, "board {number}: {answer:?}");
        assert!(answer.walk.is_none_or(|walk| answer.tokens <= walk));
        assert!(cx.spent().bytes <= bytes);
    }
}

#[test]
fn memory_is_never_more_than_allowed() {
    let text = shipped("bunny-12");
    for bytes in [0, 1 << 10, 1 << 14, 1 << 18, 1 << 20, 1 << 22] {
        let cx = Context::new(Budget { nodes: Some(100_000), bytes: Some(bytes), ..Budget::default() });
        let answer = ask(&load(text), &Question::plain(QuestionKind::SOLVE), &cx).unwrap();
        assert!(answer.spent.bytes <= bytes);
        if let Some(solve) = answer.body_as::<Solve>() {
            assert!(solve.at_least.unwrap_or(solve.tokens) <= 8 && solve.tokens >= 8);
        }
    }
}

#[test]
fn a_program_is_run_to_its_end() {
    let run = run(shipped("bunny-04"), "LOOP{F LOOP(7){F L}}");
    assert!(run.complete);
    assert_eq!((run.tokens, run.hops.0, run.tries.0, run.left), (5, 71u32.into(), 131u32.into(), 0));
}

#[test]
fn huge_counts_are_run_exactly() {
    let counts = "LOOP(18446744073709551615){LOOP(18446744073709551615){F R}}";
    let end = run("S#\n #\n#", counts);
    let most = num_bigint::BigUint::from(u64::MAX);
    assert_eq!((end.complete, end.left, end.tries.0), (false, 1, &most * &most));
    let end = run("S#\n##", "LOOP(99999999999){L} LOOP{F R}");
    assert!(end.complete);
    let endless = run("S##\n", "LOOP{L}");
    assert_eq!((endless.complete, endless.left, endless.tries.0), (false, 2, 0u32.into()));
}

#[test]
fn nothing_to_mark_needs_no_token() {
    for text in ["S", "SOO\n O"] {
        let answer = solved(text);
        assert_eq!((answer.tokens, answer.program.as_str(), answer.optimal), (0, "", true));
        assert_eq!(answer.excluded, None);
        let status = Record::new(load(text), Role("bunny")).position().status();
        assert!(status.over && status.solved);
    }
}

#[test]
fn squares_out_of_reach_are_the_proof() {
    let answer = asked("S# #\n   O\n#", &Question::plain(QuestionKind::SOLVE));
    assert_eq!(answer.verdict, Some(Verdict::Impossible));
    assert_eq!(answer.proof_as(), Some(&Squares::over(vec![[1, 4], [3, 1]])));
    // A marked square out of reach is no obstacle.
    assert_eq!(solved("S# O").tokens, 1);
}

/// Line, column and message of each problem.
fn problems(text: &str) -> Vec<(u64, u64, String)> {
    let problems = checked::problems(&Bunny, text).into_iter();
    problems.map(|problem| (problem.line, problem.column, problem.message)).collect()
}

#[test]
fn malformed_boards_are_refused_with_their_place() {
    let place = |text: &str| problems(text).into_iter().map(|(line, column, _)| (line, column)).collect::<Vec<_>>();
    assert_eq!(place("##\n#"), [(3, 1)]);
    assert_eq!(place(""), [(1, 1)]);
    assert!(problems("##")[0].2.contains("no start"));
    assert_eq!(place("S#\n #S\nS"), [(2, 3), (3, 1)]);
    assert!(problems("SS")[0].2.contains("row 1, column 1"));
    assert_eq!(place("S#x\n#o"), [(1, 3), (2, 2)]);
    assert_eq!(place("S\t#"), [(1, 2)]);
    assert_eq!(place("Sé#é"), [(1, 2), (1, 4)]);
    assert_eq!(place("S#\n\n#"), [(2, 1)]);
    assert_eq!(place("S\r#"), [(1, 2)]);
    assert_eq!(place(&format!("S{}", "#".repeat(1024))), [(1, 1025)]);
    assert_eq!(load(&format!("S{}", "#".repeat(1023))).text().len(), 1025);
}

#[test]
fn the_text_keeps_void_and_header() {
    for text in ["; title: A\n; par: 3\n  S\n#\n", "S\n", "; note\n #S\n  O\n"] {
        assert_eq!(load(text).text(), text);
    }
    assert_eq!(load("\u{feff}; par: 1\r\nS#  \r\n\r\n").text(), "; par: 1\nS#\n");
}

#[test]
fn malformed_programs_are_refused_with_their_place() {
    for (program, place) in [
        ("F LOOP{F L", "1:3 (token 2)"),
        ("F LOOP{}", "1:8 (token 2)"),
        ("LOOP(0){}", "1:9 (token 1)"),
        ("LOOP(123456789012345678901234567890){F}", "1:6 (token 1)"),
        ("F } F", "1:3 (token 1)"),
        ("F X", "1:3 (token 2)"),
    ] {
        match ask(&load("S##"), &after(QuestionKind::RUN, &[program]), &Context::default()) {
            Err(AskError::Illegal { index: 0, illegal }) => {
                assert!(illegal.reason.starts_with(place), "{program}: {illegal}");
            }
            other => panic!("{program}: {other:?}"),
        }
    }
}

/// The plain rules again, on the text: the squares marked by a program.
struct Plain {
    squares: BTreeSet<(i64, i64)>,
    left: BTreeSet<(i64, i64)>,
    at: (i64, i64),
    facing: (i64, i64),
}

/// A program of the enumerator.
#[derive(Clone)]
enum Part {
    Act(u8),
    Loop(u32, Vec<Part>),
}

impl Plain {
    fn new(text: &str) -> Plain {
        let mut plain = Plain { squares: BTreeSet::new(), left: BTreeSet::new(), at: (0, 0), facing: (0, 1) };
        for (row, line) in (0..).zip(text.lines().filter(|line| !line.starts_with(';'))) {
            for (column, character) in (0..).zip(line.bytes()).filter(|(_, character)| *character != b' ') {
                plain.squares.insert((row, column));
                match character {
                    b'#' => drop(plain.left.insert((row, column))),
                    b'S' => plain.at = (row, column),
                    _ => {}
                }
            }
        }
        plain
    }

    fn act(&mut self, action: u8) {
        let (down, right) = self.facing;
        match action {
            b'L' => self.facing = (-right, down),
            b'R' => self.facing = (right, -down),
            _ => {
                let next = (self.at.0 + down, self.at.1 + right);
                if self.squares.contains(&next) {
                    self.at = next;
                    self.left.remove(&next);
                }
            }
        }
    }

    fn run(&mut self, parts: &[Part]) {
        for part in parts {
            if self.left.is_empty() {
                return;
            }
            match part {
                Part::Act(action) => self.act(*action),
                Part::Loop(count, body) => (0..*count).for_each(|_| self.run(body)),
            }
        }
    }
}

/// For each position the next one and the marks made.
type Effect = Vec<(usize, u128)>;
type Effects = BTreeSet<Effect>;

/// Shortest programs by trying all: counts from 2 to 12, a last loop for ever.
struct Brute {
    squares: Vec<[usize; 4]>,
    marks: Vec<u128>,
    goal: u128,
    start: usize,
}

impl Brute {
    fn new(text: &str) -> Brute {
        let plain = Plain::new(text);
        let places: Vec<(i64, i64)> = plain.squares.iter().copied().collect();
        let number = |place: &(i64, i64)| places.binary_search(place).ok();
        let next = |at: usize, (down, right)| number(&(places[at].0 + down, places[at].1 + right)).unwrap_or(at);
        let squares = (0..places.len()).map(|at| [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|way| next(at, way))).collect();
        let marks: Vec<u128> =
            (0..).zip(&places).map(|(at, place)| if plain.left.contains(place) { 1u128 << at } else { 0 }).collect();
        let goal = marks.iter().fold(0, |all, mark| all | mark);
        Brute { squares, marks, goal, start: number(&plain.at).unwrap() }
    }

    /// A program's effect: for each position (square and facing) the next one and the marks made.
    fn action(&self, action: u8) -> Effect {
        let one = |position: usize| {
            let (square, facing) = (position / 4, position % 4);
            match action {
                b'L' => (square * 4 + (facing + 3) % 4, 0),
                b'R' => (square * 4 + (facing + 1) % 4, 0),
                _ => {
                    let next = self.squares[square][facing];
                    (next * 4 + facing, self.marks[next])
                }
            }
        };
        (0..self.squares.len() * 4).map(one).collect()
    }

    fn both(first: &[(usize, u128)], second: &[(usize, u128)]) -> Effect {
        first.iter().map(|&(middle, made)| (second[middle].0, made | second[middle].1)).collect()
    }

    /// The least tokens up to `most`, each program with counts up to 12 tried.
    fn least(&self, most: usize) -> Option<usize> {
        if self.goal == 0 {
            return Some(0);
        }
        // Effects by size, equal ones once.
        let mut sizes: Vec<Effects> = vec![BTreeSet::new()];
        for size in 1..=most {
            if self.pairs(&sizes, size) || self.counted(&sizes, size) || self.last_loop(&sizes, size) {
                return Some(size);
            }
            if size == most {
                break;
            }
            let mut effects = BTreeSet::new();
            if size == 1 {
                effects.extend([b'F', b'L', b'R'].map(|action| self.action(action)));
            }
            for first in 1..size {
                for (head, rest) in
                    sizes[first].iter().flat_map(|head| sizes[size - first].iter().map(move |rest| (head, rest)))
                {
                    effects.insert(Brute::both(head, rest));
                }
            }
            if size > 1 {
                for body in &sizes[size - 1] {
                    let mut power = body.clone();
                    for _ in 2..=12 {
                        power = Brute::both(&power, body);
                        effects.insert(power.clone());
                    }
                }
            }
            sizes.push(effects);
        }
        None
    }

    /// Whether an action, or two smaller programs one after the other, complete the board.
    fn pairs(&self, sizes: &[Effects], size: usize) -> bool {
        let start = self.start * 4;
        let single = size == 1 && self.action(b'F')[start].1 == self.goal;
        let pair = |(head, rest): (&Effect, &Effect)| head[start].1 | rest[head[start].0].1 == self.goal;
        let both = |first: usize| {
            sizes[first].iter().flat_map(move |head| sizes[size - first].iter().map(move |rest| (head, rest)))
        };
        single || (1..size).any(|first| both(first).any(pair))
    }

    /// Whether a single loop with a count up to 12 completes the board.
    fn counted(&self, sizes: &[Effects], size: usize) -> bool {
        size > 1
            && sizes[size - 1].iter().any(|body| {
                let (mut at, mut all) = (self.start * 4, 0);
                for _ in 0..12 {
                    (at, all) = (body[at].0, all | body[at].1);
                }
                all == self.goal
            })
    }

    /// Whether something of `size` tokens with a last loop for ever completes the board.
    fn last_loop(&self, sizes: &[Effects], size: usize) -> bool {
        let start = self.start * 4;
        let mut heads = vec![(start, 0u128, 0usize)];
        heads.extend(
            (1..size).flat_map(|tokens| sizes[tokens].iter().map(move |head| (head[start].0, head[start].1, tokens))),
        );
        heads.into_iter().filter(|(_, _, tokens)| tokens + 1 < size).any(|(from, made, tokens)| {
            sizes[size - tokens - 1].iter().any(|body| {
                let (mut at, mut all) = (from, made);
                for _ in 0..body.len() {
                    (at, all) = (body[at].0, all | body[at].1);
                }
                all == self.goal
            })
        })
    }
}

/// The largest finite count of a program's text.
fn largest_count(program: &str) -> u64 {
    program.split('(').skip(1).map(|part| part.split(')').next().unwrap().parse::<u64>().unwrap()).max().unwrap_or(0)
}

#[test]
fn brute_force_with_counts_up_to_twelve_is_never_shorter() {
    let mut random = Random::new(11);
    let (mut short, mut beyond) = (0, 0);
    let rounds = usize::try_from(cases(100).end).unwrap();
    for round in 0..rounds {
        let (rows, columns) = (1 + random.below(9), 1 + random.below(9));
        let squares = 1 + random.below((rows * columns).min(4 + round % 78));
        let text = random.board(rows, columns, squares);
        let answer = asked_in(&text, &Question::plain(QuestionKind::SOLVE), &Context::with_nodes(20_000));
        let Some(ours) = answer.body_as::<Solve>() else {
            // Rows cut off by the void are out of reach for everybody.
            assert!(answer.verdict == Some(Verdict::Impossible) || answer.verdict == Some(Verdict::Unfinished));
            continue;
        };
        let Some(least) = Brute::new(&text).least(5) else { continue };
        assert!(ours.optimal, "{text}");
        assert!(ours.tokens <= least as u64, "{} against {least}\n{text}", ours.program);
        if largest_count(&ours.program) <= 12 {
            assert_eq!(ours.tokens, least as u64, "{}\n{text}", ours.program);
            short += 1;
        } else {
            beyond += 1;
        }
    }
    assert!(short * 320 > rounds * 100, "{short} {beyond}");
}

/// Random programs run by the plain rules end as the exact tally says, and as step-by-step play does.
#[test]
fn runs_agree_with_the_plain_rules() {
    fn program(random: &mut Random, tokens: usize, text: &mut String, parts: &mut Vec<Part>) {
        let mut left = tokens;
        while left > 0 {
            if left > 1 && random.below(3) == 0 {
                let body = 1 + random.below(left - 1);
                let count = 1 + random.below(20);
                text.push_str(&format!("LOOP({count}){{"));
                let mut inner = Vec::new();
                program(random, body, text, &mut inner);
                text.push('}');
                parts.push(Part::Loop(count as u32, inner));
                left -= body + 1;
            } else {
                let action = b"FFLR"[random.below(4)];
                text.push(char::from(action));
                parts.push(Part::Act(action));
                left -= 1;
            }
        }
    }
    let mut random = Random::new(2);
    for _ in 0..300 {
        let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
        let squares = 1 + random.below(rows * columns);
        let board = random.board(rows, columns, squares);
        let (mut text, mut parts) = (String::new(), Vec::new());
        let tokens = 2 + random.below(7);
        program(&mut random, tokens, &mut text, &mut parts);
        let mut plain = Plain::new(&board);
        plain.run(&parts);
        if Record::new(load(&board), Role("bunny")).position().status().over {
            continue;
        }
        let end = run(&board, &text);
        assert_eq!((end.complete, end.left), (plain.left.is_empty(), plain.left.len() as u64), "{text}\n{board}");
        let mut record = Record::new(load(&board), Role("bunny"));
        record.play(&text).unwrap();
        while record.position().moves().any(|text| text == "step") && record.moves().len() < 200 {
            record.play("step").unwrap();
        }
        if record.moves().len() < 200 {
            assert_eq!(record.position().status().solved, end.complete);
        }
    }
}

#[test]
fn every_shortest_program_is_listed() {
    let answer = all("S##\n#  \n#");
    assert_eq!(answer.all_complete, Some(true));
    let list = answer.all.unwrap();
    assert!(list.len() > 1 && list.iter().all(|program| run("S##\n#  \n#", program).complete));
    let ring = all(shipped("bunny-03")).all.unwrap();
    for program in ["LOOP{F F R}", "LOOP{F R F}"] {
        assert!(ring.iter().any(|listed| listed == program), "{ring:?}");
    }
}

#[test]
fn play_composes_runs_steps_and_resets() {
    let mut record = Record::new(load("S##\n"), Role("bunny"));
    let legal = |record: &Record| record.position().moves().collect::<Vec<_>>();
    assert!(!legal(&record).contains(&"run".to_owned()) && !legal(&record).contains(&"}".to_owned()));
    for text in ["LOOP(2){", "F"] {
        record.play(text).unwrap();
    }
    assert!(legal(&record).contains(&"}".to_owned()));
    record.play("}").unwrap();
    assert!(record.play("}").is_err());
    record.play("step").unwrap();
    assert!(record.position().status().words.contains("row 1, column 2"));
    record.play("reset").unwrap();
    assert!(record.position().status().words.contains("no program yet"));
    record.play("LOOP{F}").unwrap();
    record.play("run").unwrap();
    assert!(record.position().status().solved && legal(&record).is_empty());
    assert!(record.position().picture().frames.len() > 1);
}

#[test]
fn threads_give_the_same_answers() {
    for number in [4, 8, 12] {
        let text = shipped(&format!("bunny-{number:02}"));
        for question in [Question::plain(QuestionKind::SOLVE), every()] {
            let one = asked_in(text, &question, &Context::default()).body;
            assert_eq!(one, asked_in(text, &question, &Context::default().threads(3)).body);
        }
    }
}

#[test]
fn the_laws_hold_on_odd_boards() {
    puzzles::laws::check_texts(&Bunny, &["S", "S#", "; par: 3\n  #\n##S", "S# #", "O#\n S"], None);
}

/// The contest allows a count of 0: the body never runs, and costs its tokens.
#[test]
fn loops_that_run_zero_times_are_read_and_skipped() {
    let ring = shipped("bunny-03");
    let complete = run(ring, "LOOP(0){F R F LOOP{L}} LOOP{F F R}");
    assert_eq!((complete.complete, complete.tokens, complete.hops), (true, 10, run(ring, "LOOP{F F R}").hops));
    for (program, tokens) in [("LOOP(0){F}", 2), ("LOOP{LOOP(0){F}}", 3), ("LOOP(9){LOOP{LOOP(0){F}} F}", 5)] {
        let stays = run(ring, program);
        assert_eq!((stays.complete, stays.tokens, stays.left), (false, tokens, 7), "{program}");
        assert_eq!((stays.hops, stays.tries), (BigCount(0_u8.into()), BigCount(0_u8.into())), "{program}");
    }
    // Single steps pass over it, too.
    let mut record = Record::new(load(ring), Role("bunny"));
    for text in ["LOOP(1000000000000){LOOP(0){F} LOOP(0){L}} F", "step"] {
        record.play(text).unwrap();
    }
    assert!(record.position().status().words.contains("after 1 step "), "{}", record.position().status().words);
}

/// The solutions as the published search prints them for its twelve boards.
#[test]
fn the_published_solutions_are_read_as_they_are_printed() {
    let printed = [
        ("['F', 'F']", 2),
        ("[loop(17, [loop(3, ['F']), 'R'])]", 4),
        ("[loop(17, [loop(3, ['F']), 'L'])]", 4),
        ("[loop(17, ['F', loop(7, ['F', 'L'])])]", 5),
        ("[loop(17, ['F', loop(5, ['F', 'L'])])]", 5),
        ("[loop(17, [loop(3, ['F']), 'L'])]", 4),
        ("[loop(17, [loop(4, [loop(5, [loop(6, ['F']), 'L']), 'L']), 'F'])]", 8),
        ("[loop(17, ['F', loop(7, [loop(5, [loop(4, ['F']), 'L']), 'F'])])]", 8),
        ("[loop(17, [loop(7, [loop(4, ['F']), 'L']), 'F'])]", 6),
        ("[loop(17, [loop(7, [loop(5, ['F']), 'L']), 'F'])]", 6),
        ("[loop(17, [loop(8, ['F', loop(5, ['F', 'L'])]), 'L'])]", 7),
        ("[loop(17, [loop(3, ['F', loop(4, [loop(3, ['F']), 'R'])]), 'L'])]", 8),
    ];
    let mut total = 0;
    for (number, (program, tokens)) in (1..).zip(printed) {
        let end = run(shipped(&format!("bunny-{number:02}")), program);
        assert_eq!((end.complete, end.tokens), (true, tokens), "board {number}: {program}");
        total += tokens;
    }
    assert_eq!(total, 67, "the published score");
    // A list is a whole program even where it holds a single token.
    let mut record = Record::new(load(shipped("bunny-01")), Role("bunny"));
    for text in ["F", "['F']", "run"] {
        record.play(text).unwrap();
    }
    assert!(record.position().status().words.starts_with("F (1 token)"), "{}", record.position().status().words);
}

#[test]
fn lengths_say_how_many_programs_each_stands_for() {
    let solved = solved(shipped("bunny-09"));
    let lengths = solved.excluded.unwrap().lengths.unwrap();
    let programs: Vec<String> = lengths.iter().map(|row| row.programs.0.to_string()).collect();
    assert_eq!(programs, ["3", "12", "57", "300", "1686"]);
    assert!(lengths.iter().zip(1..).all(|(row, tokens)| row.tokens == tokens && row.compositions > 0));
    // A search that is cut says the same of the lengths that it excluded.
    let few = Context::with_nodes(30_000);
    let cut: Solve = body(&asked_in(shipped("bunny-12"), &Question::plain(QuestionKind::SOLVE), &few));
    let excluded = cut.excluded.unwrap();
    assert_eq!(excluded.lengths.unwrap().len() as u64, excluded.tokens);
    // Answers saved without the table still hold; a wrong row does not.
    let level = load(shipped("bunny-09"));
    let question = Question::plain(QuestionKind::SOLVE);
    let answer = ask(&level, &question, &Context::default()).unwrap();
    let edited = |edit: &dyn Fn(&mut Option<Vec<ProgramLength>>)| {
        let mut solve: Solve = body(&answer);
        edit(&mut solve.excluded.as_mut().unwrap().lengths);
        let edited = Answer { body: Some(AnyBody::new(solve)), ..answer.clone() };
        check(&level, &edited, &Context::default())
    };
    assert!(edited(&|lengths| *lengths = None).is_ok());
    assert!(edited(&|lengths| lengths.as_mut().unwrap()[2].programs = BigCount(58_u8.into())).is_err());
    assert!(edited(&|lengths| lengths.as_mut().unwrap().truncate(3)).is_err());
    let said = edited(&|_| {}).unwrap();
    assert!(said.rechecked.iter().any(|what| what.contains("how many programs")));
    assert!(said.not_rechecked.iter().any(|what| what.contains("compositions")));
    let words = words::lines(&answer).join("\n");
    assert!(words.contains("  length 4: 300 programs, loop counts aside; excluded by "), "{words}");
}
