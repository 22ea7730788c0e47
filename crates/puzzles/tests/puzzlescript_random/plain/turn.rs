//! One turn over lists of objects: input, rule groups, movement, late groups, as the language describes them.
//!
//! The compiled game is read as it stands; nothing else of the crate `puzzlescript` is used. Every rule is tried on
//! every cell of the board as it is, without any filter, so that this engine is slow and has little to be wrong about.

use std::collections::BTreeSet;

use puzzlescript::game::{Command, Direction, Game, Group, Rule, Term, movement};

use super::board::Board;
use super::chance::Chance;
use super::pattern::{Pattern, patterns};
use super::resolve;

/// Why a turn has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The turns that follow an input take more work than this engine does.
    Effort,
    /// Movements that the language's implementation throws an exception at.
    Thrown,
}

/// The work that an input with all turns that follow it may take: cells at which a rule's row is looked for.
pub(crate) const MAX_WORK: u64 = 3_000_000;

/// A game in lists.
pub(crate) struct Rules<'g> {
    pub(crate) game: &'g Game,
    /// The objects of each layer.
    pub(crate) layers: Vec<Vec<u16>>,
    /// The layer of each object.
    pub(crate) layer_of: Vec<usize>,
    patterns: Vec<Pattern>,
    player: Vec<u16>,
}

/// A board in the middle of a turn.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) board: Board,
    layers: usize,
    /// The movement bits of each layer of each cell, cell by cell.
    movement: Vec<u8>,
    /// The marks of rigid groups, likewise.
    marks: Vec<u8>,
}

impl World {
    /// A board without movement.
    pub(crate) fn still(board: Board, layers: usize) -> World {
        let none = vec![0; layers * board.cells.len()];
        World { board, layers, movement: none.clone(), marks: none }
    }

    /// Forgets all movement and marks.
    pub(crate) fn settle(&mut self) {
        self.movement.fill(0);
        self.marks.fill(0);
    }

    /// The movement bits of the layers of a cell.
    pub(crate) fn movement(&self, cell: usize) -> &[u8] {
        &self.movement[cell * self.layers..][..self.layers]
    }

    /// The movement bits of the layers of a cell, to be changed.
    pub(crate) fn movement_mut(&mut self, cell: usize) -> &mut [u8] {
        &mut self.movement[cell * self.layers..][..self.layers]
    }

    /// The marks of the layers of a cell.
    pub(crate) fn marks(&self, cell: usize) -> &[u8] {
        &self.marks[cell * self.layers..][..self.layers]
    }
}

/// What a turn leaves besides the board.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The commands that were queued, in order.
    pub(crate) queue: Vec<Command>,
    /// Whether the game demands that the player moves, and no player did.
    pub(crate) is_refused: bool,
}

/// What the turns of a session share.
pub(crate) struct Shared {
    pub(crate) chance: Chance,
    /// How often rules were cut off before they settled, or a restart was asked for at the start of a level.
    pub(crate) said: usize,
    /// The work since the last input.
    pub(crate) work: u64,
}

impl<'g> Rules<'g> {
    /// The rules of a game.
    pub(crate) fn of(game: &'g Game) -> Rules<'g> {
        let layers = game.layers.iter().map(|ids| ids.iter().map(|id| id.0).collect()).collect();
        let layer_of = game.objects.iter().map(|object| object.as_ref().map_or(0, |it| usize::from(it.layer.0)));
        let player = game.player.objects.iter().map(|id| id.0).collect();
        Rules { game, layers, layer_of: layer_of.collect(), patterns: patterns(game), player }
    }

    /// Plays a turn. Without an input it is a tick.
    pub(crate) fn turn(&self, world: &mut World, input: Option<u8>, shared: &mut Shared) -> Result<Outcome, Stop> {
        let before = world.board.clone();
        let mut players = Vec::new();
        if let Some(bit) = input {
            players = (0..before.cells.len()).filter(|&cell| meets(&before.cells[cell], &self.game.player)).collect();
            for &cell in &players {
                for id in before.cells[cell].iter().filter(|id| self.player.contains(id)) {
                    world.movement_mut(cell)[self.layer_of[usize::from(*id)]] |= bit;
                }
            }
        }
        let mut turn = Turn { rules: self, world, queue: Vec::new(), shared };
        turn.rounds()?;
        let queue = turn.queue;
        let stays = |&cell: &usize| world.board.cells[cell].iter().any(|id| self.player.contains(id));
        let demands = self.game.prelude.require_player_movement && !players.is_empty();
        Ok(Outcome { queue, is_refused: demands && players.iter().all(stays) })
    }

    /// Whether there are win conditions, and all hold.
    pub(crate) fn is_won(&self, board: &Board) -> bool {
        use puzzlescript::game::Quantifier;
        !self.game.win.is_empty()
            && self.game.win.iter().all(|condition| {
                let on = |cell: &[u16]| condition.on.as_ref().is_none_or(|on| meets(cell, on));
                let (mut some, mut all) = (false, true);
                for cell in board.cells.iter().filter(|cell| meets(cell, &condition.what)) {
                    some |= on(cell);
                    all &= on(cell);
                }
                match condition.quantifier {
                    Quantifier::All => all,
                    Quantifier::Some => some,
                    Quantifier::No => !some,
                }
            })
    }
}

/// Whether a cell holds what a name means: any of its objects, or all of an aggregate's.
fn meets(cell: &[u16], term: &Term) -> bool {
    let mut members = term.objects.iter();
    if term.all { members.all(|id| cell.contains(&id.0)) } else { members.any(|id| cell.contains(&id.0)) }
}

/// A turn that is being played.
struct Turn<'r, 'g> {
    rules: &'r Rules<'g>,
    world: &'r mut World,
    queue: Vec<Command>,
    shared: &'r mut Shared,
}

/// The cells of a match: the numbers of cells and patterns, row by row.
type Match = Vec<(usize, u32)>;

impl<'g> Turn<'_, 'g> {
    /// Rules and movement, again without the rigid groups whose movement could not be made.
    fn rounds(&mut self) -> Result<(), Stop> {
        let game = self.rules.game;
        let start = self.world.clone();
        let mut banned = BTreeSet::new();
        for _ in 0..50 {
            self.run(&game.early, &banned)?;
            let failed = resolve::movement(self.rules, self.world)?;
            let before = banned.len();
            banned.extend(failed);
            if banned.len() == before {
                return self.run(&game.late, &BTreeSet::new());
            }
            *self.world = start.clone();
            self.queue.clear();
        }
        Ok(())
    }

    /// Runs groups in order, with their loops.
    fn run(&mut self, groups: &'g [Group], banned: &BTreeSet<u8>) -> Result<(), Stop> {
        let (mut at, mut has_changed, mut jumps) = (0, false, 0);
        while let Some(group) = groups.get(at) {
            if group.rigid.is_none_or(|number| !banned.contains(&number)) {
                has_changed |= self.group(group)?;
            }
            match group.loop_to.filter(|_| has_changed) {
                Some(target) => {
                    jumps += 1;
                    if jumps > 200 {
                        self.shared.said += 1;
                        return Ok(());
                    }
                    (at, has_changed) = (target, false);
                }
                None => at += 1,
            }
        }
        Ok(())
    }

    /// Runs a group until it changes nothing. Returns whether it changed something.
    fn group(&mut self, group: &Group) -> Result<bool, Stop> {
        if group.random {
            return self.random_group(group);
        }
        for round in 0..200 {
            let mut has_changed = false;
            for rule in &group.rules {
                has_changed |= self.rule(group, rule)?;
            }
            if !has_changed {
                return Ok(round > 0);
            }
        }
        self.shared.said += 1;
        Ok(true)
    }

    /// Applies one of the matches of a group's rules, drawn at random.
    fn random_group(&mut self, group: &Group) -> Result<bool, Stop> {
        let mut pairs = Vec::new();
        for rule in &group.rules {
            pairs.extend(self.tuples(rule)?.into_iter().map(|tuple| (rule, tuple)));
        }
        if pairs.is_empty() {
            return Ok(false);
        }
        let (rule, tuple) = &pairs[self.shared.chance.below(pairs.len())];
        let has_changed = self.apply(group, rule, tuple);
        self.queue(&rule.commands);
        Ok(has_changed)
    }

    fn rule(&mut self, group: &Group, rule: &Rule) -> Result<bool, Stop> {
        let tuples = self.tuples(rule)?;
        let mut has_changed = false;
        for (number, tuple) in tuples.iter().enumerate() {
            if number == 0 || tuple.iter().all(|&(cell, pattern)| self.fits(cell, pattern)) {
                has_changed |= self.apply(group, rule, tuple);
            }
        }
        if !tuples.is_empty() {
            self.queue(&rule.commands);
        }
        Ok(has_changed)
    }

    /// Every choice of a match for each row, the first row's varying fastest.
    fn tuples(&mut self, rule: &Rule) -> Result<Vec<Match>, Stop> {
        let mut tuples: Vec<Match> = vec![Vec::new()];
        for row in &rule.rows {
            let found = self.matches(&row.runs, rule.direction)?;
            self.shared.work += (tuples.len() * found.len()) as u64;
            if self.shared.work > MAX_WORK {
                return Err(Stop::Effort);
            }
            tuples = found.iter().flat_map(|next| tuples.iter().map(|rest| [&rest[..], next].concat())).collect();
            if tuples.is_empty() {
                break;
            }
        }
        if rule.rows.is_empty() { Ok(Vec::new()) } else { Ok(tuples) }
    }

    /// The matches of a row in the order of its anchors.
    fn matches(&mut self, runs: &[Vec<u32>], direction: Direction) -> Result<Vec<Match>, Stop> {
        let (width, height) = (self.world.board.width, self.world.board.height);
        let down = matches!(direction, Direction::Up | Direction::Down);
        let (lines, along) = if down { (width, height) } else { (height, width) };
        let mut found = Vec::new();
        for line in 0..lines {
            for at in 0..along {
                self.shared.work += 1;
                let (x, y) = if down { (line, at) } else { (at, line) };
                self.extend((x, y), direction, runs, &mut Vec::new(), &mut found);
            }
        }
        if self.shared.work > MAX_WORK { Err(Stop::Effort) } else { Ok(found) }
    }

    /// The matches that go on from a cell with these runs of patterns, any number of cells between two of them.
    fn extend(
        &self,
        (x, y): (usize, usize),
        direction: Direction,
        runs: &[Vec<u32>],
        so_far: &mut Match,
        found: &mut Vec<Match>,
    ) {
        let Some((run, rest)) = runs.split_first() else {
            found.push(so_far.clone());
            return;
        };
        let kept = so_far.len();
        for (steps, &pattern) in run.iter().enumerate() {
            match self.cell((x, y), direction, steps) {
                Some(cell) if self.fits(cell, pattern) => so_far.push((cell, pattern)),
                _ => {
                    so_far.truncate(kept);
                    return;
                }
            }
        }
        if rest.is_empty() {
            found.push(so_far.clone());
        } else {
            for gap in 0.. {
                let Some(next) = self.cell((x, y), direction, run.len() + gap) else { break };
                let height = self.world.board.height;
                self.extend((next / height, next % height), direction, rest, so_far, found);
            }
        }
        so_far.truncate(kept);
    }

    /// The cell so many steps away, if it is on the board.
    fn cell(&self, (x, y): (usize, usize), direction: Direction, steps: usize) -> Option<usize> {
        let (width, height) = (self.world.board.width, self.world.board.height);
        let (x, y) = match direction {
            Direction::Up => (Some(x), y.checked_sub(steps)),
            Direction::Down => (Some(x), Some(y + steps)),
            Direction::Left => (x.checked_sub(steps), Some(y)),
            Direction::Right => (Some(x + steps), Some(y)),
        };
        let (x, y) = (x.filter(|&x| x < width)?, y.filter(|&y| y < height)?);
        Some(x * height + y)
    }

    fn fits(&self, cell: usize, pattern: u32) -> bool {
        self.rules.patterns[pattern as usize].fits(&self.world.board.cells[cell], self.world.movement(cell))
    }

    /// Carries out the right side of a rule. Returns whether anything is different.
    fn apply(&mut self, group: &Group, rule: &Rule, tuple: &Match) -> bool {
        let mut has_changed = false;
        for &(cell, pattern) in tuple {
            let Some(then) = &self.rules.patterns[pattern as usize].then else { continue };
            let World { board, movement, marks, layers } = &mut *self.world;
            let (objects, layers) = (&mut board.cells[cell], cell * *layers..(cell + 1) * *layers);
            let moves = &mut movement[layers.clone()];
            let before = (objects.clone(), moves.to_vec());
            then.rewrite(objects, moves, self.rules, &mut self.shared.chance);
            has_changed |= before.0 != *objects || before.1 != *moves;
            if let Some(number) = group.rigid.filter(|_| rule.rigid) {
                has_changed |= then.mark(&mut marks[layers], number + 1);
            }
        }
        has_changed
    }

    /// Queues the commands of a rule that matched.
    fn queue(&mut self, commands: &[Command]) {
        let (cancels, restarts) = (commands.contains(&Command::Cancel), commands.contains(&Command::Restart));
        if self.queue.contains(&Command::Cancel) || self.queue.contains(&Command::Restart) && !cancels {
            return;
        }
        if cancels || restarts {
            self.queue.clear();
        }
        for command in commands {
            let is_same = |other: &Command| match (command, other) {
                (Command::Message(_), Command::Message(_)) => true,
                (one, other) => one == other,
            };
            if !self.queue.iter().any(is_same) {
                self.queue.push(command.clone());
            }
        }
    }
}

/// The bit of an input: up, left, down, right, action.
pub(crate) const INPUTS: [u8; 5] = [movement::UP, movement::LEFT, movement::DOWN, movement::RIGHT, movement::ACTION];
