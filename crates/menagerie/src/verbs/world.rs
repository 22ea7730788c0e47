//! The live world without a viewer: run it, record, replay, save, resume, draw.

use std::fs;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use ::world::{
    Allowance, BadLog, Cause, Element, Event, Files, InputLog, LoadError, SHIPPED, Until, World, ceilings, shipped_file,
};
use anyhow::Context as _;
use engines::{Context, Halt, Sink};
use puzzles::phrases::plural;
use serde_json::json;
use server::live::WorldFolder;

use crate::arguments::{WorldRun, WorldVerb};
use crate::cli_context::CliContext;
use crate::command_error::refuse;
use crate::excerpts::Excerpts;
#[cfg(feature = "raster")]
use crate::film::Film;
use crate::film::Moments;
use crate::input::Unusable;
use crate::out::{Output, write_file};
use crate::output_arguments::Pictures;
use crate::patient::Patient;
use crate::report;
use crate::status::Status;
use crate::trace::Trace;

/// Pictures of a film strip.
const SHOTS: u64 = 6;
/// Steps between two reports of progress.
const REPORTED: u64 = 64;
/// The steps of a run for which neither an option nor a log says how long it is.
const STEPS: u64 = 600;
/// The end of a world's file name.
const EXTENSION: &str = ".world.toml";
/// The ends of the names of maps.
const MAPS: [&str; 3] = [".tmx", ".tmj", ".json"];
/// The most events of a run that are printed.
const MAX_EVENTS: usize = 10_000;
/// Copies of a snapshot that are held while a world is resumed.
const SNAPSHOT_COPIES: u64 = 4;
/// The most elements whose position is printed in words.
const MAX_PLACES: usize = 100;

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

/// Builds the world that FILE names, within the limits of the context: a path, or @name for a shipped one.
fn load(cx: &Context<'_>, name: &str) -> Result<World, Unusable> {
    let until = Until { stop: cx.stop_flag().flag().into(), deadline: cx.budget().deadline };
    let allowance = Allowance { until, bytes: cx.budget().bytes.unwrap_or(u64::MAX) };
    within(cx, name, read(name, &allowance))
}

/// Says that a limit was reached where that is why something failed.
fn within<T>(cx: &Context<'_>, name: &str, done: Result<T, Unusable>) -> Result<T, Unusable> {
    done.map_err(|wrong| match cx.spend(0) {
        Err(halt) => unusable(format!("{name}: {halt}"), Status::Unfinished),
        Ok(()) => wrong,
    })
}

fn read(name: &str, allowance: &Allowance) -> Result<World, Unusable> {
    let shipped = name.strip_prefix('@');
    if let Some(wanted) = shipped {
        let wanted = wanted.strip_suffix(EXTENSION).unwrap_or(wanted);
        if !SHIPPED.iter().any(|world| world.name == wanted) {
            let known: Vec<String> = SHIPPED.iter().map(|world| format!("@{}", world.name)).collect();
            let message = format!("no shipped world '{name}'; expected one of {}", known.join(", "));
            return Err(unusable(message, Status::Usage));
        }
        let made = World::load_within(&format!("{wanted}{EXTENSION}"), &shipped_file, allowance);
        return made.map_err(|error| unusable(error.to_string(), status(&error)));
    }
    if MAPS.iter().any(|extension| name.ends_with(extension)) {
        return Err(unusable(needs_definition(name), Status::Usage));
    }
    let failed = |error: std::io::Error| unusable(format!("{name}: {error}"), Status::Failed);
    let (path, folder) = place(name).map_err(failed)?;
    let files = WorldFolder::open(&folder).map_err(failed)?;
    let own = path.file_name().map(|own| own.to_string_lossy().into_owned()).unwrap_or_default();
    World::load_within(&own, &files, allowance)
        .map_err(|error| unusable(shown(&folder, &files, &error), status(&error)))
}

/// What is said of a map in the place of a world file: what the world file has to hold.
fn needs_definition(name: &str) -> String {
    let file = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
    let world = MAPS.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name);
    format!(
        "{name}: this is a map; expected a world file that names it and says what its objects are, such as {world}{EXTENSION}:\n\n    \
         map = {file:?}\n\n    [kinds.you]          # objects of the class 'you'\n    nature = \"player\"    # or animal, item, crate\n\n\
         'menagerie help' and docs/world.md say more"
    )
}

/// The path of a world's definition and its folder. Where FILE is a symbolic link, the world is the one to which it
/// leads.
fn place(name: &str) -> std::io::Result<(PathBuf, PathBuf)> {
    let mut path = PathBuf::from(name);
    if fs::symlink_metadata(&path)?.is_symlink() {
        path = fs::canonicalize(&path)?;
    }
    let folder = path.parent().map(PathBuf::from).unwrap_or_default();
    Ok((path, folder))
}

fn status(error: &LoadError) -> Status {
    match error {
        LoadError::Invalid(_) => Status::Invalid,
        LoadError::Memory { .. } | LoadError::Ended => Status::Unfinished,
    }
}

/// Prints notes about ignored parts of the world's files.
fn note_unread(cli: &CliContext<'_>, name: &str, world: &World) {
    let folder = if name.starts_with('@') { None } else { place(name).ok().map(|(_, folder)| folder) };
    for problem in world.unread().iter().filter(|_| !cli.common.quiet) {
        let file = folder.as_ref().map_or_else(|| PathBuf::from(&problem.file), |folder| folder.join(&problem.file));
        let problem = ::world::Problem { file: file.to_string_lossy().into_owned(), ..problem.clone() };
        report::say(&format!("menagerie: note: {problem}"));
    }
}

/// The error of a world in this folder; a problem with its line and a caret. The line is read as the world's files are,
/// so that none of a file outside the folder is shown.
fn shown(folder: &Path, files: &WorldFolder, error: &LoadError) -> String {
    let LoadError::Invalid(problem) = error else { return error.to_string() };
    let file = folder.join(&problem.file).to_string_lossy().into_owned();
    let whole = ::world::Problem { file, ..problem.clone() }.to_string();
    let Ok(text) = files.read(&problem.file, ceilings::MAX_MAP) else { return whole };
    let line = report::excerpt(&Excerpts::of(&text), problem.line as u64, problem.column as u64);
    format!("{whole}\n{line}").trim_end().to_owned()
}

/// The result of a run.
struct Ran<'c> {
    steps: u64,
    /// The number of steps that it was to have.
    wanted: u64,
    seconds: f64,
    halted: Option<Halt>,
    shots: Moments<'c>,
    /// What happened, and how many events found no room.
    events: Vec<Event>,
    left_out: u64,
    /// The number of the last event that was seen.
    seen: u64,
    #[cfg(feature = "raster")]
    film: Option<Film<'c>>,
}

fn run_world(cli: &CliContext<'_>, asked: &WorldRun) -> anyhow::Result<Status> {
    let cx = cli.context();
    let prepared = prepare(&cx, asked);
    let (mut world, log) = match prepared {
        Ok(prepared) => prepared,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    note_unread(cli, &asked.file, &world);
    let ran = match &asked.trace {
        None => advance(&cx, asked, &mut world, &log, None),
        Some(path) => traced(&cx, asked, &mut world, &log, path),
    };
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) => return Ok(refuse(&led_elsewhere(&cx, asked, &error.downcast::<BadLog>()?))),
    };
    let drawn = draw(asked, &world, &ran);
    if let Some(path) = &asked.record {
        write_file(path, world.log_text().as_bytes())?;
    }
    if let Some(path) = &asked.save {
        write_file(path, &world.save()?)?;
    }
    cli.print(&words(cli, &world, &ran))?;
    if let Some(halt) = ran.halted {
        report::say(&format!("menagerie: after {} of {}: {halt}", ran.steps, plural(ran.wanted, "step", "steps")));
    }
    let drawn = finished(drawn)?;
    Ok(if ran.halted.is_some() { Status::Unfinished } else { drawn })
}

/// The refusal of a log that cannot be read, or does not lead where it led.
fn led_elsewhere(cx: &Context<'_>, asked: &WorldRun, bad: &BadLog) -> Unusable {
    let path = asked.replay.as_deref().unwrap_or(Path::new("")).display();
    let status = if matches!(bad, BadLog::Unreadable(_)) { Status::Failed } else { Status::Invalid };
    match (bad, cx.spend(0)) {
        (BadLog::Ended | BadLog::Unreadable(_), Err(halt)) => {
            unusable(format!("{}: {halt}", asked.file), Status::Unfinished)
        }
        _ => unusable(format!("{path}: {bad}"), status),
    }
}

/// Draws the pictures of a run that were asked for.
fn draw(asked: &WorldRun, world: &World, ran: &Ran<'_>) -> anyhow::Result<()> {
    ran.shots.write_strip(&asked.pictures, &world.backdrop())?;
    #[cfg(feature = "raster")]
    if let (Some(path), Some(film)) = (&asked.pictures.gif, &ran.film) {
        film.write(path, &world.backdrop())?;
    }
    Ok(())
}

/// The status of drawing: a limit that was reached is said, and is no error.
fn finished(drawn: anyhow::Result<()>) -> anyhow::Result<Status> {
    match drawn.map_err(|error| error.downcast::<Halt>()) {
        Ok(()) => Ok(Status::Answered),
        Err(Ok(halt)) => {
            report::say(&format!("menagerie: a picture is not drawn: {halt}"));
            Ok(Status::Unfinished)
        }
        Err(Err(error)) => Err(error),
    }
}

/// The world, resumed where that is asked for, and the log to replay.
fn prepare(cx: &Context<'_>, asked: &WorldRun) -> Result<(World, InputLog), Unusable> {
    let mut world = load(cx, &asked.file)?;
    let failed = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if let Some(path) = &asked.resume {
        let bytes = snapshot(path, cx).map_err(|error| unusable(failed(path, &error), Status::Failed));
        let bytes = within(cx, &asked.file, bytes)?;
        let resumed = world.resume(&bytes).map_err(|error| unusable(failed(path, &error), Status::Invalid));
        within(cx, &asked.file, resumed)?;
    }
    let mut log = InputLog::default();
    if let Some(path) = &asked.replay {
        let read = Patient::open(path, cx).map_err(BadLog::from).and_then(|text| world.read_log(BufReader::new(text)));
        log = read.map_err(|bad| led_elsewhere(cx, asked, &bad))?;
        let end = world.steps().saturating_add(length(asked, &world, &log));
        log.reached_by(end).map_err(|bad| led_elsewhere(cx, asked, &bad))?;
    }
    Ok((world, log))
}

/// The number of steps of a run: as many as are asked for, else to the end of the log.
fn length(asked: &WorldRun, world: &World, log: &InputLog) -> u64 {
    let logged = || log.end().map(|end| end.saturating_sub(world.steps()));
    asked.steps.or_else(logged).unwrap_or(STEPS)
}

/// Reads a snapshot, of which the world holds several copies while it is resumed.
fn snapshot(path: &Path, cx: &Context<'_>) -> std::io::Result<Vec<u8>> {
    let most = cx.budget().bytes.unwrap_or(u64::MAX) / SNAPSHOT_COPIES;
    let mut bytes = Vec::new();
    Patient::open(path, cx)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(std::io::Error::other(Halt::Bytes));
    }
    Ok(bytes)
}

impl Ran<'_> {
    /// Collects the events since the last call.
    fn collect_events(&mut self, world: &World) {
        let last = world.last_event();
        if last == self.seen {
            return;
        }
        let new = world.events(self.seen);
        self.left_out += last.saturating_sub(self.seen).saturating_sub(new.len() as u64);
        self.seen = last;
        for event in new {
            if self.events.len() < MAX_EVENTS {
                self.events.push(event);
            } else {
                self.left_out += 1;
            }
        }
    }

    /// Keeps the present moment where the strip or the film has it.
    fn record(&mut self, asked: &WorldRun, world: &World) -> Result<(), Halt> {
        if asked.pictures.has_strip() && (self.shots.count() as u64) * self.wanted <= self.steps * (SHOTS - 1) {
            self.shots.add(world)?;
        }
        #[cfg(feature = "raster")]
        if let Some(film) = &mut self.film {
            film.record(self.steps, world)?;
        }
        Ok(())
    }
}

/// Runs, and writes where every animal is after each step.
fn traced<'c>(
    cx: &'c Context<'c>,
    asked: &WorldRun,
    world: &mut World,
    log: &InputLog,
    path: &Path,
) -> anyhow::Result<Ran<'c>> {
    let file = Output::new(path)?;
    let mut run = || -> anyhow::Result<Ran<'c>> {
        let mut trace = Trace::new(file.open().with_context(|| path.display().to_string())?, world)?;
        let ran = advance(cx, asked, world, log, Some(&mut trace))?;
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

/// Steps, with the inputs of the log before each step, until the number asked for, the end of the world, or a limit.
fn advance<'c>(
    cx: &'c Context<'c>,
    asked: &WorldRun,
    world: &mut World,
    log: &InputLog,
    mut trace: Option<&mut Trace<'_>>,
) -> anyhow::Result<Ran<'c>> {
    let wanted = length(asked, world, log);
    let mut ran = Ran {
        steps: 0,
        wanted,
        seconds: 0.0,
        halted: None,
        shots: Moments::new(cx),
        events: Vec::new(),
        left_out: 0,
        seen: 0,
        #[cfg(feature = "raster")]
        film: asked.pictures.gif.as_ref().map(|_| Film::new(cx, wanted)),
    };
    ran.halted = ran.record(asked, world).err();
    ran.collect_events(world);
    let begun = Instant::now();
    while ran.halted.is_none() && ran.steps < wanted && world.outcome().is_none() {
        world.replay(log)?;
        if let Err(halt) = step(cx, world) {
            ran.halted = Some(halt);
            break;
        }
        ran.steps += 1;
        ran.halted = ran.record(asked, world).err();
        ran.collect_events(world);
        if let Some(trace) = &mut trace {
            trace.take(world)?;
        }
        if ran.steps.is_multiple_of(REPORTED) {
            cx.report("steps", ran.steps, Some(wanted), None);
        }
    }
    if ran.halted.is_none() {
        // Inputs after the last step are part of the state in which the log was written.
        world.replay(log)?;
        world.has_taken(log)?;
        ran.collect_events(world);
    }
    ran.seconds = begun.elapsed().as_secs_f64();
    ran.left_out += world.events_left_out();
    Ok(ran)
}

/// Does one step within the limits of the context.
fn step(cx: &Context<'_>, world: &mut World) -> Result<(), Halt> {
    cx.spend(1)?;
    drop(cx.reserve(world.bytes())?);
    world.try_step().map_err(|error| if error.cause == Cause::Time { Halt::Time } else { Halt::Stopped })
}

fn words(cli: &CliContext<'_>, world: &World, ran: &Ran<'_>) -> String {
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
fn happened(ran: &Ran<'_>) -> String {
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
    for (id, element) in (1..).zip(&elements).take(MAX_PLACES) {
        let name = if element.name.is_empty() { String::new() } else { format!(" '{}'", element.name) };
        out.push_str(&format!("  {} {id}{name} {}\n", kinds[element.kind].0, whereabouts(element)));
    }
    let more = elements.len().saturating_sub(MAX_PLACES);
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
    let cx = cli.context();
    let world = match load(&cx, file) {
        Ok(world) => world,
        Err(unusable) => return Ok(refuse(&unusable)),
    };
    note_unread(cli, file, &world);
    match shown_start(cli, &cx, &world, pictures) {
        Ok(text) => cli.print(&text).map(|()| Status::Answered),
        Err(error) => finished(Err(error)),
    }
}

/// Draws the start of a world, and returns it in words or as JSON.
fn shown_start(cli: &CliContext<'_>, cx: &Context<'_>, world: &World, pictures: &Pictures) -> anyhow::Result<String> {
    let (backdrop, description) = (world.backdrop(), describe(world));
    let mut start = Moments::new(cx);
    start.add(world)?;
    start.write_strip(pictures, &backdrop)?;
    #[cfg(feature = "raster")]
    if let Some(path) = &pictures.gif {
        let mut film = Film::new(cx, 0);
        film.record(0, world)?;
        film.write(path, &backdrop)?;
    }
    if !cli.common.json {
        return Ok(format!("{}\n{description}", backdrop.title));
    }
    let answer = json!({"title": backdrop.title, "description": description, "svg": start.strip(&backdrop)?,
        "goals": world.goals(), "unread": unread(world)});
    let object = json!({"schema": 1, "family": "world", "question": "show", "verdict": null, "answer": answer});
    Ok(report::json_line(&object.to_string()))
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
