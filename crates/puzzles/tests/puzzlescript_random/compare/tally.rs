//! What was compared, in numbers.

use std::collections::BTreeMap;
use std::fmt;

use puzzlescript::compiler::{CompileLimits, Severity, compile};
use puzzlescript::game::{Cell, Command, Game, Group};

/// What was compared, in numbers.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) games: usize,
    /// Games by what they have.
    pub(crate) features: BTreeMap<&'static str, usize>,
    /// Levels that answer no question, since chance matters or there is no goal.
    pub(crate) silent: usize,
    /// Levels whose turns, or whose states, are more than the oracle plays.
    pub(crate) too_large: usize,
    pub(crate) thrown: usize,
    /// Levels won within so many moves.
    pub(crate) won: BTreeMap<usize, usize>,
    pub(crate) impossible: usize,
    /// Levels of which the oracle knows the nearest wins but not all states.
    pub(crate) large: usize,
    /// Answers that were unfinished within the limits.
    pub(crate) unfinished: usize,
    /// Levels with a state in which a cell holds two objects of one layer.
    pub(crate) doubled: usize,
    pub(crate) states: usize,
    pub(crate) answers: usize,
    pub(crate) on_disk: usize,
    /// Moves after which the boards of sessions and positions were compared.
    pub(crate) played: usize,
    /// Inputs whose turns never end.
    pub(crate) endless: usize,
    /// States of maps that were listed.
    pub(crate) listed: usize,
    /// Hints that were read from a table.
    pub(crate) tabled: usize,
    /// Levels whose states have no texts of their own.
    pub(crate) untabled: usize,
}

impl Tally {
    /// Adds the numbers of another tally.
    pub(crate) fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.silent += other.silent;
        self.too_large += other.too_large;
        self.thrown += other.thrown;
        self.impossible += other.impossible;
        self.large += other.large;
        self.unfinished += other.unfinished;
        self.doubled += other.doubled;
        self.states += other.states;
        self.answers += other.answers;
        self.on_disk += other.on_disk;
        self.played += other.played;
        self.endless += other.endless;
        self.listed += other.listed;
        self.tabled += other.tabled;
        self.untabled += other.untabled;
        other.features.into_iter().for_each(|(feature, count)| *self.features.entry(feature).or_default() += count);
        other.won.into_iter().for_each(|(length, count)| *self.won.entry(length).or_default() += count);
    }

    /// Counts a game.
    pub(crate) fn game(&mut self, game: &Game, text: &str) {
        self.games += 1;
        let compiled = compile(text, &CompileLimits::default());
        let has = |severity| compiled.problems.iter().any(|problem| problem.severity() == severity);
        let groups: Vec<&Group> = game.early.iter().chain(game.late.iter()).collect();
        let rules = || groups.iter().flat_map(|group| &group.rules);
        let queues = |is_it: fn(&Command) -> bool| rules().any(|rule| rule.commands.iter().any(is_it));
        let features = [
            ("errors", has(Severity::Error)),
            ("warnings", has(Severity::Warning)),
            ("over 64 objects", game.objects.len() > 64),
            ("over 12 layers", game.layers.len() > 12),
            ("real time", game.prelude.realtime_interval.is_some()),
            ("run_rules_on_level_start", game.prelude.run_rules_on_level_start),
            ("require_player_movement", game.prelude.require_player_movement),
            ("noaction", game.prelude.noaction),
            ("cancel", queues(|command| *command == Command::Cancel)),
            ("restart", queues(|command| *command == Command::Restart)),
            ("checkpoint", queues(|command| *command == Command::Checkpoint)),
            ("again", queues(|command| *command == Command::Again)),
            ("win", queues(|command| *command == Command::Win)),
            ("message", queues(|command| matches!(command, Command::Message(_)))),
            ("late", !game.late.is_empty()),
            ("rigid", game.rigid_groups > 0),
            ("loops", groups.iter().any(|group| group.loop_to.is_some())),
            ("chance", has_chance(game)),
            ("several rows", rules().any(|rule| rule.rows.len() > 1)),
            ("ellipsis", rules().any(|rule| rule.rows.iter().any(|row| row.runs.len() > 1))),
            ("player of several objects", game.player.objects.len() > 1),
            ("player as an aggregate", game.player.all),
            ("sounds of movement", !game.sounds.moved.is_empty()),
            ("no win conditions", game.win.is_empty()),
        ];
        for (feature, is_there) in features {
            *self.features.entry(feature).or_default() += usize::from(is_there);
        }
    }
}

/// Whether random numbers are drawn.
pub(super) fn has_chance(game: &Game) -> bool {
    let draws = |cell: &Cell| cell.then.iter().any(|then| !then.random.is_empty() || !then.random_dir.is_empty());
    game.cells.iter().any(draws) || game.early.iter().chain(game.late.iter()).any(|group| group.random)
}

/// The objects in the layers that chance decides about; none in a game without chance.
pub(crate) fn drawn(game: &Game) -> Vec<u16> {
    if !has_chance(game) {
        return Vec::new();
    }
    let is_fleck = |id: &u16| {
        let object = game.objects[usize::from(*id)].as_ref();
        object.is_some_and(|object| ["fleck", "speck"].contains(&object.name.as_str()))
    };
    (0..game.objects.len() as u16).filter(is_fleck).collect()
}

impl Tally {
    /// The levels that were compared with a search by the oracle.
    fn levels(&self) -> usize {
        self.won.values().sum::<usize>() + self.impossible
    }

    /// The games are of the kinds that they are meant to be.
    pub(crate) fn check_shares(&self) {
        if self.games < 200 {
            return;
        }
        let levels = self.levels();
        let share = |part: usize, of: usize| part as f64 / of as f64;
        assert!(share(self.too_large + self.thrown, levels) < 0.1, "too many levels are skipped");
        assert!(share(self.unfinished, self.answers) < 0.02, "too many answers are unfinished");
        let usual: usize = (1..=10).filter_map(|length| self.won.get(&length)).sum();
        assert!(share(usual, levels) > 0.25 && share(self.impossible, levels) > 0.1, "{usual} of {levels} are won");
        for (feature, count) in &self.features {
            assert!(share(*count, self.games) > 0.01, "hardly a game has {feature}");
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let levels = self.levels();
        writeln!(f, "{} games, {levels} levels searched, {} answers compared", self.games, self.answers)?;
        let Tally { listed, tabled, untabled, .. } = self;
        writeln!(f, "{listed} states listed, {tabled} hints from tables; {untabled} levels without a table")?;
        writeln!(f, "won within (moves: levels): {:?}", self.won)?;
        writeln!(
            f,
            "impossible: {}; too large for the oracle: {}; exceptions: {}; silent: {}; not searched to the end: {}",
            self.impossible, self.too_large, self.thrown, self.silent, self.large
        )?;
        writeln!(
            f,
            "{} states; answers unfinished: {}; on disk: {}; levels with two objects of a layer in a cell: {}",
            self.states, self.unfinished, self.on_disk, self.doubled
        )?;
        writeln!(f, "{} boards of lines compared, {} inputs without end", self.played, self.endless)?;
        self.features.iter().try_for_each(|(feature, count)| {
            writeln!(f, "  {feature}: {:.1} %", 100.0 * *count as f64 / self.games.max(1) as f64)
        })
    }
}
