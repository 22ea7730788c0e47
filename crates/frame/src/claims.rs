//! What the author of a level claims of it.

/// What the author of a level claims of it, as the text of the level states it, with the author's name. `check --par`
/// compares the claims with what is proven.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The best value: a number, or two where the answer is about the best change of the level ([`crate::par`]).
    pub par: Option<String>,
    /// The solution that the author intends: moves separated by `;`, or a text that [`crate::Level::expand`] expands.
    pub solution: Option<String>,
    /// A solution that the level's file gives, without a claim that no shorter one exists, in the same form.
    pub given: Option<String>,
    /// The author's name.
    pub author: Option<String>,
}
