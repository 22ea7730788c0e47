//! The example of a family in one's own crate obeys the laws and has its known values; so does its script.

#![allow(clippy::unwrap_used, dead_code)] // a failed unwrap is a failed test; the example's main is not called

mod cli;
#[path = "../examples/frogs.rs"]
mod frogs;

use std::sync::Arc;

use engines::Context;
use frogs::Frogs;
use puzzles::{Body, Family, Question, QuestionKind, laws};

#[test]
fn frogs_and_toads_obey_the_laws() {
    laws::check(&Frogs, &["F.T\n", "FF.TT\n", ".FT\n", "TF.\n", "FT.\n", "F.TF\n"]).unwrap();
    for animals in 1..5_u64 {
        let side = |sign: &str| sign.repeat(animals as usize);
        let text = format!("{}.{}\n", side("F"), side("T"));
        let level = Frogs.load(Arc::new(text.into_bytes())).unwrap();
        let answer =
            puzzles::ask(Frogs.info(), &level, &Question::plain(QuestionKind::Solve), &Context::default()).unwrap();
        let Some(Body::Solution(solution)) = answer.body else { panic!("{answer:?}") };
        assert_eq!(solution.moves, animals * (animals + 2));
    }
}

/// The script in the guide, as it is printed there.
#[test]
fn the_guides_script_solves_and_hints() {
    let guide = include_str!("../../../docs/your-own-puzzle.md");
    let script = guide.split("```lua\n").nth(1).unwrap().split("```").next().unwrap();
    let path = cli::file(&cli::folder("guide"), "frogs.luau", script);
    let said = cli::menagerie(&["solve", &path, "--json"]);
    assert_eq!(said.json()["answer"]["moves"], 15, "{said:?}");
    let said = cli::menagerie(&["hint", &path, "--moves", "3", "--json"]);
    assert_eq!(
        (&said.json()["answer"]["best"], &said.json()["answer"]["moves_left"]),
        (&["5"].as_slice().into(), &14.into())
    );
    assert_eq!(cli::menagerie(&["check", "--par", &path]).status, 0);
    let (start, claim) = guide.split_once("# with start = ").unwrap().1.split_once(": impossible; ").unwrap();
    let claim = claim.lines().next().unwrap();
    let stuck = script.replace("\"FFF.TTT\"", start);
    assert_ne!(stuck, script);
    let said = cli::menagerie(&["reach", &cli::file(&cli::folder("stuck"), "frogs.luau", &stuck)]);
    assert_eq!(said.status, 10, "{start}: {said:?}");
    assert!(said.out.contains(claim), "{start}: {said:?}");
}
