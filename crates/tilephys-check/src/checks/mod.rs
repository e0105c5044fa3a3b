//! The checks, one module each: id, explanation, default severity and function.

mod duplicates;
mod empty_group;
mod endless_pit;
mod floating_actor;
mod hairline_gap;
mod leak;
mod many_spawns;
mod mover_path;
mod no_goal;
mod no_spawn;
mod object_in_solid;
mod object_outside;
mod seam_step;
mod shape_outside;
mod spawn_in_solid;
mod spawn_no_floor;
mod tile_no_collision;
mod tiny_shape;
mod turned_one_way;
mod unseen_layer;
pub(crate) mod unused_allow;

use crate::catalogue::CheckInfo;

/// All checks, by id.
#[rustfmt::skip]
pub static CHECKS: &[&CheckInfo] = &[
    &no_spawn::CHECK,
    &many_spawns::CHECK,
    &spawn_in_solid::CHECK,
    &spawn_no_floor::CHECK,
    &no_goal::CHECK,
    &leak::CHECK,
    &endless_pit::CHECK,
    &tile_no_collision::CHECK,
    &shape_outside::CHECK,
    &seam_step::CHECK,
    &hairline_gap::CHECK,
    &empty_group::CHECK,
    &duplicates::CHECK,
    &tiny_shape::CHECK,
    &object_outside::CHECK,
    &unseen_layer::CHECK,
    &object_in_solid::CHECK,
    &floating_actor::CHECK,
    &turned_one_way::CHECK,
    &mover_path::CHECK,
    &unused_allow::CHECK,
];
