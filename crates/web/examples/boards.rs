//! The module with the engines of toggles, pebbles and the bunny.

web::exports!(puzzles::groups::BOARDS);
