//! Walls that stand at the start: which may, and what is said of those that may not.

use super::*;

#[test]
fn walls_that_cannot_stand_are_refused_with_the_reason() {
    let refused = |walls: &str, moves: &[&str]| built("042\n3x1\n", walls, moves).unwrap_err();
    assert!(refused("1;1", &[]).contains("'1' names no cell; expected a row and a column from 1"));
    for (walls, moved, why) in [
        ("2,1", "wall 2,1", "no row is below the last one; expected row 1, which alone is above another"),
        ("7,1", "open 7,1", "there is no row 7; expected row 1, which alone is above another"),
        ("1,9", "wall 1,9", "there is no column 9; expected a column from 1 to 3"),
    ] {
        let said = refused(walls, &[]);
        assert!(said.ends_with(&format!("the wall '{walls}' cannot stand, since {why}")), "{said}");
        assert!(refused("", &[moved]).ends_with(why), "{moved}");
        let Err(LoadError::Invalid(problems)) =
            Wall.load(Arc::new(format!("; walls: {walls}\n042\n3x1\n").into_bytes()), &Context::default())
        else {
            panic!("{walls}")
        };
        assert_eq!(problems[0].to_string().matches("expected").count(), 1, "{}", problems[0]);
    }
    assert!(refused("", &["wall 1,2"]).contains("a wall would change nothing"), "above a blocked cell");
    assert!(refused("1,1; 1,3", &[]).contains("leave no way"));
    assert!(refused("1,1", &["wall 1,3"]).contains("could not reach the last row"));
    assert!(refused("1,1", &["wall 1,1"]).contains("a wall stands there"));
    assert!(refused("", &["open 1,1"]).contains("no wall stands there"));
    assert!(refused("", &["wall 1,01"]).contains("expected wall or open"));
    assert!(refused("", &["done", "done"]).contains("Rabbit has walked"));
    assert_eq!(built("042\n3x1\n", "1,1", &["open 1,1", "wall 1,3", "done"]).unwrap().0.cost, Some(3));
    let wide = load(&format!("; rule: free\n{}", format!("{}\n", "7".repeat(1100)).repeat(1000)));
    assert_eq!(wide.roles(), ["rabbit"]);
    let large = ask(&wide, &with(QuestionKind::HINT, &WALLS, "1,1"), &Context::default()).unwrap_err().to_string();
    assert!(large.contains("1100000 cells; expected at most 1048576"), "{large}");
    let live = with(QuestionKind::HINT, &WALLS, "1,1");
    let refused = ask(&load("; rule: live\n042\n391\n"), &live, &Context::default()).unwrap_err().to_string();
    assert!(refused.contains("live rule"), "{refused}");
}

/// Eel's walls under the ordinary rule stand beside blocked cells too: they can be given back as they are drawn.
#[test]
fn walls_beside_blocked_cells_are_taken_and_change_nothing() {
    let text = "042\n3x1\n555\n";
    for (walls, same) in [("1,1; 1,2", "1,1"), ("1,3; 1,2; 2,2; 2,3", "1,3; 2,3")] {
        let (run, end) = built(text, walls, &["done"]).unwrap();
        assert_eq!(run.cost, built(text, same, &["done"]).unwrap().0.cost, "{walls}");
        assert_eq!(end.walls.unwrap().len(), walls.split(';').count());
        let level = load(&format!("; walls: {walls}\n{text}"));
        assert_eq!(load(&level.text()).text(), level.text());
        laws::check_texts(&Wall, &[&level.text()], None);
    }
}

#[test]
fn a_level_may_say_walls_that_stand_among_which_rabbit_walks() {
    let text = "; walls: 1,1; 1,3\n042\n391\n";
    let level = load(text);
    assert_eq!(level.text(), text);
    assert_eq!(level.picture().frames[0].edges.len(), 2);
    // Rabbit pays 0 + 4 + 9 through the only gap; without the second wall 0 + 4 + 2 + 1 is cheaper.
    for (walls, paid) in [("1,1; 1,3", 13), ("1,1", 7), ("1,2; 1,3", 3)] {
        let level = load(&format!("; rule: free\n; walls: {walls}\n042\n391\n"));
        assert_eq!(hint(&level, "rabbit", &[]).cost_left, paid, "{walls}");
        // A question that names other walls is about those.
        let other = with(QuestionKind::HINT, &WALLS, "1,2; 1,3");
        let other = ask(&level, &other, &Context::default()).unwrap();
        assert_eq!(other.body_as::<Hint>().unwrap().cost_left, 3, "{walls}");
    }
    // The text of a position says the walls that were built.
    let mut record = Record::new(load("; rule: free\n042\n391\n"), Role("eel"));
    for (built, walls) in [("wall 1,3", "1,3"), ("wall 1,1", "1,1; 1,3"), ("open 1,3", "1,1")] {
        record.play(built).unwrap();
        let text = record.position().level_text();
        assert_eq!(text, format!("; rule: free\n; walls: {walls}\n042\n391\n"));
        let again = Record::new(load(&text), Role("eel"));
        assert_eq!(again.position().status(), record.position().status());
    }
    // As Eel one goes on with them, and what a level says by an option its text says, too.
    assert_eq!(hint(&level, "eel", &[]).best, ["done"]);
    let options = Options::default().with(&WALLS, OptionValue::Text("1,3;1,1".into()));
    let variant = load("; title: Two\n042\n391\n").variant(&options).unwrap().unwrap();
    assert_eq!(variant.text(), "; title: Two\n; rule: free\n; walls: 1,1; 1,3\n042\n391\n");
    assert_eq!(load(&variant.text()).text(), variant.text());
    // The live rule has no walls beforehand, wherever the two meet.
    let live = Options::default().with(&RULE, OptionValue::Text("live".into()));
    let refused = level.variant(&live).err().unwrap().to_string();
    assert!(refused.ends_with("expected no line 'walls' in the level, or the rule free"), "{refused}");
    for (wrong, place) in [
        ("; walls: 1,1; 1,2; 1,3\n042\n391\n", (1, 10)),
        ("; title: x\n; walls: 2,1\n042\n391\n", (2, 10)),
        ("; walls: a\n042\n391\n", (1, 10)),
        ("; rule: live\n; walls: 1,1\n042\n391\n", (2, 10)),
    ] {
        assert_eq!(places(wrong), [place], "{wrong}");
    }
}

/// Where one gap is left in each row, Eel may build wall by wall all the same, and comes to the same value.
#[test]
fn the_builder_of_the_ordinary_rule_comes_to_the_value_of_the_gaps() {
    let mut random = Random::new(49);
    for turn in 0..60 {
        let text = random.board(2 + turn % 3, 1 + turn / 3 % 5, 5);
        let Some(solved) = solved(&text) else { continue };
        assert_eq!(played(&text, "builder", &mut random, true), solved.cost, "{text}");
    }
    let roles = |text: &str| load(text).roles().len();
    assert_eq!((roles("042\n391\n"), roles("; rule: free\n042\n391\n"), roles("; rule: live\n042\n391\n")), (3, 2, 2));
    let sides: Vec<&str> = load("042\n391\n").sides().iter().map(|side| side.role).collect();
    assert_eq!(sides, ["builder", "eel"]);
}
