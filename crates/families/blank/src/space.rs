//! The rules as a state space, with the texts and pictures of its states: what the kit needs to answer and check.

use std::convert::Infallible;

use ::picture::Picture;

use super::rules::{Row, TAKE, Take};
use super::{INFO, picture, text};
use frame::info::FamilyInfo;
use frame::phrases::plural;
use frame::space::StateSpace;

impl StateSpace for Row {
    /// The counters that are left.
    type State = usize;
    type Move = Take;
    type Error = Infallible;

    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn start(&self) -> usize {
        self.counters
    }

    fn moves(&self, counters: &usize, out: &mut Vec<(Take, usize)>) -> Result<(), Infallible> {
        out.extend(Row::moves(*counters));
        Ok(())
    }

    fn is_goal(&self, counters: &usize) -> Result<bool, Infallible> {
        Ok(*counters == 0)
    }

    fn name(&self, _: &Take) -> String {
        TAKE.to_owned()
    }

    fn text(&self, counters: &usize) -> String {
        text::print(&self.header, *counters)
    }

    fn picture(&self, counters: &usize) -> Picture {
        picture::draw(*counters)
    }

    fn words(&self, counters: &usize) -> String {
        plural(*counters, "counter", "counters")
    }
}
