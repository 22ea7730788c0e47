//! Toggles: known answers, and agreement with brute force over every press set of small levels.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engines::{Budget, Context};
use num_bigint::BigUint;
use puzzles::judge::Judgement;
use puzzles::options::{ALL, COUNT, MOVES};
use puzzles::record::Record;
use puzzles::solution::Map;
use puzzles::toggle::Toggle;
use puzzles::toggle::body::{GOAL, Hint, Parity, Reach, START, Solve};
use puzzles::{
    Answer, AnyBody, AskError, BigCount, Family, Level, OptionValue, Options, Problem, Question, QuestionKind, Role,
    Verdict,
};
use testkit::random::Random;

use frame::checked;

fn load(text: &str) -> Arc<dyn Level> {
    checked::load(&Toggle, text)
}

fn problems(text: &str) -> Vec<Problem> {
    checked::problems(&Toggle, text)
}

fn shipped(name: &str) -> Arc<dyn Level> {
    checked::shipped(&Toggle, name)
}

fn solve(level: &Arc<dyn Level>, asked: Options) -> Option<Solve> {
    let answer = checked::answer(level, QuestionKind::SOLVE, asked);
    let body = answer.body_as().cloned();
    assert!(body.is_some() || answer.verdict == Some(Verdict::Impossible), "{answer:?}");
    body
}

fn reach(level: &Arc<dyn Level>) -> Reach {
    checked::answer(level, QuestionKind::REACH, Options::default()).body_as().cloned().unwrap()
}

fn everything() -> Options {
    Options::default().switched(&COUNT).switched(&ALL)
}

fn with_goal(asked: Options, goal: &str) -> Options {
    asked.with(&GOAL, OptionValue::Text(goal.to_owned()))
}

#[test]
fn flipper_has_one_solution() {
    let body = solve(&shipped("flipper"), everything()).unwrap();
    assert_eq!(body.presses, Some(vec![1, 3, 4]));
    assert_eq!((body.moves, body.optimal, body.rank, body.nullity), (3, true, 9, 0));
    assert_eq!((body.solutions, body.all_complete), (Some(BigCount(BigUint::from(1_u8))), Some(true)));
    assert_eq!(body.all, Some(vec![vec![1, 3, 4]]));
}

#[test]
fn flipper_flips_each_cell_alone() {
    let body = reach(&shipped("flipper"));
    assert!(body.all_reachable && body.quiet == Some(vec![]));
    let table: [&[u64]; 9] = [
        &[5, 6, 8, 9],
        &[2, 4, 6, 7, 9],
        &[4, 5, 7, 8],
        &[2, 3, 4, 8, 9],
        &[1, 3, 5, 7, 9],
        &[1, 2, 6, 7, 8],
        &[2, 3, 5, 6],
        &[1, 3, 4, 6, 8],
        &[1, 2, 4, 5],
    ];
    let single: Vec<Vec<u64>> = body.single.into_iter().flatten().flatten().collect();
    assert_eq!(single, table);
}

#[test]
fn flipper_pressed_8_6_9_5() {
    let level = shipped("flipper");
    let mut position = level.start(Role("player"), &Context::default());
    for press in ["8", "6", "9", "5"] {
        position.play(press, &Context::default()).unwrap();
    }
    let text = position.level_text();
    assert!(text.contains("start = \"101001100\""), "{text}");
}

#[test]
fn flipper_reaches_all_512_positions_in_one_way() {
    let level = shipped("flipper");
    for position in 0..512 {
        let body = solve(&level, with_goal(everything(), &format!("{position:09b}"))).unwrap();
        assert_eq!(body.all.map(|all| all.len()), Some(1));
    }
}

#[test]
fn plus_boards_have_the_known_nullities() {
    let known = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16];
    for (n, nullity) in (1..).zip(known) {
        let body = reach(&load(&format!("board = \"{n}x{n}\"\nmoves = \"plus\"\n")));
        assert_eq!(body.nullity, nullity, "{n} x {n}");
    }
}

/// 2^25 press sets fall into 2^23 cosets of the four quiet patterns; each coset is one solvable position.
#[test]
fn lights_out_5x5_needs_at_most_15_presses() {
    let body = reach(&load("board = \"5x5\"\nmoves = \"plus\"\n"));
    assert_eq!(body.rank, 23);
    let mask = |presses: &Vec<u64>| presses.iter().fold(0_u32, |mask, press| mask | 1 << (press - 1));
    let quiet: Vec<u32> = body.quiet.unwrap().iter().map(mask).collect();
    let [a, b] = quiet[..] else { panic!("{quiet:?}") };
    let first = a.trailing_zeros();
    let b = if b >> first & 1 == 1 { a ^ b } else { b };
    let second = b.trailing_zeros();
    let a = if a >> second & 1 == 1 { a ^ b } else { a };
    let mut needing = [0_u32; 26];
    // The representatives are the sets without the press `first` and without `second`.
    for set in (0_u32..1 << 25).filter(|set| set >> first & 1 == 0 && set >> second & 1 == 0) {
        let least = [set, set ^ a, set ^ b, set ^ a ^ b].map(u32::count_ones).into_iter().min();
        needing[least.unwrap() as usize] += 1;
    }
    assert_eq!(needing.iter().sum::<u32>(), 1 << 23);
    assert_eq!((needing[15], needing[16..].iter().sum::<u32>()), (7350, 0));
}

#[test]
fn the_shipped_pars_are_the_fewest_presses() {
    for level in Toggle.info().levels.iter().map(|level| load(level.text)) {
        if let Some(par) = level.claims().par {
            let fewest = solve(&level, Options::default()).map(|body| body.moves.to_string());
            assert_eq!(fewest.unwrap_or_else(|| puzzles::par::IMPOSSIBLE.to_owned()), par);
        }
    }
    assert!(solve(&shipped("one-light"), Options::default()).is_none());
}

/// A level as the brute force sees it.
struct Small {
    text: String,
    modulus: u64,
    moves: Vec<Vec<u64>>,
    change: Vec<u64>,
}

impl Small {
    fn random(random: &mut Random) -> Small {
        let modulus = [2, 2, 3, 5][random.below(4) as usize];
        let (rows, columns) = ([1, 2, 3, 3][random.below(4) as usize], 1 + random.below(4));
        let most = if modulus == 2 { 12 } else { 12 / modulus + 3 };
        Small::of_size(random, modulus, (rows, columns), most)
    }

    /// A random level of this size with at most `most` moves.
    fn of_size(random: &mut Random, modulus: u64, (rows, columns): (u64, u64), most: u64) -> Small {
        let cells = rows * columns;
        let digits = |values: &[u64]| values.iter().map(ToString::to_string).collect::<String>();
        let near = ["plus", "torus", "king", "row+column"][random.below(4) as usize];
        let (moves, words): (Vec<Vec<u64>>, String) = if random.below(2) == 0 && cells <= most {
            ((0..cells).map(|at| neighbours(near, rows, columns, at)).collect(), format!("\"{near}\""))
        } else {
            let mut moves: Vec<Vec<u64>> = Vec::new();
            for _ in 0..1 + random.below(most) {
                let fresh = (0..cells).map(|_| random.below(modulus)).collect();
                let again = moves.get(random.below(5) as usize).cloned();
                moves.push(again.filter(|_| random.below(3) == 0).unwrap_or(fresh));
            }
            let lists: Vec<String> = moves.iter().map(|pattern| format!("\"{}\"", digits(pattern))).collect();
            (moves, format!("[{}]", lists.join(", ")))
        };
        let start: Vec<u64> = (0..cells).map(|_| random.below(modulus)).collect();
        let mut goal: Vec<u64> = (0..cells).map(|_| random.below(modulus)).collect();
        if random.below(4) != 0 {
            goal.clone_from(&start);
            for pattern in &moves {
                let times = random.below(modulus);
                goal.iter_mut().zip(pattern).for_each(|(cell, value)| *cell = (*cell + times * value) % modulus);
            }
        }
        let change = goal.iter().zip(&start).map(|(goal, start)| (goal + modulus - start) % modulus).collect();
        let (start, goal) = (digits(&start), digits(&goal));
        let text = format!(
            "board = \"{rows}x{columns}\"\nmodulus = {modulus}\nmoves = {words}\nstart = \"{start}\"\ngoal = \"{goal}\"\n"
        );
        Small { text, modulus, moves, change }
    }

    /// Every press set in turn: those that lead to the goal, and how many lead nowhere.
    fn brute(&self) -> (Vec<Vec<u64>>, u64) {
        let total = self.modulus.pow(self.moves.len() as u32);
        let (mut solutions, mut quiet) = (Vec::new(), 0);
        for code in 0..total {
            let mut board = vec![0; self.change.len()];
            let (mut rest, mut presses) = (code, Vec::new());
            for (number, pattern) in (1..).zip(&self.moves) {
                let times = rest % self.modulus;
                rest /= self.modulus;
                presses.extend((0..times).map(|_| number));
                board.iter_mut().zip(pattern).for_each(|(cell, value)| *cell += times * value);
            }
            board.iter_mut().for_each(|cell| *cell %= self.modulus);
            quiet += u64::from(board.iter().all(|&cell| cell == 0));
            if board == self.change {
                solutions.push(presses);
            }
        }
        (solutions, quiet)
    }
}

/// The fewest presses of every board, by every press set in turn; a board is given by its change.
fn fewest(small: &Small) -> HashMap<Vec<u64>, usize> {
    let mut fewest = HashMap::new();
    for code in 0..small.modulus.pow(small.moves.len() as u32) {
        let (mut change, mut rest, mut presses) = (vec![0; small.change.len()], code, 0);
        for pattern in &small.moves {
            let times = rest % small.modulus;
            rest /= small.modulus;
            presses += times as usize;
            change.iter_mut().zip(pattern).for_each(|(cell, value)| *cell = (*cell + times * value) % small.modulus);
        }
        let known = fewest.entry(change).or_insert(presses);
        *known = presses.min(*known);
    }
    fewest
}

fn map(level: &Arc<dyn Level>) -> Map {
    checked::answer(level, QuestionKind::MAP, Options::default()).body_as().cloned().expect("a map")
}

/// The digits of a board in a level's text.
fn digits(text: &str, key: &str) -> Vec<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(&format!("{key} = \""))?.strip_suffix('"')).unwrap();
    value.bytes().map(|digit| u64::from(digit - b'0')).collect()
}

#[test]
fn maps_of_random_boards_agree_with_brute_force() {
    let mut random = Random::new(7350);
    for case in 0..300 {
        let (modulus, most) = [(2, 16), (3, 9), (5, 6)][case % 3];
        let size = (1 + random.below(4), 1 + random.below(4));
        let small = Small::of_size(&mut random, modulus, size, most);
        let (body, fewest) = (map(&load(&small.text)), fewest(&small));
        let largest = fewest.values().copied().max().unwrap();
        let mut counts = vec![0_u64; largest + 1];
        fewest.values().for_each(|&presses| counts[presses] += 1);
        assert_eq!(body.distances, counts.iter().map(|&count| whole(count)).collect::<Vec<_>>(), "{}", small.text);
        assert_eq!((body.largest, body.states), (largest as u64, whole(fewest.len() as u64)), "{}", small.text);
        let starts: HashSet<Vec<u64>> = body.hardest.iter().map(|text| digits(text, "start")).collect();
        assert_eq!(starts.len() as u64, counts[largest].min(100), "{}", small.text);
        let goal = digits(&small.text, "goal");
        for start in starts {
            let change: Vec<u64> =
                goal.iter().zip(&start).map(|(goal, start)| (goal + modulus - start) % modulus).collect();
            assert_eq!(fewest.get(&change), Some(&largest), "{}", small.text);
        }
    }
}

fn whole(number: u64) -> BigCount {
    BigCount(BigUint::from(number))
}

#[test]
fn the_map_of_lights_out_5x5_is_known() {
    let level = shipped("lights-out-5x5");
    let answer = checked::answer(&level, QuestionKind::MAP, Options::default());
    let body: &Map = answer.body_as().unwrap();
    assert_eq!((body.states.clone(), body.largest, body.hardest.len()), (whole(1 << 23), 15, 100));
    assert_eq!((&body.distances[0], &body.distances[1], &body.distances[15]), (&whole(1), &whole(25), &whole(7350)));
    let checked = puzzles::check(&level, &answer, &Context::default()).unwrap();
    assert!(checked.rechecked.iter().any(|what| what.contains("of each listed board")), "{checked:?}");
    let open = ["how many boards need how many presses", "that no board needs more"];
    assert!(open.iter().all(|open| checked.not_rechecked.iter().any(|what| what.contains(open))), "{checked:?}");
    for text in body.hardest.iter().take(5) {
        assert_eq!(solve(&load(text), Options::default()).map(|body| (body.moves, body.optimal)), Some((15, true)));
    }
}

/// Where no presses are quiet every set of presses is the only solution of its board, whatever the size.
#[test]
fn a_map_without_quiet_patterns_counts_sets_of_presses() {
    let body = map(&shipped("flipper"));
    assert_eq!(body.distances, [1, 9, 36, 84, 126, 126, 84, 36, 9, 1].map(whole));
    assert!((body.mean - 4.5).abs() < 1e-12 && body.hardest.len() == 1, "{body:?}");
    let large = map(&load("board = \"8x8\"\nmoves = \"plus\"\n"));
    assert_eq!((large.states, large.largest), (BigCount(BigUint::from(1_u8) << 64), 64));
    assert_eq!((&large.distances[2], large.hardest.len()), (&whole(64 * 63 / 2), 1));
}

#[test]
fn a_map_beyond_the_limits_is_not_finished() {
    for (text, cx) in [
        ("board = \"9x9\"\nmoves = \"plus\"\n", Context::default()),
        ("board = \"100x100\"\nmoves = \"plus\"\n", Context::default()),
        ("board = \"5x5\"\nmoves = \"plus\"\n", Context::with_nodes(1000)),
        ("board = \"5x5\"\nmoves = \"plus\"\n", Context::new(Budget { bytes: Some(1 << 18), ..Budget::default() })),
    ] {
        let level = load(text);
        let answer = puzzles::ask(&level, &Question::plain(QuestionKind::MAP), &cx).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Unfinished), "{text}");
        puzzles::check(&level, &answer, &Context::default()).unwrap();
    }
}

/// A count that is raised, a board that is not a farthest one, and one that is another level's, are noticed.
#[test]
fn a_damaged_map_is_refused() {
    for text in [shipped("flipper").text(), shipped("lights-out-5x5").text()] {
        let level = load(&text);
        let answer = checked::answer(&level, QuestionKind::MAP, Options::default());
        let body: &Map = answer.body_as().unwrap();
        let hardest = &body.hardest[0];
        let (start, goal) = hardest[hardest.find("start = ").unwrap()..].split_once("\ngoal = ").unwrap();
        let near = hardest.replace(start, &format!("start = {}", goal.trim_end()));
        let with = |level: String| Map { hardest: [&[level], &body.hardest[1..]].concat(), ..body.clone() };
        let other = hardest.replace("moves = ", "modulus = 3\nmoves = ");
        let short = Map { hardest: Vec::new(), ..body.clone() };
        let mean = Map { mean: body.mean + 1e-6, ..body.clone() };
        for damaged in [with(near), with(other), short, mean] {
            let answer = Answer { body: Some(AnyBody::new(damaged)), ..answer.clone() };
            assert!(puzzles::check(&level, &answer, &Context::default()).is_err(), "{answer:?}");
        }
    }
}

fn with_start(asked: Options, start: &str) -> Options {
    asked.with(&START, OptionValue::Text(start.into()))
}

/// A question about another start is answered as that about the level which starts there.
#[test]
fn another_start_is_another_level() {
    let mut random = Random::new(919);
    for _ in 0..300 {
        let small = Small::random(&mut random);
        let (level, own) = (load(&small.text), digits(&small.text, "start"));
        let start: String = own.iter().map(|_| random.below(small.modulus).to_string()).collect();
        let own: String = own.iter().map(ToString::to_string).collect();
        let other = load(&small.text.replace(&format!("start = \"{own}\""), &format!("start = \"{start}\"")));
        assert_eq!(solve(&level, with_start(everything(), &start)), solve(&other, everything()), "{}", small.text);
        let moves = OptionValue::List(vec![(1 + random.below(small.moves.len() as u64)).to_string(), "1".into()]);
        let played = Options::default().with(&MOVES, moves);
        for kind in [QuestionKind::SOLVE, QuestionKind::HINT, QuestionKind::JUDGE] {
            let [asked, expected] = [(&level, with_start(played.clone(), &start)), (&other, played.clone())]
                .map(|(l, o)| checked::answer(l, kind, o));
            assert_eq!((asked.verdict, &asked.body), (expected.verdict, &expected.body), "{kind}: {}", small.text);
        }
    }
}

#[test]
fn a_start_that_is_no_board_is_refused() {
    let question = Question { kind: QuestionKind::SOLVE, asked: with_start(Options::default(), "12") };
    let refused = puzzles::ask(&shipped("flipper"), &question, &Context::default());
    assert!(
        matches!(refused, Err(AskError::NotOffered(why)) if why.starts_with("the start is not a board; expected all 0"))
    );
}

/// Presses are accepted on a solved board and behind the goal, and each is judged by what it costs.
#[test]
fn play_goes_on_at_the_goal() {
    let level = load("board = \"1x2\"\nmoves = [\"10\", \"01\"]\n");
    let mut record = Record::new(Arc::clone(&level), Role("player"));
    let status = record.position().status();
    assert_eq!((status.over, status.solved, record.position().moves().count()), (false, true, 2));
    record.play("2").unwrap();
    assert_eq!((record.position().status().solved, record.result()), (false, None));
    record.play("2").unwrap();
    assert_eq!(record.result().and_then(|result| result.value), Some(2));
    let moves = OptionValue::List(["1", "1", "2"].map(str::to_owned).to_vec());
    let answer = checked::answer(&level, QuestionKind::JUDGE, Options::default().with(&MOVES, moves));
    let judged = answer.body_as::<Judgement>().expect("a judgement");
    assert_eq!(judged.moves.iter().map(|step| step.cost).collect::<Vec<_>>(), [Some(2), Some(0), Some(2)]);
}

fn neighbours(near: &str, rows: u64, columns: u64, at: u64) -> Vec<u64> {
    let (row, column) = (at / columns, at % columns);
    let touches = |cell: u64| {
        let (down, across) = ((cell / columns).abs_diff(row), (cell % columns).abs_diff(column));
        let (around, about) = (down.min(rows - down), across.min(columns - across));
        match near {
            "plus" => down + across <= 1,
            "torus" => around + about <= 1,
            "king" => down <= 1 && across <= 1,
            _ => down == 0 || across == 0,
        }
    };
    (0..rows * columns).map(|cell| u64::from(touches(cell))).collect()
}

#[test]
fn random_levels_agree_with_brute_force() {
    let mut random = Random::new(4663);
    for _ in 0..2500 {
        let small = Small::random(&mut random);
        let (solutions, quiet) = small.brute();
        let level = load(&small.text);
        let nullity = reach(&level).nullity;
        assert_eq!(small.modulus.pow(nullity as u32), quiet, "{}", small.text);
        let found = solve(&level, everything());
        assert_eq!(found.is_some(), !solutions.is_empty(), "{}", small.text);
        if let Some(body) = found {
            agrees(&small, &solutions, &body);
            hints(&level, &body);
        }
    }
}

fn agrees(small: &Small, solutions: &[Vec<u64>], body: &Solve) {
    let text = &small.text;
    let least = solutions.iter().map(Vec::len).min().unwrap();
    assert_eq!((body.moves as usize, body.optimal), (least, true), "{text}");
    assert_eq!(body.solutions, Some(BigCount(BigUint::from(solutions.len()))), "{text}");
    let mut fewest: Vec<Vec<u64>> = solutions.iter().filter(|set| set.len() == least).cloned().collect();
    assert_eq!(body.fewest_solutions, Some(Some(BigCount(BigUint::from(fewest.len())))), "{text}");
    fewest.sort();
    let complete = fewest.len() <= 10_000;
    assert_eq!(body.all_complete, Some(complete), "{text}");
    assert!(!complete || body.all == Some(fewest), "{text}\n{body:?}");
}

fn hints(level: &Arc<dyn Level>, body: &Solve) {
    let answer = checked::answer(level, QuestionKind::HINT, Options::default());
    let Hint { best, moves_left } = answer.body_as().expect("a hint");
    let mut used: Vec<u64> = body.all.iter().flatten().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    assert_eq!(*moves_left, body.moves);
    assert_eq!(*best, used.iter().map(ToString::to_string).collect::<Vec<_>>());
}

/// The fewest presses that raise each cell by one alone, over every set of presses; `None` where none do.
fn alone(small: &Small) -> Vec<Option<usize>> {
    let cells = small.change.len();
    let mut fewest: Vec<Option<usize>> = vec![None; cells];
    for code in 0..small.modulus.pow(small.moves.len() as u32) {
        let (mut board, mut rest, mut presses) = (vec![0; cells], code, 0);
        for pattern in &small.moves {
            let times = rest % small.modulus;
            rest /= small.modulus;
            presses += times as usize;
            board.iter_mut().zip(pattern).for_each(|(cell, value)| *cell = (*cell + times * value) % small.modulus);
        }
        let raised: Vec<usize> = (0..cells).filter(|&cell| board[cell] != 0).collect();
        if let [cell] = raised[..]
            && board[cell] == 1
        {
            fewest[cell] = Some(fewest[cell].map_or(presses, |known| known.min(presses)));
        }
    }
    fewest
}

#[test]
fn the_table_of_single_cells_has_the_fewest_presses_of_all() {
    let mut random = Random::new(41);
    let (mut impossible, mut several) = (0, 0);
    for _ in 0..150 {
        let small = Small::random(&mut random);
        let level = load(&small.text);
        let body = reach(&level);
        let (single, fewest) = (body.single.unwrap(), body.single_fewest.unwrap());
        let listed: Vec<Option<usize>> = single.iter().map(|presses| presses.as_ref().map(Vec::len)).collect();
        assert_eq!(listed, alone(&small), "{}", small.text);
        assert!(fewest.iter().all(|fewest| *fewest), "{}", small.text);
        impossible += listed.iter().filter(|presses| presses.is_none()).count();
        several += usize::from(body.nullity > 0) * listed.iter().flatten().count();
    }
    assert!(impossible > 50 && several > 50, "{impossible} {several}");
}

#[test]
fn a_table_that_claims_too_many_presses_to_be_the_fewest_is_refused() {
    // With equal moves a cell can be changed by one press or by three.
    let level = load("board = \"1x2\"\nmoves = [\"10\", \"10\", \"10\", \"01\"]\n");
    let answer = checked::answer(&level, QuestionKind::REACH, Options::default());
    let checked = |change: &dyn Fn(&mut Reach)| {
        let mut body = answer.body_as::<Reach>().unwrap().clone();
        change(&mut body);
        let changed = Answer { body: Some(AnyBody::new(body)), ..answer.clone() };
        puzzles::check(&level, &changed, &Context::default())
    };
    assert!(checked(&|_| {}).unwrap().not_rechecked.is_empty());
    let longer = |body: &mut Reach| body.single.as_mut().unwrap()[0] = Some(vec![1, 2, 3]);
    assert!(checked(&longer).unwrap_err().to_string().contains("cell 1 is changed alone by 1 press"));
    assert!(checked(&|body| body.single_fewest.as_mut().unwrap().truncate(1)).is_err());
    // Without the claim, as in answers of older versions, it holds; that it says nothing of it is said.
    let older = |body: &mut Reach| {
        longer(body);
        body.single_fewest = None;
    };
    assert!(checked(&older).unwrap().not_rechecked.iter().any(|what| what.contains("are the fewest")));
}

#[test]
fn what_presses_change_nothing_and_each_cell_alone_is_told_and_written_as_a_table() {
    let level = load("board = \"2x3\"\nmodulus = 3\nmoves = \"plus\"\n");
    let answer = checked::answer(&level, QuestionKind::REACH, Options::default());
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(
        words.contains("the kernel has dimension 1: 1 quiet pattern is a basis, presses that together change nothing")
    );
    assert!(words.contains("\nquiet pattern 1: "), "{words}");
    assert!(words.contains("\ncell 1 alone: impossible, it cannot be changed alone\n"), "{words}");
    let lights = "board = \"7x7\"\nmoves = \"plus\"\n";
    let answer = checked::answer(&load(lights), QuestionKind::REACH, Options::default());
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(words.contains("\n… (49 cells in all; the answer as CSV or JSON has every one)"), "{words}");
    let body = answer.body_as::<Reach>().unwrap();
    let csv = puzzles::Body::table(body).to_csv();
    let cells: HashSet<&str> = csv.lines().skip(1).filter_map(|row| row.split(',').nth(1)).collect();
    assert_eq!(cells.len(), 49, "every cell is in the table");
}

#[test]
fn new_boards_have_the_modulus_the_moves_the_title_and_the_par_that_were_wished() {
    let new = |board: &str, difficulty: Option<u64>, seed: u64| {
        let wish = puzzles::GenerateOptions { board: Some(board.into()), difficulty, seed, template: None };
        puzzles::generate(&Toggle, &wish, &Context::default())
    };
    for (seed, (board, title)) in (0..).zip([
        ("4x4 king", "4 x 4 king"),
        ("4x4 modulo 3", "4 x 4 plus modulo 3"),
        ("3x4 row+column modulo 5", "3 x 4 row+column modulo 5"),
        ("3x3 9 patterns", "3 x 3 9 patterns"),
        ("2x5 6 patterns mod 13", "2 x 5 6 patterns modulo 13"),
        ("5x5 torus", "5 x 5 torus"),
        ("flipper", "flipper"),
        ("@three-colours", "three-colours"),
    ]) {
        let text = new(board, Some(3), seed).unwrap();
        assert!(text.starts_with(&format!("title = \"{title}, seed {seed}\"\npar = 3\n")), "{board}\n{text}");
        let level = load(&text);
        assert_eq!(level.claims().par.as_deref(), Some("3"));
        let body = solve(&level, Options::default()).unwrap();
        assert_eq!((body.moves, body.optimal), (3, true), "{board}\n{text}");
        let modulus = board.rsplit_once("mod").map_or("2", |(_, rest)| rest.rsplit(' ').next().unwrap());
        let said = text.lines().find_map(|line| line.strip_prefix("modulus = ")).unwrap_or("2");
        assert_eq!(said, if board == "@three-colours" { "3" } else { modulus }, "{text}");
        if let Some((count, _)) = board.split_once(" pattern") {
            let count: u64 = count.rsplit(' ').next().unwrap().parse().unwrap();
            assert_eq!(body.rank + body.nullity, count, "{text}");
        }
        assert_eq!(new(board, Some(3), seed).unwrap(), text, "equal seeds give equal boards");
    }
    let own =
        "title = \"Mine\"\nboard = \"2x2\"\nmodulus = 5\nmoves = [\"1100\", \"0011\", \"1010\"]\nstart = \"1111\"\n";
    let text = new(own, Some(4), 3).unwrap();
    assert!(text.starts_with("title = \"Mine, seed 3\"\npar = 4\n") && text.contains("modulus = 5"), "{text}");
    assert_eq!(solve(&load(&text), Options::default()).unwrap().moves, 4);
    let text = new("flipper modulo 3", Some(4), 3).unwrap();
    assert!(text.starts_with("title = \"flipper modulo 3, seed 3\"\n") && text.contains("modulus = 3"), "{text}");
    let refusal = |board: &str, difficulty| new(board, difficulty, 7).unwrap_err().to_string();
    let large = "board = \"101x2\"\nmoves = \"plus\"\n";
    assert!(refusal(large, None).contains("101 x 2 cells; expected at most 100"), "{}", refusal(large, None));
    assert!(new("three-colours modulo 2", None, 7).unwrap().starts_with("title = \"three-colours modulo 2"));
    assert!(refusal("flipper", Some(10)).contains("expected at most 9"), "{}", refusal("flipper", Some(10)));
    // No board of 5 x 5 needs more than 15 presses.
    assert!(refusal("5x5", Some(16)).contains("expected at most 15, since"), "{}", refusal("5x5", Some(16)));
    let another = refusal("3x3 12 patterns modulo 3", Some(12));
    assert!(another.contains("expected fewer, or another seed"), "{another}");
    for wrong in
        ["4x4 modulo 4", "4x4 modulo 1", "4x4 modulo 257", "4x4 0 patterns", "4x4 knight", "4x4 king plus", "4"]
    {
        let refused = new(wrong, None, 1).unwrap_err().to_string();
        assert!(refused.contains("a number of patterns") && refused.contains("modulo a prime up to 251"), "{refused}");
    }
}

#[test]
fn random_levels_obey_the_laws() {
    let mut random = Random::new(11);
    let texts: Vec<String> = (0..60).map(|_| Small::random(&mut random).text).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    puzzles::laws::check_texts(&Toggle, &texts, None);
}

#[test]
fn problems_are_placed_and_listed_together() {
    let text = "board = \"2x2\"\nmoves = [\"1100\", \"11x0\", \"110\"]\nstrat = \"0000\"\nstart = \"0002\"\npar = -1\n";
    let places: Vec<(u64, u64)> = problems(text).iter().map(|problem| (problem.line, problem.column)).collect();
    assert_eq!(places, [(2, 21), (2, 26), (3, 1), (4, 13), (5, 7)]);
    let empty = problems("");
    assert_eq!((empty[0].line, empty[0].column), (1, 1));
    assert_eq!(problems("title = \"é\" x\n")[0].column, 13);
    assert!(problems("\u{feff}board = \"3x3\"\nmove = \"plus\"\n")[0].message.contains("move"));
}

#[test]
fn what_is_beyond_the_limits_is_refused() {
    for text in [
        "board = \"1000000000x1000000000\"\nmoves = \"plus\"\n",
        "board = \"99999999999999999999x1\"\nmoves = \"plus\"\n",
        "board = \"32768x32769\"\nmoves = \"plus\"\n",
        "board = \"0x3\"\nmoves = \"plus\"\n",
        "board = \"3x3\"\nmoves = []\n",
        "board = \"3x3\"\nmoves = \"knight\"\n",
        "board = \"3x3\"\nmoves = \"plus\"\nmodulus = 4\n",
        "board = \"3x3\"\nmoves = \"plus\"\nmodulus = 257\n",
        "board = \"3x3\"\nmoves = \"plus\"\nmodulus = 11\nstart = \"000000000\"\n",
        "board = \"3x3\"\nmoves = \"plus\"\nstart = \"all 2\"\n",
    ] {
        assert!(!problems(text).is_empty());
    }
}

#[test]
fn lists_blanks_and_short_forms_are_understood() {
    let spaced = load("board = \"2x2\"\nmoves = \"plus\"\nstart = \"10 01\"\n");
    let listed = load("board = \"2x2\"\nmoves = \"plus\"\nstart = [1, 0, 0, 1]\ngoal = \"all 0\"\n");
    assert_eq!(spaced.text(), listed.text());
    let wide = load("board = \"1x3\"\nmodulus = 251\nmoves = [[1, 2, 250], [0, 1, 0]]\nstart = [0, 0, 250]\n");
    assert!(wide.text().contains("[1, 2, 250]"));
    assert!(solve(&wide, with_goal(Options::default(), "1 2 249")).is_some());
    assert!(solve(&wide, with_goal(Options::default(), "all 0")).is_none());
}

/// Cut short, the best solution seen is still one, and its bound still a bound.
#[test]
fn a_search_that_is_cut_short_says_so() {
    let level = load("board = \"39x39\"\nmoves = \"plus\"\nstart = \"all 1\"\n");
    let question = Question::plain(QuestionKind::SOLVE);
    let answer = puzzles::ask(&level, &question, &Context::with_nodes(2_000_000)).unwrap();
    puzzles::check(&level, &answer, &Context::default()).unwrap();
    let body: &Solve = answer.body_as().unwrap();
    assert_eq!((body.nullity, body.optimal), (32, false));
    assert!((1521_u64.div_ceil(5)..=body.moves).contains(&body.at_least.unwrap()), "{body:?}");
}

/// A weighing of more than a million cells is given by its first rows, and one changed digit spoils it.
#[test]
fn a_large_certificate_is_given_by_its_first_rows() {
    for (near, given) in [("torus", 2), ("plus", 1)] {
        let side = 2399 + u32::from(near == "torus");
        let start = "1".to_owned() + &"0".repeat(side as usize * side as usize - 1);
        let level = load(&format!("board = \"{side}x{side}\"\nmoves = \"{near}\"\nstart = \"{start}\"\n"));
        let question = Question::plain(QuestionKind::SOLVE);
        let mut answer = puzzles::ask(&level, &question, &Context::default()).unwrap();
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        let mut parity: Parity = answer.proof_as().cloned().expect("a proof that there is no solution");
        if let Some(rows) = &mut parity.rows {
            assert_eq!(rows.len(), given);
            let other = if rows[0].ends_with('0') { "1" } else { "0" };
            rows[0].replace_range(side as usize - 1.., other);
        } else {
            parity.cells.as_mut().unwrap().pop();
        }
        answer.proof = Some(AnyBody::new(parity));
        assert!(puzzles::check(&level, &answer, &Context::default()).is_err(), "{near}");
    }
}

/// A goal of the same value everywhere is said in the goal's line and in the status, and is drawn beside the board.
#[test]
fn the_goal_is_said_and_shown_where_every_cell_must_show_the_same() {
    let king = shipped("king");
    assert_eq!(king.guide().goal.as_deref(), Some("every light is on."));
    let start = Arc::clone(&king).start(Role("player"), &Context::default());
    assert_eq!(start.status().words, "16 lights are still off");
    let picture = start.picture();
    let ones = picture.frames[0].cells.iter().filter(|cell| cell.act.is_none() && cell.label == "1");
    assert_eq!(ones.count(), 16, "the goal is drawn to the right");
    assert!(picture.frames[0].caption.contains("then the goal."), "{}", picture.frames[0].caption);
    assert!(picture.description.contains("row 1: 0, 0, 0, 0; row 2: "), "{}", picture.description);
    let one = load("board = \"1x2\"\nmoves = [\"11\", \"10\"]\nstart = \"01\"\n");
    let words = one.start(Role("player"), &Context::default()).status().words;
    assert_eq!(words, "1 light is still on");
}

/// Two presses lead to the goal of the level and not to the one that is asked about.
#[test]
fn a_line_is_judged_and_checked_by_the_goal_that_is_asked_about() {
    let level = load(
        "board = \"2x3\"\nmoves = [\"101111\", \"110110\", \"010010\", \"100111\", \"011010\", \"101100\"]\nstart = \"110101\"\n",
    );
    let moves = OptionValue::List(["3", "4"].map(str::to_owned).to_vec());
    let answer =
        checked::answer(&level, QuestionKind::JUDGE, with_goal(Options::default(), "101011").with(&MOVES, moves));
    let judged = answer.body_as::<Judgement>().expect("a judgement");
    assert!(judged.positions.iter().all(|position| position.can_win == Some(Some(false))), "{judged:?}");
}
