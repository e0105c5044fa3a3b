//! From components to the profiles that bodies share in the engine.

use crate::components::{Filter, Gravity, Limits, Reports, Up};
use hecs::{Archetype, ArchetypeColumn};
use std::collections::BTreeMap;
use std::ops::Range;
use tilephys_core::{MoveConfig, Profile, ProfileId, Response, World as Core};

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

    /// Have two rows equal settings? Rows with NaN have not.
    #[inline]
    fn are_equal(&self, a: usize, b: usize) -> bool {
        fn same<T: PartialEq>(column: Option<&[T]>, a: usize, b: usize) -> bool {
            column.is_none_or(|c| c[a] == c[b])
        }
        same(self.response, a, b)
            && same(self.gravity, a, b)
            && same(self.reports, a, b)
            && same(self.filter, a, b)
            && same(self.limits, a, b)
            && same(self.up, a, b)
    }
}

/// The bits of a profile.
type Key = [u32; 8];

fn key(profile: &Profile) -> Key {
    let MoveConfig { mask, up, response, rest_speed } = profile.movement;
    let (response, restitution) = match response {
        Response::Slide => (0, 0.0),
        Response::Stop => (1, 0.0),
        Response::Bounce { restitution } => (2, restitution),
        Response::Invert => (3, 0.0),
        Response::Pass => (4, 0.0),
    };
    let flags = u32::from(profile.report_hits) | u32::from(profile.track_contacts) << 1;
    let small = flags | response << 8 | (up as u32) << 16;
    let floats = [restitution, rest_speed, profile.gravity_scale, profile.max_speed.x, profile.max_speed.y];
    let [a, b, c, d, e] = floats.map(f32::to_bits);
    [mask, small, a, b, c, d, e, 0]
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
        let (mut all, mut begin) = (true, 0);
        while begin < profiles.len() {
            let run = (begin + 1..profiles.len()).take_while(|row| rows.are_equal(from + begin, from + row));
            let end = begin + 1 + run.count();
            match self.ids.get(&key(&rows.profile(from + begin))) {
                Some(id) => profiles[begin..end].fill(*id),
                None => all = false,
            }
            begin = end;
        }
        all
    }
}
