//! Tests of `tilephys-draw` through its public API.

mod art;
mod colliders;
#[cfg(feature = "debug-draw")]
mod debug;
mod extremes;
mod formats;
mod objects;
mod pictures;
mod rasterizer;
mod support;
mod svg;
mod tiles;
