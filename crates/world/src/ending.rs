//! The goals that end a world, and its outcome.
//!
//! After each step the goals are checked in the order of the file; the first whose conditions all hold ends the world,
//! which then takes no more steps. A goal depends on the state alone, so that a replayed or resumed run ends in the
//! same step.

use serde::{Deserialize, Serialize};

use crate::ceilings::MOST_CONTACTS;
use crate::definition::{BodyKind, Definition};
use crate::point::Point;
use crate::problem::Problem;
use crate::scene::Scene;

/// The most characters of the text of an ending.
const MOST_SAID: usize = 200;
/// The default distance from a point at which the player counts as being there, in metres.
const NEAR: f32 = 0.5;

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

/// Returns the first goal of a definition that is invalid by itself.
pub(crate) fn flaw(definition: &Definition) -> Option<String> {
    for (number, ending) in (1..).zip(&definition.ends) {
        let when = &ending.when;
        let wrong = |what: String| Some(format!("ends, number {number}: {what}"));
        if *when == When::default() {
            return wrong("it has no condition; expected none_left, player_at, player_ate or steps".into());
        }
        if let Some(kind) = when.none_left.as_ref().filter(|kind| !definition.kinds.contains_key(*kind)) {
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
        if ending.says.chars().count() > MOST_SAID || ending.says.chars().any(char::is_control) {
            return wrong(format!("says is too long, or more than a line; expected at most {MOST_SAID} characters"));
        }
    }
    None
}

/// Checks that the map has the elements that the goals refer to.
pub(crate) fn check(file: &str, definition: &Definition, scene: &Scene) -> Result<(), Problem> {
    let there = |wanted: &dyn Fn(usize) -> bool| scene.elements.iter().any(|element| wanted(element.kind));
    for (number, ending) in (1..).zip(&definition.ends) {
        let when = &ending.when;
        let flaw = |what: String| Err(Problem::of(file, format!("ends, number {number}: {what}")));
        if let Some(kind) = &when.none_left
            && !there(&|at| scene.kinds[at].0 == *kind)
        {
            return flaw(format!("none_left names '{kind}', of which the map has none"));
        }
        let player = when.player_at.is_some() || when.player_ate.is_some();
        if player && !there(&|at| scene.kinds[at].1.nature == BodyKind::Player) {
            return flaw("it is about the player, and the map has none".into());
        }
    }
    Ok(())
}

/// Returns the outcome of the first goal that is reached.
pub(crate) fn reached(definition: &Definition, scene: &Scene) -> Option<Outcome> {
    let ending = definition.ends.iter().find(|ending| holds(&ending.when, scene))?;
    Some(Outcome { kind: ending.result, step: scene.step, text: ending.says.clone() })
}

/// Returns the outcome of a world in which so many pairs of bodies are close to each other that it cannot go on.
pub(crate) fn crowded(scene: &Scene, pairs: u64) -> Outcome {
    let text =
        format!("it became too crowded: {pairs} pairs of bodies touch or nearly do; expected at most {MOST_CONTACTS}");
    Outcome { kind: ResultKind::Ended, step: scene.step, text }
}

fn holds(when: &When, scene: &Scene) -> bool {
    let steps = when.steps.is_none_or(|steps| scene.step >= steps);
    let left =
        |kind: &String| scene.elements.iter().any(|element| element.alive && scene.kinds[element.kind].0 == *kind);
    let gone = when.none_left.as_ref().is_none_or(|kind| !left(kind));
    steps && gone && player_holds(when, scene)
}

/// Whether the conditions on the player hold; the player may be gone.
fn player_holds(when: &When, scene: &Scene) -> bool {
    let steered = |kind: usize| scene.kinds[kind].1.nature == BodyKind::Player;
    let at = |place: [f32; 2]| {
        let near = |at: Point| (at - Point::new(place[0], place[1])).length() <= when.within.unwrap_or(NEAR);
        let player = scene.elements.iter().find(|element| element.alive && steered(element.kind));
        player.is_some_and(|player| near(player.at))
    };
    let ate = |count: u32| {
        let eaten = scene.elements.iter().filter(|element| steered(element.kind)).map(|element| element.eaten);
        eaten.map(u64::from).sum::<u64>() >= u64::from(count)
    };
    when.player_at.is_none_or(at) && when.player_ate.is_none_or(ate)
}
