//! The part of a page's address after `#`: what is open, as in `#map=cavern&x=320&y=96`.

use crate::game::{Script, ScriptError};
use crate::source::served::FOLDER;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use tilephys::glam::Vec2;

/// Folder of the recordings in the folder of maps.
const RECORDINGS: &str = "levels/recordings";

/// What an address names. Parts that are unknown or not valid are as if they were not there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// Map of the page's server.
    pub map: Option<PathBuf>,
    /// Place of the hero's feet, in px.
    pub feet: Option<Vec2>,
    /// Scene of the testbed.
    pub scene: Option<String>,
    /// Recording of the page's server.
    pub replay: Option<PathBuf>,
    /// Keys by tick in place of the player, with `;` between lines.
    pub script: Option<Result<Script, ScriptError>>,
    /// Tick at which time stops and the game is saved as a recording.
    pub record: Option<u32>,
    /// The name of a map or recording that no file of the page can have.
    pub wrong: Option<String>,
    /// True if scripts and recordings play as fast as they can.
    pub is_fast: bool,
}

impl Address {
    /// Reads an address, with or without its `#`.
    #[must_use]
    pub fn parse(hash: &str) -> Address {
        let mut address = Address::default();
        let mut feet = [None; 2];
        for part in hash.trim_start_matches('#').split('&') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = decoded(value);
            let number = || value.parse::<f32>().ok().filter(|number| number.is_finite());
            match key {
                "map" => {
                    address.map = path_of("", &value, "tmx");
                    address.wrong = address.map.is_none().then_some(value);
                }
                "x" => feet[0] = number(),
                "y" => feet[1] = number(),
                "scene" => address.scene = Some(value),
                "replay" => address.replay = path_of(RECORDINGS, &value, "tprec"),
                "script" => address.script = Some(Script::parse(&value.replace(';', "\n"))),
                "record" => address.record = value.parse().ok(),
                "fast" => address.is_fast = true,
                _ => {}
            }
        }
        if let [Some(x), Some(y)] = feet {
            address.feet = Some(Vec2::new(x, y));
        }
        address
    }

    /// The address of a map of the page's server, and of a place in it; `None` for any other map.
    ///
    /// ```
    /// use std::path::Path;
    /// use tilephys_play::web::address::Address;
    ///
    /// let link = Address::of(Path::new("maps/levels/slopes.tmx"), Some([320.4, 96.0].into()));
    /// assert_eq!(link.as_deref(), Some("#map=levels/slopes&x=320&y=96"));
    /// assert_eq!(Address::of(Path::new("dropped.tmx"), None), None);
    /// ```
    #[must_use]
    pub fn of(map: &Path, feet: Option<Vec2>) -> Option<String> {
        let name = map.strip_prefix(FOLDER).ok()?.to_str()?;
        let name = name.strip_suffix(".tmx").unwrap_or(name);
        let mut link = format!("#map={}", encoded(name));
        if let Some(feet) = feet {
            // A whole pixel is enough to find a place.
            let _ = write!(link, "&x={}&y={}", feet.x.round(), feet.y.round());
        }
        Some(link)
    }

    /// The address of a scene.
    #[must_use]
    pub fn of_scene(name: &str) -> String {
        format!("#scene={}", encoded(name))
    }
}

/// The path of a file of the server by its name, with the usual ending if it has none. `None` if it would lead elsewhere.
fn path_of(folder: &str, name: &str, ending: &str) -> Option<PathBuf> {
    let name = Path::new(name);
    let is_below = name.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_below || name.as_os_str().is_empty() || name.to_str()?.contains([':', '\\']) {
        return None;
    }
    let mut path = Path::new(FOLDER).join(folder).join(name);
    if path.extension().is_none() {
        path.set_extension(ending);
    }
    Some(path)
}

/// Text with its `%` escapes resolved.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let hex = |digit: &u8| char::from(*digit).to_digit(16);
        let escaped = match rest {
            [b'%', high, low, ..] => hex(high).zip(hex(low)).map(|(high, low)| (high * 16 + low) as u8),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(if *first == b'+' { b' ' } else { *first }));
        rest = if escaped.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Text with all that has a meaning in addresses as `%` escapes; slashes stay.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Keys;

    #[test]
    fn a_link_leads_to_its_place() {
        for (map, place) in [("maps/cavern.tmx", Some([17.0, -30.0])), ("maps/levels/a b&c=ü%.tmj", None)] {
            let place = place.map(Vec2::from);
            let link = Address::of(Path::new(map), place).unwrap();
            let address = Address::parse(&link);
            assert_eq!((address.map.as_deref(), address.feet), (Some(Path::new(map)), place), "{link}");
        }
    }

    #[test]
    fn addresses_name_maps_scenes_and_recordings() {
        assert_eq!(Address::parse(""), Address::default());
        assert_eq!(Address::parse(&Address::of_scene("lifts")).scene.as_deref(), Some("lifts"));
        let replay = Address::parse("#replay=slopes&fast").replay.unwrap();
        assert_eq!(replay, Path::new("maps/levels/recordings/slopes.tprec"));
        assert_eq!(Address::parse("#map=cavern&x=5").feet, None);
        assert_eq!(Address::parse("#map=cavern&x=5&y=nan").feet, None);
    }

    #[test]
    fn no_address_leads_out_of_the_folder() {
        for name in [
            "../secret",
            "/etc/passwd",
            "a/../../b",
            "https://example.com/a",
            "",
            "..",
            "a\\b",
            "%2e%2e/a",
            "//a",
        ] {
            assert_eq!(Address::parse(&format!("#map={name}")).map, None, "{name}");
        }
    }

    #[test]
    fn a_name_that_leads_nowhere_is_kept_to_be_said() {
        assert_eq!(Address::parse("#map=../cave").wrong.as_deref(), Some("../cave"));
        assert_eq!(Address::parse("#map=cave").wrong, None);
    }

    #[test]
    fn scripts_are_lines() {
        let address = Address::parse("#map=cavern&script=2;1%20right+jump&fast");
        let script = address.script.unwrap().unwrap();
        let last = Keys { right: true, jump: true, ..Keys::default() };
        assert_eq!(script.keys().collect::<Vec<_>>(), [Keys::default(), Keys::default(), last]);
        assert!(address.is_fast);
        assert!(Address::parse("#script=x").script.unwrap().is_err());
    }

    #[test]
    fn damaged_escapes_stay_as_they_are() {
        assert_eq!(decoded("%"), "%");
        assert_eq!(decoded("%4"), "%4");
        assert_eq!(decoded("%zz%41"), "%zzA");
    }
}
