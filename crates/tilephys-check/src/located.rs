//! Texts of TOML files, and errors in them with line, column and excerpt.

use std::fmt;
use std::ops::Range;
use strsim::levenshtein;

/// Text of one file, with its name for messages.
#[derive(Debug)]
pub struct Source {
    /// Name of the file in errors.
    pub name: String,
    /// Text of the file.
    pub text: String,
}

/// Error in a file. Displayed with its position, the line of the file and a remedy, as far as known.
#[derive(Debug)]
pub struct Problem {
    name: String,
    line: usize,
    column: usize,
    message: String,
    /// Line of the file, and number of characters to underline.
    excerpt: Option<(String, usize)>,
    help: Option<String>,
}

impl Source {
    /// The text of a file that was read.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub fn of_bytes(name: String, bytes: Vec<u8>) -> Result<Self, Problem> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { name, text }),
            Err(error) => {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
                Err(Problem::of_file(&name, format!("line {line} is not UTF-8; save the file as UTF-8")))
            }
        }
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    #[must_use]
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let mut offset = if offset < self.text.len() { offset } else { self.text.len() };
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
    }

    /// The line of a byte, from 1.
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        self.place(offset).0
    }

    /// An error about the text in `span`, in bytes. The message may end with [`REMEDY`] and a remedy.
    pub fn problem(&self, span: Range<usize>, message: impl Into<String>) -> Problem {
        let message = message.into();
        let (message, help) = match message.split_once(REMEDY) {
            Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
            None => (message, None),
        };
        let (line, column) = self.place(span.start);
        let row = self.text.lines().nth(line - 1).unwrap_or_default();
        let wanted =
            self.text.get(span).map_or(1, |meant| meant.lines().next().unwrap_or("").chars().count());
        let left = (row.chars().count() + 1).saturating_sub(column);
        let length = wanted.min(left).max(1);
        Problem {
            name: self.name.clone(),
            line,
            column,
            message,
            excerpt: Some((row.to_owned(), length)),
            help,
        }
    }
}

impl Problem {
    /// An error about a file that has no text to point into.
    pub fn of_file(name: &str, message: impl Into<String>) -> Self {
        Problem {
            name: name.to_owned(),
            line: 0,
            column: 0,
            message: message.into(),
            excerpt: None,
            help: None,
        }
    }

    /// Adds a line with the remedy.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Problem { help: Some(help.into()), ..self }
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Some((row, length)) = &self.excerpt else {
            return write!(f, "{}: {}", self.name, self.message);
        };
        writeln!(f, "{}:{}:{}: {}", self.name, self.line, self.column, self.message)?;
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        // A leading tab is kept, so that the mark stands under its place for any tab width.
        let lead: String =
            row.chars().take(self.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        writeln!(f, "{margin} |\n{}", format!("{number} | {row}").trim_end())?;
        write!(f, "{margin} | {lead}{}", "^".repeat(*length))?;
        match &self.help {
            Some(help) => write!(f, "\n{margin} = {help}"),
            None => Ok(()),
        }
    }
}

/// Separator between an error and its remedy, in messages of own deserializers.
pub const REMEDY: char = '\u{1f}';

/// The error of the parser in words of the format, with the allowed keys.
#[must_use]
pub fn explained(source: &Source, error: &toml::de::Error) -> Problem {
    let (span, message) = (error.span().unwrap_or(0..0), error.message());
    let of_kind = |kind: &str| message.strip_prefix(kind);
    let found = [("unknown field `", "key"), ("unknown variant `", "word")]
        .into_iter()
        .find_map(|(prefix, noun)| Some((noun, of_kind(prefix)?.split_once("`, ")?)));
    let Some((noun, (word, rest))) = found else {
        let first = message.lines().next().unwrap_or("this is not TOML");
        return source.problem(span, plainer(first));
    };
    let names: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    unknown(source, span, [noun, word], &names)
}

/// The error that nothing has this name, with the most similar of all names and a list of them. `noun` says what is named.
#[must_use]
pub fn unknown(source: &Source, span: Range<usize>, [noun, name]: [&str; 2], names: &[&str]) -> Problem {
    let guess = nearest(name, names.iter().copied());
    let guess = guess.map_or(String::new(), |known| format!("; did you mean `{known}`?"));
    let problem = source.problem(span, format!("unknown {noun} `{name}`{guess}"));
    if names.is_empty() {
        return problem;
    }
    problem.with_help(format!("allowed here: {}", quoted(names.iter().copied())))
}

/// Rewrites serde's messages in words of the format.
fn plainer(message: &str) -> String {
    const WORDS: [(&str, &str); 10] = [
        ("missing field", "missing key"),
        ("floating point", "number"),
        ("expected f64", "expected a number"),
        ("expected f32", "expected a number"),
        ("expected i32", "expected a whole number"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected struct", "expected a table of"),
        ("a sequence", "an array"),
        ("sequence", "array"),
    ];
    WORDS.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Name in the list most similar to `word`, if any is similar.
#[must_use]
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = word.chars().count() / 3 + 1;
    names
        .into_iter()
        .map(|name| (levenshtein(word, name), name))
        .filter(|(edits, _)| *edits <= allowed)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// Names in the form `a`, `b`, `c`, each in backticks.
#[must_use]
pub fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
