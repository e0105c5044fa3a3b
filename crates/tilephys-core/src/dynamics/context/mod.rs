//! Context of a step: all that a phase reads, and the view of each body.

mod body_view;

pub(crate) use body_view::BodyView;

use crate::controller::{Body, BodyProbe};
use crate::dynamics::hooks::CollisionHooks;
use crate::dynamics::ids::BodyId;
use crate::dynamics::output::SensorPath;
use crate::dynamics::settings::{Combine, Profile, ProfileId};
use crate::dynamics::state::{IdMap, IgnoredPairs, Platforms, Solids, TransientStates};
use crate::grid::TileGrid;

/// Read-only context of a step: a world without its bodies.
#[derive(Clone, Copy)]
pub(crate) struct StepContext<'a> {
    pub(crate) grid: &'a TileGrid,
    pub(crate) profiles: &'a [Profile],
    pub(crate) indices: &'a IdMap,
    pub(crate) transient: &'a TransientStates,
    pub(crate) platforms: &'a Platforms,
    pub(crate) ignored: &'a IgnoredPairs,
    pub(crate) combine: Combine,
    pub(crate) rules: Option<&'a dyn CollisionHooks>,
    pub(crate) traced: SensorPath<'a>,
    /// Bodies that the batched passes leave out.
    pub(crate) classes: &'a StepClasses,
    pub(crate) dt: f32,
}

impl StepContext<'_> {
    /// True if a body overlaps a solid that blocks it. False for a rejected body.
    pub(crate) fn is_inside(&self, id: BodyId, body: &Body, profile: ProfileId) -> bool {
        let Some(profile) = self.profiles.get(profile.index()) else { return false };
        let own = self.body_view(id, body.size, profile);
        let probe = BodyProbe { view: own.view(), body, config: &profile.movement };
        probe.is_blocked_at(body.position)
    }

    pub(crate) fn has_exceptions(&self) -> bool {
        let has_platforms = || self.profiles.iter().any(Profile::is_one_way_platform);
        self.rules.is_some()
            || !self.ignored.is_empty()
            || has_platforms() && self.transient.others().any(|(_, memory)| memory.drops_bodies())
    }

    /// True if two bodies with these profiles pass through each other, whatever their masks: an ignored pair, a body that drops
    /// through a platform, or a pair that the collision hooks reject.
    pub(crate) fn is_exception(&self, [a, b]: [BodyId; 2], [one, other]: [&Profile; 2]) -> bool {
        let drops = |a: BodyId, b: BodyId| self.transient.find(a).is_some_and(|memory| memory.drops_body(b));
        let rejects = |rules: &dyn CollisionHooks| {
            (one.use_hooks || other.use_hooks) && !rules.should_collide_with_body(a.min(b), a.max(b))
        };
        self.ignored.holds(a, b) || drops(a, b) || drops(b, a) || self.rules.is_some_and(rejects)
    }

    /// True without movers, solid bodies, sensors, regions and off-grid shapes. Most worlds can then skip
    /// these tests for each body.
    pub(crate) fn is_quiet(&self) -> bool {
        self.grid.box_count == 0 && !self.traced.any() && self.platforms.is_quiet()
    }
}

/// Class of a body that the batched passes leave out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StepClass {
    /// Body with its own step length, in seconds.
    OwnTime(f32),
    Frozen,
    /// Solid body, which has moved with the platforms.
    Moved,
}

/// Bodies of these classes, by ascending index. All other bodies are batched.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepClasses(Vec<(u32, StepClass)>);

impl StepClasses {
    pub(crate) const ALL_BATCHED: StepClasses = StepClasses(Vec::new());

    pub(crate) fn find_own_time(&mut self, transient: &TransientStates, indices: &IdMap, dt: f32) {
        self.0.clear();
        for (id, memory) in transient.timed() {
            let class = memory.own_dt(dt).map_or(StepClass::Frozen, StepClass::OwnTime);
            self.0.extend(indices.get(id).map(|index| (index as u32, class)));
        }
        self.0.sort_unstable_by_key(|entry| entry.0);
    }

    pub(crate) fn add_solids(&mut self, solids: &Solids) {
        if solids.is_empty() {
            return;
        }
        self.0.extend(solids.list.iter().map(|solid| (solid.index, StepClass::Moved)));
        self.0.sort_unstable_by_key(|entry| (entry.0, entry.1 != StepClass::Moved));
        self.0.dedup_by_key(|entry| entry.0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn of_part(&self, from: u32, len: usize) -> &[(u32, StepClass)] {
        let begin = self.0.partition_point(|entry| entry.0 < from);
        let count = self.0[begin..].partition_point(|entry| ((entry.0 - from) as usize) < len);
        &self.0[begin..begin + count]
    }

    #[inline]
    pub(crate) fn of(&self, index: u32) -> Option<StepClass> {
        let found = self.0.binary_search_by_key(&index, |entry| entry.0).ok()?;
        Some(self.0[found].1)
    }
}
