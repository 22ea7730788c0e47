//! Lower bounds of the inputs to a win, each with conditions that are checked against the rules first.
//!
//! A win condition is read in three ways, as far as the rules allow it:
//! - objects have to come to places, and move at most one cell an input ([`distance`]);
//! - cells have to change, which rules do only around the player, who moves at most one cell an input
//!   ([`repair_tour`]);
//! - a rule that wins matches only where certain objects are together: a place to come to.
//!
//! Of several win conditions the largest bound counts, or the sum of the steps of movers that have nothing in common
//! over the most of them that move in one input; of several rules that win the smallest. Where nothing is known the
//! bound is 1. If a rule goes back to the start, no bound is more than one above that of the start, and none is more
//! than one where going back may win.

mod conditions;
mod distance;
mod passages;
mod repair_tour;
#[cfg(test)]
mod tests;

use std::ops::Range;

use ::puzzlescript::board::Board;
use ::puzzlescript::changes::Changes;
use ::puzzlescript::game::{Cell, Command, Game, Level, ObjectId, ObjectSet, Quantifier, Rule, Term, WinCondition};
use ::puzzlescript::packing::Packing;
use engines::search::DEAD_END;

use super::effects::groups;
use super::effort::Effort;
use distance::{Distance, DistanceKind};
use passages::{Passages, Sense};
use repair_tour::RepairTour;

/// The most rules that win of which bounds are known.
const MAX_RULES: usize = 64;

/// The lower bounds of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    bounds: Vec<Bound>,
    /// How many of the bounds are of win conditions: the first. `None` where there are no win conditions.
    conditions: Option<usize>,
    /// For each rule that wins where its bounds begin and end.
    rules: Vec<(usize, usize)>,
    /// How many movers of all sums of steps move in one input at most, where that is known.
    most: Option<u32>,
    /// The bound of what a restart leads to, if a rule goes back there: 0 where it may win.
    start: Option<u32>,
}

/// The lower bound of one win condition, or of one cell of a rule that wins.
#[derive(Clone, Debug)]
enum Bound {
    Distance(Distance),
    RepairTour(RepairTour),
}

/// What a restart leads to by a rule, with the turns that follow.
pub(super) struct Restarted {
    pub(super) board: Board,
    /// Whether the restart may win.
    pub(super) may_win: bool,
}

/// What computing a bound needs besides: buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    distances: distance::Buffers,
    repair_tour: repair_tour::Buffers,
}

/// What bounds are made from.
#[derive(Clone, Copy)]
struct Known<'a> {
    game: &'a Game,
    level: &'a Level,
    changes: &'a Changes,
    packing: &'a Packing,
    effort: &'a Effort,
    /// The rules that can match somewhere.
    rules: &'a [&'a Rule],
    /// The different cells of these rules.
    cells: &'a [u32],
    /// Whether one of these rules queues `again`.
    follows: bool,
}

impl Bounds {
    /// The bounds of a level that pass their conditions. `restart` is what a restart always leads to, if there is one.
    pub(super) fn of(
        game: &Game,
        level: &Level,
        changes: &Changes,
        packing: &Packing,
        restart: Option<&Restarted>,
        effort: &Effort,
    ) -> Bounds {
        let rules = groups(game).flat_map(|group| &group.rules).filter(|rule| changes.may_apply(rule));
        let rules: Vec<&Rule> = rules.take_while(|rule| effort.spend(1 + rule.rows.len())).collect();
        let cells = rules.iter().flat_map(|rule| &rule.rows).flat_map(|row| row.runs.iter().flatten());
        let mut cells: Vec<u32> = cells.copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let follows = rules.iter().any(|rule| rule.commands.contains(&Command::Again));
        if changes.is_unknown() || !effort.spend(cells.len()) {
            return Bounds::default();
        }
        let known = Known { game, level, changes, packing, effort, rules: &rules, cells: &cells, follows };
        let wins = |rule: &&&Rule| rule.commands.contains(&Command::Win);
        let winning: Vec<&Rule> = rules.iter().filter(wins).copied().collect();
        let goes_back = conditions::queues(known, &Command::Restart);
        // Distances and repair tours take a cell to hold one object of a layer.
        if game.is_crowded || winning.len() > MAX_RULES || goes_back && restart.is_none() {
            return Bounds::default();
        }
        let mut bounds: Vec<Bound> = game.win.iter().flat_map(|condition| known.of_condition(condition)).collect();
        bounds.extend(RepairTour::of(&game.win, known).map(Bound::RepairTour));
        let conditions = (!game.win.is_empty()).then_some(bounds.len());
        let mut rules = Vec::new();
        for rule in winning {
            let first = bounds.len();
            bounds.extend(known.of_rule(rule));
            rules.push((first, bounds.len()));
        }
        let most = known.most_together(&mut bounds[..conditions.unwrap_or(0)]);
        let bounds = Bounds { bounds, conditions, rules, most, start: None };
        let bound = |it: &Restarted| if it.may_win { 0 } else { bounds.at_board(packing, &it.board) };
        let start = restart.filter(|_| goes_back).map(bound);
        Bounds { start, ..bounds }
    }

    /// A lower bound of the inputs from a board that is not won.
    fn at_board(&self, packing: &Packing, board: &Board) -> u32 {
        let mut key = vec![0; packing.words()];
        packing.pack(board, &mut key);
        self.at(packing, &key, &mut Buffers::default())
    }

    /// Whether there is a bound.
    pub(super) fn is_some(&self) -> bool {
        let has_conditions = self.conditions.is_none_or(|conditions| conditions > 0);
        has_conditions && self.rules.iter().all(|(first, end)| first < end) && !self.bounds.is_empty()
    }

    /// What the bounds are, in words.
    pub(super) fn words(&self) -> &'static str {
        let is_assigned = |bound: &Bound| match bound {
            Bound::Distance(distance) => distance.most().is_some(),
            Bound::RepairTour(_) => false,
        };
        if self.bounds.iter().any(is_assigned) {
            "assigned distances"
        } else if self.bounds.iter().any(|bound| matches!(bound, Bound::RepairTour(_))) {
            "cells left to change"
        } else {
            "distances"
        }
    }

    /// A lower bound of the inputs from the board of a key, which is not won.
    pub(super) fn at(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> u32 {
        buffers.distances.make_room(self.bounds.len());
        let by_conditions = self.conditions.map_or(DEAD_END, |count| self.largest(0..count, packing, key, buffers));
        let by_rule = |&(first, end): &(usize, usize)| self.largest(first..end, packing, key, buffers);
        let bound = self.rules.iter().map(by_rule).fold(by_conditions, u32::min);
        self.start.map_or(bound, |start| bound.min(start.saturating_add(1)))
    }

    /// The largest of some bounds, and the sum of those that are sums of steps.
    fn largest(&self, range: Range<usize>, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> u32 {
        let (mut largest, mut sum, mut last) = (1, 0, 0);
        for number in range {
            let inputs = match &self.bounds[number] {
                Bound::RepairTour(tour) => tour.at(packing, key, &mut buffers.repair_tour),
                Bound::Distance(distance) => distance.at(packing, key, number, &mut buffers.distances).map(|steps| {
                    let Some(most) = distance.most() else { return steps };
                    // Of sums for the same movers, which follow each other, the largest counts.
                    let is_same =
                        matches!(&self.bounds[..number], [.., Bound::Distance(it)] if it.movers == distance.movers);
                    let before = if is_same { last } else { 0 };
                    last = steps.max(before);
                    sum += last - before;
                    steps.div_ceil(most)
                }),
            };
            largest = largest.max(inputs.unwrap_or(DEAD_END));
        }
        let together = self.most.filter(|_| largest != DEAD_END).map_or(0, |most| sum.div_ceil(most));
        largest.max(together)
    }
}

impl Known<'_> {
    /// Counts a look at all layers of a cell of a rule. False where too much work was done.
    fn look_at(self, cell: &Cell) -> bool {
        self.effort.spend(self.game.layers.len() + self.game.objects.len() / 16 + cell.any.len())
    }

    fn of_condition(self, condition: &WinCondition) -> Vec<Bound> {
        let (what, on) = (&condition.what, condition.on.as_ref());
        let distances = match (condition.quantifier, on) {
            (Quantifier::Some, Some(on)) => {
                let one = |movers, places| self.distance(DistanceKind::One, movers, &self.may_hold(places)?);
                [one(what, on), one(on, what)]
            }
            (Quantifier::All, Some(on)) => [
                self.may_hold(on).and_then(|places| self.distance(DistanceKind::Movers, what, &places)),
                self.always_hold(what).and_then(|places| self.distance(DistanceKind::Places, on, &places)),
            ],
            _ => [None, None],
        };
        distances.into_iter().flatten().map(Bound::Distance).collect()
    }

    /// Where the player has to be for a condition, if it asks for that and it is known.
    fn end_of_player(self, condition: &WinCondition) -> Option<Vec<usize>> {
        let game = self.game;
        let (player, on) = (&game.player.objects, condition.on.as_ref()?);
        let is_player = |term: &Term| !term.all && term.objects.is_subset(player);
        match condition.quantifier {
            Quantifier::Some if is_player(&condition.what) => self.may_hold(on),
            Quantifier::Some if is_player(on) => self.may_hold(&condition.what),
            Quantifier::All if player.is_subset(&condition.what.objects) && !condition.what.all => {
                conditions::are_never_removed(self, player).then(|| self.may_hold(on)).flatten()
            }
            _ => None,
        }
    }

    /// The bounds of a rule that wins: objects of each of its cells have to come where the cell can match.
    fn of_rule(self, rule: &Rule) -> Vec<Bound> {
        let mut bounds = Vec::new();
        for &pattern in rule.rows.iter().flat_map(|row| row.runs.iter().flatten()) {
            let cell = &self.game.cells[pattern as usize];
            let alone = cell.all.iter().map(|id| std::iter::once(id).collect::<ObjectSet>());
            if !self.effort.spend(self.changes.cells()) {
                break;
            }
            let places: Vec<usize> =
                (0..self.changes.cells()).filter(|&at| self.changes.may_match(pattern, at)).collect();
            for objects in alone.chain(cell.any.iter().cloned()) {
                let movers = Term { objects, all: false };
                bounds.extend(self.distance(DistanceKind::One, &movers, &places).map(Bound::Distance));
            }
        }
        bounds
    }

    /// How many of the movers of which steps are summed up move in one input at most, if sums of different movers are
    /// of movers that have nothing in common. Sorts the bounds so that those of the same movers follow each other.
    fn most_together(self, bounds: &mut [Bound]) -> Option<u32> {
        let sums = |bound: &Bound| match bound {
            Bound::Distance(distance) => distance.most().map(|_| distance.movers.clone()),
            Bound::RepairTour(_) => None,
        };
        bounds.sort_by_cached_key(|bound| sums(bound).map(|movers| movers.words().to_vec()));
        let mut all = ObjectSet::new();
        let mut sets: Vec<ObjectSet> = bounds.iter().filter_map(sums).collect();
        sets.dedup();
        for set in &sets {
            if all.intersects(set) {
                return None;
            }
            all.union_with(set);
        }
        conditions::most_moved(self, &all).map(|most| most.max(1)).filter(|_| sets.len() > 1)
    }

    /// The steps of movers to places; `None` where they never move, or where there are too many passages or places.
    fn distance(self, kind: DistanceKind, movers: &Term, places: &[usize]) -> Option<Distance> {
        let Known { game, changes, .. } = self;
        let objects = &movers.objects;
        let walks = |id: ObjectId| conditions::may_walk(changes, id);
        if movers.all || !objects.iter().any(walks) {
            return None;
        }
        // A mover that must come may be made at its place, one that must go be taken away.
        let keeps = match kind.sense() {
            Sense::Forwards => conditions::are_never_removed(self, objects),
            Sense::Backwards => conditions::are_never_made(self, objects),
        };
        if !keeps {
            return Distance::new(kind, objects, places, &Passages::of(objects, kind.sense(), self)?, self);
        }
        let is_apart = || one_layer(game, objects) && one_player(self);
        let most = || conditions::most_moved(self, objects).filter(|_| is_apart()).map(|most| most.max(1));
        let kind = match kind {
            DistanceKind::Movers => most().map_or(kind, DistanceKind::MoversApart),
            DistanceKind::Places => most().map_or(kind, DistanceKind::PlacesApart),
            kind => kind,
        };
        Distance::new(kind, objects, places, &Passages::default(), self)
    }

    /// The cells that may hold what a term asks for at some time; `None` where that takes too much work.
    fn may_hold(self, term: &Term) -> Option<Vec<usize>> {
        self.cells_of(term, |id, cell| self.changes.may_be(id, cell))
    }

    /// The cells that hold it at all times; `None` where that takes too much work.
    fn always_hold(self, term: &Term) -> Option<Vec<usize>> {
        self.cells_of(term, |id, cell| self.changes.stays(id, cell))
    }

    fn cells_of(self, term: &Term, is_there: impl Fn(ObjectId, usize) -> bool) -> Option<Vec<usize>> {
        if !self.effort.spend(self.changes.cells().saturating_mul(term.objects.len())) {
            return None;
        }
        let holds = |cell: &usize| {
            let mut there = term.objects.iter().map(|id| is_there(id, *cell));
            if term.all { there.all(|it| it) } else { there.any(|it| it) }
        };
        Some((0..self.changes.cells()).filter(holds).collect())
    }
}

/// Whether one object of the player is on the board at the start, and all that may come are of its layer.
fn one_player(known: Known<'_>) -> bool {
    let Known { game, level, changes, .. } = known;
    if !known.effort.spend(changes.cells().saturating_mul(game.player.objects.len())) {
        return false;
    }
    let may_come = |id: &ObjectId| (0..changes.cells()).any(|cell| changes.may_be(*id, cell));
    let players: ObjectSet = game.player.objects.iter().filter(may_come).collect();
    let has_player = |&&content: &&u32| level.contents[content as usize].intersects(&players);
    one_layer(game, &players) && level.cells.iter().filter(has_player).count() == 1
}

/// Whether no cell can hold two of these objects.
fn one_layer(game: &Game, set: &ObjectSet) -> bool {
    let layer = |id: ObjectId| game.objects.get(usize::from(id.0)).and_then(Option::as_ref).map(|object| object.layer);
    let mut layers = set.iter().map(layer);
    let first = layers.next().flatten();
    first.is_some() && layers.all(|layer| layer == first)
}
