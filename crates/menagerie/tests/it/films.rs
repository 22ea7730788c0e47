//! Pictures for a page of one's own: boards alone, their size, the speed of films, and what the files say of
//! themselves.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use engines::{Budget, Context};
use picture::{Frame, Picture};
use puzzles::{Options, Question, QuestionKind};

use crate::cli::{self, folder, menagerie};

/// Demos of PuzzleScript that are solved at once.
const DEMOS: [&str; 4] = ["microban", "limerick", "kettle", "blockfaker"];
/// Pixels of a cell.
const CELL: u16 = 20;

/// The images of a GIF, row by row, with the hundredths of a second for which each is shown.
struct Film {
    width: usize,
    height: usize,
    images: Vec<(Vec<[u8; 3]>, u16)>,
}

impl Film {
    fn read(path: &Path) -> Film {
        let bytes = fs::read(path).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut images = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!((usize::from(frame.width), usize::from(frame.height)), (width, height));
            let pixels = frame.buffer.chunks(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]);
            images.push((pixels.collect(), frame.delay));
        }
        Film { width, height, images }
    }

    fn rows(&self, image: usize) -> impl Iterator<Item = &[[u8; 3]]> {
        self.images[image].0.chunks(self.width)
    }
}

/// The first level of a text, solved and drawn by the library.
fn solved(text: &str) -> Picture {
    let family = script::families().iter().find(|family| family.info().name == "puzzlescript").unwrap();
    let cx = Context::new(Budget::default());
    let levels = family.open(Arc::new(text.as_bytes().to_vec()), &cx).unwrap();
    let level = levels.level(0, &cx).unwrap();
    let question = Question { kind: QuestionKind::SOLVE, asked: Options::default() };
    let answer = puzzles::ask(&level, &question, &cx).unwrap();
    puzzles::explain(&level, &answer, &cx)
}

/// Two shipped games and four demos: a name, a file and its text.
fn games(folder: &Path) -> Vec<(String, String)> {
    let shipped = script::families().iter().flat_map(|family| family.info().levels);
    let shipped = shipped.filter(|level| ["doors", "ice"].contains(&level.name)).map(|level| (level.name, level.text));
    let mut games: Vec<(String, String)> = shipped.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    assert_eq!(games.len(), 2);
    for demo in testkit::data::lines("puzzlescript/demos.jsonl.gz").into_iter().flatten() {
        let name = demo["name"].as_str().unwrap();
        if DEMOS.contains(&name) {
            games.push((name.to_owned(), demo["source"].as_str().unwrap().to_owned()));
        }
    }
    games.into_iter().map(|(name, text)| (cli::file(folder, &format!("{name}.puzzlescript"), &text), text)).collect()
}

/// A frame's board as pixels, row by row, painted tile by tile; white where no tile lies.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn board(picture: &Picture, frame: &Frame) -> Vec<[u8; 3]> {
    let ((left, top, ..), (columns, rows), cell) = (frame.bounds(), size(frame), usize::from(CELL));
    let mut pixels = vec![[255; 3]; columns * rows * cell * cell];
    for placed in &frame.tiles {
        let tile = &picture.tiles[placed.tile as usize];
        let (column, row) = ((placed.at.x - left) as usize, (placed.at.y - top) as usize);
        for (x, y) in (0..cell).flat_map(|y| (0..cell).map(move |x| (x, y))) {
            let inside = |offset: usize, side: u16| (offset * usize::from(side) / cell) as u16;
            let pixel = tile.pixel(inside(x, tile.size().0), inside(y, tile.size().1));
            let Some((red, green, blue)) = pixel else { continue };
            pixels[(row * cell + y) * columns * cell + column * cell + x] = [red, green, blue];
        }
    }
    pixels
}

/// The film of a game's first level at [`CELL`] pixels a cell.
fn film(folder: &Path, file: &str, more: &[&str]) -> Film {
    let (path, level, cell) = (folder.join("film.gif"), format!("{file}#1"), CELL.to_string());
    let arguments = ["solve", &level, "--quiet", "--scale", &cell, "--gif", path.to_str().unwrap()];
    let said = menagerie(&[&arguments, more].concat());
    assert_eq!(said.status, 0, "{said:?}");
    Film::read(&path)
}

/// The columns and rows of a frame's board.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn size(frame: &Frame) -> (usize, usize) {
    let (left, top, right, bottom) = frame.bounds();
    ((right - left) as usize, (bottom - top) as usize)
}

/// Every pixel of a bare film is that of the board: no band, no margin, no other colour.
#[test]
fn a_bare_film_shows_the_board_and_nothing_else() {
    let (folder, cell) = (folder("films-bare"), usize::from(CELL));
    for (file, text) in games(&folder) {
        let (picture, film) = (solved(&text), film(&folder, &file, &["--bare"]));
        assert_eq!(film.images.len(), picture.frames.len(), "{file}");
        for (image, frame) in picture.frames.iter().enumerate() {
            let (columns, rows) = size(frame);
            assert_eq!((film.width, film.height), (columns * cell, rows * cell), "{file}");
            let strange =
                film.rows(image).zip(board(&picture, frame).chunks(film.width)).position(|(row, tiles)| row != tiles);
            assert_eq!(strange, None, "{file}, image {image}: a row that is not the board's");
        }
    }
}

/// The images of a film have one legend below the caption, and a white margin down to the last row.
#[test]
fn a_film_has_one_legend_and_no_bands() {
    let (folder, cell, margin) = (folder("films-legend"), usize::from(CELL), usize::from(CELL) / 2);
    for (file, text) in games(&folder) {
        let (picture, film) = (solved(&text), film(&folder, &file, &[]));
        let caption = cell;
        let below = margin + size(&picture.frames[0]).1 * cell + caption;
        let legend = |image: usize| film.rows(image).skip(below).flatten().copied().collect::<Vec<_>>();
        let first = legend(0);
        assert!(first.iter().any(|pixel| *pixel != [255; 3]), "{file}: no legend");
        for image in 0..film.images.len() {
            let coloured = film.rows(image).position(|row| row[..margin].iter().any(|pixel| *pixel != [255; 3]));
            assert_eq!(coloured, None, "{file}, image {image}: a row whose margin is not white");
            assert!(legend(image) == first, "{file}, image {image}: another legend");
        }
    }
}

#[test]
fn a_film_is_shown_as_fast_as_asked() {
    let folder = folder("films-speed");
    let delays = |more: &[&str]| {
        let path = folder.join("film.gif");
        let said = menagerie(&[&["solve", "@ice", "--quiet", "--gif", path.to_str().unwrap()], more].concat());
        assert_eq!(said.status, 0, "{said:?}");
        Film::read(&path).images.iter().map(|image| image.1).collect::<Vec<_>>()
    };
    assert_eq!(delays(&[]), [60, 60, 60, 60, 250]);
    assert_eq!(delays(&["--speed", "2"]), [30, 30, 30, 30, 125]);
    assert_eq!(delays(&["--speed", "0.5"]), [120, 120, 120, 120, 500]);
}

/// The bytes of a file with the title that it says of itself in its format.
fn titled(path: &Path, title: &[u8]) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.windows(title.len()).any(|part| part == title), "{}", path.display());
}

#[test]
fn files_say_their_game_and_level() {
    let folder = folder("films-titles");
    for (level, title) in [("@doors", "Doors"), ("@push#2", "Push, level 2"), ("@flipper", "Flipper")] {
        let path = |kind: &str| folder.join(format!("film.{kind}"));
        let (svg, png, gif) = (path("svg"), path("png"), path("gif"));
        let files = ["--svg", svg.to_str().unwrap(), "--png", png.to_str().unwrap(), "--gif", gif.to_str().unwrap()];
        for verb in ["solve", "show"] {
            let said = menagerie(&[&[verb, level, "--quiet", "--bare"], &files[..]].concat());
            assert_eq!(said.status, 0, "{said:?}");
            titled(&svg, format!("<title id=\"title\">{title}</title>").as_bytes());
            titled(&png, format!("tEXtTitle\0{title}").as_bytes());
            titled(&gif, &[&[0x21, 0xfe, u8::try_from(title.len()).unwrap()], title.as_bytes(), &[0]].concat());
        }
    }
}

/// All families have bare pictures of the size that was asked for; those without a board keep their table.
#[test]
fn every_family_is_drawn_bare() {
    let folder = folder("films-families");
    for (level, columns, rows) in
        [("@flipper", 3, 3), ("@seed.lemmo", 12, 6), ("@first-steps#3", 7, 5), ("@push#2", 6, 5)]
    {
        let path = folder.join("board.png");
        let arguments = ["show", level, "--quiet", "--bare", "--scale", "25", "--png", path.to_str().unwrap()];
        let said = menagerie(&arguments);
        assert_eq!(said.status, 0, "{said:?}");
        let bytes = fs::read(&path).unwrap();
        let side = |from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (25 * columns, 25 * rows), "{level}");
    }
}

#[test]
fn options_of_files_are_refused_where_they_change_nothing() {
    let folder = folder("films-refused");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (svg, png, gif) = (file("a.svg"), file("a.png"), file("a.gif"));
    for (arguments, why) in [
        (vec!["solve", "@ice", "--bare"], "--bare is about files of pictures; expected --svg, --png or --gif"),
        (vec!["show", "@ice", "--scale", "20", "--svg", &svg], "--scale is about files of pictures; expected --png"),
        (vec!["run", "@ice", "r", "--speed", "2", "--png", &png], "--speed is about files of pictures; expected --gif"),
        (vec!["solve", "@ice", "--scale", "3", "--gif", &gif], "4..=256"),
        (vec!["solve", "@ice", "--speed", "0", "--gif", &gif], "expected a number from 0.1 to 20"),
        (vec!["solve", "@ice", "--speed", "NaN", "--gif", &gif], "expected a number from 0.1 to 20"),
        (vec!["solve", "@ice", "--from-moves", "r; d", "--gif", &gif], "`menagerie run @ice 'r; d' --gif OUT` makes"),
    ] {
        let refused = menagerie(&arguments);
        assert_eq!((refused.status, refused.err.contains(why)), (2, true), "{arguments:?}: {refused:?}");
    }
    assert!(fs::read_dir(&folder).unwrap().next().is_none(), "nothing was written");
}

/// `run` makes films of given moves, one that does not win too.
#[test]
fn a_film_of_given_moves_needs_no_solution() {
    let folder = folder("films-moves");
    let path = folder.join("film.gif");
    // Of a run of very many moves the first 200 and the end are shown.
    let long = vec!["1"; 251].join(";");
    for (level, moves, images) in [
        ("@flipper", &*long, 202),
        ("@doors", "right; right; down", 4),
        ("@doors", "rrd", 4),
        ("@first-steps#3", "drUlulD", 8),
        ("@flipper", "1; 1", 3),
        ("@jugs", "fill the 3-litre jug", 2),
        ("@seed.pebble", "", 1),
    ] {
        let said =
            menagerie(&["run", level, moves, "--quiet", "--bare", "--scale", "8", "--gif", path.to_str().unwrap()]);
        let film = Film::read(&path);
        assert_eq!((said.status, film.images.len()), (0, images), "{level}: {said:?}");
        assert!(images == 1 || film.images[0].0 != film.images[1].0, "{level}: the first move is seen");
    }
    // Files of one picture show where the moves lead.
    let (svg, end) = (folder.join("end.svg"), folder.join("end.gif"));
    let said = menagerie(&["run", "@doors", "rrd", "--svg", svg.to_str().unwrap(), "--gif", end.to_str().unwrap()]);
    let drawn = fs::read_to_string(&svg).unwrap();
    assert_eq!((said.status, drawn.matches("<g transform").count()), (0, 1), "{said:?}");
}
