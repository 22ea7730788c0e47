//! Sokoban as a family: its collection, known answers, fewest pushes, moves written as tools write them.
use std::sync::Arc;

use engines::Context;
use puzzles::collection::select;
use puzzles::family::Collection;
use puzzles::options::{ALL, FROM, OptionValue};
use puzzles::shortcut::Intended;
use puzzles::sokoban::body::{FEWEST, MoveSolution, PushSolution};
use puzzles::sokoban::{FIRST_STEPS, Sokoban};
use puzzles::solution::{Exhausted, HintUnproven, Reached, Solution};
use puzzles::{Answer, Family, Level, Line, Options, Question, QuestionKind, Record, Verdict, laws};
use testkit::long_levels::BOXES;

fn open(text: &str) -> Box<dyn Collection> {
    Sokoban.open(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap()
}

fn levels(text: &str) -> Vec<Arc<dyn Level>> {
    let collection = open(text);
    (0..collection.entries().len()).map(|at| collection.level(at, &Context::default()).unwrap()).collect()
}

fn checked_answer(level: &Arc<dyn Level>, options: Options) -> Answer {
    frame::checked::answer(level, QuestionKind::SOLVE, options)
}

fn pushes() -> Options {
    Options::default().with(&FEWEST, OptionValue::Text("pushes".into()))
}

/// The numbers in a comment such as `6 moves and 3 pushes.`
fn stated(text: &str) -> (u64, u64) {
    let line = text.lines().find(|line| line.contains(" and ") && line.contains("push")).unwrap();
    let mut numbers = line.split(|character: char| !character.is_ascii_digit()).filter_map(|part| part.parse().ok());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn the_shipped_levels_take_the_moves_and_pushes_that_they_state() {
    for level in levels(FIRST_STEPS) {
        let known = stated(&level.text());
        let moves = checked_answer(&level, Options::default());
        assert_eq!(moves.body_as::<Solution>().map(|body| body.moves), Some(known.0), "{}", level.text());
        let fewest = checked_answer(&level, pushes());
        let body = fewest.body_as::<PushSolution>().unwrap();
        assert_eq!((body.pushes, body.optimal), (known.1, true), "{}", level.text());
        assert!(body.moves >= known.0);
    }
}

/// A level that takes 20 moves with 7 pushes, or 5 pushes with 22 moves.
const TRADED: &str = "#######\n#.  $.#\n#@ #$ #\n#     #\n##    #\n#######\n";

#[test]
fn each_number_is_least_where_it_is_asked_for_first_and_second() {
    let texts = levels(FIRST_STEPS).into_iter().chain(levels(TRADED));
    for level in texts {
        let of = |value: &str| {
            let answer = checked_answer(&level, Options::default().with(&FEWEST, OptionValue::Text(value.into())));
            let counts = &answer.line.as_ref().expect("a line").counts;
            assert_eq!(answer.told().known, "found, proven best", "{value}");
            (counts["moves"], counts["pushes"])
        };
        let (moves_first, pushes_first) = (of("moves-then-pushes"), of("pushes-then-moves"));
        assert_eq!(moves_first.0, of("moves").0);
        assert_eq!(pushes_first.1, of("pushes").1);
        assert!(moves_first.1 >= pushes_first.1 && pushes_first.0 >= moves_first.0);
        assert!(moves_first.1 <= of("moves").1 && pushes_first.0 <= of("pushes").0);
        if level.text().starts_with(TRADED) {
            assert_eq!((moves_first, pushes_first), ((20, 7), (22, 5)));
        }
    }
}

#[test]
fn damaged_answers_about_moves_and_then_pushes_are_refused() {
    let level = levels(FIRST_STEPS).remove(3);
    let answer =
        checked_answer(&level, Options::default().with(&FEWEST, OptionValue::Text("moves-then-pushes".into())));
    let right = answer.body_as::<MoveSolution>().unwrap().clone();
    let changed: [fn(&mut MoveSolution); 5] = [
        |body| body.pushes -= 1,
        |body| body.moves += 1,
        |body| body.solution.truncate(1),
        |body| body.fewest_pushes = false,
        |body| (body.optimal, body.fewest_pushes, body.at_least) = (false, false, Some(body.moves + 1)),
    ];
    for change in changed {
        let (mut body, mut damaged) = (right.clone(), answer.clone());
        change(&mut body);
        damaged.body = Some(puzzles::AnyBody::new(body));
        assert!(puzzles::check(&level, &damaged, &Context::default()).is_err());
    }
    let line = answer.line.clone().unwrap();
    for line in [Line { text: "lurd".into(), ..line.clone() }, Line { counts: Default::default(), ..line }] {
        assert!(puzzles::check(&level, &Answer { line: Some(line), ..answer.clone() }, &Context::default()).is_err());
    }
}

#[test]
fn a_limit_between_the_numbers_leaves_the_first_one_proven() {
    let level = levels(FIRST_STEPS).remove(7);
    let question = |value: &str| Question {
        kind: QuestionKind::SOLVE,
        asked: Options::default().with(&FEWEST, OptionValue::Text(value.into())),
    };
    let whole = checked_answer(&level, question("moves-then-pushes").asked).spent.nodes;
    let mut open = 0;
    for nodes in (1..20).map(|part| whole * part / 20) {
        let answer = puzzles::ask(&level, &question("moves-then-pushes"), &Context::with_nodes(nodes)).unwrap();
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        if let Some(body) = answer.body_as::<MoveSolution>().filter(|body| body.at_least == Some(body.moves)) {
            assert!(!body.optimal && !body.fewest_pushes);
            assert_eq!(answer.told().known, "found, not proven best");
            open += 1;
        }
    }
    assert!(open > 0);
}

#[test]
fn an_answer_is_never_worse_than_the_solution_that_is_given() {
    let level = levels(BOXES).remove(0);
    let solve = |asked: Options, nodes| {
        let question = Question { kind: QuestionKind::SOLVE, asked };
        let answer = puzzles::ask(&level, &question, &Context::with_nodes(nodes))?;
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        Ok::<_, puzzles::AskError>(answer)
    };
    let found = solve(Options::default(), 20_000).unwrap();
    let line = found.line.clone().unwrap();
    let from = |text: &str| Options::default().with(&FROM, OptionValue::List(vec![text.to_owned()]));
    for fewest in ["moves", "pushes", "moves-then-pushes", "pushes-then-moves"] {
        let asked = from(&line.text).with(&FEWEST, OptionValue::Text(fewest.into()));
        let given = solve(asked, 10).unwrap();
        assert!(given.method.ends_with("; the given solution"), "{}", given.method);
        assert_eq!((&given.line, &*given.told().known), (&found.line, "found, not proven best"));
    }
    // Moves that do not win, and those that cannot be played, with their place in what is given.
    let refusal = |text: &str| solve(from(text), 10).unwrap_err().to_string();
    assert!(refusal("u").starts_with("the moves in 'from' do not win: after 1 move"), "{}", refusal("u"));
    assert!(solve(from(&line.text).switched(&ALL), 10).unwrap_err().to_string().contains("expected one of the two"));
}

#[test]
fn a_shortcut_without_moves_is_about_the_solution_that_the_level_states() {
    let room = "#######\n#@$ . #\n#     #\n#######\n";
    for (stated, is_best) in [("Intended: RR", true), ("Solution: drluRR", false)] {
        let level = levels(&format!("{room}{stated}\n")).remove(0);
        let answer = puzzles::ask(&level, &Question::plain(QuestionKind::SHORTCUT), &Context::default()).unwrap();
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        assert_eq!(answer.body_as::<Intended>().map(|body| body.is_best), Some(is_best), "{stated}");
    }
    let refused = puzzles::ask(&levels(room)[0], &Question::plain(QuestionKind::SHORTCUT), &Context::default());
    assert!(refused.unwrap_err().to_string().contains("and the level states none"));
}

#[test]
fn a_line_is_measured_as_sokoban_tools_do() {
    // One box is pushed right and, after a walk round it, down twice; then the other down twice.
    let level = levels("#########\n#       #\n# @$  $ #\n#       #\n#   . . #\n#########\n").remove(0);
    let moves = level.expand("rurdduurrdd").unwrap().unwrap();
    let line = level.notation().unwrap().write(&[], &moves).unwrap();
    assert_eq!(line.text, "RurDDuurrDD");
    let counts: Vec<(&str, u64)> = line.counts.iter().map(|(name, &count)| (name.as_str(), count)).collect();
    let expected = [
        ("box_changes", 2),
        ("box_lines", 3),
        ("moves", 11),
        ("player_lines", 7),
        ("pushes", 5),
        ("pushing_sessions", 3),
    ];
    assert_eq!(counts, expected);
    // From a position on the way the letters are those of the moves that are left.
    let rest = level.notation().unwrap().write(&moves[..5], &moves[5..]).unwrap();
    assert_eq!((rest.text.as_str(), rest.counts["pushes"]), ("uurrDD", 2));
    let solved = checked_answer(&level, Options::default());
    assert_eq!(
        solved.told().words[..2],
        ["11 moves: RurDDuurrDD", "2 box changes, 3 box lines, 7 player lines, 5 pushes, 3 pushing sessions",]
    );
}

#[test]
fn microban_one_takes_33_moves() {
    let Some(text) = testkit::data::text("data/microban.xsb") else { return };
    let collection = open(&text);
    assert_eq!((collection.entries().len(), select(collection.entries(), "155")), (155, Ok(154)));
    let first = collection.level(0, &Context::default()).unwrap();
    assert_eq!(checked_answer(&first, Options::default()).body_as::<Solution>().unwrap().moves, 33);
    assert_eq!(checked_answer(&first, pushes()).body_as::<PushSolution>().unwrap().pushes, 8);
}

#[test]
fn a_level_without_a_solution_is_proven_impossible_by_moves_and_by_pushes() {
    let level = levels("######\n#@$ .#\n#$  .#\n######\n").remove(0);
    for options in [Options::default(), pushes()] {
        let answer = checked_answer(&level, options);
        assert_eq!(answer.verdict, Some(Verdict::Impossible));
        let states = answer.proof_as::<Exhausted>().unwrap().states;
        let mut damaged = answer.clone();
        damaged.proof = Some(puzzles::AnyBody::new(Exhausted::over(states + 1)));
        assert!(puzzles::check(&level, &damaged, &Context::default()).is_err());
    }
}

#[test]
fn damaged_answers_about_pushes_are_refused() {
    let level = levels(FIRST_STEPS).remove(1);
    let answer = checked_answer(&level, pushes());
    let right = answer.body_as::<PushSolution>().unwrap().clone();
    let changed: [fn(&mut PushSolution); 5] = [
        |body| {
            // A walk there and back: a solution with as few pushes, and not with the fewest moves.
            body.solution.splice(0..0, ["right".to_owned(), "left".to_owned()]);
            body.moves += 2;
        },
        |body| body.pushes += 1,
        |body| body.moves += 1,
        |body| body.solution.truncate(1),
        |body| (body.optimal, body.at_least) = (false, None),
    ];
    for change in changed {
        let (mut body, mut damaged) = (right.clone(), answer.clone());
        change(&mut body);
        damaged.body = Some(puzzles::AnyBody::new(body));
        assert!(puzzles::check(&level, &damaged, &Context::default()).is_err());
    }
    let question = Question { kind: QuestionKind::SOLVE, asked: pushes().switched(&ALL) };
    assert!(puzzles::ask(&level, &question, &Context::default()).is_err());
}

#[test]
fn a_solution_of_fewest_pushes_has_the_fewest_moves_among_those() {
    let level = levels("#######\n#. $ @#\n#     #\n#. $  #\n#######\n").remove(0);
    let answer = checked_answer(&level, pushes());
    let body = answer.body_as::<PushSolution>().unwrap();
    assert_eq!((body.pushes, body.moves, body.fewest_moves), (4, 9, true));
    assert!(answer.method.contains("confirmed by breadth-first search over pushes"), "{}", answer.method);
    let confirmed = answer.confirmed.unwrap();
    assert_eq!((&*confirmed.by, confirmed.at_least), ("breadth-first search over pushes", 4));
}

#[test]
fn levels_of_every_shape_are_answered() {
    let row = |piece: &str, count: usize| piece.repeat(count);
    // More boxes than bits of a machine word, on more squares than two.
    let many = format!("{0}\n#@{1}#\n# {2}#\n# {3}#\n{0}\n", row("#", 68), row(" ", 65), row("$", 65), row(".", 65));
    // A box at home where nobody can go.
    let sealed = "#########\n#@ $ .#*#\n#########\n";
    // A box outside the player's walls that is not at home, and one on a dead square.
    let (lost, dead) = ("#########\n#@ $ .#$#\n# .   ###\n#########\n", "######\n#$@ .#\n#    #\n######\n");
    for (text, pushes_needed) in [(&*many, Some(65)), (sealed, Some(2)), (lost, None), (dead, None)] {
        let level = levels(text).remove(0);
        // Many boxes are solved by pushes within the limit, and by moves only begun.
        for (options, nodes) in [(pushes(), 12_000), (Options::default(), 1_000)] {
            let question = Question { kind: QuestionKind::SOLVE, asked: options.clone() };
            let answer = puzzles::ask(&level, &question, &Context::with_nodes(nodes)).unwrap();
            puzzles::check(&level, &answer, &Context::default()).unwrap();
            match pushes_needed {
                Some(needed) if options == pushes() => {
                    assert_eq!(answer.body_as::<PushSolution>().map(|body| body.pushes), Some(needed), "{text}");
                }
                Some(_) => assert_ne!(answer.verdict, Some(Verdict::Impossible), "{text}"),
                None => assert_eq!(answer.verdict, Some(Verdict::Impossible), "{text}"),
            }
        }
    }
}

#[test]
fn what_a_star_alone_sees_is_no_proof_that_there_is_no_solution() {
    let level = levels("##########\n#$       #\n#    $   #\n#  @    .#\n#   $  ..#\n##########\n").remove(0);
    for options in [pushes(), Options::default()] {
        let question = Question { kind: QuestionKind::SOLVE, asked: options };
        let answer = puzzles::ask(&level, &question, &Context::with_nodes(100)).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Unfinished));
        assert!(answer.method.contains("finds no solution, and breadth-first search"), "{}", answer.method);
        assert_eq!(answer.stopped(), Some("the limit on nodes was reached"));
    }
}

#[test]
fn a_limit_leaves_a_solution_that_is_marked_so() {
    let level = levels(BOXES).remove(0);
    let asked = |kind, asked| {
        let answer = puzzles::ask(&level, &Question { kind, asked }, &Context::with_nodes(20_000)).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Found));
        puzzles::check(&level, &answer, &Context::default()).unwrap();
        answer
    };
    let by_moves = asked(QuestionKind::SOLVE, Options::default());
    let line = by_moves.body_as::<Solution>().unwrap();
    assert!(!line.optimal && line.at_least.is_some_and(|bound| 100 < bound && bound < line.moves), "{line:?}");
    assert!(by_moves.method.contains("the limit on nodes was reached"), "{}", by_moves.method);

    let by_pushes = asked(QuestionKind::SOLVE, pushes());
    let fewer = by_pushes.body_as::<PushSolution>().unwrap();
    assert!(!fewer.optimal && !fewer.fewest_moves && fewer.pushes < 2 * fewer.at_least.unwrap(), "{fewer:?}");

    let hint = asked(QuestionKind::HINT, Options::default());
    let hint = hint.body_as::<HintUnproven>().unwrap();
    assert_eq!((hint.best.len(), hint.best.first(), hint.optimal), (1, line.solution.first(), false));
    assert!(hint.at_least < hint.at_most, "{hint:?}");
    assert!(asked(QuestionKind::REACH, Options::default()).body_as::<Reached>().unwrap().reachable);
}

#[test]
fn hints_and_reach_use_the_solver_and_hold() {
    for level in levels(FIRST_STEPS) {
        for kind in [QuestionKind::HINT, QuestionKind::REACH] {
            let answer = puzzles::ask(&level, &Question::plain(kind), &Context::default()).unwrap();
            assert_eq!(answer.verdict, Some(Verdict::Found));
            puzzles::check(&level, &answer, &Context::default()).unwrap();
        }
    }
}

#[test]
fn moves_as_tools_write_them_are_single_moves_that_undo_takes_back_one_by_one() {
    let level = levels(FIRST_STEPS).remove(1);
    let role = puzzles::role(&*level, None).unwrap();
    let mut record = Record::new(Arc::clone(&level), role);
    record.play("dRRurD").unwrap();
    assert_eq!(record.moves(), ["down", "right", "right", "up", "right", "down"]);
    assert!(record.position().status().solved);
    assert!(record.undo() && !record.position().status().solved && record.moves().len() == 5);
    assert!(record.redo() && record.position().status().solved);
    record.restart();
    assert!(record.play("dRRxrD").is_err() && record.moves().is_empty());
    let asked = Question::after(QuestionKind::HINT, &["d2Ru".to_owned()]);
    let hint = puzzles::ask(&level, &asked, &Context::default()).unwrap();
    assert_eq!(hint.asked.moves(), ["d2Ru"]);
    assert_eq!(hint.body_as::<puzzles::solution::Hint>().unwrap().moves_left, 2);
}

#[test]
fn sokoban_obeys_the_laws() {
    laws::check_texts(&Sokoban, &["#####\n#@$.#\n#####\n", "######\n#@$ .#\n#$  .#\n######\n"], None);
}

/// Files as older tools left them.
#[test]
fn files_of_older_tools_are_read() {
    let bytes = |bytes: &[u8]| Sokoban.open(Arc::new(bytes.to_vec()), &Context::default());
    let refused = |text: &[u8]| bytes(text).map(|_| ()).expect_err("no collection").to_string();
    let level = |text: &[u8]| bytes(text).expect("a collection").level(0, &Context::default()).expect("a level");
    // A Ctrl-Z ends a text, and is refused within one.
    assert_eq!(level(b"#####\r\n#@$.#\r\n#####\r\n\x1a").text(), "#####\n#@$.#\n#####\n");
    assert!(refused(b"#####\n#@$.#\n#####\n\x1a\n; more").starts_with("4:1: a control character"));
    // Plain text declares no encoding: what is not UTF-8 is read as Windows-1252, with a note.
    let cafe = level(b"#####\n#@$.#\n#####\nTitle: Caf\xe9 \x96 2\n");
    assert_eq!(cafe.text(), "#####\n#@$.#\n#####\nTitle: Café – 2\n");
    let told: Vec<String> = cafe.diagnosis().problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["4:11: warning: this character is not UTF-8, and the text is read as Windows-1252; expected text in UTF-8"]
    );
    assert!(refused(b"\xff\xfe#\0#\0").starts_with("1:1: the text is UTF-16"));
    // Decoration outside the walls is kept, and changes nothing.
    let decorated = level(b"  *\n#####\n#@$.#\n#####\n**\n");
    assert_eq!(decorated.text(), "  *\n#####\n#@$.#\n#####\n**\n");
    let answer = checked_answer(&decorated, Options::default());
    assert_eq!(answer.body_as::<Solution>().map(|solution| solution.moves), Some(1));
    // Other games are refused by their names.
    assert_eq!(
        refused(b"Game: Hexoban\n\n####\n#@$.#\n####\n"),
        "1:1: these are levels of the game Hexoban; expected levels of Sokoban"
    );
    assert_eq!(level(b"Game: Sokoban\n\n#####\n#@$.#\n#####\n").diagnosis().problems.len(), 0);
}

#[test]
fn an_explicit_title_replaces_a_number_above_the_level() {
    let text = "Set\n\n; 1\n\n#####\n#@$.#\n#####\nTitle: Doormat\n\n; 2\n\n######\n#@ $.#\n######\nTitle: Pantry\n";
    let titles = |text: &str| open(text).entries().iter().map(|entry| entry.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(text), ["Doormat", "Pantry"].map(|title| Some(title.to_owned())));
    // Where no title is given, the number stays.
    assert_eq!(titles(&text.replace("Title: Pantry\n", "")), ["Doormat", "2"].map(|title| Some(title.to_owned())));
}
