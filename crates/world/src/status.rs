//! What is going on in a world, in words: who is there, what is left to eat, who has eaten, and how it ended.

use std::collections::BTreeSet;

use crate::scene::Scene;
use crate::world::World;

/// What is going on in a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// A line such as `2 foxes, 3 of 5 chickens are left, 1 farmer; foxes ate 2`. A world that has ended says how, and
    /// one in which nothing is left to eat says that.
    pub words: String,
    /// Whether the world has run dry: some elements could be eaten at its start, none is left, and no goal has ended
    /// it.
    pub is_dry: bool,
}

impl World {
    /// Returns what is going on, in time proportional to the number of elements.
    #[must_use]
    pub fn status(&self) -> Status {
        let scene = self.shared.lock();
        let counts = Count::of(&scene);
        let is_dry = self.outcome.is_none() && is_dry(&counts);
        let there: Vec<String> = counts.iter().filter_map(Count::there).collect();
        let ate = counts.iter().filter_map(Count::ate);
        let end = match &self.outcome {
            Some(outcome) => Some(format!("it ended after step {}, {}", outcome.step, outcome.words())),
            None => is_dry.then(|| "nothing is left to eat".to_owned()),
        };
        let there = if there.is_empty() { "nobody is there".to_owned() } else { there.join(", ") };
        let words = std::iter::once(there).chain(ate).chain(end).collect::<Vec<_>>().join("; ");
        Status { words, is_dry }
    }
}

/// Whether nothing is left of what could be eaten at the start.
fn is_dry(counts: &[Count<'_>]) -> bool {
    let mut prey = counts.iter().filter(|count| count.is_prey && count.total > 0).peekable();
    prey.peek().is_some() && prey.all(|count| count.present == 0)
}

/// The elements of one kind.
struct Count<'s> {
    name: &'s str,
    /// Whether they are animals or the player.
    is_animal: bool,
    /// Whether some kind eats them.
    is_prey: bool,
    /// How many there were at the start, and how many are there now.
    total: usize,
    present: usize,
    /// How many elements they have eaten together.
    eaten: u64,
}

impl Count<'_> {
    /// The counts of all kinds, in the order of their names.
    fn of(scene: &Scene) -> Vec<Count<'_>> {
        let prey: BTreeSet<&String> = scene.kinds.iter().flat_map(|(_, kind)| &kind.eats).collect();
        let mut counts: Vec<Count<'_>> = Vec::with_capacity(scene.kinds.len());
        for (name, kind) in &scene.kinds {
            let (is_animal, is_prey) = (kind.nature.is_animal(), prey.contains(name));
            counts.push(Count { name, is_animal, is_prey, total: 0, present: 0, eaten: 0 });
        }
        for element in &scene.elements {
            let count = &mut counts[element.kind];
            count.total += 1;
            count.present += usize::from(element.alive);
            count.eaten += u64::from(element.eaten);
        }
        counts
    }

    /// How many there are, in words; `None` for scenery and for a kind without elements.
    fn there(&self) -> Option<String> {
        if self.total == 0 || !(self.is_animal || self.is_prey) {
            return None;
        }
        let all = counted(self.total, self.name);
        Some(match self.present {
            present if present == self.total => all,
            0 => format!("no {} is left", self.name),
            1 => format!("1 of {all} is left"),
            present => format!("{present} of {all} are left"),
        })
    }

    /// What they have eaten, in words.
    fn ate(&self) -> Option<String> {
        let who = if self.total == 1 { format!("the {}", self.name) } else { plural_of(self.name) };
        (self.eaten > 0).then(|| format!("{who} ate {}", self.eaten))
    }
}

/// Returns a count with the name of a kind: `1 fox`, `2 foxes`.
#[must_use]
pub fn counted(count: usize, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {}", plural_of(name)) }
}

/// The regular plural of an English noun; the names of kinds are their authors' own words.
fn plural_of(name: &str) -> String {
    let vowel = |letter: char| "aeiou".contains(letter.to_ascii_lowercase());
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| name.ends_with(end));
    match name.strip_suffix('y') {
        Some(stem) if stem.ends_with(|letter: char| letter.is_alphabetic() && !vowel(letter)) => format!("{stem}ies"),
        _ if hisses => format!("{name}es"),
        _ => format!("{name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_counted_in_english() {
        let words = [(1, "fox"), (2, "fox"), (3, "monkey"), (0, "pony"), (2, "chicken"), (2, "finch")];
        let said: Vec<String> = words.iter().map(|&(count, name)| counted(count, name)).collect();
        assert_eq!(said, ["1 fox", "2 foxes", "3 monkeys", "0 ponies", "2 chickens", "2 finches"]);
    }
}
