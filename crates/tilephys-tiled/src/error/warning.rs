//! Warnings: diagnostics of maps that load.

use super::spot::{Place, Position, write_located};
use super::{LoadError, Problem, Snippet};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The kind of a [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A colliding layer has a parallax factor, so its picture and its collision drift apart.
    Parallax,
    /// A property has the name of a setting but another type, and is ignored.
    SettingType,
    /// A name is probably misspelt: a near miss of a built-in property or class, or an unknown class that begins with
    /// `Tp`.
    Name,
    /// A property type or class is unknown, so that defaults are missing; or an enum does not have a value.
    Type,
    /// A property has the name of a setting and an unknown value, and is ignored.
    SettingValue,
    /// Two layers have the same id.
    SameId,
    /// A property, a tile of a tileset or a JSON key is repeated; the last one counts.
    Repeated,
    /// A property without a name is left out, or a malformed value is read as Tiled reads it.
    MalformedProperty,
    /// Two objects have the same id, to which no property refers; the later object gets a new id.
    SameObjectId,
    /// Two tilesets with tiles have the same first gid, so that the tiles of one cannot be used.
    FirstGid,
    /// The file of a tileset is missing, so its tiles are unknown: a tile is not drawn, and collides only where its layer
    /// does.
    MissingTileset,
    /// Cells or an object refer to tiles that their tileset lacks.
    MissingTile,
    /// A tile layer has no cells.
    NoCells,
    /// A property refers to a missing object.
    LostReference,
    /// Nothing in the level collides.
    NothingCollides,
    /// Only one-way platforms collide, or few tiles of a layer that its name makes solid.
    LittleCollides,
    /// A tileset has tiles with and without collision shapes, in a layer that probably is all solid.
    PartialCollision,
    /// A convention makes something collide that cannot, and it is left out.
    Convention,
    /// No object is a `TpSpawn`, and a class of the game probably is the player's start.
    Start,
    /// Maps of a world overlap.
    Overlap,
    /// More warnings exist than are kept.
    LeftOut,
    /// Colliding objects of a layer, or a colliding shape of a tile, have no area.
    EmptyShape,
    /// The number of tiles of a tileset is unknown: it is not stated, and the image cannot be read.
    TileCount,
    /// A value that only affects the picture is invalid, and is ignored.
    Look,
}

impl WarningKind {
    /// Kind of the fault in a strict loader ([`Loader::strict`](crate::Loader::strict)); `None` if it stays a warning.
    ///
    /// Faults are damaged maps that Tiled opens, and anything that collides otherwise than the file says. A convention
    /// that makes something collide that cannot is a fault too.
    ///
    /// The other kinds are advice about valid levels: [`PartialCollision`](Self::PartialCollision),
    /// [`NothingCollides`](Self::NothingCollides), [`Parallax`](Self::Parallax), names that are probably misspelt.
    /// [`Look`](Self::Look) is about drawing only.
    #[must_use]
    pub fn strict_problem(self) -> Option<Problem> {
        match self {
            WarningKind::SettingValue => Some(Problem::Setting),
            WarningKind::SameObjectId
            | WarningKind::FirstGid
            | WarningKind::TileCount
            | WarningKind::Repeated
            | WarningKind::MalformedProperty => Some(Problem::Format),
            WarningKind::MissingTile => Some(Problem::Gid),
            WarningKind::MissingTileset => Some(Problem::File),
            WarningKind::NoCells => Some(Problem::Data),
            WarningKind::EmptyShape | WarningKind::Convention => Some(Problem::Shape),
            _ => None,
        }
    }
}

/// A probable mistake in a map that loads. Displayed in the format of a [`LoadError`](crate::LoadError).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Kind of the warning.
    pub kind: WarningKind,
    /// File with the mistake.
    pub file: PathBuf,
    /// Position in the file.
    pub position: Position,
    /// Place in the level, as far as known.
    pub place: Place,
    /// Message: the mistake and what to do.
    pub message: String,
    /// Line of the file; `None` if the file is not the map, a tileset, a template or a type file.
    pub snippet: Option<Snippet>,
}

impl Warning {
    /// A warning without a snippet, which is added later.
    pub(crate) fn new(
        kind: WarningKind,
        file: &Path,
        position: Position,
        message: impl Into<String>,
    ) -> Self {
        let (file, place, message) = (file.to_owned(), Place::default(), message.into());
        Warning { kind, file, position, place, message, snippet: None }
    }

    /// Turns an error that has a position into a warning.
    pub(crate) fn of_error(kind: WarningKind, error: &LoadError) -> Self {
        let position = error.position().unwrap_or(Position { line: 1, column: 1 });
        Warning::new(kind, error.file(), position, error.message()).within(error.place())
    }

    /// Fault of a strict loader for this warning, if any.
    pub(crate) fn fault(&self) -> Option<LoadError> {
        let problem = self.kind.strict_problem()?;
        let error = LoadError::new(problem, &self.file, self.message.as_str()).at(self.position);
        let snippet = self.snippet.clone();
        Some(error.within(self.place.clone()).show(|_, _| snippet.clone()))
    }

    pub(crate) fn within(mut self, place: &Place) -> Self {
        self.place.within(place);
        self
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_located(f, &self.file, Some(self.position), &self.place, &self.message)
    }
}

/// Adds to a message in how many places the same mistake is too.
pub(crate) fn add_places(message: &mut String, more: usize) {
    if more > 0 {
        let places = if more == 1 { "place" } else { "places" };
        *message += &format!(" (the same in {more} other {places})");
    }
}

/// Makes one warning of equal warnings about a layer of a file: the first, with the number of the others.
pub(crate) fn merged(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut firsts: Vec<Warning> = Vec::new();
    let mut counts: Vec<usize> = Vec::new();
    let mut known: BTreeMap<(PathBuf, Option<String>, String), usize> = BTreeMap::new();
    for warning in warnings {
        let key = (warning.file.clone(), warning.place.layer.clone(), warning.message.clone());
        let first = *known.entry(key).or_insert(firsts.len());
        match counts.get_mut(first) {
            Some(count) => *count += 1,
            None => {
                firsts.push(warning);
                counts.push(0);
            }
        }
    }
    for (first, more) in firsts.iter_mut().zip(counts) {
        add_places(&mut first.message, more);
    }
    firsts
}

/// A bounded list of warnings, since a file can cause millions.
#[derive(Default)]
pub(crate) struct Warnings {
    kept: Vec<Warning>,
    left_out: usize,
}

impl Warnings {
    pub(crate) fn add(&mut self, warning: Warning, most: usize) {
        if self.kept.len() < most {
            self.kept.push(warning);
        } else {
            self.left_out += 1;
        }
    }

    /// Number of warnings.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Fills in the missing parts of the place of all warnings from index `from` on.
    pub(crate) fn place_from(&mut self, from: usize, place: &Place) {
        self.kept.iter_mut().skip(from).for_each(|warning| warning.place.within(place));
    }

    pub(crate) fn retain(&mut self, is_kept: impl FnMut(&Warning) -> bool) {
        self.kept.retain(is_kept);
    }

    pub(crate) fn absorb(&mut self, other: &Warnings, most: usize) {
        other.kept.iter().for_each(|warning| self.add(warning.clone(), most));
        self.left_out += other.left_out;
    }

    /// All kept warnings of the map at `path` and its files.
    pub(crate) fn all(self, path: &Path) -> Vec<Warning> {
        let Warnings { mut kept, left_out } = self;
        if left_out > 0 {
            let message = format!("{left_out} more warnings are not shown; fix these first");
            kept.push(Warning::new(WarningKind::LeftOut, path, Position { line: 1, column: 1 }, message));
        }
        kept
    }
}
