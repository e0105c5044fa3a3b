//! Random maps, and random bodies as components and as the engine's own.

use crate::rng::Rng;
use glam::{IVec2, UVec2, Vec2};
use hecs::EntityBuilder;
use tilephys_core::{Aabb, Body, Direction, Profile, Tile, TileCoord, TileGrid};
use tilephys_ecs::{
    Collider, Filter, Gravity, Limits, Position, PreviousPosition, Reports, Response, Up, Velocity,
};

/// Width and height of the maps, in px.
const MAP: Vec2 = Vec2::new(2400.0, 1600.0);

/// A walled map with pillars of four categories in two layers, and loose boxes off the cells.
pub(crate) fn map(tile: UVec2, rng: &mut Rng) -> TileGrid {
    let mut grid = TileGrid::new(tile);
    let layers = [grid.add_layer("walls"), grid.add_layer("more")];
    let tiles = [1, 2, 4, 1 << 31].map(|category| grid.add_tile(Tile { category, ..Tile::default() }));
    let last = (MAP / tile.as_vec2()).as_ivec2();
    for (row, col) in (0..=last.y).flat_map(|row| (0..=last.x).map(move |col| (row, col))) {
        let at = TileCoord::new(col, row);
        if row == 0 || col == 0 || row == last.y || col == last.x {
            grid.set_tile(layers[0], at, Some(tiles[0]));
        } else if rng.chance(6) {
            grid.set_tile(rng.pick(&layers), at, Some(rng.pick(&tiles)));
        }
    }
    for _ in 0..150 {
        let low = IVec2::new(rng.range(5_000, 590_000), rng.range(5_000, 390_000));
        let size = IVec2::new(rng.range(1, 20_000), rng.range(1, 20_000));
        grid.add_box(rng.pick(&layers), Aabb { min: low, max: low + size }, rng.pick(&tiles));
    }
    grid
}

/// A body as a game would describe it; what is `None` the entity has no component for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub(crate) position: Position,
    pub(crate) velocity: Vec2,
    pub(crate) collider: Collider,
    pub(crate) response: Option<Response>,
    pub(crate) filter: Option<Filter>,
    pub(crate) gravity: Option<Gravity>,
    pub(crate) limits: Option<Limits>,
    pub(crate) up: Option<Up>,
    pub(crate) reports: Option<Reports>,
    pub(crate) previous: bool,
}

pub(crate) fn position(rng: &mut Rng) -> Position {
    Position::on_lattice(IVec2::new(rng.range(4_000, 600_000), rng.range(4_000, 400_000)))
}

/// From slow to 60,000 px/s.
pub(crate) fn velocity(rng: &mut Rng) -> Vec2 {
    let v = Vec2::new(rng.any_scale(16), rng.any_scale(16));
    if v.abs().max_element() > 60_000.0 { v / 2.0 } else { v }
}

pub(crate) fn collider(rng: &mut Rng) -> Collider {
    let bits = rng.range(0, 5);
    let size = IVec2::new(rng.range(1, 256 << bits), rng.range(1, 256 << bits));
    let offset = match rng.below(3) {
        0 => IVec2::ZERO,
        1 => -size / 2,
        _ => IVec2::new(rng.range(-9_000, 9_000), rng.range(-9_000, 9_000)),
    };
    Collider { offset, size }
}

pub(crate) fn response(rng: &mut Rng) -> Response {
    rng.pick(&[
        Response::Slide,
        Response::Stop,
        Response::Bounce { restitution: 1.0 },
        Response::Bounce { restitution: 0.5 },
        Response::Bounce { restitution: 0.0 },
        Response::Bounce { restitution: 0.9 },
        Response::Invert,
        Response::Pass,
    ])
}

pub(crate) fn filter(rng: &mut Rng) -> Filter {
    Filter::mask(rng.pick(&[u32::MAX, 1, 1 | 2, 1 << 31 | 4, 0]))
}

pub(crate) fn gravity(rng: &mut Rng) -> Gravity {
    rng.pick(&[Gravity::NONE, Gravity::default(), Gravity { scale: -0.5 }, Gravity { scale: 3.25 }])
}

pub(crate) fn limits(rng: &mut Rng) -> Limits {
    let max_speed =
        Vec2::new(rng.pick(&[f32::INFINITY, 700.0, 65.5]), rng.pick(&[f32::INFINITY, 0.0, 900.0]));
    Limits { max_speed, rest_speed: rng.pick(&[20.0, 0.0, 300.0, f32::INFINITY]) }
}

pub(crate) fn up(rng: &mut Rng) -> Up {
    Up(rng.pick(&Direction::ALL))
}

pub(crate) fn reports(rng: &mut Rng) -> Reports {
    Reports { hits: rng.chance(50), contacts: rng.chance(50) }
}

impl Spec {
    /// A body with any components and any sound numbers.
    pub(crate) fn any(rng: &mut Rng) -> Self {
        Spec {
            position: position(rng),
            velocity: velocity(rng),
            collider: collider(rng),
            response: rng.chance(70).then(|| response(rng)),
            filter: rng.chance(30).then(|| filter(rng)),
            gravity: rng.chance(50).then(|| gravity(rng)),
            limits: rng.chance(20).then(|| limits(rng)),
            up: rng.chance(20).then(|| up(rng)),
            reports: rng.chance(60).then(|| reports(rng)),
            previous: rng.chance(30),
        }
    }

    /// One of a crowd that shares all components but not their numbers.
    pub(crate) fn bullet(rng: &mut Rng) -> Self {
        Spec {
            response: Some(response(rng)),
            filter: None,
            gravity: Some(gravity(rng)),
            limits: None,
            up: None,
            reports: Some(if rng.chance(60) { Reports::NONE } else { reports(rng) }),
            previous: false,
            ..Spec::any(rng)
        }
    }

    /// Its components.
    pub(crate) fn builder(&self) -> EntityBuilder {
        let mut builder = EntityBuilder::new();
        builder.add_bundle((self.position, Velocity(self.velocity), self.collider));
        if let Some(response) = self.response {
            builder.add(response);
        }
        if let Some(filter) = self.filter {
            builder.add(filter);
        }
        if let Some(gravity) = self.gravity {
            builder.add(gravity);
        }
        if let Some(limits) = self.limits {
            builder.add(limits);
        }
        if let Some(up) = self.up {
            builder.add(up);
        }
        if let Some(reports) = self.reports {
            builder.add(reports);
        }
        if self.previous {
            builder.add(PreviousPosition::default());
        }
        builder
    }

    /// The engine's own body.
    pub(crate) fn body(&self) -> Body {
        Body {
            position: self.position.at + self.collider.offset,
            size: self.collider.size,
            velocity: self.velocity,
            rest: self.position.rest,
            ..Body::on_lattice(self.position.at + self.collider.offset, self.collider.size)
        }
    }

    /// The profile that its components stand for.
    pub(crate) fn profile(&self) -> Profile {
        let mut profile = Profile::default();
        profile.movement.response = self.response.unwrap_or_default();
        profile.movement.mask = self.filter.map_or(u32::MAX, |f| f.mask);
        profile.movement.up = self.up.map_or(Direction::Up, |up| up.0);
        profile.movement.rest_speed = self.limits.map_or(20.0, |l| l.rest_speed);
        profile.max_speed = self.limits.map_or(Vec2::INFINITY, |l| l.max_speed);
        profile.gravity_scale = self.gravity.map_or(1.0, |g| g.scale);
        profile.report_hits = self.reports.is_none_or(|r| r.hits);
        profile.track_contacts = self.reports.is_none_or(|r| r.contacts);
        profile
    }
}
