//! One test kit: what tests of several crates share is in `testkit`, and no test writes it again.

use super::source::Source;

/// Signs of a random number generator.
const GENERATORS: &[&str] = &["xorshift", "splitmix", "6364136223846793005"];

/// The one test that includes a file from elsewhere: it tests an example as it stands.
const INCLUDES_AN_EXAMPLE: &str = "crates/menagerie/tests/it/own_family.rs";

/// Reports random number generators in tests and examples, and files that are included from elsewhere.
pub(super) fn file(source: &Source, breaches: &mut Vec<String>) {
    let Some((name, file)) = source.below("crates").and_then(|path| path.split_once('/')) else { return };
    if name == "testkit" {
        return;
    }
    let file = if name == "families" { file.split_once('/').map_or(file, |(_, file)| file) } else { file };
    let is_test = file.starts_with("tests/") || file.starts_with("examples/");
    for (number, line) in (1..).zip(source.text.lines()) {
        let lower = line.to_lowercase().replace('_', "");
        if is_test && GENERATORS.iter().any(|generator| lower.contains(generator)) {
            breaches.push(format!("{}:{number}: random numbers for tests are in testkit::random", source.path));
        }
        let outside = line.trim_start().strip_prefix("#[path = \"../");
        // What the test programs of one crate share lies beside them.
        let is_beside = is_test && file.ends_with("/main.rs") && outside.is_some_and(|path| !path.starts_with(".."));
        if outside.is_some() && !is_beside && source.path != INCLUDES_AN_EXAMPLE {
            breaches
                .push(format!("{}:{number}: what tests share is in testkit, not included by its path", source.path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(path: &str, text: &str) -> usize {
        let mut breaches = Vec::new();
        file(&Source::new(path, text), &mut breaches);
        breaches.len()
    }

    #[test]
    fn a_generator_in_a_test_is_noticed() {
        for text in ["/// SplitMix64.\n", "x.wrapping_mul(6_364_136_223_846_793_005)\n", "fn xorshift() {}\n"] {
            assert_eq!(find("crates/puzzles/tests/frog.rs", text), 1, "{text}");
            assert_eq!(find("crates/families/frog/tests/it/pond.rs", text), 1, "{text}");
            assert_eq!(find("crates/puzzles/examples/frog.rs", text), 1, "{text}");
            assert_eq!(find("crates/testkit/src/random.rs", text), 0, "{text}");
            assert_eq!(find("crates/puzzles/src/random.rs", text), 0, "{text}");
        }
    }

    #[test]
    fn a_file_included_by_its_path_is_noticed() {
        let text = "#[path = \"../../server/tests/server/mod.rs\"]\nmod server;\n";
        assert_eq!(find("crates/menagerie/tests/serve.rs", text), 1);
        assert_eq!(find("crates/menagerie/tests/it/own_family.rs", "#[path = \"../../examples/frogs.rs\"]\n"), 0);
        let beside = "#[path = \"../cli/mod.rs\"]\nmod cli;\n";
        assert_eq!(
            (find("crates/menagerie/tests/it/main.rs", beside), find("crates/menagerie/src/main.rs", beside)),
            (0, 1)
        );
    }
}
