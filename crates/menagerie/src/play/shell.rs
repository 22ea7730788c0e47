//! The terminal around the player: the only part that reads keys and writes to the screen. Whatever happens (the end,
//! an error, a panic, a signal), the terminal is left as it was found.

use std::io;
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engines::CancellationToken;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, KeyCode, KeyEventKind,
    KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};

use super::app::App;
use super::board::Colours;
use super::event::{Arrow, Event, Key, Order};
use super::game::Game;
use super::save::save;
use super::view;
use super::worker::Worker;
use crate::report;

/// The longest wait for a key while an animation or a question runs, and otherwise.
const BUSY: Duration = Duration::from_millis(20);
const IDLE: Duration = Duration::from_millis(200);

/// The terminal in the state for playing; put back on drop.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Raw> {
        terminal::enable_raw_mode()?;
        let raw = Raw;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(raw)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors are ignored, because the terminal is gone then.
fn restore() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = terminal::disable_raw_mode();
}

/// Sets a panic hook that restores the terminal before a panic of this thread is printed. Panics of other threads are
/// shown in the player.
fn tell_panics_outside() {
    let (before, face) = (panic::take_hook(), thread::current().id());
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == face {
            restore();
            before(info);
        }
    }));
}

/// The size of the terminal.
pub(crate) fn size() -> (u16, u16) {
    terminal::size().unwrap_or((80, 24))
}

/// Plays until the player leaves, a signal asks to stop or the terminal goes away. What ends a game from outside does
/// not end it without a save.
///
/// # Errors
/// The terminal cannot be used, or has gone away.
pub(crate) fn run(app: &mut App, first: Vec<Order>, worker: &mut Worker, stop: &CancellationToken) -> io::Result<()> {
    tell_panics_outside();
    let raw = Raw::enter()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let ended = play(&mut terminal, app, first, worker, stop);
    drop(raw);
    if ended.is_err() || stop.is_cancelled() {
        rescue(app.table.as_ref().map(|table| &table.game));
    }
    ended
}

/// Saves a game that is ended from outside, and says where.
pub(crate) fn rescue(game: Option<&Game>) {
    match game.and_then(Game::rescue) {
        Some(Ok(path)) => report::say(&format!("menagerie: the game is saved as {}", path.display())),
        Some(Err(why)) => report::say(&format!("menagerie: the game cannot be saved: {why}")),
        None => {}
    }
}

/// Reads the events of the terminal in a thread of its own, since `crossterm` never returns where the terminal goes
/// away while it is being read.
fn events() -> Receiver<io::Result<event::Event>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || while sender.send(event::read()).is_ok() {});
    receiver
}

/// The next event, if one comes within this time.
///
/// # Errors
/// The terminal has gone away, or cannot be read.
fn next_event(events: &Receiver<io::Result<event::Event>>, wait: Duration) -> io::Result<Option<event::Event>> {
    match events.recv_timeout(wait) {
        Ok(event) => event.map(Some),
        Err(RecvTimeoutError::Timeout) if !has_gone_away()? => Ok(None),
        Err(_) => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the terminal has gone away")),
    }
}

/// Whether the terminal of the input has gone away.
#[cfg(target_os = "linux")]
fn has_gone_away() -> io::Result<bool> {
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let input = io::stdin();
    let mut watched = [PollFd::new(input.as_fd(), PollFlags::empty())];
    match poll(&mut watched, PollTimeout::ZERO) {
        Err(nix::errno::Errno::EINTR) => return Ok(false),
        looked => looked?,
    };
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR;
    Ok(watched[0].revents().is_some_and(|events| events.intersects(gone)))
}

/// Elsewhere than on Linux, terminals cannot be asked whether they are there.
#[cfg(not(target_os = "linux"))]
fn has_gone_away() -> io::Result<bool> {
    Ok(false)
}

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

fn play(
    terminal: &mut Screen,
    app: &mut App,
    first: Vec<Order>,
    worker: &mut Worker,
    stop: &CancellationToken,
) -> io::Result<()> {
    let colours = Colours::of_environment();
    let events = events();
    let mut clock = Instant::now();
    let mut leave = carry_out(first, app, worker);
    while !leave && !stop.is_cancelled() {
        terminal.draw(|frame| view::draw(frame, app, colours))?;
        let moving = app.table.as_ref().is_some_and(|table| table.game.is_timed());
        let wait = if moving || worker.busy() { BUSY } else { IDLE };
        let mut happened = Vec::new();
        match next_event(&events, wait)? {
            Some(event) if interrupts(&event) => return Ok(()),
            Some(event) => happened.extend(translated(event)),
            None => {}
        }
        let now = Instant::now();
        happened.push(Event::Tick(now - clock));
        clock = now;
        happened.extend(worker.news());
        for event in happened {
            let orders = app.handle(event);
            leave |= carry_out(orders, app, worker);
        }
    }
    Ok(())
}

/// Does what the player wants done; says whether it wants to leave.
fn carry_out(orders: Vec<Order>, app: &mut App, worker: &mut Worker) -> bool {
    let mut leave = false;
    for order in orders {
        match order {
            Order::Ask(ticket, question) => {
                if let Some(game) = app.table.as_ref().map(|table| &table.game) {
                    worker.submit(ticket, Arc::clone(game.record().level()), question);
                }
            }
            Order::Cancel(ticket) => worker.cancel(ticket),
            Order::Save(path, text) => {
                let more = app.handle(Event::Saved(save(&path, &text)));
                leave |= carry_out(more, app, worker);
            }
            Order::State(document, moves) => {
                let more = app.handle(Event::Stated(document.state(moves)));
                leave |= carry_out(more, app, worker);
            }
            Order::Leave => leave = true,
            // The player as a whole obeyed it.
            Order::Next => {}
        }
    }
    leave
}

fn interrupts(event: &event::Event) -> bool {
    let event::Event::Key(key) = event else { return false };
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd'))
}

fn translated(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => key_of(key.code).map(Event::Key),
        event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Event::Click { column: mouse.column, row: mouse.row }),
            MouseEventKind::ScrollDown => Some(Event::Wheel(1)),
            MouseEventKind::ScrollUp => Some(Event::Wheel(-1)),
            _ => None,
        },
        event::Event::Resize(width, height) => Some(Event::Resize { width, height }),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        _ => None,
    }
}

fn key_of(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Left => Key::Arrow(Arrow::Left),
        KeyCode::Right => Key::Arrow(Arrow::Right),
        KeyCode::Up => Key::Arrow(Arrow::Up),
        KeyCode::Down => Key::Arrow(Arrow::Down),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Char(sign) => Key::Char(sign),
        _ => return None,
    })
}
