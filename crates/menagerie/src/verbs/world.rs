//! The live world without a viewer: run it, record, replay, save, resume, draw.

use std::path::{Path, PathBuf};
use std::time::Instant;

use ::world::{Entry, SHIPPED, Shot, World, film, shipped_file};
use engines::Halt;
use serde_json::json;

use super::Bench;
use super::asking::refuse;
use crate::arguments::{WorldRun, WorldVerb};
#[cfg(feature = "raster")]
use crate::film::Film;
use crate::input::Unusable;
use crate::out::write_file;
use crate::report;
use crate::status::Status;

/// Pictures of a film strip.
const SHOTS: u64 = 6;
/// Steps between two reports of progress.
const REPORTED: u64 = 64;
/// The end of a world's file name.
const EXTENSION: &str = ".world.toml";

/// Runs a verb of `menagerie world`.
pub(super) fn run(bench: &Bench<'_>, verb: &WorldVerb) -> anyhow::Result<Status> {
    match verb {
        WorldVerb::Run(asked) => run_world(bench, asked),
        WorldVerb::Show { file, svg } => show(bench, file, svg.as_deref()),
    }
}

fn unusable(message: String, status: Status) -> Unusable {
    Unusable { message, status }
}

/// Builds the world that FILE names: a path, or @name for a shipped one.
fn load(name: &str) -> Result<World, Unusable> {
    let shipped = name.strip_prefix('@');
    if let Some(wanted) = shipped {
        let wanted = wanted.strip_suffix(EXTENSION).unwrap_or(wanted);
        if !SHIPPED.iter().any(|world| world.name == wanted) {
            let known: Vec<String> = SHIPPED.iter().map(|world| format!("@{}", world.name)).collect();
            let message = format!("no shipped world '{name}'; expected one of {}", known.join(", "));
            return Err(unusable(message, Status::Usage));
        }
        let made = World::load(&format!("{wanted}{EXTENSION}"), &shipped_file);
        return made.map_err(|problem| unusable(problem.to_string(), Status::Failed));
    }
    let path = Path::new(name);
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    let own = path.file_name().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
    std::fs::metadata(path).map_err(|error| unusable(format!("{name}: {error}"), Status::Failed))?;
    let made = World::load(&own, &|file| server::live::beside(&folder, file));
    made.map_err(|mut problem| {
        let file = folder.join(&problem.file);
        problem.file = file.to_string_lossy().into_owned();
        unusable(shown(&problem), Status::Invalid)
    })
}

/// A problem with its line and a caret.
fn shown(problem: &::world::Problem) -> String {
    let line = std::fs::read_to_string(&problem.file).ok();
    let line = line.and_then(|text| text.lines().nth(problem.line - 1).map(str::to_owned));
    match line {
        Some(line) => format!("{problem}\n  {line}\n  {}^", " ".repeat(problem.column - 1)),
        None => problem.to_string(),
    }
}

/// What a run did.
struct Ran {
    steps: u64,
    seconds: f64,
    halted: Option<Halt>,
    shots: Vec<Shot>,
    #[cfg(feature = "raster")]
    film: Option<Film>,
}

/// The present moment with its step below.
pub(crate) fn shot(world: &World) -> Shot {
    Shot { view: world.view(), caption: format!("step {}", world.steps()) }
}

fn run_world(bench: &Bench<'_>, asked: &WorldRun) -> anyhow::Result<Status> {
    let prepared = prepare(asked);
    let (mut world, log) = match prepared {
        Ok(prepared) => prepared,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let ran = advance(bench, asked, &mut world, &log);
    if let Some(path) = &asked.svg {
        write_file(path, film(&world.backdrop(), &ran.shots).as_bytes())?;
    }
    #[cfg(feature = "raster")]
    if let (Some(path), Some(film)) = (&asked.gif, &ran.film) {
        write_file(path, &film.gif(&world.backdrop())?)?;
    }
    if let Some(path) = &asked.record {
        write_file(path, world.log_text().as_bytes())?;
    }
    if let Some(path) = &asked.save {
        write_file(path, &world.save()?)?;
    }
    report::print(&words(bench, &world, &ran))?;
    if let Some(halt) = ran.halted {
        report::say(&format!("menagerie: after {} of {} steps: {halt}", ran.steps, asked.steps));
        return Ok(Status::Unfinished);
    }
    Ok(Status::Answered)
}

/// The world, resumed where that is asked for, and the log to replay.
fn prepare(asked: &WorldRun) -> Result<(World, Vec<Entry>), Unusable> {
    let mut world = load(&asked.file)?;
    let failed =
        |path: &Path, error: &dyn std::fmt::Display, status| unusable(format!("{}: {error}", path.display()), status);
    if let Some(path) = &asked.resume {
        let bytes = std::fs::read(path).map_err(|error| failed(path, &error, Status::Failed))?;
        world.resume(&bytes).map_err(|error| failed(path, &error, Status::Invalid))?;
    }
    let mut log = Vec::new();
    if let Some(path) = &asked.replay {
        let text = std::fs::read_to_string(path).map_err(|error| failed(path, &error, Status::Failed))?;
        log = world.read_log(&text).map_err(|error| failed(path, &error, Status::Invalid))?;
    }
    Ok((world, log))
}

impl Ran {
    /// Keeps the present moment where the strip or the film has it.
    fn look(&mut self, asked: &WorldRun, world: &World) {
        if asked.svg.is_some() && (self.shots.len() as u64) * asked.steps <= self.steps * (SHOTS - 1) {
            self.shots.push(shot(world));
        }
        #[cfg(feature = "raster")]
        if let Some(film) = &mut self.film {
            film.look(self.steps, world);
        }
    }
}

/// Steps until the number asked for, or a limit.
fn advance(bench: &Bench<'_>, asked: &WorldRun, world: &mut World, log: &[Entry]) -> Ran {
    let cx = bench.context();
    let mut ran = Ran {
        steps: 0,
        seconds: 0.0,
        halted: None,
        shots: Vec::new(),
        #[cfg(feature = "raster")]
        film: asked.gif.as_ref().map(|_| Film::new(asked.steps)),
    };
    ran.look(asked, world);
    let begun = Instant::now();
    while ran.steps < asked.steps {
        if let Err(halt) = cx.spend(1) {
            ran.halted = Some(halt);
            break;
        }
        world.replay(log);
        world.step();
        ran.steps += 1;
        ran.look(asked, world);
        if ran.steps.is_multiple_of(REPORTED) {
            cx.report("steps", ran.steps, Some(asked.steps), None);
        }
    }
    ran.seconds = begun.elapsed().as_secs_f64();
    ran
}

fn words(bench: &Bench<'_>, world: &World, ran: &Ran) -> String {
    #[allow(clippy::cast_precision_loss)] // steps stay below 2^53
    let each = ran.seconds / ran.steps.max(1) as f64;
    let (hash, errors) = (format!("{:016x}", world.hash()), world.failures());
    if bench.common.json {
        let answer = json!({"steps": ran.steps, "step": world.steps(), "hash": hash, "seconds_per_step": each,
            "errors": errors});
        let object = json!({"schema": 1, "family": "world", "question": "run", "verdict": null, "answer": answer});
        return format!("{object}\n");
    }
    let mut out = format!("{}: {} steps, at step {}, hash {hash}\n", world.title(), ran.steps, world.steps());
    out.push_str(&format!("{:.3} ms a step\n", each * 1000.0));
    for failure in errors {
        let place = failure.line.map_or(failure.script.clone(), |line| format!("{}:{line}", failure.script));
        let (kind, id) = (&failure.kind, failure.element);
        out.push_str(&format!("{place}: {} ({kind} {id} stopped in step {})\n", failure.message, failure.step));
    }
    out
}

/// Says what there is at the start, and draws it.
fn show(bench: &Bench<'_>, file: &str, svg: Option<&Path>) -> anyhow::Result<Status> {
    let world = match load(file) {
        Ok(world) => world,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    let (backdrop, description) = (world.backdrop(), describe(&world));
    let drawn = film(&backdrop, &[shot(&world)]);
    if let Some(path) = svg {
        write_file(path, drawn.as_bytes())?;
    }
    let text = if bench.common.json {
        let answer = json!({"title": backdrop.title, "description": description, "svg": drawn});
        format!("{}\n", json!({"schema": 1, "family": "world", "question": "show", "verdict": null, "answer": answer}))
    } else {
        format!("{}\n{description}", backdrop.title)
    };
    report::print(&text)?;
    Ok(Status::Answered)
}

/// The world in words.
fn describe(world: &World) -> String {
    let backdrop = world.backdrop();
    let moving = backdrop.solids.iter().filter(|solid| solid.moves).count();
    let mut out = format!(
        "{} by {} metres; {} pieces of ground and platforms ({moving} moving), {} ladders\n",
        backdrop.width,
        backdrop.height,
        backdrop.solids.len(),
        backdrop.ladders.len()
    );
    let elements = world.elements();
    for (number, (name, kind)) in world.kinds().iter().enumerate() {
        let count = elements.iter().filter(|element| element.kind == number).count();
        let script = kind.script.as_ref().map_or(String::new(), |script| format!(", steered by {script}"));
        let eats = if kind.eats.is_empty() { String::new() } else { format!(", eats {}", kind.eats.join(", ")) };
        out.push_str(&format!("{count} × {name}{script}{eats}\n"));
    }
    out
}
