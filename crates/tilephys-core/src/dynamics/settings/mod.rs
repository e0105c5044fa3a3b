//! Settings of bodies, shared by profiles.

pub(crate) mod collision;
pub(crate) mod profile;
pub(crate) mod riding;
