//! One answer of a file of answers, with what stands beside it: the file and the level that it is about, and its score.

use std::ffi::OsStr;
use std::path::Path;

use puzzles::collection;
use puzzles::family;
use puzzles::{Answer, CheckError, Level, Problem, Question, QuestionKind, words};
use serde::Deserialize;
use serde_json::Value;

/// What stands beside an answer in an entry of the results of several levels.
const BESIDE: [&str; 3] = ["file", "index", "score"];

/// One answer as JSON.
#[derive(Clone, Copy)]
pub(super) struct Entry<'v>(&'v Value);

impl<'v> Entry<'v> {
    pub(super) fn of(value: &'v Value) -> Entry<'v> {
        Entry(value)
    }

    /// Why there is no answer, if there is none.
    pub(super) fn error(self) -> Option<&'v str> {
        self.0.get("error")?.as_str()
    }

    /// The level that it says it is about: `FILE#N`, or the file of one level.
    pub(super) fn file(self) -> Option<&'v str> {
        self.0.get("file")?.as_str()
    }

    /// The name of its file without folders.
    pub(super) fn file_name(self) -> Option<&'v OsStr> {
        Entry::name_of(self.file()?)
    }

    /// The name of a file without folders and without the choice of a level.
    pub(super) fn name_of(file: &str) -> Option<&OsStr> {
        Path::new(file.split('#').next().unwrap_or_default()).file_name()
    }

    /// The place of the level that it names among these, by the number or title behind its file and by the number that
    /// the format's own tools give the level; `None` where it names none.
    ///
    /// # Errors
    /// There is no such level, or the two name different ones.
    pub(super) fn place(self, levels: &[family::Entry]) -> Result<Option<usize>, String> {
        let choice = self.file().and_then(|file| Some(file.rsplit_once('#')?.1));
        // The name of a file of one level may hold the sign.
        let choice = choice.filter(|choice| levels.len() > 1 || choice.bytes().all(|byte| byte.is_ascii_digit()));
        let chosen = choice.map(|choice| collection::select(levels, choice)).transpose()?;
        let Some(index) = self.0.get("index").filter(|index| !index.is_null()) else { return Ok(chosen) };
        let indexed = levels.iter().position(|level| level.index.is_some_and(|own| *index == own));
        match (chosen, indexed) {
            (None, Some(at)) => Ok(Some(at)),
            (Some(chosen), Some(at)) if chosen == at => Ok(Some(at)),
            (None, None) => Err(format!("no level has the index {index}")),
            (Some(chosen), _) => {
                let own = levels[chosen].index.map_or("no index".to_owned(), |own| format!("the index {own}"));
                Err(format!("its index is {index}, and level {} has {own}", chosen + 1))
            }
        }
    }

    /// What is wrong with its score beside this answer, in a contest of the level's family.
    pub(super) fn wrong_score(self, level: &dyn Level, answer: &Answer) -> Option<String> {
        let claimed = self.0.get("score").filter(|score| !score.is_null())?;
        let Some(contest) = level.contest() else { return Some("a score, where there is no contest".into()) };
        let score = words::score(answer, &contest).unwrap_or(contest.forfeit);
        (*claimed != score).then(|| format!("the score is {score}, not {claimed}"))
    }

    /// The answer, as the level's family reads it. An answer of another family, or to a question that this one does not
    /// answer, is a wrong answer about this level. `text` is the text of the answer, if it is at hand: its places are
    /// told.
    ///
    /// # Errors
    /// Where the text is no answer, and why.
    pub(super) fn answer(self, level: &dyn Level, text: Option<&[u8]>) -> Result<Result<Answer, CheckError>, Problem> {
        #[derive(Deserialize)]
        struct RawQuestion {
            question: QuestionKind,
            family: String,
        }
        let asked: RawQuestion = match text {
            Some(text) => serde_json::from_slice(text).map_err(|error| problem(&error))?,
            None => RawQuestion::deserialize(self.0).map_err(|error| problem(&error))?,
        };
        let (family, info) = (asked.family, level.info());
        if family != info.name {
            let why = format!("it is an answer of the family '{family}', not '{}'", info.name);
            return Ok(Err(CheckError::wrong(why)));
        }
        if info.question(asked.question).is_none() {
            let refused = puzzles::offered(level, &Question::plain(asked.question)).err();
            let flaw = refused.map_or_else(CheckError::no_answer, |refusal| CheckError::wrong(refusal.to_string()));
            return Ok(Err(flaw));
        }
        let mut value = self.0.clone();
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|name, _| !BESIDE.contains(&name.as_str()));
        }
        Answer::from_value(info, value).map(Ok).map_err(misread)
    }
}

/// A place where a text is not JSON.
pub(super) fn problem(error: &serde_json::Error) -> Problem {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    Problem { line: error.line().max(1) as u64, column: error.column().max(1) as u64, ..misread(message) }
}

/// What is wrong with a text as a whole.
pub(super) fn misread(message: String) -> Problem {
    Problem::error(1, 1, message, "the object that --json prints")
}
