//! Limits where the user names none.

/// Memory allowed where the system does not say how much is free.
const UNKNOWN_FREE: u64 = 4 << 30;

/// Three quarters of the memory that is free now.
pub(crate) fn default_memory() -> u64 {
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
    });
    free.unwrap_or(UNKNOWN_FREE) / 4 * 3
}
