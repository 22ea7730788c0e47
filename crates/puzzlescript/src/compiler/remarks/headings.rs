//! The heading of a section that is misspelt. The section before it goes on, so that nearly every line behind it is a
//! problem: the author is told of the heading alone.

use super::nearest::closest;
use super::{Remark, Severity};
use crate::compiler::characters::trim;
use crate::compiler::dialect::lines_without_comments;
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::SECTIONS;

/// A heading that is misspelt.
pub(super) struct Misspelt {
    line: u32,
    word: String,
    section: &'static str,
}

impl Misspelt {
    /// The first line that holds a word near to a heading that is missing, between the headings around it.
    pub(super) fn find(source: &str) -> Option<Self> {
        let mut places = [None; SECTIONS.len()];
        for (line, text) in lines_without_comments(source) {
            if let Some(at) = SECTIONS.iter().position(|section| trim(&text).eq_ignore_ascii_case(section)) {
                places[at].get_or_insert(line);
            }
        }
        let missing: Vec<usize> = (0..SECTIONS.len()).filter(|&at| places[at].is_none()).collect();
        if missing.is_empty() {
            return None;
        }
        let may_stand = |at: usize, line: u32| {
            let before = places[..at].iter().rev().find_map(|place| *place);
            let behind = places[at + 1..].iter().find_map(|place| *place);
            before.is_none_or(|before| before < line) && behind.is_none_or(|behind| line < behind)
        };
        lines_without_comments(source).find_map(|(line, text)| {
            let word = trim(&text);
            let is_near = |section| closest(&word.to_lowercase(), [(section, None)].into_iter()).is_some();
            let near = missing.iter().find(|&&at| may_stand(at, line) && is_near(SECTIONS[at]));
            near.map(|&at| Self { line, word: word.to_owned(), section: SECTIONS[at] })
        })
    }

    /// Whether a problem follows from the heading: it lies behind, is about the whole game, or is one of an object that
    /// the lost section would have named.
    pub(super) fn explains(&self, problem: &Problem) -> bool {
        let is_behind = problem.line.is_none_or(|line| line == 0 || line >= self.line);
        is_behind || matches!(problem.code, Code::NameWithoutLayer | Code::ObjectWithoutLayer)
    }

    pub(super) fn remark(&self) -> Remark {
        let section = self.section.to_uppercase();
        Remark {
            severity: Severity::Error,
            line: Some(self.line),
            column: Some(1),
            message: format!("\"{}\" is no heading (did you mean {section}?), and what follows is not read", self.word),
            expected: format!("the heading {section}"),
        }
    }
}
