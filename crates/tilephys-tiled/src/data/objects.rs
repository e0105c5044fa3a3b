//! Objects of object layers.

use crate::data::properties::{Properties, PropertyValue};
use glam::Vec2;

/// An object of an object layer. The offsets of its layer and groups are included.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Object {
    /// Id, unique in the map.
    pub id: u32,
    /// Name; empty if it has none.
    pub name: String,
    /// Class (called type by some versions of Tiled); empty if it has none.
    pub class: String,
    /// Index of its layer in [`Level::layers`](crate::Level::layers).
    pub layer: usize,
    /// Anchor, the pivot of the rotation, in pixels: top left corner, or origin of the points. For a tile it is the
    /// corner or edge of the tileset's alignment, bottom left by default.
    pub anchor: Vec2,
    /// Top left corner before rotation, in pixels; for polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Rotation about the anchor, clockwise, in degrees.
    pub rotation: f32,
    /// True if it is visible in Tiled.
    pub visible: bool,
    /// Opacity from 0 to 1, without the layer's. 1 in files from before Tiled 1.12.
    pub opacity: f32,
    /// Kind of shape.
    pub kind: ObjectKind,
    /// Custom properties.
    pub properties: Properties,
}

impl Object {
    /// Position of the feet of a body that stands here, in pixels: the middle of the lower edge, or the point.
    #[must_use]
    pub fn feet(&self) -> Vec2 {
        self.position + Vec2::new(self.size.x / 2.0, self.size.y)
    }

    /// The property `name` as a number: a `float`, an `int`, or a `string` that is a number. `default` if unset or of
    /// another type.
    ///
    /// ```
    /// # let map = br#"<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16">
    /// #  <objectgroup id="1" name="things"><object id="1" class="Bat" x="32" y="96" width="16" height="16"><properties>
    /// #   <property name="hp" type="int" value="3"/><property name="drops" value="coin"/></properties></object></objectgroup>
    /// # </map>"#;
    /// # let files = |_: &std::path::Path| Ok(map.to_vec());
    /// # let level = tilephys_tiled::load_from(&files, "cave.tmx")?;
    /// let bat = level.object(1).unwrap(); // hp = 3, drops = "coin"
    /// assert_eq!((bat.number("hp", 1.0), bat.number("speed", 60.0)), (3.0, 60.0));
    /// assert_eq!((bat.text("drops", ""), bat.flag("asleep", true)), ("coin", true));
    /// # Ok::<(), tilephys_tiled::LoadError>(())
    /// ```
    #[must_use]
    pub fn number(&self, name: &str, default: f32) -> f32 {
        let text = || self.properties.string(name)?.trim().parse().ok().filter(|n: &f64| n.is_finite());
        self.properties.float(name).or_else(text).map_or(default, |number| number as f32)
    }

    /// The property `name` as a text: a `string`, a `file` as written, or the value of an enum by name. `default` if
    /// unset or of another type.
    #[must_use]
    pub fn text<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        let Some(property) = self.properties.property(name) else { return default };
        match (&property.choice, &property.value) {
            (Some(choice), _) => &choice.name,
            (None, PropertyValue::String(text) | PropertyValue::File(text)) => text,
            _ => default,
        }
    }

    /// The property `name` if it is a `bool`; `default` if unset or of another type.
    #[must_use]
    pub fn flag(&self, name: &str, default: bool) -> bool {
        self.properties.bool(name).unwrap_or(default)
    }
}

/// The kind of an [`Object`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ObjectKind {
    /// A rectangle.
    Rectangle,
    /// An ellipse that fills the object's size.
    Ellipse,
    /// A capsule that fills the object's size: a rectangle with half circles at its shorter sides. Tiled 1.12 and
    /// later.
    Capsule,
    /// A point.
    Point,
    /// A closed polygon, with points in pixels relative to the object's position.
    Polygon(Vec<Vec2>),
    /// An open line, with points in pixels relative to the object's position.
    Polyline(Vec<Vec2>),
    /// A text.
    Text(String),
    /// A tile.
    Tile(ObjectTile),
}

/// The tile that an object shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectTile {
    /// Index of the tileset in [`Level::tilesets`](crate::Level::tilesets).
    pub tileset: usize,
    /// Id of the tile in the tileset.
    pub id: u32,
    /// True if mirrored left to right.
    pub flip_horizontal: bool,
    /// True if mirrored top to bottom.
    pub flip_vertical: bool,
}
