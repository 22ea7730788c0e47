//! Fewest presses: the lightest member of `solution + quiet patterns`, by the engine of the modulus.

use engines::gf2::weights;
use engines::{Context, EngineLimit, Halt, Reservation, gfp};

use super::cells::Cells;
use super::system::{System, bits, bytes, cells};

/// Bases above this many bytes are not gathered: the fewest presses are then bounded only.
const MAX_BASIS: u64 = 1 << 29;

/// All solutions of one question.
pub(super) struct Coset<'c> {
    solution: Cells,
    quiet: Vec<Cells>,
    /// The memory of the quiet patterns, and of their copy for the engine.
    _room: Option<Reservation<'c>>,
    /// Why the quiet patterns are not at hand.
    halt: Option<Halt>,
}

/// The fewest presses, as far as they are known.
pub(super) struct Fewest {
    pub(super) presses: Cells,
    pub(super) optimal: bool,
    /// A proven lower bound.
    pub(super) at_least: u64,
    /// Not 0 for every press that is in some fewest solution; only where that is known.
    pub(super) used: Option<Cells>,
    /// How many solutions are fewest; only where that is known.
    pub(super) count: Option<u128>,
    /// Why it is not known, where it is not.
    pub(super) halt: Option<Halt>,
}

impl<'c> Coset<'c> {
    /// The solutions that differ from `solution` by quiet patterns.
    pub(super) fn new(system: &System<'_>, solution: Cells, cx: &'c Context<'_>) -> Coset<'c> {
        let (quiet, room, halt) = match gather(system, &solution, cx) {
            Ok((quiet, room)) => (quiet, Some(room), None),
            Err(halt) => (Vec::new(), None, Some(halt)),
        };
        Coset { solution, quiet, _room: room, halt }
    }

    /// The coset of another solution of the same system.
    pub(super) fn moved(&mut self, solution: Cells) -> &Self {
        self.solution = solution;
        self
    }

    /// The lightest solution, or the best within the limits.
    pub(super) fn fewest(&self, cx: &Context<'_>) -> Fewest {
        let presses = self.solution.clone();
        if self.halt.is_some() {
            return Fewest { presses, optimal: false, at_least: 0, used: None, count: None, halt: self.halt };
        }
        if self.quiet.is_empty() {
            let at_least = presses.weight();
            return Fewest {
                used: Some(presses.clone()),
                presses,
                optimal: true,
                at_least,
                count: Some(1),
                halt: None,
            };
        }
        let modulus = presses.modulus();
        if modulus == 2 {
            let quiet: Vec<_> = self.quiet.iter().map(bits).collect();
            let found = weights::lightest(&bits(&presses), &quiet, cx);
            let used = found.union.as_ref().map(cells);
            let (optimal, at_least, count) = (found.optimal, found.at_least, found.count);
            return Fewest { presses: cells(&found.example), optimal, at_least, used, count, halt: found.halt };
        }
        let quiet: Vec<_> = self.quiet.iter().map(bytes).collect();
        let found = gfp::weights::lightest(modulus, &bytes(&presses), &quiet, cx);
        let read = |values: &Vec<u8>| Cells::from_values(modulus, values);
        let (optimal, at_least, used) = (found.optimal, found.at_least, found.union.as_ref().map(read));
        let count = found.count.filter(|_| optimal);
        Fewest { presses: read(&found.example), optimal, at_least, used, count, halt: found.halt }
    }

    /// Up to `cap` lightest solutions, and whether these are all.
    pub(super) fn lightest(&self, cap: usize, cx: &Context<'_>) -> Result<(Vec<Cells>, bool), Halt> {
        if let Some(halt) = self.halt {
            return Err(halt);
        }
        if self.quiet.is_empty() {
            return Ok((vec![self.solution.clone()], true));
        }
        let modulus = self.solution.modulus();
        if modulus == 2 {
            let quiet: Vec<_> = self.quiet.iter().map(bits).collect();
            let listing = weights::minimisers(&bits(&self.solution), &quiet, cap, cx)?;
            return Ok((listing.vectors.iter().map(cells).collect(), listing.complete));
        }
        let quiet: Vec<_> = self.quiet.iter().map(bytes).collect();
        let listing = gfp::weights::minimisers(modulus, &bytes(&self.solution), &quiet, cap, cx)?;
        Ok((listing.vectors.iter().map(|x| Cells::from_values(modulus, x)).collect(), listing.complete))
    }
}

fn gather<'c>(
    system: &System<'_>,
    solution: &Cells,
    cx: &'c Context<'_>,
) -> Result<(Vec<Cells>, Reservation<'c>), Halt> {
    let bits = if solution.modulus() == 2 { 1 } else { 8 };
    let bytes = (system.nullity() as u64).saturating_mul(solution.len() as u64 * bits / 8 + 8);
    if bytes > MAX_BASIS {
        return Err(Halt::Engine(EngineLimit::Bytes));
    }
    let room = cx.reserve(2 * bytes)?;
    Ok((system.quiet(solution.modulus(), cx)?, room))
}
