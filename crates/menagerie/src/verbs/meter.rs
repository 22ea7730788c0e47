//! How far a command over many levels is: levels done, the rate, and an estimate of the time left; a line that is
//! replaced on a terminal, and a further line at times elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report;

/// The time between two lines where standard error is no terminal.
const BETWEEN: Duration = Duration::from_secs(10);

/// The progress of a command over many levels, on standard error.
pub(crate) struct Meter {
    quiet: bool,
    bar: ProgressBar,
    begun: Instant,
    said: Instant,
    total: usize,
    done: usize,
    /// The levels that were asked by this process.
    asked: usize,
}

impl Meter {
    /// Starts at none of `total` levels.
    pub(crate) fn new(quiet: bool, total: usize) -> Meter {
        let hidden = quiet || !std::io::stderr().is_terminal();
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
        bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
        let begun = Instant::now();
        Meter { quiet, bar, begun, said: begun, total, done: 0, asked: 0 }
    }

    /// Counts a level, which this process asked or found finished.
    pub(crate) fn count(&mut self, is_asked: bool) {
        self.done += 1;
        self.asked += usize::from(is_asked);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.words());
            self.bar.tick();
        } else if !self.quiet && self.said.elapsed() >= BETWEEN {
            self.said = Instant::now();
            report::say(&format!("menagerie: {}", self.words()));
        }
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn words(&self) -> String {
        words(self.done, self.total, self.asked, self.begun.elapsed())
    }
}

fn words(done: usize, total: usize, asked: usize, elapsed: Duration) -> String {
    let mut words = format!("{done} of {total} levels");
    if asked > 0 && !elapsed.is_zero() {
        let rate = asked as f64 / elapsed.as_secs_f64();
        let left = Duration::from_secs_f64((total.saturating_sub(done)) as f64 / rate);
        words.push_str(&format!(", {rate:.1} a second, about {} left", span(left)));
    }
    words
}

/// A time in the two largest units that it has.
fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_levels_that_are_not_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(words(0, 9, 0, minute), "0 of 9 levels");
        // Twenty were found finished: the rate is that of the other thirty.
        assert_eq!(words(50, 100, 30, minute), "50 of 100 levels, 0.5 a second, about 1 min 40 s left");
        assert_eq!(span(Duration::from_secs(59)), "59 s");
        assert_eq!(span(Duration::from_secs(7_260)), "2 h 1 min");
        assert_eq!(span(Duration::from_secs(180_000)), "2 d 2 h");
    }
}
