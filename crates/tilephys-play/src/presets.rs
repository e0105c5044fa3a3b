//! Settings of the character controller as files.

use tilephys::ecs::Feel;

/// Reads settings. A key that is missing has its default.
///
/// # Errors
/// If the text is no TOML, has a key that does not exist, or a number that is out of range: which, where, and what is expected.
pub fn read(text: &str) -> Result<Feel, String> {
    let feel: Feel = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    match feel.fault() {
        Some((name, fault)) => Err(format!("{name}: {fault}")),
        None => Ok(feel),
    }
}

/// Settings as the text of a file.
#[must_use]
pub fn write(feel: &Feel) -> String {
    // Numbers, switches and tables of them always have such a form.
    toml::to_string(feel).unwrap_or_default()
}
