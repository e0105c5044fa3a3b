//! Draws a game from a seed.

use crate::games::levels::ROOM;
use crate::games::parts::Part;
use crate::games::play::KINDS;
use crate::games::spec::{Act, Game, LevelMap, Object, Thing};
use crate::rng::Rng;
use glam::{IVec2, Vec2};
use tilephys_core::platform::{
    Easing, LeaveVelocity, Path, PathMode, PathStart, RideMode, RideSettings, SquishPolicy, Waypoint,
};
use tilephys_core::{Direction, MotionMode, Response, TileCoord, WORLD_LIMIT, Walk, shape::Polygon};
use tilephys_ecs::{
    BodyCollision, Button, Category, Collider, Command, Feel, FeelZone, Filter, Gravity, Input, Limits,
    MoveTo, MoverPath, Position, PreviousPosition, ReportTiles, Reports, Sensor, Trigger, Up,
    UseCollisionHooks, Velocity,
};

/// Lattice units of a cell.
const CELL: i32 = 4_096;

/// Column or row of the last whole cell of the world.
const LAST_CELL: i32 = 524_286;

/// A random source, with the low corner of the room.
struct Draw {
    rng: Rng,
    /// Cell of the room's low corner.
    room: IVec2,
    things: usize,
    ticks: u32,
    /// True if all numbers are sound.
    is_sound: bool,
    /// Place of the last ladder.
    ladder: Option<IVec2>,
}

impl Game {
    pub(crate) fn drawn(seed: u64) -> Game {
        let mut rng = Rng::new(seed);
        let ticks = rng.range(20, 60);
        let things = rng.range(2, 14);
        let room = match rng.below(6) {
            0 => IVec2::new(
                rng.pick(&[-LAST_CELL, 0, LAST_CELL - ROOM[0] as i32]),
                rng.pick(&[-LAST_CELL, LAST_CELL - ROOM[1] as i32]),
            ),
            _ => IVec2::ZERO,
        };
        let is_sound = rng.chance(85);
        let is_crowd = seed % 32 == 7;
        let mut draw = Draw { rng, room, things, ticks, is_sound, ladder: None };
        let levels = draw.levels();
        let mut acts: Vec<(u32, Act)> = Vec::new();
        for _ in 0..draw.rng.below(ticks * 2) {
            acts.push((draw.rng.below(ticks), draw.act(levels.len())));
        }
        acts.sort_by_key(|(tick, _)| *tick);
        Game {
            seed,
            ticks: if is_crowd { 8 } else { ticks },
            gravity: draw.rng.pick(&[
                Vec2::new(0.0, 900.0),
                Vec2::new(0.0, 900.0),
                Vec2::new(0.0, 300.0),
                Vec2::ZERO,
            ]),
            tiles: draw.tiles(),
            levels,
            things: (0..things).map(|_| Some(draw.thing())).collect(),
            crowd: if is_crowd { draw.rng.range(2_100, 9_000) } else { 0 },
            acts,
            is_controlled: draw.rng.chance(70),
        }
    }
}

impl Draw {
    fn tiles(&mut self) -> Vec<(TileCoord, usize)> {
        let [columns, rows] = ROOM.map(|side| side as i32);
        let floor = self.rng.pick(&[0, 0, 5, 6]);
        let mut tiles: Vec<(TileCoord, usize)> = Vec::new();
        let mut set = |col: i32, row: i32, kind: usize| {
            tiles.push((TileCoord::new(self.room.x + col, self.room.y + row), kind));
        };
        (0..columns).for_each(|col| set(col, rows - 2, floor));
        for row in 0..rows {
            set(0, row, 0);
            set(columns - 1, row, 0);
        }
        for _ in 0..self.rng.below(24) {
            let kind = self.rng.below(KINDS);
            set(self.rng.below(columns), self.rng.below(rows), kind);
        }
        tiles
    }

    fn levels(&mut self) -> Vec<LevelMap> {
        let mut map = LevelMap { cells: Vec::new(), objects: Vec::new(), rail: 60 };
        (0..8).for_each(|id| map.objects.push(self.object(id + 3)));
        (0..6).for_each(|_| map.cells.push(self.level_cell()));
        let mut levels = vec![map];
        while self.rng.chance(50) && levels.len() < 4 {
            let mut next = levels[levels.len() - 1].clone();
            for _ in 0..self.rng.range(1, 4) {
                match self.rng.below(4) {
                    0 => next.rail = self.rng.range(20, 120),
                    1 => next.cells.push(self.level_cell()),
                    2 if next.objects.len() > 1 => drop(next.objects.remove(0)),
                    _ => {
                        let index = self.rng.below(next.objects.len());
                        next.objects[index] = self.object(next.objects[index].id);
                    }
                }
            }
            levels.push(next);
        }
        levels
    }

    fn level_cell(&mut self) -> ([usize; 2], u8) {
        ([self.rng.below(ROOM[0]), self.rng.below(ROOM[1])], self.rng.below(4_u32) as u8)
    }

    fn object(&mut self, id: u32) -> Object {
        let class = self.rng.pick(&[
            "TpMover",
            "TpMover",
            "TpCollectible",
            "TpKillZone",
            "TpSpring",
            "ladder",
            "water",
            "TpTrigger",
            "Enemy",
        ]);
        let size = [self.rng.range(4, 48), self.rng.range(4, 48)];
        Object {
            id,
            class,
            at: [self.rng.below(280), self.rng.below(180)],
            size,
            is_carried: self.rng.chance(30),
        }
    }

    /// A place in the room, mostly on the edges of cells.
    fn place(&mut self) -> IVec2 {
        let [columns, rows] = ROOM.map(|side| side as i32);
        let mut at =
            self.room * CELL + IVec2::new(self.rng.below(columns * CELL), self.rng.below((rows - 2) * CELL));
        if self.rng.chance(60) {
            at.y = at.y.div_euclid(CELL) * CELL;
        }
        at
    }

    fn speed(&mut self) -> Vec2 {
        let most = self.rng.pick(&[1, 60, 300, 3_000]);
        Vec2::new(self.rng.range(-most, most) as f32, self.rng.range(-most, most) as f32)
    }

    fn velocity(&mut self) -> Velocity {
        if !self.is_sound && self.rng.chance(15) {
            return Velocity(Vec2::new(f32::NAN, 30.0));
        }
        Velocity(if self.rng.chance(40) { Vec2::ZERO } else { self.speed() })
    }

    fn collider(&mut self) -> Collider {
        if !self.is_sound && self.rng.chance(10) {
            return Collider::new(0.0, 8.0);
        }
        let size = [self.rng.range(1, 24), self.rng.range(1, 24)].map(|side| side as f32);
        let collider = Collider::new(size[0], size[1]);
        if self.rng.chance(20) { collider.with_offset(3.0, -4.5) } else { collider }
    }

    fn thing(&mut self) -> Thing {
        let born = if self.rng.chance(70) { 0 } else { self.rng.below(self.ticks) };
        if self.rng.chance(15) {
            return Thing { born, parts: self.hero() };
        }
        let kind = self.rng.below(10);
        let mut parts = match kind {
            0 | 1 => self.mover(),
            2 | 3 => vec![Part::Trigger(self.trigger())],
            _ => vec![Part::Velocity(self.velocity())],
        };
        if kind == 2 && self.rng.chance(50) {
            parts.push(Part::Collider(Collider::new(24.0, self.rng.range(24, 96) as f32)));
        } else if kind > 1 {
            parts.push(Part::Collider(self.collider()));
        }
        if kind == 2 {
            parts.push(Part::FeelZone(self.zone()));
        }
        let at = self.place();
        if parts.iter().any(|part| matches!(part, Part::FeelZone(FeelZone::Ladder))) {
            self.ladder = Some(at);
        }
        if kind > 3 {
            for _ in 0..self.rng.below(9) {
                let part = self.setting();
                if parts.iter().all(|known| std::mem::discriminant(known) != std::mem::discriminant(&part)) {
                    parts.push(part);
                }
            }
        }
        parts.insert(0, Part::Position(Position::on_lattice(at)));
        Thing { born, parts }
    }

    /// A character with its input, often on the last ladder.
    fn hero(&mut self) -> Vec<Part> {
        let mut feel = self.feel();
        let on_ladder = self.ladder.filter(|_| self.rng.chance(70));
        let mut climbs = Feel::PRESETS.iter().filter_map(|name| Feel::preset(name)?.climb);
        feel.climb = feel.climb.or(climbs.next_back());
        let mut input = self.input();
        if on_ladder.is_some() {
            (input.along, input.upward) = (0.0, self.rng.pick(&[-1.0, 1.0, 1.0]));
        }
        let at = on_ladder.unwrap_or_else(|| self.place());
        vec![
            Part::Position(Position::on_lattice(at)),
            Part::Velocity(self.velocity()),
            Part::Collider(self.collider()),
            Part::Feel(feel),
            Part::Input(input),
        ]
    }

    fn mover(&mut self) -> Vec<Part> {
        let mut parts =
            vec![Part::MoverOf(self.rng.pick(&[0, 0, 1, 2, 4, 5])), Part::Velocity(self.velocity())];
        if self.rng.chance(70) {
            parts.push(Part::Collider(Collider::new(
                self.rng.range(8, 64) as f32,
                self.rng.range(4, 16) as f32,
            )));
        }
        if self.rng.chance(50) {
            parts.push(Part::MoverPath(MoverPath::new(self.path())));
        }
        if self.rng.chance(30) {
            parts.push(Part::CarriedByThing(self.rng.below(self.things)));
        }
        if self.rng.chance(20) {
            parts.push(Part::MoveTo(MoveTo(Some(Position::on_lattice(self.place())))));
        }
        parts
    }

    fn path(&mut self) -> Path {
        let mode = self.rng.pick(&[PathMode::Loop, PathMode::PingPong, PathMode::Once]);
        let ticks = self.rng.range(10, 40);
        let mut stops = vec![Waypoint { at: self.place(), wait: self.rng.below(4), ticks }];
        let by = IVec2::new(self.rng.range(-9, 9), self.rng.range(-9, 9)) * 1_000;
        let ticks = if mode == PathMode::Loop { ticks } else { 0 };
        let end = stops[0].at.saturating_add(by).clamp(IVec2::splat(-WORLD_LIMIT), IVec2::splat(WORLD_LIMIT));
        // Between two equal places a path waits.
        if end == stops[0].at {
            stops[0].wait += 1;
        }
        stops.push(Waypoint { at: end, wait: 2, ticks });
        let path = Path::new(&stops, mode, self.rng.pick(&[Easing::Linear, Easing::InOut]));
        let starts = [PathStart::AtOnce, PathStart::AtOnce, PathStart::Ridden, PathStart::RiddenEachRound];
        path.expect("a sound path").starting(self.rng.pick(&starts))
    }

    fn trigger(&mut self) -> Trigger {
        Trigger { mask: self.mask(), report_stay: self.rng.chance(30), shape: None }
    }

    fn zone(&mut self) -> FeelZone {
        match self.rng.below(4) {
            0 => FeelZone::Ladder,
            3 => FeelZone::Bar,
            1 => FeelZone::Water { flow: self.speed() / 10.0 },
            _ => FeelZone::Spring { velocity: Vec2::new(0.0, -300.0) },
        }
    }

    fn mask(&mut self) -> u32 {
        self.rng.pick(&[u32::MAX, u32::MAX, 1, 2, 3])
    }

    fn feel(&mut self) -> Feel {
        let name = self.rng.pick(&Feel::PRESETS);
        let mut feel = Feel::preset(name).expect("a preset");
        let other = Feel::preset(self.rng.pick(&Feel::PRESETS)).expect("a preset");
        if self.rng.chance(50) {
            feel.climb = other.climb;
            feel.swim = other.swim;
            feel.dash = other.dash;
            feel.jump.coyote_ticks = self.rng.below(9_u32) as u8;
            feel.jump.buffer_ticks = self.rng.below(9_u32) as u8;
            feel.assist.step_up = self.rng.below(9_u32) as f32;
            feel.jump.air_jumps = self.rng.below(2_u32) as u8;
            feel.friction = self.rng.chance(50);
            if let Some(climb) = &mut feel.climb {
                climb.center_speed = self.rng.below(90) as f32;
                climb.bar_speed = 50.0;
                climb.ledge = self.rng.chance(70).then(Default::default);
            }
        }
        if !self.is_sound && self.rng.chance(20) {
            feel.run.speed = f32::NAN;
        }
        feel
    }

    fn input(&mut self) -> Input {
        let button = [Button::UP, Button::PRESSED, Button::HELD];
        Input {
            along: self.rng.pick(&[-1.0, 0.0, 1.0, 1.0]),
            upward: self.rng.pick(&[-1.0, 0.0, 0.0, 1.0]),
            jump: self.rng.pick(&button),
            dash: self.rng.pick(&button),
            grab: self.rng.chance(30),
        }
    }

    fn walk(&mut self) -> Walk {
        Walk {
            step_up: self.rng.pick(&[0.0, 4.0, 9.0]),
            wall_retain_ticks: self.rng.pick(&[0, 6]),
            corner_correct_up: self.rng.pick(&[0.0, 4.0]),
            gap_bridge: self.rng.pick(&[0.0, 3.0]),
            friction: self.rng.pick(&[0.0, 900.0]),
            ..Walk::default()
        }
    }

    fn riding(&mut self) -> RideSettings {
        RideSettings {
            ride: self.rng.pick(&[RideMode::Glue, RideMode::Ballistic]),
            leave: self.rng.pick(&[LeaveVelocity::None, LeaveVelocity::Add, LeaveVelocity::AddUpward]),
            lift_ticks: self.rng.pick(&[0, 1, 8]),
            walls: self.rng.chance(40),
            ceilings: self.rng.chance(40),
            squish: self.rng.pick(&[
                SquishPolicy::Report,
                SquishPolicy::Wiggle(6.0),
                SquishPolicy::BlockMover,
                SquishPolicy::PassThrough,
            ]),
            ..RideSettings::default()
        }
    }

    /// A setting of a body, most often a setting that acts on other bodies.
    fn setting(&mut self) -> Part {
        let response = [
            Response::Slide,
            Response::Stop,
            Response::Bounce { restitution: 0.7 },
            Response::Invert,
            Response::PassThrough,
        ];
        match self.rng.below(24) {
            0 => Part::Response(self.rng.pick(&response)),
            1 => Part::Filter(Filter::mask(self.mask())),
            2 => Part::Gravity(Gravity { scale: self.rng.pick(&[0.0, 0.5, 2.0, -1.0]) }),
            3 => Part::Limits(Limits { max_speed: Vec2::new(200.0, 400.0), ..Limits::default() }),
            4 => Part::Up(Up(self.rng.pick(&Direction::ALL))),
            5 => Part::Walk(self.walk()),
            6 => Part::MotionMode(MotionMode::Floating),
            7 => Part::Reports(Reports { hits: self.rng.chance(50), contacts: self.rng.chance(50) }),
            8 => Part::RideSettings(self.riding()),
            9 => Part::UseCollisionHooks(UseCollisionHooks),
            10 => Part::Category(Category(self.rng.pick(&[1, 2, 3]))),
            11..=14 => Part::BodyCollision(self.collision()),
            15 => Part::Sensor(Sensor(self.mask())),
            16 => Part::ReportTiles(ReportTiles),
            17 => Part::PreviousPosition(PreviousPosition::default()),
            18 => Part::Command(Command::default()),
            19 => Part::SolidOf(self.rng.pick(&[0, 0, 2, 4])),
            20 => Part::Input(self.input()),
            _ => Part::Feel(self.feel()),
        }
    }

    fn collision(&mut self) -> BodyCollision {
        BodyCollision {
            mask: self.mask(),
            mass: self.rng.pick(&[1.0, 1.0, 4.0, f32::INFINITY]),
            friction: self.rng.pick(&[0.0, 0.5]),
            push_speed: self.rng.pick(&[f32::INFINITY, 60.0]),
            one_way: self.rng.chance(8).then_some(Direction::Up),
            carries: self.rng.pick(&[0, 0, u32::MAX]),
            yields: self.rng.chance(20),
        }
    }

    fn act(&mut self, levels: usize) -> Act {
        let thing = self.rng.below(self.things);
        match self.rng.below(24) {
            0..=3 => Act::Place(thing, self.place(), self.velocity().0),
            4 => Act::Despawn(thing),
            5 => Act::DespawnObject(self.rng.range(3, 10)),
            6 => {
                let part = self.setting();
                if self.rng.chance(50) { Act::Set(thing, part) } else { Act::Unset(thing, part) }
            }
            7 => Act::Set(thing, Part::Collider(self.collider())),
            8 => Act::Set(thing, Part::Velocity(self.velocity())),
            9..=11 => {
                let at = self.place().div_euclid(IVec2::splat(CELL));
                Act::Tile(TileCoord::new(at.x, at.y), self.rng.chance(60).then(|| self.rng.below(KINDS)))
            }
            12 => Act::Reload(self.rng.below(levels)),
            13 => Act::HitStop(thing, self.rng.range(0, 12_u32) as u8),
            14 => Act::TimeScale(thing, self.rng.pick(&[0.0, 0.25, 0.5, 1.0, 2.0])),
            15 => Act::IgnorePair(thing, self.rng.below(self.things), self.rng.chance(70)),
            16 => Act::DropThrough(thing),
            17 => Act::Resize(thing, IVec2::new(self.rng.range(256, 6_000), self.rng.range(256, 6_000))),
            18 => Act::Throw(thing, self.speed()),
            19 => Act::Gravity(self.rng.pick(&[
                Vec2::new(0.0, 900.0),
                Vec2::new(0.0, -400.0),
                Vec2::new(300.0, 300.0),
            ])),
            20 => Act::Dt(self.rng.pick(&[1.0 / 60.0, 1.0 / 120.0, 1.0 / 30.0])),
            21 => Act::Set(thing, Part::MoveTo(MoveTo(Some(Position::on_lattice(self.place()))))),
            _ => Act::Set(thing, Part::Input(self.input())),
        }
    }
}

/// The polygons of kinds of tile: a ramp, and a block that touches no corner of its cell.
pub(crate) fn polygon(is_ramp: bool) -> Polygon {
    if is_ramp {
        Polygon::from_px(&[[0.0, 16.0], [16.0, 0.0], [16.0, 16.0]])
    } else {
        Polygon::from_px(&[[4.0, 6.0], [12.0, 6.0], [12.0, 14.0], [4.0, 14.0]])
    }
}
