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

    /// Have two rows equal settings, to the bit?
    fn are_equal(&self, a: usize, b: usize) -> bool {
        self.all_equal(a, b..b + 1)
    }

    /// Have all rows of `which` the settings of row `a`, to the bit?
    #[inline]
    fn all_equal(&self, a: usize, which: Range<usize>) -> bool {
        fn differ<T: Bits>(column: Option<&[T]>, a: usize, which: Range<usize>) -> u64 {
            column.map_or(0, |c| {
                let first = c[a].bits();
                c[which].iter().fold(0, |any, v| any | (v.bits() ^ first))
            })
        }
        let which = || which.clone();
        let small = differ(self.response, a, which()) | differ(self.gravity, a, which());
        let flags = differ(self.reports, a, which()) | differ(self.up, a, which());
        let rest = differ(self.filter, a, which()) | differ(self.limits, a, which());
        let speeds = self.limits.map_or(0, |c| {
            let first = c[a].rest_speed.to_bits();
            c[which()].iter().fold(0, |any, v| any | (v.rest_speed.to_bits() ^ first))
        });
        small | flags | rest | u64::from(speeds) == 0
    }
}

/// A component as bits, to be compared without a jump.
trait Bits {
    fn bits(&self) -> u64;
}

impl Bits for Response {
    #[inline]
    fn bits(&self) -> u64 {
        let (kind, restitution) = match *self {
            Response::Slide => (0, 0.0),
            Response::Stop => (1, 0.0),
            Response::Bounce { restitution } => (2, restitution),
            Response::Invert => (3, 0.0),
            Response::Pass => (4, 0.0),
        };
        kind << 32 | u64::from(restitution.to_bits())
    }
}

impl Bits for Filter {
    #[inline]
    fn bits(&self) -> u64 {
        self.mask.into()
    }
}

impl Bits for Gravity {
    #[inline]
    fn bits(&self) -> u64 {
        self.scale.to_bits().into()
    }
}

impl Bits for Limits {
    /// Of the speeds; the other number is compared beside it.
    #[inline]
    fn bits(&self) -> u64 {
        u64::from(self.max_speed.x.to_bits()) << 32 | u64::from(self.max_speed.y.to_bits())
    }
}

impl Bits for Up {
    #[inline]
    fn bits(&self) -> u64 {
        self.0 as u64
    }
}

impl Bits for Reports {
    #[inline]
    fn bits(&self) -> u64 {
        u64::from(self.hits) | u64::from(self.contacts) << 1
    }
}

/// The bits of a profile.
type Key = [u64; 4];

fn key(profile: &Profile) -> Key {
    let MoveConfig { mask, up, response, rest_speed, walk: _ } = profile.movement;
    let reports = Reports { hits: profile.report_hits, contacts: profile.track_contacts };
    let limits = Limits { max_speed: profile.max_speed, rest_speed };
    [
        response.bits(),
        limits.bits(),
        u64::from(rest_speed.to_bits()) << 32 | u64::from(profile.gravity_scale.to_bits()),
        u64::from(mask) << 32 | Up(up).bits() << 8 | reports.bits(),
    ]
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
