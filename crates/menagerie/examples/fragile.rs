//! A family of one's own for trying what goes wrong: its move `break` panics, and its hints never end unless they are
//! stopped.

use puzzles::questions;
use std::process::ExitCode;
use std::sync::Arc;

use engines::Context;
use picture::{Cell, ColourRole, Frame, Picture, Point, Shape};
use puzzles::options::MOVES;
use puzzles::solution::Hint;
use puzzles::{
    Analysis, AskError, CheckError, Checked, Family, FamilyInfo, IllegalMove, Level, LoadError, Position, Query,
    QuestionSpec, Reply, Shape as Form, Shipped, Source, Status, linked,
};

/// The family.
struct Fragile;

const INFO: FamilyInfo = FamilyInfo {
    name: "fragile",
    extension: "fragile",
    about: "a vase",
    rules: "Touch the vase, or break it.",
    source: "made here",
    questions: &[QuestionSpec::new(questions::HINT, &[&MOVES], &[Form::of::<Hint>()])],
    levels: &[Shipped { name: "vase", about: "a vase", text: "vase\n" }],
    ..FamilyInfo::BLANK
};

/// A vase, and how often it was touched.
#[derive(Clone)]
struct Vase {
    touched: u64,
}

impl Family for Fragile {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, _: Arc<dyn Source>, _: &Context<'_>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Vase { touched: 0 }))
    }
}

impl Level for Vase {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn text(&self) -> String {
        "vase\n".into()
    }

    fn picture(&self) -> Picture {
        let at = Point::grid(0, 0);
        let act = Some("touch".into());
        let cell = Cell { at, shape: Shape::Square, role: ColourRole::Goal, label: self.touched.to_string(), act };
        Picture::still("Vase", "A vase", Frame { cells: vec![cell], ..Frame::default() })
    }

    fn start(self: Arc<Self>, _: puzzles::Role, _: &Context<'_>) -> Box<dyn Position> {
        Box::new(Vase::clone(&self))
    }
}

impl Position for Vase {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(["touch", "break"].into_iter().map(str::to_owned))
    }

    fn play(&mut self, text: &str, _: &Context<'_>) -> Result<(), IllegalMove> {
        match text {
            "touch" => self.touched += 1,
            "break" => panic!("the vase broke"),
            _ => return Err(IllegalMove::new(text, "expected touch or break")),
        }
        Ok(())
    }

    fn status(&self) -> Status {
        Status { words: format!("touched {} times", self.touched), ..Status::default() }
    }

    fn picture(&self) -> Picture {
        Level::picture(self)
    }

    fn level_text(&self) -> String {
        self.text()
    }

    fn analysis(&self) -> Option<&dyn Analysis> {
        linked(self)
    }
}

impl Analysis for Vase {
    fn ask(&self, _: &Query, cx: &Context<'_>) -> Result<Reply, AskError> {
        for done in 0.. {
            cx.spend(1)?;
            cx.report("looking for cracks", done, None, Some(7));
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        Err(AskError::NotOffered("the counter ran out".into()))
    }

    fn check(&self, _: &Query, _: &Reply, _: &Context<'_>) -> Result<Checked, CheckError> {
        Ok(Checked::default())
    }

    fn explain(&self, _: &Query, _: &Reply, _: &Context<'_>) -> Picture {
        Level::picture(self)
    }
}

fn main() -> ExitCode {
    menagerie::run(&[&Fragile])
}
