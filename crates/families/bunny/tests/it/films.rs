//! Films of the bunny: they end with the end, and show every hop where that is asked for.

use std::sync::Arc;

use engines::Context;
use picture::Picture;
use puzzles::bunny::Bunny;
use puzzles::bunny::body::{Run, Solve};
use puzzles::{Answer, Family, Level, Question, QuestionKind, ask, explain, explain_every_hop};

use crate::load;

fn ran(level: &Arc<dyn Level>, moves: &[&str]) -> Answer {
    let moves: Vec<String> = moves.iter().map(|&text| text.to_owned()).collect();
    ask(level, &Question::after(QuestionKind::RUN, &moves), &Context::default()).unwrap()
}

/// How many squares the bunny hops onto in a run of this program.
fn hops_of(level: &Arc<dyn Level>, program: &str) -> usize {
    let hops = ran(level, &[program]).body_as::<Run>().unwrap().hops.clone();
    usize::try_from(hops.0).unwrap()
}

fn film(text: &str, program: &str) -> (Picture, Picture) {
    let level = load(text);
    let answer = ran(&level, &[program]);
    (explain(&level, &answer, &Context::default()), explain_every_hop(&level, &answer, &Context::default()).unwrap())
}

/// How many squares of a frame are marked, and its caption.
fn shown(picture: &Picture, frame: usize) -> (usize, &str) {
    let frame = &picture.frames[frame];
    let marked = frame.cells.iter().filter(|cell| cell.role == picture::ColourRole::Goal).count();
    (marked, frame.caption.as_str())
}

#[test]
fn films_end_with_the_end() {
    let line = format!("S{}\n", "#".repeat(30));
    // Followed whole, but not shown step by step; the last step is no multiple of the distance between frames.
    let (brief, hops) = film(&line, "LOOP(241){L} R LOOP(29){F}");
    let last = brief.frames.len() - 1;
    assert!(last <= 121, "{last}");
    let (marked, caption) = shown(&brief, last);
    assert_eq!(marked, 30);
    assert!(
        caption.contains("the end after 271 steps; 1 square is left; the bunny is at row 1, column 30"),
        "{caption}"
    );
    assert_eq!(hops.frames.len(), 1 + 29);
    assert!(caption.ends_with("; 180 steps of the run are left out of these pictures"), "{caption}");
    assert!(shown(&brief, 0).1.ends_with("; 180 steps of the run are left out of these pictures"));
    let (all, whole) = shown(&hops, 29);
    assert!(all == marked && !whole.contains("left out") && caption.starts_with(whole), "{whole}");
    // Too long to be followed: the last frame is the end nevertheless.
    let (cut, _) = film(&line, "LOOP(1000000){L L L L} LOOP(29){F} LOOP(1000000){L L L L}");
    let (marked, caption) = shown(&cut, cut.frames.len() - 1);
    assert_eq!(marked, 30);
    assert!(caption.contains("the end, after 29 tries and 29 hops; not all of them are shown"), "{caption}");
    assert!(cut.frames.len() <= 122);
    // For ever: followed until it repeats itself.
    let (endless, _) = film("S#\n##\n", "LOOP{F L L}");
    let (marked, caption) = shown(&endless, endless.frames.len() - 1);
    assert_eq!((marked, endless.frames.len()), (2, 8));
    assert!(caption.contains("after 7 steps it only repeats itself for ever; 2 squares are left"), "{caption}");
    // Complete in the middle of a program.
    let (complete, _) = film("S##\n", "F F F F");
    let (marked, caption) = shown(&complete, complete.frames.len() - 1);
    assert_eq!((marked, complete.frames.len()), (3, 3));
    assert!(caption.contains("the end after 2 steps; every square is marked"), "{caption}");
}

#[test]
fn every_hop_is_shown_where_it_is_asked_for() {
    let text = Bunny.info().levels.iter().find(|level| level.name == "bunny-07").unwrap().text;
    let level = load(text);
    let question = Question::plain(QuestionKind::SOLVE);
    let answer = ask(&level, &question, &Context::default()).unwrap();
    let (brief, hops) = (
        explain(&level, &answer, &Context::default()),
        explain_every_hop(&level, &answer, &Context::default()).unwrap(),
    );
    let solved = answer.body_as::<Solve>().unwrap();
    let hopped = hops_of(&level, &solved.program);
    assert!(brief.frames.len() <= 121 && brief.abridged && hopped > 121);
    assert_eq!((hops.frames.len(), hops.abridged), (hopped + 1, false));
    let actors = |picture: &Picture| -> Vec<picture::Point> {
        picture.frames.iter().filter_map(|frame| frame.pieces.first()).map(|piece| piece.at).collect()
    };
    let far = |pair: &[picture::Point]| (pair[0].x - pair[1].x).abs() + (pair[0].y - pair[1].y).abs();
    assert!(actors(&hops).windows(2).all(|pair| far(pair) == 1.0), "each frame is one hop on");
    let end = |picture: &Picture| picture.frames.last().map(|frame| (frame.cells.clone(), frame.pieces.clone()));
    assert_eq!(end(&brief), end(&hops));
    assert!(brief.frames.last().unwrap().caption.contains(" of the run are left out of these pictures"));
    // A film is bounded however long the run is.
    let (_, long) = film(text, "LOOP(10000000){LOOP(5){F} L L}");
    assert!(long.frames.len() <= 1_001);
    let (_, caption) = shown(&long, long.frames.len() - 1);
    assert!(caption.contains("not all of them are shown"), "{caption}");
}

#[test]
fn a_run_is_a_film_however_far_the_moves_have_run_it() {
    let level = load("S##\n");
    let (whole, _) = film("S##\n", "F F");
    for moves in [&["F", "F"][..], &["F F", "run"], &["F F", "step"], &["F F", "step", "step"]] {
        let answer = ran(&level, moves);
        assert_eq!(explain(&level, &answer, &Context::default()), whole, "{moves:?}");
        assert_eq!(explain_every_hop(&level, &answer, &Context::default()).unwrap().frames, whole.frames, "{moves:?}");
    }
}
