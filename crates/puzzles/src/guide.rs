//! What is said about a level before it is played: its goal, its rules, and what more there is to know.

use serde::Serialize;

use crate::family::FamilyInfo;

/// A level's goal and rules in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Guide {
    /// What is to be reached; `None` where the level does not say it.
    pub goal: Option<String>,
    /// How it is played.
    pub rules: String,
    /// More about this very level, a line each, such as what its moves do.
    pub details: Vec<String>,
}

impl Guide {
    /// The rules of a family and a level's goal.
    #[must_use]
    pub fn new(info: &FamilyInfo, goal: impl Into<String>) -> Guide {
        Guide { goal: Some(goal.into()), ..Guide::of(info) }
    }

    /// The rules of a family, where a level says no more than they do.
    #[must_use]
    pub fn of(info: &FamilyInfo) -> Guide {
        Guide { goal: None, rules: info.rules.to_owned(), details: Vec::new() }
    }

    /// The guide as lines of text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let goal = self.goal.iter().map(|goal| format!("Goal: {goal}"));
        let rules = (!self.rules.is_empty()).then(|| format!("Rules: {}", self.rules));
        goal.chain(rules).chain(self.details.iter().cloned()).collect()
    }
}
