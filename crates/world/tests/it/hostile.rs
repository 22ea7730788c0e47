//! Mutated worlds: each is refused or runs; none panics.
//!
//! Ten thousand run with the other tests. `cargo xtask campaign worlds` runs more.

use std::collections::BTreeMap;
use std::panic::catch_unwind;

use testkit::random::Random;
use world::{World, shipped_file};

const OFTEN: u64 = 10_000;
/// What mutations put into the place of a number.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1e39",
    "nan",
    "inf",
    "-0.0",
    "4294967295",
    "4294967296",
    "99999999999999999999",
    "1e-30",
    "1",
    "2",
    "3.5",
    "7",
    "45",
    "90",
    "-360",
    "1000",
    "0.001",
    "1e6",
    "255",
];
/// What mutations put in, beside bytes of the file itself.
const TOKENS: &[&str] = &[
    "\"",
    "<",
    ">",
    "</object>",
    "<object/>",
    "<point/>",
    "<ellipse/>",
    "<data encoding=\"csv\">0</data>",
    "<polygon points=\"0,0 0,0 0,0\"/>",
    " rotation=\"37\"",
    " width=\"-5\"",
    " height=\"0\"",
    " gid=\"1\"",
    ",",
    "[",
    "{}",
    "]",
    "null",
    "true",
    "\"rotation\":-45,",
    "\"polygon\":[],",
    "\u{fffd}",
    "\n",
    "player",
    "crate",
    "animal",
    "rope",
    "drift",
    "spring",
    "torso = { width = 9, height = 9 }\n",
    "[[ends]]\nwhen = { steps = 1 }\n",
];

const RICH: &str = "<map version=\"1.10\" orientation=\"orthogonal\" width=\"8\" height=\"6\" tilewidth=\"1\" tileheight=\"1\">\
    <layer name=\"ground\" width=\"8\" height=\"6\"><data encoding=\"csv\">0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1</data></layer>\
    <objectgroup name=\"platforms\"><object x=\"2\" y=\"3\" width=\"2\" height=\"0.2\" rotation=\"10\"><properties>\
    <property name=\"oneway\" type=\"bool\" value=\"true\"/><property name=\"to_x\" type=\"float\" value=\"3\"/></properties></object>\
    <object x=\"5\" y=\"5\"><polygon points=\"0,0 2,0 2,-1\"/></object></objectgroup>\
    <objectgroup name=\"ladders\"><object x=\"1\" y=\"1\" width=\"1\" height=\"4\"/></objectgroup>\
    <objectgroup name=\"objects\"><object type=\"cat\" x=\"3\" y=\"2\"><point/></object><object type=\"you\" x=\"6\" y=\"3\"/>\
    <object type=\"box\" x=\"4\" y=\"1\" width=\"1\" height=\"0.5\" rotation=\"30\"/><object type=\"fish\" x=\"2\" y=\"4\"/></objectgroup></map>";
const RICH_JSON: &str = "{\"width\":8,\"height\":3,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{\"name\":\"ground\",\"type\":\"tilelayer\",\"width\":8,\"height\":3,\
    \"data\":[0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,1,1,1,1,1,1,1,1]},{\"name\":\"platforms\",\"objects\":[{\"id\":1,\"x\":2,\"y\":1,\"width\":2,\"height\":1,\"rotation\":12.5},\
    {\"x\":4,\"y\":2,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":2,\"y\":0},{\"x\":2,\"y\":-1}]}]},{\"name\":\"objects\",\"objects\":[{\"type\":\"cat\",\"x\":1,\"y\":1,\"point\":true},\
    {\"type\":\"you\",\"x\":5,\"y\":1},{\"type\":\"box\",\"x\":3,\"y\":0,\"width\":1,\"height\":1},{\"type\":\"fish\",\"x\":6,\"y\":1}]}]}";
const KINDS: &str = "map = \"MAP\"\ncontroller = \"grounded\"\ngravity = 9.81\n[[ends]]\nwhen = { none_left = \"fish\" }\nresult = \"won\"\n\
    [kinds.you]\nnature = \"player\"\ntorso = { width = 0.6, height = 0.9 }\nappearance = \"you.svg\"\n[kinds.cat]\neats = [\"fish\"]\nscript = \"cat.luau\"\n\
    [kinds.box]\nnature = \"crate\"\n[kinds.fish]\nnature = \"item\"\nradius = 0.2\n";
const SCRIPT: &str = "function process(element)\n local fish = game.nearest(element, \"fish\")\n print(element.position)\n \
    if fish then game.setTarget(element, fish.position.x, fish.position.y) end\n element.memory.n = (element.memory.n or 0) + 1\nend";
const PICTURE: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\" fill=\"red\"/></svg>";

type Files = BTreeMap<String, Vec<u8>>;

/// The files of worlds to begin with; the first name is that of the definition.
fn seeds() -> Vec<(String, Files)> {
    let own = |map: &str, text: &str| {
        let toml = KINDS.replace("MAP", map);
        let files = [("t.world.toml", toml.as_str()), (map, text), ("cat.luau", SCRIPT), ("you.svg", PICTURE)];
        ("t.world.toml".to_owned(), files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).into())
    };
    // With a polygon that is not convex, and a line.
    let line = "<object id=\"7\" x=\"0\" y=\"4\"><polyline points=\"0,0 1,0 1,-1 2,-1.5 0.5,-2\"/></object>";
    let rough = RICH.replace("0,0 2,0 2,-1", "0,0 3,0 3,-2 2,-0.5 1.5,-2 0,-2");
    let rough = rough.replacen("<object x=\"5\"", &format!("{line}<object x=\"5\""), 1);
    let corner = |(x, y): (f32, f32)| format!("{{\"x\":{x},\"y\":{y}}}");
    let corners = |list: &[(f32, f32)]| list.iter().copied().map(corner).collect::<Vec<_>>().join(",");
    let polygon = corners(&[(0.0, 0.0), (3.0, 0.0), (3.0, -2.0), (2.0, -0.5), (1.5, -2.0), (0.0, -2.0)]);
    let line = corners(&[(0.0, 0.0), (1.0, 0.0), (1.0, -1.0), (2.0, -1.5)]);
    let rough_json = RICH_JSON.replace(
        "\"polygon\":[{\"x\":0,\"y\":0},{\"x\":2,\"y\":0},{\"x\":2,\"y\":-1}]}",
        &format!("\"polygon\":[{polygon}]}},{{\"id\":7,\"x\":1,\"y\":2,\"polyline\":[{line}]}}"),
    );
    assert!(rough.contains("polyline") && rough_json.contains("polyline"));
    let shipped = ["farmyard.world.toml", "farmyard.tmx", "fox.luau", "chicken.luau"];
    let farmyard = shipped.map(|name| (name.to_owned(), shipped_file(name).unwrap())).into();
    vec![
        own("m.tmx", RICH),
        own("m.tmj", RICH_JSON),
        own("m.tmx", &rough),
        own("m.tmj", &rough_json),
        (shipped[0].into(), farmyard),
    ]
}

/// Changes at random.
trait Mutate {
    /// Puts one change into a text.
    fn mutate(&mut self, text: &mut Vec<u8>);
    /// Puts a token into the place of a number.
    fn number(&mut self, text: &mut Vec<u8>, token: &[u8]);
}

impl Mutate for Random {
    fn mutate(&mut self, text: &mut Vec<u8>) {
        let at = self.below(text.len() + 1);
        let to = (at + self.below(12)).min(text.len());
        let token = TOKENS[self.below(TOKENS.len())].as_bytes();
        match self.below(16) {
            0 => drop(text.drain(at..to)),
            1 => drop(text.splice(at..to, token.iter().copied())),
            2 => drop(text.splice(at..at, token.iter().copied())),
            3 => {
                let from = self.below(text.len() + 1);
                let part = text[from..(from + 40).min(text.len())].to_vec();
                drop(text.splice(at..at, part));
            }
            4 if at < text.len() => text[at] ^= 1 << self.below(8),
            5 => text.truncate(at),
            _ => {
                let number = NUMBERS[self.below(NUMBERS.len())];
                self.number(text, number.as_bytes());
            }
        }
    }

    fn number(&mut self, text: &mut Vec<u8>, token: &[u8]) {
        let from = self.below(text.len().max(1));
        let Some(at) = text[from.min(text.len())..].iter().position(u8::is_ascii_digit).map(|at| at + from) else {
            return;
        };
        let length = text[at..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        drop(text.splice(at..at + length, token.iter().copied()));
    }
}

/// Loads a world and runs it a little; whether it loads.
fn try_out(name: &str, files: &Files) -> bool {
    let read = |file: &str| files.get(file).cloned().ok_or_else(|| std::io::ErrorKind::NotFound.into());
    let Ok(mut world) = World::load(name, &read) else { return false };
    for step in 0..8_u8 {
        if step == 3 {
            let _ = world.input(world::Input::Touch(world::Point::new(4.0, 2.0)));
        }
        world.step();
    }
    let shot = world::Screenshot { view: world.view(), caption: String::new() };
    let _ = world::film(&world.backdrop(), &[shot]);
    let saved = world.save().unwrap();
    let hash = world.hash();
    world.resume(&saved).unwrap();
    assert_eq!(world.hash(), hash);
    true
}

#[test]
fn mutated_worlds_are_refused_or_run() {
    let cases = testkit::campaign::cases(OFTEN);
    let count = cases.end - cases.start;
    let seeds = seeds();
    assert!(seeds.iter().all(|(name, files)| try_out(name, files)));
    let mut ran = 0;
    for case in cases {
        let mut random = Random::new(case << 32 | 99);
        let (name, mut files) = seeds[usize::try_from(case).unwrap() % seeds.len()].clone();
        let names: Vec<String> = files.keys().cloned().collect();
        for _ in 0..1 + random.below(3) {
            // The map most of the time.
            let maps = names.iter().find(|name| name.contains(".tm")).filter(|_| random.below(3) > 0);
            let file = maps.unwrap_or(&names[random.below(names.len())]);
            random.mutate(files.get_mut(file).unwrap());
        }
        let tried = catch_unwind(|| try_out(&name, &files));
        ran += u64::from(tried.unwrap_or_else(|_| {
            let texts: Vec<String> =
                files.iter().map(|(name, text)| format!("{name}:\n{}", String::from_utf8_lossy(text))).collect();
            panic!("case {case} panics:\n{}", texts.join("\n"))
        }));
    }
    assert!(ran > count / 20 && ran < count - count / 20, "{ran} of {count} ran: too few or too many to tell anything");
}
