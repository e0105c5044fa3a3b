//! TP099: something is allowed that is not found.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::Severity;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(99),
    name: "unused-allow",
    severity: Some(Severity::Warning),
    explanation: "An entry of [[check.allow]] in tilephys.toml, or a property tp_allow, accepts findings \
                  that do not exist. The mistake was fixed, or the entry has a wrong name or place. Remove \
                  the entry, so that it does not hide a later mistake.",
    run: Run::Elsewhere,
};
