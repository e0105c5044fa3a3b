//! Custom types of Tiled: defaults of classes, and enums, from a project or an object types file of Tiled 1.8.
//!
//! [`find`] looks for the project, whose files [`project`] reads. [`build`] resolves it to [`model`], in which every
//! class has all its defaults. [`complete`] adds these to the elements of a map, as Tiled does, and notes unknown types.
//! [`merge`] adds the built-in types to other files.

mod build;
mod complete;
mod find;
mod merge;
mod model;
mod project;

pub(crate) use complete::{Completer, Missing, Subject};
pub(crate) use find::{Asked, TypeSet, Wanted, is_project};
pub use merge::{MergedTypes, TypesFile, merge_types};
