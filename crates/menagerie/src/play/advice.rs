//! Help in three steps, each on demand: is it still solvable, where to look, the move.
//!
//! All three are read off one hint at the position. Where to look is a line of the board that holds a best move,
//! or the beginning of a move that has no place.

use std::collections::HashSet;

use picture::{Overlay, Point};
use puzzles::answer::AtLeast;
use puzzles::words::{self, plural};
use puzzles::{Answer, AskError, Verdict, body};

use super::targets::Target;

/// Best moves that are named.
const MOST_NAMED: usize = 8;

/// The help given at one position.
#[derive(Debug, Default)]
pub(crate) struct Advice {
    /// How many steps were asked for, 0 to 3.
    step: u8,
    known: Option<Known>,
}

/// The result of the hint.
#[derive(Debug)]
enum Known {
    /// The best moves and the value of the position.
    Best(body::Advice),
    /// There is no solution from here, with the reason.
    Hopeless(String),
    /// A limit struck, or the question was refused.
    Not(String),
}

impl Advice {
    /// Asks for one more step; says whether the hint has to be asked for first.
    pub(crate) fn more(&mut self) -> bool {
        self.step = (self.step + 1).min(3);
        self.known.is_none()
    }

    /// Takes the answer to the hint.
    pub(crate) fn learn(&mut self, answer: &Result<Box<Answer>, AskError>) {
        self.known = Some(match answer {
            Err(refusal) => Known::Not(format!("No hint: {refusal}.")),
            Ok(answer) => known(answer),
        });
    }

    /// The best moves, where they are known.
    pub(crate) fn best(&self) -> Option<&[String]> {
        match &self.known {
            Some(Known::Best(advice)) => Some(&advice.best),
            _ => None,
        }
    }

    /// Why there is no best move, where that is known.
    pub(crate) fn against(&self) -> Option<&str> {
        match &self.known {
            Some(Known::Hopeless(why) | Known::Not(why)) => Some(why),
            _ => None,
        }
    }

    /// What may be said so far, a line each.
    pub(crate) fn lines(&self, targets: &[Target]) -> Vec<String> {
        let body::Advice { best, said, standing } = match &self.known {
            _ if self.step == 0 => return Vec::new(),
            None => return vec!["Thinking …".into()],
            Some(Known::Hopeless(why) | Known::Not(why)) => return vec![why.clone()],
            Some(Known::Best(advice)) => advice,
        };
        let mut lines = vec![standing.clone()];
        let others = exceptions(best, targets);
        if self.step >= 2 {
            lines.push(others.as_ref().map_or_else(|| where_to_look(best, targets), |others| to_avoid(others)));
        }
        if self.step >= 3 {
            let first = said.first().map_or("", String::as_str);
            lines.push(match others {
                None => format!("Best now: {}.", named(said)),
                Some(others) if others.is_empty() => format!("Best now: {first}, or any other."),
                Some(others) => {
                    let texts: Vec<String> = others.iter().map(|target| target.text.clone()).collect();
                    format!("Best now: {first}, or any other but {}.", named(&texts))
                }
            });
        }
        lines
    }

    /// What may be shown so far: squares around the places to look at, rings around the best moves.
    pub(crate) fn marks(&self, targets: &[Target]) -> Vec<Overlay> {
        let best = self.best().unwrap_or(&[]);
        let label = String::new();
        let square = |at| Overlay::Square { at, label: label.clone() };
        match (self.step, exceptions(best, targets)) {
            (2, Some(_)) => Vec::new(),
            (3, Some(others)) => others.iter().filter_map(|target| target.at).map(square).collect(),
            (2, None) => {
                let there = region(best, targets).map(|(_, places)| places).unwrap_or_default();
                there.into_iter().map(square).collect()
            }
            (3, None) => places(best, targets).map(|at| Overlay::Ring { at, label: label.clone() }).collect(),
            _ => Vec::new(),
        }
    }
}

/// The first of these moves, and how many there are besides.
fn named(moves: &[String]) -> String {
    let first = moves.iter().take(MOST_NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = moves.len().saturating_sub(MOST_NAMED);
    if more > 0 { format!("{first} and {more} more") } else { first }
}

/// The moves that are not best, where most of many moves are: then they say more than the best ones.
fn exceptions<'t>(best: &[String], targets: &'t [Target]) -> Option<Vec<&'t Target>> {
    let best: HashSet<&String> = best.iter().collect();
    let others: Vec<&Target> = targets.iter().filter(|target| !best.contains(&target.text)).collect();
    (best.len() > MOST_NAMED && others.len() < best.len()).then_some(others)
}

/// Where to look where most moves are best.
fn to_avoid(others: &[&Target]) -> String {
    match others.len() {
        0 => "Look anywhere: every move is best.".into(),
        count => format!("Look for the {} to avoid: most are best.", plural(count, "move", "moves")),
    }
}

fn known(answer: &Answer) -> Known {
    if answer.verdict == Some(Verdict::Impossible) {
        let why = words::reason(answer).unwrap_or_default();
        return Known::Hopeless(format!("It cannot be solved from here: {why}. Undo, or restart."));
    }
    if let (Some(AtLeast { at_least }), Some(why)) = (answer.body_as(), answer.stopped()) {
        let left = plural(*at_least, "move", "moves");
        let bound = if *at_least > 0 { format!("; at least {left} left") } else { String::new() };
        return Known::Not(format!("Not known within the limits: {why}{bound}."));
    }
    match answer.body.as_ref().and_then(|body| body.advice()) {
        Some(advice) if advice.best.is_empty() => Known::Not(advice.standing),
        Some(advice) => Known::Best(advice),
        None => Known::Not("Nothing is known.".into()),
    }
}

fn places<'t>(best: &'t [String], targets: &'t [Target]) -> impl Iterator<Item = Point> + 't {
    targets.iter().filter(|target| best.contains(&target.text)).filter_map(|target| target.at)
}

/// The part of the board to look at, in words and as places: the line of the first best move; where there is but one
/// line, its half; nothing where best moves have no place.
fn region(best: &[String], targets: &[Target]) -> Option<(String, Vec<Point>)> {
    let at = places(best, targets).next()?;
    let all: Vec<Point> = targets.iter().filter_map(|target| target.at).collect();
    let mut lines: Vec<f32> = all.iter().map(|place| place.y).collect();
    lines.dedup();
    let line: Vec<Point> = all.into_iter().filter(|place| place.y.total_cmp(&at.y).is_eq()).collect();
    if lines.len() > 1 {
        let number = lines.iter().position(|&y| y.total_cmp(&at.y).is_eq()).map_or(0, |index| index + 1);
        let words = format!("Look at line {number} of the {} where something can be done.", lines.len());
        return Some((words, line));
    }
    let (left, right) = line.split_at(line.len().div_ceil(2));
    let (half, name) = if left.contains(&at) { (left, "left") } else { (right, "right") };
    match targets.len() {
        1 => Some(("Look again: there is only one move.".into(), line)),
        2 | 3 => Some((format!("Look at each of the {} moves.", targets.len()), line)),
        _ => Some((format!("Look at the {name} half of what can be done."), half.to_vec())),
    }
}

fn where_to_look(best: &[String], targets: &[Target]) -> String {
    let first = || best.first().and_then(|text| text.split_whitespace().next()).unwrap_or_default();
    region(best, targets).map_or_else(|| format!("Look at moves that begin with '{}'.", first()), |(words, _)| words)
}
