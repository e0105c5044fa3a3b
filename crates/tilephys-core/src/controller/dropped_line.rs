//! A one-way line that a body drops through, as its state stores it.

use crate::body_id::BodyId;
use crate::grid::ShapeId;
#[cfg(feature = "serde")]
use crate::limits::MAX_DROPPED;
use glam::IVec2;

/// A one-way line off the grid that a body drops through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum DroppedLine {
    /// The one-way lines of an off-grid shape or mover that held the body.
    Shape {
        /// Shape to which the lines belong.
        shape: ShapeId,
        /// Min corner of the body when the lines held it, from the origin of the shape, in lattice units.
        from: IVec2,
    },
    /// The open side of a body that is a one-way platform.
    Body(BodyId),
}

/// Serialized form of dropped lines: a list without empty entries, which formats such as TOML cannot express.
#[cfg(feature = "serde")]
pub(super) mod list {
    use super::{DroppedLine, MAX_DROPPED};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    type Lines = [Option<DroppedLine>; MAX_DROPPED];

    pub(crate) fn serialize<S: Serializer>(lines: &Lines, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lines.iter().flatten())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Lines, D::Error> {
        let list = Vec::<DroppedLine>::deserialize(deserializer)?;
        if list.len() > MAX_DROPPED {
            return Err(D::Error::custom(format_args!(
                "{} lines, where at most {MAX_DROPPED} fit",
                list.len()
            )));
        }
        let mut lines = [None; MAX_DROPPED];
        lines.iter_mut().zip(list).for_each(|(entry, line)| *entry = Some(line));
        Ok(lines)
    }
}
