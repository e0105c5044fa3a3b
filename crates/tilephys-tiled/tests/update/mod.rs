//! Hot reload of running levels.

mod alike;
mod facts;
mod model;
mod random;
