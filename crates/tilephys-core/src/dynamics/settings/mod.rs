//! Settings of bodies, shared by profiles.

pub(crate) mod collision;
pub(crate) mod profile;
pub(crate) mod riding;

pub use collision::{BodyCollision, Combine, CombineRule};
pub use profile::{Profile, ProfileId};
pub use riding::{LeaveVelocity, RideMode, RideSettings, SquishPolicy};
