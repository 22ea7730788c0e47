//! The rules of play, and hostile games that end within their limits, in both engines.

use puzzlescript::board::Board;
use puzzlescript::compiler::{CompileLimits, compile};
use puzzlescript::engine::{Input, Stop};
use puzzlescript::game::Game;
use puzzlescript::session::{EngineKind, Limits, Options, Ruleset, Session, View};

const ENGINES: [EngineKind; 2] = [EngineKind::Masks, EngineKind::Planes];

/// A game of a player, two blocks of one layer and a mark, with these rules, win conditions and levels.
fn game(prelude: &str, rules: &str, win: &str, levels: &str) -> Game {
    let object = |name: &str| format!("{name}\nred\n\n");
    let objects: String = ["Background", "Player", "A", "B", "Mark"].map(object).concat();
    let source = format!(
        "title test\n{prelude}\n\nOBJECTS\n\n{objects}\nLEGEND\n\n. = Background\nP = Player\n\n\
         SOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nMark\nPlayer, A, B\n\nRULES\n\n{rules}\n\n\
         WINCONDITIONS\n\n{win}\n\nLEVELS\n\n{levels}\n"
    );
    let compiled = compile(&source, &CompileLimits::default());
    assert_eq!(compiled.errors, 0, "{:?}", compiled.problems);
    compiled.game.expect("a game")
}

fn begin<'g>(game: &'g Game, engine: EngineKind, ruleset: Ruleset) -> Session<'g> {
    let mut session = Session::new(game, Options { engine, ruleset, ..Options::default() });
    session.load(0).expect("a level");
    session
}

/// The names of the objects of every cell, by index.
fn text(session: &Session, game: &Game) -> String {
    session.board().text(game)
}

/// A chain of `again` that never ends: the block is A, then B, then A.
fn endless_chain() -> Game {
    game("", "[ B ] -> [ Mark ] again\n[ A ] -> [ B ] again\n[ Mark no A no B ] -> [ A ] again", "", "PA.")
}

#[test]
fn an_endless_chain_ends_at_its_limit() {
    let game = endless_chain();
    for engine in ENGINES {
        let limits = Limits { chain: 20, ..Limits::default() };
        let mut session = Session::new(&game, Options { engine, limits, ..Options::default() });
        session.load(0).expect("a level");
        let before = text(&session, &game);
        assert_eq!(session.press(Input::Action), Err(Stop::ChainLimit), "{engine:?}");
        assert_eq!(session.turns(), 21);
        session.undo();
        assert_eq!(text(&session, &game), before, "{engine:?}");
    }
}

#[test]
fn an_endless_chain_ends_at_its_budget() {
    let game = endless_chain();
    for engine in ENGINES {
        let limits = Limits { chain: usize::MAX, nodes: 10_000, ..Limits::default() };
        let mut session = Session::new(&game, Options { engine, limits, ..Options::default() });
        session.load(0).expect("a level");
        assert_eq!(session.press(Input::Action), Err(Stop::NodeLimit), "{engine:?}");
    }
}

#[test]
fn a_level_that_needs_too_much_memory_is_not_loaded() {
    let game = endless_chain();
    for engine in ENGINES {
        let limits = Limits { memory: 100, ..Limits::default() };
        let mut session = Session::new(&game, Options { engine, limits, ..Options::default() });
        assert_eq!(session.load(0), Err(Stop::MemoryLimit));
        session.press(Input::Action).expect("nothing to play");
    }
}

#[test]
fn a_turn_with_too_many_matches_ends_at_its_budget_and_is_taken_back() {
    let rules = "[ > Player ] [ A ] [ A ] [ A ] [ A ] [ A ] -> [ > Player ] [ A Mark ] [ A ] [ A ] [ A ] [ A ]";
    let game =
        game("", rules, "", &["P.", &"A".repeat(50), &"A".repeat(50)].map(|row| format!("{row:.<50}")).join("\n"));
    for engine in ENGINES {
        let limits = Limits { nodes: 100_000, ..Limits::default() };
        let mut session = Session::new(&game, Options { engine, limits, ..Options::default() });
        session.load(0).expect("a level");
        let before = text(&session, &game);
        assert_eq!(session.press(Input::Right), Err(Stop::NodeLimit), "{engine:?}");
        assert_eq!(text(&session, &game), before, "{engine:?}");
    }
}

#[test]
fn the_message_after_the_hundredth_is_a_status() {
    let game = game("", "right [ A | ] -> [ | A ]\n+ left [ A | ] -> [ | A ]\n", "", "P...\n..A.");
    for engine in ENGINES {
        let mut session = begin(&game, engine, Ruleset::Play);
        let results: Vec<_> = (0..101).map(|_| session.tick()).collect();
        let failed = results.iter().position(|result| *result == Err(Stop::MessageLimit));
        assert_eq!(failed, Some(100), "{engine:?}");
        assert_eq!(session.messages().len(), 100);
        assert_eq!((session.messages()[0].name, session.messages()[0].line), ("endless-rule-group", rule_line(&game)));
    }
}

fn rule_line(game: &Game) -> u32 {
    game.early[0].rules[0].line
}

#[test]
fn movements_that_the_reference_cannot_make_move_nothing() {
    let game = game("", "late [ Player ] -> [ randomdir Player ]", "", "...\n.P.\n...");
    for engine in ENGINES {
        let mut session = begin(&game, engine, Ruleset::Play);
        for input in Input::ALL.iter().cycle().take(200) {
            session.press(*input).expect("a turn");
        }
    }
}

#[test]
fn a_message_comes_before_the_win_in_play_and_never_in_tests() {
    let game = game("", "[ > Player | A ] -> [ | Player ] message found", "no A", "PA.\n\nmessage between\n\nP.A");
    for engine in ENGINES {
        let mut session = begin(&game, engine, Ruleset::Play);
        session.press(Input::Right).expect("a turn");
        assert_eq!(session.view(), View::Message("found"));
        session.close_message().expect("no chain");
        assert_eq!(session.view(), View::Won);
        session.next_stage().expect("a text");
        assert_eq!((session.view(), session.stage()), (View::Interlude("between"), 1));
        session.next_stage().expect("a level");
        assert_eq!((session.view(), session.stage()), (View::Board, 2));

        let mut session = begin(&game, engine, Ruleset::Tests);
        session.press(Input::Right).expect("a turn");
        assert_eq!(session.view(), View::Interlude("between"));
    }
}

#[test]
fn undo_states_are_bounded() {
    let game = game("", "", "", "P.........");
    for engine in ENGINES {
        let limits = Limits { undo: 3, ..Limits::default() };
        let mut session = Session::new(&game, Options { engine, limits, ..Options::default() });
        session.load(0).expect("a level");
        let boards: Vec<String> = (0..6)
            .map(|_| {
                session.press(Input::Right).expect("a turn");
                text(&session, &game)
            })
            .collect();
        (0..9).for_each(|_| session.undo());
        assert_eq!(text(&session, &game), boards[2], "{engine:?}");
    }
}

#[test]
fn stepwise_chains_play_the_same_turns() {
    let game =
        game("", "[ > Player | A ] -> [ > Player | A ] again\n[ A | ] -> [ | A ] again\n", "", "P....A..\n........");
    for engine in ENGINES {
        let mut at_once = begin(&game, engine, Ruleset::Play);
        let mut stepwise = Session::new(&game, Options { engine, stepwise: true, ..Options::default() });
        stepwise.load(0).expect("a level");
        for input in Input::ALL.iter().cycle().take(20) {
            let _ = at_once.press(*input);
            let _ = stepwise.press(*input);
            let mut turns = stepwise.turns();
            while stepwise.is_again_due() && turns < 1001 {
                let _ = stepwise.continue_chain();
                turns += stepwise.turns();
            }
            assert_eq!(text(&at_once, &game), text(&stepwise, &game), "{engine:?}");
        }
    }
}

#[test]
fn both_engines_play_alike_on_boards_of_all_sizes() {
    let long = format!("right [ Player {} ] -> [ Player {} Mark ]", "| ".repeat(40), "| ".repeat(40));
    let rules = [
        // Rows that are longer than a board, or just fit.
        &long,
        // Blocks that move with the player, which settles, and push others, which does not.
        "[ > Player ] [ A ] -> [ > Player ] [ > A ]",
        "[ > A | B ] -> [ > A | > B ]",
        // Marks behind a gap, from few places and from many.
        "[ Player | ... | B ] -> [ Player Mark | ... | B ]",
        "[ A | ... | B | ... | A ] -> [ A | ... | B Mark | ... | A ]",
        "[ B | ... | Mark no B ] -> [ B | ... | ]",
    ]
    .join("\n");
    for (width, height) in [(7, 8), (9, 11), (11, 17), (13, 19), (23, 17), (41, 8)] {
        let glyph = |at: usize| [".", ".", "A", ".", "B", ".", "A", ".", ".", "B", "."][at * 7 % 11];
        let row = |y: usize| (0..width).map(|x| if (x, y) == (1, 2) { "P" } else { glyph(y * width + x) }).collect();
        let rows: Vec<String> = (0..height).map(row).collect();
        let game = game("", &rules, "", &rows.join("\n"));
        let mut sessions = ENGINES.map(|engine| begin(&game, engine, Ruleset::Play));
        for input in [Input::Right, Input::Down, Input::Left, Input::Action, Input::Up, Input::Up, Input::Right] {
            let [masks, planes] = &mut sessions;
            assert_eq!(masks.press(input), planes.press(input));
            assert_eq!(text(masks, &game), text(planes, &game), "{width}x{height} {input:?}");
        }
    }
}

/// What is shown after each of these inputs, in both engines; a text is closed before the next input.
fn views(game: &Game, ruleset: Ruleset, inputs: &[Input]) -> Vec<String> {
    let seen = ENGINES.map(|engine| {
        let mut session = begin(game, engine, ruleset);
        let press = |input: &Input| {
            session.close_message().expect("no chain");
            session.press(*input).expect("a turn");
            format!("{:?}", session.view())
        };
        inputs.iter().map(press).collect::<Vec<_>>()
    });
    assert_eq!(seen[0], seen[1]);
    seen.into_iter().next().expect("two engines")
}

#[test]
fn a_restart_onto_a_board_that_meets_the_win_conditions_wins() {
    let plays = |prelude: &str, rules: &str, win: &str| {
        views(&game(prelude, rules, win, "PA"), Ruleset::Play, &[Input::Up, Input::Right])
    };
    let rules = "[ up Player ] -> [ up Player Mark ]\n[ > Player | A ] -> restart";
    assert_eq!(plays("", rules, "no Mark"), ["Board", "Won"]);
    assert_eq!(plays("", rules, "some Mark"), ["Won", "Won"], "no input is taken after the win");
    assert_eq!(plays("", rules, "no A"), ["Board", "Board"]);
    // What a tick makes of the board that it leads to counts.
    let begins = "run_rules_on_level_start";
    let ticks = rules.replace("| A", "| B") + "\nlate [ A ] -> [ B ]";
    assert_eq!(plays(begins, &ticks, "no A\nno Mark"), ["Board", "Won"]);
    assert_eq!(plays(begins, &format!("{rules}\nlate [ A ] -> [ A Mark ]"), "no Mark"), ["Board", "Board"]);
    // A `win` that the tick queues is gone, as is one of the same rule.
    assert_eq!(plays(begins, &format!("{rules}\n[ stationary Player ] -> win"), "some B"), ["Board", "Board"]);
    assert_eq!(plays("", &rules.replace("restart", "restart win"), "some B"), ["Board", "Board"]);
    // The restart may be of a turn that follows.
    let follows = "[ up Player ] -> [ up Player Mark ]\n[ stationary Player | B ] -> restart\n\
                   [ right Player | A ] -> [ right Player | B ] again";
    assert_eq!(plays("", follows, "no Mark"), ["Board", "Won"]);
}

#[test]
fn a_restart_with_a_text_wins_when_that_is_closed_and_the_tests_of_the_reference_show_none() {
    let rules = "[ up Player ] -> [ up Player Mark ]\n[ > Player | A ] -> restart message back";
    let game = game("", rules, "no Mark", "PA\n\nPB");
    let inputs = [Input::Up, Input::Right];
    assert_eq!(views(&game, Ruleset::Play, &inputs), ["Board", "Message(\"back\")"]);
    for engine in ENGINES {
        let mut session = begin(&game, engine, Ruleset::Play);
        inputs.iter().for_each(|&input| session.press(input).expect("a turn"));
        session.close_message().expect("no chain");
        assert_eq!(session.view(), View::Won);
        let mut session = begin(&game, engine, Ruleset::Tests);
        inputs.iter().for_each(|&input| session.press(input).expect("a turn"));
        assert_eq!(session.stage(), 1, "{engine:?}");
    }
}

#[test]
fn the_key_for_a_restart_and_a_level_that_begins_with_one_do_not_win() {
    let game_of = |rules| game("run_rules_on_level_start", rules, "no Mark", "PA");
    for (rules, messages) in [("[ up Player ] -> [ up Player Mark ]", 0), ("[ stationary Player | A ] -> restart", 1)] {
        let game = game_of(rules);
        for engine in ENGINES {
            let mut session = begin(&game, engine, Ruleset::Play);
            assert_eq!((session.view(), session.messages().len()), (View::Board, messages), "{engine:?}");
            session.restart().expect("a board");
            assert_eq!(session.view(), View::Board, "{engine:?}");
        }
    }
}

#[test]
fn a_dry_run_makes_a_checkpoint_where_it_changes_nothing() {
    let game = game("", "[ > Player ] -> [ > Player ] again\n[ stationary Player ] -> checkpoint", "", "P.");
    for engine in ENGINES {
        let mut session = begin(&game, engine, Ruleset::Play);
        session.press(Input::Right).expect("a turn");
        assert_eq!((session.turns(), session.restart_target()), (1, &session.board()), "{engine:?}");
    }
}

#[test]
fn a_tick_that_is_cancelled_follows_if_it_queues_more() {
    let shown = |commands: &str| {
        let rules = format!("[ > Player ] -> [ > Player ] again\n[ stationary Player ] -> {commands}");
        views(&game("", &rules, "", "P."), Ruleset::Play, &[Input::Right])
    };
    assert_eq!(shown("cancel message stop"), ["Message(\"stop\")"]);
    assert_eq!(shown("cancel"), ["Board"]);
}

#[test]
fn a_restart_in_the_tick_of_a_restart_does_nothing_but_the_rest_of_its_queue_does() {
    let rules = "[ B ] -> [ ]\n[ stationary Player | A ] -> restart again checkpoint\nlate [ A ] -> [ B ]";
    let game = game("run_rules_on_level_start", rules, "", "PA");
    for engine in ENGINES {
        let session = begin(&game, engine, Ruleset::Play);
        let names = |board: &Board| board.objects(1).iter().count();
        assert_eq!((names(&session.board()), names(session.restart_target())), (1, 2), "{engine:?}");
    }
}
