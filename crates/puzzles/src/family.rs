//! The traits that every puzzle family implements, the description of a family, and the functions that ask a level,
//! check an answer and draw it.
//!
//! A family implements [`Family`] (reads levels), [`Level`] (describes one level and starts games) and [`Position`]
//! (is played, asked and checked). The bodies of its answers are those of [`crate::solution`] or types of its own.
//! This is a complete family: a heap of counters from which a move takes one or two.
//!
//! ```
//! use std::sync::Arc;
//!
//! use engines::Context;
//! use picture::{Frame, Picture};
//! use puzzles::options::MOVES;
//! use puzzles::problem::ensure;
//! use puzzles::solution::{Hint, Solution};
//! use puzzles::words::plural;
//! use puzzles::*;
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
//!         QuestionSpec::new(QuestionKind::Solve, &[&MOVES], &[Shape::of::<Solution>()]),
//!         QuestionSpec::new(QuestionKind::Hint, &[&MOVES], &[Shape::of::<Hint>()]),
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
//!         let number = puzzles::source::text(&*text, 100)?.trim().parse().ok().filter(|&number| number <= 1000);
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
//!     fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
//!         cx.spend(self.0)?;
//!         let take = |left: u64| format!("take {}", left.min(2));
//!         let moves = self.0.div_ceil(2);
//!         Ok(match query.kind {
//!             QuestionKind::Hint => {
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
//!             QuestionKind::Hint => {
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
//! let hint = puzzles::ask(&level, &Question::after(QuestionKind::Hint, game.moves()), &Context::default())?;
//! assert_eq!(puzzles::words::lines(&hint), ["best now: take 1, take 2 (2 moves left)"]);
//! puzzles::check(&level, &hint, &Context::default())?;
//!
//! // In a test: the laws that every family must obey.
//! puzzles::laws::check(&Heaps, &["0", "1", "12"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use engines::Context;
use picture::sprite::STOCK;
use picture::{Picture, Sprite};

use crate::answer::{Answer, Reply};
use crate::collection::{self, Collection};
use crate::controls::Controls;
use crate::fields;
use crate::guide::Guide;
use crate::judge::{self, reveal};
use crate::options::{Options, ROLE};
use crate::position::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError, Problem, ProblemCounts};
use crate::question::{Query, Question, QuestionKind, QuestionSpec};
use crate::recognition::Likeness;
use crate::record::Record;
use crate::shortcut;
use crate::source::Source;

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

/// The static description of a family: names, rules, questions, roles and built-in levels.
#[derive(Debug)]
pub struct FamilyInfo {
    /// The family's name, in lower case.
    pub name: &'static str,
    /// The usual extension of its files, without the dot.
    pub extension: &'static str,
    /// Other extensions of its files, without the dot.
    pub more_extensions: &'static [&'static str],
    /// The whole names of files that hold its levels, whatever their extension: names under which such files are shared.
    pub file_names: &'static [&'static str],
    /// How much a text is like the texts of the family, whether they are valid or not: see [`crate::recognition`]. It is
    /// told in one pass over the text, without loading it.
    pub likeness: fn(&str) -> Likeness,
    /// A description of the family in one line.
    pub about: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// The origin of the puzzle.
    pub source: &'static str,
    /// Every question that some level of the family answers; [`Level::questions`] lists those of one level.
    pub questions: &'static [QuestionSpec],
    /// The declaration of [`QuestionKind::Run`], which every level answers: [`crate::run::RUN`], or a declaration of
    /// the family's own where its positions implement [`Position::outcome`].
    pub run: &'static QuestionSpec,
    /// The roles that can be played; the first is the default.
    pub roles: &'static [&'static str],
    /// The sprites of its pieces; those of [`STOCK`] need not be listed.
    pub sprites: &'static [&'static Sprite],
    /// The built-in levels.
    pub levels: &'static [Shipped],
    /// Why the family answers no question, or takes no option, of a name: name and reason, as a clause. It is told where
    /// the question or the option is refused.
    pub refusals: &'static [(&'static str, &'static str)],
}

impl FamilyInfo {
    /// A description with empty texts, no questions, no levels and the single role `player`, for use with struct update
    /// syntax.
    pub const BLANK: FamilyInfo = FamilyInfo {
        name: "",
        extension: "",
        more_extensions: &[],
        file_names: &[],
        likeness: |_| Likeness::None,
        about: "",
        rules: "",
        source: "",
        questions: &[],
        run: &crate::run::RUN,
        roles: &[crate::position::PLAYER],
        sprites: &[],
        levels: &[],
        refusals: &[],
    };

    /// Returns the extensions of the family's files, without the dot, the usual one first.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.extension).chain(self.more_extensions.iter().copied())
    }

    /// Returns the declaration of a question that some level of the family answers; [`QuestionKind::Run`] always has
    /// one.
    #[must_use]
    pub fn question(&self, kind: QuestionKind) -> Option<&QuestionSpec> {
        match kind {
            QuestionKind::Run => Some(self.run),
            _ => self.questions.iter().find(|question| question.kind == kind),
        }
    }
}

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

/// A kind of puzzle, which reads and generates levels.
pub trait Family: Sync {
    /// Returns the description of the family.
    fn info(&self) -> &'static FamilyInfo;

    /// Reads a level within the limits of `cx`: its deadline, its cancellation and its memory. A level that is a program
    /// runs meanwhile.
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
        collection::single(self, source, cx)
    }

    /// Returns the title that a level's text states, without loading the level. The default reads a header line
    /// `; title: One Push` or `title = "One Push"`.
    fn title(&self, text: &str) -> Option<String> {
        collection::title_of(text)
    }

    /// Generates a level and returns its text.
    ///
    /// # Errors
    /// The family generates no levels, or none with these options; [`AskError::NotFound`] where one may exist and was
    /// not found; a limit.
    fn generate(&self, options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
        let _ = (options, cx);
        Err(AskError::NotOffered(format!("the family '{}' generates no levels yet", self.info().name)))
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

    /// Returns the questions that this level answers, with their options. [`QuestionKind::Run`] is not listed, since
    /// every level answers it.
    fn questions(&self) -> &'static [QuestionSpec] {
        self.info().questions
    }

    /// Returns the errors and warnings of a text that is a level nevertheless, ordered by line and column: those of the
    /// file from which the level was opened.
    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// Returns how many errors and warnings there are about this level: those in the rows of other levels of the file do
    /// not count.
    fn problem_counts(&self) -> ProblemCounts {
        ProblemCounts::of(&self.problems())
    }

    /// Returns keys, times and chance of the level, where it has more than moves by name and on the board.
    fn controls(&self) -> Controls {
        Controls::default()
    }

    /// Returns why the level answers fewer questions than its family declares, if there is more to say than that.
    fn silence(&self) -> Option<String> {
        None
    }

    /// Returns the solution that the author intends, as the level's text states it: moves separated by `;`.
    fn intended(&self) -> Option<String> {
        None
    }

    /// Returns why the level answers no question, or takes no option, of this name, where there is more to say than that;
    /// the default is what the family says of all its levels.
    fn refusal(&self, name: &str) -> Option<&'static str> {
        self.info().refusals.iter().find(|(refused, _)| *refused == name).map(|(_, why)| *why)
    }

    /// Starts a game and returns its first position, for this role. This takes little time whatever the size of the
    /// level: expensive data is computed when it is first needed.
    fn start(self: Arc<Self>, role: Role, cx: &Context<'_>) -> Box<dyn Position>;

    /// Expands a text that stands for several moves, such as a whole solution, into single moves; `None` where the
    /// text is one move. A [`Record`] plays them one by one, so that undo takes one back.
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

    /// Whether the family can draw every hop of a move as a frame, so that [`Position::every_hop`] and
    /// [`Position::explain_every_hop`] show more than [`Position::picture`] and [`Position::explain`].
    fn has_hops(&self) -> bool {
        false
    }

    /// Returns the rules of the contest in which the level can take part, if the family holds contests. The score of a
    /// solution is [`crate::words::score`].
    fn contest(&self) -> Option<Contest> {
        None
    }

    /// Returns what each move adds to the board, for levels whose positions are vectors modulo a prime and whose moves
    /// add a fixed vector; `None` for other levels and for vectors too large to write out.
    fn vectors(&self) -> Option<Vectors> {
        None
    }

    /// Returns the text of the level that starts from another board, with nothing in it that the author says of the
    /// level's own start.
    ///
    /// # Errors
    /// Says that the family's boards cannot be typed, or what is wrong with this one.
    fn text_at(&self, board: &str) -> Result<String, String> {
        let _ = board;
        Err(format!("a level of {} is its text, and starts from no board that is typed", self.info().name))
    }

    /// Returns the best value that the author claims, as the level's text states it.
    fn par(&self) -> Option<String> {
        None
    }
}

/// The moves of a level whose positions are vectors modulo a prime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// The prime modulo which cells count.
    pub modulus: u8,
    /// For each move, in the order of the moves at the start, what it adds to each cell: digits, above modulus 10
    /// numbers with blanks between.
    pub moves: Vec<String>,
}

/// Checks a question against the level's declarations and returns it with its options in the declared order. An option
/// that would change nothing is refused, not ignored.
///
/// # Errors
/// [`AskError::NotOffered`] for an unknown question, option or role, or a value of the wrong kind; the message names
/// the alternatives.
pub fn offered(level: &dyn Level, question: &Question) -> Result<Question, AskError> {
    let (kind, name) = (question.kind, level.info().name);
    let run = level.info().question(QuestionKind::Run).filter(|_| kind == QuestionKind::Run);
    let Some(spec) = level.questions().iter().find(|spec| spec.kind == kind).or(run) else {
        if let Some(why) = level.silence().filter(|_| level.info().question(kind).is_some()) {
            return Err(AskError::NotOffered(why));
        }
        let names: Vec<&str> = level.questions().iter().map(|spec| spec.kind.name()).collect();
        let expected = names.join(", ");
        let why = level.refusal(kind.name()).map(|why| format!(", since {why}")).unwrap_or_default();
        return Err(AskError::NotOffered(format!("{name} does not answer '{kind}'{why}; expected one of {expected}")));
    };
    for (given, value) in question.asked.given() {
        // Where there is only one role, naming it changes nothing.
        let alone = given == ROLE.name && level.roles().len() == 1;
        let option = spec.option(given).or(alone.then_some(&ROLE));
        let option = option.ok_or_else(|| AskError::NotOffered(unknown_option(level, spec, given)))?;
        option.check(value).map_err(AskError::NotOffered)?;
    }
    role(level, question.asked.role())?;
    Ok(Question { kind, asked: question.asked.clone().arranged(spec.options) })
}

fn unknown_option(level: &dyn Level, spec: &QuestionSpec, given: &str) -> String {
    let family = level.info().name;
    let names: Vec<&str> = spec.options.iter().map(|option| option.name).collect();
    let expected = if names.is_empty() { "none".into() } else { names.join(", ") };
    let why = level.refusal(given).map(|why| format!(", since {why}")).unwrap_or_default();
    // A level by another rule may take fewer options than its family.
    if level.info().question(spec.kind).is_some_and(|question| question.option(given).is_some()) {
        return format!("'{}' does not take '{given}' for this level of {family}{why}; expected {expected}", spec.kind);
    }
    format!("'{}' knows no option '{given}' in {family}{why}; expected {expected}", spec.kind)
}

/// Plays the moves of a question within the limits and returns the game, whose position the question is about.
///
/// # Errors
/// An unknown role, an option whose value means nothing for this level, a move that cannot be played, or a limit that
/// was reached.
pub fn position(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Record, AskError> {
    position_watched(level, question, cx, |_| Ok(()))
}

/// Plays the moves of a question as [`position`] does. `visit` sees the game at the start and after each single move.
///
/// # Errors
/// The errors of [`position`] and those of `visit`.
pub(crate) fn position_watched(
    level: &Arc<dyn Level>,
    question: &Question,
    cx: &Context<'_>,
    visit: impl FnMut(&Record) -> Result<(), AskError>,
) -> Result<Record, AskError> {
    let role = role(&**level, question.asked.role())?;
    let level = level.variant(&question.asked)?.unwrap_or_else(|| Arc::clone(level));
    Record::replay_watched(level, role, question.asked.moves(), cx, visit)
}

/// Answers a question about a level, after checking that the level offers it, and records the cost. A limit that ends
/// the work before anything is known gives an unfinished answer with the bound 0.
///
/// # Errors
/// A question or option that the level does not offer, a move that cannot be played, rules that fail, or an I/O error.
pub fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let question = offered(&**level, question)?;
    let reply = match reply(level, &question, cx) {
        Err(AskError::Halted(halt)) => Reply::unfinished(halt.to_string(), 0),
        other => other?,
    };
    let mut answer = Answer::new(level.info(), &question, reply);
    answer.problems = level.problem_counts();
    if !answer.is_told_in_part() {
        answer.spent = cx.spent().into();
    }
    Ok(answer)
}

fn reply(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    match question.kind {
        QuestionKind::Judge => return judge::ask(level, question, cx),
        QuestionKind::Shortcut => return shortcut::ask(level, question, cx),
        _ => {}
    }
    reveal::known(&question.asked)?;
    if let Some(step) = reveal::step_of(&question.asked) {
        return reveal::ask(level, question, step, cx);
    }
    let record = position(level, question, cx)?;
    match question.kind {
        QuestionKind::Run => record.run(),
        _ => record.position().ask(&question.query_of_family(), cx),
    }
}

/// Draws an answer: a run shows where its moves lead, any other answer is drawn by its family. A film ends where a limit
/// on time or memory does, and its last frame says so; a limit on nodes means nothing here.
#[must_use]
pub fn explain(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Picture {
    let draw =
        |position: &dyn Position, query: &Query, reply: &Reply, cx: &Context<'_>| position.explain(query, reply, cx);
    drawn(level, answer, cx, |position| position.run_picture(), draw)
}

/// Draws an answer as [`explain`] does, with a frame for every hop.
#[must_use]
pub fn explain_every_hop(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Picture {
    let draw = |position: &dyn Position, query: &Query, reply: &Reply, cx: &Context<'_>| {
        position.explain_every_hop(query, reply, cx)
    };
    drawn(level, answer, cx, |position| position.run_every_hop(), draw)
}

/// Draws an answer: `run` draws the end of a run, `draw` any other reply.
fn drawn(
    level: &Arc<dyn Level>,
    answer: &Answer,
    cx: &Context<'_>,
    run: impl Fn(&dyn Position) -> Picture,
    draw: impl Fn(&dyn Position, &Query, &Reply, &Context<'_>) -> Picture,
) -> Picture {
    let (question, cx) = (answer.asked_question(), &cx.without_count());
    let film = if question.kind == QuestionKind::Judge { judge::drawn(level, answer, cx) } else { None };
    let game = || position(level, &question, cx);
    let mut picture = film.unwrap_or_else(|| match game() {
        Err(_) => level.picture(),
        Ok(record) if question.kind == QuestionKind::Run => run(record.position()),
        Ok(record) if question.kind == QuestionKind::Shortcut => shortcut::drawn(answer, record, cx),
        Ok(record) if answer.is_told_in_part() || question.kind == QuestionKind::Judge => record.position().picture(),
        Ok(record) => draw(record.position(), &question.query_of_family(), &answer.reply(), cx),
    });
    crate::explained::complete(&mut picture, answer);
    picture
}

/// Checks an answer independently of [`ask`]: a run is replayed, and any other answer is checked by its family with
/// code that shares nothing with the code that found it. Every field of the answer but its method and cost is compared or
/// among what was not rechecked.
///
/// # Errors
/// Says what is wrong with the answer, or why it could not be checked.
pub fn check(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let question = offered(&**level, &answer.asked_question());
    let question = question.map_err(|refusal| CheckError::wrong(refusal.to_string()))?;
    let (query, reply) = (question.query(), answer.reply());
    crate::parts::check(&query, &reply)?;
    crate::parts::problems(answer.problems, level.problem_counts())?;
    let checked = checked(level, &question, &reply, cx).map_err(|error| match error {
        // No answer to a question that cannot be asked is right.
        CheckError::Unchecked(refusal @ (AskError::NotOffered(_) | AskError::Illegal { .. })) => {
            CheckError::wrong(refusal.to_string())
        }
        other => other,
    })?;
    Ok(fields::accounted(&reply, checked))
}

/// Checks a reply whose parts fit the question.
fn checked(
    level: &Arc<dyn Level>,
    question: &Question,
    reply: &Reply,
    cx: &Context<'_>,
) -> Result<Checked, CheckError> {
    match question.kind {
        QuestionKind::Judge => return judge::check(level, question, reply, cx),
        QuestionKind::Shortcut => return shortcut::check(level, question, reply, cx),
        _ => {}
    }
    reveal::known(&question.asked)?;
    // A hint told in part that states nothing is like any other.
    if let Some(step) = reveal::step_of(&question.asked).filter(|_| !reply.states_nothing()) {
        return reveal::check(level, question, step, reply, cx);
    }
    let record = position(level, question, cx)?;
    match question.kind {
        QuestionKind::Run => record.check(reply),
        _ => record.position().check(&question.query_of_family(), reply, cx),
    }
}
