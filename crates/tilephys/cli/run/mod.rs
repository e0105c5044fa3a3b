//! `tilephys run`: a level, bodies, steps, figures.

use std::process::ExitCode;

/// Run a level with projectiles and characters, and print what it took.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn main(_args: &Args) -> ExitCode {
    ExitCode::SUCCESS
}
