//! The Sokoban family: its collections, and its levels as state spaces.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;

use super::body::{FEWEST, Fewest, MoveSolution, PUSHES, PushHint, PushSolution};
use super::by_pushes::PushPosition;
use super::notation::MEASURES;
use super::rules::{Direction, State};
use super::sprites::PORTER;
use super::{FIRST_STEPS, answers, canvas, check, collection, lurd, picture, stated, text, way};
use frame::answer::Reply;
use frame::body::AnyBody;
use frame::canvas::Canvas;
use frame::claims::Claims;
use frame::edit::{Edit, LevelLines, Lines, Statement};
use frame::family::{Collection, Entry, Family, Heading, Level};
use frame::guide::Guide;
use frame::identity::least_image;
use frame::info::{FamilyInfo, Shipped};
use frame::judge::{self, reveal::PartialHint};
use frame::line::Notation;
use frame::linkage::of_file;
use frame::options::{ALL, COUNT, FROM, INTENDED, MOVES, Options, REVEAL, UNCONFIRMED, WITHOUT};
use frame::position::Ways;
use frame::problem::{AskError, CheckError, Checked, LoadError, Problem};
use frame::query::{Query, QuestionKind};
use frame::question::{QuestionSpec, Shape};
use frame::questions;
use frame::shortcut::SHORTCUTS;
use frame::solution::{Hint, HintUnproven, Map, Solution};
use frame::source::Source;
use frame::space::{self, Barrier, Built, CountedSpace, Distances, SpaceLevel, StateSpace};
use frame::syntax::{Token, TokenKind};
use frame::unit::Unit;

/// The family of Sokoban levels, in collections or single files.
#[derive(Debug)]
pub struct Sokoban;

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(
        questions::SOLVE,
        &[&MOVES, &COUNT, &ALL, &FROM, &UNCONFIRMED, &FEWEST],
        &[
            Shape::when::<MoveSolution>(MoveSolution::fits),
            Shape::when::<PushSolution>(|value| value.get("pushes").is_some()),
            Shape::of::<Solution>(),
        ],
    )
    .proven_by(space::PROOFS),
    QuestionSpec::new(
        questions::COUNT,
        &[&MOVES, &FEWEST],
        &[Shape::when::<PushSolution>(|value| value.get("pushes").is_some()), Shape::of::<Solution>()],
    )
    .proven_by(space::PROOFS),
    space::REACH,
    QuestionSpec::new(questions::MAP, &[&FEWEST], &[Shape::of::<Map>()]).proven_by(space::PROOFS),
    QuestionSpec::new(
        questions::HINT,
        &[&MOVES, &REVEAL, &FEWEST],
        &[
            Shape::when::<PartialHint>(PartialHint::fits),
            Shape::when::<PushHint>(PushHint::fits),
            Shape::when::<HintUnproven>(HintUnproven::fits),
            Shape::of::<Hint>(),
        ],
    )
    .proven_by(space::PROOFS),
    judge::question(&[&MOVES, &FEWEST]),
    QuestionSpec::new(questions::SHORTCUT, &[&MOVES, &INTENDED, &WITHOUT, &FEWEST], SHORTCUTS).proven_by(space::PROOFS),
];

const INFO: FamilyInfo = FamilyInfo {
    name: "sokoban",
    extension: "xsb",
    more_extensions: &["sok", "slc"],
    likeness: collection::likeness,
    about: "a player pushes boxes onto goals; collections as Sokoban tools write them",
    rules: "The player moves one square up, down, left or right, not through walls. A box in the way is pushed, if the \
            square behind it is free; boxes are never pulled, and never two pushed at once. Push every box onto a goal.",
    source: "Hiroyuki Imabayashi (Thinking Rabbit, 1982)",
    questions: QUESTIONS,
    measures: MEASURES,
    told_measure: Some("pushes"),
    sprites: &[&PORTER],
    tokens: &[
        Token { kind: TokenKind::Comment, pattern: "^[;:].*" },
        Token { kind: TokenKind::Keyword, pattern: "^[a-z][a-z0-9 _-]*:" },
    ],
    own_starter: "#######\n#@ $ .#\n#######\nTitle: My level\n",
    levels: Shipped::linked(&[Shipped {
        name: "first-steps",
        about: "eight small levels, from a single push to a crowded room",
        text: FIRST_STEPS,
    }]),
    ..FamilyInfo::BLANK
};

impl Family for Sokoban {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, source: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(SpaceLevel::new(collection::only(&*source)?))
    }

    fn open(&self, source: Arc<dyn Source>, _: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        let read = collection::open(&*source)?;
        let entry =
            |entry: &collection::Entry| Entry { title: entry.notes.title.clone(), line: entry.line(), index: None };
        let entries = read.entries.iter().map(entry).collect();
        Ok(Box::new(Levels { read, entries }))
    }
}

/// The levels of a file.
struct Levels {
    read: collection::Collection,
    entries: Vec<Entry>,
}

impl Levels {
    /// Whether levels are lines of the text.
    ///
    /// # Errors
    /// The file is XML, where levels share lines, and some characters have other meanings.
    fn is_of_lines(&self) -> Result<(), String> {
        let is_xml = self.read.format == collection::Format::Slc;
        if is_xml { Err("levels of .slc stand between tags of XML; expected .xsb or .sok".to_owned()) } else { Ok(()) }
    }
}

impl Collection for Levels {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn heading(&self) -> Heading {
        let notes = &self.read.notes;
        Heading { title: notes.title.clone(), author: notes.author.clone() }
    }

    fn level(&self, index: usize, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(SpaceLevel::new(self.read.level(index)?))
    }

    fn canvas(&self, index: usize) -> Result<Canvas, String> {
        self.is_of_lines().map_err(|why| format!("The level cannot be drawn here: {why}."))?;
        of_file(|| canvas::of(self.read.entries.get(index).ok_or("There is no such level.")?))
    }

    fn write_back(&self, bytes: &[u8], index: usize, statement: &Statement) -> Result<Edit, String> {
        Ok(of_file(|| stated::write_back(&self.read, bytes, index, statement))?.of_level(index, 0))
    }

    fn level_lines(&self, text: &Lines<'_>) -> Result<LevelLines, String> {
        self.is_of_lines()?;
        let line = |entry: &collection::Entry| usize::try_from(entry.begin).unwrap_or(usize::MAX);
        let ends = self.read.entries.iter().skip(1).map(line).chain([text.len() + 1]);
        let lines = self.read.entries.iter().map(line).zip(ends).map(|(begin, end)| begin..end).collect();
        Ok(LevelLines { lines, separator: "\n" })
    }
}

impl text::Level {
    fn title(&self) -> &str {
        self.notes.title.as_deref().unwrap_or("Sokoban")
    }

    /// What a comment with this word before a colon says.
    fn stated(&self, word: &str) -> Option<String> {
        let stated = |line: &String| {
            let (key, value) = line.split_once(':')?;
            key.trim().eq_ignore_ascii_case(word).then(|| value.trim().to_owned())
        };
        self.notes.comments.iter().find_map(stated)
    }
}

impl StateSpace for text::Level {
    type State = State;
    type Move = Direction;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn start(&self) -> State {
        self.board.start().clone()
    }

    fn moves(&self, state: &State, out: &mut Vec<(Direction, State)>) -> Result<(), Infallible> {
        out.extend(self.board.successors(state).map(|(direction, next, _)| (direction, next)));
        Ok(())
    }

    fn is_goal(&self, state: &State) -> Result<bool, Infallible> {
        Ok(self.board.is_solved(state))
    }

    fn name(&self, direction: &Direction) -> String {
        direction.name().to_owned()
    }

    fn text(&self, state: &State) -> String {
        text::Level::text(self, state)
    }

    fn picture(&self, state: &State) -> Picture {
        picture::draw(self.title(), &self.board, state)
    }

    fn spoken(&self, state: &State) -> Spoken {
        picture::spoken(&self.board, state)
    }

    fn words(&self, state: &State) -> String {
        picture::words(&self.board, state)
    }

    fn canonical<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Direction::parse(text).map_or(Cow::Borrowed(text), |direction| Cow::Borrowed(direction.name()))
    }

    fn identity(&self) -> Option<String> {
        Some(least_image(&text::rows_within(&self.board), ' '))
    }

    /// Moves in the letters of Sokoban tools, as `rrUL` or `3r2U`.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        if Direction::parse(text).is_some() {
            return Ok(None);
        }
        let moves = lurd::expand(text).map_err(|Problem { message, expected, column, .. }| {
            format!("at its character {column}, {message}; expected {expected}")
        })?;
        if moves.is_empty() {
            return Err("expected up, down, left or right, or letters such as rrU".into());
        }
        Ok(Some(moves.into_iter().map(|direction| direction.name().to_owned()).collect()))
    }

    fn way(&self, state: &State, text: &str) -> Result<Option<Vec<String>>, String> {
        let way = way::moves(&self.board, state, text)?;
        Ok(way.map(|moves| moves.into_iter().map(|direction| direction.name().to_owned()).collect()))
    }

    fn ways(&self, state: &State) -> Option<Ways> {
        let to = way::walked(&self.board, state)?.into_iter().map(|square| way::name(&self.board, square)).collect();
        let carried = state.boxes().iter().map(|&square| way::name(&self.board, usize::from(square))).collect();
        Some(Ways { to, carried })
    }

    fn notation(&self) -> Option<&dyn Notation> {
        Some(self)
    }

    fn guide(&self) -> Guide {
        Guide::new(&INFO, "every box stands on a goal")
    }

    fn problems(&self) -> Vec<Problem> {
        self.warning.iter().cloned().collect()
    }

    /// The number in a comment `Par: 33`, and the moves in a comment `Intended: rrUL`.
    fn claims(&self) -> Claims {
        let author = self.notes.author.clone().or_else(|| self.collected_by.clone());
        Claims { par: self.stated("par"), solution: self.stated("intended"), given: self.solution.clone(), author }
    }

    fn heap_bytes(&self, state: &State) -> usize {
        size_of_val(state.boxes())
    }

    fn distances(&self, cx: &Context<'_>) -> Option<Built<Distances<State>>> {
        answers::distances(&self.board, cx).map(Ok)
    }

    fn ask(&self, state: &State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        let best_only = [&ALL, &COUNT].into_iter().find(|option| query.options.is_on(option));
        let (fewest, confirms) = (Fewest::of(&query.options), !query.options.is_on(&UNCONFIRMED));
        if fewest == Fewest::Moves || query.kind != QuestionKind::SOLVE {
            return match query.kind {
                QuestionKind::SOLVE if best_only.is_none() => {
                    Some(answers::shortest(&self.board, state, (fewest, confirms), cx))
                }
                QuestionKind::HINT => answers::hint(&self.board, state, cx),
                QuestionKind::REACH => answers::reach(&self.board, state, cx).map(Ok),
                _ => None,
            };
        }
        Some(match best_only {
            Some(option) => Err(AskError::NotOffered(format!(
                "'{}' is of fewest moves; where pushes count one solution is given, and the question count with 'fewest' counts \
                 lines of pushes",
                option.name
            ))),
            None => answers::shortest(&self.board, state, (fewest, confirms), cx),
        })
    }

    fn counts(&self, options: &Options) -> Result<Unit, AskError> {
        match Fewest::of(options) {
            Fewest::Moves => Ok(Unit::MOVES),
            Fewest::Pushes => Ok(PUSHES),
            Fewest::MovesThenPushes | Fewest::PushesThenMoves => Err(AskError::NotOffered(format!(
                "two numbers are minimised by solutions alone; expected 'fewest' as moves or pushes, not {}",
                options.text(&FEWEST).unwrap_or_default()
            ))),
        }
    }

    fn counted(
        &self,
        state: &State,
        options: &Options,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn CountedSpace>>, AskError> {
        match (self.counts(options)? == PUSHES, options.has(&WITHOUT)) {
            (false, _) => Ok(None),
            (true, false) => Ok(Some(Box::new(PushPosition::new(self, state, cx)))),
            (true, true) => Err(AskError::NotOffered(
                "'without' is of single moves, since the player's walks count; 'fewest' is 'pushes'".into(),
            )),
        }
    }

    fn stated(&self, state: &State, query: &Query, line: &[String], at_least: Option<u64>) -> AnyBody {
        answers::stated(&self.board, state, Fewest::of(&query.options), line, at_least)
    }

    fn check(
        &self,
        state: &State,
        query: &Query,
        reply: &Reply,
        cx: &Context<'_>,
    ) -> Option<Result<Checked, CheckError>> {
        let fewest = Fewest::of(&query.options);
        (fewest != Fewest::Moves && query.kind == QuestionKind::SOLVE)
            .then(|| check::check(&self.board, state, fewest, reply, cx))
    }

    /// The moves by which the player or a box enters the square.
    fn barrier(&self, without: &str) -> Result<Barrier<'_, State>, AskError> {
        let (row, column) = space::cell(without).ok_or_else(|| space::no_cell(without))?;
        let (rows, columns) = (self.board.height(), self.board.width());
        if row >= rows || column >= columns {
            return Err(space::off_the_board(rows, columns));
        }
        let square = row * columns + column;
        Ok(Box::new(move |before, after| {
            let is_entered = |holds: fn(&State, usize) -> bool| holds(after, square) && !holds(before, square);
            is_entered(|state, square| state.player() == square) || is_entered(State::has_box)
        }))
    }
}
