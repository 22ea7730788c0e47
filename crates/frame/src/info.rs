//! The description of a family: names, rules, questions, roles and built-in levels.

use picture::Sprite;
use serde::Serialize;

use crate::edit::{Edit, Statement};
use crate::likeness::Likeness;
use crate::line::Measure;
use crate::linkage::{ASKS_ONLY, HAS_ENGINES};
use crate::query::QuestionKind;
use crate::question::QuestionSpec;
use crate::syntax::Token;

/// A level that is built into a family.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The level's name, which the command line takes after `@`.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The level's text.
    pub text: &'static str,
}

impl Shipped {
    /// The levels of a family, in programs that list them: the modules of the page get levels from a list beside them, and
    /// link none.
    #[must_use]
    pub const fn linked(levels: &'static [Shipped]) -> &'static [Shipped] {
        if HAS_ENGINES && !ASKS_ONLY { levels } else { &[] }
    }
}

/// A size of new levels to choose from, as a menu offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NewSize {
    /// The size in words: `3 × 3`.
    pub words: &'static str,
    /// The board, as [`GenerateOptions::board`](crate::family::GenerateOptions::board) takes it.
    pub board: &'static str,
    /// The difficulties of which levels of this size are found at once, in ascending order; empty where there is nothing
    /// to choose.
    pub difficulties: &'static [u64],
}

/// The new levels that a menu offers; the generator takes other options as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NewLevels {
    /// What a difficulty counts, as it stands behind the number: `presses`.
    pub measure: &'static str,
    /// The sizes, the smallest first.
    pub sizes: &'static [NewSize],
}

/// The static description of a family: names, rules, questions, roles and built-in levels.
#[derive(Debug)]
pub struct FamilyInfo {
    /// The family's name, in lower case.
    pub name: &'static str,
    /// The family's name as a heading; the name where this is empty: see [`title`](FamilyInfo::title).
    pub own_title: &'static str,
    /// The usual extension of its files, without the dot.
    pub extension: &'static str,
    /// Other extensions of its files, without the dot.
    pub more_extensions: &'static [&'static str],
    /// The whole names of files that hold its levels, whatever their extension: names under which such files are
    /// shared.
    pub file_names: &'static [&'static str],
    /// How much a text is like the texts of the family, whether they are valid or not: see [`crate::recognition`]. It
    /// is told in one pass over the text, without loading it.
    pub likeness: fn(&str) -> Likeness,
    /// The change by which the text of one level states something, or the reason why a text of the family cannot: see
    /// [`crate::edit`]. Formats of which a file holds more than levels and lines `---` say it of the file instead
    /// ([`Collection::write_back`](crate::family::Collection::write_back)).
    pub write_back: fn(&[u8], &Statement) -> Result<Edit, String>,
    /// A description of the family in one line.
    pub about: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// The origin of the puzzle.
    pub source: &'static str,
    /// Every question that some level of the family answers; [`Level::questions`](crate::Level::questions) lists those
    /// of one level.
    pub questions: &'static [QuestionSpec],
    /// The declaration of [`QuestionKind::RUN`](crate::QuestionKind::RUN), which every level answers:
    /// [`crate::run::RUN`], or a declaration of the family's own where runs of its programs have one: see
    /// [`Program::outcome`](crate::Program::outcome).
    pub run: &'static QuestionSpec,
    /// The roles that can be played; the first is the default.
    pub roles: &'static [&'static str],
    /// What is counted of every line of moves, where the family has a [`Notation`](crate::Notation), in the order of
    /// the names.
    pub measures: &'static [Measure],
    /// The name of the one of these that is told beside the number of moves while a level is played.
    pub told_measure: Option<&'static str>,
    /// The sprites of its pieces; those of [`STOCK`](picture::sprite::STOCK) need not be listed.
    pub sprites: &'static [&'static Sprite],
    /// The built-in levels.
    pub levels: &'static [Shipped],
    /// What an editor tells apart in its texts, the pattern that goes before others first.
    pub tokens: &'static [Token],
    /// A small valid text that a new document begins with; empty where the first built-in level serves: see
    /// [`starter`](FamilyInfo::starter).
    pub own_starter: &'static str,
    /// The names of the built-in levels of which it is the question whether they can be solved at all: all that cannot be,
    /// and others between them, so that the list tells nothing.
    pub doubtful: &'static [&'static str],
    /// The new levels that a menu offers, in families that generate levels.
    pub new_levels: Option<NewLevels>,
    /// The name of another editor in which every text of the family runs as it is: that of the language's own authors.
    pub other_editor: Option<&'static str>,
    /// Why the family answers no question, or takes no option, of a name: name and reason, as a clause. It is told
    /// where the question or the option is refused.
    pub refusals: &'static [(&'static str, &'static str)],
}

impl FamilyInfo {
    /// A description with empty texts, no questions, no levels and the single role `player`, for use with struct update
    /// syntax.
    pub const BLANK: FamilyInfo = FamilyInfo {
        name: "",
        own_title: "",
        extension: "",
        more_extensions: &[],
        file_names: &[],
        likeness: |_| Likeness::None,
        write_back: |_, _| Err("levels of this family state nothing that could be written back".to_owned()),
        about: "",
        rules: "",
        source: "",
        questions: &[],
        run: &crate::run::RUN,
        roles: &[crate::status::PLAYER],
        measures: &[],
        told_measure: None,
        sprites: &[],
        levels: &[],
        tokens: &[],
        own_starter: "",
        doubtful: &[],
        new_levels: None,
        other_editor: None,
        refusals: &[],
    };

    /// Returns the family's name as a heading: its own, or the name with a capital letter.
    #[must_use]
    pub fn title(&self) -> String {
        match self.own_title {
            "" => crate::phrases::capitalised(self.name),
            own => own.to_owned(),
        }
    }

    /// Returns the text that a new document of the family begins with: a level that is valid and small. It is empty
    /// where the family has neither a text of its own for that nor a built-in level.
    #[must_use]
    pub fn starter(&self) -> &'static str {
        match self.own_starter {
            "" => self.levels.first().map_or("", |level| level.text),
            own => own,
        }
    }

    /// Returns the extensions of the family's files, without the dot, the usual one first.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.extension).chain(self.more_extensions.iter().copied())
    }

    /// Returns the declarations of the questions that every level of every family answers.
    #[must_use]
    pub fn everywhere(&self) -> [&'static QuestionSpec; 1] {
        [self.run]
    }

    /// Returns the declarations of all questions that some level of the family answers: its own, and those that every
    /// level answers.
    pub fn all_questions(&self) -> impl Iterator<Item = &'static QuestionSpec> + use<> {
        self.questions.iter().chain(self.everywhere())
    }

    /// Returns the declarations of the questions to choose from: all but those that are asked by making moves.
    pub fn offered(&self) -> impl Iterator<Item = &'static QuestionSpec> + use<> {
        self.all_questions().filter(|spec| spec.row.is_surveyed())
    }

    /// Returns the declaration of a question that some level of the family answers; [`QuestionKind::RUN`] always has
    /// one.
    #[must_use]
    pub fn question(&self, kind: QuestionKind) -> Option<&'static QuestionSpec> {
        self.all_questions().find(|question| question.kind == kind)
    }
}

/// The rules of a contest over several levels, in which the smallest sum of scores wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The unit of the scores: a noun in the plural.
    pub unit: &'static str,
    /// The default time limit for each level, in seconds.
    pub seconds: u64,
    /// The size of the level by which its forfeit is counted.
    pub size: u64,
    /// What the size counts: a noun in the plural.
    pub measure: &'static str,
    /// The score of a level for which no solution is found in time.
    pub forfeit: u64,
}

/// A name for several shipped levels, which are one file of levels under this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedSet {
    /// The name, without the leading `@`: no level has it.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The names of the levels, in order.
    pub levels: &'static [&'static str],
}

impl ShippedSet {
    /// The texts of the levels as one file, separated by lines of `---`.
    #[must_use]
    pub fn text(&self, info: &FamilyInfo) -> String {
        let text = |name: &&str| info.levels.iter().find(|level| level.name == *name).map(|level| level.text);
        let texts: Vec<&str> = self.levels.iter().filter_map(text).collect();
        texts.join("---\n")
    }
}
