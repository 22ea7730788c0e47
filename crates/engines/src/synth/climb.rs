//! Local search for a short program where the proof takes long: an upper bound, found beside it.
//!
//! **Method.** Simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983) over programs of one size: a program is worth
//! the marks that it leaves, and its neighbours differ in an action, a count, a stretch written anew, or in what stands
//! before a loop for ever. A program that makes every mark loses a token, and the search goes on from what remains, or
//! now and then from a random program. Rounds are short: a round that succeeds does so soon.
//!
//! **Running a program.** Within one run a loop that is entered in a state for the second time leads to the same state
//! and makes no new mark, so it is followed once for each state: a run takes at most states times tokens steps.
//!
//! **Repeatable.** The chains and their slices of work are the same with every number of threads, and a worse program
//! is taken by the bits of a random number, without floating point: equal nodes give equal programs.

#[cfg(test)]
mod tests;

use std::panic::resume_unwind;
use std::thread;

use super::machine::Table;
use super::program::{Item, Program};
use crate::random::Random;
use crate::{Context, Halt, Reservation};

/// Chains that search beside each other.
const CHAINS: usize = 2;
/// The nodes of a chain before it learns of the program of another.
const SLICE: u64 = 1 << 12;
/// The actions of a run that count as one node.
const NODE: u64 = 1 << 6;
/// Actions after which a run ends.
const MAX_RUN_LENGTH: u64 = 60_000;
/// The most tokens of a program that is looked for,
const LARGEST: usize = 64;
/// and of one that a random program is looked for at first, where a good one is not known.
const BEGUN: usize = 40;
/// The programs of a round.
const ROUND: u32 = 1_000;
/// One of so many rounds begins with a random program.
const ANEW: usize = 20;
/// How many marks more a neighbour may leave, in units of 1/1024 for each bit of a random number that is 0, at the
/// beginning of a round: after a random program, after one that is known, and at the end.
const HOT: u64 = 2_100;
const WARM: u64 = 560;
const COLD: u64 = 35;
/// The most loops around each other in a random program, and the largest counts.
const DEPTH: usize = 4;
const COUNT: usize = 20;

/// A token of a program in a row: the body of a loop is the tokens that follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Do(u8),
    /// A loop over the next `body` tokens, for ever where `count` is [`FOREVER`].
    Loop {
        count: u16,
        body: u16,
    },
}

const FOREVER: u16 = 0;

impl Token {
    /// The number of tokens from this one to the end of its body.
    fn extent(self) -> usize {
        match self {
            Token::Do(_) => 1,
            Token::Loop { body, .. } => 1 + usize::from(body),
        }
    }
}

/// The local search of one machine.
pub(super) struct Climb<'c> {
    chains: Vec<Chain>,
    _held: Reservation<'c>,
}

impl<'c> Climb<'c> {
    /// A search that has not begun; `None` where memory does not suffice.
    pub(super) fn new(table: &Table, cx: &'c Context<'_>) -> Option<Self> {
        let held = cx.reserve(CHAINS as u64 * Walker::bytes(table)).ok()?;
        let chains = (0..CHAINS as u64).map(|seed| Chain::new(table, seed)).collect();
        Some(Climb { chains, _held: held })
    }

    /// Searches for about so many nodes for programs shorter than `known`; [`Climb::best`] has the shortest, also where
    /// a limit strikes.
    ///
    /// # Errors
    /// A limit. No chain is cut short by one on nodes, so that equal nodes give equal programs.
    pub(super) fn run(
        &mut self,
        table: &Table,
        known: Option<&Program>,
        nodes: u64,
        cx: &Context<'_>,
    ) -> Result<(), Halt> {
        let known = known.and_then(|known| row(known));
        self.chains.iter_mut().for_each(|chain| chain.learn(known.as_deref()));
        let mut left = nodes.min(cx.nodes_left().unwrap_or(u64::MAX)) / CHAINS as u64;
        while left > 0 {
            let slice = left.min(SLICE);
            left -= slice;
            let ended = self.slice(table, slice, cx);
            let best = self.shortest().map(<[Token]>::to_vec);
            self.chains.iter_mut().for_each(|chain| chain.learn(best.as_deref()));
            cx.spend(ended.iter().map(|(spent, _)| spent).sum())?;
            ended.into_iter().try_for_each(|(_, ended)| ended)?;
        }
        Ok(())
    }

    /// Has each chain search for so many nodes; gives what each spent, and how it ended.
    fn slice(&mut self, table: &Table, nodes: u64, cx: &Context<'_>) -> Vec<(u64, Result<(), Halt>)> {
        if cx.thread_count() == 1 {
            return self.chains.iter_mut().map(|chain| chain.climb(table, nodes, cx)).collect();
        }
        thread::scope(|scope| {
            let run = |chain| scope.spawn(move || Chain::climb(chain, table, nodes, cx));
            let running: Vec<_> = self.chains.iter_mut().map(run).collect();
            let ended = |it: thread::ScopedJoinHandle<'_, _>| it.join().unwrap_or_else(|panic| resume_unwind(panic));
            running.into_iter().map(ended).collect()
        })
    }

    fn shortest(&self) -> Option<&[Token]> {
        self.chains.iter().filter_map(|chain| chain.found.as_deref()).min_by_key(|found| found.len())
    }

    /// The shortest program that is known.
    pub(super) fn best(&self) -> Option<Program> {
        self.shortest().map(program)
    }
}

/// One search from program to program.
struct Chain {
    random: Random,
    walker: Walker,
    /// The program that the search stands at, the marks that it leaves, and a neighbour.
    at: Vec<Token>,
    missing: usize,
    tried: Vec<Token>,
    /// Programs left of this round, and what it allows at its beginning.
    left: u32,
    heat: u64,
    /// The size of random programs while no good program is known.
    size: usize,
    /// The shortest program found.
    found: Option<Vec<Token>>,
}

impl Chain {
    fn new(table: &Table, seed: u64) -> Chain {
        let (at, tried) = (Vec::new(), Vec::new());
        let walker = Walker::new(table);
        Chain { random: Random(seed), walker, at, missing: 0, tried, left: 0, heat: 0, size: BEGUN, found: None }
    }

    /// Goes on from a program, if it is shorter than what was found.
    fn learn(&mut self, known: Option<&[Token]>) {
        if let Some(known) = known.filter(|known| self.found.as_ref().is_none_or(|found| known.len() < found.len())) {
            self.found = Some(known.to_vec());
            self.left = 0;
        }
    }

    /// Searches for so many nodes for shorter programs; gives what was spent, and the limit that struck before, if one
    /// did. The nodes are not counted in the context.
    fn climb(&mut self, table: &Table, nodes: u64, cx: &Context<'_>) -> (u64, Result<(), Halt>) {
        let mut spent = 0;
        while spent < nodes && self.found.as_ref().is_none_or(|found| found.len() > 1) {
            if let Err(halt) = cx.spend(0) {
                return (spent, Err(halt));
            }
            if self.left == 0 {
                self.begin(table.actions());
                self.missing = self.walker.missing(table, &self.at);
            } else {
                self.step(table);
            }
            spent += 1 + self.walker.steps / NODE;
            if self.missing == 0 {
                self.found = Some(self.at.clone());
                self.left = 0;
            }
        }
        (spent, Ok(()))
    }

    /// Begins a round with the shortest program less a token, or with a random one.
    fn begin(&mut self, actions: usize) {
        self.left = ROUND;
        self.at.clear();
        let known = self.found.as_deref().filter(|found| found.len() <= LARGEST);
        match known.filter(|_| self.random.below(ANEW) > 0) {
            Some(found) => {
                self.heat = WARM;
                self.at.extend_from_slice(found);
                shorten(&mut self.random, actions, &mut self.at);
            }
            None => {
                self.heat = HOT;
                let size = known.map_or(self.size, |found| found.len() - 1);
                if known.is_none() {
                    self.size = LARGEST.min(self.size + 1);
                }
                if size > 1 {
                    self.at.push(Token::Loop { count: FOREVER, body: narrow(size - 1) });
                }
                let rest = size - self.at.len();
                sequence(&mut self.random, actions, rest, 1, &mut self.at);
            }
        }
    }

    /// Goes to a neighbour, if it leaves few enough marks.
    fn step(&mut self, table: &Table) {
        self.left -= 1;
        self.tried.clone_from(&self.at);
        for _ in 0..=self.random.below(2) {
            change(&mut self.random, table.actions(), &mut self.tried);
        }
        let missing = self.walker.missing(table, &self.tried);
        let more = missing.saturating_sub(self.missing) as u64;
        let heat = COLD + self.heat * u64::from(self.left) / u64::from(ROUND);
        if 1024 * more <= heat * u64::from(self.random.bits().trailing_zeros()) {
            std::mem::swap(&mut self.at, &mut self.tried);
            self.missing = missing;
        }
    }
}

/// Appends a random sequence of so many tokens.
fn sequence(random: &mut Random, actions: usize, tokens: usize, depth: usize, out: &mut Vec<Token>) {
    let mut left = tokens;
    while left > 0 {
        if left >= 2 && depth < DEPTH && random.below(3) == 0 {
            let body = 1 + random.below(left - 1);
            out.push(Token::Loop { count: count(random), body: narrow(body) });
            sequence(random, actions, body, depth + 1, out);
            left -= 1 + body;
        } else {
            out.push(action(random, actions));
            left -= 1;
        }
    }
}

fn action(random: &mut Random, actions: usize) -> Token {
    Token::Do(u8::try_from(random.below(actions)).unwrap_or(0))
}

fn count(random: &mut Random) -> u16 {
    narrow(2 + random.below(COUNT - 1))
}

fn narrow(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Changes a program at one place; its size stays.
fn change(random: &mut Random, actions: usize, tokens: &mut [Token]) {
    let at = random.below(tokens.len());
    let kind = random.below(4);
    match tokens[at] {
        Token::Loop { count: FOREVER, .. } if kind < 3 => shift(random, tokens, at),
        Token::Loop { count: now, body } if kind < 3 => match kind {
            0 => {
                let near = if random.below(2) == 0 { now.saturating_add(1) } else { now.max(3) - 1 };
                tokens[at] = Token::Loop { count: near, body };
            }
            1 => tokens[at] = Token::Loop { count: count(random), body },
            _ => rewrite(random, actions, tokens, at + 1..at + 1 + usize::from(body)),
        },
        Token::Do(_) if kind < 2 => tokens[at] = action(random, actions),
        _ => {
            let end = around(tokens, at).unwrap_or(tokens.len());
            let mut to = at + tokens[at].extent();
            while to < end && random.below(2) == 0 {
                to += tokens[to].extent();
            }
            rewrite(random, actions, tokens, at..to);
        }
    }
}

/// Writes a stretch of whole parts anew. The whole of a program is a loop for ever again.
fn rewrite(random: &mut Random, actions: usize, tokens: &mut [Token], stretch: std::ops::Range<usize>) {
    let depth = depth(tokens, stretch.start);
    let mut new = Vec::with_capacity(stretch.len());
    if stretch.end == tokens.len() && depth == 0 && stretch.len() > 1 {
        new.push(Token::Loop { count: FOREVER, body: narrow(stretch.len() - 1) });
    }
    let rest = stretch.len() - new.len();
    sequence(random, actions, rest, depth.max(1), &mut new);
    tokens[stretch].copy_from_slice(&new);
}

/// Takes the first part of a loop for ever out in front of it, or the part in front of it in.
fn shift(random: &mut Random, tokens: &mut [Token], at: usize) {
    let Token::Loop { count, body } = tokens[at] else { return };
    if random.below(2) == 0 {
        let first = tokens[at + 1].extent();
        if first < usize::from(body) {
            tokens[at..=at + first].rotate_left(1);
            tokens[at + first] = Token::Loop { count, body: body - narrow(first) };
        }
    } else if let Some(before) = (0..at).find(|&before| before + tokens[before].extent() == at) {
        tokens[before..=at].rotate_right(1);
        tokens[before] = Token::Loop { count, body: body + narrow(at - before) };
    }
}

/// Takes one token out; the body of a loop stays, and a loop without one becomes an action.
fn shorten(random: &mut Random, actions: usize, tokens: &mut Vec<Token>) {
    let mut out = random.below(tokens.len());
    // Only a loop for ever goes on until all is done: it stays, and loses a token of its body.
    if let Token::Loop { count: FOREVER, body } = tokens[out]
        && body > 1
    {
        out += 1 + random.below(usize::from(body));
    }
    for (at, token) in tokens[..out].iter_mut().enumerate() {
        if let Token::Loop { count, body } = *token
            && out <= at + usize::from(body)
        {
            *token = if body == 1 { action(random, actions) } else { Token::Loop { count, body: body - 1 } };
        }
    }
    tokens.remove(out);
}

/// Where the body ends that a token stands in; `None` at the top.
fn around(tokens: &[Token], at: usize) -> Option<usize> {
    let ends = (0..at).map(|open| open + tokens[open].extent());
    ends.filter(|&end| at < end).min()
}

/// In how many loops a token stands.
fn depth(tokens: &[Token], at: usize) -> usize {
    (0..at).filter(|&open| at < open + tokens[open].extent()).count()
}

/// Runs programs and counts the marks that they leave.
struct Walker {
    /// For each state its mark, or [`Walker::NO_MARK`].
    mark: Vec<u32>,
    /// For each mark the run that made it last.
    made: Vec<u32>,
    run: u32,
    /// For each token that opens a loop, and each state, the run that entered it last, and where it led.
    led: Vec<(u32, u16)>,
    /// For each depth and state the loop that met it last, and after how many passes.
    met: Vec<Vec<(u32, u32)>>,
    loops: u32,
    left: usize,
    steps: u64,
}

impl Walker {
    const NO_MARK: u32 = u32::MAX;

    /// The memory of one.
    fn bytes(table: &Table) -> u64 {
        let states = table.states() as u64;
        8 * table.marks() as u64 + states * (4 + 8 * LARGEST as u64 + 8 * (LARGEST as u64 + 1))
    }

    fn new(table: &Table) -> Walker {
        let states = table.states();
        let mark = |state: usize| table.mark(narrow(state)).map_or(Walker::NO_MARK, u32::from);
        Walker {
            mark: (0..states).map(mark).collect(),
            made: vec![0; table.marks()],
            run: 0,
            led: vec![(0, 0); LARGEST * states],
            met: Vec::new(),
            loops: 0,
            left: 0,
            steps: 0,
        }
    }

    /// The number of marks that a program leaves.
    fn missing(&mut self, table: &Table, tokens: &[Token]) -> usize {
        if self.run == u32::MAX || self.loops > u32::MAX / 2 {
            (self.run, self.loops) = (0, 0);
            self.made.fill(0);
            self.led.fill((0, 0));
            self.met.clear();
        }
        self.run += 1;
        (self.left, self.steps) = (table.marks(), 0);
        self.follow(table, tokens, 0..tokens.len(), 0, 0);
        self.left
    }

    /// The state after a stretch of a program; `None` where the run has ended.
    fn follow(
        &mut self,
        table: &Table,
        tokens: &[Token],
        stretch: std::ops::Range<usize>,
        mut state: u16,
        depth: usize,
    ) -> Option<u16> {
        let mut at = stretch.start;
        while at < stretch.end {
            state = match tokens[at] {
                Token::Do(action) => {
                    self.steps += 1;
                    let next = table.step(state, usize::from(action));
                    self.put(next)?;
                    next
                }
                Token::Loop { count, body } => {
                    let inner = at + 1..at + 1 + usize::from(body);
                    let place = at * table.states() + usize::from(state);
                    self.steps += 1;
                    if self.led[place].0 == self.run {
                        self.led[place].1
                    } else {
                        let after = self.repeat(table, tokens, inner, count, state, depth)?;
                        self.led[place] = (self.run, after);
                        after
                    }
                }
            };
            at += tokens[at].extent();
        }
        Some(state)
    }

    /// Makes the mark of a state; `None` where it is the last one.
    #[inline]
    fn put(&mut self, state: u16) -> Option<()> {
        let mark = self.mark[usize::from(state)];
        if mark != Walker::NO_MARK && self.made[mark as usize] != self.run {
            self.made[mark as usize] = self.run;
            self.left -= 1;
        }
        (self.left > 0).then_some(())
    }

    /// The state after a loop.
    fn repeat(
        &mut self,
        table: &Table,
        tokens: &[Token],
        body: std::ops::Range<usize>,
        count: u16,
        mut state: u16,
        depth: usize,
    ) -> Option<u16> {
        if self.met.len() == depth {
            self.met.push(vec![(0, 0); table.states()]);
        }
        self.loops += 1;
        let (entered, count) = (self.loops, u32::from(count));
        let mut passes = 0;
        while count == u32::from(FOREVER) || passes < count {
            let met = &mut self.met[depth][usize::from(state)];
            if met.0 == entered {
                if count == u32::from(FOREVER) {
                    return None;
                }
                // The rest of the passes goes round a cycle.
                for _ in 0..(count - passes) % (passes - met.1) {
                    state = self.follow(table, tokens, body.clone(), state, depth + 1)?;
                }
                return Some(state);
            }
            *met = (entered, passes);
            if self.steps > MAX_RUN_LENGTH {
                return None;
            }
            state = self.follow(table, tokens, body.clone(), state, depth + 1)?;
            passes += 1;
        }
        Some(state)
    }
}

/// A program in a row; `None` where it is too long, or a count too large.
fn row(program: &[Item]) -> Option<Vec<Token>> {
    let mut row = Vec::new();
    for item in program {
        match item {
            Item::Do(action) => row.push(Token::Do(*action)),
            Item::Loop(count, body) => {
                let count = count.map_or(Some(FOREVER), |count| u16::try_from(count).ok())?;
                let inner = self::row(body)?;
                row.push(Token::Loop { count, body: u16::try_from(inner.len()).ok()? });
                row.extend(inner);
            }
        }
    }
    Some(row)
}

/// The program that stands in a row.
fn program(row: &[Token]) -> Program {
    let mut items = Vec::new();
    let mut at = 0;
    while at < row.len() {
        items.push(match row[at] {
            Token::Do(action) => Item::Do(action),
            Token::Loop { count, body } => {
                let count = (count != FOREVER).then_some(u64::from(count));
                Item::Loop(count, program(&row[at + 1..at + 1 + usize::from(body)]))
            }
        });
        at += row[at].extent();
    }
    items
}
