//! The compiler: from the text of a game to a [`Game`] and a list of problems.
//!
//! The text is read line by line into sections ([`parsed`]); names get ids, layers and sets of objects ([`names`]);
//! rule lines are expanded into rules about definite objects and movements ([`rules`]). A problem does not stop the
//! compiler: it goes on as the language's reference implementation does (`increpare/PuzzleScript` at commit `4db08eb`),
//! so that problems come in the same order and number, and games with mistakes that run there run here.
//!
//! Work and memory are bounded by [`CompileLimits`], since a short text can mean an enormous game.
//!
//! ```
//! use puzzlescript::compiler::{CompileLimits, compile};
//!
//! let source = "title Short\nOBJECTS\nbackground .\nblue\n\nplayer p\nred\n\nLEGEND\nSOUNDS\n\
//!     COLLISIONLAYERS\nbackground\nplayer\nRULES\n[ > player ] -> [ > plaier player ]\nWINCONDITIONS\nLEVELS\n\n.p.\n";
//! let compiled = compile(source, &CompileLimits::default());
//! assert_eq!(
//!     compiled.problems[0].to_string(),
//!     "15:21: \"plaier\" is not declared and is no word of a rule; expected a name, a movement, a direction or a command"
//! );
//! // A game with mistakes can often be played all the same.
//! assert_eq!(compiled.game.map(|game| game.stages.len()), Some(1));
//! ```

mod characters;
mod dialect;
mod interner;
mod levels;
mod lexer;
mod limits;
mod names;
mod palettes;
mod parsed;
mod problem;
mod remarks;
mod rules;
mod settings;
mod sounds;
mod text_layout;
mod title;
mod vocabulary;
mod win;

pub use dialect::{DialectNote, Effect};
pub use interner::{Interner, Symbol};
pub use limits::CompileLimits;
pub use names::{Look, Names, Place};
pub use parsed::{CollectionSource, ObjectSource, Parsed, RuleSource, StageSource, SynonymSource, WordLine};
pub use problem::{Code, Problem, Severity};
pub use remarks::Remark;
pub use rules::{CellItems, Item, Movement, RowCells, RuleCounts, RuleLine};

use std::sync::Arc;

use characters::units;
use limits::Budget;
use problem::Report;
use rules::Rules;

use crate::game::{Game, Object, ObjectSet, Stage, WinCondition, crowding};
use crate::interrupt::Interrupt;

/// A game with more errors than this is compiled, but the reference does not start it.
pub const MAX_ERRORS_TO_START: usize = 5;

/// What the compiler makes of a text.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game. A text with errors can still give one; [`Compiled::stopped`] says why there is none.
    pub game: Option<Game>,
    /// The problems in the order in which they were found.
    pub problems: Vec<Problem>,
    /// How many problems count as errors. Those of this implementation's own limits do not.
    pub errors: usize,
    /// Why there is no game.
    pub stopped: Option<Stopped>,
    /// The features of other dialects of the language that the text uses; none if it has no errors.
    pub dialect: Vec<DialectNote>,
    /// The sections of the text.
    pub parsed: Parsed,
    /// What the names mean, if the compiler came so far.
    pub names: Option<Names>,
    /// The rule lines before they are expanded.
    pub rule_lines: Vec<RuleLine>,
    /// How many rules each line became.
    pub rule_counts: Vec<RuleCounts>,
    /// The steps of work that were spent, in the unit of [`CompileLimits::steps`].
    pub steps: u64,
}

/// Why the compiler made no game of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// More than five errors while the sections were read.
    TooManyErrors,
    /// More than a hundred problems.
    TooManyProblems,
    /// There is no collision layer.
    NoLayers,
    /// A rule has rows that do not match, or a movement that cannot be inferred.
    InvalidRule,
    /// The text asks for more than the [`CompileLimits`] allow.
    Limit,
    /// The caller's [`Interrupt`] came.
    Interrupted,
}

/// Counts which of the seven section headings, such as OBJECTS, stand alone in lines of a text: from 0 to 7.
#[must_use]
pub fn section_headings(text: &str) -> usize {
    let stands = |section: &&&str| text.lines().any(|line| line.trim().eq_ignore_ascii_case(section));
    vocabulary::SECTIONS.iter().filter(stands).count()
}

/// Compiles the text of a game.
#[must_use]
pub fn compile(source: &str, limits: &CompileLimits) -> Compiled {
    compile_until(source, limits, &Interrupt::default())
}

/// Compiles the text of a game as [`compile`] does, and ends with [`Stopped::Interrupted`] once an interrupt comes.
#[must_use]
pub fn compile_until(source: &str, limits: &CompileLimits, interrupt: &Interrupt) -> Compiled {
    let (mut report, mut budget) = (Report::default(), Budget::new(limits, interrupt));
    let mut compiled = Compiled {
        game: None,
        problems: Vec::new(),
        errors: 0,
        stopped: None,
        dialect: Vec::new(),
        parsed: Parsed::default(),
        names: None,
        rule_lines: Vec::new(),
        rule_counts: Vec::new(),
        steps: 0,
    };
    if budget.allow(source.len(), limits.bytes, Problem::new(Code::TooLong)) {
        match compiled.run(source, &mut report, &mut budget) {
            Ok(game) => compiled.game = Some(game),
            Err(stopped) => compiled.stopped = Some(stopped),
        }
    }
    if budget.is_interrupted() {
        compiled.game = None;
        compiled.stopped = Some(Stopped::Interrupted);
        return compiled;
    }
    if budget.report(&mut report) {
        compiled.game = None;
        compiled.stopped = Some(Stopped::Limit);
    } else if report.is_full() {
        compiled.game = None;
        compiled.stopped = Some(Stopped::TooManyProblems);
    }
    compiled.steps = budget.steps();
    compiled.errors = report.errors();
    compiled.problems = report.into_problems();
    problem::complete(&mut compiled.problems, source);
    if compiled.errors > 0 {
        compiled.dialect = dialect::find(source);
        // A feature of a line that the compiler took without a word is none. Lines that it did not reach are not known.
        let (is_whole, problems) = (compiled.game.is_some(), &compiled.problems);
        compiled.dialect.retain(|note| !is_whole || problems.iter().any(|problem| note.holds(problem.line)));
    }
    compiled
}

/// Compiles the text of a game as [`compile_until`] does, without what another dialect of the language adds for the
/// looks of a game alone: such lines are left out and noted in [`Compiled::dialect`].
#[must_use]
pub fn compile_without_presentation(source: &str, limits: &CompileLimits, interrupt: &Interrupt) -> Compiled {
    let compiled = compile_until(source, limits, interrupt);
    let presents = |note: &&DialectNote| note.effect == Effect::Presentation;
    let left_out: Vec<DialectNote> = compiled.dialect.iter().filter(presents).cloned().collect();
    if left_out.is_empty() {
        return compiled;
    }
    let mut compiled = compile_until(&dialect::without_presentation(source, &left_out), limits, interrupt);
    compiled.dialect.extend(left_out);
    compiled.dialect.sort_by_key(|note| note.line);
    compiled
}

impl Compiled {
    /// Whether the reference starts the game: it has at most [`MAX_ERRORS_TO_START`] errors.
    #[must_use]
    pub fn starts(&self) -> bool {
        self.game.is_some() && self.errors <= MAX_ERRORS_TO_START
    }

    /// The first feature of another dialect that changes play.
    #[must_use]
    pub fn other_play(&self) -> Option<&DialectNote> {
        self.dialect.iter().find(|note| note.effect == Effect::Play)
    }

    /// Runs the passes of the compiler.
    fn run(&mut self, source: &str, report: &mut Report, budget: &mut Budget<'_>) -> Result<Game, Stopped> {
        let (parsed, is_complete) = lexer::read(source, report, budget);
        self.parsed = parsed;
        if !is_complete {
            return Err(Stopped::TooManyErrors);
        }
        self.names = Names::resolve(&self.parsed, report, budget);
        let names = self.names.as_ref().ok_or(Stopped::NoLayers)?;
        let stages = levels::stages(&self.parsed, names, report, budget);
        let mut rules = rules::compile(&self.parsed, names, report, budget);
        self.rule_lines = std::mem::take(&mut rules.lines);
        self.rule_counts = std::mem::take(&mut rules.counts);
        if !rules.is_valid {
            return Err(Stopped::InvalidRule);
        }
        let win = win::conditions(&self.parsed, names, report, budget);
        Ok(self.finish(names, Parts { stages, rules, win }, report, budget))
    }

    /// The passes behind the rules, and the game.
    fn finish(
        &self,
        names: &Names,
        Parts { stages, mut rules, win }: Parts,
        report: &mut Report,
        budget: &mut Budget<'_>,
    ) -> Game {
        let parsed = &self.parsed;
        for object in parsed.objects_in_order() {
            if names.object(object.name).is_some_and(|place| !place.is_listed) {
                report.add(Problem::at(Code::ObjectWithoutLayer, object.line).upper("NAME", parsed.name(object.name)));
            }
        }
        let screen = settings::screen(parsed, report);
        rules::loops::close(&mut rules, report);
        let sounds = sounds::sounds(parsed, names, report, budget);
        let prelude = settings::prelude(parsed, screen, report);
        if stages.is_empty() {
            report.add(Problem::new(Code::NoLevels));
        }
        if report.errors() <= MAX_ERRORS_TO_START {
            title::check(parsed, report);
        }
        let symbols = names.symbols(parsed);
        let named = symbols.iter().filter_map(|&name| Some((parsed.name(name).to_owned(), names.term(name)?)));
        let mut game = Game {
            prelude,
            objects: Arc::new(objects(parsed, names)),
            layers: names.layers.iter().map(|layer| layer.iter().collect()).collect(),
            names: Arc::new(named.collect()),
            glyphs: Arc::new(glyphs(&symbols, parsed, names)),
            background: names.background,
            player: names.player.clone(),
            cells: Arc::new(rules.cells),
            early: Arc::new(rules.early),
            late: Arc::new(rules.late),
            rigid_groups: rules.rigid_groups,
            win,
            sounds: Arc::new(sounds),
            stages: Arc::new(stages),
            is_crowded: false,
        };
        game.is_crowded = crowding::is_crowded(&game);
        game
    }
}

/// The parts of a game that are made before its settings are read.
struct Parts {
    stages: Vec<Stage>,
    rules: Rules,
    win: Vec<WinCondition>,
}

/// The objects by id.
fn objects(parsed: &Parsed, names: &Names) -> Vec<Option<Object>> {
    let mut objects = vec![None; names.ids.len()];
    for object in &parsed.objects {
        let (Some(place), Some(look)) = (names.object(object.name), names.looks.get(&object.name)) else { continue };
        if place.is_listed {
            objects[usize::from(place.id.0)] = Some(Object {
                name: parsed.name(object.name).to_owned(),
                layer: place.layer,
                colors: look.colors.clone(),
                sprite: look.sprite.clone(),
            });
        }
    }
    objects
}

/// The glyphs of one UTF-16 unit.
fn glyphs(symbols: &[Symbol], parsed: &Parsed, names: &Names) -> Vec<(String, ObjectSet)> {
    let short = symbols.iter().filter(|symbol| units(parsed.name(**symbol)) == 1);
    short.filter_map(|symbol| Some((parsed.name(*symbol).to_owned(), names.glyphs.get(symbol)?.clone()))).collect()
}
