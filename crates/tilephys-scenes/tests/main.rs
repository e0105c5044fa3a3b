//! Tests of `tilephys-scenes` through its public API.

mod diagrams;
mod files;
mod sliders;
mod stages;
mod support;
