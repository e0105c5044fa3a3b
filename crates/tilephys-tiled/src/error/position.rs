//! Positions in a file and in the level, the line of a file that a message is about, and texts of messages.

use memchr::memchr2;
use std::fmt;
use std::ops::Range;
use tilephys_core::TileCoord;

/// Maximum characters of a line that are shown, and maximum of them before the position.
const WIDTH: usize = 160;
const BEFORE: usize = 60;

/// A line of a file with a marked range: everything to show an error without reading the file again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Snippet {
    /// Text of the line without its end; of a line of more than 160 characters, the part around the position.
    pub text: String,
    /// Column of the first character of `text`, from 1: 1 unless the line is cut.
    pub first_column: u32,
    /// Byte range of `text` with the fault: an attribute, the name of a tag, a number. At the end of a line it is
    /// empty.
    pub marked: Range<usize>,
}

impl Snippet {
    /// Cuts the part of `line` around the byte `at`, which is at `position`.
    pub(crate) fn new(line: &str, at: usize, position: Position) -> Self {
        let mut at = at.min(line.len());
        while !line.is_char_boundary(at) {
            at -= 1;
        }
        let end = at + marked(&line[at..]);
        let whole = line.chars().nth(WIDTH).is_none();
        let start = if whole { 0 } else { line[..at].char_indices().rev().nth(BEFORE).map_or(0, |(i, _)| i) };
        let text: String = line[start..].chars().take(WIDTH).collect();
        // Beyond some length of a line, columns count bytes.
        let (bytes, chars) = (at - start, line[start..at].chars().count());
        let before = if start == 0 || position.column as usize == at + 1 { bytes } else { chars };
        let first_column = if start == 0 { 1 } else { position.column.saturating_sub(before as u32).max(1) };
        let marked = at - start..(end - start).min(text.len());
        Snippet { text, first_column, marked }
    }
}

/// Number of bytes of the first token of `text`: a tag's name, an attribute with its value, a word or number.
fn marked(text: &str) -> usize {
    let word = |from: usize| {
        let ends =
            |c: char| c.is_whitespace() || matches!(c, ',' | '<' | '>' | '"' | '\'' | '/' | '=' | ']' | '}');
        text[from..].find(ends).map_or(text.len(), |i| i + from)
    };
    if let Some(tag) = text.strip_prefix('<') {
        return word(text.len() - tag.trim_start_matches(['/', '!', '?']).len());
    }
    match text.chars().next() {
        Some('"') => return member(text),
        Some('{' | '[') => return 1,
        _ => {}
    }
    let name = word(0);
    if let Some(quote) = text[name..]
        .strip_prefix('=')
        .and_then(|rest| rest.chars().next())
        .filter(|c| matches!(c, '"' | '\''))
    {
        let value = name + 2;
        return text[value..].find(quote).map_or(text.len(), |i| value + i + 1);
    }
    // An unknown token is marked by one character.
    name.max(text.chars().next().map_or(0, char::len_utf8))
}

/// Number of bytes of the JSON string at the start of `text`; for a key with a plain value, up to the end of the value.
fn member(text: &str) -> usize {
    let bytes = text.as_bytes();
    let key = string_end(bytes, 0).unwrap_or(text.len());
    let Some(rest) = text[key..].trim_start().strip_prefix(':') else { return key };
    let value = text.len() - rest.trim_start().len();
    match bytes.get(value) {
        Some(b'"') => string_end(bytes, value).unwrap_or(text.len()),
        Some(b'{' | b'[') | None => key,
        Some(_) => scalar_end(bytes, value),
    }
}

/// The byte after the JSON string that begins at `at`; `None` if it is not closed.
pub(crate) fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut from = at + 1;
    loop {
        let found = from + memchr2(b'"', b'\\', bytes.get(from..)?)?;
        if bytes[found] == b'"' {
            return Some(found + 1);
        }
        from = found + 2;
    }
}

/// The byte after the JSON number or word that begins at `at`.
pub(crate) fn scalar_end(bytes: &[u8], at: usize) -> usize {
    let ends = |b: &u8| matches!(b, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
    bytes[at..].iter().position(ends).map_or(bytes.len(), |i| at + i)
}

/// A position in a text file. Both numbers count from 1; columns are in characters, except in very long lines (bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

impl Position {
    /// The start of a file, of which a message is as a whole.
    pub(crate) const START: Position = Position { line: 1, column: 1 };
}

/// A place in a level, as far as known.
///
/// Displayed as `layer "caves/ground", column 3, row 5, tile 7 of tileset "rock"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Path of the layer: names of its groups and its own, joined with `/`.
    pub layer: Option<String>,
    /// Cell of the map.
    pub cell: Option<TileCoord>,
    /// Name of the tileset.
    pub tileset: Option<String>,
    /// Id of the tile in its tileset.
    pub tile: Option<u32>,
    /// Id of the object in the map, or in the collision shapes of a tile.
    pub object: Option<u32>,
    /// Name of that object; `None` if it has none.
    pub object_name: Option<String>,
}

impl Place {
    /// Fills the missing fields from `outer`; present fields stay, since the innermost caller is the most exact.
    pub(crate) fn within(&mut self, outer: &Place) {
        fn fill<T: Clone>(known: &mut Option<T>, outer: &Option<T>) {
            *known = known.take().or_else(|| outer.clone());
        }
        fill(&mut self.layer, &outer.layer);
        fill(&mut self.cell, &outer.cell);
        fill(&mut self.tileset, &outer.tileset);
        fill(&mut self.tile, &outer.tile);
        fill(&mut self.object, &outer.object);
        fill(&mut self.object_name, &outer.object_name);
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(layer) = &self.layer {
            parts.push(format!("layer {layer:?}"));
        }
        if let Some(TileCoord { col, row }) = self.cell {
            parts.push(format!("column {col}, row {row}"));
        }
        match (&self.tileset, self.tile) {
            (Some(tileset), Some(tile)) => parts.push(format!("tile {tile} of tileset {tileset:?}")),
            (Some(tileset), None) => parts.push(format!("tileset {tileset:?}")),
            (None, Some(tile)) => parts.push(format!("tile {tile}")),
            (None, None) => {}
        }
        match (self.object, &self.object_name) {
            (Some(object), Some(name)) => parts.push(format!("object {object} {name:?}")),
            (Some(object), None) => parts.push(format!("object {object}")),
            (None, Some(name)) => parts.push(format!("object {name:?}")),
            (None, None) => {}
        }
        f.write_str(&parts.join(", "))
    }
}

/// Cuts a long value for a message.
pub(crate) fn shortened(value: &str) -> String {
    const MOST: usize = 40;
    if value.chars().count() <= MOST {
        return value.to_owned();
    }
    value.chars().take(MOST).chain("...".chars()).collect()
}

/// Words with commas between them, and another word before the last: `a, b or c`.
pub(crate) fn listed<S: AsRef<str>>(words: &[S], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((end, first @ [_, ..])) => format!("{} {last} {end}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Formats a number of bytes.
pub(crate) fn mebibytes(bytes: usize) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}

/// Converts a line and a column to a byte offset. Both count from 1; the column is in bytes.
pub(crate) fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let start = match line {
        0 | 1 => 0,
        line => text.match_indices('\n').nth(line - 2).map_or(0, |(at, _)| at + 1),
    };
    (start + column.saturating_sub(1)).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faulty_token_is_marked() {
        let rows = [
            ("§<object id=\"3\">", "<object"),
            ("§</layer>", "</layer"),
            ("<object §id=\"3 4\" x=\"5\">", "id=\"3 4\""),
            ("<object §id='3\">", "id='3\">"),
            ("<data>1,§99,3", "99"),
            ("1,§,3", ","),
            ("§ä", "ä"),
            ("§<€a b", "<€a"),
            ("§<!-- rest", "<!--"),
            (r#"{ §"opacity": 2, "x": 1 }"#, r#""opacity": 2"#),
            (r#"{ §"name" : "a\"b" }"#, r#""name" : "a\"b""#),
            (r#"§"layers": [{"#, r#""layers""#),
            (r#"[1, §"a", 2]"#, r#""a""#),
            (r#"§"open"#, r#""open"#),
            (r#"§{ "id": 3 }"#, "{"),
            ("§", ""),
        ];
        for (line, expected) in rows {
            let at = line.find('§').expect("the place is marked");
            let line = line.replace('§', "");
            let position = Position { line: 1, column: line[..at].chars().count() as u32 + 1 };
            let Snippet { text, first_column, marked } = Snippet::new(&line, at, position);
            assert_eq!((text.as_str(), first_column), (line.as_str(), 1));
            assert_eq!(&text[marked], expected, "{line}");
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let line = "ä".repeat(1000) + "here=\"1\"" + &"ä".repeat(1000);
        let shown = Snippet::new(&line, 2000, Position { line: 1, column: 1001 });
        assert_eq!(shown.text.chars().count(), 160);
        assert_eq!(&shown.text[shown.marked.clone()], "here=\"1\"");
        let before = shown.text[..shown.marked.start].chars().count() as u32;
        assert_eq!((before, shown.first_column), (61, 1001 - 61));
        // A column in bytes, since the line is long.
        let shown = Snippet::new(&line, 2000, Position { line: 1, column: 2001 });
        assert_eq!(shown.first_column, 2001 - 122);
        let end = Snippet::new(&line, line.len() + 9, Position { line: 1, column: 2009 });
        assert!(end.marked.is_empty());
    }
}
