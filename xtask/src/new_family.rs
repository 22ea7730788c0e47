//! Copies the blank family: a crate of its own, and its entries in the workspace, in the list of families and in a
//! group of the page's modules.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

/// What the blank family says of itself, which is wrong of a copy.
const TEMPLATE: &str = "//! The blank family: the smallest complete family, a template that `cargo xtask new-family` copies. It \
    passes the\n//! laws but is not listed among the built-in families.\n";
/// What the manifest of the blank family says of it.
const ABOUT: &str = "The smallest complete puzzle family, a template";

/// Makes `crates/families/NAME` from the blank family.
pub(crate) fn run(root: &Path, name: &str) -> anyhow::Result<()> {
    let plain = name.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_');
    ensure!(plain && !name.is_empty(), "'{name}' is no family's name; expected lower-case letters, such as frog");
    let families = root.join("crates/families");
    let target = families.join(name);
    let is_dependency = fs::read_to_string(root.join("Cargo.toml"))?.contains(&format!("\n{name} = "));
    if target.exists() || is_dependency {
        bail!("there is a crate '{name}' already; expected another name");
    }
    copy(&families.join("blank"), &target, name)?;
    let path = format!("crates/families/{name}");
    let dependency = format!("{name} = {{ package = \"menagerie-{name}\", path = \"{path}\", version = \"0.1.0\" }}\n");
    enter(&root.join("Cargo.toml"), "[workspace.dependencies]\n", &dependency)?;
    let puzzles = root.join("crates/puzzles");
    enter(&puzzles.join("Cargo.toml"), "[dependencies]\n", &format!("{name}.workspace = true\n"))?;
    change(&puzzles.join("src/lib.rs"), |text| exported(&appended(text, "pub const FAMILIES", name)?, name))?;
    change(&puzzles.join("src/groups.rs"), |text| appended(text, "pub const BOARDS", name))?;
    println!("{} is made and in the list: change its rules, then `cargo test -p menagerie-{name}`", target.display());
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
        .replace(ABOUT, &format!("The puzzle family {name}"))
        .replace("Blank", &type_name(name))
        .replace("blank", name)
}

/// Puts an entry below the header of a table of a manifest.
fn enter(manifest: &Path, header: &str, entry: &str) -> anyhow::Result<()> {
    let text = fs::read_to_string(manifest)?;
    let with = entered(&text, header, entry).with_context(|| format!("{}: no {header}", manifest.display()))?;
    Ok(fs::write(manifest, with)?)
}

fn entered(text: &str, header: &str, entry: &str) -> Option<String> {
    let below = text.find(header)? + header.len();
    Some(format!("{}{entry}{}", &text[..below], &text[below..]))
}

fn change(file: &Path, changed: impl Fn(&str) -> Option<String>) -> anyhow::Result<()> {
    let text = changed(&fs::read_to_string(file)?);
    Ok(fs::write(file, text.with_context(|| format!("{}: the list is not where it was", file.display()))?)?)
}

/// A text with the family at the end of a list.
fn appended(text: &str, list: &str, name: &str) -> Option<String> {
    let list = text.find(list)?;
    let end = list + text[list..].find("];")?;
    let separator = if text[..end].ends_with('\n') { "    " } else { ", " };
    let after = if separator == "    " { ",\n" } else { "" };
    Some(format!("{}{separator}&{name}::{}{after}{}", &text[..end], type_name(name), &text[end..]))
}

/// The text of `lib.rs` with the family's crate in its place of the alphabet.
fn exported(text: &str, name: &str) -> Option<String> {
    let exported = format!("pub use {name};\n");
    let next = text.match_indices("pub use ").map(|(at, _)| at).find(|&at| text[at..] > *exported)?;
    Some(format!("{}{exported}{}", &text[..next], &text[next..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_types() {
        assert_eq!(type_name("frog"), "Frog");
        assert_eq!(type_name("tree_frog"), "TreeFrog");
        let lib = "pub use blank;\npub use lemmo;\n\npub const FAMILIES: &[&dyn Family] = &[&lemmo::Lemmo];\n";
        let with = "pub use blank;\npub use frog;\npub use lemmo;\n\n\
            pub const FAMILIES: &[&dyn Family] = &[&lemmo::Lemmo, &frog::Frog];\n";
        let listed = appended(lib, "pub const FAMILIES", "frog").and_then(|text| exported(&text, "frog"));
        assert_eq!(listed.as_deref(), Some(with));
        assert_eq!(renamed("pub struct Blank; \"blank\"", "frog"), "pub struct Frog; \"frog\"");
        let copied = renamed(include_str!("../../crates/families/blank/src/lib.rs"), "frog");
        assert!(copied.starts_with("//! The frog family.\n//!\n") && !copied.contains("template"), "{copied}");
        let manifest = renamed(include_str!("../../crates/families/blank/Cargo.toml"), "frog");
        assert!(manifest.contains("name = \"menagerie-frog\"") && !manifest.contains("template"), "{manifest}");
    }

    #[test]
    fn a_family_is_entered_below_its_table() {
        let text = "[workspace.dependencies]\nengines = 1\n";
        let with = "[workspace.dependencies]\nfrog = 1\nengines = 1\n";
        assert_eq!(entered(text, "[workspace.dependencies]\n", "frog = 1\n").as_deref(), Some(with));
        assert_eq!(entered(text, "[dependencies]\n", ""), None);
    }
}
