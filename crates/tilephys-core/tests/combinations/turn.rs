//! Random worlds of all features mirrored, turned and shifted.

use crate::combinations::spec::{
    Act, Actor, BodyAct, Cue, Drive, Held, Kind, Loose, Mover, MoverAct, Pool, Route, Run, Spec, Zone,
};
use crate::shapes::solid::Point;
use crate::shapes::world::parts;
use crate::turn::Turn;
use tilephys_core::{Direction, shape::TileShape};

impl Turn {
    fn run(self, run: &Run) -> Run {
        let cell = self.place(run.cell, run.cells, [1, 1]);
        Run { cell, cells: self.sizes(run.cells), ..*run }
    }

    fn off_grid(self, off_grid: &Loose, tile: Point) -> Loose {
        let at = self.place(off_grid.at, off_grid.size.unwrap_or(tile), tile);
        Loose { at, size: off_grid.size.map(|size| self.sizes(size)), ..*off_grid }
    }

    fn platform(self, mover: &Mover, spec: &Spec) -> Mover {
        let tile = spec.tile();
        let size = bounds_of(mover, spec).1;
        let route = mover.route.as_ref().map(|route| {
            let stops =
                route.stops.iter().map(|&(at, wait, ticks)| (self.place(at, size, tile), wait, ticks));
            Route { stops: stops.collect(), ..*route }
        });
        Mover {
            at: self.place(mover.at, size, tile),
            size: mover.size.map(|size| self.sizes(size)),
            velocity: self.floats(mover.velocity),
            route,
            ..*mover
        }
    }

    fn drive(self, drive: &Drive, up: Direction) -> Drive {
        let level = if matches!(up, Direction::Up | Direction::Down) { [1, 0] } else { [0, 1] };
        let sign = self.whole(level).iter().sum::<i64>();
        match drive {
            Drive::Nothing => Drive::Nothing,
            Drive::Run { speed, jump, every, back } => {
                Drive::Run { speed: 0.0 + speed * sign as f32, jump: *jump, every: *every, back: *back }
            }
            Drive::Feel { preset, held } => {
                let held = held.iter().map(|h| Held { along: h.along * sign as i8, ..*h }).collect();
                Drive::Feel { preset: *preset, held }
            }
        }
    }

    fn actor(self, actor: &Actor, tile: Point) -> Actor {
        let mut profile = actor.profile;
        let up = profile.movement.up;
        profile.movement.up = self.direction(up);
        profile.max_speed = self.sizes(profile.max_speed.to_array()).into();
        profile.riding.lift_cap = self.sizes(profile.riding.lift_cap.to_array()).into();
        if let Some(collide) = &mut profile.collide {
            collide.one_way = collide.one_way.map(|open| self.direction(open));
        }
        Actor {
            at: self.place(actor.at, actor.size, tile),
            size: self.sizes(actor.size),
            velocity: self.floats(actor.velocity),
            profile,
            drive: self.drive(&actor.drive, up),
            ..*actor
        }
    }

    fn act(self, act: Act, tile: Point) -> Act {
        match act {
            Act::Tile(cell, layer, kind) => Act::Tile(self.cell(cell), layer, kind),
            Act::AddLoose(off_grid) => Act::AddLoose(self.off_grid(&off_grid, tile)),
            Act::MoveLoose(which, by) => Act::MoveLoose(which, self.whole(by)),
            Act::Zone(which, by) => Act::Zone(which, by.map(|by| self.whole(by))),
            Act::Body(actor, act) => Act::Body(actor, self.body_act(act, tile)),
            Act::Mover(mover, act) => Act::Mover(mover, self.mover_act(act)),
            Act::RemoveLoose(_) | Act::Respawn(_) | Act::IgnorePair(..) => act,
        }
    }

    fn body_act(self, act: BodyAct, tile: Point) -> BodyAct {
        match act {
            BodyAct::Teleport(at, size, velocity) => {
                BodyAct::Teleport(self.place(at, size, tile), self.sizes(size), self.floats(velocity))
            }
            BodyAct::Velocity(velocity) => BodyAct::Velocity(self.floats(velocity)),
            BodyAct::Resize(size) => BodyAct::Resize(self.sizes(size)),
            BodyAct::IgnoreCell(cell, layer, ticks) => BodyAct::IgnoreCell(self.cell(cell), layer, ticks),
            other => other,
        }
    }

    fn mover_act(self, act: MoverAct) -> MoverAct {
        match act {
            MoverAct::Velocity(velocity) => MoverAct::Velocity(self.floats(velocity)),
            MoverAct::Place(by) => MoverAct::Place(self.whole(by)),
            MoverAct::Target(by) => MoverAct::Target(self.whole(by)),
            MoverAct::Gone => act,
        }
    }

    /// The world after the turn.
    pub(crate) fn spec(self, spec: &Spec) -> Spec {
        let tile = spec.tile();
        let kind = |kind: &Kind| Kind {
            shape: self.shape(&kind.shape, tile),
            conveyor: self.floats(kind.conveyor),
            ..*kind
        };
        let place = |at: Point, size: Point| (self.place(at, size, tile), self.sizes(size));
        let zone = |zone: &Zone| {
            let (at, size) = place(zone.at, zone.size);
            Zone { at, size, ..*zone }
        };
        let pool = |pool: &Pool| {
            let (at, size) = place(pool.at, pool.size);
            Pool { at, size, water: pool.water.map(|flow| self.floats(flow)) }
        };
        Spec {
            tile_px: self.sizes(spec.tile_px),
            room: self.sizes(spec.room),
            is_closed: false,
            gravity: self.floats(spec.gravity),
            layers: spec.layers,
            kinds: spec.kinds.iter().map(kind).collect(),
            runs: spec.all_runs().iter().map(|run| self.run(run)).collect(),
            off_grid: spec.off_grid.iter().map(|off_grid| self.off_grid(off_grid, tile)).collect(),
            zones: spec.zones.iter().map(zone).collect(),
            pools: spec.pools.iter().map(pool).collect(),
            movers: spec.movers.iter().map(|mover| self.platform(mover, spec)).collect(),
            actors: spec.actors.iter().map(|actor| self.actor(actor, tile)).collect(),
            cues: spec.cues.iter().map(|cue| Cue { act: self.act(cue.act, tile), ..*cue }).collect(),
            steps: spec.steps,
        }
    }
}

/// The bounds of a shape, from the low corner of its cell: low corner and size.
pub(crate) fn bounds(shape: &TileShape, tile: Point) -> (Point, Point) {
    let corners = parts(shape, tile).into_iter().flat_map(|(corners, _)| corners);
    let start = ([i64::MAX; 2], [i64::MIN; 2]);
    let (lo, hi) =
        corners.fold(start, |(lo, hi), c| ([0, 1].map(|k| lo[k].min(c[k])), [0, 1].map(|k| hi[k].max(c[k]))));
    (lo, [hi[0] - lo[0], hi[1] - lo[1]])
}

/// The bounds of what a mover is, from the low corner of its cell.
pub(crate) fn bounds_of(mover: &Mover, spec: &Spec) -> (Point, Point) {
    match mover.size {
        Some(size) => ([0, 0], size),
        None => bounds(&spec.kinds[spec.kind(mover.kind)].shape, spec.tile()),
    }
}
