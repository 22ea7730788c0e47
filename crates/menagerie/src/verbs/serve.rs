//! The server and the page.

use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use etcetera::{BaseStrategy, choose_base_strategy};
use puzzles::phrases::plural;
use server::api::rights::{Access, Tokens};
use server::http::client::Proxies;
use server::live::RoomLimits;
use server::named::NamedLevels;
use server::start::{Config, Jobs, Log, StartError, run};
use server::task::Limits;
use server::work::CacheBytes;
use server::work::child::ChildCommand;
use server::{Policy, serve::Bounds};

use super::own_levels::own_levels;
use crate::arguments::{LogForm, Serve};
use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::input::{Unusable, usage};
use crate::report;
use crate::status::Status;

/// The default time limit of a job.
const JOB_TIME: Duration = Duration::from_secs(60);
/// The default memory limit of a job, in bytes.
const JOB_MEMORY: u64 = 1 << 30;

/// The note that the page asks the server everything, since it was built without its engines.
const LACKS_ENGINES: &str = "menagerie: note: this program was built without the engines of the page, so that every \
    move is asked of the server; 'cargo xtask web' before the build makes them\n";

/// Runs the server until it is asked to stop.
pub(super) fn serve(cli: &CliContext<'_>, asked: &Serve) -> anyhow::Result<Status> {
    let config = match config(cli, asked) {
        Ok(config) => config,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let (open, token, notes) = (asked.open, asked.token.clone(), notes(asked, &config.named));
    match run(config, move |address| announce(address, &notes, open, token.as_deref())) {
        Ok(()) => Ok(Status::Answered),
        Err(error @ (StartError::Unguarded(_) | StartError::Token | StartError::Idle)) => {
            Ok(refuse(&Unusable { message: error.to_string(), status: Status::Usage }))
        }
        Err(error) => Err(error.into()),
    }
}

/// What is said after the address: the operator's levels, and what this build lacks.
fn notes(asked: &Serve, named: &NamedLevels) -> String {
    let levels = asked.levels.as_ref().map(|folder| {
        let (levels, files) = named.own_counts();
        let of = format!("{} of {}", plural(levels, "level", "levels"), plural(files, "file", "files"));
        format!("menagerie: {of} in {}\n", folder.display())
    });
    let lacks_engines = !asked.no_page_engines && !server::has_page_engines();
    levels.unwrap_or_default() + if lacks_engines { LACKS_ENGINES } else { "" }
}

/// Reads a file of tokens.
fn tokens(file: &Path) -> Result<Tokens, Unusable> {
    let refused = |message: String, status| Unusable { message: format!("{}: {message}", file.display()), status };
    let text = fs::read_to_string(file).map_err(|error| refused(error.to_string(), Status::Failed))?;
    Tokens::read(&text).map_err(|wrong| refused(wrong, Status::Invalid))
}

/// Where jobs are stored.
fn jobs(asked: &Serve) -> Result<Jobs, Unusable> {
    let shared = asked.redis.clone().map(Jobs::Redis);
    let jobs = shared.or_else(|| asked.data.clone().or_else(data_folder).map(Jobs::Folder));
    jobs.ok_or_else(|| usage("the system names no folder for data; expected --data DIR".into()))
}

/// The levels that requests can name.
fn named(cli: &CliContext<'_>, asked: &Serve) -> Result<NamedLevels, Unusable> {
    asked.levels.as_deref().map_or_else(|| Ok(NamedLevels::shipped(cli.families)), |folder| own_levels(cli, folder))
}

fn config(cli: &CliContext<'_>, asked: &Serve) -> Result<Config, Unusable> {
    let (jobs, tokens) = (jobs(asked)?, asked.tokens.as_deref().map(tokens).transpose()?);
    let named = named(cli, asked)?;
    let access = Access { owner: asked.token.clone(), tokens, own_levels_only: asked.levels_only };
    let common = cli.common;
    let millis = u64::try_from(common.time.unwrap_or(JOB_TIME).as_millis()).unwrap_or(u64::MAX);
    let limits = Limits { nodes: common.nodes, bytes: common.memory.unwrap_or(JOB_MEMORY), millis };
    let policy = Policy {
        access,
        proxies: Proxies { networks: asked.trust_proxy.clone(), header: asked.client_header.clone() },
        origins: asked.allow_origin.clone(),
        rate: asked.rate,
        cpu: asked.cpu,
        logs_addresses: asked.log_addresses,
        limits,
        page_engines: !asked.no_page_engines,
        ..Policy::default()
    };
    Ok(Config {
        families: cli.families,
        store: Arc::clone(&cli.disk_store) as _,
        map: cli.map.clone().map(|map| map as _),
        named,
        listen: asked.listen,
        jobs,
        open_jobs: asked.jobs,
        slots: slots(asked.slots),
        child: child(),
        cache: CacheBytes(asked.cache),
        worlds: asked.worlds.clone(),
        rooms: RoomLimits {
            rooms: asked.rooms.into(),
            viewers: asked.room_viewers.into(),
            room_bytes: asked.room_memory,
            bytes: asked.rooms_memory,
            private: asked.private_rooms.into(),
        },
        policy,
        bounds: Bounds::default(),
        log: log(asked.log),
    })
}

/// The number of concurrent jobs: as asked, or one for each core.
pub(super) fn slots(asked: Option<u16>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

pub(super) fn log(form: Option<LogForm>) -> Log {
    match form {
        None => Log::Quiet,
        Some(LogForm::Text) => Log::Text,
        Some(LogForm::Json) => Log::Json,
    }
}

/// The command that starts this program as a child process for levels that are programs.
///
/// Where the system does not name the file of the program (a folder as the root, without `/proc`), it is the file by
/// which the program was called. Where that is none, this says so.
pub(super) fn child() -> Option<ChildCommand> {
    let path = || std::env::args_os().next().map(PathBuf::from).filter(|path| path.components().count() > 1);
    let called = || path().and_then(|path| path.canonicalize().ok());
    let program = std::env::current_exe().ok().or_else(called);
    if program.is_none() {
        report::say(
            "menagerie: note: this program's own file is not found, so that scripts run in this process, under their own \
             limits alone",
        );
    }
    Some(ChildCommand { program: program?, arguments: vec!["confined".into()] })
}

fn data_folder() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.data_dir().join("menagerie"))
}

/// Prints the address and the notes, and opens the browser there.
fn announce(address: SocketAddr, notes: &str, open: bool, token: Option<&str>) {
    let mut out = std::io::stdout().lock();
    // Errors are ignored: the server answers even if standard output is closed.
    let _ = write!(out, "menagerie: http://{address}\n{notes}").and_then(|()| out.flush());
    if open {
        let token = token.map_or(String::new(), |token| format!("/?token={token}"));
        browse(&format!("http://{address}{token}"));
    }
}

fn browse(address: &str) {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    let begun = Command::new(program).args(first).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Err(error) = begun {
        report::say(&format!("menagerie: no browser could be opened ({program}: {error})"));
    }
}
