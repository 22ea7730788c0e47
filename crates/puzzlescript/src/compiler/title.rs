//! The title screen, which has room for a few lines.

use super::parsed::Parsed;
use super::problem::{Code, Problem, Report};
use super::text_layout;

/// The rows of the title screen for the title and the author together.
const ROWS: usize = 5;

/// More characters than fit on the title screen, whatever they are.
const MAX_CHARACTERS: usize = 1000;

/// The characters of the built-in font.
#[rustfmt::skip]
const FONT: &[&str] = &[
    "0123456789abcdefghijklmnopqrstuvwx×yzABCDEFGHIJKLMNOPQRSTUVWXYZ.·•…†‡ƒ‚„,;:?¿!¡@",
    "£$%‰^&*()+÷±-–—_= {}[]'‘’“”\"/\\|¦<‹«>›»~˜`#ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßẞàáâãäå",
    "æçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶ",
    "ķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽž€™¢¤¥§¨©",
    "®ªº¬¯°АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя☺",
];

/// Reports a title or an author that does not fit.
pub(crate) fn check(parsed: &Parsed, report: &mut Report) {
    let has = |flag| parsed.setting(flag).is_some();
    let room = ROWS + usize::from(has("noaction") || has("noundo") && has("norestart"));
    let title = parsed.setting("title").map_or(1, rows);
    let author = parsed.setting("author").map_or(0, |author| rows(&format!("by {author}")));
    if title + author <= room {
        return;
    }
    let author_room = author.min(room.saturating_sub(title).max(1));
    let at = |code, key| Problem::at(code, parsed.metadata_lines.get(key).copied().unwrap_or_default());
    if title > room - author_room {
        report.add(at(Code::TitleTooLong, "title"));
    }
    if author > author_room {
        report.add(at(Code::AuthorTooLong, "author"));
    }
}

/// The rows of a text. A UTF-16 unit that the font lacks is followed by a blank.
fn rows(text: &str) -> usize {
    let mut shown = Vec::new();
    for unit in text.encode_utf16().take(MAX_CHARACTERS) {
        shown.push(unit);
        let character = char::from_u32(u32::from(unit));
        if !character.is_some_and(|character| FONT.iter().any(|part| part.contains(character))) {
            shown.push(u16::from(b' '));
        }
    }
    text_layout::lines_of_units(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_without_a_picture_take_two_places() {
        assert_eq!((rows(&"a".repeat(34)), rows(&"\u{6f22}".repeat(18))), (1, 2));
        // Two units with a blank behind each.
        assert_eq!((rows(&"\u{1f600}".repeat(8)), rows(&"\u{1f600}".repeat(9))), (1, 2));
    }
}
