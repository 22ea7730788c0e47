//! The hash of a state: FNV-1a over its canonical bytes (Fowler, Noll, Vo), 64 bits.

use std::fmt::Write;

use crate::element::Element;
use crate::point::Point;

/// A hash being computed.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Hashes bytes.
    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut print = Fingerprint::default();
        print.bytes(bytes);
        print.end()
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.raw(bytes);
        self.number(bytes.len() as u64);
    }

    /// Hashes the text that `{:?}` gives for a value, without holding it.
    pub(crate) fn shown(&mut self, value: &impl std::fmt::Debug) {
        let mut text = Text { print: self, length: 0 };
        // A hash takes any text.
        let _ = write!(text, "{value:?}");
        let length = text.length;
        self.number(length);
    }

    fn raw(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.raw(&number.to_le_bytes());
    }

    pub(crate) fn point(&mut self, point: Point) {
        self.number(u64::from(point.x.to_bits()) << 32 | u64::from(point.y.to_bits()));
    }

    /// Adds the state of an element.
    pub(crate) fn element(&mut self, element: &Element) {
        self.number(element.kind as u64 | u64::from(element.alive) << 32 | u64::from(element.left) << 33);
        self.number(u64::from(element.touch.ground) | u64::from(element.touch.ladder) << 1);
        self.point(element.at);
        self.point(element.velocity);
        self.number(u64::from(element.target.is_some()));
        self.point(element.target.unwrap_or_default());
        self.number(u64::from(element.eaten));
        self.bytes(&element.memory);
        let (text, until) = element.said.as_ref().map_or(("", 0), |said| (said.0.as_str(), said.1));
        self.bytes(text.as_bytes());
        self.number(until);
        self.number(element.stopped.as_ref().map_or(0, |failure| failure.step + 1));
    }

    pub(crate) fn end(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// A text that is hashed as it is written.
struct Text<'p> {
    print: &'p mut Fingerprint,
    length: u64,
}

impl Write for Text<'_> {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        self.print.raw(part.as_bytes());
        self.length += part.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_hashed_as_its_text() {
        let value = vec![Some(Point::new(1.5, -2.0)), None];
        let (mut written, mut held) = (Fingerprint::default(), Fingerprint::default());
        written.shown(&value);
        held.bytes(format!("{value:?}").as_bytes());
        assert_eq!(written.end(), held.end());
    }
}
