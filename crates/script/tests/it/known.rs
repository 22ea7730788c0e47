//! The shipped scripts' known answers, the laws of every family, and what becomes of scripts that fail.
use std::sync::Arc;

use engines::Context;
use puzzles::answer::AtLeast;
use puzzles::options::{ALL, COUNT};
use puzzles::recognition::recognise;
use puzzles::solution::{Exhausted, GameSolution, Hint, HintUnproven, Reached, Solution};
use puzzles::value::GameValue;
use puzzles::{
    Answer, AnyBody, AskError, BigCount, CheckError, Family, GenerateOptions, Level, LoadError, Options, Question,
    QuestionKind, Verdict, check, laws,
};
use script::Script;
use testkit::random::Random;

fn load(text: &str) -> Arc<dyn Level> {
    Script.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap()
}

fn refused(text: &str) -> LoadError {
    Script.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).err().unwrap()
}

fn shipped(name: &str) -> &'static str {
    Script.info().levels.iter().find(|level| level.name == name).unwrap().text
}

fn answered(level: &Arc<dyn Level>, kind: QuestionKind) -> Result<Answer, AskError> {
    puzzles::ask(level, &Question::plain(kind), &Context::default())
}

fn moves(level: &Arc<dyn Level>) -> u64 {
    let answer = answered(level, QuestionKind::SOLVE).unwrap();
    puzzles::check(level, &answer, &Context::default()).unwrap();
    let solution = answer.body_as::<Solution>().unwrap();
    assert!(solution.optimal, "{answer:?}");
    solution.moves
}

#[test]
fn the_shipped_puzzles_have_their_known_optima() {
    for (name, known) in [("wolf-goat-cabbage", 7), ("jugs", 6), ("sokoban", 33), ("peg-solitaire", 5), ("hanoi", 31)] {
        let level = load(shipped(name));
        assert_eq!(moves(&level), known, "{name}");
        assert_eq!(level.claims().par, Some(known.to_string()), "{name}");
    }
}

#[test]
fn scripts_obey_the_laws() {
    laws::check(
        &Script,
        &[&puzzles::generate(&Script, &GenerateOptions::default(), &Context::default()).unwrap(), NO_WAY, DRAWN],
    );
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
    let wish = |template: &str| GenerateOptions { template: Some(template.into()), ..GenerateOptions::default() };
    assert_eq!(puzzles::generate(&Script, &wish("sokoban"), &Context::default()).unwrap(), shipped("sokoban"));
    assert!(puzzles::generate(&Script, &wish("chess"), &Context::default()).is_err());
    assert_eq!(moves(&load(&puzzles::generate(&Script, &GenerateOptions::default(), &Context::default()).unwrap())), 5);
}

#[test]
fn exhausting_the_states_is_impossible() {
    let level = load(NO_WAY);
    for kind in [QuestionKind::SOLVE, QuestionKind::REACH, QuestionKind::MAP, QuestionKind::HINT, QuestionKind::COUNT] {
        let answer = answered(&level, kind).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Impossible));
        assert_eq!(answer.proof_as::<Exhausted>(), Some(&Exhausted::over(10)));
    }
    let jugs = shipped("jugs").replace("{ 3, 5 }", "{ 4, 6 }").replace("target = 4", "target = 5");
    assert_eq!(answered(&load(&jugs), QuestionKind::SOLVE).unwrap().verdict, Some(Verdict::Impossible));
}

#[test]
fn nim_is_won_where_bouton_says() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let heaps: Vec<u64> = (0..1 + random.below(3)).map(|_| random.below(8)).collect();
        let text: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        let level = load(&shipped("nim").replace("{ 3, 4, 5 }", &format!("{{ {} }}", text.join(", "))));
        let answer = answered(&level, QuestionKind::SOLVE).unwrap();
        let value = answer.body_as::<GameSolution>().unwrap();
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        assert_eq!(value.value, if sum == 0 { GameValue::Loss } else { GameValue::Win }, "{heaps:?}");
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
    let answer = answered(&load(DRAWN), QuestionKind::SOLVE).unwrap();
    let value = answer.body_as::<GameSolution>().unwrap();
    assert_eq!((value.value, value.distance), (GameValue::Draw, None));
}

#[test]
fn a_bound_that_overestimates_is_detected_and_changes_no_answer() {
    let wrong = shipped("hanoi").replace("return 2 ^ (disk - 1)", "return if disk == 3 then 100 else 2 ^ (disk - 1)");
    assert_eq!(moves(&load(&wrong)), 31);
    // A bound that calls live states dead is no proof of impossible.
    let dead = shipped("hanoi").replace("return 2 ^ (disk - 1)", "return math.huge");
    assert_eq!(moves(&load(&dead)), 31);
}

/// s to x to g, and s to y to z to g; the bound of x hides the shorter way, and no state of the longer one shows it.
fn two_ways(bound_of_x: &str) -> String {
    format!(
        "local next = {{ s = {{ 'x', 'y' }}, x = {{ 'g' }}, y = {{ 'z' }}, z = {{ 'g' }}, g = {{}} }}
        local bound = {{ s = 2, x = {bound_of_x}, y = 2, z = 1, g = 0 }}
        return {{ name = 'two ways', start = 's', par = 3,
            moves = function(at)
                local out = {{}}
                for place, to in next[at] do out[place] = {{ name = to, to = to }} end
                return out
            end,
            solved = function(at) return at == 'g' end,
            lower_bound = function(at) return bound[at] end }}"
    )
}

#[test]
fn an_overestimate_away_from_the_line_found_proves_nothing() {
    for bound in ["10", "math.huge"] {
        let level = load(&two_ways(bound));
        let answer = answered(&level, QuestionKind::SOLVE).unwrap();
        assert!(answer.method.contains("overestimates"), "{}", answer.method);
        assert_eq!(moves(&level), 2);
        let hint = answered(&level, QuestionKind::HINT).unwrap();
        assert_eq!(hint.body_as(), Some(&Hint { best: vec!["x".to_owned()], moves_left: 2 }));
        let counted = answered(&level, QuestionKind::COUNT).unwrap();
        let counted = counted.body_as::<Solution>().unwrap();
        assert_eq!((counted.moves, &counted.solutions), (2, &Some(BigCount(1_u8.into()))));
        // Whatever the limit, what is claimed holds.
        for nodes in 0..12 {
            for kind in [QuestionKind::SOLVE, QuestionKind::HINT, QuestionKind::COUNT, QuestionKind::REACH] {
                let question = Question::plain(kind);
                let answer = puzzles::ask(&level, &question, &Context::with_nodes(nodes)).unwrap();
                claims_no_more_than(&answer, Some(2));
                puzzles::check(&level, &answer, &Context::default()).unwrap();
            }
        }
    }
}

/// Steps from 0 to 8, at each of which one may stray from the way for ever; the bound knows the way.
const WAY: &str = "return { name = 'way', start = { 0, 0 },
    moves = function(at)
        if at[2] > 0 then
            return { { name = 'on', to = { at[1], at[2] + 1 } }, { name = 'off', to = { at[1] + 100, at[2] + 1 } } }
        end
        return { { name = 'stray', to = { at[1], 1 } }, { name = 'walk', to = { at[1] + 1, 0 } } }
    end,
    solved = function(at) return at[1] == 8 and at[2] == 0 end,
    lower_bound = function(at) return if at[2] > 0 then math.huge else 8 - at[1] end }";

#[test]
fn what_a_limit_leaves_unproven_is_said() {
    let level = load(WAY);
    let asked = |kind, all: bool, nodes| {
        let options = if all { Options::default().switched(&ALL).switched(&COUNT) } else { Options::default() };
        let question = Question { kind, asked: options };
        let answer = puzzles::ask(&level, &question, &Context::with_nodes(nodes)).unwrap();
        claims_no_more_than(&answer, Some(8));
        puzzles::check(&level, &answer, &Context::with_nodes(100_000)).map(|_| ()).or_else(halted).unwrap();
        answer
    };
    let proven = asked(QuestionKind::SOLVE, false, 10_000);
    assert!(proven.body_as::<Solution>().is_some_and(|found| found.optimal), "{proven:?}");
    for (kind, all) in [(QuestionKind::SOLVE, false), (QuestionKind::SOLVE, true)] {
        let answer = asked(kind, all, 40);
        let found = answer.body_as::<Solution>().unwrap();
        assert!(!found.optimal && found.moves == 8 && found.at_least > Some(2), "{answer:?}");
        assert!(found.solutions.is_none() && found.all.is_none() && !answer.is_conclusive());
        assert!(answer.method.contains("the limit on nodes was reached"), "{}", answer.method);
    }
    let hint = asked(QuestionKind::HINT, false, 40);
    let hint = hint.body_as::<HintUnproven>().unwrap();
    assert_eq!((&*hint.best, hint.at_most, hint.optimal), (&["walk".to_owned()][..], 8, false));
    assert_eq!(asked(QuestionKind::COUNT, false, 40).verdict, Some(Verdict::Unfinished));
    assert_eq!(asked(QuestionKind::REACH, false, 40).verdict, Some(Verdict::Found));
}

/// A check may be ended by its limit.
fn halted(flaw: CheckError) -> Result<(), CheckError> {
    if matches!(flaw, CheckError::Unchecked(AskError::Halted(_))) { Ok(()) } else { Err(flaw) }
}

/// A claim of a puzzle whose shortest solution has so many moves, or that has none.
fn claims_no_more_than(answer: &Answer, least: Option<u64>) {
    if let Some(found) = answer.body_as::<Solution>() {
        let bound = found.at_least.unwrap_or(found.moves);
        assert!(found.moves >= least.unwrap() && bound <= least.unwrap(), "{answer:?}");
        assert!(!found.optimal || found.moves == least.unwrap(), "{answer:?}");
    } else if let Some(hint) = answer.body_as::<Hint>() {
        assert_eq!(Some(hint.moves_left), least, "{answer:?}");
    } else if let Some(hint) = answer.body_as::<HintUnproven>() {
        assert!(hint.at_least <= least.unwrap() && hint.at_most >= least.unwrap(), "{answer:?}");
    } else if let Some(bound) = answer.body_as::<AtLeast>() {
        assert!(least.is_none_or(|least| bound.at_least <= least), "{answer:?}");
    } else {
        assert_eq!(answer.body_as::<Reached>().is_some(), least.is_some(), "{answer:?}");
    }
}

#[test]
fn no_answer_rests_on_a_bound_whatever_it_says() {
    let mut numbers = testkit::random::Random::new(17);
    let mut random = |most: u64| numbers.below(most);
    let (mut corrected, mut hopeless) = (0, 0);
    for _ in 0..300 {
        let states = 8 + random(8);
        let edges: Vec<Vec<u64>> = (0..states).map(|_| (0..1 + random(2)).map(|_| random(states)).collect()).collect();
        // Half of the bounds are right, the others are anything.
        let bound = |from: u64, any: u64, keep: bool| distance(&edges, from).filter(|_| keep).unwrap_or(any);
        let bounds: Vec<u64> = (0..states).map(|from| bound(from, random(7), random(2) == 0)).collect();
        let level = load(&graph(&edges, &bounds));
        let least = distance(&edges, 0);
        for nodes in [6, 10, 100] {
            for kind in [QuestionKind::SOLVE, QuestionKind::HINT, QuestionKind::COUNT, QuestionKind::REACH] {
                let question = Question::plain(kind);
                let answer = puzzles::ask(&level, &question, &Context::with_nodes(nodes)).unwrap();
                claims_no_more_than(&answer, least);
                puzzles::check(&level, &answer, &Context::default()).unwrap();
                assert!(nodes < 100 || answer.verdict != Some(Verdict::Unfinished), "{answer:?}");
                let open = answer.body.as_ref().and_then(|body| body.is_optimal()) == Some(false);
                assert!(nodes < 100 || !open, "{answer:?}");
                corrected += u32::from(answer.method.contains("overestimates"));
                hopeless += u32::from(answer.verdict == Some(Verdict::Impossible));
            }
        }
    }
    assert!(corrected > 5 && hopeless > 5, "{corrected} {hopeless}");
}

/// A script over the states 0, 1, … with these moves and bounds; the last state is the goal, and 6 means no way.
fn graph(edges: &[Vec<u64>], bounds: &[u64]) -> String {
    let rows = edges.iter().map(|to| {
        let mut to = to.clone();
        to.sort_unstable();
        to.dedup();
        format!("{{ {} }}", to.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
    });
    let bounds = bounds.iter().map(|&bound| if bound == 6 { "math.huge".into() } else { bound.to_string() });
    format!(
        "local next = {{ {} }} local bound = {{ {} }}
        return {{ name = 'graph', start = 0,
            moves = function(at)
                local out = {{}}
                for place, to in next[at + 1] do out[place] = {{ name = `to {{to}}`, to = to }} end
                return out
            end,
            solved = function(at) return at == {} end,
            lower_bound = function(at) return bound[at + 1] end }}",
        rows.collect::<Vec<_>>().join(", "),
        bounds.collect::<Vec<_>>().join(", "),
        edges.len() - 1
    )
}

/// Moves from a state to the last, by breadth-first search.
fn distance(edges: &[Vec<u64>], start: u64) -> Option<u64> {
    let mut far: Vec<Option<u64>> = vec![None; edges.len()];
    far[start as usize] = Some(0);
    for step in 0..edges.len() as u64 {
        for from in 0..edges.len() {
            if far[from] != Some(step) {
                continue;
            }
            for &to in &edges[from] {
                far[to as usize].get_or_insert(step + 1);
            }
        }
    }
    far[edges.len() - 1]
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
        let error = answered(&load(&script(moves)), QuestionKind::SOLVE).unwrap_err();
        assert!(matches!(&error, AskError::Rules(why) if why.contains("two different answers")), "{error}");
    }
    // Random numbers follow from the state: they are the same whenever it is asked for.
    let dice = "return if s > 40 then {} else { { name = 'a', to = s + math.random(2) }, { name = 'b', to = s + 1 } }";
    assert_eq!(answered(&load(&script(dice)), QuestionKind::SOLVE).unwrap().verdict, Some(Verdict::Found));
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
            LoadError::Invalid(list) => {
                assert!(list[0].message.contains(message), "{text}: {list:?}");
                assert_eq!(list[0].line, line, "{text}: {list:?}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(refused("while true do end"), LoadError::Exceeded(_)));
    assert!(matches!(
        refused("local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end"),
        LoadError::Exceeded(_)
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
        for kind in [QuestionKind::SOLVE, QuestionKind::RUN] {
            let question = Question::after(kind, &["on".to_owned()]);
            let error = puzzles::ask(&level, &question, &Context::default()).unwrap_err();
            assert!(matches!(&error, AskError::Rules(why) if why.contains(message)), "{moves}: {error}");
        }
        assert!(!level.picture().frames.is_empty());
    }
    let level = load(&script("while true do end"));
    let answer = answered(&level, QuestionKind::SOLVE).unwrap();
    assert_eq!(answer.verdict, Some(Verdict::Unfinished));
    assert!(answer.method.contains("fuel"), "{}", answer.method);
    let level = load(
        "return { name = 'x', start = 0, moves = function(s) return if s == 0 then { { name = 'on', to = 1 } } else {} end, \
         solved = function(s) if s == 0 then return false end return s end }",
    );
    assert!(answered(&level, QuestionKind::SOLVE).unwrap_err().to_string().contains("expected true or false"));
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
        let LoadError::Invalid(list) = refused(&text) else { panic!("{text}") };
        assert!(list[0].message.contains(message), "{text}: {list:?}");
        assert_eq!(list[0].line, line, "{text}: {list:?}");
    }
    let shape = refused(&one("moves = function(s) return { { to = 1 } } end", never)).to_string();
    assert_eq!(shape, "2:2: moves of 1: there is nil at 1.name; expected a list of { name = ..., to = ... }");
    assert!(matches!(refused(&one("moves = function(s) while true do end end", never)), LoadError::Exceeded(_)));
}

#[test]
fn outcomes_decide_games() {
    // Whoever must say 10 has won; one adds 1 or 2 (the classic race).
    let race = "return { name = 'race', players = 2, start = 0,
        moves = function(n) return { { name = 'one', to = n + 1 }, { name = 'two', to = n + 2 } } end,
        outcome = function(n) return if n >= 10 then 'loss' else nil end }";
    let answer = answered(&load(race), QuestionKind::SOLVE).unwrap();
    let value = answer.body_as::<GameSolution>().unwrap();
    assert_eq!((value.value, &*value.best), (GameValue::Win, &["one".to_owned()][..]));
    // Lost are 1, 4, 7, 10 and 11, and won the other seven up to 11.
    assert_eq!((value.positions_won, value.positions_lost, value.positions_drawn), (Some(7), Some(5), Some(0)));
    let level = load(race);
    let altered = [(Some(6), Some(5), Some(0)), (Some(7), None, Some(0)), (Some(7), Some(4), Some(1))];
    for (positions_won, positions_lost, positions_drawn) in altered {
        let body = GameSolution { positions_won, positions_lost, positions_drawn, ..value.clone() };
        let altered = Answer { body: Some(AnyBody::new(body)), ..answer.clone() };
        assert!(check(&level, &altered, &Context::default()).is_err(), "{altered:?}");
    }
    let (draw, win) = (race.replace("'loss'", "'draw'"), race.replace("'loss'", "'win'"));
    laws::check_texts(&Script, &[race, &draw, &win], None);
    let wrong = race.replace("'loss'", "'lost'");
    assert!(answered(&load(&wrong), QuestionKind::SOLVE).unwrap_err().to_string().contains("outcome of 10"));
}

#[test]
fn the_large_jugs_have_the_known_number_of_states() {
    let text = shipped("jugs").replace("{ 3, 5 }", "{ 5, 7, 11 }").replace("target = 4", "target = -1");
    let answer = answered(&load(&text), QuestionKind::SOLVE).unwrap();
    let walls = (6 * 8 * 12) - (4 * 6 * 10); // some jug is empty or full
    assert_eq!(answer.proof_as::<Exhausted>(), Some(&Exhausted::over(walls)));
}

/// A number to be counted up to 3, with these further keys.
fn counting(more: &str) -> String {
    format!(
        "return {{ name = 'count', start = {{ at = 0, 7 }},\n\
         moves = function(n) return if n.at < 3 then {{ {{ name = 'on', to = {{ at = n.at + 1, 7 }} }} }} else {{}} end,\n\
         solved = function(n) return n.at == 3 end,\n{more} }}"
    )
}

#[test]
fn goal_rules_legend_and_say_are_checked_with_their_line() {
    let long = format!("rules = '{}'", "x".repeat(2001));
    for (more, wrong, expected) in [
        ("goal = 3", "goal is no text", "a text of at most 2,000 characters"),
        ("goal = '  '", "goal is empty", "a text of at most 2,000 characters"),
        ("rules = {}", "rules is no text", "a text of at most 2,000 characters"),
        (&long, "rules is too long", "a text of at most 2,000 characters"),
        ("rules = 'a\\27b'", "rules has control characters", "a text of at most 2,000 characters"),
        ("legend = { wall = 'wall' }", "'wall' is no role", "such as { block"),
        ("legend = { block = 3 }", "the name of 'block' is no text", "such as { block"),
        ("legend = 'wall'", "legend is no table", "such as { block"),
        ("say = 'hello'", "'say' is no function", "function(state)"),
        ("say = function(n) return 3 end", "say of (7, at: 0) is 3", "a text of one line or more"),
        ("say = function(n) return ' ' end", "is no text to be read out", "a text of one line or more"),
        ("say = function(n) return 'a\\27b' end", "is no text to be read out", "a text of one line or more"),
    ] {
        let LoadError::Invalid(problems) = refused(&counting(more)) else { panic!("{more}") };
        let said = format!("{}; {}", problems[0].message, problems[0].expected);
        assert!(said.contains(wrong) && said.contains(expected), "{more}: {said}");
        let line = if said.contains("'say' is no function") { 1 } else { 4 };
        assert_eq!(problems[0].line, line, "{more}: {said}");
    }
}

#[test]
fn a_state_is_said_as_say_gives_it_else_as_it_is_drawn_else_plainly() {
    let play = |more: &str| load(&counting(more)).start(puzzles::Role("player"), &Context::default());
    let lines = |more: &str| play(more).spoken().lines.iter().map(|line| line.text()).collect::<Vec<_>>();
    let say = "say = function(n) return `count: {n.at}\\nseven: {n[1]}` end";
    assert_eq!(lines(say), ["count: 0", "seven: 7"]);
    assert_eq!(play(say).status().words, "count: 0; seven: 7");
    let drawn = "draw = function(n) return '@#' end, roles = { ['@'] = 'actor on goal', ['#'] = 'block' }";
    assert_eq!(lines(drawn), ["row 1: player on goal, block"]);
    let named = drawn.to_owned() + ", legend = { actor = 'the keeper', block = 'wall' }";
    assert_eq!(lines(&named), ["row 1: the keeper on goal, wall"]);
    assert_eq!(lines("par = 3"), ["7, at: 0"]);
    let guide = load(&counting("goal = 'reach\\n  three'")).guide();
    assert_eq!(guide.goal.as_deref(), Some("reach three"), "blanks and line ends are single blanks");
}

/// A newcomer reads what is to be reached and how it is played; the family's own rules are about writing scripts.
#[test]
fn every_shipped_script_tells_its_goal_its_rules_and_its_title() {
    let template = puzzles::generate(&Script, &GenerateOptions::default(), &Context::default()).unwrap();
    let shipped_texts = Script.info().levels.iter().map(|level| level.text);
    for text in shipped_texts.chain([template.as_str()]) {
        let guide = load(text).guide();
        assert!(guide.goal.as_ref().is_some_and(|goal| goal.len() > 10), "{guide:?}");
        assert!(guide.rules.len() > 20 && guide.rules != Script.info().rules, "{guide:?}");
        assert_eq!(Script.title(text).as_ref(), Some(&load(text).picture().title), "{text}");
    }
    assert_eq!(load(shipped("jugs")).guide().goal.as_deref(), Some("one of the jugs holds exactly 4 litres."));
}

/// A status says what stands where, not how the state is stored.
#[test]
fn statuses_of_shipped_scripts_are_words() {
    let status = |name: &str| load(shipped(name)).start(puzzles::Role("player"), &Context::default()).status().words;
    let sokoban = "keeper at row 4, column 3; well-placed box on goal: 1; box on floor: 1";
    assert_eq!((status("sokoban").as_str(), status("peg-solitaire").as_str()), (sokoban, "peg on hole: 6"));
    assert_eq!(status("jugs"), "3-litre jug: 0 of 3 litres; 5-litre jug: 0 of 5 litres");
    for level in Script.info().levels {
        let words = status(level.name);
        assert!(words.chars().filter(|sign| sign.is_alphabetic()).count() > words.len() / 2, "{words}");
    }
}

#[test]
fn shipped_levels_are_recognised_among_all_families() {
    for &family in script::families() {
        for level in family.info().levels {
            let found = recognise(script::families(), level.text, &Context::default()).map(|found| found.only());
            let name = found.unwrap().unwrap().0.info().name;
            assert_eq!(name, family.info().name, "{}", level.name);
        }
    }
    for text in
        ["-- mine\nreturn { name = 'x', moves = function() return {} end }", "local n = 3\nfunction f(\nreturn {}"]
    {
        let found = recognise(script::families(), text, &Context::default()).unwrap();
        assert_eq!((found.families[0].info().name, found.families.len()), ("script", 1), "{text}");
    }
    assert!(recognise(script::families(), "We return at ten.\nThe function begins.", &Context::default()).is_err());
}

#[test]
fn scripts_whose_board_is_written_as_it_is_drawn_can_be_drawn() {
    let canvas = |name: &str| {
        let level = Script.info().levels.iter().find(|level| level.name == name).expect("a shipped script");
        let opened = Script.open(Arc::new(level.text.as_bytes().to_vec()), &Context::default()).expect("a script");
        (level.text, opened.canvas(0))
    };
    for (name, first) in [("sokoban", "####"), ("peg-solitaire", "  ...  ")] {
        let (text, canvas) = canvas(name);
        let canvas = canvas.expect("a canvas");
        assert_eq!(canvas.rows[0].cells, first);
        let unique = canvas.palette.iter().filter(|glyph| glyph.stands.as_ref().is_some_and(|piece| piece.unique));
        assert_eq!(unique.count(), if name == "sokoban" { 2 } else { 0 }, "the actor, on the floor and on a goal");
        for row in &canvas.rows {
            let line = text.lines().nth(row.line as usize - 1).expect("a line");
            let found: String = line.chars().skip(row.column as usize - 1).take(row.cells.chars().count()).collect();
            assert_eq!(found, row.cells);
        }
        // Whatever is placed on the third cell of the second row leads to a script, or to an error with its line.
        for glyph in &canvas.palette {
            let (row, mut lines) = (&canvas.rows[1], text.lines().map(str::to_owned).collect::<Vec<String>>());
            let at = row.column as usize + 1;
            lines[row.line as usize - 1].replace_range(at..=at, glyph.text.encode_utf8(&mut [0; 4]));
            let changed = lines.join("\n").into_bytes();
            match Script.open(Arc::new(changed), &Context::default()) {
                // A second actor may be drawn otherwise than it is written.
                Ok(opened) => assert!(opened.canvas(0).is_ok() || glyph.stands.is_some(), "{glyph:?}"),
                Err(LoadError::Invalid(problems)) => assert!(problems.iter().all(|problem| problem.line > 0)),
                Err(LoadError::Exceeded(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
    }
    for name in ["wolf-goat-cabbage", "jugs", "hanoi", "nim"] {
        let why = canvas(name).1.expect_err("no canvas");
        assert!(why.starts_with("This script") && why.ends_with('.'), "{why}");
    }
}
