//! Follows a cave step by step and judges each by what the engine reports.

use crate::cave::{Actor, Cave, TICK, collide, exclude_each_other};
use crate::meter::Meter;
use crate::overlap::{Pairs, in_a_solid, overlapping};
use crate::path::{Knot, Path, meet_deeply, path, told};
use crate::solid::{Rect, Solid};
use crate::world::pair;
use std::collections::BTreeMap;
use tilephys_core::{BodyHit, BodyId, EventKind, World};

/// Units by which two ways may be in each other: each body is on the lattice at its hits, less than a unit from its straight way
/// on either side of them.
const DEPTH: i64 = 2;

pub(crate) fn unless(fault: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if fault { Err(otherwise()) } else { Ok(()) }
}

/// A cave under way.
pub(crate) struct Judge<'a> {
    cave: &'a Cave,
    pub(crate) world: World,
    solids: BTreeMap<u32, Vec<Solid>>,
    boxes: Vec<Rect>,
    inside: Pairs,
    places: BTreeMap<u32, usize>,
    pub(crate) meter: Meter,
}

fn boxes(world: &World, actors: &[Actor]) -> Vec<Rect> {
    let body = |a: &Actor| world.body(BodyId(a.id)).expect("nobody is despawned");
    actors.iter().map(|a| Rect::of(pair(body(a).position), a.size)).collect()
}

impl<'a> Judge<'a> {
    pub(crate) fn new(cave: &'a Cave) -> Self {
        let world = cave.build();
        let boxes = boxes(&world, &cave.actors);
        let inside = overlapping(cave, &boxes);
        let places = cave.actors.iter().enumerate().map(|(place, a)| (a.id, place)).collect();
        let meter = Meter { caves: 1, ..Meter::default() };
        Judge { cave, world, solids: cave.solids(), boxes, inside, places, meter }
    }

    /// A step, and everything that must hold after it.
    pub(crate) fn step(&mut self) -> Result<(), String> {
        self.world.step(TICK);
        let before = std::mem::replace(&mut self.boxes, boxes(&self.world, &self.cave.actors));
        self.nobody_is_inside()?;
        self.hits_are_of_both()?;
        let ways: Vec<Path> = (0..before.len()).map(|i| self.way(i, &before[i])).collect::<Result<_, _>>()?;
        self.nobody_goes_through(&before, &ways)?;
        self.count();
        Ok(())
    }

    fn nobody_is_inside(&mut self) -> Result<(), String> {
        let inside = overlapping(self.cave, &self.boxes);
        if let Some((i, j)) = inside.difference(&self.inside).next() {
            let (a, b) = (&self.cave.actors[*i], &self.cave.actors[*j]);
            return Err(format!("bodies {} and {} are in each other: {}", a.id, b.id, self.text(&[*i, *j])));
        }
        self.meter.parted += self.inside.difference(&inside).count() as u64;
        self.inside = inside;
        let found = in_a_solid(self.cave, &self.boxes, &self.solids);
        found.map_or(Ok(()), Err)
    }

    /// What the step told of some bodies.
    fn text(&self, places: &[usize]) -> String {
        let one = |&place: &usize| {
            let actor = &self.cave.actors[place];
            let told: Vec<String> = self
                .world
                .events_of(BodyId(actor.id))
                .iter()
                .map(|e| format!("      {:?}\n", e.kind))
                .collect();
            format!("\n   {} now at {:?}\n{}", actor.id, self.boxes[place], told.concat())
        };
        places.iter().map(one).collect()
    }

    fn body_hits(&self, place: usize) -> impl Iterator<Item = &BodyHit> {
        let id = BodyId(self.cave.actors[place].id);
        self.world.events_of(id).iter().filter_map(|e| e.kind.as_body_hit())
    }

    /// Each hit is told to both, of one moment and one place, at which they touch and do not overlap.
    fn hits_are_of_both(&mut self) -> Result<(), String> {
        let mut meter = std::mem::take(&mut self.meter);
        for (i, actor) in self.cave.actors.iter().enumerate() {
            let mut last = None;
            for hit in self.body_hits(i) {
                let j = self.places[&hit.other.0];
                let text = || format!("{hit:?} of {} {}", actor.id, self.text(&[i, j]));
                unless(!collide(actor, &self.cave.actors[j]), || format!("they do not collide: {}", text()))?;
                let is_other = |h: &&BodyHit| {
                    h.other.0 == actor.id && h.fraction == hit.fraction && h.normal == -hit.normal
                };
                let Some(other) = self.body_hits(j).find(is_other) else {
                    return Err(format!("only one was told of {}", text()));
                };
                unless(other.point != hit.point, || format!("two points: {}", text()))?;
                let is_corner =
                    self.touch((i, hit), (j, other)).ok_or_else(|| format!("apart: {}", text()))?;
                unless(hit.approach.is_nan() || hit.approach < 0.0, || format!("approach: {}", text()))?;
                meter.impulses += u64::from(self.impulses((i, hit), (j, other))?);
                meter.corners += u64::from(is_corner);
                meter.at_once += u64::from(last == Some(hit.fraction));
                meter.chains += u64::from(last.is_some_and(|last| last != hit.fraction));
                meter.on_infinite += u64::from(self.cave.actors[j].mass().is_infinite());
                last = Some(hit.fraction);
            }
        }
        self.meter = meter;
        Ok(())
    }

    /// Do the two touch where they were, on the side of the normal? Whether only by their corners.
    fn touch(&self, a: (usize, &BodyHit), b: (usize, &BodyHit)) -> Option<bool> {
        let rect =
            |(place, hit): (usize, &BodyHit)| Rect::of(pair(hit.position), self.cave.actors[place].size);
        let (one, other, normal) = (rect(a), rect(b), pair(a.1.normal));
        let axis = normal.iter().position(|n| *n != 0)?;
        let free = 1 - axis;
        let gap =
            if normal[axis] > 0 { one.lo[axis] - other.hi[axis] } else { other.lo[axis] - one.hi[axis] };
        let extent = one.hi[free].min(other.hi[free]) - one.lo[free].max(other.lo[free]);
        // Those that started in each other are parted by hits too.
        let were_inside = self.inside.contains(&(a.0.min(b.0), a.0.max(b.0)));
        let both_whole = exclude_each_other(&self.cave.actors[a.0], &self.cave.actors[b.0]);
        (normal[free] == 0 && (gap == 0 && extent >= 0 || were_inside || !both_whole)).then_some(extent == 0)
    }

    /// What a hit between two that keep to their masses gives to one it takes from the other. Whether that could be asked.
    fn impulses(&self, a: (usize, &BodyHit), b: (usize, &BodyHit)) -> Result<bool, String> {
        let (one, other) = (&self.cave.actors[a.0], &self.cave.actors[b.0]);
        let keeps = |actor: &Actor| {
            use tilephys_core::Response::{Bounce, Slide};
            let movement = &actor.profile.movement;
            let is_free = actor.profile.collide.is_some_and(|c| c.push_speed.is_infinite());
            matches!(movement.response, Slide | Bounce { .. }) && movement.walk.is_none() && is_free
        };
        let is_alone = |(place, hit): (usize, &BodyHit)| {
            let id = BodyId(self.cave.actors[place].id);
            self.world.events_of(id).iter().filter(|e| e.kind.fraction() == hit.fraction).count() == 1
        };
        let (m, n) = (one.mass(), other.mass());
        if !keeps(one) || !keeps(other) || m.is_infinite() || n.is_infinite() || !is_alone(a) || !is_alone(b)
        {
            return Ok(false);
        }
        let is_moved = |(place, hit): (usize, &BodyHit)| {
            let speed = self.world.body(BodyId(self.cave.actors[place].id)).expect("a body").velocity;
            f64::from(speed.abs().max_element() + hit.change.abs().max_element())
        };
        let scale = m * is_moved(a) + n * is_moved(b);
        for k in 0..2 {
            let sum = m * f64::from(a.1.change[k]) + n * f64::from(b.1.change[k]);
            unless(sum.abs() > 1e-6 * scale, || {
                format!("momentum: {m} and {n} change by {:?} and {:?}", a.1.change, b.1.change)
            })?;
        }
        Ok(true)
    }

    /// The way of a body through the step.
    fn way(&self, place: usize, before: &Rect) -> Result<Path, String> {
        let actor = &self.cave.actors[place];
        let id = BodyId(actor.id);
        let mut knots = vec![Knot { time: 0, place: before.lo }];
        for event in self.world.events_of(id) {
            if let EventKind::Overlapped(overlap) = &event.kind {
                knots[0].place = crate::solid::add(knots[0].place, pair(overlap.pushed));
            }
            let Some(knot) = told(&event.kind) else { continue };
            let last = knots.last().expect("a start");
            let far = (0..2).map(|k| (knot.place[k] - last.place[k]).abs()).max();
            unless(
                knot.time == last.time && far > Some(DEPTH) && actor.goes_straight(&self.cave.map),
                || format!("body {} jumps from {last:?} to {knot:?}{}", actor.id, self.text(&[place])),
            )?;
            knots.push(knot);
        }
        let velocity = self.world.body(id).expect("a body").velocity;
        let speed = velocity.to_array().map(|v| f64::from(v) * f64::from(TICK) * 256.0);
        Ok(path(actor.size, &knots, self.boxes[place].lo, speed))
    }

    fn nobody_goes_through(&mut self, before: &[Rect], ways: &[Path]) -> Result<(), String> {
        let inside_before = overlapping(self.cave, before);
        let actors = &self.cave.actors;
        let is_judged = |place: usize| {
            let is_out = |&(i, j): &(usize, usize)| i != place && j != place;
            actors[place].goes_straight(&self.cave.map) && inside_before.iter().all(is_out)
        };
        let judged: Vec<usize> = (0..ways.len()).filter(|&place| is_judged(place)).collect();
        for (n, &i) in judged.iter().enumerate() {
            for &j in &judged[n + 1..] {
                if !exclude_each_other(&actors[i], &actors[j]) {
                    continue;
                }
                self.meter.ways += u64::from(are_near(&ways[i], &ways[j]));
                if let Some(time) = meet_deeply(&ways[i], &ways[j], DEPTH) {
                    let (a, b) = (&ways[i].knots, &ways[j].knots);
                    let ids = [actors[i].id, actors[j].id];
                    return Err(format!(
                        "{ids:?} go through each other at {time}: {a:?}, {b:?}{}",
                        self.text(&[i, j])
                    ));
                }
            }
            self.is_through_no_tile(i, &ways[i])?;
        }
        Ok(())
    }

    fn is_through_no_tile(&self, place: usize, way: &Path) -> Result<(), String> {
        let actor = &self.cave.actors[place];
        if actor.passes() {
            return Ok(());
        }
        let solids = &self.solids[&actor.profile.movement.mask];
        let is_box = |s: &&Solid| s.open.is_none() && s.planes.len() == 4;
        for solid in solids.iter().filter(is_box).filter(|s| s.bounds.meets(&way.bounds)) {
            if let Some(time) = meet_deeply(way, &Path::still(solid.bounds), DEPTH) {
                let (id, text) = (actor.id, self.text(&[place]));
                return Err(format!(
                    "body {id} goes through {:?} at {time}: {:?}{text}",
                    solid.name, way.knots
                ));
            }
        }
        Ok(())
    }

    fn count(&mut self) {
        let (world, meter) = (&self.world, &mut self.meter);
        let counts = world.pair_counts();
        meter.body_steps += world.len() as u64;
        meter.body_hits += world.body_hits().count() as u64 / 2;
        meter.tile_hits += world.hits().count() as u64;
        meter.waits += counts.waits;
        meter.large_islands += u64::from(counts.largest_island >= 3);
        meter.largest_island = meter.largest_island.max(counts.largest_island);
    }
}

fn are_near(a: &Path, b: &Path) -> bool {
    a.bounds.meets(&b.bounds)
}
