//! The prompt: Luau with every family and engine at hand, on a terminal, from an option, or from standard input.
//! `--time` bounds each text that is run, `--nodes` and `--memory` each question that it asks a level. Ctrl-C ends what
//! runs, SIGTERM and SIGHUP the process.

use std::borrow::Cow;
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use engines::Budget;
use puzzles::{Family, Source};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper, history::FileHistory};
use script::Prompt;
use script::prompt::{Cause, ScriptError};

use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::ending::Ending;
use crate::input::{Input, Unusable};
use crate::report;
use crate::status::Status;
use crate::store::{HISTORY, cache_folder};

/// Between two requests to stop.
const ASK_AGAIN: Duration = Duration::from_millis(20);
/// Lines of history that are kept.
const MAX_HISTORY: usize = 1000;

/// A prompt, the time that each text may take, and how the process ends.
struct Session {
    prompt: Rc<Prompt>,
    time: Option<Duration>,
    ending: Ending,
}

/// Runs a file first, then what was given with `--eval`, or else what is typed.
pub(super) fn repl(cli: &CliContext<'_>, file: Option<&str>, eval: &[String]) -> anyhow::Result<Status> {
    let session = session(cli)?;
    if let Some(file) = file {
        let status = session.open(cli, file)?;
        if status != Status::Answered {
            return Ok(status);
        }
    }
    if !eval.is_empty() {
        return eval.iter().try_fold(Status::Answered, |status, text| Ok(status.worse(session.run(text)?)));
    }
    if std::io::stdin().is_terminal() { session.interactive() } else { session.piped() }
}

fn session(cli: &CliContext<'_>) -> anyhow::Result<Session> {
    let ending = Ending::default();
    if let Err(error) = ending.listen() {
        report::say(&format!("menagerie: SIGTERM will not end the prompt: {error}"));
    }
    let families = cli.families;
    let budget = Budget { nodes: cli.common.nodes, bytes: cli.common.memory, ..Budget::default() };
    let find = move |name: &str| -> Result<(&'static dyn Family, Arc<dyn Source>), String> {
        let input = Input::find(families, name, None).map_err(|unusable| unusable.message)?;
        let family = input.family;
        let source = input.level_source(&engines::Context::new(budget)).map_err(|problems| problems.to_string())?;
        Ok((family, source))
    };
    let prompt = Prompt::new(families, Box::new(find), budget).map_err(|error| anyhow::anyhow!("{error}"))?;
    let interrupt = prompt.interrupt().clone();
    if let Err(error) = ctrlc::set_handler(move || interrupt.cancel()) {
        report::say(&format!("menagerie: Ctrl-C will end everything at once: {error}"));
    }
    Ok(Session { prompt: Rc::new(prompt), time: cli.common.time, ending })
}

/// The result of an input: its output, or the output so far with the error.
type Ran = Result<String, (String, ScriptError)>;

/// Does the work, and stops it if it takes longer than allowed.
fn within(prompt: &Prompt, time: Option<Duration>, work: impl FnOnce() -> Ran) -> Ran {
    let Some(time) = time else { return work() };
    let interrupt = prompt.interrupt().clone();
    let (done, ended) = mpsc::channel::<()>();
    let timer = std::thread::spawn(move || {
        let (mut wait, mut late) = (time, false);
        // Asked again and again: the work may have begun only after the first time.
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            interrupt.cancel();
            (wait, late) = (ASK_AGAIN, true);
        }
        late
    });
    let ran = work();
    drop(done);
    let late = timer.join().unwrap_or(false);
    ran.map_err(|(output, error)| match error.cause {
        Cause::Stopped if late => (output, ScriptError { message: "the time allowed is over".into(), ..error }),
        _ => (output, error),
    })
}

fn tell(ran: Ran) -> anyhow::Result<Status> {
    match ran {
        Ok(output) => {
            report::print(&output)?;
            Ok(Status::Answered)
        }
        Err((output, error)) => {
            report::print(&output)?;
            report::say(&error.with_trace());
            Ok(match error.cause {
                Cause::Fuel | Cause::Memory | Cause::Stopped | Cause::Time => Status::Unfinished,
                Cause::Syntax | Cause::Fault => Status::Failed,
            })
        }
    }
}

impl Session {
    /// Runs one input and prints its result.
    fn run(&self, text: &str) -> anyhow::Result<Status> {
        self.ending.during(|| tell(within(&self.prompt, self.time, || self.prompt.run(text))))
    }

    /// Runs a script; a level of another kind is loaded as `level`.
    fn open(&self, cli: &CliContext<'_>, file: &str) -> anyhow::Result<Status> {
        if !file.starts_with('@') && Path::new(file).extension().is_some_and(|extension| extension == "luau") {
            return match std::fs::read_to_string(file) {
                Ok(text) => {
                    self.ending.during(|| tell(within(&self.prompt, self.time, || self.prompt.run_file(&text))))
                }
                Err(error) => Ok(refuse(&Unusable { message: format!("{file}: {error}"), status: Status::Failed })),
            };
        }
        match Input::find(cli.families, file, None) {
            Ok(_) => self.run(&format!("level = load({file:?})")),
            Err(unusable) => Ok(refuse(&unusable)),
        }
    }

    /// Standard input as it comes: each statement as soon as it is whole, up to the first error.
    fn piped(&self) -> anyhow::Result<Status> {
        let mut text = String::new();
        for line in std::io::stdin().lock().lines() {
            text.push_str(&line?);
            text.push('\n');
            if self.prompt.is_incomplete(&text) {
                continue;
            }
            let status = self.run(&std::mem::take(&mut text))?;
            if status != Status::Answered {
                return Ok(status);
            }
        }
        if text.trim().is_empty() { Ok(Status::Answered) } else { self.run(&text) }
    }

    /// Reads lines from a terminal until Ctrl-D.
    fn interactive(&self) -> anyhow::Result<Status> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(MAX_HISTORY)?
            .history_ignore_space(true)
            .build();
        let mut editor: Editor<Typing, FileHistory> = Editor::with_config(config)?;
        editor.set_helper(Some(Typing(Rc::clone(&self.prompt))));
        let history = history_file();
        if let Some(path) = &history {
            // The first time there is none yet.
            let _ = editor.load_history(path);
        }
        // With a printer the editor waits for signals beside keys; without one it would not wake for a signal.
        let _printer = editor.create_external_printer();
        self.ending.edit_lines();
        report::print("Luau with every puzzle at hand; help() says what there is, Ctrl-D leaves.\n")?;
        while !self.ending.is_asked() {
            match editor.readline("> ") {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => {
                    editor.add_history_entry(text.as_str())?;
                    self.run(&text)?;
                }
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {}
                Err(ReadlineError::Eof) => break,
                // The terminal may be gone.
                Err(_) if self.ending.is_asked() => break,
                Err(error) => return Err(error.into()),
            }
        }
        if let Some(path) = &history {
            let kept = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            if let Err(error) = kept.map_err(ReadlineError::from).and_then(|()| editor.append_history(path)) {
                report::say(&format!("menagerie: the history is not kept: {}: {error}", path.display()));
            }
        }
        self.ending.leave_if_asked();
        Ok(Status::Answered)
    }
}

/// Where the history is kept: in the cache folder.
fn history_file() -> Option<PathBuf> {
    Some(cache_folder()?.join(HISTORY))
}

/// Completion of names, and whether more lines are wanted.
struct Typing(Rc<Prompt>);

impl Helper for Typing {}

impl Hinter for Typing {
    type Hint = String;
}

impl Highlighter for Typing {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.completions(&line[..at]))
    }
}

impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let more = self.0.is_incomplete(context.input());
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}
