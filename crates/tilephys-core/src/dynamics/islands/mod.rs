//! Island solver: continuous collision detection and response between bodies, in order of time.

pub(crate) mod advance;
mod both;
mod chain;
mod collider;
mod collision_response;
mod contact;
mod contact_chain;
mod depenetration;
mod find_pairs;
mod forecast;
mod island;
mod linked_pairs;
mod meet;
mod member;
mod outcome;
mod path_segment;
mod plan;
mod play;
mod quantized_motion;
mod queue;
pub(crate) mod solver;
mod stage;
mod strike;
mod swept_reach;
pub(crate) mod take_over;
mod union_find;
mod worker;
