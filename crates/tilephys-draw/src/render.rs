//! The entry points of both renderers.

use crate::picture::Picture;
use crate::pixels::Pixels;
use crate::view::{DrawError, Frame, View};
use crate::{raster, svg};
use glam::UVec2;
use std::io::Write;

impl Picture<'_> {
    /// The layers for which `has_layer` returns true, without what is pushed onto them, as a picture for scales of at most
    /// 1 / `step`. Its argument is the index in [`Level::layers`](tilephys_tiled::Level::layers).
    ///
    /// Images are reduced by `step` once. Pictures of very large parts of a level then take time by the number of tiles,
    /// rather than by their pixels. Larger scales look coarse.
    #[must_use]
    pub fn reduced(&self, step: u32, has_layer: impl Fn(usize) -> bool) -> Picture<'static> {
        let step = step.max(1);
        let mut list = self.list.clone();
        list.retain_layers(has_layer);
        let (list, sheets) = raster::halve(&list, &self.sheets, step);
        Picture {
            list: list.into_owned(),
            sheets,
            overlays: Vec::new(),
            covered: 0,
            front: 0,
            step: self.step.saturating_mul(step),
            millis: 0,
        }
    }

    /// Checks the size limits of a view.
    fn frame(&self, view: &View) -> Result<Frame, DrawError> {
        let frame = view.frame(self.list.bounds)?;
        Ok(Frame { fine: frame.fine.div_ceil(self.step), ..frame })
    }

    /// Width and height of a view, in pixels of the rendered picture.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty or too large.
    pub fn size(&self, view: &View) -> Result<UVec2, DrawError> {
        let frame = self.frame(view)?;
        Ok(UVec2::new(frame.width, frame.height))
    }

    /// Renders a view into memory.
    ///
    /// # Errors
    ///
    /// [`DrawError::Limit`] if the picture would be empty or too large.
    pub fn pixels(&self, view: &View) -> Result<Pixels, DrawError> {
        let frame = self.frame(view)?;
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
        let frame = self.frame(view)?;
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
        let frame = self.frame(view)?;
        svg::write(self, &frame, out)
    }
}
