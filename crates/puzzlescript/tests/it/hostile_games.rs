//! A hundred texts that ask for too much of the compiler, of memory or of a turn: each is refused with a problem, or
//! its inputs end within their budgets, in both engines.

use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::{Input, Stop};
use puzzlescript::game::Game;
use puzzlescript::session::{EngineKind, Limits, Options, Session};

const LIMITS: Limits = Limits { nodes: 5_000, chain: 20, undo: 10, memory: 1 << 28 };

/// A game with `count` further objects `o0`, `o1`… of a layer each.
fn game(count: usize, rules: &str, level: &str) -> String {
    let names: Vec<String> = (0..count).map(|number| format!("o{number}")).collect();
    let objects: String = names.iter().map(|name| format!("{name}\nred\n\n")).collect();
    let any = if names.is_empty() { String::new() } else { format!("any = {}\n", names.join(" or ")) };
    format!(
        "run_rules_on_level_start\n\nOBJECTS\n\nbackground\nblue\n\nplayer\nred\n\na\nred\n\nb\nred\n\nmark\nred\n\n{objects}\
         LEGEND\n. = background\np = player\n{any}\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\nmark\nplayer, a, b\n{}\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\n\nLEVELS\n\n{level}\n",
        names.join("\n")
    )
}

/// A level of so many columns and rows with the player in its first cell.
fn level(width: usize, height: usize, fill: char) -> String {
    let row: String = std::iter::repeat_n(fill, width).collect();
    let mut rows = vec![row; height];
    rows[0].replace_range(..1, "p");
    rows.join("\n")
}

/// Rules that never settle, alone or together.
fn restless() -> Vec<String> {
    let flip = "[ a ] -> [ b ]\n+ [ b ] -> [ a ]";
    let spread = "[ | no a ] -> [ | a ]";
    let dice = "[ no player ] -> [ random any ]";
    let walk = "[ stationary player ] -> [ randomdir player ] again";
    let loops = "startloop\n[ a ] -> [ b ]\n[ b ] -> [ a ]\nendloop";
    let chain = "[ a ] -> [ b ] again\nlate [ b ] -> [ a ] again";
    let rows = "[ a ] [ a ] [ a ] [ a ] -> [ a mark ] [ a ] [ a ] [ a no mark ]";
    let rigid = "rigid [ > player | a ] -> [ > player | > a ]\n[ player ] -> [ > player ] again";
    let gaps = "[ a | ... | a | ... | a ] -> [ b | ... | a | ... | b ]\n+ [ b ] -> [ a ]";
    let restart = "[ player ] -> restart";
    [flip, spread, dice, walk, loops, chain, rows, rigid, gaps, restart].map(str::to_owned).to_vec()
}

/// Rule lines that become very many rules.
fn multiplying() -> Vec<String> {
    let same = |cell: &str, count: usize| vec![cell; count].join(" | ");
    let line = |cell: &str, count: usize| format!("[ {0} ] -> [ {0} ]", same(cell, count));
    let mut lines: Vec<String> = [6, 9, 12, 24].iter().map(|&count| line("moving player", count)).collect();
    lines.extend([2, 3, 5, 8].iter().map(|&count| line("any", count)));
    lines.extend(
        [2, 4, 7].iter().map(|&count| format!("[ {} ] -> [ {} ]", same("horizontal any", count), same("any", count))),
    );
    lines.push((0..30_000).map(|number| format!("[ o{} | a ] -> [ a | ]\n", number % 20)).collect());
    lines
}

fn hundred() -> Vec<String> {
    let sizes = [(40, 30), (1, 1000), (1000, 1), (300, 300), (1000, 1000), (5320, 1)];
    let boards = sizes.iter().flat_map(|&(width, height)| [level(width, height, '.'), level(width, height, 'z')]);
    let boards: Vec<String> = boards.collect();
    let mut texts = Vec::new();
    for rules in restless() {
        texts.extend(
            boards.iter().take(7).map(|board| game(20, &format!("[ no player no a no b ] -> [ a ]\n{rules}"), board)),
        );
    }
    texts.extend(boards.iter().skip(7).map(|board| game(3, &restless()[1], board)));
    texts.extend(multiplying().iter().map(|rules| game(20, rules, ".p.")));
    texts.extend([188, 400, 1000, 5000].iter().map(|&count| game(count, &restless()[0], ".p.")));
    texts.extend([1_000, 100_000].iter().map(|&count| "(".repeat(count)));
    texts.extend([1_000, 100_000].iter().map(|&count| "a = ".repeat(count)));
    texts.extend([1_000, 100_000].iter().map(|&count| format!("OBJECTS\n{}", "[ | ] -> ".repeat(count))));
    texts.extend([20_000, 400_000].iter().map(|&count| game(3, &"[ a ] -> [ b ]\n".repeat(count / 15), ".p.")));
    texts.push("=".repeat(1 << 20));
    texts
}

/// Plays the level's start, every input, an undo and a restart; only limits may end what is asked.
fn play(game: &Game, engine: EngineKind) {
    let mut session = Session::new(game, Options { engine, limits: LIMITS, ..Options::default() });
    let mut ends = vec![session.load(0)];
    for input in Input::ALL {
        ends.push(session.press(input));
        assert!(session.nodes() <= LIMITS.nodes && session.turns() <= LIMITS.chain + 1);
    }
    session.undo();
    ends.push(session.restart());
    assert!(ends.iter().all(|end| !matches!(end, Err(Stop::MemoryLimit)) || *end == ends[0]));
}

#[test]
fn a_hundred_hostile_texts_end_within_their_limits() {
    let texts = hundred();
    assert!(texts.len() >= 100, "{}", texts.len());
    let limits = CompileLimits::default();
    let (mut refused, mut played) = (0, 0);
    for (number, text) in texts.iter().enumerate() {
        let compiled = compile(text, &limits);
        assert!(
            compiled.game.is_some() || !compiled.problems.is_empty(),
            "text {number} gives neither game nor problem"
        );
        assert!(compiled.steps <= limits.steps, "text {number}: {} steps", compiled.steps);
        let Some(game) = &compiled.game else {
            refused += 1;
            continue;
        };
        played += 1;
        play(game, EngineKind::Planes);
        // The plain engine looks at every cell for every rule: small boards are enough.
        if text.len() < 20_000 {
            play(game, EngineKind::Masks);
        }
    }
    assert!(refused >= 10 && played >= 50, "{refused} refused, {played} played");
}
