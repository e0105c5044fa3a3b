//! Time: snapshots, recordings, and bodies whose time goes otherwise than the world's.

mod damage;
mod forged;
mod fuzz;
mod ignored;
mod maps;
mod recordings;
mod scale;
mod scene;
mod snapshots;
