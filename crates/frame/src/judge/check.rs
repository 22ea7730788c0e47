//! Checks an answer to `judge`: the line is replayed, and each position is judged again by code that shares nothing
//! with what judged it.

use std::sync::Arc;

use engines::{Context, Halt};

use super::body::{Certificate, Judged, Judgement};
use super::evaluation;
use super::line::{DeadEnd, Follows, Line};
use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::evaluation::Evaluation;
use crate::family::Level;
use crate::fields;
use crate::options::Options;
use crate::phrases::plural;
use crate::position::{self, Position};
use crate::problem::{AskError, CheckError, Checked, ensure};
use crate::query::{Query, QuestionKind};
use crate::question::Question;
use crate::record::{Record, position, position_watched};
use crate::solution::Exhausted;

/// The fields that say whether the goal can be reached.
const STANDING: &[&str] = &["answer.positions.can_win", "answer.positions.value"];
/// The fields that say what is left.
const LEFT: &[&str] = &[
    "answer.positions.moves_left",
    "answer.positions.cost_left",
    "answer.positions.unit",
    "answer.positions.at_least",
];
/// The fields that follow from how the positions stand.
const FOLLOWING: &[&str] = &["verdict", "answer.moves", "answer.first_lost", "answer.first_longer", "answer.back_to"];

/// Checks an answer about a line.
///
/// # Errors
/// Says what is wrong with the answer, or why it could not be checked.
pub(super) fn check(
    level: &Arc<dyn Level>,
    question: &Question,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    if reply.states_nothing() {
        position(level, question, cx)?;
        let mut checked = Checked::default();
        checked.compare(&["verdict", "answer.at_least"]);
        return Ok(checked);
    }
    let body: &Judgement = reply.body_of()?;
    ensure(reply.proof.is_none(), "the proofs are those of the positions")?;
    let is_decided = body.positions.iter().all(|position| position.claimed().is_decided());
    super::keeping(cx, |cx| {
        let (options, seen) = (question.asked.of_position(), Seen::default());
        let mut walk = Walk { options, body, line: Line::default(), positions: 0, seen, flaw: None, cx };
        let replayed = position_watched(level, question, cx, |record| walk.visit(record));
        match (walk.flaw, replayed) {
            (Some(flaw), _) => return Err(flaw),
            (None, Err(error)) => return Err(error.into()),
            (None, Ok(_)) => {}
        }
        ensure(walk.line.len() == body.positions.len(), "the line has another number of positions")?;
        let (verdict, why) = match is_decided && walk.line.len() == walk.positions {
            true => (Verdict::Found, "every position is decided, so that the answer is not unfinished"),
            false => (Verdict::Unfinished, "a position is missing or not decided, so that the answer is unfinished"),
        };
        ensure(reply.verdict == Some(verdict), why)?;
        walk.line.close();
        ensure(walk.line.judgement().moves == body.moves, "a move did something else")?;
        Ok(walk.seen.report(body.positions.len()))
    })
}

/// What was found again of the positions so far.
#[derive(Default)]
struct Seen {
    /// How many positions could not be judged again.
    open: usize,
    /// Of how many others what is left could not be found again.
    open_left: usize,
    /// What was said of the certificates, and the fields that were not compared.
    proofs: Checked,
}

impl Seen {
    /// Says what was rechecked of so many positions.
    fn report(self, positions: usize) -> Checked {
        let mut checked = Checked::of("the moves replay", &["answer.positions.after", "answer.moves.move"]);
        let stand = |count| plural(count, "position stands", "positions stand");
        let known = positions - self.open;
        if self.open == 0 {
            let each = plural(positions, "position", "positions");
            checked.done(format!("how each of {each} stands"), STANDING);
        } else {
            if known > 0 {
                checked.done(format!("how {} of them", stand(known)), STANDING);
            }
            checked.left_out(format!("how {} of the line", stand(self.open)), STANDING);
        }
        if self.open_left > 0 {
            let positions = plural(self.open_left, "position", "positions");
            checked.left_out(format!("what is left in {positions} of the line"), LEFT);
        }
        if self.open + self.open_left > 0 {
            checked.leave_open(LEFT);
            checked.leave_open(FOLLOWING);
        }
        checked.compare(LEFT);
        checked.compare(FOLLOWING);
        checked.include(self.proofs);
        checked
    }

    /// Adds a position that was judged again.
    fn add(&mut self, claim: &Judged, own: &Evaluation) {
        let claimed = claim.claimed();
        let stands = if claimed.is_for_two { own.value.is_some() } else { own.can_win.is_some() };
        if claimed.can_win.is_some() && !stands {
            self.open += 1;
        } else if !own.is_decided() && (claimed.left.is_some() || claimed.at_least > own.at_least) {
            self.open_left += 1;
        }
    }

    /// Adds a position that could not be judged again.
    fn leave_out(&mut self, claim: &Judged) {
        let claimed = claim.claimed();
        if claimed.can_win.is_some() {
            self.open += 1;
        } else if claimed.at_least > 0 {
            self.open_left += 1;
        }
    }

    /// Adds what was found of a certificate: its fields are those of a position here.
    fn add_proof(&mut self, mut checked: Checked) {
        // Many positions have certificates of one kind.
        checked.rechecked.clear();
        checked.not_rechecked.retain(|what| !self.proofs.not_rechecked.contains(what));
        let of_a_position = |field: &str| field.starts_with("proof").then(|| format!("answer.positions.{field}"));
        self.proofs.include(checked.renamed(of_a_position));
    }
}

/// A line that is walked along beside an answer.
struct Walk<'a> {
    options: Options,
    body: &'a Judgement,
    line: Line,
    /// The positions of the line so far, also those that the answer does not judge.
    positions: usize,
    seen: Seen,
    /// What is wrong with the answer.
    flaw: Option<CheckError>,
    cx: &'a Context<'a>,
}

impl Walk<'_> {
    fn visit(&mut self, record: &Record) -> Result<(), AskError> {
        self.positions += 1;
        if self.flaw.is_some() || self.positions > self.body.positions.len() {
            return Ok(());
        }
        match self.position(record) {
            Ok(standing) => {
                self.line.push(record, standing);
                Ok(())
            }
            Err(CheckError::Unchecked(error)) => Err(error),
            Err(flaw) => {
                self.flaw = Some(flaw);
                Ok(())
            }
        }
    }

    /// Judges a position again, and compares that with the answer. Returns what the answer says of it, from which
    /// follows what the moves did.
    fn position(&mut self, record: &Record) -> Result<Evaluation, CheckError> {
        let at = self.line.len();
        let claim = self.body.positions.get(at).ok_or_else(|| CheckError::wrong("a position is missing"))?;
        let named = at.checked_sub(1).and_then(|before| self.body.moves.get(before));
        ensure(at == 0 || named.map(|step| &step.played) == record.moves().last(), "another move was played")?;
        let rest = (self.body.positions.len() - at).max(1) as u32;
        let part = self.cx.part(rest);
        let again = again(record.level(), record.position(), &self.options, &part);
        self.cx.absorb(&part);
        let again = again?;
        let is_proven = claim.proof.as_ref().map_or(Ok(false), |proof| self.proof(record, proof))?;
        let paid = again.as_ref().and_then(|standing| standing.paid);
        match again {
            Some(mut standing) => {
                if standing.left.is_none() {
                    // What is not there may have no unit.
                    standing.costs = claim.claimed().costs.map(|unit| standing.costs.unwrap_or(unit));
                }
                agrees(claim, &standing)?;
                self.seen.add(claim, &standing);
            }
            None if is_proven => {}
            None => self.seen.leave_out(claim),
        }
        Ok(Evaluation { paid, ..claim.claimed() })
    }

    /// Checks the certificate of a lost position. Returns whether it proves that, whatever the earlier positions are.
    fn proof(&mut self, record: &Record, proof: &Certificate) -> Result<bool, CheckError> {
        let value = proof.value();
        if let Ok(follows) = AnyBody::read::<Follows>(value.clone()) {
            let Some(follows) = follows.downcast_ref::<Follows>() else { return Err(CheckError::no_answer()) };
            let earlier = usize::try_from(follows.after).ok().filter(|&after| after < self.line.len());
            let earlier = earlier.and_then(|after| self.body.positions.get(after));
            let own = earlier.filter(|earlier| earlier.proof.is_some() && earlier.can_win == Some(Some(false)));
            ensure(own.is_some(), "a proof refers to a position that is not proven lost before")?;
            self.seen.add_proof(Checked::of("it follows", &["proof"]));
            return Ok(false);
        }
        let specs = || record.level().questions().iter();
        let body = AnyBody::read::<DeadEnd>(value.clone()).or_else(|_| AnyBody::read::<Exhausted>(value.clone()));
        let body = body.ok().or_else(|| specs().find_map(|spec| spec.read_proof(value.clone()).ok()));
        let body = body.ok_or_else(|| CheckError::wrong("a proof: its form is not known"))?;
        let query = Query { kind: QuestionKind::HINT, options: self.options.clone() };
        body.check_parts(&query)?;
        let is_over = record.position().moves().next().is_none();
        let checked = match body.downcast_ref::<Exhausted>() {
            Some(exhausted) if is_over => {
                ensure(exhausted.states == 1, "no move is left: there is one state")?;
                Checked::of("no move is left", &["verdict", "proof.kind", "proof.states"])
            }
            _ => {
                let own = position::evaluator_of(record.position())
                    .and_then(|own| own.check_lost(&body, &self.options, self.cx));
                match own.unwrap_or_else(|| {
                    position::analysis_of(record.position())?.check(&query, &impossible(&body), self.cx)
                }) {
                    Err(CheckError::Unchecked(AskError::Halted(halt))) => unfinished(halt),
                    other => other?,
                }
            }
        };
        let checked = fields::accounted(&impossible(&body), checked);
        let is_proven = !checked.open_fields().any(|field| field == "verdict");
        self.seen.add_proof(checked);
        Ok(is_proven)
    }
}

/// The report on a certificate whose check a limit ended.
fn unfinished(halt: Halt) -> Checked {
    let mut checked = Checked::default();
    checked.left_out(format!("a certificate: {halt}"), &["verdict", "proof"]);
    checked
}

/// The certificate as that of the reply to a hint.
fn impossible(proof: &AnyBody) -> Reply {
    Reply::with_certificate("", proof.clone())
}

/// Whether the answer says of a position what was found again, as far as both know.
fn agrees(claim: &Judged, standing: &Evaluation) -> Result<(), CheckError> {
    let own = Judged::of(claim.after, standing);
    let after = || plural(claim.after, "move", "moves");
    let same_form = (claim.can_win.is_some(), claim.value.is_some(), claim.moves_left.is_some())
        == (own.can_win.is_some(), own.value.is_some(), own.moves_left.is_some())
        && claim.cost_left.is_some() == own.cost_left.is_some()
        && (claim.unit.is_none() || claim.unit == own.unit);
    ensure(same_form, format!("the position after {} has other fields", after()))?;
    let differs = |one: bool| ensure(!one, format!("the position after {} stands otherwise", after()));
    if let (Some(Some(claimed)), Some(Some(found))) = (claim.can_win, own.can_win) {
        differs(claimed != found)?;
    }
    if let (Some(Some(claimed)), Some(Some(found))) = (claim.value, own.value) {
        differs(claimed != found)?;
    }
    if !standing.is_decided() {
        return Ok(());
    }
    differs(claim.left().is_some() && claim.left() != own.left())?;
    let bounded = match (claim.at_least, own.left()) {
        (Some(bound), Some(left)) if claim.left().is_some() => bound == left,
        (Some(bound), Some(left)) => bound <= left,
        (None, _) => own.at_least.is_none(),
        // No number of moves is a bound too high where the goal cannot be reached.
        (Some(_), None) => claim.can_win == Some(None) || claim.value == Some(None),
    };
    ensure(bounded, format!("at_least is wrong after {}", after()))?;
    let proven = claim.can_win == Some(Some(false));
    ensure(claim.proof.is_some() == proven, "a lost position has a proof, and no other")
}

/// How a position stands by code that shares nothing with what judged it; `None` where that cannot be told within the
/// limits.
pub(super) fn again(
    level: &Arc<dyn Level>,
    position: &dyn Position,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Option<Evaluation>, CheckError> {
    match position::evaluator_of(position).and_then(|own| own.rechecked(options, cx)) {
        Some(Err(CheckError::Unchecked(AskError::Halted(_)))) => return Ok(None),
        Some(Err(flaw)) => return Err(flaw),
        Some(Ok(standing)) => return Ok(standing),
        None => {}
    }
    let Some(standing) = evaluation::by_status(position) else { return by_hint(level, position, options, cx) };
    Ok(Some(standing))
}

/// How a position stands by a hint that passes the family's check in all its statements.
fn by_hint(
    level: &Arc<dyn Level>,
    position: &dyn Position,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Option<Evaluation>, CheckError> {
    if !level.questions().iter().any(|spec| spec.kind == QuestionKind::HINT) {
        return Ok(None);
    }
    by_confirmed_hint(position, options, cx)
}

/// How a position stands by a hint that passes the family's check; `None` where there is none within the limits.
///
/// # Errors
/// What the check found wrong.
fn by_confirmed_hint(
    position: &dyn Position,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Option<Evaluation>, CheckError> {
    Ok(confirmed_hint(position, options, cx)?.map(|reply| Evaluation::of_hint(&reply)))
}

/// A reply to a hint that passes the family's check in all its statements; `None` where there is none within the
/// limits.
///
/// # Errors
/// The options mean nothing here, or the rules fail.
pub(super) fn confirmed_hint(
    position: &dyn Position,
    options: &Options,
    cx: &Context<'_>,
) -> Result<Option<Reply>, CheckError> {
    let query = Query { kind: QuestionKind::HINT, options: options.clone() };
    let reply = match position::analysis_of(position)?.ask(&query, cx) {
        Err(AskError::Halted(_)) => return Ok(None),
        Err(AskError::NotOffered(_)) => {
            // Too much to be told is no flaw of the question, but the check refuses options that mean nothing.
            position::analysis_of(position)?.check(&query, &Reply::unfinished("nothing is known", 0), cx)?;
            return Ok(None);
        }
        other => other?,
    };
    match fields::check(position, &query, &reply, cx) {
        Ok(checked) if checked.is_whole() => Ok(Some(reply)),
        Ok(_) | Err(CheckError::Unchecked(_)) => Ok(None),
        Err(flaw) => Err(flaw),
    }
}
