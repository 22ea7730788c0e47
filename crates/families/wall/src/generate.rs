//! New levels: random costs with some blocked cells, drawn again until the last row can be reached and the value is
//! the one asked for.

use engines::{Context, Halt};

use super::board::Board;
use super::rules::Rule;
use super::{live, scan};
use frame::family::GenerateOptions;
use frame::problem::AskError;
use frame::random::Random;

/// The most rows or columns of a generated board.
const MAX: usize = 1000;
/// Boards drawn before generation gives up.
const DRAWS: usize = 20_000;

/// A board `ROWSxCOLUMNS` (8 × 8 where nothing is said), perhaps with its kind behind it: `digits` for one without
/// blocked cells, `live` for the live rule, which is for digits only, `free` for the free rule. A difficulty is the
/// value of its game. About one draw in some hundreds has a given common value; the search gives up after [`DRAWS`]
/// boards. The level has a title with the seed, and the value as par.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("there is no template '{template}' of the wall game")));
    }
    let kind = BoardWish::read(options.board.as_deref().unwrap_or("8x8"))?;
    let (rows, columns) = kind.size;
    let mut random = Random(options.seed);
    for draw in 0..DRAWS {
        cx.report("boards", draw as u64, Some(DRAWS as u64), None);
        let lines = kind.draw(&mut random);
        let mut board = Board::with_room(columns, rows);
        // Only digits and `x` are drawn, so every row fits.
        let fits = lines.iter().all(|line| board.push(line.as_bytes()).is_ok());
        cx.spend((rows * columns) as u64)?;
        let value = value(&board, kind.rule, cx)?.filter(|_| fits);
        if let Some(value) = value.filter(|value| options.difficulty.is_none_or(|wanted| *value == wanted)) {
            return Ok(kind.header(options.seed, value) + &lines.join("\n") + "\n");
        }
    }
    Err(AskError::NotFound(format!("none of {DRAWS} boards of {} was as wished", kind.words())))
}

/// The value of the game; nothing where the last row cannot be reached.
fn value(board: &Board, rule: Rule, cx: &Context<'_>) -> Result<Option<u64>, Halt> {
    match rule {
        Rule::Walls | Rule::Free => Ok(scan::solve(board, cx)?.map(|best| best.cost)),
        Rule::Live => Ok(live::values(board, 0, cx).or_halt()?.into_iter().min()),
    }
}

/// What kind of boards are drawn.
struct BoardWish {
    size: (usize, usize),
    rule: Rule,
    /// Whether no cell is blocked.
    digits: bool,
}

impl BoardWish {
    fn read(text: &str) -> Result<BoardWish, AskError> {
        let wrong = || {
            AskError::NotOffered(format!(
                "'{text}' is not a board; expected ROWSxCOLUMNS up to {MAX}, such as 6x8, and digits, live or free behind \
                 it, such as '6x8 live'"
            ))
        };
        let mut words = text.split_whitespace();
        let number = |part: &str| part.trim().parse::<usize>().ok().filter(|number| (1..=MAX).contains(number));
        let sides = words.next().and_then(|size| size.split_once(['x', '×']));
        let size = sides.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?))).ok_or_else(wrong)?;
        let mut kind = BoardWish { size, rule: Rule::Walls, digits: false };
        for word in words {
            match (word, Rule::named(word)) {
                ("digits", _) => kind.digits = true,
                (_, Some(rule)) if kind.rule == Rule::Walls => kind.rule = rule,
                _ => return Err(wrong()),
            }
        }
        kind.digits |= kind.rule == Rule::Live;
        Ok(kind)
    }

    /// The kind in words, as a title says it.
    fn words(&self) -> String {
        let digits = if self.digits && self.rule != Rule::Live { " digits" } else { "" };
        let rule = self.rule.name().map(|name| format!(" {name}")).unwrap_or_default();
        format!("{} x {}{digits}{rule}", self.size.0, self.size.1)
    }

    /// The lines above a board of this seed and value.
    fn header(&self, seed: u64, value: u64) -> String {
        let rule = self.rule.name().map(|name| format!("; rule: {name}\n")).unwrap_or_default();
        format!("; title: Rabbit and Eel, {}, seed {seed}\n; par: {value}\n{rule}", self.words())
    }

    fn draw(&self, random: &mut Random) -> Vec<String> {
        let (rows, columns) = self.size;
        let mut cell = |row: usize, column: usize| match random.draw() % 64 {
            // Under the live rule Rabbit starts anywhere.
            _ if (row, column) == (0, 0) && self.rule != Rule::Live => '0',
            drawn if self.digits => char::from(b'0' + u8::try_from(drawn % 10).unwrap_or(0)),
            0..8 => 'x',
            other => char::from(b'0' + u8::try_from((other - 8) % 10).unwrap_or(0)),
        };
        (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
    }
}
