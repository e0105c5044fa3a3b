//! Columns of an archetype with the settings of bodies, borrowed.

use hecs::{Archetype, ArchetypeColumn};
use tilephys_columns::{
    Category, Filter, Gravity, Limits, ReportTiles, Reports, Sensor, SettingRows, Solid, Up,
    UseCollisionHooks,
};
use tilephys_core::{BodyCollision, MotionMode, Response, Walk, platform::RideSettings};

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
    use_hooks: bool,
    report_tiles: bool,
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
            use_hooks: archetype.has::<UseCollisionHooks>(),
            report_tiles: archetype.has::<ReportTiles>(),
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
            use_hooks: self.use_hooks,
            report_tiles: self.report_tiles,
        }
    }
}
