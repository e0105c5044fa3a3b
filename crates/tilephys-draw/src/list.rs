//! The display list: input of both renderers, in drawing order.

use crate::shape::{Label, Rect, Shape};
use std::collections::HashMap;
use tilephys_tiled::{Cell, CellBlock, Color, Flip, RenderOrder, Turn};

/// An entry of the display list.
pub(crate) enum Item<'a> {
    /// The cells of a layer, placed only when they are drawn, so that the list of a large level stays small.
    Cells(CellLayer<'a>),
    Image(Placed),
    Shape(Shape),
    Generated(Generator<'a>),
    Label(Label),
}

/// Function that passes on the shapes of a window, in pixels of the level.
pub(crate) type Generator<'a> = Box<dyn Fn(Rect, &mut dyn FnMut(Shape)) + 'a>;

/// Margin of the window of a generator, in pixels of the picture, for the thickness of outlines.
const MARGIN: f64 = 16.0;

/// Window of a generator for the drawn region (left, top, right, bottom) at a scale.
pub(crate) fn generated_window([left, top, right, bottom]: [f64; 4], scale: f64) -> Rect {
    let margin = MARGIN / scale;
    let min = [left, top].map(|v| (v - margin) as f32);
    let size = [right - left, bottom - top].map(|v| (v + 2.0 * margin) as f32);
    Rect::new(min.into(), size.into())
}

/// A part of a sheet, in its pixels: x, y, width, height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sprite {
    pub(crate) sheet: usize,
    pub(crate) part: [u32; 4],
}

/// Opacity and tint of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub(crate) opacity: f32,
    pub(crate) tint: Color,
}

/// An image with its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) sprite: Sprite,
    /// Left, top, width and height in pixels of the level, after flipping and before rotation.
    pub(crate) rect: [f64; 4],
    pub(crate) flip: Flip,
    pub(crate) ink: Ink,
    pub(crate) turn: Option<Turn>,
    /// True if the image repeats without end: horizontally, and vertically.
    pub(crate) repeat: [bool; 2],
}

impl Placed {
    /// Bounding box of the image (left, top, right, bottom).
    pub(crate) fn extent(&self) -> [f64; 4] {
        let [left, top, width, height] = self.rect;
        let (right, bottom) = (left + width, top + height);
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
        let corners = corners.map(|corner| self.turn.map_or(corner, |turn| turn.forth(corner)));
        let boxes = corners.map(|[x, y]| [x, y, x, y]);
        boxes.into_iter().reduce(union).unwrap_or_default()
    }
}

/// A tile as it is drawn in a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    pub(crate) sprite: Sprite,
    /// Offset from the cell's bottom left corner to the image's, in pixels of the level.
    pub(crate) offset: [f64; 2],
    /// Width and height if it is not flipped along its diagonal, in pixels of the level.
    pub(crate) size: [f64; 2],
}

/// The cells of a tile layer.
pub(crate) struct CellLayer<'a> {
    pub(crate) blocks: &'a [CellBlock],
    /// Size of a cell, in pixels.
    pub(crate) cell: [f64; 2],
    /// Offset of the layer, in pixels.
    pub(crate) offset: [f64; 2],
    pub(crate) order: RenderOrder,
    pub(crate) ink: Ink,
    /// Images by gid without flags.
    pub(crate) stamps: HashMap<u32, Stamp>,
}

impl CellLayer<'_> {
    /// Calls `draw` with each tile that may show in the `window` (left, top, right, bottom), in drawing order.
    pub(crate) fn each(&self, window: [f64; 4], mut draw: impl FnMut(&Placed)) {
        let Some(reach) = self.reach() else { return };
        // Range of the cells whose tiles reach into the window.
        let first = |axis: usize| {
            ((window[axis] - self.offset[axis] - reach[axis + 2]) / self.cell[axis]).floor() as i64
        };
        let last = |axis: usize| {
            ((window[axis + 2] - self.offset[axis] - reach[axis]) / self.cell[axis]).ceil() as i64
        };
        let (cols, rows) = ((first(0), last(0)), (first(1), last(1)));
        // Chunks of one row of the map follow each other in drawing order, as if the layer were one block.
        let mut runs: Vec<(i64, i64, &[u32])> = Vec::new();
        for block in self.blocks {
            let (left, top) = (i64::from(block.min.col), i64::from(block.min.row));
            let width = i64::from(block.width);
            let (from, to) = (larger(cols.0, left), smaller(cols.1.saturating_add(1), left + width));
            let (up, down) =
                (larger(rows.0, top), smaller(rows.1.saturating_add(1), top + i64::from(block.height())));
            if from >= to {
                continue;
            }
            for row in up..down {
                let start = ((row - top) * width + from - left) as usize;
                runs.push((row, from, &block.gids[start..start + (to - from) as usize]));
            }
        }
        let RenderOrder { leftward, upward } = self.order;
        let sign = |backward: bool| if backward { -1 } else { 1 };
        runs.sort_by_key(|&(row, col, _)| (row * sign(upward), col * sign(leftward)));
        for (row, col, gids) in runs {
            let mut place = |(i, bits): (usize, &u32)| {
                if let Some(placed) =
                    Cell::of(*bits).and_then(|cell| self.placed([col + i as i64, row], cell))
                {
                    draw(&placed);
                }
            };
            if leftward {
                gids.iter().enumerate().rev().for_each(&mut place);
            } else {
                gids.iter().enumerate().for_each(&mut place);
            }
        }
    }

    fn placed(&self, at: [i64; 2], Cell { gid, flip }: Cell) -> Option<Placed> {
        let Stamp { sprite, offset, size } = *self.stamps.get(&gid)?;
        let [width, height] = if flip.diagonal { [size[1], size[0]] } else { size };
        let left = at[0] as f64 * self.cell[0] + self.offset[0] + offset[0];
        let bottom = (at[1] + 1) as f64 * self.cell[1] + self.offset[1] + offset[1];
        let rect = [left, bottom - height, width, height];
        Some(Placed { sprite, rect, flip, ink: self.ink, turn: None, repeat: [false; 2] })
    }

    /// Bounds of all tiles relative to the top left corner of their cell: left, top, right, bottom. `None` without
    /// tiles.
    fn reach(&self) -> Option<[f64; 4]> {
        let reach = |stamp: &Stamp| {
            let longer = larger(stamp.size[0], stamp.size[1]);
            let [left, bottom] = [stamp.offset[0], self.cell[1] + stamp.offset[1]];
            [left, bottom - longer, left + longer, bottom]
        };
        self.stamps.values().map(reach).reduce(union)
    }

    /// The bounding box of its tiles (left, top, right, bottom); `None` without tiles.
    pub(crate) fn extent(&self) -> Option<[f64; 4]> {
        let mut extent = None;
        self.each([-1e17, -1e17, 1e17, 1e17], |placed| {
            let [left, top, width, height] = placed.rect;
            let here = [left, top, left + width, top + height];
            extent = Some(extent.map_or(here, |known| union(known, here)));
        });
        extent
    }
}

/// The bounding box of two boxes (left, top, right, bottom).
pub(crate) fn union(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [smaller(a[0], b[0]), smaller(a[1], b[1]), larger(a[2], b[2]), larger(a[3], b[3])]
}

pub(crate) fn smaller<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

pub(crate) fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}
