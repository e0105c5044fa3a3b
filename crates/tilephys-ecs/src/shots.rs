//! Spawning a body out of another: a shot that no wall between its owner and its muzzle lets through.

use crate::physics::Physics;
use glam::IVec2;
use hecs::{DynamicBundle, Entity, World};
use tilephys_columns::{Collider, Filter, Position, shot_stop};
use tilephys_core::{Aabb, BodyId};

impl Physics {
    /// Spawns an entity like [`spawn`](Self::spawn), swept to its [`Position`] from the middle of its owner's box.
    ///
    /// A solid between the two stops it there, and its first step hits it: the bullet of a hero at a thin wall does not begin
    /// behind the wall. Tiles and movers are solid by the entity's [`Filter`]; bodies and the owner are not. Without a box on either
    /// side, the entity begins at its position.
    ///
    /// ```
    /// # use tilephys_core::Tile;
    /// # use tilephys_ecs::*;
    /// # let mut grid = TileGrid::new([16, 16]);
    /// # let layer = grid.add_layer("level");
    /// # let stone = grid.add_tile(Tile::default());
    /// grid.set_tile(layer, TileCoord::new(1, 0), Some(stone));
    /// # let mut physics = Physics::new(grid);
    /// # let mut world = hecs::World::new();
    /// let hero = (Position::new(8.0, 2.0), Velocity::default(), Collider::new(8.0, 11.0));
    /// let hero = physics.spawn(&mut world, hero);
    /// // The muzzle is beyond the wall, which begins at x = 16.
    /// let bullet = (Position::new(40.0, 6.0), Velocity::new(600.0, 0.0), Collider::new(2.0, 2.0));
    /// let bullet = physics.spawn_from(&mut world, hero, bullet);
    /// assert_eq!(world.get::<&Position>(bullet).unwrap().px().x, 14.0);
    /// ```
    #[doc(alias = "bullet")]
    #[doc(alias = "muzzle")]
    pub fn spawn_from(&mut self, world: &mut World, owner: Entity, components: impl DynamicBundle) -> Entity {
        let entity = self.spawn(world, components);
        if let Some(min) = self.reached_from(world, owner, entity)
            && let Ok(mut position) = world.get::<&mut Position>(entity)
        {
            let offset = world.get::<&Collider>(entity).map_or(IVec2::ZERO, |collider| collider.offset);
            *position = Position::on_lattice(min - offset);
        }
        entity
    }

    /// Min corner at which a solid stops the box of an entity on its way from the middle of its owner's; `None` if no solid does.
    fn reached_from(&self, world: &World, owner: Entity, entity: Entity) -> Option<IVec2> {
        let from = box_of(world, owner)?;
        let to = box_of(world, entity)?;
        let mask = world.get::<&Filter>(entity).map_or(Filter::default().mask, |filter| filter.mask);
        let owner = world.get::<&BodyId>(owner).ok().map(|id| *id);
        shot_stop(&self.core, owner, from, to, mask)
    }
}

/// Box of an entity at its position; `None` without a sound one.
fn box_of(world: &World, entity: Entity) -> Option<Aabb> {
    let position = world.get::<&Position>(entity).ok()?;
    world.get::<&Collider>(entity).ok()?.aabb(*position)
}
