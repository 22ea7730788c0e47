//! What the user reads: refusals with the line and a caret on standard error, answers on standard output.
//!
//! Everything for standard output is gathered first and written at once: no half answer appears there.

use std::io::{self, IsTerminal, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use puzzles::{Answer, Problem, Source, words};

/// Characters shown before and after the place of a problem.
const AROUND: u64 = 60;
/// Bytes searched for the line of a problem, from the start of the file.
const SEARCHED: u64 = 4 << 20;
/// Pictures up to this many lines and columns are shown with an answer.
const MOST_LINES: usize = 40;
const MOST_COLUMNS: usize = 160;

/// Whether colours may be used on standard output.
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes all of `text` to standard output. A reader that went away is no error.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes a line to standard error; nothing can be done where that fails.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// All problems of a file: `FILE:LINE:COLUMN: …`, then the line with a caret.
pub(crate) fn problems(name: &str, source: &dyn Source, problems: &[Problem]) -> String {
    let mut out = String::new();
    for problem in problems {
        out.push_str(&format!("{name}:{problem}\n"));
        if let Some((line, at)) = shown_line(source, problem) {
            out.push_str(&snippet(&line, at, problem.line));
        }
    }
    out
}

fn snippet(line: &str, at: usize, number: u64) -> String {
    let width = line[at..].chars().next().map_or(0, char::len_utf8);
    let caret = AnnotationKind::Primary.span(at..at + width);
    let start = usize::try_from(number).unwrap_or(usize::MAX);
    let shown = Snippet::source(line).line_start(start).annotation(caret);
    let report = &[Group::with_level(Level::ERROR).element(shown)];
    format!("{}\n", Renderer::plain().render(report))
}

/// The part of the line around a problem, and the byte in it where the problem is. `None` where the line lies
/// far into the file or cannot be read again (standard input can: it is in memory).
fn shown_line(source: &dyn Source, problem: &Problem) -> Option<(String, usize)> {
    let wanted = usize::try_from(source.len().min(SEARCHED)).ok()?;
    let mut bytes = vec![0; wanted];
    let mut done = 0;
    while done < wanted {
        match source.read_at(done as u64, &mut bytes[done..]).ok()? {
            0 => break,
            count => done += count,
        }
    }
    let index = usize::try_from(problem.line.checked_sub(1)?).ok()?;
    let text = bytes[..done].strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes[..done]);
    let line = text.split(|&byte| byte == b'\n').nth(index).unwrap_or(b"");
    let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
    let (column, first) = (problem.column.max(1), problem.column.saturating_sub(AROUND).max(1));
    let window = |from: u64, to: u64| {
        let (from, count) = (usize::try_from(from - 1).unwrap_or(usize::MAX), usize::try_from(to - from).unwrap_or(0));
        line.chars().skip(from).take(count).map(visible).collect::<String>()
    };
    let before = window(first, column);
    let at = before.len();
    Some((before + &window(column, column + AROUND), at))
}

/// A character that takes no more than its place on a terminal.
fn visible(sign: char) -> char {
    match sign {
        '\t' => ' ',
        sign if sign.is_control() => '\u{fffd}',
        sign => sign,
    }
}

/// An answer for people: the board where it is small, the verdict, the words, the cost.
pub(crate) fn answer(answer: &Answer, picture: Option<&picture::Picture>) -> String {
    let mut out = picture.map(drawn).unwrap_or_default();
    out.push_str(&format!("{}: {}\n", answer.family, words::verdict(answer)));
    for line in words::lines(answer) {
        out.push_str(&format!("  {line}\n"));
    }
    if answer.verdict.is_some() {
        let spent = answer.spent;
        out.push_str(&format!("  by {}; {} nodes, {:.3} s\n", answer.method, spent.nodes, spent.seconds));
    }
    out
}

/// The picture as text with a blank line after it, its first frame where all are too many, nothing where it is too large to be of use.
pub(crate) fn drawn(picture: &picture::Picture) -> String {
    let mut picture = picture;
    let mut plain = picture::text::picture(picture, false);
    let first;
    if plain.lines().count() > MOST_LINES && picture.frames.len() > 1 {
        first = picture::Picture { frames: picture.frames[..1].to_vec(), ..picture.clone() };
        picture = &first;
        plain = picture::text::picture(picture, false);
    }
    let fits = plain.lines().count() <= MOST_LINES && plain.lines().all(|line| line.chars().count() <= MOST_COLUMNS);
    if plain.is_empty() || !fits {
        return String::new();
    }
    format!("{}\n", if colour() { picture::text::picture(picture, true) } else { plain })
}
