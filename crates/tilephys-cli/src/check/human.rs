//! Findings as text for reading, with the lines of the files and the tiles around them.

use super::catalogue::severity_name;
use crate::messages::Note;
use annotate_snippets::Level;
use std::io::{self, Write};
use std::time::Duration;
use tilephys::check::{Finding, Related, Report, Severity};

/// Writes all findings, separated by empty lines.
pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.findings.iter().try_for_each(|finding| writeln!(out, "{}", rendered(finding)))
}

fn rendered(finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let mut message = finding.message.clone();
    if finding.count > 1 {
        let first =
            finding.place.cell.map_or(String::new(), |at| format!(", first at ({},{})", at.col, at.row));
        message += &format!(" ({} times{first})", finding.count);
    }
    let mut more = Vec::new();
    if finding.file != finding.map {
        more.push(("map", finding.map.display().to_string()));
    }
    more.extend(finding.picture.iter().map(|picture| ("tiles", picture.to_string())));
    more.extend(finding.related.iter().map(|related| ("see", place(related))));
    more.extend(finding.fix.iter().map(|fix| ("fix", format!("{}: --fix does it", fix.title))));
    let note = Note {
        level,
        id: finding.check.to_string(),
        file: &finding.file,
        at: finding.position,
        place: &finding.place,
        message: &message,
        help: finding.help.as_deref(),
        snippet: finding.snippet.as_ref(),
        more,
    };
    note.rendered()
}

/// `maps/cave.tmx:14:3: what is there`
fn place(related: &Related) -> String {
    let Related { file, position, message, .. } = related;
    let at = position.map_or(String::new(), |at| format!(":{}:{}", at.line, at.column));
    format!("{}{at}: {message}", file.display())
}

/// Writes the last lines: numbers of maps and findings, and the line `reach`. `gone` is the number of known findings that are not found.
pub(crate) fn summary(
    report: &Report,
    reach: Option<&str>,
    gone: usize,
    time: Option<Duration>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let count = |severity| {
        let n = report.count(severity);
        (n > 0).then(|| format!("{n} {}{}", severity_name(Some(severity)), plural(n)))
    };
    let mut parts: Vec<String> =
        [Severity::Error, Severity::Warning, Severity::Info].into_iter().filter_map(count).collect();
    if parts.is_empty() {
        parts.push("no findings".to_owned());
    }
    let others = [(report.allowed, "allowed"), (report.known, "known")];
    parts.extend(others.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")));
    let maps = report.maps;
    let time = time.map_or(String::new(), |time| format!(" in {:.2} s", time.as_secs_f64()));
    writeln!(out, "{maps} map{} checked{time}: {}", plural(maps), parts.join(", "))?;
    if gone > 0 {
        let (is, entries) = if gone == 1 { ("is", "its entry") } else { ("are", "their entries") };
        writeln!(out, "{gone} known finding{} {is} gone; --write-baseline removes {entries}", plural(gone))?;
    }
    if let Some(reach) = reach {
        writeln!(out, "{reach}")?;
    }
    let guessed = report.guessed;
    if guessed > 0 {
        let plural = plural(guessed);
        writeln!(
            out,
            "{guessed} map{plural} had no other information about collision, so common names were used, and \
             nothing there is worse than a warning; name solid layers with --solid NAME,..., or turn this \
             off with --solid none"
        )?;
    }
    Ok(())
}
