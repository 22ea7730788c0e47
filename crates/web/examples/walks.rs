//! The module with the engines of Lemmo, the wall game and Sokoban.

web::exports!(puzzles::groups::WALKS);
