//! Campaigns: tests over numbered random cases, of which `./test` tries a fixed sample and this chore thousands, in
//! release. A case that fails is tried alone by `--cases 1234..1235`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};
use clap::Args;

/// Which campaign to run.
#[derive(Args)]
pub(crate) struct Options {
    /// Its name; without one, the list of all
    name: Option<String>,
    /// How many cases, or which: 5000, 1234..1235
    #[arg(long)]
    cases: Option<String>,
}

/// A test that tries as many cases as the variable `CASES` says (`testkit::campaign`).
struct Campaign {
    name: &'static str,
    /// The file of the test, from the project's folder.
    file: &'static str,
    test: &'static str,
    /// The cases that are tried where none are asked for.
    cases: u64,
    about: &'static str,
}

const CAMPAIGNS: &[Campaign] = &[
    Campaign {
        name: "altered-answers",
        file: "crates/script/tests/it/altered/mod.rs",
        test: "no_altered_answer_that_is_false_holds",
        cases: 5_000,
        about: "answers of all families and questions, each altered so that it is false: none holds",
    },
    Campaign {
        name: "altered-files",
        file: "crates/engines/tests/it/packed_on_disk.rs",
        test: "altered_cut_and_foreign_files_are_never_believed",
        cases: 50_000,
        about: "files of a search, altered, cut off or another's: none is believed",
    },
    Campaign {
        name: "altered-saves",
        file: "crates/menagerie/tests/bounds/disk.rs",
        test: "files_that_were_altered_or_belong_to_another_search_are_never_believed",
        cases: 100,
        about: "the same of whole searches, by processes",
    },
    Campaign {
        name: "bunny-brute-force",
        file: "crates/families/bunny/tests/it/programs/mod.rs",
        test: "brute_force_with_counts_up_to_twelve_is_never_shorter",
        cases: 5_000,
        about: "random boards against every program with counts up to twelve",
    },
    Campaign {
        name: "bunny-hints",
        file: "crates/families/bunny/tests/it/programs/hints.rs",
        test: "every_beginning_of_a_shortest_program_has_a_hint",
        cases: 1,
        about: "hints along a shortest program of every shipped board",
    },
    Campaign {
        name: "bunny-new-levels",
        file: "crates/families/bunny/tests/it/programs/generated.rs",
        test: "kinds_and_wishes_of_new_levels_hold",
        cases: 200,
        about: "new boards of every kind are of that kind",
    },
    Campaign {
        name: "disk-together",
        file: "crates/menagerie/tests/bounds/disk_together.rs",
        test: "searches_of_one_level_in_one_cache_answer_right",
        cases: 200,
        about: "rounds of processes that search one level in one folder, some killed",
    },
    Campaign {
        name: "hints-in-public",
        file: "crates/menagerie/tests/bounds/proxied.rs",
        test: "one_client_floods_and_the_others_are_answered",
        cases: 40,
        about: "70 clients behind nginx, one of which floods two servers: hints of each, and how long they take",
    },
    Campaign {
        name: "hostile-logs",
        file: "crates/menagerie/tests/bounds/hostile_worlds.rs",
        test: "hostile_logs_and_snapshots_keep_their_limits",
        cases: 1,
        about: "hostile logs and snapshots of worlds, all of them",
    },
    Campaign {
        name: "hostile-pages",
        file: "crates/web/tests/hostile.rs",
        test: "every_operation_ends_in_time_and_memory",
        cases: 100,
        about: "hostile texts through the page's operations",
    },
    Campaign {
        name: "hostile-requests",
        file: "crates/menagerie/tests/bounds/hostile_puzzles.rs",
        test: "every_request_ends_within_its_limits",
        cases: 100_000,
        about: "eighty scripts with every request",
    },
    Campaign {
        name: "hostile-rooms",
        file: "crates/menagerie/tests/bounds/hostile_world/serving.rs",
        test: "a_server_of_hostile_worlds_goes_on",
        cases: 1_000,
        about: "a server of hostile worlds: another client's hint stays under 100 ms (a quiet machine is needed)",
    },
    Campaign {
        name: "hostile-scripts",
        file: "crates/menagerie/tests/bounds/hostile_puzzles.rs",
        test: "every_verb_ends_within_its_limits",
        cases: 100_000,
        about: "eighty scripts with every verb",
    },
    Campaign {
        name: "hostile-scripts-told-to-end",
        file: "crates/menagerie/tests/bounds/hostile_puzzles.rs",
        test: "every_run_ends_within_a_second_of_sigterm",
        cases: 100_000,
        about: "eighty scripts, told to end at any moment: within a second",
    },
    Campaign {
        name: "hostile-texts",
        file: "crates/menagerie/tests/bounds/hostile_texts.rs",
        test: "every_verb_ends_in_time_and_memory",
        cases: 100,
        about: "hostile texts with every verb, each within its time and memory",
    },
    Campaign {
        name: "hostile-texts-served",
        file: "crates/menagerie/tests/bounds/serve_hostile_texts.rs",
        test: "hints_come_while_twenty_hostile_requests_do",
        cases: 100,
        about: "hints beside twenty hostile requests: under 100 ms (a quiet machine is needed)",
    },
    Campaign {
        name: "hostile-worlds",
        file: "crates/menagerie/tests/bounds/hostile_worlds.rs",
        test: "hostile_worlds_keep_their_limits",
        cases: 1_000,
        about: "hostile worlds within their limits",
    },
    Campaign {
        name: "hostile-worlds-told-to-end",
        file: "crates/menagerie/tests/bounds/hostile_worlds.rs",
        test: "hostile_worlds_end_when_they_are_told_to",
        cases: 1_000,
        about: "hostile worlds, told to end at any moment",
    },
    Campaign {
        name: "interrupted",
        file: "crates/script/tests/it/interrupted.rs",
        test: "what_was_found_and_proven_is_kept_whatever_ends_a_search",
        cases: 100,
        about: "searches of every family ended by nodes, memory, clock and cancellation keep what they know",
    },
    Campaign {
        name: "keys",
        file: "crates/puzzlescript/tests/it/changes.rs",
        test: "a_key_says_the_whole_board_or_there_is_none",
        cases: 3_000,
        about: "keys of boards with mistakes: each says the whole board",
    },
    Campaign {
        name: "laws",
        file: "crates/puzzles/tests/it/laws.rs",
        test: "levels_that_take_long_obey",
        cases: 1_000,
        about: "the laws on every shipped level of pebble and bunny, each search to its end",
    },
    Campaign {
        name: "maps",
        file: "crates/puzzles/tests/it/space_maps.rs",
        test: "maps_are_those_of_plain_enumeration",
        cases: 50_000,
        about: "maps of random state spaces against plain enumeration",
    },
    Campaign {
        name: "maps-together",
        file: "crates/menagerie/tests/it/maps.rs",
        test: "processes_that_build_one_map_at_the_same_time_do_not_mix_their_files",
        cases: 200,
        about: "rounds of processes that build one map at the same time",
    },
    Campaign {
        name: "puzzlescript-changes",
        file: "crates/puzzlescript/src/changes/tests.rs",
        test: "random_games_are_analysed_as_by_trying_everything",
        cases: 50_000,
        about: "what may change in random games, against trying everything",
    },
    Campaign {
        name: "puzzlescript-commands",
        file: "crates/puzzlescript/tests/it/after_turn.rs",
        test: "commands_are_queued_as_the_language_defines",
        cases: 100_000,
        about: "what follows a turn with many commands",
    },
    Campaign {
        name: "puzzlescript-demos",
        file: "crates/families/puzzlescript/tests/it/games.rs",
        test: "laws_hold_for_the_first_levels_of_published_games",
        cases: 100,
        about: "the laws on published games (needs the data beside the project)",
    },
    Campaign {
        name: "puzzlescript-random",
        file: "crates/puzzles/tests/puzzlescript_random/campaign.rs",
        test: "random_games_are_answered_as_by_a_plain_search",
        cases: 5_000,
        about: "random games: verdict, length and count against a plain search",
    },
    Campaign {
        name: "puzzlescript-recorded",
        file: "crates/puzzles/tests/puzzlescript_random/recorded.rs",
        test: "the_oracle_plays_the_recorded_sessions",
        cases: 1,
        about: "the plain search's rules against recorded sessions (needs the data beside the project)",
    },
    Campaign {
        name: "puzzlescript-sessions",
        file: "crates/puzzlescript/tests/it/after_turn.rs",
        test: "sessions_follow_turns_as_the_plain_account_does",
        cases: 100_000,
        about: "sessions of random games against a second account",
    },
    Campaign {
        name: "puzzlescript-settling",
        file: "crates/puzzlescript/src/planes/settling/tests.rs",
        test: "every_rule_is_judged_as_by_comparing_all_cells",
        cases: 50_000,
        about: "rules that settle, against comparing all cells",
    },
    Campaign {
        name: "rooms",
        file: "crates/server/tests/bounds/live_limits.rs",
        test: "rooms_beside_each_other_keep_their_pace",
        cases: 32,
        about: "rooms of worlds beside each other, ten seconds at 60 steps a second (a quiet machine is needed)",
    },
    Campaign {
        name: "spoken-boards",
        file: "crates/picture/tests/large_boards.rs",
        test: "a_board_is_described_as_by_looking_through_all_of_it_for_each_place",
        cases: 100_000,
        about: "boards in words against looking through all of them",
    },
    Campaign {
        name: "surveys",
        file: "crates/menagerie/tests/bounds/survey.rs",
        test: "a_survey_that_is_killed_ten_times_ends_with_the_table_of_an_undisturbed_one",
        cases: 100,
        about: "surveys of published games, killed ten times (needs the data beside the project)",
    },
    Campaign {
        name: "tables-together",
        file: "crates/menagerie/tests/it/maps.rs",
        test: "processes_that_make_the_same_tables_at_the_same_time_answer_right",
        cases: 200,
        about: "rounds of processes that make the same tables at the same time",
    },
    Campaign {
        name: "worlds",
        file: "crates/world/tests/it/hostile.rs",
        test: "mutated_worlds_are_refused_or_run",
        cases: 100_000,
        about: "mutated worlds: each is refused or runs",
    },
];

/// Runs a campaign, or lists all.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let Some(name) = &options.name else {
        for campaign in CAMPAIGNS {
            println!("{:<28}{:>8}  {}", campaign.name, campaign.cases, campaign.about);
        }
        return Ok(());
    };
    let Some(campaign) = CAMPAIGNS.iter().find(|campaign| campaign.name == name) else {
        bail!("there is no campaign '{name}'; `cargo xtask campaign` lists them");
    };
    let cases = options.cases.clone().unwrap_or_else(|| campaign.cases.to_string());
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--release", "--locked"]).args(campaign.target()?).args(["--", "--nocapture", "--exact"]);
    let status = cargo.arg(campaign.path()?).env("CASES", cases).current_dir(root).status().context("cargo")?;
    ensure!(status.success(), "the campaign '{name}' failed");
    Ok(())
}

impl Campaign {
    /// The name of the file's crate, `tests` or `src`, and what is below.
    fn parts(&self) -> anyhow::Result<(&'static str, &'static str, Vec<&'static str>)> {
        let parts: Vec<&str> = self.file.trim_end_matches(".rs").split('/').collect();
        match parts.as_slice() {
            // The compiler has the name already.
            ["crates", "families", "puzzlescript", place, below @ ..] => {
                Ok(("puzzlescript-family", place, below.to_vec()))
            }
            ["crates", "families", name, place, below @ ..] | ["crates", name, place, below @ ..] => {
                Ok((name, place, below.to_vec()))
            }
            _ => bail!("{} is no file of a crate", self.file),
        }
    }

    /// The arguments that choose the package and the program of tests.
    fn target(&self) -> anyhow::Result<Vec<String>> {
        let (name, place, below) = self.parts()?;
        let package = if name == "menagerie" { name.to_owned() } else { format!("menagerie-{name}") };
        let program = if place == "src" { vec!["--lib"] } else { vec!["--test", below[0]] };
        Ok(["-p", &package].into_iter().chain(program).map(str::to_owned).collect())
    }

    /// The path of the test within its program.
    fn path(&self) -> anyhow::Result<String> {
        let (_, place, below) = self.parts()?;
        let modules = below.iter().skip(usize::from(place == "tests")).filter(|part| **part != "mod");
        Ok(modules.copied().chain([self.test]).collect::<Vec<_>>().join("::"))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// The Rust files below a folder, but not those of `testkit`, which has the numbers of the cases.
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("testkit") && !path.ends_with("node_modules") {
                files(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_campaign_names_a_test_and_every_test_with_cases_is_one() {
        let root = crate::root();
        for campaign in CAMPAIGNS {
            let text = fs::read_to_string(root.join(campaign.file)).unwrap();
            assert!(text.contains(&format!("fn {}()", campaign.test)), "{}", campaign.name);
        }
        let named: BTreeSet<PathBuf> = CAMPAIGNS.iter().map(|campaign| root.join(campaign.file)).collect();
        let mut found = Vec::new();
        files(&root.join("crates"), &mut found);
        let asks = |path: &PathBuf| fs::read_to_string(path).unwrap().contains("campaign::");
        let missing: Vec<PathBuf> = found.into_iter().filter(|path| asks(path) && !named.contains(path)).collect();
        assert!(missing.is_empty(), "these tests try cases and are no campaign: {missing:?}");
    }

    #[test]
    fn a_campaign_is_a_test_of_a_program() {
        let of = |name: &str| CAMPAIGNS.iter().find(|campaign| campaign.name == name).unwrap();
        let target = |name: &str| (of(name).target().unwrap().join(" "), of(name).path().unwrap());
        let altered = "altered::no_altered_answer_that_is_false_holds";
        assert_eq!(target("altered-answers"), ("-p menagerie-script --test it".into(), altered.into()));
        let changes = "changes::tests::random_games_are_analysed_as_by_trying_everything";
        assert_eq!(target("puzzlescript-changes"), ("-p menagerie-puzzlescript --lib".into(), changes.into()));
        let spoken = "a_board_is_described_as_by_looking_through_all_of_it_for_each_place";
        assert_eq!(target("spoken-boards"), ("-p menagerie-picture --test large_boards".into(), spoken.into()));
    }
}
