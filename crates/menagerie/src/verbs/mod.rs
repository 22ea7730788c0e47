//! The verbs of the command line, one function each.

mod arrange;
pub(crate) mod asking;
mod check;
mod levels;
mod making;
mod meter;
mod own_levels;
mod paths;
mod repl;
mod results;
mod scoreboard;
mod serve;
mod survey;
mod verify;
mod worker;
mod world;

use std::sync::Arc;
use std::time::Instant;

use clap::ArgMatches;
use engines::CancellationToken;
use puzzles::Family;

use crate::arguments::{Arguments, Common, New, Serve, Verb};
use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::input::Unusable;
use crate::limits::Allowance;
use crate::mapped::NamedMap;
use crate::options;
use crate::out::Output;
use crate::outputs::examine;
use crate::progress::Line;
use crate::question_verbs::Asking;
use crate::report;
use crate::status::Status;
use crate::stopping;
use crate::store::{DiskStore, Place, cache_folder};

/// Runs one command. The options of its question are in `matches`.
pub(crate) fn run(
    families: &'static [&'static dyn Family],
    arguments: &Arguments,
    matches: &ArgMatches,
) -> anyhow::Result<Status> {
    if matches!(arguments.verb, Verb::Confined) {
        return Ok(server::work::confined::run(families).map(|()| Status::Answered)?);
    }
    let common = &arguments.common;
    let stop = CancellationToken::default();
    // The prompt goes on after an interrupt; the server ends in order by itself.
    match arguments.verb {
        Verb::Repl { .. } | Verb::Serve(_) => {}
        Verb::Worker(_) => stopping::listen(&stop, stopping::GRACE_OF_WORKERS),
        _ => stopping::listen(&stop, stopping::GRACE_PERIOD),
    }
    let verb = &arguments.verb;
    let examined = examine(&verb.outputs(), common.json).and_then(|aside| Ok((aside, named_map(verb)?)));
    let (aside, map) = match examined {
        Ok(found) => found,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let line = Line::new(common.quiet);
    let disk_store = Arc::new(disk_store(common, verb, line.clone()));
    let disk = match verb {
        Verb::Ask(Asking { disk, .. }) => *disk,
        _ => None,
    };
    if let Some(why) = disk.and_then(|_| no_cache(common)) {
        let message = format!("--disk needs the cache folder, {why}");
        return Ok(refuse(&Unusable { message, status: Status::Usage }));
    }
    let allowance = Allowance::new(common, disk);
    let cli = CliContext { families, common, stop, line, disk_store, allowance, map, begun: Instant::now(), aside };
    match verb {
        Verb::List => levels::list(&cli),
        Verb::Init { dir } => levels::init(&cli, dir),
        Verb::Arrange { file, order, write } => arrange::arrange(&cli, file, order, *write),
        Verb::Show { file, pictures, folders, drawing, look } => {
            let files = levels::Files { pictures, folders, look: *look };
            levels::show(&cli, file, &files, *drawing)
        }
        Verb::Play(asked) => match options::given(families, matches) {
            Ok(options) => crate::play::play(&cli, asked, options),
            Err(unusable) => Ok(refuse(&unusable)),
        },
        Verb::Check(asked) => match options::given(families, matches) {
            Ok(options) => check::check(&cli, asked, &options),
            Err(unusable) => Ok(refuse(&unusable)),
        },
        Verb::Survey(asked) => match options::given(families, matches) {
            Ok(options) => survey::survey(&cli, asked, options),
            Err(unusable) => Ok(refuse(&unusable)),
        },
        Verb::World(verb) => world::run(&cli, verb),
        Verb::Serve(asked) => serve::serve(&cli, asked),
        Verb::Worker(asked) => worker::worker(&cli, asked),
        Verb::Completions { shell } => completions(&cli, *shell),
        Verb::Man => man(&cli),
        Verb::Repl { file, eval } => repl::repl(&cli, file.as_deref(), eval),
        Verb::New(new) => making::new(&cli, new),
        Verb::Verify { file, answer, partly } => verify::verify(&cli, file, answer, *partly),
        // It returned above, before anything was set up.
        Verb::Confined => Ok(Status::Answered),
        Verb::Ask(asked) => match options::given(families, matches) {
            Ok(options) => match &asked.programs {
                Some(programs) => scoreboard::scoreboard(&cli, asked, options, programs),
                None => asking::answer(&cli, asked, options),
            },
            Err(unusable) => Ok(refuse(&unusable)),
        },
    }
}

/// The saved map that the command names, if it names one.
fn named_map(verb: &Verb) -> Result<Option<Arc<NamedMap>>, Unusable> {
    let (Verb::Ask(Asking { map, .. }) | Verb::New(New { map, .. }) | Verb::Serve(Serve { map, .. })) = verb else {
        return Ok(None);
    };
    map.as_deref().map(|path| NamedMap::open(path).map(Arc::new)).transpose()
}

/// Where tables are kept: beside a map that is being built, else in the cache.
fn disk_store(common: &Common, verb: &Verb, line: Line) -> DiskStore {
    let place = match verb {
        // A pipe or a device has nothing beside it.
        Verb::Ask(Asking { save: Some(save), .. }) => {
            Output::new(save).ok().and_then(|out| out.file().map(ToOwned::to_owned)).map(Place::Beside)
        }
        _ if common.no_cache => None,
        _ => cache_folder().map(Place::Cache),
    };
    let quiet = common.quiet;
    DiskStore::new(place, move |text| {
        if !quiet {
            line.say(&format!("menagerie: {text}"));
        }
    })
}

/// Why there is no cache folder, if there is none.
fn no_cache(common: &Common) -> Option<&'static str> {
    match (common.no_cache, cache_folder()) {
        (true, _) => Some("which --no-cache leaves alone"),
        (false, None) => Some("and the system names no home folder to put it in; MENAGERIE_CACHE can name it"),
        (false, Some(_)) => None,
    }
}

fn completions(cli: &CliContext<'_>, shell: clap_complete::Shell) -> anyhow::Result<Status> {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut options::command(cli.families), "menagerie", &mut out);
    report::print(&String::from_utf8_lossy(&out))?;
    Ok(Status::Answered)
}

fn man(cli: &CliContext<'_>) -> anyhow::Result<Status> {
    let mut out = Vec::new();
    clap_mangen::Man::new(options::command(cli.families)).render(&mut out)?;
    report::print(&String::from_utf8_lossy(&out))?;
    Ok(Status::Answered)
}
