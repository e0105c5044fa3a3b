//! Converts components to the profiles (shared settings) that bodies refer to in the engine.

use crate::bits::{Key, differ, key};
use crate::components::{
    Category, Filter, Gravity, Limits, ReportTiles, Reports, Sensor, Solid, Up, UseCollisionHooks,
};
use hecs::{Archetype, ArchetypeColumn};
use std::collections::BTreeMap;
use std::ops::Range;
use tilephys_core::{
    BodyCollision, MotionMode, Profile, ProfileId, Response, Walk, World as Core, platform::RideSettings,
};

/// Number of profiles below which unused ones are kept.
const FEW: usize = 1024;

/// Columns of an archetype that make up a profile; absent ones are `None`.
pub(crate) struct SettingColumns<'a> {
    response: Option<ArchetypeColumn<'a, Response>>,
    filter: Option<ArchetypeColumn<'a, Filter>>,
    gravity: Option<ArchetypeColumn<'a, Gravity>>,
    limits: Option<ArchetypeColumn<'a, Limits>>,
    up: Option<ArchetypeColumn<'a, Up>>,
    reports: Option<ArchetypeColumn<'a, Reports>>,
    motion_mode: Option<ArchetypeColumn<'a, MotionMode>>,
    walk: Option<ArchetypeColumn<'a, Walk>>,
    riding: Option<ArchetypeColumn<'a, RideSettings>>,
    solid: Option<ArchetypeColumn<'a, Solid>>,
    category: Option<ArchetypeColumn<'a, Category>>,
    sensor: Option<ArchetypeColumn<'a, Sensor>>,
    collide: Option<ArchetypeColumn<'a, BodyCollision>>,
    marks: Marks,
}

/// Marker components: all rows of an archetype have them, or none.
#[derive(Clone, Copy)]
struct Marks {
    use_hooks: bool,
    report_tiles: bool,
}

/// Like [`SettingColumns`], but borrowed as slices.
#[derive(Clone, Copy)]
pub(crate) struct SettingRows<'a> {
    response: Option<&'a [Response]>,
    filter: Option<&'a [Filter]>,
    gravity: Option<&'a [Gravity]>,
    limits: Option<&'a [Limits]>,
    up: Option<&'a [Up]>,
    reports: Option<&'a [Reports]>,
    motion_mode: Option<&'a [MotionMode]>,
    walk: Option<&'a [Walk]>,
    riding: Option<&'a [RideSettings]>,
    solid: Option<&'a [Solid]>,
    category: Option<&'a [Category]>,
    sensor: Option<&'a [Sensor]>,
    collide: Option<&'a [BodyCollision]>,
    marks: Marks,
}

impl<'a> SettingColumns<'a> {
    pub(crate) fn of(archetype: &'a Archetype) -> Self {
        // Borrowed once for the archetype: a borrow for each row would count references again and again.
        SettingColumns {
            response: archetype.get::<&Response>(),
            filter: archetype.get::<&Filter>(),
            gravity: archetype.get::<&Gravity>(),
            limits: archetype.get::<&Limits>(),
            up: archetype.get::<&Up>(),
            reports: archetype.get::<&Reports>(),
            motion_mode: archetype.get::<&MotionMode>(),
            walk: archetype.get::<&Walk>(),
            riding: archetype.get::<&RideSettings>(),
            solid: archetype.get::<&Solid>(),
            category: archetype.get::<&Category>(),
            sensor: archetype.get::<&Sensor>(),
            collide: archetype.get::<&BodyCollision>(),
            marks: Marks {
                use_hooks: archetype.has::<UseCollisionHooks>(),
                report_tiles: archetype.has::<ReportTiles>(),
            },
        }
    }

    pub(crate) fn rows(&self) -> SettingRows<'_> {
        // Plain slices can be copied to each thread, which the borrows cannot.
        SettingRows {
            response: self.response.as_deref(),
            filter: self.filter.as_deref(),
            gravity: self.gravity.as_deref(),
            limits: self.limits.as_deref(),
            up: self.up.as_deref(),
            reports: self.reports.as_deref(),
            motion_mode: self.motion_mode.as_deref(),
            walk: self.walk.as_deref(),
            riding: self.riding.as_deref(),
            solid: self.solid.as_deref(),
            category: self.category.as_deref(),
            sensor: self.sensor.as_deref(),
            collide: self.collide.as_deref(),
            marks: self.marks,
        }
    }
}

impl SettingRows<'_> {
    /// Profile of a row. Absent components have their defaults.
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
            movement.walk = walk[row];
        }
        if let Some(mode) = self.motion_mode {
            movement.motion_mode = mode[row];
        }
        if let Some(limits) = self.limits {
            movement.rest_speed = limits[row].rest_speed;
            profile.max_speed = limits[row].max_speed;
        }
        if let Some(gravity) = self.gravity {
            profile.gravity_scale = gravity[row].scale;
        }
        if let Some(reports) = self.reports {
            profile.report_hits = reports[row].hits;
            profile.track_contacts = reports[row].contacts;
        }
        if let Some(riding) = self.riding {
            profile.riding = riding[row];
        }
        // Without this component the body is not solid, whatever the default profile says.
        profile.solid = self.solid.map(|solid| solid[row].0);
        if let Some(category) = self.category {
            profile.category = category[row].0;
        }
        if let Some(sensor) = self.sensor {
            profile.sensor = sensor[row].0;
        }
        profile.collide = self.collide.map(|collide| collide[row]);
        profile.use_hooks = self.marks.use_hooks;
        profile.report_tiles = self.marks.report_tiles;
        profile
    }

    /// True if two rows have equal settings, to the bit.
    fn are_equal(&self, a: usize, b: usize) -> bool {
        self.all_equal(a, b..b + 1)
    }

    /// True if all rows of `which` have the settings of row `a`, to the bit.
    #[inline(always)]
    pub(crate) fn all_equal(&self, a: usize, which: Range<usize>) -> bool {
        let which = || which.clone();
        // All columns are compared without a branch between them: in most blocks all are equal.
        let small = differ(self.response, a, which()) | differ(self.gravity, a, which());
        let flags = differ(self.reports, a, which()) | differ(self.up, a, which());
        let rest = differ(self.filter, a, which()) | differ(self.limits, a, which());
        let movers = differ(self.riding, a, which()) | differ(self.solid, a, which());
        let senses = differ(self.category, a, which()) | differ(self.sensor, a, which());
        let walk = differ(self.motion_mode, a, which()) | differ(self.walk, a, which());
        let collide = differ(self.collide, a, which());
        !(small | flags | rest | movers | senses | walk | collide)
    }
}

/// Map from settings to profile ids; unsound settings map to their fault.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    ids: BTreeMap<Key, ProfileId>,
    limit: usize,
}

impl Table {
    /// Drops all profiles if many seem unused, because settings may change without end.
    pub(crate) fn begin(&mut self, core: &mut Core) {
        if self.ids.len() > self.limit.max(FEW) {
            self.ids.clear();
            self.limit = 0;
            core.set_profiles([]);
        }
    }

    /// Counts all current profiles as used.
    pub(crate) fn end(&mut self) {
        if self.limit == 0 {
            self.limit = 2 * self.ids.len();
        }
    }

    /// Adds the profiles of rows that are not in the table.
    #[cold]
    pub(crate) fn add_settings(&mut self, rows: SettingRows, which: Range<usize>, core: &mut Core) {
        for row in which.clone() {
            // Rows with equal settings follow each other, so most need no key.
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

    /// Writes the profile ids of rows from `from` on, for each run of equal rows; `uniform` is true if all are equal, as in most
    /// archetypes. Returns true if the table has all of them.
    pub(crate) fn look_up(
        &self,
        rows: SettingRows,
        from: usize,
        profiles: &mut [ProfileId],
        uniform: bool,
        recent: &mut Recent,
    ) -> bool {
        let len = profiles.len();
        let mut all = true;
        let mut begin = 0;
        while begin < len {
            // Bodies with equal profiles before probably have equal profiles now.
            let before = profiles[begin];
            let same = |row: &usize| profiles[*row] == before && rows.are_equal(from + begin, from + row);
            let end = if uniform { len } else { begin + 1 + (begin + 1..len).take_while(same).count() };
            let found = recent.find(rows, from + begin, before);
            match found.or_else(|| self.find(rows, from + begin, recent)) {
                // An unchanged cache line need not be written back to memory.
                Some(id) if profiles[begin..end].iter().any(|known| *known != id) => {
                    profiles[begin..end].fill(id);
                }
                Some(_) => {}
                None => all = false,
            }
            begin = end;
        }
        all
    }

    fn find(&self, rows: SettingRows, row: usize, recent: &mut Recent) -> Option<ProfileId> {
        let id = *self.ids.get(&key(&rows.profile(row)))?;
        recent.keep(row, id);
        Some(id)
    }
}

/// Cache of the last few rows looked up, with their profiles. It serves mixed bodies of a few kinds, such as eight
/// masses, at a lower cost than the table.
#[derive(Default)]
pub(crate) struct Recent {
    known: [(usize, ProfileId); 8],
    len: usize,
}

impl Recent {
    /// Profile of a row, probably the profile `before` at the same index.
    fn find(&self, rows: SettingRows, row: usize, before: ProfileId) -> Option<ProfileId> {
        let known = &self.known[..self.len.min(self.known.len())];
        let is_it = |known: &&(usize, ProfileId)| rows.are_equal(known.0, row);
        let likely = known.iter().find(|known| known.1 == before).filter(is_it);
        likely.or_else(|| known.iter().find(is_it)).map(|(_, id)| *id)
    }

    /// Stores a profile, in place of the oldest if the cache is full.
    fn keep(&mut self, row: usize, id: ProfileId) {
        self.known[self.len % self.known.len()] = (row, id);
        self.len += 1;
    }
}
