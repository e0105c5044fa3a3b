//! Levels on the disk through the asset server, edited while they run.

#[path = "../stage.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod stage;

mod adventure;
mod events;
mod files;
mod game;
mod reload;
mod rollback;
mod spawn;
