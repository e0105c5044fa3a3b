//! Component of a walker, a character that walks to and fro by itself.

#[cfg(doc)]
use tilephys_feel::{Feel, Input};

/// Walker: a character that walks to and fro by itself, as enemies do. Each step sets the [`Input::along`] of an entity with a [`Feel`],
/// after the control phase of the game; other inputs are the game's.
///
/// On a floor it turns where it would fall off an edge or has a wall ahead, early enough to stop there at the speed and acceleration
/// of its [`Feel`]. Where it has no room on either side, it stands. In the air it keeps its direction. A patrol without a [`Feel`] is
/// reported in each step.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{Collider, Feel, Patrol, Physics, Position, TileCoord, TileGrid, Velocity};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let ground = grid.add_layer("ground");
/// let stone = grid.add_tile(Tile::default());
/// for col in 0..6 {
///     grid.set_tile(ground, TileCoord::new(col, 2), Some(stone));
/// }
/// let mut physics = Physics::new(grid);
/// let mut world = hecs::World::new();
/// let enemy = (Position::new(40.0, 24.0), Velocity::default(), Collider::new(8.0, 8.0), Feel::mario(), Patrol::default());
/// let enemy = physics.spawn(&mut world, enemy);
/// for _ in 0..600 {
///     physics.step(&mut world, 1.0 / 60.0);
/// }
/// // Ten seconds later it is still on its six tiles.
/// let x = world.get::<&Position>(enemy).unwrap().px().x;
/// assert!((-4.0..=92.0).contains(&x));
/// ```
#[doc(alias = "walker")]
#[doc(alias = "enemy")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patrol {
    /// Input along the floor, from -1 to 1; positive toward greater coordinates. -1 by default. Each turn changes its sign.
    pub along: f32,
    /// True if it turns at edges, false if it walks off them; true by default.
    pub turns_at_edges: bool,
}

impl Default for Patrol {
    fn default() -> Self {
        Patrol { along: -1.0, turns_at_edges: true }
    }
}
