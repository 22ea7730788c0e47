//! Files of several levels: the list of the levels, and the text of one of them.

use std::sync::Arc;

use engines::Context;
use puzzles::arrangement::arranged;
use puzzles::canvas::NamedCanvas;
use puzzles::collection;
use puzzles::edit::{Edited, Statement};
use puzzles::family::{self, Collection};
use puzzles::stated::stated;
use puzzles::{Canvas, Family, Level, LoadError, Problem};
use serde::{Deserialize, Serialize};

use crate::outcome::{Failure, Reason};
use crate::task::Wanted;

/// The result of [`Operation::Levels`](crate::Operation::Levels): the levels of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// The title that the file has as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The author of all its levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Every level of the file, or the one that was chosen.
    pub levels: Vec<ListedLevel>,
    /// The pictures that the file draws beside its levels, where they were asked for.
    #[serde(default, skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<NamedCanvas>,
}

/// One level of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ListedLevel {
    /// The number of the level in the file, counted from 1.
    pub number: usize,
    /// The title of the level, if the file has one.
    pub title: Option<String>,
    /// The line of the file in which the level begins, counted from 1.
    pub line: u64,
    /// The number that the format's own tools give the level, where it differs from `number`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The text of the level as a file of this one level; only for a level that was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The errors and warnings of a level that was chosen and is valid nevertheless, with lines of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// Whether the text of a level that was chosen states a solution.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub states_solution: bool,
    /// Where the rows of a level that was chosen are in the file, if it can be drawn by placing characters.
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub canvas: Option<Canvas>,
    /// Why a level that was chosen cannot be drawn by placing characters, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_drawn: Option<String>,
}

impl ListedLevel {
    /// Returns this level with what its text says beside its rules.
    fn told(self, level: &dyn Level) -> ListedLevel {
        let claims = level.claims();
        let states_solution = claims.solution.is_some() || claims.given.is_some();
        ListedLevel { problems: level.diagnosis().problems, states_solution, ..self }
    }

    /// Returns this level with where it is drawn, or why it is not.
    fn with_canvas(self, canvas: Result<Canvas, String>) -> ListedLevel {
        match canvas {
            Ok(canvas) => ListedLevel { canvas: Some(canvas), ..self },
            Err(why) => ListedLevel { not_drawn: Some(why), ..self },
        }
    }
}

/// Lists the levels of the file with this text, or only the wanted one.
///
/// # Errors
/// Fails if the text has no level, no level has the number, the chosen level is not valid, or a limit was reached.
pub fn list(
    family: &dyn Family,
    text: &str,
    Wanted { number, texts, pictures }: Wanted,
    cx: &Context<'_>,
) -> Result<Listed, Failure> {
    let collection = family.open(source(text), cx)?;
    let pictures = if pictures { collection.pictures() } else { Vec::new() };
    let told = |levels| {
        let family::Heading { title, author } = collection.heading();
        Listed { title, author, levels, pictures }
    };
    let entries = collection.entries();
    let listed = |place: usize| {
        let family::Entry { title, line, index } = entries[place].clone();
        ListedLevel { number: place + 1, title, line, index, ..ListedLevel::default() }
    };
    let Some(number) = number else {
        let own_text = |place: usize| match entries.len() {
            1 => Some(text.to_owned()),
            _ => collection.level(place, cx).ok().map(|level| level.text()),
        };
        let level = |place| ListedLevel { text: texts.then(|| own_text(place)).flatten(), ..listed(place) };
        return Ok(told((0..entries.len()).map(level).collect()));
    };
    let place = collection::select(entries, &number.to_string()).map_err(LoadError::NoSuchLevel)?;
    let level = collection.level(place, cx);
    if entries.len() == 1 {
        // The text is returned unchanged, whether it is a level or not.
        let one = ListedLevel { text: Some(text.to_owned()), ..listed(place) };
        let one = match level {
            Ok(level) => one.told(&*level),
            Err(_) => one,
        };
        return Ok(told(vec![one.with_canvas(collection.canvas(place))]));
    }
    let level = level?;
    let one = ListedLevel { text: Some(level.text()), ..listed(place) }.told(&*level);
    Ok(told(vec![one.with_canvas(collection.canvas(place))]))
}

/// The result of [`Operation::State`](crate::Operation::State) and [`Operation::Arrange`](crate::Operation::Arrange): the
/// changed text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rewritten {
    /// The text of the whole file.
    pub text: String,
}

impl From<Edited> for Rewritten {
    fn from(edited: Edited) -> Rewritten {
        Rewritten { text: String::from_utf8_lossy(&edited.bytes).into_owned() }
    }
}

/// Writes moves that win level `number` (counted from 1) into the text of its file, and a par where one is given. A level
/// that is won at its start has no moves to write.
///
/// # Errors
/// The text is no file of levels or has several and no number is given, the moves do not win, or the format states no
/// solution.
pub fn state(
    family: &dyn Family,
    text: &str,
    number: Option<usize>,
    (moves, par): (&[String], Option<&str>),
    cx: &Context<'_>,
) -> Result<Rewritten, Failure> {
    let solution = (par.is_none() || !moves.is_empty()).then(|| Statement::Solution(moves.to_vec()));
    let mut text = text.to_owned();
    for statement in solution.into_iter().chain(par.map(|par| Statement::Par(par.to_owned()))) {
        let collection = family.open(source(&text), cx)?;
        let place = match number {
            Some(number) => {
                collection::select(collection.entries(), &number.to_string()).map_err(LoadError::NoSuchLevel)?
            }
            None => none_chosen(&*collection).map_or(Ok(0), Err)?,
        };
        let edited = stated(family, (&*collection, text.as_bytes()), place, &statement, cx);
        text = edited.map(Rewritten::from).map_err(|why| Failure::new(Reason::NotOffered, why))?.text;
    }
    Ok(Rewritten { text })
}

/// Writes the levels of a file in the order of these numbers, counted from 1: a number that stands twice repeats its level,
/// and a level without its number is left out.
///
/// # Errors
/// The text is no file of levels, a number is that of no level, or levels of the format cannot be moved.
pub fn arrange(family: &dyn Family, text: &str, order: &[usize], cx: &Context<'_>) -> Result<Rewritten, Failure> {
    let collection = family.open(source(text), cx)?;
    let index =
        |number: &usize| collection::select(collection.entries(), &number.to_string()).map_err(LoadError::NoSuchLevel);
    let order = order.iter().map(index).collect::<Result<Vec<usize>, _>>()?;
    let edited = arranged(family, (&*collection, text.as_bytes()), &order, cx);
    edited.map(Rewritten::from).map_err(|why| Failure::new(Reason::NotOffered, why))
}

/// What is wrong with a text that is not one level: it holds several, or the file of several has problems of its own;
/// else what was found of one level.
pub(crate) fn not_one(
    family: &dyn Family,
    text: &str,
    cx: &Context<'_>,
    found: Vec<Problem>,
) -> Result<LoadError, Failure> {
    match family.open(source(text), cx) {
        Ok(collection) => none_chosen(&*collection).map_or(Ok(LoadError::Invalid(found)), Err),
        Err(of_file @ LoadError::Invalid(_)) => Ok(of_file),
        Err(_) => Ok(LoadError::Invalid(found)),
    }
}

/// The failure of an operation on one level of a file, if the file holds several.
fn none_chosen(collection: &dyn Collection) -> Option<Failure> {
    let entries = collection.entries();
    let (count, names) = (entries.len(), collection::listed(entries));
    let why = || format!("the text holds {count} levels; expected a 'number' of one of them: {names}");
    (count > 1).then(|| LoadError::NoSuchLevel(why()).into())
}

fn source(text: &str) -> Arc<dyn puzzles::Source> {
    Arc::new(text.as_bytes().to_vec())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Limits, Operation, Outcome, PictureSize, Reason, Task, perform};

    const LEVEL: &str = "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n";

    fn performed(level: String, operation: Operation) -> Result<String, Failure> {
        let limits = Limits { nodes: None, bytes: 1 << 20, millis: 60_000 };
        let task = Task { family: puzzles::FAMILIES[0].info().name.into(), level, operation, limits };
        match perform(puzzles::FAMILIES, &task, PictureSize::Whole, &Context::default()) {
            Outcome::Done { result, .. } => Ok(result.as_str().to_owned()),
            Outcome::Failed(failure) => Err(failure),
        }
    }

    #[test]
    fn the_levels_of_a_text_are_listed_and_one_is_taken_out() {
        let file = format!("title = \"one\"\n{LEVEL}---\n{LEVEL}");
        let list = |number| performed(file.clone(), Operation::Levels(Wanted { number, ..Wanted::default() }));
        let all: serde_json::Value = serde_json::from_str(
            &performed(file.clone(), Operation::Levels(Wanted { texts: true, ..Wanted::default() })).unwrap(),
        )
        .unwrap();
        let taken: serde_json::Value = serde_json::from_str(&list(Some(2)).unwrap()).unwrap();
        assert_eq!(all["levels"][1]["text"], taken["levels"][0]["text"]);
        let broken = format!("{file}---\nboard = \"1x2\"\n");
        let all: serde_json::Value = serde_json::from_str(
            &performed(broken, Operation::Levels(Wanted { texts: true, ..Wanted::default() })).unwrap(),
        )
        .unwrap();
        assert!(all["levels"][0]["text"].is_string() && all["levels"][2].get("text").is_none(), "{all}");
        let listed = r#"{"levels":[{"number":1,"title":"one","line":1},{"number":2,"title":null,"line":6}]}"#;
        assert_eq!(list(None).unwrap(), listed);
        let second: serde_json::Value = serde_json::from_str(&list(Some(2)).unwrap()).unwrap();
        let text = second["levels"][0]["text"].as_str().unwrap().to_owned();
        assert!(performed(text, Operation::Check).unwrap().contains("\"valid\":true"));
        for number in [0, 3] {
            let failure = list(Some(number)).unwrap_err();
            assert!(failure.reason == Reason::NoSuchLevel && failure.message.contains("from 1 to 2"), "{failure:?}");
        }
    }

    #[test]
    fn a_text_of_one_level_is_taken_as_it_stands() {
        let text = format!("# a comment\n{LEVEL}");
        let one: serde_json::Value =
            serde_json::from_str(&performed(text.clone(), Operation::Levels(Wanted::number(1))).unwrap()).unwrap();
        assert_eq!(one["levels"][0]["text"], serde_json::json!(text));
    }

    #[test]
    fn an_operation_on_a_text_of_several_levels_is_refused_with_the_list() {
        let file = format!("title = \"one\"\n{LEVEL}---\n{LEVEL}");
        for operation in [Operation::Check, Operation::Play { moves: Vec::new(), role: None, picture: true }] {
            let failure = performed(file.clone(), operation).unwrap_err();
            assert!(failure.reason == Reason::NoSuchLevel && failure.message.ends_with("1 (one), 2"), "{failure:?}");
        }
        // The problem is that of the file, and not of its text read as one level.
        let empty: serde_json::Value =
            serde_json::from_str(&performed(format!("{file}---\n"), Operation::Check).unwrap()).unwrap();
        let problems = &empty["answer"]["problems"];
        assert_eq!(
            (problems.as_array().map(Vec::len), &problems[0]["message"]),
            (Some(1), &serde_json::json!("an empty level"))
        );
        let broken =
            performed(format!("{LEVEL}board"), Operation::Play { moves: Vec::new(), role: None, picture: true });
        assert_eq!(broken.unwrap_err().reason, Reason::InvalidLevel);
    }

    #[test]
    fn levels_are_arranged_and_a_par_is_stated_with_moves_as_one_text() {
        let file = format!("{LEVEL}---\n{LEVEL}");
        let text = |result: String| serde_json::from_str::<Rewritten>(&result).unwrap().text;
        let order = |order: &[usize]| performed(file.clone(), Operation::Arrange { order: order.to_vec() });
        assert_eq!(text(order(&[1, 2, 1]).unwrap()), format!("{file}---\n{LEVEL}"));
        assert_eq!(order(&[3]).unwrap_err().reason, Reason::NoSuchLevel);
        assert_eq!(order(&[]).unwrap_err().reason, Reason::NotOffered);
        let solved = performed(
            LEVEL.to_owned(),
            Operation::Ask {
                question: puzzles::QuestionKind::SOLVE,
                asked: puzzles::Options::default(),
                picture: false,
            },
        );
        let answer: serde_json::Value = serde_json::from_str(&solved.unwrap()).unwrap();
        let moves = vec![answer["line"]["text"].as_str().unwrap().to_owned()];
        let state = |par: &str| {
            performed(
                file.clone(),
                Operation::State { number: Some(2), moves: moves.clone(), par: Some(par.to_owned()) },
            )
        };
        let stated = text(state("1").unwrap());
        let (first, second) = stated.split_once("---\n").unwrap();
        assert_eq!(first, LEVEL);
        assert!(second.contains("par = 1\n") && second.contains("intended = \""), "{second}");
    }
}
