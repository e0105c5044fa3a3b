//! Collision shapes of tiles as drawn in Tiled, before the collision pass.

use super::{Locator, SourceElement};
use crate::data::objects::ObjectKind;
use crate::files::reader::join;
use crate::tmx::facts::Geometry;
use crate::tmx::shape::geometry;
use crate::xml::Element;
use glam::Vec2;

/// A collision shape of a tile, completed by its template. Lengths are in pixels of the tile, from its top left corner.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TileShape<'a> {
    /// The `<object>` of the shape.
    pub element: SourceElement<'a>,
    /// Id in the shapes of the tile; `None` if the file gives it none.
    pub id: Option<u32>,
    /// Kind of shape; never [`ObjectKind::Tile`].
    pub kind: ObjectKind,
    /// Top left corner before rotation, and its pivot, in pixels; for polygons and polylines the origin of the points.
    pub position: Vec2,
    /// Width and height in pixels; zero for points, polygons and polylines.
    pub size: Vec2,
    /// Rotation about the position, clockwise, in degrees.
    pub rotation: f32,
}

impl<'l> Locator<'l> {
    /// The shape of an `<object>` of a tile; `None` if the object is malformed, which the loader refuses.
    pub(super) fn shape<'a>(&'a self, object: Element<'a>) -> Option<TileShape<'a>> {
        let template = self.template(object).and_then(|object| geometry(object, None).ok());
        let Geometry { anchor, size, rotation, shape } = geometry(object, template.as_ref()).ok()?;
        Some(TileShape {
            element: SourceElement(object),
            id: object.number("id").filter(|id| *id != 0),
            kind: shape,
            position: anchor,
            size,
            rotation,
        })
    }

    /// The `<object>` of the template of an object.
    fn template<'a>(&'a self, object: Element<'a>) -> Option<Element<'a>> {
        let source = object.attribute("template").filter(|source| !source.is_empty())?;
        self.root(self.file(&join(&object.source.path, source))?)?.child("object")
    }
}
