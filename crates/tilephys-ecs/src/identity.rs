//! What an entity is for the driver that spawned it, such as a level.

/// What an entity is for its driver, such as an object of a level. Snapshots contain each entity that has one.
///
/// A restore finds the living entity of a saved one by its identity, whatever handle either has. An entity with an
/// identity never counts as one without it, nor as one with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Number of the driver: the [revision](crate::Physics::next_revision) with which it began.
    pub driver: u32,
    /// What the entity is there, unique in the driver.
    pub part: u64,
}
