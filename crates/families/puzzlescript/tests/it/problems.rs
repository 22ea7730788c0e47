//! PuzzleScript texts with errors and warnings: what is valid, what is asked, and what answers say of it.

use std::sync::Arc;

use engines::{Budget, Context};
use puzzles::family::Collection;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::validity::Decided;
use puzzles::{Answer, Family, Level, LoadError, Problem, ProblemCounts, Question, QuestionKind, Severity, Validity};

const GAME: &str = "title Lamps\n\nOBJECTS\nBackground\nblack\n\nWall\nbrown\n\nPlayer\ngreen\n\nCrate\norange\n\nLamp\nblue\n\n\
    LEGEND\n. = Background\n# = Wall\nP = Player\n* = Crate\nO = Lamp\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nLamp\n\
    Player, Wall, Crate\n\nRULES\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\nWINCONDITIONS\nall Lamp on Crate\n\n\
    LEVELS\n\n######\n#P*.O#\n######\n\n######\n#P*O.#\n######\n";

type Opened = Result<Box<dyn Collection>, LoadError>;

fn open(text: &str) -> Opened {
    PuzzleScript.open(Arc::new(text.as_bytes().to_vec()), &Context::default())
}

fn level(text: &str, index: usize) -> Arc<dyn Level> {
    open(text).expect("a game").level(index, &Context::default()).expect("a level")
}

fn problems(opened: Opened) -> Vec<Problem> {
    match opened.err() {
        Some(LoadError::Invalid(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

fn counts(errors: u64, warnings: u64) -> ProblemCounts {
    ProblemCounts { errors, warnings }
}

fn solved(level: &Arc<dyn Level>) -> Answer {
    puzzles::ask(level, &Question::plain(QuestionKind::SOLVE), &Context::default()).expect("an answer")
}

/// A text beside the project.
fn case(name: &str) -> Option<String> {
    testkit::data::text(&format!("cases/puzzlescript/{name}.puzzlescript"))
}

#[test]
fn a_text_with_errors_runs_and_its_answers_count_them() {
    let text = GAME
        .replace("\n\nWINC", "\n[ Crat ] -> [ ]\n[ Player ] -> [ Player ] sfx0\n\nWINC")
        .replace("#P*O.#", "#P*O?#");
    let (first, second) = (level(&text, 0), level(&text, 1));
    assert_eq!(Validity::of(Ok(Arc::clone(&first))).words(), "2 errors, 1 warning: runs all the same");
    // The error in the second level is no error of the first.
    assert_eq!([first.diagnosis().counts, second.diagnosis().counts], [counts(1, 1), counts(2, 1)]);
    for level in [first, second] {
        let alone = self::level(&level.text(), 0);
        assert_eq!(alone.diagnosis().counts, level.diagnosis().counts);
        let answer = solved(&level);
        assert_eq!(answer.problems, level.diagnosis().counts);
        let json = serde_json::to_value(&answer).expect("JSON");
        assert_eq!((&json["errors"], &json["warnings"]), (&answer.problems.errors.into(), &1.into()));
        let read = Answer::from_value(level.info(), json).expect("an answer");
        assert_eq!(read.problems, answer.problems);
        assert!(puzzles::check(&level, &read, &Context::default()).expect("a check").is_whole());
        let wrong = Answer { problems: counts(7, 1), ..read.clone() };
        let refused = puzzles::check(&level, &wrong, &Context::default()).expect_err("other counts").to_string();
        assert!(refused.contains("not 7 errors, 1 warning"), "{refused}");
        // Older answers say nothing of errors.
        let older = Answer { problems: ProblemCounts::default(), ..read };
        assert!(puzzles::check(&level, &older, &Context::default()).is_ok());
    }
    let answer = serde_json::to_value(solved(&level(GAME, 0))).expect("JSON");
    assert!(answer.get("errors").is_none() && answer.get("warnings").is_none());
}

#[test]
fn what_the_reference_does_not_start_is_not_valid() {
    let rules =
        |count: usize| GAME.replace("\n\nWINC", &format!("{}\n\nWINC", "\n[ > Player | Crat ] -> [ | ]".repeat(count)));
    // It counts each of these lines twice.
    assert_eq!(level(&rules(2), 0).diagnosis().counts, counts(2, 0));
    let found = problems(open(&rules(3)));
    assert_eq!(ProblemCounts::of(&found), counts(3, 1));
    let first = "1:1: warning: PuzzleScript counts 6 errors in this text and does not start it; expected at most 5";
    assert_eq!(found[0].to_string(), first);
    assert!(found[1].message.ends_with("(did you mean Crate?)"), "{found:?}");
    let validity = Validity::of(Err(LoadError::Invalid(found)));
    assert_eq!((validity.valid, &*validity.words()), (false, "not valid: 3 errors, 1 warning"));
}

#[test]
fn settings_of_other_dialects_that_change_play_make_questions_refuse() {
    let settings = ["mouse_left Crate", "case_sensitive", "nokeyboard", "runtime_metadata_twiddling"];
    let texts = settings.map(|setting| GAME.replace("title Lamps", &format!("title Lamps\n{setting}")));
    let tags = GAME.replace("title Lamps\n", "title Lamps\nTAGS\n\nkind = a b\n");
    for text in texts.into_iter().chain([tags]) {
        let level = level(&text, 0);
        assert_eq!((level.diagnosis().counts, level.questions().len()), (counts(1, 0), 0), "{text}");
        for kind in [QuestionKind::SOLVE, QuestionKind::HINT, QuestionKind::MAP, QuestionKind::JUDGE] {
            let refusal = puzzles::ask(&level, &Question::plain(kind), &Context::default()).expect_err("a refusal");
            assert!(refusal.to_string().starts_with("line 2 uses the "), "{refusal}");
        }
        // It is played all the same.
        let run = puzzles::ask(&level, &Question::plain(QuestionKind::RUN), &Context::default()).expect("a run");
        assert_eq!(run.problems, counts(1, 0));
    }
}

#[test]
fn settings_of_other_dialects_that_change_looks_are_told_and_ignored() {
    let settings =
        "smoothscreen 5x5\ntween_length 0.1\nlevel_select\ntitle_color red\ncustom_font x\nskip_title_screen";
    let level = level(&GAME.replace("title Lamps", &format!("title Lamps\n{settings}")), 0);
    assert_eq!(level.diagnosis().counts, counts(0, 6));
    assert!(level.diagnosis().problems.iter().all(|problem| problem.severity == Severity::Warning));
    assert_eq!(puzzles::words::verdict(&solved(&level)), "found, proven best");
}

#[test]
fn commands_of_other_dialects_make_questions_refuse() {
    for rule in ["[ > Player | Wall ] -> undo", "[ > Player | Wall ] -> [ Player | Wall undo ]"] {
        let level = level(&GAME.replace("\n\nWINC", &format!("\n{rule}\n\nWINC")), 0);
        assert_eq!(level.diagnosis().counts, counts(1, 0), "{:?}", level.diagnosis().problems);
        assert_eq!(level.diagnosis().problems[0].line, 35);
        let refusal =
            puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).expect_err("a refusal");
        assert!(refusal.to_string().starts_with("line 35 uses the command `undo`"), "{refusal}");
    }
}

#[test]
fn a_game_of_messages_alone_is_refused_where_they_are() {
    let (head, _) = GAME.split_once("######").expect("levels");
    let told = |levels: &str| -> Vec<String> {
        problems(open(&format!("{head}{levels}"))).iter().map(ToString::to_string).collect()
    };
    let alone = "the game has messages alone and no level, so there is nothing to play or to solve";
    let expected = "expected a level: rows of characters below LEVELS";
    assert_eq!(told("message Hello\n\nmessage there\n"), [format!("41:1: {alone}; {expected}")]);
    // What PuzzleScript says where there is no message either, once, at the heading.
    assert_eq!(told(""), ["39:1: there is no level; expected at least one in the section LEVELS"]);
}

#[test]
fn lines_end_in_any_way_and_a_text_in_ctrl_z() {
    let (wrong, begin) = (GAME.replace("orange", "oragne"), GAME.split_once("LEGEND").expect("a legend").0.len());
    let returns = |text: &str| text.replace('\n', "\r");
    let mixed = |text: &str| format!("{}{}", returns(&text[..begin]), &text[begin..].replace('\n', "\r\n"));
    let ways: [&dyn Fn(&str) -> String; 5] = [
        &returns,
        &mixed,
        &|text| text.replace('\n', "\r\n"),
        // As a file looks that was converted twice.
        &|text| text.replace('\n', "\r\r\n"),
        &|text| format!("{}\u{1a}", returns(text)),
    ];
    for way in ways {
        let level = level(&way(GAME), 1);
        assert_eq!(level.diagnosis().problems, []);
        assert_eq!(puzzles::words::proven(&solved(&level)), Some(1));
        let found: Vec<String> =
            self::level(&way(&wrong), 0).diagnosis().problems.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("14:1: \"oragne\" is not a colour"), "{found:?}");
        let control = way(&GAME.replace("black", "bl\u{1}ack"));
        let found = problems(open(&control));
        assert_eq!(found[0].to_string(), "5:3: a control character; expected text", "{control:?}");
        assert_eq!(PuzzleScript.title(&way(GAME)).as_deref(), Some("Lamps"));
        let text = way(GAME);
        let found = puzzles::recognition::recognise(&[&PuzzleScript], &text, &Context::default());
        assert!(found.is_ok_and(|found| found.is_certain), "{text:?}");
    }
}

#[test]
fn a_level_that_is_won_at_its_start_is_told_by_its_number() {
    let text = GAME.replace("#P*O.#", "#P..@#").replace("* = Crate", "* = Crate\n@ = Crate and Lamp");
    let level = level(&text, 1);
    let told: Vec<String> = level.diagnosis().problems.iter().map(ToString::to_string).collect();
    let expected =
        "46:1: warning: level 2 meets the win conditions at its start; expected something to do before it is won";
    assert_eq!(told, [expected]);
    assert_eq!([self::level(&text, 0).diagnosis().counts, level.diagnosis().counts], [counts(0, 0), counts(0, 1)]);
    assert_eq!(self::level(&level.text(), 0).diagnosis().counts, level.diagnosis().counts);
    assert_eq!(Validity::of(Ok(level)).words(), "valid, 1 warning");
    // Rules that run first make another board, and a level with an unknown character has none.
    for other in
        [text.replace("title Lamps", "title Lamps\nrun_rules_on_level_start"), text.replace("#P..@#", "#?..@#")]
    {
        assert!(
            self::level(&other, 1).diagnosis().problems.iter().all(|problem| !problem.message.contains("at its start"))
        );
    }
    if let Some(text) = case("cellar") {
        let problems = self::level(&text, 0).diagnosis().problems;
        let told: Vec<_> = problems.iter().map(|problem| (problem.line, problem.message.as_str())).collect();
        assert_eq!(told, [(80, "level 1 meets the win conditions at its start")]);
    }
}

#[test]
fn an_impossible_level_is_told_from_an_unfinished_one_beside_its_par() {
    let text = GAME.replace("#P*O.#", "*P.O.#");
    let report = |index: usize, nodes: Option<u64>| {
        let level = level(&text, index);
        let cx = Context::new(Budget { nodes, ..Budget::default() });
        let answer = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &cx).expect("an answer");
        let decided = Some(Decided::of(Some("3"), &answer));
        Validity { decided, ..Validity::of(Ok(Arc::clone(&level))) }.object(None)["answer"].clone()
    };
    let (impossible, unfinished) = (report(1, None), report(0, Some(0)));
    assert_eq!([&impossible["proven"], &unfinished["proven"]], [&serde_json::Value::Null; 2]);
    assert_eq!((&impossible["verdict"], &unfinished["verdict"]), (&"impossible".into(), &"unfinished".into()));
}

#[test]
fn the_small_inputs_that_failed_before() {
    let not_valid = ["a45", "a37_gosub"];
    for text in not_valid.into_iter().filter_map(case) {
        let found = problems(open(&text));
        assert!(found[0].message.starts_with("PuzzleScript counts "), "{found:?}");
        assert!(ProblemCounts::of(&found).errors > 1, "{found:?}");
    }
    if let Some(text) = case("lamps-bad") {
        let level = level(&text, 0);
        let told: Vec<String> = level.diagnosis().problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("88:15: \"crat\" is not declared") && told[0].contains("(did you mean Crate?)"));
        assert!(told[1].starts_with("115:7: ? is not declared as a key of levels"), "{told:?}");
        assert_eq!(level.diagnosis().counts, counts(1, 0));
    }
    if let Some(text) = case("a22c") {
        let level = level(&text, 0);
        assert_eq!(level.diagnosis().counts, counts(0, 1));
        let told = level.diagnosis().problems[0].message.clone();
        assert_eq!(told, "\"99999999999\" is no whole number that a screen can have");
    }
    if let Some(text) = case("plus-prelude") {
        let level = level(&text, 0);
        assert_eq!(level.diagnosis().counts, counts(0, 1));
        assert_eq!(level.diagnosis().problems[0].line, 2);
        assert_eq!(puzzles::words::proven(&solved(&level)), Some(3));
    }
    if let Some(text) = case("plus-tags") {
        let level = level(&text, 0);
        assert_eq!(level.diagnosis().counts, counts(1, 0));
        let refusal =
            puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).expect_err("a refusal");
        assert!(refusal.to_string().starts_with("line 12 uses the section `tags`"), "{refusal}");
    }
}
