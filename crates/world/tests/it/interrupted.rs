//! A flag that ends scripts from outside: a step is done whole or not at all.

use sandbox::{Cause, StopFlag, Until};
use world::{Allowance, LoadError, World, shipped_file};

fn shipped(name: &str, until: Until) -> Result<World, LoadError> {
    let allowance = Allowance { until, ..Allowance::default() };
    World::load_within(&format!("{name}.world.toml"), &shipped_file, &allowance)
}

#[test]
fn interrupted_steps_leave_no_trace() {
    for name in ["farmyard", "savanna", "tower"] {
        let flag = StopFlag::default();
        let mut plain = shipped(name, Until::default()).unwrap();
        let mut world = shipped(name, Until { stop: flag.clone(), deadline: None }).unwrap();
        let mut interrupted = 0;
        for step in 0..500 {
            plain.step();
            let before = world.hash();
            flag.cancel();
            while let Err(error) = world.try_step() {
                assert_eq!((error.cause, world.hash()), (Cause::Stopped, before), "{name}, step {step}");
                interrupted += 1;
                flag.clear();
            }
            flag.clear();
            assert_eq!(world.hash(), plain.hash(), "{name}, step {step}");
        }
        assert!(interrupted > 0, "{name}: a step was never interrupted");
        assert!(world.failures().is_empty());
    }
}

#[test]
fn a_script_that_loads_ends() {
    let stop = StopFlag::default();
    stop.cancel();
    let files = |name: &str| match name {
        "savanna.world.toml" | "savanna.tmx" => shipped_file(name),
        _ => Ok(b"while true do end".to_vec()),
    };
    let allowance = Allowance { until: Until { stop, deadline: None }, ..Allowance::default() };
    let ended = World::load_within("savanna.world.toml", &files, &allowance);
    assert_eq!(ended.err(), Some(LoadError::Ended));
}
