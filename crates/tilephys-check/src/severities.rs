//! Severities of the checks by the settings.

use crate::catalogue::CheckInfo;
use crate::check_id::CheckId;
use crate::findings::Severity;
use crate::settings::Settings;

impl Settings {
    /// Severity of a check; `None` if it is off.
    #[must_use]
    pub fn severity(&self, check: &CheckInfo) -> Option<Severity> {
        self.severities.get(&check.id).copied().unwrap_or(check.severity)
    }

    /// True if a check runs: it is not off, and [`only`](Self::only) has it or is empty.
    #[must_use]
    pub fn runs(&self, check: CheckId) -> bool {
        let is_wanted = self.only.is_empty() || self.only.contains(&check);
        is_wanted && check.info().is_some_and(|info| self.severity(info).is_some())
    }
}
