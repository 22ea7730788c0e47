//! The words of the language.

/// The sections in their order.
pub(crate) const SECTIONS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Settings of the prelude that take a value. The first three keep the author's spelling.
pub(crate) const SETTINGS: [&str; 12] = [
    "title",
    "author",
    "homepage",
    "background_color",
    "text_color",
    "key_repeat_interval",
    "realtime_interval",
    "again_interval",
    "flickscreen",
    "zoomscreen",
    "color_palette",
    "youtube",
];

/// Settings of the prelude without a value.
pub(crate) const FLAGS: [&str; 10] = [
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
];

/// Sound effects, which are events and commands.
pub(crate) const SOUND_EFFECTS: [&str; 11] =
    ["sfx0", "sfx1", "sfx2", "sfx3", "sfx4", "sfx5", "sfx6", "sfx7", "sfx8", "sfx9", "sfx10"];

/// Events that can have a sound, beside the sound effects.
pub(crate) const EVENTS: [&str; 10] = [
    "undo",
    "restart",
    "titlescreen",
    "startgame",
    "cancel",
    "endgame",
    "startlevel",
    "endlevel",
    "showmessage",
    "closemessage",
];

/// What an object can do that can have a sound.
pub(crate) const SOUND_VERBS: [&str; 5] = ["move", "action", "create", "destroy", "cantmove"];

/// Directions of a sound declaration.
pub(crate) const SOUND_DIRECTIONS: [&str; 7] = ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

/// Words that may stand before the first bracket of a rule.
pub(crate) const RULE_PREFIXES: [&str; 11] =
    ["startloop", "endloop", "up", "down", "left", "right", "horizontal", "vertical", "orthogonal", "late", "rigid"];

/// Commands, beside the sound effects.
const COMMANDS: [&str; 6] = ["cancel", "checkpoint", "restart", "win", "message", "again"];

/// Words that no object should be named by, beside sections, events, sound effects and movement words.
const OTHER_KEYWORDS: [&str; 16] = [
    "late", "rigid", "any", "all", "some", "move", "create", "destroy", "cantmove", "message", "win", "again", "...",
    "|", "[", "]",
];

/// Movement words of cells.
const MOVEMENTS: [&str; 18] = [
    ">",
    "<",
    "^",
    "v",
    "up",
    "down",
    "left",
    "right",
    "moving",
    "stationary",
    "no",
    "randomdir",
    "random",
    "horizontal",
    "vertical",
    "orthogonal",
    "perpendicular",
    "parallel",
];

/// The words with which a win condition begins.
pub(crate) const WIN_QUANTIFIERS: [&str; 4] = ["all", "some", "any", "no"];

/// The words of rules that are no names: movements and commands.
pub(crate) fn rule_words() -> impl Iterator<Item = &'static str> {
    MOVEMENTS.into_iter().chain(["action"]).chain(COMMANDS).chain(SOUND_EFFECTS)
}

/// Whether the word is an event that can have a sound.
pub(crate) fn is_event(word: &str) -> bool {
    EVENTS.contains(&word) || SOUND_EFFECTS.contains(&word)
}

/// Whether the word is a movement word of a cell.
pub(crate) fn is_movement(word: &str) -> bool {
    MOVEMENTS.contains(&word) || word == "action"
}

/// Whether the word is a command of a rule.
pub(crate) fn is_command(word: &str) -> bool {
    COMMANDS.contains(&word) || SOUND_EFFECTS.contains(&word)
}

/// Whether an object or legend entry should not have this name.
pub(crate) fn is_keyword(word: &str) -> bool {
    let movement = is_movement(word) && word != "orthogonal";
    movement || is_event(word) || SECTIONS.contains(&word) || OTHER_KEYWORDS.contains(&word)
}

/// The names of colours.
pub(crate) const COLORS: [&str; 24] = [
    "black",
    "white",
    "grey",
    "darkgrey",
    "lightgrey",
    "gray",
    "darkgray",
    "lightgray",
    "red",
    "darkred",
    "lightred",
    "brown",
    "darkbrown",
    "lightbrown",
    "orange",
    "yellow",
    "green",
    "darkgreen",
    "lightgreen",
    "blue",
    "lightblue",
    "darkblue",
    "purple",
    "pink",
];
