//! Plays one variant of a scenario and records the outcome, in the scenario's own coordinates.

use super::drive::{Drive, set_components, zones};
use super::kit::Kits;
use super::look::{Look, Seen, SeenSurface, Trace};
use super::model::{Action, Scenario, Step};
use super::orient::Variant;
use super::stage::Stage;
use glam::{IVec2, Vec2};
use tilephys::core::{
    Aabb, Body, BodyId, Contacts, Direction, Faces, Hit, MoveConfig, Profile, Surface, TileCoord,
};
use tilephys::inspect::explain;

/// Settings of a single run.
pub(crate) struct Setup {
    pub(crate) variant: Variant,
    /// Bodies and after them movers, in the order in which they are added.
    pub(crate) order: Vec<usize>,
    /// True to record explanations.
    pub(crate) explain: bool,
}

impl Setup {
    /// Settings with the order of the file, without explanations.
    pub(crate) fn of(scenario: &Scenario, variant: Variant) -> Setup {
        Setup { variant, order: (0..scenario.things().count()).collect(), explain: false }
    }
}

/// Runs every step of the scenario.
pub(crate) fn play(scenario: &Scenario, setup: Setup) -> Trace {
    let Setup { variant, order, explain } = setup;
    let mut player = Player {
        scenario,
        variant,
        back: variant.back(),
        stage: Stage::build(scenario, variant, &order),
        order,
        feet: vec![Vec::new(); scenario.bodies.len()],
        stood: vec![false; scenario.bodies.len()],
        kits: Kits::of(scenario, variant),
        watch: scenario.watches_floor(),
        explain,
        reasons: Vec::new(),
    };
    let mut now: Vec<Look> = (0..scenario.bodies.len()).map(|body| player.at_first(body)).collect();
    now.resize(player.order.len(), Look::default());
    player.look_at_movers(&mut now);
    let mut trace = Trace { start: now.clone(), ..Trace::default() };
    for (index, step) in scenario.steps.iter().enumerate() {
        let before = step.rewind.then(|| Before {
            snapshot: player.stage.world.snapshot(),
            player: player.clone(),
            looks: now.clone(),
        });
        let mut played = player.step(step, &mut now);
        for is_fresh in [false, true] {
            let Some(before) = &before else { break };
            let Some(again) = player.again(step, &mut now, before, is_fresh) else {
                trace.unlike.push((index, 0));
                continue;
            };
            let same = |repeat: &usize| {
                again.hashes[*repeat] == played.hashes[*repeat]
                    && again.looks[*repeat] == played.looks[*repeat]
            };
            trace.unlike.extend((0..again.hashes.len()).find(|at| !same(at)).map(|at| (index, at)));
            played = again;
        }
        trace.steps.push(played.looks);
        trace.hashes.push(played.hashes);
        trace.reasons.push(played.reasons);
    }
    trace
}

/// State before a step that is replayed.
struct Before<'a> {
    player: Player<'a>,
    looks: Vec<Look>,
    snapshot: Vec<u8>,
}

/// Observed states of one step, by repeat.
#[derive(Default)]
struct Played {
    looks: Vec<Vec<Look>>,
    hashes: Vec<u64>,
    reasons: Vec<Vec<String>>,
}

#[derive(Clone)]
pub(crate) struct Player<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) variant: Variant,
    /// From the world back to the scenario.
    pub(crate) back: Variant,
    pub(crate) stage: Stage,
    /// Order in which bodies and movers were added.
    order: Vec<usize>,
    /// Tiles under the feet of each body after the last repeat.
    feet: Vec<Vec<TileCoord>>,
    /// True for each body that stood on a floor before, as events report it; false at first, as in a world.
    pub(crate) stood: Vec<bool>,
    pub(crate) kits: Kits,
    watch: bool,
    explain: bool,
    /// Explanations by body, of the present repeat.
    pub(crate) reasons: Vec<String>,
}

impl<'a> Player<'a> {
    /// Replays a step from a snapshot, in the world that has played it or in a new one. `None` if the snapshot is
    /// refused.
    fn again(
        &mut self,
        step: &Step,
        now: &mut [Look],
        before: &Before<'a>,
        is_fresh: bool,
    ) -> Option<Played> {
        let scenario = self.scenario;
        let variant = self.variant;
        let mut world = std::mem::replace(self, before.player.clone()).stage.world;
        if is_fresh {
            world = Stage::build(scenario, variant, &self.order).world;
            world.gravity = self.stage.world.gravity;
        }
        now.clone_from_slice(&before.looks);
        world.restore(&before.snapshot).ok()?;
        self.stage.world = world;
        Some(self.step(step, now))
    }

    fn step(&mut self, step: &Step, now: &mut [Look]) -> Played {
        let mut played = Played::default();
        for repeat in 0..step.times as usize {
            now.iter_mut().for_each(Look::begin_repeat);
            let before: Vec<_> = now.iter().map(Look::numbers).collect();
            self.reasons = vec![String::new(); self.scenario.bodies.len()];
            self.repeat(step, repeat, now);
            played.reasons.push(std::mem::take(&mut self.reasons));
            for (look, before) in now.iter_mut().zip(before) {
                look.still = look.numbers() == before;
            }
            played.looks.push(now.to_vec());
            played.hashes.push(self.stage.world.state_hash());
        }
        played
    }

    /// Plays one repeat of a step; only the first repeat begins to fall through lines.
    fn repeat(&mut self, step: &Step, repeat: usize, now: &mut [Look]) {
        let id = self.scenario.bodies[step.body].id;
        let drop = repeat == 0 && step.drop_through;
        self.order_movers(step, repeat, now);
        if repeat == 0 {
            self.order_bodies(step, now);
            if let Some(gravity) = step.gravity {
                self.stage.world.gravity = self.variant.vector(gravity);
            }
            for (region, at) in &step.regions {
                self.stage.move_region(self.scenario, *region, *at, self.variant);
            }
        }
        match &step.action {
            Action::Move(by) => self.one_move(step, *by, drop, now),
            Action::Tick => self.tick(step, repeat, now),
            Action::Set(cells) => {
                self.stage.set(cells, self.variant);
                self.look_again(now);
            }
            Action::Resize(size) => {
                let done = self.stage.world.resize(id, self.variant.size(*size));
                self.look_again(now);
                now[step.body].done = Some(done);
            }
            Action::Look => {
                let done = drop.then(|| self.stage.world.drop_through(id));
                self.look_again(now);
                now[step.body].done = done;
            }
        }
        self.look_at_movers(now);
        if self.watch {
            for (body, look) in now.iter_mut().enumerate().take(self.feet.len()) {
                if !look.gone {
                    self.step_on(body, look);
                }
            }
        }
    }

    pub(crate) fn look_again(&self, now: &mut [Look]) {
        for (place, (plan, look)) in self.scenario.bodies.iter().zip(now).enumerate() {
            if !self.is_there(place) {
                continue;
            }
            if plan.solid.is_some() {
                // The grid would report the body as inside itself.
                self.put_numbers(look, &self.body(place));
            } else {
                *look = Look { stuck: look.stuck, ..self.as_geometry_says(place) };
            }
        }
    }

    fn one_move(&mut self, step: &Step, by: Vec2, drop: bool, now: &mut [Look]) {
        let id = self.scenario.bodies[step.body].id;
        let mut body = self.body(step.body);
        body.velocity = set_components(self.variant, body.velocity, step.velocity);
        let config = self.profile(step.body).movement;
        let grid = &self.stage.world.grid;
        let mut hits = Vec::new();
        let done = drop.then(|| grid.drop_through(&mut body, &config));
        let by = self.variant.vector(by);
        if self.explain {
            self.reasons[step.body] = explain(grid, &body, by, &config).to_string();
        }
        let moved = grid.move_and_slide(&mut body, by, &config, &mut hits);
        self.stage.world.set_body(id, body);
        let look = &mut now[step.body];
        *look = self.as_geometry_says(step.body);
        if !moved.rejected {
            self.put_contacts(step.body, look, moved.contacts);
            let surfaces = [moved.floor, moved.wall, moved.ceiling];
            look.surfaces = surfaces.map(|surface| Some(self.seen_surface(surface?)));
            look.floor_one_way = moved.floor.is_some_and(|floor| floor.one_way);
        }
        look.pushed = self.back.translation(moved.pushed);
        look.corrected = self.back.translation(moved.corrected);
        look.stuck = moved.stuck;
        look.done = done;
        look.hits = hits.iter().map(|hit| self.seen(hit, body.size)).collect();
        let stood = std::mem::replace(&mut self.stood[step.body], look.on_floor);
        let events = [
            ("floor_begin", look.on_floor && !stood),
            ("floor_end", stood && !look.on_floor),
            ("corner_corrected", moved.corrected != IVec2::ZERO),
            ("rejected", moved.rejected),
        ];
        look.events.extend(events.into_iter().filter(|(_, has_come)| *has_come).map(|(name, _)| (name, 1)));
    }

    fn tick(&mut self, step: &Step, repeat: usize, now: &mut [Look]) {
        let id = self.scenario.bodies[step.body].id;
        let mut drive = Drive {
            id,
            variant: self.variant,
            velocity: step.velocity,
            drop: repeat == 0 && step.drop_through,
            done: None,
            holds: step.holds(self.scenario.bodies.len(), repeat),
            scenario: self.scenario,
            kits: &mut self.kits,
            zones: zones(self.scenario, &self.stage),
            bodies: Vec::new(),
        };
        if self.explain {
            drive.bodies = self.scenario.bodies.iter().map(|plan| (plan.id, None)).collect();
        }
        self.stage.world.step_with(self.scenario.dt, &mut drive);
        let Drive { done, bodies, .. } = drive;
        self.kits.finish(self.scenario, &mut self.stage.world, now);
        self.explain_tick(&bodies);
        now[step.body].done = done;
        for (place, (plan, look)) in self.scenario.bodies.iter().zip(now).enumerate() {
            let Some(state) = self.stage.world.state(plan.id) else { continue };
            let body = self.body(place);
            self.put_numbers(look, &body);
            let has = |side| state.contacts().sides.contains(self.variant.direction(side));
            look.touches = Direction::ALL.map(has);
            look.on_floor = state.on_floor();
            look.on_wall = state.on_wall();
            look.on_ceiling = state.on_ceiling();
            look.stuck = state.stuck();
            look.surfaces = self.surfaces(plan.id);
            look.floor_one_way = self.stage.world.floor_is_one_way(plan.id);
            self.look_at_riding(place, look);
            self.stood[place] = look.on_floor;
            self.look_at_events(place, look);
        }
    }

    pub(crate) fn body(&self, place: usize) -> Body {
        self.stage.world.body(self.scenario.bodies[place].id).expect("it is there")
    }

    pub(crate) fn profile(&self, place: usize) -> &Profile {
        let world = &self.stage.world;
        world.profile(world.profile_of(self.scenario.bodies[place].id).expect("it is there"))
    }

    fn at_first(&self, place: usize) -> Look {
        let plan = &self.scenario.bodies[place];
        if self.is_there(place) {
            return self.as_geometry_says(place);
        }
        Look { position: plan.position, size: plan.size, ..Look::default() }.gone()
    }

    /// State of a body from geometry alone, before a step of the world has determined it.
    fn as_geometry_says(&self, place: usize) -> Look {
        let body = self.body(place);
        let movement = self.profile(place).movement;
        let contacts = self.contacts(&body, &movement);
        let mut look = Look::default();
        self.put_contacts(place, &mut look, contacts);
        look.surfaces = self.surfaces(self.scenario.bodies[place].id);
        look.floor_one_way = self.stage.world.floor_is_one_way(self.scenario.bodies[place].id);
        self.put_numbers(&mut look, &body);
        look
    }

    /// Contacts of a body. A free body is moved by zero, which gives the contacts for its own up and floors. A body
    /// inside something is queried side by side for floors.
    fn contacts(&self, body: &Body, movement: &MoveConfig) -> Contacts {
        let grid = &self.stage.world.grid;
        let (after, moved) = grid.check(body, Vec2::ZERO, movement, &mut Vec::new());
        if after.position == body.position && !moved.stuck && !moved.rejected {
            return moved.contacts;
        }
        let touches = |side: &Direction| {
            let turned = MoveConfig { up: side.opposite(), ..*movement };
            grid.floor(body, &turned).is_some()
        };
        let sides = Direction::ALL.into_iter().filter(touches).fold(Faces::NONE, Faces::with);
        Contacts { sides }
    }

    /// Records the contacts of a body, before a step of the world has determined them.
    fn put_contacts(&self, place: usize, look: &mut Look, contacts: Contacts) {
        let up = self.profile(place).movement.up;
        let rising = self.body(place).velocity.dot(up.vector().as_vec2()) > 0.0;
        look.touches = Direction::ALL.map(|side| contacts.sides.contains(self.variant.direction(side)));
        look.on_floor = contacts.floor(up) && !rising;
        look.on_wall = contacts.wall(up);
        look.on_ceiling = contacts.ceiling(up);
    }

    fn surfaces(&self, id: BodyId) -> [Option<SeenSurface>; 3] {
        let world = &self.stage.world;
        let all = [world.floor(id), world.wall(id), world.ceiling(id)];
        all.map(|surface| Some(self.seen_surface(surface?)))
    }

    fn seen_surface(&self, surface: Surface) -> SeenSurface {
        SeenSurface {
            normal: self.back.translation(surface.normal),
            one_way: surface.one_way,
            velocity: self.back.vector(surface.velocity),
        }
    }

    fn put_numbers(&self, look: &mut Look, body: &Body) {
        look.position = self.back.seen_corner(body.position, body.size);
        look.size = self.variant.size(body.size);
        look.velocity = self.back.vector(body.velocity);
        look.rest = self.back.vector(body.remainder);
    }

    pub(crate) fn seen(&self, hit: &Hit, size: IVec2) -> Seen {
        let loose = hit.target.off_grid.map(|id| self.stage.loose(self.scenario, id));
        // An off-grid shape is named by the cell of its low corner, which a mirror maps to another cell.
        let cell = match loose {
            None => self.seen_cell(hit.target.cell),
            Some(index) => {
                let at = self.low_corner(index).div_euclid(self.scenario.tile_units());
                TileCoord::new(at.x, at.y)
            }
        };
        Seen {
            fraction: hit.shape.fraction,
            normal: self.back.translation(hit.shape.normal),
            face: self.back.direction(hit.face),
            part: hit.part,
            one_way: hit.one_way,
            cell,
            loose,
            layer: hit.target.layer.index(),
            kind: hit.target.tile.index(),
            position: self.back.seen_corner(hit.shape.position, size),
            remaining: self.back.translation(hit.left),
        }
    }

    pub(crate) fn seen_cell(&self, at: TileCoord) -> TileCoord {
        self.back.cell(at).unwrap_or(at)
    }

    /// Position of an off-grid shape; for moving ones, at the start.
    fn low_corner(&self, index: usize) -> IVec2 {
        let Scenario { loose, bodies, movers, .. } = self.scenario;
        let fixed = loose.iter().map(|loose| loose.at);
        let moving = bodies.iter().map(|body| body.position).chain(movers.iter().map(|mover| mover.position));
        fixed.chain(moving).nth(index).unwrap_or_default()
    }

    /// Records tiles that are newly under a body's feet.
    fn step_on(&mut self, place: usize, look: &mut Look) {
        let plan = &self.scenario.bodies[place];
        let feet = if look.on_floor { self.tiles_below(place, look) } else { Vec::new() };
        look.new_floor = feet.iter().copied().filter(|cell| !self.feet[place].contains(cell)).collect();
        let up = plan.profile.movement.up.vector();
        let along = |cell: &TileCoord| if up.x == 0 { cell.col } else { cell.row };
        let firsts = self.feet[place].first().zip(look.new_floor.first());
        if firsts.is_some_and(|(old, new)| along(new) < along(old)) {
            look.new_floor.reverse();
        }
        self.feet[place] = feet;
    }

    /// Solid tiles that the unit under the feet covers, by column or row, in the scenario's coordinates.
    fn tiles_below(&self, place: usize, look: &Look) -> Vec<TileCoord> {
        let plan = &self.scenario.bodies[place];
        let min = look.position;
        let mask = plan.profile.movement.mask;
        let max = min + look.size;
        let strip = match plan.profile.movement.up {
            Direction::Up => Aabb { min: IVec2::new(min.x, max.y), max: IVec2::new(max.x, max.y + 1) },
            Direction::Right => Aabb { min: IVec2::new(min.x - 1, min.y), max: IVec2::new(min.x, max.y) },
            Direction::Down => Aabb { min: IVec2::new(min.x, min.y - 1), max: IVec2::new(max.x, min.y) },
            Direction::Left => Aabb { min: IVec2::new(max.x, min.y), max: IVec2::new(max.x + 1, max.y) },
        };
        let tile = self.scenario.tile_units();
        let low = strip.min.div_euclid(tile);
        let high = (strip.max - IVec2::ONE).div_euclid(tile);
        let cells = (low.y..=high.y).flat_map(|row| (low.x..=high.x).map(move |col| (col, row)));
        let solid = |cell: &TileCoord| {
            let there = self.variant.cell(*cell);
            there.is_some_and(|at| self.stage.world.grid.solid_tile(at, mask).is_some())
        };
        cells.map(|(col, row)| TileCoord::new(col, row)).filter(solid).collect()
    }
}
