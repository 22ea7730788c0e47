//! Lemmo through the door: the laws, known answers, and answers beside plain recounting of every edit.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use engines::{Budget, Context};
use puzzles::lemmo::Lemmo;
use puzzles::{Answer, Body, Facing, Family, Level, LoadError, Question, QuestionKind, ask, laws};

const SEED: &str = "#####.###.##\n###.#####.##\n#.####.#####\n@#@$@$######\n";
const ARRIVALS: &str = "#.##.####.\n.#########\n#########$\n";

fn load(text: &str) -> Arc<dyn Level> {
    Lemmo.load(Arc::new(text.as_bytes().to_vec())).unwrap()
}

fn answer(text: &str, kind: QuestionKind, change: impl FnOnce(&mut Question)) -> Answer {
    let mut question = Question::plain(kind);
    change(&mut question);
    let level = load(text);
    let answer = ask(Lemmo.info(), &level, &question, &Context::default()).unwrap();
    level.check(&question, &answer, &Context::default()).unwrap();
    answer
}

fn json(text: &str, kind: QuestionKind) -> serde_json::Value {
    serde_json::to_value(answer(text, kind, |_| {}).body).unwrap()
}

/// What is wrong with a text: line, column, message.
fn problems(text: &[u8]) -> Vec<(u64, u64, String)> {
    match Lemmo.load(Arc::new(text.to_vec())) {
        Err(LoadError::Invalid(list)) => list.into_iter().map(|p| (p.line, p.column, p.message)).collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

fn places(text: &str) -> Vec<(u64, u64)> {
    problems(text.as_bytes()).into_iter().map(|(line, column, _)| (line, column)).collect()
}

/// SplitMix64, as in the engine's own tests.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }
}

/// A valid map as characters.
fn random_rows(rows: usize, columns: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let share = [1, 3, 8, 13][random.below(4)];
    let mut row = |signs: [u8; 2]| -> Vec<u8> {
        let sure = random.below(columns);
        let mut tile = |column| if column == sure || random.below(16) < share { signs[random.below(2)] } else { b'#' };
        (0..columns).map(&mut tile).collect()
    };
    let mut map: Vec<Vec<u8>> = (1..rows).map(|_| row(*b"..")).collect();
    map.push(row(*b"$@"));
    map
}

fn text_of(map: &[Vec<u8>]) -> String {
    map.iter().map(|row| format!("{}\n", str::from_utf8(row).unwrap())).collect()
}

/// Counts the wins by walking every start, character by character.
fn recount(map: &[Vec<u8>]) -> i64 {
    let columns = map[0].len() as i64;
    let wins = |mut column: i64, mut step: i64| {
        let mut row = 0;
        loop {
            match map[row][column as usize] {
                b'.' => row += 1,
                b'$' => return true,
                b'@' => return false,
                _ if (0..columns).contains(&(column + step)) => column += step,
                _ => step = -step,
            }
        }
    };
    (0..columns).map(|column| i64::from(wins(column, -1)) + i64::from(wins(column, 1))).sum()
}

/// The gain of every edit by making it and counting again.
fn gains_by_recounting(map: &[Vec<u8>]) -> Vec<Vec<Option<i64>>> {
    let before = recount(map);
    let gain = |row: usize, column: usize| {
        let mut changed = map.to_vec();
        changed[row][column] = if map[row][column] == b'#' { b'.' } else { b'#' };
        let valid = row + 1 < map.len() && changed[row].contains(&b'.');
        valid.then(|| recount(&changed) - before)
    };
    (0..map.len()).map(|row| (0..map[0].len()).map(|column| gain(row, column)).collect()).collect()
}

fn agrees_with_recounting(map: &[Vec<u8>]) {
    let text = text_of(map);
    let gains = gains_by_recounting(map);
    let Some(Body::LemmoImprove(found)) = answer(&text, QuestionKind::Improve, |_| {}).body else {
        panic!("no answer")
    };
    assert_eq!(found.wins as i64, recount(map), "{text}");
    assert_eq!(found.gains.as_ref(), Some(&gains), "{text}");
    let Some(Body::LemmoSolve(solved)) = answer(&text, QuestionKind::Solve, |_| {}).body else { panic!("no answer") };
    assert_eq!(solved.best, found.best, "{text}");
    let of = |sign| -> Vec<(i64, (u32, u32))> {
        let tiles = (0..map.len()).flat_map(|row| (0..map[0].len()).map(move |column| (row, column)));
        tiles
            .filter(|&(row, column)| map[row][column] == sign)
            .filter_map(|(row, column)| Some((gains[row][column]?, (row as u32 + 1, column as u32 + 1))))
            .collect()
    };
    let listed = |tiles: &[puzzles::answer::Tile]| tiles.iter().map(|tile| (tile.row, tile.column)).collect::<Vec<_>>();
    for (edits, wins, tiles) in [
        (of(b'#'), found.best.wins, listed(&found.best.removals)),
        (of(b'.'), found.best_addition.wins, listed(&found.best_addition.additions)),
    ] {
        let most = edits.iter().map(|edit| edit.0).max().unwrap_or(0).max(0);
        let best: Vec<_> = edits.iter().filter(|edit| most > 0 && edit.0 == most).map(|edit| edit.1).collect();
        assert_eq!(wins as i64, found.wins as i64 + most, "{text}");
        assert_eq!(tiles, best[..best.len().min(1000)], "{text}");
    }
}

#[test]
fn the_laws_hold() {
    let texts = [SEED, ARRIVALS, "$\n", "@\n", ".\n$\n", ".#\n#.\n$@\n", "; par: 2\r\n#.\r\n.#\r\n#$\r\n\r\n"];
    laws::check(&Lemmo, &texts).unwrap();
}

#[test]
fn the_known_answers() {
    let best = serde_json::json!({"wins": 24, "removals": [{"row": 3, "column": 4}], "removals_total": 1});
    assert_eq!(json(SEED, QuestionKind::Solve), serde_json::json!({"starts": 24, "wins": 20, "best": best}));
    let Some(Body::Hint(hint)) = answer(SEED, QuestionKind::Hint, |_| {}).body else { panic!("no hint") };
    for column in 1..=12 {
        assert!(hint.best.contains(&format!("{column} right")));
        assert_eq!(hint.best.contains(&format!("{column} left")), !(6..=9).contains(&column));
    }
}

#[test]
fn arrivals_are_counted_at_a_tile() {
    let at = |text: &str| {
        let count = answer(ARRIVALS, QuestionKind::Count, |question| question.asked.at = Some(text.parse().unwrap()));
        let Some(Body::LemmoCount(count)) = count.body else { panic!("no count") };
        count.arrivals.unwrap()
    };
    assert_eq!(at("2,5,left"), 17);
    assert_eq!(at("1,5,left"), 5);
    assert_eq!(at("3,10,right"), 20);
}

#[test]
fn every_edit_of_small_maps_agrees_with_recounting() {
    let mut random = Random(7);
    for _ in 0..2500 {
        let (rows, columns) = (1 + random.below(6), 1 + random.below(12));
        agrees_with_recounting(&random_rows(rows, columns, &mut random));
    }
}

#[test]
fn every_edit_around_the_seams_of_words_agrees_with_recounting() {
    let mut random = Random(8);
    for columns in [63, 64, 65, 127, 128, 129] {
        for rows in [1, 2, 4] {
            agrees_with_recounting(&random_rows(rows, columns, &mut random));
        }
    }
    agrees_with_recounting(&random_rows(3, 511, &mut random));
    agrees_with_recounting(&random_rows(2, 513, &mut random));
}

#[test]
fn wide_maps_pass_the_independent_checker() {
    let mut random = Random(9);
    for columns in [511, 512, 513, 1000, 3000] {
        for rows in [2, 9, 40] {
            let text = text_of(&random_rows(rows, columns, &mut random));
            answer(&text, QuestionKind::Solve, |_| {});
            answer(&text, QuestionKind::Solve, |question| question.asked.all = true);
            answer(&text, QuestionKind::Improve, |_| {});
        }
    }
}

#[test]
fn a_map_is_refused_with_place_and_reason() {
    assert_eq!(places(""), [(1, 1)]);
    assert_eq!(places("#.\n##\n#$\n"), [(2, 3)]);
    assert_eq!(places("#.\n#.#\n#$\n"), [(2, 3)]);
    assert_eq!(places("#.\n#\n#$\n"), [(2, 2)]);
    assert_eq!(places("#.\n$.\n#@\n"), [(2, 1)]);
    assert_eq!(places("#.\n.#\n"), [(2, 1), (2, 3)]);
    assert_eq!(places("#.\n.$\n"), [(2, 1)]);
    assert_eq!(places("#.\n##\n"), [(2, 3)]);
    assert_eq!(places("x.é\n#.y\n##$\n"), [(1, 1), (1, 3), (2, 3)]);
    assert_eq!(places("# .\n#.#\n##$\n"), [(1, 2)]);
    assert_eq!(places("; a comment\n##\n#$\n"), [(2, 3)]);
    assert_eq!(problems(b"#.\n#\xff\n#$\n"), [(2, 2, "a byte that is not UTF-8".into())]);
}

#[test]
fn a_board_too_large_is_refused() {
    assert_eq!(places(&"#".repeat(65_536)), [(1, 65_536)]);
    assert_eq!(places(&".\n".repeat(65_536)), [(65_536, 1)]);
    let mut widest = ".".repeat(65_535);
    widest.push_str("\n$");
    widest.push_str(&"#".repeat(65_534));
    assert_eq!(places(&widest), []);
}

/// A square map whose text is made as it is read, one row again and again.
struct Endless(Vec<u8>);

impl puzzles::Source for Endless {
    fn len(&self) -> u64 {
        self.0.len() as u64 * 20_000
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> std::io::Result<usize> {
        let begin = usize::try_from(offset % self.0.len() as u64).unwrap();
        let count = into.len().min(self.0.len() - begin);
        into[..count].copy_from_slice(&self.0[begin..begin + count]);
        Ok(count)
    }
}

#[test]
fn too_many_tiles_are_refused_where_they_begin() {
    let mut row = vec![b'.'; 65_535];
    row.push(b'\n');
    let Err(LoadError::Invalid(list)) = Lemmo.load(Arc::new(Endless(row))) else { panic!("accepted") };
    assert_eq!((list[0].line, list[0].message.as_str()), (16_385, "too many tiles"));
}

#[test]
fn options_that_mean_nothing_here_are_refused() {
    let level = load(SEED);
    let mut question = Question::plain(QuestionKind::Solve);
    question.asked.goal = Some("all".into());
    assert!(ask(Lemmo.info(), &level, &question, &Context::default()).is_err());
    let mut question = Question::plain(QuestionKind::Count);
    question.asked.at = Some(puzzles::At { row: 5, column: 1, facing: Facing::Left });
    assert!(ask(Lemmo.info(), &level, &question, &Context::default()).is_err());
}

#[test]
fn a_walk_ends_the_game() {
    let hint = answer(SEED, QuestionKind::Hint, |question| question.asked.moves = vec!["6 left".into()]);
    assert_eq!(serde_json::to_value(hint.body).unwrap(), serde_json::json!({"best": []}));
    let run = |text: &str| {
        let mut question = Question::plain(QuestionKind::Run);
        question.asked.moves = vec![text.into()];
        let answer = ask(Lemmo.info(), &load(SEED), &question, &Context::default()).unwrap();
        let Some(Body::Run(run)) = answer.body else { panic!("no run") };
        (run.over, run.solved)
    };
    assert_eq!(run("6 left"), (true, false));
    assert_eq!(run("6 right"), (true, true));
}

#[test]
fn too_little_memory_leaves_the_question_unfinished() {
    let budget = Budget { bytes: Some(100), ..Budget::default() };
    let answer = ask(Lemmo.info(), &load(SEED), &Question::plain(QuestionKind::Solve), &Context::new(budget)).unwrap();
    assert_eq!(answer.verdict, Some(puzzles::Verdict::Unfinished));
}

#[test]
fn generated_maps_are_valid_and_as_hard_as_wished() {
    for (seed, difficulty) in [(1, None), (2, Some(5)), (3, Some(9))] {
        let wish = puzzles::GenerateOptions { board: Some("5x12".into()), difficulty, seed, template: None };
        let text = Lemmo.generate(&wish, &Context::default()).unwrap();
        let Some(Body::LemmoSolve(solved)) = answer(&text, QuestionKind::Solve, |_| {}).body else {
            panic!("no answer")
        };
        let gain = solved.best.wins - solved.wins;
        assert!(difficulty.map_or(gain > 0, |wished| gain == wished), "{text}");
    }
}

/// Takes what goes to `--out FILE`.
#[derive(Default)]
struct Taken(std::sync::Mutex<Vec<u8>>);

impl engines::Sink for Taken {
    fn open(&self) -> std::io::Result<Box<dyn std::io::Write + Send + '_>> {
        Ok(Box::new(Into(&self.0)))
    }
}

struct Into<'t>(&'t std::sync::Mutex<Vec<u8>>);

impl std::io::Write for Into<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answer with a place for large results, and what went there.
fn with_sink(text: &str, kind: QuestionKind, all: bool) -> (Answer, String) {
    let taken = Taken::default();
    let mut question = Question::plain(kind);
    question.asked.all = all;
    let cx = Context::default().sink(&taken);
    let answer = ask(Lemmo.info(), &load(text), &question, &cx).unwrap();
    load(text).check(&question, &answer, &Context::default()).unwrap();
    drop(cx);
    (answer, String::from_utf8(taken.0.into_inner().unwrap()).unwrap())
}

#[test]
fn every_best_removal_is_listed_or_streamed() {
    // All starts walk along the whole second floor into the drain; below each of its blocks lies a treasure.
    let (walls, treasures) = ("#".repeat(1400), "$".repeat(1400));
    let text = format!(".{walls}\n{walls}.\n{treasures}@\n");
    let few = answer(&text, QuestionKind::Solve, |_| {});
    let every = answer(&text, QuestionKind::Solve, |question| question.asked.all = true);
    let (streamed, lines) = with_sink(&text, QuestionKind::Solve, true);
    let best = |answer: Answer| match answer.body {
        Some(Body::LemmoSolve(solve)) => solve.best,
        other => panic!("{other:?}"),
    };
    let (few, every, streamed) = (best(few), best(every), best(streamed));
    assert_eq!((every.removals.len(), every.removals_total), (1400, 1400));
    assert_eq!(few.removals, every.removals[..every.removals.len().min(1000)]);
    assert_eq!(streamed, few);
    let listed: Vec<String> = every.removals.iter().map(|tile| format!("{},{}", tile.row, tile.column)).collect();
    assert_eq!(lines.lines().collect::<Vec<_>>(), listed);
}

#[test]
fn gains_go_to_the_sink_as_rows() {
    let (_, rows) = with_sink(SEED, QuestionKind::Improve, false);
    let improve = json(SEED, QuestionKind::Improve);
    let cell = |gain: &serde_json::Value| gain.as_i64().map(|gain| gain.to_string()).unwrap_or_default();
    let gains = improve["gains"].as_array().unwrap().iter();
    let expected: Vec<String> =
        gains.map(|row| row.as_array().unwrap().iter().map(cell).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(rows.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn gains_of_large_maps_go_to_the_sink_alone() {
    let map = random_rows(3, 400_000 / 8, &mut Random(5));
    let tall: Vec<Vec<u8>> = map[..2].iter().cycle().take(20).chain(&map[2..]).cloned().collect();
    let (answer, rows) = with_sink(&text_of(&tall), QuestionKind::Improve, false);
    let Some(Body::LemmoImprove(improve)) = answer.body else { panic!("no answer") };
    assert!(improve.gains.is_none());
    assert_eq!(rows.lines().count(), tall.len());
    let most = rows.split([',', '\n']).filter_map(|gain| gain.parse::<u64>().ok()).max().unwrap();
    assert_eq!(improve.wins + most, improve.best.wins.max(improve.best_addition.wins));
}
