//! The goals that end a world, as its definition states them, and its outcome.

use serde::{Deserialize, Serialize};

/// The most characters of the text of an ending.
const MAX_SAID: usize = 200;

/// The default distance from a point at which the player counts as being there, in metres.
pub(crate) const NEAR: f32 = 0.5;

/// A goal that ends the world.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The conditions, all of which must hold.
    pub when: When,
    /// The result for the player.
    #[serde(default)]
    pub result: ResultKind,
    /// The text that is shown when the goal is reached, at most 200 characters; may be empty.
    #[serde(default)]
    pub says: String,
}

/// The conditions of a goal; those that are `None` are not checked.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct When {
    /// No element of this kind is left: all were eaten, or fell out of the world.
    pub none_left: Option<String>,
    /// The player is near the point with these coordinates, in metres.
    pub player_at: Option<[f32; 2]>,
    /// The greatest distance from `player_at`, in metres; by default 0.5.
    pub within: Option<f32>,
    /// The player has eaten at least this many elements.
    pub player_ate: Option<u32>,
    /// At least this many steps are done.
    pub steps: Option<u64>,
}

impl Ending {
    /// Returns the goal in words, such as `won when no banana is left`.
    #[must_use]
    pub fn words(&self) -> String {
        let When { none_left, player_at, within, player_ate, steps } = &self.when;
        let conditions = [
            none_left.as_ref().map(|kind| format!("no {kind} is left")),
            player_at.map(|[x, y]| format!("the player is within {} m of {x}, {y}", within.unwrap_or(NEAR))),
            player_ate.map(|count| format!("the player has eaten {count}")),
            steps.map(|steps| format!("step {steps} is reached")),
        ];
        let conditions: Vec<String> = conditions.into_iter().flatten().collect();
        format!("{} when {}", self.result.word(), conditions.join(" and "))
    }
}

/// The result of a world that ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultKind {
    /// The player has won.
    Won,
    /// The player has lost.
    Lost,
    /// The player has neither won nor lost.
    Drawn,
    /// The world has ended without a result for the player.
    #[default]
    Ended,
}

impl ResultKind {
    /// Returns the English word for the result, such as `won`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ResultKind::Won => "won",
            ResultKind::Lost => "lost",
            ResultKind::Drawn => "drawn",
            ResultKind::Ended => "ended",
        }
    }
}

/// How a world ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The result.
    pub kind: ResultKind,
    /// The number of steps after which it ended.
    pub step: u64,
    /// The text of the goal that was reached; may be empty.
    pub text: String,
}

impl Outcome {
    /// Returns the result with the text, such as `won: all bananas are eaten`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.text.as_str() {
            "" => self.kind.word().into(),
            text => format!("{}: {text}", self.kind.word()),
        }
    }
}

/// Returns the first goal of a definition that is invalid by itself; `is_kind` says whether the definition has a kind.
pub(crate) fn flaw(endings: &[Ending], is_kind: impl Fn(&str) -> bool) -> Option<String> {
    for (number, ending) in (1..).zip(endings) {
        let when = &ending.when;
        let wrong = |what: String| Some(format!("ends, number {number}: {what}"));
        if *when == When::default() {
            return wrong("it has no condition; expected none_left, player_at, player_ate or steps".into());
        }
        if let Some(kind) = when.none_left.as_ref().filter(|kind| !is_kind(kind)) {
            return wrong(format!("none_left names '{kind}', which is no kind of this world"));
        }
        if when.within.is_some() && when.player_at.is_none() {
            return wrong("within has no place; expected player_at with it".into());
        }
        let numbers = when.player_at.iter().flatten().chain(&when.within);
        if numbers.into_iter().any(|number| !number.is_finite()) || when.within.is_some_and(|within| within <= 0.0) {
            return wrong("expected a place in metres, and a distance above 0".into());
        }
        if when.steps == Some(0) || when.player_ate == Some(0) {
            return wrong("expected at least 1".into());
        }
        if ending.says.chars().count() > MAX_SAID || ending.says.chars().any(char::is_control) {
            return wrong(format!("says is too long, or more than a line; expected at most {MAX_SAID} characters"));
        }
    }
    None
}
