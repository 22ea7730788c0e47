//! Random levels: mostly one player on a few cells.

use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::game::Game;

use super::Maker;
use crate::draft::Stage;
use crate::plain::search::Level;
use crate::plain::session::Ruleset;

/// What lies in cells, as often as it stands here.
const CONTENT: &str = "........................####***ggoohhiimyq@&$xz";

/// What lies in the cells of levels that the scenario fills.
const SPARSE: &str = "....................................###*goimy";
/// The boards among which the levels are chosen.
const CANDIDATES: usize = 6;
/// The states of a board that are looked at to choose it.
const MAX_STATES: usize = 40;

impl Maker {
    /// Draws boards, and takes more of those that are won late than chance would.
    pub(super) fn levels(&mut self) {
        let boards: Vec<Vec<String>> = (0..CANDIDATES).map(|_| self.rows()).collect();
        let mut lengths = self.lengths(&boards);
        for _ in 0..1 + self.random.below(3) {
            if self.random.one_in(12) {
                self.draft.levels.push(Stage::Message("Go on".to_owned()));
            }
            let latest = (0..CANDIDATES).max_by_key(|&at| lengths[at]).unwrap_or(0);
            let at = if self.random.one_in(4) { self.random.below(CANDIDATES) } else { latest };
            lengths[at] = 0;
            self.draft.levels.push(Stage::Rows(boards[at].clone()));
        }
    }

    /// How many moves each board takes; 0 where none of the first states is won.
    fn lengths(&self, boards: &[Vec<String>]) -> Vec<usize> {
        let mut draft = self.draft.clone();
        draft.levels = boards.iter().cloned().map(Stage::Rows).collect();
        let game = compile(&draft.text(), &CompileLimits::default()).game;
        let Some(game) = game.filter(|game| game.stages.len() == boards.len()) else { return vec![0; boards.len()] };
        let length = |stage: &puzzlescript::game::Stage| {
            let game = Game { stages: vec![stage.clone()].into(), ..game.clone() };
            let mut level = Level::start(&game, Ruleset::Play, Vec::new()).ok()?;
            let start = level.start.clone();
            Some(level.graph(&start, MAX_STATES).ok()?.shortest()?.length)
        };
        game.stages.iter().map(|stage| length(stage).unwrap_or(0)).collect()
    }

    fn rows(&mut self) -> Vec<String> {
        let (width, height) = match self.random.below(24) {
            0..6 => (3 + self.random.below(5), 1),
            6..10 => (1, 3 + self.random.below(5)),
            10..22 => (2 + self.random.below(3), 2 + self.random.below(2)),
            22 => (4 + self.random.below(3), 3 + self.random.below(2)),
            _ => (8 + self.random.below(6), 3 + self.random.below(3)),
        };
        let signs: Vec<char> = if self.scenario.is_some() { SPARSE } else { CONTENT }.chars().collect();
        let mut rows: Vec<Vec<char>> =
            (0..height).map(|_| (0..width).map(|_| *self.random.pick(&signs)).collect()).collect();
        let aggregate = self.draft.legend.iter().any(|line| line == "Player = P1 and Mark");
        let players = if self.random.one_in(10) { self.random.below(3) } else { 1 };
        let content = self.scenario.map_or(&[][..], |scenario| scenario.content);
        for at in 0..content.len() + players {
            let usual = *content.get(at).unwrap_or(if aggregate { &'~' } else { &'p' });
            let other = if at < content.len() { ['@', '$', 'g', '.'] } else { ['%', '+', '~', 'q'] };
            let (x, y) = (self.random.below(width), self.random.below(height));
            rows[y][x] = if self.random.one_in(7) { *self.random.pick(&other) } else { usual };
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }
}
