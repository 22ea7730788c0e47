//! Random rules: the usual ones with objects drawn, and rules whose cells are drawn word by word.

use super::{FLECKS, Maker};

const MOVERS: [&str; 6] = ["Crate", "Gem", "Mover", "Crate", "Gem", "P2"];
const FLOORS: [&str; 7] = ["Target", "Hole", "Ice", "Mark", "Moss", "Floor", "Ice"];
const ANY: [&str; 14] = [
    "Player", "Player", "Crate", "Gem", "Mover", "Solid", "Wall", "Target", "Hole", "Ice", "Mark", "P2", "Either",
    "Both",
];
/// Names that stand for one object alone.
const SINGLE: [&str; 8] = ["Crate", "Gem", "Target", "Hole", "Ice", "Mark", "Moss", "P1"];
const WAYS: [&str; 12] = [">", ">", ">", "<", "^", "v", "up", "right", "left", "down", "action", "stationary"];

impl Maker {
    pub(super) fn rules(&mut self) {
        let usual = self.scenario.map_or(&[][..], |scenario| scenario.rules);
        self.draft.rules.extend(usual.iter().map(|rule| (*rule).to_owned()));
        let more = if self.scenario.is_some() { self.random.below(4) } else { 1 + self.random.below(5) };
        for _ in 0..more {
            let rule = self.rule();
            self.draft.rules.push(rule);
        }
        if self.random.one_in(3) {
            let rule = self.commanding();
            self.draft.rules.push(rule);
        }
        if self.random.one_in(8) {
            let rules = self.machine();
            self.draft.rules.extend(rules);
        }
        if self.has_flecks {
            let (one, other) = (self.one_of(&ANY), FLECKS[self.random.below(2)]);
            let rules = [
                format!("late [ {one} no Fleck no Speck ] -> [ {one} random {other} ]"),
                "random [ Background no Fleck ] -> [ Background Fleck ]".to_owned(),
                format!("late [ {one} ] -> [ {one} random Speck ]"),
                format!("late random [ {other} ] -> [ ]"),
            ];
            let rule = self.random.pick(&rules).clone();
            self.draft.rules.push(rule);
        }
        // A loop may take in any part of the rules, the whole or the end.
        if self.random.one_in(10) && !self.draft.rules.is_empty() {
            let first = self.random.below(self.draft.rules.len());
            let last = first + 1 + self.random.below(self.draft.rules.len() - first);
            self.draft.rules.insert(last, "endloop".to_owned());
            self.draft.rules.insert(first, "startloop".to_owned());
        }
    }

    fn rule(&mut self) -> String {
        let (mover, other) = (self.one_of(&MOVERS), self.one_of(&MOVERS));
        let (floor, flat) = (self.one_of(&FLOORS), self.one_of(&FLOORS));
        let (any, single) = (self.one_of(&ANY), self.one_of(&SINGLE));
        let command = self.command();
        let rule = match self.random.below(36) {
            0 => format!("[ > {mover} | {other} ] -> [ > {mover} | > {other} ]"),
            1 => format!("[ < Player | {mover} ] -> [ < Player | < {mover} ]"),
            2 => format!("[ ^ Player | {mover} ] -> [ ^ Player | ^ {mover} ]"),
            3 => format!("down [ {mover} | no Solid no {floor} ] -> [ | {mover} ] again"),
            4 => format!("late [ {mover} {floor} ] -> [ ]"),
            5 => format!("late [ {any} {floor} ] -> [ {any} {single} ]"),
            6 => format!("[ > Player | ... | {mover} ] -> [ > Player | ... | > {mover} ]"),
            7 => format!("late [ {any} | ... | {floor} ] -> [ {any} | ... | {single} ]"),
            8 => format!("[ > Player ] [ {mover} ] -> [ > Player ] [ > {mover} ]"),
            9 => format!("late [ {mover} {floor} ] [ {flat} ] -> [ {mover} {floor} ] [ ]"),
            10 => format!("[ > Player | {any} ] -> {command}"),
            11 | 12 => format!("late [ Player {floor} ] -> {command}"),
            13 => format!("late [ {any} | {floor} ] -> {command}"),
            14 => format!("rigid [ > Player | {mover} ] -> [ > Player | > {mover} ]"),
            15 => format!("rigid [ moving {mover} | {other} ] -> [ moving {mover} | moving {other} ]"),
            16 => format!("[ action Player | {any} ] -> [ action Player | {single} ]"),
            17 => format!("[ action Player ] -> [ action Player {single} ]"),
            18 => format!("[ action Player | {mover} ] -> [ action Player | > {mover} ]"),
            19 => format!("[ > Player {floor} ] -> [ > Player > {floor} ]"),
            20 => format!("[ moving {any} {floor} ] -> [ moving {any} moving {floor} ]"),
            21 => format!("late [ Player no {floor} ] -> [ Player {floor} ]"),
            22 => format!("[ > Player | {mover} | {other} ] -> [ > Player | > {mover} | > {other} ]"),
            23 => format!("[ > {any} | {floor} ] -> [ {any} | {floor} ]"),
            24 => format!("[ > Player | {mover} ] -> [ > {mover} | Player ]"),
            25 => format!("right [ stationary {mover} ] -> [ > {mover} ]"),
            26 => format!("[ moving Player ] [ {mover} ] [ {floor} ] -> [ moving Player ] [ {mover} ] [ {single} ]"),
            27 => format!("late [ {mover} | {mover} ] -> [ {mover} {single} | ]"),
            28 => format!("[ > Player | no {any} ] -> [ > Player {single} | ]"),
            29 => format!("late [ {mover} ] -> [ {mover} ] {command}"),
            30 => format!("[ > Player | {any} ] -> [ > Player | {any} ] {command}"),
            _ => self.drawn(),
        };
        let has_direction = ["down ", "right ", "late ", "rigid "].iter().any(|word| rule.starts_with(word));
        match self.random.below(10) {
            0 if !has_direction => format!("{} {rule}", self.one_of(&["up", "down", "left", "right", "horizontal"])),
            1 if rule.starts_with("late [") => rule.replacen("late", "late vertical", 1),
            2 if self.draft.rules.last().is_some_and(|before| is_early(before) == is_early(&rule)) => {
                format!("+ {rule}")
            }
            _ => rule,
        }
    }

    /// Rules that go on by themselves, turn after turn: some for ever, some until something is in their way.
    fn machine(&mut self) -> Vec<String> {
        let (mover, flat) = (self.one_of(&["Gem", "Crate", "P2", "Player"]), self.one_of(&["Mark", "Moss", "Ice"]));
        let again = self.one_of(&["again", "again", ""]);
        let rules = match self.random.below(4) {
            0 => vec![
                format!("[ stationary {mover} {flat} ] -> [ action {mover} ] {again}"),
                format!("[ stationary {mover} no {flat} ] -> [ action {mover} {flat} ] {again}"),
            ],
            1 => vec![
                format!("right [ stationary {mover} | no Solid no Player ] -> [ > {mover} | ] {again}"),
                format!("late right [ {mover} | Wall ] -> [ {mover} {flat} | Wall ]"),
            ],
            2 => vec![
                format!("[ action Player ] -> [ action Player {flat} ]"),
                format!("right [ {flat} | no {flat} ] -> [ | {flat} ] {again}"),
            ],
            _ => vec![
                format!("down [ stationary {mover} {flat} | ] -> [ > {mover} {flat} | ] {again}"),
                format!("up [ stationary {mover} no {flat} | ] -> [ > {mover} | ] {again}"),
            ],
        };
        rules.into_iter().map(|rule| rule.trim().to_owned()).collect()
    }

    /// A rule that does nothing but to queue commands.
    fn commanding(&mut self) -> String {
        let (any, other, command) = (self.one_of(&ANY), self.one_of(&ANY), self.command());
        match self.random.below(5) {
            0 => format!("late [ {any} {other} ] -> {command}"),
            1 => format!("late [ {any} | {other} ] -> {command}"),
            2 => format!("[ > Player | {any} ] -> {command}"),
            3 => format!("[ action Player ] -> {command}"),
            _ => format!("late [ {any} | no {other} ] -> {command}"),
        }
    }

    fn command(&mut self) -> &'static str {
        self.one_of(&[
            "cancel",
            "cancel",
            "restart",
            "restart",
            "checkpoint",
            "checkpoint",
            "win",
            "win",
            "again",
            "again",
            "message Well",
            "sfx0",
            "checkpoint message Here",
            "restart message Back",
            "win message Done",
            "cancel again",
            "checkpoint again",
            "restart again",
            "again win",
            "cancel message No",
            "restart checkpoint",
            "again message So",
        ])
    }

    /// A rule whose cells are drawn word by word.
    fn drawn(&mut self) -> String {
        let is_late = self.random.one_in(3);
        let (mut left, mut right) = (String::new(), String::new());
        for _ in 0..if self.random.one_in(5) { 2 } else { 1 } {
            let cells = 1 + self.random.below(3);
            let gap = (cells > 1 && self.random.one_in(6)).then(|| 1 + self.random.below(cells - 1));
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for at in 0..cells {
                if gap == Some(at) {
                    before.push("...".to_owned());
                    after.push("...".to_owned());
                }
                let cell = self.cell(is_late);
                after.push(self.changed(&cell, is_late));
                before.push(cell.join(" "));
            }
            left += &format!("[ {} ] ", before.join(" | "));
            right += &format!("[ {} ] ", after.join(" | "));
        }
        let command = if self.random.one_in(8) { self.command() } else { "" };
        let late = if is_late { "late " } else { "" };
        format!("{late}{left}-> {right}{command}").replace("  ", " ").trim().to_owned()
    }

    /// The items of a cell.
    fn cell(&mut self, is_late: bool) -> Vec<String> {
        let items = [0, 1, 1, 1, 2, 2, 3][self.random.below(7)];
        let mut names: Vec<&str> = Vec::new();
        for _ in 0..items {
            let name = self.one_of(&ANY);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.into_iter().map(|name| self.item(name, is_late, true)).collect()
    }

    fn item(&mut self, name: &str, is_late: bool, may_lack: bool) -> String {
        match self.random.below(6) {
            0 if may_lack => format!("no {name}"),
            1..4 if !is_late => format!("{} {name}", self.one_of(&WAYS)),
            4 if !is_late => format!("{} {name}", self.one_of(&["moving", "horizontal", "perpendicular", "parallel"])),
            _ => name.to_owned(),
        }
    }

    /// What becomes of a cell: its items with some left out, given other movements, or joined by others.
    fn changed(&mut self, cell: &[String], is_late: bool) -> String {
        let mut items = Vec::new();
        for item in cell {
            let name = item.split(' ').next_back().unwrap_or_default();
            match self.random.below(8) {
                0 => {}
                1 if !item.starts_with("no ") => items.push(self.item(name, is_late, false)),
                2 => items.push(self.one_of(&SINGLE).to_owned()),
                _ if item.starts_with("no ") => {}
                _ => items.push(item.clone()),
            }
        }
        if self.random.one_in(4) {
            let more = self.one_of(&SINGLE).to_owned();
            if !items.iter().any(|item| item.ends_with(&more)) {
                items.push(more);
            }
        }
        items.join(" ")
    }
}

fn is_early(rule: &str) -> bool {
    rule.contains("->") && !rule.contains("late ")
}
