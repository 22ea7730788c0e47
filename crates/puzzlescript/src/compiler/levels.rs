//! From rows of characters to boards.
//!
//! Cells are numbered column by column. Every cell without an object of the background's layer receives one: what the
//! first cell in this order that has one has, or else the background itself.

use hashbrown::HashMap;

use super::limits::Budget;
use super::names::Names;
use super::parsed::{Parsed, StageSource};
use super::problem::{Code, Problem, Report};
use super::text_layout;
use crate::game::{Level, ObjectSet, Stage};

/// The number of lines that a text screen has room for.
const MESSAGE_LINES: usize = 12;

/// Turns the section LEVELS into boards and messages.
pub(crate) fn stages(parsed: &Parsed, names: &Names, report: &mut Report, budget: &mut Budget<'_>) -> Vec<Stage> {
    let glyphs = glyphs(parsed, names);
    let (mut stages, mut cells, mut all_rows) = (Vec::with_capacity(parsed.levels.len()), 0, 0);
    for source in &parsed.levels {
        if report.is_full() {
            break;
        }
        match source {
            StageSource::Message { line, text } => {
                if text_layout::lines(text) > MESSAGE_LINES {
                    report.add(Problem::at(Code::MessageTooLong, *line));
                }
                stages.push(Stage::Message { line: *line, text: text.clone() });
            }
            StageSource::Level { line, rows } => {
                all_rows += rows.len();
                let size = rows.len().saturating_mul(rows[0].encode_utf16().count());
                cells += size;
                if !fits(size, (cells, all_rows), *line, budget) {
                    break;
                }
                let rows: Vec<Vec<u16>> = rows.iter().map(|row| row.encode_utf16().collect()).collect();
                let board = Board { line: *line, rows, glyphs: &glyphs, parsed, names };
                let level = board.level(report);
                budget.spend(level.contents.len() * (names.ids.len() / 64 + 1));
                stages.push(Stage::Level(level));
            }
        }
    }
    stages
}

/// Checks the number of cells of a level, and those of cells and rows of all levels so far.
fn fits(size: usize, (cells, rows): (usize, usize), line: u32, budget: &mut Budget<'_>) -> bool {
    let limits = budget.limits();
    budget.allow(size, limits.cells, Problem::at(Code::TooManyCells, line))
        && budget.allow(cells, limits.cells_in_all, Problem::at(Code::TooManyCellsInAll, line))
        && budget.allow(rows, limits.rows_in_all, Problem::at(Code::TooManyRows, line))
        && budget.spend(size)
}

/// The glyphs of one UTF-16 unit.
fn glyphs<'n>(parsed: &Parsed, names: &'n Names) -> HashMap<u16, &'n ObjectSet> {
    let unit = |name: &str| {
        let mut units = name.encode_utf16();
        units.next().filter(|_| units.next().is_none())
    };
    let named = names.glyphs.iter().filter_map(|(&name, glyph)| Some((unit(parsed.name(name))?, glyph)));
    named.collect()
}

/// The rows of a level, and what their characters mean.
struct Board<'b> {
    line: u32,
    rows: Vec<Vec<u16>>,
    glyphs: &'b HashMap<u16, &'b ObjectSet>,
    parsed: &'b Parsed,
    names: &'b Names,
}

impl Board<'_> {
    fn level(&self, report: &mut Report) -> Level {
        let (width, height) = (self.rows[0].len(), self.rows.len());
        let mut contents = Contents::default();
        let (mut cells, mut is_complete) = (Vec::with_capacity(width * height), true);
        'cells: for x in 0..width {
            for (y, row) in self.rows.iter().enumerate() {
                let unit = *row.get(x).or(row.last()).unwrap_or(&0);
                let Some(cell) = contents.of_unit(unit, self.glyphs) else {
                    report.add(self.unknown(unit, y));
                    is_complete = false;
                    break 'cells;
                };
                cells.push(cell);
            }
        }
        if is_complete {
            self.fill_background(&mut contents.sets, &cells, report);
        } else {
            let nothing = contents.add(ObjectSet::new());
            cells.resize(width * height, nothing);
        }
        let (contents, cells) = merge(contents.sets, cells);
        Level { line: self.line, width, height, contents, cells }
    }

    /// A character that puts nothing definite into a cell.
    fn unknown(&self, unit: u16, row: usize) -> Problem {
        let shown = char::from_u32(u32::from(unit)).map_or_else(|| format!("\\u{unit:X}"), String::from);
        let is_property = self.parsed.names.get(&shown).is_some_and(|name| self.names.property(name).is_some());
        let code = if is_property { Code::PropertyInLevel } else { Code::UndeclaredLevelCharacter };
        Problem::at(code, self.line + row as u32).value("char", shown)
    }

    /// Gives every cell an object of the background's layer.
    fn fill_background(&self, contents: &mut [ObjectSet], cells: &[u32], report: &mut Report) {
        let Some(layer) = self.names.background_layer else {
            report.add(Problem::new(Code::BackgroundWithoutLayer));
            return;
        };
        let layer = &self.names.layers[usize::from(layer.0)];
        let found = cells.iter().map(|&cell| &contents[cell as usize]).find(|content| content.intersects(layer));
        let background: ObjectSet = match found {
            Some(content) => content.iter().filter(|id| layer.contains(*id)).collect(),
            None => [self.names.background].into_iter().collect(),
        };
        for content in contents.iter_mut().filter(|content| !content.intersects(layer)) {
            content.union_with(&background);
        }
    }
}

/// The different contents of a level's cells while it is read.
#[derive(Default)]
struct Contents {
    sets: Vec<ObjectSet>,
    of_unit: HashMap<u16, u32>,
}

impl Contents {
    fn of_unit(&mut self, unit: u16, glyphs: &HashMap<u16, &ObjectSet>) -> Option<u32> {
        if let Some(&known) = self.of_unit.get(&unit) {
            return Some(known);
        }
        let content = self.add((*glyphs.get(&unit)?).clone());
        self.of_unit.insert(unit, content);
        Some(content)
    }

    fn add(&mut self, set: ObjectSet) -> u32 {
        self.sets.push(set);
        self.sets.len() as u32 - 1
    }
}

/// Merges contents that became equal. What is left is in the order of its first cell.
fn merge(sets: Vec<ObjectSet>, mut cells: Vec<u32>) -> (Vec<ObjectSet>, Vec<u32>) {
    let mut contents = Vec::new();
    let mut new: Vec<Option<u32>> = vec![None; sets.len()];
    let mut known: HashMap<&ObjectSet, u32> = HashMap::new();
    for cell in &mut cells {
        let old = *cell as usize;
        *cell = *new[old].get_or_insert_with(|| {
            *known.entry(&sets[old]).or_insert_with(|| {
                contents.push(sets[old].clone());
                contents.len() as u32 - 1
            })
        });
    }
    (contents, cells)
}
