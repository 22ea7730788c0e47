//! The schemas of responses, used only for the OpenAPI description: the values are created elsewhere as JSON.

use serde_json::Value;
use tasks::ProgressUpdate;
use utoipa::ToSchema;

use super::new_shapes::{Dailies, NewLevels};
use crate::http::problem::ProblemDetails;

/// The description of a family.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct FamilyCard {
    family: String,
    /// The family's name as a heading.
    title: String,
    /// The file name extension of its levels.
    extension: String,
    /// All file name extensions that are read as its levels.
    extensions: Vec<String>,
    /// The whole names of files that hold its levels, whatever their extension.
    file_names: Vec<String>,
    about: String,
    rules: String,
    /// Whether its levels are programs, which a server runs in processes of their own and a page does not run.
    program: bool,
    source: String,
    /// The levels of which it is the question whether they can be solved at all.
    doubtful: Vec<String>,
    /// The new levels that a menu offers; null where the family makes none.
    #[schema(required = true)]
    new_levels: Option<NewLevels>,
    /// The text that a new document begins with: a small level.
    starter: String,
    /// The name of another editor in which every text of the family runs as it is.
    #[schema(required = true)]
    other_editor: Option<String>,
    /// What an editor tells apart in its texts: the `kind` of a piece and the regular expression that finds it.
    #[schema(value_type = Vec<Object>)]
    tokens: Value,
    answers: Vec<String>,
    /// For each question the names of its options.
    #[schema(value_type = Object)]
    options: Value,
    /// The options that it declares otherwise than the list of all options does: choices of its own, other words.
    own_options: Vec<OptionRow>,
    roles: Vec<String>,
    levels: Vec<LevelName>,
    /// Names for several of the levels together.
    sets: Vec<LevelSet>,
}

/// A name for several levels, which are one file of levels under it.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LevelSet {
    name: String,
    about: String,
    /// The names of the levels, in order.
    levels: Vec<String>,
}

/// A level by name.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LevelName {
    name: String,
    /// The title that the level's text states.
    #[schema(required = true)]
    title: Option<String>,
    about: String,
}

/// The object of `list --json`.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Families {
    schema: u32,
    question: String,
    /// Null: a list has none.
    #[schema(required = true)]
    verdict: Option<String>,
    families: Vec<FamilyCard>,
    /// Every kind of question.
    questions: Vec<QuestionRow>,
    /// The options of all questions.
    options: Vec<OptionRow>,
    daily: Dailies,
}

/// A kind of question.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct QuestionRow {
    /// Its name in JSON and on the command line.
    name: String,
    /// One line about it.
    about: String,
}

/// An option of a question.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct OptionRow {
    /// The name of the option in JSON.
    name: String,
    /// The long name of the option on the command line.
    flag: String,
    /// The kind of value that the option takes.
    value: OptionValueName,
    /// The values that the option takes, for the kind `choice`.
    choices: Option<Vec<String>>,
    /// What holds where a choice is left out.
    default: Option<String>,
    about: String,
    /// Whether the option chooses another game than the one on the board, such as another rule, start or goal; absent
    /// where it does not.
    another_game: Option<bool>,
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
    /// The title that the level's text states.
    #[schema(required = true)]
    title: Option<String>,
    family: String,
    about: String,
    text: String,
}

/// The shipped levels.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Levels {
    levels: Vec<LevelText>,
    /// The shipped texts that hold several of these levels, whole.
    files: Vec<ShippedFile>,
    /// The operator's levels; absent where there are none.
    own: Option<Vec<OwnLevels>>,
}

/// A shipped text of several levels.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ShippedFile {
    name: String,
    family: String,
    about: String,
    /// The number of its levels.
    levels: u64,
    text: String,
}

/// A file of the operator's levels.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct OwnLevels {
    /// The name, `@` included, by which requests name it in place of a level's text.
    name: String,
    family: String,
    /// The titles of its levels in order, which requests name by `number` where there are several.
    levels: Vec<Option<String>>,
}

/// The levels of a text.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LevelList {
    /// The title that the file has as a whole; absent where it has none.
    title: Option<String>,
    /// The author of all its levels; absent where none is named.
    author: Option<String>,
    levels: Vec<LevelEntry>,
    /// The pictures that the text draws beside its levels, such as the pixels of objects; absent where it has none, or
    /// they were not asked for.
    pictures: Option<Vec<NamedCanvasObject>>,
}

/// A picture that a text draws beside its levels.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct NamedCanvasObject {
    /// The name of what it shows.
    name: String,
    canvas: CanvasObject,
}

/// A changed text.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ChangedText {
    /// The whole text.
    text: String,
}

/// Where one can go by naming a place.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Ways {
    /// The names of places to which the text `to PLACE` leads, as a move of `moves`.
    to: Vec<String>,
    /// The names of places whose pieces the text `PLACE to OTHER` takes elsewhere, where there is a way.
    carried: Vec<String>,
}

/// A part of a program.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ProgramTile {
    text: String,
    words: String,
    /// Whether it opens a part that a later tile closes.
    opens: Option<bool>,
    closes: Option<bool>,
}

/// A program as tiles.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ProgramTiles {
    tiles: Vec<ProgramTile>,
    palette: Vec<ProgramTile>,
    /// The text before the tiles of a whole program, which together are the move that puts it into the place of what was
    /// composed.
    whole: String,
    /// The move that runs the program.
    run: String,
}

/// A side that a person is offered.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Side {
    role: String,
    /// What stands on a button for it.
    words: String,
}

/// A level of a text.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LevelEntry {
    /// The number of the level, counted from 1.
    number: u64,
    #[schema(required = true)]
    title: Option<String>,
    /// The line in which the level begins, counted from 1.
    line: u64,
    /// The number that the format's own tools give the level, where it differs: PuzzleScript counts from 0, messages
    /// too.
    index: Option<u64>,
    /// The text of this level alone, if it was chosen by its number, or texts are asked for and it is valid.
    text: Option<String>,
    /// The errors and warnings of the chosen level, which is valid all the same, with lines of the whole text.
    problems: Option<Vec<super::problem::Location>>,
    /// Whether the text of the chosen level states a solution; absent where it does not.
    states_solution: Option<bool>,
    /// Where the rows of the chosen level are in the whole text, if it can be drawn by placing characters.
    canvas: Option<CanvasObject>,
    /// Why the chosen level cannot be drawn by placing characters, in a sentence.
    not_drawn: Option<String>,
}

/// The rows of a level in its text, and the characters that they can be made of.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CanvasObject {
    /// The rows from top to bottom. They stand in this order in the text; several may stand on one line.
    rows: Vec<CanvasRowObject>,
    /// What is written between two rows where one is added; null where the number of rows and columns cannot change.
    #[schema(required = true)]
    separator: Option<String>,
    /// Where the text states the number of rows and columns, which is to be written anew when one of them changes.
    size: Option<StatedSizeObject>,
    /// The character of an empty cell, which is in the palette.
    #[schema(required = true)]
    blank: Option<String>,
    palette: Vec<GlyphObject>,
    /// What is known of cells of the level as it is; absent where that is nothing.
    notes: Option<Vec<CellNoteObject>>,
}

/// What is known of one cell.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CellNoteObject {
    /// The column, from 0.
    x: u64,
    /// The row, from 0.
    y: u64,
    /// What is known, in words.
    words: String,
}

/// One row of a level in its text.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CanvasRowObject {
    /// The line of the row, counted from 1.
    line: u64,
    /// The column of the row's first character, counted in characters from 1.
    column: u64,
    /// The characters of the row.
    cells: String,
}

/// The number of rows and columns as the text states it, such as `5x4` for five rows of four cells.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct StatedSizeObject {
    /// The line, counted from 1.
    line: u64,
    /// The column of the first character, counted in characters from 1.
    column: u64,
    /// The characters that state it.
    text: String,
}

/// What can be placed on a cell.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct GlyphObject {
    /// The character in the text.
    text: String,
    words: String,
    /// The piece that it puts onto what is below, where one character stands for both.
    stands: Option<StandingPieceObject>,
    /// The cell as pictures have them, at 0, 0.
    #[schema(value_type = Option<Object>)]
    cell: Value,
    /// The piece as pictures have them, at 0, 0.
    #[schema(value_type = Option<Object>)]
    piece: Value,
    /// The cell drawn, in games with pictures of their own: a tile, as pictures have them.
    #[schema(value_type = Option<Object>)]
    tile: Value,
}

/// A piece that a character puts onto what is below.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct StandingPieceObject {
    /// The name of the piece, which characters for the same piece on different ground share.
    piece: String,
    /// The character of what the piece stands on, which stays where the piece leaves; null where the format does not
    /// say what is below.
    #[schema(required = true)]
    on: Option<String>,
    /// Whether a level has exactly one of this piece, so that placing a second one moves the first.
    unique: bool,
}

/// What a text is.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Recognised {
    /// The families whose format the text has; none where it is not recognised.
    families: Vec<String>,
    /// Whether it is surely a text of these families, right or wrong; without families, that it is surely no level.
    certain: bool,
    /// The text of the levels, where it was taken out of a save or a gist.
    #[schema(required = true)]
    level: Option<String>,
    /// The game that a save holds.
    #[schema(required = true)]
    game: Option<SavedGameObject>,
    /// Why the text is not taken as that of one family.
    #[schema(required = true)]
    why: Option<String>,
}

/// How far the game of a save is.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct SavedGameObject {
    /// The side that is played.
    role: String,
    /// The moves made.
    moves: Vec<String>,
}

/// The object of `check --json`.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CheckObject {
    schema: u32,
    family: String,
    question: String,
    /// Null: a check has none.
    #[schema(required = true)]
    verdict: Option<String>,
    answer: CheckAnswer,
}

/// Whether the level is valid.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct CheckAnswer {
    /// Whether the text is a level. Where its format gives a level all the same, it has errors nevertheless.
    valid: bool,
    /// How many of the problems are errors.
    errors: u64,
    /// How many of the problems are warnings.
    warnings: u64,
    problems: Vec<super::problem::Location>,
}

/// A picture of a board.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Drawn {
    title: String,
    description: String,
    svg: String,
    #[schema(value_type = Object)]
    picture: Value,
    /// The table of the answer as comma-separated values, if one is drawn: that of `--csv`, unless that one is too
    /// large for an answer.
    csv: Option<String>,
    /// The goal of the level in words.
    #[schema(required = true)]
    goal: Option<String>,
    /// The rules in words.
    rules: String,
    /// Further lines about this level.
    details: Vec<String>,
}

/// A position.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Position {
    /// The picture; null where the request has `picture: false`.
    #[schema(value_type = Option<Object>, required = true)]
    picture: Value,
    moves: Vec<String>,
    over: bool,
    solved: bool,
    #[schema(required = true)]
    cost: Option<u64>,
    /// What `cost` counts, such as `tokens`; absent without one.
    unit: Option<String>,
    /// How the game ended for the role that is played (by default the first); null while it continues.
    #[schema(required = true)]
    result: Option<ResultObject>,
    /// What is counted of the moves beside their number, such as `4 pushes`.
    counted: Option<String>,
    /// The result in words.
    ended: Option<String>,
    words: String,
    level: String,
    legal: Vec<String>,
    legal_total: u64,
    /// The role that is played.
    role: String,
    roles: Vec<String>,
    /// The sides that a person is offered, the one that begins a new game first; absent where there is one role.
    sides: Option<Vec<Side>>,
    /// The questions that this level answers.
    offers: Vec<String>,
    /// The reason why this level does not answer a question, by the question's name, for those for which it gives one.
    #[schema(value_type = Option<Object>)]
    refuses: Value,
    /// The position in words.
    board: BoardInWords,
    /// What the moves have composed as tiles, where it can be built from them; absent once the game is over.
    tiles: Option<ProgramTiles>,
    /// The places that can be named to go there: `to PLACE`, and `PLACE to OTHER` for the pieces that are carried.
    ways: Option<Ways>,
    /// For each legal move the places that it changes, if that follows from the move alone.
    #[schema(value_type = Option<Object>)]
    changes: Value,
    /// The legal moves as a person reads them, by their texts, where that differs from the text.
    #[schema(value_type = Option<Object>)]
    said: Value,
    /// What the moves so far have composed, such as a program: a text that may be changed and played as one move.
    composed: Option<String>,
    /// What the last move left besides the position.
    events: Option<EventsObject>,
    /// Keys, times and chance of the level.
    controls: Option<ControlsObject>,
    /// The goal of the level in words.
    #[schema(required = true)]
    goal: Option<String>,
    /// The rules in words.
    rules: String,
    /// Further lines about this level.
    details: Vec<String>,
}

/// What a move left besides a new position.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct EventsObject {
    /// Texts to be read, in order. Before the first move they introduce the level.
    messages: Vec<String>,
    /// What was heard, in order: two sounds of the same text are the same.
    sounds: Vec<String>,
    /// The lines of the level's text, from 1, whose rules changed something, in order.
    fired: Vec<u32>,
}

/// Keys, times and chance of a level.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ControlsObject {
    /// The move that a key means, by the names of keys in browsers; `undo` takes the last move back.
    #[schema(value_type = Object)]
    keys: Value,
    /// Moves that a key held down makes once only.
    once: Vec<String>,
    /// The time between two frames of a move, in milliseconds.
    #[schema(required = true)]
    frame_ms: Option<u64>,
    /// A move that plays itself.
    #[schema(required = true)]
    tick: Option<TickObject>,
    /// Whether the random numbers can be chosen by a first move `seed 7`.
    seeded: bool,
}

/// A move that plays itself at an interval.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct TickObject {
    r#move: String,
    every_ms: u64,
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

/// A place of a board and what is there.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct BoardPlace {
    /// The centre of the place in cell widths: x, y.
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
    /// The final value of the game, in families that count one.
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

/// The answer object of `docs/json.md`. `answer` and `proof` differ by family and question: [`super::answer_schemas`]
/// describes them.
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
    /// How the answer is known, in words, such as `found, proven best`.
    known: String,
    /// The answer in words; the first line says the most.
    words: Vec<String>,
    /// The value of the solution; absent in hints, and where an answer states none.
    optimum: Option<AmountObject>,
    /// How the position stands, in hints.
    standing: Option<StandingObject>,
    /// The best value that the level's author claims beside the proven one, in answers to `solve` without options.
    par: Option<ParObject>,
    /// The line of moves that the answer states, as one text, with what is counted of it.
    line: Option<LineObject>,
    method: String,
    /// The second search that found nothing better; absent where there was none.
    confirmed: Option<ConfirmedObject>,
    #[schema(value_type = Option<Object>, required = true)]
    answer: Value,
    #[schema(value_type = Option<Object>, required = true)]
    proof: Value,
    /// The cost; absent in hints with `reveal` 1 to 3.
    #[schema(value_type = Object, required = false)]
    spent: Value,
    /// The picture of the answer, where the request has `picture`.
    drawn: Option<Drawn>,
}

/// A value that is best as far as is known.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct AmountObject {
    value: u64,
    /// What the value counts.
    unit: String,
    /// Whether it is proven that no better value exists.
    proven: bool,
    /// A proven lower bound, where the value is not proven.
    at_least: Option<u64>,
    /// The value of the level as it stands, where `value` is that after the best change of it.
    unchanged: Option<u64>,
}

/// A line of moves as a text.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct LineObject {
    /// The moves as one text, which `moves` of a request accepts as one entry.
    text: String,
    /// What the family counts of the line, by name, such as `pushes`; absent in families that count nothing.
    #[schema(value_type = Option<Object>)]
    counts: Option<Value>,
}

/// The second search that confirmed an answer.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ConfirmedObject {
    /// The search, in a few words.
    by: String,
    /// The lower bound that it proved, in the unit of the value.
    at_least: u64,
}

/// How the position of a hint stands.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct StandingObject {
    /// Whether the goal can still be reached, in a game for two whether the side to move can force a win.
    #[schema(required = true)]
    can_win: Option<bool>,
    /// The value for the side to move, in a game for two: `win`, `loss` or `draw`.
    value: Option<String>,
    /// The moves, or the cost, from here to the goal.
    left: Option<AmountObject>,
    /// What the whole game comes to with the best moves, where that is counted in place of what is left.
    total: Option<AmountObject>,
    /// The best moves as a person reads them, where that differs from their texts.
    said: Option<Vec<String>>,
    /// The best moves in words, such as `3, 4` or `any move but 6 left; for instance 1 left`.
    now: Option<String>,
    /// How the position stands, in sentences.
    words: String,
}

/// The best value that the level's author claims.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct ParObject {
    /// The par as the level's text states it.
    stated: String,
    /// Whether it is the proven best value; null where that is not known.
    #[schema(required = true)]
    holds: Option<bool>,
    /// The comparison of the claim with the proven best, in a sentence.
    words: String,
}

/// The verdict of an answer.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code)]
pub(super) enum VerdictName {
    Found,
    Impossible,
    Unfinished,
}

/// A question that is answered in the background.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct JobObject {
    /// The id of the job, which cannot be guessed.
    id: String,
    state: StateName,
    /// The last progress report.
    #[schema(value_type = Option<ProgressObject>, required = true)]
    progress: Option<ProgressUpdate>,
    /// The answer, in the state `done`.
    #[schema(required = true)]
    result: Option<AnswerObject>,
    /// The error, in the state `failed`.
    #[schema(required = true)]
    error: Option<ProblemDetails>,
}

/// The state of a job.
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

/// The progress of a job.
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

/// The answers of a batch.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct BatchAnswers {
    answers: Vec<PartAnswer>,
}

/// The answer to one request of a batch.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct PartAnswer {
    /// The status that the request has at its own address.
    status: u16,
    /// The body that it has there: an answer, a job, a problem.
    #[schema(value_type = Object)]
    body: Value,
}

/// The status of the server.
#[derive(ToSchema)]
#[allow(dead_code)]
pub(super) struct Health {
    status: String,
}
