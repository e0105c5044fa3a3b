//! `tilephys play`: starts the app that shows and plays levels.

use super::messages::{self, Failure};
use super::print_help_of;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};
use std::{env, io};

/// Name of the app, a program of its own, since it needs a display and the libraries for one.
const APP: &str = "tilephys-play";

/// Play a level in a window, if the app tilephys-play is installed
///
/// All arguments are the app's. `tilephys play --help` lists them once it is installed: in the sources of tilephys by
/// `cargo install --path crates/tilephys-play`.
///
/// Status: the app's; 2 if it is not installed.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Arguments of the app: a map, and options
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Args {
    fn asks_for_help(&self) -> bool {
        self.arguments.iter().any(|argument| argument == "--help" || argument == "-h")
    }
}

/// Runs the command. Errors go to stderr.
pub(crate) fn main(args: &Args) -> ExitCode {
    match start(args) {
        // A signal has no status.
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
        Err(error) if error.kind() == ErrorKind::NotFound && args.asks_for_help() => {
            // A reader that closes the pipe early has read enough.
            let _ = print_help_of("play");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let message = match error.kind() {
                ErrorKind::NotFound => format!(
                    "{APP} is not installed; in the tilephys source tree, install it with `cargo install \
                     --path crates/{APP}`, or run it with `cargo play`"
                ),
                _ => format!("{APP}: {error}"),
            };
            messages::fail(&Failure::Other(message));
            ExitCode::from(2)
        }
    }
}

/// Runs the app beside this command, else the one on the search path.
fn start(args: &Args) -> io::Result<ExitStatus> {
    let name = format!("{APP}{}", env::consts::EXE_SUFFIX);
    let beside =
        env::current_exe().ok().map(|command| command.with_file_name(&name)).filter(|path| path.exists());
    Command::new(beside.unwrap_or(PathBuf::from(name))).args(&args.arguments).status()
}
