//! `check --fix`: edits of files that mend findings.

use super::record::Recording;
use crate::target::write_text;
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tilephys::check::{Edit, Finding, Fix, Report, apply};

/// Edits of the files of a run.
#[derive(Default)]
pub(crate) struct Plan {
    /// Number of fixes.
    fixes: usize,
    /// Old and new texts.
    files: BTreeMap<PathBuf, [String; 2]>,
    /// Files that are left alone, with the reasons.
    left: Vec<String>,
}

impl Plan {
    /// Plans the fixes of a report.
    ///
    /// Of fixes that overlap, the first is made; a second run makes the next. A file that has changed since it was checked is
    /// left alone.
    pub(crate) fn new(report: &Report, disk: &Recording) -> Self {
        let mut plan = Plan::default();
        let mut texts: BTreeMap<PathBuf, Option<String>> = BTreeMap::new();
        let mut edits: BTreeMap<PathBuf, Vec<Edit>> = BTreeMap::new();
        let mut made: BTreeSet<String> = BTreeSet::new();
        for fix in report.findings.iter().filter_map(|finding: &Finding| finding.fix.as_ref()) {
            for edit in &fix.edits {
                texts.entry(edit.file.clone()).or_insert_with(|| plan.unchanged(&edit.file, disk));
            }
            // A tileset with a mistake is in the findings of each map that uses it.
            let is_made = !made.insert(format!("{:?}", fix.edits));
            if !is_made && fits(fix, &texts, &mut edits) {
                plan.fixes += 1;
            }
        }
        for (file, edits) in edits {
            let Some(Some(old)) = texts.remove(&file) else { continue };
            let Some(new) = apply(&old, &edits) else { continue };
            plan.files.insert(file, [old, new]);
        }
        plan
    }

    /// Text of a file, if it is as it was when it was checked.
    fn unchanged(&mut self, path: &Path, disk: &Recording) -> Option<String> {
        let name = path.display();
        let text = match fs::read(path) {
            Ok(bytes) if !disk.has_read(path, &bytes) => {
                Err("changed after the check, and is left unchanged".to_owned())
            }
            Ok(bytes) => {
                String::from_utf8(bytes).map_err(|_| "is not UTF-8, and is left unchanged".to_owned())
            }
            Err(e) => Err(format!("cannot be read: {e}")),
        };
        text.map_err(|reason| self.left.push(format!("{name}: {reason}"))).ok()
    }

    /// Writes the differences of all files.
    pub(crate) fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        for (path, [old, new]) in &self.files {
            let name = path.display().to_string();
            let lines = TextDiff::from_lines(old, new);
            let mut difference = lines.unified_diff();
            writeln!(out, "{}", difference.header(&name, &name).missing_newline_hint(false))?;
        }
        Ok(())
    }

    /// Writes the files, each whole or not at all.
    pub(crate) fn make(&mut self, disk: &Recording) {
        let files = std::mem::take(&mut self.files);
        for (path, [old, new]) in files {
            // An editor may have saved it meanwhile.
            if self.unchanged(&path, disk).is_none() {
                continue;
            }
            match write_text(&path, &new) {
                Ok(()) => _ = self.files.insert(path, [old, new]),
                Err(message) => self.left.push(message),
            }
        }
    }

    /// Says what was done, or would be.
    pub(crate) fn summary(&self, is_dry: bool) -> String {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let mut text: String = self.left.iter().map(|line| format!("{line}\n")).collect();
        let fixes = self.fixes;
        let files = self.files.len();
        text += &match (files, is_dry) {
            (0, _) => "nothing to fix\n".to_owned(),
            (_, true) => format!(
                "{fixes} fix{} possible in {files} file{}; nothing was written\n",
                es(fixes),
                plural(files)
            ),
            (_, false) => format!("{fixes} fix{} made in {files} file{}\n", es(fixes), plural(files)),
        };
        text
    }

    /// True if a file was written, or would be.
    pub(crate) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }
}

fn es(n: usize) -> &'static str {
    if n == 1 { "" } else { "es" }
}

/// Adds the edits of a fix, all or none: none if a file is left alone, or if one overlaps with an edit of another fix.
fn fits(
    fix: &Fix,
    texts: &BTreeMap<PathBuf, Option<String>>,
    edits: &mut BTreeMap<PathBuf, Vec<Edit>>,
) -> bool {
    let is_free = |edit: &Edit| {
        let is_in = |text: &String| text.get(edit.bytes.clone()).is_some();
        let others = edits.get(&edit.file).into_iter().flatten();
        texts.get(&edit.file).and_then(Option::as_ref).is_some_and(is_in)
            && others.into_iter().all(|other| other == edit || !overlap(edit, other))
    };
    let fits = fix.edits.iter().all(is_free);
    if fits {
        fix.edits.iter().for_each(|edit| edits.entry(edit.file.clone()).or_default().push(edit.clone()));
    }
    fits
}

/// True if two edits of a file change the same text, or insert at the same place.
fn overlap(a: &Edit, b: &Edit) -> bool {
    a.bytes.start == b.bytes.start || (a.bytes.start < b.bytes.end && b.bytes.start < a.bytes.end)
}
