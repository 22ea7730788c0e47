//! Reads `.slc`: XML with one element a level and one a row.

use roxmltree::{Document, Error, Node, ParsingOptions};

use super::file::{Collection, Entry, Format, Solution};
use super::lines;
use super::text::{Notes, Row};
use frame::problem::LoadError;

/// The most nodes of a document.
const MAX_NODES: u32 = 4_000_000;
const EXPECTED: &str = "a collection: <SokobanLevels> with <LevelCollection>, <Level> and <L>";

pub(super) fn read(text: &str) -> Result<Collection, LoadError> {
    let mut places = Places::new(text);
    // Entities that a document defines for itself can grow without bound, and no collection needs them.
    if let Some(at) = text.find("<!ENTITY") {
        return Err(places.problem(at, "an entity of the document's own", EXPECTED));
    }
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| malformed(&error))?;
    let root = document.root_element();
    if !matches!(root.tag_name().name(), "SokobanLevels" | "LevelCollection") {
        return Err(places.problem(root.range().start, format!("<{}>", root.tag_name().name()), EXPECTED));
    }
    let mut collection = lines::empty(Format::Slc);
    header(root, &mut collection);
    for level in root.descendants().filter(|node| node.has_tag_name("Level")) {
        collection.entries.push(entry(level, &mut places)?);
    }
    Ok(collection)
}

fn malformed(error: &Error) -> LoadError {
    let place = error.pos();
    LoadError::one(u64::from(place.row), u64::from(place.col), format!("XML: {error}"), EXPECTED)
}

fn header(root: Node<'_, '_>, collection: &mut Collection) {
    let element = |name: &str| root.children().find(|node| node.has_tag_name(name));
    let value = |name: &str| element(name).and_then(|node| line(&content(node)));
    collection.notes.title = value("Title");
    collection.email = value("Email");
    collection.url = value("Url");
    collection.notes.comments = element("Description").map_or_else(Vec::new, |node| lines_of(&content(node)));
    let levels = root.descendants().find(|node| node.has_tag_name("LevelCollection"));
    collection.notes.author = levels.and_then(|node| node.attribute("Copyright")).and_then(line);
}

fn entry(level: Node<'_, '_>, places: &mut Places<'_>) -> Result<Entry, LoadError> {
    let attribute = |name: &str| level.attribute(name).and_then(line);
    let notes = Notes { title: attribute("Id"), author: attribute("Copyright"), comments: Vec::new() };
    let (number, column) = places.of(level.range().start);
    let mut entry = Entry { notes, rows: Vec::new(), solutions: Vec::new(), begin: number };
    for node in level.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "L" => entry.rows.push(row(node, places)?),
            "Comment" => entry.notes.comments.extend(lines_of(&content(node))),
            "Solution" => solution(node, &mut entry, places),
            _ => {}
        }
    }
    if entry.rows.is_empty() {
        entry.rows.push(Row { line: number, column, text: String::new() });
    }
    Ok(entry)
}

fn row(node: Node<'_, '_>, places: &mut Places<'_>) -> Result<Row, LoadError> {
    let text = content(node);
    let child = node.first_child();
    if text.contains('\n') || child.is_some_and(|child| child.has_siblings() || !child.is_text()) {
        return Err(places.problem(node.range().start, "a row that is not one line of text", "<L> with a row"));
    }
    let (line, column) = places.of(child.unwrap_or(node).range().start);
    Ok(Row { line, column, text: text.trim_end().to_owned() })
}

/// Notes a solution, or a comment where the text holds no moves.
fn solution(node: Node<'_, '_>, entry: &mut Entry, places: &mut Places<'_>) {
    let lines: Vec<String> = lines_of(&content(node)).into_iter().filter(|line| !line.is_empty()).collect();
    if !lines.iter().all(|line| lines::is_moves(line)) || lines.is_empty() {
        entry.notes.comments.extend(lines);
        return;
    }
    let title = lines::heading(&node.attribute("Title").and_then(line).unwrap_or_default());
    let (number, _) = places.of(node.range().start);
    entry.solutions.push(Solution { title, moves: lines.join("\n"), line: number });
}

/// All text inside an element.
fn content(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// A text on one line; `None` where it is empty.
fn line(text: &str) -> Option<String> {
    let line = text.replace(['\n', '\r', '\t'], " ");
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}

fn lines_of(text: &str) -> Vec<String> {
    text.split('\n').map(|line| line.trim_end().to_owned()).collect()
}

/// Turns offsets into places. Offsets mostly ascend, so that a long document is walked through once.
struct Places<'t> {
    text: &'t str,
    offset: usize,
    line: u64,
    column: u64,
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Places<'t> {
        Places { text, offset: 0, line: 1, column: 1 }
    }

    fn of(&mut self, offset: usize) -> (u64, u64) {
        if offset < self.offset {
            *self = Places::new(self.text);
        }
        for character in self.text[self.offset..offset].chars() {
            (self.line, self.column) =
                if character == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.offset = offset;
        (self.line, self.column)
    }

    fn problem(&mut self, offset: usize, message: impl Into<String>, expected: &str) -> LoadError {
        let (line, column) = self.of(offset);
        LoadError::one(line, column, message, expected)
    }
}
