//! The format: TOML with the keys of [`KEYS`].
//!
//! `board` is a name; `lines`, `edges` or `allowed_moves` stand in its place. Plates and pebbles are strings of one
//! character a position, blanks between them ignored, or lists of names. The canonical text prefers strings; comments
//! are not part of it. `coordinates` is read by [`coordinates`].

mod coordinates;

use std::ops::Range;

use engines::Context;
use engines::motion::board::MAX_PLACES;
use engines::motion::{BLANK, Board, Layout};
use toml::Spanned;
use toml::de::DeValue;

use super::rules::{HOLE, Puzzle};
use super::shape::BoardShape;
use frame::document::{self, Document, number, quoted};
use frame::likeness::{self, Likeness};
use frame::phrases::plural;
use frame::problem::LoadError;
use frame::source::{self, Source};

/// The keys that are understood, in the order of the canonical text.
const KEYS: [&str; 12] = [
    "title",
    "author",
    "source",
    "par",
    "intended",
    "board",
    "lines",
    "edges",
    "allowed_moves",
    "coordinates",
    "plates",
    "pebbles",
];

/// The most bytes of a file: 255 places linked in every way, and a long comment, are far less.
const MAX_BYTES: u64 = 1 << 20;
/// The most characters of a colour's name.
const MAX_NAME: usize = 20;

/// Reads a level.
pub(super) fn parse(source: &dyn Source, cx: &Context<'_>) -> Result<Puzzle, LoadError> {
    let text = source::text(source, MAX_BYTES)?;
    document::parse(&text, cx, |document| Reader(document).puzzle())
}

/// The board that a text names: `panguru`, or `grid RxC`.
pub(super) fn named(text: &str) -> Option<BoardShape> {
    if text == "panguru" {
        return Some(BoardShape::Panguru);
    }
    let (rows, columns) = text.strip_prefix("grid ")?.split_once('x')?;
    let side = |text: &str| text.parse::<u8>().ok().filter(|side| *side > 0 && side.to_string() == text);
    let (rows, columns) = (side(rows)?, side(columns)?);
    (usize::from(rows) * usize::from(columns) <= MAX_PLACES).then_some(BoardShape::Grid { rows, columns })
}

/// The canonical text of the level that starts at `start`; what the author claims holds for the author's start only.
pub(super) fn print(puzzle: &Puzzle, start: &Layout) -> String {
    let mut head = puzzle.head.clone();
    head.par = head.par.filter(|_| *start == puzzle.start);
    head.intended = head.intended.filter(|_| *start == puzzle.start);
    head.print() + &print_bare(puzzle, start)
}

/// The canonical text without what the author says about the level.
pub(super) fn print_bare(puzzle: &Puzzle, start: &Layout) -> String {
    let shape = match &puzzle.shape {
        BoardShape::Panguru => "board = \"panguru\"".into(),
        BoardShape::Grid { rows, columns } => format!("board = \"grid {rows}x{columns}\""),
        BoardShape::Lines(lines) => format!("lines = {lines:?}"),
        BoardShape::Edges(edges) => format!("edges = {edges:?}"),
        BoardShape::AllowedMoves(lists) => format!("allowed_moves = {lists:?}"),
    };
    let coordinates = puzzle.coordinates.as_deref().map(coordinates::print).unwrap_or_default();
    let plates: Vec<&str> = puzzle.board.wanted().iter().map(|&colour| puzzle.plate_name(colour)).collect();
    let pebbles: Vec<&str> = start.colours().iter().map(|&colour| puzzle.pebble_name(colour)).collect();
    format!("{shape}\n{coordinates}plates = {}\npebbles = {}\n", names(&plates), names(&pebbles))
}

/// Names as one string where each is one character, else as a list.
fn names(names: &[&str]) -> String {
    if names.iter().all(|name| name.chars().count() == 1) {
        return quoted(&names.concat());
    }
    let listed: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    format!("[{}]", listed.join(", "))
}

/// A name and its byte in the file.
type Named<'t> = (&'t str, usize);

/// Colours as numbers, with their names and the plate of the hole's home.
struct Colours {
    names: Vec<String>,
    home_name: String,
    wanted: Vec<u8>,
    start: Vec<u8>,
    /// The colour of the home, where pebbles have it too.
    spare: Option<u8>,
}

impl Colours {
    /// The colour of each plate.
    fn plates(&self) -> Vec<u8> {
        let plate = |&colour: &u8| if colour == BLANK { self.spare.unwrap_or(BLANK) } else { colour };
        self.wanted.iter().map(plate).collect()
    }

    /// What the plates want with each other home of the hole.
    fn other_homes(&self) -> Vec<Vec<u8>> {
        let Some(spare) = self.spare else { return Vec::new() };
        let plates = self.plates();
        let homes = (0..plates.len()).filter(|&at| self.wanted[at] == spare);
        let with_home = |home: usize| {
            let mut wanted = plates.clone();
            wanted[home] = BLANK;
            wanted
        };
        homes.map(with_home).collect()
    }
}

/// Reads the keys one by one and notes every problem.
struct Reader<'d, 't>(&'d mut Document<'t>);

impl<'t> Reader<'_, 't> {
    fn puzzle(&mut self) -> Option<Puzzle> {
        self.0.unknown_keys(&KEYS);
        let head = self.0.head("moves");
        let plates = self.names("plates");
        let pebbles = self.names("pebbles");
        let shape = self.shape(plates.as_ref().map(Vec::len));
        let coordinates = coordinates::read(self.0, shape.as_ref(), plates.as_ref().map(Vec::len));
        let (plates, pebbles, shape, coordinates) = (plates?, pebbles?, shape?, coordinates?);
        let places = shape.places().unwrap_or(plates.len());
        let sized =
            [("plates", plates.len()), ("pebbles", pebbles.len())].map(|(key, len)| self.sized(key, len, places));
        if sized.contains(&false) {
            return None;
        }
        let colours = self.colours(&plates, &pebbles)?;
        let (plates, others) = (colours.plates(), colours.other_homes());
        let Colours { names, home_name, wanted, start, .. } = colours;
        let sound = shape.graph(places).and_then(|graph| {
            let others = others.into_iter().map(|wanted| Board::on(graph.clone(), wanted));
            let more = others.collect::<Result<Vec<Board>, _>>()?;
            let board = Board::on(graph, wanted)?;
            Ok((board.layout(start)?, board, more))
        });
        match sound {
            Ok((start, board, more)) => {
                Some(Puzzle { head, shape, board, more, plates, names, home_name, start, coordinates })
            }
            Err(unsound) => self.0.note(self.at("plates"), unsound.to_string(), "a sound board"),
        }
    }

    /// Where the value of a key begins.
    fn at(&self, key: &str) -> usize {
        self.0.key(key).map_or(0, |value| value.span().start)
    }

    fn sized(&mut self, key: &str, found: usize, places: usize) -> bool {
        if found != places {
            let found = plural(found, key.trim_end_matches('s'), key);
            self.0.note::<()>(self.at(key), found, format!("{places}, one for each position"));
        }
        found == places
    }

    /// `board`, `lines`, `edges` or `allowed_moves`, and no two of them.
    fn shape(&mut self, places: Option<usize>) -> Option<BoardShape> {
        let keys = ["board", "lines", "edges", "allowed_moves"];
        let mut given = keys.into_iter().filter_map(|key| Some((key, self.0.key(key)?)));
        let (first, second) = (given.next(), given.next());
        if let Some((key, value)) = second {
            return self.0.note(
                value.span().start,
                format!("'{key}' as well"),
                "one of board, lines, edges and allowed_moves",
            );
        }
        match first {
            None => self.0.missing("board", "board, lines, edges or allowed_moves"),
            Some(("board", value)) => {
                let shape = value.get_ref().as_str().and_then(named);
                let expected = "panguru, or grid RxC with at most 255 positions";
                shape.or_else(|| self.0.note(value.span().start, "no board of this name", expected))
            }
            Some(("lines", value)) => self.lists(value, places, "lines").map(BoardShape::Lines),
            Some(("allowed_moves", value)) => self.allowed_moves(value, places).map(BoardShape::AllowedMoves),
            Some((_, value)) => {
                let lists = self.lists(value, places, "edges")?;
                Some(BoardShape::Edges(lists.iter().filter_map(|pair| pair.as_slice().try_into().ok()).collect()))
            }
        }
    }

    /// A list of lists of different positions.
    fn lists(&mut self, value: &Spanned<DeValue<'_>>, places: Option<usize>, key: &str) -> Option<Vec<Vec<u8>>> {
        let expected =
            if key == "edges" { "pairs, such as [[0, 1], [1, 2]]" } else { "lists, such as [[0, 1, 2], [0, 3]]" };
        let DeValue::Array(lists) = value.get_ref() else {
            return self.0.note(value.span().start, format!("'{key}' is not a list"), expected);
        };
        let read: Vec<Option<Vec<u8>>> = lists.iter().map(|list| self.positions(list, places, key)).collect();
        read.into_iter().collect()
    }

    fn positions(&mut self, list: &Spanned<DeValue<'_>>, places: Option<usize>, key: &str) -> Option<Vec<u8>> {
        let (at, items) = (list.span().start, list.get_ref().as_array().map_or(&[][..], |items| items));
        if items.len() < 2 || (key == "edges" && items.len() > 2) {
            let expected = if key == "edges" { "two positions" } else { "two positions or more" };
            return self.0.note(at, "not positions that can be linked", expected);
        }
        self.different(items, places)
    }

    /// Different positions of the board.
    fn different(&mut self, items: &[Spanned<DeValue<'_>>], places: Option<usize>) -> Option<Vec<u8>> {
        let mut read: Vec<u8> = Vec::new();
        for item in items {
            let most = places.unwrap_or(MAX_PLACES).min(MAX_PLACES);
            let place = number(item.get_ref()).and_then(|place| u8::try_from(place).ok());
            let Some(place) = place.filter(|&place| usize::from(place) < most) else {
                let expected = format!("a number from 0 to {}", most.saturating_sub(1));
                return self.0.note(item.span().start, "not a position of this board", expected);
            };
            if read.contains(&place) {
                return self.0.note(item.span().start, format!("position {place} twice"), "different positions");
            }
            read.push(place);
        }
        Some(read)
    }

    /// For each position the list of those that a pebble there can move to. Moves go both ways.
    fn allowed_moves(&mut self, value: &Spanned<DeValue<'_>>, places: Option<usize>) -> Option<Vec<Vec<u8>>> {
        let expected = "a list for each position, such as [[1, 2], [0], [0]]";
        let DeValue::Array(given) = value.get_ref() else {
            return self.0.note(value.span().start, "'allowed_moves' is not a list", expected);
        };
        if let Some(places) = places.filter(|&places| places != given.len()) {
            let found = plural(given.len(), "list of moves", "lists of moves");
            return self.0.note(value.span().start, found, format!("{places}, one list for each position"));
        }
        let read: Vec<Option<Vec<u8>>> = given
            .iter()
            .map(|list| match list.get_ref() {
                DeValue::Array(items) => self.different(items, Some(given.len())),
                _ => self.0.note(list.span().start, "not a list of positions", expected),
            })
            .collect();
        let lists: Vec<Vec<u8>> = read.into_iter().collect::<Option<_>>()?;
        let mut sound = Some(());
        for (from, list) in (0..=u8::MAX).zip(&lists) {
            for (index, &to) in list.iter().enumerate() {
                let at = given[usize::from(from)].get_ref().as_array().and_then(|items| items.get(index));
                let at = at.map_or(0, |item| item.span().start);
                if to == from {
                    sound = self.0.note(at, format!("position {from} in its own list"), "other positions");
                } else if !lists[usize::from(to)].contains(&from) {
                    let found = format!("a move from {from} to {to}, but none from {to} to {from}");
                    sound = self.0.note(at, found, format!("moves that go both ways: {from} in the list of {to}"));
                }
            }
        }
        sound.map(|()| lists)
    }

    /// One name a position.
    fn names(&mut self, key: &str) -> Option<Vec<Named<'t>>> {
        let expected = "one character a position, or a list of names";
        let Some(value) = self.0.key(key) else { return self.0.missing(key, expected) };
        let at = value.span().start;
        let names = match value.get_ref() {
            DeValue::String(text) => Some(self.characters(&value.span(), text)),
            DeValue::Array(items) => items.iter().map(|item| self.name(item)).collect(),
            _ => self.0.note(at, format!("'{key}' is neither a string nor a list"), expected),
        }?;
        match names.len() {
            1..=MAX_PLACES => Some(names),
            len => self.0.note(at, plural(len, "position", "positions"), format!("1 to {MAX_PLACES}")),
        }
    }

    fn characters(&self, span: &Range<usize>, text: &'t str) -> Vec<Named<'t>> {
        let place = self.0.within(span, text);
        let characters = text.char_indices().filter(|(_, character)| !character.is_whitespace());
        let mut names = Vec::with_capacity(text.len());
        names.extend(characters.map(|(at, character)| (&text[at..at + character.len_utf8()], place(at))));
        names
    }

    fn name(&mut self, item: &'t Spanned<DeValue<'t>>) -> Option<Named<'t>> {
        let at = item.span().start;
        let sound = |name: &&str| {
            !name.is_empty()
                && name.trim() == *name
                && name.chars().count() <= MAX_NAME
                && !name.chars().any(char::is_control)
        };
        match item.get_ref().as_str().filter(sound) {
            Some(name) => Some((name, at)),
            None => self.0.note(at, "not a name", format!("text in quotes, of 1 to {MAX_NAME} characters")),
        }
    }

    fn colours(&mut self, plates: &[Named], pebbles: &[Named]) -> Option<Colours> {
        let hole = self.hole(pebbles);
        let home = self.home(plates, pebbles);
        let (hole, home) = (hole?, home?);
        let mut names: Vec<&str> = Vec::new();
        let mut wanted = Vec::with_capacity(plates.len());
        let mut left = [0_u8; MAX_PLACES];
        for (at, (name, _)) in plates.iter().enumerate() {
            if at == home {
                wanted.push(BLANK);
                continue;
            }
            let colour = names.iter().position(|known| known == name).unwrap_or(names.len());
            if colour == names.len() {
                names.push(name);
            }
            left[colour] += 1;
            wanted.push(colour as u8);
        }
        let start = self.matched(pebbles, hole, &names, &mut left)?;
        let spare = names.iter().position(|name| *name == plates[home].0).map(|colour| colour as u8);
        let names = names.into_iter().map(str::to_owned).collect();
        Some(Colours { names, home_name: plates[home].0.to_owned(), wanted, start, spare })
    }

    /// Where the one hole is.
    fn hole(&mut self, pebbles: &[Named]) -> Option<usize> {
        let mut holes = pebbles.iter().enumerate().filter(|(_, (name, _))| *name == HOLE);
        match (holes.next(), holes.next()) {
            (Some((hole, _)), None) => Some(hole),
            (None, _) => self.0.note(self.at("pebbles"), "no hole", "one '-' among the pebbles"),
            (_, Some((_, (_, at)))) => self.0.note(*at, "a second hole", "one '-' among the pebbles"),
        }
    }

    /// The hole's home: the plate `-`, or the one whose colour no pebble has, or the first of a colour with one plate
    /// more than pebbles.
    fn home(&mut self, plates: &[Named], pebbles: &[Named]) -> Option<usize> {
        let expected = "one plate that is '-' or more than the pebbles of its colour: the hole's home";
        let marked = plates.iter().any(|(name, _)| *name == HOLE);
        let fits = |name: &str| match marked {
            true => name == HOLE,
            false => pebbles.iter().all(|(pebble, _)| *pebble != name),
        };
        let mut homes = plates.iter().enumerate().filter(|(_, (name, _))| fits(name));
        match (homes.next(), homes.next()) {
            (Some((home, _)), None) => Some(home),
            (None, _) => {
                let count = |list: &[Named], name: &str| list.iter().filter(|(other, _)| *other == name).count();
                let spare = |&(name, _): &Named| !marked && count(plates, name) == count(pebbles, name) + 1;
                let home = plates.iter().position(spare);
                home.or_else(|| self.0.note(self.at("plates"), "no plate for the hole", expected))
            }
            (_, Some((_, (_, at)))) => self.0.note(*at, "a second plate for the hole", expected),
        }
    }

    /// The pebbles as colours. Notes each for which no plate is left; `left` counts the plates of each colour.
    fn matched(
        &mut self,
        pebbles: &[Named],
        hole: usize,
        names: &[&str],
        left: &mut [u8; MAX_PLACES],
    ) -> Option<Vec<u8>> {
        let mut matched = Some(());
        let mut start = vec![BLANK; pebbles.len()];
        for (place, (name, at)) in pebbles.iter().enumerate().filter(|&(place, _)| place != hole) {
            match names.iter().position(|known| known == name).filter(|&colour| left[colour] > 0) {
                Some(colour) => {
                    left[colour] -= 1;
                    start[place] = colour as u8;
                }
                None => {
                    let shown = name.escape_debug();
                    matched = self.0.note(
                        *at,
                        format!("no plate for the pebble '{shown}'"),
                        "as many plates as pebbles of a colour",
                    );
                }
            }
        }
        matched.map(|()| start)
    }
}

/// How much a text is like a level: it is one with plates, pebbles or the lines of a graph, and may be one with a
/// board.
pub(super) fn likeness(text: &str) -> Likeness {
    likeness::of_toml(text, &["plates", "pebbles", "lines", "edges", "allowed_moves"], &["board", "coordinates"])
}
