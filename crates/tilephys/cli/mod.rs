//! The command line: one module a subcommand.

mod check;
mod digits;
mod geometry;
mod load;
mod messages;
mod numbers;
mod picture;
mod play;
mod progress;
mod render;
mod run;
mod scenario;
mod settings_file;
mod source;
mod target;
mod tiled;
mod types;
mod watch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Tile-map platformer physics: check, run, play and draw levels, check scenarios, bring types to Tiled.
#[derive(Parser)]
#[command(name = "tilephys", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Play(play::Args),
    Render(render::Args),
    Run(run::Args),
    Scenario(scenario::Args),
    Tiled(tiled::Args),
    Types(types::Args),
}

/// Runs the command of the process's arguments. Errors go to stderr; usage and unreadable files end with status 2.
pub(crate) fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Check(args) => check::main(&args),
        Command::Play(args) => play::main(&args),
        Command::Render(args) => render::main(&args),
        Command::Run(args) => run::main(&args),
        Command::Scenario(args) => scenario::main(&args),
        Command::Tiled(args) => tiled::main(&args),
        Command::Types(args) => types::main(&args),
    }
}
