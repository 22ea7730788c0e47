//! Seconds of a step of a crowded world, with its scripts and without:
//! `cargo run --release -p menagerie-world --example world_speed`. Each figure is a mean of 600 steps, the least of
//! three runs. `bench/box2d` measures it beside Box2D.

mod scene;
mod timing;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut scripted, mut plain) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        let (with, without) = timing::steps()?;
        (scripted, plain) = (scripted.min(with), plain.min(without));
    }
    println!("world step=with-scripts seconds={scripted:.9}");
    println!("world step=without-scripts seconds={plain:.9}");
    Ok(())
}
