//! Temporal coherence of the broad phase of movers: the bodies near widened bounds, found once for several steps.
//!
//! The pairs hold all pairs of the exact bounds while no body and no solid has left its margin.

use crate::aabb::Aabb;
use crate::dynamics::ids::BodyId;
use crate::dynamics::state::bodies::{Axis, Bodies};
use glam::IVec2;

/// Distance that bodies may move on an axis, in lattice units; a power of two. Solids may move as far.
const MARGIN: i32 = 1 << 12;
/// Uses that pay for a search in widened bounds.
const FEWEST_USES: u32 = 2;
/// Searches in exact bounds after a search that did not pay.
const PAUSE: u32 = 30;

/// Bodies near the widened bounds of solids.
#[derive(Clone, Debug, Default)]
pub(super) struct WidePairs {
    /// Solids that may move, and their widened bounds.
    moving: Vec<u32>,
    bounds: Vec<Aabb>,
    /// Bodies at the search.
    ids: Vec<BodyId>,
    x: Sides,
    y: Sides,
    /// By solid: start of its bodies in `indices`, and the end.
    starts: Vec<u32>,
    indices: Vec<u32>,
    /// By solid: true if no other solid has any of its bodies.
    apart: Vec<bool>,
    /// By body index: its last solid. Buffer, kept to reuse its allocation.
    last: Vec<u32>,
    is_found: bool,
    /// Number of uses of the last search.
    uses: u32,
    /// Searches until the next one in widened bounds.
    pause: u32,
}

/// Bodies at the search, on one axis.
#[derive(Clone, Debug, Default)]
struct Sides {
    at: Vec<i32>,
    size: Vec<i32>,
}

impl Sides {
    fn copy(&mut self, axis: &Axis) {
        self.at.clone_from(&axis.at);
        self.size.clone_from(&axis.size);
    }

    /// True if no body has changed its size or has moved farther than the margin.
    fn hold(&self, axis: &Axis) -> bool {
        // The bits of all distances together: below a power of two if each one is.
        let far = self.at.iter().zip(&axis.at).fold(0, |far, (&from, &to)| {
            let way = to.wrapping_sub(from);
            let overflow = (to ^ from) & (to ^ way) & i32::MIN;
            far | (way ^ way >> 31) | overflow
        });
        (0..MARGIN).contains(&far) && self.size == axis.size
    }
}

impl WidePairs {
    /// Returns the bodies near a solid within the margins, in the order of ids.
    pub(super) fn of(&self, solid: u32) -> &[u32] {
        let range = self.starts.get(solid as usize).zip(self.starts.get(solid as usize + 1));
        range.map_or(&[], |(from, to)| &self.indices[*from as usize..*to as usize])
    }

    /// Returns the bodies near a solid within the margins, if none of them is near another solid within the margins.
    pub(super) fn apart(&self, solid: u32) -> Option<&[u32]> {
        self.apart.get(solid as usize).filter(|is_apart| **is_apart).map(|_| self.of(solid))
    }

    /// True if the pairs hold all pairs of these bodies and of moving solids with these bounds.
    pub(super) fn hold(&mut self, moving: &[u32], bounds: &[Aabb], bodies: &Bodies) -> bool {
        let is_within = |(wide, now): (&Aabb, &Aabb)| {
            let now = widened(*now, MARGIN);
            wide.min.cmple(now.min).all() && now.max.cmple(wide.max).all()
        };
        let holds = self.is_found
            && self.moving == moving
            && self.bounds.iter().zip(bounds).all(is_within)
            && self.ids == bodies.id
            && self.x.hold(&bodies.x)
            && self.y.hold(&bodies.y);
        self.uses = self.uses.saturating_add(u32::from(holds));
        holds
    }

    /// True if a search in widened bounds may pay. Call this for each search.
    pub(super) fn is_due(&mut self) -> bool {
        if self.is_found && self.uses < FEWEST_USES {
            self.is_found = false;
            self.pause = PAUSE;
        }
        self.pause = self.pause.saturating_sub(1);
        self.pause == 0
    }

    /// Widens the bounds of solids for a search.
    pub(super) fn widen(&mut self, moving: &[u32], bounds: &[Aabb]) -> &[Aabb] {
        moving.clone_into(&mut self.moving);
        self.bounds.clear();
        self.bounds.extend(bounds.iter().map(|aabb| widened(*aabb, 2 * MARGIN)));
        &self.bounds
    }

    /// Takes the result of a search in widened bounds, and leaves its former buffers.
    pub(super) fn take(&mut self, starts: &mut Vec<u32>, indices: &mut Vec<u32>, bodies: &Bodies) {
        std::mem::swap(&mut self.starts, starts);
        std::mem::swap(&mut self.indices, indices);
        self.find_apart(bodies.len());
        self.ids.clone_from(&bodies.id);
        self.x.copy(&bodies.x);
        self.y.copy(&bodies.y);
        self.is_found = true;
        self.uses = 0;
    }

    /// Finds the solids that share no body with another solid.
    fn find_apart(&mut self, bodies: usize) {
        const NONE: u32 = u32::MAX;
        let WidePairs { starts, indices, apart, last, .. } = self;
        apart.clear();
        apart.resize(starts.len().saturating_sub(1), true);
        last.clear();
        last.resize(bodies, NONE);
        for (solid, range) in (0..).zip(starts.windows(2)) {
            for &index in &indices[range[0] as usize..range[1] as usize] {
                let former = std::mem::replace(&mut last[index as usize], solid);
                if former != NONE {
                    apart[former as usize] = false;
                    apart[solid as usize] = false;
                }
            }
        }
    }
}

fn widened(aabb: Aabb, by: i32) -> Aabb {
    let by = IVec2::splat(by);
    Aabb { min: aabb.min.saturating_sub(by), max: aabb.max.saturating_add(by) }
}
