//! The player on the screen, drawn from its state alone.

use picture::printable::printable;
use picture::text::{sign_of, tile_legend};
use picture::{ColourRole, Picture};
use puzzles::phrases::plural;
use ratatui::Frame as Screen;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::App;
use super::board::{self, Colours};
use super::chooser::{ABOVE, Chooser};
use super::commands;
use super::game::{Auto, Game};
use super::geometry::SMALLEST;
use super::judged::Judged;
use super::optimum::paid;
use super::table::{Entry, Purpose, Table};

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const REVERSED: Style = Style::new().add_modifier(Modifier::REVERSED);

/// Draws everything.
pub(crate) fn draw(screen: &mut Screen<'_>, app: &App, colours: Colours) {
    let area = screen.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return screen.render_widget(Paragraph::new("The window is too small.").wrap(Wrap { trim: true }), area);
    }
    match (&app.table, &app.chooser) {
        (Some(table), _) => draw_table(screen, table, colours),
        (None, Some(chooser)) => draw_chooser(screen, chooser),
        (None, None) => {}
    }
}

fn draw_table(screen: &mut Screen<'_>, table: &Table, colours: Colours) {
    let (game, parts) = (&table.game, table.parts());
    let role = if game.roles().len() > 1 { format!(" as {}", game.record().role().0) } else { String::new() };
    let title = format!(" {} · {}{role}", game.picture().title, game.name());
    screen.render_widget(Paragraph::new(title).style(BOLD), parts.title);
    if table.help {
        let text =
            format!("{}\n\n{}\n\n? or Escape: back to the game.", game.guide().lines().join("\n"), commands::keys());
        screen.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), padded(parts.board));
    } else {
        let frame = game.shown();
        let aim = game.aim.and_then(|aim| game.targets().get(aim)).and_then(|target| target.at);
        let aim = aim.filter(|_| !game.moving());
        let layout = table.layout(&frame);
        board::draw(screen.buffer_mut(), &frame, &game.picture().tiles, &layout, colours);
        if let Some(at) = aim {
            board::mark_aim(screen.buffer_mut(), at, &layout, colours);
        }
    }
    draw_panel(screen, table, colours);
    draw_bar(screen, table);
}

fn padded(area: Rect) -> Rect {
    Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area }
}

/// What is known: the counter, the state in words, help, messages.
fn draw_panel(screen: &mut Screen<'_>, table: &Table, colours: Colours) {
    let (panel, choices, positions) = (table.parts().panel, table.choices(), table.judged_positions());
    let listed = u16::try_from(choices.len() + positions.len()).unwrap_or(panel.height);
    let area = padded(Rect { height: panel.height - listed, ..panel });
    screen.render_widget(Paragraph::new(words(table, colours)).wrap(Wrap { trim: true }), area);
    let rows = table.game.judged().map(Judged::rows).unwrap_or_default();
    for (rect, made) in positions {
        let is_now = table.game.made() == made as u64;
        let line = format!(" {} {}", if is_now { "▸" } else { " " }, rows[made]);
        screen.render_widget(Paragraph::new(line).style(if is_now { REVERSED } else { Style::new() }), rect);
    }
    for (rect, target) in choices {
        let aimed = table.game.aim == Some(target);
        let said = table.game.display_name(&table.game.targets()[target].text);
        let line = format!(" {} {said}", if aimed { "▸" } else { " " });
        screen.render_widget(Paragraph::new(line).style(if aimed { REVERSED } else { Style::new() }), rect);
    }
}

fn words(table: &Table, colours: Colours) -> Text<'static> {
    let game = &table.game;
    let (strong, accent) = (BOLD, colours.ink(ColourRole::Highlight).add_modifier(Modifier::BOLD));
    let mut lines = vec![counter(table).style(strong)];
    lines.extend(entry_line(table.entry.as_ref()).map(|line| line.style(accent)));
    if !game.notice.is_empty() {
        lines.push(Line::from(game.notice.clone()).style(accent));
    }
    if !game.walks() {
        lines.extend(outcome(game).into_iter().map(|line| line.style(accent)));
    }
    lines.extend(game.auto().map(auto_line));
    lines.extend(game.working().map(working_line));
    let caption = game.shown().caption;
    let state = if game.walks() { String::new() } else { game.status().words.clone() };
    let mut said = vec![state, caption];
    said.dedup();
    lines.extend(said.into_iter().filter(|text| !text.is_empty()).map(Line::from));
    lines.extend(game.watched_words().map(Line::from));
    lines.extend(legend(game.picture(), colours));
    Text::from(lines)
}

/// How the game ended, and what is known about the position.
fn outcome(game: &Game) -> Vec<Line<'static>> {
    let end = game.end().map(|end| format!("{end}."));
    let judged = game.judged().map(Judged::summary).into_iter().flatten();
    let stated = game.states().then(|| "w writes your moves into the file of the level, as its solution.".to_owned());
    end.into_iter().chain(stated).chain(game.advice().iter().cloned()).chain(judged).map(Line::from).collect()
}

/// The legend, each entry with its sample in colour.
fn legend(picture: &Picture, colours: Colours) -> Vec<Line<'static>> {
    let entry = |sign: String, style: Style, words: &str| {
        Line::from(vec![Span::styled(sign, style), format!(" {}", printable(words)).into()])
    };
    let roles = picture.drawn_legend().into_iter();
    let roles = roles.map(|(role, words)| entry(sign_of(picture, role), colours.surface(role), words));
    let (tiles, more) = tile_legend(picture);
    let tiles = tiles.into_iter().map(|(sign, tile)| entry(sign, colours.tile(tile), &tile.words));
    let more = (more > 0).then(|| Line::from(format!("    … and {more} more")));
    roles.chain(tiles).chain(more).collect()
}

fn counter(table: &Table) -> Line<'static> {
    let game = &table.game;
    let paid = paid(game.status()).map(|paid| format!(", {paid}")).unwrap_or_default();
    Line::from(format!("{}{paid}. Best possible: {}.", plural(game.made(), "move", "moves"), game.optimum().words()))
}

fn entry_line(entry: Option<&Entry>) -> Option<Line<'static>> {
    let entry = entry?;
    let what = match entry.purpose {
        Purpose::Move => "Move",
        Purpose::Save => "Save as",
        Purpose::Back => "Back to move",
    };
    Some(Line::from(format!("{what}: {}_", entry.text)))
}

fn auto_line(auto: Auto) -> Line<'static> {
    let what = if auto == Auto::Solution { "The solution plays" } else { "Your game plays again" };
    Line::from(format!("{what}: + faster, - slower, space stops."))
}

fn working_line(progress: &str) -> Line<'static> {
    Line::from(if progress.is_empty() { "Working …".to_owned() } else { format!("Working: {progress}") })
}

fn draw_bar(screen: &mut Screen<'_>, table: &Table) {
    for (rect, key, name) in table.buttons() {
        let text = Line::from(vec![Span::styled(format!(" {key} "), REVERSED), format!("{name} ").into()]);
        screen.render_widget(Paragraph::new(text), rect);
    }
}

fn draw_chooser(screen: &mut Screen<'_>, chooser: &Chooser) {
    let area = screen.area();
    let line = |y: u16| Rect { y, height: 1, ..padded(area) };
    screen.render_widget(Paragraph::new("Which level?").style(BOLD), line(0));
    let filter = format!("Type to narrow: {}_", chooser.filter);
    screen.render_widget(Paragraph::new(filter), line(1));
    let fitting = chooser.fitting();
    let visible = chooser.visible();
    for (y, index) in (ABOVE..).zip(visible.clone()) {
        let aimed = index == chooser.aim;
        let text = format!("{} {}", if aimed { "▸" } else { " " }, fitting[index].words());
        screen.render_widget(Paragraph::new(text).style(if aimed { REVERSED } else { Style::new() }), line(y));
    }
    let below = if chooser.notice.is_empty() {
        format!("{}. Arrows and Enter, or a click; Escape leaves.", plural(fitting.len(), "level", "levels"))
    } else {
        chooser.notice.clone()
    };
    screen.render_widget(Paragraph::new(below), line(area.height - 1));
}
