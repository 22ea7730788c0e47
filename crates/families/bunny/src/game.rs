//! Playing a board: one position.

use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;

use super::answers::{self, KnownPrograms};
use super::body::{Hint, Run, TOKENS};
use super::composition::{Composition, RUN, Stage, WHOLE};
use super::picture;
use super::program::{Matched, Token, cost, print};
use super::rules::{Board, Bunny, FACINGS};
use super::tally::{self, tally};
use super::{check, spoken, text};
use frame::analysis::{Analysis, linked};
use frame::answer::Reply;
use frame::body::AnyBody;
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::phrases::plural;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::program::{Frames, Program, Tile, Tiles};
use frame::query::Query;
use frame::result::{GameResult, ResultKind};
use frame::run::{Standing, from_one};
use frame::status::{Cost, Status};
use frame::value::BigCount;

/// A game under way.
pub(super) struct Game {
    composition: Composition,
    known: Arc<KnownPrograms>,
}

impl Game {
    pub(super) fn new(board: Arc<Board>, known: Arc<KnownPrograms>) -> Game {
        Game { composition: Composition::new(board), known }
    }

    /// The run of the program so far, as a film.
    fn film(&self, steps: Frames) -> Picture {
        picture::trace(self.composition.board(), &self.composition.program(), &self.named(), steps)
    }

    /// The position, or the film of the program that was run.
    fn drawn(&self, steps: Frames) -> Picture {
        match self.composition.stage() {
            Stage::Run(_) => self.film(steps),
            _ => picture::position(self.composition.board(), &self.composition.walk().0, &self.words()),
        }
    }

    /// The film of the program so far, its open loops closed, whether it was run or not; the position where there is no
    /// program.
    fn run_drawn(&self, steps: Frames) -> Picture {
        if self.composition.program().tokens().is_empty() { self.drawn(steps) } else { self.film(steps) }
    }

    /// A reply on the board: a hint shows the position, a program its run.
    fn explained(&self, reply: &Reply, steps: Frames) -> Picture {
        match reply.body_as::<Hint>() {
            Some(_) => self.drawn(steps),
            None => picture::reply(self.composition.board(), reply, steps),
        }
    }

    /// The program, its length, and how many of its loops are not closed yet.
    fn named(&self) -> String {
        let tokens = self.composition.tokens();
        if tokens.is_empty() {
            return "no program yet".into();
        }
        format!("{} ({})", print(tokens), self.length())
    }

    /// The length of the program, and how many of its loops are not closed yet.
    fn length(&self) -> String {
        let tokens = self.composition.tokens();
        let length = TOKENS.count(cost(tokens.iter().copied()) as u64);
        let count = |wanted: fn(&Token) -> bool| tokens.iter().filter(|token| wanted(token)).count();
        let open = count(|token| matches!(token, Token::Open(_))) - count(|token| matches!(token, Token::Close));
        let open =
            if open > 0 { format!(", {}", plural(open, "loop still open", "loops still open")) } else { String::new() };
        length + &open
    }

    fn words(&self) -> String {
        format!("{}: {}", self.named(), self.progress())
    }

    /// How the program ran, or where the bunny is.
    fn progress(&self) -> String {
        match self.composition.stage() {
            Stage::Run(end) => {
                let left = plural(end.marks.left, "square is left", "squares are left");
                match (end.complete, end.end) {
                    (true, _) => "complete, every square is marked".into(),
                    (_, None) => format!("it runs for ever and {left}"),
                    _ => format!("it has ended and {left}"),
                }
            }
            _ => {
                let (walk, steps) = self.composition.walk();
                let (at, facing) = (self.composition.board().words(walk.bunny.square), FACINGS[walk.bunny.facing].0);
                let steps = plural(steps, "step", "steps");
                let left = plural(walk.marks.left, "square is left to mark", "squares are left to mark");
                match self.composition.stage() {
                    Stage::Composed => format!("the bunny waits at {at}, facing {facing}; {left}"),
                    _ => format!("after {steps} the bunny is at {at}, facing {facing}; {left}"),
                }
            }
        }
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.composition.moves().into_iter())
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        self.composition.play(text)
    }

    fn status(&self) -> Status {
        let solved = self.composition.is_solved();
        // A loop that is open counts, though it is dropped where nothing is in it.
        let (begun, whole) =
            (cost(self.composition.tokens().iter().copied()) as u64, self.composition.program().cost());
        let cost = Cost { value: if solved { whole } else { begun }, unit: TOKENS };
        Status { over: solved, solved, cost: Some(cost), words: self.words() }
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        self.composition.is_solved().then(|| completed(&self.composition.program()))
    }

    fn picture(&self) -> Picture {
        self.drawn(Frames::Moves)
    }

    fn spoken(&self) -> Spoken {
        let board = self.composition.board();
        match self.composition.stage() {
            Stage::Run(end) => spoken::spoken(board, &end.marks, end.end),
            _ => {
                let walk = self.composition.walk().0;
                spoken::spoken(board, &walk.marks, Some(walk.bunny))
            }
        }
    }

    fn program(&self) -> Option<&dyn Program> {
        Some(self)
    }

    fn level_text(&self) -> String {
        text::print(self.composition.board())
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Game {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        answers::answer(&self.composition, &self.known, query, cx)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        check::check(&self.composition, query, reply, cx)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, _: &Query, reply: &Reply, _: &Context<'_>) -> Picture {
        self.explained(reply, Frames::Moves)
    }
}

impl Evaluator for Game {
    fn evaluate(&self, _: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        answers::evaluation(&self.composition, &self.known, cx)
    }

    fn rechecked(&self, _: &Options, _: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        Some(Ok(Some(check::standing(&self.composition))))
    }
}

impl Program for Game {
    fn composed(&self) -> Option<String> {
        let tokens = self.composition.tokens();
        (!tokens.is_empty()).then(|| print(tokens))
    }

    fn tiles(&self) -> Option<Tiles> {
        let tiles = self.composition.tokens().iter().copied().map(tile).collect();
        let words = format!("{}: {}", self.length(), self.progress());
        Some(Tiles { tiles, palette: Composition::palette().map(tile).collect(), whole: WHOLE, run: RUN, words })
    }

    /// Behind the tokens of the other, another token or a brace may follow, but no letter of a longer word.
    fn begins_with(&self, begun: &str) -> bool {
        let is_whole = begun.is_empty() || begun.ends_with('{');
        let text = print(self.composition.tokens());
        text.strip_prefix(begun).is_some_and(|rest| is_whole || rest.is_empty() || rest.starts_with([' ', '}']))
    }

    fn film(&self, frames: Frames) -> Picture {
        self.drawn(frames)
    }

    fn run_film(&self, frames: Frames) -> Picture {
        self.run_drawn(frames)
    }

    fn film_of(&self, reply: &Reply, frames: Frames) -> Picture {
        self.explained(reply, frames)
    }

    /// How the program so far ends, its open loops closed, whether it was run or not.
    fn outcome(&self) -> AnyBody {
        let (board, program) = (self.composition.board(), self.composition.program());
        let end = tally(board, &program);
        AnyBody::new(Run {
            complete: end.complete,
            tokens: program.cost(),
            hops: BigCount(end.hops),
            tries: BigCount(end.tries),
            left: end.marks.left as u64,
            result: Some(end.complete.then(|| completed(&program))),
            counted: tally::counted(board, &program),
            end: end.end.map(|bunny| standing(board, bunny)),
        })
    }
}

/// A token as a tile.
fn tile(token: Token) -> Tile {
    let words = match token {
        Token::Act(action) => action.words().to_owned(),
        Token::Open(None) => "for ever".to_owned(),
        Token::Open(Some(count)) => plural(count, "time", "times"),
        Token::Close => "end of the loop".to_owned(),
    };
    let (opens, closes) = (matches!(token, Token::Open(_)), token == Token::Close);
    Tile { text: token.text(), words, opens, closes }
}

/// The result of a program that completes the board.
fn completed(program: &Matched) -> GameResult {
    GameResult::counted(ResultKind::Won, program.cost(), TOKENS)
}

fn standing(board: &Board, bunny: Bunny) -> Standing {
    let (row, column) = board.squares[bunny.square].place;
    Standing { row: from_one(row), column: from_one(column), facing: FACINGS[bunny.facing].0.to_owned() }
}
