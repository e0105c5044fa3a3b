//! Slanted faces of the parts in the SIMD moves of [`PartLanes`](super::PartLanes).

use super::lane_axis::LANES;
use super::part_axis::{Marks, Reals};
use crate::limits::MAX_CORNERS;
use crate::shape::Convex;

/// Slanted faces with one index of all lanes.
#[derive(Clone, Debug)]
pub(super) struct SlantLanes {
    pub(super) normal: [Reals; 2],
    pub(super) offset: Reals,
}

/// Slanted faces of all lanes.
#[derive(Clone, Debug)]
pub(super) struct PartSlants {
    pub(super) faces: [SlantLanes; MAX_CORNERS],
    /// Number of slanted faces, by lane.
    count: Marks,
}

impl PartSlants {
    pub(super) const fn new() -> Self {
        let none = [const { SlantLanes { normal: [[0.0; LANES]; 2], offset: [0.0; LANES] } }; MAX_CORNERS];
        PartSlants { faces: none, count: [0; LANES] }
    }

    /// Copies the slanted faces of a part to a lane. False if they are too long for exact products, or of a one-way line.
    ///
    /// A face that counts is at most `span + run` away on each axis. So cross products of two faces are at most the square of the
    /// normal, times that distance, times the run.
    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize, part: &Convex, [span, run]: [u32; 2]) -> bool {
        let mut longest = 1;
        for (slant, lanes) in part.slants.iter().zip(&mut self.faces) {
            let normal = slant.normal;
            longest |= normal.x.unsigned_abs().wrapping_add(normal.y.unsigned_abs());
            (lanes.normal[0][lane], lanes.normal[1][lane]) = (normal.x.into(), normal.y.into());
            lanes.offset[lane] = slant.offset as f64;
        }
        self.count[lane] = part.slants.len() as u64;
        // Each factor is below 2^16, as are all coordinates of a part within its cell.
        let longest = u64::from(longest);
        let product = longest * longest * u64::from(run + span) * u64::from(run);
        product < 1 << 52 && (part.one_way.is_none() || part.slants.is_empty())
    }

    /// Greatest number of slanted faces of a lane.
    #[inline(always)]
    pub(super) fn most(&self) -> usize {
        let most = self.count.iter().fold(0, |most, &count| if count > most { count } else { most });
        (most as usize).min(MAX_CORNERS)
    }

    /// True if the part of a lane has a slanted face with index `k`.
    #[inline(always)]
    pub(super) fn has(&self, k: usize, lane: usize) -> bool {
        (k as u64) < self.count[lane]
    }
}
