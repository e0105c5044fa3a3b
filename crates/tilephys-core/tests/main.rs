//! Tests of `tilephys-core` through its public API.

mod allocations;
mod body_queries;
mod broad_phase;
mod colliding;
mod combinations;
mod edges;
mod events;
mod exact;
mod executors;
#[cfg(feature = "serde")]
mod files;
mod frame_rates;
mod geometry;
mod lanes;
mod movers;
mod oracle;
mod pairs;
mod paths;
mod pixels;
mod promises;
mod queries;
mod ranges;
mod relabel;
mod resting;
mod rng;
mod row_step;
mod seeds;
mod sensors;
mod shapes;
mod symmetry;
mod time;
mod turn;
mod volume;
mod walking;
mod world;
