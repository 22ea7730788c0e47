//! Features of other dialects of the language.
//!
//! PuzzleScript Plus, PuzzleScript Next and Pattern:Script extend the language, and their files look alike. What they
//! add is mostly reported as an unknown name or as junk; a note says in addition which feature a line uses, and whether
//! the feature changes play or only what a game looks like. Features are found by the words of a line alone, so that a
//! note is a hint and no problem of its own; a text without errors gets none.

use std::borrow::Cow;

use super::characters::{is_in_name, is_space, trim};
use super::vocabulary::SECTIONS;

/// What a feature of another dialect changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// How the game plays, or how its text is read.
    Play,
    /// What the game looks like, or how its levels are chosen.
    Presentation,
}

/// A feature of another dialect that a text uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectNote {
    /// The line where it is used.
    pub line: u32,
    /// The last line that belongs to it: of a section its last one, else `line`.
    pub last_line: u32,
    /// The feature, as a description that can follow "uses".
    pub feature: String,
    /// The dialects that have it.
    pub dialects: &'static str,
    /// What it changes.
    pub effect: Effect,
}

impl DialectNote {
    /// Whether a problem of this line is about the feature.
    #[must_use]
    pub fn holds(&self, line: Option<u32>) -> bool {
        line.is_some_and(|line| (self.line..=self.last_line).contains(&line))
    }

    /// The use of the feature as a clause.
    #[must_use]
    pub fn words(&self) -> String {
        format!("this line uses {}, which {} has", self.feature, self.dialects)
    }
}

impl std::fmt::Display for DialectNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}; expected PuzzleScript", self.line, self.words())
    }
}

const PLUS: &str = "PuzzleScript Plus";
const PLUS_AND_NEXT: &str = "PuzzleScript Plus or Next";
const PATTERN_AND_NEXT: &str = "Pattern:Script or PuzzleScript Next";
const NEXT: &str = "PuzzleScript Next";

/// Settings of the prelude that other dialects have.
const SETTINGS: &[(&str, &str)] = &[
    ("allow_undo_level", NEXT),
    ("author_color", PLUS_AND_NEXT),
    ("auto_level_titles", PLUS),
    ("case_sensitive", PLUS_AND_NEXT),
    ("continue_is_level_select", PLUS_AND_NEXT),
    ("custom_font", PLUS),
    ("keyhint_color", PLUS_AND_NEXT),
    ("level_select", PLUS_AND_NEXT),
    ("level_select_lock", PLUS_AND_NEXT),
    ("level_select_solve_symbol", PLUS_AND_NEXT),
    ("level_select_unlocked_ahead", PLUS_AND_NEXT),
    ("level_select_unlocked_rollover", PLUS_AND_NEXT),
    ("level_title_style", PLUS),
    ("local_radius", PLUS_AND_NEXT),
    ("message_text_align", PLUS_AND_NEXT),
    ("mouse_clicks", PLUS_AND_NEXT),
    ("mouse_drag", PLUS_AND_NEXT),
    ("mouse_left", PLUS_AND_NEXT),
    ("mouse_obstacle", PLUS_AND_NEXT),
    ("mouse_rclicks", PLUS_AND_NEXT),
    ("mouse_rdrag", PLUS_AND_NEXT),
    ("mouse_right", PLUS_AND_NEXT),
    ("mouse_rup", PLUS_AND_NEXT),
    ("mouse_up", PLUS_AND_NEXT),
    ("nokeyboard", PLUS_AND_NEXT),
    ("runtime_metadata_twiddling", PLUS_AND_NEXT),
    ("runtime_metadata_twiddling_debug", PLUS_AND_NEXT),
    ("skip_title_screen", PLUS_AND_NEXT),
    ("smoothscreen", PLUS_AND_NEXT),
    ("sprite_size", PLUS_AND_NEXT),
    ("status_line", NEXT),
    ("text_controls", PLUS_AND_NEXT),
    ("text_message_continue", PLUS_AND_NEXT),
    ("title_color", PLUS_AND_NEXT),
    ("tween_easing", PLUS_AND_NEXT),
    ("tween_length", PLUS_AND_NEXT),
    ("tween_snap", PLUS_AND_NEXT),
];

/// The settings of other dialects that change play: what a game answers to, and how its text is read. Those of the
/// mouse begin with `mouse_`.
const SETTINGS_OF_PLAY: [&str; 5] =
    ["case_sensitive", "local_radius", "nokeyboard", "runtime_metadata_twiddling", "sprite_size"];

/// Sections that other dialects have.
const OTHER_SECTIONS: [&str; 2] = ["tags", "mappings"];

/// How other dialects make a sprite of another one.
const TRANSFORMS: [&str; 5] = ["copy:", "rot:", "flip:", "shift:", "translate:"];

/// Words before the first bracket of a rule.
const PREFIXES: [&str; 3] = ["global", "local", "subroutine"];

/// Commands at the end of a rule.
const COMMANDS: [&str; 8] = ["undo", "quit", "nosave", "goto", "gosub", "link", "log", "status"];

/// Commands between levels.
const LEVEL_COMMANDS: [&str; 4] = ["level", "section", "goto", "link"];

/// The pixels of a row of a sprite.
const SPRITE_SIZE: usize = 5;

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Prelude,
    Objects,
    Names,
    Rules,
    Levels,
    Elsewhere,
}

/// A feature as a description, the dialects that have it, and what it changes.
type Feature = (String, &'static str, Effect);

/// Finds the features of other dialects, at most one a line.
pub(crate) fn find(source: &str) -> Vec<DialectNote> {
    let mut place = Place::Prelude;
    let mut notes: Vec<DialectNote> = Vec::new();
    let mut is_in_other_section = false;
    let lines: Vec<(u32, Cow<'_, str>)> = lines_without_comments(source).collect();
    for ((line, text), next) in lines.iter().zip(following(&lines)) {
        let (line, text) = (*line, trim(text));
        if let Some(section) = SECTIONS.iter().find(|section| section.eq_ignore_ascii_case(text)) {
            is_in_other_section = false;
            place = match *section {
                "objects" => Place::Objects,
                "legend" | "collisionlayers" => Place::Names,
                "rules" => Place::Rules,
                "levels" => Place::Levels,
                _ => Place::Elsewhere,
            };
        } else if let Some((feature, dialects, effect)) = feature(text, next, place) {
            is_in_other_section = is_other_section(text, next, place);
            notes.push(DialectNote { line, last_line: line, feature, dialects, effect });
        } else if let Some(section) = notes.last_mut().filter(|_| is_in_other_section) {
            section.last_line = line;
        }
    }
    notes
}

/// The text without what only changes a game's looks: such lines are empty. The notes are in the order of their lines.
pub(crate) fn without_presentation(source: &str, notes: &[DialectNote]) -> String {
    let mut left_out = notes.iter().filter(|note| note.effect == Effect::Presentation).map(|note| note.line).peekable();
    let lines = (1..).zip(source.split('\n'));
    let lines = lines.map(|(line, text)| if left_out.next_if_eq(&line).is_some() { "" } else { text });
    lines.collect::<Vec<&str>>().join("\n")
}

/// For each line the next one that is not blank.
fn following<'t>(lines: &'t [(u32, Cow<'_, str>)]) -> Vec<&'t str> {
    let mut following = vec![""; lines.len()];
    for at in (1..lines.len()).rev() {
        let text = trim(&lines[at].1);
        following[at - 1] = if text.is_empty() { following[at] } else { text };
    }
    following
}

/// Whether a line opens a section that other dialects have. Among levels it is a row; among objects it is a name,
/// unless definitions follow, or a row of `=`.
fn is_other_section(text: &str, next: &str, place: Place) -> bool {
    let can_stand = match place {
        Place::Objects => next.contains('='),
        Place::Levels => false,
        _ => true,
    };
    can_stand && OTHER_SECTIONS.iter().any(|name| name.eq_ignore_ascii_case(text))
}

/// The feature of another dialect that a line uses.
fn feature(text: &str, next: &str, place: Place) -> Option<Feature> {
    if is_other_section(text, next, place) {
        return Some((format!("the section `{}`", text.to_lowercase()), PATTERN_AND_NEXT, Effect::Play));
    }
    if text.starts_with("//") && !matches!(place, Place::Levels | Place::Names) {
        return Some(("a comment that begins with `//`".to_owned(), NEXT, Effect::Presentation));
    }
    let first = text.split(is_space).next().unwrap_or_default();
    let is_first = |name: &str| name.eq_ignore_ascii_case(first);
    match place {
        Place::Prelude => {
            let (setting, dialects) = SETTINGS.iter().find(|(setting, _)| is_first(setting))?;
            let plays = setting.starts_with("mouse_") || SETTINGS_OF_PLAY.contains(setting);
            let effect = if plays { Effect::Play } else { Effect::Presentation };
            Some((format!("the setting `{setting}`"), dialects, effect))
        }
        Place::Objects => object_feature(text),
        Place::Names => tagged_name(text),
        Place::Rules => rule_feature(text, first),
        Place::Levels => {
            let command = LEVEL_COMMANDS.iter().find(|command| is_first(command))?;
            level_feature(text, command)
        }
        Place::Elsewhere => None,
    }
}

/// A transformed sprite, a name with tags, or a sprite that is too large.
fn object_feature(text: &str) -> Option<Feature> {
    let is_pixel = |character: char| character == '.' || character.is_ascii_digit();
    if text.len() > SPRITE_SIZE && text.contains('.') && text.chars().all(is_pixel) {
        return Some((format!("a sprite {} pixels wide", text.len()), PLUS_AND_NEXT, Effect::Play));
    }
    let word = text.split(is_space).find(|word| word.contains(':'))?.to_lowercase();
    match TRANSFORMS.iter().find(|transform| word.starts_with(**transform)) {
        Some(transform) => Some((format!("the sprite transformation `{transform}`"), PLUS_AND_NEXT, Effect::Play)),
        None => tagged_name(text),
    }
}

/// A name with tags, such as `crate:red`.
fn tagged_name(text: &str) -> Option<Feature> {
    if !text.contains(':') {
        return None;
    }
    let words = text.split(|character| is_space(character) || "[]|,=".contains(character));
    let is_part = |part: &str| !part.is_empty() && (part.chars().all(is_in_name) || "><^v".contains(part));
    let mut tagged = words.filter(|word| word.contains(':') && word.split(':').all(is_part));
    tagged.next().map(|word| (format!("tags in the name `{}`", word.to_lowercase()), PATTERN_AND_NEXT, Effect::Play))
}

/// A prefix, a command, a name with tags or a word with `@` in a rule. The text of a message is none of them.
fn rule_feature(text: &str, first: &str) -> Option<Feature> {
    if let Some(prefix) = PREFIXES.iter().find(|prefix| prefix.eq_ignore_ascii_case(first)) {
        return Some((format!("the rule prefix `{prefix}`"), PLUS_AND_NEXT, Effect::Play));
    }
    let text = before_message(text);
    let (rows, commands) = text.split_at(text.rfind(']')? + 1);
    let right = rows.split_once("->").map_or("", |(_, right)| right);
    // `undo` is a keyword, which no object should be called by, so that it is a command inside of brackets too.
    let inside = rule_words(right).filter(|word| word.eq_ignore_ascii_case("undo"));
    let mut words = rule_words(commands).chain(inside);
    let command = words.find_map(|word| COMMANDS.iter().find(|command| command.eq_ignore_ascii_case(word)));
    if let Some(command) = command {
        return Some((format!("the command `{command}`"), PLUS_AND_NEXT, Effect::Play));
    }
    tagged_name(rows).or_else(|| marked_name(rows))
}

/// The words of a rule between blanks, brackets and bars.
fn rule_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character| is_space(character) || "[]|".contains(character)).filter(|word| !word.is_empty())
}

/// The part of a rule before the command `message`, whose text can be anything.
fn before_message(text: &str) -> &str {
    let is_end = |character: char| is_space(character) || "[]|".contains(character);
    let is_message = |piece: &str| piece.trim_end_matches(is_end).eq_ignore_ascii_case("message");
    let before = text.split_inclusive(is_end).take_while(|piece| !is_message(piece));
    &text[..before.map(str::len).sum()]
}

/// A word that begins with `@`.
fn marked_name(rows: &str) -> Option<Feature> {
    let word = rule_words(rows).find(|word| word.strip_prefix('@').is_some_and(|name| name.starts_with(is_in_name)))?;
    Some((format!("the word `{}`, which begins with `@`", word.to_lowercase()), NEXT, Effect::Play))
}

/// A command between levels: a word with text behind it, which no row of a level looks like.
fn level_feature(text: &str, command: &str) -> Option<Feature> {
    let rest = trim(&text[command.len()..]);
    // A name for levels; the others lead from one level to another.
    let effect = if matches!(command, "level" | "section") { Effect::Presentation } else { Effect::Play };
    rest.starts_with(is_in_name).then(|| (format!("the level command `{command}`"), PLUS_AND_NEXT, effect))
}

/// The lines of a text without comments, with their numbers, from 1.
pub(crate) fn lines_without_comments(source: &str) -> impl Iterator<Item = (u32, Cow<'_, str>)> {
    let mut comments = 0;
    (1..).zip(source.split('\n')).map(move |(line, text)| (line, without_comments(text, &mut comments)))
}

/// The parts of a line outside comments.
fn without_comments<'t>(text: &'t str, comments: &mut usize) -> Cow<'t, str> {
    if *comments == 0 && !text.contains(['(', ')']) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '(' => *comments += 1,
            ')' => *comments = comments.saturating_sub(1),
            _ if *comments == 0 => kept.push(character),
            _ => {}
        }
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(source: &str) -> Option<(u32, String)> {
        find(source).into_iter().next().map(|note| (note.line, note.feature))
    }

    #[test]
    fn features_of_other_dialects_are_named() {
        let cases = [
            ("title a\nsprite_size 9\n", 2, "the setting `sprite_size`"),
            ("title a\n\nCase_Sensitive\n", 3, "the setting `case_sensitive`"),
            ("mouse_left Cursor\n", 1, "the setting `mouse_left`"),
            ("OBJECTS\n\nBox\nred\nCopy:Crate flip:^\n", 5, "the sprite transformation `copy:`"),
            ("OBJECTS\nBeam:directions\nred\n", 2, "tags in the name `beam:directions`"),
            ("OBJECTS\nBox\nred\n......\n", 4, "a sprite 6 pixels wide"),
            ("LEGEND\nx = Box:A or Wall\n", 2, "tags in the name `box:a`"),
            ("COLLISIONLAYERS\nBox:a,Wall\n", 2, "tags in the name `box:a`"),
            ("TAGS\n", 1, "the section `tags`"),
            ("// remark\n", 1, "a comment that begins with `//`"),
            ("RULES\n\nglobal [ a ] -> [ b ]\n", 3, "the rule prefix `global`"),
            ("RULES\n[ > a:> | b ] -> [ a | ]\n", 2, "tags in the name `a:>`"),
            ("RULES\n[ @a ] -> [ ]\n", 2, "the word `@a`, which begins with `@`"),
            ("RULES\n[ a ] -> [ ] again GOTO cellar\n", 2, "the command `goto`"),
            ("RULES\n[ a ] -> undo\n", 2, "the command `undo`"),
            ("RULES\n[ a ] -> [ a ]UNDO again\n", 2, "the command `undo`"),
            ("RULES\n[ a ] -> [ a undo ]\n", 2, "the command `undo`"),
            ("RULES\n[ a ] -> undo message ]\n", 2, "the command `undo`"),
            ("OBJECTS\n\nTags\n\nkind = a b\n", 3, "the section `tags`"),
            ("OBJECTS\n===\nMappings\n===\n", 3, "the section `mappings`"),
            ("LEVELS\n\nsection The cellar\n", 3, "the level command `section`"),
            ("LEVELS\n\nLevel One\n", 3, "the level command `level`"),
            ("LEVELS\n\ngoto One\n", 3, "the level command `goto`"),
        ];
        for (source, line, feature) in cases {
            assert_eq!(note(source), Some((line, feature.to_owned())), "{source}");
        }
    }

    #[test]
    fn features_of_play_and_of_presentation_are_told_apart() {
        let source =
            "title a\nsmoothscreen 5x5\nmouse_left x\n=\nTAGS\n=\nkind = a b\n\n=\nOBJECTS\nLEVELS\n\nlevel One\n#\n";
        let notes = find(source);
        let found: Vec<_> = notes.iter().map(|note| (note.line, note.last_line, note.effect)).collect();
        let (play, presentation) = (Effect::Play, Effect::Presentation);
        assert_eq!(found, [(2, 2, presentation), (3, 3, play), (5, 9, play), (13, 13, presentation)]);
        let without = without_presentation(source, &notes);
        assert_eq!(without, source.replace("smoothscreen 5x5", "").replace("level One", ""));
    }

    #[test]
    fn features_in_every_line_are_left_out_in_time_that_grows_with_the_lines() {
        let prepare = |size: usize| {
            let source = "smoothscreen 5x5\n".repeat(size);
            let notes = find(&source);
            (source, notes)
        };
        testkit::growth::assert_linear("left out", 10_000, prepare, |(source, notes)| {
            assert!(without_presentation(source, notes).bytes().all(|byte| byte == b'\n'));
        });
    }

    #[test]
    fn what_the_language_has_too_is_no_dialect() {
        let texts = [
            "OBJECTS\nBox :\nred\n.....\n123456\n\nTags\nred\n",
            "LEGEND\n: = Box\n@ = Wall\n// = Box\n",
            "RULES\n[ a ] -> message at 10:30 ] goto bed\n[ a ] -> [ ] message log in\n",
            "LEVELS\n\n//#@\nlevel\n",
        ];
        assert_eq!(texts.map(note), [None, None, None, None]);
    }

    #[test]
    fn the_language_itself_is_no_dialect() {
        assert_eq!(note("title level_select (\nsprite_size 9)\nOBJECTS\nBox\nred\nLEVELS\nlevel\nlink #.#\n"), None);
    }
}
