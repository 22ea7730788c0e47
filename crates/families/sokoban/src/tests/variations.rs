//! One collection as the many hands of public files write it: ten quirks in random mixtures read as the same levels.

use crate::FIRST_STEPS;
use crate::collection::{Collection, open, read};
use crate::text::rows_within;
use frame::random::Random;
use frame::source::replace_lone_returns;

/// How often the quirks came up.
const QUIRKS: usize = 10;

struct Writer {
    random: Random,
    used: [usize; QUIRKS],
}

impl Writer {
    /// Whether the quirk of this number is used here.
    fn has(&mut self, quirk: usize) -> bool {
        let used = self.random.below(3) == 0;
        self.used[quirk] += usize::from(used);
        used
    }

    /// A row with run lengths, which have `-` for floor.
    fn counted(row: &str) -> String {
        let signs: Vec<char> = row.trim_end().replace(' ', "-").chars().collect();
        let run = |run: &[char]| if run.len() > 1 { format!("{}{}", run.len(), run[0]) } else { run[0].to_string() };
        signs.chunk_by(|one, next| one == next).map(run).collect()
    }

    fn rows(&mut self, rows: &[String]) -> Vec<String> {
        let mut rows: Vec<String> = rows.to_vec();
        if self.has(0) {
            // Boxes on goals outside, in a row of their own.
            rows.insert(0, "* * *".into());
        }
        if self.has(1) {
            let floor = if self.random.below(2) == 0 { "-" } else { "_" };
            rows.iter_mut().for_each(|row| *row = row.replace(' ', floor));
        }
        if self.has(2) {
            let other = |sign: char| match sign {
                '@' => 'p',
                '+' => 'P',
                '$' => 'b',
                '*' => 'B',
                sign => sign,
            };
            rows.iter_mut().filter(|row| row.contains('#')).for_each(|row| *row = row.chars().map(other).collect());
        }
        // A row of decoration is known by its signs alone.
        let is_plain = |row: &String| row.contains('#');
        if self.has(3) {
            rows.iter_mut().filter(|row| is_plain(row)).for_each(|row| *row = Writer::counted(row));
        }
        if rows.iter().all(is_plain) && self.has(4) {
            return vec![rows.join("|")];
        }
        if self.has(5) {
            rows.iter_mut().for_each(|row| row.push_str("  "));
        }
        rows
    }

    /// The lines of a level with this title.
    fn level(&mut self, title: &str, rows: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        match self.random.below(3) {
            0 => lines.extend([format!("; {title}"), String::new()]),
            1 => lines.extend(["; 3".to_owned(), String::new()]),
            _ => {}
        }
        let is_before = lines.first().is_some_and(|line| line.contains(title));
        lines.extend(self.rows(rows));
        if !is_before {
            lines.push(format!("Title: {title}"));
        }
        if self.has(6) {
            lines.push("Author: M\u{fc}ller".to_owned());
        }
        if self.has(7) {
            lines.extend(["Comment:", "Push it # softly.", "Comment-End:"].map(str::to_owned));
        }
        lines.push(String::new());
        lines
    }

    fn file(&mut self, levels: &[(String, Vec<String>)]) -> Vec<u8> {
        let lines: Vec<String> = levels.iter().flat_map(|(title, rows)| self.level(title, rows)).collect();
        let end = if self.has(8) { "\r\n" } else { "\n" };
        let text: String = lines.iter().flat_map(|line| [line, end]).collect();
        match self.has(9) {
            // Latin-1.
            true => text.chars().map(|sign| u8::try_from(u32::from(sign)).expect("a sign of Latin-1")).collect(),
            false => text.into_bytes(),
        }
    }
}

/// The boards and titles.
fn levels(collection: &Collection, text: &str) -> Vec<(String, Vec<String>)> {
    let level = |entry: &crate::collection::Entry| {
        let board = entry.board().unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        (entry.notes.title.clone().unwrap_or_default(), rows_within(&board))
    };
    collection.entries.iter().map(level).collect()
}

#[test]
fn two_hundred_variations_of_one_collection_are_the_same_levels() {
    let own = levels(&read(FIRST_STEPS).expect("a collection"), FIRST_STEPS);
    let mut writer = Writer { random: Random(46), used: [0; QUIRKS] };
    for round in 0..200 {
        let mut bytes = writer.file(&own);
        replace_lone_returns(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let found = open(&&*bytes).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        assert_eq!(levels(&found, &text), own, "round {round}:\n{text}");
    }
    assert!(writer.used.iter().all(|&used| used > 30), "{:?}", writer.used);
}
