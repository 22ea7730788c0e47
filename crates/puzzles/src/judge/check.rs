//! Checks an answer to `judge`: the line is replayed, and each position is judged again by code that shares nothing with
//! what judged it.

use std::sync::Arc;

use engines::Context;

use super::body::{Certificate, Judged, Judgement};
use super::evaluation::{self, Evaluation};
use super::line::{DeadEnd, Follows, Line};
use crate::answer::{Reply, Verdict};
use crate::body::AnyBody;
use crate::family::{Level, position_watched};
use crate::options::Options;
use crate::position::Position;
use crate::problem::{AskError, CheckError, Checked, ensure};
use crate::question::{Query, Question, QuestionKind};
use crate::record::Record;
use crate::solution::Exhausted;
use crate::words::plural;

/// Checks an answer about a line.
///
/// # Errors
/// Says what is wrong with the answer, or why it could not be checked.
pub(crate) fn check(
    level: &Arc<dyn Level>,
    question: &Question,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let body: &Judgement = reply.body_of()?;
    ensure(reply.proof.is_none(), "the proofs are those of the positions")?;
    super::keeping(cx, |cx| {
        let options = question.asked.of_position();
        let mut walk = Walk { options, body, line: Line::default(), open: 0, flaw: None, cx };
        let replayed = position_watched(level, question, cx, |record| walk.visit(record));
        match (walk.flaw, replayed) {
            (Some(flaw), _) => return Err(flaw),
            (None, Err(error)) => return Err(error.into()),
            (None, Ok(_)) => {}
        }
        let finished = reply.verdict == Some(Verdict::Found);
        concluded(walk.line, body, walk.open, finished)
    })
}

/// Compares what follows from the positions with what the answer says of the moves.
fn concluded(mut line: Line, body: &Judgement, open: usize, finished: bool) -> Result<Checked, CheckError> {
    ensure(line.len() == body.positions.len(), "the line has another number of positions")?;
    let mut checked = Checked::default();
    checked.done("the moves replay");
    if open == 0 && finished {
        ensure(line.why().is_none(), "a position is not decided")?;
        line.close();
        let again = line.judgement();
        ensure(again.moves == body.moves, "a move did something else")?;
        checked.done(format!("how each of {} stands", plural(body.positions.len(), "position", "positions")));
        return Ok(checked);
    }
    let rechecked = body.positions.len() - open;
    if rechecked > 0 {
        checked.done(format!("how {} of them", plural(rechecked, "position stands", "positions stand")));
    }
    checked.left_out(format!("how {} of the line", plural(open, "position stands", "positions stand")));
    Ok(checked)
}

/// A line that is walked along beside an answer.
struct Walk<'a> {
    options: Options,
    body: &'a Judgement,
    line: Line,
    /// How many positions could not be judged again.
    open: usize,
    /// What is wrong with the answer.
    flaw: Option<CheckError>,
    cx: &'a Context<'a>,
}

impl Walk<'_> {
    fn visit(&mut self, record: &Record) -> Result<(), AskError> {
        if self.flaw.is_some() {
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

    /// Judges a position again, and compares that with the answer.
    fn position(&mut self, record: &Record) -> Result<Evaluation, CheckError> {
        let at = self.line.len();
        let claim = self.body.positions.get(at).ok_or_else(|| CheckError::wrong("a position is missing"))?;
        let named = at.checked_sub(1).and_then(|before| self.body.moves.get(before));
        ensure(at == 0 || named.map(|step| &step.played) == record.moves().last(), "another move was played")?;
        let rest = (self.body.positions.len() - at).max(1) as u32;
        let part = self.cx.part(rest);
        let again = again(record.level(), record.position(), &self.options, &part);
        self.cx.absorb(&part);
        let Some(mut standing) = again? else {
            self.open += 1;
            return Ok(Evaluation::default());
        };
        if standing.left.is_none() {
            // What is not there has no unit.
            standing.is_cost = claim.cost_left.is_some();
        }
        agrees(claim, &standing)?;
        if !standing.is_decided() || Judged::of(claim.after, &standing).left() != claim.left() {
            self.open += 1;
        }
        if let Some(proof) = &claim.proof {
            self.proof(record, proof)?;
        }
        Ok(standing)
    }

    /// Checks the certificate of a lost position.
    fn proof(&self, record: &Record, proof: &Certificate) -> Result<(), CheckError> {
        let value = proof.value();
        let wrong = |why: String| CheckError::wrong(format!("a proof: {why}"));
        if let Ok(follows) = AnyBody::read::<Follows>(value.clone()) {
            let Some(follows) = follows.downcast_ref::<Follows>() else { return Err(CheckError::no_answer()) };
            let earlier = usize::try_from(follows.after).ok().filter(|&after| after < self.line.len());
            let earlier = earlier.and_then(|after| self.body.positions.get(after));
            let own = earlier.filter(|earlier| earlier.proof.is_some() && earlier.can_win == Some(Some(false)));
            return ensure(own.is_some(), "a proof refers to a position that is not proven lost before");
        }
        let specs = || record.level().questions().iter();
        let body = AnyBody::read::<DeadEnd>(value.clone()).or_else(|_| AnyBody::read::<Exhausted>(value.clone()));
        let body = body.ok().or_else(|| specs().find_map(|spec| spec.read_proof(value.clone()).ok()));
        let body = body.ok_or_else(|| wrong("its form is not known".into()))?;
        let is_over = record.position().moves().next().is_none();
        match body.downcast_ref::<Exhausted>() {
            Some(exhausted) if is_over => ensure(exhausted.states == 1, "no move is left: there is one state"),
            _ => match record.position().check_lost(&body, self.cx) {
                Some(checked) => checked,
                None => self.impossible(record.position(), body),
            },
        }
    }

    /// Checks the certificate as that of the reply to a hint.
    fn impossible(&self, position: &dyn Position, proof: AnyBody) -> Result<(), CheckError> {
        let query = Query { kind: QuestionKind::Hint, options: self.options.clone() };
        let reply = Reply { verdict: Some(Verdict::Impossible), method: String::new(), body: None, proof: Some(proof) };
        position.check(&query, &reply, self.cx).map(|_| ())
    }
}

/// Whether the answer says of a position what was found again, as far as both know.
fn agrees(claim: &Judged, standing: &Evaluation) -> Result<(), CheckError> {
    let own = Judged::of(claim.after, standing);
    let after = || plural(claim.after, "move", "moves");
    let same_form = (claim.can_win.is_some(), claim.value.is_some(), claim.moves_left.is_some())
        == (own.can_win.is_some(), own.value.is_some(), own.moves_left.is_some())
        && claim.cost_left.is_some() == own.cost_left.is_some();
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
    match position.rechecked(options, cx) {
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
    if !level.questions().iter().any(|spec| spec.kind == QuestionKind::Hint) {
        return Ok(None);
    }
    let query = Query { kind: QuestionKind::Hint, options: options.clone() };
    let reply = match position.ask(&query, cx) {
        Err(AskError::Halted(_)) => return Ok(None),
        other => other?,
    };
    match position.check(&query, &reply, cx) {
        Ok(checked) if checked.not_rechecked.is_empty() => Ok(Some(Evaluation::of_hint(&reply))),
        Ok(_) | Err(CheckError::Unchecked(_)) => Ok(None),
        Err(flaw) => Err(flaw),
    }
}
