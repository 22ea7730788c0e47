//! The folder of one world, and what sound worlds consist of.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The folder in which a world is made. Its definition is `w.world.toml`, its map `m.tmx`, its script `s.luau`.
pub(crate) struct Place(pub(crate) PathBuf);

pub(crate) const CAT: &str = "[kinds.cat]\nscript = \"s.luau\"\n";
pub(crate) const FISH: &str = "[kinds.fish]\nnature = \"item\"\n";
pub(crate) const GROUND: &str =
    "<objectgroup name=\"ground\"><object x=\"0\" y=\"95\" width=\"1000\" height=\"1\"/></objectgroup>";

impl Place {
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), bytes).unwrap();
    }

    /// Makes a symbolic link.
    pub(crate) fn link(&self, name: &str, target: &str) {
        let _ = fs::remove_file(self.0.join(name));
        std::os::unix::fs::symlink(target, self.0.join(name)).unwrap();
    }

    /// Makes a named pipe that nobody writes to.
    pub(crate) fn pipe(&self, name: &str) {
        let _ = fs::remove_file(self.0.join(name));
        assert!(std::process::Command::new("mkfifo").arg(self.0.join(name)).status().unwrap().success());
    }

    /// Makes a file of this many zeros that takes no room.
    pub(crate) fn sparse(&self, name: &str, bytes: u64) {
        fs::File::create(self.0.join(name)).unwrap().set_len(bytes).unwrap();
    }

    pub(crate) fn toml(&self, text: &str) {
        self.file("w.world.toml", format!("map = \"m.tmx\"\n{text}"));
    }

    /// Writes a map of 1000 by 100 metres.
    pub(crate) fn map(&self, layers: &str) {
        self.file(
            "m.tmx",
            format!("<map width=\"1000\" height=\"100\" tilewidth=\"1\" tileheight=\"1\">{layers}</map>"),
        );
    }

    pub(crate) fn script(&self, text: &str) {
        self.file("s.luau", text);
    }

    /// Writes a sound world: ground and this many cats, with this script.
    pub(crate) fn cats(&self, count: usize, script: &str) {
        self.toml(CAT);
        self.map(&(GROUND.to_owned() + &objects("objects", count, "type=\"cat\"")));
        self.script(script);
    }
}

/// A layer of objects a metre apart, in rows of a thousand.
pub(crate) fn objects(layer: &str, count: usize, attributes: &str) -> String {
    let mut out = format!("<objectgroup name=\"{layer}\">");
    for at in 0..count {
        let _ = write!(out, "<object x=\"{}\" y=\"{}\" {attributes}/>", at % 1000, 94 - at as i64 / 1000);
    }
    out + "</objectgroup>"
}

/// A layer of one object with these parts.
pub(crate) fn object(layer: &str, attributes: &str, inner: &str) -> String {
    format!("<objectgroup name=\"{layer}\"><object {attributes}>{inner}</object></objectgroup>")
}
