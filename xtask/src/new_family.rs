//! Copies the blank family: a folder of its own and a line in the list.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

/// What the blank family says of itself, which is wrong of a copy.
const TEMPLATE: &str = "//! The blank family: the smallest complete family, a template that `cargo xtask new-family` copies. It \
    passes the\n//! laws but is not listed in [`crate::FAMILIES`].\n";

/// Makes `crates/puzzles/src/NAME` from the blank family.
pub(crate) fn run(root: &Path, name: &str) -> anyhow::Result<()> {
    let plain = name.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_');
    ensure!(plain && !name.is_empty(), "'{name}' is no family's name; expected lower-case letters, such as frog");
    let sources = root.join("crates/puzzles/src");
    let target = sources.join(name);
    if target.exists() {
        bail!("{} is there already", target.display());
    }
    copy(&sources.join("blank"), &target, name)?;
    enter_in_list(&sources.join("lib.rs"), name)?;
    println!("{} is made and in the list: change its rules, then `cargo test -p menagerie-puzzles`", target.display());
    Ok(())
}

/// The name of the family's type: `frog` gives `Frog`.
fn type_name(name: &str) -> String {
    let word = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('_').filter(|part| !part.is_empty()).map(word).collect()
}

fn copy(from: &Path, to: &Path, name: &str) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().replace("blank", name);
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(file), name)?;
        } else {
            let text = fs::read_to_string(entry.path())?;
            fs::write(to.join(file), renamed(&text, name))?;
        }
    }
    Ok(())
}

fn renamed(text: &str, name: &str) -> String {
    text.replace(TEMPLATE, &format!("//! The {name} family.\n"))
        .replace("Blank", &type_name(name))
        .replace("blank", name)
}

fn enter_in_list(lib: &Path, name: &str) -> anyhow::Result<()> {
    let text = listed(&fs::read_to_string(lib)?, name).context("the list of families is not where it was")?;
    Ok(fs::write(lib, text)?)
}

/// The text of `lib.rs` with the family's module in its place of the alphabet and the family at the list's end.
fn listed(text: &str, name: &str) -> Option<String> {
    let list = text.find("pub const FAMILIES")?;
    let end = list + text[list..].find("];")?;
    let separator = if text[..end].ends_with('\n') { "    " } else { ", " };
    let after = if separator == "    " { ",\n" } else { "" };
    let text = format!("{}{separator}&{name}::{}{after}{}", &text[..end], type_name(name), &text[end..]);
    let module = format!("pub mod {name};\n");
    let next = text.match_indices("pub mod ").map(|(at, _)| at).find(|&at| text[at..] > *module)?;
    Some(format!("{}{module}{}", &text[..next], &text[next..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_types() {
        assert_eq!(type_name("frog"), "Frog");
        assert_eq!(type_name("tree_frog"), "TreeFrog");
        let lib = "pub mod blank;\npub mod lemmo;\n\npub const FAMILIES: &[&dyn Family] = &[&lemmo::Lemmo];\n";
        let with = "pub mod blank;\npub mod frog;\npub mod lemmo;\n\n\
            pub const FAMILIES: &[&dyn Family] = &[&lemmo::Lemmo, &frog::Frog];\n";
        assert_eq!(listed(lib, "frog").as_deref(), Some(with));
        assert_eq!(renamed("pub struct Blank; \"blank\"", "frog"), "pub struct Frog; \"frog\"");
        let copied = renamed(include_str!("../../crates/puzzles/src/blank/mod.rs"), "frog");
        assert!(copied.starts_with("//! The frog family.\n//!\n") && !copied.contains("template"), "{copied}");
    }
}
