//! An answer drawn: the states of a solution one after the other, else the position asked about.

use picture::Picture;

use super::position::named;
use super::rules::Rules;
use crate::answer::Reply;
use crate::solution::{Map, Solution};

/// Frames of a solution, at most.
const MOST_FRAMES: usize = 200;

/// The reply about a state as a picture.
pub(super) fn explain<R: Rules>(rules: &R, state: &R::State, reply: &Reply) -> Picture {
    let mut picture = rules.picture(state);
    let own = rules.solution_of(reply);
    match own.or_else(|| reply.body_as::<Solution>().map(|body| body.solution.clone())) {
        Some(solution) => steps(rules, state.clone(), &solution, &mut picture),
        None => tell(&mut picture, reply),
    }
    picture
}

fn steps<R: Rules>(rules: &R, mut state: R::State, solution: &[String], picture: &mut Picture) {
    for (number, text) in (1..).zip(solution.iter().take(MOST_FRAMES)) {
        let Ok(moves) = named(rules, &state) else { break };
        let Some((_, to)) = moves.into_iter().find(|step| step.0 == *text) else { break };
        let drawn = rules.picture(&to);
        let Some(mut frame) = drawn.frames.into_iter().next_back() else { break };
        frame.caption = format!("{number}: {text} {}", frame.caption).trim_end().to_owned();
        picture.push_frame(frame, &drawn.tiles);
        state = to;
    }
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
