//! The hero: its body, and what it has collected.

use glam::Vec2;
use hecs::{Entity, World};
use serde::{Deserialize, Serialize};
use tilephys_core::TileGrid;
use tilephys_ecs::{BodyCollision, Feel, FeelState, Input, Physics, PreviousPosition, Velocity};
use tilephys_level::{body_at, hero_size, nearest_free};
use tilephys_tiled::Level;

/// Width and height of the hero in a level of tiles of 16 px, in px.
const SIZE: Vec2 = Vec2::new(8.0, 11.0);

/// State of the hero in the game, which goes back in time with its body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hero {
    /// Number of coins taken.
    pub coins: u32,
    /// Number of deaths.
    pub deaths: u32,
    /// True if the hero has reached the goal.
    pub is_home: bool,
    /// Place of the feet after a death, in px.
    pub checkpoint: [f32; 2],
}

/// Width and height of the hero in a level, in px: the size of the level's own hero if that fits where it starts, else by
/// the tiles.
pub(super) fn size(level: &Level, grid: &TileGrid, feet: Option<Vec2>) -> Vec2 {
    let by_tiles = SIZE * (level.tile_size.y as f32 / 16.0);
    // A picture is often larger than the body that the game gives it.
    let fits = |size: &Vec2| feet.is_none_or(|feet| nearest_free(grid, feet, *size) == Some(feet));
    hero_size(level).filter(fits).unwrap_or(by_tiles)
}

/// Adds a hero of a size, in px, with its feet at a place.
pub(super) fn spawn(
    physics: &mut Physics,
    world: &mut World,
    (feet, size): (Vec2, Vec2),
    feel: &Feel,
) -> Entity {
    let hero = Hero { checkpoint: feet.into(), ..Hero::default() };
    let (position, velocity, collider) = body_at(feet, size);
    let character = (feel.clone(), Input::default(), FeelState::default());
    let body = (BodyCollision::default(), PreviousPosition::default());
    let parts = (position, velocity, collider, character.0, character.1, character.2, body.0, body.1, hero);
    physics.spawn(world, parts)
}

/// The hero of a world.
pub(super) fn find(world: &World) -> Option<Entity> {
    world.query::<(Entity, &Hero)>().iter().next().map(|(entity, _)| entity)
}

/// Puts the hero somewhere else, at rest.
pub(super) fn put(world: &mut World, hero: Entity, feet: Vec2) {
    let Ok(size) = world.get::<&tilephys_ecs::Collider>(hero).map(|collider| collider.px()) else { return };
    let (position, _, _) = body_at(feet, size);
    let parts = (position, Velocity::default(), FeelState::default(), PreviousPosition::default());
    // The hero lives: its collider was read.
    let _: Result<(), _> = world.insert(hero, parts);
}
