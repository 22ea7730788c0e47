//! The module that recognises texts of all families, and plays their levels: it is built with `--cfg rules_only`, and
//! has no engines.

web::exports!(puzzles::FAMILIES);
