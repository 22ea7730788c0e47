//! What shows that an altered answer is false, without its checker: the true answer to the same question, known
//! exactly, and plain play.
//!
//! Most fields have one right value: another is false. Of the others only what plain play refutes is taken for false: a
//! solution that does not solve, presses that do not lead to the goal, a bound above the best value. What is left may
//! be true, such as another solution that is as short, and is passed over.

use std::collections::BTreeSet;
use std::sync::Arc;

use engines::Context;
use puzzles::judge::WITHOUT_WON;
use puzzles::{Answer, Level, Record};
use serde_json::Value;

use crate::altered::toggles::Toggles;
use crate::altered::walls;

/// Why an altered answer is false.
#[derive(Debug)]
pub(crate) struct Falsity {
    /// The false fields, by their paths; none where the fields contradict each other, so that it must be refused.
    pub(crate) fields: BTreeSet<String>,
    /// A part that was asked for is gone: that may be said in place of a refusal.
    pub(crate) lacks: bool,
    pub(crate) why: String,
}

/// A field that was changed: its path without places in lists, and both values.
#[derive(Debug)]
struct Change {
    path: String,
    /// Where it is, as a JSON pointer.
    pointer: String,
    from: Value,
    to: Value,
}

/// A true answer about a level, and an altered one.
pub(crate) struct Claim<'a> {
    pub(crate) level: &'a Arc<dyn Level>,
    /// The question's answer, known exactly, and its JSON.
    pub(crate) exact: &'a Answer,
    pub(crate) exact_value: &'a Value,
    /// The true answer that was altered: the exact one, or one that says less.
    pub(crate) told: &'a Value,
    pub(crate) altered: &'a Value,
}

fn contradiction(why: impl Into<String>) -> Option<Falsity> {
    Some(Falsity { fields: BTreeSet::new(), lacks: false, why: why.into() })
}

impl Claim<'_> {
    /// Why the altered answer is false, if that can be shown.
    pub(crate) fn falsity(&self) -> Option<Falsity> {
        let verdict = |value: &Value| value["verdict"].as_str().unwrap_or("none").to_owned();
        match (verdict(self.told).as_str(), verdict(self.altered).as_str()) {
            (one, other) if one == other => {}
            ("none", _) | (_, "none") => return contradiction("a run has no verdict, and all else has one"),
            (_, "impossible") if !self.altered["answer"].is_null() => {
                return contradiction("impossible with an answer");
            }
            (_, "impossible") if self.altered["proof"].is_null() => return contradiction("impossible without a proof"),
            ("found", "impossible") | ("impossible", "found") => {
                return Some(self.fields(["verdict"], "whether there is a solution"));
            }
            (_, "unfinished") if is_bound(&self.altered["answer"]) => return self.bound(),
            (_, "unfinished") if self.altered["answer"] == self.told["answer"] => {
                return contradiction("unfinished, and nothing is missing");
            }
            _ => return None,
        }
        if self.altered["verdict"] == "unfinished" && is_bound(&self.altered["answer"]) {
            return if self.altered["proof"].is_null() { self.bound() } else { contradiction("a bound with a proof") };
        }
        let mut changes = Vec::new();
        for part in ["answer", "proof"] {
            compare((part, &format!("/{part}")), &self.told[part], &self.altered[part], &mut changes);
        }
        let mut fields = BTreeSet::new();
        let (mut why, mut lacks) = (Vec::new(), false);
        for change in &changes {
            if let Some(wrong) = self.is_false(change) {
                lacks |= change.to.is_null();
                fields.insert(change.path.clone());
                why.push(format!("{}: {wrong}", change.path));
            }
        }
        (!fields.is_empty()).then(|| Falsity { fields, lacks, why: why.join("; ") })
    }

    fn fields<const N: usize>(&self, fields: [&str; N], why: &str) -> Falsity {
        Falsity { fields: fields.map(str::to_owned).into(), lacks: false, why: why.into() }
    }

    /// A bound alone: it is false above the best value.
    fn bound(&self) -> Option<Falsity> {
        let best = self.best()?;
        let claimed = self.altered["answer"]["at_least"].as_u64()?;
        (claimed > best).then(|| self.fields(["answer.at_least"], &format!("the best value is {best}")))
    }

    /// The value that a bound may have at most.
    fn best(&self) -> Option<u64> {
        let body = serde_json::to_value(&self.exact.body).unwrap();
        let number = |path: &str| body.pointer(path).and_then(Value::as_u64);
        match (self.exact.family.as_str(), self.exact.question.name()) {
            // These bounds are of another kind than the answers.
            ("lemmo", "solve") => number("/best/wins"),
            ("lemmo" | "bunny", "hint") | ("lemmo", _) | (_, "judge" | "reach" | "shortcut") => None,
            (_, "map") => number("/largest"),
            (_, "count") => number("/moves"),
            ("bunny", _) => number("/tokens"),
            ("sokoban", _) if body.get("pushes").is_some() => number("/pushes"),
            ("wall", "hint") => number("/cost_left"),
            ("wall", _) => number("/cost"),
            (_, "hint") => number("/moves_left"),
            _ => number("/moves"),
        }
    }

    /// Why a changed field is false, if that can be shown.
    fn is_false(&self, change: &Change) -> Option<String> {
        let (name, to) = (change.path.rsplit('.').next().unwrap_or_default(), &change.to);
        let differs = || Some(format!("{} for {}", short(to), short(&change.from)));
        let family = self.exact.family.as_str();
        let is_proof = change.path.contains("proof");
        if self.told != self.exact_value && change.path.contains("positions") {
            // An answer that says less may say more after it.
            let exact = self.exact_value.pointer(&change.pointer).unwrap_or(&Value::Null);
            let is_bound = name == "at_least" && to.as_u64() <= exact.as_u64();
            if to == exact || is_bound || to.is_null() || is_proof {
                return None;
            }
        }
        match name {
            _ if is_proof => self.is_false_proof(change),
            // Older answers have none of these.
            "result" | "words" | "end" | "top" | "unit" if to.is_null() => None,
            // It was not found out.
            "fewest_solutions" if to.is_null() => None,
            "single_fewest" if says_less(&change.from, to) => None,
            // What the limits allow to be found.
            "compositions" | "walk" | "where" => None,
            "programs" | "best" | "tokens" if (family, self.exact.question.name()) == ("bunny", "hint") => None,
            "best" if family == "wall" && self.told["asked"]["role"] != "eel" => None,
            // Some walls that are built towards the best ones: any may be built, and opened again.
            "best" if family == "wall" && self.told["asked"]["rule"] == "free" && self.are_moves(to) => None,
            "mean" => {
                let apart = change.from.as_f64()? - to.as_f64()?;
                if apart.abs() > 1e-7 { differs() } else { None }
            }
            "fewest_moves" if *to == false => None,
            // What is not known of a line is not false, as long as the answer says so.
            _ if to.is_null() && self.altered["verdict"] == "unfinished" => None,
            "at_least" if self.altered["answer"]["optimal"] == false => {
                let (claimed, best) = (to.as_u64()?, self.best()?);
                (claimed > best).then(|| format!("the best value is {best}"))
            }
            "solution" => self.is_no_solution(to).or_else(|| self.is_too_long(to)),
            "moves" if self.altered["answer"].get("solution").is_some() => {
                let moves = self.altered["answer"]["solution"].as_array()?.len() as u64;
                if to.as_u64() == Some(moves) {
                    self.is_too_long(&self.altered["answer"]["solution"])
                } else {
                    differs()
                }
            }
            "program" => self.is_no_program(to),
            "presses" => self.are_no_presses(to),
            "quiet" => self.are_not_quiet(to),
            "single" => self.are_not_single(to),
            "gaps" | "path" if family == "wall" => self.are_no_walls(name),
            "leaves_after" if to.is_null() => None,
            "at_most" => {
                let (claimed, best) = (to.as_u64()?, self.best()?);
                (claimed < best).then(|| format!("{best} are needed"))
            }
            "all" => self.is_another_list(&change.from, to),
            "hardest" | "best" | "starts" | "removals" | "additions" if is_same_set(&change.from, to) => None,
            "hardest" if change.from.as_array().is_some_and(|listed| listed.len() >= 100) => None,
            _ => differs(),
        }
    }

    /// The best value that is claimed is not the least, by the length of the solution.
    fn is_too_long(&self, solution: &Value) -> Option<String> {
        let (length, best) = (solution.as_array()?.len() as u64, self.best()?);
        let counted = self.exact.body.as_ref()?.optimum()?.unit.name() == "moves";
        let optimal = self.altered["answer"]["optimal"] == true;
        (counted && optimal && length > best).then(|| format!("{length} moves, and {best} suffice"))
    }

    /// The game after the moves of the question and these.
    fn played(&self, moves: &[String]) -> Result<Record, String> {
        let question = self.exact.asked_question();
        let mut game =
            puzzles::record::position(self.level, &question, &Context::default()).map_err(|e| e.to_string())?;
        for text in moves {
            game.play(text).map_err(|illegal| illegal.to_string())?;
        }
        Ok(game)
    }

    /// Whether these are moves that can be made where the question is asked, one at least.
    fn are_moves(&self, to: &Value) -> bool {
        let (Some(texts), Ok(game)) = (texts(to), self.played(&[])) else { return false };
        let moves: BTreeSet<String> = game.position().moves().collect();
        !texts.is_empty() && texts.iter().all(|text| moves.contains(text))
    }

    fn is_no_solution(&self, to: &Value) -> Option<String> {
        let moves = texts(to)?;
        match self.played(&moves) {
            Err(why) => Some(why),
            Ok(game) if !game.position().status().solved => Some("the moves do not solve it".into()),
            Ok(_) => None,
        }
    }

    /// Each letter and each loop of a program is a token.
    fn is_no_program(&self, to: &Value) -> Option<String> {
        let text = to.as_str()?;
        let tokens = text.replace("LOOP", "").chars().filter(|sign| "FLR{".contains(*sign)).count() as u64;
        let claimed = self.altered["answer"]["tokens"].as_u64()?;
        if tokens != claimed {
            return Some(format!("{tokens} tokens, not {claimed}"));
        }
        let moves: Vec<String> =
            text.replace('{', "{ ").replace('}', " } ").split_whitespace().map(str::to_owned).collect();
        match self.played(&[moves, vec!["run".into()]].concat()) {
            Err(why) => Some(why),
            Ok(game) if !game.position().status().solved => Some("the program does not complete the board".into()),
            Ok(_) => None,
        }
    }

    /// What presses do where the moves are written out.
    fn toggles(&self) -> Option<Toggles> {
        Toggles::of(&**self.level, &self.told["asked"])
    }

    fn are_no_presses(&self, to: &Value) -> Option<String> {
        let Some(presses) = to.as_array() else { return Some("no presses are listed".into()) };
        if presses.len() as u64 != self.altered["answer"]["moves"].as_u64()? {
            return Some("another number of presses".into());
        }
        (!self.toggles()?.lead_to_the_goal(to)).then(|| "the presses do not lead to the goal".into())
    }

    fn are_not_quiet(&self, to: &Value) -> Option<String> {
        let (toggles, from) = (self.toggles()?, self.told["answer"]["quiet"].as_array()?);
        let Some(to) = to.as_array() else { return Some("no quiet patterns are listed".into()) };
        let changes = to.iter().any(|presses| !toggles.change_nothing(presses));
        (changes || to.len() != from.len()).then(|| "other than quiet patterns".into())
    }

    fn are_not_single(&self, to: &Value) -> Option<String> {
        let (toggles, from) = (self.toggles()?, self.told["answer"]["single"].as_array()?);
        let Some(to) = to.as_array() else { return Some("no cells are listed".into()) };
        let wrong = |(cell, (to, from)): (usize, (&Value, &Value))| match to {
            Value::Null => !from.is_null(),
            presses => !toggles.raise_alone(cell, presses),
        };
        (to.len() != from.len() || to.iter().zip(from).enumerate().any(wrong))
            .then(|| "a cell is not raised alone".into())
    }

    /// Walls among which Rabbit pays another cost, or a path that is none among them.
    fn are_no_walls(&self, field: &str) -> Option<String> {
        let answer = &self.altered["answer"];
        let paid = match field {
            "gaps" => walls::paid(&**self.level, &answer["gaps"]),
            _ => walls::walked(&**self.level, &answer["gaps"], &answer["path"]),
        };
        (paid != answer["cost"].as_u64()).then(|| format!("Rabbit pays {paid:?}"))
    }

    /// A list of everything: it is false with another entry, where all are listed.
    fn is_another_list(&self, from: &Value, to: &Value) -> Option<String> {
        let ordered = self.exact.family == "pebble" && self.exact.question.name() == "count";
        if ordered || self.told["answer"]["all_complete"] == true {
            // Programs are listed up to domination, and written in one of several ways.
            let same = if ordered { from == to } else { is_same_set(from, to) || self.exact.family == "bunny" };
            return (!same).then(|| "another list".into());
        }
        None
    }

    /// Why a changed field of a certificate is false.
    fn is_false_proof(&self, change: &Change) -> Option<String> {
        let proof = if self.altered["proof"].is_object() { &self.told["proof"] } else { &Value::Null };
        let differs = || Some(format!("{} for {}", short(&change.to), short(&change.from)));
        let kind = proof["kind"].as_str().unwrap_or_default();
        if change.path == "proof" {
            return Some("a certificate where there is another, or none".into());
        }
        let name = change.path.rsplit('.').next().unwrap_or_default();
        let reduced = |proof: &Value| proof["reduced"].as_str().is_some_and(|reduced| reduced != WITHOUT_WON);
        match (self.exact.family.as_str(), kind) {
            _ if name == "reduced" => None,
            ("toggle", "parity") => {
                let weighed = self.toggles()?.weigh(&self.altered["proof"]);
                (weighed == Some(false)).then(|| "a press changes the weighing, or start and goal agree in it".into())
            }
            ("pebble", "region") if proof["gate"].is_null() && name == "places" => differs(),
            ("pebble", "orders" | "parity") if ["orders", "sides", "permutation"].contains(&name) => differs(),
            ("pebble", "region" | "cycle" | "orders" | "parity") => None,
            ("toggle", _) => None,
            (_, "exhausted") if reduced(proof) => None,
            // Of a line each position has its own.
            _ if self.exact.question.name() == "judge" => {
                let is_free = matches!(name, "after" | "proof") || self.told.to_string().contains("; boards");
                if is_free || self.exact.family == "toggle" || self.exact.family == "pebble" { None } else { differs() }
            }
            _ => differs(),
        }
    }
}

fn is_bound(body: &Value) -> bool {
    body.as_object().is_some_and(|fields| fields.len() == 1 && fields.contains_key("at_least"))
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| Some(item.as_str()?.to_owned())).collect()
}

/// Whether of truth values some are taken back, and nothing else is changed.
fn says_less(from: &Value, to: &Value) -> bool {
    let (Some(from), Some(to)) = (from.as_array(), to.as_array()) else { return to.is_null() };
    from.len() == to.len() && from.iter().zip(to).all(|(from, to)| from == to || *to == false)
}

fn is_same_set(one: &Value, other: &Value) -> bool {
    let set = |value: &Value| -> Option<BTreeSet<String>> {
        let items: Vec<String> = value.as_array()?.iter().map(Value::to_string).collect();
        let set: BTreeSet<String> = items.iter().cloned().collect();
        (set.len() == items.len()).then_some(set)
    };
    set(one).is_some() && set(one) == set(other)
}

/// The changed fields; lists of plain values and lists of another length are one field.
fn compare((path, pointer): (&str, &str), from: &Value, to: &Value, changes: &mut Vec<Change>) {
    match (from, to) {
        _ if from == to => {}
        (Value::Object(one), Value::Object(other)) => {
            let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
            for name in names {
                let inside = (&*format!("{path}.{name}"), &*format!("{pointer}/{name}"));
                compare(inside, &from[name.as_str()], &to[name.as_str()], changes);
            }
        }
        (Value::Array(one), Value::Array(other))
            if one.len() == other.len() && one.iter().chain(other).all(Value::is_object) =>
        {
            for (at, (one, other)) in one.iter().zip(other).enumerate() {
                compare((path, &format!("{pointer}/{at}")), one, other, changes);
            }
        }
        _ => changes.push(Change {
            path: path.to_owned(),
            pointer: pointer.to_owned(),
            from: from.clone(),
            to: to.clone(),
        }),
    }
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}
