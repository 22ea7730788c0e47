//! Options of questions: their declarations, the values that were given, and reading them from JSON.
//!
//! An option is declared once as an [`OptionSpec`] constant beside the code that uses it, and is listed by each
//! [`QuestionSpec`](crate::QuestionSpec) that takes it. The command line, the prompt, the API, its description and the
//! page read those declarations. The options that any family may share are declared here.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The kind of value that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A boolean: given or not given.
    Switch,
    /// A whole number, 0 or more.
    Number,
    /// A string, which the family interprets.
    Text,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A list of moves as strings.
    Moves,
}

impl ValueKind {
    /// Returns the name of the kind in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Switch => "switch",
            ValueKind::Number => "number",
            ValueKind::Text => "text",
            ValueKind::Choice(_) => "choice",
            ValueKind::Moves => "moves",
        }
    }

    /// Returns what an option of this kind takes, in words.
    fn expected(self) -> Cow<'static, str> {
        match self {
            ValueKind::Switch => "true or false".into(),
            ValueKind::Number => "a whole number, 0 or more".into(),
            ValueKind::Text => "a text".into(),
            ValueKind::Choice(choices) => format!("one of the texts {}", choices.join(", ")).into(),
            ValueKind::Moves => "a list of moves as texts".into(),
        }
    }

    /// Whether a value is of this kind.
    fn fits(self, value: &OptionValue) -> bool {
        match (self, value) {
            (ValueKind::Switch, OptionValue::Switch(_))
            | (ValueKind::Number, OptionValue::Number(_))
            | (ValueKind::Text, OptionValue::Text(_))
            | (ValueKind::Moves, OptionValue::List(_)) => true,
            (ValueKind::Choice(choices), OptionValue::Text(text)) => choices.contains(&text.as_str()),
            _ => false,
        }
    }
}

impl Serialize for ValueKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

/// The declaration of one option: its names, the kind of its value, and its help.
///
/// ```
/// use frame::{OptionSpec, Options, OptionValue, ValueKind};
///
/// const DEPTH: OptionSpec = OptionSpec::new("depth", ValueKind::Number, "N", "Look at most this number of moves ahead");
///
/// let mut options = Options::default();
/// options.set(&DEPTH, OptionValue::Number(7))?;
/// assert_eq!(options.number(&DEPTH), Some(7));
/// assert!(options.set(&DEPTH, OptionValue::Switch(true)).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name in JSON and at the prompt: lower case, words joined by `_`.
    pub name: &'static str,
    /// The long name on the command line, without dashes: lower case, words joined by `-`.
    pub flag: &'static str,
    /// The kind of the option's value.
    pub value: ValueKind,
    /// The placeholder for the value in usage lines; empty for a switch.
    pub placeholder: &'static str,
    /// One line of help text.
    pub help: &'static str,
    /// What holds where a choice is left out, as a noun: one of its values, or "the level's own". Empty where nobody
    /// has to be told.
    pub default: &'static str,
    /// Whether the option chooses another game than the one on the board: another rule, start or goal. Where a game is
    /// under way it is not offered for questions about that game.
    pub another_game: bool,
}

/// The option for the moves that are played before the question is asked.
pub const MOVES: OptionSpec = OptionSpec::new(
    "moves",
    ValueKind::Moves,
    "MOVES",
    "Moves played before, as they are printed: with commas, ';', as a JSON list or in the level's notation",
);
/// The option for the role that is played, where a level has several.
pub const ROLE: OptionSpec = OptionSpec {
    flag: "as",
    ..OptionSpec::new(
        "role",
        ValueKind::Text,
        "ROLE",
        "The role for which the question is asked, where several roles play",
    )
};
/// The switch that lists every best answer.
pub const ALL: OptionSpec = OptionSpec::new("all", ValueKind::Switch, "", "List every best answer");
/// The switch that counts the best answers.
pub const COUNT: OptionSpec =
    OptionSpec::new("count", ValueKind::Switch, "", "Count the solutions: the best ones, and all where that is known");
/// The switch that adds the argument for an answer.
pub const EXPLAIN: OptionSpec =
    OptionSpec::new("explain", ValueKind::Switch, "", "Say why the answer is best, step by step");
/// The switch that leaves out the second search by which an answer that is proven is confirmed.
pub const UNCONFIRMED: OptionSpec = OptionSpec::new(
    "unconfirmed",
    ValueKind::Switch,
    "",
    "Answer as soon as the answer is proven, without a second search that confirms it",
);
/// The option for a rule other than the level's own.
pub const RULE: OptionSpec =
    OptionSpec::new("rule", ValueKind::Text, "RULE", "Play by a variant of the rules").for_another_game();
/// The option for the largest number of moves that a solution may have.
pub const WITHIN: OptionSpec =
    OptionSpec::new("within", ValueKind::Number, "N", "Accept only a solution of at most this number of moves");
/// The option for how much a hint tells: 1 whether the position can be won, 2 also a range for what is left, 3 also
/// where to look, 4 the best moves.
pub const REVEAL: OptionSpec = OptionSpec::new(
    "reveal",
    ValueKind::Number,
    "N",
    "How much a hint tells, from 1 (can it be won?) to 4 (best moves)",
);
/// The value of [`REVEAL`] at which a hint tells everything.
pub(crate) const WHOLE_HINT: u64 = 4;
/// The option for a known solution, than which no answer is worse.
pub const FROM: OptionSpec = OptionSpec::new(
    "from",
    ValueKind::Moves,
    "SOLUTION",
    "A known solution from this position, than which the answer is no worse",
);
/// The option for the moves that the designer intends.
pub const INTENDED: OptionSpec = OptionSpec::new(
    "intended",
    ValueKind::Moves,
    "MOVES",
    "Say whether these moves, separated by ';', are a shortest solution",
);
/// The option for what a solution does without.
pub const WITHOUT: OptionSpec = OptionSpec::new(
    "without",
    ValueKind::Text,
    "WHAT",
    "Find a solution without entering a cell, or without changing objects: ROW,COLUMN or their name",
);

/// The options that any family may share, as they are worded where nothing is said of one family.
pub(crate) const SHARED: &[&OptionSpec] =
    &[&MOVES, &ROLE, &ALL, &COUNT, &EXPLAIN, &UNCONFIRMED, &RULE, &WITHIN, &REVEAL, &FROM, &INTENDED, &WITHOUT];

/// The step of a hint that names no move; `None` where the options ask for the best moves.
pub(crate) fn step_of(options: &Options) -> Option<u64> {
    options.number(&REVEAL).filter(|&step| step < WHOLE_HINT)
}

impl OptionSpec {
    /// Declares an option whose name on the command line is its name in JSON.
    #[must_use]
    pub const fn new(
        name: &'static str,
        value: ValueKind,
        placeholder: &'static str,
        help: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, flag: name, value, placeholder, help, default: "", another_game: false }
    }

    /// Declares that the option chooses another game than the one on the board.
    #[must_use]
    pub const fn for_another_game(self) -> OptionSpec {
        OptionSpec { another_game: true, ..self }
    }

    /// Declares what holds where the option is left out.
    #[must_use]
    pub const fn by_default(self, default: &'static str) -> OptionSpec {
        OptionSpec { default, ..self }
    }

    /// Checks that a value is of the kind that this option takes.
    ///
    /// # Errors
    /// Says which kind of value was expected.
    pub fn check(&self, value: &OptionValue) -> Result<(), String> {
        if self.value.fits(value) {
            return Ok(());
        }
        Err(format!("the option '{}' takes {}, not {value}", self.name, self.value.expected()))
    }

    /// Whether `name` is the option's name in JSON or on the command line.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.flag == name
    }
}

impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row {
            name: &'static str,
            flag: &'static str,
            value: ValueKind,
            #[serde(skip_serializing_if = "Option::is_none")]
            choices: Option<&'static [&'static str]>,
            #[serde(skip_serializing_if = "str::is_empty")]
            default: &'static str,
            about: &'static str,
            #[serde(skip_serializing_if = "std::ops::Not::not")]
            another_game: bool,
        }
        let OptionSpec { name, flag, value, help, default, another_game, .. } = *self;
        let choices = if let ValueKind::Choice(choices) = value { Some(choices) } else { None };
        Row { name, flag, value, choices, default, about: help, another_game }.serialize(to)
    }
}

/// The value of an option as it was given, before its kind is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A boolean.
    Switch(bool),
    /// A whole number, 0 or more.
    Number(u64),
    /// A string.
    Text(String),
    /// A list of strings.
    List(Vec<String>),
    /// A value that no option takes, described in words: "an object", "the number -1".
    Other(String),
}

impl OptionValue {
    /// Whether the value has the same meaning as leaving the option out.
    fn is_default(&self) -> bool {
        match self {
            OptionValue::Switch(given) => !given,
            OptionValue::List(list) => list.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Switch(value) => write!(f, "{value}"),
            OptionValue::Number(value) => write!(f, "the number {value}"),
            OptionValue::Text(value) => write!(f, "the text '{}'", value.chars().take(80).collect::<String>()),
            OptionValue::List(_) => f.write_str("a list"),
            OptionValue::Other(words) => f.write_str(words),
        }
    }
}

impl Serialize for OptionValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            OptionValue::Switch(value) => to.serialize_bool(*value),
            OptionValue::Number(value) => to.serialize_u64(*value),
            OptionValue::Text(value) | OptionValue::Other(value) => to.serialize_str(value),
            OptionValue::List(list) => list.serialize(to),
        }
    }
}

/// The options that were given to a question, by their names in JSON.
///
/// They are unchecked until [`crate::offered`] compares them with the level's declarations: from then on every value
/// is of its option's kind, and the order is the declared one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(Vec<(Cow<'static, str>, OptionValue)>);

impl Options {
    /// Creates options that hold only the moves played before the question.
    #[must_use]
    pub fn after(moves: &[String]) -> Options {
        Options::default().with(&MOVES, OptionValue::List(moves.to_vec()))
    }

    /// Adds an option whose value is known to be of the right kind; a debug build panics where it is not. A default
    /// value leaves the option out.
    #[must_use]
    pub fn with(mut self, option: &OptionSpec, value: OptionValue) -> Options {
        debug_assert!(option.check(&value).is_ok(), "{} is not {value}", option.name);
        self.put(option.name, value);
        self
    }

    /// Turns a switch on.
    #[must_use]
    pub fn switched(self, option: &OptionSpec) -> Options {
        self.with(option, OptionValue::Switch(true))
    }

    /// Sets an option to a value, replacing an earlier one; a default value leaves the option out.
    ///
    /// # Errors
    /// Says which kind of value was expected, where the value is of another kind.
    pub fn set(&mut self, option: &OptionSpec, value: OptionValue) -> Result<(), String> {
        option.check(&value)?;
        self.put(option.name, value);
        Ok(())
    }

    fn put(&mut self, name: &'static str, value: OptionValue) {
        self.0.retain(|(known, _)| known != name);
        if !value.is_default() {
            self.0.push((name.into(), value));
        }
    }

    /// Returns an iterator over the names and values of the given options.
    pub fn given(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// Returns the value given for an option; `None` where it is absent or has its default value.
    #[must_use]
    pub fn value(&self, option: &OptionSpec) -> Option<&OptionValue> {
        self.given().find(|(name, _)| *name == option.name).map(|(_, value)| value)
    }

    /// Whether an option was given with a value other than its default.
    #[must_use]
    pub fn has(&self, option: &OptionSpec) -> bool {
        self.value(option).is_some()
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn is_on(&self, option: &OptionSpec) -> bool {
        matches!(self.value(option), Some(OptionValue::Switch(true)))
    }

    /// Returns the number given for an option; `None` where the option is absent or its value is not a number.
    #[must_use]
    pub fn number(&self, option: &OptionSpec) -> Option<u64> {
        match self.value(option) {
            Some(OptionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Returns the string given for an option; `None` where the option is absent or its value is not a string.
    #[must_use]
    pub fn text(&self, option: &OptionSpec) -> Option<&str> {
        match self.value(option) {
            Some(OptionValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the moves played before the question; empty where none are given.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        self.list(&MOVES)
    }

    /// Returns the list given for an option; empty where the option is absent or its value is not a list.
    #[must_use]
    pub fn list(&self, option: &OptionSpec) -> &[String] {
        match self.value(option) {
            Some(OptionValue::List(list)) => list,
            _ => &[],
        }
    }

    /// Returns the name of the role for which the question is asked, if one is given.
    #[must_use]
    pub fn role(&self) -> Option<&str> {
        self.text(&ROLE)
    }

    /// Sorts the options into the order in which a question declares them; undeclared options come last.
    #[must_use]
    pub fn arranged(mut self, declared: &[&'static OptionSpec]) -> Options {
        let place = |name: &str| declared.iter().position(|option| option.name == name).unwrap_or(usize::MAX);
        self.0.sort_by_key(|(name, _)| place(name));
        self
    }

    /// Returns the options without this one.
    #[must_use]
    pub(crate) fn without(mut self, option: &OptionSpec) -> Options {
        self.0.retain(|(name, _)| name != option.name);
        self
    }

    /// Returns the options without moves and role, which the frame handles before it asks the position.
    #[must_use]
    pub(crate) fn of_position(&self) -> Options {
        let played = |name: &str| name == MOVES.name || name == ROLE.name;
        Options(self.0.iter().filter(|(name, _)| !played(name)).cloned().collect())
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Options, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Options;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of options")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Options, A::Error> {
                let mut options = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, OptionValue>()? {
                    if options.iter().any(|(known, _)| *known == name) {
                        return Err(de::Error::custom(format!("the option '{name}' is given twice")));
                    }
                    if !value.is_default() {
                        options.push((name.into(), value));
                    }
                }
                Ok(Options(options))
            }
        }

        from.deserialize_map(Read)
    }
}

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<OptionValue, D::Error> {
        from.deserialize_any(AnyValue)
    }
}

/// Deserializes any JSON value into an [`OptionValue`].
struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = OptionValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value of an option")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<OptionValue, E> {
        Ok(OptionValue::Switch(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<OptionValue, E> {
        Ok(OptionValue::Number(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<OptionValue, E> {
        Ok(u64::try_from(value).map_or_else(|_| other_number(value), OptionValue::Number))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<OptionValue, E> {
        Ok(other_number(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<OptionValue, E> {
        Ok(OptionValue::Text(value.to_owned()))
    }

    fn visit_unit<E: de::Error>(self) -> Result<OptionValue, E> {
        Ok(OptionValue::Other("null".into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OptionValue, A::Error> {
        let (mut texts, mut others) = (Vec::new(), false);
        while let Some(value) = list.next_element()? {
            match value {
                OptionValue::Text(text) => texts.push(text),
                OptionValue::Number(number) => texts.push(number.to_string()),
                _ => others = true,
            }
        }
        Ok(if others {
            OptionValue::Other("a list with something else than texts and whole numbers".into())
        } else {
            OptionValue::List(texts)
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OptionValue, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(OptionValue::Other("an object".into()))
    }
}

fn other_number(value: impl fmt::Display) -> OptionValue {
    OptionValue::Other(format!("the number {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: OptionSpec = OptionSpec::new("size", ValueKind::Choice(&["small", "large"]), "SIZE", "How large");

    #[test]
    fn a_value_of_another_kind_is_refused_with_what_is_expected() {
        let fitting = [
            (&MOVES, OptionValue::List(vec!["x".into()])),
            (&ROLE, OptionValue::Text("x".into())),
            (&ALL, OptionValue::Switch(true)),
            (&WITHIN, OptionValue::Number(1)),
            (&SIZE, OptionValue::Text("large".into())),
        ];
        for (option, value) in &fitting {
            let mut options = Options::default();
            options.set(option, value.clone()).unwrap();
            assert_eq!(options.given().collect::<Vec<_>>(), [(option.name, value)]);
            for (_, other) in fitting.iter().filter(|(_, other)| !option.value.fits(other)) {
                let refused = options.set(option, other.clone()).unwrap_err();
                assert!(refused.contains(option.name) && refused.contains(" takes "), "{refused}");
                assert_eq!(options.given().count(), 1);
            }
        }
        assert!(SIZE.check(&OptionValue::Text("huge".into())).unwrap_err().contains("small, large"));
    }

    #[test]
    fn options_are_written_in_the_declared_order_and_without_defaults() {
        let mut options: Options = serde_json::from_str(r#"{"all":true,"count":false,"moves":["1"]}"#).unwrap();
        options = options.arranged(&[&MOVES, &COUNT, &ALL]);
        assert_eq!(serde_json::to_string(&options).unwrap(), r#"{"moves":["1"],"all":true}"#);
        options.set(&MOVES, OptionValue::List(Vec::new())).unwrap();
        assert_eq!(serde_json::to_string(&options).unwrap(), r#"{"all":true}"#);
        assert!(serde_json::from_str::<Options>(r#"{"all":true,"all":true}"#).is_err());
    }

    #[test]
    fn values_are_read_from_json() {
        let read = |text: &str| serde_json::from_str::<OptionValue>(text).unwrap();
        assert_eq!(read("true"), OptionValue::Switch(true));
        assert_eq!(read("3"), OptionValue::Number(3));
        assert_eq!(read("\"all 1\""), OptionValue::Text("all 1".into()));
        assert_eq!(read("[\"1\", \"2\"]"), OptionValue::List(vec!["1".into(), "2".into()]));
        for (text, words) in
            [("-1", "the number -1"), ("0.5", "the number 0.5"), ("null", "null"), ("{\"a\": [1]}", "an object")]
        {
            assert_eq!(read(text).to_string(), words);
        }
    }
}
