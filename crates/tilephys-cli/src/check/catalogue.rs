//! The catalogue of checks on the command line: `--list` and `--explain`.

use crate::text::wrapped;
use std::io::{self, Write};
use tilephys::check::{CHECKS, CheckId, CheckInfo, Severity};

/// Maximum width of a line of an explanation.
const WIDTH: usize = 100;

/// Name of a severity in output and settings.
pub(crate) fn severity_name(severity: Option<Severity>) -> &'static str {
    match severity {
        Some(Severity::Error) => "error",
        Some(Severity::Warning) => "warning",
        Some(Severity::Info) => "info",
        None => "off",
    }
}

/// Prints the table of all checks.
pub(crate) fn list(out: &mut dyn Write) -> io::Result<()> {
    let width = CHECKS.iter().map(|check| check.name.len()).max().unwrap_or_default();
    for CheckInfo { id, name, severity, explanation, .. } in CHECKS.iter().copied() {
        let first = explanation.split_inclusive(['.', ':']).next().unwrap_or_default();
        let first = first.trim_end_matches(['.', ':']);
        writeln!(out, "{id}  {name:width$}  {:7}  {first}", severity_name(*severity))?;
    }
    Ok(())
}

/// Prints all about a check.
pub(crate) fn explain(id: CheckId, out: &mut dyn Write) -> io::Result<()> {
    let Some(check) = id.info() else { return Ok(()) };
    let severity = severity_name(check.severity);
    let lines = wrapped(check.explanation, WIDTH, "");
    writeln!(out, "{id} {} ({severity} by default)\n\n{}", check.name, lines.join("\n"))
}
