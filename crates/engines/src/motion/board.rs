//! The graph with the colour that each place wants, and an arrangement of coloured tokens on it.

use std::fmt;
use std::sync::Arc;

/// The value that marks the empty place in [`Layout::colours`], and the place where the blank belongs in
/// [`Board::wanted`].
pub const BLANK: u8 = u8::MAX;

/// The maximal number of places of a graph.
pub const MAX_PLACES: usize = 255;

/// An undirected graph without loops, of at most [`MAX_PLACES`] places. Clones share the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph(Arc<[Vec<u8>]>);

/// A graph together with the colour that each place must have in the end. Colours are arbitrary numbers from 0 to 254.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    graph: Graph,
    wanted: Vec<u8>,
    home: u8,
}

/// Why a graph, a board or a layout is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// The graph has no place, or more than [`MAX_PLACES`]; the number of places.
    Size(usize),
    /// A link of this place leads to the place itself or out of the board, or is listed in one direction only.
    Link(usize),
    /// The number of places marked [`BLANK`] is not one; the number of them.
    Blanks(usize),
    /// The layout has more or fewer tokens of this colour than the board wants.
    Colour(u8),
    /// The number of colours is not the number of places; the number of colours.
    Length(usize),
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsound::Size(places) => write!(f, "{places} places; expected 1 to {MAX_PLACES}"),
            Unsound::Link(place) => write!(f, "a link of place {place} does not join two places both ways"),
            Unsound::Blanks(count) => write!(f, "{count} empty places; expected one"),
            Unsound::Colour(colour) => write!(f, "colour {colour} is not there as often as it is wanted"),
            Unsound::Length(length) => write!(f, "{length} colours; expected one for each place"),
        }
    }
}

impl std::error::Error for Unsound {}

impl Graph {
    /// Creates a graph from the neighbours of each place. Each link must be listed at both of its ends; neighbours may
    /// come in any order and more than once.
    ///
    /// # Errors
    /// [`Unsound::Size`] or [`Unsound::Link`].
    pub fn new(mut links: Vec<Vec<u8>>) -> Result<Graph, Unsound> {
        let places = links.len();
        if places == 0 || places > MAX_PLACES {
            return Err(Unsound::Size(places));
        }
        for list in &mut links {
            list.sort_unstable();
            list.dedup();
        }
        for (from, list) in links.iter().enumerate() {
            let sound = |&to: &u8| {
                let back = links.get(usize::from(to)).is_some_and(|back| back.iter().any(|&b| usize::from(b) == from));
                usize::from(to) != from && back
            };
            if !list.iter().all(sound) {
                return Err(Unsound::Link(from));
            }
        }
        Ok(Graph(links.into()))
    }
}

impl Board {
    /// Creates a board from the neighbours of each place, as in [`Graph::new`], and the colour that each place wants,
    /// with [`BLANK`] where the empty place belongs.
    ///
    /// # Errors
    /// Where the graph is not valid, or the colours are not one for each place with one [`BLANK`].
    pub fn new(links: Vec<Vec<u8>>, wanted: Vec<u8>) -> Result<Board, Unsound> {
        Board::on(Graph::new(links)?, wanted)
    }

    /// Creates a board on an existing graph from the colour that each place wants, with [`BLANK`] where the empty
    /// place belongs.
    ///
    /// # Errors
    /// Where the colours are not one for each place with one [`BLANK`].
    pub fn on(graph: Graph, wanted: Vec<u8>) -> Result<Board, Unsound> {
        if wanted.len() != graph.0.len() {
            return Err(Unsound::Length(wanted.len()));
        }
        let home = blank(&wanted)?;
        Ok(Board { graph, wanted, home })
    }

    /// Returns a byte string that identifies the board: the number of places, the colours wanted, and the links of
    /// each place. Equal boards have equal byte strings.
    #[must_use]
    pub fn content(&self) -> Vec<u8> {
        let links: usize = self.graph.0.iter().map(|links| links.len()).sum();
        let mut content = Vec::with_capacity(1 + 2 * self.places() + links);
        content.push(self.places() as u8);
        content.extend(&self.wanted);
        for links in self.graph.0.iter() {
            content.push(links.len() as u8);
            content.extend(links);
        }
        content
    }

    /// Returns the number of places.
    #[must_use]
    pub fn places(&self) -> usize {
        self.graph.0.len()
    }

    /// Returns the neighbours of a place in ascending order.
    #[must_use]
    pub fn links(&self, place: u8) -> &[u8] {
        &self.graph.0[usize::from(place)]
    }

    /// Returns the colour that each place wants, with [`BLANK`] where the empty place belongs.
    #[must_use]
    pub fn wanted(&self) -> &[u8] {
        &self.wanted
    }

    /// Returns the place where the blank belongs.
    #[must_use]
    pub fn home(&self) -> u8 {
        self.home
    }

    /// Returns the solved layout.
    #[must_use]
    pub fn goal(&self) -> Layout {
        Layout { colours: self.wanted.clone(), blank: self.home }
    }

    /// Creates a layout of this board from the colour on each place, with [`BLANK`] at the empty one.
    ///
    /// # Errors
    /// Where the tokens are not those that the board wants.
    pub fn layout(&self, colours: Vec<u8>) -> Result<Layout, Unsound> {
        if colours.len() != self.places() {
            return Err(Unsound::Length(colours.len()));
        }
        let blank = blank(&colours)?;
        let mut surplus = [0i32; 256];
        colours.iter().for_each(|&colour| surplus[usize::from(colour)] += 1);
        self.wanted.iter().for_each(|&colour| surplus[usize::from(colour)] -= 1);
        match (0..=u8::MAX).find(|&colour| surplus[usize::from(colour)] != 0) {
            Some(colour) => Err(Unsound::Colour(colour)),
            None => Ok(Layout { colours, blank }),
        }
    }
}

fn blank(colours: &[u8]) -> Result<u8, Unsound> {
    let mut blanks = (0..=u8::MAX).zip(colours).filter(|&(_, &colour)| colour == BLANK).map(|(place, _)| place);
    match (blanks.next(), blanks.count()) {
        (Some(place), 0) => Ok(place),
        (None, _) => Err(Unsound::Blanks(0)),
        (Some(_), more) => Err(Unsound::Blanks(more + 1)),
    }
}

/// An arrangement of the tokens of a [`Board`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    colours: Vec<u8>,
    blank: u8,
}

impl Layout {
    /// Returns the colour on each place, with [`BLANK`] at the empty one.
    #[must_use]
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// Returns the empty place.
    #[must_use]
    pub fn blank(&self) -> u8 {
        self.blank
    }

    /// Moves the token on `from` into the empty place. The caller must know that the two places are linked; this is not
    /// checked.
    pub fn slide(&mut self, from: u8) {
        self.colours.swap(usize::from(from), usize::from(self.blank));
        self.blank = from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Board {
        Board::new(vec![vec![1], vec![0, 2], vec![1]], vec![BLANK, 0, 0]).unwrap()
    }

    #[test]
    fn a_token_slides_into_the_empty_place() {
        let mut layout = path().layout(vec![0, BLANK, 0]).unwrap();
        layout.slide(0);
        assert_eq!(layout, path().goal());
    }

    #[test]
    fn nonsense_is_refused() {
        assert_eq!(Board::new(vec![], vec![]), Err(Unsound::Size(0)));
        assert_eq!(Board::new(vec![vec![1], vec![]], vec![BLANK, 0]), Err(Unsound::Link(0)));
        assert_eq!(Board::new(vec![vec![0]], vec![BLANK]), Err(Unsound::Link(0)));
        assert_eq!(Board::new(vec![vec![1], vec![0]], vec![1, 0]), Err(Unsound::Blanks(0)));
        assert_eq!(path().layout(vec![BLANK, 0, 1]), Err(Unsound::Colour(0)));
        assert_eq!(path().layout(vec![BLANK, 0, BLANK]), Err(Unsound::Blanks(2)));
        assert_eq!(path().layout(vec![BLANK, 0]), Err(Unsound::Length(2)));
    }
}
