//! Textured quads, for renderers.

use super::placed::Placed;
use crate::rect::{Edges, Rect, overlaps};
use glam::Vec2;
use tilephys_tiled::Color;

/// Maximum number of copies of a repeated image across, and down. An image of 2 px still fills a view of 8192 px; without a
/// limit a mistyped view would take hours.
const MAX_COPIES: i64 = 1 << 12;

/// A part of an image, and where it is drawn: two textured triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Quad {
    /// Index of the image in [`DisplayList::images`](super::DisplayList::images).
    pub image: usize,
    /// Part of the image, in its pixels; always whole pixels.
    pub source: Rect,
    /// Places of the part's corners in the level, in pixels: top left, top right, bottom right, bottom left of the image.
    /// Flips, rotation and stretching move corners, so neither order nor winding is fixed in the level.
    pub corners: [Vec2; 4],
    /// Colour that multiplies each pixel. Its alpha includes the opacity.
    pub tint: Color,
    /// Index of the layer in [`Level::layers`](tilephys_tiled::Level::layers).
    pub layer: usize,
    /// Parallax factor of the layer: 1 moves with the level.
    pub parallax: Vec2,
    /// Id of the object that it shows; `None` for cells and image layers.
    pub object: Option<u32>,
}

impl Quad {
    /// The corners of the part in the image, in its pixels, in the order of [`corners`](Self::corners). Divided by the size of the
    /// image they are texture coordinates.
    #[must_use]
    #[doc(alias = "uv")]
    pub fn source_corners(&self) -> [Vec2; 4] {
        let Rect { min, size } = self.source;
        [min, min + Vec2::new(size.x, 0.0), min + size, min + Vec2::new(0.0, size.y)]
    }

    /// The bounding box of its corners in the level, in pixels.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let [a, b, c, d] = self.corners;
        let min = a.min(b).min(c.min(d));
        Rect::new(min, a.max(b).max(c.max(d)) - min)
    }
}

impl Placed {
    /// The corners of the image in the level: top left, top right, bottom right, bottom left before all flips.
    fn image_corners(&self) -> [[f64; 2]; 4] {
        let corners = self.corners();
        [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[x, y]: [usize; 2]| {
            let [x, y] = if self.flip.diagonal { [y, x] } else { [x, y] };
            let (right, bottom) = ((x == 1) != self.flip.horizontal, (y == 1) != self.flip.vertical);
            corners[match (right, bottom) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            }]
        })
    }

    /// Copies of a repeated image that show in the window, row by row; of another image at most itself.
    pub(crate) fn copies(self, window: Edges) -> impl Iterator<Item = Placed> {
        let range = |axis: usize| {
            if !self.repeat[axis] {
                return 0..1;
            }
            let nth = |edge: f64| (edge - self.rect[axis]) / self.rect[axis + 2];
            let first = nth(window[axis]).floor() as i64;
            first..(nth(window[axis + 2]).ceil() as i64).min(first.saturating_add(MAX_COPIES))
        };
        let (across, down) = (range(0), range(1));
        let copies = down.flat_map(move |row| across.clone().map(move |col| [col, row]));
        let copies = copies.map(move |nth| {
            let mut copy = self;
            for (axis, nth) in nth.into_iter().enumerate() {
                copy.rect[axis] += nth as f64 * self.rect[axis + 2];
            }
            copy
        });
        copies.filter(move |copy| overlaps(copy.extent(), window))
    }

    /// The quad, shifted in the level; `None` if it is transparent.
    pub(crate) fn quad(&self, shift: [f64; 2]) -> Option<Quad> {
        let tint = self.ink.tint.times(Color::WHITE.with_alpha(self.ink.strength()));
        let [x, y, width, height] = self.sprite.part.map(|side| side as f32);
        (tint.alpha > 0).then(|| Quad {
            image: self.sprite.image,
            source: Rect::new(Vec2::new(x, y), Vec2::new(width, height)),
            corners: self
                .image_corners()
                .map(|[x, y]| Vec2::new((x + shift[0]) as f32, (y + shift[1]) as f32)),
            tint,
            layer: 0,
            parallax: Vec2::ONE,
            object: None,
        })
    }
}
