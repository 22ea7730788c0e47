//! Toggle levels whose moves are written out, by their text alone: what presses change, and what a weighing says.

use puzzles::Level;
use serde_json::Value;

pub(crate) struct Toggles {
    modulus: u64,
    moves: Vec<Vec<u64>>,
    /// What presses must add to reach the goal.
    change: Vec<u64>,
}

impl Toggles {
    /// A level after some presses, with the start and the goal that were asked for; `None` where its moves are not
    /// written out.
    pub(crate) fn of(level: &dyn Level, asked: &Value) -> Option<Toggles> {
        let text = level.text();
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_prefix('='));
        let quoted = |text: &str| -> Vec<String> { text.split('"').skip(1).step_by(2).map(str::to_owned).collect() };
        let digits = |text: &String| -> Option<Vec<u64>> {
            text.chars().map(|digit| digit.to_digit(10).map(u64::from)).collect()
        };
        let modulus = field("modulus").map_or(Some(2), |value| value.trim().parse().ok())?;
        let moves: Vec<Vec<u64>> = quoted(field("moves")?).iter().map(digits).collect::<Option<_>>()?;
        let asked_start = asked["start"].as_str().map(str::to_owned);
        let mut here = digits(&asked_start.or_else(|| quoted(field("start")?).into_iter().next())?)?;
        let own = field("goal").and_then(|value| quoted(value).into_iter().next());
        let goal = asked["goal"].as_str().map(str::to_owned).or(own);
        let goal = goal.map_or(Some(vec![0; here.len()]), |goal| digits(&goal))?;
        let mut toggles = Toggles { modulus, moves, change: Vec::new() };
        for press in asked["moves"].as_array().into_iter().flatten() {
            let change = toggles.moves.get(press.as_str()?.parse::<usize>().ok()?.checked_sub(1)?)?.clone();
            here.iter_mut().zip(change).for_each(|(cell, by)| *cell = (*cell + by) % modulus);
        }
        if goal.len() != here.len() || toggles.moves.iter().any(|change| change.len() != here.len()) {
            return None;
        }
        toggles.change = goal.iter().zip(&here).map(|(goal, here)| (goal + modulus - here) % modulus).collect();
        Some(toggles)
    }

    /// What presses, counted from 1, add in all; `None` where one is no press.
    fn added(&self, presses: &Value) -> Option<Vec<u64>> {
        let mut sum = vec![0; self.change.len()];
        for press in presses.as_array()? {
            let change = self.moves.get(usize::try_from(press.as_u64()?).ok()?.checked_sub(1)?)?;
            sum.iter_mut().zip(change).for_each(|(cell, by)| *cell = (*cell + by) % self.modulus);
        }
        Some(sum)
    }

    pub(crate) fn lead_to_the_goal(&self, presses: &Value) -> bool {
        self.added(presses).is_some_and(|sum| sum == self.change)
    }

    pub(crate) fn change_nothing(&self, presses: &Value) -> bool {
        self.added(presses).is_some_and(|sum| sum.iter().all(|cell| *cell == 0))
    }

    /// Whether presses raise this cell by one and no other.
    pub(crate) fn raise_alone(&self, cell: usize, presses: &Value) -> bool {
        let alone = |sum: Vec<u64>| sum.iter().enumerate().all(|(at, value)| *value == u64::from(at == cell));
        self.added(presses).is_some_and(alone)
    }

    /// Whether a weighing of cells proves that no presses lead to the goal.
    pub(crate) fn weigh(&self, proof: &Value) -> Option<bool> {
        let cells: Vec<usize> = proof["cells"]
            .as_array()?
            .iter()
            .map(|cell| usize::try_from(cell.as_u64()?).ok()?.checked_sub(1))
            .collect::<Option<_>>()?;
        let weights: Vec<u64> = match proof["weights"].as_array() {
            Some(weights) => weights.iter().map(Value::as_u64).collect::<Option<_>>()?,
            None => vec![1; cells.len()],
        };
        let sum = |change: &[u64]| -> Option<u64> {
            let weighed = cells.iter().zip(&weights).map(|(cell, weight)| Some(change.get(*cell)? * weight));
            Some(weighed.sum::<Option<u64>>()? % self.modulus)
        };
        let still = self.moves.iter().map(|change| sum(change)).collect::<Option<Vec<u64>>>();
        let differs = sum(&self.change).is_some_and(|sum| sum != 0);
        Some(still.is_some_and(|sums| sums.iter().all(|sum| *sum == 0)) && differs && cells.len() == weights.len())
    }
}
