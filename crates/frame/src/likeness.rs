//! How much a text is like the texts of a family, told without loading it.

/// How much a text is like the texts of a family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// It is not such a text.
    #[default]
    None,
    /// It may be one: rows of characters that the format has.
    Possible,
    /// It is one, right or wrong: it has words that only this format has.
    Certain,
}

/// How much a text is like TOML of a format: certainly if a line begins with one of its `own` keys and a TOML value,
/// possibly if one begins with a key that it `shares` with others.
pub fn of_toml(text: &str, own: &[&str], shared: &[&str]) -> Likeness {
    let of_line = |line: &str| {
        let Some((key, value)) = line.split_once('=') else { return Likeness::None };
        let value = value.trim();
        let is_value = value.is_empty() || value.starts_with(['"', '\'', '[']) || value.parse::<i64>().is_ok();
        match key.trim_end() {
            key if is_value && own.contains(&key) => Likeness::Certain,
            key if is_value && shared.contains(&key) => Likeness::Possible,
            _ => Likeness::None,
        }
    };
    text.lines().map(of_line).max().unwrap_or_default()
}

/// How much a text is like a row format: possibly, if all lines of its first level that are no headers (`; title: …`)
/// are rows, and the rows of that level are such as `is_level` says.
pub fn of_rows(text: &str, is_row: impl Fn(&str) -> bool, is_level: impl Fn(&[&str]) -> bool) -> Likeness {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with(';'));
    let rows: Vec<&str> = lines.take_while(|line| *line != "---").collect();
    let is_like = !rows.is_empty() && rows.iter().all(|row| is_row(row)) && is_level(&rows);
    if is_like { Likeness::Possible } else { Likeness::None }
}
