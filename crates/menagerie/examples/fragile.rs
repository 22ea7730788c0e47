//! A family of one's own in a crate of one's own, given to the command line: everything works for it.
//!
//! This one is for trying what goes wrong: its move `break` panics, its hints never end unless they are stopped.

use std::process::ExitCode;
use std::sync::Arc;

use engines::Context;
use picture::{Cell, Frame, Picture, Point, Role, Shape};
use puzzles::{
    Answer, AskError, CheckError, Checked, Detail, Family, FamilyInfo, IllegalMove, Level, LoadError, Position,
    Question, QuestionKind, QuestionSpec, Shipped, Source, Status,
};

/// The family.
struct Fragile;

const QUESTIONS: &[QuestionSpec] = &[QuestionSpec::new(QuestionKind::Hint, &[Detail::Moves])];

const INFO: FamilyInfo = FamilyInfo {
    name: "fragile",
    extension: "fragile",
    about: "a vase",
    rules: "Touch the vase, or break it.",
    source: "made here",
    answers: QUESTIONS,
    roles: &["player"],
    levels: &[Shipped { name: "vase", about: "a vase", text: "vase\n" }],
};

/// A vase that was touched so many times.
#[derive(Clone)]
struct Vase {
    touched: u64,
}

impl Family for Fragile {
    fn info(&self) -> &'static FamilyInfo {
        &INFO
    }

    fn load(&self, _: Arc<dyn Source>) -> Result<Arc<dyn Level>, LoadError> {
        Ok(Arc::new(Vase { touched: 0 }))
    }
}

impl Level for Vase {
    fn text(&self) -> String {
        "vase\n".into()
    }

    fn picture(&self) -> Picture {
        let at = Point::grid(0, 0);
        let act = Some("touch".into());
        let cell = Cell { at, shape: Shape::Square, role: Role::Goal, label: self.touched.to_string(), act };
        Picture::still("Vase", "A vase", Frame { cells: vec![cell], ..Frame::default() })
    }

    fn play(self: Arc<Self>, _: puzzles::Role) -> Box<dyn Position> {
        Box::new(Vase::clone(&self))
    }

    fn questions(&self) -> &[QuestionSpec] {
        QUESTIONS
    }

    fn ask(&self, _: &Question, cx: &Context<'_>) -> Result<Answer, AskError> {
        for done in 0.. {
            cx.spend(1)?;
            cx.report("looking for cracks", done, None, Some(7));
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        Err(AskError::NotOffered("the counter ran out".into()))
    }

    fn explain(&self, _: &Question, _: &Answer) -> Picture {
        Level::picture(self)
    }

    fn check(&self, _: &Question, _: &Answer, _: &Context<'_>) -> Result<Checked, CheckError> {
        Ok(Checked::default())
    }
}

impl Position for Vase {
    fn moves(&self) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(["touch", "break"].into_iter().map(str::to_owned))
    }

    fn make(&mut self, text: &str) -> Result<(), IllegalMove> {
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

    fn level(&self) -> String {
        Level::text(self)
    }
}

fn main() -> ExitCode {
    menagerie::run(&[&Fragile])
}
