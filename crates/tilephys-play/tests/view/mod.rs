//! The level on the screen.

mod camera;
mod level;
mod screen;
mod shapes;
