//! Registration of the game's component types for snapshots and recordings.

use super::columns::Plain;
use crate::physics::Physics;
use bytemuck::Pod;
use hecs::Component;

impl Physics {
    /// Adds a component type of the game to snapshots and recordings, under a name of 1 to 47 bytes. Each component is
    /// saved as its bytes in memory. So programs that share snapshots need one byte order.
    ///
    /// Register all types before the first snapshot. A snapshot can be restored where equal types are registered, in
    /// any order. An entity with a registered type needs no body to be saved.
    ///
    /// A component that names other entities by [`Entity`](hecs::Entity) is valid after a restore: entities return under
    /// their handles, in the world of the snapshot. For other worlds, name bodies by [`BodyId`](crate::BodyId).
    ///
    /// ```
    /// # use tilephys_ecs::*;
    /// #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    /// #[repr(C)]
    /// struct Health(u32);
    ///
    /// # let mut physics = Physics::new(TileGrid::new(glam::UVec2::splat(16)));
    /// # let mut world = hecs::World::new();
    /// physics.save_plain::<Health>("Health");
    /// let slime = physics.spawn(&mut world, (Position::new(8.0, 8.0), Velocity::default(), Collider::new(8.0, 8.0), Health(3)));
    /// let snapshot = physics.snapshot(&mut world);
    /// world.despawn(slime)?;
    /// physics.restore(&mut world, &snapshot)?;
    /// assert_eq!(world.get::<&Health>(slime)?.0, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the type or the name is registered already, if the name is empty or too long, or after 64 types.
    #[doc(alias = "register")]
    #[doc(alias = "rollback_component")]
    pub fn save_plain<T: Pod + Component>(&mut self, name: &'static str) {
        self.types.register::<T, Plain>(name);
    }

    /// Like [`save_plain`](Self::save_plain), but saves each component by its implementation of serde, in the format of
    /// the crate `postcard`. Snapshots panic if a component cannot be serialized.
    ///
    /// # Panics
    /// If the type or the name is registered already, if the name is empty or too long, or after 64 types.
    #[cfg(feature = "serde")]
    pub fn save_serde<T>(&mut self, name: &'static str)
    where
        T: serde::Serialize + serde::de::DeserializeOwned + Component + Clone,
    {
        self.types.register::<T, super::columns::Serde>(name);
    }
}
