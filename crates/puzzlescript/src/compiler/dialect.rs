//! Signs of other dialects of the language.
//!
//! PuzzleScript Plus, PuzzleScript Next and Pattern:Script extend the language, and their files look alike. What they add
//! is mostly reported as an unknown name or as junk; a note says in addition which feature was met first. It is found by
//! the words of a line alone, so it is a hint and no problem of its own.

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

/// Where a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Prelude,
    Objects,
    Rules,
    Levels,
    Elsewhere,
}

/// Looks for the first feature of another dialect.
pub(crate) fn find(source: &str) -> Option<DialectNote> {
    let (mut place, mut comments) = (Place::Prelude, 0);
    for (line, text) in (1..).zip(source.split('\n')) {
        let text = without_comments(text, &mut comments).to_lowercase();
        let text = trim(&text);
        if let Some(section) = SECTIONS.iter().find(|section| **section == text) {
            place = match *section {
                "objects" => Place::Objects,
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
fn feature(text: &str, place: Place) -> Option<(String, &'static str)> {
    let first = text.split(is_space).next().unwrap_or_default();
    let described = |what: &str, dialects| Some((format!("{what} `{first}`"), dialects));
    match place {
        _ if OTHER_SECTIONS.contains(&text) && place != Place::Levels => described("the section", PATTERN_AND_NEXT),
        Place::Prelude => {
            let (_, dialects) = SETTINGS.iter().find(|(setting, _)| *setting == first)?;
            described("the setting", dialects)
        }
        Place::Objects => object_feature(text),
        Place::Rules if matches!(first, "global" | "local" | "subroutine") => {
            described("the rule prefix", PLUS_AND_NEXT)
        }
        Place::Levels if matches!(first, "level" | "section" | "goto" | "link") => level_feature(text, first),
        _ => None,
    }
}

/// A transformed sprite, or a name with tags.
fn object_feature(text: &str) -> Option<(String, &'static str)> {
    let word = text.split(is_space).find(|word| word.contains(':'))?;
    if let Some(transform) = TRANSFORMS.iter().find(|transform| word.starts_with(**transform)) {
        return Some((format!("the sprite transformation `{transform}`"), PLUS_AND_NEXT));
    }
    let has_parts = word.split(':').all(|part| !part.is_empty() && part.chars().all(is_in_name));
    has_parts.then(|| (format!("tags in the name `{word}`"), PATTERN_AND_NEXT))
}

/// A command between levels: a word with text behind it, which no row of a level looks like.
fn level_feature(text: &str, first: &str) -> Option<(String, &'static str)> {
    let rest = trim(&text[first.len()..]);
    rest.starts_with(is_in_name).then(|| (format!("the level command `{first}`"), PLUS_AND_NEXT))
}

/// The parts of a line outside comments.
fn without_comments(text: &str, comments: &mut usize) -> String {
    let mut kept = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '(' => *comments += 1,
            ')' => *comments = comments.saturating_sub(1),
            _ if *comments == 0 => kept.push(character),
            _ => {}
        }
    }
    kept
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
            ("OBJECTS\n\nBox copy:Crate\nred\n", 3, "the sprite transformation `copy:`"),
            ("OBJECTS\nBeam:directions\nred\n", 2, "tags in the name `beam:directions`"),
            ("TAGS\n", 1, "the section `tags`"),
            ("RULES\n\nglobal [ a ] -> [ b ]\n", 3, "the rule prefix `global`"),
            ("LEVELS\n\nsection The cellar\n", 3, "the level command `section`"),
        ];
        for (source, line, feature) in cases {
            assert_eq!(note(source), Some((line, feature.to_owned())), "{source}");
        }
    }

    #[test]
    fn the_language_itself_is_no_dialect() {
        assert_eq!(note("title level_select (\nsprite_size 9)\nOBJECTS\nBox\nred\nLEVELS\nlevel\nlink #.#\n"), None);
    }
}
