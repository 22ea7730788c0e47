//! Solutions, counts, hints, maps and certificates beside the oracle's search.

use std::collections::{BTreeSet, HashSet};

use engines::{Budget, Context, ValueCache};
use puzzles::options::{ALL, COUNT, RULE};
use puzzles::solution::{Exhausted, Hint, Map, Reached, Solution};
use puzzles::{Answer, AskError, OptionValue, Question, QuestionKind, Verdict};
use testkit::random::Random;

use super::{Compared, Known, MANY_STATES, MAX_STATES, Mismatch, Subject, Tally, lines, states};
use crate::plain::search::{Level, NAMES, Shortest, State};
use crate::plain::session::Ruleset;
use crate::plain::turn::Stop;
use crate::shelf::Shelf;

/// The nodes of a question.
pub(super) const MAX_NODES: u64 = 400_000;
/// The most solutions that are listed.
const MAX_LISTED: u128 = 300;

/// Compares the answers about a level.
pub(super) fn level(subject: &Subject<'_>, random: &mut Random, tally: &mut Tally) -> Compared {
    let most = if random.one_in(8) { MANY_STATES } else { MAX_STATES };
    match known(subject, Ruleset::Play, most) {
        Err(Stop::Thrown) => tally.thrown += 1,
        Err(Stop::Effort) => tally.too_large += 1,
        Ok((mut level, known)) => {
            count(subject, &known, tally);
            play(subject, &known, tally)?;
            by_tests(subject, random, tally)?;
            lines::line(subject, &mut level, &known, random, tally)?;
            if !subject.has_chance {
                map(subject, &known, tally)?;
            }
        }
    }
    Ok(())
}

fn known<'s>(subject: &'s Subject<'_>, ruleset: Ruleset, most: usize) -> Result<(Level<'s>, Known), Stop> {
    let mut level = subject.oracle(ruleset)?;
    let start = level.start.clone();
    let graph = if level.is_stuck { level.stuck() } else { level.graph(&start, most)? };
    Ok((level, Known::of(graph)))
}

/// Counts a level.
fn count(subject: &Subject<'_>, known: &Known, tally: &mut Tally) {
    let graph = &known.graph;
    match &known.shortest {
        Some(shortest) => *tally.won.entry(shortest.length).or_default() += 1,
        None if graph.is_complete => tally.impossible += 1,
        None => tally.too_large += 1,
    }
    tally.large += usize::from(!graph.is_complete && known.shortest.is_some());
    tally.states += graph.states.len();
    let layer = |id: &u16| subject.game.objects[usize::from(*id)].as_ref().map(|object| object.layer);
    let is_double = |cell: &Vec<u16>| cell.iter().map(layer).collect::<HashSet<_>>().len() < cell.len();
    tally.doubled += usize::from(graph.states.iter().any(|state| state.board.cells.iter().any(is_double)));
}

/// The answers by the rule of play.
fn play(subject: &Subject<'_>, known: &Known, tally: &mut Tally) -> Compared {
    let plain = Question::plain;
    solve(subject, &plain(QuestionKind::SOLVE), known, &Context::with_nodes(MAX_NODES), tally)?;
    solve(subject, &plain(QuestionKind::COUNT), known, &Context::with_nodes(MAX_NODES), tally)?;
    let kept = ValueCache::new(1 << 24, 64);
    let cx = || Context::with_nodes(MAX_NODES).keeping(&kept);
    hint(subject, &[], known, &cx(), tally)?;
    reach(subject, known, tally)?;
    if known.shortest.as_ref().is_some_and(|shortest| shortest.count <= MAX_LISTED) {
        let mut every = plain(QuestionKind::SOLVE);
        every.asked = every.asked.switched(&ALL).switched(&COUNT);
        solve(subject, &every, known, &Context::with_nodes(MAX_NODES), tally)?;
    }
    if known.graph.states.len() > 200 {
        on_disk(subject, known, tally)?;
    }
    Ok(())
}

/// The answers by the rule of the language's tests.
fn by_tests(subject: &Subject<'_>, random: &mut Random, tally: &mut Tally) -> Compared {
    if !random.one_in(4) {
        return Ok(());
    }
    let Ok((_, known)) = known(subject, Ruleset::Tests, MAX_STATES) else { return Ok(()) };
    for kind in [QuestionKind::SOLVE, QuestionKind::COUNT] {
        let mut question = Question::plain(kind);
        question.asked = question.asked.with(&RULE, OptionValue::Text("tests".into()));
        solve(subject, &question, &known, &Context::with_nodes(MAX_NODES), tally)?;
    }
    Ok(())
}

/// The states in files, with so little memory that they do not fit in it.
fn on_disk(subject: &Subject<'_>, known: &Known, tally: &mut Tally) -> Compared {
    let shelf = Shelf::default();
    let budget = Budget { nodes: Some(MAX_NODES), bytes: Some(24 << 10), disk: Some(1 << 24), ..Budget::default() };
    let cx = Context::new(budget).store(&shelf);
    let answer = solve(subject, &Question::plain(QuestionKind::SOLVE), known, &cx, tally)?;
    tally.on_disk += usize::from(answer.is_some_and(|answer| answer.method.contains("disk")));
    Ok(())
}

/// Asks a question; `None` where a limit ended it.
fn asked(
    subject: &Subject<'_>,
    question: &Question,
    cx: &Context<'_>,
    tally: &mut Tally,
) -> Result<Option<Answer>, Box<Mismatch>> {
    tally.answers += 1;
    let answer = match puzzles::ask(&subject.level, question, cx) {
        Ok(answer) => answer,
        Err(AskError::Halted(_)) => {
            tally.unfinished += 1;
            return Ok(None);
        }
        Err(error) => {
            let line = question.asked.moves();
            return Err(subject.mismatch(&name(question), line, error.to_string(), "an answer".to_owned()));
        }
    };
    // A line that is judged in part says what is known of its positions.
    let is_unfinished = answer.verdict == Some(Verdict::Unfinished) && question.kind != QuestionKind::JUDGE;
    tally.unfinished += usize::from(is_unfinished);
    Ok(Some(answer).filter(|_| !is_unfinished))
}

/// Our own checker finds nothing wrong with an answer that the oracle agrees with. Of a level with more states than the
/// oracle searched nothing is asked: the checker would walk through a hundred thousand of them.
fn holds(subject: &Subject<'_>, known: &Known, question: &Question, answer: &Answer) -> Compared {
    if !known.graph.is_complete {
        return Ok(());
    }
    match puzzles::check(&subject.level, answer, &Context::default()) {
        Ok(_) => Ok(()),
        Err(error) => {
            let (what, line) = (format!("check of {}", name(question)), question.asked.moves());
            Err(subject.mismatch(&what, line, error.to_string(), "the answer holds".to_owned()))
        }
    }
}

fn name(question: &Question) -> String {
    let options: Vec<&str> = question.asked.given().map(|(name, _)| name).filter(|name| *name != "moves").collect();
    [&[question.kind.name()], &options[..]].concat().join(" ")
}

/// Verdict, length, count and list of shortest solutions.
pub(super) fn solve(
    subject: &Subject<'_>,
    question: &Question,
    known: &Known,
    cx: &Context<'_>,
    tally: &mut Tally,
) -> Result<Option<Answer>, Box<Mismatch>> {
    let Some(answer) = asked(subject, question, cx, tally)? else { return Ok(None) };
    let (what, line) = (name(question), question.asked.moves());
    match &known.shortest {
        Some(shortest) => solved(subject, (&what, line), known, shortest, &answer)?,
        None if known.graph.is_complete => impossible(subject, &what, line, known, &answer)?,
        None => {}
    }
    holds(subject, known, question, &answer)?;
    Ok(Some(answer))
}

/// A shortest solution, the number of them, and the list.
fn solved(
    subject: &Subject<'_>,
    (what, line): (&str, &[String]),
    known: &Known,
    shortest: &Shortest,
    answer: &Answer,
) -> Compared {
    let Some(body) = answer.body_as::<Solution>() else {
        let what = format!("verdict by {what}");
        return Err(subject.mismatch(&what, line, format!("{:?}", answer.verdict), format!("{shortest:?}")));
    };
    subject.same(&format!("length by {what}"), line, &body.moves, &(shortest.length as u64))?;
    subject.same(&format!("proof by {what}"), line, &body.optimal, &true)?;
    wins(subject, what, known, &body.solution)?;
    if let Some(count) = &body.solutions {
        subject.same(&format!("count by {what}"), line, &count.0.to_string(), &shortest.count.to_string())?;
    }
    if let Some(all) = &body.all {
        let different: HashSet<&Vec<String>> = all.iter().collect();
        subject.same(&format!("list by {what}"), line, &(different.len() as u128), &shortest.count)?;
        all.iter().try_for_each(|solution| wins(subject, what, known, solution))?;
    }
    Ok(())
}

/// The certificate that no win can be reached.
fn impossible(subject: &Subject<'_>, what: &str, line: &[String], known: &Known, answer: &Answer) -> Compared {
    let states = known.graph.states.len() as u64;
    match answer.proof_as::<Exhausted>() {
        Some(proof) if answer.verdict == Some(Verdict::Impossible) => {
            let claimed = if proof.reduced.is_some() { states } else { proof.states };
            subject.same(&format!("states by {what}"), line, &claimed, &states)
        }
        _ => {
            let ours = answer.body_as::<Solution>().map(|body| body.solution.join("; "));
            let ours = format!("{:?} {}", answer.verdict, ours.unwrap_or_default());
            Err(subject.mismatch(&format!("verdict by {what}"), line, ours, "impossible".to_owned()))
        }
    }
}

/// A solution wins at its last move, and not before.
fn wins(subject: &Subject<'_>, what: &str, known: &Known, solution: &[String]) -> Compared {
    let mut at = Some(0);
    for step in solution {
        let moves = at.and_then(|at: usize| known.graph.moves.get(at));
        at = moves.and_then(|moves| moves.iter().find(|(input, _)| NAMES[*input] == step).map(|(_, to)| *to));
    }
    let is_won = at.is_some_and(|at| known.graph.states[at].is_won);
    subject.same(&format!("solution by {what}"), solution, &is_won, &true)
}

/// The best moves.
pub(super) fn hint(
    subject: &Subject<'_>,
    line: &[String],
    known: &Known,
    cx: &Context<'_>,
    tally: &mut Tally,
) -> Compared {
    let question = Question::after(QuestionKind::HINT, line);
    let Some(answer) = asked(subject, &question, cx, tally)? else { return Ok(()) };
    let Some(Shortest { length, first, .. }) = &known.shortest else {
        let is_right = !known.graph.is_complete || answer.verdict == Some(Verdict::Impossible);
        return subject.same("verdict by hint", line, &is_right, &true);
    };
    let Some(body) = answer.body_as::<Hint>() else {
        return Err(subject.mismatch("hint", line, format!("{:?}", answer.verdict), format!("{length} moves left")));
    };
    let best: Vec<&str> = first.iter().map(|input| NAMES[*input]).collect();
    subject.same("moves left by hint", line, &body.moves_left, &(*length as u64))?;
    subject.same("best moves by hint", line, &body.best.iter().map(String::as_str).collect::<Vec<_>>(), &best)?;
    holds(subject, known, &question, &answer)
}

fn reach(subject: &Subject<'_>, known: &Known, tally: &mut Tally) -> Compared {
    let question = Question::plain(QuestionKind::REACH);
    let Some(answer) = asked(subject, &question, &Context::with_nodes(MAX_NODES), tally)? else { return Ok(()) };
    let found = answer.body_as::<Reached>().is_some();
    let oracle = known.shortest.is_some();
    if oracle || known.graph.is_complete {
        subject.same("reach", &[], &found, &oracle)?;
    }
    holds(subject, known, &question, &answer)
}

/// How many states there are at each distance.
fn map(subject: &Subject<'_>, known: &Known, tally: &mut Tally) -> Compared {
    let Some(left) = &known.left else { return Ok(()) };
    states::compare(subject, known, tally)?;
    let question = Question::plain(QuestionKind::MAP);
    let Some(answer) = asked(subject, &question, &Context::with_nodes(MAX_NODES), tally)? else { return Ok(()) };
    let distances: Vec<usize> = left.iter().copied().flatten().collect();
    let Some(&largest) = distances.iter().max() else {
        return impossible(subject, "map", &[], known, &answer);
    };
    let Some(body) = answer.body_as::<Map>() else {
        return Err(subject.mismatch("map", &[], format!("{:?}", answer.verdict), format!("{largest} at most")));
    };
    let count = |distance: usize| distances.iter().filter(|&&other| other == distance).count();
    let counts: Vec<String> = (0..=largest).map(|distance| count(distance).to_string()).collect();
    let ours: Vec<String> = body.distances.iter().map(|count| count.0.to_string()).collect();
    subject.same("distances by map", &[], &ours, &counts)?;
    subject.same("states by map", &[], &body.states.0.to_string(), &distances.len().to_string())?;
    subject.same("largest by map", &[], &body.largest, &(largest as u64))?;
    subject.same("farthest by map", &[], &body.hardest.len(), &count(largest).min(100))?;
    let different: BTreeSet<&String> = body.hardest.iter().collect();
    subject.same("farthest by map, different ones", &[], &different.len(), &body.hardest.len())?;
    holds(subject, known, &question, &answer)
}

/// Judges a line, and compares how each of its positions stands. `left` is how far each is from a win.
pub(super) fn judge(
    subject: &Subject<'_>,
    known: &Known,
    line: &[String],
    left: &[Option<Option<usize>>],
    cx: &Context<'_>,
    tally: &mut Tally,
) -> Compared {
    let question = Question::after(QuestionKind::JUDGE, line);
    let Some(answer) = asked(subject, &question, cx, tally)? else { return Ok(()) };
    let Some(body) = answer.body_as::<puzzles::judge::Judgement>() else { return Ok(()) };
    subject.same("positions by judge", line, &body.positions.len(), &left.len())?;
    for (position, left) in body.positions.iter().zip(left) {
        let Some(left) = left else { continue };
        let what = format!("position {} by judge", position.after);
        let is_known = position.can_win.flatten().is_some();
        if !is_known {
            tally.unfinished += 1;
            continue;
        }
        subject.same(&what, line, &position.can_win.flatten(), &Some(left.is_some()))?;
        subject.same(&what, line, &position.moves_left.flatten(), &left.map(|left| left as u64))?;
    }
    holds(subject, known, &question, &answer)
}

/// The distance of a state by a search from there, if the states known so far do not tell.
pub(super) fn left(level: &mut Level<'_>, known: &Known, state: &State) -> Option<Option<usize>> {
    if state.is_won {
        return Some(Some(0));
    }
    if let Some(left) = known.left(state) {
        return Some(left);
    }
    let graph = level.graph(state, MAX_STATES).ok()?;
    match graph.shortest() {
        Some(shortest) => Some(Some(shortest.length)),
        None => graph.is_complete.then_some(None),
    }
}
