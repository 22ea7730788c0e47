//! The description of the family: its questions and levels.

use ::puzzlescript::compiler::section_headings;
use ::puzzlescript::games::GAMES;
use frame::questions;

use frame::info::{FamilyInfo, Shipped};
use frame::judge;
use frame::likeness::Likeness;
use frame::options::{self, ALL, COUNT, FROM, INTENDED, MOVES, OptionSpec, REVEAL, UNCONFIRMED, ValueKind, WITHOUT};
use frame::question::{QuestionSpec, Shape};
use frame::shortcut::SHORTCUTS;
use frame::solution::{Map, Reached};
use frame::space;
use frame::syntax::{Token, TokenKind};

/// The option for the rule by which messages are read; `by_rule` of a level takes these names.
const RULE: OptionSpec =
    OptionSpec { value: ValueKind::Choice(&["play", "tests"]), ..options::RULE }.by_default("play");

const QUESTIONS: &[QuestionSpec] = &[
    QuestionSpec::new(questions::SOLVE, &[&MOVES, &COUNT, &ALL, &FROM, &UNCONFIRMED, &RULE], space::SOLUTIONS)
        .proven_by(space::PROOFS),
    QuestionSpec::new(questions::COUNT, &[&MOVES, &RULE], space::SOLUTIONS).proven_by(space::PROOFS),
    QuestionSpec::new(questions::REACH, &[&MOVES, &RULE], &[Shape::of::<Reached>()]).proven_by(space::PROOFS),
    QuestionSpec::new(questions::MAP, &[&RULE], &[Shape::of::<Map>()]).proven_by(space::PROOFS),
    QuestionSpec::new(questions::HINT, &[&MOVES, &RULE, &REVEAL], space::HINTS).proven_by(space::PROOFS),
    judge::question(&[&MOVES, &RULE]),
    QuestionSpec::new(questions::SHORTCUT, &[&MOVES, &INTENDED, &WITHOUT, &RULE], SHORTCUTS).proven_by(space::PROOFS),
];

static LEVELS: [Shipped; GAMES.len()] = {
    let mut levels = [Shipped { name: "", about: "", text: "" }; GAMES.len()];
    let mut at = 0;
    while at < GAMES.len() {
        levels[at] = Shipped { name: GAMES[at].name, about: GAMES[at].about, text: GAMES[at].text };
        at += 1;
    }
    levels
};

/// What the language's own editor colours, without the names of a game.
const TOKENS: &[Token] = &[
    Token { kind: TokenKind::Comment, pattern: r"\((?:[^()]|\([^()]*\))*\)" },
    Token { kind: TokenKind::Heading, pattern: "^=+[ \\t]*$" },
    Token {
        kind: TokenKind::Heading,
        pattern: "^[ \\t]*(?:objects|legend|sounds|collisionlayers|rules|winconditions|levels)[ \\t]*$",
    },
    Token { kind: TokenKind::Text, pattern: "^[ \\t]*(?:message|title|author|homepage)\\b.*" },
    Token {
        kind: TokenKind::Keyword,
        pattern: r"\b(?:late|rigid|random|randomdir|again|again_interval|cancel|restart|win|checkpoint|up|down|left|right|action|moving|stationary|perpendicular|parallel|horizontal|vertical|orthogonal|no|all|on|some|any|or|and|startloop|endloop|sfx[0-9]+)\b|->|[<>^]",
    },
    Token { kind: TokenKind::Number, pattern: r"\b[0-9]{3,}\b" },
];

static INFO: FamilyInfo = FamilyInfo {
    name: "puzzlescript",
    own_title: "PuzzleScript",
    extension: "puzzlescript",
    more_extensions: &["ps"],
    file_names: &["script.txt"],
    likeness,
    about: "games written in PuzzleScript: grids of objects that rules rewrite",
    rules: "Move with up, down, left and right; some games have an action. Everything else is in the rules of the game: \
            find out what they do.",
    source: "Stephen Lavelle (PuzzleScript, 2013)",
    questions: QUESTIONS,
    tokens: TOKENS,
    other_editor: Some("PuzzleScript's editor"),
    own_starter: include_str!("starter.puzzlescript"),
    levels: Shipped::linked(&LEVELS),
    ..FamilyInfo::BLANK
};

/// How much a text is like a game: it is one with three of the seven section headings, and may be one with one.
fn likeness(text: &str) -> Likeness {
    match section_headings(text) {
        0 => Likeness::None,
        1 | 2 => Likeness::Possible,
        _ => Likeness::Certain,
    }
}

/// The description of the family.
pub(super) const fn info() -> &'static FamilyInfo {
    &INFO
}
