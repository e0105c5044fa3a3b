//! The first face in the path of a motion.
//!
//! A window of cells decides where it can. Else a short motion among shapes takes one pass over the cells under it, and the
//! sweep of the grid decides all others.

use super::actor::Actor;
use super::candidate::Candidate;
use super::motion::Motion;
use super::sweep::Sweep;
use super::window::{self, WindowResult};
use crate::grid::{CellRect, is_apart, overlaps};
use crate::limits::ONE_WAY_TOLERANCE;
use glam::IVec2;

impl Actor<'_> {
    /// Tests the window of cells that the swept bounds of the motion cover.
    #[inline(always)]
    pub(crate) fn test_window(&self, motion: &Motion) -> WindowResult {
        let pos = motion.position;
        let d = motion.left;
        // Splits the translation into its negative and positive parts without a branch, which would be mispredicted half of
        // the time.
        let back = IVec2::new(d.x & d.x >> 31, d.y & d.y >> 31);
        let cells = self.view.cells().covered(pos + back, pos + (d - back) + self.size);
        match self.view.window(cells) {
            Some(window) if window.bits == 0 => WindowResult::Free,
            Some(window) => {
                let ties = (self.config.up, self.names_hits);
                window::first_hit(self.view, window, [pos, self.size, d], ties)
            }
            None if self.view.has_shapes() => self.test_shaped_window(pos, d, cells),
            None => WindowResult::Unsure,
        }
    }

    /// The first hit of a straight translation of any length, with all ties decided.
    #[inline(never)]
    pub(crate) fn sweep_whole(&self, position: IVec2, left: IVec2) -> Option<Candidate> {
        if self.view.has_shapes() {
            let end = position + left;
            let cells = self.view.cells().covered(position.min(end), position.max(end) + self.size);
            match self.test_shaped_window(position, left, cells) {
                WindowResult::Free => return None,
                WindowResult::Hit(found) | WindowResult::Shaped { found, .. } => return Some(found),
                WindowResult::Inside | WindowResult::Unsure => {}
            }
        }
        Sweep::new(*self, position, left).first_hit()
    }

    /// Tests a motion by `d` from `pos` among whole tiles and shapes; `covered` are the cells that its swept bounds cover. Like the
    /// [`Sweep`], which it leaves long motions and ties of whole tiles to, and also finds out whether the body starts inside a solid.
    #[inline(never)]
    pub(super) fn test_shaped_window(&self, pos: IVec2, d: IVec2, covered: CellRect) -> WindowResult {
        let low = pos + d.min(IVec2::ZERO);
        let high = pos + d.max(IVec2::ZERO) + self.size;
        let Some(window) = self.view.whole_window(covered) else {
            return WindowResult::Unsure;
        };
        let mut best = None;
        let mut parts = 0;
        let mut has_slants = false;
        // A unit more, because a body touches shapes in cells that it does not cover. Few are gathered, so all of them are tested.
        let near = self.view.gathered_with(covered);
        let near = near.unwrap_or_else(|| self.view.cells().covered(low - 1, high + 1));
        let inside = self.view.any_piece(near, |piece| {
            // A one-way line holds bodies up to the tolerance behind it.
            let margin = if piece.part.one_way.is_some() { 2 * ONE_WAY_TOLERANCE } else { 0 };
            if is_apart(piece, low - margin, high + margin) {
                return false;
            }
            parts += 1;
            has_slants |= !piece.part.slants.is_empty();
            if overlaps(piece, self.outline(piece, pos)) {
                return true;
            }
            let sweep = Sweep::new(*self, pos, d);
            if let Some(hit) = sweep.meets_piece(piece) {
                sweep.consider(&mut best, hit);
            }
            false
        });
        if inside {
            return WindowResult::Inside;
        }
        if window.bits != 0 {
            // The face of a part may tie with a tile, and then it counts which one.
            let ties = (self.config.up, self.names_hits || parts > 0);
            match window::first_hit(self.view, window, [pos, self.size, d], ties) {
                WindowResult::Free => {}
                WindowResult::Hit(found) => Sweep::new(*self, pos, d).consider(&mut best, found),
                other => return other,
            }
        }
        // A single part does not overlap a body outside of one of its planes. Straight sides lie on the lattice, so a body does
        // not pass one where its place is rounded toward the start. A part beyond the bounds of the motion overlaps it nowhere.
        let is_clear = (!has_slants || parts == 1 && window.bits == 0) && self.special.is_none();
        match best {
            None => WindowResult::Free,
            Some(found) => WindowResult::Shaped { found, is_clear },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aabb::Aabb;
    use crate::controller::MoveConfig;
    use crate::controller::slopes::Impact;
    use crate::direction::Direction;
    use crate::fraction::Fraction;
    use crate::grid::TileGrid;
    use crate::shape::{OneWay, Part, Polygon, Slope, TileShape};
    use crate::tile::{Tile, TileCoord};
    use glam::{UVec2, Vec2};

    fn below(state: &mut u32, n: i32) -> i32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 8) as i32 % n
    }

    #[test]
    fn ties_in_a_window_are_decided_as_by_the_sweep() {
        let mut random = 7;
        let mut hits = 0;
        let mut undecided = 0;
        for tile in [UVec2::new(16, 16), UVec2::new(18, 24)] {
            let mut grid = TileGrid::new(tile);
            let layer = grid.add_layer("map");
            let kind = grid.add_tile(Tile::default());
            for at in (-9..9).flat_map(|row| (-9..9).map(move |col| TileCoord::new(col, row))) {
                grid.set_tile(layer, at, (below(&mut random, 4) == 0).then_some(kind));
            }
            // Halves and quarters of tiles, which hit several faces at once.
            let unit = grid.tile_size() / 4;
            for k in 0..100_000 {
                let mut some = |low, n| IVec2::new(low + below(&mut random, n), low + below(&mut random, n));
                let size = some(1, 8) * unit;
                let d = some(-5, 11) * unit;
                let at = some(-24, 48) * unit;
                let aside = some(-1, 3);
                // Nearly half of these begin a unit aside.
                let at = if k % 2 == 0 { at } else { at + aside };
                let config = MoveConfig { up: Direction::ALL[k % 4], ..MoveConfig::default() };
                let actor = Actor::new(grid.view(u32::MAX), size, &config);
                let swept = Sweep::new(actor, at, d).first_hit();
                match actor.test_window(&Motion::new(at, d, Vec2::ZERO)) {
                    WindowResult::Hit(found) => {
                        hits += 1;
                        let text = format!("from {at} by {d}, size {size}, up {:?}", config.up);
                        assert_eq!(
                            Some(format!("{found:?}")),
                            swept.map(|swept| format!("{swept:?}")),
                            "{text}"
                        );
                        // Without names any tile of a line will do, and the face is the same.
                        let motion = Motion::new(at, d, Vec2::ZERO);
                        let unnamed = Actor { names_hits: false, ..actor }.test_window(&motion);
                        let WindowResult::Hit(unnamed) = unnamed else { panic!("{text}") };
                        assert_eq!((unnamed.axis, unnamed.distance), (found.axis, found.distance), "{text}");
                    }
                    WindowResult::Free => assert!(swept.is_none()),
                    WindowResult::Inside | WindowResult::Shaped { .. } | WindowResult::Unsure => {
                        undecided += 1;
                    }
                }
            }
        }
        assert!(hits > 20_000 && undecided < 150_000, "{hits} hits, {undecided} undecided");
    }

    /// A map of whole tiles, half tiles, slopes, one-way lines and polygons across the corner of four chunks.
    fn map(random: &mut u32) -> TileGrid {
        let px = |x: i32, y: i32| IVec2::new(x, y) * 256;
        let mut grid = TileGrid::new(UVec2::splat(16));
        let layer = grid.add_layer("map");
        let shapes = [
            TileShape::Full,
            TileShape::Box(Aabb { min: px(0, 8), max: px(16, 16) }),
            TileShape::Slope(Slope { side: Direction::Down, heights: [0, 4096] }),
            TileShape::Slope(Slope { side: Direction::Up, heights: [4096, 1024] }),
            TileShape::OneWay(OneWay::edge(UVec2::splat(16), Direction::Up)),
            TileShape::Parts(vec![Part::Solid(Polygon::new(&[px(4, 0), px(12, 0), px(16, 8), px(0, 8)]))]),
        ];
        let tiles = shapes.map(|shape| grid.add_tile(Tile { shape, ..Tile::default() }));
        for at in (-6..6).flat_map(|row| (-6..6).map(move |col| TileCoord::new(col, row))) {
            let kind = below(random, 24) as usize;
            grid.set_tile(layer, at, tiles.get(kind).copied());
        }
        grid.add_box(layer, Aabb { min: px(-20, -21), max: px(-3, -17) }, tiles[0]);
        grid
    }

    #[test]
    fn one_pass_over_the_cells_finds_what_the_sweep_finds() {
        let mut random = 7;
        let mut counts = [0; 4];
        for _ in 0..40 {
            let grid = map(&mut random);
            for _ in 0..1500 {
                let mut point = |reach: i32| {
                    IVec2::new(below(&mut random, 2 * reach), below(&mut random, 2 * reach)) - reach
                };
                // Every other place and motion is of whole half tiles, where ties are.
                let place = point(90 * 256);
                let size = point(6 * 256).abs() + 1;
                let d = point(24 * 256);
                let [place, size, d] = if below(&mut random, 2) == 0 {
                    [place, size, d]
                } else {
                    [place / 2048 * 2048, size / 512 * 512 + 512, d / 2048 * 2048]
                };
                let config = MoveConfig::default();
                let actor = Actor::new(grid.view(u32::MAX), size, &config);
                let swept = || Sweep::new(actor, place, d).first_hit().map(|found| format!("{found:?}"));
                let text = format!("from {place} by {d}, size {size}");
                let end = place + d;
                let cells = grid.view(u32::MAX).cells().covered(place.min(end), place.max(end) + size);
                match actor.test_shaped_window(place, d, cells) {
                    WindowResult::Unsure | WindowResult::Hit(_) => counts[0] += 1,
                    WindowResult::Inside => {
                        assert!(!actor.is_free(place), "{text}");
                        counts[1] += 1;
                    }
                    WindowResult::Free => {
                        assert!(actor.is_free(place) && swept().is_none(), "{text}");
                        counts[2] += 1;
                    }
                    WindowResult::Shaped { found, is_clear } => {
                        assert!(actor.is_free(place), "{text}");
                        assert_eq!(Some(format!("{found:?}")), swept(), "{text}");
                        let motion = Motion::new(place, d, Vec2::ZERO);
                        let [mut one, mut other] = [motion; 2];
                        let impact = Impact::at(&actor, &motion, &found, Fraction::ONE);
                        actor.arrive(&mut one, Impact { is_clear, ..impact });
                        actor.arrive(&mut other, impact);
                        assert_eq!(one, other, "{text}");
                        counts[3] += 1;
                    }
                }
            }
        }
        assert!(counts[1..].iter().all(|count| *count > 1_000), "{counts:?}");
    }
}
