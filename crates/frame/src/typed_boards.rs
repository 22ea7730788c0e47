//! What a level can have whose boards are typed at the prompt: the same rules from another start, and its moves as
//! vectors.

/// A level whose boards can be typed.
pub trait TypedBoards {
    /// Returns the text of the level that starts from another board, with nothing in it that the author says of the
    /// level's own start.
    ///
    /// # Errors
    /// Says what is wrong with the board.
    fn text_at(&self, board: &str) -> Result<String, String>;

    /// Returns what each move adds to the board, for levels whose positions are vectors modulo a prime and whose moves
    /// add a fixed vector; `None` for other levels and for vectors too large to write out.
    fn vectors(&self) -> Option<Vectors>;
}

/// The moves of a level whose positions are vectors modulo a prime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// The prime modulo which cells count.
    pub modulus: u8,
    /// For each move, in the order of the moves at the start, what it adds to each cell: digits, above modulus 10
    /// numbers with blanks between.
    pub moves: Vec<String>,
}
