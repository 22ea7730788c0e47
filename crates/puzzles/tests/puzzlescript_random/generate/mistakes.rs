//! Mistakes after which there is a game all the same.

use super::Maker;
use crate::draft::Stage;

impl Maker {
    pub(super) fn mistakes(&mut self) {
        for _ in 0..1 + self.random.below(2) {
            self.mistake();
        }
    }

    fn mistake(&mut self) {
        let draft = &mut self.draft;
        let at = self.random.below(draft.rules.len() + 1);
        let more = |rule: &str| rule.to_owned();
        match self.random.below(22) {
            // Two objects of one layer in a cell.
            0 => draft.rules.insert(at, more("[ action Player | Crate ] -> [ Player | Crate Gem ]")),
            1 => draft.rules.insert(at, more("late [ Target no Hole ] -> [ Target Hole ]")),
            2 => draft.rules.insert(at, more("[ > Player | Crate ] -> [ > Player | > Crate Gem ]")),
            3 => draft.rules.insert(at, more("[ > Player | Ice ] -> [ > Player | > Crate > P2 Ice ]")),
            4 => draft.legend.push(more("w = Crate and Gem")),
            // An object in no layer, or in two.
            5 => {
                draft.objects.push(more("Ghost"));
                draft.rules.insert(at, more("late [ Player Ghost ] -> [ Player ]"));
            }
            6 => draft.layers.push(vec![more("Gem")]),
            7 => draft.layers.push(vec![more("Crate"), more("Mark")]),
            8 => draft.layers.last_mut().into_iter().for_each(|layer| layer.push(more("Crate"))),
            // Levels with unknown characters and ragged rows.
            9 => self.spoil_level("?"),
            10 => self.spoil_level(""),
            11 => self.spoil_level("*."),
            // Words that do not belong where they stand.
            12 => draft.rules.insert(at, more("late [ > Player | Crate ] -> [ > Player | ]")),
            13 => draft.rules.insert(at, more("[ > Player | Nobody Gem ] -> [ > Player | > Gem ]")),
            14 => draft.rules.insert(at, more("[ Player no Player ] -> win")),
            15 => draft.rules.insert(at, more("[ > Player | Crate ] -> [ > Player ] [ Crate ]")),
            16 => draft.rules.insert(at, more("endloop")),
            17 => draft.rules.insert(at, more("[ Crate Crate ] -> [ Crate ]")),
            18 => draft.wins.push(more("some Nobody on Target")),
            19 => draft.wins.push(more("all Crate Target")),
            20 => draft.legend.push(more("Odd = Both or Gem")),
            _ => {
                let twice = draft.rules.get(at.saturating_sub(1)).cloned();
                draft.rules.extend(twice);
            }
        }
    }

    /// Replaces the last character of a row of some level.
    fn spoil_level(&mut self, end: &str) {
        let at = self.random.below(self.draft.levels.len());
        if let Stage::Rows(rows) = &mut self.draft.levels[at] {
            let row = self.random.below(rows.len());
            rows[row].pop();
            rows[row] += end;
        }
    }
}
