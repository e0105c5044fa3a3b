//! Diagnostics: the faults of a load, with their places in files and in the level.

mod diagnostic;
mod position;
mod warning;

pub use diagnostic::Diagnostic;
pub(crate) use diagnostic::{Message, WithHelp};
pub use position::{Place, Position, Snippet};
pub(crate) use position::{byte_of, listed, mebibytes, scalar_end, shortened, string_end};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
pub(crate) use warning::{Firsts, Warnings, merged, sort};
pub use warning::{Warning, WarningKind};

/// What a step of loading gives, or why it cannot.
pub(crate) type Result<T, E = LoadError> = std::result::Result<T, E>;

/// The kind of a [`LoadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// A file cannot be read, or is not UTF-8.
    File,
    /// A file is not well-formed XML.
    Xml,
    /// A Tiled project, a world, or a map, tileset or template in JSON is not well-formed JSON.
    Json,
    /// An element or an attribute is missing, misplaced, or has a value that Tiled would not write.
    Format,
    /// Cell data does not decode to the expected number of cells.
    Data,
    /// A gid is outside of every tileset.
    Gid,
    /// A file refers to itself, or references are nested too deep.
    Reference,
    /// A file refers to a file outside of the root folder.
    Outside,
    /// A size or a depth exceeds a limit.
    Limit,
    /// A collision property has an unknown value.
    Setting,
    /// A collision shape is invalid: no area, or crossing edges.
    Shape,
    /// The orientation of the map is not orthogonal.
    Orientation,
    /// The map loads, but a running level cannot be updated to it: see [`Level::update`](crate::Level::update).
    Update,
    /// The `tiled` crate cannot make a model of a level: see `Level::tiled_map`.
    Model,
}

/// A single fault of a file.
pub type Fault = Diagnostic<Problem>;

/// Error of a load: one fault or more, in the order in which they were found.
///
/// A load goes on after a fault where it can, so that a designer sees all of them at once, [`MOST`](Self::MOST) at
/// most. Nothing is reported that follows from another fault: cells of a missing tileset are not faults.
///
/// Displayed as one line for each fault: file, line and column as far as known, place in the level, fault, expected
/// value and remedy. The `Debug` output equals it, so that a `main` that returns the error prints these lines.
#[derive(Clone)]
pub struct LoadError(Box<Inner>);

#[derive(Clone)]
struct Inner {
    first: Fault,
    others: Vec<Fault>,
    /// Cause of the first fault.
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl LoadError {
    /// Maximum number of faults, 20; a load stops collecting after these.
    pub const MOST: usize = 20;

    pub(crate) fn new(problem: Problem, file: &Path, message: impl Into<Message>) -> Self {
        LoadError::of(Fault::new(problem, file, message))
    }

    /// An error of one fault.
    pub(crate) fn of(first: Fault) -> Self {
        LoadError(Box::new(Inner { first, others: Vec::new(), cause: None }))
    }

    pub(crate) fn at(mut self, position: Position) -> Self {
        self.0.first.position = Some(position);
        self
    }

    /// Fills in the missing parts of the place of all faults.
    #[allow(clippy::needless_pass_by_value, reason = "callers make the place for this")]
    pub(crate) fn within(mut self, place: Place) -> Self {
        self.each_mut(|fault| fault.place.within(&place));
        self
    }

    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.0.cause = Some(Arc::from(source.into()));
        self
    }

    /// Adds the snippet to each fault without one, if `line` returns it.
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

    /// All faults. The other methods are about the first.
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

    /// Kind of the first fault.
    #[must_use]
    pub fn problem(&self) -> Problem {
        self.0.first.kind
    }

    /// File of the first fault.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.0.first.file
    }

    /// Position of the first fault in its file; `None` if the file could not be read at all.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.first.position
    }

    /// Place of the first fault in the level.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.0.first.place
    }

    /// Message of the first fault, without file, place and help.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.first.message
    }

    /// Help of the first fault: what to do; `None` if the message suffices.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.0.first.help.as_deref()
    }

    /// Line of the first fault; `None` if the file could not be read at all.
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

/// As [`Display`](fmt::Display), since `main` and `unwrap` print errors by `Debug` and users need the sentence.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.cause.as_deref().map(|e| e as _)
    }
}

/// A fault of a text, with its offset.
pub(crate) struct Refusal {
    pub(crate) at: usize,
    pub(crate) problem: Problem,
    pub(crate) message: Message,
}

impl Refusal {
    pub(crate) fn limit(at: usize, message: impl Into<Message>) -> Self {
        Refusal { at, problem: Problem::Limit, message: message.into() }
    }
}

/// True if both are one fault, found at two places of the level.
fn is_same(fault: &Fault, other: &Fault) -> bool {
    fault.position == other.position && fault.file == other.file && fault.message == other.message
}

/// Collects independent faults.
#[derive(Default)]
pub(crate) struct Faults {
    known: Option<LoadError>,
    /// Number of repeated faults: a tile with a fault is in many cells.
    repeated: usize,
}

impl Faults {
    /// Repetitions after which the search for others takes too long.
    const PATIENCE: usize = 1000;

    /// Keeps an error and returns a value.
    pub(crate) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    pub(crate) fn add(&mut self, error: LoadError) {
        let Some(LoadError(known)) = &mut self.known else {
            self.known = Some(error);
            return;
        };
        let Inner { first, others, .. } = *error.0;
        for fault in std::iter::once(first).chain(others) {
            let mut all = std::iter::once(&known.first).chain(&known.others);
            if all.any(|other| is_same(&fault, other)) {
                self.repeated += 1;
            } else if known.others.len() + 1 < LoadError::MOST {
                known.others.push(fault);
            }
        }
    }

    /// True if further search is no use: enough faults, or a map over the limits.
    pub(crate) fn are_enough(&self) -> bool {
        let Some(LoadError(known)) = &self.known else { return false };
        let last = known.others.last().unwrap_or(&known.first);
        known.others.len() + 1 >= LoadError::MOST
            || last.kind == Problem::Limit
            || self.repeated >= Self::PATIENCE
    }

    /// Returns `value` if no fault was kept.
    pub(crate) fn or<T>(self, value: T) -> Result<T> {
        self.known.map_or(Ok(value), Err)
    }
}
