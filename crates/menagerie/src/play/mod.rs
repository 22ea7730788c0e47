//! Playing: one state machine, a view on a terminal, and a line-based face.
//!
//! [`game`] is a game under way: events in, state and orders out, without files, threads or a terminal. [`table`]
//! turns keys and clicks into its commands, [`chooser`] picks a level, [`app`] holds both. [`geometry`] says where
//! everything stands, [`board`] and [`view`] draw it, [`shell`] owns the terminal, [`worker`] answers questions beside
//! it, and [`places`] knows the keys of other scripts. [`effect`] says what a move changes, [`judged`] what the moves
//! of a game cost. [`plain`] drives the same game by lines.
//!
//! Absent: code for one family. How a family is played follows from its moves' words ([`targets`]), from the places
//! that its pictures give them, and from its hints ([`advice`], [`optimum`]).

mod advice;
mod app;
mod board;
mod chooser;
mod commands;
mod effect;
mod event;
mod game;
mod geometry;
mod judged;
mod opened;
mod optimum;
mod pace;
mod places;
mod plain;
mod save;
mod setup;
mod shell;
mod stated;
mod table;
mod targets;
#[cfg(test)]
mod tests;
mod typed;
mod view;
mod waiting;
mod worker;

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use picture::printable::Printable;
use puzzles::record::SaveError;
use puzzles::{AskError, LoadError, Options, Record};

use crate::arguments::Play;
use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::Input;
use crate::status::Status;
use app::App;
use chooser::Chooser;
use game::Game;
use opened::Opened;
use plain::{Left, Plain};
use save::is_save;
use setup::Setup;
use stated::Document;
use worker::{Limits, Worker};

/// Plays a level or a save, or lets the player choose.
pub(crate) fn play(cli: &CliContext<'_>, asked: &Play, options: Options) -> anyhow::Result<Status> {
    let setup = setup(cli, asked, options);
    let begin = match open(cli, asked, &setup) {
        Ok(begin) => begin,
        Err(none) => {
            crate::report::say(&none.text);
            return Ok(none.status);
        }
    };
    if asked.plain || is_dumb() {
        return by_lines(cli, begin, &setup);
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let message = "play needs a terminal; --plain plays by lines".into();
        return Ok(refuse(&crate::input::Unusable { message, status: Status::Usage }));
    }
    let mut worker = Worker::new(Limits::new(cli));
    let size = shell::size();
    let (mut app, first) = match begin {
        Begin::Game(opened) => App::play(opened, size),
        Begin::Levels(levels) => (App::choose(Chooser::of_file(levels, &setup, size.1), size), Vec::new()),
        Begin::Shipped => (App::choose(Chooser::shipped(cli.families, size.1), size), Vec::new()),
    };
    shell::run(&mut app, first, &mut worker, &cli.stop)?;
    Ok(Status::Answered)
}

/// Whether the terminal, by its own name, only writes lines.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb") && io::stdout().is_terminal()
}

/// What is played first.
#[allow(clippy::large_enum_variant)] // there is one in a process
enum Begin {
    /// A level or a save that was named.
    Game(Opened),
    /// One of the several levels of a file that was named.
    Levels(Vec<Input>),
    /// One of the shipped levels, since nothing was named.
    Shipped,
}

fn open(cli: &CliContext<'_>, asked: &Play, setup: &Setup) -> Result<Begin, CommandError> {
    match (&asked.resume, &asked.file) {
        (Some(save), _) => resume(cli, save).map(Begin::Game),
        (None, Some(file)) if setup.is_plain() && is_save(Path::new(file)) => {
            resume(cli, Path::new(file)).map(Begin::Game)
        }
        (None, Some(file)) => {
            let mut levels = levels(cli, file)?;
            if levels.len() > 1 {
                return Ok(Begin::Levels(levels));
            }
            begin(cli, &levels.remove(0), setup).map(Begin::Game)
        }
        (None, None) if setup.options.given().next().is_some() => Err(CommandError {
            text: "menagerie: these options are about a level; expected its file".into(),
            status: Status::Usage,
        }),
        (None, None) => Ok(Begin::Shipped),
    }
}

fn setup(cli: &CliContext<'_>, asked: &Play, options: Options) -> Setup {
    let limits = Limits::new(cli).of_moves(cli.stop.clone());
    Setup { role: asked.role.clone(), options, seed: asked.seed, limits }
}

/// The levels of a file, at least one.
fn levels(cli: &CliContext<'_>, file: &str) -> Result<Vec<Input>, CommandError> {
    let input = Input::find(cli.families, file, cli.common.family.as_deref()).map_err(CommandError::unusable)?;
    input.levels(&cli.context()).map_err(|refused| CommandError::problems(&refused.0, &refused.1))
}

fn begin(cli: &CliContext<'_>, input: &Input, setup: &Setup) -> Result<Opened, CommandError> {
    let level = input.load(&cli.context()).map_err(|problems| CommandError::problems(input, &problems))?;
    input.say_problems(&*level);
    let record = setup.begin(level).map_err(|refusal| CommandError::refusal(&input.name, &refusal))?;
    Ok(Opened { name: input.name.clone(), record, document: Document::of(input) })
}

fn resume(cli: &CliContext<'_>, save: &Path) -> Result<Opened, CommandError> {
    let shown = save.display();
    let failed = |error: io::Error| CommandError::failed(format!("{shown}: {error}"));
    let bytes = std::fs::File::open(save).and_then(crate::place::bounded).map_err(failed)?;
    let exceeded =
        |why: String| CommandError { text: format!("menagerie: {shown}: {why}"), status: Status::Unfinished };
    let invalid = |why: String| CommandError { text: format!("menagerie: {shown}: {why}"), status: Status::Invalid };
    let text = String::from_utf8(bytes).map_err(|_| invalid("a save is text in UTF-8".into()))?;
    let saved = Record::open_within(cli.families, &text, &cli.context()).map_err(|error| match error {
        SaveError::Level(LoadError::Exceeded(why)) => exceeded(why),
        SaveError::Replay(AskError::Halted(halt)) => exceeded(halt.to_string()),
        other => invalid(other.to_string()),
    })?;
    let stem = || save.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Opened {
        name: saved.name.unwrap_or_else(stem),
        record: saved.record.within(Limits::new(cli).of_moves(cli.stop.clone())),
        document: None,
    })
}

fn by_lines(cli: &CliContext<'_>, first: Begin, setup: &Setup) -> anyhow::Result<Status> {
    let mut input = io::stdin().lock();
    let (mut opened, levels) = match first {
        Begin::Game(opened) => (Some(opened), Vec::new()),
        Begin::Levels(levels) => (None, levels),
        Begin::Shipped => match choose_by_lines(cli, &mut input)? {
            Some(levels) => (None, levels),
            None => return Ok(Status::Answered),
        },
    };
    let mut levels = levels.iter().peekable();
    loop {
        let game = match (opened.take(), levels.next()) {
            (Some(opened), _) => Ok(opened),
            (None, Some(level)) => begin(cli, level, setup),
            (None, None) => return Ok(Status::Answered),
        };
        let next = levels.peek().map(|level| level.name.clone());
        match game.map(|game| lines(cli, game, next, &mut input)) {
            Ok(Ok(Left::Next)) => {}
            Ok(Ok(Left::Ended)) => return Ok(Status::Answered),
            // A reader that went away is no error.
            Ok(Err(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Status::Answered),
            Ok(Err(error)) => return Err(error.into()),
            Err(none) => {
                crate::report::say(&none.text);
                return Ok(none.status);
            }
        }
    }
}

/// Plays one level by lines.
fn lines(cli: &CliContext<'_>, game: Opened, next: Option<String>, input: &mut dyn BufRead) -> io::Result<Left> {
    let (game, first) = Game::new(0, game);
    let (limits, stop) = (Limits::new(cli), cli.stop.clone());
    let mut plain = Plain { game, limits, stop, next, line: &cli.line, out: Printable(io::stdout().lock()) };
    let ended = plain.run(first, input, plain::echoes());
    // The terminal has gone away, or a signal ends the program.
    if ended.is_err() || plain.stop.is_cancelled() {
        shell::rescue(Some(&plain.game));
    }
    ended
}

/// Names the shipped levels and reads which file is meant; nothing where the input ends.
fn choose_by_lines(cli: &CliContext<'_>, input: &mut dyn BufRead) -> anyhow::Result<Option<Vec<Input>>> {
    for family in cli.families {
        let info = family.info();
        let levels: Vec<String> =
            info.levels.iter().map(|level| format!("@{}.{}", level.name, info.extension)).collect();
        crate::report::print(&format!("{}: {}\n", info.name, levels.join(", ")))?;
    }
    loop {
        crate::report::print("Which level? ")?;
        let mut text = String::new();
        if input.read_line(&mut text)? == 0 || text.trim() == "quit" {
            crate::report::print("\n")?;
            return Ok(None);
        }
        if plain::echoes() {
            crate::report::print(&format!("{}\n", text.trim()))?;
        }
        match levels(cli, text.trim()) {
            Ok(levels) => return Ok(Some(levels)),
            Err(none) => crate::report::say(&none.text),
        }
    }
}
