//! What two levels that are one level twice have in common, for warnings about them: a text without titles and claims,
//! or a board as the least of its eight images where the rules allow turning and mirroring.

use crate::document::HEAD;

/// Returns a level's canonical text without the lines that say something about the level: comments of the row formats
/// and of PuzzleScript, and the keys that every TOML level may have.
#[must_use]
pub fn bare(text: &str) -> String {
    let says = |line: &str| {
        let key = line.split_once('=').map_or("", |(key, _)| key.trim_end());
        line.starts_with(';') || line.starts_with('(') && line.ends_with(')') || HEAD.contains(&key)
    };
    text.lines().filter(|line| !says(line)).flat_map(|line| [line, "\n"]).collect()
}

/// Returns the first, in the order of texts, of the eight images of a board: turned by quarters, and mirrored. Rows may
/// be of different lengths; `blank` stands for what is missing at their ends.
#[must_use]
pub fn least_image(rows: &[String], blank: char) -> String {
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    let whole = |row: &String| row.chars().chain(std::iter::repeat(blank)).take(width).collect::<Vec<char>>();
    let mut board: Vec<Vec<char>> = rows.iter().map(whole).collect();
    let mut images = Vec::with_capacity(8);
    for _ in 0..4 {
        board = turned(&board);
        images.push(written(board.iter().map(|row| row.iter().collect())));
        images.push(written(board.iter().map(|row| row.iter().rev().collect())));
    }
    images.into_iter().min().unwrap_or_default()
}

/// A board turned by a quarter.
fn turned(board: &[Vec<char>]) -> Vec<Vec<char>> {
    let columns = board.first().map_or(0, Vec::len);
    (0..columns).map(|column| board.iter().rev().map(|row| row[column]).collect()).collect()
}

fn written(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_one_board_are_alike_and_others_are_not() {
        let rows = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        let first = least_image(&rows("ab/c"), ' ');
        for image in ["ab/c", "ba/ c", "ac/b", "ca/ b", "c/ab", " c/ba", "b/ac", " b/ca"] {
            assert_eq!(least_image(&rows(image), ' '), first, "{image}");
        }
        assert_ne!(least_image(&rows("ab/d"), ' '), first);
    }

    #[test]
    fn titles_and_claims_are_no_part_of_a_level() {
        assert_eq!(bare("; title: a\n; par: 3\n#.#\n"), bare("#.#\n"));
        assert_eq!(bare("title = \"a\"\npar = 3\nboard = \"1x2\"\n"), "board = \"1x2\"\n");
        assert_eq!(bare("LEVELS\n\n(par: 3)\n#.#\n"), "LEVELS\n\n#.#\n");
    }
}
