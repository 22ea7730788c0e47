//! How a game that is over ended, for the role that was played: won, lost, drawn, or ended with a value.
//!
//! A result says what was reached, never what could have been: the best value is the answer to a question of its own.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::status::{NOBODY, Status};
use crate::unit::Unit;

/// How a game ended, for the role that was played; for the first player where no role was named. It says what was
/// reached; what would have been possible, `solve` answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// How the game ended.
    pub kind: ResultKind,
    /// The value that the game ended with: presses made, tokens of the program, the cost that was paid. Absent where
    /// the game has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<u64>,
    /// What `value` counts: `moves`, `presses`, `tokens`, `cost`, or `wins`, of which more is better.
    /// Absent where `value` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
}

/// The ways in which a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResultKind {
    /// The goal is reached.
    Won,
    /// The game is over without the goal, or another role has won.
    Lost,
    /// Neither side has won a game for two.
    Drawn,
    /// A game that is played for a value is over; such games have no winner.
    Ended,
}

impl GameResult {
    /// Creates a result without a value.
    #[must_use]
    pub fn plain(kind: ResultKind) -> GameResult {
        GameResult { kind, value: None, unit: None }
    }

    /// Creates a result with a value.
    #[must_use]
    pub fn counted(kind: ResultKind, value: u64, unit: Unit) -> GameResult {
        GameResult { kind, value: Some(value), unit: Some(unit) }
    }

    /// Returns the result of a puzzle for one player: won with `value` of `unit` where it is solved, lost where it is
    /// over but not solved, `None` while it goes on.
    #[must_use]
    pub fn of_puzzle(status: &Status, value: u64, unit: Unit) -> Option<GameResult> {
        match (status.solved, status.over) {
            (true, _) => Some(GameResult::counted(ResultKind::Won, value, unit)),
            (false, true) => Some(GameResult::plain(ResultKind::Lost)),
            (false, false) => None,
        }
    }

    /// Returns the result of a game for two for the role `side`. `winner` is a role, or [`NOBODY`] for a draw.
    #[must_use]
    pub fn of_game(winner: &str, side: &str) -> GameResult {
        let kind = match winner {
            NOBODY => ResultKind::Drawn,
            winner if winner == side => ResultKind::Won,
            _ => ResultKind::Lost,
        };
        GameResult::plain(kind)
    }

    /// Returns the value with its unit, if the result has one.
    #[must_use]
    pub fn amount(&self) -> Option<(u64, &Unit)> {
        self.value.zip(self.unit.as_ref())
    }

    /// Returns the result in words without a full stop: `solved with 5 presses`, `lost`, `a draw`, `paid 18`, `ended with
    /// 22 wins`.
    #[must_use]
    pub fn words(&self) -> String {
        match (self.kind, self.amount()) {
            (ResultKind::Won, Some((value, unit))) if *unit == Unit::MOVES => {
                format!("solved in {}", unit.count(value))
            }
            (ResultKind::Won, Some((value, unit))) => format!("solved with {}", unit.count(value)),
            (ResultKind::Won, None) => "won".into(),
            (ResultKind::Lost, _) => "lost".into(),
            (ResultKind::Drawn, _) => "a draw".into(),
            (ResultKind::Ended, Some((value, unit))) if unit.is_amount() => format!("paid {value}"),
            (ResultKind::Ended, Some((value, unit))) if unit.is_gain() => format!("ended with {}", unit.count(value)),
            (ResultKind::Ended, Some((value, unit))) => format!("ended after {}", unit.count(value)),
            (ResultKind::Ended, None) => "ended".into(),
        }
    }

    /// Returns the result in words beside the best value that was possible: `solved with 5 presses; 3 suffice`, or
    /// `paid 18; 97 was possible`, or `ended with 22 wins; 24 are possible`. `proven` says that no value is better than
    /// `best`.
    #[must_use]
    pub fn beside(&self, best: u64, proven: bool) -> String {
        let words = self.words();
        let Some((value, unit)) = self.amount() else { return words };
        match best.cmp(&value) {
            Ordering::Equal if proven && unit.is_amount() => format!("{words}, the best possible"),
            Ordering::Equal if proven && unit.is_gain() => format!("{words}, the most possible"),
            Ordering::Equal if proven => format!("{words}, the fewest possible"),
            Ordering::Greater if unit.is_gain() => {
                format!("{words}; {best} {} possible", if best == 1 { "is" } else { "are" })
            }
            Ordering::Less if !unit.is_gain() => {
                let one = best == 1 || unit.is_amount();
                format!("{words}; {best} {}", if one { "suffices" } else { "suffice" })
            }
            Ordering::Greater if proven && unit.is_amount() => format!("{words}; {best} was possible"),
            _ => words,
        }
    }
}

/// Deserializes a field that may be null as `Some`, so that a null differs from an absent field in answers of older
/// versions.
///
/// # Errors
/// The errors of deserializing the value.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
