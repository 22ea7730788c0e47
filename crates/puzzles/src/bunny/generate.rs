//! New levels: a random program of the requested length is run in a room, and the board is its trail. The program
//! completes it, so the shortest one is no longer; boards are drawn until it is just as long, proven.

use std::collections::BTreeSet;

use engines::Context;

use super::answers::least;
use super::program::{Action, Matched, Token, parse, print};
use super::rules::{Board, Square, Walk};
use super::text::draw;
use crate::family::GenerateOptions;
use crate::problem::AskError;
use crate::random::Random;
use crate::rows::Header;
use crate::words::plural;

/// The most rows or columns of a generated board: the most squares allowed.
const MOST: usize = 32;
/// Boards drawn before generation gives up.
const DRAWS: usize = 20_000;
/// Actions after which a program has shown its trail.
const ACTIONS: usize = 4_000;
/// The longest program that may be requested; more would not be proven in a reasonable time.
const LONGEST: u64 = 12;

/// A board of at most `ROWSxCOLUMNS` (8 × 8 where nothing is said); a difficulty is the least number of tokens, 6
/// where nothing is said.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("there is no template '{template}' of the bunny")));
    }
    let size = size(options.board.as_deref().unwrap_or("8x8"))?;
    let tokens = options.difficulty.unwrap_or(6);
    if !(1..=LONGEST).contains(&tokens) {
        return Err(AskError::NotOffered(format!(
            "a program of {}; expected from 1 to {LONGEST}",
            plural(tokens, "token", "tokens")
        )));
    }
    let mut random = Random(options.seed);
    for _ in 0..DRAWS {
        cx.spend(1)?;
        let mut program = Vec::new();
        sequence(&mut random, tokens as usize, &mut program);
        let board = trail(&mut random, size, &program);
        if least(&board, cx)? == Some(tokens) {
            return Ok(text(&board, tokens));
        }
    }
    Err(AskError::NotOffered(format!("none of {DRAWS} boards of {}x{} was as wished", size.0, size.1)))
}

fn size(text: &str) -> Result<(usize, usize), AskError> {
    let number = |part: &str| part.trim().parse::<usize>().ok().filter(|number| (1..=MOST).contains(number));
    let read = text.split_once(['x', '×']).and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
    read.ok_or_else(|| {
        AskError::NotOffered(format!("'{text}' is not a board; expected ROWSxCOLUMNS up to {MOST}, such as 6x8"))
    })
}

/// Appends a random sequence of this number of tokens.
fn sequence(random: &mut Random, tokens: usize, out: &mut Vec<Token>) {
    let mut left = tokens;
    while left > 0 {
        if left >= 3 && random.below(2) == 0 {
            let body = 1 + random.below(left - 1);
            let counted = left > body + 1 || random.below(4) > 0;
            out.push(Token::Open(counted.then(|| 2 + random.below(10) as u64)));
            sequence(random, body, out);
            out.push(Token::Close);
            left -= body + 1;
        } else {
            out.push(Token::Act([Action::Hop, Action::Hop, Action::Left, Action::Right][random.below(4)]));
            left -= 1;
        }
    }
}

/// The squares that a program, repeated for ever, visits in a room, as a board of their own.
fn trail(random: &mut Random, (rows, columns): (usize, usize), program: &[Token]) -> Board {
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let squares = places.map(|place| Square { place, marked: false }).collect();
    let start = random.below(rows * columns);
    let room = Board::new(Header::default(), squares, start);
    // It is read back from its text, as a program that a person has written.
    let program = parse(&print(program)).unwrap_or_else(|_| Matched::default());
    let mut walk = Walk::new(&room);
    let mut visited = BTreeSet::from([start]);
    for _ in 0..ACTIONS {
        if walk.step(&room, &program).is_none() {
            break;
        }
        visited.insert(walk.bunny.square);
    }
    let (top, left) = visited.iter().fold((rows, columns), |(top, left), &square| {
        let (row, column) = room.squares[square].place;
        (top.min(row), left.min(column))
    });
    let square = |&square: &usize| {
        let (row, column) = room.squares[square].place;
        Square { place: (row - top, column - left), marked: square == start }
    };
    let at = visited.iter().position(|&square| square == start).unwrap_or(0);
    Board::new(Header::default(), visited.iter().map(square).collect(), at)
}

fn text(board: &Board, tokens: u64) -> String {
    let header = Header { lines: vec![format!("; par: {tokens}")] };
    let character = |index: usize| if index == board.start { 'S' } else { '#' };
    draw(&header, (0..).zip(&board.squares).map(|(index, square)| (square.place, character(index))))
}
