//! What an author claims of a level, in comments above its rows: `(par: 12)` and `(intended: r; r; u)`.

use ::puzzlescript::compiler::StageSource;

use frame::claims::Claims;
use frame::edit::{Edit, Lines, ONLY_INTENDED, Statement};
use frame::par::IMPOSSIBLE;

/// The claims about each stage: the last ones between the stage before and this one.
pub(super) fn claims(text: &str, stages: &[StageSource]) -> Vec<Claims> {
    let lines: Vec<&str> = text.lines().collect();
    let claims = |stage: usize| {
        let (from, first) = above(stages, stage);
        let above = lines.get(from - 1..first - 1).unwrap_or_default();
        let par = above.iter().rev().find_map(|line| stated_par(line));
        Claims { par, solution: above.iter().rev().find_map(|line| stated_moves(line)), ..Claims::default() }
    };
    (0..stages.len()).map(claims).collect()
}

/// The lines between the stage before and this one: the first, from 1, and that of this stage, which is not one of
/// them.
pub(super) fn above(stages: &[StageSource], stage: usize) -> (usize, usize) {
    let lines = |stage: &StageSource| match stage {
        StageSource::Level { line, rows } => (*line as usize, rows.len()),
        StageSource::Message { line, .. } => (*line as usize, 1),
    };
    let from = stage.checked_sub(1).map_or(1, |before| {
        let (first, rows) = lines(&stages[before]);
        first + rows
    });
    (from, lines(&stages[stage]).0.max(from))
}

/// Returns the change by which a comment states something of the stage whose lines [`above`] names: in place of what is
/// stated, or on a line above the rows.
///
/// # Errors
/// Moves that a comment cannot hold.
pub(super) fn write_back(text: &[u8], (from, first): (usize, usize), statement: &Statement) -> Result<Edit, String> {
    let (word, value) = match statement {
        Statement::Par(par) => ("par", par.clone()),
        Statement::Solution(moves) => ("intended", moves.join("; ")),
        Statement::Found(_) => return Err(ONLY_INTENDED.to_owned()),
    };
    if value.contains(['(', ')']) {
        return Err("a comment cannot hold moves with parentheses".to_owned());
    }
    let lines = Lines::of(text);
    for number in (from..first).rev() {
        let Ok(line) = std::str::from_utf8(lines.line(number)) else { continue };
        let Some(stated) = stated(line, word).and_then(|rest| rest.split(')').next()) else { continue };
        let begin = lines.range(number).start + (stated.as_ptr() as usize - line.as_ptr() as usize);
        return Ok(Edit::new(begin..begin + stated.trim_end().len(), &value, word));
    }
    Ok(lines.above(first, &format!("({word}: {value})"), word))
}

/// What follows a word in a comment such as `(par: 12)`.
fn stated<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let comment = line.trim().strip_prefix('(')?.trim_start();
    let found = comment.get(..word.len()).filter(|found| found.eq_ignore_ascii_case(word))?;
    Some(comment[found.len()..].trim_start().strip_prefix([':', '='])?.trim_start())
}

/// The moves in a comment `(intended: r; r; u)`.
fn stated_moves(line: &str) -> Option<String> {
    let moves = stated(line, "intended")?.split(')').next()?.trim();
    (!moves.is_empty()).then(|| moves.to_owned())
}

/// The number in a comment `(par: 12)`, or the word for none in `(par: impossible)`. What is neither is stated all the
/// same, so that it is called wrong.
fn stated_par(line: &str) -> Option<String> {
    let par = stated(line, "par")?;
    if par.starts_with(IMPOSSIBLE) {
        return Some(IMPOSSIBLE.to_owned());
    }
    let digits = par.split(|sign: char| !sign.is_ascii_digit()).next()?;
    let par = if digits.is_empty() { par.split(')').next()?.trim() } else { digits };
    (!par.is_empty()).then(|| par.to_owned())
}

/// The text of a game without the comments that claim something, which no rule reads.
pub(super) fn without_claims(text: &str) -> String {
    let claims = |line: &&str| stated(line, "par").or(stated(line, "intended")).is_some() && line.trim().ends_with(')');
    let is_whole = |line: &&str| line.matches(['(', ')']).count() == 2;
    text.lines().filter(|line| !(claims(line) && is_whole(line))).flat_map(|line| [line, "\n"]).collect()
}
