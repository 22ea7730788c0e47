//! Hints for programs under composition: they lead to the end, and count what judged lines count.

use std::sync::Arc;

use engines::{Budget, Context};
use puzzles::bunny::Bunny;
use puzzles::bunny::body::{Hint, Solve};
use puzzles::judge::Judgement;
use puzzles::{Body, Family, Question, QuestionKind, Record, Role, Verdict, ask, check};
use testkit::campaign::by_hand;
use testkit::random::Random;

use super::{after, asked, body, hint, load, shipped};

#[test]
fn hints_lead_through_a_shortest_program() {
    let board = shipped("bunny-04");
    let mut moves: Vec<String> = Vec::new();
    loop {
        let hint = hint(board, &moves.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(hint.tokens, 5);
        let Some(best) = hint.best.first() else { break };
        moves.push(best.clone());
    }
    assert_eq!(moves.last().map(String::as_str), Some("run"));
    let level = load(board);
    assert!(Record::replay(level, Role("bunny"), &moves, &Context::default()).unwrap().position().status().solved);
    // After a detour the rest is as short as it can be; in a loop that leads nowhere the advice is to begin anew.
    let detour = hint(shipped("bunny-01"), &["L", "R"]);
    assert_eq!((detour.tokens, detour.left, detour.best.contains(&"F".into())), (4, Some(2), true));
    assert_eq!(detour.best.last().map(String::as_str), Some("reset"), "two tokens are enough from the beginning too");
    // Four tokens more, where two are enough from the beginning.
    assert_eq!(hint("S##", &["L", "L"]).best, ["reset"]);
    let nowhere = hint(shipped("bunny-04"), &["LOOP(9){", "L", "R", "LOOP{", "L"]);
    assert_eq!((nowhere.best, nowhere.left, nowhere.at_least), (vec!["reset".to_owned()], Some(5), Some(3)));
    assert_eq!(hint("S##", &["F L R F"]).best, ["run"]);
}

/// Wherever a program stands, hint and judge count the same tokens still to come; near the end every
/// token that play lists and that is as good as a best move is one.
#[test]
fn hints_and_judged_lines_count_the_same() {
    let mut random = Random::new(11);
    let (mut exact, mut best) = (0, 0);
    for name in ["bunny-01", "bunny-03", "bunny-04", "bunny-06", "burrow", "hook"] {
        let level = load(shipped(name));
        for _ in 0..12 {
            let mut record = Record::new(Arc::clone(&level), Role("bunny"));
            for _ in 0..random.below(6_usize) {
                let moves: Vec<String> = record.position().moves().filter(|text| text != "step").collect();
                let Some(text) = moves.get(random.below(moves.len().max(1))) else { break };
                record.play(text).unwrap();
            }
            let moves = record.moves().to_vec();
            let asked = |kind| ask(&level, &Question::after(kind, &moves), &Context::default()).unwrap();
            let (hinted, judged) = (asked(QuestionKind::HINT), asked(QuestionKind::JUDGE));
            check(&level, &hinted, &Context::default()).unwrap();
            let (hint, judged): (Hint, Judgement) = (body(&hinted), body(&judged));
            let last = judged.positions.last().unwrap();
            assert_eq!(
                last.cost_left,
                Some(hint.left.filter(|_| hint.at_least.is_none())),
                "{name} {moves:?}: {hint:?}"
            );
            exact += usize::from(hint.at_least.is_none());
            let is_near = hint.at_least.is_none() && hint.left.is_some_and(|left| left <= 3);
            // What costs no token is as good as it is where another program is begun.
            for text in record.position().moves().filter(|_| is_near) {
                let question =
                    Question::after(QuestionKind::JUDGE, &[&moves[..], std::slice::from_ref(&text)].concat());
                let judged: Judgement = body(&ask(&level, &question, &Context::default()).unwrap());
                let is_best =
                    judged.moves.last().unwrap().cost == Some(0) && !["step", "run", "}", "reset"].contains(&&*text);
                assert!(
                    !is_best || hint.best.contains(&text),
                    "{name} {moves:?}: {text} is as good as {:?}",
                    hint.best
                );
                best += usize::from(is_best);
            }
        }
    }
    assert!(exact > 30 && best > 30, "{exact} {best}");
}

/// Whoever follows best moves is never told a larger number: what is left falls by the tokens of each move, and what
/// was proven stays proven.
#[test]
fn what_is_left_falls_by_the_tokens_of_each_best_move() {
    let follow = |name: &str, moves: &mut Vec<String>, random: &mut Random| {
        let level = load(shipped(name));
        let mut before: Option<u64> = None;
        loop {
            let hint: Hint =
                body(&ask(&level, &Question::after(QuestionKind::HINT, moves), &Context::default()).unwrap());
            let proven = hint.left.filter(|_| hint.at_least.is_none());
            assert!(before.is_none() || proven == before, "{name} {moves:?}: {hint:?} after {before:?}");
            let Some(best) = hint.best.get(random.below(hint.best.len().max(1))) else { break };
            let is_token = !["run", "reset", "}"].contains(&&**best);
            before = proven.map(|left| left - u64::from(is_token));
            moves.push(best.clone());
            assert!(moves.len() < 40, "{name} {moves:?}");
        }
        let record = Record::replay(level, Role("bunny"), moves, &Context::default()).unwrap();
        assert!(record.position().status().solved, "{name} {moves:?}");
    };
    let mut random = Random::new(23);
    let begun = [
        ("bunny-02", "F;LOOP{"),
        ("bunny-02", "L;LOOP{"),
        ("bunny-02", "R;LOOP{"),
        ("hook", "F;F;L;LOOP{"),
        ("hook", "F;LOOP(3){"),
    ];
    for (name, line) in begun {
        follow(name, &mut line.split(';').map(str::to_owned).collect(), &mut random);
    }
    for name in ["bunny-01", "bunny-02", "bunny-03", "bunny-06", "hook"] {
        for _ in 0..if by_hand() { 40 } else { 8 } {
            let mut record = Record::new(load(shipped(name)), Role("bunny"));
            for _ in 0..random.below(4_usize) {
                let moves: Vec<String> =
                    record.position().moves().filter(|text| !["step", "run"].contains(&&**text)).collect();
                record.play(&moves[random.below(moves.len())]).unwrap();
            }
            follow(name, &mut record.moves().to_vec(), &mut random);
        }
    }
}

/// In a loop that is open what follows is searched for from where the tokens before it end.
#[test]
fn a_loop_begun_behind_other_tokens_is_gone_on_with() {
    let hint = hint(shipped("bunny-02"), &["F", "LOOP{"]);
    assert_eq!((hint.left, hint.at_least, hint.best.contains(&"F".to_owned())), (Some(3), None, true), "{hint:?}");
    let words = asked(shipped("bunny-02"), &after(QuestionKind::JUDGE, &["F", "LOOP{"]));
    assert_eq!(words.verdict, Some(Verdict::Found), "{words:?}");
}

/// Within the limit with which `solve` finds a program, a hint leads through that program to its end.
#[test]
fn hints_lead_through_the_program_of_solve_within_the_same_limit() {
    let path = format!("{}/cases/large-01.bunny", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let cx = || Context::with_nodes(60_000);
    let solved: Solve = body(&ask(&load(&text), &Question::plain(QuestionKind::SOLVE), &cx()).unwrap());
    assert!(!solved.optimal);
    let mut moves = Vec::new();
    loop {
        // Each hint is asked anew, as by a program of its own that knows nothing of the one before.
        let hint: Hint = body(&ask(&load(&text), &Question::after(QuestionKind::HINT, &moves), &cx()).unwrap());
        assert!(hint.tokens <= solved.tokens, "{moves:?}: {hint:?}");
        let Some(best) = hint.best.first() else { break };
        moves.push(best.clone());
    }
    // A judged line says how long the program is that is known, which is no reason to stop by itself.
    let judged = Question::after(QuestionKind::JUDGE, &moves[..1]);
    let answer = ask(&load(&text), &judged, &cx()).unwrap();
    let words = puzzles::words::lines(&answer).join("\n");
    assert!(words.contains("stopped: it can be completed with") && words.contains("whether fewer suffice"), "{words}");
}

/// Where no program is proven shortest, hints lead through the shortest one that is known, whatever each may spend.
#[test]
fn hints_follow_the_best_program_that_is_known() {
    let path = format!("{}/cases/large-01.bunny", env!("CARGO_MANIFEST_DIR"));
    let level = load(&std::fs::read_to_string(path).unwrap());
    let mut moves: Vec<String> = Vec::new();
    let mut tokens = None;
    loop {
        let question = Question::after(QuestionKind::HINT, &moves);
        let answer = ask(&level, &question, &Context::with_nodes(150_000)).unwrap();
        check(&level, &answer, &Context::default()).unwrap();
        let hint: Hint = body(&answer);
        if moves.is_empty() {
            assert!(hint.at_least.is_some_and(|least| least >= 7 && least < hint.tokens), "{hint:?}");
            assert!(hint.words().iter().any(|line| line.contains("not proven best")), "{hint:?}");
        }
        assert!(hint.tokens <= *tokens.get_or_insert(hint.tokens), "{moves:?}: {hint:?}");
        let Some(best) = hint.best.first() else { break };
        moves.push(best.clone());
    }
    let record = Record::replay(level, Role("bunny"), &moves, &Context::default()).unwrap();
    assert!(record.position().status().solved, "{moves:?}");
}

#[test]
fn a_hint_within_any_limit_leads_on_from_the_start() {
    let (text, mut found, question) = (shipped("hook"), 0, Question::plain(QuestionKind::HINT));
    for nodes in 0..700 {
        let level = load(text);
        let cx = Context::new(Budget { nodes: Some(nodes), ..Budget::default() });
        let answer = ask(&level, &question, &cx).unwrap();
        let Some(hint) = answer.body_as::<Hint>() else { continue };
        assert!(!hint.best.is_empty() && hint.best.iter().all(|best| best != "reset"), "{nodes} nodes: {hint:?}");
        check(&level, &answer, &Context::default()).unwrap();
        found += 1;
    }
    assert!(found > 1);
}

#[test]
fn a_hint_says_that_no_shortest_program_begins_like_this() {
    let said = |moves: &[&str]| asked(shipped("bunny-04"), &after(QuestionKind::HINT, moves)).method;
    assert!(
        said(&["LOOP(9){", "L", "R", "LOOP{", "L"]).ends_with("how few tokens complete what is begun is not known")
    );
    assert!(said(&["L", "L"]).contains("no shortest program begins like this; so it is completed"));
    assert!(!said(&["LOOP{"]).contains("begins like this"));
}

/// The hint along a shortest program of every board: the next token, and `run` once the program completes the board.
/// The first hint of a board finds its shortest program, the others take next to nothing. By hand (`CASES=1`) on every
/// shipped board, else on those whose program has at most six tokens.
#[test]
fn every_beginning_of_a_shortest_program_has_a_hint() {
    for shipped in Bunny.info().levels {
        let level = load(shipped.text);
        let is_quick = level.claims().par.is_some_and(|par| par.parse::<u64>().is_ok_and(|tokens| tokens <= 6));
        if !is_quick && !by_hand() {
            continue;
        }
        let mut moves: Vec<String> = Vec::new();
        for step in 0.. {
            let cx = Context::with_nodes(if step == 0 { 2_000_000 } else { 2_000 });
            let answer = ask(&level, &Question::after(QuestionKind::HINT, &moves), &cx).unwrap();
            check(&level, &answer, &Context::default()).unwrap();
            let hint: Hint = body(&answer);
            assert_eq!(Some(hint.tokens.to_string()), level.claims().par, "{}", shipped.name);
            let Some(best) = hint.best.first() else { break };
            moves.push(best.clone());
        }
        assert_eq!(moves.last().map(String::as_str), Some("run"), "{}", shipped.name);
        let played = Record::replay(Arc::clone(&level), Role("bunny"), &moves, &Context::default()).unwrap();
        assert!(played.position().status().solved);
    }
}

/// Close to the end the hint needs no search, whether the program was the one found first or not.
#[test]
fn near_its_end_a_program_is_completed_at_once() {
    let small = Context::with_nodes(2_000);
    for (name, program, last) in [
        ("bunny-08", "LOOP{ L LOOP(7){ F } LOOP(14){ R F } }", 6),
        ("bunny-08", "LOOP{ F LOOP(14){ LOOP(8){ F L } L } }", 6),
        ("bunny-12", "LOOP{ LOOP(10){ F L F } R LOOP(3){ F } }", 6),
    ] {
        let moves: Vec<String> = program.split(' ').filter(|token| !token.is_empty()).map(str::to_owned).collect();
        for begun in last.min(moves.len())..moves.len() {
            let question = Question::after(QuestionKind::HINT, &moves[..=begun]);
            let hint: Hint = body(&ask(&load(shipped(name)), &question, &small).unwrap());
            let next = moves.get(begun + 1).map_or("run", String::as_str);
            assert!(hint.best.iter().any(|best| best == next || best == "run"), "{hint:?}");
        }
    }
}
