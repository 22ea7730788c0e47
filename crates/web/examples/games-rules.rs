//! The module by which PuzzleScript is played: it is built with `--cfg rules_only`.

web::exports!(puzzles::groups::GAMES);
