//! What is wrong with files, and where.

mod snippet;
mod spot;
mod text;
mod warning;

pub use snippet::Snippet;
pub use spot::{Place, Position};
pub(crate) use text::{byte_of, mebibytes, shortened};
pub(crate) use warning::Warnings;
pub use warning::{Warning, WarningKind};

use spot::write_located;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The kind of a [`LoadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// A file cannot be read, or is no UTF-8.
    File,
    /// A file is no well-formed XML.
    Xml,
    /// A Tiled project, a world, or a map, tileset or template in JSON is no well-formed JSON.
    Json,
    /// An element or an attribute is missing, misplaced, or has a value that Tiled would not write.
    Format,
    /// Cell data does not decode to as many cells as it should.
    Data,
    /// A gid belongs to no tileset.
    Gid,
    /// A file refers to itself, or to files too deep.
    Reference,
    /// A file refers to one outside of the map's root folder.
    Outside,
    /// A size or a depth beyond what is read.
    Limit,
    /// A property that says how to collide has an unknown value.
    Setting,
    /// A shape that nothing can collide with: without area, bent inward, with crossing edges.
    Shape,
    /// The orientation of the map is not orthogonal.
    Orientation,
    /// It loads, but a level that runs cannot become it: see [`Level::update`](crate::Level::update).
    Update,
    /// The `tiled` crate makes no model of a level: see `Level::tiled_map`.
    Model,
}

/// One thing that is wrong with a file. Displayed as one line of a [`LoadError`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// Its kind.
    pub problem: Problem,
    /// The file to look into.
    pub file: PathBuf,
    /// Where in the file; `None` if the file could not be read at all.
    pub position: Option<Position>,
    /// What in the level.
    pub place: Place,
    /// What is wrong, what was expected and what to do, without file and place.
    pub message: String,
    /// The line of the file; `None` if the file could not be read at all.
    pub snippet: Option<Snippet>,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Fault {
    /// Whether both are one fault, met in two places of the level.
    fn is_same(&self, other: &Fault) -> bool {
        self.position == other.position && self.file == other.file && self.message == other.message
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_located(f, &self.file, self.position, &self.place, &self.message)
    }
}

/// Why a level could not be loaded: one fault or more, in the order in which they were found.
///
/// A load goes on after a fault where it can, so that a designer sees all of them at once, [`MOST`](Self::MOST) at most.
/// What stands on something with a fault is not judged: cells of a tileset that is missing are no faults.
///
/// Displayed as one line a fault: file, line and column as far as known, the place in the level, what is wrong, what was
/// expected and what to do. Debugged as the same lines, which is what a `main` that returns it prints.
#[derive(Clone)]
pub struct LoadError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    first: Fault,
    others: Vec<Fault>,
}

impl LoadError {
    /// Faults that are looked for at most; of more, these are the first.
    pub const MOST: usize = 20;

    pub(crate) fn new(problem: Problem, file: &Path, message: impl Into<String>) -> Self {
        let first = Fault {
            problem,
            file: file.to_owned(),
            position: None,
            place: Place::default(),
            message: message.into(),
            snippet: None,
            cause: None,
        };
        LoadError(Box::new(Inner { first, others: Vec::new() }))
    }

    pub(crate) fn at(mut self, position: Position) -> Self {
        self.0.first.position = Some(position);
        self
    }

    /// Changes the message of the first fault.
    pub(crate) fn with_message(mut self, change: impl FnOnce(&str) -> String) -> Self {
        self.0.first.message = change(&self.0.first.message);
        self
    }

    /// Names the place of all faults, except for what is named already.
    #[allow(clippy::needless_pass_by_value, reason = "callers make the place for this")]
    pub(crate) fn within(mut self, place: Place) -> Self {
        self.each_mut(|fault| fault.place.within(&place));
        self
    }

    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.0.first.cause = Some(Arc::from(source.into()));
        self
    }

    /// Gives each fault that has none its line, as far as `line` knows it.
    pub(crate) fn show(mut self, line: impl Fn(&Path, Position) -> Option<Snippet>) -> Self {
        self.each_mut(|fault| {
            if let (Some(position), None) = (fault.position, &fault.snippet) {
                fault.snippet = line(&fault.file, position);
            }
        });
        self
    }

    fn each_mut(&mut self, change: impl FnMut(&mut Fault)) {
        std::iter::once(&mut self.0.first).chain(&mut self.0.others).for_each(change);
    }

    /// All faults; the first is what the other methods tell of.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        std::iter::once(&self.0.first).chain(&self.0.others)
    }

    /// The first fault.
    pub(crate) fn fault(&self) -> &Fault {
        &self.0.first
    }

    /// The faults after the first.
    #[must_use]
    pub fn others(&self) -> &[Fault] {
        &self.0.others
    }

    /// The kind of the first fault.
    #[must_use]
    pub fn problem(&self) -> Problem {
        self.0.first.problem
    }

    /// The file to look into.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.first.file
    }

    /// Where in the file; `None` if the file could not be read at all.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.first.position
    }

    /// What in the level.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.0.first.place
    }

    /// What is wrong, without file and place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.first.message
    }

    /// The line of the file; `None` if the file could not be read at all.
    #[must_use]
    pub fn snippet(&self) -> Option<&Snippet> {
        self.0.first.snippet.as_ref()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.first)?;
        self.0.others.iter().try_for_each(|fault| write!(f, "\n{fault}"))
    }
}

/// As [`Display`](fmt::Display): `main` and `unwrap` print errors by `Debug`, and whoever reads that wants the sentence.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.first.cause.as_deref().map(|e| e as _)
    }
}

/// Collects faults that others beside them do not depend on.
#[derive(Default)]
pub(crate) struct Faults {
    known: Option<LoadError>,
    /// Faults that were told already: a tile with a fault stands in many cells.
    repeated: usize,
}

impl Faults {
    /// Repetitions after which looking for others takes too long.
    const PATIENCE: usize = 1000;

    /// Keeps what is wrong; what is right is given back.
    pub(crate) fn keep<T>(&mut self, result: Result<T, LoadError>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    pub(crate) fn add(&mut self, error: LoadError) {
        let Some(LoadError(known)) = &mut self.known else {
            self.known = Some(error);
            return;
        };
        let Inner { first, others } = *error.0;
        for fault in std::iter::once(first).chain(others) {
            let mut all = std::iter::once(&known.first).chain(&known.others);
            if all.any(|other| fault.is_same(other)) {
                self.repeated += 1;
            } else if known.others.len() + 1 < LoadError::MOST {
                known.others.push(fault);
            }
        }
    }

    /// Whether looking for more is no use: there are many, or the map is too large for us.
    pub(crate) fn are_enough(&self) -> bool {
        let Some(LoadError(known)) = &self.known else { return false };
        let last = known.others.last().unwrap_or(&known.first);
        known.others.len() + 1 >= LoadError::MOST
            || last.problem == Problem::Limit
            || self.repeated >= Self::PATIENCE
    }

    /// `value` if nothing is wrong.
    pub(crate) fn or<T>(self, value: T) -> Result<T, LoadError> {
        self.known.map_or(Ok(value), Err)
    }
}
