//! PuzzleScript games: the laws, recorded solutions, and the lengths that a prototype and the reference found.

use std::sync::Arc;

use engines::{Budget, Context};
use puzzles::options::{COUNT, RULE};
use puzzles::puzzlescript::PuzzleScript;
use puzzles::run::Run;
use puzzles::solution::{HintUnproven, Solution};
use puzzles::{Family, Level, OptionValue, Question, QuestionKind, Record, Verdict, controls, laws};
use puzzlescript::games::GAMES;
use puzzlescript::random::Generator;
use serde_json::Value;
use testkit::long_levels::rows_of_three;

/// The lines of a file of published games.
fn shared(name: &str) -> Option<Vec<Value>> {
    testkit::data::lines(&format!("puzzlescript/{name}"))
}

/// The level with this index, messages counted.
fn level(source: &str, index: u64) -> Arc<dyn Level> {
    let collection = PuzzleScript.open(Arc::new(source.as_bytes().to_vec()), &Context::default()).expect("a game");
    let compiled = puzzlescript::compiler::compile(source, &Default::default());
    let stages = &compiled.game.as_ref().expect("a game").stages[..index as usize];
    let before = stages.iter().filter(|stage| matches!(stage, puzzlescript::game::Stage::Level(_))).count();
    collection.level(before, &Context::default()).expect("a level")
}

/// The question by the rule of the reference's tests, by which the shortest lengths were found.
fn by_tests(kind: QuestionKind) -> Question {
    let mut question = Question::plain(kind);
    question.asked.set(&RULE, OptionValue::Text("tests".into())).expect("a value");
    question
}

fn moves(letters: &str) -> Vec<String> {
    let name = |letter| match letter {
        'U' => "up",
        'L' => "left",
        'D' => "down",
        'R' => "right",
        'X' => "action",
        'T' => "wait",
        other => panic!("{other}"),
    };
    letters.chars().map(|letter| name(letter).to_owned()).collect()
}

fn is_won(level: &Arc<dyn Level>, moves: &[String]) -> bool {
    let answer = puzzles::ask(level, &Question::after(QuestionKind::RUN, moves), &Context::default());
    answer.is_ok_and(|answer| answer.body_as::<Run>().is_some_and(|run| run.solved))
}

/// The texts of the first of the shared demos, and of the first games of the corpus that load: a few of each in
/// `./test`, and all demos and a hundred games of the corpus with `CASES=100`.
fn published() -> Option<Vec<(String, String)>> {
    let most = testkit::campaign::cases(8).end as usize;
    let (demos, corpus) = (shared("demos.jsonl.gz")?, shared("corpus.jsonl.gz")?);
    let text = |case: &Value| (case["name"].to_string(), case["source"].as_str().expect("a text").to_owned());
    let opens = |(_, source): &(String, String)| {
        PuzzleScript.open(Arc::new(source.clone().into_bytes()), &Context::default()).is_ok()
    };
    let corpus = corpus.iter().map(text).filter(opens).take(most);
    Some(demos.iter().map(text).filter(opens).take(most).chain(corpus).collect())
}

/// Checks the laws on the first levels of published games, with so many nodes for each question.
fn laws_hold(levels: usize, nodes: u64) {
    let Some(games) = published() else { return };
    let texts = games.iter().flat_map(|(name, source)| {
        let cx = Context::default();
        let collection = PuzzleScript.open(Arc::new(source.clone().into_bytes()), &cx).expect("it opened before");
        let text = |index| collection.level(index, &cx).unwrap_or_else(|error| panic!("{name}: {error}")).text();
        (0..collection.entries().len().min(levels)).map(text).collect::<Vec<_>>()
    });
    let texts: Vec<String> = texts.collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    laws::check_texts(&PuzzleScript, &texts, Some(nodes));
    assert!(games.len() > 12);
}

#[test]
fn a_rule_that_is_none_is_refused_with_those_that_there_are() {
    let level = level(GAMES[0].text, 0);
    let refused = |rule: &str| {
        let mut question = Question::plain(QuestionKind::SOLVE);
        question.asked.set(&RULE, OptionValue::Text(rule.into())).expect("a text");
        puzzles::ask(&level, &question, &Context::with_nodes(1)).err().map(|refusal| refusal.to_string())
    };
    let words = refused("live").expect("a rule of another family");
    assert!(words.contains("one of the texts play, tests"), "{words}");
    assert_eq!((refused("play"), refused("tests")), (None, None));
    let all = puzzles::declared::declared(&[&PuzzleScript, &puzzles::wall::Wall]);
    let rule = all.iter().find(|option| option.name == "rule").expect("an option of both");
    assert_eq!(rule.value, puzzles::ValueKind::Text);
    let all = puzzles::declared::declared(&[&puzzles::toggle::Toggle, &puzzles::wall::Wall]);
    let explain = all.iter().find(|option| option.name == "explain").expect("an option of both");
    assert_eq!(**explain, puzzles::options::EXPLAIN);
    puzzles::declared::agree(&[&puzzles::wall::Wall, &PuzzleScript]).expect("choices are texts");
}

#[test]
fn laws_hold_for_the_first_levels_of_published_games() {
    laws_hold(1, 30);
}

#[test]
#[ignore = "takes many minutes"]
fn laws_hold_for_published_games() {
    laws_hold(usize::MAX, 300);
}

#[test]
fn our_solutions_win_and_say_so() {
    for game in GAMES {
        let collection = PuzzleScript.open(Arc::new(game.text.as_bytes()), &Context::default()).expect("a game");
        for (number, line) in game.solutions.lines().enumerate() {
            let level = collection.level(number, &Context::default()).expect("a level");
            assert!(is_won(&level, &moves(line)), "{} {number}", game.name);
            assert!(is_won(&level, &[line.to_owned()]), "{} {number}", game.name);
        }
    }
}

#[test]
fn recorded_solutions_win() {
    let Some(cases) = shared("solutions.jsonl.gz") else { return };
    let mut lost = Vec::new();
    for case in &cases {
        let (source, index) = (case["source"].as_str().unwrap(), case["level"].as_u64().unwrap());
        if !is_won(&level(source, index), &moves(case["moves"].as_str().unwrap())) {
            lost.push(format!("{} {index}", case["game"]));
        }
    }
    assert_eq!((cases.len(), lost), (327, Vec::<String>::new()));
}

#[test]
fn shortest_lengths_are_those_that_are_known() {
    let (Some(cases), Some(demos), Some(solutions)) =
        (shared("shortest.jsonl"), shared("demos.jsonl.gz"), shared("solutions.jsonl.gz"))
    else {
        return;
    };
    let most: u64 = std::env::var("MAX_STATES").ok().and_then(|most| most.parse().ok()).unwrap_or(2_000);
    let (mut solved, mut wrong) = (0, Vec::new());
    for case in cases.iter().filter(|case| case["states"].as_u64().is_some_and(|states| states <= most)) {
        let (set, key) = if case["set"] == "demos" { (&demos, "name") } else { (&solutions, "game") };
        let source = set.iter().find(|game| game[key] == case["game"]).expect("the game")["source"].as_str().unwrap();
        let level = level(source, case["level"].as_u64().unwrap());
        let mut question = by_tests(QuestionKind::SOLVE);
        question.asked.set(&COUNT, OptionValue::Switch(true)).unwrap();
        let budget = Budget { nodes: Some(1_000_000), ..Budget::default() };
        let answer = puzzles::ask(&level, &question, &Context::new(budget)).expect("an answer");
        let found = answer.body_as::<Solution>();
        let is_right = match (case["shortest"].as_u64(), answer.verdict) {
            (Some(length), Some(Verdict::Found)) => found.is_some_and(|found| {
                found.moves == length
                    && found.solutions.as_ref().map(|count| count.0.to_string()).as_deref() == case["ways"].as_str()
            }),
            (None, Some(Verdict::Impossible)) => case["unsolvable"] == true,
            (None, _) => case["unfinished"] == true,
            _ => false,
        };
        if !is_right {
            let got = format!("{:?} {:?}", answer.verdict, found.map(|found| (found.moves, found.solutions.clone())));
            wrong.push(format!(
                "{} {}: {} {}, got {got} {}",
                case["game"], case["level"], case["shortest"], case["ways"], answer.method
            ));
        }
        solved += 1;
    }
    println!("{solved} levels");
    assert_eq!(wrong, Vec::<String>::new());
}

/// A game on a level that ships.
fn shipped(name: &str, number: usize) -> Record {
    let game = GAMES.iter().find(|game| game.name == name).expect("a game");
    let cx = Context::default();
    let collection = PuzzleScript.open(Arc::new(game.text.as_bytes()), &cx).expect("a game");
    let level = collection.level(number - 1, &cx).expect("a level");
    let role = puzzles::role(&*level, None).expect("a role");
    Record::new(level, role)
}

fn plays(record: &mut Record, moves: &[&str]) {
    for text in moves {
        record.play(text).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
}

#[test]
fn a_seed_is_the_first_move_of_a_game_of_chance() {
    let moves = ["right", "down", "right", "down", "left"];
    let board = |seed: u64| {
        let mut record = shipped("garden", 1);
        record.play(&controls::seed_move(seed)).expect("chance is there");
        plays(&mut record, &moves);
        record
    };
    let (one, other) = (board(7), board(8));
    assert_eq!(one.position().picture(), board(7).position().picture());
    assert_ne!(one.position().picture(), other.position().picture());
    let saved = Record::open(&[&PuzzleScript], &one.save("garden")).expect("a save").record;
    assert_eq!((saved.position().picture(), saved.moves()), (one.position().picture(), one.moves()));
    // The seed is no move of the player.
    let mut solved = shipped("garden", 1);
    solved.play("seed 7").expect("chance is there");
    let solution = "down down up up right right down down right right";
    plays(&mut solved, &solution.split(' ').collect::<Vec<_>>());
    assert_eq!(solved.result().and_then(|result| result.value), Some(10));

    let mut late = shipped("garden", 1);
    plays(&mut late, &["down"]);
    assert!(late.play("seed 7").unwrap_err().reason.contains("before the first move"));
    assert!(shipped("push", 1).play("seed 7").unwrap_err().reason.contains("chance"));
    assert!(late.level().controls().is_seeded && !shipped("push", 1).level().controls().is_seeded);
}

#[test]
fn undo_restarts_and_checkpoints_lead_to_the_boards_of_a_replay() {
    let inputs = ["up", "left", "down", "right", "action", "restart"];
    for game in GAMES {
        let mut random = Generator::new(game.name);
        let mut record = shipped(game.name, 1);
        for _ in 0..60 {
            match random.below(9) {
                choice @ 0..6 => drop(record.play(inputs[choice])),
                6 => drop(record.redo()),
                _ => drop(record.undo()),
            }
            let cx = Context::default();
            let level = Arc::clone(record.level());
            let again = Record::replay(level, record.role(), record.moves(), &cx).expect("the same moves");
            assert_eq!(again.position().picture(), record.position().picture(), "{}", game.name);
            assert_eq!(again.position().events(), record.position().events(), "{}", game.name);
        }
    }
}

#[test]
fn events_tell_texts_sounds_and_rules() {
    let mut record = shipped("ledge", 1);
    assert_eq!(record.position().events().messages, ["Touch the flag, and mind the pit."]);
    plays(&mut record, &["right", "right"]);
    let game = GAMES.iter().find(|game| game.name == "ledge").expect("a game");
    let line = |part: &str| game.text.lines().position(|line| line.contains(part)).expect("a line") as u32 + 1;
    let events = record.position().events();
    assert_eq!(events.messages, ["From now on, a fall leads back to this flag."]);
    assert_eq!((events.sounds, events.fired), (vec!["33166207".to_owned()], vec![line("checkpoint message")]));
    plays(&mut record, &["right"]);
    assert!(record.position().events().is_empty(), "{:?}", record.position().events());
    let mut last = shipped("ledge", 2);
    plays(&mut last, &"down down right right right up right up right".split(' ').collect::<Vec<_>>());
    assert_eq!(last.position().events().messages, ["Well done."]);
}

#[test]
fn keys_follow_the_settings_of_a_game() {
    let controls = |settings: &str| {
        let text = GAMES[0].text.replacen("title", &format!("{settings}\ntitle"), 1);
        let collection = PuzzleScript.open(Arc::new(text.into_bytes()), &Context::default()).expect("a game");
        collection.level(0, &Context::default()).expect("a level").controls()
    };
    let usual = controls("");
    assert_eq!(
        ["W", "x", " ", "z", "r"].map(|key| usual.meaning(key)),
        [Some("up"), Some("action"), Some("action"), Some("undo"), Some("restart")]
    );
    let few = controls("noaction\nnoundo\nnorestart");
    assert_eq!(["d", "x", "z", "r"].map(|key| few.meaning(key)), [Some("right"), None, None, None]);
    let timed = controls("realtime_interval 0.25\nagain_interval 0.05\nnorepeat_action");
    let times = (timed.tick.map(|tick| (tick.text, tick.every.as_millis())), timed.frame.map(|time| time.as_millis()));
    assert_eq!((times, timed.once), ((Some(("wait", 250)), Some(50)), vec!["action"]));
}

#[test]
fn a_comment_states_the_par() {
    let text = GAMES[0].text.replace("(par: 3)", "( PAR = 12 )").replace("(par: 5)", "(no par)");
    let cx = Context::default();
    let collection = PuzzleScript.open(Arc::new(text.into_bytes()), &cx).expect("a game");
    let levels = [0, 1].map(|index| collection.level(index, &cx).expect("a level"));
    assert_eq!(levels.each_ref().map(|level| level.claims().par), [Some("12".to_owned()), None]);
    // The text of the level alone states it too.
    let alone = PuzzleScript.load(Arc::new(levels[0].text().into_bytes()), &cx).expect("a level");
    assert_eq!(alone.claims().par.as_deref(), Some("12"));
}

#[test]
fn a_certificate_says_what_its_number_leaves_out() {
    // Sand is brushed across or along, and nothing reads which. One heap lies behind the stones.
    let objects = ["Background", "Sand", "Across", "Along", "Stone", "Player"].map(|name| format!("{name}\nblue\n\n"));
    let text = format!(
        "title Sand\n\nobjects\n{}\nlegend\n. = Background\nS = Sand\n# = Stone\nP = Player\n\nsounds\n\n\
         collisionlayers\nBackground\nSand, Across, Along\nPlayer, Stone\n\nrules\n\
         horizontal [ > Player Sand ] -> [ > Player Across ]\nvertical [ > Player Sand ] -> [ > Player Along ]\n\n\
         winconditions\nno Sand\n\nlevels\nPSS#S\n.SS##\n\nPSS##\n.SS##\n",
        objects.concat()
    );
    let (cx, question) = (Context::default(), Question::plain(QuestionKind::SOLVE));
    let levels = [0, 1].map(|index| level(&text, index));
    let answers = levels.each_ref().map(|level| puzzles::ask(level, &question, &cx).expect("an answer"));
    assert_eq!(answers.each_ref().map(|answer| answer.verdict), [Some(Verdict::Impossible), Some(Verdict::Found)]);
    let json = serde_json::to_value(&answers[0]).expect("JSON");
    assert!(json["proof"]["reduced"].as_str().is_some_and(|reduced| reduced.contains("tell apart")), "{json}");
    for (level, answer) in levels.iter().zip(&answers) {
        puzzles::check(level, answer, &cx).expect("the answer holds");
    }
    assert!(puzzles::check(&levels[1], &answers[0], &cx).is_err(), "a level that can be won is not impossible");
}

#[test]
fn a_limit_leaves_a_solution_that_is_marked_so() {
    let push = GAMES.iter().find(|game| game.name == "push").expect("a game");
    let (rules, _) = push.text.split_once("LEVELS").expect("levels");
    let rows = [
        "###########",
        "#.....#...#",
        "#.b.b.#mmm#",
        "#..b..#mmm#",
        "#.b.b....p#",
        "#..b..#...#",
        "#.....#...#",
        "###########",
    ];
    let level = level(&format!("{rules}LEVELS\n======\n\n{}\n", rows.join("\n")), 0);
    let asked = |kind| {
        let answer = puzzles::ask(&level, &Question::plain(kind), &Context::with_nodes(20_000)).expect("an answer");
        assert_eq!(answer.verdict, Some(Verdict::Found), "{}", answer.method);
        puzzles::check(&level, &answer, &Context::default()).expect("it holds");
        answer
    };
    let line = asked(QuestionKind::SOLVE);
    let line = line.body_as::<Solution>().expect("a line");
    assert!(!line.optimal && line.at_least.is_some_and(|bound| 50 < bound && bound < line.moves), "{line:?}");
    let hint = asked(QuestionKind::HINT);
    let hint = hint.body_as::<HintUnproven>().expect("a hint");
    assert_eq!((hint.best.first(), hint.optimal), (line.solution.first(), false));
    assert!(hint.at_least < hint.at_most, "{hint:?}");
}

/// Nine crates, for the game of rows of three.
const CRATES: &str = "\
#############
#...........#
#.b..b..b...#
#..b..b...b.#
#.b.....b...#
#....p..b...#
#...........#
#############
";

#[test]
fn a_limit_leaves_a_solution_where_no_bound_leads_to_it() {
    let level = level(&rows_of_three(CRATES), 0);
    let asked = |kind| {
        let answer = puzzles::ask(&level, &Question::plain(kind), &Context::with_nodes(20_000)).expect("an answer");
        assert!(answer.method.starts_with("breadth-first search; "), "{}", answer.method);
        puzzles::check(&level, &answer, &Context::default()).expect("it holds");
        answer
    };
    let line = asked(QuestionKind::SOLVE);
    let line = line.body_as::<Solution>().expect("a line");
    assert!(!line.optimal && line.at_least.is_some_and(|bound| 10 < bound && bound < line.moves), "{line:?}");
    let hint = asked(QuestionKind::HINT);
    let hint = hint.body_as::<HintUnproven>().expect("a hint");
    assert!(!hint.optimal && hint.at_least < hint.at_most, "{hint:?}");
    // A count is not begun anew for one solution.
    let count =
        puzzles::ask(&level, &Question::plain(QuestionKind::COUNT), &Context::with_nodes(20_000)).expect("an answer");
    assert_eq!(count.verdict, Some(Verdict::Unfinished), "{}", count.method);
}
