//! The catalogue of checks: ids, default severities and explanations.

use crate::checks::CHECKS;
use crate::findings::{Findings, Severity};
use crate::outline::RunTogether;
use crate::subject::Subject;
use std::fmt;
use std::str::FromStr;

/// Id of a check, displayed as `TP` and three digits. An id never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckId(pub u16);

impl CheckId {
    /// The entry of the catalogue; `None` for an unknown id.
    #[must_use]
    pub fn info(self) -> Option<&'static CheckInfo> {
        CHECKS.iter().copied().find(|check| check.id == self)
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TP{:03}", self.0)
    }
}

impl FromStr for CheckId {
    type Err = ();

    /// Parses `TP012`, in either case, or the name of a check.
    fn from_str(text: &str) -> Result<Self, ()> {
        let by_name = || CHECKS.iter().find(|check| check.name == text).map(|check| check.id);
        let number = text.get(..2).filter(|start| start.eq_ignore_ascii_case("tp")).map(|_| &text[2..]);
        let by_number = number.filter(|n| n.len() == 3).and_then(|n| n.parse().ok()).map(CheckId);
        by_number.filter(|id| id.info().is_some()).or_else(by_name).ok_or(())
    }
}

/// A check of the catalogue.
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckInfo {
    /// Id of the check.
    pub id: CheckId,
    /// Name, such as `spawn-in-solid`.
    pub name: &'static str,
    /// Severity unless the settings say otherwise; `None` if the check is off by default.
    pub severity: Option<Severity>,
    /// Explanation in one paragraph: what is found, why it matters, what to do.
    pub explanation: &'static str,
    pub(crate) run: Run,
}

impl CheckInfo {
    /// True if the check examines levels itself; false if the loader, or the run as a whole, reports its findings.
    #[must_use]
    pub fn examines_levels(&self) -> bool {
        matches!(self.run, Run::Map(_) | Run::Together(_))
    }
}

/// The function of a check.
#[derive(Debug)]
pub(crate) enum Run {
    /// Judges one map that loads.
    Map(fn(&Subject<'_>, &mut Findings)),
    /// Judges all maps of a run together.
    Together(RunTogether),
    /// Reported by the loader, or while findings are collected.
    Elsewhere,
}
