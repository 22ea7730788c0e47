//! The prompt: Luau with every family and engine at hand, on a terminal, from an option, or from standard input.

use std::borrow::Cow;
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use puzzles::{Family, Source};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper, history::FileHistory};
use script::Prompt;

use super::Bench;
use super::asking::refuse;
use crate::input::{Input, Unusable};
use crate::report;
use crate::status::Status;

/// Lines of history that are kept.
const MOST_HISTORY: usize = 1000;

/// Runs a file first, then what was given with `--eval`, or else what is typed.
pub(super) fn repl(bench: &Bench<'_>, file: Option<&str>, eval: &[String]) -> anyhow::Result<Status> {
    let families = bench.families;
    let find = move |name: &str| -> Result<(&'static dyn Family, Arc<dyn Source>), String> {
        let input = Input::find(families, name, None).map_err(|unusable| unusable.message)?;
        Ok((input.family, input.source))
    };
    let prompt = Rc::new(Prompt::new(Box::new(find)).map_err(|error| anyhow::anyhow!("{error}"))?);
    let brake = prompt.brake().clone();
    if let Err(error) = ctrlc::set_handler(move || brake.ask()) {
        report::say(&format!("menagerie: Ctrl-C will end everything at once: {error}"));
    }
    if let Some(file) = file {
        let status = open(bench, &prompt, file)?;
        if status != Status::Answered {
            return Ok(status);
        }
    }
    if !eval.is_empty() {
        return eval.iter().try_fold(Status::Answered, |status, text| Ok(status.worse(run(&prompt, text)?)));
    }
    if std::io::stdin().is_terminal() { interactive(&prompt) } else { piped(&prompt) }
}

/// Runs a script; a level of another kind is loaded as `level`.
fn open(bench: &Bench<'_>, prompt: &Prompt, file: &str) -> anyhow::Result<Status> {
    if !file.starts_with('@') && Path::new(file).extension().is_some_and(|extension| extension == "luau") {
        return match std::fs::read_to_string(file) {
            Ok(text) => tell(prompt.run_file(&text)),
            Err(error) => Ok(refuse(&Unusable { message: format!("{file}: {error}"), status: Status::Failed })),
        };
    }
    match Input::find(bench.families, file, None) {
        Ok(_) => run(prompt, &format!("level = load({file:?})")),
        Err(unusable) => Ok(refuse(&unusable)),
    }
}

/// Runs one text and prints what comes of it.
fn run(prompt: &Prompt, text: &str) -> anyhow::Result<Status> {
    tell(prompt.run(text))
}

fn tell(ran: Result<String, (String, script::prompt::ScriptError)>) -> anyhow::Result<Status> {
    match ran {
        Ok(output) => {
            report::print(&output)?;
            Ok(Status::Answered)
        }
        Err((output, error)) => {
            report::print(&output)?;
            report::say(&error.with_trace());
            Ok(Status::Failed)
        }
    }
}

/// Standard input as it comes: each statement as soon as it is whole, up to the first error.
fn piped(prompt: &Prompt) -> anyhow::Result<Status> {
    let mut text = String::new();
    for line in std::io::stdin().lock().lines() {
        text.push_str(&line?);
        text.push('\n');
        if prompt.is_incomplete(&text) {
            continue;
        }
        let status = run(prompt, &std::mem::take(&mut text))?;
        if status != Status::Answered {
            return Ok(status);
        }
    }
    if text.trim().is_empty() { Ok(Status::Answered) } else { run(prompt, &text) }
}

/// Reads lines from a terminal until Ctrl-D.
fn interactive(prompt: &Rc<Prompt>) -> anyhow::Result<Status> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(MOST_HISTORY)?
        .history_ignore_space(true)
        .build();
    let mut editor: Editor<Typing, FileHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(Typing(Rc::clone(prompt))));
    let history = history_file();
    if let Some(path) = &history {
        // The first time there is none yet.
        let _ = editor.load_history(path);
    }
    report::print("Luau with every puzzle at hand; help() says what there is, Ctrl-D leaves.\n")?;
    loop {
        match editor.readline("> ") {
            Ok(text) if text.trim().is_empty() => {}
            Ok(text) => {
                editor.add_history_entry(text.as_str())?;
                run(prompt, &text)?;
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    if let Some(path) = &history {
        let kept = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = kept.map_err(ReadlineError::from).and_then(|()| editor.save_history(path)) {
            report::say(&format!("menagerie: the history is not kept: {}: {error}", path.display()));
        }
    }
    Ok(Status::Answered)
}

/// Where the history is kept: in the cache folder.
fn history_file() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = named("MENAGERIE_CACHE").or_else(|| named("XDG_CACHE_HOME").map(|folder| folder.join("menagerie")));
    Some(folder.or_else(|| named("HOME").map(|home| home.join(".cache/menagerie")))?.join("history"))
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
