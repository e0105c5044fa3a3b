//! Tests of the app, without a window.

mod game;
mod view;
