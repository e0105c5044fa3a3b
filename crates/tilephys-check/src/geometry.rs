//! Geometry of a map for the checks: the player's body, boxes of objects, and questions to the engine.

use crate::answers::MoverBox;
use crate::subject::Subject;
use glam::{IVec2, Vec2};
use tilephys_core::query::Solid;
use tilephys_core::{
    Aabb, Body, Direction, MoveConfig, TileCoord, TileGrid, UNITS_PER_PX, WORLD_LIMIT,
    lattice::{point_from_px, px_from_units},
};
use tilephys_tiled::{LevelMover, LevelRegion, Object, ObjectKind, RegionOrigin, TileRect, Turn};

/// Gravity of a map without rules, in px/s²: the default of the class `TpLevel`.
const GRAVITY: f32 = 900.0;

/// Overlap that needs no finding, in lattice units: the engine pushes a body out of it unseen, and objects that are
/// placed without the grid have it often. One pixel.
pub(crate) const TOLERANCE: i32 = UNITS_PER_PX;

impl<'a> Subject<'a> {
    /// Gravity downward, in px/s².
    pub(crate) fn gravity(&self) -> f32 {
        self.level.rules.as_ref().map_or(GRAVITY, |rules| rules.gravity)
    }

    /// How the player moves.
    pub(crate) fn player_config(&self) -> MoveConfig {
        let up = if self.gravity() < 0.0 { Direction::Down } else { Direction::Up };
        MoveConfig { mask: self.settings.player.mask, up, ..MoveConfig::default() }
    }

    /// Width and height of the player, in lattice units; `None` if the settings have no usable size.
    pub(crate) fn player_size(&self) -> Option<IVec2> {
        point_from_px(self.settings.player.size).filter(|size| size.min_element() > 0)
    }

    /// The player's body with its feet at a point, the middle of its lower edge; `None` outside of the world.
    pub(crate) fn player_on(&self, feet: Vec2) -> Option<Body> {
        let size = self.player_size()?;
        let min = point_from_px(feet - self.settings.player.size * Vec2::new(0.5, 1.0))?;
        in_world(Aabb { min, max: min.checked_add(size)? }).map(|_| Body::on_lattice(min, size))
    }

    /// The player's body with its feet at the middle of the lower edge of an object.
    pub(crate) fn player_at(&self, object: &Object) -> Option<Body> {
        self.player_on(object.position + Vec2::new(object.size.x / 2.0, object.size.y))
    }

    /// True if a box lies in the world and overlaps nothing that is solid to the player.
    pub(crate) fn is_free(&self, aabb: Aabb) -> bool {
        in_world(aabb).is_some_and(|aabb| !self.level.grid.overlaps(aabb, self.settings.player.mask))
    }

    /// The first solid to the player that a box overlaps.
    pub(crate) fn solid_in(&self, aabb: Aabb) -> Option<Solid> {
        self.level.grid.solids_in(in_world(aabb)?, self.settings.player.mask).next()
    }

    /// Area of a finite map, in lattice units.
    pub(crate) fn area(&self) -> Option<Aabb> {
        let TileRect { min, size } = self.level.bounds?;
        let tile = self.level.grid.tile_size();
        let low = IVec2::new(min.col.checked_mul(tile.x)?, min.row.checked_mul(tile.y)?);
        let size = size.as_ivec2();
        let extent = IVec2::new(size.x.checked_mul(tile.x)?, size.y.checked_mul(tile.y)?);
        in_world(Aabb { min: low, max: low.checked_add(extent)? })
    }

    /// The cell at the middle of a box's lower edge.
    pub(crate) fn cell_of_feet(&self, aabb: Aabb) -> TileCoord {
        let middle = ((i64::from(aabb.min.x) + i64::from(aabb.max.x)) >> 1) as i32;
        self.level.grid.cell_at(IVec2::new(middle, aabb.max.y - 1))
    }

    /// Boxes of all movers.
    pub(crate) fn movers(&self) -> &[MoverBox] {
        self.answers.movers.get_or_init(|| {
            let movers = self.level.movers.iter().enumerate();
            movers.filter_map(|(index, mover)| self.mover_box(index, mover)).collect()
        })
    }

    fn mover_box(&self, index: usize, mover: &LevelMover) -> Option<MoverBox> {
        let start = Aabb { min: mover.mover.position, ..self.mover_shape(mover)? };
        let start = Aabb::from_min_size(start.min, start.max);
        let points = mover.path.iter().flat_map(|path| path.points.iter());
        let boxes = points.filter_map(|point| in_world(Aabb::from_min_size(*point, start.max - start.min)));
        Some(MoverBox { mover: index, start, bounds: boxes.fold(start, Aabb::union) })
    }

    /// The size of a mover as the upper corner of a box at the origin: bounds of its shape, by the engine.
    fn mover_shape(&self, mover: &LevelMover) -> Option<Aabb> {
        let mut alone = TileGrid::new(self.level.tile_size);
        let (layer, kind) =
            (alone.add_layer(""), alone.add_tile(self.level.grid.tile_kind(mover.mover.tile).clone()));
        let shape = alone.add_shape(layer, IVec2::ZERO, kind);
        let size = alone.off_grid_shape(shape)?.aabb.size().as_ivec2();
        Some(Aabb { min: IVec2::ZERO, max: size })
    }

    /// A solid in words: the object, or the tile with its layer and cell.
    pub(crate) fn solid_in_words(&self, solid: &Solid) -> String {
        let level = self.level;
        if let Some(object) = level.object_of_kind(solid.tile) {
            return object_in_words(object);
        }
        let layer = level.layers.iter().find(|layer| layer.grid_layer == Some(solid.layer));
        match (level.tile_of_kind(solid.tile), layer) {
            (Some(tile), Some(layer)) => {
                let TileCoord { col, row } = solid.cell;
                let (id, name, path) = (tile.id, &tile.tileset.name, &layer.path);
                format!("tile {id} of tileset {name:?} at column {col}, row {row} of layer {path:?}")
            }
            _ => "the closed border of the map".to_owned(),
        }
    }

    /// A region in words: its object, or its first tile.
    pub(crate) fn region_in_words(&self, region: &LevelRegion) -> String {
        match region.origin {
            RegionOrigin::Object(id) => self.level.object(id).map(object_in_words),
            RegionOrigin::Tiles { gid, .. } => {
                let tile = self.level.tile(gid);
                tile.map(|tile| format!("tile {} of tileset {:?}", tile.id, tile.tileset.name))
            }
            _ => None,
        }
        .unwrap_or_else(|| "an area".to_owned())
    }

    /// True if a box overlaps a region, by its exact shape.
    pub(crate) fn overlaps_region(&self, aabb: Aabb, region: &LevelRegion) -> bool {
        if !aabb.overlaps(region.aabb) {
            return false;
        }
        let Some(shape) = &region.shape else { return true };
        let mut alone = TileGrid::new(self.level.tile_size);
        let (layer, kind) = (alone.add_layer(""), alone.add_tile(tilephys_core::Tile::default()));
        alone.add_box(layer, aabb, kind);
        alone.overlaps_polygon(shape, region.aabb.min, u32::MAX)
    }
}

/// The box, if it has an area and lies in the world.
pub(crate) fn in_world(aabb: Aabb) -> Option<Aabb> {
    let has_area = aabb.min.cmplt(aabb.max).all();
    let limit = IVec2::splat(WORLD_LIMIT);
    (has_area && aabb.min.cmpge(-limit).all() && aabb.max.cmple(limit).all()).then_some(aabb)
}

/// Bounds of an object as it is drawn, in lattice units; `None` outside of the world. A point has no area.
pub(crate) fn object_box(object: &Object) -> Option<Aabb> {
    let (at, size) = (object.position, object.size);
    let points: Vec<Vec2> = match &object.kind {
        ObjectKind::Polygon(points) | ObjectKind::Polyline(points) => points.iter().map(|p| at + p).collect(),
        _ => vec![at, at + Vec2::new(size.x, 0.0), at + Vec2::new(0.0, size.y), at + size],
    };
    let turn = Turn::new(object.rotation.into(), object.anchor.to_array().map(f64::from));
    let turned = points.iter().map(|point| {
        let [x, y] = turn.forth(point.to_array().map(f64::from));
        point_from_px(Vec2::new(x as f32, y as f32))
    });
    let points: Vec<IVec2> = turned.collect::<Option<_>>()?;
    let min = points.iter().copied().reduce(IVec2::min)?;
    Some(Aabb { min, max: points.iter().copied().fold(min, IVec2::max) })
}

/// An object in words: `object 7 "bat"`.
pub(crate) fn object_in_words(object: &Object) -> String {
    let Object { id, name, .. } = object;
    if name.is_empty() { format!("object {id}") } else { format!("object {id} {name:?}") }
}

/// A length in words: pixels with at most two decimals, such as `6 px`.
pub(crate) fn length(units: i32) -> String {
    // Rounded up to a hundredth, so that a distance to move suffices.
    let hundredths = (f64::from(px_from_units(units)).abs() * 100.0).ceil();
    format!("{} px", hundredths / 100.0)
}

/// The direction of a vector along an axis, in words.
pub(crate) fn direction(vector: IVec2) -> &'static str {
    match (vector.x.signum(), vector.y.signum()) {
        (0, -1) => "up",
        (0, _) => "down",
        (1, _) => "right",
        _ => "left",
    }
}

/// A count with its noun: `1 object`, `2 objects`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    let ending = if noun.ends_with("ch") { "es" } else { "s" };
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}{ending}") }
}

/// A range of columns or rows in words: `row 3`, `rows 3 to 5`.
pub(crate) fn range(noun: &str, first: i32, last: i32) -> String {
    if first == last { format!("{noun} {first}") } else { format!("{noun}s {first} to {last}") }
}
