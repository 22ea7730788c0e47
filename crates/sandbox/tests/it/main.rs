//! Machines of scripts: what they may do, what they cost.
mod costs;
mod every_function;
mod hostile;
mod machine;
mod places;
mod transfer;
