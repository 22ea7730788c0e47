//! What a world may ask for at most: each ceiling is kept at its edge and refused above it, in words that say what was
//! expected.

use std::fmt::Write;
use std::io;

use sandbox::{StopFlag, Until};
use world::ceilings::{
    Allowance, MAX_BENDS, MAX_CONTACTS, MAX_CORNERS, MAX_ELEMENT_MEMORY, MAX_ELEMENTS, MAX_FUEL, MAX_GOALS, MAX_KINDS,
    MAX_LADDERS, MAX_LAYERS, MAX_LOG, MAX_MACHINE, MAX_MAP, MAX_NAME, MAX_SCRIPT, MAX_SCRIPTS, MAX_SOLIDS, MAX_SPEED,
    MAX_TEMPLATES,
};
use world::{BadLog, Files, LoadError, World};

/// A world whose files are texts; any other name is that of a template or script.
struct Texts {
    toml: String,
    map: String,
    other: String,
}

impl Files for Texts {
    fn read(&self, name: &str, most: usize) -> io::Result<Vec<u8>> {
        let text = match name {
            "t.world.toml" => &self.toml,
            "m.tmx" | "m.tmj" => &self.map,
            _ => &self.other,
        };
        Ok(text.as_bytes()[..text.len().min(most + 1)].to_vec())
    }
}

fn load_within(toml: &str, layers: &str, other: &str, allowance: &Allowance) -> Result<World, LoadError> {
    let map = format!("<map width=\"2000\" height=\"500\" tilewidth=\"1\" tileheight=\"1\">{layers}</map>");
    let texts = Texts { toml: format!("map = \"m.tmx\"\n{toml}"), map, other: other.to_owned() };
    World::load_within("t.world.toml", &texts, allowance)
}

/// Loads a world of this definition and these layers.
fn load(toml: &str, layers: &str) -> Result<World, LoadError> {
    load_within(toml, layers, "function process() end", &Allowance::default())
}

/// The message for a world that is refused.
fn refused(toml: &str, layers: &str) -> String {
    load(toml, layers).err().map_or_else(|| "it loads".to_owned(), |error| error.to_string())
}

/// A layer of `count` objects at whole metres, with these attributes.
fn objects(layer: &str, count: usize, attributes: &str) -> String {
    let mut out = format!("<objectgroup name=\"{layer}\">");
    for at in 0..count {
        let (x, y) = (at % 1000 * 2, at / 1000 * 2 + 2);
        let _ = write!(out, "<object x=\"{x}\" y=\"{y}\" {attributes}/>");
    }
    out + "</objectgroup>"
}

const ANIMAL: &str = "[kinds.cat]\n";
const ITEM: &str = "[kinds.fish]\nnature = \"item\"\n";

/// Tries a number at its ceiling and above it.
fn edge(most: usize, wanted: &str, refusal: impl Fn(usize) -> String) {
    assert_eq!(refusal(most), "it loads", "{wanted}");
    let message = refusal(most + 1);
    assert!(message.contains("expected at most") && message.contains(wanted), "{wanted}: {message}");
}

#[test]
fn counts_of_a_map_have_ceilings() {
    edge(MAX_ELEMENTS, "at most 10000", |count| refused(ITEM, &objects("objects", count, "type=\"fish\"")));
    edge(MAX_SOLIDS, "pieces of ground", |count| refused("", &objects("ground", count, "width=\"1\" height=\"1\"")));
    edge(MAX_LADDERS, "ladders", |count| refused("", &objects("ladders", count, "width=\"1\" height=\"1\"")));
    edge(MAX_LAYERS, "layers", |count| refused("", &"<objectgroup name=\"ground\"/>".repeat(count)));
    edge(MAX_CORNERS, "convex polygon has 65 corners; expected at most 64", |count| {
        #[allow(clippy::cast_precision_loss)] // a few hundred
        let corner = |at: usize| (at as f64 / count as f64 * std::f64::consts::TAU).sin_cos();
        let points: Vec<String> =
            (0..count).map(corner).map(|(x, y)| format!("{:.6},{:.6}", x * 90.0, y * 90.0)).collect();
        let polygon = format!("<object x=\"100\" y=\"100\"><polygon points=\"{}\"/></object>", points.join(" "));
        refused("", &format!("<objectgroup name=\"ground\">{polygon}</objectgroup>"))
    });
    edge(MAX_BENDS, "line has 257 corners; expected at most 256", |count| {
        let points: Vec<String> = (0..count).map(|at| format!("{at},{}", at % 2)).collect();
        let line = format!("<object><polyline points=\"{}\"/></object>", points.join(" "));
        refused("", &format!("<objectgroup name=\"ground\">{line}</objectgroup>"))
    });
    let fast = |speed: usize| {
        let property =
            |name: &str, value: usize| format!("<property name=\"{name}\" type=\"float\" value=\"{value}\"/>");
        let properties = property("speed", speed) + &property("to_x", 9);
        let object = format!("<object width=\"1\" height=\"1\"><properties>{properties}</properties></object>");
        refused("", &format!("<objectgroup name=\"ground\">{object}</objectgroup>"))
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a thousand
    edge(MAX_SPEED as usize, "metres a second", fast);
    edge(MAX_NAME, "the class of an object", |length| {
        let class = "x".repeat(length);
        let map = format!("<objectgroup name=\"objects\"><object type=\"{class}\"/></objectgroup>");
        refused(&format!("[kinds.{class}]\nnature = \"item\"\n"), &map)
            .replace("a kind has", "the class of an object has")
    });
    let layer = |length| refused("", &format!("<objectgroup name=\"{}\"/>", "x".repeat(length)));
    edge(MAX_NAME, "a layer has a name", layer);
    let kinds = "[kinds.fish]\nnature = \"item\"\n";
    let templates = |count: usize| {
        let object = |at: usize| format!("<object template=\"{at}.tx\"/>");
        let layers: String = (0..count).map(object).collect();
        let layers = format!("<objectgroup name=\"objects\">{layers}</objectgroup>");
        let loaded = load_within(kinds, &layers, "<template><object type=\"fish\"/></template>", &Allowance::default());
        loaded.err().map_or_else(|| "it loads".to_owned(), |error| error.to_string())
    };
    edge(MAX_TEMPLATES, "templates", templates);
    edge(256, "attributes", |count| {
        let attributes: String = (0..count).map(|at| format!(" a{at}=\"\"")).collect();
        // An apostrophe in a comment begins no text, and what stands in a text is no attribute.
        refused("", &format!("<!-- it's --><group remark=\"{0}\"/><objectgroup{attributes}/>", "=".repeat(300)))
    });
    let large = refused("", &format!("<!--{}-->", "x".repeat(MAX_MAP)));
    assert!(large.contains("m.tmx:1:1: the file is too large; expected at most 16384 KiB"), "{large}");
}

#[test]
fn counts_of_a_definition_have_ceilings() {
    let kinds = |count: usize| (0..count).map(|at| format!("[kinds.k{at}]\n")).collect::<String>();
    edge(MAX_KINDS, "kinds", |count| refused(&kinds(count), ""));
    let scripts = |count: usize| (0..count).map(|at| format!("[kinds.k{at}]\nscript = \"{at}\"\n")).collect::<String>();
    edge(MAX_SCRIPTS, "scripts", |count| refused(&scripts(count), ""));
    edge(MAX_GOALS, "goals", |count| refused(&"[[ends]]\nwhen = { steps = 9 }\n".repeat(count), ""));
    edge(MAX_NAME, "the title", |length| refused(&format!("title = \"{}\"", "x".repeat(length)), ""));
    let limit = |name: &str, value: usize| refused(&format!("[limits]\n{name} = {value}\n"), "");
    edge(usize::try_from(MAX_FUEL).unwrap(), "limits: fuel is", |fuel| limit("fuel", fuel));
    edge(MAX_MACHINE, "limits: memory is", |bytes| limit("memory", bytes));
    edge(MAX_ELEMENT_MEMORY, "limits: element is", |bytes| limit("element", bytes));
    let script = |length: usize| {
        let text = format!("function process() end --{}", "x".repeat(length - 25));
        let loaded = load_within("[kinds.cat]\nscript = \"cat\"\n", "", &text, &Allowance::default());
        loaded.err().map_or_else(|| "it loads".to_owned(), |error| error.to_string())
    };
    edge(MAX_SCRIPT, "256 KiB", script);
    let named = refused(&format!("[kinds.cat]\nscript = \"{}\"\n", "x".repeat(100_000)), "");
    assert!(named.contains("a script has a name that is too long") && named.len() < 2000, "{} bytes", named.len());
    let unknown = refused(&format!("{} = 1\n", "x".repeat(100_000)), "");
    assert!(unknown.contains("unknown field") && unknown.len() < 2000, "{} bytes", unknown.len());
}

/// Bodies that lie over one another cost the physics the square of their number.
#[test]
fn crowds_are_refused_with_their_place() {
    let pile = |count: usize| {
        format!(
            "<objectgroup name=\"objects\">{}</objectgroup>",
            "<object type=\"cat\" x=\"8\" y=\"490\"/>".repeat(count)
        )
    };
    let crowd = refused(ANIMAL, &pile(500));
    assert!(
        crowd.contains("124750 places, 500 lie over one another near x 7.5, y 9.6; expected at most 100000"),
        "{crowd}"
    );
    assert!(load(ANIMAL, &pile(100)).is_ok());
    assert!(load(ITEM, &pile(5000).replace("cat", "fish")).is_ok(), "things without a body may lie anywhere");
    let ground = "<object x=\"0\" y=\"495\" width=\"2000\" height=\"1\"/>".repeat(200);
    let layers =
        format!("<objectgroup name=\"ground\">{ground}</objectgroup>") + &objects("objects", 1000, "type=\"cat\"");
    let piled = refused(ANIMAL, &layers);
    assert!(
        piled.contains("the ground is too crowded: 200 pieces lie near") && piled.contains("where 1000 elements"),
        "{piled}"
    );
    // The way of a platform counts, too.
    let moving = "<object x=\"0\" y=\"495\" width=\"2\" height=\"1\"><properties><property name=\"to_x\" type=\"float\" value=\"1900\"/></properties></object>".repeat(200);
    let layers =
        format!("<objectgroup name=\"ground\">{moving}</objectgroup>") + &objects("objects", 1000, "type=\"cat\"");
    assert!(refused(ANIMAL, &layers).contains("the ground is too crowded"));
}

/// The physics looks at each pair of pieces of ground that overlap.
#[test]
fn ground_over_ground_is_refused() {
    let pile = |count: usize| {
        let piece = "<object x=\"9\" y=\"9\" width=\"5\" height=\"5\"/>".repeat(count);
        refused("", &format!("<objectgroup name=\"ground\">{piece}</objectgroup>"))
    };
    assert_eq!(pile(1414), "it loads");
    let refusal = pile(1415);
    assert!(
        refusal.contains("its pieces overlap at 1000405 places") && refusal.contains("at most 1000000"),
        "{refusal}"
    );
}

/// Cats that a platform presses into a corner: the world ends in words before the physics takes all memory.
#[test]
fn a_world_that_becomes_too_crowded_ends() {
    let press = "<object x=\"12\" y=\"0\" width=\"200\" height=\"499\"><properties>\
        <property name=\"to_x\" type=\"float\" value=\"-11.9\"/><property name=\"speed\" type=\"float\" value=\"6\"/></properties></object>";
    let ground = format!(
        "<objectgroup name=\"ground\"><object x=\"0\" y=\"499\" width=\"2000\" height=\"1\"/>\
         <object x=\"0\" y=\"400\" width=\"12\" height=\"98\"/>{press}</objectgroup>"
    );
    let mut cats = String::new();
    for at in 0..1000 {
        let (x, y) = (1.0 + f64::from(at % 100) * 0.105, 498.1 + f64::from(at / 100) * 0.09);
        let _ = write!(cats, "<object type=\"cat\" x=\"{x}\" y=\"{y}\"/>");
    }
    let layers = format!("{ground}<objectgroup name=\"objects\">{cats}</objectgroup>");
    let mut world = load("[kinds.cat]\nradius = 0.05\n", &layers).unwrap();
    while world.outcome().is_none() && world.steps() < 300 {
        world.step();
    }
    let outcome = world.outcome().unwrap_or_else(|| panic!("{} bytes", world.bytes()));
    assert!(outcome.text.contains(&format!("expected at most {MAX_CONTACTS}")), "{outcome:?}");
    assert_eq!(outcome.step, world.steps());
}

#[test]
fn memory_is_admitted_before_it_is_taken() {
    let within = |bytes: u64, toml: &str, layers: &str| {
        let allowance = Allowance { bytes, ..Allowance::default() };
        load_within(toml, layers, "function process() end", &allowance).err()
    };
    let refused = |error: Option<LoadError>, what: &str| match error {
        Some(LoadError::Memory { what: which, needed, allowed }) => assert!(which.contains(what) && needed > allowed),
        other => panic!("{what}: {other:?}"),
    };
    let scripts = "[limits]\nmemory = 67108864\n[kinds.a]\nscript = \"a\"\n[kinds.b]\nscript = \"b\"\n";
    refused(within(100 << 20, scripts, ""), "the world t.world.toml");
    assert_eq!(within(200 << 20, scripts, ""), None);
    refused(within(16 << 20, "", &"<a b=\"\" c=\"\"/>".repeat(100_000)), "the map m.tmx");
    let json = format!(
        "{{\"width\":9,\"height\":9,\"tilewidth\":1,\"tileheight\":1,\"layers\":[{{\"name\":\"sky\",\"objects\":[{}{{}}]}}]}}",
        "{},".repeat(100_000)
    );
    let texts = Texts { toml: "map = \"m.tmj\"\n".into(), map: json, other: String::new() };
    let allowance = |bytes: u64| Allowance { bytes, ..Allowance::default() };
    refused(World::load_within("t.world.toml", &texts, &allowance(16 << 20)).err(), "the map m.tmj");
    assert!(World::load_within("t.world.toml", &texts, &allowance(1 << 30)).is_ok());
}

#[test]
fn loading_ends_when_it_is_asked_to() {
    let stop = StopFlag::default();
    stop.cancel();
    let allowance = Allowance { until: Until { stop, deadline: None }, ..Allowance::default() };
    assert_eq!(load_within("", "", "", &allowance).err(), Some(LoadError::Ended));
}

#[test]
fn a_log_is_read_in_order_and_within_its_size() {
    let world = load("[kinds.you]\nnature = \"player\"\n", "").unwrap();
    // A log that was written by hand: without hashes.
    let head = format!("{}\n", world.log_text().lines().next().unwrap());
    let read = |lines: &str| world.read_log(format!("{head}{lines}").as_bytes());
    let entry = |step: u64| format!("{{\"step\":{step},\"input\":\"release\"}}\n");
    assert_eq!(read(&(entry(3) + "\n" + &entry(3) + &entry(9) + "{\"step\":12}")).unwrap().len(), 3);
    let unsorted = read(&(entry(3) + &entry(9) + &entry(4))).err().unwrap();
    assert_eq!(unsorted.to_string(), "line 4 of the log: step 4 comes after step 9; expected the order of the steps");
    let long = format!(
        "{{\"step\":1,\"input\":{{\"reload\":{{\"script\":\"a\",\"text\":\"{}\"}}}}}}",
        "x".repeat(7 * MAX_SCRIPT)
    );
    assert!(matches!(read(&long), Err(BadLog::Line { line: 2, .. })));
    let line = entry(5);
    assert!(matches!(read(&line.repeat(MAX_LOG / line.len() + 1)), Err(BadLog::TooLarge)));
    // A stream without an end.
    assert!(matches!(world.read_log(io::BufReader::new(io::repeat(b'\n'))), Err(BadLog::TooLarge)));
    assert!(matches!(world.read_log(io::BufReader::new(io::repeat(0))), Err(BadLog::Line { line: 1, .. })));
}
