//! How characters move, and what "grounded" means.

use crate::world_builder::{PLAYER, builder, element, run, touch};
use world::Point;

#[test]
fn the_player_reaches_a_touched_point_at_a_constant_speed_and_stops_there() {
    let mut world = builder(40.0, 12.0).ground(0.0, 0.0, 40.0, 1.0).put("player", 5.0, 1.5).toml(PLAYER).build();
    run(&mut world, 30);
    touch(&mut world, 25.0, 4.0);
    run(&mut world, 20);
    while element(&world, 1).at.x < 24.0 {
        world.step();
        let speed = element(&world, 1).velocity.x;
        assert!((speed - 4.0).abs() < 0.2 || element(&world, 1).at.x > 24.0, "{speed}");
        assert!(world.steps() < 600);
    }
    run(&mut world, 120);
    let player = element(&world, 1);
    assert!((player.at.x - 25.0).abs() < 0.05 && player.velocity.length() < 0.02, "{player:?}");
    let rest = player.at;
    run(&mut world, 600);
    assert!((element(&world, 1).at - rest).length() < 0.02);
}

#[test]
fn nothing_but_physics_acts_in_the_air() {
    let mut world = builder(40.0, 20.0).ground(0.0, 0.0, 40.0, 1.0).put("player", 5.0, 15.0).toml(PLAYER).build();
    touch(&mut world, 30.0, 1.5);
    world.strike(1, Point::new(1.5, 0.0));
    while !element(&world, 1).touch.ground {
        assert!((element(&world, 1).velocity.x - 1.5).abs() < 1e-4);
        world.step();
        assert!(world.steps() < 300);
    }
}

#[test]
fn it_bounces_by_less_than_a_tenth_of_the_fall() {
    let mut world = builder(10.0, 20.0).ground(0.0, 0.0, 10.0, 1.0).put("player", 5.0, 11.5).toml(PLAYER).build();
    while element(&world, 1).velocity.y > -5.0 || element(&world, 1).at.y > 1.6 {
        world.step();
        assert!(world.steps() < 300);
    }
    let mut highest = 0.0_f32;
    for _ in 0..120 {
        world.step();
        highest = highest.max(element(&world, 1).at.y - 1.5);
    }
    assert!(highest > 0.02 && highest < 1.0, "{highest}");
}

#[test]
fn a_body_thrown_up_is_not_grounded_at_its_highest_point() {
    let mut world = builder(10.0, 20.0).ground(0.0, 0.0, 10.0, 1.0).put("player", 5.0, 1.5).toml(PLAYER).build();
    run(&mut world, 60);
    assert!(element(&world, 1).touch.ground);
    for up in [1.5_f32, 3.0, 8.0] {
        world.strike(1, Point::new(0.0, up));
        world.step();
        while element(&world, 1).velocity.y > 0.0 {
            world.step();
        }
        let top = element(&world, 1);
        assert!(top.velocity.y.abs() < 0.17 && !top.touch.ground && top.at.y > 1.55, "{up}: {top:?}");
        run(&mut world, 240);
        assert!(element(&world, 1).touch.ground);
    }
}

#[test]
fn grounded_on_a_slope_where_it_stands_still() {
    let scene = builder(40.0, 12.0).ground(0.0, 0.0, 40.0, 1.0);
    let scene = scene.slope(10.0, 1.0, &[(0.0, 0.0), (12.0, 0.0), (12.0, 4.0)]);
    let mut world = scene.put("player", 17.0, 4.5).toml(PLAYER).build();
    run(&mut world, 120);
    let first = element(&world, 1);
    assert!(first.touch.ground);
    run(&mut world, 300);
    let later = element(&world, 1);
    assert!(later.touch.ground && (later.at - first.at).length() < 0.1, "{first:?} {later:?}");
    touch(&mut world, 21.0, 6.0);
    run(&mut world, 180);
    assert!((element(&world, 1).at.x - 21.0).abs() < 0.1 && element(&world, 1).at.y > 5.0);
}

#[test]
fn grounded_on_a_ladder_and_climbs_through_a_one_way_platform_both_ways() {
    let scene = builder(20.0, 12.0).ground(0.0, 0.0, 20.0, 1.0).oneway(4.0, 5.0, 10.0, 0.4).ladder(8.0, 1.0, 1.0, 5.5);
    let mut world = scene.put("player", 3.0, 1.5).toml(PLAYER).build();
    touch(&mut world, 8.5, 5.9);
    run(&mut world, 100);
    assert!(element(&world, 1).touch.ladder && element(&world, 1).touch.holds());
    run(&mut world, 200);
    assert!((element(&world, 1).at - Point::new(8.5, 5.9)).length() < 0.1, "{:?}", element(&world, 1));
    touch(&mut world, 12.0, 5.9);
    run(&mut world, 180);
    let above = element(&world, 1);
    assert!(above.touch.ground && (above.at - Point::new(12.0, 5.9)).length() < 0.1, "{above:?}");
    touch(&mut world, 8.5, 5.9);
    run(&mut world, 120);
    touch(&mut world, 8.5, 1.5);
    run(&mut world, 240);
    assert!((element(&world, 1).at - Point::new(8.5, 1.5)).length() < 0.1, "{:?}", element(&world, 1));
}

#[test]
fn a_ladder_without_a_target_does_not_hold_it_up() {
    let scene = builder(20.0, 12.0).ground(0.0, 0.0, 20.0, 1.0).ladder(8.0, 1.0, 1.0, 8.0);
    let mut world = scene.put("player", 8.5, 7.0).toml(PLAYER).build();
    run(&mut world, 20);
    assert!(element(&world, 1).touch.ladder && element(&world, 1).velocity.y < -2.0);
    touch(&mut world, 8.5, 7.0);
    run(&mut world, 240);
    assert!((element(&world, 1).at.y - 7.0).abs() < 0.05);
}

#[test]
fn grounded_on_moving_platforms_which_carry_it() {
    for (to, by) in
        [((6.0, 0.0), Point::new(1.0, 0.0)), ((0.0, 6.0), Point::new(0.0, 1.0)), ((4.0, -1.0), Point::new(0.97, -0.24))]
    {
        let scene = builder(30.0, 14.0).ground(0.0, 0.0, 30.0, 1.0).moving(8.0, 3.0, 4.0, 0.5, to, 1.0);
        let mut world = scene.put("player", 10.0, 4.0).toml(PLAYER).build();
        run(&mut world, 60);
        let first = element(&world, 1);
        for _ in 0..150 {
            world.step();
            assert!(element(&world, 1).touch.ground, "{to:?} {:?}", element(&world, 1));
        }
        let moved = element(&world, 1).at - first.at;
        assert!((moved - by * 2.5).length() < 0.1, "{to:?} {moved:?}");
        let beside = element(&world, 1).at.x + 0.5;
        touch(&mut world, beside, 4.0);
        run(&mut world, 20);
        assert!(element(&world, 1).touch.ground);
    }
}

#[test]
fn a_one_way_platform_lets_pass_from_below_and_carries_from_above() {
    let scene = builder(20.0, 20.0).ground(0.0, 0.0, 20.0, 1.0).oneway(4.0, 4.0, 10.0, 0.4);
    let mut world = scene.put("player", 8.0, 1.5).put("player", 10.0, 15.0).toml(PLAYER).build();
    run(&mut world, 60);
    world.strike(1, Point::new(0.0, 9.5));
    run(&mut world, 240);
    for id in [1, 2] {
        assert!((element(&world, id).at.y - 4.9).abs() < 0.05, "{:?}", element(&world, id));
    }
}

#[test]
fn standing_beside_a_wall_in_the_air_is_not_grounded() {
    let mut world = builder(10.0, 40.0).ground(0.0, 0.0, 10.0, 1.0).put("player", 0.5, 35.0).toml(PLAYER).build();
    world.strike(1, Point::new(-2.0, 0.0));
    run(&mut world, 60);
    assert!(!element(&world, 1).touch.ground);
}

#[test]
fn the_other_controllers_show_why_the_first_won() {
    let scene = |controller: &str| {
        let scene = builder(40.0, 30.0).ground(0.0, 0.0, 40.0, 1.0).put("player", 5.0, 25.0);
        let mut world = scene.toml(&format!("controller = \"{controller}\"")).toml(PLAYER).build();
        touch(&mut world, 12.0, 20.0);
        world
    };
    let mut grounded = scene("grounded");
    run(&mut grounded, 60);
    assert!((element(&grounded, 1).at.x - 5.0).abs() < 1e-3);
    let mut always = scene("always");
    run(&mut always, 90);
    let drifting = element(&always, 1);
    assert!(drifting.at.x > 9.0 && drifting.velocity.y < -5.0, "{drifting:?}");
    let mut spring = scene("spring");
    spring.strike(1, Point::new(0.0, 6.0));
    let mut passed = 0;
    let mut before = element(&spring, 1).at.x < 12.0;
    for _ in 0..900 {
        spring.step();
        let left = element(&spring, 1).at.x < 12.0;
        passed += i32::from(left != before);
        before = left;
    }
    assert!(passed >= 6, "it circles: {passed}");
}
