//! Step classes: the bodies that a phase over many bodies does not treat like all others.

use crate::dynamics::state::{IdMap, Solids, TransientStates};

/// Class of a body that the batched passes leave out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum StepClass {
    /// Body with its own step length, in seconds.
    OwnTime(f32),
    /// Body without time in this step.
    Frozen,
    /// Solid body, which has moved with the platforms.
    Moved,
}

/// Bodies of these classes, by ascending index. All other bodies are batched.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepClasses(Vec<(u32, StepClass)>);

impl StepClasses {
    /// All bodies are batched.
    pub(crate) const ALL_BATCHED: StepClasses = StepClasses(Vec::new());

    /// Lists the bodies with their own time, for a step of `dt` seconds.
    pub(crate) fn find_own_time(&mut self, transient: &TransientStates, indices: &IdMap, dt: f32) {
        self.0.clear();
        for (id, memory) in transient.timed() {
            let class = memory.own_dt(dt).map_or(StepClass::Frozen, StepClass::OwnTime);
            self.0.extend(indices.get(id).map(|index| (index as u32, class)));
        }
        self.0.sort_unstable_by_key(|entry| entry.0);
    }

    /// Adds the solid bodies, also those with their own time.
    pub(crate) fn add_solids(&mut self, solids: &Solids) {
        if solids.is_empty() {
            return;
        }
        self.0.extend(solids.list.iter().map(|solid| (solid.index, StepClass::Moved)));
        self.0.sort_unstable_by_key(|entry| (entry.0, entry.1 != StepClass::Moved));
        self.0.dedup_by_key(|entry| entry.0);
    }

    /// True if all bodies are batched.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the bodies of a part, which begins at index `from`.
    pub(crate) fn of_part(&self, from: u32, len: usize) -> &[(u32, StepClass)] {
        let begin = self.0.partition_point(|entry| entry.0 < from);
        let count = self.0[begin..].partition_point(|entry| ((entry.0 - from) as usize) < len);
        &self.0[begin..begin + count]
    }

    /// Returns the class of a body; `None` if it is batched.
    #[inline]
    pub(crate) fn of(&self, index: u32) -> Option<StepClass> {
        let found = self.0.binary_search_by_key(&index, |entry| entry.0).ok()?;
        Some(self.0[found].1)
    }
}
