//! The command line as types. The options of questions, which the families declare, are added by [`crate::options`].

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, value_parser};
use puzzles::QuestionKind;
use puzzles::questions::{QUESTIONS, QuestionRow};
use server::Origin;
use server::amount::{duration, memory};
use server::http::client::{HeaderName, IpNet, network};

use crate::output_arguments::{Drawing, Folders, Look, Pictures};
use crate::question_verbs::Asking;

/// The most concurrent jobs of a process; each has a thread.
const MAX_SLOTS: i64 = 1024;

/// A workbench for puzzle games: exact answers that say how they are known.
#[derive(Debug, Parser)]
#[command(name = "menagerie", version, about, max_term_width = 100)]
#[command(after_help = "FILE is a path, - for standard input (with --family), or @name for a shipped level.\n\
    Exit status: 0 answered, or an answer holds; 10 proven impossible; 12 unfinished, or an answer\n\
    holds in part or was not rechecked; 4 an answer does not hold; 2 wrong usage; 3 invalid input;\n\
    1 anything else.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) verb: Verb,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of every verb.
#[derive(Args, Debug)]
pub(crate) struct Common {
    /// Print one JSON object
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Stop after this time: 500ms, 60s, 2m, 1h
    #[arg(long, global = true, value_name = "DURATION", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Use at most this much memory for tables: 512MiB, 2GiB [default: three quarters of what is free]
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Stop after this many units of work
    #[arg(long, global = true, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Use at most this many threads [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Neither read nor write tables in the cache folder
    #[arg(long, global = true)]
    pub(crate) no_cache: bool,
    /// Print the answer alone, without progress and pictures
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// The family of standard input, or of files whose extension does not say it
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) family: Option<String>,
}

/// What to do.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant)] // there is one in a process
pub(crate) enum Verb {
    /// List the families, what each answers, and the shipped levels
    List,
    /// Copy the shipped levels into a folder
    Init {
        /// The folder; made where it is missing. Files that are there stay as they are
        dir: PathBuf,
    },
    /// Write the levels of a file in another order: moved, repeated, left out
    Arrange {
        /// The file, `@` and the name of a shipped one, or - for standard input
        file: String,
        /// Numbers of levels and ranges of them, such as 3,1-2: a number that stands twice repeats its level
        #[arg(required = true, value_delimiter = ',')]
        order: Vec<String>,
        /// Replace the file instead of printing the text
        #[arg(long)]
        write: bool,
    },
    /// Draw a level
    Show {
        /// The level
        file: String,
        #[command(flatten)]
        pictures: Pictures,
        #[command(flatten)]
        folders: Folders,
        #[command(flatten)]
        drawing: Drawing,
        #[command(flatten)]
        look: Look,
    },
    /// Play a level on the terminal, or one chosen from the shipped ones
    Play(Play),
    /// Check whether levels are valid, and report each problem with its place
    #[command(
        after_help = "With --par, --time, --memory and --nodes bound each level [default: 1GiB, and 60s where no --nodes are\n\
            given]; levels are solved at once on --threads. What is proven is kept for the next run, unless --no-cache.\n\
            Exit status, the worst of all: 1 a file cannot be read; 3 a level is not valid; 4 a par or an intended\n\
            solution does not hold, or a level is impossible and does not state `par: impossible`; 12 unfinished;\n\
            0 all is well."
    )]
    Check(Check),
    #[command(flatten)]
    Ask(Asking),
    /// Ask every level of many files one question, and make a table of the answers
    #[command(
        after_help = "--time, --memory and --nodes bound each level [default: 1GiB, and 60s where no --nodes are given];\n\
            --threads is the number of levels that are asked at once, each on one thread."
    )]
    Survey(Survey),
    /// Make a new level and print its text
    New(New),
    /// Check an answer with independent code
    #[command(
        after_help = "Exit status: 0 the answer holds: every field of it but its method and cost was rechecked; 12 it holds\n\
        in part or was not rechecked, and what was not is listed; 4 it does not hold, or one of several does not."
    )]
    Verify {
        /// The level, or the file of the levels that the answers are about
        file: String,
        /// What --json printed, of one level or several, also one after the other or in a list; - for standard input
        answer: String,
        /// Accept an answer of which not everything was rechecked: status 0 in place of 12
        #[arg(long)]
        partly: bool,
    },
    /// Explore with Luau: levels, moves and vectors by hand
    Repl {
        /// A script that runs first, or a level that is loaded as `level`
        file: Option<String>,
        /// Run this code and exit
        #[arg(long, value_name = "CODE", allow_hyphen_values = true)]
        eval: Vec<String>,
    },
    /// Run or draw a live world
    #[command(subcommand)]
    World(WorldVerb),
    /// Serve the page and the API
    Serve(Serve),
    /// Work for servers that keep their jobs in a Redis
    Worker(Worker),
    /// Print completions for a shell
    Completions {
        /// bash, elvish, fish, powershell or zsh
        shell: clap_complete::Shell,
    },
    /// Print the man page
    Man,
    /// Perform one task from standard input under limits of the system: how the server runs scripts
    #[command(hide = true)]
    Confined,
}

/// Options of `check`.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Files, of which every level is checked, folders, of which every file of levels is taken, and patterns
    #[arg(required = true, value_name = "PATH")]
    pub(crate) files: Vec<String>,
    /// Solve every level, and compare its stated par with the proven optimum and its intended solution with a shortest
    /// one
    #[arg(long)]
    pub(crate) par: bool,
    /// Write what is proven into the files: par, or solutions, which give the levels away; with found also solutions
    /// that are not proven best, in Sokoban files
    #[arg(long, value_name = "WHAT", requires = "par", value_delimiter = ',')]
    pub(crate) write: Vec<Written>,
    /// Print what --write would change, and change nothing
    #[arg(long, requires = "write")]
    pub(crate) diff: bool,
    /// Exit with 4 where a level has warnings, or errors with which it is played all the same
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Stop after this time altogether: levels that were not reached are unfinished
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(crate) time_total: Option<Duration>,
}

/// What `check` writes into files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Written {
    /// The best value, where it is proven.
    Par,
    /// The solution, where it is proven best.
    Solutions,
    /// The solution, proven best or not, in formats where it claims no more than that it wins.
    Found,
}

/// What to do with a world. FILE is a .world.toml file, or @name for a shipped one.
#[derive(Debug, Subcommand)]
pub(crate) enum WorldVerb {
    /// Run it for a number of steps and print its hash
    Run(WorldRun),
    /// List what a world contains, and draw it
    Show {
        /// The world
        file: String,
        #[command(flatten)]
        pictures: Pictures,
    },
}

/// Options of `world run`.
#[derive(Args, Debug)]
pub(crate) struct WorldRun {
    /// The world
    pub(crate) file: String,
    /// Steps of 1/60 s to run, from the snapshot on where there is one; without it to the end of the log, else 600
    #[arg(long, value_name = "N")]
    pub(crate) steps: Option<u64>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Write the log of inputs
    #[arg(long, value_name = "LOG")]
    pub(crate) record: Option<PathBuf>,
    /// Write where every animal is after each step, as a CSV file
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Replay a recorded log, and check that the run ends in the recorded state
    #[arg(long, value_name = "LOG")]
    pub(crate) replay: Option<PathBuf>,
    /// Write a snapshot at the end
    #[arg(long, value_name = "SAVE")]
    pub(crate) save: Option<PathBuf>,
    /// Begin at a snapshot
    #[arg(long, value_name = "SAVE")]
    pub(crate) resume: Option<PathBuf>,
}

/// Options of `new`.
#[derive(Args, Debug)]
pub(crate) struct New {
    /// The family
    #[arg(value_name = "FAMILY")]
    pub(crate) name: String,
    /// The board, in the family's own words, such as 5x5; for toggles also a level file, whose moves are kept
    #[arg(long)]
    pub(crate) board: Option<String>,
    /// The optimum that the level should have, in the family's unit, such as moves
    #[arg(long, value_name = "N")]
    pub(crate) difficulty: Option<u64>,
    /// Equal seeds give equal levels [default: another one each time]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// A template by name
    #[arg(long)]
    pub(crate) template: Option<String>,
    /// Choose the level from a saved map of this board
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
}

/// Options of `play`.
#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The level or a saved game; without one, choose
    pub(crate) file: Option<String>,
    /// Play by lines: state and moves in words, for screen readers and pipes
    #[arg(long)]
    pub(crate) plain: bool,
    /// The role to play, in levels with several roles
    #[arg(long = "as", value_name = "ROLE")]
    pub(crate) role: Option<String>,
    /// The seed of the random numbers, in games of chance
    #[arg(long, value_name = "N", requires = "file")]
    pub(crate) seed: Option<u64>,
    /// Go on with a saved game
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["file", "role"])]
    pub(crate) resume: Option<PathBuf>,
}

/// Options of `serve`. --time, --memory and --nodes bound each job [default: 60s, 1GiB].
#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// The address to listen on; port 0 takes a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4663")]
    pub(crate) listen: SocketAddr,
    /// The folder in which jobs are kept [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Keep jobs in this Redis, shared with other servers and workers
    #[arg(long, value_name = "URL", env = "MENAGERIE_REDIS", hide_env_values = true)]
    pub(crate) redis: Option<String>,
    /// The token of the server's owner, with all rights; this or --tokens is needed to listen on any but the loopback
    /// address
    #[arg(long, value_name = "T", env = "MENAGERIE_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// A file of tokens with their rights, and of the rights without a token (docs/http.md)
    #[arg(long, value_name = "FILE")]
    pub(crate) tokens: Option<PathBuf>,
    /// Trust this proxy, or network of proxies, to name the clients of its requests, which have public rights without a
    /// token
    #[arg(long, value_name = "ADDRESS", value_parser = network, num_args = 1..)]
    pub(crate) trust_proxy: Vec<IpNet>,
    /// The header in which proxies name their clients: Forwarded, or one in the form of X-Forwarded-For
    #[arg(long, value_name = "NAME", default_value = "X-Forwarded-For", requires = "trust_proxy")]
    pub(crate) client_header: HeaderName,
    /// Allow requests from pages of this origin
    #[arg(long, value_name = "URL", value_parser = Origin::parse)]
    pub(crate) allow_origin: Vec<Origin>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Read hints from a saved map of their board
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Work on at most N jobs at once, and on N waiting questions [default: all cores]; with --redis 0 leaves all but
    /// hints to workers
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(..=MAX_SLOTS))]
    pub(crate) slots: Option<u16>,
    /// Keep at most this much memory between requests: levels, solvers with their tables, answers
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "384MiB")]
    pub(crate) cache: u64,
    /// A folder of levels that requests name in place of a text, as @NAME; the first hint of each is prepared at the
    /// start
    #[arg(long, value_name = "DIR")]
    pub(crate) levels: Option<PathBuf>,
    /// Let requests without a token ask about these levels alone, unless they have all rights
    #[arg(long, requires = "levels")]
    pub(crate) levels_only: bool,
    /// A folder of worlds beside those that come with it
    #[arg(long, value_name = "DIR")]
    pub(crate) worlds: Option<PathBuf>,
    /// The most open rooms of worlds; one without viewers ends for another, those with changed scripts or a log last
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = value_parser!(u16).range(1..))]
    pub(crate) rooms: u16,
    /// The most viewers of one room
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u16).range(1..))]
    pub(crate) room_viewers: u16,
    /// The most private rooms of one address; from this machine there is no limit
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) private_rooms: u16,
    /// The most memory of one room
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "256MiB")]
    pub(crate) room_memory: u64,
    /// The most memory of all rooms together
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "1GiB")]
    pub(crate) rooms_memory: u64,
    /// The most requests a second of one client; requests with all rights have no limit
    #[arg(long, value_name = "N", default_value_t = 50.0)]
    pub(crate) rate: f64,
    /// The most open jobs of one client
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u64).range(1..))]
    pub(crate) jobs: u64,
    /// The most seconds of computing of one client in a minute [default: no limit]
    #[arg(long, value_name = "SECONDS")]
    pub(crate) cpu: Option<f64>,
    /// Log whole addresses of clients, not shortened ones (IPv4 without its last byte, the first 48 bits of IPv6)
    #[arg(long, requires = "log")]
    pub(crate) log_addresses: bool,
    /// Serve a page that asks this server everything, although engines for it were built
    #[arg(long)]
    pub(crate) no_page_engines: bool,
    /// Log each request on standard error
    #[arg(long, value_name = "FORM")]
    pub(crate) log: Option<LogForm>,
}

/// Options of `worker`.
#[derive(Args, Debug)]
pub(crate) struct Worker {
    /// The Redis that keeps the jobs, as given to serve
    #[arg(long, value_name = "URL", env = "MENAGERIE_REDIS", hide_env_values = true)]
    pub(crate) redis: String,
    /// Work on at most N jobs at once [default: all cores], and on one hint besides them
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=MAX_SLOTS))]
    pub(crate) slots: Option<u16>,
    /// Keep at most this much memory between jobs: levels, solvers with their tables, answers
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "384MiB")]
    pub(crate) cache: u64,
    /// Answer /health, /ready and /metrics at this address, without a token
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Let the queue take no new jobs, and end when it is empty: then another version can follow
    #[arg(long)]
    pub(crate) drain: bool,
    /// Log each job on standard error
    #[arg(long, value_name = "FORM")]
    pub(crate) log: Option<LogForm>,
}

/// Options of `survey`.
#[derive(Args, Debug)]
pub(crate) struct Survey {
    /// Files, of which every level is asked, and folders, of which every file of levels is taken
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// The question
    #[arg(long, value_name = "KIND", default_value = "solve", value_parser = surveyed(QUESTIONS.to_vec()))]
    pub(crate) question: QuestionKind,
    /// Write the table as comma-separated values; finished rows are kept in OUT.partial until it is whole
    #[arg(long, value_name = "OUT", group = "table")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the table as a JSON object a line; finished rows are kept in OUT.partial until it is whole
    #[arg(long, value_name = "OUT", group = "table")]
    pub(crate) jsonl: Option<PathBuf>,
    /// The columns of the table, in this order, or the keys of JSON lines, such as file,level,value,solution [default:
    /// all but par and text: the par that the level states, and its text]
    #[arg(long, value_name = "NAMES", requires = "table", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Let the workers that share this Redis answer: menagerie worker --redis URL
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    pub(crate) redis: Option<String>,
}

impl Survey {
    /// The table that was asked for, with its option.
    pub(crate) fn table(&self) -> Option<(&'static str, &Path)> {
        let csv = self.csv.as_deref().map(|path| ("--csv", path));
        csv.or_else(|| self.jsonl.as_deref().map(|path| ("--jsonl", path)))
    }
}

/// Reads a question that can be asked of many levels.
pub(crate) fn surveyed(rows: Vec<&'static QuestionRow>) -> impl TypedValueParser<Value = QuestionKind> {
    let kinds: Vec<QuestionKind> = rows.iter().filter(|row| row.is_surveyed()).map(|row| row.kind).collect();
    let names = rows.iter().filter(|row| row.is_surveyed()).map(|row| row.name());
    PossibleValuesParser::new(names)
        .map(move |name| kinds.iter().copied().find(|kind| kind.name() == name).unwrap_or(QuestionKind::SOLVE))
}

/// How the log is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum LogForm {
    /// Lines of text
    Text,
    /// A JSON object each
    Json,
}
