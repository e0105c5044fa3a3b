//! Overlay of objects: outlines by their role, names, and the player at the start.

use super::colliders::{AreaLook, area, rect_of, region_corners};
use super::names::{Name, Rank};
use super::overlay::{Offsets, Scene};
use super::pens::{SHADE, WHITE, around, cased, dashed};
use crate::geometry::extent::Extent;
use glam::Vec2;
use tilephys::draw::{Outline, Picture, Rect, Shape, color_of, meanings_of_objects};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::{Color, Object, ObjectKind, RegionKind, RegionOrigin, Turn};

/// Rank of an object's name among all.
fn rank(meaning: Meaning) -> Rank {
    match meaning {
        Meaning::Start | Meaning::Goal | Meaning::Checkpoint | Meaning::Door | Meaning::Trigger => {
            Rank::First
        }
        Meaning::Danger | Meaning::Mover => Rank::Second,
        _ => Rank::Third,
    }
}

/// Draws the outlines of all objects, and returns their names.
pub(crate) fn push(picture: &mut Picture<'_>, scene: Scene, now: &Offsets) -> Vec<Name> {
    let meanings = meanings_of_objects(scene.level);
    let mut names = Vec::new();
    push_areas(picture, scene);
    for object in &scene.level.objects {
        let Some(offset) = now.of(object.id) else { continue };
        let moved;
        let object = if offset == Vec2::ZERO {
            object
        } else {
            moved = moved_by(object, offset);
            &moved
        };
        let meaning = meanings.get(&object.id).copied().unwrap_or(Meaning::Object);
        outline(object, meaning, scene).into_iter().for_each(|shape| picture.push_shape(shape));
        let around = extent(object, meaning, scene);
        // A line is seldom more than the path of something that has a name.
        let is_line = matches!(object.kind, ObjectKind::Polyline(_));
        let (text, rank) = match (&*object.name, &*object.class) {
            ("", "") => (format!("#{}", object.id), Rank::Last),
            ("", class) => (class.to_owned(), Rank::OfMany),
            (name, _) => (name.to_owned(), if is_line { Rank::Last } else { rank(meaning) }),
        };
        names.push(Name { text, around, color: color_of(meaning), rank });
    }
    let is_start = |object: &&Object| meanings.get(&object.id) == Some(&Meaning::Start);
    for spawn in scene.level.objects.iter().filter(is_start) {
        player(spawn.feet(), scene).into_iter().for_each(|shape| picture.push_shape(shape));
    }
    names
}

/// The object in another place.
fn moved_by(object: &Object, offset: Vec2) -> Object {
    let mut moved = object.clone();
    moved.position += offset;
    moved.anchor += offset;
    moved
}

/// Draws kill zones, and areas of tiles to which the game reacts.
fn push_areas(picture: &mut Picture<'_>, scene: Scene) {
    for region in &scene.level.regions {
        if region.kind == RegionKind::KillZone {
            let shapes = area(&region_corners(region), AreaLook::deadly(), scene.px(1.0));
            shapes.into_iter().for_each(|shape| picture.push_shape(shape));
        } else if region.kind == RegionKind::Trigger && matches!(region.origin, RegionOrigin::Tiles { .. }) {
            let rect = rect_of(Extent::new(region.aabb.min, region.aabb.max));
            let border = cased(dashed(&around(rect), scene.px(4.0)), color_of(Meaning::Trigger), 2.0);
            border.into_iter().for_each(|shape| picture.push_shape(shape));
        }
    }
}

/// A body of the player's size that stands at its feet, with a bright rim.
pub(crate) fn player(feet: Vec2, scene: Scene) -> [Shape; 3] {
    let size = scene.player;
    let rect = Rect::new(feet - Vec2::new(size.x / 2.0, size.y), size);
    [
        Shape::outlined(Outline::Box(rect), SHADE, 4.0),
        Shape::filled(Outline::Tile(rect), color_of(Meaning::Start).with_alpha(200)),
        Shape::outlined(Outline::Box(rect), WHITE, 1.5),
    ]
}

/// Outline of an object by its kind.
fn outline(object: &Object, meaning: Meaning, scene: Scene) -> Vec<Shape> {
    let color = color_of(meaning);
    let corners = corners(object);
    match &object.kind {
        ObjectKind::Point => cross(object.position, color, scene),
        ObjectKind::Polyline(_) => cased(Outline::Line(corners), color, 1.0).into(),
        ObjectKind::Ellipse if object.rotation == 0.0 => {
            cased(Outline::Ellipse(Rect::new(object.position, object.size)), color, 1.5).into()
        }
        _ if object.size == Vec2::ZERO && !matches!(object.kind, ObjectKind::Polygon(_)) => {
            cross(object.position, color, scene)
        }
        // Kill zones have the border of their area.
        _ if meaning == Meaning::Danger => Vec::new(),
        _ => border(&corners, meaning, scene),
    }
}

/// A closed border: dashed for places, solid for other objects.
pub(crate) fn border(corners: &[Vec2], meaning: Meaning, scene: Scene) -> Vec<Shape> {
    let closed: Vec<Vec2> = corners.iter().chain(corners.first()).copied().collect();
    let line = match meaning {
        Meaning::Goal | Meaning::Checkpoint | Meaning::Door | Meaning::Trigger => {
            dashed(&closed, scene.px(4.0))
        }
        _ => Outline::Line(closed),
    };
    let thickness = if matches!(meaning, Meaning::Collectible | Meaning::Object) { 1.0 } else { 2.0 };
    cased(line, color_of(meaning), thickness).into()
}

fn cross(at: Vec2, color: Color, scene: Scene) -> Vec<Shape> {
    let arm = scene.px(4.0);
    let arms = [Vec2::new(arm, arm), Vec2::new(arm, -arm)].map(|arm| [at - arm, at + arm]);
    cased(Outline::Segments(arms.into()), color, 2.0).into()
}

/// Corners of an object after rotation, in pixels; for an ellipse and a capsule of the rectangle around it.
fn corners(object: &Object) -> Vec<Vec2> {
    let turn = Turn::new(object.rotation.into(), object.anchor.to_array().map(f64::from));
    let turned = |point: Vec2| {
        let [x, y] = turn.forth(point.to_array().map(f64::from));
        Vec2::new(x as f32, y as f32)
    };
    match &object.kind {
        ObjectKind::Polygon(points) | ObjectKind::Polyline(points) => {
            points.iter().map(|point| turned(object.position + *point)).collect()
        }
        _ => {
            let corners = around(Rect::new(object.position, object.size));
            corners.into_iter().take(4).map(turned).collect()
        }
    }
}

/// Bounding box of an object. For a start it holds the player too.
pub(crate) fn extent(object: &Object, meaning: Meaning, scene: Scene) -> Rect {
    let mut corners = corners(object);
    if meaning == Meaning::Start {
        let feet = object.feet();
        let half = Vec2::new(scene.player.x / 2.0, 0.0);
        corners.extend([feet - half - Vec2::new(0.0, scene.player.y), feet + half]);
    }
    let min = corners.iter().copied().reduce(Vec2::min).unwrap_or(object.position);
    let max = corners.iter().copied().reduce(Vec2::max).unwrap_or(object.position);
    Rect::new(min, max - min)
}
