//! `judge` beside complete graphs: every position of random lines, in eight families, beside distances and values that
//! plain code computes over all positions, which it reaches by playing moves.
//!
//! The usual test judges some twenty thousand positions; `a_million_positions` is ignored, and is run by
//! `cargo test --release -p menagerie-script --test it altered::judged -- --ignored --nocapture`.

use std::collections::HashMap;
use std::sync::Arc;

use engines::{Context, ValueCache};
use puzzles::judge::{Judged, Judgement};
use puzzles::options::{MOVES, OptionValue as Value, ROLE};
use puzzles::value::GameValue;
use puzzles::{Family, Level, Options, Question, QuestionKind, Record, Role, Verdict};
use testkit::random::Random;

use crate::altered::graph::{Graph, Key, whole};

/// The most positions of programs that are judged.
const MAX_PROGRAMS: usize = 2000;
/// The most positions of a complete graph.
const MAX_POSITIONS: usize = 800;
/// The most moves of a line.
const MAX_MOVES: usize = 60;

/// What one family was found to say.
#[derive(Default)]
struct Tally {
    judged: usize,
    decided: usize,
    lost: usize,
}

fn load(family: &dyn Family, text: &str) -> Arc<dyn Level> {
    family.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap()
}

fn family(name: &str) -> &'static dyn Family {
    *script::families().iter().find(|family| family.info().name == name).unwrap()
}

/// Every level of the files that are built in.
fn shipped(name: &str) -> Vec<Arc<dyn Level>> {
    let (family, cx) = (family(name), Context::default());
    let levels = family.info().levels.iter().flat_map(|file| {
        let open = family.open(Arc::new(file.text.as_bytes().to_vec()), &cx).unwrap();
        (0..open.entries().len()).map(|index| open.level(index, &cx).unwrap()).collect::<Vec<_>>()
    });
    levels.collect()
}

/// What a position is expected to be.
#[derive(Clone, Copy)]
enum Expected {
    /// So many moves are left, or none lead to the goal.
    Moves(Option<u64>),
    /// So much is left to pay.
    Cost(u64),
    /// It has this value.
    Value(GameValue, Option<u64>),
}

impl Expected {
    fn holds(self, judged: &Judged) -> bool {
        match self {
            Expected::Moves(left) => {
                judged.can_win == Some(Some(left.is_some()))
                    && judged.moves_left == Some(left)
                    && judged.at_least == left
                    && judged.proof.is_some() == left.is_none()
            }
            Expected::Cost(left) => judged.can_win == Some(Some(true)) && judged.cost_left == Some(Some(left)),
            Expected::Value(value, distance) => {
                judged.value == Some(Some(value)) && judged.moves_left == Some(distance)
            }
        }
    }

    fn is_lost(self) -> bool {
        matches!(self, Expected::Moves(None) | Expected::Value(GameValue::Loss, _))
    }
}

/// Judges random lines of a level until so many positions were judged.
fn judge(level: &Arc<dyn Level>, role: Role, graph: &Graph, expected: &[Expected], goal: usize, tally: &mut Tally) {
    let (kept, mut random, mut judged) = (ValueCache::new(1 << 28, 64), Random::new(goal as u64), 0);
    while judged < goal {
        let (moves, positions) = graph.walk(MAX_MOVES, &mut random);
        let mut asked = Options::default().with(&MOVES, Value::List(moves.clone()));
        if level.roles().len() > 1 {
            asked = asked.with(&ROLE, Value::Text(role.0.to_owned()));
        }
        let question = Question { kind: QuestionKind::JUDGE, asked };
        let answer = puzzles::ask(level, &question, &Context::default().keeping(&kept)).unwrap();
        assert_eq!(answer.verdict, Some(Verdict::Found), "{}\n{moves:?}: {answer:?}", level.text());
        let body: &Judgement = answer.body_as().unwrap();
        assert_eq!(body.positions.len(), positions.len());
        for (said, &at) in body.positions.iter().zip(&positions) {
            assert!(expected[at].holds(said), "{}\n{moves:?}: {said:?}", level.text());
            tally.lost += usize::from(expected[at].is_lost());
        }
        judged += positions.len();
    }
    tally.judged += judged;
    tally.decided += judged;
}

/// Judges lines of puzzles for one player that count moves, about `goal` positions in all.
fn puzzles_of(levels: &[Arc<dyn Level>], goal: usize) -> Tally {
    let key: Key = Box::new(whole);
    let found: Vec<(&Arc<dyn Level>, Graph)> = levels
        .iter()
        .filter(|level| level.questions().iter().any(|spec| spec.kind == QuestionKind::JUDGE))
        .filter_map(|level| Some((level, Graph::of(level, Role(level.roles()[0]), &key, MAX_POSITIONS)?)))
        .collect();
    assert!(!found.is_empty());
    let (mut tally, each) = (Tally::default(), goal / found.len() + 1);
    for (level, graph) in &found {
        let expected: Vec<Expected> = graph.least(|_| 1).into_iter().map(Expected::Moves).collect();
        judge(level, Role(level.roles()[0]), graph, &expected, each, &mut tally);
    }
    tally
}

fn toggles(goal: usize) -> Tally {
    let mut random = Random::new(1);
    let levels = (0..24).map(|number| {
        let (moves, cells, modulus) = (random.below(4) + 3, 8, [2, 2, 3][number % 3]);
        let digits = |random: &mut Random| (0..cells).map(|_| random.below(modulus).to_string()).collect::<String>();
        let moves: Vec<String> = (0..moves).map(|_| format!("\"{}\"", digits(&mut random))).collect();
        let start = digits(&mut random);
        let text =
            format!("board = \"2x4\"\nmodulus = {modulus}\nmoves = [{}]\nstart = \"{start}\"\n", moves.join(", "));
        text.replace("modulus = 2\n", "")
    });
    let levels = levels.filter_map(|text| family("toggle").load(Arc::new(text.into_bytes()), &Context::default()).ok());
    let levels: Vec<_> = levels.chain(shipped("toggle").into_iter().take(1)).collect();
    assert!(levels.len() > 12);
    puzzles_of(&levels, goal)
}

fn pebbles(goal: usize) -> Tally {
    let mut random = Random::new(2);
    let levels: Vec<_> = (0..12)
        .map(|number| {
            // With five different pebbles half of all boards cannot be solved.
            let fifth = if number % 2 == 0 { "3" } else { "5" };
            let mut names: Vec<String> = ["-", "1", "2", "3", fifth, "4"].map(|name| format!("\"{name}\"")).to_vec();
            let plates = names.join(", ");
            random.shuffle(&mut names);
            load(
                family("pebble"),
                &format!("board = \"grid 2x3\"\nplates = [{plates}]\npebbles = [{}]\n", names.join(", ")),
            )
        })
        .collect();
    puzzles_of(&levels, goal)
}

fn sokobans(goal: usize) -> Tally {
    puzzles_of(&shipped("sokoban"), goal)
}

/// A checkpoint is no part of a board's text.
fn puzzlescripts(goal: usize) -> Tally {
    let levels =
        shipped("puzzlescript").into_iter().filter(|level| !level.text().to_lowercase().contains("checkpoint"));
    puzzles_of(&levels.collect::<Vec<_>>(), goal)
}

fn lemmos(goal: usize) -> Tally {
    let mut random = Random::new(3);
    let levels: Vec<_> = (0..20)
        .map(|_| {
            let (rows, columns) = (random.below(4) + 1, random.below(5) + 2);
            let row = |signs: [char; 2], random: &mut Random| -> String {
                (0..columns).map(|_| *random.pick(&signs)).collect()
            };
            let floors: Vec<String> = (0..rows).map(|_| row(['#', '.'], &mut random)).collect();
            let (column, mut last) = (random.below(columns), row(['$', '$'], &mut random));
            last.replace_range(column..=column, "@");
            format!("{}\n{last}\n", floors.join("\n"))
        })
        .filter_map(|text| family("lemmo").load(Arc::new(text.into_bytes()), &Context::default()).ok())
        .chain(shipped("lemmo").into_iter().filter(|level| level.text().len() < 400))
        .collect();
    puzzles_of(&levels, goal)
}

/// Rabbit walks in a graph of cells, Eel chooses gap by gap.
fn walls(goal: usize) -> Tally {
    let (mut random, mut tally) = (Random::new(4), Tally::default());
    let place: Key = Box::new(|position| {
        let words = position.status().words;
        words.split(" and has paid").next().unwrap_or_default().to_owned()
    });
    while tally.judged < goal {
        let (rows, columns) = (random.below(3) + 2, random.below(3) + 2);
        let row =
            |random: &mut Random| (0..columns).map(|_| *random.pick(&['0', '1', '5', '9', 'x'])).collect::<String>();
        let mut text: Vec<String> = (0..rows).map(|_| row(&mut random)).collect();
        text[0].replace_range(0..1, "3");
        let level = load(family("wall"), &(text.join("\n") + "\n"));
        let solved = puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &Context::default()).unwrap();
        if solved.verdict == Some(Verdict::Impossible) {
            continue;
        }
        let each = goal / 60 + 30;
        let (rabbit, eel) = (Role("rabbit"), Role("eel"));
        let graph = Graph::of(&level, rabbit, &place, MAX_POSITIONS).unwrap();
        let left: Vec<Expected> =
            graph.least(|paid| paid).into_iter().map(|left| Expected::Cost(left.unwrap())).collect();
        judge(&level, rabbit, &graph, &left, each, &mut tally);
        let Some(graph) = Graph::of(&level, eel, &(Box::new(whole) as Key), MAX_POSITIONS) else { continue };
        let left: Vec<Expected> = graph.most().into_iter().map(Expected::Cost).collect();
        judge(&level, eel, &graph, &left, each, &mut tally);
    }
    tally
}

/// Programs have no complete graph: every way to go on by as many tokens as matter is played. Where a loop is open the
/// number may not be known, and only its bound is compared.
fn bunnies(goal: usize) -> Tally {
    let (mut random, mut tally) = (Random::new(5), Tally::default());
    let levels: Vec<Arc<dyn Level>> = shipped("bunny").into_iter().take(1).collect();
    let mut known: HashMap<(usize, String), u64> = HashMap::new();
    while tally.judged < goal {
        let number = random.below(levels.len());
        let (level, role) = (&levels[number], Role("player"));
        let role = Role(level.roles().first().copied().unwrap_or(role.0));
        let mut game = Record::new(Arc::clone(level), role);
        for _ in 0..random.below(6) {
            let moves: Vec<String> = game.position().moves().filter(|text| text != "step").collect();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
        let question = Question::after(QuestionKind::JUDGE, game.moves());
        let answer = puzzles::ask(level, &question, &Context::default()).unwrap();
        let body: &Judgement = answer.body_as().unwrap();
        for said in &body.positions {
            let made = &game.moves()[..usize::try_from(said.after).unwrap()];
            assert_eq!(said.can_win, Some(Some(true)), "{made:?}");
            let tokens = composed(made);
            let own = known.entry((number, tokens.join(" "))).or_insert_with(|| fewest_tokens(level, role, &tokens));
            let left = if is_solved(level, role, made) { 0 } else { *own };
            tally.judged += 1;
            match said.cost_left.flatten() {
                Some(claimed) => {
                    assert_eq!(claimed, left, "{}\n{made:?}: {said:?}", level.text());
                    tally.decided += 1;
                }
                None => assert!(said.at_least.unwrap() <= left, "{}\n{made:?}: {said:?}", level.text()),
            }
        }
    }
    tally
}

fn is_solved(level: &Arc<dyn Level>, role: Role, moves: &[String]) -> bool {
    let game = Record::replay(Arc::clone(level), role, moves, &Context::default()).unwrap();
    game.position().status().solved
}

/// The tokens that stand after moves.
fn composed(moves: &[String]) -> Vec<String> {
    let begin = moves.iter().rposition(|text| text == "reset").map_or(0, |at| at + 1);
    moves[begin..].iter().filter(|text| *text != "run" && *text != "step").cloned().collect()
}

/// The fewest tokens that complete the board behind these, or behind none.
fn fewest_tokens(level: &Arc<dyn Level>, role: Role, tokens: &[String]) -> u64 {
    let completes = |tokens: &[String]| !tokens.is_empty() && runs(level, role, tokens);
    let within = |from: &[String], most: u64| (0..=most).find(|&more| extended(level, role, from, more, &completes));
    let anew = within(&[], 4).expect("four tokens complete the board");
    if tokens.is_empty() { anew } else { within(tokens, anew).unwrap_or(anew) }
}

fn runs(level: &Arc<dyn Level>, role: Role, tokens: &[String]) -> bool {
    let moves = [tokens, &["run".to_owned()]].concat();
    let game = Record::replay(Arc::clone(level), role, &moves, &Context::default());
    game.is_ok_and(|game| game.position().status().solved)
}

/// Whether some way to go on by exactly so many tokens completes the board; closing braces cost nothing.
fn extended(
    level: &Arc<dyn Level>,
    role: Role,
    tokens: &[String],
    more: u64,
    completes: &impl Fn(&[String]) -> bool,
) -> bool {
    if more == 0 && completes(tokens) {
        return true;
    }
    let game = Record::replay(Arc::clone(level), role, tokens, &Context::default()).unwrap();
    game.position().moves().filter(|text| !["run", "step", "reset"].contains(&text.as_str())).any(|text| {
        let costs = u64::from(text != "}");
        let longer = [tokens, &[text]].concat();
        costs <= more && extended(level, role, &longer, more - costs, completes)
    })
}

/// Puzzles and a game for two.
fn scripts(goal: usize) -> Tally {
    let (games, puzzles): (Vec<_>, Vec<_>) = shipped("script").into_iter().partition(|level| level.roles().len() > 1);
    let mut tally = puzzles_of(&puzzles, goal / 2);
    let key: Key = Box::new(whole);
    for level in &games {
        let (graph, role) = (Graph::of(level, Role("player"), &key, MAX_POSITIONS).unwrap(), Role("player"));
        let expected: Vec<Expected> =
            graph.values().into_iter().map(|(value, distance)| Expected::Value(value, distance)).collect();
        judge(level, role, &graph, &expected, goal / 2 / games.len() + 1, &mut tally);
    }
    tally
}

/// Judges about so many positions of a family.
type Run = fn(usize) -> Tally;

/// Judges about `goal` positions, as many in each family, but few programs: plain code takes long for each.
fn all(goal: usize) {
    let each = goal / 7 + 1;
    let families: [(&str, Run); 8] = [
        ("toggle", toggles),
        ("lemmo", lemmos),
        ("wall", walls),
        ("pebble", pebbles),
        ("bunny", bunnies),
        ("sokoban", sokobans),
        ("puzzlescript", puzzlescripts),
        ("script", scripts),
    ];
    let mut judged = 0;
    for (name, run) in families {
        let tally = run(if name == "bunny" { each.min(MAX_PROGRAMS) } else { each });
        println!("{name}: {} positions judged, {} decided, {} lost", tally.judged, tally.decided, tally.lost);
        judged += tally.judged;
    }
    assert!(judged >= goal);
}

#[test]
fn judged_positions_stand_as_complete_graphs_say() {
    all(20_000);
}

#[test]
#[ignore = "a million positions take minutes"]
fn a_million_positions() {
    all(1_000_000);
}
