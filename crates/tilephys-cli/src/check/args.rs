//! Options of the command.

use super::feel::ReachOptions;
use super::format::Format;
use super::shard::{self, Shard};
use crate::load::ReadOptions;
use std::path::PathBuf;
use tilephys::check::{CheckId, Severity};

/// Find mistakes in maps: what is wrong, where, and what to do about it
///
/// Each finding has an id, such as TP012: "tilephys check --explain TP012" says more. Settings are in a file tilephys.toml next to
/// the maps or up to four folders above: severities, accepted findings, the player and its feel. A property "tp_allow" of a map, a
/// layer or an object with the value "TP012" accepts a finding too.
///
/// Exit status: 0 if nothing is found at or above --fail-on, 1 if something is, 2 for wrong usage and settings, 3 for an error of
/// the command itself. A map that cannot be read is never status 0.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Maps, worlds, Tiled projects, and folders with maps
    #[arg(value_name = "PATH", default_value = ".")]
    pub(super) paths: Vec<PathBuf>,

    /// Lowest severity that makes the status 1
    #[arg(long, value_name = "SEVERITY", default_value = "error", value_enum)]
    pub(super) fail_on: FailOn,

    /// Run only these checks, by id or name
    #[arg(long, value_name = "CHECK,...", value_delimiter = ',', value_parser = CheckId::named)]
    pub(super) only: Vec<CheckId>,

    /// Skip these checks, by id or name
    #[arg(long, value_name = "CHECK,...", value_delimiter = ',', value_parser = CheckId::named)]
    pub(super) skip: Vec<CheckId>,

    /// List all checks
    #[arg(long, exclusive = true)]
    pub(super) list: bool,

    /// Explain a check
    #[arg(long, value_name = "CHECK", exclusive = true, value_parser = CheckId::named)]
    pub(super) explain: Option<CheckId>,

    /// Settings file [default: tilephys.toml next to the maps or above]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    #[command(flatten)]
    pub(super) read: ReadOptions,

    #[command(flatten)]
    pub(super) reach: ReachOptions,

    /// Hide the findings in this file, so that only new ones are reported
    ///
    /// For a project with many findings: write the file once with --write-baseline, and fix the findings in it over time. An
    /// entry has the map, the place and the message, but no line and no numbers of the message.
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,

    /// Write all findings to a file for --baseline, in place of printing them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "watch"])]
    pub(super) write_baseline: Option<PathBuf>,

    /// Check a part of the maps: 2/4 is the second of four parts
    #[arg(long, value_name = "K/N", value_parser = shard::parse)]
    pub(super) shard: Option<Shard>,

    /// Merge JSON reports, such as the reports of all parts, into one report in any format
    ///
    /// The exit status follows the findings, as for a check.
    #[arg(long, value_name = "FILE.json", num_args = 1.., conflicts_with_all = ["paths", "shard", "watch"])]
    pub(super) merge: Vec<PathBuf>,

    /// Check again whenever a file is saved, until Ctrl-C
    #[arg(long)]
    pub(super) watch: bool,

    /// Make the safe fixes: print the difference of each file, write it, and check again
    ///
    /// Each file is written whole or not at all. A file that changed meanwhile is left unchanged.
    #[arg(long, conflicts_with_all = ["watch", "write_baseline"])]
    pub(super) fix: bool,

    /// Print the differences of --fix, and write nothing
    #[arg(long, requires = "fix")]
    pub(super) dry_run: bool,

    /// Format of the findings
    #[arg(long, value_name = "FORMAT", default_value = "human", value_enum)]
    pub(super) format: Format,
}

/// Lowest severity that fails a run.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum FailOn {
    /// Findings of any severity
    Info,
    Warning,
    Error,
    /// Only maps that cannot be read
    Never,
}

impl FailOn {
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            FailOn::Info => Some(Severity::Info),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Error => Some(Severity::Error),
            FailOn::Never => None,
        }
    }
}
