//! The positions of a game: a session that is played on, as boards for questions.

use std::cell::OnceCell;
use std::sync::Arc;

use ::picture::{Picture, Spoken};
use ::puzzlescript::board::Board;
use ::puzzlescript::engine::Stop;
use engines::{Context, Halt};

use super::chance::Chance;
use super::effort::Limits;
use super::failure::Failure;
use super::playing::{Effect, Ending, Playing, Settings};
use super::rules::{BoardRules, Move, RESTART, State};
use super::variant::Variant;
use super::{picture, spoken};
use frame::analysis::{Analysis, linked};
use frame::answer::Reply;
use frame::body::AnyBody;
use frame::controls::{self, Events};
use frame::evaluation::Evaluation;
use frame::evaluator::Evaluator;
use frame::options::Options;
use frame::position::Position;
use frame::problem::{AskError, CheckError, Checked, IllegalMove};
use frame::query::Query;
use frame::result::GameResult;
use frame::solution::Exhausted;
use frame::space::{self, Distances, SpacePosition};
use frame::status::Status;
use frame::unit::Unit;

/// A position of a game that was started.
pub(super) struct Started {
    variant: Arc<Variant>,
    /// The session, or why the level could not be started.
    playing: Result<Playing, Stop>,
    /// What the last move did.
    last: Effect,
    /// The moves made, counted without the choice of a seed.
    made: u64,
    has_seed: bool,
    /// The cell in which a player was seen last.
    player: Option<usize>,
    moves: OnceCell<Vec<String>>,
    /// The distances of all boards, once they are known and were asked for.
    distances: OnceCell<Arc<Distances<State>>>,
    /// The limits of the last move.
    limits: Limits,
    /// The limit that ended the last move, if one did.
    halted: Option<Halt>,
}

impl Started {
    pub(super) fn new(variant: Arc<Variant>, cx: &Context<'_>) -> Started {
        let settings = variant.settings.clone();
        Started::with(variant, &settings, Limits::of(cx))
    }

    fn with(variant: Arc<Variant>, settings: &Settings, limits: Limits) -> Started {
        let bounds = (limits.session, limits.interrupt());
        let (playing, last) = match Playing::start(Arc::clone(&variant.level.game), settings, true, bounds) {
            Ok((playing, effect)) => (Ok(playing), effect),
            Err(stop) => (Err(stop), Effect::default()),
        };
        let (moves, made, has_seed) = (OnceCell::new(), 0, false);
        let (distances, player, halted) = (OnceCell::new(), None, None);
        let mut started = Started { variant, playing, last, made, has_seed, player, moves, distances, limits, halted };
        started.player = picture::player(&started.variant.level.game, &started.board());
        started
    }

    /// Begins anew with random numbers of this seed.
    fn choose_seed(&mut self, seed: u64) {
        let settings = Settings { seed: seed.to_string(), ..self.variant.settings.clone() };
        let limits = self.limits.clone();
        *self = Started { has_seed: true, ..Started::with(Arc::clone(&self.variant), &settings, limits) };
    }

    fn board(&self) -> Board {
        self.playing.as_ref().map(Playing::board).unwrap_or_default()
    }

    /// The rules and the state that questions are asked about.
    fn ruled(&self, limits: &Limits) -> Result<(Arc<BoardRules>, State), Failure> {
        let playing = self.playing.as_ref().map_err(|stop| Failure::Turn(*stop))?;
        let rules = self.variant.rules(limits)?;
        let state = rules.state(playing, self.last.ending);
        Ok((rules, state))
    }

    /// The position as the kit for state spaces knows it.
    fn asked(&self, cx: &Context<'_>) -> Result<SpacePosition<BoardRules>, AskError> {
        let limits = Limits::of(cx);
        let (rules, state) = self.ruled(&limits).map_err(|failure| failure.refusal(&limits))?;
        Ok(SpacePosition::at(rules, state, Arc::clone(&self.variant.checked), cx))
    }

    /// How the position stands where the last move ended the game.
    fn ended(&self) -> Option<Evaluation> {
        match self.last.ending {
            Ending::Open => None,
            Ending::Won => Some(Evaluation::won_in(0, "the level is won")),
            // The board may be one that can be won, but no move is left to make.
            Ending::Endless => {
                let proof = AnyBody::new(Exhausted::over(1));
                Some(Evaluation::lost("the turns that follow the last move never end", Some(proof)))
            }
        }
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
        let changing = self.ruled(&self.limits).and_then(|(rules, state)| rules.changing(&state));
        changing.unwrap_or_else(|_| all())
    }

    fn play_seed(&mut self, text: &str, seed: u64) -> Result<(), IllegalMove> {
        if self.variant.level.chance == Chance::None {
            return Err(IllegalMove::new(text, "nothing is left to chance in this game"));
        }
        if self.made > 0 || self.has_seed {
            return Err(IllegalMove::new(text, "a seed is chosen before the first move"));
        }
        self.choose_seed(seed);
        Ok(())
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

    fn play(&mut self, text: &str, cx: &Context<'_>) -> Result<(), IllegalMove> {
        (self.limits, self.halted) = (Limits::of(cx), None);
        if let Some(seed) = controls::seed_of(text) {
            return self.play_seed(text, seed);
        }
        let prelude = &self.variant.level.game.prelude;
        let is_restart = text.eq_ignore_ascii_case(RESTART) && !prelude.norestart;
        let step = Move::parse(text).filter(|step| step.is_known(&self.variant.level.game));
        // A level in which the player is locked out can be started over.
        if self.last.ending != Ending::Open && !(is_restart && self.last.ending == Ending::Endless) {
            return Err(self.refusal(text));
        }
        let playing = self.playing.as_mut().map_err(|stop| IllegalMove::new(text, stop.to_string()))?;
        playing.set_interrupt(self.limits.interrupt());
        let played = match step {
            _ if is_restart => playing.restart(),
            Some(step) => playing.press(step.input()),
            None => return Err(self.refusal(text)),
        };
        self.last = played.map_err(|stop| {
            let halt = Failure::Turn(stop).halt(&self.limits);
            self.halted = Some(halt).filter(|halt| !matches!(halt, Halt::Engine(_)));
            IllegalMove::new(text, self.halted.map_or(stop.to_string(), |halt| halt.to_string()))
        })?;
        self.made += 1;
        self.player = picture::player(&self.variant.level.game, &self.board()).or(self.player);
        self.moves = OnceCell::new();
        Ok(())
    }

    fn result(&self, _: u64) -> Option<GameResult> {
        GameResult::of_puzzle(&self.status(), self.made, Unit::MOVES)
    }

    fn events(&self) -> Events {
        let (before, behind) = self.variant.level.file.messages(self.variant.level.stage);
        let first = before.into_iter().filter(|_| self.made == 0);
        let last = behind.into_iter().filter(|_| self.last.ending == Ending::Won);
        let shown = self.last.texts.iter().map(String::as_str);
        Events {
            messages: first.chain(shown).chain(last).map(str::to_owned).collect(),
            sounds: self.last.sounds.clone(),
            fired: self.last.fired.clone(),
        }
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
        let mut picture = picture::draw(&self.variant.level, &boards, self.player, &self.last.texts);
        picture::mark_steps(&mut picture, self.moves.get_or_init(|| self.listed()));
        picture
    }

    /// The board alone: texts are among the events.
    fn spoken(&self) -> Spoken {
        Spoken::of(&picture::draw(&self.variant.level, &[self.board()], self.player, &[]))
    }

    fn level_text(&self) -> String {
        self.variant.level.text_of(&self.board())
    }

    fn failure(&self) -> Option<AskError> {
        let not_started = self.playing.as_ref().err().map(|stop| Failure::Turn(*stop).refusal(&self.limits));
        self.halted.map(AskError::Halted).or(not_started)
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Started {
    fn ask(&self, query: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        self.asked(cx)?.ask(query, cx)
    }

    fn check(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Result<Checked, CheckError> {
        self.asked(cx)?.check(query, reply, cx)
    }

    fn evaluator(&self) -> Option<&dyn Evaluator> {
        Some(self)
    }

    fn explain(&self, query: &Query, reply: &Reply, cx: &Context<'_>) -> Picture {
        match self.asked(cx) {
            Ok(position) => position.explain(query, reply, cx),
            Err(_) => self.picture(),
        }
    }
}

impl Evaluator for Started {
    fn evaluate(&self, _: &Options, cx: &Context<'_>) -> Result<Evaluation, AskError> {
        let limits = Limits::of(cx);
        let (rules, state) = self.ruled(&limits).map_err(|failure| failure.refusal(&limits))?;
        space::searched(&rules, &state, cx)
    }

    fn known_standing(&self, _: &Options, cx: &Context<'_>) -> Option<Result<Evaluation, AskError>> {
        if let Some(standing) = self.ended() {
            return Some(Ok(standing));
        }
        let limits = Limits::of(cx);
        let (rules, state) = match self.ruled(&limits) {
            Ok(ruled) => ruled,
            Err(failure) => return Some(Err(failure.refusal(&limits))),
        };
        let known = match self.distances.get() {
            Some(known) => known,
            None => space::known_distances(&*rules, cx).map(|known| self.distances.get_or_init(|| known))?,
        };
        space::by_distances(&rules, known, &state)
    }

    fn tabulate(&self, _: &Options, cx: &Context<'_>) -> Result<(), AskError> {
        let limits = Limits::of(cx);
        let (rules, _) = self.ruled(&limits).map_err(|failure| failure.refusal(&limits))?;
        space::tabulate(&*rules, cx)
    }

    fn best_moves(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Vec<String>, AskError>> {
        if self.last.ending != Ending::Open {
            return Some(Ok(Vec::new()));
        }
        match self.asked(cx) {
            Ok(position) => position.best_moves(options, cx),
            Err(error) => Some(Err(error)),
        }
    }

    fn rechecked(&self, options: &Options, cx: &Context<'_>) -> Option<Result<Option<Evaluation>, CheckError>> {
        if let Some(standing) = self.ended() {
            return Some(Ok(Some(standing)));
        }
        match self.asked(cx) {
            Ok(position) => position.rechecked(options, cx),
            Err(error) => Some(Err(error.into())),
        }
    }

    fn check_lost(&self, proof: &AnyBody, options: &Options, cx: &Context<'_>) -> Option<Result<Checked, CheckError>> {
        match self.asked(cx) {
            Ok(position) => position.check_lost(proof, options, cx),
            Err(error) => Some(Err(error.into())),
        }
    }
}
