//! The words of a rule.

use crate::compiler::characters::is_space;

/// A word of a rule and where it stands in the stored text.
#[derive(Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    /// The byte where it begins.
    pub(super) at: usize,
}

/// Splits the text of a rule at whitespace and around brackets and arrows.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = if rest.starts_with("->") {
            2
        } else if rest.starts_with(['[', ']', '|']) || at == 0 && rest.starts_with('+') {
            1
        } else {
            let ends = |(at, character): (usize, char)| {
                is_space(character) || "[]|".contains(character) || rest[at..].starts_with("->")
            };
            rest.char_indices().find(|&place| ends(place)).map_or(rest.len(), |(at, _)| at)
        };
        if length > 0 {
            tokens.push(Token { text: &rest[..length], at });
        }
        at += length.max(rest.chars().next().filter(|_| length == 0).map_or(0, char::len_utf8));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::tokens;

    fn words(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn brackets_and_arrows_end_words() {
        assert_eq!(
            words("+late[>a|...]->[b]again"),
            ["+", "late", "[", ">a", "|", "...", "]", "->", "[", "b", "]", "again"]
        );
        assert_eq!(words("a+b  ->->"), ["a+b", "->", "->"]);
    }

    #[test]
    fn words_know_where_they_begin() {
        assert_eq!(tokens("é [a").into_iter().map(|token| token.at).collect::<Vec<_>>(), [0, 3, 4]);
    }
}
