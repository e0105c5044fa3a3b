//! What a map does not say itself: the defaults of classes, and enums. A project of Tiled has them, or for Tiled 1.8 a
//! file of object types.
//!
//! [`find`] looks for the project and reads it by [`project`] and [`draft`]; [`build`] makes [`model`] of that, in which
//! every class has all its defaults; [`complete`] gives them to the elements of a map, as Tiled does, and [`missing`]
//! notes what nobody knows. [`ours`] are the types that tilephys brings along,
//! which [`merge`] adds to the files of others, in the form of [`write`].

mod build;
mod complete;
mod draft;
mod find;
mod merge;
mod missing;
mod model;
mod ours;
mod project;
mod write;

pub(crate) use complete::{Completer, Subject};
pub(crate) use draft::Json;
pub(crate) use find::{Question, TypeSet, TypesFrom, Wanted, is_project};
pub use merge::{MergedTypes, TypesFile, merge_types};
pub(crate) use missing::Missing;
pub(crate) use ours::class_names;
pub use ours::{OUR_TYPES, OurKind, OurMember, OurType, OurValue};
