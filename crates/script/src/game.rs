//! Playing a script: one position. In a game for two the other side is played perfectly where a role names one's own.

use std::sync::Arc;

use ::picture::{Picture, Spoken};
use engines::Context;
use engines::search::{Outcome, retrograde};
use puzzles::play::{NOBODY, PLAYER};
use puzzles::run_end::{RunEnd, StateEnd};
use puzzles::{AskError, GameResult, IllegalMove, Position, Role, Status, Unit};
use sandbox::ScriptError;

use crate::machine::State;
use crate::picture::draw;
use crate::rules::{Puzzle, refusal};
use crate::space::Rules;
use crate::spoken::{sentence, spoken};

/// Positions looked at for a reply, at most; beyond that the first move is made.
const MOST_POSITIONS: u64 = 100_000;

/// Who plays: both sides, or one of them against the engine.
pub(crate) const ROLES: &[&str] = &[PLAYER, "first", "second"];

/// A game under way.
pub(crate) struct Game {
    puzzle: Arc<Puzzle>,
    state: State,
    /// Moves of both sides so far.
    made: u32,
    /// What this state allows, or why nobody knows.
    moves: Result<Vec<(String, State)>, ScriptError>,
    /// The side that the engine plays: 0 moves first.
    engine: Option<u32>,
    /// The engine's answer to the last move, or its first move.
    replied: Option<String>,
}

impl Game {
    pub(crate) fn new(puzzle: Arc<Puzzle>, role: Role) -> Game {
        let engine = match role.0 {
            "first" if puzzle.definition.two_players => Some(1),
            "second" if puzzle.definition.two_players => Some(0),
            _ => None,
        };
        let state = puzzle.definition.start.clone();
        let moves = puzzle.listed(&state);
        let mut game = Game { puzzle, state, made: 0, moves, engine, replied: None };
        game.reply();
        game
    }

    /// The position.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    fn step(&mut self, to: State) {
        self.moves = self.puzzle.listed(&to);
        self.state = to;
        self.made += 1;
    }

    /// The engine's move, where it is its turn.
    fn reply(&mut self) {
        self.replied = None;
        if self.engine != Some(self.made % 2) {
            return;
        }
        let Ok(moves) = &self.moves else { return };
        let best = self.best().and_then(|best| moves.iter().find(|step| step.0 == best));
        if let Some((name, to)) = best.or(moves.first()).cloned() {
            self.step(to);
            self.replied = Some(name);
        }
    }

    fn best(&self) -> Option<String> {
        let (rules, cx) = (Rules::new(&self.puzzle), Context::with_nodes(MOST_POSITIONS));
        let Ok(Outcome::Found(solved)) = retrograde(&rules, &self.state, &cx) else { return None };
        Some(self.puzzle.text(*solved.best_moves(&self.state)?.first()?))
    }

    /// Who has won a game for two that is over: 0 moves first; `None` for a draw.
    fn winner(&self) -> Option<u32> {
        use engines::search::Ending;
        match self.puzzle.outcome(&self.state) {
            Ok(Some(Ending::Win)) => Some(self.made % 2),
            Ok(Some(Ending::Draw)) | Err(_) => None,
            Ok(Some(Ending::Loss) | None) => Some(1 - self.made % 2),
        }
    }

    /// The side that is played, the first where both are.
    fn side(&self) -> &'static str {
        if self.engine == Some(0) { ROLES[2] } else { ROLES[1] }
    }

    fn ending(&self) -> (bool, &'static str) {
        if !self.puzzle.definition.two_players {
            let solved = self.puzzle.solved(&self.state).unwrap_or(false);
            return (solved, if solved { "solved" } else { "no move is left" });
        }
        let winner = self.winner();
        let words = ["the first player has won", "the second player has won"];
        let solved = winner.is_some_and(|winner| self.engine != Some(winner));
        (solved, winner.map_or("a draw", |winner| words[winner as usize]))
    }
}

impl Position for Game {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.moves.iter().flatten().map(|step| step.0.clone()))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
        let moves = self.moves.as_ref().map_err(|error| IllegalMove::new(text, error.to_string()))?;
        let Some((_, to)) = moves.iter().find(|step| step.0 == text) else {
            let names: Vec<&str> = moves.iter().take(20).map(|step| step.0.as_str()).collect();
            let reason =
                if names.is_empty() { "the game is over".into() } else { format!("expected {}", names.join(", ")) };
            return Err(IllegalMove::new(text, reason));
        };
        self.step(to.clone());
        self.reply();
        Ok(())
    }

    fn status(&self) -> Status {
        let over = self.moves.as_ref().map_or(true, Vec::is_empty);
        let (solved, ending) = if over { self.ending() } else { (false, "") };
        let replied = self.replied.as_ref().map(|name| format!("the engine plays {name}; ")).unwrap_or_default();
        let words = match &self.moves {
            Err(error) => error.with_trace(),
            Ok(_) if over => format!("{replied}{}; {ending}", sentence(&self.puzzle, &self.state)),
            Ok(_) => replied + &sentence(&self.puzzle, &self.state),
        };
        Status { over, solved, cost: None, words }
    }

    fn winner(&self) -> Option<&'static str> {
        let over = self.moves.as_ref().is_ok_and(Vec::is_empty);
        let names = [ROLES[1], ROLES[2]];
        (over && self.puzzle.definition.two_players)
            .then(|| self.winner().map_or(NOBODY, |winner| names[winner as usize]))
    }

    fn result(&self, moves: u64) -> Option<GameResult> {
        if !self.puzzle.definition.two_players {
            return GameResult::of_puzzle(&self.status(), moves, Unit::Moves);
        }
        Position::winner(self).map(|winner| GameResult::of_game(winner, self.side()))
    }

    fn end(&self) -> Option<RunEnd> {
        Some(RunEnd::State(StateEnd { state: self.state.text() }))
    }

    fn picture(&self) -> Picture {
        draw(&self.puzzle, &self.state)
    }

    fn spoken(&self) -> Spoken {
        spoken(&self.puzzle, &self.state)
    }

    fn level(&self) -> String {
        self.puzzle.source.clone()
    }

    fn failure(&self) -> Option<AskError> {
        self.moves.as_ref().err().map(refusal)
    }
}
