//! Moving platforms: objects of class `TpMover` with paths.

use crate::collide::collision::object_place;
use crate::data::objects::Object;
use crate::error::{Faults, LoadError, Place, Problem};
use crate::things::lines::{Lines, MoverPath, named, wrong};
use crate::vocabulary::names::MOVER;
use std::collections::BTreeMap;
use std::path::Path as File;
use tilephys_core::platform::Mover;

/// A moving platform (a kinematic solid): an object of class `TpMover`. The grid does not have it until it is added to
/// a world.
#[doc(alias = "moving platform")]
#[doc(alias = "kinematic")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LevelMover {
    /// Id of the object.
    pub object: u32,
    /// Mover at its start, at rest and without a parent.
    pub mover: Mover,
    /// Index of its parent in [`Level::movers`](crate::Level::movers), from the property `parent`; `None` if unset.
    pub parent: Option<usize>,
    /// Path, from the property `path`; `None` for a mover that the game moves.
    pub path: Option<MoverPath>,
}

/// A mover with unresolved references, since the objects may follow in the file.
pub(crate) struct Unresolved {
    pub(crate) mover: Mover,
    /// Index of its object among all objects.
    pub(crate) object: usize,
    /// Place of its layer.
    pub(crate) place: Place,
}

/// Resolves the paths and parents of the movers of a map in `file`.
pub(crate) fn resolve(
    movers: &[Unresolved],
    objects: &[Object],
    file: &File,
    lines: &Lines,
) -> Result<Vec<LevelMover>, LoadError> {
    if movers.is_empty() {
        return Ok(Vec::new());
    }
    let places = movers.iter().zip(0..).map(|(mover, place)| (objects[mover.object].id, place)).collect();
    let all = Movers { movers, objects, places, file, lines };
    let located = |place: usize| {
        let Unresolved { object, place, .. } = &movers[place];
        let object = object_place(objects[*object].id, &objects[*object].name);
        move |e: LoadError| e.within(object).within(place.clone())
    };
    let mut faults = Faults::default();
    let parent = |place| faults.keep(all.parent(place).map_err(located(place))).flatten();
    let parents: Vec<_> = (0..movers.len()).map(parent).collect();
    if let Some(place) = on_cycle(&parents) {
        faults.add(located(place)(all.cycle(place)));
    }
    let mut points = 0;
    let mut found = Vec::with_capacity(movers.len());
    for (place, unresolved) in movers.iter().enumerate() {
        if faults.are_enough() {
            break;
        }
        let object = &objects[unresolved.object];
        let path = lines.path(object, unresolved.mover.position, &mut points);
        let path = faults.keep(path.map_err(located(place))).flatten();
        let object = object.id;
        found.push(LevelMover { object, mover: unresolved.mover, parent: parents[place], path });
    }
    faults.or(found)
}

/// A mover on a cycle of parents, if any.
fn on_cycle(parents: &[Option<usize>]) -> Option<usize> {
    // The start of the walk that reached each mover first: reaching it again in the same walk is a cycle.
    let mut reached = vec![None; parents.len()];
    for start in 0..parents.len() {
        let mut at = Some(start);
        while let Some(place) = at {
            match reached[place].replace(start) {
                Some(by) if by == start => return Some(place),
                Some(_) => break,
                None => at = parents[place],
            }
        }
    }
    None
}

struct Movers<'a> {
    movers: &'a [Unresolved],
    objects: &'a [Object],
    /// Indices of movers, by the ids of their objects.
    places: BTreeMap<u32, usize>,
    file: &'a File,
    lines: &'a Lines<'a>,
}

impl<'a> Movers<'a> {
    fn object(&self, mover: usize) -> &'a Object {
        &self.objects[self.movers[mover].object]
    }

    /// Index of the mover's parent.
    fn parent(&self, mover: usize) -> Result<Option<usize>, LoadError> {
        let expected = "another object of class \"TpMover\"";
        let own = self.object(mover);
        let Some((property, object)) = self.lines.reference(own, "parent", expected)? else {
            return Ok(None);
        };
        if object.id == own.id {
            return Err(wrong(property, "the mover itself", expected));
        }
        let place = self.places.get(&object.id).copied();
        if place.is_none() {
            let found = match object.class.as_str() {
                MOVER => format!("{}, which does not collide", named(object)),
                class => format!("{} of class {class:?}", named(object)),
            };
            return Err(wrong(property, &found, expected));
        }
        Ok(place)
    }

    /// The error that a mover is its own ancestor.
    fn cycle(&self, mover: usize) -> LoadError {
        let object = self.object(mover);
        let expected = "a mover that this one does not carry";
        match self.lines.reference(object, "parent", expected) {
            Ok(Some((property, parent))) => {
                wrong(property, &format!("{}, which this mover carries itself", named(parent)), expected)
            }
            // A mover on a cycle always has a parent.
            _ => LoadError::new(Problem::Setting, self.file, format!("{} carries itself", named(object))),
        }
    }
}
