//! The independent checker: moves are replayed, certificates taken at their word and no further, and optima searched
//! for again by a plain method of its own as far as it reaches; beyond, the check says what it left out.

mod exchange;
mod plain;
mod series;

use std::collections::HashSet;

use engines::Context;
use engines::motion::Layout;
use num_bigint::BigUint;

use super::body::{EXACTLY, Hint, Needed, Solution};
use super::notation::{self, place_of};
use super::rules::Puzzle;
use frame::answer::{Reply, Verdict};
use frame::options::{ALL, COUNT, Options, WITHIN};
use frame::phrases::plural;
use frame::problem::{CheckError, Checked, ensure};
use frame::query::{Query, QuestionKind};
use frame::solution::{HintUnproven, MAX_HARDEST, Map, Reached, mean};
use plain::Plain;

/// The fields that say how many shortest lines there are, which they are, and that the goal can be reached.
const COUNTED: &[&str] = &["answer.solutions"];
const LINES: &[&str] = &["answer.all", "answer.all_complete"];
const REACHED: &[&str] = &["verdict", "answer.reachable"];

/// Shortest lines listed at most.
const MAX_LISTED: usize = 10_000;

/// Checks a reply about a position.
pub(super) fn check(
    puzzle: &Puzzle,
    here: &Layout,
    query: &Query,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    let mut case = Case { puzzle, here, cx, checked: Checked::default() };
    match reply.verdict {
        Some(Verdict::Impossible) => case.impossible(query, reply)?,
        Some(Verdict::Found) if reply.proof.is_none() => case.found(query, reply)?,
        Some(Verdict::Unfinished) if reply.proof.is_none() => case.unfinished(query.kind, reply.bound()?)?,
        _ => return Err(CheckError::no_answer()),
    }
    Ok(case.checked)
}

/// Checks that a pebble must come to a place: were it the hole's at the end, the pebbles would have to be those of all
/// other plates.
pub(super) fn needed(puzzle: &Puzzle, here: &Layout, place: u8, claim: Needed) -> Result<Checked, CheckError> {
    ensure(claim == Needed::Needed { place }, "the certificate is about another position")?;
    let at = usize::from(place);
    ensure(here.colours()[at] != puzzle.plates[at], "the pebble there is on a plate of its colour")?;
    let mut plates = puzzle.plates.clone();
    plates.remove(at);
    let mut pebbles: Vec<u8> = here.colours().to_vec();
    pebbles.remove(usize::from(here.blank()));
    plates.sort_unstable();
    pebbles.sort_unstable();
    ensure(plates != pebbles, "the hole may end there")?;
    Ok(Checked::of("a pebble must come to the position", &["verdict", "proof"]))
}

/// One answer being checked.
struct Case<'a> {
    puzzle: &'a Puzzle,
    here: &'a Layout,
    cx: &'a Context<'a>,
    checked: Checked,
}

impl Case<'_> {
    fn impossible(&mut self, query: &Query, reply: &Reply) -> Result<(), CheckError> {
        if query.kind == QuestionKind::MAP || query.options.has(&EXACTLY) {
            return Err(CheckError::no_answer());
        }
        let why = match self.puzzle.has_homes() {
            true => exchange::check_every(self.puzzle, self.here, reply.proof_of()?)?,
            false => exchange::check(&self.puzzle.board, self.here, reply.proof_of()?)?,
        };
        self.checked.done(why, &["verdict", "proof"]);
        Ok(())
    }

    fn found(&mut self, query: &Query, reply: &Reply) -> Result<(), CheckError> {
        match query.kind {
            QuestionKind::SOLVE => self.solve(&query.options, reply.body_of()?),
            QuestionKind::HINT => match reply.body_as::<HintUnproven>() {
                Some(hint) => self.hint_unproven(hint),
                None => self.hint(reply.body_of()?),
            },
            QuestionKind::COUNT => self.series(&query.options, reply.body_of()?),
            QuestionKind::REACH => self.reach(*reply.body_of()?),
            QuestionKind::MAP => self.map(reply.body_of()?),
            _ => Err(CheckError::no_answer()),
        }
    }

    fn unfinished(&mut self, kind: QuestionKind, bound: u64) -> Result<(), CheckError> {
        match kind {
            QuestionKind::COUNT => {
                ensure(bound == 0, "no number of series is proven")?;
                self.checked.compare(&["answer.at_least"]);
                Ok(())
            }
            QuestionKind::MAP => self.farthest(bound),
            _ => self.bound(bound, &["answer.at_least"]),
        }
    }

    fn plain(&self) -> Result<Plain<'_>, CheckError> {
        Ok(Plain::new(self.puzzle, self.cx)?)
    }

    fn solve(&mut self, options: &Options, body: &Solution) -> Result<(), CheckError> {
        ensure(body.solution.len() as u64 == body.moves, "moves is not the number of moves")?;
        self.replay(&body.solution)?;
        self.checked.done("the solution replays", &["verdict", "answer.solution", "answer.moves"]);
        ensure(
            options.number(&WITHIN).is_none_or(|most| body.moves <= most),
            "the solution has more moves than were asked for",
        )?;
        self.tiles(&body.solution, body.tiles.as_deref(), true)?;
        self.path(&body.solution, body.path.as_deref())?;
        let bound = body.at_least.unwrap_or(body.moves);
        ensure(bound <= body.moves, "the bound exceeds the moves")?;
        self.all(options, body)?;
        match body.optimal {
            true => self.bound(bound, &["answer.optimal"])?,
            false => {
                self.checked.compare(&["answer.optimal"]);
                self.bound(bound, &["answer.at_least"])?;
            }
        }
        match &body.solutions {
            Some(solutions) => self.count(body, &solutions.0)?,
            None if options.is_on(&COUNT) => {
                self.checked.left_out("the number of shortest lines, which is not in the answer", COUNTED)
            }
            None => {}
        }
        Ok(())
    }

    /// That the tiles named are those that the moves slide, one after the other or each from here; older answers name
    /// none.
    fn tiles(&mut self, moves: &[String], tiles: Option<&[String]>, in_turn: bool) -> Result<(), CheckError> {
        let Some(tiles) = tiles else {
            // Older answers name none.
            if self.puzzle.tiles_at(self.here, &[]).is_some() {
                self.checked.left_out("the names of the tiles, which are not in the answer", &["answer.tiles"]);
            }
            return Ok(());
        };
        ensure(tiles.len() == moves.len(), "one tile is named for each move")?;
        let mut here = self.here.clone();
        for (text, tile) in moves.iter().zip(tiles) {
            let place = place_of(text).filter(|place| self.puzzle.movable(&here).contains(place));
            let place = place.ok_or_else(|| CheckError::wrong(format!("'{text}' cannot be played where it stands")))?;
            let colour = here.colours()[usize::from(place)];
            let alone = here.colours().iter().filter(|other| **other == colour).count() == 1;
            ensure(alone && self.puzzle.pebble_name(colour) == tile, format!("'{text}' does not slide '{tile}'"))?;
            if in_turn {
                here.slide(place);
            }
        }
        self.checked.done("the tiles named are those that slide", &["answer.tiles"]);
        Ok(())
    }

    /// That a path starts at the hole and goes on with the positions of the moves; older answers have none.
    fn path(&mut self, moves: &[String], path: Option<&str>) -> Result<(), CheckError> {
        let Some(path) = path else { return Ok(()) };
        let hole = self.here.blank().to_string();
        let positions = std::iter::once(&hole).chain(moves).map(String::as_str);
        ensure(path.split('-').eq(positions), "the path is not that of the moves, from the hole on")?;
        self.checked.compare(&["answer.path"]);
        Ok(())
    }

    /// Plays moves to the goal.
    fn replay(&self, moves: &[String]) -> Result<(), CheckError> {
        let mut here = self.here.clone();
        for text in moves {
            let place = place_of(text).filter(|place| self.puzzle.movable(&here).contains(place));
            here.slide(place.ok_or_else(|| CheckError::wrong(format!("'{text}' cannot be played where it stands")))?);
        }
        ensure(self.puzzle.is_solved(&here), "the moves do not lead to the goal")
    }

    /// That no solution has fewer than `at_least` moves, which the fields say.
    fn bound(&mut self, at_least: u64, fields: &[&str]) -> Result<(), CheckError> {
        let Some(below) = at_least.checked_sub(1) else {
            self.checked.compare(fields);
            return Ok(());
        };
        let below = u32::try_from(below).map_err(|_| CheckError::wrong("so many moves are never needed"))?;
        let fewer = self.plain()?.within(self.here, below)?;
        match fewer {
            Some(true) => Err(CheckError::wrong(plural(below, "move suffices", "moves suffice"))),
            Some(false) => {
                self.checked.done(format!("that {at_least} is least, by a search of its own"), fields);
                Ok(())
            }
            None => {
                self.checked.left_out(format!("that {at_least} is least"), fields);
                Ok(())
            }
        }
    }

    fn count(&mut self, body: &Solution, claimed: &BigUint) -> Result<(), CheckError> {
        ensure(body.optimal, "shortest lines are counted where the shortest are known")?;
        let complete = body.all_complete == Some(true);
        let listed = body.all.as_ref().filter(|_| complete).map(|all| BigUint::from(all.len()));
        ensure(listed.is_none_or(|listed| listed == *claimed), "the list and the number of lines differ")?;
        let least = u32::try_from(body.moves).map_err(|_| CheckError::wrong("so many moves are never needed"))?;
        match self.plain()?.count(self.here, least)? {
            Some(Some(own)) => {
                ensure(*claimed == BigUint::from(own), format!("there are {own} shortest lines"))?;
                self.checked.done("the number of shortest lines", COUNTED);
            }
            _ => self.checked.left_out("the number of shortest lines", COUNTED),
        }
        Ok(())
    }

    fn all(&mut self, options: &Options, body: &Solution) -> Result<(), CheckError> {
        let complete = body.all_complete == Some(true);
        let Some(all) = &body.all else {
            if options.is_on(&ALL) {
                self.checked.left_out("the shortest lines, which are not in the answer", LINES);
            }
            return Ok(());
        };
        ensure(body.optimal && all.len() <= MAX_LISTED, "all lines are shortest, at most 10,000")?;
        for line in all {
            ensure(line.len() as u64 == body.moves, "a line has another number of moves")?;
            self.replay(line)?;
        }
        self.checked.done("every line replays", &["answer.all"]);
        let least = u32::try_from(body.moves).map_err(|_| CheckError::wrong("so many moves are never needed"))?;
        match self.plain()?.count(self.here, least)? {
            Some(own) => {
                let own = own.unwrap_or(u128::MAX);
                ensure((own == all.len() as u128) == complete, format!("there are {own} shortest lines"))?;
                self.checked.done("that no shortest line is missing where none is said to be", LINES);
            }
            None => self.checked.left_out("that no shortest line is missing", LINES),
        }
        Ok(())
    }

    /// A move that leads to the goal in a number of moves, and a bound.
    fn hint_unproven(&mut self, body: &HintUnproven) -> Result<(), CheckError> {
        let [best] = &*body.best else { return Err(CheckError::wrong("one move is the first of a solution")) };
        let place = place_of(best).filter(|place| self.puzzle.movable(self.here).contains(place));
        let place = place.ok_or_else(|| CheckError::wrong(format!("'{best}' cannot be played where it stands")))?;
        self.checked.compare(&["answer.optimal"]);
        self.names_hold(&[place], body.said.as_deref())?;
        let after = body.at_most.checked_sub(1).and_then(|after| u32::try_from(after).ok());
        let after = after.ok_or_else(|| CheckError::wrong("no solution has so many moves"))?;
        let mut next = self.here.clone();
        next.slide(place);
        let (what, fields) = ("that the move leads to the goal", &["verdict", "answer.best", "answer.at_most"]);
        match self.plain()?.within(&next, after)? {
            Some(true) => self.checked.done(what, fields),
            Some(false) => return Err(CheckError::wrong("the move does not lead to the goal in so many moves")),
            None => self.checked.left_out(what, fields),
        }
        self.bound(body.at_least, &["answer.at_least"])
    }

    /// How a hint says its moves.
    fn names_hold(&mut self, best: &[u8], own: Option<&[String]>) -> Result<(), CheckError> {
        let said = best.iter().map(|&place| notation::display_name(self.puzzle, self.here, place));
        match own {
            Some(own) => {
                ensure(said.eq(own.iter().cloned()), "the best moves are said otherwise")?;
                self.checked.compare(&["answer.said"]);
            }
            // Older answers do not say them.
            None => self.checked.left_out("how the moves are said, which is not in the answer", &["answer.said"]),
        }
        Ok(())
    }

    fn hint(&mut self, body: &Hint) -> Result<(), CheckError> {
        let left = body.moves_left;
        let best: Option<Vec<u8>> = body.best.iter().map(|text| place_of(text)).collect();
        let best = best.ok_or_else(|| CheckError::wrong("a best move is not a position"))?;
        let solved = self.puzzle.is_solved(self.here);
        ensure(solved == (left == 0) && solved == best.is_empty(), "nothing is left to do only at the goal")?;
        self.checked.compare(&["verdict", "answer.best", "answer.moves_left"]);
        ensure(best.windows(2).all(|pair| pair[0] < pair[1]), "the best moves are not in ascending order")?;
        let movable = self.puzzle.movable(self.here);
        ensure(best.iter().all(|place| movable.contains(place)), "a best move cannot be played")?;
        self.tiles(&body.best, body.tiles.as_deref(), false)?;
        self.names_hold(&best, body.said.as_deref())?;
        self.bound(left, &["answer.moves_left"])?;
        let Some(after) = left.checked_sub(1) else { return Ok(()) };
        let after = u32::try_from(after).map_err(|_| CheckError::wrong("so many moves are never needed"))?;
        let (mut plain, mut sure) = (self.plain()?, true);
        for &place in movable {
            let mut next = self.here.clone();
            next.slide(place);
            match plain.within(&next, after)? {
                Some(own) => ensure(own == best.contains(&place), format!("{place} is not judged rightly"))?,
                None => sure = false,
            }
        }
        drop(plain);
        match sure {
            true => self.checked.done("every best move, and no other", &["answer.best"]),
            // What follows would be fewer moves than are left, were these not best.
            false => self.checked.left_out("which moves are best", &["verdict", "answer.best", "answer.moves_left"]),
        }
        Ok(())
    }

    fn reach(&mut self, body: Reached) -> Result<(), CheckError> {
        ensure(body.reachable, "found means reachable")?;
        let plain = self.plain()?;
        let (near, complete) = (plain.distance(self.here).is_some(), plain.complete);
        drop(plain);
        match (near, complete) {
            (true, _) => self.checked.done("the goal is reached by a search", REACHED),
            (false, true) => return Err(CheckError::wrong("a search from the goal does not come here")),
            (false, false) => self.checked.left_out("that the goal can be reached; a solution shows it", REACHED),
        }
        Ok(())
    }

    fn map(&mut self, body: &Map) -> Result<(), CheckError> {
        let counts: Vec<&BigUint> = body.distances.iter().map(|count| &count.0).collect();
        let none = BigUint::from(0_u8);
        let goals = BigUint::from(self.puzzle.boards().count());
        ensure(counts.first().is_some_and(|first| **first == goals), "other states than the goal are at distance 0")?;
        ensure(counts.iter().all(|count| **count > none), "a distance without states lies between others")?;
        ensure(body.largest == counts.len() as u64 - 1, "the largest distance is not the last one")?;
        ensure(counts.iter().copied().sum::<BigUint>() == body.states.0, "the states do not add up")?;
        ensure(body.mean == mean(&body.distances, 6), "the mean does not follow from the distances")?;
        let following = ["answer.states", "answer.largest", "answer.mean"];
        self.checked.done("states, largest distance and mean follow from the distances", &following);
        self.checked.compare(&["verdict", "answer.distances", "answer.hardest"]);
        let hardest = self.hardest(body)?;
        let plain = self.plain()?;
        let same = plain.layers.iter().zip(&counts).all(|(own, count)| BigUint::from(*own) == **count);
        let (own, complete) = (plain.layers.len(), plain.complete);
        ensure(same && (own <= counts.len()), "a search of its own counts otherwise")?;
        if complete {
            ensure(own == counts.len(), "a search of its own counts otherwise")?;
            let farthest: HashSet<&Layout> = plain.at(own as u32 - 1).collect();
            ensure(hardest.iter().all(|level| farthest.contains(level)), "a level is not at the largest distance")?;
            drop(plain);
            let what = "every distance and the hardest levels, by a search of its own";
            self.checked.done(what, &["answer.distances", "answer.hardest"]);
        } else {
            let near = |level| plain.distance(level).is_some_and(|distance| u64::from(distance) < body.largest);
            ensure(!hardest.iter().any(near), "a level is not at the largest distance")?;
            drop(plain);
            let first = plural(own, "distance", "distances");
            self.checked.done(format!("the first {first}, by a search of its own"), &[]);
            let what = "the distances beyond, and that the hardest levels are at the largest one";
            self.checked.left_out(what, &["answer"]);
        }
        Ok(())
    }

    /// That some state is at least this many moves away.
    fn farthest(&mut self, at_least: u64) -> Result<(), CheckError> {
        let plain = self.plain()?;
        let (radius, complete) = (plain.layers.len() as u64 - 1, plain.complete);
        drop(plain);
        ensure(at_least <= radius || !complete, format!("the largest distance is {radius}"))?;
        let what = format!("that some state is {} away", plural(at_least, "move", "moves"));
        self.checked.add(at_least <= radius, what, &["answer.at_least"]);
        Ok(())
    }

    /// The levels listed as hardest: of this board, different, and as many as there are.
    fn hardest(&mut self, body: &Map) -> Result<Vec<Layout>, CheckError> {
        let last = body.distances.last().map_or(BigUint::from(0_u8), |count| count.0.clone());
        let listed = last.min(BigUint::from(MAX_HARDEST));
        ensure(BigUint::from(body.hardest.len()) == listed, format!("{listed} hardest levels are listed"))?;
        let mut levels = Vec::new();
        for text in &body.hardest {
            let read = super::text::parse(&text.as_bytes(), &Context::default())
                .map_err(|problems| CheckError::wrong(problems.to_string()))?;
            let same = read.shape == self.puzzle.shape && read.names == self.puzzle.names;
            ensure(
                same && read.board == self.puzzle.board && read.plates == self.puzzle.plates,
                "a hardest level has another board",
            )?;
            ensure(!levels.contains(&read.start), "a hardest level is listed twice")?;
            levels.push(read.start);
        }
        Ok(levels)
    }
}
