//! Links the C++ runtime that Luau needs statically, where the C++ compiler comes with a static one.
//!
//! The dynamic one costs each start of a program 1.5 million instructions, for its 1,700 symbols are resolved by name,
//! and must be there in a matching version. Elsewhere than on Linux with glibc, and in programs that are static as a
//! whole, nothing is to be done.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    if target("OS") != "linux" || target("ENV") != "gnu" || is_static {
        return;
    }
    let compiler = cc::Build::new().cpp(true).cargo_metadata(false).try_get_compiler();
    let Ok(compiler) = compiler else { return };
    let Ok(said) = compiler.to_command().arg("-print-file-name=libstdc++.a").output() else { return };
    let said = String::from_utf8_lossy(&said.stdout);
    // A compiler without the file repeats its name.
    let path = Path::new(said.trim());
    if let Some(folder) = path.parent().filter(|_| path.is_absolute()) {
        println!("cargo:rustc-link-search=native={}", folder.display());
        println!("cargo:rustc-link-lib=static:-bundle=stdc++");
    }
}
