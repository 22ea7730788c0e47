//! A list of states that is cut off where they are too many.

/// States that a cut list keeps.
pub(super) const SAMPLE: usize = 100;

/// States by their bits ([`Frame::code`](super::frame::Frame::code)): all, or where they are too many the first few.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    pub(super) codes: Vec<u64>,
    pub(super) cut: bool,
}

impl List {
    /// Adds a state, in ascending order.
    pub(super) fn push(&mut self, code: u64, most: usize) {
        if self.codes.len() < most {
            self.codes.push(code);
        } else if !self.cut {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.codes.truncate(SAMPLE);
        self.codes.shrink_to_fit();
        self.cut = true;
    }

    pub(super) fn join(&mut self, mut other: List) {
        if self.cut || other.cut {
            self.cut();
            other.cut();
        }
        self.codes.extend(other.codes);
    }
}
