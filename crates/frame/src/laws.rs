//! The laws that every family must obey, for the tests of families: [`holds`] tries them on built-in levels too,
//! [`holds_on`] on given texts alone.
//!
//! - Levels: the canonical text loads again and is a fixed point; a level's questions are among those that its family
//!   declares, with the same options in the same order.
//! - Statements: a par and a solution that are written into a file are read as such, and change nothing else.
//! - Games: every listed move has a name of its own and is played, by its text and as it is said, and any other text is
//!   refused without effect; undo and redo restore positions; a save opens as the same game; a game is won only where
//!   its goal is reached.
//! - Questions: a declared question is answered and any other is refused; an option is obeyed or refused; `asked` is
//!   written in the declared order; tiny limits give *unfinished* or an answer that passes the checker, never a panic.
//! - Answers: they survive JSON, pass the independent checker and have a table; a damaged number, certificate, list or
//!   verdict is noticed, and so is a missing part; solutions replay, and following hints reaches the goal in the number
//!   of moves that the hint said.
//! - Judged lines: no move of a solution is a mistake, and what is lost stays lost. Hints that are told in part name no
//!   move, no distance, and no set of places that fits best moves alone.
//! - Words and pictures: no syntax of a programming language and no plural after a one; legends list what is drawn, and
//!   boards are said in words.

mod answers;
mod declared;
mod hints;
mod judged;
mod options;
mod parts;
mod pictures;
mod results;
mod reveals;
mod statements;
mod tables;
mod words;

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use engines::{Budget, Context, ValueCache};

use crate::answer::Verdict;
use crate::ask::ask;
use crate::family::{Family, Level, question};
use crate::options::{INTENDED, OptionSpec, OptionValue, Options};
use crate::problem::{AskError, CheckError};
use crate::query::QuestionKind;
use crate::question::{Question, QuestionSpec};
use crate::record::Record;
use crate::status::Role;

pub use answers::raised;

/// The number of moves tried from one position, and of positions visited in one game.
const MAX_TRIED: usize = 40;

/// The memory limit, in bytes, for the map of a state space.
const MAX_MAPPED: u64 = 64 << 20;

/// The most bytes of what is kept about levels.
const MAX_KEPT: u64 = 256 << 20;

/// The description of a broken law.
pub type Broken = String;

/// Returns whether every law holds of the family's built-in levels and of each of `texts`. The family must refuse the
/// options that only other `families` declare, and its own options must agree with theirs.
///
/// # Errors
/// The first law that is broken, with the text.
pub fn holds(families: &[&dyn Family], family: &dyn Family, texts: &[&str]) -> Result<(), Broken> {
    let shipped = family.info().levels.iter().map(|level| level.text);
    let texts: Vec<&str> = shipped.chain(texts.iter().copied()).collect();
    holds_on(families, family, &texts, None)
}

/// Returns whether every law holds of these texts alone, with the options of `families` and of `family`. With `nodes`,
/// no question and no check takes more nodes than that, for levels whose state spaces may be too large to be searched.
///
/// # Errors
/// The first law that is broken, with the text.
pub fn holds_on(
    families: &[&dyn Family],
    family: &dyn Family,
    texts: &[&str],
    nodes: Option<u64>,
) -> Result<(), Broken> {
    let mut all: Vec<&dyn Family> = families.to_vec();
    if !all.iter().any(|known| known.info().name == family.info().name) {
        all.push(family);
    }
    let told = |broken: Broken| format!("{}: {broken}", family.info().name);
    crate::declared::agree(&all).and_then(|()| declared::by_family(family.info())).map_err(told)?;
    each(family, texts, &Asking { options: &crate::declared::declared(&all), bounds: Bounds { nodes } }).map_err(told)
}

/// Checks every law on each of these texts, on all cores. Of several texts that break one, the first is told.
fn each(family: &dyn Family, texts: &[&str], asking: &Asking<'_>) -> Result<(), Broken> {
    let next = AtomicUsize::new(0);
    let work = || {
        let texts = std::iter::from_fn(|| {
            let index = next.fetch_add(1, Ordering::Relaxed);
            texts.get(index).map(|text| (index, *text))
        });
        let mut checked = texts.map(|(index, text)| (index, one(family, text, asking), text));
        checked.find_map(|(index, held, text)| held.err().map(|broken| (index, format!("{broken}\n{text}"))))
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(texts.len());
    let first = std::thread::scope(|threads| {
        let workers: Vec<_> = (0..cores).map(|_| threads.spawn(work)).collect();
        let broken =
            workers.into_iter().filter_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        broken.min_by_key(|(index, _)| *index)
    });
    first.map_or(Ok(()), |(_, broken)| Err(broken))
}

/// The options that a question may have, and the work that it may take.
struct Asking<'a> {
    options: &'a [&'static OptionSpec],
    bounds: Bounds,
}

/// What is kept about levels for the next judged line.
fn kept() -> &'static ValueCache {
    static KEPT: OnceLock<ValueCache> = OnceLock::new();
    KEPT.get_or_init(|| ValueCache::new(MAX_KEPT, 4))
}

/// The work that a question may take.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// The nodes, if they are limited.
    nodes: Option<u64>,
}

impl Bounds {
    /// The limits for a question: a map gets memory for a small space, so that a large one must report that it needs
    /// more.
    fn context(self, kind: QuestionKind) -> Context<'static> {
        let bytes = if kind == QuestionKind::MAP { Some(MAX_MAPPED) } else { Budget::default().bytes };
        let cx = Context::new(Budget { nodes: self.nodes, bytes, ..Budget::default() });
        // Many lines of one level are judged, as a server is asked.
        if kind == QuestionKind::JUDGE { cx.keeping(kept()) } else { cx }
    }

    /// The limits for a check, which may be stopped by them where they are set.
    fn checking(self) -> Context<'static> {
        Context::new(Budget { nodes: self.nodes, ..Budget::default() }).keeping(kept())
    }

    /// Whether a check was stopped by the limits.
    fn stopped(self, flaw: &CheckError) -> bool {
        self.nodes.is_some() && matches!(flaw, CheckError::Unchecked(AskError::Halted(_)))
    }

    /// The limits with at most this many nodes.
    fn within(self, kind: QuestionKind, nodes: u64) -> Context<'static> {
        Bounds { nodes: Some(self.nodes.map_or(nodes, |most| most.min(nodes))) }.context(kind)
    }
}

/// Checks every law on every level of one text.
fn one(family: &dyn Family, text: &str, asking: &Asking<'_>) -> Result<(), Broken> {
    let cx = Context::default();
    let source = Arc::new(text.as_bytes().to_vec());
    let collection = family.open(source, &cx).map_err(|problems| problems.to_string())?;
    ensure(!collection.entries().is_empty(), || "a file has no level".into())?;
    statements::are_read_as_written(family, text, &*collection)?;
    for index in 0..collection.entries().len() {
        let level = collection.level(index, &cx).map_err(|problems| problems.to_string())?;
        level_obeys(family, &level, asking).map_err(|broken| format!("level {}: {broken}", index + 1))?;
    }
    Ok(())
}

fn level_obeys(family: &dyn Family, level: &Arc<dyn Level>, asking: &Asking<'_>) -> Result<(), Broken> {
    text_is_a_fixed_point(family, level)?;
    declared::by_level(family.info(), level)?;
    for &role in level.roles() {
        plays(family, level, Role(role))?;
        results::hold(level, Role(role), asking.bounds)?;
        words::hold(level, Role(role))?;
    }
    asks(family, level, asking)?;
    parts::check(level, asking.bounds)?;
    pictures::say_what_is_drawn(level)?;
    hints::lead_to_the_goal(level, asking.bounds)?;
    judged::lines(level, asking.bounds)?;
    reveals::give_nothing_away(level, asking.bounds)
}

fn load(family: &dyn Family, text: String) -> Result<Arc<dyn Level>, crate::problem::LoadError> {
    family.load(Arc::new(text.into_bytes()), &Context::default())
}

fn ensure(holds: bool, law: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(law()) }
}

fn text_is_a_fixed_point(family: &dyn Family, level: &Arc<dyn Level>) -> Result<(), Broken> {
    let text = level.text();
    let again = load(family, text.clone()).map_err(|problems| format!("own text: {problems}"))?;
    ensure(again.text() == text, || format!("the canonical text changes:\n{text}\nto\n{}", again.text()))?;
    ensure(again.picture() == level.picture(), || "the canonical text draws otherwise".into())?;
    ensure(!level.picture().frames.is_empty(), || "a picture has a frame".into())
}

/// Plays a game with a fixed choice of moves, and tests undo, redo, save and refusals at every position.
fn plays(family: &dyn Family, level: &Arc<dyn Level>, role: Role) -> Result<(), Broken> {
    let mut record = Record::new(Arc::clone(level), role);
    for step in 0..MAX_TRIED {
        let moves: Vec<String> = record.position().moves().take(MAX_TRIED).collect();
        ensure(record.position().status().over == moves.is_empty(), || "over means that no move is left".into())?;
        if let Some(name) = named_twice(&moves) {
            return Err(format!("two moves are named '{name}'; expected a name of its own for each"));
        }
        let Some(chosen) = moves.get((step * 7 + 3) % moves.len().max(1)) else { break };
        refuses(&mut record)?;
        for text in &moves {
            record.play(text).map_err(|illegal| format!("a listed move is refused: {illegal}"))?;
            ensure(record.undo(), || "a move that was made can be undone".into())?;
            is_played_as_it_is_said(&mut record, text)?;
        }
        undo_and_redo(&mut record, chosen)?;
    }
    restart_is_taken_back(&mut record)?;
    let save = record.save("a name#1");
    let opened = Record::open(&[family], &save).map_err(|error| format!("a save does not open: {error}\n{save}"))?;
    ensure(opened.record.save(&opened.name.unwrap_or_default()) == save, || "a save changes when it is opened".into())
}

/// A name that two of the moves have: only the first of them could be played.
fn named_twice(moves: &[String]) -> Option<&str> {
    let mut names: Vec<&str> = moves.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// A move may be typed as it is said, and is the same move then.
fn is_played_as_it_is_said(record: &mut Record, text: &str) -> Result<(), Broken> {
    let Some(said) = record.position().display_name(text) else { return Ok(()) };
    let mut after = |typed: &str| {
        record.play(typed).map_err(|illegal| format!("a move as it is said is refused: {illegal}"))?;
        let level = record.position().level_text();
        record.undo();
        Ok::<String, Broken>(level)
    };
    ensure(after(&said)? == after(text)?, || format!("'{said}' is another move than '{text}'"))
}

fn refuses(record: &mut Record) -> Result<(), Broken> {
    let before = record.position().picture();
    for wrong in ["", "no such move", "0", "-1", "999999999999999999999", "é", "1;2"] {
        if record.position().moves().any(|listed| listed == wrong) {
            continue;
        }
        ensure(record.play(wrong).is_err(), || format!("'{wrong}' is played"))?;
    }
    ensure(record.position().picture() == before, || "a refused move has an effect".into())
}

fn undo_and_redo(record: &mut Record, text: &str) -> Result<(), Broken> {
    let before = record.position().level_text();
    let status = record.position().status();
    record.play(text).map_err(|illegal| illegal.to_string())?;
    let after = record.position().picture();
    ensure(record.undo() && record.position().level_text() == before, || "undo does not restore the level".into())?;
    ensure(record.position().status() == status, || "undo does not restore the status".into())?;
    ensure(record.redo() && record.position().picture() == after, || "redo does not restore the picture".into())
}

/// A restart is taken back by undo, at once and after other moves.
fn restart_is_taken_back(record: &mut Record) -> Result<(), Broken> {
    let (save, start) = (record.save(""), Record::new(Arc::clone(record.level()), record.role()));
    record.restart();
    ensure(record.position().level_text() == start.position().level_text(), || "a restart is no start".into())?;
    if record.line().next().is_some() {
        ensure(record.undo() && record.save("") == save, || "undo does not take a restart back".into())?;
    }
    let moves = record.moves().to_vec();
    record.restart();
    let Some(other) = record.position().moves().last() else { return Ok(()) };
    record.play(&other).map_err(|illegal| illegal.to_string())?;
    ensure(record.undo(), || "a move after a restart cannot be undone".into())?;
    ensure(record.undo() != moves.is_empty() && record.moves() == moves, || {
        "undo does not take a restart back after other moves".into()
    })
}

/// Asks every kind of question: those that the level declares are answered, and the others are refused.
fn asks(family: &dyn Family, level: &Arc<dyn Level>, asking: &Asking<'_>) -> Result<(), Broken> {
    for row in crate::declared::questions(&[family]) {
        let kind = row.kind;
        let question = simplest(level, kind, asking.bounds);
        match (ask(level, &question, &asking.bounds.context(kind)), spec(level, kind)) {
            // There is no solution that a shortcut could be compared with.
            (Err(AskError::NotOffered(_)), Some(_)) if row.needs_an_option && question == Question::plain(kind) => {}
            (Err(AskError::NotOffered(_)), None) => {}
            (Ok(_), None) => return Err(format!("'{kind}' is answered but not declared")),
            (Err(refusal), _) => return Err(format!("'{kind}': {refusal}")),
            (Ok(answer), Some(spec)) => {
                answers::hold(level, &answer, asking.bounds)?;
                tiny_limits(level, &question, asking.bounds)?;
                options::obeyed_or_refused(level, spec, asking)?;
            }
        }
    }
    Ok(())
}

/// The question of a kind with the fewest options that a level answers: none, but for a shortcut, which is compared
/// with a solution where the level has one.
fn simplest(level: &Arc<dyn Level>, kind: QuestionKind, bounds: Bounds) -> Question {
    let plain = Question::plain(kind);
    if kind != QuestionKind::SHORTCUT || spec(level, kind).is_none() {
        return plain;
    }
    let solved = ask(level, &Question::plain(QuestionKind::SOLVE), &bounds.context(QuestionKind::SOLVE));
    let line = solved.ok().and_then(|answer| answer.body?.line()).filter(|line| !line.is_empty());
    let intended = line.map(|line| Options::default().with(&INTENDED, OptionValue::List(line)));
    intended.map_or(plain, |asked| Question { kind, asked })
}

/// The declaration of a question by a level.
fn spec(level: &Arc<dyn Level>, kind: QuestionKind) -> Option<&'static QuestionSpec> {
    question(&**level, kind)
}

fn tiny_limits(level: &Arc<dyn Level>, question: &Question, bounds: Bounds) -> Result<(), Broken> {
    for nodes in [0, 1, 10, 100] {
        let answer = ask(level, question, &Bounds::default().within(question.kind, nodes))
            .map_err(|refusal| format!("'{}' within {nodes} nodes: {refusal}", question.kind))?;
        if answer.verdict != Some(Verdict::Unfinished) {
            answers::hold(level, &answer, bounds).map_err(|broken| format!("within {nodes} nodes: {broken}"))?;
        }
    }
    Ok(())
}
