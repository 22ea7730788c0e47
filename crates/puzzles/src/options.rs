//! The options that change a question, as one table that every face reads: the command line, the prompt, the API, the
//! page and the list of families.
//!
//! A new option is a field of [`Options`], a variant of [`Detail`], and here a row of [`OPTIONS`] and an arm of
//! [`Options::set`]. The faces then take it as it comes; the families that know it name it among their offers.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

use crate::question::{Detail, Options};

/// The kind of value that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueKind {
    /// True or false: given or not given.
    Switch,
    /// A whole number, 0 or more.
    Number,
    /// A text.
    Text,
    /// A tile and a facing as text: `ROW,COLUMN,FACING`.
    Place,
    /// A list of moves as texts.
    Moves,
}

impl ValueKind {
    /// What is expected, in words.
    fn expected(self) -> &'static str {
        match self {
            ValueKind::Switch => "true or false",
            ValueKind::Number => "a whole number, 0 or more",
            ValueKind::Text => "a text",
            ValueKind::Place => "a text ROW,COLUMN,FACING, such as 2,5,left",
            ValueKind::Moves => "a list of moves as texts",
        }
    }
}

/// One option: what it is called on each face, what it takes, and what it does.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// The field of [`Options`] that it sets.
    pub detail: Detail,
    /// Its name in JSON and at the prompt.
    pub name: &'static str,
    /// Its long name on the command line, without dashes.
    pub flag: &'static str,
    /// The kind of value that it takes.
    pub value: ValueKind,
    /// What stands for its value in usage lines; empty for a switch.
    pub placeholder: &'static str,
    /// One line of help.
    pub help: &'static str,
}

/// Every option that changes a question, in the order in which options are listed.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        detail: Detail::Moves,
        name: "moves",
        flag: "moves",
        value: ValueKind::Moves,
        placeholder: "MOVES",
        help: "Moves played before, separated by ';' or as a JSON list",
    },
    OptionSpec {
        detail: Detail::Role,
        name: "role",
        flag: "as",
        value: ValueKind::Text,
        placeholder: "ROLE",
        help: "For whom, where several play",
    },
    OptionSpec {
        detail: Detail::All,
        name: "all",
        flag: "all",
        value: ValueKind::Switch,
        placeholder: "",
        help: "List every best answer",
    },
    OptionSpec {
        detail: Detail::Count,
        name: "count",
        flag: "count",
        value: ValueKind::Switch,
        placeholder: "",
        help: "Say how many best answers there are",
    },
    OptionSpec {
        detail: Detail::Path,
        name: "path",
        flag: "path",
        value: ValueKind::Switch,
        placeholder: "",
        help: "List the path",
    },
    OptionSpec {
        detail: Detail::Explain,
        name: "explain",
        flag: "explain",
        value: ValueKind::Switch,
        placeholder: "",
        help: "Say why the answer is best, step by step",
    },
    OptionSpec {
        detail: Detail::Within,
        name: "within",
        flag: "within",
        value: ValueKind::Number,
        placeholder: "N",
        help: "Accept only a solution of at most this number of moves",
    },
    OptionSpec {
        detail: Detail::Exactly,
        name: "exactly",
        flag: "exactly",
        value: ValueKind::Number,
        placeholder: "N",
        help: "Count series of exactly this number of moves",
    },
    OptionSpec {
        detail: Detail::Matching,
        name: "matching",
        flag: "matching",
        value: ValueKind::Number,
        placeholder: "K",
        help: "Count series that leave exactly this number of pebbles on plates of their colour",
    },
    OptionSpec {
        detail: Detail::Rule,
        name: "rule",
        flag: "rule",
        value: ValueKind::Text,
        placeholder: "RULE",
        help: "Play by a variant of the rules",
    },
    OptionSpec {
        detail: Detail::Goal,
        name: "goal",
        flag: "goal",
        value: ValueKind::Text,
        placeholder: "GOAL",
        help: "Another goal than the level's",
    },
    OptionSpec {
        detail: Detail::At,
        name: "at",
        flag: "at",
        value: ValueKind::Place,
        placeholder: "PLACE",
        help: "Also count who ever stands at this tile, facing this way: ROW,COLUMN,FACING",
    },
];

impl OptionSpec {
    /// The option of this name: the one in JSON, or the one on the command line.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static OptionSpec> {
        OPTIONS.iter().find(|option| option.name == name || option.flag == name)
    }
}

impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row {
            name: &'static str,
            flag: &'static str,
            value: ValueKind,
            about: &'static str,
        }
        let OptionSpec { name, flag, value, help, .. } = *self;
        Row { name, flag, value, about: help }.serialize(to)
    }
}

impl Detail {
    /// Its row in the table of options.
    #[must_use]
    pub fn spec(self) -> &'static OptionSpec {
        // Each variant has a row; a test of this module says so.
        OPTIONS.iter().find(|option| option.detail == self).unwrap_or(&OPTIONS[0])
    }

    /// Its name in JSON; the command line says `as` for a role.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }
}

/// The value of an option as somebody gave it, before it is known to be of the right kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// True or false.
    Switch(bool),
    /// A whole number, 0 or more.
    Number(u64),
    /// A text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
    /// Something that no option takes, in words: "a table", "the number -1".
    Other(String),
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

impl Options {
    /// Sets an option to a value.
    ///
    /// # Errors
    /// Says which value was expected where this one is of another kind.
    pub fn set(&mut self, option: &OptionSpec, value: OptionValue) -> Result<(), String> {
        let wrong = |value: OptionValue| {
            let OptionSpec { name, value: kind, .. } = option;
            Err(format!("the option '{name}' takes {}, not {value}", kind.expected()))
        };
        match (option.detail, value) {
            (Detail::Moves, OptionValue::List(moves)) => self.moves = moves,
            (Detail::Role, OptionValue::Text(role)) => self.role = Some(role),
            (Detail::Goal, OptionValue::Text(goal)) => self.goal = Some(goal),
            (Detail::Rule, OptionValue::Text(rule)) => self.rule = Some(rule),
            (Detail::At, OptionValue::Text(at)) => self.at = Some(at.parse()?),
            (Detail::All, OptionValue::Switch(all)) => self.all = all,
            (Detail::Count, OptionValue::Switch(count)) => self.count = count,
            (Detail::Path, OptionValue::Switch(path)) => self.path = path,
            (Detail::Explain, OptionValue::Switch(explain)) => self.explain = explain,
            (Detail::Within, OptionValue::Number(within)) => self.within = Some(within),
            (Detail::Exactly, OptionValue::Number(exactly)) => self.exactly = Some(exactly),
            (Detail::Matching, OptionValue::Number(matching)) => self.matching = Some(matching),
            (_, value) => return wrong(value),
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<OptionValue, D::Error> {
        from.deserialize_any(AnyValue)
    }
}

/// Reads whatever stands where an option's value is expected.
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
                _ => others = true,
            }
        }
        Ok(if others {
            OptionValue::Other("a list with something else than texts".into())
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

    /// A value of the right kind for an option.
    fn fitting(option: &OptionSpec) -> OptionValue {
        match option.value {
            ValueKind::Switch => OptionValue::Switch(true),
            ValueKind::Number => OptionValue::Number(1),
            ValueKind::Text => OptionValue::Text("x".into()),
            ValueKind::Place => OptionValue::Text("1,1,left".into()),
            ValueKind::Moves => OptionValue::List(vec!["x".into()]),
        }
    }

    #[test]
    fn each_row_sets_the_option_that_it_names_and_no_other() {
        for option in OPTIONS {
            let mut asked = Options::default();
            asked.set(option, fitting(option)).unwrap();
            assert_eq!(asked.given().collect::<Vec<_>>(), [option.detail], "{}", option.name);
            assert_eq!(option.detail.spec().name, option.name);
            let json = serde_json::to_value(&asked).unwrap();
            let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
            assert_eq!(keys, [option.name]);
            assert_eq!(serde_json::to_value(option.detail).unwrap(), option.name);
            assert_eq!(option.placeholder.is_empty(), option.value == ValueKind::Switch);
        }
        let names: std::collections::BTreeSet<&str> =
            OPTIONS.iter().flat_map(|option| [option.name, option.flag]).collect();
        let different = OPTIONS.iter().filter(|option| option.name != option.flag).count();
        assert_eq!(names.len(), OPTIONS.len() + different, "two options share a name");
    }

    #[test]
    fn a_value_of_another_kind_is_refused_with_what_is_expected() {
        for option in OPTIONS {
            for value in [
                OptionValue::Switch(true),
                OptionValue::Number(7),
                OptionValue::Text("no such place".into()),
                OptionValue::List(Vec::new()),
                OptionValue::Other("null".into()),
            ] {
                let fits = std::mem::discriminant(&value) == std::mem::discriminant(&fitting(option));
                if fits && option.value != ValueKind::Place {
                    continue;
                }
                let mut asked = Options::default();
                let refused = asked.set(option, value.clone()).unwrap_err();
                assert!(refused.contains(option.name) || refused.contains("is not a place"), "{refused}");
                assert_eq!(asked, Options::default());
            }
        }
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
