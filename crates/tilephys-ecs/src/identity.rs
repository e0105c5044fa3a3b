//! Identities of entities for the driver that spawned them, such as a level.

/// Identity of an entity for its driver, such as an object of a level. Snapshots contain each entity with an identity.
///
/// A restore finds the living entity by the saved identity, whatever handle it has now. An entity with another identity, or
/// without one, never counts as the saved entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// Number of the driver: the [revision](crate::Physics::next_revision) with which it began.
    pub driver: u32,
    /// Number of the part that the entity is, unique in the driver.
    pub part: u64,
}
