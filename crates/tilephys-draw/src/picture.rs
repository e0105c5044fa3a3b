//! A picture: the display list, and the doors to both renderers.

use crate::level::{Listed, list};
use crate::list::Item;
use crate::shape::{Body, Label, Rect, Shape};
use crate::sheet::{Sheet, Warning};
use crate::view::{DrawError, View};
use crate::{raster, svg};
use glam::Vec2;
use std::io::Write;
use tilephys_tiled::{Color, Files, Level, Object};

/// What to draw, in drawing order: a level, and what is pushed on top of it.
///
/// It borrows the cells of the level, so that a large level does not become a large picture.
pub struct Picture<'a> {
    pub(crate) background: Option<Color>,
    pub(crate) bounds: Rect,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) items: Vec<Item<'a>>,
    warnings: Vec<Warning>,
}

/// A rendered picture in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue and alpha, which is not multiplied into them; row by row from the top.
    pub data: Vec<[u8; 4]>,
}

impl<'a> Picture<'a> {
    /// An empty picture of a part of the plane, in pixels of a level.
    #[must_use]
    pub fn new(bounds: Rect, background: Option<Color>) -> Self {
        Picture { background, bounds, sheets: Vec::new(), items: Vec::new(), warnings: Vec::new() }
    }

    /// A level as a player would see it whose camera is where parallax shifts nothing.
    ///
    /// Its visible layers, in their order, with the opacity, tint and offset of their groups: tiles, images, and objects
    /// that show a tile. Animations show their first frame. Images are read from `files`, those that are needed. One
    /// that cannot be read is drawn as magenta and black checkers with a white border, and is among the
    /// [`warnings`](Self::warnings).
    #[must_use]
    pub fn of_level(level: &'a Level, files: &dyn Files) -> Self {
        Picture::of_level_now(level, files, &|_| Some(Vec2::ZERO))
    }

    /// The same while it is played: `now` tells how far from its place an object is drawn, in pixels, and `None` of those
    /// that are not there any more.
    #[must_use]
    pub fn of_level_now(level: &'a Level, files: &dyn Files, now: &dyn Fn(&Object) -> Option<Vec2>) -> Self {
        let Listed { items, sheets, bounds, warnings } = list(level, files, now);
        Picture { background: level.background, bounds, sheets, items, warnings }
    }

    /// What it shows unless a view says otherwise: the cells of a finite map, all that is drawn of an infinite one.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// What is drawn otherwise than the level says.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Sets what is behind all; `None` leaves it transparent. Of a level it is the map's background colour.
    pub fn set_background(&mut self, background: Option<Color>) {
        self.background = background;
    }

    /// Draws a shape over all that is there.
    pub fn push_shape(&mut self, shape: Shape) {
        self.items.push(Item::Shape(shape));
    }

    /// Draws a label over all that is there.
    pub fn push_label(&mut self, label: Label) {
        self.items.push(Item::Label(label));
    }

    /// Draws bodies over all that is there: projectiles, then platforms and others, then characters, players, and those
    /// that something is wrong with; of each sort first all paths, then all boxes. Labels are over all of them.
    pub fn push_bodies(&mut self, bodies: &[Body]) {
        let mut bodies: Vec<&Body> = bodies.iter().collect();
        // Stable: those of one kind keep their order.
        bodies.sort_by_key(|body| body.kind.rank());
        for alike in bodies.chunk_by(|a, b| a.kind == b.kind) {
            self.items.extend(alike.iter().flat_map(|b| b.path_shapes()).map(Item::Shape));
            self.items.extend(alike.iter().flat_map(|b| b.box_shapes()).map(Item::Shape));
        }
        self.items.extend(bodies.iter().filter_map(|b| b.label()).map(Item::Label));
    }

    /// Renders a view into memory.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty or too large.
    pub fn pixels(&self, view: &View) -> Result<Pixels, DrawError> {
        let frame = view.frame(self.bounds)?;
        let mut data = Vec::with_capacity(frame.width as usize * frame.height as usize);
        raster::render(self, &frame, |rows| {
            data.extend_from_slice(rows);
            Ok(())
        })?;
        Ok(Pixels { width: frame.width, height: frame.height, data })
    }

    /// Renders a view as PNG, some rows at a time: the memory it takes does not grow with the picture, except by the
    /// length of a row.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty or too large, before anything is written;
    /// [`DrawError::Write`] if `out` fails.
    pub fn write_png(&self, view: &View, out: impl Write) -> Result<(), DrawError> {
        let frame = view.frame(self.bounds)?;
        raster::write_png(self, &frame, out)
    }

    /// Renders a view as SVG with `href`s of SVG 2, which browsers, resvg and librsvg read. The images of tiles are within
    /// it, each once.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty, too large or of more than a million elements, before anything
    /// is written; [`DrawError::Write`] if `out` fails.
    pub fn write_svg(&self, view: &View, out: impl Write) -> Result<(), DrawError> {
        let frame = view.frame(self.bounds)?;
        svg::write(self, &frame, out)
    }
}
