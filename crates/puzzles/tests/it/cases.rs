//! Case files: a question, its options, and the answer that it must get, as in the JSON; then the level.
//!
//! `UPDATE_CASES=1 cargo test -p menagerie-puzzles --test it cases` writes verdicts and answers anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engines::Context;
use puzzles::judge::{DeadEnd, Follows};
use puzzles::schema::Declaration;
use puzzles::{Answer, Family, Question, QuestionKind, QuestionSpec};
use serde_json::Value;

/// Families with cases that are not listed among the built-in ones.
const UNLISTED: &[&dyn Family] = &[&puzzles::blank::Blank];

struct Case {
    path: PathBuf,
    kind: String,
    asked: String,
    verdict: String,
    answer: String,
    level: String,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let text = fs::read_to_string(&path).unwrap();
        let (head, level) = text.split_once("level:\n").expect("a line 'level:' before the level");
        let field = |name: &str| {
            let value = head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
            value.unwrap_or_default().trim().to_owned()
        };
        let (kind, asked, verdict, answer) = (field("question"), field("asked"), field("verdict"), field("answer"));
        Case { kind, asked, verdict, answer, level: level.to_owned(), path }
    }

    fn question(&self) -> Question {
        let kind: QuestionKind = serde_json::from_value(self.kind.as_str().into()).unwrap();
        Question { kind, asked: serde_json::from_str(&self.asked).unwrap() }
    }

    fn text(&self) -> String {
        let Case { kind, asked, verdict, answer, level, .. } = self;
        format!("question: {kind}\nasked: {asked}\nverdict: {verdict}\nanswer: {answer}\nlevel:\n{level}")
    }
}

/// How the certificates of judged positions differ from every form that one may have: those of the family, and those of
/// the frame.
fn undeclared_certificates(family: &dyn Family, answer: &Value) -> Vec<String> {
    let of_family = family.info().questions.iter().flat_map(QuestionSpec::proofs);
    let of_frame = [Declaration::of::<DeadEnd>(), Declaration::of::<Follows>()];
    let forms: Vec<Declaration> = of_family.chain(of_frame).collect();
    let proofs = answer["answer"]["positions"].as_array().into_iter().flatten().filter_map(|stop| stop.get("proof"));
    let differences = |proof: &Value| forms.iter().map(|form| form.differences(proof)).min_by_key(Vec::len);
    proofs.filter_map(differences).flatten().collect()
}

/// The answer, accepted by the independent checker and read again from its JSON.
fn answer(family: &dyn Family, case: &Case) -> Answer {
    let place = case.path.display();
    let level = family.load(Arc::new(case.level.clone().into_bytes()), &Context::default()).unwrap();
    let answer = puzzles::ask(&level, &case.question(), &Context::default()).unwrap();
    puzzles::check(&level, &answer, &Context::default()).unwrap_or_else(|flaw| panic!("{place}: {flaw}"));
    let value = serde_json::to_value(&answer).unwrap();
    assert_eq!(Answer::from_value(family.info(), value.clone()).unwrap(), answer, "{place}");
    assert_eq!(answer.differences(family.info()), [""; 0], "{place}: keys that differ from what the types declare");
    assert_eq!(undeclared_certificates(family, &value), [""; 0], "{place}");
    answer
}

fn folder_of_families() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../families")
}

fn run(family: &dyn Family) {
    let folder = folder_of_families().join(family.info().name).join("cases");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "case"));
    paths.sort();
    assert!(!paths.is_empty(), "{} has no cases", family.info().name);
    for path in paths {
        let case = Case::read(path);
        let said = answer(family, &case);
        let verdict = serde_json::to_value(said.verdict).unwrap().as_str().unwrap_or("null").to_owned();
        let now = Case { verdict, answer: serde_json::to_string(&said.body).unwrap(), ..case };
        if std::env::var_os("UPDATE_CASES").is_some() {
            fs::write(&now.path, now.text()).unwrap();
        } else {
            assert_eq!(now.text(), fs::read_to_string(&now.path).unwrap(), "{}", now.path.display());
        }
    }
}

#[test]
fn every_family_answers_its_cases() {
    let families: Vec<&dyn Family> = puzzles::FAMILIES.iter().chain(UNLISTED).copied().collect();
    families.iter().for_each(|family| run(*family));
    for folder in fs::read_dir(folder_of_families()).unwrap().map(|entry| entry.unwrap().path()) {
        let named = |family: &&dyn Family| folder.ends_with(family.info().name);
        if folder.join("cases").is_dir() && !families.iter().any(named) {
            eprintln!("skipped: no family answers the cases in {}", folder.display());
        }
    }
}
