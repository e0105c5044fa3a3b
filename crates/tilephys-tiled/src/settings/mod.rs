//! Settings of an element: what its properties and the naming conventions of other games say about collision.

pub(crate) mod collision;
pub(crate) mod convention;
pub(crate) mod conventions;
pub(crate) mod patterns;
pub(crate) mod reason;
