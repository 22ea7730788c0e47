//! Lemmo through the door: the laws, known answers, and answers beside plain recounting of every edit.

use std::sync::Arc;

use engines::{Budget, Context};
use frame::checked;
use picture::Overlay;
use puzzles::lemmo::Lemmo;
use puzzles::lemmo::body::{AT, Count, Facing, Hint, Improve, Reach, Solve, TilePlace};
use puzzles::options::{ALL, EXPLAIN, MOVES};
use puzzles::run::Run;
use puzzles::solution::Exhausted;
use puzzles::{
    Answer, AskError, BodyType, Family, Level, LoadError, OptionSpec, OptionValue, Options, Question, QuestionKind,
    Record, ValueKind, ask, check, explain, words,
};
use testkit::random::Random;

pub(super) const SEED: &str = "#####.###.##\n###.#####.##\n#.####.#####\n@#@$@$######\n";
const ARRIVALS: &str = "#.##.####.\n.#########\n#########$\n";

pub(super) fn load(text: &str) -> Arc<dyn Level> {
    checked::load(&Lemmo, text)
}

/// Asks and has the answer checked.
pub(super) fn answer(text: &str, kind: QuestionKind, asked: Options) -> Answer {
    checked::answer(&load(text), kind, asked)
}

pub(super) fn plain(text: &str, kind: QuestionKind) -> Answer {
    answer(text, kind, Options::default())
}

fn all() -> Options {
    Options::default().switched(&ALL)
}

fn at(place: &str) -> Options {
    Options::default().with(&AT, OptionValue::Text(place.into()))
}

/// The body of an answer, which is of this type.
pub(super) fn body<T: BodyType>(answer: &Answer) -> T {
    answer.body_as::<T>().unwrap_or_else(|| panic!("{answer:?}")).clone()
}

fn json(text: &str, kind: QuestionKind) -> serde_json::Value {
    serde_json::to_value(plain(text, kind).body).unwrap()
}

/// What is wrong with a text: line, column, message.
fn problems(text: &[u8]) -> Vec<(u64, u64, String)> {
    match Lemmo.load(Arc::new(text.to_vec()), &Context::default()) {
        Err(LoadError::Invalid(list)) => list.into_iter().map(|p| (p.line, p.column, p.message)).collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

fn places(text: &str) -> Vec<(u64, u64)> {
    problems(text.as_bytes()).into_iter().map(|(line, column, _)| (line, column)).collect()
}

/// A valid map as characters.
pub(super) fn random_rows(rows: usize, columns: usize, random: &mut Random) -> Vec<Vec<u8>> {
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

pub(super) fn text_of(map: &[Vec<u8>]) -> String {
    map.iter().map(|row| format!("{}\n", str::from_utf8(row).unwrap())).collect()
}

/// Whether a walk over the rows of a map, begun in the first of them, ends on a treasure.
fn wins_from(map: &[Vec<u8>], mut column: i64, mut step: i64) -> bool {
    let columns = map[0].len() as i64;
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
}

/// Counts the wins by walking every start, character by character.
pub(super) fn recount(map: &[Vec<u8>]) -> i64 {
    let wins = |column, step| i64::from(wins_from(map, column, step));
    (0..map[0].len() as i64).map(|column| wins(column, -1) + wins(column, 1)).sum()
}

/// The gain of every edit by making it and counting again.
pub(super) fn gains_by_recounting(map: &[Vec<u8>]) -> Vec<Vec<Option<i64>>> {
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
    let found: Improve = body(&plain(&text, QuestionKind::IMPROVE));
    assert_eq!(found.wins as i64, recount(map), "{text}");
    assert_eq!(found.gains.as_ref(), Some(&gains), "{text}");
    let solved: Solve = body(&plain(&text, QuestionKind::SOLVE));
    assert_eq!(solved.best, found.best, "{text}");
    let of = |sign| -> Vec<(i64, (u32, u32))> {
        let tiles = (0..map.len()).flat_map(|row| (0..map[0].len()).map(move |column| (row, column)));
        tiles
            .filter(|&(row, column)| map[row][column] == sign)
            .filter_map(|(row, column)| Some((gains[row][column]?, (row as u32 + 1, column as u32 + 1))))
            .collect()
    };
    let listed = |tiles: &[TilePlace]| tiles.iter().map(|tile| (tile.row, tile.column)).collect::<Vec<_>>();
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
    puzzles::laws::check_texts(&Lemmo, &texts, None);
}

#[test]
fn the_known_answers() {
    let best = serde_json::json!({"wins": 24, "removals": [{"row": 3, "column": 4}], "removals_total": 1});
    assert_eq!(json(SEED, QuestionKind::SOLVE), serde_json::json!({"starts": 24, "wins": 20, "best": best}));
    let hint: Hint = body(&plain(SEED, QuestionKind::HINT));
    for column in 1..=12 {
        assert!(hint.best.contains(&format!("{column} right")));
        assert_eq!(hint.best.contains(&format!("{column} left")), !(6..=9).contains(&column));
    }
}

#[test]
fn arrivals_are_counted_at_a_tile() {
    let arrivals = |place: &str| body::<Count>(&answer(ARRIVALS, QuestionKind::COUNT, at(place))).arrivals.unwrap();
    assert_eq!(arrivals("2,5,left"), 17);
    assert_eq!(arrivals("1,5,left"), 5);
    assert_eq!(arrivals("3, 10, right"), 20);
}

/// The example of the original post: 17 starts stand at row 2, column 5 facing left, where its text says 15.
#[test]
fn the_starts_that_arrive_at_a_tile_are_named_and_come_from_somewhere() {
    let found: Count = body(&answer(ARRIVALS, QuestionKind::COUNT, at("2,5,left")));
    let mut expected: Vec<String> = (1..=10).map(|column| format!("{column} right")).collect();
    expected.extend([1, 5, 6, 7, 8, 9, 10].map(|column| format!("{column} left")));
    let column = |start: &String| start.split(' ').next().unwrap().parse::<u32>().unwrap();
    expected.sort_by_key(|start| (column(start), start.ends_with("right")));
    assert_eq!(found.arriving, Some(expected));
    let from = serde_json::to_value(&found.from).unwrap();
    let (above, beside) = (
        serde_json::json!({"row": 1, "column": 5, "facing": "left", "arrivals": 5}),
        serde_json::json!({"row": 2, "column": 6, "facing": "left", "arrivals": 12}),
    );
    assert_eq!(from, serde_json::json!([above, beside]));
    let said = words::lines(&answer(ARRIVALS, QuestionKind::COUNT, at("2,5,left")));
    assert_eq!(
        said[2..],
        [
            "  5 from row 1, column 5, facing left; 12 from row 2, column 6, facing left",
            "  they begin looking left above columns 1, 5 to 10; looking right above columns 1 to 10"
        ]
    );
    let picture = explain(&load(ARRIVALS), &answer(ARRIVALS, QuestionKind::COUNT, at("2,5,left")), &Context::default());
    // A ring for each of the starts, and one for the tile.
    assert_eq!(picture.frames[0].overlays.len(), 17 + 1);
    assert!(picture.frames[0].caption.ends_with("17 ever stand at row 2, column 5 looking left (the starts marked)"));
    let nowhere = answer("#.\n.#\n#$\n", QuestionKind::COUNT, at("1,1,left"));
    assert_eq!(
        words::lines(&nowhere)[1..],
        ["1 start stands there, facing that way", "  1 start begins there", "  they begin looking left above column 1"]
    );
}

fn arrivals_of_all() -> Options {
    Options::default().switched(&puzzles::lemmo::body::ARRIVALS)
}

#[test]
fn arrivals_at_all_tiles_are_a_table_in_words_in_csv_and_as_heat() {
    let counted = answer(SEED, QuestionKind::COUNT, arrivals_of_all());
    let tiles = body::<Count>(&counted).tiles.unwrap();
    let rows: Vec<Vec<String>> = words::table(&counted).into_iter().collect();
    assert_eq!((rows.len(), words::table(&counted).header().len()), (48, 6));
    // Without the block at row 3, column 4 all 24 win; a space has no block.
    assert_eq!(rows[2 * 12 + 3][5], "24");
    assert_eq!(rows[5][5], "");
    for (index, row) in rows.iter().enumerate() {
        let (r, c) = (index / 12, index % 12);
        let numbers = [r as u32 + 1, c as u32 + 1, tiles.left[r][c], tiles.right[r][c], tiles.starts[r][c]];
        assert_eq!(row[..5], numbers.map(|number| number.to_string()));
    }
    let said = words::lines(&counted);
    let first = tiles.starts[0].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert!(said.contains(&format!("  row 1: {first}")), "{said:?}");
    let frame = &explain(&load(SEED), &counted, &Context::default()).frames[0];
    let count = |overlay: &Overlay| if let Overlay::Count { value, .. } = overlay { Some(*value) } else { None };
    let drawn: Vec<u64> = frame.overlays.iter().filter_map(count).collect();
    assert_eq!(drawn, tiles.starts.concat().into_iter().map(u64::from).collect::<Vec<_>>());
    let both = at("1,1,left").switched(&puzzles::lemmo::body::ARRIVALS);
    let refused = ask(&load(SEED), &Question { kind: QuestionKind::COUNT, asked: both }, &Context::default());
    assert!(matches!(refused, Err(AskError::NotOffered(words)) if words.contains("expected one of them")));
}

#[test]
fn arrivals_of_a_large_map_go_to_the_sinks_and_the_answer_says_so() {
    let text = text_of(&random_rows(400, 300, &mut Random::new(11)));
    let taken = Taken::default();
    let cx = Context::default().table_sink(&taken);
    let question = Question { kind: QuestionKind::COUNT, asked: arrivals_of_all() };
    let counted = ask(&load(&text), &question, &cx).unwrap();
    check(&load(&text), &counted, &Context::default()).unwrap();
    drop(cx);
    let csv = String::from_utf8(taken.0.into_inner().unwrap()).unwrap();
    assert_eq!(csv.lines().count(), 1 + 400 * 300);
    let found: Count = body(&counted);
    assert_eq!((found.tiles, found.tiles_left_out), (None, Some(120_000)));
    let said = words::lines(&counted);
    assert!(said[1].ends_with("on the command line --csv FILE takes them all"), "{said:?}");
    // The first floor's openings take every start, each once.
    let last = text.lines().last().unwrap().as_bytes();
    let cells = csv.lines().skip(1 + 399 * 300).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let ends = cells.zip(last).filter(|(_, sign)| **sign != b'#').map(|(cells, _)| cells[4].parse::<u64>().unwrap());
    assert_eq!(ends.sum::<u64>(), 600);
}

#[test]
fn a_wrong_arrival_is_refuted() {
    for asked in [at("2,5,left"), arrivals_of_all()] {
        let good = serde_json::to_value(answer(ARRIVALS, QuestionKind::COUNT, asked)).unwrap();
        let lies: &[(&str, serde_json::Value)] = if good["answer"]["from"].is_null() {
            &[
                ("/answer/tiles/left/1/4", 15.into()),
                ("/answer/tiles/starts/0/0", 9.into()),
                ("/answer/tiles/without/0/0", 3.into()),
            ]
        } else {
            &[
                ("/answer/from/1/arrivals", 10.into()),
                ("/answer/arrivals", 15.into()),
                ("/answer/arriving/0", "2 left".into()),
            ]
        };
        for (field, lie) in lies {
            let mut value = good.clone();
            *value.pointer_mut(field).unwrap() = lie.clone();
            let lied = Answer::from_value(Lemmo.info(), value).unwrap().without_told();
            assert!(check(&load(ARRIVALS), &lied, &Context::default()).is_err(), "{field}");
        }
    }
}

fn explained(text: &str) -> Answer {
    answer(text, QuestionKind::SOLVE, Options::default().switched(&EXPLAIN))
}

#[test]
fn an_explained_answer_says_from_the_treasure_outward_what_becomes_of_each_tile() {
    let said = words::lines(&explained(SEED));
    assert_eq!(
        said[2..7],
        [
            "what becomes of Lemmo at each tile, from the first floor up:",
            "  row 4, facing left: columns 1 to 2 end at column 1: lost; column 3 ends at column 3: lost; column 4 ends at \
             column 4: wins; column 5 ends at column 5: lost; columns 6 to 12 end at column 6: wins",
            "  row 4, facing right: column 1 ends at column 1: lost; columns 2 to 3 end at column 3: lost; column 4 ends \
             at column 4: wins; column 5 ends at column 5: lost; column 6 ends at column 6: wins; columns 7 to 12 turn \
             at the edge, and end facing left at column 6: wins",
            "  row 3, facing left: column 1 turns at the edge, and falls facing right at column 2: lost; columns 2 to 6 \
             fall at column 2: lost; columns 7 to 12 fall at column 7: wins",
            "  row 3, facing right: columns 1 to 2 fall at column 2: lost; columns 3 to 7 fall at column 7: wins; columns \
             8 to 12 turn at the edge, and fall facing left at column 7: wins",
        ]
    );
    assert_eq!(
        said.last().unwrap(),
        "without the block at row 3, column 4: 4 starts come there facing left, lost before and won by falling there; 0 \
         starts come there facing right, won before and after; so 4 more starts win"
    );
    let picture = explain(&load(SEED), &explained(SEED), &Context::default());
    assert_eq!(picture.frames.len(), 4 + 1, "a frame for each floor, then the answer");
    let marks = |frame: usize, row: usize| -> Vec<&str> {
        picture.frames[frame].cells[row * 12..row * 12 + 12].iter().map(|cell| cell.label.as_str()).collect()
    };
    assert_eq!(marks(1, 2), ["", "", ">", ">", ">", ">", "<>", "<>", "<>", "<>", "<>", "<>"]);
    assert_eq!(marks(0, 2), [""; 12]);
}

/// Each step is walked tile by tile, and each tile of each floor has a step.
#[test]
fn the_steps_of_an_explanation_are_those_of_every_walk() {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let map = random_rows(1 + random.below(8), 1 + random.below(8), &mut random);
        let (text, columns) = (text_of(&map), map[0].len() as i64);
        let solved: Solve = body(&explained(&text));
        let floors = solved.explanation.unwrap().floors.unwrap();
        assert_eq!(floors.len(), map.len());
        for floor in &floors {
            let row = &map[floor.row as usize - 1];
            let mut met = 0;
            for step in &floor.steps {
                for column in step.first..=step.last {
                    let facing = |facing| if facing == Facing::Left { -1 } else { 1 };
                    let (mut at, mut way) = (i64::from(column) - 1, facing(step.facing));
                    while row[at as usize] == b'#' {
                        if (0..columns).contains(&(at + way)) { at += way } else { way = -way }
                    }
                    assert_eq!((at + 1, way), (step.leaves.into(), facing(step.facing_then)), "{text}{step:?}");
                    let below = &map[floor.row as usize - 1..];
                    // As a map of its own, the floors from here down: where a start stands on an opening.
                    assert_eq!(step.wins, wins_from(below, at, way), "{text}{step:?}");
                    met += 1;
                }
            }
            assert_eq!(met, 2 * columns, "{text}");
        }
    }
}

#[test]
fn a_wrong_step_is_refuted_and_a_large_map_is_not_explained() {
    let good = serde_json::to_value(explained(SEED)).unwrap();
    for (field, lie) in [
        ("/answer/explanation/floors/0/steps/0/wins", serde_json::json!(true)),
        ("/answer/explanation/floors/3/steps/1/leaves", 11.into()),
        ("/answer/explanation/removal/effects/0/starts", 5.into()),
        ("/answer/explanation/most_tiles", 7.into()),
    ] {
        let mut value = good.clone();
        *value.pointer_mut(field).unwrap() = lie;
        let lied = Answer::from_value(Lemmo.info(), value).unwrap().without_told();
        assert!(check(&load(SEED), &lied, &Context::default()).is_err(), "{field}");
    }
    let large = explained(&text_of(&random_rows(101, 100, &mut Random::new(3))));
    assert_eq!(words::lines(&large)[2..], ["the explanation is left out: the map has more than 10000 tiles"]);
}

#[test]
fn a_text_that_is_no_place_is_refused() {
    let refused = |place: &str| {
        let question = Question { kind: QuestionKind::COUNT, asked: at(place) };
        match ask(&load(SEED), &question, &Context::default()) {
            Err(AskError::NotOffered(words)) => words,
            other => panic!("{other:?}"),
        }
    };
    for place in ["here", "2,5", "0,1,left", "2,5,left,1"] {
        let expected = format!("'{place}' is not a place; expected ROW,COLUMN,FACING, such as 2,5,left");
        assert_eq!(refused(place), expected);
    }
    assert_eq!(refused("2,5,up"), "'up' is not a facing; expected left or right");
    assert_eq!(refused("5,1,left"), "no tile 5,1,left; expected a row up to 4, a column up to 12");
}

#[test]
fn every_edit_of_small_maps_agrees_with_recounting() {
    let mut random = Random::new(7);
    for _ in 0..2500 {
        let (rows, columns) = (1 + random.below(6), 1 + random.below(12));
        agrees_with_recounting(&random_rows(rows, columns, &mut random));
    }
}

#[test]
fn every_edit_around_the_seams_of_words_agrees_with_recounting() {
    let mut random = Random::new(8);
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
    let mut random = Random::new(9);
    for columns in [511, 512, 513, 1000, 3000] {
        for rows in [2, 9, 40] {
            let text = text_of(&random_rows(rows, columns, &mut random));
            plain(&text, QuestionKind::SOLVE);
            answer(&text, QuestionKind::SOLVE, all());
            plain(&text, QuestionKind::IMPROVE);
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
    let Err(LoadError::Invalid(list)) = Lemmo.load(Arc::new(Endless(row)), &Context::default()) else {
        panic!("accepted")
    };
    assert_eq!((list[0].line, list[0].message.as_str()), (16_385, "too many tiles"));
}

#[test]
fn options_that_mean_nothing_here_are_refused() {
    const GOAL: OptionSpec = OptionSpec::new("goal", ValueKind::Text, "GOAL", "Another goal");
    let goal = Options::default().with(&GOAL, OptionValue::Text("all".into()));
    let moves = Options::default().with(&MOVES, OptionValue::List(vec!["6 left".into()]));
    for (kind, asked) in [(QuestionKind::SOLVE, goal), (QuestionKind::SOLVE, moves), (QuestionKind::HINT, all())] {
        let refused = ask(&load(SEED), &Question { kind, asked }, &Context::default());
        assert!(matches!(refused, Err(AskError::NotOffered(_))), "{refused:?}");
    }
}

#[test]
fn a_walk_ends_the_game() {
    let hint = answer(SEED, QuestionKind::HINT, Options::after(&["6 left".into()]));
    assert_eq!((hint.verdict, hint.body), (Some(puzzles::Verdict::Impossible), None));
    let run = |text: &str| {
        let run: Run = body(&answer(SEED, QuestionKind::RUN, Options::after(&[text.into()])));
        (run.over, run.solved)
    };
    assert_eq!(run("6 left"), (true, false));
    assert_eq!(run("6 right"), (true, true));
    let mut record = Record::new(load(SEED), puzzles::Role("player"));
    record.play("6 right").unwrap();
    assert!(record.play("6 right").is_err());
    assert!(record.undo());
    assert_eq!(record.position().moves().count(), 24);
}

/// The question of every case file, with its answer as the file writes it.
#[test]
fn answers_are_written_and_read_as_in_the_case_files() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let (head, level) = text.split_once("level:\n").unwrap();
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let kind: QuestionKind = serde_json::from_value(field("question: ").into()).unwrap();
        let found = answer(level, kind, serde_json::from_str(field("asked: ")).unwrap());
        assert_eq!(serde_json::to_string(&found.asked).unwrap(), field("asked: "));
        assert_eq!(serde_json::to_string(&found.body).unwrap(), field("answer: "));
        let read = Answer::from_value(Lemmo.info(), serde_json::to_value(&found).unwrap()).unwrap();
        assert_eq!(read, found);
        assert!(!explain(&load(level), &found, &Context::default()).frames[0].caption.is_empty());
    }
}

#[test]
fn a_certificate_that_does_not_fit_is_refused() {
    let level = load(SEED);
    let good = plain(SEED, QuestionKind::SOLVE);
    assert_eq!(serde_json::to_string(&good.proof).unwrap(), r#"{"kind":"table","size":96}"#);
    let mut value = serde_json::to_value(&good).unwrap();
    value["proof"]["size"] = 95.into();
    let damaged = Answer::from_value(Lemmo.info(), value.clone()).unwrap();
    let flaw = check(&level, &damaged, &Context::default()).unwrap_err();
    assert_eq!(flaw.to_string(), "the table has 96 entries");
    value["proof"] = serde_json::to_value(Exhausted::over(96)).unwrap();
    assert!(Answer::from_value(Lemmo.info(), value).is_err());
}

#[test]
fn answers_are_said_in_words_and_as_tables() {
    let said = |kind| words::lines(&plain(SEED, kind));
    let solved =
        ["20 of 24 starts reach a treasure", "at best 24 after removing one block; 1 removal does: row 3, column 4"];
    assert_eq!(said(QuestionKind::SOLVE), solved);
    let counted = words::lines(&answer(ARRIVALS, QuestionKind::COUNT, at("2,5,left")));
    assert_eq!(counted[..2], ["20 of 20 starts reach a treasure", "17 starts stand there, facing that way"]);
    let improved = said(QuestionKind::IMPROVE);
    assert_eq!(improved[0], "20 starts reach a treasure");
    assert!(improved[2].starts_with("at best 24 after adding one block; 3 additions do: row 1, column 6; row 2,"));
    assert_eq!(
        improved[3..5],
        ["the best 4 edits, by how many more starts win:", "  +4  add a block at row 1, column 6"]
    );
    let reached = said(QuestionKind::REACH);
    assert_eq!(reached[1], "4 starts end at row 4, column 1");
    assert!(reached.contains(&"  from column 6 looking left, it is lost at row 4, column 1".to_owned()), "{reached:?}");
    let after = answer(SEED, QuestionKind::HINT, Options::after(&["6 left".into()]));
    assert_eq!(words::lines(&after), ["No solution exists: this position alone can be reached, and is no goal"]);
    assert_eq!(words::verdict(&after), "impossible, proven");
    // Where most starts win, the few that do not say more.
    let most = said(QuestionKind::HINT);
    assert!(most[0].starts_with("best now: any move but 6 left, 7 left, 8 left, 9 left; for instance 1"), "{most:?}");
    let few = words::lines(&plain("#.##\n@#$$\n", QuestionKind::HINT));
    assert_eq!(few, ["best now: 1 left, 1 right, 2 right (3 of 8 starts win)"]);
    let none = words::lines(&plain("@\n", QuestionKind::HINT));
    assert_eq!(none, ["No solution exists: no goal is among all 3 states that can be reached"]);
    let solve = plain(SEED, QuestionKind::SOLVE);
    assert_eq!((words::verdict(&solve), words::proven(&solve)), ("found, proven best", Some(24)));
    assert_eq!(words::verdict(&plain(SEED, QuestionKind::REACH)), "found, exact");
    assert_eq!(words::table(&solve).into_iter().collect::<Vec<_>>(), [["3", "4", "4"]]);
    let reach = plain(SEED, QuestionKind::REACH);
    assert_eq!(words::table(&reach).into_iter().count(), body::<Reach>(&reach).starts.unwrap().len());
}

#[test]
fn a_flaw_names_the_entry_that_differs_whole() {
    let good = serde_json::to_value(answer(ARRIVALS, QuestionKind::COUNT, at("2,5,left"))).unwrap();
    let text = good.to_string().replace("\"arrivals\":12", "\"arrivals\":10");
    let lied = Answer::read(Lemmo.info(), &text).unwrap();
    let flaw = check(&load(ARRIVALS), &lied, &Context::default()).unwrap_err().to_string();
    assert!(flaw.starts_with("entry 2 of from is {") && flaw.contains("\"arrivals\":12"), "{flaw}");
    assert!(flaw.contains(", not {") && flaw.ends_with('}') && flaw.contains("\"arrivals\":10"), "{flaw}");
}

#[test]
fn the_legend_of_the_argument_says_what_its_signs_mean() {
    let explained = answer(SEED, QuestionKind::SOLVE, Options::default().switched(&EXPLAIN));
    let film = explain(&load(SEED), &explained, &Context::default());
    let legend: Vec<&str> = film.drawn_legend().into_iter().map(|(_, words)| words).collect();
    assert!(legend[0].contains("< and > where it wins from here"), "{legend:?}");
}

#[test]
fn too_little_memory_leaves_the_question_unfinished() {
    let budget = Budget { bytes: Some(100), ..Budget::default() };
    let answer = ask(&load(SEED), &Question::plain(QuestionKind::SOLVE), &Context::new(budget)).unwrap();
    assert_eq!(answer.verdict, Some(puzzles::Verdict::Unfinished));
}

fn generated(board: &str, difficulty: Option<u64>, seed: u64) -> Result<String, AskError> {
    let options = puzzles::GenerateOptions { board: Some(board.into()), difficulty, seed, template: None };
    puzzles::generate(&Lemmo, &options, &Context::default())
}

/// The rows of a level's text, as characters.
fn rows_of(text: &str) -> Vec<Vec<u8>> {
    text.lines().filter(|line| !line.starts_with(';')).map(|line| line.as_bytes().to_vec()).collect()
}

#[test]
fn generated_maps_are_valid_and_as_hard_as_asked_for() {
    for (seed, difficulty) in [(1, None), (2, Some(5)), (3, Some(9)), (4, Some(22)), (5, Some(1))] {
        let text = generated("5x12", difficulty, seed).unwrap();
        let solved: Solve = body(&plain(&text, QuestionKind::SOLVE));
        let gain = solved.best.wins - solved.wins;
        assert!(difficulty.map_or(gain > 0, |wanted| gain == wanted), "{text}");
        assert_eq!(solved.wins as i64, recount(&rows_of(&text)));
    }
    let refused = generated("5x12", Some(25), 1).unwrap_err().to_string();
    assert!(refused.contains("no map 5x12 was found on which the best removal gains 25"), "{refused}");
}

/// Without a wish a map is ordinary: some starts win, and a removal helps.
#[test]
fn maps_of_every_kind_have_a_title_and_both_numbers_and_differ_by_their_seeds() {
    for kind in ["", " half", " sparse", " comb", " ties", " long"] {
        for size in ["1x1", "1x5", "2x2", "3x1", "9x16", "9x17", "4x130"] {
            let board = format!("{size}{kind}");
            let text = generated(&board, None, 3).unwrap();
            assert_eq!(text, generated(&board, None, 3).unwrap());
            assert!(text.starts_with(&format!("; title: {board}, seed 3\n; par: ")), "{text}");
            let solved: Solve = body(&plain(&text, QuestionKind::SOLVE));
            assert_eq!(load(&text).claims().par, Some(format!("{} {}", solved.wins, solved.best.wins)));
            if size == "9x16" {
                assert_ne!(rows_of(&text), rows_of(&generated(&board, None, 4).unwrap()), "{board}");
                // With one space on each floor all starts meet, and win or lose together.
                let is_one = kind == " sparse" || kind == " long";
                assert!((solved.wins > 0 || is_one) && solved.best.wins > solved.wins, "{text}");
            }
        }
    }
    let spaces = |text: &str, sign| rows_of(text).concat().iter().filter(|&&tile| tile == sign).count();
    let half = spaces(&generated("100x100 half", None, 1).unwrap(), b'.');
    assert!((4700..5300).contains(&half), "{half}");
    assert_eq!(spaces(&generated("40x40 sparse", None, 1).unwrap(), b'.'), 39);
    assert_eq!(spaces(&generated("40x40 long", None, 1).unwrap(), b'.'), 39);
    for row in rows_of(&generated("20x30 comb", None, 2).unwrap()) {
        let at: Vec<usize> = (0..30).filter(|&column| row[column] != b'#').collect();
        let period = at[1] - at[0];
        assert!((2..=4).contains(&period) && at.windows(2).all(|pair| pair[1] - pair[0] == period), "{row:?}");
    }
    let ties = generated("8x20 ties", None, 5).unwrap();
    assert!(rows_of(&ties).iter().all(|row| row.iter().rev().eq(row)), "{ties}");
    assert!(body::<Solve>(&plain(&ties, QuestionKind::SOLVE)).best.removals_total >= 2, "{ties}");
    let refused = generated("8x20 odd", None, 5).unwrap_err().to_string();
    assert!(refused.contains("perhaps one of half, sparse, comb, ties, long behind it"), "{refused}");
}

/// The work is bounded: eight draws and one map that is built, each looked at once.
#[test]
fn a_map_of_1000_by_1000_has_any_difficulty_in_few_draws() {
    for difficulty in [1, 2, 7, 500, 1998] {
        let cx = Context::new(Budget { nodes: Some(60_000_000), ..Budget::default() });
        let options = puzzles::GenerateOptions {
            board: Some("1000x1000".into()),
            difficulty: Some(difficulty),
            seed: difficulty,
            template: None,
        };
        let text = puzzles::generate(&Lemmo, &options, &cx).unwrap();
        let question = Question::plain(QuestionKind::SOLVE);
        let solved: Solve = body(&ask(&load(&text), &question, &Context::default()).unwrap());
        assert_eq!(solved.best.wins - solved.wins, difficulty);
    }
}

#[test]
fn par_holds_both_numbers_or_the_best_alone() {
    let par = |value: &str| format!("; par: {value}\n{SEED}");
    for good in ["24", "20 24", "20  24"] {
        assert_eq!(load(&par(good)).claims().par.as_deref(), Some(good));
    }
    for bad in ["x", "20 24 28", "20, 24", "-1", ""] {
        let found = problems(par(bad).as_bytes());
        assert_eq!(found.len(), 1, "{bad}");
        assert_eq!((found[0].0, found[0].2.as_str()), (1, format!("par is '{bad}'").as_str()));
    }
    // The levels that come with the family claim both.
    for shipped in Lemmo.info().levels {
        let solved: Solve = body(&plain(shipped.text, QuestionKind::SOLVE));
        let both = format!("{} {}", solved.wins, solved.best.wins);
        assert!(load(shipped.text).claims().par.is_none_or(|par| par == both), "{}: {both}", shipped.name);
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
fn with_sink(text: &str, kind: QuestionKind, asked: Options) -> (Answer, String) {
    let taken = Taken::default();
    let cx = Context::default().sink(&taken);
    let answer = ask(&load(text), &Question { kind, asked }, &cx).unwrap();
    check(&load(text), &answer, &Context::default()).unwrap();
    drop(cx);
    (answer, String::from_utf8(taken.0.into_inner().unwrap()).unwrap())
}

#[test]
fn every_best_removal_is_listed_or_streamed() {
    // All starts walk along the whole second floor into the drain; below each of its blocks lies a treasure.
    let (walls, treasures) = ("#".repeat(1400), "$".repeat(1400));
    let text = format!(".{walls}\n{walls}.\n{treasures}@\n");
    let few = plain(&text, QuestionKind::SOLVE);
    let every = answer(&text, QuestionKind::SOLVE, all());
    let (streamed, lines) = with_sink(&text, QuestionKind::SOLVE, all());
    let [few, every, streamed] = [few, every, streamed].map(|answer| body::<Solve>(&answer).best);
    assert_eq!((every.removals.len(), every.removals_total), (1400, 1400));
    assert_eq!(few.removals, every.removals[..every.removals.len().min(1000)]);
    assert_eq!(streamed, few);
    let listed: Vec<String> = every.removals.iter().map(|tile| format!("{},{}", tile.row, tile.column)).collect();
    assert_eq!(lines.lines().collect::<Vec<_>>(), listed);
}

#[test]
fn gains_go_to_the_sink_as_rows() {
    let (_, rows) = with_sink(SEED, QuestionKind::IMPROVE, Options::default());
    let improve = json(SEED, QuestionKind::IMPROVE);
    let cell = |gain: &serde_json::Value| gain.as_i64().map(|gain| gain.to_string()).unwrap_or_default();
    let gains = improve["gains"].as_array().unwrap().iter();
    let expected: Vec<String> =
        gains.map(|row| row.as_array().unwrap().iter().map(cell).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(rows.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn gains_of_large_maps_go_to_the_sink_alone() {
    let map = random_rows(3, 400_000 / 8, &mut Random::new(5));
    let tall: Vec<Vec<u8>> = map[..2].iter().cycle().take(20).chain(&map[2..]).cloned().collect();
    let (answer, rows) = with_sink(&text_of(&tall), QuestionKind::IMPROVE, Options::default());
    let improve: Improve = body(&answer);
    assert!(improve.gains.is_none());
    assert_eq!(rows.lines().count(), tall.len());
    let most = rows.split([',', '\n']).filter_map(|gain| gain.parse::<u64>().ok()).max().unwrap();
    assert_eq!(improve.wins + most, improve.best.wins.max(improve.best_addition.wins));
}

#[test]
fn where_to_look_is_few_starts_of_which_some_win_and_some_do_not() {
    let look = |text: &str| -> Vec<String> {
        let asked = Options::default().with(&puzzles::options::REVEAL, OptionValue::Number(3));
        let hint: puzzles::judge::reveal::PartialHint = body(&answer(text, QuestionKind::HINT, asked));
        hint.places.flatten().unwrap_or_default()
    };
    assert_eq!(look("#####.###.##\n###.#####.##\n#.####.#####\n@#@$@$######\n"), ["start 6 left", "start 6 right"]);
    // All win, and none wins.
    assert_eq!(look("#.##\n##$#\n"), ["start 1 left", "start 1 right"]);
    assert_eq!(look("#.##\n##@#\n"), [""; 0]);
    let mut random = Random::new(31);
    for _ in 0..300 {
        let columns = 1 + random.below(14);
        let text = text_of(&random_rows(1 + random.below(5), columns, &mut random));
        let best = plain(&text, QuestionKind::HINT).body_as::<Hint>().cloned().unwrap_or_default();
        let wins = |place: &String| best.best.iter().any(|start| *place == format!("start {start}"));
        let places = look(&text);
        let (all, won) = (2 * columns, best.best.len());
        assert_eq!(places.iter().any(wins), won > 0, "{text}{places:?}");
        assert_eq!(places.iter().any(|place| !wins(place)), 0 < won && won < all, "{text}{places:?}");
        // The two starts above a column are enough where one of them wins.
        let won_above = |column: usize| {
            ["left", "right"].into_iter().filter(|facing| wins(&format!("start {column} {facing}"))).count()
        };
        if (1..=columns).any(|column| won_above(column) == 1) {
            assert_eq!(places.len(), 2, "{text}{places:?}");
        }
    }
}

#[test]
fn the_picture_of_the_best_removal_rings_the_starts_that_win() {
    let frame = &explain(&load(SEED), &plain(SEED, QuestionKind::SOLVE), &Context::default()).frames[0];
    let ringed = |above| {
        let is_meant = |overlay: &&Overlay| matches!(overlay, Overlay::Ring { at, .. } if (at.y < 0.0) == above);
        frame.overlays.iter().filter(is_meant).count()
    };
    assert_eq!((ringed(true), ringed(false)), (20, 1));
    assert_eq!(frame.caption, "20 of 24 starts win (ringed above the map); 24 without the ringed block");
}
