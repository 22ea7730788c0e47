//! Reads `.xsb` and `.sok`: lines in blocks, which are the notes of the file, of the level above or of the one below.

use super::file::{Collection, Entry, Format, Solution};
use super::text::{Notes, Row, is_decoration};
use frame::problem::LoadError;

/// The kind of a line, taken alone.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line<'t> {
    /// A row, or rows with `|` between.
    Rows(&'t str),
    Blank,
    /// `:: remark`, which is read over.
    Remark,
    /// `; comment`, without the mark.
    Comment(&'t str),
    /// `Title: value` and its kin; the name in small letters.
    Key(&'static str, &'t str),
    /// A line of the text between `Comment:` and `Comment-End:`.
    Quoted(&'t str),
    /// Moves.
    Moves(&'t str),
    /// `Solution: moves`, heading and moves in one line.
    Solution(&'t str),
    Text(&'t str),
}

const KEYS: [&str; 9] = ["title", "author", "collection", "comment", "comment-end", "email", "url", "homepage", "game"];

/// Whether a line is `key: …`, in small or capital letters.
pub(super) fn has_key(line: &str, key: &str) -> bool {
    line.split_once(':').is_some_and(|(name, _)| name.eq_ignore_ascii_case(key))
}

pub(super) fn read(text: &str, format: Format) -> Result<Collection, LoadError> {
    let lines = classify(text)?;
    other_game(&lines).map_or(Ok(()), Err)?;
    let mut reader = Reader { lines: &lines, collection: empty(format), leading: false, has_implied_title: false };
    reader.leading = reader.titles_lead();
    reader.read();
    Ok(reader.collection)
}

pub(super) fn empty(format: Format) -> Collection {
    Collection { notes: Notes::default(), email: None, url: None, format, entries: Vec::new(), warning: None }
}

/// The error of levels of another game, which a line `Game: …` names: tools that play several games write it.
fn other_game(lines: &[Line<'_>]) -> Option<LoadError> {
    let other = |line: &Line<'_>| match line {
        Line::Key("game", name) if !name.to_ascii_lowercase().starts_with("sokoban") => Some((*name).to_owned()),
        _ => None,
    };
    let (number, name) = (1..).zip(lines).find_map(|(number, line)| Some((number, other(line)?)))?;
    Some(LoadError::one(number, 1, format!("these are levels of the game {name}"), "levels of Sokoban"))
}

fn classify(text: &str) -> Result<Vec<Line<'_>>, LoadError> {
    let raw: Vec<&str> = text.lines().map(str::trim_end).collect();
    let rows_follow = rows_follow(&raw);
    let mut lines: Vec<Line<'_>> = Vec::with_capacity(raw.len());
    let mut quoted: Option<usize> = None;
    for (index, line) in raw.iter().copied().enumerate() {
        if quoted.is_some() && !has_key(line, "comment-end") {
            lines.push(Line::Quoted(line));
            continue;
        }
        let in_board = matches!(lines.last(), Some(Line::Rows(_)));
        let line =
            if is_row(line) || continues(in_board, line, rows_follow[index]) { Line::Rows(line) } else { plain(line) };
        match line {
            Line::Key("comment", "") => quoted = Some(index),
            Line::Key("comment-end", _) => quoted = None,
            _ => {}
        }
        lines.push(line);
    }
    match quoted {
        Some(index) => {
            Err(LoadError::one(index as u64 + 1, 1, "a comment without an end", "a line 'Comment-End:' below"))
        }
        None => Ok(lines),
    }
}

/// A line that is no row.
fn plain(line: &str) -> Line<'_> {
    let key = || KEYS.into_iter().find(|key| has_key(line, key));
    if line.is_empty() {
        Line::Blank
    } else if line.starts_with("::") {
        Line::Remark
    } else if let Some(comment) = line.strip_prefix(';') {
        Line::Comment(comment.strip_prefix(' ').unwrap_or(comment))
    } else if let Some(key) = key() {
        Line::Key(key, line.split_once(':').unwrap_or_default().1.trim())
    } else if is_moves(line) {
        Line::Moves(line)
    } else if let Some(moves) = solution(line) {
        Line::Solution(moves)
    } else {
        Line::Text(line)
    }
}

/// The moves of a line `Solution: moves`.
fn solution(line: &str) -> Option<&str> {
    let moves = line.split_once(':')?.1.trim();
    (has_key(line, "solution") && is_moves(moves)).then_some(moves)
}

/// Whether a text can stand above moves.
fn is_heading(title: &str) -> bool {
    let title = title.to_ascii_lowercase();
    ["solution", "snapshot", "saved game"].iter().any(|name| title.starts_with(name))
}

/// A title as it can stand above moves.
pub(super) fn heading(title: &str) -> String {
    if title.is_empty() || is_heading(title) { title.to_owned() } else { format!("Solution {title}") }
}

/// Whether a line holds nothing but squares, with a wall among them, every count before a square.
pub(super) fn is_row(line: &str) -> bool {
    let is_square = |character: char| " -_#@+$*.pPbBo".contains(character);
    let known = |character: char| is_square(character) || character.is_ascii_digit() || character == '|';
    let counts = line.split('|').all(|row| !row.ends_with(|character: char| character.is_ascii_digit()));
    line.contains('#') && counts && line.chars().all(known)
}

/// Whether all of a line is squares as they are drawn: no letters, no counts.
fn is_drawn(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|character| " -_#@+$*.".contains(character))
}

fn has_piece(line: &str) -> bool {
    line.contains(['@', '+', '$', '*', '.'])
}

/// For every line, whether a row follows, with nothing but rows of floor between.
fn rows_follow(lines: &[&str]) -> Vec<bool> {
    let mut follow = vec![false; lines.len()];
    for index in (1..lines.len()).rev() {
        let line = lines[index];
        follow[index - 1] = is_row(line) || is_drawn(line) && (has_piece(line) || follow[index]);
    }
    follow
}

/// Whether a line that is no row when taken alone is one between rows: one without walls, or one with a wrong
/// character,
/// which is to be refused at its place.
fn continues(in_board: bool, line: &str, row_follows: bool) -> bool {
    if is_drawn(line) {
        return in_board && (row_follows || has_piece(line)) || row_follows && is_decoration(line);
    }
    let is_note = line.starts_with(';') || KEYS.iter().any(|key| has_key(line, key));
    let drawn = line.chars().filter(|character| " -_#@+$*.".contains(*character)).count();
    let mostly = !is_note && line.contains('#') && drawn * 3 >= line.chars().count() * 2;
    mostly && (in_board || (line.starts_with('#') && line.ends_with('#') && row_follows))
}

/// Whether a line can be moves: letters in either case, counts, groups, blanks.
pub(super) fn is_moves(line: &str) -> bool {
    let known = |character: char| "lurdLURD()".contains(character) || character.is_ascii_digit() || character == ' ';
    line.contains(['l', 'u', 'r', 'd', 'L', 'U', 'R', 'D']) && line.chars().all(known)
}

struct Reader<'l, 't> {
    lines: &'l [Line<'t>],
    collection: Collection,
    /// Whether blocks of keys stand above their levels throughout the file, not below.
    leading: bool,
    /// Whether the title of the last level is a comment above it, which an explicit one replaces.
    has_implied_title: bool,
}

/// Consecutive lines that are not blank: from, to.
type Block = (usize, usize);

impl<'t> Reader<'_, 't> {
    /// A file whose first level has `Title:` above it and whose last has none below writes titles above levels.
    fn titles_lead(&self) -> bool {
        let is_row = |line: &Line<'_>| matches!(line, Line::Rows(_));
        let is_title = |line: &Line<'_>| matches!(line, Line::Key("title", _));
        let first = self.lines.iter().position(is_row).unwrap_or(0);
        let last = self.lines.iter().rposition(is_row).unwrap_or(0);
        self.lines[..first].iter().any(is_title) && !self.lines[last..].iter().any(is_title)
    }

    fn read(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            let rows = |line: &Line<'_>| matches!(line, Line::Rows(_));
            let board = self.lines[at..].iter().position(rows).map_or(self.lines.len(), |offset| at + offset);
            let lead = self.lead(at, board);
            // What is left belongs to the level above, or to the file where there is none.
            self.notes(at, lead.map_or(board, |(from, _)| from));
            if board == self.lines.len() {
                return;
            }
            let end = self.lines[board..].iter().position(|line| !rows(line)).map_or(self.lines.len(), |n| board + n);
            let rows = (board..end).flat_map(|index| self.rows(index)).collect();
            let begin = lead.map_or(board, |(from, _)| from) as u64 + 1;
            self.collection.entries.push(Entry { notes: Notes::default(), rows, solutions: Vec::new(), begin });
            self.has_implied_title = false;
            if let Some((from, to)) = lead {
                self.notes_of_lead(from, to);
            }
            at = end;
        }
    }

    /// The rows of one line, which `|` separates.
    fn rows(&self, index: usize) -> Vec<Row> {
        let Line::Rows(text) = self.lines[index] else { return Vec::new() };
        let mut column = 1;
        let line = index as u64 + 1;
        let mut rows = Vec::new();
        for part in text.strip_suffix('|').unwrap_or(text).split('|') {
            rows.push(Row { line, column, text: part.to_owned() });
            column += part.chars().count() as u64 + 1;
        }
        rows
    }

    /// The last block between two boards, if it belongs to the one below.
    fn lead(&self, from: usize, board: usize) -> Option<Block> {
        if board == self.lines.len() {
            return None;
        }
        let is_empty = |line: &Line<'_>| matches!(line, Line::Blank | Line::Remark);
        let last = from + self.lines[from..board].iter().rposition(|line| !is_empty(line))?;
        let first = self.lines[from..=last].iter().rposition(is_empty).map_or(from, |blank| from + blank + 1);
        let block = &self.lines[first..=last];
        let below_level = first == from && from > 0;
        let above_level = last + 1 == board;
        let only = self.lines[from..first].iter().all(is_empty);
        let leads = match block {
            [.., Line::Quoted(_) | Line::Moves(_) | Line::Solution(_)] => false,
            [Line::Key(..), ..] if below_level => false,
            [Line::Key("collection", _), ..] => false,
            [Line::Key(..), ..] => above_level || self.leading,
            // A title that stands directly between two levels is that of the second.
            [Line::Comment(_) | Line::Text(_)] => !below_level || above_level,
            [Line::Comment(_), ..] => !below_level && (above_level || from > 0 || !only),
            _ => false,
        };
        let is_solved = block.iter().any(|line| matches!(line, Line::Moves(_) | Line::Solution(_)));
        (leads && !is_solved).then_some((first, last + 1))
    }

    /// The notes of the level below: its first line is the title, unless a key gives one.
    fn notes_of_lead(&mut self, from: usize, to: usize) {
        let first = match self.lines[from] {
            Line::Comment(title) | Line::Text(title) if !title.trim().is_empty() => Some(title.trim()),
            _ => None,
        };
        self.notes(from + usize::from(first.is_some()), to);
        let Some(entry) = self.collection.entries.last_mut() else { return };
        match (&entry.notes.title, first) {
            (None, Some(title)) => {
                entry.notes.title = Some(title.replace('\t', " "));
                self.has_implied_title = true;
            }
            (Some(_), Some(comment)) => entry.notes.comments.insert(0, comment.to_owned()),
            _ => {}
        }
    }

    fn notes(&mut self, from: usize, to: usize) {
        let mut at = from;
        let lines = self.lines;
        while at < to {
            at += match &lines[at] {
                Line::Moves(_) => self.moves(at, to, ""),
                Line::Solution(moves) => {
                    self.solution("Solution", moves, at);
                    1
                }
                Line::Text(title) if self.is_heading(title, at, to) => 1 + self.moves_below(at, to, title),
                line => {
                    self.note(line);
                    1
                }
            };
        }
    }

    /// Whether a text is the title of the moves below it.
    fn is_heading(&self, title: &str, at: usize, to: usize) -> bool {
        let is_blank = |line: &&Line<'_>| matches!(line, Line::Blank | Line::Remark);
        let below = self.lines[at + 1..to].iter().find(|line| !is_blank(line));
        is_heading(title) && !self.collection.entries.is_empty() && matches!(below, Some(Line::Moves(_)))
    }

    /// Reads the moves under a heading and says how many lines they and the blank lines before them take.
    fn moves_below(&mut self, at: usize, to: usize, title: &str) -> usize {
        let is_moves = |line: &Line<'_>| matches!(line, Line::Moves(_));
        let blanks = self.lines[at + 1..to].iter().position(is_moves).unwrap_or(0);
        blanks + self.moves(at + 1 + blanks, to, title)
    }

    /// Reads consecutive lines of moves and says how many they are.
    fn moves(&mut self, at: usize, to: usize, title: &str) -> usize {
        let text = |line: &Line<'t>| if let Line::Moves(text) = line { Some(*text) } else { None };
        let lines: Vec<&str> = self.lines[at..to].iter().map_while(text).collect();
        self.solution(title, &lines.join("\n"), at);
        lines.len()
    }

    /// Adds moves to the level above; in the header of a file they are comments.
    fn solution(&mut self, title: &str, moves: &str, at: usize) {
        let Some(entry) = self.collection.entries.last_mut() else {
            return self.collection.notes.comments.extend(moves.lines().map(str::to_owned));
        };
        entry.solutions.push(Solution { title: title.to_owned(), moves: moves.to_owned(), line: at as u64 + 1 });
    }

    fn note(&mut self, line: &Line<'_>) {
        let in_header = self.collection.entries.is_empty();
        let notes = self.collection.entries.last_mut().map_or(&mut self.collection.notes, |entry| &mut entry.notes);
        let value = |text: &str| Some(text.replace('\t', " ")).filter(|text| !text.is_empty());
        if self.has_implied_title && matches!(line, Line::Key("title", text) if !text.is_empty()) {
            notes.comments.splice(0..0, notes.title.take());
            self.has_implied_title = false;
        }
        match *line {
            Line::Key("title", text) if notes.title.is_none() => notes.title = value(text),
            Line::Key("collection", text) if in_header && notes.title.is_none() => notes.title = value(text),
            Line::Key("author", text) if notes.author.is_none() => notes.author = value(text),
            Line::Key("email", text) if in_header => self.collection.email = value(text),
            Line::Key("url" | "homepage", text) if in_header => self.collection.url = value(text),
            Line::Key("comment", "") | Line::Key("comment-end", _) => {}
            Line::Key("comment", text) | Line::Comment(text) | Line::Quoted(text) | Line::Text(text) => {
                notes.comments.push(text.to_owned());
            }
            // A second title, or a key that only a collection has.
            Line::Key(key, text) => notes.comments.push(format!("{key}: {text}").trim_end().to_owned()),
            Line::Rows(_) | Line::Blank | Line::Remark | Line::Moves(_) | Line::Solution(_) => {}
        }
    }
}
