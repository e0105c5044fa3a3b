//! Memory of the worst files: with default limits at most 256 MB at the peak. Allocations are counted, so the result is
//! equal everywhere.

mod support;

use allocation_counter::measure;
use base64::Engine;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use support::{layer, map, property, rock, tile};
use tilephys_tiled::{Limits, Loader};

const MOST: u64 = 256_000_000;

/// Maximum bytes of a file.
const FILE: usize = Limits::DEFAULT.file_bytes;
/// Maximum bytes of markup, a little less for the rest of the file.
const MARKUP: usize = Limits::DEFAULT.markup_bytes - 4096;
const ELEMENTS: usize = Limits::DEFAULT.markup_elements - 64;
const CELLS: usize = Limits::DEFAULT.cells;

/// Repeats `part` with ascending numbers, up to `count` times or `bytes`.
fn many(bytes: usize, count: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes);
    for number in 0..count {
        let part = part(number);
        if text.len() + part.len() > bytes {
            break;
        }
        text += &part;
    }
    text
}

struct Row {
    name: &'static str,
    files: BTreeMap<&'static str, String>,
    /// Start of the outcome, without its place: "it loads", or a message.
    outcome: &'static str,
}

fn row(name: &'static str, map: String, outcome: &'static str) -> Row {
    Row { name, files: BTreeMap::from([("a.tmx", map)]), outcome }
}

impl Row {
    fn with(mut self, file: &'static str, text: String) -> Self {
        self.files.insert(file, text);
        self
    }

    /// The peak in bytes, and the outcome.
    fn cost(&self) -> (u64, String) {
        let mut outcome = String::new();
        let cost = measure(|| {
            let read = |path: &Path| {
                let text = path.to_str().and_then(|name| self.files.get(name));
                text.map(|text| text.as_bytes().to_vec()).ok_or(io::Error::from(io::ErrorKind::NotFound))
            };
            outcome = match Loader::with_files(read).load("a.tmx") {
                Ok(_) => "it loads".to_owned(),
                Err(error) => error.message().to_owned(),
            };
        });
        (cost.bytes_max, outcome)
    }
}

/// Fails with a table of all rows if one exceeds its limit.
fn check(rows: impl IntoIterator<Item = Row>) {
    let mut table = String::new();
    let mut good = true;
    for row in rows {
        let (bytes, outcome) = row.cost();
        good &= bytes <= MOST && outcome.starts_with(row.outcome);
        table += &format!("{:>5} MB  {}: {outcome:.120}\n", bytes / 1_000_000, row.name);
    }
    println!("{table}");
    assert!(good, "\n{table}");
}

fn solid() -> String {
    property("collision", "solid")
}

fn infinite(content: &str) -> String {
    map("1x1", content).replace(r#"infinite="0""#, r#"infinite="1""#)
}

fn packed(bytes: &[u8], cells: &str) -> String {
    let (width, height) = cells.split_once('x').expect("a size");
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    format!(
        r#"<layer name="l" width="{width}" height="{height}"><data encoding="base64" compression="zlib">{data}</data></layer>"#
    )
}

fn zlib(length: usize) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let zeros = vec![0; 1 << 20];
    (0..length >> 20).for_each(|_| packed.write_all(&zeros).expect("memory takes it"));
    packed.finish().expect("memory takes it")
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn long_texts_are_bounded() {
    let open = "<map>".to_owned();
    check([
        row(
            "elements",
            open.clone() + &many(FILE - 16, usize::MAX, |_| "<a/>".to_owned()) + "</map>",
            "more than",
        ),
        row("elements within each other", many(FILE, usize::MAX, |_| "<a>".to_owned()), "more than"),
        row("closing tags", many(FILE, usize::MAX, |_| "</a>".to_owned()), "more than"),
        row(
            "attributes",
            "<map".to_owned() + &many(FILE - 16, usize::MAX, |i| format!(" a{i}=''")) + "/>",
            "more than",
        ),
        row("empty lines", "\n".repeat(FILE), "not well-formed XML"),
        row(
            "empty lines in a map",
            map("1x1", &"\n".repeat(FILE - 200)),
            "the map and its files have more than 8 MiB",
        ),
        row(
            "a comment",
            map("1x1", &format!("<!--{}-->", "x".repeat(FILE - 300))),
            "the map and its files have more than 8 MiB",
        ),
        row(
            "lines with two bytes at their ends",
            map("1x1", &"\r\n".repeat(FILE / 2 - 200)),
            "the map and its files",
        ),
        row("no text", "\u{0}".repeat(FILE), "not well-formed XML"),
        row("names without values", "<map ".to_owned() + &"a ".repeat(FILE / 2 - 8), "not well-formed XML"),
        row("one value", format!("<map a=\"{}\"/>", "&amp;".repeat(FILE / 5 - 8)), "the map and its files"),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn many_elements_are_bounded() {
    let elements = Limits::DEFAULT.elements - 8;
    let data = |text: &str| {
        map("1x1", &format!(r#"<layer name="l" width="1" height="1"><data>{text}</data></layer>"#))
    };
    check([
        row("elements", map("1x1", &"<a/>".repeat(elements)), "the map and its files have more than"),
        row("elements in data", data(&"<a/>".repeat(elements)), "0 tiles in data"),
        row("tiles in data", data(&"<tile gid='0'/>".repeat(elements - 8)), "524"),
        row("texts in data", data(&"<a/>x".repeat(elements)), "more than 524288 elements"),
        row(
            "attributes in data",
            data(&many(FILE, elements / 256, |_| {
                format!("<a {}/>", (0..255).map(|i| format!("a{i}='' ")).collect::<String>())
            })),
            "0 tiles in data",
        ),
        row(
            "entities in data",
            data(&format!("<a b=\"{}\"/>", "&#10;".repeat(FILE / 5 - 200))),
            "0 tiles in data",
        ),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn cells_are_bounded() {
    let side = CELLS.isqrt();
    let size = format!("{side}x{side}");
    let csv = |cell: &str, count: usize| {
        let mut text = format!("{cell},").repeat(count);
        text.pop();
        text
    };
    let full = |cell: &str, extra: &str| {
        map("1x1", &(rock(&tile(0, "collision", "solid")) + &layer("l", &size, extra, &csv(cell, CELLS))))
    };
    let base = "A".repeat(FILE - 600);
    let plain =
        format!(r#"<layer name="l" width="1" height="1"><data encoding="base64">{base}</data></layer>"#);
    check([
        row("numbers for one cell", map("1x1", &layer("l", "1x1", "", &csv("1", FILE / 2 - 300))), "33554"),
        row(
            "numbers with blanks",
            map("1x1", &layer("l", "1x1", "", &csv(" 1\u{a0}", FILE / 5 - 300))),
            "13421",
        ),
        row("numbers in lines", map("1x1", &layer("l", "1x1", "", &csv("1\r\n", FILE / 4 - 300))), "16776"),
        row("all cells", full("1", ""), "it loads"),
        row("all cells with flags", full("3758096385", ""), "it loads"),
        row("all cells off the grid", full("1", r#"offsetx="3""#), "more than"),
        row("base64 for one cell", map("1x1", &plain), "more than 1 tiles"),
        row("base64 with blanks", map("1x1", &plain.replacen("AAAA", "AA\nAA", 1)), "more than 1 tiles"),
        row("a bomb", map("1x1", &packed(&zlib(1 << 30), &size)), "more than 4194304 tiles"),
        row("a bomb for one cell", map("1x1", &packed(&zlib(1 << 30), "1x1")), "more than 1 tiles"),
        row("all cells from a bomb", map("1x1", &packed(&zlib(4 * CELLS), &size)), "it loads"),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn scattered_cells_are_bounded() {
    let chunk = |i: usize| {
        format!(r#"<chunk x="{}" y="{}" width="1" height="1">1</chunk>"#, i % 1000 * 64, i / 1000 * 64)
    };
    let chunks = |count| {
        format!(
            r#"<layer name="l" width="1" height="1"><data encoding="csv">{}</data></layer>"#,
            many(FILE, count, chunk)
        )
    };
    let rock = rock(&tile(0, "collision", "solid"));
    let most = Limits::DEFAULT.chunks;
    // Every layer of the grid in every chunk.
    let layers = |count| (0..64).map(|_| chunks(count)).collect::<String>();
    let wide = r#"<tile id="0"><objectgroup><object id="1" x="-4000" y="-4000" width="8016" height="8016"/></objectgroup></tile>"#;
    let reaching = |count: usize| {
        support::rock(wide) + &layer("l", &format!("{count}x1"), "", "1,".repeat(count).trim_end_matches(','))
    };
    check([
        row("chunks", infinite(&(rock.clone() + &chunks(120_000))), "colliding tiles are spread"),
        row("as many chunks as may be", infinite(&(rock.clone() + &chunks(most))), "it loads"),
        row("chunks of all layers", infinite(&(rock.clone() + &layers(most / 64))), "it loads"),
        row(
            "more chunks of all layers",
            infinite(&(rock.clone() + &layers(most / 9))),
            "colliding tiles are spread",
        ),
        row("chunks that do not collide", infinite(&(support::rock("") + &chunks(120_000))), "it loads"),
        row("shapes over many cells", map("1x1", &reaching(16)), "it loads"),
        row("shapes over too many cells", map("1x1", &reaching(400)), "shapes that reach beyond their cells"),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn markup_is_bounded() {
    let group = |inner: String| map("1x1", &format!("<objectgroup name=\"o\">{inner}</objectgroup>"));
    let properties = |inner: String| map("1x1", &format!("<properties>{inner}</properties>"));
    let collides = format!("<objectgroup name=\"o\">{}", solid());
    let off_grid = |inner: String| map("1x1", &format!("{collides}{inner}</objectgroup>"));
    let id = |i: usize| i + 1;
    check([
        row("objects", group(many(MARKUP, ELEMENTS, |_| "<object/>".to_owned())), "it loads"),
        row(
            "objects that collide",
            off_grid(many(MARKUP, 85_000, |i| {
                format!(
                    r#"<object id="{}" x="{}" y="{}" width="1" height="1"/>"#,
                    id(i),
                    i % 900 * 16,
                    i / 900 * 16
                )
            })),
            "more than",
        ),
        row(
            "objects with texts",
            group(many(MARKUP, 90_000, |_| r#"<object name="a"><text>""""</text></object>"#.to_owned())),
            "it loads",
        ),
        row(
            "a text",
            group(format!("<object><text>{}</text></object>", "\"".repeat(MARKUP - 200))),
            "it loads",
        ),
        row(
            "points",
            group(format!("<object><polyline points=\"{}\"/></object>", "0,0 ".repeat(MARKUP / 4 - 200))),
            "it loads",
        ),
        row(
            "points that collide",
            off_grid(format!("<object><polygon points=\"{}\"/></object>", "0,0 ".repeat(MARKUP / 4 - 200))),
            "it loads",
        ),
        row(
            "properties",
            properties(many(MARKUP, ELEMENTS, |i| format!(r#"<property name="{i}"/>"#))),
            "it loads",
        ),
        row(
            "objects with properties",
            group(many(MARKUP, ELEMENTS / 3, |_| {
                r#"<object><properties><property name="a" type="bool" value="true"/></properties></object>"#
                    .to_owned()
            })),
            "it loads",
        ),
        row(
            "warnings",
            group(many(MARKUP, ELEMENTS, |_| "<object class='TpA' opacity='9'/>".to_owned())),
            "it loads",
        ),
        row("faults", group(many(MARKUP, ELEMENTS, |_| "<object x='?'/>".to_owned())), "<object x"),
        row("tiles", map("1x1", &rock(&many(MARKUP, ELEMENTS, |i| format!("<tile id='{i}'/>")))), "it loads"),
        row(
            "frames",
            map(
                "1x1",
                &rock(&format!(
                    "<tile id='0'><animation>{}</animation></tile>",
                    many(MARKUP, ELEMENTS, |_| "<frame/>".to_owned())
                )),
            ),
            "it loads",
        ),
        row(
            "shapes",
            map(
                "1x1",
                &rock(&format!(
                    "<tile id='0'><objectgroup>{}</objectgroup></tile>",
                    many(MARKUP, ELEMENTS, |_| "<object/>".to_owned())
                )),
            ),
            "it loads",
        ),
        row(
            "tilesets",
            map(
                "1x1",
                &many(MARKUP, ELEMENTS, |i| {
                    format!("<tileset firstgid='{}' tilewidth='1' tileheight='1' tilecount='1'/>", id(i))
                }),
            ),
            "it loads",
        ),
        row("layers", map("1x1", &many(MARKUP, ELEMENTS, |_| "<imagelayer/>".to_owned())), "more than"),
        row(
            "layers with long paths",
            map(
                "1x1",
                &format!(
                    "<group name=\"{}\">{}</group>",
                    "n".repeat(Limits::DEFAULT.layer_path_bytes - 8),
                    "<imagelayer/>".repeat(Limits::DEFAULT.layers - 8)
                ),
            ),
            "it loads",
        ),
        row(
            "references",
            map(
                "1x1",
                &many(MARKUP, ELEMENTS, |i| format!("<tileset firstgid='{}' source='{i}.tsx'/>", id(i))),
            ),
            "the tileset",
        ),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn inherited_data_is_bounded() {
    let most = Limits::DEFAULT.inherited_bytes;
    let with = |template: String, name: &'static str, outcome| {
        let objects = "<object template=\"t.tx\"/>".repeat((most / template.len() + 1).min(ELEMENTS));
        row(name, map("1x1", &format!("<objectgroup name=\"o\">{objects}</objectgroup>")), outcome)
            .with("t.tx", template)
    };
    let properties = |count: usize| {
        let all: String = (0..count).map(|i| format!(r#"<property name="{i}"/>"#)).collect();
        format!("<template><object><properties>{all}</properties></object></template>")
    };
    let text = format!("<template><object><text>{}</text></object></template>", "x".repeat(1 << 16));
    let points =
        format!("<template><object><polyline points=\"{}\"/></object></template>", "0,0 ".repeat(1 << 14));
    let limit = "the data inherited from templates, tiles, classes and types exceeds";
    check([
        with(properties(10), "few properties", limit),
        with(properties(10_000), "many properties", limit),
        with(text, "a text", limit),
        with(points, "points", limit),
        with("<template><object/></template>".to_owned(), "nothing", "it loads"),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn tilesets_and_kinds_are_bounded() {
    let huge = rock(&tile(0, "collision", "solid")).replace(r#"tilecount="8""#, r#"tilecount="268435455""#);
    let polygon = |id: usize| {
        let points = format!("0,{} 4,0 9,0 15,4 16,9 12,15 6,16 1,{}", 5 + id % 7, 10 + id % 3);
        let shape = format!(r#"<object id="1"><polygon points="{points}"/></object>"#);
        format!(r#"<tile id="{id}"><objectgroup>{}</objectgroup></tile>"#, shape.repeat(3))
    };
    let shapes = rock(&many(MARKUP / 2, 8000, polygon)).replace(r#"tilecount="8""#, r#"tilecount="100000""#);
    let turned: String =
        (0..8_u32).flat_map(|flip| (1..=8000_u32).map(move |gid| format!("{},", gid | flip << 29))).collect();
    let layer = layer("l", "8000x8", "", turned.trim_end_matches(','));
    check([
        row(
            "a huge tileset",
            map("1x1", &(huge + &support::layer("l", "2x1", "", "1,200000000"))),
            "it loads",
        ),
        row("shapes in all directions", map("1x1", &(shapes + &layer)), "it loads"),
    ]);
}

/// A map in JSON with this content.
fn json(inside: &str) -> String {
    format!(
        r#"{{"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":16,"tileheight":16,{inside}}}"#
    )
}

/// A list in JSON that repeats `item` with ascending numbers, up to `bytes`.
fn list(key: &str, bytes: usize, item: impl Fn(usize) -> String) -> String {
    let items = many(bytes, ELEMENTS, |i| item(i) + ",");
    format!(r#""{key}":[{}]"#, items.trim_end_matches(','))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn long_texts_in_json_are_bounded() {
    let repeated = |part: &str| part.repeat((FILE - 400) / part.len()).trim_end_matches(',').to_owned();
    let values = "the file has more than 2097152 JSON values";
    check([
        row("values", json(&format!(r#""a":[{}]"#, repeated("0,"))), values),
        row("objects", json(&format!(r#""a":[{}]"#, repeated("{},"))), values),
        row("lists within each other", "[".repeat(FILE), "not well-formed JSON"),
        row("objects within each other", repeated(r#"{"a":"#), "not well-formed JSON"),
        row("empty lines", json(&format!("{}\"a\":1", repeated("\n"))), "it loads"),
        row(
            "a text with escapes",
            json(&format!(r#""class":"{}""#, repeated(r"\u0041"))),
            "the map and its files",
        ),
        row(
            "keys",
            json(many(FILE - 400, usize::MAX, |i| format!(r#""{i}":1,"#)).trim_end_matches(',')),
            values,
        ),
        row("one key", json(&repeated(r#""a":1,"#)), values),
        row("a key that stands twice", json(r#""a":1,"#.repeat(1 << 20).trim_end_matches(',')), "it loads"),
    ]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn markup_and_cells_in_json_are_bounded() {
    let layer = |inside: String| json(&format!(r#""layers":[{{"name":"l",{inside}}}]"#));
    // In XML, whose bytes are limited, items are longer than in JSON.
    let objects = |bytes: usize, item: &str| {
        layer(format!(r#""type":"objectgroup",{}"#, list("objects", bytes, |_| item.to_owned())))
    };
    let side = CELLS.isqrt();
    let cells = |count: usize, size: usize, cell: &str| {
        let data = cell.repeat(count);
        layer(format!(
            r#""type":"tilelayer","width":{size},"height":{size},"data":[{}]"#,
            data.trim_end_matches(',')
        ))
    };
    let points = format!(r#"{{"polyline":[{}{{"x":0,"y":0}}]}}"#, r#"{"x":0,"y":0},"#.repeat(4000));
    let property = |i: usize| format!(r#"{{"name":"{i}","value":1}}"#);
    let old = many(MARKUP / 6, usize::MAX, |i| format!(r#""{i}":1,"#));
    check([
        row("objects", objects(MARKUP / 4, "{}"), "it loads"),
        row(
            "objects with properties",
            objects(MARKUP / 2, r#"{"properties":[{"name":"a","type":"bool","value":true}]}"#),
            "the map and its files",
        ),
        row("points", objects(MARKUP, &points), "it loads"),
        row("faults", objects(MARKUP, r#"{"x":"?"}"#), "\"x\""),
        row("properties", json(&list("properties", MARKUP / 3, property)), "it loads"),
        row(
            "properties of old files",
            json(&format!(r#""properties":{{{}}}"#, old.trim_end_matches(','))),
            "it loads",
        ),
        row(
            "layers",
            json(&list("layers", MARKUP, |_| r#"{"type":"group"}"#.to_owned())),
            "more than 4096 layers",
        ),
        row(
            "tilesets",
            json(&list("tilesets", MARKUP, |_| r#"{"firstgid":1}"#.to_owned())),
            "the tileset has no",
        ),
        row("all cells", cells(CELLS, side, "1,"), "gid 1, but the map has no tileset"),
        row("all cells with flags and no tile", cells(CELLS, side, "3758096384,"), "it loads"),
        row("numbers for one cell", cells(FILE / 2 - 300, 1, "1,"), "33554"),
    ]);
}
