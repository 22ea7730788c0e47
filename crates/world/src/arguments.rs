//! Conversion of the arguments that scripts pass: errors name the function, the argument and what was expected.

use sandbox::mlua::{Error, LightUserData, Lua, LuaString, Result, Value};

/// A call of a host function by a script.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) lua: &'a Lua,
    /// The name of the function, as scripts write it.
    pub(crate) name: &'static str,
}

impl Call<'_> {
    fn wrong(&self, argument: &str, value: &Value, expected: &str) -> Error {
        let given = match value {
            Value::Nil => "nil".into(),
            Value::LightUserData(_) => "an element".into(),
            Value::Vector(_) => "a vector".into(),
            Value::Boolean(flag) => flag.to_string(),
            other => format!("a {}", other.type_name()),
        };
        Error::runtime(format!("{}: {argument} is {given}; expected {expected}", self.name))
    }

    pub(crate) fn element(&self, value: &Value) -> Result<LightUserData> {
        match value {
            Value::LightUserData(element) => Ok(*element),
            other => Err(self.wrong("element", other, "an element")),
        }
    }

    /// Converts an argument to a number, or nil to `None`.
    pub(crate) fn number(&self, argument: &str, value: &Value) -> Result<Option<f64>> {
        if value.is_nil() {
            return Ok(None);
        }
        let number = self.lua.coerce_number(value.clone())?;
        number.map(Some).ok_or_else(|| self.wrong(argument, value, "a number"))
    }

    /// Converts an argument to a number of metres, or nil to `None`.
    pub(crate) fn metres(&self, argument: &str, value: &Value) -> Result<Option<f32>> {
        #[allow(clippy::cast_possible_truncation)] // metres
        Ok(self.number(argument, value)?.map(|number| number as f32))
    }

    pub(crate) fn text(&self, argument: &str, value: &Value) -> Result<LuaString> {
        let text = if value.is_nil() { None } else { self.lua.coerce_string(value.clone())? };
        text.ok_or_else(|| self.wrong(argument, value, "a string"))
    }
}
