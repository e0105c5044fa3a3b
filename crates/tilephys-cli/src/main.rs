//! The command line: one module a subcommand.

mod check;
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
mod target;
mod text;
mod tiled;
mod types;
mod watch;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;
use std::{env, io};

/// Tile-map platformer physics: check, run, play and draw levels, check scenarios, bring types to Tiled.
#[derive(Parser)]
#[command(name = "tilephys", version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::args::Args),
    Play(play::Args),
    Render(render::args::Args),
    Run(run::Args),
    Scenario(scenario::Args),
    Tiled(tiled::Args),
    Types(types::Args),
}

/// Turns colours on where the variable FORCE_COLOR asks for them; the streams themselves know CLICOLOR_FORCE and NO_COLOR.
fn ask_for_colors() {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    if is_set("FORCE_COLOR") && !is_set("NO_COLOR") {
        anstream::ColorChoice::Always.write_global();
    }
}

/// Prints the whole help of a subcommand.
fn print_help_of(name: &str) -> io::Result<()> {
    let mut all = Cli::command();
    all.build();
    all.find_subcommand_mut(name).map_or(Ok(()), clap::Command::print_long_help)
}

/// Runs the command of the process's arguments. Errors go to stderr; usage and unreadable files end with status 2.
pub(crate) fn main() -> ExitCode {
    ask_for_colors();
    match Cli::parse().command {
        Command::Check(args) => check::main(&args),
        Command::Play(args) => play::main(&args),
        Command::Render(args) => render::main(&args),
        Command::Run(args) => run::main(&args),
        Command::Scenario(args) => {
            let print = &mut |text: &str| messages::print(|out| out.write_all(text.as_bytes()));
            messages::finish(scenario::main(&args, print).map(|status| (String::new(), status)))
        }
        Command::Tiled(args) => tiled::main(&args),
        Command::Types(args) => types::main(&args),
    }
}
