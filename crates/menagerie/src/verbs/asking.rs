//! Questions about the levels of files: asked, answered, printed and written.

use std::path::Path;
use std::time::Duration;

use engines::Halt;
use puzzles::options::MOVES;
use puzzles::table::Table;
use puzzles::words;
use puzzles::{Answer, Contest, OptionValue, Options, Question, QuestionKind, Verdict};
use serde::Serialize;

use super::results::{COLUMNS, Entry, Results};
use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::{Input, Unusable, moves, usage};
use crate::out::Output;
use crate::output_arguments::{Folders, Outputs};
use crate::outputs::Rows;
use crate::question_verbs::Asking;
use crate::report;
use crate::state_files::{StateFiles, StatesAsked};
use crate::status::Status;

/// A question for some files, and the outputs of its results.
struct Request<'a> {
    files: Vec<&'a str>,
    question: Question,
    out: Option<&'a Path>,
    save: Option<&'a Path>,
    states: &'a StatesAsked,
    outputs: &'a Outputs,
}

/// Asks the question of a verb with these options.
pub(super) fn answer(cli: &CliContext<'_>, asked: &Asking, options: Options) -> anyhow::Result<Status> {
    let request = match request(asked, options) {
        Ok(request) => request,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let mut targets = targets(cli, &request);
    if let Err(unusable) = name_pictures(&mut targets, &request.outputs.folders) {
        return Ok(refuse(&unusable));
    }
    if let [target] = targets.as_slice() {
        return one_file(cli, target, &request);
    }
    if let Some(why) = request.needs_one_level() {
        return Ok(refuse(&usage(why.to_owned())));
    }
    several_files(cli, &request, &targets)
}

impl Request<'_> {
    /// Why several levels cannot be asked, where an output is wanted that holds one answer.
    fn needs_one_level(&self) -> Option<&'static str> {
        if self.out.is_some() || self.outputs.pictures.any() {
            return Some(
                "--out and pictures take the answer of one level; expected FILE#N, or a folder for the pictures (--png-dir, \
                 --svg-dir, --gif-dir)",
            );
        }
        let states = self.save.is_some() || self.states.any();
        states.then_some("--save, --states and --graph take the answer of one level; expected FILE#N")
    }
}

/// What a question is asked about: a level that can be loaded, or a file of which there is none.
struct Target {
    name: String,
    /// The name of its files in folders of pictures.
    picture: String,
    input: Result<Input, CommandError>,
}

impl Target {
    fn new(name: String, input: Result<Input, CommandError>) -> Target {
        Target { name, picture: String::new(), input }
    }

    /// The number that the format's own tools give the level, where it differs from that in the name.
    fn index(&self) -> Option<u64> {
        self.input.as_ref().ok()?.index()
    }
}

/// Names the files of the levels in folders of pictures.
fn name_pictures(targets: &mut [Target], folders: &Folders) -> Result<(), Unusable> {
    let levels: Vec<&Input> = targets.iter().filter_map(|target| target.input.as_ref().ok()).collect();
    let names = folders.names(&levels)?;
    let readable = targets.iter_mut().filter(|target| target.input.is_ok());
    readable.zip(names).for_each(|(target, name)| target.picture = name);
    Ok(())
}

/// The levels of the files: all of a file that holds several, but for a question after moves of one's own.
fn targets(cli: &CliContext<'_>, request: &Request<'_>) -> Vec<Target> {
    let one_level = cli.row(request.question.kind).is_some_and(|row| row.subject.is_one_level());
    let find = |(number, file): (usize, &&str)| {
        let found = if one_level { level(cli, file).map(|input| vec![input]) } else { levels(cli, file) };
        match found {
            Ok(levels) => levels.into_iter().map(|input| Target::new(input.name.clone(), Ok(input))).collect(),
            Err(none) if number > 0 && takes_moves(cli, request.question.kind) => {
                vec![Target::new((*file).to_owned(), Err(perhaps_moves(file, none)))]
            }
            Err(none) => vec![Target::new((*file).to_owned(), Err(none))],
        }
    };
    request.files.iter().enumerate().flat_map(find).collect()
}

/// Whether a question takes `--moves`.
fn takes_moves(cli: &CliContext<'_>, kind: QuestionKind) -> bool {
    let specs = || cli.families.iter().filter_map(|family| family.info().question(kind));
    specs().any(|spec| spec.option(MOVES.name).is_some())
}

/// Says where moves are given, if the name behind a first file is that of no file and may be a text of moves.
fn perhaps_moves(name: &str, none: CommandError) -> CommandError {
    let may_be = !name.contains(['.', '/', '@', '#']) && !Path::new(name).exists();
    let tip = if may_be { "; moves of this question are given with --moves" } else { "" };
    CommandError { text: none.text + tip, ..none }
}

/// The text and the family of a file.
fn input(cli: &CliContext<'_>, file: &str) -> Result<Input, CommandError> {
    Input::find(cli.families, file, cli.common.family.as_deref()).map_err(CommandError::unusable)
}

/// The levels of a file, which are not loaded yet.
pub(super) fn levels(cli: &CliContext<'_>, file: &str) -> Result<Vec<Input>, CommandError> {
    let levels = input(cli, file)?.levels(&cli.context());
    levels.map_err(|refused| CommandError::problems(&refused.0, &refused.1))
}

/// The one level that is meant of a file.
fn level(cli: &CliContext<'_>, file: &str) -> Result<Input, CommandError> {
    let level = input(cli, file)?.level(&cli.context());
    level.map_err(|refused| CommandError::problems(&refused.0, &refused.1))
}

fn request(asked: &Asking, mut options: Options) -> Result<Request<'_>, Unusable> {
    let Asking { kind, files, moves: made, out, save, states, outputs, .. } = asked;
    if let Some(moves) = &outputs.from_moves {
        let file = files.first().map_or("FILE", String::as_str);
        let tip = format!("`menagerie run {file} '{moves}' --gif OUT` makes a film of given moves");
        return Err(usage(format!("--from-moves is no option; {tip}")));
    }
    outputs.look.suit(&outputs.folders.of(&outputs.pictures, ""))?;
    if let Some(made) = made {
        if !options.moves().is_empty() {
            return Err(usage("moves are given twice, behind the level and with --moves".into()));
        }
        options.set(&MOVES, OptionValue::List(moves(made)?)).map_err(usage)?;
    }
    Ok(Request {
        files: files.iter().map(String::as_str).collect(),
        question: Question { kind: *kind, asked: options },
        out: out.as_deref(),
        save: save.as_deref(),
        states,
        outputs,
    })
}

/// The error of a map that no question of the family reads.
pub(super) fn unused_map() -> Unusable {
    usage("no answer was read from --map: this family has no saved maps, or none for this question".into())
}

/// The result of one file.
struct Reply {
    answer: Answer,
    picture: Option<picture::Picture>,
    /// Where the files are a contest's.
    contest: Option<Contest>,
}

/// Loads one of `count` levels, asks it, and writes the files asked for.
fn reply_about(
    cli: &CliContext<'_>,
    target: &Target,
    count: usize,
    request: &Request<'_>,
) -> Result<Reply, CommandError> {
    let input = target.input.as_ref().map_err(CommandError::clone)?;
    let level = input.load(&cli.context()).map_err(|problems| CommandError::problems(input, &problems))?;
    if !cli.common.quiet {
        input.say_problems(&*level);
    }
    let Outputs { pictures, folders, drawing, look, .. } = request.outputs;
    let pictures = &folders.of(pictures, &target.picture);
    // The answers about several levels are a table.
    let drawn = pictures.any() || count == 1 && !(cli.common.quiet || cli.common.json);
    drawing.suit(&level, drawn).map_err(CommandError::unusable)?;
    let table = request.outputs.csv.as_deref().filter(|_| count == 1);
    let states = StateFiles::new(request.states, cli.common.quiet).map_err(CommandError::failed)?;
    let rows = Rows::new(request.out, request.save, states, table).map_err(CommandError::failed)?;
    // A contest allots its time to each of several files.
    let contest = level.contest().filter(|_| count > 1 && request.question.kind == QuestionKind::SOLVE);
    let cx = match contest {
        Some(contest) => cli.context_for(Duration::from_secs(contest.seconds)),
        None => cli.context(),
    };
    if count > 1 {
        cx.spend(0).map_err(|halt| CommandError::unasked(&target.name, halt))?;
    }
    let asked = puzzles::ask(&level, &request.question, &rows.attach(cx));
    cli.line.clear();
    let answer = asked.map_err(|refusal| CommandError::abandoned(&target.name, &refusal, rows.abandon(&refusal)))?;
    rows.keep(&answer).map_err(CommandError::failed)?;
    if answer.verdict == Some(Verdict::Found) {
        cli.disk_store.clear_checkpoints();
    }
    if cli.map_is_unused() {
        return Err(CommandError::unusable(unused_map()));
    }
    let cx = cli.context_of_drawing();
    let drawn = drawn.then(|| drawing.explain(&level, &answer, pictures.has_film(), &cx));
    let drawn = drawn.map(|drawn| drawn.titled(|title| input.titled(title)));
    drawn.iter().try_for_each(|drawn| pictures.write(drawn, *look, &cx)).map_err(CommandError::failed)?;
    let picture = drawn.map(|drawn| drawn.picture);
    Ok(Reply { answer, picture, contest })
}

fn one_file(cli: &CliContext<'_>, target: &Target, request: &Request<'_>) -> anyhow::Result<Status> {
    match reply_about(cli, target, 1, request) {
        Err(none) => {
            if !none.text.is_empty() {
                report::say(&none.text);
            }
            Ok(none.status)
        }
        Ok(Reply { answer, picture, .. }) => {
            let picture = picture.filter(|_| !cli.common.quiet);
            let entry = Entry::Answered { file: &target.name, index: target.index(), answer: &answer, score: None };
            cli.print(&if cli.common.json { line(&entry)? } else { report::answer(&answer, picture.as_ref()) })?;
            Ok(answer.verdict.into())
        }
    }
}

fn line(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string(value).map(|text| report::json_line(&text))
}

fn several_files(cli: &CliContext<'_>, request: &Request<'_>, targets: &[Target]) -> anyhow::Result<Status> {
    let (kind, has_rows) = (request.question.kind, request.outputs.csv.is_some());
    let mut results = Results::new(kind, cli.common.json, has_rows, targets.iter().map(|target| &*target.name));
    let (mut status, mut unit) = (Status::Answered, None);
    // The family of a level that was not asked since a limit was reached: no other of it is, nor even loaded.
    let mut over: Option<(&str, Halt)> = None;
    for target in targets {
        let file = &*target.name;
        let family = target.input.as_ref().ok().map(|input| input.family.info().name);
        let asked = match over.filter(|(ended, _)| family == Some(*ended)) {
            Some((_, halt)) => Err(CommandError::unasked(file, halt)),
            None => reply_about(cli, target, targets.len(), request),
        };
        match asked {
            Ok(Reply { answer, contest, .. }) => {
                status = status.worse(answer.verdict.into());
                unit = unit.or(contest.map(|contest| contest.unit));
                let score = contest.map(|contest| words::score(&answer, &contest).unwrap_or(contest.forfeit));
                results.add(&Entry::Answered { file, index: target.index(), answer: &answer, score })?;
            }
            Err(none) => {
                if over.is_none() || none.status != Status::Unfinished {
                    report::say(&none.text);
                }
                if none.status == Status::Unfinished {
                    over = over.or(family.zip(cli.context().spend(0).err()));
                }
                status = status.worse(none.status);
                results.add(&Entry::Refused { file, error: none.text })?;
            }
        }
        results.piece().map_or(Ok(()), |piece| cli.print(&piece))?;
    }
    if let (Some(path), Some(rows)) = (&request.outputs.csv, results.rows.take()) {
        Output::new(path)?.fill(|out| Table::new(COLUMNS, rows.into_iter()).write_csv(out))?;
    }
    cli.print(&results.rest(unit)?)?;
    Ok(status)
}
