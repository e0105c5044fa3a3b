//! Mutations of files: of their bytes, and of their content.

use super::exercise::Packed;
use super::rng::Rng;
use std::ops::Range;

/// One of `items` at random, if there is any.
fn any<'a, T>(rng: &mut Rng, items: &'a [T]) -> Option<&'a T> {
    rng.index_in(items).map(|index| &items[index])
}

const NUMBERS: [&str; 18] = [
    "0",
    "-1",
    "1",
    "2",
    "15",
    "255",
    "4096",
    "65536",
    "16777216",
    "268435456",
    "536870913",
    "2147483647",
    "2147483648",
    "4294967295",
    "-2147483648",
    "1e38",
    "nan",
    "8388607.5",
];

const WORDS: [&str; 40] = [
    "",
    " ",
    "solid",
    "one_way",
    "none",
    "on",
    "off",
    "auto",
    "up",
    "left",
    "true",
    "false",
    "TpMover",
    "TpSpawn",
    "TpKillZone",
    "collision",
    "slope",
    "path",
    "parent",
    "speed",
    "int",
    "float",
    "color",
    "object",
    "class",
    "list",
    "file",
    "#ff0000",
    "csv",
    "base64",
    "zlib",
    "zstd",
    "rock.tsx",
    "coin.tx",
    "../rock.tsx",
    "/",
    ":/a.tsx",
    "a.tmx",
    "topleft",
    "0,0 9,0 0,9",
];

/// Damages one of `files`, in one way or in a few.
pub(crate) fn damage(files: &mut Packed, rng: &mut Rng) {
    let times = [1, 1, 1, 2, 3][rng.below(5)];
    for _ in 0..times {
        let which = rng.below(files.0.len());
        let bytes = &mut files.0[which].1;
        match rng.below(3) {
            0 => damage_bytes(bytes, rng),
            1 => damage_values(bytes, rng),
            _ => damage_structure(bytes, rng),
        }
    }
}

fn damage_bytes(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let at = rng.below(bytes.len().max(1));
    let end = bytes.len().min(at + 1 + rng.below(60));
    match rng.below(8) {
        _ if bytes.is_empty() => {}
        0 => bytes.truncate(at),
        1 | 2 => drop(bytes.drain(at..end)),
        3 => drop(bytes.splice(at..at, bytes[at..end].to_vec()).count()),
        4 | 5 => damage_base64(bytes, rng),
        _ => bytes[at] ^= 1 << rng.below(8),
    }
}

/// Changes a character of a long word, such as Base64 data.
fn damage_base64(bytes: &mut [u8], rng: &mut Rng) {
    let is_data = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    let mut at = 0;
    let mut words = Vec::new();
    for word in bytes.split(|b| !is_data(b)) {
        if word.len() > 24 {
            words.push(at..at + word.len());
        }
        at += word.len() + 1;
    }
    if let Some(word) = any(rng, &words).cloned() {
        let at = word.start + rng.below(word.len());
        bytes[at] = b"ABCxyz019+/="[rng.below(12)];
    }
}

fn damage_values(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let values = values(bytes);
    let Some(value) = any(rng, &values).cloned() else { return };
    match rng.below(6) {
        0 => {
            let word = WORDS[rng.below(WORDS.len())];
            drop(bytes.splice(value, word.bytes()));
        }
        1 => {
            let other = any(rng, &values).cloned().unwrap_or_default();
            let text = bytes[other].to_vec();
            drop(bytes.splice(value, text));
        }
        _ => {
            let from = rng.below(bytes.len());
            let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|i| i + from) else {
                return;
            };
            let end =
                bytes[start..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |i| i + start);
            let number = if rng.below(3) == 0 {
                format!("{}", rng.below(40))
            } else {
                NUMBERS[rng.below(NUMBERS.len())].to_owned()
            };
            drop(bytes.splice(start..end, number.bytes()));
        }
    }
}

fn damage_structure(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let (values, elements) = (values(bytes), elements(bytes));
    let attribute = any(rng, &values).map(|value| attribute_of(bytes, value));
    let element = any(rng, &elements).cloned();
    let place = any(rng, &elements).map_or(0, |e| if rng.below(2) == 0 { e.start } else { e.end });
    match (rng.below(6), attribute, element) {
        (0, Some(attribute), _) => drop(bytes.drain(attribute)),
        (1, Some(attribute), Some(element)) => {
            let name = |b: &u8| !b.is_ascii_alphanumeric();
            // After the name of the element; in JSON after its bracket.
            let after = bytes[element.start + 1..].iter().position(name).map_or(0, |i| element.start + 1 + i);
            let copy = bytes[attribute].to_vec();
            drop(bytes.splice(after..after, copy));
        }
        (2, _, Some(element)) => drop(bytes.drain(element)),
        (3 | 4, _, Some(element)) => {
            let copy = bytes[element].to_vec();
            drop(bytes.splice(place..place, copy));
        }
        (_, _, Some(element)) if place <= element.start => {
            let moved: Vec<u8> = bytes.drain(element).collect();
            drop(bytes.splice(place..place, moved));
        }
        _ => {}
    }
}

/// True if a file is JSON, damaged or not.
fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().first() == Some(&b'{')
}

/// Ranges of attribute values, within their quotes; in JSON of members.
fn values(bytes: &[u8]) -> Vec<Range<usize>> {
    if is_json(bytes) {
        return json_values(bytes);
    }
    let starts = (2..bytes.len()).filter(|&i| bytes[i - 2..i] == *b"=\"");
    let value = |start: usize| Some(start..start + bytes[start..].iter().position(|b| *b == b'"')?);
    starts.filter_map(value).collect()
}

/// Ranges of the texts, numbers and words after JSON keys.
fn json_values(bytes: &[u8]) -> Vec<Range<usize>> {
    let value = |colon: usize| {
        let blanks = bytes[colon + 1..].iter().position(|b| !b.is_ascii_whitespace())?;
        let from = colon + 1 + blanks;
        let (from, ends): (_, &[u8]) = match bytes[from] {
            b'"' => (from + 1, b"\""),
            b'[' | b'{' => return None,
            _ => (from, b",}] \n"),
        };
        Some(from..from + bytes[from..].iter().position(|b| ends.contains(b))?)
    };
    (1..bytes.len()).filter(|&i| bytes[i - 1..=i] == *b"\":").filter_map(value).collect()
}

/// Range of the whole attribute of a value, with the blank before it; in JSON of the member, with the comma after it.
fn attribute_of(bytes: &[u8], value: &Range<usize>) -> Range<usize> {
    if is_json(bytes) {
        let start = bytes[..value.start].iter().rposition(|b| matches!(b, b'{' | b',')).map_or(0, |i| i + 1);
        let end = bytes[value.end..].iter().position(|b| matches!(b, b',' | b'}')).unwrap_or(0);
        return start..(value.end + end + 1).min(bytes.len());
    }
    let start = bytes[..value.start].iter().rposition(|b| matches!(b, b' ' | b'\n' | b'<')).unwrap_or(0);
    start..value.end + 1
}

/// Ranges of elements with their content; in JSON of objects and lists, with the comma after them.
fn elements(bytes: &[u8]) -> Vec<Range<usize>> {
    if is_json(bytes) {
        let (mut open, mut found) = (Vec::new(), Vec::new());
        for (at, byte) in bytes.iter().enumerate() {
            match byte {
                b'{' | b'[' => open.push(at),
                b'}' | b']' => {
                    let comma = usize::from(bytes.get(at + 1) == Some(&b','));
                    found.extend(open.pop().map(|from| from..at + 1 + comma));
                }
                _ => {}
            }
        }
        return found;
    }
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for start in (0..bytes.len()).filter(|&i| bytes[i] == b'<') {
        let Some(end) = bytes[start..].iter().position(|b| *b == b'>').map(|i| start + i + 1) else { break };
        match bytes[start + 1] {
            b'/' => found.extend(open.pop().map(|from| from..end)),
            _ if bytes[end - 2] == b'/' => found.push(start..end),
            _ => open.push(start),
        }
    }
    found
}
