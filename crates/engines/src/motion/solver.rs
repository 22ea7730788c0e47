//! Questions about one board: a shortest solution, the best moves, how many shortest solutions, all of them.

use num_bigint::BigUint;

use super::bitboard::Bitboard;
use super::board::{Board, Layout};
use super::deepen::{Aim, Found, Span, deepen};
use super::heuristic::Heuristic;
use super::layers::{self, Layers};
use super::pairs::Pairs;
use super::partition::Limits;
use super::pattern;
use super::symmetry::{Symmetry, symmetries};
use super::tableless::Tableless;
use super::tables::{Cores, Tables, most_views};
use crate::{Context, Halt};

/// A shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The places of the tokens that move, in order; of all shortest solutions the first in lexicographic order.
    pub moves: Vec<u8>,
}

/// The answer to whether a solution of at most a given number of moves exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Within {
    /// A shortest solution, which is short enough.
    Found(Line),
    /// Every solution is longer.
    Longer {
        /// No solution has fewer moves.
        at_least: u32,
    },
}

/// Every good way to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMoves {
    /// The moves that are left.
    pub left: u32,
    /// The places of the tokens whose move begins a shortest solution, ascending; none where all is done.
    pub best: Vec<u8>,
}

/// All shortest solutions, or the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct All {
    /// The moves of each.
    pub moves: u32,
    /// In lexicographic order of the places.
    pub lines: Vec<Vec<u8>>,
    /// Whether there are no others.
    pub complete: bool,
}

/// Why there is no answer, and what is proven nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halted {
    /// The limit that was reached; of no meaning where [`Halted::is_exhausted`].
    pub halt: Halt,
    /// No solution has fewer moves.
    pub at_least: u32,
}

/// Everything within reach was searched.
pub(super) const NEVER: Halted = Halted { halt: Halt::Stopped, at_least: u32::MAX };

impl Halted {
    /// Whether there is no solution: every arrangement within reach was searched, or a token has no way home.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.at_least == u32::MAX
    }
}

/// Answers questions about the layouts of one board.
///
/// Without tables it is ready at once: right for a first question. [`Solver::prepare`] builds pattern databases
/// for many questions or hard ones, [`Solver::prepare_for`] only where that pays for one layout. Tables exist for
/// boards of at most sixteen places.
pub struct Solver {
    plain: Tableless,
    pub(super) small: Option<(Bitboard, Vec<Symmetry>)>,
    /// For questions that are soon answered.
    pub(super) pairs: Option<Pairs>,
    pub(super) tables: Option<Tables>,
}

/// Bytes of tables that are worth their build, whatever the memory allowed.
const MOST_BYTES: u64 = 50 << 20;
/// Bits of the index of the largest table: six different tokens on sixteen places.
const MOST_BITS: u32 = 24;
/// The same for the tables of a single question: five tokens.
const QUICK_BITS: u32 = 21;
/// Triples of colours are studied up to this many nodes: those of fifteen different tokens.
const STUDY_NODES: u64 = 1 << 21;
/// Nodes of the largest pattern for a single question: 16 · 15 · 14 · 13 · 12 and a little.
const QUICK_NODES: u64 = 1 << 19;
/// A search that needs more nodes than this goes on under the large tables.
pub(super) const MOST_PAIRED: u64 = 1 << 15;
/// A node without tables costs as much as building this many nodes of a table.
const BUILT_PER_NODE: u64 = 16;

impl Solver {
    /// A solver without tables.
    #[must_use]
    pub fn new(board: &Board) -> Solver {
        let small = Bitboard::new(board).filter(|small| small.colours() > 0);
        let small = small.map(|small| {
            let symmetries = symmetries(&small);
            (small, symmetries)
        });
        Solver { plain: Tableless::new(board), small, pairs: None, tables: None }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.plain.board()
    }

    /// Takes pattern databases from the store or builds them, within half the memory allowed. Does nothing where
    /// they are there, and where the board has more than sixteen places.
    ///
    /// # Errors
    /// The limit that was reached; the solver stays as it was.
    pub fn prepare(&mut self, cx: &Context<'_>) -> Result<(), Halt> {
        let Some((small, _)) = &self.small else { return Ok(()) };
        let limits = Limits {
            bits: MOST_BITS,
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

    /// Makes ready for one layout: nothing where it is soon solved without tables, else small tables. The search
    /// without tables may take as long as they would.
    ///
    /// # Errors
    /// The limit that was reached; the solver stays as it was.
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
            Err(Halted { halt: Halt::Nodes, .. }) => {
                cx.spend(0)?;
                self.load_or_build(limits, cx)
            }
            Err(halted) if !halted.is_exhausted() => Err(halted.halt),
            _ => Ok(()),
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

    /// The first shortest solution in lexicographic order.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn shortest(&self, layout: &Layout, cx: &Context<'_>) -> Result<Line, Halted> {
        Ok(Line { moves: self.deepen(layout, Aim::Line, Span::ALL, cx)?.line })
    }

    /// The first shortest solution in lexicographic order if it has at most `most` moves. Longer ones are not looked
    /// for: that there is none so short is a proof, and takes less work than finding the shortest.
    ///
    /// # Errors
    /// Where a limit was reached before that was decided, or there is no solution.
    pub fn shortest_within(&self, layout: &Layout, most: u32, cx: &Context<'_>) -> Result<Within, Halted> {
        let span = Span { longest: most, ..Span::ALL };
        match self.deepen(layout, Aim::Line, span, cx) {
            Ok(found) if found.line.len() as u64 <= u64::from(most) => Ok(Within::Found(Line { moves: found.line })),
            Ok(found) => Ok(Within::Longer { at_least: found.line.len() as u32 }),
            Err(halted) if halted.at_least > most && !halted.is_exhausted() => {
                Ok(Within::Longer { at_least: halted.at_least })
            }
            Err(halted) => Err(halted),
        }
    }

    /// How many moves are left, and every first move of a shortest solution.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn best_moves(&self, layout: &Layout, cx: &Context<'_>) -> Result<BestMoves, Halted> {
        let Found { line, firsts } = self.deepen(layout, Aim::Firsts, Span::ALL, cx)?;
        Ok(BestMoves { left: line.len() as u32, best: firsts })
    }

    /// The moves of a shortest solution and how many shortest solutions there are.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn count(&self, layout: &Layout, cx: &Context<'_>) -> Result<(u32, BigUint), Halted> {
        self.ask(Count { layout, cx })
    }

    /// The first `most` shortest solutions.
    ///
    /// # Errors
    /// Where a limit was reached or there is no solution.
    pub fn all(&self, layout: &Layout, most: usize, cx: &Context<'_>) -> Result<All, Halted> {
        self.ask(List { layout, most, cx })
    }

    /// Bytes of its tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let pairs = self.pairs.as_ref().map_or(0, Pairs::bytes);
        pairs + self.tables.as_ref().map_or(0, |tables| tables.bytes.len() as u64)
    }

    /// How questions are answered, in words; the numbers are the tokens of each pattern.
    #[must_use]
    pub fn method(&self) -> String {
        let soon = self.pairs.as_ref().map_or("", |_| "pattern databases of all pairs of colours, then ");
        let long = self.tables.as_ref().map_or("assignment and components bound", |tables| &tables.method);
        ["IDA*, ", soon, long].concat()
    }

    /// Searches under the tables that stay in the caches, and goes on under the large ones where that takes long.
    fn deepen(&self, layout: &Layout, aim: Aim, mut span: Span, cx: &Context<'_>) -> Result<Found, Halted> {
        if let Some(pairs) = &self.pairs {
            let walk = pairs.walk(layout);
            let soon = Span { most: MOST_PAIRED, ..span };
            match deepen(&walk, &walk.open(layout), aim, soon, cx) {
                Err(Halted { halt: Halt::Nodes, at_least }) => {
                    cx.spend(0).map_err(|halt| Halted { halt, at_least })?;
                    span.at_least = at_least;
                }
                done => return done,
            }
        }
        self.ask(Deepen { layout, aim, span, cx })
    }

    /// Answers under the best bound at hand.
    fn ask<'q, Q: Question<'q>>(&self, question: Q) -> Q::Answer {
        let Some(tables) = &self.tables else { return question.answer(&self.plain) };
        let (bytes, layout) = (&tables.bytes, question.layout());
        match &tables.cores {
            Cores::One(core) => question.answer(&core.walk(bytes, layout)),
            Cores::Two(core) => question.answer(&core.walk(bytes, layout)),
            Cores::Four(core) => question.answer(&core.walk(bytes, layout)),
            Cores::Five(core) => question.answer(&core.walk(bytes, layout)),
            Cores::Six(core) => question.answer(&core.walk(bytes, layout)),
            Cores::OneDistinct(core) => question.answer(&core.walk(bytes, layout)),
            Cores::TwoDistinct(core) => question.answer(&core.walk(bytes, layout)),
            Cores::FourDistinct(core) => question.answer(&core.walk(bytes, layout)),
        }
    }
}

/// Half the memory allowed, and no more than is useful.
fn bytes_allowed(cx: &Context<'_>) -> u64 {
    cx.budget().bytes.map_or(MOST_BYTES, |bytes| MOST_BYTES.min(bytes / 2))
}

/// What can be asked of a layout under any bound.
trait Question<'q> {
    type Answer;
    fn layout(&self) -> &'q Layout;
    fn answer<W: Heuristic>(self, walk: &W) -> Self::Answer;
}

struct Deepen<'q, 'c> {
    layout: &'q Layout,
    aim: Aim,
    span: Span,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for Deepen<'q, '_> {
    type Answer = Result<Found, Halted>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<W: Heuristic>(self, walk: &W) -> Result<Found, Halted> {
        deepen(walk, &walk.open(self.layout), self.aim, self.span, self.cx)
    }
}

struct Count<'q, 'c> {
    layout: &'q Layout,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for Count<'q, '_> {
    type Answer = Result<(u32, BigUint), Halted>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<W: Heuristic>(self, walk: &W) -> Result<(u32, BigUint), Halted> {
        let root = walk.open(self.layout);
        let at_least = deepen(walk, &root, Aim::Line, Span::ALL, self.cx)?.line.len() as u32;
        let count = layers::count(walk, &root, at_least, self.cx).map_err(|halt| Halted { halt, at_least })?;
        Ok((at_least, count))
    }
}

struct List<'q, 'c> {
    layout: &'q Layout,
    most: usize,
    cx: &'q Context<'c>,
}

impl<'q> Question<'q> for List<'q, '_> {
    type Answer = Result<All, Halted>;

    fn layout(&self) -> &'q Layout {
        self.layout
    }

    fn answer<W: Heuristic>(self, walk: &W) -> Result<All, Halted> {
        let root = walk.open(self.layout);
        let at_least = deepen(walk, &root, Aim::Line, Span::ALL, self.cx)?.line.len() as u32;
        let halted = |halt| Halted { halt, at_least };
        if at_least == 0 {
            let lines = vec![Vec::new(); self.most.min(1)];
            return Ok(All { moves: 0, lines, complete: self.most > 0 });
        }
        let layers = Layers::towards(walk, &root, at_least, self.cx).map_err(halted)?;
        let mut lines = layers.lines(walk, &root, self.most.saturating_add(1), self.cx).map_err(halted)?;
        let complete = lines.len() <= self.most;
        lines.truncate(self.most);
        Ok(All { moves: at_least, lines, complete })
    }
}
