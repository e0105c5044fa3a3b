//! Formats of a report, one module each.

use super::json_reach::ReachOf;
use super::{format_github, format_json, format_sarif, human};
use std::io::{self, Write};
use tilephys::check::Report;

/// Format of a report.
#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Text for reading, with the lines of the files
    Human,
    /// One JSON object, as docs/src/check-schema.json says
    Json,
    /// SARIF 2.1.0, which code hosts and editors read
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

impl Format {
    /// Writes a report with what a character can reach.
    pub(super) fn write(
        self,
        report: &Report,
        reach: Option<ReachOf>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self {
            Format::Human => human::write(report, out),
            Format::Json => format_json::write(report, reach, out),
            Format::Sarif => format_sarif::write(report, out),
            Format::Github => format_github::write(report, out),
        }
    }
}
