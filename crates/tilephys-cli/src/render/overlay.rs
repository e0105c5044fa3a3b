//! Overlays of a picture: their names, and what all of them draw onto.

use super::pens::larger;
use clap::ValueEnum;
use glam::{IVec2, Vec2};
use std::collections::HashMap;
use tilephys::core::{Aabb, UNITS_PER_PX, WORLD_LIMIT};
use tilephys::draw::Rect;
use tilephys::tiled::Level;

/// An overlay, by the name after `--overlay`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Overlay {
    /// Everything below but reach
    All,
    /// Lines between cells, with the numbers of each tenth column and row
    Grid,
    /// Solids, slopes, movers, hazards, ladders and water
    Colliders,
    /// Edges of solids that a body can touch
    Faces,
    /// One-way platforms, with arrows to their blocking side
    OneWay,
    /// Objects with their names, and the start with a box of the player's size
    Objects,
    /// Paths of movers
    Paths,
    /// What the character of --preset or --feel can reach, the ways to goals and coins, and floors without a way out
    Reach,
    /// Numbered boxes at what a check of the level finds, with a list below the picture
    Findings,
}

impl Overlay {
    /// Overlays of a list of names, in drawing order, each once.
    pub(crate) fn ordered(names: &[Overlay]) -> Vec<Overlay> {
        let all = names.contains(&Overlay::All);
        // A search takes a moment and needs a character, so it is asked for by its name.
        let is_in_all = |overlay: &Overlay| !matches!(overlay, Overlay::All | Overlay::Reach);
        let is_asked = |overlay: &Overlay| {
            *overlay != Overlay::All && (all && is_in_all(overlay) || names.contains(overlay))
        };
        Overlay::value_variants().iter().copied().filter(is_asked).collect()
    }
}

/// Level under the overlays, and the drawn part of it.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) level: &'a Level,
    /// Drawn part of the level, in pixels of the level.
    pub(crate) region: Rect,
    /// Pixels of the picture per pixel of the level.
    pub(crate) scale: f32,
    /// Width and height of the player's body, in pixels of the level.
    pub(crate) player: Vec2,
}

impl Scene<'_> {
    /// Length of `n` pixels of the picture, in pixels of the level.
    pub(crate) fn px(&self, n: f32) -> f32 {
        n / self.scale
    }

    /// Size of a cell, in pixels of the level.
    pub(crate) fn cell(&self) -> Vec2 {
        self.level.tile_size.as_vec2()
    }

    /// Step between cells with a mark, so that marks are at least `n` pixels of the picture apart.
    pub(crate) fn every(&self, cell: f32, n: f32) -> f32 {
        larger((n / (cell * self.scale)).ceil(), 1.0)
    }
}

/// Where the objects of a level are now. By default all are in their places.
#[derive(Default)]
pub(crate) struct Offsets(pub(crate) HashMap<u32, Option<Vec2>>);

impl Offsets {
    /// Offset of an object from its place, in pixels of the level; `None` if it is gone.
    pub(crate) fn of(&self, object: u32) -> Option<Vec2> {
        self.0.get(&object).copied().unwrap_or(Some(Vec2::ZERO))
    }
}

/// Window in lattice units, within the world; `None` if nothing of it is.
pub(crate) fn in_units(window: Rect) -> Option<Aabb> {
    let units = |px: Vec2| {
        // A cast of a float saturates.
        let on_axis = |px: f32| ((px * UNITS_PER_PX as f32) as i32).clamp(-WORLD_LIMIT, WORLD_LIMIT);
        IVec2::new(on_axis(px.x), on_axis(px.y))
    };
    let min = units(window.min);
    let max = units(window.min + window.size);
    min.cmplt(max).all().then_some(Aabb { min, max })
}

/// True if a rectangle shows in the window.
pub(crate) fn shows(window: Rect, rect: Rect) -> bool {
    rect.min.cmplt(window.min + window.size).all() && (rect.min + rect.size).cmpgt(window.min).all()
}
