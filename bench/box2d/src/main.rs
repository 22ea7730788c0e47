//! The world's step beside Box2D's, in one run.
//!
//! The scene and the timing of our steps are those of the example `world_speed` of the crate `world`. Box2D gets the
//! same floors, discs and boxes, and drives its discs by setting their velocity.
//!
//! ```text
//! cargo run --release --manifest-path bench/box2d/Cargo.toml
//! ```

use std::time::Instant;

use boxdd::shapes::{box_polygon, circle};
use boxdd::{BodyBuilder, BodyId, BodyType, Foundation, Position, ShapeDef, Vec2, WorldBuilder};
use world::World;

use scene::{EACH, FLOORS, HEIGHT, WIDTH, spot};
use timing::{STEPS, steps, timed};

#[path = "../../../crates/world/examples/world_speed/scene.rs"]
mod scene;
#[path = "../../../crates/world/examples/world_speed/timing.rs"]
mod timing;

const LOOP: &str = "function process(element)\n if element.id == 1 then while true do end end\nend";

type Failed = Box<dyn std::error::Error>;

fn main() -> Result<(), Failed> {
    let (mut scripted, mut plain, mut box2d) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..3 {
        let (with, without) = steps()?;
        (scripted, plain) = (scripted.min(with * 1000.0), plain.min(without * 1000.0));
        box2d = box2d.min(theirs()?);
    }
    println!("milliseconds a step, mean of {STEPS} steps, least of three runs");
    println!("scripted {scripted:.3}, without scripts {plain:.3} (ratio {:.2}), Box2D {box2d:.3}", scripted / plain);
    let (first, later) = looping()?;
    println!("one script loops for ever: the step in which it is stopped {first:.3}, the steps after it {later:.3}");
    for shipped in world::SHIPPED {
        let mut world = World::load(&format!("{}.world.toml", shipped.name), &world::shipped_file)?;
        (0..600).for_each(|_| world.step());
        println!("{} after 600 steps: {:016x} (as `menagerie world run` must say)", shipped.name, world.hash());
    }
    Ok(())
}

/// Milliseconds of the step in which a looping script is stopped, and the mean of those after it.
fn looping() -> Result<(f64, f64), Failed> {
    let mut world = scene::build(LOOP)?;
    let first = timed(|| world.step()) * 1000.0;
    assert_eq!(world.failures().len(), 1);
    let later: f64 = (0..STEPS).map(|_| timed(|| world.step())).sum();
    Ok((first, later * 1000.0 / STEPS as f64))
}

/// Mean milliseconds of Box2D's step for the same bodies.
fn theirs() -> Result<f64, Failed> {
    let foundation = Foundation::initialize_default()?;
    let mut world =
        foundation.create_world(WorldBuilder::from(foundation.world_def()).gravity(Vec2::new(0.0, -9.81)).build()?)?;
    let mut discs: Vec<(BodyId, f32)> = Vec::new();
    for floor in 0..FLOORS {
        let middle = Position::new(WIDTH / 2.0, floor as f32 * HEIGHT + 0.5);
        let ground = world.create_body(BodyBuilder::from(foundation.body_def()).position(middle).build()?)?;
        world.body(ground)?.create_polygon(&ShapeDef::builder().build()?, &box_polygon(WIDTH / 2.0, 0.5)?)?;
        for place in 0..EACH {
            let (x, y) = spot(floor, place, 0.4);
            let body = BodyBuilder::from(foundation.body_def()).body_type(BodyType::Dynamic).enable_sleep(false);
            let disc = world.create_body(body.position(Position::new(x, y)).build()?)?;
            world.body(disc)?.create_circle(&ShapeDef::builder().density(1.0).build()?, &circle(Vec2::new(0.0, 0.0), 0.4)?)?;
            let nearest = (0..30).map(|at| 7.0 + 13.7 * at as f32).min_by(|a, b| (a - x).abs().total_cmp(&(b - x).abs()));
            discs.push((disc, nearest.unwrap_or(x)));
            let body = BodyBuilder::from(foundation.body_def()).body_type(BodyType::Dynamic);
            let crated = world.create_body(body.position(Position::new(x + 2.0, y - 0.1)).build()?)?;
            world.body(crated)?.create_polygon(&ShapeDef::builder().density(1.0).build()?, &box_polygon(0.3, 0.3)?)?;
        }
    }
    let mut total = 0.0;
    for _ in 0..2 * STEPS {
        for &(disc, goal) in &discs {
            let mut body = world.body(disc)?;
            let speed = ((goal - body.position()?.x) * 6.0).clamp(-3.0, 3.0);
            let falling = body.linear_velocity()?.y;
            body.set_linear_velocity(Vec2::new(speed, falling))?;
        }
        let begun = Instant::now();
        let _events = world.step(1.0 / 60.0, 4)?;
        total += begun.elapsed().as_secs_f64() * 1000.0;
    }
    Ok(total / (2 * STEPS) as f64)
}
