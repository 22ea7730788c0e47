//! The settings of the prelude: sizes, colours, intervals, flags.

use super::names::palette;
use super::palettes::Palette;
use super::parsed::Parsed;
use super::problem::{Code, Problem, Report};
use crate::game::{Prelude, Screen};

/// The part of the board that is shown.
pub(crate) fn screen(parsed: &Parsed, report: &mut Report) -> Screen {
    let flick = size("flickscreen", parsed, report);
    let zoom = size("zoomscreen", parsed, report);
    Screen { flick, zoom }
}

/// Columns and rows of a setting such as `16x10`.
fn size(key: &'static str, parsed: &Parsed, report: &mut Report) -> Option<(usize, usize)> {
    let value = parsed.setting(key)?;
    let line = parsed.metadata_lines.get(key).copied().unwrap_or_default();
    let parts: Vec<&str> = value.split('x').collect();
    let [width, height] = parts[..] else {
        report.add(Problem::at(Code::MissingScreenNumbers, line));
        return None;
    };
    let sizes = [width, height].map(|part| side(super::characters::trim(part), line, report));
    match sizes {
        [Some(width), Some(height)] if width > 0 && height > 0 => Some((width as usize, height as usize)),
        [Some(_), Some(_)] => {
            report.add(Problem::at(Code::ScreenSizeNotPositive, line).value("value", value));
            None
        }
        _ => {
            report.add(Problem::at(Code::InvalidScreenSize, line).value("value", value));
            None
        }
    }
}

/// One side of a size; `None` if it is no whole number. As the reference reads it, a number whose value is whole and
/// fits into 32 bits counts by the digits that it begins with: `1e1` is 1, and `.5e1` has none.
fn side(part: &str, line: u32, report: &mut Report) -> Option<i64> {
    let has_digits_only = part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e'));
    let value: Option<f64> = part.parse().ok().filter(|_| has_digits_only);
    let is_whole = value.is_some_and(|value| value == f64::from(value as i32));
    let number = first_digits(part);
    let code = match number {
        _ if !is_whole => Code::InvalidScreenNumber,
        None => Code::ScreenNumberWithoutDigit,
        Some(number) if number <= 0 => Code::ScreenNumberNotPositive,
        Some(_) => return number,
    };
    report.add(Problem::at(code, line).value("part", part));
    number.filter(|_| is_whole)
}

/// The whole number that a text begins with.
fn first_digits(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = unsigned.find(|character: char| !character.is_ascii_digit()).unwrap_or(unsigned.len());
    let number: i64 = unsigned.get(..end).filter(|digits| !digits.is_empty())?.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -number } else { number })
}

/// All settings but the screen, which has problems of its own earlier.
pub(crate) fn prelude(parsed: &Parsed, screen: Screen, report: &mut Report) -> Prelude {
    let has = |flag: &str| parsed.setting(flag).is_some();
    let text = |key: &str| parsed.setting(key).map(str::to_owned);
    let seconds = |key: &str| parsed.setting(key).and_then(number);
    let palette = palette(parsed, report);
    let text_color = color("text_color", Code::InvalidTextColour, "#FFFFFF", parsed, palette, report);
    let background_color = color("background_color", Code::InvalidBackgroundColour, "#000000", parsed, palette, report);
    Prelude {
        title: text("title"),
        author: text("author"),
        homepage: text("homepage").map(|homepage| without_scheme(&homepage).to_owned()),
        background_color,
        text_color,
        again_interval: seconds("again_interval"),
        key_repeat_interval: seconds("key_repeat_interval"),
        realtime_interval: seconds("realtime_interval"),
        screen,
        run_rules_on_level_start: has("run_rules_on_level_start"),
        norepeat_action: has("norepeat_action"),
        require_player_movement: has("require_player_movement"),
        throttle_movement: has("throttle_movement"),
        noundo: has("noundo"),
        noaction: has("noaction"),
        norestart: has("norestart"),
        scanline: has("scanline"),
    }
}

/// An address without `http://` or `https://`.
fn without_scheme(address: &str) -> &str {
    let without = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
    without.unwrap_or(address)
}

/// The number at the start of a value, as JavaScript's `parseFloat` reads it.
fn number(value: &str) -> Option<f64> {
    let ends = (1..=value.len()).rev().filter(|&end| value.is_char_boundary(end));
    let is_number = |part: &&str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e'));
    ends.map(|end| &value[..end]).filter(is_number).find_map(|part| part.parse().ok())
}

/// The colour of a setting, or the default.
fn color(
    key: &'static str,
    code: Code,
    default: &str,
    parsed: &Parsed,
    palette: &Palette,
    report: &mut Report,
) -> String {
    let Some(value) = parsed.setting(key) else { return default.to_owned() };
    if let Some(color) = palette.color(value) {
        return color.to_owned();
    }
    if value == "transparent" {
        return default.to_owned();
    }
    let digits = value.strip_prefix('#').unwrap_or_default();
    if matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return value.to_owned();
    }
    let line = parsed.metadata_lines.get(key).copied().unwrap_or_default();
    report.add(Problem::at(code, line).value("color", value));
    default.to_owned()
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn a_number_ends_where_it_is_none_any_more() {
        assert_eq!([".5", "0.12 s", "3x", "x"].map(number), [Some(0.5), Some(0.12), Some(3.0), None]);
    }
}
