//! A judged line of moves: what each move cost, and the position to go back to; and a line compared with a shortest
//! one.

use puzzles::judge::Judgement;
use puzzles::phrases::capitalised;
use puzzles::words;
use puzzles::{Answer, AskError, Body};

/// What `judge` said of the moves of a game.
#[derive(Debug)]
pub(crate) struct Judged {
    judgement: Judgement,
    /// The first mistake in a sentence, and why no more is known, if something is not.
    headline: String,
}

impl Judged {
    /// Reads an answer to `judge`.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(crate) fn of(answer: &Result<Box<Answer>, AskError>) -> Result<Judged, String> {
        let answer = answer.as_ref().map_err(|refusal| format!("Not judged: {refusal}."))?;
        let Some(judgement) = answer.body_as::<Judgement>().cloned() else {
            return Err(format!("Not judged: {}.", answer.stopped().unwrap_or("nothing is known")));
        };
        let stopped = answer.stopped().map(|why| format!(" The search stopped: {why}.")).unwrap_or_default();
        let first = judgement.words().into_iter().next().unwrap_or_default();
        let headline = format!("{}.{stopped}", capitalised(&first));
        Ok(Judged { judgement, headline })
    }

    /// What was said.
    pub(crate) fn judgement(&self) -> &Judgement {
        &self.judgement
    }

    /// The number of moves played at the position to go back to; `None` where no mistake is known.
    pub(crate) fn back_to(&self) -> Option<u64> {
        self.judgement.back_to
    }

    /// Whether a game is at a position of the line, and every other one can be gone to: `moves` are those made and
    /// taken back, of which `made` are made.
    pub(crate) fn holds<'m>(&self, mut moves: impl Iterator<Item = &'m String>, made: u64) -> bool {
        let line = &self.judgement.moves;
        made <= line.len() as u64 && line.iter().all(|step| moves.next() == Some(&step.played))
    }

    /// The first mistake, and where to go back to.
    pub(crate) fn summary(&self) -> Vec<String> {
        std::iter::once(self.headline.clone()).chain(self.back_to().map(way_back)).collect()
    }

    /// Each position in words: the move that led to it, how it stands, what the move did.
    pub(crate) fn positions(&self) -> Vec<String> {
        self.judgement.lines().collect()
    }

    /// A short row for each position: its number, the move that led to it, what that move cost.
    pub(crate) fn rows(&self) -> Vec<String> {
        let moves = self.judgement.moves.iter().map(|step| {
            let mark = match (step.lost, step.cost) {
                (Some(true), _) => "  lost".to_owned(),
                (_, Some(cost)) if cost > 0 => format!("  +{cost}"),
                _ => String::new(),
            };
            format!("{}{mark}", step.played)
        });
        let all = std::iter::once("the start".to_owned()).chain(moves);
        (0..).zip(all).map(|(after, words): (u64, String)| format!("{after} {words}")).collect()
    }
}

/// Says in sentences what `shortcut` answered of the moves of a game, or why it did not.
pub(crate) fn compared(answer: &Result<Box<Answer>, AskError>) -> String {
    match answer {
        Err(refusal) => format!("Not compared: {refusal}."),
        Ok(answer) => {
            let sentences = words::lines(answer).into_iter().map(|line| format!("{}.", capitalised(&line)));
            sentences.collect::<Vec<_>>().join(" ")
        }
    }
}

/// Where to go back to, with what is typed for it.
pub(crate) fn way_back(count: u64) -> String {
    format!("Go back to before move {}: back {count}.", count + 1)
}
