//! Builds the WebAssembly modules of the page under `crates/server/module`, each with a compressed `.bin` that the page
//! loads: rules, by which texts are recognised and levels are played, and the engines of each group of families, which
//! are loaded when a level is asked about. Then it makes the scripts of the page smaller, and writes the page for a plain
//! host. `docs/decisions/010-the-module.md` says why the modules are built in this way.
//!
//! They are built in the profile `web`, in target folders of their own, so that no other build is disturbed, and then
//! made smaller by Binaryen's `wasm-opt`. What did not change is not built again.

mod debian;
mod site;

use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, bail, ensure};
use clap::{Args, ValueEnum};

use crate::bench::{done, output, target_folder};

/// The target that the modules are built for.
const TARGET: &str = "wasm32-unknown-unknown";
/// The most compressed bytes that a first move may need.
const MAX_RULES: u64 = 422_000;
/// The most compressed bytes that a view may load: rules and the engines of a group.
const MAX_VIEW: u64 = 1_200_000;
/// The rules by which levels are played, each with the engines that are loaded behind them.
const VIEWS: &[(&str, &[&str])] = &[("grids-rules", &["boards", "walks", "walks-simd"]), ("games-rules", &["games"])];
/// The rounds in which a module is compressed; more save hardly anything.
const ROUNDS: NonZero<u64> = NonZero::<u64>::MIN.saturating_add(4);
/// The most memory of an instance: what browsers on telephones still give out, and less than 31 bits.
const MAX_MEMORY: u64 = 1280 << 20;
/// The npm package with `wasm-opt`, which runs under Node, and its version.
const BINARYEN: &str = "binaryen@132.0.0";
/// Flags for rustc that leave the places of panics out of the code; their messages stay. They are unstable, so
/// `RUSTC_BOOTSTRAP` is set.
const SMALLER: &str = "-Zlocation-detail=none";
/// What `wasm-opt` does. Functions by name put the copies of one generic function side by side, where gzip finds what
/// they share; `-Os` and `-Oz` make the module smaller but its gzipped form larger. The instructions that are enabled
/// are those that rustc uses for this target.
const OPTIMISE: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-multivalue",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--strip-dwarf",
    "-O1",
    "--reorder-functions-by-name",
    "--strip-producers",
];

/// Settings of cargo by which a module is built without what answers questions.
const RULES_ONLY: &[&str] = &[
    r#"profile.web.package.menagerie-frame.rustflags = ["--cfg", "rules_only"]"#,
    r#"profile.web.package.menagerie-puzzlescript.rustflags = ["--cfg", "rules_only"]"#,
];
/// Settings by which it is built without what plays levels and reads files of them.
const ASKS_ONLY: &[&str] = &[r#"profile.web.package.menagerie-frame.rustflags = ["--cfg", "asks_only"]"#];
/// Settings by which the engines of PuzzleScript are built for speed, whose rules are small enough to leave room for that.
const FAST: &[&str] = &[
    "profile.web.package.menagerie-engines.opt-level = 3",
    "profile.web.package.menagerie-puzzlescript.opt-level = 3",
    "profile.web.package.menagerie-puzzlescript-family.opt-level = 3",
];

/// The modules by their target folders, which are built at once; those of one folder are built one after the other.
const FOLDERS: &[(&str, &[Build])] = &[
    (
        "plain",
        &[
            Build { modules: &["rules", "grids-rules", "games-rules"], settings: &[RULES_ONLY], ..PLAIN },
            Build { modules: &["boards", "walks"], settings: &[ASKS_ONLY], ..PLAIN },
            Build { modules: &["games"], settings: &[ASKS_ONLY, FAST], ..PLAIN },
        ],
    ),
    (
        "wide",
        &[Build {
            modules: &["walks"],
            form: "-simd",
            settings: &[ASKS_ONLY],
            flags: "-C target-feature=+simd128",
            optimise: &["--enable-simd"],
        }],
    ),
];
const PLAIN: Build = Build { modules: &[], form: "", settings: &[], flags: "", optimise: &[] };

/// Modules that are compiled in the same way.
#[derive(Clone, Copy)]
struct Build {
    /// The modules: examples of the crate `menagerie-web`.
    modules: &'static [&'static str],
    /// What is added to their names.
    form: &'static str,
    /// Settings of cargo that differ from the manifest's.
    settings: &'static [&'static [&'static str]],
    /// More flags for rustc.
    flags: &'static str,
    /// More flags for `wasm-opt`.
    optimise: &'static [&'static str],
}

/// How to build.
#[derive(Args)]
pub(crate) struct Options {
    /// Where the compiler and the target's standard library come from; by default rustc's own, which rustup installs,
    /// and Debian's where there is neither
    #[arg(long)]
    tools: Option<Tools>,
}

/// Where the compiler comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Tools {
    /// The `rustc` at hand, with the target installed by rustup.
    Rustup,
    /// Debian's packages, unpacked under `target/tools`.
    Debian,
}

/// Returns the names of the modules.
pub(crate) fn names() -> impl Iterator<Item = String> {
    let builds = FOLDERS.iter().flat_map(|(_, builds)| builds.iter());
    builds.flat_map(|build| build.modules.iter().map(|module| format!("{module}{}", build.form)))
}

/// Builds the modules and prints their sizes.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let tools = target_folder(root).join("tools");
    let compiler = Compiler::ready(&tools, options.tools)?;
    let wasm_opt = installed(&tools, BINARYEN, "binaryen/bin/wasm-opt")?;
    let folder = root.join("crates/server/module");
    fs::create_dir_all(&folder)?;
    let smaller = |name: String, built: PathBuf, flags| {
        let size = make_smaller(&wasm_opt, &built, &folder, &name, flags)?;
        Ok((name, size))
    };
    // Modules are linked and made smaller on one core each.
    let sizes = thread::scope(|threads| {
        let (compiler, smaller) = (&compiler, &smaller);
        let built = move |&(target, builds): &'static (&str, &[Build])| {
            let mut modules = Vec::new();
            for build in builds {
                for (name, built) in compiler.build(root, target, build)? {
                    modules.push(threads.spawn(move || smaller(name, built, build.optimise)));
                }
            }
            joined(modules)
        };
        let folders = FOLDERS.iter().map(|folder| threads.spawn(move || built(folder))).collect();
        joined(folders).map(|sizes: Vec<Vec<(String, u64)>>| sizes.concat())
    })?;
    limited(&sizes)?;
    site::write(root, &tools)
}

/// What the threads have made, in order, or the first error.
fn joined<T>(threads: Vec<thread::ScopedJoinHandle<'_, anyhow::Result<T>>>) -> anyhow::Result<Vec<T>> {
    threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
}

/// Refuses modules of which a first move or a view would load too much.
fn limited(sizes: &[(String, u64)]) -> anyhow::Result<()> {
    let size = |wanted: &str| {
        let found = sizes.iter().find(|(name, _)| name == wanted).map(|(_, size)| *size);
        found.with_context(|| format!("no module {wanted}"))
    };
    for (name, engines) in VIEWS {
        let rules = size(name)?;
        ensure!(rules <= MAX_RULES, "a first move loads {rules} bytes gzipped ({name}); the most are {MAX_RULES}");
        for engine in *engines {
            let both = rules + size(engine)?;
            ensure!(both <= MAX_VIEW, "{name} and {engine} have {both} bytes gzipped; the most are {MAX_VIEW}");
        }
    }
    Ok(())
}

/// Makes a module smaller, compresses it, and returns the bytes that it has then.
fn make_smaller(wasm_opt: &Path, built: &Path, folder: &Path, name: &str, flags: &[&str]) -> anyhow::Result<u64> {
    let (module, packed) = (folder.join(format!("{name}.wasm")), folder.join(format!("{name}.bin")));
    if optimise(wasm_opt, built, &module, flags)? || !packed.exists() {
        write_changed(&packed, &gzipped(&fs::read(&module)?)?)?;
    }
    let [bytes, gzipped] = [fs::metadata(module)?.len(), fs::metadata(packed)?.len()];
    println!("{name}.wasm: {bytes} bytes, {gzipped} gzipped");
    Ok(gzipped)
}

/// How cargo is called to build for the target.
struct Compiler {
    environment: Vec<(&'static str, PathBuf)>,
    arguments: &'static [&'static str],
    /// The name of the target folder, since artifacts of different compilers are of no use to each other.
    folder: &'static str,
}

impl Compiler {
    fn ready(tools: &Path, asked: Option<Tools>) -> anyhow::Result<Compiler> {
        if asked != Some(Tools::Debian) && has_target()? {
            return Ok(Compiler::own());
        }
        if asked != Some(Tools::Debian) && Command::new("rustup").arg("--version").output().is_ok() {
            println!("rustup target add {TARGET}");
            done(Command::new("rustup").args(["target", "add", TARGET]))?;
            return Ok(Compiler::own());
        }
        if asked == Some(Tools::Rustup) {
            bail!("rustc has no standard library for {TARGET}, and there is no rustup to install it");
        }
        debian::compiler(&tools.join("debian"))
    }

    /// The `rustc` at hand, with a standard library for the target.
    fn own() -> Compiler {
        Compiler { environment: Vec::new(), arguments: &[], folder: "web" }
    }

    /// Builds modules in a target folder, and returns their names and paths.
    fn build(&self, root: &Path, folder: &str, build: &Build) -> anyhow::Result<Vec<(String, PathBuf)>> {
        let target = target_folder(root).join(self.folder).join(folder);
        let linked = format!("-C link-arg=--max-memory={MAX_MEMORY}");
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--locked", "--package", "menagerie-web", "--profile", "web", "--target", TARGET]);
        cargo.args(self.arguments).arg("-Zprofile-rustflags");
        cargo
            .args(build.settings.concat().iter().flat_map(|setting| ["--config", setting]))
            .arg("--target-dir")
            .arg(&target)
            .current_dir(root);
        cargo.args(build.modules.iter().flat_map(|module| ["--example", module]));
        cargo.envs(self.environment.iter().map(|(name, value)| (*name, value)));
        cargo.env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTFLAGS");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", format!("{SMALLER} {linked} {}", build.flags));
        done(&mut cargo)?;
        let examples = target.join(TARGET).join("web/examples");
        let built = |module: &&str| {
            (format!("{module}{}", build.form), examples.join(format!("{}.wasm", module.replace('-', "_"))))
        };
        Ok(build.modules.iter().map(built).collect())
    }
}

/// Whether the `rustc` at hand has a standard library for the target.
fn has_target() -> anyhow::Result<bool> {
    let libraries = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    Ok(Path::new(libraries.trim()).exists())
}

/// Installs an npm package, if need be, and returns the path of a program in it.
fn installed(tools: &Path, package: &str, program: &str) -> anyhow::Result<PathBuf> {
    let folder = tools.join(package);
    let program = folder.join("node_modules").join(program);
    if !program.exists() {
        fs::create_dir_all(&folder)?;
        let install = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
        done(Command::new("npm").args(install).arg("--prefix").arg(&folder).arg(package))
            .with_context(|| format!("{package} comes from npm, which needs Node"))?;
    }
    Ok(program)
}

/// Makes a module smaller, unless that was done with the same bytes and flags before, and returns whether it did.
fn optimise(wasm_opt: &Path, built: &Path, module: &Path, more: &[&str]) -> anyhow::Result<bool> {
    let before = built.with_file_name(module.with_extension("before").file_name().context("no name")?);
    let flags = format!("{BINARYEN} {} {}", OPTIMISE.join(" "), more.join(" "));
    let noted = before.with_extension("flags");
    let same = module.exists()
        && fs::read_to_string(&noted).is_ok_and(|noted| noted == flags)
        && fs::read(&before).is_ok_and(|noted| fs::read(built).is_ok_and(|bytes| bytes == noted));
    if same {
        return Ok(false);
    }
    done(Command::new("node").arg(wasm_opt).args(OPTIMISE).args(more).arg(built).arg("-o").arg(module))?;
    fs::copy(built, before)?;
    fs::write(noted, flags)?;
    Ok(true)
}

/// Writes a file unless it has this content already, so that nothing is built again for it.
fn write_changed(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    if fs::read(file).is_ok_and(|known| known == content) {
        return Ok(());
    }
    Ok(fs::write(file, content)?)
}

/// A module as the page loads it, which unpacks it itself: many hosts do not compress what they do not know. It is
/// compressed once and loaded often, so that half a minute for four hundredths is well spent.
fn gzipped(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let options = zopfli::Options { iteration_count: ROUNDS, ..zopfli::Options::default() };
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut compressed)?;
    Ok(compressed)
}
