//! What the answers about toggles say of the elimination and of quiet patterns, and the elimination beside a plain one.

use engines::Context;
use puzzles::toggle::Toggle;
use puzzles::toggle::body::{EXPLAIN, Reach};
use puzzles::{Answer, Options, Question, QuestionKind};
use testkit::random::Random;

use frame::checked;

#[test]
fn an_elimination_that_ends_at_other_presses_than_the_fewest_says_why() {
    let level = checked::shipped(&Toggle, "lights-out-5x5");
    let question = Question { kind: QuestionKind::REACH, asked: Options::default().switched(&EXPLAIN) };
    let answer = puzzles::ask(&level, &question, &Context::default()).unwrap();
    let words = puzzles::words::lines(&answer);
    let why = "the rows at the end may have other presses than the fewest listed for a cell alone: they differ by quiet \
        patterns, which change nothing, and the elimination does not look for the fewest";
    assert_eq!(words.last().unwrap(), why);
    assert!(words.iter().all(|line| !line.contains("--")), "words for every face name no option of one: {words:?}");
    let film = puzzles::explain(&level, &answer, &Context::default());
    assert!(film.frames.last().unwrap().caption.ends_with("the elimination does not look for the fewest."));
    let solved = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
    let quiet = "rank 23, nullity 2: 2 independent quiet patterns, presses that together change nothing, turn a solution \
        into the others";
    assert!(puzzles::words::lines(&solved).iter().any(|line| line == quiet));
}

/// The elimination as the prompt's `gf2.eliminate` does it, over lists of values and of presses.
fn eliminated(mut rows: Vec<(Vec<u64>, Vec<u64>)>, cells: usize, modulus: u64) -> Vec<Vec<(Vec<u64>, Vec<u64>)>> {
    let mut taken = vec![false; rows.len()];
    let mut rounds = Vec::new();
    for cell in 0..cells {
        if let Some(place) = (0..rows.len()).find(|&place| !taken[place] && rows[place].0[cell] != 0) {
            let (mut values, mut presses) = rows.remove(place);
            taken.remove(place);
            let factor = (1..modulus).find(|factor| factor * values[cell] % modulus == 1).unwrap();
            values.iter_mut().chain(&mut presses).for_each(|value| *value = *value * factor % modulus);
            for row in &mut rows {
                while row.0[cell] != 0 {
                    row.0.iter_mut().zip(&values).for_each(|(value, more)| *value = (*value + more) % modulus);
                    row.1.iter_mut().zip(&presses).for_each(|(value, more)| *value = (*value + more) % modulus);
                }
            }
            rows.push((values, presses));
            taken.push(true);
        }
        rounds.push(rows.clone());
    }
    rounds
}

#[test]
fn the_elimination_is_shown_cell_by_cell() {
    let question = Question { kind: QuestionKind::REACH, asked: Options::default().switched(&EXPLAIN) };
    let explained = |text: &str| {
        let level = checked::load(&Toggle, text);
        let answer = puzzles::ask(&level, &question, &Context::default()).unwrap();
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        let body: Reach = answer.body_as::<Reach>().unwrap().clone();
        (level, answer, body)
    };
    let flipper = "board = \"3x3\"\nstart = \"001001100\"\nmoves = [\"110110000\", \"111000000\", \"011011000\", \
        \"100100100\", \"101010101\", \"001001001\", \"000110110\", \"000000111\", \"000011011\"]\n";
    let (level, answer, body) = explained(flipper);
    let rounds = body.explanation.unwrap().rounds.unwrap();
    // The post's last round but for the order of names.
    let last: Vec<String> =
        rounds[8].rows.iter().map(|row| row.presses.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(last, ["5689", "24679", "4578", "23489", "13579", "12678", "2356", "13468", "1245"]);
    let second: Vec<&str> = rounds[1].rows.iter().map(|row| &*row.cells).collect();
    assert_eq!(second[..3], ["001110000", "001001100", "000111101"]);
    let words = puzzles::words::lines(&answer);
    // The rows before the first round come first, in words and in pictures.
    let first = words.iter().position(|line| line == "at first each move is a row").unwrap();
    assert_eq!((words[first + 1].as_str(), words[first + 9].as_str()), ("  110110000  1", "  000011011  9"));
    let film = puzzles::explain(&level, &answer, &Context::default());
    let film = film.frames.iter().map(|frame| frame.caption.clone());
    let captions: Vec<String> = film.filter(|caption| caption.starts_with("Elimination, ")).collect();
    assert_eq!((captions[0].as_str(), captions.len()), ("Elimination, at first each move is a row.", 10));
    assert!(
        words.iter().any(|line| line == "cell 1: row 1 is taken, added to the others that change it, and put last")
    );
    assert!(words.iter().any(|line| line == "  001110000  1, 2"), "{words:?}");
    let film = puzzles::explain(&level, &answer, &Context::default());
    assert_eq!(film.frames.iter().filter(|frame| frame.caption.starts_with("Elimination, cell")).count(), 9);
    let differs = |line: &String| line.starts_with("the rows at the end may have other presses than the fewest");
    assert!(!words.iter().any(differs), "the flipper has one solution");
    // Another row, another place, a round less.
    let damaged: [fn(&mut serde_json::Value); 4] = [
        |rounds| rounds[3]["rows"][2]["cells"] = "111111111".into(),
        |rounds| rounds[3]["taken"] = 2.into(),
        |rounds| drop(rounds.as_array_mut().unwrap().pop()),
        |rounds| {
            let rows = rounds[4]["rows"].as_array_mut().unwrap();
            rows.swap(0, 1);
        },
    ];
    for damage in damaged {
        let mut value = serde_json::to_value(&answer).unwrap();
        damage(&mut value["answer"]["explanation"]["rounds"]);
        let lied = Answer::from_value(level.info(), value).unwrap().without_told();
        assert!(puzzles::check(&level, &lied, &Context::default()).is_err());
    }
    let mut value = serde_json::to_value(&answer).unwrap();
    value["answer"]["explanation"]["before"].as_array_mut().unwrap().swap(0, 1);
    let lied = Answer::from_value(level.info(), value.clone()).unwrap().without_told();
    assert!(puzzles::check(&level, &lied, &Context::default()).is_err());
    // Answers of older versions do not have them.
    value["answer"]["explanation"].as_object_mut().unwrap().remove("before");
    let older = Answer::from_value(level.info(), value).unwrap().without_told();
    puzzles::check(&level, &older, &Context::default()).unwrap();
    // Of a larger board the words say where the rows are.
    let many = explained("board = \"4x4\"\nmoves = \"plus\"\n").1;
    let said = puzzles::words::lines(&many).join("\n");
    assert!(said.contains("without the rows, which are many (the answer's JSON and its picture have them"), "{said}");
    let mut random = Random::new(77);
    for _ in 0..200 {
        let (cells, moves) = (1 + random.below(5), 1 + random.below(6));
        let modulus = [2, 3, 7, 11][random.below(4)];
        let patterns: Vec<Vec<u64>> =
            (0..moves).map(|_| (0..cells).map(|_| random.below(modulus) as u64).collect()).collect();
        let text = format!("board = \"1x{cells}\"\nmodulus = {modulus}\nmoves = {patterns:?}\n");
        let rounds = explained(&text).2.explanation.unwrap().rounds.unwrap();
        let unit = |index: usize| (0..moves).map(|other| u64::from(other == index)).collect();
        let rows = patterns.into_iter().enumerate().map(|(index, values)| (values, unit(index))).collect();
        let between = if modulus > 10 { " " } else { "" };
        for (round, expected) in rounds.iter().zip(eliminated(rows, cells, modulus as u64)) {
            for (row, (values, presses)) in round.rows.iter().zip(expected) {
                let digits: Vec<String> = values.iter().map(ToString::to_string).collect();
                assert_eq!(row.cells, digits.join(between), "{text}");
                let counts = |press: u64| row.presses.iter().filter(|&&other| other == press).count() as u64;
                assert_eq!((1..=moves as u64).map(counts).collect::<Vec<_>>(), presses, "{text}");
            }
        }
    }
    let large = explained("board = \"7x7\"\nmoves = \"plus\"\n").2.explanation.unwrap();
    assert!(large.rounds.is_none() && large.most_numbers > 0);
}
