//! Retrograde analysis against plain fixpoint iteration on random games, Nim, and limits.
use std::convert::Infallible;

use engines::search::{Counts, Ending, Game, Outcome, Value, retrograde};
use engines::{Budget, Context, Halt};
use testkit::random::Random;

/// A game written down, cycles and endings included.
#[derive(Debug)]
struct Drawn {
    moves: Vec<Vec<(u8, usize)>>,
    endings: Vec<Option<Ending>>,
}

impl Game for Drawn {
    type Position = usize;
    type Move = u8;
    type Error = Infallible;

    fn moves(&self, position: &usize, out: &mut Vec<(u8, usize)>) -> Result<(), Infallible> {
        assert!(self.endings[*position].is_none(), "asked for moves after the end");
        out.extend(&self.moves[*position]);
        Ok(())
    }

    fn outcome(&self, position: &usize) -> Result<Option<Ending>, Infallible> {
        Ok(self.endings[*position])
    }
}

impl Drawn {
    fn random(numbers: &mut Random) -> Drawn {
        let positions = 1 + numbers.below(14);
        let density = 1 + numbers.below(3);
        let mut moves = vec![Vec::new(); positions];
        for _ in 0..numbers.below(density * positions + 1) {
            let (from, to, name) = (numbers.below(positions), numbers.below(positions), numbers.below(5) as u8);
            moves[from].push((name, to));
        }
        let endings = [Some(Ending::Win), Some(Ending::Loss), Some(Ending::Draw)];
        let ending = |_| endings.get(numbers.below(20)).copied().flatten();
        Drawn { endings: (0..positions).map(ending).collect(), moves }
    }

    /// Values by looking ahead one move more in each round: what is decided within `rounds` moves.
    fn values(&self) -> Vec<Value> {
        let mut values = vec![Value::Draw; self.moves.len()];
        for _ in 0..=self.moves.len() {
            values = (0..self.moves.len()).map(|position| self.look(position, &values)).collect();
        }
        values
    }

    fn look(&self, position: usize, values: &[Value]) -> Value {
        match self.endings[position] {
            Some(Ending::Win) => return Value::Win(0),
            Some(Ending::Loss) => return Value::Loss(0),
            Some(Ending::Draw) => return Value::Draw,
            None => {}
        }
        let after: Vec<Value> = self.moves[position].iter().map(|&(_, to)| values[to]).collect();
        let losses = after.iter().filter_map(|value| if let Value::Loss(left) = value { Some(*left) } else { None });
        if let Some(fastest) = losses.min() {
            return Value::Win(fastest + 1);
        }
        let wins: Vec<u32> =
            after.iter().filter_map(|value| if let Value::Win(left) = value { Some(*left) } else { None }).collect();
        match wins.iter().max() {
            _ if wins.len() < after.len() => Value::Draw,
            Some(slowest) => Value::Loss(slowest + 1),
            None => Value::Loss(0),
        }
    }

    fn reached(&self) -> Vec<usize> {
        let (mut reached, mut next) = (vec![0], 0);
        while next < reached.len() {
            let from = reached[next];
            if self.endings[from].is_none() {
                for &(_, to) in &self.moves[from] {
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            next += 1;
        }
        reached
    }
}

#[test]
fn values_are_those_of_plain_iteration() {
    let (mut numbers, mut total) = (Random::new(5), Counts::default());
    for _ in 0..6000 {
        let game = Drawn::random(&mut numbers);
        let (values, reached, cx) = (game.values(), game.reached(), Context::default());
        let solved = retrograde(&game, &0, &cx).unwrap().found().unwrap();
        assert_eq!(solved.start(), values[0]);
        for (position, value) in values.iter().enumerate() {
            let known = reached.contains(&position).then_some(*value);
            assert_eq!(solved.value(&position), known, "{position} in {game:?}");
        }
        let tally = solved.tally();
        assert_eq!(tally.wins + tally.losses + tally.draws, reached.len() as u64);
        total.wins += tally.wins;
        total.losses += tally.losses;
        total.draws += tally.draws;
        best_moves_keep_the_value(&game, &values, solved.best_moves(&0).unwrap());
    }
    assert!(total.wins > 1000 && total.losses > 1000 && total.draws > 1000, "{total:?}");
}

fn best_moves_keep_the_value(game: &Drawn, values: &[Value], best: Vec<u8>) {
    let moves: &[(u8, usize)] = if game.endings[0].is_some() { &[] } else { &game.moves[0] };
    let keeps = |to: usize| match (values[0], values[to]) {
        (Value::Win(left), Value::Loss(after)) | (Value::Loss(left), Value::Win(after)) => left == after + 1,
        (before, after) => before == Value::Draw && after == Value::Draw,
    };
    let mut expected: Vec<u8> = Vec::new();
    for &(name, to) in moves {
        if keeps(to) && !expected.contains(&name) {
            expected.push(name);
        }
    }
    assert_eq!(best, expected, "{game:?}");
    assert_eq!(best.is_empty(), moves.is_empty());
}

/// Nim: heaps in order of size; a move names the heap and what is left of it.
struct Nim;

impl Game for Nim {
    type Position = Vec<u8>;
    type Move = (u8, u8);
    type Error = Infallible;

    fn moves(&self, heaps: &Vec<u8>, out: &mut Vec<((u8, u8), Vec<u8>)>) -> Result<(), Infallible> {
        for (index, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                let mut next = heaps.clone();
                next[index] = left;
                next.sort_unstable();
                out.push(((heap, left), next));
            }
        }
        Ok(())
    }

    fn heap_bytes(&self, heaps: &Vec<u8>) -> usize {
        heaps.capacity()
    }
}

#[test]
fn nim_is_won_by_its_nim_sum() {
    let cx = Context::default();
    let solved = retrograde(&Nim, &vec![4, 5, 6, 7], &cx).unwrap().found().unwrap();
    assert_eq!(solved.tally().draws, 0);
    for heaps in [[0, 0, 0, 0], [1, 2, 3, 0], [4, 5, 6, 7], [0, 1, 4, 5], [3, 3, 5, 7], [1, 1, 2, 2]] {
        let mut position = heaps.to_vec();
        position.sort_unstable();
        let won = heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
        let value = solved.value(&position).unwrap();
        assert_eq!(matches!(value, Value::Win(_)), won, "{heaps:?}: {value:?}");
    }
    assert_eq!(solved.best_moves(&vec![0, 0, 1, 3]).unwrap(), [(3, 1)]);
    assert_eq!(solved.value(&vec![9]), None);
}

#[test]
fn limits_halt() {
    let start = vec![4, 5, 6, 7];
    for nodes in [0, 1, 10, 100] {
        let cx = Context::with_nodes(nodes);
        assert!(matches!(retrograde(&Nim, &start, &cx), Ok(Outcome::Unfinished { halt: Halt::Nodes, .. })));
        assert_eq!(cx.spent().nodes, nodes + 1);
    }
    for bytes in [0, 100, 10_000] {
        let cx = Context::new(Budget { bytes: Some(bytes), ..Budget::default() });
        assert!(matches!(retrograde(&Nim, &start, &cx), Ok(Outcome::Unfinished { halt: Halt::Bytes, .. })));
        assert!(cx.spent().bytes <= bytes && cx.reserve(bytes).is_ok());
    }
}

#[test]
fn memory_is_claimed_while_the_values_live() {
    let cx = Context::new(Budget { bytes: Some(10_000_000), ..Budget::default() });
    let solved = retrograde(&Nim, &vec![4, 5, 6, 7], &cx).unwrap().found().unwrap();
    assert!(cx.reserve(10_000_000).is_err());
    drop(solved);
    assert!(cx.reserve(10_000_000).is_ok());
}
