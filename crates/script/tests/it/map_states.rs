//! The states of scripts that `map --states` lists, against a search by the test's own: games that are played move by
//! move until no new state is met.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex};

use engines::{Context, StateRow, StateSink, StatesSize};
use puzzles::status::PLAYER;
use puzzles::{Family, Level, Question, QuestionKind, Role};
use script::Script;

/// The rows that were written.
#[derive(Default)]
struct Rows(Mutex<Vec<StateRow>>);

impl StateSink for Rows {
    fn write(&self, _: StatesSize, rows: &mut dyn Iterator<Item = StateRow>) -> io::Result<()> {
        self.0.lock().unwrap().extend(rows);
        Ok(())
    }
}

/// A state that was played: whether it is solved, and its moves with the states after them.
type Played = BTreeMap<String, (bool, Vec<(String, String)>)>;

/// The position after a line of moves: its state, whether it is solved, and its moves.
fn play(level: &Arc<dyn Level>, line: &[String]) -> (String, bool, Vec<String>) {
    let cx = Context::default();
    let mut position = Arc::clone(level).start(Role(PLAYER), &cx);
    line.iter().for_each(|step| position.play(step, &cx).unwrap());
    let end = position.end().unwrap().value();
    (end["state"].as_str().unwrap().to_owned(), position.status().solved, position.moves().collect())
}

/// Every state that can be reached.
fn played(level: &Arc<dyn Level>) -> Played {
    let (mut met, mut queue) = (Played::new(), VecDeque::from([Vec::new()]));
    while let Some(line) = queue.pop_front() {
        let (state, solved, moves) = play(level, &line);
        if met.contains_key(&state) {
            continue;
        }
        let lines: Vec<Vec<String>> =
            moves.iter().map(|step| [&line[..], std::slice::from_ref(step)].concat()).collect();
        let after = lines.iter().map(|line| play(level, line).0);
        met.insert(state, (solved, moves.iter().cloned().zip(after).collect()));
        queue.extend(lines);
    }
    met
}

/// The distance of each state from which a solved one can be reached.
fn distances(met: &Played) -> BTreeMap<&str, u32> {
    let mut left: BTreeMap<&str, u32> =
        met.iter().filter(|(_, played)| played.0).map(|(state, _)| (&**state, 0)).collect();
    for distance in 0.. {
        let nearer = |moves: &[(String, String)]| moves.iter().any(|step| left.get(&*step.1) == Some(&distance));
        let next = met.iter().filter(|(state, played)| !left.contains_key(&***state) && nearer(&played.1));
        let next: Vec<&str> = next.map(|(state, _)| &**state).collect();
        if next.is_empty() {
            break;
        }
        left.extend(next.into_iter().map(|state| (state, distance + 1)));
    }
    left
}

/// A walk on a line of numbers with a pit, a way back and two goals, so that some states are lost.
const PIT: &str = "return { name = 'pit', start = 5,
    moves = function(n)
        if n == 0 then return {} end
        local out = { { name = 'down', to = n - 1 }, { name = 'double', to = 2 * n % 17 } }
        if n % 3 == 0 then table.insert(out, { name = 'third', to = n / 3 }) end
        return out
    end,
    solved = function(n) return n == 14 or n == 11 end }";

#[test]
fn states_of_scripts_are_those_that_games_meet() {
    let shipped = Script.info().levels.iter().filter(|level| ["wolf-goat-cabbage", "hanoi"].contains(&level.name));
    for text in shipped.map(|level| level.text).chain([PIT]) {
        let level = Script.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap();
        let (rows, met) = (Rows::default(), played(&level));
        let left = distances(&met);
        let cx = Context::default().state_sink(&rows);
        puzzles::ask(&level, &Question::plain(QuestionKind::MAP), &cx).unwrap();
        let rows = rows.0.into_inner().unwrap();
        assert_eq!(rows.len(), met.len(), "{text}");
        for row in &rows {
            let moves: Vec<(String, String)> =
                row.moves.iter().map(|step| (step.name.to_string(), rows[step.to as usize].text.clone())).collect();
            assert_eq!(moves, met[&row.text].1, "{}", row.text);
            assert_eq!(row.distance, left.get(&*row.text).copied(), "{}", row.text);
        }
    }
}
