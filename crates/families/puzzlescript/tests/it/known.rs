//! Small PuzzleScript games with known answers to every question: what follows a turn, and cells that hold two objects
//! of a layer. Each answer is checked by the plain
//! engine, too.

use std::sync::Arc;

use engines::Context;
use puzzles::options::MOVES;
use puzzles::puzzlescript::PuzzleScript;
use puzzles::{Answer, Family, Level, OptionValue, Options, Question, QuestionKind};
use serde_json::{Value, json};

/// A game with these settings, collision layers in front of the background, rules, conditions and rows of levels.
/// Objects are written by the first letters of their names.
fn game(settings: &str, layers: &[&str], rules: &str, win: &str, rows: &str) -> String {
    let names = layers.iter().flat_map(|layer| layer.split(", ")).chain(["Background"]);
    let object = |name: &str| match &name[..1] {
        letter if letter == name || name == "Background" => format!("{name}\nblue\n\n"),
        letter => format!("{name} {letter}\nblue\n\n"),
    };
    let objects: String = names.map(object).collect();
    format!(
        "title Known\n{settings}\n\nobjects\n{objects}\nlegend\n. = Background\n\nsounds\n\n\
         collisionlayers\nBackground\n{}\n\nrules\n{rules}\n\nwinconditions\n{win}\n\nlevels\n{rows}\n",
        layers.join("\n")
    )
}

fn level(text: &str, number: usize) -> Arc<dyn Level> {
    let cx = Context::default();
    let collection = PuzzleScript.open(Arc::new(text.as_bytes().to_vec()), &cx).expect("a game");
    collection.level(number - 1, &cx).expect("a level")
}

/// The answer to a question after some moves, as JSON; it holds, with nothing left unchecked.
fn answer(level: &Arc<dyn Level>, kind: QuestionKind, moves: &[&str]) -> Value {
    let list = moves.iter().map(|&text| text.to_owned()).collect();
    let asked =
        if moves.is_empty() { Options::default() } else { Options::default().with(&MOVES, OptionValue::List(list)) };
    let answer: Answer = puzzles::ask(level, &Question { kind, asked }, &Context::default()).expect("an answer");
    let checked = puzzles::check(level, &answer, &Context::default()).expect("the answer holds");
    assert!(checked.not_rechecked.is_empty(), "{:?}", checked.not_rechecked);
    serde_json::to_value(&answer).expect("JSON")["answer"].take()
}

/// Of a solution: how many moves, and of a count how many ways.
fn solved(level: &Arc<dyn Level>) -> (Value, Value) {
    let (one, all) = (answer(level, QuestionKind::SOLVE, &[]), answer(level, QuestionKind::COUNT, &[]));
    assert_eq!(one["moves"], all["moves"]);
    (one["moves"].clone(), all["solutions"].clone())
}

/// The text of a case beside the project.
fn shared(name: &str) -> Option<String> {
    testkit::data::text(&format!("cases/puzzlescript/{name}"))
}

/// Every input makes a mark, but that into the stone, which goes back.
fn back() -> String {
    let marks = ["up", "left", "action"].map(|way| format!("[ {way} Player ] -> [ Player Mark ]\n")).concat();
    game("", &["Mark", "Player, Stone"], &format!("{marks}[ > Player | Stone ] -> restart"), "no Mark", "PS")
}

#[test]
fn a_restart_onto_a_won_board_wins_in_every_answer() {
    let level = level(&back(), 1);
    // Down leaves the board as it is, and wins as any input does where the conditions hold.
    assert_eq!(solved(&level), (json!(1), json!(2)));
    assert_eq!(answer(&level, QuestionKind::HINT, &[])["best"], json!(["down", "right"]));
    assert_eq!(answer(&level, QuestionKind::HINT, &["up"])["best"], json!(["right"]));
    let judged = answer(&level, QuestionKind::JUDGE, &["up", "left", "right"]);
    let left: Vec<&Value> =
        judged["positions"].as_array().expect("positions").iter().map(|it| &it["moves_left"]).collect();
    assert_eq!(left, [&json!(1), &json!(1), &json!(1), &json!(0)]);
    let run = answer(&level, QuestionKind::RUN, &["up", "right"]);
    assert_eq!(run["solved"], true);
}

#[test]
fn a_restart_plays_the_first_tick_from_the_board_of_before_it() {
    // Each turn turns A into B and B into C; a level begins with B, and so does a restart.
    let rules = "[ action Player ] -> restart\nlate [ B ] -> [ C ]\nlate [ A ] -> [ B ]";
    let text = game("run_rules_on_level_start", &["A, B, C", "Player"], rules, "some B", "PA");
    let level = level(&text, 1);
    assert_eq!(solved(&level), (json!(1), json!(1)));
    assert_eq!(answer(&level, QuestionKind::SOLVE, &["up", "down"])["solution"], json!(["action"]));
}

#[test]
fn two_objects_of_a_layer_in_a_cell_are_searched() {
    // A gem is put beside the crate, into its layer, and the win needs both. A push takes the gem away again.
    let rules = "[ action Player | Crate ] -> [ Player | Crate Gem ]\n[ > Player | Crate ] -> [ > Player | > Crate ]";
    let win = "some Gem on Target\nsome Crate on Target";
    let text = game("", &["Target", "Crate, Gem", "Player"], rules, win, "PC.T\n\nP.T.");
    let first = level(&text, 1);
    assert_eq!(solved(&first), (json!(3), json!(1)));
    assert_eq!(answer(&first, QuestionKind::HINT, &["right", "right"])["best"], json!(["action"]));
    assert_eq!(answer(&level(&text, 2), QuestionKind::SOLVE, &[]), json!(null), "impossible");
}

#[test]
fn a_map_ends_where_the_level_is_won() {
    let text = game("", &["Target", "Player"], "", "some Player on Target", "P.T......");
    let map = answer(&level(&text, 1), QuestionKind::MAP, &[]);
    assert_eq!((&map["states"], &map["largest"], &map["distances"]), (&json!(3), &json!(2), &json!([1, 1, 1])));
    assert_eq!(map["hardest"].as_array().map(Vec::len), Some(1));
}

#[test]
fn shared_cases_of_restarts_have_their_answers() {
    let (Some(wins), Some(count)) = (shared("restart-wins.ps"), shared("restart-count.ps")) else { return };
    let Some(two) = shared("two-in-a-layer.ps") else { return };
    assert_eq!(answer(&level(&two, 1), QuestionKind::SOLVE, &[])["solution"], json!(["right", "action", "left"]));
    let Some(beyond) = shared("beyond.ps") else { return };
    assert_eq!(answer(&level(&beyond, 1), QuestionKind::MAP, &[])["states"], json!(3));
    let won = answer(&level(&wins, 1), QuestionKind::SOLVE, &[]);
    assert_eq!((&won["moves"], &won["solution"]), (&json!(1), &json!(["left"])));
    assert_eq!(solved(&level(&count, 2)), (json!(1), json!(5)));
}
