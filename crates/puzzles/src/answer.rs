//! What is answered: plain data, whose fields are the JSON names. This is the contract of every face.
//!
//! An [`Answer`] carries the common keys; its [`Body`] has a variant for each row of the table in
//! `docs/json.md`, written without a tag and read by one `match` on family and question.

mod edit;
mod lemmo;
mod wall;

use std::fmt;

use num_bigint::BigUint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

pub use edit::{Edit, EditKind};

use crate::objects::ObjectsOnly;
use crate::question::{Options, Question, QuestionKind};
use crate::result::{GameResult, given};
use crate::run_end::RunEnd;

pub use lemmo::{Additions, LemmoCount, LemmoImprove, LemmoReach, LemmoSolve, Removals, StartEnd, Tile};
pub use wall::{WallChoice, WallExplanation, WallLive, WallPair, WallSolve, WallValues};

/// How an answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A solution is in hand.
    Found,
    /// There is none; the proof says why.
    Impossible,
    /// A limit struck, or the user, before anything was found.
    Unfinished,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Found => "found",
            Verdict::Impossible => "impossible",
            Verdict::Unfinished => "unfinished",
        })
    }
}

/// One answer with what it cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The version of this form.
    pub schema: u32,
    /// The family's name.
    pub family: String,
    /// The question's kind.
    pub question: QuestionKind,
    /// The options that changed it.
    pub asked: Options,
    /// `None` where nothing is decided.
    pub verdict: Option<Verdict>,
    /// How it was found, in a few words.
    pub method: String,
    /// `None` where the verdict is *impossible*.
    #[serde(rename = "answer")]
    pub body: Option<Body>,
    /// The certificate of *impossible*, or what supports an optimum.
    pub proof: Option<Proof>,
    /// What it cost.
    pub spent: Spent,
}

impl Answer {
    /// A solution.
    #[must_use]
    pub fn found(family: &str, question: &Question, method: impl Into<String>, body: Body) -> Answer {
        Answer::new(family, question, Some(Verdict::Found), method.into(), Some(body), None)
    }

    /// Proven not to exist.
    #[must_use]
    pub fn impossible(family: &str, question: &Question, method: impl Into<String>, proof: Proof) -> Answer {
        Answer::new(family, question, Some(Verdict::Impossible), method.into(), None, Some(proof))
    }

    /// Stopped by a limit with the proven lower bound `at_least`.
    #[must_use]
    pub fn unfinished(family: &str, question: &Question, method: impl Into<String>, at_least: u64) -> Answer {
        let body = Body::AtLeast(AtLeast { at_least });
        Answer::new(family, question, Some(Verdict::Unfinished), method.into(), Some(body), None)
    }

    /// How a record ends: nothing is decided.
    #[must_use]
    pub fn ran(family: &str, question: &Question, body: Body) -> Answer {
        Answer::new(family, question, None, "replay".into(), Some(body), None)
    }

    fn new(
        family: &str,
        question: &Question,
        verdict: Option<Verdict>,
        method: String,
        body: Option<Body>,
        proof: Option<Proof>,
    ) -> Answer {
        let (family, asked, spent) = (family.to_owned(), question.asked.clone(), Spent::default());
        Answer { schema: 1, family, question: question.kind, asked, verdict, method, body, proof, spent }
    }

    /// The same with a certificate.
    #[must_use]
    pub fn with_proof(mut self, proof: Proof) -> Answer {
        self.proof = Some(proof);
        self
    }

    /// Whether more time or memory could not change it: impossible, found and proven best with everything asked for,
    /// or replayed.
    #[must_use]
    pub fn is_last_word(&self) -> bool {
        match (self.verdict, &self.body) {
            (Some(Verdict::Unfinished), _) => self.longer_than_asked().is_some(),
            (_, Some(body)) => body.optimal() != Some(false) && body.holds_all(&self.asked),
            (_, None) => true,
        }
    }

    /// Where only solutions of at most N moves were asked for and there are none: that number, and the bound
    /// proven, which is greater. Longer solutions may exist, so the verdict is not *impossible*.
    #[must_use]
    pub fn longer_than_asked(&self) -> Option<(u64, u64)> {
        match (self.verdict, &self.body, self.asked.within) {
            (Some(Verdict::Unfinished), Some(Body::AtLeast(AtLeast { at_least })), Some(within)) => {
                (*at_least > within).then_some((within, *at_least))
            }
            _ => None,
        }
    }

    /// The question that this answers.
    #[must_use]
    pub fn asked_question(&self) -> Question {
        Question { kind: self.question, asked: self.asked.clone() }
    }
}

/// The cost of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// Units of work.
    pub nodes: u64,
    /// The most bytes reserved at once.
    pub bytes: u64,
    /// Wall-clock seconds, set-up included.
    pub seconds: f64,
    /// The part spent on tables that can be kept.
    pub setup_seconds: f64,
}

impl From<engines::Spent> for Spent {
    fn from(spent: engines::Spent) -> Spent {
        Spent {
            nodes: spent.nodes,
            bytes: spent.bytes,
            seconds: spent.elapsed.as_secs_f64(),
            setup_seconds: spent.setup.as_secs_f64(),
        }
    }
}

/// The body of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Body {
    /// Unfinished.
    AtLeast(AtLeast),
    /// Any family, run.
    Run(Run),
    /// Any family, hint.
    Hint(Hint),
    /// Any family whose solution is a list of moves, hint, where the best is not proven.
    HintUnproven(HintUnproven),
    /// The bunny, run.
    BunnyRun(BunnyRun),
    /// The bunny, solve.
    BunnySolve(BunnySolve),
    /// Lemmo, solve.
    LemmoSolve(LemmoSolve),
    /// Lemmo, count.
    LemmoCount(LemmoCount),
    /// Lemmo, improve.
    LemmoImprove(LemmoImprove),
    /// Lemmo, reach.
    LemmoReach(LemmoReach),
    /// The wall game, solve.
    WallSolve(WallSolve),
    /// The wall game under the live rule, solve.
    WallLive(WallLive),
    /// Toggle, solve.
    ToggleSolve(ToggleSolve),
    /// Toggle, reach.
    ToggleReach(ToggleReach),
    /// Any family whose solution is a list of moves, solve.
    Solution(Solution),
    /// Pebbles, count.
    PebbleCount(PebbleCount),
    /// Any family whose positions are states, reach.
    Reached(Reached),
    /// Any family whose positions are states, map.
    Map(Map),
    /// A game for two, solve.
    Value(GameSolution),
}

/// The proven lower bound of an unfinished question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtLeast {
    /// No answer is smaller.
    pub at_least: u64,
}

/// How a record of moves ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Whether no move is left to make.
    pub over: bool,
    /// Whether the goal is reached.
    pub solved: bool,
    /// Moves played.
    pub moves: u64,
    /// What was paid so far, in families with costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// Who has won, where several play and the game is over: a role, or `nobody` for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// How the game ended for the role played, `Some(None)` while it goes on; absent in answers of older versions.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub result: Option<Option<GameResult>>,
    /// The position in words; absent in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Where the moves have led, where `level` does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<RunEnd>,
    /// The text of a level that starts here, where the format can say it; else the level itself.
    pub level: String,
}

/// Every best move from a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Move texts; empty where nothing is left to do.
    pub best: Vec<String>,
    /// Moves that a best solution still needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_left: Option<u64>,
    /// What a best line still costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_left: Option<u64>,
    /// Tokens of the shortest program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// For each best move the name of the tile that it slides, where tiles have names of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// For each best move a program of that many tokens that goes on with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// What a game for two is worth for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<GameValue>,
    /// Moves of both sides until such a game is decided; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u64>,
}

/// A move that leads to the goal, where no limit allowed to prove which moves are best.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintUnproven {
    /// The first move of the solution found; empty where nothing is left to do.
    pub best: Vec<String>,
    /// The moves of that solution.
    pub at_most: u64,
    /// Always false.
    pub optimal: bool,
    /// No solution has fewer moves than this.
    pub at_least: u64,
}

/// The bunny: a program that marks every square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BunnySolve {
    /// What the program costs.
    pub tokens: u64,
    /// Its text; every count reduced to the smallest that still completes the board.
    pub program: String,
    /// Whether fewer tokens are proven not to suffice.
    pub optimal: bool,
    /// Where not optimal: no program has fewer tokens than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// What is proven not to suffice; absent where the empty program does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<Excluded>,
    /// Where not optimal: the tokens of a walk without loops, from each square to the nearest that is not marked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walk: Option<u64>,
    /// Every shortest program up to domination, where asked for; at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<String>>,
    /// Whether `all` holds every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

/// No program of so many tokens or fewer completes the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// The most tokens excluded.
    pub tokens: u64,
    /// For which loop counts: always `all`.
    pub loop_counts: String,
    /// For each length from one token to `tokens` what it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lengths: Option<Vec<ProgramLength>>,
}

/// The programs of one length that do not complete the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramLength {
    /// Their length.
    pub tokens: u64,
    /// How many programs have this length, where programs that differ in loop counts alone count once.
    pub programs: BigCount,
    /// How many compositions the search ran to exclude all of them: each a beginning that no other dominates, with one
    /// more action or loop behind it.
    pub compositions: u64,
}

/// The bunny: how a program ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BunnyRun {
    /// Whether every square is marked at some moment.
    pub complete: bool,
    /// What the program costs.
    pub tokens: u64,
    /// Moves onto a square, until complete.
    pub hops: BigCount,
    /// Every `F` executed, until complete; for a program that never ends, until it only repeats itself.
    pub tries: BigCount,
    /// Squares that stay unmarked.
    pub left: u64,
    /// How the game ended, `Some(None)` where squares are left; absent in answers of older versions.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub result: Option<Option<GameResult>>,
    /// Where the bunny is at the end; absent where the program never ends, and in answers of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<RunEnd>,
}

/// Toggle: a set of presses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToggleSolve {
    /// How many presses.
    pub moves: u64,
    /// Which, from 1, in ascending order, each as often as it is pressed; `None` above a million.
    pub presses: Option<Vec<u64>>,
    /// Whether fewer are proven not to suffice.
    pub optimal: bool,
    /// Where not optimal: no solution has fewer presses than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The rank of the moves.
    pub rank: u64,
    /// Moves less rank.
    pub nullity: u64,
    /// The number of solutions (press sets, each press fewer than modulus times), where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<BigCount>,
    /// Every fewest set, where asked for; at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<u64>>>,
    /// Whether `all` holds every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

/// A list of moves that solves a level.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// How many moves.
    pub moves: u64,
    /// Their texts.
    pub solution: Vec<String>,
    /// For each move the name of the tile that it slides, where tiles have names of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Vec<String>>,
    /// Whether fewer are proven not to suffice.
    pub optimal: bool,
    /// Where not optimal: no solution has fewer moves than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The number of shortest solutions, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<BigCount>,
    /// Every shortest solution, where asked for; at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` holds every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

/// Pebbles: how many series of exactly N moves leave exactly K pebbles on plates of their colour. A series
/// may move a pebble back, and goes on where the board is solved on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PebbleCount {
    /// The moves of each series: as many as were asked for, else the fewest with which there is one.
    pub exactly: u64,
    /// The pebbles on plates of their colour at its end.
    pub matching: u64,
    /// How many series there are.
    pub series: BigCount,
    /// The series in order of their positions, where asked for; at most 10,000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Vec<String>>>,
    /// Whether `all` holds every one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_complete: Option<bool>,
}

/// Whether the goal can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Always so: else the verdict is *impossible*.
    pub reachable: bool,
}

/// The whole state space: how far the states are from the goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// All states from which the goal can be reached.
    pub states: BigCount,
    /// The largest distance.
    pub largest: u64,
    /// Of all distances, to eight decimal places.
    pub mean: f64,
    /// How many states there are at each distance from 0.
    pub distances: Vec<BigCount>,
    /// The texts of levels that start at the largest distance, at most 100.
    pub hardest: Vec<String>,
}

/// What a game is worth for the side to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameValue {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Neither side can force a win.
    Draw,
}

/// The value of a game for two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSolution {
    /// For the side to move.
    pub value: GameValue,
    /// Moves of both sides until the game is decided: the winner hurries, the loser delays. `None` for a draw.
    pub distance: Option<u64>,
    /// Every best move.
    pub best: Vec<String>,
}

/// Toggle: what can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToggleReach {
    /// Whether every position can be reached from every other.
    pub all_reachable: bool,
    /// The rank of the moves.
    pub rank: u64,
    /// Moves less rank.
    pub nullity: u64,
    /// A basis of the quiet patterns, as presses; `None` where it is too large to list.
    pub quiet: Option<Vec<Vec<u64>>>,
    /// For each cell the presses that change it alone (by one), `None` where there are none; absent above
    /// 1,024 cells.
    pub single: Option<Vec<Option<Vec<u64>>>>,
}

/// Why there is no solution, or what supports an optimum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Proof {
    /// A weighing of cells that no move changes and that differs between start and goal.
    Parity(Parity),
    /// Every cell that can be reached.
    Region {
        /// Row and column from 1, in reading order.
        cells: Vec<[u32; 2]>,
    },
    /// Every cell that would have to be reached and cannot.
    Squares {
        /// Row and column from 1, in reading order.
        cells: Vec<[u32; 2]>,
    },
    /// A table that the checker builds and checks by itself.
    Table {
        /// Its entries.
        size: u64,
    },
    /// A table of values that bounds the best from the other side; the checker builds it by itself.
    Values {
        /// Its entries.
        size: u64,
        /// For each row what is paid at most from each cell on, having come from above; null where no way leads on.
        /// Absent above 10,000 cells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        values: Option<Vec<Vec<Option<u64>>>>,
    },
    /// Every state that can be reached was looked at: whoever looks again must count the same.
    Exhausted {
        /// How many there are, the start among them.
        states: u64,
    },
    /// Pebbles that only exchange places among themselves, and so cannot get where they belong.
    #[serde(untagged)]
    Exchange(Exchange),
}

/// Pebbles that cannot get where they belong. The hole first walks `path` (the places that it takes in turn) home;
/// what is said holds for the pebbles as they are then. Places count from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Exchange {
    /// These places are linked to no others but the gate, and have other colours than they want. Without a gate: the
    /// places that the hole can reach, while its home, or a pebble on a plate of another colour, is elsewhere.
    Region {
        /// The path of the hole, as positions; empty without a gate.
        path: Vec<u8>,
        /// The only way in.
        gate: Option<u8>,
        /// In ascending order.
        places: Vec<u8>,
    },
    /// These places form a cycle with the gate, so that their pebbles only rotate.
    Cycle {
        /// The path of the hole, as positions.
        path: Vec<u8>,
        /// Where the hole enters.
        gate: u8,
        /// In the order of the cycle.
        places: Vec<u8>,
    },
    /// The pebbles on these places take only so many orders, none of them the wanted one.
    Orders {
        /// The path of the hole, as positions.
        path: Vec<u8>,
        /// Where the hole enters.
        gate: u8,
        /// In ascending order.
        places: Vec<u8>,
        /// How many.
        orders: u64,
    },
    /// These places and the gate have two sides, each move of the hole changes its side, and comes home on the side
    /// where it began: only even permutations are reached.
    Parity {
        /// The path of the hole, as positions.
        path: Vec<u8>,
        /// Where the hole enters.
        gate: u8,
        /// In ascending order.
        places: Vec<u8>,
        /// For each of `places` 0 on the gate's side, 1 on the other.
        sides: Vec<u8>,
        /// For each of `places` the one where its pebble belongs: an odd permutation.
        permutation: Vec<u8>,
    },
}

impl Exchange {
    /// A region.
    #[must_use]
    pub fn region(path: Vec<u8>, gate: Option<u8>, places: Vec<u8>) -> Exchange {
        Exchange::Region { path, gate, places }
    }
}

/// A weighing of cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Parity {
    /// The cells, from 1, row by row; `None` where the board is too large and `rows` defines them.
    pub cells: Option<Vec<u64>>,
    /// Their weights modulo the modulus, where it is not 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Vec<u8>>,
    /// The first rows of the weighing, as digits: the others follow, since no move may change its sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
}

/// A whole number of any size: in JSON a number up to 2^53, a string above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigCount(pub BigUint);

impl Serialize for BigCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for BigCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BigCount, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = match &value {
            Value::Number(number) => number.as_u64().map(BigUint::from),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        read.map(BigCount).ok_or_else(|| de::Error::custom("expected a whole number, or one in a string"))
    }
}

/// An answer before its body is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    schema: u32,
    family: String,
    question: QuestionKind,
    asked: Options,
    verdict: Option<Verdict>,
    method: String,
    answer: Value,
    proof: Option<Proof>,
    spent: Spent,
}

impl<'de> Deserialize<'de> for Answer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Answer, D::Error> {
        let raw = Raw::deserialize(ObjectsOnly(deserializer))?;
        if raw.schema != 1 {
            return Err(de::Error::custom(format!("schema {} is not known; expected 1", raw.schema)));
        }
        let body = match raw.answer {
            Value::Null => None,
            value => Some(Body::read(&raw.family, raw.question, raw.verdict, value).map_err(de::Error::custom)?),
        };
        let Raw { schema, family, question, asked, verdict, method, proof, spent, .. } = raw;
        Ok(Answer { schema, family, question, asked, verdict, method, body, proof, spent })
    }
}

impl Body {
    /// Whether the best was proven, where the answer can be less than best.
    #[must_use]
    pub fn optimal(&self) -> Option<bool> {
        match self {
            Body::ToggleSolve(solve) => Some(solve.optimal),
            Body::BunnySolve(solve) => Some(solve.optimal),
            Body::Solution(solution) => Some(solution.optimal),
            Body::WallSolve(_) | Body::WallLive(_) | Body::LemmoSolve(_) | Body::Hint(_) => Some(true),
            Body::HintUnproven(_) => Some(false),
            _ => None,
        }
    }

    /// Whether the count and the list that were asked for are there and whole.
    fn holds_all(&self, asked: &Options) -> bool {
        let (counted, listed) = match self {
            Body::ToggleSolve(solve) => (solve.solutions.is_some(), solve.all_complete),
            Body::BunnySolve(solve) => (true, solve.all_complete),
            Body::Solution(solution) => (solution.solutions.is_some(), solution.all_complete),
            _ => return true,
        };
        (counted || !asked.count) && (listed == Some(true) || !asked.all)
    }

    /// The body that this family gives to this question.
    fn read(family: &str, kind: QuestionKind, verdict: Option<Verdict>, value: Value) -> Result<Body, String> {
        let body = match (family, kind) {
            _ if verdict == Some(Verdict::Unfinished) => read(value).map(Body::AtLeast),
            ("bunny", QuestionKind::Run) => read(value).map(Body::BunnyRun),
            ("bunny", QuestionKind::Solve) => read(value).map(Body::BunnySolve),
            (_, QuestionKind::Run) => read(value).map(Body::Run),
            (_, QuestionKind::Hint) if value.get("at_most").is_some() => read(value).map(Body::HintUnproven),
            (_, QuestionKind::Hint) => read(value).map(Body::Hint),
            ("lemmo", QuestionKind::Solve) => read(value).map(Body::LemmoSolve),
            ("lemmo", QuestionKind::Count) => read(value).map(Body::LemmoCount),
            ("lemmo", QuestionKind::Reach) => read(value).map(Body::LemmoReach),
            ("lemmo", QuestionKind::Improve) => read(value).map(Body::LemmoImprove),
            ("wall", QuestionKind::Solve) if value.get("rule").is_some_and(|rule| rule == "live") => {
                read(value).map(Body::WallLive)
            }
            ("wall", QuestionKind::Solve) => read(value).map(Body::WallSolve),
            ("toggle", QuestionKind::Solve) => read(value).map(Body::ToggleSolve),
            ("toggle", QuestionKind::Reach) => read(value).map(Body::ToggleReach),
            (_, QuestionKind::Solve) if value.get("value").is_some() => read(value).map(Body::Value),
            ("pebble", QuestionKind::Count) => read(value).map(Body::PebbleCount),
            (_, QuestionKind::Solve | QuestionKind::Count) => read(value).map(Body::Solution),
            (_, QuestionKind::Reach) => read(value).map(Body::Reached),
            (_, QuestionKind::Map) => read(value).map(Body::Map),
            _ => return Err(format!("the family '{family}' has no answer to '{kind}'")),
        };
        body.map_err(|error| error.to_string())
    }
}

/// A body's part from its JSON, whose structs are objects.
fn read<T: DeserializeOwned>(value: Value) -> Result<T, serde_json::Error> {
    T::deserialize(ObjectsOnly(value))
}
