//! The traits that every puzzle family implements, what there is to say about a family, and the functions by which
//! faces ask a level, check an answer and draw it.
//!
//! A family implements [`Family`], which reads levels, [`Level`], and [`Position`], which is played, asked and checked. The
//! bodies of its answers are those of [`crate::solution`] or types of its own. This is a complete one: a heap of counters
//! from which a move takes one or two.
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
//!         Ok(Checked { rechecked: vec!["a move takes at most two".into()], not_rechecked: Vec::new() })
//!     }
//!
//!     fn explain(&self, _: &Query, _: &Reply) -> Picture {
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
//! // In a test: whatever every family must obey.
//! puzzles::laws::check(&Heaps, &["0", "1", "12"])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use engines::Context;
use picture::Picture;

use crate::answer::{Answer, Reply};
use crate::collection::{self, Collection};
use crate::guide::Guide;
use crate::options::{Options, ROLE};
use crate::position::{Position, Role};
use crate::problem::{AskError, CheckError, Checked, LoadError};
use crate::question::{Query, Question, QuestionKind, QuestionSpec};
use crate::record::Record;
use crate::source::Source;

/// A level that comes with a family.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name after `@`.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// What there is to say about a family.
#[derive(Debug)]
pub struct FamilyInfo {
    /// Its name, in lower case.
    pub name: &'static str,
    /// Of its files, without the dot.
    pub extension: &'static str,
    /// Other extensions of its files, without the dot.
    pub more_extensions: &'static [&'static str],
    /// One line.
    pub about: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// Where the puzzle comes from.
    pub source: &'static str,
    /// Every question that some level of the family answers; a level's own [`Level::questions`] decide.
    pub questions: &'static [QuestionSpec],
    /// The form of [`QuestionKind::Run`], which every level answers: [`crate::run::RUN`], or one of the family's own where
    /// its positions have a [`Position::outcome`].
    pub run: &'static QuestionSpec,
    /// Who can play, the first where nobody is named.
    pub roles: &'static [&'static str],
    /// The levels that come with it.
    pub levels: &'static [Shipped],
}

impl FamilyInfo {
    /// A family of which nothing is said: to be completed by whatever there is to say.
    pub const BLANK: FamilyInfo = FamilyInfo {
        name: "",
        extension: "",
        more_extensions: &[],
        about: "",
        rules: "",
        source: "",
        questions: &[],
        run: &crate::run::RUN,
        roles: &[crate::position::PLAYER],
        levels: &[],
    };

    /// The extensions of the family's files, without the dot, the usual one first.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.extension).chain(self.more_extensions.iter().copied())
    }

    /// The declaration of a question that some level of the family answers; of [`QuestionKind::Run`] for every family.
    #[must_use]
    pub fn question(&self, kind: QuestionKind) -> Option<&QuestionSpec> {
        match kind {
            QuestionKind::Run => Some(self.run),
            _ => self.questions.iter().find(|question| question.kind == kind),
        }
    }
}

/// The role of this name in a level, or the first where none is given.
///
/// # Errors
/// Names the roles that there are.
pub fn role(level: &dyn Level, name: Option<&str>) -> Result<Role, AskError> {
    let roles = level.roles();
    let Some(name) = name else { return Ok(Role(roles.first().copied().unwrap_or("player"))) };
    let known = roles.iter().find(|&&role| role == name).map(|&role| Role(role));
    known.ok_or_else(|| AskError::NotOffered(format!("nobody plays '{name}' here; expected {}", roles.join(" or "))))
}

/// A contest over several levels: the least sum of scores wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// What the scores count, in the plural.
    pub unit: &'static str,
    /// Time for each level where the asker names none.
    pub seconds: u64,
    /// The score of a level without a solution in its time.
    pub forfeit: u64,
}

/// What a generated level should be like.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// The board, in the family's own words.
    pub board: Option<String>,
    /// What the best answer should be.
    pub difficulty: Option<u64>,
    /// Of the random numbers: equal seeds give equal levels.
    pub seed: u64,
    /// A template by name.
    pub template: Option<String>,
}

/// A kind of puzzle.
pub trait Family: Sync {
    /// What there is to say about it.
    fn info(&self) -> &'static FamilyInfo;

    /// Reads a level. One that is a program runs while it is read, under the deadline and the cancellation of `cx`;
    /// reading data takes no such time.
    ///
    /// # Errors
    /// Every problem with line and column, where that is possible; [`LoadError::Exceeded`] where a limit was reached.
    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError>;

    /// Reads a file that may hold several levels. Where the family's format has one level a file, that level.
    ///
    /// # Errors
    /// Those of [`Family::load`] where the file holds one level; whatever keeps the levels from being listed.
    fn open(&self, source: Arc<dyn Source>, cx: &Context<'_>) -> Result<Box<dyn Collection>, LoadError> {
        collection::single(self, source, cx)
    }

    /// The text of a new level.
    ///
    /// # Errors
    /// Where the family makes none, or the options cannot be met within the limits.
    fn generate(&self, options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
        let _ = (options, cx);
        Err(AskError::NotOffered(format!("the family '{}' generates no levels yet", self.info().name)))
    }

    /// The family for levels of people who are not trusted, where levels are programs: under tighter limits, and to
    /// be used in a process of its own. `None` where levels are data.
    fn confined(&self) -> Option<&'static dyn Family> {
        None
    }
}

/// One puzzle, ready to be drawn and played.
pub trait Level: Send + Sync {
    /// What there is to say about its family.
    fn info(&self) -> &'static FamilyInfo;

    /// The canonical text: loading it gives the same level and the same text.
    fn text(&self) -> String;

    /// The board at the start. Boards too large to see are cropped, and say so.
    fn picture(&self) -> Picture;

    /// Its goal and rules in words.
    fn guide(&self) -> Guide {
        Guide::of(self.info())
    }

    /// Who can play here: those of the family, or its first and some others.
    fn roles(&self) -> &'static [&'static str] {
        self.info().roles
    }

    /// Which of the family's questions it answers, with which options ([`QuestionKind::Run`] is everybody's and not
    /// listed).
    fn questions(&self) -> &'static [QuestionSpec] {
        self.info().questions
    }

    /// The position at the start, for this role. Making it takes little time, whatever the size of the level: what a
    /// position needs it computes when it is first needed.
    fn start(self: Arc<Self>, role: Role, cx: &Context<'_>) -> Box<dyn Position>;

    /// Moves written as one text, such as a whole solution, as the moves that they stand for; `None` where the text is one
    /// move. A record plays them one by one, so that undo takes one back.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        let _ = text;
        Ok(None)
    }

    /// The level whose positions a question with these options is about: the same board under another rule, where an
    /// option names one. `None` where the options change nothing about the moves that can be played.
    ///
    /// # Errors
    /// An option whose value means nothing here.
    fn variant(&self, options: &Options) -> Result<Option<Arc<dyn Level>>, AskError> {
        let _ = options;
        Ok(None)
    }

    /// Whether there are films of hops, so that [`Position::every_hop`] and [`Position::explain_every_hop`] show more
    /// than otherwise.
    fn has_hops(&self) -> bool {
        false
    }

    /// How the level counts in a contest, where the family holds them; the score of a solution is
    /// [`crate::words::score`].
    fn contest(&self) -> Option<Contest> {
        None
    }

    /// Each move as the cells that it changes, a digit 0 or 1 a cell, where positions are vectors over GF(2) and a move
    /// adds its own, in the order of the moves at the start. `None` where moves are no such vectors, or too large to
    /// be written out.
    fn vectors(&self) -> Option<Vec<String>> {
        None
    }

    /// What the author claims as the best answer, as the level's text says it.
    fn par(&self) -> Option<String> {
        None
    }
}

/// The question as the level takes it: every option known and of its kind, in the declared order. An option that
/// changes nothing is refused, not ignored.
///
/// # Errors
/// Names what there is instead.
pub fn offered(level: &dyn Level, question: &Question) -> Result<Question, AskError> {
    let (kind, name) = (question.kind, level.info().name);
    let run = level.info().question(QuestionKind::Run).filter(|_| kind == QuestionKind::Run);
    let Some(spec) = level.questions().iter().find(|spec| spec.kind == kind).or(run) else {
        let names: Vec<&str> = level.questions().iter().map(|spec| spec.kind.name()).collect();
        let expected = names.join(", ");
        return Err(AskError::NotOffered(format!("{name} does not answer '{kind}'; expected one of {expected}")));
    };
    for (given, value) in question.asked.given() {
        // Where one alone plays, naming that role changes nothing.
        let alone = given == ROLE.name && level.roles().len() == 1;
        let option = spec.option(given).or(alone.then_some(&ROLE));
        let option = option.ok_or_else(|| AskError::NotOffered(unknown_option(name, spec, given)))?;
        option.check(value).map_err(AskError::NotOffered)?;
    }
    role(level, question.asked.role())?;
    Ok(Question { kind, asked: question.asked.clone().arranged(spec.options) })
}

fn unknown_option(family: &str, spec: &QuestionSpec, given: &str) -> String {
    let names: Vec<&str> = spec.options.iter().map(|option| option.name).collect();
    let expected = if names.is_empty() { "none".into() } else { names.join(", ") };
    format!("'{}' knows no option '{given}' in {family}; expected {expected}", spec.kind)
}

/// The position that a question is about: its moves played within the limits.
///
/// # Errors
/// A role that nobody plays, an option whose value means nothing here, a move that cannot be played, a limit that was
/// reached.
pub fn position(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Record, AskError> {
    let role = role(&**level, question.asked.role())?;
    let level = level.variant(&question.asked)?.unwrap_or_else(|| Arc::clone(level));
    Record::replay(level, role, question.asked.moves(), cx)
}

/// Asks a level, checks that it offers the question, and fills in what was spent. A limit that struck before
/// anything was known becomes an unfinished answer with the bound 0.
///
/// # Errors
/// A question or option that is not offered, a move that cannot be played, a medium that fails.
pub fn ask(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
    let question = offered(&**level, question)?;
    let reply = match reply(level, &question, cx) {
        Err(AskError::Halted(halt)) => Reply::unfinished(halt.to_string(), 0),
        other => other?,
    };
    let mut answer = Answer::new(level.info(), &question, reply);
    answer.spent = cx.spent().into();
    Ok(answer)
}

fn reply(level: &Arc<dyn Level>, question: &Question, cx: &Context<'_>) -> Result<Reply, AskError> {
    let record = position(level, question, cx)?;
    match question.kind {
        QuestionKind::Run => record.run(),
        _ => record.position().ask(&question.query(), cx),
    }
}

/// The answer as a picture: a run shows where its moves lead, whatever else is asked is the family's to draw.
#[must_use]
pub fn explain(level: &Arc<dyn Level>, answer: &Answer) -> Picture {
    drawn(level, answer, |position| position.run_picture(), |position, query, reply| position.explain(query, reply))
}

/// The answer as a picture, as [`explain`] draws it, with a frame for every hop.
#[must_use]
pub fn explain_every_hop(level: &Arc<dyn Level>, answer: &Answer) -> Picture {
    drawn(
        level,
        answer,
        |position| position.run_every_hop(),
        |position, query, reply| position.explain_every_hop(query, reply),
    )
}

/// The picture of an answer: `run` draws where moves lead, `draw` any other reply.
fn drawn(
    level: &Arc<dyn Level>,
    answer: &Answer,
    run: impl Fn(&dyn Position) -> Picture,
    draw: impl Fn(&dyn Position, &Query, &Reply) -> Picture,
) -> Picture {
    let question = answer.asked_question();
    let mut picture = match position(level, &question, &Context::default()) {
        Err(_) => level.picture(),
        Ok(record) if question.kind == QuestionKind::Run => run(record.position()),
        Ok(record) => draw(record.position(), &question.query(), &answer.reply()),
    };
    crate::explained::complete(&mut picture, answer);
    picture
}

/// Checks an answer by code that shares nothing with [`ask`]: a run is made again, whatever else is asked is the
/// family's to check.
///
/// # Errors
/// What is wrong with the answer, or why it could not be checked.
pub fn check(level: &Arc<dyn Level>, answer: &Answer, cx: &Context<'_>) -> Result<Checked, CheckError> {
    let question = offered(&**level, &answer.asked_question());
    let question = question.map_err(|refusal| CheckError::wrong(refusal.to_string()))?;
    let (query, reply) = (question.query(), answer.reply());
    crate::parts::check(&query, &reply)?;
    let record = position(level, &question, cx)?;
    match question.kind {
        QuestionKind::Run => record.check(&reply),
        _ => record.position().check(&query, &reply, cx),
    }
}
