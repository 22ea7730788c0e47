//! Whether chance matters in a game.
//!
//! A game whose random numbers decide about [decorations](super::decoration) only plays alike whatever is drawn, if it
//! neither follows changes by `again` nor takes turns back in which no player moved.

use ::puzzlescript::game::{Cell, Game, Group, ObjectSet};

use super::decoration::{compares_boards, decoration};
use super::effects::{cells, groups};
use super::effort::Effort;

/// What chance does in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chance {
    /// There is none.
    None,
    /// It only decides about these objects, which nothing reads.
    DecidesDecoration(ObjectSet),
    /// It decides about the game; the line of the first rule that draws.
    Matters(u32),
}

impl Chance {
    /// What chance does in a game.
    pub(super) fn of(game: &Game, effort: &Effort) -> Chance {
        let drawing: Vec<&Group> = groups(game).filter(|group| draws(game, group)).collect();
        let Some(first) = drawing.first().and_then(|group| group.rules.first()) else { return Chance::None };
        let decoration = decoration(game, effort);
        if game.prelude.require_player_movement
            || compares_boards(game)
            || !drawing.iter().all(|group| decoration.holds_chance_of(game, group, effort))
        {
            return Chance::Matters(first.line);
        }
        Chance::DecidesDecoration(decoration.objects)
    }
}

fn draws_in(cell: &Cell) -> bool {
    cell.then.as_ref().is_some_and(|then| !then.random.is_empty() || !then.random_dir.is_empty())
}

fn draws(game: &Game, group: &Group) -> bool {
    group.random || cells(game, group).any(draws_in)
}
