//! One game under way as a pure state machine: events in, state and orders out. Every face that plays draws from
//! it; files and threads are what its orders are about.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use picture::spoken::Place;
use picture::{Frame, Overlay, Picture, Spoken};
use puzzles::options::{MOVES, ROLE};
use puzzles::{Answer, AskError, Controls, Guide, OptionValue, Question, QuestionKind, Record, Status};

use super::advice::Advice;
use super::effect::effect;
use super::event::{Command, Event, Key, Order, Ticket};
use super::optimum::{self, Optimum};
use super::targets::{Target, targets};

/// Moves offered for choosing; others can be typed.
const MOST_MOVES: usize = 4_000;
/// Time between two steps that play by themselves, from slow to fast.
const PACES: [Duration; 6] = [
    Duration::from_millis(2000),
    Duration::from_millis(1000),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(100),
    Duration::from_millis(30),
];
/// The pace at the start.
const USUAL_PACE: usize = 2;

/// A kind of automatic play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auto {
    /// The best move, again and again.
    Solution,
    /// The moves of a game that was taken back.
    Replay,
}

/// A question that is being answered.
#[derive(Debug)]
struct Waiting {
    ticket: Ticket,
    progress: String,
}

/// A game under way.
pub(crate) struct Game {
    name: String,
    record: Record,
    picture: Picture,
    status: Status,
    targets: Vec<Target>,
    /// Whether moves are missing in `targets`.
    more_moves: bool,
    /// The target that Enter plays.
    pub(crate) aim: Option<usize>,
    /// The index of the frame of the picture that is shown.
    frame: usize,
    /// Whether the names of places are written beside them.
    names: bool,
    /// The time since the last frame or step.
    clock: Duration,
    pace: usize,
    auto: Option<Auto>,
    optimum: Optimum,
    opening: Option<Waiting>,
    advice: Advice,
    hint: Option<Waiting>,
    last_ticket: Ticket,
    pub(crate) notice: String,
    /// Whether the places that the aimed move changes are shown.
    watching: bool,
    /// The keys and times of the level.
    controls: Controls,
    /// The time since the last move that played itself; `None` while the clock of the level stands.
    ticking: Option<Duration>,
}

impl Game {
    /// The game of this number, shown under this name; the first orders are the questions that it begins with.
    pub(crate) fn new(number: u64, name: String, record: Record) -> (Game, Vec<Order>) {
        let mut game = Game {
            name,
            picture: Picture::default(),
            status: Status::default(),
            targets: Vec::new(),
            more_moves: false,
            aim: None,
            frame: 0,
            names: false,
            clock: Duration::ZERO,
            pace: USUAL_PACE,
            auto: None,
            optimum: Optimum::Unknown,
            opening: None,
            advice: Advice::default(),
            hint: None,
            last_ticket: Ticket { game: number, number: 0 },
            notice: String::new(),
            watching: false,
            controls: record.level().controls(),
            ticking: None,
            record,
        };
        game.look(false);
        let orders = game.open();
        (game, orders)
    }

    /// The name of the level.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The game's history.
    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// How it stands.
    pub(crate) fn status(&self) -> &Status {
        &self.status
    }

    /// The position drawn.
    pub(crate) fn picture(&self) -> &Picture {
        &self.picture
    }

    /// The moves to choose from.
    pub(crate) fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// Whether there are moves that are not among the targets.
    pub(crate) fn more_moves(&self) -> bool {
        self.more_moves
    }

    /// The automatic play that runs, if any.
    pub(crate) fn auto(&self) -> Option<Auto> {
        self.auto
    }

    /// Whether something plays by itself that a key can end.
    pub(crate) fn moving(&self) -> bool {
        self.auto.is_some() || self.frame + 1 < self.picture.frames.len()
    }

    /// Whether time changes what is shown.
    pub(crate) fn is_timed(&self) -> bool {
        self.moving() || self.ticking.is_some() && !self.status.over
    }

    /// The best possible, as far as it is known.
    pub(crate) fn optimum(&self) -> &Optimum {
        &self.optimum
    }

    /// The progress of the question that is being worked on.
    pub(crate) fn working(&self) -> Option<&str> {
        self.hint.as_ref().or(self.opening.as_ref()).map(|waiting| waiting.progress.as_str())
    }

    /// Help given so far, a line each.
    pub(crate) fn advice(&self) -> Vec<String> {
        self.advice.lines(&self.targets)
    }

    /// The frame to show, with squares around what the aimed move changes and the marks of a hint.
    pub(crate) fn shown(&self) -> Frame {
        let mut frame = self.picture.frames.get(self.frame).cloned().unwrap_or_default();
        if !self.moving() {
            let square = |place: Place| Overlay::Square { at: place.at, label: String::new() };
            frame.overlays.extend(self.watched().into_iter().map(square));
        }
        frame.overlays.extend(self.advice.marks(&self.targets));
        frame
    }

    /// Goal and rules of the level.
    pub(crate) fn guide(&self) -> Guide {
        self.record.level().guide()
    }

    /// The move that a key means in this level, beyond arrows and the letters of commands.
    pub(crate) fn meaning(&self, key: Key) -> Option<&'static str> {
        match key {
            Key::Enter => self.controls.meaning("Enter"),
            Key::Char(sign) if !sign.is_uppercase() => self.controls.meaning(sign.encode_utf8(&mut [0; 4])),
            _ => None,
        }
    }

    /// Whether a move of the level itself is called `restart`, and can be played now.
    pub(crate) fn restarts(&self) -> bool {
        !self.status.over && self.made() > 0 && self.controls.keys.iter().any(|(_, meaning)| *meaning == "restart")
    }

    /// Texts to be read at this position.
    pub(crate) fn messages(&self) -> Vec<String> {
        self.record.position().events().messages
    }

    /// The position in words.
    pub(crate) fn spoken(&self) -> Spoken {
        self.record.position().spoken()
    }

    /// A legal move as a person reads it.
    pub(crate) fn said(&self, text: &str) -> String {
        self.record.position().said(text).unwrap_or_else(|| text.to_owned())
    }

    /// What a legal move changes, in a sentence, or why that is not told.
    pub(crate) fn effect(&self, text: &str) -> String {
        effect(self.record.position(), text)
    }

    /// The places that the aimed move changes, while they are shown.
    fn watched(&self) -> Vec<Place> {
        let aimed = self.aim.and_then(|aim| self.targets.get(aim)).filter(|_| self.watching);
        aimed.and_then(|target| self.record.position().changes(&target.text)).unwrap_or_default()
    }

    /// What the aimed move changes, in words, while it is shown.
    pub(crate) fn watched_words(&self) -> Option<String> {
        let aimed = self.aim.and_then(|aim| self.targets.get(aim)).filter(|_| self.watching)?;
        Some(self.effect(&aimed.text))
    }

    /// Shows what the aimed move changes, or no longer.
    pub(crate) fn watch(&mut self) {
        self.watching = !self.watching;
        self.notice.clear();
    }

    /// How it ended, in words; nothing while it is not over.
    pub(crate) fn end(&self) -> Option<String> {
        optimum::end(self.record.result(), self.record.role().0, &self.optimum)
    }

    /// Moves made.
    pub(crate) fn made(&self) -> u64 {
        self.record.moves().len() as u64
    }

    /// The place of a save unless the player names another.
    pub(crate) fn usual_save(&self) -> PathBuf {
        let name: String = self.name.trim_start_matches('@').replace(['/', '\\', '#'], "-");
        PathBuf::from(format!("{name}.save"))
    }

    /// Takes one event.
    pub(crate) fn handle(&mut self, event: Event) -> Vec<Order> {
        match event {
            Event::Command(command) => self.command(command),
            Event::Tick(passed) => self.tick(passed),
            Event::Progress(ticket, said) => {
                self.progress(ticket, said);
                Vec::new()
            }
            Event::Answered(ticket, answer) => self.answered(ticket, &answer),
            Event::Saved(Ok(path)) => self.say(format!("Saved to {}.", path.display())),
            Event::Saved(Err(why)) => self.say(format!("Not saved: {why}.")),
            _ => Vec::new(),
        }
    }

    fn say(&mut self, notice: String) -> Vec<Order> {
        self.notice = notice;
        Vec::new()
    }

    fn command(&mut self, command: Command) -> Vec<Order> {
        self.notice.clear();
        match command {
            Command::Move(text) => self.play(&text),
            Command::Undo => self.undo(),
            Command::Redo => self.back(Record::redo, "There is nothing to redo."),
            Command::Restart => self.restart(),
            Command::Hint => self.help(),
            Command::Solution => self.solution(),
            Command::Replay => self.replay(),
            Command::Save(path) => vec![Order::Save(path, self.record.save(&self.name))],
            Command::Swap => self.swap(),
            Command::Clock => self.switch_clock(),
            Command::Leave => self.leave(),
        }
    }

    fn play(&mut self, text: &str) -> Vec<Order> {
        self.auto = None;
        self.ticking = self.controls.tick.as_ref().map(|_| Duration::ZERO);
        match self.record.play(text) {
            Ok(()) => self.moved(true),
            Err(illegal) => self.say(format!("{illegal}.")),
        }
    }

    /// Undo or redo.
    fn back(&mut self, turn: fn(&mut Record) -> bool, none: &str) -> Vec<Order> {
        (self.auto, self.ticking) = (None, None);
        if turn(&mut self.record) { self.moved(false) } else { self.say(none.to_owned()) }
    }

    /// Takes back the last move, with the moves after it that played themselves.
    fn undo(&mut self) -> Vec<Order> {
        let own = self.controls.tick.as_ref().map_or("", |tick| tick.text);
        while self.ticking.is_some() && self.record.moves().last().is_some_and(|text| text == own) {
            self.record.undo();
        }
        self.back(Record::undo, "There is nothing to undo.")
    }

    fn restart(&mut self) -> Vec<Order> {
        (self.auto, self.ticking) = (None, None);
        self.record.restart();
        self.moved(false)
    }

    /// The roles of this level.
    pub(crate) fn roles(&self) -> &'static [&'static str] {
        self.record.level().roles()
    }

    /// The other side, from the start.
    fn swap(&mut self) -> Vec<Order> {
        let roles = self.roles();
        let now = roles.iter().position(|&role| role == self.record.role().0).unwrap_or(0);
        let (Some(&next), true) = (roles.get((now + 1) % roles.len().max(1)), roles.len() > 1) else {
            return self.say("Nobody else plays here.".into());
        };
        self.auto = None;
        self.record = Record::new(Arc::clone(self.record.level()), puzzles::Role(next));
        let mut orders = self.cancel_opening();
        orders.extend(self.moved(false));
        orders.extend(self.open());
        orders
    }

    fn leave(&mut self) -> Vec<Order> {
        let mut orders = self.cancel_hint();
        orders.extend(self.cancel_opening());
        orders.push(Order::Leave);
        orders
    }

    /// The position changed.
    fn moved(&mut self, animated: bool) -> Vec<Order> {
        let orders = self.cancel_hint();
        self.advice = Advice::default();
        self.look(animated);
        orders
    }

    /// Draws the position again.
    fn look(&mut self, animated: bool) {
        let position = self.record.position();
        self.picture = position.picture();
        self.status = position.status();
        if let Some(failure) = position.failure() {
            self.notice = format!("{failure}.");
        }
        let mut moves: Vec<String> = position.moves().take(MOST_MOVES + 1).collect();
        self.name_places();
        self.more_moves = moves.len() > MOST_MOVES;
        moves.truncate(MOST_MOVES);
        let last = self.picture.frames.len().saturating_sub(1);
        self.frame = if animated { 0 } else { last };
        self.clock = Duration::ZERO;
        let before = self.aim.and_then(|aim| self.targets.get(aim)).cloned();
        self.targets = self.picture.frames.last().map_or_else(Vec::new, |frame| targets(frame, &moves));
        let again = before.and_then(|before| {
            let same = self.targets.iter().position(|target| target.at.is_some() && target.at == before.at);
            same.or_else(|| self.targets.iter().position(|target| target.text == before.text))
        });
        self.aim = again.or((!self.targets.is_empty()).then_some(0));
    }

    fn question(&self, moves: &[String]) -> Question {
        let question = Question::after(QuestionKind::Hint, moves);
        if self.roles().len() < 2 {
            return question;
        }
        let role = OptionValue::Text(self.record.role().0.to_owned());
        Question { asked: question.asked.with(&ROLE, role), ..question }
    }

    /// Whether hints are given at all.
    fn hints(&self) -> bool {
        let questions = self.record.level().questions().iter();
        questions.filter(|question| question.kind == QuestionKind::Hint).any(|hint| hint.option(MOVES.name).is_some())
    }

    fn ask(&mut self, question: Question) -> (Waiting, Order) {
        self.last_ticket.number += 1;
        let ticket = self.last_ticket;
        (Waiting { ticket, progress: String::new() }, Order::Ask(ticket, question))
    }

    /// Asks for the best possible.
    fn open(&mut self) -> Vec<Order> {
        self.optimum = Optimum::Unknown;
        if !self.hints() {
            return Vec::new();
        }
        let (waiting, order) = self.ask(self.question(&[]));
        self.opening = Some(waiting);
        vec![order]
    }

    fn cancel_opening(&mut self) -> Vec<Order> {
        self.opening.take().map(|waiting| Order::Cancel(waiting.ticket)).into_iter().collect()
    }

    fn cancel_hint(&mut self) -> Vec<Order> {
        self.hint.take().map(|waiting| Order::Cancel(waiting.ticket)).into_iter().collect()
    }

    /// Why there are no hints.
    fn no_hints(&self) -> String {
        let why = self.record.level().silence().map_or(String::new(), |why| format!(": {why}"));
        format!("This level gives no hints{why}.")
    }

    /// One more step of help.
    fn help(&mut self) -> Vec<Order> {
        self.auto = None;
        if !self.hints() {
            return self.say(self.no_hints());
        }
        if self.advice.more() && self.hint.is_none() { self.ask_hint() } else { Vec::new() }
    }

    fn ask_hint(&mut self) -> Vec<Order> {
        let (waiting, order) = self.ask(self.question(self.record.moves()));
        self.hint = Some(waiting);
        vec![order]
    }

    fn progress(&mut self, ticket: Ticket, said: String) {
        for waiting in [&mut self.hint, &mut self.opening].into_iter().flatten() {
            if waiting.ticket == ticket {
                waiting.progress.clone_from(&said);
            }
        }
    }

    fn answered(&mut self, ticket: Ticket, answer: &Result<Box<Answer>, AskError>) -> Vec<Order> {
        if self.hint.as_ref().is_some_and(|waiting| waiting.ticket == ticket) {
            self.hint = None;
            self.advice.learn(answer);
        }
        if self.opening.as_ref().is_some_and(|waiting| waiting.ticket == ticket) {
            self.opening = None;
            self.optimum = answer.as_ref().map_or(Optimum::Unknown, |answer| self.opened(answer));
        }
        Vec::new()
    }

    /// The best possible, from the hint at the start. Where a hint counts nothing, a best move that solves at once
    /// is the best possible too.
    fn opened(&self, answer: &Answer) -> Optimum {
        let mut game = Record::new(Arc::clone(self.record.level()), self.record.role());
        let optimum = Optimum::of(answer, game.position().status().cost.unwrap_or(0));
        let Some(advice) = answer.body.as_ref().filter(|_| optimum == Optimum::Unknown).and_then(|body| body.advice())
        else {
            return optimum;
        };
        let solves = |text: &String| game.play(text).is_ok() && game.position().status().solved;
        if advice.best.first().is_some_and(solves) { Optimum::one_move() } else { optimum }
    }

    fn solution(&mut self) -> Vec<Order> {
        if self.auto.take().is_some() {
            return self.say("Stopped.".into());
        }
        if !self.hints() {
            return self.say(self.no_hints());
        }
        self.auto = Some(Auto::Solution);
        self.clock = PACES[self.pace];
        self.tick(Duration::ZERO)
    }

    fn replay(&mut self) -> Vec<Order> {
        if self.auto.take().is_some() {
            return self.say("Stopped.".into());
        }
        while self.record.redo() {}
        if self.record.moves().is_empty() {
            return self.say("There is no move to show again.".into());
        }
        self.record.restart();
        let orders = self.moved(false);
        self.auto = Some(Auto::Replay);
        orders
    }

    /// Faster or slower.
    pub(crate) fn hurry(&mut self, faster: bool) {
        self.pace = if faster { (self.pace + 1).min(PACES.len() - 1) } else { self.pace.saturating_sub(1) };
        self.notice = format!("A step every {} ms.", PACES[self.pace].as_millis());
    }

    /// Writes the numbers of positions beside them, or no longer.
    pub(crate) fn switch_names(&mut self) {
        self.names = !self.names && !self.picture.names.is_empty();
        let none = "The positions of this board have no numbers.";
        self.notice = if self.picture.names.is_empty() { none.into() } else { String::new() };
        self.name_places();
    }

    fn name_places(&mut self) {
        if self.names {
            self.picture = std::mem::take(&mut self.picture).with_names();
        } else {
            self.picture.frames.iter_mut().for_each(|frame| frame.names.clear());
        }
    }

    /// Shows the last frame at once.
    pub(crate) fn skip(&mut self) {
        self.frame = self.picture.frames.len().saturating_sub(1);
    }

    fn tick(&mut self, passed: Duration) -> Vec<Order> {
        if !self.moving() {
            return self.tick_level(passed);
        }
        self.clock += passed;
        let frames = self.picture.frames.len();
        let pause = self.controls.frame.filter(|_| self.auto.is_none()).unwrap_or(PACES[self.pace] / 2);
        while self.frame + 1 < frames && self.clock >= pause {
            self.clock -= pause;
            self.frame += 1;
        }
        if self.frame + 1 < frames || self.clock < PACES[self.pace] {
            return Vec::new();
        }
        match self.auto {
            Some(Auto::Replay) => self.replay_step(),
            Some(Auto::Solution) => self.solution_step(),
            None => Vec::new(),
        }
    }

    /// Plays the move of a level in real time when its time has come.
    fn tick_level(&mut self, passed: Duration) -> Vec<Order> {
        let (Some(tick), Some(since)) = (&self.controls.tick, &mut self.ticking) else { return Vec::new() };
        *since += passed;
        if *since < tick.every || self.status.over {
            return Vec::new();
        }
        self.play(tick.text)
    }

    /// Stops or starts the clock of a level in real time.
    fn switch_clock(&mut self) -> Vec<Order> {
        if self.controls.tick.is_none() {
            return self.say("There is no clock in this level.".into());
        }
        self.ticking = if self.ticking.is_some() { None } else { Some(Duration::ZERO) };
        self.say(if self.ticking.is_some() { "The clock runs." } else { "The clock stands." }.into())
    }

    fn replay_step(&mut self) -> Vec<Order> {
        if !self.record.redo() {
            self.auto = None;
            return self.say("This is the whole game.".into());
        }
        self.moved(true)
    }

    fn solution_step(&mut self) -> Vec<Order> {
        if self.status.over {
            self.auto = None;
            return Vec::new();
        }
        if let Some(why) = self.advice.against() {
            let why = why.to_owned();
            self.auto = None;
            return self.say(why);
        }
        let Some(text) = self.advice.best().and_then(|best| best.first()).cloned() else {
            return if self.hint.is_none() { self.ask_hint() } else { Vec::new() };
        };
        match self.record.play(&text) {
            Ok(()) => self.moved(true),
            Err(illegal) => {
                self.auto = None;
                self.say(format!("{illegal}."))
            }
        }
    }
}
