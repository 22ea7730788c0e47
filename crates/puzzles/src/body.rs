//! What an answer and a certificate are to the frame: data of a type that only its family knows.
//!
//! A family implements [`Body`] for the types of its answers and proofs; the frame carries them as [`AnyBody`], writes
//! them as JSON, compares them, and asks them for words, a table and the best value. The family's checker and its
//! pictures take them back by [`AnyBody::downcast_ref`].

use std::any::Any;
use std::fmt;
use std::ops::Deref;

use picture::Table as Drawn;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::objects::ObjectsOnly;
use crate::options::Options;
use crate::problem::CheckError;
use crate::question::Query;
use crate::result::Unit;
use crate::solution::GameValue;
use crate::table::Table;

/// The best value that an answer states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The number.
    pub value: u64,
    /// What it counts.
    pub unit: Unit,
    /// Whether no better value is proven to exist.
    pub proven: bool,
    /// Whether it counts only what is still to come, as a hint does, and not what was paid before.
    pub from_here: bool,
}

impl Optimum {
    /// The value of a whole solution.
    #[must_use]
    pub fn of(value: u64, unit: Unit, proven: bool) -> Optimum {
        Optimum { value, unit, proven, from_here: false }
    }

    /// What a best line from a position still takes, proven.
    #[must_use]
    pub fn left(value: u64, unit: Unit) -> Optimum {
        Optimum { value, unit, proven: true, from_here: true }
    }
}

/// The advice in the answer to a hint, for faces that show it step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// The best moves, as the position takes them; empty where nothing is left to do or nothing helps.
    pub best: Vec<String>,
    /// The best moves as a person reads them.
    pub said: Vec<String>,
    /// How the position stands, as a sentence.
    pub standing: String,
}

/// The data of an answer or of a certificate.
///
/// The type's `Serialize` is its form in JSON, an object; its `Deserialize` refuses unknown fields.
///
/// ```
/// use puzzles::body::{AnyBody, Body};
/// use puzzles::table::Table;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Heap { counters: u64 }
///
/// impl Body for Heap {
///     fn words(&self) -> Vec<String> {
///         vec![puzzles::words::plural(self.counters, "counter is left", "counters are left")]
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
pub trait Body: Serialize + DeserializeOwned + Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The data in words, a line each; the first says the most. For a certificate: the reason, without a stop.
    fn words(&self) -> Vec<String>;

    /// The data as a table.
    fn table(&self) -> Table<'_>;

    /// The best value, where the answer states one.
    fn optimum(&self) -> Option<Optimum> {
        None
    }

    /// Whether the answer is proven best; `None` where it is exact and could not be less than that.
    fn is_optimal(&self) -> Option<bool> {
        self.optimum().map(|optimum| optimum.proven)
    }

    /// Whether more time or memory could not change the answer to a question with these options.
    fn is_conclusive(&self, options: &Options) -> bool {
        let _ = options;
        self.is_optimal() != Some(false)
    }

    /// What a game for two is worth for the side to move, and in how many moves of both sides, where this says it.
    fn game_value(&self) -> Option<(GameValue, Option<u64>)> {
        None
    }

    /// The advice of a hint.
    fn advice(&self) -> Option<Advice> {
        None
    }

    /// Checks that the parts that were asked for are there and no others, and that no list has an entry twice.
    ///
    /// # Errors
    /// Names the part.
    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        let _ = query;
        Ok(())
    }

    /// What stands below the first picture of the answer, where the family writes nothing there.
    fn caption(&self, verdict: &str) -> String {
        self.words().into_iter().next().unwrap_or_else(|| verdict.to_owned())
    }

    /// A table that belongs into the first picture of the answer.
    fn histogram(&self) -> Option<Drawn> {
        None
    }

    /// The words beside that table: what it says need not be said again.
    fn words_beside_histogram(&self) -> Vec<String> {
        self.words()
    }

    /// This answer as one of an older version that lacks what `older` lacks: for comparing a replay with it.
    fn reduced_to(mut self, older: &Self) -> Self {
        let _ = (&mut self, older);
        self
    }

    /// The JSON Schema of the data.
    fn schema() -> Value {
        serde_json::json!({ "type": "object" })
    }
}

/// [`Body`] as a trait object: what [`AnyBody`] dereferences to.
pub trait ErasedBody: erased_serde::Serialize + fmt::Debug + Send + Sync {
    /// [`Body::words`].
    fn words(&self) -> Vec<String>;
    /// [`Body::table`].
    fn table(&self) -> Table<'_>;
    /// [`Body::optimum`].
    fn optimum(&self) -> Option<Optimum>;
    /// [`Body::is_optimal`].
    fn is_optimal(&self) -> Option<bool>;
    /// [`Body::is_conclusive`].
    fn is_conclusive(&self, options: &Options) -> bool;
    /// [`Body::game_value`].
    fn game_value(&self) -> Option<(GameValue, Option<u64>)>;
    /// [`Body::advice`].
    fn advice(&self) -> Option<Advice>;
    /// [`Body::check_parts`].
    ///
    /// # Errors
    /// As there.
    fn check_parts(&self, query: &Query) -> Result<(), CheckError>;
    /// [`Body::caption`].
    fn caption(&self, verdict: &str) -> String;
    /// [`Body::histogram`].
    fn histogram(&self) -> Option<Drawn>;
    /// [`Body::words_beside_histogram`].
    fn words_beside_histogram(&self) -> Vec<String>;
    /// [`Body::reduced_to`], for a body of the same type; else a copy.
    fn reduced_to(&self, older: &AnyBody) -> AnyBody;
    /// Whether both are of one type and equal.
    fn equals(&self, other: &dyn ErasedBody) -> bool;
    /// A copy.
    fn boxed(&self) -> Box<dyn ErasedBody>;
    /// The data, to be cast to its type.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Body> ErasedBody for T {
    fn words(&self) -> Vec<String> {
        Body::words(self)
    }

    fn table(&self) -> Table<'_> {
        Body::table(self)
    }

    fn optimum(&self) -> Option<Optimum> {
        Body::optimum(self)
    }

    fn is_optimal(&self) -> Option<bool> {
        Body::is_optimal(self)
    }

    fn is_conclusive(&self, options: &Options) -> bool {
        Body::is_conclusive(self, options)
    }

    fn game_value(&self) -> Option<(GameValue, Option<u64>)> {
        Body::game_value(self)
    }

    fn advice(&self) -> Option<Advice> {
        Body::advice(self)
    }

    fn check_parts(&self, query: &Query) -> Result<(), CheckError> {
        Body::check_parts(self, query)
    }

    fn caption(&self, verdict: &str) -> String {
        Body::caption(self, verdict)
    }

    fn histogram(&self) -> Option<Drawn> {
        Body::histogram(self)
    }

    fn words_beside_histogram(&self) -> Vec<String> {
        Body::words_beside_histogram(self)
    }

    fn reduced_to(&self, older: &AnyBody) -> AnyBody {
        let copy = self.clone();
        AnyBody::new(match older.downcast_ref::<T>() {
            Some(older) => Body::reduced_to(copy, older),
            None => copy,
        })
    }

    fn equals(&self, other: &dyn ErasedBody) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }

    fn boxed(&self) -> Box<dyn ErasedBody> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The data of an answer or of a certificate whose type the frame does not know.
pub struct AnyBody(Box<dyn ErasedBody>);

impl AnyBody {
    /// Takes data of any family.
    #[must_use]
    pub fn new(body: impl Body) -> AnyBody {
        AnyBody(Box::new(body))
    }

    /// The data as its type; `None` where it is of another.
    #[must_use]
    pub fn downcast_ref<T: Body>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// Reads data of a type from its JSON, whose structs are objects.
    ///
    /// # Errors
    /// Says what is missing, unknown or of another kind.
    pub fn read<T: Body>(value: Value) -> Result<AnyBody, String> {
        T::deserialize(ObjectsOnly(value)).map(AnyBody::new).map_err(|error| error.to_string())
    }
}

impl Deref for AnyBody {
    type Target = dyn ErasedBody;

    fn deref(&self) -> &(dyn ErasedBody + 'static) {
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
