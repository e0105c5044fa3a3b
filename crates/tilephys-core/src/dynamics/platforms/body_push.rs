//! Pushing and carrying between colliding bodies while a mover moves both.

use crate::aabb::Aabb;
use crate::direction::Direction;
use crate::dynamics::platforms::{AxisTranslation, Hold, PushQuery};
use crate::dynamics::settings::{BodyCollision, Profile, RideMode};
use crate::lattice::displacement;
use glam::IVec2;

impl<'a> PushQuery<'a> {
    pub(crate) fn is_collider_at(&self, index: u32) -> bool {
        self.profile(index).is_some_and(Profile::is_collider)
    }

    #[inline]
    pub(crate) fn aabb(&self, index: u32) -> Aabb {
        self.bodies.get(index as usize).aabb()
    }

    /// Returns how far a moving body pushes `other`, in lattice units; 0 if it does not reach it.
    pub(crate) fn body_pushes(&self, by: u32, way: AxisTranslation, other: u32) -> i32 {
        let push = way.push(self.aabb(by), self.aabb(other));
        if push > 0 && self.blocks(by, other, way.direction) { push } else { 0 }
    }

    /// Returns how a body carries `other` before a motion by `moves`, or `None`.
    ///
    /// Bodies that stand on it or cling to it are carried. Sideways, a standing body follows only a carrier
    /// under its middle that has friction or [carries](BodyCollision::carries) it. The friction of the standing body does not count, as on movers.
    pub(crate) fn body_carries(&self, by: u32, other: u32, moves: IVec2) -> Option<Hold> {
        let profile = self.profile(other)?;
        profile.movement.walk_if_grounded()?;
        let up = profile.movement.up;
        let riding = &profile.riding;
        let side = self.aabb(other).side_touched_by(self.aabb(by))?;
        // A body clings to what it touches from below or beside only if its settings say so. On its floor it stands, or loses it.
        let clings = if side == up { riding.ceilings } else { riding.walls && side.axis() != up.axis() };
        let is_under_it = side == up.opposite();
        let stands = is_under_it && self.rides(other, profile, moves);
        let loses_it = is_under_it && self.falls_behind(other, profile, moves);
        if !(clings || stands || loses_it) || !self.blocks(by, other, side.opposite()) {
            return None;
        }
        // It stood here until now, so it is listed, but follows no motion.
        if !(clings || stands) {
            return Some(Hold::LOST);
        }
        Some(Hold {
            level: clings
                || self.takes_along(by, profile) && self.aabb(other).is_carried_by(self.aabb(by), up),
            upright: true,
            stands: !clings,
        })
    }

    fn takes_along(&self, by: u32, rider: &Profile) -> bool {
        self.collide(by).friction > 0.0 || self.profile(by).is_some_and(|profile| profile.carries(rider))
    }

    /// True if a standing body stays on its floor when that moves by `moves`.
    ///
    /// False if the body rises faster than its floor, or took the floor's velocity along. Also false for a
    /// ballistic body that falls slower than its floor.
    pub(crate) fn rides(&self, index: u32, profile: &Profile, moves: IVec2) -> bool {
        let axis = profile.movement.up.axis();
        let toward = profile.movement.up.vector();
        let velocity = [&self.bodies.x.velocity, &self.bodies.y.velocity][axis][index as usize];
        let speed = velocity * toward[axis] as f32;
        let lifts = moves[axis] * toward[axis];
        let id = self.bodies.id[index as usize];
        let is_bound = lifts > 0 && speed > 0.0
            || profile.riding.ride == RideMode::Ballistic && speed <= 0.0
            || self.context.platforms.rides.has_taken(id);
        if !is_bound {
            return speed <= 0.0;
        }
        let dt = self.context.transient.own_dt(id, self.context.dt).unwrap_or(0.0);
        displacement(speed * dt, 0.0).map_or(0, |d| d.units) <= lifts
    }

    /// True if the floor of a ballistic body drops away faster than the body falls, when the floor moves by `moves`.
    pub(crate) fn falls_behind(&self, index: u32, profile: &Profile, moves: IVec2) -> bool {
        let up = profile.movement.up;
        let velocity = [&self.bodies.x.velocity, &self.bodies.y.velocity][up.axis()][index as usize];
        profile.riding.ride == RideMode::Ballistic
            && velocity * up.sign() <= 0.0
            && moves[up.axis()] * up.vector()[up.axis()] < 0
            && !self.rides(index, profile, moves)
    }

    /// True if a body would come to overlap a colliding body of `near` on its way to `at`.
    pub(crate) fn is_taken(&self, index: u32, at: IVec2, near: &[u32]) -> bool {
        let now = self.aabb(index);
        let there = Aabb { min: at.min(now.min), max: at.max(now.min) + (now.max - now.min) };
        near.iter().filter(|other| **other != index).any(|&other| {
            let aabb = self.aabb(other);
            there.overlaps(aabb)
                && !now.overlaps(aabb)
                && self.meet(index, other)
                && !self.profile(index).zip(self.profile(other)).is_some_and(|(a, b)| a.has_open_sides(b))
        })
    }

    fn collide(&self, index: u32) -> BodyCollision {
        self.profile(index).and_then(|profile| profile.collide).unwrap_or_default()
    }

    fn meet(&self, a: u32, b: u32) -> bool {
        let [Some(one), Some(other)] = [a, b].map(|index| self.profile(index)) else { return false };
        let [a, b] = [a, b].map(|index| self.bodies.id[index as usize]);
        one.collides_with(other) && !self.context.is_exception([a, b], [one, other])
    }

    fn blocks(&self, by: u32, other: u32, direction: Direction) -> bool {
        let is_solid = || {
            let profiles = self.profile(by).zip(self.profile(other));
            profiles.is_some_and(|(a, b)| a.is_solid_on(direction, b))
        };
        self.meet(by, other) && is_solid()
    }
}
