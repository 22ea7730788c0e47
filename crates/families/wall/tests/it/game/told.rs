//! What is told of the game beside its numbers: why a move cannot be played, how a game without a winner stands, the
//! rules.

use puzzles::judge::Judgement;
use puzzles::options::{MOVES, REVEAL};
use puzzles::{Body, words};

use super::*;

const TWO_ROWS: &str = "042\n391\n";

/// Why the last of these moves cannot be played.
fn refused(text: &str, role: &'static str, moves: &[&str]) -> String {
    let mut record = Record::new(load(text), Role(role));
    let (last, first) = moves.split_last().unwrap();
    first.iter().for_each(|played| record.play(played).unwrap());
    record.play(last).unwrap_err().reason
}

/// A question about the position after these moves.
fn about(kind: QuestionKind, moves: &[&str], role: &str, rule: Option<&str>) -> Question {
    let line = moves.iter().map(|&played| played.to_owned()).collect();
    let asked = Options::default().with(&MOVES, OptionValue::List(line)).with(&ROLE, OptionValue::Text(role.into()));
    let rule = rule.map(|rule| OptionValue::Text(rule.into()));
    Question { kind, asked: rule.map_or(asked.clone(), |rule| asked.with(&RULE, rule)) }
}

fn lines(text: &str, question: &Question) -> String {
    words::lines(&asked(text, question)).join("\n")
}

#[test]
fn a_gap_that_cannot_be_left_is_told_for_what_it_is() {
    assert_eq!(refused(TWO_ROWS, "eel", &["gap 4"]), "there is no column 4");
    assert_eq!(refused(TWO_ROWS, "eel", &["gap 2", "gap 2"]), "the game is over");
    assert_eq!(refused("0x2\n391\n", "eel", &["gap 3"]), "a blocked cell keeps Rabbit from column 3");
    assert_eq!(refused("012\n3x1\n", "eel", &["gap 2"]), "Rabbit could not reach the last row that way");
    assert_eq!(refused(TWO_ROWS, "rabbit", &["right", "down", "left"]), "the game is over");
}

#[test]
fn the_moves_of_the_other_side_are_said_to_be_the_programs() {
    let live = "; rule: live\n123\n456\n";
    let said = refused(live, "eel", &["start 3"]);
    assert!(said.starts_with("the program makes Rabbit's moves; expected wall or open"), "{said}");
    assert_eq!(
        refused(live, "rabbit", &["wall"]),
        "the program makes Eel's moves; expected start 1, start 2 or start 3"
    );
    assert!(refused(live, "rabbit", &["start 1", "start 2"]).starts_with("Rabbit has started; expected "));
    let free = "; rule: free\n; walls: 1,1\n042\n391\n";
    for text in [TWO_ROWS, free] {
        for eels in ["done", "gap 3", "wall 1,2", "open 1,1"] {
            assert_eq!(refused(text, "rabbit", &[eels]), "the program makes Eel's moves; expected left, right or down");
        }
        for rabbits in ["left", "down"] {
            let said = refused(text, "eel", &[rabbits]);
            assert!(said.starts_with("the program makes Rabbit's moves; expected "), "{said}");
        }
        assert_eq!(refused(text, "rabbit", &["up"]), "expected left, right or down");
    }
}

#[test]
fn one_best_start_is_told_as_one_and_several_as_several() {
    let told = |text: &str| lines(text, &Question::plain(QuestionKind::SOLVE));
    assert_eq!(told("; rule: live\n12\n34\n"), "the value under the live rule is 6; best start: column 2");
    assert!(told("; rule: live\n11\n11\n").ends_with("best starts: columns 1, 2"));
}

#[test]
fn a_drawn_hint_rings_the_best_moves() {
    for (rule, role, rings) in
        [(None, "eel", 1), (None, "rabbit", 1), (Some("free"), "eel", 2), (Some("live"), "rabbit", 2)]
    {
        let question = about(QuestionKind::HINT, &[], role, rule);
        let answer = asked(TWO_ROWS, &question);
        let picture = puzzles::explain(&load(TWO_ROWS), &answer, &Context::default());
        let frame = picture.frames.last().unwrap();
        let drawn = frame.overlays.iter().filter(|mark| matches!(mark, picture::Overlay::Ring { .. })).count();
        assert_eq!(drawn, rings, "{rule:?} {role}: {frame:?}");
        assert!(frame.caption.ends_with("; best moves in circles"), "{}", frame.caption);
    }
}

#[test]
fn rules_name_blocked_cells_where_there_are_some_and_no_side_that_is_played() {
    assert!(!load(TWO_ROWS).guide().rules.contains("blocked"));
    assert!(load("04x\n391\n").guide().rules.contains("x is blocked"));
    let live = load(&format!("; rule: live\n{TWO_ROWS}")).guide().rules;
    assert!(!live.contains("blocked") && !live.contains("program"), "{live}");
}

#[test]
fn generated_levels_of_a_size_are_told_apart_by_their_titles() {
    let title = |seed: u64| {
        let options = puzzles::GenerateOptions { seed, board: Some("3x3".into()), ..Default::default() };
        let text = puzzles::generate(&Wall, &options, &Context::default()).unwrap();
        text.lines().next().unwrap().to_owned()
    };
    assert_eq!(title(7), "; title: Rabbit and Eel, 3 x 3, seed 7");
    assert_ne!(title(7), title(8));
}

/// A wall that is opened again costs nothing, whether it is one of the best walls or not.
#[test]
fn nothing_is_lost_while_walls_can_be_taken_back() {
    let hint = lines(TWO_ROWS, &about(QuestionKind::HINT, &[], "eel", Some("free")));
    assert!(hint.contains("nothing is lost yet, since walls can be taken back"), "{hint}");
    let judged = lines(TWO_ROWS, &about(QuestionKind::JUDGE, &["wall 1,2", "open 1,2"], "eel", Some("free")));
    assert!(judged.contains("no move lost anything") && !judged.contains("every move was best"), "{judged}");
    let walking = lines(TWO_ROWS, &about(QuestionKind::HINT, &[], "rabbit", None));
    assert!(!walking.contains("nothing is lost"), "{walking}");
    let answer = asked(TWO_ROWS, &about(QuestionKind::HINT, &[], "rabbit", None));
    assert!(!holds(&load(TWO_ROWS), &changed::<Hint>(&answer, &|hint| hint.revocable = true)));
}

/// Nobody wins this game: it ends with a value.
#[test]
fn a_game_without_a_winner_is_not_said_to_be_won() {
    let mut first = about(QuestionKind::HINT, &[], "eel", None);
    first.asked = first.asked.with(&REVEAL, OptionValue::Number(2));
    assert_eq!(lines(TWO_ROWS, &first), "The end can be reached.\nIt costs more than 7 and less than 16.");
    let judged = lines(TWO_ROWS, &about(QuestionKind::JUDGE, &["right", "down"], "rabbit", None));
    assert!(judged.contains("after 0 moves: a cost of 13 is still to pay"), "{judged}");
    assert!(judged.contains("after 2 moves: nothing is left to pay"), "{judged}");
    let answer = asked(TWO_ROWS, &about(QuestionKind::HINT, &[], "eel", None));
    let standing = answer.body_as::<Hint>().unwrap().advice().unwrap().standing;
    assert_eq!(standing, "Best play from here costs 13 more.");
    let answer = asked("0\n1\n", &about(QuestionKind::JUDGE, &["gap 1"], "eel", None));
    let words = answer.body_as::<Judgement>().unwrap().words();
    assert!(words.iter().all(|line| !line.contains("won")), "{words:?}");
}

#[test]
fn a_level_tells_the_rules_of_its_own_game() {
    for (header, own, others) in [
        ("", "exactly one gap", ["free", "live"]),
        ("; rule: live\n", "the live rule", ["free", "one gap"]),
        ("; rule: free\n", "the free rule", ["live", "one gap"]),
    ] {
        let rules = load(&format!("{header}{TWO_ROWS}")).guide().rules;
        assert!(rules.contains(own), "{rules}");
        assert!(others.iter().all(|other| !rules.contains(other)), "{rules}");
    }
}
