//! The options that say how a picture is drawn, and programs in the contest's second notation, on the command line.

use crate::cli::{fed, folder, menagerie};

#[test]
fn positions_are_written_where_they_are_asked_for() {
    let folder = folder("drawing-positions");
    let path = folder.join("board.svg");
    let path = path.to_str().unwrap();
    for arguments in [
        vec!["show", "@hexagram"],
        vec!["solve", "@easy.pebble"],
        vec!["hint", "@seed.pebble"],
        vec!["run", "@seed.pebble", "3; 4"],
    ] {
        let draw = |more: &[&str]| {
            let mut full = arguments.clone();
            full.extend(["--svg", path]);
            full.extend(more);
            let said = menagerie(&full);
            assert_eq!(said.status, 0, "{said:?}");
            (said.out, std::fs::read_to_string(path).unwrap())
        };
        let ((plain, svg), (numbered, numbered_svg)) = (draw(&[]), draw(&["--positions"]));
        assert!(!svg.contains("paint-order") && numbered_svg.contains("paint-order=\"stroke\""), "{arguments:?}");
        assert!(numbered.lines().count() > plain.lines().count() && numbered.contains("  6"), "{numbered}");
    }
    let refused = menagerie(&["show", "@flipper", "--positions"]);
    assert_eq!((refused.status, refused.err.contains("have no numbers")), (2, true), "{refused:?}");
    let hidden = menagerie(&["solve", "@easy.pebble", "--positions", "--json"]);
    assert_eq!((hidden.status, hidden.err.contains("none is drawn")), (2, true), "{hidden:?}");
    let shown = menagerie(&["show", "@seed.pebble", "--positions", "--json"]).json();
    assert!(shown["answer"]["svg"].as_str().unwrap().contains(">14</text>"));
}

#[test]
fn films_show_every_hop_where_that_is_asked_for() {
    let folder = folder("drawing-hops");
    let frames = |arguments: &[&str]| {
        let path = folder.join("film.svg");
        let mut full = arguments.to_vec();
        full.extend(["--quiet", "--svg", path.to_str().unwrap()]);
        let said = menagerie(&full);
        assert_eq!(said.status, 0, "{said:?}");
        std::fs::read_to_string(path).unwrap().matches("<g transform").count()
    };
    let program = "LOOP(300){F R}";
    let hops = menagerie(&["run", "@bunny-02", program, "--json"]).json()["answer"]["hops"].as_u64().unwrap();
    assert!(hops > 2);
    assert_eq!(frames(&["run", "@bunny-02", program, "--every-hop"]) as u64, hops + 2, "the start, the hops, the end");
    assert!(frames(&["solve", "@bunny-07"]) < frames(&["solve", "@bunny-07", "--every-hop"]));
    for (arguments, why) in [
        (vec!["solve", "@flipper", "--every-hop"], "no films of hops"),
        (vec!["show", "@bunny-01", "--every-hop"], "not a run"),
        (vec!["run", "@bunny-01", "F F", "--every-hop", "--json"], "none is drawn"),
    ] {
        let refused = menagerie(&arguments);
        assert_eq!((refused.status, refused.err.contains(why)), (2, true), "{refused:?}");
    }
}

#[test]
fn programs_are_taken_as_the_published_search_prints_them() {
    let said = menagerie(&["run", "@bunny-04", "[loop(17, ['F', loop(7, ['F', 'L'])])]", "--json"]).json();
    assert_eq!((&said["answer"]["complete"], &said["answer"]["tokens"]), (&true.into(), &5.into()));
    let fault = menagerie(&["run", "@bunny-04", "[loop(17, ['X'])]"]);
    assert!(fault.status == 3 || fault.status == 2, "{fault:?}");
    assert!(fault.err.contains("'X'") && fault.err.contains("F, L or R"), "{fault:?}");
    // A JSON list is a list of moves still, and is named where it is broken.
    let listed = menagerie(&["run", "@bunny-01", "[\"F\", \"F\"]", "--json"]).json();
    assert_eq!(listed["answer"]["complete"], true);
    assert!(menagerie(&["run", "@bunny-01", "[\"F\", "]).err.contains("JSON"));
    // By lines, too.
    let played = fed(&["play", "--plain", "@bunny-01"], b"['F', 'F']\nrun\nquit\n");
    assert!(played.out.contains("F F (2 tokens): complete"), "{}", played.out);
    let zero = menagerie(&["run", "@bunny-03", "LOOP(0){L} LOOP{F F R}", "--json"]).json();
    assert_eq!((&zero["answer"]["complete"], &zero["answer"]["tokens"]), (&true.into(), &6.into()));
}

#[test]
fn tiles_are_slid_by_name_by_lines() {
    let played = fed(&["play", "--plain", "@fifteen"], b"slide 1\nslide 16\nquit\n");
    assert!(played.out.contains("1 move: the hole is at row 2, column 2"), "{}", played.out);
    assert!(played.out.contains("\nMoves: slide 14 down, slide 1 right, slide 7 left, slide 4 up\n"), "{}", played.out);
    assert!(played.out.contains("no pebble has this name"), "{}", played.out);
    let hint = menagerie(&["hint", "@fifteen", "--moves", "slide 1", "--json"]).json();
    assert_eq!(hint["asked"]["moves"][0], "slide 1");
    assert_eq!(hint["answer"]["tiles"].as_array().unwrap().len(), hint["answer"]["best"].as_array().unwrap().len());
}
