//! The level on the screen.

mod camera;
