//! The pieces of rules: movement words and items.

use crate::compiler::interner::Symbol;
use crate::game::{Direction, movement};

macro_rules! movements {
    ($($(#[$doc:meta])* $name:ident $text:literal)*) => {
        /// The word before a name in a cell.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Movement {
            $($(#[$doc])* $name,)*
        }

        impl Movement {
            /// The word as it is written.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Movement::$name => $text,)* }
            }

            /// The movement of a word.
            pub(crate) fn read(word: &str) -> Option<Self> {
                let known = [$(Movement::$name,)*];
                known.into_iter().find(|movement| movement.is_written() && movement.as_str() == word)
            }
        }
    };
}

movements! {
    /// No word: the object alone.
    Any ""
    /// Towards row 0.
    Up "up"
    /// Away from row 0.
    Down "down"
    /// Towards column 0.
    Left "left"
    /// Away from column 0.
    Right "right"
    /// The action key.
    Action "action"
    /// Any of the five movements.
    Moving "moving"
    /// No movement.
    Stationary "stationary"
    /// Not this object.
    No "no"
    /// One of the objects of a property, drawn at random.
    Random "random"
    /// A direction drawn at random.
    RandomDir "randomdir"
    /// Left or right.
    Horizontal "horizontal"
    /// Up or down.
    Vertical "vertical"
    /// Any of the four directions.
    Orthogonal "orthogonal"
    /// The rule's direction.
    Forward ">"
    /// Against the rule's direction.
    Backward "<"
    /// To the left of the rule's direction.
    Before "^"
    /// To the right of the rule's direction.
    Behind "v"
    /// Along the rule's direction.
    Parallel "parallel"
    /// Across the rule's direction.
    Perpendicular "perpendicular"
    /// `parallel` in a rule to the left or right.
    HorizontalPar "horizontal_par"
    /// `parallel` in a rule up or down.
    VerticalPar "vertical_par"
    /// `perpendicular` in a rule up or down.
    HorizontalPerp "horizontal_perp"
    /// `perpendicular` in a rule to the left or right.
    VerticalPerp "vertical_perp"
    /// Not a movement: any number of cells.
    Ellipsis "..."
}

impl Movement {
    /// Whether an author writes this word before a name.
    fn is_written(self) -> bool {
        use Movement::{Any, Ellipsis, HorizontalPar, HorizontalPerp, VerticalPar, VerticalPerp};
        !matches!(self, Any | HorizontalPar | VerticalPar | HorizontalPerp | VerticalPerp | Ellipsis)
    }

    /// Whether the meaning depends on the rule's direction.
    pub(crate) fn is_relative(self) -> bool {
        use Movement::{Backward, Before, Behind, Forward, Parallel, Perpendicular};
        matches!(self, Before | Behind | Backward | Forward | Parallel | Perpendicular)
    }

    /// Whether a late rule may have this word.
    pub(crate) fn is_for_late(self) -> bool {
        matches!(self, Movement::No | Movement::Random | Movement::RandomDir)
    }

    /// The word in a rule of this direction.
    pub(crate) fn in_direction(self, direction: Direction) -> Self {
        use Direction::{Down, Left, Right, Up};
        let quarter_turns = match direction {
            Up => 0,
            Right => 1,
            Down => 2,
            Left => 3,
        };
        let turned = |turns: usize| [Movement::Up, Movement::Right, Movement::Down, Movement::Left][turns % 4];
        let is_horizontal = matches!(direction, Left | Right);
        match self {
            Movement::Forward => turned(quarter_turns),
            Movement::Behind => turned(quarter_turns + 1),
            Movement::Backward => turned(quarter_turns + 2),
            Movement::Before => turned(quarter_turns + 3),
            Movement::Parallel if is_horizontal => Movement::HorizontalPar,
            Movement::Parallel => Movement::VerticalPar,
            Movement::Perpendicular if is_horizontal => Movement::VerticalPerp,
            Movement::Perpendicular => Movement::HorizontalPerp,
            absolute => absolute,
        }
    }

    /// The movements of which an ambiguous word means any; none for other words.
    pub(crate) fn choices(self) -> &'static [Movement] {
        use Movement::{Action, Down, Left, Right, Up};
        match self {
            Movement::Moving => &[Up, Down, Left, Right, Action],
            Movement::Orthogonal => &[Up, Down, Left, Right],
            Movement::Horizontal | Movement::HorizontalPar | Movement::HorizontalPerp => &[Left, Right],
            Movement::Vertical | Movement::VerticalPar | Movement::VerticalPerp => &[Up, Down],
            _ => &[],
        }
    }

    /// The bits of one movement. `randomdir` where a rule looks for it has those of up and left, as in the reference.
    pub(crate) fn bits(self) -> u8 {
        match self {
            Movement::Up => movement::UP,
            Movement::Down => movement::DOWN,
            Movement::Left => movement::LEFT,
            Movement::Right => movement::RIGHT,
            Movement::Action => movement::ACTION,
            Movement::RandomDir => movement::UP | movement::LEFT,
            _ => 0,
        }
    }
}

/// A name with the word before it, or `...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The word before the name.
    pub movement: Movement,
    /// The name; without meaning for `...`.
    pub name: Symbol,
}

impl Item {
    /// The item `...`.
    pub(crate) const ELLIPSIS: Item = Item { movement: Movement::Ellipsis, name: Symbol::FIRST };

    /// Whether this is `...`.
    #[must_use]
    pub fn is_ellipsis(self) -> bool {
        self.movement == Movement::Ellipsis
    }

    /// The item as it is written.
    #[must_use]
    pub fn text(self, names: &crate::compiler::interner::Interner) -> String {
        match self.movement {
            Movement::Ellipsis => "...".to_owned(),
            Movement::Any => names.name(self.name).to_owned(),
            movement => format!("{} {}", movement.as_str(), names.name(self.name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_words_turn_with_the_rule() {
        use Direction::{Down, Left, Right, Up};
        let in_all = |word: Movement| [Right, Up, Down, Left].map(|direction| word.in_direction(direction).as_str());
        assert_eq!(in_all(Movement::Before), ["up", "left", "right", "down"]);
        assert_eq!(in_all(Movement::Behind), ["down", "right", "left", "up"]);
        assert_eq!(in_all(Movement::Backward), ["left", "down", "up", "right"]);
        assert_eq!(in_all(Movement::Forward), ["right", "up", "down", "left"]);
        assert_eq!(
            in_all(Movement::Perpendicular),
            ["vertical_perp", "horizontal_perp", "horizontal_perp", "vertical_perp"]
        );
    }

    #[test]
    fn made_words_are_not_read() {
        assert_eq!(Movement::read("^"), Some(Movement::Before));
        assert_eq!(Movement::read("vertical_par").or(Movement::read("")).or(Movement::read("...")), None);
    }
}
