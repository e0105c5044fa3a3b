//! Cells that the pointer makes solid or clears while a key is held.

use super::Session;
use super::painted::Painted;
use crate::game::{self, Action};
use tilephys::core::{Aabb, TileCoord};
use tilephys::draw::Rect;
use tilephys::glam::Vec2;

impl Session {
    /// Paints all cells from the last place of the pointer to this one, in px, in the next tick. The cells of the hero stay free.
    pub(crate) fn paint(&mut self, at: Vec2, is_solid: bool) {
        let to = self.cell_at(at);
        let from = self.painting.last.replace(to).unwrap_or(to);
        let steps = (to.col - from.col).abs().max((to.row - from.row).abs()).max(1);
        for step in 0..=steps {
            let between = |from: i32, to: i32| from + (to - from) * step / steps;
            let cell = TileCoord::new(between(from.col, to.col), between(from.row, to.row));
            self.paint_cell(cell, is_solid);
        }
    }

    /// The pointer does not paint any more.
    pub(crate) fn lift_brush(&mut self) {
        self.painting.last = None;
    }

    fn paint_cell(&mut self, cell: TileCoord, is_solid: bool) {
        let area = self.area_of(cell);
        let is_of_hero = || {
            self.hero(1.0).is_some_and(|hero| {
                let [hero, cell] = [hero, area].map(|rect| Aabb::from_px(rect.min, rect.size));
                hero.overlaps(cell)
            })
        };
        if self.is_painted_solid(cell) == is_solid || is_solid && is_of_hero() {
            return;
        }
        let was_solid = game::is_solid(self.game.physics.grid(), cell);
        self.painting.before.entry(cell).or_insert(was_solid);
        self.actions.push(Action::Paint { cell: [cell.col, cell.row], is_solid });
    }

    /// True if a cell is solid, or will be in the next tick.
    fn is_painted_solid(&self, cell: TileCoord) -> bool {
        let due = self.actions.iter().rev().find_map(|action| match action {
            Action::Paint { cell: at, is_solid } if *at == [cell.col, cell.row] => Some(*is_solid),
            _ => None,
        });
        due.unwrap_or_else(|| game::is_solid(self.game.physics.grid(), cell))
    }

    /// The painted cells that differ from the map.
    pub(crate) fn painted(&self) -> impl Iterator<Item = Painted> {
        self.painting.before.iter().filter_map(|(cell, was_solid)| {
            let is_solid = self.is_painted_solid(*cell);
            (is_solid != *was_solid).then(|| Painted { area: self.area_of(*cell), is_solid })
        })
    }

    fn cell_at(&self, at: Vec2) -> TileCoord {
        let cell = (at / self.game.level.tile_size.as_vec2()).floor();
        TileCoord::new(cell.x as i32, cell.y as i32)
    }

    /// Area of a cell, in px.
    pub(crate) fn area_of(&self, cell: TileCoord) -> Rect {
        let tile = self.game.level.tile_size.as_vec2();
        Rect::new(Vec2::new(cell.col as f32, cell.row as f32) * tile, tile)
    }
}
