//! Writes collections.

use super::file::{Collection, Entry, Format, Solution};
use super::lines;
use super::text::{self, Notes, Row, comment_lines, note_lines, one_line};

const REMARK: &str = ":: Sokoban levels: # wall, @ player, $ box, . goal, + player on goal, * box on goal\n";
const COMMENT: &str = "Comment:";
const COMMENT_END: &str = "Comment-End:";

/// Writes `.xsb` or `.sok`.
pub(super) fn text(collection: &Collection, format: Format) -> String {
    let mut out = if format == Format::Sok { format!("{REMARK}\n") } else { String::new() };
    out += &header(collection, format);
    for entry in &collection.entries {
        let Some(rows) = rows(entry) else { continue };
        rows.iter().for_each(|row| line(&mut out, row));
        out += &notes(&entry.notes, format);
        out.push('\n');
        entry.solutions.iter().for_each(|solution| moves(&mut out, solution));
    }
    let kept = out.trim_end().len();
    out.truncate(kept);
    out.push('\n');
    out
}

fn line(out: &mut String, line: &str) {
    out.push_str(line);
    out.push('\n');
}

/// The collection's notes, in one block that begins with a key, so that none of it is taken for a level's title.
fn header(collection: &Collection, format: Format) -> String {
    let Notes { title, author, comments } = &collection.notes;
    let keys = [("Author", author), ("Email", &collection.email), ("Homepage", &collection.url)];
    if title.is_none() && comments.is_empty() && keys.iter().all(|(_, value)| value.is_none()) {
        return String::new();
    }
    let mut out =
        format!("Collection: {}", one_line(title.as_deref().unwrap_or_default())).trim_end().to_owned() + "\n";
    for (key, value) in keys {
        out += &value.as_ref().map_or_else(String::new, |value| format!("{key}: {}\n", one_line(value)));
    }
    out + &comment(comments, format) + "\n"
}

fn notes(notes: &Notes, format: Format) -> String {
    let keys = Notes { comments: Vec::new(), ..notes.clone() };
    note_lines(&keys) + &comment(&notes.comments, format)
}

/// In `.sok` a comment stands between `Comment:` and `Comment-End:`, unless one of its lines would end it.
fn comment(comments: &[String], format: Format) -> String {
    let ends = comments.iter().any(|line| lines::has_key(line, "comment-end"));
    if format == Format::Xsb || comments.is_empty() || ends {
        return comment_lines(comments);
    }
    let lines: String = comments.iter().map(|comment| one_line(comment) + "\n").collect();
    format!("{COMMENT}\n{lines}{COMMENT_END}\n")
}

fn moves(out: &mut String, solution: &Solution) {
    let title = lines::heading(&one_line(&solution.title));
    if !title.is_empty() {
        line(out, &title);
    }
    line(out, &solution.moves);
    out.push('\n');
}

/// The rows of a level; `None` where it does not obey the rules and its rows would not be read as rows.
fn rows(entry: &Entry) -> Option<Vec<String>> {
    if let Ok(board) = entry.board() {
        return Some(text::rows(&board, board.start()));
    }
    let is_row = |row: &Row| lines::is_row(&row.text) && !row.text.contains('|');
    entry.rows.iter().all(is_row).then(|| raw(entry))
}

fn raw(entry: &Entry) -> Vec<String> {
    entry.rows.iter().map(|row| row.text.trim_end().to_owned()).collect()
}

/// Writes `.slc`.
pub(super) fn xml(collection: &Collection) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SokobanLevels>\n".to_owned();
    let elements = [
        ("Title", collection.notes.title.as_deref().unwrap_or_default()),
        ("Description", &collection.notes.comments.join("\n")),
        ("Email", collection.email.as_deref().unwrap_or_default()),
        ("Url", collection.url.as_deref().unwrap_or_default()),
    ];
    for (index, (name, text)) in elements.into_iter().enumerate() {
        // The first two are required.
        if index < 2 || !text.is_empty() {
            out += &format!("  <{name}>{}</{name}>\n", escaped(text));
        }
    }
    let levels: Vec<Vec<String>> =
        collection.entries.iter().map(|entry| rows(entry).unwrap_or_else(|| raw(entry))).collect();
    let width = levels.iter().map(|rows| width(rows)).max().unwrap_or(0);
    let height = levels.iter().map(Vec::len).max().unwrap_or(0);
    let author = attribute("Copyright", &collection.notes.author);
    out += &format!("  <LevelCollection{author} MaxWidth=\"{width}\" MaxHeight=\"{height}\">\n");
    for (entry, rows) in collection.entries.iter().zip(&levels) {
        out += &level(entry, rows);
    }
    out + "  </LevelCollection>\n</SokobanLevels>\n"
}

fn level(entry: &Entry, rows: &[String]) -> String {
    let (title, author) = (attribute("Id", &entry.notes.title), attribute("Copyright", &entry.notes.author));
    let mut out = format!("    <Level{title} Width=\"{}\" Height=\"{}\"{author}>\n", width(rows), rows.len());
    for row in rows {
        out += &format!("      <L>{}</L>\n", escaped(row));
    }
    for comment in &entry.notes.comments {
        out += &format!("      <Comment>{}</Comment>\n", escaped(comment));
    }
    for solution in &entry.solutions {
        let title = attribute("Title", &Some(solution.title.clone()).filter(|title| !title.is_empty()));
        out += &format!("      <Solution{title}>{}</Solution>\n", escaped(&solution.moves));
    }
    out + "    </Level>\n"
}

fn width(rows: &[String]) -> usize {
    rows.iter().map(|row| row.chars().count()).max().unwrap_or(0)
}

fn attribute(name: &str, value: &Option<String>) -> String {
    value.as_ref().map_or_else(String::new, |value| format!(" {name}=\"{}\"", escaped(&one_line(value))))
}

/// A text as XML: the characters that mean something there are written as entities.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            character => out.push(character),
        }
    }
    out
}
