//! Mutation test: good levels with one known fault each. The checker finds the fault at its place, and nothing else but
//! what follows from the fault.

mod files;
mod geometry;
mod level;
mod shapes;

use crate::rng::Rng;
use crate::volume::volume;
use level::Level;
use rayon::prelude::*;
use std::fmt::Write;
use std::path::PathBuf;
use tilephys_check::{CheckId, Finding};

/// Random levels that are damaged.
const LEVELS: u64 = 20;

/// A kind of fault.
struct Kind {
    name: &'static str,
    /// Puts the fault into a level; `None` if the level has no place for it.
    damage: fn(&mut Level, &mut Rng) -> Option<Expected>,
    /// Checks that may report the consequences of the fault too, with the reason.
    followers: &'static [(u16, &'static str)],
}

/// The finding that a fault must have.
#[derive(Debug)]
struct Expected {
    check: CheckId,
    file: PathBuf,
    line: Option<usize>,
    cell: Option<(i32, i32)>,
    object: Option<u32>,
}

impl Expected {
    /// A finding in the map at the line with an index.
    fn at(check: u16, level: &Level, line: usize) -> Self {
        let (file, line) = (level.map.clone(), Some(line + 1));
        Expected { check: CheckId(check), file, line, cell: None, object: None }
    }

    /// A finding about the whole map.
    fn of_map(check: u16, level: &Level) -> Option<Self> {
        Some(Expected::at(check, level, level.first("<map ")?))
    }

    fn in_cell(self, cell: (i32, i32)) -> Self {
        Expected { cell: Some(cell), ..self }
    }

    fn of_object(self, object: u32) -> Self {
        Expected { object: Some(object), ..self }
    }

    fn is(&self, finding: &Finding) -> bool {
        let cell = finding.place.cell.map(|at| (at.col, at.row));
        finding.check == self.check
            && finding.file == self.file
            && finding.position.map(|at| at.line as usize) == self.line
            && (self.cell.is_none() || cell == self.cell)
            && (self.object.is_none() || finding.place.object == self.object)
    }
}

/// The results for a kind.
#[derive(Default)]
struct Row {
    found: usize,
    of: usize,
    others: usize,
    words: String,
}

impl Row {
    fn of(kind: &Kind, place: u64, levels: &[Level]) -> Row {
        let mut row = Row::default();
        for mutant in 0..volume(8, 200) {
            let mut rng = Rng::new((place << 16) + mutant);
            // The first mutants are of the project's levels, as far as these have a place for the fault.
            let first = mutant as usize % levels.len();
            let fitting = (first..first + levels.len()).find_map(|index| {
                let mut level = levels[index % levels.len()].clone();
                let expected = (kind.damage)(&mut level, &mut rng)?;
                Some((level, expected))
            });
            if let Some((level, expected)) = fitting {
                row.judge(kind, &level, &expected);
            }
        }
        row
    }

    fn judge(&mut self, kind: &Kind, level: &Level, expected: &Expected) {
        let findings = level.findings();
        let (hits, others): (Vec<&Finding>, Vec<_>) = findings.iter().partition(|f| expected.is(f));
        let is_strange = |f: &&&Finding| kind.followers.iter().all(|(id, _)| f.check != CheckId(*id));
        let strange = others.iter().filter(is_strange).count();
        self.of += 1;
        self.found += usize::from(hits.len() == 1);
        self.others += strange + hits.len().saturating_sub(1);
        if (hits.len() != 1 || strange > 0) && self.words.len() < 2000 {
            let told: Vec<String> = findings.iter().map(words).collect();
            _ = writeln!(self.words, "{}: {expected:?}\n  {}", kind.name, told.join("\n  "));
        }
    }
}

fn words(finding: &Finding) -> String {
    let line = finding.position.map_or(0, |at| at.line);
    let cell = finding.place.cell.map(|at| (at.col, at.row));
    let (file, object) = (finding.file.file_name(), finding.place.object);
    format!("{} {file:?}:{line} cell {cell:?} object {object:?}: {}", finding.check, finding.message)
}

fn kinds() -> Vec<&'static Kind> {
    geometry::KINDS.iter().chain(files::KINDS).chain(shapes::KINDS).collect()
}

fn levels() -> Vec<Level> {
    let project = ["cavern.tmx", "playground.tmx"].map(Level::of_project);
    project.into_iter().chain((0..LEVELS).map(Level::random)).collect()
}

#[test]
fn good_levels_have_no_findings() {
    for level in levels() {
        let found: Vec<String> = level.findings().iter().map(words).collect();
        assert!(found.is_empty(), "{found:#?}\n{}", level.files[&level.map].join("\n"));
    }
}

#[test]
fn each_fault_is_found_at_its_place_and_nothing_else() {
    let (kinds, levels) = (kinds(), levels());
    let rows: Vec<Row> =
        kinds.par_iter().enumerate().map(|(place, kind)| Row::of(kind, place as u64, &levels)).collect();
    let mut table = String::from("found  of  others  fault\n");
    for (kind, Row { found, of, others, .. }) in kinds.iter().zip(&rows) {
        _ = writeln!(table, "{found:5} {of:3} {others:7}  {}", kind.name);
    }
    let total = rows.iter().map(|row| row.of).sum::<usize>();
    println!("{table}{} kinds, {total} mutants", kinds.len());
    let words: String = rows.iter().map(|row| row.words.as_str()).collect();
    let is_good = rows.iter().all(|row| row.found == row.of && row.others == 0);
    assert!(is_good, "{table}\n{words}");
    assert!(kinds.len() >= 20 && total >= 6 * kinds.len(), "{} kinds, {total} mutants", kinds.len());
}
