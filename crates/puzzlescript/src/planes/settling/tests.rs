use super::{Settling, plain};
use crate::compiler::{CompileLimits, compile};
use crate::game::{Game, Rule};
use testkit::random::Random;

/// The game with this rule; `None` if it is a mistake.
fn game(line: &str) -> Option<Game> {
    let object = |name: &str| format!("{name}\nblue\n\n");
    let objects: String = ["Background", "Player", "Crate", "Wall", "Mark"].map(object).concat();
    let source = format!(
        "title Rules\n\nobjects\n{objects}\nlegend\n. = Background\nP = Player\n* = Crate\n# = Wall\nM = Mark\n\
         Any = Crate or Wall\n\nsounds\n\ncollisionlayers\nBackground\nMark\nPlayer, Crate, Wall\n\nrules\n{line}\n\n\
         winconditions\n\nlevels\nP*#M\n"
    );
    let compiled = compile(&source, &CompileLimits::default());
    compiled.game.filter(|_| compiled.errors == 0)
}

fn rules(game: &Game) -> Vec<&Rule> {
    game.early.iter().chain(game.late.iter()).flat_map(|group| &group.rules).collect()
}

/// How many of the rules that a line is expanded into settle, and how many there are.
fn settled(line: &str) -> (usize, usize) {
    let game = game(line).unwrap_or_else(|| panic!("{line} is a mistake"));
    let (rules, mut settling) = (rules(&game), Settling::new(&game));
    (rules.iter().filter(|rule| settling.settles(rule)).count(), rules.len())
}

#[test]
fn rules_whose_changes_decide_nothing_settle() {
    for line in [
        "right [ > Player | Crate ] -> [ > Player | > Crate ]",
        "right [ > Player ] [ Mark ] -> [ > Player ] [ > Mark ]",
        "right [ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]",
        "right [ Crate ] -> [ Crate Mark ]",
        "late right [ Player | Wall ] -> [ Player | Wall Mark ]",
    ] {
        assert_eq!(settled(line), (1, 1), "{line}");
    }
}

#[test]
fn rules_that_feed_or_undo_themselves_do_not_settle() {
    for line in [
        // A crate that moves moves the next one; a mark brings the next one, or goes on.
        "right [ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "right [ Mark | ] -> [ Mark | Mark ]",
        "right [ Mark | no Mark ] -> [ | Mark ]",
        // It does not match where it has matched.
        "right [ Crate no Mark ] -> [ Crate Mark ]",
        "right [ stationary Crate ] -> [ right Crate ]",
        "right [ Crate ] -> [ Wall ]",
        // What one cell gives the other takes.
        "right [ Crate | Crate ] -> [ Crate Mark | Crate no Mark ]",
        "right [ > Player | Crate ] -> [ < Player | > Crate ]",
        "right [ Crate ] -> [ randomdir Crate ]",
        "rigid right [ > Player | Crate ] -> [ > Player | > Crate ]",
    ] {
        assert_eq!(settled(line).0, 0, "{line}");
    }
}

#[test]
fn every_rule_is_judged_as_by_comparing_all_cells() {
    let words =
        ["", "Player", "> Player", "Crate", "> Crate", "no Crate", "Mark", "no Mark", "stationary Any", "Wall", "Any"];
    let (mut settled, mut all) = (0, 0);
    for case in testkit::campaign::cases(400) {
        let mut random = Random::new(case);
        let length = 1 + random.below(3);
        let mut row = || -> String {
            let mut cells = Vec::new();
            for _ in 0..length {
                let pair = [words[random.below(words.len())], words[random.below(words.len())]];
                let layer = |word: &str| !word.is_empty() && !word.ends_with("Mark");
                // Two objects of one layer are a mistake.
                cells.push(if pair.iter().all(|word| layer(word)) { pair[0].to_owned() } else { pair.join(" ") });
            }
            cells.join(" | ")
        };
        let line = format!("right [ {} ] -> [ {} ]", row(), row());
        let Some(game) = game(&line) else { continue };
        let mut settling = Settling::new(&game);
        for rule in rules(&game) {
            let found = settling.settles(rule);
            assert_eq!(found, plain::settles(rule, &game), "case {case}: {line}");
            (settled, all) = (settled + usize::from(found), all + 1);
        }
    }
    assert!(settled > all / 20 && settled < all, "{settled} of {all}");
}

/// Each cell demands another object of one layer; every second one brings a mark, which the others look for. All are
/// apart, but there are too many pairs to find that out.
fn apart(count: usize) -> Game {
    let names: Vec<String> = (0..count).map(|at| format!("n{at}")).collect();
    let cells = |even: &str| -> String {
        let cell = |(at, name): (usize, &String)| format!("{name} {}", if at % 2 == 0 { even } else { "Mark" });
        names.iter().enumerate().map(cell).collect::<Vec<_>>().join(" | ")
    };
    let objects: String = names.iter().map(|name| format!("{name}\nblue\n\n")).collect();
    let source = format!(
        "title Long\n\nobjects\nBackground\nblue\n\nPlayer\nred\n\nMark\nred\n\n{objects}\nlegend\n. = Background\n\
         P = Player\n\nsounds\n\ncollisionlayers\nBackground\nMark\nPlayer, {}\n\nrules\nright [ {} ] -> [ {} ]\n\n\
         winconditions\n\nlevels\nP\n",
        names.join(", "),
        cells(""),
        cells("Mark")
    );
    let compiled = compile(&source, &CompileLimits::default());
    compiled.game.unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

#[test]
fn a_rule_of_many_different_cells_is_given_up() {
    let few = apart(40);
    assert!(plain::settles(rules(&few)[0], &few) && Settling::new(&few).settles(rules(&few)[0]));
    let many = apart(900);
    let (rules, mut settling) = (rules(&many), Settling::new(&many));
    assert_eq!((rules.len(), rules[0].rows[0].runs[0].len()), (1, 900));
    assert!(!settling.settles(rules[0]));
    assert_eq!(settling.work, 0);
}
