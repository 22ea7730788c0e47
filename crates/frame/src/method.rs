//! How an answer was found, and by what it was confirmed.
//!
//! A search that a lower bound leads is as right as that bound. Where a second search, which does without it, finds
//! nothing shorter, the answer says so in its method's words and in a field of its own ([`Confirmed`]), for tables and
//! programs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The method of an answer: its words, and the search that confirmed what was found.
///
/// A text becomes a method that nothing confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    pub(crate) words: String,
    pub(crate) confirmed: Option<Confirmed>,
}

/// The second search that confirmed an answer, and the bound that it proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmed {
    /// The search, in a few words, such as `breadth-first search`.
    pub by: String,
    /// The lower bound that this search proved, in the unit of the answer's value: that value where the search was
    /// finished, and less where a limit ended it.
    pub at_least: u64,
}

impl Method {
    /// Adds that a second search, named `by`, proved the lower bound `bound` of the value; `found` is the value of the
    /// solution, which is confirmed as a whole where the bound reaches it.
    #[must_use]
    pub fn confirmed(self, by: &str, bound: u64, found: u64) -> Method {
        let what =
            if bound < found { format!("; {by} confirms at least {bound}") } else { format!(", confirmed by {by}") };
        let confirmed = Some(Confirmed { by: by.to_owned(), at_least: bound.min(found) });
        Method { words: format!("{}{what}", self.words), confirmed }
    }

    /// Adds words behind the method, after a semicolon.
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
