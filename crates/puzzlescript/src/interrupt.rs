//! Interrupts: how a caller ends work that takes long.
//!
//! Work here is deterministic and knows neither clocks nor signals. What may take long asks an [`Interrupt`] every
//! millisecond or so whether it should go on, and ends with an error of its own kind where it should not: the compiler
//! ([`Stopped::Interrupted`](crate::compiler::Stopped::Interrupted)), a turn
//! ([`Stop::Interrupted`](crate::engine::Stop::Interrupted)), an analysis ([`Interrupted`]).

use std::fmt;
use std::sync::Arc;

/// Says whether work should end. Clones ask the same function.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

/// The work ended because an [`Interrupt`] said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl Interrupt {
    /// Creates an interrupt that comes once the function returns true. It is called often, from any thread.
    pub fn new(is_due: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(is_due)))
    }

    /// Whether work should end. The default interrupt never comes.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }

    /// Returns an error once work should end.
    ///
    /// # Errors
    /// The interrupt has come.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.is_due() { Err(Interrupted) } else { Ok(()) }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").finish_non_exhaustive()
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work was interrupted")
    }
}

impl std::error::Error for Interrupted {}
