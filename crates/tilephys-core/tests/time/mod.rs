//! Snapshots, recordings, time scale and hit stop.

mod checkpoints;
mod damage;
mod forged;
mod formats;
mod fuzz;
mod ignored;
mod maps;
mod recordings;
mod scale;
pub(crate) mod scene;
mod snapshots;
