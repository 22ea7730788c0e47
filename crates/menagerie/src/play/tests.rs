//! The state machine without a terminal, and the screens drawn from it.

use std::sync::Arc;
use std::time::Duration;

use engines::{Budget, Context};
use puzzles::options::INTENDED;
use puzzles::{Family, OptionValue, Question, QuestionKind, Record, Role, record};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::app::App;
use super::board::Colours;
use super::chooser::Chooser;
use super::event::{Arrow, Event, Key, Order, Ticket};
use super::judged::compared;
use super::opened::Opened;
use super::view;

const SIZE: (u16, u16) = (80, 24);

/// A shipped level, played by one role.
fn app(family: &str, name: &str, role: Option<&str>) -> Player {
    let family = *script::families().iter().find(|one| one.info().name == family).unwrap();
    let shipped = puzzles::collection::shipped(family);
    let text = &shipped.iter().find(|one| one.name == name).unwrap().text;
    player_of(family, text, &format!("@{name}"), role)
}

/// The level of this text, played by one role.
fn player_of(family: &dyn Family, text: &str, name: &str, role: Option<&str>) -> Player {
    let level = family.load(Arc::new(text.as_bytes().to_vec()), &Context::default()).unwrap();
    let role = puzzles::role(&*level, role).unwrap();
    let (app, orders) =
        App::play(Opened { name: name.to_owned(), record: Record::new(level, role), document: None }, SIZE);
    let mut player = Player { app, saved: Vec::new(), left: false, patient: true, asked: Vec::new() };
    player.carry_out(orders);
    player
}

/// The player with somebody who answers at once, or never.
struct Player {
    app: App,
    saved: Vec<String>,
    left: bool,
    patient: bool,
    asked: Vec<Ticket>,
}

impl Player {
    fn handle(&mut self, event: Event) {
        let orders = self.app.handle(event);
        self.carry_out(orders);
    }

    fn carry_out(&mut self, orders: Vec<Order>) {
        for order in orders {
            match order {
                Order::Ask(ticket, question) => {
                    self.asked.push(ticket);
                    if self.patient {
                        let game = &self.app.table.as_ref().unwrap().game;
                        let level = game.record().level();
                        let answer = puzzles::ask(level, &question, &Context::default());
                        self.handle(Event::Answered(ticket, answer.map(Box::new)));
                    }
                }
                Order::Cancel(ticket) => self.asked.retain(|asked| *asked != ticket),
                Order::Save(path, text) => {
                    self.saved.push(text);
                    self.handle(Event::Saved(Ok(path)));
                }
                Order::State(document, moves) => self.handle(Event::Stated(document.state(moves))),
                Order::Next => {}
                Order::Leave => self.left = true,
            }
        }
    }

    fn keys(&mut self, keys: &str) {
        for sign in keys.chars() {
            self.handle(Event::Key(if sign == '\n' { Key::Enter } else { Key::Char(sign) }));
        }
    }

    fn arrows(&mut self, arrows: &[Arrow]) {
        for &arrow in arrows {
            self.handle(Event::Key(Key::Arrow(arrow)));
        }
    }

    fn moves(&self) -> Vec<String> {
        self.app.table.as_ref().unwrap().game.record().moves().to_vec()
    }

    fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
        terminal.draw(|screen| view::draw(screen, &self.app, Colours::All)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let lines = buffer.content.chunks(usize::from(SIZE.0));
        lines
            .map(|line| line.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned() + "\n")
            .collect()
    }
}

#[test]
fn the_screen_of_flipper_with_all_help() {
    let mut player = app("toggle", "flipper", None);
    player.keys("hhhh");
    let expected = " Flipper · @flipper
                                             0 moves. Best possible: 3 moves,
   ▐           ▌           (           )     proven.
   ▐           ▌           (           )     Still solvable: 3 moves left at
   ▐    1₀     ▌    2₀     (    3₁     )     best.
   ▐           ▌           (           )     Best now: 1, 3, 4.
   ▐           ▌           (           )     3 lights are still on
                                             1₀ light that is off: the small
   (           )                             digit
   (           )                             3₁ light that is on: the small
   (    4₀     )    5₀          6₁           digit
   (           )
   (           )



        7₁          8₀          9₀
";
    let screen = player.screen();
    assert!(screen.starts_with(expected), "{screen}");
    let bar = " u undo  r redo  h hint  j judge  b back  t restart  o solution  p replay\n ? help  s save  q quit\n";
    assert!(screen.ends_with(bar), "{screen}");
}

#[test]
fn the_screen_of_the_wall_game_shows_walls_costs_and_the_token() {
    let mut player = app("wall", "two-rows", Some("rabbit"));
    player.arrows(&[Arrow::Right]);
    let screen = player.screen();
    let row = |number: usize| screen.lines().nth(number).unwrap().chars().take(44).collect::<String>();
    let at = screen.lines().position(|line| line.contains("━━━")).unwrap();
    assert!(row(at).trim_end().ends_with("━━━━") && row(at).contains("━           ━"), "one gap: {screen}");
    assert!(row(at - 3).contains('0') && row(at - 3).contains('R') && row(at - 3).contains('2'), "{screen}");
    assert!(screen.contains("paid 4"), "{screen}");
}

#[test]
fn a_click_on_each_cell_presses_it() {
    for press in 1..=9 {
        let mut player = app("toggle", "flipper", None);
        let screen = player.screen();
        // The board alone: the legend beside it shows a cell, too.
        let mark = screen.lines().enumerate().find_map(|(row, line)| {
            let line: String = line.chars().take(44).collect();
            let at = ['₀', '₁'].into_iter().find_map(|sign| line.find(&format!("{press}{sign}")))?;
            Some((u16::try_from(line[..at].chars().count()).unwrap(), u16::try_from(row).unwrap()))
        });
        let (column, row) = mark.unwrap();
        player.handle(Event::Click { column, row });
        assert_eq!(player.moves(), [press.to_string()]);
    }
}

#[test]
fn a_click_on_a_place_that_begins_several_moves_begins_to_type_one() {
    let mut player = app("script", "hanoi", None);
    let screen = player.screen();
    let pegs = |(row, line): (usize, &str)| Some((line.find("A   B   C")?, row));
    let (column, row) = screen.lines().enumerate().find_map(pegs).expect(&screen);
    let (column, row) = (u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
    player.handle(Event::Click { column, row });
    assert!(player.moves().is_empty());
    player.keys("to C\n");
    assert_eq!(player.moves(), ["A to C"], "{}", player.screen());
}

#[test]
fn an_answer_that_comes_too_late_is_forgotten() {
    let mut player = app("toggle", "flipper", None);
    player.patient = false;
    player.keys("h");
    assert!(player.screen().contains("Working"));
    let late = *player.asked.last().unwrap();
    player.keys("5");
    assert!(!player.asked.contains(&late), "the question about the old position is cancelled");
    let game = &player.app.table.as_ref().unwrap().game;
    let answer = puzzles::ask(
        game.record().level(),
        &puzzles::Question::plain(puzzles::QuestionKind::HINT),
        &Context::default(),
    );
    player.handle(Event::Answered(late, answer.map(Box::new)));
    assert!(!player.screen().contains("It can be solved"), "{}", player.screen());
}

#[test]
fn a_hint_asks_for_no_more_than_it_tells() {
    let mut player = app("toggle", "flipper", None);
    for told in ["It can be solved.", "It takes less than", "Look at row 1, column 1"] {
        player.keys("h");
        let screen = player.screen();
        assert!(screen.contains(told) && !screen.contains("Best now") && !screen.contains("moves left"), "{screen}");
    }
    let squares = player.app.table.as_ref().unwrap().game.shown().overlays.len();
    assert_eq!(squares, 5, "the places that the two moves of a group change");
    player.keys("5h");
    assert!(!player.screen().contains("Look at"), "a new position begins at the first kind");
}

#[test]
fn a_judged_line_is_gone_through_by_clicks_and_left_by_another_move() {
    let mut player = app("toggle", "flipper", None);
    player.keys("15j");
    let screen = player.screen();
    assert!(screen.contains("Move 2 (5) was 2 moves too") && screen.contains("▸ 2 5  +2"), "{screen}");
    let row = screen.lines().position(|line| line.contains("  1 1")).unwrap();
    player.handle(Event::Click { column: 60, row: u16::try_from(row).unwrap() });
    assert_eq!(player.moves(), ["1"]);
    assert!(player.screen().contains("▸ 1 1"), "{}", player.screen());
    player.keys("rb\n");
    assert_eq!(player.moves(), ["1"], "back to before the mistake");
    player.keys("b");
    player.handle(Event::Key(Key::Backspace));
    player.keys("2\n");
    assert_eq!(player.moves(), ["1", "5"]);
    player.keys("3");
    assert!(!player.screen().contains("Go back to"), "a move goes on from the line");
    player.keys("uju3");
    assert!(!player.screen().contains("Go back to"), "{}", player.screen());
}

#[test]
fn a_won_game_is_compared_with_a_shortest_solution() {
    let mut player = app("toggle", "flipper", None);
    player.keys("5f");
    assert!(player.screen().contains("Win first: then your moves"), "{}", player.screen());
    player.keys("5134f");
    assert!(player.screen().contains("The 5 intended moves are not the"), "{}", player.screen());
    assert!(player.screen().contains("fewest: 3 moves suffice."), "{}", player.screen());
    let mut player = app("bunny", "bunny-02", None);
    player.keys("f");
    assert!(player.screen().contains("Not compared: bunny does not"), "{}", player.screen());
    // In a level whose own keys are letters, too.
    let mut player = app("puzzlescript", "push#2", None);
    player.keys("f");
    assert!(player.screen().contains("Win first: then your moves"), "{}", player.screen());
}

#[test]
fn a_comparison_that_a_limit_ends_says_so_once() {
    let player = app("pebble", "seed", None);
    let game = &player.app.table.as_ref().unwrap().game;
    let solved = puzzles::ask(game.record().level(), &Question::plain(QuestionKind::SOLVE), &Context::default());
    let moves = solved.unwrap().body.unwrap().line().unwrap();
    let mut question = Question::plain(QuestionKind::SHORTCUT);
    question.asked = question.asked.with(&INTENDED, OptionValue::List(moves));
    let few = Context::new(Budget { nodes: Some(1), ..Budget::default() });
    let said = compared(&puzzles::ask(game.record().level(), &question, &few).map(Box::new));
    assert_eq!(said.matches("limit").count(), 1, "{said}");
}

#[test]
fn a_game_that_has_ended_is_judged_and_judging_can_be_given_up() {
    let mut player = app("toggle", "flipper", None);
    player.keys("55134");
    assert!(player.screen().contains("Solved with 5 presses; 3"), "{}", player.screen());
    assert!(player.screen().contains("Move 1 (5) was 2 moves too"), "{}", player.screen());
    player.keys("j");
    assert!(!player.screen().contains("Move 1 (5)"), "j puts it away");
    player.patient = false;
    player.keys("j");
    let asked = *player.asked.last().unwrap();
    player.keys("j");
    assert!(!player.asked.contains(&asked) && player.screen().contains("Cancelled."), "{}", player.screen());
}

#[test]
fn the_solution_plays_a_step_for_each_pace() {
    let mut player = app("toggle", "flipper", None);
    player.keys("o");
    for made in 1..=3 {
        player.handle(Event::Tick(Duration::from_millis(500)));
        assert_eq!(player.moves().len(), made);
        player.handle(Event::Tick(Duration::from_millis(499)));
        assert_eq!(player.moves().len(), made, "not before its time");
        player.handle(Event::Tick(Duration::from_millis(1)));
    }
    assert!(player.screen().contains("Solved with 3 presses"));
    player.keys("p");
    assert_eq!(player.moves().len(), 0);
    player.keys(" ");
    player.handle(Event::Tick(Duration::from_secs(60)));
    assert_eq!(player.moves().len(), 0, "space stops it");
}

#[test]
fn a_walk_is_shown_step_by_step_and_can_be_skipped() {
    let mut player = app("lemmo", "seed", None);
    player.arrows(&[Arrow::Right, Arrow::Right, Arrow::Left]);
    player.keys("\n");
    assert_eq!(player.moves(), ["2 left"]);
    let first = player.screen();
    let end = player.app.table.as_ref().unwrap().game.end().unwrap();
    let is_told =
        |screen: &str| ["Lemmo wins at", "Lemmo is lost at", end.as_str()].iter().any(|end| screen.contains(end));
    assert!(!is_told(&first), "the end is not told before the walk: {first}");
    player.handle(Event::Tick(Duration::from_millis(250)));
    assert_ne!(player.screen(), first, "the next frame");
    player.keys("\n");
    assert!(is_told(&player.screen()) && player.screen().contains(&end), "{}", player.screen());
    assert_eq!(player.moves(), ["2 left"], "Enter ends the walk and plays nothing");
}

#[test]
fn enter_after_a_digit_that_was_played_at_once_plays_no_second_move() {
    let mut player = app("toggle", "flipper", None);
    player.keys("3\n");
    assert_eq!(player.moves(), ["3"]);
    assert!(player.screen().contains("3 was played at once"), "{}", player.screen());
    player.keys("\n");
    assert_eq!(player.moves().len(), 2, "a second Enter plays what is aimed at");
}

#[test]
fn undo_takes_a_restart_back() {
    let mut player = app("toggle", "flipper", None);
    player.keys("15tu");
    assert_eq!(player.moves(), ["1", "5"]);
    player.keys("t3uu");
    assert_eq!(player.moves(), ["1", "5"], "after another move, too");
    player.keys("uuu");
    assert!(player.moves().is_empty() && player.screen().contains("nothing to undo"), "{}", player.screen());
}

#[test]
fn commands_are_given_by_the_places_of_keys_in_other_scripts() {
    let mut player = app("toggle", "flipper", None);
    player.keys("15г");
    assert_eq!(player.moves(), ["1"], "the key of u on a Russian keyboard");
    player.keys("θ");
    assert!(player.moves().is_empty(), "the key of u on a Greek keyboard");
    let mut player = app("puzzlescript", "push#1", None);
    player.keys("в");
    assert_eq!(player.moves(), ["right"], "the key of d, which moves in this game");
}

#[test]
fn numbers_of_positions_leave_the_letters_of_pebbles() {
    let mut player = app("pebble", "fifteen", None);
    player.handle(Event::Resize { width: 40, height: 30 });
    player.keys("n");
    let mut terminal = Terminal::new(TestBackend::new(40, 30)).unwrap();
    terminal.draw(|screen| view::draw(screen, &player.app, Colours::None)).unwrap();
    let signs: Vec<&str> = terminal.backend().buffer().content.iter().map(|cell| cell.symbol()).collect();
    let screen: String = signs.chunks(40).map(|line| line.concat() + "\n").collect();
    let places = ["13", "8", "14", "3", "9", "1", "-", "7", "15", "5", "4", "10", "12", "2", "6", "11"];
    let words =
        |line: &str| line.split([' ', '▐', '▌']).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    for (number, letter) in places.iter().enumerate() {
        let pair = [number.to_string(), (*letter).to_owned()];
        let is_there = |line: &str| words(line).windows(2).any(|two| two == pair);
        assert!(screen.lines().any(is_there), "{number} and {letter}:\n{screen}");
    }
}

#[test]
fn a_save_opens_to_the_same_game() {
    let mut player = app("wall", "serpent", Some("eel"));
    player.keys(":gap 2\n:gap 4\nus\n");
    let families: Vec<&dyn Family> = puzzles::FAMILIES.to_vec();
    let saved = Record::open(&families, &player.saved[0]).unwrap();
    assert_eq!((saved.family.info().name, saved.record.role()), ("wall", Role("eel")));
    assert_eq!(saved.name.as_deref(), Some("@serpent"));
    assert_eq!(saved.record.moves(), record::split_moves("gap 2"));
}

#[test]
fn leaving_a_chosen_game_leads_back_to_the_list_and_cancels() {
    let mut player = Player {
        app: App::choose(Chooser::shipped(puzzles::FAMILIES, SIZE.1), SIZE),
        saved: Vec::new(),
        left: false,
        patient: false,
        asked: Vec::new(),
    };
    player.keys("flipper\n");
    assert_eq!(player.asked.len(), 1);
    player.keys("hq");
    assert!(player.asked.is_empty() && !player.left);
    assert!(player.screen().contains("Which level?"));
    player.handle(Event::Key(Key::Escape));
    assert!(player.left);
}

#[test]
fn every_level_is_drawn_on_every_size() {
    for family in puzzles::FAMILIES {
        for level in puzzles::collection::shipped(*family) {
            let mut player = app(family.info().name, &level.name, None);
            for (width, height) in [(80, 24), (30, 10), (29, 9), (1, 1), (200, 60), (71, 11)] {
                player.handle(Event::Resize { width, height });
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                for colours in [Colours::None, Colours::Few, Colours::All] {
                    terminal.draw(|screen| view::draw(screen, &player.app, colours)).unwrap();
                }
                for column in 0..width {
                    player.handle(Event::Click { column, row: height / 2 });
                    player.left = false;
                }
            }
        }
    }
}

#[test]
fn v_shows_what_the_move_aimed_at_changes() {
    let mut player = app("toggle", "flipper", None);
    let marks = |player: &Player| {
        let frame = player.app.table.as_ref().unwrap().game.shown();
        frame.overlays.iter().filter(|overlay| matches!(overlay, picture::Overlay::Square { .. })).count()
    };
    assert_eq!(marks(&player), 0);
    player.keys("v");
    assert_eq!(marks(&player), 4, "the corner flips four cells");
    assert!(player.screen().contains("Move 1 flips"), "{}", player.screen());
    player.arrows(&[Arrow::Right]);
    assert!(player.screen().contains("Move 2 flips"), "{}", player.screen());
    player.keys("v");
    assert!(marks(&player) == 0 && !player.screen().contains("flips"), "{}", player.screen());
}

/// A game in real time: a drop falls a cell at every tick, and wins on the ground.
const DROP: &str = "title Drop\nrealtime_interval 0.1\n\nOBJECTS\nBackground\nblack\n\nGround\nbrown\n\nDrop\nblue\n\nPlayer\nwhite\n\n\
    LEGEND\n. = Background\np = Player\nd = Drop\ng = Ground\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGround\nDrop, Player\n\n\
    RULES\n[ stationary Drop ] -> [ down Drop ]\n\nWINCONDITIONS\nSome Drop on Ground\n\nLEVELS\n\np.d\n...\n...\n..g\n";

#[test]
fn the_clock_of_a_level_runs_from_the_first_move_until_it_is_stopped() {
    let mut player = player_of(&puzzles::puzzlescript::PuzzleScript, DROP, "drop", None);
    let tick = |player: &mut Player| player.handle(Event::Tick(Duration::from_millis(100)));
    tick(&mut player);
    assert!(player.moves().is_empty(), "the clock stands before the first move");
    // The letter s moves down here, as the bar says of the command that has it elsewhere.
    player.keys("s");
    assert_eq!(player.moves(), ["down"]);
    assert!(player.screen().contains("S save") && player.screen().contains("R redo"), "{}", player.screen());
    tick(&mut player);
    assert_eq!(player.moves(), ["down", "wait"]);
    player.keys("k");
    tick(&mut player);
    player.keys("k?");
    tick(&mut player);
    assert_eq!(player.moves(), ["down", "wait"], "stopped, and then behind the help");
    player.keys("?z");
    assert!(player.moves().is_empty(), "undo takes the ticks back with the move before them");
    tick(&mut player);
    assert!(player.moves().is_empty(), "and stops the clock");
    player.keys("dS");
    assert!(player.screen().contains("Save as"), "{}", player.screen());
}

#[test]
fn enter_goes_on_from_a_solved_level_to_the_next() {
    let family = &puzzles::puzzlescript::PuzzleScript;
    let shipped = puzzles::collection::shipped(family);
    let chooser = Chooser::shipped(&[family], SIZE.1);
    let app = App::choose(chooser, SIZE);
    let mut player = Player { app, saved: Vec::new(), left: false, patient: true, asked: Vec::new() };
    player.keys("push\n");
    assert!(player.screen().contains("@push#1"), "{}", player.screen());
    player.keys("ddd");
    assert!(player.screen().contains("Solved in 3 moves"), "{}", player.screen());
    player.keys("\n");
    assert!(player.screen().contains("@push#2"), "{}", player.screen());
    assert!(shipped.iter().any(|level| level.name == "push#2") && player.moves().is_empty());
    player.keys("waxsaw\n");
    assert!(player.screen().contains("This was the last level."), "{}", player.screen());
}
