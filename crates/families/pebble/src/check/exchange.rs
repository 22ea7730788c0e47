//! Certificates that an arrangement cannot be solved, each checked by what it says alone.

use std::collections::{BTreeSet, HashSet};

use engines::motion::{BLANK, Board, Layout};

use super::super::body::{EveryHome, Exchange};
use super::super::rules::Puzzle;
use frame::problem::{CheckError, ensure};

/// Blocks up to this many places can be gone through.
const MAX_MEMBERS: usize = 8;

/// Checks that `here` cannot be solved with the hole at any of its homes, each of which has an obstacle of its own.
pub(super) fn check_every(puzzle: &Puzzle, here: &Layout, every: &EveryHome) -> Result<&'static str, CheckError> {
    let homes = puzzle.boards().map(Board::home);
    ensure(homes.eq(every.homes().iter().map(|one| one.home)), "there is not one obstacle for each home of the hole")?;
    for (board, one) in puzzle.boards().zip(every.homes()) {
        check(board, here, &one.why)?;
    }
    Ok("for each home of the hole an obstacle")
}

/// Checks that `exchange` keeps `here` from being solved.
pub(super) fn check(board: &Board, here: &Layout, exchange: &Exchange) -> Result<&'static str, CheckError> {
    match exchange {
        Exchange::Region { path, gate: None, places } => {
            ensure(path.is_empty(), "without a gate the hole walks nowhere")?;
            confined(board, here, places)?;
            Ok("the hole only gets to these places, and the goal needs more")
        }
        Exchange::Region { path, gate: Some(gate), places } => {
            let here = walked(board, here, path)?;
            enclosed(board, here.colours(), *gate, places)?;
            Ok("these pebbles stay among themselves, and their colours are not the wanted ones")
        }
        Exchange::Cycle { path, gate, places } => {
            let block = Block::new(board, walked(board, here, path)?, *gate, places)?;
            block.rotates()?;
            Ok("these pebbles only rotate, and no rotation is right")
        }
        Exchange::Orders { path, gate, places, orders } => {
            let block = Block::new(board, walked(board, here, path)?, *gate, places)?;
            block.takes_no_right_order(*orders)?;
            Ok("these pebbles take none of the right orders, of all that they can take")
        }
        Exchange::Parity { path, gate, places, sides, permutation } => {
            let block = Block::new(board, walked(board, here, path)?, *gate, places)?;
            block.is_even_only(sides)?;
            block.needs_an_odd(permutation)?;
            Ok("these pebbles take even permutations only, and need an odd one")
        }
    }
}

/// Different places of the board.
fn distinct(board: &Board, places: &[u8]) -> Result<BTreeSet<u8>, CheckError> {
    let set: BTreeSet<u8> = places.iter().copied().collect();
    ensure(set.len() == places.len(), "a place is named twice")?;
    ensure(set.iter().all(|&place| usize::from(place) < board.places()), "a place is not on the board")?;
    Ok(set)
}

/// The pebbles after the hole walked home.
fn walked(board: &Board, here: &Layout, path: &[u8]) -> Result<Layout, CheckError> {
    let mut here = here.clone();
    for &place in path {
        ensure(board.links(here.blank()).contains(&place), "the hole's path is not linked")?;
        here.slide(place);
    }
    ensure(here.blank() == board.home(), "the hole's path does not lead home")?;
    Ok(here)
}

fn sorted(colours: &[u8], places: &[u8]) -> Vec<u8> {
    let mut list: Vec<u8> = places.iter().map(|&place| colours[usize::from(place)]).collect();
    list.sort_unstable();
    list
}

/// The hole never leaves these places, and something outside is wrong.
fn confined(board: &Board, here: &Layout, places: &[u8]) -> Result<(), CheckError> {
    let set = distinct(board, places)?;
    ensure(set.contains(&here.blank()), "the hole is elsewhere")?;
    let closed = set.iter().all(|&place| board.links(place).iter().all(|next| set.contains(next)));
    ensure(closed, "the places are linked to others")?;
    let outside =
        (0..=u8::MAX).zip(here.colours().iter().zip(board.wanted())).filter(|(place, _)| !set.contains(place));
    ensure(outside.into_iter().any(|(_, (have, want))| have != want), "what the hole cannot reach is right")
}

/// These places are linked to the gate and themselves only, and their colours are wrong as a whole.
fn enclosed(board: &Board, colours: &[u8], gate: u8, places: &[u8]) -> Result<(), CheckError> {
    let set = distinct(board, places)?;
    ensure(!set.contains(&gate) && !set.contains(&board.home()), "the gate and the hole's home are no such places")?;
    let mut next = set.iter().flat_map(|&place| board.links(place));
    ensure(next.all(|next| *next == gate || set.contains(next)), "the places are linked to others than the gate")?;
    ensure(sorted(colours, places) != sorted(board.wanted(), places), "the colours on the places are the wanted ones")
}

/// Places that only exchange pebbles among themselves, the gate first: nothing but the links among them joins any
/// two of them, and the hole comes from the gate.
struct Block<'b> {
    board: &'b Board,
    here: Layout,
    members: Vec<u8>,
}

impl<'b> Block<'b> {
    fn new(board: &'b Board, here: Layout, gate: u8, places: &[u8]) -> Result<Block<'b>, CheckError> {
        let mut members = vec![gate];
        members.extend(places);
        distinct(board, &members)?;
        let block = Block { board, here, members };
        let mut owner = vec![None; board.places()];
        for &member in &block.members {
            block.flood(member, &mut owner)?;
        }
        ensure(owner[usize::from(board.home())] == Some(gate), "the hole does not come from the gate")?;
        ensure(sorted(block.here.colours(), places) == sorted(board.wanted(), places), "the colours differ: a region")?;
        Ok(block)
    }

    /// Marks what hangs from a member; nothing may hang from two.
    fn flood(&self, member: u8, owner: &mut [Option<u8>]) -> Result<(), CheckError> {
        let apart = |a: u8, b: u8| self.members.contains(&a) && self.members.contains(&b);
        let mut stack = vec![member];
        while let Some(place) = stack.pop() {
            match owner[usize::from(place)] {
                Some(known) if known == member => continue,
                Some(_) => return Err(CheckError::wrong("two of the places are joined outside")),
                None => owner[usize::from(place)] = Some(member),
            }
            stack.extend(self.board.links(place).iter().filter(|&&next| !apart(place, next)));
        }
        Ok(())
    }

    fn linked(&self, a: usize, b: usize) -> bool {
        self.board.links(self.members[a]).contains(&self.members[b])
    }

    fn places(&self) -> &[u8] {
        &self.members[1..]
    }

    fn have(&self) -> Vec<u8> {
        self.places().iter().map(|&place| self.here.colours()[usize::from(place)]).collect()
    }

    fn want(&self) -> Vec<u8> {
        self.places().iter().map(|&place| self.board.wanted()[usize::from(place)]).collect()
    }

    fn rotates(&self) -> Result<(), CheckError> {
        let size = self.members.len();
        let follow = |a: usize, b: usize| (a + 1) % size == b || (b + 1) % size == a;
        let mut pairs = (0..size).flat_map(|a| (0..a).map(move |b| (a, b)));
        ensure(size > 2 && pairs.all(|(a, b)| self.linked(a, b) == follow(a, b)), "the places are no cycle")?;
        let (mut have, want) = (self.have(), self.want());
        for _ in 0..have.len() {
            ensure(have != want, "a rotation is right")?;
            have.rotate_left(1);
        }
        Ok(())
    }

    fn takes_no_right_order(&self, orders: u64) -> Result<(), CheckError> {
        ensure(self.members.len() <= MAX_MEMBERS, "so many places cannot be gone through")?;
        let numbered = |places: usize| -> Vec<u8> { (0..=u8::MAX).take(places).collect() };
        let mut start = vec![BLANK];
        start.extend(numbered(self.places().len()));
        let reached = self.reached(start);
        let at_gate: Vec<&Vec<u8>> = reached.iter().filter(|state| state[0] == BLANK).collect();
        ensure(at_gate.len() as u64 == orders, format!("the number of orders is {}", at_gate.len()))?;
        let (have, want) = (self.have(), self.want());
        let right =
            |state: &&Vec<u8>| state[1..].iter().zip(&want).all(|(&from, want)| have[usize::from(from)] == *want);
        ensure(!at_gate.iter().any(right), "one of the orders is right")
    }

    /// Every state of the block's own pebbles.
    fn reached(&self, start: Vec<u8>) -> HashSet<Vec<u8>> {
        let mut reached = HashSet::from([start.clone()]);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            let hole = state.iter().position(|&pebble| pebble == BLANK).unwrap_or(0);
            for from in (0..state.len()).filter(|&from| self.linked(hole, from)) {
                let mut next = state.clone();
                next.swap(hole, from);
                if reached.insert(next.clone()) {
                    stack.push(next);
                }
            }
        }
        reached
    }

    fn is_even_only(&self, sides: &[u8]) -> Result<(), CheckError> {
        ensure(sides.len() == self.places().len(), "there is not one side a place")?;
        ensure(sides.iter().all(|&side| side < 2), "there are two sides, 0 and 1")?;
        let side = |at: usize| if at == 0 { 0 } else { sides[at - 1] };
        let mut pairs = (0..self.members.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        ensure(pairs.all(|(a, b)| !self.linked(a, b) || side(a) != side(b)), "two places of one side are linked")
    }

    fn needs_an_odd(&self, permutation: &[u8]) -> Result<(), CheckError> {
        let places = self.places();
        ensure(permutation.len() == places.len(), "there is not one goal a place")?;
        let mut goals = Vec::with_capacity(places.len());
        for (&place, goal) in places.iter().zip(permutation) {
            let at = places.iter().position(|other| other == goal);
            goals.push(at.ok_or_else(|| CheckError::wrong("a pebble belongs outside"))?);
            let right = self.here.colours()[usize::from(place)] == self.board.wanted()[usize::from(*goal)];
            ensure(right, "a pebble does not belong where the permutation takes it")?;
        }
        let mut have = self.have();
        have.sort_unstable();
        ensure(have.windows(2).all(|pair| pair[0] != pair[1]), "two of the pebbles have one colour")?;
        let inversions = (0..goals.len()).map(|b| goals[..b].iter().filter(|&&goal| goal > goals[b]).count());
        ensure(inversions.sum::<usize>() % 2 == 1, "the permutation is even")
    }
}
