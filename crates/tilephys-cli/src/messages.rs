//! Diagnostics on stderr: with the line of the file and a caret, in colours on a terminal.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use tilephys::check::ground_remedy;
use tilephys::check::located::Problem;
use tilephys::tiled::{self, Diagnostic, LoadError, Place, Position, Warning, WarningKind};

/// Error that ends the command.
pub(crate) enum Failure {
    /// Fault of the level.
    Level(LoadError),
    /// Any other error, in one line.
    Other(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Other(message)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::Other(problem.to_string())
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Failure::Level(error)
    }
}

/// Prints an error to stderr, and ignores a closed stderr.
pub(crate) fn fail(failure: &Failure) {
    match failure {
        Failure::Level(error) => say(&faults(error)),
        Failure::Other(message) => say(&format!("error: {message}\n")),
    }
}

/// Ends a command: prints its text to stdout, or its error to stderr.
pub(crate) fn finish(result: Result<(String, u8), Failure>) -> ExitCode {
    match result {
        Ok((text, status)) => {
            // The work is done, and an output that is closed is no reason to fail.
            let _ = print(|out| out.write_all(text.as_bytes()));
            ExitCode::from(status)
        }
        Err(failure) => {
            fail(&failure);
            ExitCode::from(2)
        }
    }
}

/// Prints to stdout, in colours if it is a terminal that wants them. A reader that closes the pipe early is no error.
pub(crate) fn print(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(anstream::stdout());
    match fill(&mut out).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => Err(format!("standard output: {e}").into()),
        _ => Ok(()),
    }
}

/// Prints the first `most` warnings about a level, and the number of further ones.
pub(crate) fn warn(level: &tiled::Level, most: usize) {
    let warnings = &level.warnings;
    let remedy = ground_remedy(level);
    let one = |warning: &Warning| {
        let summary = warning.summary();
        let note = Note::of(Level::WARNING, warning, &summary);
        let lacks_ground = matches!(warning.kind, WarningKind::NothingCollides | WarningKind::LittleCollides);
        let lines = remedy.as_ref().filter(|_| lacks_ground);
        let help = lines.map(|lines| format!("{}\n{lines}", note.help.unwrap_or_default()));
        Note { help: help.as_deref().or(note.help), ..note }.rendered()
    };
    let mut said: Vec<String> = warnings.iter().take(most).map(one).collect();
    said.extend(left_out(warnings, most).map(|text| format!("note: {text}\n")));
    say(&said.join("\n"));
}

/// Number of warnings after the first `most`, by kind; `None` if there are none.
pub(crate) fn left_out(warnings: &[Warning], most: usize) -> Option<String> {
    let more = warnings.get(most..).filter(|more| !more.is_empty())?;
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    more.iter().for_each(|warning| *kinds.entry(warning.kind.title()).or_default() += 1);
    let kinds: Vec<String> = kinds.iter().map(|(title, n)| format!("{title} ({n})")).collect();
    let n = more.len();
    let plural = if n == 1 { "" } else { "s" };
    Some(format!("{n} more warning{plural}: {}; show them with --warnings all", kinds.join(", ")))
}

/// Prints a note in one line, about something that was done unasked.
pub(crate) fn note(text: &str) {
    say(&format!("note: {text}\n"));
}

/// Prints a warning in one line.
pub(crate) fn warning(text: &str) {
    say(&format!("warning: {text}\n"));
}

/// All faults of a level, separated by empty lines.
fn faults(error: &LoadError) -> String {
    let one = |fault: &tiled::Fault| Note::of(Level::ERROR, fault, &fault.summary()).rendered();
    let mut text = error.faults().map(one).collect::<Vec<_>>().join("\n");
    if error.faults().count() == LoadError::MOST {
        text += &format!("\nnote: only the first {} errors are shown\n", LoadError::MOST);
    }
    text
}

/// Prints to stderr, in colours if it is a terminal that wants them.
fn say(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// A diagnostic, with the line of its file.
pub(crate) struct Note<'a> {
    pub(crate) level: Level<'static>,
    /// Id in brackets after the level; none if it is empty.
    pub(crate) id: String,
    pub(crate) file: &'a Path,
    pub(crate) at: Option<Position>,
    pub(crate) place: &'a Place,
    pub(crate) message: &'a str,
    /// Remedy.
    pub(crate) help: Option<&'a str>,
    pub(crate) snippet: Option<&'a tiled::Snippet>,
    /// Further lines, each with the name before it.
    pub(crate) more: Vec<(&'static str, String)>,
}

impl<'a> Note<'a> {
    /// The note of a diagnostic with its [`summary`](Diagnostic::summary).
    fn of<Kind>(level: Level<'static>, found: &'a Diagnostic<Kind>, summary: &'a str) -> Self {
        Note {
            level,
            id: String::new(),
            file: &found.file,
            at: found.position,
            place: &found.place,
            message: summary,
            help: found.help.as_deref(),
            snippet: found.snippet.as_ref(),
            more: Vec::new(),
        }
    }

    pub(crate) fn rendered(&self) -> String {
        let file = self.file.display().to_string();
        let place = self.place.to_string();
        let mut title = self.level.clone().primary_title(self.message);
        if !self.id.is_empty() {
            title = title.id(&*self.id);
        }
        let mut group = Group::with_title(title);
        let mut origin = Origin::path(&*file);
        if let Some(Position { line, column }) = self.at {
            origin = origin.line(line as usize).char_column(column as usize);
        }
        match self.snippet.zip(self.at) {
            Some((snippet, Position { line, .. })) => {
                let mark = AnnotationKind::Primary.span(snippet.marked.clone());
                let mark = if place.is_empty() { mark } else { mark.label(&*place) };
                let source = Snippet::source(&*snippet.text).line_start(line as usize).annotation(mark);
                group = match snippet.first_column {
                    1 => group.element(source.path(&*file)),
                    // A long line is shown in part, so its column there differs from the column in the file.
                    _ => group.element(origin).element(source),
                };
            }
            None => {
                group = group.element(origin);
                if !place.is_empty() {
                    group = group.element(Level::NOTE.message(&*place));
                }
            }
        }
        for (name, text) in &self.more {
            group = group.element(Level::NOTE.with_name(*name).message(&**text));
        }
        if let Some(help) = self.help {
            group = group.element(Level::HELP.message(help));
        }
        Renderer::styled().render(&[group]) + "\n"
    }
}
