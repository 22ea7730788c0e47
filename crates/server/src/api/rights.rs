//! The rights of requests: the tokens that carry them, and the right that each route needs.
//!
//! A request has the rights of the token that it carries. Without one it has the public rights where there is a file of
//! tokens or the request came through a trusted proxy, and none where the server has a single token. On a server without
//! tokens, requests from the same machine have all rights.

use axum::http::Method;
use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::http::client::{Client, Way};

/// The least characters of a token in a file of tokens that has more than the public rights.
const MIN_TOKEN_LENGTH: usize = 16;

/// A permission that a token can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Right {
    /// Ask for hints.
    Hint,
    /// Have texts recognised, their levels listed, positions played and drawn.
    Play,
    /// Have levels checked.
    Check,
    /// Ask every question, and have new levels made, within the server's own limits of time.
    Ask,
    /// Send levels of one's own, as texts; without it those that the server has by name can be asked about.
    Texts,
    /// Send levels that are programs.
    Programs,
    /// See the live worlds and touch them.
    Worlds,
    /// Replace scripts of live worlds.
    EditWorlds,
    /// Read metrics.
    Metrics,
    /// All of these.
    Operator,
}

impl Right {
    /// Every right but [`Right::Operator`], which is all of them.
    const ALL: [Right; 9] = [
        Right::Hint,
        Right::Play,
        Right::Check,
        Right::Ask,
        Right::Texts,
        Right::Programs,
        Right::Worlds,
        Right::EditWorlds,
        Right::Metrics,
    ];

    /// The name of the right, as in a file of tokens.
    fn name(self) -> &'static str {
        match self {
            Right::Hint => "hint",
            Right::Play => "play",
            Right::Check => "check",
            Right::Ask => "ask",
            Right::Texts => "texts",
            Right::Programs => "programs",
            Right::Worlds => "worlds",
            Right::EditWorlds => "edit-worlds",
            Right::Metrics => "metrics",
            Right::Operator => "operator",
        }
    }
}

/// A set of rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights(u16);

impl Rights {
    /// The public rights where nothing else is said: hints, playing and checks, of levels of one's own too.
    pub const PUBLIC: Rights =
        Rights(1 << Right::Hint as u16 | 1 << Right::Play as u16 | 1 << Right::Check as u16 | 1 << Right::Texts as u16);
    /// All rights.
    pub const ALL: Rights = Rights((1 << Right::Operator as u16) - 1);
    /// No rights.
    const NONE: Rights = Rights(0);

    /// Returns these rights as a set.
    #[must_use]
    pub fn of(rights: &[Right]) -> Rights {
        if rights.contains(&Right::Operator) {
            return Rights::ALL;
        }
        Rights(rights.iter().fold(0, |set, right| set | 1 << *right as u16))
    }

    /// These rights without one of them.
    #[must_use]
    pub fn without(self, right: Right) -> Rights {
        Rights(self.0 & !(1 << right as u16))
    }

    /// Whether a right is among them.
    #[must_use]
    pub fn has(self, right: Right) -> bool {
        self.0 & 1 << right as u16 != 0
    }

    fn names(self) -> String {
        let own = Right::ALL.into_iter().filter(|right| self.has(*right));
        own.map(Right::name).collect::<Vec<_>>().join(", ")
    }
}

/// A token with its rights.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    rights: Rights,
}

/// The tokens of a server, and what may be done without one.
#[derive(Clone, Debug)]
pub struct Tokens {
    tokens: Vec<Token>,
    public: Rights,
}

/// A file of tokens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokensFile {
    public: Option<PublicEntry>,
    #[serde(default)]
    token: Vec<TokenEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PublicEntry {
    rights: Vec<Right>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenEntry {
    /// The holder of the token, for the operator's own use.
    name: String,
    token: String,
    rights: Vec<Right>,
}

impl Tokens {
    /// Reads a file of tokens: TOML with a table `[public]` (`rights`; by default hint, play, check and texts) and a table
    /// `[[token]]` for each token (`name`, `token`, `rights`).
    ///
    /// # Errors
    /// Says what is wrong, with line and column where the text is no such file.
    pub fn read(text: &str) -> Result<Tokens, String> {
        let file: TokensFile = toml::from_str(text).map_err(|error| {
            let is_single = text.lines().any(|line| line.trim() == "[token]");
            let brackets = if is_single { "\na table of a token begins with [[token]], in two brackets" } else { "" };
            format!("{error}{brackets}")
        })?;
        let public = file.public.map_or(Rights::PUBLIC, |public| Rights::of(&public.rights));
        if public == Rights::ALL {
            return Err(
                "the public rights are those of the operator, which everybody would have; expected others".into()
            );
        }
        let mut tokens: Vec<Token> = Vec::new();
        for TokenEntry { name, token, rights } in file.token {
            let rights = Rights::of(&rights);
            if !is_sound(&token) {
                return Err(format!("the token '{name}' must be letters, digits and -._~+/= alone"));
            }
            if token.len() < MIN_TOKEN_LENGTH && rights.0 & !public.0 != 0 {
                return Err(format!(
                    "the token '{name}' can be guessed; expected at least {MIN_TOKEN_LENGTH} characters, such as those of \
                     'openssl rand -hex 16'"
                ));
            }
            if tokens.iter().any(|known| known.text == token) {
                return Err(format!("the token '{name}' stands twice; expected another one for each name"));
            }
            tokens.push(Token { text: token, rights });
        }
        Ok(Tokens { tokens, public })
    }

    /// The rights of a token; every token is compared, so that the time tells nothing.
    fn rights(&self, given: &str) -> Option<Rights> {
        let same = |token: &&Token| bool::from(given.as_bytes().ct_eq(token.text.as_bytes()));
        self.tokens.iter().filter(same).fold(None, |_, token| Some(token.rights))
    }
}

/// Whether a text may be a token: it stands in headers and cookies.
pub(crate) fn is_sound(token: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
    !token.is_empty() && token.bytes().all(plain)
}

/// The tokens that a server knows.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The token of its owner, who has all rights.
    pub owner: Option<String>,
    /// The tokens of a file.
    pub tokens: Option<Tokens>,
    /// Whether requests without a token may ask about the operator's levels alone, except for those that have all rights.
    pub own_levels_only: bool,
}

impl Access {
    /// The rights of a token; `None` where it is none.
    pub(crate) fn rights_of_token(&self, given: &str) -> Option<Rights> {
        let is_owners = self.owner.as_ref().is_some_and(|own| bool::from(given.as_bytes().ct_eq(own.as_bytes())));
        let named = self.tokens.as_ref().and_then(|tokens| tokens.rights(given));
        if is_owners { Some(Rights::ALL) } else { named }
    }

    /// The rights of a request of this client without a token.
    pub(crate) fn rights_without_token(&self, client: Client) -> Rights {
        let rights = self.usual_rights(client);
        if self.own_levels_only && rights != Rights::ALL { rights.without(Right::Texts) } else { rights }
    }

    fn usual_rights(&self, client: Client) -> Rights {
        match (&self.tokens, client.way) {
            (Some(tokens), _) => tokens.public,
            (None, Way::Proxy) => Rights::PUBLIC,
            (None, _) if self.owner.is_some() => Rights::NONE,
            (None, Way::Inside) => Rights::ALL,
            (None, Way::Direct) if client.address.is_loopback() => Rights::ALL,
            (None, Way::Direct) => Rights::PUBLIC,
        }
    }

    /// Whether the server has any token. A server without one ignores the tokens of requests.
    pub(crate) fn has_tokens(&self) -> bool {
        self.tokens.is_some() || self.owner.is_some()
    }

    /// Whether a page has to ask its reader for a token before it can ask anything.
    pub(crate) fn needs_token(&self) -> bool {
        self.tokens.is_none() && self.owner.is_some()
    }
}

/// What a route needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Nothing: the files of the page and `/health`.
    Nothing,
    /// Any right: what there is, and jobs, whose names cannot be guessed.
    Any,
    /// This right.
    One(Right),
}

impl Need {
    /// What a request needs.
    pub(crate) fn of(method: &Method, path: &str) -> Need {
        if path == "/metrics" {
            return Need::One(Right::Metrics);
        }
        let Some(route) = path.strip_prefix("/api/v1/") else { return Need::Nothing };
        match (route.split('/').next().unwrap_or_default(), method) {
            ("hint", _) => Need::One(Right::Hint),
            ("ask" | "new", _) => Need::One(Right::Ask),
            ("check", _) => Need::One(Right::Check),
            ("recognise" | "state" | "arrange" | "picture" | "play", _) | ("levels", &Method::POST) => {
                Need::One(Right::Play)
            }
            ("worlds", &Method::PUT) => Need::One(Right::EditWorlds),
            ("worlds", _) => Need::One(Right::Worlds),
            _ => Need::Any,
        }
    }

    /// Whether these rights suffice.
    ///
    /// # Errors
    /// Says what is missing, as the beginning of a sentence that goes on with `of` and the holder of the rights.
    pub(crate) fn met(self, rights: Rights) -> Result<(), String> {
        let needed = match self {
            Need::Nothing => return Ok(()),
            Need::Any if rights != Rights::NONE => return Ok(()),
            Need::One(right) if rights.has(right) => return Ok(()),
            Need::Any => "any right".to_owned(),
            Need::One(right) => format!("the right '{}'", right.name()),
        };
        let names = if rights == Rights::NONE { "none".to_owned() } else { rights.names() };
        Err(format!("this request needs {needed}, which is not among those ({names})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[public]\nrights = [\"hint\"]\n\n[[token]]\nname = \"the site\"\ntoken = \"site\"\n\
        rights = [\"hint\"]\n\n[[token]]\nname = \"me\"\ntoken = \"0123456789abcdef\"\nrights = [\"operator\"]\n";

    #[test]
    fn tokens_have_the_rights_of_their_file() {
        let local = Client { address: [127, 0, 0, 1].into(), way: Way::Direct };
        let access = Access { tokens: Some(Tokens::read(FILE).unwrap()), ..Access::default() };
        assert_eq!(access.rights_of_token("site"), Some(Rights::of(&[Right::Hint])));
        assert_eq!(access.rights_of_token("0123456789abcdef"), Some(Rights::ALL));
        assert_eq!(access.rights_of_token("other"), None);
        assert_eq!(access.rights_without_token(local), Rights::of(&[Right::Hint]));
        assert_eq!(Tokens::read("").unwrap().public, Rights::PUBLIC);
    }

    #[test]
    fn wrong_files_of_tokens_are_refused_with_a_reason() {
        let wrong = |text: &str| Tokens::read(text).unwrap_err();
        let place = wrong("[public]\nrights = [\"hint\", \"all\"]\n");
        assert!(place.contains("line 2") && place.contains("unknown variant `all`, expected one of"), "{place}");
        let entry = |token: &str, right: &str| {
            format!("[[token]]\nname = \"a\"\ntoken = \"{token}\"\nrights = [\"{right}\"]\n")
        };
        assert!(wrong("[token]\nname = \"a\"\n").contains("[[token]], in two brackets"));
        assert!(wrong("[public]\nrights = [\"operator\"]\n").contains("which everybody would have"));
        assert!(wrong(&entry("short", "metrics")).contains("can be guessed"));
        assert!(wrong(&entry("a b", "hint")).contains("letters, digits"));
        assert!(wrong(&format!("{0}{0}", entry("twice", "hint"))).contains("stands twice"));
    }

    #[test]
    fn who_carries_no_token_has_the_rights_of_the_way() {
        let alone = Access::default();
        let local = Client { address: [127, 0, 0, 1].into(), way: Way::Direct };
        let proxied = Client { address: [10, 0, 0, 1].into(), way: Way::Proxy };
        assert_eq!(alone.rights_without_token(local), Rights::ALL);
        assert_eq!(alone.rights_without_token(proxied), Rights::PUBLIC);
        let named = Access { own_levels_only: true, ..Access::default() };
        assert_eq!(named.rights_without_token(local), Rights::ALL);
        let rest = named.rights_without_token(proxied);
        assert!(rest.has(Right::Hint) && !rest.has(Right::Texts));
        assert_eq!(alone.rights_without_token(Client { way: Way::Direct, ..proxied }), Rights::PUBLIC);
        let owned = Access { owner: Some("secret".into()), ..Access::default() };
        assert_eq!(owned.rights_without_token(local), Rights::NONE);
        assert_eq!(owned.rights_without_token(proxied), Rights::PUBLIC);
        assert_eq!(owned.rights_of_token("secret"), Some(Rights::ALL));
        assert!(Need::of(&Method::PUT, "/api/v1/worlds/a/scripts/b").met(Rights::PUBLIC).is_err());
        assert!(Need::of(&Method::GET, "/api/v1/families").met(Rights::PUBLIC).is_ok());
        assert!(Need::of(&Method::GET, "/api/v1/families").met(Rights::NONE).is_err());
        assert!(Need::of(&Method::GET, "/health").met(Rights::NONE).is_ok());
    }
}
