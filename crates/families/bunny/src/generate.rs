//! New levels: boards are drawn until one needs as many tokens as wished, proven.
//!
//! **Method.** Local search gives an upper bound for a board in milliseconds, and nearly every board falls by it, since
//! fewer tokens suffice than wished. The number of squares follows ([`Size`]): boards grow a little where they fall,
//! and shrink by more where they stand. One that stands is proven by excluding all shorter programs, up to [`PROVEN`]
//! tokens; of longer programs both bounds are told.

mod boards;

use engines::{Context, synth};

use super::answers::Positions;
use super::rules::Board;
use super::text::draw;
use boards::BoardWish;
use frame::family::GenerateOptions;
use frame::phrases::plural;
use frame::problem::AskError;
use frame::random::Random;
use frame::rows::Header;

/// Boards drawn before generation gives up.
const DRAWS: usize = 20_000;
/// The most tokens that are proven to be needed; each more takes ten times as long.
const PROVEN: u64 = 11;
/// The longest program that may be requested.
const MAX_LENGTH: u64 = 12;
/// Nodes of the local searches by which boards fall, nearly all by the first.
const SIFT: [u64; 4] = [1 << 12, 1 << 14, 1 << 17, 1 << 20];
/// The parts of a square, by which sizes are counted: about one board of so many stands.
const PARTS: usize = 16;

/// A board of a [`BoardWish`]; a difficulty is the least number of tokens, 6 where nothing is said.
pub(super) fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<String, AskError> {
    if let Some(template) = &options.template {
        return Err(AskError::NotOffered(format!("there is no template '{template}' of the bunny")));
    }
    let wish = BoardWish::read(options.board.as_deref().unwrap_or_default()).map_err(AskError::NotOffered)?;
    let tokens = options.difficulty.unwrap_or(6);
    if !(1..=MAX_LENGTH).contains(&tokens) {
        return Err(AskError::NotOffered(format!(
            "a program of {}; expected from 1 to {MAX_LENGTH}",
            plural(tokens, "token", "tokens")
        )));
    }
    let mut random = Random(options.seed);
    let mut size = Size { parts: PARTS * (1 + tokens as usize), most: PARTS * wish.most(), is_found: false };
    for _ in 0..DRAWS {
        cx.spend(1)?;
        let board = wish.draw(&mut random, size.parts / PARTS, tokens as usize);
        let upper = board.as_ref().map_or(Ok(None), |board| sifted(board, tokens, cx))?;
        match board.zip(upper) {
            None => size.falls(),
            Some(_) if !size.is_found => size.begins(),
            Some((_, upper)) if upper > tokens => size.stands(),
            Some((board, _)) if !has_shorter(&board, tokens.min(PROVEN), cx)? => {
                return Ok(text(&board, &wish, tokens, options.seed));
            }
            Some(_) => size.is_refuted(),
        }
    }
    let hint = "; a larger board or other wishes may do";
    Err(AskError::NotFound(format!("none of {DRAWS} boards of {wish} needs {tokens} tokens{hint}")))
}

/// The number of squares to draw, in parts. It follows what became of the boards: they should be small, since a proof
/// takes time for every square, but not so small that local search misses what suffices for most of them.
struct Size {
    parts: usize,
    most: usize,
    /// Whether some board has stood: until then the size grows by whole squares.
    is_found: bool,
}

impl Size {
    /// Too few tokens suffice for a board.
    fn falls(&mut self) {
        self.grow(if self.is_found { 1 } else { PARTS });
    }

    /// A board stands for the first time: mostly a search that missed something, on a board that is still too small.
    fn begins(&mut self) {
        self.is_found = true;
        self.grow(self.parts / 4);
    }

    /// More tokens than wished seem to be needed.
    fn stands(&mut self) {
        self.parts = self.parts.saturating_sub(PARTS).max(2 * PARTS);
    }

    /// The proof has found a shorter program.
    fn is_refuted(&mut self) {
        self.grow(3 * PARTS);
    }

    fn grow(&mut self, parts: usize) {
        self.parts = (self.parts + parts).min(self.most);
    }
}

/// The tokens of the shortest program found for a board, in longer and longer searches; `None` once fewer than `tokens`
/// suffice.
fn sifted(board: &Board, tokens: u64, cx: &Context<'_>) -> Result<Option<u64>, AskError> {
    let positions = Positions::of(board);
    let mut upper = u64::MAX;
    for nodes in SIFT {
        let program = synth::short_program(&positions, nodes, cx)?;
        upper = program.map_or(u64::MAX, |program| synth::size(&program) as u64);
        if upper < tokens {
            return Ok(None);
        }
    }
    Ok(Some(upper))
}

/// Whether a board is completed by fewer than this many tokens, by a proof.
fn has_shorter(board: &Board, tokens: u64, cx: &Context<'_>) -> Result<bool, AskError> {
    Ok(synth::shorter_than(&Positions::of(board), tokens as usize, cx)?.is_some())
}

fn text(board: &Board, wish: &BoardWish, tokens: u64, seed: u64) -> String {
    let title = format!("; title: A {} of {} squares, seed {seed}", wish.kind_name(), board.squares.len());
    let least = if tokens > PROVEN {
        format!("; at most {tokens} tokens, at least {PROVEN}")
    } else {
        format!("; par: {tokens}")
    };
    let header = Header { lines: vec![title, least] };
    let character = |index: usize| if index == board.start { 'S' } else { '#' };
    draw(&header, (0..).zip(&board.squares).map(|(index, square)| (square.place, character(index))))
}
