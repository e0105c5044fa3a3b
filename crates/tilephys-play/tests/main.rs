//! Tests of the app, without a window.

mod game;
mod interface;
mod view;
