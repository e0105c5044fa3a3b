//! Island solver: continuous collision detection and response between bodies, in order of time.

mod both;
mod chain;
mod collider;
mod collision_response;
mod contact;
mod contact_chain;
mod depenetration;
mod find_pairs;
mod island;
mod linked_pairs;
mod meet;
mod member;
mod outcome;
mod path_segment;
mod plan;
mod play;
mod prediction;
mod quantized_motion;
mod queue;
mod resolve_contact;
pub(crate) mod results;
pub(crate) mod rounds;
pub(crate) mod solver;
mod stage;
mod swept_reach;
mod union_find;
mod worker;
