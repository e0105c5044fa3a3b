//! From components to the profiles that bodies share in the engine.

use crate::bits::{Key, differ, key};
use crate::components::{Filter, Floats, Gravity, Limits, Reports, Up};
use hecs::{Archetype, ArchetypeColumn};
use std::collections::BTreeMap;
use std::ops::Range;
use tilephys_core::{Profile, ProfileId, Response, Walk, World as Core};

/// Profiles that are kept at least before those out of use are dropped.
const FEW: usize = 1024;

/// The columns of an archetype that make up a profile, as far as there are any.
pub(crate) struct SettingColumns<'a> {
    response: Option<ArchetypeColumn<'a, Response>>,
    filter: Option<ArchetypeColumn<'a, Filter>>,
    gravity: Option<ArchetypeColumn<'a, Gravity>>,
    limits: Option<ArchetypeColumn<'a, Limits>>,
    up: Option<ArchetypeColumn<'a, Up>>,
    reports: Option<ArchetypeColumn<'a, Reports>>,
    walk: Option<ArchetypeColumn<'a, Walk>>,
    floats: bool,
}

/// The same as slices.
#[derive(Clone, Copy)]
pub(crate) struct SettingRows<'a> {
    response: Option<&'a [Response]>,
    filter: Option<&'a [Filter]>,
    gravity: Option<&'a [Gravity]>,
    limits: Option<&'a [Limits]>,
    up: Option<&'a [Up]>,
    reports: Option<&'a [Reports]>,
    walk: Option<&'a [Walk]>,
    floats: bool,
}

impl<'a> SettingColumns<'a> {
    pub(crate) fn of(archetype: &'a Archetype) -> Self {
        SettingColumns {
            response: archetype.get::<&Response>(),
            filter: archetype.get::<&Filter>(),
            gravity: archetype.get::<&Gravity>(),
            limits: archetype.get::<&Limits>(),
            up: archetype.get::<&Up>(),
            reports: archetype.get::<&Reports>(),
            walk: archetype.get::<&Walk>(),
            floats: archetype.has::<Floats>(),
        }
    }

    pub(crate) fn rows(&self) -> SettingRows<'_> {
        SettingRows {
            response: self.response.as_deref(),
            filter: self.filter.as_deref(),
            gravity: self.gravity.as_deref(),
            limits: self.limits.as_deref(),
            up: self.up.as_deref(),
            reports: self.reports.as_deref(),
            walk: self.walk.as_deref(),
            floats: self.floats,
        }
    }
}

impl SettingRows<'_> {
    /// The profile of a row. What a row has no component for is as the default has it.
    fn profile(&self, row: usize) -> Profile {
        let mut profile = Profile::default();
        let movement = &mut profile.movement;
        if let Some(response) = self.response {
            movement.response = response[row];
        }
        if let Some(filter) = self.filter {
            movement.mask = filter[row].mask;
        }
        if let Some(up) = self.up {
            movement.up = up[row].0;
        }
        if let Some(walk) = self.walk {
            movement.walk = Some(walk[row]);
        }
        if self.floats {
            movement.walk = None;
        }
        if let Some(limits) = self.limits {
            movement.rest_speed = limits[row].rest_speed;
            profile.max_speed = limits[row].max_speed;
        }
        if let Some(gravity) = self.gravity {
            profile.gravity_scale = gravity[row].scale;
        }
        if let Some(reports) = self.reports {
            (profile.report_hits, profile.track_contacts) = (reports[row].hits, reports[row].contacts);
        }
        profile
    }

    /// Have two rows equal settings, to the bit?
    fn are_equal(&self, a: usize, b: usize) -> bool {
        self.all_equal(a, b..b + 1)
    }

    /// Have all rows of `which` the settings of row `a`, to the bit?
    #[inline]
    fn all_equal(&self, a: usize, which: Range<usize>) -> bool {
        let which = || which.clone();
        let small = differ(self.response, a, which()) | differ(self.gravity, a, which());
        let flags = differ(self.reports, a, which()) | differ(self.up, a, which());
        let rest = differ(self.filter, a, which()) | differ(self.limits, a, which());
        small | flags | rest | differ(self.walk, a, which()) == 0
    }
}

/// Which profile stands for which settings; for unsound ones, the reason.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    ids: BTreeMap<Key, ProfileId>,
    limit: usize,
}

impl Table {
    /// Drops all profiles if many seem out of use: settings may change for ever.
    pub(crate) fn begin(&mut self, core: &mut Core) {
        if self.ids.len() > self.limit.max(FEW) {
            self.ids.clear();
            self.limit = 0;
            core.set_profiles([]);
        }
    }

    /// Takes what is there now for in use.
    pub(crate) fn end(&mut self) {
        if self.limit == 0 {
            self.limit = 2 * self.ids.len();
        }
    }

    /// Adds the profiles of rows that are not known.
    #[cold]
    pub(crate) fn learn(&mut self, rows: SettingRows, which: Range<usize>, core: &mut Core) {
        for row in which.clone() {
            if row > which.start && rows.are_equal(row - 1, row) {
                continue;
            }
            let profile = rows.profile(row);
            self.ids.entry(key(&profile)).or_insert_with(|| match profile.fault() {
                Some((field, fault)) => ProfileId::rejecting(field, fault),
                None => core.add_profile(profile),
            });
        }
    }

    /// Writes the profiles of rows from `from` on, run by run of equal rows. Returns whether all were known.
    pub(crate) fn look_up(&self, rows: SettingRows, from: usize, profiles: &mut [ProfileId]) -> bool {
        let (len, mut all, mut begin) = (profiles.len(), true, 0);
        // Mostly all rows have the settings of the first.
        let uniform = rows.all_equal(from, from..from + len);
        while begin < len {
            let same = |row: &usize| rows.are_equal(from + begin, from + row);
            let end = if uniform { len } else { begin + 1 + (begin + 1..len).take_while(same).count() };
            match self.ids.get(&key(&rows.profile(from + begin))) {
                Some(id) => profiles[begin..end].fill(*id),
                None => all = false,
            }
            begin = end;
        }
        all
    }
}
