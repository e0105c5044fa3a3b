//! Warnings: diagnostics of maps that load.

use super::{Diagnostic, LoadError, Message, Problem, WithHelp};
use crate::error::position::{Place, Position};
use std::collections::BTreeMap;
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
    /// A property without a name is ignored, or a malformed value is read as Tiled reads it.
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
    /// A convention makes something collide that cannot, and is ignored.
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
    /// Title of the kind in a few words, such as `wrong setting type`.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            WarningKind::Parallax => "parallax of a colliding layer",
            WarningKind::SettingType => "wrong setting type",
            WarningKind::Name => "misspelt name",
            WarningKind::Type => "unknown type",
            WarningKind::SettingValue => "unknown setting value",
            WarningKind::SameId => "repeated layer id",
            WarningKind::Repeated => "repeated property, tile or key",
            WarningKind::MalformedProperty => "malformed property",
            WarningKind::SameObjectId => "repeated object id",
            WarningKind::FirstGid => "repeated first gid",
            WarningKind::MissingTileset => "missing tileset",
            WarningKind::MissingTile => "missing tile",
            WarningKind::NoCells => "layer without cells",
            WarningKind::LostReference => "reference to a missing object",
            WarningKind::NothingCollides => "nothing collides",
            WarningKind::LittleCollides => "little collides",
            WarningKind::PartialCollision => "tileset that collides in part",
            WarningKind::Convention => "convention that cannot apply",
            WarningKind::Start => "missing start",
            WarningKind::Overlap => "overlapping maps",
            WarningKind::LeftOut => "hidden warnings",
            WarningKind::EmptyShape => "shape without area",
            WarningKind::TileCount => "unknown number of tiles",
            WarningKind::Look => "invalid look",
        }
    }

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

/// A probable mistake in a map that loads. It always has a position.
pub type Warning = Diagnostic<WarningKind>;

impl Warning {
    /// A warning at a position of a file, without a snippet, which is added later.
    pub(crate) fn at(
        kind: WarningKind,
        file: &Path,
        position: Position,
        message: impl Into<Message>,
    ) -> Self {
        Warning { position: Some(position), ..Warning::new(kind, file, message) }
    }

    /// Turns an error that has a position into a warning.
    pub(crate) fn of_error(kind: WarningKind, error: &LoadError) -> Self {
        let position = error.position().unwrap_or(Position::START);
        Warning { position: Some(position), ..error.fault().clone().with_kind(kind) }
    }

    /// Fault of a strict loader for this warning, if any.
    pub(crate) fn fault(&self) -> Option<LoadError> {
        let problem = self.kind.strict_problem()?;
        Some(LoadError::of(self.clone().with_kind(problem)))
    }

    pub(crate) fn within(mut self, place: &Place) -> Self {
        self.place.within(place);
        self
    }
}

/// Makes one warning of equal warnings about a layer of a file: the first, with the number of places.
pub(crate) fn merged(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut firsts: Vec<Warning> = Vec::new();
    let mut known: BTreeMap<(PathBuf, Option<String>, Message), usize> = BTreeMap::new();
    for warning in warnings {
        let key = (warning.file.clone(), warning.place.layer.clone(), warning.said());
        let first = *known.entry(key).or_insert(firsts.len());
        match firsts.get_mut(first) {
            Some(first) => first.count = first.count.saturating_add(warning.count),
            None => firsts.push(warning),
        }
    }
    firsts
}

/// Warnings by what they are about: the first of each, which counts the others. A file can hold millions.
pub(crate) struct Firsts<K>(BTreeMap<K, Warning>);

impl<K> Default for Firsts<K> {
    fn default() -> Self {
        Firsts(BTreeMap::new())
    }
}

impl<K: Ord + Clone> Firsts<K> {
    /// Maximum number of warnings.
    const MOST: usize = 100;

    /// Counts one more of a key, or keeps its first warning.
    pub(crate) fn add(&mut self, key: K, first: impl FnOnce() -> Warning) {
        if let Some(known) = self.0.get_mut(&key) {
            known.count = known.count.saturating_add(1);
        } else if self.0.len() < Self::MOST {
            self.0.insert(key, first());
        }
    }

    /// Adds the warnings of another file. Equal ones are counted together, or replaced: a fault of a class counts once.
    pub(crate) fn absorb(&mut self, others: &Self, counts: bool) {
        for (key, other) in &others.0 {
            if counts && let Some(known) = self.0.get_mut(key) {
                known.count = known.count.saturating_add(other.count);
            } else if self.0.len() < Self::MOST {
                self.0.insert(key.clone(), other.clone());
            }
        }
    }

    /// All warnings, each with its key.
    pub(crate) fn all(self) -> impl Iterator<Item = (K, Warning)> {
        self.0.into_iter()
    }
}

/// Sorts warnings by file and position.
pub(crate) fn sort(warnings: &mut [Warning]) {
    warnings.sort_by(|a, b| (&a.file, a.position).cmp(&(&b.file, b.position)));
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
            let message = match left_out {
                1 => "1 more warning is not shown".to_owned(),
                _ => format!("{left_out} more warnings are not shown"),
            };
            kept.push(Warning::at(
                WarningKind::LeftOut,
                path,
                Position::START,
                message.help("fix these first"),
            ));
        }
        kept
    }
}
