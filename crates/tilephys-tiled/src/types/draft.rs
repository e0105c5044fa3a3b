//! Type drafts: types as files write them, before resolution.

use super::model::{Enum, Uses};
use crate::error::{LoadError, Message, Position, Problem, byte_of};
use crate::xml::Source;
use serde_json::value::RawValue;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of types in all files together, and of members of all classes.
const MAX_TYPES: usize = 1 << 12;
const MAX_MEMBERS: usize = 1 << 16;

/// The types of some files, borrowed for the values of members.
#[derive(Default)]
pub(super) struct Drafts<'a> {
    /// Enums in the order of the files; of equal names the first wins.
    pub(super) enums: Vec<(String, Enum)>,
    pub(super) classes: Vec<ClassDraft<'a>>,
    members: usize,
}

/// A class whose members are not read yet.
pub(super) struct ClassDraft<'a> {
    pub(super) name: String,
    pub(super) uses: Uses,
    pub(super) members: Vec<MemberDraft<'a>>,
    pub(super) file: Arc<Path>,
}

/// A member of a class, or within a class value.
pub(super) struct MemberDraft<'a> {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) type_name: String,
    pub(super) value: ValueDraft<'a>,
    pub(super) position: Position,
}

/// A default as it is written.
#[derive(Clone, Copy)]
pub(super) enum ValueDraft<'a> {
    Unset,
    Json(&'a RawValue),
    Text(&'a str),
}

impl<'a> Drafts<'a> {
    /// # Errors
    /// If there are too many types.
    pub(super) fn add_enum(&mut self, name: String, of: Enum, at: Spot<'_>) -> Result<(), LoadError> {
        self.enums.push((name, of));
        self.check(at)
    }

    /// # Errors
    /// If there are too many types or members.
    pub(super) fn add_class(&mut self, class: ClassDraft<'a>, at: Spot<'_>) -> Result<(), LoadError> {
        self.members += class.members.len();
        self.classes.push(class);
        self.check(at)
    }

    /// Adds a class of the object types of Tiled 1.8, in place of a class with that name for objects or tiles.
    ///
    /// # Errors
    /// As [`add_class`](Self::add_class).
    pub(super) fn merge_object_type(&mut self, class: ClassDraft<'a>, at: Spot<'_>) -> Result<(), LoadError> {
        let same = |other: &&mut ClassDraft<'_>| other.name == class.name && other.uses.meets(class.uses);
        match self.classes.iter_mut().find(same) {
            Some(other) => {
                self.members += class.members.len();
                *other = class;
                self.check(at)
            }
            None => self.add_class(class, at),
        }
    }

    fn check(&self, at: Spot<'_>) -> Result<(), LoadError> {
        if self.enums.len() + self.classes.len() > MAX_TYPES || self.members > MAX_MEMBERS {
            let message = Message::new(
                format!("more than {MAX_TYPES} types or {MAX_MEMBERS} class members, which is the limit"),
                "remove types and members that no map uses",
            );
            return Err(at.error(Problem::Limit, message));
        }
        Ok(())
    }
}

/// A place in a file.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    pub(super) file: &'a Path,
    pub(super) position: Position,
}

impl Spot<'_> {
    pub(super) fn error(self, problem: Problem, message: impl Into<Message>) -> LoadError {
        LoadError::new(problem, self.file, message).at(self.position)
    }
}

/// A JSON file whose parts have positions.
#[derive(Clone, Copy)]
pub(crate) struct Json<'a>(pub(crate) &'a Source);

impl<'a> Json<'a> {
    /// Parses a part of the file as a `T`; `what` is its name in messages.
    ///
    /// # Errors
    /// If it is not JSON, or has another form.
    pub(super) fn read<T: serde_core::Deserialize<'a>>(
        self,
        part: &'a str,
        what: &str,
    ) -> Result<T, LoadError> {
        serde_json::from_str(part).map_err(|error| {
            let at = self.offset(part) + byte_of(part, error.line(), error.column());
            let said = error.to_string();
            let said = said.split(" at line ").next().unwrap_or_default();
            let (problem, message) = match error.classify() {
                serde_json::error::Category::Data => (
                    Problem::Format,
                    Message::new(format!("{said}, in {what}"), "save it again in Tiled, or restore a backup"),
                ),
                _ => (
                    Problem::Json,
                    Message::new(
                        format!("not well-formed JSON: {said}"),
                        "restore the file from a backup, or delete it if no map uses its types",
                    ),
                ),
            };
            self.0.error(problem, at, message)
        })
    }

    /// Like [`read`](Self::read), for a JSON object.
    ///
    /// # Errors
    /// If it is not an object.
    pub(super) fn object<T: serde_core::Deserialize<'a>>(
        self,
        part: &'a str,
        what: &str,
    ) -> Result<T, LoadError> {
        // A JSON list of the fields in order would deserialize too.
        if part.trim_start().starts_with('[') {
            self.read::<serde_core::de::IgnoredAny>(part, what)?;
            let at = self.offset(part) + part.len() - part.trim_start().len();
            let message = Message::new(
                format!("a list, expected {what}"),
                "save it again in Tiled, or restore a backup",
            );
            return Err(self.0.error(Problem::Format, at, message));
        }
        self.read(part, what)
    }

    /// The position of a part of the file.
    pub(crate) fn position(self, part: &RawValue) -> Position {
        self.0.position(self.offset(part.get()))
    }

    /// The byte offset of a part of the text.
    pub(super) fn offset(self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.0.text().as_ptr().addr())
    }
}
