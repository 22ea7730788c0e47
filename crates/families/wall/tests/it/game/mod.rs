//! The wall game against known answers, every set of walls, and a full minimax of the live rule.

mod argument;
mod told;
mod walls;

use std::sync::Arc;

use engines::Context;
use puzzles::answer::AtLeast;
use puzzles::body::AnyBody;
use puzzles::laws;
use puzzles::options::{ROLE, RULE};
use puzzles::run::Run;
use puzzles::wall::Wall;
use puzzles::wall::body::{EXPLAIN, Hint, Live, PATH, Proof, RowBound, Solve, WALLS, WalkEnd};
use puzzles::{
    Answer, Family, Level, LoadError, OptionSpec, OptionValue, Options, Question, QuestionKind, Record, Role, Verdict,
    ask,
};
use testkit::random::Random;

/// Boards and walls at random.
trait RandomBoard {
    /// A board; one cell in `blocked` is `x` (none for 0).
    fn board(&mut self, rows: u64, columns: u64, blocked: u64) -> String;

    /// Walls below half of the cells that have another below: as a bit for each cell row by row, and as they are named.
    fn walls(&mut self, cells: &[Vec<Option<u64>>]) -> (u32, Vec<String>);
}

impl RandomBoard for Random {
    fn board(&mut self, rows: u64, columns: u64, blocked: u64) -> String {
        let mut text = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let x = blocked > 0 && row + column > 0 && self.below(blocked) == 0;
                text.push(if x { 'x' } else { char::from(b"0123456789"[self.below(10) as usize]) });
            }
            text.push('\n');
        }
        text
    }

    fn walls(&mut self, cells: &[Vec<Option<u64>>]) -> (u32, Vec<String>) {
        let (mut walled, mut named, width) = (0, Vec::new(), cells[0].len());
        for place in 0..(cells.len() - 1) * width {
            let (row, column) = (place / width, place % width);
            if cells[row][column].is_some() && cells[row + 1][column].is_some() && self.below(2) == 0 {
                walled |= 1 << place;
                named.push(format!("{},{}", row + 1, column + 1));
            }
        }
        (walled, named)
    }
}

fn load(text: &str) -> Arc<dyn Level> {
    frame::checked::load(&Wall, text)
}

/// A question with a text for one option.
fn with(kind: QuestionKind, option: &OptionSpec, text: &str) -> Question {
    Question { kind, asked: Options::default().with(option, OptionValue::Text(text.into())) }
}

/// The main question with a switch turned on.
fn switched(option: &OptionSpec) -> Question {
    Question { kind: QuestionKind::SOLVE, asked: Options::default().switched(option) }
}

/// The answer with its body changed.
fn changed<T: puzzles::BodyType>(answer: &Answer, change: &dyn Fn(&mut T)) -> Answer {
    let mut body = answer.body_as::<T>().unwrap().clone();
    change(&mut body);
    Answer { body: Some(AnyBody::new(body)), ..answer.clone() }
}

/// Whether the checker accepts an answer.
fn holds(level: &Arc<dyn Level>, answer: &Answer) -> bool {
    puzzles::check(level, answer, &Context::default()).is_ok()
}

fn asked(text: &str, question: &Question) -> Answer {
    let level = load(text);
    let answer = ask(&level, question, &Context::default()).unwrap();
    puzzles::check(&level, &answer, &Context::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    answer
}

fn solved(text: &str) -> Option<Solve> {
    let answer = asked(text, &Question::plain(QuestionKind::SOLVE));
    assert_eq!(answer.body.is_none(), answer.verdict == Some(Verdict::Impossible));
    answer.body_as().cloned()
}

/// The answer where Eel may build any walls.
fn free(text: &str) -> Option<Solve> {
    let solved: Option<Solve> = asked(text, &with(QuestionKind::SOLVE, &RULE, "free")).body_as().cloned();
    assert!(solved.iter().all(|solved| solved.rule.as_deref() == Some("free")));
    solved
}

fn live(text: &str) -> Live {
    let answer = asked(&format!("; rule: live\n{text}"), &Question::plain(QuestionKind::SOLVE));
    answer.body_as::<Live>().unwrap().clone()
}

fn rows(text: &str) -> Vec<Vec<Option<u64>>> {
    text.lines().map(|line| line.chars().map(|cell| cell.to_digit(10).map(u64::from)).collect()).collect()
}

#[test]
fn known_answers() {
    let known = [
        ("042/391", 13),
        ("0xxxx/1x111/1x1x1/11191/xxxx1", 16),
        ("0/5", 5),
        ("01/0x", 0),
        ("090/064/232", 22),
        ("0477/3617/9494/8690", 66),
        ("08576/58280/25369/86141/37x2x", 97),
        ("7", 7),
        ("3x9", 3),
    ];
    for (text, cost) in known {
        assert_eq!(solved(&text.replace('/', "\n")).unwrap().cost, cost, "{text}");
    }
    assert_eq!(solved("042\n391\n").unwrap().gaps, [2]);
}

#[test]
fn known_answers_of_the_live_rule() {
    let starts = |text: &str| live(&text.replace('/', "\n"));
    assert_eq!((starts("12/34").cost, starts("12/34").starts), (6, vec![2]));
    assert_eq!(starts("99999/99999/99999").cost, 99);
    assert_eq!(starts("11111/90005").cost, 10);
    assert_eq!((starts("3213").cost, starts("3213").starts), (1, vec![3]));
}

/// Rabbit's cheapest way with these edges walled: relaxed until nothing changes.
fn cheapest(cells: &[Vec<Option<u64>>], walled: u32) -> Option<u64> {
    cheapest_from(cells, 0, walled)
}

/// [`cheapest`] for one who enters the highest row at a column.
fn cheapest_from(cells: &[Vec<Option<u64>>], column: usize, walled: u32) -> Option<u64> {
    let (height, width) = (cells.len(), cells[0].len());
    let mut best = vec![vec![None; width]; height];
    best[0][column] = cells[0][column];
    let mut changed = true;
    while changed {
        changed = false;
        for y in 0..height - 1 {
            for x in 0..width {
                let Some(here) = best[y][x] else { continue };
                let down = (walled >> (y * width + x) & 1 == 0).then_some((y + 1, x));
                let sides = [x.checked_sub(1).map(|x| (y, x)), (x + 1 < width).then_some((y, x + 1)), down];
                for (row, column) in sides.into_iter().flatten() {
                    let Some(cost) = cells[row][column] else { continue };
                    let longer: Option<u64> = Some(here + cost);
                    if best[row][column].is_none_or(|known| Some(known) > longer) {
                        best[row][column] = longer;
                        changed = true;
                    }
                }
            }
        }
    }
    best[height - 1].iter().copied().flatten().min()
}

#[test]
fn the_value_is_the_best_over_every_set_of_walls() {
    let mut random = Random::new(1);
    let shapes = [(1, 4), (2, 1), (2, 3), (2, 5), (2, 7), (3, 2), (3, 3), (3, 4), (4, 2), (5, 2), (4, 3), (7, 1)];
    let mut impossible = 0;
    for turn in 0..2400 {
        let (height, width) = shapes[turn % shapes.len()];
        let text = random.board(height, width, [0, 3, 6][turn / shapes.len() % 3]);
        let cells = rows(&text);
        let edges = (height - 1) * width;
        let best = (0..1u32 << edges).filter_map(|walled| cheapest(&cells, walled)).max();
        assert_eq!(solved(&text).map(|solved| solved.cost), best, "\n{text}");
        assert_eq!(free(&text).map(|solved| solved.cost), best, "\n{text}");
        impossible += usize::from(best.is_none());
    }
    assert!(impossible > 100);
}

/// The live game in one row with every decision of Eel and every way of Rabbit; `below` is what follows.
struct Row<'r> {
    costs: &'r [u64],
    below: &'r [u64],
}

impl Row<'_> {
    fn walk(&self, from: usize, to: usize) -> u64 {
        if from < to { self.costs[from + 1..=to].iter().sum() } else { self.costs[to..from].iter().sum() }
    }

    fn eel(&self, visited: (usize, usize), at: usize, open: u32) -> u64 {
        let last_open = open == 0 && visited == (0, self.costs.len() - 1);
        let opened = self.rabbit(visited, at, open | 1 << at);
        if last_open { opened } else { opened.max(self.rabbit(visited, at, open)) }
    }

    fn rabbit(&self, (first, last): (usize, usize), at: usize, open: u32) -> u64 {
        let exits = (first..=last).filter(|to| open >> to & 1 == 1).map(|to| self.walk(at, to) + self.below[to]).min();
        let left = first.checked_sub(1).map(|to| self.walk(at, to) + self.eel((to, last), to, open));
        let right = (last + 1 < self.costs.len())
            .then(|| self.walk(at, last + 1) + self.eel((first, last + 1), last + 1, open));
        [exits, left, right].into_iter().flatten().min().unwrap()
    }
}

fn minimax(cells: &[Vec<Option<u64>>]) -> Vec<u64> {
    let costs = |row: &Vec<Option<u64>>| row.iter().map(|cost| cost.unwrap()).collect::<Vec<u64>>();
    let mut values = costs(cells.last().unwrap());
    for row in cells.iter().rev().skip(1).map(costs) {
        let game = Row { costs: &row, below: &values };
        values = (0..row.len()).map(|at| row[at] + game.eel((at, at), at, 0)).collect();
    }
    values
}

#[test]
fn the_live_rule_agrees_with_minimax() {
    let mut random = Random::new(2);
    for turn in 0..2000 {
        let text = random.board(1 + turn % 4, 1 + turn / 4 % 6, 0);
        let values = minimax(&rows(&text));
        let best = *values.iter().min().unwrap();
        let starts: Vec<u32> = (1..).zip(&values).filter(|&(_, &value)| value == best).map(|(at, _)| at).collect();
        let solved = live(&text);
        assert_eq!((solved.cost, solved.starts), (best, starts), "\n{text}");
    }
}

fn hint(level: &Arc<dyn Level>, role: &str, moves: &[String]) -> Hint {
    let asked = Options::after(moves).with(&ROLE, OptionValue::Text(role.into()));
    let answer = ask(level, &Question { kind: QuestionKind::HINT, asked }, &Context::default()).unwrap();
    puzzles::check(level, &answer, &Context::default()).unwrap_or_else(|error| panic!("{error}\n{}", level.text()));
    answer.body_as::<Hint>().unwrap().clone()
}

/// Plays to the end, by the hints or at random, asking for a hint at each position; what was paid.
fn played(text: &str, role: &'static str, random: &mut Random, by_hints: bool) -> u64 {
    let level = load(text);
    let mut record = Record::new(Arc::clone(&level), Role(role));
    for _ in 0..60 {
        let status = record.position().status();
        let hint = hint(&level, role, record.moves());
        if status.over {
            assert!(status.solved && hint.best.is_empty() && hint.cost_left == 0);
            break;
        }
        let moves: Vec<String> = record.position().moves().collect();
        assert!(hint.best.iter().all(|best| moves.contains(best)), "{hint:?} {moves:?}");
        let list = if by_hints { &hint.best } else { &moves };
        let chosen = list[random.below(list.len() as u64) as usize].clone();
        record.play(&chosen).unwrap();
    }
    record.position().status().paid()
}

#[test]
fn hints_lead_to_the_value_and_hold_after_mistakes() {
    let mut random = Random::new(3);
    for turn in 0..150 {
        let text = random.board(1 + turn % 4, 1 + turn / 4 % 5, 6);
        if let Some(solved) = solved(&text) {
            for role in ["rabbit", "eel"] {
                assert_eq!(played(&text, role, &mut random, true), solved.cost, "{role}\n{text}");
                played(&text, role, &mut random, false);
            }
        }
        let text = format!("; rule: live\n{}", random.board(1 + turn % 4, 1 + turn / 4 % 5, 0));
        let value = live(text.trim_start_matches("; rule: live\n")).cost;
        for role in ["rabbit", "eel"] {
            assert_eq!(played(&text, role, &mut random, true), value, "{role}\n{text}");
            let paid = played(&text, role, &mut random, false);
            assert!(role == "rabbit" || paid <= value, "Eel's mistakes cannot help it: {paid}\n{text}");
        }
    }
}

#[test]
fn laws_hold_on_random_boards() {
    let mut random = Random::new(4);
    let mut texts = Vec::new();
    for turn in 0..60 {
        texts.push(random.board(1 + turn % 5, 1 + turn / 5 % 6, 4));
        texts.push(format!("; rule: live\n{}", random.board(1 + turn % 3, 1 + turn / 5 % 5, 0)));
        texts.push(format!("; rule: free\n{}", random.board(1 + turn % 4, 1 + turn / 4 % 5, 4)));
    }
    laws::check_texts(&Wall, &texts.iter().map(String::as_str).collect::<Vec<_>>(), None);
}

#[test]
fn the_path_follows_the_gaps() {
    let answer = asked("042\n391\n", &switched(&PATH));
    assert_eq!(answer.body_as::<Solve>().unwrap().path.as_ref().unwrap(), &[[1, 1], [1, 2], [2, 2]]);
}

#[test]
fn damage_is_noticed() {
    let level = load("0477\n3617\n9494\n8690\n");
    let answer = ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
    let holds = |change: &dyn Fn(&mut Solve)| holds(&level, &changed(&answer, change));
    assert!(holds(&|_| {}));
    assert!(!holds(&|solved| solved.cost += 1));
    assert!(!holds(&|solved| solved.gaps[1] = solved.gaps[1] % 4 + 1));
    assert!(!holds(&|solved| solved.gaps[0] = 0));
    assert!(!holds(&|solved| solved.gaps.truncate(2)));
    assert!(!holds(&|solved| solved.path = Some(vec![[1, 1], [2, 1]])));
}

#[test]
fn damaged_regions_are_refused() {
    let text = "012x\nx4x1\n56xx\nxxx3\n1726\n";
    let level = load(text);
    let answer = asked(text, &Question::plain(QuestionKind::SOLVE));
    let Some(Proof::Region { cells }) = answer.proof_as() else { panic!("no region") };
    assert_eq!(cells, &[[1, 1], [1, 2], [1, 3], [2, 2], [3, 1], [3, 2]]);
    let claims = |cells: Vec<[u32; 2]>| {
        let proof = Some(AnyBody::new(Proof::Region { cells }));
        holds(&level, &Answer { proof, ..answer.clone() })
    };
    assert!(claims(cells.clone()));
    for lost in 0..cells.len() {
        let mut fewer = cells.clone();
        fewer.remove(lost);
        assert!(!claims(fewer));
    }
    assert!(!claims([cells.as_slice(), &[[0, 0]]].concat()));
}

/// Line and column of every problem.
fn places(text: &str) -> Vec<(u64, u64)> {
    match Wall.load(Arc::new(text.as_bytes().to_vec()), &Context::default()) {
        Err(LoadError::Invalid(list)) => list.iter().map(|problem| (problem.line, problem.column)).collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn problems_name_their_place() {
    assert_eq!(places(""), [(1, 1)]);
    assert_eq!(places("x12\n345\n"), [(1, 1)]);
    assert_eq!(places("012\n3a5\n6é8\n"), [(2, 2), (3, 2)]);
    assert_eq!(places("012\n34\n5678\n"), [(2, 3), (3, 4)]);
    assert_eq!(places("0 2\n345\n"), [(1, 2)]);
    assert_eq!(places("; rule: live\n012\n3x5\n"), [(3, 2)]);
    assert_eq!(places("; rule: dead\n012\n"), [(1, 9)]);
    assert_eq!(places("; rulle: live\n012\n"), [(1, 3)]);
    // The rule is stated once.
    assert_eq!(places("; rule: live\n; par: 3\n; rule: free\n012\n345\n"), [(3, 3)]);
    assert_eq!(places("; rule: free\n; walls: 1,1\n; walls: 1,2\n012\n345\n"), [(3, 3)]);
    assert!(places("; rule: live\n; par: 3\n012\n345").is_empty());
    assert_eq!(places(&"0".repeat(65_536)), [(1, 1)]);
    assert!(places(&"0".repeat(65_535)).is_empty());
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let refused =
        |text: &str, question: &Question| ask(&load(text), question, &Context::default()).unwrap_err().to_string();
    let rule = |name: &str| with(QuestionKind::SOLVE, &RULE, name);
    assert!(refused("01\n2x\n", &rule("live")).contains("row 2, column 2"));
    assert!(refused("01\n23\n", &rule("dead")).contains("one of the texts live, free"));
    let moved = Question::after(QuestionKind::SOLVE, &["down".into()]);
    assert!(refused("01\n23\n", &moved).contains("no option 'moves'"));
    let mut path = rule("live");
    path.asked = path.asked.switched(&PATH);
    assert!(refused("01\n23\n", &path).contains("neither path nor walls are fixed beforehand"));
}

#[test]
fn the_rule_is_a_choice_of_names_for_every_question() {
    let expected = puzzles::ValueKind::Choice(&["live", "free"]);
    let mut asked = 0;
    for question in Wall.info().questions.iter().chain([Wall.info().run]) {
        let rule = question.option("rule").unwrap();
        assert_eq!(rule.value, expected, "{}", question.kind);
        let written = serde_json::to_value(rule).unwrap();
        assert_eq!((&written["value"], &written["choices"]), (&"choice".into(), &serde_json::json!(["live", "free"])));
        asked += 1;
    }
    assert_eq!(asked, 4);
    for rule in ["live", "free"] {
        let level = load(&format!("; rule: {rule}\n12\n34\n"));
        let named = ask(&load("12\n34\n"), &with(QuestionKind::SOLVE, &RULE, rule), &Context::default()).unwrap();
        let own = ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
        assert_eq!(serde_json::to_value(&named).unwrap()["answer"], serde_json::to_value(&own).unwrap()["answer"]);
    }
}

#[test]
fn a_hint_under_another_rule_plays_its_moves_by_that_rule() {
    let level = load("12\n34\n");
    let hint = |moves: &[&str], rule: &str, role: &str| {
        let moves: Vec<String> = moves.iter().map(|&text| text.into()).collect();
        let asked = Options::after(&moves)
            .with(&RULE, OptionValue::Text(rule.into()))
            .with(&ROLE, OptionValue::Text(role.into()));
        let answer = ask(&level, &Question { kind: QuestionKind::HINT, asked }, &Context::default())?;
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        let picture = puzzles::explain(&level, &answer, &Context::default());
        assert_eq!(picture.title, "Rabbit and Eel");
        Ok::<_, puzzles::AskError>(answer.body_as::<Hint>().unwrap().clone())
    };
    assert_eq!(hint(&[], "live", "rabbit").unwrap(), Hint::new(vec!["start 2".into()], 6));
    assert_eq!(hint(&["start 2"], "live", "rabbit").unwrap(), Hint::new(vec!["left".into()], 4));
    assert_eq!(hint(&[], "live", "eel").unwrap(), Hint::new(vec!["wall".into(), "open".into()], 4));
    assert!(hint(&["right"], "live", "rabbit").is_err());
    assert!(hint(&["start 2"], "free", "rabbit").is_err());
    assert_eq!(hint(&["right"], "free", "rabbit").unwrap().best, ["down"]);
}

#[test]
fn a_limit_leaves_a_true_bound() {
    let mut random = Random::new(5);
    let text = format!("; rule: live\n{}", random.board(30, 300, 0));
    let level = load(&text);
    let question = Question::plain(QuestionKind::SOLVE);
    let value = live(text.trim_start_matches("; rule: live\n")).cost;
    for nodes in [100_000, 500_000] {
        let answer = ask(&level, &question, &Context::with_nodes(nodes)).unwrap();
        let bound = answer.body_as::<AtLeast>().expect("unfinished");
        assert!(0 < bound.at_least && bound.at_least <= value);
    }
}

#[test]
fn a_limit_that_is_reached_while_moves_are_played_leaves_the_question_unfinished() {
    let mut random = Random::new(9);
    let board = random.board(300, 300, 0);
    let live = format!("; rule: live\n{board}");
    for (text, role, first) in
        [(&board, "rabbit", "right"), (&board, "eel", "gap 3"), (&live, "rabbit", "start 3"), (&live, "eel", "open")]
    {
        let asked = Options::after(&[first.into()]).with(&ROLE, OptionValue::Text(role.into()));
        let question = Question { kind: QuestionKind::HINT, asked };
        let answer = ask(&load(text), &question, &Context::with_nodes(1_000)).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Unfinished), "{role} {first}");
        assert_eq!(answer.body_as(), Some(&AtLeast { at_least: 0 }));
    }
}

#[test]
fn solving_the_start_scans_the_board_once() {
    let level = load(&Random::new(10).board(200, 300, 0));
    let answer = ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
    assert_eq!(answer.spent.nodes, 199 * 300);
}

#[test]
fn new_levels_are_as_wished() {
    let wish = puzzles::GenerateOptions { board: Some("4x5".into()), difficulty: Some(60), seed: 7, template: None };
    let text = puzzles::generate(&Wall, &wish, &Context::default()).unwrap();
    assert_eq!(solved(&text).unwrap().cost, 60);
    assert_eq!(text, puzzles::generate(&Wall, &wish, &Context::default()).unwrap());
    for (kind, seed) in [("4x5", 1), ("5x4 digits", 2), ("4x5 live", 3), ("3x6 free", 4), ("4x4 digits free", 5)] {
        let wish = puzzles::GenerateOptions { board: Some(kind.into()), difficulty: None, seed, template: None };
        let text = puzzles::generate(&Wall, &wish, &Context::default()).unwrap();
        let level = load(&text);
        let answer = ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
        let value = answer.body.as_ref().and_then(|body| body.optimum()).map(|best| best.value);
        assert_eq!(
            level.claims().par,
            value.map(|value| value.to_string()),
            "{kind}: par is the value of the game\n{text}"
        );
        assert!(text.starts_with("; title: Rabbit and Eel, "), "{text}");
        let rule = ["live", "free"].into_iter().find(|rule| kind.contains(rule));
        assert_eq!(rule.is_some(), rule.is_some_and(|rule| text.contains(&format!("; rule: {rule}\n"))), "{text}");
        let cells = text.lines().filter(|line| !line.starts_with(';')).collect::<String>();
        assert!(!(kind.contains("digits") || kind.contains("live")) || !cells.contains('x'), "{kind}\n{text}");
        let size = kind.split(' ').next().unwrap().split_once('x').unwrap();
        assert_eq!(cells.len(), size.0.parse::<usize>().unwrap() * size.1.parse::<usize>().unwrap());
    }
    for board in ["0x5", "4", "4x5000", "axb", "4x5 dead", "4x5 live free"] {
        let wish = puzzles::GenerateOptions { board: Some(board.into()), ..wish.clone() };
        assert!(puzzles::generate(&Wall, &wish, &Context::default()).is_err(), "{board}");
    }
}

#[test]
fn a_board_of_many_rows_is_read_and_solved() {
    let text = "0\n".repeat(65_535);
    assert_eq!(solved(&text).unwrap().gaps.len(), 65_534);
    assert_eq!(places(&"0\n".repeat(65_536)), [(65_536, 1)]);
}

#[test]
fn the_statements_notation_and_capitals_are_read() {
    let same = |text: &str, rows: &str| assert_eq!(load(text).text(), rows, "{text}");
    for text in [
        "{\"042\",\"391\"}",
        "{\"042\", \"391\"}\n",
        "\"042\",\"391\"",
        "{\"042\",\n \"391\"}\n",
        "{\r\n\t\"042\"\r\n\t,\"391\",\r\n}\r\n",
        "\"042\"\n\"391\"\n",
        "\u{feff}{ \"042\" , \"391\" }  \n\n",
        "[\"042\",\"391\"]",
        "[\n  \"042\",\n  \"391\"\n];\n",
        "{\"042\",\"391\"};",
        "\"042\",\"391\" ;",
        "vector<string> costs = {\"042\",\"391\"};",
        "vector <string> costs = {\n  \"042\",\n  \"391\"\n};\n",
        "String[] costs =\n{\"042\",\"391\"};",
        "costs=[\"042\",\"391\"]",
    ] {
        same(text, "042\n391\n");
    }
    for text in ["{\"042\",\"391\"};", "vector<string> costs = {\"042\",\"391\"};"] {
        let found = puzzles::recognition::recognise(&[&Wall, &puzzles::lemmo::Lemmo], text, &Context::default());
        assert_eq!(found.and_then(|found| Ok(found.only()?.0.info().name)), Ok("wall"), "{text}");
    }
    same("; title: T\n{\"0X\",\n\"1x\"}", "; title: T\n0x\n1x\n");
    same("01X\nX23\n", "01x\nx23\n");
    assert_eq!(solved("{\"0477\",\"3617\",\"9494\",\"8690\"}").unwrap().cost, 66);
    let mut random = Random::new(6);
    for width in [31, 32, 33, 64, 65, 600] {
        let rows = random.board(7, width, 3);
        same(&rows.to_uppercase(), &rows);
        same(&format!("{{\"{}\"}}", rows.trim_end().replace('\n', "\",\"")), &rows);
    }
}

#[test]
fn problems_of_the_statements_notation_name_their_place() {
    assert_eq!(places("{\"04a\",\"39\"}"), [(1, 5), (1, 11)]);
    assert_eq!(places("{\"042\",\n  \"3é1\"}"), [(2, 5)]);
    assert_eq!(places("{\"X42\",\"391\"}"), [(1, 3)]);
    assert_eq!(places("X42\n391\n"), [(1, 1)]);
    // What is wrong further on in a line often follows from what is wrong first.
    assert_eq!(places("04a2b\n39\n0?2!4\n"), [(1, 3), (2, 3), (3, 2)]);
    assert_eq!(places("; rule: live\n{\"04\",\"X1\"}"), [(2, 8)]);
    for (text, place) in [
        ("{\"042\",\"391\"", (1, 1)),
        ("{\"042\" \"391\"}", (1, 8)),
        ("{\"042\",,\"391\"}", (1, 8)),
        ("{\"042\",\n\"391}", (2, 1)),
        ("{\"042\",\"391\"} 5", (1, 15)),
        ("\"042\",\"391\"}", (1, 12)),
        ("{{\"042\"}}", (1, 2)),
        ("{}", (1, 2)),
        ("{\"042\",\n391}", (2, 1)),
        ("{\"\"}", (1, 3)),
        ("042\n\"391\"\n", (2, 1)),
        ("[\"042\",\"391\"}", (1, 13)),
        ("{\"042\",\"391\"]", (1, 13)),
        ("[\"042\",\"391\"", (1, 1)),
        ("{\"042\",;\"391\"}", (1, 8)),
        ("{\"042\",\"391\"};;", (1, 15)),
        ("{\"042\";\"391\"}", (1, 7)),
        ("costs = {\"042\",\"3?1\"}", (1, 18)),
        ("costs = 042", (1, 1)),
    ] {
        assert_eq!(places(text).first(), Some(&place), "{text}");
    }
    let wrong = format!("{{{}}}", vec!["\"a\""; 60_000].join(","));
    assert_eq!(places(&wrong).len(), 100);
    let rows = format!("{{{}}}", vec!["\"0\""; 65_536].join(","));
    assert_eq!(places(&rows), [(1, 2 + 4 * 65_535 + 1)]);
}

#[test]
fn any_walls_at_all_give_the_value_and_the_proof_says_so() {
    let level = load("042\n391\n");
    let answer = ask(&level, &with(QuestionKind::SOLVE, &RULE, "free"), &Context::default()).unwrap();
    let json = serde_json::to_value(&answer).unwrap();
    assert_eq!(json["answer"], serde_json::json!({"cost": 13, "rule": "free", "gaps": [2]}));
    assert_eq!(json["proof"], serde_json::json!({"kind": "values", "size": 18, "values": [[13, 13, 15], [3, 9, 1]]}));
    let refused = |change: &dyn Fn(&mut Solve)| !holds(&level, &changed(&answer, change));
    assert!(!refused(&|_| {}));
    assert!(refused(&|solved| (solved.cost, solved.gaps) = (3, vec![1])));
    assert!(refused(&|solved| solved.rule = None));
    let unproven = |proof: Option<Proof>| !holds(&level, &Answer { proof: proof.map(AnyBody::new), ..answer.clone() });
    assert!(unproven(None));
    assert!(unproven(Some(Proof::Table { size: 18 })));
    assert!(unproven(Some(Proof::Values { size: 18, values: None })));
    let values = vec![vec![Some(14), Some(13), Some(15)], vec![Some(3), Some(9), Some(1)]];
    assert!(unproven(Some(Proof::Values { size: 18, values: Some(values) })));
}

#[test]
fn a_free_board_above_a_million_cells_is_not_rechecked_as_a_whole() {
    let checked = |rows: usize| {
        let level = load(&format!("; rule: free\n{}", format!("{}\n", "7".repeat(1000)).repeat(rows)));
        let answer = ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
        assert!(matches!(answer.proof_as(), Some(Proof::Values { values: None, .. })));
        puzzles::check(&level, &answer, &Context::default()).unwrap()
    };
    assert!(checked(1000).not_rechecked.is_empty());
    assert!(checked(1001).not_rechecked[0].contains("no walls make Rabbit pay more"));
}

#[test]
fn under_the_free_rule_rabbit_plays_among_the_best_walls_and_eel_builds_any() {
    let level = load("; rule: free\n0477\n3617\n9494\n8690\n");
    assert_eq!(level.roles(), ["rabbit", "eel"]);
    let mut random = Random::new(7);
    for role in ["rabbit", "eel"] {
        assert_eq!(played(&level.text(), role, &mut random, true), 66, "{role}");
    }
    let mut question = with(QuestionKind::HINT, &RULE, "free");
    assert_eq!(asked("042\n391\n", &question).body_as::<Hint>().unwrap().cost_left, 13);
    question.asked = question.asked.with(&ROLE, OptionValue::Text("eel".into()));
    let hint = asked("042\n391\n", &question);
    assert_eq!(hint.body_as::<Hint>().unwrap().best, ["wall 1,1", "wall 1,3"]);
}

/// Where moves of Eel's lead under the free rule, with these walls at the start.
fn built(text: &str, walls: &str, moves: &[&str]) -> Result<(Run, WalkEnd), String> {
    let moves: Vec<String> = moves.iter().map(|&text| text.into()).collect();
    let asked = Options::after(&moves)
        .with(&RULE, OptionValue::Text("free".into()))
        .with(&WALLS, OptionValue::Text(walls.into()))
        .with(&ROLE, OptionValue::Text("eel".into()));
    let question = Question { kind: QuestionKind::RUN, asked };
    let level = load(text);
    let answer = ask(&level, &question, &Context::default()).map_err(|error| error.to_string())?;
    puzzles::check(&level, &answer, &Context::default()).unwrap();
    let run = answer.body_as::<Run>().unwrap().clone();
    let end = serde_json::from_value(run.end.as_ref().unwrap().value()).unwrap();
    Ok((run, end))
}

#[test]
fn among_any_walls_rabbit_pays_what_a_plain_search_says() {
    let mut random = Random::new(580);
    let (mut compared, mut cut_off) = (0, 0);
    for turn in 0..900 {
        let (height, width) = (1 + turn % 5, 1 + turn / 5 % 6);
        let text = random.board(height, width, 7);
        let cells = rows(&text);
        let (walled, named) = random.walls(&cells);
        if cheapest(&cells, 0).is_none() {
            continue;
        }
        let walls = named.join("; ");
        let Some(paid) = cheapest(&cells, walled) else {
            assert!(built(&text, &walls, &[]).unwrap_err().contains("leave no way"), "{text}{walls}");
            cut_off += 1;
            continue;
        };
        compared += 1;
        if height > 1 {
            let (run, end) = built(&text, &walls, &["done"]).unwrap();
            assert_eq!((run.cost, run.solved), (Some(paid), true), "{text}{walls}");
            assert_eq!(end.walls.unwrap().len(), named.len());
            let path = end.path.unwrap();
            let cost = |[row, column]: &[u32; 2]| cells[*row as usize - 1][*column as usize - 1].unwrap();
            assert_eq!(path.iter().map(cost).sum::<u64>(), paid, "{text}{walls}");
            assert!(
                !path
                    .windows(2)
                    .any(|step| step[1][0] > step[0][0] && named.contains(&format!("{},{}", step[0][0], step[0][1])))
            );
            // The same walls one by one, in another order.
            let moves: Vec<String> = named.iter().rev().map(|wall| format!("wall {wall}")).collect();
            let moves: Vec<&str> = moves.iter().map(String::as_str).chain(["done"]).collect();
            assert_eq!(built(&text, "", &moves).unwrap().0.cost, Some(paid), "{text}{walls}");
        }
        let hint = asked(&text, &with(QuestionKind::HINT, &WALLS, &walls));
        assert_eq!(hint.body_as::<Hint>().unwrap().cost_left + cells[0][0].unwrap(), paid, "{text}{walls}");
    }
    assert!(compared >= 500 && cut_off > 20, "{compared} compared, {cut_off} cut off");
}

/// Where Rabbit has gone to cells from which no way leads down among given walls, the game is over and lost.
#[test]
fn rabbit_that_has_cut_itself_off_among_given_walls_has_lost() {
    let mut random = Random::new(581);
    let (mut lost, mut open) = (0, 0);
    for turn in 0..2000 {
        let (height, width) = (4 + turn % 2, 4 + turn / 2 % 4);
        let board = random.board(height, width, 4);
        let cells = rows(&board);
        let (walled, named) = random.walls(&cells);
        if named.is_empty() || cheapest(&cells, walled).is_none() {
            continue;
        }
        let text = format!("; walls: {}\n{board}", named.join("; "));
        let level = load(&text);
        let role = puzzles::role(&*level, Some("rabbit")).unwrap();
        let mut game = Record::new(Arc::clone(&level), role);
        for _ in 0..8 {
            let line = game.moves().to_vec();
            let after = |kind| {
                let options = Options::after(&line).with(&ROLE, OptionValue::Text("rabbit".into()));
                asked(&text, &Question { kind, asked: options })
            };
            let place = line.iter().fold((0, 0), |(row, column), step| match step.as_str() {
                "down" => (row + 1, column),
                "left" => (row, column - 1),
                _ => (row, column + 1),
            });
            // The walls above do not count for one who goes down from here.
            let left = cheapest_from(&cells[place.0..], place.1, walled >> (place.0 * width as usize));
            let (hint, status) = (after(QuestionKind::HINT), game.position().status());
            assert_eq!(hint.verdict == Some(Verdict::Impossible), left.is_none(), "{text}{line:?}");
            assert_eq!(game.position().moves().next().is_none(), status.over, "{text}{line:?}");
            let judged = after(QuestionKind::JUDGE);
            let last = serde_json::to_value(&judged).unwrap()["answer"]["positions"][line.len()].clone();
            assert_eq!(last["can_win"], left.is_some(), "{text}{line:?}");
            if left.is_none() {
                lost += 1;
                assert!(status.over && !status.solved && last.get("proof").is_some(), "{text}{line:?}: {last}");
                break;
            }
            open += 1;
            let moves: Vec<String> = game.position().moves().collect();
            if moves.is_empty() {
                break;
            }
            // Mostly down: cells that are cut off lie there.
            let down = moves.iter().find(|text| *text == "down").filter(|_| random.below(10) < 7);
            let next = down.cloned().unwrap_or_else(|| moves[random.below(moves.len() as u64) as usize].clone());
            game.play(&next).unwrap();
        }
    }
    assert!(lost > 30 && open > 1000, "{lost} lost, {open} open");
}

#[test]
fn a_game_is_over_where_rabbit_is_in_the_last_row_and_eel_is_offered_nothing_more() {
    let mut random = Random::new(31);
    for turn in 0..120_u64 {
        let rule = ["", "; rule: free\n", "; rule: live\n"][turn as usize % 3];
        let board = random.board(1 + turn / 3 % 4, 1 + turn / 12 % 4, 0);
        let level = load(&format!("{rule}{board}"));
        for role in ["eel", "rabbit"] {
            let role = puzzles::role(&*level, Some(role)).unwrap();
            let mut record = Record::new(Arc::clone(&level), role);
            for _ in 0..200 {
                let moves: Vec<String> = record.position().moves().collect();
                let over = record.position().status().over;
                assert_eq!(moves.is_empty(), over, "{role:?}\n{}", level.text());
                if over {
                    break;
                }
                record.play(&moves[random.below(moves.len() as u64) as usize]).unwrap();
            }
            if record.position().status().solved {
                for last in
                    ["done", "gap 1", "wall", "open", "wall 1,1", "open 1,1", "left", "right", "down", "start 1"]
                {
                    assert!(record.play(last).is_err(), "{last} behind the last row\n{}", level.text());
                }
            }
        }
    }
}

#[test]
fn an_answer_without_the_path_asked_for_does_not_hold_nor_a_hint_that_names_a_move_twice() {
    let level = load("042\n391\n");
    let wrong = |answer: &Answer| puzzles::check(&level, answer, &Context::default()).unwrap_err().to_string();
    let answer = asked("042\n391\n", &switched(&PATH));
    let answer = changed::<Solve>(&answer, &|solved| solved.path = None);
    assert_eq!(wrong(&answer), "'path' is missing, and was asked for");
    let answer = asked("042\n391\n", &Question::plain(QuestionKind::HINT));
    let answer = changed::<Hint>(&answer, &|hint| hint.best = vec!["right".into(), "right".into()]);
    assert_eq!(wrong(&answer), "entry 2 of 'best' is there already");
}

#[test]
fn answers_come_back_from_their_json() {
    let questions = [
        ("042\n391\n", switched(&EXPLAIN)),
        ("042\n391\n", with(QuestionKind::SOLVE, &RULE, "live")),
        ("042\n391\n", with(QuestionKind::SOLVE, &RULE, "free")),
        ("042\n391\n", Question::plain(QuestionKind::HINT)),
        ("042\n391\n", Question::after(QuestionKind::RUN, &["right".into()])),
        ("0x\nx1\n", Question::plain(QuestionKind::HINT)),
    ];
    for (text, question) in questions {
        let answer = asked(text, &question);
        let json = serde_json::to_string(&answer).unwrap();
        assert_eq!(Answer::read(Wall.info(), &json), Ok(answer), "{json}");
    }
}
