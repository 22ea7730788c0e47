//! The order in which rules run. Rules that failed are skipped until a plane changes in their favour.

use crate::engine::{RuntimeMessage, Stop, TurnContext};

use super::PlaneEngine;
use super::apply::{Application, apply_run, run_matches};
use super::program::{Group, Groups, Rule};

/// A group runs at most this many rounds, a loop jumps back at most this often.
const MAX_ROUNDS: usize = 200;

/// How often early groups may start over without a rigid group.
const MAX_RIGID_ROUNDS: usize = 50;

/// The two lists of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Early,
    Late,
}

/// A rule that [settles](super::settling), and the nodes that it took: it would take as many again.
#[derive(Clone, Copy, Debug)]
struct Settled {
    rule: usize,
    nodes: u64,
}

impl<'g, const W: usize, const O: usize, const M: usize> PlaneEngine<'g, W, O, M> {
    /// Runs early groups and movement, over again without the rigid groups that could not move, then late groups.
    pub(super) fn play_rounds(&mut self, context: &mut TurnContext<'g>) -> Result<(), Stop> {
        self.rigid.begin_turn(&self.state.movements);
        for _ in 0..MAX_RIGID_ROUNDS {
            self.run_groups(Part::Early, context)?;
            if !self.resolve_movement(context)? {
                let has_late = !self.program.late.list.is_empty();
                return if has_late { self.run_groups(Part::Late, context) } else { Ok(()) };
            }
            self.start_over();
            context.record.commands.clear();
            context.record.sounds.clear_changes();
        }
        Ok(())
    }

    fn groups(&self, part: Part) -> &Groups {
        match part {
            Part::Early => &self.program.early,
            Part::Late => &self.program.late,
        }
    }

    /// Runs groups in order, with their loops.
    #[inline]
    fn run_groups(&mut self, part: Part, context: &mut TurnContext<'g>) -> Result<(), Stop> {
        let groups = self.groups(part);
        if groups.has_loops {
            return self.run_looping_groups(part, context);
        }
        let (first, end) = groups.rules;
        let mut next = self.next_pending(first, end);
        while let Some(rule) = next {
            let group = self.groups(part).list[self.program.group_of[rule] as usize];
            if !self.is_banned(part, &group) {
                self.run_group(group, Some(rule), context)?;
            }
            next = self.next_pending(group.end, end);
        }
        Ok(())
    }

    /// Whether a group is left out for the rest of the turn.
    #[inline]
    fn is_banned(&self, part: Part, group: &Group) -> bool {
        group.rigid.is_some_and(|number| part == Part::Early && self.rigid.is_banned(number))
    }

    /// Runs groups in order, and goes back where a loop ends and something has changed since the last jump.
    fn run_looping_groups(&mut self, part: Part, context: &mut TurnContext<'g>) -> Result<(), Stop> {
        let (mut changed, mut jumps) = (false, 0);
        let mut next = self.next_group(part, 0, changed);
        while let Some((at, rule)) = next {
            let group = self.groups(part).list[at];
            if !self.is_banned(part, &group) {
                changed |= self.run_group(group, rule, context)?;
            }
            next = match group.loop_to {
                Some(first) if changed => {
                    (changed, jumps) = (false, jumps + 1);
                    if jumps > MAX_ROUNDS {
                        let line = self.groups(part).list[first].line;
                        return context.say(RuntimeMessage::endless_loop(line));
                    }
                    self.next_group(part, first, changed)
                }
                _ => self.next_group(part, at + 1, changed),
            };
        }
        Ok(())
    }

    /// The next group from this one on where a rule may match, or where a loop ends after a change, and that rule.
    #[inline]
    fn next_group(&self, part: Part, at: usize, changed: bool) -> Option<(usize, Option<usize>)> {
        let groups = self.groups(part);
        let (first, last) = (groups.list.get(at)?, groups.list.last()?);
        let rule = self.next_pending(first.first, last.end);
        let next = rule.map_or(groups.list.len(), |rule| self.program.group_of[rule] as usize);
        let loop_end = groups.loop_ends[at];
        if changed && loop_end < next {
            return Some((loop_end, None));
        }
        rule.map(|rule| (next, Some(rule)))
    }

    /// A word of the set of rules that may match.
    #[inline(always)]
    fn may_run(&self, word: usize) -> u64 {
        self.state.pending[word] & !self.state.starved.word(word)
    }

    /// The next rule in this range that may match.
    #[inline(always)]
    fn next_pending(&self, from: usize, end: usize) -> Option<usize> {
        if from >= end {
            return None;
        }
        let word = self.may_run(from / 64) >> (from % 64);
        if word == 0 {
            return self.next_pending_word(from / 64 + 1, end);
        }
        Some(from + word.trailing_zeros() as usize).filter(|&rule| rule < end)
    }

    /// The next rule that may match from a word of the set of rules on.
    #[inline]
    fn next_pending_word(&self, mut at: usize, end: usize) -> Option<usize> {
        while at * 64 < end {
            let word = self.may_run(at);
            if word != 0 {
                return Some(at * 64 + word.trailing_zeros() as usize).filter(|&rule| rule < end);
            }
            at += 1;
        }
        None
    }

    /// Runs a group, from its first rule that may match, until a round changes nothing. Returns whether anything
    /// changed.
    #[inline(always)]
    fn run_group(&mut self, group: Group, rule: Option<usize>, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        if group.random {
            return self.run_random_group(group, context);
        }
        let (mut next, mut settled) = (rule, None);
        for round in 0..MAX_ROUNDS {
            let mut changed = false;
            while let Some(rule) = next {
                changed |= self.run_rule(rule, group.rigid, &mut settled, context)?;
                next = self.next_pending(rule + 1, group.end);
            }
            if !changed {
                return Ok(round > 0);
            }
            next = self.next_pending(group.first, group.end);
        }
        context.say(RuntimeMessage::endless_group(group.line))?;
        Ok(true)
    }

    /// Adds the matches of a rule. If it has none, it sleeps until a plane changes in its favour.
    #[inline(always)]
    fn try_rule(&mut self, number: usize, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        context.spend(1)?;
        if let Some(plane) = self.missing_plane(number) {
            self.state.starved.add(number, plane);
            return Ok(false);
        }
        let found = self.find_matches(number, context)?;
        if !found {
            self.state.pending[number / 64] &= !(1 << (number % 64));
        }
        Ok(found)
    }

    /// Applies a rule to all its matches. Returns whether anything changed. `settled` is the rule that changed
    /// something last, if it settles.
    fn run_rule(
        &mut self,
        number: usize,
        rigid: Option<u8>,
        settled: &mut Option<Settled>,
        context: &mut TurnContext<'g>,
    ) -> Result<bool, Stop> {
        let rule = self.program.rules[number];
        if let Some(Settled { nodes, .. }) = settled.filter(|settled| settled.rule == number) {
            context.spend(nodes)?;
            context.record.commands.add(rule.commands, rule.line);
            return Ok(false);
        }
        let before = context.nodes();
        self.matches.clear();
        // No match of a rule that settles undoes what another does.
        self.matches.is_ordered = !rule.settles;
        if !self.try_rule(number, context)? {
            return Ok(false);
        }
        let mut changed = false;
        for tuple in 0..self.count_tuples(&rule, 0) {
            context.spend(1)?;
            // As long as nothing has changed, all matches are matches still; the first is applied unchecked anyway.
            if !changed || rule.settles || self.still_matches(&rule, tuple) {
                changed |= self.apply(&rule, (0, tuple), rigid, context);
            }
        }
        if changed {
            context.note_applied(rule.line);
            *settled = rule.settles.then(|| Settled { rule: number, nodes: before - context.nodes() });
        }
        context.record.commands.add(rule.commands, rule.line);
        Ok(changed)
    }

    /// Whether all rows match still at the places of a tuple. Of the tuples of one match of each row, the first row
    /// varies fastest.
    #[inline]
    fn still_matches(&self, rule: &Rule<'g>, mut tuple: usize) -> bool {
        self.program.rows_of(rule).iter().enumerate().all(|(at, row)| {
            let starts = self.matches.take(at, &mut tuple);
            let runs = self.program.rows.runs_of(row).iter().zip(starts);
            runs.into_iter().all(|(run, &start)| run_matches(&self.program, &self.state, run, row.step, start as usize))
        })
    }

    /// Replaces the cells of a tuple of matches, of which those of the first row are number `first`. Returns whether
    /// anything changed.
    #[inline]
    fn apply(
        &mut self,
        rule: &Rule<'g>,
        (first, mut tuple): (usize, usize),
        rigid_group: Option<u8>,
        context: &mut TurnContext<'g>,
    ) -> bool {
        let Self { program, state, matches, rigid, .. } = self;
        let rigid = rigid_group.filter(|_| rule.rigid).map(|group| (rigid, group));
        let mut application = Application { rigid, context };
        let mut changed = false;
        for (at, row) in program.rows_of(rule).iter().enumerate() {
            let starts = matches.take(first + at, &mut tuple);
            for (run, &start) in program.rows.runs_of(row).iter().zip(starts) {
                changed |= apply_run(program, state, run, (row.step, start as usize), &mut application);
            }
        }
        changed
    }

    /// Applies one match of one rule of a random group. Returns whether anything changed.
    #[cold]
    fn run_random_group(&mut self, group: Group, context: &mut TurnContext<'g>) -> Result<bool, Stop> {
        self.matches.clear();
        self.matches.is_ordered = true;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mut at = group.first;
        while let Some(number) = self.next_pending(at, group.end) {
            let (rule, first) = (self.program.rules[number], self.matches.rows.len());
            let start = self.matches.starts.len();
            if self.try_rule(number, context)? {
                candidates.push((number, first, self.count_tuples(&rule, first)));
            } else {
                self.matches.rows.truncate(first);
                self.matches.starts.truncate(start);
            }
            at = number + 1;
        }
        let all: usize = candidates.iter().map(|&(_, _, tuples)| tuples).sum();
        let mut drawn = if all == 0 { 0 } else { context.random.below(all) };
        let chosen = candidates.iter().find(|&&(_, _, tuples)| {
            let is_here = drawn < tuples;
            drawn -= if is_here { 0 } else { tuples };
            is_here
        });
        let changed = chosen.is_some_and(|&(number, first, _)| {
            let rule = self.program.rules[number];
            let changed = self.apply(&rule, (first, drawn), group.rigid, context);
            if changed {
                context.note_applied(group.line);
            }
            context.record.commands.add(rule.commands, rule.line);
            changed
        });
        self.candidates = candidates;
        Ok(changed)
    }

    /// How many tuples there are of one match of each row; the first row's matches are number `first`.
    #[inline]
    fn count_tuples(&self, rule: &Rule<'g>, first: usize) -> usize {
        let rows = rule.end_row - rule.first_row;
        (first..first + rows).fold(1, |tuples, row| tuples.saturating_mul(self.matches.rows[row].count))
    }
}
