//! Texts whose name does not tell the family: files in `.txt`, standard input, saves, gists, and the prompt.

use crate::cli::{fed, file, folder, menagerie};

const ROWS: &str = "; Walk\n\n#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n";
const TOGGLE: &str = "board = \"3x3\"\nmoves = \"plus\"\nstart = \"100 010 001\"\n";

#[test]
fn a_collection_in_a_text_file_is_solved() {
    let dir = folder("recognised");
    let path = file(&dir, "walks.txt", ROWS);
    let said = menagerie(&["solve", "--json", &path]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.out.contains("\"found\":2") && said.out.contains("\"family\":\"sokoban\""), "{said:?}");
    assert_eq!(menagerie(&["check", &format!("{path}#2")]).status, 0);
    // A folder's text files are taken where they are recognised.
    file(&dir, "readme.txt", "Twenty levels, made in spring.\n");
    file(&dir, "game.text", TOGGLE);
    let said = menagerie(&["survey", dir.to_str().unwrap(), "--csv", "-", "--quiet"]);
    assert_eq!(said.out.matches(",sokoban,").count(), 2, "{said:?}");
    assert_eq!(said.out.lines().count(), 3, "{said:?}");
}

#[test]
fn standard_input_needs_no_family() {
    for (family, text) in [("toggle", TOGGLE), ("sokoban", ROWS), ("wall", "042\n391\n"), ("bunny", "S##\n# #\n##O\n")]
    {
        let said = fed(&["check", "--json", "-"], text.as_bytes());
        assert!(said.status == 0 && said.out.contains(&format!("\"family\":\"{family}\"")), "{said:?}");
    }
    // What is not of this format is still refused at its place.
    let said = fed(&["check", "-"], b"board = \"2x2\"\nmoves = \"cross\"\n");
    assert!(said.status == 3 && said.err.contains("-:2:9: no neighbourhood of this name"), "{said:?}");
}

#[test]
fn a_save_and_a_gist_hold_a_level() {
    let dir = folder("recognised-inside");
    let save = format!("menagerie save 1\nfamily: toggle\nname: \nrole: player\nmoves: 1\nundone: \nlevel:\n{TOGGLE}");
    let gist = format!("{{\"files\": {{\"walks.txt\": {{\"content\": {ROWS:?}}}}}}}");
    for (name, text, family) in [("here.save", save, "toggle"), ("gist.json", gist, "sokoban")] {
        let path = file(&dir, name, text);
        let said = menagerie(&["check", "--json", &path]);
        assert!(said.status == 0 && said.out.contains(&format!("\"family\":\"{family}\"")), "{said:?}");
    }
}

#[test]
fn what_is_not_recognised_is_refused_with_what_to_do() {
    for (text, words) in [
        (
            "board = \"3x3\"\n",
            "the formats of toggle and pebble; expected the name of the one that is meant, as --family",
        ),
        ("https://example.org/play\n", "this is a link, and nothing is fetched; open the source of the game there"),
        ("hello\n", "neither its name nor its text tells a family; expected .toggle, .lemmo"),
        ("{\"files\": {\"a.xsb\": {\"content\": \"#\", \"truncated\": true}}}", "this gist is cut off"),
    ] {
        let said = fed(&["solve", "-"], text.as_bytes());
        assert!(said.status == 2 && said.err.contains(words) && said.out.is_empty(), "{text}: {said:?}");
    }
}

#[test]
fn the_prompt_recognises_texts_and_files() {
    let path = file(&folder("recognised-at-the-prompt"), "walks.txt", ROWS);
    let text = "#load{ text = 'board = \"3x3\"\\nmoves = \"plus\"\\nstart = \"all 1\"' }:moves()";
    for (typed, said) in [(text, "9\n"), (&*format!("load('{path}#1'):solve().moves"), "1\n")] {
        let found = menagerie(&["repl", "--eval", typed]);
        assert_eq!((found.status, &*found.out), (0, said), "{found:?}");
    }
}
