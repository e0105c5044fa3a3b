//! Moving platforms: kinematic solids that the game moves, and how they carry and push bodies.
//!
//! A mover is an off-grid box or shape, so bodies collide with it as with everything else. This module is the phase in which movers
//! move: before the bodies, one after the other, x then y. A mover and the children that only follow it move as one group. A mover
//! carries its riders by the exact distance and pushes bodies in its path, both swept against all else.
//!
//! The order is from Maddy Thorson, "Celeste & TowerFall Physics". Unlike there, solid and colliding bodies carry and push in turn.

mod beside;
mod body_push;
mod by_body;
mod carry;
mod context;
mod drive;
mod leave;
mod nearby_bodies;
mod push_context;
mod push_graph;
mod push_query;
mod solid_bodies;

use by_body::ByBody;
use context::Membership;
pub(crate) use context::{PlatformContext, PlatformSolver};
use drive::velocity_of;
use nearby_bodies::{ColliderIndex, NearbyBodies};
use push_context::{Carrier, Cast, Grips, MovingSolids, PushEdge, PushNode, ROOT, Root, Solid, Stop};
use push_graph::{PushGraph, Rider};
use push_query::{AxisTranslation, Grip, Hold, PushQuery};
