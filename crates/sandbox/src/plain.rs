//! Plain values (booleans, numbers, strings, vectors, tables of those) as canonical bytes: two values are equal exactly
//! if their bytes are.
//!
//! ```text
//! 01 false            03 number, 8 bytes, big-endian     40+n  whole number n = 0 … 63
//! 02 true             04 whole number, zigzag, LEB128    80+n  string of n = 0 … 127 bytes
//! 10+h l  64 + 256 h + l, h = 0 … 47                     05    string, LEB128 length
//! 06 table            07 vector: x, y and z, 4 bytes each, big-endian
//! ```
//! A table is its items 1, 2, 3, … up to the first missing one, `00`, then its other keys each with its value, in the
//! order of the keys' bytes, `00`. The bytes of a part of a value are those of the part alone, so that parts are copied
//! out of a value without decoding.

/// Ends the items, and the pairs, of a table.
pub(crate) const END: u8 = 0x00;
pub(crate) const FALSE: u8 = 0x01;
pub(crate) const TRUE: u8 = 0x02;
pub(crate) const FLOAT: u8 = 0x03;
pub(crate) const WHOLE: u8 = 0x04;
pub(crate) const STRING: u8 = 0x05;
pub(crate) const TABLE: u8 = 0x06;
pub(crate) const VECTOR: u8 = 0x07;
/// First of the whole numbers in two bytes.
pub(crate) const MIDDLE: u8 = 0x10;
/// First of the whole numbers in one byte.
pub(crate) const SMALL: u8 = 0x40;
/// First of the short strings.
pub(crate) const SHORT: u8 = 0x80;

/// 2^53: whole numbers below it in size are encoded as such, all other numbers as floating-point numbers.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A decoded value; the parts of a table are still encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'a> {
    /// A boolean.
    Bool(bool),
    /// A number, never NaN.
    Number(f64),
    /// A string; it need not be UTF-8.
    Text(&'a [u8]),
    /// A vector: x, y and z, none of them NaN.
    Vector([f32; 3]),
    /// A table.
    Table(Table<'a>),
}

/// A table whose parts are still encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table<'a> {
    bytes: &'a [u8],
}

/// Decodes the first value of `bytes` and returns it with the bytes after it; `None` if no valid value begins there.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<(Item<'_>, &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    Some(match tag {
        FALSE => (Item::Bool(false), rest),
        TRUE => (Item::Bool(true), rest),
        FLOAT => {
            let (number, rest) = rest.split_first_chunk::<8>()?;
            (Item::Number(f64::from_be_bytes(*number)), rest)
        }
        WHOLE => {
            let (number, rest) = leb(rest)?;
            (Item::Number(unzigzag(number)), rest)
        }
        STRING => {
            let (length, rest) = leb(rest)?;
            let (text, rest) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            (Item::Text(text), rest)
        }
        VECTOR => {
            let (parts, rest) = rest.split_first_chunk::<12>()?;
            let part = |at: usize| f32::from_be_bytes([parts[at], parts[at + 1], parts[at + 2], parts[at + 3]]);
            (Item::Vector([part(0), part(4), part(8)]), rest)
        }
        TABLE => {
            let after = skip_table(rest)?;
            (Item::Table(Table { bytes: &rest[..rest.len() - after.len()] }), after)
        }
        MIDDLE..SMALL => {
            let (&low, rest) = rest.split_first()?;
            (Item::Number(64.0 + f64::from(u16::from_be_bytes([tag - MIDDLE, low]))), rest)
        }
        SMALL..SHORT => (Item::Number(f64::from(tag - SMALL)), rest),
        SHORT.. => {
            let (text, rest) = rest.split_at_checked(usize::from(tag - SHORT))?;
            (Item::Text(text), rest)
        }
        _ => return None,
    })
}

/// Decodes the first value like [`read`], but of a table only its tag: the returned bytes begin with its parts.
pub(crate) fn read_head(bytes: &[u8]) -> Option<(Item<'_>, &[u8])> {
    match bytes.split_first()? {
        (&TABLE, rest) => Some((Item::Table(Table { bytes: &[] }), rest)),
        _ => read(bytes),
    }
}

/// The number of items and of pairs of the table whose parts begin with `bytes`.
pub(crate) fn sizes(bytes: &[u8]) -> (i32, i32) {
    let mut values = Values(bytes);
    let items = values.by_ref().count();
    let pairs = Values(values.0.get(1..).unwrap_or_default()).count() / 2;
    (i32::try_from(items).unwrap_or(0), i32::try_from(pairs).unwrap_or(0))
}

/// The bytes after the first value.
pub(crate) fn skip(bytes: &[u8]) -> Option<&[u8]> {
    let (&tag, rest) = bytes.split_first()?;
    match tag {
        FALSE | TRUE | SMALL..SHORT => Some(rest),
        MIDDLE..SMALL => rest.get(1..),
        SHORT.. => rest.get(usize::from(tag - SHORT)..),
        TABLE => skip_table(rest),
        _ => read(bytes).map(|(_, rest)| rest),
    }
}

/// The bytes after a table whose tag was read.
fn skip_table(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes;
    for _ in 0..2 {
        while *rest.first()? != END {
            rest = skip(rest)?;
        }
        rest = &rest[1..];
    }
    Some(rest)
}

impl<'a> Table<'a> {
    /// Iterates over the encoded items 1, 2, 3, ….
    pub fn items(self) -> impl Iterator<Item = &'a [u8]> {
        Values(self.bytes)
    }

    /// Iterates over the other encoded keys with their encoded values, in the order of the keys' bytes.
    pub fn pairs(self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        let mut items = Values(self.bytes);
        items.by_ref().for_each(drop);
        let mut values = Values(items.0.get(1..).unwrap_or_default());
        std::iter::from_fn(move || Some((values.next()?, values.next()?)))
    }

    /// Returns the encoded value of a string key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<&'a [u8]> {
        self.pairs()
            .find(|(name, _)| matches!(read(name), Some((Item::Text(text), _)) if text == key.as_bytes()))
            .map(|pair| pair.1)
    }
}

/// Iterates over encoded values up to the next [`END`].
struct Values<'a>(&'a [u8]);

impl<'a> Iterator for Values<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if *self.0.first()? == END {
            return None;
        }
        let after = skip(self.0)?;
        let (value, rest) = self.0.split_at(self.0.len() - after.len());
        self.0 = rest;
        Some(value)
    }
}

/// Appends a boolean.
pub fn push_bool(out: &mut Vec<u8>, value: bool) {
    out.push(if value { TRUE } else { FALSE });
}

/// Appends an encoded number, which must not be NaN; negative zero is encoded as zero.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked to be whole and small
pub fn push_number(out: &mut Vec<u8>, number: f64) {
    if number.trunc() == number && number.abs() < EXACT {
        let whole = number as i64;
        match whole {
            0..64 => out.push(SMALL + whole as u8),
            64..12_352 => {
                let [high, low] = ((whole - 64) as u16).to_be_bytes();
                out.extend([MIDDLE + high, low]);
            }
            _ => {
                out.push(WHOLE);
                push_leb(out, ((whole << 1) ^ (whole >> 63)) as u64);
            }
        }
        return;
    }
    out.push(FLOAT);
    out.extend_from_slice(&number.to_be_bytes());
}

/// Appends an encoded vector, whose parts must not be NaN; negative zero is encoded as zero.
pub fn push_vector(out: &mut Vec<u8>, parts: [f32; 3]) {
    out.push(VECTOR);
    // The sum of both zeros is the positive one.
    parts.into_iter().for_each(|part| out.extend_from_slice(&(part + 0.0).to_be_bytes()));
}

/// Appends an encoded string.
#[allow(clippy::cast_possible_truncation)] // checked to be short
pub fn push_text(out: &mut Vec<u8>, text: &[u8]) {
    if text.len() < 128 {
        out.push(SHORT + text.len() as u8);
    } else {
        out.push(STRING);
        push_leb(out, text.len() as u64);
    }
    out.extend_from_slice(text);
}

fn push_leb(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn leb(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut number = 0;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        number |= u64::from(byte & 127) << (7 * at);
        if byte < 128 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_wrap)] // whole numbers below 2^53
fn unzigzag(number: u64) -> f64 {
    ((number >> 1) as i64 ^ -((number & 1) as i64)) as f64
}

/// Formats an encoded value as a Luau expression, such as `{ left = "MWGC", right = "" }`. Invalid bytes give
/// `nothing`.
#[must_use]
pub fn text(bytes: &[u8]) -> String {
    match read(bytes) {
        None => "nothing".into(),
        Some((Item::Bool(value), _)) => value.to_string(),
        Some((Item::Number(number), _)) => number_text(number),
        Some((Item::Text(text), _)) => quoted(text),
        Some((Item::Vector(parts), _)) => vector_text(parts),
        Some((Item::Table(table), _)) => table_text(table),
    }
}

fn number_text(number: f64) -> String {
    if number.is_infinite() {
        if number > 0.0 { "math.huge".into() } else { "-math.huge".into() }
    } else {
        number.to_string()
    }
}

/// A vector as the call that makes it; z is left out where it is zero.
fn vector_text([x, y, z]: [f32; 3]) -> String {
    let part = |part: f32| if part.is_infinite() { number_text(part.into()) } else { part.to_string() };
    let parts = [x, y, z].map(part);
    let shown = if z == 0.0 { &parts[..2] } else { &parts[..] };
    format!("vector.create({})", shown.join(", "))
}

fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for sign in chunk.valid().chars() {
            match sign {
                '"' | '\\' => out.extend(['\\', sign]),
                '\n' => out.push_str("\\n"),
                sign if sign.is_control() => out.extend(sign.to_string().bytes().map(|byte| format!("\\x{byte:02x}"))),
                sign => out.push(sign),
            }
        }
        out.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    out + "\""
}

fn table_text(table: Table<'_>) -> String {
    let mut parts: Vec<String> = table.items().map(text).collect();
    parts.extend(table.pairs().map(|(key, value)| format!("{} = {}", key_text(key), text(value))));
    if parts.is_empty() { "{}".into() } else { format!("{{ {} }}", parts.join(", ")) }
}

fn key_text(key: &[u8]) -> String {
    match read(key) {
        Some((Item::Text(name), _)) if is_name(name) => String::from_utf8_lossy(name).into_owned(),
        _ => format!("[{}]", text(key)),
    }
}

fn is_name(name: &[u8]) -> bool {
    let letters = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    name.iter().all(letters) && name.first().is_some_and(|first| !first.is_ascii_digit()) && !KEYWORDS.contains(&name)
}

const KEYWORDS: &[&[u8]] = &[
    b"and",
    b"break",
    b"do",
    b"else",
    b"elseif",
    b"end",
    b"false",
    b"for",
    b"function",
    b"if",
    b"in",
    b"local",
    b"nil",
    b"not",
    b"or",
    b"repeat",
    b"return",
    b"then",
    b"true",
    b"until",
    b"while",
];
