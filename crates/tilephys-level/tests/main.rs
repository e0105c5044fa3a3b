//! Tests of `tilephys-level` through its public API.

mod random;
mod reload;
mod rules;
mod spawn;
mod support;
