//! What follows a turn: random games against a second account of it, and small games with known answers.

use std::collections::BTreeMap;

use crate::random_game;

use crate::plain_session::{PlainSession, Shown};
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::{CommandQueue, Input, Stop};
use puzzlescript::game::{Command, Game};
use puzzlescript::session::{EngineKind, Limits, Options, Ruleset, Session, View};
use testkit::campaign;
use testkit::random::Random;

const ENGINES: [EngineKind; 2] = [EngineKind::Masks, EngineKind::Planes];
/// The turns that may follow an input.
const CHAIN: usize = 20;
/// The acts of a case.
const ACTS: usize = 40;

/// What a player, or a test of the reference, does next.
#[derive(Clone, Copy, Debug)]
enum Act {
    Press(Input),
    Tick,
    Undo,
    Restart,
    /// Closes a text, or goes on to the next level.
    GoOn,
}

fn act(random: &mut Random, shown: &Shown, ruleset: Ruleset) -> Act {
    let is_waiting = ruleset == Ruleset::Play && *shown != Shown::Board;
    match random.below(20) {
        0..16 if is_waiting => Act::GoOn,
        0 | 1 => Act::Undo,
        2 => Act::Restart,
        3 | 4 => Act::Tick,
        _ => Act::Press(*random.pick(&Input::ALL)),
    }
}

/// A session with what was heard since the last act.
struct Played<'g> {
    name: String,
    session: Session<'g>,
    heard: Vec<&'g str>,
}

impl<'g> Played<'g> {
    fn new(game: &'g Game, engine: EngineKind, ruleset: Ruleset, stepwise: bool) -> Self {
        let limits = Limits { chain: CHAIN, nodes: 100_000, ..Limits::default() };
        let options = Options { engine, ruleset, stepwise, limits, ..Options::default() };
        let name = format!("{engine:?}, {ruleset:?}, stepwise {stepwise}");
        Self { name, session: Session::new(game, options), heard: Vec::new() }
    }

    fn act(&mut self, act: Act) -> Result<(), Stop> {
        let session = &mut self.session;
        let done = match act {
            Act::Press(input) => session.press(input),
            Act::Tick => session.tick(),
            Act::Undo => {
                session.undo();
                Ok(())
            }
            Act::Restart => session.restart(),
            Act::GoOn if matches!(session.view(), View::Message(_)) => session.close_message(),
            Act::GoOn => session.next_stage(),
        };
        self.heard = session.sounds().to_vec();
        done
    }

    /// Plays a turn of the chain, if the session goes stepwise.
    fn follow(&mut self) -> Result<(), Stop> {
        self.session.continue_chain()?;
        self.heard.extend(self.session.sounds());
        Ok(())
    }

    /// What differs from the plain account.
    fn differs(&self, plain: &PlainSession<'g>) -> Option<String> {
        let session = &self.session;
        let shown = match session.view() {
            View::Board => Shown::Board,
            View::Message(_) => Shown::Text,
            View::Interlude(_) => Shown::Interlude,
            View::Won => Shown::Won,
            View::Title => Shown::Title,
        };
        let seen = [
            ("board", session.board() == plain.board),
            ("restart target", *session.restart_target() == plain.target),
            ("view", shown == plain.shown),
            ("stage", session.stage() == plain.stage),
            ("chain", session.is_again_due() == plain.is_due()),
            ("sounds", self.heard == plain.heard),
        ];
        let wrong = seen.iter().find(|(_, is_equal)| !is_equal)?.0;
        Some(format!("{}: another {wrong}: {shown:?} for {:?}", self.name, plain.shown))
    }
}

/// Plays random acts in the plain account and in sessions, and compares after each; with `interrupts` also in the
/// middle of chains. Returns the number of acts and what was seen.
fn compare(game: &Game, random: &mut Random, seen: &mut BTreeMap<String, usize>) -> Result<usize, String> {
    let ruleset = *random.pick(&[Ruleset::Play, Ruleset::Tests]);
    let interrupts = random.one_in(4);
    let mut plain = PlainSession::new(game, ruleset);
    let paces: &[bool] = if interrupts { &[true] } else { &[true, false] };
    let sessions = paces.iter().flat_map(|&stepwise| ENGINES.map(|engine| (engine, stepwise)));
    let mut sessions: Vec<Played> =
        sessions.map(|(engine, stepwise)| Played::new(game, engine, ruleset, stepwise)).collect();
    let mut done = vec![plain.load(0)];
    for played in &mut sessions {
        done.push(played.session.load(0));
        played.heard = played.session.sounds().to_vec();
    }
    for acts in 0..ACTS {
        let mut turns = 0;
        while done.iter().all(Result::is_ok) && plain.is_due() && !(interrupts && random.one_in(4)) {
            turns += 1;
            if turns > CHAIN {
                return Ok(acts);
            }
            done[0] = plain.follow();
            for played in sessions.iter_mut().filter(|played| played.session.is_again_due()) {
                done.push(played.follow());
            }
        }
        if done.iter().any(Result::is_err) {
            return Ok(acts);
        }
        if let Some(wrong) = sessions.iter().find_map(|played| played.differs(&plain)) {
            return Err(format!("act {acts}: {wrong}"));
        }
        if plain.shown == Shown::Title && ruleset == Ruleset::Play {
            return Ok(acts);
        }
        *seen.entry(format!("{:?}", plain.shown)).or_default() += 1;
        let act = act(random, &plain.shown, ruleset);
        done = vec![match act {
            Act::Press(input) => plain.press(Some(input)),
            Act::Tick => plain.press(None),
            Act::Undo => {
                plain.undo();
                Ok(())
            }
            Act::Restart => plain.restart(),
            Act::GoOn => plain.go_on(),
        }];
        done.extend(sessions.iter_mut().map(|played| played.act(act)));
    }
    Ok(ACTS)
}

#[test]
fn sessions_follow_turns_as_the_plain_account_does() {
    let (mut acts, mut seen) = (0, BTreeMap::new());
    for case in campaign::cases(600) {
        let mut random = Random::new(case);
        let text = random_game::text(&mut random);
        let Some(game) = compile(&text, &CompileLimits::default()).game else { continue };
        acts += compare(&game, &mut random, &mut seen).unwrap_or_else(|wrong| panic!("case {case}: {wrong}\n{text}"));
    }
    println!("{acts} acts, {seen:?}");
    assert!(std::env::var("CASES").is_ok() || acts > 5_000 && seen.len() == 5, "{acts} {seen:?}");
}

/// The queue as the language defines it: `cancel` blocks all that comes, `restart` rules without `cancel`; a rule with
/// either first empties the queue; no command comes twice.
fn queue(rules: &[Vec<Command>]) -> Vec<&Command> {
    let mut queue: Vec<&Command> = Vec::new();
    for rule in rules {
        let is_blocked =
            queue.contains(&&Command::Cancel) || queue.contains(&&Command::Restart) && !rule.contains(&Command::Cancel);
        if is_blocked {
            continue;
        }
        if rule.contains(&Command::Cancel) || rule.contains(&Command::Restart) {
            queue.clear();
        }
        for command in rule {
            let is_text = |other: &&Command| matches!((other, command), (Command::Message(_), Command::Message(_)));
            if !queue.contains(&command) && !queue.iter().any(is_text) {
                queue.push(command);
            }
        }
    }
    queue
}

#[test]
fn commands_are_queued_as_the_language_defines() {
    let text = |text: &str| Command::Message(text.to_owned());
    let all =
        [Command::Checkpoint, Command::Win, Command::Again, Command::Sfx(1), Command::Sfx(2), text("a"), text("b")];
    for case in campaign::cases(1000) {
        let mut random = Random::new(case);
        let commands = |random: &mut Random| match random.below(10) {
            0 => Command::Cancel,
            1 | 2 => Command::Restart,
            _ => random.pick(&all).clone(),
        };
        let mut rule = || (0..random.below(4)).map(|_| commands(&mut random)).collect::<Vec<_>>();
        let rules: Vec<Vec<Command>> = (0..5).map(|_| rule()).collect();
        let mut queued = CommandQueue::default();
        rules.iter().for_each(|rule| queued.add(rule, 1));
        let expected = queue(&rules);
        assert_eq!(queued.iter().map(|(command, _)| command).collect::<Vec<_>>(), expected, "case {case}: {rules:?}");
        assert!(expected.iter().all(|command| queued.has(command)) && queued.len() == expected.len(), "case {case}");
    }
}
