//! The shipped scripts' known answers, the laws of every family, and what becomes of scripts that fail.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use engines::Context;
use puzzles::answer::Worth;
use puzzles::{Answer, Asked, Body, Family, Kind, Level, Problems, Proof, Question, Refusal, Verdict, Wish, laws};
use script::Script;

fn load(text: &str) -> Arc<dyn Level> {
    Script.load(Arc::new(text.as_bytes().to_vec())).unwrap()
}

fn refused(text: &str) -> Problems {
    Script.load(Arc::new(text.as_bytes().to_vec())).err().unwrap()
}

fn shipped(name: &str) -> &'static str {
    Script.card().levels.iter().find(|level| level.name == name).unwrap().text
}

fn ask(level: &Arc<dyn Level>, kind: Kind) -> Result<Answer, Refusal> {
    puzzles::ask(Script.card(), level, &Question::plain(kind), &Context::default())
}

fn moves(level: &Arc<dyn Level>) -> u64 {
    let answer = ask(level, Kind::Solve).unwrap();
    level.check(&Question::plain(Kind::Solve), &answer, &Context::default()).unwrap();
    match answer.body {
        Some(Body::Solution(solution)) if solution.optimal => solution.moves,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_shipped_puzzles_have_their_known_optima() {
    for (name, known) in [("wolf-goat-cabbage", 7), ("jugs", 6), ("sokoban", 33), ("peg-solitaire", 5), ("hanoi", 31)] {
        let level = load(shipped(name));
        assert_eq!(moves(&level), known, "{name}");
        assert_eq!(level.par(), Some(known.to_string()), "{name}");
    }
}

#[test]
fn scripts_obey_the_laws() {
    laws::check(&Script, &[&Script.generate(&Wish::default(), &Context::default()).unwrap(), NO_WAY, DRAWN]).unwrap();
}

/// A step forwards from 0 to 9, but never onto 10.
const NO_WAY: &str = "return { name = 'no way', start = 0,
    moves = function(n) return if n < 9 then { { name = 'on', to = n + 1 } } else {} end,
    solved = function(n) return n == 10 end }";

/// A game that nobody can force: the two go round for ever.
const DRAWN: &str = "return { name = 'round', players = 2, start = 0,
    moves = function(n) return { { name = 'on', to = (n + 1) % 3 } } end }";

#[test]
fn templates_are_the_shipped_scripts() {
    let wish = |template: &str| Wish { template: Some(template.into()), ..Wish::default() };
    assert_eq!(Script.generate(&wish("sokoban"), &Context::default()).unwrap(), shipped("sokoban"));
    assert!(Script.generate(&wish("chess"), &Context::default()).is_err());
    assert_eq!(moves(&load(&Script.generate(&Wish::default(), &Context::default()).unwrap())), 5);
}

#[test]
fn exhausting_the_states_is_impossible() {
    let level = load(NO_WAY);
    for kind in [Kind::Solve, Kind::Reach, Kind::Map, Kind::Hint, Kind::Count] {
        let answer = ask(&level, kind).unwrap();
        assert_eq!((answer.verdict, answer.proof), (Some(Verdict::Impossible), Some(Proof::Exhausted { states: 10 })));
    }
    let jugs = shipped("jugs").replace("{ 3, 5 }", "{ 4, 6 }").replace("target = 4", "target = 5");
    assert_eq!(ask(&load(&jugs), Kind::Solve).unwrap().verdict, Some(Verdict::Impossible));
}

#[test]
fn nim_is_won_where_bouton_says() {
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..200 {
        let heaps: Vec<u64> = (0..1 + next(3)).map(|_| next(8)).collect();
        let text: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let level = load(&shipped("nim").replace("{ 3, 4, 5 }", &format!("{{ {} }}", text.join(", "))));
        let Some(Body::Value(value)) = ask(&level, Kind::Solve).unwrap().body else { panic!() };
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        assert_eq!(value.value, if sum == 0 { Worth::Loss } else { Worth::Win }, "{heaps:?}");
        if sum != 0 {
            let wins = heaps.iter().enumerate().filter(|(_, heap)| *heap ^ sum < **heap);
            let wins: Vec<String> =
                wins.map(|(at, heap)| format!("take {} from heap {}", heap - (heap ^ sum), at + 1)).collect();
            assert!(!value.best.is_empty() && value.best.iter().all(|best| wins.contains(best)), "{heaps:?} {value:?}");
        }
    }
}

#[test]
fn a_game_that_goes_round_is_a_draw() {
    let Some(Body::Value(value)) = ask(&load(DRAWN), Kind::Solve).unwrap().body else { panic!() };
    assert_eq!((value.value, value.distance), (Worth::Draw, None));
}

#[test]
fn a_bound_that_overestimates_is_detected_and_changes_no_answer() {
    let wrong = shipped("hanoi").replace("return 2 ^ (disk - 1)", "return if disk == 3 then 100 else 2 ^ (disk - 1)");
    let answer = ask(&load(&wrong), Kind::Solve).unwrap();
    assert!(answer.method.contains("overestimates"), "{}", answer.method);
    assert_eq!(moves(&load(&wrong)), 31);
    // A bound that calls live states dead is no proof of impossible.
    let dead = shipped("hanoi").replace("return 2 ^ (disk - 1)", "return math.huge");
    assert_eq!(moves(&load(&dead)), 31);
}

#[test]
fn a_script_that_remembers_is_caught() {
    let script = |moves: &str| {
        format!(
            "local n = 0 return {{ name = 'x', start = 0, moves = function(s) {moves} end, solved = function(s) return s == 30 end }}"
        )
    };
    for moves in [
        "n += 1 return if s > 40 then {} else { { name = 'a', to = s + n % 2 }, { name = 'b', to = s + 1 } }",
        "n += 1 return if s > 40 then {} else { { name = 'call ' .. n, to = s + 1 } }",
    ] {
        let error = ask(&load(&script(moves)), Kind::Solve).unwrap_err();
        assert!(matches!(&error, Refusal::Rules(why) if why.contains("two different answers")), "{error}");
    }
    // Random numbers follow from the state: they are the same whenever it is asked for.
    let dice = "return if s > 40 then {} else { { name = 'a', to = s + math.random(2) }, { name = 'b', to = s + 1 } }";
    assert_eq!(ask(&load(&script(dice)), Kind::Solve).unwrap().verdict, Some(Verdict::Found));
}

#[test]
fn scripts_that_do_not_load_are_refused_at_their_line() {
    let whole = "return { name = 'x', start = 0, moves = function() return {} end, solved = function() return true end";
    let cases = [
        ("return {", 1, "Expected"),
        ("\nlocal x = nil\n  x.y = 1", 3, "attempt to index nil"),
        ("return 7", 1, "returns"),
        ("return { name = 'x', start = 0, solved = function() end }", 1, "'moves' is missing"),
        ("return { name = 'x', start = 0, moves = function() end }", 1, "'solved' is missing"),
        ("return { name = 'x',\n start = print,\n moves = function() end, solved = function() end }", 2, "a function"),
        (&format!("{whole},\n sovled = 1 }}"), 2, "'sovled' is not known"),
        (&format!("{whole},\n players = 3 }}"), 2, "neither 1 nor 2"),
        (&format!("{whole},\n roles = {{ x = 'queen' }} }}"), 2, "'queen' is no role"),
        (&format!("{whole},\n draw = 1 }}"), 1, "'draw' is no function"),
    ];
    for (text, line, message) in cases {
        match refused(text) {
            Problems::Invalid(list) => {
                assert!(list[0].message.contains(message), "{text}: {list:?}");
                assert_eq!(list[0].line, line, "{text}: {list:?}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(refused("while true do end"), Problems::Exceeded(_)));
    assert!(matches!(
        refused("local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end"),
        Problems::Exceeded(_)
    ));
}

#[test]
fn scripts_that_fail_in_play_say_where() {
    let script = |moves: &str| {
        format!(
            "return {{ name = 'x', start = 0,\n moves = function(s)\n if s == 0 then return {{ {{ name = 'on', to = 1 }} }} end\n {moves} end, solved = function(s) return s == 3 end }}"
        )
    };
    let cases = [
        ("return s.x", "script:4: attempt to index number"),
        ("return 7", "script:2: moves of 1: there is a number; expected a list of { name = ..., to = ... }"),
        ("return { 'a' }", "there is a string at 1; expected a list of { name = ..., to = ... }"),
        ("return { { to = 2 } }", "there is nil at 1.name; expected a list of { name = ..., to = ... }"),
        ("return { { name = 'a' } }", "nil at 1.to"),
        ("return { { name = 'a', to = print } }", "a function at 1.to; expected plain values"),
        ("return { { name = 'a', to = 1 }, { name = 'a', to = 2 } }", "two moves of 1 are named 'a'"),
        ("return { [2] = { name = 'a', to = 1 } }", "a list with holes"),
        ("return { 7 }", "a number at 1"),
        ("return { { name = 'a;b', to = 1 } }", "is no name"),
        ("return { { name = '', to = 1 } }", "is no name"),
    ];
    for (moves, message) in cases {
        let level = load(&script(moves));
        for kind in [Kind::Solve, Kind::Run] {
            let asked = Asked { moves: vec!["on".into()], ..Asked::default() };
            let question = Question { kind, asked };
            let error = puzzles::ask(Script.card(), &level, &question, &Context::default()).unwrap_err();
            assert!(matches!(&error, Refusal::Rules(why) if why.contains(message)), "{moves}: {error}");
        }
        assert!(!level.picture().frames.is_empty());
    }
    let level = load(&script("while true do end"));
    let answer = ask(&level, Kind::Solve).unwrap();
    assert_eq!(answer.verdict, Some(Verdict::Unfinished));
    assert!(answer.method.contains("fuel"), "{}", answer.method);
    let level = load(
        "return { name = 'x', start = 0, moves = function(s) return if s == 0 then { { name = 'on', to = 1 } } else {} end, \
         solved = function(s) if s == 0 then return false end return s end }",
    );
    assert!(ask(&level, Kind::Solve).unwrap_err().to_string().contains("expected true or false"));
}

#[test]
fn scripts_that_fail_at_their_start_are_refused_at_their_line() {
    let list = "moves = function(s) return { { name = 'on', to = s } } end";
    let never = "solved = function(s) return false end";
    let one = |moves: &str, rest: &str| format!("return {{ name = 'x', start = 1,\n {moves},\n {rest} }}");
    let cases = [
        (one("moves = function(s) return s.a.b end", never), 2, "attempt to index number"),
        (one("moves = function(s)\n return s.a.b end", never), 3, "attempt to index number"),
        (one("moves = function(s) end", never), 2, "moves of 1: there is nil"),
        (
            one("moves = function(s) return { { name = 'a', to = 1 }, { name = 'a', to = 2 } } end", never),
            2,
            "two moves",
        ),
        (one(list, "solved = function(s) return s end"), 3, "solved of 1 is 1"),
        (one(list, "solved = function(s) return s.a.b end"), 3, "attempt to index number"),
        (one(list, &format!("{never},\n draw = function(s) return s.a.b end")), 4, "attempt to index number"),
        (one(list, &format!("{never},\n draw = function(s) return 7 end")), 4, "draw of 1"),
        (one(list, &format!("{never},\n lower_bound = function(s) return -1 end")), 4, "lower_bound of 1 is -1"),
        (one(list, "players = 2,\n outcome = function(s) return 'lost' end"), 4, "outcome of 1"),
    ];
    for (text, line, message) in cases {
        let Problems::Invalid(list) = refused(&text) else { panic!("{text}") };
        assert!(list[0].message.contains(message), "{text}: {list:?}");
        assert_eq!(list[0].line, line, "{text}: {list:?}");
    }
    let shape = refused(&one("moves = function(s) return { { to = 1 } } end", never)).to_string();
    assert_eq!(shape, "2:2: moves of 1: there is nil at 1.name; expected a list of { name = ..., to = ... }");
    assert!(matches!(refused(&one("moves = function(s) while true do end end", never)), Problems::Exceeded(_)));
}

#[test]
fn outcomes_decide_games() {
    // Whoever must say 10 has won; one adds 1 or 2 (the classic race).
    let race = "return { name = 'race', players = 2, start = 0,
        moves = function(n) return { { name = 'one', to = n + 1 }, { name = 'two', to = n + 2 } } end,
        outcome = function(n) return if n >= 10 then 'loss' else nil end }";
    let Some(Body::Value(value)) = ask(&load(race), Kind::Solve).unwrap().body else { panic!() };
    assert_eq!((value.value, value.best), (Worth::Win, vec!["one".to_owned()]));
    laws::check(&Script, &[race, &race.replace("'loss'", "'draw'"), &race.replace("'loss'", "'win'")]).unwrap();
    let wrong = race.replace("'loss'", "'lost'");
    assert!(ask(&load(&wrong), Kind::Solve).unwrap_err().to_string().contains("outcome of 10"));
}

#[test]
fn the_large_jugs_have_the_known_number_of_states() {
    let text = shipped("jugs").replace("{ 3, 5 }", "{ 5, 7, 11 }").replace("target = 4", "target = -1");
    let answer = ask(&load(&text), Kind::Solve).unwrap();
    let walls = (6 * 8 * 12) - (4 * 6 * 10); // some jug is empty or full
    assert_eq!(answer.proof, Some(Proof::Exhausted { states: walls }));
}
