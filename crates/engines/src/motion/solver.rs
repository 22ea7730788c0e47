//! Questions about one board: a shortest solution, the best moves, how many shortest solutions, all of them.

use num_bigint::BigUint;

use super::any::any;
use super::bitboard::Bitboard;
use super::board::{Board, Layout};
use super::deepen::{Aim, Span, deepen};
use super::heuristic::Heuristic;
use super::layers::{self, Found, Layers};
use super::outcome::Outcome;
use super::pairs::Pairs;
use super::partition::Limits;
use super::pattern;
use super::symmetry::{Symmetry, symmetries};
use super::tableless::Tableless;
use super::tables::{Cores, Tables, most_views};
use crate::{Context, EngineLimit, Halt};

/// A shortest solution of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place of the token that moves, for each move. Of all shortest solutions this list is the first in
    /// lexicographic order.
    pub moves: Vec<u8>,
}

/// The answer to whether a solution of at most a given number of moves exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A shortest solution, which has at most the given number of moves.
    Found(Line),
    /// Every solution has more moves than the given number.
    Longer {
        /// A proven lower bound on the number of moves of a solution.
        at_least: u64,
    },
}

/// Every move with which a shortest solution begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMoves {
    /// The number of moves of a shortest solution.
    pub left: u32,
    /// The places of the tokens whose move begins a shortest solution, in ascending order; empty for a solved layout.
    pub best: Vec<u8>,
}

/// A list of shortest solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct All {
    /// The number of moves of each solution.
    pub moves: u32,
    /// The solutions in lexicographic order, each as the places of the tokens that move.
    pub lines: Vec<Vec<u8>>,
    /// Whether the list has all shortest solutions.
    pub complete: bool,
}

/// Answers questions about the layouts of one board.
///
/// A new solver has no tables, which suits a single easy question. [`Solver::prepare`] builds pattern databases for
/// many or hard questions; [`Solver::prepare_for`] builds smaller ones if that pays for one layout. Tables exist for
/// boards of at most sixteen places.
pub struct Solver {
    plain: Tableless,
    pub(super) small: Option<(Bitboard, Vec<Symmetry>)>,
    /// For questions that are soon answered.
    pub(super) pairs: Option<Pairs>,
    pub(super) tables: Option<Tables>,
    /// What [`Solver::prepare_for`] has proven of its layout: the least number of moves.
    proven: Option<(Layout, u32)>,
}

/// Bytes of tables that are worth their build, whatever the memory allowed.
const MAX_BYTES: u64 = 50 << 20;
/// Bits of the index of the largest table: six different tokens on sixteen places.
const MAX_BITS: u32 = 24;
/// Bits of the index of the largest table for a single question: five different tokens on sixteen places.
const QUICK_BITS: u32 = 21;
/// Triples of colours are studied up to this many nodes: those of fifteen different tokens.
const STUDY_NODES: u64 = 1 << 21;
/// Nodes of the largest pattern for a single question: 16 · 15 · 14 · 13 · 12 and a little.
const QUICK_NODES: u64 = 1 << 19;
/// A search that needs more nodes than this goes on under the large tables.
pub(super) const MAX_PAIRED: u64 = 1 << 15;
/// A search looks for some solution before it goes on where it needs more nodes than this,
const LONG: u64 = 1 << 20;
/// or more than one of so many parts of what is allowed,
const LATE: u32 = 4;
/// but not where fewer nodes than these are left, of which the search itself needs all.
const MIN_NODES: u64 = 1 << 12;
/// That takes at most as many nodes again, and one of so many parts of what is left.
const BESIDE: u32 = 2;
/// A node without tables costs as much as building this many nodes of a table.
const BUILT_PER_NODE: u64 = 16;

impl Solver {
    /// Creates a solver without tables.
    #[must_use]
    pub fn new(board: &Board) -> Solver {
        let small = Bitboard::new(board).filter(|small| small.colours() > 0);
        let small = small.map(|small| {
            let symmetries = symmetries(&small);
            (small, symmetries)
        });
        Solver { plain: Tableless::new(board), small, pairs: None, tables: None, proven: None }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.plain.board()
    }

    /// Loads pattern databases from the store or builds them, in at most half of the memory allowed. Does nothing if
    /// the solver has them already, or if the board has more than sixteen places.
    ///
    /// # Errors
    /// The limit that was reached. The solver remains usable with the tables that it had.
    pub fn prepare(&mut self, cx: &Context<'_>) -> Result<(), Halt> {
        let Some((small, _)) = &self.small else { return Ok(()) };
        let limits = Limits {
            bits: MAX_BITS,
            nodes: u64::MAX,
            study: STUDY_NODES,
            bytes: bytes_allowed(cx),
            views: most_views(small),
        };
        if self.pairs.is_none() {
            self.pairs = match cx.setup(|| Pairs::new(self.plain.board(), small, cx)) {
                Err(Halt::Bytes) => None,
                done => done?,
            };
        }
        self.load_or_build(limits, cx)
    }

    /// Prepares for one layout: tries to solve it without tables for about as long as building small tables takes, and
    /// loads or builds these where that fails.
    ///
    /// # Errors
    /// The limit that was reached. The solver remains usable with the tables that it had.
    pub fn prepare_for(&mut self, layout: &Layout, cx: &Context<'_>) -> Result<(), Halt> {
        let Some((small, _)) = &self.small else { return Ok(()) };
        if self.tables.is_some() {
            return Ok(());
        }
        let limits = Limits { bits: QUICK_BITS, nodes: QUICK_NODES, study: 0, bytes: bytes_allowed(cx), views: 2 };
        let bits: u32 = (0..small.colours()).map(|colour| small.ranks_of(colour).next_power_of_two().ilog2()).sum();
        let patterns = u64::from(bits.div_ceil(QUICK_BITS));
        let nodes = pattern::nodes(small, ((1u32 << small.colours()) - 1) as u16);
        let most = nodes.min(QUICK_NODES) * patterns / BUILT_PER_NODE;
        let span = Span { most, ..Span::ALL };
        match deepen(&self.plain, &self.plain.open(layout), Aim::Firsts, span, cx) {
            Outcome::Unfinished { halt, at_least, .. } => {
                self.proven = Some((layout.clone(), at_least as u32));
                if matches!(halt, Halt::Engine(_)) { self.load_or_build(limits, cx) } else { Err(halt) }
            }
            Outcome::Found(found) => {
                self.proven = Some((layout.clone(), found.line.len() as u32));
                Ok(())
            }
            Outcome::Impossible(_) => Ok(()),
        }
    }

    fn load_or_build(&mut self, mut limits: Limits, cx: &Context<'_>) -> Result<(), Halt> {
        let Some((small, symmetries)) = &self.small else { return Ok(()) };
        let board = self.plain.board();
        if self.tables.as_ref().is_some_and(|tables| tables.limits.bits >= limits.bits) {
            return Ok(());
        }
        let made = cx.setup(|| {
            while limits.bits > 0 {
                if let Some(tables) = Tables::stored(board, small, symmetries, limits, cx) {
                    return Ok(Some(tables));
                }
                if let Some(tables) = Tables::build(board, small, symmetries, limits, cx)? {
                    return Ok(Some(tables));
                }
                limits.bits = limits.bits.saturating_sub(3);
            }
            Ok(None)
        })?;
        self.tables = made.or(self.tables.take());
        Ok(())
    }

    /// Finds the first shortest solution in lexicographic order.
    pub fn shortest(&self, layout: &Layout, cx: &Context<'_>) -> Outcome<Line> {
        self.deepen(layout, Aim::Line, Span::ALL, cx).map(|found| Line { moves: found.line })
    }

    /// Finds the first shortest solution in lexicographic order if it has at most `most` moves, or proves that every
    /// solution is longer. The proof takes less work than finding a longer solution, which is not searched for.
    pub fn shortest_within(&self, layout: &Layout, most: u32, cx: &Context<'_>) -> Outcome<Within> {
        let span = Span { longest: most, ..Span::ALL };
        match self.deepen(layout, Aim::Line, span, cx) {
            Outcome::Found(Found { line, .. }) if line.len() as u64 > most.into() => {
                Outcome::Found(Within::Longer { at_least: line.len() as u64 })
            }
            Outcome::Unfinished { at_least, .. } if at_least > most.into() => {
                Outcome::Found(Within::Longer { at_least })
            }
            other => other.map(|found| Within::Found(Line { moves: found.line })),
        }
    }

    /// Finds the number of moves of a shortest solution, and every move with which one begins.
    pub fn best_moves(&self, layout: &Layout, cx: &Context<'_>) -> Outcome<BestMoves> {
        let found = self.deepen(layout, Aim::Firsts, Span::ALL, cx);
        found.map(|Found { line, firsts }| BestMoves { left: line.len() as u32, best: firsts })
    }

    /// Finds the number of moves of a shortest solution, and the number of shortest solutions.
    pub fn count(&self, layout: &Layout, cx: &Context<'_>) -> Outcome<(u32, BigUint)> {
        self.answer(Count { layout, span: self.span_of(layout), cx })
    }

    /// Lists the first `most` shortest solutions in lexicographic order.
    pub fn all(&self, layout: &Layout, most: usize, cx: &Context<'_>) -> Outcome<All> {
        self.answer(List { layout, span: self.span_of(layout), most, cx })
    }

    /// Returns the number of bytes of its tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let pairs = self.pairs.as_ref().map_or(0, Pairs::bytes);
        pairs + self.tables.as_ref().map_or(0, |tables| tables.bytes.len() as u64)
    }

    /// Describes the method for a person, such as "IDA*, additive pattern databases 6-6-3"; the numbers are those of
    /// the tokens of each pattern.
    #[must_use]
    pub fn method(&self) -> String {
        let soon = self.pairs.as_ref().map_or("", |_| "pattern databases of all pairs of colours, then ");
        let long = self.tables.as_ref().map_or("assignment and components bound", |tables| &tables.method);
        ["IDA*, ", soon, long].concat()
    }

    /// Searches under the tables that stay in the caches, and goes on under the large ones where that takes long.
    fn deepen(&self, layout: &Layout, aim: Aim, mut span: Span, cx: &Context<'_>) -> Outcome<Found> {
        span.at_least = self.span_of(layout).at_least;
        if let Some(pairs) = &self.pairs {
            let heuristic = pairs.heuristic(layout);
            let (soon, longest) = (Span { most: MAX_PAIRED, ..span }, u64::from(span.longest));
            match deepen(&heuristic, &heuristic.open(layout), aim, soon, cx) {
                Outcome::Unfinished { halt: Halt::Engine(EngineLimit::Effort), at_least, .. }
                    if at_least <= longest =>
                {
                    span.at_least = at_least as u32;
                }
                done => return done,
            }
        }
        self.long(layout, aim, span, cx)
    }

    /// Goes on under the best bound at hand. Where that takes long it looks for some solution before it goes on, which
    /// stands if a limit ends the search.
    fn long(&self, layout: &Layout, aim: Aim, mut span: Span, cx: &Context<'_>) -> Outcome<Found> {
        if cx.nodes_left().is_some_and(|left| left < MIN_NODES) {
            return self.answer(Deepen { layout, aim, span, cx });
        }
        let part = cx.beside(LONG, LATE);
        let soon = self.answer(Deepen { layout, aim, span, cx: &part });
        cx.absorb(&part);
        match soon {
            Outcome::Unfinished { halt: Halt::Nodes | Halt::Time, at_least, .. } => span.at_least = at_least as u32,
            ended => return ended,
        }
        let beside = cx.beside(LONG, BESIDE);
        let line = self.answer(Any { layout, most: span.longest, cx: &beside });
        cx.absorb(&beside);
        match self.answer(Deepen { layout, aim, span, cx }) {
            Outcome::Unfinished { halt, at_least, .. } => Outcome::Unfinished { halt, at_least, partial: line },
            ended => ended,
        }
    }

    /// Where a search from a layout begins: at the least number of moves that preparing has proven of it.
    fn span_of(&self, layout: &Layout) -> Span {
        let proven = self.proven.as_ref().filter(|(tried, _)| tried == layout);
        proven.map_or(Span::ALL, |&(_, at_least)| Span { at_least, ..Span::ALL })
    }

    /// Answers under the best bound at hand.
    fn answer<'q, Q: Question<'q>>(&self, question: Q) -> Q::Answer {
        let Some(tables) = &self.tables else { return question.answer(&self.plain) };
        let (bytes, layout) = (&tables.bytes, question.layout());
        match &tables.cores {
            Cores::One(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::Two(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::Four(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::Five(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::Six(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::OneDistinct(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::TwoDistinct(core) => question.answer(&core.heuristic(bytes, layout)),
            Cores::FourDistinct(core) => question.answer(&core.heuristic(bytes, layout)),
        }
    }
}

/// Half the memory allowed, and no more than is useful.
fn bytes_allowed(cx: &Context<'_>) -> u64 {
    cx.budget().bytes.map_or(MAX_BYTES, |bytes| MAX_BYTES.min(bytes / 2))
}

/// What can be asked of a layout under any bound.
trait Question<'q> {
    type Answer;
    fn layout(&self) -> &'q Layout;
    fn answer<H: Heuristic>(self, heuristic: &H) -> Self::Answer;
}

struct Deepen<'q, 'c> {
    layout: &'q Layout,
    aim: Aim,
    span: Span,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for Deepen<'q, '_> {
    type Answer = Outcome<Found>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<H: Heuristic>(self, heuristic: &H) -> Outcome<Found> {
        deepen(heuristic, &heuristic.open(self.layout), self.aim, self.span, self.cx)
    }
}

struct Any<'q, 'c> {
    layout: &'q Layout,
    most: u32,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for Any<'q, '_> {
    type Answer = Option<Vec<u8>>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<H: Heuristic>(self, heuristic: &H) -> Option<Vec<u8>> {
        any(heuristic, &heuristic.open(self.layout), self.most, self.cx)
    }
}

struct Count<'q, 'c> {
    layout: &'q Layout,
    span: Span,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for Count<'q, '_> {
    type Answer = Outcome<(u32, BigUint)>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<H: Heuristic>(self, heuristic: &H) -> Outcome<(u32, BigUint)> {
        let root = heuristic.open(self.layout);
        deepen(heuristic, &root, Aim::Line, self.span, self.cx).and_then(|found| {
            let moves = found.line.len() as u32;
            match layers::count(heuristic, &root, moves, self.cx) {
                Ok(count) => Outcome::Found((moves, count)),
                Err(halt) => Outcome::halted(halt, moves.into()),
            }
        })
    }
}

struct List<'q, 'c> {
    layout: &'q Layout,
    span: Span,
    most: usize,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for List<'q, '_> {
    type Answer = Outcome<All>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<H: Heuristic>(self, heuristic: &H) -> Outcome<All> {
        let root = heuristic.open(self.layout);
        deepen(heuristic, &root, Aim::Line, self.span, self.cx).and_then(|found| {
            let moves = found.line.len() as u32;
            match self.list(heuristic, &root, moves) {
                Ok(all) => Outcome::Found(all),
                Err(halt) => Outcome::halted(halt, moves.into()),
            }
        })
    }
}

impl List<'_, '_> {
    /// The solutions of `moves` moves, where that is the least.
    fn list<H: Heuristic>(&self, heuristic: &H, root: &H::State, moves: u32) -> Result<All, Halt> {
        if moves == 0 {
            let lines = vec![Vec::new(); self.most.min(1)];
            return Ok(All { moves, lines, complete: self.most > 0 });
        }
        let layers = Layers::towards(heuristic, root, moves, self.cx)?;
        let mut lines = layers.lines(heuristic, root, self.most.saturating_add(1), self.cx)?;
        let complete = lines.len() <= self.most;
        lines.truncate(self.most);
        Ok(All { moves, lines, complete })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use testkit::random::Random;

    use super::super::tests::random_board;
    use super::*;

    /// Whether the key of each layout, and its word, say that layout alone.
    struct Keys<'q>(&'q [Layout]);

    impl<'q> Question<'q> for Keys<'q> {
        type Answer = ();

        fn layout(&self) -> &'q Layout {
            &self.0[0]
        }

        fn answer<H: Heuristic>(self, heuristic: &H) {
            let (mut keys, mut codes) = (HashMap::new(), HashMap::new());
            for layout in self.0 {
                let state = heuristic.open(layout);
                let again = heuristic.reopen(&heuristic.key(&state));
                let seen =
                    |state: &H::State| (heuristic.blank(state), heuristic.estimate(state), heuristic.solved(state));
                assert!(heuristic.key(&again) == heuristic.key(&state));
                assert_eq!(
                    (seen(&again), heuristic.code(&again)),
                    (seen(&state), heuristic.code(&state)),
                    "{layout:?}"
                );
                assert_eq!(heuristic.blank(&again), layout.blank());
                assert_eq!(keys.entry(heuristic.key(&state)).or_insert_with(|| layout.clone()), layout);
                if let Some(code) = heuristic.code(&state) {
                    assert_eq!(codes.entry(code).or_insert_with(|| layout.clone()), layout);
                }
            }
        }
    }

    #[test]
    fn a_key_says_the_whole_layout() {
        let mut random = Random::new(15);
        let mut tables = 0;
        for round in 0..60 {
            let board = random_board(if round % 2 == 0 { 8 } else { 20 }, 1 + round % 3, &mut random);
            let layouts: Vec<Layout> = (0..300)
                .map(|_| {
                    let mut colours = board.wanted().to_vec();
                    random.shuffle(&mut colours);
                    board.layout(colours).expect("the tokens of the board")
                })
                .collect();
            let mut solver = Solver::new(&board);
            Keys(&layouts).answer(&solver.plain);
            if board.places() < 14 {
                solver.prepare(&Context::default()).expect("no limit");
                tables += usize::from(solver.tables.is_some());
                solver.answer(Keys(&layouts));
            }
            if let Some(pairs) = &solver.pairs {
                Keys(&layouts).answer(&pairs.heuristic(&layouts[0]));
            }
        }
        assert!(tables > 20, "{tables} boards have tables");
    }
}
