//! TP022: the floors of two neighbours differ by less than a pixel.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::seam::SeamKind;
use crate::seam_report::report;
use crate::subject::Subject;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(22),
    name: "seam-step",
    severity: Some(Severity::Warning),
    explanation: "The floors of two neighbouring tiles or objects meet at heights that differ by less than a pixel, too \
                  little to be seen. Bodies that walk there stop at the step. Move the corners of the collision shape to \
                  whole pixels, so that both floors meet. Steps of a pixel or more are taken as meant.",
    run: Run::Map(|map: &Subject<'_>, out: &mut Findings| report(map, &CHECK, &[SeamKind::Step], out)),
};
