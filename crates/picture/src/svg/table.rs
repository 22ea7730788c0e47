//! Draws a table as lines of text with bars.

use std::fmt::Write;

use super::{LETTER, LINE, escape};
use crate::DrawnTable;

/// Pixels between two columns, and of the longest bar.
const GAP: f32 = 18.0;
const MAX_LENGTH: f32 = 320.0;
/// Approximate width of a bold letter, in pixels.
const BOLD: f32 = 9.6;
/// The width of a digit in the widest of the usual fonts, in pixels: long numbers have no narrow letters that make up
/// for it.
const DIGIT: f32 = 9.0;
/// The shortest bar of a value above 0, in pixels.
const SHORTEST: f64 = 1.0;

/// The width and height of a table, in pixels.
#[allow(clippy::cast_precision_loss)] // tables of pictures have few rows
pub(super) fn size(table: &DrawnTable) -> (f32, f32) {
    let columns: f32 = widths(table).iter().sum();
    let bars = if table.bars.is_some() { MAX_LENGTH + GAP } else { 0.0 };
    let notes = table.rows.iter().filter(|row| table.is_note(row));
    let longest = notes.map(|row| row.join(" ").chars().count()).max().unwrap_or(0) as f32 * LETTER;
    ((columns + bars).max(longest), LINE * (table.rows.len() + 1) as f32 + LINE / 2.0)
}

/// The width of each column with its gap; the header is bold.
#[allow(clippy::cast_precision_loss)]
fn widths(table: &DrawnTable) -> Vec<f32> {
    let bold = table.header.iter().map(|name| name.chars().count() as f32 * BOLD + GAP).collect();
    let rows = table.rows.iter().filter(|row| !table.is_note(row));
    rows.fold(bold, |widths: Vec<f32>, row| {
        widths.iter().zip(row).map(|(&width, cell)| width.max(written_width(cell) + GAP)).collect()
    })
}

/// The approximate width of a cell's text, in pixels.
fn written_width(cell: &str) -> f32 {
    cell.chars().map(|letter| if letter.is_ascii_digit() { DIGIT } else { LETTER }).sum()
}

/// Draws a table with its upper left corner at `corner`.
pub(super) fn draw(out: &mut String, table: &DrawnTable, corner: (f32, f32)) {
    let (widths, shares) = (widths(table), table.shares());
    let columns: f32 = widths.iter().sum();
    let mut y = corner.1 + LINE * 0.75;
    row(out, table, &table.header, (corner.0, y), &widths, " font-weight=\"700\"");
    let rule = y + LINE * 0.3;
    let _ = writeln!(
        out,
        "<line class=\"line-block\" x1=\"{}\" y1=\"{rule}\" x2=\"{}\" y2=\"{rule}\" stroke-width=\"1\"/>",
        corner.0,
        corner.0 + size(table).0
    );
    y += LINE / 4.0;
    for (index, cells) in table.rows.iter().enumerate() {
        y += LINE;
        if table.is_note(cells) {
            written(out, corner.0, y, &cells.join(" "), "");
            continue;
        }
        row(out, table, cells, (corner.0, y), &widths, "");
        if let Some(share) = shares.as_ref().and_then(|shares| shares.get(index)).filter(|&&share| share > 0.0) {
            bar(out, (corner.0 + columns, y), *share);
        }
    }
}

fn row(
    out: &mut String,
    table: &DrawnTable,
    cells: &[String],
    (left, y): (f32, f32),
    widths: &[f32],
    attributes: &str,
) {
    let mut x = left;
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        if table.is_numeric(column) {
            written(out, x + width - GAP, y, cell, &format!(" text-anchor=\"end\"{attributes}"));
        } else {
            written(out, x, y, cell, attributes);
        }
        x += width;
    }
}

fn bar(out: &mut String, (x, y): (f32, f32), share: f64) {
    let width = (share * f64::from(MAX_LENGTH)).max(SHORTEST);
    let (top, height) = (y - LINE * 0.6, LINE * 0.75);
    let _ = writeln!(out, "<rect class=\"path\" x=\"{x}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\"/>");
}

fn written(out: &mut String, x: f32, y: f32, text: &str, attributes: &str) {
    if !text.is_empty() {
        let _ = writeln!(
            out,
            "<text class=\"ink\"{attributes} x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>",
            escape(text)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_many_digits_has_a_column_that_is_as_wide() {
        let row = vec!["7".to_owned(), "1".repeat(25), "1, 2".to_owned()];
        let header = ["row", "cells", "presses"].map(str::to_owned).to_vec();
        let table = DrawnTable { header, rows: vec![row], bars: None };
        // A digit of DejaVu Sans is 0.636 of its size wide, which is 14 pixels.
        assert!(widths(&table)[1] - GAP >= 25.0 * 0.636 * 14.0, "{:?}", widths(&table));
    }
}
