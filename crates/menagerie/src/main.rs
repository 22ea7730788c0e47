//! The binary: every built-in family, and scripts.

fn main() -> std::process::ExitCode {
    menagerie::run(script::families())
}
