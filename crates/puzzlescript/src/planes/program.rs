//! The rules of a game, packed for the size of a level.

use crate::game::{self, Cell, Command, Direction, Game, LayerId, Level, ObjectSet, Replacement};
use crate::interrupt::{Interrupt, Interrupted};

use super::bits::bits;
use super::rows::{Row, Rows};
use super::sets::PlaneSets;
use super::settling::Settling;
use super::size::{Size, movement_place};
use super::unions::Unions;

/// The rules that are packed between two looks at the interrupt.
const RULES_OF_LOOK: usize = 64;

/// Everything about a game and a level's size that turns do not change.
#[derive(Clone, Debug)]
pub(super) struct Program<'g> {
    pub(super) game: &'g Game,
    /// Early groups.
    pub(super) early: Groups,
    /// Late groups. Their rules are numbered on from the early ones.
    pub(super) late: Groups,
    /// The rules of all groups.
    pub(super) rules: Vec<Rule<'g>>,
    /// For each rule the index of its group, early or late.
    pub(super) group_of: Vec<u32>,
    pub(super) rows: Rows,
    pub(super) cells: Cells,
    /// For each rule the planes that must not be empty, in the layout of the board's present planes.
    pub(super) needs: Vec<u64>,
    pub(super) watch: Watch,
    /// The player's objects, in words.
    pub(super) player: Vec<u64>,
    /// The objects of each layer, in words.
    pub(super) layers: Vec<u64>,
    /// The layer of each object.
    pub(super) layer_of: Vec<u16>,
    /// For each layer the numbers of its declarations in the game's sounds of movements.
    pub(super) move_sounds: Vec<Vec<u16>>,
    /// The objects whose movement can be heard, in words.
    pub(super) sounding: Vec<u64>,
    /// Whether movement that is left matters: it can be heard, or there are rigid groups.
    pub(super) judges_blocked: bool,
    /// Whether what comes and goes can be heard.
    pub(super) has_change_sounds: bool,
}

/// A list of groups that run in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub(super) list: Vec<Group>,
    /// The number of the first rule, and that behind the last.
    pub(super) rules: (usize, usize),
    /// Whether a group goes back to another.
    pub(super) has_loops: bool,
    /// For each group the first group from it on that goes back to another, or the number of groups.
    pub(super) loop_ends: Vec<usize>,
}

impl Groups {
    fn new(list: Vec<Group>) -> Self {
        let mut loop_ends = vec![list.len(); list.len() + 1];
        for (at, group) in list.iter().enumerate().rev() {
            loop_ends[at] = if group.loop_to.is_some() { at } else { loop_ends[at + 1] };
        }
        let rules = (list.first().map_or(0, |group| group.first), list.last().map_or(0, |group| group.end));
        Self { rules, has_loops: list.iter().any(|group| group.loop_to.is_some()), list, loop_ends }
    }
}

/// A group of rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The number of its first rule.
    pub(super) first: usize,
    /// The number behind its last rule.
    pub(super) end: usize,
    pub(super) line: u32,
    pub(super) random: bool,
    pub(super) rigid: Option<u8>,
    pub(super) loop_to: Option<usize>,
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule<'g> {
    /// The number of its first row.
    pub(super) first_row: usize,
    /// The number behind its last row.
    pub(super) end_row: usize,
    pub(super) line: u32,
    pub(super) rigid: bool,
    /// Whether it would change nothing if it ran again at once, see [`super::settling`].
    pub(super) settles: bool,
    pub(super) commands: &'g [Command],
}

/// The distinct cells of all rules, for checks and replacements of single cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// For each cell: all, none, moving, still.
    pub(super) patterns: Vec<u64>,
    /// The sets of which a cell must hold one member each, with the range of each cell's sets.
    pub(super) any: Vec<u64>,
    pub(super) any_ranges: Vec<(u32, u32)>,
    /// For each cell: clear, set, movements that go, movements that come.
    pub(super) replacements: Vec<u64>,
    pub(super) kinds: Vec<Effect>,
    /// For each cell the movement bits of the layers whose movement it replaces, which rigid rules mark.
    pub(super) replaced: Vec<u64>,
}

/// What becomes of a cell that matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    Keep,
    /// It is replaced.
    Replace,
    /// It is replaced, and a part of it is drawn at random.
    ReplaceRandomly,
}

/// Which rules are to be tried again when a plane changes.
///
/// A rule that failed can only match later if a bit was set that it wants, or one was cleared that it does not want.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    /// For each plane the rules that want a bit of it.
    set: PlaneSets,
    /// For each plane the rules that do not want a bit of it.
    cleared: PlaneSets,
    pub(super) unions: Unions,
}

impl Watch {
    /// Wakes the rules that want a bit of this plane.
    #[inline(always)]
    pub(super) fn wake_set(&self, plane: usize, pending: &mut [u64]) {
        self.set.add_to(plane, pending);
    }

    /// Wakes the rules that do not want a bit of this plane.
    #[inline(always)]
    pub(super) fn wake_cleared(&self, plane: usize, pending: &mut [u64]) {
        self.cleared.add_to(plane, pending);
    }
}

/// Pairs of a plane and a rule for the sets of a [`Watch`].
#[derive(Default)]
struct Watched {
    set: Vec<(usize, usize)>,
    cleared: Vec<(usize, usize)>,
}

impl Watched {
    /// Adds the planes that a cell of a rule looks at.
    fn add<const W: usize, const O: usize, const M: usize>(&mut self, cell: &Cell, rule: usize, size: Size<W, O, M>) {
        let movements = |movements| movement_planes(movements, size).map(|plane| (plane, rule)).collect::<Vec<_>>();
        let objects = |set: &ObjectSet| set.iter().map(|id| (usize::from(id.0), rule)).collect::<Vec<_>>();
        self.set.extend(objects(&cell.all));
        self.set.extend(movements(&cell.moving));
        cell.any.iter().for_each(|set| self.set.extend(objects(set)));
        self.cleared.extend(objects(&cell.none));
        self.cleared.extend(movements(&cell.still));
    }

    fn finish(self, planes: usize, mut unions: Unions) -> Watch {
        unions.finish(planes);
        Watch { unions, set: PlaneSets::new(planes, self.set), cleared: PlaneSets::new(planes, self.cleared) }
    }
}

/// What rules are packed with.
struct Packer<'p, 'g> {
    level: &'p Level,
    watched: Watched,
    settling: Settling<'g>,
    interrupt: &'p Interrupt,
}

impl<'g> Program<'g> {
    /// Packs the rules of a game for a level, but for those with a row that is longer than the board: these never
    /// match.
    ///
    /// # Errors
    ///
    /// The interrupt came.
    pub(super) fn new<const W: usize, const O: usize, const M: usize>(
        game: &'g Game,
        level: &Level,
        size: Size<W, O, M>,
        interrupt: &Interrupt,
    ) -> Result<Self, Interrupted> {
        let mut program = Self {
            game,
            early: Groups::default(),
            late: Groups::default(),
            rules: Vec::new(),
            group_of: Vec::new(),
            rows: Rows::new(game, level),
            cells: Cells::new(game, size),
            needs: Vec::new(),
            watch: Watch::default(),
            player: object_words(&game.player.objects, size.objects()),
            layers: Vec::new(),
            layer_of: game.objects.iter().map(|object| object.as_ref().map_or(0, |object| object.layer.0)).collect(),
            move_sounds: vec![Vec::new(); game.layers.len()],
            sounding: object_words(&game.sounds.moved.iter().map(|sound| sound.object).collect(), size.objects()),
            judges_blocked: !game.sounds.blocked.is_empty() || game.rigid_groups > 0,
            has_change_sounds: !game.sounds.created.is_empty() || !game.sounds.destroyed.is_empty(),
        };
        for layer in &game.layers {
            program.layers.extend(object_words(&layer.iter().copied().collect(), size.objects()));
        }
        for (number, sound) in game.sounds.moved.iter().enumerate() {
            let layer = program.layer_of[usize::from(sound.object.0)];
            program.move_sounds[usize::from(layer)].push(number as u16);
        }
        let (watched, settling) = (Watched::default(), Settling::new(game));
        let mut packer = Packer { level, watched, settling, interrupt };
        let mut pack = |groups: &'g [game::Group]| {
            let numbered = groups.iter().enumerate();
            let list = numbered.map(|(at, group)| program.add_group(at, group, size, &mut packer));
            list.collect::<Result<_, _>>().map(Groups::new)
        };
        let (early, late) = (pack(&game.early)?, pack(&game.late)?);
        (program.early, program.late) = (early, late);
        program.watch = packer.watched.finish(size.planes(), std::mem::take(&mut program.rows.unions));
        Ok(program)
    }

    fn add_group<const W: usize, const O: usize, const M: usize>(
        &mut self,
        number: usize,
        group: &'g game::Group,
        size: Size<W, O, M>,
        packer: &mut Packer<'_, 'g>,
    ) -> Result<Group, Interrupted> {
        let first = self.rules.len();
        for rule in group.rules.iter().filter(|rule| fits(rule, packer.level)) {
            if self.rules.len().is_multiple_of(RULES_OF_LOOK) {
                packer.interrupt.check()?;
            }
            self.add_rule(rule, size, packer);
        }
        self.group_of.resize(self.rules.len(), number as u32);
        Ok(Group {
            first,
            end: self.rules.len(),
            line: group.rules.first().map_or(0, |rule| rule.line),
            random: group.random,
            rigid: group.rigid,
            loop_to: group.loop_to,
        })
    }

    fn add_rule<const W: usize, const O: usize, const M: usize>(
        &mut self,
        rule: &'g game::Rule,
        size: Size<W, O, M>,
        packer: &mut Packer<'_, 'g>,
    ) {
        let (number, first_row) = (self.rules.len(), self.rows.rows.len());
        let start = self.needs.len();
        self.needs.resize(start + size.objects() + size.movements(), 0);
        for row in &rule.rows {
            let packed = self.rows.add(row, rule.direction, self.game, packer.level, size);
            self.rows.rows.push(packed);
            for &cell in row.runs.iter().flatten() {
                let cell = &self.game.cells[cell as usize];
                add_needs(&mut self.needs[start..], cell, size);
                packer.watched.add(cell, number, size);
            }
        }
        self.rules.push(Rule {
            first_row,
            end_row: self.rows.rows.len(),
            line: rule.line,
            rigid: rule.rigid,
            settles: packer.settling.settles(rule),
            commands: &rule.commands,
        });
    }
}

/// Whether every row of a rule has room on the board of a level.
pub(super) fn fits(rule: &game::Rule, level: &Level) -> bool {
    let room = match rule.direction {
        Direction::Up | Direction::Down => level.height,
        Direction::Left | Direction::Right => level.width,
    };
    rule.rows.iter().all(|row| row.runs.iter().map(Vec::len).sum::<usize>() <= room)
}

impl Program<'_> {
    /// The rows of a rule.
    #[inline]
    pub(super) fn rows_of(&self, rule: &Rule<'_>) -> &[Row] {
        &self.rows.rows[rule.first_row..rule.end_row]
    }
}

fn add_needs<const W: usize, const O: usize, const M: usize>(needs: &mut [u64], cell: &Cell, size: Size<W, O, M>) {
    let (objects, movements) = needs.split_at_mut(size.objects());
    or_into(objects, &object_words(&cell.all, size.objects()));
    or_into(movements, &movement_words(&cell.moving, size.movements()));
}

/// The planes of movements.
fn movement_planes<const W: usize, const O: usize, const M: usize>(
    movements: &[(LayerId, u8)],
    size: Size<W, O, M>,
) -> impl Iterator<Item = usize> {
    let words = movement_words(movements, size.movements()).into_iter().enumerate();
    words.flat_map(move |(word, set)| bits(set).map(move |bit| size.movement_plane(word, bit)))
}

impl Cells {
    fn new<const W: usize, const O: usize, const M: usize>(game: &Game, size: Size<W, O, M>) -> Self {
        let mut cells = Self::default();
        let (objects, movements) = (size.objects(), size.movements());
        for cell in game.cells.iter() {
            cells.patterns.extend(object_words(&cell.all, objects));
            cells.patterns.extend(object_words(&cell.none, objects));
            cells.patterns.extend(movement_words(&cell.moving, movements));
            cells.patterns.extend(movement_words(&cell.still, movements));
            let start = (cells.any.len() / objects) as u32;
            cell.any.iter().for_each(|set| cells.any.extend(object_words(set, objects)));
            cells.any_ranges.push((start, (cells.any.len() / objects) as u32));
            cells.add_replacement(cell.then.as_ref(), objects, movements);
        }
        cells
    }

    fn add_replacement(&mut self, then: Option<&Replacement>, objects: usize, movements: usize) {
        self.kinds.push(match then {
            None => Effect::Keep,
            Some(then) if then.random.is_empty() && then.random_dir.is_empty() => Effect::Replace,
            Some(_) => Effect::ReplaceRandomly,
        });
        let none = Replacement::default();
        let then = then.unwrap_or(&none);
        let all = |layer: &LayerId| (*layer, game::movement::ALL);
        let replaced: Vec<(LayerId, u8)> = then.move_replaced.iter().map(all).collect();
        let replaced = movement_words(&replaced, movements);
        let mut cleared = movement_words(&then.move_clear, movements);
        or_into(&mut cleared, &replaced);
        self.replacements.extend(object_words(&then.clear, objects));
        self.replacements.extend(object_words(&then.set, objects));
        self.replacements.extend(cleared);
        self.replacements.extend(movement_words(&then.move_set, movements));
        self.replaced.extend(replaced);
    }
}

/// A set of objects in this many words.
pub(super) fn object_words(set: &ObjectSet, words: usize) -> Vec<u64> {
    (0..words).map(|at| set.words().get(at).copied().unwrap_or(0)).collect()
}

/// Movements in this many words, five bits a layer.
fn movement_words(movements: &[(LayerId, u8)], words: usize) -> Vec<u64> {
    let mut packed = vec![0; words];
    for &(layer, bits) in movements {
        let (word, shift) = movement_place(usize::from(layer.0));
        packed[word] |= u64::from(bits) << shift;
    }
    packed
}

fn or_into(words: &mut [u64], more: &[u64]) {
    words.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}
