//! A whole move of one body: out of what it starts in, then from hit to hit.

use super::candidate::Candidate;
use super::hit::Hit;
use super::motion::{Actor, Motion, MoveConfig};
use super::push_out::{far_exit, near_exit};
use super::sweep::Sweep;
use super::window::Look;
use crate::aabb::Aabb;
use crate::constants::WORLD_LIMIT;
use crate::fraction::Fraction;
use crate::grid::{Contacts, TileGrid};
use crate::lattice::{displacement, point_from_px, px_from_point};
use crate::response::Response;
use glam::{IVec2, Vec2};

/// The state of one body: a box on the lattice, its velocity, and what rounding left over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The min corner, in lattice units.
    pub position: IVec2,
    /// Width and height, in lattice units.
    pub size: IVec2,
    /// In px/s.
    pub velocity: Vec2,
    /// What rounding left of earlier translations, in lattice units, within ±0.5.
    pub rest: Vec2,
}

impl Body {
    /// A body at rest with its min corner at `position` and with `size`, both in pixels and rounded to the lattice.
    ///
    /// # Panics
    /// If a component is NaN, the size is not positive on the lattice, or the body does not lie in the world
    /// (8,388,607 px either way).
    #[must_use]
    pub fn new(position: Vec2, size: Vec2) -> Self {
        let on_lattice = point_from_px(position).zip(point_from_px(size));
        let (at, extent) = on_lattice.unwrap_or_else(|| {
            panic!("a body needs a place and a size in the world, not {position} px, {size} px")
        });
        Body::on_lattice(at, extent)
    }

    /// The same in lattice units.
    ///
    /// # Panics
    /// If the size is not positive, or the body does not lie in the world.
    #[must_use]
    pub fn on_lattice(position: IVec2, size: IVec2) -> Self {
        assert!(size.x > 0 && size.y > 0, "a body is at least one lattice unit wide and high, not {size}");
        let body = Body { position, size, velocity: Vec2::ZERO, rest: Vec2::ZERO };
        assert!(body.is_in_world(), "a body of {size} units at {position} does not lie in the world");
        body
    }

    /// The min corner in pixels: exact up to 65,536 px, beyond that the nearest `f32`.
    #[must_use]
    pub fn position_px(&self) -> Vec2 {
        px_from_point(self.position)
    }

    /// The box.
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb { min: self.position, max: self.position + self.size }
    }

    pub(crate) fn is_in_world(&self) -> bool {
        [0, 1].into_iter().all(|k| {
            let (at, size) = (i64::from(self.position[k]), i64::from(self.size[k]));
            let limit = i64::from(WORLD_LIMIT);
            at >= -limit && at + size <= limit
        })
    }
}

/// What a move did besides its hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// What the body touches at the end.
    pub contacts: Contacts,
    /// The push that freed it from what it started in, in lattice units; zero if it started free.
    pub pushed: IVec2,
    /// It started in solids, with no exit within one tile: only motion toward the nearest exit was let through, until
    /// it was out.
    pub stuck: bool,
    /// The translation had a NaN or an infinite component: nothing was done.
    pub rejected: bool,
}

impl TileGrid {
    /// Moves a body by `translation` pixels, plus the rest it carries, through everything solid to it, and appends
    /// what it hits to `hits`, in order.
    ///
    /// The body's velocity is changed by the responses to hits but does not move it: a caller that moves it by its
    /// velocity passes `velocity * dt`. A body that starts in something solid is pushed out first. One with
    /// [`Response::Pass`] goes through everything and hits what it enters. Motion beyond the world ends at its edge.
    ///
    /// # Panics
    /// If the body does not lie in the world, or has no size.
    pub fn move_and_slide(
        &self,
        body: &mut Body,
        translation: Vec2,
        config: &MoveConfig,
        hits: &mut Vec<Hit>,
    ) -> Moved {
        assert!(
            body.size.x > 0 && body.size.y > 0 && body.is_in_world(),
            "{body:?} does not lie in the world"
        );
        let view = self.view(config.mask);
        let on_axis = |k: usize| displacement(translation[k], body.rest[k]);
        let Some((x, y)) = on_axis(0).zip(on_axis(1)) else {
            return Moved { rejected: true, ..Moved::default() };
        };
        let mut motion = Motion {
            position: body.position,
            left: IVec2::new(x.units, y.units),
            fraction: Fraction::ZERO,
            velocity: body.velocity,
            rest: Vec2::new(x.rest, y.rest),
            hits: 0,
        };
        let before = hits.len();
        let actor = Actor { view, size: body.size, config };
        let start = actor.move_whole(&mut motion, &mut |found, d, motion| {
            hits.push(Hit::new(view, body.size, found, d[found.axis] > 0, motion));
        });
        if config.response == Response::Pass {
            order_crossings(hits, before);
        }
        (body.position, body.velocity, body.rest) = (motion.position, motion.velocity, motion.rest);
        Moved {
            contacts: view.contacts(body.position, body.position + body.size),
            pushed: if let Start::Pushed(by) = start { by } else { IVec2::ZERO },
            stuck: matches!(start, Start::Freed | Start::Stuck),
            rejected: false,
        }
    }

    /// What [`move_and_slide`](Self::move_and_slide) would do: the body after it, and the same hits. Changes nothing.
    ///
    /// # Panics
    /// As `move_and_slide`.
    pub fn check(
        &self,
        body: &Body,
        translation: Vec2,
        config: &MoveConfig,
        hits: &mut Vec<Hit>,
    ) -> (Body, Moved) {
        let mut after = *body;
        let moved = self.move_and_slide(&mut after, translation, config, hits);
        (after, moved)
    }

    /// Carries a motion on to the moment `until` and appends its hits. Where a move is interrupted does not change
    /// it: [`Motion`] tells why. The body must not overlap anything solid to it, and its motion must end in the world.
    ///
    /// # Panics
    /// If the response is [`Response::Pass`], which has no pieces, or if the motion leaves the world.
    pub fn advance(
        &self,
        motion: &mut Motion,
        size: IVec2,
        config: &MoveConfig,
        until: Fraction,
        hits: &mut Vec<Hit>,
    ) {
        assert!(config.response != Response::Pass, "a motion that passes through everything has no pieces");
        let whole = *motion;
        motion.keep_in_world(size);
        assert!(whole == *motion && motion.left.min_element() > i32::MIN, "{whole:?} leaves the world");
        let view = self.view(config.mask);
        let actor = Actor { view, size, config };
        actor.advance(motion, until, actor.look(motion), &mut |found, d, motion| {
            hits.push(Hit::new(view, size, found, d[found.axis] > 0, motion));
        });
    }
}

/// How a move began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// In nothing solid.
    Free,
    /// In something solid, and was put out of it by this much.
    Pushed(IVec2),
    /// In something solid without an exit within one tile; its motion took it out.
    Freed,
    /// The same, and it is still in there.
    Stuck,
}

impl Actor<'_> {
    /// A whole move, from pushing out to the end of the translation. `motion` has the whole translation left. The hits
    /// of a body that passes through come in no order.
    #[inline(always)]
    pub(crate) fn move_whole(
        self,
        motion: &mut Motion,
        on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion),
    ) -> Start {
        motion.keep_in_world(self.size);
        if self.config.response == Response::Pass {
            *motion = self.pass_through(*motion, on_hit);
            return Start::Free;
        }
        let (mut look, mut start) = (self.look(motion), Start::Free);
        let inside = match look {
            Look::Inside => true,
            Look::Unsure => self.view.overlaps(motion.position, motion.position + self.size),
            Look::Free | Look::Hit(_) => false,
        };
        if inside {
            (*motion, start) = self.leave(*motion);
            look = self.look(motion);
        }
        self.advance(motion, Fraction::ONE, look, on_hit);
        start
    }

    /// Puts a body out of what it overlaps. If there is no exit within one tile, lets it move toward the nearest one there
    /// is, and nowhere else until it is out.
    #[cold]
    fn leave(self, mut motion: Motion) -> (Motion, Start) {
        let Actor { view, size, config } = self;
        let (min, d) = (motion.position, motion.left);
        if let Some(exit) = near_exit(view, min, size, d, config.up) {
            motion.position += exit.push();
            motion.rest[exit.direction.axis()] = 0.0;
            motion.keep_in_world(size);
            return (motion, Start::Pushed(exit.push()));
        }
        let exit = far_exit(view, min, size, d, config.up);
        let (axis, toward) = exit.map_or((0, IVec2::ZERO), |e| (e.direction.axis(), e.direction.vector()));
        let reach = exit.map_or(0, |e| e.distance);
        let outward = i64::from(d[axis]) * i64::from(toward[axis]);
        let moved = outward.clamp(0, reach.into()) as i32;
        motion.position += toward * moved;
        if moved == reach && exit.is_some() {
            // It is out: the rest of the motion is an ordinary one.
            motion.left -= toward * moved;
            motion.fraction = motion.fraction.advanced(moved as u64, d[axis].unsigned_abs().into());
            return (motion, Start::Freed);
        }
        motion.left = IVec2::ZERO;
        let speed = motion.velocity[axis];
        let keeps = speed * toward[axis] as f32 > 0.0;
        (motion.velocity, motion.rest) = (Vec2::ZERO, Vec2::ZERO);
        if keeps {
            motion.velocity[axis] = speed;
        }
        (motion, Start::Stuck)
    }

    /// Travels the whole translation and reports everything that is entered on the way.
    #[cold]
    fn pass_through(self, start: Motion, on_hit: &mut impl FnMut(&Candidate, IVec2, &Motion)) -> Motion {
        let d = start.left;
        Sweep::new(self, start.position, d).all_entered(|found| {
            let run = u64::from(d[found.axis].unsigned_abs());
            let part = |k: usize| (i128::from(d[k]) * i128::from(found.distance) / i128::from(run)) as i32;
            let gone = IVec2::new(part(0), part(1));
            let there = Motion {
                position: start.position + gone,
                left: d - gone,
                fraction: start.fraction.advanced(found.distance as u64, run),
                ..start
            };
            on_hit(&found, d, &there);
        });
        Motion { position: start.position + d, left: IVec2::ZERO, fraction: Fraction::ONE, ..start }
    }
}

/// The order of hits of a body that passes through.
pub(crate) fn crossing_key(hit: &Hit) -> impl Ord + use<> {
    (hit.fraction, hit.layer, hit.cell.row, hit.cell.col, hit.loose)
}

/// Sorts the hits of a body that passes through, from place `from` on, and keeps one of each loose box.
fn order_crossings(hits: &mut Vec<Hit>, from: usize) {
    hits[from..].sort_unstable_by_key(crossing_key);
    let mut kept = from;
    for i in from..hits.len() {
        if i == from || hits[i] != hits[kept - 1] {
            hits[kept] = hits[i];
            kept += 1;
        }
    }
    hits.truncate(kept);
}
