//! Boards of a kind: squares that grow from one, or the trail of a random program.

use std::collections::BTreeSet;
use std::fmt;

use super::super::program::{Action, Matched, Token, parse, print};
use super::super::rules::{Board, Place, Square, Walk};
use frame::random::Random;
use frame::rows::Header;

/// The most rows or columns of a generated board: the most squares allowed.
const MAX: usize = 32;
/// Rows and columns where nothing is said.
const USUAL: usize = 12;
/// One of so many places of a board with holes is left out.
const HOLES: usize = 6;
/// Actions after which a program has shown its trail.
const ACTIONS: usize = 4_000;

/// How squares come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardKind {
    /// Corridors that part and never meet: a new square touches one other alone.
    Maze,
    /// A new square touches any other.
    Blob,
    /// A new square touches any other, on every second row and every second column.
    Lattice,
    /// The squares that a random program visits.
    Trail,
}

const KINDS: &[(&str, BoardKind)] = &[
    ("maze", BoardKind::Maze),
    ("blob", BoardKind::Blob),
    ("lattice", BoardKind::Lattice),
    ("trail", BoardKind::Trail),
];
const HOLED: &str = "holes";
const ASYMMETRIC: &str = "asymmetric";

/// What a board should be, as `12x12 lattice holes asymmetric` says it: the largest room, the kind, and wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardWish {
    rows: usize,
    columns: usize,
    kind: BoardKind,
    /// Some place of the void is closed in by squares.
    holes: bool,
    /// No turn and no mirror image of the board equals it, the start left aside.
    asymmetric: bool,
}

impl BoardWish {
    /// Reads a wish. All that is not said is as usual: a maze of at most 12 × 12.
    ///
    /// # Errors
    /// The word that is not understood, and what was expected.
    pub(super) fn read(text: &str) -> Result<BoardWish, String> {
        let mut wish =
            BoardWish { rows: USUAL, columns: USUAL, kind: BoardKind::Maze, holes: false, asymmetric: false };
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            if word == HOLED {
                wish.holes = true;
            } else if word == ASYMMETRIC {
                wish.asymmetric = true;
            } else if let Some((_, kind)) = KINDS.iter().find(|(name, _)| *name == word) {
                wish.kind = *kind;
            } else {
                (wish.rows, wish.columns) = size(word).ok_or_else(|| expected(word))?;
            }
        }
        if wish.holes && wish.kind == BoardKind::Maze {
            return Err("a maze has no holes, since its corridors never meet; expected blob, lattice or trail".into());
        }
        Ok(wish)
    }

    /// The name of the kind.
    pub(super) fn kind_name(&self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(name, _)| name)
    }

    /// The number of places in the room.
    pub(super) fn most(&self) -> usize {
        self.rows * self.columns
    }

    /// Draws a board of about so many squares, or of the trail of a program of so many tokens; `None` where it has not
    /// become as wished.
    pub(super) fn draw(&self, random: &mut Random, squares: usize, tokens: usize) -> Option<Board> {
        let room = Room { rows: self.rows, columns: self.columns };
        let (start, places) = match self.kind {
            BoardKind::Trail => room.trail(random, tokens),
            kind => room.grown(random, kind, self.holes, squares),
        };
        let fits =
            places.len() > 1 && (!self.holes || room.has_hole(&places)) && (!self.asymmetric || !is_symmetric(&places));
        fits.then(|| board(start, &places))
    }
}

impl fmt::Display for BoardWish {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.rows, self.columns)?;
        let wishes = [Some(self.kind_name()), self.holes.then_some(HOLED), self.asymmetric.then_some(ASYMMETRIC)];
        wishes.into_iter().flatten().try_for_each(|word| write!(out, " {word}"))
    }
}

fn size(word: &str) -> Option<(usize, usize)> {
    let number = |part: &str| part.parse::<usize>().ok().filter(|number| (1..=MAX).contains(number));
    let (rows, columns) = word.split_once(['x', '×'])?;
    number(rows).zip(number(columns))
}

fn expected(word: &str) -> String {
    let kinds: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
    format!(
        "'{word}' is not a board; expected ROWSxCOLUMNS up to {MAX}, such as 6x8, a kind ({}), and {HOLED} or \
         {ASYMMETRIC} where wished",
        kinds.join(", ")
    )
}

/// Where a board is drawn.
struct Room {
    rows: usize,
    columns: usize,
}

impl Room {
    /// The places beside one.
    fn beside(&self, (row, column): Place) -> impl Iterator<Item = Place> + '_ {
        let rows = [row.checked_sub(1), Some(row + 1)].into_iter().flatten().map(move |row| (row, column));
        let columns = [column.checked_sub(1), Some(column + 1)].into_iter().flatten().map(move |it| (row, it));
        rows.chain(columns).filter(|&(row, column)| row < self.rows && column < self.columns)
    }

    /// Squares that grow from one at a random place, and one of them to begin on. They are fewer than wished where the
    /// room has no place left.
    fn grown(&self, random: &mut Random, kind: BoardKind, holes: bool, squares: usize) -> (Place, BTreeSet<Place>) {
        let mut is_open: Vec<bool> = (0..self.rows * self.columns)
            .map(|at| {
                kind != BoardKind::Lattice
                    || (at / self.columns).is_multiple_of(2)
                    || (at % self.columns).is_multiple_of(2)
            })
            .collect();
        if holes {
            is_open.iter_mut().for_each(|is_open| *is_open &= random.below(HOLES) > 0);
        }
        let mut places = BTreeSet::new();
        let mut edge = vec![(random.below(self.rows), random.below(self.columns))];
        while places.len() < squares && !edge.is_empty() {
            let place = edge.swap_remove(random.below(edge.len()));
            let touched = self.beside(place).filter(|beside| places.contains(beside)).count();
            let may = is_open[place.0 * self.columns + place.1] && (kind != BoardKind::Maze || touched < 2);
            if may && places.insert(place) {
                edge.extend(self.beside(place).filter(|beside| !places.contains(beside)));
            }
        }
        let at = random.below(places.len().max(1));
        (places.iter().nth(at).copied().unwrap_or_default(), places)
    }

    /// The squares that a random program of so many tokens, repeated for ever, visits, and where it begins.
    fn trail(&self, random: &mut Random, tokens: usize) -> (Place, BTreeSet<Place>) {
        let mut program = Vec::new();
        sequence(random, tokens, &mut program);
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let squares = all.map(|place| Square { place, marked: false }).collect();
        let start = random.below(self.rows * self.columns);
        let room = Board::new(Header::default(), squares, start);
        // It is read back from its text, as a program that a person has written.
        let program = parse(&print(&program)).unwrap_or_else(|_| Matched::default());
        let mut walk = Walk::new(&room);
        let mut visited = BTreeSet::from([room.squares[start].place]);
        for _ in 0..ACTIONS {
            if walk.step(&room, &program).is_none() {
                break;
            }
            visited.insert(room.squares[walk.bunny.square].place);
        }
        (room.squares[start].place, visited)
    }

    /// Whether some place of the void is closed in.
    fn has_hole(&self, places: &BTreeSet<Place>) -> bool {
        let around = Room { rows: self.rows + 2, columns: self.columns + 2 };
        let walls: BTreeSet<Place> = places.iter().map(|&(row, column)| (row + 1, column + 1)).collect();
        let mut outside = BTreeSet::from([(0, 0)]);
        let mut edge = vec![(0, 0)];
        while let Some(place) = edge.pop() {
            for beside in around.beside(place) {
                if !walls.contains(&beside) && outside.insert(beside) {
                    edge.push(beside);
                }
            }
        }
        outside.len() + walls.len() < around.rows * around.columns
    }
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

/// Whether some turn or mirror image of the places equals them.
fn is_symmetric(places: &BTreeSet<Place>) -> bool {
    let (rows, columns) =
        places.iter().fold((0, 0), |(rows, columns), place| (rows.max(place.0), columns.max(place.1)));
    let (top, left) = corner(places);
    let moved: BTreeSet<Place> = places.iter().map(|place| (place.0 - top, place.1 - left)).collect();
    let (down, right) = (rows - top, columns - left);
    let mirror =
        |image: &BTreeSet<Place>, height: usize| image.iter().map(|place| (height - place.0, place.1)).collect();
    let transpose = |image: &BTreeSet<Place>| image.iter().map(|place| (place.1, place.0)).collect::<BTreeSet<_>>();
    // A mirror image and an exchange of rows and columns, in turns, give the seven.
    let (mut image, mut height, mut width) = (moved.clone(), down, right);
    (0..7).any(|turn| {
        if turn % 2 == 0 {
            image = mirror(&image, height);
        } else {
            image = transpose(&image);
            (height, width) = (width, height);
        }
        image == moved
    })
}

fn corner(places: &BTreeSet<Place>) -> Place {
    places.iter().fold((MAX, MAX), |(top, left), place| (top.min(place.0), left.min(place.1)))
}

/// The board of these places, moved to the corner.
fn board(start: Place, places: &BTreeSet<Place>) -> Board {
    let (top, left) = corner(places);
    let square = |&place: &Place| Square { place: (place.0 - top, place.1 - left), marked: place == start };
    let at = places.iter().position(|&place| place == start).unwrap_or(0);
    Board::new(Header::default(), places.iter().map(square).collect(), at)
}
