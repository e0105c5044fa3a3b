//! The character controller: presets, their settings, and the arcs of their jumps.
//!
//! ```sh
//! cargo run --example feel
//! ```

use tilephys::core::{Body, BodyId, ControlContext, Profile, StepHooks, Tile, TileCoord, TileGrid, World};
use tilephys::feel::{Feel, FeelState, Input};
use tilephys::glam::{UVec2, Vec2};

/// A floor, and a wall at its end.
fn grid() -> TileGrid {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let (layer, stone) = (grid.add_layer("level"), grid.add_tile(Tile::default()));
    for col in 0..30 {
        grid.set_tile(layer, TileCoord::new(col, 10), Some(stone));
    }
    for row in 0..10 {
        grid.set_tile(layer, TileCoord::new(20, row), Some(stone));
    }
    grid
}

/// A character with its input for this tick.
struct Player {
    id: BodyId,
    feel: Feel,
    state: FeelState,
    input: Input,
}

impl StepHooks for Player {
    /// The control phase. One call runs the character controller.
    fn control(&mut self, bodies: &mut ControlContext) {
        let command = self.feel.drive(bodies, self.id, &mut self.state, &mut self.input);
        // The command reports what began, for sounds and particles.
        if let Some(kind) = command.and_then(|command| command.jumped) {
            println!("  jumps off: {kind:?}");
        }
    }
}

fn main() {
    for name in Feel::PRESETS {
        println!("{name}");
        let feel = Feel::preset(name).expect("all of these are presets");
        let mut world = World::new(grid());
        world.gravity = Vec2::new(0.0, 900.0);
        // The profile has the character's own gravity and its forgiving collisions, such as corner correction.
        let profile = world.add_profile(feel.profile(Profile::default(), world.gravity));
        let id = world.spawn(profile, Body::new(Vec2::new(200.0, 149.0), Vec2::new(8.0, 11.0)));
        let mut player = Player { id, feel, state: FeelState::default(), input: Input::default() };

        // Runs to the right, jumps after half a second, holds the button, and presses it again a second later.
        let mut top = 149.0;
        for tick in 0..150 {
            let jump = player.input.jump.next((30..70).contains(&tick) || tick > 90);
            player.input = Input { along: 1.0, jump, ..Input::default() };
            world.step_with(1.0 / 60.0, &mut player);
            let at = world.body(id).expect("it was spawned above").position_px();
            top = if at.y < top { at.y } else { top };
            if tick % 10 == 0 && tick >= 30 {
                let height = 149.0 - at.y;
                println!("  {:5.1} px up {}*", height, " ".repeat((height / 4.0) as usize));
            }
        }
        assert!(top < 149.0 - 16.0, "all presets jump over a tile");
        assert!(
            world.body(id).expect("it was spawned above").position_px().x <= 312.0,
            "none goes through the wall"
        );
    }
}
