//! The positions of a game: a session that is played on, as boards for questions.

use std::cell::OnceCell;
use std::sync::Arc;

use ::picture::Picture;
use ::puzzlescript::board::Board;
use ::puzzlescript::engine::Stop;
use engines::Context;

use super::chance::Chance;
use super::picture;
use super::playing::{Effect, Ending, Playing};
use super::rules::{Failure, Move, State};
use super::spoken;
use super::variant::Variant;
use crate::answer::Reply;
use crate::position::{Position, Status};
use crate::problem::{AskError, CheckError, Checked, IllegalMove};
use crate::question::Query;
use crate::space::{Rules, SpacePosition};

/// The move that goes back to the start of the level or to the last checkpoint.
const RESTART: &str = "restart";

/// A position of a game that was started.
pub(super) struct Started {
    variant: Arc<Variant>,
    /// The session, or why the level could not be started.
    playing: Result<Playing, Stop>,
    /// What the last move did.
    last: Effect,
    moves: OnceCell<Vec<String>>,
}

impl Started {
    pub(super) fn new(variant: Arc<Variant>) -> Started {
        let started = Playing::start(Arc::clone(&variant.level.game), &variant.settings);
        let nothing = Effect { ending: Ending::Open, boards: Vec::new(), texts: Vec::new(), unsettled: false };
        let (playing, last) = match started {
            Ok((playing, effect)) => (Ok(playing), effect),
            Err(stop) => (Err(stop), nothing),
        };
        Started { variant, playing, last, moves: OnceCell::new() }
    }

    fn board(&self) -> Board {
        self.playing.as_ref().map(Playing::board).unwrap_or_default()
    }

    /// The state that questions are asked about.
    fn state(&self) -> Result<State, Failure> {
        let playing = self.playing.as_ref().map_err(|stop| Failure(*stop))?;
        Ok(self.variant.rules()?.state(playing, self.last.ending))
    }

    /// The position as the kit for state spaces knows it.
    fn asked(&self, cx: &Context<'_>) -> Result<SpacePosition<super::rules::BoardRules>, AskError> {
        let failed = |failure: Failure| AskError::Rules(failure.to_string());
        let rules = self.variant.rules().map_err(failed)?;
        Ok(SpacePosition::at(Arc::clone(rules), self.state().map_err(failed)?, Arc::clone(&self.variant.checked), cx))
    }

    /// The moves that change the board; in a game of chance all.
    fn listed(&self) -> Vec<String> {
        let level = &self.variant.level;
        if self.last.ending != Ending::Open || self.playing.is_err() {
            return Vec::new();
        }
        let all = || Move::of(&level.game).map(|step| step.name().to_owned()).collect();
        if matches!(level.chance, Chance::Matters(_)) {
            return all();
        }
        let changing = || {
            let (rules, mut moves) = (self.variant.rules().ok()?, Vec::new());
            rules.moves(&self.state().ok()?, &mut moves).ok()?;
            Some(moves.iter().map(|(step, _)| rules.name(step)).collect())
        };
        changing().unwrap_or_else(all)
    }

    fn refusal(&self, text: &str) -> IllegalMove {
        let moves = self.moves();
        let names: Vec<String> = moves.collect();
        let reason = match self.last.ending {
            Ending::Won => "the level is won".to_owned(),
            Ending::Endless => "the turns that follow the last move never end".to_owned(),
            Ending::Open if names.is_empty() => "no move is left".to_owned(),
            Ending::Open => format!("expected {}", names.join(", ")),
        };
        IllegalMove::new(text, reason)
    }
}

impl Position for Started {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(self.moves.get_or_init(|| self.listed()).iter().cloned())
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        let prelude = &self.variant.level.game.prelude;
        let is_restart = text.eq_ignore_ascii_case(RESTART) && !prelude.norestart;
        let step = Move::parse(text).filter(|step| step.is_known(&self.variant.level.game));
        // A level in which the player is locked out can be started over.
        if self.last.ending != Ending::Open && !(is_restart && self.last.ending == Ending::Endless) {
            return Err(self.refusal(text));
        }
        let playing = self.playing.as_mut().map_err(|stop| IllegalMove::new(text, stop.to_string()))?;
        let played = match step {
            _ if is_restart => playing.restart(true),
            Some(step) => playing.press(step.input(), true),
            None => return Err(self.refusal(text)),
        };
        self.last = played.map_err(|stop| IllegalMove::new(text, stop.to_string()))?;
        self.moves = OnceCell::new();
        Ok(())
    }

    fn status(&self) -> Status {
        let words = spoken::words(&self.variant.level.game, &self.board());
        let (over, solved, words) = match (&self.playing, self.last.ending) {
            (Err(stop), _) => (true, false, stop.to_string()),
            (_, Ending::Won) => (true, true, format!("{words}; solved")),
            (_, Ending::Endless) => (true, false, format!("{words}; the turns that follow the last move never end")),
            (_, Ending::Open) if self.moves().next().is_none() => (true, false, format!("{words}; no move is left")),
            (_, Ending::Open) => (false, false, words),
        };
        Status { over, solved, cost: None, words }
    }

    fn picture(&self) -> Picture {
        let mut boards = self.last.boards.clone();
        boards.push(self.board());
        let mut picture = picture::draw(&self.variant.level, &boards, &self.last.texts);
        picture::mark_steps(&mut picture, self.moves.get_or_init(|| self.listed()));
        picture
    }

    fn level_text(&self) -> String {
        self.variant.level.text_of(&self.board())
    }

    fn failure(&self) -> Option<AskError> {
        self.playing.as_ref().err().map(|stop| AskError::Rules(stop.to_string()))
    }

    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        self.asked(cx)?.ask(query, cx)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        self.asked(cx)?.check(query, reply, cx)
    }

    fn explain(&self, query: &Query, reply: &Reply) -> Picture {
        match self.asked(&Context::default()) {
            Ok(position) => position.explain(query, reply),
            Err(_) => self.picture(),
        }
    }
}
