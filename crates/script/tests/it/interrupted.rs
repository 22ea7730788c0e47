//! Whatever ends a search leaves what was found and proven until then: every family and question, ended by nodes,
//! memory, the clock and a cancellation at three places of its undisturbed run. And a hint that is told in part takes
//! no more work than one that is told whole; a judged line no more than the hints of its positions.
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::altered::levels::{self, Sample, line};
use engines::clock::{self, Duration};
use engines::{Budget, CancellationToken, Context, Progress, Report};
use puzzles::options::REVEAL;
use puzzles::value::Optimum;
use puzzles::{Answer, CheckError, Family, Level, OptionValue, Options, Question, QuestionKind, Verdict};
use script::Script;
use testkit::campaign::cases;
use testkit::random::Random;

/// The nodes of a question whose answer is taken for the undisturbed one.
const NODES: u64 = 30_000;
/// The nodes of a check.
const CHECKED: u64 = 100_000;
/// Levels of each family and question, those with most work, of which every run of the tests tries so many (`CASES=3`:
/// three).
const SAMPLE: u64 = 1;
/// The time of a question that the clock ends.
const TIME: Duration = Duration::from_millis(40);
/// The flaws that are told.
const MAX_TOLD: usize = 25;

/// What is to happen at the report of this number, counted from 1.
enum Action {
    Nothing,
    Stop(CancellationToken),
    /// Waits until this moment has passed.
    Wait(clock::Instant),
}

/// Counts reports, keeps the bounds that they state, and does something at one of them.
struct Watch {
    at: usize,
    action: Action,
    bounds: Mutex<Vec<u64>>,
}

impl Watch {
    fn new(at: usize, action: Action) -> Watch {
        Watch { at, action, bounds: Mutex::new(Vec::new()) }
    }

    /// The bound known after each report.
    fn bounds(&self) -> Vec<u64> {
        self.bounds.lock().unwrap().clone()
    }
}

impl Progress for Watch {
    fn report(&self, report: Report<'_>) {
        let mut bounds = self.bounds.lock().unwrap();
        let before = bounds.last().copied().unwrap_or(0);
        bounds.push(before.max(report.at_least.unwrap_or(0)));
        if bounds.len() != self.at {
            return;
        }
        match &self.action {
            Action::Nothing => {}
            Action::Stop(stop) => stop.cancel(),
            Action::Wait(until) => std::thread::sleep(until.saturating_duration_since(clock::now())),
        }
    }
}

/// An undisturbed answer, and what was reported on the way to it.
struct Undisturbed {
    answer: Answer,
    nodes: u64,
    bytes: u64,
    bounds: Vec<u64>,
}

fn whole(level: &Arc<dyn Level>, question: &Question) -> Option<Undisturbed> {
    let watch = Watch::new(0, Action::Nothing);
    let cx = Context::with_nodes(NODES).progress(&watch);
    let answer = puzzles::ask(level, question, &cx).ok()?;
    let spent = cx.spent();
    let is_whole = answer.verdict != Some(Verdict::Unfinished) && answer.is_conclusive();
    is_whole.then(|| Undisturbed { answer, nodes: spent.nodes, bytes: spent.bytes, bounds: watch.bounds() })
}

/// The best value that an answer proves.
fn optimum(answer: &Answer) -> Option<Optimum> {
    answer.body.as_ref()?.optimum().filter(|optimum| optimum.proven)
}

/// The lower bound that an answer states.
fn bound(answer: &Answer) -> Option<u64> {
    answer.body.as_ref()?.at_least()
}

/// One question about one level.
struct Case<'a> {
    sample: &'a Sample,
    question: Question,
    whole: Undisturbed,
}

impl Case<'_> {
    /// Asks again within these limits. `known` is a bound that was proven before the end, `how` says what ends it.
    fn ended(&self, how: &str, cx: &Context<'_>, known: u64) -> Result<Answer, String> {
        let level = &self.sample.level;
        let answer = puzzles::ask(level, &self.question, cx).map_err(|error| self.told(how, &error.to_string()))?;
        let ensure = |holds: bool, what: &dyn Fn() -> String| {
            if holds { Ok(()) } else { Err(self.told(how, &format!("{}: {answer:?}", what()))) }
        };
        let (best, stated) = (optimum(&self.whole.answer), bound(&answer));
        if let (Some(best), Some(stated)) = (&best, stated) {
            ensure(stated <= best.value, &|| format!("{stated} is no bound of {}", best.value))?;
        }
        let is_impossible = |answer: &Answer| answer.verdict == Some(Verdict::Impossible);
        ensure(!is_impossible(&answer) || is_impossible(&self.whole.answer), &|| "it is not impossible".into())?;
        if best.is_some() && answer.verdict == Some(Verdict::Unfinished) {
            ensure(stated >= Some(known), &|| format!("at least {known} was proven"))?;
        }
        let checked = puzzles::check(level, &answer, &Context::with_nodes(CHECKED));
        ensure(!matches!(checked, Err(CheckError::Wrong(_))), &|| format!("{checked:?}"))?;
        Ok(answer)
    }

    fn told(&self, how: &str, what: &str) -> String {
        format!("{} {}: {how}: {what}\n{}", self.sample.family, self.question.kind, self.sample.level.text())
    }

    /// Ends the question at three places by each kind of limit.
    fn ends(&self, tally: &mut Tally) {
        let reports = self.whole.bounds.len();
        let mut had = false;
        for part in 1..=3 {
            let nodes = Context::with_nodes(self.whole.nodes * part / 4);
            let how = format!("{part} quarters of the nodes");
            let found = tally.add("nodes", self.ended(&how, &nodes, 0)) == Some(Verdict::Found);
            // What a shorter search has found a longer one finds too.
            if had && !found {
                tally.flaws.push(self.told(&how, "a solution is lost, which fewer nodes found"));
            }
            had |= found;
            let bytes = Context::new(Budget { bytes: Some(self.whole.bytes * part / 4), ..Budget::default() });
            tally.add("memory", self.ended(&format!("{part} quarters of the memory"), &bytes, 0));
            let at = (reports * part as usize).div_ceil(4);
            if at == 0 {
                continue;
            }
            let known = self.whole.bounds[at - 1];
            let stop = CancellationToken::default();
            let watch = Watch::new(at, Action::Stop(stop.clone()));
            let cx = Context::default().stop(stop).progress(&watch);
            tally.add("stop", self.ended(&format!("stopped at report {at} of {reports}"), &cx, known));
            if part == 2 {
                let until = clock::now() + TIME;
                let watch = Watch::new(at, Action::Wait(until));
                let cx = Context::new(Budget { deadline: Some(until), ..Budget::default() }).progress(&watch);
                tally.add("time", self.ended(&format!("late at report {at} of {reports}"), &cx, 0));
            }
        }
    }
}

/// How many answers each kind of end left, how many of them were unfinished, and what was wrong.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, [u64; 2]>,
    flaws: Vec<String>,
}

impl Tally {
    fn add(&mut self, how: &'static str, ended: Result<Answer, String>) -> Option<Verdict> {
        let verdict = match ended {
            Ok(answer) => answer.verdict,
            Err(flaw) => {
                self.flaws.push(flaw);
                return None;
            }
        };
        let counts = self.counts.entry(how).or_default();
        counts[0] += 1;
        counts[1] += u64::from(verdict == Some(Verdict::Unfinished));
        verdict
    }
}

/// Fails where something was wrong, and tells the first flaws.
fn none(flaws: &[String]) {
    let first: Vec<&str> = flaws.iter().take(MAX_TOLD).map(String::as_str).collect();
    assert!(flaws.is_empty(), "{} flaws:\n{}", flaws.len(), first.join("\n"));
}

/// The plain question, or the one about the intended moves where it needs some.
fn question(level: &Arc<dyn Level>, kind: QuestionKind) -> Option<Question> {
    let solved = || {
        let solve = Question::plain(QuestionKind::SOLVE);
        puzzles::ask(level, &solve, &Context::with_nodes(NODES)).ok()?.body?.line()
    };
    let asked = match kind {
        QuestionKind::SHORTCUT => Options::default().with(&puzzles::options::INTENDED, OptionValue::List(solved()?)),
        QuestionKind::JUDGE => Options::after(&solved()?),
        _ => Options::default(),
    };
    Some(Question { kind, asked })
}

/// The levels of the campaign, and scripts with a lower bound.
fn samples() -> Vec<Sample> {
    let mut samples = levels::samples();
    for (bound, size) in [("n", 60), ("n / 2", 400), ("2 * n", 60), ("0", 300)] {
        let text = format!(
            "return {{ name = 'steps', start = {size}, solved = function(n) return n == 0 end,\n\
             lower_bound = function(n) return {bound} end,\nmoves = function(n)\n\
             local list = {{ {{ name = 'up', to = n + 1 }}, {{ name = 'down', to = n - 1 }} }}\n\
             if n % 7 == 0 and n > 0 then table.insert(list, {{ name = 'leap', to = n - 3 }}) end\nreturn list end }}"
        );
        let level = Script.load(Arc::new(text.into_bytes()), &Context::default()).unwrap();
        samples.push(Sample { family: level.info().name, level });
    }
    samples
}

#[test]
fn what_was_found_and_proven_is_kept_whatever_ends_a_search() {
    let samples = samples();
    let mut known: BTreeMap<(&str, &str), Vec<Case<'_>>> = BTreeMap::new();
    for sample in &samples {
        for spec in sample.level.questions() {
            let Some(question) = question(&sample.level, spec.kind) else { continue };
            let Some(whole) = whole(&sample.level, &question) else { continue };
            known.entry((sample.family, spec.kind.name())).or_default().push(Case { sample, question, whole });
        }
    }
    let mut tally = Tally::default();
    for of_one in known.values_mut() {
        of_one.sort_by_key(|case| std::cmp::Reverse(case.whole.nodes));
        cases(SAMPLE).filter_map(|place| of_one.get(place as usize)).for_each(|case| case.ends(&mut tally));
    }
    none(&tally.flaws);
    for (how, [all, open]) in &tally.counts {
        println!("{how:<8} {all:>5} answers, {open:>5} unfinished");
        assert!(open * 4 >= *all, "too few searches were ended: {how}");
    }
    assert!(known.len() >= 40, "{} families and questions", known.len());
}

/// The nodes that an answer takes, and whether it is finished.
fn nodes_of(level: &Arc<dyn Level>, question: &Question) -> (u64, bool) {
    let cx = Context::with_nodes(NODES);
    let answer = puzzles::ask(level, question, &cx).unwrap();
    (cx.spent().nodes, answer.verdict != Some(Verdict::Unfinished))
}

fn answers(level: &Arc<dyn Level>, kind: QuestionKind) -> bool {
    level.questions().iter().any(|spec| spec.kind == kind)
}

#[test]
fn a_hint_that_is_told_in_part_takes_no_more_work_than_a_whole_one() {
    let (mut random, mut levels, mut flaws) = (Random::new(1), 0, Vec::new());
    for Sample { family, level } in samples().iter().filter(|sample| answers(&sample.level, QuestionKind::HINT)) {
        let moves = line(level, &mut random);
        let (plain, true) = nodes_of(level, &Question::after(QuestionKind::HINT, &moves)) else { continue };
        for step in 1..=3 {
            let asked = Options::after(&moves).with(&REVEAL, OptionValue::Number(step));
            let (told, _) = nodes_of(level, &Question { kind: QuestionKind::HINT, asked });
            // The third step plays moves, each with those before it.
            let played = if step == 3 { 65 * (moves.len() as u64 + 1) } else { 0 };
            if told > plain + plain / 10 + 1000 + played {
                flaws.push(format!("{family}: step {step}: {told} nodes for {plain}, {moves:?}\n{}", level.text()));
            }
        }
        levels += 1;
    }
    none(&flaws);
    assert!(levels >= 200, "{levels} levels");
}

#[test]
fn a_judged_line_takes_no_more_work_than_the_hints_of_its_positions() {
    let (mut random, mut lines, mut flaws) = (Random::new(2), 0, Vec::new());
    for Sample { family, level } in samples().iter().filter(|sample| answers(&sample.level, QuestionKind::JUDGE)) {
        let moves = line(level, &mut random);
        let hint = |count: usize| nodes_of(level, &Question::after(QuestionKind::HINT, &moves[..count]));
        let hints: Vec<(u64, bool)> = (0..=moves.len()).map(hint).collect();
        let sum: u64 = hints.iter().map(|(nodes, _)| nodes).sum();
        let (judged, true) = nodes_of(level, &Question::after(QuestionKind::JUDGE, &moves)) else { continue };
        if hints.iter().all(|&(_, whole)| whole) && judged > sum + sum / 10 + 1000 {
            flaws.push(format!("{family}: {judged} nodes for {sum}, {moves:?}\n{}", level.text()));
        }
        lines += 1;
    }
    none(&flaws);
    assert!(lines >= 150, "{lines} lines");
}
