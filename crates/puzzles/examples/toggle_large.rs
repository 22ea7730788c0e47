//! Times of a large plus board: reading, solving, checking. `toggle_large [SIDE] [NEIGHBOURHOOD] [MODULUS]`.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Instant;

use engines::{Context, Sink};
use puzzles::toggle::Toggle;
use puzzles::{Family, Kind, Question};

/// Takes the presses and forgets them.
struct Nowhere;

impl Sink for Nowhere {
    fn open(&self) -> io::Result<Box<dyn Write + Send + '_>> {
        Ok(Box::new(io::sink()))
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let given = |at: usize, default: &str| arguments.get(at).map_or(default, String::as_str).to_owned();
    let (side, near, modulus) = (given(0, "1000"), given(1, "plus"), given(2, "2"));
    let cells = side.parse::<usize>().map_or(0, |side| side * side);
    let mut seed = 1_u64;
    let digits = (0..cells).map(|_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'0' + (seed >> 40) as u8 % modulus.parse::<u8>().unwrap_or(2).min(10))
    });
    let start: String = digits.collect();
    let text = format!("board = \"{side}x{side}\"\nmodulus = {modulus}\nmoves = \"{near}\"\nstart = \"{start}\"\n");
    let begun = Instant::now();
    let lap = |what: &str| println!("{what} {:.4} s", begun.elapsed().as_secs_f64());
    let level = match Toggle.load(Arc::new(text.into_bytes())) {
        Ok(level) => level,
        Err(problems) => return println!("{problems}"),
    };
    lap("read");
    let question = Question::plain(Kind::Solve);
    let cx = Context::default();
    match level.ask(&question, &cx) {
        Ok(answer) => {
            lap("solved");
            println!("{:?} {}", answer.verdict, answer.method);
            let held = level.check(&question, &answer, &Context::default());
            lap("checked");
            println!("{held:?}");
        }
        Err(refusal) => println!("{refusal}"),
    }
    let cx = Context::default().sink(&Nowhere);
    let _ = level.ask(&question, &cx);
    lap("solved and written");
}
