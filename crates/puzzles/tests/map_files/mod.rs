//! The files of a map in memory: the rows of its states, and its hint table.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use engines::{Context, MapFile, Sink, StateRow, StateSink, StatesSize, Stored};
use puzzles::{Answer, AskError, Level, Question, QuestionKind};

/// The rows of `map --states`, and what was said of their number before.
#[derive(Default)]
pub(crate) struct Rows(Mutex<Option<(StatesSize, Vec<StateRow>)>>);

impl StateSink for Rows {
    fn write(&self, size: StatesSize, rows: &mut dyn Iterator<Item = StateRow>) -> io::Result<()> {
        *self.0.lock().expect("a lock") = Some((size, rows.collect()));
        Ok(())
    }
}

impl Rows {
    /// The rows that were written; there are as many as were told before.
    pub(crate) fn taken(self) -> Vec<StateRow> {
        let (size, rows) = self.0.into_inner().expect("a lock").expect("rows were written");
        let moves: usize = rows.iter().map(|row| row.moves.len()).sum();
        assert_eq!((size.states, size.moves), (rows.len() as u64, moves as u64));
        assert!((0..).zip(&rows).all(|(number, row)| row.number == number));
        rows
    }
}

/// The bytes of a file.
#[derive(Clone, Default)]
pub(crate) struct Bytes(Arc<Mutex<Vec<u8>>>);

impl Bytes {
    #[allow(dead_code)]
    pub(crate) fn of(bytes: Vec<u8>) -> Bytes {
        Bytes(Arc::new(Mutex::new(bytes)))
    }

    pub(crate) fn to_vec(&self) -> Vec<u8> {
        self.0.lock().expect("a lock").clone()
    }
}

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Bytes {
    fn open(&self) -> io::Result<Box<dyn Write + Send + '_>> {
        Ok(Box::new(self.clone()))
    }
}

impl MapFile for Bytes {
    fn open(&self) -> io::Result<Stored> {
        Ok(Box::new(self.to_vec()))
    }
}

/// The map of a level with its states.
#[allow(dead_code)] // each program uses a part
pub(crate) fn listed(level: &Arc<dyn Level>) -> (Answer, Vec<StateRow>) {
    let rows = Rows::default();
    let cx = Context::default().state_sink(&rows);
    let answer = puzzles::ask(level, &Question::plain(QuestionKind::MAP), &cx).expect("an answer");
    (answer, rows.taken())
}

/// The map of a level with its states and its hint table.
#[allow(dead_code)]
pub(crate) fn mapped(level: &Arc<dyn Level>) -> (Answer, Vec<StateRow>, Bytes) {
    let (rows, table) = (Rows::default(), Bytes::default());
    let cx = Context::default().state_sink(&rows).saving_map(&table);
    let answer = puzzles::ask(level, &Question::plain(QuestionKind::MAP), &cx).expect("an answer");
    (answer, rows.taken(), table)
}

/// The hint after moves, read from a table.
pub(crate) fn tabled(level: &Arc<dyn Level>, line: &[String], table: &Bytes) -> Result<Answer, AskError> {
    puzzles::ask(level, &Question::after(QuestionKind::HINT, line), &Context::default().reading_map(table))
}
