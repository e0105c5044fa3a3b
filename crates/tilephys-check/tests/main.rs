//! Tests of the checker.

mod fixtures;
mod maps;
