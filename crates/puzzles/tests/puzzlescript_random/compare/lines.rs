//! Random lines: sessions of both engines and a recorded game, board for board, and what is said of their positions.

use engines::{Context, ValueCache};
use puzzles::{Question, QuestionKind, Record};
use puzzlescript::engine::Input;
use puzzlescript::session::{EngineKind, Limits, Options, Session, View};
use testkit::random::Random;

use super::answers::{hint, judge, left, solve};
use super::{Compared, Known, MAX_STATES, Subject, Tally, first_board};
use crate::plain;
use crate::plain::board::Board;
use crate::plain::search::{Level, NAMES, State};
use crate::plain::session::{End, Ruleset};

/// The most moves of a line.
const MAX_LENGTH: usize = 8;
/// What a session may say: at the hundred and first message it ends, and messages are counted in another way here.
const MAX_SAID: usize = 40;
/// The number of a restart among the moves of a line.
const RESTART: usize = 6;
/// The number of taking a move back.
const UNDO: usize = 7;

fn name(step: usize) -> &'static str {
    if step == RESTART { "restart" } else { NAMES.get(step).copied().unwrap_or("undo") }
}

/// A board of ours in lists.
fn listed(board: &puzzlescript::board::Board) -> Board {
    let cells = board.width * board.height;
    let content = |cell| board.objects(cell).iter().map(|id| id.0).collect();
    Board { width: board.width, height: board.height, cells: (0..cells).map(content).collect() }
}

/// A random line in sessions of both engines, with undo.
pub(super) fn sessions(subject: &Subject<'_>, random: &mut Random, tally: &mut Tally) -> Compared {
    let steps: Vec<usize> =
        (0..MAX_LENGTH).map(|_| [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, RESTART, UNDO][random.below(12)]).collect();
    for engine in [EngineKind::Masks, EngineKind::Planes] {
        session(subject, engine, &steps, tally)?;
    }
    Ok(())
}

fn session(subject: &Subject<'_>, engine: EngineKind, steps: &[usize], tally: &mut Tally) -> Compared {
    let limits = Limits { chain: 5000, ..Limits::default() };
    let options = Options { engine, seed: "menagerie".to_owned(), limits, ..Options::default() };
    let mut ours = Session::new(subject.game, options);
    let mut oracle = plain::session::Session::new(subject.game, Ruleset::Play, "menagerie");
    let mut line: Vec<String> = Vec::new();
    let (mut ended, mut stopped) = (oracle.load(0), ours.load(0));
    for step in steps.iter().map(Some).chain([None]) {
        let what = |what: &str| format!("{what} in a session of {engine:?}");
        let Ok(end) = ended else { return Ok(()) };
        tally.endless += usize::from(end == End::Endless);
        if end == End::Endless || oracle.said() > MAX_SAID {
            return Ok(());
        }
        while stopped.is_ok() && matches!(ours.view(), View::Message(_)) {
            stopped = ours.close_message();
        }
        tally.played += 1;
        if let Err(stop) = stopped {
            return Err(subject.mismatch(&what("a limit"), &line, stop.to_string(), format!("{end:?}")));
        }
        subject.same(&what("a win"), &line, &(ours.view() == View::Won), &(end == End::Won))?;
        let shown = |board: &Board| format!("\n{}", board.shown(subject.game));
        if listed(&ours.board()) != *oracle.board() {
            let (ours, oracle) = (shown(&listed(&ours.board())), shown(oracle.board()));
            return Err(subject.mismatch(&what("the board"), &line, ours, oracle));
        }
        subject.same(&what("the restart target"), &line, &listed(ours.restart_target()), &oracle.restart)?;
        let Some(&step) = step.filter(|_| end != End::Won) else { return Ok(()) };
        line.push(name(step).to_owned());
        (ended, stopped) = match step {
            RESTART => (oracle.restart(), ours.restart()),
            UNDO => {
                oracle.undo();
                ours.undo();
                (Ok(End::Open), Ok(()))
            }
            5 => (oracle.press(None), ours.tick()),
            step => (oracle.press(Some(step)), ours.press(Input::ALL[step])),
        };
    }
    Ok(())
}

/// A random line in a recorded game, with what is said of its positions.
pub(super) fn line(
    subject: &Subject<'_>,
    level: &mut Level<'_>,
    known: &Known,
    random: &mut Random,
    tally: &mut Tally,
) -> Compared {
    let role = puzzles::role(&*subject.level, None).expect("a role");
    let mut record = Record::new(std::sync::Arc::clone(&subject.level), role);
    let (mut line, mut state): (Vec<String>, _) = (Vec::new(), (!level.is_stuck).then(|| level.start.clone()));
    let mut target = level.first_target.clone();
    let mut distances = vec![distance(level, known, state.as_ref())];
    for _ in 0..MAX_LENGTH {
        position(subject, level, &record, &line, state.as_ref())?;
        let Some(before) = state.clone().filter(|state| !state.is_won) else { break };
        let step = step(subject, level, random);
        let Ok(after) = level.played(&before, &target, Some(step).filter(|&step| step != RESTART)) else { break };
        line.push(name(step).to_owned());
        tally.played += 1;
        if let Err(illegal) = record.play(name(step)) {
            return Err(subject.mismatch("a move", &line, illegal.to_string(), "a legal move".to_owned()));
        }
        (state, target) = after;
        tally.endless += usize::from(state.is_none());
        distances.push(distance(level, known, state.as_ref()));
    }
    position(subject, level, &record, &line, state.as_ref())?;
    let kept = ValueCache::new(1 << 24, 64);
    let mut cx = Context::with_nodes(1_000_000);
    if random.one_in(2) {
        cx = cx.keeping(&kept);
    }
    judge(subject, known, &line, &distances, &cx, tally)?;
    let Some(state) = state.filter(|state| !state.is_won) else { return Ok(()) };
    let Ok(graph) = level.graph(&state, MAX_STATES) else { return Ok(()) };
    let known = Known::of(graph);
    let cx = || Context::with_nodes(400_000);
    solve(subject, &Question::after(QuestionKind::COUNT, &line), &known, &cx(), tally)?;
    hint(subject, &line, &known, &cx(), tally)
}

/// How far a state is from a win; a player who is locked out is lost.
fn distance(level: &mut Level<'_>, known: &Known, state: Option<&State>) -> Option<Option<usize>> {
    state.map_or(Some(None), |state| left(level, known, state))
}

fn step(subject: &Subject<'_>, level: &Level<'_>, random: &mut Random) -> usize {
    if random.one_in(9) && !subject.game.prelude.norestart {
        return RESTART;
    }
    *random.pick(&level.inputs())
}

/// What a position of a recorded game says of itself.
fn position(
    subject: &Subject<'_>,
    level: &mut Level<'_>,
    record: &Record,
    line: &[String],
    state: Option<&State>,
) -> Compared {
    let mut changing = Vec::new();
    if let Some(state) = state.filter(|state| !state.is_won) {
        for input in level.inputs() {
            let Ok(after) = level.after(state, input) else { return Ok(()) };
            changing.extend(after.filter(|after| after != state).map(|_| NAMES[input].to_owned()));
        }
    }
    let status = record.position().status();
    if !subject.has_chance {
        subject.same("the moves of a position", line, &record.position().moves().collect(), &changing)?;
        subject.same("whether it is over", line, &status.over, &changing.is_empty())?;
    }
    subject.same("whether it is solved", line, &status.solved, &state.is_some_and(|state| state.is_won))?;
    match state.filter(|state| !subject.has_chance && can_be_written(subject, &state.board)) {
        Some(state) => written(subject, record, line, state),
        None => Ok(()),
    }
}

/// Whether every cell of a board can be written as a character.
fn can_be_written(subject: &Subject<'_>, board: &Board) -> bool {
    let ground = subject.game.background.0;
    let glyphs: Vec<Vec<u16>> =
        subject.game.glyphs.iter().map(|(_, set)| set.iter().map(|id| id.0).collect()).collect();
    let is_glyph = |cell: &Vec<u16>| {
        let rest: Vec<u16> = cell.iter().copied().filter(|id| *id != ground).collect();
        cell.contains(&ground) && glyphs.contains(&rest)
    };
    !board.cells.is_empty() && board.cells.iter().all(is_glyph)
}

/// The text of a position is a game that begins with its board.
fn written(subject: &Subject<'_>, record: &Record, line: &[String], state: &State) -> Compared {
    let begins = first_board(&record.position().level_text());
    subject.same("the text of a position", line, &begins, &Some(state.board.clone()))
}
