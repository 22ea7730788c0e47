//! Writing pars and solutions back into a collection, where its own tools look for them: a par as a comment below the
//! level's rows, a solution as letters under the heading `Solution`.

use super::body::PUSHES;
use super::file::{Collection, Entry, Format};
use super::lines::{has_key, is_row};
use super::notation;
use super::rules::Direction;
use frame::edit::{Edit, Lines, Statement};
use frame::unit::Unit;

/// Returns the change by which the file states something of the entry with this index.
///
/// # Errors
/// Moves that are not legal in this level, and a level that does not obey the rules.
pub(super) fn write_back(
    collection: &Collection,
    bytes: &[u8],
    index: usize,
    statement: &Statement,
) -> Result<Edit, String> {
    let (entry, lines) = (&collection.entries[index], Lines::of(bytes));
    let place = Place::of(collection, index, &lines);
    match (statement, collection.format) {
        (Statement::Par(par), Format::Slc) => Ok(place
            .stated_par(entry, &lines, par)
            .unwrap_or_else(|| place.element(&lines, "Comment", &format!("Par: {par}")))),
        (Statement::Par(par), _) => {
            let insert = || lines.above(place.behind_rows, &place.apart(&lines, format!("; Par: {par}")), "par");
            Ok(place.stated_par(entry, &lines, par).unwrap_or_else(insert))
        }
        (Statement::Solution(moves) | Statement::Found(moves), format) => {
            let (letters, heading) = written(entry, moves)?;
            if let Some(edit) = replaced(entry, &lines, &letters, &heading, format) {
                return Ok(edit);
            }
            Ok(match format {
                Format::Slc => place.element(&lines, "Solution", &letters),
                _ => {
                    let text = place.apart(&lines, format!("\n{heading}\n{letters}"));
                    lines.above(place.behind_notes(&lines), &text, "solution")
                }
            })
        }
    }
}

/// The moves as letters, capital where a box is pushed, and the heading above them, with their numbers.
fn written(entry: &Entry, moves: &[String]) -> Result<(String, String), String> {
    let board = entry.board().map_err(|error| error.to_string())?;
    let direction = |text: &String| Direction::parse(text).ok_or_else(|| format!("'{text}' is no move"));
    let moves = moves.iter().map(direction).collect::<Result<Vec<_>, _>>()?;
    let line = notation::written(&board, board.start(), &moves).map_err(|illegal| illegal.to_string())?;
    let (moves, pushes) = (Unit::MOVES.count(line.counts["moves"]), PUSHES.count(line.counts["pushes"]));
    Ok((line.text, format!("Solution ({moves}, {pushes})")))
}

/// The edit that replaces the lines of moves that the file gives as the level's solution, with their heading where that
/// has numbers, which would be those of another line.
fn replaced(entry: &Entry, lines: &Lines<'_>, letters: &str, heading: &str, format: Format) -> Option<Edit> {
    let stated = entry.solution().filter(|_| format != Format::Slc)?;
    let first = usize::try_from(stated.line).ok()?;
    let last = lines.range(first + stated.moves.matches('\n').count());
    let is_title = |&number: &usize| lines.line(number).trim_ascii() == stated.title.trim().as_bytes();
    let has_numbers = stated.title.to_ascii_lowercase().contains("move") || has_pair(&stated.title);
    if let Some(title) = (1..first).rev().find(is_title).filter(|_| has_numbers) {
        return Some(Edit::new(lines.range(title).start..last.end, &format!("{heading}\n{letters}"), "solution"));
    }
    // On a line `Solution: rrUL` the moves stand behind the key.
    let line = lines.line(first);
    let key = line.iter().position(|&byte| byte == b':').map_or(0, |colon| colon + 1);
    let blanks = line[key..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    Some(Edit::new(lines.range(first).start + key + blanks..last.end, letters, "solution"))
}

/// Whether a heading has two numbers with a slash between them, as `Solution/YASC 19/3`.
fn has_pair(heading: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    heading
        .split_whitespace()
        .any(|word| word.split_once('/').is_some_and(|(one, other)| is_number(one) && is_number(other)))
}

/// Where a level stands in its file.
struct Place {
    /// The line behind the last row.
    behind_rows: usize,
    /// The lines that may say something of this level alone: behind the rows of the level before, before those of the
    /// next.
    from: usize,
    to: usize,
}

impl Place {
    fn of(collection: &Collection, index: usize, lines: &Lines<'_>) -> Place {
        let line = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let behind = |entry: &Entry| line(entry.rows.last().map_or(1, |row| row.line)) + 1;
        let from = index.checked_sub(1).map_or(1, |before| behind(&collection.entries[before]));
        let to = collection.entries.get(index + 1).map_or(lines.len() + 1, |next| line(next.line()));
        Place { behind_rows: behind(&collection.entries[index]), from, to }
    }

    /// The edit that replaces the number of a par that the level states, below its rows or else above them, where the
    /// notes of the level before may stand, too.
    fn stated_par(&self, entry: &Entry, lines: &Lines<'_>, par: &str) -> Option<Edit> {
        if !entry.notes.comments.iter().any(|comment| has_key(comment.trim_start(), "par")) {
            return None;
        }
        let replace = |number: usize| {
            let line = std::str::from_utf8(lines.line(number)).ok()?;
            let comment = line.trim_start().trim_start_matches("<Comment>").trim_start_matches(';').trim_start();
            let one_line = has_key(comment, "comment").then(|| comment.split_once(':')).flatten();
            let comment = one_line.map_or(comment, |(_, rest)| rest.trim_start());
            let stated = has_key(comment, "par").then(|| comment.split_once(':'))??.1;
            let stated = stated.split('<').next()?.trim();
            let begin = lines.range(number).start + (stated.as_ptr() as usize - line.as_ptr() as usize);
            Some(Edit::new(begin..begin + stated.len(), par, "par"))
        };
        (self.behind_rows..self.to).chain((self.from..self.behind_rows).rev()).find_map(replace)
    }

    /// The line behind the notes that stand directly below the rows; that behind the rows, where the next level does.
    fn behind_notes(&self, lines: &Lines<'_>) -> usize {
        let behind = (self.behind_rows..=lines.len()).find(|&number| lines.line(number).trim_ascii().is_empty());
        behind.unwrap_or(lines.len() + 1).min(if self.is_close(lines) { self.behind_rows } else { usize::MAX })
    }

    /// Whether the next level's rows, or a title of them, stand directly below these rows.
    fn is_close(&self, lines: &Lines<'_>) -> bool {
        let is_rows = |number: usize| std::str::from_utf8(lines.line(number)).is_ok_and(|line| is_row(line.trim_end()));
        !lines.line(self.behind_rows).trim_ascii().is_empty() && is_rows(self.behind_rows + 1)
    }

    /// A text below the rows, with an empty line behind it where the next level's title would else be taken with it.
    fn apart(&self, lines: &Lines<'_>, text: String) -> String {
        if self.is_close(lines) { text + "\n" } else { text }
    }

    /// The edit that adds an element of XML below the rows, as far from the margin as they are.
    fn element(&self, lines: &Lines<'_>, name: &str, text: &str) -> Edit {
        let row = lines.line(self.behind_rows - 1);
        let margin: String =
            row.iter().take_while(|byte| byte.is_ascii_whitespace()).map(|&byte| char::from(byte)).collect();
        lines.above(self.behind_rows, &format!("{margin}<{name}>{text}</{name}>"), &name.to_ascii_lowercase())
    }
}
