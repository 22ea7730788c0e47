//! The positions of a line one after the other, and what follows from one to the next.

use std::collections::HashSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Judged, JudgedMove, Judgement};
use crate::body::{AnyBody, Body};
use crate::evaluation::Evaluation;
use crate::evaluator::Evaluator;
use crate::family::Level;
use crate::phrases::plural;
use crate::position;
use crate::problem::{AskError, CheckError, ensure};
use crate::record::Record;
use crate::table::Table;
use crate::unit::Unit;
use crate::value::GameValue;

/// The most legal moves of a position that are looked through for a move of the line.
const MAX_LISTED: usize = 10_000;

/// One position of a line.
struct Stop {
    standing: Evaluation,
    /// What was paid so far, in families with costs.
    paid: u64,
    /// Whether the side that moves here is the one that moves at the next position, in a game for two.
    side: Option<&'static str>,
    /// The move that is played here, and whether it is one of the listed moves.
    played: Option<(String, bool)>,
    /// The listed moves, where it matters whether the next move is one of them.
    listed: Option<HashSet<String>>,
    /// The program composed so far, in families with costs whose moves compose one; of the last position only.
    program: Option<String>,
    /// Whether the program of the position before is the beginning of this one's.
    goes_on: bool,
}

/// The positions of a line that is being walked along.
#[derive(Default)]
pub(super) struct Line(Vec<Stop>);

impl Line {
    /// The number of positions so far.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How the position of the record stands: as follows from the position before, else as `ask` finds it.
    pub(super) fn next(
        &self,
        record: &Record,
        ask: impl FnOnce() -> Result<Evaluation, AskError>,
    ) -> Result<Evaluation, AskError> {
        let follows = || {
            let (before, played) = (self.0.last()?, record.moves().last()?);
            let Evaluation { can_win, left, is_for_two, costs, ways, method, .. } = &before.standing;
            if *is_for_two || costs.is_some() {
                return None;
            }
            if *can_win == Some(false) && before.listed.as_ref().is_some_and(|listed| listed.contains(played)) {
                return Some(Evaluation::lost(method.clone(), Some(AnyBody::new(self.lost_before()))));
            }
            let rest = ways.iter().find(|way| way.first() == Some(played))?;
            let ways = if rest.len() > 1 { vec![rest[1..].to_vec()] } else { Vec::new() };
            Some(Evaluation { ways, ..Evaluation::won_in(left.filter(|&left| left > 0)? - 1, method.clone()) })
        };
        follows().map_or_else(ask, Ok)
    }

    /// The certificate that a position is lost since one before it is.
    fn lost_before(&self) -> Follows {
        let proven = |stop: &Stop| {
            let proof = stop.standing.proof.as_ref();
            stop.standing.can_win == Some(false) && proof.is_some_and(|proof| proof.downcast_ref::<Follows>().is_none())
        };
        let after = self.0.iter().rposition(proven).unwrap_or(0);
        Follows::from(after as u64)
    }

    /// Adds the position of the record.
    pub(super) fn push(&mut self, record: &Record, mut standing: Evaluation) {
        let program = record.position().program().filter(|_| standing.costs.is_some());
        let mut goes_on = false;
        if let (Some(before), Some(played)) = (self.0.last_mut(), record.moves().last()) {
            let begun = before.program.take();
            goes_on = begun.zip(program).is_some_and(|(begun, program)| program.begins_with(&begun));
            let is_listed = before.listed.take().is_some_and(|listed| listed.contains(played));
            before.played = Some((played.clone(), is_listed));
        }
        let position = record.position();
        // Where all distances are known nothing needs to follow.
        let is_dead_end = standing.proof.as_ref().is_some_and(|proof| proof.downcast_ref::<DeadEnd>().is_some());
        let is_lost = standing.can_win == Some(false) && !standing.is_for_two && !is_dead_end;
        // No move leads out of dead ends but one that goes back to an earlier position, which was one then.
        if is_dead_end && self.0.last().is_some_and(|before| before.standing.can_win == Some(false)) {
            standing.proof = Some(AnyBody::new(self.lost_before()));
        }
        let wants_list = is_lost || !standing.is_decided();
        let listed = wants_list.then(|| position.moves().take(MAX_LISTED).collect());
        let paid = standing.costs.as_ref().map_or(0, |unit| {
            let counted = || counted(record.level(), record.moves(), unit);
            standing.paid.or_else(counted).unwrap_or_else(|| position.status().paid())
        });
        let side = position::evaluator_of(position).filter(|_| standing.is_for_two).and_then(Evaluator::side_to_move);
        let program = program.map(|program| program.composed().unwrap_or_default());
        self.0.push(Stop { standing, paid, side, played: None, listed, program, goes_on });
    }

    /// Adds what the end of a program says of its beginnings: where it costs no more than is proven to be needed from
    /// an earlier position, nothing is better there.
    pub(super) fn settle(&mut self) {
        for at in (1..self.0.len()).rev() {
            let (earlier, later) = self.0.split_at_mut(at);
            let (Some(before), Some(after)) = (earlier.last_mut(), later.first()) else { continue };
            let Some(rest) = after.standing.left.filter(|_| after.goes_on && after.paid >= before.paid) else {
                continue;
            };
            let standing = &mut before.standing;
            if standing.left.is_none() && rest + after.paid - before.paid == standing.at_least {
                (standing.can_win, standing.left) = (Some(true), Some(standing.at_least));
                standing.method = Arc::clone(&after.standing.method);
            }
        }
    }

    /// Adds what later positions say of earlier ones, and earlier bounds of later ones.
    pub(super) fn close(&mut self) {
        let stops = &mut self.0;
        for at in (1..stops.len()).rev() {
            let (later, wins) = (&stops[at].standing, stops[at].standing.can_win == Some(true));
            let follows = wins && !later.is_for_two && stops[at - 1].played.as_ref().is_some_and(|played| played.1);
            let before = &mut stops[at - 1].standing;
            if follows && before.can_win.is_none() {
                before.can_win = Some(true);
            }
        }
        for at in 1..stops.len() {
            let before = &stops[at - 1];
            let steps = before.played.as_ref().is_some_and(|played| played.1) && !before.standing.is_for_two;
            let bound = before.standing.at_least.saturating_sub(1);
            let standing = &mut stops[at].standing;
            if steps && standing.costs.is_none() && standing.left.is_none() && standing.can_win != Some(false) {
                standing.at_least = standing.at_least.max(bound);
            }
        }
    }

    /// The method by which most was found.
    pub(super) fn method(&self) -> String {
        let mut methods: Vec<&str> = Vec::new();
        for stop in &self.0 {
            let method = &*stop.standing.method;
            if !method.is_empty() && stop.standing.is_decided() && !methods.contains(&method) {
                methods.push(method);
            }
        }
        // The first and the most telling ones; a long line may have many.
        methods.truncate(3);
        methods.join("; ")
    }

    /// Why some position is not decided; `None` where all are.
    pub(super) fn why(&self) -> Option<String> {
        let open = self.0.iter().find(|stop| !stop.standing.is_decided())?;
        Some(open.standing.why.clone().unwrap_or_else(|| "not every position was decided".into()))
    }

    /// What is said of the line.
    pub(super) fn judgement(self) -> Judgement {
        let moves = self.0.windows(2).map(|pair| judged_move(&pair[0], &pair[1])).collect();
        let positions = (0..).zip(&self.0).map(|(after, stop)| Judged::of(after, &stop.standing)).collect();
        Judgement::new(positions, moves)
    }
}

/// How many of this unit a line has that is played from the start of the level; `None` where the family counts none of
/// them.
fn counted(level: &Arc<dyn Level>, moves: &[String], unit: &Unit) -> Option<u64> {
    let measure = level.info().measures.iter().find(|measure| Unit::of_column(measure.name) == *unit)?;
    level.notation()?.write(&[], moves)?.counts.get(measure.name).copied()
}

/// What a move did, from the positions before and after it.
fn judged_move(before: &Stop, after: &Stop) -> JudgedMove {
    let played = before.played.as_ref().map_or_else(String::new, |played| played.0.clone());
    let (one, next) = (&before.standing, &after.standing);
    let (lost, cost) = if one.is_for_two {
        valued_move(one, next, before.side == after.side)
    } else {
        let lost = match (one.can_win, next.can_win) {
            (Some(false), _) | (_, Some(true)) => Some(false),
            (Some(true), Some(false)) => Some(true),
            _ => None,
        };
        // What is paid in all, on the best way; where moves are counted, one is made.
        let (paid, made) = if one.costs.is_some() { (before.paid, after.paid) } else { (0, 1) };
        let cost = one.left.zip(next.left).map(|(left, rest)| match &one.costs {
            // The opponent of who pays wants it dear: there a cheaper end is the loss.
            Some(unit) if *unit == Unit::COST => (rest + made).abs_diff(left + paid),
            // A program that takes the place of another may have fewer tokens, so that less is paid after it.
            _ => (rest + made).saturating_sub(left + paid),
        });
        (lost, cost)
    };
    JudgedMove { played, cost, lost }
}

/// Whether a move in a game for two threw something away, and by how much it delays a win. `same` says that the side
/// that made it moves again, since the program has replied.
fn valued_move(before: &Evaluation, after: &Evaluation, same: bool) -> (Option<bool>, Option<u64>) {
    let turned = |value: GameValue| if same { value } else { value.turned() };
    let Some((value, next)) = before.value.zip(after.value.map(turned)) else { return (None, None) };
    if next.rank() < value.rank() {
        return (Some(true), None);
    }
    let made = if same { 2 } else { 1 };
    let delay = before.left.zip(after.left).map(|(left, rest)| (rest + made).saturating_sub(left));
    let cost = if value == GameValue::Win { delay } else { Some(0) };
    (Some(false), cost)
}

/// What [`DeadEnd::reduced`] says where the numbers leave out the won states and nothing else. A checker compares them
/// then.
pub const WITHOUT_WON: &str = "solved boards are not counted";

/// The certificate that no goal can be reached from a judged position: it is among the dead ends of the graph of all
/// states that can be reached from the start of the level. A checker builds the graph again and compares the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeadEnd {
    /// The kind of the certificate.
    kind: DeadEndKind,
    /// The number of states that can be reached from the start of the level.
    #[schemars(extend("x-unit" = "states"))]
    pub states: u64,
    /// The number of those from which no goal can be reached.
    #[schemars(extend("x-unit" = "states"))]
    pub dead_ends: u64,
    /// What the numbers leave out, in words. The numbers are *not rechecked* then, unless it is
    /// `solved boards are not counted`, which leaves out nothing else. Absent where nothing was left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
}

/// The kind of certificate, as JSON names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum DeadEndKind {
    #[serde(rename = "dead_end")]
    DeadEnd,
}

impl DeadEnd {
    /// Creates a certificate for a state among so many states and dead ends.
    #[must_use]
    pub fn among(states: u64, dead_ends: u64, reduced: Option<String>) -> DeadEnd {
        DeadEnd { kind: DeadEndKind::DeadEnd, states, dead_ends, reduced }
    }
}

impl Body for DeadEnd {
    fn words(&self) -> Vec<String> {
        let (ends, states) = (plural(self.dead_ends, "dead end", "dead ends"), plural(self.states, "state", "states"));
        let reduced = self.reduced.iter().map(|reduced| format!(" ({reduced})")).collect::<String>();
        vec![format!("it is one of {ends} among all {states}{reduced}")]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("states", self.states.to_string()), ("dead_ends", self.dead_ends.to_string())])
    }

    fn check_parts(&self, _: &crate::Query) -> Result<(), CheckError> {
        ensure(0 < self.dead_ends && self.dead_ends <= self.states, "a dead end is one of the states")
    }
}

/// The certificate that a judged position is lost since an earlier one of the line is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Follows {
    /// The kind of the certificate.
    kind: FollowsKind,
    /// The number of moves played at that earlier position.
    #[schemars(extend("x-unit" = "moves"))]
    pub after: u64,
}

/// The kind of certificate, as JSON names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FollowsKind {
    #[serde(rename = "follows")]
    Follows,
}

impl Follows {
    /// Creates a certificate that refers to the position after so many moves.
    #[must_use]
    pub fn from(after: u64) -> Follows {
        Follows { kind: FollowsKind::Follows, after }
    }
}

impl Body for Follows {
    fn words(&self) -> Vec<String> {
        vec![format!("the position after {} is lost", plural(self.after, "move", "moves"))]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("after", self.after.to_string())])
    }
}
