//! What a text is, told from the text alone: a level of which family, a save, or the JSON of a gist.
//!
//! Each family declares how its texts are recognised ([`FamilyInfo::likeness`]). A text that is certainly of one format
//! is of no other that is only possible. Where several remain, those are meant whose families load it; texts that are
//! programs are not run for that. Nothing is fetched: a link is answered with what to do.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use engines::Context;
use serde_json::Value;

use crate::family::Family;
use crate::info::FamilyInfo;
use crate::likeness::Likeness;
use crate::record::{self, SavedGame};
use crate::source::{self, Source};

/// The most bytes that are looked at. Of a longer source the beginning is recognised.
pub const MAX_BYTES: u64 = 2 << 20;

/// The most bytes of a text that is loaded to decide between formats.
const MAX_LOADED: usize = 256 << 10;

/// A text of levels, and the families whose texts it is like.
#[derive(Clone)]
pub struct Recognised<'t> {
    /// The families, at least one.
    pub families: Vec<&'static dyn Family>,
    /// The text of the levels, which a save or a gist may hold.
    pub text: Cow<'t, str>,
    /// Whether it is certainly a text of these families, right or wrong.
    pub is_certain: bool,
    /// Whether the text was taken out of a save or a gist.
    pub is_taken_out: bool,
    /// The game that a save holds.
    pub game: Option<SavedGame>,
}

/// Why a text is not taken as a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrecognised {
    /// The text is like those of several families.
    #[error("the text fits the formats of {}; expected the name of the one that is meant", .0.join(" and "))]
    Ambiguous(Vec<&'static str>),
    /// The text is a link.
    #[error("this is a link, and nothing is fetched; open the source of the game there, and paste or save its text")]
    Link,
    /// The text is a gist whose file, of this name, is cut off.
    #[error("this gist is cut off: it holds the beginning of '{0}' alone; expected the whole file")]
    CutOff(String),
    /// The text is like those of no family.
    #[error("the text is of no format known here; expected the text of a level, a save, or the JSON of a gist")]
    Unknown,
}

impl<'t> Recognised<'t> {
    fn taken_out(family: &'static dyn Family, text: &'t str) -> Recognised<'t> {
        Recognised {
            families: vec![family],
            text: Cow::Borrowed(text),
            is_certain: true,
            is_taken_out: true,
            game: None,
        }
    }

    /// Returns the only family and the text.
    ///
    /// # Errors
    /// [`Unrecognised::Ambiguous`] where there are several families.
    pub fn only(self) -> Result<(&'static dyn Family, Cow<'t, str>), Unrecognised> {
        match self.families[..] {
            [family] => Ok((family, self.text)),
            _ => Err(Unrecognised::Ambiguous(names(&self.families))),
        }
    }
}

/// Returns the family whose files have this name: one of its whole names, or one of its extensions, in small or capital
/// letters.
#[must_use]
pub fn by_file_name(families: &[&'static dyn Family], name: &str) -> Option<&'static dyn Family> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let is_whole = |info: &FamilyInfo| info.file_names.contains(&&*name);
    let has_extension = |info: &FamilyInfo| extension.is_some_and(|own| info.extensions().any(|known| known == own));
    let find = |fits: &dyn Fn(&FamilyInfo) -> bool| families.iter().copied().find(|family| fits(family.info()));
    find(&is_whole).or_else(|| find(&has_extension))
}

/// Recognises a text. The limits of `cx` bound what is loaded to decide between formats.
///
/// # Errors
/// The text is a link, a gist that is cut off, or like the texts of no family.
pub fn recognise<'t>(
    families: &[&'static dyn Family],
    text: &'t str,
    cx: &Context<'_>,
) -> Result<Recognised<'t>, Unrecognised> {
    let text = text.trim_start_matches('\u{feff}');
    if is_link(text) {
        return Err(Unrecognised::Link);
    }
    if let Some(files) = gist(text) {
        let found = of_gist(families, &files, cx)?;
        let text = Cow::Owned(found.text.into_owned());
        return Ok(Recognised {
            families: found.families,
            text,
            is_certain: true,
            is_taken_out: true,
            game: found.game,
        });
    }
    plain(families, text, cx)
}

/// A family, and the source of levels of this family.
pub type FoundSource = (&'static dyn Family, Arc<dyn Source>);

/// Recognises what a source holds, or the beginning of a long one, and returns the family with the source of its
/// levels.
///
/// # Errors
/// Reading fails; within, the errors of [`recognise`] and [`Unrecognised::Ambiguous`].
pub fn recognise_source(
    families: &[&'static dyn Family],
    source: &Arc<dyn Source>,
    cx: &Context<'_>,
) -> io::Result<Result<FoundSource, Unrecognised>> {
    let bytes = source::beginning(&**source, MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(recognise(families, &text, cx).and_then(|found| {
        let is_taken_out = found.is_taken_out;
        let (family, inner) = found.only()?;
        // Bytes that are no UTF-8 are the family's to judge, so the source stays as it is unless something was taken
        // out.
        Ok((family, if is_taken_out { Arc::new(inner.into_owned().into_bytes()) } else { Arc::clone(source) }))
    }))
}

/// Recognises a text that is no gist.
fn plain<'t>(
    families: &[&'static dyn Family],
    text: &'t str,
    cx: &Context<'_>,
) -> Result<Recognised<'t>, Unrecognised> {
    if let Some(save) = record::save_text(text) {
        let family = families.iter().copied().find(|known| known.info().name == save.family);
        let taken_out = Recognised::taken_out(family.ok_or(Unrecognised::Unknown)?, save.level);
        return Ok(Recognised { game: Some(save.game), ..taken_out });
    }
    let read = source::with_line_feeds(text);
    let likeness: Vec<Likeness> = families.iter().map(|family| (family.info().likeness)(&read)).collect();
    let most = likeness.iter().copied().max().unwrap_or_default();
    if most == Likeness::None {
        return Err(Unrecognised::Unknown);
    }
    let like = families.iter().zip(likeness).filter(|(_, likeness)| *likeness == most).map(|(family, _)| *family);
    let (families, is_certain) = (loaded(like.collect(), text, cx), most == Likeness::Certain);
    Ok(Recognised { families, text: Cow::Borrowed(text), is_certain, is_taken_out: false, game: None })
}

/// Those of several families that load a text; all where none does.
fn loaded(families: Vec<&'static dyn Family>, text: &str, cx: &Context<'_>) -> Vec<&'static dyn Family> {
    if families.len() == 1 || text.len() > MAX_LOADED {
        return families;
    }
    let loads = |family: &&&'static dyn Family| {
        let source: Arc<dyn Source> = Arc::new(text.as_bytes().to_vec());
        family.confined().is_some() || family.open(source, cx).is_ok_and(|levels| levels.level(0, cx).is_ok())
    };
    let loading: Vec<&'static dyn Family> = families.iter().filter(loads).copied().collect();
    if loading.is_empty() { families } else { loading }
}

/// A file of a gist.
struct GistFile {
    name: String,
    text: String,
    is_cut_off: bool,
}

/// The files of a gist, as its JSON has them; `None` for any other text.
fn gist(text: &str) -> Option<Vec<GistFile>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    let mut json: Value = serde_json::from_str(text).ok()?;
    let Value::Object(files) = json.get_mut("files")?.take() else { return None };
    let file = |(name, mut file): (String, Value)| {
        let is_cut_off = file.get("truncated") == Some(&Value::Bool(true));
        match file.get_mut("content")?.take() {
            Value::String(text) => Some(GistFile { name, text, is_cut_off }),
            _ => None,
        }
    };
    Some(files.into_iter().filter_map(file).collect())
}

/// Recognises the level in a gist: the first file whose name says a family, else the first that is like a level.
fn of_gist<'g>(
    families: &[&'static dyn Family],
    files: &'g [GistFile],
    cx: &Context<'_>,
) -> Result<Recognised<'g>, Unrecognised> {
    let whole = |file: &GistFile| if file.is_cut_off { Err(Unrecognised::CutOff(file.name.clone())) } else { Ok(()) };
    for file in files {
        if let Some(family) = by_file_name(families, &file.name) {
            whole(file)?;
            return Ok(Recognised::taken_out(family, &file.text));
        }
    }
    for file in files {
        if let Ok(found) = plain(families, &file.text, cx) {
            whole(file)?;
            return Ok(found);
        }
    }
    Err(Unrecognised::Unknown)
}

/// Whether a text is an address alone.
fn is_link(text: &str) -> bool {
    let text = text.trim();
    let begins = ["http://", "https://", "www."].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme)) && text.len() > scheme.len()
    });
    begins && !text.contains(char::is_whitespace)
}

/// Returns the names of families.
#[must_use]
pub fn names(families: &[&'static dyn Family]) -> Vec<&'static str> {
    families.iter().map(|family| family.info().name).collect()
}
