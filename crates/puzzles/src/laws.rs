//! The laws that every family must obey ([`frame::laws`]), with the options that the built-in families declare.

pub use frame::laws::{Broken, holds, raised};

use frame::laws::holds_on;

use crate::{FAMILIES, Family};

/// Checks every law on the family's built-in levels and on each of `texts`, with the options of the built-in families.
///
/// # Panics
/// With the first law that is broken, and the text.
#[track_caller]
pub fn check(family: &dyn Family, texts: &[&str]) {
    must_hold(holds(FAMILIES, family, texts));
}

/// Checks every law on `texts` but not on the family's built-in levels, with the options of the built-in families. With
/// `nodes`, no question and no check takes more nodes than that, for levels whose state spaces may be too large to be
/// searched.
///
/// # Panics
/// With the first law that is broken, and the text.
#[track_caller]
pub fn check_texts(family: &dyn Family, texts: &[&str], nodes: Option<u64>) {
    must_hold(holds_on(FAMILIES, family, texts, nodes));
}

#[track_caller]
fn must_hold(checked: Result<(), Broken>) {
    if let Err(broken) = checked {
        panic!("{broken}");
    }
}
