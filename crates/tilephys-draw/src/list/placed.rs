//! Images of the list: parts of image files, their animations, and their places.

use crate::rect::{Edges, pair, union};
use glam::Vec2;
use tilephys_tiled::{Color, Flip, Turn};

/// A part of an image, in its pixels: x, y, width, height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sprite {
    /// Index in [`DisplayList::images`](super::DisplayList::images).
    pub(crate) image: usize,
    pub(crate) part: [u32; 4],
}

impl Sprite {
    /// Width and height, in pixels.
    pub(crate) fn size(&self) -> [f64; 2] {
        [self.part[2], self.part[3]].map(f64::from)
    }
}

/// Opacity and tint of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    pub(crate) opacity: f32,
    pub(crate) tint: Color,
}

impl Ink {
    /// The opacity in 1/255. As in Qt, some results are 1/255 below the nearest value.
    pub(crate) fn strength(&self) -> u8 {
        // A cast of a float saturates.
        let of_256 = ((f64::from(self.opacity) * 256.0) as u32).min(256);
        (255 * of_256 / 256) as u8
    }
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
    /// The corners of the rectangle after rotation, clockwise from the top left one.
    pub(crate) fn corners(&self) -> [[f64; 2]; 4] {
        let [left, top, width, height] = self.rect;
        let (right, bottom) = (left + width, top + height);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        corners.map(|corner| self.turn.map_or(corner, |turn| turn.forth(corner)))
    }

    /// Bounding box of the image.
    pub(crate) fn extent(&self) -> Edges {
        if self.turn.is_none() {
            let [left, top, width, height] = self.rect;
            return [left, top, left + width, top + height];
        }
        let boxes = self.corners().map(|[x, y]| [x, y, x, y]);
        boxes.into_iter().reduce(union).unwrap_or_default()
    }
}

/// An image as it is drawn in a place: in a cell, on an object, or as a layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) sprite: Sprite,
    /// Offset from the place's corner (of a cell the bottom left one) to the image's, in pixels of the level.
    pub(crate) offset: [f64; 2],
    /// Width and height if it is not flipped along its diagonal, in pixels of the level.
    pub(crate) size: [f64; 2],
}

/// The image in a place at each time.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    first: Face,
    animation: Option<Box<Animation>>,
}

#[derive(Clone, Debug)]
struct Animation {
    /// Each frame with its end, in milliseconds from the start.
    frames: Vec<(u64, Face)>,
    /// Length of a cycle in milliseconds; `None` if the last frame stays.
    cycle: Option<u64>,
}

impl Look {
    pub(crate) fn still(face: Face) -> Self {
        Look { first: face, animation: None }
    }

    /// A look of frames with their durations in milliseconds; `None` without frames. As in Tiled, a frame of duration 0
    /// stays.
    pub(crate) fn animated(frames: impl IntoIterator<Item = (u32, Face)>) -> Option<Self> {
        let (mut known, mut end, mut stays) = (Vec::new(), 0, false);
        for (duration, face) in frames {
            end += u64::from(duration);
            known.push((end, face));
            stays = duration == 0;
            if stays {
                break;
            }
        }
        let (_, first) = *known.first()?;
        let cycle = (!stays).then_some(end);
        let animation = (known.len() > 1).then(|| Box::new(Animation { frames: known, cycle }));
        Some(Look { first, animation })
    }

    /// The image at a time in milliseconds.
    pub(crate) fn at(&self, millis: u64) -> &Face {
        let Some(Animation { frames, cycle }) = self.animation.as_deref() else { return &self.first };
        let millis = cycle.map_or(millis, |cycle| millis % cycle);
        let frame = frames.partition_point(|(end, _)| *end <= millis);
        frames.get(frame).or(frames.last()).map_or(&self.first, |(_, face)| face)
    }

    /// All images, the first one first.
    pub(crate) fn faces(&self) -> impl Iterator<Item = &Face> {
        let frames = self.animation.as_deref().map_or(&[][..], |animation| &animation.frames);
        std::iter::once(&self.first).chain(frames.iter().map(|(_, face)| face).skip(1))
    }

    /// The first image with another part of another image.
    #[cfg(feature = "raster")]
    pub(crate) fn first_with(&self, other: impl FnOnce(Sprite) -> Sprite) -> Self {
        Look::still(Face { sprite: other(self.first.sprite), ..self.first })
    }
}

/// An image of its own: an image layer, or an object that shows a tile.
#[derive(Clone, Debug)]
pub(crate) struct ImageItem {
    pub(crate) look: Look,
    /// Top left corner of the place in the level, in pixels.
    pub(crate) corner: Vec2,
    pub(crate) flip: Flip,
    pub(crate) ink: Ink,
    /// True if the image repeats without end: horizontally, and vertically.
    pub(crate) repeat: [bool; 2],
    /// The object that it shows, if it is no layer.
    pub(crate) object: Option<ObjectPlace>,
}

/// The place of an object.
#[derive(Clone, Debug)]
pub(crate) struct ObjectPlace {
    pub(crate) id: u32,
    /// Pivot of the rotation in the level, in pixels.
    anchor: Vec2,
    /// Clockwise, in degrees.
    rotation: f32,
    /// Offset from the place in the level, in pixels; `None` if the object is hidden.
    offset: Option<Vec2>,
    turn: Option<Turn>,
}

impl ObjectPlace {
    pub(crate) fn new(id: u32, anchor: Vec2, rotation: f32) -> Self {
        let mut place = ObjectPlace { id, anchor, rotation, offset: None, turn: None };
        place.put(Some(Vec2::ZERO));
        place
    }

    /// Moves the object to an offset from its place in the level, or hides it.
    pub(crate) fn put(&mut self, offset: Option<Vec2>) {
        if self.offset == offset {
            return;
        }
        self.offset = offset;
        if let Some(offset) = offset.filter(|_| self.rotation % 360.0 != 0.0) {
            self.turn = Some(Turn::new(self.rotation.into(), pair(self.anchor + offset)));
        }
    }
}

impl ImageItem {
    /// The image at a time in milliseconds; `None` if it is hidden.
    pub(crate) fn placed(&self, millis: u64) -> Option<Placed> {
        let (offset, turn) = match &self.object {
            Some(place) => (place.offset?, place.turn),
            None => (Vec2::ZERO, None),
        };
        let Face { sprite, offset: shift, size: [width, height] } = *self.look.at(millis);
        let [x, y] = pair(self.corner + offset);
        let rect = [x + shift[0], y + shift[1], width, height];
        Some(Placed { sprite, rect, flip: self.flip, ink: self.ink, turn, repeat: self.repeat })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opacities_equal_qt() {
        // 255 times the opacity in 1/256, both truncated: QRasterPaintEngine and blend_untransformed_generic of Qt 5.
        let rows =
            [(0.0, 0), (0.5, 127), (0.7, 178), (0.25, 63), (0.999, 254), (1.0, 255), (2.0, 255), (-1.0, 0)];
        for (opacity, expected) in rows {
            assert_eq!(Ink { opacity, tint: Color::WHITE }.strength(), expected, "{opacity}");
        }
        assert_eq!(Ink { opacity: f32::NAN, tint: Color::WHITE }.strength(), 0);
    }
}
