//! Bodies in the columns of a driver: the components of a body as plain data, and the copies between their columns and the
//! engine's arrays.
//!
//! A driver keeps bodies as rows of tables, as an ECS does. Each step it borrows its columns as slices and calls:
//!
//! 1. [`Profiles::assign`], which finds the engine's profile of each row from the optional components ([`SettingRows`]);
//! 2. [`load`], which copies positions, velocities, boxes and contacts ([`BodyRows`]) to the engine;
//! 3. [`World::step_on`](tilephys_core::World::step_on), with [`load_velocities`] and [`store_velocities`] around the control
//!    phase of the game;
//! 4. [`store`], which copies them back.
//!
//! The crate knows no ECS and has no threads: an [`Executor`](tilephys_core::driver::Executor) of the driver splits rows with
//! [`fork`], to the same bits on any number of threads. `tilephys-ecs` is such a driver, for `hecs`.

mod bits;
mod body_rows;
mod components;
mod copy;
mod entity_indices;
mod fork;
mod left_floors;
mod load;
mod movers;
mod nearby;
mod profiles;
mod regions;
mod resized;
mod shots;
mod store;
mod trigger;

pub use bits::Bits;
pub use body_rows::BodyRows;
pub use components::{
    Category, Collider, Filter, Gravity, Limits, Position, PreviousPosition, ReportTiles, Reports, Sensor,
    Solid, Up, UseCollisionHooks, Velocity, is_exact,
};
pub use copy::{load, store};
pub use entity_indices::EntityIndices;
pub use fork::{BLOCK, Blocks, First, SMALLEST, fork};
pub use left_floors::LeftFloors;
pub use load::{box_fault, keep_previous, load_velocities};
pub use movers::{DriveMovers, MoveTo, MoverEntry, MoverPath, MoverRow, Movers};
pub use nearby::Nearby;
pub use profiles::{Profiles, SettingRows};
pub use regions::{RegionRow, Regions};
pub use resized::Resized;
pub use shots::shot_stop;
pub use store::store_velocities;
pub use trigger::Trigger;
