//! The family of scripts: its description, its shipped scripts, its templates.

use puzzles::questions;
use std::sync::Arc;

use ::picture::Picture;
use engines::Context;
use puzzles::judge::JUDGE_FOR_ROLE;
use puzzles::judge::reveal::PartialHint;
use puzzles::options::{ALL, COUNT, MOVES, REVEAL, ROLE};
use puzzles::solution::{GameHint, GameSolution, Hint, HintUnproven, Solution};
use puzzles::space::game_for_two::{self, GamePosition};
use puzzles::space::{self, SpacePosition};
use puzzles::syntax::{Token, TokenKind};
use puzzles::{
    AskError, Canvas, Claims, Family, FamilyInfo, GenerateOptions, Generator, Guide, LoadError, Position, QuestionKind,
    QuestionSpec, Role, Shape, Shipped, Side, Source,
};

use crate::rules::{Definition, Puzzle, until};
use crate::{canvas, picture, text};

/// The puzzle family whose levels are Luau scripts.
#[derive(Debug)]
pub struct Script;

/// The name of the family.
pub(crate) const NAME: &str = "script";

/// Bytes that each machine of a script may hold: of a trusted script, and of an untrusted one.
const MEMORY: usize = 16 << 20;
const CONFINED_MEMORY: usize = 8 << 20;

/// The forms of a hint, in a puzzle for one and in a game for two.
const HINTS: &[Shape] = &[
    Shape::when::<PartialHint>(PartialHint::fits),
    Shape::when::<GameHint>(GameHint::fits),
    Shape::when::<HintUnproven>(HintUnproven::fits),
    Shape::of::<Hint>(),
];

/// The questions of a puzzle for one player. A game for two has those of [`game_for_two`]; because the family must read
/// the answers of both, these list the shapes of both.
const ONE: &[QuestionSpec] = &[
    QuestionSpec::new(
        questions::SOLVE,
        &[&MOVES, &ROLE, &COUNT, &ALL],
        &[Shape::when::<GameSolution>(GameSolution::fits), Shape::of::<Solution>()],
    )
    .proven_by(space::PROOFS),
    space::COUNT_SHORTEST,
    space::REACH,
    space::MAP,
    QuestionSpec::new(questions::HINT, &[&MOVES, &ROLE, &REVEAL], HINTS).proven_by(space::PROOFS),
    JUDGE_FOR_ROLE,
    space::SHORTCUT,
];

/// The template of a new script if none is named.
const BLANK: &str = include_str!("levels/blank.luau");

pub(crate) const INFO: FamilyInfo = FamilyInfo {
    name: NAME,
    own_title: "Scripted puzzles",
    extension: "luau",
    likeness: text::likeness,
    write_back: |_, _| {
        Err("a script is a program: it states par and intended itself, in the table that it returns".to_owned())
    },
    about: "your own puzzle: twenty lines of Luau give the rules, everything else is there",
    rules: "Each script has a goal and rules of its own, which are told where it is shown or played. A script of your \
            own returns a table: its name, its goal and rules in words, the state at the start, the moves from a state, \
            and whether a state is solved; for two players, how a game has ended.",
    source: "yours",
    questions: ONE,
    roles: game_for_two::ROLES,
    tokens: &[
        Token { kind: TokenKind::Comment, pattern: r"--\[\[[^\]]*\]\]|--.*" },
        Token { kind: TokenKind::Text, pattern: r#""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\[\[[^\]]*\]\]"# },
        Token {
            kind: TokenKind::Keyword,
            pattern: r"\b(?:and|break|continue|do|else|elseif|end|false|for|function|if|in|local|nil|not|or|repeat|return|then|true|until|while)\b",
        },
        Token { kind: TokenKind::Number, pattern: r"\b[0-9]+(?:\.[0-9]+)?\b" },
    ],
    own_starter: BLANK,
    levels: &[
        Shipped {
            name: "wolf-goat-cabbage",
            about: "a man, a boat and three that eat each other; seven crossings",
            text: include_str!("levels/wolf-goat-cabbage.luau"),
        },
        Shipped {
            name: "jugs",
            about: "four litres with jugs of three and five; six moves",
            text: include_str!("levels/jugs.luau"),
        },
        Shipped {
            name: "sokoban",
            about: "the first of Microban; 33 steps",
            text: include_str!("levels/sokoban.luau"),
        },
        Shipped {
            name: "peg-solitaire",
            about: "the Latin cross on the English board; five jumps",
            text: include_str!("levels/peg-solitaire.luau"),
        },
        Shipped { name: "hanoi", about: "five disks; 31 moves", text: include_str!("levels/hanoi.luau") },
        Shipped { name: "nim", about: "a game for two: heaps of 3, 4 and 5", text: include_str!("levels/nim.luau") },
    ],
    ..FamilyInfo::BLANK
};

impl Family for Script {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn puzzles::Level>, LoadError> {
        Level::read(&*text, MEMORY, cx)
    }

    fn confined(&self) -> Option<&'static dyn Family> {
        Some(&Confined)
    }

    /// Returns the name of a script that is written as a line of its own, without running the script.
    fn title(&self, text: &str) -> Option<String> {
        let name = |line: &str| {
            let value = line.trim().strip_prefix("name")?.trim_start().strip_prefix('=')?.trim_start();
            let value = value.strip_prefix('"')?.split_once('"')?.0;
            (!value.trim().is_empty() && !value.contains('\\')).then(|| value.to_owned())
        };
        text.lines().find_map(name)
    }

    fn generator(&self) -> Option<Generator> {
        Some(template)
    }
}

/// Returns the text of a template: a shipped script, or `blank`.
fn template(options: &GenerateOptions, _: &Context<'_>) -> Result<String, AskError> {
    if options.board.is_some() || options.difficulty.is_some() {
        return Err(AskError::NotOffered("a script has no board and no difficulty; expected a template".into()));
    }
    let name = options.template.as_deref().unwrap_or("blank");
    let shipped = INFO.levels.iter().map(|level| (level.name, level.text)).chain([("blank", BLANK)]);
    shipped.clone().find(|(known, _)| *known == name).map(|(_, text)| text.to_owned()).ok_or_else(|| {
        let names: Vec<&str> = shipped.map(|(known, _)| known).collect();
        AskError::NotOffered(format!("there is no template '{name}'; expected {}", names.join(", ")))
    })
}

/// The family of scripts with the memory limit for untrusted scripts.
#[derive(Debug)]
struct Confined;

impl Family for Confined {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, text: Arc<dyn Source>, cx: &Context<'_>) -> Result<Arc<dyn puzzles::Level>, LoadError> {
        Level::read(&*text, CONFINED_MEMORY, cx)
    }

    fn confined(&self) -> Option<&'static dyn Family> {
        Some(&Confined)
    }
}

/// A loaded script as a level.
struct Level(Arc<Puzzle>);

impl Level {
    fn read(text: &dyn Source, memory: usize, cx: &Context<'_>) -> Result<Arc<dyn puzzles::Level>, LoadError> {
        Ok(Arc::new(Level(Arc::new(text::parse(text, memory, until(cx))?))))
    }

    fn is_for_two(&self) -> bool {
        self.0.definition.two_players
    }
}

impl puzzles::Level for Level {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        self.0.source.clone()
    }

    fn picture(&self) -> Picture {
        picture::draw(&self.0, &self.0.definition.start)
    }

    fn guide(&self) -> Guide {
        let Definition { goal, rules, .. } = &self.0.definition;
        let rules = rules.clone().unwrap_or_else(|| "This script does not say its rules in words.".into());
        Guide { goal: goal.clone(), rules, details: Vec::new() }
    }

    fn roles(&self) -> &'static [&'static str] {
        if self.is_for_two() { game_for_two::ROLES } else { &game_for_two::ROLES[..1] }
    }

    fn sides(&self) -> Vec<Side> {
        if self.is_for_two() { game_for_two::sides() } else { Vec::new() }
    }

    fn questions(&self) -> &'static [QuestionSpec] {
        if self.is_for_two() { game_for_two::QUESTIONS } else { ONE }
    }

    fn refusal(&self, name: &str) -> Option<&'static str> {
        let is_about_two = self.is_for_two() && name == QuestionKind::SHORTCUT.name();
        is_about_two.then_some("two sides play, and neither can shorten the game alone")
    }

    fn start(self: Arc<Self>, role: Role, cx: &Context<'_>) -> Box<dyn Position> {
        let rules = Arc::clone(&self.0);
        if self.is_for_two() {
            Box::new(GamePosition::start(rules, role, cx))
        } else {
            Box::new(SpacePosition::start(rules, cx))
        }
    }

    fn canvas(&self, text: &str) -> Result<Canvas, String> {
        canvas::of(text, &self.0)
    }

    fn claims(&self) -> Claims {
        let definition = &self.0.definition;
        Claims {
            par: definition.par.map(|par| par.to_string()),
            solution: definition.intended.clone(),
            ..Claims::default()
        }
    }
}
