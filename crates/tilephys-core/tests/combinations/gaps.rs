//! Known gaps as data: each entry excuses one combination from one rule.

use std::sync::OnceLock;

/// A combination that a rule does not judge yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    Mirrored,
    Turned,
}

/// All gaps, with what is wrong in plain words. An entry that is taken out is judged again.
pub(crate) const GAPS: &[(Gap, &str)] = &[
    (
        Gap::Mirrored,
        "ties that the lesser column, row or coordinate decides are not those of the mirrored world",
    ),
    (Gap::Turned, "movers and solid bodies move along x first, which a quarter turn exchanges"),
];

impl Gap {
    /// True if it is excused; false with `TILEPHYS_STRICT` set to its name, or to `all`.
    pub(crate) fn is_open(self) -> bool {
        static STRICT: OnceLock<String> = OnceLock::new();
        let strict = STRICT.get_or_init(|| std::env::var("TILEPHYS_STRICT").unwrap_or_default());
        let is_strict = !strict.is_empty() && (strict == "all" || format!("{self:?}") == *strict);
        !is_strict && GAPS.iter().any(|(gap, _)| *gap == self)
    }
}
