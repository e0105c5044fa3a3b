//! Tests of `tilephys-draw` through its public API.

mod art;
mod camera;
mod colliders;
mod debug;
mod extremes;
mod formats;
mod layers;
mod objects;
mod pictures;
mod quads;
mod rasterizer;
mod software;
mod support;
mod svg;
mod tiles;
