//! From items to sets of objects and movements: the patterns and replacements of cells.
//!
//! Equal cells are stored once. A rule whose left side contradicts itself is removed here; one that asks for two
//! objects of a layer in one cell is marked, and [`super::groups`] removes it.

mod left;
mod right;

use hashbrown::HashMap;
use smallvec::SmallVec;

use super::RuleCounts;
use super::expand::{Draft, RowShape};
use super::item::Item;
use super::line::RuleLine;
use super::text::text;
use crate::compiler::interner::Symbol;
use crate::compiler::limits::Budget;
use crate::compiler::names::Names;
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::{Cell, Command, LayerId, Movements, Row, Rule};

/// A rule of the game, not yet in its group.
pub(super) struct MadeRule {
    /// The index of its rule line.
    pub(super) line: usize,
    pub(super) rule: Rule,
    /// Two names of one layer that a cell asks for: the rule can never match.
    pub(super) overlap: Option<Overlap>,
}

/// Two names of one layer in one cell, the later one first.
pub(super) type Overlap = (Symbol, Symbol);

/// Makes rules of drafts, and the list of their cells.
pub(super) fn make(
    drafts: &[Draft],
    lines: &[RuleLine],
    parsed: &Parsed,
    names: &Names,
    report: &mut Report,
    budget: &mut Budget<'_>,
) -> (Vec<MadeRule>, Vec<Cell>) {
    let mut cells = CellList::default();
    let mut made = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let line = &lines[draft.line];
        if report.is_full() || !budget.spend(cost(draft, line, parsed, names)) {
            break;
        }
        let mut maker = Maker { line: line.line, parsed, names, report, budget, overlap: None, is_removed: false };
        if let Some(rows) = maker.rows(draft, &mut cells) {
            let rule = Rule {
                line: line.line,
                text: text(draft, line, parsed),
                direction: draft.direction,
                rigid: line.rigid,
                commands_only: !draft.shape.has_right,
                rows,
                commands: line.commands.clone(),
            };
            made.push(MadeRule { line: draft.line, rule, overlap: maker.overlap });
        }
    }
    (made, cells.into_cells())
}

/// The steps of making a rule: an item is compared with the others of its cell, its set is added, its name is written.
fn cost(draft: &Draft, line: &RuleLine, parsed: &Parsed, names: &Names) -> usize {
    let set = names.ids.len() / 64 + 1;
    let cell = |items: usize| items.saturating_mul(items + set);
    let cells = draft.shape.cells().map(|(left, right)| cell(draft.cell(left).len()) + cell(draft.cell(right).len()));
    let names = draft.items.iter().map(|item| parsed.name(item.name).len());
    let commands = line.commands.iter().map(|command| match command {
        Command::Message(text) => text.len(),
        _ => 1,
    });
    cells.chain(names).chain(commands).fold(0, usize::saturating_add)
}

/// Counts the rules of each line.
pub(super) fn count(made: &[MadeRule], counts: &mut [RuleCounts], field: impl Fn(&mut RuleCounts) -> &mut usize) {
    for rule in made {
        *field(&mut counts[rule.line]) += 1;
    }
}

/// The distinct cells of all rules.
#[derive(Default)]
struct CellList {
    places: HashMap<Cell, u32>,
}

impl CellList {
    fn add(&mut self, cell: Cell) -> u32 {
        let next = self.places.len() as u32;
        *self.places.entry(cell).or_insert(next)
    }

    fn into_cells(self) -> Vec<Cell> {
        let mut cells: Vec<(Cell, u32)> = self.places.into_iter().collect();
        cells.sort_unstable_by_key(|(_, place)| *place);
        cells.into_iter().map(|(cell, _)| cell).collect()
    }
}

/// What makes the cells of one rule.
struct Maker<'m, 'b> {
    line: u32,
    parsed: &'m Parsed,
    names: &'m Names,
    report: &'m mut Report,
    budget: &'m mut Budget<'b>,
    overlap: Option<Overlap>,
    /// Whether the rule is dropped when all its cells are judged.
    is_removed: bool,
}

/// The layers that the items of a cell use, each with the name that uses it.
type Used = SmallVec<[Use; 4]>;

/// A layer that an item uses.
#[derive(Clone, Copy)]
struct Use {
    layer: LayerId,
    name: Symbol,
    is_object: bool,
}

impl Maker<'_, '_> {
    /// The rows of a rule; `None` if it is removed.
    fn rows(&mut self, draft: &Draft, cells: &mut CellList) -> Option<Vec<Row>> {
        let mut rows = Vec::with_capacity(draft.shape.rows.len());
        for shape in &draft.shape.rows {
            rows.push(self.row(draft, shape, cells)?);
        }
        (!self.is_removed).then_some(rows)
    }

    fn row(&mut self, draft: &Draft, shape: &RowShape, cells: &mut CellList) -> Option<Row> {
        let mut runs = vec![Vec::new()];
        let last = shape.cells.len().saturating_sub(1);
        for (at, &(left, right)) in shape.cells.iter().enumerate() {
            let (left, right) = (draft.cell(left), draft.cell(right));
            let right = draft.shape.has_right.then_some(right);
            if left.iter().any(|item| item.is_ellipsis()) {
                self.ellipsis(left, right, at == 0 || at == last)?;
                runs.push(Vec::new());
                continue;
            }
            let (mut cell, used) = self.left_cell(left)?;
            if let Some(right) = right {
                cell.then = self.replacement(right, &cell, &used);
            }
            runs.last_mut().expect("a row begins with a run").push(cells.add(cell));
        }
        Some(Row { runs })
    }

    /// Judges a cell with `...`; `None` if the rule is removed at once.
    fn ellipsis(&mut self, left: &[Item], right: Option<&[Item]>, is_at_end: bool) -> Option<()> {
        if left.len() > 1 {
            // What stands before it is judged as in other cells.
            let before = left.iter().take_while(|item| !item.is_ellipsis());
            let (mut cell, mut used) = (Cell::default(), Used::new());
            before.for_each(|&item| self.left_item(item, &mut cell, &mut used));
            self.say(Code::CrowdedEllipsis);
            return None;
        }
        if is_at_end {
            self.say(Code::EllipsisAtRowEdge);
            self.is_removed = true;
        }
        if right.is_some_and(|right| right != [Item::ELLIPSIS]) {
            self.say(Code::EllipsisOnLeftAlone);
        }
        Some(())
    }

    fn say(&mut self, code: Code) {
        self.report.add(Problem::at(code, self.line));
    }

    fn say_of(&mut self, code: Code, name: Symbol) {
        self.report.add(Problem::at(code, self.line).upper("NAME", self.parsed.name(name)));
    }

    fn say_of_two(&mut self, code: Code, (name, other): (Symbol, Symbol)) {
        let problem = Problem::at(code, self.line).upper("NAME", self.parsed.name(name));
        self.report.add(problem.upper("OTHER", self.parsed.name(other)));
    }

    /// How an item uses its layer; a problem if it has none.
    fn use_of(&mut self, item: Item) -> Option<Use> {
        let Some(layer) = self.names.layer(item.name) else {
            self.say_of(Code::NoSingleLayer, item.name);
            return None;
        };
        Some(Use { layer, name: item.name, is_object: self.names.object(item.name).is_some() })
    }
}

/// The use of a layer, if there is one.
fn use_of_layer(used: &[Use], layer: LayerId) -> Option<&Use> {
    used.iter().rev().find(|other| other.layer == layer)
}

/// Adds movements of a layer.
fn add_movements(movements: &mut Movements, layer: LayerId, bits: u8) {
    match movements.binary_search_by_key(&layer, |(known, _)| *known) {
        Ok(at) => movements[at].1 |= bits,
        Err(at) => movements.insert(at, (layer, bits)),
    }
}

/// Adds a layer to an ascending list.
fn add_layer(layers: &mut Vec<LayerId>, layer: LayerId) {
    if let Err(at) = layers.binary_search(&layer) {
        layers.insert(at, layer);
    }
}

/// Whether every movement of `part` is one of `whole`.
fn is_part(part: &Movements, whole: &Movements) -> bool {
    part.iter().all(|(layer, bits)| {
        let known = whole.iter().find(|(known, _)| known == layer).map_or(0, |(_, bits)| *bits);
        bits & !known == 0
    })
}
