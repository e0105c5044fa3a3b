//! Geometry of objects, completed by their templates as in Tiled.

use crate::data::objects::ObjectKind;
use crate::error::{LoadError, Problem, shortened};
use crate::tmx::facts::Geometry;
use crate::tmx::schema::{check, points};
use crate::xml::tree::Element;
use glam::Vec2;

/// The geometry of the object `element`, whose attributes are checked. Missing size, rotation and shape come from its
/// template.
///
/// # Errors
/// If it has an element that is not a shape, or invalid points.
pub(crate) fn geometry(element: Element<'_>, template: Option<&Geometry>) -> Result<Geometry, LoadError> {
    let number = |name| element.number::<f32>(name);
    let shape = match shape(element)? {
        Some(shape) => shape,
        None => template.map_or(ObjectKind::Rectangle, |template| template.shape.clone()),
    };
    let inherited = template.map_or(Vec2::ZERO, |template| template.size);
    let size = Vec2::new(number("width").unwrap_or(inherited.x), number("height").unwrap_or(inherited.y));
    let has_size = !matches!(shape, ObjectKind::Point | ObjectKind::Polygon(_) | ObjectKind::Polyline(_));
    Ok(Geometry {
        anchor: Vec2::new(number("x").unwrap_or(0.0), number("y").unwrap_or(0.0)),
        size: if has_size { size } else { Vec2::ZERO },
        rotation: number("rotation").or(template.map(|template| template.rotation)).unwrap_or(0.0),
        shape,
    })
}

/// The shape of an object itself: of several the last, as in Tiled.
fn shape(object: Element<'_>) -> Result<Option<ObjectKind>, LoadError> {
    let mut found = None;
    for element in object.children() {
        found = Some(match element.name() {
            "ellipse" => ObjectKind::Ellipse,
            "capsule" => ObjectKind::Capsule,
            "point" => ObjectKind::Point,
            "polygon" => ObjectKind::Polygon(points_of(element)?),
            "polyline" => ObjectKind::Polyline(points_of(element)?),
            "text" => ObjectKind::Text(element.text().to_owned()),
            "properties" => continue,
            other => {
                let message = format!("unknown shape <{}> in an object", shortened(other));
                return Err(element.error(Problem::Format, message));
            }
        });
    }
    Ok(found)
}

/// The points of a polygon or polyline.
fn points_of(element: Element<'_>) -> Result<Vec<Vec2>, LoadError> {
    check(element)?;
    let point = |(x, y): (&str, &str)| Some(Vec2::new(x.trim().parse().ok()?, y.trim().parse().ok()?));
    Ok(points(element.attribute("points").unwrap_or_default()).filter_map(point).collect())
}
