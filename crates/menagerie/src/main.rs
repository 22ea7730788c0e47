//! The binary: every built-in family.

fn main() -> std::process::ExitCode {
    menagerie::run(puzzles::FAMILIES)
}
