//! Lines for the reader over the level: errors stay until they are closed or mended, other lines go by themselves.

use crate::source::dropped::FOLDER;
use std::time::Duration;

/// How long a line that is no error stays.
const SHOWN: Duration = Duration::from_secs(4);

/// The remedies of the loader for programs and for the command; here a map is resized or split.
const OF_PROGRAMS: [&str; 2] = [
    ", or raise the limit (--max-cells, in code Limits::cells)",
    ", or raise the limit (Limits::decoded_bytes)",
];

/// A text without names that only programs know: the folder of dropped files, and limits.
fn plain(mut text: String) -> String {
    let folder = format!("{FOLDER}/");
    for part in OF_PROGRAMS.into_iter().chain([folder.as_str()]) {
        text = text.replace(part, "");
    }
    text
}

/// A line for the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text; may have several lines.
    pub text: String,
    /// True for an error.
    pub is_error: bool,
    age: Duration,
}

/// Lines for the reader, the latest last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices(Vec<Notice>);

impl Notices {
    /// Says something for some seconds. A line that is shown already begins anew.
    pub fn say(&mut self, text: String) {
        self.add(text, false);
    }

    /// Says an error, until it is closed or mended.
    pub fn fail(&mut self, text: String) {
        self.add(plain(text), true);
    }

    fn add(&mut self, text: String, is_error: bool) {
        self.0.retain(|notice| notice.text != text);
        self.0.push(Notice { text, is_error, age: Duration::ZERO });
    }

    /// Closes all lines.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The lines that are shown.
    pub fn shown(&self) -> impl Iterator<Item = &Notice> {
        self.0.iter()
    }

    /// Closes a line.
    pub fn close(&mut self, index: usize) {
        if index < self.0.len() {
            self.0.remove(index);
        }
    }

    /// Removes a line: it is no longer true.
    pub fn retract(&mut self, text: &str) {
        self.0.retain(|notice| notice.text != text);
    }

    /// Removes all errors: what they were about is mended.
    pub fn mend(&mut self) {
        self.0.retain(|notice| !notice.is_error);
    }

    /// Lets time pass.
    pub fn age(&mut self, passed: Duration) {
        self.0.iter_mut().for_each(|notice| notice.age += passed);
        self.0.retain(|notice| notice.is_error || notice.age < SHOWN);
    }
}
