//! Converts components to the profiles (shared settings) that bodies refer to in the engine.

use crate::bits::{Key, differ, key};
use crate::components::{Category, Filter, Gravity, Limits, Reports, Sensor, Solid, Up};
use crate::fork::{BLOCK, Blocks, First, fork};
use pulp::{Arch, NullaryFnOnce};
use std::collections::BTreeMap;
use std::ops::Range;
use tilephys_core::{
    BodyCollision, MotionMode, Profile, ProfileId, Response, Walk, World, driver::Executor,
    platform::RideSettings,
};

/// Number of profiles below which unused ones are kept.
const FEW: usize = 1024;

/// Optional components of bodies, of which their profiles consist. A column that is `None` has the defaults.
#[derive(Clone, Copy, Debug, Default)]
pub struct SettingRows<'a> {
    /// Responses to hits.
    pub response: Option<&'a [Response]>,
    /// Collision masks for tiles.
    pub filter: Option<&'a [Filter]>,
    /// Factors of gravity.
    pub gravity: Option<&'a [Gravity]>,
    /// Speed limits.
    pub limits: Option<&'a [Limits]>,
    /// Up directions.
    pub up: Option<&'a [Up]>,
    /// Choices of events.
    pub reports: Option<&'a [Reports]>,
    /// With floors, or floating.
    pub motion_mode: Option<&'a [MotionMode]>,
    /// Slopes, steps and assists.
    pub walk: Option<&'a [Walk]>,
    /// Behavior on moving platforms.
    pub riding: Option<&'a [RideSettings]>,
    /// Tiles of solid bodies; `None` for bodies that are not solid.
    pub solid: Option<&'a [Solid]>,
    /// Collision layers.
    pub category: Option<&'a [Category]>,
    /// Categories that the boxes sense.
    pub sensor: Option<&'a [Sensor]>,
    /// Contacts with other bodies; `None` for bodies that pass through each other.
    pub collide: Option<&'a [BodyCollision]>,
    /// True if the rows have [`UseCollisionHooks`](crate::UseCollisionHooks).
    pub use_hooks: bool,
    /// True if the rows have [`ReportTiles`](crate::ReportTiles).
    pub report_tiles: bool,
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
        profile.use_hooks = self.use_hooks;
        profile.report_tiles = self.report_tiles;
        profile
    }

    /// True if two rows have equal settings, to the bit.
    fn are_equal(&self, a: usize, b: usize) -> bool {
        self.all_equal(a, b..b + 1)
    }

    /// True if all rows of `which` have the settings of row `a`, to the bit.
    #[inline(always)]
    fn all_equal(&self, a: usize, which: Range<usize>) -> bool {
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

/// Profiles of bodies by their settings, for all columns of a world.
///
/// Each step calls [`begin`](Self::begin), then [`assign`](Self::assign) for each run of columns, then [`end`](Self::end).
#[derive(Debug, Default)]
pub struct Profiles {
    table: Table,
    /// Flags for each block of a run: true if the table lacks settings of its rows.
    unknown: Vec<bool>,
}

impl Profiles {
    /// Drops the profiles of the world if many seem unused, because settings may change without end.
    pub fn begin(&mut self, world: &mut World) {
        self.table.begin(world);
    }

    /// Finds the profiles of `len` rows, for the bodies of the world from `first` on. Bodies with unsound settings get none, so
    /// that the step skips and reports them.
    pub fn assign(
        &mut self,
        executor: &impl Executor,
        world: &mut World,
        first: usize,
        rows: SettingRows<'_>,
        len: usize,
    ) {
        let Profiles { table, unknown } = self;
        loop {
            unknown.clear();
            unknown.resize(len.div_ceil(BLOCK), false);
            let profiles = &mut world.slices().profile[first..first + len];
            let known = &*table;
            // Threads look up known settings, and flag blocks with unknown ones.
            fork(executor, len, (First(0), profiles, Blocks(unknown)), &|_,
                                                                         (
                First(first),
                profiles,
                Blocks(unknown),
            )| {
                Arch::new().dispatch(Search { rows, first, profiles, table: known, unknown });
            });
            if !unknown.contains(&true) {
                return;
            }
            // One thread adds these, so that numbers of profiles do not depend on the threads.
            for block in (0..unknown.len()).filter(|block| unknown[*block]) {
                let which = block * BLOCK..(block * BLOCK + BLOCK).min(len);
                table.add_settings(rows, which, world);
            }
        }
    }

    /// Counts all current profiles as used.
    pub fn end(&mut self) {
        self.table.end();
    }

    /// Memory of the flags, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.unknown.len()
    }
}

/// Search for the profiles of the rows from `first` on.
struct Search<'a, 'b> {
    rows: SettingRows<'a>,
    first: usize,
    profiles: &'b mut [ProfileId],
    table: &'a Table,
    /// Flags for each block: true if the table lacks settings of its rows.
    unknown: &'b mut [bool],
}

impl NullaryFnOnce for Search<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Search { rows, first, profiles, table, unknown } = self;
        let mut recent = Recent::default();
        let blocks = (first..).step_by(BLOCK).zip(profiles.chunks_mut(BLOCK)).zip(unknown);
        for ((from, profiles), unknown) in blocks {
            let is_uniform = rows.all_equal(from, from..from + profiles.len());
            *unknown = !table.look_up(rows, from, profiles, is_uniform, &mut recent);
        }
    }
}

/// Map from settings to profile ids; unsound settings map to their fault.
#[derive(Clone, Debug, Default)]
struct Table {
    ids: BTreeMap<Key, ProfileId>,
    limit: usize,
}

impl Table {
    /// Drops all profiles if many seem unused, because settings may change without end.
    fn begin(&mut self, world: &mut World) {
        if self.ids.len() > self.limit.max(FEW) {
            self.ids.clear();
            self.limit = 0;
            world.set_profiles([]);
        }
    }

    /// Counts all current profiles as used.
    fn end(&mut self) {
        if self.limit == 0 {
            self.limit = 2 * self.ids.len();
        }
    }

    /// Adds the profiles of rows that are not in the table.
    #[cold]
    fn add_settings(&mut self, rows: SettingRows, which: Range<usize>, world: &mut World) {
        for row in which.clone() {
            // Rows with equal settings follow each other, so most need no key.
            if row > which.start && rows.are_equal(row - 1, row) {
                continue;
            }
            let profile = rows.profile(row);
            self.ids.entry(key(&profile)).or_insert_with(|| match profile.fault() {
                Some((field, fault)) => ProfileId::rejecting(field, fault),
                None => world.add_profile(profile),
            });
        }
    }

    /// Writes the profile ids of rows from `from` on, for each run of equal rows; `uniform` is true if all are equal, as in most
    /// archetypes. Returns true if the table has all of them.
    fn look_up(
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
struct Recent {
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
