//! From rules to groups that run together.

use smallvec::SmallVec;

use super::cells::{MadeRule, Overlap, count};
use super::{RuleCounts, Rules};
use crate::compiler::interner::Symbol;
use crate::compiler::parsed::Parsed;
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::{Group, Row};

/// The number of groups with rigid rules that a game may have.
const MAX_RIGID_GROUPS: usize = 30;
/// The number of pairs of names that a message lists.
const MAX_PAIRS: usize = 4;

/// Puts rules into groups, early and late ones apart, and removes those that can never match.
pub(super) fn group(made: Vec<MadeRule>, rules: &mut Rules, parsed: &Parsed, report: &mut Report) {
    count(&made, &mut rules.counts, |counts| &mut counts.possible);
    let (late, early): (Vec<MadeRule>, Vec<MadeRule>) = made.into_iter().partition(|made| rules.lines[made.line].late);
    let early = discard(early, rules, parsed, report);
    let late = discard(late, rules, parsed, report);
    for made in early.iter().chain(&late).flatten() {
        made.rule.rows.iter().for_each(|row| check_ellipses(row, made.rule.line, report));
    }
    for group in early.iter().chain(&late) {
        count(group, &mut rules.counts, |counts: &mut RuleCounts| &mut counts.kept);
    }
    rules.early = early.into_iter().map(|group| finish(group, rules)).collect();
    rules.late = late.into_iter().map(|group| finish(group, rules)).collect();
    number_rigid_groups(rules, report);
}

/// Splits rules into groups, and removes the rules that can never match.
fn discard(made: Vec<MadeRule>, rules: &Rules, parsed: &Parsed, report: &mut Report) -> Vec<Vec<MadeRule>> {
    let mut groups = Vec::new();
    let mut made = made.into_iter().peekable();
    while let Some(first) = made.next() {
        let number = rules.lines[first.line].group;
        let mut group = vec![first];
        while let Some(next) = made.next_if(|next| rules.lines[next.line].group == number) {
            group.push(next);
        }
        let group = discard_overlaps(group, parsed, report);
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups
}

/// Removes the rules of a group that ask for two objects of a layer in one cell. It is a mistake if no other rule of
/// the line is left beside one of them.
fn discard_overlaps(group: Vec<MadeRule>, parsed: &Parsed, report: &mut Report) -> Vec<MadeRule> {
    let mut pairs: SmallVec<[Overlap; 4]> = SmallVec::new();
    let mut kept: Vec<MadeRule> = Vec::with_capacity(group.len());
    let mut rest = group.into_iter().peekable();
    while let Some(made) = rest.next() {
        let Some(pair) = made.overlap else {
            kept.push(made);
            continue;
        };
        if !pairs.contains(&pair) && pairs.len() <= MAX_PAIRS {
            pairs.push(pair);
        }
        let is_of_line = |other: &MadeRule| other.rule.line == made.rule.line;
        if !kept.last().is_some_and(is_of_line) && !rest.peek().is_some_and(is_of_line) {
            report.add(overlap_problem(made.rule.line, &pairs, parsed));
        }
    }
    kept
}

/// The problem of a line of which every rule asks for two objects of a layer in one cell.
fn overlap_problem(line: u32, pairs: &[Overlap], parsed: &Parsed) -> Problem {
    let upper = |name: Symbol| parsed.name(name).to_uppercase();
    let mut ditto = String::new();
    for (at, &(one, two)) in pairs.iter().enumerate().take(MAX_PAIRS).skip(1) {
        ditto.push_str(match at {
            1 => "",
            _ if at + 1 == pairs.len() => ", and ",
            _ => ", ",
        });
        ditto.push_str(&format!("{}/{}", upper(one), upper(two)));
    }
    if pairs.len() > 1 {
        let more = if pairs.len() > MAX_PAIRS { " etc." } else { "" };
        ditto = format!(" (ditto for {ditto}{more})");
    }
    let (one, two) = pairs[0];
    Problem::at(Code::RuleNeverApplies, line).value("A", upper(one)).value("B", upper(two)).value("ditto", ditto)
}

/// Reports more than two `...` in a row, and two without a cell between them.
fn check_ellipses(row: &Row, line: u32, report: &mut Report) {
    if row.runs.len() > 3 {
        report.add(Problem::at(Code::TooManyEllipses, line));
    }
    if row.runs.iter().skip(1).any(Vec::is_empty) {
        report.add(Problem::at(Code::RepeatedEllipsis, line));
    }
}

fn finish(group: Vec<MadeRule>, rules: &Rules) -> Group {
    let random = rules.lines[group[0].line].random;
    let rules = group.into_iter().map(|made| made.rule).collect();
    Group { rules, random, rigid: None, loop_to: None }
}

/// Numbers the early groups with rigid rules.
fn number_rigid_groups(rules: &mut Rules, report: &mut Report) {
    for group in rules.early.iter_mut().filter(|group| group.rules.iter().any(|rule| rule.rigid)) {
        if rules.rigid_groups == MAX_RIGID_GROUPS {
            report.add(Problem::at(Code::TooManyRigidGroups, group.rules[0].line));
        }
        group.rigid = u8::try_from(rules.rigid_groups).ok();
        rules.rigid_groups += 1;
    }
}
