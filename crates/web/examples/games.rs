//! The module with the engines of PuzzleScript.

web::exports!(puzzles::groups::GAMES);
