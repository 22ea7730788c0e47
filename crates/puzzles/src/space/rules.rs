//! The rules of a state space: what a family must say, and what it may.

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;

use engines::{Context, Halt};
use picture::spoken::Place;
use picture::{Picture, Spoken};

use crate::answer::Reply;
use crate::family::FamilyInfo;
use crate::guide::Guide;
use crate::problem::{AskError, CheckError, Checked};
use crate::question::Query;
use crate::run::End;

/// A puzzle for one player as states and moves, by rules that cannot fail.
///
/// ```
/// use picture::Picture;
/// use puzzles::space::{self, SpaceLevel, StateSpace};
/// use puzzles::{FamilyInfo, Question, QuestionKind, solution::Solution};
///
/// const INFO: FamilyInfo = FamilyInfo { name: "heap", extension: "heap", questions: space::QUESTIONS, ..FamilyInfo::BLANK };
///
/// /// A heap of counters: a move takes one or two.
/// struct Heap(u64);
///
/// impl StateSpace for Heap {
///     type State = u64;
///     type Move = u64;
///
///     fn info(&self) -> &'static FamilyInfo { &INFO }
///     fn start(&self) -> u64 { self.0 }
///     fn moves(&self, heap: &u64) -> Vec<(u64, u64)> {
///         (1..=2).filter(|taken| taken <= heap).map(|taken| (taken, heap - taken)).collect()
///     }
///     fn is_goal(&self, heap: &u64) -> bool { *heap == 0 }
///     fn name(&self, taken: &u64) -> String { taken.to_string() }
///     fn text(&self, heap: &u64) -> String { heap.to_string() }
///     fn picture(&self, heap: &u64) -> Picture { Picture::still("Heap", heap.to_string(), Default::default()) }
/// }
///
/// let level = SpaceLevel::new(Heap(7));
/// let answer = puzzles::ask(&level, &Question::plain(QuestionKind::Solve), &Default::default())?;
/// assert_eq!(answer.body_as::<Solution>().map(|solution| solution.moves), Some(4));
/// # Ok::<(), puzzles::AskError>(())
/// ```
pub trait StateSpace: Send + Sync + Sized + 'static {
    /// A state. States that compare equal are the same.
    type State: Clone + Eq + Hash + Send + Sync + 'static;
    /// A move from a state.
    type Move: Clone + Eq + Hash + Send + Sync + 'static;

    /// What there is to say about the family.
    fn info(&self) -> &'static FamilyInfo;

    /// The state at the start.
    fn start(&self) -> Self::State;

    /// Every move of a state with the state after it, always in the same order.
    fn moves(&self, state: &Self::State) -> Vec<(Self::Move, Self::State)>;

    /// Whether a state is a goal. The game is over there.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The text of a move: one line without `;`. The moves of one state have different texts.
    fn name(&self, step: &Self::Move) -> String;

    /// The text of a level that starts at a state.
    fn text(&self, state: &Self::State) -> String;

    /// A state drawn.
    fn picture(&self, state: &Self::State) -> Picture;

    /// A state in one sentence.
    fn words(&self, state: &Self::State) -> String {
        self.text(state).trim().replace('\n', "; ")
    }

    /// A state in words, line by line and place by place.
    fn spoken(&self, state: &Self::State) -> Spoken {
        Spoken::of(&self.picture(state))
    }

    /// The text of a move for another text that means the same.
    fn canonical<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// Moves written as one text, as the moves that they stand for; `None` where the text is one move.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn expand(&self, text: &str) -> Result<Option<Vec<String>>, String> {
        let _ = text;
        Ok(None)
    }

    /// A number of moves that no solution from this state goes below, or `u32::MAX` where none is left. It is advice: an
    /// answer never rests on it.
    fn lower_bound(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Goal and rules in words.
    fn guide(&self) -> Guide {
        Guide::of(self.info())
    }

    /// What the author claims as the fewest moves.
    fn par(&self) -> Option<String> {
        None
    }

    /// Bytes that a state owns on the heap.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Answers a question of the family's own, or one with an option of its own; `None` leaves it to the kit.
    fn ask(&self, state: &Self::State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        let _ = (state, query, cx);
        None
    }

    /// Checks the reply to such a question by code that shares nothing with [`StateSpace::ask`].
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

    /// The moves of the solution in such a reply, to be drawn one after the other.
    fn solution_of(&self, reply: &Reply) -> Option<Vec<String>> {
        let _ = reply;
        None
    }
}

/// A puzzle for one player as states and moves, by rules that may fail: those of a program, under limits.
///
/// Every [`StateSpace`] is one whose rules never fail.
pub trait Rules: Send + Sync + Sized + 'static {
    /// A state. States that compare equal are the same.
    type State: Clone + Eq + Hash + Send + Sync + 'static;
    /// A move from a state.
    type Move: Clone + Eq + Hash + Send + Sync + 'static;
    /// Why the rules cannot say something.
    type Error: Clone + Display + Send + Sync + 'static;

    /// What there is to say about the family.
    fn info(&self) -> &'static FamilyInfo;

    /// The state at the start.
    fn start(&self) -> Self::State;

    /// Whether a state is a goal. The game is over there.
    ///
    /// # Errors
    /// The error of the rules.
    fn is_goal(&self, state: &Self::State) -> Result<bool, Self::Error>;

    /// The text of a move: one line without `;`. The moves of one state have different texts.
    fn name(&self, step: &Self::Move) -> String;

    /// The text of a level that starts at a state, where the format can say it; else the level itself.
    fn text(&self, state: &Self::State) -> String;

    /// A state drawn.
    fn picture(&self, state: &Self::State) -> Picture;

    /// A state in one sentence.
    fn words(&self, state: &Self::State) -> String;

    /// A state in words, line by line and place by place.
    fn spoken(&self, state: &Self::State) -> Spoken;

    /// Appends every move of a state with the state after it, always in the same order.
    ///
    /// # Errors
    /// The error of the rules.
    fn moves(&self, state: &Self::State, out: &mut Vec<(Self::Move, Self::State)>) -> Result<(), Self::Error>;

    /// Converts an error of the rules into the error of a question: a limit that was reached, or rules that failed.
    fn failure(&self, error: &Self::Error) -> AskError;

    /// The error of a question about rules that gave two different answers for a state.
    fn unsteady(&self, state: &Self::State) -> AskError {
        AskError::Rules(format!("the rules give two different answers for {}", self.words(state)))
    }

    /// A state as an answer names it, where there are many: the text of a level that starts there, where the format can
    /// say it.
    fn state_text(&self, state: &Self::State) -> String {
        self.text(state)
    }

    /// The limit that caused an error of the rules, if one did.
    fn halt(&self, error: &Self::Error) -> Option<Halt>;

    /// Whether there is a lower bound.
    fn has_lower_bound(&self) -> bool;

    /// The lower bound of a state, where there is one; else 0.
    ///
    /// # Errors
    /// The error of the rules.
    fn lower_bound(&self, state: &Self::State) -> Result<u32, Self::Error>;

    /// The text of a move for another text that means the same.
    fn canonical<'t>(&self, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// Whose lower bound it is, in words: `the script's lower bound`.
    fn lower_bound_words(&self) -> &'static str {
        "a lower bound"
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

    /// Confirms what the rules said of the states of an answer.
    ///
    /// # Errors
    /// The rules say something else now.
    fn confirm(&self, states: &mut dyn Iterator<Item = &Self::State>) -> Result<(), Self::Error> {
        let _ = states;
        Ok(())
    }

    /// Where a state stands in the family's own terms, where the text of a level does not say it.
    fn end(&self, state: &Self::State) -> Option<End> {
        let _ = state;
        None
    }

    /// The places that a move changes, where that follows from its text alone.
    fn changes(&self, text: &str) -> Option<Vec<Place>> {
        let _ = text;
        None
    }

    /// Bytes that a state owns on the heap, which count against the budget.
    fn heap_bytes(&self, state: &Self::State) -> usize {
        let _ = state;
        0
    }

    /// Answers a question of the family's own, or one with an option of its own; `None` leaves it to the kit.
    fn ask(&self, state: &Self::State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        let _ = (state, query, cx);
        None
    }

    /// Checks the reply to a question that [`Rules::ask`] answers, by code that shares nothing with it.
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

    /// The moves of the solution in the family's own form of reply, to be drawn one after the other.
    fn solution_of(&self, reply: &Reply) -> Option<Vec<String>> {
        let _ = reply;
        None
    }
}

impl<S: StateSpace> Rules for S {
    type State = S::State;
    type Move = S::Move;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        StateSpace::info(self)
    }

    fn start(&self) -> S::State {
        StateSpace::start(self)
    }

    fn moves(&self, state: &S::State, out: &mut Vec<(S::Move, S::State)>) -> Result<(), Infallible> {
        out.append(&mut StateSpace::moves(self, state));
        Ok(())
    }

    fn is_goal(&self, state: &S::State) -> Result<bool, Infallible> {
        Ok(StateSpace::is_goal(self, state))
    }

    fn name(&self, step: &S::Move) -> String {
        StateSpace::name(self, step)
    }

    fn text(&self, state: &S::State) -> String {
        StateSpace::text(self, state)
    }

    fn picture(&self, state: &S::State) -> Picture {
        StateSpace::picture(self, state)
    }

    fn words(&self, state: &S::State) -> String {
        StateSpace::words(self, state)
    }

    fn spoken(&self, state: &S::State) -> Spoken {
        StateSpace::spoken(self, state)
    }

    fn failure(&self, error: &Infallible) -> AskError {
        match *error {}
    }

    fn halt(&self, error: &Infallible) -> Option<Halt> {
        match *error {}
    }

    fn has_lower_bound(&self) -> bool {
        StateSpace::lower_bound(self, &StateSpace::start(self)).is_some()
    }

    fn lower_bound(&self, state: &S::State) -> Result<u32, Infallible> {
        Ok(StateSpace::lower_bound(self, state).unwrap_or(0))
    }

    fn canonical<'t>(&self, text: &'t str) -> Cow<'t, str> {
        StateSpace::canonical(self, text)
    }

    fn heap_bytes(&self, state: &S::State) -> usize {
        StateSpace::heap_bytes(self, state)
    }

    fn ask(&self, state: &S::State, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        StateSpace::ask(self, state, query, cx)
    }

    fn check(
        &self,
        state: &S::State,
        query: &Query,
        reply: &Reply,
        cx: &Context<'_>,
    ) -> Option<Result<Checked, CheckError>> {
        StateSpace::check(self, state, query, reply, cx)
    }

    fn solution_of(&self, reply: &Reply) -> Option<Vec<String>> {
        StateSpace::solution_of(self, reply)
    }
}
