//! The order in which rules run: rounds with and without rigid groups, loops, groups, rules.

use crate::engine::{RuntimeMessage, Stop, TurnContext};
use crate::game::{Group, Rule};

use super::MaskEngine;
use super::rows::Match;

/// A group runs at most this many rounds, a loop jumps back at most this often.
const MAX_ROUNDS: usize = 200;

/// How often early groups may start over without a rigid group.
const MAX_RIGID_ROUNDS: usize = 50;

impl<'g> MaskEngine<'g> {
    /// Runs early groups and movement, over again without the rigid groups that could not move, then late groups.
    pub(super) fn play_rounds(&mut self, context: &mut TurnContext<'g>) -> Result<(), Stop> {
        let game = self.game;
        // The last place stands for marks that name no group.
        let mut banned = vec![false; game.rigid_groups + 1];
        let start = (game.rigid_groups > 0).then(|| (self.objects.clone(), self.movements.clone()));
        for _ in 0..MAX_RIGID_ROUNDS {
            self.run_groups(&game.early, &banned, context)?;
            let is_banned = self.resolve_movement(&mut banned, context)?;
            let Some((objects, movements)) = start.as_ref().filter(|_| is_banned) else {
                return self.run_groups(&game.late, &[], context);
            };
            self.objects.clone_from(objects);
            self.movements.clone_from(movements);
            context.record.commands.clear();
            context.record.sounds.clear_changes();
        }
        Ok(())
    }

    /// Runs groups in order, and goes back where a loop ends and something has changed since the last jump.
    fn run_groups(&mut self, groups: &'g [Group], banned: &[bool], context: &mut TurnContext<'g>) -> Result<(), Stop> {
        let (mut at, mut changed, mut jumps) = (0, false, 0);
        while let Some(group) = groups.get(at) {
            let is_banned = group.rigid.is_some_and(|number| banned.get(usize::from(number)) == Some(&true));
            if !is_banned {
                changed |= self.run_group(group, context)?;
            }
            match group.loop_to {
                Some(first) if changed => {
                    (at, changed, jumps) = (first, false, jumps + 1);
                    if jumps > MAX_ROUNDS {
                        return context.say(RuntimeMessage::endless_loop(first_line(&groups[first])));
                    }
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    /// Runs a group until a round changes nothing. Returns whether anything changed.
    fn run_group(&mut self, group: &'g Group, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        if group.random {
            return self.run_random_group(group, context);
        }
        for round in 0..MAX_ROUNDS {
            let mut changed = false;
            for rule in &group.rules {
                changed |= self.run_rule(rule, group.rigid, context)?;
            }
            if !changed {
                return Ok(round > 0);
            }
        }
        context.say(RuntimeMessage::endless_group(first_line(group)))?;
        Ok(true)
    }

    /// Applies a rule to all its matches. Returns whether anything changed.
    fn run_rule(&mut self, rule: &'g Rule, rigid: Option<u8>, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        context.spend(1)?;
        let Some(matches) = self.matches_of(rule, context)? else { return Ok(false) };
        let mut changed = false;
        for number in 0..count(&matches) {
            context.spend(1)?;
            let tuple = tuple(&matches, number);
            if number == 0 || self.still_matches(rule, &tuple) {
                changed |= self.apply(rule, &tuple, rigid, context);
            }
        }
        if changed {
            context.note_applied(rule.line);
        }
        context.record.commands.add(&rule.commands, rule.line);
        Ok(changed)
    }

    /// Applies one match of one rule of a random group. Returns whether anything changed.
    fn run_random_group(&mut self, group: &'g Group, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        let mut candidates = Vec::new();
        for rule in &group.rules {
            context.spend(1)?;
            if let Some(matches) = self.matches_of(rule, context)? {
                candidates.push((rule, matches));
            }
        }
        let all: usize = candidates.iter().map(|(_, matches)| count(matches)).sum();
        if all == 0 {
            return Ok(false);
        }
        let mut number = context.random.below(all);
        for (rule, matches) in &candidates {
            if number < count(matches) {
                let changed = self.apply(rule, &tuple(matches, number), group.rigid, context);
                if changed {
                    context.note_applied(first_line(group));
                }
                context.record.commands.add(&rule.commands, rule.line);
                return Ok(changed);
            }
            number -= count(matches);
        }
        Ok(false)
    }
}

fn first_line(group: &Group) -> u32 {
    group.rules.first().map_or(0, |rule| rule.line)
}

/// How many tuples there are of one match of each row.
fn count(matches: &[Vec<Match>]) -> usize {
    matches.iter().fold(1, |count, row| count.saturating_mul(row.len()))
}

/// A tuple by its number: the first row varies fastest.
fn tuple(matches: &[Vec<Match>], mut number: usize) -> Vec<&Match> {
    let mut tuple = Vec::with_capacity(matches.len());
    for row in matches {
        tuple.push(&row[number % row.len()]);
        number /= row.len();
    }
    tuple
}
