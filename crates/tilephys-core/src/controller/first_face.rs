//! The first face in the path of a motion: by a window of cells where that decides it, else by the sweep of the grid.

use super::actor::Actor;
use super::candidate::Candidate;
use super::motion::Motion;
use super::sweep::Sweep;
use super::window::{self, WindowResult};
use glam::IVec2;

impl Actor<'_> {
    /// Tests the window of cells that the swept bounds of the motion cover.
    #[inline(always)]
    pub(crate) fn test_window(self, motion: &Motion) -> WindowResult {
        let pos = motion.position;
        let d = motion.left;
        // Splits the translation into its negative and positive parts without a branch, which would be mispredicted half of
        // the time.
        let back = IVec2::new(d.x & d.x >> 31, d.y & d.y >> 31);
        match self.view.window(self.view.cells().covered(pos + back, pos + (d - back) + self.size)) {
            Some(window) if window.bits == 0 => WindowResult::Free,
            Some(window) => window::first_hit(self.view, window, [pos, self.size, d], self.tie_rule()),
            None if self.view.has_shapes() => self.test_shaped_window(pos, d),
            None => WindowResult::Unsure,
        }
    }

    /// The first hit of a straight translation of any length, with all ties decided.
    #[inline(never)]
    pub(crate) fn sweep_whole(self, position: IVec2, left: IVec2) -> Option<Candidate> {
        let sweep = Sweep::new(self, position, left);
        if !self.view.has_shapes() {
            return sweep.first_hit();
        }
        let mut best = match self.first_whole_tile(position, left) {
            Some(best) => best,
            None => sweep.first_whole_tile(),
        };
        sweep.pieces(&mut best);
        best
    }

    /// The first whole tile hit by a short translation, decided from one window; `None` if the window does not decide it.
    #[inline]
    fn first_whole_tile(self, pos: IVec2, d: IVec2) -> Option<Option<Candidate>> {
        let low = pos + d.min(IVec2::ZERO);
        let high = pos + d.max(IVec2::ZERO) + self.size;
        let window = self.view.whole_window(self.view.cells().covered(low, high))?;
        if window.bits == 0 {
            return Some(None);
        }
        match window::first_hit(self.view, window, [pos, self.size, d], self.tie_rule()) {
            WindowResult::Free => Some(None),
            WindowResult::Hit(found) => Some(Some(found)),
            WindowResult::Inside | WindowResult::Shaped { .. } | WindowResult::Unsure => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::MoveConfig;
    use crate::direction::Direction;
    use crate::grid::TileGrid;
    use crate::tile::{Tile, TileCoord};
    use glam::{UVec2, Vec2};

    /// Linear congruential generator: a number below `n`.
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
}
