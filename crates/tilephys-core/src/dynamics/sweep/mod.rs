//! Sweep: continuous collision of bodies with the grid, without regard to other bodies.
//!
//! `batch` takes the bodies in blocks: `plan` finds translations and cells, `rest` ends the step of resting
//! bodies, and `on_box` the step of bodies on a box with nothing else near. `near_shapes` ends the step of bodies that slopes, lines or
//! off-grid shapes concern. `lanes` moves bodies side by side: sliding bodies in
//! one set of lanes, bouncing bodies in another. `scalar` moves all others one by one. `sweep_output` is where
//! all of them report.

pub(crate) mod batch;
mod lane_records;
mod lanes;
mod near_shapes;
mod on_box;
mod plan;
mod rest;
pub(crate) mod scalar;
pub(crate) mod surface_velocity;
pub(crate) mod sweep_output;
