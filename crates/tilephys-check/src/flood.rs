//! The cells that the player can occupy, by a flood fill from the spawns through the engine's grid.
//!
//! The fill rises by a jump from where the player can stand, and goes sideways in the air about as far. It falls
//! without limit. Ladders, water and the paths of moving platforms hold the player. The result is coarse: it serves to
//! say which openings in the border matter, not which places can be reached.
//!
//! Bounds of `tilephys-reach` would not do: they need a feel, and pass through whatever is no whole tile, so that each
//! floor of half tiles over a pit would be a finding.

use crate::joining::worlds_of;
use crate::reach::{BLOCKED, Reach};
use crate::reachability::DT;
use crate::subject::Subject;
use glam::IVec2;
use tilephys_core::query::Query;
use tilephys_core::{Aabb, Direction, TileCoord};
use tilephys_feel::Start;
use tilephys_tiled::{RegionKind, Role};

/// Largest map that is filled, in cells: two bytes each, so 8 MiB.
const MOST_CELLS: u64 = 1 << 22;

/// Cost of rising by a cell, where going sideways in the air costs one: a jump is twice as long as it is high.
const RISE: u8 = 2;

/// The highest jump in cells, so that the rise fits a byte.
const MOST_CELLS_UP: f32 = 100.0;

/// Places of the player's box in a cell that are tried, in quarters of the slack on each axis: the first is in the
/// middle on the floor.
const PLACES: [(i32, i32); 6] = [(2, 4), (0, 4), (4, 4), (2, 2), (0, 2), (4, 2)];

impl Subject<'_> {
    /// The cells that the player can occupy; `None` without a spawn in the open, for infinite and very large maps, and
    /// without gravity downward.
    pub(crate) fn reach(&self) -> Option<&Reach> {
        self.answers.reach.get_or_init(|| Flood::of(self)?.fill()).as_ref()
    }

    /// True if a world beside the map, or a folder above, names it: its openings lead to other maps.
    pub(crate) fn is_in_world(&self) -> bool {
        !worlds_of(self.files, self.path()).is_empty()
    }

    /// The player's box in a reached cell.
    pub(crate) fn player_in(&self, reach: &Reach, at: TileCoord) -> Option<Aabb> {
        let index = reach.index(at)?;
        let place = reach.places[index];
        if reach.rises[index] == 0 || place == 0 || place == BLOCKED {
            return None;
        }
        self.box_in(at, usize::from(place) - 1)
    }

    /// The player's box at a place in a cell.
    fn box_in(&self, at: TileCoord, place: usize) -> Option<Aabb> {
        let (tile, size) = (self.level.grid.tile_size(), self.player_size()?);
        let low = IVec2::new(at.col.checked_mul(tile.x)?, at.row.checked_mul(tile.y)?);
        let (x, y) = PLACES[place];
        let feet = i64::from(tile.y) * i64::from(y) / 4;
        let min = IVec2::new(
            i32::try_from(i64::from(low.x) + i64::from(tile.x - size.x) * i64::from(x) / 4).ok()?,
            i32::try_from(i64::from(low.y) + feet - i64::from(size.y)).ok()?,
        );
        Some(Aabb { min, max: min.checked_add(size)? })
    }
}

/// Greatest height in px to which the player gets from a floor: by its feel, or else by the settings.
fn jump_height(map: &Subject<'_>) -> f32 {
    let player = map.settings.player.jump;
    let Some(settings) = &map.settings.reach else { return player };
    let Ok(envelope) = settings.feel_for(map.level.tile_size.y).envelope(DT) else { return player };
    if envelope.climbs_walls || envelope.wall_jump.is_some() {
        return f32::INFINITY;
    }
    let height = |start: &Start| {
        let mut rise = start.rise;
        let mut height = 0.0;
        let mut ticks = 0;
        while rise > 0.0 {
            height += rise * DT;
            ticks += 1;
            rise = if ticks < start.kept_ticks { rise } else { envelope.rise_after(rise) };
        }
        height
    };
    let air_jumps = envelope.air_jump.map_or(0.0, |(start, count)| height(&start) * f32::from(count));
    let dashes = envelope.dash.map_or(0.0, |(dash, count)| {
        let end = Start { rise: dash.end_rise, ..Start::default() };
        (dash.speed * DT * f32::from(dash.ticks) + height(&end)) * f32::from(count)
    });
    height(&envelope.jump) + air_jumps + dashes
}

/// A flood fill in progress.
struct Flood<'a, 'l> {
    map: &'a Subject<'l>,
    reach: Reach,
    /// Cells that hold the player: ladders, water, paths of moving platforms.
    holds: Vec<bool>,
    /// Rise of a jump from where the player stands.
    full: u8,
    /// True if thin walls may stand between two free places.
    has_thin_walls: bool,
    queue: Vec<TileCoord>,
}

impl<'a, 'l> Flood<'a, 'l> {
    fn of(map: &'a Subject<'l>) -> Option<Self> {
        let rect = map.level.bounds?;
        let cells = u64::from(rect.size.x) * u64::from(rect.size.y);
        let is_falling = map.gravity() > 0.0 && map.player_size().is_some();
        if !is_falling || cells > MOST_CELLS {
            return None;
        }
        let tile = map.level.tile_size.y as f32;
        let up = jump_height(map) / tile;
        let up = if up > MOST_CELLS_UP { MOST_CELLS_UP } else { up };
        // A float below zero or not a number becomes 0.
        let full = (up as u8) * RISE + 1;
        let mut flood = Flood {
            map,
            reach: Reach { rect, rises: vec![0; cells as usize], places: vec![0; cells as usize] },
            holds: vec![false; cells as usize],
            full,
            has_thin_walls: map.level.grid.off_grid_shapes().next().is_some(),
            queue: Vec::new(),
        };
        flood.mark_holds();
        Some(flood)
    }

    fn mark_holds(&mut self) {
        let map = self.map;
        let is_held = |kind| matches!(kind, RegionKind::Ladder | RegionKind::Bar | RegionKind::Water);
        let regions =
            map.level.regions.iter().filter(|region| is_held(region.kind)).map(|region| region.aabb);
        let movers = map.movers().iter().map(|mover| mover.bounds.grown(map.level.grid.tile_size()));
        let Some(area) = map.area() else { return };
        for aabb in regions.chain(movers).filter_map(|aabb| aabb.intersection(area)) {
            let (low, high) =
                (map.level.grid.cell_at(aabb.min), map.level.grid.cell_at(aabb.max - IVec2::ONE));
            for row in low.row..=high.row {
                for col in low.col..=high.col {
                    if let Some(index) = self.reach.index(TileCoord::new(col, row)) {
                        self.holds[index] = true;
                    }
                }
            }
        }
    }

    /// Fills from the spawns, and from the places where doors of this map lead.
    fn fill(mut self) -> Option<Reach> {
        let level = self.map.level;
        let is_entry = |id: u32| {
            level.marks.iter().any(|mark| match &mark.role {
                Role::Spawn => mark.object == id,
                Role::Door(door) => door.target.is_none() && door.target_object == Some(id),
                _ => false,
            })
        };
        self.map.start()?;
        let starts = level.marks.iter().flat_map(|mark| match &mark.role {
            Role::Door(door) => [Some(mark.object), door.target_object],
            _ => [Some(mark.object), None],
        });
        for object in starts.flatten().filter(|id| is_entry(*id)).filter_map(|id| level.object(id)) {
            let Some(body) = self.map.player_at(object) else { continue };
            let at = self.map.cell_of_feet(body.aabb());
            // The flood begins above if the feet are within a slope.
            let above = TileCoord::new(at.col, at.row.saturating_sub(1));
            if let Some(start) = [at, above].into_iter().find(|at| self.fits(*at)) {
                self.visit(start, self.full);
            }
        }
        while let Some(at) = self.queue.pop() {
            self.spread(at);
        }
        self.reach.rises.iter().any(|rise| *rise > 0).then_some(self.reach)
    }

    /// Visits the neighbours of a cell.
    fn spread(&mut self, at: TileCoord) {
        let Some(index) = self.reach.index(at) else { return };
        let rise = self.reach.rises[index] - 1;
        let next = |col: i32, row: i32| TileCoord::new(at.col + col, at.row + row);
        if rise >= RISE {
            self.go(at, next(0, -1), rise - RISE);
        }
        if rise >= 1 {
            self.go(at, next(-1, 0), rise - 1);
            self.go(at, next(1, 0), rise - 1);
        }
        // A fall goes sideways by a cell for each cell down.
        self.go(at, next(0, 1), 1);
    }

    fn go(&mut self, from: TileCoord, to: TileCoord, rise: u8) {
        if self.fits(to) && !(self.has_thin_walls && self.is_walled(from, to)) {
            self.visit(to, rise);
        }
    }

    /// Reaches a cell with this rise left, or a whole jump if the player can stand there.
    fn visit(&mut self, at: TileCoord, rise: u8) {
        let Some(index) = self.reach.index(at) else { return };
        let old = self.reach.rises[index];
        if old > rise || old == self.full + 1 {
            return;
        }
        let rise = if rise < self.full && self.stands(at, index) { self.full } else { rise };
        if rise + 1 > old {
            self.reach.rises[index] = rise + 1;
            self.queue.push(at);
        }
    }

    /// True if the player can stand in a cell in which it fits, or is held there.
    fn stands(&mut self, at: TileCoord, index: usize) -> bool {
        if self.holds[index] {
            return true;
        }
        let below = TileCoord::new(at.col, at.row + 1);
        if self.reach.index(below).is_some() && !self.fits(below) {
            return true;
        }
        let (grid, mask) = (&self.map.level.grid, self.map.settings.player.mask);
        let aabb = self.map.box_in(at, usize::from(self.reach.places[index]).saturating_sub(1));
        aabb.is_some_and(|aabb| grid.contacts(aabb, mask).floor(Direction::Up))
    }

    /// True if the player's box has a free place in a cell of the map.
    fn fits(&mut self, at: TileCoord) -> bool {
        let Some(index) = self.reach.index(at) else { return false };
        if self.reach.places[index] == 0 {
            let is_free =
                |place: &usize| self.map.box_in(at, *place).is_some_and(|aabb| self.map.is_free(aabb));
            let place = (0..PLACES.len()).find(is_free);
            self.reach.places[index] = place.map_or(BLOCKED, |place| place as u8 + 1);
        }
        self.reach.places[index] != BLOCKED
    }

    /// True if a solid stands between the places in two cells.
    fn is_walled(&self, from: TileCoord, to: TileCoord) -> bool {
        let place = |at: TileCoord| {
            let place = self.reach.places[self.reach.index(at)?];
            self.map.box_in(at, usize::from(place).checked_sub(1)?)
        };
        let (Some(from), Some(to)) = (place(from), place(to)) else { return true };
        let query = Query::new(self.map.settings.player.mask).without_one_ways();
        self.map.level.grid.sweep(from, to.min - from.min, query).is_some()
    }
}
