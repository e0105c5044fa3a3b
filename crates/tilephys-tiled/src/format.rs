//! The attributes of each element, with their values and their readers. Both readers (XML and JSON), the checks of values
//! and the model of the `tiled` crate follow from these lists.

use self::Kind::{
    Alignment, Color, Flag, Integer, Long, Natural, Number, OneOf, Part, Pixels, Points, Text, WangId,
};

/// The type of an attribute's value.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Text,
    /// A whole number from 0 to 2^32 - 1.
    Natural,
    /// A whole number that fits `i32`.
    Integer,
    /// A whole number that fits `i64`.
    Long,
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
    /// Eight numbers of colours.
    WangId,
}

/// The meaning of an attribute to the loader.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// An error if it is absent or invalid.
    Required,
    /// An error if it is invalid.
    Optional,
    /// Rendering data: collision does not depend on it, so an invalid value is a warning, and counts as absent.
    Look,
    /// Not checked here: it has code of its own, or only other programs read it.
    Unchecked,
}

/// The replacement of an absent or unreadable attribute in the model of the `tiled` crate.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "tiled-model"), allow(dead_code, reason = "there is no model without the feature"))]
pub(crate) enum InModel {
    /// The crate does not read the attribute, or the model writes it by code of its own.
    Never,
    /// The attribute is omitted.
    Absent,
    /// The attribute gets this default.
    Usual(&'static str),
    /// The element is omitted.
    Gone,
}

/// An attribute of an element.
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) role: Role,
    #[cfg_attr(
        not(feature = "tiled-model"),
        allow(dead_code, reason = "there is no model without the feature")
    )]
    pub(crate) in_model: InModel,
}

const fn attribute(name: &'static str, kind: Kind, role: Role) -> Attribute {
    Attribute { name, kind, role, in_model: InModel::Absent }
}

const fn required(name: &'static str, kind: Kind) -> Attribute {
    attribute(name, kind, Role::Required)
}

const fn optional(name: &'static str, kind: Kind) -> Attribute {
    attribute(name, kind, Role::Optional)
}

const fn look(name: &'static str, kind: Kind) -> Attribute {
    attribute(name, kind, Role::Look)
}

const fn unchecked(name: &'static str, kind: Kind) -> Attribute {
    attribute(name, kind, Role::Unchecked)
}

impl Attribute {
    const fn or(self, default: &'static str) -> Attribute {
        Attribute { in_model: InModel::Usual(default), ..self }
    }

    const fn or_no_element(self) -> Attribute {
        Attribute { in_model: InModel::Gone, ..self }
    }

    const fn not_in_model(self) -> Attribute {
        Attribute { in_model: InModel::Never, ..self }
    }
}

const MAP: &[Attribute] = &[
    unchecked("version", Text).or("1.0"),
    unchecked("tiledversion", Text).not_in_model(),
    unchecked("orientation", OneOf(&["orthogonal"])).or("orthogonal"),
    look("renderorder", OneOf(&["right-down", "right-up", "left-down", "left-up"])),
    required("width", Natural).or("0"),
    required("height", Natural).or("0"),
    required("tilewidth", Natural).or("0"),
    required("tileheight", Natural).or("0"),
    optional("infinite", Flag),
    unchecked("type", Text),
    unchecked("class", Text),
    look("backgroundcolor", Color),
    unchecked("hexsidelength", Integer),
    unchecked("staggeraxis", OneOf(&["x", "y"])),
    unchecked("staggerindex", OneOf(&["even", "odd"])),
    unchecked("skewx", Integer),
    unchecked("skewy", Integer),
    look("parallaxoriginx", Number),
    look("parallaxoriginy", Number),
];

const LAYER: &[Attribute] = &[
    optional("id", Natural),
    optional("name", Text),
    unchecked("type", Text),
    unchecked("class", Text),
    look("opacity", Part),
    optional("visible", Flag),
    unchecked("mode", Text),
    look("tintcolor", Color),
    optional("offsetx", Pixels),
    optional("offsety", Pixels),
    optional("parallaxx", Number),
    optional("parallaxy", Number),
    // Of object layers and image layers.
    unchecked("color", Color),
    look("draworder", OneOf(&["topdown", "index"])),
    look("repeatx", Flag),
    look("repeaty", Flag),
];

const TILESET: &[Attribute] = &[
    unchecked("firstgid", Natural),
    optional("name", Text),
    unchecked("type", Text),
    unchecked("class", Text),
    required("tilewidth", Natural).or("0"),
    required("tileheight", Natural).or("0"),
    look("spacing", Natural),
    look("margin", Natural),
    optional("tilecount", Natural).or("0"),
    look("columns", Natural).not_in_model(),
    unchecked("backgroundcolor", Color).not_in_model(),
    optional("objectalignment", Alignment),
    look("tilerendersize", OneOf(&["tile", "grid"])),
    look("fillmode", OneOf(&["stretch", "preserve-aspect-fit"])),
];

const TILE: &[Attribute] = &[
    required("id", Natural).or_no_element(),
    unchecked("type", Text),
    unchecked("class", Text),
    unchecked("probability", Number),
    look("x", Natural),
    look("y", Natural),
    optional("width", Natural),
    optional("height", Natural),
];

const IMAGE: &[Attribute] = &[
    unchecked("source", Text).or(""),
    optional("width", Natural).or("0"),
    optional("height", Natural).or("0"),
    look("trans", Color),
];

const OBJECT: &[Attribute] = &[
    optional("id", Natural),
    optional("name", Text),
    unchecked("type", Text),
    unchecked("class", Text),
    optional("gid", Natural).not_in_model(),
    optional("x", Pixels),
    optional("y", Pixels),
    optional("width", Pixels),
    optional("height", Pixels),
    optional("rotation", Number),
    optional("visible", Flag),
    look("opacity", Part),
    unchecked("template", Text).not_in_model(),
];

const TEXT: &[Attribute] = &[
    unchecked("fontfamily", Text),
    unchecked("pixelsize", Natural),
    unchecked("wrap", Integer),
    unchecked("color", Color),
    unchecked("bold", Integer),
    unchecked("italic", Integer),
    unchecked("underline", Integer),
    unchecked("strikeout", Integer),
    unchecked("kerning", Integer),
    unchecked("halign", OneOf(&["left", "center", "right", "justify"])),
    unchecked("valign", OneOf(&["top", "center", "bottom"])),
];

const WANG_SET: &[Attribute] = &[
    unchecked("name", Text).or(""),
    unchecked("class", Text),
    unchecked("type", Text).or("mixed"),
    unchecked("tile", Long).or("-1"),
];

const WANG_COLOR: &[Attribute] = &[
    unchecked("name", Text).or(""),
    unchecked("class", Text),
    unchecked("color", Color).or("#000000"),
    unchecked("tile", Long).or("-1"),
    unchecked("probability", Number).or("1"),
];

const FLIPS: &[Attribute] = &[
    unchecked("hflip", Text),
    unchecked("vflip", Text),
    unchecked("rotate", Text),
    unchecked("preferuntransformed", Text),
];

const CHUNK: &[Attribute] = &[
    required("x", Integer),
    required("y", Integer),
    required("width", Natural),
    required("height", Natural),
];

const TILE_OFFSET: &[Attribute] = &[optional("x", Integer).or("0"), optional("y", Integer).or("0")];
const FRAME: &[Attribute] = &[look("tileid", Natural).or_no_element(), look("duration", Natural).or("0")];
const WANG_TILE: &[Attribute] =
    &[unchecked("tileid", Natural).or_no_element(), unchecked("wangid", WangId).or_no_element()];
const CELLS: &[Attribute] = &[required("width", Natural), required("height", Natural)];
const POINTS: &[Attribute] = &[required("points", Points).or_no_element()];

/// The attributes of the element `name`, in the order in which Tiled writes them.
pub(crate) fn attributes(name: &str) -> &'static [Attribute] {
    match name {
        "map" => MAP,
        "tileset" => TILESET,
        "tileoffset" => TILE_OFFSET,
        "transformations" => FLIPS,
        "tile" => TILE,
        "image" => IMAGE,
        "frame" => FRAME,
        "wangset" => WANG_SET,
        "wangcolor" => WANG_COLOR,
        "wangtile" => WANG_TILE,
        "layer" | "objectgroup" | "group" | "imagelayer" => LAYER,
        // The size of a layer's cells, under this name because other layers have none.
        "layer size" => CELLS,
        "chunk" => CHUNK,
        "object" => OBJECT,
        "polygon" | "polyline" => POINTS,
        "text" => TEXT,
        _ => &[],
    }
}
