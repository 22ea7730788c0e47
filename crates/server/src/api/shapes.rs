//! The shapes of what is answered, for the API's description alone: the values are made elsewhere, as JSON.

use serde_json::Value;
use tasks::ProgressUpdate;
use utoipa::ToSchema;

use super::problem::ProblemDetails;

/// What is known of a family.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct FamilyCard {
    family: String,
    extension: String,
    about: String,
    rules: String,
    source: String,
    answers: Vec<String>,
    /// For each question the options that change it.
    #[schema(value_type = Object)]
    options: Value,
    roles: Vec<String>,
    levels: Vec<LevelName>,
}

/// A level by name.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LevelName {
    name: String,
    about: String,
}

/// The object of `list --json`.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Families {
    schema: u32,
    question: String,
    families: Vec<FamilyCard>,
    /// Every option that changes a question.
    options: Vec<OptionRow>,
}

/// An option that changes a question.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct OptionRow {
    /// Its name in JSON.
    name: String,
    /// Its long name on the command line.
    flag: String,
    /// The kind of value that it takes.
    value: OptionValueName,
    /// The texts that it takes, for the kind `choice`.
    choices: Option<Vec<String>>,
    about: String,
}

/// The kinds of values of options.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)]
pub(super) enum OptionValueName {
    Switch,
    Number,
    Text,
    Choice,
    Moves,
}

/// A level with its text.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LevelText {
    name: String,
    family: String,
    about: String,
    text: String,
}

/// Every level that comes with it.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Levels {
    levels: Vec<LevelText>,
}

/// The object of `check --json`.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CheckObject {
    schema: u32,
    family: String,
    question: String,
    answer: CheckAnswer,
}

/// Whether the level is valid.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CheckAnswer {
    valid: bool,
    problems: Vec<super::problem::Location>,
}

/// A board, drawn.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Drawn {
    title: String,
    description: String,
    svg: String,
    #[schema(value_type = Object)]
    picture: Value,
    /// The answer in words, where one is drawn.
    words: Option<Vec<String>>,
    /// What is to be reached.
    #[schema(required = true)]
    goal: Option<String>,
    /// How it is played.
    rules: String,
    /// More about this level, a line each.
    details: Vec<String>,
}

/// A position.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Position {
    #[schema(value_type = Object)]
    picture: Value,
    moves: Vec<String>,
    over: bool,
    solved: bool,
    #[schema(required = true)]
    cost: Option<u64>,
    /// How the game ended for the role played, for the first player where no role is named; null while it goes on.
    #[schema(required = true)]
    result: Option<ResultObject>,
    words: String,
    level: String,
    legal: Vec<String>,
    legal_total: u64,
    roles: Vec<String>,
    /// The questions that this level answers.
    offers: Vec<String>,
    /// The position in words.
    board: BoardInWords,
    /// For each legal move the places that it changes, where that follows from the move alone.
    #[schema(value_type = Option<Object>)]
    changes: Value,
    /// What is to be reached.
    #[schema(required = true)]
    goal: Option<String>,
    /// How it is played.
    rules: String,
    /// More about this level, a line each.
    details: Vec<String>,
}

/// A board in words.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct BoardInWords {
    lines: Vec<BoardLine>,
    places: Vec<BoardPlace>,
}

/// A line of a board: a row, a position of a graph, or a sentence without a name.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct BoardLine {
    name: String,
    words: String,
}

/// What is at a place of a board.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct BoardPlace {
    /// Its centre in cell widths: x, y.
    #[schema(value_type = Vec<f32>)]
    at: Value,
    name: String,
    words: String,
}

/// How a game ended.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ResultObject {
    kind: ResultName,
    /// What the game came to, where that is counted.
    value: Option<u64>,
    /// What `value` counts, in the plural, such as `moves` or `cost`.
    unit: Option<String>,
}

/// The ways in which a game can end.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)]
pub(super) enum ResultName {
    Won,
    Lost,
    Drawn,
    Ended,
}

/// The answer object of `docs/json.md`; `answer` and `proof` differ by family and question.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct AnswerObject {
    schema: u32,
    family: String,
    question: String,
    #[schema(value_type = Object)]
    asked: Value,
    #[schema(required = true)]
    verdict: Option<VerdictName>,
    method: String,
    #[schema(value_type = Option<Object>, required = true)]
    answer: Value,
    #[schema(value_type = Option<Object>, required = true)]
    proof: Value,
    #[schema(value_type = Object)]
    spent: Value,
}

/// How an answer is known.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)]
pub(super) enum VerdictName {
    Found,
    Impossible,
    Unfinished,
}

/// Work that goes on without its asker.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct JobObject {
    /// Its name, which cannot be guessed.
    id: String,
    state: StateName,
    /// How far the work is.
    #[schema(value_type = Option<ProgressObject>, required = true)]
    progress: Option<ProgressUpdate>,
    /// The answer object.
    #[schema(required = true)]
    result: Option<AnswerObject>,
    /// Why there is none.
    #[schema(required = true)]
    error: Option<ProblemDetails>,
}

/// Where a job stands.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)]
pub(super) enum StateName {
    Queued,
    Running,
    Done,
    Failed,
    Cancelled,
}

/// How far work is.
#[derive(ToSchema)]
#[schema(as = ProgressUpdate)]
#[allow(dead_code)]
pub(super) struct ProgressObject {
    stage: String,
    done: u64,
    #[schema(required = true)]
    total: Option<u64>,
    #[schema(required = true)]
    at_least: Option<u64>,
    nodes: u64,
}

/// That the server is up.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Health {
    status: String,
}
