//! Rules, before and after they are expanded.

use puzzlescript::compiler::{Compiled, RowCells, RuleCounts, RuleLine};
use puzzlescript::game::{Cell, Command, Direction, Group, Replacement, Rule};
use serde_json::{Map, Value, json};

use super::{ids, layers, movements};

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

fn command(command: &Command) -> Value {
    match command {
        Command::Cancel => json!(["cancel"]),
        Command::Checkpoint => json!(["checkpoint"]),
        Command::Restart => json!(["restart"]),
        Command::Win => json!(["win"]),
        Command::Again => json!(["again"]),
        Command::Message(text) => json!(["message", text]),
        Command::Sfx(number) => json!([format!("sfx{number}")]),
    }
}

pub(crate) fn lines(compiled: &Compiled) -> Value {
    let names = &compiled.parsed.names;
    let row = |row: &RowCells| {
        let cell = |cell: &puzzlescript::compiler::CellItems| {
            cell.iter().map(|item| json!(item.text(names))).collect::<Value>()
        };
        row.iter().map(cell).collect::<Value>()
    };
    let line = |rule: &RuleLine| {
        json!({
            "line": rule.line,
            "group": rule.group,
            "late": rule.late,
            "rigid": rule.rigid,
            "random": rule.random,
            "directions": rule.directions.iter().map(|given| json!(direction(*given))).collect::<Value>(),
            "left": rule.left.iter().map(row).collect::<Value>(),
            "right": rule.right.iter().map(row).collect::<Value>(),
            "commands": rule.commands.iter().map(command).collect::<Value>(),
        })
    };
    compiled.rule_lines.iter().map(line).collect()
}

pub(crate) fn counts(compiled: &Compiled) -> Value {
    let line = |c: &RuleCounts| json!([c.line, c.copies, c.movements, c.properties, c.distinct, c.possible, c.kept]);
    compiled.rule_counts.iter().map(line).collect()
}

pub(crate) fn rigid_groups(compiled: &Compiled) -> Value {
    let game = compiled.game.as_ref().expect("a game");
    let rigid = game.early.iter().enumerate().filter(|(_, group)| group.rigid.is_some());
    rigid.map(|(at, _)| json!(at)).collect()
}

pub(crate) fn groups(compiled: &Compiled, groups: &[Group]) -> Value {
    let cells = &compiled.game.as_ref().expect("a game").cells;
    let group = |group: &Group| {
        let mut value = json!({"rules": group.rules.iter().map(|made| rule(made, cells)).collect::<Value>()});
        if group.random {
            value["random"] = true.into();
        }
        if let Some(number) = group.rigid {
            value["rigid"] = number.into();
        }
        if let Some(first) = group.loop_to {
            value["loop_to"] = first.into();
        }
        value
    };
    groups.iter().map(group).collect()
}

fn rule(rule: &Rule, cells: &[Cell]) -> Value {
    let mut value = json!({"line": rule.line, "text": rule.text, "direction": direction(rule.direction)});
    if rule.rigid {
        value["rigid"] = true.into();
    }
    if rule.commands_only {
        value["commands_only"] = true.into();
    }
    if !rule.commands.is_empty() {
        value["commands"] = rule.commands.iter().map(command).collect();
    }
    let row = |row: &puzzlescript::game::Row| {
        let mut items = Vec::new();
        for (at, run) in row.runs.iter().enumerate() {
            items.extend((at > 0).then(|| json!("...")));
            items.extend(run.iter().map(|place| cell(&cells[*place as usize])));
        }
        Value::from(items)
    };
    value["rows"] = rule.rows.iter().map(row).collect();
    value
}

/// Adds an entry that is not empty.
fn add(map: &mut Map<String, Value>, key: &str, value: Value) {
    if value.as_array().is_none_or(|entries| !entries.is_empty()) {
        map.insert(key.to_owned(), value);
    }
}

fn cell(cell: &Cell) -> Value {
    let mut map = Map::new();
    add(&mut map, "all", ids(&cell.all));
    add(&mut map, "none", ids(&cell.none));
    add(&mut map, "any", cell.any.iter().map(ids).collect());
    add(&mut map, "moving", movements(&cell.moving));
    add(&mut map, "still", movements(&cell.still));
    if let Some(then) = &cell.then {
        add(&mut map, "then", replacement(then));
    }
    map.into()
}

fn replacement(then: &Replacement) -> Value {
    let mut map = Map::new();
    add(&mut map, "clear", ids(&then.clear));
    add(&mut map, "set", ids(&then.set));
    add(&mut map, "move_clear", movements(&then.move_clear));
    add(&mut map, "move_set", movements(&then.move_set));
    add(&mut map, "move_replaced", layers(&then.move_replaced));
    add(&mut map, "random", ids(&then.random));
    add(&mut map, "random_dir", layers(&then.random_dir));
    map.into()
}
