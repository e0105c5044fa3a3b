//! Apps with the plugin, and their steps.

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::prelude::Messages;
use bevy_time::Time;
use std::time::Duration;
use tilephys_bevy::{PhysicsEvent, PhysicsWorld, TilephysPlugin};
use tilephys_core::{Tile, TileCoord, TileGrid};

/// Time of a step, in seconds.
pub(crate) const DT: f32 = 1.0 / 60.0;

/// An app with the plugin, and gravity of 900 px/s².
pub(crate) fn app(grid: TileGrid) -> App {
    let mut app = App::new();
    app.add_plugins(TilephysPlugin::default());
    app.insert_resource(PhysicsWorld::new(grid).with_gravity([0.0, 900.0]));
    app.insert_resource(Time::<()>::default());
    app
}

/// Runs a step.
pub(crate) fn tick(app: &mut App) {
    let mut time = app.world_mut().resource_mut::<Time>();
    time.advance_by(Duration::from_secs_f32(DT));
    app.world_mut().run_schedule(FixedPostUpdate);
}

/// Takes the events since the last call.
pub(crate) fn events(app: &mut App) -> Vec<PhysicsEvent> {
    app.world_mut().resource_mut::<Messages<PhysicsEvent>>().drain().collect()
}

/// A floor of 40 tiles at 160 px.
pub(crate) fn floor() -> TileGrid {
    let mut grid = TileGrid::new([16, 16]);
    let ground = grid.add_layer("ground");
    let stone = grid.add_tile(Tile::default());
    for col in 0..40 {
        grid.set_tile(ground, TileCoord::new(col, 10), Some(stone));
    }
    grid
}
