//! Island solver: continuous collision detection and response between bodies, in order of time.
//!
//! `rounds` is the way through it: `listing` lists colliding bodies, `worker` finds pairs and solves islands on each
//! thread, and `results` writes the results. An island is solved in `play`; `prediction` finds the next events and
//! `resolve_contact` handles a contact, with `contact_chain` for rows of bodies.

mod both;
mod chain;
mod collider;
mod collision_response;
mod contact;
mod contact_chain;
mod depenetration;
mod find_pairs;
mod island;
mod island_context;
mod linked_pairs;
mod listing;
mod meet;
mod member;
mod outcome;
mod path_segment;
mod play;
mod prediction;
mod quantized_motion;
mod queue;
mod resolve_contact;
pub(crate) mod results;
mod riding;
pub(crate) mod rounds;
pub(crate) mod solver;
mod swept_reach;
mod union_find;
mod worker;
mod worker_context;

use both::both;
use chain::{ChainBody, ContactChain, Outcome};
use collider::{Collider, KnownPath, Terms};
use collision_response::Impact;
use contact::FaceContact;
use island::{Island, Overlapping, Pair, PathPoint};
use island_context::{IslandContext, are_cells_empty, corner_axis};
use linked_pairs::LinkedPairs;
use meet::{Meet, MeetKind, first_meeting};
use member::{EVERYWHERE, Member, PushRole, Restriction};
use outcome::{IslandResult, Run};
use path_segment::{Encounter, PathSegment, Track, meet, straights_meet};
use quantized_motion::{END, QuantizedMotion, StepTime, place_at, rebase};
use queue::{Queue, QueuedEvent, QueuedKind};
pub(crate) use results::IslandOutput;
pub(crate) use rounds::PairContext;
use solver::NEVER;
pub(crate) use solver::Pairs;
use swept_reach::{Alone, around, hull};
use union_find::{Job, Jobs, UnionFind};
use worker::{PathRecording, Worker};
use worker_context::{WorkerContext, are_inside};
