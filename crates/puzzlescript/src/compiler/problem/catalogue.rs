//! Every problem that the compiler can report: its code, whether it is an error, and its message as a template.
//!
//! The codes of one letter and two digits stand for the conditions that the language's reference implementation
//! (`increpare/PuzzleScript`) reports; the messages are our own. A name in braces is a value of the problem: in capital
//! letters for text of the file in upper case, else for text in lower case and for numbers.

use super::Severity;
use super::Severity::{Error, Warning};

macro_rules! catalogue {
    ($($code:ident $severity:ident $template:literal)*) => {
        /// What a problem is about. A message of its own belongs to each code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// Every code, in the order of the compiler's work.
            pub const ALL: &[Code] = &[$(Code::$code,)*];

            /// The code as text, such as `T14`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// Whether the problem is an error or a warning.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Code::$code => $severity,)* }
            }

            /// The message, with the names of values in braces.
            #[must_use]
            pub fn template(self) -> &'static str {
                match self { $(Code::$code => $template,)* }
            }
        }
    };
}

catalogue! {
    X01 Warning "this `)` closes no comment; expected a `(` before it"
    X02 Error "text follows {because}; expected nothing but a comment on the rest of the line"
    X03 Error "the section {SECTION} is opened a second time; expected each section once"
    X04 Error "the section {SECTION} comes after another section; expected it first"
    X05 Error "the section {SECTION} is opened before {PREVIOUS}; expected all seven sections in their order, also the empty ones"

    P01 Warning "`youtube` has had no effect for a long time; expected no such line"
    P02 Warning "{WORD} is set a second time, first on line {line2}; the later value is used; expected it once"
    P03 Error "`{key}` has no value; expected one on the same line"
    P04 Warning "{WORD} takes no value, but \"{rest}\" follows it; expected the end of the line"
    P05 Error "the prelude knows no setting that begins like this; expected a setting such as `title` or `noundo`, or the heading OBJECTS"
    P06 Error "the prelude cannot read \"{line}\"; expected a setting such as `title` or `noundo`"
    P07 Warning "text follows the comment behind this value and is ignored; expected the comment at the end of the line"

    O01 Warning "this is not the name of an object; expected letters, digits and `_` (other characters can be declared in the legend)"
    O02 Error "the object {NAME} is declared a second time; expected a new name"
    O03 Error "the name {NAME} is in use already; expected a new name"
    O04 Warning "{NAME} is a word of the language; expected another name for an object"
    O05 Error "\"{word}\" is not a colour of the object {OBJECT}; expected the name of a colour, `transparent`, #RGB or #RRGGBB"
    O06 Error "the sprite of {OBJECT} holds something that is no pixel; expected `.` or a digit"
    O07 Warning "this row of the sprite has more than five pixels; expected five rows of five"
    O08 Error "the sprite of {OBJECT} uses colour {digit}, but only {count} are given; expected a digit below {count}"

    L01 Error "{NAME} is not declared; expected the name of an object or of an earlier legend entry"
    L02 Error "a name alone is no legend entry; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    L03 Error "this legend entry breaks off after {LAST}; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    L04 Error "the name {NAME} is declared on line {line2} already; expected a new name"
    L05 Warning "{NAME} is a word of the language; expected another name"
    L06 Error "{NAME} is declared in terms of itself; expected other names on the right"
    L07 Warning "{NAME} is repeated on the right; expected each name once"
    L08 Error "an aggregate (`and`) contains a property (`or`); expected objects and other aggregates alone"
    L09 Error "the property {NAME} (`or`) contains the aggregate {OTHER} (`and`); expected objects and other properties alone"
    L10 Error "the names on the right are joined by neither `and` nor `or`; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    L11 Error "a legend entry has no `=` behind its name; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    L12 Error "this is no name; expected letters, digits and `_`"
    L13 Error "one legend entry mixes `and` and `or`; expected one of the two throughout"
    L14 Error "{NAME} stands between two names; expected `and` or `or`"

    S01 Warning "this is neither a name nor a sound event; expected an object, or an event such as `sfx3` or `endlevel`"
    S02 Error "\"{word}\" is not declared; expected an object, or an event such as `sfx3` or `endlevel`"
    S03 Error "the sound event has no seed; expected a number"
    S04 Error "the object has no sound verb; expected `move`, `action`, `create`, `destroy` or `cantmove`"
    S05 Error "{WORD} follows the seed {LAST}; expected the end of the line"
    S06 Error "{WORD} follows {LAST}; expected a direction or a seed (a number)"
    S07 Error "{WORD} follows {LAST}; expected a seed (a number)"

    C01 Error "the character {char} cannot stand in a collision layer; expected names with commas between them"
    C02 Error "\"{name}\" is an aggregate (`and`), whose members are in one cell together; expected objects and properties"
    C03 Error "{NAME} is not declared; expected an object or a property"
    C04 Error "the background shares its layer with other objects; expected a line of its own"
    C05 Error "there is no layer to add this to; expected a new line"
    C06 Warning "{NAME} is in several collision layers: {layers}; expected one"
    C07 Warning "{NAME} is listed twice in this layer; expected it once"

    R01 Error "a rule begins with an object; expected directions or `[`"
    R02 Error "\"{word}\" is not declared and is no word of a rule; expected a name, a movement, a direction or a command"

    W01 Error "this is no word of a win condition; expected \"all A on B\", \"some A\" or \"no A\""
    W02 Error "a win condition begins with \"{WORD}\"; expected `all`, `some`, `any` or `no`"
    W03 Error "\"{WORD}\" stands behind the first object; expected `on`"
    W04 Error "\"{WORD}\" is not declared; expected the name of an object or of a legend entry"
    W05 Error "{WORD} follows a complete win condition; expected the end of the line"

    V01 Warning "`message` is not followed by a blank; it is read as a message all the same"
    V02 Error "a comment stands where a level was expected; expected another character than `(` in levels"
    V03 Warning "this row differs in length from the first row of its level; expected rows of equal length"
    V04 Error "{CHAR} is not declared as a key of levels; expected an object or legend entry of this name"

    Z01 Error "there is no `player`; expected an object or a legend entry of this name"
    Z02 Error "there is no `background`; expected an object or a legend entry of this name"
    Z03 Error "there is no collision layer; expected every object in one"

    G01 Error "the {kind} {NAME} contains the {kind2} {OTHER}; expected an aggregate of aggregates or a property of properties"
    G02 Error "\"{name}\" is no colour palette, so `arnecolors` is used; expected the name of a palette or a number from 1 to 14"
    G03 Error "an object has more than ten colours; expected at most ten"
    G04 Error "\"{color}\" is no colour of the object {name}; expected a name, #RGB or #RRGGBB"
    G05 Error "the object {name} has no colour; expected at least one on the line behind its name"
    G06 Warning "the sprite has not five rows of five pixels; expected 5 by 5"
    G07 Error "the object {name} is not declared; expected the name of an object"
    G08 Error "{NAME} is in no collision layer; expected it in one"
    G09 Error "the aggregate joins {NAME} and {OTHER}, which share a layer and cannot be in one cell; expected members of different layers"
    G10 Error "no object has a place in a layer; expected at least one object"
    G11 Error "the members of `background` are in several layers; expected one layer"
    G12 Error "`background` is an aggregate (`and`); expected an object or a property (`or`)"
    G13 Error "nothing is called `background`; expected an object or a property of this name"
    G14 Error "nothing is called `{name}`; expected an object or a legend entry of this name"
    G15 Error "{NAME} is in no collision layer; expected it in one"

    M01 Error "the character \"{char}\" of this level is not declared; expected an object or legend entry of this name"
    M02 Error "the character \"{char}\" stands for a property (`or`), of which a level cannot choose; expected an object or an aggregate (`and`)"
    M03 Warning "this message needs more than 12 lines of 34 characters; expected a shorter text"
    M04 Error "the background is in no collision layer; expected it in one"

    T01 Error "the `(` begins a comment that hides the rest of this rule; expected comments behind rules"
    T02 Error "a rule is empty; expected an arrow `->`"
    T03 Error "this rule has no arrow; expected `->` between what it looks for and what it makes"
    T04 Error "`+` joins the group of the rule before, and there is none; expected a rule before it"
    T05 Error "`+` stands inside a rule; expected it as the first character of the line"
    T06 Error "a second `+` in one rule; expected one"
    T07 Error "a relative direction stands before the first `[`; expected `up`, `down`, `left`, `right`, `horizontal`, `vertical` or nothing"
    T08 Error "`random` in a rule that joins a group with `+`; expected it in the first rule of the group, which decides for all"
    T09 Error "\"{WORD}\" stands before the first `[`; expected directions, `late`, `rigid` or `random`"
    T10 Warning "a `[` inside brackets; expected a `]` first"
    T11 Error "a `[` where the cell before it is not complete; expected a `]` first"
    T12 Error "a second movement word before one object; expected the object"
    T13 Warning "a movement word outside brackets; expected it inside, or as a direction at the start of the rule"
    T14 Error "a movement in a late rule; expected objects alone, since late rules run after all movement"
    T15 Warning "a `|` outside brackets; expected it between the cells of a row"
    T16 Error "a movement word without an object; expected the object behind it"
    T17 Warning "a `]` that closes nothing; expected a `[` before it"
    T18 Error "a row ends with `...`; expected a cell behind it"
    T19 Warning "late and other rules are in one group; expected all rules of a group to be late or none"
    T20 Warning "an arrow inside brackets is ignored; expected it between the two sides of the rule"
    T21 Error "a second arrow in one rule; expected one"
    T22 Warning "{WORD} stands outside brackets; expected it inside a cell"
    T23 Warning "`no {WORD}` is repeated in one cell; expected it once"
    T24 Error "{WORD} is repeated in one cell; expected it once"
    T25 Warning "a property is repeated in one cell; to look for two different members, declare a second property with the same members"
    T26 Warning "`...` outside brackets; expected it between the cells of a row"
    T27 Error "a command before the arrow; expected it at the end of the rule"
    T28 Warning "a command before the last `]`; expected it at the end of the rule"
    T29 Warning "the sound effect \"{word}\" is not declared; expected a line for it in SOUNDS"
    T30 Error "\"{word}\" has no meaning here; expected an object, a movement, `...` or a command"
    T31 Error "a rule is both late and rigid; expected one of them, since late rules have no movement"
    T32 Warning "the two sides have different numbers of rows in brackets, so the rule is dropped; expected as many right as left"
    T33 Error "a row has more cells on one side than on the other; expected as many right as left"
    T34 Error "a row has no cell; expected at least one, since it matches everywhere"
    T35 Error "this rule looks for nothing; expected at least one row in brackets before the arrow"

    N01 Error "a cell asks for NO {NAME} and for {LIST}, which it includes; expected one of them"
    N02 Warning "NO {NAME} is not needed: {LIST} fill its layers (Layers {layers}); expected it left out"
    E01 Error "the right side has the property \"{PROPERTY}\", but nothing on the left says which member; expected it in the same cell on the left, or once on the left"
    E02 Error "the right side has the movement \"{movement}\", but nothing on the left says which direction; expected it with the same object on the left, or once on the left"
    E03 Error "`no` stands before the aggregate {NAME} (`and`); expected an object or a property"
    K01 Error "a cell holds something beside `...`; expected `...` alone between two `|`"
    K02 Error "a row begins or ends with `...`; expected a cell before and behind it"
    K03 Error "`...` on the left has no `...` at its place on the right; expected one"
    K04 Error "`random` on the left side; expected it on the right alone"
    K05 Error "{NAME} belongs to no single layer; expected an object, or a property whose members share a layer"
    K06 Warning "the left side asks for {LIST}, which no cell can hold, so the rule is dropped; expected no contradiction"
    K07 Error "`...` on the right has no `...` at its place on the left; expected one"
    K08 Warning "`random` before {NAME}, which is a single object; expected a property (`or`) to choose from"
    K09 Warning "a random {NAME} may share a layer with {OTHER}, which this cell requires; expected different layers"
    K10 Error "`random` before \"{NAME}\", which has no members to choose from; expected a property (`or`)"
    K11 Error "one cell holds \"{NAME}\" and \"{OTHER}\", which share a layer; expected one of them"
    Q01 Error "a row has more than two `...`; expected at most two"
    Q02 Warning "two `...` follow each other; expected one, which means the same"
    Q03 Error "{A} and {B} share a layer and are never in one cell{ditto}, so this rule never applies; expected objects of different layers"
    Q04 Error "this is the 31st group with rigid rules; expected at most 30"

    Y01 Error "\"{name}\" is not declared; expected the name of an object or of a legend entry"
    Y02 Error "a win condition is not complete; expected \"all A on B\", \"some A\" or \"no A\""
    F01 Warning "\"{part}\" is no whole number that a screen can have; expected columns and rows such as 16x10"
    F02 Warning "\"{part}\" does not begin with a digit; expected columns and rows such as 16x10"
    F03 Warning "\"{part}\" is not positive; expected a number above 0"
    F04 Warning "these are not two numbers; expected columns and rows such as 16x10"
    F05 Warning "\"{value}\" is not a size; expected columns and rows such as 16x10"
    F06 Warning "\"{value}\" is not a positive size; expected numbers above 0"
    I01 Error "a loop begins or ends inside a group; expected `startloop` and `endloop` between groups"
    I02 Error "`endloop` outside a loop; expected a `startloop` before it"
    I03 Error "`startloop` inside a loop; expected an `endloop` first, since loops cannot be nested"
    I04 Error "this loop has no end; expected `endloop`"
    A01 Warning "this is no sound declaration; expected at least two words"
    A02 Error "\"{word}\" ends a sound declaration; expected a seed (a number)"
    A03 Error "a sound event has too many words; expected the event and a seed"
    A04 Warning "a sound event has too many words; expected the event and a seed"
    A05 Warning "{EVENT} has a sound already; the later one is used; expected it once"
    A06 Error "\"{word}\" is no direction; expected `up`, `down`, `left`, `right`, `horizontal`, `vertical` or `orthogonal`"
    A07 Error "directions stand behind a verb without direction; expected a seed"
    A08 Error "\"{name}\" is an aggregate (`and`), which makes no sound; expected an object or a property (`or`)"
    A09 Error "the object \"{name}\" is not declared; expected an object or a property"
    A10 Error "\"{word}\" is no direction; expected `up`, `down`, `left`, `right`, `horizontal`, `vertical` or `orthogonal`"
    F07 Error "text_color {color} is no colour, so white is used; expected a name or #RRGGBB"
    F08 Error "background_color {color} is no colour, so black is used; expected a name or #RRGGBB"
    Z04 Error "there is no level; expected at least one in the section LEVELS"
    Z05 Warning "the title does not fit on the title screen and is cut; expected fewer lines of 34 characters"
    Z06 Warning "the author's name does not fit on the title screen and is cut; expected fewer lines of 34 characters"
    U01 Error "a group of rules still changed something after 200 rounds; expected it to come to rest"
    U02 Error "a loop of groups still changed something after 200 rounds; expected it to come to rest"
    U03 Warning "`restart` in the turn at the start of a level is ignored; expected it in later turns alone"

    TooLong Error "the text has {count} bytes; expected at most {limit}"
    TooManyObjects Error "the game declares {count} names; expected at most {limit}"
    TooManyLayers Error "the game has {count} collision layers; expected at most {limit}"
    TooManyRules Error "the rules up to this line expand to more than {limit}; expected fewer properties and ambiguous movements in one rule"
    TooManyItems Error "the rules up to this line expand to {count} words; expected at most {limit}: fewer properties and ambiguous movements in one rule"
    TooManyCells Error "this level has {count} cells; expected at most {limit}"
    TooManyCellsInAll Error "the levels up to this one have {count} cells; expected at most {limit}"
    TooManyRows Error "the levels up to this one have {count} rows; expected at most {limit}"
    TooMuchWork Error "compiling takes more than {limit} steps; expected a smaller game"
}
