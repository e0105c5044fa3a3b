//! An entry of the catalogue: name, default severity, explanation and function of a check.

use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::outline::Maps;
use crate::subject::Subject;

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
    /// True if the check examines levels itself; false if the loader, the run as a whole, or the search for ways of a
    /// character reports its findings.
    #[must_use]
    pub fn examines_levels(&self) -> bool {
        matches!(self.run, Run::Map(_) | Run::Together(_))
    }
}

impl From<&CheckInfo> for CheckId {
    fn from(check: &CheckInfo) -> Self {
        check.id
    }
}

/// The function of a check.
#[derive(Debug)]
pub(crate) enum Run {
    /// Judges one map that loads.
    Map(fn(&Subject<'_>, &mut Findings)),
    /// Judges all maps of a run together.
    Together(fn(&CheckInfo, &Maps<'_>, &mut Findings)),
    /// Judges the reach of a character; see [`reachability`](crate::reachability).
    Reach,
    /// Reported by the loader, or while findings are collected.
    Elsewhere,
}
