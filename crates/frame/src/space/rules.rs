//! The trait for the rules of a state space, and that for those of a game for two.

use std::borrow::Cow;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;

use engines::search::Ending;
use engines::{Context, Halt};
use picture::spoken::Place;
use picture::{Picture, Spoken};

use super::barrier::{self, Barrier};
use super::distances::{Built, Distances};
use crate::answer::Reply;
use crate::body::AnyBody;
use crate::claims::Claims;
use crate::end::End;
use crate::evaluator::Evaluator;
use crate::guide::Guide;
use crate::info::FamilyInfo;
use crate::line::Notation;
use crate::options::Options;
use crate::position::Ways;
use crate::problem::{AskError, CheckError, Checked, Problem};
use crate::query::Query;
use crate::solution::Solution;
use crate::unit::Unit;

/// A puzzle for one player as states and moves, by rules that may fail, as those of a program do, under limits.
///
/// Rules that cannot fail have the error [`std::convert::Infallible`].
///
/// ```
/// use std::convert::Infallible;
///
/// use picture::Picture;
/// use frame::space::{self, SpaceLevel, StateSpace};
/// use frame::{FamilyInfo, Question, QuestionKind, solution::Solution};
///
/// const INFO: FamilyInfo = FamilyInfo { name: "heap", extension: "heap", questions: space::QUESTIONS, ..FamilyInfo::BLANK };
///
/// /// A heap of counters: a move takes one or two.
/// struct Heap(u64);
///
/// impl StateSpace for Heap {
///     type State = u64;
///     type Move = u64;
///     type Error = Infallible;
///
///     fn info(&self) -> &'static FamilyInfo { &INFO }
///     fn start(&self) -> u64 { self.0 }
///     fn moves(&self, heap: &u64, out: &mut Vec<(u64, u64)>) -> Result<(), Infallible> {
///         out.extend((1..=2).filter(|taken| taken <= heap).map(|taken| (taken, heap - taken)));
///         Ok(())
///     }
///     fn is_goal(&self, heap: &u64) -> Result<bool, Infallible> { Ok(*heap == 0) }
///     fn name(&self, taken: &u64) -> String { taken.to_string() }
///     fn text(&self, heap: &u64) -> String { heap.to_string() }
///     fn picture(&self, heap: &u64) -> Picture { Picture::still("Heap", heap.to_string(), Default::default()) }
/// }
///
/// let level = SpaceLevel::new(Heap(7));
/// let answer = frame::ask(&level, &Question::plain(QuestionKind::SOLVE), &Default::default())?;
/// assert_eq!(answer.body_as::<Solution>().map(|solution| solution.moves), Some(4));
/// # Ok::<(), frame::AskError>(())
/// ```
pub trait StateSpace: Send + Sync + Sized + 'static {
    /// The type of a state. States that compare equal are the same state.
    type State: Clone + Eq + Hash + Send + Sync + 'static;
    /// The type of a move from a state.
    type Move: Clone + Eq + Hash + Send + Sync + 'static;
    /// The error of rules that fail.
    type Error: Clone + Display + Send + Sync + 'static;

    /// Returns the description of the family.
    fn info(&self) -> &'static FamilyInfo;

    /// Returns the state at the start.
    fn start(&self) -> Self::State;

    /// Whether a state is a goal, at which the game is over.
    ///
    /// # Errors
    /// The error of the rules.
    fn is_goal(&self, state: &Self::State) -> Result<bool, Self::Error>;

    /// Whether the game ends at a goal, so that a map counts no state that is reached only beyond one; the default is
    /// `true`. Where a goal is a position like any other, the map is that of the whole space.
    fn ends_at_goals(&self) -> bool {
        true
    }

    /// Returns the text of a move: one line without `;`. The moves of one state have different texts.
    fn name(&self, step: &Self::Move) -> String;

    /// Returns the text of a level that starts at a state, where the format can express it; else the text of the level
    /// itself.
    fn text(&self, state: &Self::State) -> String;

    /// Draws a state.
    fn picture(&self, state: &Self::State) -> Picture;

    /// Returns a state in one sentence; the default is the text of the level that starts there.
    fn words(&self, state: &Self::State) -> String {
        self.text(state).trim().replace('\n', "; ")
    }

    /// Returns a state in words, line by line and place by place; the default derives it from the picture.
    fn spoken(&self, state: &Self::State) -> Spoken {
        Spoken::of(&self.picture(state))
    }

    /// Appends every move of a state with the state after it, always in the same order.
    ///
    /// # Errors
    /// The error of the rules.
    fn moves(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) -> Result<(), Self::Error>;

    /// Converts an error of the rules into the error of a question: a limit that was reached, or by default rules that
    /// failed.
    fn failure(&self, error: &Self::Error) -> AskError {
        AskError::Rules(error.to_string())
    }

    /// Returns the error for a question about rules that gave two different answers for a state.
    fn unsteady(&self, state: &Self::State) -> AskError {
        AskError::Rules(format!("the rules give two different answers for {}", self.words(state)))
    }

    /// Returns the text by which an answer identifies a state among many, as in [`crate::solution::Map::hardest`];
    /// the default is [`StateSpace::text`].
    fn state_text(&self, state: &Self::State) -> String {
        self.text(state)
    }

    /// Returns the limit that caused an error of the rules, if one did; by default none did.
    fn halt(&self, error: &Self::Error) -> Option<Halt> {
        let _ = error;
        None
    }

    /// Returns the lower bound of the rules, if they have one.
    fn lower_bound(&self) -> Option<&dyn LowerBound<Self>> {
        None
    }

    /// Converts an alternative notation of a move into the text that [`StateSpace::name`] gives; other text is
    /// unchanged.
    fn canonical<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// Expands a text that stands for several moves into single moves; `None` where the text is one move.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        let _ = text;
        Ok(None)
    }

    /// Reads a text that names places to go to: see [`Position::way`](crate::Position::way).
    ///
    /// # Errors
    /// No way leads there.
    fn way(&self, state: &Self::State, text: &str) -> Result<Option<Vec<String>>, String> {
        let _ = (state, text);
        Ok(None)
    }

    /// Returns where [`StateSpace::way`] leads: see [`Position::ways`](crate::Position::ways).
    fn ways(&self, state: &Self::State) -> Option<Ways> {
        let _ = state;
        None
    }

    /// Returns the goal and the rules in words.
    fn guide(&self) -> Guide {
        Guide::of(self.info())
    }

    /// Returns what levels that are this one turned or mirrored have in common; `None` where the rules do not allow
    /// that: see [`crate::Level::identity`].
    fn identity(&self) -> Option<String> {
        None
    }

    /// Returns the warnings about the text from which the rules were read; see [`crate::Level::diagnosis`].
    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }

    /// Returns what the moves count: the unit of every distance.
    fn unit(&self) -> Unit {
        Unit::MOVES
    }

    /// Returns what questions with these options count: the unit of the moves, or of some of them.
    ///
    /// # Errors
    /// The options minimise something that only a solution can be asked for.
    fn counts(&self, options: &Options) -> Result<Unit, AskError> {
        let _ = options;
        Ok(self.unit())
    }

    /// Returns what answers the questions about a state, but for a solution, where [`StateSpace::counts`] gives another
    /// unit than that of the moves.
    ///
    /// # Errors
    /// Another option cannot be obeyed beside that.
    fn counted(
        &self,
        state: &Self::State,
        options: &Options,
        cx: &Context<'_>,
    ) -> Result<Option<Box<dyn CountedSpace>>, AskError> {
        let _ = (state, options, cx);
        Ok(None)
    }

    /// Returns how lines of moves are written, where that is not with commas between the moves; see
    /// [`crate::Level::notation`].
    fn notation(&self) -> Option<&dyn Notation> {
        None
    }

    /// Returns what the author claims of the level.
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// Returns about how many bytes the rules hold beside a small multiple of the level's text, for caches of levels.
    fn bytes(&self) -> u64 {
        0
    }

    /// Returns these rules under the limits of a context: their calls end when it says so.
    fn within(self: &Arc<Self>, cx: &Context<'_>) -> Arc<Self> {
        let _ = cx;
        Arc::clone(self)
    }

    /// Returns these rules without anything that an earlier question may have changed, for the checker.
    ///
    /// # Errors
    /// The error of the rules.
    fn independent(self: &Arc<Self>) -> Result<Arc<Self>, Self::Error> {
        Ok(Arc::clone(self))
    }

    /// Confirms that the rules still give the same results for the states of an answer.
    ///
    /// # Errors
    /// The rules give another result now.
    fn confirm(&self, states: &mut dyn Iterator<Item = &Self::State>) -> Result<(), Self::Error> {
        let _ = states;
        Ok(())
    }

    /// Returns where a state stands as JSON of the family's own form, where the text of a level does not express it.
    fn end(&self, state: &Self::State) -> Option<End> {
        let _ = state;
        None
    }

    /// Returns the places that a move changes, where they follow from its text alone; see [`crate::Position::changes`].
    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        let _ = text;
        None
    }

    /// Returns a key of the level: other levels, and other rules for its board, have others.
    fn level_key(&self) -> Vec<u8> {
        [self.info().name.as_bytes(), b"\0", self.text(&self.start()).as_bytes()].concat()
    }

    /// Computes the distances of all states that can be reached from the start, where the rules know a better way than
    /// the kit, such as packed keys; `None` leaves it to the kit. A limit is given as the inner error.
    fn distances(&self, cx: &Context<'_>) -> Option<Built<Distances<Self::State>>> {
        let _ = cx;
        None
    }

    /// Returns what is to be said of the moves that were listed since [`StateSpace::within`], as phrases that are added
    /// to the method of an answer.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the number of bytes that a state owns on the heap, which count against the budget.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Answers a question that only this family has, or a question with an option that only it has; `None` leaves the
    /// question to this module. The moves of an answer's [`Body::line`](crate::Body::line) are drawn one after the
    /// other.
    fn ask(&self, state: &Self::State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        let _ = (state, query, cx);
        None
    }

    /// Returns the body of an answer to `solve` that states these moves, which win from `state`: best unless a bound is
    /// given. The default is a [`Solution`].
    fn stated(&self, state: &Self::State, query: &Query, line: &[String], at_least: Option<u64>) -> AnyBody {
        let _ = (state, query);
        AnyBody::new(Solution::of(line.to_vec(), at_least))
    }

    /// Checks the reply to a question that [`StateSpace::ask`] answers, with code that shares nothing with it; `None`
    /// leaves the check to this module.
    fn check(
        &self,
        state: &Self::State,
        query: &Query,
        reply: &Reply,
        cx: &Context<'_>,
    ) -> Option<Result<Checked, CheckError>> {
        let _ = (state, query, reply, cx);
        None
    }

    /// Returns the moves that [`crate::options::WITHOUT`] rules out, where its value is `without`; the default are
    /// those by which a piece that is drawn enters the cell of that row and column.
    ///
    /// # Errors
    /// The value means nothing for this level.
    fn barrier(&self, without: &str) -> Result<Barrier<'_, Self::State>, AskError> {
        barrier::drawn(&self.picture(&self.start()), |state| self.picture(state), without)
    }
}

/// A state of a space in another space, whose moves are what a question counts, such as the pushes among the moves.
/// Questions and answers are in the moves of the former.
pub trait CountedSpace {
    /// Answers a question as [`Analysis::ask`](crate::Analysis::ask) does.
    ///
    /// # Errors
    /// Those of [`Analysis::ask`](crate::Analysis::ask).
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError>;

    /// Checks a reply as [`Analysis::check`](crate::Analysis::check) does.
    ///
    /// # Errors
    /// Those of [`Analysis::check`](crate::Analysis::check).
    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError>;

    /// Returns what says how the state stands.
    fn evaluator(&self) -> &dyn Evaluator;
}

/// A lower bound of the number of moves that are left. It only guides the search to a solution: no answer depends on
/// its being right.
pub trait LowerBound<S: StateSpace>: Sync {
    /// Returns the bound's name in words, as `the script's lower bound`.
    fn words(&self) -> &'static str;

    /// Returns a lower bound of the number of moves from a state to a goal, or `u32::MAX` where no goal can be reached.
    ///
    /// # Errors
    /// The error of the rules.
    fn at_least(&self, state: &S::State) -> Result<u32, S::Error>;
}

/// The rules of a game for two.
pub trait RulesForTwo: StateSpace {
    /// Returns how the game has ended for the side to move, where the rules end it before moves run out; `None` while
    /// it goes on. A side that cannot move has lost.
    ///
    /// # Errors
    /// The error of the rules.
    fn outcome(&self, state: &Self::State) -> Result<Option<Ending>, Self::Error>;
}
