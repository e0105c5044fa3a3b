//! Formats of a report, one module each.

use super::human;
use std::io::{self, Write};
use tilephys::check::Report;

/// Format of a report.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Text for reading, with the lines of the files
    Human,
}

impl Format {
    /// Writes a report.
    pub(crate) fn write(self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Human => human::write(report, out),
        }
    }
}
