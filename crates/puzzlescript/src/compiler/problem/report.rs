//! The list of problems while a text is compiled.
//!
//! A problem that was reported before is neither listed nor counted again. The list is full with its 101st entry: from
//! then on the compiler stops at its next opportunity, and nothing more is listed.

use hashbrown::HashSet;

use super::{Code, Problem};

/// The number of problems that are listed before the compiler gives up.
const MAX_PROBLEMS: usize = 100;

/// The bytes of a value that are kept: no sensible name or list is longer.
const MAX_BYTES: usize = 1 << 16;

/// Collects problems in the order in which they are found.
#[derive(Default)]
pub(crate) struct Report {
    problems: Vec<Problem>,
    known: HashSet<Problem>,
    errors: usize,
}

impl Report {
    /// Lists and counts a problem, unless it is known or the list is full.
    pub(crate) fn add(&mut self, mut problem: Problem) {
        let template = problem.code.template();
        problem.values.retain(|(name, _)| template.contains(&format!("{{{name}}}")));
        problem.values.iter_mut().for_each(|(_, value)| shorten(value));
        let repeats = !matches!(problem.code, Code::NoLevels | Code::TitleTooLong | Code::AuthorTooLong);
        if self.is_full() || repeats && !self.known.insert(Problem { column: None, ..problem.clone() }) {
            return;
        }
        self.errors += usize::from(problem.counts());
        self.problems.push(problem);
    }

    /// How many of the problems count as errors.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Whether there are too many problems to go on.
    pub(crate) fn is_full(&self) -> bool {
        self.problems.len() > MAX_PROBLEMS
    }

    /// Lists a problem of this implementation's own limits, which the reference does not count.
    pub(crate) fn refuse(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }
}

/// Cuts a value that is too long.
fn shorten(value: &mut String) {
    if value.len() > MAX_BYTES {
        value.truncate(value.floor_char_boundary(MAX_BYTES));
        value.push('…');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_dropped_whatever_their_column() {
        let mut report = Report::default();
        report.add(Problem::at(Code::UndeclaredLevelKey, 3).column(1).value("CHAR", "A"));
        report.add(Problem::at(Code::UndeclaredLevelKey, 3).column(2).value("CHAR", "A"));
        report.add(Problem::at(Code::UndeclaredLevelKey, 4).column(1).value("CHAR", "A"));
        report.add(Problem::new(Code::NoLevels));
        report.add(Problem::new(Code::NoLevels));
        assert_eq!((report.errors(), report.into_problems().len()), (4, 4));
    }

    #[test]
    fn the_list_ends_with_its_101st_entry() {
        let mut report = Report::default();
        (1..=200).for_each(|line| report.add(Problem::at(Code::UnopenedComment, line)));
        assert!(report.is_full());
        assert_eq!(report.into_problems().len(), 101);
    }
}
