//! Components of a mover, a kinematic platform: plain data, for the game to read and write between steps.

use hecs::Entity;
use tilephys_core::{LayerId, TileId};

/// Makes an entity with a [`Position`](crate::Position) a mover: a kinematic solid, such as a lift, a crusher or a door. A mover carries
/// its riders and pushes bodies out of its way. Only bodies that [block it](crate::SquishPolicy::BlockMover) stop it.
///
/// The shape is the [`Collider`](crate::Collider). Without one it is the shape of the tile (a one-way line, a slope),
/// with the position at the min corner of its bounds.
///
/// In each step a mover goes to its [`MoveTo`](crate::MoveTo), else along its [`MoverPath`](crate::MoverPath), else with its
/// [`Velocity`](crate::Velocity). On top of that it follows the mover that [carries](CarriedBy) it. Setting the
/// position teleports the mover, and carries nothing.
///
/// A mover with an unsound velocity, target or parent is reported and does not move by itself in this step. A mover
/// with an unsound position, size, layer or tile is reported and absent from this step.
///
/// ```
/// use glam::UVec2;
/// use tilephys_core::{Tile, TileGrid};
/// use tilephys_ecs::{Collider, Mover, Physics, Position, Velocity};
///
/// let mut grid = TileGrid::new(UVec2::splat(16));
/// let layer = grid.add_layer("level");
/// let tile = grid.add_tile(Tile::default());
/// let mut physics = Physics::new(grid);
/// let mut world = hecs::World::new();
/// // A lift that rises by 1 px in each step.
/// let shape = (Position::new(100.0, 160.0), Collider::new(32.0, 8.0));
/// let lift = world.spawn((shape.0, shape.1, Velocity::new(0.0, -60.0), Mover { layer, tile }));
/// physics.step(&mut world, 1.0 / 60.0);
/// assert_eq!(world.get::<&Position>(lift).unwrap().px().y, 159.0);
/// ```
#[doc(alias = "kinematic")]
#[doc(alias = "moving platform")]
#[doc(alias = "AnimatableBody2D")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// Layer that hits on the mover report.
    pub layer: LayerId,
    /// Tile that gives category and material, and the shape of a mover without a collider.
    pub tile: TileId,
}

/// Parent of a mover, which takes it along. Reported in every step if the parent is no mover, the mover itself, or
/// carried by the mover. Of a cycle, only the mover with the greatest id is reported.
///
/// ```
/// use tilephys_core::Tile;
/// use tilephys_ecs::{CarriedBy, Collider, Mover, Physics, Position, TileGrid, Velocity};
///
/// let mut grid = TileGrid::new([16, 16]);
/// let layer = grid.add_layer("level");
/// let tile = grid.add_tile(Tile::default());
/// let mut physics = Physics::new(grid);
/// let mut world = hecs::World::new();
/// let ship = (Position::new(0.0, 100.0), Collider::new(64.0, 16.0), Velocity::new(60.0, 0.0), Mover { layer, tile });
/// let ship = world.spawn(ship);
/// // The mast follows the ship.
/// let mast = (Position::new(30.0, 40.0), Collider::new(4.0, 60.0), Mover { layer, tile }, CarriedBy(ship));
/// let mast = world.spawn(mast);
/// physics.step(&mut world, 1.0 / 60.0);
/// assert_eq!(world.get::<&Position>(mast).unwrap().px().x, 31.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarriedBy(pub Entity);

/// Marks a mover that the engine knows.
#[derive(Clone, Copy)]
pub(crate) struct KnownMover {
    /// Number in order of registration. Of two movers with the same id, the lower number keeps the id.
    pub(crate) number: u32,
}
