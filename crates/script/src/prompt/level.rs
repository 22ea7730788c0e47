//! A level at the prompt: played in place, asked like everywhere.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::picture::Cell;
use engines::{Budget, Context};
use puzzles::{Answer, Card, Detail, Family, Kind, Level, Question, Record, Source, words};
use sandbox::mlua::{self, Lua, LuaSerdeExt, MetaMethod, Table, UserData, UserDataMethods, Value};

use super::Brake;

/// Cells times moves of a board whose moves are shown as vectors, at most.
const MOST_CELLS: usize = 1 << 16;

/// The methods with a line of help each.
pub(super) const METHODS: &[(&str, &str)] = &[
    ("moves", "level:moves()  every legal move: its name, and as bits the cells that it changes"),
    ("press", "level:press(n)  presses n, the move named by that number, and gives the level"),
    ("play", "level:play(m)  makes the move m, or each of a list, and gives the level"),
    ("undo", "level:undo()  takes the last move back and gives the level"),
    ("solve", "level:solve()  a shortest solution from here"),
    ("hint", "level:hint()  every best move from here"),
    ("ask", "level:ask(question)  any question: \"count\", \"reach\", \"map\", \"improve\""),
    ("show", "level:show()  the board from here, as text"),
    ("text", "level:text()  the level's own text"),
];

/// A level being played.
pub(super) struct Opened {
    card: &'static Card,
    level: Arc<dyn Level>,
    /// In a lock only because a game may not be shared between threads; the prompt has one.
    record: Mutex<Record>,
    budget: Budget,
    brake: Brake,
}

impl Opened {
    pub(super) fn open(
        family: &'static dyn Family,
        source: Arc<dyn Source>,
        budget: Budget,
        brake: Brake,
    ) -> Result<Opened, String> {
        let card = family.card();
        let level = family.load(source).map_err(|problems| problems.to_string())?;
        let role = card.role(None).map_err(|refusal| refusal.to_string())?;
        Ok(Opened { card, record: Mutex::new(Record::new(Arc::clone(&level), role)), level, budget, brake })
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self) -> String {
        let record = self.record();
        let (picture, status) = (record.play().picture(), record.play().status());
        format!("{}{}", ::picture::text::picture(&picture, false), status.words)
    }

    fn make(&self, step: &Value) -> Result<(), String> {
        match step {
            Value::Table(list) => list
                .clone()
                .sequence_values::<Value>()
                .try_for_each(|step| self.make(&step.map_err(|error| error.to_string())?)),
            step => {
                let text = step.to_string().map_err(|error| error.to_string())?;
                self.record().make(&text).map_err(|illegal| illegal.to_string())
            }
        }
    }

    /// Each move with the cells of the picture that it changes. Cells at the end that no move changes are left out:
    /// they are buttons, or a margin.
    fn moves(&self, lua: &Lua) -> mlua::Result<Table> {
        let record = self.record();
        let before = cells(&record);
        let names: Vec<String> = record.play().moves().collect();
        let changes =
            if before.len() * names.len() <= MOST_CELLS { self.changes(&record, &before, &names)? } else { Vec::new() };
        let last = changes.iter().filter_map(|changed| changed.iter().rposition(|&changed| changed)).max();
        let list = lua.create_table()?;
        for (at, name) in names.iter().enumerate() {
            let step = lua.create_table()?;
            step.raw_set("names", lua.create_sequence_from([name.as_str()])?)?;
            if let (Some(changed), Some(last)) = (changes.get(at), last) {
                let bits = changed[..=last].iter().map(|&changed| if changed { '1' } else { '0' });
                step.raw_set("bits", bits.collect::<String>())?;
            }
            list.raw_push(step)?;
        }
        Ok(list)
    }

    /// For each move which cells it changes.
    fn changes(&self, record: &Record, before: &[Cell], names: &[String]) -> mlua::Result<Vec<Vec<bool>>> {
        let role = self.card.role(None).map_err(mlua::Error::external)?;
        let changed = |name: &String| {
            let replayed = Record::replay(Arc::clone(&self.level), role, record.moves(), &Context::default());
            let mut after = replayed.map_err(mlua::Error::external)?;
            after.make(name).map_err(mlua::Error::external)?;
            let after = cells(&after);
            Ok((0..before.len()).map(|at| after.get(at).is_none_or(|cell| *cell != before[at])).collect())
        };
        names.iter().map(changed).collect()
    }

    /// Asks from the position reached, where the question knows it.
    fn ask(&self, lua: &Lua, kind: Kind) -> mlua::Result<Table> {
        let mut question = Question::plain(kind);
        let offer = self.level.offers().iter().find(|offer| offer.kind == kind);
        let made = self.record().moves().to_vec();
        if offer.is_some_and(|offer| offer.details.contains(&Detail::Moves)) {
            question.asked.moves = made;
        } else if !made.is_empty() && offer.is_some() {
            return Err(mlua::Error::runtime(format!(
                "'{kind}' is asked of the level before its first move; undo first"
            )));
        }
        let cx = Context::new(self.budget).stop(self.brake.engine());
        let answer = puzzles::ask(self.card, &self.level, &question, &cx).map_err(mlua::Error::external)?;
        table(lua, &answer)
    }
}

/// The cells of the position's picture.
fn cells(record: &Record) -> Vec<Cell> {
    record.play().picture().frames.pop().map_or(Vec::new(), |frame| frame.cells)
}

/// An answer's fields, and its words as what it looks like.
fn table(lua: &Lua, answer: &Answer) -> mlua::Result<Table> {
    let options = mlua::serde::SerializeOptions::new().set_array_metatable(false).serialize_none_to_null(false);
    let table = match lua.to_value_with(&answer.body, options)? {
        Value::Table(table) => table,
        _ => lua.create_table()?,
    };
    table.raw_set("verdict", lua.to_value_with(&answer.verdict, options)?)?;
    table.raw_set("method", answer.method.as_str())?;
    table.raw_set("proof", lua.to_value_with(&answer.proof, options)?)?;
    let mut lines = vec![words::verdict(answer).to_owned()];
    lines.extend(words::lines(answer));
    let shown = lines.join("\n  ");
    let look = lua.create_table()?;
    look.raw_set("__tostring", lua.create_function(move |_, _: Value| Ok(shown.clone()))?)?;
    table.set_metatable(Some(look))?;
    Ok(table)
}

impl UserData for Opened {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| Ok(this.show()));
        methods.add_method("moves", |lua, this, ()| this.moves(lua));
        methods.add_method("show", |_, this, ()| Ok(this.show()));
        methods.add_method("text", |_, this, ()| Ok(this.level.text()));
        methods.add_method("solve", |lua, this, ()| this.ask(lua, Kind::Solve));
        methods.add_method("hint", |lua, this, ()| this.ask(lua, Kind::Hint));
        methods.add_method("ask", |lua, this, name: String| {
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
            let kind = kind
                .ok_or_else(|| mlua::Error::runtime(format!("'{name}' is no question; expected such as \"reach\"")))?;
            this.ask(lua, kind)
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
