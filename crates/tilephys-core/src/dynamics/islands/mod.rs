//! Island solver: continuous collision detection and response between bodies, in order of time.

mod advance;
mod both;
mod collide;
mod collision_response;
mod contact_chain;
mod depenetration;
mod exceptions;
mod find_pairs;
mod forecast;
mod hit;
mod ignored;
mod island;
mod linked_pairs;
mod masks;
mod meet;
mod member;
mod outcome;
mod path_segment;
mod quantized_motion;
mod queue;
mod stage;
mod strike;
mod swept_reach;
mod take_over;
mod union_find;
mod worker;

pub(crate) use advance::Pairs;
pub use collide::{BodyCollision, Combine, CombineRule};
pub(super) use exceptions::Exceptions;
pub use hit::{BodyContact, BodyHit, PairCounts};
pub(super) use ignored::Ignored;
