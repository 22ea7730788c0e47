//! Programs as text: `F`, `L`, `R`, `LOOP{…}` for ever, `LOOP(n){…}` n times; blanks and line ends between them do
//! not matter, and a comma may stand behind each (`F, F`). Written with one blank between parts:
//! `LOOP{F LOOP(7){F L}}`. [`python`] reads a second notation.

mod python;
#[cfg(test)]
mod tests;

/// The most tokens and closing braces of a program.
pub(super) const MAX_TOKENS: usize = 10_000;
/// The most loops in each other.
const MAX_DEPTH: usize = 100;

/// What the bunny does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Action {
    Hop,
    Left,
    Right,
}

impl Action {
    /// All, in the order of their letters.
    pub(super) const ALL: [Action; 3] = [Action::Hop, Action::Left, Action::Right];

    /// What it does.
    pub(super) fn words(self) -> &'static str {
        match self {
            Action::Hop => "hop forward",
            Action::Left => "turn left",
            Action::Right => "turn right",
        }
    }

    /// Its letter in programs.
    pub(super) fn letter(self) -> char {
        match self {
            Action::Hop => 'F',
            Action::Left => 'L',
            Action::Right => 'R',
        }
    }
}

/// A piece of a program. Actions and opened loops cost one token each, a closing brace none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Token {
    Act(Action),
    /// A loop begins that repeats this number of times, `None` for ever.
    Open(Option<u64>),
    Close,
}

impl Token {
    /// Its text.
    pub(super) fn text(self) -> String {
        match self {
            Token::Act(action) => action.letter().to_string(),
            Token::Open(None) => "LOOP{".into(),
            Token::Open(Some(count)) => format!("LOOP({count}){{"),
            Token::Close => "}".into(),
        }
    }
}

/// What is wrong with a program's text, and where: line and column from 1, and the number of the token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) token: usize,
    pub(super) message: String,
    pub(super) expected: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Fault { line, column, token, message, expected } = self;
        write!(f, "{line}:{column} (token {token}): {message}; expected {expected}")
    }
}

/// A token with the place of its first character.
#[derive(Clone, Copy, Debug)]
struct Placed {
    token: Token,
    line: usize,
    column: usize,
}

/// The tokens of a text that need not be a whole program.
///
/// # Errors
/// The first character that begins no token, with its place.
pub(super) fn pieces(text: &str) -> Result<Vec<Token>, Fault> {
    Ok(read(text)?.placed.into_iter().map(|placed| placed.token).collect())
}

/// Whether a text is a whole program by its notation, even where it is a single token.
pub(super) fn is_whole(text: &str) -> bool {
    python::begins(text)
}

/// A whole program: every loop is closed, none is empty.
///
/// # Errors
/// The first thing wrong, with its place: where a loop is never closed, the place where it begins.
pub(super) fn parse(text: &str) -> Result<Matched, Fault> {
    let reader = read(text)?;
    let fault = |at: usize, message: &str, expected: &str| {
        let Placed { line, column, .. } = reader.placed[at];
        let token = cost(reader.placed[..=at].iter().map(|placed| placed.token)).max(1);
        Fault { line, column, token, message: message.into(), expected: expected.into() }
    };
    let mut open = Vec::new();
    for (at, placed) in reader.placed.iter().enumerate() {
        match placed.token {
            Token::Open(_) if open.len() == MAX_DEPTH => {
                return Err(fault(at, "too many loops in each other", &format!("at most {MAX_DEPTH}")));
            }
            Token::Open(_) => open.push(at),
            Token::Close => match open.pop() {
                None => return Err(fault(at, "'}' closes no loop", "F, L, R, a loop or the end")),
                Some(first) if first + 1 == at => return Err(fault(at, "the loop is empty", "F, L, R or a loop")),
                Some(_) => {}
            },
            Token::Act(_) => {}
        }
    }
    match open.pop() {
        Some(at) => Err(fault(at, "the loop is not closed", "'}' behind its body")),
        None => Ok(Matched::new(reader.placed.into_iter().map(|placed| placed.token).collect())),
    }
}

fn read(text: &str) -> Result<Reader, Fault> {
    let mut reader = Reader { characters: text.chars().collect(), at: 0, line: 1, column: 1, placed: Vec::new() };
    if python::begins(text) {
        reader.python()?;
        return Ok(reader);
    }
    while reader.blanks().is_some() {
        let place = reader.place()?;
        let token = reader.token()?;
        reader.put(token, place);
        if !matches!(token, Token::Open(_)) && reader.blanks() == Some(',') {
            reader.pass(1);
        }
    }
    Ok(reader)
}

/// A text being read.
struct Reader {
    characters: Vec<char>,
    at: usize,
    line: usize,
    column: usize,
    placed: Vec<Placed>,
}

impl Reader {
    /// A fault at the character that comes next.
    fn fault(&self, message: &str, expected: &str) -> Fault {
        let token = cost(self.placed.iter().map(|placed| placed.token)) + 1;
        Fault { line: self.line, column: self.column, token, message: message.into(), expected: expected.into() }
    }

    /// The place of the token that comes next.
    ///
    /// # Errors
    /// A program that has no room for another token.
    fn place(&self) -> Result<(usize, usize), Fault> {
        if self.placed.len() == MAX_TOKENS {
            return Err(self.fault("the program is too long", &format!("at most {MAX_TOKENS} tokens and braces")));
        }
        Ok((self.line, self.column))
    }

    fn put(&mut self, token: Token, (line, column): (usize, usize)) {
        self.placed.push(Placed { token, line, column });
    }

    fn pass(&mut self, characters: usize) {
        for _ in 0..characters {
            let newline = self.characters.get(self.at) == Some(&'\n');
            (self.line, self.column) = if newline { (self.line + 1, 1) } else { (self.line, self.column + 1) };
            self.at += 1;
        }
    }

    /// Passes over blanks; the character behind them.
    fn blanks(&mut self) -> Option<char> {
        while self.characters.get(self.at).is_some_and(char::is_ascii_whitespace) {
            self.pass(1);
        }
        self.characters.get(self.at).copied()
    }

    /// The character that comes next, for a message.
    fn found(&mut self) -> String {
        match self.blanks() {
            None => "the program ends".into(),
            Some(character) if character.is_control() => {
                format!("the control character U+{:04X}", u32::from(character))
            }
            Some(character) => format!("'{character}'"),
        }
    }

    fn token(&mut self) -> Result<Token, Fault> {
        if self.characters[self.at..].starts_with(&['L', 'O']) {
            return self.open();
        }
        let character = self.characters[self.at];
        let action = Action::ALL.into_iter().find(|action| action.letter() == character).map(Token::Act);
        match action.or((character == '}').then_some(Token::Close)) {
            Some(token) => {
                self.pass(1);
                Ok(token)
            }
            None => {
                let found = self.found();
                Err(self.fault(&found, "F, L, R, LOOP{, LOOP(n){ or }"))
            }
        }
    }

    /// `LOOP{` or `LOOP(n){`.
    fn open(&mut self) -> Result<Token, Fault> {
        for character in "LOOP".chars() {
            self.expect(character, "LOOP")?;
        }
        if self.blanks() != Some('(') {
            self.blanks();
            self.expect('{', "'{', or '(' and a count")?;
            return Ok(Token::Open(None));
        }
        self.pass(1);
        let count = self.count()?;
        self.blanks();
        self.expect(')', "')'")?;
        self.blanks();
        self.expect('{', "'{'")?;
        Ok(Token::Open(Some(count)))
    }

    fn expect(&mut self, character: char, expected: &str) -> Result<(), Fault> {
        if self.characters.get(self.at) != Some(&character) {
            let found = if self.at < self.characters.len() { self.found() } else { "the program ends".into() };
            return Err(self.fault(&found, expected));
        }
        self.pass(1);
        Ok(())
    }

    fn count(&mut self) -> Result<u64, Fault> {
        self.blanks();
        let digits: String =
            self.characters[self.at..].iter().take_while(|character| character.is_ascii_digit()).collect();
        let expected = format!("a count from 0 to {}", u64::MAX);
        if digits.is_empty() {
            let found = self.found();
            return Err(self.fault(&found, &expected));
        }
        match digits.parse::<u64>() {
            Ok(count) => {
                self.pass(digits.len());
                Ok(count)
            }
            Err(_) => Err(self.fault(&format!("a count of {} digits is too large", digits.len()), &expected)),
        }
    }
}

/// What a loop does, its own count considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopBody {
    /// It acts.
    Acts,
    /// It ends, and no action in it is ever made: it, or each loop in it, runs 0 times.
    Idles,
    /// It never ends, and no action in it is ever made.
    Hangs,
}

impl LoopBody {
    /// What tokens do that first do `self` and then `next`.
    fn and(self, next: LoopBody) -> LoopBody {
        if self == LoopBody::Idles { next } else { self }
    }
}

/// A program whose loops are closed and not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matched {
    tokens: Vec<Token>,
    /// For each opened loop the place of its closing brace and what it does; nothing of use at other tokens.
    loops: Vec<(usize, Option<LoopBody>)>,
}

impl Matched {
    /// Tokens whose braces match.
    fn new(tokens: Vec<Token>) -> Matched {
        let mut loops = vec![(0, None); tokens.len()];
        let mut open: Vec<(usize, LoopBody)> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let done = match token {
                Token::Open(_) => {
                    open.push((at, LoopBody::Idles));
                    continue;
                }
                Token::Act(_) => LoopBody::Acts,
                Token::Close => {
                    let Some((first, inner)) = open.pop() else { continue };
                    let body = match (tokens[first], inner) {
                        (Token::Open(Some(0)), _) => LoopBody::Idles,
                        (Token::Open(None), LoopBody::Idles) => LoopBody::Hangs,
                        (_, inner) => inner,
                    };
                    loops[first] = (at, Some(body));
                    body
                }
            };
            if let Some((_, around)) = open.last_mut() {
                *around = around.and(done);
            }
        }
        Matched { tokens, loops }
    }

    /// Tokens being composed, the loops still open closed at the end; an open loop without a body is left out.
    pub(super) fn closing(tokens: &[Token]) -> Matched {
        let mut tokens = tokens.to_vec();
        let mut open: usize = 0;
        while matches!(tokens.last(), Some(Token::Open(_))) {
            tokens.pop();
        }
        for token in &tokens {
            match token {
                Token::Open(_) => open += 1,
                Token::Close => open = open.saturating_sub(1),
                Token::Act(_) => {}
            }
        }
        tokens.extend(std::iter::repeat_n(Token::Close, open));
        Matched::new(tokens)
    }

    /// The place of the brace that closes the loop opened at `open`.
    pub(super) fn close(&self, open: usize) -> usize {
        self.loops[open].0
    }

    /// What the loop opened at `open` does.
    pub(super) fn body(&self, open: usize) -> LoopBody {
        self.loops[open].1.unwrap_or(LoopBody::Acts)
    }

    /// Its pieces.
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// What it costs.
    pub(super) fn cost(&self) -> u64 {
        cost(self.tokens.iter().copied()) as u64
    }
}

/// Tokens that count: all but closing braces.
pub(super) fn cost(tokens: impl Iterator<Item = Token>) -> usize {
    tokens.filter(|token| *token != Token::Close).count()
}

/// The canonical text.
pub(super) fn print(tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        if !(out.is_empty() || out.ends_with('{') || *token == Token::Close) {
            out.push(' ');
        }
        out.push_str(&token.text());
    }
    out
}

/// Whether another token may follow these, and why not.
pub(super) fn may_follow(tokens: &[Token], next: Token) -> Result<(), String> {
    let opened = tokens.iter().filter(|token| matches!(token, Token::Open(_))).count();
    let open = opened - tokens.iter().filter(|token| **token == Token::Close).count();
    match next {
        _ if tokens.len() + open + 1 >= MAX_TOKENS => Err(format!("the program is full: {MAX_TOKENS} tokens")),
        Token::Open(_) if open == MAX_DEPTH => Err(format!("too many loops in each other; at most {MAX_DEPTH}")),
        Token::Close if open == 0 => Err("no loop is open; expected F, L, R or a loop".into()),
        Token::Close if matches!(tokens.last(), Some(Token::Open(_))) => {
            Err("the loop is empty; expected F, L, R or a loop in it".into())
        }
        _ => Ok(()),
    }
}
