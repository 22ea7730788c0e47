//! The verbs that need no search: list, init, show, check.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use puzzles::options::INTENDED;
use puzzles::phrases::plural;
use puzzles::record::split_moves;
use puzzles::shortcut::Intended;
use puzzles::validity::Claim;
use puzzles::{
    Answer, AskError, Claims, Family, Level, LoadError, OptionValue, Options, Problem, Question, QuestionKind,
    Validity, Verdict,
};
use puzzles::{par, told, words};
use serde_json::{Value, json};

use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::{Input, Unusable};
use crate::output_arguments::{Drawing, Pictures};
use crate::report;
use crate::status::Status;

/// Families, their questions and their levels.
pub(super) fn list(cli: &CliContext<'_>) -> anyhow::Result<Status> {
    let text = if cli.common.json {
        report::json_line(&server::catalogue::families(cli.families).to_string())
    } else {
        cli.families.iter().map(|family| info_text(*family)).collect()
    };
    report::print(&text)?;
    Ok(Status::Answered)
}

fn info_text(family: &dyn Family) -> String {
    let info = family.info();
    let answers: Vec<&str> = info.offered().map(|question| question.row.name()).collect();
    let mut out = format!("{} (.{}): {}\n", info.name, info.extension, info.about);
    out.push_str(&format!("  answers {}\n", answers.join(", ")));
    let levels = info.levels.iter().map(|level| (level.name, level.about));
    let shipped: Vec<(&str, &str)> = levels.chain(family.sets().iter().map(|set| (set.name, set.about))).collect();
    let width = shipped.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, about) in shipped {
        out.push_str(&format!("  @{name:width$}  {about}\n"));
    }
    out.push('\n');
    out
}

/// Copies the shipped levels out; files that are there stay.
pub(super) fn init(cli: &CliContext<'_>, dir: &Path) -> anyhow::Result<Status> {
    fs::create_dir_all(dir)?;
    let (mut written, mut kept) = (Vec::new(), Vec::new());
    for family in cli.families {
        let info = family.info();
        for level in info.levels {
            let path = dir.join(format!("{}.{}", level.name, info.extension));
            let shown = path.display().to_string();
            match fs::File::create_new(&path) {
                Ok(mut file) => {
                    file.write_all(level.text.as_bytes())?;
                    written.push(shown);
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => kept.push(shown),
                Err(error) => return Err(anyhow::anyhow!("{shown}: {error}")),
            }
        }
    }
    for path in &kept {
        report::say(&format!("menagerie: {path} is there already and stays as it is"));
    }
    let text = if cli.common.json {
        let object = json!({"schema": 1, "question": "init", "verdict": null, "written": written, "kept": kept});
        report::json_line(&object.to_string())
    } else {
        written.iter().map(|path| format!("{path}\n")).collect()
    };
    report::print(&text)?;
    Ok(Status::Answered)
}

/// Draws a level.
pub(super) fn show(cli: &CliContext<'_>, file: &str, pictures: &Pictures, drawing: Drawing) -> anyhow::Result<Status> {
    let input = match Input::find(cli.families, file, cli.common.family.as_deref()) {
        Ok(input) => input,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let level = match input.load(&cli.context()) {
        Ok(level) => level,
        Err(problems) => {
            let none = CommandError::problems(&input, &problems);
            report::say(&none.text);
            return Ok(none.status);
        }
    };
    if drawing.every_hop {
        let message = "--every-hop: show draws a level, not a run; expected solve, hint or run".into();
        return Ok(refuse(&Unusable { message, status: Status::Usage }));
    }
    if let Err(unusable) = drawing.suit(&level, true) {
        return Ok(refuse(&unusable));
    }
    let (picture, guide) = (drawing.named(level.picture()), level.guide());
    pictures.write(&picture, &cli.context_of_drawing())?;
    let text = if cli.common.json {
        let (family, title, description) = (level.info().name, &picture.title, &picture.description);
        let object = json!({"schema": 1, "family": family, "question": "show", "verdict": null,
            "answer": {"title": title, "description": description, "svg": picture::svg::picture(&picture),
                "goal": guide.goal, "rules": guide.rules, "details": guide.details}});
        report::json_line(&object.to_string())
    } else {
        let guide: String = guide.lines().into_iter().map(|line| line + "\n").collect();
        format!("{}\n{}{guide}", picture.title, picture::text::picture(&picture, report::colour()))
    };
    cli.print(&text)?;
    Ok(Status::Answered)
}

/// The stated par and the proven optimum, and how they compare.
struct Par {
    stated: String,
    proven: Option<u64>,
    /// The proven value of the level as it stands, where par states that too, before the best one.
    unchanged: Option<u64>,
    verdict: Option<Verdict>,
    status: Status,
}

impl Par {
    /// Whether what is stated is right; `None` where that was not decided.
    fn holds(&self) -> Option<bool> {
        match self.status {
            Status::Answered => Some(true),
            Status::Refuted => Some(false),
            _ => None,
        }
    }
}

/// What `check` found in one file.
struct Finding {
    file: String,
    family: Option<&'static str>,
    /// The number that the format's own tools give the level, where it differs.
    index: Option<u64>,
    validity: Validity,
    par: Option<Par>,
    /// The stated solution beside a shortest one.
    intended: Option<Claim>,
    status: Status,
}

/// Says whether levels are valid; with `par`, whether the stated par is the proven optimum, and whether the solution that
/// is stated as intended is a shortest one.
pub(super) fn check(cli: &CliContext<'_>, files: &[String], par: bool) -> anyhow::Result<Status> {
    let findings: Vec<Finding> = files.iter().flat_map(|file| find(cli, file, par)).collect();
    let text = if cli.common.json { json_text(&findings) } else { plain_text(&findings) };
    report::print(&text)?;
    Ok(findings.iter().fold(Status::Answered, |status, finding| status.worse(finding.status)))
}

/// Checks each level of a file.
fn find(cli: &CliContext<'_>, file: &str, par: bool) -> Vec<Finding> {
    let input = match Input::find(cli.families, file, cli.common.family.as_deref()) {
        Ok(input) => input,
        Err(unusable) => {
            let mut finding = Finding::of(file, None);
            finding.status = refuse(&unusable);
            finding.validity = Validity::failed(unusable.message);
            return vec![finding];
        }
    };
    match input.levels(&cli.context()) {
        Ok(levels) => {
            let findings: Vec<Finding> = levels.iter().map(|input| find_in_level(cli, input, par)).collect();
            say_problems(file, &levels[0], &findings);
            findings
        }
        Err(refused) => {
            let (input, problems) = *refused;
            let mut finding = Finding::of(file, Some(input.family));
            finding.refused(&input, problems);
            vec![finding]
        }
    }
}

impl Finding {
    fn of(file: &str, family: Option<&'static dyn Family>) -> Finding {
        Finding {
            file: file.into(),
            family: family.map(|family| family.info().name),
            index: None,
            validity: Validity::default(),
            par: None,
            intended: None,
            status: Status::Answered,
        }
    }

    /// Records and prints why a level could not be loaded.
    fn refused(&mut self, input: &Input, problems: LoadError) {
        let none = CommandError::problems(input, &problems);
        report::say(&none.text);
        self.status = none.status;
        self.validity = Validity::of(Err(problems));
    }
}

fn find_in_level(cli: &CliContext<'_>, input: &Input, par: bool) -> Finding {
    let mut finding = Finding { index: input.index(), ..Finding::of(&input.name, Some(input.family)) };
    let cx = cli.context();
    if let Err(halt) = cx.spend(0) {
        finding.status = Status::Unfinished;
        finding.validity = Validity::failed(halt.to_string());
        return finding;
    }
    match input.load(&cx) {
        Ok(level) => {
            let claims = if par { level.claims() } else { Claims::default() };
            finding.validity = Validity::of(Ok(Arc::clone(&level)));
            if let Some(stated) = claims.par {
                compare(cli, input, &level, stated, &mut finding);
            }
            if let Some(intended) = claims.solution {
                compare_intended(cli, input, &level, &intended, &mut finding);
            }
        }
        Err(problems) => finding.refused(input, problems),
    }
    finding
}

/// Prints the errors and warnings of valid levels; those of a file with several levels once.
fn say_problems(file: &str, input: &Input, findings: &[Finding]) {
    let each = findings.iter().filter(|finding| finding.validity.valid).map(|finding| &finding.validity.problems);
    let mut said: &[Problem] = &[];
    for problems in each {
        if !problems.is_empty() && said != problems {
            report::say(report::problems(file, input.excerpts(), problems).trim_end());
        }
        said = problems;
    }
}

/// Solves the level and compares with what its author claims.
fn compare(cli: &CliContext<'_>, input: &Input, level: &Arc<dyn Level>, stated: String, finding: &mut Finding) {
    let answer = puzzles::ask(level, &Question::plain(QuestionKind::SOLVE), &cli.context());
    cli.line.clear();
    let (proven, status) = match &answer {
        Ok(answer) => judged(answer, &stated),
        Err(refusal) => {
            report::say(&format!("menagerie: {}: {refusal}", input.name));
            (None, refusal.into())
        }
    };
    let answer = answer.ok();
    let unchanged = answer.as_ref().and_then(|answer| par::unchanged(&stated, answer));
    let verdict = answer.and_then(|answer| answer.verdict);
    finding.par = Some(Par { stated, proven, unchanged, verdict, status });
    finding.status = status;
}

/// Asks whether the stated solution is a shortest one. Moves that do not win are a wrong claim.
fn compare_intended(cli: &CliContext<'_>, input: &Input, level: &Arc<dyn Level>, stated: &str, finding: &mut Finding) {
    let asked = Options::default().with(&INTENDED, OptionValue::List(split_moves(stated)));
    let answer = puzzles::ask(level, &Question { kind: QuestionKind::SHORTCUT, asked }, &cli.context());
    cli.line.clear();
    let (claim, status) = match answer {
        Ok(answer) => claim(&answer),
        Err(refusal) => {
            report::say(&format!("menagerie: {}: {refusal}", input.name));
            let status = if let AskError::NotOffered(_) | AskError::Illegal { .. } = refusal {
                Status::Refuted
            } else {
                (&refusal).into()
            };
            (Claim { error: Some(refusal.to_string()), ..Claim::default() }, status)
        }
    };
    finding.intended = Some(claim);
    finding.status = finding.status.worse(status);
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

/// The proven optimum, and whether it is what was stated.
fn judged(answer: &Answer, stated: &str) -> (Option<u64>, Status) {
    let status = match told::Par::of(stated, answer).holds {
        Some(true) => Status::Answered,
        Some(false) => Status::Refuted,
        None => Status::Unfinished,
    };
    (words::proven(answer), status)
}

fn plain_text(findings: &[Finding]) -> String {
    findings.iter().map(|finding| format!("{}: {}\n", finding.file, verdict(finding))).collect()
}

fn verdict(finding: &Finding) -> String {
    if finding.validity.failure.is_some() {
        return "not checked".into();
    }
    let valid = finding.validity.words();
    if !finding.validity.valid {
        return valid;
    }
    let claimed = finding.intended.as_ref().map(|claim| format!("; {}", claimed(claim))).unwrap_or_default();
    let Some(Par { stated, proven, unchanged, status, .. }) = &finding.par else { return format!("{valid}{claimed}") };
    let proven = proven.map(|proven| unchanged.map_or(proven.to_string(), |now| format!("{now} {proven}")));
    let compared = match proven {
        Some(proven) if *status == Status::Answered => format!("par {stated} is the proven optimum {proven}"),
        Some(proven) => format!("par {stated}, but the proven optimum is {proven}"),
        None if *status == Status::Refuted => format!("par {stated}, but it is impossible"),
        None => format!("par {stated} could not be compared"),
    };
    format!("{valid}; {compared}{claimed}")
}

/// What was found of a stated solution, in words.
fn claimed(claim: &Claim) -> String {
    let intended = claim.moves.map(|moves| plural(moves, "intended move", "intended moves")).unwrap_or_default();
    match (claim.is_best, claim.shortest) {
        (Some(true), _) => format!("no solution has fewer than the {intended}"),
        (Some(false), Some(shortest)) => {
            format!("the {intended} are not the fewest: {}", plural(shortest, "move suffices", "moves suffice"))
        }
        (Some(false), None) => format!("the {intended} are not the fewest"),
        (None, _) if claim.error.is_some() => "the intended moves do not hold".into(),
        (None, _) => "the intended moves could not be compared".into(),
    }
}

fn json_text(findings: &[Finding]) -> String {
    let object = match findings {
        [finding] => finding_json(finding),
        _ => {
            let valid = findings.iter().filter(|finding| finding.validity.valid).count();
            let results: Vec<Value> = findings
                .iter()
                .map(|finding| {
                    let mut object = finding_json(finding);
                    object["file"] = json!(finding.file);
                    if let Some(index) = finding.index {
                        object["index"] = json!(index);
                    }
                    object
                })
                .collect();
            json!({"schema": 1, "results": results, "totals": {"files": findings.len(), "valid": valid}})
        }
    };
    report::json_line(&object.to_string())
}

fn finding_json(finding: &Finding) -> Value {
    let validity = finding.validity.clone();
    let validity = match &finding.par {
        Some(par) => validity.with_par(&par.stated, par.proven, par.holds(), par.verdict),
        None => validity,
    };
    let validity = Validity { intended: finding.intended.clone(), ..validity };
    validity.object(finding.family)
}
