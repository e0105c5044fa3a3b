//! Diagnostics: what is wrong in a file, where, and what to do.

use crate::error::position::{Place, Position, Snippet};
use std::fmt;
use std::path::{Path, PathBuf};

/// A mistake in a file. Errors have a [`Problem`](crate::Problem) as their kind, warnings a
/// [`WarningKind`](crate::WarningKind).
///
/// Displayed as one line: file, line and column as far as known, place in the level, message, number of further places,
/// help.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic<Kind> {
    /// Kind of the mistake.
    pub kind: Kind,
    /// File with the mistake.
    pub file: PathBuf,
    /// Position in the file; `None` if the file could not be read at all.
    pub position: Option<Position>,
    /// Place in the level, as far as known.
    pub place: Place,
    /// Message: what is wrong and what was expected, without file, place and help.
    pub message: String,
    /// Help: what to do; `None` if the message suffices.
    pub help: Option<String>,
    /// Number of places with this mistake, at least 1; the fields above are about the first.
    pub count: u32,
    /// Line of the file; `None` if the file could not be read at all, or is not a map, a tileset, a template or a type file.
    pub snippet: Option<Snippet>,
}

impl<Kind> Diagnostic<Kind> {
    /// A diagnostic about a whole file.
    pub(crate) fn new(kind: Kind, file: &Path, message: impl Into<Message>) -> Self {
        let Message { text, help } = message.into();
        Diagnostic {
            kind,
            file: file.to_owned(),
            position: None,
            place: Place::default(),
            message: text,
            help,
            count: 1,
            snippet: None,
        }
    }

    /// The message, with the number of further places if there are any.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.count.saturating_sub(1) {
            0 => self.message.clone(),
            1 => format!("{} (the same in 1 other place)", self.message),
            more => format!("{} (the same in {more} other places)", self.message),
        }
    }

    /// The message and the help, for a diagnostic about the same mistake.
    pub(crate) fn said(&self) -> Message {
        Message { text: self.message.clone(), help: self.help.clone() }
    }

    /// The same diagnostic with another kind.
    pub(crate) fn with_kind<Other>(self, kind: Other) -> Diagnostic<Other> {
        let Diagnostic { file, position, place, message, help, count, snippet, .. } = self;
        Diagnostic { kind, file, position, place, message, help, count, snippet }
    }
}

impl<Kind> fmt::Display for Diagnostic<Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if let Some(Position { line, column }) = self.position {
            write!(f, "{line}:{column}:")?;
        }
        if self.place != Place::default() {
            write!(f, " {}:", self.place)?;
        }
        write!(f, " {}", self.summary())?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

/// Text of a message, with its help.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) help: Option<String>,
}

/// Adds help to a text.
pub(crate) trait WithHelp: Into<String> {
    /// A message with this text, and what to do about it.
    fn help(self, help: impl Into<String>) -> Message {
        Message { text: self.into(), help: Some(help.into()) }
    }
}

impl<T: Into<String>> WithHelp for T {}

impl Message {
    /// A message with help, if there is any.
    pub(crate) fn with_help(text: impl Into<String>, help: Option<String>) -> Self {
        Message { text: text.into(), help }
    }

    /// Changes the text, and keeps the help.
    pub(crate) fn map(self, change: impl FnOnce(String) -> String) -> Self {
        Message { text: change(self.text), help: self.help }
    }
}

/// A message without help.
impl From<String> for Message {
    fn from(text: String) -> Self {
        Message { text, help: None }
    }
}

/// A message without help.
impl From<&str> for Message {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
