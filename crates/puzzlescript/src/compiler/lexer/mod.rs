//! From text to sections, line by line.
//!
//! The lexer behaves like the tokenizer of the reference implementation, which serves an editor: it is called again and
//! again until a line is consumed, and what it expects next is state that survives from line to line. Every call first
//! deals with comments, blank lines and section headings, then lets the reader of the section take the next token. Much
//! of what looks like an accident here is what published games rely on.
//!
//! Lexing ends at the token after which more than five errors are counted.

mod cursor;
mod layers;
mod legend;
mod levels;
mod objects;
mod prelude;
mod rules;
mod sounds;
mod win;

use hashbrown::HashSet;

use super::characters::{is_in_name, is_space};
use super::interner::Symbol;
use super::limits::Budget;
use super::parsed::Parsed;
use super::problem::{Code, Problem, Report};
use super::vocabulary::SECTIONS;
use cursor::Cursor;

/// More errors than this end the lexing.
const MAX_ERRORS: usize = 5;

/// A section of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Prelude,
    Objects,
    Legend,
    Sounds,
    Layers,
    Rules,
    Win,
    Levels,
}

impl Section {
    const IN_ORDER: [Section; 7] = [
        Section::Objects,
        Section::Legend,
        Section::Sounds,
        Section::Layers,
        Section::Rules,
        Section::Win,
        Section::Levels,
    ];
}

/// What fills a line so that nothing but a comment may follow.
#[derive(Clone, Copy)]
enum Heading {
    Section(usize),
    Separator,
}

/// The state of the lexer.
pub(crate) struct Lexer<'a, 'l> {
    report: &'a mut Report,
    budget: &'a mut Budget<'l>,
    parsed: Parsed,
    section: Section,
    /// Whether each section was opened.
    opened: [bool; 7],
    /// How many comments are open.
    comments: usize,
    /// Whether the next call counts as the first of its line, because a comment began the line.
    at_start: bool,
    objects: objects::State,
    /// The words of a line of the legend or of the sounds.
    words: Vec<Symbol>,
    line: LineState,
    /// Names of one character that levels may use.
    glyphs: HashSet<char>,
    levels: levels::State,
    layers: layers::State,
}

/// What is forgotten at the end of a line.
#[derive(Default)]
struct LineState {
    heading: Option<Heading>,
    /// Whether the rest of the line is the text of a message.
    in_message: bool,
    prelude: prelude::LineState,
    sounds: sounds::LineState,
    rules: rules::LineState,
    /// The number of the next word of a win condition.
    win: usize,
    /// Whether the line is a row of a level.
    in_row: bool,
}

/// Reads a text into sections. The flag is false if there were too many errors to read on.
pub(crate) fn read(source: &str, report: &mut Report, budget: &mut Budget<'_>) -> (Parsed, bool) {
    let mut lexer = Lexer {
        report,
        budget,
        parsed: Parsed::default(),
        section: Section::Prelude,
        opened: [false; 7],
        comments: 0,
        at_start: false,
        objects: objects::State::default(),
        words: Vec::new(),
        line: LineState::default(),
        glyphs: HashSet::new(),
        levels: levels::State::default(),
        layers: layers::State::default(),
    };
    for (number, original) in (1..).zip(source.split('\n')) {
        let text = original.to_lowercase();
        if !lexer.line(Cursor::new(number, &text, original)) {
            return (lexer.parsed, false);
        }
    }
    (lexer.parsed, true)
}

impl Lexer<'_, '_> {
    /// Reads a line; false when the lexing ends with it.
    fn line(&mut self, mut line: Cursor<'_>) -> bool {
        self.words.clear();
        self.line = LineState::default();
        self.at_start = true;
        loop {
            let is_start = std::mem::take(&mut self.at_start);
            self.token(&mut line, is_start);
            if line.is_at_end() {
                self.end_line(line.number);
            }
            if self.report.errors() > MAX_ERRORS || self.report.is_full() || !self.budget.spend(1) {
                return false;
            }
            if line.is_at_end() {
                return true;
            }
        }
    }

    /// One call of the reference's tokenizer.
    fn token(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        line.skip_space();
        if self.comment(line, is_start) {
            return;
        }
        line.skip_space();
        if is_start && line.is_at_end() {
            self.blank_line();
            return;
        }
        if self.behind_heading(line) || is_start && self.separator(line) || self.heading(line, is_start) {
            return;
        }
        if line.is_at_end() {
            return;
        }
        match self.section {
            Section::Prelude => self.prelude(line, is_start),
            Section::Objects => self.object(line, is_start),
            Section::Legend => self.legend(line),
            Section::Sounds => self.sound(line),
            Section::Layers => self.layer(line, is_start),
            Section::Rules => self.rule(line, is_start),
            Section::Win => self.win(line, is_start),
            Section::Levels => self.level(line, is_start),
        }
    }

    /// Reads comments; true if the line ends in one, or one ended here.
    fn comment(&mut self, line: &mut Cursor<'_>, is_start: bool) -> bool {
        let was_open = self.comments > 0;
        if !was_open && line.peek() == Some(')') {
            self.report.add(Problem::at(Code::UnopenedComment, line.number).column(line.column()));
            line.bump();
            return true;
        }
        if !was_open && (line.peek() != Some('(') || self.line.in_message) {
            return false;
        }
        self.at_start = is_start;
        loop {
            line.take_while(|character| !matches!(character, '(' | ')'));
            match line.bump() {
                Some('(') => self.comments += 1,
                Some(_) => self.comments -= 1,
                None => break,
            }
            if self.comments == 0 {
                break;
            }
        }
        line.forget_spelling();
        true
    }

    fn blank_line(&mut self) {
        match self.section {
            Section::Objects => self.objects.expect_name(),
            Section::Levels => self.levels.end_level(),
            _ => {}
        }
    }

    /// Refuses what follows a heading.
    fn behind_heading(&mut self, line: &mut Cursor<'_>) -> bool {
        let Some(heading) = self.line.heading.filter(|_| !line.is_at_end()) else { return false };
        let because = match heading {
            Heading::Section(at) => format!("a section name (\"{}\")", SECTIONS[at].to_uppercase()),
            Heading::Separator => "a bunch of equals signs ('===')".to_owned(),
        };
        self.report.add(Problem::at(Code::TrailingText, line.number).column(line.column()).value("because", because));
        line.take_to_comment();
        true
    }

    /// Reads a row of `=`.
    fn separator(&mut self, line: &mut Cursor<'_>) -> bool {
        let is_row = |character| character == '=' || is_space(character);
        if line.peek() != Some('=') || self.section == Section::Levels && !line.rest().chars().all(is_row) {
            return false;
        }
        line.take_while(|character| character == '=');
        self.line.heading = Some(Heading::Separator);
        true
    }

    /// Reads the name of a section. At the start of a line it opens the section; elsewhere it is swallowed.
    fn heading(&mut self, line: &mut Cursor<'_>, is_start: bool) -> bool {
        if self.section == Section::Levels || self.line.in_message {
            return false;
        }
        let column = line.column();
        let Some(name) = line.take_word(&SECTIONS, |next| !is_in_name(next)) else { return false };
        line.skip_space();
        if !is_start {
            return false;
        }
        let at = SECTIONS.iter().position(|section| *section == name).unwrap_or_default();
        let problem = |code| Problem::at(code, line.number).column(column).upper("SECTION", name);
        if self.opened[at] {
            self.report.add(problem(Code::DuplicateSection));
        }
        if at == 0 && self.opened.contains(&true) {
            self.report.add(problem(Code::SectionNotFirst));
        } else if at > 0 && !self.opened[at - 1] {
            self.report.add(problem(Code::SectionOutOfOrder).upper("PREVIOUS", SECTIONS[at - 1]));
        }
        self.open(at);
        if self.section == Section::Levels {
            self.parsed.levels_heading = Some((line.number, column));
        }
        true
    }

    fn open(&mut self, at: usize) {
        self.opened[at] = true;
        self.section = Section::IN_ORDER[at];
        self.line.heading = Some(Heading::Section(at));
        match self.section {
            Section::Objects => self.objects.expect_name(),
            Section::Sounds => self.collect_names(),
            Section::Levels => self.collect_glyphs(),
            _ => {}
        }
    }

    /// Collects the names that rules and win conditions may use.
    fn collect_names(&mut self) {
        let parsed = &self.parsed;
        let mut known: HashSet<Symbol> = parsed.objects.iter().map(|object| object.name).collect();
        known.extend(parsed.synonyms.iter().map(|synonym| synonym.name));
        known.extend(parsed.aggregates.iter().chain(&parsed.properties).map(|entry| entry.name));
        self.parsed.known = known;
    }

    /// Collects the names of one UTF-16 unit that levels may use.
    fn collect_glyphs(&mut self) {
        let parsed = &self.parsed;
        let objects = parsed.objects.iter().map(|object| object.name);
        let synonyms = parsed.synonyms.iter().map(|synonym| synonym.name);
        let names = objects.chain(synonyms).chain(parsed.aggregates.iter().map(|entry| entry.name));
        self.glyphs = names.filter_map(|name| single_unit(parsed.name(name))).collect();
    }

    /// Judges the words of the line when it is consumed.
    fn end_line(&mut self, number: u32) {
        match self.section {
            Section::Legend => self.end_legend_line(number),
            Section::Sounds => self.end_sound_line(number),
            _ => {}
        }
    }

    /// Reads a word that no reader understands.
    fn skip_word(line: &mut Cursor<'_>) -> String {
        line.take_while(|character| !is_space(character) && character != '(').to_owned()
    }
}

/// The character of a name that is one UTF-16 unit long.
fn single_unit(name: &str) -> Option<char> {
    let mut characters = name.chars();
    characters.next().filter(|first| first.len_utf16() == 1 && characters.next().is_none())
}
