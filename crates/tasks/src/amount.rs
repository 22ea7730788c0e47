//! Durations and sizes as people write them: `500ms`, `2m`, `512MiB`.

use std::time::Duration;

/// Splits an amount such as `12.5GiB` into number and unit.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let at = text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    let number: f64 = text[..at].parse().ok()?;
    Some((number, text[at..].trim()))
}

/// Parses a duration: `500ms`, `60s`, `2m`, `1h`; a bare number is seconds.
///
/// # Errors
/// Returns a message for the user if the text is not a duration.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{text}' is not a duration; expected such as 500ms, 60s, 2m or 1h");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// Parses a size in bytes: `512MiB`, `2GiB`, `1GB`; a bare number is bytes.
///
/// # Errors
/// Returns a message for the user if the text is not a size.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates, which a limit may do
pub fn memory(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a size; expected such as 512MiB or 2GiB");
    let (number, unit) = number_and_unit(text).ok_or_else(wrong)?;
    let scale = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "kb" => 1e3,
        "m" | "mib" => 1024.0 * 1024.0,
        "mb" => 1e6,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "gb" => 1e9,
        _ => return Err(wrong()),
    };
    Ok((number * scale) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_their_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("1.5k"), Ok(1536));
        for wrong in ["", "s", "-1s", "1x", "1e400s", "..5"] {
            assert!(duration(wrong).is_err() && memory(wrong).is_err(), "{wrong}");
        }
    }
}
