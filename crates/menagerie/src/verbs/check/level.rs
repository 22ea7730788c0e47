//! One level checked: whether it is valid, what it comes to, and whether what its author claims is true.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use engines::{Context, Halt};
use puzzles::family;
use puzzles::options::INTENDED;
use puzzles::phrases::plural;
use puzzles::record::split_moves;
use puzzles::run::Run;
use puzzles::shortcut::Intended;
use puzzles::validity::{Claim, Decided};
use puzzles::{
    Answer, AskError, Family, Level, LoadError, OptionValue, Options, Problem, Question, QuestionKind, Record, Unit,
    Validity, Verdict, role,
};
use server::task::Limits;

use super::proven::{Proven, hash};
use crate::arguments::Check;
use crate::cli_context::CliContext;
use crate::command_error::CommandError;
use crate::input::Input;
use crate::limits;
use crate::status::Status;

/// The largest file, in bytes, whose levels are compared with others and written, and whose proven answers are kept.
pub(super) const MAX_COMPARED: u64 = 4 << 20;
/// What a bug says for itself.
const BUG: &str = "a bug in menagerie ended the work";

/// What was found in one level, or in a file whose levels could not be listed.
pub(super) struct Finding {
    /// The file as it was named, with the number of the level where it has several.
    pub(super) name: String,
    pub(super) family: Option<&'static str>,
    /// The level in its file; `None` where it could not be read.
    pub(super) input: Option<Input>,
    /// The title of the level.
    pub(super) title: Option<String>,
    /// The hash of what levels that are one level twice have in common, where that is compared.
    pub(super) identity: Option<String>,
    pub(super) validity: Validity,
    /// The solution that was found, proven best where the value is, if the file gives none that wins.
    pub(super) solution: Option<Vec<String>>,
    /// The par that the file should state, where it is proven and states another or none.
    pub(super) par: Option<String>,
    /// What is said on standard error.
    pub(super) notices: Vec<String>,
    pub(super) status: Status,
}

impl Finding {
    /// A level or file of this name, of which nothing is known yet.
    fn named(name: &str, family: Option<&'static dyn Family>) -> Finding {
        Finding {
            name: name.to_owned(),
            family: family.map(|family| family.info().name),
            input: None,
            title: None,
            identity: None,
            validity: Validity::default(),
            solution: None,
            par: None,
            notices: Vec::new(),
            status: Status::Answered,
        }
    }

    fn of(input: &Input) -> Finding {
        let title = input.title().map(ToOwned::to_owned);
        Finding { input: Some(input.clone()), title, ..Finding::named(&input.name, Some(input.family)) }
    }

    /// A file that could not be read, or whose text is not valid.
    pub(super) fn failed(
        name: &str,
        family: Option<&'static dyn Family>,
        status: Status,
        why: Result<LoadError, String>,
    ) -> Finding {
        let validity = match why {
            Ok(problems) => Validity::of(Err(problems)),
            Err(message) => Validity::failed(message),
        };
        Finding { validity, status, ..Finding::named(name, family) }
    }

    /// Whether copies of the level's text may be made.
    fn is_small(&self) -> bool {
        self.input.as_ref().is_some_and(|input| input.source.len() <= MAX_COMPARED)
    }

    /// Whether there are warnings, or errors with which the level is played all the same.
    pub(super) fn is_warned(&self) -> bool {
        self.validity.valid && !self.validity.problems.is_empty()
    }

    /// The best value, where it is proven.
    pub(super) fn proven(&self) -> Option<u64> {
        self.validity.decided.as_ref()?.proven
    }

    /// The fewest moves of a solution, where they are proven.
    fn proven_moves(&self) -> Option<u64> {
        let counts_moves = self.validity.decided.as_ref().is_some_and(|decided| decided.unit == Some(Unit::MOVES));
        self.proven().filter(|_| counts_moves)
    }

    /// Adds what solving came to, and the status that follows.
    fn decided(&mut self, decided: Decided) {
        let is_stated = decided.par.is_some();
        self.status = self.status.worse(match (decided.holds, decided.verdict) {
            (Some(true), _) => Status::Answered,
            (Some(false), _) => Status::Refuted,
            (None, Some(Verdict::Impossible)) => Status::Refuted,
            (None, Some(Verdict::Found)) if decided.proven.is_some() || !is_stated && decided.best.is_none() => {
                Status::Answered
            }
            // A question that the level does not answer leaves nothing open where nothing is claimed.
            (None, None) if !is_stated => Status::Answered,
            (None, _) => Status::Unfinished,
        });
        self.validity.decided = Some(decided);
    }
}

/// Checks levels under the limits of the command.
pub(super) struct Checker<'a> {
    cli: &'a CliContext<'a>,
    asked: &'a Check,
    /// What the best value counts, in families that know the option.
    options: &'a Options,
    limits: Limits,
    /// The threads of each level.
    threads: usize,
    /// The levels that are checked at once.
    at_once: usize,
    /// The number of all levels.
    levels: usize,
    /// When the whole command is to end.
    until: Option<Instant>,
    proven: Proven,
}

impl<'a> Checker<'a> {
    /// Creates the checker of this number of levels.
    pub(super) fn new(
        cli: &'a CliContext<'a>,
        asked: &'a Check,
        options: &'a Options,
        levels: usize,
        until: Option<Instant>,
    ) -> Checker<'a> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cores = cli.common.threads.map_or(cores, usize::from);
        let at_once = cores.min(levels).max(1);
        let proven = Proven::open(asked.par && !cli.common.no_cache);
        Checker {
            cli,
            asked,
            options,
            limits: limits::of_each_level(cli.common),
            threads: cores / at_once,
            at_once,
            levels,
            until,
            proven,
        }
    }

    /// The levels that are checked at once.
    pub(super) fn at_once(&self) -> usize {
        self.at_once
    }

    /// Checks a level. A panic becomes a failure of this level alone.
    pub(super) fn check(&self, input: &Input) -> Finding {
        let checked = catch_unwind(AssertUnwindSafe(|| self.checked(input)));
        checked.unwrap_or_else(|_| Finding {
            validity: Validity::failed(BUG.to_owned()),
            status: Status::Failed,
            ..Finding::of(input)
        })
    }

    fn checked(&self, input: &Input) -> Finding {
        let mut finding = Finding::of(input);
        if let Err(halt) = self.goes_on() {
            finding.validity = Validity::failed(halt.to_string());
            finding.status = Status::Unfinished;
            return finding;
        }
        let level = match input.load(&self.context()) {
            Ok(level) => level,
            Err(problems) => {
                let error = CommandError::problems(input, &problems);
                finding.notices.push(error.text);
                return Finding { validity: Validity::of(Err(problems)), status: error.status, ..finding };
            }
        };
        finding.validity = Validity::of(Ok(Arc::clone(&level)));
        if finding.is_small() {
            finding.validity.add(won_at_start(&level, input.line(), &self.context()));
        }
        finding.identity = self.is_compared(&finding).then(|| hash(&[&level.identity()]));
        if self.asked.par {
            let claims = level.claims();
            self.solve(&level, claims.par.as_deref(), &mut finding);
            if let Some(intended) = &claims.solution {
                self.compare_intended(&level, intended, &mut finding);
            }
            if let Some(given) = &claims.given {
                self.play_given(&level, given, &mut finding);
            }
        }
        finding
    }

    /// Whether a level is compared with others, or with itself after it was written.
    fn is_compared(&self, finding: &Finding) -> bool {
        (self.levels > 1 || !self.asked.write.is_empty()) && finding.is_small()
    }

    /// Solves the level beside its par.
    fn solve(&self, level: &Arc<dyn Level>, stated: Option<&str>, finding: &mut Finding) {
        let question = self.question(level);
        let is_plain = question.asked.given().next().is_none();
        let decided = match self.answer(level, &question, finding.is_small()) {
            Ok(answer) => {
                let decide = if is_plain { Decided::of } else { Decided::with_options };
                let decided = decide(stated, &answer);
                finding.solution = answer.body.as_ref().and_then(|body| body.line());
                if let Some(best) = decided.proven {
                    let now = stated.and_then(|stated| puzzles::par::unchanged(stated, &answer));
                    let par = now.map_or_else(|| best.to_string(), |now| format!("{now} {best}"));
                    finding.par = (decided.holds != Some(true)).then_some(par);
                }
                decided
            }
            Err(refusal) => {
                if !matches!(refusal, AskError::NotOffered(_)) {
                    finding.notices.push(format!("menagerie: {}: {refusal}", finding.name));
                    finding.status = finding.status.worse((&refusal).into());
                }
                Decided::refused(stated, refusal.to_string())
            }
        };
        finding.decided(decided);
    }

    /// The question for the best value, with the options that this level's family knows.
    fn question(&self, level: &Arc<dyn Level>) -> Question {
        let kind = QuestionKind::SOLVE;
        let known = family::question(&**level, kind).map(|spec| spec.options).unwrap_or_default();
        let mut asked = Options::default();
        for option in known {
            if let Some(value) = self.options.value(option) {
                asked = asked.with(option, value.clone());
            }
        }
        Question { kind, asked }
    }

    /// Asks whether the stated solution is a shortest one. Moves that do not win are a wrong claim.
    fn compare_intended(&self, level: &Arc<dyn Level>, stated: &str, finding: &mut Finding) {
        let asked = Options::default().with(&INTENDED, OptionValue::List(split_moves(stated)));
        let (claim, status) =
            match self.answer(level, &Question { kind: QuestionKind::SHORTCUT, asked }, finding.is_small()) {
                Ok(answer) => claim(&answer),
                Err(refusal) => {
                    finding.notices.push(format!("menagerie: {}: {refusal}", finding.name));
                    let status = match refusal {
                        AskError::NotOffered(_) | AskError::Illegal { .. } => Status::Refuted,
                        _ => (&refusal).into(),
                    };
                    (Claim { error: Some(refusal.to_string()), ..Claim::default() }, status)
                }
            };
        finding.solution = finding.solution.take().filter(|_| claim.error.is_some());
        finding.validity.intended = Some(claim);
        finding.status = finding.status.worse(status);
    }

    /// Plays a solution that the file gives, which must win.
    fn play_given(&self, level: &Arc<dyn Level>, given: &str, finding: &mut Finding) {
        let question = Question::after(QuestionKind::RUN, &split_moves(given));
        let played = puzzles::ask(level, &question, &self.context()).map_err(|refusal| refusal.to_string());
        let won = played.and_then(|answer| match answer.body_as::<Run>() {
            Some(run) if run.solved => Ok(run.moves),
            _ => Err("the moves do not win".to_owned()),
        });
        let won = won.map_err(|why| won_before(level, given).unwrap_or(why));
        let claim = match won {
            Ok(moves) => {
                finding.solution = None;
                let shortest = finding.proven_moves();
                let is_best = shortest.map(|shortest| moves <= shortest);
                Claim { moves: Some(moves), shortest, is_best, error: None }
            }
            Err(why) => {
                finding.notices.push(format!("menagerie: {}: the solution that the file gives: {why}", finding.name));
                finding.status = finding.status.worse(Status::Refuted);
                Claim { error: Some(why), ..Claim::default() }
            }
        };
        finding.validity.given = Some(claim);
    }

    /// Asks a question, or takes the answer that is kept.
    fn answer(&self, level: &Arc<dyn Level>, question: &Question, is_kept: bool) -> Result<Answer, AskError> {
        let key = if is_kept { self.proven.key(&**level, question) } else { None };
        if let Some(answer) = key.as_deref().and_then(|key| self.proven.answer(&**level, key)) {
            return Ok(answer);
        }
        self.goes_on()?;
        let answer = puzzles::ask(level, question, &self.context())?;
        if let Some(key) = key.filter(|_| answer.is_conclusive()) {
            self.proven.keep(&key, &answer);
        }
        Ok(answer)
    }

    /// The limits of one question, which begin to count now.
    fn context(&self) -> Context<'_> {
        let mut budget = self.limits.budget();
        budget.deadline = budget.deadline.into_iter().chain(self.until).min();
        Context::new(budget).threads(self.threads).stop(self.cli.stop.clone())
    }

    /// Whether the command goes on: it was not stopped, and its time has not ended.
    fn goes_on(&self) -> Result<(), Halt> {
        let budget = engines::Budget { deadline: self.until, ..engines::Budget::default() };
        Context::new(budget).stop(self.cli.stop.clone()).spend(0)
    }
}

/// Says after how many of the moves the level is won, where that is before the last.
fn won_before(level: &Arc<dyn Level>, given: &str) -> Option<String> {
    let moves = level.expand(given).ok()?.unwrap_or_else(|| split_moves(given));
    let mut game = Record::new(Arc::clone(level), role(&**level, None).ok()?);
    let played = moves.iter().take_while(|text| !game.position().status().solved && game.play(text).is_ok()).count();
    let (won, all) = (plural(played, "move", "moves"), moves.len());
    let is_won = game.position().status().solved && played < all;
    is_won.then(|| format!("they win after {won} of {all}, and the game is over then"))
}

/// The warning about a level that is won before any move, where its format does not say so itself.
fn won_at_start(level: &Arc<dyn Level>, line: u64, cx: &Context<'_>) -> Option<Problem> {
    let role = role(&**level, None).ok()?;
    let is_won = Arc::clone(level).start(role, cx).status().solved;
    let is_told = level.diagnosis().problems.iter().any(|problem| problem.line == line);
    let warning = || Problem::warning(line, 1, "the level is won at its start", "something to do before it is won");
    (is_won && !is_told).then(warning)
}

/// What an answer says of the stated solution.
fn claim(answer: &Answer) -> (Claim, Status) {
    match answer.body_as::<Intended>() {
        Some(body) => {
            let status = if body.is_best { Status::Answered } else { Status::Refuted };
            let (moves, is_best) = (Some(body.intended), Some(body.is_best));
            (Claim { moves, shortest: body.shortest, is_best, error: None }, status)
        }
        None => (Claim::default(), Status::Unfinished),
    }
}
