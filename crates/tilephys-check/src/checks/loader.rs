//! Entries of the catalogue for faults and warnings of the loader.

use crate::catalogue::{CheckInfo, Run};
use crate::check_id::CheckId;
use crate::findings::Severity::{self, Error, Info, Warning};

/// A check that the loader makes.
const fn entry(id: u16, name: &'static str, severity: Severity, explanation: &'static str) -> CheckInfo {
    CheckInfo { id: CheckId(id), name, severity: Some(severity), explanation, run: Run::Elsewhere }
}

pub(crate) static MALFORMED: CheckInfo = entry(
    2,
    "malformed",
    Error,
    "The file is not what Tiled writes: an unclosed tag, a missing attribute, a value of another kind. Such \
     damage comes from edits by hand and from merge conflicts. Fix the line, or restore the file from \
     version control, and save it again in Tiled.",
);

pub(crate) static GID: CheckInfo = entry(
    3,
    "gid-unknown",
    Error,
    "A cell or an object refers to a tile by a number that no tileset of the map has. A tileset was \
     removed, or its first gid was changed by a merge. Add the tileset again in Tiled, or redraw these \
     cells.",
);

pub(crate) static DATA: CheckInfo = entry(
    4,
    "data-size",
    Error,
    "A layer does not have as many cells as its width and height require, or they cannot be decoded. A \
     merge has dropped or duplicated rows. Restore the layer from version control, and save the map again \
     in Tiled.",
);

pub(crate) static OUTSIDE: CheckInfo = entry(
    5,
    "outside-root",
    Error,
    "The map uses a file outside of the root folder, or an absolute path, which does not work on other \
     computers. Put the file into the project's folder and select it again in Tiled, or set the root folder.",
);

pub(crate) static LIMIT: CheckInfo = entry(
    6,
    "limit",
    Error,
    "The map exceeds a limit of the loader: for cells, layers, bytes or references. The limits keep a \
     damaged file from taking all memory. Split the map, or ask the programmer for higher limits.",
);

pub(crate) static LOOP: CheckInfo = entry(
    7,
    "reference-loop",
    Error,
    "A tileset or template refers to itself, possibly through others, so loading would never end. Choose \
     another file for one of the references.",
);

pub(crate) static REPEATED: CheckInfo = entry(
    8,
    "repeated",
    Warning,
    "A property, a tile of a tileset or a key is in the file twice, and only the last one is used. Merging \
     two versions leaves such duplicates. Delete the wrong one.",
);

pub(crate) static PROPERTY: CheckInfo = entry(
    9,
    "malformed-property",
    Warning,
    "A custom property has no name, or a value that does not fit its type, such as a bool \"yes\". It is \
     read as Tiled reads it, which is rarely what the author intended. Set it again in Tiled.",
);

pub(crate) static TYPE: CheckInfo = entry(
    17,
    "type-lost",
    Warning,
    "A class or a property type is not in the project, so its defaults are missing. The map was saved \
     without its project, or the type was renamed. Open the project in Tiled, or add the type again.",
);

pub(crate) static VALUE: CheckInfo = entry(
    18,
    "setting-value",
    Warning,
    "A property of tilephys has a value that it does not know, so it has no effect. Use one of the listed \
     values; ignore this if another program uses the property.",
);

pub(crate) static NAME: CheckInfo = entry(
    19,
    "unknown-name",
    Warning,
    "The name of a property or class is nearly a name of tilephys, and has no effect as it is written. \
     Correct the spelling, or choose the class from the list in Tiled.",
);

pub(crate) static SHAPE: CheckInfo = entry(
    24,
    "degenerate-shape",
    Error,
    "A collision shape has no area, or its edges cross each other, so that it has no inside. Draw the shape again in the \
     Tile Collision Editor.",
);

pub(crate) static SETTING_TYPE: CheckInfo = entry(
    27,
    "setting-type",
    Warning,
    "A property has the name of a setting but another type, for example the text \"true\" in place of a bool, so it has \
     no effect. Remove the property in Tiled and add it again with the right type.",
);

pub(crate) static REFERENCE: CheckInfo = entry(
    34,
    "dangling-reference",
    Warning,
    "A property refers to an object that is no longer in the map. Choose another object in Tiled, or clear \
     the property.",
);

pub(crate) static SAME_ID: CheckInfo = entry(
    37,
    "duplicate-id",
    Warning,
    "Two objects or two layers of the map have the same id, so that references are ambiguous. Merging two \
     versions leaves such duplicates. Delete one and draw it again, so that Tiled assigns a new id.",
);

pub(crate) static ORIENTATION: CheckInfo = entry(
    41,
    "orientation",
    Error,
    "The map is isometric, staggered or hexagonal. The physics of tilephys is for orthogonal maps only. \
     Make a new orthogonal map, or exclude the map from the check.",
);

pub(crate) static FIRST_GID: CheckInfo = entry(
    61,
    "first-gid",
    Warning,
    "Two tilesets of the map begin at the same tile number, so none of the tiles of the first one appear. A \
     merge has added both. Remove one of them and add it again in Tiled.",
);

pub(crate) static MISSING_TILE: CheckInfo = entry(
    62,
    "missing-tile",
    Warning,
    "Cells or objects show tiles that their tileset does not have, so they are empty. The tileset's image was made \
     smaller, or an image was removed from a collection. Put the tiles back, or draw the cells again.",
);

pub(crate) static NO_CELLS: CheckInfo = entry(
    63,
    "no-cells",
    Warning,
    "A tile layer has no cells at all in the file, not even empty ones, so it is read as empty. Delete the layer in \
     Tiled, or draw in it.",
);

pub(crate) static NOTHING_COLLIDES: CheckInfo = entry(
    64,
    "nothing-collides",
    Warning,
    "Nothing in the map is solid, only one-way platforms are, or few tiles of a layer that its name makes \
     solid. Bodies fall through the rest. Draw shapes in the Tile Collision Editor, give tiles the property \
     collision, or a layer tp_collision. For a map without collision on purpose, set collision = none.",
);

pub(crate) static PARTIAL: CheckInfo = entry(
    65,
    "partial-collision",
    Warning,
    "A layer that seems to be solid by its name uses tiles with and without collision shapes of one \
     tileset. Players fall through the latter. Draw the missing shapes, or give these tiles collision = \
     none if this is intended.",
);

pub(crate) static CONVENTION: CheckInfo = entry(
    66,
    "convention",
    Warning,
    "A naming convention makes something solid that cannot be: a text, a point, a layer too many. It is \
     ignored. Rename it, or give it collision = none.",
);

pub(crate) static START: CheckInfo = entry(
    67,
    "probable-start",
    Warning,
    "No object has the class TpSpawn, and an object of another class looks like the player's start. Set the \
     class of this object to TpSpawn.",
);

pub(crate) static LEFT_OUT: CheckInfo = entry(
    68,
    "left-out",
    Info,
    "The map has more mistakes than are reported at once. Fix the reported ones and check again.",
);

pub(crate) static EMPTY_SHAPE: CheckInfo = entry(
    69,
    "empty-shape",
    Warning,
    "An object or a collision shape has no area, so it does not collide. A click without a drag in Tiled \
     makes one. Delete it, or make it larger.",
);

pub(crate) static TILE_COUNT: CheckInfo = entry(
    70,
    "tile-count",
    Warning,
    "The tileset does not say how many tiles it has, and its image cannot be read to count them. Put the \
     image in its place, and save the tileset again in Tiled.",
);

pub(crate) static LOOK: CheckInfo = entry(
    71,
    "ignored-look",
    Info,
    "A value that only changes the picture is not valid, such as a colour or an opacity, and is ignored. Set it again in \
     Tiled.",
);

pub(crate) static OTHER: CheckInfo = entry(
    79,
    "other",
    Warning,
    "A warning of the loader that has no entry of its own here. The message says what to do.",
);
