//! The bodies of answers and certificates: data of a type that only its family knows.
//!
//! A family implements [`Body`] for the types of its answers and certificates. The frame carries them as [`AnyBody`],
//! writes them as JSON, compares them, and reads words, a table and the best value from them. The family's checker and
//! its pictures convert them back with [`AnyBody::downcast_ref`].

use std::any::Any;
use std::fmt;
use std::ops::Deref;

use picture::DrawnTable;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::line;
use crate::objects::ObjectsOnly;
use crate::options::Options;
use crate::phrases::Wording;
use crate::problem::CheckError;
use crate::query::Query;
use crate::table::Table;
use crate::value::{GameValue, Optimum};

/// The content of a hint, for programs that show it step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The best moves as [`crate::Position::play`] accepts them; empty where no move is left to make or none helps.
    pub best: Vec<String>,
    /// The best moves as a person reads them, in the order of `best`.
    pub said: Vec<String>,
    /// The legal moves that are not best, where they are fewer than the best ones and many are best, so that they say
    /// more; else `None`.
    pub others: Option<Vec<String>>,
    /// The state of the position as a sentence, such as `Still solvable: 3 moves left at best.`
    pub standing: String,
}

/// The data of an answer or of a certificate.
///
/// Its type derives what [`BodyType`] asks for: `Serialize` writes the type's JSON form, an object; `Deserialize` must
/// refuse unknown fields. `JsonSchema` declares the fields: the doc comment of each says what it means and when it is
/// absent.
/// `#[schemars(extend("x-unit" = "moves"))]` says what a field counts, `"x-column" = true` that it is a column of
/// surveys, and `"x-null" = true` that a field which may be absent may also be null. A crate of its own derives it with
/// `#[schemars(crate = "frame::schemars")]`.
///
/// ```
/// use frame::body::{AnyBody, Body};
/// use frame::table::Table;
/// use frame::schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// /// The counters of a heap.
/// #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
/// #[serde(deny_unknown_fields)]
/// #[schemars(crate = "frame::schemars")]
/// struct Heap {
///     /// The number of counters that are left.
///     #[schemars(extend("x-unit" = "counters", "x-column" = true))]
///     counters: u64,
/// }
///
/// impl Body for Heap {
///     fn words(&self) -> Vec<String> {
///         vec![frame::phrases::plural(self.counters, "counter is left", "counters are left")]
///     }
///
///     fn table(&self) -> Table<'_> {
///         Table::of_one(vec![("counters", self.counters.to_string())])
///     }
/// }
///
/// let body = AnyBody::new(Heap { counters: 3 });
/// assert_eq!(serde_json::to_string(&body)?, r#"{"counters":3}"#);
/// assert_eq!(body.words(), ["3 counters are left"]);
/// assert_eq!(body.downcast_ref::<Heap>(), Some(&Heap { counters: 3 }));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait Body: Any + fmt::Debug + Send + Sync {
    /// Returns the data in words, one line per item; the first line says the most. A certificate returns the reason why
    /// there is no solution, without a full stop.
    fn words(&self) -> Vec<String>;

    /// Returns the data in words as `wording` asks; the default is [`Body::words`], for bodies without a line of moves
    /// or long lists.
    fn words_in(&self, wording: Wording<'_>) -> Vec<String> {
        let _ = wording;
        self.words()
    }

    /// Returns the data as a table.
    fn table(&self) -> Table<'_>;

    /// Returns the best value, if the answer states one.
    fn optimum(&self) -> Option<Optimum> {
        None
    }

    /// Returns the number that was asked for, where the answer states a count and no best value.
    fn counted(&self) -> Option<u64> {
        None
    }

    /// Returns the value of the level as it stands, where [`Body::optimum`] is that after the best change of it.
    fn unchanged(&self) -> Option<u64> {
        None
    }

    /// Whether the answer is proven optimal; `None` for an answer that is always exact, such as a count.
    fn is_optimal(&self) -> Option<bool> {
        self.optimum().map(|optimum| optimum.proven)
    }

    /// Whether the answer to a question with these options is final: more time or memory could not change it.
    fn is_conclusive(&self, options: &Options) -> bool {
        let _ = options;
        self.is_optimal() != Some(false)
    }

    /// Whether the data says what is known where a limit ended the work, so that it may stand in an unfinished answer.
    fn stands_unfinished(&self) -> bool {
        false
    }

    /// Returns the proven lower bound of a best value that is not known, if the answer states one.
    fn at_least(&self) -> Option<u64> {
        None
    }

    /// Returns the moves of the solution that the answer states, in order, as [`crate::Position::play`] accepts them.
    fn line(&self) -> Option<Vec<String>> {
        None
    }

    /// Returns the moves of [`Body::line`] as one text, as [`crate::line::text`] joins them. The default joins that
    /// list; a body whose moves are numbers writes a long line several times faster without a list of texts.
    fn line_text(&self) -> Option<String> {
        self.line().map(|moves| line::text(&moves))
    }

    /// Returns the value of a game for two for the side to move and the number of moves of both sides until the game is
    /// decided, if the answer states them.
    fn game_value(&self) -> Option<(GameValue, Option<u64>)> {
        None
    }

    /// Returns the content of a hint; `None` for an answer to another question.
    fn advice(&self) -> Option<Advice> {
        None
    }

    /// Checks that the parts that were asked for are present and no others, and that no list has an entry twice.
    ///
    /// # Errors
    /// Names the part that is missing, was not asked for, or has an entry twice.
    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        let _ = query;
        Ok(())
    }

    /// Returns the caption of the answer's first picture, used where the family's picture has none. `verdict` is the
    /// verdict in words.
    fn caption(&self, verdict: &str) -> String {
        self.words().into_iter().next().unwrap_or_else(|| verdict.to_owned())
    }

    /// Returns a table with bars for the answer's first picture, if there is one, and the data in words for display
    /// beside it, without the numbers that the table shows.
    fn histogram(&self) -> Option<(DrawnTable, Vec<String>)> {
        None
    }
}

/// A type of answers or certificates: every [`Body`] whose JSON form and fields are derived, and which can be copied
/// and compared.
pub trait BodyType: Body + Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq {}

impl<T: Body + Serialize + DeserializeOwned + JsonSchema + Clone + PartialEq> BodyType for T {}

/// What [`AnyBody`] does with a [`BodyType`] that no [`Body`] can do as a trait object.
trait ErasedBody: Body + erased_serde::Serialize {
    /// Whether the other body has the same type and is equal.
    fn equals(&self, other: &dyn Any) -> bool;
    /// A boxed copy.
    fn boxed(&self) -> Box<dyn ErasedBody>;
}

impl<T: BodyType> ErasedBody for T {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }

    fn boxed(&self) -> Box<dyn ErasedBody> {
        Box::new(self.clone())
    }
}

/// The data of an answer or of a certificate as a trait object, whose concrete type only its family knows.
pub struct AnyBody(Box<dyn ErasedBody>);

impl AnyBody {
    /// Wraps the data of an answer or a certificate.
    #[must_use]
    pub fn new(body: impl BodyType) -> AnyBody {
        AnyBody(Box::new(body))
    }

    /// Returns the data as type `T`; `None` if it has another type.
    #[must_use]
    pub fn downcast_ref<T: Body>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// Reads data of type `T` from its JSON. A struct must be written as an object, not as a list of its fields.
    ///
    /// # Errors
    /// Says which field is missing, unknown or of the wrong type.
    pub fn read<T: BodyType>(value: Value) -> Result<AnyBody, String> {
        T::deserialize(ObjectsOnly(value)).map(AnyBody::new).map_err(|error| error.to_string())
    }
}

impl Deref for AnyBody {
    type Target = dyn Body;

    fn deref(&self) -> &(dyn Body + 'static) {
        &*self.0
    }
}

impl Clone for AnyBody {
    fn clone(&self) -> AnyBody {
        AnyBody(self.0.boxed())
    }
}

impl PartialEq for AnyBody {
    fn eq(&self, other: &AnyBody) -> bool {
        self.0.equals(&*other.0)
    }
}

impl fmt::Debug for AnyBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for AnyBody {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(&*self.0, to)
    }
}
