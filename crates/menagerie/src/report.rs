//! The output for users: errors with the line and a caret on standard error, answers on standard output.
//!
//! Everything for standard output is collected first and written at once, so that no incomplete answer appears there.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anyhow::Context as _;
use picture::printable::{is_hidden, printable, printable_in_colour};
use picture::{Frame, Picture, Tile};
use puzzles::options::ALL;
use puzzles::phrases::plural;
use puzzles::words;
use puzzles::{Answer, Problem, QuestionKind};

use crate::excerpts::{Excerpt, Excerpts};

/// Pictures up to this many lines and columns are shown with an answer.
const MAX_LINES: usize = 40;
const MAX_COLUMNS: usize = 160;

/// Whether colours may be used on standard output.
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes all of `text` to standard output, hidden characters written out; the colours of boards stay. A reader that
/// went away is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    write_all(&mut io::stdout().lock(), &shown(text, colour())).context("standard output")
}

/// Writes all of `text` to standard error: the answer, where standard output takes a file that was asked for.
pub(crate) fn print_aside(text: &str) -> anyhow::Result<()> {
    write_all(&mut io::stderr().lock(), &shown(text, colour())).context("standard error")
}

fn shown(text: &str, colour: bool) -> Cow<'_, str> {
    if colour { Cow::Owned(printable_in_colour(text)) } else { printable(text) }
}

/// JSON to print. Hidden characters that JSON allows in a string are escaped too: the value stays the same.
pub(crate) fn json(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 1);
    for sign in value.chars() {
        if is_hidden(sign) {
            sign.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
        } else {
            text.push(sign);
        }
    }
    text
}

/// JSON as a line to print, as [`json`] has it.
pub(crate) fn json_line(object: &str) -> String {
    json(object) + "\n"
}

fn write_all(out: &mut impl Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a line to standard error, hidden characters written out; nothing can be done where that fails.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(text));
}

/// All problems of a file: `FILE:LINE:COLUMN: …`, then the line with a caret.
pub(crate) fn problems(name: &str, excerpts: &Excerpts, problems: &[Problem]) -> String {
    let mut out = String::new();
    for problem in problems {
        out.push_str(&format!("{name}:{problem}\n"));
        out.push_str(&excerpt(excerpts, problem.line, problem.column));
    }
    out
}

/// The line of a place with a caret under it; empty where the line is not shown.
pub(crate) fn excerpt(excerpts: &Excerpts, line: u64, column: u64) -> String {
    excerpts.around(line, column).map_or_else(String::new, |shown| snippet(&shown, line))
}

fn snippet(Excerpt { text: line, at }: &Excerpt, number: u64) -> String {
    let at = *at;
    let width = line[at..].chars().next().map_or(0, char::len_utf8);
    let caret = AnnotationKind::Primary.span(at..at + width);
    let start = usize::try_from(number).unwrap_or(usize::MAX);
    let shown = Snippet::source(line.as_str()).line_start(start).annotation(caret);
    let report = &[Group::with_level(Level::ERROR).element(shown)];
    format!("{}\n", Renderer::plain().render(report))
}

/// An answer for people: the board where it is small, the verdict, the words, the cost. Of a run its end is drawn.
pub(crate) fn answer(answer: &Answer, picture: Option<&Picture>) -> String {
    let end = picture.filter(|_| answer.question == QuestionKind::RUN).map(last_frame);
    let picture = end.as_ref().or(picture).map(without_lists);
    let Drawn { text: board, told: frames } = picture.as_ref().map(fitted).unwrap_or_default();
    let lines = match frames.iter().any(|frame| frame.table.is_some()) {
        true => words::lines_beside_histogram(answer),
        // Only a terminal is spared long lists, unless they were asked for.
        false if io::stdout().is_terminal() && !answer.asked.is_on(&ALL) => words::lines(answer),
        false => words::in_full(answer),
    };
    let mut out = format!("{board}{}: {}\n", answer.family, words::verdict(answer));
    // What a printed caption says is not said again.
    for line in lines.iter().filter(|line| !frames.iter().any(|frame| frame.caption == **line)) {
        out.push_str(&format!("  {line}\n"));
    }
    if answer.verdict.is_some() && !answer.is_told_in_part() {
        let spent = answer.spent;
        // Where nothing was done before a limit struck, the reason is all of the method, and was said.
        let by = match answer.stopped() == Some(&*answer.method) {
            true => String::new(),
            false => format!("by {}; ", answer.method),
        };
        out.push_str(&format!("  {by}{}, {:.3} s\n", plural(spent.nodes, "node", "nodes"), spent.seconds));
    }
    out
}

/// The picture with its last frame alone.
fn last_frame(picture: &Picture) -> Picture {
    Picture { frames: picture.frames.last().cloned().into_iter().collect(), ..picture.clone() }
}

/// The picture without the tables that the words of its answer say too; histograms stay.
fn without_lists(picture: &Picture) -> Picture {
    let mut picture = picture.clone();
    for frame in &mut picture.frames {
        frame.table = frame.table.take().filter(|table| table.bars.is_some());
    }
    picture
}

/// A picture as text, as far as it fits.
#[derive(Default)]
struct Drawn<'p> {
    text: String,
    /// The frames whose captions and tables are part of the text.
    told: Vec<&'p Frame>,
}

/// Draws a picture as text with a blank line after it: all frames, only the first if they have too many lines, or
/// nothing if it is too large.
fn fitted(picture: &Picture) -> Drawn<'_> {
    let mut shown = Cow::Borrowed(picture);
    let mut plain = picture::text::picture(&shown, false);
    if plain.lines().count() > MAX_LINES && picture.frames.len() > 1 {
        shown = Cow::Owned(Picture { frames: picture.frames[..1].to_vec(), ..picture.clone() });
        plain = picture::text::picture(&shown, false);
    }
    if plain.is_empty() {
        return Drawn::default();
    }
    if fits(&plain) {
        let text = if colour() { picture::text::picture(&shown, true) } else { plain };
        return Drawn { text: format!("{text}\n"), told: picture.frames.iter().take(shown.frames.len()).collect() };
    }
    picture.frames.first().map(|frame| smaller(frame, &picture.tiles)).unwrap_or_default()
}

/// A frame that does not fit with its legend: without it where it has a table or tiles, else with a character for each
/// cell and without its caption.
fn smaller<'p>(frame: &'p Frame, tiles: &[Tile]) -> Drawn<'p> {
    let whole = |colour| format!("{}{}\n", picture::text::frame(frame, tiles, colour), frame.caption);
    if (frame.table.is_none() && frame.tiles.is_empty()) || !fits(&whole(false)) {
        return Drawn { text: dense(frame), told: Vec::new() };
    }
    Drawn { text: format!("{}\n", whole(colour())), told: vec![frame] }
}

fn fits(text: &str) -> bool {
    text.lines().count() <= MAX_LINES && text.lines().all(|line| line.chars().count() <= MAX_COLUMNS)
}

/// A board too wide for a terminal, where it has gains: one character a tile.
fn dense(frame: &Frame) -> String {
    let drawn = picture::text::heat_map(frame);
    if drawn.is_empty() || !fits(&drawn) { String::new() } else { format!("{drawn}\n") }
}
