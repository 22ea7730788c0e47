//! The header `Prefer` (RFC 7240): how long a client waits before its question becomes a job.

use std::time::Duration;

use axum::http::HeaderMap;

/// The default wait.
const USUAL: Duration = Duration::from_secs(1);
/// The longest wait, in seconds.
const MAX_LENGTH: u64 = 30;

/// The preferences of a client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Preference {
    /// The time to wait for an answer.
    pub(crate) wait: Duration,
    /// The preferences that were understood, for the header `Preference-Applied`.
    pub(crate) applied: Option<String>,
}

impl Preference {
    /// Parses the header. Unknown preferences are ignored, as the standard demands; of several `wait` the first counts.
    pub(crate) fn of(headers: &HeaderMap) -> Preference {
        let lines = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
        let parts = lines.flat_map(|line| line.split(',')).map(|part| part.trim().to_ascii_lowercase());
        let (mut wait, mut at_once) = (None, false);
        for part in parts {
            at_once |= part == "respond-async";
            wait = wait.or_else(|| seconds(&part));
        }
        let (wait, applied) = match (wait, at_once) {
            (Some(wait), at_once) => {
                let wait = wait.min(MAX_LENGTH);
                let also = if at_once { "respond-async, " } else { "" };
                (Duration::from_secs(wait), Some(format!("{also}wait={wait}")))
            }
            (None, true) => (Duration::ZERO, Some("respond-async".to_owned())),
            (None, false) => (USUAL, None),
        };
        Preference { wait, applied }
    }
}

fn seconds(part: &str) -> Option<u64> {
    let (name, value) = part.split_once('=')?;
    if name.trim() != "wait" {
        return None;
    }
    value.trim().trim_matches('"').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_read() {
        let of = |lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("prefer", line.parse().unwrap());
            }
            let Preference { wait, applied } = Preference::of(&headers);
            (wait.as_secs(), applied.unwrap_or_default())
        };
        assert_eq!(of(&[]), (1, String::new()));
        assert_eq!(of(&["wait=5"]), (5, "wait=5".into()));
        assert_eq!(of(&["Wait = \"7\", handling=lenient"]), (7, "wait=7".into()));
        assert_eq!(of(&["wait=400"]), (30, "wait=30".into()));
        assert_eq!(of(&["respond-async"]), (0, "respond-async".into()));
        assert_eq!(of(&["respond-async", "wait=3"]), (3, "respond-async, wait=3".into()));
        assert_eq!(of(&["wait=-1"]), (1, String::new()));
        assert_eq!(of(&["wait=99999999999999999999"]), (1, String::new()));
    }
}
