//! The hint table of a level of a million states is written within the memory that is allowed.
#![cfg(target_os = "linux")]

use std::fs;

use testkit::bounded::{Limits, Trial, base};

use crate::cli::{MENAGERIE, file, folder, menagerie};

/// Four boxes in an open room: 1,001,565 states, of which seven are solved.
const ROOM: &str = "########\n#@ .   #\n# $$ . #\n#  $ $##\n#   ..##\n#     ##\n#     ##\n########\n";

#[test]
fn a_table_of_a_million_states_is_written_in_the_memory_allowed() {
    let (dir, base) = (folder("hint-table"), base(&MENAGERIE));
    let (level, table) = (file(&dir, "room.xsb", ROOM), dir.join("room.hints"));
    let limits = Limits::new(120_000, 256);
    let table = table.to_str().unwrap();
    let run = Trial::new(&MENAGERIE, ["map", &level, "--save", table, "--json"]).limits(&limits).run();
    assert_eq!((run.flaw(&limits, base), run.said.status), (None, 0), "{run:?}");
    let method = run.said.json()["method"].as_str().unwrap().to_owned();
    assert!(method.ends_with("a hint table of 1001558 records, 10 bytes each, 9.6 MiB in all"), "{method}");
    let bytes = fs::metadata(table).unwrap().len();
    assert!(bytes > 10_015_580 && bytes < 10_015_780, "{bytes} bytes");
    let hint = menagerie(&["hint", &level, "--map", table, "--json"]).json();
    let searched = menagerie(&["hint", &level, "--json"]).json();
    assert_eq!(hint["answer"], searched["answer"]);
    let short = menagerie(&["map", &level, "--save", table, "--memory", "100MiB"]);
    assert!(short.status == 12 && short.out.contains("the memory allowed does not suffice: "), "{short:?}");
    assert_eq!(fs::metadata(table).unwrap().len(), bytes, "the table before is still there");
}
