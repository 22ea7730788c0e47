//! One game under way as a pure state machine: events in, state and orders out. Every face that plays draws from
//! it; files and threads are what its orders are about.

use std::path::PathBuf;
use std::time::Duration;

use picture::spoken::Place;
use picture::{Frame, Overlay, Picture, Spoken};
use puzzles::options::{INTENDED, MOVES, REVEAL, ROLE};
use puzzles::{
    Answer, AskError, Controls, Guide, OptionValue, Question, QuestionKind, QuestionSpec, Record, Status, family,
};

use super::advice::{Advice, LAST, Learned, first_best};
use super::commands::{Command, Offers};
use super::effect::effect;
use super::event::{Event, Key, Order, Ticket};
use super::judged::{Judged, compared};
use super::opened::Opened;
use super::optimum::{self, Optimum};
use super::pace::{PACES, USUAL_PACE};
use super::save;
use super::stated::Document;
use super::targets::{Target, targets};
use super::typed;
use super::waiting::{Purpose, Waiting};

/// Moves offered for choosing; others can be typed.
const MAX_MOVES: usize = 4_000;
/// A kind of automatic play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Auto {
    /// The best move, again and again.
    Solution,
    /// The moves of a game that was taken back.
    Replay,
}

/// A game under way.
pub(crate) struct Game {
    name: String,
    /// The file of the level, which can state a solution.
    document: Option<Document>,
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
    advice: Advice,
    judged: Option<Judged>,
    /// The next move of the solution that plays, or why there is none.
    next_best: Option<Result<String, String>>,
    waiting: Vec<Waiting>,
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
    /// The game of this number; the first orders are the questions that it begins with.
    pub(crate) fn new(number: u64, opened: Opened) -> (Game, Vec<Order>) {
        let Opened { name, record, document } = opened;
        let mut game = Game {
            name,
            document,
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
            advice: Advice::default(),
            judged: None,
            next_best: None,
            waiting: Vec::new(),
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
        self.auto.is_some() || self.walks()
    }

    /// Whether the frames of a move are being shown, so that what comes of it is not to be told yet.
    pub(crate) fn walks(&self) -> bool {
        self.frame + 1 < self.picture.frames.len()
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
        let last = self.waiting.iter().rfind(|waiting| waiting.purpose != Purpose::Opening);
        last.or(self.waiting.first()).map(|waiting| waiting.progress.as_str())
    }

    /// Whether the moves are being judged.
    pub(crate) fn is_judging(&self) -> bool {
        self.waits_for(|purpose| purpose == Purpose::Judge)
    }

    fn waits_for(&self, fits: impl Fn(Purpose) -> bool) -> bool {
        self.waiting.iter().any(|waiting| fits(waiting.purpose))
    }

    /// Help given at this position, a line each.
    pub(crate) fn advice(&self) -> &[String] {
        self.advice.lines()
    }

    /// The number of moves at the position to go back to, where a judgement or a hint names it.
    pub(crate) fn back_to(&self) -> Option<u64> {
        self.judged.as_ref().and_then(Judged::back_to).or(self.advice.back_to())
    }

    /// The judgement of the moves, while it is shown.
    pub(crate) fn judged(&self) -> Option<&Judged> {
        self.judged.as_ref()
    }

    /// The frame to show, with squares around what the aimed move changes and the marks of a hint.
    pub(crate) fn shown(&self) -> Frame {
        let mut frame = self.picture.frames.get(self.frame).cloned().unwrap_or_default();
        if !self.moving() {
            let square = |place: Place| Overlay::Square { at: place.at, label: String::new() };
            frame.overlays.extend(self.watched().into_iter().map(square));
        }
        frame.overlays.extend(self.advice.marks(&self.targets, &self.spoken()));
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
    pub(crate) fn display_name(&self, text: &str) -> String {
        self.record.position().display_name(text).unwrap_or_else(|| text.to_owned())
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
        optimum::end(self.record.result(), &self.optimum)
    }

    /// Whether the game is over or its goal is reached. Some families accept moves at the goal.
    fn has_ended(&self) -> bool {
        self.status.over || self.status.solved
    }

    /// Moves made.
    pub(crate) fn made(&self) -> u64 {
        self.record.moves().len() as u64
    }

    /// The place of a save unless the player names another.
    pub(crate) fn usual_save(&self) -> PathBuf {
        save::usual(&self.name)
    }

    /// Saves the game beside earlier saves, where anything was moved, and returns the place; for a player who cannot be
    /// asked any more.
    ///
    /// # Errors
    /// Why it cannot be written.
    pub(crate) fn rescue(&self) -> Option<Result<PathBuf, String>> {
        if self.made() == 0 {
            return None;
        }
        save::beside(&self.name, &self.record.save(&self.name))
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
            Event::Stated(Ok(path)) => self.say(format!("{} states your moves as the solution now.", path.display())),
            Event::Stated(Err(why)) => self.say(format!("Not written: {why}.")),
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
            Command::Judge => self.judge(),
            Command::Shortcut => self.shortcut(),
            Command::Back(count) => self.go_back(count),
            Command::Solution => self.solution(),
            Command::Replay => self.replay(),
            Command::Save(path) => vec![Order::Save(path, self.record.save(&self.name))],
            Command::State => self.state(),
            Command::Swap => self.swap(),
            Command::Clock => self.switch_clock(),
            Command::Leave => self.leave(),
        }
    }

    fn play(&mut self, text: &str) -> Vec<Order> {
        self.auto = None;
        self.ticking = self.controls.tick.as_ref().map(|_| Duration::ZERO);
        match self.record.attempt(text) {
            Ok(None) => self.moved(true),
            Ok(Some(events)) => self.say(typed::nothing(&events)),
            Err(illegal) => match typed::play_several(&mut self.record, text) {
                Some(Ok(())) => self.moved(true),
                Some(Err(illegal)) => self.say(format!("{illegal}.")),
                None => self.say(typed::asked_as_move(&self.record, text).unwrap_or_else(|| format!("{illegal}."))),
            },
        }
    }

    /// Undo or redo.
    fn back(&mut self, turn: fn(&mut Record) -> bool, none: &str) -> Vec<Order> {
        (self.auto, self.ticking) = (None, None);
        let role = self.record.role();
        match turn(&mut self.record) {
            false => self.say(none.to_owned()),
            true if self.record.role() != role => self.switched(),
            true => self.moved(false),
        }
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

    /// The other side, from the start; undo takes it back.
    fn swap(&mut self) -> Vec<Order> {
        let roles = self.roles();
        let now = roles.iter().position(|&role| role == self.record.role().0).unwrap_or(0);
        let (Some(&next), true) = (roles.get((now + 1) % roles.len().max(1)), roles.len() > 1) else {
            return self.say("Nobody else plays here.".into());
        };
        (self.auto, self.ticking) = (None, None);
        self.record.switch(puzzles::Role(next));
        self.switched()
    }

    /// Another side is played now.
    fn switched(&mut self) -> Vec<Order> {
        self.judged = None;
        let mut orders = self.cancel(|_| true);
        orders.extend(self.moved(false));
        orders.extend(self.open());
        orders
    }

    fn leave(&mut self) -> Vec<Order> {
        let mut orders = self.cancel(|_| true);
        orders.push(Order::Leave);
        orders
    }

    /// The position changed. A game that has ended is judged.
    fn moved(&mut self, animated: bool) -> Vec<Order> {
        let mut orders = self.cancel(|purpose| purpose != Purpose::Opening);
        (self.advice, self.next_best) = (Advice::default(), None);
        let made = self.made();
        self.judged = self.judged.take().filter(|judged| judged.holds(self.record.line(), made));
        self.look(animated);
        if self.has_ended() && self.auto.is_none() && self.judged.is_none() && self.made() > 0 && self.judges() {
            orders.push(self.order(Purpose::Judge));
        }
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
        let mut moves: Vec<String> = position.moves().take(MAX_MOVES + 1).collect();
        self.name_places();
        self.more_moves = moves.len() > MAX_MOVES;
        moves.truncate(MAX_MOVES);
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

    /// The question with which a purpose is pursued.
    fn question(&self, purpose: Purpose) -> Question {
        let (kind, moves) = match purpose {
            Purpose::Opening => (QuestionKind::HINT, &[][..]),
            Purpose::Hint(_) | Purpose::Solution => (QuestionKind::HINT, self.record.moves()),
            Purpose::WayBack | Purpose::Judge => (QuestionKind::JUDGE, self.record.moves()),
            Purpose::Shortcut => (QuestionKind::SHORTCUT, &[][..]),
        };
        let mut question = Question::after(kind, moves);
        if self.roles().len() > 1 {
            let role = OptionValue::Text(self.record.role().0.to_owned());
            question.asked = question.asked.with(&ROLE, role);
        }
        let option = match purpose {
            Purpose::Hint(step) if step < LAST => Some((&REVEAL, OptionValue::Number(step))),
            Purpose::Shortcut => Some((&INTENDED, OptionValue::List(self.record.moves().to_vec()))),
            _ => None,
        };
        if let Some((option, value)) = option {
            question.asked = question.asked.with(option, value);
        }
        question
    }

    /// What the level answers about a position of a game: the question of this kind, if it has moves.
    fn about_position(&self, kind: QuestionKind) -> Option<&'static QuestionSpec> {
        family::question(&**self.record.level(), kind).filter(|question| question.option(MOVES.name).is_some())
    }

    /// What commands need of the game; whether there is a next level, a game does not know.
    pub(crate) fn offers(&self) -> Offers {
        let (hints, judges, compares) = (self.hints(), self.judges(), self.compares());
        Offers {
            hints,
            judges,
            compares,
            has_file: self.has_file(),
            has_roles: self.roles().len() > 1,
            has_next: false,
        }
    }

    /// Whether hints are given at all.
    pub(crate) fn hints(&self) -> bool {
        self.about_position(QuestionKind::HINT).is_some()
    }

    /// Whether lines of moves are judged.
    pub(crate) fn judges(&self) -> bool {
        self.about_position(QuestionKind::JUDGE).is_some()
    }

    /// Whether the moves made are compared with a shortest solution.
    pub(crate) fn compares(&self) -> bool {
        self.about_position(QuestionKind::SHORTCUT).is_some()
    }

    fn order(&mut self, purpose: Purpose) -> Order {
        self.last_ticket.number += 1;
        let ticket = self.last_ticket;
        self.waiting.push(Waiting { ticket, purpose, progress: String::new() });
        Order::Ask(ticket, self.question(purpose))
    }

    /// Asks for the best possible.
    fn open(&mut self) -> Vec<Order> {
        self.optimum = Optimum::Unknown;
        if self.hints() { vec![self.order(Purpose::Opening)] } else { Vec::new() }
    }

    /// Gives up the questions of some purposes.
    fn cancel(&mut self, is_meant: impl Fn(Purpose) -> bool) -> Vec<Order> {
        let (given_up, kept) =
            std::mem::take(&mut self.waiting).into_iter().partition(|waiting: &Waiting| is_meant(waiting.purpose));
        self.waiting = kept;
        given_up.into_iter().map(|waiting| Order::Cancel(waiting.ticket)).collect()
    }

    /// Why there are no hints.
    fn no_hints(&self) -> String {
        self.silent("This level gives no hints")
    }

    /// Says that something is not answered, with the level's reason where it gives one.
    fn silent(&self, what: &str) -> String {
        let why = self.record.level().diagnosis().silence.map_or(String::new(), |why| format!(": {why}"));
        format!("{what}{why}.")
    }

    /// One more step of help.
    fn help(&mut self) -> Vec<Order> {
        self.auto = None;
        if !self.hints() {
            return self.say(self.no_hints());
        }
        if self.waits_for(|purpose| matches!(purpose, Purpose::Hint(_))) {
            return Vec::new();
        }
        // Families of one's own may give hints all at once.
        let climbs = self.about_position(QuestionKind::HINT).is_some_and(|hint| hint.option(REVEAL.name).is_some());
        let next = self.advice.next().map(|step| if climbs { step } else { LAST });
        next.map(|step| self.order(Purpose::Hint(step))).into_iter().collect()
    }

    /// Judges the moves made, puts the judgement away, or gives it up.
    fn judge(&mut self) -> Vec<Order> {
        self.auto = None;
        if self.is_judging() {
            self.notice = "Cancelled.".into();
            return self.cancel(|purpose| purpose == Purpose::Judge);
        }
        if self.judged.take().is_some() {
            return Vec::new();
        }
        if self.judges() {
            return vec![self.order(Purpose::Judge)];
        }
        self.say(self.silent("The moves of this level are not judged"))
    }

    /// Whether the level stands in a file that can state moves made: those of the first side.
    pub(crate) fn has_file(&self) -> bool {
        let (level, role) = (self.record.level(), self.record.role());
        self.document.is_some() && puzzles::role(&**level, None).is_ok_and(|first| first == role)
    }

    /// Whether the moves made can be written into that file.
    pub(crate) fn states(&self) -> bool {
        self.has_file() && self.status.solved
    }

    /// Writes the moves made, which win, into the level's file.
    fn state(&mut self) -> Vec<Order> {
        match self.document.clone().filter(|_| self.has_file()) {
            None => self.say("No file can state these moves as a solution: save keeps the game.".into()),
            Some(_) if !self.status.solved => self.say("Win first: then your moves are written into the file.".into()),
            Some(document) => vec![Order::State(document, self.record.moves().to_vec())],
        }
    }

    /// Compares the moves made with a shortest solution.
    fn shortcut(&mut self) -> Vec<Order> {
        self.auto = None;
        // Where the level does not answer the question, the refusal says why.
        if self.compares() && !self.status.solved {
            return self.say("Win first: then your moves are compared with a shortest solution.".into());
        }
        let is_asked = self.waits_for(|purpose| purpose == Purpose::Shortcut);
        if is_asked { Vec::new() } else { vec![self.order(Purpose::Shortcut)] }
    }

    /// Goes to the position after so many moves, or to the one before the mistake.
    fn go_back(&mut self, count: Option<u64>) -> Vec<Order> {
        (self.auto, self.ticking) = (None, None);
        let last = self.record.line().count() as u64;
        match count.or(self.back_to()) {
            None if self.judged.is_some() => self.say("No mistake is known.".into()),
            None => self.say("Judge the moves first, or name a number of moves.".into()),
            Some(count) if count > last => {
                self.say(format!("There is no position after {count} moves; the last is {last}."))
            }
            Some(count) => {
                self.record.go_to(usize::try_from(count).unwrap_or(usize::MAX));
                self.moved(false)
            }
        }
    }

    fn progress(&mut self, ticket: Ticket, said: String) {
        if let Some(waiting) = self.waiting.iter_mut().find(|waiting| waiting.ticket == ticket) {
            waiting.progress = said;
        }
    }

    fn answered(&mut self, ticket: Ticket, answer: &Result<Box<Answer>, AskError>) -> Vec<Order> {
        let Some(index) = self.waiting.iter().position(|waiting| waiting.ticket == ticket) else { return Vec::new() };
        match self.waiting.swap_remove(index).purpose {
            Purpose::Opening => {
                self.optimum = answer.as_ref().map_or(Optimum::Unknown, |answer| self.opened(answer));
                Vec::new()
            }
            Purpose::Hint(step) => self.advised(step, answer),
            Purpose::WayBack => {
                if let Ok(judged) = Judged::of(answer) {
                    self.advice.learn_way_back(judged.judgement());
                }
                Vec::new()
            }
            Purpose::Solution => {
                self.next_best = Some(first_best(answer));
                Vec::new()
            }
            Purpose::Judge => match Judged::of(answer) {
                Ok(judged) => {
                    self.judged = Some(judged);
                    Vec::new()
                }
                Err(why) => self.say(why),
            },
            Purpose::Shortcut => self.say(compared(answer)),
        }
    }

    /// A step of help was answered: what says nothing new leads to the next step, what is lost to the way back.
    fn advised(&mut self, step: u64, answer: &Result<Box<Answer>, AskError>) -> Vec<Order> {
        let then = match self.advice.learn(step, answer) {
            Learned::Nothing => self.advice.next().map(Purpose::Hint),
            Learned::Lost if self.made() > 0 && self.judges() => Some(Purpose::WayBack),
            Learned::Lost | Learned::Told => None,
        };
        then.map(|purpose| self.order(purpose)).into_iter().collect()
    }

    /// The best possible, from the hint at the start. Where a hint counts nothing, a best move that solves at once
    /// is the best possible too.
    fn opened(&self, answer: &Answer) -> Optimum {
        let mut game = self.record.anew(self.record.role());
        let optimum = Optimum::of(answer, &game.position().status());
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
        self.record.go_to(0);
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
        let text = tick.text;
        (self.auto, self.ticking) = (None, Some(Duration::ZERO));
        match self.record.play(text) {
            Ok(()) => self.moved(true),
            Err(illegal) => self.say(format!("{illegal}.")),
        }
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
        if self.has_ended() {
            self.auto = None;
            return Vec::new();
        }
        match self.next_best.take() {
            Some(best) => {
                let played = best.and_then(|text| self.record.play(&text).map_err(|illegal| format!("{illegal}.")));
                match played {
                    Ok(()) => self.moved(true),
                    Err(why) => {
                        self.auto = None;
                        self.say(why)
                    }
                }
            }
            None if self.waits_for(|purpose| purpose == Purpose::Solution) => Vec::new(),
            None => vec![self.order(Purpose::Solution)],
        }
    }
}
