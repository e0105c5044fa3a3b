//! All features together: random small worlds, each step judged by rules that hold for all of them, and each world run mirrored,
//! turned, shifted, in another order and put back.
//!
//! `TILEPHYS_SEED=n` begins with the world of that number, as a failure prints it. `TILEPHYS_PAIR=n` forces the pair of that number,
//! and `TILEPHYS_TRACE=n` prints the last `n` steps of each world that fails.

mod acts;
mod draw;
mod draw_bodies;
mod draw_map;
mod features;
mod game;
mod gaps;
mod hooks;
mod judge;
mod lanes;
mod same;
mod seats;
mod spec;
mod text;
mod turn;
mod worlds;
