//! Answers about a map that several checks share.

use crate::reach::Reach;
use crate::seam::Seam;
use std::sync::OnceLock;
use tilephys_core::Aabb;

/// Answers that several checks need, computed on first use.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) movers: OnceLock<Vec<MoverBox>>,
    pub(crate) seams: OnceLock<Vec<Seam>>,
    pub(crate) reach: OnceLock<Option<Reach>>,
}

/// The boxes of a mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverBox {
    /// Index in the movers of the level.
    pub(crate) mover: usize,
    /// Box at the start.
    pub(crate) start: Aabb,
    /// Bounds of the whole path.
    pub(crate) bounds: Aabb,
}
