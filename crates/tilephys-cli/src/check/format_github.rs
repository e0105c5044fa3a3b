//! Findings as workflow commands of GitHub Actions, which annotate the lines of a pull request.

use super::catalogue::severity_name;
use super::format_json::in_one_line;
use super::parts::slashed;
use std::io::{self, Write};
use tilephys::check::{Finding, Report};

/// Writes one command a finding.
pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.findings.iter().try_for_each(|finding| write_one(finding, out))
}

fn write_one(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let command = match severity_name(Some(finding.severity)) {
        "info" => "notice",
        name => name,
    };
    let name = finding.check.info().map_or("", |check| check.name);
    write!(out, "::{command} file={}", property(&slashed(&finding.file)))?;
    if let Some(at) = finding.position {
        write!(out, ",line={},col={}", at.line, at.column)?;
    }
    let title = property(&format!("{} {name}", finding.check));
    writeln!(out, ",title={title}::{}", data(&in_one_line(finding)))
}

/// Text as the message of a command: the characters that end a command are escaped.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text as a property of a command: also the characters that end a property are escaped.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
