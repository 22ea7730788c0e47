//! True answers, known exactly: asked under limits that suffice, kept for the next case.

use std::collections::HashMap;
use std::sync::Arc;

use engines::{Budget, Context, ValueCache};
use puzzles::options::MOVES;
use puzzles::{
    Answer, AskError, Level, OptionSpec, OptionValue, Options, Question, QuestionKind, QuestionSpec, ValueKind, Verdict,
};
use serde_json::Value;
use testkit::random::Random;

use crate::altered::levels::line;
use crate::altered::plain::Positions;

/// The nodes of a question whose answer is taken for exact.
const NODES: u64 = 300_000;
/// The nodes of a check.
const CHECKED: u64 = 3_000_000;
/// The bytes of a question.
const BYTES: u64 = 256 << 20;

/// An answer known exactly, with its JSON.
pub(crate) struct Exact {
    pub(crate) answer: Answer,
    pub(crate) value: Value,
}

/// An exact answer, none where the limits do not suffice, or why the question cannot be asked.
type Known = Result<Option<Arc<Exact>>, String>;

/// Exact answers by the level's place and the question; `None` where the limits do not suffice.
#[derive(Default)]
pub(crate) struct Truths {
    known: HashMap<(usize, String), Known>,
    kept: Option<Arc<ValueCache>>,
    positions: Positions,
}

/// The JSON of an answer as it is read back.
pub(crate) fn value_of(answer: &Answer) -> Value {
    serde_json::from_str(&serde_json::to_string(answer).unwrap()).unwrap()
}

impl Truths {
    fn kept(&mut self) -> Arc<ValueCache> {
        Arc::clone(self.kept.get_or_insert_with(|| Arc::new(ValueCache::new(1 << 28, 64))))
    }

    /// The exact answer about a level; `Err` where the question cannot be asked.
    pub(crate) fn exact(&mut self, place: usize, level: &Arc<dyn Level>, question: &Question) -> Known {
        let key = (place, format!("{} {}", question.kind, serde_json::to_string(&question.asked).unwrap()));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let kept = self.kept();
        let found = match answer(level, question, NODES, &kept) {
            Ok(answer) if is_exact(&answer) => {
                let checked = puzzles::check(level, &answer, &checking(&kept));
                if let Err(flaw) = &checked {
                    let halted = matches!(flaw, puzzles::CheckError::Unchecked(AskError::Halted(_)));
                    assert!(halted, "a true answer does not hold: {flaw}\n{}\n{}", level.text(), value_of(&answer));
                }
                self.positions.confirm(place, level, question, &answer);
                Ok(Some(Arc::new(Exact { value: value_of(&answer), answer })))
            }
            Ok(_) | Err(AskError::Halted(_)) => Ok(None),
            Err(AskError::NotOffered(why)) => Err(why),
            Err(illegal @ AskError::Illegal { .. }) => Err(illegal.to_string()),
            Err(failed) => panic!("{failed}\n{}", level.text()),
        };
        self.known.insert(key, found.clone());
        found
    }

    /// An answer under limits that may not suffice.
    pub(crate) fn hurried(&mut self, level: &Arc<dyn Level>, question: &Question, nodes: u64) -> Option<Value> {
        let kept = ValueCache::new(1 << 24, 4);
        answer(level, question, nodes, &kept).ok().map(|answer| value_of(&answer))
    }

    /// What the checker says.
    pub(crate) fn check(
        &mut self,
        level: &Arc<dyn Level>,
        answer: &Answer,
    ) -> Result<puzzles::Checked, puzzles::CheckError> {
        let kept = self.kept();
        puzzles::check(level, answer, &checking(&kept))
    }
}

fn checking(kept: &ValueCache) -> Context<'_> {
    Context::new(Budget { nodes: Some(CHECKED), bytes: Some(BYTES), ..Budget::default() }).keeping(kept)
}

fn answer(level: &Arc<dyn Level>, question: &Question, nodes: u64, kept: &ValueCache) -> Result<Answer, AskError> {
    let budget = Budget { nodes: Some(nodes), bytes: Some(BYTES), ..Budget::default() };
    puzzles::ask(level, question, &Context::new(budget).keeping(kept))
}

/// Whether more time could not change the answer.
fn is_exact(answer: &Answer) -> bool {
    answer.verdict != Some(Verdict::Unfinished) && answer.is_conclusive()
}

/// A random question of this kind about a level.
pub(crate) fn question(level: &Arc<dyn Level>, kind: QuestionKind, random: &mut Random) -> Question {
    let spec = level.questions().iter().chain([&puzzles::run::RUN]).find(|spec| spec.kind == kind).unwrap();
    let mut asked = Options::default();
    for option in spec.options {
        if random.one_in(if is_needed(spec, option) { 1 } else { 3 })
            && let Some(value) = value(level, option, random)
        {
            asked = asked.with(option, value);
        }
    }
    Question { kind, asked }
}

/// Half of all shortcuts are compared with moves.
fn is_needed(spec: &QuestionSpec, option: &OptionSpec) -> bool {
    spec.kind == QuestionKind::RUN && option.name == MOVES.name
}

fn value(level: &Arc<dyn Level>, option: &OptionSpec, random: &mut Random) -> Option<OptionValue> {
    let text = |text: &str| Some(OptionValue::Text(text.to_owned()));
    match (option.name, option.value) {
        ("moves", _) => Some(OptionValue::List(line(level, random))),
        ("intended", _) => intended(level, random).map(OptionValue::List),
        ("role", _) => text(random.pick::<&str>(level.roles())),
        ("reveal", _) => Some(OptionValue::Number(random.below(4_u64) + 1)),
        ("at", _) => {
            let facing = *random.pick(&["left", "right"]);
            text(&format!("{},{},{facing}", random.below(3) + 1, random.below(3) + 1))
        }
        ("without", _) => text(&format!("{},{}", random.below(5) + 1, random.below(5) + 1)),
        // Only the wall game's rules are played by the plain graphs.
        ("rule", ValueKind::Choice(rules)) if rules.contains(&"free") => text(random.pick::<&str>(rules)),
        ("rule", _) => None,
        ("start" | "goal", _) => {
            let start = level.text();
            let start = start.split("start = \"").nth(1)?.split('"').next()?;
            text(&start.chars().map(|_| *random.pick(&['0', '1'])).collect::<String>())
        }
        (_, ValueKind::Switch) => Some(OptionValue::Switch(true)),
        (_, ValueKind::Number) => Some(OptionValue::Number(random.below(12_u64))),
        (_, ValueKind::Choice(choices)) => text(random.pick::<&str>(choices)),
        _ => None,
    }
}

/// A line that wins: a shortest solution, half of the time behind a detour.
fn intended(level: &Arc<dyn Level>, random: &mut Random) -> Option<Vec<String>> {
    let begun = if random.one_in(2) { line(level, random) } else { Vec::new() };
    let cx = Context::new(Budget { nodes: Some(NODES / 10), ..Budget::default() });
    let answer = puzzles::ask(level, &Question::after(QuestionKind::SOLVE, &begun), &cx).ok()?;
    Some([begun, answer.body?.line()?].concat())
}
