//! Exit statuses: one meaning each, the same for every verb.

use puzzles::{AskError, Verdict};

/// The result of one file or of the whole command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The question was answered, or the level is valid.
    Answered,
    /// The goal is proven impossible.
    Impossible,
    /// A limit was reached, or not everything in a checked answer was rechecked.
    Unfinished,
    /// The usage is wrong, or the question is not offered.
    Usage,
    /// The input is not valid.
    Invalid,
    /// A checked answer is wrong.
    Refuted,
    /// Any other error.
    Failed,
}

impl Status {
    /// The exit status of the process.
    pub(crate) fn code(self) -> u8 {
        match self {
            Status::Answered => 0,
            Status::Failed => 1,
            Status::Usage => 2,
            Status::Invalid => 3,
            Status::Refuted => 4,
            Status::Impossible => 10,
            Status::Unfinished => 12,
        }
    }

    /// The status of several files: the first of the codes 2, 3, 1, 4, 12, 10 that occurred, else 0.
    pub(crate) fn worse(self, other: Status) -> Status {
        const ORDER: [Status; 7] = [
            Status::Usage,
            Status::Invalid,
            Status::Failed,
            Status::Refuted,
            Status::Unfinished,
            Status::Impossible,
            Status::Answered,
        ];
        ORDER.into_iter().find(|&status| status == self || status == other).unwrap_or(self)
    }
}

impl From<Option<Verdict>> for Status {
    fn from(verdict: Option<Verdict>) -> Status {
        match verdict {
            None | Some(Verdict::Found) => Status::Answered,
            Some(Verdict::Impossible) => Status::Impossible,
            Some(Verdict::Unfinished) => Status::Unfinished,
        }
    }
}

impl From<&AskError> for Status {
    fn from(refusal: &AskError) -> Status {
        match refusal {
            AskError::NotOffered(_) | AskError::Illegal { .. } => Status::Usage,
            AskError::Halted(_) | AskError::NotFound(_) => Status::Unfinished,
            AskError::Broken(_) | AskError::Rules(_) => Status::Failed,
        }
    }
}
