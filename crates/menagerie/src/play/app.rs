//! The whole player as one state machine: the chooser, or the table, or the table with the chooser to go back to.

use super::chooser::{Choice, Chooser, Chosen};
use super::event::{Event, Order};
use super::game::Game;
use super::opened::Opened;
use super::table::Table;

/// The state of the whole player.
pub(crate) struct App {
    pub(crate) chooser: Option<Chooser>,
    pub(crate) table: Option<Table>,
    games: u64,
    size: (u16, u16),
}

impl App {
    /// Begins with the list of levels.
    pub(crate) fn choose(chooser: Chooser, size: (u16, u16)) -> App {
        App { chooser: Some(chooser), table: None, games: 0, size }
    }

    /// Begins with a game; the orders are the questions that it begins with.
    pub(crate) fn play(opened: Opened, size: (u16, u16)) -> (App, Vec<Order>) {
        let (game, orders) = Game::new(0, opened);
        (App { chooser: None, table: Some(Table::new(game, size)), games: 1, size }, orders)
    }

    /// Takes one event; an [`Order::Leave`] that comes out ends the player.
    pub(crate) fn handle(&mut self, event: Event) -> Vec<Order> {
        if let Event::Resize { width, height } = event {
            self.size = (width, height);
            self.chooser.iter_mut().for_each(|chooser| chooser.resize(height));
        }
        match (&mut self.table, &mut self.chooser) {
            (Some(table), _) => {
                let orders = table.handle(event);
                self.after(orders)
            }
            (None, Some(chooser)) => match chooser.handle(&event) {
                Chosen::Not => Vec::new(),
                Chosen::Leave => vec![Order::Leave],
                Chosen::Level(choice) => self.begin(&choice),
            },
            (None, None) => vec![Order::Leave],
        }
    }

    /// Leaving the table leads back to the chooser, where there is one; a solved level leads to the next.
    fn after(&mut self, mut orders: Vec<Order>) -> Vec<Order> {
        if orders.iter().any(|order| matches!(order, Order::Next)) {
            orders.retain(|order| !matches!(order, Order::Next));
            match self.chooser.as_mut().and_then(Chooser::next) {
                Some(choice) => orders.extend(self.begin(&choice)),
                None => self.table.iter_mut().for_each(|table| table.game.notice = "This was the last level.".into()),
            }
        }
        let leaves = orders.iter().any(|order| matches!(order, Order::Leave));
        if leaves && self.chooser.is_some() {
            self.table = None;
            orders.retain(|order| !matches!(order, Order::Leave));
        }
        orders
    }

    fn begin(&mut self, choice: &Choice) -> Vec<Order> {
        let opened = match choice.begin() {
            Ok(opened) => opened,
            Err(why) => {
                self.chooser.iter_mut().for_each(|chooser| chooser.notice.clone_from(&why));
                return Vec::new();
            }
        };
        let (game, orders) = Game::new(self.games, opened);
        self.games += 1;
        self.table = Some(Table::new(game, self.size));
        orders
    }
}
