//! The answer to `judge`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::body::{AnyBody, Body};
use crate::evaluation::Evaluation;
use crate::phrases::plural;
use crate::problem::{CheckError, ensure};
use crate::query::Query;
use crate::result::given;
use crate::table::Table;
use crate::unit::Unit;
use crate::value::GameValue;

/// The answer to `judge`: how each position of a line stands, and what its moves did. A number of moves played names a
/// position: 0 is the position before the first move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// The positions, from the one before the first move to the one after the last, in an unfinished answer to the last
    /// one before the limit.
    pub positions: Vec<Judged>,
    /// The single moves of the line, in order.
    pub moves: Vec<JudgedMove>,
    /// The number of moves played after the first move that lost; null where none did, as far as that is known.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub first_lost: Option<u64>,
    /// The number of moves played after the first move that was longer than necessary; null where none was, as far as
    /// that is known.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub first_longer: Option<u64>,
    /// The number of moves played at the position to go back to: before the move that lost, where the end of the line
    /// is lost, else before the first move that was longer than necessary; null where no move was a mistake, as far as
    /// that is known.
    #[schemars(extend("x-unit" = "moves", "x-column" = true))]
    pub back_to: Option<u64>,
}

/// How one position stands. One of `can_win` and `value` is present, and one of `moves_left` and `cost_left`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The number of moves played.
    #[schemars(extend("x-unit" = "moves"))]
    pub after: u64,
    /// Whether the goal can still be reached; null where that is not known, absent in games for two.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub can_win: Option<Option<bool>>,
    /// The value for the side to move; null where it is not known, absent unless two play.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub value: Option<Option<GameValue>>,
    /// The fewest moves to the goal, in a game for two the moves of both sides until it is decided; null where it is
    /// not known or the goal cannot be reached, absent in families with costs.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true, "x-unit" = "moves"))]
    pub moves_left: Option<Option<u64>>,
    /// The least cost still to be paid; null where it is not known or the goal cannot be reached, absent in families
    /// without costs.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-null" = true))]
    pub cost_left: Option<Option<u64>>,
    /// What `cost_left` counts; absent where it is a plain cost, where `cost_left` is absent, and in answers of older
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// A proven lower bound of `moves_left` or `cost_left`; null where there is no way to the goal, and where a game
    /// for two is drawn.
    pub at_least: Option<u64>,
    /// The certificate that the goal cannot be reached, in the form that the family has for *impossible*, or one of the
    /// kinds `dead_end` and `follows`; absent where it can be reached or that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Certificate>,
}

/// A certificate as JSON, whose form the family defines.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Certificate(#[schemars(with = "Map<String, Value>")] Box<RawValue>);

impl Certificate {
    /// Converts a certificate to JSON; `None` where it cannot be serialized.
    #[must_use]
    pub fn of(proof: &AnyBody) -> Option<Certificate> {
        to_raw_value(proof).ok().map(Certificate)
    }

    /// Returns the JSON value.
    #[must_use]
    pub fn value(&self) -> Value {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

/// Two certificates are equal where their JSON values are, however they are written.
impl PartialEq for Certificate {
    fn eq(&self, other: &Certificate) -> bool {
        self.value() == other.value()
    }
}

/// What one move did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgedMove {
    /// The move as it was played.
    #[serde(rename = "move")]
    pub played: String,
    /// How many moves longer than best the way to the goal became by it, or how much dearer; in games for two how many
    /// moves later a win comes. Null where it is not known or there is no way to the goal.
    pub cost: Option<u64>,
    /// Whether the goal could be reached before the move and not after it; in games for two, whether it threw a win or
    /// a draw away. Null where that is not known.
    pub lost: Option<bool>,
}

impl Judged {
    pub(super) fn of(after: u64, standing: &Evaluation) -> Judged {
        let Evaluation { can_win, value, left, at_least, ref costs, is_for_two, ref proof, .. } = *standing;
        let is_lost = if is_for_two { false } else { can_win == Some(false) };
        Judged {
            after,
            can_win: (!is_for_two).then_some(can_win),
            value: is_for_two.then_some(value),
            moves_left: costs.is_none().then_some(left),
            cost_left: costs.is_some().then_some(left),
            unit: costs.clone().filter(|unit| *unit != Unit::COST),
            // A drawn game is never decided.
            at_least: (!is_lost && value != Some(GameValue::Draw)).then_some(at_least),
            proof: proof.as_ref().filter(|_| is_lost).and_then(Certificate::of),
        }
    }

    /// What the position is said to be, as an evaluation without its certificate.
    pub(super) fn claimed(&self) -> Evaluation {
        let value = self.value.flatten();
        Evaluation {
            can_win: self.can_win.flatten().or(value.map(|value| value == GameValue::Win)),
            value,
            left: self.left(),
            at_least: self.at_least.unwrap_or(0),
            costs: self.costs(),
            is_for_two: self.value.is_some(),
            ..Evaluation::default()
        }
    }

    /// Checks that no field contradicts another.
    fn check(&self) -> Result<(), CheckError> {
        let after = plural(self.after, "move", "moves");
        let ensure = |holds, what: &str| ensure(holds, format!("the position after {after}: {what}"));
        let (is_lost, standing) = (self.is_lost(), self.claimed());
        let is_known = standing.value.is_some() || standing.can_win == Some(true);
        let is_drawn = standing.value == Some(GameValue::Draw);
        ensure(self.can_win.is_some() != self.value.is_some(), "expected 'can_win' or 'value', and not both")?;
        let counted = self.moves_left.is_some() != self.cost_left.is_some();
        ensure(counted, "expected 'moves_left' or 'cost_left', and not both")?;
        ensure(self.unit.is_none() || self.cost_left.is_some(), "'unit' is what 'cost_left' counts")?;
        ensure(self.proof.is_some() == is_lost, "a lost position has a proof, and no other")?;
        ensure(
            self.at_least.is_none() == (is_lost || is_drawn),
            "'at_least' is given unless there is no end to reach",
        )?;
        match standing.left {
            Some(left) => {
                ensure(is_known && !is_drawn, "what is left is given where the end can be reached")?;
                ensure(self.at_least == Some(left), "'at_least' is not what is left, which is known")
            }
            None => ensure(standing.value.is_none() || is_drawn, "what is left until the game is decided is missing"),
        }
    }

    /// The moves or the cost left, if they are known.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        self.moves_left.or(self.cost_left).flatten()
    }

    /// What is counted, where it is a cost.
    fn costs(&self) -> Option<Unit> {
        self.cost_left.map(|_| self.unit.clone().unwrap_or(Unit::COST))
    }

    /// Whether it is known that the position is not won any more for its one player.
    fn is_lost(&self) -> bool {
        self.can_win == Some(Some(false))
    }

    /// Whether the game has no winner but a value, which one side pays.
    fn is_of_price(&self) -> bool {
        self.costs() == Some(Unit::COST)
    }

    /// How a position of such a game stands.
    fn price(&self) -> String {
        match (self.can_win.flatten(), self.left(), self.at_least) {
            (Some(false), ..) => "the end cannot be reached".into(),
            // The game need not be over: there may be cells that cost nothing.
            (_, Some(0), _) => "nothing is left to pay".into(),
            (_, Some(left), _) => format!("{} is still to pay", Unit::COST.count(left)),
            (_, None, Some(bound)) if bound > 0 => format!("at least {bound} is still to pay"),
            (Some(true), ..) => "the end can be reached".into(),
            _ => "not known".into(),
        }
    }

    fn words(&self) -> String {
        let after = format!("after {}", plural(self.after, "move", "moves"));
        if self.is_of_price() {
            return format!("{after}: {}", self.price());
        }
        let standing = match (self.can_win, self.value) {
            (_, Some(Some(value))) => return format!("{after}: {}", value.words(self.left())),
            (Some(Some(false)), _) => return format!("{after}: lost"),
            (Some(Some(true)), _) => "it can be solved",
            _ => "not known",
        };
        let left = match (self.moves_left.flatten(), self.cost_left.flatten(), self.at_least) {
            (Some(left), ..) => format!(", {} left at best", plural(left, "move", "moves")),
            (_, Some(left), _) => format!(", {} left at best", self.costs().unwrap_or(Unit::COST).count(left)),
            (.., Some(bound)) if bound > 0 => match &self.unit {
                Some(unit) => format!(", at least {} left", unit.count(bound)),
                None => format!(", at least {bound} left"),
            },
            _ => String::new(),
        };
        format!("{after}: {standing}{left}")
    }
}

impl Judgement {
    /// Adds to positions and moves what follows from them.
    pub(super) fn new(positions: Vec<Judged>, moves: Vec<JudgedMove>) -> Judgement {
        let number = |at: usize| at as u64 + 1;
        let first_lost = moves.iter().position(|step| step.lost == Some(true)).map(number);
        let first_longer = moves.iter().position(|step| step.cost.is_some_and(|cost| cost > 0)).map(number);
        let last_lost = moves.iter().rposition(|step| step.lost == Some(true)).map(number);
        let is_for_two = positions.iter().any(|position| position.value.is_some());
        let ends_lost = positions.last().is_some_and(Judged::is_lost);
        let mistake = match (is_for_two, ends_lost) {
            (true, _) => first_lost.or(first_longer),
            (false, true) => last_lost,
            (false, false) => first_longer,
        };
        let back_to = mistake.map(|mistake| mistake - 1);
        Judgement { positions, moves, first_lost, first_longer, back_to }
    }

    /// The move after which so many moves are played.
    fn named(&self, number: u64) -> String {
        let index = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
        let played = self.moves.get(index).map_or("", |step| step.played.as_str());
        format!("move {number} ({played})")
    }

    /// What a mistake in a game for two, the move of this number, has made of the game for who made it.
    fn worse(&self, number: u64) -> String {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let value = |at: usize| self.positions.get(at).and_then(|position| position.value.flatten());
        let after = value(at).map(GameValue::turned);
        match (value(at.wrapping_sub(1)), after) {
            (Some(before), Some(after)) => format!("turned a {} into a {}", before.name(), after.name()),
            _ => "was a mistake".to_owned(),
        }
    }

    /// How far a move is from the best ones, in words. For the player who is paid a price may also be too low.
    fn excess(&self, number: u64) -> String {
        let index = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
        let cost = self.moves.get(index).and_then(|step| step.cost).unwrap_or(0);
        match self.positions.iter().find_map(Judged::costs) {
            Some(unit) if unit == Unit::COST => format!("off the best by {}", Unit::COST.count(cost)),
            unit => format!("{} too many", unit.unwrap_or(Unit::MOVES).count(cost)),
        }
    }

    /// What is said of each position in a picture of it: the move that led to it, how it stands, and what the move did.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.positions.iter().enumerate().map(|(at, position)| {
            let Some(step) = at.checked_sub(1).and_then(|before| self.moves.get(before)) else {
                return position.words();
            };
            let did = match (step.lost, step.cost) {
                (Some(true), _) => " – the mistake".to_owned(),
                (_, Some(cost)) if cost > 0 => format!(" – {}", self.excess(at as u64)),
                _ => String::new(),
            };
            format!("{}: {}{did}", step.played, position.words())
        })
    }

    /// The headline: what was lost, else what was longer than necessary.
    fn headline(&self) -> String {
        let is_for_two = self.positions.iter().any(|position| position.value.is_some());
        let unknown = self.moves.iter().any(|step| step.lost.is_none() || step.cost.is_none());
        match (self.first_lost, self.first_longer) {
            (Some(lost), _) if is_for_two => format!("{} {}", self.named(lost), self.worse(lost)),
            (Some(lost), _) => format!("{} lost", self.named(lost)),
            (None, _) if self.positions.first().is_some_and(Judged::is_lost) => {
                let is_of_price = self.positions.first().is_some_and(Judged::is_of_price);
                if is_of_price { "the end cannot be reached from here" } else { "there is no solution from here" }
                    .into()
            }
            (None, Some(longer)) => format!("{} was {}", self.named(longer), self.excess(longer)),
            (None, None) if self.moves.is_empty() => self.positions.first().map_or_else(String::new, Judged::words),
            (None, None) if unknown => "no mistake is known".into(),
            // Other moves may be better where each can be taken back.
            (None, None) if self.positions.iter().all(Judged::is_of_price) => "no move lost anything".into(),
            (None, None) => format!("every move was best{}", self.missing().unwrap_or_default()),
        }
    }

    /// What is missing to the goal at the end of a line of a puzzle; nothing in games for two, whose moves both sides
    /// make.
    fn missing(&self) -> Option<String> {
        let last = self.positions.last().filter(|last| last.value.is_none())?;
        let left = last.moves_left.flatten().filter(|left| *left > 0)?;
        Some(format!("; {} left", plural(left, "move is", "moves are")))
    }
}

impl Body for Judgement {
    fn words(&self) -> Vec<String> {
        let mut lines = vec![self.headline()];
        lines.extend(
            self.back_to.map(|back| format!("go back to the position after {}", plural(back, "move", "moves"))),
        );
        if !self.moves.is_empty() {
            lines.extend(self.positions.iter().map(|position| format!("  {}", position.words())));
        }
        lines
    }

    /// Returns a row for each position, with the move that led to it.
    fn table(&self) -> Table<'_> {
        let first = self.positions.first();
        let (wins, left) = (
            if first.is_some_and(|position| position.value.is_some()) { "value" } else { "can_win" },
            if first.is_some_and(|position| position.cost_left.is_some()) { "cost_left" } else { "moves_left" },
        );
        fn known(value: Option<impl ToString>) -> String {
            value.map(|value| value.to_string()).unwrap_or_default()
        }
        let row = move |(at, position): (usize, &Judged)| {
            let step = at.checked_sub(1).and_then(|before| self.moves.get(before));
            vec![
                position.after.to_string(),
                step.map(|step| step.played.clone()).unwrap_or_default(),
                match position.value {
                    Some(value) => known(value.map(GameValue::name)),
                    None => known(position.can_win.flatten()),
                },
                known(position.left()),
                known(position.at_least),
                known(step.and_then(|step| step.cost)),
                known(step.and_then(|step| step.lost)),
            ]
        };
        let header = ["after", "move", wins, left, "at_least", "cost", "lost"];
        Table::new(header, self.positions.iter().enumerate().map(row))
    }

    fn stands_unfinished(&self) -> bool {
        true
    }

    fn check_parts(&self, _: &Query) -> Result<(), CheckError> {
        let again = Judgement::new(self.positions.clone(), self.moves.clone());
        ensure(self.positions.len() == self.moves.len() + 1, "there is a position before each move and one after all")?;
        let counted = (0..).zip(&self.positions).all(|(after, position)| position.after == after);
        ensure(counted, "the positions are not numbered by the moves played")?;
        self.positions.iter().try_for_each(Judged::check)?;
        ensure(again == *self, "the first mistakes do not follow from the moves")
    }

    fn caption(&self, _: &str) -> String {
        self.headline()
    }
}
