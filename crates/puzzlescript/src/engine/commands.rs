//! The commands that the rules of a turn queue.

use crate::game::Command;

/// The commands of a turn in the order in which they were queued, each at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandQueue<'g> {
    queued: Vec<(&'g Command, u32)>,
    /// A bit for each kind of command in the queue.
    kinds: u32,
}

/// The bit of a command's kind; sound effects differ by their number, messages do not differ by their text.
fn kind(command: &Command) -> u32 {
    1 << match command {
        Command::Cancel => 0,
        Command::Checkpoint => 1,
        Command::Restart => 2,
        Command::Win => 3,
        Command::Again => 4,
        Command::Message(_) => 5,
        Command::Sfx(number) => 6 + u32::from(*number),
    }
}

impl<'g> CommandQueue<'g> {
    /// Queues the commands of a rule on this line that matched. A queued `cancel` blocks all further commands, a queued
    /// `restart` those of rules without `cancel`; a rule with either first empties the queue.
    #[inline]
    pub fn add(&mut self, commands: &'g [Command], line: u32) {
        if !commands.is_empty() {
            self.add_some(commands, line);
        }
    }

    fn add_some(&mut self, commands: &'g [Command], line: u32) {
        let kinds = commands.iter().fold(0, |kinds, command| kinds | kind(command));
        let (cancel, restart) = (kind(&Command::Cancel), kind(&Command::Restart));
        if self.kinds & cancel != 0 || self.kinds & restart != 0 && kinds & cancel == 0 {
            return;
        }
        if kinds & (cancel | restart) != 0 {
            self.clear();
        }
        for command in commands {
            if self.kinds & kind(command) == 0 {
                self.kinds |= kind(command);
                self.queued.push((command, line));
            }
        }
    }

    /// Removes everything.
    #[inline]
    pub fn clear(&mut self) {
        self.queued.clear();
        self.kinds = 0;
    }

    /// Whether a command of this kind is queued.
    #[inline]
    #[must_use]
    pub fn has(&self, command: &Command) -> bool {
        self.kinds & kind(command) != 0
    }

    /// Whether nothing is queued.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds == 0
    }

    /// The number of commands.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queued.len()
    }

    /// The commands with the lines of their rules.
    pub fn iter(&self) -> impl Iterator<Item = (&'g Command, u32)> + '_ {
        self.queued.iter().copied()
    }

    /// The text to be shown.
    #[must_use]
    pub fn message(&self) -> Option<&'g str> {
        self.iter().find_map(|(command, _)| match command {
            Command::Message(text) => Some(text.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(queue: &CommandQueue) -> Vec<String> {
        queue.iter().map(|(command, _)| format!("{command:?}")).collect()
    }

    #[test]
    fn cancel_outranks_restart_and_restart_the_rest() {
        let (again, win) = ([Command::Again, Command::Sfx(1)], [Command::Win]);
        let (restart, cancel) = ([Command::Restart, Command::Sfx(2)], [Command::Cancel]);
        let mut queue = CommandQueue::default();
        queue.add(&again, 1);
        queue.add(&again, 2);
        assert_eq!(names(&queue), ["Again", "Sfx(1)"]);
        queue.add(&restart, 3);
        queue.add(&win, 4);
        assert_eq!(names(&queue), ["Restart", "Sfx(2)"]);
        queue.add(&cancel, 5);
        queue.add(&restart, 6);
        assert_eq!(names(&queue), ["Cancel"]);
    }

    #[test]
    fn the_first_message_stays() {
        let (one, two) = ([Command::Message("one".to_owned())], [Command::Message("two".to_owned())]);
        let mut queue = CommandQueue::default();
        queue.add(&one, 1);
        queue.add(&two, 1);
        assert_eq!((queue.message(), queue.len()), (Some("one"), 1));
    }
}
