//! Custom types of Tiled: defaults of classes, and enums, from a project or an object types file of Tiled 1.8.
//!
//! [`find`] looks for the project and reads it by [`project`] and [`draft`]. [`build`] resolves it to [`model`], in
//! which every class has all its defaults. [`complete`] adds these to the elements of a map, as Tiled does, and
//! [`missing`] notes unknown types. [`merge`] adds the built-in types to other files, in the form of [`write`].

mod build;
mod complete;
mod find;
mod merge;
mod model;
mod project;

pub(crate) use complete::{Completer, Missing, Subject};
pub(crate) use find::{Asked, TypeSet, TypesFrom, Wanted, is_project};
pub use merge::{MergedTypes, TypesFile, merge_types};
pub(crate) use project::Json;
