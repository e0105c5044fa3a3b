//! Flags: attributes that are on or off.

/// The value of a flag; `None` if it is none.
pub(crate) fn flag(value: &str) -> Option<bool> {
    match value {
        "0" | "false" => Some(false),
        "1" | "true" => Some(true),
        _ => None,
    }
}
