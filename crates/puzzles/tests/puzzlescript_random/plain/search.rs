//! Plain breadth-first search over the boards of a level.
//!
//! A state is a board and, if rules can both set the board that a restart leads to and go there, that one. An input
//! that leads to the same state is no move, unless it wins; one whose turns never end is none either.

use std::collections::{BTreeSet, HashMap};

use puzzlescript::game::{Command, Game};

use super::board::Board;
use super::session::{End, Ruleset, Screen, Session};
use super::turn::Stop;

/// The inputs by their numbers, a tick last.
pub(crate) const NAMES: [&str; 6] = ["up", "left", "down", "right", "action", "wait"];

/// A board between two inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) board: Board,
    pub(crate) restart: Option<Board>,
    pub(crate) is_won: bool,
}

/// How a level is searched.
pub(crate) struct Level<'g> {
    game: &'g Game,
    session: Session<'g>,
    /// Objects that make no difference.
    ignored: Vec<u16>,
    has_targets: bool,
    /// The board at the start, as it is played.
    pub(crate) start: State,
    /// The board that a restart leads to at first.
    pub(crate) first_target: Board,
    /// Whether the turns that the level begins with never end.
    pub(crate) is_stuck: bool,
}

/// All states that can be reached before a win, as far as they were searched.
pub(crate) struct Graph {
    pub(crate) states: Vec<State>,
    /// The numbers of the states.
    pub(crate) numbers: HashMap<State, usize>,
    /// The inputs of each state that was searched, with the states that they lead to.
    pub(crate) moves: Vec<Vec<(usize, usize)>>,
    /// Whether nothing is left to search.
    pub(crate) is_complete: bool,
}

impl<'g> Level<'g> {
    /// Starts the first stage of a game, with these objects ignored.
    pub(crate) fn start(game: &'g Game, ruleset: Ruleset, ignored: Vec<u16>) -> Result<Level<'g>, Stop> {
        let mut session = Session::new(game, ruleset, "menagerie");
        let end = session.load(0).map(|end| ended(&session, end))?;
        let has = |command: Command| {
            let rules = game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules);
            rules.into_iter().any(|rule| rule.commands.contains(&command))
        };
        let has_targets = has(Command::Checkpoint) && has(Command::Restart);
        let start = State { board: session.board().clone(), restart: None, is_won: false };
        let (first_target, is_stuck) = (session.restart.clone(), end == End::Endless);
        let mut level = Level { game, session, ignored, has_targets, start, first_target, is_stuck };
        level.start = level.state(end);
        Ok(level)
    }

    /// The numbers of the inputs that the game takes.
    pub(crate) fn inputs(&self) -> Vec<usize> {
        let prelude = &self.game.prelude;
        let is_there = |input: &usize| match input {
            4 => !prelude.noaction,
            5 => prelude.realtime_interval.is_some(),
            _ => true,
        };
        (0..6).filter(is_there).collect()
    }

    fn state(&self, end: End) -> State {
        let restart = self.has_targets.then(|| self.session.restart.without(&self.ignored));
        State { board: self.session.board().without(&self.ignored), restart, is_won: end == End::Won }
    }

    /// The state that an input leads to; `None` where its turns never end.
    pub(crate) fn after(&mut self, state: &State, input: usize) -> Result<Option<State>, Stop> {
        // Where no rule goes back to another board it does not matter which one a restart leads to.
        let restart = state.restart.clone().unwrap_or_else(|| self.first_target.clone());
        Ok(self.played(state, &restart, Some(input))?.0)
    }

    /// The state that an input leads to, or a restart by the player, and the board that a restart leads to then.
    pub(crate) fn played(
        &mut self,
        state: &State,
        restart: &Board,
        input: Option<usize>,
    ) -> Result<(Option<State>, Board), Stop> {
        self.session.resume(&state.board, restart);
        let end = match input {
            Some(input) => self.session.press(Some(input).filter(|&input| input < 5))?,
            None => self.session.restart()?,
        };
        let end = ended(&self.session, end);
        Ok(((end != End::Endless).then(|| self.state(end)), self.session.restart.clone()))
    }

    /// The graph of a level whose player is locked out from the start.
    pub(crate) fn stuck(&self) -> Graph {
        Graph { moves: vec![Vec::new()], is_complete: true, ..Graph::from(self.start.clone()) }
    }

    /// Searches from a state, layer by layer, until there are so many states.
    pub(crate) fn graph(&mut self, from: &State, most: usize) -> Result<Graph, Stop> {
        let mut graph = Graph::from(from.clone());
        let mut layer = 0..1;
        while !layer.is_empty() && layer.end <= most {
            for number in layer.clone() {
                let state = graph.states[number].clone();
                let inputs = if state.is_won { Vec::new() } else { self.inputs() };
                let mut moves = Vec::new();
                for input in inputs {
                    let Some(next) = self.after(&state, input)?.filter(|next| *next != state) else { continue };
                    moves.push((input, graph.number(next)));
                }
                graph.moves.push(moves);
            }
            layer = layer.end..graph.states.len();
        }
        graph.is_complete = layer.is_empty();
        Ok(graph)
    }
}

/// How an input ended, where a won level may be followed by what comes behind the last one.
fn ended(session: &Session<'_>, end: End) -> End {
    if session.screen == Screen::Between { End::Won } else { end }
}

/// What is known of the shortest solutions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shortest {
    pub(crate) length: usize,
    pub(crate) count: u128,
    /// The inputs that they begin with.
    pub(crate) first: BTreeSet<usize>,
}

impl Graph {
    fn from(state: State) -> Graph {
        let numbers = HashMap::from([(state.clone(), 0)]);
        Graph { states: vec![state], numbers, moves: Vec::new(), is_complete: false }
    }

    /// The number of a state, which is added if it is new.
    fn number(&mut self, state: State) -> usize {
        let next = self.states.len();
        let number = *self.numbers.entry(state.clone()).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    /// The shortest solutions from the first state; `None` where no win was reached.
    pub(crate) fn shortest(&self) -> Option<Shortest> {
        let mut ways: HashMap<usize, (u128, BTreeSet<usize>)> = HashMap::from([(0, (1, BTreeSet::new()))]);
        let mut known: BTreeSet<usize> = BTreeSet::from([0]);
        for length in 0.. {
            let won = ways.iter().filter(|(state, _)| self.states[**state].is_won);
            let won: Vec<_> = won.map(|(_, way)| way.clone()).collect();
            if !won.is_empty() {
                let count = won.iter().map(|(count, _)| count).sum();
                return Some(Shortest { length, count, first: won.into_iter().flat_map(|(_, first)| first).collect() });
            }
            let mut next: HashMap<usize, (u128, BTreeSet<usize>)> = HashMap::new();
            for (state, (count, first)) in &ways {
                for &(input, to) in self.moves.get(*state).into_iter().flatten() {
                    if !known.contains(&to) {
                        let entry = next.entry(to).or_default();
                        entry.0 += count;
                        entry.1.extend(first.iter().copied());
                        entry.1.extend((length == 0).then_some(input));
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            known.extend(next.keys());
            ways = next;
        }
        None
    }

    /// The number of moves from each state to the nearest win; `None` where none can be reached.
    pub(crate) fn distances(&self) -> Vec<Option<usize>> {
        let mut left: Vec<Option<usize>> = self.states.iter().map(|state| state.is_won.then_some(0)).collect();
        for distance in 0.. {
            let mut reached = Vec::new();
            for (state, moves) in self.moves.iter().enumerate().filter(|(state, _)| left[*state].is_none()) {
                if moves.iter().any(|&(_, to)| left[to] == Some(distance)) {
                    reached.push(state);
                }
            }
            if reached.is_empty() {
                break;
            }
            reached.into_iter().for_each(|state| left[state] = Some(distance + 1));
        }
        left
    }
}
