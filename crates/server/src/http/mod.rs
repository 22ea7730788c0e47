//! What the routes of the API, of live worlds and of the page share: errors as problem details, what a client accepts,
//! its address, and how often it may ask.

pub(crate) mod accept;
pub mod client;
pub(crate) mod problem;
pub(crate) mod rate;
