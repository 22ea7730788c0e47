//! Answers as JSON, with what the frame says of them besides their bodies ([`Told`]).
//!
//! What is told follows from the answer and is written into it. An older answer has nothing of it; where a text states
//! something else, [`Answer::differs`] holds that, and a check says what it means: numbers are wrong then, and words
//! are those of another version, or nobody's.

use serde::de::{Error, IgnoredAny};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::answer::{Answer, AtLeast, Reply, Spent, Verdict};
use crate::body::{Advice, AnyBody, Body};
use crate::info::FamilyInfo;
use crate::judge::reveal::PartialHint;
use crate::line::Line;
use crate::method::Confirmed;
use crate::objects::ObjectsOnly;
use crate::options::Options;
use crate::phrases::capitalised;
use crate::problem::ProblemCounts;
use crate::query::QuestionKind;
use crate::question::{Question, is_told_in_part};
use crate::told::{Amount, Par, Standing, Told};
use crate::unit::Unit;
use crate::value::{GameValue, Optimum};
use crate::words;

/// Writes every field, without the cost where a hint is told in part: what was spent tells of the distance.
impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (in_part, Told { known, words, optimum, standing, par }) = (self.is_told_in_part(), self.told());
        let problems = self.problems.any();
        let (line, confirmed) = (&self.line, &self.confirmed);
        let told = [optimum.is_some(), standing.is_some(), par.is_some()];
        let optional = [problems, problems, line.is_some(), confirmed.is_some(), !in_part].into_iter().chain(told);
        let fields = 9 + optional.filter(|given| *given).count();
        let mut object = to.serialize_struct("Answer", fields)?;
        object.serialize_field("schema", &self.schema)?;
        object.serialize_field("family", &self.family)?;
        object.serialize_field("question", &self.question)?;
        object.serialize_field("asked", &self.asked)?;
        if self.problems.any() {
            object.serialize_field("errors", &self.problems.errors)?;
            object.serialize_field("warnings", &self.problems.warnings)?;
        }
        object.serialize_field("verdict", &self.verdict)?;
        object.serialize_field("known", &known)?;
        object.serialize_field("words", &words)?;
        if let Some(optimum) = optimum {
            object.serialize_field("optimum", &optimum)?;
        }
        if let Some(standing) = standing {
            object.serialize_field("standing", &standing)?;
        }
        if let Some(par) = par {
            object.serialize_field("par", &par)?;
        }
        if let Some(line) = line {
            object.serialize_field("line", line)?;
        }
        object.serialize_field("method", &self.method)?;
        if let Some(confirmed) = confirmed {
            object.serialize_field("confirmed", confirmed)?;
        }
        object.serialize_field("answer", &self.body)?;
        object.serialize_field("proof", &self.proof)?;
        if !in_part {
            object.serialize_field("spent", &self.spent)?;
        }
        object.end()
    }
}

/// The fields of an answer in JSON, before its body and certificate are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    schema: u32,
    family: String,
    question: QuestionKind,
    asked: Options,
    /// Absent where the text has no problems, and in answers of older versions.
    #[serde(default)]
    errors: u64,
    #[serde(default)]
    warnings: u64,
    verdict: Option<Verdict>,
    /// Absent in answers of older versions, as are the next five.
    #[serde(default)]
    known: Option<String>,
    #[serde(default)]
    words: Option<Vec<String>>,
    #[serde(default)]
    optimum: Option<Amount>,
    #[serde(default)]
    standing: Option<Standing>,
    #[serde(default)]
    par: Option<Par>,
    #[serde(default)]
    line: Option<Line>,
    method: String,
    /// Absent where no second search confirmed the answer, and in answers of older versions.
    #[serde(default)]
    confirmed: Option<Confirmed>,
    answer: Value,
    proof: Option<Value>,
    /// Absent in hints that are told in part.
    spent: Option<Spent>,
    /// The picture with which a server answers where it is asked for; it states nothing.
    #[serde(default, rename = "drawn")]
    _drawn: IgnoredAny,
}

impl Raw {
    /// What is told in the text; nothing in an answer of an older version.
    fn told(&self) -> Result<Option<Told>, String> {
        let Raw { known, words, optimum, standing, par, .. } = self;
        match (known, words) {
            (Some(known), Some(words)) => {
                let (known, words, optimum) = (known.clone(), words.clone(), optimum.clone());
                Ok(Some(Told { known, words, optimum, standing: standing.clone(), par: par.clone() }))
            }
            (None, None) if optimum.is_none() && standing.is_none() && par.is_none() => Ok(None),
            (None, _) => Err(missing("known")),
            (Some(_), None) => Err(missing("words")),
        }
    }
}

fn missing(field: &'static str) -> String {
    serde_json::Error::missing_field(field).to_string()
}

/// Whether the JSON of a body is a lower bound alone.
fn is_bound(value: &Value) -> bool {
    value.as_object().is_none_or(|fields| fields.keys().all(|key| key == "at_least"))
}

impl Answer {
    /// Returns what the frame says of the answer besides its body.
    #[must_use]
    pub fn told(&self) -> Told {
        let known = words::verdict(self).to_owned();
        let par = self.par.as_ref().map(|stated| Par::of(stated, self));
        let advice = self.body.as_ref().and_then(|body| body.advice());
        let optimum = if advice.is_none() { optimum(self) } else { None };
        Told { known, words: words::lines(self), optimum, standing: standing(self, advice), par }
    }

    /// Reads an answer of this family from JSON text.
    ///
    /// # Errors
    /// Says what is wrong: text that is not JSON, an answer of another family or version, a field missing or unknown.
    pub fn read(family: &FamilyInfo, text: &str) -> Result<Answer, String> {
        Answer::from_value(family, serde_json::from_str(text).map_err(|error| error.to_string())?)
    }

    /// Reads an answer of this family from a JSON value.
    ///
    /// # Errors
    /// The errors of [`Answer::read`] for text that is JSON.
    pub fn from_value(family: &FamilyInfo, value: Value) -> Result<Answer, String> {
        let raw = Raw::deserialize(ObjectsOnly(value)).map_err(|error| error.to_string())?;
        let told = raw.told()?;
        let Raw {
            schema,
            family: name,
            question,
            asked,
            errors,
            warnings,
            verdict,
            line,
            method,
            confirmed,
            answer,
            proof,
            spent,
            ..
        } = raw;
        let problems = ProblemCounts { errors, warnings };
        if schema != 1 {
            return Err(format!("schema {schema} is not known; expected 1"));
        }
        if name != family.name {
            return Err(format!("it is an answer of the family '{name}', not '{}'", family.name));
        }
        let spec =
            family.question(question).ok_or_else(|| format!("the family '{name}' has no answer to '{question}'"))?;
        let body = match answer {
            Value::Null => None,
            value if verdict == Some(Verdict::Unfinished) && is_bound(&value) => Some(AnyBody::read::<AtLeast>(value)?),
            value => Some(spec.read_body(value)?),
        };
        let spent = spent.or(is_told_in_part(question, &asked).then(Spent::default)).ok_or_else(|| missing("spent"))?;
        let proof = proof.map(|value| spec.read_proof(value)).transpose()?;
        let asked = asked.arranged(spec.options);
        let par = told.as_ref().and_then(|told| Some(told.par.as_ref()?.stated.clone()));
        let reply = Reply { verdict, method, body, proof, confirmed };
        let mut answer = Answer::new(family, &Question { kind: question, asked }, reply);
        (answer.problems, answer.spent, answer.par, answer.line) = (problems, spent, par, line);
        let differs = told.filter(|told| *told != answer.told()).map(Box::new);
        Ok(Answer { differs, ..answer })
    }

    /// Returns the answer without what its text told besides, so that a check of a changed answer is about the change
    /// alone.
    #[must_use]
    pub fn without_told(self) -> Answer {
        Answer { par: None, line: None, differs: None, ..self }
    }

    /// Returns the name of the family in the JSON text of an answer, without reading the rest.
    ///
    /// # Errors
    /// The text is not JSON, or has no family.
    pub fn family_of(text: &str) -> Result<String, String> {
        #[derive(Deserialize)]
        struct Named {
            family: String,
        }
        serde_json::from_str::<Named>(text).map(|named| named.family).map_err(|error| error.to_string())
    }
}

/// The value of the solution that an answer states; an answer with advice states none.
fn optimum(answer: &Answer) -> Option<Amount> {
    let body = answer.body.as_ref()?;
    body.optimum().map(|optimum| Amount { unchanged: body.unchanged(), ..amount(&**body, optimum) })
}

fn amount(body: &dyn Body, Optimum { value, unit, proven, .. }: Optimum) -> Amount {
    Amount { value, unit, proven, at_least: body.at_least().filter(|_| !proven), unchanged: None }
}

/// How the position of a hint with this advice stands.
fn standing(answer: &Answer, advice: Option<Advice>) -> Option<Standing> {
    if answer.question != QuestionKind::HINT {
        return None;
    }
    if let Some(hint) = answer.body_as::<PartialHint>() {
        return Some(in_part(hint, answer));
    }
    if answer.verdict == Some(Verdict::Impossible) {
        let why = words::reason(answer).map(|why| format!(": {why}")).unwrap_or_default();
        let words = format!("It cannot be solved from here{why}.");
        return Some(Standing { can_win: Some(false), words, ..Standing::default() });
    }
    if let Some(why) = answer.stopped() {
        let bound = answer.body_as::<AtLeast>().map_or(0, |bound| bound.at_least);
        let bound = if bound > 0 { format!("; at least {bound} left") } else { String::new() };
        return Some(Standing { words: format!("Not known within the limits: {why}{bound}."), ..Standing::default() });
    }
    Some(at_best(&**answer.body.as_ref()?, advice?))
}

/// What a hint that names no move says.
fn in_part(hint: &PartialHint, answer: &Answer) -> Standing {
    let why = answer.stopped().filter(|_| hint.can_win.is_none()).map(|why| format!("{}.", capitalised(why)));
    let words: Vec<String> = crate::Body::words(hint).into_iter().chain(why).collect();
    Standing { can_win: hint.can_win, words: words.join(" "), ..Standing::default() }
}

/// What a hint that names the best moves says of the position.
fn at_best(body: &dyn Body, advice: Advice) -> Standing {
    let value = body.game_value();
    let decided = value.and_then(|(_, distance)| Some(Optimum::left(distance?, Unit::MOVES)));
    let counted = body.optimum().or(decided).map(|optimum| (optimum.from_here, amount(body, optimum)));
    let (left, total) = match counted {
        Some((true, left)) => (Some(left), None),
        Some((false, total)) => (None, Some(total)),
        None => (None, None),
    };
    Standing {
        can_win: Some(value.is_none_or(|(value, _)| value == GameValue::Win)),
        value: value.map(|(value, _)| value),
        left,
        total,
        now: advice.named(),
        said: Some(advice.said).filter(|said| *said != advice.best),
        words: advice.standing,
    }
}
