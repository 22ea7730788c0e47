//! Cells that have to change, where only the player changes them: errands, each at a place.
//!
//! For `no X`, `no X on Y` and `all X on Y` every cell that breaks the condition has to change once. If X and Y never
//! move, and each rule that changes them demands the player at a certain distance, then an input changes at most so many
//! cells as there are such places around the player, and between two errands the player has to walk. So a bound is the
//! number of errands over the most that an input does, and the weight of a minimum spanning tree over the player and the
//! errands, whose edges are the inputs between two of them (the tree as a bound of tours: Held and Karp 1970). Where
//! changing takes the action, which moves nobody, the two are added.
//!
//! A bound costs time in proportion to the square of the number of errands.

use ::puzzlescript::game::{
    Cell, Command, Game, ObjectId, ObjectSet, Quantifier, Replacement, Rule, WinCondition, movement,
};
use ::puzzlescript::packing::{Finder, Packing};
use engines::assignment::NEVER;

use super::conditions;
use super::distance::steps_to;
use super::{Known, one_player};
use crate::puzzlescript::effects::changed;

/// The most cells of a level of which the player's steps are kept.
const MOST_CELLS: usize = 1000;
/// The most errands that are joined in a tree.
const MOST_ERRANDS: usize = 64;

/// The cells that break a win condition, and what a change of them takes.
#[derive(Clone, Debug)]
pub(super) struct Errands {
    breach: Breach,
    what: Found,
    /// The other objects of the condition, if there are any.
    on: Option<Found>,
    player: Found,
    height: usize,
    cells: usize,
    /// The player's steps between any two cells, or nothing where errands are done from other cells.
    steps: Vec<u16>,
    pace: Pace,
}

/// Which cells break the condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breach {
    /// Those with the first objects, and with the others if there are some.
    Both,
    /// Those with the first objects, but not with the others.
    First,
}

/// Finds objects on a board.
#[derive(Clone, Debug)]
struct Found {
    finder: Finder,
    /// The cells in which one stays.
    fixed: Vec<usize>,
}

/// What rules do around the player.
#[derive(Clone, Debug, Default)]
struct Work {
    /// Where, as columns and rows from the player's cell at the start of the turn, with the movements demanded.
    early: Vec<((isize, isize), u8)>,
    /// Where, as columns and rows from the player's cell at the end of the turn.
    late: Vec<(isize, isize)>,
}

/// How inputs follow from steps.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The most cells that an input changes.
    most: u32,
    /// Whether only the action changes them, which moves nobody.
    is_action: bool,
    /// How many inputs less than the steps, and one, may do the first errand.
    first: u32,
    /// How many inputs less than the steps may lie between two errands.
    between: u32,
}

/// When a rule runs: before the player has moved, behind that, or both.
#[derive(Clone, Copy, Debug)]
struct Phase {
    early: bool,
    late: bool,
}

/// Memory that is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    what: Vec<u64>,
    on: Vec<u64>,
    errands: Vec<usize>,
    nearest: Vec<u32>,
}

impl Errands {
    /// The errands of a condition, if its rules are such.
    pub(super) fn of(condition: &WinCondition, known: Known<'_>) -> Option<Errands> {
        let Known { game, level, changes, packing } = known;
        let breach = match (condition.quantifier, &condition.on) {
            (Quantifier::No, _) => Breach::Both,
            (Quantifier::All, Some(_)) => Breach::First,
            _ => return None,
        };
        if game.player.all || condition.what.all || condition.on.as_ref().is_some_and(|on| on.all) {
            return None;
        }
        let mut objects = condition.what.objects.clone();
        condition.on.iter().for_each(|on| objects.union_with(&on.objects));
        let player = &game.player.objects;
        let walks = |id| conditions::may_walk(changes, id);
        let is_settled = !objects.intersects(player)
            && !objects.iter().any(walks)
            && one_player(known)
            && conditions::are_never_made(game, changes, player)
            && conditions::are_never_removed(game, changes, player)
            && conditions::walk_once(game, changes, player);
        if !is_settled {
            return None;
        }
        let work = Work::of(&objects, known)?;
        let found = |objects: &ObjectSet| Found {
            finder: packing.finder(objects),
            fixed: (0..changes.cells()).filter(|&at| objects.iter().any(|id| changes.stays(id, at))).collect(),
        };
        let cells = changes.cells();
        let all: Vec<usize> = (0..cells).collect();
        let is_near = work.early_reach().max(work.late_reach()) == 0;
        let steps = if !is_near || cells > MOST_CELLS {
            Vec::new()
        } else {
            steps_to(&all.chunks(1).collect::<Vec<_>>(), player, level, changes)
        };
        Some(Errands {
            breach,
            what: found(&condition.what.objects),
            on: condition.on.as_ref().map(|on| found(&on.objects)),
            player: found(player),
            height: level.height,
            cells,
            steps,
            pace: Pace::of(&work),
        })
    }

    /// A lower bound of the inputs, `None` where no input helps.
    pub(super) fn at(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) -> Option<u32> {
        self.list(packing, key, buffers);
        let Buffers { errands, nearest, what: player, .. } = buffers;
        if errands.is_empty() {
            return Some(0);
        }
        self.player.find(packing, key, self.cells, player);
        let Some(player) = bits(player).next() else { return Some(1) };
        if self.pace.most == 0 {
            return None;
        }
        let inputs = (errands.len() as u32).div_ceil(self.pace.most);
        if errands.len() > MOST_ERRANDS {
            return Some(inputs);
        }
        let tree = self.tree(player, errands, nearest)?;
        Some(if self.pace.is_action { tree + inputs } else { tree.max(inputs) })
    }

    /// Lists the cells that break the condition.
    fn list(&self, packing: &Packing, key: &[u32], buffers: &mut Buffers) {
        let Buffers { what, on, errands, .. } = buffers;
        self.what.find(packing, key, self.cells, what);
        if let Some(others) = &self.on {
            others.find(packing, key, self.cells, on);
            let broken = |(what, on): (&mut u64, &u64)| *what &= if self.breach == Breach::Both { *on } else { !*on };
            what.iter_mut().zip(on.iter()).for_each(broken);
        }
        errands.clear();
        errands.extend(bits(what));
    }

    /// The weight of a minimum spanning tree over the player and the errands, by Prim's algorithm.
    fn tree(&self, player: usize, errands: &mut [usize], nearest: &mut Vec<u32>) -> Option<u32> {
        let to_first = |&cell: &usize| self.to_first(player, cell);
        nearest.clear();
        for cell in errands.iter() {
            nearest.push(to_first(cell)?);
        }
        let mut weight = 0;
        for joined in 0..errands.len() {
            let (place, &least) = nearest[joined..].iter().enumerate().min_by_key(|(_, steps)| **steps)?;
            weight += least;
            errands.swap(joined, joined + place);
            nearest.swap(joined, joined + place);
            let cell = errands[joined];
            for at in joined + 1..errands.len() {
                nearest[at] = nearest[at].min(self.between(cell, errands[at]));
            }
        }
        Some(weight)
    }

    /// The inputs from now to the one that does the errand, if it is the first; where the action does it, to before that.
    fn to_first(&self, player: usize, cell: usize) -> Option<u32> {
        let Pace { is_action, first, .. } = self.pace;
        let steps = self.steps(player, cell);
        let inputs = (steps + u32::from(!is_action)).saturating_sub(first).max(u32::from(!is_action));
        (steps != u32::from(NEVER)).then_some(inputs)
    }

    /// The inputs from one errand to another, those that do them left out where the action does.
    fn between(&self, one: usize, other: usize) -> u32 {
        let Pace { most, is_action, between, .. } = self.pace;
        let steps = self.steps(one, other).min(self.steps(other, one));
        steps.saturating_sub(between).max(u32::from(most == 1 && !is_action))
    }

    /// At most the player's steps between two cells, or from beside the one to beside the other.
    fn steps(&self, from: usize, to: usize) -> u32 {
        if !self.steps.is_empty() {
            return self.steps[from * self.cells + to].into();
        }
        let (x, y) = ((from / self.height).abs_diff(to / self.height), (from % self.height).abs_diff(to % self.height));
        (x + y) as u32
    }
}

impl Work {
    /// What the rules that can match do to these objects; `None` if they do so elsewhere too.
    fn of(objects: &ObjectSet, known: Known<'_>) -> Option<Work> {
        let Known { game, changes, .. } = known;
        let mut work = Work::default();
        let parts = game.early.iter().map(|group| (group, false)).chain(game.late.iter().map(|group| (group, true)));
        let follows = conditions::queues(game, changes, &Command::Again);
        let mut leaves_player = true;
        for (group, is_late) in parts {
            for rule in group.rules.iter().filter(|rule| changes.may_apply(rule)) {
                // In a tick early rules run where the player has moved to.
                let phase = Phase { early: !is_late, late: is_late || follows && changes.may_apply_in_ticks(rule) };
                work.add(rule, phase, objects, game)?;
                leaves_player &= leaves_movement_of_player(rule, game);
            }
        }
        if !leaves_player {
            // A rule may give the player another movement than the input's.
            work.early.iter_mut().for_each(|(_, bits)| *bits = 0);
        }
        work.late.sort_unstable();
        work.late.dedup();
        work.early.sort_unstable();
        work.early.dedup();
        Some(work)
    }

    fn add(&mut self, rule: &Rule, phase: Phase, objects: &ObjectSet, game: &Game) -> Option<()> {
        for run in rule.rows.iter().flat_map(|row| &row.runs) {
            let cells: Vec<&Cell> = run.iter().map(|&cell| &game.cells[cell as usize]).collect();
            for (at, cell) in cells.iter().enumerate() {
                if cell.then.as_ref().is_none_or(|then| !affects(game, cell, then, objects)) {
                    continue;
                }
                let with_player = |(at, cell): (usize, &&Cell)| Some((at, conditions::player_in(game, cell)?));
                let (beside, bits) = cells.iter().enumerate().find_map(with_player)?;
                let offset = conditions::offset(rule.direction, at as isize - beside as isize);
                self.late.extend(phase.late.then_some(offset));
                self.early.extend(phase.early.then_some((offset, bits)));
            }
        }
        Some(())
    }

    /// The most cells that an input changes.
    fn most(&self) -> u32 {
        let by = |input: u8| {
            let here = self.early.iter().filter(|(_, bits)| bits & !input == 0).map(|(offset, _)| *offset);
            let mut places: Vec<(isize, isize)> = here.collect();
            places.sort_unstable();
            places.dedup();
            places.len()
        };
        let inputs = [movement::UP, movement::DOWN, movement::LEFT, movement::RIGHT, movement::ACTION];
        (inputs.into_iter().map(by).max().unwrap_or(0) + self.late.len()) as u32
    }

    /// Whether only the action does errands.
    fn is_action(&self) -> bool {
        self.late.is_empty() && self.early.iter().all(|(_, bits)| *bits == movement::ACTION)
    }

    fn early_reach(&self) -> u32 {
        self.early.iter().map(|(offset, _)| length(*offset)).max().unwrap_or(0)
    }

    fn late_reach(&self) -> u32 {
        self.late.iter().map(|offset| length(*offset)).max().unwrap_or(0)
    }
}

impl Pace {
    fn of(work: &Work) -> Pace {
        let (early, late) = (work.early_reach(), work.late_reach());
        // An early rule does an errand before the player's step of the input, a late one behind it.
        let (first, between) = match (work.early.is_empty(), work.late.is_empty()) {
            (false, true) => (early, 2 * early),
            (true, _) => (late + 1, 2 * late),
            (false, false) => (early.max(late + 1), (2 * early).max(2 * late).max(early + late + 1)),
        };
        Pace { most: work.most(), is_action: work.is_action(), first, between }
    }
}

impl Found {
    /// Sets the bits of the cells that hold one.
    fn find(&self, packing: &Packing, key: &[u32], cells: usize, set: &mut Vec<u64>) {
        set.clear();
        set.resize(cells.div_ceil(64), 0);
        let mut add = |cell: usize| set[cell / 64] |= 1 << (cell % 64);
        self.fixed.iter().for_each(|&cell| add(cell));
        packing.find(&self.finder, key, add);
    }
}

fn bits(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words
        .iter()
        .enumerate()
        .flat_map(|(at, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
}

fn length((x, y): (isize, isize)) -> u32 {
    (x.unsigned_abs() + y.unsigned_abs()) as u32
}

/// Whether a replacement may change whether one of these objects is there.
fn affects(game: &Game, cell: &Cell, then: &Replacement, objects: &ObjectSet) -> bool {
    let layer_of = |id: ObjectId| game.objects.get(usize::from(id.0)).and_then(Option::as_ref).map(|it| it.layer);
    let is_drawn = |id| layer_of(id).is_none_or(|layer| then.random.iter().any(|other| layer_of(other) == Some(layer)));
    objects.iter().any(is_drawn) || changed(game, cell, then, true).any(|id| objects.contains(id))
}

/// Whether a rule gives the player no movement that it does not have.
fn leaves_movement_of_player(rule: &Rule, game: &Game) -> bool {
    let alone = rule.rows.len() == 1;
    let cells = rule.rows.iter().flat_map(|row| row.runs.iter().flatten()).map(|&cell| &game.cells[cell as usize]);
    cells
        .filter_map(|cell| Some((cell, cell.then.as_ref()?)))
        .all(|(cell, then)| conditions::leaves_movement(game, cell, then, &game.player.objects, alone))
}
