//! The goal and rules of a level in words, as they are shown before it is played.

use serde::Serialize;

use crate::info::FamilyInfo;

/// A level's goal and rules in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Guide {
    /// The goal in one sentence; `None` where the level does not state one.
    pub goal: Option<String>,
    /// How the level is played.
    pub rules: String,
    /// Further facts about this level, one line each, such as what its moves do.
    pub details: Vec<String>,
}

impl Guide {
    /// Creates a guide from a family's rules and a level's goal.
    #[must_use]
    pub fn new(info: &FamilyInfo, goal: impl Into<String>) -> Guide {
        Guide { goal: Some(goal.into()), ..Guide::of(info) }
    }

    /// Creates a guide from a family's rules alone, without a goal.
    #[must_use]
    pub fn of(info: &FamilyInfo) -> Guide {
        Guide { goal: None, rules: info.rules.to_owned(), details: Vec::new() }
    }

    /// Returns the guide as lines of text: goal, rules, then the details.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let goal = self.goal.iter().map(|goal| format!("Goal: {goal}"));
        let rules = (!self.rules.is_empty()).then(|| format!("Rules: {}", self.rules));
        goal.chain(rules).chain(self.details.iter().cloned()).collect()
    }
}
