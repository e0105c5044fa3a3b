//! What the `tiled` crate reads: elements and valid values.

use crate::data::properties::color;
use crate::format::attributes::Kind;
use crate::tmx::schema::are_points;
use crate::xml::flag::flag;

const LAYERS: &[&str] = &["layer", "objectgroup", "imagelayer", "group"];
const SHAPES: &[&str] = &["ellipse", "capsule", "point", "polygon", "polyline", "text"];

/// The children of an element that the crate reads.
pub(super) struct Children {
    /// Elements that stand once.
    pub(super) once: &'static [&'static str],
    /// Repeatable elements, in the order that the crate needs.
    pub(super) many: &'static [&'static [&'static str]],
}

const fn children(once: &'static [&'static str], many: &'static [&'static [&'static str]]) -> Children {
    Children { once, many }
}

/// The children of the element `name` that the crate reads.
pub(super) fn children_of(name: &str) -> Children {
    match name {
        "map" => children(&["properties"], &[&["tileset"], LAYERS]),
        "tileset" => {
            children(&["image", "tileoffset", "transformations", "properties"], &[&["tile"], &["wangsets"]])
        }
        "tile" => children(&["image", "properties", "objectgroup", "animation"], &[]),
        "animation" => children(&[], &[&["frame"]]),
        "wangsets" => children(&[], &[&["wangset"]]),
        "wangset" => children(&["properties"], &[&["wangcolor"], &["wangtile"]]),
        "wangcolor" => children(&["properties"], &[]),
        "layer" => children(&["properties", "data"], &[]),
        "objectgroup" => children(&["properties"], &[&["object"]]),
        "imagelayer" => children(&["properties", "image"], &[]),
        "group" => children(&["properties"], &[LAYERS]),
        "object" => children(&["properties"], &[SHAPES]),
        "template" => children(&["tileset", "object"], &[]),
        _ => children(&[], &[]),
    }
}

/// True if the crate can read `value`, without surrounding blanks. Its numbers are at most `i32::MAX`.
pub(super) fn fits(kind: Kind, value: &str) -> bool {
    let trimmed = value.trim();
    match kind {
        Kind::Text | Kind::Alignment => true,
        Kind::Natural => trimmed.parse::<i32>().is_ok_and(|number| number >= 0),
        Kind::Integer => trimmed.parse::<i32>().is_ok(),
        Kind::Flag => flag(trimmed).is_some(),
        Kind::Long => trimmed.parse::<i64>().is_ok(),
        Kind::Number | Kind::Pixels | Kind::Part => trimmed.parse::<f32>().is_ok_and(f32::is_finite),
        Kind::Color => color(trimmed).is_some(),
        Kind::OneOf(words) => words.contains(&trimmed),
        Kind::Points => are_points(value),
        Kind::WangId => trimmed.trim_matches(['[', ']']).split(',').count() == 8,
    }
}

/// The value as the crate reads it.
pub(super) fn written(kind: Kind, value: &str) -> String {
    match kind {
        Kind::Text | Kind::Alignment => value.to_owned(),
        Kind::Points => super::copy::spaced(value),
        Kind::Flag => u8::from(flag(value.trim()) == Some(true)).to_string(),
        _ => value.trim().to_owned(),
    }
}
