//! Classes of characters. The language is defined by an implementation in JavaScript, whose classes differ a little
//! from Rust's, and whose lengths count UTF-16 units.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Whether JavaScript's `\s` matches.
pub(crate) fn is_space(character: char) -> bool {
    if character.is_ascii() {
        return matches!(character, ' ' | '\t'..='\r');
    }
    character == '\u{feff}' || character.is_whitespace() && character != '\u{85}'
}

/// Whether the character can stand in a name: a letter, a number or `_`.
pub(crate) fn is_in_name(character: char) -> bool {
    if character.is_ascii() {
        return is_ascii_word(character);
    }
    matches!(character.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// Whether JavaScript's `\w` matches, which decides where `\b` lies.
pub(crate) fn is_ascii_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The text without whitespace at its ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// The words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// The length in UTF-16 units.
pub(crate) fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The byte at which the UTF-16 unit `at` of `text` begins, or the end of the text.
pub(crate) fn byte_of_unit(text: &str, at: usize) -> usize {
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        if units >= at {
            return byte;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// Whether the text is a whole number in the form in which JavaScript prints one and sorts keys by it.
fn as_index(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|&index| digits && index < u32::MAX)
}

/// What JavaScript sorts the keys of a dictionary by: whole numbers ascending, then the others as they were inserted.
pub(crate) fn dictionary_order(key: &str) -> (u8, u32) {
    as_index(key).map_or((1, 0), |index| (0, index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hold_letters_and_numbers_alone() {
        assert!("aZ0_éЖ漢½".chars().all(is_in_name));
        assert!(!"-.Ⓐ\u{301}".chars().any(is_in_name));
    }

    #[test]
    fn whitespace_is_javascripts() {
        assert!(" \t\r\u{a0}\u{feff}\u{2028}".chars().all(is_space));
        assert!(!is_space('\u{85}'));
    }

    #[test]
    fn keys_that_are_numbers_have_one_form() {
        assert_eq!(
            ["0", "17", "01", "+1", "", "4294967295"].map(as_index),
            [Some(0), Some(17), None, None, None, None]
        );
    }

    #[test]
    fn units_count_characters_outside_the_basic_plane_twice() {
        assert_eq!((units("a😀"), byte_of_unit("a😀b", 3), byte_of_unit("é", 9)), (3, 5, 2));
    }
}
