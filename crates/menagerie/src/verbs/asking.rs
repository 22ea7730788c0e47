//! The verbs that ask a level: solve, count, improve, reach, hint, run; and verify.

use std::path::Path;

use puzzles::{Answer, Asked, Flaw, Kind, Problem, Problems, Question, Refusal, Verdict, words};
use serde::Serialize;
use serde_json::json;

use super::{Bench, moves};
use crate::arguments::{Solve, Verb};
use crate::input::{Input, Unusable};
use crate::out::{OutFile, write_file};
use crate::report;
use crate::status::Status;

/// A question for some files, and where large results go.
struct Errand<'a> {
    files: Vec<&'a str>,
    question: Question,
    out: Option<&'a Path>,
    svg: Option<&'a Path>,
}

/// Asks what the verb says.
pub(super) fn answer(bench: &Bench<'_>, verb: &Verb) -> anyhow::Result<Status> {
    let errand = match errand(verb) {
        Ok(errand) => errand,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    if let [file] = errand.files.as_slice() {
        return one_file(bench, file, &errand);
    }
    if errand.out.is_some() || errand.svg.is_some() {
        let message = "--out and --svg take the answer of one file".into();
        return Ok(refuse(&Unusable { message, status: Status::Usage }));
    }
    several_files(bench, &errand)
}

fn errand(verb: &Verb) -> Result<Errand<'_>, Unusable> {
    let plain =
        |file, kind, asked| Errand { files: vec![file], question: Question { kind, asked }, out: None, svg: None };
    Ok(match verb {
        Verb::Solve(solve) => solve_errand(solve)?,
        Verb::Count { file, at } => plain(file, Kind::Count, Asked { at: *at, ..Asked::default() }),
        Verb::Reach { file } => plain(file, Kind::Reach, Asked::default()),
        Verb::Improve { file, all, out, svg } => {
            let errand = plain(file, Kind::Improve, Asked { all: *all, ..Asked::default() });
            Errand { out: out.as_deref(), svg: svg.as_deref(), ..errand }
        }
        Verb::Hint { file, moves: made, role } => {
            let made = made.as_deref().map(moves).transpose()?.unwrap_or_default();
            plain(file, Kind::Hint, Asked { moves: made, role: role.clone(), ..Asked::default() })
        }
        Verb::Run { file, moves: made, role } => {
            plain(file, Kind::Run, Asked { moves: moves(made)?, role: role.clone(), ..Asked::default() })
        }
        other => unreachable!("{other:?} asks no question"),
    })
}

fn solve_errand(solve: &Solve) -> Result<Errand<'_>, Unusable> {
    let Solve { files, moves: made, all, count, path, rule, goal, out, svg } = solve;
    let asked = Asked {
        moves: made.as_deref().map(moves).transpose()?.unwrap_or_default(),
        goal: goal.clone(),
        rule: rule.clone(),
        count: *count,
        all: *all,
        path: *path,
        ..Asked::default()
    };
    let question = Question { kind: Kind::Solve, asked };
    Ok(Errand { files: files.iter().map(String::as_str).collect(), question, out: out.as_deref(), svg: svg.as_deref() })
}

/// Says why there is nothing to work on.
pub(super) fn refuse(unusable: &Unusable) -> Status {
    report::say(&format!("menagerie: {}", unusable.message));
    unusable.status
}

/// Why a file gave no answer: the text for standard error.
pub(super) struct NoAnswer {
    pub(super) text: String,
    pub(super) status: Status,
}

impl NoAnswer {
    fn unusable(unusable: Unusable) -> NoAnswer {
        NoAnswer { text: format!("menagerie: {}", unusable.message), status: unusable.status }
    }

    /// The problems of a level's text.
    pub(super) fn problems(input: &Input, problems: &Problems) -> NoAnswer {
        match problems {
            Problems::Invalid(list) => {
                let text = report::problems(&input.name, &*input.source, list);
                NoAnswer { text: text.trim_end().into(), status: Status::Invalid }
            }
            Problems::Exceeded(why) => {
                NoAnswer { text: format!("menagerie: {}: {why}", input.name), status: Status::Unfinished }
            }
            Problems::Unreadable(error) => {
                NoAnswer { text: format!("menagerie: {}: cannot be read: {error}", input.name), status: Status::Failed }
            }
        }
    }

    fn refusal(name: &str, refusal: &Refusal) -> NoAnswer {
        NoAnswer { text: format!("menagerie: {name}: {refusal}"), status: refusal.into() }
    }

    fn failed(error: impl std::fmt::Display) -> NoAnswer {
        NoAnswer { text: format!("menagerie: {error}"), status: Status::Failed }
    }
}

/// Finds, loads, asks; writes the files asked for.
fn ask(bench: &Bench<'_>, file: &str, errand: &Errand<'_>) -> Result<(Answer, Option<picture::Picture>), NoAnswer> {
    let input = Input::find(bench.families, file, bench.common.family.as_deref()).map_err(NoAnswer::unusable)?;
    let level = input.load().map_err(|problems| NoAnswer::problems(&input, &problems))?;
    let out = errand.out.map(OutFile::new);
    let mut cx = bench.context();
    if let Some(out) = &out {
        cx = cx.sink(out);
    }
    let asked = puzzles::ask(input.family.card(), &level, &errand.question, &cx);
    bench.line.clear();
    let answer = match asked {
        Ok(answer) => answer,
        Err(refusal) => {
            out.iter().for_each(OutFile::discard);
            return Err(NoAnswer::refusal(file, &refusal));
        }
    };
    finish_out(out.as_ref(), &answer).map_err(NoAnswer::failed)?;
    let wanted = errand.svg.is_some() || !(bench.common.quiet || bench.common.json);
    let picture = wanted.then(|| level.explain(&errand.question, &answer));
    if let (Some(path), Some(picture)) = (errand.svg, &picture) {
        write_file(path, picture::svg::picture(picture).as_bytes()).map_err(NoAnswer::failed)?;
    }
    Ok((answer, picture))
}

fn finish_out(out: Option<&OutFile>, answer: &Answer) -> std::io::Result<()> {
    let Some(out) = out else { return Ok(()) };
    if answer.verdict == Some(Verdict::Unfinished) {
        out.discard();
        return Ok(());
    }
    if !out.used() {
        report::say("menagerie: nothing was written with --out: the answer holds everything");
    }
    out.keep()
}

fn one_file(bench: &Bench<'_>, file: &str, errand: &Errand<'_>) -> anyhow::Result<Status> {
    match ask(bench, file, errand) {
        Err(none) => {
            report::say(&none.text);
            Ok(none.status)
        }
        Ok((answer, picture)) => {
            let picture = picture.filter(|_| !bench.common.quiet);
            report::print(&if bench.common.json { line(&answer)? } else { report::answer(&answer, picture.as_ref()) })?;
            Ok(answer.verdict.into())
        }
    }
}

fn line(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(|text| text + "\n")
}

/// What several files gave together.
#[derive(Default, Serialize)]
struct Totals {
    files: u64,
    found: u64,
    impossible: u64,
    unfinished: u64,
    refused: u64,
    nodes: u64,
    seconds: f64,
}

impl Totals {
    fn add(&mut self, answer: &Answer) {
        match answer.verdict {
            Some(Verdict::Impossible) => self.impossible += 1,
            Some(Verdict::Unfinished) => self.unfinished += 1,
            _ => self.found += 1,
        }
        self.nodes += answer.spent.nodes;
        self.seconds += answer.spent.seconds;
    }
}

/// One entry of the results of several files.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Answered {
        file: &'a str,
        #[serde(flatten)]
        answer: Box<Answer>,
    },
    Refused {
        file: &'a str,
        error: String,
    },
}

fn several_files(bench: &Bench<'_>, errand: &Errand<'_>) -> anyhow::Result<Status> {
    let (mut status, mut totals, mut entries) = (Status::Answered, Totals::default(), Vec::new());
    for file in &errand.files {
        totals.files += 1;
        match ask(bench, file, errand) {
            Ok((answer, _)) => {
                status = status.worse(answer.verdict.into());
                totals.add(&answer);
                entries.push(Entry::Answered { file, answer: Box::new(answer) });
            }
            Err(none) => {
                report::say(&none.text);
                status = status.worse(none.status);
                totals.refused += 1;
                entries.push(Entry::Refused { file, error: none.text });
            }
        }
    }
    let text = if bench.common.json {
        line(&json!({"schema": 1, "results": entries, "totals": totals}))?
    } else {
        table(&entries, &totals)
    };
    report::print(&text)?;
    Ok(status)
}

fn table(entries: &[Entry<'_>], totals: &Totals) -> String {
    let name = |entry: &Entry<'_>| match entry {
        Entry::Answered { file, .. } | Entry::Refused { file, .. } => file.chars().count(),
    };
    let width = entries.iter().map(name).max().unwrap_or(0);
    let mut out = String::new();
    for entry in entries {
        let (file, said, seconds) = match entry {
            Entry::Answered { file, answer } => {
                let first = words::lines(answer).into_iter().next().unwrap_or_default();
                (file, format!("{}; {first}", words::verdict(answer)), format!("{:.3} s", answer.spent.seconds))
            }
            Entry::Refused { file, .. } => (file, "refused".into(), String::new()),
        };
        out.push_str(format!("{file:width$}  {seconds:>9}  {said}").trim_end());
        out.push('\n');
    }
    let Totals { files, found, impossible, unfinished, refused, nodes, seconds } = totals;
    out + &format!(
        "{files} files: {found} found, {impossible} impossible, {unfinished} unfinished, {refused} refused; \
         {nodes} nodes, {seconds:.3} s\n"
    )
}

/// Checks an answer with the family's independent checker.
pub(super) fn verify(bench: &Bench<'_>, file: &str, answer_file: &str) -> anyhow::Result<Status> {
    let none = match checked(bench, file, answer_file) {
        Ok((text, status)) => {
            report::print(&text)?;
            return Ok(status);
        }
        Err(none) => none,
    };
    report::say(&none.text);
    Ok(none.status)
}

fn checked(bench: &Bench<'_>, file: &str, answer_file: &str) -> Result<(String, Status), NoAnswer> {
    let input = Input::find(bench.families, file, bench.common.family.as_deref()).map_err(NoAnswer::unusable)?;
    let level = input.load().map_err(|problems| NoAnswer::problems(&input, &problems))?;
    let answer = read_answer(answer_file)?;
    let card = input.family.card();
    let question = answer.asked_question();
    let checked = if answer.family != card.name {
        Err(Flaw::wrong(format!("it is an answer of the family '{}', not '{}'", answer.family, card.name)))
    } else if let Err(refusal) = puzzles::offered(card, &level, &question) {
        Err(Flaw::wrong(refusal.to_string()))
    } else if question.kind == Kind::Run {
        replayed(bench, card, &level, &answer)
    } else {
        level.check(&question, &answer, &bench.context())
    };
    bench.line.clear();
    match checked {
        Ok(checked) => {
            let mut object =
                json!({"schema": 1, "family": card.name, "question": "verify", "verdict": null, "holds": true});
            object["rechecked"] = json!(checked.rechecked);
            object["not_rechecked"] = json!(checked.not_rechecked);
            let text = if bench.common.json { format!("{object}\n") } else { holds_text(&checked) };
            Ok((text, Status::Answered))
        }
        Err(Flaw::Wrong(flaw)) => {
            let object = json!({"schema": 1, "family": card.name, "question": "verify", "verdict": null,
                "holds": false, "flaw": flaw});
            let text = if bench.common.json { format!("{object}\n") } else { format!("does not hold: {flaw}\n") };
            Ok((text, Status::Refuted))
        }
        Err(Flaw::Unchecked(refusal)) => Err(NoAnswer::refusal(file, &refusal)),
    }
}

fn holds_text(checked: &puzzles::Checked) -> String {
    let mut out = "holds\n".to_owned();
    out.extend(checked.rechecked.iter().map(|what| format!("  rechecked: {what}\n")));
    out.extend(checked.not_rechecked.iter().map(|what| format!("  not rechecked: {what}\n")));
    out
}

/// A run is checked by running it again.
fn replayed(
    bench: &Bench<'_>,
    card: &puzzles::Card,
    level: &std::sync::Arc<dyn puzzles::Level>,
    answer: &Answer,
) -> Result<puzzles::Checked, Flaw> {
    let again = puzzles::ask(card, level, &answer.asked_question(), &bench.context())?;
    if again.body != answer.body {
        return Err(Flaw::wrong("the moves end otherwise"));
    }
    Ok(puzzles::Checked { rechecked: vec!["the moves replay to the same end".into()], not_rechecked: Vec::new() })
}

fn read_answer(file: &str) -> Result<Answer, NoAnswer> {
    let read = if file == "-" {
        crate::place::bounded(std::io::stdin().lock())
    } else {
        std::fs::File::open(file).and_then(crate::place::bounded)
    };
    let bytes = read.map_err(|error| NoAnswer::failed(format!("{file}: {error}")))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        let (line, column) = (error.line().max(1) as u64, error.column().max(1) as u64);
        let expected = "the object that --json prints".to_owned();
        let text = report::problems(file, &bytes.as_slice(), &[Problem { line, column, message, expected }]);
        NoAnswer { text: text.trim_end().into(), status: Status::Invalid }
    })
}
