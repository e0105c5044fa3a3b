//! Texts of panics, and nonsense that is refused by name.

use glam::{IVec2, UVec2, Vec2};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tilephys_core::*;

/// What `act` gives, or the text of its panic.
pub(crate) fn caught<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(act)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
    })
}

/// The verdict of a check; a panic is a fault.
pub(crate) fn verdict<T>(check: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    caught(check).unwrap_or_else(|text| Err(format!("panic: {text}")))
}

/// Holds if `act` panics with a text in which `expected` occurs.
pub(crate) fn is_refused<T>(expected: &str, act: impl FnOnce() -> T) {
    let text = caught(act).err();
    assert!(text.as_ref().is_some_and(|text| text.contains(expected)), "{text:?}, not {expected:?}");
}

#[test]
fn numbers_that_mean_nothing_are_refused() {
    is_refused("denominator that is not zero", || geometry::Ratio::new(1, 0));
    let slanted = "a normal must be a unit vector along an axis, not [1, 1]";
    is_refused(slanted, || geometry::slide(Vec2::ONE, IVec2::ONE));
    is_refused("not at -1", || FixedStep::new(60).set_speed(-1.0));
    is_refused("a body needs a place and a size in the world", || {
        Body::new(Vec2::new(f32::NAN, 0.0), Vec2::ONE)
    });
}

#[test]
fn questions_that_mean_nothing_are_refused() {
    let mut grid = TileGrid::new(UVec2::splat(16));
    let flat = Aabb::new(IVec2::new(4_096, 0), IVec2::new(4_096, 256));
    is_refused("has no area", || grid.overlaps(flat, u32::MAX));
    is_refused("has no area", || grid.solids_in(flat, u32::MAX).count());
    is_refused("leaves the world", || grid.sweep(flat.grown(IVec2::ONE), IVec2::MAX, u32::MAX));
    let slope = shape::Slope { side: Direction::Down, heights: [0, 0] };
    let tile = Tile { shape: shape::TileShape::Slope(slope), ..Tile::default() };
    is_refused("both heights of a slope are 0", || grid.add_tile(tile));
    let mut world = World::new(grid);
    world.spawn(ProfileId::DEFAULT, Body::on_lattice(IVec2::ZERO, IVec2::ONE));
    let nearest = || world.index_bodies().nearest(IVec2::ZERO, -1, u32::MAX).is_some();
    is_refused("a distance is not negative, as -1 is", nearest);
}

#[test]
fn moves_that_mean_nothing_are_refused() {
    let grid = TileGrid::new(UVec2::splat(16));
    let settings = MoveConfig::default();
    let mut body = Body::on_lattice(IVec2::ZERO, IVec2::splat(256));
    body.position.x = i32::MAX;
    is_refused("does not lie in the world", || {
        grid.move_and_slide(&mut body, Vec2::ZERO, &settings, &mut Vec::new())
    });
}
