//! A picture: the display list, and the entry points of both renderers.

use crate::level::{Listed, list};
use crate::list::Item;
use crate::shape::{Body, Label, Rect, Shape};
use crate::sheet::{Sheet, Warning};
use crate::view::{DrawError, View};
use crate::{raster, svg};
use glam::{UVec2, Vec2};
use std::io::Write;
use tilephys_tiled::{Color, Files, Level, Object};

/// A display list: a level, and what is pushed on top of it, in drawing order.
///
/// The cells of the level are borrowed, so that a picture of a large level stays small.
pub struct Picture<'a> {
    pub(crate) background: Option<Color>,
    pub(crate) bounds: Rect,
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) items: Vec<Item<'a>>,
    warnings: Vec<Warning>,
}

/// A rendered image in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// Pixels as red, green, blue and straight alpha; row by row from the top.
    pub data: Vec<[u8; 4]>,
}

impl<'a> Picture<'a> {
    /// Creates an empty picture of a region, in pixels of a level.
    #[must_use]
    pub fn new(bounds: Rect, background: Option<Color>) -> Self {
        Picture { background, bounds, sheets: Vec::new(), items: Vec::new(), warnings: Vec::new() }
    }

    /// Creates a picture of a level as a player sees it, without parallax shifts.
    ///
    /// The picture has the visible layers in order, with the opacity, tint and offset of their groups: tiles, images,
    /// and objects that show a tile. Animations show their first frame. Needed images are read from `files`. An image
    /// that cannot be read becomes magenta and black checkers with a white border, and causes one of the
    /// [`warnings`](Self::warnings).
    #[must_use]
    pub fn of_level(level: &'a Level, files: &dyn Files) -> Self {
        Picture::of_level_now(level, files, &|_| Some(Vec2::ZERO))
    }

    /// Like [`of_level`](Self::of_level), for a running level: `now` returns the offset of an object from its place, in
    /// pixels, or `None` if it is gone.
    #[must_use]
    pub fn of_level_now(level: &'a Level, files: &dyn Files, now: &dyn Fn(&Object) -> Option<Vec2>) -> Self {
        let Listed { items, sheets, bounds, warnings } = list(level, files, now);
        Picture { background: level.background, bounds, sheets, items, warnings }
    }

    /// The default region of a view: the cells of a finite map, or everything drawn of an infinite one.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Warnings about everything that is drawn in another way than the level says.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Sets the background colour; `None` is transparent. By default a level has the map's background colour.
    pub fn set_background(&mut self, background: Option<Color>) {
        self.background = background;
    }

    /// Draws a shape over everything so far.
    pub fn push_shape(&mut self, shape: Shape) {
        self.items.push(Item::Shape(shape));
    }

    /// Draws generated shapes over everything so far, such as a shape for each cell of a large level.
    ///
    /// `shapes` receives a window in pixels of the level, and passes on each shape that may show in it, in drawing order.
    /// It is called for each band of rows. A shape must be equal in all windows that show it, and at most 16 pixels of the
    /// picture thick outside of its outline.
    pub fn push_generated(&mut self, shapes: impl Fn(Rect, &mut dyn FnMut(Shape)) + 'a) {
        self.items.push(Item::Generated(Box::new(shapes)));
    }

    /// Draws a label over everything so far.
    pub fn push_label(&mut self, label: Label) {
        self.items.push(Item::Label(label));
    }

    /// Draws bodies over everything so far: projectiles, then platforms and others, then characters, players, and
    /// faulty bodies. Each kind has first all paths, then all boxes. Labels are over all of them.
    pub fn push_bodies(&mut self, bodies: &[Body]) {
        let mut bodies: Vec<&Body> = bodies.iter().collect();
        // A stable sort: bodies of one kind keep their order.
        bodies.sort_by_key(|body| body.kind.rank());
        for alike in bodies.chunk_by(|a, b| a.kind == b.kind) {
            self.items.extend(alike.iter().flat_map(|b| b.path_shapes()).map(Item::Shape));
            self.items.extend(alike.iter().flat_map(|b| b.box_shapes()).map(Item::Shape));
        }
        self.items.extend(bodies.iter().filter_map(|b| b.label()).map(Item::Label));
    }

    /// Width and height of a view, in pixels of the rendered picture.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty or too large.
    pub fn size(&self, view: &View) -> Result<UVec2, DrawError> {
        let frame = view.frame(self.bounds)?;
        Ok(UVec2::new(frame.width, frame.height))
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

    /// Renders a view as PNG, in bands of rows: memory grows only with the length of a row.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty or too large, before anything is written;
    /// [`DrawError::Write`] if `out` fails.
    pub fn write_png(&self, view: &View, out: impl Write) -> Result<(), DrawError> {
        self.write_png_with_progress(view, out, &mut |_, _| {})
    }

    /// Like [`write_png`](Self::write_png), and calls `progress` with the number of finished rows and of all rows.
    ///
    /// # Errors
    ///
    /// The errors of [`write_png`](Self::write_png).
    pub fn write_png_with_progress(
        &self,
        view: &View,
        out: impl Write,
        progress: &mut dyn FnMut(u32, u32),
    ) -> Result<(), DrawError> {
        let frame = view.frame(self.bounds)?;
        raster::write_png(self, &frame, out, progress)
    }

    /// Renders a view as SVG with `href`s of SVG 2, which browsers, resvg and librsvg read. Each tile's image is
    /// embedded once.
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
