//! What the rules do around the player that can repair a cell, and how many inputs that takes.

use ::puzzlescript::changes::of_layer;
use ::puzzlescript::game::{Cell, Game, LayerId, ObjectId, ObjectSet, Replacement, Rule, movement};

use super::{Known, Violation, conditions};

/// Where rules repair cells around the player.
#[derive(Clone, Debug, Default)]
pub(super) struct Repairs {
    /// Where, as columns and rows from the player's cell at the start of the turn, with the movements demanded.
    early: Vec<((isize, isize), u8)>,
    /// Where, as columns and rows from the player's cell at the end of the turn.
    late: Vec<(isize, isize)>,
}

/// How the number of inputs follows from the steps of the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct CostModel {
    /// The most cells that an input repairs.
    pub(super) most: u32,
    /// Whether only the action repairs them, which moves nobody.
    pub(super) is_action: bool,
    /// How many inputs less than the steps, and one, may repair the first cell.
    pub(super) first: u32,
    /// How many inputs less than the steps may lie between two repairs.
    pub(super) between: u32,
    /// How many inputs less than the steps may follow the last repair.
    pub(super) last: u32,
}

/// When a rule runs: before the player has moved, behind that, or both.
#[derive(Clone, Copy, Debug)]
struct Phase {
    early: bool,
    late: bool,
}

impl Repairs {
    /// What the rules that can match do to repair a cell; `None` if they may do so away from the player.
    pub(super) fn of(violation: &Violation<&ObjectSet>, known: Known<'_>) -> Option<Repairs> {
        let Known { game, changes, .. } = known;
        let mut repairs = Repairs::default();
        let parts = game.early.iter().map(|group| (group, false)).chain(game.late.iter().map(|group| (group, true)));
        let follows = known.follows;
        let mut leaves_player = true;
        for (group, is_late) in parts {
            for rule in group.rules.iter().filter(|rule| changes.may_apply(rule)) {
                // In a tick early rules run where the player has moved to.
                let phase = Phase { early: !is_late, late: is_late || follows && changes.may_apply_in_ticks(rule) };
                repairs.add(rule, phase, violation, known)?;
                leaves_player &= leaves_movement_of_player(rule, game);
            }
        }
        if !leaves_player {
            // A rule may give the player another movement than the input's.
            repairs.early.iter_mut().for_each(|(_, bits)| *bits = 0);
        }
        Some(repairs)
    }

    /// Adds the repairs for another condition.
    pub(super) fn join(&mut self, other: Repairs) {
        self.late.extend(other.late);
        self.early.extend(other.early);
        self.late.sort_unstable();
        self.late.dedup();
        self.early.sort_unstable();
        self.early.dedup();
    }

    fn add(&mut self, rule: &Rule, phase: Phase, violation: &Violation<&ObjectSet>, known: Known<'_>) -> Option<()> {
        let game = known.game;
        for (number, row) in rule.rows.iter().enumerate() {
            for run in &row.runs {
                let cells: Vec<&Cell> = run.iter().map(|&cell| &game.cells[cell as usize]).collect();
                for (at, cell) in cells.iter().enumerate() {
                    (known.look_at(cell) && known.effort.spend(cells.len())).then_some(())?;
                    if cell.then.as_ref().is_none_or(|then| !violation.repairs(game, cell, then, number == 0)) {
                        continue;
                    }
                    let with_player = |(at, cell): (usize, &&Cell)| Some((at, conditions::player_in(game, cell)?));
                    let (beside, bits) = cells.iter().enumerate().find_map(with_player)?;
                    let offset = conditions::offset(rule.direction, at as isize - beside as isize);
                    self.late.extend(phase.late.then_some(offset));
                    self.early.extend(phase.early.then_some((offset, bits)));
                }
            }
        }
        Some(())
    }

    /// The most cells that an input repairs.
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

    /// Whether only the action repairs cells.
    fn is_action(&self) -> bool {
        self.late.is_empty() && self.early.iter().all(|(_, bits)| *bits == movement::ACTION)
    }

    /// Whether no rule repairs a cell.
    pub(super) fn is_empty(&self) -> bool {
        self.early.is_empty() && self.late.is_empty()
    }

    /// How far from the player a cell is repaired at most.
    pub(super) fn reach(&self) -> u32 {
        self.early_reach().max(self.late_reach())
    }

    fn early_reach(&self) -> u32 {
        self.early.iter().map(|(offset, _)| length(*offset)).max().unwrap_or(0)
    }

    fn late_reach(&self) -> u32 {
        self.late.iter().map(|offset| length(*offset)).max().unwrap_or(0)
    }
}

impl CostModel {
    pub(super) fn of(repairs: &Repairs) -> CostModel {
        let (early, late) = (repairs.early_reach(), repairs.late_reach());
        // An early rule repairs a cell before the player's step of the input, a late one behind it. With the action
        // there is no step.
        let (first, between, last) = match (repairs.early.is_empty(), repairs.late.is_empty()) {
            (false, true) => (early, 2 * early, early + u32::from(!repairs.is_action())),
            (true, _) => (late + 1, 2 * late, late),
            (false, false) => {
                (early.max(late + 1), (2 * early).max(2 * late).max(early + late + 1), late.max(early + 1))
            }
        };
        CostModel { most: repairs.most(), is_action: repairs.is_action(), first, between, last }
    }
}

fn length((x, y): (isize, isize)) -> u32 {
    (x.unsigned_abs() + y.unsigned_abs()) as u32
}

impl Violation<&ObjectSet> {
    /// Whether a replacement may repair a cell. `is_first` says that it is of the first row of its rule: in the others
    /// a cell may have been changed before.
    fn repairs(&self, game: &Game, cell: &Cell, then: &Replacement, is_first: bool) -> bool {
        let goes = |set: &ObjectSet| may_take_all(game, cell, then, set, is_first);
        match self {
            Violation::With(first, other) => goes(first) || other.is_some_and(goes),
            Violation::Without(first, other) => {
                let has = is_first && cell.all.intersects(other);
                goes(first) || then.random.intersects(other) || !has && then.set.intersects(other)
            }
        }
    }
}

/// Whether a replacement may leave a cell none of these objects where there was one.
fn may_take_all(game: &Game, cell: &Cell, then: &Replacement, set: &ObjectSet, is_first: bool) -> bool {
    let takes = |layer: &Vec<ObjectId>, id: LayerId| {
        let is_there = |it: &ObjectId| !is_first || of_layer(game, cell, id).any(|other| other == *it);
        let is_drawn = layer.iter().any(|it| then.random.contains(*it));
        let stays = layer.iter().any(|it| set.contains(*it) && then.set.contains(*it));
        let mut members = layer.iter().filter(|it| set.contains(**it));
        members.any(|it| is_drawn || !stays && then.clear.contains(*it) && is_there(it))
    };
    (0..).map(LayerId).zip(&game.layers).any(|(id, layer)| takes(layer, id))
}

/// Whether a rule gives the player no movement that it does not have.
fn leaves_movement_of_player(rule: &Rule, game: &Game) -> bool {
    rule.rows.iter().enumerate().all(|(number, row)| {
        let mut replaced = row.runs.iter().flatten().filter_map(|&cell| {
            let cell = &game.cells[cell as usize];
            Some((cell, cell.then.as_ref()?))
        });
        replaced.all(|(cell, then)| conditions::leaves_movement(game, cell, then, &game.player.objects, number == 0))
    })
}
