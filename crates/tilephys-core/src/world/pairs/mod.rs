//! Bodies against bodies, in order of time.

mod collide;
mod hit;

pub use collide::{Collide, Combine, CombineRule};
pub use hit::{BodyHit, Meeting, PairCounts};
