//! A level that runs becomes what was loaded anew.

mod alike;
mod facts;
mod model;
mod random;
mod rng;
