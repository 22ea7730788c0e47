//! The verbs about levels as texts that need no search: list, init, show.

use std::fs;
use std::io::Write;
use std::path::Path;

use picture::Picture;
use puzzles::Family;
use serde_json::json;

use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::{Input, Unusable};
use crate::output_arguments::{Drawing, Look, Pictures};
use crate::pictures::Drawn;
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
pub(super) fn show(
    cli: &CliContext<'_>,
    file: &str,
    (pictures, look): (&Pictures, Look),
    drawing: Drawing,
) -> anyhow::Result<Status> {
    if let Err(unusable) = look.suit(pictures) {
        return Ok(refuse(&unusable));
    }
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
    let title = picture.title.clone();
    let drawn = Drawn::new(picture).titled(|title| input.titled(title));
    pictures.write(&drawn, look, &cli.context_of_drawing())?;
    let picture = Picture { title, ..drawn.picture };
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
