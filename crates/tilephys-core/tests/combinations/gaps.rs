//! What is known not to hold yet, as data: each entry excuses one combination from one rule.

/// A combination that a rule does not judge yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    SolidContacts,
    PlacedInIsland,
    SolidSettles,
    ResizedSolid,
    Mirrored,
    Turned,
}

/// All gaps, with what is wrong in plain words. An entry that is taken out is judged again.
pub(crate) const GAPS: &[(Gap, &str)] = &[
    (
        Gap::SolidContacts,
        "a body that is solid to others lacks contacts with what it touches at the end of a step",
    ),
    (
        Gap::PlacedInIsland,
        "a body that collides, placed inside a solid beside another body, is neither freed nor reported",
    ),
    (
        Gap::SolidSettles,
        "a solid body with another body near ends inside solids: it was placed there, or settles beside its sweep",
    ),
    (Gap::ResizedSolid, "a solid body that is resized while it crushes another begins the same squish twice"),
    (
        Gap::Mirrored,
        "ties that the lesser column, row or coordinate decides are not those of the mirrored world",
    ),
    (Gap::Turned, "movers and solid bodies move along x first, which a quarter turn exchanges"),
];

impl Gap {
    pub(crate) fn is_open(self) -> bool {
        GAPS.iter().any(|(gap, _)| *gap == self)
    }
}
