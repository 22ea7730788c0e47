//! The Luau value of a level at the prompt, which holds the position that is played and asks questions.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::picture::spoken::Line;
use engines::{Budget, Context, ValueCache};
use puzzles::options::{MOVES, ROLE};
use puzzles::questions::{QuestionRow, Subject};
use puzzles::{
    Answer, Family, Frames, Level, MoveLimits, OptionSpec, OptionValue, Options, Question, QuestionKind, Record,
    TypedBoards, declared, family, position, words,
};
use sandbox::mlua::{self, Lua, LuaSerdeExt, MetaMethod, Table, UserData, UserDataMethods, Value};
use serde::Serialize;

use super::Interrupt;
use super::load::Found;
use super::options;

/// The methods of a level that make moves and show, each with a line of help.
const METHODS: &[(&str, &str)] = &[
    (
        "moves",
        "level:moves()  every legal move: its name, and where moves are vectors its bits, the cells that it changes",
    ),
    ("made", "level:made()  the moves made so far, as a list of their names"),
    ("press", "level:press(n)  presses n, the move named by that number, and gives the level"),
    ("play", "level:play(m)  makes the move m, or each of a list, and gives the level"),
    ("undo", "level:undo()  takes the last move back and gives the level"),
    (
        "at",
        "level:at(\"000 111 000\")  the level that starts from this board, where boards can be typed; title, par and solution\n  \
         are left out",
    ),
    ("as", "level:as(\"eel\")  the level from its start, played by another side"),
    ("ask", "level:ask(\"solve\", { goal = \"all 1\" })  a question by its name, with its options"),
    ("show", "level:show()  the board from here, as text; with { positions = true } the numbers of positions"),
    ("look", "level:look()  the position in words, line by line"),
    ("rules", "level:rules()  goal and rules in words"),
    ("text", "level:text()  the level's own text"),
];

/// The methods of a level with a line of help each: a question is a method.
pub(super) fn methods(families: &[&dyn Family]) -> Vec<(&'static str, String)> {
    let own = METHODS.iter().map(|(name, about)| (*name, (*about).to_owned()));
    own.chain(declared::questions(families).into_iter().map(|row| (row.name(), help(row)))).collect()
}

/// The line of help of a question.
fn help(row: &QuestionRow) -> String {
    let (name, about) = (row.name(), row.about);
    match row.subject {
        Subject::Line { .. } => format!(
            "level:{name}{{ \"1\", \"3\" }}  {about}; the line is the moves made and these\n  \
             behind them, and the level stays as it is. Options come behind the moves: level:{name}({{}}, {{ … }})"
        ),
        Subject::Position => format!("level:{name}{{ … }}  {about}"),
        Subject::Level => format!("level:{name}{{ … }}  {about}, from here"),
    }
}

/// A level being played.
pub(super) struct Opened {
    level: Arc<dyn Level>,
    /// In a lock only because a value of the machine must be `Sync`; the prompt has one thread.
    record: Mutex<Record>,
    terms: Terms,
    /// What is found out about the level is kept for the next question.
    kept: ValueCache,
}

/// What all levels of a prompt are asked under.
#[derive(Clone)]
pub(super) struct Terms {
    /// The families of the prompt, which say which questions there are.
    pub(super) families: &'static [&'static dyn Family],
    /// The limits of each question.
    pub(super) budget: Budget,
    pub(super) interrupt: Interrupt,
}

/// The most bytes that are kept about a level, and the most values.
const MAX_KEPT: (u64, usize) = (256 << 20, 16);

impl Opened {
    pub(super) fn open((family, source): Found, terms: Terms) -> Result<Opened, String> {
        let cx = Context::new(terms.budget).stop(terms.interrupt.engine());
        let level = family.load(source, &cx).map_err(|problems| problems.to_string())?;
        Opened::played_by(level, None, terms)
    }

    fn played_by(level: Arc<dyn Level>, role: Option<&str>, terms: Terms) -> Result<Opened, String> {
        let Terms { budget, interrupt, .. } = &terms;
        let role = puzzles::role(&*level, role).map_err(|refusal| refusal.to_string())?;
        let limits = MoveLimits { stop: interrupt.engine(), time: None, bytes: budget.bytes };
        let record = Record::limited(Arc::clone(&level), role, limits);
        let kept = ValueCache::new(budget.bytes.map_or(MAX_KEPT.0, |bytes| bytes.min(MAX_KEPT.0)), MAX_KEPT.1);
        Ok(Opened { record: Mutex::new(record), level, terms, kept })
    }

    /// Opens the level at its start, played by another role.
    fn by(&self, role: &Value) -> Result<Opened, String> {
        let Value::String(role) = role else {
            return Err(format!("a role is a text, not {}", options::words(role)));
        };
        let (level, role) = (Arc::clone(&self.level), role.to_string_lossy());
        Opened::played_by(level, Some(&role), self.terms.clone())
    }

    /// Opens the level that starts from another board.
    fn at(&self, board: &Value) -> Result<Opened, String> {
        let (board, info) = (options::board(board)?, self.level.info());
        let own = || format!("a level of {} is its text, and starts from no board that is typed", info.name);
        let text = self.level.typed_boards().ok_or_else(own)?.text_at(&board)?;
        let family = self.terms.families.iter().find(|family| family.info().name == info.name).copied();
        let family = family.ok_or_else(|| format!("the prompt has no family '{}'", info.name))?;
        Opened::open((family, Arc::new(text.into_bytes())), self.terms.clone())
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the board as text, with the options of `show`.
    fn show(&self, options: Option<&Table>) -> Result<String, String> {
        let style = Style::read(options)?;
        let record = self.record();
        let play = record.position();
        let (frames, status) = (if style.every_hop { Frames::Hops } else { Frames::Moves }, play.status());
        let no_hops = || format!("'every_hop': {} has no films of hops", self.level.info().name);
        let picture = position::drawn(play, frames).ok_or_else(no_hops)?;
        if style.positions && picture.names.is_empty() {
            return Err(format!("'positions': the positions of {} have no numbers", self.level.info().name));
        }
        let picture = if style.positions { picture.with_names() } else { picture };
        let text = format!("{}{}", ::picture::text::picture(&picture, false), status.words);
        Ok(text)
    }

    fn look(&self) -> String {
        let spoken = self.record().position().spoken();
        spoken.lines.iter().map(Line::text).collect::<Vec<_>>().join("\n")
    }

    fn make(&self, value: &Value) -> Result<(), String> {
        let moves = options::moves(value)?;
        if moves.is_empty() && !matches!(value, Value::Table(_)) {
            return Err(format!("{} names no move", options::words(value)));
        }
        moves.iter().try_for_each(|text| self.record().play(text).map_err(|illegal| illegal.to_string()))
    }

    /// Lists each legal move: its name, and in levels whose moves are vectors the cells that it changes.
    fn moves(&self, lua: &Lua) -> mlua::Result<Table> {
        let names: Vec<String> = self.record().position().moves().collect();
        let vectors = self
            .level
            .typed_boards()
            .and_then(TypedBoards::vectors)
            .filter(|vectors| vectors.moves.len() == names.len());
        let list = lua.create_table()?;
        for (at, name) in names.iter().enumerate() {
            let step = lua.create_table()?;
            step.raw_set("names", lua.create_sequence_from([name.as_str()])?)?;
            if let Some(vectors) = &vectors {
                step.raw_set("bits", vectors.moves[at].as_str())?;
                step.raw_set("modulus", vectors.modulus)?;
            }
            list.raw_push(step)?;
        }
        Ok(list)
    }

    /// The options that a question takes; none if the level does not answer it.
    fn known(&self, kind: QuestionKind) -> &'static [&'static OptionSpec] {
        family::question(&*self.level, kind).map_or(&[], |spec| spec.options)
    }

    /// Asks a question about the current position and for the role that plays, if the question takes these options.
    fn answer(&self, lua: &Lua, kind: QuestionKind, mut asked: Options) -> mlua::Result<Table> {
        let known = self.known(kind);
        let knows = |option: &OptionSpec| known.iter().any(|known| known.name == option.name);
        let offered = family::question(&*self.level, kind).is_some();
        let (mut moves, role) = {
            let record = self.record();
            (record.moves().to_vec(), record.role().0)
        };
        if knows(&MOVES) {
            moves.extend_from_slice(asked.moves());
            asked.set(&MOVES, OptionValue::List(moves)).map_err(mlua::Error::runtime)?;
        } else if !moves.is_empty() && offered {
            return Err(mlua::Error::runtime(format!(
                "'{kind}' is asked of the level before its first move; undo first"
            )));
        }
        let first = self.level.roles().first();
        if asked.role().is_none() && knows(&ROLE) && first.is_some_and(|first| *first != role) {
            asked.set(&ROLE, OptionValue::Text(role.to_owned())).map_err(mlua::Error::runtime)?;
        }
        let Terms { budget, interrupt, .. } = &self.terms;
        let cx = Context::new(*budget).stop(interrupt.engine()).keeping(&self.kept);
        let question = Question { kind, asked };
        let answer = puzzles::ask(&self.level, &question, &cx).map_err(runtime)?;
        table(lua, &answer)
    }

    /// Asks a question from typed arguments: a table of options, and where it is about a line the moves before it.
    fn typed(&self, lua: &Lua, row: &QuestionRow, first: &Value, second: &Value) -> mlua::Result<Table> {
        let (kind, takes_moves) = (row.kind, row.subject.is_line() && !is_options(first));
        let (moves, given) = if takes_moves { (first, second) } else { (&Value::Nil, first) };
        if !takes_moves && !second.is_nil() {
            return Err(mlua::Error::runtime(format!("'{kind}' takes one table of options, and nothing after it")));
        }
        let mut asked = options::asked(given, self.known(kind)).map_err(mlua::Error::runtime)?;
        if takes_moves && !moves.is_nil() {
            if !asked.moves().is_empty() {
                return Err(mlua::Error::runtime("the moves are given twice"));
            }
            let moves = options::moves(moves).map_err(mlua::Error::runtime)?;
            asked.set(&MOVES, OptionValue::List(moves)).map_err(mlua::Error::runtime)?;
        }
        self.answer(lua, kind, asked)
    }
}

/// Whether a value is a table of options, and neither a list nor a named vector.
fn is_options(value: &Value) -> bool {
    let Value::Table(table) = value else { return false };
    table.raw_len() == 0 && !table.is_empty() && table.raw_get::<Value>("names").is_ok_and(|names| names.is_nil())
}

fn runtime(refusal: impl std::fmt::Display) -> mlua::Error {
    mlua::Error::runtime(refusal.to_string())
}

/// Reads the name of a question.
fn question(families: &[&dyn Family], name: &Value) -> mlua::Result<&'static QuestionRow> {
    let rows = declared::questions(families);
    let named = |row: &&QuestionRow| name.as_string().is_some_and(|name| *name == *row.name());
    rows.iter().copied().find(named).ok_or_else(|| {
        let names: Vec<&str> = rows.iter().map(|row| row.name()).collect();
        let names = names.join(", ");
        mlua::Error::runtime(format!("{} is no question; expected one of {names}", options::words(name)))
    })
}

/// Converts a part of an answer by way of its JSON, since parts that are JSON already know no other form.
fn value(lua: &Lua, part: impl Serialize) -> mlua::Result<Value> {
    let options = mlua::serde::SerializeOptions::new()
        .set_array_metatable(false)
        .serialize_none_to_null(false)
        .serialize_unit_to_null(false);
    lua.to_value_with(&serde_json::to_value(part).map_err(mlua::Error::external)?, options)
}

/// Converts an answer to a table of its fields, whose `tostring` is the answer in words.
fn table(lua: &Lua, answer: &Answer) -> mlua::Result<Table> {
    let table = match value(lua, &answer.body)? {
        Value::Table(table) => table,
        _ => lua.create_table()?,
    };
    table.raw_set("verdict", value(lua, answer.verdict)?)?;
    table.raw_set("method", answer.method.as_str())?;
    table.raw_set("confirmed", value(lua, &answer.confirmed)?)?;
    table.raw_set("proof", value(lua, &answer.proof)?)?;
    let mut lines = vec![words::verdict(answer).to_owned()];
    lines.extend(words::lines(answer));
    let shown = lines.join("\n  ");
    let look = lua.create_table()?;
    look.raw_set("__tostring", lua.create_function(move |_, _: Value| Ok(shown.clone()))?)?;
    table.set_metatable(Some(look))?;
    Ok(table)
}

/// The options of `show`.
#[derive(Default)]
struct Style {
    positions: bool,
    every_hop: bool,
}

impl Style {
    fn read(options: Option<&Table>) -> Result<Style, String> {
        let mut style = Style::default();
        let Some(options) = options else { return Ok(style) };
        for pair in options.clone().pairs::<String, bool>() {
            let wrong = |_| "show takes options such as { positions = true }".to_owned();
            match pair.map_err(wrong)? {
                (name, value) if name == "positions" => style.positions = value,
                (name, value) if name == "every_hop" => style.every_hop = value,
                (name, _) => return Err(format!("show knows no option '{name}'; expected positions or every_hop")),
            }
        }
        Ok(style)
    }
}

impl UserData for Opened {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| this.show(None).map_err(mlua::Error::runtime));
        methods.add_method("moves", |lua, this, ()| this.moves(lua));
        methods.add_method("made", |lua, this, ()| lua.create_sequence_from(this.record().moves().to_vec()));
        methods.add_method("show", |_, this, options: Option<Table>| {
            this.show(options.as_ref()).map_err(mlua::Error::runtime)
        });
        methods.add_method("look", |_, this, ()| Ok(this.look()));
        methods.add_method("rules", |_, this, ()| Ok(this.level.guide().lines().join("\n")));
        methods.add_method("text", |_, this, ()| Ok(this.level.text()));
        methods.add_method("as", |_, this, role: Value| this.by(&role).map_err(mlua::Error::runtime));
        methods.add_method("at", |_, this, board: Value| this.at(&board).map_err(mlua::Error::runtime));
        // Each question is a method. Which there are depends on the families of the prompt.
        methods.add_meta_method(MetaMethod::Index, |lua, this, name: String| {
            let Some(row) = declared::question(this.terms.families, &name) else { return Ok(Value::Nil) };
            let ask = |lua: &Lua, row, (this, first, second): (mlua::AnyUserData, Value, Value)| {
                this.borrow::<Opened>()?.typed(lua, row, &first, &second)
            };
            lua.create_function(move |lua, asked| ask(lua, row, asked)).map(Value::Function)
        });
        methods.add_method("ask", |lua, this, (name, first, second): (Value, Value, Value)| {
            this.typed(lua, question(this.terms.families, &name)?, &first, &second)
        });
        for name in ["press", "play"] {
            methods.add_function(name, |_, (this, step): (mlua::AnyUserData, Value)| {
                this.borrow::<Opened>()?.make(&step).map_err(mlua::Error::runtime)?;
                Ok(this)
            });
        }
        methods.add_function("undo", |_, this: mlua::AnyUserData| {
            this.borrow::<Opened>()?.record().undo();
            Ok(this)
        });
    }
}
