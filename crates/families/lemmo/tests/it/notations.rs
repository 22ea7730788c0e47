//! Lemmo: maps in the notations of the post.

use std::sync::Arc;

use engines::Context;
use puzzles::lemmo::Lemmo;
use puzzles::lemmo::body::Solve;
use puzzles::{Family, LoadError, Question, QuestionKind, ask};

/// What is wrong with a text: line, column, message.
fn problems(text: &[u8]) -> Vec<(u64, u64, String)> {
    match Lemmo.load(Arc::new(text.to_vec()), &Context::default()) {
        Err(LoadError::Invalid(list)) => list.into_iter().map(|p| (p.line, p.column, p.message)).collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn maps_are_read_as_the_post_writes_them() {
    let rows = ["#####.###.##", "###.#####.##", "#.####.#####", "@#@$@$######"];
    let numbered: Vec<String> = (1..).zip(rows).map(|(number, row)| format!("{number} {row}")).collect();
    let quoted = rows.map(|row| format!("\"{row}\""));
    let texts = [
        // As the post's text comes without its layout, as its listing is copied, and with a number before each row.
        format!(" 1 2 3 4 {} ", rows.join(" ")),
        format!("; title: The post\n1\n2\n3\n4\n{}\n", rows.join("\n")),
        numbered.join("\r\n"),
        // As its program takes them.
        format!("'({})", quoted.join(" ")),
        format!("(\n  {}\n)\n", quoted.join("\n  ")),
        quoted.join("\n"),
        format!("(check '({}) 20 24)", quoted.join(" ")),
        format!("(check\n  '({})\n  20 24)\n", quoted.join("\n    ")),
    ];
    for text in texts {
        let level = Lemmo
            .load(Arc::new(text.clone().into_bytes()), &Context::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let canonical = level.text();
        assert_eq!(canonical.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>(), rows, "{text}");
        let solved = ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
        assert_eq!(solved.body_as::<Solve>().map(|body| body.wins), Some(20), "{text}");
        let recognised = puzzles::recognition::recognise(&[&puzzles::wall::Wall, &Lemmo], &text, &Context::default());
        let family = recognised.and_then(|found| Ok(found.only()?.0.info().name));
        assert_eq!(family, Ok("lemmo"), "{text}");
    }
}

#[test]
fn the_figures_of_the_post_are_read_without_their_frames_and_arrows() {
    let rows = ["#.##.####.", ".#########", "#########$"];
    let framed = "+------------\n|\n| #.##.####.\n|     ←\n| .#########\n|\n| #########$\n";
    let texts = [
        framed.to_owned(),
        framed.replace('←', "<-"),
        framed.replace("| ", "|"),
        format!("1\n2\n3\n4\n5\n6\n7\n{framed}"),
        // As the post's text comes without its layout.
        format!("1 2 3 4 5 6 7 {}", framed.replace('\n', " ")),
        "1 2 3 4 5 6 7 8 9  →→→→→→→→→ ←←←←←← +------------ | | #.##.####. | ← | .######### | | #########$".to_owned(),
        "←←←←←\n+------------\n|    ←\n| #.##.####.\n|\n| .#########\n|\n| #########$\n+------------\n".to_owned(),
        "; title: The post\n| #.##.####. |\n| .######### |\n| #########$ |\n".to_owned(),
    ];
    for text in texts {
        let level = Lemmo.load(Arc::new(text.clone().into_bytes()), &Context::default());
        let level = level.unwrap_or_else(|error| panic!("{text}: {error}")).text();
        assert_eq!(level.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>(), rows, "{text}");
        let known: [&'static dyn Family; 3] = [&puzzles::wall::Wall, &puzzles::sokoban::Sokoban, &Lemmo];
        let recognised = puzzles::recognition::recognise(&known, &text, &Context::default());
        let family = recognised.and_then(|found| Ok(found.only()?.0.info().name));
        assert_eq!(family, Ok("lemmo"), "{text}");
    }
    let first = |text: &str| problems(text.as_bytes()).into_iter().next().unwrap_or_default();
    assert_eq!(first("+---\n| #.\n| x$\n"), (3, 3, "'x'".into()));
    assert_eq!(first("+---\n|\n").2, "there is no row");
}

#[test]
fn what_is_wrong_in_a_notation_of_the_post_has_its_place() {
    let first = |text: &str| problems(text.as_bytes()).into_iter().next().unwrap_or_default();
    assert_eq!(first("1 #.\n3 #$\n"), (2, 1, "the number 3 before a row".into()));
    assert_eq!(problems(b"1 ##.#\n3 #$@#\n").len(), 1);
    assert_eq!(first("1 2 3 #. #$\n"), (1, 1, "3 numbers for 2 rows".into()));
    assert_eq!(first("1 #. #$\n"), (1, 1, "1 number for 2 rows".into()));
    assert_eq!(first("1 2 #. #é\n"), (1, 9, "'é'".into()));
    assert_eq!(first("1 2 #. x#\n"), (1, 8, "'x'".into()));
    assert_eq!(first("1 2 #. ##\n"), (1, 10, "the bottom row has no treasure or drain".into()));
    assert_eq!(first("'(\"##\" \"#$\")"), (1, 6, "a floor without a space, where Lemmo would walk for ever".into()));
    assert_eq!(first("'(\"#.\"\n\"#$$\")"), (2, 4, "the row has 3 tiles".into()));
    assert_eq!(first("(\"#.\" \"#$\""), (1, 1, "'(' is not closed".into()));
    assert_eq!(first("(\"#.\" \"#$"), (1, 7, "the row has no closing quote".into()));
    assert_eq!(first("(\"#.\" #$)"), (1, 7, "'#'".into()));
    assert_eq!(first("(\"#.\" \"#$\") 2"), (1, 13, "'2'".into()));
    assert_eq!(first("(\"\" \"#$\")"), (1, 3, "the row is empty".into()));
    assert_eq!(first("1\n2\n"), (2, 1, "2 numbers for 0 rows".into()));
    // Rows on one line are as many as rows on lines of their own.
    let many = |rows: usize| format!("\"$\"{}", " \"$\"".repeat(rows - 1)).replacen('$', ".", rows - 1);
    assert_eq!(first(&many(65_536)).2, "too many rows");
    assert_eq!(problems(many(20_000).as_bytes()), []);
}
