//! Whether intended solutions can be beaten, and what solutions do without: known answers, and agreement with brute
//! force.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use engines::Context;
use puzzles::options::{INTENDED, WITHOUT};
use puzzles::record::split_moves;
use puzzles::shortcut::Intended;
use puzzles::solution::{Exhausted, Solution};
use puzzles::{Answer, AskError, Family, Level, OptionValue, Options, Question, QuestionKind, Verdict};

use frame::checked::load;

fn shortcut(level: &Arc<dyn Level>, asked: Options) -> Result<Answer, AskError> {
    let answer = puzzles::ask(level, &Question { kind: QuestionKind::SHORTCUT, asked }, &Context::default())?;
    let checked = puzzles::check(level, &answer, &Context::default());
    assert!(checked.is_ok_and(|checked| checked.not_rechecked.is_empty()), "{answer:?}");
    let text = serde_json::to_string(&answer).unwrap();
    assert_eq!(Answer::read(level.info(), &text).unwrap().body, answer.body);
    Ok(answer)
}

fn intended(level: &Arc<dyn Level>, moves: &str) -> Result<Answer, AskError> {
    shortcut(level, Options::default().with(&INTENDED, OptionValue::List(split_moves(moves))))
}

fn without(level: &Arc<dyn Level>, what: &str) -> Result<Answer, AskError> {
    shortcut(level, Options::default().with(&WITHOUT, OptionValue::Text(what.into())))
}

fn compared(level: &Arc<dyn Level>, moves: &str) -> Intended {
    intended(level, moves).unwrap().body_as::<Intended>().unwrap().clone()
}

fn refusal(asked: Result<Answer, AskError>) -> String {
    match asked {
        Err(error @ (AskError::NotOffered(_) | AskError::Illegal { .. })) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

/// A room in which the player can walk around the box.
const ROOM: &str = "#######\n#     #\n# @$ .#\n#     #\n#######\n";

#[test]
fn a_detour_is_beaten_where_it_leaves_the_shortest_way() {
    let level = load(&puzzles::sokoban::Sokoban, ROOM);
    let best = compared(&level, "rr");
    assert_eq!((best.intended, best.is_best, best.shortest, best.solution), (2, true, Some(2), None));
    // One push, a walk around and back, and the last push.
    let detour = compared(&level, "right; left; right; right");
    assert_eq!((detour.intended, detour.is_best, detour.shortest), (4, false, Some(2)));
    assert_eq!((detour.leaves_after, detour.solution), (Some(1), Some(split_moves("right; right"))));
    let late = compared(&level, "up; down; rr");
    assert_eq!((late.leaves_after, late.solution), (Some(0), Some(split_moves("right; right"))));
}

#[test]
fn a_line_that_goes_on_beyond_the_goal_shares_the_whole_shortest_solution() {
    let shipped = |name: &str| {
        let levels = puzzles::toggle::Toggle.info().levels.iter();
        load(&puzzles::toggle::Toggle, levels.into_iter().find(|level| level.name == name).unwrap().text)
    };
    let flipper = shipped("flipper");
    for (line, shared) in
        [("1;3;4;2;2", 3), ("1;3;4;1;1", 3), ("4;3;1;5;5", 3), ("1;3;4;1;3;4;1;3;4", 3), ("2;2;1;3;4", 0)]
    {
        let body = compared(&flipper, line);
        assert_eq!((body.shortest, body.leaves_after), (Some(3), Some(shared)), "{line}");
        assert_eq!(body.solution.unwrap()[..shared as usize], split_moves(line)[..shared as usize]);
    }
    let answer = intended(&flipper, "1;3;4;2;2").unwrap();
    let said = "the goal is reached after 3 intended moves; the others are not needed";
    assert_eq!(puzzles::words::lines(&answer)[1], said);
    // One fewer is not the most that can be shared.
    let mut value = serde_json::to_value(&answer).unwrap();
    value["answer"]["leaves_after"] = 2.into();
    let lied = Answer::from_value(flipper.info(), value).unwrap().without_told();
    assert!(puzzles::check(&flipper, &lied, &Context::default()).is_err());
    let solved = load(&puzzles::toggle::Toggle, "board = \"1x2\"\nmoves = [\"11\"]\n");
    assert_eq!((compared(&solved, "1;1").shortest, compared(&solved, "1;1").leaves_after), (Some(0), Some(0)));
}

#[test]
fn moves_that_do_not_win_are_refused_with_the_reason() {
    let level = load(&puzzles::sokoban::Sokoban, ROOM);
    assert!(refusal(intended(&level, "right")).starts_with("the intended moves do not win: after 1 move: "));
    assert!(refusal(intended(&level, "right; jump")).starts_with("move 2: 'jump'"));
    assert!(refusal(intended(&level, "rr; left")).contains("move 3: 'left'"));
    assert!(refusal(shortcut(&level, Options::default())).contains("expected its moves in 'intended'"));
    let both = Options::default().with(&INTENDED, OptionValue::List(split_moves("rr")));
    let both = both.with(&WITHOUT, OptionValue::Text("1,1".into()));
    assert!(refusal(shortcut(&level, both)).contains("two questions"));
}

#[test]
fn the_comparison_is_about_what_follows_the_moves_before() {
    let level = load(&puzzles::sokoban::Sokoban, ROOM);
    let asked = Options::after(&split_moves("up; down")).with(&INTENDED, OptionValue::List(split_moves("rr")));
    let answer = shortcut(&level, asked).unwrap();
    assert_eq!(answer.body_as::<Intended>().unwrap().shortest, Some(2));
}

#[test]
fn every_family_with_lines_of_moves_compares_them() {
    let flipper =
        load(&puzzles::toggle::Toggle, "board = \"1x3\"\nmoves = [\"110\", \"011\", \"111\"]\nstart = \"111\"\n");
    assert!(compared(&flipper, "3").is_best);
    let presses = compared(&flipper, "1; 1; 3");
    assert_eq!((presses.shortest, presses.leaves_after, presses.solution), (Some(1), Some(0), Some(vec!["3".into()])));
    let near = "board = \"grid 2x2\"\nplates = [\"1\", \"2\", \"3\", \"-\"]\npebbles = [\"-\", \"1\", \"3\", \"2\"]\n";
    let near = load(&puzzles::pebble::Pebble, near);
    assert!(compared(&near, "1; 3").is_best);
    let around = compared(&near, "1; 0; 1; 3");
    assert_eq!((around.shortest, around.leaves_after), (Some(2), Some(1)));
}

#[test]
fn families_without_lines_of_moves_say_why() {
    for (family, text, why) in [
        (&puzzles::lemmo::Lemmo as &dyn Family, puzzles::lemmo::Lemmo.info().levels[0].text, "one start"),
        (&puzzles::wall::Wall, "042\n391\n", "Eel's walls"),
    ] {
        let refused = refusal(intended(&load(family, text), "1"));
        assert!(refused.contains("does not answer 'shortcut', since ") && refused.contains(why), "{refused}");
    }
    let flipper = load(&puzzles::toggle::Toggle, "board = \"1x2\"\nmoves = [\"11\"]\nstart = \"11\"\n");
    let refused = refusal(without(&flipper, "1,1"));
    assert!(refused.contains("no piece enters any"), "{refused}");
}

/// The length of a shortest solution of a Sokoban level in which neither player nor box enters a cell, by brute force
/// over characters; and how many states there are.
fn by_hand(text: &str, cell: (usize, usize)) -> (Option<u64>, u64) {
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let (mut player, mut boxes, mut goals) = ((0, 0), Vec::new(), HashSet::new());
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.iter().enumerate() {
            match sign {
                '@' => player = (y, x),
                '$' => boxes.push((y, x)),
                '.' => _ = goals.insert((y, x)),
                _ => {}
            }
        }
    }
    let step =
        |(y, x): (usize, usize), (dy, dx): (isize, isize)| ((y as isize + dy) as usize, (x as isize + dx) as usize);
    let mut known = HashMap::from([((player, boxes.clone()), 0)]);
    let mut front = VecDeque::from([(player, boxes)]);
    let mut shortest = None;
    while let Some((player, boxes)) = front.pop_front() {
        let length = known[&(player, boxes.clone())];
        if boxes.iter().all(|at| goals.contains(at)) {
            shortest = shortest.or(Some(length));
        }
        for way in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let (to, behind) = (step(player, way), step(step(player, way), way));
            let mut next = boxes.clone();
            if let Some(pushed) = next.iter_mut().find(|at| **at == to) {
                *pushed = behind;
                next.sort_unstable();
                if rows[behind.0][behind.1] == '#' || boxes.contains(&behind) || behind == cell {
                    continue;
                }
            }
            let is_new = rows[to.0][to.1] != '#' && to != cell && !known.contains_key(&(to, next.clone()));
            if is_new {
                known.insert((to, next.clone()), length + 1);
                front.push_back((to, next));
            }
        }
    }
    (shortest, known.len() as u64)
}

#[test]
fn what_is_done_without_a_cell_is_what_brute_force_finds() {
    let levels = [
        ROOM,
        "#######\n#@ #  #\n# $   #\n#  #. #\n#  $ .#\n#######\n",
        "######\n#@   #\n# $$ #\n# .. #\n#    #\n######\n",
        "########\n#@  #  #\n#   $  #\n#   # .#\n########\n",
    ];
    let (mut found, mut impossible) = (0, 0);
    for text in levels {
        let level = load(&puzzles::sokoban::Sokoban, text);
        let rows: Vec<&str> = text.lines().collect();
        for (y, row) in rows.iter().enumerate() {
            for (x, sign) in row.chars().enumerate() {
                if sign == '@' || sign == '$' {
                    continue;
                }
                let answer = without(&level, &format!("{},{}", y + 1, x + 1)).unwrap();
                let (shortest, states) = by_hand(text, (y, x));
                match shortest {
                    Some(shortest) => {
                        assert_eq!(
                            answer.body_as::<Solution>().map(|body| body.moves),
                            Some(shortest),
                            "{y},{x}\n{text}"
                        );
                        found += 1;
                    }
                    None => {
                        assert_eq!(answer.verdict, Some(Verdict::Impossible), "{y},{x}\n{text}");
                        assert_eq!(answer.proof_as::<Exhausted>().unwrap().states, states);
                        impossible += 1;
                    }
                }
            }
        }
    }
    assert!(found > 60 && impossible > 15, "{found} {impossible}");
}

#[test]
fn a_piece_may_leave_its_cell_and_not_come_back() {
    // The player begins in the corridor and must step aside to push the box from below.
    let level = load(&puzzles::sokoban::Sokoban, "#####\n#.  #\n#$  #\n#@  #\n#####\n");
    assert_eq!(without(&level, "4,2").unwrap().body_as::<Solution>().unwrap().moves, 1);
    // The box may leave its cell, but the player steps into it.
    assert_eq!(without(&level, "3,2").unwrap().verdict, Some(Verdict::Impossible));
    assert!(refusal(without(&level, "9,9")).contains("row from 1 to 5"));
    assert!(refusal(without(&level, "box")).contains("ROW,COLUMN"));
    assert!(refusal(without(&level, "0,1")).contains("ROW,COLUMN"));
}

#[test]
fn a_position_of_pebbles_is_kept_empty() {
    let near = "board = \"grid 2x2\"\nplates = [\"1\", \"2\", \"3\", \"-\"]\npebbles = [\"-\", \"1\", \"3\", \"2\"]\n";
    let near = load(&puzzles::pebble::Pebble, near);
    // The pebble 1 moves from position 1 to 0, and the pebble 2 from 3 to 1.
    for (place, verdict) in [("0", false), ("1,1", false), ("1", false), ("2", true), ("2,2", true)] {
        let answer = without(&near, place).unwrap();
        assert_eq!(answer.verdict == Some(Verdict::Found), verdict, "{place}: {answer:?}");
    }
    assert!(refusal(without(&near, "3,1")).contains("row from 1 to 2"));
    assert!(refusal(without(&near, "4")).contains("position from 0 to 3"));
}

/// A player, crates and coins that are collected; a crate blocks the corridor to the second coin.
const COINS: &str = "title Coins\n\n========\nOBJECTS\n========\n\nBackground\nblack\n\nWall\ngrey\n\nPlayer\nblue\n\nCrate\nbrown\n\nCoin\nyellow\n\n\
=======\nLEGEND\n=======\n\n. = Background\n# = Wall\nP = Player\n* = Crate\no = Coin\nThing = Crate or Coin\n\n=======\nSOUNDS\n=======\n\n================\n\
COLLISIONLAYERS\n================\n\nBackground\nCoin\nPlayer, Wall, Crate\n\n======\nRULES\n======\n\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\
late [ Player Coin ] -> [ Player ]\n\n==============\nWINCONDITIONS\n==============\n\nNo Coin\n\n=======\nLEVELS\n=======\n\n";

fn coins(rows: &str) -> Arc<dyn Level> {
    load(&puzzles::puzzlescript::PuzzleScript, &format!("{COINS}{rows}\n"))
}

#[test]
fn puzzlescript_levels_are_solved_without_cells_and_objects() {
    let open = coins("#######\n#P*..o#\n#.....#\n#######");
    let moves = |answer: &Answer| answer.body_as::<Solution>().map(|body| body.moves);
    // Straight on by pushing the crate over the coin, which lies below it: the crate stops at the wall.
    assert_eq!(moves(&without(&open, "Crate").unwrap()), Some(6));
    assert_eq!(moves(&without(&open, "crate").unwrap()), Some(6));
    assert_eq!(without(&open, "Coin").unwrap().verdict, Some(Verdict::Impossible));
    assert_eq!(without(&open, "Thing").unwrap().verdict, Some(Verdict::Impossible));
    assert_eq!(moves(&without(&open, "2,4").unwrap()), Some(6));
    assert_eq!(without(&open, "2,6").unwrap().verdict, Some(Verdict::Impossible));
    let narrow = coins("#######\n#P*.o.#\n#######");
    assert_eq!(without(&narrow, "Crate").unwrap().verdict, Some(Verdict::Impossible));
    // What nothing can change rules out nothing.
    assert_eq!(moves(&without(&narrow, "Wall").unwrap()), Some(3));
    assert_eq!(moves(&without(&open, "Background").unwrap()), Some(6));
    let words = puzzles::words::lines(&without(&narrow, "Crate").unwrap()).join("\n");
    assert!(words.starts_with("No solution does without Crate: this position alone can be reached"), "{words}");
    assert!(refusal(without(&open, "Ghost")).contains("or one of background, "));
    let detour = compared(&open, "down; right; right; right; right; up; ");
    assert!(detour.is_best);
    let detour = compared(&open, "d; u; d; r; r; r; r; u");
    assert_eq!((detour.shortest, detour.leaves_after), (Some(6), Some(1)));
}

/// Lines that are extended at random are compared as brute force over the same answers to `solve` says.
#[test]
fn where_a_shortest_solution_leaves_is_what_the_distances_say() {
    let level = load(&puzzles::sokoban::Sokoban, "######\n#@   #\n# $$ #\n# .. #\n#    #\n######\n");
    let distance = |moves: &[String]| {
        let answer = puzzles::ask(&level, &Question::after(QuestionKind::SOLVE, moves), &Context::default()).unwrap();
        answer.body_as::<Solution>().map(|body| body.moves)
    };
    let mut random = testkit::random::Random::new(7);
    let mut longer = 0;
    for _ in 0..40 {
        let mut line = Vec::new();
        // A walk at random that can still be won, and then the rest of a shortest solution.
        for _ in 0..random.below(9) {
            let step = ["up", "down", "left", "right"][random.below(4) as usize].to_owned();
            let next = [&*line, &[step]].concat();
            let asked = puzzles::ask(&level, &Question::after(QuestionKind::SOLVE, &next), &Context::default());
            if asked.is_ok_and(|answer| answer.verdict == Some(Verdict::Found)) {
                line = next;
            }
        }
        let rest = puzzles::ask(&level, &Question::after(QuestionKind::SOLVE, &line), &Context::default()).unwrap();
        line.extend(rest.body_as::<Solution>().unwrap().solution.clone());
        let shortest = distance(&[]).unwrap();
        let answer = shortcut(&level, Options::default().with(&INTENDED, OptionValue::List(line.clone()))).unwrap();
        let body = answer.body_as::<Intended>().unwrap();
        assert_eq!((body.intended, body.is_best), (line.len() as u64, line.len() as u64 == shortest));
        let shares = |count: &usize| distance(&line[..*count]).is_some_and(|left| *count as u64 + left == shortest);
        let most = (0..line.len()).take_while(shares).last().unwrap() as u64;
        assert_eq!(body.leaves_after, (!body.is_best).then_some(most), "{line:?}");
        longer += u64::from(!body.is_best);
    }
    assert!(longer > 15, "{longer}");
}
