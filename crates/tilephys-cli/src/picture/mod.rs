//! Picture files of levels: formats, checks before drawing, and output.

pub(crate) mod movers;

use crate::progress::Progress;
use crate::target::Target;
use glam::Vec2;
use std::io::Write;
use std::path::{Path, PathBuf};
use tilephys::draw::{DrawError, Picture, Rect, View};
use tilephys::tiled::{Image, LayerContent, Level, TileRect};

/// Maximum side that common viewers open, in pixels.
pub(crate) const MAX_VIEWED: f32 = 16_384.0;

/// Format of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Svg,
}

impl Format {
    /// Format by the extension of a file's name.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match &*path.extension()?.to_str()?.to_ascii_lowercase() {
            "png" => Some(Format::Png),
            "svg" => Some(Format::Svg),
            _ => None,
        }
    }

    fn write(self, picture: &Picture, view: &View, out: &mut dyn Write, bar: bool) -> Result<(), DrawError> {
        match self {
            Format::Png => {
                let all = picture.size(view)?.y.into();
                let mut progress = Progress::new(all, bar.then_some("rows of the picture"));
                let written =
                    picture.write_png_with_progress(view, out, &mut |done, _| progress.done(done.into()));
                progress.clear();
                written
            }
            Format::Svg => picture.write_svg(view, out),
        }
    }
}

/// File of a picture, checked before there is something to draw.
pub(crate) struct Output {
    target: Target,
    format: Format,
}

impl Output {
    /// Checks that the file can be written, and changes nothing. `path` ends in `.png` or `.svg`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        let format = Format::of(path).unwrap_or(Format::Png);
        Ok(Output { target: Target::new(path)?, format })
    }

    /// Path as it was given.
    pub(crate) fn file(&self) -> String {
        self.target.path.display().to_string()
    }

    /// Region that a view of `level` shows: the cells, or all of the picture.
    ///
    /// # Errors
    /// If there is nothing to draw, or if the file is one of the level's own images.
    pub(crate) fn region(
        &self,
        level: &Level,
        picture: &Picture,
        cells: Option<TileRect>,
    ) -> Result<Rect, String> {
        if images(level).any(|image| self.target.is(image)) {
            return Err(format!("{}: is an image of the level; name another file", self.file()));
        }
        let region = cells.and_then(|cells| View::of_tiles(cells, level.tile_size).region);
        shown(picture.bounds(), region).map_err(|e| format!("{}: {e}", self.file()))
    }

    /// Checks the limits of sizes before a picture is drawn.
    ///
    /// # Errors
    /// If the picture would be too large.
    pub(crate) fn check(&self, picture: &Picture, view: &View) -> Result<(), String> {
        // An output without room: the limits are checked before anything is written.
        let mut nothing: &mut [u8] = &mut [];
        match self.format.write(picture, view, &mut nothing, false) {
            Err(DrawError::Limit(message)) => Err(format!("{}: {message}", self.file())),
            _ => Ok(()),
        }
    }

    /// Draws and writes the file, as a whole or not at all; a terminal shows a progress bar if `bar`.
    ///
    /// # Errors
    /// If the picture is too large, or the file can no longer be written.
    pub(crate) fn write(&self, picture: &Picture, view: &View, bar: bool) -> Result<(), String> {
        self.fill(|out| self.format.write(picture, view, out, bar))
    }

    /// Writes an animation in the form of PNG by `fill`, as a whole or not at all.
    ///
    /// # Errors
    /// If `fill` fails, or the file can no longer be written.
    pub(crate) fn fill(
        &self,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), DrawError>,
    ) -> Result<(), String> {
        self.target.write(fill).map_err(|e| format!("{}: {e}", self.file()))
    }
}

/// Drawn part of a level: all, or a region that overlaps it.
fn shown(all: Rect, region: Option<Rect>) -> Result<Rect, String> {
    let from = all.min;
    let to = all.min + all.size;
    let Some(region) = region else {
        let nothing = "the level has nothing to draw; draw something in Tiled, or pass a --region";
        return if all.size.min_element() > 0.0 { Ok(all) } else { Err(nothing.to_owned()) };
    };
    if from.cmpge(region.min + region.size).any() || region.min.cmpge(to).any() {
        return Err(format!(
            "the region is outside the level, which spans {} to {} px across and {} to {} px down; choose \
             another --region",
            from.x, to.x, from.y, to.y
        ));
    }
    Ok(region)
}

/// The largest of 1, 1/2, 1/4 and so on at which no side is longer than [`MAX_VIEWED`]: halves keep pixels even.
pub(crate) fn largest_scale(size: Vec2) -> f32 {
    let mut scale = 1.0;
    while size.max_element() * scale > MAX_VIEWED {
        scale /= 2.0;
    }
    scale
}

/// Images that a level shows.
fn images(level: &Level) -> impl Iterator<Item = &PathBuf> {
    let tiles = level.tilesets.iter().flat_map(|set| {
        let own = set.tiles.values().filter_map(|tile| tile.image.as_ref());
        set.image.iter().chain(own)
    });
    let layers = level.layers.iter().filter_map(|layer| match &layer.content {
        LayerContent::Image { image, .. } => image.as_ref(),
        _ => None,
    });
    tiles.chain(layers).filter_map(|image: &Image| image.path.as_ref())
}
