//! The trace of a run of the live world: a CSV file with a header line, and a row for each animal and step.

use std::io::{self, Write};

use world::view::BodyView;
use world::{World, memory_text};

const HEADER: &str = "step,element,kind,name,x,y,turn,target_x,target_y,facing,eaten,says,stopped,memory";

/// A trace being written. The player counts as an animal.
pub(crate) struct Trace<'a> {
    out: Box<dyn Write + Send + 'a>,
    /// For each kind its name, and whether it is an animal.
    kinds: Vec<(String, bool)>,
    /// For each element its name.
    names: Vec<String>,
}

impl<'a> Trace<'a> {
    /// Writes the header and the rows of the present moment.
    pub(crate) fn new(mut out: Box<dyn Write + Send + 'a>, world: &World) -> io::Result<Trace<'a>> {
        writeln!(out, "{HEADER}")?;
        let kinds = world.kinds().into_iter().map(|(name, kind)| (name, kind.nature.is_animal())).collect();
        let names = world.elements().into_iter().map(|element| element.name).collect();
        let mut trace = Trace { out, kinds, names };
        trace.take(world)?;
        Ok(trace)
    }

    /// Writes a row for every living animal.
    pub(crate) fn take(&mut self, world: &World) -> io::Result<()> {
        let (view, elements) = (world.view(), world.elements());
        for body in &view.bodies {
            let memory = elements.get(body.id as usize - 1).map_or(&[][..], |element| &element.memory);
            self.row(view.step, body, memory)?;
        }
        Ok(())
    }

    /// Flushes the output.
    pub(crate) fn end(mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn row(&mut self, step: u64, body: &BodyView, memory: &[u8]) -> io::Result<()> {
        let Some((kind, true)) = self.kinds.get(body.kind) else { return Ok(()) };
        let name = self.names.get(body.id as usize - 1).map_or("", String::as_str);
        let target = body.target.map_or((String::new(), String::new()), |at| (at.x.to_string(), at.y.to_string()));
        let facing = if body.left { "left" } else { "right" };
        let turn = body.turn.y.atan2(body.turn.x).to_degrees();
        writeln!(
            self.out,
            "{step},{},{},{},{},{},{turn:.1},{},{},{facing},{},{},{},{}",
            body.id,
            quoted(kind),
            quoted(name),
            body.at.x,
            body.at.y,
            target.0,
            target.1,
            body.eaten,
            quoted(body.says.as_deref().unwrap_or_default()),
            body.stopped,
            quoted(&if memory.is_empty() { String::new() } else { memory_text(memory) })
        )
    }
}

/// Quotes a text as a field of a CSV file if necessary.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
