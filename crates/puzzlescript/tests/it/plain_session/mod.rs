//! A second account of what follows a turn, written along the definition of the language from one function that calls
//! itself, as the judge of [`puzzlescript::session`]: it shares the turn of the plain engine with it and nothing else.

use puzzlescript::board::Board;
use puzzlescript::engine::{Engine, Input, Played, Stop, TurnContext};
use puzzlescript::game::{Command, Game, Quantifier, Stage, Term};
use puzzlescript::masks::MaskEngine;
use puzzlescript::random::Generator;
use puzzlescript::session::Ruleset;

/// What is shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shown {
    Board,
    /// The text of a `message` over the board.
    Text,
    /// The text of a message level.
    Interlude,
    Won,
    Title,
}

pub(crate) struct PlainSession<'g> {
    game: &'g Game,
    ruleset: Ruleset,
    engine: Option<MaskEngine<'g>>,
    context: TurnContext<'g>,
    pub(crate) board: Board,
    pub(crate) target: Board,
    undo: Vec<Board>,
    pub(crate) stage: usize,
    pub(crate) shown: Shown,
    pub(crate) again: bool,
    is_restarting: bool,
    /// The sounds of the last turn that was no dry run, and all that were heard.
    last: Vec<&'g str>,
    pub(crate) heard: Vec<&'g str>,
}

/// How a turn is played.
#[derive(Clone, Copy)]
struct Turn {
    input: Option<Input>,
    may_win: bool,
    is_dry: bool,
}

impl<'g> PlainSession<'g> {
    pub(crate) fn new(game: &'g Game, ruleset: Ruleset) -> Self {
        Self {
            game,
            ruleset,
            engine: None,
            context: TurnContext::new(Generator::new(""), 0),
            board: Board::default(),
            target: Board::default(),
            undo: Vec::new(),
            stage: 0,
            shown: Shown::Title,
            again: false,
            is_restarting: false,
            last: Vec::new(),
            heard: Vec::new(),
        }
    }

    /// Loads a level without the chain that may follow.
    pub(crate) fn load(&mut self, stage: usize) -> Result<(), Stop> {
        let Some(content) = self.game.stages.get(stage) else {
            self.shown = Shown::Title;
            return Ok(());
        };
        (self.stage, self.again) = (stage, false);
        let Stage::Level(level) = content else {
            self.shown = Shown::Interlude;
            return Ok(());
        };
        self.engine = Some(MaskEngine::new(self.game, level));
        self.board = Board::new(self.game, level);
        self.target = self.board.clone();
        self.undo.clear();
        self.shown = Shown::Board;
        if self.game.prelude.run_rules_on_level_start {
            self.process(Turn { input: None, may_win: false, is_dry: false })?;
        }
        Ok(())
    }

    pub(crate) fn press(&mut self, input: Option<Input>) -> Result<(), Stop> {
        self.heard.clear();
        let is_ignored = self.shown != Shown::Board || input == Some(Input::Action) && self.game.prelude.noaction;
        if self.ruleset == Ruleset::Play && is_ignored {
            return Ok(());
        }
        self.process(Turn { input, may_win: true, is_dry: false }).map(drop)
    }

    pub(crate) fn follow(&mut self) -> Result<(), Stop> {
        self.process(Turn { input: None, may_win: true, is_dry: false }).map(drop)
    }

    /// Whether a turn follows now: in play it waits behind a text.
    pub(crate) fn is_due(&self) -> bool {
        self.again && (self.ruleset == Ruleset::Tests || self.shown == Shown::Board)
    }

    /// One turn and what follows it; whether it did something that a chain goes on for.
    fn process(&mut self, turn: Turn) -> Result<bool, Stop> {
        self.again = false;
        let before = self.board.clone();
        let Some((played, after)) = self.rules(turn)? else { return Ok(false) };
        let queue: Vec<&Command> = self.context.record.commands.iter().map(|(command, _)| command).collect();
        let is_queued = |wanted: &Command| queue.contains(&wanted);
        if played == Played::Refused {
            return Ok(false);
        }
        if is_queued(&Command::Cancel) {
            self.tell(&queue, turn);
            return Ok(queue.len() > 1);
        }
        self.board = after;
        let mut is_emptied = false;
        if is_queued(&Command::Restart) {
            self.tell(&queue, turn);
            self.undo.push(before.clone());
            if turn.is_dry {
                self.board = before;
                return Ok(true);
            }
            if !self.is_restarting {
                self.go_back()?;
                is_emptied = true;
            }
        }
        let is_queued = |wanted: &Command| !is_emptied && queue.contains(&wanted);
        let is_changed = self.board != before;
        if turn.is_dry && is_changed {
            self.board = before;
            return Ok(true);
        }
        if turn.is_dry && is_queued(&Command::Win) {
            return Ok(true);
        }
        if is_changed && turn.input.is_some() {
            self.undo.push(before);
        }
        if !turn.is_dry {
            self.heard.extend(&self.last);
            if !is_emptied {
                self.tell(&queue, turn);
            }
        }
        let mut is_over = false;
        if self.shown == Shown::Board && turn.may_win && (is_queued(&Command::Win) || self.conditions_hold()) {
            self.win()?;
            is_over = matches!(self.shown, Shown::Won | Shown::Board);
        }
        if !is_over && is_queued(&Command::Checkpoint) {
            self.target = self.board.clone();
        }
        if !is_over && is_changed && is_queued(&Command::Again) {
            self.again = self.process(Turn { input: None, may_win: false, is_dry: true })?;
        }
        Ok(is_changed)
    }

    /// What the rules make of the board, which stays as it is.
    fn rules(&mut self, turn: Turn) -> Result<Option<(Played, Board)>, Stop> {
        let Some(engine) = &mut self.engine else { return Ok(None) };
        engine.restore(&self.board);
        self.context.record.clear();
        self.context.set_budget(100_000);
        let played = engine.turn(turn.input, &mut self.context)?;
        let mut after = Board::default();
        engine.save(&mut after);
        if !turn.is_dry {
            self.last.clear();
            self.context.record.sounds.for_each_seed(&self.game.sounds, |seed| self.last.push(seed));
        }
        Ok(Some((played, after)))
    }

    fn tell(&mut self, queue: &[&Command], turn: Turn) {
        let has_text = queue.iter().any(|command| matches!(command, Command::Message(_)));
        if has_text && !turn.is_dry && self.ruleset == Ruleset::Play {
            self.shown = Shown::Text;
        }
    }

    fn go_back(&mut self) -> Result<(), Stop> {
        self.is_restarting = true;
        self.board = self.target.clone();
        self.again = false;
        if self.game.prelude.run_rules_on_level_start {
            self.process(Turn { input: None, may_win: false, is_dry: false })?;
        }
        self.is_restarting = false;
        Ok(())
    }

    fn win(&mut self) -> Result<(), Stop> {
        self.again = false;
        if self.ruleset == Ruleset::Tests {
            return self.load(self.stage + 1);
        }
        self.shown = Shown::Won;
        Ok(())
    }

    pub(crate) fn undo(&mut self) {
        self.heard.clear();
        if self.game.prelude.noundo || self.ruleset == Ruleset::Play && self.shown != Shown::Board {
            return;
        }
        self.take_back();
    }

    fn take_back(&mut self) {
        self.again = false;
        while let Some(board) = self.undo.pop() {
            if board != self.board {
                self.board = board;
                return;
            }
        }
    }

    pub(crate) fn restart(&mut self) -> Result<(), Stop> {
        self.heard.clear();
        if self.game.prelude.norestart || self.ruleset == Ruleset::Play && self.shown != Shown::Board {
            return Ok(());
        }
        if self.again && !self.game.prelude.noundo {
            self.take_back();
        }
        self.undo.push(self.board.clone());
        self.go_back()
    }

    /// Goes on from what is shown over or between boards.
    pub(crate) fn go_on(&mut self) -> Result<(), Stop> {
        self.heard.clear();
        match self.shown {
            Shown::Text => {
                self.shown = Shown::Board;
                if self.conditions_hold() { self.win() } else { Ok(()) }
            }
            _ => self.load(self.stage + 1),
        }
    }

    fn conditions_hold(&self) -> bool {
        let cells: Vec<_> = (0..self.board.width * self.board.height).map(|cell| self.board.objects(cell)).collect();
        let is_in = |term: &Term, cell: usize| match term.all {
            true => term.objects.iter().all(|id| cells[cell].contains(id)),
            false => term.objects.iter().any(|id| cells[cell].contains(id)),
        };
        let holds = |condition: &puzzlescript::game::WinCondition| {
            let mut on = (0..cells.len())
                .filter(|&cell| is_in(&condition.what, cell))
                .map(|cell| condition.on.as_ref().is_none_or(|on| is_in(on, cell)));
            match condition.quantifier {
                Quantifier::All => on.all(|on| on),
                Quantifier::Some => on.any(|on| on),
                Quantifier::No => !on.any(|on| on),
            }
        };
        !self.game.win.is_empty() && self.game.win.iter().all(holds)
    }
}
