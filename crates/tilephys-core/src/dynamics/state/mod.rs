//! State of a world: all that it keeps from step to step, apart from the tile grid.

mod bodies;
pub(crate) mod body_order;
mod body_state;
pub(crate) mod groups;
mod id_map;
mod ignored_pairs;
pub(crate) mod movers;
mod platforms;
mod rides;
mod saved_state;
pub(crate) mod solids;
mod squishes;
mod transient_states;

use bodies::Axis;
pub(crate) use bodies::Bodies;
pub use bodies::{AxisSlices, BodySlices};
pub(crate) use body_order::BodyOrder;
pub use body_state::BodyState;
pub(crate) use groups::{Footing, GroupScene, Groups};
pub(crate) use id_map::IdMap;
pub(crate) use ignored_pairs::IgnoredPairs;
pub(crate) use movers::Follow;
use movers::Store;
pub use movers::{Mover, MoverFault};
pub(crate) use platforms::{Load, Platforms, Push};
pub(crate) use rides::{Lift, Rides};
pub(crate) use saved_state::SavedState;
pub(crate) use solids::{SolidBody, Solids};
pub use squishes::Squish;
pub(crate) use squishes::Squishes;
pub(crate) use transient_states::{RetainedSpeed, TransientStates};
