//! The laws notice faults: a small family obeys them, and breaks one with each of its faults.

use puzzles::questions;
use std::sync::Arc;

use engines::Context;
use picture::{Frame, Picture};
use puzzles::options::{ALL, MOVES};
use puzzles::problem::ensure;
use puzzles::schemars::JsonSchema;
use puzzles::solution::{Hint, Solution};
use puzzles::table::Table;
use puzzles::*;
use serde::{Deserialize, Serialize};

/// What is wrong with the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Nothing,
    AnotherName,
    LevelDeclaresMore,
    AnotherOrder,
    OptionWithCapital,
    OptionTwice,
    AnotherMoves,
    RefusesItsChoice,
    IgnoresNonsense,
    FailsForLargeNumbers,
    BodyLosesData,
    ChecksNothing,
    ForgetsAField,
    CountsTooMany,
    HintsTooMany,
    EndsAtOnce,
    SaysOtherwise,
    NamesTwice,
    WritesMore,
}

const MAX: OptionSpec = OptionSpec::new("most", ValueKind::Number, "N", "At most this number of counters");
const COLOUR: OptionSpec =
    OptionSpec::new("colour", ValueKind::Choice(&["red", "blue"]), "COLOUR", "The colour of the counters");
const NAME: OptionSpec = OptionSpec::new("name", ValueKind::Text, "NAME", "The name of the heap, which is 'heap'");
const CAPITAL: OptionSpec = OptionSpec::new("Colour", ValueKind::Switch, "", "A name with a capital");
const OTHER_MOVES: OptionSpec = OptionSpec::new("moves", ValueKind::Number, "N", "A number of moves");

const SOLUTION: &[Shape] = &[Shape::of::<Solution>()];
const SOLVE: QuestionSpec = QuestionSpec::new(questions::SOLVE, &[&MOVES, &COLOUR, &MAX, &NAME], SOLUTION);
const HINT: QuestionSpec = QuestionSpec::new(questions::HINT, &[&MOVES], &[Shape::of::<Hint>()]);
const COUNT: QuestionSpec = QuestionSpec::new(questions::COUNT, &[], &[Shape::of::<Counted>()]);

/// How many counters there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "puzzles::schemars")]
struct Counted {
    counters: u64,
    #[serde(skip)]
    lost: u64,
    /// A key that the schema does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    planted: Option<u64>,
}

impl Body for Counted {
    fn words(&self) -> Vec<String> {
        vec![phrases::plural(self.counters, "counter", "counters")]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("counters", self.counters.to_string())])
    }
}

/// The answer to a run in a form of the family's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(crate = "puzzles::schemars")]
struct Ended {
    result: Option<GameResult>,
}

impl Body for Ended {
    fn words(&self) -> Vec<String> {
        vec!["a heap".into()]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("over", self.result.is_some().to_string())])
    }
}

const fn info(name: &'static str, questions: &'static [QuestionSpec]) -> FamilyInfo {
    FamilyInfo {
        name,
        extension: "heap",
        about: "a heap of counters",
        rules: "A move takes a counter. Take them all.",
        source: "made here",
        questions,
        levels: &[Shipped { name: "three", about: "three counters", text: "3" }],
        ..FamilyInfo::BLANK
    }
}

const INFO: FamilyInfo = info("heap", &[SOLVE, HINT, COUNT]);
const OTHER: FamilyInfo = info("pile", INFO.questions);
const CAPITAL_INFO: FamilyInfo = info("heap", &[QuestionSpec::new(questions::SOLVE, &[&CAPITAL], SOLUTION)]);
const TWICE_INFO: FamilyInfo = info("heap", &[QuestionSpec::new(questions::SOLVE, &[&ALL, &ALL], SOLUTION)]);
const MOVES_INFO: FamilyInfo = info("heap", &[QuestionSpec::new(questions::SOLVE, &[&OTHER_MOVES], SOLUTION)]);

const MORE: &[QuestionSpec] =
    &[SOLVE, HINT, COUNT, QuestionSpec::new(questions::REACH, &[], &[Shape::of::<Counted>()])];
const REVERSED: &[QuestionSpec] =
    &[QuestionSpec::new(questions::SOLVE, &[&NAME, &MAX, &COLOUR, &MOVES], SOLUTION), HINT, COUNT];

struct Heaps(Fault);

impl Family for Heaps {
    fn info(&self) -> &'static FamilyInfo {
        match self.0 {
            Fault::OptionWithCapital => &CAPITAL_INFO,
            Fault::OptionTwice => &TWICE_INFO,
            Fault::AnotherMoves => &MOVES_INFO,
            _ => &INFO,
        }
    }

    fn load(&self, text: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let counters = puzzles::source::text(&*text, 100)?.trim().parse().ok();
        let counters = counters.ok_or_else(|| LoadError::one(1, 1, "no heap", "a number"))?;
        Ok(Arc::new(Heap { counters, fault: self.0 }))
    }
}

/// A number of counters, at the start or during a game.
#[derive(Clone)]
struct Heap {
    counters: u64,
    fault: Fault,
}

impl Level for Heap {
    fn info(&self) -> &'static FamilyInfo {
        if self.fault == Fault::AnotherName { &OTHER } else { &INFO }
    }

    fn questions(&self) -> &'static [QuestionSpec] {
        match self.fault {
            Fault::LevelDeclaresMore => MORE,
            Fault::AnotherOrder => REVERSED,
            _ => INFO.questions,
        }
    }

    fn text(&self) -> String {
        format!("{}\n", self.counters)
    }

    fn picture(&self) -> Picture {
        let caption = phrases::plural(self.counters, "counter", "counters");
        Picture::still("A heap", "counters", Frame { caption, ..Frame::default() })
    }

    fn start(self: Arc<Self>, _: Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Heap::clone(&self))
    }
}

impl Heap {
    fn answer(&self, query: &Query) -> Reply {
        let moves = self.counters;
        match query.kind {
            QuestionKind::HINT => {
                let moves_left = moves + u64::from(self.fault == Fault::HintsTooMany && moves > 1);
                let best = if moves > 0 { vec!["take".to_owned()] } else { Vec::new() };
                Reply::found("counting", Hint { best, moves_left })
            }
            QuestionKind::COUNT => {
                let lost = u64::from(self.fault == Fault::BodyLosesData);
                Reply::found(
                    "counting",
                    Counted { counters: moves, lost, planted: (self.fault == Fault::WritesMore).then_some(1) },
                )
            }
            _ => {
                let solution = vec!["take".to_owned(); usize::try_from(moves).unwrap()];
                Reply::found("counting", Solution { moves, solution, optimal: true, ..Solution::default() })
            }
        }
    }
}

impl Position for Heap {
    fn moves(&self) -> Box<dyn Iterator<Item = String>> {
        let moves = if self.fault == Fault::NamesTwice { 2 } else { 1 };
        Box::new(std::iter::repeat_n("take".to_owned(), if self.counters > 0 { moves } else { 0 }))
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        let left = self.counters.checked_sub(1).filter(|_| text == "take");
        self.counters = left.ok_or_else(|| IllegalMove::new(text, "expected 'take'"))?;
        Ok(())
    }

    fn status(&self) -> Status {
        let over = self.counters == 0;
        Status { over, solved: over, cost: None, words: phrases::plural(self.counters, "counter", "counters") }
    }

    fn result(&self, moves: u64) -> Option<GameResult> {
        let ended = self.counters == 0 || self.fault == Fault::EndsAtOnce;
        let moves = moves + u64::from(self.fault == Fault::CountsTooMany);
        ended.then(|| GameResult::counted(ResultKind::Won, moves, Unit::MOVES))
    }

    fn program(&self) -> Option<&dyn Program> {
        (self.fault == Fault::SaysOtherwise).then_some(self)
    }

    fn picture(&self) -> Picture {
        Level::picture(self)
    }

    fn level_text(&self) -> String {
        Level::text(self)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Heap {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        let refused = |message: &str| Err(AskError::NotOffered(message.into()));
        if query.options.has(&COLOUR) && self.fault == Fault::RefusesItsChoice {
            return refused("no colour is known");
        }
        if query.options.text(&NAME).is_some_and(|name| name != "heap") && self.fault != Fault::IgnoresNonsense {
            return refused("the heap has another name");
        }
        if query.options.number(&MAX) == Some(u64::MAX) && self.fault == Fault::FailsForLargeNumbers {
            return Err(AskError::Rules("the number is too large".into()));
        }
        cx.spend(self.counters)?;
        Ok(self.answer(query))
    }

    fn check(&self, query: &Query, reply: &Reply, _: &Context<'_>) -> Result<Checked, CheckError> {
        if reply.verdict == Some(Verdict::Unfinished) {
            ensure(reply.bound()? <= self.counters, "fewer moves suffice")?;
        } else if self.fault != Fault::ChecksNothing {
            ensure(self.answer(query).body == reply.body, "the answer differs")?;
        }
        let fields: &[&str] = if self.fault == Fault::ForgetsAField { &["answer"] } else { &["verdict", "answer"] };
        Ok(Checked::of("the counters", fields))
    }

    fn explain(&self, _: &Query, _: &Reply, _: &Context<'_>) -> Picture {
        Level::picture(self)
    }
}

/// Runs that end otherwise than the game.
impl Program for Heap {
    fn composed(&self) -> Option<String> {
        None
    }

    fn begins_with(&self, _: &str) -> bool {
        false
    }

    fn film(&self, _: Frames) -> Picture {
        Position::picture(self)
    }

    fn run_film(&self, _: Frames) -> Picture {
        Position::picture(self)
    }

    fn film_of(&self, _: &Reply, _: Frames) -> Picture {
        Position::picture(self)
    }

    fn outcome(&self) -> AnyBody {
        let lost = (self.counters == 0).then(|| GameResult::plain(ResultKind::Lost));
        AnyBody::new(Ended { result: lost })
    }
}

#[test]
fn every_fault_is_noticed() {
    laws::check(&Heaps(Fault::Nothing), &["0", "1", "9"]);
    for (fault, words) in [
        (Fault::AnotherName, "of the family 'pile'"),
        (Fault::LevelDeclaresMore, "does not declare the question 'reach'"),
        (Fault::AnotherOrder, "not among the family's in its order"),
        (Fault::OptionWithCapital, "'Colour' is not lower case"),
        (Fault::OptionTwice, "'all' of 'solve' is declared already"),
        (Fault::AnotherMoves, "'moves' of the family 'heap' differs"),
        (Fault::RefusesItsChoice, "no colour is known"),
        (Fault::IgnoresNonsense, "'no such thing' is not refused"),
        (Fault::FailsForLargeNumbers, "18446744073709551615: the number is too large"),
        (Fault::BodyLosesData, "JSON changes the answer"),
        (Fault::ChecksNothing, "no damage to the answer of"),
        (Fault::ForgetsAField, "'verdict', which no check compares"),
        (Fault::CountsTooMany, "moves were made"),
        (Fault::HintsTooMany, "moves left after"),
        (Fault::EndsAtOnce, "a game has one when it ends"),
        (Fault::SaysOtherwise, "a run says"),
        (Fault::NamesTwice, "two moves are named 'take'"),
        (Fault::WritesMore, "an answer to 'count' is not as declared: answer.planted is not declared"),
    ] {
        let broken = laws::holds(FAMILIES, &Heaps(fault), &[]).expect_err("a broken law");
        assert!(broken.contains(words), "{fault:?}: {broken}");
    }
}

#[test]
fn options_of_other_families_are_refused_and_agree() {
    let heap = Heaps(Fault::Nothing);
    laws::holds(&[&heap], &heap, &[]).unwrap();
    let other = Heaps(Fault::AnotherMoves);
    assert!(laws::holds(&[&other], &heap, &[]).unwrap_err().contains("differs from another"));
    let names: Vec<&str> = declared::declared(&[&heap]).iter().map(|option| option.name).collect();
    assert_eq!(names, ["moves", "role", "all", "count", "colour", "most", "name"]);
}
