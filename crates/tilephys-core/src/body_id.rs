//! Ids of bodies.

/// Id of a body: stable for the life of the body, saved in snapshots, independent of any ECS.
///
/// It is a plain number. Worlds that were stepped alike, or restored from one snapshot, give the same ids to the same bodies.
/// In any other world an id names another body or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId(pub u32);
