//! A family in a crate of one's own with an option, an answer, a certificate and a question of its own: Frogs and Toads
//! that leap as rarely as they can.
//!
//! `solve` gives the fewest moves; with `--least leaps` it gives a solution with the fewest leaps over another animal,
//! however many moves that takes. `ends` counts the rows in which a game can end: a row of the table of questions that
//! no other family has. The kit for state spaces answers and checks whatever else is asked.
//! `cargo run -p menagerie --example leaps -- solve @alone --least leaps`.

use std::collections::{HashMap, HashSet, VecDeque};
use std::convert::Infallible;
use std::process::ExitCode;
use std::sync::Arc;

use engines::{Context, Halt};
use picture::Picture;
use puzzles::body::Body;
use puzzles::options::MOVES;
use puzzles::phrases::{list, plural};
use puzzles::problem::ensure;
use puzzles::questions::{self, Cost, QuestionRow};
use puzzles::schemars::JsonSchema;
use puzzles::solution::{Exhausted, Solution};
use puzzles::space::{self, SpaceLevel, StateSpace};
use puzzles::table::Table;
use puzzles::value::Optimum;
use puzzles::{
    AskError, CheckError, Checked, Family, FamilyInfo, Level, LoadError, OptionSpec, Query, QuestionKind, QuestionSpec,
    Reply, Shape, Shipped, Source, Unit, ValueKind, Verdict,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[allow(dead_code)] // its main
#[path = "frogs.rs"]
pub(crate) mod frogs;

use frogs::{Frogs, Pond};

fn main() -> ExitCode {
    menagerie::run(&[&Leaps])
}

/// What a solution has the fewest of.
const MIN: OptionSpec = OptionSpec::new(
    "least",
    ValueKind::Choice(&["moves", "leaps"]),
    "WHAT",
    "Of what the solution has the fewest: moves, or leaps over another animal",
);

const SOLVE: QuestionSpec = QuestionSpec::new(
    questions::SOLVE,
    &[&MOVES, &MIN],
    &[Shape::when::<FewestLeaps>(FewestLeaps::fits), Shape::of::<Solution>()],
)
.proven_by(&[Shape::when::<Stuck>(Stuck::fits), Shape::of::<Exhausted>()]);

/// The question in how many rows a game can end. It appears by its row on every face.
const ENDS: &QuestionRow = &QuestionRow {
    cost: Cost::Graph,
    ..QuestionRow::new(QuestionKind::named("ends"), "Count the rows in which no animal can move any more")
};

const INFO: FamilyInfo = FamilyInfo {
    name: "leaps",
    extension: "leaps",
    about: "frogs and toads change sides, with as few leaps as they can",
    rules: "Frogs (F) move to the right, toads (T) to the left: into the hole beside them, or over one animal.",
    source: "Édouard Lucas, Récréations mathématiques, 1883",
    questions: &[
        SOLVE,
        space::COUNT_SHORTEST,
        space::REACH,
        space::MAP,
        space::HINT,
        QuestionSpec::new(ENDS, &[&MOVES], &[Shape::of::<Ends>()]),
    ],
    levels: &[
        Shipped { name: "alone", about: "four frogs and no toad; two moves, or no leap", text: "FFFF.\n" },
        Shipped { name: "few", about: "three frogs and a toad", text: "FFF.T\n" },
    ],
    ..FamilyInfo::BLANK
};

/// The family.
pub(crate) struct Leaps;

impl Family for Leaps {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        let row = Frogs.load(text, cx)?.text();
        Ok(SpaceLevel::new(Leaping(Pond(row.trim_end().chars().collect()))))
    }
}

/// A solution with the fewest leaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "puzzles::schemars")]
pub(crate) struct FewestLeaps {
    /// How many leaps.
    #[schemars(extend("x-unit" = "leaps", "x-column" = true))]
    pub(crate) leaps: u64,
    /// The places of the animals that move, one after the other.
    pub(crate) solution: Vec<String>,
}

impl FewestLeaps {
    /// Whether the JSON of an answer is of this form.
    fn fits(value: &Value) -> bool {
        value.get("leaps").is_some()
    }
}

impl Body for FewestLeaps {
    fn words(&self) -> Vec<String> {
        let moves = plural(self.solution.len(), "move", "moves");
        let leaps = plural(self.leaps, "leap", "leaps");
        vec![format!("{leaps} in {moves}: {}", list(&self.solution))]
    }

    fn table(&self) -> Table<'_> {
        let rows = (1_u64..).zip(&self.solution);
        Table::new(["step", "move"], rows.map(|(step, text)| vec![step.to_string(), text.clone()]))
    }

    fn optimum(&self) -> Option<Optimum> {
        Some(Optimum::of(self.leaps, Unit::named("leaps"), true))
    }

    fn line(&self) -> Option<Vec<String>> {
        Some(self.solution.clone())
    }
}

/// The certificate that no solution exists: each animal goes one way only, so every game ends, and it ends in one of
/// this number of rows in which no animal can move. None of them is the goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "puzzles::schemars")]
pub(crate) struct Stuck {
    /// How many rows there are in which no animal can move.
    #[schemars(extend("x-unit" = "rows"))]
    pub(crate) stuck: u64,
}

impl Stuck {
    /// Whether the JSON of a certificate is of this form.
    fn fits(value: &Value) -> bool {
        value.get("stuck").is_some()
    }
}

impl Body for Stuck {
    fn words(&self) -> Vec<String> {
        vec![format!("every game ends in one of {}, none of them the goal", plural(self.stuck, "row", "rows"))]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("stuck", self.stuck.to_string())])
    }
}

/// In how many rows a game can end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "puzzles::schemars")]
pub(crate) struct Ends {
    /// The rows that can be reached in which no animal can move, the goal among them.
    #[schemars(extend("x-unit" = "rows", "x-column" = true))]
    pub(crate) ends: u64,
}

impl Body for Ends {
    fn words(&self) -> Vec<String> {
        vec![format!("every game ends in one of {}", plural(self.ends, "row", "rows"))]
    }

    fn table(&self) -> Table<'_> {
        Table::of_one(vec![("ends", self.ends.to_string())])
    }

    fn counted(&self) -> Option<u64> {
        Some(self.ends)
    }
}

/// Whether a question is for the fewest leaps.
fn is_for_leaps(query: &Query) -> bool {
    query.options.text(&MIN) == Some("leaps")
}

/// Whether a move leaps over an animal: it goes two places to the hole.
fn is_leap(row: &[char], place: usize) -> bool {
    row.iter().position(|&animal| animal == '.').is_some_and(|hole| hole.abs_diff(place - 1) == 2)
}

/// The rules of [`frogs`], with a question of their own.
struct Leaping(Pond);

type Row = Vec<char>;

impl Leaping {
    /// The fewest leaps by zero-one breadth-first search: the row after a slide goes to the front of the queue, the row
    /// after a leap to its end. Where no row that can be reached is a goal, the certificate.
    ///
    /// # Errors
    /// The limit that was reached, and the leaps that every solution has at least.
    fn fewest(&self, start: &Row, cx: &Context<'_>) -> Result<Result<FewestLeaps, Stuck>, (Halt, u64)> {
        let (mut queue, mut seen) = (VecDeque::from([(0, start.clone(), Vec::new())]), HashSet::new());
        let mut stuck = 0;
        while let Some((leaps, row, solution)) = queue.pop_front() {
            cx.spend(1).map_err(|halt| (halt, leaps))?;
            if frogs::is_crossed(&row) {
                return Ok(Ok(FewestLeaps { leaps, solution }));
            }
            if !seen.insert(row.clone()) {
                continue;
            }
            let moves = frogs::steps(&row);
            stuck += u64::from(moves.is_empty());
            for (place, next) in moves {
                let solution = [solution.as_slice(), &[self.name(&place)]].concat();
                if is_leap(&row, place) {
                    queue.push_back((leaps + 1, next, solution));
                } else {
                    queue.push_front((leaps, next, solution));
                }
            }
        }
        Ok(Err(Stuck { stuck }))
    }

    /// The rows in which a game can end, by depth-first search.
    ///
    /// # Errors
    /// The limit that was reached.
    fn ends(&self, start: &Row, cx: &Context<'_>) -> Result<Ends, Halt> {
        let (mut open, mut seen, mut ends) = (vec![start.clone()], HashSet::from([start.clone()]), 0);
        while let Some(row) = open.pop() {
            cx.spend(1)?;
            let moves = frogs::steps(&row);
            ends += u64::from(moves.is_empty());
            open.extend(moves.into_iter().map(|(_, next)| next).filter(|next| seen.insert(next.clone())));
        }
        Ok(Ends { ends })
    }

    /// Checks the number of rows in which a game can end: the recursion of [`Leaping::least`] meets all rows.
    fn recheck_ends(&self, start: &Row, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let mut known = HashMap::new();
        self.least(start, &mut known, cx)?;
        let ends = known.keys().filter(|row| frogs::steps(row).is_empty()).count() as u64;
        if reply.verdict == Some(Verdict::Unfinished) {
            ensure(reply.bound()? <= ends, "a game can end in fewer rows")?;
            return Ok(Checked::of("the bound, over all rows", &["answer.at_least"]));
        }
        ensure(reply.body_of::<Ends>()?.ends == ends, plural(ends, "row ends a game", "rows end a game"))?;
        Ok(Checked::of("every row that can be reached", &["verdict", "answer"]))
    }

    /// The fewest leaps by recursion from the goals back: each animal goes one way only, so that no row comes again.
    fn least(&self, row: &Row, known: &mut HashMap<Row, Option<u64>>, cx: &Context<'_>) -> Result<Option<u64>, Halt> {
        if let Some(least) = known.get(row) {
            return Ok(*least);
        }
        cx.spend(1)?;
        let mut least = frogs::is_crossed(row).then_some(0);
        for (place, next) in frogs::steps(row) {
            let after = self.least(&next, known, cx)?.map(|leaps| leaps + u64::from(is_leap(row, place)));
            least = [least, after].into_iter().flatten().min();
        }
        known.insert(row.clone(), least);
        Ok(least)
    }

    /// Checks the reply to a question for the fewest leaps.
    fn recheck(&self, start: &Row, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        let mut known = HashMap::new();
        let least = self.least(start, &mut known, cx)?;
        if reply.verdict == Some(Verdict::Impossible) {
            let proof: &Stuck = reply.proof_of()?;
            let stuck = known.keys().filter(|row| frogs::steps(row).is_empty()).count() as u64;
            ensure(least.is_none(), "there is a solution")?;
            ensure(stuck == proof.stuck, plural(stuck, "row ends a game", "rows end a game"))?;
            return Ok(Checked::of("every row that can be reached", &["verdict", "proof"]));
        }
        if reply.verdict == Some(Verdict::Unfinished) {
            let bound = reply.bound()?;
            ensure(least.is_none_or(|least| bound <= least), "fewer leaps suffice")?;
            return Ok(Checked::of("the bound, over all rows", &["answer.at_least"]));
        }
        let body: &FewestLeaps = reply.body_of()?;
        let (mut row, mut leaps) = (start.clone(), 0);
        for text in &body.solution {
            let step = frogs::steps(&row).into_iter().find(|(place, _)| self.name(place) == *text);
            let (place, next) = step.ok_or_else(|| CheckError::wrong(format!("'{text}' is no move there")))?;
            leaps += u64::from(is_leap(&row, place));
            row = next;
        }
        ensure(frogs::is_crossed(&row), "the solution does not end with the sides changed")?;
        ensure(leaps == body.leaps, plural(leaps, "leap is made", "leaps are made"))?;
        ensure(least == Some(leaps), plural(least.unwrap_or(0), "leap suffices", "leaps suffice"))?;
        Ok(Checked::of("the moves, and the fewest leaps over all rows", &["verdict", "answer"]))
    }
}

impl StateSpace for Leaping {
    type State = Row;
    type Move = usize;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn start(&self) -> Row {
        self.0.start()
    }

    fn moves(&self, row: &Row, out: &mut Vec<(usize, Row)>) -> Result<(), Infallible> {
        self.0.moves(row, out)
    }

    fn is_goal(&self, row: &Row) -> Result<bool, Infallible> {
        self.0.is_goal(row)
    }

    fn name(&self, place: &usize) -> String {
        self.0.name(place)
    }

    fn text(&self, row: &Row) -> String {
        self.0.text(row)
    }

    fn picture(&self, row: &Row) -> Picture {
        self.0.picture(row)
    }

    fn ask(&self, row: &Row, query: &Query, cx: &Context<'_>) -> Option<Result<Reply, AskError>> {
        const METHOD: &str = "zero-one breadth-first search";
        if query.kind == ENDS.kind {
            let ends = self.ends(row, cx).map(|body| Reply::found("depth-first search", body));
            return Some(ends.or_else(|halt| Ok(Reply::unfinished(halt.to_string(), 0))));
        }
        is_for_leaps(query).then(|| match self.fewest(row, cx) {
            Ok(Ok(body)) => Ok(Reply::found(METHOD, body)),
            Ok(Err(proof)) => Ok(Reply::impossible(METHOD, proof)),
            Err((halt, at_least)) => Ok(Reply::unfinished(halt.to_string(), at_least)),
        })
    }

    fn check(&self, row: &Row, query: &Query, reply: &Reply, cx: &Context<'_>) -> Option<Result<Checked, CheckError>> {
        if query.kind == ENDS.kind {
            return Some(self.recheck_ends(row, reply, cx));
        }
        is_for_leaps(query).then(|| self.recheck(row, reply, cx))
    }
}
