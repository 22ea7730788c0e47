//! The law of pictures, checked along random games and for answers: the legend lists exactly the roles that are drawn,
//! the tiles that lie on cells exist, and the board is described in words, including every place that can be played.

use std::collections::BTreeSet;
use std::sync::Arc;

use engines::{Budget, Context};
use picture::{ColourRole, Frame, Overlay, Picture, Point, Spoken, text};
use serde_json::Value;

use super::{Bounds, Broken, ensure, simplest};
use crate::ask::{ask, explain};
use crate::family::Level;
use crate::position::Position;
use crate::query::QuestionKind;
use crate::status::Role;

/// The number of random games for each role, and of moves in each.
const GAMES: u64 = 3;
const MOVES: usize = 12;
/// The maximum number of moves from which one is chosen at a position.
const CHOICES: usize = 60;
/// The node limit for an answer that is to be drawn.
const NODES: u64 = 20_000;
/// The memory limit, in bytes, for an answer that is to be drawn.
const BYTES: u64 = 64 << 20;

/// Plays at random for every role, asks every question, and looks at every picture.
pub(super) fn say_what_is_drawn(level: &Arc<dyn Level>) -> Result<(), Broken> {
    legend_is_what_is_drawn(&level.picture())?;
    for &role in level.roles() {
        for seed in 0..GAMES {
            random_game(level, Role(role), seed)?;
        }
    }
    for spec in level.questions() {
        answers(level, spec.kind)?;
    }
    answers(level, QuestionKind::RUN)
}

fn answers(level: &Arc<dyn Level>, kind: QuestionKind) -> Result<(), Broken> {
    let budget = Budget { nodes: Some(NODES), bytes: Some(BYTES), ..Budget::default() };
    let bounds = Bounds { nodes: Some(NODES) };
    match ask(level, &simplest(level, kind, bounds), &Context::new(budget)) {
        Ok(answer) => legend_is_what_is_drawn(&explain(level, &answer, &Context::default()))
            .map_err(|broken| format!("the answer to '{kind}': {broken}")),
        Err(_) => Ok(()),
    }
}

/// A game whose moves follow from a seed.
fn random_game(level: &Arc<dyn Level>, role: Role, seed: u64) -> Result<(), Broken> {
    let mut position = Arc::clone(level).start(role, &Context::default());
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..MOVES {
        legend_is_what_is_drawn(&position.picture())?;
        is_said(&*position)?;
        let moves: Vec<String> = position.moves().take(CHOICES).collect();
        // A linear congruential generator (Knuth): its upper bits choose.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(chosen) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
        position.play(chosen, &Context::default()).map_err(|illegal| format!("a listed move is refused: {illegal}"))?;
    }
    legend_is_what_is_drawn(&position.picture())?;
    is_said(&*position)
}

fn legend_is_what_is_drawn(picture: &Picture) -> Result<(), Broken> {
    let object = serde_json::to_value(picture).map_err(|error| error.to_string())?;
    let explained: Vec<&str> = list(&object["legend"]).iter().filter_map(|entry| entry[0].as_str()).collect();
    let legend: BTreeSet<&str> = explained.iter().copied().collect();
    ensure(legend.len() == explained.len(), || format!("the legend has a role twice: {explained:?}"))?;
    let drawn: BTreeSet<&str> = list(&object["frames"]).iter().flat_map(roles).collect();
    tiles_exist(picture)?;
    ensure(legend == drawn, || format!("the legend explains {legend:?}, but {drawn:?} are drawn"))?;
    let meant = picture.legend.iter().map(|(role, _)| role.name()).collect::<BTreeSet<String>>();
    ensure(drawn.iter().all(|role| meant.contains(*role)), || {
        format!("{drawn:?} are drawn, {meant:?} have a meaning")
    })?;
    legend_is_what_a_terminal_draws(picture)
}

/// On a terminal, too, every cell and piece that can be seen has an entry, and each entry looks like something drawn.
fn legend_is_what_a_terminal_draws(picture: &Picture) -> Result<(), Broken> {
    let legend = text::legend(picture);
    let drawn: String = picture.frames.iter().map(|frame| text::frame(frame, &picture.tiles, false)).collect();
    for (role, sample, meaning) in &legend {
        ensure(drawn.contains(sample.trim()), || format!("'{sample}' ({meaning}, {}) is not drawn", role.name()))?;
    }
    for (sample, tile) in text::tile_legend(picture).0 {
        ensure(drawn.contains(sample.trim()), || format!("'{sample}' ({}) is not drawn", tile.words))?;
    }
    let explained = |role: ColourRole| legend.iter().any(|(known, ..)| *known == role);
    let on_path = |overlay: &Overlay, at: Point| matches!(overlay, Overlay::Path { points } if points.contains(&at));
    let covered = |frame: &Frame, at: Point| {
        let occupied = frame.pieces.iter().any(|piece| piece.at == at) || frame.tiles.iter().any(|tile| tile.at == at);
        occupied || frame.overlays.iter().any(|overlay| on_path(overlay, at))
    };
    let unexplained = picture.frames.iter().find_map(|frame| {
        let bare = frame.cells.iter().filter(|cell| !explained(cell.role));
        bare.filter(|cell| !covered(frame, cell.at)).map(|cell| cell.role).next()
    });
    ensure(unexplained.is_none(), || format!("{unexplained:?} is drawn on a terminal and not explained"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A frame refers to tiles that the picture has.
fn tiles_exist(picture: &Picture) -> Result<(), Broken> {
    let mut placed = picture.frames.iter().flat_map(|frame| &frame.tiles);
    let missing = placed.find(|placed| placed.tile as usize >= picture.tiles.len());
    ensure(missing.is_none(), || format!("{missing:?} is none of {} tiles", picture.tiles.len()))
}

/// The roles of everything that is drawn in a frame, with that of a path. A cell under a tile is not drawn.
fn roles(frame: &Value) -> Vec<&str> {
    let place = |at: &Value| format!("{} {}", at[0], at[1]);
    let covered: BTreeSet<String> = list(&frame["tiles"]).iter().map(place).collect();
    let cells =
        list(&frame["cells"]).iter().filter(|cell| covered.is_empty() || !covered.contains(&place(&cell["at"])));
    let things = cells.chain(["pieces", "edges"].into_iter().flat_map(|things| list(&frame[things])));
    let paths = list(&frame["overlays"]).iter().filter(|overlay| overlay["kind"] == "path").map(|_| "path");
    things.filter_map(|thing| thing["role"].as_str()).chain(paths).collect()
}

fn is_said(position: &dyn Position) -> Result<(), Broken> {
    let (spoken, picture) = (position.spoken(), position.picture());
    ensure(!spoken.lines.is_empty(), || "a position is said in at least one line".into())?;
    for line in &spoken.lines {
        ensure(!line.words.trim().is_empty(), || format!("the line '{}' says nothing", line.name))?;
    }
    let Some(frame) = picture.frames.last() else { return Ok(()) };
    let cells = frame.cells.iter().map(|cell| (cell.at, &cell.act));
    let pieces = frame.pieces.iter().map(|piece| (piece.at, &piece.act));
    for (at, act) in cells.chain(pieces) {
        let (Some(act), false) = (act, named(&spoken, at)) else { continue };
        return Err(format!("the place of the move '{act}' has no words"));
    }
    Ok(())
}

fn named(spoken: &Spoken, at: Point) -> bool {
    spoken.places.iter().any(|place| place.at == at && !place.name.is_empty() && !place.words.is_empty())
}
