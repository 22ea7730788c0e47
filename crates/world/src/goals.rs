//! Whether the goals of a world can be reached on its map, and whether one is reached.
//!
//! After each step the goals are checked in the order of the file; the first whose conditions all hold ends the world,
//! which then takes no more steps. A goal depends on the state alone, so that a replayed or resumed run ends in the
//! same step.

use crate::ceilings::MAX_CONTACTS;
use crate::definition::{BodyKind, Definition};
use crate::ending::{NEAR, Outcome, ResultKind, When};
use crate::point::Point;
use crate::problem::Problem;
use crate::scene::Scene;

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
        format!("it became too crowded: {pairs} pairs of bodies touch or nearly do; expected at most {MAX_CONTACTS}");
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
