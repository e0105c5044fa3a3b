//! Schema: the attributes of each element, and their valid values.

use crate::data::properties::color;
use crate::error::{Faults, LoadError, Problem, shortened};
use crate::xml::flag::flag;
use crate::xml::tree::Element;
use tilephys_core::{UNITS_PER_PX, WORLD_LIMIT};

/// The type of an attribute's value.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A whole number from 0 to 2^32 - 1.
    Natural,
    /// A whole number that fits `i32`.
    Integer,
    /// A finite number.
    Number,
    /// A finite number of pixels within the world.
    Pixels,
    /// 0 or 1, or `false` or `true`, as some programs write.
    Flag,
    /// A number from 0 to 1.
    Part,
    /// `#AARRGGBB` or `#RRGGBB`, or empty, which means none.
    Color,
    /// A corner or edge of a box, as in `objectalignment`.
    Alignment,
    /// One of a few words.
    OneOf(&'static [&'static str]),
    /// Pairs `x,y` of pixels, separated by spaces.
    Points,
}

/// An attribute of an element.
struct Attribute {
    name: &'static str,
    kind: Kind,
    required: bool,
}

const fn optional(name: &'static str, kind: Kind) -> Attribute {
    Attribute { name, kind, required: false }
}

const fn required(name: &'static str, kind: Kind) -> Attribute {
    Attribute { name, kind, required: true }
}

const LAYER: [Attribute; 7] = [
    optional("id", Kind::Natural),
    optional("name", Kind::Text),
    optional("visible", Kind::Flag),
    optional("offsetx", Kind::Pixels),
    optional("offsety", Kind::Pixels),
    optional("parallaxx", Kind::Number),
    optional("parallaxy", Kind::Number),
];

const MAP: [Attribute; 5] = [
    required("width", Kind::Natural),
    required("height", Kind::Natural),
    required("tilewidth", Kind::Natural),
    required("tileheight", Kind::Natural),
    optional("infinite", Kind::Flag),
];

const TILESET: [Attribute; 5] = [
    optional("name", Kind::Text),
    required("tilewidth", Kind::Natural),
    required("tileheight", Kind::Natural),
    optional("tilecount", Kind::Natural),
    optional("objectalignment", Kind::Alignment),
];

const OBJECT: [Attribute; 9] = [
    optional("id", Kind::Natural),
    optional("gid", Kind::Natural),
    optional("name", Kind::Text),
    optional("x", Kind::Pixels),
    optional("y", Kind::Pixels),
    optional("width", Kind::Pixels),
    optional("height", Kind::Pixels),
    optional("rotation", Kind::Number),
    optional("visible", Kind::Flag),
];

/// The attributes of the element `name`, except those with code of their own.
fn attributes(name: &str) -> &'static [Attribute] {
    const CELLS: [Attribute; 2] = [required("width", Kind::Natural), required("height", Kind::Natural)];
    const CHUNK: [Attribute; 4] = [
        required("x", Kind::Integer),
        required("y", Kind::Integer),
        required("width", Kind::Natural),
        required("height", Kind::Natural),
    ];
    const TILE: [Attribute; 3] =
        [required("id", Kind::Natural), optional("width", Kind::Natural), optional("height", Kind::Natural)];
    const POINTS: [Attribute; 1] = [required("points", Kind::Points)];
    const IMAGE: [Attribute; 2] = [optional("width", Kind::Natural), optional("height", Kind::Natural)];
    const TILE_OFFSET: [Attribute; 2] = [optional("x", Kind::Integer), optional("y", Kind::Integer)];
    match name {
        "map" => &MAP,
        "tileset" => &TILESET,
        "tileoffset" => &TILE_OFFSET,
        "tile" => &TILE,
        "image" => &IMAGE,
        "layer" | "objectgroup" | "group" | "imagelayer" => &LAYER,
        // The size of a layer's cells, under this name because other layers have none.
        "layer size" => &CELLS,
        "chunk" => &CHUNK,
        "object" => &OBJECT,
        "polygon" | "polyline" => &POINTS,
        _ => &[],
    }
}

/// Checks the attributes of `element` under its own name.
pub(super) fn check(element: Element<'_>) -> Result<(), LoadError> {
    check_as(element, element.name())
}

/// Checks the attributes of `element` by the rows of an element `name`.
pub(super) fn check_as(element: Element<'_>, name: &str) -> Result<(), LoadError> {
    let mut faults = Faults::default();
    for attribute in attributes(name) {
        match element.attribute(attribute.name) {
            Some(value) => {
                faults.keep(check_value(element, attribute, value));
            }
            None if attribute.required => {
                let name = attribute.name;
                let attribute = element.in_json("", " attribute");
                let message = format!("{} has no {name:?}{attribute}", element.told());
                faults.add(element.error(Problem::Format, message));
            }
            None => {}
        }
    }
    faults.or(())
}

/// The rendering attributes of the element `name`. Collision does not depend on them, so an invalid value is a warning,
/// and counts as absent.
fn looks(name: &str) -> &'static [Attribute] {
    const LAYER_LOOK: [Attribute; 5] = [
        optional("opacity", Kind::Part),
        optional("tintcolor", Kind::Color),
        optional("draworder", Kind::OneOf(&["topdown", "index"])),
        optional("repeatx", Kind::Flag),
        optional("repeaty", Kind::Flag),
    ];
    const MAP_LOOK: [Attribute; 4] = [
        optional("backgroundcolor", Kind::Color),
        optional("renderorder", Kind::OneOf(&["right-down", "right-up", "left-down", "left-up"])),
        optional("parallaxoriginx", Kind::Number),
        optional("parallaxoriginy", Kind::Number),
    ];
    const TILESET_LOOK: [Attribute; 5] = [
        optional("margin", Kind::Natural),
        optional("spacing", Kind::Natural),
        optional("columns", Kind::Natural),
        optional("tilerendersize", Kind::OneOf(&["tile", "grid"])),
        optional("fillmode", Kind::OneOf(&["stretch", "preserve-aspect-fit"])),
    ];
    const TILE_LOOK: [Attribute; 2] = [optional("x", Kind::Natural), optional("y", Kind::Natural)];
    const FRAME_LOOK: [Attribute; 2] =
        [optional("tileid", Kind::Natural), optional("duration", Kind::Natural)];
    const IMAGE_LOOK: [Attribute; 1] = [optional("trans", Kind::Color)];
    const OBJECT_LOOK: [Attribute; 1] = [optional("opacity", Kind::Part)];
    match name {
        "map" => &MAP_LOOK,
        "tileset" => &TILESET_LOOK,
        "tile" => &TILE_LOOK,
        "frame" => &FRAME_LOOK,
        "image" => &IMAGE_LOOK,
        "layer" | "objectgroup" | "group" | "imagelayer" => &LAYER_LOOK,
        "object" => &OBJECT_LOOK,
        _ => &[],
    }
}

/// The faults in rendering attributes of `element`.
pub(super) fn odd_looks(element: Element<'_>) -> impl Iterator<Item = LoadError> {
    let found = looks(element.name()).iter();
    found.filter_map(move |a| check_value(element, a, element.attribute(a.name)?).err())
}

/// The value of a rendering attribute; `None` if it is absent, empty or invalid.
pub(super) fn look<'a>(element: Element<'a>, name: &str) -> Option<&'a str> {
    let value = element.attribute(name).filter(|v| !v.is_empty())?;
    let attribute = looks(element.name()).iter().find(|a| a.name == name)?;
    check_value(element, attribute, value).is_ok().then_some(value.trim())
}

fn check_value(element: Element<'_>, attribute: &Attribute, value: &str) -> Result<(), LoadError> {
    let expected = match attribute.kind {
        Kind::Natural if value.trim().parse::<u32>().is_err() => "a whole number from 0 to 4294967295",
        Kind::Integer if value.trim().parse::<i32>().is_err() => {
            "a whole number from -2147483648 to 2147483647"
        }
        Kind::Number if !is_finite(value) => "a number",
        Kind::Pixels if !is_pixels(value) => "a number of pixels within ±8388607",
        Kind::Flag if flag(value).is_none() => "0 or 1",
        Kind::Alignment if !ALIGNMENTS.contains(&value) => "unspecified, topleft, top, ... or bottomright",
        Kind::Part if !is_part(value) => "a number from 0 to 1",
        Kind::Color if !value.is_empty() && color(value.trim()).is_none() => "#AARRGGBB or #RRGGBB",
        Kind::OneOf(words) if !words.contains(&value) => {
            let quoted = element.quote(attribute.name, shortened(value));
            let message = format!("{quoted}: expected one of {}", words.join(", "));
            return Err(element.attribute_error(attribute.name, Problem::Format, message));
        }
        Kind::Points if !are_points(value) => "pairs x,y of pixels within ±8388607, separated by spaces",
        _ => return Ok(()),
    };
    let quoted = element.quote(attribute.name, shortened(value));
    let message = format!("{quoted}: expected {expected}");
    Err(element.attribute_error(attribute.name, Problem::Format, message))
}

const ALIGNMENTS: [&str; 10] = [
    "unspecified",
    "topleft",
    "top",
    "topright",
    "left",
    "center",
    "right",
    "bottomleft",
    "bottom",
    "bottomright",
];

fn is_finite(value: &str) -> bool {
    value.trim().parse::<f32>().is_ok_and(f32::is_finite)
}

fn is_part(value: &str) -> bool {
    value.trim().parse::<f32>().is_ok_and(|part| (0.0..=1.0).contains(&part))
}

fn is_pixels(value: &str) -> bool {
    let limit = f64::from(WORLD_LIMIT / UNITS_PER_PX);
    value.trim().parse::<f64>().is_ok_and(|v| v.abs() <= limit)
}

/// True if a `points` attribute has pairs of pixels, at least one.
pub(crate) fn are_points(value: &str) -> bool {
    let is_pair = |pair: &str| pair.split_once(',').is_some_and(|(x, y)| is_pixels(x) && is_pixels(y));
    let mut pairs = value.split_ascii_whitespace().peekable();
    pairs.peek().is_some() && pairs.all(is_pair)
}

/// The pairs of a `points` attribute for which [`are_points`] is true. Tiled writes one space between them; more are
/// accepted.
pub(crate) fn points(value: &str) -> impl Iterator<Item = (&str, &str)> {
    value.split_ascii_whitespace().filter_map(|pair| pair.split_once(','))
}
