//! State of a world: all that it keeps from step to step, apart from the tile grid.

pub(crate) mod bodies;
pub(crate) mod body_order;
pub(crate) mod body_state;
pub(crate) mod groups;
pub(crate) mod id_map;
pub(crate) mod ignored_pairs;
pub(crate) mod merged;
pub(crate) mod mover_fault;
pub(crate) mod movers;
pub(crate) mod platforms;
pub(crate) mod retained_speeds;
pub(crate) mod rides;
pub(crate) mod saved_state;
pub(crate) mod solids;
pub(crate) mod squishes;
pub(crate) mod transient_states;
