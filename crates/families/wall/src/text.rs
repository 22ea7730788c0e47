//! The format `.wall`: rows of digits and `x` (or `X`), all equally long, as they are or in the statement's notation
//! (see [`super::quoted`]); `; rule: live` above them for the live rule, under which `x` is refused, `; rule: free`
//! for the free one, and `; walls: 1,1; 1,3` for walls that stand at the start, by the cells above them, under the free
//! rule. The top-left cell is a digit. The canonical text is plain rows with `x`.

use std::ops::Range;

use engines::Context;
use memchr::{memchr, memchr2};

use super::board::Board;
use super::free_state::{self, WallsError};
use super::grid::Grid;
use super::quoted::{self, Quoted};
use super::rules::{RULES, Rule};
use super::ways::Walls;
use frame::likeness::{self, Likeness};
use frame::phrases::plural;
use frame::problem::{LoadError, MAX_PROBLEMS, Problem};
use frame::rows::{Header, MAX_LINES, MAX_TILES, Row, Rows};
use frame::source::Source;

/// The key of the header that names the rule.
const RULE: &str = "rule";
/// The key of the header that names walls which stand at the start, by the cells above them: `1,1; 1,3`.
const WALLS: &str = "walls";

/// Reads a board; rows are packed as they come, so the text never stands in memory.
pub(super) fn parse(source: &dyn Source) -> Result<Grid, LoadError> {
    let mut rows = Rows::open(source, &[RULE, WALLS])?;
    let header = rows.header().clone();
    let rule = rule(&header)?;
    let walls = header.get(WALLS).map(str::to_owned);
    // Walls that are given are some of any: the ordinary rule leaves one gap.
    let rule = if walls.is_some() && rule == Rule::Walls { Rule::Free } else { rule };
    let mut reader = Reader { rule, length: source.len(), board: None, problems: Vec::new(), rows: 0, quoted: None };
    let mut first = true;
    while let Some(row) = rows.next_row()? {
        if std::mem::take(&mut first) && quoted::begins(row.bytes) {
            reader.quoted = Some(Quoted::default());
        }
        reader.line(&row)?;
        if reader.problems.len() >= MAX_PROBLEMS {
            break;
        }
    }
    reader.end();
    match reader {
        Reader { problems, .. } if !problems.is_empty() => Err(LoadError::Invalid(problems)),
        Reader { board: Some(board), .. } => {
            let built = walls.map(|walls| built(&header, &board, rule, &walls)).transpose()?;
            Ok(Grid::new(header, board, rule).among(built))
        }
        _ => Err(LoadError::one(rows.line() + 1, 1, "no row", "a row of digits and 'x'")),
    }
}

/// The walls that the header names.
fn built(header: &Header, board: &Board, rule: Rule, text: &str) -> Result<Walls, LoadError> {
    let wrong = |message: String, expected: String| LoadError::Invalid(vec![header.problem(WALLS, message, expected)]);
    if rule == Rule::Live {
        let message = "under the live rule walls are built while Rabbit walks";
        return Err(wrong(message.into(), "no such line, or the rule free".into()));
    }
    if let Some((message, expected)) = free_state::too_large(board) {
        return Err(wrong(message, expected));
    }
    free_state::walls(board, text, &Context::default()).map_err(|error| match error {
        WallsError::Wrong { message, expected } => wrong(message, expected),
        WallsError::Halted(halt) => wrong(halt.to_string(), "a smaller board".into()),
    })
}

/// The canonical text.
pub(super) fn print(grid: &Grid) -> String {
    print_under(grid, grid.header.clone())
}

/// The text of the level by another rule, or among other walls.
pub(super) fn print_as(grid: &Grid, rule: Rule, walls: Option<&Walls>) -> String {
    let is_other = |line: &String| ![RULE, WALLS].iter().any(|key| line_of(key, line));
    let mut lines: Vec<String> = grid.header.lines.iter().filter(|line| is_other(line)).cloned().collect();
    lines.extend(rule.name().map(|name| format!("; {RULE}: {name}")));
    if let Some(walls) = walls {
        let places: Vec<String> = walls.iter().map(|(row, column)| format!("{},{}", row + 1, column + 1)).collect();
        lines.push(format!("; {WALLS}: {}", places.join("; ")));
    }
    print_under(grid, Header { lines })
}

/// Whether a line of the header has this key.
fn line_of(key: &str, line: &str) -> bool {
    let entry = line.strip_prefix(';').and_then(|line| line.split_once(':'));
    entry.is_some_and(|(name, _)| name.trim() == key)
}

/// The board below this header.
fn print_under(grid: &Grid, header: Header) -> String {
    let mut text = header.text();
    text.reserve(grid.board.rows() * (grid.board.columns() + 1));
    for row in 0..grid.board.rows() {
        text.extend(grid.board.row(row).map(|cost| cost.map_or('x', |cost| char::from(b'0' + cost))));
        text.push('\n');
    }
    text
}

/// The rule that the header names.
fn rule(header: &Header) -> Result<Rule, LoadError> {
    let Some(name) = header.get(RULE) else { return Ok(Rule::Walls) };
    Rule::named(name).ok_or_else(|| {
        let problem =
            header.problem(RULE, format!("the rule '{name}' is not known"), format!("{RULES}, or no such line"));
        LoadError::Invalid(vec![problem])
    })
}

/// Takes rows one by one, and goes on after a problem to find others.
struct Reader {
    rule: Rule,
    /// Bytes of the source: bounds the number of rows.
    length: u64,
    board: Option<Board>,
    problems: Vec<Problem>,
    rows: u64,
    /// Where the rows are in quotes: what was read so far.
    quoted: Option<Quoted>,
}

/// One row of cells within its line.
#[derive(Clone, Copy)]
struct Cells<'r> {
    line: Row<'r>,
    /// Where the row begins in the line's bytes.
    from: usize,
    bytes: &'r [u8],
}

impl<'r> Cells<'r> {
    fn of(line: Row<'r>, range: Range<usize>) -> Cells<'r> {
        Cells { line, from: range.start, bytes: &line.bytes[range] }
    }

    /// A problem at byte `at` of the row.
    fn problem(&self, at: usize, message: impl Into<String>, expected: impl Into<String>) -> Problem {
        self.line.problem(self.from + at, message, expected)
    }
}

impl Reader {
    /// Takes the next line: a row, or several rows in quotes.
    fn line(&mut self, line: &Row<'_>) -> Result<(), LoadError> {
        let Some(quoted) = &mut self.quoted else { return self.take(&Cells::of(*line, 0..line.bytes.len())) };
        let (rows, problem) = quoted.rows(line);
        for row in rows {
            self.take(&Cells::of(*line, row))?;
            if self.problems.len() >= MAX_PROBLEMS {
                return Ok(());
            }
        }
        self.problems.extend(problem);
        Ok(())
    }

    /// Notes what is missing at the end.
    fn end(&mut self) {
        if self.problems.is_empty() {
            self.problems.extend(self.quoted.as_ref().and_then(Quoted::end));
        }
    }

    /// Takes the next row.
    ///
    /// # Errors
    /// A board too large, at once; other problems are only noted.
    fn take(&mut self, row: &Cells<'_>) -> Result<(), LoadError> {
        let width = row.bytes.len();
        if width == 0 {
            self.problems.push(row.problem(0, "the row is empty", "digits and 'x'"));
            return Ok(());
        }
        let columns = self.board.as_ref().map_or(width, Board::columns);
        self.rows += 1;
        if self.rows.max(columns as u64) > MAX_LINES || self.rows * columns as u64 > MAX_TILES {
            let expected = "at most 65,535 rows and columns and 2^30 tiles";
            return Err(LoadError::Invalid(vec![row.problem(0, "the board is too large", expected)]));
        }
        if self.board.is_none() {
            let rows = (self.length / (width as u64 + 1) + 1).min(MAX_LINES);
            self.board = Some(Board::with_room(width, usize::try_from(rows).unwrap_or(0)));
        }
        if self.fails(row.bytes) {
            self.explain(row, columns);
        }
        Ok(())
    }

    /// Adds a row; true where something is wrong with it.
    fn fails(&mut self, row: &[u8]) -> bool {
        let corner = self.rows == 1 && matches!(row.first(), Some(b'x' | b'X'));
        let live = self.rule == Rule::Live && memchr2(b'x', b'X', row).is_some();
        let misfit = self.board.as_mut().is_none_or(|board| board.push(row).is_err() && !push_capitals(board, row));
        corner || live || misfit
    }

    /// Says what is wrong with a row: the first character that does not belong, or else its length. What is wrong
    /// behind it often follows from it.
    fn explain(&mut self, row: &Cells<'_>, columns: usize) {
        let text = String::from_utf8_lossy(row.bytes);
        let (rule, first) = (self.rule, self.rows == 1);
        let wrong = |&(at, byte): &(usize, &u8)| match byte {
            b'0'..=b'9' => false,
            b'x' | b'X' => rule == Rule::Live || (first && at == 0),
            // The later bytes of a character of several.
            0x80..=0xBF => text.len() != row.bytes.len(),
            _ => true,
        };
        if let Some((at, byte)) = row.bytes.iter().enumerate().find(wrong) {
            let (message, expected) = match (byte, self.rule) {
                (b'x' | b'X', Rule::Live) => ("'x' under the live rule".to_owned(), "a digit"),
                (b'x' | b'X', _) => ("the top-left cell is blocked".to_owned(), "a digit, where Rabbit starts"),
                _ => (row.line.character(row.from + at), "a digit or 'x'"),
            };
            self.problems.push(row.problem(at, message, expected));
            return;
        }
        let length = text.chars().count();
        if length != columns {
            let at = row.bytes.len().min(columns);
            let message = format!("the row has {}", plural(length, "column", "columns"));
            self.problems.push(row.problem(at, message, format!("{columns}, as in the first row")));
        }
    }
}

/// Adds a row that has capitals for blocked cells; false where it does not fit even so. Rows without capitals are
/// never looked at twice: they fit at once, or are wrong.
fn push_capitals(board: &mut Board, row: &[u8]) -> bool {
    let small = |&byte: &u8| if byte == b'X' { b'x' } else { byte };
    memchr(b'X', row).is_some() && board.push(&row.iter().map(small).collect::<Vec<u8>>()).is_ok()
}

/// How much a text is like a board: it may be one if it is rows of digits and `x`, or rows in quotes.
pub(super) fn likeness(text: &str) -> Likeness {
    let is_cells = |row: &str| row.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'x' | b'X'));
    let is_quoted = |row: &str| {
        let declared = quoted::declaration(row.as_bytes());
        // A text in quotes behind a key may be TOML.
        let row = if row[declared..].trim_start().starts_with('{') { &row[declared..] } else { row };
        row.contains('"') && row.bytes().all(|byte| byte.is_ascii_digit() || br#"xX{}[]",; "#.contains(&byte))
    };
    likeness::of_rows(
        text,
        |row| is_cells(row) || is_quoted(row),
        |rows| rows.len() > 1 || rows.iter().any(|row| is_quoted(row)),
    )
}
