//! Contact of two bodies in an island.

use crate::dynamics::islands::StepTime;

/// Contact of two members with touching faces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceContact {
    /// Members, the one on the lower side of the axis first.
    pub(crate) members: [u32; 2],
    pub(crate) axis: usize,
    pub(crate) moment: StepTime,
    /// True if they overlap.
    pub(crate) is_inside: bool,
}
