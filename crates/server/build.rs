//! Tells the crate whether the engines for the page were built (`cargo xtask web`): a release build embeds them then, a
//! debug build reads them from their folder.

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=module");
        if ["module/engines.bin", "module/engines-simd.bin"].iter().all(|file| Path::new(file).exists()) {
            println!("cargo::rustc-cfg=engines_built");
        }
    }
}
