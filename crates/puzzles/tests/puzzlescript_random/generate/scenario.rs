//! What a game may be about, so that many levels can be won, and not at once.

/// A rule, a win condition and what levels hold.
pub(super) struct Scenario {
    /// The rules without which it is no game.
    pub(super) rules: &'static [&'static str],
    pub(super) win: Option<&'static str>,
    /// What is put into each level beside walls and ground.
    pub(super) content: &'static [char],
}

const PUSH: &str = "[ > Player | Crate ] -> [ > Player | > Crate ]";

pub(super) const SCENARIOS: [Scenario; 12] = [
    Scenario { rules: &[PUSH], win: Some("all Target on Crate"), content: &['*', 'o'] },
    Scenario { rules: &[PUSH], win: Some("all Target on Crate"), content: &['*', 'o', '*', 'o'] },
    Scenario { rules: &[PUSH], win: Some("all Crate on Floor"), content: &['*', 'h', '*', 'o'] },
    Scenario { rules: &[], win: Some("some Player on Target"), content: &['o'] },
    Scenario { rules: &[PUSH], win: Some("some Player on Target"), content: &['o', '*', '*'] },
    Scenario { rules: &["[ > Player | Gem ] -> [ > Player | ]"], win: Some("no Gem"), content: &['g', 'g'] },
    Scenario {
        rules: &["late [ Player | Gem ] -> [ Player | ]", PUSH],
        win: Some("no Gem"),
        content: &['g', 'g', '*'],
    },
    Scenario { rules: &[PUSH, "late [ Crate Hole ] -> [ ]"], win: Some("no Hole"), content: &['*', 'h'] },
    Scenario { rules: &["late [ Player Target ] -> win"], win: None, content: &['o', '*'] },
    Scenario { rules: &[PUSH, "late [ Crate Target ] [ Gem Hole ] -> win"], win: None, content: &['*', 'o', '&'] },
    Scenario {
        rules: &["[ > Mover | Mover ] -> [ > Mover | > Mover ]", "[ > Player | Mover ] -> [ > Player | > Mover ]"],
        win: Some("some Gem on Target"),
        content: &['*', 'g', 'o'],
    },
    Scenario {
        rules: &["[ action Player | Wall ] -> [ Player | Gem ]", "[ > Player | Gem ] -> [ > Player | > Gem ]"],
        win: Some("all Gem on Hole"),
        content: &['#', 'h', 'g'],
    },
];
