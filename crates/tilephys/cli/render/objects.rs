//! Overlay of objects: outlines by their role, names, and the player at the start.

use super::colliders::{AreaLook, area, rect_of, region_corners};
use super::names::{Name, Rank};
use super::overlay::Scene;
use super::pens::{ORANGE, PURPLE, SHADE, SKY, VERMILION, WHITE, YELLOW, around, cased, dashed};
use crate::cli::geometry::extent::Extent;
use crate::cli::geometry::feet;
use glam::Vec2;
use std::collections::BTreeMap;
use tilephys::draw::{Outline, Picture, Rect, Shape};
use tilephys::tiled::{Color, Object, ObjectKind, RegionKind, RegionOrigin, Role, Turn};

/// Kind of an object, which decides its colour and outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Start of the player.
    Start,
    /// Goal, checkpoint, door or trigger.
    Place,
    KillZone,
    Collectible,
    Mover,
    Other,
}

impl Kind {
    pub(crate) fn color(self) -> Color {
        match self {
            Kind::Start => SKY,
            Kind::Place => ORANGE,
            Kind::KillZone => VERMILION,
            Kind::Collectible => YELLOW,
            Kind::Mover => PURPLE,
            Kind::Other => WHITE,
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Kind::Start => "start, player's size",
            Kind::Place => "goal, checkpoint, trigger",
            Kind::KillZone => "kill zone",
            Kind::Collectible => "collectible",
            Kind::Mover => "mover",
            Kind::Other => "other object",
        }
    }

    fn rank(self) -> Rank {
        match self {
            Kind::Start | Kind::Place => Rank::First,
            Kind::KillZone | Kind::Mover => Rank::Second,
            Kind::Collectible | Kind::Other => Rank::Third,
        }
    }
}

/// Kinds of all objects of a level, by id.
pub(crate) fn kinds(scene: Scene) -> BTreeMap<u32, Kind> {
    let level = scene.level;
    let mut kinds: BTreeMap<u32, Kind> = level.objects.iter().map(|o| (o.id, Kind::Other)).collect();
    kinds.extend(level.movers.iter().map(|found| (found.object, Kind::Mover)));
    kinds.extend(level.marks.iter().map(|mark| {
        let kind = match mark.role {
            Role::Spawn => Kind::Start,
            Role::KillZone => Kind::KillZone,
            Role::Collectible { .. } => Kind::Collectible,
            _ => Kind::Place,
        };
        (mark.object, kind)
    }));
    kinds
}

/// Draws the outlines of all objects, and returns their names.
pub(crate) fn push(picture: &mut Picture<'_>, scene: Scene) -> Vec<Name> {
    let kinds = kinds(scene);
    let mut names = Vec::new();
    push_areas(picture, scene);
    for object in &scene.level.objects {
        let kind = kinds.get(&object.id).copied().unwrap_or(Kind::Other);
        outline(object, kind, scene).into_iter().for_each(|shape| picture.push_shape(shape));
        let around = extent(object, kind, scene);
        // A line is seldom more than the path of something that has a name.
        let is_line = matches!(object.kind, ObjectKind::Polyline(_));
        let (text, rank) = match (&*object.name, &*object.class) {
            ("", "") => (format!("#{}", object.id), Rank::Last),
            ("", class) => (class.to_owned(), Rank::OfMany),
            (name, _) => (name.to_owned(), if is_line { Rank::Last } else { kind.rank() }),
        };
        names.push(Name { text, around, color: kind.color(), rank });
    }
    let is_start = |object: &&Object| kinds.get(&object.id) == Some(&Kind::Start);
    for spawn in scene.level.objects.iter().filter(is_start) {
        player(feet(spawn), scene).into_iter().for_each(|shape| picture.push_shape(shape));
    }
    names
}

/// Draws kill zones, and areas of tiles to which the game reacts.
fn push_areas(picture: &mut Picture<'_>, scene: Scene) {
    for region in &scene.level.regions {
        if region.kind == RegionKind::KillZone {
            let shapes = area(&region_corners(region), AreaLook::deadly(), scene.px(1.0));
            shapes.into_iter().for_each(|shape| picture.push_shape(shape));
        } else if region.kind == RegionKind::Trigger && matches!(region.origin, RegionOrigin::Tiles { .. }) {
            let rect = rect_of(Extent::new(region.aabb.min, region.aabb.max));
            let border = cased(dashed(&around(rect), scene.px(4.0)), ORANGE, 2.0);
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
        Shape::filled(Outline::Tile(rect), SKY.with_alpha(200)),
        Shape::outlined(Outline::Box(rect), WHITE, 1.5),
    ]
}

/// Outline of an object by its kind.
fn outline(object: &Object, kind: Kind, scene: Scene) -> Vec<Shape> {
    let color = kind.color();
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
        _ if kind == Kind::KillZone => Vec::new(),
        _ => border(&corners, kind, scene),
    }
}

/// A closed border: dashed for places, solid for other objects.
pub(crate) fn border(corners: &[Vec2], kind: Kind, scene: Scene) -> Vec<Shape> {
    let closed: Vec<Vec2> = corners.iter().chain(corners.first()).copied().collect();
    let line = match kind {
        Kind::Place => dashed(&closed, scene.px(4.0)),
        _ => Outline::Line(closed),
    };
    let thickness = if matches!(kind, Kind::Collectible | Kind::Other) { 1.0 } else { 2.0 };
    cased(line, kind.color(), thickness).into()
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
pub(crate) fn extent(object: &Object, kind: Kind, scene: Scene) -> Rect {
    let mut corners = corners(object);
    if kind == Kind::Start {
        let feet = feet(object);
        let half = Vec2::new(scene.player.x / 2.0, 0.0);
        corners.extend([feet - half - Vec2::new(0.0, scene.player.y), feet + half]);
    }
    let min = corners.iter().copied().reduce(Vec2::min).unwrap_or(object.position);
    let max = corners.iter().copied().reduce(Vec2::max).unwrap_or(object.position);
    Rect::new(min, max - min)
}
