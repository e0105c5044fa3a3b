//! Settings of bodies, shared by profiles.

mod collision;
pub(crate) mod profile;
mod riding;

pub use collision::{BodyCollision, Combine, CombineRule};
pub use profile::{Profile, ProfileId};
pub use riding::{LeaveVelocity, RideMode, RideSettings, SquishPolicy};
