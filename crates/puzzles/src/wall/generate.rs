//! New levels: random costs with some blocked cells, drawn again until the last row can be reached and the value is
//! the one asked for.

use engines::Context;

use super::board::Board;
use super::scan;
use crate::family::GenerateOptions;
use crate::problem::AskError;
use crate::random::Random;

/// The most rows or columns of a generated board.
const MOST: usize = 1000;
/// Boards drawn before generation gives up.
const DRAWS: usize = 20_000;

/// A board `ROWSxCOLUMNS` (8 × 8 where nothing is said); a difficulty is the value of its game. About one draw in
/// some hundreds has a given common value; the search gives up after [`DRAWS`] boards.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("there is no template '{template}' of the wall game")));
    }
    let (rows, columns) = size(options.board.as_deref().unwrap_or("8x8"))?;
    let mut random = Random(options.seed);
    for _ in 0..DRAWS {
        let lines = draw(&mut random, rows, columns);
        let mut board = Board::with_room(columns, rows);
        // Only digits and `x` are drawn, so every row fits.
        let fits = lines.iter().all(|line| board.push(line.as_bytes()).is_ok());
        cx.spend((rows * columns) as u64)?;
        let value = scan::solve(&board, cx)?.map(|best| best.cost);
        if fits && value.is_some_and(|value| options.difficulty.is_none_or(|wanted| value == wanted)) {
            return Ok(lines.join("\n") + "\n");
        }
    }
    Err(AskError::NotOffered(format!("none of {DRAWS} boards of {rows}x{columns} was as wished")))
}

fn size(text: &str) -> Result<(usize, usize), AskError> {
    let number = |part: &str| part.trim().parse::<usize>().ok().filter(|number| (1..=MOST).contains(number));
    let read = text.split_once(['x', '×']).and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    read.ok_or_else(|| {
        AskError::NotOffered(format!("'{text}' is not a board; expected ROWSxCOLUMNS up to {MOST}, such as 6x8"))
    })
}

fn draw(random: &mut Random, rows: usize, columns: usize) -> Vec<String> {
    let cell = |row: usize, column: usize, drawn: u64| match drawn % 64 {
        _ if (row, column) == (0, 0) => '0',
        0..8 => 'x',
        other => char::from(b'0' + u8::try_from((other - 8) % 10).unwrap_or(0)),
    };
    (0..rows).map(|row| (0..columns).map(|column| cell(row, column, random.next())).collect()).collect()
}
