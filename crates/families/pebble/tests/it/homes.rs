//! Pebbles where a colour has a plate more than pebbles, so that the hole may end on several plates: agreement with
//! breadth-first search on random small graphs.

use std::sync::Arc;

use crate::answers::load;
use testkit::pebbles::{self, Known};

use engines::Context;
use num_bigint::BigUint;
use puzzles::options::{ALL, COUNT, WITHIN};
use puzzles::pebble::Pebble;
use puzzles::pebble::body::{Count, EXACTLY, EveryHome, Hint, MATCHING, Solution};
use puzzles::solution::Map;
use puzzles::value::BigCount;
use puzzles::{
    Answer, CheckError, Family, Level, LoadError, OptionValue, Options, Question, QuestionKind, Record, Role, Verdict,
};
use testkit::random::Random;

/// Asks and has the answer checked, with nothing left out.
fn checked_answer(level: &Arc<dyn Level>, kind: QuestionKind, asked: Options) -> Answer {
    let answer = puzzles::ask(level, &Question { kind, asked }, &Context::default()).unwrap();
    let checked = puzzles::check(level, &answer, &Context::default());
    let checked = checked.unwrap_or_else(|error| panic!("{error}\n{answer:?}\n{}", level.text()));
    assert!(checked.not_rechecked.is_empty(), "{checked:?}");
    answer
}

/// A random level in a form of its own, one of whose colours has a plate more than pebbles; the hole is `-`.
struct Small {
    edges: Vec<[usize; 2]>,
    plates: Vec<char>,
    pebbles: Vec<char>,
}

impl Small {
    fn random(random: &mut Random) -> Small {
        let places = 3 + random.below(5);
        let mut edges: Vec<[usize; 2]> = (1..places).map(|at| [random.below(at), at]).collect();
        if random.below(8) == 0 {
            edges.pop();
        }
        let more = [0, 0, 1, 2, 4][random.below(5)];
        edges.extend((0..more).map(|_| [random.below(places), random.below(places)]));
        edges.retain(|[a, b]| a != b);
        let kinds = 1 + random.below(places - 1);
        let mut pebbles: Vec<char> = (1..places).map(|at| char::from(b'a' + (at % kinds) as u8)).collect();
        random.shuffle(&mut pebbles);
        let mut plates = pebbles.clone();
        plates.push(pebbles[random.below(pebbles.len())]);
        random.shuffle(&mut plates);
        pebbles.insert(random.below(places), '-');
        Small { edges, plates, pebbles }
    }

    fn text(&self) -> String {
        let (plates, pebbles): (String, String) = (self.plates.iter().collect(), self.pebbles.iter().collect());
        format!("edges = {:?}\nplates = \"{plates}\"\npebbles = \"{pebbles}\"\n", self.edges)
    }

    fn neighbours(&self, state: &[char]) -> Vec<(usize, Vec<char>)> {
        pebbles::neighbours(&self.edges, state)
    }

    fn matching(&self, state: &[char]) -> usize {
        state.iter().zip(&self.plates).filter(|(pebble, plate)| pebble == plate).count()
    }

    /// Every way to leave one plate empty with each pebble on a plate of its colour.
    fn goals(&self) -> Vec<Vec<char>> {
        let extra = |plate: &char| {
            let count = |list: &[char]| list.iter().filter(|other| *other == plate).count();
            count(&self.plates) > count(&self.pebbles)
        };
        let without = |at: usize| {
            let mut goal = self.plates.clone();
            goal[at] = '-';
            goal
        };
        (0..self.plates.len()).filter(|&at| extra(&self.plates[at])).map(without).collect()
    }

    fn brute(&self) -> Known {
        pebbles::brute(&self.edges, self.goals())
    }

    /// The series of so many moves that leave so many pebbles on plates of their colour.
    fn series(&self, state: &[char], moves: u64, matching: usize) -> u64 {
        if moves == 0 {
            return u64::from(self.matching(state) == matching);
        }
        self.neighbours(state).iter().map(|(_, next)| self.series(next, moves - 1, matching)).sum()
    }
}

#[test]
fn random_levels_agree_with_breadth_first_search() {
    let (mut random, mut closed) = (Random::new(20121), 0);
    for _ in 0..2000 {
        let small = Small::random(&mut random);
        let (text, level, known) = (small.text(), load(&small.text()), small.brute());
        assert_eq!(load(&level.text()).text(), level.text());
        counts(&small, &level, &mut random);
        maps(&known, &level);
        let reach = checked_answer(&level, QuestionKind::REACH, Options::default());
        let all = Options::default().switched(&COUNT).switched(&ALL);
        let solved = checked_answer(&level, QuestionKind::SOLVE, all);
        let Some(&(distance, lines)) = known.get(&small.pebbles) else {
            closed += 1;
            assert_eq!(
                (reach.verdict, solved.verdict),
                (Some(Verdict::Impossible), Some(Verdict::Impossible)),
                "{text}"
            );
            let homes = reach.proof_as::<EveryHome>().unwrap().homes();
            assert_eq!(homes.len(), small.goals().len(), "{text}");
            let mut fewer = reach.clone();
            let rest = EveryHome::Homes { homes: homes[1..].to_vec() };
            fewer.proof = Some(puzzles::AnyBody::new(rest));
            let refused = puzzles::check(&level, &fewer, &Context::default());
            assert!(matches!(refused, Err(CheckError::Wrong(_))), "{text}");
            continue;
        };
        assert_eq!(reach.verdict, Some(Verdict::Found), "{text}");
        let body = solved.body_as::<Solution>().unwrap();
        assert_eq!((body.moves, body.optimal), (distance, true), "{text}");
        assert_eq!(body.solutions, Some(BigCount(BigUint::from(lines))), "{text}");
        assert_eq!(body.all_complete, Some(lines <= 10_000), "{text}");
        assert_eq!(Some(&body.solution), body.all.as_ref().unwrap().first(), "{text}");
        let mut game = Record::new(Arc::clone(&level), Role("player"));
        body.solution.iter().for_each(|text| game.play(text).unwrap());
        assert!(game.position().status().solved, "{text}");
        let nearer = |(_, next): &(usize, Vec<char>)| known[next].0 + 1 == distance;
        let next = small.neighbours(&small.pebbles);
        let best: Vec<String> = next.iter().filter(|next| nearer(next)).map(|(from, _)| from.to_string()).collect();
        let hint = checked_answer(&level, QuestionKind::HINT, Options::default());
        let hint = hint.body_as::<Hint>().unwrap();
        assert_eq!((&hint.best, hint.moves_left), (&best, distance), "{text}");
        for most in distance.saturating_sub(1)..=distance {
            let asked = Options::default().with(&WITHIN, OptionValue::Number(most));
            let within = checked_answer(&level, QuestionKind::SOLVE, asked).verdict == Some(Verdict::Found);
            assert_eq!(within, most >= distance, "{text}");
        }
    }
    assert!(closed > 100, "{closed} cannot be solved");
}

/// The series that are counted are those of brute force.
fn counts(small: &Small, level: &Arc<dyn Level>, random: &mut Random) {
    let (moves, matching) = (random.below(5) as u64, random.below(small.plates.len()));
    let asked = Options::default().with(&EXACTLY, OptionValue::Number(moves));
    let asked = asked.with(&MATCHING, OptionValue::Number(matching as u64)).switched(&ALL);
    let answer = checked_answer(level, QuestionKind::COUNT, asked);
    let own = small.series(&small.pebbles, moves, matching);
    assert_eq!(answer.body_as::<Count>().unwrap().series, BigCount(own.into()), "{}", small.text());
}

/// The map counts what brute force counts.
fn maps(known: &Known, level: &Arc<dyn Level>) {
    let answer = checked_answer(level, QuestionKind::MAP, Options::default());
    let map = answer.body_as::<Map>().unwrap();
    let mut distances = vec![0_u64; usize::try_from(map.largest).unwrap() + 1];
    known.values().for_each(|&(distance, _)| distances[usize::try_from(distance).unwrap()] += 1);
    assert_eq!(map.distances, distances.iter().map(|&count| BigCount(count.into())).collect::<Vec<_>>());
}

#[test]
fn random_levels_obey_the_laws() {
    let mut random = Random::new(14);
    let texts: Vec<String> = (0..8).map(|_| Small::random(&mut random).text()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    puzzles::laws::check_texts(&Pebble, &texts, None);
}

/// The published board with a third plate B in place of W: fourteen pebbles match, and the hole ends on any of the
/// three.
#[test]
fn panguru_with_a_third_plate_of_a_colour_is_solved() {
    let level = load("board = \"panguru\"\nplates = \"BCBRBOGYGPCORPY\"\npebbles = \"-PCBRYOGYGBCORP\"\n");
    let solved = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
    puzzles::check(&level, &solved, &Context::default()).unwrap();
    let body = solved.body_as::<Solution>().unwrap();
    assert!(body.optimal && body.moves <= 16, "{body:?}");
    let asked = Options::default().with(&EXACTLY, OptionValue::Number(body.moves));
    let counted = checked_answer(&level, QuestionKind::COUNT, asked.switched(&ALL));
    assert!(counted.body_as::<Count>().unwrap().all.as_ref().unwrap().contains(&body.solution));
}

/// A colour with two plates more than pebbles leaves another with too few: that is refused at its place.
#[test]
fn too_few_plates_of_another_colour_are_refused() {
    for (plates, pebbles, place) in [("aaab", "-abb", (2, 10)), ("aabb", "-abc", (3, 15))] {
        let text = format!("board = \"grid 1x4\"\nplates = \"{plates}\"\npebbles = \"{pebbles}\"\n");
        match Pebble.load(Arc::new(text.as_bytes().to_vec()), &Context::default()) {
            Err(LoadError::Invalid(problems)) => assert_eq!((problems[0].line, problems[0].column), place, "{text}"),
            Err(other) => panic!("{other}"),
            Ok(level) => panic!("accepted: {}", level.text()),
        }
    }
}
