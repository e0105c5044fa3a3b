//! Names of bodies.

/// A body's name: given once, kept for life, saved with snapshots, never taken from an ECS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId(pub u32);
