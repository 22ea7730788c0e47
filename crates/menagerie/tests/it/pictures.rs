//! Golden pictures of every family, with overlays: their text, that they are well-formed and say what they show,
//! and that they become images.
//!
//! `UPDATE_GOLDEN=1 cargo test -p menagerie --test it pictures` writes `tests/golden/*.svg` anew; every run leaves PNG
//! and GIF files in `target/tmp/images`, to be looked at.

use std::path::Path;

use crate::cli;

use crate::cli::{folder, menagerie};

/// A name, and the arguments that make the picture.
const PICTURES: &[(&str, &[&str])] = &[
    ("toggle-show", &["show", "@three-colours"]),
    ("toggle-solution", &["solve", "@flipper"]),
    ("toggle-impossible", &["solve", "@one-light"]),
    ("toggle-hint", &["hint", "@lights-out-5x5", "--moves", "1; 2"]),
    ("lemmo-show", &["show", "@seed.lemmo"]),
    ("lemmo-removals", &["solve", "@seed.lemmo"]),
    ("lemmo-heat", &["improve", "@seed.lemmo"]),
    ("lemmo-arrivals", &["hint", "@seed.lemmo"]),
    ("lemmo-walk", &["run", "@seed.lemmo", "10 right"]),
    ("wall-show", &["show", "@detour"]),
    ("wall-solution", &["solve", "@serpent"]),
    ("wall-impossible", &["solve", "@cul-de-sac"]),
    ("wall-live", &["solve", "@live"]),
    ("wall-hint", &["hint", "@serpent", "--as", "eel", "--moves", "gap 4"]),
    ("bunny-show", &["show", "@bunny-04"]),
    ("bunny-run", &["run", "@bunny-02", "LOOP{F R F L}; run"]),
    ("pebble-show", &["show", "@seed.pebble"]),
    ("pebble-positions", &["show", "@hexagram", "--positions"]),
    ("pebble-petersen", &["show", "@petersen"]),
    ("pebble-hint", &["hint", "@seed.pebble"]),
    ("pebble-solution", &["solve", "@easy.pebble"]),
    ("sokoban-show", &["show", "@first-steps#5"]),
    ("sokoban-solution", &["solve", "@first-steps#4"]),
    ("puzzlescript-solution", &["solve", "@push#2"]),
    ("script-show", &["show", "@sokoban.luau"]),
    ("script-solution", &["solve", "@wolf-goat-cabbage.luau"]),
];

/// The pictures of the families that the binary has.
fn pictures() -> Vec<(&'static str, &'static [&'static str])> {
    let list = menagerie(&["list", "--json"]).json();
    let names: Vec<&str> =
        list["families"].as_array().unwrap().iter().map(|family| family["family"].as_str().unwrap()).collect();
    PICTURES.iter().copied().filter(|(name, _)| names.contains(&family_of(name))).collect()
}

fn family_of(name: &str) -> &str {
    name.split('-').next().unwrap()
}

fn golden(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.svg"))
}

/// Draws a picture as SVG.
fn drawn(folder: &Path, name: &str, arguments: &[&str]) -> String {
    let path = folder.join(format!("{name}.svg"));
    let mut full = arguments.to_vec();
    full.extend(["--svg", path.to_str().unwrap(), "--quiet"]);
    let said = menagerie(&full);
    assert!([0, 10].contains(&said.status), "{name}: {said:?}");
    std::fs::read_to_string(&path).unwrap()
}

#[test]
fn golden_pictures_are_reproduced_and_say_what_they_show() {
    let folder = folder("golden");
    let mut families = Vec::new();
    for (name, arguments) in pictures() {
        let svg = drawn(&folder, name, arguments);
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(golden(name), &svg).unwrap();
        }
        assert_eq!(svg, std::fs::read_to_string(golden(name)).unwrap(), "{name}");
        says_what_it_shows(name, &svg);
        families.push(family_of(name));
    }
    let list = menagerie(&["list", "--json"]).json();
    for family in list["families"].as_array().unwrap() {
        assert!(families.contains(&family["family"].as_str().unwrap()), "no picture of {family}");
    }
}

/// Well-formed, with a title and a description that the root points at.
fn says_what_it_shows(name: &str, svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"), "{name}");
    assert_eq!(root.attribute("aria-labelledby"), Some("title description"), "{name}");
    for (tag, id) in [("title", "title"), ("desc", "description")] {
        let node = root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag))).unwrap();
        assert_eq!(node.attribute("id"), Some(id), "{name}");
        assert!(node.text().is_some_and(|text| text.len() > 3), "{name}: {tag} is empty");
    }
}

/// A goal that is not all 0 is drawn beside the board, and the moves are listed with what they change.
#[test]
fn a_toggle_shows_its_goal_and_its_moves() {
    let folder = folder("toggle-goal");
    let level = |goal: &str| {
        let text =
            format!("board = \"2x2\"\nmoves = [\"1100\", \"0011\", \"1010\"]\nstart = \"all 0\"\ngoal = \"{goal}\"\n");
        cli::file(&folder, &format!("{}.toggle", goal.replace(' ', "-")), text)
    };
    let shown = menagerie(&["show", &level("1001")]).out;
    for said in [
        " 0  0     1  0\n 0  0     0  1\n",
        "First the board, then the goal.",
        "Goal: every cell shows what the goal, drawn beside the board, shows there.",
        "Move 1 flips cells 1, 2.",
        "Move 3 flips cells 1, 3.",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    let shown = menagerie(&["show", &level("all 0")]).out;
    assert!(shown.contains("Goal: every light is off.") && !shown.contains("then the goal"), "{shown}");
    let asked = menagerie(&["solve", &level("all 0"), "--goal", "1100"]).out;
    assert!(asked.contains("then the goal."), "the goal asked for is drawn: {asked}");
    let details = menagerie(&["show", "@flipper", "--json"]).json()["answer"]["details"].clone();
    assert_eq!(details.as_array().unwrap().len(), 9, "{details}");
    assert!(menagerie(&["show", "@king"]).out.contains("Move n flips cell n and the eight cells around it."));
}

#[test]
fn goals_boxes_and_boxes_on_goals_are_told_apart_without_colour() {
    let shown = menagerie(&["show", "@sokoban.luau"]).out;
    let signs = |sign: &str| {
        shown.lines().take_while(|line| !line.contains("keeper")).filter(|line| line.contains(sign)).count()
    };
    assert_eq!((signs(" ◇ "), signs(" $ "), signs("◇*◇")), (1, 1, 1), "{shown}");
}

#[test]
fn the_heat_map_has_its_only_best_removal_at_row_3_column_4() {
    let answer = menagerie(&["improve", "@seed.lemmo", "--json"]).json()["answer"].clone();
    let gains: Vec<Vec<Option<i64>>> = serde_json::from_value(answer["gains"].clone()).unwrap();
    let map: Vec<&[u8]> = vec![b"#####.###.##", b"###.#####.##", b"#.####.#####"];
    let blocks = |wanted: u8| {
        let places = (0..3).flat_map(|row| (0..12).map(move |column| (row, column)));
        let gains = &gains;
        let map = &map;
        places
            .filter(move |&(row, column)| map[row][column] == wanted)
            .filter_map(move |(row, column)| Some((gains[row][column]?, row + 1, column + 1)))
            .collect::<Vec<_>>()
    };
    let best = |gains: Vec<(i64, usize, usize)>| {
        let most = gains.iter().map(|gain| gain.0).max().unwrap();
        gains.into_iter().filter(|gain| gain.0 == most).collect::<Vec<_>>()
    };
    assert_eq!(best(blocks(b'#')), [(4, 3, 4)]);
    assert_eq!(best(blocks(b'.')), [(4, 1, 6), (4, 2, 4), (4, 3, 2)]);
    let svg = std::fs::read_to_string(golden("lemmo-heat")).unwrap();
    assert_eq!(svg.matches("class=\"line-highlight\"").count(), 1, "one circle for the removal");
    assert_eq!(svg.matches("stroke-dasharray").count(), 3, "three dashed squares for the additions");
}

#[cfg(feature = "raster")]
mod raster {
    use super::*;

    #[test]
    fn pictures_become_images() {
        let folder = folder("images");
        for (name, arguments) in pictures() {
            let path = |kind: &str| folder.join(format!("{name}.{kind}")).to_str().unwrap().to_owned();
            let (png, gif) = (path("png"), path("gif"));
            let mut full = arguments.to_vec();
            full.extend(["--quiet", "--png", &png]);
            if arguments[0] != "show" {
                full.extend(["--gif", &gif]);
            }
            let said = menagerie(&full);
            assert!([0, 10].contains(&said.status), "{name}: {said:?}");
            assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n"), "{name}");
            assert!(arguments[0] == "show" || std::fs::read(&gif).unwrap().starts_with(b"GIF89a"), "{name}");
        }
    }
}

/// A legend lists what the board shows, by the signs that it shows: numbers, letters and arrows, and nothing else.
#[test]
fn legends_show_the_signs_of_the_board() {
    let shown = menagerie(&["show", "@five"]).out;
    let legend = "\n 0   cost to enter the cell\n x   wall or blocked cell\n 3   the last row\n";
    assert!(shown.contains(legend) && !shown.contains("   Rabbit\n") && !shown.contains("the way so far"), "{shown}");
    let hint = menagerie(&["hint", "@five", "--as", "eel", "--moves", "gap 1"]).out;
    assert!(hint.contains("\n R   Rabbit\n") && !hint.contains(" @   "), "{hint}");
    let shown = menagerie(&["show", "@bunny-02"]).out;
    assert!(shown.contains("\n →   the bunny, pointing where it faces\n ·   to be marked\n"), "{shown}");
    let shown = menagerie(&["show", "@petersen"]).out;
    assert!(!shown.contains("line: linked positions"), "links are not drawn on a terminal: {shown}");
}

#[test]
fn a_ringed_cell_keeps_its_value_on_a_terminal() {
    let hint = menagerie(&["hint", "@lights-out-5x5"]).out;
    let values = ["₀]", "₁]"].iter().map(|value| hint.matches(value).count()).sum::<usize>();
    assert_eq!(values, 11, "eleven presses are best: {hint}");
    let live = menagerie(&["solve", "@live"]).out;
    assert!(live.contains("[1]") && !live.contains("[s]"), "the cost and not the beginning of a word: {live}");
}

#[test]
fn jugs_are_drawn_with_what_they_hold() {
    let shown = menagerie(&["show", "@jugs"]).out;
    assert!(
        shown.contains("Goal: one of the jugs holds exactly 4 litres.\nRules: There are jugs of 3 and 5"),
        "{shown}"
    );
    assert!(shown.starts_with("Water jugs\n ·  ·  ·\n ·  ·  ·  ·  ·\n"), "empty jugs can be seen: {shown}");
    let poured = menagerie(&["run", "@jugs", "fill the 3-litre jug"]).out;
    assert!(poured.contains(" o  o  o\n"), "{poured}");
}

#[test]
fn each_level_of_a_file_has_a_picture_of_its_own() {
    let dir = folder("picture-folders");
    let path = |name: &str| dir.join(name).to_string_lossy().into_owned();
    let (boards, films) = (path("boards"), path("films"));
    let shown = menagerie(&["show", "@first-steps", "--svg-dir", &boards, "--png-dir", &boards, "--bare", "--quiet"]);
    assert_eq!((shown.status, shown.out.as_str()), (0, ""), "{shown:?}");
    let solved = menagerie(&["solve", "@first-steps#2-3", "@flipper", "--gif-dir", &films]);
    assert_eq!(solved.status, 0, "{solved:?}");
    let names = |folder: &str| {
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = files.collect();
        names.sort();
        names
    };
    let boards = names(&boards);
    assert_eq!((boards.len(), &*boards[0], &*boards[15]), (16, "first-steps-1.png", "first-steps-8.svg"));
    assert_eq!(names(&films), ["first-steps-2.gif", "first-steps-3.gif", "flipper.gif"]);
    let quiet = menagerie(&["show", "@first-steps#1", "--png", &path("one.png"), "--quiet"]);
    assert_eq!((quiet.status, quiet.out.as_str()), (0, ""), "{quiet:?}");
    for (arguments, refusal) in [
        (&["solve", "@first-steps#1", "@first-steps#1"][..], "would be one file"),
        (&["solve", "@first-steps#1", "--svg", "x.svg"], "cannot be used with"),
        (&["show", "@first-steps", "--png", "x.png"], "take the picture of one level"),
    ] {
        let said = menagerie(&[arguments, &["--svg-dir", &films]].concat());
        assert!(said.status == 2 && said.err.contains(refusal), "{arguments:?}: {said:?}");
    }
}
