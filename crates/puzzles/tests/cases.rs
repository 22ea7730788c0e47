//! Case files: a question, its options, and the answer that it must get, as in the JSON; then the level.
//!
//! `UPDATE_CASES=1 cargo test -p puzzles --test cases` writes verdicts and answers anew.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engines::Context;
use puzzles::{Answer, Family, Question, QuestionKind, blank};

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

/// The answer, accepted by the independent checker.
fn answer(family: &dyn Family, case: &Case) -> Answer {
    let level = family.load(Arc::new(case.level.clone().into_bytes())).unwrap();
    let question = case.question();
    let answer = puzzles::ask(family.info(), &level, &question, &Context::default()).unwrap();
    if question.kind != QuestionKind::Run {
        let checked = level.check(&question, &answer, &Context::default());
        checked.unwrap_or_else(|flaw| panic!("{}: {flaw}", case.path.display()));
    }
    answer
}

fn run(family: &dyn Family) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(family.info().name).join("cases");
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
    for family in puzzles::FAMILIES.iter().copied().chain([&blank::Blank as &dyn Family]) {
        run(family);
    }
}
