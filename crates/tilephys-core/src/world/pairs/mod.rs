//! Island solver: continuous collision detection and response between bodies, in order of time.

mod advance;
mod both;
mod bound;
mod collide;
mod compare;
mod exceptions;
mod forecast;
mod hit;
mod ignored;
mod impact;
mod island;
mod islands;
mod masks;
mod meet;
mod member;
mod outcome;
mod part;
mod press;
mod queue;
mod reach;
mod stage;
mod stair;
mod strike;
mod take_over;
mod track;
mod worker;

pub(crate) use advance::Pairs;
pub use collide::{Collide, Combine, CombineRule};
pub(super) use exceptions::Exceptions;
pub use hit::{BodyHit, Meeting, PairCounts};
pub(super) use ignored::Ignored;
