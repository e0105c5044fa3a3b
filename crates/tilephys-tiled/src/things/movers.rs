//! Moving platforms: objects of class `TpMover`, and the lines that movers and patrols follow.

use crate::collide::judge::object_place;
use crate::collide::outline::{Turn, on_lattice};
use crate::data::parts::{Object, ObjectKind};
use crate::data::properties::{Properties, Property, PropertyValue};
use crate::error::{Faults, LoadError, Place, Problem, Result, WithHelp};
use crate::files::reader::Limits;
use crate::settings::collision::choice;
use crate::vocabulary::names::MOVER;
use glam::{I64Vec2, IVec2, Vec2};
use std::collections::BTreeMap;
use tilephys_core::platform::{Easing, Mover, Pace, Path, PathError, PathMode, PathStart, Waypoint};

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

/// Resolves the paths and parents of the movers of a map.
pub(crate) fn resolve(movers: &[Unresolved], objects: &[Object], lines: &Lines) -> Result<Vec<LevelMover>> {
    let object = |place: usize| &objects[movers[place].object];
    let places: BTreeMap<u32, usize> = (0..movers.len()).map(|place| (object(place).id, place)).collect();
    let located = |place: usize| {
        let of_object = object_place(object(place).id, &object(place).name);
        move |e: LoadError| e.within(of_object).within(movers[place].place.clone())
    };
    let mut faults = Faults::default();
    let parent = |place| {
        let parent = parent(object(place), &places, lines).map_err(located(place));
        faults.keep(parent).flatten()
    };
    let parents: Vec<_> = (0..movers.len()).map(parent).collect();
    let on_cycle = on_cycle(&parents);
    let cycle =
        on_cycle.and_then(|place| Some(located(place)(cycle(object(place), object(parents[place]?))?)));
    cycle.into_iter().for_each(|error| faults.add(error));
    let mut points = 0;
    let mut found = Vec::with_capacity(movers.len());
    for (place, Unresolved { mover, .. }) in movers.iter().enumerate() {
        if faults.are_enough() {
            break;
        }
        let path = lines.path(object(place), mover.position, &mut points);
        let path = faults.keep(path.map_err(located(place))).flatten();
        found.push(LevelMover { object: object(place).id, mover: *mover, parent: parents[place], path });
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

/// Index of the parent of a mover; `places` are the indices of movers by the ids of their objects.
fn parent(own: &Object, places: &BTreeMap<u32, usize>, lines: &Lines) -> Result<Option<usize>> {
    let expected = "another object of class \"TpMover\"";
    let Some((property, object)) = lines.reference(own, "parent", expected)? else { return Ok(None) };
    if object.id == own.id {
        return Err(wrong(property, "the mover itself", expected));
    }
    let place = places.get(&object.id).copied();
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
fn cycle(mover: &Object, parent: &Object) -> Option<LoadError> {
    let property = mover.properties.property("parent")?;
    let found = format!("{}, which this mover carries itself", named(parent));
    Some(wrong(property, &found, "a mover that this one does not carry"))
}

/// Default speed of a mover, in px/s.
const SPEED: f32 = 40.0;

/// Step length with which paths are checked, in seconds; faults do not depend on it.
const TICK: f32 = 1.0 / 60.0;

/// `None` is chosen by the kind of line.
const MODES: [(&str, Option<PathMode>); 4] = [
    ("auto", None),
    ("loop", Some(PathMode::Loop)),
    ("ping_pong", Some(PathMode::PingPong)),
    ("once", Some(PathMode::Once)),
];

const EASINGS: [(&str, Easing); 4] =
    [("linear", Easing::Linear), ("in", Easing::In), ("out", Easing::Out), ("in_out", Easing::InOut)];

const STARTS: [(&str, PathStart); 3] = [
    ("at_once", PathStart::AtOnce),
    ("ridden", PathStart::Ridden),
    ("ridden_each_round", PathStart::RiddenEachRound),
];

/// The path of a mover or of a [patrol](crate::Role::Patrol), as set on its object.
///
/// The property `path` refers to a polyline, or to a polygon, which is closed. The line is translated so that its first
/// point is at the mover.
#[doc(alias = "moving platform")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MoverPath {
    /// Positions of the min corner of the mover's bounds, in lattice units; the first is the start.
    pub points: Vec<IVec2>,
    /// Property `speed`, in px/s; 40 by default.
    pub speed: f32,
    /// Property `start`: `at_once`, `ridden` or `ridden_each_round`; `at_once` by default.
    pub start: PathStart,
    /// Property `speed_back`: speed on the way back of a `ping_pong`, in px/s; 0 or unset means `speed`.
    pub speed_back: f32,
    /// Property `wait`: pause at each point, in seconds; 0 by default.
    pub wait: f32,
    /// Property `loop`: `loop`, `ping_pong`, `once` or `auto`. `auto`, the default, is `loop` for a polygon and else
    /// `ping_pong`.
    pub mode: PathMode,
    /// Property `easing`: `linear`, `in`, `out` or `in_out`; `linear` by default.
    pub easing: Easing,
}

impl MoverPath {
    /// The path for steps of `dt` seconds, at the first point at tick 0.
    ///
    /// # Errors
    /// If `dt` is not positive, or if the path takes too many ticks.
    pub fn path(&self, dt: f32) -> Result<Path, PathError> {
        let MoverPath { points, speed, speed_back, wait, mode, easing, start } = self;
        let pace = Pace { speed: *speed, wait: *wait, dt };
        let out = Path::with_speed(points, pace, *mode, *easing)?;
        if speed == speed_back || *mode != PathMode::PingPong {
            return Ok(out.starting(*start));
        }
        // Two speeds need another path: out and back as one loop, with a segment back for each segment out.
        let mut back: Vec<IVec2> = points.iter().rev().copied().collect();
        let home = Path::with_speed(&back, Pace { speed: *speed_back, ..pace }, PathMode::Once, *easing)?;
        back.pop();
        let there = out.waypoints()[..back.len()].iter();
        let stops: Vec<Waypoint> = there.chain(&home.waypoints()[..back.len()]).copied().collect();
        Ok(Path::new(&stops, PathMode::Loop, *easing)?.starting(*start))
    }
}

/// Objects of a map, as paths that others refer to.
pub(crate) struct Lines<'a> {
    ids: BTreeMap<u32, &'a Object>,
    limits: &'a Limits,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(objects: &'a [Object], limits: &'a Limits) -> Self {
        Lines { ids: objects.iter().map(|object| (object.id, object)).collect(), limits }
    }

    /// True if the map has an object with this id.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.ids.contains_key(&id)
    }

    /// The property `name` of an object, and the object that it refers to; `None` if unset.
    pub(crate) fn reference<'b>(
        &self,
        object: &'b Object,
        name: &str,
        expected: &str,
    ) -> Result<Option<(&'b Property, &'a Object)>> {
        let Some((property, id)) = reference(object, name, expected)? else { return Ok(None) };
        let lost = || wrong(property, &format!("object {id}, which is not in the map"), expected);
        let found = self.ids.get(&id).ok_or_else(lost)?;
        Ok(Some((property, found)))
    }

    /// The path of an object whose min corner is at `from`; `count` is the number of points of all paths so far.
    pub(crate) fn path(&self, object: &Object, from: IVec2, count: &mut usize) -> Result<Option<MoverPath>> {
        let properties = &object.properties;
        // A wrong word is reported also where there is no path yet.
        let mode = choice(properties, "loop", &MODES)?.flatten();
        let easing = choice(properties, "easing", &EASINGS)?.unwrap_or_default();
        let start = choice(properties, "start", &STARTS)?.unwrap_or_default();
        let wait = number(properties, "wait", "a number of seconds, 0 or more", |wait| wait >= 0.0)?;
        let wait = wait.unwrap_or(0.0);
        let speed = speed(properties)?;
        let expected = "a number of px/s above 0, or 0 to use \"speed\"";
        let speed_back = number(properties, "speed_back", expected, |back| back >= 0.0)?;
        let speed_back = speed_back.filter(|back| *back > 0.0).unwrap_or(speed);
        let expected = "a polyline or polygon to follow";
        let Some((property, line)) = self.reference(object, "path", expected)? else { return Ok(None) };
        let (points, by_shape) = match &line.kind {
            ObjectKind::Polyline(points) => (points, PathMode::PingPong),
            ObjectKind::Polygon(points) => (points, PathMode::Loop),
            _ => return Err(wrong(property, &format!("{}, which is neither", named(line)), expected)),
        };
        if points.len() < 2 {
            let found = format!("{}, which has only one point", named(line));
            return Err(wrong(property, &found, "two or more points to move between"));
        }
        *count += points.len();
        // Many movers may use one line of many points.
        let most = self.limits.path_points;
        if *count > most {
            let message = format!(
                "the paths of movers and patrols have more than {most} points in total, which is the limit"
            )
            .help("draw simpler paths");
            return Err(property.error(Problem::Limit, message));
        }
        let points = points_from(from, points, line);
        let mode = mode.unwrap_or(by_shape);
        let path = MoverPath { points, speed, speed_back, wait, mode, easing, start };
        match path.path(TICK) {
            Ok(_) => Ok(Some(path)),
            Err(fault) => {
                let message = format!("property \"path\" is {}: {fault}", named(line));
                Err(property.error(Problem::Setting, message))
            }
        }
    }
}

/// The property `name` of an object, and the id that it refers to; `None` if unset.
pub(crate) fn reference<'b>(
    object: &'b Object,
    name: &str,
    expected: &str,
) -> Result<Option<(&'b Property, u32)>> {
    let Some(property) = object.properties.property(name) else { return Ok(None) };
    let PropertyValue::Object(id) = property.value else {
        let expected = format!("{expected}, as a property of type object");
        return Err(wrong(property, "not a reference to an object", &expected));
    };
    Ok(id.map(|id| (property, id)))
}

/// The speed of a mover or a patrol, in px/s.
pub(crate) fn speed(properties: &Properties) -> Result<f32> {
    let speed = number(properties, "speed", "a number of px/s above 0", |speed| speed > 0.0);
    Ok(speed?.unwrap_or(SPEED))
}

/// The number `name` of an element, if it `fits`; `None` if it is unset. `expected` begins with "a number".
pub(crate) fn number(
    properties: &Properties,
    name: &str,
    expected: &str,
    fits: impl Fn(f32) -> bool,
) -> Result<Option<f32>> {
    let Some(property) = properties.property(name) else { return Ok(None) };
    let Some(number) = properties.float(name) else {
        return Err(wrong(property, "not a number", &format!("{expected}, of type float or int")));
    };
    let single = number as f32;
    if !single.is_finite() {
        let expected = expected.replacen("a number", "a 32-bit number", 1);
        return Err(wrong(property, &number.to_string(), &expected));
    }
    // Adding zero turns -0 into +0.
    if fits(single) { Ok(Some(single + 0.0)) } else { Err(wrong(property, &number.to_string(), expected)) }
}

/// The points of a rotated line, translated so that the first is at `start`.
fn points_from(start: IVec2, points: &[Vec2], line: &Object) -> Vec<IVec2> {
    let turn = Turn::new(line.rotation.into(), [0.0; 2]);
    let turned = |point: Vec2| turn.forth(point.to_array().map(f64::from));
    let [x, y] = turned(points[0]);
    let place = |point: &Vec2| {
        let [to_x, to_y] = turned(*point);
        let at = start.as_i64vec2() + on_lattice([to_x - x, to_y - y]);
        // Beyond `i32` is beyond the world, which paths refuse.
        at.clamp(I64Vec2::splat(i32::MIN.into()), I64Vec2::splat(i32::MAX.into())).as_ivec2()
    };
    points.iter().map(place).collect()
}

/// Formats an object as `object 7 "rail"`.
pub(crate) fn named(object: &Object) -> String {
    object_place(object.id, &object.name).to_string()
}

/// The error that a property has a wrong value.
pub(crate) fn wrong(property: &Property, found: &str, expected: &str) -> LoadError {
    let message = format!("property {:?} is {found}: expected {expected}", property.name);
    property.error(Problem::Setting, message)
}
