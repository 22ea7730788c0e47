//! Tells the crate whether the modules of the page were built (`cargo xtask web`): a release build embeds them then, a
//! debug build reads them from their folder.

use std::path::Path;

/// The modules that the crate embeds.
const MODULES: [&str; 7] = ["rules", "grids-rules", "games-rules", "boards", "walks", "walks-simd", "games"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=module");
        if MODULES.iter().all(|module| Path::new(&format!("module/{module}.bin")).exists()) {
            println!("cargo::rustc-cfg=engines_built");
        }
    }
}
