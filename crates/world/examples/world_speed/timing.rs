//! Times the steps of the crowded scene. `bench/box2d` includes this file too.

use std::error::Error;
use std::time::Instant;

use crate::scene::build;

/// Steps that are timed.
pub(crate) const STEPS: usize = 600;

/// Calls `nearest` and `setTarget` for each animal in each step.
const SCRIPT: &str = r#"
function process(element)
    local banana = game.nearest(element, "banana")
    if banana then
        game.setTarget(element, banana.position.x, banana.position.y)
    end
end
"#;

/// The mean seconds of a step with scripts, and of one without. They take turns in one world, so that both see the
/// same bodies.
///
/// # Errors
/// Returns an error if the world cannot be loaded or a script failed.
pub(crate) fn steps() -> Result<(f64, f64), Box<dyn Error>> {
    let mut world = build(SCRIPT)?;
    let (mut with, mut without) = (0.0, 0.0);
    for _ in 0..STEPS {
        with += timed(|| world.step());
        without += timed(|| world.step_without_scripts());
    }
    if !world.failures().is_empty() {
        return Err("a script failed".into());
    }
    Ok((with / STEPS as f64, without / STEPS as f64))
}

/// The seconds that `work` takes.
pub(crate) fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64()
}
