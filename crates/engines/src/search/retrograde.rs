//! Retrograde analysis (Zermelo 1913; Thompson 1986): the value of every position of a game for two.
//!
//! All positions that can be reached are written down. From those where the game has ended values spread backwards:
//! a position with a move to a loss is won, one whose moves all lead to wins is lost. Positions are settled in order
//! of distance, so a win counts the moves of its fastest line, a loss those of its slowest. What is never settled
//! is a draw: both sides can go on for ever, or the rules end it so.
//!
//! Time and memory are those of the whole graph: some forty bytes a position beside itself, twelve a move. There is
//! no cheaper proof of a draw by a cycle. A game without cycles whose value alone is wanted may do with a search that
//! cuts (alpha-beta), which is not here.

use super::budgeted_vec::BudgetedVec;
use super::game::{Ending, Game};
use super::graph::{Arc, Graph, Reversed};
use super::meter::Meter;
use super::outcome::{Cut, Fault, Outcome};
use super::states::ReleasedStates;
use crate::{Context, Reservation};

/// The value of a position for the side to move, if both sides play best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move can force a win within this number of moves, counting those of both sides.
    Win(u32),
    /// The side to move loses, and can delay that for at most this number of moves, counting those of both sides.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
}

impl Value {
    /// Returns what a move to a position of this value is worth for the side that makes the move.
    #[must_use]
    pub fn before_move(self) -> Value {
        match self {
            Value::Win(left) => Value::Loss(left + 1),
            Value::Loss(left) => Value::Win(left + 1),
            Value::Draw => Value::Draw,
        }
    }
}

/// The number of positions with each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of positions that are won for the side to move.
    pub wins: u64,
    /// The number of positions that are lost for the side to move.
    pub losses: u64,
    /// The number of drawn positions.
    pub draws: u64,
}

/// The values of all positions of a game that can be reached from its start.
///
/// Its memory stays reserved from the context until it is dropped.
pub struct Solved<'c, G: Game> {
    graph: GraphIn<'c, G>,
    values: Vec<Value>,
    _held: Reservation<'c>,
}

/// The error of an analysis; [`Fault::Overestimate`] does not occur.
pub type GameFault<G> = Fault<<G as Game>::Position, <G as Game>::Error>;

type GraphIn<'c, G> = Graph<'c, <G as Game>::Position, <G as Game>::Move>;
type CutIn<G> = Cut<<G as Game>::Position, <G as Game>::Error>;

impl<G: Game> Solved<'_, G> {
    /// Returns the value of the start.
    #[must_use]
    pub fn start(&self) -> Value {
        self.values[0]
    }

    /// Returns the value of a position, or `None` if it cannot be reached from the start.
    #[must_use]
    pub fn value(&self, position: &G::Position) -> Option<Value> {
        self.graph.states.find(position).map(|id| self.values[id as usize])
    }

    /// Returns every move of `position` in the order of the game, each with the value that it has for the side that
    /// makes it, or `None` if the position cannot be reached from the start.
    #[must_use]
    pub fn moves(&self, position: &G::Position) -> Option<Vec<(G::Move, Value)>> {
        let id = self.graph.states.find(position)?;
        Some(self.graph.arcs(id).map(|arc| (self.graph.moves.get(arc.via).clone(), self.after(arc))).collect())
    }

    /// Returns every best move of `position`: those to the fastest win, else to a draw, else to the slowest loss.
    /// `None` if the position cannot be reached from the start.
    #[must_use]
    pub fn best_moves(&self, position: &G::Position) -> Option<Vec<G::Move>> {
        let value = self.value(position)?;
        let mut best: Vec<G::Move> = Vec::new();
        for (step, after) in self.moves(position)? {
            if after == value && !best.contains(&step) {
                best.push(step);
            }
        }
        Some(best)
    }

    /// Returns the number of positions with each value.
    #[must_use]
    pub fn tally(&self) -> Counts {
        let mut tally = Counts::default();
        for value in &self.values {
            match value {
                Value::Win(_) => tally.wins += 1,
                Value::Loss(_) => tally.losses += 1,
                Value::Draw => tally.draws += 1,
            }
        }
        tally
    }

    /// What a move is worth for the side that makes it.
    fn after(&self, arc: Arc) -> Value {
        self.values[arc.to as usize].before_move()
    }

    /// Gives the memory back to the budget and keeps the values: they outlive the question.
    #[must_use]
    pub fn release(self) -> Values<G::Position> {
        Values { states: self.graph.states.release(), values: self.values }
    }
}

/// The values of all positions of a game that can be reached from its start, which count against no budget any more.
pub struct Values<T> {
    states: ReleasedStates<T>,
    values: Vec<Value>,
}

impl<T: Eq + std::hash::Hash> Values<T> {
    /// Returns the value of a position, or `None` if it cannot be reached from the start.
    #[must_use]
    pub fn of(&self, position: &T) -> Option<Value> {
        self.states.find(position).map(|id| self.values[id as usize])
    }

    /// Returns the bytes that are held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.states.bytes() + (self.values.len() * size_of::<Value>()) as u64
    }
}

/// Computes the values of all positions that can be reached from `start`. The outcome is never `Impossible`.
///
/// One node of the budget is one position whose moves are generated.
///
/// # Errors
/// The error of the rules.
pub fn retrograde<'c, G: Game>(
    game: &G,
    start: &G::Position,
    cx: &'c Context<'_>,
) -> Result<Outcome<Solved<'c, G>>, GameFault<G>> {
    let solved = explore(game, start, cx).and_then(|(graph, endings)| settle(graph, &endings, cx));
    solved.map(Outcome::Found).or_else(|cut| cut.settle(0))
}

/// Positions that the rules end, by number.
type Endings<'c> = BudgetedVec<'c, (u32, Ending)>;

fn explore<'c, G: Game>(
    game: &G,
    start: &G::Position,
    cx: &'c Context<'c>,
) -> Result<(GraphIn<'c, G>, Endings<'c>), CutIn<G>> {
    let heap = |position: &G::Position| game.heap_bytes(position);
    let (mut graph, mut meter, mut out, mut endings) =
        (Graph::new(cx), Meter::new(cx), Vec::new(), BudgetedVec::new(cx));
    graph.states.intern(start.clone(), heap)?;
    let mut next = 0;
    while (next as usize) < graph.states.len() {
        meter.tick()?;
        let position = graph.states.get(next);
        match game.outcome(position).map_err(rules(game))? {
            Some(ending) => endings.push((next, ending))?,
            None => game.moves(position, &mut out).map_err(rules(game))?,
        }
        graph.write(out.drain(..), heap)?;
        next += 1;
        if next.is_multiple_of(1 << 14) {
            cx.report("positions", u64::from(next), None, None);
        }
    }
    Ok((graph, endings))
}

fn rules<G: Game>(game: &G) -> impl Fn(G::Error) -> CutIn<G> + '_ {
    |error| match game.halt(&error) {
        Some(halt) => Cut::Halt(halt),
        None => Cut::Fault(Fault::Rules(error)),
    }
}

fn settle<'c, G: Game>(
    graph: GraphIn<'c, G>,
    endings: &Endings<'_>,
    cx: &'c Context<'c>,
) -> Result<Solved<'c, G>, CutIn<G>> {
    let positions = graph.states.len();
    let held = cx.reserve(positions as u64 * size_of::<Value>() as u64)?;
    let values = {
        let _held = cx.reserve(positions as u64 * 2 * size_of::<u32>() as u64)?;
        let mut waves = Waves::new(&graph, endings);
        let back = graph.reversed(cx)?;
        waves.spread(&back, cx)?;
        waves.values
    };
    Ok(Solved { graph, values, _held: held })
}

/// Values on their way backwards.
struct Waves {
    /// A draw until it is settled.
    values: Vec<Value>,
    /// Of each position the moves not known to lead to a win of the other side; of ended ones a number never reached.
    open: Vec<u32>,
    /// Settled positions, nearest to the end first.
    settled: Vec<u32>,
}

impl Waves {
    fn new<T: Eq + std::hash::Hash, M: Eq + std::hash::Hash>(graph: &Graph<'_, T, M>, endings: &Endings<'_>) -> Self {
        let positions = graph.states.len() as u32;
        let open: Vec<u32> = (0..positions).map(|id| graph.arcs(id).count() as u32).collect();
        let mut waves = Waves {
            values: vec![Value::Draw; positions as usize],
            settled: Vec::with_capacity(positions as usize),
            open,
        };
        let mut endings = endings.iter().peekable();
        for id in 0..positions {
            match endings.next_if(|ending| ending.0 == id) {
                Some((_, Ending::Win)) => waves.set(id, Value::Win(0)),
                Some((_, Ending::Loss)) => waves.set(id, Value::Loss(0)),
                Some((_, Ending::Draw)) => {}
                None if waves.open[id as usize] == 0 => waves.set(id, Value::Loss(0)),
                None => {}
            }
        }
        waves
    }

    fn set(&mut self, id: u32, value: Value) {
        self.values[id as usize] = value;
        self.settled.push(id);
    }

    fn spread(&mut self, back: &Reversed<'_>, cx: &Context<'_>) -> Result<(), crate::Halt> {
        let mut next = 0;
        while next < self.settled.len() {
            if next.is_multiple_of(1 << 12) {
                cx.spend(0)?;
            }
            let id = self.settled[next];
            let value = self.values[id as usize];
            for &before in back.before(id) {
                self.learn(before, value);
            }
            next += 1;
        }
        Ok(())
    }

    /// A move of `before` leads to a position of this value.
    fn learn(&mut self, before: u32, value: Value) {
        if self.values[before as usize] != Value::Draw {
            return;
        }
        match value {
            Value::Loss(left) => self.set(before, Value::Win(left + 1)),
            Value::Win(left) => {
                self.open[before as usize] -= 1;
                if self.open[before as usize] == 0 {
                    self.set(before, Value::Loss(left + 1));
                }
            }
            Value::Draw => {}
        }
    }
}
