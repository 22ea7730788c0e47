//! A board drawn: a tile of pixels for each cell, the sprites of its objects one over the other.

use std::collections::HashMap;

use ::picture::role::Rgb;
use ::picture::tile::Placed;
use ::picture::{Cell, ColourRole, Frame, Picture, Point, Shape, Tile};
use ::puzzlescript::board::Board;
use ::puzzlescript::game::{Game, Object, ObjectSet, Quantifier};

use super::level::Level;
use super::spoken;
use frame::window::Window;

/// The most rows and columns that are drawn.
const MAX_DRAWN: (usize, usize) = (128, 128);
/// Pixels on a side of a sprite.
const SIDE: usize = 5;

/// The first cell with a player.
pub(super) fn player(game: &Game, board: &Board) -> Option<usize> {
    (0..board.width * board.height).find(|&cell| board.objects(cell).intersects(&game.player.objects))
}

/// Boards one after the other; `texts` were shown on the last one. A board without a player is shown around `lost`, the
/// cell in which one was seen last.
pub(super) fn draw(level: &Level, boards: &[Board], lost: Option<usize>, texts: &[String]) -> Picture {
    let (game, letters) = (&level.game, Letters::of(&level.game));
    let mut tiles = Tiles { game, letters, tiles: Vec::new(), known: HashMap::new() };
    let mut frames: Vec<Frame> = boards.iter().map(|board| frame(board, lost, &mut tiles)).collect();
    if let Some(last) = frames.last_mut() {
        let note = std::mem::take(&mut last.caption);
        last.caption =
            texts.iter().cloned().chain(Some(note).filter(|note| !note.is_empty())).collect::<Vec<_>>().join(" ");
    }
    let description = boards.last().map_or(String::new(), |board| spoken::words(&level.game, board));
    let legend = vec![(ColourRole::Actor, "player".to_owned()), (ColourRole::Ground, "cell".to_owned())];
    Picture { title: level.title().to_owned(), description, frames, legend, tiles: tiles.tiles, ..Picture::default() }
}

/// Marks the cells beside the only player of a board with the moves that lead there, in the last frame.
pub(super) fn mark_steps(picture: &mut Picture, moves: &[String]) {
    let Some(frame) = picture.frames.last_mut() else { return };
    let mut players = frame.cells.iter().filter(|cell| cell.role == ColourRole::Actor).map(|cell| cell.at);
    let (Some(at), None) = (players.next(), players.next()) else { return };
    for (name, dx, dy) in [("up", 0.0, -1.0), ("left", -1.0, 0.0), ("down", 0.0, 1.0), ("right", 1.0, 0.0)] {
        let beside = Point { x: at.x + dx, y: at.y + dy };
        let cell = frame.cells.iter_mut().find(|cell| cell.at == beside);
        if let Some(cell) = cell.filter(|_| moves.iter().any(|text| text == name)) {
            cell.act = Some(name.to_owned());
        }
    }
}

fn frame(board: &Board, lost: Option<usize>, tiles: &mut Tiles<'_>) -> Frame {
    let (screen, window) = windows(tiles.game, board, player(tiles.game, board).or(lost));
    // A part that the game itself shows needs no words.
    let note = if window == screen { String::new() } else { format!("Shown: {}.", window.words()) };
    let mut frame = Frame { caption: note, ..Frame::default() };
    for (y, x) in window.cells() {
        let content = board.objects(x * board.height + y);
        let Some(place) = window.point((y, x)) else { continue };
        let role = if content.intersects(&tiles.game.player.objects) { ColourRole::Actor } else { ColourRole::Ground };
        let (tile, label) = tiles.number(content);
        frame.cells.push(Cell { at: place, shape: Shape::Square, role, label, act: None });
        frame.tiles.push(Placed { at: place, tile });
    }
    frame
}

/// The part of a board that the game shows (all, the page of the player, or a window around the player), and the part
/// of it around the player that is drawn.
fn windows(game: &Game, board: &Board, player: Option<usize>) -> (Window, Window) {
    let (grid, prelude) = ((board.height, board.width), game.prelude.screen);
    let (x, y) = player.map_or((0, 0), |cell| (cell / board.height, cell % board.height));
    let around = |most| Window::around(grid, (y, x), most);
    let screen = match (prelude.flick, prelude.zoom) {
        (Some((width, height)), _) => Window::from(grid, (y / height * height, x / width * width), (height, width)),
        (None, Some((width, height))) => around((height, width)),
        (None, None) => around(grid),
    };
    let is_small = screen.rows <= MAX_DRAWN.0 && screen.columns <= MAX_DRAWN.1;
    (screen, if is_small { screen } else { around(MAX_DRAWN) })
}

/// The tiles of a picture, one for each content of a cell.
struct Tiles<'g> {
    game: &'g Game,
    letters: Letters<'g>,
    tiles: Vec<Tile>,
    /// The index and the letter of the tile of a content.
    known: HashMap<ObjectSet, (u32, String)>,
}

impl Tiles<'_> {
    fn number(&mut self, content: ObjectSet) -> (u32, String) {
        if let Some(known) = self.known.get(&content) {
            return known.clone();
        }
        let known = (self.tiles.len() as u32, self.letters.letter(&content));
        self.tiles.extend(tile(&self.letters, &content));
        self.known.insert(content, known.clone());
        known
    }
}

/// The sprites of a cell's objects one over the other, on the colour around the board.
pub(super) fn tile(letters: &Letters<'_>, content: &ObjectSet) -> Option<Tile> {
    let game = letters.game;
    let mut pixels: [Option<Rgb>; SIDE * SIDE] = [colour(&game.prelude.background_color); SIDE * SIDE];
    for object in content.iter().filter_map(|id| game.objects[usize::from(id.0)].as_ref()) {
        paint(object, &mut pixels);
    }
    let mut colours: Vec<Rgb> = pixels.iter().flatten().copied().collect();
    colours.sort_unstable();
    colours.dedup();
    let index = |pixel: &Option<Rgb>| pixel.and_then(|pixel| colours.binary_search(&pixel).ok()).map(|at| at as u8);
    let indices: Vec<Option<u8>> = pixels.iter().map(index).collect();
    let side = SIDE as u16;
    let names = spoken::objects(game, content);
    let words = if names.is_empty() { "empty".to_owned() } else { names.join(", ") };
    Tile::new(words, letters.letter(content), (side, side), &colours, &indices)
}

/// Paints the sprite of an object over what is there.
fn paint(object: &Object, pixels: &mut [Option<Rgb>; SIDE * SIDE]) {
    for (y, row) in object.sprite.iter().take(SIDE).enumerate() {
        for (x, &index) in row.iter().take(SIDE).enumerate() {
            let painted = usize::try_from(index).ok().and_then(|index| colour(object.colors.get(index)?));
            if painted.is_some() {
                pixels[y * SIDE + x] = painted;
            }
        }
    }
}

/// A colour `#rrggbb`; `None` for `transparent`.
pub(super) fn colour(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some((part(0)?, part(2)?, part(4)?))
}

/// The characters that stand for the objects of a cell in the text.
pub(super) struct Letters<'g> {
    game: &'g Game,
    /// By the objects without the background; of several characters with one meaning the first.
    glyphs: HashMap<ObjectSet, &'g str>,
}

impl<'g> Letters<'g> {
    pub(super) fn of(game: &'g Game) -> Letters<'g> {
        let mut glyphs = HashMap::new();
        for (name, set) in game.glyphs.iter() {
            glyphs.entry(without_background(game, set)).or_insert(name.as_str());
        }
        Letters { game, glyphs }
    }

    /// The character for these objects, or the first letter of the topmost object.
    fn letter(&self, content: &ObjectSet) -> String {
        let content = without_background(self.game, content);
        if content.is_empty() {
            return String::new();
        }
        let top = || spoken::objects(self.game, &content).into_iter().next().unwrap_or_default();
        let first = || top().chars().next().map(String::from).unwrap_or_default();
        self.glyphs.get(&content).map_or_else(first, |name| (*name).to_owned())
    }
}

fn without_background(game: &Game, content: &ObjectSet) -> ObjectSet {
    let mut content = content.clone();
    content.subtract(&[game.background].into_iter().collect());
    content
}

/// The goal in a sentence; `None` for a game without win conditions.
pub(super) fn goal(game: &Game) -> Option<String> {
    let said = game.win.iter().map(|condition| {
        let what = spoken::name(game, &condition.what);
        let on = condition.on.as_ref().map(|on| spoken::name(game, on));
        match (condition.quantifier, on) {
            (Quantifier::All, Some(on)) => format!("every {what} is on {on}"),
            (Quantifier::All, None) => format!("every cell with {what} is as it should be"),
            (Quantifier::Some, Some(on)) => format!("some {what} is on {on}"),
            (Quantifier::Some, None) => format!("there is {what}"),
            (Quantifier::No, Some(on)) => format!("no {what} is on {on}"),
            (Quantifier::No, None) => format!("no {what} is left"),
        }
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| said.join(", and "))
}
