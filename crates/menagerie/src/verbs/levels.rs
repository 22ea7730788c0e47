//! The verbs about levels as texts that need no search: list, init, show.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use picture::Picture;
use puzzles::phrases::plural;
use puzzles::{Family, Level};
use serde_json::json;

use crate::cli_context::CliContext;
use crate::command_error::{CommandError, refuse};
use crate::input::{Input, Unusable, usage};
use crate::output_arguments::{Drawing, Folders, Look, Pictures};
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

/// The files into which a level is drawn.
pub(super) struct Files<'a> {
    pub(super) pictures: &'a Pictures,
    pub(super) folders: &'a Folders,
    pub(super) look: Look,
}

/// Draws a level; with folders, every level of the file.
pub(super) fn show(cli: &CliContext<'_>, file: &str, files: &Files<'_>, drawing: Drawing) -> anyhow::Result<Status> {
    if drawing.every_hop {
        let message = "--every-hop: show draws a level, not a run; expected solve, hint or run".into();
        return Ok(refuse(&Unusable { message, status: Status::Usage }));
    }
    let (suits, input) = (
        files.look.suit(&files.folders.of(files.pictures, "")),
        Input::find(cli.families, file, cli.common.family.as_deref()),
    );
    let input = match suits.and(input) {
        Ok(input) => input,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let shown =
        if files.folders.any() { show_each(cli, input, files, drawing) } else { show_one(cli, &input, files, drawing) };
    match shown {
        Ok(text) => {
            cli.print(&text)?;
            Ok(Status::Answered)
        }
        Err(none) => {
            report::say(&none.text);
            Ok(none.status)
        }
    }
}

/// Draws a level into the files that were asked for, and returns the picture with its own title.
fn draw(
    cli: &CliContext<'_>,
    input: &Input,
    level: &Arc<dyn Level>,
    (pictures, look): (&Pictures, Look),
    drawing: Drawing,
) -> Result<Picture, CommandError> {
    drawing.suit(level, true).map_err(CommandError::unusable)?;
    let picture = drawing.named(level.picture());
    let title = picture.title.clone();
    let drawn = Drawn::new(picture).titled(|title| input.titled(title));
    pictures.write(&drawn, look, &cli.context_of_drawing()).map_err(CommandError::failed)?;
    Ok(Picture { title, ..drawn.picture })
}

fn load(cli: &CliContext<'_>, input: &Input) -> Result<Arc<dyn Level>, CommandError> {
    input.load(&cli.context()).map_err(|problems| CommandError::problems(input, &problems))
}

fn show_one(cli: &CliContext<'_>, input: &Input, files: &Files<'_>, drawing: Drawing) -> Result<String, CommandError> {
    let level = load(cli, input)?;
    let picture = draw(cli, input, &level, (files.pictures, files.look), drawing)?;
    let guide = level.guide();
    if cli.common.json {
        let (family, title, description) = (level.info().name, &picture.title, &picture.description);
        let object = json!({"schema": 1, "family": family, "question": "show", "verdict": null,
            "answer": {"title": title, "description": description, "svg": picture::svg::picture(&picture),
                "goal": guide.goal, "rules": guide.rules, "details": guide.details}});
        return Ok(report::json_line(&object.to_string()));
    }
    // Who writes files and wants quiet wants no more.
    if cli.common.quiet && files.pictures.any() {
        return Ok(String::new());
    }
    let guide: String = guide.lines().into_iter().map(|line| line + "\n").collect();
    Ok(format!("{}\n{}{guide}", picture.title, picture::text::picture(&picture, report::colour())))
}

/// Draws every level of a file into the folders, and says how many.
fn show_each(cli: &CliContext<'_>, input: Input, files: &Files<'_>, drawing: Drawing) -> Result<String, CommandError> {
    let levels = input.levels(&cli.context());
    let levels = levels.map_err(|refused| CommandError::problems(&refused.0, &refused.1))?;
    if levels.len() > 1 && files.pictures.any() {
        let why = "--svg, --png and --gif take the picture of one level; expected --svg-dir and its like alone";
        return Err(CommandError::unusable(usage(why.into())));
    }
    let names = files.folders.names(&levels.iter().collect::<Vec<_>>()).map_err(CommandError::unusable)?;
    for (input, name) in levels.iter().zip(&names) {
        let level = load(cli, input)?;
        draw(cli, input, &level, (&files.folders.of(files.pictures, name), files.look), drawing)?;
    }
    if cli.common.json {
        let object = json!({"schema": 1, "question": "show", "verdict": null, "written": names});
        return Ok(report::json_line(&object.to_string()));
    }
    let drawn = format!("{} drawn\n", plural(names.len(), "level", "levels"));
    Ok(if cli.common.quiet { String::new() } else { drawn })
}
