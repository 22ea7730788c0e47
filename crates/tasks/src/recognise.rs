//! What a text is, as the result of [`Operation::Recognise`](crate::Operation::Recognise).

use engines::Context;
use puzzles::recognition::{self, Unrecognised};
use puzzles::record::SavedGame;
use serde::{Deserialize, Serialize};

use crate::Families;
use crate::outcome::{Failure, Reason};

/// What a text is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recognition {
    /// The names of the families whose format the text has; none where it is not recognised.
    pub families: Vec<String>,
    /// Whether it is surely a text of these families, right or wrong; without families, that it is surely no level: a
    /// link, or a gist that is cut off.
    pub certain: bool,
    /// The text of the levels, where it was taken out of a save or a gist.
    pub level: Option<String>,
    /// The game that a save holds.
    pub game: Option<SavedGame>,
    /// Why the text is not taken as that of one family.
    pub why: Option<String>,
}

/// Says what a text is. The limits of `cx` bound what is loaded to decide between formats.
#[must_use]
pub(crate) fn recognise(families: Families, text: &str, cx: &Context<'_>) -> Recognition {
    match recognition::recognise(families, text, cx) {
        Ok(found) => {
            let (names, certain) = (recognition::names(&found.families), found.is_certain);
            let level = found.is_taken_out.then(|| found.text.clone().into_owned());
            let (game, why) = (found.game.clone(), found.only().err().map(|why| why.to_string()));
            Recognition { families: names.into_iter().map(str::to_owned).collect(), certain, level, game, why }
        }
        Err(why) => {
            let certain = why != Unrecognised::Unknown;
            Recognition { families: Vec::new(), certain, level: None, game: None, why: Some(why.to_string()) }
        }
    }
}

impl Recognition {
    /// Returns the name of the only family, and the text of the levels where it was taken out of another.
    ///
    /// # Errors
    /// [`Reason::UnknownFormat`] without a family, [`Reason::AmbiguousFormat`] with the names of several.
    pub fn only(self) -> Result<(String, Option<String>), Failure> {
        let why = self.why.unwrap_or_default();
        match <[String; 1]>::try_from(self.families) {
            Ok([family]) => Ok((family, self.level)),
            Err(none) if none.is_empty() => Err(Failure::new(Reason::UnknownFormat, why)),
            Err(_) => Err(Failure::new(Reason::AmbiguousFormat, why)),
        }
    }
}
