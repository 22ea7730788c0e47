//! Limits as people write them.

use std::time::{Duration, Instant};

use engines::{Budget, Context};

use crate::arguments::Common;

/// Memory allowed where the system does not say how much is free.
const UNKNOWN_FREE: u64 = 4 << 30;

/// Splits `12.5GiB` into number and unit.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let at = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
    let number: f64 = text[..at].parse().ok()?;
    Some((number, text[at..].trim()))
}

/// A duration: `500ms`, `60s`, `2m`, `1h`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
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

/// A size in bytes: `512MiB`, `2GiB`, `1GB`; a bare number is bytes.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates, as a limit may
pub(crate) fn memory(text: &str) -> Result<u64, String> {
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

/// What one question may use, time apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    nodes: Option<u64>,
    bytes: u64,
    threads: usize,
}

impl Allowance {
    /// As the command line says.
    pub(crate) fn new(common: &Common) -> Allowance {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Allowance {
            nodes: common.nodes,
            bytes: common.memory.unwrap_or_else(default_memory),
            threads: common.threads.map_or(cores, usize::from),
        }
    }

    /// A fresh context with these limits.
    pub(crate) fn context<'a>(self, deadline: Option<Instant>) -> Context<'a> {
        let budget = Budget { nodes: self.nodes, bytes: Some(self.bytes), deadline };
        Context::new(budget).threads(self.threads)
    }
}

/// Three quarters of the memory that is free now.
fn default_memory() -> u64 {
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
    });
    free.unwrap_or(UNKNOWN_FREE) / 4 * 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_their_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("1.5k"), Ok(1536));
        for wrong in ["", "s", "-1s", "1x", "1e400s", "..5"] {
            assert!(duration(wrong).is_err() && memory(wrong).is_err(), "{wrong}");
        }
    }
}
