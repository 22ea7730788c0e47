//! What of a Tiled map is read, what is noted as not read, and what is refused with its place.

use crate::world_builder::{PLAYER, element, run, shipped};
use world::{Point, Problem, SHIPPED, World};

/// A world on the map `name` with this text.
fn load(name: &str, map: &str, kinds: &str) -> Result<World, Problem> {
    let toml = format!("map = \"{name}\"\n{kinds}");
    World::load("t.world.toml", &|file: &str| match file {
        file if file == name => Ok(map.as_bytes().to_vec()),
        "t.world.toml" => Ok(toml.clone().into_bytes()),
        "box.tx" => {
            Ok(b"<template><object type=\"crate\" width=\"2\" height=\"1\" rotation=\"90\"/></template>".to_vec())
        }
        "tiles.tsx" => Ok(b"<tileset><tile id=\"1\" type=\"crate\"/></tileset>".to_vec()),
        "tiles.tsj" => Ok(b"{\"objectalignment\":\"top\",\"tiles\":[{\"id\":1,\"type\":\"crate\"}]}".to_vec()),
        "tile.tx" => Ok(b"<template><tileset firstgid=\"1\" source=\"tiles.tsx\"/>\
            <object gid=\"2\" width=\"1\" height=\"1\"/></template>"
            .to_vec()),
        "box.tj" => Ok(b"{\"object\":{\"type\":\"crate\",\"width\":2,\"height\":1,\"rotation\":90}}".to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    })
}

fn tmx(layers: &str) -> String {
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"20\" height=\"10\" tilewidth=\"1\" tileheight=\"1\" infinite=\"0\">\n{layers}\n</map>"
    )
}

fn tmj(layers: &str) -> String {
    format!("{{\"width\":20,\"height\":10,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{layers}]}}")
}

fn notes(world: &World) -> String {
    world.unread().iter().map(|note| format!("{note}\n")).collect()
}

const TILTED: &str = "<objectgroup name=\"platforms\"><object id=\"1\" x=\"4\" y=\"6\" width=\"4\" height=\"1\" rotation=\"30\"/>\
    <object id=\"2\" x=\"14\" y=\"6\" rotation=\"-90\"><polygon points=\"0,0 3,0 3,1\"/></object></objectgroup>";
const TILTED_JSON: &str = "{\"name\":\"platforms\",\"objects\":[{\"id\":1,\"x\":4,\"y\":6,\"width\":4,\"height\":1,\"rotation\":30},\
    {\"id\":2,\"x\":14,\"y\":6,\"rotation\":-90,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":3,\"y\":0},{\"x\":3,\"y\":1}]}]}";

#[test]
fn a_turned_platform_lies_turned_in_both_formats() {
    for (name, map) in [("m.tmx", tmx(TILTED)), ("m.tmj", tmj(TILTED_JSON))] {
        let world = load(name, &map, "").unwrap();
        let backdrop = world.backdrop();
        let (sine, cosine) = 30.0_f32.to_radians().sin_cos();
        let corner = |x: f32, y: f32| Point::new(4.0 + x * cosine - y * sine, 4.0 - (x * sine + y * cosine));
        let expected = [corner(0.0, 0.0), corner(4.0, 0.0), corner(4.0, 1.0), corner(0.0, 1.0)];
        for (corner, wanted) in backdrop.solids[0].corners.iter().zip(expected) {
            assert!((*corner - wanted).length() < 1e-5, "{name}: {corner:?} {wanted:?}");
        }
        let wanted = [Point::new(14.0, 4.0), Point::new(14.0, 7.0), Point::new(15.0, 7.0)];
        assert_eq!(backdrop.solids[1].corners, wanted, "{name}: a quarter turn is exact");
        assert_eq!(world.unread(), []);
    }
}

/// The bits of a run on turned platforms do not depend on the build: tests run in debug, the program in release.
#[test]
fn one_stands_on_a_turned_platform_and_the_hash_is_the_one_written_down() {
    let layers = format!(
        "{TILTED}<objectgroup name=\"ground\"><object x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>\
         <objectgroup name=\"objects\"><object type=\"player\" x=\"5\" y=\"3\"><point/></object>\
         <object type=\"crate\" x=\"6\" y=\"2\" width=\"1\" height=\"1\" rotation=\"20\"/></objectgroup>"
    );
    let kinds = format!("{PLAYER}\n[kinds.crate]\nnature = \"crate\"\n");
    let mut world = load("m.tmx", &tmx(&layers), &kinds).unwrap();
    let turn = world.view().bodies[1].turn;
    assert!((turn.x - 20.0_f32.to_radians().cos()).abs() < 1e-6 && (turn.y + 20.0_f32.to_radians().sin()).abs() < 1e-6);
    run(&mut world, 240);
    let player = element(&world, 1);
    // A metre along the platform its upper edge lies at 4 m less the sine of its turn.
    let edge = 4.0 - (player.at.x - 4.0) * 30.0_f32.to_radians().tan();
    let gap = (player.at.y - edge) * 30.0_f32.to_radians().cos();
    assert!(player.touch.solid == Some(0) && (gap - 0.5).abs() < 0.02, "{gap} {player:?}");
    assert_eq!(format!("{:016x}", world.hash()), "fac1d08a60bcf5e3");
}

#[test]
fn templates_are_read_in_both_formats() {
    let xml = tmx("<objectgroup name=\"objects\"><object template=\"box.tx\" x=\"5\" y=\"5\"/></objectgroup>");
    let json = tmj("{\"name\":\"objects\",\"objects\":[{\"template\":\"box.tj\",\"x\":5,\"y\":5}]}");
    for (name, map) in [("m.tmx", xml), ("m.tmj", json)] {
        let world = load(name, &map, "[kinds.crate]\nnature = \"crate\"\n").unwrap();
        let body = element(&world, 1);
        assert_eq!((body.at, body.size), (Point::new(4.5, 6.0 - 2.0), Point::new(2.0, 1.0)), "{name}");
    }
    let missing = tmx("<objectgroup name=\"objects\"><object template=\"none.tx\" x=\"5\" y=\"5\"/></objectgroup>");
    assert_eq!(load("m.tmx", &missing, "").err().unwrap().file, "none.tx");
}

#[test]
fn what_is_not_read_is_noted_with_its_layer_and_object() {
    let layers = "<imagelayer name=\"sky\"/><group name=\"more\" offsetx=\"2\" visible=\"0\"><imagelayer name=\"hills\"/></group><objectgroup name=\"Platform\"/>\n\
        <objectgroup name=\"ground\" offsetx=\"3\"><properties><property name=\"one_way\" type=\"bool\" value=\"true\"/></properties>\
        <object id=\"7\" x=\"0\" y=\"0\"/><object id=\"8\" name=\"pond\" x=\"1\" y=\"1\" width=\"2\" height=\"2\"><ellipse/></object></objectgroup>\n\
        <objectgroup name=\"ladders\"><object id=\"9\" x=\"3\" y=\"3\" width=\"1\" height=\"4\" rotation=\"15\"/>\
        <object id=\"10\" x=\"3\" y=\"3\" visible=\"0\"><polygon points=\"0,0 1,0 1,1\"/></object></objectgroup>\n\
        <objectgroup name=\"objects\"><object id=\"11\" type=\"player\" x=\"5\" y=\"5\" rotation=\"40\" gid=\"3\" width=\"1\" height=\"1\">\
        <properties><property name=\"speed\" type=\"float\" value=\"2\"/></properties></object></objectgroup>";
    let world = load("m.tmx", &tmx(layers), PLAYER).unwrap();
    let notes = notes(&world);
    for wanted in [
        "m.tmx:2:1: layer 'sky' is an image, which is not read",
        "group 'more': its offset is not read",
        "group 'more' is hidden; its layers are read all the same",
        "layer 'hills' is an image, which is not read",
        "layer 'Platform' is not read; expected ground, platforms, ladders or objects",
        "m.tmx:3:1: layer 'ground': its offset is not read",
        "layer 'ground': its property one_way is not read",
        "layer 'ground', object 7: it has no area and is not read",
        "layer 'ground', object 'pond': an ellipse is read as the rectangle around it",
        "m.tmx:4:",
        "layer 'ladders', object 9: a turned ladder is read as the upright rectangle around it",
        "layer 'ladders', object 10: a polygon is no ladder",
        "layer 'ladders', object 10: it is hidden, and is read all the same",
        "layer 'objects', object 11: it shows a tile, which is not drawn",
        "layer 'objects', object 11: its property speed is not read",
        "objects of the class 'player' are turned, which is not read",
    ] {
        assert!(notes.contains(wanted), "{wanted} in\n{notes}");
    }
    for shipped_world in SHIPPED {
        assert_eq!(shipped(shipped_world.name).unread(), [], "{}", shipped_world.name);
    }
    let many = "<objectgroup name=\"ground\">".to_owned() + &"<object/>".repeat(500) + "</objectgroup>";
    let world = load("m.tmx", &tmx(&many), "").unwrap();
    assert_eq!(world.unread().len(), 51);
    assert!(world.unread()[50].message.contains("450 more"));
}

#[test]
fn malformed_maps_are_refused_with_their_place() {
    let layer = |data: &str| {
        tmx(&format!("<layer name=\"ground\" width=\"2\" height=\"1\">\n <data encoding=\"csv\">{data}</data></layer>"))
    };
    let deep = tmx(&format!("{}{}", "<group>".repeat(200_000), "</group>".repeat(200_000)));
    for (map, place, part) in [
        (layer("0"), (3, 2), "layer 'ground' has data for 1 of its tiles; expected 2, 2 by 1"),
        (layer("0,0,0"), (3, 2), "has data for 3"),
        (layer("0,x"), (3, 2), "tile 2 is 'x'; expected a whole number"),
        (layer(""), (3, 2), "has data for 0"),
        (tmx("<layer name=\"ground\" width=\"2\"/>"), (2, 1), "<layer> has no attribute height"),
        (tmx("<layer name=\"ground\" width=\"2\" height=\"1\"/>"), (2, 1), "has no <data>"),
        (tmx("<layer name=\"ground\" width=\"99999\" height=\"99999\"><data/></layer>"), (2, 1), "at most a million"),
        (tmx("<objectgroup name=\"ground\"><object x=\"1e39\"/></objectgroup>"), (2, 28), "no finite number"),
        (tmx("<objectgroup name=\"ground\">\n<object x=\"left\"/></objectgroup>"), (3, 9), "x of <object> is 'left'"),
        (
            tmx("<objectgroup name=\"ground\">\n<object x=\"1e12\" width=\"1\" height=\"1\"/></objectgroup>"),
            (3, 1),
            "too far away",
        ),
        (
            tmx(
                "<objectgroup name=\"ground\">\n<object id=\"4\"><polygon points=\"0,0 4,4 4,0 0,4\"/></object></objectgroup>",
            ),
            (3, 1),
            "layer 'ground', object 4: its polygon crosses or touches itself, at its sides 1 and 3 of 4; expected one that does not",
        ),
        (
            tmx(
                "<objectgroup name=\"ground\">\n<object id=\"4\"><polyline points=\"3,3 3,3\"/></object></objectgroup>",
            ),
            (3, 1),
            "object 4: its line has no length",
        ),
        (
            tmx("<objectgroup name=\"ground\"><object><polygon points=\"0,0 4\"/></object></objectgroup>"),
            (2, 36),
            "a corner of <polygon> is '4'",
        ),
        (
            tmx("<objectgroup name=\"ground\"><object><polygon points=\"0,0 4,4 2,2\"/></object></objectgroup>"),
            (2, 28),
            "its polygon has no area",
        ),
        ("<map>\n<layer></map>".into(), (2, 8), "the XML cannot be read"),
        ("<html/>".into(), (1, 1), "expected <map>"),
        ("<!DOCTYPE map [\n<!ENTITY a \"b\">]><map/>".into(), (2, 1), "entities are not read"),
        (deep, (2, 113), "at most 16 deep"),
    ] {
        let result = load("m.tmx", &map, "");
        let problem = result.err().unwrap_or_else(|| panic!("{part}: it loads"));
        assert!(problem.message.contains(part), "{part}: {problem}");
        assert_eq!((problem.line, problem.column), place, "{problem}");
    }
}

#[test]
fn malformed_json_maps_are_refused_without_words_of_the_parser() {
    for (layers, part) in [
        ("{\"name\":\"ground\",\"width\":2,\"height\":1,\"data\":[1]}", "has data for 1 of its tiles"),
        (
            "{\"name\":\"ground\",\"width\":2,\"height\":1,\"data\":\"AAAA\",\"encoding\":\"base64\"}",
            "ends within a tile",
        ),
        ("{\"name\":\"ground\",\"objects\":[{\"x\":\"left\"}]}", "expected a number"),
        ("{\"name\":\"ground\",\"objects\":[7]}", "expected an object"),
        ("{\"name\":\"ground\",\"objects\":[{\"x\":1e300}]}", ""),
        ("7", "expected a layer"),
    ] {
        let problem = load("m.tmj", &tmj(layers), "").err().unwrap_or_else(|| panic!("{layers}: it loads"));
        assert!(problem.message.contains(part), "{part}: {problem}");
        for theirs in ["f32", "struct", "sequence", "u32"] {
            assert!(!problem.message.contains(theirs), "{problem}");
        }
    }
}

/// A JSON map whose layer of objects and its object stand at lines of their own.
#[test]
fn problems_and_notes_of_json_maps_stand_at_their_object_or_layer() {
    let objects = |layer: &str, object: &str| {
        let layers = format!("\n {{\"name\":\"{layer}\",\"objects\":[{{\"x\":1,\"point\":true}},\n  {object}]}}");
        let group = format!("{{\"name\":\"g\",\"type\":\"group\",\"layers\":[{layers}]}}");
        [(tmj(&layers), 3), (tmj(&group), 3)]
    };
    let crossing = "{\"id\":4,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":4,\"y\":4},{\"x\":4,\"y\":0},{\"x\":0,\"y\":4}]}";
    for (layer, object, column, part) in [
        ("ground", crossing, 3, "object 4: its polygon crosses or touches itself"),
        ("objects", "{\"type\":\"cow\",\"x\":2}", 3, "its class 'cow' is no kind"),
        ("ground", "{\"x\":1e12,\"width\":1,\"height\":1}", 3, "too far away"),
        ("ground", "{\"id\":4,\"x\":\"left\"}", 20, "expected a number"),
        ("ground", "7", 3, "expected an object"),
    ] {
        for (map, line) in objects(layer, object) {
            let map = if layer == "objects" { map.replacen("{\"x\":1,", "{\"type\":\"hen\",\"x\":1,", 1) } else { map };
            let problem = load("m.tmj", &map, "[kinds.hen]").err().unwrap_or_else(|| panic!("{object}: it loads"));
            assert!(problem.message.contains(part), "{part}: {problem}");
            assert_eq!((problem.line, problem.column), (line, column), "{problem}");
        }
    }
    let layer = "\n{\"name\":\"ground\",\"width\":2,\"height\":1,\"data\":[1]}";
    let problem = load("m.tmj", &tmj(layer), "").err().unwrap();
    assert_eq!((problem.line, problem.column), (2, 1), "{problem}");
    let [(noted, _), _] = objects("ground", "{\"id\":9,\"ellipse\":true,\"width\":1,\"height\":1}");
    let said = notes(&load("m.tmj", &noted, "").unwrap());
    assert!(
        said.contains("m.tmj:3:3: layer 'ground', object 9: an ellipse is read as the rectangle around it"),
        "{said}"
    );
}

/// A map whose object bears the name `é` on its second line, in an encoding that it declares.
fn named(declared: &str) -> String {
    let map = tmx("<objectgroup name=\"objects\"><object name=\"\u{e9}\" type=\"hen\"/></objectgroup>");
    format!("<?xml version=\"1.0\" encoding=\"{declared}\"?>{map}")
}

#[test]
fn maps_in_utf_16_and_latin_1_are_read_and_other_encodings_refused_with_their_place() {
    let utf_16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        mark.iter().copied().chain(named("UTF-16").encode_utf16().flat_map(bytes)).collect()
    };
    let latin: Vec<u8> = named("ISO-8859-1").chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let files = |map: Vec<u8>| {
        move |file: &str| match file {
            "m.tmx" => Ok(map.clone()),
            _ => Ok(b"map = \"m.tmx\"\n[kinds.hen]".to_vec()),
        }
    };
    for map in [
        named("utf-8").into_bytes(),
        format!("\u{feff}{}", named("UTF-8")).into_bytes(),
        latin.clone(),
        utf_16(&[0xff, 0xfe], u16::to_le_bytes),
        utf_16(&[0xfe, 0xff], u16::to_be_bytes),
        utf_16(&[], u16::to_le_bytes),
    ] {
        let world = World::load("t.world.toml", &files(map)).unwrap();
        assert_eq!(element(&world, 1).name, "\u{e9}");
    }
    let mut short = utf_16(&[0xff, 0xfe], u16::to_le_bytes);
    short.pop();
    let mut lone = utf_16(&[0xff, 0xfe], u16::to_le_bytes);
    lone[3] = 0xd8;
    let undeclared = latin[latin.windows(4).position(|part| part == b"<map").unwrap()..].to_vec();
    for (map, place, part) in [
        (named("windows-1252").into_bytes(), (1, 21), "declares the encoding 'windows-1252'; expected UTF-8, UTF-16"),
        (undeclared, (2, 43), "the byte e9 is not UTF-8; expected a text in UTF-8"),
        (lone, (1, 1), "the unit d83c is not UTF-16"),
        (short, (3, 6), "the file ends within a unit of UTF-16"),
    ] {
        let problem = World::load("t.world.toml", &files(map)).err().unwrap();
        assert!(problem.message.contains(part) && problem.file == "m.tmx", "{part}: {problem}");
        assert_eq!((problem.line, problem.column), place, "{problem}");
    }
}

#[test]
fn every_encoding_of_tiles_gives_the_same_ground() {
    let layer = |attributes: &str, data: &str| {
        tmx(&format!("<layer name=\"ground\" width=\"2\" height=\"2\"><data {attributes}>{data}</data></layer>"))
    };
    let plain = load("m.tmx", &layer("encoding=\"csv\"", "0,1,2,3"), "").unwrap();
    assert_eq!(plain.backdrop().solids.len(), 2);
    for (attributes, data) in [
        ("", "<tile gid=\"0\"/><tile gid=\"1\"/><tile gid=\"2\"/><tile gid=\"3\"/>"),
        ("encoding=\"base64\"", "AAAAAAEAAAACAAAAAwAAAA=="),
        ("encoding=\"base64\" compression=\"zlib\"", "eJxjYGBgYARiJiBmBmIAADgABw=="),
    ] {
        assert_eq!(load("m.tmx", &layer(attributes, data), "").unwrap().map(), plain.map(), "{attributes}");
    }
}

#[test]
fn an_infinite_map_and_one_that_is_too_large_are_told_apart_in_both_forms() {
    let refused = |name: &str, map: String| {
        let toml = format!("map = \"{name}\"\n");
        let files = |file: &str| Ok(if file == name { map.clone() } else { toml.clone() }.into_bytes());
        World::load("test.world.toml", &files).err().unwrap().message
    };
    for (infinite, wide, said) in [
        (1, 2000, "the map is infinite; expected one of a fixed size (in Tiled: Map, Map Properties, Infinite off)"),
        (0, 2000, "the map is too large, 2000 by 2000 tiles; expected at most 1048576"),
    ] {
        let xml = format!(
            "<map orientation=\"orthogonal\" infinite=\"{infinite}\" width=\"{wide}\" height=\"2000\" tilewidth=\"1\" tileheight=\"1\"></map>"
        );
        let json = format!(
            "{{\"orientation\":\"orthogonal\",\"infinite\":{},\"width\":{wide},\"height\":2000,\"tilewidth\":1,\"tileheight\":1,\"layers\":[]}}",
            infinite == 1
        );
        assert_eq!(refused("m.tmx", xml), said);
        assert_eq!(refused("m.tmj", json), said);
    }
}

/// Tiled puts the lower left corner of an object that shows a tile at its x and y, unless its tileset aligns it
/// otherwise.
#[test]
fn an_object_that_shows_a_tile_takes_its_class_and_stands_at_its_place() {
    let objects = |objects: &str| format!("<objectgroup name=\"objects\">{objects}</objectgroup>");
    let set = "<tileset firstgid=\"1\"><tile id=\"0\"/><tile id=\"1\" type=\"player\"/></tileset>\
        <tileset firstgid=\"10\" source=\"tiles.tsx\"/><tileset firstgid=\"20\" source=\"none.tsx\"/>";
    let kinds = format!("{PLAYER}\n[kinds.crate]\nnature = \"crate\"\n");
    let place = |map: &str, name: &str| {
        let world = load(name, map, &kinds).unwrap();
        let body = element(&world, 1);
        (world.kinds()[body.kind].0.clone(), body.at.x, body.at.y)
    };
    let object = |more: &str| {
        tmx(&(set.to_owned()
            + &objects(&format!("<object id=\"4\" x=\"5\" y=\"6\" width=\"2\" height=\"1\" {more}/>"))))
    };
    for (more, class, x, y) in [
        ("gid=\"2\"", "player", 6.0, 4.5),
        // Mirrored, in a file, and with a class of its own.
        ("gid=\"2147483650\"", "player", 6.0, 4.5),
        ("gid=\"11\"", "crate", 6.0, 4.5),
        ("gid=\"2\" type=\"crate\"", "crate", 6.0, 4.5),
        // Turned by a quarter around its position: it lies to the right of it and below.
        ("gid=\"2\" rotation=\"90\"", "player", 5.5, 3.0),
        // Without a tile its position is the upper left corner.
        ("type=\"crate\"", "crate", 6.0, 3.5),
    ] {
        assert_eq!(place(&object(more), "m.tmx"), (class.to_owned(), x, y), "{more}");
    }
    let template = tmx(&objects("<object template=\"tile.tx\" x=\"5\" y=\"6\"/>"));
    assert_eq!(place(&template, "m.tmx"), ("crate".to_owned(), 5.5, 4.5));
    let json = "{\"name\":\"objects\",\"objects\":[{\"gid\":2,\"x\":5,\"y\":6,\"width\":2,\"height\":1}]}],\
        \"tilesets\":[{\"firstgid\":1,\"source\":\"tiles.tsj\"}";
    assert_eq!(
        place(&tmj(json), "m.tmj"),
        ("crate".to_owned(), 5.0 + 1.0 - 1.0, 3.5),
        "aligned at the middle of its upper edge"
    );
    // A tileset that cannot be read says nothing, and that is said.
    let world = load("m.tmx", &object("gid=\"20\" type=\"crate\""), &kinds).unwrap();
    assert!(notes(&world).contains("object 4: the tileset of its tile is not read: none.tsx:1:1"), "{}", notes(&world));
}

#[test]
fn a_tile_beyond_its_tileset_is_told_with_its_place_in_both_formats() {
    let xml = |objects: &str| {
        tmx(&format!(
            "<tileset firstgid=\"1\" tilecount=\"4\"/><layer name=\"ground\" width=\"3\" height=\"2\">\n<data encoding=\"csv\">0,0,0,\n1,9,4</data></layer>\n\
             <objectgroup name=\"objects\">{objects}</objectgroup>"
        ))
    };
    let json = |objects: &str| {
        let ground = "\n{\"name\":\"ground\",\"width\":3,\"height\":2,\"data\":[0,0,0,1,2147483657,4]},";
        let layers = format!(
            "{ground}\n{{\"name\":\"objects\",\"objects\":[{objects}]}}],\"tilesets\":[{{\"firstgid\":1,\"tilecount\":4}}"
        );
        tmj(&layers)
    };
    let [tile_in_xml, tile_in_json] = ["<object gid=\"7\"/>", "{\"gid\":7}"];
    for (name, good, bad) in [("m.tmx", xml(""), xml(tile_in_xml)), ("m.tmj", json(""), json(tile_in_json))] {
        let said = notes(&load(name, &good, "").unwrap());
        let why = "layer 'ground', row 2, column 2: tile 9 lies beyond its tileset, whose tiles are 1 to 4";
        assert!(said.contains(&format!("{name}:2:")) && said.contains(why), "{said}");
        let problem = load(name, &bad, "[kinds.hen]").err().unwrap();
        let why =
            "an object (its tile 7 lies beyond its tileset, whose tiles are 1 to 4): it has no class; expected a kind";
        assert!(problem.message.contains(why), "{problem}");
    }
    let none = tmx("<objectgroup name=\"objects\"><object id=\"3\" gid=\"7\"/></objectgroup>");
    let problem = load("m.tmx", &none, "[kinds.hen]").err().unwrap();
    assert!(
        problem.message.contains("object 3 (its tile 7 belongs to no tileset of the map): it has no class"),
        "{problem}"
    );
}

#[test]
fn an_object_of_no_kind_is_refused_with_its_name_and_line() {
    let map = |class: &str| {
        tmx(&format!(
            "<objectgroup name=\"objects\">\n <object type=\"player\"/>\n <object id=\"11\"{class}/></objectgroup>"
        ))
    };
    let said = |class: &str, kinds: &str| load("m.tmx", &map(class), kinds).err().unwrap().to_string();
    let kinds = format!("{PLAYER}\n[kinds.hedgehog]\n");
    assert_eq!(
        said(" type=\"hedgehgo\"", &kinds),
        "m.tmx:4:2: layer 'objects', object 11: its class 'hedgehgo' is no kind; expected a kind of t.world.toml: hedgehog, player"
    );
    assert_eq!(
        said("", &kinds),
        "m.tmx:4:2: layer 'objects', object 11: it has no class; expected a kind of t.world.toml: hedgehog, player"
    );
    assert!(
        said(" type=\"player\" width=\"99999\" height=\"1\"", PLAYER)
            .contains("m.tmx:4:2: layer 'objects', object 11: it has no sensible size")
    );
}

/// Groups only order the layers of the editor.
#[test]
fn layers_in_groups_are_read_as_if_there_were_none() {
    let ground = "<objectgroup name=\"ground\"><object x=\"0\" y=\"9\" width=\"20\" height=\"1\"/></objectgroup>";
    let plain = load("m.tmx", &tmx(ground), "").unwrap();
    let grouped = format!("<group name=\"a\"><group name=\"b\">{ground}</group></group>");
    let grouped = load("m.tmx", &tmx(&grouped), "").unwrap();
    assert_eq!((plain.map(), plain.hash(), plain.map().solids.len()), (grouped.map(), grouped.hash(), 1));
    let json = "{\"name\":\"ground\",\"objects\":[{\"x\":0,\"y\":9,\"width\":20,\"height\":1}]}";
    let json = format!("{{\"name\":\"a\",\"type\":\"group\",\"layers\":[{json}]}}");
    assert_eq!(load("m.tmj", &tmj(&json), "").unwrap().map(), plain.map());
    let deep = |depth: usize| tmx(&format!("{}{ground}{}", "<group>".repeat(depth), "</group>".repeat(depth)));
    assert!(load("m.tmx", &deep(16), "").is_ok());
    let error = load("m.tmx", &deep(17), "").err().unwrap();
    assert!(error.message.contains("expected at most 16 deep"), "{error}");
}

/// Programs that write all numbers alike write a whole one with a fraction of zero.
#[test]
fn whole_numbers_may_have_a_fraction_of_zero() {
    let json = |number: &str| {
        format!(
            "{{\"width\":2.0,\"height\":{number},\"tilewidth\":1.0,\"tileheight\":1,\"layers\":[{{\"name\":\"ground\",\
             \"type\":\"tilelayer\",\"width\":2.0,\"height\":1.0,\"data\":[0.0,1.0]}}]}}"
        )
    };
    let world = load("m.tmj", &json("6.0"), "").unwrap();
    assert_eq!((world.map().height, world.map().solids.len()), (6.0, 1));
    for (wrong, said) in [
        ("6.5", "number `6.5`, expected a whole number"),
        ("-6.0", "expected a whole number"),
        ("5e9", "expected a whole number"),
    ] {
        let error = load("m.tmj", &json(wrong), "").err().unwrap();
        assert!(error.message.contains(said), "{error}");
    }
    let xml = |number: &str| format!("<map width=\"2.0\" height=\"{number}\" tilewidth=\"1\" tileheight=\"1\"/>");
    assert_eq!(load("m.tmx", &xml("6.0"), "").unwrap().map().height, 6.0);
    for wrong in ["6.5", "6.", "-6.0", "6.0.0"] {
        assert!(load("m.tmx", &xml(wrong), "").err().unwrap().message.contains("expected a whole number"), "{wrong}");
    }
}
