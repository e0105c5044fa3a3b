//! Draws overlays in order onto the picture of a level, and builds their legend.

use super::colliders::{self, SHAPED, SOLID, area, look};
use super::findings::{self, Numbered};
use super::legend::{Entry, Legend, Line};
use super::names;
use super::objects;
use super::overlay::{Offsets, Overlay, Scene};
use super::pens::{WHITE, around};
use super::{cells, faces, paths, reach};
use glam::Vec2;
use std::collections::BTreeSet;
use tilephys::check::LevelReach;
use tilephys::core::shape::TileShape;
use tilephys::draw::{Outline, Picture, Rect, Shape, color_of, meanings_of_objects};
use tilephys::inspect::debug_draw::Meaning;
use tilephys::tiled::RegionKind;

/// Findings, reach and state of play of the level.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) found: &'a [Numbered],
    /// What the character can reach; `None` without its overlay.
    pub(crate) reach: Option<&'a LevelReach>,
    /// Where the objects are.
    pub(crate) now: &'a Offsets,
}

/// Draws overlays in their order, and returns their legend. Names are over all shapes, and numbers of findings over names.
pub(crate) fn draw<'a>(
    picture: &mut Picture<'a>,
    scene: Scene<'a>,
    overlays: &[Overlay],
    known: Known<'_>,
) -> Legend {
    let mut legend = Legend::default();
    let mut names = Vec::new();
    for overlay in overlays {
        match overlay {
            Overlay::All | Overlay::Findings => {}
            Overlay::Grid => cells::push(picture, scene),
            Overlay::Colliders => colliders::push(picture, scene, known.now),
            Overlay::Faces => faces::push_faces(picture, scene),
            Overlay::OneWay => faces::push_one_way(picture, scene),
            Overlay::Paths => paths::push(picture, scene),
            Overlay::Objects => names = objects::push(picture, scene, known.now),
            Overlay::Reach => known.reach.iter().for_each(|found| reach::push(picture, found, scene)),
        }
        legend.entries.extend(entries(*overlay, scene, known));
    }
    if overlays.contains(&Overlay::Grid) {
        cells::push_numbers(picture, scene);
    }
    let has_numbers = overlays.contains(&Overlay::Findings);
    let occupied = if has_numbers { findings::plates(known.found, scene) } else { Vec::new() };
    let left_out = names::push(picture, &names, &occupied, scene);
    if left_out > 0 {
        let names = if left_out == 1 { "name has" } else { "names have" };
        let text = format!("{left_out} {names} no room: a larger --scale or a --region shows more");
        legend.lines.push(Line { text, color: WHITE });
    }
    legend.lines.extend(known.reach.into_iter().flat_map(reach::lines));
    if overlays.contains(&Overlay::Findings) {
        legend.lines.extend(findings::push(picture, known.found, scene));
    }
    legend
}

/// Samples of an overlay, of the kinds that the level has.
fn entries(overlay: Overlay, scene: Scene, known: Known<'_>) -> Vec<Entry> {
    match overlay {
        Overlay::All | Overlay::Findings => Vec::new(),
        Overlay::Grid => vec![Entry::new("cells, and each tenth", grid_sample)],
        Overlay::Colliders => of_colliders(scene),
        Overlay::Faces => vec![Entry::new("face that a body can touch", faces::face_sample)],
        Overlay::OneWay if !faces::has_one_way(scene) => Vec::new(),
        Overlay::OneWay => vec![Entry::new("one-way platform", faces::one_way_sample)],
        Overlay::Paths if scene.level.movers.iter().all(|found| found.path.is_none()) => Vec::new(),
        Overlay::Paths => vec![Entry::new("path of a mover", paths::sample)],
        Overlay::Reach => known.reach.map(reach::entries).unwrap_or_default(),
        Overlay::Objects => {
            let meanings: BTreeSet<Meaning> = meanings_of_objects(scene.level).into_values().collect();
            meanings
                .into_iter()
                .map(|meaning| {
                    Entry::new(meaning.title(), move |at, scene| object_sample(meaning, at, scene))
                })
                .collect()
        }
    }
}

fn of_colliders(scene: Scene) -> Vec<Entry> {
    let level = scene.level;
    let mut entries = vec![Entry::new("solid tile", |at, _| vec![Shape::filled(Outline::Tile(at), SOLID)])];
    let is_shaped = |shape: &TileShape| !matches!(shape, TileShape::Full | TileShape::OneWay(_));
    let has_shapes = level.grid.tile_kinds().iter().any(|kind| is_shaped(&kind.shape));
    if has_shapes || level.grid.off_grid_shapes().next().is_some() {
        entries.push(Entry::new("slope or other shape", |at, _| {
            let corners = around(at);
            vec![Shape::filled(Outline::Polygon(vec![corners[1], corners[2], corners[3]]), SHAPED)]
        }));
    }
    if !level.movers.is_empty() {
        let color = color_of(Meaning::Mover).with_alpha(SOLID.alpha);
        entries.push(Entry::new("solid mover", move |at, _| vec![Shape::filled(Outline::Tile(at), color)]));
    }
    let titles = [
        (RegionKind::Hazard, "danger"),
        (RegionKind::Ladder, "ladder"),
        (RegionKind::Bar, "bar"),
        (RegionKind::Water, "water"),
    ];
    for (kind, title) in titles {
        let Some(look) = look(kind).filter(|_| level.regions.iter().any(|region| region.kind == kind)) else {
            continue;
        };
        entries.push(Entry::new(title, move |at, scene| area(&around(at)[..4], look, scene.px(1.0))));
    }
    entries
}

fn grid_sample(at: Rect, scene: Scene) -> Vec<Shape> {
    let line = |part: f32, alpha: u8| {
        let min = at.min + Vec2::new(at.size.x * part, 0.0);
        cells::line([min, Vec2::new(scene.px(1.0), at.size.y)], alpha, scene)
    };
    [line(0.25, 110), line(0.5, 255), line(0.75, 110)].concat()
}

fn object_sample(meaning: Meaning, at: Rect, scene: Scene) -> Vec<Shape> {
    let corners = around(at);
    match meaning {
        Meaning::Start => {
            let feet = at.min + Vec2::new(at.size.x / 2.0, at.size.y);
            let size = Vec2::new(at.size.y * 0.7, at.size.y);
            objects::player(feet, Scene { player: size, ..scene }).into()
        }
        Meaning::Danger => area(&corners[..4], colliders::AreaLook::deadly(), scene.px(1.0)),
        _ => objects::border(&corners[..4], meaning, scene),
    }
}
