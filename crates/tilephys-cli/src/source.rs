//! Texts of TOML files, and errors in them with line, column and excerpt.

pub(crate) use tilephys::check::located::{OR_FORM, Problem, Source, explained, nearest, quoted};
