//! The traits that every puzzle family implements, and what they say of levels: roles, questions, generated levels.
//! [`mod@crate::ask`] has the functions that ask a level, check an answer and draw it, and [`crate::info`] the
//! description of a family.
//!
//! A family implements [`Family`] (reads levels), [`Level`] (describes one level and starts games) and [`Position`]
//! (is played), whose [`Analysis`](crate::Analysis) answers questions and checks answers. The bodies of its answers are
//! those of [`crate::solution`] or types of its own.
//! What only some families can say is an object that a level or a position returns or not:
//! [`Evaluator`](crate::Evaluator), [`Program`](crate::Program), [`TypedBoards`].
//!
//! This is a complete family: a heap of counters from which a move takes one or two.
//!
//! ```
//! use std::sync::Arc;
//!
//! use engines::Context;
//! use picture::{Frame, Picture};
//! use frame::options::MOVES;
//! use frame::problem::ensure;
//! use frame::solution::{Hint, Solution};
//! use frame::phrases::plural;
//! use frame::*;
//!
//! struct Heaps;
//!
//! const INFO: FamilyInfo = FamilyInfo {
//!     name: "heaps",
//!     extension: "heap",
//!     about: "take the last counter",
//!     rules: "A move takes one or two counters. Take them all.",
//!     source: "made here",
//!     questions: &[
//!         QuestionSpec::new(questions::SOLVE, &[&MOVES], &[Shape::of::<Solution>()]),
//!         QuestionSpec::new(questions::HINT, &[&MOVES], &[Shape::of::<Hint>()]),
//!     ],
//!     levels: &[Shipped { name: "five", about: "five counters", text: "5" }],
//!     ..FamilyInfo::BLANK
//! };
//!
//! impl Family for Heaps {
//!     fn info(&self) -> &'static FamilyInfo {
//!         &INFO
//!     }
//!
//!     fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
//!         let number = frame::source::text(&*text, 100)?.trim().parse().ok().filter(|&number| number <= 1000);
//!         Ok(Arc::new(Heap(number.ok_or_else(|| LoadError::one(1, 1, "no heap", "a number up to 1000"))?)))
//!     }
//! }
//!
//! /// A number of counters: as a level those at the start, as a position those that are left.
//! struct Heap(u64);
//!
//! impl Level for Heap {
//!     fn info(&self) -> &'static FamilyInfo {
//!         &INFO
//!     }
//!
//!     fn text(&self) -> String {
//!         format!("{}\n", self.0)
//!     }
//!
//!     fn picture(&self) -> Picture {
//!         let caption = plural(self.0, "counter", "counters");
//!         Picture::still("A heap", "counters without a board", Frame { caption, ..Frame::default() })
//!     }
//!
//!     fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
//!         Box::new(Heap(self.0))
//!     }
//! }
//!
//! impl Position for Heap {
//!     fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
//!         Box::new((1..=self.0.min(2)).map(|number| format!("take {number}")))
//!     }
//!
//!     fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
//!         let number = (1..=self.0.min(2)).find(|number| text == format!("take {number}"));
//!         self.0 -= number.ok_or_else(|| IllegalMove::new(text, "expected 'take 1' or 'take 2'"))?;
//!         Ok(())
//!     }
//!
//!     fn status(&self) -> Status {
//!         let words = plural(self.0, "counter is left", "counters are left");
//!         Status { over: self.0 == 0, solved: self.0 == 0, cost: None, words }
//!     }
//!
//!     fn picture(&self) -> Picture {
//!         Level::picture(self)
//!     }
//!
//!     fn level_text(&self) -> String {
//!         self.text()
//!     }
//!
//!     fn analysis(&self) -> Option<&dyn Analysis> {
//!         linked(self)
//!     }
//! }
//!
//! impl Analysis for Heap {
//!     fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
//!         cx.spend(self.0)?;
//!         let take = |left: u64| format!("take {}", left.min(2));
//!         let moves = self.0.div_ceil(2);
//!         Ok(match query.kind {
//!             QuestionKind::HINT => {
//!                 // With an odd number of counters every move is best: some move must take one.
//!                 let best = self.moves().filter(|text| self.0 % 2 == 1 || *text == take(self.0)).collect();
//!                 Reply::found("counting", Hint { best, moves_left: moves })
//!             }
//!             _ => {
//!                 let solution = (0..moves).map(|step| take(self.0 - 2 * step)).collect();
//!                 Reply::found("counting", Solution { moves, solution, optimal: true, ..Solution::default() })
//!             }
//!         })
//!     }
//!
//!     fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
//!         let (mut left, least) = (Heap(self.0), self.0.div_ceil(2));
//!         match query.kind {
//!             _ if reply.verdict == Some(Verdict::Unfinished) => ensure(reply.bound()? <= least, "fewer moves suffice")?,
//!             QuestionKind::HINT => {
//!                 let hint: &Hint = reply.body_of()?;
//!                 let helps = |text: &String| {
//!                     let mut next = Heap(self.0);
//!                     next.play(text, cx).is_ok() && next.0.div_ceil(2) < least
//!                 };
//!                 let best: Vec<String> = self.moves().filter(helps).collect();
//!                 ensure(hint.best == best && hint.moves_left == least, "these are not the best moves")?;
//!             }
//!             _ => {
//!                 let body: &Solution = reply.body_of()?;
//!                 let played = body.solution.iter().try_for_each(|text| left.play(text, cx));
//!                 ensure(played.is_ok() && left.0 == 0, "the moves do not take the last counter")?;
//!                 ensure(body.moves == least && body.solution.len() as u64 == least, "not the fewest moves")?;
//!             }
//!         }
//!         Ok(Checked::of("a move takes at most two", &["verdict", "answer"]))
//!     }
//!
//!     fn explain(&self, _: &Query, _: &Reply, _: &Context<'_>) -> Picture {
//!         Level::picture(self)
//!     }
//! }
//!
//! let level = Heaps.load(Arc::new(b"5".to_vec()), &Context::default())?;
//! let mut game = Record::new(Arc::clone(&level), Role("player"));
//! game.play("take 2")?;
//! assert_eq!(game.position().status().words, "3 counters are left");
//!
//! let hint = frame::ask(&level, &Question::after(QuestionKind::HINT, game.moves()), &Context::default())?;
//! assert_eq!(frame::words::lines(&hint), ["best now: take 1, take 2 (2 moves left)"]);
//! frame::check(&level, &hint, &Context::default())?;
//!
//! // In a test: the laws that every family must obey.
//! frame::laws::holds(&[], &Heaps, &["0", "1", "12"]).expect("every law holds");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use engines::Context;
use picture::sprite::STOCK;
use picture::{Picture, Sprite};

use crate::canvas::{self, Canvas, NamedCanvas};
use crate::claims::Claims;
use crate::controls::Controls;
use crate::edit::{Edit, LevelLines, Lines, Statement};
use crate::guide::Guide;
use crate::identity::bare;
use crate::info::{Contest, FamilyInfo, ShippedSet};
use crate::line::Notation;
use crate::options::Options;
use crate::position::Position;
use crate::problem::{AskError, Diagnosis, LoadError};
use crate::query::QuestionKind;
use crate::question::QuestionSpec;
use crate::source::{self, Source};
use crate::status::{Role, Side};
use crate::title::title_of;
use crate::typed_boards::TypedBoards;

/// Returns every sprite that the families may draw: those of the stock, then those that the families declare.
pub fn sprites(families: &[&'static dyn Family]) -> Vec<&'static Sprite> {
    let declared = families.iter().flat_map(|family| family.info().sprites);
    STOCK.iter().chain(declared).copied().collect()
}

/// Returns the role of a level by its name, or the level's first role where no name is given.
///
/// # Errors
/// [`AskError::NotOffered`] with the level's roles, if none has this name.
pub fn role(level: &dyn Level, name: Option<&str>) -> Result<Role, AskError> {
    let roles = level.roles();
    let Some(name) = name else { return Ok(Role(roles.first().copied().unwrap_or("player"))) };
    let known = roles.iter().find(|&&role| role == name).map(|&role| Role(role));
    known.ok_or_else(|| AskError::NotOffered(format!("nobody plays '{name}' here; expected {}", roles.join(" or "))))
}

/// Whether a film of the level can have a frame for every hop: its moves compose a program.
#[must_use]
pub fn has_hops(level: &Arc<dyn Level>) -> bool {
    let begins = |role| Arc::clone(level).start(role, &Context::default());
    role(&**level, None).is_ok_and(|role| begins(role).program().is_some())
}

/// Returns the declarations of all questions that a level answers: its own, and those that every level answers.
pub fn questions(level: &dyn Level) -> impl Iterator<Item = &'static QuestionSpec> + use<> {
    level.questions().iter().chain(level.info().everywhere())
}

/// Returns the declaration of a question by a level, if the level answers it.
#[must_use]
pub fn question(level: &dyn Level, kind: QuestionKind) -> Option<&'static QuestionSpec> {
    questions(level).find(|spec| spec.kind == kind)
}

/// Returns the declarations of the questions of a level to choose from: all but those that are asked by making moves.
pub fn offers(level: &dyn Level) -> impl Iterator<Item = &'static QuestionSpec> + use<> {
    questions(level).filter(|spec| spec.row.is_surveyed())
}

/// The properties that a generated level should have.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The board, as a string that the family interprets, such as a size; `None` for the family's default.
    pub board: Option<String>,
    /// The value that the best answer should have, such as a number of moves; `None` for any.
    pub difficulty: Option<u64>,
    /// The seed of the random numbers: equal seeds give equal levels.
    pub seed: u64,
    /// The name of a template to copy, in families that have templates.
    pub template: Option<String>,
}

/// What generates a level of a family and returns its text. It fails where there are no levels with these options, with
/// [`AskError::NotFound`] where one may exist and was not found, and where a limit was reached.
pub type Generator = fn(&GenerateOptions, &Context<'_>) -> Result<String, AskError>;

/// Generates a level of a family and returns its text.
///
/// # Errors
/// The family generates no levels, or the errors of its [`Generator`].
pub fn generate(family: &dyn Family, options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    let none = || AskError::NotOffered(format!("the family '{}' generates no levels yet", family.info().name));
    family.generator().ok_or_else(none)?(options, cx)
}

/// A kind of puzzle, which reads levels.
pub trait Family: Sync {
    /// Returns the description of the family.
    fn info(&self) -> &'static FamilyInfo;

    /// Reads a level within the limits of `cx`: its deadline, its cancellation and its memory. A level that is a
    /// program runs meanwhile.
    ///
    /// # Errors
    /// Every problem, with line and column where possible; [`LoadError::Exceeded`] where a limit was reached.
    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError>;

    /// Returns the sets of shipped levels, of a family that reads several levels from one file. The default has none.
    fn sets(&self) -> &'static [ShippedSet] {
        &[]
    }

    /// Reads a file that may hold several levels. The default takes a file as one level.
    ///
    /// # Errors
    /// The errors of [`Family::load`] where the file holds one level, and any problem that prevents listing the levels.
    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        Ok(single(self.load(Arc::clone(&source), cx)?, source))
    }

    /// Returns the title that a level's text states, without loading the level. The default reads a header line
    /// `; title: One Push` or `title = "One Push"`.
    fn title(&self, text: &str) -> Option<String> {
        title_of(text)
    }

    /// Returns what generates levels, in families and programs that have it.
    fn generator(&self) -> Option<Generator> {
        None
    }

    /// Returns a variant of the family for levels from untrusted authors, where levels are programs: it has tighter
    /// limits and should run in a process of its own. `None` where levels are data.
    fn confined(&self) -> Option<&'static dyn Family> {
        None
    }
}

/// One puzzle, which can be drawn and from which games start.
pub trait Level: Send + Sync {
    /// Returns the description of the level's family.
    fn info(&self) -> &'static FamilyInfo;

    /// Returns the canonical text: loading it gives the same level with the same text.
    fn text(&self) -> String;

    /// Returns what levels of the family that are this level again have in common: the text without titles and claims,
    /// or the same for boards that differ by turning and mirroring alone, where the rules allow that.
    fn identity(&self) -> String {
        bare(&self.text())
    }

    /// Returns the text without what claims something of the level, such as its par: levels of one family whose texts
    /// of rules are the same have the same answers. The default is the whole text.
    fn text_of_rules(&self) -> String {
        self.text()
    }

    /// Returns about how many bytes the level holds beside a small multiple of its text, with everything that it has
    /// prepared for questions so far. A cache of levels asks after each question. The default is right for levels that
    /// hold no more than that.
    fn bytes(&self) -> u64 {
        0
    }

    /// Returns a picture of the board at the start. A board too large to see is cropped, and the picture says so.
    fn picture(&self) -> Picture;

    /// Returns the goal and the rules in words.
    fn guide(&self) -> Guide {
        Guide::of(self.info())
    }

    /// Returns the roles that can be played in this level; the first is the default.
    fn roles(&self) -> &'static [&'static str] {
        self.info().roles
    }

    /// Returns the sides that a person is offered: the roles in which something is to be decided, the one that begins a new
    /// game first. By default all, by their names.
    fn sides(&self) -> Vec<Side> {
        self.roles().iter().map(|&role| Side { role, words: role }).collect()
    }

    /// Returns the questions that this level answers, with their options.
    /// [`QuestionKind::RUN`](crate::QuestionKind::RUN) is not listed, since every level answers it.
    fn questions(&self) -> &'static [QuestionSpec] {
        self.info().questions
    }

    /// Returns what is wrong or doubtful in the text of the level, which is a level nevertheless.
    fn diagnosis(&self) -> Diagnosis {
        Diagnosis::default()
    }

    /// Returns keys, times and chance of the level, where it has more than moves by name and on the board.
    fn controls(&self) -> Controls {
        Controls::default()
    }

    /// Returns why the level answers no question, or takes no option, of this name, where there is more to say than
    /// that; the default is what the family says of all its levels.
    fn refusal(&self, name: &str) -> Option<&'static str> {
        self.info().refusals.iter().find(|(refused, _)| *refused == name).map(|(_, why)| *why)
    }

    /// Starts a game and returns its first position, for this role. This takes little time whatever the size of the
    /// level: expensive data is computed when it is first needed.
    fn start(self: Arc<Self>, role: Role, cx: &Context<'_>) -> Box<dyn Position>;

    /// Expands a text that stands for several moves, such as a whole solution, into single moves; `None` where the
    /// text is one move. A [`Record`](crate::Record) plays them one by one, so that undo takes one back.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        let _ = text;
        Ok(None)
    }

    /// Returns the level on whose positions a question with these options is answered, where an option selects another
    /// rule for the same board. `None` where the options do not change the legal moves.
    ///
    /// # Errors
    /// An option has a value that means nothing for this level.
    fn variant(&self, options: &Options) -> Result<Option<Arc<dyn Level>>, AskError> {
        let _ = options;
        Ok(None)
    }

    /// Returns the rules of the contest in which the level can take part, if the family holds contests. The score of a
    /// solution is [`crate::words::score`].
    fn contest(&self) -> Option<Contest> {
        None
    }

    /// Returns what makes other boards of the level, where they can be typed.
    fn typed_boards(&self) -> Option<&dyn TypedBoards> {
        None
    }

    /// Returns how lines of moves of the level are written, where that is not with commas between the moves.
    fn notation(&self) -> Option<&dyn Notation> {
        None
    }

    /// Returns what the author claims of the level.
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// Returns where the rows of the level are in `text`, from which it was loaded, and what can be placed there.
    ///
    /// # Errors
    /// Says in a sentence why the level cannot be drawn by placing characters.
    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        let _ = text;
        Err("Levels of this kind are not written as rows of characters, so they cannot be drawn here.".to_owned())
    }
}

/// The title and place of one level of a file, known before the level is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The level's title, if the file gives one.
    pub title: Option<String>,
    /// The line of the file in which the level begins, from 1.
    pub line: u64,
    /// The number that the format's own tools give the level, where it differs from the place in the list: PuzzleScript
    /// counts from 0 and counts messages.
    pub index: Option<u64>,
}

/// What a file says of all its levels together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The title of the file.
    pub title: Option<String>,
    /// The author of its levels.
    pub author: Option<String>,
}

/// A file of levels whose levels are listed at once and loaded on demand.
pub trait Collection: Send + Sync {
    /// Returns an entry for each level in file order, at least one. Text between levels, such as messages, is not
    /// counted.
    fn entries(&self) -> &[Entry];

    /// Returns the title and the author that the file has as a whole. The default is none.
    fn heading(&self) -> Heading {
        Heading::default()
    }

    /// Loads the level at `index`, from 0.
    ///
    /// # Errors
    /// Every problem of the level, with lines of the file; [`LoadError::Exceeded`] where a limit was reached.
    ///
    /// # Panics
    /// May panic if `index` is not below the number of entries.
    fn level(&self, index: usize, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError>;

    /// Returns where the rows of the level at `index` are in the file and what can be placed there.
    ///
    /// # Errors
    /// Says in a sentence why the level cannot be drawn by placing characters.
    fn canvas(&self, index: usize) -> Result<Canvas, String>;

    /// Returns the pictures that the file draws by characters beside its levels. The default is none.
    fn pictures(&self) -> Vec<NamedCanvas> {
        Vec::new()
    }

    /// Returns the change by which the file states something of the level at `index`: in place of what it states now,
    /// or where the format has its place. `bytes` are the file's, as they were opened.
    ///
    /// # Errors
    /// Says why the format, or this level, cannot state it.
    fn write_back(&self, bytes: &[u8], index: usize, statement: &Statement) -> Result<Edit, String>;

    /// Returns which lines of the file belong to each of its levels, from which [`crate::arrangement::arranged`] writes
    /// them in another order. `text` are the file's, as they were opened.
    ///
    /// # Errors
    /// Says why levels of this format cannot be moved.
    fn level_lines(&self, text: &Lines<'_>) -> Result<LevelLines, String>;
}

/// A file of exactly one level.
struct Single {
    entries: [Entry; 1],
    level: Arc<dyn Level>,
    source: Arc<dyn Source>,
}

impl Collection for Single {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn level(&self, _: usize, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::clone(&self.level))
    }

    fn canvas(&self, _: usize) -> Result<Canvas, String> {
        canvas_in(&*self.level, &*self.source)
    }

    fn write_back(&self, bytes: &[u8], _: usize, statement: &Statement) -> Result<Edit, String> {
        (self.level.info().write_back)(bytes, statement)
    }

    fn level_lines(&self, text: &Lines<'_>) -> Result<LevelLines, String> {
        let whole = 1..text.len() + 1;
        Ok(LevelLines { lines: Vec::from([whole]), separator: "---\n" })
    }
}

/// Returns a file of exactly this level, which was loaded from `source`.
#[must_use]
pub fn single(level: Arc<dyn Level>, source: Arc<dyn Source>) -> Box<dyn Collection> {
    Box::new(Single { entries: [Entry { line: 1, ..Entry::default() }], level, source })
}

/// Returns where the rows of a level are in the source from which it was loaded.
///
/// # Errors
/// Says in a sentence why the level cannot be drawn.
pub(crate) fn canvas_in(level: &dyn Level, source: &dyn Source) -> Result<Canvas, String> {
    if source.len() > canvas::MAX_BYTES {
        return Err("The text of this level is too long for it to be drawn here: at most 256 KiB can be.".to_owned());
    }
    let text = source::beginning(source, canvas::MAX_BYTES).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    level.canvas(&source::with_line_feeds(&text.ok_or("The text of this level cannot be read again.")?))
}
