//! The three formats: what is understood, and that writing and reading gives the same collection.

use super::{board, microban};
use crate::FIRST_STEPS;
use crate::collection::{Collection, Format, read};
use crate::text::{Notes, rows_within};

const FORMATS: [Format; 3] = [Format::Xsb, Format::Sok, Format::Slc];

const SLC: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>
<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">
<SokobanLevels>
  <Title>Two &amp; two</Title>
  <Description>
A first line.
  A second &lt;line&gt;.
  </Description>
  <Email>me@example.org</Email>
  <LevelCollection Copyright=\"Someone\" MaxWidth=\"6\" MaxHeight=\"4\">
    <Level Id=\"#01\" Width=\"5\" Height=\"3\">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id=\"\" Copyright=\"Another\">
      <L/>
      <L>  ####</L>
      <L>###  #</L>
      <L>#.$ @#</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
";

/// Everything but the format and the lines of the file; the levels as canonical texts.
fn content(collection: &Collection) -> impl PartialEq + std::fmt::Debug + use<> {
    let entry = |entry: &crate::collection::Entry| {
        let level = entry.level().ok().map(|level| level.text(level.board.start()));
        let solutions: Vec<_> = entry.solutions.iter().map(|one| (one.title.clone(), one.moves.clone())).collect();
        (level, entry.notes.clone(), solutions)
    };
    let entries: Vec<_> = collection.entries.iter().map(entry).filter(|(level, ..)| level.is_some()).collect();
    (collection.notes.clone(), collection.email.clone(), collection.url.clone(), entries)
}

/// Writes in each format and reads again.
pub(super) fn round_trip(collection: &Collection) {
    for format in FORMATS {
        let text = collection.write(format);
        let again = read(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
        assert_eq!(content(&again), content(collection), "{format:?}\n{text}");
        assert_eq!(again.write(format), text);
    }
}

fn titles(text: &str) -> Vec<Option<String>> {
    read(text).expect("a collection").entries.into_iter().map(|entry| entry.notes.title).collect()
}

#[test]
fn collections_are_written_and_read_again() {
    for text in [FIRST_STEPS, SLC] {
        round_trip(&read(text).expect("a collection"));
    }
    microban().iter().for_each(round_trip);
    assert_eq!(read(FIRST_STEPS).expect("a collection").write(Format::Sok), FIRST_STEPS);
}

#[test]
fn a_format_is_recognised_by_its_content() {
    let collection = read(FIRST_STEPS).expect("a collection");
    for format in FORMATS {
        assert_eq!(Format::recognise(&collection.write(format)), format);
    }
    assert_eq!(Format::recognise("\u{feff}\n <a/>"), Format::Slc);
    assert_eq!(Format::recognise(""), Format::Xsb);
}

#[test]
fn hard_notes_survive() {
    let mut collection = read(FIRST_STEPS).expect("a collection");
    let hard =
        ["; ; x", "  indented", "Comment-End: no", "Title: other", "", "rrUU", "#####", "::", "<b>&amp;]]>", "é\t#"];
    let comments: Vec<String> = hard.iter().map(|&line| line.to_owned()).collect();
    let plain: Vec<String> = comments.iter().filter(|line| !line.starts_with("Comment-End")).cloned().collect();
    collection.notes.comments.clone_from(&comments);
    for (number, (entry, title)) in (0..).zip(collection.entries.iter_mut().zip(hard)) {
        let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        let comments = [&comments[..], &plain[..], &[]][number % 3].to_vec();
        entry.notes = Notes { author: title.clone(), title: if number == 5 { None } else { title }, comments };
        entry.solutions.truncate(number % 2);
    }
    round_trip(&collection);
}

#[test]
fn xml_is_read_with_its_places() {
    let collection = read(SLC).expect("a collection");
    assert_eq!(collection.format, Format::Slc);
    assert_eq!(collection.notes.title.as_deref(), Some("Two & two"));
    assert_eq!(collection.notes.comments, ["A first line.", "  A second <line>."]);
    assert_eq!(collection.notes.author.as_deref(), Some("Someone"));
    let [first, second] = &collection.entries[..] else { panic!("two levels") };
    assert_eq!((first.notes.title.as_deref(), second.notes.title.as_deref()), (Some("#01"), None));
    assert_eq!((first.line(), first.rows[1].column), (12, 10));
    assert_eq!(second.rows.len(), 4);
    let wrong = SLC.replace("#@$.#", "#@x.#");
    assert_eq!(super::places(&wrong), [(11 + 1, 10), (13, 12)]);
}

#[test]
fn xml_that_is_no_collection_is_refused_at_its_place() {
    let place = |text: &str| match read(text) {
        Err(frame::problem::LoadError::Invalid(problems)) => (problems[0].line, problems[0].column),
        other => panic!("{other:?}"),
    };
    assert_eq!(place("<html>\n</html>"), (1, 1));
    assert_eq!(place("<SokobanLevels>\n  <a>\n</SokobanLevels>"), (3, 1));
    assert_eq!(place("<SokobanLevels></SokobanLevels>"), (1, 1));
    assert_eq!(place("<!DOCTYPE a [\n <!ENTITY b \"c\">]><SokobanLevels/>"), (2, 2));
    assert_eq!(place("<LevelCollection><Level>\n <L>#<b/>#</L></Level></LevelCollection>"), (2, 2));
    let deep = "<a>".repeat(200_000) + &"</a>".repeat(200_000);
    assert_eq!(place(&deep), (1, 1));
}

#[test]
fn titles_stand_above_or_below() {
    const BOARD: &str = "#####\n#@$.#\n#####\n";
    let some = |title: &str| Some(title.to_owned());
    assert_eq!(titles(&format!("One\n\n{BOARD}\nTwo\n\n{BOARD}")), [some("One"), some("Two")]);
    assert_eq!(titles(&format!("{BOARD}Title: One\n\n{BOARD}Title: Two\n")), [some("One"), some("Two")]);
    assert_eq!(titles(&format!("Title: One\n\n{BOARD}\nTitle: Two\n\n{BOARD}")), [some("One"), some("Two")]);
    assert_eq!(titles(&format!("Title: One\n{BOARD}\nTitle: Two\n{BOARD}")), [some("One"), some("Two")]);
    assert_eq!(
        titles(&format!("; All\n; of them\n\n; 1\n\n{BOARD}\n; 2\n{BOARD}\n; 3\n; more\n{BOARD}")),
        ["1", "2", "3"].map(some)
    );
    assert_eq!(titles(&format!("{BOARD}; a remark\n\n{BOARD}\nNotes\nof two lines\n\n{BOARD}")), [None, None, None]);
    assert_eq!(titles(&format!(":: remark\n\n{BOARD}\nSolution\nR\n\nTwo\n\n{BOARD}\nR")), [None, some("Two")]);
}

#[test]
fn solutions_and_snapshots_are_kept_with_their_lines() {
    let text = "#####\n#@$.#\n#####\n\nSolution 1\n\nR\n\nSnapshot\nl2r\nR\n\n(R)\n";
    let collection = read(text).expect("a collection");
    let solutions: Vec<_> =
        collection.entries[0].solutions.iter().map(|one| (&*one.title, &*one.moves, one.line)).collect();
    assert_eq!(solutions, [("Solution 1", "R", 7), ("Snapshot", "l2r\nR", 10), ("", "(R)", 13)]);
    round_trip(&collection);
}

#[test]
fn rows_are_understood_in_every_spelling() {
    let plain = board("########\n#@ $  .#\n#+ $   #\n########\n".replace('+', ".").as_str());
    for text in [
        "8#|#@ $  .#|#. $   #|8#",
        "8#|#@-$2-.#\n#.-$3-#|8#|",
        "8#\r\n#p_b__o#\r\n#o-b3-#\r\n8#",
        "\u{feff}\n\n8#\n#@ $  .#--\n#. $   #   \n8#",
    ] {
        assert_eq!(board(text), plain, "{text}");
    }
    assert_eq!(board("#####\n#P$B#\n#####").start().boxes().len(), 2);
    let rooms = read("#####\n#@$.#\n#####\n-\n---\n#####").expect("a collection");
    assert_eq!(rooms.entries[0].board().expect("a level").height(), 6);
    round_trip(&rooms);
}

#[test]
fn a_level_with_decoration_is_the_level_without() {
    let same = |one: &str, other: &str| rows_within(&board(one)) == rows_within(&board(other));
    let plain = "#####\n#@$.#\n#####\n";
    assert!(same(plain, "* * * *\n#######\n##@$.##\n#######\n") && same(plain, "\n#####  *\n#@$.#\n#####\n"));
    assert!(!same(plain, "######\n#@$ .#\n######\n"));
}
