//! An answer drawn: the states of a solution one after the other, else the position asked about.

use engines::Context;
use picture::Picture;

use super::moves::named;
use super::rules::StateSpace;
use crate::answer::Reply;
use crate::explained::add_moves;
use crate::solution::Map;

/// The reply about a state as a picture.
pub(super) fn explain<R: StateSpace>(rules: &R, state: &R::State, reply: &Reply, cx: &Context<'_>) -> Picture {
    let mut picture = rules.picture(state);
    match reply.body.as_ref().and_then(|body| body.line()) {
        Some(solution) => steps(rules, state.clone(), &solution, cx, &mut picture),
        None => tell(&mut picture, reply),
    }
    picture
}

fn steps<R: StateSpace>(rules: &R, mut state: R::State, solution: &[String], cx: &Context<'_>, picture: &mut Picture) {
    add_moves(picture, solution, cx, |text| {
        let moves = named(rules, &state).ok()?;
        state = moves.into_iter().find(|step| step.0 == *text)?.1;
        Some(rules.picture(&state))
    });
}

/// Says what a reply says below the position.
pub(super) fn tell(picture: &mut Picture, reply: &Reply) {
    let (Some(first), Some(data)) = (picture.frames.first_mut(), reply.body.as_ref().or(reply.proof.as_ref())) else {
        return;
    };
    let stopped = reply.stopped_words(|_| data.words().join("; "));
    let said = stopped.unwrap_or_else(|| match (reply.body_as::<Map>(), &reply.body) {
        (Some(_), _) => data.words().into_iter().next().unwrap_or_default(),
        (None, Some(_)) => data.words().join("; "),
        (None, None) => format!("No solution exists: {}", data.words().join("; ")),
    });
    first.caption = [first.caption.as_str(), &said].join(" ").trim().to_owned();
}
