//! `tilephys scenario`: runs files that say how bodies must move.

use std::process::ExitCode;

/// Run scenario files and print what differs from their expectations.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn main(_args: &Args) -> ExitCode {
    ExitCode::SUCCESS
}
