//! The messages between a room and its viewers: JSON texts, described in `docs/world.md`.
//!
//! A *setting* holds what does not change from step to step, a *moment* what does. Every moment is complete, so that a
//! viewer may miss some.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use world::{Event, Failure, Input, Outcome, Point, Problem, Verb, View, World, memory_text};

use super::source::Source;

/// The most groups of equal failures in a moment, and the most elements that a group names.
const MAX_FAILURES: usize = 16;
/// The most events in a moment; they are the newest.
const MAX_EVENTS: usize = 32;

/// A message of a viewer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ViewerMessage {
    /// Sets the target of the player, in metres.
    Touch(Point),
    /// Removes the target of the player.
    Release(bool),
    /// Pauses the world, or lets it continue.
    Pause(bool),
    /// Pauses the world after this many further steps.
    Step(u32),
    /// Sets the number of steps in a sixtieth of a second.
    Speed(f32),
    /// Restarts the world with its present scripts.
    Restart(bool),
}

impl ViewerMessage {
    /// Parses a viewer's text.
    ///
    /// # Errors
    /// Returns a message that says what is wrong.
    pub(crate) fn read(text: &str) -> Result<ViewerMessage, String> {
        let message: ViewerMessage = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match message {
            ViewerMessage::Touch(at) if !at.is_finite() => Err("touch: expected finite numbers".into()),
            ViewerMessage::Speed(speed) if !(0.1..=8.0).contains(&speed) => Err("speed: expected 0.1 to 8".into()),
            ViewerMessage::Step(0 | 601..) => Err("step: expected 1 to 600".into()),
            message => Ok(message),
        }
    }

    /// The input of the world that the message stands for, if any.
    pub(crate) fn input(&self) -> Option<Input> {
        match self {
            ViewerMessage::Touch(at) => Some(Input::Touch(*at)),
            ViewerMessage::Release(true) => Some(Input::Release),
            _ => None,
        }
    }
}

/// What does not change from step to step; sent as the first text of a socket and after every change of it.
#[derive(Serialize)]
struct Setting<'a> {
    world: &'a str,
    /// What `menagerie world run` takes for it.
    file: String,
    about: &'a str,
    backdrop: world::Backdrop,
    /// For each element: id, name, kind, width and height.
    elements: Vec<(u32, String, usize, f64, f64)>,
    scripts: BTreeMap<&'a str, &'a str>,
    /// For scripts that differ from their files, the texts of the files.
    originals: &'a BTreeMap<String, String>,
    /// The goals of the world in words.
    goals: Vec<String>,
    /// Notes about ignored parts of its files.
    unread: Vec<Wrong<'a>>,
}

/// Returns the JSON text of a world's setting.
pub(crate) fn setting(source: &Source, world: &World, originals: &BTreeMap<String, String>) -> String {
    let elements = (1..).zip(world.elements());
    let element =
        |(id, each): (u32, world::Element)| (id, each.name, each.kind, short(each.size.x), short(each.size.y));
    let setting = Setting {
        world: &source.name,
        file: source.argument(),
        about: if world.about().is_empty() { &source.about } else { world.about() },
        backdrop: world.backdrop(),
        elements: elements.map(element).collect(),
        scripts: world.scripts().collect(),
        originals,
        goals: world.goals(),
        unread: world.unread().iter().map(Wrong::of).collect(),
    };
    serde_json::to_string(&setting).unwrap_or_default()
}

/// The state of a room besides that of its world.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Pace {
    pub(crate) paused: bool,
    pub(crate) speed: f32,
    pub(crate) viewers: usize,
}

/// What changes from step to step.
#[derive(Serialize)]
struct Moment<'a> {
    step: u64,
    /// The hash of the state, in the format of `world run`.
    hash: String,
    /// What is going on in words.
    words: String,
    /// Whether nothing is left to eat, and no goal has ended the world.
    dry: bool,
    #[serde(flatten)]
    pace: &'a Pace,
    /// For each body: id, x, y, flags (1 looks to the left, 2 stopped), number eaten, cosine and sine of its rotation.
    bodies: Vec<(u32, f64, f64, u8, u32, f64, f64)>,
    /// For each moving solid: its index among the solids, x and y of the centre.
    moving: Vec<(usize, f64, f64)>,
    says: BTreeMap<u32, &'a str>,
    target: Option<[f64; 2]>,
    failures: Vec<Told<'a>>,
    problem: Option<Wrong<'a>>,
    /// The newest events.
    events: Vec<ToldEvent<'a>>,
    result: Option<&'a Outcome>,
    /// The centres of the torsos of elements with legs, by id.
    torsos: BTreeMap<u32, [f64; 2]>,
}

/// An event: number, step, element (0 if none caused it), kind, verb, text.
type ToldEvent<'a> = (u64, u64, u32, &'a str, Verb, &'a str);

fn told_event(event: &Event) -> ToldEvent<'_> {
    let Event { number, step, element, kind, event: verb, text } = event;
    (*number, *step, element.unwrap_or(0), kind, *verb, text)
}

/// A group of equal failures of several elements.
#[derive(Serialize)]
struct Told<'a> {
    script: &'a str,
    line: Option<u64>,
    message: &'a str,
    trace: &'a [String],
    kind: &'a str,
    elements: Vec<u32>,
    count: usize,
}

/// A problem of a file of the world.
#[derive(Serialize)]
struct Wrong<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

impl Wrong<'_> {
    fn of(problem: &Problem) -> Wrong<'_> {
        let Problem { file, line, column, message } = problem;
        Wrong { file, line: *line, column: *column, message }
    }
}

/// What the script of an element keeps from step to step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub(crate) struct ElementMemory {
    /// The number of steps done so far.
    #[schema(example = 120)]
    step: u64,
    /// The id of the element, counted from 1.
    #[schema(example = 3)]
    element: u32,
    /// Its kind.
    #[schema(example = "monkey")]
    kind: String,
    /// Its `memory` as a Luau expression, as `world run --trace` writes it; empty if there is none.
    #[schema(example = "{ full = true }")]
    memory: String,
}

impl ElementMemory {
    /// Returns what the element with this id keeps; `None` if there is none of this id.
    pub(crate) fn of(world: &World, id: u32) -> Option<ElementMemory> {
        let element = world.element(id)?;
        let kind = world.kinds().into_iter().nth(element.kind)?.0;
        let memory = if element.memory.is_empty() { String::new() } else { memory_text(&element.memory) };
        Some(ElementMemory { step: world.steps(), element: id, kind, memory })
    }
}

/// Returns the newest events of a world.
fn newest(world: &World) -> Vec<Event> {
    let last = world.last_event();
    world.events(last.saturating_sub(MAX_EVENTS as u64))
}

/// Returns the JSON text of the present moment.
pub(crate) fn moment(world: &World, pace: &Pace, problem: Option<&Problem>) -> String {
    let view = world.view();
    let body = |each: &world::view::BodyView| {
        let look = u8::from(each.left) + 2 * u8::from(each.stopped);
        let (at, turn) = (each.at, each.turn);
        (each.id, short(at.x), short(at.y), look, each.eaten, short(turn.x), short(turn.y))
    };
    let spoken = view.bodies.iter().filter_map(|each| Some((each.id, each.says.as_deref()?)));
    let (events, status) = (newest(world), world.status());
    let torso = |each: &world::view::BodyView| each.torso.map(|at| (each.id, [short(at.x), short(at.y)]));
    let moment = Moment {
        step: view.step,
        hash: format!("{:016x}", world.hash()),
        words: status.words,
        dry: status.is_dry,
        pace,
        bodies: view.bodies.iter().map(body).collect(),
        moving: view.moving.iter().map(|&(solid, at)| (solid, short(at.x), short(at.y))).collect(),
        says: spoken.collect(),
        target: target(world, &view),
        failures: told(&view.failures),
        problem: problem.map(Wrong::of),
        events: events.iter().map(told_event).collect(),
        result: world.outcome(),
        torsos: view.bodies.iter().filter_map(torso).collect(),
    };
    serde_json::to_string(&moment).unwrap_or_default()
}

/// The target of the player.
fn target(world: &World, view: &View) -> Option<[f64; 2]> {
    let player = view.bodies.iter().find(|each| world.is_player(each.kind))?;
    player.target.map(|target| [short(target.x), short(target.y)])
}

/// Groups failures with the same place and message.
fn told(failures: &[Failure]) -> Vec<Told<'_>> {
    let mut groups: Vec<Told<'_>> = Vec::new();
    for failure in failures {
        let same = |told: &&mut Told<'_>| {
            (told.script, told.line, told.message, told.kind)
                == (failure.script.as_str(), failure.line, failure.message.as_str(), failure.kind.as_str())
        };
        if let Some(group) = groups.iter_mut().find(same) {
            group.count += 1;
            if group.elements.len() < MAX_FAILURES {
                group.elements.push(failure.element);
            }
        } else if groups.len() < MAX_FAILURES {
            let Failure { element, kind, script, line, message, trace, .. } = failure;
            groups.push(Told { script, line: *line, message, trace, kind, elements: vec![*element], count: 1 });
        }
    }
    groups
}

/// Rounds a number to thousandths, which suffice for a viewer.
fn short(value: f32) -> f64 {
    (f64::from(value) * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_bounded() {
        assert_eq!(
            ViewerMessage::read("{\"touch\":{\"x\":1.5,\"y\":2}}"),
            Ok(ViewerMessage::Touch(Point::new(1.5, 2.0)))
        );
        assert_eq!(ViewerMessage::read("{\"pause\":true}"), Ok(ViewerMessage::Pause(true)));
        for wrong in
            ["", "{}", "[]", "{\"fly\":1}", "{\"speed\":0}", "{\"speed\":1e9}", "{\"step\":0}", "{\"step\":-1}"]
        {
            assert!(ViewerMessage::read(wrong).is_err(), "{wrong}");
        }
        assert!(ViewerMessage::read("{\"touch\":{\"x\":1e99,\"y\":2}}").is_err());
    }

    #[test]
    fn equal_failures_are_told_once() {
        let failure = |element: u32, line: u64| Failure {
            element,
            kind: "monkey".into(),
            step: 3,
            script: "m.luau".into(),
            line: Some(line),
            message: "no".into(),
            trace: Vec::new(),
        };
        let all: Vec<Failure> = (0..100).map(|id| failure(id, u64::from(id % 2))).collect();
        let told = told(&all);
        assert_eq!(told.iter().map(|each| (each.count, each.elements.len())).collect::<Vec<_>>(), [(50, 16), (50, 16)]);
    }
}
