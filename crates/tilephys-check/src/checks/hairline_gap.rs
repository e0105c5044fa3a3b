//! TP023: the shapes of two neighbours miss each other by less than a pixel.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::{Findings, Severity};
use crate::seam::SeamKind;
use crate::seam_report::report;
use crate::subject::Subject;

pub(crate) static CHECK: CheckInfo = CheckInfo {
    id: CheckId(23),
    name: "hairline-gap",
    severity: Some(Severity::Warning),
    explanation: "Between the shapes of two neighbouring tiles or objects is a gap of less than a pixel, or one stands out \
                  of the other by less than a pixel. Bodies catch on such edges, stand on such ledges, and rays pass \
                  through such gaps. Move the corners of the collision shape to whole pixels.",
    run: Run::Map(|map: &Subject<'_>, out: &mut Findings| {
        report(map, &CHECK, &[SeamKind::Gap, SeamKind::Sliver], out);
    }),
};
