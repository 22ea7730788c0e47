//! Solves one wall board as a whole process, until the command line does it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::time::Instant;

use puzzles::{Family, Kind, Question, Source, ask};

struct Text(File, u64);

impl Source for Text {
    fn len(&self) -> u64 {
        self.1
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(into, offset)
    }
}

fn main() -> io::Result<()> {
    let begun = Instant::now();
    let file = File::open(std::env::args().nth(1).unwrap_or_default())?;
    let length = file.metadata()?.len();
    let wall = &puzzles::wall::Wall;
    let level = wall.load(Arc::new(Text(file, length))).map_err(io::Error::other)?;
    let loaded = begun.elapsed();
    let question = Question::plain(Kind::Solve);
    let answer = ask(wall.card(), &level, &question, &engines::Context::default()).map_err(io::Error::other)?;
    let solved = begun.elapsed();
    println!("{}", serde_json::to_string(&answer)?);
    eprintln!("loaded {loaded:?} solved {:?} in all {:?}", solved - loaded, begun.elapsed());
    Ok(())
}
