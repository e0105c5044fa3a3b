//! What loads and is odd.

use super::spot::{Place, Position, write_located};
use super::{LoadError, Problem, Snippet};
use std::fmt;
use std::path::{Path, PathBuf};

/// The kind of a [`Warning`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A layer that collides has a parallax factor: what is drawn and what collides part.
    Parallax,
    /// A property has the name of a setting but not its type, and was not read.
    SettingType,
    /// A property or a class has nearly a name of ours, or a class has an unknown name that begins with `Tp`.
    Name,
    /// A type of a property, or a class, is not known, so that defaults are missing; or a value is not one of its enum.
    Type,
    /// A property has the name of a setting and a value that is none of ours, and was not read.
    SettingValue,
    /// Two layers have one id.
    SameId,
    /// A property of an element, a tile of a tileset or a key of JSON stands twice; the later one counts.
    Repeated,
    /// A property has no name and is left out, or a value that is none of its type and counts as what Tiled takes it for.
    MalformedProperty,
    /// Two objects have one id, to which no property refers: the later one has got another.
    SameObjectId,
    /// Two tilesets with tiles have one first gid, so that the tiles of one are not seen.
    FirstGid,
    /// Cells or an object show tiles that their tileset lacks.
    MissingTile,
    /// A tile layer has no cells.
    NoCells,
    /// A property refers to an object that is not in the map.
    LostReference,
    /// Nothing in the level collides.
    NothingCollides,
    /// Some tiles of a tileset have collision shapes and others none, in a layer that looks as if all were solid.
    PartialCollision,
    /// A convention says that something collides which cannot, and it was left out.
    Convention,
    /// No object has our class of where the player starts, and a class of the game's own looks as if it meant that.
    Start,
    /// Maps of a world lie over each other.
    Overlap,
    /// There are more warnings, which are left out.
    LeftOut,
    /// Objects of a layer, or a shape of a tile, would collide and cover nothing.
    EmptyShape,
    /// How many tiles a tileset has is not known: it does not say, and its image cannot be read.
    TileCount,
    /// Something that only shows has a value that Tiled would not write, and is drawn as if it were not set.
    Look,
}

impl WarningKind {
    /// The kind of fault that it is to a strict loader ([`Loader::strict`](crate::Loader::strict)); `None` if it is a warning
    /// there too.
    ///
    /// It is a fault where a level is damaged, or something in it collides otherwise than it is written: what was an error but
    /// that Tiled opens it. So is something that a convention makes collide and that cannot.
    ///
    /// The others are advice about sound levels, which have them on purpose as well: [`PartialCollision`](Self::PartialCollision),
    /// [`NothingCollides`](Self::NothingCollides), [`Parallax`](Self::Parallax), names that look misspelt. [`Look`](Self::Look) is
    /// about drawing only.
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
            WarningKind::NoCells => Some(Problem::Data),
            WarningKind::EmptyShape | WarningKind::Convention => Some(Problem::Shape),
            _ => None,
        }
    }
}

/// Something that loads, but hardly means what its author thinks. Displayed as a [`LoadError`](crate::LoadError) is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Its kind.
    pub kind: WarningKind,
    /// The file to look into.
    pub file: PathBuf,
    /// Where in the file.
    pub position: Position,
    /// What in the level.
    pub place: Place,
    /// What is odd and what to do.
    pub message: String,
    /// The line of the file; `None` if the file is not the map's nor one of its tilesets, templates or types.
    pub snippet: Option<Snippet>,
}

impl Warning {
    /// A warning whose line is looked up later.
    pub(crate) fn new(
        kind: WarningKind,
        file: &Path,
        position: Position,
        message: impl Into<String>,
    ) -> Self {
        let (file, place, message) = (file.to_owned(), Place::default(), message.into());
        Warning { kind, file, position, place, message, snippet: None }
    }

    /// A warning in the place of an error that has a position.
    pub(crate) fn of_error(kind: WarningKind, error: &LoadError) -> Self {
        let position = error.position().unwrap_or(Position { line: 1, column: 1 });
        Warning::new(kind, error.file(), position, error.message()).within(error.place())
    }

    /// The fault that it is to a strict loader, if it is one.
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

/// Warnings up to some number, since a file can have millions.
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

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Names the place of all but the first `from`, except for what is named already.
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

    /// All that are kept, of the map at `path` and its files.
    pub(crate) fn all(self, path: &Path) -> Vec<Warning> {
        let Warnings { mut kept, left_out } = self;
        if left_out > 0 {
            let message = format!("there are {left_out} warnings more; mend these first");
            kept.push(Warning::new(WarningKind::LeftOut, path, Position { line: 1, column: 1 }, message));
        }
        kept
    }
}
