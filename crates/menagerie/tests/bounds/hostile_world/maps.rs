//! Worlds whose map asks for too much, or makes no sense.

use std::fmt::Write as _;
use std::io::Write as _;

use base64_text::encoded;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

use super::place::{CAT, FISH, GROUND, Place, object, objects};
use super::{World, world};

pub(crate) const WORLDS: &[World] = &[
    world("a map of four thousand million tiles a side", |place| {
        place.cats(1, "function process() end");
        place.file(
            "m.tmx",
            "<map width=\"4294967295\" height=\"4294967295\" tilewidth=\"4294967295\" tileheight=\"4294967295\"/>",
        );
    }),
    world("a million tiles like a chessboard", |place| tiles(place, "csv", "", &board().replace(' ', ","))),
    world("tiles that inflate without end, zlib", |place| {
        let mut zeros = ZlibEncoder::new(Vec::new(), Compression::best());
        fill(&mut zeros);
        tiles(place, "base64", "zlib", &encoded(&zeros.finish().unwrap()));
    }),
    world("tiles that inflate without end, gzip", |place| {
        let mut zeros = GzEncoder::new(Vec::new(), Compression::best());
        fill(&mut zeros);
        tiles(place, "base64", "gzip", &encoded(&zeros.finish().unwrap()));
    }),
    world("two hundred layers of a million tiles each", |place| {
        let layer = format!(
            "<layer name=\"sky\" width=\"1024\" height=\"1024\"><data encoding=\"base64\" compression=\"zlib\">{}</data></layer>",
            million()
        );
        place.cats(1, "function process() end");
        place.map(&layer.repeat(200));
    }),
    world("a layer of groups a hundred thousand deep", |place| {
        place.cats(1, "function process() end");
        place.map(&("<group name=\"g\">".repeat(100_000) + &"</group>".repeat(100_000)));
    }),
    world("a JSON list a million deep", |place| json(place, &"[".repeat(1_000_000))),
    world("JSON objects within each other", |place| json(place, &"{\"a\":".repeat(1_000_000))),
    world("five million JSON objects", |place| {
        json(place, &format!("{{\"name\":\"objects\",\"objects\":[{}{{}}]}}", "{},".repeat(5_000_000)))
    }),
    world("eight million tiles as a JSON list", |place| {
        json(
            place,
            &format!(
                "{{\"name\":\"ground\",\"width\":1024,\"height\":1024,\"data\":[{}0]}}",
                "0,".repeat(8_000_000 - 9)
            ),
        );
    }),
    world("a property with a list of five million numbers", |place| {
        json(
            place,
            &format!(
                "{{\"name\":\"ground\",\"properties\":[{{\"name\":\"x\",\"value\":[{}0]}}]}}",
                "0,".repeat(5_000_000)
            ),
        );
    }),
    world("four million elements", |place| {
        place.cats(1, "function process() end");
        place.map(&"<a/>".repeat(4_000_000));
    }),
    world("an element with two million attributes", |place| {
        place.cats(1, "function process() end");
        let mut attributes = String::new();
        for at in 0..1_500_000 {
            let _ = write!(attributes, " a{at:x}=\"\"");
        }
        place.map(&format!("<objectgroup{attributes}/>"));
    }),
    world("entities that expand", |place| {
        place.cats(1, "function process() end");
        let mut text = String::from("<!DOCTYPE map [<!ENTITY a0 \"x\">");
        for at in 1..40 {
            let _ = write!(text, "<!ENTITY a{at} \"&a{0};&a{0};\">", at - 1);
        }
        place.file("m.tmx", text + "]><map width=\"9\" height=\"9\" tilewidth=\"1\" tileheight=\"1\">&a39;</map>");
    }),
    world("tilesets in a circle", |place| {
        place.cats(3, "function process() end");
        place.file("t.tsx", "<tileset firstgid=\"1\" source=\"t.tsx\"/>");
        place.map(&format!(
            "<tileset firstgid=\"1\" source=\"t.tsx\"/><tileset firstgid=\"2\" source=\"m.tmx\"/>{GROUND}"
        ));
    }),
    world("templates in a circle", |place| {
        place.cats(1, "function process() end");
        place.file("t.tx", "<template><object template=\"t.tx\" type=\"cat\"/></template>");
        place.map(&(object("objects", "template=\"t.tx\"", "") + &object("objects", "template=\"m.tmx\"", "")));
    }),
    world("ten thousand templates that are missing", |place| {
        place.cats(1, "function process() end");
        let many: String = (0..10_000).map(|at| format!("<object template=\"{at}.tx\"/>")).collect();
        place.map(&format!("<objectgroup name=\"objects\">{many}</objectgroup>"));
    }),
    world("a hundred thousand objects at NaN", |place| {
        place.cats(1, "function process() end");
        place.map(&format!(
            "<objectgroup name=\"objects\">{}</objectgroup>",
            "<object type=\"cat\" x=\"nan\" y=\"inf\"/>".repeat(100_000)
        ));
    }),
    world("places and sizes of 1e308, and below zero", |place| {
        place.cats(1, "function process() end");
        place.map(
            &(object("ground", "x=\"-1e308\" y=\"1e308\" width=\"1e308\" height=\"-5\" rotation=\"1e308\"", "")
                + &object("objects", "type=\"cat\" x=\"1e308\" y=\"-1e308\" width=\"0.0000001\"", "")),
        );
    }),
    world("animals a thousand kilometres away", |place| {
        place.cats(1, "function process(e) game.setTarget(e, -1e6, 1e6) end");
        place.map(
            &(objects("objects", 500, "type=\"cat\"")
                + &object("objects", "type=\"cat\" x=\"1000000\" y=\"-1000000\"", "")
                + GROUND),
        );
    }),
    world("a polygon of a million corners", |place| polygon(place, &"0,0 1,1 2,2 ".repeat(333_333))),
    world("polygons without area, and like stars", |place| {
        place.cats(1, "function process() end");
        let shapes =
            ["0,0 0,0 0,0", "0,0 1e-30,0 0,1e-30", "0,0 4,0 1,1 0,4", "0,0 9,3 1,3 8,0 4,5", "nan,0 1,1 2,0", "0,0"];
        place.map(&shapes.map(|points| object("ground", "", &format!("<polygon points=\"{points}\"/>"))).concat());
    }),
    world("polygons of sixty-four corners, fifty thousand times", |place| {
        place.cats(10, "function process() end");
        let corner = |at: u32| (f64::from(at) / 64.0 * std::f64::consts::TAU).sin_cos();
        let points: String = (0..60).map(corner).map(|(x, y)| format!("{:.2},{:.2} ", x * 40.0, y * 40.0)).collect();
        let shape = format!("<object x=\"500\" y=\"50\"><polygon points=\"{points}\"/></object>");
        place.map(&format!("<objectgroup name=\"ground\">{}</objectgroup>", shape.repeat(16_000_000 / shape.len())));
    }),
    world("a map without size", |place| {
        place.cats(1, "function process() end");
        place.file("m.tmx", "<map width=\"0\" height=\"0\" tilewidth=\"0\" tileheight=\"0\"/>");
    }),
    world("a million ladders", |place| {
        place.cats(1, "function process() end");
        place.map(&objects("ladders", 400_000, "width=\"1\" height=\"1\""));
    }),
    world("ten thousand ladders and ten thousand animals", |place| {
        place.cats(1, "function process() end");
        place.toml("[kinds.cat]\n");
        place.map(
            &(objects("ladders", 10_000, "width=\"1\" height=\"1\"")
                + &objects("objects", 10_000, "type=\"cat\"")
                + GROUND),
        );
    }),
    world("a hundred thousand pieces of ground", |place| {
        place.cats(1, "function process() end");
        place.map(&objects("ground", 100_000, "width=\"1\" height=\"1\""));
    }),
    world("fifty thousand pieces of ground, a thousand of them over one another", |place| {
        place.cats(2000, "function process() end");
        let pile = "<object x=\"0\" y=\"95\" width=\"1000\" height=\"1\"/>".repeat(1000);
        place.map(
            &(format!("<objectgroup name=\"ground\">{pile}</objectgroup>")
                + &objects("objects", 2000, "type=\"cat\"")
                + &objects("ground", 49_000, "width=\"0.5\" height=\"0.5\"")),
        );
    }),
    world("fifty thousand pieces of ground", |place| {
        place.cats(1, "function process() end");
        place.map(
            &(objects("ground", 50_000, "width=\"0.9\" height=\"0.9\"")
                + &object("objects", "type=\"cat\" x=\"500\" y=\"20\"", "")),
        );
    }),
    world("ten thousand platforms that move far and fast", |place| {
        place.cats(5, "function process() end");
        let property =
            |name: &str, value: &str| format!("<property name=\"{name}\" type=\"float\" value=\"{value}\"/>");
        let way = format!(
            "<properties>{}{}{}</properties>",
            property("to_x", "900000"),
            property("to_y", "-900000"),
            property("speed", "1000")
        );
        let many: String = (0..10_000)
            .map(|at| {
                format!("<object x=\"{}\" y=\"{}\" width=\"1\" height=\"1\">{way}</object>", at % 1000, at / 1000 * 3)
            })
            .collect();
        place.map(
            &(format!("<objectgroup name=\"platforms\">{many}</objectgroup>") + &objects("objects", 5, "type=\"cat\"")),
        );
    }),
    world("twenty thousand animals", |place| place.cats(20_000, "function process() end")),
    world("twenty thousand animals at one place", |place| {
        place.cats(1, "function process() end");
        place.map(&format!(
            "<objectgroup name=\"objects\">{}</objectgroup>",
            "<object type=\"cat\" x=\"9\" y=\"9\"/>".repeat(20_000)
        ));
    }),
    world("two thousand animals at one place", |place| {
        place.cats(1, "function process() end");
        place.map(&format!(
            "<objectgroup name=\"objects\">{}</objectgroup>",
            "<object type=\"cat\" x=\"9\" y=\"9\"/>".repeat(2000)
        ));
    }),
    world("four hundred animals at one place", |place| {
        place.cats(1, "function process() end");
        place.map(
            &(GROUND.to_owned()
                + &format!(
                    "<objectgroup name=\"objects\">{}</objectgroup>",
                    "<object type=\"cat\" x=\"9\" y=\"9\"/>".repeat(400)
                )),
        );
    }),
    world("ten thousand animals that all want to one place", |place| {
        place.cats(10_000, "function process(e) game.setTarget(e, 500, 6) end");
    }),
    world("ten thousand crates and one of ten kilometres", |place| {
        place.cats(1, "function process() end");
        place.toml("[kinds.cat]\nnature = \"crate\"\nradius = 0.1\n");
        place.map(
            &(GROUND.to_owned()
                + &objects("objects", 9999, "type=\"cat\" width=\"0.5\" height=\"0.5\"")
                + &object("objects", "type=\"cat\" x=\"0\" y=\"0\" width=\"10000\" height=\"10000\"", "")),
        );
    }),
    world("five thousand animals that eat five thousand things at one place", |place| {
        place.cats(1, "function process() end");
        place.toml(&format!("{FISH}{CAT}eats = [\"fish\"]\n"));
        let fish = "<object type=\"fish\" x=\"9\" y=\"94\"/>".repeat(5000);
        place.map(
            &(GROUND.to_owned()
                + &objects("objects", 5000, "type=\"cat\"")
                + &format!("<objectgroup name=\"objects\">{fish}</objectgroup>")),
        );
    }),
    world("names of megabytes in the map", |place| {
        place.cats(1, "function process() end");
        let long = "x".repeat(3_000_000);
        place.map(
            &(format!("<objectgroup name=\"{long}\"/>")
                + &object("objects", &format!("type=\"cat\" name=\"{long}\""), "")
                + &object("ground", "", &format!("<properties><property name=\"{long}\" value=\"1\"/></properties>"))),
        );
    }),
    world("two hundred thousand properties that are not read", |place| {
        place.cats(1, "function process() end");
        place.map(&object(
            "ground",
            "width=\"1\" height=\"1\"",
            &format!("<properties>{}</properties>", "<property name=\"x\" value=\"1\"/>".repeat(200_000)),
        ));
    }),
    world("a map of one line of sixteen million characters that ends too early", |place| {
        place.cats(1, "function process() end");
        place.file("m.tmx", format!("<map><!--{}--><b></map>", "x".repeat(16_700_000)));
    }),
    world("a map of zeros, and one in UTF-16", |place| {
        place.cats(1, "function process() end");
        place.file("m.tmx", "<map/>".encode_utf16().flat_map(u16::to_le_bytes).chain([0; 1000]).collect::<Vec<u8>>());
    }),
];

/// Base64, which no other dependency of these tests offers.
mod base64_text {
    pub(super) fn encoded(bytes: &[u8]) -> String {
        const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut out = String::with_capacity(bytes.len() / 3 * 4 + 4);
        for part in bytes.chunks(3) {
            let bits = part.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - part.len()));
            for at in 0..4 {
                let sign = SIGNS[(bits >> (18 - 6 * at)) as usize & 63];
                out.push(if at <= part.len() { char::from(sign) } else { '=' });
            }
        }
        out
    }
}

/// A gigabyte of zeros.
fn fill(into: &mut impl std::io::Write) {
    let zeros = vec![0; 1 << 20];
    (0..1024).for_each(|_| into.write_all(&zeros).unwrap());
}

/// A million empty tiles.
fn million() -> String {
    let mut zeros = ZlibEncoder::new(Vec::new(), Compression::best());
    zeros.write_all(&vec![0; 4 << 20]).unwrap();
    encoded(&zeros.finish().unwrap())
}

fn board() -> String {
    let row = |odd: bool| if odd { "1 0 ".repeat(512) } else { "0 1 ".repeat(512) };
    let all: String = (0..1024).map(|at| row(at % 2 == 1)).collect();
    all.trim_end().to_owned()
}

fn tiles(place: &Place, encoding: &str, compression: &str, data: &str) {
    place.cats(1, "function process() end");
    let compression = if compression.is_empty() { String::new() } else { format!(" compression=\"{compression}\"") };
    let layer = format!(
        "<layer name=\"ground\" width=\"1024\" height=\"1024\"><data encoding=\"{encoding}\"{compression}>{data}</data></layer>"
    );
    place.file("m.tmx", format!("<map width=\"1024\" height=\"1024\" tilewidth=\"1\" tileheight=\"1\">{layer}</map>"));
}

fn json(place: &Place, layer: &str) {
    place.cats(1, "function process() end");
    place.file("w.world.toml", format!("map = \"m.tmj\"\n{CAT}"));
    place.file("m.tmj", format!("{{\"width\":9,\"height\":9,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{layer}]}}"));
}

fn polygon(place: &Place, points: &str) {
    place.cats(1, "function process() end");
    place.map(&object("ground", "", &format!("<polygon points=\"{points}\"/>")));
}
