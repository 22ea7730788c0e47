//! The section OBJECTS: names, colours and sprites, each on lines of their own.

use super::{Cursor, Lexer};
use crate::compiler::characters::is_space;
use crate::compiler::parsed::{ObjectSource, SynonymSource};
use crate::compiler::problem::{Code, Problem};
use crate::compiler::vocabulary::{COLORS, is_keyword};

/// What comes next in the section.
#[derive(Default)]
pub(super) struct State {
    expects: Expects,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Expects {
    #[default]
    Name,
    /// A name was read on this line: further ones are synonyms.
    Names,
    Colors,
    Sprite,
}

/// Rows of a sprite, and pixels of a row.
const SPRITE_SIZE: usize = 5;

impl State {
    pub(super) fn expect_name(&mut self) {
        self.expects = Expects::Name;
    }
}

impl Lexer<'_, '_> {
    pub(super) fn object(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        if is_start {
            self.objects.expects = match self.objects.expects {
                Expects::Colors => Expects::Sprite,
                Expects::Names => Expects::Colors,
                other => other,
            };
        }
        match self.objects.expects {
            Expects::Name | Expects::Names => self.object_name(line, is_start),
            Expects::Colors => self.object_color(line),
            Expects::Sprite => self.sprite(line, is_start),
        }
    }

    /// Reads the name of an object, or a further name behind it.
    fn object_name(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        let column = line.column();
        let name = if is_start {
            line.take_name().unwrap_or_default()
        } else {
            let name = line.take_while(|character| !is_space(character) && !matches!(character, '(' | ')'));
            line.skip_space();
            name
        };
        let number = line.number;
        if name.is_empty() {
            self.report.add(Problem::at(Code::InvalidObjectName, number).column(column));
            line.take_to_comment();
            return;
        }
        let symbol = self.parsed.names.intern(name);
        let problem = |code| Problem::at(code, number).column(column).upper("NAME", name);
        if self.parsed.declared.objects.contains_key(&symbol) {
            self.report.add(problem(Code::DuplicateObject));
            return;
        }
        if self.parsed.declared.synonyms.contains_key(&symbol) {
            self.report.add(problem(Code::ObjectNameInUse));
        }
        if is_keyword(name) {
            self.report.add(problem(Code::ObjectNameIsKeyword));
        }
        if is_start {
            let (colors, sprite) = (Vec::new(), Vec::new());
            self.parsed.add_object(ObjectSource { line: number, name: symbol, colors, sprite });
        } else {
            // A stray `)` can keep the first name from being the first of its line; then it names nothing.
            let Some(object) = self.parsed.objects.last() else { return };
            let target = object.name;
            self.parsed.add_synonym(SynonymSource { line: number, name: symbol, target });
        }
        self.objects.expects = Expects::Names;
    }

    /// Reads a colour.
    fn object_color(&mut self, line: &mut Cursor<'_>) {
        let column = line.column();
        let color = take_color(line);
        if !color.is_empty() {
            line.skip_space();
            let object = self.parsed.objects.last_mut();
            object.into_iter().for_each(|object| object.colors.push(color.to_owned()));
            return;
        }
        let before = line.rest();
        if line.take_name().is_none() {
            line.take_while(|character| character != '(');
        }
        let word = &before[..before.len() - line.rest().len()];
        let problem = Problem::at(Code::UnknownObjectColour, line.number).column(column);
        self.report.add(problem.upper("OBJECT", &self.object_being_read()).value("word", word));
    }

    /// Reads a pixel.
    fn sprite(&mut self, line: &mut Cursor<'_>, is_start: bool) {
        let column = line.column();
        let pixel = line.peek().filter(|&pixel| pixel == '.' || pixel.is_ascii_digit());
        let Some(object) = self.parsed.objects.last_mut() else { return };
        let Some(pixel) = pixel else {
            if object.sprite.is_empty() {
                return self.object_name(line, is_start);
            }
            let problem = Problem::at(Code::InvalidPixel, line.number).column(column);
            self.report.add(problem.upper("OBJECT", &self.object_being_read()));
            line.take_to_comment();
            return;
        };
        line.bump();
        if is_start || object.sprite.is_empty() {
            object.sprite.push(String::new());
        }
        let rows = object.sprite.len();
        let row = object.sprite.last_mut().expect("a row was added");
        row.push(pixel);
        if row.len() > SPRITE_SIZE {
            self.report.add(Problem::at(Code::SpriteRowTooLong, line.number).column(column));
            line.take_to_comment();
            return;
        }
        if rows == SPRITE_SIZE && row.len() == SPRITE_SIZE {
            self.objects.expect_name();
        }
        let colors = object.colors.len();
        if pixel.to_digit(10).is_some_and(|digit| digit as usize >= colors) {
            let problem = Problem::at(Code::PixelWithoutColour, line.number).column(column).value("digit", pixel);
            let problem = problem.upper("OBJECT", &self.object_being_read()).value("count", colors.to_string());
            self.report.add(problem);
        }
    }

    fn object_being_read(&self) -> String {
        self.parsed.objects.last().map_or_else(String::new, |object| self.parsed.name(object.name).to_owned())
    }
}

/// Reads a colour if one comes next. The end of its word does not matter.
fn take_color<'t>(line: &mut Cursor<'t>) -> &'t str {
    let rest = line.rest();
    let length = match rest.strip_prefix('#') {
        Some(digits) => match digits.bytes().take_while(u8::is_ascii_hexdigit).count() {
            0..3 => 0,
            3..6 => 4,
            _ => 7,
        },
        None => {
            let names = COLORS.iter().chain(&["transparent"]);
            names.copied().find(|name| rest.starts_with(name)).map_or(0, str::len)
        }
    };
    line.take(&rest[..length]);
    &rest[..length]
}
