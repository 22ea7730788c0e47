//! Worlds whose files are missing, are no files, lie elsewhere, include one another, or are very large.

use super::place::{CAT, GROUND, Place};
use super::{World, world};

pub(crate) const WORLDS: &[World] = &[
    world("a definition that is missing", |place| place.map(GROUND)),
    world("a definition that is a folder", |place| std::fs::create_dir(place.0.join("w.world.toml")).unwrap()),
    world("a definition that is a pipe", |place| place.pipe("w.world.toml")),
    world("a definition that is a device", |place| place.link("w.world.toml", "/dev/zero")),
    world("a definition of a hundred megabytes", |place| place.file("w.world.toml", "# x\n".repeat(25_000_000))),
    world("a definition of a terabyte", |place| place.sparse("w.world.toml", 1 << 40)),
    world("a definition of lists within each other", |place| place.toml(&format!("about = {}", "[".repeat(200_000)))),
    world("a definition of ten thousand kinds", |place| {
        place.cats(1, "function process() end");
        place.toml(&(0..10_000).map(|at| format!("[kinds.k{at}]\n")).collect::<String>());
    }),
    world("a definition of ten thousand goals", |place| {
        place.cats(1, "function process() end");
        place.toml(&format!("{}{CAT}", "[[ends]]\nwhen = {steps=1}\n".repeat(10_000)));
    }),
    world("names of megabytes in the definition", |place| {
        place.cats(1, "function process() end");
        place.toml(&format!("title = \"{0}\"\n[kinds.{0}]\nscript = \"{0}\"\n", "x".repeat(80_000)));
    }),
    world("numbers in the definition that are none", |place| {
        place.cats(1, "function process() end");
        place.toml(&format!(
            "gravity = nan\npixels_per_metre = -inf\nseed = 18446744073709551615\n{CAT}radius = 1e300\nspeed = inf\n"
        ));
    }),
    world("a missing map", |place| place.toml(CAT)),
    world("a missing script", |place| {
        place.toml(CAT);
        place.map(GROUND);
    }),
    world("a map and a script that are folders", |place| {
        place.toml(CAT);
        std::fs::create_dir(place.0.join("m.tmx")).unwrap();
    }),
    world("a map that is a pipe", |place| {
        place.toml(CAT);
        place.pipe("m.tmx");
    }),
    world("a script that is a pipe", |place| {
        place.cats(1, "function process() end");
        place.pipe("s.luau");
    }),
    world("a picture that is a pipe", |place| {
        place.cats(1, "function process() end");
        place.toml(&format!("{CAT}appearance = \"a.png\"\n"));
        place.pipe("a.png");
    }),
    world("a map that is a device", |place| {
        place.toml(CAT);
        place.link("m.tmx", "/dev/zero");
    }),
    world("a script that is a device", |place| {
        place.cats(1, "function process() end");
        place.link("s.luau", "/dev/urandom");
    }),
    world("a map of a terabyte", |place| {
        place.toml(CAT);
        place.sparse("m.tmx", 1 << 40);
    }),
    world("a script of a terabyte", |place| {
        place.cats(1, "function process() end");
        place.sparse("s.luau", 1 << 40);
    }),
    world("links that lead out of the folder", |place| {
        place.cats(1, "function process() end");
        place.link("s.luau", "/etc/passwd");
    }),
    world("links in a circle", |place| {
        place.toml(CAT);
        place.link("m.tmx", "m2.tmx");
        place.link("m2.tmx", "m.tmx");
    }),
    world("a link to nowhere", |place| {
        place.toml(CAT);
        place.link("m.tmx", "nowhere.tmx");
    }),
    world("a name that leads out of the folder", |place| {
        place.file("w.world.toml", "map = \"../../../../../../../../etc/passwd\"\n")
    }),
    world("an absolute name", |place| place.file("w.world.toml", "map = \"/etc/passwd\"\n")),
    world("a world that is its own map", |place| place.file("w.world.toml", "map = \"w.world.toml\"\n")),
    world("a map that is its own script and picture", |place| {
        place.map(GROUND);
        place.toml("[kinds.cat]\nscript = \"m.tmx\"\nappearance = \"w.world.toml\"\n");
    }),
    world("a world that includes another, which includes it", |place| {
        place.cats(1, "function process() end");
        place.file("v.world.toml", "map = \"w.world.toml\"\n");
        place.toml("[kinds.cat]\nscript = \"v.world.toml\"\n");
    }),
    world("a picture that expands", |place| {
        let mut text = String::from("<!DOCTYPE svg [<!ENTITY a0 \"<rect/>\">");
        for at in 1..30 {
            text.push_str(&format!("<!ENTITY a{at} \"&a{0};&a{0};\">", at - 1));
        }
        picture(place, &(text + "]><svg xmlns=\"http://www.w3.org/2000/svg\">&a29;</svg>"));
    }),
    world("a picture of eight thousand shapes for a thousand animals", picture_of_many_shapes),
    world("a picture of enormous numbers", |place| {
        picture(
            place,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1e38 1e38\" width=\"1e38\"><rect width=\"1e38\" height=\"1e-38\" stroke-width=\"1e38\"/></svg>",
        );
    }),
    world("a picture in PNG that says it is large", |place| {
        picture(place, "<svg/>");
        place.toml(&format!("{CAT}appearance = \"a.png\"\n"));
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0xff; 200_000]);
        place.file("a.png", png);
    }),
    world("a file that nobody may read", |place| {
        use std::os::unix::fs::PermissionsExt;
        place.cats(1, "function process() end");
        std::fs::set_permissions(place.0.join("s.luau"), std::fs::Permissions::from_mode(0o0)).unwrap();
    }),
];

/// A world whose cats have a picture of eight thousand shapes.
pub(crate) fn picture_of_many_shapes(place: &Place) {
    let shapes = "<path d=\"M0 0h9\"/>".repeat(8_000);
    picture(place, &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\">{shapes}</svg>"));
}

/// A world whose cats have this picture.
fn picture(place: &Place, svg: &str) {
    place.cats(1000, "function process() end");
    place.toml(&format!("{CAT}appearance = \"a.svg\"\n"));
    place.file("a.svg", svg);
}
