//! Persistence: states, maps and inputs as bytes.
//!
//! `codec` describes a record once, for writing and reading; `bytes` writes and reads its fields. `snapshot` is the state of a
//! world, `map_diff` the difference from its first map, `record` its inputs and edits tick by tick.

mod bytes;
mod codec;
mod map_diff;
pub mod record;
mod snapshot;
mod values;
