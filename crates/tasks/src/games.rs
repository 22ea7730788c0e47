//! Games under way, kept for the next move: a front end sends all moves of a game with each request, and a long game of
//! costly turns is not to be played again for one more.
//!
//! The last few games are kept as they stand. A request whose moves go on from those of one of them plays what is new
//! alone; any other is replayed from the start. What was shown is kept in the [`LevelCache`](crate::LevelCache), so
//! that taking moves back takes no turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engines::Context;
use puzzles::{Level, Record};

use crate::outcome::Failure;
use crate::position;

/// The most games that are kept.
const MAX_GAMES: usize = 4;

/// Games under way; the one that was used last stands last.
#[derive(Default)]
pub(crate) struct Games(Mutex<Vec<Game>>);

struct Game {
    level: [u8; 32],
    role: Option<String>,
    /// The moves as they were asked for, each of which may stand for several moves of the record.
    moves: Vec<String>,
    record: Record,
}

/// The game that a request is about.
pub(crate) struct GameRequest<'a> {
    /// The key of the family and the text of the level.
    pub(crate) level: [u8; 32],
    pub(crate) moves: &'a [String],
    pub(crate) role: Option<&'a str>,
}

impl GameRequest<'_> {
    fn goes_on_from(&self, game: &Game) -> bool {
        // Without a new move the position would still be under the limits of the request before.
        let is_longer = self.moves.len() > game.moves.len();
        is_longer
            && game.level == self.level
            && game.role.as_deref() == self.role
            && self.moves.starts_with(&game.moves)
    }
}

impl Games {
    /// Drops the games on levels that `keeps` does not hold.
    pub(crate) fn retain(&self, keeps: impl Fn(&[u8; 32]) -> bool) {
        self.under_way().retain(|game| keeps(&game.level));
    }

    /// Returns what `show` makes of the game after the moves asked for, and keeps the game.
    ///
    /// # Errors
    /// Fails if the level has no such role, a move cannot be played, or a limit was reached.
    pub(crate) fn after<T>(
        &self,
        level: &Arc<dyn Level>,
        asked: &GameRequest<'_>,
        cx: &Context<'_>,
        show: impl FnOnce(&Record) -> T,
    ) -> Result<T, Failure> {
        let record = match self.going_on(asked, cx) {
            Some(record) => record,
            None => position::replay(level, asked.moves, asked.role, cx)?,
        };
        let shown = show(&record);
        let game =
            Game { level: asked.level, role: asked.role.map(str::to_owned), moves: asked.moves.to_vec(), record };
        let mut games = self.under_way();
        games.push(game);
        let most = games.len().saturating_sub(MAX_GAMES);
        games.drain(..most);
        Ok(shown)
    }

    /// The kept game of which these moves are most of those asked for, with the others played; `None` where there is
    /// none, or where a move is refused: the replay from the start then says what is wrong.
    fn going_on(&self, asked: &GameRequest<'_>, cx: &Context<'_>) -> Option<Record> {
        let mut game = {
            let mut games = self.under_way();
            let fits = games.iter().enumerate().filter(|(_, game)| asked.goes_on_from(game));
            let (at, _) = fits.max_by_key(|(_, game)| game.moves.len())?;
            games.remove(at)
        };
        let new = &asked.moves[game.moves.len()..];
        game.record.go_on(new, cx).is_ok().then_some(game.record).filter(|record| record.position().failure().is_none())
    }

    fn under_way(&self) -> MutexGuard<'_, Vec<Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use puzzles::{FAMILIES, collection};
    use testkit::random::Random;

    use super::*;
    use crate::{LevelCache, Limits, Operation, Outcome, PictureSize, Task, perform_cached};

    fn played(family: &str, level: &str, moves: &[String], role: Option<String>) -> Task {
        let limits = Limits { nodes: None, bytes: 1 << 30, millis: 60_000 };
        let operation = Operation::Play { moves: moves.to_vec(), role, picture: true };
        Task { family: family.into(), level: level.into(), operation, limits }
    }

    /// Games that go on, are taken back, are played by turns and hold a move that is refused are shown as the same
    /// games replayed from the start are.
    #[test]
    fn a_game_that_goes_on_is_shown_as_one_that_is_replayed() {
        let (games, cx, mut random) = (Games::default(), Context::default(), Random::new(7));
        let (mut kept, mut compared) = (0, 0);
        for family in FAMILIES {
            let info = family.info();
            for (number, level) in (0_u8..3).zip(collection::shipped(*family)) {
                let key = *blake3::hash(level.text.as_bytes()).as_bytes();
                let loaded = family.load(Arc::new(level.text.as_bytes().to_vec()), &cx).unwrap();
                let role = info.roles.get(usize::from(number) % info.roles.len()).copied();
                let mut lines: [Vec<String>; 2] = [Vec::new(), Vec::new()];
                for step in 0..24 {
                    let moves = &mut lines[step % 2];
                    let asked = GameRequest { level: key, moves, role };
                    kept += usize::from(games.under_way().iter().any(|game| asked.goes_on_from(game)));
                    let shown =
                        games.after(&loaded, &asked, &cx, |record| position::shown(record, Some(PictureSize::Whole)));
                    let replayed = position::show(&loaded, moves, role, &cx);
                    let legal = replayed.as_ref().map(|shown| shown.legal.clone()).unwrap_or_default();
                    let text = |shown: Result<position::Shown, Failure>| {
                        shown.map(|shown| serde_json::to_string(&shown).unwrap())
                    };
                    assert_eq!(text(shown), text(replayed), "{} {} {moves:?}", info.name, level.name);
                    compared += 1;
                    match random.below(8_u64) {
                        0 => drop(moves.pop()),
                        1 => moves.push("no such move".into()),
                        _ if legal.is_empty() => moves.truncate(moves.len() / 2),
                        _ => moves.push(legal[random.below(legal.len())].clone()),
                    }
                    if step % 3 == 0 {
                        moves.retain(|text| text != "no such move");
                    }
                }
            }
        }
        assert!(kept > 100 && compared > 300, "{kept} of {compared}");
    }

    /// A game that goes on takes a unit of work for each new move, and moves taken back take none.
    #[test]
    fn what_was_played_before_is_not_played_again() {
        let family = FAMILIES.iter().find(|family| family.info().name == "puzzlescript").unwrap();
        let level = family.info().levels.iter().find(|level| level.text.len() > 1000).unwrap();
        let levels = LevelCache::default();
        let mut moves = Vec::new();
        for made in 0..12 {
            let cx = Context::default();
            let task = played("puzzlescript", level.text, &moves, None);
            let outcome = perform_cached(FAMILIES, &levels, &task, PictureSize::Whole, &cx);
            let Outcome::Done { result, .. } = &outcome else { panic!("{outcome:?}") };
            assert!(made == 0 || cx.spent().nodes < made.max(2), "{made} moves: {:?}", cx.spent());
            let again = Context::default();
            assert_eq!(perform_cached(FAMILIES, &levels, &task, PictureSize::Whole, &again), outcome);
            assert_eq!(again.spent().nodes, 0);
            moves.push(result.value()["legal"][0].as_str().unwrap().to_owned());
        }
    }
}
