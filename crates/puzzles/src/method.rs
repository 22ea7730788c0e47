//! How an answer was found, and by what it was confirmed.
//!
//! A search that a lower bound leads is as right as that bound. Where a second search, which does without it, finds nothing
//! shorter, the answer says so in its method's words and in a field of its own ([`Confirmed`]), for tables and programs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The method of an answer: its words, and the search that confirmed what it found.
///
/// Texts become methods without a confirmation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Method {
    pub(crate) words: String,
    pub(crate) confirmed: Option<Confirmed>,
}

/// The search that confirmed an answer, and how far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmed {
    /// The search, in a few words, such as `breadth-first search`.
    pub by: String,
    /// No solution has a smaller value by that search: the value that was found where it went through all that is
    /// nearer, and less where its share of the limits ended it.
    pub at_least: u64,
}

impl Method {
    /// The method with what a second search says: that no solution is shorter than this `bound`, which is the length of the
    /// `found` one if the search went through everything nearer.
    #[must_use]
    pub fn confirmed(self, by: &str, bound: u64, found: u64) -> Method {
        let what =
            if bound < found { format!("; {by} confirms at least {bound}") } else { format!(", confirmed by {by}") };
        let confirmed = Some(Confirmed { by: by.to_owned(), at_least: bound.min(found) });
        Method { words: format!("{}{what}", self.words), confirmed }
    }

    /// The method with more words behind it.
    #[must_use]
    pub fn and(self, more: impl fmt::Display) -> Method {
        Method { words: format!("{}; {more}", self.words), ..self }
    }
}

impl From<String> for Method {
    fn from(words: String) -> Method {
        Method { words, confirmed: None }
    }
}

impl From<&str> for Method {
    fn from(words: &str) -> Method {
        words.to_owned().into()
    }
}
