//! Solids at one time, and the bodies that they are solid to, from plain data.

use crate::combinations::game::{Game, id};
use crate::combinations::spec::Loose;
use crate::combinations::turn::bounds_of;
use crate::shapes::solid::{Name, Point, Rect, Solid, add};
use crate::shapes::world::{pair, parts};
use tilephys_core::{MoverId, Profile, Response, ShapeId, platform::PushSource, shape::TileShape};

/// What a solid belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Row, column and layer.
    Cell(i64, i64, usize),
    Loose(usize),
    Mover(usize),
    /// An actor that is solid to others.
    Body(usize),
}

/// A convex part of something solid.
#[derive(Clone, Debug)]
pub(crate) struct Thing {
    pub(crate) owner: Owner,
    pub(crate) kind: usize,
    pub(crate) solid: Solid,
}

/// All that is solid, and the boxes of the bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    /// Solids of the map, then movers and bodies.
    pub(crate) things: Vec<Thing>,
    of_map: usize,
    edits: u32,
    /// By actor.
    pub(crate) boxes: Vec<Option<Rect>>,
}

const NAME: Name = Name { layer: 0, kind: 0, cell: [0; 2], off_grid: None, part: 0 };

impl Scene {
    /// Brings it to where things are now.
    pub(crate) fn update(&mut self, game: &Game) {
        if self.edits != game.map.edits || self.of_map == 0 {
            self.things.clear();
            self.add_map(game);
            (self.of_map, self.edits) = (self.things.len(), game.map.edits);
        }
        self.things.truncate(self.of_map);
        self.boxes = (0..game.spec.actors.len()).map(|place| box_of(game, place)).collect();
        for (place, mover) in game.spec.movers.iter().enumerate() {
            let Some(bounds) = game.world.mover_bounds(MoverId(place as u32)) else { continue };
            let kind = game.spec.kind(mover.kind);
            let origin = minus(pair(bounds.min), bounds_of(mover, game.spec).0);
            let off_grid = Loose { at: origin, size: mover.size, layer: 0, kind };
            self.add_loose(game, &off_grid, Owner::Mover(place));
        }
        for (place, actor) in game.spec.actors.iter().enumerate() {
            let (Some(kind), Some(rect)) = (actor.solid, self.boxes[place]) else { continue };
            let size = minus(rect.hi, rect.lo);
            // A body is the whole box, whatever the shape of its kind.
            let off_grid = Loose { at: rect.lo, size: Some(size), layer: 0, kind: game.spec.kind(kind) };
            self.add_loose(game, &off_grid, Owner::Body(place));
        }
    }

    fn add_map(&mut self, game: &Game) {
        let tile = game.spec.tile();
        for (&(row, col, layer), &kind) in &game.map.cells {
            let shape = &game.spec.kinds[kind].shape;
            self.add_parts(
                parts(shape, tile),
                [col * tile[0], row * tile[1]],
                kind,
                Owner::Cell(row, col, layer),
            );
        }
        for (place, off_grid) in game.map.off_grid.iter().enumerate() {
            if let Some(off_grid) = off_grid {
                self.add_loose(game, off_grid, Owner::Loose(place));
            }
        }
    }

    fn add_loose(&mut self, game: &Game, off_grid: &Loose, owner: Owner) {
        let all = match off_grid.size {
            Some(size) => parts(&TileShape::Full, size),
            None => parts(&game.spec.kinds[off_grid.kind].shape, game.spec.tile()),
        };
        self.add_parts(all, off_grid.at, off_grid.kind, owner);
    }

    fn add_parts(
        &mut self,
        all: Vec<(Vec<Point>, Option<tilephys_core::Direction>)>,
        at: Point,
        kind: usize,
        owner: Owner,
    ) {
        for (corners, open) in all {
            let corners = corners.into_iter().map(|c| add(c, at)).collect();
            self.things.push(Thing { owner, kind, solid: Solid::new(corners, open, NAME) });
        }
    }
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// The box of an actor, if it is there.
pub(crate) fn box_of(game: &Game, place: usize) -> Option<Rect> {
    game.profiles[place]?;
    let body = game.world.body(id(place)).expect("it is there");
    Some(Rect::of(pair(body.position), pair(body.size)))
}

/// The loose shape of the engine's grid that an owner is.
fn shape_of(game: &Game, owner: Owner) -> Option<ShapeId> {
    match owner {
        Owner::Loose(place) => game.boxes[place],
        Owner::Mover(place) => game.world.mover_box(MoverId(place as u32)),
        Owner::Cell(..) | Owner::Body(_) => None,
    }
}

/// True if a thing is solid to a body by settings alone: mask, hooks, itself, and a response that hits nothing.
pub(crate) fn meets_by_settings(game: &Game, place: usize, profile: &Profile, thing: &Thing) -> bool {
    let kind = &game.spec.kinds[thing.kind];
    let is_hidden = profile.use_hooks && kind.is_hidden;
    profile.movement.response != Response::PassThrough
        && kind.category & profile.movement.mask != 0
        && thing.owner != Owner::Body(place)
        && !is_hidden
}

/// True if the owner of a thing crushes a body.
pub(crate) fn is_crushed_by(game: &Game, place: usize, owner: Owner) -> bool {
    let pusher = match owner {
        Owner::Mover(place) => PushSource::Mover(MoverId(place as u32)),
        Owner::Body(place) => PushSource::Body(id(place)),
        _ => return false,
    };
    game.world.squishes(id(place)).iter().any(|squish| squish.pusher == pusher)
}

/// True if a body ignores a thing, now or at the start of the step, by its kept state.
pub(crate) fn ignores(game: &Game, place: usize, thing: &Thing) -> bool {
    let Some(body) = game.world.body(id(place)) else { return false };
    body.memory.ignored.iter().any(|(met, ticks)| {
        *ticks > 0
            && match thing.owner {
                Owner::Cell(row, col, layer) => {
                    met.off_grid.is_none()
                        && (i64::from(met.cell.row), i64::from(met.cell.col), met.layer.index())
                            == (row, col, layer)
                }
                owner => met.off_grid.is_some() && met.off_grid == shape_of(game, owner),
            }
    })
}

/// True if the settings of two bodies, and the hooks, let them collide. Solid bodies collide by their tile instead.
pub(crate) fn collide(game: &Game, a: usize, b: usize) -> bool {
    let (Some(p), Some(q)) = (&game.profiles[a], &game.profiles[b]) else { return false };
    let (Some(to_b), Some(to_a)) = (p.collide, q.collide) else { return false };
    let passes = |profile: &Profile| profile.movement.response == Response::PassThrough;
    a != b
        && [p, q].iter().all(|profile| profile.solid.is_none())
        && (to_b.mask & q.category != 0 && to_a.mask & p.category != 0
            || (to_b.carries & q.category) | (to_a.carries & p.category) != 0)
        && !passes(p)
        && !passes(q)
        && !game.world.ignores_pair(id(a), id(b))
}
