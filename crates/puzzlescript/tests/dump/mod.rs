//! Reads the reference compiler's results (`compiled.jsonl.gz`) as games, and the other files of the shared folder.
#![allow(dead_code)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use puzzlescript::game::*;
use serde_json::Value;

/// The folder of the reference's data, if it is there.
pub fn shared() -> Option<PathBuf> {
    let mut folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    loop {
        let candidate = folder.join("../shared/puzzlescript");
        if candidate.is_dir() {
            return Some(candidate);
        }
        folder = folder.parent()?;
    }
}

/// The JSON objects of a file, one a line.
pub fn lines(path: &Path) -> Vec<Value> {
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("text")).expect("JSON")).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn ids(value: &Value) -> ObjectSet {
    list(value).iter().map(|id| ObjectId(number(id) as u16)).collect()
}

fn layers(value: &Value) -> Vec<LayerId> {
    list(value).iter().map(|layer| LayerId(number(layer) as u16)).collect()
}

fn movements(value: &Value) -> Movements {
    list(value).iter().map(|pair| (LayerId(number(&pair[0]) as u16), number(&pair[1]) as u8)).collect()
}

fn replacement(then: &Value) -> Replacement {
    Replacement {
        clear: ids(&then["clear"]),
        set: ids(&then["set"]),
        move_clear: movements(&then["move_clear"]),
        move_set: movements(&then["move_set"]),
        move_replaced: layers(&then["move_replaced"]),
        random: ids(&then["random"]),
        random_dir: layers(&then["random_dir"]),
    }
}

fn cell(value: &Value) -> Cell {
    Cell {
        all: ids(&value["all"]),
        none: ids(&value["none"]),
        any: list(&value["any"]).iter().map(ids).collect(),
        moving: movements(&value["moving"]),
        still: movements(&value["still"]),
        then: value.get("then").map(replacement),
    }
}

fn command(value: &Value) -> Command {
    match value[0].as_str().expect("a command") {
        "cancel" => Command::Cancel,
        "checkpoint" => Command::Checkpoint,
        "restart" => Command::Restart,
        "win" => Command::Win,
        "again" => Command::Again,
        "message" => Command::Message(text(&value[1])),
        sfx => Command::Sfx(sfx.trim_start_matches("sfx").parse().expect("a number")),
    }
}

#[derive(Default)]
struct Cells {
    numbers: std::collections::HashMap<Cell, u32>,
    cells: Vec<Cell>,
}

impl Cells {
    fn number(&mut self, value: &Value) -> u32 {
        let cell = cell(value);
        let next = self.cells.len() as u32;
        let number = *self.numbers.entry(cell.clone()).or_insert(next);
        if number == next {
            self.cells.push(cell);
        }
        number
    }

    fn row(&mut self, row: &Value) -> Row {
        let runs = list(row).split(|cell| cell.as_str() == Some("..."));
        Row { runs: runs.map(|run| run.iter().map(|cell| self.number(cell)).collect()).collect() }
    }

    fn rule(&mut self, rule: &Value) -> Rule {
        Rule {
            line: number(&rule["line"]) as u32,
            text: text(&rule["text"]),
            direction: match rule["direction"].as_str() {
                Some("up") => Direction::Up,
                Some("down") => Direction::Down,
                Some("left") => Direction::Left,
                _ => Direction::Right,
            },
            rigid: rule["rigid"].as_bool().unwrap_or(false),
            commands_only: rule["commands_only"].as_bool().unwrap_or(false),
            rows: list(&rule["rows"]).iter().map(|row| self.row(row)).collect(),
            commands: list(&rule["commands"]).iter().map(command).collect(),
        }
    }

    fn groups(&mut self, groups: &Value) -> Vec<Group> {
        let group = |group: &Value| Group {
            rules: list(&group["rules"]).iter().map(|rule| self.rule(rule)).collect(),
            random: group["random"].as_bool().unwrap_or(false),
            rigid: group["rigid"].as_u64().map(|number| number as u8),
            loop_to: group["loop_to"].as_u64().map(|at| at as usize),
        };
        list(groups).iter().map(group).collect()
    }
}

fn win(value: &Value) -> WinCondition {
    let term = |key: &str| Term {
        objects: ids(&value[key]),
        all: value[format!("{key}_aggregate")].as_bool().unwrap_or(false),
    };
    WinCondition {
        line: number(&value["line"]) as u32,
        quantifier: match value["quantifier"].as_str() {
            Some("all") => Quantifier::All,
            Some("no") => Quantifier::No,
            _ => Quantifier::Some,
        },
        what: term("what"),
        on: value.get("on").map(|_| term("on")),
    }
}

fn seed(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn sounds(value: &Value) -> Sounds {
    let moves = |key: &str| {
        let sound = |sound: &Value| MoveSound {
            object: ObjectId(number(&sound["object"]) as u16),
            directions: number(sound["directions"].pointer("/0/1").unwrap_or(&sound["directions"])) as u8,
            seed: seed(&sound["seed"]),
        };
        list(&value[key]).iter().map(sound).collect()
    };
    let changes = |key: &str| {
        let sound = |sound: &Value| ChangeSound { objects: ids(&sound["any"]), seed: seed(&sound["seed"]) };
        list(&value[key]).iter().map(sound).collect()
    };
    Sounds {
        events: Vec::new(),
        moved: moves("move"),
        blocked: moves("cantmove"),
        created: changes("create"),
        destroyed: changes("destroy"),
    }
}

fn stage(value: &Value) -> Stage {
    if let Some(message) = value["message"].as_str() {
        return Stage::Message { line: 0, text: message.to_owned() };
    }
    Stage::Level(Level {
        line: number(&value["line"]) as u32,
        width: number(&value["width"]) as usize,
        height: number(&value["height"]) as usize,
        contents: list(&value["contents"]).iter().map(ids).collect(),
        cells: list(&value["cells"]).iter().map(|at| number(at) as u32).collect(),
    })
}

fn prelude(metadata: &Value) -> Prelude {
    let has = |key: &str| metadata.get(key).is_some();
    Prelude {
        run_rules_on_level_start: has("run_rules_on_level_start"),
        require_player_movement: has("require_player_movement"),
        noundo: has("noundo"),
        noaction: has("noaction"),
        norestart: has("norestart"),
        ..Prelude::default()
    }
}

/// The game of a line of `compiled.jsonl.gz`.
pub fn game(dump: &Value) -> Game {
    let mut objects: Vec<Option<Object>> = vec![None; list(&dump["ids"]).len()];
    for object in list(&dump["objects"]) {
        if let Some(id) = object["id"].as_u64() {
            let layer = LayerId(object["layer"].as_u64().unwrap_or(0) as u16);
            objects[id as usize] =
                Some(Object { name: text(&object["name"]), layer, colors: Vec::new(), sprite: Vec::new() });
        }
    }
    let mut cells = Cells::default();
    let (early, late) = (cells.groups(&dump["early"]), cells.groups(&dump["late"]));
    Game {
        prelude: prelude(&dump["metadata"]),
        objects,
        layers: list(&dump["layers"]).iter().map(|layer| ids(layer).iter().collect()).collect(),
        names: Vec::new(),
        glyphs: Vec::new(),
        background: ObjectId(dump["background"]["id"].as_u64().unwrap_or(0) as u16),
        player: Term {
            objects: ids(&dump["player"]["mask"]),
            all: dump["player"]["aggregate"].as_bool().unwrap_or(false),
        },
        cells: cells.cells,
        early,
        late,
        rigid_groups: list(&dump["rigid_groups"]).len(),
        win: list(&dump["win"]).iter().map(win).collect(),
        sounds: sounds(&dump["sounds"]),
        stages: list(&dump["levels"]).iter().map(stage).collect(),
    }
}
