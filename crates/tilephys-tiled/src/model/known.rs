//! The schema of the `tiled` crate: elements, attributes and valid values.

use crate::data::properties::color;
use crate::tmx::schema::are_points;
use crate::xml::flag::flag;

/// The type of a value in the crate.
pub(super) enum Form {
    Text,
    Whole,
    Signed,
    Flag,
    Long,
    Number,
    Color,
    OneOf(&'static [&'static str]),
    Points,
    WangId,
}

/// The replacement of a missing or unreadable attribute.
pub(super) enum Else {
    /// The attribute is omitted.
    Absent,
    /// The attribute gets this default.
    Usual(&'static str),
    /// The element is omitted.
    Gone,
}

pub(super) type Attribute = (&'static str, Form, Else);

const LAYER: &[Attribute] = &[
    ("opacity", Form::Number, Else::Absent),
    ("mode", Form::Text, Else::Absent),
    ("tintcolor", Form::Color, Else::Absent),
    ("visible", Form::Flag, Else::Absent),
    ("offsetx", Form::Number, Else::Absent),
    ("offsety", Form::Number, Else::Absent),
    ("parallaxx", Form::Number, Else::Absent),
    ("parallaxy", Form::Number, Else::Absent),
    ("name", Form::Text, Else::Absent),
    ("id", Form::Whole, Else::Absent),
    ("type", Form::Text, Else::Absent),
    ("class", Form::Text, Else::Absent),
    // Of object layers and image layers.
    ("color", Form::Color, Else::Absent),
    ("draworder", Form::OneOf(&["topdown", "index"]), Else::Absent),
    ("repeatx", Form::Flag, Else::Absent),
    ("repeaty", Form::Flag, Else::Absent),
];

const MAP: &[Attribute] = &[
    ("version", Form::Text, Else::Usual("1.0")),
    ("orientation", Form::OneOf(&["orthogonal"]), Else::Usual("orthogonal")),
    ("width", Form::Whole, Else::Usual("0")),
    ("height", Form::Whole, Else::Usual("0")),
    ("tilewidth", Form::Whole, Else::Usual("0")),
    ("tileheight", Form::Whole, Else::Usual("0")),
    ("infinite", Form::Flag, Else::Absent),
    ("type", Form::Text, Else::Absent),
    ("class", Form::Text, Else::Absent),
    ("backgroundcolor", Form::Color, Else::Absent),
    ("renderorder", Form::OneOf(&["right-down", "right-up", "left-down", "left-up"]), Else::Absent),
    ("skewx", Form::Signed, Else::Absent),
    ("skewy", Form::Signed, Else::Absent),
    ("parallaxoriginx", Form::Number, Else::Absent),
    ("parallaxoriginy", Form::Number, Else::Absent),
    ("staggeraxis", Form::OneOf(&["x", "y"]), Else::Absent),
    ("staggerindex", Form::OneOf(&["even", "odd"]), Else::Absent),
    ("hexsidelength", Form::Signed, Else::Absent),
];

const TILESET: &[Attribute] = &[
    ("firstgid", Form::Whole, Else::Absent),
    ("name", Form::Text, Else::Absent),
    ("type", Form::Text, Else::Absent),
    ("class", Form::Text, Else::Absent),
    ("tilewidth", Form::Whole, Else::Usual("0")),
    ("tileheight", Form::Whole, Else::Usual("0")),
    ("tilecount", Form::Whole, Else::Usual("0")),
    ("margin", Form::Whole, Else::Absent),
    ("spacing", Form::Whole, Else::Absent),
    ("tilerendersize", Form::OneOf(&["tile", "grid"]), Else::Absent),
    ("fillmode", Form::OneOf(&["stretch", "preserve-aspect-fit"]), Else::Absent),
    ("objectalignment", Form::Text, Else::Absent), // the pass has checked it
];

const TILE: &[Attribute] = &[
    ("id", Form::Whole, Else::Gone),
    ("type", Form::Text, Else::Absent),
    ("class", Form::Text, Else::Absent),
    ("probability", Form::Number, Else::Absent),
    ("x", Form::Signed, Else::Absent),
    ("y", Form::Signed, Else::Absent),
    ("width", Form::Signed, Else::Absent),
    ("height", Form::Signed, Else::Absent),
];

const IMAGE: &[Attribute] = &[
    ("source", Form::Text, Else::Usual("")),
    ("width", Form::Signed, Else::Usual("0")),
    ("height", Form::Signed, Else::Usual("0")),
    ("trans", Form::Color, Else::Absent),
];

const OBJECT: &[Attribute] = &[
    ("id", Form::Whole, Else::Absent),
    ("name", Form::Text, Else::Absent),
    ("type", Form::Text, Else::Absent),
    ("class", Form::Text, Else::Absent),
    ("x", Form::Number, Else::Absent),
    ("y", Form::Number, Else::Absent),
    ("width", Form::Number, Else::Absent),
    ("height", Form::Number, Else::Absent),
    ("rotation", Form::Number, Else::Absent),
    ("visible", Form::Flag, Else::Absent),
    ("opacity", Form::Number, Else::Absent),
];

const TEXT: &[Attribute] = &[
    ("fontfamily", Form::Text, Else::Absent),
    ("pixelsize", Form::Whole, Else::Absent),
    ("wrap", Form::Signed, Else::Absent),
    ("color", Form::Color, Else::Absent),
    ("bold", Form::Signed, Else::Absent),
    ("italic", Form::Signed, Else::Absent),
    ("underline", Form::Signed, Else::Absent),
    ("strikeout", Form::Signed, Else::Absent),
    ("kerning", Form::Signed, Else::Absent),
    ("halign", Form::OneOf(&["left", "center", "right", "justify"]), Else::Absent),
    ("valign", Form::OneOf(&["top", "center", "bottom"]), Else::Absent),
];

const WANG_SET: &[Attribute] = &[
    ("name", Form::Text, Else::Usual("")),
    ("class", Form::Text, Else::Absent),
    ("type", Form::Text, Else::Usual("mixed")),
    ("tile", Form::Long, Else::Usual("-1")),
];

const WANG_COLOR: &[Attribute] = &[
    ("name", Form::Text, Else::Usual("")),
    ("class", Form::Text, Else::Absent),
    ("color", Form::Color, Else::Usual("#000000")),
    ("tile", Form::Long, Else::Usual("-1")),
    ("probability", Form::Number, Else::Usual("1")),
];

const FLIPS: &[Attribute] = &[
    ("hflip", Form::Text, Else::Absent),
    ("vflip", Form::Text, Else::Absent),
    ("rotate", Form::Text, Else::Absent),
    ("preferuntransformed", Form::Text, Else::Absent),
];

const LAYERS: &[&str] = &["layer", "objectgroup", "imagelayer", "group"];
const SHAPES: &[&str] = &["ellipse", "capsule", "point", "polygon", "polyline", "text"];

/// The schema of the element `name`: attributes, unique child elements, and repeatable child elements in the order that
/// the crate needs.
#[rustfmt::skip]
pub(super) fn known(name: &str) -> (&'static [Attribute], &'static [&'static str], &'static [&'static [&'static str]]) {
    const POINTS: &[Attribute] = &[("points", Form::Points, Else::Gone)];
    const OFFSET: &[Attribute] = &[("x", Form::Signed, Else::Usual("0")), ("y", Form::Signed, Else::Usual("0"))];
    const FRAME: &[Attribute] =
        &[("tileid", Form::Whole, Else::Gone), ("duration", Form::Whole, Else::Usual("0"))];
    const WANG_TILE: &[Attribute] =
        &[("tileid", Form::Whole, Else::Gone), ("wangid", Form::WangId, Else::Gone)];
    match name {
        "map" => (MAP, &["properties"], &[&["tileset"], LAYERS]),
        "tileset" => (
            TILESET, &["image", "tileoffset", "transformations", "properties"], &[&["tile"], &["wangsets"]],
        ),
        "tileoffset" => (OFFSET, &[], &[]),
        "transformations" => (FLIPS, &[], &[]),
        "tile" => (TILE, &["image", "properties", "objectgroup", "animation"], &[]),
        "image" => (IMAGE, &[], &[]),
        "animation" => (&[], &[], &[&["frame"]]),
        "frame" => (FRAME, &[], &[]),
        "wangsets" => (&[], &[], &[&["wangset"]]),
        "wangset" => (WANG_SET, &["properties"], &[&["wangcolor"], &["wangtile"]]),
        "wangcolor" => (WANG_COLOR, &["properties"], &[]),
        "wangtile" => (WANG_TILE, &[], &[]),
        "layer" => (LAYER, &["properties", "data"], &[]),
        "objectgroup" => (LAYER, &["properties"], &[&["object"]]),
        "imagelayer" => (LAYER, &["properties", "image"], &[]),
        "group" => (LAYER, &["properties"], &[LAYERS]),
        "object" => (OBJECT, &["properties"], &[SHAPES]),
        "polygon" | "polyline" => (POINTS, &[], &[]),
        "text" => (TEXT, &[], &[]),
        "template" => (&[], &["tileset", "object"], &[]),
        _ => (&[], &[], &[]),
    }
}

impl Form {
    /// True if the crate can read `value`, without surrounding blanks.
    pub(super) fn fits(&self, value: &str) -> bool {
        let trimmed = value.trim();
        match self {
            Form::Text => true,
            Form::Whole => trimmed.parse::<u32>().is_ok(),
            Form::Signed => trimmed.parse::<i32>().is_ok(),
            Form::Flag => flag(trimmed).is_some(),
            Form::Long => trimmed.parse::<i64>().is_ok(),
            Form::Number => trimmed.parse::<f32>().is_ok_and(f32::is_finite),
            Form::Color => color(trimmed).is_some(),
            Form::OneOf(words) => words.contains(&trimmed),
            Form::Points => are_points(value),
            Form::WangId => trimmed.trim_matches(['[', ']']).split(',').count() == 8,
        }
    }

    pub(super) fn written(&self, value: &str) -> String {
        match self {
            Form::Text => value.to_owned(),
            Form::Points => super::copy::spaced(value),
            Form::Flag => u8::from(flag(value.trim()) == Some(true)).to_string(),
            _ => value.trim().to_owned(),
        }
    }
}
