//! The places of a picture that mean a move: those that the names of moves speak of.
//!
//! A name that begins with `3,4` or `row 3, column 4` (counted from 1) speaks of that cell; a name that holds the word
//! by which the legend calls a piece speaks of that piece. A cell that one move speaks of means that move; one that
//! several begin with means their common beginning, after which a face asks which of them is meant. This is for scripts
//! that do not name the moves of their places themselves.

use std::collections::{BTreeMap, HashMap};

use ::picture::{ColourRole, Frame, Point};

/// Gives the cells and pieces of a frame the moves of these names. `word` is what the legend calls a piece.
pub(crate) fn mark(frame: &mut Frame, names: &[String], word: impl Fn(ColourRole) -> Option<String>) {
    let (places, words) = (places(names), words(names));
    let at = |point: Point| places.get(&(whole(point.y), whole(point.x))).cloned();
    for cell in &mut frame.cells {
        cell.act = at(cell.at);
    }
    for piece in &mut frame.pieces {
        piece.act = at(piece.at).or_else(|| only(&words, &word(piece.role)?));
    }
}

#[allow(clippy::cast_possible_truncation)] // a place of a grid
fn whole(place: f32) -> i64 {
    place.round() as i64
}

/// The places that names begin with, each with the move, or with the beginning of several.
fn places(names: &[String]) -> BTreeMap<(i64, i64), String> {
    let mut places: BTreeMap<(i64, i64), String> = BTreeMap::new();
    for name in names {
        let Some((row, column, beginning)) = place(name) else { continue };
        let point = Point::grid(row, column);
        let act = places.entry((whole(point.y), whole(point.x))).or_insert_with(|| name.clone());
        if act != name {
            beginning.clone_into(act);
        }
    }
    places
}

/// Reads the row and the column that a name begins with, from 0, and the beginning itself.
fn place(name: &str) -> Option<(usize, usize, &str)> {
    let (row, rest) = number(name.strip_prefix("row ").unwrap_or(name))?;
    let rest = rest.strip_prefix(", column ").or_else(|| rest.strip_prefix(','))?;
    let (column, rest) = number(rest)?;
    let ends = rest.is_empty() || rest.starts_with([' ', ':', ',']);
    ends.then_some((row.checked_sub(1)?, column.checked_sub(1)?, &name[..name.len() - rest.len()]))
}

/// Splits a number off the beginning of a text.
fn number(text: &str) -> Option<(usize, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// The words of all names, each with the names that hold it: the first, and whether there are others.
fn words(names: &[String]) -> HashMap<&str, (&String, bool)> {
    let mut words: HashMap<&str, (&String, bool)> = HashMap::new();
    for (name, word) in names.iter().flat_map(|name| name.split(' ').map(move |word| (name, word))) {
        words.entry(word).and_modify(|(first, others)| *others |= *first != name).or_insert((name, false));
    }
    words
}

/// The only name that holds this word.
fn only(words: &HashMap<&str, (&String, bool)>, word: &str) -> Option<String> {
    words.get(word).filter(|(_, others)| !others).map(|(name, _)| (*name).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_means_its_move_or_the_beginning_of_several() {
        let names =
            ["2,1 up", "2,1 left", "1,3 down", "row 3, column 2", "take 1 from heap 2", "0,4"].map(String::from);
        let expected = [((1, 0), "2,1"), ((0, 2), "1,3 down"), ((2, 1), "row 3, column 2")];
        let of_grid = |((row, column), act): ((usize, usize), &str)| {
            let point = Point::grid(row, column);
            ((whole(point.y), whole(point.x)), act.to_owned())
        };
        assert_eq!(places(&names), expected.into_iter().map(of_grid).collect());
    }

    #[test]
    fn a_word_of_the_legend_means_the_only_move_that_holds_it() {
        let names = ["take goat", "take goats", "take wolf now", "leave wolf"].map(String::from);
        let words = words(&names);
        assert_eq!(only(&words, "goat").as_deref(), Some("take goat"));
        assert_eq!(only(&words, "wolf"), None);
    }
}
