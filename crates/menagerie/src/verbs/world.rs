//! The live world without a viewer: run it, record, replay, save, resume, draw.

use std::path::{Path, PathBuf};
use std::time::Instant;

use ::world::{Cause, Element, Entry, Event, SHIPPED, Screenshot, Until, World, film, shipped_file};
use anyhow::Context as _;
use engines::{Halt, Sink};
use picture::printable::in_one_place;
use puzzles::words::plural;
use serde_json::json;

use super::CliContext;
use super::asking::refuse;
use crate::arguments::{Pictures, WorldRun, WorldVerb};
#[cfg(feature = "raster")]
use crate::film::Film;
use crate::input::Unusable;
use crate::out::{Output, write_file};
use crate::report;
use crate::status::Status;
use crate::trace::Trace;

/// Pictures of a film strip.
const SHOTS: u64 = 6;
/// Steps between two reports of progress.
const REPORTED: u64 = 64;
/// The end of a world's file name.
const EXTENSION: &str = ".world.toml";
/// The most events of a run that are printed.
const MOST_EVENTS: usize = 10_000;
/// The most elements whose position is printed in words.
const MOST_PLACES: usize = 100;

/// Runs a verb of `menagerie world`.
pub(super) fn run(cli: &CliContext<'_>, verb: &WorldVerb) -> anyhow::Result<Status> {
    match verb {
        WorldVerb::Run(asked) => run_world(cli, asked),
        WorldVerb::Show { file, pictures } => show(cli, file, pictures),
    }
}

fn unusable(message: String, status: Status) -> Unusable {
    Unusable { message, status }
}

/// Builds the world that FILE names: a path, or @name for a shipped one. Its scripts end when the context says so.
fn load(cli: &CliContext<'_>, name: &str) -> Result<World, Unusable> {
    let cx = cli.context();
    let until = Until { stop: cx.stop_flag().flag().into(), deadline: cx.budget().deadline };
    read(name, until).map_err(|wrong| match cx.spend(0) {
        Err(halt) => unusable(format!("{name}: {halt}"), Status::Unfinished),
        Ok(()) => wrong,
    })
}

fn read(name: &str, until: Until) -> Result<World, Unusable> {
    let shipped = name.strip_prefix('@');
    if let Some(wanted) = shipped {
        let wanted = wanted.strip_suffix(EXTENSION).unwrap_or(wanted);
        if !SHIPPED.iter().any(|world| world.name == wanted) {
            let known: Vec<String> = SHIPPED.iter().map(|world| format!("@{}", world.name)).collect();
            let message = format!("no shipped world '{name}'; expected one of {}", known.join(", "));
            return Err(unusable(message, Status::Usage));
        }
        let made = World::load_within(&format!("{wanted}{EXTENSION}"), &shipped_file, until);
        return made.map_err(|problem| unusable(problem.to_string(), Status::Failed));
    }
    let path = Path::new(name);
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    let own = path.file_name().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
    std::fs::metadata(path).map_err(|error| unusable(format!("{name}: {error}"), Status::Failed))?;
    let made = World::load_within(&own, &|file| server::live::beside(&folder, file), until);
    made.map_err(|mut problem| {
        let file = folder.join(&problem.file);
        problem.file = file.to_string_lossy().into_owned();
        unusable(shown(&problem), Status::Invalid)
    })
}

/// Prints notes about ignored parts of the world's files.
fn note_unread(cli: &CliContext<'_>, name: &str, world: &World) {
    let folder = if name.starts_with('@') { None } else { Path::new(name).parent() };
    for problem in world.unread().iter().filter(|_| !cli.common.quiet) {
        let file = folder.map_or_else(|| PathBuf::from(&problem.file), |folder| folder.join(&problem.file));
        let problem = ::world::Problem { file: file.to_string_lossy().into_owned(), ..problem.clone() };
        report::say(&format!("menagerie: note: {problem}"));
    }
}

/// A problem with its line and a caret.
fn shown(problem: &::world::Problem) -> String {
    let line = std::fs::read_to_string(&problem.file).ok();
    let line = line.and_then(|text| text.lines().nth(problem.line.checked_sub(1)?).map(str::to_owned));
    match line {
        Some(line) => {
            let line: String = line.chars().map(in_one_place).collect();
            format!("{problem}\n  {line}\n  {}^", " ".repeat(problem.column.saturating_sub(1)))
        }
        None => problem.to_string(),
    }
}

/// The result of a run.
struct Ran {
    steps: u64,
    seconds: f64,
    halted: Option<Halt>,
    shots: Vec<Screenshot>,
    /// What happened, and how many events found no room.
    events: Vec<Event>,
    left_out: u64,
    /// The number of the last event that was seen.
    seen: u64,
    #[cfg(feature = "raster")]
    film: Option<Film>,
}

/// The present moment with its step below.
pub(crate) fn shot(world: &World) -> Screenshot {
    Screenshot { view: world.view(), caption: format!("step {}", world.steps()) }
}

fn run_world(cli: &CliContext<'_>, asked: &WorldRun) -> anyhow::Result<Status> {
    let prepared = prepare(cli, asked);
    let (mut world, log) = match prepared {
        Ok(prepared) => prepared,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    note_unread(cli, &asked.file, &world);
    let ran = match &asked.trace {
        None => advance(cli, asked, &mut world, &log, None)?,
        Some(path) => traced(cli, asked, &mut world, &log, path)?,
    };
    asked.pictures.write_strip(|| film(&world.backdrop(), &ran.shots))?;
    #[cfg(feature = "raster")]
    if let (Some(path), Some(film)) = (&asked.pictures.gif, &ran.film) {
        write_file(path, &film.gif(&world.backdrop())?)?;
    }
    if let Some(path) = &asked.record {
        write_file(path, world.log_text().as_bytes())?;
    }
    if let Some(path) = &asked.save {
        write_file(path, &world.save()?)?;
    }
    cli.print(&words(cli, &world, &ran))?;
    if let Some(halt) = ran.halted {
        report::say(&format!("menagerie: after {} of {}: {halt}", ran.steps, plural(asked.steps, "step", "steps")));
        return Ok(Status::Unfinished);
    }
    Ok(Status::Answered)
}

/// The world, resumed where that is asked for, and the log to replay.
fn prepare(cli: &CliContext<'_>, asked: &WorldRun) -> Result<(World, Vec<Entry>), Unusable> {
    let mut world = load(cli, &asked.file)?;
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
    /// Collects the events since the last call.
    fn hear(&mut self, world: &World) {
        let last = world.last_event();
        if last == self.seen {
            return;
        }
        let new = world.events(self.seen);
        self.left_out += last.saturating_sub(self.seen).saturating_sub(new.len() as u64);
        self.seen = last;
        for event in new {
            if self.events.len() < MOST_EVENTS {
                self.events.push(event);
            } else {
                self.left_out += 1;
            }
        }
    }

    /// Keeps the present moment where the strip or the film has it.
    fn look(&mut self, asked: &WorldRun, world: &World) {
        if asked.pictures.has_strip() && (self.shots.len() as u64) * asked.steps <= self.steps * (SHOTS - 1) {
            self.shots.push(shot(world));
        }
        #[cfg(feature = "raster")]
        if let Some(film) = &mut self.film {
            film.look(self.steps, world);
        }
    }
}

/// Runs, and writes where every animal is after each step.
fn traced(
    cli: &CliContext<'_>,
    asked: &WorldRun,
    world: &mut World,
    log: &[Entry],
    path: &Path,
) -> anyhow::Result<Ran> {
    let file = Output::new(path)?;
    let mut run = || -> anyhow::Result<Ran> {
        let mut trace = Trace::new(file.open().with_context(|| path.display().to_string())?, world)?;
        let ran = advance(cli, asked, world, log, Some(&mut trace))?;
        trace.end()?;
        Ok(ran)
    };
    let ran = run();
    if ran.is_err() {
        file.discard();
    } else {
        file.keep()?;
    }
    ran
}

/// Steps until the number asked for, the end of the world, or a limit.
fn advance(
    cli: &CliContext<'_>,
    asked: &WorldRun,
    world: &mut World,
    log: &[Entry],
    mut trace: Option<&mut Trace<'_>>,
) -> anyhow::Result<Ran> {
    let cx = cli.context();
    let mut ran = Ran {
        steps: 0,
        seconds: 0.0,
        halted: None,
        shots: Vec::new(),
        events: Vec::new(),
        left_out: 0,
        seen: 0,
        #[cfg(feature = "raster")]
        film: asked.pictures.gif.as_ref().map(|_| Film::new(asked.steps)),
    };
    ran.look(asked, world);
    ran.hear(world);
    let begun = Instant::now();
    while ran.steps < asked.steps && world.outcome().is_none() {
        if let Err(halt) = cx.spend(1) {
            ran.halted = Some(halt);
            break;
        }
        world.replay(log);
        if let Err(error) = world.try_step() {
            ran.halted = Some(if error.cause == Cause::Time { Halt::Time } else { Halt::Stopped });
            break;
        }
        ran.steps += 1;
        ran.look(asked, world);
        ran.hear(world);
        if let Some(trace) = &mut trace {
            trace.take(world)?;
        }
        if ran.steps.is_multiple_of(REPORTED) {
            cx.report("steps", ran.steps, Some(asked.steps), None);
        }
    }
    ran.seconds = begun.elapsed().as_secs_f64();
    ran.left_out += world.events_left_out();
    Ok(ran)
}

fn words(cli: &CliContext<'_>, world: &World, ran: &Ran) -> String {
    #[allow(clippy::cast_precision_loss)] // steps stay below 2^53
    let each = ran.seconds / ran.steps.max(1) as f64;
    let (hash, errors, status) = (format!("{:016x}", world.hash()), world.failures(), world.status());
    if cli.common.json {
        let answer = json!({"steps": ran.steps, "step": world.steps(), "hash": hash, "words": status.words,
            "dry": status.is_dry, "seconds_per_step": each, "errors": errors, "result": world.outcome(), "elements": places(world), "events": ran.events,
            "events_left_out": ran.left_out, "unread": unread(world)});
        let object = json!({"schema": 1, "family": "world", "question": "run", "verdict": null, "answer": answer});
        return report::json_line(&object.to_string());
    }
    let steps = plural(ran.steps, "step", "steps");
    let mut out = format!("{}: {steps}, at step {}\n{}\n", world.title(), world.steps(), status.words);
    out.push_str(&format!("hash {hash}, {:.3} ms a step\n", each * 1000.0));
    for failure in errors {
        let (kind, id) = (&failure.kind, failure.element);
        out.push_str(&format!("{} ({kind} {id} stopped in step {})\n", failure.words(), failure.step));
    }
    out + &happened(ran) + &who_is_where(world)
}

/// The events of a run, one on each line.
fn happened(ran: &Ran) -> String {
    if ran.events.is_empty() && ran.left_out == 0 {
        return String::new();
    }
    let mut out = String::from("What happened:\n");
    for event in &ran.events {
        out.push_str(&format!("  {event}\n"));
    }
    if ran.left_out > 0 {
        out.push_str(&format!("  … and {} more that were not kept\n", ran.left_out));
    }
    out
}

/// The position of every element, one on each line.
fn who_is_where(world: &World) -> String {
    let (elements, kinds) = (world.elements(), world.kinds());
    let mut out = String::from(if elements.is_empty() { "" } else { "Who is where, in metres:\n" });
    for (id, element) in (1..).zip(&elements).take(MOST_PLACES) {
        let name = if element.name.is_empty() { String::new() } else { format!(" '{}'", element.name) };
        out.push_str(&format!("  {} {id}{name} {}\n", kinds[element.kind].0, whereabouts(element)));
    }
    let more = elements.len().saturating_sub(MOST_PLACES);
    if more > 0 {
        out.push_str(&format!("  … and {more} more; --json names all\n"));
    }
    out
}

fn whereabouts(element: &Element) -> String {
    if !element.alive {
        return fate(element).into();
    }
    let at = format!("at x {:.2}, y {:.2}", element.at.x, element.at.y);
    let ate = if element.eaten > 0 { format!(", ate {}", element.eaten) } else { String::new() };
    let held = if element.touch.ladder { ", on a ladder" } else { "" };
    let stopped = if element.stopped.is_some() { ", stopped by its script" } else { "" };
    format!("{at}{held}{ate}{stopped}")
}

/// The fate of an element in words.
fn fate(element: &Element) -> &'static str {
    match element.alive {
        true => "there",
        false if element.fell() => "fell out of the world",
        false => "was eaten",
    }
}

/// Every element as data.
fn places(world: &World) -> Vec<serde_json::Value> {
    let (elements, kinds) = (world.elements(), world.kinds());
    let place = |(id, element): (u32, &Element)| {
        json!({"id": id, "kind": kinds[element.kind].0, "name": element.name, "x": element.at.x, "y": element.at.y,
            "fate": fate(element), "eaten": element.eaten})
    };
    (1..).zip(&elements).map(place).collect()
}

/// The notes about ignored parts of the files, as data.
fn unread(world: &World) -> Vec<serde_json::Value> {
    let note = |problem: &::world::Problem| json!({"file": problem.file, "line": problem.line, "column": problem.column, "message": problem.message});
    world.unread().iter().map(note).collect()
}

/// Says what there is at the start, and draws it.
fn show(cli: &CliContext<'_>, file: &str, pictures: &Pictures) -> anyhow::Result<Status> {
    let world = match load(cli, file) {
        Ok(world) => world,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    note_unread(cli, file, &world);
    let (backdrop, description) = (world.backdrop(), describe(&world));
    let drawn = film(&backdrop, &[shot(&world)]);
    pictures.write_strip(|| drawn.clone())?;
    #[cfg(feature = "raster")]
    if let Some(path) = &pictures.gif {
        let mut film = Film::new(0);
        film.look(0, &world);
        write_file(path, &film.gif(&backdrop)?)?;
    }
    let text = if cli.common.json {
        let answer = json!({"title": backdrop.title, "description": description, "svg": drawn,
            "goals": world.goals(), "unread": unread(&world)});
        let object = json!({"schema": 1, "family": "world", "question": "show", "verdict": null, "answer": answer});
        report::json_line(&object.to_string())
    } else {
        format!("{}\n{description}", backdrop.title)
    };
    cli.print(&text)?;
    Ok(Status::Answered)
}

/// The world in words.
fn describe(world: &World) -> String {
    let backdrop = world.backdrop();
    let moving = backdrop.solids.iter().filter(|solid| solid.moves).count();
    let mut out = format!(
        "{} by {} metres; {} ({moving} moving), {}\n",
        backdrop.width,
        backdrop.height,
        plural(backdrop.solids.len(), "piece of ground or platform", "pieces of ground and platforms"),
        plural(backdrop.ladders.len(), "ladder", "ladders")
    );
    let elements = world.elements();
    for (number, (name, kind)) in world.kinds().iter().enumerate() {
        let count = elements.iter().filter(|element| element.kind == number).count();
        let script = kind.script.as_ref().map_or(String::new(), |script| format!(", steered by {script}"));
        let eats = if kind.eats.is_empty() { String::new() } else { format!(", eats {}", kind.eats.join(", ")) };
        out.push_str(&format!("{}{script}{eats}\n", ::world::counted(count, name)));
    }
    for goal in world.goals() {
        out.push_str(&format!("it is {goal}\n"));
    }
    out
}
