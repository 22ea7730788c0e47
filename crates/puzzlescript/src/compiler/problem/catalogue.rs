//! Every problem that the compiler can report: its code, its name, the number by which the reference implementation's
//! messages are listed, whether it is an error, and its message as a template.
//!
//! A number in brackets stands for a condition that the language's reference implementation (`increpare/PuzzleScript`)
//! reports; brackets without a number are a limit of this implementation. The messages are our own. A name in braces is
//! a value of the problem: in capital letters for text of the file in upper case, else for text in lower case and for
//! numbers.

use super::Severity;
use super::Severity::{Error, Warning};

macro_rules! catalogue {
    ($($code:ident $name:literal [$($reference:ident)?] $severity:ident $template:literal)*) => {
        /// What a problem is about. A message of its own belongs to each code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// Every code, in the order of the compiler's work.
            pub const ALL: &[Code] = &[$(Code::$code,)*];

            /// The name of the code, such as `movement-in-late-rule`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$code => $name,)* }
            }

            /// The number of the condition in the list of the reference implementation's messages, such as `T14`;
            /// `None` for a limit that only this implementation has.
            #[must_use]
            pub fn reference(self) -> Option<&'static str> {
                let numbers: &[&'static str] = match self { $(Code::$code => &[$(stringify!($reference))?],)* };
                numbers.first().copied()
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
    UnopenedComment "unopened-comment" [X01] Warning "this `)` closes no comment; expected a `(` before it"
    TrailingText "trailing-text" [X02] Error "text follows {because}; expected nothing but a comment on the rest of the line"
    DuplicateSection "duplicate-section" [X03] Error "the section {SECTION} is opened a second time; expected each section once"
    SectionNotFirst "section-not-first" [X04] Error "the section {SECTION} comes after another section; expected it first"
    SectionOutOfOrder "section-out-of-order" [X05] Error "the section {SECTION} is opened before {PREVIOUS}; expected all seven sections in their order, also the empty ones"

    ObsoleteYoutube "obsolete-youtube" [P01] Warning "`youtube` has had no effect for a long time; expected no such line"
    DuplicateSetting "duplicate-setting" [P02] Warning "{WORD} is set a second time, first on line {line2}; the later value is used; expected it once"
    MissingSettingValue "missing-setting-value" [P03] Error "`{key}` has no value; expected one on the same line"
    FlagWithValue "flag-with-value" [P04] Warning "{WORD} takes no value, but \"{rest}\" follows it; expected the end of the line"
    UnknownSetting "unknown-setting" [P05] Error "the prelude knows no setting that begins like this; expected a setting such as `title` or `noundo`, or the heading OBJECTS"
    UnreadablePreludeLine "unreadable-prelude-line" [P06] Error "the prelude cannot read \"{line}\"; expected a setting such as `title` or `noundo`"
    TextAfterPreludeComment "text-after-prelude-comment" [P07] Warning "text follows the comment behind this value and is ignored; expected the comment at the end of the line"

    InvalidObjectName "invalid-object-name" [O01] Warning "this is not the name of an object; expected letters, digits and `_` (other characters can be declared in the legend)"
    DuplicateObject "duplicate-object" [O02] Error "the object {NAME} is declared a second time; expected a new name"
    ObjectNameInUse "object-name-in-use" [O03] Error "the name {NAME} is in use already; expected a new name"
    ObjectNameIsKeyword "object-name-is-keyword" [O04] Warning "{NAME} is a word of the language; expected another name for an object"
    UnknownObjectColour "unknown-object-colour" [O05] Error "\"{word}\" is not a colour of the object {OBJECT}; expected the name of a colour, `transparent`, #RGB or #RRGGBB"
    InvalidPixel "invalid-pixel" [O06] Error "the sprite of {OBJECT} holds something that is no pixel; expected `.` or a digit"
    SpriteRowTooLong "sprite-row-too-long" [O07] Warning "this row of the sprite has more than five pixels; expected five rows of five"
    PixelWithoutColour "pixel-without-colour" [O08] Error "the sprite of {OBJECT} uses colour {digit}, but only {count} are given; expected a digit below {count}"

    UndeclaredLegendName "undeclared-legend-name" [L01] Error "{NAME} is not declared; expected the name of an object or of an earlier legend entry"
    LegendNameAlone "legend-name-alone" [L02] Error "a name alone is no legend entry; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    UnfinishedLegendEntry "unfinished-legend-entry" [L03] Error "this legend entry breaks off after {LAST}; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    DuplicateLegendName "duplicate-legend-name" [L04] Error "the name {NAME} is declared on line {line2} already; expected a new name"
    LegendNameIsKeyword "legend-name-is-keyword" [L05] Warning "{NAME} is a word of the language; expected another name"
    RecursiveLegendEntry "recursive-legend-entry" [L06] Error "{NAME} is declared in terms of itself; expected other names on the right"
    DuplicateLegendMember "duplicate-legend-member" [L07] Warning "{NAME} is repeated on the right; expected each name once"
    PropertyInAggregate "property-in-aggregate" [L08] Error "an aggregate (`and`) contains a property (`or`); expected objects and other aggregates alone"
    AggregateInProperty "aggregate-in-property" [L09] Error "the property {NAME} (`or`) contains the aggregate {OTHER} (`and`); expected objects and other properties alone"
    MissingLegendOperator "missing-legend-operator" [L10] Error "the names on the right are joined by neither `and` nor `or`; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    MissingLegendEquals "missing-legend-equals" [L11] Error "a legend entry has no `=` behind its name; expected \"A = B\", \"A = B or C\" or \"A = B and C\""
    InvalidLegendName "invalid-legend-name" [L12] Error "this is no name; expected letters, digits and `_`"
    MixedLegendOperators "mixed-legend-operators" [L13] Error "one legend entry mixes `and` and `or`; expected one of the two throughout"
    UnknownLegendOperator "unknown-legend-operator" [L14] Error "{NAME} stands between two names; expected `and` or `or`"

    InvalidSoundSubject "invalid-sound-subject" [S01] Warning "this is neither a name nor a sound event; expected an object, or an event such as `sfx3` or `endlevel`"
    UndeclaredSoundSubject "undeclared-sound-subject" [S02] Error "\"{word}\" is not declared; expected an object, or an event such as `sfx3` or `endlevel`"
    SoundEventWithoutSeed "sound-event-without-seed" [S03] Error "the sound event has no seed; expected a number"
    MissingSoundVerb "missing-sound-verb" [S04] Error "the object has no sound verb; expected `move`, `action`, `create`, `destroy` or `cantmove`"
    TextAfterSoundSeed "text-after-sound-seed" [S05] Error "{WORD} follows the seed {LAST}; expected the end of the line"
    MissingSoundDirectionOrSeed "missing-sound-direction-or-seed" [S06] Error "{WORD} follows {LAST}; expected a direction or a seed (a number)"
    MissingSoundSeed "missing-sound-seed" [S07] Error "{WORD} follows {LAST}; expected a seed (a number)"

    InvalidLayerCharacter "invalid-layer-character" [C01] Error "the character {char} cannot stand in a collision layer; expected names with commas between them"
    AggregateInLayer "aggregate-in-layer" [C02] Error "\"{name}\" is an aggregate (`and`), whose members are in one cell together; expected objects and properties"
    UndeclaredLayerName "undeclared-layer-name" [C03] Error "{NAME} is not declared; expected an object or a property"
    SharedBackgroundLayer "shared-background-layer" [C04] Error "the background shares its layer with other objects; expected a line of its own"
    NoOpenLayer "no-open-layer" [C05] Error "there is no layer to add this to; expected a new line"
    ObjectInSeveralLayers "object-in-several-layers" [C06] Warning "{NAME} is in several collision layers: {layers}; expected one"
    DuplicateInLayer "duplicate-in-layer" [C07] Warning "{NAME} is listed twice in this layer; expected it once"

    RuleBeginsWithObject "rule-begins-with-object" [R01] Error "a rule begins with an object; expected directions or `[`"
    UndeclaredRuleWord "undeclared-rule-word" [R02] Error "\"{word}\" is not declared and is no word of a rule; expected a name, a movement, a direction or a command"

    InvalidWinConditionWord "invalid-win-condition-word" [W01] Error "this is no word of a win condition; expected \"all A on B\", \"some A\" or \"no A\""
    UnknownWinQuantifier "unknown-win-quantifier" [W02] Error "a win condition begins with \"{WORD}\"; expected `all`, `some`, `any` or `no`"
    MissingOn "missing-on" [W03] Error "\"{WORD}\" stands behind the first object; expected `on`"
    UndeclaredWinWord "undeclared-win-word" [W04] Error "\"{WORD}\" is not declared; expected the name of an object or of a legend entry"
    TextAfterWinCondition "text-after-win-condition" [W05] Error "{WORD} follows a complete win condition; expected the end of the line"

    MessageWithoutBlank "message-without-blank" [V01] Warning "`message` is not followed by a blank; it is read as a message all the same"
    CommentInLevels "comment-in-levels" [V02] Error "a comment stands where a level was expected; expected another character than `(` in levels"
    UnequalLevelRows "unequal-level-rows" [V03] Warning "this row differs in length from the first row of its level; expected rows of equal length"
    UndeclaredLevelKey "undeclared-level-key" [V04] Error "{CHAR} is not declared as a key of levels; expected an object or legend entry of this name"

    MissingPlayer "missing-player" [Z01] Error "there is no `player`; expected an object or a legend entry of this name"
    MissingBackground "missing-background" [Z02] Error "there is no `background`; expected an object or a legend entry of this name"
    MissingLayers "missing-layers" [Z03] Error "there is no collision layer; expected every object in one"

    MixedLegendKinds "mixed-legend-kinds" [G01] Error "the {kind} {NAME} contains the {kind2} {OTHER}; expected an aggregate of aggregates or a property of properties"
    UnknownPalette "unknown-palette" [G02] Error "\"{name}\" is no colour palette, so `arnecolors` is used; expected the name of a palette or a number from 1 to 14"
    TooManyColours "too-many-colours" [G03] Error "an object has more than ten colours; expected at most ten"
    UnreadableColour "unreadable-colour" [G04] Error "\"{color}\" is no colour of the object {name}; expected a name, #RGB or #RRGGBB"
    ObjectWithoutColour "object-without-colour" [G05] Error "the object {name} has no colour; expected at least one on the line behind its name"
    SpriteNotFiveByFive "sprite-not-five-by-five" [G06] Warning "the sprite has not five rows of five pixels; expected 5 by 5"
    UndeclaredObject "undeclared-object" [G07] Error "the object {name} is not declared; expected the name of an object"
    NameWithoutLayer "name-without-layer" [G08] Error "{NAME} is in no collision layer; expected it in one"
    AggregateSharesLayer "aggregate-shares-layer" [G09] Error "the aggregate joins {NAME} and {OTHER}, which share a layer and cannot be in one cell; expected members of different layers"
    NoObjects "no-objects" [G10] Error "no object has a place in a layer; expected at least one object"
    BackgroundInSeveralLayers "background-in-several-layers" [G11] Error "the members of `background` are in several layers; expected one layer"
    BackgroundIsAggregate "background-is-aggregate" [G12] Error "`background` is an aggregate (`and`); expected an object or a property (`or`)"
    UndeclaredBackground "undeclared-background" [G13] Error "nothing is called `background`; expected an object or a property of this name"
    UndeclaredName "undeclared-name" [G14] Error "nothing is called `{name}`; expected an object or a legend entry of this name"
    ObjectWithoutLayer "object-without-layer" [G15] Error "{NAME} is in no collision layer; expected it in one"

    UndeclaredLevelCharacter "undeclared-level-character" [M01] Error "the character \"{char}\" of this level is not declared; expected an object or legend entry of this name"
    PropertyInLevel "property-in-level" [M02] Error "the character \"{char}\" stands for a property (`or`), of which a level cannot choose; expected an object or an aggregate (`and`)"
    MessageTooLong "message-too-long" [M03] Warning "this message needs more than 12 lines of 34 characters; expected a shorter text"
    BackgroundWithoutLayer "background-without-layer" [M04] Error "the background is in no collision layer; expected it in one"

    CommentHidesRule "comment-hides-rule" [T01] Error "the `(` begins a comment that hides the rest of this rule; expected comments behind rules"
    EmptyRule "empty-rule" [T02] Error "a rule is empty; expected an arrow `->`"
    MissingArrow "missing-arrow" [T03] Error "this rule has no arrow; expected `->` between what it looks for and what it makes"
    NoGroupToJoin "no-group-to-join" [T04] Error "`+` joins the group of the rule before, and there is none; expected a rule before it"
    MisplacedPlus "misplaced-plus" [T05] Error "`+` stands inside a rule; expected it as the first character of the line"
    SecondPlus "second-plus" [T06] Error "a second `+` in one rule; expected one"
    RelativeRuleDirection "relative-rule-direction" [T07] Error "a relative direction stands before the first `[`; expected `up`, `down`, `left`, `right`, `horizontal`, `vertical` or nothing"
    RandomInJoinedRule "random-in-joined-rule" [T08] Error "`random` in a rule that joins a group with `+`; expected it in the first rule of the group, which decides for all"
    UnknownRulePrefix "unknown-rule-prefix" [T09] Error "\"{WORD}\" stands before the first `[`; expected directions, `late`, `rigid` or `random`"
    NestedBracket "nested-bracket" [T10] Warning "a `[` inside brackets; expected a `]` first"
    BracketInUnfinishedCell "bracket-in-unfinished-cell" [T11] Error "a `[` where the cell before it is not complete; expected a `]` first"
    SecondMovement "second-movement" [T12] Error "a second movement word before one object; expected the object"
    MovementOutsideBrackets "movement-outside-brackets" [T13] Warning "a movement word outside brackets; expected it inside, or as a direction at the start of the rule"
    MovementInLateRule "movement-in-late-rule" [T14] Error "a movement in a late rule; expected objects alone, since late rules run after all movement"
    BarOutsideBrackets "bar-outside-brackets" [T15] Warning "a `|` outside brackets; expected it between the cells of a row"
    MovementWithoutObject "movement-without-object" [T16] Error "a movement word without an object; expected the object behind it"
    UnopenedBracket "unopened-bracket" [T17] Warning "a `]` that closes nothing; expected a `[` before it"
    TrailingEllipsis "trailing-ellipsis" [T18] Error "a row ends with `...`; expected a cell behind it"
    MixedLateGroup "mixed-late-group" [T19] Warning "late and other rules are in one group; expected all rules of a group to be late or none"
    ArrowInBrackets "arrow-in-brackets" [T20] Warning "an arrow inside brackets is ignored; expected it between the two sides of the rule"
    SecondArrow "second-arrow" [T21] Error "a second arrow in one rule; expected one"
    NameOutsideBrackets "name-outside-brackets" [T22] Warning "{WORD} stands outside brackets; expected it inside a cell"
    DuplicateNoInCell "duplicate-no-in-cell" [T23] Warning "`no {WORD}` is repeated in one cell; expected it once"
    DuplicateInCell "duplicate-in-cell" [T24] Error "{WORD} is repeated in one cell; expected it once"
    DuplicatePropertyInCell "duplicate-property-in-cell" [T25] Warning "a property is repeated in one cell; to look for two different members, declare a second property with the same members"
    EllipsisOutsideBrackets "ellipsis-outside-brackets" [T26] Warning "`...` outside brackets; expected it between the cells of a row"
    CommandBeforeArrow "command-before-arrow" [T27] Error "a command before the arrow; expected it at the end of the rule"
    CommandBeforeBracket "command-before-bracket" [T28] Warning "a command before the last `]`; expected it at the end of the rule"
    UndeclaredSoundEffect "undeclared-sound-effect" [T29] Warning "the sound effect \"{word}\" is not declared; expected a line for it in SOUNDS"
    UnexpectedRuleWord "unexpected-rule-word" [T30] Error "\"{word}\" has no meaning here; expected an object, a movement, `...` or a command"
    LateRigidRule "late-rigid-rule" [T31] Error "a rule is both late and rigid; expected one of them, since late rules have no movement"
    UnequalRowCount "unequal-row-count" [T32] Warning "the two sides have different numbers of rows in brackets, so the rule is dropped; expected as many right as left"
    UnequalCellCount "unequal-cell-count" [T33] Error "a row has more cells on one side than on the other; expected as many right as left"
    RowWithoutCell "row-without-cell" [T34] Error "a row has no cell; expected at least one, since it matches everywhere"
    EmptyLeftSide "empty-left-side" [T35] Error "this rule looks for nothing; expected at least one row in brackets before the arrow"

    ContradictoryNo "contradictory-no" [N01] Error "a cell asks for NO {NAME} and for {LIST}, which it includes; expected one of them"
    SuperfluousNo "superfluous-no" [N02] Warning "NO {NAME} is not needed: {LIST} fill its layers (Layers {layers}); expected it left out"
    AmbiguousProperty "ambiguous-property" [E01] Error "the right side has the property \"{PROPERTY}\", but nothing on the left says which member; expected it in the same cell on the left, or once on the left"
    AmbiguousMovement "ambiguous-movement" [E02] Error "the right side has the movement \"{movement}\", but nothing on the left says which direction; expected it with the same object on the left, or once on the left"
    NoBeforeAggregate "no-before-aggregate" [E03] Error "`no` stands before the aggregate {NAME} (`and`); expected an object or a property"
    CrowdedEllipsis "crowded-ellipsis" [K01] Error "a cell holds something beside `...`; expected `...` alone between two `|`"
    EllipsisAtRowEdge "ellipsis-at-row-edge" [K02] Error "a row begins or ends with `...`; expected a cell before and behind it"
    EllipsisOnLeftAlone "ellipsis-on-left-alone" [K03] Error "`...` on the left has no `...` at its place on the right; expected one"
    RandomOnLeft "random-on-left" [K04] Error "`random` on the left side; expected it on the right alone"
    NoSingleLayer "no-single-layer" [K05] Error "{NAME} belongs to no single layer; expected an object, or a property whose members share a layer"
    ImpossibleLeftSide "impossible-left-side" [K06] Warning "the left side asks for {LIST}, which no cell can hold, so the rule is dropped; expected no contradiction"
    EllipsisOnRightAlone "ellipsis-on-right-alone" [K07] Error "`...` on the right has no `...` at its place on the left; expected one"
    RandomSingleObject "random-single-object" [K08] Warning "`random` before {NAME}, which is a single object; expected a property (`or`) to choose from"
    RandomMayShareLayer "random-may-share-layer" [K09] Warning "a random {NAME} may share a layer with {OTHER}, which this cell requires; expected different layers"
    RandomWithoutMembers "random-without-members" [K10] Error "`random` before \"{NAME}\", which has no members to choose from; expected a property (`or`)"
    CellSharesLayer "cell-shares-layer" [K11] Error "one cell holds \"{NAME}\" and \"{OTHER}\", which share a layer; expected one of them"
    TooManyEllipses "too-many-ellipses" [Q01] Error "a row has more than two `...`; expected at most two"
    RepeatedEllipsis "repeated-ellipsis" [Q02] Warning "two `...` follow each other; expected one, which means the same"
    RuleNeverApplies "rule-never-applies" [Q03] Error "{A} and {B} share a layer and are never in one cell{ditto}, so this rule never applies; expected objects of different layers"
    TooManyRigidGroups "too-many-rigid-groups" [Q04] Error "this is the 31st group with rigid rules; expected at most 30"

    UndeclaredWinName "undeclared-win-name" [Y01] Error "\"{name}\" is not declared; expected the name of an object or of a legend entry"
    UnfinishedWinCondition "unfinished-win-condition" [Y02] Error "a win condition is not complete; expected \"all A on B\", \"some A\" or \"no A\""
    InvalidScreenNumber "invalid-screen-number" [F01] Warning "\"{part}\" is no whole number that a screen can have; expected columns and rows such as 16x10"
    ScreenNumberWithoutDigit "screen-number-without-digit" [F02] Warning "\"{part}\" does not begin with a digit; expected columns and rows such as 16x10"
    ScreenNumberNotPositive "screen-number-not-positive" [F03] Warning "\"{part}\" is not positive; expected a number above 0"
    MissingScreenNumbers "missing-screen-numbers" [F04] Warning "these are not two numbers; expected columns and rows such as 16x10"
    InvalidScreenSize "invalid-screen-size" [F05] Warning "\"{value}\" is not a size; expected columns and rows such as 16x10"
    ScreenSizeNotPositive "screen-size-not-positive" [F06] Warning "\"{value}\" is not a positive size; expected numbers above 0"
    LoopInsideGroup "loop-inside-group" [I01] Error "a loop begins or ends inside a group; expected `startloop` and `endloop` between groups"
    EndloopOutsideLoop "endloop-outside-loop" [I02] Error "`endloop` outside a loop; expected a `startloop` before it"
    NestedLoop "nested-loop" [I03] Error "`startloop` inside a loop; expected an `endloop` first, since loops cannot be nested"
    UnclosedLoop "unclosed-loop" [I04] Error "this loop has no end; expected `endloop`"
    IncompleteSound "incomplete-sound" [A01] Warning "this is no sound declaration; expected at least two words"
    SoundEndsWithoutSeed "sound-ends-without-seed" [A02] Error "\"{word}\" ends a sound declaration; expected a seed (a number)"
    TooManySoundWords "too-many-sound-words" [A03] Error "a sound event has too many words; expected the event and a seed"
    ExtraSoundWords "extra-sound-words" [A04] Warning "a sound event has too many words; expected the event and a seed"
    DuplicateSoundEvent "duplicate-sound-event" [A05] Warning "{EVENT} has a sound already; the later one is used; expected it once"
    InvalidSoundDirection "invalid-sound-direction" [A06] Error "\"{word}\" is no direction; expected `up`, `down`, `left`, `right`, `horizontal`, `vertical` or `orthogonal`"
    DirectionAfterUndirectedVerb "direction-after-undirected-verb" [A07] Error "directions stand behind a verb without direction; expected a seed"
    SoundOfAggregate "sound-of-aggregate" [A08] Error "\"{name}\" is an aggregate (`and`), which makes no sound; expected an object or a property (`or`)"
    UndeclaredSoundObject "undeclared-sound-object" [A09] Error "the object \"{name}\" is not declared; expected an object or a property"
    UnknownSoundDirection "unknown-sound-direction" [A10] Error "\"{word}\" is no direction; expected `up`, `down`, `left`, `right`, `horizontal`, `vertical` or `orthogonal`"
    InvalidTextColour "invalid-text-colour" [F07] Error "text_color {color} is no colour, so white is used; expected a name or #RRGGBB"
    InvalidBackgroundColour "invalid-background-colour" [F08] Error "background_color {color} is no colour, so black is used; expected a name or #RRGGBB"
    NoLevels "no-levels" [Z04] Error "there is no level; expected at least one in the section LEVELS"
    TitleTooLong "title-too-long" [Z05] Warning "the title does not fit on the title screen and is cut; expected fewer lines of 34 characters"
    AuthorTooLong "author-too-long" [Z06] Warning "the author's name does not fit on the title screen and is cut; expected fewer lines of 34 characters"
    EndlessRuleGroup "endless-rule-group" [U01] Error "a group of rules still changed something after 200 rounds; expected it to come to rest"
    EndlessLoop "endless-loop" [U02] Error "a loop of groups still changed something after 200 rounds; expected it to come to rest"
    RestartAtLevelStart "restart-at-level-start" [U03] Warning "`restart` in the turn at the start of a level is ignored; expected it in later turns alone"

    TooLong "too-long" [] Error "the text has {count} bytes; expected at most {limit}"
    TooManyObjects "too-many-objects" [] Error "the game declares {count} names; expected at most {limit}"
    TooManyLayers "too-many-layers" [] Error "the game has {count} collision layers; expected at most {limit}"
    TooManyRules "too-many-rules" [] Error "the rules up to this line expand to more than {limit}; expected fewer properties and ambiguous movements in one rule"
    TooManyItems "too-many-items" [] Error "the rules up to this line expand to {count} words; expected at most {limit}: fewer properties and ambiguous movements in one rule"
    TooManyCells "too-many-cells" [] Error "this level has {count} cells; expected at most {limit}"
    TooManyCellsInAll "too-many-cells-in-all" [] Error "the levels up to this one have {count} cells; expected at most {limit}"
    TooManyRows "too-many-rows" [] Error "the levels up to this one have {count} rows; expected at most {limit}"
    TooMuchWork "too-much-work" [] Error "compiling takes more than {limit} steps; expected a smaller game"
}
