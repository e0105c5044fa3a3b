//! Follows a cave step by step and checks each step by what the engine reports.

use crate::meter::Meter;
use crate::pairs::cave::{Actor, Cave, TICK, collide, exclude_each_other};
use crate::pairs::overlap::{Pairs, in_a_solid, overlapping};
use crate::pairs::path::{Knot, Path, follow, in_a_step, meet_deeply, told};
use crate::shapes::solid::{Rect, Solid};
use crate::shapes::world::pair;
use std::collections::BTreeMap;
use tilephys_core::glam::Vec2;
use tilephys_core::{BodyHit, BodyId, EventKind, World};

/// Units by which a way may be in another: a body is on the lattice at each of its knots, and so up to a unit more behind its
/// straight way from there on.
fn depth(a: &Path, b: &Path) -> i64 {
    let pieces = |path: &Path| path.knots.len() as i64 - 1;
    pieces(a) + pieces(b)
}

pub(crate) fn unless(fault: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if fault { Err(otherwise()) } else { Ok(()) }
}

/// A cave under way.
pub(crate) struct Judge<'a> {
    cave: &'a Cave,
    pub(crate) world: World,
    solids: BTreeMap<u32, Vec<Solid>>,
    boxes: Vec<Rect>,
    /// Before the last step.
    velocities: Vec<Vec2>,
    /// Through the last step.
    ways: Vec<Option<Path>>,
    /// Bounds of each body's path in the last step, as far as reported.
    bounds: Vec<Rect>,
    inside: Pairs,
    /// Before the last step.
    were_inside: Pairs,
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
        let (inside, were_inside) = (overlapping(cave, &boxes), Pairs::new());
        let places = cave.actors.iter().enumerate().map(|(place, a)| (a.id, place)).collect();
        let meter = Meter::one();
        Judge {
            cave,
            world,
            solids: cave.solids(),
            boxes,
            velocities: Vec::new(),
            ways: Vec::new(),
            bounds: Vec::new(),
            inside,
            were_inside,
            places,
            meter,
        }
    }

    /// A step, and everything that must hold after it.
    pub(crate) fn step(&mut self) -> Result<(), String> {
        let speed = |a: &Actor| self.world.body(BodyId(a.id)).expect("a body").velocity;
        self.velocities = self.cave.actors.iter().map(speed).collect();
        self.world.step(TICK);
        let before = std::mem::replace(&mut self.boxes, boxes(&self.world, &self.cave.actors));
        self.nobody_is_inside()?;
        self.ways = (0..before.len()).map(|i| self.way(i, &before[i])).collect();
        self.bounds = (0..before.len()).map(|i| self.bounds_of(i, &before[i])).collect();
        self.hits_are_of_both()?;
        self.nobody_goes_through()?;
        self.count();
        Ok(())
    }

    fn nobody_is_inside(&mut self) -> Result<(), String> {
        let inside = overlapping(self.cave, &self.boxes);
        if let Some((i, j)) = inside.difference(&self.inside).next() {
            let (a, b) = (&self.cave.actors[*i], &self.cave.actors[*j]);
            return Err(format!("bodies {} and {} are in each other: {}", a.id, b.id, self.text(&[*i, *j])));
        }
        self.meter.count("pairs parted", self.inside.difference(&inside).count() as u64);
        self.were_inside = std::mem::replace(&mut self.inside, inside);
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

    /// Checks that both bodies report each contact at one time, with positions that touch and do not overlap.
    fn hits_are_of_both(&mut self) -> Result<(), String> {
        let mut meter = std::mem::take(&mut self.meter);
        for (i, actor) in self.cave.actors.iter().enumerate() {
            let mut last = None;
            for hit in self.body_hits(i) {
                let j = self.places[&hit.target.0];
                let text = || format!("{hit:?} of {} {}", actor.id, self.text(&[i, j]));
                unless(!collide(actor, &self.cave.actors[j]), || format!("they do not collide: {}", text()))?;
                // The two may hit each other twice at one moment, at two places.
                let is_other = |h: &&BodyHit| {
                    let is_moment =
                        h.shape.fraction == hit.shape.fraction && h.shape.normal == -hit.shape.normal;
                    h.target.0 == actor.id && is_moment && h.shape.point == hit.shape.point
                };
                let Some(other) = self.body_hits(j).find(is_other) else {
                    return Err(format!("only one was told of {}", text()));
                };
                let is_corner =
                    self.touch((i, hit), (j, other)).ok_or_else(|| format!("apart: {}", text()))?;
                unless(hit.approach.is_nan() || hit.approach < 0.0, || format!("approach: {}", text()))?;
                meter.count_if(self.impulses((i, hit), (j, other))?, "impulses compared");
                meter.count_if(is_corner, "corner arrivals");
                meter.count_if(last == Some(hit.shape.fraction), "two at once");
                meter.count_if(last.is_some_and(|last| last != hit.shape.fraction), "chains");
                meter.count_if(self.cave.actors[j].mass().is_infinite(), "hits on infinite masses");
                last = Some(hit.shape.fraction);
            }
        }
        self.meter = meter;
        Ok(())
    }

    /// `Some` if the two touch at their reported positions, on the side of the normal; true if only by their
    /// corners. Each may be a unit behind its line, so they may be two units apart.
    fn touch(&self, a: (usize, &BodyHit), b: (usize, &BodyHit)) -> Option<bool> {
        let rect = |(place, hit): (usize, &BodyHit)| {
            Rect::of(pair(hit.shape.position), self.cave.actors[place].size)
        };
        let (one, other, normal) = (rect(a), rect(b), pair(a.1.shape.normal));
        let axis = normal.iter().position(|n| *n != 0)?;
        let free = 1 - axis;
        let gap =
            if normal[axis] > 0 { one.lo[axis] - other.hi[axis] } else { other.lo[axis] - one.hi[axis] };
        let extent = one.hi[free].min(other.hi[free]) - one.lo[free].max(other.lo[free]);
        // Hits also separate bodies that started in overlap.
        let were_inside = self.were_inside.contains(&(a.0.min(b.0), a.0.max(b.0)));
        let both_whole = exclude_each_other(&self.cave.actors[a.0], &self.cave.actors[b.0]);
        (normal[free] == 0 && ((0..=2).contains(&gap) && extent >= -2 || were_inside || !both_whole))
            .then_some(extent <= 0)
    }

    /// What a hit between two that keep to their masses gives to one it takes from the other. Whether that could be asked.
    fn impulses(&self, a: (usize, &BodyHit), b: (usize, &BodyHit)) -> Result<bool, String> {
        let (one, other) = (&self.cave.actors[a.0], &self.cave.actors[b.0]);
        let keeps = |actor: &Actor| {
            use tilephys_core::Response::{Bounce, Slide};
            let movement = &actor.profile.movement;
            let is_free = actor.profile.collide.is_some_and(|c| c.push_speed.is_infinite());
            matches!(movement.response, Slide | Bounce { .. })
                && movement.walk_if_grounded().is_none()
                && is_free
        };
        // Neither touches anything else: what holds it takes of its momentum, what it pushes too.
        let is_alone = |(place, hit): (usize, &BodyHit)| {
            let id = BodyId(self.cave.actors[place].id);
            let is_once =
                self.world.events_of(id).iter().filter(|e| e.kind.fraction() == hit.shape.fraction).count()
                    == 1;
            let around = Rect::of(pair(hit.shape.position), self.cave.actors[place].size).grown(1);
            let is_near = |n: usize| n != a.0 && n != b.0 && self.bounds[n].meets(&around);
            let solids = &self.solids[&self.cave.actors[place].profile.movement.mask];
            is_once && !(0..self.bounds.len()).any(is_near) && !solids.iter().any(|s| s.bounds.meets(&around))
        };
        let (m, n) = (one.mass(), other.mass());
        // A waiting body stands, whatever its velocity.
        if self.world.pair_counts().deferred > 0
            || !keeps(one)
            || !keeps(other)
            || m.is_infinite()
            || n.is_infinite()
            || !is_alone(a)
            || !is_alone(b)
        {
            return Ok(false);
        }
        let speed = |(place, hit): (usize, &BodyHit)| {
            let now = self.world.body(BodyId(self.cave.actors[place].id)).expect("a body").velocity;
            f64::from(
                (now.abs() + hit.change.abs() + self.velocities[place].abs()).max_element() + hit.approach,
            )
        };
        let scale = (m + n) * (speed(a) + speed(b));
        for k in 0..2 {
            let sum = m * f64::from(a.1.change[k]) + n * f64::from(b.1.change[k]);
            unless(sum.abs() > 1e-6 * scale, || {
                format!("momentum: {m} and {n} change by {:?} and {:?}", a.1.change, b.1.change)
            })?;
        }
        let frictions = [one, other].map(|actor| actor.profile.collide.map_or(0.0, |c| c.friction));
        let friction = f64::from(self.cave.combine.friction.of(frictions[0], frictions[1]));
        let axis = usize::from(a.1.shape.normal.y != 0);
        let [along, across] = [axis, 1 - axis].map(|k| m * f64::from(a.1.change[k].abs()));
        unless(across > friction * along + 1e-6 * scale, || {
            format!("friction {friction} gives {across} across for {along} along, masses {m} and {n}")
        })?;
        Ok(true)
    }

    /// The way of a body through the step.
    fn way(&self, place: usize, before: &Rect) -> Option<Path> {
        let actor = &self.cave.actors[place];
        let id = BodyId(actor.id);
        let (mut start, mut knots) = (before.lo, Vec::new());
        for event in self.world.events_of(id) {
            if let EventKind::Overlapped(overlap) = &event.kind {
                start = crate::shapes::solid::add(start, pair(overlap.pushed));
            }
            knots.extend(told(&event.kind));
        }
        let scale = actor.profile.gravity_scale * TICK;
        let fall = [0, 1].map(|k| self.cave.gravity[k] * scale);
        let speed = [0, 1].map(|k| in_a_step(self.velocities[place][k] + fall[k]));
        let may_wait = self.world.pair_counts().deferred > 0;
        let now = self.world.body(id).expect("a body").velocity.to_array().map(in_a_step);
        follow(actor.size, [(start, speed), (self.boxes[place].lo, now)], &knots, may_wait)
    }

    /// A path that is not known may leave the line between the reported positions.
    fn bounds_of(&self, place: usize, before: &Rect) -> Rect {
        let events = self.world.events_of(BodyId(self.cave.actors[place].id));
        let told = events.iter().filter_map(|event| told(&event.kind)).map(|(knot, _)| knot);
        let ends = [before.lo, self.boxes[place].lo].map(|place| Knot { time: 0, place });
        Path::new(self.cave.actors[place].size, ends.into_iter().chain(told).collect()).bounds
    }

    fn nobody_goes_through(&mut self) -> Result<(), String> {
        let (actors, ways) = (&self.cave.actors, &self.ways);
        let is_judged = |place: usize| {
            let is_out = |&(i, j): &(usize, usize)| i != place && j != place;
            actors[place].goes_straight(&self.cave.map) && self.were_inside.iter().all(is_out)
        };
        let judged: Vec<usize> = (0..ways.len()).filter(|&place| is_judged(place)).collect();
        self.meter
            .count("ways not clear", judged.iter().filter(|place| ways[**place].is_none()).count() as u64);
        let judged: Vec<(usize, &Path)> =
            judged.iter().filter_map(|place| Some((*place, ways[*place].as_ref()?))).collect();
        for (n, &(i, way)) in judged.iter().enumerate() {
            for &(j, other) in &judged[n + 1..] {
                if !exclude_each_other(&actors[i], &actors[j]) {
                    continue;
                }
                self.meter.count_if(are_near(way, other), "ways followed");
                if let Some(time) = meet_deeply(way, other, depth(way, other)) {
                    let (a, b) = (&way.knots, &other.knots);
                    let ids = [actors[i].id, actors[j].id];
                    return Err(format!(
                        "{ids:?} go through each other at {time}: {a:?}, {b:?}{}",
                        self.text(&[i, j])
                    ));
                }
            }
            self.is_through_no_tile(i, way)?;
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
            let still = Path::still(solid.bounds);
            if let Some(time) = meet_deeply(way, &still, depth(way, &still)) {
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
        meter.count("body-steps", world.len() as u64);
        meter.count("hits on bodies", world.body_hits().count() as u64 / 2);
        meter.count("hits on tiles", world.hits().count() as u64);
        meter.count("waits", counts.deferred);
        meter.count_if(counts.largest_island >= 3, "steps with islands of three");
    }
}

fn are_near(a: &Path, b: &Path) -> bool {
    a.bounds.meets(&b.bounds)
}
