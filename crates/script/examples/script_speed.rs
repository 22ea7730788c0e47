//! Breadth-first search over two scripts: `cargo run --release -p menagerie-script --example script_speed`.
//!
//! `bench/peers/script_peer.py` searches the same states in the same order with dictionaries and prints their number
//! of transitions.

use std::sync::Arc;

use engines::Context;
use engines::clock;
use puzzles::{Family, Question, QuestionKind};
use script::Script;

/// Thinking Rabbit's first level of Sokoban (1982).
const BOARD: &str = "    #####\n    #   #\n    #$  #\n  ###  $##\n  #  $ $ #\n### # ## #   ######\n#   # ## #####  ..#
# $  $          ..#\n##### ### #@##  ..#\n    #     #########\n    #######\n";

fn shipped(name: &str) -> &'static str {
    Script.info().levels.iter().find(|level| level.name == name).map_or("", |level| level.text)
}

/// The Sokoban script with another board, and without its lower bound.
fn sokoban() -> String {
    let text = shipped("sokoban");
    let (head, rest) = text.split_once("[[\n").unwrap_or((text, ""));
    let (_, rest) = rest.split_once("]]").unwrap_or(("", rest));
    let (rules, after) = rest.split_once("    -- Each box needs").unwrap_or((rest, ""));
    let (_, draw) = after.split_once("    draw =").unwrap_or(("", after));
    format!("{head}[[\n{BOARD}]]{rules}    draw ={draw}")
}

fn run(name: &str, text: String, nodes: u64, transitions: f64) {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let Ok(level) = Script.load(Arc::new(text.clone().into_bytes()), &Context::default()) else {
            return println!("{name}: not loaded");
        };
        let (cx, begun) = (Context::with_nodes(nodes), clock::now());
        match puzzles::ask(&level, &Question::plain(QuestionKind::SOLVE), &cx) {
            Ok(answer) => println!("{name}: {:?} {:?} {:?}", answer.verdict, answer.proof, answer.body),
            Err(refusal) => println!("{name}: {refusal}"),
        }
        best = best.min(begun.elapsed().as_secs_f64());
    }
    println!("script={name} seconds={best:.6} transitions_per_second={:.0}", transitions / best);
}

fn main() {
    let jugs = shipped("jugs").replace("{ 3, 5 }", "{ 101, 103, 107 }").replace("target = 4", "target = -1");
    run("jugs", jugs, u64::MAX, 773_568.0);
    run("sokoban", sokoban(), 200_000, 490_240.0);
}
