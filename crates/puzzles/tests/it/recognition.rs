//! Texts are recognised without their family being said: levels of every family, broken ones too, saves and gists.

use std::sync::Arc;

use engines::Context;
use puzzles::recognition::{self, Recognised, Unrecognised, by_file_name, recognise, recognise_source};
use puzzles::wall::Wall;
use puzzles::{FAMILIES, Family, FamilyInfo, Level, Likeness, LoadError, Record, Source, role};
use serde_json::json;
use testkit::long_levels::{BOXES, TILES};

fn found(text: &str) -> Result<Recognised<'_>, Unrecognised> {
    recognise(FAMILIES, text, &Context::default())
}

/// The name of the only family of a text, or why there is none.
fn family(text: &str) -> Result<&'static str, Unrecognised> {
    Ok(found(text)?.only()?.0.info().name)
}

#[test]
fn shipped_levels_are_recognised_alone_and_as_files_of_several() {
    for family in FAMILIES {
        let info = family.info();
        for level in info.levels {
            assert_eq!(self::family(level.text), Ok(info.name), "{}", level.name);
            assert_eq!(self::family(&format!("\u{feff}{}", level.text.replace('\n', "\r\n"))), Ok(info.name));
        }
        let several = info.levels.iter().map(|level| level.text).collect::<Vec<_>>();
        let (first, second) = (several[0], several[several.len() - 1]);
        if !matches!(info.name, "sokoban" | "puzzlescript") {
            assert_eq!(self::family(&format!("{first}---\n{second}")), Ok(info.name));
        }
    }
}

#[test]
fn texts_with_mistakes_are_recognised_too() {
    let cases = [
        ("toggle", "board = \"3x3\"\nmoves = \"plsu\"\nstart = 7\n"),
        ("toggle", "bord = \"3x3\"\nmoves = [\"110\", \n"),
        ("pebble", "board = \"grid 1x3\"\nplates = \"RG-\"\npebbles = \"RR-\"\n"),
        ("lemmo", "; title: Open\n####\n#..#\n$##@\n"),
        ("wall", "042\n39x1\n"),
        ("wall", "{\"042\",\"39\"}"),
        ("bunny", "##\n#S#\n O"),
        ("sokoban", "My levels\n\n1\n\n####\n#@.#\n#  #\n#$ #\n#### \nTitle: x\n"),
        ("sokoban", "#####\n#@$$.#\n#####\n"),
        ("puzzlescript", "title x\n\nOBJECTS\nPlayr\nred\n\nLEGEND\n\nRULES\n[ > ] ->\n"),
        ("puzzlescript", "======\nRules\n======\n[ > Player | Crate ] -> [ > Player | > Crate ]\n"),
    ];
    for (name, text) in cases {
        assert_eq!(family(text), Ok(name), "{text}");
    }
}

#[test]
fn published_collections_and_games_are_recognised() {
    let mut tried = 0;
    for folder in ["sokoban", "puzzlescript", "bunny"] {
        let Some(files) = testkit::data::path(&format!("cases/{folder}")) else { continue };
        for file in std::fs::read_dir(files).expect("a folder").map(|file| file.expect("an entry").path()) {
            let source: Arc<dyn Source> = Arc::new(std::fs::read(&file).expect("a readable file"));
            let recognised = recognise_source(FAMILIES, &source, &Context::default()).expect("a text");
            let name = recognised.map(|(family, _)| family.info().name);
            assert_eq!(name, Ok(folder), "{}", file.display());
            tried += 1;
        }
    }
    println!("{tried} files");
}

/// A family whose texts are like those of the wall game, and which loads none of them.
struct Twin;

const TWIN: FamilyInfo = FamilyInfo { name: "twin", likeness: |_| Likeness::Possible, ..FamilyInfo::BLANK };

impl Family for Twin {
    fn info(&self) -> &'static FamilyInfo {
        &TWIN
    }

    fn load(&self, _: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Err(LoadError::one(1, 1, "no twin", "another text"))
    }
}

#[test]
fn where_several_formats_fit_those_that_load_it_are_meant_and_else_all_are_named() {
    // Digits are like the texts of the twin too, which loads none.
    let twins: &[&'static dyn Family] = &[&Twin, &Wall];
    let rows = recognise(twins, "042\n391\n", &Context::default()).expect("rows").only().expect("one family");
    assert_eq!(rows.0.info().name, "wall");
    let broken = recognise(twins, "042\n39\n", &Context::default()).expect("rows");
    assert_eq!(recognition::names(&broken.families), ["twin", "wall"]);
    let both = found("board = \"3x3\"\n").expect("two formats");
    assert_eq!(recognition::names(&both.families), ["toggle", "pebble"]);
    assert!(!both.is_certain);
    let refusal = both.only().err().expect("no single family");
    assert_eq!(refusal, Unrecognised::Ambiguous(vec!["toggle", "pebble"]));
    let words = "the text fits the formats of toggle and pebble; expected the name of the one that is meant";
    assert_eq!(refusal.to_string(), words);
}

#[test]
fn saves_and_gists_hold_a_level() {
    let text = FAMILIES[0].info().levels[0].text;
    let level = FAMILIES[0].load(Arc::new(text.as_bytes().to_vec()), &Context::default()).expect("a level");
    let role = role(&*level, None).expect("a role");
    let mut game = Record::new(Arc::clone(&level), role);
    game.play("1").expect("a move");
    let save = game.save("flipper");
    let taken = found(&save).expect("a save");
    assert!(taken.is_taken_out && taken.is_certain);
    let game = taken.game.as_ref().expect("a game");
    assert_eq!((&*game.role, &game.moves[..]), (role.0, &["1".to_owned()][..]));
    let (family, inner) = taken.only().expect("one family");
    assert_eq!((family.info().name, &*inner), ("toggle", &*level.text()));

    let sokoban = "#####\n#@$.#\n#####\n";
    let gist = |files: serde_json::Value| json!({"id": "a", "public": true, "files": files}).to_string();
    let readme = json!({"filename": "readme.txt", "content": "Play this at home"});
    for (files, name, inner) in [
        (
            json!({"readme.txt": readme, "script.txt": {"content": "title x", "truncated": false}}),
            "puzzlescript",
            "title x",
        ),
        (json!({"readme.txt": readme, "mine.XSB": {"content": "?"}}), "sokoban", "?"),
        (json!({"readme.txt": readme, "walks": {"content": sokoban}}), "sokoban", sokoban),
        (json!({"a.txt": {"content": save}}), "toggle", &*level.text()),
    ] {
        let text = gist(files);
        let (family, found) = found(&text).expect("a gist").only().expect("one family");
        assert_eq!((family.info().name, &*found), (name, inner));
    }
    let cut = gist(json!({"script.txt": {"content": "title", "truncated": true}}));
    assert_eq!(found(&cut).err(), Some(Unrecognised::CutOff("script.txt".into())));
    assert_eq!(found(&gist(json!({"readme.txt": readme}))).err(), Some(Unrecognised::Unknown));
}

#[test]
fn lines_may_end_in_a_carriage_return_alone() {
    let push = puzzlescript::games::GAMES.iter().find(|game| game.name == "push").unwrap();
    for (name, text) in [("sokoban", BOXES), ("pebble", TILES), ("puzzlescript", push.text)] {
        assert_eq!(family(text).unwrap(), name);
        assert_eq!(family(&text.replace('\n', "\r")).unwrap(), name);
    }
}

#[test]
fn other_texts_are_refused_with_what_to_do() {
    for link in ["https://www.puzzlescript.net/play.html?p=abc", " http://example.org/x \n", "www.example.org"] {
        assert_eq!(found(link).err(), Some(Unrecognised::Link));
    }
    assert!(Unrecognised::Link.to_string().contains("open the source of the game there, and paste"));
    for text in [
        "",
        "\n",
        "hello",
        "A letter.\n\nIt has lines.\n",
        "{}",
        "[1]",
        "{\"files\": 7}",
        "12",
        "<html></html>",
        "a = b",
    ] {
        assert_eq!(found(text).err(), Some(Unrecognised::Unknown), "{text}");
    }
    assert_eq!(found("menagerie save 1\nfamily: frogs\nlevel:\nx").err(), Some(Unrecognised::Unknown));
}

#[test]
fn names_of_files_tell_families() {
    let name = |file: &str| by_file_name(FAMILIES, file).map(|family| family.info().name);
    assert_eq!(name("dir.xsb/a.PS"), Some("puzzlescript"));
    assert_eq!([name("script.txt"), name("/a/SCRIPT.TXT")], [Some("puzzlescript"); 2]);
    assert_eq!([name("my script.txt"), name("xsb"), name("a.txt"), name("a.xsb.bak")], [None; 4]);
}

#[test]
fn a_family_that_declares_nothing_is_never_taken() {
    assert_eq!((puzzles::FamilyInfo::BLANK.likeness)("OBJECTS"), Likeness::None);
}
