//! Signs of other dialects of the language.
//!
//! PuzzleScript Plus, PuzzleScript Next and Pattern:Script extend the language, and their files look alike. What they add
//! is mostly reported as an unknown name or as junk; a note says in addition which feature was met first. It is found by
//! the words of a line alone, so it is a hint and no problem of its own; a text without errors gets none.

use std::borrow::Cow;

use super::characters::{is_in_name, is_space, trim};
use super::vocabulary::SECTIONS;

/// A feature of another dialect that a text uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialectNote {
    /// The line where it is used first.
    pub line: u32,
    /// The feature, as a description that can follow "uses".
    pub feature: String,
    /// The dialects that have it.
    pub dialects: &'static str,
}

impl std::fmt::Display for DialectNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: this line uses {}, which {} has; expected PuzzleScript", self.line, self.feature, self.dialects)
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

/// Sections that other dialects have.
const OTHER_SECTIONS: [&str; 2] = ["tags", "mappings"];

/// How other dialects make a sprite of another one.
const TRANSFORMS: [&str; 5] = ["copy:", "rot:", "flip:", "shift:", "translate:"];

/// Words before the first bracket of a rule.
const PREFIXES: [&str; 3] = ["global", "local", "subroutine"];

/// Commands at the end of a rule.
const COMMANDS: [&str; 7] = ["quit", "nosave", "goto", "gosub", "link", "log", "status"];

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

/// A feature as a description, and the dialects that have it.
type Feature = (String, &'static str);

/// Looks for the first feature of another dialect.
pub(crate) fn find(source: &str) -> Option<DialectNote> {
    let (mut place, mut comments) = (Place::Prelude, 0);
    for (line, text) in (1..).zip(source.split('\n')) {
        let text = without_comments(text, &mut comments);
        let text = trim(&text);
        if let Some(section) = SECTIONS.iter().find(|section| section.eq_ignore_ascii_case(text)) {
            place = match *section {
                "objects" => Place::Objects,
                "legend" | "collisionlayers" => Place::Names,
                "rules" => Place::Rules,
                "levels" => Place::Levels,
                _ => Place::Elsewhere,
            };
        } else if let Some((feature, dialects)) = feature(text, place) {
            return Some(DialectNote { line, feature, dialects });
        }
    }
    None
}

/// The feature of another dialect that a line uses.
fn feature(text: &str, place: Place) -> Option<Feature> {
    // There it is the name of an object, or a row.
    let is_name = matches!(place, Place::Objects | Place::Levels);
    let is_section = |name: &&&str| name.eq_ignore_ascii_case(text);
    if let Some(section) = OTHER_SECTIONS.iter().find(is_section).filter(|_| !is_name) {
        return Some((format!("the section `{section}`"), PATTERN_AND_NEXT));
    }
    if text.starts_with("//") && !matches!(place, Place::Levels | Place::Names) {
        return Some(("a comment that begins with `//`".to_owned(), NEXT));
    }
    let first = text.split(is_space).next().unwrap_or_default();
    let is_first = |name: &str| name.eq_ignore_ascii_case(first);
    match place {
        Place::Prelude => {
            let (setting, dialects) = SETTINGS.iter().find(|(setting, _)| is_first(setting))?;
            Some((format!("the setting `{setting}`"), dialects))
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
        return Some((format!("a sprite {} pixels wide", text.len()), PLUS_AND_NEXT));
    }
    let word = text.split(is_space).find(|word| word.contains(':'))?.to_lowercase();
    match TRANSFORMS.iter().find(|transform| word.starts_with(**transform)) {
        Some(transform) => Some((format!("the sprite transformation `{transform}`"), PLUS_AND_NEXT)),
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
    tagged.next().map(|word| (format!("tags in the name `{}`", word.to_lowercase()), PATTERN_AND_NEXT))
}

/// A prefix, a command, a name with tags or a word with `@` in a rule. The text of a message is none of them.
fn rule_feature(text: &str, first: &str) -> Option<Feature> {
    if let Some(prefix) = PREFIXES.iter().find(|prefix| prefix.eq_ignore_ascii_case(first)) {
        return Some((format!("the rule prefix `{prefix}`"), PLUS_AND_NEXT));
    }
    let (rows, commands) = text.split_at(text.rfind(']')?);
    let before = |text: &str| text.split(is_space).take_while(|word| !word.eq_ignore_ascii_case("message")).count();
    let is_before_message = before(rows) == rows.split(is_space).count();
    let words = commands.split(is_space).take(before(commands));
    let command = words.filter_map(|word| COMMANDS.iter().find(|command| command.eq_ignore_ascii_case(word))).next();
    if let Some(command) = command.filter(|_| is_before_message) {
        return Some((format!("the command `{command}`"), PLUS_AND_NEXT));
    }
    let rows = Some(rows).filter(|_| is_before_message)?;
    tagged_name(rows).or_else(|| marked_name(rows))
}

/// A word that begins with `@`.
fn marked_name(rows: &str) -> Option<Feature> {
    let mut words = rows.split(|character| is_space(character) || "[]|".contains(character));
    let word = words.find(|word| word.strip_prefix('@').is_some_and(|name| name.starts_with(is_in_name)))?;
    Some((format!("the word `{}`, which begins with `@`", word.to_lowercase()), NEXT))
}

/// A command between levels: a word with text behind it, which no row of a level looks like.
fn level_feature(text: &str, command: &str) -> Option<Feature> {
    let rest = trim(&text[command.len()..]);
    rest.starts_with(is_in_name).then(|| (format!("the level command `{command}`"), PLUS_AND_NEXT))
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
        find(source).map(|note| (note.line, note.feature))
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
            ("LEVELS\n\nsection The cellar\n", 3, "the level command `section`"),
            ("LEVELS\n\nLevel One\n", 3, "the level command `level`"),
            ("LEVELS\n\ngoto One\n", 3, "the level command `goto`"),
        ];
        for (source, line, feature) in cases {
            assert_eq!(note(source), Some((line, feature.to_owned())), "{source}");
        }
    }

    #[test]
    fn what_the_language_has_too_is_no_dialect() {
        let texts = [
            "OBJECTS\nBox :\nred\n.....\n123456\n",
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
