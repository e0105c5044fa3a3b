//! Findings: diagnostics of levels as plain data.

use crate::check_id::CheckId;
use crate::fix::Fix;
use crate::picture::TextPicture;
use glam::Vec2;
use std::path::{Path, PathBuf};
use tilephys_core::TileCoord;
use tilephys_tiled::{Level, Locator, Place, Position, Property, Snippet, SourceElement, TileRect};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A remark without consequences for the game.
    Info,
    /// The game has a flaw that players can meet.
    Warning,
    /// The level does not load, or is broken.
    Error,
}

/// A mistake that a check found in a level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// Check that found it.
    pub check: CheckId,
    /// Severity, by the settings.
    pub severity: Severity,
    /// Map that was checked.
    pub map: PathBuf,
    /// File with the mistake: the map, or a file that it uses.
    pub file: PathBuf,
    /// Position in that file; `None` if it could not be read at all.
    pub position: Option<Position>,
    /// Place in the level, as far as known.
    pub place: Place,
    /// Cells of the map with the mistake; of several areas, the first.
    pub cells: Option<TileRect>,
    /// Point in the map, in pixels.
    pub pixel: Option<Vec2>,
    /// Number of places with this mistake, at least 1; the fields above are about the first.
    pub count: u32,
    /// Message: what is wrong, without file and place.
    pub message: String,
    /// Remedy: what to do.
    pub help: Option<String>,
    /// Other places that the message is about.
    pub related: Vec<Related>,
    /// Line of the file; `None` if unknown.
    pub snippet: Option<Snippet>,
    /// Tiles around the place; `None` without a place in the map.
    pub picture: Option<TextPicture>,
    /// Edit that mends it, if a safe one exists.
    pub fix: Option<Fix>,
}

/// A place that explains a [`Finding`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Related {
    /// File of the place.
    pub file: PathBuf,
    /// Position in that file, if known.
    pub position: Option<Position>,
    /// Message about the place.
    pub message: String,
}

impl Related {
    /// A place that explains a finding.
    #[must_use]
    pub fn new(file: &Path, position: Option<Position>, message: impl Into<String>) -> Self {
        Related { file: file.to_owned(), position, message: message.into() }
    }
}

impl Finding {
    /// A finding about the whole map at `map`.
    #[must_use]
    pub fn new(check: CheckId, map: &Path, message: impl Into<String>) -> Self {
        Finding {
            check,
            // Replaced by the severity in the settings.
            severity: Severity::Warning,
            map: map.to_owned(),
            file: map.to_owned(),
            position: None,
            place: Place::default(),
            cells: None,
            pixel: None,
            count: 1,
            message: message.into(),
            help: None,
            related: Vec::new(),
            snippet: None,
            picture: None,
            fix: None,
        }
    }

    /// Sets the place in the file to an element.
    #[must_use]
    pub(crate) fn at(mut self, element: SourceElement<'_>) -> Self {
        self.file = element.file().to_owned();
        self.position = Some(element.position());
        self.snippet = element.snippet();
        self
    }

    /// Sets the place in the file to a property.
    #[must_use]
    pub(crate) fn at_property(mut self, property: &Property, locator: &Locator<'_>) -> Self {
        self.file = property.file.to_path_buf();
        self.position = Some(property.position);
        self.snippet = locator.snippet(&property.file, property.position);
        self
    }

    /// Sets the remedy.
    #[must_use]
    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Finding { help: Some(help.into()), ..self }
    }

    /// Sets the path of the layer.
    #[must_use]
    pub(crate) fn in_layer(mut self, path: &str) -> Self {
        self.place.layer = Some(path.to_owned());
        self
    }

    /// Sets the first cell.
    #[must_use]
    pub(crate) fn in_cell(mut self, at: TileCoord) -> Self {
        self.place.cell = Some(at);
        self.cells = self.cells.or(Some(TileRect { min: at, size: glam::UVec2::ONE }));
        self
    }

    /// Sets the point in the map, in pixels.
    #[must_use]
    pub(crate) fn at_pixel(self, pixel: Vec2) -> Self {
        Finding { pixel: Some(pixel), ..self }
    }

    /// Adds a place that explains the message.
    #[must_use]
    pub(crate) fn see(mut self, element: SourceElement<'_>, message: impl Into<String>) -> Self {
        self.related.push(Related {
            file: element.file().to_owned(),
            position: Some(element.position()),
            message: message.into(),
        });
        self
    }

    /// True if a cell is among the marked cells.
    pub(crate) fn covers(&self, at: TileCoord) -> bool {
        self.cells.is_some_and(|TileRect { min, size }| {
            let (cols, rows) = (i64::from(size.x), i64::from(size.y));
            let (col, row) = (i64::from(at.col) - i64::from(min.col), i64::from(at.row) - i64::from(min.row));
            (0..cols).contains(&col) && (0..rows).contains(&row)
        })
    }

    /// Draws the tiles around the finding, if it has a place in the map and anything is solid around it.
    pub(crate) fn draw(&mut self, level: &Level) {
        let at_pixel = || level.grid.cell_at_px(self.pixel?);
        self.picture = self.place.cell.or_else(at_pixel).and_then(|at| {
            let one = TileRect { min: at, size: glam::UVec2::ONE };
            let marked = self.cells.filter(|_| self.place.cell.is_some()).unwrap_or(one);
            TextPicture::new(level, at, marked)
        });
    }

    /// Key of the deterministic order: the map, the layer's line, the row, the column, the object, the check.
    pub(crate) fn order(&self) -> impl Ord + use<'_> {
        let cell = self.place.cell.map(|at| (at.row, at.col));
        (&self.map, &self.file, self.position, cell, self.place.object, self.check, &self.message)
    }
}

/// The findings of one map, in the order in which they were found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) list: Vec<Finding>,
}

impl Findings {
    pub(crate) fn add(&mut self, finding: Finding) {
        self.list.push(finding);
    }
}
