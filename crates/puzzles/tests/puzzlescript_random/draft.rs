//! The text of a game in parts, so that a case that fails can be made smaller part by part.

/// The parts of a game's text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) prelude: Vec<String>,
    /// The names of the objects.
    pub(crate) objects: Vec<String>,
    pub(crate) legend: Vec<String>,
    pub(crate) sounds: Vec<String>,
    pub(crate) layers: Vec<Vec<String>>,
    pub(crate) rules: Vec<String>,
    pub(crate) wins: Vec<String>,
    pub(crate) levels: Vec<Stage>,
}

/// A level or a message between levels.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    Message(String),
    Rows(Vec<String>),
}

impl Draft {
    /// The text of the game.
    pub(crate) fn text(&self) -> String {
        let objects: String = self.objects.iter().map(|name| format!("{name}\nblue\n\n")).collect();
        let layers: Vec<String> = self.layers.iter().map(|names| names.join(", ")).collect();
        let stage = |stage: &Stage| match stage {
            Stage::Message(text) => format!("message {text}\n"),
            Stage::Rows(rows) => rows.join("\n") + "\n",
        };
        let levels: Vec<String> = self.levels.iter().map(stage).collect();
        let lines = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        format!(
            "title Random\n{}\nOBJECTS\n\n{objects}LEGEND\n\n{}\nSOUNDS\n\n{}\nCOLLISIONLAYERS\n\n{}\nRULES\n\n{}\n\
             WINCONDITIONS\n\n{}\nLEVELS\n\n{}",
            lines(&self.prelude),
            lines(&self.legend),
            lines(&self.sounds),
            lines(&layers),
            lines(&self.rules),
            lines(&self.wins),
            levels.join("\n")
        )
    }

    /// The drafts with one part less, the largest parts first.
    pub(crate) fn smaller(&self) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let without = |change: &dyn Fn(&mut Draft)| {
            let mut draft = self.clone();
            change(&mut draft);
            draft
        };
        drafts.extend((0..self.levels.len()).map(|at| without(&|draft| drop(draft.levels.remove(at)))));
        drafts.extend((0..self.rules.len()).map(|at| without(&|draft| drop(draft.rules.remove(at)))));
        drafts.extend((0..self.wins.len()).map(|at| without(&|draft| drop(draft.wins.remove(at)))));
        drafts.extend((0..self.sounds.len()).map(|at| without(&|draft| drop(draft.sounds.remove(at)))));
        drafts.extend((0..self.prelude.len()).map(|at| without(&|draft| drop(draft.prelude.remove(at)))));
        drafts.extend((0..self.legend.len()).map(|at| without(&|draft| drop(draft.legend.remove(at)))));
        drafts.extend((0..self.layers.len()).map(|at| without(&|draft| drop(draft.layers.remove(at)))));
        drafts.extend(self.objects.iter().map(|name| without(&|draft| draft.forget(name))));
        for (at, layer) in self.layers.iter().enumerate() {
            drafts.extend((0..layer.len()).map(|place| without(&|draft| drop(draft.layers[at].remove(place)))));
        }
        for (at, stage) in self.levels.iter().enumerate() {
            let Stage::Rows(rows) = stage else { continue };
            let cut = |change: &dyn Fn(&mut Vec<String>)| {
                without(&|draft| {
                    if let Stage::Rows(rows) = &mut draft.levels[at] {
                        change(rows);
                    }
                })
            };
            drafts.extend((0..rows.len()).map(|row| cut(&|rows| drop(rows.remove(row)))));
            let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
            drafts.extend(
                (0..columns).map(|column| cut(&|rows| rows.iter_mut().for_each(|row| *row = less(row, column)))),
            );
            let ground = |row: usize, column: usize| {
                cut(&|rows| {
                    let mut place = rows[row].chars().collect::<Vec<_>>();
                    place[column] = '.';
                    rows[row] = place.into_iter().collect();
                })
            };
            for (row, text) in rows.iter().enumerate() {
                let places = text.chars().enumerate().filter(|(_, sign)| *sign != '.');
                drafts.extend(places.map(|(column, _)| ground(row, column)));
            }
        }
        for (at, rule) in self.rules.iter().enumerate() {
            drafts.extend(shorter(rule).into_iter().map(|text| without(&|draft| draft.rules[at].clone_from(&text))));
        }
        drafts
    }

    /// Leaves an object out of objects and layers.
    fn forget(&mut self, name: &str) {
        self.objects.retain(|other| other != name);
        self.layers.iter_mut().for_each(|names| names.retain(|other| !other.eq_ignore_ascii_case(name)));
        self.layers.retain(|names| !names.is_empty());
    }
}

/// A row without one of its characters.
fn less(row: &str, column: usize) -> String {
    row.chars().enumerate().filter(|(at, _)| *at != column).map(|(_, sign)| sign).collect()
}

/// A rule without one of its words.
fn shorter(rule: &str) -> Vec<String> {
    let words: Vec<&str> = rule.split(' ').collect();
    let is_loose = |word: &&str| !["[", "]", "|", "->"].contains(word);
    let at = (0..words.len()).filter(|&at| is_loose(&words[at]));
    at.map(|at| [&words[..at], &words[at + 1..]].concat().join(" ")).collect()
}
