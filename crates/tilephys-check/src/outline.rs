//! Outlines of maps: what checks across several maps need of each.

use crate::catalogue::CheckInfo;
use crate::checks::{door_link, world_seams};
use crate::findings::{Finding, Findings};
use crate::subject::Subject;
use glam::{UVec2, Vec2};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tilephys_core::Body;
use tilephys_tiled::{Files, LevelWorld, LoadError, Role};

/// The outline of a map.
#[derive(Debug)]
pub(crate) struct Outline {
    /// Ids of its objects.
    pub(crate) objects: BTreeSet<u32>,
    pub(crate) doors: Vec<DoorOutline>,
    /// Width and height of a cell, in pixels.
    pub(crate) tile_size: UVec2,
    /// Border of a finite map in a world.
    pub(crate) border: Option<Border>,
}

/// A door that leads to another map.
#[derive(Debug)]
pub(crate) struct DoorOutline {
    /// A finding at the door, without a message.
    pub(crate) finding: Finding,
    pub(crate) target: PathBuf,
    pub(crate) target_object: Option<u32>,
    /// True if the target has to lead back: the property `two_way`.
    pub(crate) is_two_way: bool,
}

/// Places at the border of a map where the player's body is in the open.
#[derive(Debug)]
pub(crate) struct Border {
    /// Openings at the left, right, top and bottom edge, in pixels along the edge: positions of the body's min corner.
    pub(crate) openings: [Vec<Range<i32>>; 4],
    /// Width and height of the body, rounded up to whole pixels.
    pub(crate) body: [i32; 2],
    /// A finding about the map, without a message.
    pub(crate) finding: Finding,
}

/// A map that other maps refer to.
#[derive(Debug)]
pub(crate) enum Known {
    Loaded(Box<Outline>),
    /// It was checked and does not load, so that it has findings of its own.
    Failed,
    /// It is not among the checked maps and does not load.
    Unchecked(LoadError),
}

/// The maps of a run.
pub(crate) struct Maps<'a> {
    /// The checked maps and all others that they refer to, by [`normal_path`](tilephys_tiled::normal_path).
    pub(crate) known: BTreeMap<PathBuf, Known>,
    /// Paths of the checked ones.
    pub(crate) checked: BTreeSet<PathBuf>,
    pub(crate) worlds: &'a [LevelWorld],
    pub(crate) files: &'a (dyn Files + Sync),
}

/// The function of a check across maps.
pub(crate) type RunTogether = fn(&CheckInfo, &Maps<'_>, &mut Findings);

impl Maps<'_> {
    /// The outline of a map that loads.
    pub(crate) fn outline(&self, path: &Path) -> Option<&Outline> {
        match self.known.get(path)? {
            Known::Loaded(outline) => Some(outline),
            Known::Failed | Known::Unchecked(_) => None,
        }
    }
}

impl Outline {
    /// The outline of a map, with its border if it is in a world.
    pub(crate) fn of(map: &Subject<'_>, is_in_world: bool) -> Self {
        let level = map.level;
        let doors = level.marks.iter().filter_map(|mark| {
            let Role::Door(door) = &mark.role else { return None };
            let target = door.target.clone().filter(|target| *target != level.path)?;
            let object = level.object(mark.object)?;
            Some(DoorOutline {
                finding: map.about_object(&door_link::CHECK, object, ""),
                target,
                target_object: door.target_object,
                is_two_way: object.properties.bool("two_way") == Some(true),
            })
        });
        Outline {
            objects: level.objects.iter().map(|object| object.id).collect(),
            doors: doors.collect(),
            tile_size: level.tile_size,
            border: is_in_world.then(|| border(map)).flatten(),
        }
    }
}

/// The openings in the border of a finite map, by the engine: the player's body is moved along each edge in steps of a
/// pixel.
fn border(map: &Subject<'_>) -> Option<Border> {
    let level = map.level;
    let rect = level.bounds?;
    let size = (rect.size * level.tile_size).as_vec2();
    let body = map.settings.player.size.ceil();
    if body.cmpgt(size).any() {
        return None;
    }
    let min = Vec2::new(rect.min.col as f32, rect.min.row as f32) * level.tile_size.as_vec2();
    let far = size - body;
    let along = |length: f32, at: &dyn Fn(f32) -> Vec2| {
        let mut open: Vec<Range<i32>> = Vec::new();
        for px in 0..=length as i32 {
            if !map.is_free(Body::new(min + at(px as f32), body).aabb()) {
                continue;
            }
            match open.last_mut().filter(|last| last.end == px) {
                Some(last) => last.end = px + 1,
                None => open.push(px..px + 1),
            }
        }
        open
    };
    let openings = [
        along(far.y, &|y| Vec2::new(0.0, y)),
        along(far.y, &|y| Vec2::new(far.x, y)),
        along(far.x, &|x| Vec2::new(x, 0.0)),
        along(far.x, &|x| Vec2::new(x, far.y)),
    ];
    let finding = map.finding(&world_seams::CHECK, "");
    Some(Border { openings, body: [body.x as i32, body.y as i32], finding })
}
