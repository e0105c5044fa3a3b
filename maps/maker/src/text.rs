//! Properties and collision shapes of a tile in a tileset.

use quick_xml::Writer;

type Xml = Writer<Vec<u8>>;
type Written = std::io::Result<()>;

/// A custom property.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Property {
    /// Name, and value of an enum whose name stands before it.
    Enum(&'static str, &'static str, &'static str),
    Text(&'static str, &'static str),
    Float(&'static str, &'static str),
    Bool(&'static str, &'static str),
    /// Name, and the path of a file.
    File(&'static str, String),
    /// Name, and an object by its distance from the object with the property, in objects.
    Next(&'static str, u32),
    /// Name, and the id of an object.
    Object(&'static str, u32),
}

impl Property {
    /// Property of the object with this id: resolves a relative reference to an id.
    pub(crate) fn of_object(&self, id: u32) -> Self {
        match self {
            Property::Next(name, after) => Property::Object(name, id + after),
            other => other.clone(),
        }
    }
}

/// That a collider is solid.
pub(crate) const SOLID: Property = Property::Enum("TpCollision", "collision", "solid");
/// That a collider blocks from one side.
pub(crate) const ONE_WAY: Property = Property::Enum("TpCollision", "collision", "one_way");

/// That the border of a map is.
pub(crate) const CLOSED: Property = Property::Enum("TpBounds", "bounds", "closed");

/// That a body dies below a map.
pub(crate) const KILL_BELOW: Property = Property::Enum("TpBounds", "bounds", "kill_below");

/// Gravity of a level: the usual one.
pub(crate) const GRAVITY: Property = Property::Float("gravity", "900");

/// The side from which a one-way collider blocks.
pub(crate) fn open(side: &'static str) -> Property {
    Property::Enum("TpDirection", "one_way_dir", side)
}

/// Kind of a collision shape.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Outline {
    /// Width and height.
    Rectangle(f64, f64),
    Ellipse(f64, f64),
    /// From the shape's own place.
    Polygon(Vec<(f64, f64)>),
    Polyline(Vec<(f64, f64)>),
}

/// A collision shape, in pixels of its tile.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Collider {
    pub(crate) at: (f64, f64),
    /// Degrees clockwise.
    pub(crate) rotation: f64,
    pub(crate) outline: Outline,
    pub(crate) properties: Vec<Property>,
}

/// What a tileset says of a tile.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct TileText {
    /// Empty for none.
    pub(crate) class: &'static str,
    pub(crate) properties: Vec<Property>,
    pub(crate) colliders: Vec<Collider>,
    /// Frames of an animation: tiles and milliseconds.
    pub(crate) frames: Vec<(i32, u32)>,
}

impl TileText {
    /// A whole solid tile.
    pub(crate) fn solid() -> Self {
        TileText { properties: vec![SOLID], ..TileText::default() }
    }
}

impl Collider {
    pub(crate) fn new(at: (f64, f64), outline: Outline) -> Self {
        Collider { at, rotation: 0.0, outline, properties: Vec::new() }
    }

    /// Polygon, or a rectangle if it is one and begins with its low corner.
    pub(crate) fn polygon(corners: &[(i32, i32)]) -> Self {
        let at = |n: usize| (f64::from(corners[n].0), f64::from(corners[n].1));
        let origin = at(0);
        if let [a, b, c, d] = corners
            && (a.1, b.0, c.1, d.0) == (b.1, c.0, d.1, a.0)
        {
            let size = Outline::Rectangle(f64::from(c.0 - a.0), f64::from(c.1 - a.1));
            return Collider::new(origin, size);
        }
        let points = (0..corners.len()).map(|n| (at(n).0 - origin.0, at(n).1 - origin.1));
        Collider::new(origin, Outline::Polygon(points.collect()))
    }

    pub(crate) fn with(mut self, properties: &[Property]) -> Self {
        self.properties.extend_from_slice(properties);
        self
    }

    pub(crate) fn turned(mut self, degrees: f64) -> Self {
        self.rotation = degrees;
        self
    }
}

fn element(
    xml: &mut Xml,
    name: &str,
    attributes: &[(&str, &str)],
    inner: impl FnOnce(&mut Xml) -> Written,
) -> Written {
    xml.create_element(name).with_attributes(attributes.iter().copied()).write_inner_content(inner)?;
    Ok(())
}

fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> Written {
    xml.create_element(name).with_attributes(attributes.iter().copied()).write_empty()?;
    Ok(())
}

/// Writes `<properties>`, unless there are none.
pub(crate) fn properties(xml: &mut Xml, list: &[Property]) -> Written {
    if list.is_empty() {
        return Ok(());
    }
    element(xml, "properties", &[], |xml| {
        for property in list {
            let number;
            let attributes = match property {
                Property::Enum(kind, name, value) => {
                    vec![("name", *name), ("propertytype", *kind), ("value", *value)]
                }
                Property::Text(name, value) => vec![("name", *name), ("value", *value)],
                Property::Float(name, value) => vec![("name", *name), ("type", "float"), ("value", *value)],
                Property::Bool(name, value) => vec![("name", *name), ("type", "bool"), ("value", *value)],
                Property::File(name, path) => vec![("name", *name), ("type", "file"), ("value", path)],
                Property::Next(name, value) | Property::Object(name, value) => {
                    number = value.to_string();
                    vec![("name", *name), ("type", "object"), ("value", &number)]
                }
            };
            empty(xml, "property", &attributes)?;
        }
        Ok(())
    })
}

/// Writes a `<tile>`.
pub(crate) fn tile(xml: &mut Xml, id: i32, text: &TileText) -> Written {
    let id = id.to_string();
    let mut attributes = vec![("id", id.as_str())];
    attributes.extend((!text.class.is_empty()).then_some(("type", text.class)));
    if *text == (TileText { class: text.class, ..TileText::default() }) {
        return empty(xml, "tile", &attributes);
    }
    element(xml, "tile", &attributes, |xml| {
        properties(xml, &text.properties)?;
        if !text.colliders.is_empty() {
            element(xml, "objectgroup", &[("draworder", "index"), ("id", "2")], |xml| {
                text.colliders.iter().zip(1..).try_for_each(|(collider, id)| collider.write(xml, id))
            })?;
        }
        if text.frames.is_empty() {
            return Ok(());
        }
        element(xml, "animation", &[], |xml| {
            for (tile, duration) in &text.frames {
                let (tile, duration) = (tile.to_string(), duration.to_string());
                empty(xml, "frame", &[("tileid", &tile), ("duration", &duration)])?;
            }
            Ok(())
        })
    })
}

impl Collider {
    fn write(&self, xml: &mut Xml, id: u32) -> Written {
        let [id, x, y] = [id.to_string(), self.at.0.to_string(), self.at.1.to_string()];
        let mut attributes = vec![("id", id), ("x", x), ("y", y)];
        if let Outline::Rectangle(width, height) | Outline::Ellipse(width, height) = self.outline {
            attributes.extend([("width", width.to_string()), ("height", height.to_string())]);
        }
        if self.rotation != 0.0 {
            attributes.push(("rotation", self.rotation.to_string()));
        }
        let attributes: Vec<_> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        if matches!(self.outline, Outline::Rectangle(..)) && self.properties.is_empty() {
            return empty(xml, "object", &attributes);
        }
        element(xml, "object", &attributes, |xml| {
            properties(xml, &self.properties)?;
            match &self.outline {
                Outline::Rectangle(..) => Ok(()),
                Outline::Ellipse(..) => empty(xml, "ellipse", &[]),
                Outline::Polygon(points) => empty(xml, "polygon", &[("points", &joined(points))]),
                Outline::Polyline(points) => empty(xml, "polyline", &[("points", &joined(points))]),
            }
        })
    }
}

fn joined(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}
