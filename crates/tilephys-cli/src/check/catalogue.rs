//! The catalogue of checks on the command line: `--list`, `--explain`, and names of checks.

use std::io::{self, Write};
use tilephys::check::{CHECKS, CheckId, CheckInfo, Severity};

/// Maximum width of a line of an explanation.
const WIDTH: usize = 100;

/// Reads the id or the name of a check.
///
/// # Errors
/// If there is no such check.
pub(crate) fn parse(text: &str) -> Result<CheckId, String> {
    CheckId::named(text)
}

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
    writeln!(out, "{id} {} ({severity} by default)\n\n{}", check.name, wrapped(check.explanation))
}

/// Text in lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> String {
    let (mut lines, mut width) = (String::new(), 0);
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_check_is_answered_with_the_nearest_name() {
        let error = parse("spawn-in-sold").expect_err("it is misspelt");
        assert_eq!(
            error,
            "\"spawn-in-sold\" is not a check; did you mean \"spawn-in-solid\"? tilephys check --list shows them all"
        );
        let error = parse("TP999").expect_err("it does not exist");
        assert!(error.starts_with("\"TP999\" is not a check; ids go up to TP"), "{error}");
        assert_eq!(parse("tp012"), parse("spawn-in-solid"));
    }

    #[test]
    fn explanations_are_wrapped() {
        assert_eq!(wrapped("a  b\n c"), "a b c");
        let text = wrapped(&"word ".repeat(50));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.split_whitespace().count(), 50);
    }
}
