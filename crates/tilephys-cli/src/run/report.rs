//! Report of a run as data. `--json` prints it as it is; the summary formats it as text.

use super::audit::{Audit, Gap};
use super::collisions::Collisions;
use super::crowd::Crowd;
use super::drive::Taken;
use super::driver::{Driver, all};
use super::ecs::component_bytes;
use super::live::Reloads;
use super::rate::RATE;
use super::referee::Referee;
use crate::geometry::extent::Extent;
use crate::geometry::level::{Shift, filled_cells, map_cells};
use crate::text::hash_shown;
use serde::{Serialize, Serializer};
use std::collections::HashSet;
use tilephys::core::{Aabb, driver::GridMemoryUsage};
use tilephys::tiled::{LayerKind, Level, RegionKind};

/// Complete report. Fields are keys of the JSON object: add some, but rename none.
#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) version: &'static str,
    /// Path as it was given.
    pub(crate) map: String,
    pub(crate) level: LevelFacts,
    pub(crate) projectiles: usize,
    pub(crate) characters: usize,
    pub(crate) steps: u64,
    pub(crate) seed: u64,
    /// Shift of the level, in columns and rows.
    pub(crate) shift: [i32; 2],
    /// Driver of the bodies: `ecs` or `plain`.
    pub(crate) driver: &'static str,
    /// Number of threads.
    pub(crate) threads: usize,
    pub(crate) load_seconds: f64,
    /// Time of all steps, in seconds.
    pub(crate) seconds: f64,
    /// Time of a body in a step, in nanoseconds; 0 without bodies or steps.
    pub(crate) ns_per_body_step: f64,
    /// Game time at 60 steps a second per real time; 0 without steps.
    pub(crate) real_time_factor: f64,
    #[serde(serialize_with = "as_map")]
    pub(crate) phases: Vec<(&'static str, f64)>,
    pub(crate) tile_hits: u64,
    /// Hits of a body per second of game time; 0 without bodies or steps.
    pub(crate) hits_per_body_second: f64,
    pub(crate) grid_bytes: GridMemoryUsage,
    /// Memory of all bodies in the engine, in bytes.
    pub(crate) body_bytes: usize,
    /// Memory of all bodies' components, without hecs's own overhead, in bytes; 0 for the plain loop, which has
    /// none.
    pub(crate) component_bytes: usize,
    #[serde(flatten)]
    pub(crate) misplaced: Misplaced,
    /// Number of times that a step skipped a body because of a number that is not finite.
    pub(crate) rejected: u64,
    /// Number of collectibles that characters took.
    pub(crate) triggers: u64,
    /// Number of squishes: begins of a body being crushed between a mover and something else.
    pub(crate) squishes: u64,
    /// Number of times that a character entered a kill zone and started again.
    pub(crate) kills: u64,
    #[serde(flatten)]
    pub(crate) collisions: Collisions,
    pub(crate) state_hash: String,
    /// Hash of all motion, equal for any shift, unless a body reaches the end of the world.
    pub(crate) motion_hash: String,
    /// Reloads of the level; `None` without `--watch`.
    pub(crate) reloads: Option<Reloads>,
    /// Picture; `None` if none was requested.
    pub(crate) picture: Option<PictureFacts>,
    pub(crate) warnings: Vec<String>,
}

/// Picture that was drawn.
#[derive(Serialize)]
pub(crate) struct PictureFacts {
    /// Path as it was given.
    pub(crate) file: String,
    /// Scale, in pixels of the picture per pixel of the level.
    pub(crate) scale: f32,
    /// Time for drawing and writing, in seconds.
    pub(crate) seconds: f64,
}

/// Properties of the level.
#[derive(Serialize)]
pub(crate) struct LevelFacts {
    pub(crate) border: Border,
    /// Open parts of the border.
    pub(crate) gaps: Vec<Gap>,
    /// Columns of the map; of an infinite map, of the smallest rectangle around all that collides.
    pub(crate) columns: i64,
    pub(crate) rows: i64,
    /// Width of a tile, in pixels.
    pub(crate) tile_width: u32,
    pub(crate) tile_height: u32,
    pub(crate) tile_layers: usize,
    /// Number of tile layers with tiles that collide.
    pub(crate) colliding_layers: usize,
    /// Number of solid cells within these columns and rows.
    pub(crate) solid_cells: usize,
    /// Share of solid cells, from 0 to 1.
    pub(crate) solid_share: f64,
    /// Number of off-grid shapes: tiles of layers with an offset.
    pub(crate) off_grid_shapes: usize,
    /// Number of objects of class "TpMover".
    pub(crate) movers: usize,
    /// Number of objects of class "TpCollectible".
    pub(crate) collectibles: usize,
    /// Number of objects of class "TpKillZone", and of hazards.
    pub(crate) kill_zones: usize,
}

/// State of a map's border.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Border {
    /// Every cell along the border is solid, or the cell outside beside it: a body outside has tunneled.
    Closed,
    /// The border has gaps.
    Open,
    /// The map is infinite.
    None,
}

/// Requested run.
pub(crate) struct Asked {
    pub(crate) crowd: Crowd,
    pub(crate) shift: Shift,
    pub(crate) threads: usize,
    /// True for the plain loop, without the ECS.
    pub(crate) is_plain: bool,
}

impl Report {
    /// Evaluates the bodies after the last step; `collisions` are the results of the pair checks. Without the
    /// warnings, the picture and the loading time.
    pub(crate) fn new(
        level: &Level,
        driver: &dyn Driver,
        asked: &Asked,
        (taken, referee): (&Taken, &Referee),
        audit: &Audit,
        collisions: Collisions,
    ) -> Self {
        let facts = LevelFacts::new(level, audit, asked.shift);
        let seconds = taken.total.as_secs_f64();
        let played = taken.steps as f64 / f64::from(RATE);
        let bodies = driver.len() as f64;
        Report {
            version: env!("CARGO_PKG_VERSION"),
            map: level.path.display().to_string(),
            level: facts,
            projectiles: asked.crowd.projectiles,
            characters: asked.crowd.characters,
            steps: taken.steps,
            seed: asked.crowd.seed,
            shift: [asked.shift.cols, asked.shift.rows],
            driver: if asked.is_plain { "plain" } else { "ecs" },
            threads: asked.threads,
            load_seconds: 0.0,
            seconds,
            ns_per_body_step: ratio(seconds * 1e9, bodies * taken.steps as f64),
            real_time_factor: ratio(played, seconds),
            phases: taken.phases.iter().map(|(name, time)| (*name, time.as_secs_f64())).collect(),
            tile_hits: driver.hit_count(),
            hits_per_body_second: ratio(driver.hit_count() as f64, bodies * played),
            grid_bytes: driver.grid().memory(),
            body_bytes: driver.body_bytes(),
            component_bytes: if asked.is_plain { 0 } else { component_bytes(asked.crowd) },
            misplaced: Misplaced::new(level, driver, audit, asked.shift),
            rejected: taken.rejected,
            triggers: referee.triggers,
            squishes: referee.squishes,
            kills: referee.kills,
            collisions,
            state_hash: hash_shown(driver.state_hash()),
            motion_hash: motion_hash(driver, asked.shift),
            reloads: None,
            picture: None,
            warnings: Vec::new(),
        }
    }

    /// True if a body is in a place that the engine promises to keep free.
    pub(crate) fn is_broken(&self) -> bool {
        self.misplaced.overlapping > 0
            || self.collisions.is_broken(&self.state_hash)
            || self.misplaced.escaped > 0 && self.level.border == Border::Closed
    }
}

impl LevelFacts {
    fn new(level: &Level, audit: &Audit, shift: Shift) -> Self {
        let map = map_cells(level);
        let there = map.map(|m| m.moved(shift.in_cells()));
        let gaps = there.map(|map| audit.gaps(map, shift.in_cells())).unwrap_or_default();
        let border = match there {
            None => Border::None,
            Some(_) if gaps.is_empty() => Border::Closed,
            Some(_) => Border::Open,
        };
        let whole = map.or_else(|| filled_cells(&level.grid)).map(|w| w.moved(shift.in_cells()));
        let size = whole.map(Extent::size).unwrap_or_default();
        let solid_cells = whole.map_or(0, |cells| audit.solid_cells(cells));
        let tiles = level.layers.iter().filter(|l| l.kind == LayerKind::Tiles);
        let regions = |kinds: &[RegionKind]| {
            let these = level.regions.iter().filter(|region| kinds.contains(&region.kind));
            these.map(|region| region.origin).collect::<HashSet<_>>().len()
        };
        LevelFacts {
            border,
            gaps,
            columns: size.x,
            rows: size.y,
            tile_width: level.tile_size.x,
            tile_height: level.tile_size.y,
            tile_layers: tiles.clone().count(),
            colliding_layers: tiles.filter(|l| l.grid_layer.is_some()).count(),
            solid_cells,
            solid_share: ratio(solid_cells as f64, size.x as f64 * size.y as f64),
            off_grid_shapes: level.grid.off_grid_shapes().count(),
            movers: level.movers.len(),
            collectibles: regions(&[RegionKind::Collectible]),
            kill_zones: regions(&[RegionKind::KillZone, RegionKind::Hazard]),
        }
    }
}

/// Numbers of bodies in forbidden places at the end.
#[derive(Clone, Copy, Default, Serialize)]
pub(crate) struct Misplaced {
    /// Strictly inside something solid.
    pub(crate) overlapping: u64,
    /// Not wholly within the map; 0 if it is infinite.
    pub(crate) escaped: u64,
    /// In something solid with no exit within one tile.
    pub(crate) stuck: u64,
}

impl Misplaced {
    fn new(level: &Level, driver: &dyn Driver, audit: &Audit, shift: Shift) -> Self {
        let tile = level.grid.tile_size();
        let map = map_cells(level).map(|m| m.moved(shift.in_cells()).in_units(tile));
        let mut counted = Misplaced::default();
        driver.each_body(all(driver), &mut |id, body, state| {
            let place = Aabb::from_min_size(body.position, body.size);
            counted.overlapping += u64::from(audit.is_inside(id, place));
            let escaped = map.is_some_and(|m| !m.holds(Extent::new(place.min, place.max)));
            counted.escaped += u64::from(escaped);
            counted.stuck += u64::from(state.stuck());
        });
        counted
    }
}

/// Hash of all bodies' motion, independent of the shift: ids, positions less the shift, velocities and remainders.
/// FNV-1a over their bytes (Fowler, Noll and Vo 1991).
fn motion_hash(driver: &dyn Driver, shift: Shift) -> String {
    let by = shift.in_units(driver.grid().tile_size());
    let mut hash = 0xCBF2_9CE4_8422_2325;
    driver.each_body(all(driver), &mut |id, body, _| {
        let place = body.position.as_i64vec2() - by;
        let floats = [body.velocity.x, body.velocity.y, body.remainder.x, body.remainder.y];
        let words = [u64::from(id.0), place.x as u64, place.y as u64].into_iter();
        let bytes = words.chain(floats.map(|f| f.to_bits().into())).flat_map(u64::to_le_bytes);
        hash = bytes.fold(hash, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    });
    hash_shown(hash)
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn as_map<S: Serializer>(phases: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(phases.iter().copied())
}
