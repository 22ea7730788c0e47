//! The module by which levels of all families but PuzzleScript are played: it is built with `--cfg rules_only`.

web::exports!(puzzles::groups::GRIDS);
