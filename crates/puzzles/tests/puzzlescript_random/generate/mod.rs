//! Random small games: rules of every kind over a few objects, settings, win conditions, small levels, and mistakes
//! after which there is a game all the same.

mod levels;
mod mistakes;
mod rules;
mod scenario;

use puzzlescript::compiler::{CompileLimits, compile};
use testkit::random::Random;

use crate::draft::Draft;
use scenario::Scenario;

/// The objects that fill a cell.
const SOLID: [&str; 5] = ["P1", "Wall", "Crate", "Gem", "P2"];
/// The objects that lie under others.
const FLAT: [&str; 5] = ["Target", "Hole", "Ice", "Mark", "Moss"];
/// Objects that chance decides about.
const FLECKS: [&str; 2] = ["Fleck", "Speck"];

/// How the game of a case is made.
pub(crate) struct Maker {
    random: Random,
    draft: Draft,
    /// Whether rules draw random numbers for decorations.
    has_flecks: bool,
    /// What the game is about; `None` where rules and win conditions have nothing to do with each other.
    scenario: Option<&'static Scenario>,
}

/// The game of a case: the first of its random texts that compiles to a game.
pub(crate) fn draft(case: u64) -> Draft {
    let mut random = Random::new(case.wrapping_mul(0x1000_0001).wrapping_add(39));
    loop {
        let draft = Maker::new(Random::new(random.next_u64())).make();
        let compiled = compile(&draft.text(), &CompileLimits::default());
        if compiled.game.is_some_and(|game| !game.stages.is_empty()) {
            return draft;
        }
    }
}

impl Maker {
    fn new(mut random: Random) -> Maker {
        let scenario = (!random.one_in(6)).then(|| random.pick(&scenario::SCENARIOS));
        Maker { has_flecks: random.one_in(10), scenario, random, draft: Draft::default() }
    }

    fn make(mut self) -> Draft {
        self.names();
        self.settings();
        self.rules();
        self.sounds();
        self.wins();
        self.levels();
        if self.random.one_in(3) {
            self.mistakes();
        }
        self.draft
    }

    fn one_of<'t>(&mut self, items: &[&'t str]) -> &'t str {
        self.random.pick::<&str>(items)
    }

    /// Objects, their layers, and what other names mean.
    fn names(&mut self) {
        let mut layers: Vec<Vec<&str>> = vec![vec!["Background"]];
        match self.random.below(4) {
            0 => layers.extend(FLAT.map(|name| vec![name])),
            1 => layers.extend([vec!["Target", "Hole", "Ice"], vec!["Mark", "Moss"]]),
            2 => layers.extend([vec!["Target"], vec!["Hole", "Ice"], vec!["Mark"], vec!["Moss"]]),
            _ => layers.push(FLAT.to_vec()),
        }
        match self.random.below(5) {
            0 => layers.extend([vec!["P1", "Wall", "Crate"], vec!["P2", "Gem"]]),
            1 => layers.extend([vec!["P1"], vec!["Wall", "Crate", "Gem", "P2"]]),
            2 => layers.extend(SOLID.map(|name| vec![name])),
            _ => layers.push(SOLID.to_vec()),
        }
        if self.has_flecks {
            layers.push(FLECKS.to_vec());
        }
        let mut layers: Vec<Vec<String>> =
            layers.into_iter().map(|names| names.into_iter().map(str::to_owned).collect()).collect();
        if self.random.one_in(6) {
            self.crowd(&mut layers);
        }
        self.draft.objects = layers.iter().flatten().cloned().collect();
        self.draft.layers = layers;
        let player = ["Player = P1", "Player = P1", "Player = P1 or P2", "Player = P1 or P2", "Player = P1 and Mark"];
        let player = self.one_of(&player);
        let signs = [
            ". = Background",
            "# = Wall",
            "* = Crate",
            "g = Gem",
            "o = Target",
            "h = Hole",
            "i = Ice",
            "m = Mark",
            "y = Moss",
            "p = P1",
            "q = P2",
            player,
            "Mover = Crate or Gem",
            "Solid = Wall or Crate or Gem",
            "Floor = Target or Hole",
            "Either = Crate or Target or Mark",
            "Both = Crate and Target",
            "@ = Crate and Target",
            "& = Gem and Hole",
            "% = P1 and Target",
            "+ = P1 and Ice",
            "~ = P1 and Mark",
            "$ = Gem and Target",
            "x = Crate and Ice",
            "z = Crate and Mark",
        ];
        self.draft.legend = signs.map(str::to_owned).to_vec();
    }

    /// Many more objects, so that a cell takes several words: some in layers of their own, some beside others.
    fn crowd(&mut self, layers: &mut Vec<Vec<String>>) {
        for number in 0..60 + self.random.below(30) {
            let name = format!("Extra{number}");
            let own = self.random.one_in(4);
            let at = 1 + self.random.below(layers.len());
            if own || at == layers.len() {
                layers.insert(at, vec![name]);
            } else {
                let place = self.random.below(layers[at].len() + 1);
                layers[at].insert(place, name);
            }
        }
    }

    fn settings(&mut self) {
        let settings: [(&str, u64); 9] = [
            ("run_rules_on_level_start", 5),
            ("require_player_movement", 8),
            ("noaction", 4),
            ("norestart", 12),
            ("noundo", 15),
            ("realtime_interval 0.5", 7),
            ("again_interval 0.1", 15),
            ("throttle_movement", 20),
            ("flickscreen 3x3", 20),
        ];
        for (setting, one_in) in settings {
            if self.random.one_in(one_in) {
                self.draft.prelude.push(setting.to_owned());
            }
        }
    }

    /// Sounds, which take part in how layers of one cell move.
    fn sounds(&mut self) {
        if !self.random.one_in(4) {
            return;
        }
        for seed in 0..1 + self.random.below(6) {
            let object = self.one_of(&["P1", "Player", "Crate", "Mover", "Gem", "Target", "Mark", "P2"]);
            let event =
                self.one_of(&["move", "move", "move", "move up", "move right", "cantmove", "create", "destroy"]);
            self.draft.sounds.push(format!("{object} {event} {}", 100 + seed));
        }
    }

    fn wins(&mut self) {
        if let Some(scenario) = self.scenario {
            self.draft.wins.extend(scenario.win.map(str::to_owned));
        }
        if self.scenario.is_some() && !self.random.one_in(8) || self.random.one_in(12) {
            return;
        }
        let wins = [
            "all Target on Crate",
            "some Crate on Target",
            "no Gem",
            "some Player on Target",
            "all Gem on Hole",
            "no Mover on Target",
            "no Crate",
            "all Crate on Floor",
            "any Gem on Target",
            "some Mark",
            "no Player on Ice",
            "some Both",
            "all Player on Target",
            "no Wall on Player",
            "some Moss",
            "all Floor on Solid",
            "no Hole",
            "some Player on Both",
            "all Target on Player",
            "some Gem on Mark",
            "no Either on Ice",
        ];
        for _ in 0..1 + self.random.below(2) {
            let line = self.one_of(&wins);
            self.draft.wins.push(line.to_owned());
        }
    }
}
