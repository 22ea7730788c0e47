//! Loops: the last group between `startloop` and `endloop` points back to the first.

use super::Rules;
use crate::compiler::problem::{Code, Problem, Report};
use crate::game::Group;

/// Closes the loops of a game, early groups and late ones apart.
pub(crate) fn close(rules: &mut Rules, report: &mut Report) {
    let Some(last) = rules.loops.last().copied() else { return };
    let mut pairs = Vec::new();
    let mut start = None;
    for mark in &rules.loops {
        match (mark.is_start, start) {
            (true, Some(_)) => report.add(Problem::at(Code::NestedLoop, mark.line)),
            (false, None) => report.add(Problem::at(Code::EndloopOutsideLoop, mark.line)),
            _ => {}
        }
        // A wrong mark counts as the one that was expected.
        match start.take() {
            Some(line) => pairs.push((line, mark.line)),
            None => start = Some(mark.line),
        }
    }
    if let Some(line) = start {
        report.add(Problem::at(Code::UnclosedLoop, last.line));
        pairs.push((line, last.line));
    }
    for groups in [&mut rules.early, &mut rules.late] {
        for &(start, end) in &pairs {
            close_one(groups, start, end, report);
        }
    }
}

/// Lets the last of the groups that begin between two lines point to the first of them.
fn close_one(groups: &mut [Group], start: u32, end: u32, report: &mut Report) {
    let first = groups.partition_point(|group| group.rules[0].line <= start);
    let behind = groups.partition_point(|group| group.rules[0].line < end);
    for (mark, group) in [(start, first), (end, behind)] {
        let before = group.checked_sub(1).map(|group| &groups[group]);
        if before.and_then(|group| group.rules.last()).is_some_and(|rule| rule.line > mark) {
            report.add(Problem::at(Code::LoopInsideGroup, start));
        }
    }
    if first < behind {
        groups[behind - 1].loop_to = Some(first);
    }
}
