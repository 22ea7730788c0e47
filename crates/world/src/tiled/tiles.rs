//! The tiles of a layer: their data in every encoding that Tiled writes except Zstandard, and the boxes they become.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::tilesets::FLIPS;
use super::{Drawn, Flaw, MAX_SHAPES, MAX_TILES, too_many};

/// Which tiles of a layer are full, row by row.
pub(super) struct Grid {
    /// The byte offset of the tiles in the text of the file.
    place: usize,
    pub(super) width: usize,
    /// The greatest number of a tile, and the first place where it stands.
    pub(super) greatest: (u32, usize),
    pub(super) full: Vec<bool>,
}

/// The number of tiles of a layer of this size; too many are an error.
pub(super) fn count(at: usize, name: &str, width: u32, height: u32) -> Result<usize, Flaw> {
    let count = u64::from(width) * u64::from(height);
    let fits = usize::try_from(count).ok().filter(|&count| count <= MAX_TILES);
    fits.ok_or_else(|| Flaw::new(at, format!("layer '{name}' has {count} tiles; expected at most a million")))
}

impl Grid {
    /// Creates the grid of these tile numbers, of which there must be as many as the layer's size says.
    pub(super) fn new(at: usize, name: &str, (width, height): (u32, u32), tiles: &[u32]) -> Result<Grid, Flaw> {
        let expected = count(at, name, width, height)?;
        if tiles.len() != expected {
            let given = tiles.len();
            let message =
                format!("layer '{name}' has data for {given} of its tiles; expected {expected}, {width} by {height}");
            return Err(Flaw::new(at, message));
        }
        // The bits that say how a tile is turned are no part of its number.
        let numbered = tiles.iter().map(|tile| tile & !FLIPS).enumerate().rev();
        let greatest = numbered.max_by_key(|&(_, number)| number).map_or((0, 0), |(place, number)| (number, place));
        Ok(Grid { place: at, width: width as usize, greatest, full: tiles.iter().map(|&tile| tile != 0).collect() })
    }

    /// Where the tile with the greatest number stands, in words.
    pub(super) fn greatest_place(&self) -> String {
        let (row, column) = (self.greatest.1 / self.width.max(1), self.greatest.1 % self.width.max(1));
        format!("row {}, column {}", row + 1, column + 1)
    }

    /// Returns one box for each run of full tiles in a row; too many are an error.
    #[allow(clippy::cast_precision_loss)] // a million tiles at most
    pub(super) fn boxes(&self, tile: (f32, f32)) -> Result<Vec<Drawn>, Flaw> {
        let (place, mut boxes) = (self.place, Vec::new());
        for (row, tiles) in self.full.chunks(self.width.max(1)).enumerate() {
            let mut column = 0;
            while column < tiles.len() {
                let run = tiles[column..].iter().take_while(|&&full| full).count();
                if run > 0 {
                    if boxes.len() == MAX_SHAPES {
                        return Err(too_many(place));
                    }
                    let (x, y) = (column as f32 * tile.0, row as f32 * tile.1);
                    let label = "its tiles".into();
                    boxes.push(Drawn { place, label, x, y, size: (run as f32 * tile.0, tile.1), ..Drawn::default() });
                }
                column += run.max(1);
            }
        }
        Ok(boxes)
    }
}

/// Decodes the tile numbers of a layer; stops after one more than `most`, which the caller then rejects.
pub(super) fn decode(
    at: usize,
    name: &str,
    encoding: &str,
    compression: &str,
    text: &str,
    most: usize,
) -> Result<Vec<u32>, Flaw> {
    let flaw = |message: String| Flaw::new(at, format!("layer '{name}': {message}"));
    match (encoding, compression) {
        ("csv", "") => comma_separated(text, most).map_err(flaw),
        ("base64", "" | "zlib" | "gzip") => {
            let dense: String = text.chars().filter(|character| !character.is_ascii_whitespace()).collect();
            let bytes = STANDARD.decode(dense).map_err(|error| flaw(format!("its data is not base64: {error}")))?;
            let bytes = inflate(compression, bytes, most).map_err(|error| flaw(format!("its data: {error}")))?;
            if bytes.len() % 4 != 0 {
                return Err(flaw("its data ends within a tile".into()));
            }
            Ok(bytes.chunks_exact(4).map(|part| u32::from_le_bytes([part[0], part[1], part[2], part[3]])).collect())
        }
        _ => Err(flaw(format!(
            "its tiles have the encoding '{encoding}' and compression '{compression}'; expected csv, or base64 with zlib, gzip or none"
        ))),
    }
}

fn comma_separated(text: &str, most: usize) -> Result<Vec<u32>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let number = |(index, part): (usize, &str)| {
        let part = part.trim();
        part.parse().map_err(|_| format!("tile {} is '{}'; expected a whole number", index + 1, shortened(part)))
    };
    text.split(',').take(most + 1).enumerate().map(number).collect()
}

/// The first 20 characters of a text, for error messages.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}

/// Decompresses data; stops when the result is larger than the layer.
fn inflate(compression: &str, bytes: Vec<u8>, most: usize) -> std::io::Result<Vec<u8>> {
    let limit = 4 * (most as u64 + 1);
    let mut out = Vec::new();
    match compression {
        "zlib" => flate2::read::ZlibDecoder::new(&bytes[..]).take(limit).read_to_end(&mut out)?,
        "gzip" => flate2::read::GzDecoder::new(&bytes[..]).take(limit).read_to_end(&mut out)?,
        _ => return Ok(bytes),
    };
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_become_boxes_of_runs() {
        let tiles = [1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1];
        let boxes = Grid::new(0, "ground", (4, 3), &tiles).and_then(|grid| grid.boxes((8.0, 8.0)));
        let places: Vec<(f32, f32, f32)> =
            boxes.into_iter().flatten().map(|each| (each.x, each.y, each.size.0)).collect();
        assert_eq!(places, [(0.0, 0.0, 16.0), (24.0, 0.0, 8.0), (0.0, 16.0, 32.0)]);
    }

    #[test]
    fn all_encodings_give_the_same_tiles() {
        assert!(decode(0, "a", "base64", "zlib", "eJxjYGBgYGJgYGAGYgAAUAAH", 4).is_err(), "damaged");
        for (encoding, compression, text) in [
            ("csv", "", "0,\n1, 2,3"),
            ("base64", "", "AAAAAAEAAAACAAAAAwAAAA=="),
            ("base64", "zlib", "eJxjYGBgYARiJiBmBmIAADgABw=="),
        ] {
            assert_eq!(decode(0, "a", encoding, compression, text, 4).ok(), Some(vec![0, 1, 2, 3]), "{compression}");
        }
        assert_eq!(decode(0, "a", "csv", "", "1,1,1,1,1,1,1", 2).map(|tiles| tiles.len()).ok(), Some(3));
        assert!(decode(0, "a", "base64", "zstd", "", 4).is_err() && decode(0, "a", "csv", "", "1,x", 4).is_err());
    }
}
