//! Island solver: continuous collision detection and response between bodies, in order of time.
//!
//! `rounds` is the way through it: `listing` lists colliding bodies, `worker` finds pairs and solves islands on each
//! thread, and `results` writes the results. An island is solved in `play`; `prediction` finds the next events and
//! `resolve_contact` handles a contact, with `contact_chain` for rows of bodies.

mod collision_response;
mod contact_chain;
mod depenetration;
mod island;
mod island_context;
mod listing;
mod meet;
mod member;
mod path_segment;
mod play;
mod prediction;
mod quantized_motion;
mod resolve_contact;
mod results;
mod riding;
mod rounds;
mod solver;
mod union_find;
mod worker;
mod worker_context;

use collision_response::{FaceContact, Impact};
use island::{ChainBody, ContactChain, Island, Outcome, Overlapping, Pair, QueuedEvent, QueuedKind};
use island_context::{IslandContext, are_cells_empty, corner_axis};
use meet::{Meet, MeetKind, first_meeting};
use member::{EVERYWHERE, Member, PushRole, Restriction};
use path_segment::{PathSegment, Track, meet};
use quantized_motion::{END, QuantizedMotion, StepTime, both, place_at, rebase};
pub(crate) use rounds::PairContext;
pub(crate) use solver::Pairs;
use solver::{Collider, IslandResult, KnownPath, NEVER, Run, Terms, Worker};
use union_find::{Job, Jobs, UnionFind, index_of, key};
use worker_context::{WorkerContext, are_inside};
