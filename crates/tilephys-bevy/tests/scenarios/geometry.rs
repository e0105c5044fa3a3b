//! The exact solids of the command, which the reader of scenario files uses.

#[path = "../../../tilephys-cli/src/geometry/extent.rs"]
#[allow(dead_code, reason = "the command uses the rest")]
pub(crate) mod extent;

#[path = "../../../tilephys-cli/src/geometry/solid.rs"]
#[allow(dead_code, reason = "the command uses the rest")]
pub(crate) mod solid;
