//! Performs tasks in a session as the WebAssembly module does, natively: one task a line of JSON on standard input, its
//! outcome on a line of standard output.

use std::io::{self, BufRead, Write};

use engines::NoProgress;
use web::Session;

fn main() -> io::Result<()> {
    let (session, mut out) = (Session::new(puzzles::FAMILIES), io::stdout().lock());
    for line in io::stdin().lock().lines() {
        out.write_all(&session.perform(line?.as_bytes(), &NoProgress))?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
