//! Places that bodies take at the start, in a hash grid of cells.

use std::collections::BTreeMap;
use tilephys_core::Aabb;
use tilephys_core::UNITS_PER_PX;
use tilephys_core::glam::IVec2;
use tilephys_ecs::hecs::World;
use tilephys_ecs::{BodyCollision, Collider, Position};

/// Edge of a cell, in lattice units: a few bodies of a crowd fit in one.
const CELL: i32 = 32 * UNITS_PER_PX;

/// Boxes that are taken, by the cells that they touch.
#[derive(Default)]
pub struct Places {
    taken: BTreeMap<(i32, i32), Vec<Aabb>>,
}

impl Places {
    /// The places of all bodies of a world that hit bodies.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let mut places = Places::default();
        for (position, collider, _) in world.query::<(&Position, &Collider, &BodyCollision)>().iter() {
            if let Some(aabb) = collider.aabb(*position) {
                places.take(aabb);
            }
        }
        places
    }

    /// Takes a box.
    pub fn take(&mut self, aabb: Aabb) {
        for cell in cells(aabb) {
            self.taken.entry(cell).or_default().push(aabb);
        }
    }

    /// True if the box overlaps no taken box; touching is no overlap.
    #[must_use]
    pub fn is_free(&self, aabb: Aabb) -> bool {
        cells(aabb).filter_map(|cell| self.taken.get(&cell)).flatten().all(|taken| !taken.overlaps(aabb))
    }
}

fn cells(aabb: Aabb) -> impl Iterator<Item = (i32, i32)> {
    let [low, high] = [aabb.min, aabb.max].map(|corner| corner.div_euclid(IVec2::splat(CELL)));
    (low.y..=high.y).flat_map(move |row| (low.x..=high.x).map(move |column| (column, row)))
}
