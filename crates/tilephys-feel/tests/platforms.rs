//! Jumps off moving platforms.

use super::scene::{Game, Level, Lie};
use glam::{UVec2, Vec2};
use tilephys_core::{
    Body, BodyId, ControlContext, Profile, ProfileId, StepHooks, Tile, TileGrid, World, platform::Mover,
};
use tilephys_feel::{Crouch, Feel, FeelState, Input, JumpKind};

/// On a platform of 32 px that moves like this.
fn on_a_platform(velocity: Vec2) -> Game {
    let mut game = Level::new(Lie::AS_IT_IS).play(Feel::celeste(), 100.0, 149.0);
    let stone = game.world.grid.add_tile(Tile::default());
    let platform = Mover::new(Vec2::new(90.0, 160.0), Vec2::new(32.0, 8.0), game.layer, stone);
    game.world.add_mover(Mover { velocity, ..platform }).expect("a sound mover");
    game.wait(5);
    assert!(game.on_floor());
    game
}

#[test]
fn a_jump_off_a_rising_platform_keeps_its_lift_while_it_is_held() {
    for (velocity, expected) in [(-60.0, -165.0), (60.0, -105.0)] {
        let mut game = on_a_platform(Vec2::new(0.0, velocity));
        assert_eq!(game.hold(0.0, 0.0, true).jumped, Some(JumpKind::Floor));
        for tick in 1..=12 {
            assert_eq!(game.velocity().y, expected, "{velocity} px/s, tick {tick}");
            game.hold(0.0, 0.0, true);
        }
        assert!(game.velocity().y > expected);
    }
}

#[test]
fn a_coyote_jump_off_a_rising_platform_keeps_the_lift() {
    for (velocity, expected) in [(-60.0, -165.0), (60.0, -105.0)] {
        let mut game = on_a_platform(Vec2::new(0.0, velocity));
        while game.on_floor() {
            game.hold(1.0, 0.0, false);
        }
        game.hold(1.0, 0.0, false);
        assert_eq!(game.hold(1.0, 0.0, true).jumped, Some(JumpKind::Coyote));
        for tick in 1..=12 {
            assert_eq!(game.velocity().y, expected, "{velocity} px/s, tick {tick}");
            game.hold(1.0, 0.0, true);
        }
        assert!(game.velocity().y > expected);
    }
}

#[test]
fn a_solid_body_neither_jumps_off_nor_hits_its_own_tile() {
    let crouch = Crouch { width: 8.0, height: 6.0, standing_height: 11.0, speed: 0.0 };
    let feel = Feel { crouch: Some(crouch), ..Feel::celeste() };
    let mut game = Level::with_floor(Lie::AS_IT_IS).play(feel, 100.0, 149.0);
    let stone = game.world.grid.add_tile(Tile::default());
    let id = game.world.profile_of(game.id).expect("it is there");
    let profile = *game.world.profile(id);
    game.world.set_profile(id, Profile { solid: Some(stone), ..profile });
    game.wait(2);
    game.hold(0.0, -1.0, false);
    assert_eq!(game.height(), 6.0, "it crouches");
    game.wait(2);
    assert_eq!((game.height(), game.at().y), (11.0, 149.0), "and stands up");
    assert_eq!(game.hold(0.0, 0.0, true).jumped, Some(JumpKind::Floor));
    game.wait(8);
    assert_eq!(game.hold(0.0, 0.0, true).jumped, None);
}

#[test]
fn characters_may_come_in_any_order() {
    struct Crowd(Vec<(BodyId, f32)>, Vec<FeelState>);
    impl StepHooks for Crowd {
        fn control(&mut self, bodies: &mut ControlContext) {
            for ((id, along), state) in self.0.iter().zip(&mut self.1) {
                let mut input = Input { along: *along, ..Input::default() };
                Feel::mega_man().drive(bodies, *id, state, &mut input).expect("it is there");
            }
            let unknown = Feel::mega_man().drive(bodies, BodyId(77), &mut self.1[0], &mut Input::default());
            assert_eq!(unknown, None);
        }
    }
    let mut world = World::new(TileGrid::new(UVec2::splat(16)));
    let body = |k: u32| Body::new(Vec2::new(40.0 * k as f32, 0.0), Vec2::splat(8.0));
    let ids: Vec<BodyId> = (0..4).map(|k| world.spawn(ProfileId::DEFAULT, body(k))).collect();
    // The last takes the place of the first.
    world.despawn(ids[0]);
    for order in [[1, 2, 3], [3, 1, 2], [3, 2, 1], [2, 3, 1]] {
        let all = order.map(|k| (ids[k], k as f32 - 2.0)).to_vec();
        world.step_with(1.0 / 60.0, &mut Crowd(all, vec![FeelState::default(); 3]));
        let speeds = [1, 2, 3].map(|k| world.body(ids[k]).expect("it is there").velocity.x);
        assert_eq!(speeds, [-82.5, 0.0, 82.5], "{order:?}");
    }
}
