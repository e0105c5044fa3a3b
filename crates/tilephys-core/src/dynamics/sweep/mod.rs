//! Sweep: continuous collision of bodies with the grid, without regard to other bodies.
//!
//! `batch` takes the bodies in blocks: `plan` finds translations and cells, `rest` ends the step of resting
//! bodies, and `on_box` the step of bodies on a box with nothing else near. `near_shapes` ends the step of bodies that slopes, lines or
//! off-grid shapes concern. `lanes` moves bodies side by side: sliding bodies in
//! one set of lanes, bouncing bodies in another. `scalar` moves all others one by one.

mod batch;
mod lane_records;
mod lanes;
mod near_shapes;
mod on_box;
mod plan;
mod rest;
mod scalar;

pub(crate) use batch::{step_frozen, sweep_alone};
use lane_records::LaneRecords;
use lanes::{LaneSettings, SideBySide, lane_response};
use near_shapes::NearShapes;
use on_box::{finish_riders, step_on_box};
use plan::{AxisPlan, Plan, bounds_of, mark_rejected, move_free, plan_axis, read_windows};
use rest::finish_resting;
use scalar::{Known, end_one, floor_velocity, list_swept, sweep_known};
pub(crate) use scalar::{SurfaceVelocity, report_start, sweep_solid, translation_of, whole_translation};
