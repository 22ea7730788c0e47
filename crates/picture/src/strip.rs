//! The layout of a film strip: pictures in rows from left to right, on a page with the proportions of A4.
//!
//! A strip has a given width as long as it is no higher than such a page; a longer one is made wider, so that any
//! number of pictures fits on one page that can be printed.

/// Height over width of a page.
const PROPORTION: f32 = std::f32::consts::SQRT_2;
/// A strip that does not fit is widened by this factor until it does.
const WIDER: f32 = 1.05;

/// The positions of the pictures of a film strip, and its size; all lengths are in the caller's unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The upper left corner `(x, y)` of each picture.
    pub corners: Vec<(f32, f32)>,
    /// The width of the strip.
    pub width: f32,
    /// The height of the strip.
    pub height: f32,
}

impl Strip {
    /// Places pictures of the given `(width, height)` with a margin between them, on a page at least `narrowest` wide.
    #[must_use]
    pub fn new(sizes: &[(f32, f32)], margin: f32, narrowest: f32) -> Strip {
        let widest = sizes.iter().map(|size| size.0).fold(0.0, f32::max);
        let (mut page, all) = (narrowest, sizes.iter().map(|size| size.0 + margin).sum::<f32>() + margin);
        loop {
            let strip = Strip::of_width(sizes, margin, page);
            if page >= all || strip.height <= strip.width.max(page).max(widest) * PROPORTION {
                return strip;
            }
            page *= WIDER;
        }
    }

    fn of_width(sizes: &[(f32, f32)], margin: f32, page: f32) -> Strip {
        let (mut x, mut y, mut tallest) = (margin, margin, 0.0_f32);
        let mut strip = Strip { corners: Vec::with_capacity(sizes.len()), width: 0.0, height: 0.0 };
        for &(width, height) in sizes {
            if x > margin && x + width + margin > page {
                (x, y, tallest) = (margin, y + tallest + margin, 0.0);
            }
            strip.corners.push((x, y));
            tallest = tallest.max(height);
            x += width + margin;
            strip.width = strip.width.max(x);
            strip.height = strip.height.max(y + tallest);
        }
        strip
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_strip_keeps_its_width() {
        let strip = Strip::new(&[(400.0, 200.0); 5], 20.0, 1300.0);
        assert_eq!(strip.corners[2], (860.0, 20.0));
        assert_eq!(strip.corners[3], (20.0, 240.0), "three of 400 a row");
        assert_eq!((strip.width, strip.height), (1280.0, 440.0));
    }

    #[test]
    fn a_long_strip_is_a_page() {
        for count in [30, 120, 1000] {
            let strip = Strip::new(&vec![(280.0, 240.0); count], 20.0, 1280.0);
            let proportion = strip.height / strip.width;
            // The page has that proportion; what is drawn on it may leave less than a picture's width free.
            assert!((0.7..=1.75).contains(&proportion), "{count}: {proportion}");
        }
    }

    #[test]
    fn one_tall_picture_is_no_endless_search() {
        let strip = Strip::new(&[(100.0, 90_000.0)], 20.0, 1280.0);
        assert_eq!(strip.corners, [(20.0, 20.0)]);
    }
}
