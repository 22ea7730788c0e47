//! One level as text: its rows, then `Title:`, `Author:` and comments.

use super::rules::{Board, MAX_SIDE, MAX_SQUARES, Square, State};
use frame::phrases::plural;
use frame::problem::{LoadError, MAX_PROBLEMS, Problem};

const CHARACTERS: &str = "# @ + $ * . or a blank (p P b B o - _ are understood too)";

/// The title, author and comments of a level or a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
    /// The lines of the comment.
    pub comments: Vec<String>,
}

/// One row of a level as it is written in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The row's line in the file, from 1.
    pub line: u64,
    /// The column of the row's first character, from 1.
    pub column: u64,
    /// The row's characters, with run lengths not yet expanded.
    pub text: String,
}

impl Row {
    /// Whether the row holds nothing but blanks.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Whether a line is decoration outside the walls: boxes that stand on goals, and floor.
pub(super) fn is_decoration(line: &str) -> bool {
    line.contains('*') && line.chars().all(|character| " -_*".contains(character))
}

/// A level: a board that obeys the rules, and its notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The level's title, author and comments.
    pub notes: Notes,
    /// The walls and goals, and the state in which the level begins.
    pub board: Board,
    /// The moves that the file gives as a solution.
    pub solution: Option<String>,
    /// The author of the collection in which the level stands.
    pub collected_by: Option<String>,
    /// What was read of the file otherwise than it may have been written.
    pub warning: Option<Problem>,
}

impl Level {
    /// Returns the canonical text of the level that begins with `state`.
    #[must_use]
    pub fn text(&self, state: &State) -> String {
        rows(&self.board, state).iter().map(|row| format!("{row}\n")).collect::<String>() + &note_lines(&self.notes)
    }
}

/// The notes under a level's rows.
pub(super) fn note_lines(notes: &Notes) -> String {
    let key = |name: &str, value: &Option<String>| {
        value.as_ref().map_or_else(String::new, |value| format!("{name}: {}\n", one_line(value)))
    };
    key("Title", &notes.title) + &key("Author", &notes.author) + &comment_lines(&notes.comments)
}

/// Comments as lines that begin with `;`.
pub(super) fn comment_lines(comments: &[String]) -> String {
    comments.iter().map(|comment| format!("{}\n", format!("; {}", one_line(comment)).trim_end())).collect()
}

/// A text without line ends and other control characters.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() && character != '\t' { ' ' } else { character }).collect()
}

/// The rows of a state, without blanks at their ends; a row without anything is `-`, because an empty line ends a
/// level.
pub(super) fn rows(board: &Board, state: &State) -> Vec<String> {
    let row = |row: usize| {
        let squares = row * board.width()..(row + 1) * board.width();
        let text: String = squares.map(|square| character(board, state, square)).collect();
        if text.trim_end().is_empty() { "-".to_owned() } else { text.trim_end().to_owned() }
    };
    (0..board.height()).map(row).collect()
}

/// The rows of the start without what has no effect: walls that nothing inside touches, boxes on goals outside, and
/// empty rows and columns around.
pub(super) fn rows_within(board: &Board) -> Vec<String> {
    let (width, height) = (board.width(), board.height());
    let near = |square: usize| {
        let (row, column) = (square / width, square % width);
        let rows = row.saturating_sub(1)..(row + 2).min(height);
        let columns = column.saturating_sub(1)..(column + 2).min(width);
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
            .any(|square| board.is_inside(square))
    };
    let shown = |square: usize| {
        let sign = character(board, board.start(), square);
        let matters = board.is_inside(square) || (sign == '#' && near(square)) || matches!(sign, '$' | '.');
        if matters { sign } else { ' ' }
    };
    let used: Vec<usize> = (0..width * height).filter(|&square| shown(square) != ' ').collect();
    let span = |of: fn(usize, usize) -> usize| {
        let places = || used.iter().map(|&square| of(square, width));
        places().min().unwrap_or(0)..=places().max().unwrap_or(0)
    };
    let (rows, columns) = (span(|square, width| square / width), span(|square, width| square % width));
    rows.map(|row| columns.clone().map(|column| shown(row * width + column)).collect()).collect()
}

fn character(board: &Board, state: &State, square: usize) -> char {
    let (player, box_here) = (state.player() == square, state.has_box(square));
    match board.square(square) {
        Square::Wall => '#',
        Square::Goal if player => '+',
        Square::Goal if box_here => '*',
        Square::Goal => '.',
        Square::Floor if player => '@',
        Square::Floor if box_here => '$',
        Square::Floor => ' ',
    }
}

/// A character of a row after run lengths are expanded, and the column where it stands.
struct Cell {
    character: char,
    column: u64,
}

/// Reads the rows of a level.
///
/// # Errors
/// Everything that is wrong with them, in order of place.
pub(super) fn board(rows: &[Row]) -> Result<Board, LoadError> {
    let mut reader = Reader { rows, problems: Vec::new(), players: Vec::new(), boxes: Vec::new(), goals: 0 };
    let board = reader.board();
    let mut problems = reader.problems;
    problems.sort_by_key(|problem| (problem.line, problem.column));
    problems.truncate(MAX_PROBLEMS);
    board.filter(|_| problems.is_empty()).ok_or(LoadError::Invalid(problems))
}

struct Reader<'r> {
    rows: &'r [Row],
    problems: Vec<Problem>,
    players: Vec<(usize, u64, u64)>,
    boxes: Vec<u16>,
    goals: usize,
}

impl Reader<'_> {
    fn note(&mut self, line: u64, column: u64, message: impl Into<String>, expected: impl Into<String>) {
        self.problems.push(Problem::error(line, column, message, expected));
    }

    /// Returns the board, or `None` after noting problems.
    fn board(&mut self) -> Option<Board> {
        let rows = self.rows;
        let cells = self.cells()?;
        let width = cells.iter().map(Vec::len).max().unwrap_or(0);
        if width == 0 {
            let (line, column) = rows.first().map_or((1, 1), |row| (row.line, row.column));
            self.note(line, column, "a level without squares", "rows of a level");
            return None;
        }
        if cells.len() * width > MAX_SQUARES {
            self.note(rows[0].line, rows[0].column, "the level is too large", format!("at most {MAX_SQUARES} squares"));
            return None;
        }
        let mut squares = vec![Square::Floor; cells.len() * width];
        for (index, (row, cells)) in rows.iter().zip(&cells).enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let square = index * width + column;
                squares[square] = self.square(square, row.line, cell);
            }
        }
        let unknown = !self.problems.is_empty();
        self.ends(&cells);
        let player = self.counts()?;
        if unknown {
            // An unknown character may stand for a wall: whether the walls are closed is not known.
            return None;
        }
        let state = State::new(player as u16, std::mem::take(&mut self.boxes));
        Board::new(width, squares, state).map_err(|square| self.open(&cells, square / width, square % width)).ok()
    }

    /// The rows with run lengths expanded.
    fn cells(&mut self) -> Option<Vec<Vec<Cell>>> {
        let rows = self.rows;
        if rows.len() > MAX_SIDE {
            let row = &rows[MAX_SIDE];
            self.note(row.line, row.column, "too many rows", format!("at most {MAX_SIDE} rows"));
            return None;
        }
        let mut all = Vec::with_capacity(rows.len());
        let mut squares = 0;
        for row in rows {
            match expand(row) {
                Ok(cells) => {
                    squares += cells.len();
                    all.push(cells);
                }
                Err(problem) => self.problems.push(problem),
            }
            // Rows with run lengths are short as text and long as squares.
            if squares > MAX_SQUARES {
                self.note(row.line, row.column, "the level is too large", format!("at most {MAX_SQUARES} squares"));
                return None;
            }
        }
        (all.len() == rows.len()).then_some(all)
    }

    fn square(&mut self, square: usize, line: u64, cell: &Cell) -> Square {
        let (is_player, is_box, is_goal) = match cell.character {
            ' ' | '-' | '_' => return Square::Floor,
            '#' => return Square::Wall,
            '.' | 'o' => (false, false, true),
            '@' | 'p' => (true, false, false),
            '+' | 'P' => (true, false, true),
            '$' | 'b' => (false, true, false),
            '*' | 'B' => (false, true, true),
            unknown => {
                self.note(line, cell.column, format!("'{}'", unknown.escape_debug()), CHARACTERS);
                return Square::Floor;
            }
        };
        self.players.extend(is_player.then_some((square, line, cell.column)));
        self.boxes.extend(is_box.then_some(square as u16));
        self.goals += usize::from(is_goal);
        if is_goal { Square::Goal } else { Square::Floor }
    }

    /// The first and the last row hold a wall each: nothing outside the walls can matter, and a file shows where the
    /// level begins.
    fn ends(&mut self, cells: &[Vec<Cell>]) {
        let mut ends = vec![0, cells.len() - 1];
        ends.dedup();
        for index in ends {
            let row = &self.rows[index];
            let is_wall = |cell: &Cell| cell.character == '#';
            if !cells[index].iter().any(is_wall) && !is_decoration(&row.text) {
                self.note(row.line, row.column, "a first or last row without a wall", "a row of walls");
            }
        }
    }

    /// The player's square, if there is one player and there are as many boxes as goals.
    fn counts(&mut self) -> Option<usize> {
        let (line, column) = (self.rows[0].line, self.rows[0].column);
        let players = std::mem::take(&mut self.players);
        if players.is_empty() {
            self.note(line, column, "no player", "one '@', or '+' on a goal");
        }
        for (_, line, column) in players.iter().skip(1).take(MAX_PROBLEMS) {
            self.note(*line, *column, "a second player", "one player");
        }
        let (boxes, goals) = (self.boxes.len(), self.goals);
        if boxes == 0 {
            self.note(line, column, "no box", "at least one '$', or '*' on a goal");
        } else if boxes != goals {
            let message = format!("{} and {}", plural(boxes, "box", "boxes"), plural(goals, "goal", "goals"));
            self.note(line, column, message, "as many boxes as goals");
        }
        players.first().map(|&(square, ..)| square)
    }

    /// Notes that the player can leave the board next to this square.
    fn open(&mut self, cells: &[Vec<Cell>], row: usize, column: usize) {
        let end = cells[row].last().map_or(self.rows[row].column, |cell| cell.column + 1);
        let column = cells[row].get(column).map_or(end, |cell| cell.column);
        let message = "the walls are open: the player can leave the level here";
        self.note(self.rows[row].line, column, message, "walls all around");
    }
}

/// Expands the run lengths of a row: `3#2-` is `###--`.
fn expand(row: &Row) -> Result<Vec<Cell>, Problem> {
    let problem = |column, message: &str, expected: String| Err(Problem::error(row.line, column, message, expected));
    let mut cells = Vec::with_capacity(row.text.len().min(MAX_SIDE));
    let mut count: Option<usize> = None;
    for (column, character) in (row.column..).zip(row.text.chars()) {
        if let Some(digit) = character.to_digit(10) {
            count = Some(count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let times = count.take().unwrap_or(1);
        if times == 0 {
            return problem(column, "a count of 0", "a count of at least 1".to_owned());
        }
        if times > MAX_SIDE - cells.len() {
            return problem(column, "the row is too long", format!("at most {MAX_SIDE} squares in a row"));
        }
        cells.extend(std::iter::repeat_with(|| Cell { character, column }).take(times));
    }
    if count.is_some() {
        let end = row.column + row.text.chars().count() as u64;
        return problem(end, "a count without a square", "a character of the level after the count".to_owned());
    }
    // Floor at the end of a row says nothing.
    let kept = cells.iter().rposition(|cell| !matches!(cell.character, ' ' | '-' | '_')).map_or(0, |last| last + 1);
    cells.truncate(kept);
    Ok(cells)
}
