//! Movers in the picture of a run: their positions and the dashed lines of their paths.

use super::driver::Driver;
use crate::geometry::pixels;
use crate::picture::movers;
use crate::render::overlay::Offsets;
use crate::render::pens::dashed;
use glam::{I64Vec2, IVec2};
use std::collections::{BTreeMap, BTreeSet};
use tilephys::draw::{Body, BodyKind, Rect, Shape};
use tilephys::tiled::{Color, Level, LevelMover, Object, ObjectKind};

/// Length of a dash, in pixels of the level.
const DASH: f32 = 6.0;

const INK: Color = Color { red: 214, green: 222, blue: 235, alpha: 150 };

/// Where the objects of a level are when a run has ended; the `taken` ones are gone.
pub(crate) fn offsets(level: &Level, driver: &dyn Driver, taken: &BTreeSet<u32>, by: I64Vec2) -> Offsets {
    let places: BTreeMap<u32, IVec2> = driver.movers().iter().map(|m| (m.object, m.at)).collect();
    let moved = level.movers.iter().filter_map(|found| {
        let at = places.get(&found.object)?.as_i64vec2();
        Some((found.object, Some(pixels(at - by - found.mover.position.as_i64vec2()))))
    });
    Offsets(moved.chain(taken.iter().map(|id| (*id, None))).collect())
}

/// The rectangle of an object, moved from its place.
fn moved(Rect { min, size }: Rect, object: &Object, now: &Offsets) -> Rect {
    Rect::new(min + now.of(object.id).unwrap_or_default(), size)
}

/// Paths of all movers, through the middle of the mover at each point.
pub(crate) fn shapes(level: &Level) -> impl Iterator<Item = Shape> + '_ {
    movers::with_objects(level).filter_map(|(found, object)| {
        let path = found.path.as_ref()?;
        let Rect { min, size } = movers::rect(level, found, object);
        let points = movers::points(path, min + size / 2.0);
        Some(Shape::outlined(dashed(&points, DASH), INK, 1.0))
    })
}

/// Movers that show no tile, as bodies: nothing else of them is drawn.
pub(crate) fn bare(level: &Level, now: &Offsets) -> Vec<Body> {
    let bare = movers::with_objects(level).filter(|(_, object)| !matches!(object.kind, ObjectKind::Tile(_)));
    let body = |(found, object): (&LevelMover, &Object)| Body {
        kind: BodyKind::Platform,
        rect: moved(movers::rect(level, found, object), object, now),
        path: Vec::new(),
        label: String::new(),
    };
    bare.map(body).collect()
}
